/* service/map_roles.c - roles of a row's messages: those that the template leaves out, and those
 * that a mask asks for. */
#include "service/map.h"

#include "api/api_values.h"
#include "base/report.h"
#include "dataset/row.h"
#include "value/text.h"

/* Roles that every template knows, or refuses. */
static const cft_slice roles_own[] = {{"user", 4}, {"assistant", 9}, {"system", 6}};
/* Roles whose bits cft_map_reads.roles has. */
static const cft_slice roles_usual[] = {
    {"tool", 4}, {"developer", 9}, {"function", 8}, {"ipython", 7}};

enum { ROLES_OWN = 3, ROLES_USUAL = 4, ROLES_BITS = 64 };

/* The number of a role in a table, or `count`. */
static size_t roles_find(cft_slice role, const cft_slice *table, size_t count)
{
    size_t i = 0;
    while (i < count && !cft_slice_equal(role, table[i])) i++;
    return i;
}

static bool roles_named(const chatfmt_survey *survey, cft_slice role)
{
    size_t count;
    const chatfmt_fact *facts = chatfmt_survey_facts(survey, &count);
    for (size_t i = 0; i < count; i++)
        if (cft_slice_equal(chatfmt_fact_role(&facts[i]), role)) return true;
    return !survey;
}

void cft_map_read_roles(cft_map_reads *reads, bool tools)
{
    for (size_t i = 0; i < ROLES_USUAL; i++)
        if (roles_named(reads->surveys[tools], roles_usual[i])) reads->roles[tools] |= 1u << i;
}

static bool roles_has_content(cft_value message)
{
    cft_value content = cft_unwrap(chatfmt_value_get(cft_wrap(message), "content"));
    return content.kind == CFT_STRING
               ? cft_text_strip(content, NULL, CFT_STRIP_BOTH).length != 0
               : content.kind != CFT_ABSENT && cft_truth(content);
}

/* The role of a message with content that the template does not name; else no bytes. */
static cft_slice roles_unnamed(const cft_map_reads *reads, bool tools, cft_value message)
{
    cft_value value = cft_row_role(message);
    cft_slice role = value.kind == CFT_STRING ? cft_text_of(value) : CFT_LIT("");
    if (!role.length || roles_find(role, roles_own, ROLES_OWN) < ROLES_OWN) return CFT_LIT("");
    size_t usual = roles_find(role, roles_usual, ROLES_USUAL);
    bool named = usual < ROLES_USUAL ? (reads->roles[tools] >> usual) & 1
                                     : roles_named(reads->surveys[tools], role);
    return named || !roles_has_content(message) ? CFT_LIT("") : role;
}

bool cft_map_lacks_role(chatfmt_value conversation, uint32_t *message)
{
    cft_value messages = cft_unwrap(conversation);
    uint32_t count = messages.kind == CFT_LIST ? messages.as.list->count : 0;
    for (*message = 0; *message < count; ++*message) {
        cft_value one = messages.as.list->items[*message];
        if (cft_row_role(one).kind != CFT_STRING && roles_has_content(one)) return true;
    }
    return false;
}

uint32_t cft_map_message_of(chatfmt_value conversation, cft_slice role)
{
    cft_value messages = cft_unwrap(conversation);
    for (uint32_t i = 0; messages.kind == CFT_LIST && i < messages.as.list->count; i++) {
        cft_value value = cft_row_role(messages.as.list->items[i]);
        if (value.kind == CFT_STRING && cft_slice_equal(cft_text_of(value), role)) return i;
    }
    return 0;
}

bool cft_map_has_unnamed_role(const cft_map_reads *reads, bool tools, chatfmt_value conversation)
{
    cft_value messages = cft_unwrap(conversation);
    for (uint32_t i = 0; messages.kind == CFT_LIST && i < messages.as.list->count; i++)
        if (roles_unnamed(reads, tools, messages.as.list->items[i]).length) return true;
    return false;
}

/* Whether a path is that of a message's content, or in it: which one. */
static bool roles_content_of(cft_slice path, size_t *message)
{
    char begin[sizeof "messages[4294967295].content"];
    size_t length = path.length < sizeof begin ? path.length : sizeof begin - 1;
    memcpy(begin, path.data, length);
    begin[length] = '\0';
    const char *member = cft_path_message(begin, message);
    return member && !strncmp(member, ".content", 8);
}

cft_slice cft_map_silent_role(const cft_map_reads *reads, bool tools, chatfmt_value conversation,
                              chatfmt_value unwritten)
{
    for (size_t i = 0, message; i < chatfmt_value_count(unwritten); i++) {
        cft_slice path = chatfmt_value_as_text(chatfmt_value_at(unwritten, i));
        if (!roles_content_of(path, &message)) continue;
        cft_value one = cft_unwrap(chatfmt_value_at(conversation, message));
        cft_slice role = roles_unnamed(reads, tools, one);
        if (role.length) return role;
    }
    return (cft_slice){NULL, 0};
}

void cft_map_other_roles(const chatfmt_mask_options *mask, chatfmt_value conversation, char *out,
                         size_t size)
{
    const cft_slice usual = {"assistant", 9};
    const cft_slice *wanted = mask->role_count ? mask->roles : &usual;
    size_t wanted_count = mask->role_count ? mask->role_count : 1, length = 0;
    cft_value messages = cft_unwrap(conversation);
    for (uint32_t i = 0; messages.kind == CFT_LIST && i < messages.as.list->count; i++) {
        cft_value value = cft_row_role(messages.as.list->items[i]);
        if (value.kind != CFT_STRING) continue;
        cft_slice role = cft_text_of(value);
        if (roles_find(role, wanted, wanted_count) < wanted_count) {
            out[0] = '\0';
            return;
        }
        if (cft_map_message_of(conversation, role) != i || length + role.length + 2 >= size)
            continue; /* it is there already, or has no room */
        if (length) memcpy(out + length, ", ", 2);
        length += length ? 2 : 0;
        memcpy(out + length, role.data, role.length);
        length += role.length;
    }
    out[length] = '\0';
}

uint64_t cft_map_roles_seen(const chatfmt_mask_options *mask, chatfmt_value conversation,
                            uint64_t seen)
{
    cft_value messages = cft_unwrap(conversation);
    size_t count = mask->role_count < ROLES_BITS ? mask->role_count : ROLES_BITS;
    for (uint32_t i = 0; messages.kind == CFT_LIST && i < messages.as.list->count; i++) {
        cft_value role = cft_row_role(messages.as.list->items[i]);
        size_t at = role.kind == CFT_STRING ? roles_find(cft_text_of(role), mask->roles, count)
                                            : count;
        if (at < count) seen |= UINT64_C(1) << at;
    }
    return seen;
}
