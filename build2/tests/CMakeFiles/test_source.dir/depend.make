# Empty dependencies file for test_source.
# This may be replaced when dependencies are built.
