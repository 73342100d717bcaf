/* tokenizers/gguf_vocab.c - what llama.cpp knows of vocabularies by their names. Source:
 * llama-vocab.cpp, unicode.cpp. */
#include "tokenizers/gguf_vocab.h"

#include <float.h>

/* ---- regular expressions, by tokenizer.ggml.pre ----
 *
 * llama.cpp matches categories on a text in which every other character is one byte, so that
 * \p{Lu} and its kin are all letters; and white space that is not ASCII is a vertical tab where
 * there are no categories. The rows say the same in Oniguruma's words.
 */
#define GGUF_SHORT         "(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"
#define GGUF_LEAD          "[^\\r\\n\\p{L}\\p{N}]?"
#define GGUF_END           "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
#define GGUF_OTHER         " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|"
#define GGUF_SLASH         " ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|"
#define GGUF_WORDS(digits) GGUF_SHORT "|" GGUF_LEAD "\\p{L}+|" digits "|" GGUF_OTHER GGUF_END
#define GGUF_GPT2                                                                              \
    "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"
#define GGUF_NUMBER   "\\p{N}"
#define GGUF_NUMBERS3 "\\p{N}{1,3}"
#define GGUF_HAN_KANA                                                                          \
    "[\xE4\xB8\x80-\xE9\xBE\xA5\xE3\x81\x80-\xE3\x82\x9F\xE3\x82\xA0-\xE3\x83\xBF]+"
#define GGUF_SIGN_WORD                                                                         \
    "[!\"#$%&'()*+,\\-./"                                                                      \
    ":;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+|"
#define GGUF_DEEPSEEK      GGUF_SIGN_WORD " ?[\\p{P}\\p{S}]+[\\r\\n]*|" GGUF_END
/* Of letters, and of letters and marks. A class takes less to go back to than a group does. */
#define GGUF_NO_LOWER      "[^\\P{L}a-z]"
#define GGUF_NO_UPPER      "[^\\P{L}A-Z]"
#define GGUF_MARK_NO_LOWER "(?:(?![a-z])[\\p{L}\\p{M}])"
#define GGUF_MARK_NO_UPPER "(?:(?![A-Z])[\\p{L}\\p{M}])"
#define GGUF_CASED(no_lower, no_upper, short)                                                  \
    GGUF_LEAD no_lower "*" no_upper "+" short "|" GGUF_LEAD no_lower "+" no_upper "*" short "|"
/* Upper and lower are both all letters: what is left of two alternatives is the first. */
#define GGUF_ALL_LETTERS GGUF_LEAD "[\\p{L}\\p{M}]+" GGUF_SHORT "?|"
#define GGUF_BLOOM                                                                             \
    " ?[^(\\s|.,!?"                                                                            \
    "\xE2\x80\xA6\xE3\x80\x82\xEF\xBC\x8C\xE3\x80\x81\xE0\xA5\xA4\xDB\x94\xD8\x8C)]+"
#define GGUF_LINES  "[\n]+" /* and what is between them */
#define GGUF_GROUPS "[^\\p{N}]*\\p{N}{1,3}(?=(?:\\p{N}{3})*(?!\\p{N}))"
/* U+0800 to U+9FA5 and U+AC00 to U+D7FF without white space, as what is none of them. */
#define GGUF_WIDE "[^\\s\\x{0}-\\x{7FF}\\x{9FA6}-\\x{ABFF}\\x{E000}-\\x{10FFFF}]+"
#define GGUF_K2_HAN                                                                            \
    "\\x{4E00}-\\x{9FFF}\\x{3400}-\\x{4DBF}\\x{20000}-\\x{2A6DF}\\x{2A700}-\\x{2B73F}\\x{"     \
    "2B740}-\\x{2B81F}"                                                                        \
    "\\x{2B820}-\\x{2CEAF}\\x{2CEB0}-\\x{2EBEF}\\x{F900}-\\x{FAFF}\\x{2F800}-\\x{2FA1F}"
#define GGUF_K2                                                                                \
    "[" GGUF_K2_HAN "]+|" GGUF_LEAD "[^\\P{L}" GGUF_K2_HAN "]+" GGUF_SHORT                      \
    "?|\\p{N}{1,3}|" GGUF_OTHER GGUF_END
