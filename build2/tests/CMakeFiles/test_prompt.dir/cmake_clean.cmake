file(REMOVE_RECURSE
  "CMakeFiles/test_prompt.dir/unit/test_prompt.c.o"
  "CMakeFiles/test_prompt.dir/unit/test_prompt.c.o.d"
  "test_prompt"
  "test_prompt.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_prompt.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
