/* chat/reader.c - the reader of a model's replies, by name, by the markers of
 * its template, by learning, or by a hint; and what it is made of.
 */
#include "chat/reader.h"
#include "replies/reader_rank.h"
#include "value/text.h"

/* Of the families that a template's markers speak for, so many are tried. */
enum { READER_TRIES = 8 };

static cft_slice reader_text(const char *text)
{
    return cft_slice_of(text, strlen(text));
}

void cft_reader_free(chatfmt_reader *reader)
{
    if (!reader) return;
    chatfmt_allocator memory = reader->allocator;
    cft_arena_free(&reader->arena);
    cft_buffer_free(&reader->evidence);
    cft_buffer_free(&reader->json);
    cft_release(&memory, reader, sizeof *reader);
}

static chatfmt_reader *reader_new(const chatfmt_allocator *allocator)
{
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    chatfmt_reader *reader = cft_allocate(&memory, sizeof *reader);
    if (!reader) return NULL;
    memset(reader, 0, sizeof *reader);
    reader->allocator = memory;
    cft_arena_init(&reader->arena, &memory);
    cft_buffer_init(&reader->evidence, &memory);
    cft_buffer_init(&reader->json, &memory);
    return reader;
}

/* ---- By markers ---- */

static bool reader_is_blank(cft_slice text)
{
    size_t i = 0;
    while (i < text.length && strchr(" \t\r\n", text.data[i])) i++;
    return i == text.length;
}

/* Markers, one after another, as evidence; white space alone shows nothing. */
static chatfmt_status reader_say_markers(chatfmt_reader *reader, cft_slice source)
{
    size_t at = 0;
    for (;;) {
        cft_slice seen = cft_reply_seen(&reader->row, source, &at);
        if (!seen.length) return CHATFMT_OK;
        if (!reader_is_blank(seen))
            CFT_TRY(cft_reader_say(reader, "the template contains %.*s", (int)seen.length,
                                   seen.data));
    }
}

static chatfmt_status reader_take(chatfmt_reader *reader, const cft_reply_row *row,
                                  chatfmt_reader_how how, cft_slice source)
{
    reader->row = *row;
    reader->how = how;
    return reader_say_markers(reader, source);
}

/* The family that came next to reading all. */
typedef struct reader_best {
    cft_reply_row row; /* its name is NULL as long as there is none */
    cft_probes_result result;
    const char *difference; /* static */
} reader_best;

/* Does an answer without reasoning begin with what closes it? */
static bool reader_leads_with_close(const cft_reply_row *row, const cft_probes *probes)
{
    cft_slice reply = probes->trips[CFT_SAMPLE_PLAIN].sample.reply;
    size_t length = strlen(row->think_close);
    return length && length <= reply.length &&
           memcmp(reply.data, row->think_close, length) == 0;
}

/* A row with the stops of this model as well. */
static chatfmt_status reader_fitted(chatfmt_reader *reader, const cft_probes *probes,
                                    cft_slice source, const cft_reply_row *row,
                                    cft_reply_row *out)
{
    const cft_learn_about about = {source, probes->opening, probes->stops, probes->stop_count};
    *out = *row;
    if (reader_leads_with_close(row, probes)) out->flags |= CFT_ROW_LEADING_CLOSE;
    return cft_learn_stops(&reader->arena, &probes->trips[CFT_SAMPLE_PLAIN].sample, &about,
                           out);
}

/* Messages that do not come back. */
static uint32_t reader_missed(const cft_probes_result *result)
{
    return result->different + result->lossy;
}

/* Read with `other` too, which is the row from now on when it reads more. */
static chatfmt_status reader_try(cft_probes *probes, const cft_reply_row *other,
                                 cft_reply_row *row, cft_probes_result *result)
{
    cft_probes_result read;
    CFT_TRY(cft_probes_read(probes, other, &read));
    if (read.different > result->different || reader_missed(&read) >= reader_missed(result))
        return CHATFMT_OK;
    *row = *other;
    *result = read;
    return CHATFMT_OK;
}

