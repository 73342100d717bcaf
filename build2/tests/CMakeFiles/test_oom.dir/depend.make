# Empty dependencies file for test_oom.
# This may be replaced when dependencies are built.
