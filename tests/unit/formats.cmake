# Tests of formats by name. The recordings of the real systems are used when they are there.
find_package(Threads)
if(Python3_FOUND)
    set(formats_here ${CMAKE_CURRENT_SOURCE_DIR}/formats)
    set(formats_python ${Python3_EXECUTABLE} -B)
    add_test(NAME formats_data COMMAND ${formats_python}
        ${PROJECT_SOURCE_DIR}/tools/make_formats.py --check)
    set_tests_properties(formats_data PROPERTIES LABELS quick)
    add_test(NAME formats_templates COMMAND ${formats_python} ${formats_here}/check_golden.py)
    set_tests_properties(formats_templates PROPERTIES TIMEOUT 300)
endif()
if(chatfmt_renders)
    chatfmt_unit_test(formats)
    if(Threads_FOUND AND UNIX)
        add_executable(test_format_threads unit/test_format_threads.c)
        target_link_libraries(test_format_threads PRIVATE chatfmt_static Threads::Threads)
        chatfmt_compile_options(test_format_threads)
        add_test(NAME unit_format_threads COMMAND test_format_threads)
        set_tests_properties(unit_format_threads PROPERTIES LABELS "unit;quick" TIMEOUT 120)
    endif()
endif()
if(chatfmt_renders AND Python3_FOUND AND CHATFMT_BUILD_CLI)
    set(formats_program ${PROJECT_BINARY_DIR}/chatfmt)
    add_test(NAME formats_cases COMMAND ${formats_python}
        ${formats_here}/make_cases.py --check ${formats_program})
    add_test(NAME formats_golden COMMAND ${formats_python}
        ${formats_here}/check_golden.py --backend ${formats_program})
    add_test(NAME formats_exports COMMAND ${formats_python}
        ${formats_here}/check_exports.py ${formats_program})
    add_test(NAME formats_stops COMMAND ${formats_python}
        ${formats_here}/check_stops.py ${formats_program})
    add_test(NAME formats_classes COMMAND ${formats_python}
        ${formats_here}/make_class_cases.py --check ${formats_program})
    add_test(NAME formats_react COMMAND ${formats_python}
        ${formats_here}/make_react_cases.py --check ${formats_program})
    set_tests_properties(formats_react PROPERTIES LABELS quick TIMEOUT 120)
    add_test(NAME formats_program COMMAND ${formats_python}
        ${formats_here}/check_program.py ${formats_program})
    set_tests_properties(formats_program PROPERTIES LABELS quick TIMEOUT 120)
    add_test(NAME formats_unwritten COMMAND ${formats_python}
        ${formats_here}/check_unwritten.py ${formats_program})
    set_tests_properties(formats_unwritten PROPERTIES LABELS quick TIMEOUT 120)
    add_test(NAME formats_as_exported COMMAND ${formats_python}
        ${formats_here}/check_as_exported.py ${formats_program})
    set_tests_properties(formats_as_exported PROPERTIES LABELS quick TIMEOUT 120)
    add_test(NAME formats_as_model COMMAND ${formats_python}
        ${formats_here}/check_as_model.py ${formats_program})
    set_tests_properties(formats_as_model PROPERTIES LABELS quick TIMEOUT 120)
    add_test(NAME seeds_rows COMMAND ${formats_python} ${formats_here}/../seeds/check_rows.py
        ${formats_program})
    set_tests_properties(seeds_rows PROPERTIES LABELS quick TIMEOUT 120)
    add_test(NAME seeds_4_37 COMMAND ${formats_python} ${formats_here}/../seeds/check_4_37.py
        ${formats_program})
    set_tests_properties(seeds_4_37 PROPERTIES TIMEOUT 300)
    add_test(NAME seeds_trainers COMMAND ${formats_python}
        ${formats_here}/../seeds/check_trainers.py ${formats_program})
    set_tests_properties(seeds_trainers PROPERTIES TIMEOUT 120)
    add_test(NAME formats_seeds COMMAND ${formats_python}
        ${formats_here}/check_seeds.py ${formats_program})
    if(UNIX AND NOT CHATFMT_SANITIZE AND NOT CHATFMT_COVERAGE)
        add_test(NAME formats_adding COMMAND ${formats_python}
            ${formats_here}/check_adding.py ${formats_program} $<TARGET_FILE:chatfmt_static>)
        set_tests_properties(formats_adding PROPERTIES ENVIRONMENT "CC=${CMAKE_C_COMPILER}")
    endif()
    set_tests_properties(formats_cases formats_classes PROPERTIES LABELS quick TIMEOUT 120)
    set_tests_properties(formats_seeds PROPERTIES TIMEOUT 120)
    set_tests_properties(formats_golden formats_exports formats_stops PROPERTIES
        TIMEOUT 900)
endif()
