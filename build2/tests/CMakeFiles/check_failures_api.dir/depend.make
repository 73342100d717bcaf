# Empty dependencies file for check_failures_api.
# This may be replaced when dependencies are built.
