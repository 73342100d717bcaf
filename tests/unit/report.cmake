# Tests of results as text for people.
if(chatfmt_renders)
    chatfmt_unit_test(reports)
endif()
