# Empty compiler generated dependencies file for test_lang_parse.
# This may be replaced when dependencies are built.
