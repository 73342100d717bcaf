/* tokenizers/guard.c - which added tokens data may not write. */
#include "tokenizers/guard.h"
#include "base/utf8.h"
#include "regex/char_class.h"
#include "tokenizers/normalize_words.h"

chatfmt_status cft_guard_init(cft_guard_work *work, const cft_tokenizer *tokenizer,
                              const chatfmt_allocator *allocator)
{
    memset(work, 0, sizeof *work);
    work->tokenizer = tokenizer;
    work->allocator = *allocator;
    cft_window_init(&work->windows, allocator);
    work->controlled_bytes = tokenizer->added.count + 1;
    work->controlled = cft_allocate(allocator, work->controlled_bytes);
    return work->controlled ? CHATFMT_OK : CHATFMT_NO_MEMORY;
}

void cft_guard_free(cft_guard_work *work)
{
    cft_window_free(&work->windows);
    cft_release(&work->allocator, work->controlled, work->controlled_bytes);
    cft_release(&work->allocator, work->data, work->data_capacity * sizeof *work->data);
    work->controlled = NULL;
    work->data = NULL;
}

static bool guard_has_ends(cft_slice text, cft_slice begin, cft_slice end)
{
    return text.length > begin.length + end.length &&
           memcmp(text.data, begin.data, begin.length) == 0 &&
           memcmp(text.data + text.length - end.length, end.data, end.length) == 0;
}

/* <|im_end|>, DeepSeek's wide form of it, [INST]. */
static bool guard_is_marker(cft_slice text)
{
    return guard_has_ends(text, CFT_LIT("<|"), CFT_LIT("|>")) ||
           guard_has_ends(text, CFT_LIT("<\xEF\xBD\x9C"), CFT_LIT("\xEF\xBD\x9C>")) ||
           guard_has_ends(text, CFT_LIT("["), CFT_LIT("]"));
}

/* A run of white space, or of the character that stands for a space: templates write those as
 * ordinary text, and what separates words controls nothing. */
static bool guard_is_blank(cft_slice text)
{
    const char *at = text.data, *end = text.data + text.length;
    while (at < end) {
        uint32_t code = cft_utf8_next(&at);
        if (code != 0x2581 && !cft_char_in(code, CFT_CHAR_SET_SPACE)) return false;
    }
    return true;
}

/* Pieces of more bytes than this are control wherever they are: nobody looks for them. */
enum { GUARD_PIECE = 256 };

/* The same of the pieces that the model makes, where `text` begins with them. */
static void guard_note_pieces(cft_guard_work *work, const cft_trie *trie, cft_slice text)
{
    const cft_tokenizer *t = work->tokenizer;
    uint32_t node = trie->first[(unsigned char)text.data[0]];
    for (size_t end = 1; node && end <= GUARD_PIECE; end++) {
        cft_slice piece = cft_slice_of(text.data, end);
        const cft_added_token *token = NULL;
        if (trie->nodes[node].token && !guard_is_blank(piece))
            token = cft_added_by_id(&t->added, cft_tokenizer_find(t, piece));
        if (token && token->of_model)
            work->controlled[token - t->added.tokens] = CFT_GUARD_MATCH | CFT_GUARD_MODEL;
        node = end < text.length ? cft_trie_step(trie, node, (uint8_t)text.data[end]) : 0;
    }
}

/* Every added token in a text that the template wrote is control. Matches may overlap here: a
 * token is no less control for standing in a longer one. */
static chatfmt_status guard_note_literal(cft_guard_work *work, cft_slice text)
{
    const cft_added *added = &work->tokenizer->added;
    const cft_piece_rules *rules = work->tokenizer->rules;
    if (!text.length) return CHATFMT_OK;
    for (size_t i = 0; rules && rules->user.any && i < text.length; i++)
        guard_note_pieces(work, &rules->user, cft_slice_of(text.data + i, text.length - i));
    for (int normalized = 0; normalized < 2; normalized++) {
        cft_token_view view = {text.data, text.length, NULL, 0};
        cft_added_search search;
        cft_added_match match;
        chatfmt_status status;
        cft_added_begin(&search, added, normalized != 0, &view, NULL, &work->windows);
        while (cft_added_next(&search, &match, &status)) {
            search.previous = match.end;
            if (!guard_is_blank(match.token->content))
                work->controlled[match.token - added->tokens] = CFT_GUARD_MATCH | CFT_GUARD_MODEL;
        }
        CFT_TRY(status);
    }
    return CHATFMT_OK;
}

