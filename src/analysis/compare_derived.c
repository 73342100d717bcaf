/* analysis/compare_derived.c - conversations that follow from what a template reads and compares: roles, kinds of parts,
 * fields of messages and variables, each with the values that the template knows.
 */
#include "analysis/comparer.h"

#include "analysis/survey.h"
#include "builtins/builtins.h"

enum { DERIVED_DEPTH = 6, DERIVED_MOST = 4000 };

#define DERIVED_SYSTEM  "{\"role\":\"system\",\"content\":\"Be brief.\"}"
#define DERIVED_USER    "{\"role\":\"user\",\"content\":\"Hello\"}"
#define DERIVED_ANSWER  "{\"role\":\"assistant\",\"reasoning_content\":\"Sum.\",\"content\":\"4\"}"
#define DERIVED_AGAIN   "{\"role\":\"user\",\"content\":\"What is 2 + 2?\"}"
#define DERIVED_CALLING                                                                        \
    "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"call00001\",\"type\":\"function\","  \
    "\"function\":{\"name\":\"weather\",\"arguments\":{\"city\":\"Oslo\"}}}]"
#define DERIVED_RESULT                                                                         \
    "{\"role\":\"tool\",\"name\":\"weather\",\"tool_call_id\":\"call00001\",\"content\":\"3\"}"
#define DERIVED_CALL                                                                           \
    DERIVED_CALLING ",\"reasoning_content\":\"Well.\"}," DERIVED_RESULT                        \
                    ",{\"role\":\"assistant\",\"reasoning_content\":\"Cold.\",\"content\":\"It is 3.\"}"
#define DERIVED_TOOLS                                                                          \
    "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"weather\",\"description\":\"W\","         \
    "\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}}}]"
#define DERIVED_OPEN ",\"add_generation_prompt\":true"

typedef struct derived_work {
    chatfmt_comparer *comparer;
    const cft_survey *survey;
    cft_json_out out;
    bool no_memory;
} derived_work;

/* What has been written, as a text of the comparer's; the next begins empty. */
static cft_slice derived_take(derived_work *w)
{
    char *copy = cft_arena_copy(&w->comparer->arena, w->out.text.data, w->out.text.length);
    size_t length = w->out.text.length;
    w->no_memory |= !copy || w->out.status;
    w->out.text.length = 0;
    return w->no_memory ? CFT_LIT("") : cft_slice_of(copy, length);
}

/* ---- Rows ---- */

static bool derived_is_new(const chatfmt_comparer *c, cft_slice json)
{
    for (size_t i = 0; i < c->row_count; i++)
        if (strlen(c->rows[i].json) == json.length && !memcmp(c->rows[i].json, json.data, json.length))
            return false;
    return true;
}

/* How many rows have a name, with a number after it or without. */
static size_t derived_named(const chatfmt_comparer *c, cft_slice name)
{
    size_t count = 0;
    for (size_t i = 0; i < c->row_count; i++)
        count += !strncmp(c->rows[i].name, name.data, name.length) &&
                 (!c->rows[i].name[name.length] || !strncmp(c->rows[i].name + name.length, " (", 2));
    return count;
}

/* A row, unless there is one with the same arguments. A name that is there already gets a number. */
static void derived_add(derived_work *w, const char *what, cft_slice name, const char *before,
                        cft_slice value, const char *after)
{
    chatfmt_comparer *c = w->comparer;
    cft_out_text(&w->out, before);
    cft_out_bytes(&w->out, value.data, value.length);
    cft_out_text(&w->out, after);
    cft_slice json = derived_take(w);
    cft_out_text(&w->out, what);
    cft_out_bytes(&w->out, name.data, name.length < 100 ? name.length : 0);
    cft_slice title = derived_take(w);
    if (w->no_memory || c->row_count == DERIVED_MOST || !derived_is_new(c, json)) return;
    size_t others = derived_named(c, title);
    if (others) {
        cft_out_bytes(&w->out, title.data, title.length);
        cft_out_text(&w->out, " (");
        cft_out_number(&w->out, others + 1);
        cft_out_text(&w->out, ")");
        title = derived_take(w);
    }
    if (c->row_count == c->row_capacity) {
        size_t wanted = c->row_capacity ? 2 * c->row_capacity : 64;
        void *grown = cft_arena_grow(&c->arena, c->rows, c->row_capacity * sizeof *c->rows,
                                     wanted * sizeof *c->rows);
        w->no_memory |= !grown;
        if (!grown) return;
        c->rows = grown;
        c->row_capacity = wanted;
    }
    c->rows[c->row_count++] = (cft_compare_row){title.data, json.data};
}

