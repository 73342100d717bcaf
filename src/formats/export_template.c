/* formats/export_template.c - writes a format as one self-contained chat template.
 *
 * A style's loop line is the one thing that is replaced: in an exported template the turns are
 * OpenAI messages, which the new loop line turns into role, message and generated.
 */
#include "formats/export_template.h"

#include "base/number.h"
#include "value/text.h"

/* ---- Text ---- */

static chatfmt_status export_text(cft_buffer *out, cft_slice text)
{
    return cft_buffer_append(out, text.data, text.length);
}

/* A string literal of Jinja: only what its quotes and lines need is escaped. */
static chatfmt_status export_string(cft_buffer *out, cft_slice text)
{
    static const struct {
        char byte;
        const char *escape;
    } escapes[] = {{'\\', "\\\\"}, {'\'', "\\'"}, {'\n', "\\n"}, {'\r', "\\r"}, {'\t', "\\t"}};
    CFT_TRY(cft_buffer_append(out, "'", 1));
    for (size_t i = 0; i < text.length; i++) {
        const char *written = NULL;
        for (size_t k = 0; k < sizeof escapes / sizeof escapes[0]; k++)
            if (escapes[k].byte == text.data[i]) written = escapes[k].escape;
        if (written)
            CFT_TRY(cft_buffer_append(out, written, 2));
        else
            CFT_TRY(cft_buffer_append(out, text.data + i, 1));
    }
    return cft_buffer_append(out, "'", 1);
}

static chatfmt_status export_value(cft_heap *heap, cft_buffer *out, cft_value value,
                                   unsigned depth);

static chatfmt_status export_items(cft_heap *heap, cft_buffer *out, const cft_list *list,
                                   unsigned depth)
{
    CFT_TRY(export_text(out, CFT_LIT("[")));
    for (uint32_t i = 0; i < list->count; i++) {
        if (i) CFT_TRY(export_text(out, CFT_LIT(", ")));
        CFT_TRY(export_value(heap, out, list->items[i], depth + 1));
    }
    return export_text(out, CFT_LIT("]"));
}

static chatfmt_status export_members(cft_heap *heap, cft_buffer *out, const cft_dict *dict,
                                     unsigned depth)
{
    CFT_TRY(export_text(out, CFT_LIT("{")));
    for (uint32_t i = 0; i < dict->count; i++) {
        if (i) CFT_TRY(export_text(out, CFT_LIT(", ")));
        CFT_TRY(export_value(heap, out, dict->entries[i].key, depth + 1));
        CFT_TRY(export_text(out, CFT_LIT(": ")));
        CFT_TRY(export_value(heap, out, dict->entries[i].value, depth + 1));
    }
    return export_text(out, CFT_LIT("}"));
}

static chatfmt_status export_value(cft_heap *heap, cft_buffer *out, cft_value value,
                                   unsigned depth)
{
    enum { EXPORT_DEPTH = 64 };
    char digits[CFT_NUMBER_ROOM];
    if (depth > EXPORT_DEPTH)
        return cft_raise(heap, CHATFMT_UNSUPPORTED, "a field is nested too deeply");
    switch (value.kind) {
    case CFT_NONE: return export_text(out, CFT_LIT("none"));
    case CFT_BOOL:
        return export_text(out, value.as.boolean ? CFT_LIT("true") : CFT_LIT("false"));
    case CFT_INT:
        return export_text(out,
                           cft_slice_of(digits, cft_int_to_text(value.as.integer, digits)));
    case CFT_STRING: return export_string(out, cft_text_of(value));
    case CFT_LIST:
    case CFT_TUPLE: return export_items(heap, out, value.as.list, depth);
    case CFT_DICT: return export_members(heap, out, value.as.dict, depth);
    default: return cft_raise(heap, CHATFMT_UNSUPPORTED, "a field cannot be written");
    }
}

static chatfmt_status export_set(cft_heap *heap, cft_buffer *out, cft_slice name,
                                 cft_value value)
{
    CFT_TRY(export_text(out, CFT_LIT("{%- set ")));
    CFT_TRY(export_text(out, name));
    CFT_TRY(export_text(out, CFT_LIT(" = ")));
    CFT_TRY(export_value(heap, out, value, 0));
    return export_text(out, CFT_LIT(" -%}\n"));
}

