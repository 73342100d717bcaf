/* formats/format_errors.c - the kinds of errors that FastChat's recordings name.
 *
 * A kind is at the beginning of the message, "null_separator: …". What a style's own `+`
 * refuses has no kind in it; its meaning follows from the types that Python's message names.
 */
#include "base/report.h"
#include "formats/format.h"

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
    "several_images",
    "several_rounds_without_output",
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
