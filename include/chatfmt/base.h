/* chatfmt/base.h - what every other public header needs: status, error, slice, allocator, limits.
 *
 * These rules hold for all headers, unless the comment of a function says otherwise:
 *
 * - Text is a pointer and a length in bytes, in UTF-8. The pointer may be NULL when the length is
 *   0. Text that the caller passes needs no NUL at its end. Text that the caller receives has none,
 *   unless a comment says so: print it with "%.*s".
 * - A `const char *` without a length is a text that ends with a NUL.
 * - Three words describe lifetime. *Owned*: the caller frees it. *Borrowed until …*: what the
 *   caller passes must exist unchanged until then; what the caller receives is valid until then,
 *   and the caller must not free it. *Copied*: the library keeps a copy, and the caller may change
 *   or free the original at once.
 * - Structs of options, and limits, are borrowed during the call. NULL means the defaults. In a
 *   struct of options, each field that is 0 or NULL has its default.
 * - Begin each struct that has a field struct_size with its macro …_INIT, which sets the size. A
 *   smaller size than the library's belongs to an older version of the struct: the fields that it
 *   lacks have their defaults. A larger size belongs to a newer version: in a struct of options the
 *   further bytes must then be 0, else the call fails as BAD_ARGUMENT. A size that no struct has is
 *   BAD_ARGUMENT, too: one that is not larger than sizeof(size_t), is more than 4096, or is not a
 *   multiple of sizeof(size_t).
 * - `error` may be NULL.
 * - Other pointers must not be NULL. Functions that free an object accept NULL.
 * - Sizes and offsets count bytes. Numbers of items begin at 0, unless the comment says otherwise.
 *   Ranges [begin, end) do not include `end`.
 * - "It may grow at its end" in the comment of a struct: later versions may add fields there. Only
 *   the library makes such structs.
 * - In the list of a function's errors, INPUT means CHATFMT_INPUT, and so on.
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

/* Marks a declaration that will be removed. The compiler warns about its uses and names the
 * replacement. A marked declaration stays for at least one minor version (docs/stability.md). */
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
    CHATFMT_OK = 0 /* each row brings the comma before it: C++98 takes none at the end */
#define CHATFMT_STATUS_ROW(name, value, text) , CHATFMT_##name = value
    CHATFMT_STATUS_MAP(CHATFMT_STATUS_ROW)
#undef CHATFMT_STATUS_ROW
} chatfmt_status;

/* Size of an error's message in bytes, with its NUL. Longer ones are cut at a code point. */
#define CHATFMT_ERROR_TEXT 1024
/* Size of the excerpt of the source line that an error points into, in bytes, with its NUL. */
#define CHATFMT_ERROR_EXCERPT 160
/* Size of the path of the input value at fault, in bytes, with its NUL. */
#define CHATFMT_ERROR_PATH 160

/*
 * What went wrong and where. The caller owns it. It has a fixed size and no pointers, and
 * nothing in it has to be freed: it can be copied and kept, and errors can be reported when
 * there is no memory left.
 *
 * The place (line, column, offset, length) is in one of these sources:
 * * for errors of reading JSON, the JSON text;
 * * for errors of compiling and rendering, the template (chatfmt_model_template_shown() names
 *   the file of a model's template). When a template is rendered, the place is that of the
 *   operation that failed: of `y` in `{{ m.x.y }}` when `m.x` is undefined;
 * * for errors of a model's files, the file. For malformed JSON `text` already begins with
 *   FILE:LINE:COLUMN. For other faults `line` is 0, and `text` names the file;
 * * for errors of encoding, the text that is encoded (offset and length; `line` is 0);
 * * for errors of a regular expression of a response_template or response_schema, the regular
 *   expression.
 *
 * A server sends line and column to its client only for errors of chatfmt_value_read_json(), which
 * are in the client's own text.
 *
 * Every function that can fail returns BAD_ARGUMENT, even when its list of errors does not have
 * it, in these cases: a pointer is NULL and may not be; a struct_size is wrong (see the beginning
 * of this header); a flag or value is unknown. The text says which argument is wrong. Such a call
 * changes nothing.
 */
typedef struct chatfmt_error {
    chatfmt_status status;
    uint32_t line, column;               /* counted from 1, the column in bytes; 0 = no
                                            place                                            */
    uint32_t offset, length;             /* the same place as bytes of the source             */
    uint32_t excerpt_caret;              /* byte of `excerpt` at which the place begins       */
    char text[CHATFMT_ERROR_TEXT];       /* UTF-8, NUL-terminated, "" on success; it may have
                                            several lines                                      */
    char excerpt[CHATFMT_ERROR_EXCERPT]; /* the source line around the place, or ""          */
    char path[CHATFMT_ERROR_PATH];       /* the input value at fault, such as
                                            messages[2].content, or the tag that is still
                                            open, such as 'for' on line 3, or ""               */
} chatfmt_error;

/* A run of bytes that is borrowed. `data` may be NULL when `length` is 0. */
typedef struct chatfmt_slice {
    const char *data;
    size_t length; /* bytes */
} chatfmt_slice;

/* A slice of a text that ends with a NUL, borrowed from it and without the NUL. NULL gives a
 * slice with NULL and 0. O(length). */
