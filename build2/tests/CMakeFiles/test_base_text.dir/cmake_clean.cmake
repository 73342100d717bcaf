file(REMOVE_RECURSE
  "CMakeFiles/test_base_text.dir/unit/test_base_text.c.o"
  "CMakeFiles/test_base_text.dir/unit/test_base_text.c.o.d"
  "test_base_text"
  "test_base_text.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_base_text.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
