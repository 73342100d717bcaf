# Empty dependencies file for chatfmt_objects.
# This may be replaced when dependencies are built.