#define GGUF_DEEPSEEK_LETTERS                                                                  \
    "A-Za-z\xC2\xB5\xC3\x80-\xC3\x96\xC3\x98-\xC3\xB6\xC3\xB8-\xC6\xBA\xC6\xBC-"               \
    "\xC6\xBF\xC7\x84-\xCA\x93"                                                                \
    "\xCA\x95-\xCA\xAF\xCD\xB0-\xCD\xB3\xCD\xB6\xCD\xB7\xCD\xBB-"                              \
    "\xCD\xBD\xCD\xBF\xCE\x86\xCE\x88-\xCE\x8A\xCE\x8C"                                        \
    "\xCE\x8E-\xCE\xA1\xCE\xA3-\xCF\xB5\xCF\xB7-\xD2\x81\xD2\x8A-\xD4\xAF\xD4\xB1-\xD5\x96"    \
    "\\x{10A0}-\\x{10C5}"                                                                      \
    "\\x{13A0}-\\x{13F5}\\x{13F8}-\\x{13FD}\\x{1C90}-\\x{1CBA}\\x{1CBD}-\\x{1CBF}\\x{1D00}-"   \
    "\\x{1D2B}\\x{1D6B}-\\x{1D77}"                                                             \
    "\\x{1D79}-\\x{1D9A}\\x{1E00}-\\x{1F15}\\x{1F18}-\\x{1F1D}\\x{1F20}-\\x{1F45}\\x{1F48}-"   \
    "\\x{1F4D}\\x{1F50}-\\x{1F57}"                                                             \
    "\\x{1F59}\\x{1F5B}\\x{1F5D}\\x{1F5F}-\\x{1F7D}\\x{1F80}-\\x{1FB4}\\x{1FB6}-\\x{1FBC}\\x{" \
    "1FBE}\\x{1FC2}-\\x{1FC4}"                                                                 \
    "\\x{1FC6}-\\x{1FCC}\\x{1FD0}-\\x{1FD3}\\x{1FD6}-\\x{1FDB}\\x{1FE0}-\\x{1FEC}\\x{1FF2}-"   \
    "\\x{1FF4}\\x{1FF6}-\\x{1FFC}"                                                             \
    "\\x{2102}\\x{2107}\\x{210A}-\\x{2113}\\x{2115}\\x{2119}-\\x{211D}\\x{2124}\\x{2126}\\x{"  \
    "2128}\\x{212A}-\\x{212D}"                                                                 \
    "\\x{212F}-\\x{2134}\\x{2139}\\x{213C}-\\x{213F}\\x{2145}-\\x{2149}\\x{214E}\\x{2183}\\x{" \
    "2184}\\x{2C00}-\\x{2C7B}"                                                                 \
    "\\x{2C7E}-\\x{2CE4}\\x{2CEB}-\\x{2CEE}\\x{2CF2}\\x{2CF3}\\x{A640}-\\x{A66D}\\x{A680}-"    \
    "\\x{A69B}\\x{A722}-\\x{A76F}"                                                             \
    "\\x{A771}-\\x{A787}\\x{A78B}-\\x{A78E}\\x{AB70}-\\x{ABBF}\\x{FB00}-\\x{FB06}\\x{FB13}-"   \
    "\\x{FB17}\\x{FF21}-\\x{FF3A}"                                                             \
    "\\x{FF41}-\\x{FF5A}\\x{10400}-\\x{1044F}\\x{104B0}-\\x{104D3}\\x{104D8}-\\x{104FB}\\x{"   \
    "10C80}-\\x{10CB2}"                                                                        \
    "\\x{10CC0}-\\x{10CF2}\\x{118A0}-\\x{118DF}\\x{1E900}-\\x{1E943}"

enum {
    GGUF_IGNORE = 1, /* whole words go before merges            */
    GGUF_BOS = 2,    /* a BOS token unless the file says no     */
    GGUF_CLEAN = 4,  /* spaces are taken away by detokenizing   */
    GGUF_PLAIN = 8,  /* UTF-8, with U+2581 for spaces; no bytes */
    GGUF_NO_BOS = 16 /* no BOS token unless the file names one  */
};

typedef struct gguf_pre {
    const char *names; /* each with a comma after it */
    unsigned flags;
    const char *splits[6];
} gguf_pre;

