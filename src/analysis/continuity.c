/* analysis/continuity.c - histories rendered alone and with what comes next
 * (analysis/continuity.h). */
#include "analysis/continuity.h"

#include "value/text.h"

enum { CONTINUITY_SHOWN = 60 };

typedef struct continuity_work {
    cft_probe probe;
    cft_arena *arena;
    cft_slice chat_template, source;
    const chatfmt_limits *limits;
    cft_decider decider; /* its twin is made when it is needed first */
    bool no_memory;
} continuity_work;

/* What a byte was written by. */
typedef struct continuity_writer {
    cft_slice prompt;
    size_t offset; /* in the source; NOWHERE when spans do not tell */
    cft_decider_path path;
} continuity_writer;

static cft_slice continuity_keep(continuity_work *w, cft_slice text)
{
    char *copy = cft_arena_copy(w->arena, text.data, text.length);
    w->no_memory |= !copy;
    return copy ? cft_slice_of(copy, text.length) : CFT_LIT("");
}

/* The end of the last of the words that the answer says; 0 when one does not show. */
static size_t continuity_said(const cft_history *row, cft_slice text)
{
    size_t end = 0;
    for (size_t i = 0; i < sizeof row->words / sizeof *row->words && row->words[i]; i++) {
        cft_slice word = cft_slice_of(row->words[i], strlen(row->words[i]));
        size_t at = cft_text_find(text, word, 0), last = SIZE_MAX;
        for (; at != SIZE_MAX; at = cft_text_find(text, word, at + 1)) last = at;
        if (last == SIZE_MAX) return 0;
        if (last + word.length > end) end = last + word.length;
    }
    return end;
}

/* ---- What wrote a byte ---- */

static void continuity_side(continuity_work *w, size_t at, chatfmt_continuity_side *side,
                            continuity_writer *writer)
{
    const chatfmt_applied *a = &w->probe.applied;
    size_t length = a->text.length - at;
    if (length > CONTINUITY_SHOWN) length = CONTINUITY_SHOWN;
    while (at + length < a->text.length &&
           ((unsigned char)a->text.data[at + length] & 0xC0) == 0x80)
        length--;
    side->text = continuity_keep(w, cft_slice_of(a->text.data + at, length));
    writer->prompt = continuity_keep(w, a->text);
    writer->offset = at == a->text.length ? w->source.length : CFT_DECIDER_NOWHERE;
    for (size_t i = 0; i < a->span_count; i++) {
        const chatfmt_span *span = &a->spans[i];
        if (at < span->begin || at >= span->end) continue;
        if (span->path.length) side->path = continuity_keep(w, span->path);
        if (span->kind == CHATFMT_SPAN_TEMPLATE && span->flags & CHATFMT_SPAN_COPIED)
            writer->offset = span->offset + (at - span->begin);
    }
}

static void continuity_place(cft_slice source, cft_slice piece, uint32_t *line, uint32_t *column)
{
    const char *from = source.data;
    *line = 1;
    for (const char *at = source.data; at < piece.data; at++)
        if (*at == '\n') from = at + 1, ++*line;
    *column = (uint32_t)(piece.data - from) + 1;
}

/* A piece of the source, and its place. */
static cft_slice continuity_piece(continuity_work *w, cft_slice piece, uint32_t *line,
                                  uint32_t *column)
{
    cft_slice source = w->decider.parts.source;
    if (!piece.length) return CFT_LIT("");
    continuity_place(source, piece, line, column);
    return continuity_keep(w, piece);
}

/* What ran up to the byte in both prompts; false when no twin says. */
static bool continuity_paths(continuity_work *w, const cft_history *row, int form, size_t at,
                             continuity_writer writers[2])
{
    bool ok = false;
    for (int twin = 0; twin < CFT_DECIDER_TWINS && !ok; twin++) {
        w->probe.chat_template = w->decider.twins[twin];
        ok = true;
        for (int i = 0; i < 2 && ok; i++) {
            ok = cft_probe_ask(&w->probe, i ? row->after[form] : row->before[form], row->tools,
                               i ? CHATFMT_APPLY_GENERATION_PROMPT : 0);
            chatfmt_status status =
                ok ? cft_decider_walk(&w->decider, w->probe.applied.text, writers[i].prompt, at,
                                      &writers[i].path)
                   : CHATFMT_VALUE;
            w->no_memory |= status == CHATFMT_NO_MEMORY;
            ok = !status;
        }
    }
    w->probe.chat_template = w->chat_template;
    return ok;
}

/* The {{ … }} that ran last, where spans do not say what wrote the byte. */
static void continuity_settle(continuity_writer *writer)
{
    if (writer->offset == CFT_DECIDER_NOWHERE && writer->path.count)
        writer->offset = writer->path.at[writer->path.count - 1];
}

