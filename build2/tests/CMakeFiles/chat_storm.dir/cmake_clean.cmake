file(REMOVE_RECURSE
  "CMakeFiles/chat_storm.dir/tokenizers/chat_storm.c.o"
  "CMakeFiles/chat_storm.dir/tokenizers/chat_storm.c.o.d"
  "chat_storm"
  "chat_storm.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/chat_storm.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
