# Tests of what is above the API: results as text for people, replies read in one way.
if(chatfmt_renders)
    chatfmt_unit_test(reports)
    chatfmt_unit_test(reading)
endif()
