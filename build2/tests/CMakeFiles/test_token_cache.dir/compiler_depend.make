# Empty compiler generated dependencies file for test_token_cache.
# This may be replaced when dependencies are built.
