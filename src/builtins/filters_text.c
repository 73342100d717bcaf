/* builtins/filters_text.c - the filters on text: case, trim, center, replace, indent, truncate,
 * format, wordcount. They take any value as its text; Markup stays Markup where Jinja keeps it.
 */
#include "builtins/arguments.h"
#include "builtins/filters.h"
#include "builtins/number_text.h"
#include "builtins/tables.h"

#include "base/unicode.h"
#include "base/utf8.h"
#include "lang/ast.h"
#include "value/dict.h"
#include "value/list.h"
#include "value/repr.h"
#include "value/text.h"

/* The case of str(value); Markup stays Markup. Jinja: do_upper, do_lower, do_capitalize. */
static chatfmt_status text_filter_case(cft_vm *vm, cft_args args, cft_case how, cft_value *out)
{
    cft_value text;
    CFT_TRY(cft_to_str(&vm->heap, args.at[0], &text));
    CFT_TRY(cft_charge_text(vm, text.length));
    CFT_TRY(cft_text_case(&vm->heap, text, how, out));
    out->flags |= text.flags & CFT_STR_MARKUP;
    return CHATFMT_OK;
}

chatfmt_status cft_filter_upper(cft_vm *vm, cft_args args, cft_value *out)
{
    return text_filter_case(vm, args, CFT_UPPER, out);
}

chatfmt_status cft_filter_lower(cft_vm *vm, cft_args args, cft_value *out)
{
    return text_filter_case(vm, args, CFT_LOWER, out);
}

chatfmt_status cft_filter_capitalize(cft_vm *vm, cft_args args, cft_value *out)
{
    return text_filter_case(vm, args, CFT_CAPITALIZE, out);
}

/* Words of |title begin after spaces and these. */
static bool title_is_boundary(uint32_t code)
{
    return code == '-' || code == '(' || code == '{' || code == '[' || code == '<' ||
           cft_is_space(code);
}

/* Append a mapped piece, with the origins that the mapping gave it. */
static chatfmt_status title_append(cft_vm *vm, cft_builder *b, cft_value piece, cft_case how)
{
    cft_value mapped;
    if (piece.length == 0) return CHATFMT_OK;
    CFT_TRY(cft_text_case(&vm->heap, piece, how, &mapped));
    return cft_build_copy(b, mapped.as.text, mapped.length);
}

/* The same for ASCII, when nobody asks where bytes came from. */
static chatfmt_status title_ascii(cft_vm *vm, cft_slice text, cft_value *out)
{
    cft_builder b;
    char *to;
    CFT_TRY(cft_build(&b, &vm->heap, text.length));
    CFT_TRY(cft_build_room(&b, text.length, "", 0, &to));
    bool inside = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        to[i] = !letter ? c : inside ? (char)(c | 0x20) : (char)(c & ~0x20);
        inside = letter || !title_is_boundary((unsigned char)c);
    }
    return cft_build_end(&b, 0, out);
}

/* title: the first letter of each word upper, the rest lower; a plain string. Jinja: do_title.
 */
chatfmt_status cft_filter_title(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text;
    cft_builder b;
    CFT_TRY(cft_plain_str(vm, args.at[0], &text));
    CFT_TRY(cft_charge_text(vm, text.length));
    if (!vm->heap.origins && cft_text_ascii(&text)) {
        return title_ascii(vm, cft_text_of(text), out);
    }
    CFT_TRY(cft_build(&b, &vm->heap, text.length));
    const char *begin = text.as.text, *end = begin + text.length, *at = begin;
    while (at < end) {
        const char *word = at, *rest = at;
        while (at < end) {
            const char *next = at;
            if (title_is_boundary(cft_utf8_next(&next))) break;
            at = next;
        }
        if (at > word) {
            cft_utf8_next(&rest);
            size_t a = (size_t)(word - begin), m = (size_t)(rest - begin);
            CFT_TRY(title_append(vm, &b, cft_text_bytes(text, a, m), CFT_UPPER));
            CFT_TRY(
                title_append(vm, &b, cft_text_bytes(text, m, (size_t)(at - begin)), CFT_LOWER));
        }
        const char *gap = at;
        while (at < end) {
            const char *next = at;
            if (!title_is_boundary(cft_utf8_next(&next))) break;
            at = next;
        }
        CFT_TRY(cft_build_copy(&b, gap, (size_t)(at - gap)));
    }
    return cft_build_end(&b, 0, out);
}

