file(REMOVE_RECURSE
  "CMakeFiles/test_spans.dir/unit/test_spans.c.o"
  "CMakeFiles/test_spans.dir/unit/test_spans.c.o.d"
  "test_spans"
  "test_spans.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_spans.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
