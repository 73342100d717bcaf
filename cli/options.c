/* cli/options.c - reading a command line by its table, and checking it against the modes. */
#include "options.h"

#include "command.h"
#include "limits.h"

#include "chatfmt/analysis.h"
#include "chatfmt/request.h"

#include <stdio.h>
#include <string.h>

/* One command line on its way into the settings. */
typedef struct options_reading {
    const option_table *table;
    char *settings;
    uint64_t given;    /* rows */
    uint64_t standard; /* of those, rows whose file is standard input */
    uint64_t dashes;   /* words that are "-", by their place, as far as there are bits */
    int words;
} options_reading;

bool options_missing(const option_table *table, const char *why)
{
    fprintf(stderr, "chatfmt: %s: %s\n    see chatfmt %s --help\n", table->command, why,
            table->command);
    return false;
}

bool options_agree(const option_table *table, const option_conflict *conflicts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (conflicts[i].is) return options_missing(table, conflicts[i].why);
    return true;
}

static options_result options_bad(const char *word, const char *why)
{
    return fprintf(stderr, "chatfmt: %s: %s\n", word, why), OPTIONS_BAD;
}

/* ---- Names ---- */

chatfmt_slice option_nearer(chatfmt_slice word, chatfmt_slice near, chatfmt_slice name)
{
    return chatfmt_suggest(word, (const chatfmt_slice[]){near, name}, 2);
}

/* The number of the row that `word` names, and its value in --name=value or -jVALUE. */
static int options_find(const option_table *table, const char *word, const char **value)
{
    size_t length = strcspn(word, "=");
    *value = word[length] ? word + length + 1 : NULL;
    for (int i = 0; i < table->count; i++)
        if (strlen(table->rows[i].name) == length && !strncmp(table->rows[i].name, word, length))
            return i;
    for (int i = 0; i < table->count; i++)
        if (table->rows[i].value && !table->rows[i].name[2] && word[1] == table->rows[i].name[1])
            return *value = word + 2, i;
    return -1;
}

/* ---- Values ---- */

bool option_next_word(const char **at, const char **word, size_t *length)
{
    if (!**at) return false;
    *word = *at;
    *length = strcspn(*at, "|");
    *at += *length + ((*at)[*length] == '|');
    return true;
}

static bool option_has_words(const option_row *row)
{
    return row->values && row->values[0] != '@';
}

/* The number of the word among those of the row; -1 when it is none. */
static int option_word_number(const option_row *row, const char *word, size_t length)
{
    const char *at = row->values + (*row->values == ','), *known;
    size_t is;
    for (int i = 0; option_next_word(&at, &known, &is); i++)
        if (is == length && !memcmp(known, word, length)) return i;
    return -1;
}

/* The option that has the word as a value: --output for the json of --json. */
static const option_row *options_taking(const option_table *table, const char *word)
{
    for (const option_row *row = table->rows; row < table->rows + table->count; row++)
        if (option_has_words(row) && option_word_number(row, word, strlen(word)) >= 0) return row;
    return NULL;
}

static options_result options_unknown(const option_table *table, const char *word)
{
    const char *name = word + 1 + (word[1] == '-');
    const option_row *taking = options_taking(table, name);
    chatfmt_slice given = {name, strcspn(name, "=")}, near = {"", 0};
    for (int i = -1; i < table->count && given.length > 1; i++) /* one letter is near to all */
        near = option_nearer(given, near,
                             chatfmt_slice_of(i < 0 ? "help" : table->rows[i].name + 2));
    fprintf(stderr, "chatfmt: %s: there is no such option", word);
    if ((chatfmt_slice_is(given, "set") || chatfmt_slice_is(given, "tools")) &&
        !strcmp(table->command, "map"))
        fputs("; --variables JSON gives values to all rows\n", stderr);
    else if (taking)
        fprintf(stderr, "; did you mean %s %s?\n", taking->name, name);
    else if (near.length)
        fprintf(stderr, "; did you mean --%.*s?\n", (int)near.length, near.data);
    else
        fprintf(stderr, "; chatfmt %s --help lists them\n", table->command);
    return OPTIONS_BAD;
}

static const char *const *options_words(const option_table *table, const void *settings)
{
    const void *words = (const char *)settings + table->takes.offset;
    return words;
}

size_t options_count_words(const option_table *table, const void *settings)
{
    const char *const *words = options_words(table, settings);
    size_t count = 0;
    while (count < table->takes.most && words[count]) count++;
    return count;
}

