/* service/map_row.c - one row of a data set: what it asks for, and the columns that come out. */
#include "service/map.h"
#include "service/service.h"

#include "api/api_chat.h"
#include "base/utf8.h"
#include "chat/applier.h"
#include "chat/formats.h"
#include "chat/prompt.h"
#include "chatfmt/service.h"
#include "dataset/row.h"

/* The template that a place in an error is of. */
typedef enum map_which { MAP_USUAL, MAP_WITH_TOOLS, MAP_OF_ROW } map_which;

struct chatfmt_mapper {
    chatfmt_allocator memory;
    chatfmt_map_options plan;
    chatfmt_values *values;
    chatfmt_applier *chat;
    chatfmt_values *fixed;    /* of the variables when they were read once: */
    chatfmt_request *request; /* … what they and the plan ask for */
    bool has_variables;
    chatfmt_request *current;       /* the same, with the values of a row */
    chatfmt_request *own;           /* of a row that asks for more */
    const chatfmt_applied *applied; /* of that row … */
    const chatfmt_prompt *prompt;   /* … and with an encoder */
    chatfmt_renderer *renderer;     /* of a trainer, and what it made: */
    chatfmt_prompt trained;
    chatfmt_applied trained_text;
    const chatfmt_training_ids *training;
    chatfmt_encoder *encoder; /* NULL without columns about tokens */
    chatfmt_map_losses losses;
    chatfmt_value conversation; /* of the last row, absent until it is read */
    chatfmt_value unwritten;    /* paths of the last row */
    bool system_unused;         /* among them is the column system */
    cft_slice strange;       /* its role that is probably a mistake; NULL: there is none */
    uint32_t strange_at;     /* the message that has it */
    cft_map_reads reads;
    bool unlearned;          /* it has nothing in the loss, for this reason; "": not known */
    char why_unlearned[192];
    const char *unread;      /* tools or documents that are not read, in words; else "" … */
    cft_slice unread_name;   /* … and a variable, or NULL */
    bool has_unnamed_role;   /* … a role that the template does not name, and so is watched */
    bool quotes_calls;       /* … arguments as text, and the template takes objects */
    bool lacks_content;      /* … a message without content and calls: */
    uint32_t contentless;    /* … this one */
    uint64_t roles_seen;   /* of the mask, by all rows */
    bool own_templates;    /* of any row */
    bool apply_options_hold;
    chatfmt_limits limits; /* of renders, by those options */
    bool lacks;      /* what failed is that texts of the row are not written */
    bool in_row;     /* the place of an error is in the row, not in a template: */
    map_which which; /* … this one */
    cft_json_out out;
};

/* ---- Arguments ---- */

static bool map_is(chatfmt_value value, chatfmt_value_kind kind)
{
    return chatfmt_value_kind_of(value) == kind;
}

static bool map_given(chatfmt_value value)
{
    return !map_is(value, CHATFMT_VALUE_ABSENT) && !map_is(value, CHATFMT_VALUE_NONE);
}

/* What the variables gave, once for all rows. Only while nobody asks where bytes came from: numbers
 * of origin are those of one chatfmt_values. An error is reported by each row. */
static void map_read_variables(chatfmt_mapper *m, const chatfmt_request *asked)
{
    chatfmt_value own;
    chatfmt_error ignored;
    chatfmt_request *r = m->request;
    cft_slice json = m->plan.variables;
    if (!json.length || (m->plan.flags & CFT_MAP_WATCHED) || r->has_mask || m->plan.tokenizer ||
        (r->apply->flags & CHATFMT_APPLY_SPANS) ||
        chatfmt_values_new(&m->memory, asked->apply->limits, &m->fixed, NULL))
        return;
    m->has_variables = !chatfmt_value_read_json(m->fixed, json.data, json.length, &own, &ignored) &&
                       map_is(own, CHATFMT_VALUE_OBJECT) &&
                       !chatfmt_request_read(r, m->fixed, own, CHATFMT_FROM_CALLER, &ignored) &&
                       !r->has_mask;
    if (!m->has_variables) chatfmt_request_copy(r, asked);
}

