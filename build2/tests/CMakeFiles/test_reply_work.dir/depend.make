# Empty dependencies file for test_reply_work.
# This may be replaced when dependencies are built.