CHATFMT_API chatfmt_slice chatfmt_slice_of(const char *text);
/* 1 when a slice has exactly the bytes of `text`, which ends with a NUL, else 0. O(length). */
CHATFMT_API int chatfmt_slice_is(chatfmt_slice slice, const char *text);

/*
 * Where memory comes from.
 *
 *   resize   works like realloc and also gets the old size, in bytes. `pointer` NULL: allocate
 *            `new_size` bytes; `old_size` is 0 then. `new_size` 0: free the block, if there is
 *            one, and return NULL. On failure return NULL and leave the old block as it is. The
 *            memory must be aligned for any object.
 *   context  passed to each call of `resize`; may be NULL.
 *
 * Instead of an allocator, NULL means the C library's; so does an allocator whose `resize` is
 * NULL. The functions may be called from any thread that uses an object made with this
 * allocator.
 */
typedef struct chatfmt_allocator {
    void *(*resize)(void *context, void *pointer, size_t old_size, size_t new_size);
    void *context;
} chatfmt_allocator;

/*
 * Bounds on the work that one template may cause.
 *
 * A field that is 0 means the default of that field, which its comment gives. Two exceptions:
 * * For tokenizers and replies the defaults are other ones, and grow with the input
 *   (chatfmt/tokenizer.h, chatfmt/reply.h).
 * * In limits that are given to one call, such as those of chatfmt_apply_options, 0 means the
 *   limit of the applier or renderer of that call.
 *
 * `source_bytes`, and `depth` for brackets and blocks, count while a template is compiled. An
 * applier compiles a template only once, so in limits of a later call they have no effect on it.
 *
 * The defaults accept everything that the reference accepts on real work. Reaching a limit fails
 * as CHATFMT_LIMIT with the limit's name, its value and the value reached. Within templates two
 * limits fail as in Python: range_items as CHATFMT_OVERFLOW; integer_digits, in arithmetic and in
 * decimal literals, as CHATFMT_VALUE.
 */
typedef struct chatfmt_limits {
    size_t struct_size;     /* sizeof(chatfmt_limits), set by CHATFMT_LIMITS_INIT            */
    uint64_t fuel;          /* units of work: nodes, loop steps, elements, pieces of 64
                               bytes; 100000000                                              */
    size_t source_bytes;    /* bytes of a template's source; 1 MiB                           */
    size_t output_bytes;    /* bytes of the rendered text; 64 MiB. This limit is exact       */
    size_t string_bytes;    /* bytes of one string; 64 MiB. In a render, a limit below 64
                               bytes is not exact, and constants that the compiler joins
                               from others do not count. A string of JSON with escapes
                               counts as it is written: \u00e9 is 6 bytes                     */
    size_t heap_bytes;      /* memory of one render: values, strings, text and spans; 256
                               MiB. The paths of the variables may take as much again.
                               Memory is taken in blocks, which count when they grow. So
                               up to 1 MiB more may be held: a text of 500 KB passes even
                               a limit of 1000. A renderer also always has 60 KB. Memory that
                               grows is copied, and its old and new size count together    */
    uint32_t depth;         /* levels of brackets, blocks, macro calls and recursive loops;
                               256                                                           */
    uint32_t value_depth;   /* levels of lists and objects inside each other; 1000           */
    uint32_t range_items;   /* items of range(); 100000. Fails as OVERFLOW, as in Jinja      */
    uint32_t integer_digits;/* decimal digits of an integer; 4300. In JSON and templates, integers
                               of at most 18 digits always pass. In JSON it fails as LIMIT   */
} chatfmt_limits;

#define CHATFMT_LIMITS_INIT {sizeof(chatfmt_limits), 0, 0, 0, 0, 0, 0, 0, 0, 0}

/* The words of a status, such as "syntax error"; never NULL. Static, any thread, O(1). */
CHATFMT_API const char *chatfmt_status_text(chatfmt_status status);

/*
 * The class of a status as `chatfmt render --batch` names it. Static, any thread, O(1).
 *
 *   "ok"         OK
 *   "syntax"     SYNTAX, UNKNOWN_FILTER, UNKNOWN_TEST
 *   "undefined"  UNDEFINED
 *   "raised"     RAISED
 *   "security"   SECURITY
 *   "runtime"    RUNTIME, TYPE, VALUE, KEY, INDEX, ZERO_DIVISION, OVERFLOW, ATTRIBUTE, UNSUPPORTED
 *   "limit"      LIMIT, NO_MEMORY
 *   "input"      BAD_ARGUMENT, INPUT, IO, NOT_FOUND, EXISTS, and numbers that are not a status
 */
CHATFMT_API const char *chatfmt_status_kind(chatfmt_status status);

/* The library's version as "MAJOR.MINOR.PATCH". Static, any thread, O(1). */
CHATFMT_API const char *chatfmt_version(void);

/* CHATFMT_VERSION_NUMBER of the library that is running. It may be newer than the header that a
 * program was compiled with. Any thread, O(1). */
CHATFMT_API uint32_t chatfmt_version_number(void);

/* What the library was built with, as bits of chatfmt_build_features(). */
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

/* CHATFMT_FEATURE_… of the library that is running. Bits that a program does not know may be
 * set. Any thread, O(1). */
CHATFMT_API uint32_t chatfmt_build_features(void);

#ifdef __cplusplus
}
#endif

#endif
