/* value/origin.h - where bytes came from.
 *
 * Every string is a slice of memory of one of three kinds, distinguished by address:
 *   - the template's text (its source and decoded literals),
 *   - the input (JSON text, strings built by the caller),
 *   - the heap, for bytes that an operation wrote.
 * The first two need no bookkeeping: the address is the origin. For heap bytes, while spans are
 * wanted, each string written is recorded as runs that point back to template or input, never to
 * the heap again, so a look-up is one step. When spans are not wanted nothing is recorded.
 *
 * Scalars and containers have no address of their own; they carry a number (cft_value.length,
 * cft_list.origin): 0 = made by the template, otherwise the input's numbering of its values.
 */
#ifndef CFT_ORIGIN_H
#define CFT_ORIGIN_H

#include "value/value.h"

enum {
    CFT_RUN_COPIED = 0,     /* the bytes stand at `source`, unchanged                        */
    CFT_RUN_DERIVED = 1,    /* computed from what is at `source`: case mapped, escaped …     */
    CFT_RUN_SCALAR = 2,     /* computed from the scalar or container with number `source`    */
    CFT_RUN_FRESH = 3,      /* made by the template or the engine                            */
    CFT_RUN_HOW = 3,        /* mask of the above                                             */
    CFT_RUN_GENERATION_SHIFT = 2, /* the rest: number of the {% generation %} it was written
                                     in, counted from 1; 0 = none                            */
};

/* A run of the output may stand for several, which are made out when somebody asks for them:
 * bytes of the heap, to be looked up, or all that a part of an output program put out
 * (vm/state.h). Not in records themselves. */
#define CFT_RUN_RECORDED 0x80000000u
#define CFT_RUN_PART 0x40000000u

typedef struct cft_run {
    const char *source; /* address, or the scalar's number, or NULL for FRESH */
    uint32_t length;    /* bytes of the string that this run covers           */
    uint32_t note;      /* CFT_RUN_… and the generation                       */
} cft_run;

typedef struct cft_origins cft_origins;

/* Numbers from here on stand for scalars that were read from text ('42'|int): the input numbers
 * its values below. */
#define CFT_ORIGIN_OF_TEXT 0x80000000u

/* One per renderer, made when spans are first asked for. */
chatfmt_status cft_origins_new(const chatfmt_allocator *allocator, cft_origins **out);
void cft_origins_free(cft_origins *origins);
void cft_origins_reset(cft_origins *origins);
/* Use at most `bytes` of memory for the records of one render; 0 = no bound. */
void cft_origins_bound(cft_origins *origins, size_t bytes);
/* The last call that failed broke that bound. */
bool cft_origins_full(const cft_origins *origins);

/* Put on record that `length` bytes at `text` (heap memory, just written) consist of `runs`,
 * whose lengths add up to it. */
chatfmt_status cft_origins_record(cft_origins *origins, const char *text, size_t length,
                                  const cft_run *runs, size_t count);

/* The same for one run, which covers all of it. */
chatfmt_status cft_origins_record_one(cft_origins *origins, const char *text, cft_run run);

/* The same for bytes just written after a string on record, which then covers them too: the
 * string ends at `text`. */
chatfmt_status cft_origins_extend(cft_origins *origins, const char *text, size_t length,
                                  const cft_run *runs, size_t count);

/* The runs of a string that are made out when somebody looks it up for the first time, if at
 * all: an operation that can be done again. */
typedef struct cft_late_runs {
    /* The runs, whose lengths add up to `length`, from cft_origins_runs. */
    chatfmt_status (*make)(const struct cft_late_runs *late, size_t length, cft_run **runs,
                           size_t *count);
} cft_late_runs;

/* As cft_origins_record, for such a string. `late`, copied, is `size` bytes long with what
 * `make` needs. */
chatfmt_status cft_origins_postpone(cft_origins *origins, const char *text, size_t length,
                                    const cft_late_runs *late, size_t size);
/* A look-up cannot fail. Where `make` does, for want of memory, the bytes are data, nobody knows
 * which. The status of the first `make` that failed since this was asked. */
chatfmt_status cft_origins_status(cft_origins *origins);

/* The arena that all of it is in. */
struct cft_arena *cft_origins_arena(cft_origins *origins);

/* Room for `count` runs, for builders, until the reset; NULL when there is none. With `old`,
 * grows that array of `old_count` instead. */
cft_run *cft_origins_runs(cft_origins *origins, cft_run *old, size_t old_count, size_t count);
/* As cft_origins_record, but keeps `runs`, which came from cft_origins_runs. */
chatfmt_status cft_origins_adopt(cft_origins *origins, const char *text, size_t length,
                                 cft_run *runs, size_t count);

/* True when `b` goes on where `a` ends, so that both are one run. */
static inline bool cft_run_continues(cft_run a, cft_run b)
{
    if (a.note != b.note || a.length > UINT32_MAX - b.length) return false;
    if ((a.note & CFT_RUN_HOW) == CFT_RUN_COPIED) return a.source + a.length == b.source;
    return a.source == b.source;
}

/* What cft_origins begins with: all addresses on record lie between these, and in those pieces
 * of 16 KiB whose bit is set, by their number modulo 4096. */
typedef struct cft_origin_bounds {
    uintptr_t lowest, highest;
    uint64_t pieces[64];
} cft_origin_bounds;

/* False when the bytes at `text` cannot be on record, which most are not: template or input. */
static inline bool cft_origins_may_know(const cft_origins *origins, const char *text)
{
    const cft_origin_bounds *bounds = (const cft_origin_bounds *)(const void *)origins;
    uintptr_t address = (uintptr_t)text;
    return address >= bounds->lowest && address < bounds->highest &&
           bounds->pieces[address >> 20 & 63] >> (address >> 14 & 63) & 1;
}

/* The first run of the bytes at `text`: what they are for `*length` (at most `length`) bytes.
 * Bytes not on record are COPIED from where they stand: template or input. O(log records), O(1)
 * when the look-ups go on from one another. */
cft_run cft_origins_at(cft_origins *origins, const char *text, size_t length);

/* Whether bytes that are not on record are the template's; until this was said all are data. */
typedef bool (*cft_is_template)(const void *context, const char *text);
void cft_origins_ask(cft_origins *origins, cft_is_template is_template, const void *context);

/* True when some of the bytes at `text` are data; false when `origins` is NULL. */
bool cft_origins_is_data(cft_origins *origins, const char *text, size_t length);
/* Of two numbers, which are not 0, that of the scalar computed from both: data counts more than the
 * template. */
uint32_t cft_origins_prefer(const cft_origins *origins, uint32_t a, uint32_t b);

static inline uint32_t cft_origin_of_two(const cft_origins *origins, uint32_t a, uint32_t b)
{
    return a && b ? cft_origins_prefer(origins, a, b) : a | b;
}

/* The number for a scalar computed from the bytes at `text`, of those that are data where some are:
 * 0 when the template made them, or `origins` is NULL. */
uint32_t cft_origins_number(cft_origins *origins, const char *text, size_t length);

/* The run of `length` bytes printed from the scalar or container with this number, which may be
 * 0. `origins` is not NULL. */
cft_run cft_origins_scalar(const cft_origins *origins, uint32_t number, size_t length);

#endif