/* ---- Fields ---- */

static bool export_is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Whether the program has `name` as a word that is no attribute. */
static bool export_reads(cft_slice text, cft_slice name)
{
    size_t at = 0;
    while ((at = cft_text_find(text, name, at)) != SIZE_MAX) {
        size_t end = at + name.length;
        bool begins = at == 0 || (!export_is_word(text.data[at - 1]) && text.data[at - 1] != '.');
        if (begins && (end == text.length || !export_is_word(text.data[end]))) return true;
        at = end;
    }
    return false;
}

/* Fields that transformers gives itself, or that the beginning of a style sets on its own. */
static bool export_skips(const cft_format *format, cft_slice name)
{
    static const cft_slice skipped[] = {
        {"bos_token", 9}, {"eos_token", 9},     {"messages", 8}, {"name", 4},
        {"template", 8},  {"system_message", 14}};
    bool style = format->kind == CFT_PROGRAM_STYLE;
    for (size_t i = 0; i < sizeof skipped / sizeof skipped[0]; i++)
        if (cft_slice_equal(name, skipped[i])) return !style || i != 3;
    return false;
}

/* A variable of its name replaces a field, but for the fields of styles. */
static chatfmt_status export_field(cft_heap *heap, const cft_format *format, cft_slice name,
                                   cft_value value, cft_buffer *out)
{
    if (format->kind == CFT_PROGRAM_STYLE) return export_set(heap, out, name, value);
    CFT_TRY(export_text(out, CFT_LIT("{%- if ")));
    CFT_TRY(export_text(out, name));
    CFT_TRY(export_text(out, CFT_LIT(" is not defined -%}\n")));
    CFT_TRY(export_set(heap, out, name, value));
    /* A template of one's own begins after this as it begins without it. */
    return export_text(out, format->program ? CFT_LIT("{%- endif -%}\n")
                                            : CFT_LIT("{%- endif %}\n"));
}

static chatfmt_status export_fields(cft_heap *heap, const cft_format *format, cft_buffer *out)
{
    for (uint32_t i = 0; i < format->fields->count; i++) {
        const cft_entry *field = &format->fields->entries[i];
        cft_slice name = cft_text_of(field->key);
        bool roles = cft_slice_equal(name, CFT_LIT("roles"));
        if (export_skips(format, name)) continue;
        if (!export_reads(format->text, name) &&
            !(roles && format->kind == CFT_PROGRAM_STYLE))
            continue;
        CFT_TRY(export_field(heap, format, name, field->value, out));
    }
    return CHATFMT_OK;
}

/* ---- Styles ---- */

/* `'before' ~ system_message ~ 'after'`, from the system template. */
static chatfmt_status export_system(cft_heap *heap, cft_slice text, cft_buffer *out)
{
    static const char marker[] = "{system_message}";
    const char *at = text.data, *end = at + text.length;
    cft_buffer literal;
    chatfmt_status status = CHATFMT_OK;
    cft_buffer_init(&literal, &out->allocator);
    CFT_TRY(export_text(out, CFT_LIT("{%- set system = ''")));
    while (at < end && status == CHATFMT_OK) {
        if ((*at == '{' || *at == '}') && end - at >= 2 && at[1] == at[0]) {
            status = cft_buffer_append(&literal, at, 1);
            at += 2;
        } else if ((size_t)(end - at) >= sizeof marker - 1 &&
                   !memcmp(at, marker, sizeof marker - 1)) {
            status = export_text(out, CFT_LIT(" ~ "));
            if (status == CHATFMT_OK)
                status = export_string(out, cft_slice_of(literal.data, literal.length));
            if (status == CHATFMT_OK) status = export_text(out, CFT_LIT(" ~ system_message"));
            literal.length = 0;
            at += sizeof marker - 1;
        } else if (*at == '{' || *at == '}') {
            status = cft_format_fail(heap, CHATFMT_UNSUPPORTED, "bad_system_template",
                                     "only {system_message} may be used in braces");
        } else {
            status = cft_buffer_append(&literal, at++, 1);
        }
    }
    if (status == CHATFMT_OK) status = export_text(out, CFT_LIT(" ~ "));
    if (status == CHATFMT_OK)
        status = export_string(out, cft_slice_of(literal.data, literal.length));
    cft_buffer_free(&literal);
    CFT_TRY(status);
    return export_text(out, CFT_LIT(" -%}\n"));
}

