# Tests of models: loading, applying, masks. Those with the reference libraries make a virtual
# environment and are skipped where that is not possible.
if(chatfmt_renders)
    chatfmt_unit_test(models)
endif()
if(chatfmt_renders AND Python3_FOUND AND CHATFMT_BUILD_CLI)
    set(models_here ${CMAKE_CURRENT_SOURCE_DIR}/models)
    set(models_python ${CMAKE_COMMAND} -E env "CHATFMT=${PROJECT_BINARY_DIR}/chatfmt"
        "CHATFMT_REFERENCE_VENV=${PROJECT_BINARY_DIR}/venv-reference" ${Python3_EXECUTABLE} -B)
    add_test(NAME models_masks COMMAND ${models_python} ${models_here}/check_masks.py)
    add_test(NAME models_gguf_hostile COMMAND ${models_python} ${models_here}/check_hostile.py)
    add_test(NAME models_program COMMAND ${models_python} ${models_here}/check_program.py)
    add_test(NAME models_save COMMAND ${models_python} ${models_here}/check_save.py)
    set_tests_properties(models_save PROPERTIES LABELS quick TIMEOUT 120)
    add_test(NAME models_lint COMMAND ${models_python} ${models_here}/check_lint.py)
    set_tests_properties(models_lint PROPERTIES LABELS quick TIMEOUT 120)
    add_test(NAME models_fmt COMMAND ${models_python} ${models_here}/check_fmt.py --cases)
    add_test(NAME models_fmt_corpus COMMAND ${models_python} ${models_here}/check_fmt.py)
    set_tests_properties(models_fmt PROPERTIES LABELS quick TIMEOUT 120)
    set_tests_properties(models_fmt_corpus PROPERTIES TIMEOUT 900)
    add_test(NAME models_map COMMAND ${models_python} ${models_here}/check_map.py)
    set_tests_properties(models_gguf_hostile models_program models_map PROPERTIES
        LABELS quick TIMEOUT 120)
    set_tests_properties(models_masks PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600)
    add_test(NAME models_apply COMMAND ${models_python} ${models_here}/check_apply.py)
    add_test(NAME models_gguf COMMAND ${models_python} ${models_here}/check_gguf.py)
    set_tests_properties(models_apply models_gguf PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1800
        LABELS reference RUN_SERIAL ON)
endif()
