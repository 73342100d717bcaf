/* chat/reply_ids.c - token ids as the input of a reply. */
#include "chat/reply_ids.h"

/* U+FDD0, which is no character. A model that writes it gets U+FFFD under CONTROL_TOKENS. */
static const cft_slice ids_shield = {"\xEF\xB7\x90", 3};

/* Markers that the machine of the shape "channel" knows without a row. */
static const char ids_channel[] =
    "<|start|><|channel|><|message|><|end|><|return|><|call|><|eom|><|eot|>";

struct cft_reply_ids {
    chatfmt_allocator memory;
    chatfmt_encoder *encoder;
    cft_encoder *inner;
    cft_decode_stream stream;
    cft_slice *guarded;  /* texts of added tokens that markers hold; the tokenizer's */
    size_t guarded_count, guarded_capacity;
    bool first[256];     /* one of them begins with this byte */
    cft_buffer held;     /* ordinary text that may begin one  */
    cft_buffer out;      /* on its way to the parser          */
    cft_reply_end end;   /* of `out`, what ends the reply     */
    bool ended;
    cft_buffer shields;  /* uint64_t: where in the parser's input they stand, not yet passed */
    size_t passed;       /* of them, in front of the last event's end */
    uint64_t fed, removed;
    uint64_t base;       /* bytes of the message before the first id */
    cft_buffer ends;     /* uint64_t: for each id, where the text up to it ends */
};

bool cft_reply_ids_uses(const cft_reply_ids *ids, const chatfmt_encoder *encoder)
{
    return ids->encoder == encoder;
}

const cft_budget *cft_reply_ids_budget(const cft_reply_ids *ids) { return ids->inner->budget; }

/* ---- Which tokens are control tokens ---- */

static bool ids_holds(const char *text, cft_slice part)
{
    size_t length = strlen(text);
    for (size_t i = 0; i + part.length <= length; i++)
        if (memcmp(text + i, part.data, part.length) == 0) return true;
    return false;
}

static bool ids_is_marker(const cft_reply_row *row, cft_slice content)
{
    const char *const texts[] = {row->think_open,  row->think_close,   row->answer_open,
                                 row->answer_close, row->section_open, row->section_close,
                                 row->call_open,   row->call_close,    row->name_open,
                                 row->name_close,  row->key_open,      row->key_close,
                                 row->value_open,  row->value_close,   row->stops,
                                 row->header_open, row->header_close,
                                 row->code_open,   row->code_close,
                                 row->shape == CFT_SHAPE_CHANNEL ? ids_channel : ""};
    if (!content.length) return false;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i] && ids_holds(texts[i], content)) return true;
    return false;
}

static chatfmt_status ids_guard(cft_reply_ids *ids, cft_slice content)
{
    if (ids->guarded_count == ids->guarded_capacity) {
        size_t capacity = ids->guarded_capacity * 2 + 8;
        cft_slice *grown = cft_resize(&ids->memory, ids->guarded,
                                      ids->guarded_capacity * sizeof *grown,
                                      capacity * sizeof *grown);
        if (!grown) return CHATFMT_NO_MEMORY;
        ids->guarded = grown;
        ids->guarded_capacity = capacity;
    }
    ids->guarded[ids->guarded_count++] = content;
    ids->first[(unsigned char)content.data[0]] = true;
    return CHATFMT_OK;
}

static chatfmt_status ids_make(chatfmt_reply_parser *reply, chatfmt_encoder *encoder)
{
    cft_reply_ids *ids = cft_allocate(&reply->within, sizeof *ids);
    if (!ids) return CHATFMT_NO_MEMORY;
    memset(ids, 0, sizeof *ids);
    ids->memory = reply->within;
    ids->encoder = encoder;
    ids->inner = &encoder->encoder;
    cft_decode_stream_init(&ids->stream, &ids->memory, false);
    cft_buffer_init(&ids->held, &ids->memory);
    cft_buffer_init(&ids->out, &ids->memory);
    cft_buffer_init(&ids->shields, &ids->memory);
    cft_buffer_init(&ids->ends, &ids->memory);
    ids->base = ids->fed = reply->asked.begun.length;
    reply->ids = ids;
    const cft_added *added = &ids->inner->tokenizer->added;
    for (size_t i = 0; reply->strict && i < added->count; i++)
        if (ids_is_marker(&reply->row, added->tokens[i].content))
            CFT_TRY(ids_guard(ids, added->tokens[i].content));
    return CHATFMT_OK;
}

