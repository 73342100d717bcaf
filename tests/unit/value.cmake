# Unit tests of the room value, one chatfmt_unit_test(NAME) a line for tests/unit/test_NAME.c.
chatfmt_unit_test(value)
chatfmt_unit_test(value_memory)
if(TARGET test_value)
    target_compile_definitions(test_value PRIVATE
        VALUE_CASES="${CMAKE_CURRENT_SOURCE_DIR}/unit/data/value_cases.jsonl")
endif()
