/* chatfmt/base.h - what every other public header needs: status, error, slice, allocator, limits.
 *
 * Text is always a pointer and a length in bytes, UTF-8, with no terminating NUL required.
 * Three words describe lifetime, the same everywhere: *owned* (you free it), *borrowed until …*,
 * and *copied*.
 */
#ifndef CHATFMT_BASE_H
#define CHATFMT_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CHATFMT_VERSION_MAJOR 0
#define CHATFMT_VERSION_MINOR 1
#define CHATFMT_VERSION_PATCH 0
#define CHATFMT_VERSION "0.1.0"
/* The same as one number that rises with every version: 10000 MAJOR + 100 MINOR + PATCH. */
#define CHATFMT_VERSION_NUMBER                                                            \
    (CHATFMT_VERSION_MAJOR * 10000 + CHATFMT_VERSION_MINOR * 100 + CHATFMT_VERSION_PATCH)

#if defined(CHATFMT_STATIC)
#define CHATFMT_API
#elif defined(_WIN32) && defined(CHATFMT_BUILD)
#define CHATFMT_API __declspec(dllexport)
#elif defined(_WIN32)
#define CHATFMT_API __declspec(dllimport)
#elif defined(__GNUC__)
#define CHATFMT_API __attribute__((visibility("default")))
#else
#define CHATFMT_API
#endif

/* On a declaration that will be removed: the compiler warns about uses, naming the replacement.
 * It stays for at least one minor version (docs/stability.md). */
#if defined(CHATFMT_BUILD)
#define CHATFMT_DEPRECATED(instead)
#elif defined(__GNUC__)
#define CHATFMT_DEPRECATED(instead) __attribute__((deprecated(instead)))
#elif defined(_MSC_VER)
#define CHATFMT_DEPRECATED(instead) __declspec(deprecated(instead))
#else
#define CHATFMT_DEPRECATED(instead)
#endif

/* One row per failure: name, value, words. Values are part of the ABI: append, never renumber. */
#define CHATFMT_STATUS_MAP(X)                                                             \
    X(NO_MEMORY, 1, "out of memory")                                                      \
    X(BAD_ARGUMENT, 2, "bad argument")                                                    \
    X(LIMIT, 3, "limit exceeded")                                                         \
    X(INPUT, 4, "malformed input")                                                        \
    X(IO, 5, "input or output failed")                                                    \
    X(UNSUPPORTED, 6, "not supported")                                                    \
    X(NOT_FOUND, 7, "not found")                                                          \
    X(EXISTS, 8, "already exists")                                                        \
    X(SYNTAX, 10, "syntax error")                                                         \
    X(UNKNOWN_FILTER, 11, "unknown filter")                                               \
    X(UNKNOWN_TEST, 12, "unknown test")                                                   \
    X(UNDEFINED, 20, "undefined value used")                                              \
    X(RAISED, 21, "the template raised an exception")                                     \
    X(SECURITY, 22, "refused as unsafe")                                                  \
    X(RUNTIME, 23, "runtime error")                                                       \
    X(TYPE, 24, "type error")                                                             \
    X(VALUE, 25, "value error")                                                           \
    X(KEY, 26, "key error")                                                               \
    X(INDEX, 27, "index error")                                                           \
    X(ZERO_DIVISION, 28, "division by zero")                                              \
    X(OVERFLOW, 29, "overflow")                                                           \
    X(ATTRIBUTE, 30, "attribute error")

typedef enum chatfmt_status {
    CHATFMT_OK = 0,
#define CHATFMT_STATUS_ROW(name, value, text) CHATFMT_##name = value,
    CHATFMT_STATUS_MAP(CHATFMT_STATUS_ROW)
#undef CHATFMT_STATUS_ROW
} chatfmt_status;

/* Bytes kept of an error's message, with its NUL. Longer messages are cut at a code point. */
#define CHATFMT_ERROR_TEXT 1024
/* Bytes kept of the source line that an error points into, with its NUL. */
#define CHATFMT_ERROR_EXCERPT 160
/* Bytes kept of the path of the input value at fault, with its NUL. */
#define CHATFMT_ERROR_PATH 160

/*
 * What went wrong and where. Caller-owned, fixed size, no pointers, nothing to free: it can be
 * copied and kept, and reporting works when memory is gone.
 *
 * The source that a place is in is the JSON text for errors of reading JSON; the template for those
 * of compiling and rendering (chatfmt_model_template_shown() names the file of a model's template);
 * and the file for errors of a model's files, whose text begins with FILE:LINE:COLUMN already.
 *
 * Every function that can fail returns BAD_ARGUMENT, be it in its list of errors or not, for a
 * pointer that is NULL and may not be, a struct_size that is none, and a flag or value that there
 * is not. The text says which argument it is. Such a call changes nothing. A smaller struct than
 * the library's is that of an older version, and the fields that it lacks have their defaults: so
 * begin with the macro …_INIT, which sets the size.
 */
typedef struct chatfmt_error {
    chatfmt_status status;
    uint32_t line, column;               /* 1-based, column in bytes; 0 = no source place    */
    uint32_t offset, length;             /* the same place as a byte range of the source      */
    uint32_t excerpt_caret;              /* byte in `excerpt` that the place begins at        */
    char text[CHATFMT_ERROR_TEXT];       /* UTF-8, NUL-terminated, "" on success              */
    char excerpt[CHATFMT_ERROR_EXCERPT]; /* the source line around the place, or ""          */
    char path[CHATFMT_ERROR_PATH];       /* input value at fault, as messages[2].content, or the
                                            tag that is still open, as 'for' on line 3, or ""  */
} chatfmt_error;