/* Read all back: with values that are framed by newlines or not, reasoning that is at the
 * beginning or anywhere, calls at the beginning or after content, Python's strings escaped or
 * not, and a word before each answer, as the template writes them. */
static chatfmt_status reader_read(chatfmt_reader *reader, cft_probes *probes, cft_reply_row *row,
                                  cft_probes_result *result)
{
    static const uint32_t ways[] = {CFT_ROW_VALUE_LINES, CFT_ROW_INTERLEAVED, CFT_ROW_BARE_LATER,
                                    CFT_ROW_PLAIN_VALUES};
    CFT_TRY(cft_probes_read(probes, row, result));
    for (size_t i = 0; i < sizeof ways / sizeof *ways && reader_missed(result); i++) {
        cft_reply_row other = *row;
        other.flags ^= ways[i];
        CFT_TRY(reader_try(probes, &other, row, result));
    }
    if (!reader_missed(result)) return CHATFMT_OK;
    cft_reply_row other = *row;
    if (result->different)
        CFT_TRY(cft_learn_lead(&reader->arena, &probes->trips[result->failed].sample, &other));
    CFT_TRY(reader_try(probes, &other, row, result));
    return cft_probes_read(probes, row, result);
}

/* The best family that reads all that the template writes. A template that writes no tool calls
 * confirms nothing about them; then only a family whose markers are all there counts. */
static chatfmt_status reader_by_markers(chatfmt_reader *reader, cft_probes *probes,
                                        cft_slice source, bool *found, reader_best *best)
{
    cft_rank ranks[CFT_RANKS];
    size_t count = cft_reply_rank(probes->shown, ranks);
    *found = false;
    for (size_t i = 0; i < count && i < READER_TRIES; i++) {
        cft_probes_result result;
        cft_reply_row row;
        if (!probes->calls && !ranks[i].certain) continue;
        CFT_TRY(reader_fitted(reader, probes, source, ranks[i].row, &row));
        CFT_TRY(reader_read(reader, probes, &row, &result));
        if (result.different && (!best->row.name || result.different < best->result.different))
            *best = (reader_best){row, result, probes->trips[result.failed].difference};
        if (result.different || !result.equal) continue;
        reader->confirmed = result.equal;
        reader->skipped = result.skipped;
        *found = true;
        CFT_TRY(cft_reader_say(reader,
                               "messages read back: %u; left out or changed by the template: %u",
                               (unsigned)result.equal, (unsigned)result.skipped));
        return reader_take(reader, &row, CHATFMT_READER_MARKERS, probes->shown);
    }
    return CHATFMT_OK;
}

/* A family that reads nearly all is still better than a hint: templates have their own
 * mistakes. It says what it does not read. */
static chatfmt_status reader_by_most(chatfmt_reader *reader, const reader_best *best,
                                     cft_slice shown, bool *found)
{
    *found = best->row.name && best->result.equal >= 3 * best->result.different;
    if (!*found) return CHATFMT_OK;
    reader->confirmed = best->result.equal;
    reader->skipped = best->result.skipped;
    CFT_TRY(cft_reader_say(reader,
                           "not read back: %u of %u messages, the first of them \"%s\" (%s)",
                           (unsigned)best->result.different,
                           (unsigned)(best->result.different + best->result.equal),
                           cft_probe_rows[best->result.failed].name, best->difference));
    return reader_take(reader, &best->row, CHATFMT_READER_MARKERS, shown);
}

/* ---- By learning ---- */

