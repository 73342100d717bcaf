file(REMOVE_RECURSE
  "libchatfmt.a"
  "libchatfmt.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/chatfmt_static.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