static int options_no_verb(const option_table *table, const char *word, chatfmt_slice near)
{
    fprintf(stderr, "chatfmt: %s %s: there is no such subcommand", table->command, word);
    if (near.length)
        fprintf(stderr, "; did you mean chatfmt %s %.*s?\n", table->command, (int)near.length,
                near.data);
    else
        fprintf(stderr, "; chatfmt %s --help lists them\n", table->command);
    return -1;
}

int options_verb(const option_table *table, const void *settings)
{
    const char *at = table->words, *known, *word = options_words(table, settings)[0];
    char room[96];
    size_t length, count = options_count_words(table, settings);
    chatfmt_slice near = {"", 0};
    snprintf(room, sizeof room, "needs a subcommand: %s", table->words);
    if (!word) return options_missing(table, room), -1;
    for (int i = 0; option_next_word(&at, &known, &length); i++) {
        near = option_nearer(chatfmt_slice_of(word), near, (chatfmt_slice){known, length});
        if (strlen(word) != length || memcmp(word, known, length)) continue;
        if (count >= table->verbs[i].least && count <= table->verbs[i].most) return i;
        return options_missing(table, table->verbs[i].missing), -1;
    }
    return options_no_verb(table, word, near);
}

/* What is expected where the value is none of some words. */
static options_result options_bad_kind(const option_row *row)
{
    const char *kind = option_expectation(row->values);
    if (row->target.kind == OPTION_NUMBER)
        fprintf(stderr, "a number from %llu to %llu\n", (unsigned long long)row->target.least,
                (unsigned long long)row->target.most);
    else
        fprintf(stderr, "%s\n", kind ? kind : row->value);
    return OPTIONS_BAD;
}

/* Of names with commas between the first that the row does not have; the last when it has all. */
static const char *option_wrong_word(const option_row *row, const char *value, size_t *length)
{
    for (;; value += *length + 1) {
        *length = strcspn(value += strspn(value, " "), ",");
        if (option_word_number(row, value, *length) < 0 || !value[*length]) return value;
    }
}

/* "--output xml: expected text, json or spans; did you mean …?" */
static options_result options_bad_value(const option_row *row, const char *value)
{
    const char *at = row->values, *word = value;
    size_t length = strlen(value);
    if (at && !strcmp(at, "@limit") && limits_unknown(value)) return OPTIONS_BAD;
    if (option_has_words(row)) word = option_wrong_word(row, value, &length);
    chatfmt_slice given = {word, length}, near = {"", 0};
    if (!length) word = "''", length = 2;
    fprintf(stderr, "chatfmt: %s %.*s: expected ", row->name, (int)length, word);
    if (!option_has_words(row)) return options_bad_kind(row);
    bool list = *at == ',';
    if (list) fprintf(stderr, "some of ");
    for (at += list; option_next_word(&at, &word, &length);) {
        const char *then = !*at ? "" : strchr(at, '|') ? ", " : list ? " and " : " or ";
        fprintf(stderr, "%.*s%s", (int)length, word, then);
        near = option_nearer(given, near, (chatfmt_slice){word, length});
    }
    if (list) fprintf(stderr, ", separated by commas");
    if (near.length) fprintf(stderr, "; did you mean %.*s?", (int)near.length, near.data);
    fprintf(stderr, "\n");
    return OPTIONS_BAD;
}

static bool option_read_word(const option_row *row, void *field, const char *value)
{
    int number = option_word_number(row, value, strlen(value));
    if (number >= 0) memcpy(field, &number, sizeof number);
    return number >= 0;
}

static bool option_read_number(const option_row *row, option_number *field, const char *value)
{
    uint64_t number = 0;
    for (const char *p = value; *p; p++) {
        uint64_t digit = (uint64_t)(*p - '0');
        if (*p < '0' || *p > '9' || number > (UINT64_MAX - digit) / 10) return false;
        number = number * 10 + digit;
    }
    *field = (option_number){true, number};
    return *value && number >= row->target.least && number <= row->target.most;
}

static bool option_apply(const option_row *row, char *settings, const char *value)
{
    void *field = settings + row->target.offset;
    int word;
    /* An empty value comes from a shell's variable that is not set, but where any text is meant. */
    if (value && !*value && (!row->values || strcmp(row->values, "@text"))) return false;
    switch (row->target.kind) {
    case OPTION_FLAG: *(bool *)field = true; return true;
    case OPTION_TEXT:
        *(const char **)field = value;
        return !option_has_words(row) || option_read_word(row, &word, value);
    case OPTION_BITS: *(uint32_t *)field |= (uint32_t)row->target.least; return true;
    case OPTION_WORD: return option_read_word(row, field, value);
    case OPTION_NUMBER: return option_read_number(row, field, value);
    case OPTION_PICK: *(int *)field = (int)row->target.least; return true;
    case OPTION_REQUEST:
        return !chatfmt_request_word(*(chatfmt_request **)field, row->target.name, value, NULL);
    case OPTION_CALL: return row->target.call(field, value);
    }
    return false;
}