static chatfmt_status reader_say_learned(chatfmt_reader *reader, const cft_probes *probes)
{
    const cft_reply_row *row = &reader->row;
    const cft_learn_sample *one = &probes->trips[CFT_SAMPLE_ONE].sample;
    const cft_learn_sample *thought = &probes->trips[CFT_SAMPLE_REASONING].sample;
    if (row->think_open[0] && thought->part_count)
        CFT_TRY(cft_reader_say(reader, "messages[1].reasoning_content appears in: %.*s",
                               (int)thought->reply.length, thought->reply.data));
    if (row->shape != CFT_SHAPE_NONE)
        CFT_TRY(cft_reader_say(reader, "messages[1].tool_calls[0] appears in: %.*s",
                               (int)one->reply.length, one->reply.data));
    else
        CFT_TRY(cft_reader_say(reader, "the template writes no tool calls"));
    return cft_reader_say(reader, "messages read back: %u; left out or changed by the template: %u",
                          (unsigned)reader->confirmed, (unsigned)reader->skipped);
}

/* Would a model have to write on after what ends its turn, to write the end of its calls? */
static bool reader_runs_on(const cft_reply_row *row, const cft_probes *probes)
{
    const char *const markers[] = {row->section_close, row->call_close};
    for (size_t i = 0; i < sizeof markers / sizeof *markers; i++)
        for (size_t k = 0; k < probes->stop_count; k++) {
            cft_slice marker = reader_text(markers[i]), stop = probes->stops[k];
            size_t at = cft_text_find(marker, stop, 0);
            if (stop.length > 3 && at != SIZE_MAX && at + stop.length < marker.length) return true;
        }
    return false;
}

static void reader_differs(const cft_probes *probes, const cft_probes_result *result,
                           chatfmt_error *why)
{
    if (!result->different) (void)cft_fail(why, CHATFMT_NOT_FOUND, "nothing was read");
    else
        (void)cft_fail(why, CHATFMT_NOT_FOUND,
                       "%s of the test message \"%s\" does not come back as it was written",
                       probes->trips[result->failed].difference,
                       cft_probe_rows[result->failed].name);
}

/* Guess, and read all back; `why` tells why not. */
static chatfmt_status reader_by_learning(chatfmt_reader *reader, cft_probes *probes,
                                         cft_slice source, bool *found, chatfmt_error *why)
{
    const cft_learn_about about = {source, probes->opening, probes->stops, probes->stop_count};
    cft_learn_sample samples[CFT_SAMPLE_COUNT];
    for (size_t i = 0; i < CFT_SAMPLE_COUNT; i++)
        samples[i] = probes->trips[i].sample;
    *found = false;
    cft_error_clear(why);
    for (unsigned guess = 0; guess < CFT_LEARN_GUESSES; guess++) {
        cft_learned learned;
        cft_probes_result result;
        CFT_TRY(cft_learn(&reader->arena, samples, &about, guess, &learned));
        if (!learned.refusal && reader_runs_on(&learned.row, probes))
            learned.refusal = "the end of a turn falls inside a marker";
        if (learned.refusal) {
            if (!why->status) (void)cft_fail(why, CHATFMT_NOT_FOUND, "%s", learned.refusal);
            continue;
        }
        CFT_TRY(reader_read(reader, probes, &learned.row, &result));
        if (result.different || !result.equal) {
            if (!why->status) reader_differs(probes, &result, why);
            continue;
        }
        reader->row = learned.row;
        reader->how = CHATFMT_READER_LEARNED;
        reader->confirmed = result.equal;
        reader->skipped = result.skipped;
        *found = true;
        return reader_say_learned(reader, probes);
    }
    return CHATFMT_OK;
}

/* ---- By hints ---- */

static chatfmt_status reader_by_hint(chatfmt_reader *reader, const cft_model *model,
                                     bool *found)
{
    cft_slice name, word;
    const char *kind;
    const cft_reply_row *row = cft_reader_hint(model, &kind, &name, &word);
    *found = row != NULL;
    if (!row) return CHATFMT_OK;
    reader->row = *row;
    reader->how = CHATFMT_READER_HINT;
    return cft_reader_say(reader, "the %s %.*s contains %.*s; nothing confirms it", kind,
                          (int)name.length, name.data, (int)word.length, word.data);
}

/* ---- All of it ---- */

