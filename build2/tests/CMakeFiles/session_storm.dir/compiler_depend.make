# Empty compiler generated dependencies file for session_storm.
# This may be replaced when dependencies are built.
