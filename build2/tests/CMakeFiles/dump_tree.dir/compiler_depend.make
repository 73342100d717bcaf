# Empty compiler generated dependencies file for dump_tree.
# This may be replaced when dependencies are built.
