# Empty dependencies file for test_arguments.
# This may be replaced when dependencies are built.
