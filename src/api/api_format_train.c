/* api/api_format_train.c - a sample as FastChat's trainers see it: prompt, then mask. */
#include "api/api_check.h"
#include "api/api_render.h"
#include "chat/formats.h"

chatfmt_status chatfmt_format_train(chatfmt_renderer *renderer, const chatfmt_format *format,
                                    const char *trainer, chatfmt_value source,
                                    chatfmt_slice system, uint32_t flags,
                                    const chatfmt_slice *specials, size_t special_count,
                                    const chatfmt_training **out, chatfmt_error *error)
{
    chatfmt_slice text;
    CFT_TRY(cft_api_render_begin(renderer, NULL, &text, error));
    cft_value turns = cft_unwrap(source);
    if (!format || !trainer || !out || (!specials && special_count))
        return cft_fail_null(error, !format    ? "format"
                                    : !trainer ? "trainer"
                                    : !out     ? "out"
                                               : "specials");
    *out = NULL;
    CFT_TRY(cft_api_flags(flags, CHATFMT_TRAINING_BOS | CHATFMT_TRAINING_LEGACY, "flags", error));
    cft_train_options options = {.bos = (flags & CHATFMT_TRAINING_BOS) != 0,
                                 .legacy = (flags & CHATFMT_TRAINING_LEGACY) != 0,
                                 .specials = specials, .special_count = special_count};
    CFT_TRY(cft_train_find(cft_slice_of(trainer, strlen(trainer)), &options.trainer, error));
    CFT_TRY(cft_format_check_style(&format->format, "the trainer ", trainer, error));
    if (turns.kind != CFT_LIST)
        return cft_fail(error, CHATFMT_INPUT, "a sample is an array of turns");
    return cft_format_name_kind(
        cft_format_train(renderer, format, &options, turns.as.list, system, out), error);
}

/* ---- With a tokenizer ---- */

static chatfmt_status train_check(const chatfmt_training_options *given,
                                  chatfmt_training_options *own, chatfmt_error *error)
{
    CFT_TRY(cft_api_options(own, sizeof *own, given, "chatfmt_training_options", error));
    CFT_TRY(cft_api_flags(own->flags, CHATFMT_TRAINING_LEGACY | CHATFMT_TRAINING_INPUT,
                          "chatfmt_training_options.flags", error));
    CFT_TRY(cft_api_text(own->system.data, own->system.length, "system", error));
    CFT_TRY(cft_api_text(own->bos_token.data, own->bos_token.length, "bos_token", error));
    CFT_TRY(cft_api_text(own->eos_token.data, own->eos_token.length, "eos_token", error));
    return cft_api_text(own->pad_token.data, own->pad_token.length, "pad_token", error);
}

chatfmt_status chatfmt_format_train_ids(chatfmt_renderer *renderer, const chatfmt_format *format,
                                        const char *trainer, chatfmt_value source,
                                        const chatfmt_training_options *options,
                                        chatfmt_encoder *encoder, const chatfmt_training_ids **out,
                                        chatfmt_error *error)
{
    chatfmt_slice text;
    chatfmt_training_options own;
    cft_value turns = cft_unwrap(source);
    if (out) *out = NULL;
    CFT_TRY(cft_api_render_begin(renderer, NULL, &text, error));
    if (!format || !trainer || !out || !encoder)
        return cft_fail_null(error, !format    ? "format"
                                    : !trainer ? "trainer"
                                    : !out     ? "out"
                                               : "encoder");
    CFT_TRY(train_check(options, &own, error));
    if (turns.kind != CFT_LIST)
        return cft_fail(error, CHATFMT_INPUT, "a sample is an array of turns");
    return cft_format_train_ids(renderer, format, trainer, turns, &own, encoder, out, error);
}
