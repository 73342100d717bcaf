/* api/api_transcript.c - whole conversations, read back from their text and written again. */
#include "api/api_check.h"
#include "base/report.h"
#include "base/suggest.h"
#include "chatfmt/reader.h"
#include "replies/transcript.h"

size_t chatfmt_transcript_count(void) { return cft_transcript_frame_count; }

chatfmt_slice chatfmt_transcript_name(size_t index)
{
    const char *name = index < cft_transcript_frame_count ? cft_transcript_frames[index].name : "";
    return cft_slice_of(name, strlen(name));
}

enum { TRANSCRIPT_FAMILIES = 32 };

/* No such family: the nearest one, and all of them. */
static chatfmt_status transcript_no_family(cft_slice family, chatfmt_error *error)
{
    cft_slice names[TRANSCRIPT_FAMILIES] = {{NULL, 0}};
    chatfmt_error all = {.status = CHATFMT_OK}, more;
    size_t count = cft_transcript_frame_count;
    if (count > TRANSCRIPT_FAMILIES) count = TRANSCRIPT_FAMILIES;
    for (size_t i = 0; i < count; i++, all = more) {
        names[i] = chatfmt_transcript_name(i);
        (void)cft_fail(&more, CHATFMT_OK, "%s%s%s", all.text, i ? ", " : "", names[i].data);
    }
    size_t found = cft_suggest(family, names, count);
    bool near = found < count;
    return cft_fail(error, CHATFMT_NOT_FOUND,
                    "there is no family of conversations named '%.*s'; %s%s%sthere are %s",
                    cft_shown(family), family.data, near ? "did you mean " : "",
                    near ? names[found].data : "", near ? "? " : "", all.text);
}

/* `names`: of the arguments `text` and `out`. */
static chatfmt_status transcript_frame(const char *family, const char *text, size_t length,
                                       char **out, size_t *out_length, const char *const names[2],
                                       const cft_transcript_frame **frame, chatfmt_error *error)
{
    cft_error_clear(error);
    if (out) *out = NULL;
    if (out_length) *out_length = 0;
    if (!family || !out)
        return cft_fail_null(error, !family ? "family" : names[1]);
    CFT_TRY(cft_api_text(text, length, names[0], error));
    *frame = cft_frame_find(cft_slice_of(family, strlen(family)));
    return *frame ? CHATFMT_OK : transcript_no_family(cft_slice_of(family, strlen(family)), error);
}

static const char *const transcript_reads[] = {"text", "json"};
static const char *const transcript_writes[] = {"json", "text"};

static chatfmt_status transcript_limits(const chatfmt_limits *limits, chatfmt_limits *given,
                                        chatfmt_error *error)
{
    CFT_TRY(cft_api_options(given, sizeof *given, limits, "chatfmt_limits", error));
    given->struct_size = sizeof *given;
    return CHATFMT_OK;
}

chatfmt_status chatfmt_transcript_read_within(const char *family, const char *text, size_t length,
                                              const chatfmt_limits *limits, char **json,
                                              size_t *json_length, chatfmt_error *error)
{
    const cft_transcript_frame *frame;
    chatfmt_limits given;
    CFT_TRY(transcript_frame(family, text, length, json, json_length, transcript_reads, &frame,
                             error));
    CFT_TRY(transcript_limits(limits, &given, error));
    return cft_transcript_read_text(frame, cft_slice_of(length ? text : "", length), false, &given,
                                    json, json_length, error);
}

chatfmt_status chatfmt_transcript_read_openai(const char *family, const char *text, size_t length,
                                              const chatfmt_limits *limits, char **json,
                                              size_t *json_length, chatfmt_error *error)
{
    const cft_transcript_frame *frame;
    chatfmt_limits given;
    CFT_TRY(transcript_frame(family, text, length, json, json_length, transcript_reads, &frame,
                             error));
    CFT_TRY(transcript_limits(limits, &given, error));
    return cft_transcript_read_text(frame, cft_slice_of(length ? text : "", length), true, &given,
                                    json, json_length, error);
}

chatfmt_status chatfmt_transcript_read(const char *family, const char *text, size_t length,
                                       char **json, size_t *json_length, chatfmt_error *error)
{
    return chatfmt_transcript_read_within(family, text, length, NULL, json, json_length, error);
}

chatfmt_status chatfmt_transcript_write_within(const char *family, const char *json, size_t length,
                                               const chatfmt_limits *limits, char **text,
                                               size_t *text_length, chatfmt_error *error)
{
    const cft_transcript_frame *frame;
    chatfmt_limits given;
    CFT_TRY(transcript_frame(family, json, length, text, text_length, transcript_writes, &frame,
                             error));
    CFT_TRY(transcript_limits(limits, &given, error));
    return cft_transcript_write_text(frame, cft_slice_of(length ? json : "", length), &given, text,
                                     text_length, error);
}

chatfmt_status chatfmt_transcript_write(const char *family, const char *json, size_t length,
                                        char **text, size_t *text_length, chatfmt_error *error)
{
    return chatfmt_transcript_write_within(family, json, length, NULL, text, text_length, error);
}
