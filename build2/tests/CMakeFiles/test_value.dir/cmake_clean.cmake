file(REMOVE_RECURSE
  "CMakeFiles/test_value.dir/unit/test_value.c.o"
  "CMakeFiles/test_value.dir/unit/test_value.c.o.d"
  "test_value"
  "test_value.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_value.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
