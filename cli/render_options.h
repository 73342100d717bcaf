/* cli/render_options.h - what the command line of `chatfmt render` says. */
#ifndef CHATFMT_CLI_RENDER_OPTIONS_H
#define CHATFMT_CLI_RENDER_OPTIONS_H

#include "command.h"
#include "model_render.h"
#include "option_values.h"
#include "options.h"
#include "show.h"

enum { OUTPUT_TEXT, OUTPUT_JSON, OUTPUT_SPANS, OUTPUT_IDS, OUTPUT_TOKENS };
enum { COLOUR_NEVER, COLOUR_ALWAYS, COLOUR_AUTO };

typedef struct render_settings {
    const char *template_path, *conversation_path, *tools_path, *documents_path;
    const char *format_name, *formats_path, *program;
    option_sets sets;
    bool batch, add_generation_prompt, plain, raw, strict;
    int colour; /* COLOUR_AUTO: as the terminal says */
    uint32_t compile_flags;
    option_time now;
    option_number seed, max_length;
    int output; /* OUTPUT_… */
    chatfmt_limits limits;
    ids_settings ids;     /* of --output ids */
    bool token_option;    /* some option about tokens was given */
    model_settings model; /* of --model */
} render_settings;

/* Read the command line; what was not given has its default. */
options_result render_options_read(int argc, char **argv, render_settings *settings);

/* Whether a format is wanted with what only a model has: a mask, an open message, a length. */
bool render_options_of_models(const render_settings *settings);

#endif
