# Unit tests of the room api, one chatfmt_unit_test(NAME) a line for tests/unit/test_NAME.c.
if(chatfmt_renders)
    chatfmt_unit_test(api)
    chatfmt_unit_test(limits)
    chatfmt_unit_test(oom)
    if(TARGET test_oom)
        set_tests_properties(unit_oom PROPERTIES LABELS unit) # seconds
    endif()
    chatfmt_unit_test(threads)
    find_package(Threads)
    if(TARGET test_threads)
        target_link_libraries(test_threads PRIVATE Threads::Threads)
    endif()
endif()