void cft_reply_ids_free(cft_reply_ids *ids)
{
    if (!ids) return;
    chatfmt_allocator memory = ids->memory;
    cft_decode_stream_free(&ids->stream);
    cft_release(&memory, ids->guarded, ids->guarded_capacity * sizeof *ids->guarded);
    cft_buffer_free(&ids->held);
    cft_buffer_free(&ids->out);
    cft_buffer_free(&ids->shields);
    cft_buffer_free(&ids->ends);
    cft_release(&memory, ids, sizeof *ids);
}

void cft_reply_ids_restart(cft_reply_ids *ids)
{
    if (!ids) return;
    cft_decode_stream_free(&ids->stream);
    cft_decode_stream_init(&ids->stream, &ids->memory, false);
    ids->held.length = ids->out.length = ids->shields.length = ids->ends.length = 0;
    ids->passed = 0;
    ids->fed = ids->base;
    ids->removed = 0;
    ids->ended = false;
}

/* ---- Shielding ---- */

/* Does a guarded text stand at the beginning of `text`? *part: it may, once more is here. */
static bool ids_guarded_at(const cft_reply_ids *ids, cft_slice text, bool *part)
{
    *part = false;
    for (size_t i = 0; i < ids->guarded_count; i++) {
        cft_slice one = ids->guarded[i];
        size_t shared = one.length < text.length ? one.length : text.length;
        if (memcmp(one.data, text.data, shared) != 0) continue;
        if (shared == one.length) return true;
        *part = true;
    }
    return false;
}

/* Forget the shields that come before. */
static void ids_forget(cft_reply_ids *ids)
{
    size_t bytes = ids->passed * sizeof(uint64_t);
    if (ids->passed < 1024) return;
    memmove(ids->shields.data, ids->shields.data + bytes, ids->shields.length - bytes);
    ids->shields.length -= bytes;
    ids->removed += ids->passed;
    ids->passed = 0;
}

static chatfmt_status ids_put_shield(cft_reply_ids *ids)
{
    uint64_t at = ids->fed + ids->out.length;
    CFT_TRY(cft_buffer_append(&ids->shields, (const char *)&at, sizeof at));
    return cft_buffer_append(&ids->out, ids_shield.data, ids_shield.length);
}

/* Held ordinary text to `out`, with shields; what may still become a look-alike stays, unless this
 * is `all`. */
static chatfmt_status ids_release(cft_reply_ids *ids, bool all)
{
    const char *data = ids->held.data;
    size_t length = ids->held.length, i = 0;
    while (i < length) {
        bool part = false;
        if (length - i >= ids_shield.length && memcmp(data + i, ids_shield.data, 3) == 0) {
            CFT_TRY(cft_buffer_append(&ids->out, "\xEF\xBF\xBD", 3));
            i += 3;
            continue;
        }
        bool looks = ids->first[(unsigned char)data[i]] &&
                     ids_guarded_at(ids, cft_slice_of(data + i, length - i), &part);
        if (part && !looks && !all) break;
        CFT_TRY(cft_buffer_append(&ids->out, data + i++, 1));
        if (looks) CFT_TRY(ids_put_shield(ids));
    }
    if (i) memmove(ids->held.data, ids->held.data + i, length - i);
    ids->held.length = length - i;
    return CHATFMT_OK;
}

/* How much of the end of the text that an id added is an added token's own; 0: it is none. */
static size_t ids_own(const cft_reply_ids *ids, cft_slice text, uint32_t id)
{
    const cft_added_token *token = cft_added_by_id(&ids->inner->tokenizer->added, id);
    size_t own = token ? token->content.length : 0;
    return own && own <= text.length &&
                   !memcmp(text.data + text.length - own, token->content.data, own)
               ? own : 0;
}

