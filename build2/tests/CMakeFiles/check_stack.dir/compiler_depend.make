# Empty compiler generated dependencies file for check_stack.
# This may be replaced when dependencies are built.
