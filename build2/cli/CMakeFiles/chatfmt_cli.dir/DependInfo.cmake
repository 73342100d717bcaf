
# Consider dependencies only in project.
set(CMAKE_DEPENDS_IN_PROJECT_ONLY OFF)

# The set of languages for which implicit dependencies are needed:
set(CMAKE_DEPENDS_LANGUAGES
  )

# The set of dependency files which are needed:
set(CMAKE_DEPENDS_DEPENDENCY_FILES
  "/work/wt/options/cli/apply_request.c" "cli/CMakeFiles/chatfmt_cli.dir/apply_request.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/apply_request.c.o.d"
  "/work/wt/options/cli/clock.c" "cli/CMakeFiles/chatfmt_cli.dir/clock.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/clock.c.o.d"
  "/work/wt/options/cli/cmd_batch.c" "cli/CMakeFiles/chatfmt_cli.dir/cmd_batch.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/cmd_batch.c.o.d"
  "/work/wt/options/cli/cmd_diff.c" "cli/CMakeFiles/chatfmt_cli.dir/cmd_diff.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/cmd_diff.c.o.d"
  "/work/wt/options/cli/cmd_fmt.c" "cli/CMakeFiles/chatfmt_cli.dir/cmd_fmt.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/cmd_fmt.c.o.d"
  "/work/wt/options/cli/cmd_formats.c" "cli/CMakeFiles/chatfmt_cli.dir/cmd_formats.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/cmd_formats.c.o.d"
  "/work/wt/options/cli/cmd_inspect.c" "cli/CMakeFiles/chatfmt_cli.dir/cmd_inspect.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/cmd_inspect.c.o.d"
  "/work/wt/options/cli/cmd_lint.c" "cli/CMakeFiles/chatfmt_cli.dir/cmd_lint.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/cmd_lint.c.o.d"
  "/work/wt/options/cli/cmd_map.c" "cli/CMakeFiles/chatfmt_cli.dir/cmd_map.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/cmd_map.c.o.d"
  "/work/wt/options/cli/cmd_parse.c" "cli/CMakeFiles/chatfmt_cli.dir/cmd_parse.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/cmd_parse.c.o.d"
  "/work/wt/options/cli/cmd_render.c" "cli/CMakeFiles/chatfmt_cli.dir/cmd_render.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/cmd_render.c.o.d"
  "/work/wt/options/cli/cmd_template.c" "cli/CMakeFiles/chatfmt_cli.dir/cmd_template.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/cmd_template.c.o.d"
  "/work/wt/options/cli/cmd_tokenize.c" "cli/CMakeFiles/chatfmt_cli.dir/cmd_tokenize.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/cmd_tokenize.c.o.d"
  "/work/wt/options/cli/complete.c" "cli/CMakeFiles/chatfmt_cli.dir/complete.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/complete.c.o.d"
  "/work/wt/options/cli/diff_matrix.c" "cli/CMakeFiles/chatfmt_cli.dir/diff_matrix.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/diff_matrix.c.o.d"
  "/work/wt/options/cli/diff_side.c" "cli/CMakeFiles/chatfmt_cli.dir/diff_side.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/diff_side.c.o.d"
  "/work/wt/options/cli/files.c" "cli/CMakeFiles/chatfmt_cli.dir/files.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/files.c.o.d"
  "/work/wt/options/cli/format_requests.c" "cli/CMakeFiles/chatfmt_cli.dir/format_requests.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/format_requests.c.o.d"
  "/work/wt/options/cli/formats_file.c" "cli/CMakeFiles/chatfmt_cli.dir/formats_file.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/formats_file.c.o.d"
  "/work/wt/options/cli/inspect_facts.c" "cli/CMakeFiles/chatfmt_cli.dir/inspect_facts.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/inspect_facts.c.o.d"
  "/work/wt/options/cli/json_file.c" "cli/CMakeFiles/chatfmt_cli.dir/json_file.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/json_file.c.o.d"
  "/work/wt/options/cli/limits.c" "cli/CMakeFiles/chatfmt_cli.dir/limits.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/limits.c.o.d"
  "/work/wt/options/cli/line_diff.c" "cli/CMakeFiles/chatfmt_cli.dir/line_diff.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/line_diff.c.o.d"
  "/work/wt/options/cli/lint_prompt.c" "cli/CMakeFiles/chatfmt_cli.dir/lint_prompt.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/lint_prompt.c.o.d"
  "/work/wt/options/cli/lint_reply.c" "cli/CMakeFiles/chatfmt_cli.dir/lint_reply.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/lint_reply.c.o.d"
  "/work/wt/options/cli/lint_rules.c" "cli/CMakeFiles/chatfmt_cli.dir/lint_rules.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/lint_rules.c.o.d"
  "/work/wt/options/cli/lint_source.c" "cli/CMakeFiles/chatfmt_cli.dir/lint_source.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/lint_source.c.o.d"
  "/work/wt/options/cli/main.c" "cli/CMakeFiles/chatfmt_cli.dir/main.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/main.c.o.d"
  "/work/wt/options/cli/map_bins.c" "cli/CMakeFiles/chatfmt_cli.dir/map_bins.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/map_bins.c.o.d"
  "/work/wt/options/cli/map_lines.c" "cli/CMakeFiles/chatfmt_cli.dir/map_lines.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/map_lines.c.o.d"
  "/work/wt/options/cli/map_output.c" "cli/CMakeFiles/chatfmt_cli.dir/map_output.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/map_output.c.o.d"
  "/work/wt/options/cli/map_row.c" "cli/CMakeFiles/chatfmt_cli.dir/map_row.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/map_row.c.o.d"
  "/work/wt/options/cli/map_run.c" "cli/CMakeFiles/chatfmt_cli.dir/map_run.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/map_run.c.o.d"
  "/work/wt/options/cli/map_source.c" "cli/CMakeFiles/chatfmt_cli.dir/map_source.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/map_source.c.o.d"
  "/work/wt/options/cli/map_tokens.c" "cli/CMakeFiles/chatfmt_cli.dir/map_tokens.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/map_tokens.c.o.d"
  "/work/wt/options/cli/model_cache.c" "cli/CMakeFiles/chatfmt_cli.dir/model_cache.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/model_cache.c.o.d"
  "/work/wt/options/cli/model_render.c" "cli/CMakeFiles/chatfmt_cli.dir/model_render.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/model_render.c.o.d"
  "/work/wt/options/cli/option_values.c" "cli/CMakeFiles/chatfmt_cli.dir/option_values.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/option_values.c.o.d"
  "/work/wt/options/cli/options.c" "cli/CMakeFiles/chatfmt_cli.dir/options.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/options.c.o.d"
  "/work/wt/options/cli/options_help.c" "cli/CMakeFiles/chatfmt_cli.dir/options_help.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/options_help.c.o.d"
  "/work/wt/options/cli/parse_batch.c" "cli/CMakeFiles/chatfmt_cli.dir/parse_batch.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/parse_batch.c.o.d"
  "/work/wt/options/cli/parse_events.c" "cli/CMakeFiles/chatfmt_cli.dir/parse_events.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/parse_events.c.o.d"
  "/work/wt/options/cli/parse_reader.c" "cli/CMakeFiles/chatfmt_cli.dir/parse_reader.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/parse_reader.c.o.d"
  "/work/wt/options/cli/parse_response.c" "cli/CMakeFiles/chatfmt_cli.dir/parse_response.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/parse_response.c.o.d"
  "/work/wt/options/cli/probes.c" "cli/CMakeFiles/chatfmt_cli.dir/probes.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/probes.c.o.d"
  "/work/wt/options/cli/render_options.c" "cli/CMakeFiles/chatfmt_cli.dir/render_options.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/render_options.c.o.d"
  "/work/wt/options/cli/reply_checks.c" "cli/CMakeFiles/chatfmt_cli.dir/reply_checks.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/reply_checks.c.o.d"
  "/work/wt/options/cli/show.c" "cli/CMakeFiles/chatfmt_cli.dir/show.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/show.c.o.d"
  "/work/wt/options/cli/show_ids.c" "cli/CMakeFiles/chatfmt_cli.dir/show_ids.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/show_ids.c.o.d"
  "/work/wt/options/cli/subject.c" "cli/CMakeFiles/chatfmt_cli.dir/subject.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/subject.c.o.d"
  "/work/wt/options/cli/suggest.c" "cli/CMakeFiles/chatfmt_cli.dir/suggest.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/suggest.c.o.d"
  "/work/wt/options/cli/template_cache.c" "cli/CMakeFiles/chatfmt_cli.dir/template_cache.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/template_cache.c.o.d"
  "/work/wt/options/cli/token_request.c" "cli/CMakeFiles/chatfmt_cli.dir/token_request.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/token_request.c.o.d"
  "/work/wt/options/cli/writer.c" "cli/CMakeFiles/chatfmt_cli.dir/writer.c.o" "gcc" "cli/CMakeFiles/chatfmt_cli.dir/writer.c.o.d"
  )

# Targets to which this target links.
set(CMAKE_TARGET_LINKED_INFO_FILES
  "/work/wt/options/build2/CMakeFiles/chatfmt_static.dir/DependInfo.cmake"
  )

# Fortran module output directory.
set(CMAKE_Fortran_TARGET_MODULE_DIR "")
