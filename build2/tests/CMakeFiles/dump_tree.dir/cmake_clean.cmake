file(REMOVE_RECURSE
  "CMakeFiles/dump_tree.dir/lang/parse/dump_tree.c.o"
  "CMakeFiles/dump_tree.dir/lang/parse/dump_tree.c.o.d"
  "dump_tree"
  "dump_tree.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/dump_tree.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
