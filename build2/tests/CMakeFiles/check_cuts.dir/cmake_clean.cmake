file(REMOVE_RECURSE
  "CMakeFiles/check_cuts.dir/replies/check_cuts.c.o"
  "CMakeFiles/check_cuts.dir/replies/check_cuts.c.o.d"
  "check_cuts"
  "check_cuts.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/check_cuts.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
