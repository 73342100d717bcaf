# Empty dependencies file for test_cxx.
# This may be replaced when dependencies are built.
