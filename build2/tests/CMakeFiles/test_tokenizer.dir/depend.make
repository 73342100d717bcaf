# Empty dependencies file for test_tokenizer.
# This may be replaced when dependencies are built.
