/* tokenizers/token_cache.c - where compiled tokenizers are kept. */
#include "tokenizers/token_cache.h"

#include "base/checksum.h"
#include "base/sha256.h"
#include "tokenizers/compiled.h"

/* What the small file holds. */
typedef struct cache_note {
    char magic[8];
    cft_file_mark mark;
    char source[64];
    uint64_t checksum; /* of what is in front of it */
} cache_note;

static const char cache_magic[8] = {'c', 'h', 'a', 't', 's', 'e', 'e', 'n'};

/* After the hash: versions with other layouts have files of their own. */
static const char cache_ending[] = {'.', CFT_COMPILED_VERSION,
                                    '.', 't',
                                    'o', 'k',
                                    'e', 'n',
                                    's', '\0'};

/* A note that was written less than this after the file's last change may have missed another
 * one: clocks of file systems are that coarse. */
enum { CACHE_SETTLED_SECONDS = 2 };

static bool cache_add(cft_token_cache *cache, const char *text)
{
    return cft_buffer_append(&cache->path, text, strlen(text)) == CHATFMT_OK;
}

static bool cache_folder(cft_token_cache *cache, const char *folder)
{
    if (folder) return cache_add(cache, folder);
    folder = cft_file_environment("CHATFMT_CACHE");
    if (folder) return cache_add(cache, folder);
    /* The standard asks that relative paths be ignored. */
    folder = cft_file_environment("XDG_CACHE_HOME");
    if (folder && *folder == '/') return cache_add(cache, folder) && cache_add(cache, "/chatfmt");
    folder = cft_file_environment("HOME");
    return folder && *folder == '/' && cache_add(cache, folder) &&
           cache_add(cache, "/.cache/chatfmt");
}

void cft_token_cache_init(cft_token_cache *cache, const chatfmt_allocator *allocator,
                          const char *folder, const char *path, cft_slice parts)
{
    char hash[65];
    memset(cache, 0, sizeof *cache);
    if (parts.length) {
        cft_sha256_hex(parts, hash);
        memcpy(cache->parts, hash, sizeof cache->parts - 1);
    }
    cft_buffer_init(&cache->path, allocator);
    if (cft_file_environment("CHATFMT_NO_CACHE") || !cft_file_marks(path, &cache->mark) ||
        cache->mark.size < CFT_TOKEN_CACHE_LEAST)
        return;
    cache->is_on = cache_folder(cache, folder) && cache_add(cache, "/");
    cache->folder_length = cache->path.length;
}

void cft_token_cache_free(cft_token_cache *cache) { cft_buffer_free(&cache->path); }

/* The path of a name in the folder, NUL-terminated, or NULL. */
static const char *cache_path(cft_token_cache *cache, const char *name, const char *ending)
{
    cache->path.length = cache->folder_length;
    if (!cache_add(cache, name) || !cache_add(cache, ending) ||
        cft_buffer_append(&cache->path, "", 1))
        return NULL;
    return cache->path.data;
}

static const char *cache_note_path(cft_token_cache *cache)
{
    static const char digits[] = "0123456789abcdef";
    char name[34 + sizeof cache->parts];
    for (int i = 0; i < 16; i++) {
        name[i] = digits[cache->mark.device >> (60 - 4 * i) & 15];
        name[17 + i] = digits[cache->mark.node >> (60 - 4 * i) & 15];
    }
    name[16] = '-';
    memcpy(name + 33, cache->parts, sizeof cache->parts);
    return cache_path(cache, name, ".seen");
}

static bool cache_same_mark(const cft_file_mark *a, const cft_file_mark *b)
{
    return a->device == b->device && a->node == b->node && a->size == b->size &&
           a->modified == b->modified && a->modified_nano == b->modified_nano &&
           a->changed == b->changed && a->changed_nano == b->changed_nano;
}

/* The hash that a note remembers for the file as it is now. */
static bool cache_read_note(cft_token_cache *cache)
{
    const char *path = cache_note_path(cache);
    cft_file_copy copy;
    cft_file_mark written;
    cache_note note;
    if (!path) return false;
    bool whole = cft_file_load_own(path, &cache->path.allocator, &copy, &written) &&
                 copy.length == sizeof note;
    if (whole) memcpy(&note, copy.data, sizeof note);
    cft_file_unload(&copy);
    const cft_file_mark *mark = &cache->mark;
    if (!whole || memcmp(note.magic, cache_magic, sizeof note.magic) ||
        note.checksum != cft_checksum(&note, offsetof(cache_note, checksum)) ||
        !cache_same_mark(&note.mark, mark) ||
        written.modified - CACHE_SETTLED_SECONDS < mark->changed ||
        written.modified - CACHE_SETTLED_SECONDS < mark->modified)
        return false;
    memcpy(cache->source, note.source, sizeof note.source);
    for (int i = 0; i < 64; i++)
        if (!cache->source[i] || !strchr("0123456789abcdef", cache->source[i])) return false;
    cache->source[64] = '\0';
    return true;
}

static void cache_write_note(cft_token_cache *cache)
{
    cache_note note;
    memset(&note, 0, sizeof note);
    memcpy(note.magic, cache_magic, sizeof note.magic);
    note.mark = cache->mark;
    memcpy(note.source, cache->source, sizeof note.source);
    note.checksum = cft_checksum(&note, offsetof(cache_note, checksum));
    const char *path = cache_note_path(cache);
    if (path) (void)cft_file_save_own(path, (const char *)&note, sizeof note);
}

static bool cache_open(cft_token_cache *cache, cft_tokenizer *tokenizer, cft_file_copy *copy)
{
    const char *path = cache_path(cache, cache->source, cache_ending);
    if (!path) return false;
    chatfmt_allocator memory = cache->path.allocator;
    if (cft_file_load_own(path, &memory, copy, NULL)) {
        if (cft_compiled_open(tokenizer, &memory, cft_slice_of(copy->data, copy->length),
                              cache->source) == CHATFMT_OK)
            return true;
        cft_tokenizer_free(tokenizer);
    }
    cft_file_unload(copy);
    return false;
}

bool cft_token_cache_find(cft_token_cache *cache, cft_tokenizer *tokenizer, cft_file_copy *copy)
{
    return cache->is_on && cache_read_note(cache) && cache_open(cache, tokenizer, copy);
}

bool cft_token_cache_find_bytes(cft_token_cache *cache, cft_slice bytes, cft_tokenizer *tokenizer,
                                cft_file_copy *copy)
{
    if (!cache->is_on) return false;
    cft_sha256_hex(bytes, cache->source);
    memcpy(cache->source, cache->parts, strlen(cache->parts));
    if (!cache_open(cache, tokenizer, copy)) return false;
    cache_write_note(cache);
    return true;
}

void cft_token_cache_keep(cft_token_cache *cache, const cft_tokenizer *tokenizer)
{
    if (!cache->is_on) return;
    cft_buffer bytes;
    cft_buffer_init(&bytes, &cache->path.allocator);
    if (!cft_compiled_write(tokenizer, cache->source, &bytes)) {
        cache->path.length = cache->folder_length;
        cache->path.data[cache->folder_length - 1] = '\0';
        bool made = cft_file_make_own_folders(cache->path.data);
        cache->path.data[cache->folder_length - 1] = '/';
        const char *path = made ? cache_path(cache, cache->source, cache_ending) : NULL;
        if (path && cft_file_save_own(path, bytes.data, bytes.length)) cache_write_note(cache);
    }
    cft_buffer_free(&bytes);
}
