file(REMOVE_RECURSE
  "CMakeFiles/test_token_cache.dir/unit/test_token_cache.c.o"
  "CMakeFiles/test_token_cache.dir/unit/test_token_cache.c.o.d"
  "test_token_cache"
  "test_token_cache.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_token_cache.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