static const gguf_pre gguf_pres[] = {
    {"default,",
     GGUF_CLEAN,
     {"[\\p{P}\\$\\+<=>\\^~\\|]+", GGUF_GPT2, "\\p{N}+", "[0-9][0-9][0-9]"}},
    {"llama3,llama-v3,llama-bpe,falcon3,falcon-h1,pixtral,midm-2.0,lfm2,jina-v5-nano,",
     GGUF_IGNORE | GGUF_BOS | GGUF_CLEAN,
     {GGUF_WORDS(GGUF_NUMBERS3)}},
    {"dbrx,smaug-bpe,", GGUF_CLEAN, {GGUF_WORDS(GGUF_NUMBERS3)}},
    {"chatglm-bpe,", GGUF_CLEAN | GGUF_NO_BOS, {GGUF_WORDS(GGUF_NUMBERS3)}},
    {"glm4,glm5,", GGUF_CLEAN | GGUF_NO_BOS | GGUF_IGNORE, {GGUF_WORDS(GGUF_NUMBERS3)}},
    {"jais-2,",
     GGUF_CLEAN,
     {GGUF_SHORT "|" GGUF_LEAD "\\p{L}+|\\p{N}{1,3}|" GGUF_OTHER
                 "\\s*[\\r\\n]+|\\s{512}(?!\\S)|\\s{256}(?!\\S)|\\s{128}(?!\\S)|\\s{64}(?!\\S)|"
                 "\\s{32}(?!\\S)|"
                 "\\s{16}(?!\\S)|\\s{8}(?!\\S)|\\s{4}(?!\\S)|\\s{1,2}(?!\\S)|\\s"}},
    {"deepseek-llm,",
     0,
     {"[\\r\\n]", "\\s?[" GGUF_DEEPSEEK_LETTERS "]+",
      "\\s?[!-/"
      ":-~\xEF\xBC\x81-\xEF\xBC\x8F\xEF\xBC\x9A-\xEF\xBD\x9E\xE2\x80\x98-"
      "\xE2\x80\x9F\xE3\x80\x81\xE3\x80\x82]+",
      "\\s+\\z", GGUF_WIDE, "\\p{N}+"}},
    {"deepseek-v3,hunyuan-dense,joyai-llm,hy_v4,",
     0,
     {GGUF_NUMBERS3, GGUF_HAN_KANA, GGUF_DEEPSEEK}},
    {"spark2_5,",
     0,
     {GGUF_NUMBERS3, GGUF_HAN_KANA,
      GGUF_SIGN_WORD " ?[\\p{P}\\p{S}]+|[\\r\\n]|\\s+(?!\\S)|\\s+", GGUF_NUMBER}},
    {"youtu,",
     GGUF_IGNORE,
     {"[\\x{AC00}-\\x{D7A3}\\x{3131}-\\x{318E}]+|["
      "\xEF\xBC\x81\xE2\x80\xA6\xE2\x80\x9C\xE2\x80\x9D\xE2\x80\x98\xE2\x80\x99"
      "\xE2\x80\x94\xEF\xBC\x9A\xEF\xBC\x9B\xEF\xBC\x8C\xE3\x80\x81-\xE3\x80\xBF\xEF\xB8\xB0-"
      "\xEF\xB9\x8F]+|"
      "[\\x{3105}-\\x{312F}]+|" GGUF_HAN_KANA,
      GGUF_ALL_LETTERS "\\p{N}|" GGUF_SLASH GGUF_END}},
    {"deepseek-coder,", 0, {"[\\r\\n]", "\\s?\\p{L}+", "\\s?\\p{P}+", GGUF_WIDE, GGUF_NUMBER}},
    {"falcon,", GGUF_CLEAN, {"[\\p{P}\\$\\+<=>\\^~\\|`]+", GGUF_GPT2, "[0-9][0-9][0-9]"}},
    {"starcoder,refact,codeshell,exaone,minerva-7b,mellum2,",
     GGUF_CLEAN,
     {GGUF_NUMBER, GGUF_GPT2}},
    {"command-r,smollm,", 0, {GGUF_NUMBER, GGUF_GPT2}},
    {"gpt-2,phi-2,jina-es,jina-de,gigachat,jina-v2-es,jina-v2-de,a.x-4.0,mellum,modern-bert,"
     "jina-v1-en,jina-v2-code,"
     "roberta-bpe,mpt,olmo,jais,exaone4,",
     GGUF_CLEAN,
     {GGUF_GPT2}},
    {"trillion,granite-docling,", 0, {GGUF_GPT2}},
    {"qwen2,deepseek-r1-qwen,kormo,f2llmv2,hunyuan,solar-open,grok-2,",
     0,
     {GGUF_WORDS(GGUF_NUMBER)}},
    {"stablelm2,megrez,", GGUF_CLEAN, {GGUF_WORDS(GGUF_NUMBER)}},
    {"qwen35,",
     0,
     {GGUF_SHORT "|" GGUF_LEAD
                 "[\\p{L}\\p{M}]+|\\p{N}| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|" GGUF_END}},
    {"ufakzeka,", 0, {GGUF_LEAD "\\p{L}+|\\p{N}|" GGUF_OTHER GGUF_END}},
    {"laguna,", 0, {GGUF_LINES, GGUF_WORDS(GGUF_NUMBER)}},
    {"minicpm5,", GGUF_IGNORE | GGUF_CLEAN, {GGUF_NUMBERS3, GGUF_WORDS("\\p{N}+")}},
    {"seed-coder,",
     0,
     {GGUF_SHORT "|" GGUF_LEAD "\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}\\r\\n]+|" GGUF_END}},
    {"bailingmoe,bailingmoe2,llada-moe,",
     0,
     {"'(?:[sSdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])|" GGUF_LEAD "\\p{L}+|\\p{N}|" GGUF_OTHER
      "\\s*[\\r\\n]|\\s+(?!\\S)|\\s+"}},
    {"exaone-moe,",
     GGUF_CLEAN,
     {GGUF_SHORT "|" GGUF_LEAD
                 "(?:\\p{L}\\p{M}*(?: \\p{L}\\p{M}*)*)+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]?|"
                 "\\s*[\\r\\n]|\\s+(?!\\S)|\\s+"}},
    {"tekken,",
     GGUF_IGNORE | GGUF_BOS,
     {GGUF_CASED(GGUF_NO_LOWER, GGUF_NO_UPPER, "") "\\p{N}|" GGUF_SLASH GGUF_END}},
    {"gpt-4o,llama4,kanana2,talkie,minimax-m2,",
     0,
     {GGUF_CASED(GGUF_NO_LOWER, GGUF_NO_UPPER, GGUF_SHORT "?") "\\p{N}{1,3}|" GGUF_SLASH GGUF_END}},
    {"granite-embed-multi-97m,",
     GGUF_IGNORE,
     {GGUF_CASED(GGUF_MARK_NO_LOWER, GGUF_MARK_NO_UPPER, GGUF_SHORT "?")
      "\\p{N}{1,3}|" GGUF_SLASH GGUF_END}},
    {"tiny_aya,cohere2moe,",
     0,
     {GGUF_GROUPS, GGUF_ALL_LETTERS "\\p{N}{1,3}|" GGUF_SLASH GGUF_END}},
    {"afmoe,",
     0,
     {GGUF_GROUPS,
      "[\\x{4E00}-\\x{9FFF}\\x{3400}-\\x{4DBF}\\x{8C48}-\\x{FAFF}\\x{3040}-\\x{309F}\\x{30A0}-"
      "\\x{30FF}\\x{FF65}-\\x{FF9F}"
      "\\x{2F00}-\\x{2FDF}\\x{0E40}-\\x{0E7F}\\x{0E80}-\\x{0EFF}\\x{1780}-\\x{17FF}\\x{1000}-"
      "\\x{109F}\\x{AA60}-\\x{AA7F}"
      "\\x{A9E0}-\\x{A9FF}\\x{AC00}-\\x{D7AF}\\x{1100}-\\x{11FF}]+",
      GGUF_DEEPSEEK}},
    {"superbpe,", 0, {"\\p{N}+", "(?=(?:[0-9]{3})+(?![0-9]))"}},
    {"kimi-k2,", 0, {GGUF_K2}},
    {"chameleon,",
     GGUF_BOS,
     {"<sentinel:[0-9]+>", "IMGIMG[A-I]{1,4}Z", "[\\t\\n]|    |  ", GGUF_NUMBER,
      "[\\p{P}!-/:-@\\[-`{-~]", GGUF_GPT2}},
    {"poro-chat,", 0, {GGUF_BLOOM}},
    {"bloom,gpt3-finnish,", GGUF_CLEAN, {GGUF_BLOOM}},
    {"viking,", 0, {GGUF_BLOOM, GGUF_NUMBER}},
    {"gemma4,granite-embed-multi-311m,", GGUF_PLAIN | GGUF_CLEAN, {GGUF_LINES}},
    {"sarvam-moe,", GGUF_PLAIN, {GGUF_LINES}},
};

