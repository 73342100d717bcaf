file(REMOVE_RECURSE
  "CMakeFiles/stream_probe.dir/tokenizers/stream_probe.c.o"
  "CMakeFiles/stream_probe.dir/tokenizers/stream_probe.c.o.d"
  "stream_probe"
  "stream_probe.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/stream_probe.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