/* Two options for one field, as --model and --template of parse: the first would be ignored. */
static const option_row *options_rival(const options_reading *r, int number)
{
    const option_row *row = &r->table->rows[number];
    for (int i = 0; i < r->table->count; i++) {
        const option_row *other = &r->table->rows[i];
        if (i != number && (r->given >> i & 1) && other->target.kind == row->target.kind &&
            (row->target.kind == OPTION_TEXT || row->target.kind == OPTION_PICK) &&
            other->target.offset == row->target.offset)
            return other;
    }
    return NULL;
}

static options_result options_take(options_reading *r, int number, const char *value)
{
    const option_row *row = &r->table->rows[number], *rival = options_rival(r, number);
    if (rival) {
        fprintf(stderr, "chatfmt: %s and %s exclude each other: leave one of them out\n",
                rival->name, row->name);
        return OPTIONS_BAD;
    }
    uint64_t bit = UINT64_C(1) << number;
    bool file = row->values && !strcmp(row->values, "@file") && row->group != GROUP_OUTPUT;
    r->given |= bit;
    r->standard = (r->standard & ~bit) | (file && !strcmp(value, "-") ? bit : 0);
    return option_apply(row, r->settings, value) ? OPTIONS_OK : options_bad_value(row, value);
}

/* ---- Modes ---- */

/* The modes of the row's axis that holds none of those the row names: 0 when there is none. */
static uint32_t options_missed_axis(const option_table *table, uint32_t wanted, uint32_t modes)
{
    for (int i = 0; i < table->mode_count; i++) {
        uint32_t axis = 0;
        for (int k = 0; k < table->mode_count; k++)
            if (table->modes[k].axis == table->modes[i].axis) axis |= UINT32_C(1) << k;
        if ((wanted & axis) && !(wanted & axis & modes)) return axis;
    }
    return 0;
}

/* Those of the modes into which their remedies do bring the command. */
static uint32_t options_reachable(const option_table *table, uint32_t modes, uint32_t now)
{
    for (int i = 0; table->within && i < table->mode_count; i++)
        if (options_missed_axis(table, table->within[i], now)) modes &= ~(UINT32_C(1) << i);
    return modes;
}

/* Whether leaving out the option that makes the other mode is a remedy, too: where the wanted modes
 * need nothing, and where the option makes one of them itself, as --write that of --write. */
static bool options_exclude(const option_table *table, const option_row *row, uint32_t modes)
{
    for (int i = 0; i < table->mode_count; i++)
        if ((modes >> i & 1) &&
            (!table->modes[i].remedy || strstr(table->modes[i].remedy, row->name)))
            return true;
    return false;
}

/* ", or use --model PATH or --format NAME": what brings the command into one of `wanted`. */
static void options_list_remedies(const option_table *table, uint32_t wanted, uint32_t now)
{
    bool first = true;
    uint32_t modes = options_reachable(table, wanted, now);
    for (int i = 0; i < table->mode_count; i++)
        if (option_covered(table, modes, i)) modes &= ~(UINT32_C(1) << i);
    for (int i = 0; i < table->mode_count; i++) {
        if (!(modes >> i & 1)) continue;
        const char *remedy = table->modes[i].remedy;
        bool no = !strncmp(remedy, "no ", 3);
        fputs(first ? ", or " : modes >> i == 1 ? " or " : ", ", stderr);
        fprintf(stderr, "%s%s", no ? "leave out " : first ? "use " : "", no ? remedy + 3 : remedy);
        modes &= ~(UINT32_C(1) << i);
        first = false;
    }
}

/* "--mask is not used with --batch: leave it out, or use --model PATH" */
static void options_refuse(const option_table *table, const option_row *row, uint32_t axis,
                           uint32_t modes)
{
    uint32_t all = row->modes & axis;
    int last = table->mode_count - 1;
    while (last && !((modes & axis) >> last & 1)) last--;
    fprintf(stderr, "chatfmt: %s is not used %s", row->name, table->modes[last].name);
    if (options_exclude(table, row, options_reachable(table, all, modes))) {
        fputs(": leave one of them out\n", stderr);
        return;
    }
    fputs(": leave it out", stderr);
    options_list_remedies(table, all, modes);
    fputs("\n", stderr);
}

/* The command line that was read, for remedies. */
static struct {
    const option_table *table;
    uint32_t modes;
    uint64_t given; /* rows */
} options_last;

bool options_may_have(const char *name)
{
    const option_table *table = options_last.table;
    for (int i = 0; table && i < table->count; i++)
        if (!strcmp(table->rows[i].name, name))
            return !options_missed_axis(table, table->rows[i].modes, options_last.modes);
    return false;
}

