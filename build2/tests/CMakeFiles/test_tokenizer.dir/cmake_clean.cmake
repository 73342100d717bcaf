file(REMOVE_RECURSE
  "CMakeFiles/test_tokenizer.dir/unit/test_tokenizer.c.o"
  "CMakeFiles/test_tokenizer.dir/unit/test_tokenizer.c.o.d"
  "test_tokenizer"
  "test_tokenizer.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_tokenizer.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