static chatfmt_status reader_keep_header(chatfmt_reader *reader, cft_slice header)
{
    char *text = cft_arena_copy(&reader->arena, header.data, header.length);
    if (!text) return CHATFMT_NO_MEMORY;
    reader->header = cft_slice_of(text, header.length);
    return CHATFMT_OK;
}

static bool reader_wants(const chatfmt_reader_options *options, const char *word)
{
    return cft_slice_equal(options->wanted, reader_text(word));
}

static chatfmt_status reader_by_name(chatfmt_reader *reader,
                                     const chatfmt_reader_options *options,
                                     chatfmt_error *error)
{
    const cft_reply_row *row = cft_reply_find(options->wanted);
    if (!row) return cft_reply_unknown(options->wanted, error);
    reader->row = *row;
    reader->how = CHATFMT_READER_NAMED;
    return cft_reader_say(reader, "asked for by name");
}

static chatfmt_status reader_no_template(chatfmt_reader *reader, const chatfmt_model *model,
                                         chatfmt_error *error)
{
    bool found;
    CFT_TRY(reader_by_hint(reader, &model->model, &found));
    if (found) {
        cft_error_clear(error);
        return CHATFMT_OK;
    }
    return CHATFMT_NOT_FOUND;
}

/* Why no reader is certain. Of a template that fails for the plainest conversation, its error, with
 * its place. */
static chatfmt_status reader_uncertain(cft_probes *probes, const char *why, chatfmt_error *error)
{
    chatfmt_error failed;
    cft_error_clear(&failed);
    if (!cft_probes_fail(probes, &failed))
        return cft_fail(error, CHATFMT_NOT_FOUND,
                        "this template does not show for certain which reader fits: %s", why);
    if (!error) return CHATFMT_NOT_FOUND;
    *error = failed;
    error->path[0] = 0;
    return cft_fail(error, CHATFMT_NOT_FOUND,
                    "this template does not show which reader fits: it fails for a user's message "
                    "with an answer: %s",
                    failed.text);
}

static chatfmt_status reader_choose_with(chatfmt_reader *reader, cft_probes *probes,
                                         const chatfmt_reader_options *options,
                                         chatfmt_error *error)
{
    const cft_model *model = &probes->model->model;
    const cft_model_template *row;
    cft_slice source;
    chatfmt_error why;
    reader_best best = {.difference = ""};
    bool found = false;
    CFT_TRY(cft_model_choose(model, options->chat_template, true, probes->model->processor,
                             &row, error));
    source = row ? row->source : options->chat_template;
    if (row && !options->chat_template.length && model->template_count > 1)
        CFT_TRY(cft_reader_say(reader, "of the model's templates %.*s is looked at%s",
                               (int)row->name.length, row->name.data,
                               cft_slice_equal(row->name, CFT_LIT("tool_use"))
                                   ? ", which prompts with tools have"
                                   : ""));
    CFT_TRY(reader_keep_header(reader, probes->header));
    if (!reader_wants(options, "learned"))
        CFT_TRY(reader_by_markers(reader, probes, source, &found, &best));
    bool learn = reader_wants(options, "learned");
    if (!found && !learn) CFT_TRY(cft_reader_fit_calls(reader, probes, source, &found));
    if (!found) CFT_TRY(reader_by_learning(reader, probes, source, &found, &why));
    if (!found && !learn) CFT_TRY(reader_by_most(reader, &best, probes->shown, &found));
    if (found) return learn ? CHATFMT_OK : cft_reader_fit_reasoning(reader, probes, source);
    if (!probes->calls && !learn) CFT_TRY(reader_by_hint(reader, model, &found));
    if (found) return CHATFMT_OK;
    if (best.row.name)
        return cft_fail(
            error, CHATFMT_NOT_FOUND,
            "this template does not show for certain which reader fits: %s; read as %s, %s of "
            "\"%s\" does not",
            why.text, best.row.name, best.difference, cft_probe_rows[best.result.failed].name);
    return reader_uncertain(probes, why.text, error);
}

