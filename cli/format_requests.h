/* cli/format_requests.h - requests of `render --batch` that name a format instead of a template.
 *
 *   {"format": "xtuner/qwen_chat", "context": {…}}                 "program": another of its programs
 *   {"conversation": {"template": …, "append": […]}}               "program": a conversion
 *   {"training": {"format", "trainer", "source", …}}               what a trainer learns; "tokenizer":
 *                                                                  its ids and labels
 *   {"stopping": {"stops": […], "pieces": […]}}                    a stream cut at a stop string
 *   {"stop_word": {"text", "word"}}                                XTuner's rule
 */
#ifndef CLI_FORMAT_REQUESTS_H
#define CLI_FORMAT_REQUESTS_H

#include "kept_tokenizer.h"
#include "writer.h"

#include "chatfmt/chatfmt.h"

typedef struct opened_format opened_format;

typedef struct format_requests {
    chatfmt_formats *formats; /* the user's; NULL for none. Not owned. */
    opened_format *opened;    /* formats used so far */
    size_t count;
    kept_tokenizer tokenizer; /* of the last training */
} format_requests;

void format_requests_close(format_requests *work);

/* Whether a request is one of these. */
bool format_requests_has(chatfmt_value request);

/* What an answer needs of the batch that it is part of. */
typedef struct format_answer {
    format_requests *work;
    chatfmt_renderer *renderer;
    const chatfmt_render_options *options;
    chatfmt_values *values;       /* for what is found about the prompt */
    bool strict;                  /* what the prompt lacks is an error */
    writer *out;
    void (*begin)(void *context); /* writes the beginning of the answer, with its id */
    void *context;
    chatfmt_error *error;
} format_answer;

/* Answer it: on success the whole answer is written but for its last brace; on failure nothing. */
bool format_requests_answer(const format_answer *answer, chatfmt_value request);

#endif
