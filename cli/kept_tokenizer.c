/* cli/kept_tokenizer.c - the last tokenizer that a batch has asked for. A failure is not kept. */
#include "kept_tokenizer.h"

#include "limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void kept_tokenizer_drop(kept_tokenizer *kept)
{
    chatfmt_encoder_free(kept->encoder);
    chatfmt_tokenizer_free(kept->tokenizer);
    free(kept->path);
    memset(kept, 0, sizeof *kept);
}

chatfmt_encoder *kept_tokenizer_encoder(kept_tokenizer *kept, chatfmt_slice path,
                                        const chatfmt_limits *limits, chatfmt_error *error)
{
    if (kept->encoder && strlen(kept->path) == path.length &&
        (!path.length || !memcmp(kept->path, path.data, path.length)))
        return kept->encoder;
    kept_tokenizer_drop(kept);
    kept->path = calloc(1, path.length + 1);
    if (!kept->path) {
        memset(error, 0, sizeof *error);
        error->status = CHATFMT_NO_MEMORY;
        snprintf(error->text, sizeof error->text, "out of memory");
        return NULL;
    }
    if (path.length) memcpy(kept->path, path.data, path.length);
    chatfmt_tokenizer_options loading = limits_of_tokenizer(limits);
    chatfmt_encoder_options encoding = limits_of_encoder(limits);
    if (chatfmt_tokenizer_load(kept->path, &loading, &kept->tokenizer, error) ||
        chatfmt_encoder_new(kept->tokenizer, &encoding, &kept->encoder, error))
        kept_tokenizer_drop(kept);
    return kept->encoder;
}
