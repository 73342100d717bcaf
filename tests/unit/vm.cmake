# Unit tests of the room vm, one chatfmt_unit_test(NAME) a line for tests/unit/test_NAME.c.
chatfmt_unit_test(fuse)
if(chatfmt_renders)
    chatfmt_unit_test(spans)
endif()
