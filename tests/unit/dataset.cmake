# Tests of rows of data sets.
if(chatfmt_renders)
    chatfmt_unit_test(dataset)
    chatfmt_unit_test(map_job)
    if(UNIX)
        chatfmt_unit_test(map_output)
    endif()
    chatfmt_unit_test(request)
endif()
