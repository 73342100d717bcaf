/* cli/options_help.c - a table of options as help for people, within 80 columns, and as JSON. */
#include "options.h"

#include <stdio.h>
#include <string.h>

enum { HELP_WIDTH = 80, HELP_LEFT = 28 };

const char *option_group_title(option_group group)
{
    static const char *const titles[] = {
        "Source", "Input",  "Messages", "Loss mask",
        "Tokens", "Output", "Layout",   "Other",
    };
    return titles[group];
}

/* Kinds of values that are no words. Completion knows them by the same names. */
static const char *const option_kinds[][2] = {
    {"@time", "a time, such as 2026-01-02T03:04:05"},
    {"@file", "the name of a file"},
    {"@model", "a folder, a GGUF file, a template, or a repository in the Hub cache"},
    {"@format", "the name of a format; chatfmt formats list shows them"},
    {"@reader", "a family of replies; chatfmt parse --list-readers lists them"},
    {"@family", "a family of conversations: internlm2, chatml, llama3 …"},
    {"@set", "NAME=JSON, such as --set enable_thinking=false"},
    {"@limit", "NAME=NUMBER, such as --limit fuel=1000000; a limit of bytes or fuel may be 1 to "
               "2^64 - 2, the others 1 to 2^32 - 1"},
    {"@roles", "up to 8 roles, such as assistant,tool"},
    {"@names", "up to 64 names, separated by commas"},
    {"@rules", "rules, separated by commas; chatfmt lint --rules lists them"},
};

const char *option_expectation(const char *values)
{
    for (size_t i = 0; values && i < sizeof option_kinds / sizeof *option_kinds; i++)
        if (!strcmp(option_kinds[i][0], values)) return option_kinds[i][1];
    return NULL;
}

/* ---- For people ---- */

static size_t help_columns(const char *text, size_t length)
{
    size_t columns = 0;
    for (size_t i = 0; i < length; i++) columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    return columns;
}

