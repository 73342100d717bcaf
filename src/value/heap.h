/* value/heap.h - the memory, the budget and the error of one render.
 *
 * Everything that makes values takes the heap: it hands out memory that lives until the next
 * reset, charges fuel for work done, and carries the error to fill in.
 */
#ifndef CFT_HEAP_H
#define CFT_HEAP_H

#include "base/arena.h"
#include "base/report.h"
#include "base/utf8.h"
#include "value/origin.h"


/* A long string that cft_concat made and may extend in place: its end, and the end of the room
 * after it. Kept in a table by `end`. */
typedef struct cft_tail {
    char *end, *limit;
} cft_tail;

typedef struct cft_heap {
    cft_arena arena;       /* objects and short strings                              */
    cft_tail *tails;       /* open addressing by the address of the end; in the arena */
    uint32_t tail_count, tail_mask;
    void *scratch;         /* json_read's stacks, kept from one render to the next   */
    size_t scratch_size;
    chatfmt_limits limits; /* all fields set                                         */
    uint64_t fuel;         /* left                                                   */
    cft_origins *origins;  /* NULL when nobody asked for spans                       */
    chatfmt_error *error;  /* where failures are reported; may be NULL                   */
    cft_slice raised;      /* all of the message that the template raised            */
    bool has_surrogates;   /* an operation wrote half a surrogate pair               */
} cft_heap;

void cft_heap_init(cft_heap *heap, const chatfmt_allocator *allocator);
/* Forget everything of the last render; keeps the memory. `limits` has all fields set. */
void cft_heap_reset(cft_heap *heap, const chatfmt_limits *limits, chatfmt_error *error);
void cft_heap_free(cft_heap *heap);

/* The limits in force where the caller gave zero. */
extern const chatfmt_limits cft_default_limits;
/* Set in `limits` what is not zero in `given`, a struct of this version. */
void cft_limits_take(chatfmt_limits *limits, const chatfmt_limits *given);
/* `limits` (may be NULL, may be an older, shorter struct) with the defaults filled in.
 * BAD_ARGUMENT when struct_size is impossible. */
chatfmt_status cft_limits_fill(const chatfmt_limits *limits, chatfmt_limits *out,
                               chatfmt_error *error);

/* Fails as LIMIT: "limit exceeded: NAME is ALLOWED, reached REACHED". */
chatfmt_status cft_heap_limit(cft_heap *heap, const char *name, uint64_t allowed,
                              uint64_t reached) CFT_FAILS;
chatfmt_status cft_heap_out_of_fuel(cft_heap *heap) CFT_FAILS;

#ifdef CFT_STRESS
/* Called for each payment before it is made, with what was paid since the reset: for tests in which
 * fuel ends at one of them. NULL = no call. */
extern void (*cft_stress_charged)(uint64_t paid, uint64_t amount);
#endif

/* Pay for `amount` units of work: a node, a loop step, an element touched. */
static inline chatfmt_status cft_charge(cft_heap *heap, uint64_t amount)
{
#ifdef CFT_STRESS
    if (cft_stress_charged) cft_stress_charged(heap->limits.fuel - heap->fuel, amount);
#endif
    if (CFT_UNLIKELY(heap->fuel < amount)) return cft_heap_out_of_fuel(heap);
    heap->fuel -= amount;
    return CHATFMT_OK;
}

/* Pay for copying, comparing or scanning `bytes`. */
static inline chatfmt_status cft_charge_bytes(cft_heap *heap, size_t bytes)
{
    return cft_charge(heap, 1 + bytes / 64);
}

/* The arena had no room: NO_MEMORY or LIMIT (heap_bytes). */
chatfmt_status cft_heap_exhausted(cft_heap *heap, size_t size) CFT_FAILS;

/* Memory until the next reset. Fails as NO_MEMORY or as LIMIT (heap_bytes). */
static inline chatfmt_status cft_heap_take(cft_heap *heap, size_t size, void **out)
{
    *out = cft_arena_take(&heap->arena, size);
    return CFT_LIKELY(*out != NULL) ? CHATFMT_OK : cft_heap_exhausted(heap, size);
}
/* `count` items of `size` bytes, the product checked. */
chatfmt_status cft_heap_array(cft_heap *heap, size_t count, size_t size, void **out);

/* Give back the end of the piece of memory taken last, if it is this one: `size` bytes were
 * asked for, `kept` are needed. Otherwise does nothing. */
static inline void cft_heap_trim(cft_heap *heap, void *piece, size_t size, size_t kept)
{
    char *end = (char *)piece + ((size + 7u) & ~(size_t)7u);
    if (end == heap->arena.cursor) heap->arena.cursor = (char *)piece + ((kept + 7u) & ~(size_t)7u);
}

/* Encode a code point that a template computed: it may be half a surrogate pair, which the text
 * of a render must not have. For all that reaches a string by way of numbers. */
static inline size_t cft_heap_put_code(cft_heap *heap, char *out, uint32_t code)
{
    if (code >= 0xD800 && code <= 0xDFFF) heap->has_surrogates = true;
    return cft_utf8_put(out, code);
}

/* Report an error: as cft_fail into heap->error. */
chatfmt_status cft_raise(cft_heap *heap, chatfmt_status status, const char *format, ...)
    CFT_PRINTF(3, 4) CFT_FAILS;

/* Use of an undefined value: UNDEFINED (or SECURITY) with Jinja's message. */
chatfmt_status cft_raise_undefined(cft_heap *heap, cft_value undefined) CFT_FAILS;

/* `number`, an int or a float, as computed from `from`: printing it will show where it is from. */
static inline cft_value cft_computed(cft_heap *heap, cft_value number, cft_value from)
{
    if (number.kind != CFT_INT && number.kind != CFT_FLOAT) return number;
    if (cft_is_scalar(from))
        number.length = from.length;
    else if (from.kind == CFT_STRING || from.kind == CFT_BYTES || from.kind == CFT_BIGINT)
        number.length = cft_origins_number(heap->origins, from.as.text, from.length);
    return number;
}

/* The same for one that was computed from two. */
static inline cft_value cft_computed_of(cft_heap *heap, cft_value number, cft_value a, cft_value b)
{
    number = cft_computed(heap, number, a);
    uint32_t origin = number.length;
    if (number.kind != CFT_INT && number.kind != CFT_FLOAT) return number;
    number.length = 0;
    number = cft_computed(heap, number, b);
    number.length = cft_origin_of_two(heap->origins, origin, number.length);
    return number;
}

/* A byte of `bytes` as an integer. */
static inline cft_value cft_byte_of(cft_heap *heap, cft_value bytes, size_t at)
{
    cft_value number = cft_int((unsigned char)bytes.as.text[at]);
    number.length = cft_origins_number(heap->origins, bytes.as.text + at, 1);
    return number;
}

#endif
