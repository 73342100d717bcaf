/* cli/map_report.h - what went wrong with a row: in which file, where, and what may be done. */
#ifndef CLI_MAP_REPORT_H
#define CLI_MAP_REPORT_H

#include "chatfmt/chatfmt.h"

#include <stdbool.h>
#include <stdint.h>

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

/* What a file appears to be that is no JSON Lines, and what to do with it, by its first bytes. NULL
 * when nothing is known. */
const char *map_guess(chatfmt_slice begins);
/* The same of files in which no line can be a row. */
const char *map_guess_binary(chatfmt_slice begins);

#endif
