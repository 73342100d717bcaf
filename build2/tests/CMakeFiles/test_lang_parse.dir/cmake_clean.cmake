file(REMOVE_RECURSE
  "CMakeFiles/test_lang_parse.dir/unit/test_lang_parse.c.o"
  "CMakeFiles/test_lang_parse.dir/unit/test_lang_parse.c.o.d"
  "test_lang_parse"
  "test_lang_parse.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_lang_parse.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