/* ---- Values ---- */

/* What follows `prefix` in a path that is read; false for other paths. */
static bool derived_below(const chatfmt_fact *fact, cft_slice prefix, cft_slice *rest)
{
    if (fact->kind != CHATFMT_FACT_READ || fact->text.length <= prefix.length ||
        memcmp(fact->text.data, prefix.data, prefix.length))
        return false;
    *rest = cft_slice_of(fact->text.data + prefix.length, fact->text.length - prefix.length);
    return rest->data[0] == '.' || rest->data[0] == '[';
}

/* The first step of a path: ".name" or "[]". */
static size_t derived_step(cft_slice rest)
{
    size_t length = 1;
    if (rest.data[0] == '[') return 2;
    while (length < rest.length && rest.data[length] != '.' && rest.data[length] != '[') length++;
    return length;
}

/* The next path one step below `path`, from fact *at on; empty after the last. */
static cft_slice derived_next(const derived_work *w, cft_slice path, uint32_t *at)
{
    const chatfmt_fact *facts = w->survey->facts;
    for (; *at < w->survey->count; ++*at) {
        cft_slice rest, other;
        bool repeated = false;
        if (!derived_below(&facts[*at], path, &rest)) continue;
        size_t length = derived_step(rest);
        for (uint32_t i = 0; i < *at && !repeated; i++)
            repeated = derived_below(&facts[i], path, &other) && derived_step(other) == length &&
                       !memcmp(other.data, rest.data, length);
        if (repeated) continue;
        return cft_slice_of(facts[(*at)++].text.data, path.length + length);
    }
    return CFT_LIT("");
}

/* A value that has all that is read below `path`. What is in a container is in a list, or with `maps` in an object,
 * which is how a path through items() reads as well. */
static void derived_sample(derived_work *w, cft_slice path, uint32_t depth, bool maps)
{
    uint32_t at = 0;
    bool any = false;
    cft_slice child = depth ? derived_next(w, path, &at) : CFT_LIT("");
    if (child.length && child.data[child.length - 1] == ']') {
        cft_out_text(&w->out, maps ? "{\"a\":" : "[");
        derived_sample(w, child, depth - 1, maps);
        cft_out_text(&w->out, maps ? ",\"b\":" : ",");
        derived_sample(w, child, depth - 1, maps);
        cft_out_text(&w->out, maps ? "}" : "]");
        return;
    }
    for (; child.length; child = derived_next(w, path, &at)) {
        if (child.data[child.length - 1] == ']') continue;
        cft_out_text(&w->out, any ? "," : "{");
        any = true;
        cft_out_string(&w->out, child.data + path.length + 1, child.length - path.length - 1);
        cft_out_text(&w->out, ":");
        derived_sample(w, child, depth - 1, maps);
    }
    cft_out_text(&w->out, any ? "}" : "\"sample\"");
}

/* `fact` compares what is in `path`. */
static bool derived_of_items(const chatfmt_fact *fact, cft_slice path)
{
    return fact->text.length == path.length + 2 &&
           !memcmp(fact->text.data, path.data, path.length) &&
           !memcmp(fact->text.data + path.length, "[]", 2);
}

/* Calls `add` with each value that may matter for what is read at `path`: what it is compared with, truth, numbers, nothing, and
 * what has all of its fields. */
