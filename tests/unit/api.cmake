# Unit tests of the room api, one chatfmt_unit_test(NAME) a line for tests/unit/test_NAME.c.
