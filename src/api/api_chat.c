/* api/api_chat.c - chatfmt/models.h: one conversation through a model's template, and its masks. */
#include "api/api_chat.h"

chatfmt_status cft_api_apply_options(const chatfmt_apply_options *options,
                                     const chatfmt_applier *chat, chatfmt_apply_options *own,
                                     chatfmt_limits *limits, chatfmt_error *error)
{
    const uint32_t known = CHATFMT_APPLY_KEEP_NULLS * 2 - 1;
    CFT_TRY(cft_api_options(own, sizeof *own, options, "chatfmt_apply_options", error));
    CFT_TRY(cft_api_flags(own->flags, known, "chatfmt_apply_options.flags", error));
    if (chatfmt_fixes_exclude(own->flags))
        return cft_fail(error, CHATFMT_VALUE,
                        "the fixes fit-arguments, arguments-object and arguments-text exclude each "
                        "other: choose one");
    CFT_TRY(cft_api_at_most(own->reserved, 0, "chatfmt_apply_options.reserved", error));
    cft_value variables = cft_unwrap(own->variables);
    if (variables.kind == CFT_NONE) own->variables = cft_wrap(cft_absent());
    else if (variables.kind != CFT_ABSENT && variables.kind != CFT_DICT)
        return cft_fail_at(error, CHATFMT_TYPE, "variables", "the variables are not an object");
    return cft_api_limits(own->limits, &chat->limits, limits, error);
}

int chatfmt_fixes_exclude(uint32_t flags)
{
    flags &= CHATFMT_APPLY_FIT_ARGUMENTS | CHATFMT_APPLY_ARGUMENTS_OBJECT |
             CHATFMT_APPLY_ARGUMENTS_TEXT;
    return (flags & (flags - 1)) != 0;
}

chatfmt_status cft_api_mask_options(const chatfmt_mask_options *options, chatfmt_mask_options *own,
                                    chatfmt_error *error)
{
    CFT_TRY(cft_api_options(own, sizeof *own, options, "chatfmt_mask_options", error));
    CFT_TRY(cft_api_flags(own->flags, CHATFMT_MASK_LAST_TURN, "chatfmt_mask_options.flags", error));
    return cft_api_at_most(own->kind, CHATFMT_MASK_DERIVED, "chatfmt_mask_options.kind", error);
}

chatfmt_status chatfmt_applier_new(const chatfmt_allocator *allocator, const chatfmt_limits *limits,
                                   chatfmt_applier **out, chatfmt_error *error)
{
    chatfmt_limits all;
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    CFT_TRY(cft_api_limits(limits, &cft_default_limits, &all, error));
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    return cft_applier_new(&memory, &all, out, error);
}

void chatfmt_applier_free(chatfmt_applier *chat) { cft_applier_free(chat); }

chatfmt_slice chatfmt_applier_raised(const chatfmt_applier *chat)
{
    return cft_renderer_raised(chat ? chat->main : NULL);
}

int chatfmt_applier_is_batch(chatfmt_value conversation)
{
    cft_value value = cft_unwrap(conversation);
    if (value.kind != CFT_LIST || value.as.list->count == 0) return 0;
    return value.as.list->items[0].kind == CFT_LIST;
}

chatfmt_status chatfmt_applier_apply(chatfmt_applier *chat, const chatfmt_model *model,
                                     chatfmt_value conversation,
                                     const chatfmt_apply_options *options,
                                     const chatfmt_applied **out, chatfmt_error *error)
{
    chatfmt_apply_options own;
    chatfmt_limits limits;
    cft_error_clear(error);
    if (out) *out = NULL;
    if (!chat || !model || !out)
        return cft_fail_null(error, !chat ? "applier" : !model ? "model" : "out");
    chat->applied = false;
    CFT_TRY(cft_api_apply_options(options, chat, &own, &limits, error));
    CFT_TRY(cft_applier_apply(chat, model, cft_unwrap(conversation), &own, &limits, &chat->result,
                              error));
    *out = &chat->result;
    return CHATFMT_OK;
}

chatfmt_status chatfmt_applier_mask(chatfmt_applier *chat, const chatfmt_mask_options *options,
                                    const chatfmt_mask_range **ranges, size_t *count,
                                    chatfmt_error *error)
{
    chatfmt_mask_options own;
    cft_error_clear(error);
    if (!chat || !ranges || !count)
        return cft_fail_null(error, !chat ? "applier" : !ranges ? "ranges" : "count");
    *ranges = NULL;
    *count = 0;
    CFT_TRY(cft_api_mask_options(options, &own, error));
    return cft_applier_mask(chat, &own, ranges, count, error);
}
