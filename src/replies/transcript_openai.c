/* replies/transcript_openai.c - messages of a transcript in OpenAI's form.
 *
 * What a message becomes is composed again as its format writes it, and taken only when the
 * bytes are the same: whoever renders the messages gets the text back.
 */
#include "replies/transcript.h"

#include "replies/reply_parser.h"
#include "value/dict.h"
#include "value/json_read.h"
#include "value/json_write.h"
#include "value/list.h"

#define OPENAI_PLUGIN "<|plugin|>"
#define OPENAI_INTERPRETER "<|interpreter|>"

struct cft_transcript_openai {
    const cft_transcript_frame *frame;
    chatfmt_allocator memory;
    cft_heap *heap;
    cft_reply *reply;  /* the last answer, whose calls results belong to */
    cft_buffer work;
    uint32_t answered[2]; /* calls looked at for results: of functions, of the interpreter */
};

chatfmt_status cft_transcript_openai_new(const cft_transcript_frame *frame,
                                         const chatfmt_allocator *memory, cft_heap *heap,
                                         cft_transcript_openai **out)
{
    const cft_reply_row *row =
        cft_reply_find(cft_slice_of(frame->name, strlen(frame->name)));
    *out = NULL;
    if (!row || !frame->action_open[0]) return CHATFMT_UNSUPPORTED;
    cft_transcript_openai *made = cft_allocate(memory, sizeof *made);
    if (!made) return CHATFMT_NO_MEMORY;
    *made = (cft_transcript_openai){.frame = frame, .memory = *memory, .heap = heap};
    cft_buffer_init(&made->work, memory);
    *out = made;
    return cft_reply_new(memory, NULL, row, cft_absent(), CFT_START_CONTENT, &made->reply);
}

void cft_transcript_openai_free(cft_transcript_openai *openai)
{
    if (!openai) return;
    chatfmt_allocator memory = openai->memory;
    cft_reply_free(openai->reply);
    cft_buffer_free(&openai->work);
    cft_release(&memory, openai, sizeof *openai);
}

static chatfmt_status openai_put(cft_buffer *out, const char *text)
{
    return cft_buffer_append(out, text, strlen(text));
}

/* ---- Answers ---- */

static chatfmt_status openai_compose_call(const cft_transcript_openai *openai,
                                          const cft_reply_call *call, cft_buffer *out)
{
    const char *said = openai->reply->said.data;
    CFT_TRY(openai_put(out, openai->frame->action_open));
    if (call->fence == CFT_FENCE_NO_CODE) {
        CFT_TRY(openai_put(out, OPENAI_PLUGIN "\n{\"name\": "));
        CFT_TRY(cft_reply_put_json_string(out, cft_slice_of(said + call->name, call->name_length)));
        CFT_TRY(openai_put(out, ", \"parameters\": "));
    } else {
        CFT_TRY(openai_put(out, OPENAI_INTERPRETER "\n"));
        if (call->fence != CFT_FENCE_NONE) {
            CFT_TRY(openai_put(out, "```"));
            CFT_TRY(cft_buffer_append(out, said + call->name, call->name_length));
            CFT_TRY(openai_put(out, "\n"));
        }
    }
    CFT_TRY(cft_buffer_append(out, said + call->arguments, call->arguments_length));
    if (call->fence == CFT_FENCE_NO_CODE) CFT_TRY(openai_put(out, "}"));
    if (call->fence == CFT_FENCE_PLAIN) CFT_TRY(openai_put(out, "\n```"));
    return openai_put(out, openai->frame->action_close);
}

/* What the format writes for the answer that was read; `after` follows each call. */
static chatfmt_status openai_compose(cft_transcript_openai *openai, cft_slice after)
{
    const cft_reply *reply = openai->reply;
    openai->work.length = 0;
    CFT_TRY(cft_buffer_append(&openai->work, reply->content.data ? reply->content.data : "",
                              reply->content.length));
    for (uint32_t i = 0; i < reply->call_count; i++) {
        CFT_TRY(openai_compose_call(
            openai, (const cft_reply_call *)(const void *)reply->calls.data + i, &openai->work));
        CFT_TRY(cft_buffer_append(&openai->work, after.data, after.length));
    }
    return CHATFMT_OK;
}

static chatfmt_status openai_answer(cft_transcript_openai *openai, cft_slice body, cft_buffer *out,
                                    bool *told)
{
    cft_reply *reply = openai->reply;
    size_t tail = body.length;
    cft_reply_reset(reply, CFT_START_CONTENT);
    memset(openai->answered, 0, sizeof openai->answered);
    CFT_TRY(cft_reply_feed(reply, body.data, body.length));
    CFT_TRY(cft_reply_finish(reply));
    while (tail && cft_reply_is_space(body.data[tail - 1])) tail--;
    cft_slice after = cft_slice_of(body.data + tail, body.length - tail);
    CFT_TRY(openai_compose(openai, after));
    *told = reply->call_count &&
            cft_slice_equal(cft_slice_of(openai->work.data, openai->work.length), body) &&
            !reply->reasoning.length;
    if (!*told) return CHATFMT_OK;
    CFT_TRY(cft_reply_message(reply, out));
    out->length--; /* its brace */
    if (cft_slice_equal(after, CFT_LIT("\n"))) return CHATFMT_OK;
    CFT_TRY(openai_put(out, ", \"after_action_end\": "));
    return cft_reply_put_json_string(out, after);
}

