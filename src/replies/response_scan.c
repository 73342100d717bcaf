/* replies/response_scan.c - looking for what opens and closes fields.
 *
 * What has been found stays found until more text comes, so that a text is looked through once for
 * each delimiter however many fields it has. Source: transformers, ResponseParser._scan.
 */
#include "replies/response_state.h"

#include "value/builder.h"

/* The longest literal at `at`, long ones set aside; *partial: the text ends before one of them
 * does. */
static size_t scan_literal_at(const cft_response_anchor *anchor, const char *text, size_t left,
                              bool *partial)
{
    for (size_t i = 0; i < anchor->count; i++) {
        cft_slice literal = anchor->literals[i];
        size_t shorter = literal.length < left ? literal.length : left;
        if (anchor->borders[i] || memcmp(literal.data, text, shorter) != 0) continue;
        if (shorter == literal.length) return shorter;
        *partial = true;
    }
    return 0;
}

/* A whole match goes before a partial one, then the one that is further left, then the longer
 * one. */
static void scan_add(cft_regex_match *match, cft_regex_match more)
{
    bool better = !match->found || (match->partial && !more.partial) ||
                  (match->partial == more.partial &&
                   (more.begin < match->begin ||
                    (more.begin == match->begin && more.end > match->end)));
    if (better) *match = more;
}

/* One long literal in one pass: no byte of the text is gone back to. */
static void scan_long(cft_slice literal, const uint32_t *borders, cft_slice text, size_t from,
                      bool final, cft_regex_match *match)
{
    size_t seen = 0; /* bytes of the literal that end here */
    for (size_t at = from; at < text.length; at++) {
        if (!seen) {
            const char *next = memchr(text.data + at, literal.data[0], text.length - at);
            if (!next) return;
            at = (size_t)(next - text.data);
        }
        while (seen && literal.data[seen] != text.data[at]) seen = borders[seen - 1];
        seen += literal.data[seen] == text.data[at];
        if (seen == literal.length) {
            scan_add(match, (cft_regex_match){true, false, at + 1 - seen, at + 1});
            return;
        }
    }
    if (seen && !final)
        scan_add(match, (cft_regex_match){true, true, text.length - seen, text.length});
}

static void scan_short(const cft_response_anchor *anchor, cft_slice text, size_t from, bool final,
                       cft_regex_match *match)
{
    for (size_t at = from; at < text.length; at++) {
        bool partial = false;
        size_t length;
        if (anchor->count == 1) {
            const char *next = memchr(text.data + at, anchor->literals[0].data[0],
                                      text.length - at);
            if (!next) return;
            at = (size_t)(next - text.data);
        } else if (!anchor->first[(unsigned char)text.data[at]]) {
            continue;
        }
        length = scan_literal_at(anchor, text.data + at, text.length - at, &partial);
        if (length) {
            scan_add(match, (cft_regex_match){true, false, at, at + length});
            return;
        }
        if (partial && !final) scan_add(match, (cft_regex_match){true, true, at, text.length});
    }
}

static void scan_literals(const cft_response_anchor *anchor, cft_slice text, size_t from,
                          bool final, cft_regex_match *match)
{
    size_t left = anchor->count;
    memset(match, 0, sizeof *match);
    for (size_t i = 0; i < anchor->count; i++) {
        if (!anchor->borders[i]) continue;
        scan_long(anchor->literals[i], anchor->borders[i], text, from, final, match);
        left--;
    }
    if (left) scan_short(anchor, text, from, final, match);
}

chatfmt_status cft_response_search(cft_heap *heap, const cft_regex *regex, cft_regex_work *work,
                                   cft_slice text, size_t from, unsigned how,
                                   cft_regex_match *match)
{
    chatfmt_status status =
        cft_regex_search(regex, work, text.data, text.length, from, how, &heap->fuel, match);
    if (!status) return status;
    return cft_raise(heap, status, "%s",
                     status == CHATFMT_LIMIT
                         ? "limit exceeded: a regular expression does not end within the fuel"
                         : "out of memory");
}

/* The leftmost match of an anchor from `from` on. */
static chatfmt_status scan_anchor(cft_response *p, const cft_response_anchor *anchor,
                                  cft_slice text, size_t from, bool final, unsigned how,
                                  cft_regex_match *match)
{
    if (!anchor->regex) {
        scan_literals(anchor, text, from, final, match);
        return cft_charge(&p->heap, 1 + (text.length - from) / 16);
    }
    CFT_TRY(cft_charge(&p->heap, 1));
    memset(match, 0, sizeof *match);
    if (anchor->regex->has_first)
        while (from < text.length && !anchor->first[(unsigned char)text.data[from]]) from++;
    if (anchor->regex->has_first && from == text.length) return CHATFMT_OK;
    return cft_response_search(&p->heap, anchor->regex, &p->work, text, from,
                               how | (final ? 0u : (unsigned)CFT_REGEX_PARTIAL), match);
}

static const cft_response_anchor *scan_which(const cft_response *p, size_t field, bool opens)
{
    const cft_response_field *f = &p->template->fields[field];
    return opens ? &f->open : &f->close;
}