static void derived_values(derived_work *w, cft_slice path, void (*add)(derived_work *, cft_slice, cft_slice))
{
    static const char *const usual[] = {"true", "false", "0", "512", "\"sample\"", "[\"sample\",\"another\"]", "null"};
    for (uint32_t i = 0; i < w->survey->count; i++) {
        const chatfmt_fact *fact = &w->survey->facts[i];
        bool items = derived_of_items(fact, path);
        if (fact->kind != CHATFMT_FACT_COMPARE || !(items || cft_slice_equal(fact->text, path)))
            continue;
        cft_out_text(&w->out, items ? "[" : "");
        cft_out_string(&w->out, fact->with.data, fact->with.length);
        cft_out_text(&w->out, items ? "]" : "");
        add(w, path, derived_take(w));
    }
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        add(w, path, cft_slice_of(usual[i], strlen(usual[i])));
    for (int maps = 0; maps < 2; maps++) {
        derived_sample(w, path, DERIVED_DEPTH, maps);
        add(w, path, derived_take(w));
    }
}

/* Tools with all that is read of them, in a list; what is in them in lists, or in objects. */
static void derived_tools(derived_work *w)
{
    static const char *const rest[] = {
        "],\"messages\":[" DERIVED_SYSTEM "," DERIVED_USER "]" DERIVED_OPEN "}",
        "],\"messages\":[" DERIVED_USER "," DERIVED_CALL "," DERIVED_AGAIN "]" DERIVED_OPEN "}",
    };
    for (size_t i = 0; i < 4; i++) {
        derived_sample(w, CFT_LIT("tools[]"), DERIVED_DEPTH, i / 2);
        derived_add(w, "tools with the members that are read", CFT_LIT(""), "{\"tools\":[", derived_take(w), rest[i % 2]);
    }
}

/* ---- Variables ---- */

static void derived_variable(derived_work *w, cft_slice path, cft_slice value)
{
    static const char *const rest[] = {
        ",\"messages\":[" DERIVED_USER "]" DERIVED_OPEN "}",
        ",\"messages\":[" DERIVED_SYSTEM "," DERIVED_USER "," DERIVED_CALL "," DERIVED_AGAIN "," DERIVED_ANSWER
        "]," DERIVED_TOOLS "}",
        ",\"messages\":[" DERIVED_USER "," DERIVED_CALL "," DERIVED_AGAIN "]," DERIVED_TOOLS DERIVED_OPEN "}",
        ",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"image\"},{\"type\":\"video\"},{\"type\":\"text\","
        "\"text\":\"What?\"}]}]" DERIVED_OPEN "}",
    };
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        cft_out_text(&w->out, "{");
        cft_out_string(&w->out, path.data, path.length);
        cft_out_text(&w->out, ":");
        cft_out_bytes(&w->out, value.data, value.length);
        derived_add(w, "variable ", path, "", derived_take(w), rest[i]);
    }
}

/* ---- Fields of messages ---- */

static void derived_field(derived_work *w, cft_slice path, cft_slice value)
{
    static const struct {
        const char *before, *after;
    } places[] = {
        {"{\"messages\":[{\"role\":\"user\",\"content\":\"Hello\",", "}," DERIVED_ANSWER "," DERIVED_AGAIN "]" DERIVED_OPEN "}"},
        {"{\"messages\":[" DERIVED_USER ",{\"role\":\"assistant\",\"content\":\"Hi\",", "}]}"},
        {"{\"messages\":[" DERIVED_USER ",{\"role\":\"assistant\",", "}," DERIVED_AGAIN "]," DERIVED_TOOLS DERIVED_OPEN "}"},
        {"{\"messages\":[" DERIVED_USER "," DERIVED_CALLING ",", "}," DERIVED_RESULT "]," DERIVED_TOOLS DERIVED_OPEN "}"},
        {"{\"messages\":[" DERIVED_USER "," DERIVED_CALLING "},{\"role\":\"tool\",\"tool_call_id\":\"call00001\",",
         "}]," DERIVED_TOOLS DERIVED_OPEN "}"},
    };
    cft_slice name = cft_slice_of(path.data + sizeof "messages[]", path.length - sizeof "messages[]");
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        cft_out_string(&w->out, name.data, name.length);
        cft_out_text(&w->out, ":");
        cft_out_bytes(&w->out, value.data, value.length);
        derived_add(w, "field ", name, places[i].before, derived_take(w), places[i].after);
    }
}

