# Empty compiler generated dependencies file for test_base_memory.
# This may be replaced when dependencies are built.
