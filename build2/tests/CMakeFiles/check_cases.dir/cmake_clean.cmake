file(REMOVE_RECURSE
  "CMakeFiles/check_cases.dir/checks/check_cases.c.o"
  "CMakeFiles/check_cases.dir/checks/check_cases.c.o.d"
  "check_cases"
  "check_cases.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/check_cases.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
