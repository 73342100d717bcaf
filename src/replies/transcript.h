/* replies/transcript.h - whole conversations, read back from the text that they were rendered to.
 *
 * Messages come out in the form that the InternLM2 format takes: role, name, content, or text
 * with an action {kind, payload}, and for what is irregular `closed`, `after_im_end` and
 * `action.after_action_end`. Written again they give the same bytes.
 */
#ifndef CFT_TRANSCRIPT_H
#define CFT_TRANSCRIPT_H

#include "base/buffer.h"
#include "value/heap.h"

typedef struct cft_transcript_frame {
    const char *name, *aliases;
    const char *open, *name_mark, *header_end, *close, *after;
    const char *action_open, *action_close;
} cft_transcript_frame;

extern const cft_transcript_frame cft_transcript_frames[];
extern const size_t cft_transcript_frame_count;

/* The row with this name or alias, or NULL. */
const cft_transcript_frame *cft_frame_find(cft_slice name);

/* How messages are given. `openai`: calls as `tool_calls` (read by the family of replies that
 * has the frame's name), results as role `tool`, lists of files as parts, wherever they would be
 * written to the same bytes again; NULL: as they stand. */
typedef struct cft_transcript_openai cft_transcript_openai;

/* For a conversation that is read within `memory`; `heap` is for lists of files. UNSUPPORTED for a
 * frame that has no actions. */
chatfmt_status cft_transcript_openai_new(const cft_transcript_frame *frame,
                                         const chatfmt_allocator *memory, cft_heap *heap,
                                         cft_transcript_openai **out);
void cft_transcript_openai_free(cft_transcript_openai *openai);
/* Append the message with this body, but for its closing brace; false: it is none that OpenAI's
 * form can say. */
chatfmt_status cft_transcript_openai_tell(cft_transcript_openai *openai, cft_slice role,
                                          cft_slice name, cft_slice body, cft_buffer *out,
                                          bool *told);

/* Append {"before"?, "messages", "add_generation_prompt"?} as JSON. Any text can be read.
 * NO_MEMORY. */
chatfmt_status cft_transcript_read(const cft_transcript_frame *frame, cft_slice text,
                                   cft_transcript_openai *openai, cft_buffer *out);
/* Append the text of such a value. TYPE when it is none. */
chatfmt_status cft_transcript_write(const cft_transcript_frame *frame, cft_heap *heap,
                                    cft_value value, cft_buffer *out);

/* replies/transcript_text.c: the same within limits, of which 0 is the default; a text of the
 * caller's, freed by chatfmt_text_free(). UNSUPPORTED when a family without calls is wanted in
 * OpenAI's form. */
chatfmt_status cft_transcript_read_text(const cft_transcript_frame *frame, cft_slice text,
                                        bool in_openai, const chatfmt_limits *limits, char **json,
                                        size_t *length, chatfmt_error *error);
chatfmt_status cft_transcript_write_text(const cft_transcript_frame *frame, cft_slice json,
                                         const chatfmt_limits *limits, char **text, size_t *length,
                                         chatfmt_error *error);

#endif
