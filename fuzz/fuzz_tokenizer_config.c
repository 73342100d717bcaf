/* fuzz/fuzz_tokenizer_config.c - any bytes as tokenizer_config.json: loaded or refused, and what
 * is loaded is chosen from and applied. */
#include "chat/applier.h"
#include "value/json_read.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void use_model(const chatfmt_model *model)
{
    static const char json[] = "[{\"role\":\"user\",\"content\":\"Hi\"},"
                               "{\"role\":\"assistant\",\"content\":\"Yo\"}]";
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    const chatfmt_mask_range *ranges;
    chatfmt_values *values;
    chatfmt_value messages;
    chatfmt_applier *chat;
    const chatfmt_applied *applied;
    size_t count;
    limits.fuel = 100000;
    limits.output_bytes = limits.heap_bytes = 1 << 20;
    options.flags = CHATFMT_APPLY_SPANS | CHATFMT_APPLY_TURN;
    mask.kind = CHATFMT_MASK_DERIVED;
    if (chatfmt_values_new(NULL, NULL, &values, NULL) ||
        chatfmt_applier_new(NULL, &limits, &chat, NULL))
        abort();
    if (chatfmt_value_read_json(values, json, sizeof json - 1, &messages, NULL)) abort();
    if (!chatfmt_applier_apply(chat, model, messages, &options, &applied, NULL) &&
        !chatfmt_applier_mask(chat, &mask, &ranges, &count, NULL))
        for (size_t i = 0; i < count; i++)
            if (ranges[i].begin > ranges[i].end || ranges[i].end > applied->text.length) abort();
    chatfmt_applier_free(chat);
    chatfmt_values_free(values);
}

/* The names of special tokens: the usual ones, and those that the file gives. */
static bool name_tokens(chatfmt_model *model)
{
    const cft_model *read = &model->model;
    model->special_count = CFT_SPECIAL_NAMES + read->token_count;
    model->special = calloc(model->special_count, sizeof *model->special);
    if (!model->special) return false;
    memcpy(model->special, cft_special_names, CFT_SPECIAL_NAMES * sizeof *model->special);
    for (size_t i = 0; i < read->token_count; i++)
        model->special[CFT_SPECIAL_NAMES + i] = read->tokens[i].name;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static chatfmt_model empty;
    chatfmt_model model = empty;
    chatfmt_error error;
    cft_value config;
    cft_model_begin(&model.model, NULL, &error);
    cft_heap *heap = &model.model.heap;
    chatfmt_status status =
        cft_json_read(heap, cft_slice_of((const char *)data, size), NULL, &config, NULL);
    if (!status) model.model.config = config; /* and as the legacy file beside it */
    if (!status && !cft_model_config_tokens(&model.model, config, CFT_LIT("fuzz")) &&
        !cft_model_config_templates(&model.model, config, CFT_LIT("fuzz")) &&
        name_tokens(&model))
        use_model(&model);
    free(model.special);
    cft_model_free(&model.model);
    return 0;
}