chatfmt_status cft_guard_begin(cft_guard_work *work, cft_guard_set set, cft_slice literals)
{
    const cft_added *added = &work->tokenizer->added;
    work->set = set;
    work->attempt_count = 0;
    work->literal_begin = work->literal_end = 0;
    work->text = (cft_slice){NULL, 0};
    work->guard = (cft_guard){.controlled = work->controlled,
                              .attempts = work->attempts,
                              .attempt_room = CFT_GUARD_ATTEMPTS,
                              .attempt_count = &work->attempt_count};
    for (size_t i = 0; i < added->count; i++) {
        const cft_added_token *token = &added->tokens[i];
        bool marker = set >= CFT_GUARD_CONTROL && guard_is_marker(token->content);
        bool long_piece = token->of_model && token->content.length > GUARD_PIECE;
        bool control = token->special || marker || long_piece;
        /* A line end may be an added token and a plain one: the model may make it. */
        work->controlled[i] = (uint8_t)((control || set == CFT_GUARD_ALL ? CFT_GUARD_MATCH : 0) |
                                        (control ? CFT_GUARD_MODEL : 0));
    }
    return set == CFT_GUARD_CONTROL ? guard_note_literal(work, literals) : CHATFMT_OK;
}

/* Whole characters: spans of a caller may begin and end within one. */
static chatfmt_status guard_end_literal(cft_guard_work *work)
{
    const char *data = work->text.data;
    size_t begin = work->literal_begin, end = work->literal_end;
    work->literal_begin = end;
    while (begin < end && cft_utf8_continues((unsigned char)data[begin])) begin++;
    while (end > begin && end < work->text.length && cft_utf8_continues((unsigned char)data[end]))
        end--;
    if (work->set != CFT_GUARD_CONTROL || end <= begin) return CHATFMT_OK;
    return guard_note_literal(work, cft_slice_of(work->text.data + begin, end - begin));
}

static chatfmt_status guard_add_data(cft_guard_work *work, size_t begin, size_t end)
{
    size_t count = work->guard.data_count;
    if (count && work->data[count - 1].end == begin) {
        work->data[count - 1].end = (uint32_t)end;
        return CHATFMT_OK;
    }
    if (count == work->data_capacity) {
        cft_place *data = cft_array_room(&work->allocator, work->data, &work->data_capacity,
                                         count + 1, sizeof *data);
        if (!data) return CHATFMT_NO_MEMORY;
        work->data = data;
    }
    work->data[count] = (cft_place){(uint32_t)begin, (uint32_t)end};
    work->guard.data_count = count + 1;
    return CHATFMT_OK;
}

chatfmt_status cft_guard_range(cft_guard_work *work, cft_slice text, size_t begin, size_t end,
                               bool is_data)
{
    if (begin == end) return CHATFMT_OK;
    if (end >= UINT32_MAX) return CHATFMT_LIMIT;
    work->text = text;
    if (!is_data) {
        if (work->literal_end != begin) {
            CFT_TRY(guard_end_literal(work));
            work->literal_begin = begin;
        }
        work->literal_end = end;
        return CHATFMT_OK;
    }
    CFT_TRY(guard_end_literal(work));
    return guard_add_data(work, begin, end);
}

chatfmt_status cft_guard_end(cft_guard_work *work, const cft_guard **out)
{
    CFT_TRY(guard_end_literal(work));
    work->guard.data = work->data;
    *out = &work->guard;
    return CHATFMT_OK;
}
