# Empty compiler generated dependencies file for added_storm.
# This may be replaced when dependencies are built.
