/* report/report_conversation.c - what a conversation lacks that one has, for people: messages, and
 * roles that are asked for. */
#include "report/reports.h"

#include "dataset/row.h"

#include <string.h>

/* Keys that tell what an object without messages was meant as. */
static const struct {
    const char *key, *remark;
} conversation_remarks[] = {
    {"role", "this object looks like one message; a conversation is an array: [{…}]"},
    {"conversations", "this looks like a row of a data set; chatfmt map reads those"},
    {"conversation", "this looks like a row of a data set; chatfmt map reads those"},
};

static bool conversation_has(chatfmt_value object, const char *key)
{
    return chatfmt_value_kind_of(chatfmt_value_get(object, key)) != CHATFMT_VALUE_ABSENT;
}

/* A key that is nearly "messages", with an array. */
static void conversation_misspelled(cft_json_out *out, chatfmt_value conversation)
{
    static const chatfmt_slice messages = {"messages", 8};
    for (size_t i = 0; i < chatfmt_value_count(conversation); i++) {
        chatfmt_slice key = chatfmt_value_key_at(conversation, i);
        chatfmt_value value = chatfmt_value_find(conversation, key.data, key.length);
        if (key.length > 16 || chatfmt_value_kind_of(value) != CHATFMT_VALUE_ARRAY ||
            !chatfmt_suggest(key, &messages, 1).length)
            continue;
        cft_out_text(out, "the key \"");
        cft_out_visible(out, key.data, key.length, true);
        cft_out_text(out, "\" looks like a misspelling");
        return;
    }
}

static void conversation_remark(cft_json_out *out, chatfmt_value conversation)
{
    if (chatfmt_value_kind_of(conversation) != CHATFMT_VALUE_OBJECT ||
        conversation_has(conversation, "messages"))
        return;
    for (size_t i = 0; i < sizeof conversation_remarks / sizeof *conversation_remarks; i++)
        if (conversation_has(conversation, conversation_remarks[i].key)) {
            cft_out_text(out, conversation_remarks[i].remark);
            return;
        }
    conversation_misspelled(out, conversation);
}

chatfmt_status chatfmt_report_conversation(chatfmt_value conversation, char **text, size_t *length,
                                           chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, NULL, text, error));
    conversation_remark(&out, conversation);
    return cft_result_give(&out, text, length, error);
}

/* Whether a message of a conversation, or of a batch, has the role; else the nearest is `near`. */
static bool roles_have(chatfmt_value messages, chatfmt_slice role, chatfmt_slice *near)
{
    bool found = false;
    for (size_t i = 0; i < chatfmt_value_count(messages) && !found; i++) {
        chatfmt_value one = chatfmt_value_at(messages, i);
        chatfmt_slice names[] = {*near, chatfmt_value_as_text(chatfmt_value_get(one, "role"))};
        if (chatfmt_value_kind_of(one) == CHATFMT_VALUE_ARRAY)
            found = roles_have(one, role, near);
        else if (cft_slice_equal(names[1], role))
            found = true;
        else
            *near = chatfmt_suggest(role, names, 2);
    }
    return found;
}

chatfmt_status chatfmt_report_roles(const chatfmt_slice *roles, size_t count,
                                    chatfmt_value conversation, char **text, size_t *length,
                                    chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, roles || !count ? NULL : "roles", text, error));
    chatfmt_value messages = chatfmt_value_kind_of(conversation) == CHATFMT_VALUE_OBJECT
                                 ? chatfmt_value_get(conversation, "messages")
                                 : conversation;
    for (size_t i = 0; i < count; i++) {
        chatfmt_slice near = {"", 0};
        if (roles_have(messages, roles[i], &near)) continue;
        cft_out_visible(&out, roles[i].data, roles[i].length, true);
        cft_out_text(&out, ": no message has this role");
        cft_out_near(&out, near, "");
    }
    return cft_result_give(&out, text, length, error);
}

/* A place, how many more there are, and what is to be said of the first. */
static void applied_say(cft_json_out *out, const chatfmt_change *first, size_t count)
{
    if (!count) return;
    cft_out_text(out, "messages[");
    cft_out_number(out, first->message);
    cft_out_text(out, "]");
    if (!first->what) {
        cft_out_text(out, " has neither content nor tool calls");
    } else {
        cft_out_text(out, ".tool_calls[");
        cft_out_number(out, first->call);
        cft_out_text(out, "].function.arguments is text, and is written as a string, where the "
                          "template takes an object");
    }
    if (count == 1) return;
    cft_out_text(out, " (and ");
    cft_out_number(out, count - 1);
    cft_out_text(out, " more)");
}

/* Messages without anything; true where arguments of a call are text. */
static bool applied_messages(cft_json_out *out, chatfmt_value conversation)
{
    chatfmt_change first = {NULL, 0, 0};
    size_t count = 0;
    bool as_text = false;
    for (size_t i = 0; i < chatfmt_value_count(conversation); i++) {
        chatfmt_value message = chatfmt_value_at(conversation, i);
        chatfmt_value calls = chatfmt_value_get(message, "tool_calls");
        for (size_t k = 0; k < chatfmt_value_count(calls); k++)
            as_text |= cft_row_is_text_call(cft_unwrap(chatfmt_value_at(calls, k)));
        if (cft_row_lacks_content(cft_unwrap(message)) && !count++) first.message = i;
    }
    applied_say(out, &first, count);
    if (count) cft_out_text(out, "\n");
    return as_text;
}

/* Arguments that the flag which fits them to the template makes objects. */
static void applied_calls(cft_json_out *out, chatfmt_applier *applier, const chatfmt_model *model,
                          chatfmt_value conversation, const chatfmt_apply_options *given,
                          const char *fit)
{
    const uint32_t fixes = CHATFMT_APPLY_FIT_ARGUMENTS | CHATFMT_APPLY_ARGUMENTS_OBJECT |
                           CHATFMT_APPLY_ARGUMENTS_TEXT;
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    chatfmt_change first = {NULL, 0, 0};
    const chatfmt_applied *applied;
    size_t count = 0;
    if (given) options = *given;
    if (options.flags & fixes) return;
    options.flags |= CHATFMT_APPLY_FIT_ARGUMENTS;
    if (chatfmt_applier_apply(applier, model, conversation, &options, &applied, NULL)) return;
    for (size_t i = 0; i < applied->change_count; i++)
        if (!strcmp(applied->changes[i].what, "arguments_to_object") && !count++)
            first = applied->changes[i];
    applied_say(out, &first, count);
    if (count) cft_out_text(out, "; ");
    if (count) cft_out_text(out, fit ? fit : "CHATFMT_APPLY_FIT_ARGUMENTS");
    if (count) cft_out_text(out, count == 1 ? " makes it one\n" : " makes them objects\n");
}

chatfmt_status chatfmt_report_applied(chatfmt_applier *applier, const chatfmt_model *model,
                                      chatfmt_value conversation,
                                      const chatfmt_apply_options *options, const char *fit,
                                      char **text, size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    const char *missing = !applier ? "applier" : !model ? "model" : NULL;
    CFT_TRY(cft_result_begin(&out, missing, text, error));
    if (!chatfmt_applier_is_batch(conversation) && applied_messages(&out, conversation))
        applied_calls(&out, applier, model, conversation, options, fit);
    return cft_result_give(&out, text, length, error);
}
