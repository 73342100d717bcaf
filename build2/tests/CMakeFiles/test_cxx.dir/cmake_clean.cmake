file(REMOVE_RECURSE
  "CMakeFiles/test_cxx.dir/checks/cxx.cc.o"
  "CMakeFiles/test_cxx.dir/checks/cxx.cc.o.d"
  "test_cxx"
  "test_cxx.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang CXX)
  include(CMakeFiles/test_cxx.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
