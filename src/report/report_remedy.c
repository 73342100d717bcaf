/* report/report_remedy.c - what helps against an error, where the reference's words do not say it:
 * JSON that cannot be read, by what is at its place; arguments that are no arrays; strings without
 * an end; options that change what a row or a conversation failed at. */
#include "report/reports.h"

#include "chatfmt/map.h"

#include <string.h>

#define TEXT_UTF16 "to convert it: iconv -f UTF-16 -t UTF-8 FILE"
#define JSON_PYTHON "this looks like Python; json.dumps() writes JSON"
#define JSON_COMMA "JSON has no comma after the last item"
#define JSON_VALUE "a value is missing after the colon"
#define JSON_CUT "the JSON ends here: it is cut off, or lacks a closing bracket"
#define JSON_COMMENTS "JSON has no comments"
#define JSON_LINES "this looks like JSON Lines, which chatfmt map reads; one JSON value is expected"
#define JSON_DELIMITER                                                                            \
    "a comma or a closing bracket is expected here; a quote within a text is written \\\""
#define JSON_QUOTES "these are typographic quotes; JSON has \""
#define JSON_CONTROL                                                                              \
    "a closing quote is missing, or a character is not escaped: a line break is written \\n, a "   \
    "tab \\t"

/* The first row that fits gives the remedy: words of the message, how the text at the place of the
 * error begins, and the character before it, white space aside, where it is given. */
static const struct {
    const char *words, *at, *remedy;
    char after;
} json_remedies[] = {
    {"byte order mark", "", "to remove it: tail -c +4 FILE", 0},
    {"the text is UTF-16", "", TEXT_UTF16, 0},
    {"invalid UTF-8", "", "to convert a text of Windows: iconv -f WINDOWS-1252 -t UTF-8 FILE", 0},
    {"expecting", "'", JSON_PYTHON, 0},
    {"expecting value", "None", "in JSON it is written null", 0},
    {"expecting value", "True", "in JSON it is written true", 0},
    {"expecting value", "False", "in JSON it is written false", 0},
    {"expecting", "//", JSON_COMMENTS, 0},
    {"expecting", "/*", JSON_COMMENTS, 0},
    {"expecting", "#", JSON_COMMENTS, 0},
    {"expecting value", "]", JSON_COMMA, ','},
    {"expecting property name", "}", JSON_COMMA, ','},
    {"expecting value", "]", JSON_VALUE, ':'},
    {"expecting value", "}", JSON_VALUE, ':'},
    {"expecting value", ",", JSON_VALUE, ':'},
    {"expecting value", "undefined", "in JSON it is written null", 0},
    {"expecting", "\xe2\x80\x9c", JSON_QUOTES, 0},
    {"expecting", "\xe2\x80\x98", JSON_QUOTES, 0},
    {"expecting", "\xc2\xa0", "this is a no-break space, and JSON takes common spaces", 0},
    {"expecting ',' delimiter", "]", "a bracket { is open here: it is closed by }", 0},
    {"expecting ',' delimiter", "}", "a bracket [ is open here: it is closed by ]", 0},
    {"expecting ',' delimiter", "", JSON_DELIMITER, 0},
    {"extra data", "]", "this bracket closes nothing", 0},
    {"extra data", "}", "this bracket closes nothing", 0},
    {"control character in a string", "", JSON_CONTROL, 0},
    {"unterminated string", "", "the closing quote is missing, or the JSON is cut off", 0},
    {"invalid \\escape", "", "a backslash in a text is written \\\\", 0},
    {"invalid \\uXXXX", "", "\\u has four hexadecimal digits", 0},
};

/* Whether what comes before the place is this character, white space aside. At the beginning of a
 * line it is on the line before, which is not known: most likely it is a comma. */
static bool json_is_after(const chatfmt_error *error, size_t caret, char wanted)
{
    while (caret && strchr(" \t\r\n", error->excerpt[caret - 1])) caret--;
    return caret ? error->excerpt[caret - 1] == wanted : wanted == ',' && error->line > 1;
}

static const char *json_remedy(const chatfmt_error *error)
{
    size_t length = strlen(error->excerpt);
    size_t caret = error->excerpt_caret < length ? error->excerpt_caret : length;
    const char *at = error->excerpt + caret;
    if (error->line == 2 && error->column == 1 && strstr(error->text, "malformed JSON: extra data"))
        return JSON_LINES;
    const char *kind = error->line == 1 && error->column <= 2 /* where tags of templates fail */
                           ? cft_guess_no_json(cft_slice_of(error->excerpt, length)) : NULL;
    if (kind) return kind;
    if (!*at && error->line && strstr(error->text, "expecting")) return JSON_CUT;
    for (size_t i = 0; i < sizeof json_remedies / sizeof *json_remedies; i++)
        if (strstr(error->text, json_remedies[i].words) &&
            !strncmp(at, json_remedies[i].at, strlen(json_remedies[i].at)) &&
            (!json_remedies[i].after ||
             json_is_after(error, caret, json_remedies[i].after)))
            return json_remedies[i].remedy;
    return NULL;
}

