/* replies/transcript_write.c - messages to the text that they were read from. */
#include "replies/transcript.h"
#include "value/dict.h"

static cft_value write_member(cft_value object, const char *key)
{
    const cft_entry *entry;
    if (object.kind != CFT_DICT) return cft_absent();
    entry = cft_dict_find_text(object.as.dict, cft_slice_of(key, strlen(key)));
    return entry ? entry->value : cft_absent();
}

static chatfmt_status write_words(cft_buffer *out, const char *text)
{
    return cft_buffer_append(out, text, strlen(text));
}

/* A member that is a string, or `otherwise` when it is not there. */
static chatfmt_status write_text(cft_heap *heap, cft_value object, const char *key,
                                 const char *otherwise, cft_buffer *out)
{
    cft_value value = write_member(object, key);
    if (value.kind == CFT_ABSENT || value.kind == CFT_NONE) return write_words(out, otherwise);
    if (value.kind != CFT_STRING)
        return cft_raise(heap, CHATFMT_TYPE, "the member %s of a message is not a string", key);
    return value.length ? cft_buffer_append(out, value.as.text, value.length) : CHATFMT_OK;
}

static chatfmt_status write_token(cft_heap *heap, const cft_transcript_frame *frame,
                                  cft_value object, const char *key, cft_buffer *out)
{
    cft_value value = write_member(object, key);
    if (frame->action_open[0] && value.kind == CFT_STRING) {
        if (cft_slice_equal(cft_text_of(value), CFT_LIT("plugin")))
            return write_words(out, "<|plugin|>");
        if (cft_slice_equal(cft_text_of(value), CFT_LIT("interpreter")))
            return write_words(out, "<|interpreter|>");
    }
    return write_text(heap, object, key, "", out);
}

static chatfmt_status write_action(cft_heap *heap, const cft_transcript_frame *frame,
                                   cft_value action, cft_buffer *out)
{
    CFT_TRY(write_words(out, frame->action_open));
    CFT_TRY(write_token(heap, frame, action, "kind", out));
    CFT_TRY(write_words(out, "\n"));
    CFT_TRY(write_text(heap, action, "payload", "", out));
    CFT_TRY(write_words(out, frame->action_close));
    return write_text(heap, action, "after_action_end", "\n", out);
}

static chatfmt_status write_message(cft_heap *heap, const cft_transcript_frame *frame,
                                    cft_value message, cft_buffer *out)
{
    cft_value action = write_member(message, "action"), closed = write_member(message, "closed");
    if (message.kind != CFT_DICT)
        return cft_raise(heap, CHATFMT_TYPE, "a message is not an object");
    cft_value role = write_member(message, "role");
    if (role.kind == CFT_ABSENT || role.kind == CFT_NONE)
        return cft_raise(heap, CHATFMT_TYPE, "a message has no \"role\"");
    CFT_TRY(write_words(out, frame->open));
    CFT_TRY(write_text(heap, message, "role", "", out));
    if (write_member(message, "name").kind == CFT_STRING && frame->name_mark[0]) {
        CFT_TRY(write_words(out, frame->name_mark));
        CFT_TRY(write_token(heap, frame, message, "name", out));
    }
    CFT_TRY(write_words(out, frame->header_end));
    CFT_TRY(write_text(heap, message, "content", "", out));
    CFT_TRY(write_text(heap, message, "text", "", out));
    if (action.kind == CFT_DICT) CFT_TRY(write_action(heap, frame, action, out));
    if (closed.kind == CFT_ABSENT || cft_truth(closed)) CFT_TRY(write_words(out, frame->close));
    return write_text(heap, message, "after_im_end", frame->after, out);
}

/* The status of an error, which is of this message. */
static chatfmt_status write_blame(chatfmt_error *error, chatfmt_status status, uint32_t number)
{
    chatfmt_error path;
    (void)cft_fail(&path, status, "messages[%u]", (unsigned)number);
    cft_error_path(error, cft_slice_of(path.text, strlen(path.text)));
    return status;
}

chatfmt_status cft_transcript_write(const cft_transcript_frame *frame, cft_heap *heap,
                                    cft_value value, cft_buffer *out)
{
    cft_value messages = value.kind == CFT_LIST ? value : write_member(value, "messages");
    if (messages.kind != CFT_LIST)
        return cft_raise(heap, CHATFMT_TYPE, "there is no list of messages");
    CFT_TRY(write_text(heap, value, "before", "", out));
    for (uint32_t i = 0; i < messages.as.list->count; i++) {
        chatfmt_status status = write_message(heap, frame, messages.as.list->items[i], out);
        if (status) return write_blame(heap->error, status, i);
    }
    if (!cft_truth(write_member(value, "add_generation_prompt"))) return CHATFMT_OK;
    CFT_TRY(write_words(out, frame->open));
    CFT_TRY(write_words(out, "assistant"));
    return write_words(out, frame->header_end);
}
