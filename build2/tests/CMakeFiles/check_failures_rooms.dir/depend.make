# Empty dependencies file for check_failures_rooms.
# This may be replaced when dependencies are built.
