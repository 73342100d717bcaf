/* builtins/rare/urlize.c - the filter urlize: addresses in a text become links.
 *
 * The text is escaped first and taken word by word; all pieces of the result are slices of it.
 * What an address is is in urlize_match.c. Jinja: do_urlize, utils.urlize.
 */
#include "builtins/filters.h"
#include "builtins/tables.h"
#include "builtins/rare/urlize.h"

#include "base/unicode.h"
#include "base/utf8.h"
#include "value/list.h"
#include "value/repr.h"
#include "value/text.h"

typedef struct urlize_job {
    cft_vm *vm;
    cft_builder *b;
    cft_value limit;          /* trim_url_limit: absent or none for no limit */
    cft_value attributes;     /* ' rel="…" target="…"', escaped              */
    const cft_value *schemes; /* extra ones, checked                          */
    size_t scheme_count;
} urlize_job;

static bool urlize_begins(cft_urlize_piece p, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(p.end - p.at) >= length && memcmp(p.at, word, length) == 0;
}

static size_t urlize_count(cft_urlize_piece p, const char *word)
{
    size_t count = 0, length = strlen(word);
    while (p.at < p.end) {
        if (*p.at == *word && urlize_begins(p, word)) {
            count++;
            p.at += length;
        } else {
            p.at++;
        }
    }
    return count;
}

/* ([(<]|&lt;)+ at the beginning */
static void urlize_skip_head(cft_urlize_piece *p)
{
    for (;;) {
        if (p->at < p->end && (*p->at == '(' || *p->at == '<'))
            p->at++;
        else if (urlize_begins(*p, "&lt;"))
            p->at += 4;
        else
            return;
    }
}

/* ([)>.,\n]|&gt;)+ at the end */
static void urlize_skip_tail(cft_urlize_piece *p)
{
    for (;;) {
        size_t length = (size_t)(p->end - p->at);
        if (!length) return;
        char last = p->end[-1];
        if (last == ')' || last == '>' || last == '.' || last == ',' || last == '\n')
            p->end--;
        else if (length >= 4 && memcmp(p->end - 4, "&gt;", 4) == 0)
            p->end -= 4;
        else
            return;
    }
}

/* Give back from the tail what closes a bracket opened in the middle. */
static void urlize_balance(cft_urlize_piece *middle, const char *word_end)
{
    static const char *const pairs[3][2] = {{"(", ")"}, {"<", ">"}, {"&lt;", "&gt;"}};
    for (int i = 0; i < 3; i++) {
        size_t opened = urlize_count(*middle, pairs[i][0]);
        if (opened <= urlize_count(*middle, pairs[i][1])) continue;
        size_t length = strlen(pairs[i][1]);
        cft_urlize_piece tail = {middle->end, word_end};
        size_t closed = urlize_count(tail, pairs[i][1]);
        for (size_t n = opened < closed ? opened : closed; n > 0; n--) {
            while (!urlize_begins(tail, pairs[i][1]))
                tail.at++;
            tail.at += length;
        }
        middle->end = tail.at;
    }
}

static chatfmt_status urlize_put(const urlize_job *job, cft_urlize_piece p)
{
    return cft_build_copy(job->b, p.at, (size_t)(p.end - p.at));
}

/* The address as shown: cut to the limit. */
static chatfmt_status urlize_show(const urlize_job *job, cft_urlize_piece p)
{
    cft_vm *vm = job->vm;
    if (job->limit.kind == CFT_ABSENT || job->limit.kind == CFT_NONE) return urlize_put(job, p);
    cft_value text = cft_string(p.at, (uint32_t)(p.end - p.at), 0), head;
    int64_t count = (int64_t)cft_text_count(text);
    bool fits;
    if (job->limit.kind == CFT_FLOAT) {
        fits = !((double)count > job->limit.as.real);
    } else if (cft_is_integral(job->limit)) {
        fits = count <= cft_integer_of(job->limit);
    } else if (job->limit.kind == CFT_BIGINT) {
        fits = *job->limit.as.text != '-';
    } else if (job->limit.kind == CFT_UNDEFINED) {
        return cft_raise_undefined(&vm->heap, job->limit);
    } else {
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "'>' not supported between instances of 'int' and '%s'",
                            cft_type_name(job->limit));
    }
    if (fits) return urlize_put(job, p);
    if (job->limit.kind == CFT_FLOAT) {
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "slice indices must be integers or None or have "
                            "an __index__ method");
    }
    CFT_TRY(cft_get_slice(vm, text, cft_none(), job->limit, cft_none(), &head));
    CFT_TRY(cft_build_copy(job->b, head.as.text, head.length));
    return cft_build_fresh(job->b, "...", 3);
}

