# Empty dependencies file for test_base_number.
# This may be replaced when dependencies are built.
