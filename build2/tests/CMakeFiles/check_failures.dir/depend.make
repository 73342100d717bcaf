# Empty dependencies file for check_failures.
# This may be replaced when dependencies are built.
