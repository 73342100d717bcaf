/* chat/conversation_state.c - a conversation saved as JSON, and its date markers. */
#include "chat/formats.h"
#include "value/store.h"
#include "value/text.h"

/* ---- Saving ---- */

/* A tuple as an array, which JSON can hold. */
static chatfmt_status save_tuple(chatfmt_values *values, const cft_list *items, cft_value *out)
{
    cft_value array;
    CFT_TRY(cft_store_array(values, &array));
    for (uint32_t i = 0; i < items->count; i++)
        CFT_TRY(cft_store_push(values, array, items->items[i]));
    CFT_TRY(cft_store_object(values, out));
    return cft_store_set(values, *out, CFT_LIT("__tuple__"), array);
}

static chatfmt_status save_message(chatfmt_values *values, const cft_chat_message *message,
                                   cft_value messages)
{
    cft_value pair, content = message->content;
    if (content.kind == CFT_TUPLE) CFT_TRY(save_tuple(values, content.as.list, &content));
    CFT_TRY(cft_store_array(values, &pair));
    CFT_TRY(cft_store_push(values, pair, message->role));
    CFT_TRY(cft_store_push(values, pair, content));
    return cft_store_push(values, messages, pair);
}

static chatfmt_status save_record(const cft_chat *chat, chatfmt_values *values, cft_value *out)
{
    const cft_dict *fields = chat->format.fields;
    cft_value messages;
    CFT_TRY(cft_store_object(values, out));
    for (uint32_t i = 0; i < fields->count; i++)
        CFT_TRY(cft_store_set(values, *out, cft_text_of(fields->entries[i].key),
                              fields->entries[i].value));
    CFT_TRY(cft_store_set(values, *out, CFT_LIT("system_message"), chat->system_message));
    if (chat->system_vision.kind)
        CFT_TRY(cft_store_set(values, *out, CFT_LIT("system_message_vision"),
                              chat->system_vision));
    CFT_TRY(cft_store_array(values, &messages));
    for (size_t i = 0; i < chat->count; i++)
        CFT_TRY(save_message(values, &chat->messages[i], messages));
    return cft_store_set(values, *out, CFT_LIT("messages"), messages);
}

chatfmt_status cft_conversation_save(const chatfmt_conversation *conversation,
                                     chatfmt_values *values, chatfmt_slice *json)
{
    cft_value whole, record;
    CFT_TRY(save_record(&conversation->chat, values, &record));
    CFT_TRY(cft_store_object(values, &whole));
    CFT_TRY(cft_store_set(values, whole, CFT_LIT("conv"), record));
    return cft_store_write(values, whole, json);
}

chatfmt_status cft_conversation_register(const chatfmt_conversation *conversation,
                                         cft_format_registry *registry, bool override,
                                         chatfmt_error *error)
{
    chatfmt_slice json;
    chatfmt_values *values;
    chatfmt_limits limits = cft_default_limits;
    CFT_TRY(cft_store_new(&conversation->allocator, &limits, &values, error));
    values->heap.error = error;
    chatfmt_status status = cft_conversation_save(conversation, values, &json);
    if (status == CHATFMT_OK)
        status = cft_format_registry_add(registry, json, override, error);
    cft_store_free(values);
    return status;
}

/* ---- Dates ---- */

typedef struct calendar_date {
    int64_t year;
    unsigned month, day; /* from 1 */
} calendar_date;

/* The proleptic Gregorian date of a day counted from 1970-01-01; years of 146097 days by four
 * hundreds, beginning in March. */
static calendar_date date_of_day(int64_t days)
{
    int64_t from = days + 719468;
    int64_t era = (from >= 0 ? from : from - 146096) / 146097;
    int64_t of_era = from - era * 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    int64_t shifted = (5 * of_year + 2) / 153;
    calendar_date date;
    date.day = (unsigned)(of_year - (153 * shifted + 2) / 5 + 1);
    date.month = (unsigned)(shifted < 10 ? shifted + 3 : shifted - 9);
    date.year = year + era * 400 + (date.month <= 2);
    return date;
}

static size_t date_digits(char *at, int64_t number, size_t width)
{
    for (size_t i = width; i-- > 0; number /= 10) at[i] = (char)('0' + number % 10);
    return width;
}

static size_t date_words(char *at, const char *text)
{
    size_t length = strlen(text);
    memcpy(at, text, length);
    return length;
}

/* Replace one marker of a text in the conversation's heap. */
static chatfmt_status date_replace(cft_heap *heap, cft_value *text, cft_slice marker,
                                   const char *date, size_t length)
{
    cft_value made;
    if (text->kind != CFT_STRING) return CHATFMT_OK;
    CFT_TRY(cft_new_fresh(heap, date, length, &made));
    return cft_text_replace(heap, *text, marker, made, -1, text);
}

static chatfmt_status date_fill(cft_heap *heap, cft_value *text, calendar_date date)
{
    static const char *const short_names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                              "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    static const char *const long_names[] = {"January", "February", "March",     "April",
                                             "May",     "June",     "July",      "August",
                                             "September", "October", "November", "December"};
    char words[32];
    size_t n = date_digits(words, date.year, 4);
    words[n++] = '-';
    n += date_digits(words + n, date.month, 2);
    words[n++] = '-';
    n += date_digits(words + n, date.day, 2);
    CFT_TRY(date_replace(heap, text, CFT_LIT("{{currentDateTime}}"), words, n));
    n = date_digits(words, date.day, 2);
    words[n++] = ' ';
    n += date_words(words + n, short_names[date.month - 1]);
    words[n++] = ' ';
    n += date_digits(words + n, date.year, 4);
    CFT_TRY(date_replace(heap, text, CFT_LIT("{{currentDateTimev2}}"), words, n));
    n = date_words(words, long_names[date.month - 1]);
    words[n++] = ' ';
    n += date_digits(words + n, date.year, 4);
    return date_replace(heap, text, CFT_LIT("{{currentDateTimev3}}"), words, n);
}

chatfmt_status cft_conversation_date(chatfmt_conversation *conversation, int64_t days)
{
    calendar_date date = date_of_day(days);
    cft_heap *heap = &conversation->heap;
    CFT_TRY(date_fill(heap, &conversation->chat.system_message, date));
    return date_fill(heap, &conversation->chat.system_vision, date);
}