/* Words up to the width; further lines begin at `indent`. */
static void help_wrap(const char *text, size_t column, size_t indent)
{
    bool first = true;
    while (*text) {
        size_t length = strcspn(text, " "), width = help_columns(text, length);
        if (!first && column + 1 + width > HELP_WIDTH) {
            printf("\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            printf(" ");
            column++;
        }
        printf("%.*s", (int)length, text);
        column += width;
        first = false;
        text += length + (text[length] == ' ');
    }
    printf("\n");
}

/* Whether it is worth a word that the option has a meaning in some of the axis' modes: not in the
 * usual one, or, where none is, in half of them or less. */
static bool help_is_narrow(const option_table *table, const option_row *row, int axis)
{
    int all = 0, meant = 0;
    uint32_t usual = 0;
    for (int i = 0; i < table->mode_count; i++)
        if (table->modes[i].axis == axis) usual |= table->usual_modes & UINT32_C(1) << i;
    if (usual) return !(row->modes & usual);
    for (int i = 0; i < table->mode_count; i++) {
        if (table->modes[i].axis != axis) continue;
        all++;
        if (row->modes >> i & 1) meant++;
    }
    return meant * 2 <= all;
}

static void help_add(char *text, size_t size, const char *more)
{
    strncat(text, more, size - strlen(text) - 1);
}

/* What is left of a remedy after the word that it shares with the one before: "--output ids" after
 * "--output json" is "ids". */
static const char *help_word(const char *remedy, const char *before)
{
    size_t length = strcspn(remedy, " ");
    bool same = before && remedy[length] && !strncmp(remedy, before, length + 1);
    return same ? remedy + length + 1 : remedy;
}

/* "--mask KIND" and "--mask derived" */
static bool help_contains(const char *wide, const char *narrow)
{
    size_t length = strcspn(wide, " ") + 1;
    return wide != narrow && wide[length - 1] && wide[length] >= 'A' && wide[length] <= 'Z' &&
           !strchr(wide + length, ' ') && !strncmp(wide, narrow, length);
}

bool option_covered(const option_table *table, uint32_t modes, int i)
{
    const char *narrow = table->modes[i].remedy;
    for (int k = 0; narrow && k < table->mode_count; k++)
        if ((modes >> k & 1) && table->modes[k].remedy &&
            help_contains(table->modes[k].remedy, narrow))
            return true;
    return false;
}

/* The modes of an axis in which the row has a meaning; 0 where that need not be said: in most of
 * them, in one that is usual or needs nothing, or by the option itself. */
static uint32_t help_wanted(const option_table *table, const option_row *row, int axis)
{
    uint32_t wanted = 0;
    if (!help_is_narrow(table, row, axis)) return 0;
    for (int i = 0; i < table->mode_count; i++) {
        if (table->modes[i].axis != axis || !(row->modes >> i & 1)) continue;
        const char *remedy = table->modes[i].remedy;
        if (option_covered(table, row->modes, i)) continue;
        if (!remedy || (table->usual_modes >> i & 1) || strstr(remedy, row->name)) return 0;
        wanted |= UINT32_C(1) << i;
    }
    return wanted;
}

/* What brings the command into the modes of an axis: "with --output ids, or json of a model". */
static void help_axis(const option_table *table, uint32_t wanted, char *text, size_t size)
{
    const char *last = NULL, *value = NULL;
    for (int i = 0; i < table->mode_count; i++)
        if (wanted >> i & 1) value = strchr(table->modes[i].remedy, ' ');
    bool phrase = value && strchr(value + 1, ' '); /* "--output json of a model" */
    for (int i = 0; i < table->mode_count; i++) {
        const char *remedy = table->modes[i].remedy;
        if (!(wanted >> i & 1)) continue;
        bool no = !strncmp(remedy, "no ", 3);
        wanted &= ~(UINT32_C(1) << i);
        if (!last && text[0]) help_add(text, size, "; ");
        bool or_next = phrase ? wanted && !(wanted & (wanted - 1)) : !wanted;
        const char *between = or_next ? " or " : wanted ? ", " : ", or ";
        help_add(text, size, last ? between : no ? "without " : "with ");
        help_add(text, size, no ? remedy + 3 : help_word(remedy, last));
        last = remedy;
    }
}

/* In which modes the option has a meaning: "with --output json, ids or tokens; without --mask". */
static void help_condition(const option_table *table, const option_row *row, char *text,
                           size_t size)
{
    int axes = 0;
    text[0] = '\0';
    for (int i = 0; i < table->mode_count; i++)
        if (table->modes[i].axis >= axes) axes = table->modes[i].axis + 1;
    for (int axis = 0; axis < axes; axis++)
        help_axis(table, help_wanted(table, row, axis), text, size);
}

/* The help of an option with its condition, in one pair of brackets with what is there already. */
static void help_words(const option_table *table, const option_row *row, char *text, size_t size)
{
    char condition[512];
    size_t length = strlen(row->help);
    bool open = row->help[length - 1] == ')';
    help_condition(table, row, condition, sizeof condition);
    if (!condition[0])
        snprintf(text, size, "%s", row->help);
    else
        snprintf(text, size, "%.*s%s%s)", (int)(length - open), row->help, open ? "; " : " (",
                 condition);
}

static void help_row(const option_table *table, const option_row *row)
{
    char left[64], help[1024];
    snprintf(left, sizeof left, "  %s%s%s", row->name,
             row->value && row->value[0] != '[' ? " " : "", row->value ? row->value : "");
    help_words(table, row, help, sizeof help);
    size_t width = help_columns(left, strlen(left));
    if (width + 2 > HELP_LEFT)
        printf("%s\n%*s", left, HELP_LEFT, "");
    else
        printf("%s%*s", left, (int)(HELP_LEFT - width), "");
    help_wrap(help, HELP_LEFT, HELP_LEFT);
}

void options_print_help(const option_table *table)
{
    const option_row *last = NULL;
    printf("usage: chatfmt %s %s\n\n%s\n", table->command, table->usage, table->summary);
    for (int i = 0; i < table->count; i++) {
        const option_row *row = &table->rows[i];
        if (!row->help) continue;
        if (!last || last->group != row->group) printf("\n%s:\n", option_group_title(row->group));
        help_row(table, row);
        last = row;
    }
    printf("\n  --help                    this help\n\n%s", table->epilogue);
}

/* ---- For programs ---- */

/* The texts of tables hold no control characters. */
static void json_text(const char *before, const char *name, const char *text)
{
    printf("%s\"%s\": ", before, name);
    if (!text) {
        printf("null");
        return;
    }
    printf("\"");
    for (; *text; text++) {
        if (*text == '\n') printf("\\n");
        else printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    }
    printf("\"");
}

static void json_modes(const option_table *table, uint32_t modes)
{
    bool first = true;
    printf("\"modes\": [");
    for (int i = 0; i < table->mode_count; i++) {
        if (!(modes >> i & 1)) continue;
        printf(first ? "%d" : ", %d", i);
        first = false;
    }
    printf("]");
}

static void json_row(const option_table *table, const option_row *row)
{
    static const char *const kinds[] = {"flag", "text", "bits", "word",
                                        "number", "pick", "call", "call"};
    char help[1024];
    if (row->help) help_words(table, row, help, sizeof help);
    json_text("    {", "switch", row->name);
    json_text(", ", "value", row->value);
    json_text(", ", "values", row->values);
    json_text(", ", "kind", kinds[row->target.kind]);
    json_text(", ", "group", option_group_title(row->group));
    printf(", ");
    json_modes(table, row->modes);
    json_text(", ", "help", row->help ? help : NULL);
    printf("}");
}

void options_print_json(const option_table *table)
{
    json_text("{", "command", table->command);
    json_text(",\n  ", "usage", table->usage);
    json_text(",\n  ", "summary", table->summary);
    json_text(",\n  ", "epilogue", table->epilogue);
    json_text(",\n  ", "words", table->words);
    printf(",\n  \"modes\": [");
    for (int i = 0; i < table->mode_count; i++) {
        printf(i ? ",\n    {" : "\n    {");
        printf("\"axis\": %d", table->modes[i].axis);
        json_text(", ", "name", table->modes[i].name);
        json_text(", ", "remedy", table->modes[i].remedy);
        printf("}");
    }
    printf("],\n  \"options\": [");
    for (int i = 0; i < table->count; i++) {
        printf(i ? ",\n" : "\n");
        json_row(table, &table->rows[i]);
    }
    printf("]}");
}
