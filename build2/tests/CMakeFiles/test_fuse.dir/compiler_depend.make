# Empty compiler generated dependencies file for test_fuse.
# This may be replaced when dependencies are built.
