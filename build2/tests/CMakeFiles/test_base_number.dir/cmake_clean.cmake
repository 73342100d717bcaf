file(REMOVE_RECURSE
  "CMakeFiles/test_base_number.dir/unit/test_base_number.c.o"
  "CMakeFiles/test_base_number.dir/unit/test_base_number.c.o.d"
  "test_base_number"
  "test_base_number.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_base_number.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
