file(REMOVE_RECURSE
  "CMakeFiles/test_format_threads.dir/unit/test_format_threads.c.o"
  "CMakeFiles/test_format_threads.dir/unit/test_format_threads.c.o.d"
  "test_format_threads"
  "test_format_threads.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_format_threads.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
