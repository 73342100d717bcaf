file(REMOVE_RECURSE
  "CMakeFiles/test_value_memory.dir/unit/test_value_memory.c.o"
  "CMakeFiles/test_value_memory.dir/unit/test_value_memory.c.o.d"
  "test_value_memory"
  "test_value_memory.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_value_memory.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
