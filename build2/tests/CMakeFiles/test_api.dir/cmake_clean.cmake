file(REMOVE_RECURSE
  "CMakeFiles/test_api.dir/unit/test_api.c.o"
  "CMakeFiles/test_api.dir/unit/test_api.c.o.d"
  "test_api"
  "test_api.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_api.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
