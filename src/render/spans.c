/* render/spans.c - from the machine's runs to spans that name values.
 *
 * A run says at which address the bytes stand, or the number of which scalar they print. Here the
 * address becomes a place in the template, or a string of the variables and an offset in it.
 */
#include "render/renderer.h"

#include "builtins/attributes.h"
#include "builtins/builtins.h"

/* True when `b` goes on where `a` ends, so that both are one span. */
static bool spans_continue(const chatfmt_span *a, const chatfmt_span *b)
{
    if (a->kind != b->kind || a->flags != b->flags || a->generation != b->generation ||
        a->path.data != b->path.data)
        return false;
    if (a->flags & CHATFMT_SPAN_COPIED) return a->offset + (a->end - a->begin) == b->offset;
    return !(a->flags & CHATFMT_SPAN_DERIVED) || a->offset == b->offset;
}

static chatfmt_status spans_grow(chatfmt_renderer *renderer)
{
    const size_t size = sizeof *renderer->spans, old = renderer->span_capacity;
    size_t capacity = cft_machine_grown(renderer->machine, old, 64, size);
    if (!capacity) return CHATFMT_LIMIT;
    chatfmt_span *grown =
        cft_resize(&renderer->allocator, renderer->span_room, old * size, capacity * size);
    if (!grown) return CHATFMT_NO_MEMORY;
    renderer->span_room = grown;
    renderer->span_capacity = capacity;
    return CHATFMT_OK;
}

static chatfmt_status spans_add(chatfmt_renderer *renderer, const chatfmt_span *span)
{
    size_t count = renderer->span_count;
    if (count && spans_continue(&renderer->span_room[count - 1], span)) {
        renderer->span_room[count - 1].end = span->end;
        return CHATFMT_OK;
    }
    if (renderer->span_count == renderer->span_capacity) CFT_TRY(spans_grow(renderer));
    renderer->span_room[renderer->span_count++] = *span;
    return CHATFMT_OK;
}

/* Name the value of `node` as the origin of `span`. */
static chatfmt_status spans_name(chatfmt_renderer *renderer, chatfmt_span *span,
                                 cft_origin_node *node)
{
    span->kind = node->trusted ? CHATFMT_SPAN_TRUSTED : CHATFMT_SPAN_DATA;
    if (node->is_key) span->flags |= CHATFMT_SPAN_KEY;
    if (node->is_special && !node->trusted) span->flags |= CHATFMT_SPAN_SPECIAL;
    const cft_origin_name *name;
    CFT_TRY(cft_origin_index_name(&renderer->index, node, &name));
    span->path = name->path;
    span->origin = name->origin;
    return CHATFMT_OK;
}

/* Bytes that stand at, or were computed from what is at, an address. One run may cover
 * strings that happen to be neighbours in memory: each gets its span. */
static chatfmt_status spans_of_address(chatfmt_renderer *renderer, chatfmt_span span,
                                       const char *address)
{
    size_t end = span.end;
    bool exact, copied = (span.flags & CHATFMT_SPAN_COPIED) != 0;
    if (address == cft_empty_text) { /* the quotes around an empty string of the engine's */
        span.flags = 0;
        return spans_add(renderer, &span);
    }
    bool in_program = cft_program_place(renderer->program, address, &span.offset, &exact);
    if (!in_program && !copied && !cft_origin_index_text(&renderer->index, address)) {
        /* An empty text at the very end of a string: the byte before tells which. */
        address--;
        in_program = cft_program_place(renderer->program, address, &span.offset, &exact);
    }
    if (in_program) {
        if (copied && !exact) span.flags = CHATFMT_SPAN_DERIVED;
        return spans_add(renderer, &span);
    }
    while (span.begin < end) {
        const cft_origin_text *text = cft_origin_index_text(&renderer->index, address);
        chatfmt_span piece = span;
        piece.kind = CHATFMT_SPAN_DATA; /* not found: never called safer than it is */
        if (text) {
            piece.offset = (size_t)(address - text->begin);
            size_t rest = text->length - piece.offset;
            if (copied && rest < piece.end - piece.begin) piece.end = piece.begin + rest;
            CFT_TRY(spans_name(renderer, &piece, &renderer->index.nodes[text->node]));
        }
        CFT_TRY(spans_add(renderer, &piece));
        address += piece.end - piece.begin;
        span.begin = piece.end;
    }
    return CHATFMT_OK;
}

/* The bytes of the text from `begin` on came from `run`. */
static chatfmt_status spans_resolve(chatfmt_renderer *renderer, size_t begin, cft_run run)
{
    chatfmt_span span = {.begin = begin,
                         .end = begin + run.length,
                         .path = CFT_LIT(""),
                         .origin = CFT_NO_ORIGIN,
                         .generation = run.note >> CFT_RUN_GENERATION_SHIFT};
    cft_origin_node *node;
    switch (run.note & CFT_RUN_HOW) {
    case CFT_RUN_COPIED:
        span.flags = CHATFMT_SPAN_COPIED;
        return spans_of_address(renderer, span, run.source);
    case CFT_RUN_DERIVED:
        span.flags = CHATFMT_SPAN_DERIVED;
        return spans_of_address(renderer, span, run.source);
    case CFT_RUN_SCALAR:
        node = cft_origin_index_number(&renderer->index,
                                       (uint32_t)(uintptr_t)run.source);
        if (node) {
            span.flags = CHATFMT_SPAN_DERIVED;
            CFT_TRY(spans_name(renderer, &span, node));
        } else if (run.source) {
            span.kind = CHATFMT_SPAN_DATA;
            span.flags = CHATFMT_SPAN_DERIVED;
        }
        break;
    default: break;
    }
    return spans_add(renderer, &span);
}

