# Empty dependencies file for test_value_memory.
# This may be replaced when dependencies are built.
