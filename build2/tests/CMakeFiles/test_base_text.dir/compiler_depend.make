# Empty compiler generated dependencies file for test_base_text.
# This may be replaced when dependencies are built.
