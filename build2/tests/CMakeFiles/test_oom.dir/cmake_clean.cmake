file(REMOVE_RECURSE
  "CMakeFiles/test_oom.dir/unit/test_oom.c.o"
  "CMakeFiles/test_oom.dir/unit/test_oom.c.o.d"
  "test_oom"
  "test_oom.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_oom.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
