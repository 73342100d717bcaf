# Empty compiler generated dependencies file for test_prompt.
# This may be replaced when dependencies are built.
