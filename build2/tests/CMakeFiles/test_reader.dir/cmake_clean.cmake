file(REMOVE_RECURSE
  "CMakeFiles/test_reader.dir/unit/test_reader.c.o"
  "CMakeFiles/test_reader.dir/unit/test_reader.c.o.d"
  "test_reader"
  "test_reader.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_reader.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
