/* service/map_record_input.c - what tells an input from another: its size and the bytes at both of
 * its ends (chatfmt/files.h). */
#include "base/output.h"
#include "chatfmt/files.h"
#include "service/map.h"

enum { INPUT_HASHED = 1 << 16 };
enum { INPUT_NO_MEMORY = -1 }; /* beside the codes of <errno.h> */

static int input_hash_at(int file, uint64_t at, uint64_t *hash)
{
    char bytes[INPUT_HASHED];
    size_t length = 0;
    for (size_t got = 1; length < sizeof bytes && got; length += got) {
        int code =
            cft_system_read_at(file, at + length, bytes + length, sizeof bytes - length, &got);
        if (code) return code;
    }
    *hash = chatfmt_map_hash(*hash, cft_slice_of(bytes, length));
    return 0;
}

/* A pipe can be read once, so nothing is known of it but that it is one. */
static int input_describe(int file, cft_json_out *out)
{
    cft_system_about about;
    char digits[17];
    uint64_t from, hash = CHATFMT_MAP_HASH_INIT;
    int code = cft_output_look(file, &about, &from);
    if (code || !about.is_regular) return code;
    uint64_t size = about.mark.size > from ? about.mark.size - from : 0;
    code = input_hash_at(file, from, &hash);
    if (!code && size > INPUT_HASHED)
        code = input_hash_at(file, from + size - INPUT_HASHED, &hash);
    cft_map_hash_digits(hash, digits);
    cft_out_text(out, ", ");
    cft_out_number(out, size);
    cft_out_text(out, " bytes, ");
    cft_out_text(out, digits);
    return code;
}

/* Opening a pipe by its name would wake who writes to it. */
static int input_describe_named(const char *path, cft_json_out *out)
{
    cft_system_about about;
    int file, code = cft_system_look(path, &about);
    cft_out_text(out, path);
    if (code || !about.is_regular) return code;
    code = cft_system_open(path, false, &file, &about);
    if (code) return code;
    code = input_describe(file, out);
    cft_system_close(file);
    return code;
}

int chatfmt_map_record_add_input(chatfmt_map_record *record, size_t number, const char *path)
{
    enum { STANDARD_INPUT = 0 };
    cft_json_out name, text;
    if (!record || !path) return INPUT_NO_MEMORY;
    cft_out_begin(&name, NULL);
    cft_out_begin(&text, NULL);
    cft_out_text(&name, "input ");
    cft_out_number(&name, number);
    cft_out_bytes(&name, "", 1);
    bool standard = path[0] == '-' && !path[1];
    if (standard) cft_out_text(&text, "standard input");
    int code = standard ? input_describe(STANDARD_INPUT, &text)
                        : input_describe_named(path, &text);
    cft_out_bytes(&text, "", 1);
    if (!code && (name.status || text.status)) code = INPUT_NO_MEMORY;
    if (!code) chatfmt_map_record_add(record, name.text.data, text.text.data);
    cft_out_free(&name);
    cft_out_free(&text);
    return code;
}
