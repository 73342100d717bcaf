/* formats/format_errors.c - the kinds of errors that FastChat's recordings name.
 *
 * A kind is at the beginning of the message, "null_separator: …". What a style's own `+`
 * refuses has no kind in it; its meaning follows from the types that Python's message names.
 */
#include "formats/format.h"

#include "base/report.h"
#include "value/list.h"

static const char *const error_kinds[] = {
    "bad_arguments",
    "bad_system_template",
    "bad_tuple_arity",
    "empty_prompt",
    "empty_separator",
    "image_local_file_unsupported",
    "image_message_unsupported",
    "image_not_object",
    "invalid_style",
    "missing_arguments",
    "missing_token",
    "needs_network",
    "no_developer",
    "no_images",
    "no_messages",
    "no_rounds",
    "no_system",
    "no_thinking",
    "no_tool_prompt",
    "null_separator",
    "other",
    "role_order",
    "several_calls",
    "several_images",
    "several_rounds_without_output",
    "two_texts",
    "unknown_from",
    "unknown_preset",
    "unknown_role",
    "unknown_tool",
    "unsupported_call",
    "unsupported_part",
    "unsupported_style",
    "unwritten",
};

/* What is found in the message of a type error, and the kind that it means; the first counts. */
static const struct {
    const char *words, *kind;
} error_meanings[] = {
    {"NoneType", "null_separator"},
    {"unpack", "bad_tuple_arity"},
    {"tuple", "image_message_unsupported"},
    {"list", "image_message_unsupported"},
};

chatfmt_status cft_format_fail(cft_heap *heap, chatfmt_status status, const char *kind,
                               const char *message)
{
    return cft_raise(heap, status, "%s: %s", kind, message);
}

static bool error_is_type_error(chatfmt_status status)
{
    return status == CHATFMT_TYPE || status == CHATFMT_VALUE || status == CHATFMT_UNDEFINED ||
           status == CHATFMT_ATTRIBUTE;
}

const char *cft_format_error_kind(const chatfmt_error *error)
{
    for (size_t i = 0; i < sizeof error_kinds / sizeof error_kinds[0]; i++) {
        size_t length = strlen(error_kinds[i]);
        if (strncmp(error->text, error_kinds[i], length) == 0 && error->text[length] == ':')
            return error_kinds[i];
    }
    if (!error_is_type_error(error->status)) return "";
    for (size_t i = 0; i < sizeof error_meanings / sizeof error_meanings[0]; i++)
        if (strstr(error->text, error_meanings[i].words)) return error_meanings[i].kind;
    return "";
}

/* ---- Which message ---- */

chatfmt_status cft_format_blame_item(chatfmt_error *error, chatfmt_status status, const char *list,
                                     size_t number, const char *member)
{
    chatfmt_error path;
    (void)cft_fail(&path, status, "%s[%zu]%s", list, number, member);
    cft_error_path(error, cft_slice_of(path.text, strlen(path.text)));
    return status;
}

void cft_format_blame(chatfmt_error *error, size_t number, const char *member)
{
    (void)cft_format_blame_item(error, CHATFMT_OK, "messages", number, member);
}

/* Whether a text ends in " ROLE"; a role that is missing or no text is unknown to all. */
static bool error_ends_in_role(const char *text, cft_value role)
{
    size_t length = strlen(text);
    if (role.kind != CFT_STRING) return true;
    cft_slice name = cft_text_of(role);
    return length > name.length && text[length - name.length - 1] == ' ' &&
           !memcmp(text + length - name.length, name.data, name.length);
}

void cft_format_blame_role(chatfmt_error *error, cft_value messages)
{
    static const char begin[] = "unknown_role: ";
    if (!error || error->path[0] || strncmp(error->text, begin, sizeof begin - 1) != 0 ||
        (messages.kind != CFT_LIST && messages.kind != CFT_TUPLE))
        return;
    for (uint32_t i = 0; i < messages.as.list->count; i++) {
        cft_value message = messages.as.list->items[i];
        bool object = message.kind == CFT_DICT;
        cft_value role = object ? cft_format_field(message.as.dict, CFT_LIT("role")) : cft_none();
        /* All formats know system at the beginning, and some only there. */
        bool first = !i && role.kind == CFT_STRING &&
                     cft_slice_equal(cft_text_of(role), CFT_LIT("system"));
        if (first || !error_ends_in_role(error->text, role)) continue;
        cft_format_blame(error, i, object ? ".role" : "");
        return;
    }
}
