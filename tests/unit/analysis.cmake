# Tests of a template's source as a thing to work on.
if(chatfmt_renders)
    chatfmt_unit_test(source)
endif()
