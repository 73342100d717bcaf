/* vm/evaluate.c - the machine's operators and builtins, for the compiler's constant folding. */
#include "lang/evaluate.h"

#include "vm/operators.h"
#include "vm/vm.h"

/* What one evaluation may take, and what all of them may for a template of so many bytes: an
 * expression that does not get it is computed when it is run. */
#define EVALUATE_FUEL         20000u
#define EVALUATE_STRING_BYTES 4096u
#define EVALUATE_FUEL_ALL     1000000u
#define EVALUATE_FUEL_BYTE    4u
#define EVALUATE_HEAP_ALL     ((size_t)1 << 20)
#define EVALUATE_HEAP_BYTE    16u

static uint64_t evaluate_share(const cft_vm *vm)
{
    return vm->heap.limits.fuel < EVALUATE_FUEL ? vm->heap.limits.fuel : EVALUATE_FUEL;
}

/* Take what the last evaluation used from what is left for all, and give the next one its share. */
static void evaluate_begin(cft_vm *vm)
{
    vm->heap.limits.fuel -= evaluate_share(vm) - vm->heap.fuel;
    vm->heap.fuel = evaluate_share(vm);
}

static cft_vm *evaluate_make(cft_arena *arena, const chatfmt_allocator *allocator,
                         const cft_builtins *builtins, const chatfmt_limits *limits, size_t length)
{
    cft_vm *vm = cft_arena_take_zero(arena, sizeof *vm);
    chatfmt_limits small = *limits;
    if (!vm) return NULL;
    uint64_t fuel = EVALUATE_FUEL_ALL + (uint64_t)length * EVALUATE_FUEL_BYTE;
    size_t heap = EVALUATE_HEAP_ALL + length * EVALUATE_HEAP_BYTE;
    if (small.string_bytes > EVALUATE_STRING_BYTES) small.string_bytes = EVALUATE_STRING_BYTES;
    if (small.fuel > fuel) small.fuel = fuel;
    if (small.heap_bytes > heap) small.heap_bytes = heap;
    cft_heap_init(&vm->heap, allocator);
    cft_heap_reset(&vm->heap, &small, NULL);
    vm->heap.fuel = evaluate_share(vm);
    vm->builtins = builtins;
    return vm;
}

static void evaluate_free(cft_vm *vm)
{
    if (vm) cft_heap_free(&vm->heap);
}

static cft_heap *evaluate_heap(cft_vm *vm)
{
    evaluate_begin(vm);
    return &vm->heap;
}

static chatfmt_status evaluate_binary(cft_vm *vm, int operation, cft_value a, cft_value b,
                                   cft_value *out)
{
    evaluate_begin(vm);
    return cft_binary(vm, operation, a, b, out);
}

static chatfmt_status evaluate_unary(cft_vm *vm, int operation, cft_value a, cft_value *out)
{
    evaluate_begin(vm);
    return operation == '-' ? cft_negate(vm, a, out) : cft_positive(vm, a, out);
}

static chatfmt_status evaluate_attribute(cft_vm *vm, cft_value object, cft_slice name,
                                         cft_value *out)
{
    evaluate_begin(vm);
    return cft_get_attribute(vm, object, name, out);
}

static chatfmt_status evaluate_item(cft_vm *vm, cft_value object, cft_value key, cft_value *out)
{
    evaluate_begin(vm);
    return cft_get_item(vm, object, key, out);
}

static chatfmt_status evaluate_slice(cft_vm *vm, cft_value object, const cft_value parts[3],
                                  cft_value *out)
{
    chatfmt_status status;
    evaluate_begin(vm);
    status = cft_get_slice(vm, object, parts[0], parts[1], parts[2], out);
    if (status != CHATFMT_TYPE || object.kind == CFT_UNDEFINED) return status;
    *out = cft_undefined_attribute(CFT_LIT("slice"), cft_owner_of(object));
    return CHATFMT_OK;
}

static chatfmt_status evaluate_compare(cft_vm *vm, int operation, cft_value a, cft_value b,
                                       bool *out)
{
    evaluate_begin(vm);
    return cft_compare_values(&vm->heap, operation, a, b, out);
}

static chatfmt_status evaluate_call(cft_vm *vm, const cft_callable *row, cft_value self,
                                 const cft_value *positional, size_t count,
                                 const cft_value *names, const cft_value *named,
                                 size_t named_count, bool autoescape, cft_value *out)
{
    evaluate_begin(vm);
    vm->autoescape = autoescape;
    return cft_call_builtin(vm, row, self, positional, count, names, named, named_count, out);
}

const cft_evaluator cft_machine_evaluator = {.make = evaluate_make,
                                             .free = evaluate_free,
                                             .heap = evaluate_heap,
                                             .binary = evaluate_binary,
                                             .unary = evaluate_unary,
                                             .attribute = evaluate_attribute,
                                             .item = evaluate_item,
                                             .slice = evaluate_slice,
                                             .compare = evaluate_compare,
                                             .call = evaluate_call};
