/* service/map_job.c - blocks of a data set: filled in order, run by any thread, taken in order
 * (chatfmt/map.h). */
#include "service/map_lines.h"

#include "service/map.h"
#include "api/api_check.h"
#include "chatfmt/service.h"

struct chatfmt_map_job {
    chatfmt_map_job_options options;
    cft_map_reader reader;
    chatfmt_map_failure failure;
    chatfmt_map_losses losses;
    chatfmt_map_totals about;
    uint64_t made; /* lines that came out of blocks, those of `resume` too where they are skipped */
    chatfmt_map_first firsts[CHATFMT_MAP_FIRSTS];
};

struct chatfmt_map_block {
    const chatfmt_map_job *job;
    cft_map_lines in;
    char *data; /* what came of them */
    size_t length, capacity, made; /* `made`: the length that it had the time before */
    bool lent;  /* `data` is the caller's */
    bool starved;
    uint64_t rows, errors, lines;
    uint64_t roles_seen; /* by its mapper, up to this block */
    bool own_templates;  /* the same */
    chatfmt_map_losses losses;
    chatfmt_map_first firsts[CHATFMT_MAP_FIRSTS]; /* their lines are those of all inputs together */
    chatfmt_error error; /* of the first row in error, and: */
    uint64_t error_line;
    bool error_in_row, error_of_model;
    cft_slice error_template, error_row;
};

/* ---- Jobs ---- */

chatfmt_status chatfmt_map_job_new(const chatfmt_map_job_options *options, chatfmt_map_job **out,
                                   chatfmt_error *error)
{
    chatfmt_map_job_options own = CHATFMT_MAP_JOB_OPTIONS_INIT;
    cft_error_clear(error);
    if (out) *out = NULL;
    if (!out || !options) return cft_fail_null(error, !out ? "out" : "options");
    CFT_TRY(cft_api_options(&own, sizeof own, options, "chatfmt_map_job_options", error));
    if (!own.read) return cft_fail_null(error, "chatfmt_map_job_options.read");
    chatfmt_allocator memory = cft_allocator_or_default(own.allocator);
    chatfmt_map_job *job = cft_allocate(&memory, sizeof *job);
    if (!job) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    *job = (chatfmt_map_job){.options = own};
    job->reader = (cft_map_reader){.memory = memory, .from = &job->options};
    chatfmt_map_packs_skip(own.packs, own.resume);
    chatfmt_status status = cft_map_reader_begin(&job->reader, error);
    if (status) cft_release(&memory, job, sizeof *job);
    else *out = job;
    return status;
}

void chatfmt_map_job_free(chatfmt_map_job *job)
{
    if (!job) return;
    chatfmt_allocator memory = job->reader.memory;
    cft_map_reader_free(&job->reader);
    cft_release(&memory, job, sizeof *job);
}

/* ---- Blocks ---- */

chatfmt_status chatfmt_map_block_new(const chatfmt_map_job *job, chatfmt_map_block **out,
                                     chatfmt_error *error)
{
    cft_error_clear(error);
    if (out) *out = NULL;
    if (!job || !out) return cft_fail_null(error, !job ? "job" : "out");
    *out = cft_allocate(&job->reader.memory, sizeof **out);
    if (!*out) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    **out = (chatfmt_map_block){.job = job};
    return CHATFMT_OK;
}

static void block_drop(chatfmt_map_block *block)
{
    if (!block->lent) cft_release(&block->job->reader.memory, block->data, block->capacity);
}

void chatfmt_map_block_free(chatfmt_map_block *block)
{
    if (!block) return;
    chatfmt_allocator memory = block->job->reader.memory;
    cft_map_lines_free(&memory, &block->in);
    block_drop(block);
    cft_release(&memory, block, sizeof *block);
}

void chatfmt_map_block_lend(chatfmt_map_block *block, char *room, size_t size)
{
    if (!block) return;
    block_drop(block);
    block->data = room;
    block->capacity = room ? size : 0;
    block->lent = room != NULL;
}

static chatfmt_status job_check_block(const chatfmt_map_job *job, const chatfmt_map_block *block,
                                      chatfmt_error *error)
{
    if (!job || !block) return cft_fail_null(error, !job ? "job" : "block");
    if (block->job == job) return CHATFMT_OK;
    return cft_fail(error, CHATFMT_BAD_ARGUMENT, "block is none of this job");
}