/* trim(chars=none). Jinja: do_trim. */
chatfmt_status cft_filter_trim(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text;
    CFT_TRY(cft_to_str(&vm->heap, args.at[0], &text));
    CFT_TRY(cft_charge_bytes(&vm->heap, text.length));
    if (!cft_arg_given(args, 1) || args.at[1].kind == CFT_NONE) {
        return cft_text_strip_paid(&vm->heap, text, NULL, CFT_STRIP_BOTH, out);
    }
    if (args.at[1].kind != CFT_STRING) {
        return cft_vm_raise(vm, CHATFMT_TYPE, "strip arg must be None or str");
    }
    cft_slice chars = cft_text_of(args.at[1]);
    return cft_text_strip_paid(&vm->heap, text, &chars, CFT_STRIP_BOTH, out);
}

/* center(width=80). Jinja: do_center; the odd space by CPython's parity rule. */
chatfmt_status cft_filter_center(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text;
    int64_t width;
    CFT_TRY(cft_to_str(&vm->heap, args.at[0], &text));
    CFT_TRY(cft_arg_int_or(vm, args, 1, 80, &width));
    CFT_TRY(cft_charge_bytes(&vm->heap, text.length));
    int64_t count = (int64_t)cft_text_count(text);
    if (width <= count) {
        *out = text;
        return CHATFMT_OK;
    }
    int64_t pad = width - count, left = pad / 2 + (pad & width & 1);
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, text.length));
    CFT_TRY(cft_build_pad(&b, (size_t)left, " ", 1));
    CFT_TRY(cft_build_copy(&b, text.as.text, text.length));
    CFT_TRY(cft_build_pad(&b, (size_t)(pad - left), " ", 1));
    return cft_build_end(&b, text.flags & CFT_STR_MARKUP, out);
}

/* replace(old, new, count=none). Jinja: do_replace. */
chatfmt_status cft_filter_replace(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text = args.at[0], from = args.at[1], to = args.at[2];
    int64_t count = -1;
    if (!vm->autoescape) {
        CFT_TRY(cft_plain_str(vm, text, &text));
        CFT_TRY(cft_plain_str(vm, from, &from));
        CFT_TRY(cft_plain_str(vm, to, &to));
    } else {
        bool escape = cft_markup_is(from) || (cft_markup_is(to) && !cft_markup_is(text));
        if (escape)
            CFT_TRY(cft_markup_escape(vm, text, &text));
        else
            CFT_TRY(cft_to_str(&vm->heap, text, &text));
        CFT_TRY(cft_to_str(&vm->heap, from, &from));
        CFT_TRY(cft_to_str(&vm->heap, to, &to));
        if (cft_markup_is(text)) CFT_TRY(cft_markup_escape(vm, to, &to));
    }
    if (cft_arg_given(args, 3) && args.at[3].kind != CFT_NONE) {
        CFT_TRY(cft_want_index(vm, args.at[3], &count));
    }
    uint8_t markup = text.flags & CFT_STR_MARKUP;
    CFT_TRY(cft_text_replace(&vm->heap, text, cft_text_of(from), to, count, out));
    out->flags = (uint8_t)((out->flags & ~CFT_STR_MARKUP) | markup);
    return CHATFMT_OK;
}

typedef struct indent_job {
    cft_vm *vm;
    cft_value text, indention;
    bool blank, first;
    bool escape_first, escape_rest; /* the indention is Markup and the text is not */
} indent_job;

static chatfmt_status indent_append(indent_job *job, cft_builder *b, cft_value line,
                                    bool escape)
{
    if (escape) CFT_TRY(cft_markup_escape(job->vm, line, &line));
    return cft_build_copy(b, line.as.text, line.length);
}

/* The newline between two lines: the text's own byte when it has one. */
static chatfmt_status indent_newline(cft_builder *b, const char *ending, size_t length)
{
    if (length == 1 && *ending == '\n') return cft_build_copy(b, ending, 1);
    return cft_build_derived(b, "\n", 1, ending, length);
}

/* The lines of the text + "\n", joined with newlines and indented from the second on. That
 * newline makes one more line, an empty one, after a text that ends with a line break; but it
 * belongs to a carriage return before it. */