/* The text that one id added. Of a control token it is the end. */
static chatfmt_status ids_take(cft_reply_ids *ids, cft_slice text, uint32_t id)
{
    size_t own = ids_own(ids, text, id);
    CFT_TRY(cft_buffer_append(&ids->held, text.data, text.length - own));
    CFT_TRY(ids_release(ids, own != 0));
    return own ? cft_buffer_append(&ids->out, text.data + text.length - own, own) : CHATFMT_OK;
}

/* Where the text up to the first `count` ids ends. */
static uint64_t ids_end_of(const cft_reply_ids *ids, size_t count)
{
    uint64_t end = ids->base;
    if (count) memcpy(&end, ids->ends.data + (count - 1) * sizeof end, sizeof end);
    return end;
}

static size_t ids_fed(const cft_reply_ids *ids) { return ids->ends.length / sizeof(uint64_t); }

/* One more id, which added this text. What is in front of an added token's own, where the id before
 * gave nothing, is of a character that broke off: it belongs to that id. */
static chatfmt_status ids_add_end(cft_reply_ids *ids, cft_slice text, uint32_t id)
{
    size_t fed = ids_fed(ids), own = ids_own(ids, text, id);
    uint64_t end = ids_end_of(ids, fed);
    if (own && own < text.length && fed && ids_end_of(ids, fed - 1) == end) {
        end += text.length - own;
        memcpy(ids->ends.data + ids->ends.length - sizeof end, &end, sizeof end);
        text.length = own;
    }
    end += text.length;
    return cft_buffer_append(&ids->ends, (const char *)&end, sizeof end);
}

static chatfmt_status ids_pass_on(chatfmt_reply_parser *reply)
{
    cft_reply_ids *ids = reply->ids;
    size_t length = ids->out.length;
    const char *data = length ? ids->out.data : "";
    ids->out.length = 0;
    ids->fed += length;
    if (!ids->ended) return cft_reply_feed(reply->parser, data, length);
    return cft_reply_feed_stop(reply->parser, data, length, &ids->end);
}

/* ---- One id ---- */

static chatfmt_status ids_add(chatfmt_reply_parser *reply, cft_slice text, uint32_t id)
{
    cft_reply_ids *ids = reply->ids;
    if (!text.length) return CHATFMT_OK;
    if (reply->strict) return ids_take(ids, text, id);
    return cft_buffer_append(&ids->out, text.data, text.length);
}

static bool ids_ends(const chatfmt_reply_parser *reply, uint32_t id)
{
    for (size_t i = 0; i < reply->stop_id_count; i++)
        if (reply->stop_ids[i] == id) return true;
    return false;
}

/* The id that ends the reply, which added so many bytes: nothing is held back any more. */
static chatfmt_status ids_take_stop(chatfmt_reply_parser *reply, cft_slice text, uint32_t id)
{
    cft_reply_ids *ids = reply->ids;
    const cft_added_token *token = cft_added_by_id(&ids->inner->tokenizer->added, id);
    cft_slice content = token ? token->content : CFT_LIT("");
    size_t own = content.length && content.length < text.length ? content.length : text.length;
    CFT_TRY(ids_release(ids, true));
    CFT_TRY(ids_add(reply, text, id));
    CFT_TRY(ids_release(ids, true));
    ids->end = (cft_reply_end){ids->out.length - own, ids->out.length,
                               ids_is_marker(&reply->row, content)};
    ids->ended = true;
    return CHATFMT_OK;
}

chatfmt_status cft_reply_ids_feed(chatfmt_reply_parser *reply, chatfmt_encoder *encoder,
                                  const uint32_t *list, size_t count)
{
    if (!reply->ids) CFT_TRY(ids_make(reply, encoder));
    cft_reply_ids *ids = reply->ids;
    ids_forget(ids);
    for (size_t i = 0; i < count; i++) {
        cft_slice text;
        CFT_TRY(cft_decode_stream_push(&ids->stream, ids->inner, list[i], &text));
        CFT_TRY(ids_add_end(ids, text, list[i]));
        if (!ids->ended && ids_ends(reply, list[i])) CFT_TRY(ids_take_stop(reply, text, list[i]));
        else CFT_TRY(ids_add(reply, text, list[i]));
    }
    return ids_pass_on(reply);
}

