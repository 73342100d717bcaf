/* base/budget.c - limits of one piece of work, and the allocator that counts. */
#include "base/budget.h"

static void *budget_resize(void *context, void *pointer, size_t old_size, size_t new_size)
{
    cft_budget *budget = context;
    const chatfmt_allocator *caller = &budget->caller;
    size_t others = budget->held - (pointer ? old_size : 0), counted;
    if (!new_size) {
        budget->held = others;
        return caller->resize(caller->context, pointer, old_size, 0);
    }
    /* While a block moves there may be two of it, but shrinking never fails for that. */
    counted = others > budget->settled ? others - budget->settled : 0;
    if (new_size > budget->heap.allowed || counted > budget->heap.allowed - new_size) {
        if (!pointer || new_size > old_size) {
            (void)cft_budget_break(budget, "heap_bytes", budget->heap.allowed,
                                   (uint64_t)new_size > UINT64_MAX - (uint64_t)counted
                                       ? UINT64_MAX
                                       : (uint64_t)counted + new_size);
            return NULL;
        }
    }
    void *moved = caller->resize(caller->context, pointer, old_size, new_size);
    if (!moved) return NULL;
    budget->held = others + new_size;
    if (counted + new_size > budget->heap.reached) budget->heap.reached = counted + new_size;
    return moved;
}

void cft_budget_init(cft_budget *budget, const chatfmt_allocator *allocator,
                     const chatfmt_limits *given)
{
    *budget = (cft_budget){.caller = cft_allocator_or_default(allocator)};
    if (given) budget->given = *given;
    budget->fuel = budget->fuel_allowed = UINT64_MAX;
    budget->string.allowed = budget->heap.allowed = budget->output.allowed = SIZE_MAX;
}

chatfmt_allocator cft_budget_allocator(cft_budget *budget)
{
    return (chatfmt_allocator){budget_resize, budget};
}

static uint64_t budget_product(uint64_t rate, size_t size)
{
    return rate && size > UINT64_MAX / 2 / rate ? UINT64_MAX / 2 : rate * size;
}

static void budget_allow(cft_budget_limit *limit, size_t given, const cft_budget_rate *rate,
                         size_t size)
{
    uint64_t allowed = budget_product(rate->rate, size);
    if (allowed < rate->least) allowed = rate->least;
    if (allowed > SIZE_MAX) allowed = SIZE_MAX;
    limit->allowed = given ? given : (size_t)allowed;
}

static void budget_allow_all(cft_budget *budget, const cft_budget_rates *rates, size_t size)
{
    const chatfmt_limits *given = &budget->given;
    budget_allow(&budget->string, given->string_bytes, &rates->string, size);
    budget_allow(&budget->heap, given->heap_bytes, &rates->heap, size);
    budget_allow(&budget->output, given->output_bytes, &rates->output, size);
}

void cft_budget_begin(cft_budget *budget, const cft_budget_rates *rates, size_t size)
{
    const chatfmt_limits *given = &budget->given;
    budget->fuel = given->fuel ? given->fuel
                               : rates->fuel.least + budget_product(rates->fuel.rate, size);
    budget->fuel_allowed = budget->fuel;
    budget_allow_all(budget, rates, size);
    budget->string.reached = budget->output.reached = 0;
    budget->heap.reached = budget->held > budget->settled ? budget->held - budget->settled : 0;
    budget->broken = NULL;
}

void cft_budget_extend(cft_budget *budget, const cft_budget_rates *rates, size_t before,
                       size_t more)
{
    uint64_t fuel = budget->given.fuel ? 0 : budget_product(rates->fuel.rate, more);
    if (fuel > UINT64_MAX - budget->fuel_allowed) fuel = UINT64_MAX - budget->fuel_allowed;
    budget->fuel += fuel;
    budget->fuel_allowed += fuel;
    budget_allow_all(budget, rates, more > SIZE_MAX - before ? SIZE_MAX : before + more);
}

void cft_budget_settle(cft_budget *budget) { budget->settled = budget->held; }

chatfmt_status cft_budget_break(cft_budget *budget, const char *name, uint64_t allowed,
                                uint64_t reached)
{
    budget->broken = name;
    budget->broken_allowed = allowed;
    budget->broken_reached = reached;
    return CHATFMT_LIMIT;
}

chatfmt_status cft_budget_out_of_fuel(cft_budget *budget, uint64_t amount)
{
    uint64_t spent = budget->fuel_allowed - budget->fuel;
    budget->fuel = 0;
    return cft_budget_break(budget, "fuel", budget->fuel_allowed,
                            amount > UINT64_MAX - spent ? UINT64_MAX : spent + amount);
}

static chatfmt_status budget_reach(cft_budget *budget, cft_budget_limit *limit, const char *name,
                                   size_t bytes)
{
    if (bytes > limit->allowed) return cft_budget_break(budget, name, limit->allowed, bytes);
    if (bytes > limit->reached) limit->reached = bytes;
    return CHATFMT_OK;
}

chatfmt_status cft_budget_string(cft_budget *budget, size_t bytes)
{
    return budget_reach(budget, &budget->string, "string_bytes", bytes);
}

chatfmt_status cft_budget_output(cft_budget *budget, size_t bytes)
{
    return budget_reach(budget, &budget->output, "output_bytes", bytes);
}

chatfmt_status cft_budget_status(const cft_budget *budget, chatfmt_status status)
{
    return status == CHATFMT_NO_MEMORY && budget->broken ? CHATFMT_LIMIT : status;
}

chatfmt_status cft_budget_told(const cft_budget *budget, chatfmt_status status,
                               chatfmt_error *error)
{
    status = cft_budget_status(budget, status);
    if (status == CHATFMT_LIMIT && budget->broken)
        return cft_fail(error, status, "limit exceeded: %s is %llu, reached %llu", budget->broken,
                        (unsigned long long)budget->broken_allowed,
                        (unsigned long long)budget->broken_reached);
    if (status == CHATFMT_NO_MEMORY) return cft_fail(error, status, "out of memory");
    return status;
}