static chatfmt_status indent_lines(indent_job *job, cft_builder *b)
{
    const char *begin = job->text.as.text, *end = begin + job->text.length, *at = begin;
    const char *ending = NULL;
    size_t ending_length = 0;
    CFT_TRY(cft_charge_text(job->vm, job->text.length));
    for (bool is_first = true; is_first || at < end; is_first = false) {
        size_t whole, length = cft_line_length(at, end, &whole);
        cft_value line =
            cft_text_bytes(job->text, (size_t)(at - begin), (size_t)(at - begin) + length);
        if (!is_first) CFT_TRY(indent_newline(b, ending, ending_length));
        if (is_first ? job->first : (job->blank || length)) {
            CFT_TRY(cft_build_copy(b, job->indention.as.text, job->indention.length));
        }
        CFT_TRY(indent_append(job, b, line, is_first ? job->escape_first : job->escape_rest));
        ending = at + length;
        ending_length = whole - length;
        at += whole;
    }
    if (!ending_length || end[-1] == '\r') return CHATFMT_OK;
    CFT_TRY(indent_newline(b, ending, ending_length));
    if (!job->blank) return CHATFMT_OK;
    return cft_build_copy(b, job->indention.as.text, job->indention.length);
}

/* The indentation: a string as given, or as many spaces. */
static chatfmt_status indent_make(cft_vm *vm, cft_args args, cft_value *out)
{
    if (cft_arg_given(args, 1) && args.at[1].kind == CFT_STRING) {
        *out = args.at[1];
        return CHATFMT_OK;
    }
    cft_value blank;
    CFT_TRY(cft_new_fresh(&vm->heap, " ", 1, &blank));
    return cft_binary(vm, CFT_MUL, blank, cft_arg_given(args, 1) ? args.at[1] : cft_int(4),
                      out);
}

/* indent(width=4, first=false, blank=false). Jinja: do_indent. */
chatfmt_status cft_filter_indent(cft_vm *vm, cft_args args, cft_value *out)
{
    indent_job job = {.vm = vm, .text = args.at[0]};
    CFT_TRY(indent_make(vm, args, &job.indention));
    if (job.text.kind == CFT_LIST) return cft_raise_no_attribute(vm, job.text, "splitlines");
    if (job.text.kind != CFT_STRING) {
        cft_value newline;
        CFT_TRY(cft_new_fresh(&vm->heap, "\n", 1, &newline));
        return cft_binary(vm, CFT_ADD, job.text, newline, out);
    }
    bool markup = cft_markup_is(job.text), foreign = !markup && cft_markup_is(job.indention);
    job.first = cft_arg_truth_or(args, 2, false);
    job.blank = cft_arg_truth_or(args, 3, false);
    job.escape_rest = foreign;
    job.escape_first = foreign && job.blank;
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, job.text.length + 16));
    if (foreign && job.first) {
        /* Markup + str escapes what was joined so far, once more where it is escaped already.
         */
        job.first = false;
        cft_value joined;
        CFT_TRY(indent_lines(&job, &b));
        CFT_TRY(cft_build_end(&b, job.blank ? CFT_STR_MARKUP : 0, &joined));
        return cft_binary(vm, CFT_ADD, job.indention, joined, out);
    }
    CFT_TRY(indent_lines(&job, &b));
    return cft_build_end(&b, markup || (foreign && job.blank) ? CFT_STR_MARKUP : 0, out);
}

/* An argument of |truncate that Python only compares and adds: an int or a float. */
static chatfmt_status truncate_number(cft_vm *vm, cft_value value, double *out)
{
    if (value.kind == CFT_FLOAT) {
        *out = value.as.real;
        return CHATFMT_OK;
    }
    if (value.kind == CFT_UNDEFINED) return cft_raise_undefined(&vm->heap, value);
    if (value.kind == CFT_BIGINT) {
        *out = cft_integer_to_double(value);
        return CHATFMT_OK;
    }
    if (!cft_is_integral(value)) {
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "'>=' not supported between instances of '%s' and 'int'",
                            cft_type_name(value));
    }
    *out = (double)cft_integer_of(value);
    return CHATFMT_OK;
}

