# Unit tests of the room base, one chatfmt_unit_test(NAME) a line for tests/unit/test_NAME.c.
chatfmt_unit_test(base_memory)
chatfmt_unit_test(base_text)
