/* replies/reply_offered.c - which tools were offered: what cannot be a call of one of them is
 * text. */
#include "replies/reply_parser.h"

#include "value/dict.h"

static cft_value offered_member(cft_value object, const char *key)
{
    const cft_entry *entry;
    if (object.kind != CFT_DICT) return cft_absent();
    entry = cft_dict_find_text(object.as.dict, cft_slice_of(key, strlen(key)));
    return entry ? entry->value : cft_absent();
}

/* A tool's own description, with or without the object around it. */
static cft_value offered_function(cft_value tool)
{
    cft_value function = offered_member(tool, "function");
    return function.kind == CFT_DICT ? function : tool;
}

static cft_slice offered_own_name(cft_value function)
{
    cft_value name = offered_member(function, "name");
    return name.kind == CFT_STRING ? cft_text_of(name) : cft_slice_of(NULL, 0);
}

static cft_slice offered_name(const cft_reply *p, uint32_t number, cft_value *tool)
{
    *tool = offered_function(p->tools.as.list->items[number]);
    return offered_own_name(*tool);
}

/* A tool that the server itself runs ("type": "web_search"): replies do not call it by a name. */
static bool offered_elsewhere(cft_value tool)
{
    cft_value type = offered_member(tool, "type");
    return type.kind == CFT_STRING && !cft_slice_equal(cft_text_of(type), CFT_LIT("function"));
}

static CFT_COLD chatfmt_status offered_refuse_at(cft_slice path, const char *words,
                                                 chatfmt_error *error)
{
    cft_error_path(error, path);
    return cft_fail(error, CHATFMT_BAD_ARGUMENT, "%s", words);
}

/* Of an item: a tool without a name cannot be called, and an empty text is everywhere. */
static CFT_COLD chatfmt_status offered_refuse(const char *list, size_t index, const char *words,
                                              chatfmt_error *error)
{
    chatfmt_error path;
    (void)cft_fail(&path, CHATFMT_BAD_ARGUMENT, "%s[%zu]", list, index);
    return offered_refuse_at(cft_slice_of(path.text, strlen(path.text)), words, error);
}

chatfmt_status cft_reply_check_stops(const cft_slice *stops, size_t count, chatfmt_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (!stops[i].length || !stops[i].data)
            return offered_refuse("stops", i,
                                  stops[i].length ? "a stop string is NULL"
                                                  : "a stop string is empty", error);
    return CHATFMT_OK;
}

chatfmt_status cft_reply_check_tools(cft_value tools, chatfmt_error *error)
{
    if (tools.kind <= CFT_NONE) return CHATFMT_OK;
    if (tools.kind != CFT_LIST && tools.kind != CFT_TUPLE)
        return offered_refuse_at(CFT_LIT("tools"), "not a list; give one tool as [tool]", error);
    for (uint32_t i = 0; i < tools.as.list->count; i++) {
        const cft_value tool = tools.as.list->items[i];
        if (!offered_own_name(offered_function(tool)).length && !offered_elsewhere(tool))
            return offered_refuse("tools", i,
                                  "a tool is an object with a name, in function.name or in name",
                                  error);
    }
    return CHATFMT_OK;
}

static bool offered_listed(const cft_reply *p)
{
    return p->tools.kind == CFT_LIST;
}

bool cft_reply_no_tools(const cft_reply *p)
{
    return offered_listed(p) && p->tools.as.list->count == 0;
}

static bool offered_exact(const cft_reply *p, cft_slice name, cft_value *tool)
{
    for (uint32_t i = 0; i < p->tools.as.list->count; i++) {
        cft_slice one = offered_name(p, i, tool);
        if (one.length && cft_slice_equal(one, name)) return true;
    }
    *tool = cft_absent();
    return false;
}

bool cft_reply_offered(const cft_reply *p, cft_slice *name, cft_value *tool)
{
    cft_value found = cft_absent();
    cft_slice rest = *name;
    bool known = !offered_listed(p);
    while (!known && rest.length) {
        const char *dot;
        known = offered_exact(p, rest, &found);
        dot = known ? NULL : memchr(rest.data, '.', rest.length);
        if (known)
            *name = rest;
        else if (!dot)
            break;
        else
            rest = cft_slice_of(dot + 1, (size_t)(rest.data + rest.length - dot) - 1);
    }
    if (tool) *tool = offered_member(found, "parameters");
    return known || ((p->asked.flags & CFT_ASK_UNKNOWN_CALLS) && !cft_reply_no_tools(p));
}

size_t cft_reply_longest_name(const cft_reply *p)
{
    size_t longest = 0;
    cft_value tool;
    for (uint32_t i = 0; offered_listed(p) && i < p->tools.as.list->count; i++) {
        cft_slice name = offered_name(p, i, &tool);
        if (name.length > longest) longest = name.length;
    }
    return longest;
}

cft_match cft_reply_offered_at(const cft_reply *p, const char *data, size_t left, char end)
{
    cft_match best = CFT_MATCH_NO;
    cft_value tool;
    for (uint32_t i = 0; offered_listed(p) && i < p->tools.as.list->count; i++) {
        cft_slice name = offered_name(p, i, &tool);
        size_t shared = name.length < left ? name.length : left;
        if (!name.length || memcmp(data, name.data, shared) != 0) continue;
        if (left > name.length && data[name.length] == end) return CFT_MATCH_YES;
        if (left <= name.length && !p->final) best = CFT_MATCH_PART;
    }
    return best;
}
