file(REMOVE_RECURSE
  "CMakeFiles/test_formats.dir/unit/test_formats.c.o"
  "CMakeFiles/test_formats.dir/unit/test_formats.c.o.d"
  "test_formats"
  "test_formats.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_formats.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
