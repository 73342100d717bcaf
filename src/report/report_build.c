/* report/report_build.c - what a build has and lacks, for people. */
#include "report/reports.h"

#include "base/report.h"

static const struct {
    const char *name;
    uint32_t feature;
} build_parts[] = {
    {"PCRE2", CHATFMT_FEATURE_PCRE2},
    {"rare builtins", CHATFMT_FEATURE_RARE_BUILTINS},
    {"character names", CHATFMT_FEATURE_UNICODE_NAMES},
    {"response_schema", CHATFMT_FEATURE_RESPONSE_SCHEMA},
};

/* A list in the making, with its title in front once there is something in it. */
typedef struct build_list {
    cft_json_out *out;
    const char *between;
} build_list;

static void build_list_add(build_list *list, const char *name)
{
    cft_out_text(list->out, list->between);
    cft_out_text(list->out, name);
    list->between = ", ";
}

/* A line of the parts that are there, or of those that are not. */
static void build_line(cft_json_out *out, const char *const *own, size_t count, bool there)
{
    build_list list = {out, there ? "with " : "without "};
    uint32_t features = chatfmt_build_features();
    for (size_t i = 0; i < sizeof build_parts / sizeof *build_parts; i++)
        if (((features & build_parts[i].feature) != 0) == there)
            build_list_add(&list, build_parts[i].name);
    for (size_t i = 0; i < count; i++)
        if ((own[i][0] == '+') == there) build_list_add(&list, own[i] + 1);
    if (list.between[0] == ',') cft_out_text(out, "\n");
}

/* All names are there, with a sign. */
static bool build_parts_have_signs(const char *const *own, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!own[i] || (own[i][0] != '+' && own[i][0] != '-')) return false;
    return true;
}

chatfmt_status chatfmt_report_build(const char *const *own, size_t count, char **text,
                                    size_t *length, chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, own || !count ? NULL : "own", text, error));
    if (!build_parts_have_signs(own, count))
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "own: a name has neither + nor - before it");
    cft_out_text(&out, "chatfmt ");
    cft_out_text(&out, chatfmt_version());
    cft_out_text(&out, "\n");
    build_line(&out, own, count, true);
    build_line(&out, own, count, false);
    return cft_result_give(&out, text, length, error);
}
