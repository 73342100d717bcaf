file(REMOVE_RECURSE
  "CMakeFiles/test_value_input.dir/unit/test_value_input.c.o"
  "CMakeFiles/test_value_input.dir/unit/test_value_input.c.o.d"
  "test_value_input"
  "test_value_input.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_value_input.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
