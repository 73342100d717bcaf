/* fuzz/fuzz_gguf.c - any bytes as a GGUF file: read or refused, within the file. */
#include "tokenizers/gguf.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    chatfmt_error error;
    cft_gguf file;
    cft_arena arena;
    char *copy = malloc(size + 1); /* of exactly this size, so that a sanitizer sees its end */
    if (!copy) return 0;
    if (size) memcpy(copy, data, size);
    cft_arena_init(&arena, NULL);
    if (cft_gguf_read(&arena, cft_slice_of(copy, size), &file, &error) == CHATFMT_OK) {
        size_t sum = 0;
        for (size_t i = 0; i < file.template_count; i++)
            for (size_t k = 0; k < file.templates[i].text.length; k++)
                sum += (unsigned char)file.templates[i].text.data[k];
        for (size_t i = 0; i < file.token_count; i++)
            for (size_t k = 0; k < file.tokens[i].text.length; k++)
                sum += (unsigned char)file.tokens[i].text.data[k];
        if (sum == 1) error.status = CHATFMT_OK; /* so that the walk is not dropped */
    } else if (!error.text[0]) {
        abort();
    }
    cft_arena_free(&arena);
    free(copy);
    return 0;
}