/* The few-shot messages as OpenAI messages. */
static chatfmt_status export_few_shot(cft_heap *heap, const cft_format *format,
                                      cft_buffer *out)
{
    cft_value shots = cft_format_field(format->fields, CFT_LIT("messages"));
    cft_value roles = cft_format_field(format->fields, CFT_LIT("roles"));
    if (shots.kind != CFT_LIST || !shots.as.list->count) return CHATFMT_OK;
    CFT_TRY(export_text(out, CFT_LIT("{%- set turns = [")));
    for (uint32_t i = 0; i < shots.as.list->count; i++) {
        cft_value pair = shots.as.list->items[i];
        bool user = i % 2 == 0;
        if (pair.kind != CFT_LIST || pair.as.list->count != 2)
            return cft_raise(heap, CHATFMT_UNSUPPORTED, "a few-shot message is not a pair");
        cft_value role = pair.as.list->items[0];
        if (roles.kind == CFT_LIST && roles.as.list->count > 1 && role.kind == CFT_STRING) {
            cft_slice first = cft_text_of(roles.as.list->items[0]);
            cft_slice second = cft_text_of(roles.as.list->items[1]);
            bool known = cft_slice_equal(first, cft_text_of(role)) ||
                         cft_slice_equal(second, cft_text_of(role));
            if (!known)
                return cft_raise(heap, CHATFMT_UNSUPPORTED,
                                 "a few-shot message has a third role");
            if (!cft_slice_equal(first, second))
                user = cft_slice_equal(first, cft_text_of(role));
        }
        if (i) CFT_TRY(export_text(out, CFT_LIT(", ")));
        CFT_TRY(export_text(out, user ? CFT_LIT("{'role': 'user', 'content': ")
                                      : CFT_LIT("{'role': 'assistant', 'content': ")));
        CFT_TRY(export_value(heap, out, pair.as.list->items[1], 0));
        CFT_TRY(export_text(out, CFT_LIT("}")));
    }
    return export_text(out, CFT_LIT("] + turns -%}\n"));
}

/* Messages to turns, and the system message among them, as FastChat's server reads a request. */
static chatfmt_status export_style_head(cft_heap *heap, const cft_format *format,
                                        cft_buffer *out)
{
    cft_value message = cft_format_field(format->fields, CFT_LIT("system_message"));
    cft_value text = cft_format_field(format->fields, CFT_LIT("system_template"));
    if (text.kind != CFT_STRING)
        return cft_raise(heap, CHATFMT_UNSUPPORTED, "the system template is not a text");
    CFT_TRY(export_set(heap, out, CFT_LIT("system_message"), message));
    CFT_TRY(export_text(
        out, CFT_LIT("{%- set turns = messages|rejectattr('role', 'equalto', 'system')|list -%}\n"
                     "{%- set systems = messages|selectattr('role', 'equalto', 'system')|list "
                     "-%}\n"
                     "{%- if systems -%}\n"
                     "    {%- set system_message = systems[-1].content -%}\n"
                     "{%- endif -%}\n"
                     "{%- for turn in turns if turn.role not in ['user', 'assistant'] -%}\n"
                     "    {{- raise_exception('unknown_role: Unknown role: ' ~ turn.role) -}}\n"
                     "{%- endfor -%}\n")));
    CFT_TRY(export_system(heap, cft_text_of(text), out));
    CFT_TRY(export_few_shot(heap, format, out));
    return export_text(
        out, CFT_LIT("{%- if add_generation_prompt is defined and add_generation_prompt -%}\n"
                     "    {%- set turns = turns + [{'role': 'assistant', 'content': none}] -%}\n"
                     "{%- endif -%}\n"));
}

/* Where the loop line of a style is, and its slice ("[-2:]" or nothing). */
static bool export_find_loop(cft_slice text, size_t *begin, size_t *end, cft_slice *part)
{
    static const char head[] = "{%- for role, message, odd, generated in conversation";
    size_t at = cft_text_find(text, cft_slice_of(head, sizeof head - 1), 0);
    if (at == SIZE_MAX) return false;
    size_t from = at + sizeof head - 1;
    size_t close = cft_text_find(text, CFT_LIT(" -%}"), from);
    if (close == SIZE_MAX) return false;
    *begin = at;
    *part = cft_slice_of(text.data + from, close - from);
    *end = close + 4;
    return true;
}

