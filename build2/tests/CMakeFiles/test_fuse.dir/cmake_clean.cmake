file(REMOVE_RECURSE
  "CMakeFiles/test_fuse.dir/unit/test_fuse.c.o"
  "CMakeFiles/test_fuse.dir/unit/test_fuse.c.o.d"
  "test_fuse"
  "test_fuse.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_fuse.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