/* Whether a name is in a list in which each has a comma after it. */
static bool gguf_in_list(cft_slice name, const char *list)
{
    while (*list) {
        size_t length = strcspn(list, ",");
        if (name.length == length && memcmp(name.data, list, length) == 0) return true;
        list += length + 1;
    }
    return false;
}

static const gguf_pre *gguf_find_pre(cft_slice name)
{
    for (size_t i = 0; i < sizeof gguf_pres / sizeof *gguf_pres; i++)
        if (gguf_in_list(name, gguf_pres[i].names)) return &gguf_pres[i];
    return NULL;
}

/* ---- types by text ---- */

/* Texts that end a turn are control tokens whatever the file says. */
static const char gguf_ends[] = "<|eot_id|>,<|im_end|>,<|end|>,<|return|>,<|call|>,<|flush|>,<|"
                                "calls|>,<end_of_turn>,<|endoftext|>,</s>,<|eom_id|>,"
                                "<EOT>,_<EOT>,[EOT],[EOS],<|end_of_text|>,<end_of_utterance>,<"
                                "eos>,<turn|>,<|tool_response>,"
                                "<\xEF\xBD\x9C"
                                "end\xE2\x96\x81of\xE2\x96\x81sentence\xEF\xBD\x9C>,[e~[,";
/* Tokens that fill in the middle, by kind: control where the file names none of the kind. */
static const char *const gguf_middles[] = {
    "<|fim_prefix|>,<fim-prefix>,<fim_prefix>,<\xEF\xBD\x9C"
    "fim\xE2\x96\x81"
    "begin\xEF\xBD\x9C>,<PRE>,\xE2\x96\x81<PRE>,"
    "<|code_prefix|>,<|prefix|>,",
    "<|fim_suffix|>,<fim-suffix>,<fim_suffix>,<\xEF\xBD\x9C"
    "fim\xE2\x96\x81hole\xEF\xBD\x9C>,<SUF>,\xE2\x96\x81<SUF>,"
    "<|code_suffix|>,<|suffix|>,",
    "<|fim_middle|>,<fim-middle>,<fim_middle>,<\xEF\xBD\x9C"
    "fim\xE2\x96\x81"
    "end\xEF\xBD\x9C>,<MID>,\xE2\x96\x81<MID>,"
    "<|code_middle|>,<|middle|>,",
    "<|fim_pad|>,<fim-pad>,<fim_pad>,<PAD>,[PAD],",
    "<|fim_repo|>,<|repo_name|>,<fim-repo>,<REPO>,<reponame>,",
    "<|file_sep|>,"};
static const char gguf_shown[] = "<|channel|>,<|message|>,<|start|>,<|constrain|>,";

static cft_piece *gguf_piece(cft_gguf_vocab *v, const char *text)
{
    for (size_t i = 0; i < v->count; i++)
        if (cft_slice_is(v->pieces[i].text, text)) return &v->pieces[i];
    return NULL;
}

/* The lists above as a table of hashes, for a vocabulary has millions of texts. */
enum {
    GGUF_SLOTS = 256, /* more than twice as many as there are texts in the lists */
    GGUF_LONGEST = 40,
    GGUF_SHOWN = 1 << 0,
    GGUF_ENDS = 1 << 1,
    GGUF_MIDDLES = 2 /* the bit of the first of gguf_middles */
};

typedef struct gguf_slot {
    cft_slice text;
    uint32_t lists;
} gguf_slot;

/* The slot of a text, or an empty one. */
static gguf_slot *gguf_slot_of(gguf_slot *slots, cft_slice text)
{
    size_t at = cft_text_hash(text.data, text.length) % GGUF_SLOTS;
    while (slots[at].text.length && !cft_slice_equal(slots[at].text, text))
        at = (at + 1) % GGUF_SLOTS;
    return &slots[at];
}

