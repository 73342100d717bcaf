file(REMOVE_RECURSE
  "libchatfmt.pdb"
  "libchatfmt.so"
  "libchatfmt.so.0"
  "libchatfmt.so.0.1.0"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/chatfmt_shared.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
