# Empty compiler generated dependencies file for test_reader.
# This may be replaced when dependencies are built.
