# Unit tests of the room value, one chatfmt_unit_test(NAME) a line for tests/unit/test_NAME.c.
