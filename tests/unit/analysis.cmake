# Tests of a template's source as a thing to work on.
if(chatfmt_renders)
    chatfmt_unit_test(analysis)
    chatfmt_unit_test(source)
    chatfmt_unit_test(program_equal)
    chatfmt_unit_test(survey_reads)
    chatfmt_unit_test(capabilities)
endif()
