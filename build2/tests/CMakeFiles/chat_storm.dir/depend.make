# Empty dependencies file for chat_storm.
# This may be replaced when dependencies are built.