static chatfmt_status export_loop(cft_buffer *out, cft_slice part)
{
    CFT_TRY(export_text(out, CFT_LIT("{%- for turn in turns")));
    CFT_TRY(export_text(out, part));
    return export_text(
        out,
        CFT_LIT(" -%}\n"
                "    {%- set role = roles[0] if turn.role == 'user' else roles[1] -%}\n"
                "    {%- set odd = loop.index0 is odd -%}\n"
                "    {%- set generated = turn.role == 'assistant' -%}\n"
                "    {%- set message = turn.content -%}\n"
                "    {%- if message is mapping or message is number -%}\n"
                "        {{- raise_exception(\"a message's content is text, null or parts\") -}}\n"
                "    {%- elif message is defined and message is not none and message is not string "
                "-%}\n"
                "        {%- if message|rejectattr('type', 'defined')|list -%}\n"
                "            {{- raise_exception('a part of a message\\'s content has no "
                "\"type\"') -}}\n"
                "        {%- endif -%}\n"
                "        {%- set images = message|selectattr('type', 'equalto', 'image_url')"
                "|map(attribute='image_url.url')|list -%}\n"
                "        {%- set texts = message|selectattr('type', 'equalto', 'text')"
                "|map(attribute='text')|join('\\n') -%}\n"
                "        {%- set message = ('<image>\\n' * images|length + texts, images) -%}\n"
                "    {%- endif -%}"));
}

static chatfmt_status export_style(cft_heap *heap, const cft_format *format, cft_buffer *out)
{
    size_t begin, end;
    cft_slice part, text = format->text;
    if (!text.length)
        return cft_raise(heap, CHATFMT_UNSUPPORTED,
                         "'%.*s' has no separator style, so it has no prompt",
                         (int)format->name.length, format->name.data);
    if (!export_find_loop(text, &begin, &end, &part))
        return cft_raise(heap, CHATFMT_UNSUPPORTED, "the style has no loop over the messages");
    CFT_TRY(export_style_head(heap, format, out));
    CFT_TRY(cft_buffer_append(out, text.data, begin));
    CFT_TRY(export_loop(out, part));
    return cft_buffer_append(out, text.data + end, text.length - end);
}

/* Whether a field that the program reads is null. */
static bool export_lacks(const cft_format *format, cft_slice name)
{
    return cft_format_field(format->fields, name).kind == CFT_NONE &&
           export_reads(format->text, name);
}

chatfmt_status cft_format_export(cft_heap *heap, const cft_format *format, cft_buffer *out)
{
    if (format->kind == CFT_PROGRAM_STYLE && !format->text.length)
        return export_style(heap, format, out);
    if (!format->program) {
        CFT_TRY(export_fields(heap, format, out));
        return export_text(out, format->text);
    }
    if (format->kind == CFT_PROGRAM_CONVERSION)
        return cft_raise(heap, CHATFMT_UNSUPPORTED, "'%.*s' is a conversion: it has no prompt",
                         (int)format->program->name.length, format->program->name.data);
    if (format->kind != CFT_PROGRAM_STYLE &&
        !export_reads(format->text, CFT_LIT("messages")))
        return cft_raise(heap, CHATFMT_UNSUPPORTED,
                         "'%.*s' is rendered from other variables than messages",
                         (int)format->name.length, format->name.data);
    if (export_lacks(format, CFT_LIT("user")) && export_lacks(format, CFT_LIT("assistant")))
        return cft_raise(heap, CHATFMT_UNSUPPORTED,
                         "'%.*s' has no text for messages, so it has no prompt: use the template "
                         "of the model",
                         (int)format->name.length, format->name.data);
    CFT_TRY(export_text(out, CFT_LIT("{#- ")));
    CFT_TRY(export_text(out, format->system));
    CFT_TRY(export_text(out, CFT_LIT("/")));
    CFT_TRY(export_text(out, format->name));
    CFT_TRY(export_text(out, CFT_LIT(", exported by chatfmt -#}\n")));
    CFT_TRY(export_fields(heap, format, out));
    if (format->kind == CFT_PROGRAM_STYLE) return export_style(heap, format, out);
    return export_text(out, format->text);
}