chatfmt_status chatfmt_map_job_fill(chatfmt_map_job *job, chatfmt_map_block *block,
                                    chatfmt_error *error)
{
    cft_error_clear(error);
    CFT_TRY(job_check_block(job, block, error));
    block->made = block->length;
    block->length = 0;
    if (block->lent) chatfmt_map_block_lend(block, NULL, 0);
    block->rows = block->errors = block->lines = 0;
    for (int i = 0; i < CHATFMT_MAP_FIRSTS; i++) block->firsts[i].line = 0;
    block->starved = block->error_of_model = false;
    return cft_map_reader_fill(&job->reader, &block->in, error);
}

size_t chatfmt_map_block_lines(const chatfmt_map_block *block)
{
    return block ? block->in.count : 0;
}

chatfmt_slice chatfmt_map_block_output(const chatfmt_map_block *block)
{
    return block && block->length ? cft_slice_of(block->data, block->length) : CFT_LIT("");
}

size_t chatfmt_map_block_wants(const chatfmt_map_block *block)
{
    if (!block) return 0;
    size_t usual = block->made > block->in.length ? block->made : block->in.length;
    return usual + usual / 8 + (1 << 17);
}

/* ---- Running one ---- */

static bool block_room(chatfmt_map_block *block, size_t extra)
{
    const chatfmt_allocator *memory = &block->job->reader.memory;
    if (extra > SIZE_MAX / 4 - block->capacity) return false;
    size_t larger = (block->capacity + extra) * 2;
    char *grown = block->lent ? cft_allocate(memory, larger)
                              : cft_resize(memory, block->data, block->capacity, larger);
    if (!grown) return false;
    if (block->lent) memcpy(grown, block->data, block->length);
    block->lent = false;
    block->data = grown;
    block->capacity = larger;
    return true;
}

static void block_append(chatfmt_map_block *block, cft_slice line)
{
    block->lines++;
    if (line.length > block->capacity - block->length && !block_room(block, line.length)) {
        block->starved = true;
        return;
    }
    memcpy(block->data + block->length, line.data, line.length);
    block->length += line.length;
}

/* The block's first row of each kind. */
static void block_note_firsts(chatfmt_map_block *block, const chatfmt_mapper *mapper,
                              uint64_t number)
{
    for (int i = 0; i < CHATFMT_MAP_FIRSTS; i++) {
        chatfmt_map_first *first = &block->firsts[i];
        if (!first->line && cft_mapper_notes(mapper, i, first->words, sizeof first->words))
            first->line = number;
    }
}

static void block_note_error(chatfmt_map_block *block, const chatfmt_mapper *mapper,
                             const chatfmt_error *error, cft_slice line, uint64_t number)
{
    block->error_of_model = cft_mapper_lacks(mapper);
    if (block->errors++ && !block->error_of_model) return;
    block->error = *error;
    block->error_line = number;
    block->error_in_row = chatfmt_mapper_place(mapper, &block->error_template) != 0;
    block->error_row = line;
}

/* False when the block ends here. */
static bool block_one(chatfmt_map_block *block, chatfmt_mapper *mapper, cft_slice line,
                      uint64_t number)
{
    chatfmt_map_errors on_error = block->job->options.on_error;
    chatfmt_error error;
    chatfmt_slice out;
    block->rows++;
    if (!chatfmt_mapper_row(mapper, line.data, line.length, number, &out, &error)) {
        block_append(block, out);
        block_note_firsts(block, mapper, number);
        return true;
    }
    block->starved = error.status == CHATFMT_NO_MEMORY; /* no fault of the row */
    if (block->starved) return false;
    block_note_error(block, mapper, &error, line, number);
    if (on_error == CHATFMT_MAP_FAIL || block->error_of_model) return false;
    if (on_error == CHATFMT_MAP_SKIP) return true;
    block->starved |= chatfmt_mapper_error(mapper, number, &error, &out, NULL) != CHATFMT_OK;
    if (!block->starved) block_append(block, out);
    return !block->starved;
}

/* When rows and lines of output go together, those that are there already need no rendering. */
chatfmt_status chatfmt_map_block_run(chatfmt_map_block *block, chatfmt_mapper *mapper)
{
    if (!block || !mapper) return CHATFMT_BAD_ARGUMENT;
    const chatfmt_map_job_options *o = &block->job->options;
    uint64_t row = block->in.first_row;
    uint64_t skip = o->on_error == CHATFMT_MAP_SKIP || o->packs ? 0 : o->resume;
    for (size_t i = 0; i < block->in.count; i++) {
        cft_slice line = cft_map_line(&block->in, i);
        if (cft_map_line_is_blank(line)) continue;
        if (row++ < skip) block->rows++;
        else if (!block_one(block, mapper, line, block->in.first_line + i)) break;
    }
    chatfmt_mapper_take_losses(mapper, &block->losses);
    block->roles_seen = cft_mapper_roles_seen(mapper);
    block->own_templates = cft_mapper_own_templates(mapper);
    return block->starved ? CHATFMT_NO_MEMORY : CHATFMT_OK;
}

