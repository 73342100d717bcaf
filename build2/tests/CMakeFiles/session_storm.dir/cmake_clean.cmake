file(REMOVE_RECURSE
  "CMakeFiles/session_storm.dir/tokenizers/session_storm.c.o"
  "CMakeFiles/session_storm.dir/tokenizers/session_storm.c.o.d"
  "session_storm"
  "session_storm.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/session_storm.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