/* <a href="PREFIXmiddle"…>shown</a> */
static chatfmt_status urlize_link(const urlize_job *job, const char *prefix,
                                  cft_urlize_piece target, bool attributes, bool cut,
                                  cft_urlize_piece shown)
{
    CFT_TRY(cft_build_fresh(job->b, "<a href=\"", 9));
    CFT_TRY(cft_build_fresh(job->b, prefix, strlen(prefix)));
    CFT_TRY(urlize_put(job, target));
    CFT_TRY(cft_build_fresh(job->b, "\"", 1));
    if (attributes) {
        CFT_TRY(cft_build_copy(job->b, job->attributes.as.text, job->attributes.length));
    }
    CFT_TRY(cft_build_fresh(job->b, ">", 1));
    CFT_TRY(cut ? urlize_show(job, shown) : urlize_put(job, shown));
    return cft_build_fresh(job->b, "</a>", 4);
}

/* The middle of a word, as a link if it is an address. */
static chatfmt_status urlize_middle(const urlize_job *job, cft_urlize_piece middle)
{
    if (cft_urlize_is_address(middle)) {
        bool whole = urlize_begins(middle, "https://") || urlize_begins(middle, "http://");
        return urlize_link(job, whole ? "" : "https://", middle, true, true, middle);
    }
    if (urlize_begins(middle, "mailto:")) {
        cft_urlize_piece mail = {middle.at + 7, middle.end};
        if (cft_urlize_is_mail(mail)) return urlize_link(job, "", middle, false, false, mail);
    }
    size_t length = (size_t)(middle.end - middle.at);
    if (length && !urlize_begins(middle, "www.") && *middle.at != '@' &&
        !memchr(middle.at, ':', length) && cft_urlize_is_mail(middle)) {
        return urlize_link(job, "mailto:", middle, false, false, middle);
    }
    for (size_t i = 0; i < job->scheme_count; i++) {
        cft_value scheme = job->schemes[i];
        if (length > scheme.length && memcmp(middle.at, scheme.as.text, scheme.length) == 0) {
            return urlize_link(job, "", middle, true, false, middle);
        }
    }
    return urlize_put(job, middle);
}

static chatfmt_status urlize_word(const urlize_job *job, cft_urlize_piece word)
{
    cft_urlize_piece middle = word;
    CFT_TRY(cft_charge(&job->vm->heap, 8 + (uint64_t)(word.end - word.at)));
    urlize_skip_head(&middle);
    cft_urlize_piece head = {word.at, middle.at};
    urlize_skip_tail(&middle);
    urlize_balance(&middle, word.end);
    cft_urlize_piece tail = {middle.end, word.end};
    CFT_TRY(urlize_put(job, head));
    CFT_TRY(urlize_middle(job, middle));
    return urlize_put(job, tail);
}

/* Words and the spaces between them. */
static chatfmt_status urlize_words(const urlize_job *job, cft_value text)
{
    const char *at = text.as.text, *end = at + text.length;
    while (at < end) {
        cft_urlize_piece word = {at, at}, gap;
        while (at < end) {
            const char *next = at;
            if (cft_is_space(cft_utf8_next(&next))) break;
            at = next;
        }
        word.end = gap.at = at;
        while (at < end) {
            const char *next = at;
            if (!cft_is_space(cft_utf8_next(&next))) break;
            at = next;
        }
        gap.end = at;
        if (word.end > word.at) CFT_TRY(urlize_word(job, word));
        CFT_TRY(urlize_put(job, gap));
    }
    return CHATFMT_OK;
}

/* Add the words of `text` to a sorted set of words. */
static chatfmt_status urlize_add_words(cft_vm *vm, cft_list_builder *set, cft_value text)
{
    const char *begin = text.as.text, *at = begin, *end = begin + text.length;
    while (at < end) {
        const char *next = at;
        if (cft_is_space(cft_utf8_next(&next))) {
            at = next;
            continue;
        }
        const char *word_at = at;
        while (at < end) {
            next = at;
            if (cft_is_space(cft_utf8_next(&next))) break;
            at = next;
        }
        cft_value word = cft_text_bytes(text, (size_t)(word_at - begin), (size_t)(at - begin));
        size_t place = 0;
        int order = 1;
        while (place < set->count && (order = cft_slice_compare(cft_text_of(set->items[place]),
                                                                cft_text_of(word))) < 0) {
            place++;
        }
        CFT_TRY(cft_charge(&vm->heap, 1 + place));
        if (place < set->count && order == 0) continue;
        CFT_TRY(cft_list_push(set, word));
        memmove(set->items + place + 1, set->items + place,
                (set->count - 1 - place) * sizeof *set->items);
        set->items[place] = word;
    }
    return CHATFMT_OK;
}

/* ' name="value"' with the value escaped. */
static chatfmt_status urlize_attribute(cft_vm *vm, cft_builder *b, const char *name,
                                       cft_value value)
{
    CFT_TRY(cft_markup_escape(vm, value, &value));
    CFT_TRY(cft_build_fresh(b, " ", 1));
    CFT_TRY(cft_build_fresh(b, name, strlen(name)));
    CFT_TRY(cft_build_fresh(b, "=\"", 2));
    CFT_TRY(cft_build_copy(b, value.as.text, value.length));
    return cft_build_fresh(b, "\"", 1);
}