/* A borrowed run of bytes. */
typedef struct chatfmt_slice {
    const char *data;
    size_t length; /* bytes */
} chatfmt_slice;

/* A NUL-terminated text as a slice, borrowed from it; NULL gives NULL and 0. O(length). */
CHATFMT_API chatfmt_slice chatfmt_slice_of(const char *text);
/* Whether a slice has the bytes of a NUL-terminated text. O(length). */
CHATFMT_API int chatfmt_slice_is(chatfmt_slice slice, const char *text);

/*
 * Where memory comes from.
 *
 *   resize   like realloc with the old size: `pointer` NULL allocates, `new_size` 0 frees and
 *            returns NULL; otherwise returns NULL on failure and leaves the old block alone.
 *            Must return memory aligned for any object.
 *   context  handed back to `resize`.
 *
 * NULL in place of an allocator means the C library's, and so does one whose `resize` is NULL. The
 * functions may be called from any thread that uses an object made with this allocator.
 */
typedef struct chatfmt_allocator {
    void *(*resize)(void *context, void *pointer, size_t old_size, size_t new_size);
    void *context;
} chatfmt_allocator;

/*
 * Bounds on the work that one template may cause. Zero means the default of that field, which for
 * tokenizers is another and grows with the input (chatfmt/tokenizer.h). In limits that are given to
 * one call, such as those of chatfmt_apply_options, it means the limit of the applier or renderer
 * of that call. Defaults accept everything that the reference accepts on real work; a limit fails
 * as CHATFMT_LIMIT with its name, its value and the value reached. Within templates two fail as in
 * Python: range_items as CHATFMT_OVERFLOW, integer_digits as CHATFMT_VALUE.
 */
typedef struct chatfmt_limits {
    size_t struct_size;     /* sizeof(chatfmt_limits), set by CHATFMT_LIMITS_INIT            */
    uint64_t fuel;          /* work: nodes, loop steps, elements, 64-byte units; 100000000   */
    size_t source_bytes;    /* template source; 1 MiB                                        */
    size_t output_bytes;    /* rendered text; 64 MiB                                         */
    size_t string_bytes;    /* one string; 64 MiB. In a render it is not exact below 64 bytes,
                               and does not bind constants that compiling makes of others    */
    size_t heap_bytes;      /* values, strings and text of one render, with their spans; as
                               much again for the paths of the variables; 256 MiB. Memory is
                               taken in blocks, which count when they grow: up to 1 MiB more
                               may be held, so that a text of 500 KB passes any limit here, and
                               output_bytes is the exact one; beside that a renderer always has
                               60 KB. What grows is
                               copied: its old and its new room count together             */
    uint32_t depth;         /* brackets, blocks, macro calls, recursive loops; 256           */
    uint32_t value_depth;   /* nesting of lists and objects; 1000                            */
    uint32_t range_items;   /* items of range(); 100000; fails as OVERFLOW, as in Jinja      */
    uint32_t integer_digits;/* decimal digits of an integer; 4300; arithmetic of a
                               template fails as VALUE, as in Python                         */
} chatfmt_limits;

#define CHATFMT_LIMITS_INIT {sizeof(chatfmt_limits), 0, 0, 0, 0, 0, 0, 0, 0, 0}

/* The words of a status, such as "syntax error"; never NULL. Static, any thread, O(1). */
CHATFMT_API const char *chatfmt_status_text(chatfmt_status status);

/*
 * The class of a status as `chatfmt render --batch` names it: "syntax", "undefined", "raised",
 * "security", "runtime", "limit" or "input"; "ok" for CHATFMT_OK. Static, any thread, O(1).
 */
CHATFMT_API const char *chatfmt_status_kind(chatfmt_status status);

/* The library's version as "MAJOR.MINOR.PATCH". Static, any thread, O(1). */
CHATFMT_API const char *chatfmt_version(void);

/* CHATFMT_VERSION_NUMBER of the library that is running, which may be newer than the header that a
 * program was compiled with. Any thread, O(1). */
CHATFMT_API uint32_t chatfmt_version_number(void);

/* What a library was built with, as bits. */
enum {
    CHATFMT_FEATURE_PCRE2 = 1,  /* regular expressions: tokenizers whose pattern is not one of the
                                   usual ones, response_template                              */
    CHATFMT_FEATURE_STRESS = 2, /* every allocation in a block of its own, for tests          */
    CHATFMT_FEATURE_ASSERTS = 4, /* with assertions                                           */
    CHATFMT_FEATURE_RARE_BUILTINS = 8,   /* methods of bytes, wide codecs, urlize,
                                            wordwrap, to_bytes, lipsum, pprint, html.unescape  */
    CHATFMT_FEATURE_UNICODE_NAMES = 16,  /* '\N{BULLET}' in strings of templates               */
    CHATFMT_FEATURE_RESPONSE_SCHEMA = 32 /* replies read by response_schema                    */
};

/* CHATFMT_FEATURE_… of the library that is running; bits that a program does not know may be
 * set. Any thread, O(1). */
CHATFMT_API uint32_t chatfmt_build_features(void);

#ifdef __cplusplus
}
#endif

#endif
