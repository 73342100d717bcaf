/* tokenizers/normalize_llama.c - BERT's words as llama.cpp makes them.
 *
 * Of a decomposed character the first code point stays; white space and characters that are words
 * of their own end a word. Source: llm_tokenizer_wpm_session::preprocess of llama.cpp, whose
 * tables are of Unicode 15.1.
 */
#include "tokenizers/normalize_words.h"

#include "base/unicode.h"
#include "regex/char_class.h"
#include "tokenizers/grapheme.h"
#include "tokenizers/normal_form.h"

typedef struct llama_words {
    cft_token_text *out;
    cft_place place; /* of the character at hand */
    bool open;       /* a word that may grow     */
} llama_words;

/* Unicode 13.0 has one more than 9.0. */
static uint32_t llama_base(uint32_t code)
{
    return code == 0x11938 ? 0x11935 : cft_form_first(code);
}

/* Categories Cc, Cf and Co. BERT's are of Unicode 8.0. */
static bool llama_is_control(uint32_t code)
{
    static const uint32_t newer[][2] = {
        {0x890, 0x891}, {0x8E2, 0x8E2}, {0x110CD, 0x110CD}, {0x13430, 0x1343F}};
    for (size_t i = 0; code >= 0x890 && i < sizeof newer / sizeof *newer; i++)
        if (code >= newer[i][0] && code <= newer[i][1]) return true;
    return (cft_text_class(code) & CFT_TEXT_BERT_CONTROL) != 0;
}

/* Whether a character is a word of its own. */
static bool llama_stands_alone(uint32_t code)
{
    unsigned set = code < 0x7F ? CFT_CHAR_SET_P | CFT_CHAR_SET_S : CFT_CHAR_SET_P;
    return cft_char_in(code, set) || cft_is_bert_ideograph(code);
}

/* Nothing is in front of the first word of a text. */
static chatfmt_status llama_begin(llama_words *words)
{
    if (words->open) return CHATFMT_OK;
    words->open = true;
    if (words->out->length) CFT_TRY(cft_token_put(words->out, "", 1, words->place));
    return cft_token_put(words->out, "\xE2\x96\x81", 3, words->place);
}

static chatfmt_status llama_put(llama_words *words, uint32_t code, bool lowers)
{
    uint32_t lower[3] = {code};
    char text[4];
    bool alone = llama_stands_alone(code);
    if (alone) words->open = false;
    CFT_TRY(llama_begin(words));
    words->open = !alone;
    if (lowers) (void)cft_to_lower(code, lower);
    return cft_token_put(words->out, text, cft_utf8_put(text, lower[0]), words->place);
}

static bool llama_is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* ASCII letters and digits from `begin` to `end`, which are of one word. */
static chatfmt_status llama_plain(llama_words *words, const cft_token_view *view, size_t begin,
                                  size_t end, bool lowers)
{
    cft_token_text *out = words->out;
    if (out->tracks) words->place = cft_token_place(view, begin);
    CFT_TRY(llama_begin(words));
    size_t from = out->length;
    CFT_TRY(cft_token_copy(out, view, begin, end));
    for (size_t i = from; lowers && i < out->length; i++) {
        char c = out->data[i];
        out->data[i] = (char)(c | (c >= 'A' && c <= 'Z') << 5);
    }
    return CHATFMT_OK;
}

chatfmt_status cft_normalize_llama_words(const cft_normalizer *step, const cft_token_view *view,
                                         cft_token_text *out)
{
    llama_words words = {.out = out};
    bool lowers = step->left, strips = step->right;
    const char *at = view->data, *end = view->data + view->length;
    while (at < end) {
        size_t begin = (size_t)(at - view->data);
        while (at < end && llama_is_plain(*at)) at++;
        if (at > view->data + begin) {
            CFT_TRY(llama_plain(&words, view, begin, (size_t)(at - view->data), lowers));
            continue;
        }
        uint32_t code = cft_utf8_next(&at);
        if (strips) code = llama_base(code);
        if (cft_char_in(code, CFT_CHAR_SET_SPACE)) {
            words.open = false;
            continue;
        }
        if (!code || code == 0xFFFD || llama_is_control(code)) continue;
        if (strips && cft_char_in(code, CFT_CHAR_SET_M)) continue;
        if (out->tracks) words.place = cft_token_place(view, begin);
        CFT_TRY(llama_put(&words, code, lowers));
    }
    return CHATFMT_OK;
}
