# Empty compiler generated dependencies file for test_value_input.
# This may be replaced when dependencies are built.
