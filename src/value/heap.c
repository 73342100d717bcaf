/* value/heap.c - the memory, the budget and the error of one render. */
#include "value/heap.h"

#include "value/builder.h"
#include "value/repr.h"

#include <stdarg.h>

#ifdef CFT_STRESS
void (*cft_stress_charged)(uint64_t paid, uint64_t amount);
#endif

void cft_heap_init(cft_heap *heap, const chatfmt_allocator *allocator)
{
    *heap = (cft_heap){0};
    cft_arena_init(&heap->arena, allocator);
    heap->limits = cft_default_limits;
    heap->arena.maximum = heap->limits.heap_bytes;
    heap->fuel = heap->limits.fuel;
}

void cft_heap_reset(cft_heap *heap, const chatfmt_limits *limits, chatfmt_error *error)
{
    cft_arena_renew(&heap->arena);
    heap->tails = NULL;
    heap->tail_count = heap->tail_mask = 0;
    heap->limits = *limits;
    heap->arena.maximum = limits->heap_bytes;
    heap->fuel = limits->fuel;
    heap->error = error;
    heap->raised = cft_slice_of(NULL, 0);
    heap->has_surrogates = false;
    if (heap->origins) {
        cft_origins_reset(heap->origins);
        cft_origins_bound(heap->origins, limits->heap_bytes);
    }
}

void cft_heap_free(cft_heap *heap)
{
    cft_release(&heap->arena.allocator, heap->scratch, heap->scratch_size);
    heap->scratch = NULL;
    heap->scratch_size = 0;
    cft_arena_free(&heap->arena);
}

const chatfmt_limits cft_default_limits = {
    .struct_size = sizeof(chatfmt_limits),
    .fuel = 100000000,
    .source_bytes = (size_t)1 << 20,
    .output_bytes = (size_t)64 << 20,
    .string_bytes = (size_t)64 << 20,
    .heap_bytes = (size_t)256 << 20,
    .depth = 256,
    .value_depth = 1000,
    .range_items = 100000,
    .integer_digits = 4300,
};

void cft_limits_take(chatfmt_limits *limits, const chatfmt_limits *given)
{
#define HEAP_LIMIT_FIELD(name)                                                                 \
    if (given->name) limits->name = given->name
    HEAP_LIMIT_FIELD(fuel);
    HEAP_LIMIT_FIELD(source_bytes);
    HEAP_LIMIT_FIELD(output_bytes);
    HEAP_LIMIT_FIELD(string_bytes);
    HEAP_LIMIT_FIELD(heap_bytes);
    HEAP_LIMIT_FIELD(depth);
    HEAP_LIMIT_FIELD(value_depth);
    HEAP_LIMIT_FIELD(range_items);
    HEAP_LIMIT_FIELD(integer_digits);
#undef HEAP_LIMIT_FIELD
    /* The length of a string value has 32 bits. */
    if (limits->string_bytes > UINT32_MAX - 64u) limits->string_bytes = UINT32_MAX - 64u;
}

chatfmt_status cft_limits_fill(const chatfmt_limits *limits, chatfmt_limits *out,
                               chatfmt_error *error)
{
    chatfmt_limits given = {0};
    *out = cft_default_limits;
    if (!limits) return CHATFMT_OK;
    if (!cft_is_struct_size(limits->struct_size))
        return cft_fail_struct_size(error, "chatfmt_limits", limits->struct_size);
    memcpy(&given, limits,
           limits->struct_size < sizeof given ? limits->struct_size : sizeof given);
    cft_limits_take(out, &given);
    return CHATFMT_OK;
}

chatfmt_status cft_heap_limit(cft_heap *heap, const char *name, uint64_t allowed,
                              uint64_t reached)
{
    if (reached <= allowed) reached = allowed + 1; /* what could not be had is not counted */
    return cft_raise(heap, CHATFMT_LIMIT, "limit exceeded: %s is %llu, reached %llu", name,
                     (unsigned long long)allowed, (unsigned long long)reached);
}

chatfmt_status cft_heap_out_of_fuel(cft_heap *heap)
{
    heap->fuel = 0;
    return cft_heap_limit(heap, "fuel", heap->limits.fuel, heap->limits.fuel);
}

