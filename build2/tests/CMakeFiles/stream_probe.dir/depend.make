# Empty dependencies file for stream_probe.
# This may be replaced when dependencies are built.