/* The rel words in order, always with noopener, then the target. */
static chatfmt_status urlize_attributes(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value rel = args.at[4], target = args.at[3], word;
    cft_list_builder set;
    CFT_TRY(cft_list_build(&set, &vm->heap, 4));
    if (cft_arg_truth_or(args, 4, false)) {
        if (rel.kind != CFT_STRING && rel.kind != CFT_BYTES) {
            return cft_raise_no_attribute(vm, rel, "split");
        }
        if (rel.kind == CFT_BYTES) {
            return cft_vm_raise(vm, CHATFMT_TYPE, "sequence item 0: expected str instance");
        }
        rel.flags &= (uint8_t)~CFT_STR_MARKUP;
        CFT_TRY(urlize_add_words(vm, &set, rel));
    }
    if (cft_arg_truth_or(args, 2, false)) {
        CFT_TRY(cft_new_fresh(&vm->heap, "nofollow", 8, &word));
        CFT_TRY(urlize_add_words(vm, &set, word));
    }
    CFT_TRY(cft_new_fresh(&vm->heap, "noopener", 8, &word));
    CFT_TRY(urlize_add_words(vm, &set, word));
    cft_builder words, b;
    CFT_TRY(cft_build(&words, &vm->heap, 32));
    for (size_t i = 0; i < set.count; i++) {
        if (i) CFT_TRY(cft_build_fresh(&words, " ", 1));
        CFT_TRY(cft_build_copy(&words, set.items[i].as.text, set.items[i].length));
    }
    CFT_TRY(cft_build_end(&words, 0, &word));
    CFT_TRY(cft_build(&b, &vm->heap, 48));
    CFT_TRY(urlize_attribute(vm, &b, "rel", word));
    if (target.kind != CFT_ABSENT && cft_truth(target)) {
        CFT_TRY(urlize_attribute(vm, &b, "target", target));
    }
    return cft_build_end(&b, 0, out);
}

/* [\w.+-]{2,}:(/){0,2} */
static bool urlize_is_scheme(cft_value scheme)
{
    cft_urlize_piece p = {scheme.as.text, scheme.as.text + scheme.length};
    size_t count = 0;
    while (p.at < p.end && *p.at != ':') {
        uint32_t code = cft_utf8_next(&p.at);
        if (!cft_is_word(code) && code != '.' && code != '+' && code != '-') return false;
        count++;
    }
    size_t rest = (size_t)(p.end - p.at);
    if (count < 2 || rest < 1 || rest > 3) return false;
    return memcmp(p.at, "://", rest) == 0;
}

/* Check the extra schemes. An iterator is used up by the check, as in Jinja. */
static chatfmt_status urlize_schemes(urlize_job *job, cft_value given)
{
    cft_vm *vm = job->vm;
    cft_value list;
    if (given.kind == CFT_ABSENT || given.kind == CFT_NONE) return CHATFMT_OK;
    CFT_TRY(cft_to_list(&vm->heap, given, CFT_LIST, &list));
    for (uint32_t i = 0; i < list.as.list->count; i++) {
        cft_value scheme = list.as.list->items[i];
        if (scheme.kind != CFT_STRING) {
            return cft_vm_raise(vm, CHATFMT_TYPE,
                                "expected string or bytes-like object, got '%s'",
                                cft_type_name(scheme));
        }
        CFT_TRY(cft_charge_bytes(&vm->heap, scheme.length));
        if (urlize_is_scheme(scheme)) continue;
        cft_value shown;
        CFT_TRY(cft_to_repr(&vm->heap, scheme, &shown));
        return cft_vm_raise(vm, CHATFMT_RUNTIME, "%.*s is not a valid URI scheme prefix.",
                            (int)shown.length, shown.as.text);
    }
    if (given.kind == CFT_ITERATOR) return CHATFMT_OK;
    job->schemes = list.as.list->items;
    job->scheme_count = list.as.list->count;
    return CHATFMT_OK;
}

/* urlize(trim_url_limit=none, nofollow=false, target=none, rel=none, extra_schemes=none). */
chatfmt_status cft_filter_urlize(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text;
    cft_builder b;
    urlize_job job = {.vm = vm, .b = &b, .limit = args.at[1]};
    CFT_TRY(urlize_attributes(vm, args, &job.attributes));
    CFT_TRY(urlize_schemes(&job, args.at[5]));
    CFT_TRY(cft_markup_escape(vm, args.at[0], &text));
    CFT_TRY(cft_build(&b, &vm->heap, text.length));
    CFT_TRY(urlize_words(&job, text));
    return cft_build_end(&b, vm->autoescape ? CFT_STR_MARKUP : 0, out);
}
