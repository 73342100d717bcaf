/* cli/map_report.h - what went wrong with a row: in which file, where, and what may be done. */
#ifndef CLI_MAP_REPORT_H
#define CLI_MAP_REPORT_H

#include "chatfmt/chatfmt.h"

#include <stdbool.h>
#include <stdint.h>

/* Which template a row was rendered with. */
typedef enum map_which { MAP_TEMPLATE_USUAL, MAP_TEMPLATE_TOOLS, MAP_TEMPLATE_OF_ROW } map_which;

/* An error of one row. */
typedef struct map_report {
    const char *input;  /* the file as it was given */
    uint64_t line;      /* of that file */
    chatfmt_slice row;  /* that line */
    bool in_data;       /* the error's place is in it; else in the template */
    const char *in;     /* the template's name */
} map_report;

/* Say it on stderr. True when what was said is that the whole file is of another kind. */
bool map_report_row(const map_report *report, const chatfmt_error *error);

/* What errors call a template: `given`, or else the place where the model keeps it. */
chatfmt_slice map_template_name(const char *given, const chatfmt_model *model,
                                chatfmt_slice wanted, map_which which);

/* What a file appears to be that is no JSON Lines, and what to do with it, by its first bytes. NULL
 * when nothing is known. */
const char *map_guess(chatfmt_slice begins);
/* The same of files in which no line can be a row. */
const char *map_guess_binary(chatfmt_slice begins);

#endif