static void continuity_name(continuity_work *w, chatfmt_continuity_side *side,
                            const continuity_writer *writer)
{
    if (writer->offset < w->source.length)
        side->piece = continuity_piece(w, cft_decider_piece(&w->decider, writer->offset),
                                       &side->line, &side->column);
}

/* Which tag decided. */
static void continuity_cause(continuity_work *w, const continuity_writer writers[2], bool paths,
                             chatfmt_continuity *out)
{
    size_t end = w->source.length, one = writers[0].offset, other = writers[1].offset;
    if (paths) (void)cft_decider_part(&writers[0].path, &writers[1].path, &one, &other);
    else if (one == CFT_DECIDER_NOWHERE || other == CFT_DECIDER_NOWHERE) return;
    cft_slice tag = cft_decider_between(&w->decider, one < end ? one : end,
                                        other < end ? other : end);
    out->cause = continuity_piece(w, tag, &out->line, &out->column);
}

static chatfmt_status continuity_explain(continuity_work *w, const cft_history *row, int form,
                                         chatfmt_continuity *out)
{
    continuity_writer writers[2] = {{.offset = CFT_DECIDER_NOWHERE},
                                    {.offset = CFT_DECIDER_NOWHERE}};
    if (!w->decider.twins[0].length)
        CFT_TRY(cft_decider_make(w->arena, w->source, w->limits, &w->decider, &w->probe.error));
    if (!cft_probe_ask(&w->probe, row->before[form], row->tools, 0)) return CHATFMT_OK;
    out->message = cft_probe_message_at(&w->probe, out->at);
    continuity_side(w, out->at, &out->before, &writers[0]);
    if (!cft_probe_ask(&w->probe, row->after[form], row->tools, CHATFMT_APPLY_GENERATION_PROMPT))
        return CHATFMT_OK;
    continuity_side(w, out->at, &out->after, &writers[1]);
    bool paths = continuity_paths(w, row, form, out->at, writers);
    for (int i = 0; i < 2 && paths; i++) continuity_settle(&writers[i]);
    continuity_name(w, &out->before, &writers[0]);
    continuity_name(w, &out->after, &writers[1]);
    continuity_cause(w, writers, paths, out);
    return CHATFMT_OK;
}

/* ---- Verdicts ---- */

/* Where the token ends that ends the last turn of the last prompt; SIZE_MAX without one. */
static size_t continuity_stop(continuity_work *w)
{
    chatfmt_mask_options options = CHATFMT_MASK_OPTIONS_INIT;
    const chatfmt_mask_range *ranges;
    size_t count;
    options.kind = CHATFMT_MASK_DERIVED;
    chatfmt_status status = cft_applier_mask(w->probe.chat, &options, &ranges, &count, NULL);
    w->no_memory |= status == CHATFMT_NO_MEMORY;
    return !status && count && ranges[count - 1].closed ? ranges[count - 1].end : SIZE_MAX;
}

static bool continuity_refused(continuity_work *w, chatfmt_continuity *out)
{
    const char *text = w->probe.error.text;
    const char *copy = cft_arena_copy(w->arena, text, strlen(text));
    out->verdict = CHATFMT_CONTINUITY_REFUSED;
    out->error = copy ? copy : "";
    return false;
}

/* One form of a history; false when it is refused or not written. */
static bool continuity_compare(continuity_work *w, const cft_history *row, int form,
                               chatfmt_continuity *out)
{
    size_t at = 0;
    if (!cft_probe_ask(&w->probe, row->before[form], row->tools, 0))
        return continuity_refused(w, out);
    cft_slice before = continuity_keep(w, w->probe.applied.text);
    size_t said = continuity_said(row, before);
    out->verdict = CHATFMT_CONTINUITY_NOT_WRITTEN;
    if (!said) return false;
    size_t stop = continuity_stop(w);
    if (!cft_probe_ask(&w->probe, row->after[form], row->tools, CHATFMT_APPLY_GENERATION_PROMPT))
        return continuity_refused(w, out);
    cft_slice after = w->probe.applied.text;
    while (at < before.length && at < after.length && before.data[at] == after.data[at]) at++;
    out->at = at;
    out->verdict = at == before.length ? CHATFMT_CONTINUITY_STABLE
                   : at < said         ? CHATFMT_CONTINUITY_REWRITTEN
                   : at < stop         ? CHATFMT_CONTINUITY_CLOSING
                                       : CHATFMT_CONTINUITY_AFTER_STOP;
    return true;
}

