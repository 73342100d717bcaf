# Empty compiler generated dependencies file for chatfmt_shared.
# This may be replaced when dependencies are built.
