
# Consider dependencies only in project.
set(CMAKE_DEPENDS_IN_PROJECT_ONLY OFF)

# The set of languages for which implicit dependencies are needed:
set(CMAKE_DEPENDS_LANGUAGES
  )

# The set of dependency files which are needed:
set(CMAKE_DEPENDS_DEPENDENCY_FILES
  "/work/wt/options/src/replies/actions.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/actions.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/actions.c.o.d"
  "/work/wt/options/src/replies/learn.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/learn.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/learn.c.o.d"
  "/work/wt/options/src/replies/learn_json.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/learn_json.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/learn_json.c.o.d"
  "/work/wt/options/src/replies/learn_raw.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/learn_raw.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/learn_raw.c.o.d"
  "/work/wt/options/src/replies/learn_text.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/learn_text.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/learn_text.c.o.d"
  "/work/wt/options/src/replies/query.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/query.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/query.c.o.d"
  "/work/wt/options/src/replies/query_parse.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/query_parse.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/query_parse.c.o.d"
  "/work/wt/options/src/replies/reader_rank.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reader_rank.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reader_rank.c.o.d"
  "/work/wt/options/src/replies/regex.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/regex.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/regex.c.o.d"
  "/work/wt/options/src/replies/regex_escape.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/regex_escape.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/regex_escape.c.o.d"
  "/work/wt/options/src/replies/regex_rewrite.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/regex_rewrite.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/regex_rewrite.c.o.d"
  "/work/wt/options/src/replies/regex_set.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/regex_set.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/regex_set.c.o.d"
  "/work/wt/options/src/replies/reply.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply.c.o.d"
  "/work/wt/options/src/replies/reply_channel.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_channel.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_channel.c.o.d"
  "/work/wt/options/src/replies/reply_held.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_held.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_held.c.o.d"
  "/work/wt/options/src/replies/reply_json.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_json.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_json.c.o.d"
  "/work/wt/options/src/replies/reply_literal.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_literal.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_literal.c.o.d"
  "/work/wt/options/src/replies/reply_marker.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_marker.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_marker.c.o.d"
  "/work/wt/options/src/replies/reply_message.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_message.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_message.c.o.d"
  "/work/wt/options/src/replies/reply_named.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_named.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_named.c.o.d"
  "/work/wt/options/src/replies/reply_nested.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_nested.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_nested.c.o.d"
  "/work/wt/options/src/replies/reply_opening.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_opening.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_opening.c.o.d"
  "/work/wt/options/src/replies/reply_rows.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_rows.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_rows.c.o.d"
  "/work/wt/options/src/replies/reply_tags.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_tags.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_tags.c.o.d"
  "/work/wt/options/src/replies/reply_tell.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_tell.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_tell.c.o.d"
  "/work/wt/options/src/replies/reply_text.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_text.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_text.c.o.d"
  "/work/wt/options/src/replies/reply_typed.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_typed.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/reply_typed.c.o.d"
  "/work/wt/options/src/replies/response.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/response.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/response.c.o.d"
  "/work/wt/options/src/replies/response_content.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/response_content.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/response_content.c.o.d"
  "/work/wt/options/src/replies/response_load.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/response_load.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/response_load.c.o.d"
  "/work/wt/options/src/replies/response_scan.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/response_scan.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/response_scan.c.o.d"
  "/work/wt/options/src/replies/response_text.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/response_text.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/response_text.c.o.d"
  "/work/wt/options/src/replies/response_value.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/response_value.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/response_value.c.o.d"
  "/work/wt/options/src/replies/schema.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/schema.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/schema.c.o.d"
  "/work/wt/options/src/replies/schema_regex.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/schema_regex.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/schema_regex.c.o.d"
  "/work/wt/options/src/replies/transcript.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/transcript.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/transcript.c.o.d"
  "/work/wt/options/src/replies/transcript_write.c" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/transcript_write.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/__/src/replies/transcript_write.c.o.d"
  "/work/wt/options/tests/replies/reply_work.c" "tests/CMakeFiles/test_reply_work.dir/replies/reply_work.c.o" "gcc" "tests/CMakeFiles/test_reply_work.dir/replies/reply_work.c.o.d"
  )

# Targets to which this target links.
set(CMAKE_TARGET_LINKED_INFO_FILES
  "/work/wt/options/build2/CMakeFiles/chatfmt_static.dir/DependInfo.cmake"
  )

# Fortran module output directory.
set(CMAKE_Fortran_TARGET_MODULE_DIR "")