static void map_unless_given(chatfmt_value *given, chatfmt_value column)
{
    if (map_is(*given, CHATFMT_VALUE_ABSENT)) *given = column;
}

/* What the row asks for in *out. Columns give way to the variables, and those to
 * chat_template_kwargs. Usually it is what every row asks for but for three values; else `own`.
 */
static chatfmt_status map_arguments(chatfmt_mapper *m, const chatfmt_row *row,
                                    const chatfmt_request **out, chatfmt_error *error)
{
    chatfmt_value read;
    cft_slice json = m->plan.variables;
    bool has_more = map_is(row->arguments, CHATFMT_VALUE_OBJECT);
    bool usual = !has_more && (m->has_variables || !json.length);
    chatfmt_request *r = usual ? m->current : m->own;
    *out = r;
    if (usual) {
        r->conversation = m->request->conversation;
        r->apply->flags = m->request->apply->flags;
        r->apply->tools = m->request->apply->tools;
        r->apply->documents = m->request->apply->documents;
    } else {
        chatfmt_request_copy(r, m->plan.request);
    }
    map_unless_given(&r->conversation, row->conversation);
    map_unless_given(&r->apply->tools, row->tools);
    map_unless_given(&r->apply->documents, row->documents);
    if (usual) return CHATFMT_OK;
    if (json.length) {
        CFT_TRY(chatfmt_value_read_json(m->values, json.data, json.length, &read, error));
        CFT_TRY(chatfmt_request_read(r, m->values, read, CHATFMT_FROM_CALLER, error));
    }
    if (!has_more) return CHATFMT_OK;
    const chatfmt_prompt_options asked = *r->prompt;
    CFT_TRY(chatfmt_request_read(r, m->values, row->arguments, CHATFMT_FROM_DATA, error));
    cft_map_keep_length(&m->plan, &asked, r->prompt);
    return CHATFMT_OK;
}

/* ---- Answers ---- */

static chatfmt_status map_write_id(chatfmt_mapper *m, chatfmt_value id, chatfmt_error *error)
{
    cft_slice json;
    if (map_is(id, CHATFMT_VALUE_ABSENT)) id = chatfmt_value_none(m->values);
    CFT_TRY(chatfmt_value_write_json(m->values, id, &json, error));
    cft_map_name(&m->out, "id");
    cft_out_bytes(&m->out, json.data, json.length);
    return CHATFMT_OK;
}

static void map_answer(chatfmt_mapper *m, const chatfmt_mask_range *ranges, size_t count,
                       uint64_t number)
{
    cft_json_out *out = &m->out;
    cft_slice text = m->applied->text;
    uint32_t columns = m->plan.columns;
    if (columns & CHATFMT_MAP_LINE) cft_map_write_number(out, "line", number);
    if (columns & CHATFMT_MAP_TEXT) cft_map_write_text(out, "text", text);
    if (columns & CHATFMT_MAP_SPLIT) {
        size_t at = count ? ranges[count - 1].begin : text.length;
        cft_map_write_text(out, "prompt", cft_slice_of(text.data, at));
        cft_map_write_text(out, "completion", cft_slice_of(text.data + at, text.length - at));
    }
    if (columns & CHATFMT_MAP_LENGTH) {
        cft_map_write_number(out, "length", text.length);
        cft_map_write_number(out, "length_chars", cft_utf8_count(text.data, text.length));
    }
    if (cft_map_begins(out) && !(columns & CHATFMT_MAP_TOKENS))
        cft_map_write_number(out, "line", number);
    if (m->plan.tokenizer) {
        cft_map_write_prompt(out, columns, m->prompt);
        cft_map_write_lost(out, m->prompt);
    }
    if (columns & CHATFMT_MAP_MASK) cft_map_write_ranges(out, ranges, count);
    if (columns & CHATFMT_MAP_TURNS) cft_map_write_turns(out, ranges, count);
    if (m->applied->change_count) cft_map_write_number(out, "changes", m->applied->change_count);
    if (m->plan.flags & CFT_MAP_WATCHED) cft_out_unwritten(out, m->unwritten);
}

/* ---- Mappers ---- */

