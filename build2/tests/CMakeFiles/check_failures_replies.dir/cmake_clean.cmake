file(REMOVE_RECURSE
  "CMakeFiles/check_failures_replies.dir/checks/check_failures_replies.c.o"
  "CMakeFiles/check_failures_replies.dir/checks/check_failures_replies.c.o.d"
  "check_failures_replies"
  "check_failures_replies.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/check_failures_replies.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