static chatfmt_status reader_choose(chatfmt_reader *reader, const chatfmt_model *model,
                                    const chatfmt_reader_options *options,
                                    const chatfmt_limits *limits, chatfmt_error *error)
{
    cft_probes *probes;
    if (options->wanted.length && !reader_wants(options, "auto") &&
        !reader_wants(options, "learned"))
        return reader_by_name(reader, options, error);
    if (!model) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "model is NULL");
    probes = cft_allocate(&reader->allocator, sizeof *probes);
    if (!probes) return CHATFMT_NO_MEMORY;
    chatfmt_status status = cft_probes_write(probes, model, options, limits, error);
    if (status == CHATFMT_OK)
        status = reader_choose_with(reader, probes, options, error);
    else if (status == CHATFMT_VALUE && !reader_wants(options, "learned") &&
             reader_no_template(reader, model, error) == CHATFMT_OK)
        status = CHATFMT_OK;
    if (status == CHATFMT_OK && probes->turn) {
        reader->row.turn_open = cft_arena_copy(&reader->arena, probes->turn, strlen(probes->turn));
        if (!reader->row.turn_open) status = CHATFMT_NO_MEMORY;
    }
    cft_probes_free(probes);
    cft_release(&reader->allocator, probes, sizeof *probes);
    return status;
}

chatfmt_status cft_reader_choose(const chatfmt_model *model,
                                 const chatfmt_reader_options *options,
                                 const chatfmt_limits *limits, chatfmt_reader **out,
                                 chatfmt_error *error)
{
    chatfmt_reader *reader = reader_new(options->allocator);
    if (!reader) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    chatfmt_status status = reader_choose(reader, model, options, limits, error);
    if (status == CHATFMT_OK) status = cft_reader_describe(reader);
    if (status == CHATFMT_OK) {
        *out = reader;
        return status;
    }
    cft_reader_free(reader);
    return status == CHATFMT_NO_MEMORY ? cft_fail(error, status, "out of memory") : status;
}

/* ---- Round trips ---- */

chatfmt_status cft_reader_round_trip(chatfmt_applier *chat, const chatfmt_model *model,
                                     const chatfmt_reader *reader, cft_value list,
                                     const chatfmt_apply_options *options,
                                     const chatfmt_limits *limits, chatfmt_round_trip *out)
{
    static const chatfmt_round_trip_outcome outcomes[] = {
        [CFT_ROUND_TRIP_EQUAL] = CHATFMT_ROUND_TRIP_EQUAL,
        [CFT_ROUND_TRIP_NOT_SHOWN] = CHATFMT_ROUND_TRIP_NOT_SHOWN,
        [CFT_ROUND_TRIP_LOSSY] = CHATFMT_ROUND_TRIP_LOSSY,
        [CFT_ROUND_TRIP_DIFFERENT] = CHATFMT_ROUND_TRIP_DIFFERENT,
    };
    cft_round_trip trip;
    cft_heap heap;
    memset(out, 0, sizeof *out);
    cft_arena_reset(&chat->trips);
    cft_heap_init(&heap, &chat->allocator);
    cft_heap_reset(&heap, &chat->limits, NULL);
    chatfmt_status status =
        cft_round_trip_write(chat, model, list, options, limits, &chat->trips, &trip);
    if (status == CHATFMT_OK) cft_round_trip_behead(&trip, reader->header);
    if (status == CHATFMT_OK)
        status = cft_round_trip_read(&reader->row, list.as.list->items[list.as.list->count - 1],
                                     cft_unwrap(options->tools), &heap, &chat->trips, &trip);
    cft_heap_free(&heap);
    CFT_TRY(status);
    out->outcome = outcomes[trip.outcome];
    out->prompt = trip.prompt;
    out->reply = trip.sample.reply;
    out->message = trip.read;
    out->difference = trip.difference ? cft_slice_of(trip.difference, strlen(trip.difference))
                                      : CFT_LIT("");
    out->lost = trip.lost;
    return CHATFMT_OK;
}