#define SHAPE_MESSAGE "{\"role\": …, \"content\": …}"

#define SHAPE_CALL                                                                             \
    "{\"type\": \"function\", \"function\": {\"name\": …, \"arguments\": …}}"

/* By what the path begins with. */
static const struct {
    const char *path, *remedy;
} shape_remedies[] = {
    {"messages[", "a message is an object: " SHAPE_MESSAGE},
    {"messages", "an array of messages is expected: [" SHAPE_MESSAGE ", …]"},
    {"tools", "an array of objects is expected, each the JSON schema of a function"},
    {"documents", "an array of objects is expected: [{\"title\": …, \"text\": …}, …]"},
    {"variables", "an object is expected: each of its members is a variable of the template"},
};

/* "messages[0]" of "conversations[2].messages[0]" */
static const char *shape_path(const char *path)
{
    const char *dot = strncmp(path, "conversations[", 14) ? NULL : strchr(path, '.');
    return dot ? dot + 1 : path;
}

/* Errors of a template have a line; members of messages have a path with a dot. */
static const char *shape_remedy(const chatfmt_error *error)
{
    const char *path = shape_path(error->path);
    bool shape = error->status == CHATFMT_TYPE || error->status == CHATFMT_ATTRIBUTE ||
                 error->status == CHATFMT_VALUE;
    if (!shape || error->line || strchr(path, '.')) return NULL;
    for (size_t i = 0; i < sizeof shape_remedies / sizeof *shape_remedies; i++)
        if (!strncmp(path, shape_remedies[i].path, strlen(shape_remedies[i].path)))
            return shape_remedies[i].remedy;
    return NULL;
}

/* Jinja calls a quote unexpected where no second one follows. */
static const char *quote_remedy(const char *text)
{
    static const char quotes[][20] = {"unexpected char '\"'", "unexpected char \"'\""};
    for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++)
        if (!strncmp(text, quotes[i], strlen(quotes[i])))
            return "the string that begins here has no closing quote";
    return NULL;
}

#define FIT_LAST "`fit` cut shortens its texts, `fit` truncate cuts tokens off"
#define FIT_DROP "`fit` drop leaves out turns, where there are several"
#define FIT_CONTENT "`fit` truncate cuts tokens off; " FIT_DROP

/* Options that a caller has under these names. The first row whose words are in the text counts. */
static const struct {
    const char *words, *remedy;
} option_remedies[] = {
    {"its only turn cannot be left out", FIT_LAST},
    {"with the last turn alone", FIT_LAST},
    {"and there is no content to cut", FIT_CONTENT},
    {"with all content cut away", FIT_CONTENT},
    {"and its content cannot be cut", FIT_CONTENT},
    {"what is left cannot be cut", FIT_CONTENT},
    {"after many cuts", FIT_CONTENT},
    {"there is no length to fit or pad to", "`max_length` gives one"},
    {"Asking to pad but the tokenizer does not have a padding token",
     "take a model folder whose tokenizer_config.json names a \"pad_token\", or do not pad"},
    {"max_length is ", "`fit` cut or `fit` truncate shortens it; " FIT_DROP},
    {"].reasoning", "templates that drop earlier reasoning need a row for each turn"},
    {"the prompt would be without ", "without `strict` the prompt is taken as it is"},
    {"no column messages", "`column` names the one with the messages"},
    {"in 'chosen' and 'rejected'", "`column` chosen renders one of them"},
    {"apply_chat_template() got multiple values for argument 'conversation'",
     "messages and conversation are one argument: give one of them"},
    {" has been registered.",
     "a format has this name already: change the name; CHATFMT_FORMATS_OVERRIDE, in Python "
     "override=True, replaces the format"},
    {"Template.render() got multiple values",
     "the conversation is given beside the variables, and none of them may have this name"},
    {"no format named 'format:", "the name is given without format:"},
    {"is a file, not the folder of a model",
     "chatfmt template save writes the templates of a file into a folder"},
    {"the data brings a chat_template",
     "`allow` row-templates permits it, where you trust who wrote the data"},
};

/* Of rows; what comes out has the same word for its columns. */
static const char *column_remedy(const chatfmt_error *error)
{
    static const char begin[] = "there is no column '";
    size_t length = strlen(error->text), skip = sizeof begin - 1;
    char names[sizeof error->text];
    uint32_t columns;
    if (error->status != CHATFMT_INPUT || strncmp(error->text, begin, skip) ||
        error->text[length - 1] != '\'')
        return NULL;
    memcpy(names, error->text + skip, length - skip);
    names[length - skip - 1] = '\0';
    return chatfmt_map_columns(names, &columns, NULL)
               ? NULL
               : "`column` names the one with the messages; `columns` says what comes out";
}

static const char *option_remedy(const char *text)
{
    for (size_t i = 0; i < sizeof option_remedies / sizeof *option_remedies; i++)
        if (strstr(text, option_remedies[i].words)) return option_remedies[i].remedy;
    return NULL;
}

