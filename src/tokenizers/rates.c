/* tokenizers/rates.c - what loading, encoding and decoding may cost when the caller does not say.
 *
 * Real tokenizers on real texts, and on long lines of one letter, of spaces, of emoji and the
 * like, use at most an eighth of each limit (tests/tokenizers/headroom.py). What is left bounds
 * hostile files: small inputs to about a second and 240 MiB, an input of 1 MB to twice that time.
 */
#include "tokenizers/handles.h"

#define RATE_MIB ((uint64_t)1 << 20)

/* By the bytes of the file. */
const cft_budget_rates cft_load_rates = {
    .fuel = {50000000, 64},
    .string = {64 * RATE_MIB, 4},
    .heap = {240 * RATE_MIB, 48},
    .output = {UINT64_MAX, 0},
};

/* By the bytes of the text. */
const cft_budget_rates cft_encode_rates = {
    .fuel = {50000000, 105},
    .string = {160 * RATE_MIB, 32},
    .heap = {240 * RATE_MIB, 280},
    .output = {160 * RATE_MIB, 40},
};

/* By the number of ids. */
const cft_budget_rates cft_decode_rates = {
    .fuel = {50000000, 512},
    .string = {224 * RATE_MIB, 256},
    .heap = {240 * RATE_MIB, 512},
    .output = {224 * RATE_MIB, 256},
};

chatfmt_usage cft_budget_usage(const cft_budget *budget)
{
    return (chatfmt_usage){
        .struct_size = sizeof(chatfmt_usage),
        .fuel = budget->fuel_allowed - budget->fuel,
        .fuel_limit = budget->fuel_allowed,
        .string_bytes = budget->string.reached,
        .string_limit = budget->string.allowed,
        .heap_bytes = budget->heap.reached,
        .heap_limit = budget->heap.allowed,
        .output_bytes = budget->output.reached,
        .output_limit = budget->output.allowed,
    };
}