/* Variables are the trainer's, and no row's. */
static chatfmt_status map_open_trainer(chatfmt_mapper *m, chatfmt_error *error)
{
    cft_slice variables = m->plan.variables;
    m->plan.variables.length = 0;
    CFT_TRY(chatfmt_renderer_new(NULL, &m->renderer, error));
    if (!variables.length) return CHATFMT_OK;
    CFT_TRY(chatfmt_values_new(&m->memory, NULL, &m->fixed, error));
    return cft_map_read_training(m->fixed, variables, &m->plan.training, error);
}

static chatfmt_status map_open(chatfmt_mapper *m, chatfmt_error *error)
{
    const chatfmt_request *asked = m->plan.request;
    chatfmt_encoder_options encoding = CHATFMT_ENCODER_OPTIONS_INIT;
    CFT_TRY(chatfmt_request_new(&m->memory, &m->request, error));
    CFT_TRY(chatfmt_request_new(&m->memory, &m->current, error));
    CFT_TRY(chatfmt_request_new(&m->memory, &m->own, error));
    if (!asked) asked = m->plan.request = m->own;
    chatfmt_request_copy(m->request, asked);
    map_read_variables(m, asked);
    CFT_TRY(cft_map_check_padding(&m->plan, m->request, error));
    chatfmt_request_copy(m->current, m->request);
    encoding.limits = asked->apply->limits;
    if (cft_map_reads_open(m->plan.model, m->request->apply->chat_template, &m->memory, &m->reads))
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    CFT_TRY(chatfmt_values_new(&m->memory, asked->apply->limits, &m->values, error));
    CFT_TRY(chatfmt_applier_new(&m->memory, asked->apply->limits, &m->chat, error));
    if (m->plan.trainer) CFT_TRY(map_open_trainer(m, error));
    return m->plan.tokenizer
               ? chatfmt_encoder_new(m->plan.tokenizer, &encoding, &m->encoder, error)
               : CHATFMT_OK;
}

chatfmt_status chatfmt_mapper_new(const chatfmt_map_options *options, chatfmt_mapper **out,
                                  chatfmt_error *error)
{
    chatfmt_map_options own;
    cft_error_clear(error);
    if (out) *out = NULL;
    if (!options || !out) return cft_fail_null(error, !options ? "options" : "out");
    CFT_TRY(cft_api_options(&own, sizeof own, options, "chatfmt_map_options", error));
    CFT_TRY(cft_map_check(&own, error));
    chatfmt_allocator memory = cft_allocator_or_default(own.allocator);
    chatfmt_mapper *m = cft_allocate(&memory, sizeof *m);
    if (!m) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(m, 0, sizeof *m);
    m->memory = memory;
    m->plan = own;
    m->unread = "";
    cft_out_begin(&m->out, &memory);
    chatfmt_status status = map_open(m, error);
    if (status) chatfmt_mapper_free(m);
    else *out = m;
    return status;
}

void chatfmt_mapper_free(chatfmt_mapper *m)
{
    if (!m) return;
    chatfmt_allocator memory = m->memory;
    cft_map_reads_close(&m->reads);
    chatfmt_request_free(m->own);
    chatfmt_request_free(m->current);
    chatfmt_request_free(m->request);
    chatfmt_encoder_free(m->encoder);
    chatfmt_renderer_free(m->renderer);
    chatfmt_applier_free(m->chat);
    chatfmt_values_free(m->values);
    chatfmt_values_free(m->fixed);
    cft_out_free(&m->out);
    cft_release(&memory, m, sizeof *m);
}

chatfmt_value chatfmt_mapper_unwritten(const chatfmt_mapper *m)
{
    return m ? m->unwritten : (chatfmt_value){{0, 0}};
}

/* After "system", which in a row is the column. */
static const char map_others[] = "none of its roles is in the mask: ";
static const char map_beside[] = ", as the conversation begins with a system message of its own";

/* Where they have room. */
static void map_note_words(cft_slice text, char *words, size_t size)
{
    size_t length = text.length < size ? text.length : 0;
    memcpy(words, length ? text.data : "", length);
    words[length] = '\0';
}

