# Empty dependencies file for test_value.
# This may be replaced when dependencies are built.
