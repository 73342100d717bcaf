# Empty dependencies file for guard_storm.
# This may be replaced when dependencies are built.