static void map_note_role(const chatfmt_mapper *m, char *words, size_t size)
{
    chatfmt_error said;
    cft_slice role = m->strange.data ? m->strange : CFT_LIT(""), meant = cft_row_meant_role(role);
    (void)cft_fail(&said, CHATFMT_VALUE,
                   role.length ? "messages[%u] has \"%.*s\"%s%.*s%s" : "messages[%u] has none",
                   (unsigned)m->strange_at, cft_shown(role), role.data,
                   meant.length ? "; did you mean \"" : "", cft_shown(meant), meant.data,
                   meant.length ? "\"?" : "");
    map_note_words(cft_slice_of(said.text, strlen(said.text)), words, size);
}

static void map_note_unread(const chatfmt_mapper *m, char *words, size_t size)
{
    chatfmt_error said;
    (void)cft_fail(&said, CHATFMT_VALUE, "%s%s%.*s", m->unread,
                   !m->unread_name.data ? "" : *m->unread ? ", chat_template_kwargs."
                                                    : "chat_template_kwargs.",
                   cft_shown(m->unread_name), m->unread_name.data ? m->unread_name.data : "");
    map_note_words(cft_slice_of(said.text, strlen(said.text)), words, size);
}

bool cft_mapper_notes(const chatfmt_mapper *m, int which, char *words, size_t size)
{
    chatfmt_error path;
    words[0] = '\0';
    switch (which) {
    case CHATFMT_MAP_FIRST_UNWRITTEN:
        chatfmt_unwritten_words(m->unwritten, words, size);
        if (m->system_unused && strlen(words) + sizeof map_beside < size) strcat(words, map_beside);
        return chatfmt_value_count(m->unwritten) != 0;
    case CHATFMT_MAP_FIRST_STRANGE_ROLE:
        map_note_role(m, words, size);
        return m->strange.data != NULL;
    case CHATFMT_MAP_FIRST_UNREAD:
        map_note_unread(m, words, size);
        return *m->unread || m->unread_name.data;
    case CHATFMT_MAP_FIRST_QUOTED_CALLS: return m->quotes_calls;
    case CHATFMT_MAP_FIRST_CONTENTLESS:
        (void)cft_fail(&path, CHATFMT_VALUE, "messages[%u]", (unsigned)m->contentless);
        map_note_words(cft_slice_of(path.text, strlen(path.text)), words, size);
        return m->lacks_content;
    default:
        map_note_words(cft_slice_of(m->why_unlearned, strlen(m->why_unlearned)), words, size);
        return m->unlearned;
    }
}

uint64_t cft_mapper_roles_seen(const chatfmt_mapper *m) { return m->roles_seen; }

bool cft_mapper_own_templates(const chatfmt_mapper *m) { return m->own_templates; }

void chatfmt_mapper_take_losses(chatfmt_mapper *m, chatfmt_map_losses *losses)
{
    if (!losses) return;
    memset(losses, 0, sizeof *losses);
    if (!m) return;
    *losses = m->losses;
    memset(&m->losses, 0, sizeof m->losses);
}

/* ---- Rows ---- */

/* The row as its trainer has it. */
static chatfmt_status map_train(chatfmt_mapper *m, const chatfmt_request *r, chatfmt_error *error)
{
    const chatfmt_training_ids *made;
    CFT_TRY(chatfmt_format_train_ids(m->renderer, m->plan.format, m->plan.trainer, r->conversation,
                                     &m->plan.training, m->encoder, &made, error));
    m->training = made;
    m->trained_text.text = made->prompt;
    m->trained = (chatfmt_prompt){.ids = made->ids,
                                  .count = made->count,
                                  .mask = made->learned,
                                  .attention = made->attention,
                                  .truncated = made->truncated,
                                  .applied = &m->trained_text};
    m->prompt = &m->trained;
    m->applied = &m->trained_text;
    return CHATFMT_OK;
}

