# Empty dependencies file for token_probe.
# This may be replaced when dependencies are built.
