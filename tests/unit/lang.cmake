# Unit tests of the room lang, one chatfmt_unit_test(NAME) a line for tests/unit/test_NAME.c.
chatfmt_unit_test(lang_parse)

# Trees and refusals are compared with Jinja's own parser.
add_executable(dump_tree lang/parse/dump_tree.c)
target_include_directories(dump_tree PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(dump_tree PRIVATE chatfmt_static)
chatfmt_compile_options(dump_tree)
if(Python3_FOUND)
    add_test(NAME lang_trees COMMAND ${Python3_EXECUTABLE}
        ${CMAKE_CURRENT_SOURCE_DIR}/lang/parse/compare_trees.py $<TARGET_FILE:dump_tree>
        --count 2000)
    set_tests_properties(lang_trees PROPERTIES LABELS quick)
endif()