/* The row's text. What most rows ask for is checked once. */
static chatfmt_status map_apply_text(chatfmt_mapper *m, const chatfmt_request *r,
                                     chatfmt_error *error)
{
    chatfmt_apply_options checked;
    if (r != m->current)
        return chatfmt_applier_apply(m->chat, m->plan.model, r->conversation, r->apply, &m->applied,
                                     error);
    m->applied = NULL;
    m->chat->applied = false;
    if (!m->apply_options_hold)
        CFT_TRY(cft_api_apply_options(r->apply, m->chat, &checked, &m->limits, error));
    m->apply_options_hold = true;
    CFT_TRY(cft_applier_apply(m->chat, m->plan.model, cft_unwrap(r->conversation), r->apply,
                              &m->limits, &m->chat->result, error));
    m->applied = &m->chat->result;
    return CHATFMT_OK;
}

/* The row's text, and its ids when columns ask for them. */
static chatfmt_status map_apply(chatfmt_mapper *m, const chatfmt_request *r, chatfmt_error *error)
{
    chatfmt_prompt_options options;
    if (m->plan.trainer) return map_train(m, r, error);
    if (m->plan.flags & CFT_MAP_WATCHED || m->has_unnamed_role)
        r->apply->flags |= CHATFMT_APPLY_SPANS;
    if (!m->plan.tokenizer) return map_apply_text(m, r, error);
    options = *r->prompt;
    options.struct_size = sizeof options;
    if (m->plan.columns & CHATFMT_MAP_LABELS) options.mask = r->mask;
    CFT_TRY(chatfmt_applier_encode(m->chat, m->plan.model, m->encoder, r->conversation, r->apply,
                                   &options, &m->prompt, error));
    m->applied = m->prompt->applied;
    return CHATFMT_OK;
}

/* Whether a role of its messages may be one that the template leaves out. */
static bool map_looks_at_roles(const chatfmt_mapper *m, const chatfmt_request *r)
{
    return m->which != MAP_OF_ROW && !m->plan.format &&
           cft_map_has_unnamed_role(&m->reads, map_given(r->apply->tools), r->conversation);
}

/* Paths of what the prompt lacks of the row's messages, tools and documents, where that is watched
 * or the prompt is empty; where it has an odd role, whether that is lacking. */
static chatfmt_status map_watch(chatfmt_mapper *m, const chatfmt_request *r, chatfmt_error *error)
{
    const struct {
        const char *name;
        chatfmt_value value;
    } rows[] = {{"messages", r->conversation}, {"tools", r->apply->tools},
                {"documents", r->apply->documents}};
    const chatfmt_applied *a = m->applied;
    bool is_cut = m->plan.tokenizer && (m->prompt->dropped || m->prompt->cut_bytes);
    chatfmt_value variables, paths;
    bool is_watched = (m->plan.flags & CFT_MAP_WATCHED) || (!a->text.length && !m->plan.trainer);
    if (!(is_watched || m->has_unnamed_role) || is_cut) return CHATFMT_OK;
    CFT_TRY(chatfmt_value_object(m->values, &variables, error));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (map_given(rows[i].value))
            CFT_TRY(chatfmt_value_set(m->values, variables, rows[i].name, strlen(rows[i].name),
                                      rows[i].value, error));
    CFT_TRY(chatfmt_unwritten(m->values, variables, a->spans, a->span_count,
                              cft_unwritten_media(m->plan.format != NULL, a->text), &paths, error));
    if (m->has_unnamed_role)
        m->strange = cft_map_silent_role(&m->reads, map_given(r->apply->tools), r->conversation,
                                         paths);
    if (!is_watched) return CHATFMT_OK;
    CFT_TRY(chatfmt_unwritten_accept(paths, a->text, m->plan.flags & CHATFMT_MAP_STRICT, error));
    if (!chatfmt_value_count(paths)) return CHATFMT_OK;
    m->unwritten = paths;
    m->losses.unwritten++;
    return CHATFMT_OK;
}

