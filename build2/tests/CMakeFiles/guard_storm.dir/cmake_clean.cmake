file(REMOVE_RECURSE
  "CMakeFiles/guard_storm.dir/tokenizers/guard_storm.c.o"
  "CMakeFiles/guard_storm.dir/tokenizers/guard_storm.c.o.d"
  "guard_storm"
  "guard_storm.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/guard_storm.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
