/* service/reading.c - replies read in one way, whatever reads them (chatfmt/reading.h). */
#include "chatfmt/reading.h"

#include "api/api_check.h"
#include "service/service.h"

/* Looks for the first byte that is not UTF-8 while a text comes in chunks. */
typedef struct utf8_watch {
    uint64_t at, begin;              /* bytes seen; where the character at hand begins */
    unsigned char more, least, most; /* bytes that it still needs, the range of the next one */
    bool bad;
} utf8_watch;

/* How far the text of ids is: nothing yet, numbers alone, in an array, after it. */
enum { IDS_BEGIN, IDS_PLAIN, IDS_ARRAY, IDS_AFTER };

typedef struct id_place {
    uint32_t line, column;
} id_place;

/* Ids in decimal while their text comes in chunks: where the last byte is, where the array and the
 * number at hand begin, and what it is so far. */
typedef struct id_text {
    id_place at, array, begin;
    uint64_t number;
    bool within;
    unsigned char part;
} id_text;

struct chatfmt_reading {
    chatfmt_allocator memory;
    /* One of these: */
    chatfmt_reply_parser *reply;
    chatfmt_response *response;
    chatfmt_actions *actions;
    size_t begun; /* bytes that a prompt has of the reply already: events are of what follows */
    utf8_watch watch;
    chatfmt_encoder *encoder; /* of ids that are decoded at the end, or are those of one text: */
    cft_buffer ids;
    id_text text;
    cft_json_out json; /* of the event */
    cft_buffer held;   /* events of decoded ids, a line each, of which so many bytes were taken: */
    size_t taken;
    chatfmt_reading_event event;
    bool has_state; /* of the actions: not taken yet */
    bool fed, ended;
};

/* ---- UTF-8 ---- */

/* A byte that begins a character. False when none begins with it. Source: Unicode, table 3-7. */
static bool watch_lead(utf8_watch *watch, unsigned char byte)
{
    watch->begin = watch->at;
    watch->least = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
    watch->most = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
    watch->more = byte < 0x80 ? 0 : byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    return byte < 0x80 || (byte >= 0xC2 && byte <= 0xF4);
}

static void watch_next(utf8_watch *watch, const char *data, size_t length)
{
    for (size_t i = 0; i < length && !watch->bad; i++, watch->at++) {
        unsigned char byte = (unsigned char)data[i];
        bool good = watch->more ? byte >= watch->least && byte <= watch->most
                                : watch_lead(watch, byte);
        if (!good) {
            watch->bad = true;
        } else if (watch->begin != watch->at) {
            watch->more--;
            watch->least = 0x80;
            watch->most = 0xBF;
        }
    }
}

int chatfmt_reading_is_utf8(const chatfmt_reading *reading, uint64_t *bad)
{
    if (!reading || !reading->watch.bad) return 1;
    if (bad) *bad = reading->watch.begin;
    return 0;
}

/* ---- Begin and end ---- */

static chatfmt_status reading_describe(chatfmt_reading *r,
                                       const chatfmt_response_template *description,
                                       const chatfmt_reply_options *from, chatfmt_error *error)
{
    chatfmt_response_options options = CHATFMT_RESPONSE_OPTIONS_INIT;
    options.allocator = from->allocator;
    options.limits = from->limits;
    options.prompt = from->prompt;
    options.tools = from->tools;
    return chatfmt_response_new(description, &options, &r->response, error);
}

/* What a description, or actions, have no use for. */
static const char *reading_unused(const chatfmt_reply_options *reply)
{
    return reply->stop_count      ? "stops"
           : reply->stop_id_count ? "stop_ids"
           : reply->begun.length  ? "begun"
           : reply->calls_before  ? "calls_before"
           : reply->flags         ? "flags"
                                  : NULL;
}

static chatfmt_status reading_act(chatfmt_reading *r, const chatfmt_reply_options *from,
                                  chatfmt_error *error)
{
    chatfmt_actions_options options = CHATFMT_ACTIONS_OPTIONS_INIT;
    options.allocator = from->allocator;
    options.limits = from->limits;
    return chatfmt_actions_open(&options, &r->actions, error);
}

static chatfmt_status reading_begin(chatfmt_reading *r, const chatfmt_reading_options *o,
                                    const chatfmt_reply_options *reply, chatfmt_error *error)
{
    return o->description ? reading_describe(r, o->description, reply, error)
           : o->reader    ? chatfmt_reply_parser_open(o->reader, reply, &r->reply, error)
                          : reading_act(r, reply, error);
}