static void gguf_add_list(gguf_slot *slots, const char *list, uint32_t bit)
{
    for (size_t length; *list; list += length + 1) {
        length = strcspn(list, ",");
        gguf_slot *slot = gguf_slot_of(slots, cft_slice_of(list, length));
        slot->text = cft_slice_of(list, length);
        slot->lists |= bit;
    }
}

/* Of two texts that are both there the first is not control after all. */
static void gguf_types(cft_gguf_vocab *v)
{
    gguf_slot slots[GGUF_SLOTS] = {{{NULL, 0}, 0}};
    uint32_t control = GGUF_ENDS;
    bool tool = false;
    gguf_add_list(slots, gguf_shown, GGUF_SHOWN);
    gguf_add_list(slots, gguf_ends, GGUF_ENDS);
    for (size_t k = 0; k < sizeof gguf_middles / sizeof *gguf_middles; k++) {
        gguf_add_list(slots, gguf_middles[k], UINT32_C(1) << (GGUF_MIDDLES + k));
        if (!(v->fim >> k & 1)) control |= UINT32_C(1) << (GGUF_MIDDLES + k);
    }
    for (size_t i = 0; i < v->count; i++) {
        cft_piece *piece = &v->pieces[i];
        if (piece->text.length > GGUF_LONGEST) continue;
        uint32_t lists = gguf_slot_of(slots, piece->text)->lists;
        if (lists & control) piece->kind = CFT_PIECE_CONTROL;
        if (lists & GGUF_SHOWN) piece->kind = CFT_PIECE_USER;
        if (lists) tool |= cft_slice_is(piece->text, "<|tool_response>");
    }
    cft_piece *end = gguf_piece(v, "<|end|>"), *sentence = gguf_piece(v, "</s>");
    bool call = gguf_piece(v, "<|call|>") || gguf_piece(v, "<|calls|>");
    if (end && call && (gguf_piece(v, "<|return|>") || gguf_piece(v, "<|flush|>")))
        end->kind = CFT_PIECE_USER;
    if (sentence && tool) sentence->kind = CFT_PIECE_NORMAL;
}

/* Whether `text` holds one of the words, whatever their case. */
static bool gguf_holds(cft_slice text, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= text.length; i++) {
        size_t n = 0;
        while (n < length) {
            char c = text.data[i + n];
            if ((c >= 'A' && c <= 'Z' ? (char)(c + 32) : c) != word[n]) break;
            n++;
        }
        if (n == length) return true;
    }
    return false;
}

/* White space that tokens take along: by names of models, as there. */
static void gguf_strips(cft_gguf_vocab *v)
{
    cft_piece *mask = NULL;
    if (gguf_holds(v->pre, "jina-v2-de") || gguf_holds(v->pre, "jina-v2-es") ||
        gguf_holds(v->pre, "jina-v2-code") || gguf_holds(v->architecture, "nomic-bert-moe") ||
        gguf_holds(v->architecture, "jina-bert-v3")) {
        mask = gguf_piece(v, "<mask>");
    } else if (gguf_holds(v->name, "phi-3") || gguf_holds(v->name, "phi3")) {
        for (size_t i = 0; i < v->count; i++) {
            cft_piece *piece = &v->pieces[i];
            piece->rstrip =
                (piece->kind == CFT_PIECE_CONTROL || piece->kind == CFT_PIECE_USER ||
                 piece->kind == CFT_PIECE_UNKNOWN) &&
                !gguf_in_list(piece->text, "<unk>,<s>,<|endoftext|>,");
        }
    } else if (gguf_holds(v->name, "modern-bert")) {
        mask = gguf_piece(v, "[MASK]");
    }
    if (mask) mask->lstrip = true;
}

/* ---- parts ---- */

static chatfmt_status gguf_split(cft_buffer *out, const char *regex, bool first)
{
    if (!first) CFT_TRY(cft_source_text(out, ","));
    CFT_TRY(cft_source_text(out, "{\"type\":\"Split\",\"pattern\":{\"Regex\":"));
    CFT_TRY(cft_source_quote(out, cft_slice_of(regex, strlen(regex))));
    return cft_source_text(out, "},\"behavior\":\"Isolated\",\"invert\":false}");
}

