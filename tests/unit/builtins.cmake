# Unit tests of the room builtins, one chatfmt_unit_test(NAME) a line for tests/unit/test_NAME.c.
