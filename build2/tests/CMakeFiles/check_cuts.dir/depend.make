# Empty dependencies file for check_cuts.
# This may be replaced when dependencies are built.
