/* cli/subject.c - opening what inspect and lint look at. */
#include "subject.h"

#include "files.h"
#include "show.h"

#include <stdlib.h>
#include <string.h>

/* ---- Facts that say the same ---- */

static bool subject_same_text(chatfmt_slice a, chatfmt_slice b)
{
    return a.length == b.length && (!a.length || !memcmp(a.data, b.data, a.length));
}

/* Names of filters and the like count alone, whatever they are called on. */
static bool subject_is_name(const chatfmt_fact *fact)
{
    return fact->kind >= CHATFMT_FACT_FILTER && fact->kind <= CHATFMT_FACT_METHOD;
}

static bool subject_same_fact(const chatfmt_fact *a, const chatfmt_fact *b)
{
    return a->kind == b->kind && subject_same_text(a->name, b->name) &&
           (subject_is_name(a) ||
            (subject_same_text(a->text, b->text) && subject_same_text(a->with, b->with)));
}

static size_t subject_hash_text(size_t hash, chatfmt_slice text)
{
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * 16777619u;
    return hash * 31 + 1;
}

static size_t subject_hash(const chatfmt_fact *fact)
{
    size_t hash = subject_hash_text(2166136261u + fact->kind, fact->name);
    if (subject_is_name(fact)) return hash;
    return subject_hash_text(subject_hash_text(hash, fact->text), fact->with);
}

/* Without memory for it every fact counts. */
static void subject_find_first(subject *s)
{
    size_t capacity = 64;
    while (capacity < 2 * s->fact_count)
        capacity *= 2;
    size_t *table = calloc(capacity, sizeof *table);
    s->first = table ? calloc(s->fact_count + 1, sizeof *s->first) : NULL;
    for (size_t i = 0; s->first && i < s->fact_count; i++) {
        size_t at = subject_hash(&s->facts[i]) & (capacity - 1);
        while (table[at] && !subject_same_fact(&s->facts[table[at] - 1], &s->facts[i]))
            at = (at + 1) & (capacity - 1);
        s->first[i] = !table[at];
        if (!table[at]) table[at] = i + 1;
    }
    free(table);
}

/* ---- Opening ---- */

static bool subject_model(subject *s, const char *path, uint32_t flags, chatfmt_error *error)
{
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    file_text file;
    options.flags = flags;
    if (strcmp(path, "-")) return !chatfmt_model_open(path, &options, &s->model, error);
    memset(error, 0, sizeof *error);
    if (!file_read(path, &file)) return false;
    bool ok = !chatfmt_model_from_template(file.data, file.length, &options, &s->model, error);
    file_free(&file);
    return ok;
}

bool subject_open(subject *s, const char *path, const char *name, uint32_t model_flags)
{
    chatfmt_error error;
    chatfmt_slice wanted = {name, name ? strlen(name) : 0};
    memset(s, 0, sizeof *s);
    if (!subject_model(s, path, model_flags, &error) ||
        chatfmt_model_choose(s->model, wanted, 0, &s->chosen, &error)) {
        if (error.status) show_error(NULL, &error);
        return false;
    }
    if (chatfmt_template_compile(s->chosen.source.data, s->chosen.source.length, NULL,
                                 &s->compiled, &s->refused) == CHATFMT_OK)
        s->source = chatfmt_template_source(s->compiled);
    if (!chatfmt_survey_new(s->chosen.source.data, s->chosen.source.length, NULL, &s->survey,
                            &error))
        s->facts = chatfmt_survey_facts(s->survey, &s->fact_count);
    subject_find_first(s);
    if (!s->compiled || probes_run(s->model, wanted, &s->probes, &error)) return true;
    show_error(path, &error);
    return false;
}

void subject_close(subject *s)
{
    probes_free(&s->probes);
    free(s->first);
    chatfmt_survey_free(s->survey);
    chatfmt_template_free(s->compiled);
    chatfmt_model_free(s->model);
}
