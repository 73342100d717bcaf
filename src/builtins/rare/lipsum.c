/* builtins/rare/lipsum.c - the global lipsum: paragraphs of blind text.
 *
 * It needs a seed, so that a render can be repeated; the words come in another order than from
 * Python's generator (docs/compatibility.md). The shape is Jinja's: words, now and then a comma
 * or a full stop, never the same word twice in a row. Jinja: generate_lorem_ipsum.
 */
#include "builtins/arguments.h"
#include "builtins/tables.h"
#include "value/builder.h"

/* From Cicero, De finibus bonorum et malorum. */
static const char *const lipsum_words[] = {
    "lorem",
    "ipsum",
    "dolor",
    "sit",
    "amet",
    "consectetur",
    "adipisci",
    "velit",
    "sed",
    "quia",
    "non",
    "numquam",
    "eius",
    "modi",
    "tempora",
    "incidunt",
    "ut",
    "labore",
    "et",
    "dolore",
    "magnam",
    "aliquam",
    "quaerat",
    "voluptatem",
    "enim",
    "ad",
    "minima",
    "veniam",
    "quis",
    "nostrum",
    "exercitationem",
    "ullam",
    "corporis",
    "suscipit",
    "laboriosam",
    "nisi",
    "aliquid",
    "ex",
    "ea",
    "commodi",
    "consequatur",
    "autem",
    "vel",
    "eum",
    "iure",
    "reprehenderit",
    "qui",
    "in",
    "voluptate",
    "esse",
    "quam",
    "nihil",
    "molestiae",
    "illum",
    "fugiat",
    "quo",
    "voluptas",
    "nulla",
    "pariatur",
    "at",
    "vero",
    "eos",
    "accusamus",
};

enum { LIPSUM_WORDS = sizeof lipsum_words / sizeof *lipsum_words };

/* A number of [low, high). Sebastiano Vigna: splitmix64. */
static int64_t lipsum_between(cft_vm *vm, int64_t low, int64_t high)
{
    uint64_t z = vm->seed += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    z ^= z >> 31;
    return low + (int64_t)(z % (uint64_t)(high - low));
}

static chatfmt_status lipsum_word(cft_builder *b, const char *word, bool capital)
{
    char first = word[0];
    if (capital) first = (char)(first - ('a' - 'A'));
    CFT_TRY(cft_build_fresh(b, &first, 1));
    return cft_build_fresh(b, word + 1, strlen(word) - 1);
}

static chatfmt_status lipsum_paragraph(cft_vm *vm, cft_builder *b, int64_t count)
{
    bool capital = true;
    int64_t last_comma = 0, last_stop = 0, last = -1;
    for (int64_t i = 0; i < count; i++) {
        int64_t word = lipsum_between(vm, 0, LIPSUM_WORDS);
        if (word == last) word = (word + 1) % LIPSUM_WORDS;
        last = word;
        CFT_TRY(cft_charge(&vm->heap, 4));
        if (i > 0) CFT_TRY(cft_build_fresh(b, " ", 1));
        CFT_TRY(lipsum_word(b, lipsum_words[word], capital));
        capital = false;
        const char *mark = "";
        if (i - lipsum_between(vm, 3, 8) > last_comma) {
            last_comma = i;
            last_stop += 2;
            mark = ",";
        }
        if (i - lipsum_between(vm, 10, 20) > last_stop) {
            last_comma = last_stop = i;
            mark = ".";
            capital = true;
        }
        if (i == count - 1) mark = ".";
        CFT_TRY(cft_build_fresh(b, mark, strlen(mark)));
    }
    return count > 0 ? CHATFMT_OK : cft_build_fresh(b, ".", 1);
}

/* lipsum(n=5, html=True, min=20, max=100) */
chatfmt_status cft_global_lipsum(cft_vm *vm, cft_args args, cft_value *out)
{
    int64_t paragraphs, least, most;
    bool html = cft_arg_truth_or(args, 1, true);
    CFT_TRY(cft_want_index_or(vm, args, 0, 5, &paragraphs));
    CFT_TRY(cft_want_index_or(vm, args, 2, 20, &least));
    CFT_TRY(cft_want_index_or(vm, args, 3, 100, &most));
    if (paragraphs > 0 && !vm->has_seed)
        return cft_vm_raise(vm, CHATFMT_UNSUPPORTED, "lipsum needs a seed");
    if (paragraphs > 0 && (least >= most || most > INT32_MAX || least < -INT32_MAX))
        return cft_vm_raise(vm, CHATFMT_VALUE, "empty range for randrange()");
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, 1024));
    for (int64_t i = 0; i < paragraphs; i++) {
        CFT_TRY(cft_charge(&vm->heap, 1));
        if (i > 0) CFT_TRY(cft_build_fresh(&b, "\n\n", html ? 1 : 2));
        if (html) CFT_TRY(cft_build_fresh(&b, "<p>", 3));
        CFT_TRY(lipsum_paragraph(vm, &b, lipsum_between(vm, least, most)));
        if (html) CFT_TRY(cft_build_fresh(&b, "</p>", 4));
    }
    return cft_build_end(&b, html ? CFT_STR_MARKUP : 0, out);
}
