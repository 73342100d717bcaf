# Empty compiler generated dependencies file for length_probe.
# This may be replaced when dependencies are built.
