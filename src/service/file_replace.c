/* service/file_replace.c - a file that is replaced wholly or not at all (chatfmt/files.h). */
#include "base/output.h"
#include "chatfmt/files.h"

int chatfmt_file_replace(const char *path, const char *data, size_t length, uint32_t flags)
{
    cft_system_about about;
    const cft_system_replacement how = {.flush = true,
                                        .cleaned = (flags & CHATFMT_FILE_CLEANED) != 0};
    if (!path || (!data && length)) return -1;
    int code = cft_system_look(path, &about);
    if (code) return code;
    char *real = cft_output_real_path(path);
    code = real ? cft_system_replace(real, data, length, &how) : -1;
    cft_output_path_free(real);
    return code;
}
