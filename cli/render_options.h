/* cli/render_options.h - what the command line of `chatfmt render` says. */
#ifndef CHATFMT_CLI_RENDER_OPTIONS_H
#define CHATFMT_CLI_RENDER_OPTIONS_H

#include "model_render.h"
#include "options.h"
#include "show_ids.h"

enum { RENDER_MAX_SETS = 64, RENDER_MAX_TRUSTED = 64 };

typedef enum render_output { OUTPUT_TEXT, OUTPUT_JSON, OUTPUT_SPANS, OUTPUT_IDS,
               OUTPUT_TOKENS } render_output;

typedef struct render_settings {
    const char *template_path, *conversation_path, *tools_path, *documents_path;
    const char *format_name, *formats_path, *program;
    const char *sets[RENDER_MAX_SETS]; /* NAME=JSON */
    int set_count;
    bool batch, add_generation_prompt, plain, raw, has_now, has_seed, has_trusted;
    int colour; /* -1 as the terminal says */
    uint32_t compile_flags;
    int64_t now;
    uint64_t seed;
    render_output output;
    chatfmt_limits limits;
    chatfmt_slice trusted[RENDER_MAX_TRUSTED];
    size_t trusted_count;
    ids_settings ids;     /* of --output ids */
    bool token_option;    /* some option about tokens was given */
    model_settings model; /* of --model */
} render_settings;

/* Reads into a render_settings. */
extern const option_table render_table;

#endif
