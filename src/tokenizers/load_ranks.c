/* tokenizers/load_ranks.c - from ranks to a source. Source: tiktoken_ext/openai_public.py,
 * mistral_common, tekken.py. */
#include "tokenizers/load_ranks.h"

#include "base/number.h"
#include "base/sha256.h"
#include "base/suggest.h"
#include "base/utf8.h"
#include "value/dict.h"
#include "value/json_read.h"

/* ---- tokens in base64 ---- */

static int ranks_digit(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* The bytes of a token in ByteLevel's characters, in the tokenizer's arena. INPUT when it is no
 * base64. */
static chatfmt_status ranks_text(cft_tokenizer *t, cft_slice base64, cft_slice *text)
{
    size_t digits = base64.length, length = 0;
    uint32_t bits = 0;
    unsigned count = 0;
    while (digits && base64.data[digits - 1] == '=' && base64.length - digits < 2)
        digits--;
    if (!digits || base64.length % 4) return CHATFMT_INPUT;
    char *out = cft_arena_take(&t->arena, digits + 1 + digits / 2);
    if (!out) return CHATFMT_NO_MEMORY;
    for (size_t i = 0; i < digits; i++) {
        int digit = ranks_digit(base64.data[i]);
        if (digit < 0) return CHATFMT_INPUT;
        bits = bits << 6 | (uint32_t)digit;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        length += cft_utf8_put(out + length,
                               cft_byte_character((unsigned char)(bits >> count & 255)));
    }
    *text = cft_slice_of(out, length);
    return CHATFMT_OK;
}

/* The piece of a token, or the error with its place. */
static chatfmt_status ranks_piece(cft_tokenizer *t, cft_slice base64, cft_piece *piece,
                                  const char *file, size_t place, chatfmt_error *error)
{
    *piece = (cft_piece){.text = {"", 0}, .kind = CFT_PIECE_NORMAL};
    chatfmt_status status = ranks_text(t, base64, &piece->text);
    if (status == CHATFMT_NO_MEMORY) return cft_fail(error, status, "out of memory");
    if (!status) return CHATFMT_OK;
    return cft_fail(error, status, "%s: token %zu is not base64", file, place);
}

/* ---- tiktoken ---- */

#define RANKS_END "<|endoftext|>"
#define RANKS_FIM "<|fim_prefix|>=100258,<|fim_middle|>=100259,<|fim_suffix|>=100260,"
#define RANKS_GPT2                                                                             \
    "'(?:[sdmt]|ll|ve|re)| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"
#define RANKS_UPPER "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]"
#define RANKS_LOWER "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]"
#define RANKS_LEAD  "[^\\r\\n\\p{L}\\p{N}]?"
#define RANKS_SHORT "(?i:'s|'t|'re|'ve|'m|'ll|'d)"

#define RANKS_WORDS(digits)                                                                    \
    RANKS_SHORT "|" RANKS_LEAD "\\p{L}+|" digits "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|"               \
                "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
/* class&&[^\p{Han}] */
#define RANKS_NO_HAN(class) "(?:(?!\\p{Han})" class ")"

/* Patterns as tiktoken has them, or others that match the same. */
static const cft_ranks_row ranks_known[] = {
    {"r50k_base",
     "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
     RANKS_GPT2,
     RANKS_END "=50256,", 0},
    {"p50k_base",
     "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
     RANKS_GPT2,
     RANKS_END "=50256,", 0},
    {"cl100k_base",
     "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
     
     "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|(?>\\p{N}{1,3})| "
     "?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++\\z|"
     "\\s*[\\r\\n]|\\s+(?!\\S)|\\s",
     RANKS_END "=100257," RANKS_FIM "<|endofprompt|>=100276,",
     0},
    {"o200k_base",
     "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
     
     RANKS_LEAD RANKS_UPPER
     "*" RANKS_LOWER "+" RANKS_SHORT "?|" RANKS_LEAD RANKS_UPPER "+" RANKS_LOWER "*" RANKS_SHORT
     "?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
     RANKS_END "=199999,<|endofprompt|>=200018,",
     0},
    {"llama3", NULL, RANKS_WORDS("\\p{N}{1,3}"),
     "<|begin_of_text|>,<|end_of_text|>,<|reserved_special_token_0|>,"
     "<|reserved_special_token_1|>,<|finetune_right_pad_id|>,<|step_id|>,<|start_header_id|>,"
     "<|end_header_id|>,<|eom_id|>,<|eot_id|>,<|python_tag|>,<|image|>,"
     "<|reserved_special_token_#2-245#|>,",
     0},
    {"qwen", NULL, RANKS_WORDS("\\p{N}"),
     RANKS_END ",<|im_start|>,<|im_end|>,<|extra_#0-204#|>,", 0},
    {"kimi", NULL,
     "\\p{Han}+|" RANKS_LEAD RANKS_NO_HAN(RANKS_UPPER) "*" RANKS_NO_HAN(RANKS_LOWER) "+" RANKS_SHORT
     "?|" RANKS_LEAD RANKS_NO_HAN(RANKS_UPPER) "+" RANKS_NO_HAN(RANKS_LOWER) "*" RANKS_SHORT
     "?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
     "", 258},
    /* What TikTokenConverter of transformers makes of ranks that it knows nothing of. */
    {"transformers", NULL, RANKS_WORDS("\\p{N}{1,3}"), "", 0},
};

static chatfmt_status ranks_parts(cft_slice pattern, cft_buffer *out)
{
    CFT_TRY(cft_source_text(
        out, "{\"version\":\"1.0\",\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":["
             "{\"type\":\"Split\",\"pattern\":{\"Regex\":"));
    CFT_TRY(cft_source_quote(out, pattern));
    return cft_source_text(
        out,
        "},\"behavior\":\"Removed\",\"invert\":true},{\"type\":\"ByteLevel\",\"add_prefix_"
        "space\":false,"
        "\"trim_offsets\":false,\"use_regex\":false}]},\"decoder\":{\"type\":\"ByteLevel\"},"
        "\"model\":{\"type\":\"BPE\",\"ignore_merges\":true}}");
}

static chatfmt_status ranks_source(cft_tokenizer *t, const char *name, cft_piece *pieces,
                                   size_t count, cft_slice pattern, chatfmt_error *error)
{
    cft_source source = {.name = name,
                         .pieces = pieces,
                         .count = count,
                         .merging = CFT_MERGING_ID,
                         .unk = CFT_NO_TOKEN,
                         .joined = 1u << CFT_PIECE_NORMAL,
                         .matched = 1u << CFT_PIECE_CONTROL};
    cft_buffer parts;
    cft_buffer_init(&parts, &t->allocator);
    chatfmt_status status = ranks_parts(pattern, &parts);
    source.parts = cft_slice_of(parts.data, parts.length);
    status = status ? cft_budget_told(&t->budget, status, error)
                    : cft_source_load(t, &source, error);
    cft_buffer_free(&parts);
    return status;
}

/* A number at *at; SIZE_MAX when there is none below 2^24. */
static size_t ranks_number(cft_slice text, size_t *at)
{
    size_t begin = *at, number = 0;
    for (; *at < text.length && text.data[*at] >= '0' && text.data[*at] <= '9'; ++*at) {
        number = number * 10 + (size_t)(text.data[*at] - '0');
        if (number >> 24) return SIZE_MAX;
    }
    return *at > begin ? number : SIZE_MAX;
}

/* One line: its rank, and its token. False when it is no such line. */
static bool ranks_line(cft_slice bytes, size_t *at, cft_slice *token, size_t *rank)
{
    size_t begin = *at;
    while (*at < bytes.length && bytes.data[*at] != ' ' && bytes.data[*at] != '\n')
        ++*at;
    *token = cft_slice_of(bytes.data + begin, *at - begin);
    if (*at >= bytes.length || bytes.data[*at] != ' ') return false;
    ++*at;
    *rank = ranks_number(bytes, at);
    if (*at < bytes.length && bytes.data[*at] == '\r') ++*at;
    if (*at < bytes.length && bytes.data[(*at)++] != '\n') return false;
    return *rank != SIZE_MAX && token->length > 0;
}

/* What is special in a file: counted first, then put into `pieces`. */
typedef struct ranks_specials {
    cft_tokenizer *t;
    cft_piece *pieces; /* NULL while they are counted */
    size_t count, next;
} ranks_specials;

/* NAME and a number, in the arena; without data when there is no memory. */
static cft_slice ranks_numbered(cft_tokenizer *t, cft_slice before, size_t number, cft_slice after)
{
    char digits[CFT_NUMBER_ROOM];
    size_t length = cft_int_to_text((int64_t)number, digits);
    char *text = cft_arena_take(&t->arena, before.length + length + after.length + 1);
    if (!text) return cft_slice_of(NULL, 0);
    memcpy(text, before.data, before.length);
    memcpy(text + before.length, digits, length);
    memcpy(text + before.length + length, after.data, after.length);
    return cft_slice_of(text, before.length + length + after.length);
}

/* A row of tokens BEFORE#FIRST-LAST#AFTER; `mark` is where the first # is. */
static chatfmt_status ranks_special_row(ranks_specials *s, cft_slice name, size_t mark)
{
    size_t at = mark + 1;
    size_t first = ranks_number(name, &at);
    at++;
    size_t last = ranks_number(name, &at);
    cft_slice after = cft_slice_of(name.data + at + 1, name.length - at - 1);
    for (size_t number = first; number <= last; number++, s->next++) {
        if (!s->pieces) continue;
        cft_slice text = ranks_numbered(s->t, cft_slice_of(name.data, mark), number, after);
        if (!text.data) return CHATFMT_NO_MEMORY;
        s->pieces[s->next] = (cft_piece){.text = text, .kind = CFT_PIECE_CONTROL};
    }
    return CHATFMT_OK;
}

static chatfmt_status ranks_special_list(ranks_specials *s, cft_slice text)
{
    for (size_t at = 0; at < text.length; at++) {
        size_t begin = at;
        while (text.data[at] != '=' && text.data[at] != ',')
            at++;
        cft_slice name = cft_slice_of(text.data + begin, at - begin);
        const char *mark = memchr(name.data, '#', name.length);
        if (mark) {
            CFT_TRY(ranks_special_row(s, name, (size_t)(mark - name.data)));
        } else {
            size_t id = s->next, from = at + 1;
            if (text.data[at] == '=') id = ranks_number(text, &from), at = from;
            if (s->pieces) s->pieces[id] = (cft_piece){.text = name, .kind = CFT_PIECE_CONTROL};
            s->next = id + 1;
        }
        if (s->next > s->count) s->count = s->next;
    }
    return CHATFMT_OK;
}

/* Those that the configuration names by their ids, from `base` on. */
static void ranks_special_added(ranks_specials *s, size_t base, cft_value added)
{
    for (uint32_t i = 0; added.kind == CFT_DICT && i < added.as.dict->count; i++) {
        size_t at = 0;
        cft_slice key = cft_text_of(added.as.dict->entries[i].key);
        cft_value text = added.as.dict->entries[i].value;
        size_t id = ranks_number(key, &at);
        if (id == SIZE_MAX || at < key.length || id < base || text.kind != CFT_STRING ||
            !text.length)
            continue;
        if (id >= s->count) s->count = id + 1;
        if (s->pieces)
            s->pieces[id] = (cft_piece){.text = cft_text_of(text), .kind = CFT_PIECE_CONTROL};
    }
}

/* Ids that nothing names. */
static chatfmt_status ranks_special_fill(ranks_specials *s, size_t base)
{
    for (size_t id = base; id < s->count; id++) {
        if (s->pieces[id].kind) continue;
        cft_slice text = ranks_numbered(s->t, CFT_LIT("<|reserved_token_"), id, CFT_LIT("|>"));
        if (!text.data) return CHATFMT_NO_MEMORY;
        s->pieces[id] = (cft_piece){.text = text, .kind = CFT_PIECE_CONTROL};
    }
    return CHATFMT_OK;
}

static chatfmt_status ranks_special(ranks_specials *s, const cft_ranks_row *row, size_t base,
                                    cft_value added)
{
    s->next = base;
    CFT_TRY(ranks_special_list(s, cft_slice_of(row->special, strlen(row->special))));
    if (s->count < base + row->reserved) s->count = base + row->reserved;
    ranks_special_added(s, base, added);
    return s->pieces && (row->reserved || !row->sha256) ? ranks_special_fill(s, base) : CHATFMT_OK;
}

static chatfmt_status ranks_all(cft_tokenizer *t, cft_slice bytes, const cft_ranks_row *row,
                                cft_value added, chatfmt_error *error)
{
    size_t base = 0, rank, line = 0;
    cft_slice token;
    for (size_t at = 0; at < bytes.length; line++) {
        if (!ranks_line(bytes, &at, &token, &rank))
            return cft_fail(error, CHATFMT_INPUT,
                            "tiktoken ranks: line %zu is not a token and its rank", line + 1);
        if (rank >= base) base = rank + 1;
    }
    ranks_specials special = {.t = t, .count = base};
    CFT_TRY(ranks_special(&special, row, base, added));
    cft_piece *pieces = cft_arena_array(&t->arena, special.count, sizeof *pieces);
    if (!pieces) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(pieces, 0, special.count * sizeof *pieces);
    line = 0;
    for (size_t at = 0; at < bytes.length; line++) {
        ranks_line(bytes, &at, &token, &rank);
        CFT_TRY(ranks_piece(t, token, &pieces[rank], "tiktoken ranks", line, error));
    }
    special.pieces = pieces;
    if (ranks_special(&special, row, base, added))
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    return ranks_source(t, "tiktoken ranks", pieces, special.count,
                        cft_slice_of(row->pattern, strlen(row->pattern)), error);
}

static chatfmt_status ranks_begin(cft_tokenizer *t, const chatfmt_allocator *allocator,
                                  const chatfmt_limits *limits, cft_slice bytes,
                                  chatfmt_error *error)
{
    cft_tokenizer_begin(t, allocator, limits);
    cft_budget_begin(&t->budget, &cft_load_rates, bytes.length);
    return cft_budget_told(&t->budget, cft_budget_spend_bytes(&t->budget, bytes.length * 2),
                           error);
}

static chatfmt_status ranks_read(cft_tokenizer *t, cft_slice bytes, const cft_ranks_row *row,
                                 cft_value added, chatfmt_error *error)
{
    chatfmt_status status = ranks_all(t, bytes, row, added, error);
    return status && t->budget.broken ? cft_budget_told(&t->budget, status, error) : status;
}

chatfmt_status cft_ranks_read(cft_tokenizer *t, const chatfmt_allocator *allocator,
                              const chatfmt_limits *limits, cft_slice bytes,
                              const cft_ranks_row *row, chatfmt_error *error)
{
    CFT_TRY(ranks_begin(t, allocator, limits, bytes, error));
    return ranks_read(t, bytes, row, cft_absent(), error);
}

static chatfmt_status ranks_by_hash(cft_tokenizer *t, cft_slice bytes, chatfmt_error *error)
{
    char sha256[65];
    cft_sha256_hex(bytes, sha256);
    for (size_t i = 0; i < sizeof ranks_known / sizeof *ranks_known; i++)
        if (ranks_known[i].sha256 && !memcmp(ranks_known[i].sha256, sha256, 64))
            return ranks_read(t, bytes, &ranks_known[i], cft_absent(), error);
    return cft_fail(error, CHATFMT_UNSUPPORTED,
                    "this file has tiktoken ranks, which do not say how text is split; it is not "
                    "one of those known by their hash: name its encoding (r50k_base, "
                    "p50k_base, cl100k_base, o200k_base, llama3, qwen, kimi) or its pattern");
}

/* A pattern of letters and digits alone would match next to nothing: it is a name. */
static bool ranks_is_word(cft_slice name)
{
    bool has_letter = false;
    for (size_t i = 0; i < name.length; i++) {
        char c = name.data[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && c != '_' && c != '-' && c != '.') return false;
        has_letter = has_letter || letter;
    }
    return has_letter;
}

static chatfmt_status ranks_unknown(cft_slice name, chatfmt_error *error)
{
    cft_slice names[sizeof ranks_known / sizeof *ranks_known];
    const size_t count = sizeof names / sizeof *names - 1; /* the last one is not for users */
    for (size_t i = 0; i < count; i++)
        names[i] = cft_slice_of(ranks_known[i].name, strlen(ranks_known[i].name));
    size_t near = cft_suggest(name, names, count);
    if (near < count)
        return cft_fail(error, CHATFMT_VALUE, "no encoding named '%.*s'; did you mean %.*s?",
                        cft_shown(name), name.data, (int)names[near].length, names[near].data);
    return cft_fail(error, CHATFMT_VALUE,
                    "no encoding named '%.*s'; there are r50k_base, p50k_base, cl100k_base, "
                    "o200k_base, llama3, qwen and kimi",
                    cft_shown(name), name.data);
}

/* An encoding by name, or else a pattern. */
static chatfmt_status ranks_by_name(cft_tokenizer *t, cft_slice bytes, cft_value parts,
                                    chatfmt_error *error)
{
    cft_value name = cft_load_field(parts, "encoding"), added = cft_load_field(parts, "added");
    if (name.kind != CFT_STRING) return ranks_by_hash(t, bytes, error);
    for (size_t i = 0; i < sizeof ranks_known / sizeof *ranks_known; i++)
        if (cft_load_is(name, ranks_known[i].name))
            return ranks_read(t, bytes, &ranks_known[i], added, error);
    if (ranks_is_word(cft_text_of(name))) return ranks_unknown(cft_text_of(name), error);
    char *pattern = cft_arena_take(&t->arena, (size_t)name.length + 1);
    if (!pattern) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memcpy(pattern, name.as.text, name.length);
    pattern[name.length] = '\0';
    cft_ranks_row row = {.name = "", .pattern = pattern, .special = ""};
    return ranks_read(t, bytes, &row, added, error);
}

chatfmt_status cft_ranks_load(cft_tokenizer *t, const chatfmt_allocator *allocator,
                              const chatfmt_limits *limits, cft_slice bytes, cft_slice parts,
                              chatfmt_error *error)
{
    cft_heap heap;
    cft_value said = cft_absent();
    CFT_TRY(ranks_begin(t, allocator, limits, bytes, error));
    if (!parts.length) return ranks_by_hash(t, bytes, error);
    cft_heap_init(&heap, &t->allocator);
    heap.error = error;
    chatfmt_status status = cft_json_read(&heap, parts, &(cft_json_options){0}, &said, NULL);
    if (!status) status = ranks_by_name(t, bytes, said, error);
    cft_heap_free(&heap);
    return status;
}

/* ---- tekken ---- */

bool cft_tekken_is(cft_value file)
{
    return cft_load_field(file, "model").kind == CFT_ABSENT &&
           cft_load_field(cft_load_field(file, "config"), "pattern").kind == CFT_STRING;
}

static const char *const tekken_special[] = {"<unk>",
                                             "<s>",
                                             "</s>",
                                             "[INST]",
                                             "[/INST]",
                                             "[AVAILABLE_TOOLS]",
                                             "[/AVAILABLE_TOOLS]",
                                             "[TOOL_RESULTS]",
                                             "[/TOOL_RESULTS]",
                                             "[TOOL_CALLS]",
                                             "[IMG]",
                                             "<pad>",
                                             "[IMG_BREAK]",
                                             "[IMG_END]",
                                             "[PREFIX]",
                                             "[MIDDLE]",
                                             "[SUFFIX]",
                                             "[SYSTEM_PROMPT]",
                                             "[/SYSTEM_PROMPT]",
                                             "[TOOL_CONTENT]"};

static bool tekken_count(cft_value config, const char *name, size_t *out)
{
    cft_value value = cft_load_field(config, name);
    *out = value.kind == CFT_INT && value.as.integer >= 0 ? (size_t)value.as.integer : SIZE_MAX;
    return value.kind == CFT_INT && value.as.integer >= 0 && value.as.integer < 1 << 24;
}

/* <SPECIAL_12> */
static cft_slice tekken_filler(cft_tokenizer *t, size_t id)
{
    char digits[20];
    size_t count = 0, length = 9;
    char *text = cft_arena_take(&t->arena, 32);
    if (!text) return (cft_slice){NULL, 0};
    memcpy(text, "<SPECIAL_", length);
    do
        digits[count++] = (char)('0' + id % 10);
    while (id /= 10);
    while (count)
        text[length++] = digits[--count];
    text[length++] = '>';
    return cft_slice_of(text, length);
}

static chatfmt_status tekken_bad(chatfmt_error *error, const char *what)
{
    return cft_fail(error, CHATFMT_INPUT, "tekken.json: %s", what);
}

static chatfmt_status tekken_specials(cft_tokenizer *t, cft_value file, cft_piece *pieces,
                                      size_t count, chatfmt_error *error)
{
    cft_value list = cft_load_field(file, "special_tokens");
    size_t given = sizeof tekken_special / sizeof *tekken_special;
    bool own = list.kind == CFT_LIST;
    if (own)
        given = list.as.list->count;
    else if (list.kind != CFT_ABSENT && list.kind != CFT_NONE)
        return tekken_bad(error, "special_tokens is not an array");
    if (given > count)
        return tekken_bad(error, "more special tokens than default_num_special_tokens");
    for (size_t i = 0; i < count; i++)
        pieces[i] = (cft_piece){.text = {NULL, 0}, .kind = CFT_PIECE_CONTROL};
    for (size_t i = 0; i < given; i++) {
        if (!own) {
            pieces[i].text = cft_slice_of(tekken_special[i], strlen(tekken_special[i]));
            continue;
        }
        cft_value text = cft_load_field(list.as.list->items[i], "token_str");
        cft_value rank = cft_load_field(list.as.list->items[i], "rank");
        if (text.kind != CFT_STRING || !text.length || rank.kind != CFT_INT ||
            rank.as.integer < 0 || rank.as.integer >= (int64_t)count ||
            pieces[rank.as.integer].text.data)
            return tekken_bad(error, "a special token without a text or a rank of its own");
        pieces[rank.as.integer].text = cft_text_of(text);
    }
    for (size_t i = 0; i < count; i++)
        if (!pieces[i].text.data) {
            pieces[i].text = tekken_filler(t, i);
            if (!pieces[i].text.data)
                return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
        }
    return CHATFMT_OK;
}

chatfmt_status cft_tekken_load(cft_tokenizer *t, cft_value file, chatfmt_error *error)
{
    cft_value config = cft_load_field(file, "config"), vocab = cft_load_field(file, "vocab");
    size_t size, special;
    if (!tekken_count(config, "default_vocab_size", &size) ||
        !tekken_count(config, "default_num_special_tokens", &special) || special > size)
        return tekken_bad(error, "config has no sizes of the vocabulary");
    if (vocab.kind != CFT_LIST || vocab.as.list->count < size - special)
        return tekken_bad(error, "vocab has fewer tokens than default_vocab_size says");
    cft_piece *pieces = cft_arena_array(&t->arena, size + 1, sizeof *pieces);
    if (!pieces) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    CFT_TRY(tekken_specials(t, file, pieces, special, error));
    for (size_t i = 0; i < size - special; i++) {
        cft_value rank = cft_load_field(vocab.as.list->items[i], "rank");
        cft_value bytes = cft_load_field(vocab.as.list->items[i], "token_bytes");
        if (rank.kind != CFT_INT || rank.as.integer != (int64_t)i || bytes.kind != CFT_STRING)
            return tekken_bad(error, "the ranks of vocab do not follow each other");
        CFT_TRY(
            ranks_piece(t, cft_text_of(bytes), &pieces[special + i], "tekken.json", i, error));
    }
    return ranks_source(t, "tekken.json", pieces, size,
                        cft_text_of(cft_load_field(config, "pattern")), error);
}
