file(REMOVE_RECURSE
  "CMakeFiles/test_arguments.dir/unit/test_arguments.c.o"
  "CMakeFiles/test_arguments.dir/unit/test_arguments.c.o.d"
  "test_arguments"
  "test_arguments.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_arguments.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