/* A column system beside another system message is lacking, whether that is watched or not. */
static chatfmt_status map_watch_system(chatfmt_mapper *m, const chatfmt_row *row,
                                       chatfmt_error *error)
{
    chatfmt_value paths, system;
    m->system_unused = row->system_unused;
    if (!row->system_unused) return CHATFMT_OK;
    if (m->plan.flags & CHATFMT_MAP_STRICT) {
        chatfmt_status status =
            cft_fail(error, CHATFMT_VALUE,
                     "unwritten: the prompt would be without the column system%s", map_beside);
        cft_error_path(error, CFT_LIT("system"));
        return status;
    }
    CFT_TRY(chatfmt_value_array(m->values, &paths, error));
    for (size_t i = 0; i < chatfmt_value_count(m->unwritten); i++)
        CFT_TRY(chatfmt_value_push(m->values, paths, chatfmt_value_at(m->unwritten, i), error));
    CFT_TRY(chatfmt_value_string(m->values, "system", 6, &system, error));
    CFT_TRY(chatfmt_value_push(m->values, paths, system, error));
    m->losses.unwritten += !map_given(m->unwritten);
    m->unwritten = paths;
    return CHATFMT_OK;
}

/* Its tools, documents and a variable where the model's template does not read them. */
static void map_find_unread(chatfmt_mapper *m, const chatfmt_row *row, const chatfmt_request *r)
{
    bool has_tools = map_given(r->apply->tools);
    if (m->which == MAP_OF_ROW || m->plan.format) return;
    bool tools = chatfmt_value_count(r->apply->tools) && !m->reads.tools[has_tools];
    bool documents = chatfmt_value_count(r->apply->documents) && !m->reads.documents[has_tools];
    m->unread = tools && documents ? "tools, documents"
                : tools            ? "tools"
                : documents        ? "documents"
                                   : "";
    m->unread_name = cft_map_unread_variable(&m->reads, has_tools, row->arguments);
    m->losses.unread += *m->unread || m->unread_name.data;
}

/* Whether it has arguments of calls as text, which the template writes as a string. */
static bool map_quotes_calls(chatfmt_mapper *m, const chatfmt_request *r)
{
    const uint32_t fixes = CHATFMT_APPLY_FIT_ARGUMENTS | CHATFMT_APPLY_ARGUMENTS_OBJECT;
    return !m->plan.format && !(r->apply->flags & fixes) &&
           cft_map_has_text_calls(r->conversation) &&
           cft_applier_arguments(m->chat, &m->chat->job) == CHATFMT_APPLY_ARGUMENTS_OBJECT;
}

/* Why a row has nothing in the loss: the trainer miscounts, or its roles are others. */
static void map_find_why(chatfmt_mapper *m, const chatfmt_request *r)
{
    chatfmt_error why;
    const size_t skip = sizeof map_others - 1;
    char *out = m->why_unlearned;
    if (m->training && m->training->mismatch) {
        (void)cft_fail(&why, CHATFMT_VALUE,
                       "tokenization mismatch: the trainer counts %zu tokens, and there are %zu",
                       m->training->counted, m->training->tokens);
        map_note_words(cft_slice_of(why.text, strlen(why.text)), out, sizeof m->why_unlearned);
        return;
    }
    if (!r->has_mask || r->mask->kind != CHATFMT_MASK_DERIVED) return;
    cft_map_other_roles(r->mask, r->conversation, out + skip, sizeof m->why_unlearned - skip);
    if (out[skip]) memcpy(out, map_others, skip);
}

/* What is in the row and hardly in its text. */
static void map_count_row(chatfmt_mapper *m, const chatfmt_row *row, const chatfmt_request *r,
                          bool has_ranges, size_t ranges)
{
    cft_slice column = m->plan.row.column;
    bool asked = cft_slice_equal(column, CFT_LIT("chosen")) ||
                 cft_slice_equal(column, CFT_LIT("rejected"));
    uint64_t unlearned = m->losses.unlearned;
    if (!m->strange.data) m->strange = row->strange_role;
    if (m->strange.data) m->strange_at = cft_map_message_of(r->conversation, m->strange);
    else if (cft_map_lacks_role(r->conversation, &m->strange_at)) m->strange = CFT_LIT("");
    m->losses.strange_roles += m->strange.data != NULL;
    m->losses.preferences += row->preference && !asked;
    map_find_unread(m, row, r);
    m->quotes_calls = map_quotes_calls(m, r);
    m->losses.quoted_calls += m->quotes_calls;
    m->lacks_content = cft_map_lacks_content(r->conversation, &m->contentless);
    m->losses.contentless += m->lacks_content;
    if (has_ranges && !(m->plan.columns & CHATFMT_MAP_LABELS)) m->losses.unlearned += !ranges;
    if (m->plan.tokenizer) cft_map_count(&m->losses, m->plan.columns, m->prompt);
    m->unlearned = m->losses.unlearned != unlearned;
    m->why_unlearned[0] = '\0';
    if (m->unlearned) map_find_why(m, r);
}

