# Unit tests of the room base, one chatfmt_unit_test(NAME) a line for tests/unit/test_NAME.c.
chatfmt_unit_test(base_memory)
chatfmt_unit_test(base_text)
chatfmt_unit_test(base_number)
chatfmt_unit_test(report)
if(UNIX)
    chatfmt_unit_test(base_parts)
endif()

# The bulk of numbers and Unicode is compared with Python itself.
add_executable(base_probe base/probe.c)
target_include_directories(base_probe PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(base_probe PRIVATE chatfmt_static)
chatfmt_compile_options(base_probe)
if(Python3_FOUND)
    add_test(NAME base_numbers COMMAND ${Python3_EXECUTABLE}
        ${CMAKE_CURRENT_SOURCE_DIR}/base/check_numbers.py $<TARGET_FILE:base_probe>)
    add_test(NAME base_unicode COMMAND ${Python3_EXECUTABLE}
        ${CMAKE_CURRENT_SOURCE_DIR}/base/check_unicode.py $<TARGET_FILE:base_probe>
        ${PROJECT_SOURCE_DIR}/tools/unicode_aliases.txt)
    add_test(NAME base_tables COMMAND ${Python3_EXECUTABLE}
        ${PROJECT_SOURCE_DIR}/tools/make_unicode.py --check)
    add_test(NAME base_powers COMMAND ${Python3_EXECUTABLE}
        ${PROJECT_SOURCE_DIR}/tools/make_powers.py --check)
    set_tests_properties(base_numbers PROPERTIES LABELS quick)
endif()