/* ---- Results ---- */

/* The next call of the last answer that has no result yet, by its kind; NULL when there is none. */
static const cft_reply_call *openai_unanswered(cft_transcript_openai *openai, bool code)
{
    const cft_reply *reply = openai->reply;
    for (uint32_t *at = &openai->answered[code]; *at < reply->call_count;) {
        const cft_reply_call *call =
            (const cft_reply_call *)(const void *)reply->calls.data + (*at)++;
        if ((call->fence != CFT_FENCE_NO_CODE) == code) return call;
    }
    return NULL;
}

static chatfmt_status openai_result(cft_transcript_openai *openai, bool code, cft_slice body,
                                    cft_buffer *out, bool *told)
{
    const cft_reply_call *call = openai_unanswered(openai, code);
    *told = call != NULL;
    if (!call) return CHATFMT_OK;
    CFT_TRY(openai_put(out, "{\"role\": \"tool\", \"tool_call_id\": "));
    CFT_TRY(cft_reply_put_json_string(
        out, cft_slice_of(openai->reply->said.data + call->id, call->id_length)));
    CFT_TRY(openai_put(out, ", \"content\": "));
    return cft_reply_put_json_string(out, body);
}

/* ---- Files ---- */

/* {"path": …, "size": …} and nothing else. */
static bool openai_is_file(cft_value item)
{
    if (item.kind != CFT_DICT || !item.as.dict->count || item.as.dict->count > 2) return false;
    for (uint32_t i = 0; i < item.as.dict->count; i++) {
        static const cft_slice keys[] = {{"path", 4}, {"size", 4}};
        if (item.as.dict->entries[i].value.kind != CFT_STRING ||
            !cft_slice_equal(cft_text_of(item.as.dict->entries[i].key), keys[i]))
            return false;
    }
    return true;
}

static chatfmt_status openai_put_file(const cft_dict *file, cft_buffer *out)
{
    CFT_TRY(openai_put(out, "{\"type\": \"file\", \"file\": {\"filename\": "));
    CFT_TRY(cft_reply_put_json_string(out, cft_text_of(file->entries[0].value)));
    if (file->count == 2) {
        CFT_TRY(openai_put(out, ", \"size\": "));
        CFT_TRY(cft_reply_put_json_string(out, cft_text_of(file->entries[1].value)));
    }
    return openai_put(out, "}}");
}

static chatfmt_status openai_files(cft_transcript_openai *openai, cft_slice role, cft_slice body,
                                   cft_buffer *out, bool *told)
{
    cft_json_options options = {.base = 0};
    cft_value list, text;
    cft_builder builder;
    chatfmt_status status = cft_json_read(openai->heap, body, &options, &list, NULL);
    *told = false;
    if (status == CHATFMT_NO_MEMORY || status == CHATFMT_LIMIT) return status;
    if (status != CHATFMT_OK || list.kind != CFT_LIST || !list.as.list->count) return CHATFMT_OK;
    for (uint32_t i = 0; i < list.as.list->count; i++)
        if (!openai_is_file(list.as.list->items[i])) return CHATFMT_OK;
    CFT_TRY(cft_build(&builder, openai->heap, 64));
    CFT_TRY(cft_json_append(&builder, list, &cft_json_plain));
    CFT_TRY(cft_build_end(&builder, 0, &text));
    if (!cft_slice_equal(cft_text_of(text), body)) return CHATFMT_OK;
    *told = true;
    CFT_TRY(openai_put(out, "{\"role\": "));
    CFT_TRY(cft_reply_put_json_string(out, role));
    CFT_TRY(openai_put(out, ", \"content\": ["));
    for (uint32_t i = 0; i < list.as.list->count; i++) {
        if (i) CFT_TRY(openai_put(out, ", "));
        CFT_TRY(openai_put_file(list.as.list->items[i].as.dict, out));
    }
    return openai_put(out, "]");
}

chatfmt_status cft_transcript_openai_tell(cft_transcript_openai *openai, cft_slice role,
                                          cft_slice name, cft_slice body, cft_buffer *out,
                                          bool *told)
{
    bool code = cft_slice_equal(name, CFT_LIT(OPENAI_INTERPRETER));
    *told = false;
    if (cft_slice_equal(role, CFT_LIT("assistant")) && !name.length)
        return openai_answer(openai, body, out, told);
    if (cft_slice_equal(role, CFT_LIT("environment")) &&
        (code || cft_slice_equal(name, CFT_LIT(OPENAI_PLUGIN))))
        return openai_result(openai, code, body, out, told);
    if (cft_slice_equal(role, CFT_LIT("user")) && cft_slice_equal(name, CFT_LIT("file")))
        return openai_files(openai, role, body, out, told);
    return CHATFMT_OK;
}
