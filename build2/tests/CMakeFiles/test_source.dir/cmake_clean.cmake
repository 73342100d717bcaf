file(REMOVE_RECURSE
  "CMakeFiles/test_source.dir/unit/test_source.c.o"
  "CMakeFiles/test_source.dir/unit/test_source.c.o.d"
  "test_source"
  "test_source.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_source.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
