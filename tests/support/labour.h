/* tests/support/labour.h - pieces of work of every room, done while memory and fuel run out.
 *
 * A program of this kind has a table of kinds of work. Its requests come a line each, {"id",
 * "room", …}: `room` is the kind, and the work does all it can with the request, adding up what
 * comes of it (support/failing.h).
 */
#ifndef TEST_LABOUR_H
#define TEST_LABOUR_H

#include "support/failing.h"
#include "support/lines.h"

#include "chatfmt/chatfmt.h"

#define FUEL 5000000 /* the largest work takes a third */
#define FUEL_TRIED 2000 /* amounts up to this are tried */

typedef struct rooms {
    failing failing;
    chatfmt_values *values;
    chatfmt_value request;
    chatfmt_limits limits;
    const struct labour_kind *kinds;
} rooms;

/* What a piece of work has so far, and the memory that it does it with. */
typedef struct labour {
    const rooms *rooms;
    chatfmt_allocator allocator;
    chatfmt_error error;
    outcome out;
    bool untold; /* a failure without words of its own */
} labour;

static inline labour labour_begin(void *what, counting *memory)
{
    labour l = {.rooms = what, .allocator = counting_allocator(memory)};
    return l;
}

/* How much a failure says: having run out counts more than what would have failed anyway. */
static inline int weight(chatfmt_status status)
{
    return status == CHATFMT_NO_MEMORY ? 3 : status == CHATFMT_LIMIT ? 2 : status ? 1 : 0;
}

/* True when a step went well. Of steps that do not need each other, the first of the failures
 * that say most counts. */
static inline bool ok(labour *l, chatfmt_status status)
{
    if (status && l->error.status != status) {
        printf("status %d, but the error says %d\n", (int)status, (int)l->error.status);
        l->untold = true;
    }
    if (weight(status) > weight(l->out.status)) l->out.status = status;
    if (l->untold) l->out.status = CHATFMT_BAD_ARGUMENT;
    return status == CHATFMT_OK;
}

static inline chatfmt_value member(const labour *l, const char *name)
{
    return chatfmt_value_find(l->rooms->request, name, strlen(name));
}

static inline chatfmt_slice text_of(const labour *l, const char *name)
{
    return chatfmt_value_as_text(member(l, name));
}

static inline bool given(chatfmt_value value)
{
    return chatfmt_value_kind_of(value) != CHATFMT_VALUE_ABSENT;
}

/* A text that ends in NUL: JSON texts of the request do not, so that reading past one shows. */
static inline const char *string_of(chatfmt_slice text, char *room, size_t size)
{
    snprintf(room, size, "%.*s", (int)text.length, text.data);
    return room;
}

/* One kind of work. */
typedef struct labour_kind {
    const char *name;
    failing_work *work;
    bool fuel; /* it takes limits */
} labour_kind;

static void labour_line(void *context, const char *line, size_t length)
{
    rooms *r = context;
    failing *f = &r->failing;
    f->cases++;
    chatfmt_values_reset(r->values);
    f->id = (chatfmt_slice){"?", 1};
    if (chatfmt_value_read_json(r->values, line, length, &r->request, NULL)) {
        failing_tell(f, "no JSON in line", f->cases, CHATFMT_OK);
        return;
    }
    f->id = chatfmt_value_as_text(chatfmt_value_find(r->request, "id", 2));
    chatfmt_slice room = chatfmt_value_as_text(chatfmt_value_find(r->request, "room", 4));
    for (const labour_kind *kind = r->kinds; kind->name; kind++) {
        if (strlen(kind->name) != room.length || memcmp(kind->name, room.data, room.length))
            continue;
        outcome want = failing_allocations(f, kind->work, r, &r->limits);
        if (kind->fuel) failing_fuel(f, kind->work, r, r->limits, want, FUEL_TRIED);
        return;
    }
    failing_tell(f, "no such room in line", f->cases, CHATFMT_OK);
}

/* All of standard input; `kinds` ends with a row without a name. */
static int labour_run(const labour_kind *kinds, int count, char **arguments)
{
    rooms r = {.failing = {.most = 100}, .limits = CHATFMT_LIMITS_INIT, .kinds = kinds};
    if (count > 1) r.failing.most = (size_t)strtoul(arguments[1], NULL, 10);
    r.limits.fuel = FUEL;
    if (!STACKS_BEGIN() || chatfmt_values_new(NULL, NULL, &r.values, NULL) || !lines_each(labour_line, &r)) return 2;
    chatfmt_values_free(r.values);
    return failing_report(&r.failing);
}

#endif
