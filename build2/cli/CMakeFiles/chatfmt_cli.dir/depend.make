# Empty dependencies file for chatfmt_cli.
# This may be replaced when dependencies are built.