/* ---- Roles ---- */

static void derived_role(derived_work *w, cft_slice role)
{
    static const struct {
        const char *before, *after;
    } places[] = {
        {"{\"messages\":[" DERIVED_USER ",{\"role\":", ",\"content\":\"Words\"}," DERIVED_AGAIN "]" DERIVED_OPEN "}"},
        {"{\"messages\":[{\"role\":", ",\"content\":\"Words\"}," DERIVED_USER "]" DERIVED_OPEN "}"},
        {"{\"messages\":[{\"role\":", ",\"content\":\"Words\"}," DERIVED_USER "]," DERIVED_TOOLS DERIVED_OPEN "}"},
        {"{\"messages\":[" DERIVED_USER "," DERIVED_CALL ",{\"role\":", ",\"content\":\"Words\"}]}"},
        {"{\"messages\":[" DERIVED_USER "," DERIVED_CALLING "},{\"role\":",
         ",\"name\":\"weather\",\"content\":{\"degrees\":3}}]," DERIVED_TOOLS DERIVED_OPEN "}"},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        cft_out_string(&w->out, role.data, role.length);
        derived_add(w, "role ", role, places[i].before, derived_take(w), places[i].after);
    }
}

/* ---- Parts of contents ---- */

/* `part` is the inside of an object. */
static void derived_part(derived_work *w, cft_slice name, cft_slice part)
{
    static const struct {
        const char *before, *after;
    } places[] = {
        {"{\"messages\":[{\"role\":\"user\",\"content\":[{", "},{\"type\":\"text\",\"text\":\"What?\"}]}]" DERIVED_OPEN "}"},
        {"{\"messages\":[{\"role\":\"system\",\"content\":[{", "}]}," DERIVED_USER "]" DERIVED_OPEN "}"},
        {"{\"messages\":[" DERIVED_USER ",{\"role\":\"assistant\",\"content\":[{", "},{\"type\":\"text\",\"text\":\"So.\"}]}," DERIVED_AGAIN "]}"},
        {"{\"messages\":[" DERIVED_USER "," DERIVED_CALLING "},{\"role\":\"tool\",\"name\":\"weather\",\"tool_call_id\":\"call00001\","
         "\"content\":[{", "}]}]," DERIVED_TOOLS DERIVED_OPEN "}"},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        derived_add(w, "part ", name, places[i].before, part, places[i].after);
}

/* A part of this type has its text under that name, and under "text". */
static void derived_type(derived_work *w, cft_slice type)
{
    bool text = cft_slice_equal(type, CFT_LIT("text"));
    cft_out_text(&w->out, "\"type\":");
    cft_out_string(&w->out, type.data, type.length);
    cft_out_text(&w->out, ",");
    cft_out_string(&w->out, type.data, type.length);
    cft_out_text(&w->out, text ? ":\"Words\"" : ":\"Words\",\"text\":\"More\"");
    derived_part(w, type, derived_take(w));
}

static void derived_key(derived_work *w, cft_slice path, cft_slice name)
{
    cft_out_string(&w->out, name.data, name.length);
    cft_out_text(&w->out, ":");
    derived_sample(w, path, DERIVED_DEPTH, false);
    derived_part(w, name, derived_take(w));
}

/* ---- Texts of contents ---- */

/* A text that contents are compared with: alone, at both ends and in the middle. */
static void derived_text(derived_work *w, cft_slice text)
{
    static const struct {
        const char *before, *after;
    } places[] = {
        {"{\"messages\":[{\"role\":\"user\",\"content\":", "}]" DERIVED_OPEN "}"},
        {"{\"messages\":[" DERIVED_USER ",{\"role\":\"assistant\",\"content\":", "}," DERIVED_AGAIN "]" DERIVED_OPEN "}"},
        {"{\"messages\":[" DERIVED_USER ",{\"role\":\"assistant\",\"content\":", "}]}"},
        {"{\"messages\":[{\"role\":\"system\",\"content\":", "}," DERIVED_USER "]" DERIVED_OPEN "}"},
        {"{\"messages\":[" DERIVED_USER "," DERIVED_CALLING "},{\"role\":\"tool\",\"tool_call_id\":\"call00001\",\"content\":",
         "}]," DERIVED_TOOLS "}"},
    };
    static const char *const around[][2] = {{"", ""}, {"One ", " two"}, {"", " two"}, {"One ", ""}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        for (size_t j = 0; j < sizeof around / sizeof *around; j++) {
            cft_out_text(&w->out, around[j][0]);
            cft_out_bytes(&w->out, text.data, text.length);
            cft_out_text(&w->out, around[j][1]);
            cft_slice content = derived_take(w);
            cft_out_string(&w->out, content.data, content.length);
            derived_add(w, "text ", text, places[i].before, derived_take(w), places[i].after);
        }
}

/* ---- All of one template ---- */

static bool derived_ends(cft_slice text, const char *ending)
{
    size_t length = strlen(ending);
    return text.length >= length && !memcmp(text.data + text.length - length, ending, length);
}

/* The path is `base` and one name more. */
static bool derived_member(cft_slice path, const char *base, cft_slice *name)
{
    size_t length = strlen(base);
    if (path.length <= length || memcmp(path.data, base, length)) return false;
    *name = cft_slice_of(path.data + length, path.length - length);
    return !memchr(name->data, '.', name->length) && !memchr(name->data, '[', name->length);
}

static void derived_compared(derived_work *w, const chatfmt_fact *fact)
{
    if (!fact->with.length || fact->with.length > 64) return;
    if (derived_ends(fact->text, "role") || derived_ends(fact->text, "from")) derived_role(w, fact->with);
    if (fact->flags & CHATFMT_FACT_CONTENT) derived_text(w, fact->with);
    if (derived_ends(fact->text, "type")) derived_type(w, fact->with);
}

static void derived_read(derived_work *w, const chatfmt_fact *fact)
{
    cft_slice name;
    if (derived_member(fact->text, "", &name) && !derived_ends(name, "_token") &&
        !cft_survey_word(name, "messages tools add_generation_prompt"))
        derived_values(w, fact->text, derived_variable);
    else if (derived_member(fact->text, "messages[].content[].", &name))
        derived_key(w, fact->text, name);
    else if (derived_member(fact->text, "messages[].", &name) && !cft_survey_word(name, "role content tool_calls"))
        derived_values(w, fact->text, derived_field);
}

chatfmt_status cft_compare_derive(chatfmt_comparer *comparer, cft_slice source, chatfmt_error *error)
{
    static const cft_syntax_options syntax = {.trim_blocks = true, .lstrip_blocks = true};
    cft_survey survey;
    derived_work w = {.comparer = comparer, .survey = &survey};
    chatfmt_status status = cft_survey_make(&comparer->arena, source, &syntax, &comparer->limits,
                                            &cft_builtins_default, &survey, error);
    /* What does not compile is refused in every conversation. */
    if (status) return status == CHATFMT_NO_MEMORY ? status : CHATFMT_OK;
    cft_out_begin(&w.out, &comparer->allocator);
    derived_tools(&w);
    for (uint32_t i = 0; i < survey.count && !w.no_memory; i++) {
        if (survey.facts[i].kind == CHATFMT_FACT_COMPARE) derived_compared(&w, &survey.facts[i]);
        if (survey.facts[i].kind == CHATFMT_FACT_READ) derived_read(&w, &survey.facts[i]);
    }
    cft_out_free(&w.out);
    return w.no_memory ? cft_fail(error, CHATFMT_NO_MEMORY, "out of memory") : CHATFMT_OK;
}
