/* fuzz/fuzz_steps.h - what the targets share that make many calls in one run: bytes that choose the
 * next step, and memory that fails and keeps account.
 */
#ifndef FUZZ_STEPS_H
#define FUZZ_STEPS_H

#include "fuzz.h"

#include <stdbool.h>
#include <stdio.h>

/* What must hold does not: says so, and stops where the fuzzer looks. */
#define FUZZ_REQUIRE(holds)                                                                      \
    do {                                                                                         \
        if (holds) break;                                                                        \
        fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #holds);               \
        abort();                                                                                 \
    } while (0)

/* The bytes of a run that no step has taken yet; zeros after the last. */
typedef struct fuzz_bytes {
    const uint8_t *at;
    size_t left;
} fuzz_bytes;

static inline unsigned fuzz_byte(fuzz_bytes *bytes)
{
    if (!bytes->left) return 0;
    bytes->left--;
    return *bytes->at++;
}

static inline unsigned fuzz_below(fuzz_bytes *bytes, unsigned limit)
{
    return fuzz_byte(bytes) % limit;
}

/* A run of them, as long as the first says. */
static inline chatfmt_slice fuzz_take_text(fuzz_bytes *bytes)
{
    size_t length = fuzz_byte(bytes);
    if (length > bytes->left) length = bytes->left;
    chatfmt_slice text = {(const char *)bytes->at, length};
    bytes->at += length;
    bytes->left -= length;
    return text;
}

/* Read every byte, so that the address sanitizer sees what was lent and is gone. */
static inline void fuzz_look(chatfmt_slice text)
{
    for (size_t i = 0; i < text.length; i++) (void)*(volatile const char *)&text.data[i];
}

/* Memory that can fail, and counts its blocks. Each block knows its size, which the library must
 * give back as it was. */
typedef struct fuzz_memory {
    bool fails;     /* from the allocation after the next `left` on */
    bool failed;    /* it has, since `fails` was set */
    size_t left;
    size_t blocks;
} fuzz_memory;

enum { FUZZ_HEAD = 16 };

static inline void *fuzz_resize(void *context, void *pointer, size_t old_size, size_t new_size)
{
    fuzz_memory *memory = context;
    char *block = pointer ? (char *)pointer - FUZZ_HEAD : NULL;
    size_t size;
    if (block) {
        memcpy(&size, block, sizeof size);
        FUZZ_REQUIRE(size == old_size);
    }
    if (!new_size) {
        if (block) memory->blocks--;
        free(block);
        return NULL;
    }
    if (memory->fails && !memory->left) {
        memory->failed = true;
        return NULL;
    }
    if (memory->fails) memory->left--;
    char *next = realloc(block, new_size + FUZZ_HEAD);
    if (!next) return NULL;
    if (!block) memory->blocks++;
    memcpy(next, &new_size, sizeof new_size);
    return next + FUZZ_HEAD;
}

/* Half of the steps of some kinds run short of memory. */
static inline void fuzz_arm(fuzz_memory *memory, fuzz_bytes *bytes)
{
    unsigned choice = fuzz_byte(bytes);
    memory->failed = false;
    memory->fails = choice & 1;
    memory->left = choice >> 1;
}

static inline void fuzz_disarm(fuzz_memory *memory) { memory->fails = false; }

/* The status and the error of a call agree, and only memory that failed is said to be gone. */
static inline chatfmt_status fuzz_told(const fuzz_memory *memory, chatfmt_status status,
                                       const chatfmt_error *error)
{
    FUZZ_REQUIRE(status == error->status);
    FUZZ_REQUIRE((status == CHATFMT_OK) == !error->text[0]);
    FUZZ_REQUIRE(status != CHATFMT_NO_MEMORY || memory->failed);
    return status;
}

#endif
