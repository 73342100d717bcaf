file(REMOVE_RECURSE
  "CMakeFiles/check_failures_api.dir/checks/check_failures_api.c.o"
  "CMakeFiles/check_failures_api.dir/checks/check_failures_api.c.o.d"
  "check_failures_api"
  "check_failures_api.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/check_failures_api.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
