/* fuzz/fuzz_format_source.c - any bytes as template source, formatted: what compiles is
 * formatted, to the same program (the formatter itself compares), and formatting that changes
 * nothing. The survey of the same source must not fail either. */
#include "fuzz.h"

static void fuzz_survey(const char *source, size_t length,
                        const chatfmt_source_options *options)
{
    chatfmt_survey *survey;
    chatfmt_error error;
    size_t count;
    if (chatfmt_survey_new(source, length, options, &survey, &error)) abort();
    const chatfmt_fact *facts = chatfmt_survey_facts(survey, &count);
    for (size_t i = 0; i < count; i++)
        if (!facts[i].kind || !facts[i].line || !facts[i].column || facts[i].offset > length ||
            (i && facts[i].offset < facts[i - 1].offset))
            abort();
    chatfmt_survey_free(survey);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint32_t widths[] = {0, 20, 60, 100};
    chatfmt_source_options options = CHATFMT_SOURCE_OPTIONS_INIT;
    chatfmt_compile_options compile_options = CHATFMT_COMPILE_OPTIONS_INIT;
    chatfmt_template *compiled;
    chatfmt_error error;
    char *once, *twice;
    size_t length, again;
    const char *source = (const char *)data;
    uint8_t choice = (uint8_t)(size * 31); /* options by length, so that no byte is lost for them */
    compile_options.flags = options.flags = choice & 7;
    options.width = widths[choice >> 3 & 3];
    options.quotes = (choice >> 5 & 3) % 3;
    options.indent = choice >> 7 ? CHATFMT_NO_INDENT : 2;
    if (chatfmt_template_compile(source, size, &compile_options, &compiled, &error)) return 0;
    chatfmt_template_free(compiled);
    if (chatfmt_source_format(source, size, &options, &once, &length, &error)) abort();
    if (chatfmt_source_format(once, length, &options, &twice, &again, &error)) abort();
    if (again != length || memcmp(once, twice, length)) abort();
    fuzz_survey(source, size, &options);
    chatfmt_text_free(once);
    chatfmt_text_free(twice);
    return 0;
}
