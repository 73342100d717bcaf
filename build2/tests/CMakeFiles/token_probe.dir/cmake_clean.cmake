file(REMOVE_RECURSE
  "CMakeFiles/token_probe.dir/tokenizers/token_probe.c.o"
  "CMakeFiles/token_probe.dir/tokenizers/token_probe.c.o.d"
  "token_probe"
  "token_probe.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/token_probe.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
