/* chat/reader.h - readers from inside. */
#ifndef CFT_READER_H
#define CFT_READER_H

#include "chat/round_trip.h"
#include "chat/turn_ends.h"
#include "chatfmt/reader.h"

struct chatfmt_reader {
    chatfmt_allocator allocator;
    cft_arena arena; /* texts of a learned row */
    cft_reply_row row;
    chatfmt_reader_how how;
    uint32_t confirmed, skipped;
    cft_slice header; /* what the template writes before a reply, although no generation
                         prompt does */
    cft_buffer evidence, json;
    chatfmt_reader_facts facts; /* all of this as users see it */
};

/* The messages that a template is asked to write. */
typedef struct cft_probe_row {
    const char *name;
    const char *message; /* JSON of the assistant's message; @ stands for the ids' form */
} cft_probe_row;

enum { CFT_PROBES_MOST = 24 };

extern const cft_probe_row cft_probe_rows[];
extern const size_t cft_probe_row_count;

/* All probes of one template, rendered once. */
typedef struct cft_probes {
    chatfmt_applier *chat;
    const chatfmt_model *model;
    chatfmt_slice chat_template;
    cft_heap values;      /* tools, variables and conversations */
    uint32_t next_origin; /* of the values read next */
    cft_value tools, variables;
    cft_arena arena;
    cft_heap heap; /* of comparing */
    chatfmt_limits limits;
    cft_round_trip trips[CFT_PROBES_MOST];
    cft_value messages[CFT_PROBES_MOST];
    cft_slice opening; /* what the generation prompt adds */
    const char *turn;  /* the end of a prompt, from its last message on; NULL: not known */
    cft_slice header;  /* as in chatfmt_reader */
    cft_slice stops[CFT_TURN_STOPS];
    size_t stop_count;
    cft_slice shown; /* the template's source and the replies that it wrote */
    bool calls;      /* the template writes tool calls */
    unsigned style;  /* how it wants its messages      */
    const chatfmt_error *limit; /* that a render reached, which ends the work; else NULL */
    cft_applier_fuel fuel;
} cft_probes;

/* Render them all. The errors are those of choosing and compiling the template. */
chatfmt_status cft_probes_write(cft_probes *probes, const chatfmt_model *model,
                                const chatfmt_reader_options *options,
                                const chatfmt_limits *limits, chatfmt_error *error);
void cft_probes_free(cft_probes *probes);
/* Whether the template fails for the plainest of them, and with what error. */
bool cft_probes_fail(cft_probes *probes, chatfmt_error *error);
/* Take `header` off the beginning of a reply. */
void cft_round_trip_behead(cft_round_trip *trip, cft_slice header);
typedef struct cft_probes_result {
    uint32_t equal, skipped, different;
    uint32_t lossy;           /* of those that are skipped, what was not read for its writing */
    uint32_t different_calls; /* of those that differ, messages with calls */
    size_t failed;            /* number of the first that differs, or SIZE_MAX */
} cft_probes_result;

/* Read them all with `row`. */
chatfmt_status cft_probes_read(cft_probes *probes, const cft_reply_row *row,
                               cft_probes_result *out);

/* chat/reader_fit.c: the family that fits a template which writes no calls, or others than it
 * asks the model for. */
chatfmt_status cft_reader_fit_calls(chatfmt_reader *reader, cft_probes *probes,
                                    cft_slice source, bool *found);
/* Markers of reasoning for a reader without any, where template and prompt tell of them. */
chatfmt_status cft_reader_fit_reasoning(chatfmt_reader *reader, cft_probes *probes,
                                        cft_slice source);
/* The family that the model's architecture, name or file name hints at, and what does; or NULL.
 */
const cft_reply_row *cft_reader_hint(const cft_model *model, const char **kind, cft_slice *name,
                                     cft_slice *word);

/* chat/reader_about.c: fill reader->json and reader->facts. */
chatfmt_status cft_reader_describe(chatfmt_reader *reader);
/* One more line of evidence. */
chatfmt_status cft_reader_say(chatfmt_reader *reader, const char *format, ...) CFT_PRINTF(2, 3);

/* Choose the reader of a model's replies, and describe it; options are whole, limits complete.
 * `model` may be NULL when the options name a family. */
chatfmt_status cft_reader_choose(const chatfmt_model *model,
                                 const chatfmt_reader_options *options,
                                 const chatfmt_limits *limits, chatfmt_reader **out,
                                 chatfmt_error *error);
void cft_reader_free(chatfmt_reader *reader);
/* chatfmt_applier_round_trip with a list of messages, whole options and complete limits. */
chatfmt_status cft_reader_round_trip(chatfmt_applier *chat, const chatfmt_model *model,
                                     const chatfmt_reader *reader, cft_value list,
                                     const chatfmt_apply_options *options,
                                     const chatfmt_limits *limits, chatfmt_round_trip *out);
const char *cft_reader_shape(const chatfmt_reader *reader);

#endif
