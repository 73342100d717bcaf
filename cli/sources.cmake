# The program's sources, as a list of absolute paths: chatfmt_program_sources. The build of the program reads it, and so
# does every other that has the program's main() inside, such as the Python package.
set(chatfmt_program_sources
    batch.c
    cmd_conversation.c
    cmd_diff.c
    cmd_fmt.c
    cmd_formats.c
    cmd_parse.c
    cmd_inspect.c
    cmd_lint.c
    cmd_map.c
    cmd_render.c
    cmd_template.c
    cmd_tokenize.c
    files.c
    formats_file.c
    json_file.c
    limits.c
    main.c
    map_inputs.c
    map_run.c
    map_source.c
    map_target.c
    model_render.c
    complete.c
    option_values.c
    opened_model.c
    options.c
    options_help.c
    remedies.c
    render_options.c
    show.c
    signals.c
    writer.c
)
if(WIN32)
    # `map` is made of locks, signals and links that Windows has not; windows.c is what POSIX has besides.
    list(FILTER chatfmt_program_sources EXCLUDE REGEX "^(cmd_map|map_.*)\\.c$")
    list(APPEND chatfmt_program_sources windows.c)
elseif(CMAKE_SYSTEM_NAME STREQUAL "WASI")
    # There are no processes and threads there; wasi.h is what POSIX has besides.
    list(FILTER chatfmt_program_sources EXCLUDE REGEX "^(cmd_map|map_.*)\\.c$")
endif()
list(TRANSFORM chatfmt_program_sources PREPEND "${CMAKE_CURRENT_LIST_DIR}/")
