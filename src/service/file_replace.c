/* service/file_replace.c - a file that is replaced wholly or not at all (chatfmt/files.h). */
#include "base/output.h"
#include "chatfmt/files.h"

enum { FILE_BAD_ARGUMENT = -1 }; /* beside the codes of <errno.h> */

/* Nothing in a pipe or a device can be lost, and another file in its place would be no use. */
static int file_write_device(const char *path, const char *data, size_t length)
{
    int file, code = cft_output_open_device(path, &file);
    if (code) return code;
    code = cft_system_write(file, data, length);
    cft_system_close(file);
    return code;
}

int chatfmt_file_replace(const char *path, const char *data, size_t length, uint32_t flags)
{
    cft_system_about about;
    const cft_system_replacement how = {.flush = true,
                                        .cleaned = (flags & CHATFMT_FILE_CLEANED) != 0};
    char *real;
    if (!path || (!data && length) || flags & ~(uint32_t)CHATFMT_FILE_CLEANED)
        return FILE_BAD_ARGUMENT;
    int code = cft_system_look(path, &about);
    if (code) return code;
    if (!about.is_regular) return file_write_device(path, data, length);
    code = cft_output_real_path(path, &real);
    if (!code) code = cft_system_replace(real, data, length, &how);
    cft_output_path_free(real);
    return code;
}
