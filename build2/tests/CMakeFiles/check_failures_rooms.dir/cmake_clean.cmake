file(REMOVE_RECURSE
  "CMakeFiles/check_failures_rooms.dir/checks/check_failures_rooms.c.o"
  "CMakeFiles/check_failures_rooms.dir/checks/check_failures_rooms.c.o.d"
  "check_failures_rooms"
  "check_failures_rooms.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/check_failures_rooms.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
