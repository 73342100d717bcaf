# Empty dependencies file for test_origins.
# This may be replaced when dependencies are built.
