file(REMOVE_RECURSE
  "CMakeFiles/test_base_memory.dir/unit/test_base_memory.c.o"
  "CMakeFiles/test_base_memory.dir/unit/test_base_memory.c.o.d"
  "test_base_memory"
  "test_base_memory.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_base_memory.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
