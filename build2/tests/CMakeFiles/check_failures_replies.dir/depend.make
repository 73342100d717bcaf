# Empty dependencies file for check_failures_replies.
# This may be replaced when dependencies are built.