/* The value of the variables that this is, or is a part of. */
static cft_origin_node *spans_node_of(cft_origin_index *index, cft_value value)
{
    const cft_origin_text *text;
    switch (value.kind) {
    case CFT_STRING:
        text = value.length ? cft_origin_index_text(index, value.as.text) : NULL;
        return text ? &index->nodes[text->node] : NULL;
    case CFT_LIST:
    case CFT_TUPLE: return cft_origin_index_number(index, value.as.list->origin);
    case CFT_DICT: return cft_origin_index_number(index, value.as.dict->origin);
    case CFT_NONE:
    case CFT_BOOL:
    case CFT_INT:
    case CFT_FLOAT: return cft_origin_index_number(index, value.length);
    default: return NULL;
    }
}

/* Whether the path is that of a message. */
static bool spans_is_message(cft_slice path)
{
    static const char begin[] = "messages[";
    size_t digits = sizeof begin - 1;
    if (path.length < sizeof begin || memcmp(path.data, begin, sizeof begin - 1)) return false;
    while (digits < path.length && path.data[digits] >= '0' && path.data[digits] <= '9') digits++;
    return digits + 1 == path.length;
}

/* What lacks an attribute: the message, or the member that is missing of another object; where a
 * text was wanted, as a method of texts shows, or where it is no object, it itself, and of a key
 * the object that it is in. */
static void spans_name_lack(chatfmt_renderer *renderer, cft_value lacking, cft_slice lacked)
{
    chatfmt_error *error = cft_machine_heap(renderer->machine)->error;
    cft_origin_node *node = spans_node_of(&renderer->index, lacking);
    const cft_origin_name *name;
    chatfmt_error path;
    if (node && node->is_key) node = &renderer->index.nodes[node->parent];
    if (!node || cft_origin_index_name(&renderer->index, node, &name)) return;
    bool whole = lacking.kind != CFT_DICT || spans_is_message(name->path) || !name->path.length ||
                 cft_method_find(&cft_builtins_default, cft_empty_string(), lacked);
    cft_fail(&path, CHATFMT_OK, "%.*s%s%.*s", (int)name->path.length, name->path.data,
             whole ? "" : ".", whole ? 0 : (int)lacked.length, lacked.data);
    cft_error_path(error, cft_slice_of(path.text, strlen(path.text)));
}

void cft_render_name_failed(chatfmt_renderer *renderer, const cft_dict *variables,
                            chatfmt_status status)
{
    chatfmt_error *error = cft_machine_heap(renderer->machine)->error;
    size_t count;
    const cft_value *failed = cft_machine_failed_operands(renderer->machine, &count);
    cft_origin_node *node = NULL;
    const cft_origin_name *name;
    cft_value lacking;
    cft_slice lacked;
    bool lack = cft_machine_failed_lack(renderer->machine, &lacking, &lacked);
    if (!error || (count == 0 && !lack) || status == CHATFMT_RAISED || status == CHATFMT_LIMIT ||
        status == CHATFMT_NO_MEMORY ||
        cft_origin_index_build(&renderer->index, variables, NULL, renderer->heap_bytes))
        return;
    if (lack) {
        spans_name_lack(renderer, lacking, lacked);
        return;
    }
    for (size_t i = 0; i < count && !node; i++) node = spans_node_of(&renderer->index, failed[i]);
    if (!node || cft_origin_index_name(&renderer->index, node, &name)) return;
    cft_error_path(error, name->path);
}

static chatfmt_status spans_build(chatfmt_renderer *renderer)
{
    size_t count, begin = 0;
    const cft_run *from = cft_machine_runs(renderer->machine, &count);
    const cft_origin_names names = {renderer->trusted, renderer->trusted_count, renderer->special,
                                    renderer->special_count};
    CFT_TRY(cft_origin_index_build(&renderer->index, renderer->variables, &names,
                                   renderer->heap_bytes));
    renderer->spans = NULL;
    renderer->span_count = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t done = 0; done < from[i].length;) {
            cft_run part = cft_machine_run_part(renderer->machine, &from[i], done);
            CFT_TRY(spans_resolve(renderer, begin, part));
            begin += part.length;
            done += part.length;
        }
    return cft_origins_status(cft_machine_heap(renderer->machine)->origins);
}

/* Finding the origins may take as much memory as rendering might: heap_bytes. */
static chatfmt_status spans_fail(const chatfmt_renderer *renderer, chatfmt_status status,
                                 chatfmt_error *error)
{
    if (status == CHATFMT_LIMIT ||
        (status == CHATFMT_NO_MEMORY &&
         (renderer->index.arena.over_maximum ||
          cft_origins_full(cft_machine_heap(renderer->machine)->origins))))
        return cft_fail(error, CHATFMT_LIMIT,
                        "limit exceeded: heap_bytes is %zu, reached %zu (for where each byte of "
                        "the text comes from)",
                        renderer->heap_bytes, renderer->heap_bytes);
    return cft_fail(error, status, "%s", chatfmt_status_text(status));
}

chatfmt_status cft_render_spans(chatfmt_renderer *renderer, chatfmt_error *error)
{
    if (renderer->spans) return CHATFMT_OK;
    chatfmt_status status = spans_build(renderer);
    renderer->spans = !status && renderer->span_count ? renderer->span_room : NULL;
    if (status == CHATFMT_OK) return CHATFMT_OK;
    return spans_fail(renderer, status, error);
}