/* The first `count` code points, without the last word unless words are killed, and the end. */
static chatfmt_status truncate_cut(cft_vm *vm, cft_value value, cft_value count, bool kill,
                                   cft_value end, cft_value *out)
{
    cft_value head;
    CFT_TRY(cft_get_slice(vm, value, cft_none(), count, cft_none(), &head));
    if (head.kind == CFT_UNDEFINED) {
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            value.kind == CFT_DICT
                                ? "unhashable type: 'slice'"
                                : "slice indices must be integers or None or "
                                  "have an __index__ method");
    }
    if (!kill) {
        if (head.kind != CFT_STRING) return cft_raise_no_attribute(vm, head, "rsplit");
        size_t at;
        CFT_TRY(cft_text_rfind_paid(&vm->heap, cft_text_of(head), CFT_LIT(" "), &at));
        if (at != SIZE_MAX) head = cft_text_bytes(head, 0, at);
    }
    return cft_binary(vm, CFT_ADD, head, end, out);
}

/* truncate(length=255, killwords=false, end='...', leeway=none). Jinja: do_truncate. */
chatfmt_status cft_filter_truncate(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text = args.at[0], end = args.at[3];
    double length = 255, leeway = 5;
    int64_t end_length, count;
    if (end.kind == CFT_ABSENT) CFT_TRY(cft_new_fresh(&vm->heap, "...", 3, &end));
    CFT_TRY(cft_length(&vm->heap, end, &end_length));
    if (cft_arg_given(args, 1)) CFT_TRY(truncate_number(vm, args.at[1], &length));
    if (!(length >= (double)end_length)) {
        return cft_vm_raise(vm, CHATFMT_RUNTIME, "expected length >= %d", (int)end_length);
    }
    if (cft_arg_given(args, 4) && args.at[4].kind != CFT_NONE) {
        CFT_TRY(truncate_number(vm, args.at[4], &leeway));
    }
    if (!(leeway >= 0)) return cft_vm_raise(vm, CHATFMT_RUNTIME, "expected leeway >= 0");
    CFT_TRY(cft_length(&vm->heap, text, &count));
    if (text.kind == CFT_STRING) CFT_TRY(cft_charge_bytes(&vm->heap, text.length));
    if ((double)count <= length + leeway) {
        *out = text;
        return CHATFMT_OK;
    }
    cft_value kept = cft_int((int64_t)length - end_length);
    if (cft_arg_given(args, 1) && args.at[1].kind == CFT_FLOAT) {
        kept = cft_float(length - (double)end_length);
    }
    return truncate_cut(vm, text, kept, cft_arg_truth_or(args, 2, false), end, out);
}

/* wordcount: runs of letters, digits and underscores. Jinja: do_wordcount. */
chatfmt_status cft_filter_wordcount(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text;
    CFT_TRY(cft_to_str(&vm->heap, args.at[0], &text));
    CFT_TRY(cft_charge_text(vm, text.length));
    const char *at = text.as.text, *end = at + text.length;
    int64_t words = 0;
    for (bool inside = false; at < end;) {
        bool word = cft_is_word(cft_utf8_next(&at));
        words += word && !inside;
        inside = word;
    }
    *out = cft_int(words);
    return CHATFMT_OK;
}

/* format(*args, **kwargs): printf-style, with the arguments as a tuple or as a dict. Jinja:
 * do_format. */
chatfmt_status cft_filter_format(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text, values;
    if (args.rest_count && args.named_count) {
        return cft_vm_raise(vm, CHATFMT_RUNTIME,
                            "can't handle positional and keyword arguments at the same time");
    }
    CFT_TRY(cft_to_str(&vm->heap, args.at[0], &text));
    if (args.named_count) {
        cft_dict *dict;
        CFT_TRY(cft_dict_new(&vm->heap, args.named_count, &dict));
        for (size_t i = 0; i < args.named_count; i++) {
            CFT_TRY(cft_dict_put(&vm->heap, dict, args.names[i], args.named[i]));
        }
        values = cft_dict_value(dict);
    } else {
        CFT_TRY(cft_list_copy(&vm->heap, CFT_TUPLE, args.rest, args.rest_count, &values));
    }
    return cft_binary(vm, CFT_MOD, text, values, out);
}

/* string: the value as text; Markup stays. Source: markupsafe.soft_str. */
chatfmt_status cft_filter_string(cft_vm *vm, cft_args args, cft_value *out)
{
    return cft_to_str(&vm->heap, args.at[0], out);
}