chatfmt_status cft_heap_exhausted(cft_heap *heap, size_t size)
{
    const cft_arena *arena = &heap->arena;
    if (arena->over_maximum) {
        size_t used = arena->pool ? cft_arena_pool_used(arena->pool) : cft_arena_used(arena);
        return cft_heap_limit(heap, "heap_bytes", arena->maximum,
                              size > SIZE_MAX - used ? SIZE_MAX : used + size);
    }
    return cft_raise(heap, CHATFMT_NO_MEMORY, "out of memory");
}

chatfmt_status cft_raise(cft_heap *heap, chatfmt_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    cft_fail_list(heap->error, status, format, arguments);
    va_end(arguments);
    return status;
}

chatfmt_status cft_heap_array(cft_heap *heap, size_t count, size_t size, void **out)
{
    size_t bytes;
    if (!cft_size_multiply(count, size, &bytes)) bytes = SIZE_MAX;
    return cft_heap_take(heap, bytes, out);
}

/* What Jinja's object_type_repr calls a kind: with the module unless it is a builtin, and
 * without "object" for None. */
static const char *heap_owner_name(uint16_t owner)
{
    static const char *const views[] = {"dict_keys object", "dict_values object",
                                        "dict_items object"};
    switch (owner & 0xFF) {
    case CFT_NONE: return "None";
    case CFT_BOOL: return "bool object";
    case CFT_INT:
    case CFT_BIGINT: return "int object";
    case CFT_FLOAT: return "float object";
    case CFT_STRING: return "str object";
    case CFT_BYTES: return "bytes object";
    case CFT_LIST: return "list object";
    case CFT_TUPLE: return "tuple object";
    case CFT_DICT: return "dict object";
    case CFT_RANGE: return "range object";
    case CFT_NAMESPACE: return "jinja2.utils.Namespace object";
    case CFT_VIEW: return views[owner >> 8];
    case CFT_ITERATOR: return "generator object";
    case CFT_FUNCTION: return "function object";
    case CFT_METHOD: return "builtin_function_or_method object";
    default: return cft_object_owners[owner >> 8].shown; /* an object */
    }
}

/* The name in an undefined's message as Python's repr shows it; as it is when there is no
 * memory to write that. */
static cft_slice heap_quoted_name(cft_heap *heap, cft_slice name)
{
    cft_value quoted;
    cft_origins *origins = heap->origins;
    chatfmt_error *error = heap->error;
    chatfmt_status status;
    if (name.length > CHATFMT_ERROR_TEXT) {
        size_t cut = CHATFMT_ERROR_TEXT;
        while (cut > 0 && ((unsigned char)name.data[cut] & 0xC0) == 0x80)
            cut--;
        name.length = cut;
    }
    heap->origins = NULL;
    heap->error = NULL;
    status = cft_to_repr(heap, cft_string(name.data, (uint32_t)name.length, 0), &quoted);
    heap->origins = origins;
    heap->error = error;
    return status == CHATFMT_OK ? cft_text_of(quoted) : name;
}

/* Jinja: Undefined._undefined_message, and SandboxedEnvironment.unsafe_undefined. */
chatfmt_status cft_raise_undefined(cft_heap *heap, cft_value undefined)
{
    cft_slice name = cft_text_of(undefined);
    const char *owner = heap_owner_name(undefined.detail);
    if (undefined.flags == CFT_UNDEF_MESSAGE) {
        return cft_fail_text(heap->error, CHATFMT_UNDEFINED, name);
    }
    name = heap_quoted_name(heap, name);
    if (undefined.flags == CFT_UNDEF_UNSAFE) {
        return cft_raise(heap, CHATFMT_SECURITY,
                         "access to attribute %.*s of '%s' object is unsafe.", (int)name.length,
                         name.data, cft_kind_name((cft_kind)(undefined.detail & 0xFF)));
    }
    if (undefined.flags == CFT_UNDEF_ATTRIBUTE) {
        return cft_raise(heap, CHATFMT_UNDEFINED, "'%s' has no attribute %.*s", owner,
                         (int)name.length, name.data);
    }
    return cft_raise(heap, CHATFMT_UNDEFINED, "%.*s is undefined", (int)name.length, name.data);
}
