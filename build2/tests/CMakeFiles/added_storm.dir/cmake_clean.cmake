file(REMOVE_RECURSE
  "CMakeFiles/added_storm.dir/tokenizers/added_storm.c.o"
  "CMakeFiles/added_storm.dir/tokenizers/added_storm.c.o.d"
  "added_storm"
  "added_storm.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/added_storm.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
