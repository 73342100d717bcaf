# Tests of rows of data sets.
if(chatfmt_renders)
    chatfmt_unit_test(dataset)
    chatfmt_unit_test(map_job)
    chatfmt_unit_test(request)
endif()