/* What is no call, or no list of calls, where a template reads one: by the end of the path. */
static const char *call_remedy(const chatfmt_error *error)
{
    const char *last = strrchr(error->path, '.');
    bool shape = error->status == CHATFMT_UNDEFINED || error->status == CHATFMT_TYPE;
    if (!shape || !last || !strncmp(error->text, "'dict object'", 13)) return NULL;
    if (!strcmp(last, ".tool_calls")) return "an array of calls is expected: [" SHAPE_CALL ", …]";
    bool is_call = !strncmp(last, ".tool_calls[", 12) ||
                   (!strcmp(last, ".function") && strstr(error->path, ".tool_calls["));
    return is_call ? "a call is an object: " SHAPE_CALL : NULL;
}

/* What the message lacks, or what a filter needs: errors of a template, which have a line. */
static const char *lack_remedy(const chatfmt_error *error)
{
    if (error->line && !strcmp(error->text, "no loader for this environment specified"))
        return "a template is one text, as in transformers: put the text of the other one into it";
    if (error->status == CHATFMT_UNDEFINED && strstr(error->text, "no attribute 'content'") &&
        cft_ends_with(error->path, "].content"))
        return "`fix` null-to-empty gives the message an empty text";
    if (error->status == CHATFMT_UNDEFINED && cft_ends_with(error->path, ".arguments") &&
        !strcmp(error->text, "'str object' has no attribute 'items'"))
        return "with a model, the fix fit-arguments reads the JSON";
    return error->status == CHATFMT_UNSUPPORTED && strstr(error->text, " needs a seed")
               ? "`seed` gives one to a single prompt; rows and requests have none"
               : NULL;
}

/* What holds no messages, or several conversations, where one is taken. */
static const char *conversation_remedy(const chatfmt_error *error)
{
    const char *path = shape_path(error->path);
    if (!strcmp(path, "messages[0]") && error->status == CHATFMT_ATTRIBUTE &&
        !strcmp(error->text, "'list' object has no attribute 'items'"))
        return "this is an array of conversations, and one is expected: give each by itself";
    /* The items of an object and of a text are texts. */
    if (!strcmp(path, "messages") && error->status == CHATFMT_ATTRIBUTE &&
        !strcmp(error->text, "'str' object has no attribute 'items'"))
        return path == error->path
                   ? "an array of messages is expected: [" SHAPE_MESSAGE ", …]; "
                     "of an object with messages, pass its member messages"
                   : "each of several conversations is an array of messages; "
                     "a single one is [" SHAPE_MESSAGE ", …]";
    bool is_empty = error->status == CHATFMT_UNDEFINED || error->status == CHATFMT_INDEX;
    return is_empty && !strcmp(path, "messages") && !strstr(error->text, "has no attribute")
               ? "the conversation has no messages"
               : NULL;
}

/* FastChat's words, also where an exported template raises them; other formats say it. */
static const char *role_remedy(const chatfmt_error *error)
{
    static const char begin[] = "unknown_role: Unknown role: ";
    size_t length = sizeof begin - 1;
    return !strncmp(error->text, begin, length) && error->text[length]
               ? "FastChat's formats know the roles system, user and assistant"
               : NULL;
}

/* The name of a format where a model's is taken; "format:" is what comparisons put before it. */
static const char *model_remedy(const chatfmt_error *error)
{
    static const char begin[] = "no such file or folder: '", before[] = "format:";
    chatfmt_format *format;
    if (error->status != CHATFMT_NOT_FOUND || strncmp(error->text, begin, sizeof begin - 1))
        return NULL;
    const char *name = error->text + sizeof begin - 1;
    if (!strncmp(name, before, sizeof before - 1)) name += sizeof before - 1;
    cft_slice wanted = cft_slice_of(name, strcspn(name, "'"));
    if (chatfmt_format_open(NULL, name, wanted.length, NULL, &format, NULL)) return NULL;
    bool same = cft_slice_equal(chatfmt_format_about(format).name, wanted);
    chatfmt_format_free(format);
    return same ? "a format has this name: `format` instead of a model takes it, and chatfmt "
                  "formats export NAME | chatfmt inspect - looks at it"
                : NULL;
}

const char *chatfmt_error_remedy(const chatfmt_error *error)
{
    if (!error) return NULL;
    const char *model = model_remedy(error);
    if (model) return model;
    const char *role = role_remedy(error);
    if (role) return role;
    const char *option = error->line ? NULL : option_remedy(error->text);
    if (option) return option;
    const char *lack = lack_remedy(error);
    if (!lack) lack = call_remedy(error);
    if (!lack) lack = column_remedy(error);
    if (!lack) lack = conversation_remedy(error);
    if (lack) return lack;
    if (strstr(error->text, "the template is UTF-16, and templates are UTF-8"))
        return TEXT_UTF16;
    if (error->status == CHATFMT_SYNTAX) return quote_remedy(error->text);
    return strstr(error->text, "malformed JSON: ") ? json_remedy(error) : shape_remedy(error);
}