static chatfmt_status gguf_splits(cft_buffer *out, const gguf_pre *pre)
{
    CFT_TRY(
        cft_source_text(out, "\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":["));
    for (int i = 0; i < 6 && pre->splits[i]; i++)
        CFT_TRY(gguf_split(out, pre->splits[i], i == 0));
    if (!(pre->flags & GGUF_PLAIN))
        CFT_TRY(cft_source_text(
            out, ",{\"type\":\"ByteLevel\",\"add_prefix_space\":false,\"trim_offsets\":false,"
                 "\"use_regex\":false}"));
    return cft_source_text(out, "]},");
}

#define GGUF_SPACES                                                                            \
    "{\"type\":\"Replace\",\"pattern\":{\"String\":\" \"},\"content\":\"\xE2\x96\x81\"}"

static chatfmt_status gguf_put_number(cft_buffer *out, int64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    for (uint64_t left = (uint64_t)number; at == sizeof digits || left; left /= 10)
        digits[--at] = (char)('0' + left % 10);
    return cft_buffer_append(out, digits + at, sizeof digits - at);
}

static chatfmt_status gguf_special(cft_buffer *out, const char *name, int64_t id)
{
    CFT_TRY(cft_source_text(out, name));
    CFT_TRY(cft_source_text(out, ":{\"ids\":["));
    CFT_TRY(gguf_put_number(out, id));
    return cft_source_text(out, "]}");
}

/* The post-processor: what llama_tokenize() puts around a text with add_special. */
static chatfmt_status gguf_template(cft_buffer *out, int64_t first, int64_t last)
{
    if (first < 0 && last < 0) return CHATFMT_OK;
    CFT_TRY(cft_source_text(
        out, "\"post_processor\":{\"type\":\"TemplateProcessing\",\"single\":["));
    if (first >= 0)
        CFT_TRY(cft_source_text(out, "{\"SpecialToken\":{\"id\":\"first\",\"type_id\":0}},"));
    CFT_TRY(cft_source_text(out, "{\"Sequence\":{\"id\":\"A\",\"type_id\":0}}"));
    if (last >= 0)
        CFT_TRY(cft_source_text(out, ",{\"SpecialToken\":{\"id\":\"last\",\"type_id\":0}}"));
    CFT_TRY(cft_source_text(out, "],\"special_tokens\":{"));
    if (first >= 0) CFT_TRY(gguf_special(out, "\"first\"", first));
    if (first >= 0 && last >= 0) CFT_TRY(cft_source_text(out, ","));
    if (last >= 0) CFT_TRY(gguf_special(out, "\"last\"", last));
    return cft_source_text(out, "}},");
}

static const char *gguf_yes(bool flag)
{
    return flag ? "true" : "false";
}

static chatfmt_status gguf_decoder(cft_buffer *out, bool prepended, bool cleanup, bool alphabet)
{
    CFT_TRY(cft_source_text(out, "\"decoder\":{\"type\":\"Pieces\",\"prepended\":"));
    CFT_TRY(cft_source_text(out, gguf_yes(prepended)));
    CFT_TRY(cft_source_text(out, ",\"cleanup\":"));
    CFT_TRY(cft_source_text(out, gguf_yes(cleanup)));
    CFT_TRY(cft_source_text(out, ",\"alphabet\":"));
    CFT_TRY(cft_source_text(out, gguf_yes(alphabet)));
    return cft_source_text(out, "},");
}

static bool gguf_flag(cft_gguf_flag flag, bool standard)
{
    return flag == CFT_GGUF_OPEN ? standard : flag == CFT_GGUF_YES;
}

/* A token that the file names, or the usual one; -1 when there is none such. */
static int64_t gguf_token(const cft_gguf_vocab *v, int64_t id, int64_t usual)
{
    if (usual >= (int64_t)v->count) usual = -1;
    return id >= 0 && id < (int64_t)v->count ? id : usual;
}

static chatfmt_status gguf_ends_of(const cft_gguf_vocab *v, cft_buffer *out, bool bos, bool eos,
                                   int64_t usual_bos, int64_t usual_eos, chatfmt_error *error)
{
    int64_t first = bos ? gguf_token(v, v->bos, usual_bos) : -1;
    int64_t last = eos ? gguf_token(v, v->eos, usual_eos) : -1;
    if ((bos && first < 0) || (eos && last < 0))
        return cft_fail(error, CHATFMT_INPUT,
                        "tokenizer.ggml: the file asks for a %s token but has none",
                        first < 0 && bos ? "BOS" : "EOS");
    return gguf_template(out, first, last);
}

/* ---- kinds of vocabularies ---- */

static const unsigned gguf_matched =
    1u << CFT_PIECE_CONTROL | 1u << CFT_PIECE_USER | 1u << CFT_PIECE_UNKNOWN;

/* Unknown characters become bytes: all of these must be there. */
static chatfmt_status gguf_check_bytes(cft_gguf_vocab *v, chatfmt_error *error)
{
    bool has[256] = {false};
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < v->count; i++) {
        cft_slice text = v->pieces[i].text;
        if (text.length != 6 || memcmp(text.data, "<0x", 3) || text.data[5] != '>') continue;
        const char *high = memchr(digits, text.data[3], 16),
                   *low = memchr(digits, text.data[4], 16);
        if (high && low) has[(high - digits) * 16 + (low - digits)] = true;
    }
    for (unsigned b = 0; b < 256; b++)
        if (!has[b])
            return cft_fail(
                error, CHATFMT_UNSUPPORTED,
                "tokenizer.ggml.tokens: no token <0x%02X> for a byte that is not a token", b);
    return CHATFMT_OK;
}

static chatfmt_status gguf_spm(cft_gguf_vocab *v, cft_source *source, cft_buffer *out,
                               chatfmt_error *error)
{
    bool prefix = gguf_flag(v->add_space_prefix, true);
    CFT_TRY(gguf_check_bytes(v, error));
    CFT_TRY(cft_source_text(
        out, "{\"version\":\"1.0\",\"normalizer\":{\"type\":\"Sequence\",\"normalizers\":["));
    if (prefix)
        CFT_TRY(cft_source_text(out, "{\"type\":\"Prepend\",\"prepend\":\"\xE2\x96\x81\"},"));
    CFT_TRY(cft_source_text(out, GGUF_SPACES "]},"));
    CFT_TRY(gguf_ends_of(v, out, gguf_flag(v->add_bos, true), gguf_flag(v->add_eos, false), 1,
                         2, error));
    CFT_TRY(gguf_decoder(out, prefix, false, false));
    source->merging = CFT_MERGING_SCORE;
    return cft_source_text(
        out, "\"model\":{\"type\":\"BPE\",\"byte_fallback\":true,\"fuse_unk\":false}}");
}

static chatfmt_status gguf_bpe(cft_gguf_vocab *v, cft_source *source, cft_buffer *out,
                               chatfmt_error *error)
{
    bool gemma = cft_slice_is(v->model, "gemma4");
    if (gemma) v->pre = CFT_LIT("gemma4");
    if (!v->pre.length) v->pre = CFT_LIT("default");
    const gguf_pre *pre = gguf_find_pre(v->pre);
    if (!pre)
        return cft_fail(error, CHATFMT_UNSUPPORTED, "tokenizer.ggml.pre: '%.*s' is not known",
                        (int)(v->pre.length < 60 ? v->pre.length : 60), v->pre.data);
    if (!v->has_merges && !cft_slice_is(v->pre, "kimi-k2"))
        return cft_fail(error, CHATFMT_INPUT, "tokenizer.ggml.merges: the file has none");
    bool plain = (pre->flags & GGUF_PLAIN) != 0; /* with lines as words */
    bool forced = plain && !cft_slice_is(v->pre, "sarvam-moe");
    int64_t usual = gemma || pre->flags & GGUF_NO_BOS ? -1 : 11;
    CFT_TRY(cft_source_text(out, "{\"version\":\"1.0\","));
    if (plain) CFT_TRY(cft_source_text(out, "\"normalizer\":" GGUF_SPACES ","));
    CFT_TRY(gguf_splits(out, pre));
    CFT_TRY(gguf_ends_of(v, out, forced || gguf_flag(v->add_bos, (pre->flags & GGUF_BOS) != 0),
                         gguf_flag(v->add_eos, false), usual, gemma ? -1 : 11, error));
    CFT_TRY(gguf_decoder(out, false, (pre->flags & GGUF_CLEAN) != 0, !plain));
    source->merging = CFT_MERGING_LIST;
    source->merges = v->merges;
    source->merge_count = v->merge_count;
    source->whole_lines = forced;
    CFT_TRY(cft_source_text(out, "\"model\":{\"type\":\"BPE\",\"byte_fallback\":"));
    CFT_TRY(cft_source_text(out, gguf_yes(plain)));
    CFT_TRY(cft_source_text(out, ",\"ignore_merges\":"));
    CFT_TRY(cft_source_text(out, gguf_yes((pre->flags & GGUF_IGNORE) != 0)));
    return cft_source_text(out, "}}");
}

/* Source: llm_tokenizer_ugm. Scores of user-defined pieces are 0. */
static chatfmt_status gguf_scores(cft_tokenizer *t, const cft_gguf_vocab *v, cft_source *source)
{
    float lowest = FLT_MAX;
    double *scores = cft_arena_array(&t->arena, v->count + 1, sizeof *scores);
    if (!scores) return CHATFMT_NO_MEMORY;
    for (size_t i = 0; i < v->count; i++) {
        const cft_piece *piece = &v->pieces[i];
        scores[i] = piece->kind == CFT_PIECE_USER ? 0 : (double)piece->score;
        if (piece->kind == CFT_PIECE_NORMAL && piece->score < lowest) lowest = piece->score;
    }
    source->scores = scores;
    source->unk_score = (double)(lowest - 10.0f);
    source->silent = ~(1u << CFT_PIECE_NORMAL | 1u << CFT_PIECE_USER | 1u << CFT_PIECE_UNUSED);
    int64_t unk = gguf_token(v, v->unk, 2);
    if (unk >= 0) source->unk = (uint32_t)unk;
    return CHATFMT_OK;
}

static chatfmt_status gguf_ugm(cft_gguf_vocab *v, cft_source *source, cft_buffer *out,
                               chatfmt_error *error)
{
    bool prefix = gguf_flag(v->add_space_prefix, false), first = true;
    (void)source;
    CFT_TRY(cft_source_text(out, "{\"version\":\"1.0\",\"normalizer\":{\"type\":\"Pieces\","
                                 "\"llama\":true,\"prefix\":"));
    CFT_TRY(cft_source_text(out, gguf_yes(prefix)));
    CFT_TRY(cft_source_text(out, ",\"collapses\":"));
    CFT_TRY(cft_source_text(out, gguf_yes(gguf_flag(v->remove_extra_whitespaces, false))));
    CFT_TRY(cft_source_text(out, ",\"map\":\""));
    CFT_TRY(cft_source_base64(out, v->charsmap));
    CFT_TRY(cft_source_text(out, "\",\"user\":["));
    for (size_t i = 0; i < v->count; i++) {
        if (v->pieces[i].kind != CFT_PIECE_USER) continue;
        if (!first) CFT_TRY(cft_source_text(out, ","));
        first = false;
        CFT_TRY(cft_source_quote(out, v->pieces[i].text));
    }
    CFT_TRY(cft_source_text(out, "]},"));
    CFT_TRY(gguf_ends_of(v, out, gguf_flag(v->add_bos, false), gguf_flag(v->add_eos, true), -1, 1,
                         error));
    CFT_TRY(gguf_decoder(out, prefix, false, false));
    return cft_source_text(out, "\"model\":{\"type\":\"Unigram\"}}");
}

#define GGUF_LONGEST                                                                           \
    "\"model\":{\"type\":\"WordPiece\",\"unk_token\":\"\","                                        \
    "\"continuing_subword_prefix\":\"\",\"max_input_chars_per_word\":4294967295}}"

/* Source: llm_tokenizer_wpm. Words begin with U+2581, and BOS and SEP are put around a text
 * whatever the file says of them. */
static chatfmt_status gguf_wpm(cft_gguf_vocab *v, cft_source *source, cft_buffer *out,
                               chatfmt_error *error)
{
    bool lowercase = gguf_flag(v->lowercase, true);
    int64_t unk = gguf_token(v, v->unk, 100), bos = gguf_token(v, v->bos, 101),
            sep = gguf_token(v, v->sep, 102);
    if (unk < 0 || bos < 0 || sep < 0)
        return cft_fail(error, CHATFMT_INPUT, "tokenizer.ggml: the file has no %s token",
                        unk < 0 ? "unknown" : bos < 0 ? "BOS" : "separator");
    source->unk = (uint32_t)unk;
    CFT_TRY(cft_source_text(
        out, "{\"version\":\"1.0\",\"normalizer\":{\"type\":\"LlamaWords\",\"lowercase\":"));
    CFT_TRY(cft_source_text(out, gguf_yes(lowercase)));
    CFT_TRY(cft_source_text(out, ",\"strip_accents\":"));
    CFT_TRY(cft_source_text(out, gguf_yes(gguf_flag(v->strip_accents, lowercase))));
    CFT_TRY(cft_source_text(out,
                            "},\"pre_tokenizer\":{\"type\":\"Split\",\"pattern\":{\"String\":"
                            "\"\\u0000\"},\"behavior\":\"Removed\",\"invert\":false},"));
    CFT_TRY(gguf_template(out, bos, sep));
    CFT_TRY(gguf_decoder(out, gguf_flag(v->add_space_prefix, false), true, false));
    return cft_source_text(out, GGUF_LONGEST);
}

/* Source: llm_tokenizer_rwkv. Nothing is put around a text. */
static chatfmt_status gguf_rwkv(cft_gguf_vocab *v, cft_source *source, cft_buffer *out,
                                chatfmt_error *error)
{
    (void)source;
    (void)error;
    CFT_TRY(cft_source_text(
        out, "{\"version\":\"1.0\",\"pre_tokenizer\":{\"type\":\"ByteLevel\",\"add_prefix_space\":"
             "false,\"trim_offsets\":false,\"use_regex\":false},"));
    CFT_TRY(gguf_decoder(out, gguf_flag(v->add_space_prefix, false), false, true));
    return cft_source_text(out, GGUF_LONGEST);
}

typedef chatfmt_status gguf_kind(cft_gguf_vocab *v, cft_source *source, cft_buffer *out,
                                 chatfmt_error *error);

static const struct {
    const char *model;
    gguf_kind *parts;
} gguf_kinds[] = {{"llama", gguf_spm},   {"gpt2", gguf_bpe}, {"gemma4", gguf_bpe},
                  {"t5", gguf_ugm}, {"bert", gguf_wpm}, {"rwkv", gguf_rwkv}};

static chatfmt_status gguf_parts(cft_gguf_vocab *v, cft_source *source, cft_buffer *out,
                                 chatfmt_error *error)
{
    for (size_t i = 0; i < sizeof gguf_kinds / sizeof *gguf_kinds; i++)
        if (cft_slice_is(v->model, gguf_kinds[i].model))
            return gguf_kinds[i].parts(v, source, out, error);
    return cft_fail(error, CHATFMT_UNSUPPORTED,
                    "tokenizer.ggml.model: '%.*s' is not supported, only llama, gpt2, gemma4, t5, "
                    "bert and rwkv",
                    (int)(v->model.length < 60 ? v->model.length : 60), v->model.data);
}

chatfmt_status cft_gguf_vocab_load(cft_tokenizer *t, cft_gguf_vocab *v, chatfmt_error *error)
{
    cft_source source = {.name = "tokenizer.ggml",
                         .pieces = v->pieces,
                         .count = v->count,
                         .unk = CFT_NO_TOKEN,
                         .matched = gguf_matched,
                         .ascii_strip = true};
    cft_buffer parts;
    cft_buffer_init(&parts, &t->allocator);
    gguf_types(v);
    chatfmt_status status = gguf_parts(v, &source, &parts, error);
    if (!status && cft_slice_is(v->model, "t5")) status = gguf_scores(t, v, &source);
    if (!status && cft_slice_is(v->model, "rwkv"))
        status = cft_gguf_rwkv_texts(t, v, gguf_matched, error);
    if (!status) {
        gguf_strips(v);
        source.parts = cft_slice_of(parts.data, parts.length);
        status = cft_source_load(t, &source, error);
    } else if (status == CHATFMT_NO_MEMORY || status == CHATFMT_LIMIT) {
        status = cft_budget_told(&t->budget, status, error);
    }
    cft_buffer_free(&parts);
    return status;
}