/* Whose fault an error of the template is. */
static map_which map_which_of(const chatfmt_mapper *m, const chatfmt_request *r)
{
    if (r->apply->chat_template.data != m->plan.request->apply->chat_template.data)
        return MAP_OF_ROW;
    return map_given(r->apply->tools) ? MAP_WITH_TOOLS : MAP_USUAL;
}

static chatfmt_status map_read_row(chatfmt_mapper *m, chatfmt_value object, chatfmt_row *row,
                                   chatfmt_error *error)
{
    m->values->heap.error = error;
    return cft_row_read(m->values, cft_unwrap(object), &m->plan.row, row);
}

static chatfmt_status map_row(chatfmt_mapper *m, cft_slice line, uint64_t number,
                              chatfmt_error *error)
{
    const uint32_t ranged = CHATFMT_MAP_MASK | CHATFMT_MAP_SPLIT | CHATFMT_MAP_TURNS;
    chatfmt_value object;
    chatfmt_row row = CHATFMT_ROW_INIT;
    const chatfmt_request *r;
    const chatfmt_mask_range *ranges = NULL;
    size_t count = 0;
    CFT_TRY(chatfmt_value_read_json(m->values, line.data, line.length, &object, error));
    if (!map_is(object, CHATFMT_VALUE_OBJECT))
        return cft_fail(error, CHATFMT_INPUT, "the line is not a JSON object");
    CFT_TRY(map_read_row(m, object, &row, error));
    CFT_TRY(map_arguments(m, &row, &r, error));
    m->in_row = false;
    m->which = map_which_of(m, r);
    m->own_templates |= m->which == MAP_OF_ROW;
    m->conversation = r->conversation;
    m->has_unnamed_role = map_looks_at_roles(m, r);
    if (r->mask && r->mask->role_count)
        m->roles_seen = cft_map_roles_seen(r->mask, r->conversation, m->roles_seen);
    CFT_TRY(map_apply(m, r, error));
    m->lacks = true;
    CFT_TRY(map_watch(m, r, error));
    CFT_TRY(map_watch_system(m, &row, error));
    m->lacks = false;
    if (m->plan.columns & ranged)
        CFT_TRY(chatfmt_applier_mask(m->chat, r->mask, &ranges, &count, error));
    map_count_row(m, &row, r, (m->plan.columns & ranged) != 0, count);
    if (m->plan.flags & CHATFMT_MAP_RECORDS) {
        cft_map_write_record(&m->out, number, m->prompt);
        return CHATFMT_OK;
    }
    cft_out_bytes(&m->out, "{", 1);
    if (m->plan.columns & CHATFMT_MAP_ID) CFT_TRY(map_write_id(m, row.id, error));
    map_answer(m, ranges, count, number);
    cft_out_bytes(&m->out, "}\n", 2);
    return CHATFMT_OK;
}

static chatfmt_status map_begin_line(chatfmt_mapper *m, chatfmt_slice *out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (out) *out = CFT_LIT("");
    if (!m || !out)
        return cft_fail_null(error, !m ? "mapper" : "out");
    m->out.text.length = 0;
    m->out.status = CHATFMT_OK;
    return CHATFMT_OK;
}

static chatfmt_status map_end_line(chatfmt_mapper *m, chatfmt_slice *out, chatfmt_error *error)
{
    if (m->out.status) return cft_fail(error, m->out.status, "out of memory");
    *out = cft_out_slice(&m->out);
    return CHATFMT_OK;
}

