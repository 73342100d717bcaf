/* service/service_shapes.c - what the members of requests hold: one of another kind is an error
 * that names it, never read as if it were not there. */
#include "service/service.h"

#include "base/report.h"
#include "base/suggest.h"

/* Of each cft_takes: why another value is refused, and what its items hold when it is a list. */
static const struct {
    const char *why;
    cft_takes items;
} shapes[] = {
    [CFT_TAKES_ANY] = {"", CFT_TAKES_ANY},
    [CFT_TAKES_TEXT] = {"is not a string", CFT_TAKES_TEXT},
    [CFT_TAKES_SWITCH] = {"is neither true nor false", CFT_TAKES_SWITCH},
    [CFT_TAKES_NUMBER] = {"is not a number from 0 to 4294967295", CFT_TAKES_NUMBER},
    [CFT_TAKES_TEXTS] = {"is not a list of strings", CFT_TAKES_TEXT},
    [CFT_TAKES_TEXT_OR_TEXTS] = {"is neither a string nor a list of strings", CFT_TAKES_TEXT},
    [CFT_TAKES_IDS] = {"is not a list of token ids", CFT_TAKES_NUMBER},
    [CFT_TAKES_SWITCH_OR_TEXT] = {"is neither true nor false nor a string", CFT_TAKES_ANY},
    [CFT_TAKES_LIST] = {"is not a list", CFT_TAKES_ANY},
    [CFT_TAKES_OBJECT] = {"is not an object", CFT_TAKES_ANY},
};

static bool shape_is(chatfmt_value value, cft_takes takes)
{
    switch (takes) {
    case CFT_TAKES_ANY: return true;
    case CFT_TAKES_TEXT: return cft_service_is(value, CHATFMT_VALUE_STRING);
    case CFT_TAKES_SWITCH: return cft_service_is(value, CHATFMT_VALUE_BOOL);
    case CFT_TAKES_NUMBER:
        return cft_service_is(value, CHATFMT_VALUE_INT) && chatfmt_value_as_int(value) >= 0 &&
               chatfmt_value_as_int(value) <= UINT32_MAX;
    case CFT_TAKES_TEXT_OR_TEXTS:
        if (cft_service_is(value, CHATFMT_VALUE_STRING)) return true;
        break;
    case CFT_TAKES_SWITCH_OR_TEXT:
        return cft_service_is(value, CHATFMT_VALUE_BOOL) ||
               cft_service_is(value, CHATFMT_VALUE_STRING);
    case CFT_TAKES_OBJECT:
        if (cft_service_is(value, CHATFMT_VALUE_OBJECT)) return true;
        return cft_service_is(value, CHATFMT_VALUE_ARRAY) && !chatfmt_value_count(value);
    case CFT_TAKES_TEXTS:
    case CFT_TAKES_IDS:
    case CFT_TAKES_LIST: break;
    }
    return cft_service_is(value, CHATFMT_VALUE_ARRAY);
}

static chatfmt_status shape_items(chatfmt_value list, const char *before, const cft_member *row,
                                  chatfmt_error *error)
{
    size_t count =
        cft_service_is(list, CHATFMT_VALUE_ARRAY) ? chatfmt_value_count(list) : 0;
    cft_takes takes = shapes[row->takes].items;
    if (row->most && count > row->most)
        return cft_fail(error, CHATFMT_INPUT, "%s%s has %zu strings: %u are allowed", before,
                        row->name, count, row->most);
    for (size_t i = 0; i < count; i++)
        if (!shape_is(chatfmt_value_at(list, i), takes))
            return cft_fail(error, CHATFMT_INPUT, "%s%s[%zu] %s", before, row->name, i,
                            shapes[takes].why);
    return CHATFMT_OK;
}

chatfmt_status cft_members_check(chatfmt_value object, const char *before, const cft_member *rows,
                                 size_t count, chatfmt_error *error)
{
    for (size_t i = 0; i < count; i++) {
        chatfmt_value value = cft_service_member(object, rows[i].name);
        if (!cft_service_given(value)) continue;
        if (!shape_is(value, rows[i].takes))
            return cft_fail(error, CHATFMT_INPUT, "%s%s %s", before, rows[i].name,
                            shapes[rows[i].takes].why);
        CFT_TRY(shape_items(value, before, &rows[i], error));
    }
    return CHATFMT_OK;
}

static bool shape_has(const cft_member *rows, size_t count, cft_slice name)
{
    for (size_t i = 0; i < count; i++)
        if (cft_slice_is(name, rows[i].name)) return true;
    return false;
}

static cft_slice shape_near(const cft_member *rows, size_t count, cft_slice name)
{
    cft_slice near = {"", 0};
    for (size_t i = 0; i < count; i++)
        near = cft_nearer(name, near, cft_slice_of(rows[i].name, strlen(rows[i].name)));
    return near;
}

chatfmt_status cft_member_unknown(const char *before, cft_slice name, const char *place,
                                  cft_slice near, chatfmt_error *error)
{
    const cft_slice meant = *place ? cft_slice_of(place, strlen(place)) : near;
    const char *words = *place ? ": it belongs into " : near.length ? "; did you mean \"" : "";
    return cft_fail(error, CHATFMT_INPUT, "%s%.*s is not a member of such a request%s%.*s%s",
                    before, cft_shown(name), name.data, words, cft_shown(meant), meant.data,
                    *place ? "" : near.length ? "\"?" : "");
}

chatfmt_status cft_members_check_all(chatfmt_value object, const char *before,
                                     const cft_member *rows, size_t count, chatfmt_value request,
                                     chatfmt_error *error)
{
    for (size_t i = 0; i < chatfmt_value_count(object); i++) {
        cft_slice name = chatfmt_value_key_at(object, i);
        if (cft_service_given(chatfmt_value_at(object, i)) && !shape_has(rows, count, name))
            return cft_member_unknown(before, name, cft_request_place_of(request, name),
                                      shape_near(rows, count, name), error);
    }
    return cft_members_check(object, before, rows, count, error);
}

chatfmt_status cft_member_useless(const char *before, const char *name, const char *other,
                                  bool beside, chatfmt_error *error)
{
    return cft_fail(error, CHATFMT_INPUT, "%s%s is not used %s \"%s\": leave %s out", before, name,
                    beside ? "with" : "without", other, beside ? "one of them" : "it");
}
