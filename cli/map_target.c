/* cli/map_target.c - what is said of the output of `chatfmt map`. See the header. */
#include "map_target.h"

#include "files.h"
#include "show.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *target_reason(int code)
{
    return code == EISDIR ? FILE_IS_FOLDER : strerror(code < 0 ? ENOMEM : code);
}

static void target_say(const char *name, const char *why)
{
    fprintf(stderr, "chatfmt: %s: %s\n", file_name(name), why);
}

static void target_tell_same(const char *name, const char *path, const char *what, bool part)
{
    fprintf(stderr,
            "chatfmt: %s: the output is %s %s (%s) and would destroy it; choose another name with "
            "--output\n", name ? name : "standard output", part ? "a file of" : "the same file as",
            what, file_name(path));
}

static void target_tell_record(const chatfmt_output_info *about)
{
    if (!about->record_code) return;
    fprintf(stderr, "chatfmt: %s: %s; %s\n", about->record_path, target_reason(about->record_code),
            access(about->record_path, F_OK)
                ? "--resume will not be able to continue the output"
                : "the record stays as it was, so --resume can be given again");
}

static void target_tell_write(const chatfmt_output_info *about, const char *name)
{
    static const char could_not[] = "chatfmt: the output could not be written";
    if (about->write_code) fprintf(stderr, "%s: %s\n", could_not, target_reason(about->write_code));
    if (about->name_code) target_say(name, target_reason(about->name_code));
    if (about->killed) fprintf(stderr, "%s: the process that writes was killed\n", could_not);
    if (about->lost)
        fprintf(stderr, "%s: the process that writes could not be reached\n", could_not);
}

static void target_tell_failed(const chatfmt_output_info *about, const char *name)
{
    target_tell_write(about, name);
    bool input = about->name && (!name || strcmp(about->name, name));
    bool folder = about->code == ENOENT && !input; /* an output that is not there is made */
    const char *why = folder ? "its folder does not exist" : target_reason(about->code);
    if (about->name) target_say(about->name, why);
    else if (about->code) fputs("chatfmt: out of memory\n", stderr);
    if (input && (about->code == ENOENT || about->code == EISDIR))
        fputs("    INPUT is a file of JSON Lines, or - for standard input\n", stderr);
}

static void target_tell_other(const chatfmt_output_info *about, const char *name)
{
    const char *was = !about->was ? "not given" : *about->was ? about->was : "given";
    const char *is = !about->is ? "not given" : *about->is ? about->is : "given";
    bool pipe = !strcmp(was, "standard input") && !strncmp(is, "standard input,", 15);
    fprintf(stderr,
            "chatfmt: --resume: %s was made by another run: %s was %s and is %s now; %s, or "
            "replace the output with --force instead of --resume\n",
            name, about->name, was, is,
            pipe ? "it came by a pipe then, so give it by a pipe again"
                 : "give what was given then");
}

static void target_tell_no_record(const chatfmt_output_info *about, const char *name)
{
    fprintf(stderr,
            "chatfmt: --resume: %s cannot be continued: the record of the run that made it (%s) "
            "is missing; replace it with --force instead of --resume, or write to another file\n",
            name, about->record_path);
}

map_target_result map_target_tell(const chatfmt_map_output *output, const char *name)
{
    const chatfmt_output_info *about = chatfmt_map_output_about(output);
    target_tell_record(about);
    switch (about->state) {
    case CHATFMT_OUTPUT_READY: return MAP_TARGET_READY;
    case CHATFMT_OUTPUT_FAILED: return target_tell_failed(about, name), MAP_TARGET_FAILED;
    case CHATFMT_OUTPUT_COMPLETE:
        fprintf(stderr, "chatfmt: %s is complete: ", name);
        show_count(stderr, about->lines, "line");
        fputs("\n", stderr);
        return MAP_TARGET_COMPLETE;
    case CHATFMT_OUTPUT_SAME_FILE: target_tell_same(name, about->name, "an input", 0); break;
    case CHATFMT_OUTPUT_EXISTS:
        target_say(name, about->record_path && !access(about->record_path, F_OK)
                             ? "the file already exists; --resume continues it, --force replaces it"
                             : "the file already exists; --force replaces it");
        break;
    case CHATFMT_OUTPUT_NO_FILE: target_say("--resume", "the output is not a regular file"); break;
    case CHATFMT_OUTPUT_NO_RECORD: target_tell_no_record(about, name); break;
    case CHATFMT_OUTPUT_OTHER_RUN: target_tell_other(about, name); break;
    }
    return MAP_TARGET_REFUSED;
}

map_target_result map_target_check_source(const chatfmt_map_output *output, const char *name,
                                          const char *path, const char *what)
{
    int is = chatfmt_map_output_is(output, path);
    if (!is) return MAP_TARGET_READY;
    target_tell_same(name, path, what, is > 1);
    return MAP_TARGET_REFUSED;
}

void map_target_tell_end(const chatfmt_map_output *output, const char *name, bool had_record)
{
    target_tell_write(chatfmt_map_output_about(output), name);
    if (had_record) target_tell_record(chatfmt_map_output_about(output));
}