chatfmt_status chatfmt_mapper_row(chatfmt_mapper *m, const char *line, size_t length,
                                  uint64_t number, chatfmt_slice *out, chatfmt_error *error)
{
    CFT_TRY(map_begin_line(m, out, error));
    CFT_TRY(cft_api_text(line, length, "line", error));
    chatfmt_values_reset(m->values);
    m->conversation = m->unwritten = (chatfmt_value){{0, 0}};
    m->strange = (cft_slice){NULL, 0};
    m->unlearned = m->quotes_calls = m->lacks_content = false;
    m->why_unlearned[0] = '\0';
    m->training = NULL;
    m->unread = "";
    m->unread_name = (cft_slice){NULL, 0};
    m->in_row = true;
    m->lacks = false;
    CFT_TRY(map_row(m, cft_slice_of(line, length), number, error));
    return map_end_line(m, out, error);
}

static void map_exact(cft_json_out *out, const char *name, const char *text)
{
    cft_map_name(out, name);
    cft_out_exact(out, text, strlen(text));
}

/* Where an error is, and what helps against it. */
static chatfmt_status map_write_hint(chatfmt_mapper *m, const chatfmt_error *of,
                                     chatfmt_error *error)
{
    bool nulls_lack = !(m->plan.request->apply->flags & CHATFMT_APPLY_RAW_MESSAGES);
    char *hint;
    if (of->path[0]) map_exact(&m->out, "path", of->path);
    if (!m->plan.hint) return CHATFMT_OK;
    CFT_TRY(m->plan.hint(of, m->conversation, nulls_lack, &hint, NULL, error));
    if (hint[0]) map_exact(&m->out, "hint", hint);
    chatfmt_text_free(hint);
    return CHATFMT_OK;
}

chatfmt_status chatfmt_mapper_error(chatfmt_mapper *m, uint64_t number, const chatfmt_error *of,
                                    chatfmt_slice *out, chatfmt_error *error)
{
    cft_map_record head = {number, 0, 0};
    CFT_TRY(map_begin_line(m, out, error));
    if (!of) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "of is NULL");
    bool as_record = (m->plan.flags & CHATFMT_MAP_RECORDS) != 0;
    const char *text = of->text[0] ? of->text : chatfmt_status_text(of->status);
    bool of_format = m->plan.model->model.of_format && !m->in_row && m->which != MAP_OF_ROW;
    const char *kind = of_format || m->lacks ? chatfmt_format_error_kind(of) : "";
    if (as_record) cft_out_bytes(&m->out, (const char *)&head, sizeof head);
    cft_out_text(&m->out, "{\"line\": ");
    cft_out_number(&m->out, number);
    cft_out_text(&m->out, ", \"error\": {\"kind\": \"");
    cft_out_text(&m->out, kind[0] ? kind : chatfmt_status_kind(of->status));
    cft_out_bytes(&m->out, "\"", 1);
    map_exact(&m->out, "message", text);
    CFT_TRY(map_write_hint(m, of, error));
    cft_out_text(&m->out, "}}\n");
    head.text_length = m->out.text.length - sizeof head;
    if (as_record && !m->out.status) memcpy(m->out.text.data, &head, sizeof head);
    return map_end_line(m, out, error);
}

bool cft_mapper_lacks(const chatfmt_mapper *m)
{
    return m->reads.none && !m->in_row && m->which != MAP_OF_ROW;
}

int chatfmt_mapper_place(const chatfmt_mapper *m, chatfmt_slice *name)
{
    chatfmt_model_template row;
    if (name) *name = CFT_LIT("");
    if (!m || !name) return 1;
    *name = CFT_LIT("chat_template of the row");
    if (m->which == MAP_OF_ROW) return m->in_row;
    *name = m->plan.template_name.length ? m->plan.template_name : CFT_LIT("the model's template");
    if (!m->plan.template_name.length &&
        !chatfmt_model_choose(m->plan.model, m->plan.request->apply->chat_template,
                              m->which == MAP_WITH_TOOLS, &row, NULL) &&
        row.place.length)
        *name = chatfmt_model_template_shown(m->plan.model, row.name);
    return m->in_row;
}
