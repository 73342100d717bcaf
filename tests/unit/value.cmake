# Unit tests of the room value, one chatfmt_unit_test(NAME) a line for tests/unit/test_NAME.c.
chatfmt_unit_test(value)
chatfmt_unit_test(value_memory)
chatfmt_unit_test(value_input)
chatfmt_unit_test(origins)
if(TARGET test_value)
    target_compile_definitions(test_value PRIVATE
        VALUE_CASES="${CMAKE_CURRENT_SOURCE_DIR}/unit/data/value_cases.jsonl")
endif()
if(Python3_FOUND)
    add_test(NAME value_cases COMMAND ${Python3_EXECUTABLE}
        ${CMAKE_CURRENT_SOURCE_DIR}/unit/make_value_cases.py --check)
    set_tests_properties(value_cases PROPERTIES LABELS quick)
endif()