/* Arguments as an object, as transformers documents them, else as text. */
static chatfmt_status continuity_row(continuity_work *w, const cft_history *row,
                                     chatfmt_continuity *out)
{
    chatfmt_continuity first;
    int form = 0;
    *out = (chatfmt_continuity){.name = row->name, .history = row->about, .error = "",
                                .message = CHATFMT_NO_MESSAGE};
    chatfmt_continuity blank = *out;
    if (!continuity_compare(w, row, 0, out)) {
        first = *out;
        *out = blank;
        form = 1;
        if (!row->tools || !continuity_compare(w, row, 1, out)) {
            *out = first;
            return CHATFMT_OK;
        }
    }
    return out->verdict == CHATFMT_CONTINUITY_STABLE ? CHATFMT_OK
                                                     : continuity_explain(w, row, form, out);
}

chatfmt_status cft_continuity_find(const chatfmt_model *model, cft_slice chat_template,
                                   cft_slice source, const chatfmt_limits *limits,
                                   cft_arena *arena, chatfmt_continuity rows[CFT_HISTORIES],
                                   chatfmt_error *error)
{
    continuity_work w = {
        .arena = arena, .chat_template = chat_template, .source = source, .limits = limits};
    chatfmt_status status = cft_probe_open(&w.probe, model, chat_template, limits,
                                           &arena->allocator, error);
    for (size_t i = 0; i < CFT_HISTORIES && !status; i++)
        status = cft_error_explain(continuity_row(&w, &cft_histories[i], &rows[i]), error);
    if (!status && (w.no_memory || w.probe.no_memory))
        status = cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    cft_probe_close(&w.probe);
    return status;
}

/* ---- As JSON ---- */

const char *cft_continuity_verdict_name(chatfmt_continuity_verdict verdict)
{
    static const char *const names[] = {"stable",    "after-stop", "closing",
                                        "rewritten", "refused",    "not-written"};
    return (unsigned)verdict < sizeof names / sizeof *names ? names[verdict] : "";
}

static void continuity_json_place(cft_json_out *out, cft_slice piece, uint32_t line,
                                  uint32_t column)
{
    cft_out_name(out, "piece");
    if (!piece.length) {
        cft_out_text(out, "null, \"line\": null, \"column\": null");
        return;
    }
    cft_out_string(out, piece.data, piece.length);
    cft_out_text(out, ", \"line\": ");
    cft_out_number(out, line);
    cft_out_text(out, ", \"column\": ");
    cft_out_number(out, column);
}

static void continuity_json_side(cft_json_out *out, const char *name,
                                 const chatfmt_continuity_side *side)
{
    cft_out_text(out, ", ");
    cft_out_name(out, name);
    cft_out_text(out, "{\"text\": ");
    cft_out_string(out, side->text.data, side->text.length);
    cft_out_text(out, ", ");
    continuity_json_place(out, side->piece, side->line, side->column);
    cft_out_text(out, ", \"path\": ");
    if (side->path.length) cft_out_string(out, side->path.data, side->path.length);
    else cft_out_text(out, "null");
    cft_out_text(out, "}");
}

static void continuity_json_difference(cft_json_out *out, const chatfmt_continuity *row)
{
    cft_out_text(out, ", \"at\": ");
    cft_out_number(out, row->at);
    cft_out_text(out, ", \"message\": ");
    if (row->message == CHATFMT_NO_MESSAGE) cft_out_text(out, "null");
    else cft_out_number(out, row->message);
    continuity_json_side(out, "before", &row->before);
    continuity_json_side(out, "after", &row->after);
    cft_out_text(out, ", \"cause\": ");
    if (!row->cause.length) {
        cft_out_text(out, "null");
        return;
    }
    cft_out_text(out, "{");
    continuity_json_place(out, row->cause, row->line, row->column);
    cft_out_text(out, "}");
}

void cft_continuity_write(cft_json_out *out, const chatfmt_continuity rows[CFT_HISTORIES])
{
    for (size_t i = 0; i < CFT_HISTORIES; i++) {
        const chatfmt_continuity *row = &rows[i];
        const char *verdict = cft_continuity_verdict_name(row->verdict);
        cft_out_text(out, i ? ",\n  {\"name\": \"" : "[\n  {\"name\": \"");
        cft_out_text(out, row->name);
        cft_out_text(out, "\", \"history\": ");
        cft_out_string(out, row->history, strlen(row->history));
        cft_out_text(out, ", \"verdict\": ");
        cft_out_string(out, verdict, strlen(verdict));
        if (*row->error) {
            cft_out_text(out, ", \"error\": ");
            cft_out_string(out, row->error, strlen(row->error));
        }
        if (row->before.text.length || row->after.text.length) continuity_json_difference(out, row);
        cft_out_text(out, "}");
    }
    cft_out_text(out, "]");
}
