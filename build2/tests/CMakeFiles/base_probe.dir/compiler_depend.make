# Empty compiler generated dependencies file for base_probe.
# This may be replaced when dependencies are built.
