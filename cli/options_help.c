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
    {"@number", "a number in its range"},
    {"@tokens", "a number of tokens above 0"},
    {"@set", "NAME=JSON, such as --set enable_thinking=false"},
    {"@limit", "NAME=NUMBER above 0, such as --limit fuel=1000000; NAME is fuel, source_bytes, "
               "output_bytes, string_bytes, heap_bytes, depth, value_depth, range_items or "
               "integer_digits"},
    {"@roles", "up to 8 roles, such as assistant,tool"},
    {"@names", "up to 64 names, separated by commas"},
    {"@rules", "rules, separated by commas; chatfmt lint --rules lists them"},
};

const char *option_expectation(const char *values)
{
    for (size_t i = 0; values && i < sizeof option_kinds / sizeof *option_kinds; i++)
        if (!strcmp(option_kinds[i][0], values)) return option_kinds[i][1];
    return "another value";
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

/* Whether the option has a meaning in half of the axis' modes or less: worth a word. */
static bool help_is_narrow(const option_table *table, const option_row *row, int axis)
{
    int all = 0, meant = 0;
    for (int i = 0; i < table->mode_count; i++) {
        if (table->modes[i].axis != axis) continue;
        all++;
        if (row->modes >> i & 1) meant++;
    }
    return meant * 2 <= all;
}

/* Another word of the option that the row before names: "--output json or ids". */
static const char *help_word(const char *remedy, const char *before)
{
    size_t length = strcspn(remedy, " ");
    return before && remedy[length] && !strncmp(remedy, before, length + 1) ? remedy + length + 1
                                                                            : remedy;
}

/* The modes of an option, as "with --model PATH": by the remedies of each axis. */
static void help_modes(const option_table *table, const option_row *row, char *out, size_t size)
{
    const option_mode *last = NULL;
    out[0] = '\0';
    for (int i = 0; i < table->mode_count; i++) {
        const option_mode *mode = &table->modes[i];
        if (!(row->modes >> i & 1) || !help_is_narrow(table, row, mode->axis)) continue;
        bool same = last && last->axis == mode->axis, no = !strncmp(mode->remedy, "no ", 3);
        bool was_no = last && !strncmp(last->remedy, "no ", 3);
        size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%s%s", !last ? " (" : same ? " or " : ", ",
                 no ? "without " : !last || was_no ? "with " : "",
                 no ? mode->remedy + 3 : help_word(mode->remedy, same ? last->remedy : NULL));
        last = mode;
    }
    if (out[0]) strncat(out, ")", size - strlen(out) - 1);
}

static void help_row(const option_table *table, const option_row *row)
{
    char left[64], help[1024], modes[512];
    snprintf(left, sizeof left, "  %s%s%s", row->name,
             row->value && row->value[0] != '[' ? " " : "", row->value ? row->value : "");
    help_modes(table, row, modes, sizeof modes);
    snprintf(help, sizeof help, "%s%s", row->help, modes);
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
static void json_text(const char *name, const char *text)
{
    printf("\"%s\": ", name);
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
    printf("    {");
    json_text("switch", row->name);
    printf(", ");
    json_text("value", row->value);
    printf(", ");
    json_text("values", row->values);
    printf(", ");
    json_text("kind", kinds[row->target.kind]);
    printf(", ");
    json_text("group", option_group_title(row->group));
    printf(", ");
    json_modes(table, row->modes);
    printf(", ");
    json_text("help", row->help);
    printf("}");
}

void options_print_json(const option_table *table)
{
    printf("{");
    json_text("command", table->command);
    printf(",\n  ");
    json_text("usage", table->usage);
    printf(",\n  ");
    json_text("summary", table->summary);
    printf(",\n  ");
    json_text("epilogue", table->epilogue);
    printf(",\n  ");
    json_text("words", table->words);
    printf(",\n  \"modes\": [");
    for (int i = 0; i < table->mode_count; i++) {
        printf(i ? ",\n    {" : "\n    {");
        printf("\"axis\": %d, ", table->modes[i].axis);
        json_text("name", table->modes[i].name);
        printf(", ");
        json_text("remedy", table->modes[i].remedy);
        printf("}");
    }
    printf("],\n  \"options\": [");
    for (int i = 0; i < table->count; i++) {
        printf(i ? ",\n" : "\n");
        json_row(table, &table->rows[i]);
    }
    printf("]}");
}
