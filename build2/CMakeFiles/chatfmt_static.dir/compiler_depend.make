# Empty compiler generated dependencies file for chatfmt_static.
# This may be replaced when dependencies are built.
