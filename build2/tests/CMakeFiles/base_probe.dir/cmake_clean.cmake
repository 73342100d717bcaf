file(REMOVE_RECURSE
  "CMakeFiles/base_probe.dir/base/probe.c.o"
  "CMakeFiles/base_probe.dir/base/probe.c.o.d"
  "base_probe"
  "base_probe.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/base_probe.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
