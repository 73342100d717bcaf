file(REMOVE_RECURSE
  "CMakeFiles/check_stack.dir/checks/check_stack.c.o"
  "CMakeFiles/check_stack.dir/checks/check_stack.c.o.d"
  "check_stack"
  "check_stack.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/check_stack.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