chatfmt_status chatfmt_reading_new(const chatfmt_reading_options *options, chatfmt_reading **out,
                                   chatfmt_error *error)
{
    chatfmt_reading_options own = CHATFMT_READING_OPTIONS_INIT;
    chatfmt_reply_options reply = CHATFMT_REPLY_OPTIONS_INIT;
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    CFT_TRY(cft_api_options(&own, sizeof own, options, "chatfmt_reading_options", error));
    CFT_TRY(cft_api_options(&reply, sizeof reply, own.reply, "chatfmt_reply_options", error));
    reply.struct_size = sizeof reply;
    if (own.reader && own.description)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "a reader and a description are given");
    const char *unused = own.reader ? NULL : reading_unused(&reply);
    if (unused) {
        (void)cft_fail(error, CHATFMT_BAD_ARGUMENT, "only a reader uses %s", unused);
        cft_error_path(error, cft_slice_of(unused, strlen(unused)));
        return CHATFMT_BAD_ARGUMENT;
    }
    chatfmt_allocator memory = cft_allocator_or_default(reply.allocator);
    chatfmt_reading *r = cft_allocate(&memory, sizeof *r);
    if (!r) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    *r = (chatfmt_reading){.memory = memory, .begun = reply.begun.length, .text.at.line = 1};
    cft_out_begin(&r->json, &memory);
    cft_buffer_init(&r->ids, &memory);
    cft_buffer_init(&r->held, &memory);
    chatfmt_status status = reading_begin(r, &own, &reply, error);
    if (status) chatfmt_reading_free(r);
    else *out = r;
    return status;
}

void chatfmt_reading_free(chatfmt_reading *r)
{
    if (!r) return;
    chatfmt_reply_parser_free(r->reply);
    chatfmt_response_free(r->response);
    chatfmt_actions_free(r->actions);
    cft_out_free(&r->json);
    cft_buffer_free(&r->ids);
    cft_buffer_free(&r->held);
    chatfmt_allocator memory = r->memory;
    cft_release(&memory, r, sizeof *r);
}

/* ---- What is fed ---- */

/* An event that was not handed out for want of memory: nothing that comes later is whole. */
static chatfmt_status reading_check(const chatfmt_reading *r, chatfmt_error *error)
{
    return r->json.status ? cft_fail(error, r->json.status, "out of memory") : CHATFMT_OK;
}

/* An error also where the reply has ended: more text or ids cannot be fed. */
static chatfmt_status reading_check_open(chatfmt_reading *r, chatfmt_error *error)
{
    CFT_TRY(reading_check(r, error));
    r->fed = true;
    return r->ended ? cft_fail(error, CHATFMT_BAD_ARGUMENT,
                               "the reply has ended; make another reading for the next one")
                    : CHATFMT_OK;
}

/* Ids are read at the end, and text that was fed after them would come before them. */
static chatfmt_status reading_mixed(chatfmt_error *error)
{
    return cft_fail(error, CHATFMT_BAD_ARGUMENT,
                    "text and ids, or ids of two encoders, are fed to one reading");
}

chatfmt_status chatfmt_reading_feed(chatfmt_reading *r, const char *data, size_t length,
                                    chatfmt_error *error)
{
    cft_error_clear(error);
    if (!r || (!data && length))
        return cft_fail_null(error, !r ? "reading" : "data");
    CFT_TRY(reading_check_open(r, error));
    if (!r->reply && r->encoder && length) return reading_mixed(error);
    watch_next(&r->watch, data, length);
    r->has_state = true;
    if (r->reply) return chatfmt_reply_parser_feed(r->reply, data, length, error);
    if (r->response) return chatfmt_response_feed(r->response, data, length, error);
    return length ? chatfmt_actions_feed(r->actions, data, length, error) : CHATFMT_OK;
}

static chatfmt_status reading_keep_ids(chatfmt_reading *r, const uint32_t *ids, size_t count,
                                       chatfmt_error *error)
{
    if (count && (count > SIZE_MAX / sizeof *ids ||
                  cft_buffer_append(&r->ids, (const char *)ids, count * sizeof *ids)))
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    return CHATFMT_OK;
}

