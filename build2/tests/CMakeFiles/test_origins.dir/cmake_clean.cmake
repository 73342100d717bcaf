file(REMOVE_RECURSE
  "CMakeFiles/test_origins.dir/unit/test_origins.c.o"
  "CMakeFiles/test_origins.dir/unit/test_origins.c.o.d"
  "test_origins"
  "test_origins.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_origins.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
