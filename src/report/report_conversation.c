/* report/report_conversation.c - what a conversation lacks that one has, for people: messages, and
 * roles that are asked for. */
#include "report/reports.h"

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
