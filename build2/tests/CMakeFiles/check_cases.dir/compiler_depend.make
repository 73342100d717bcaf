# Empty compiler generated dependencies file for check_cases.
# This may be replaced when dependencies are built.