/* What has been found before counts while it is not after. */
static chatfmt_status scan_seen(cft_response *p, size_t field, bool opens, bool final,
                                cft_regex_match *match)
{
    cft_response_seen *seen = &p->seen[2 * field + opens];
    cft_slice text = cft_slice_of(p->text.data, p->text.length);
    bool good = seen->looked && seen->from <= p->at &&
                (!seen->match.found || seen->match.begin >= p->at);
    if (!good) {
        CFT_TRY(scan_anchor(p, scan_which(p, field, opens), text, p->at, final, 0, &seen->match));
        seen->looked = true;
        seen->from = p->at;
    }
    *match = seen->match;
    return CHATFMT_OK;
}

/* transformers: ResponseParser._can_grow */
static bool scan_can_grow(const cft_response *p, const cft_response_anchor *anchor,
                          const cft_regex_match *match)
{
    if (match->end != p->text.length) return false;
    return match->begin == match->end || anchor->regex || anchor->can_extend;
}

/* Is `a` before `b`: by place, the longer one first, what opens before what closes, by name? */
static bool scan_is_before(const cft_response *p, const cft_response_delimiter *a,
                           const cft_response_delimiter *b)
{
    if (a->match.begin != b->match.begin) return a->match.begin < b->match.begin;
    if (a->match.end != b->match.end) return a->match.end > b->match.end;
    if (a->opens != b->opens) return a->opens;
    return cft_slice_compare(cft_text_of(p->template->fields[a->field].name),
                             cft_text_of(p->template->fields[b->field].name)) < 0;
}

static chatfmt_status scan_watch(cft_response *p, size_t field, bool opens, bool final,
                                 cft_response_delimiter *best, size_t *hold)
{
    const cft_response_anchor *anchor = scan_which(p, field, opens);
    cft_response_delimiter one = {true, opens, field, {false, false, 0, 0}};
    if (!cft_anchor_given(anchor)) return CHATFMT_OK;
    CFT_TRY(scan_seen(p, field, opens, final, &one.match));
    if (!one.match.found) return CHATFMT_OK;
    if (!final && (one.match.partial || scan_can_grow(p, anchor, &one.match))) {
        if (one.match.begin < *hold) *hold = one.match.begin;
        return CHATFMT_OK;
    }
    if (!best->found || scan_is_before(p, &one, best)) *best = one;
    return CHATFMT_OK;
}

chatfmt_status cft_response_scan(cft_response *p, bool final, cft_response_delimiter *best,
                                 size_t *hold)
{
    const cft_response_template *t = p->template;
    memset(best, 0, sizeof *best);
    *hold = p->text.length;
    if (p->current != SIZE_MAX && p->current != t->implicit) {
        CFT_TRY(scan_watch(p, p->current, false, final, best, hold));
    } else {
        for (size_t i = 0; i < t->count; i++) CFT_TRY(scan_watch(p, i, true, final, best, hold));
        if (t->implicit != SIZE_MAX)
            CFT_TRY(scan_watch(p, t->implicit, false, final, best, hold));
    }
    /* At the very end of the text nothing that is empty counts, as in transformers. */
    if (best->found && best->match.begin >= *hold) best->found = false;
    return CHATFMT_OK;
}

chatfmt_status cft_response_after_anchor(cft_response *p, cft_slice *prefix)
{
    cft_slice text = *prefix;
    cft_regex_match match;
    size_t last = 0;
    bool empty = false;
    for (size_t at = 0; at <= text.length; at = last = match.end) {
        CFT_TRY(scan_anchor(p, &p->template->start, text, at, true,
                            empty ? CFT_REGEX_ADVANCE : 0u, &match));
        if (!match.found) break;
        empty = match.end == match.begin;
    }
    prefix->data += last;
    prefix->length -= last;
    return CHATFMT_OK;
}

chatfmt_status cft_response_captures(cft_response *p, const cft_response_delimiter *delimiter,
                                     cft_value *out)
{
    const cft_regex *regex = scan_which(p, delimiter->field, delimiter->opens)->regex;
    size_t count = regex ? cft_regex_name_count(regex) : 0;
    cft_regex_match match;
    cft_dict *dict;
    *out = cft_absent();
    if (!count) return CHATFMT_OK;
    /* The match is known; its groups are had by matching there again. */
    CFT_TRY(cft_response_search(&p->heap, regex, &p->work,
                                cft_slice_of(p->text.data, p->text.length),
                                delimiter->match.begin, 0, &match));
    CFT_TRY(cft_dict_new(&p->heap, count, &dict));
    for (size_t i = 0; i < count; i++) {
        const cft_regex_name *name = &cft_regex_names(regex)[i];
        cft_slice text;
        cft_value value;
        if (!cft_regex_capture(&p->work, p->text.data, name->number, &text)) continue;
        CFT_TRY(cft_new_fresh(&p->heap, text.data, text.length, &value));
        CFT_TRY(cft_dict_put(&p->heap, dict,
                             cft_string(name->name.data, (uint32_t)name->name.length, 0), value));
    }
    *out = cft_dict_value(dict);
    return CHATFMT_OK;
}