chatfmt_status chatfmt_reading_feed_ids(chatfmt_reading *r, chatfmt_encoder *encoder,
                                        const uint32_t *ids, size_t count, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!r || !encoder || (!ids && count))
        return cft_fail_null(error, !r ? "reading" : !encoder ? "encoder" : "ids");
    CFT_TRY(reading_check_open(r, error));
    if (r->reply) return chatfmt_reply_parser_feed_ids(r->reply, encoder, ids, count, error);
    if (r->encoder ? r->encoder != encoder : r->has_state && count) return reading_mixed(error);
    r->encoder = encoder;
    return reading_keep_ids(r, ids, count, error);
}

static chatfmt_status reading_end_id(chatfmt_reading *r, chatfmt_error *error)
{
    uint32_t id = (uint32_t)r->text.number;
    bool ends = r->text.within;
    r->text.within = false;
    return reading_keep_ids(r, &id, ends, error);
}

static chatfmt_status reading_no_ids(id_place place, chatfmt_error *error)
{
    (void)cft_no_ids(error);
    if (error) error->line = place.line, error->column = place.column;
    return CHATFMT_INPUT;
}

static chatfmt_status reading_take_digit(id_text *t, char c, chatfmt_error *error)
{
    if (!t->within) t->begin = t->at, t->number = 0;
    if (t->part == IDS_BEGIN) t->part = IDS_PLAIN;
    t->within = true;
    t->number = t->number * 10 + (uint64_t)(c - '0');
    return c >= '0' && c <= '9' && t->number <= UINT32_MAX && t->part != IDS_AFTER
               ? CHATFMT_OK
               : reading_no_ids(t->begin, error);
}

/* One byte of the text. */
static chatfmt_status reading_take_byte(chatfmt_reading *r, char c, chatfmt_error *error)
{
    id_text *t = &r->text;
    t->at.line += c == '\n';
    t->at.column = c == '\n' ? 0 : t->at.column + 1;
    bool opens = c == '[' && t->part == IDS_BEGIN, closes = c == ']' && t->part == IDS_ARRAY;
    bool parts = c && (strchr(" \t\r\n\v\f", c) || (c == ',' && t->part != IDS_AFTER));
    if (opens) t->array = t->at;
    if (opens || closes) t->part = opens ? IDS_ARRAY : IDS_AFTER;
    return opens || closes || parts ? reading_end_id(r, error) : reading_take_digit(t, c, error);
}

/* The reply reads the ids that are kept. */
static chatfmt_status reading_pass_ids(chatfmt_reading *r, chatfmt_error *error)
{
    const void *ids = r->ids.data;
    size_t count = r->ids.length / sizeof(uint32_t);
    r->ids.length = 0;
    return chatfmt_reply_parser_feed_ids(r->reply, r->encoder, ids, count, error);
}

/* The ids of the text, those before a fault too, are fed at once: each feed has its own events. */
chatfmt_status chatfmt_reading_feed_id_text(chatfmt_reading *r, chatfmt_encoder *encoder,
                                            const char *data, size_t length, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!r || !encoder || (!data && length))
        return cft_fail_null(error, !r ? "reading" : !encoder ? "encoder" : "data");
    CFT_TRY(reading_check_open(r, error));
    chatfmt_status status = length ? CHATFMT_OK : reading_end_id(r, error);
    for (size_t i = 0; !status && i < length; i++) status = reading_take_byte(r, data[i], error);
    r->encoder = encoder;
    if (!r->reply) return status;
    chatfmt_status fed = reading_pass_ids(r, status ? NULL : error);
    return status ? status : fed;
}

/* ---- What comes of it ---- */

/* Does the event repeat what had begun? What comes before the first feed does, except a stop: that
 * the reply has ended there is news. Later only text does: what is said later of a call was neither
 * in what had begun nor in the message up to there. */
static bool reading_repeats(const chatfmt_reading *r, const chatfmt_event *event)
{
    bool is_text = event->kind == CHATFMT_EVENT_CONTENT ||
                   event->kind == CHATFMT_EVENT_REASONING || event->kind == CHATFMT_EVENT_FRAME;
    if (!r->fed) return r->begun && event->kind != CHATFMT_EVENT_STOP;
    return is_text && event->begin < r->begun && event->end <= r->begun;
}

static bool reading_next_event(chatfmt_reading *r)
{
    const chatfmt_event *event = chatfmt_reply_parser_next(r->reply);
    while (event && reading_repeats(r, event)) event = chatfmt_reply_parser_next(r->reply);
    if (!event) return false;
    r->event.event = event;
    r->event.reason = event->reason;
    cft_out_event(&r->json, event);
    return true;
}

