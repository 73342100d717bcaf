# Tests of services and of data sets by whole inputs.
if(chatfmt_renders)
    chatfmt_unit_test(service)
    chatfmt_unit_test(map_rows)
    if(UNIX)
        chatfmt_unit_test(model_copy)
    endif()
endif()