bool options_was_given(const char *name)
{
    const option_table *table = options_last.table;
    for (int i = 0; table && i < table->count; i++)
        if (!strcmp(table->rows[i].name, name)) return options_last.given >> i & 1;
    return false;
}

static int options_count(uint64_t bits)
{
    int count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
}

/* What can be read once cannot be two inputs. */
static options_result options_check_input(const options_reading *r, uint32_t modes)
{
    const option_table *table = r->table;
    uint64_t reads = table->verbs ? table->verbs[options_verb(table, r->settings)].reads
                                  : UINT64_MAX;
    bool asks = !r->words && (table->asks & modes);
    if (options_count(r->standard) + options_count(r->dashes & reads) + asks < 2) return OPTIONS_OK;
    return options_bad("standard input",
                       "is used twice, and can be read once; name a file instead");
}

static options_result options_check_modes(const options_reading *r)
{
    const option_table *table = options_last.table = r->table;
    uint32_t modes = UINT32_MAX;
    options_last.given = r->given;
    if (table->mode && !table->mode(r->settings, &modes)) return OPTIONS_BAD;
    options_last.modes = modes;
    for (int i = 0; i < table->count; i++) {
        if (!(r->given >> i & 1)) continue;
        uint32_t axis = options_missed_axis(table, table->rows[i].modes, modes);
        if (!axis) continue;
        options_refuse(table, &table->rows[i], axis, modes);
        return OPTIONS_BAD;
    }
    return options_check_input(r, modes);
}

/* ---- The command line ---- */

bool options_group_given(const option_table *table, uint64_t given, option_group group)
{
    for (int i = 0; i < table->count; i++)
        if ((given >> i & 1) && table->rows[i].group == group) return true;
    return false;
}

static options_result options_take_word(options_reading *r, const char *word)
{
    const option_words *takes = &r->table->takes;
    r->dashes |= (uint64_t)!strcmp(word, "-") << (r->words < 63 ? r->words : 63);
    r->words++;
    void *field = r->settings + takes->offset;
    const char **words = field;
    if (r->table->word) {
        r->table->word(r->settings, word);
        return OPTIONS_OK;
    }
    size_t count = options_count_words(r->table, r->settings);
    if (count == takes->most) return options_bad(word, takes->too_many);
    words[count] = word;
    return OPTIONS_OK;
}

static options_result options_walk(options_reading *r, int argc, char **argv)
{
    bool only_words = false;
    options_result result = OPTIONS_OK;
    for (int i = 1; i < argc && result == OPTIONS_OK; i++) {
        const char *word = argv[i], *value;
        if (only_words || word[0] != '-' || !word[1]) {
            result = options_take_word(r, word);
            continue;
        }
        if (!strcmp(word, "--")) {
            only_words = true;
            continue;
        }
        if (!strcmp(word, "--help") || !strcmp(word, "-h"))
            return options_print_help(r->table), OPTIONS_HELP;
        int number = options_find(r->table, word, &value);
        if (number < 0) return options_unknown(r->table, word);
        const option_row *row = &r->table->rows[number];
        if (!row->value && value) return options_bad(word, "takes no value");
        if (row->value && row->value[0] != '[' && !value) {
            if (i + 1 == argc) return options_bad(word, "needs a value");
            value = argv[++i];
        }
        result = options_take(r, number, value);
    }
    return result;
}

void options_each(const option_table *table, int argc, char **argv, options_visit *visit,
                  void *context)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *value;
        int number = argv[i][0] == '-' && argv[i][1] ? options_find(table, argv[i], &value) : -1;
        if (number < 0) continue; /* a word */
        const option_row *row = &table->rows[number];
        if (!value && row->value && row->value[0] != '[' && i + 1 < argc) value = argv[++i];
        visit(context, row->name, value ? value : "");
    }
}

options_result options_read_given(const option_table *table, int argc, char **argv,
                                  void *settings, uint64_t *given)
{
    options_reading r = {.table = table, .settings = settings};
    options_result result = options_walk(&r, argc, argv);
    *given = r.given;
    return result == OPTIONS_OK ? options_check_modes(&r) : result;
}

options_result options_read(const option_table *table, int argc, char **argv, void *settings)
{
    uint64_t given;
    return options_read_given(table, argc, argv, settings, &given);
}

bool options_ready(const option_table *table, int argc, char **argv, void *settings, int *code)
{
    options_result result = options_read(table, argc, argv, settings);
    *code = result == OPTIONS_HELP ? EXIT_DONE : EXIT_USAGE;
    return result == OPTIONS_OK;
}
