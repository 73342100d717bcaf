# Empty compiler generated dependencies file for test_spans.
# This may be replaced when dependencies are built.