static bool reading_next_region(chatfmt_reading *r)
{
    const chatfmt_region_event *region = chatfmt_response_next(r->response);
    while (region && region->kind == CHATFMT_REGION_SKIPPED)
        region = chatfmt_response_next(r->response);
    if (!region) return false;
    r->event.region = region;
    cft_out_region(&r->json, region);
    return true;
}

static bool reading_next_state(chatfmt_reading *r)
{
    cft_slice json;
    if (!r->has_state) return false;
    chatfmt_status status = chatfmt_actions_state(r->actions, &json, NULL);
    if (status == CHATFMT_NO_MEMORY) r->json.status = status;
    if (status) return false;
    r->has_state = false;
    cft_out_bytes(&r->json, json.data, json.length);
    return true;
}

/* The next line of those that are kept. */
static bool reading_next_held(chatfmt_reading *r)
{
    const char *line = r->held.data + r->taken;
    if (r->taken == r->held.length) return false;
    const char *end = memchr(line, '\n', r->held.length - r->taken);
    cft_out_bytes(&r->json, line, (size_t)(end - line));
    r->taken += (size_t)(end - line) + 1;
    return true;
}

const chatfmt_reading_event *chatfmt_reading_next(chatfmt_reading *r)
{
    if (!r) return NULL;
    r->json.text.length = 0;
    r->event = (chatfmt_reading_event){.reason = NULL};
    bool found = reading_next_held(r) || (r->reply      ? reading_next_event(r)
                                          : r->response ? reading_next_region(r)
                                                        : reading_next_state(r));
    if (!found || r->json.status) return NULL;
    r->event.json = cft_slice_of(r->json.text.data, r->json.text.length);
    return &r->event;
}

/* ---- The end ---- */

/* The text of all ids at once. Its events are kept, since those of the end come after them.
 * Source: PreTrainedTokenizerBase.parse_response. */
static chatfmt_status reading_decode(chatfmt_reading *r, chatfmt_error *error)
{
    cft_slice text;
    const void *ids = r->ids.data;
    CFT_TRY(chatfmt_encoder_decode(r->encoder, ids, r->ids.length / sizeof(uint32_t), 0, &text,
                                   error));
    r->encoder = NULL;
    chatfmt_status status = chatfmt_reading_feed(r, text.data, text.length, error);
    while (r->response && reading_next_region(r)) cft_out_bytes(&r->json, "\n", 1);
    if (!r->json.status)
        r->json.status = cft_buffer_append(&r->held, r->json.text.data, r->json.text.length);
    r->json.text.length = 0;
    if (!status && r->json.status) status = cft_fail(error, r->json.status, "out of memory");
    return status;
}

/* The last of the ids that are written: the array has to be whole. */
static chatfmt_status reading_end_ids(chatfmt_reading *r, chatfmt_error *error)
{
    bool broken = r->text.part == IDS_ARRAY;
    while (chatfmt_reply_parser_next(r->reply)) continue; /* which are dropped */
    CFT_TRY(reading_end_id(r, error));
    if (r->reply && r->ids.length) CFT_TRY(reading_pass_ids(r, broken ? NULL : error));
    if (broken) return reading_no_ids(r->text.array, error);
    return !r->reply && r->encoder ? reading_decode(r, error) : CHATFMT_OK;
}

chatfmt_status chatfmt_reading_finish(chatfmt_reading *r, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!r) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "reading is NULL");
    CFT_TRY(reading_check(r, error));
    r->watch.bad |= r->watch.more > 0;
    r->json.text.length = 0;
    CFT_TRY(reading_end_ids(r, error));
    r->fed = r->ended = true;
    if (r->reply) return chatfmt_reply_parser_finish(r->reply, error);
    if (r->response) return chatfmt_response_finish(r->response, error);
    return chatfmt_actions_feed(r->actions, NULL, 0, error);
}

chatfmt_status chatfmt_reading_message(chatfmt_reading *r, chatfmt_slice *json,
                                       chatfmt_error *error)
{
    cft_error_clear(error);
    if (json) *json = CFT_LIT("");
    if (!r || !json)
        return cft_fail_null(error, !r ? "reading" : "json");
    CFT_TRY(reading_check(r, error));
    return r->reply      ? chatfmt_reply_parser_message(r->reply, json, error)
           : r->response ? chatfmt_response_message(r->response, json, error)
                         : chatfmt_actions_result(r->actions, json, error);
}
