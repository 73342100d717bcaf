file(REMOVE_RECURSE
  "CMakeFiles/check_failures.dir/checks/check_failures.c.o"
  "CMakeFiles/check_failures.dir/checks/check_failures.c.o.d"
  "check_failures"
  "check_failures.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/check_failures.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