chatfmt_status cft_reply_ids_end(chatfmt_reply_parser *reply)
{
    cft_reply_ids *ids = reply->ids;
    cft_slice text;
    if (!ids) return CHATFMT_OK;
    /* A character that was never completed. */
    if (ids->stream.count) {
        CFT_TRY(cft_decode_more(ids->inner, ids->stream.ids, ids->stream.count, false,
                                ids->stream.part, NULL, &text));
        size_t known = ids->stream.prefix.length;
        if (text.length > known) {
            uint64_t end = ids_end_of(ids, ids_fed(ids)) + text.length - known;
            memcpy(ids->ends.data + ids->ends.length - sizeof end, &end, sizeof end);
            CFT_TRY(cft_buffer_append(reply->strict ? &ids->held : &ids->out, text.data + known,
                                      text.length - known));
        }
        ids->stream.count = 0;
    }
    CFT_TRY(ids_release(ids, true));
    return ids->out.length ? ids_pass_on(reply) : CHATFMT_OK;
}

/* ---- Out again ---- */

void cft_reply_ids_unshield(cft_reply_ids *ids, chatfmt_slice *text)
{
    if (!ids || (!ids->shields.length && !ids->removed)) return;
    /* The bytes are the reply's own: what leaves it is never looked at again by the parser. */
    char *data = (char *)(uintptr_t)text->data;
    size_t kept = 0;
    for (size_t i = 0; i < text->length;) {
        if (text->length - i >= 3 && memcmp(data + i, ids_shield.data, 3) == 0) {
            i += 3;
            continue;
        }
        if (kept != i) data[kept] = data[i];
        kept++;
        i++;
    }
    text->length = kept;
}

/* Bytes of shields before place `at` of the parser's input; places only grow. */
static uint64_t ids_before(cft_reply_ids *ids, uint64_t at)
{
    size_t count = ids->shields.length / sizeof(uint64_t);
    for (; ids->passed < count; ids->passed++) {
        uint64_t place;
        memcpy(&place, ids->shields.data + ids->passed * sizeof place, sizeof place);
        if (place >= at) break;
    }
    return (ids->removed + ids->passed) * ids_shield.length;
}

/* Without what shields add. */
static void ids_unshield_event(cft_reply_ids *ids, chatfmt_event *event)
{
    if (!ids->shields.length && !ids->removed) return;
    event->begin -= ids_before(ids, event->begin);
    event->end -= ids_before(ids, event->end);
    cft_reply_ids_unshield(ids, &event->text);
    cft_reply_ids_unshield(ids, &event->id);
}

/* How many ids there are whose text ends before byte `at`, or there when `there`. */
static size_t ids_until(const cft_reply_ids *ids, uint64_t at, bool there)
{
    size_t low = 0, high = ids_fed(ids);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint64_t end = ids_end_of(ids, middle + 1);
        if (end < at || (there && end == at)) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* The ids of an event's bytes. Those that add nothing begin the character that the next one
 * ends. */
static void ids_index(const cft_reply_ids *ids, chatfmt_event *event)
{
    size_t first = ids_until(ids, event->begin, true), count = ids_fed(ids);
    while (first && first < count && ids_end_of(ids, first) == ids_end_of(ids, first - 1)) first--;
    event->ids_begin = event->ids_end = first;
    if (event->end == event->begin || event->end <= ids->base) return;
    size_t end = ids_until(ids, event->end, false);
    event->ids_end = end < count ? end + 1 : count;
}

void cft_reply_ids_event(cft_reply_ids *ids, chatfmt_event *event)
{
    ids_unshield_event(ids, event);
    ids_index(ids, event);
}
