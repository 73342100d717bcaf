/* value/number_order.h - exact comparison of bool, int, big int and float. */
#ifndef CFT_NUMBER_ORDER_H
#define CFT_NUMBER_ORDER_H

#include "value/value.h"

static inline bool cft_is_number(cft_value v)
{
    return v.kind == CFT_INT || v.kind == CFT_BOOL || v.kind == CFT_FLOAT ||
           v.kind == CFT_BIGINT;
}

/* -1, 0 or 1; 2 when a NaN has no order. Both are numbers. */
int cft_number_order(cft_value a, cft_value b);

/* Units of fuel that it takes: a float is written out in full beside a big integer. */
static inline uint64_t cft_number_order_cost(cft_value a, cft_value b)
{
    bool written = (a.kind == CFT_BIGINT && b.kind == CFT_FLOAT) ||
                   (a.kind == CFT_FLOAT && b.kind == CFT_BIGINT);
    return written ? 140 : 0;
}

#endif