/* ---- Taking them ---- */

/* With skipped rows nobody knows which rows the lines that are there came from, so they are made
 * again and dropped. */
static cft_slice job_after_resumed(const chatfmt_map_job *job, const chatfmt_map_block *block)
{
    cft_slice lines = chatfmt_map_block_output(block);
    uint64_t have = job->made;
    if (job->options.on_error != CHATFMT_MAP_SKIP) return lines;
    for (; have < job->options.resume && lines.length; have++) {
        const char *newline = memchr(lines.data, '\n', lines.length);
        size_t length = newline ? (size_t)(newline - lines.data) + 1 : lines.length;
        lines = cft_slice_of(lines.data + length, lines.length - length);
    }
    return lines;
}

chatfmt_status chatfmt_map_job_take(chatfmt_map_job *job, chatfmt_map_block *block,
                                    chatfmt_slice *lines, chatfmt_error *error)
{
    cft_error_clear(error);
    if (lines) *lines = CFT_LIT("");
    if (!lines) return cft_fail_null(error, "lines");
    CFT_TRY(job_check_block(job, block, error));
    if (block->starved) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    if (job->options.packs && block->length)
        return chatfmt_map_packs_take(job->options.packs, block->data, block->length, lines, error);
    *lines = job_after_resumed(job, block);
    return CHATFMT_OK;
}

/* The counts are all that a struct of losses has. */
static void job_add_losses(chatfmt_map_losses *to, const chatfmt_map_losses *of)
{
    uint64_t *sum = (uint64_t *)to;
    for (size_t i = 0; i < sizeof *of / sizeof *sum; i++) sum[i] += ((const uint64_t *)of)[i];
}

static const chatfmt_map_failure *job_failure(chatfmt_map_job *job, const chatfmt_map_block *block)
{
    chatfmt_map_failure *f = &job->failure;
    if (!block->errors) return NULL;
    f->error = &block->error;
    f->row = block->error_row;
    f->in_row = block->error_in_row;
    f->template_name = block->error_template;
    f->input = cft_map_reader_place(&job->reader, block->error_line, &f->line);
    f->before = job->about.errors;
    f->of_model = block->error_of_model;
    f->ends = f->of_model || job->options.on_error == CHATFMT_MAP_FAIL;
    return f;
}

const chatfmt_map_failure *chatfmt_map_job_count(chatfmt_map_job *job,
                                                 const chatfmt_map_block *block)
{
    if (!job || !block || block->job != job) return NULL;
    chatfmt_map_totals *about = &job->about;
    const chatfmt_map_failure *failure = job_failure(job, block);
    for (int i = 0; i < CHATFMT_MAP_FIRSTS; i++) {
        chatfmt_map_first *first = &job->firsts[i];
        if (first->line || !block->firsts[i].line) continue;
        *first = block->firsts[i];
        first->input = cft_map_reader_place(&job->reader, first->line, &first->line);
    }
    about->rows += block->rows;
    about->errors += block->errors;
    about->roles_seen |= block->roles_seen;
    about->own_templates |= block->own_templates;
    job->made += block->lines;
    job_add_losses(&job->losses, &block->losses);
    return failure;
}

chatfmt_status chatfmt_map_job_finish(chatfmt_map_job *job, chatfmt_slice *lines,
                                      chatfmt_error *error)
{
    cft_error_clear(error);
    if (lines) *lines = CFT_LIT("");
    if (!job || !lines) return cft_fail_null(error, !job ? "job" : "lines");
    if (job->reader.broken)
        return cft_fail(error, CHATFMT_INPUT, "input %zu could not be read after its line %llu",
                        job->reader.next_input,
                        (unsigned long long)cft_map_reader_open_lines(&job->reader));
    return job->options.packs ? chatfmt_map_packs_finish(job->options.packs, lines, error)
                              : CHATFMT_OK;
}

const chatfmt_map_totals *chatfmt_map_job_about(chatfmt_map_job *job)
{
    if (!job) return NULL;
    chatfmt_map_totals *about = &job->about;
    const chatfmt_map_job_options *o = &job->options;
    bool skips = o->on_error == CHATFMT_MAP_SKIP;
    about->written = job->made;
    if (skips && !o->packs) about->written -= job->made < o->resume ? job->made : o->resume;
    about->lines = o->packs ? chatfmt_map_packs_about(o->packs)->lines
                   : skips  ? job->made
                            : about->rows;
    about->last_lines = cft_map_reader_open_lines(&job->reader);
    about->losses = &job->losses;
    about->firsts = job->firsts;
    return about;
}
