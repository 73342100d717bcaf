file(REMOVE_RECURSE
  "CMakeFiles/length_probe.dir/tokenizers/length_probe.c.o"
  "CMakeFiles/length_probe.dir/tokenizers/length_probe.c.o.d"
  "length_probe"
  "length_probe.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/length_probe.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
