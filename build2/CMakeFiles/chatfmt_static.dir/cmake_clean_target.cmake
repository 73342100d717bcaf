file(REMOVE_RECURSE
  "libchatfmt.a"
)
