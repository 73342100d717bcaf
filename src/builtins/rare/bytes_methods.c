/* builtins/rare/bytes_methods.c - str.encode and the methods of bytes that templates have a use
 * for: decode and hex. UTF-8, UTF-16, UTF-32, ASCII and Latin-1 are known; any other encoding,
 * and the other methods of bytes, are refused (docs/compatibility.md).
 */
#include "base/number.h"
#include "base/utf8.h"
#include "builtins/arguments.h"
#include "builtins/pad.h"
#include "builtins/tables.h"
#include "builtins/rare/wide_codecs.h"
#include "value/text.h"

typedef enum bytes_encoding {
    BYTES_UTF8,
    BYTES_ASCII,
    BYTES_LATIN1,
    BYTES_WIDE,
    BYTES_UNKNOWN
} bytes_encoding;

/* An encoding and how its errors are handled. */
typedef struct bytes_codec {
    bytes_encoding encoding;
    cft_wide_codec wide; /* of BYTES_WIDE */
    cft_slice errors;
} bytes_codec;

typedef struct bytes_encoding_name {
    const char *name; /* as bytes_plain_name gives it */
    bytes_encoding encoding;
    cft_wide_codec wide;
} bytes_encoding_name;

#define BYTES_NO_WIDE {0, false, false}
#define BYTES_LITTLE(unit) {unit, false, false}
#define BYTES_BIG(unit) {unit, true, false}
#define BYTES_MARKED(unit) {unit, false, true}

/* CPython: encodings.aliases and the names of the modules beside it. */
static const bytes_encoding_name bytes_encodings[] = {
    {"utf_8", BYTES_UTF8, BYTES_NO_WIDE},
    {"utf8", BYTES_UTF8, BYTES_NO_WIDE},
    {"u8", BYTES_UTF8, BYTES_NO_WIDE},
    {"utf", BYTES_UTF8, BYTES_NO_WIDE},
    {"utf8_ucs2", BYTES_UTF8, BYTES_NO_WIDE},
    {"utf8_ucs4", BYTES_UTF8, BYTES_NO_WIDE},
    {"cp65001", BYTES_UTF8, BYTES_NO_WIDE},
    {"ascii", BYTES_ASCII, BYTES_NO_WIDE},
    {"us_ascii", BYTES_ASCII, BYTES_NO_WIDE},
    {"us", BYTES_ASCII, BYTES_NO_WIDE},
    {"646", BYTES_ASCII, BYTES_NO_WIDE},
    {"iso646_us", BYTES_ASCII, BYTES_NO_WIDE},
    {"iso_646.irv_1991", BYTES_ASCII, BYTES_NO_WIDE},
    {"iso_ir_6", BYTES_ASCII, BYTES_NO_WIDE},
    {"ansi_x3.4_1968", BYTES_ASCII, BYTES_NO_WIDE},
    {"ansi_x3_4_1968", BYTES_ASCII, BYTES_NO_WIDE},
    {"ansi_x3.4_1986", BYTES_ASCII, BYTES_NO_WIDE},
    {"cp367", BYTES_ASCII, BYTES_NO_WIDE},
    {"csascii", BYTES_ASCII, BYTES_NO_WIDE},
    {"ibm367", BYTES_ASCII, BYTES_NO_WIDE},
    {"latin_1", BYTES_LATIN1, BYTES_NO_WIDE},
    {"latin1", BYTES_LATIN1, BYTES_NO_WIDE},
    {"latin", BYTES_LATIN1, BYTES_NO_WIDE},
    {"l1", BYTES_LATIN1, BYTES_NO_WIDE},
    {"8859", BYTES_LATIN1, BYTES_NO_WIDE},
    {"iso8859", BYTES_LATIN1, BYTES_NO_WIDE},
    {"iso8859_1", BYTES_LATIN1, BYTES_NO_WIDE},
    {"iso_8859_1", BYTES_LATIN1, BYTES_NO_WIDE},
    {"iso_8859_1_1987", BYTES_LATIN1, BYTES_NO_WIDE},
    {"iso_ir_100", BYTES_LATIN1, BYTES_NO_WIDE},
    {"cp819", BYTES_LATIN1, BYTES_NO_WIDE},
    {"csisolatin1", BYTES_LATIN1, BYTES_NO_WIDE},
    {"ibm819", BYTES_LATIN1, BYTES_NO_WIDE},
    {"utf_16", BYTES_WIDE, BYTES_MARKED(2)},
    {"utf16", BYTES_WIDE, BYTES_MARKED(2)},
    {"u16", BYTES_WIDE, BYTES_MARKED(2)},
    {"utf_16_le", BYTES_WIDE, BYTES_LITTLE(2)},
    {"utf_16le", BYTES_WIDE, BYTES_LITTLE(2)},
    {"unicodelittleunmarked", BYTES_WIDE, BYTES_LITTLE(2)},
    {"utf_16_be", BYTES_WIDE, BYTES_BIG(2)},
    {"utf_16be", BYTES_WIDE, BYTES_BIG(2)},
    {"unicodebigunmarked", BYTES_WIDE, BYTES_BIG(2)},
    {"utf_32", BYTES_WIDE, BYTES_MARKED(4)},
    {"utf32", BYTES_WIDE, BYTES_MARKED(4)},
    {"u32", BYTES_WIDE, BYTES_MARKED(4)},
    {"utf_32_le", BYTES_WIDE, BYTES_LITTLE(4)},
    {"utf_32le", BYTES_WIDE, BYTES_LITTLE(4)},
    {"utf_32_be", BYTES_WIDE, BYTES_BIG(4)},
    {"utf_32be", BYTES_WIDE, BYTES_BIG(4)},
};

/* Lower case; what is neither letter, digit nor dot is one underscore, and none at the ends.
 * Returns the length, or 0 when it is longer than any that is known. CPython: normalize_encoding */
static size_t bytes_plain_name(cft_slice name, char *plain, size_t room)
{
    size_t length = 0;
    bool gap = false;
    for (size_t i = 0; i < name.length; i++) {
        char c = name.data[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c + ('a' - 'A'));
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.')) {
            gap = true;
            continue;
        }
        if (length + 2 > room) return 0;
        if (gap && length) plain[length++] = '_';
        plain[length++] = c;
        gap = false;
    }
    return length;
}

static bytes_encoding bytes_encoding_of(cft_slice name, cft_wide_codec *wide)
{
    char plain[32];
    size_t length = bytes_plain_name(name, plain, sizeof plain);
    for (size_t i = 0; i < sizeof bytes_encodings / sizeof *bytes_encodings; i++) {
        const bytes_encoding_name *row = &bytes_encodings[i];
        if (!cft_slice_equal(cft_slice_of(plain, length),
                             cft_slice_of(row->name, strlen(row->name))))
            continue;
        *wide = row->wide;
        return row->encoding;
    }
    return BYTES_UNKNOWN;
}

/* A str without NUL, as CPython hands names to its codecs. */
static chatfmt_status bytes_name(cft_vm *vm, cft_value value, const char *where, cft_slice *out)
{
    CFT_TRY(cft_want_str(vm, value, where, out));
    if (out->length && memchr(out->data, '\0', out->length))
        return cft_vm_raise(vm, CHATFMT_VALUE, "embedded null character");
    return CHATFMT_OK;
}

/* The arguments that encode and decode share: encoding='utf-8', errors='strict'. */
static chatfmt_status bytes_arguments(cft_vm *vm, cft_args args, const char *method,
                                      bytes_codec *codec)
{
    char where[40];
    size_t length = strlen(method);
    memcpy(where, method, length);
    memcpy(where + length, "() argument 'encoding'", 23);
    *codec = (bytes_codec){.encoding = BYTES_UTF8, .errors = CFT_LIT("strict")};
    if (cft_arg_given(args, 1)) {
        cft_slice name;
        CFT_TRY(bytes_name(vm, args.at[1], where, &name));
        codec->encoding = bytes_encoding_of(name, &codec->wide);
        /* CPython does not look the encoding up for the sake of no bytes. */
        if (args.at[0].kind == CFT_BYTES && args.at[0].length == 0)
            codec->encoding = BYTES_UTF8;
        if (codec->encoding == BYTES_UNKNOWN)
            return cft_vm_raise(vm, CHATFMT_UNSUPPORTED, "encoding '%.*s' is not supported",
                                name.length > 100 ? 100 : (int)name.length, name.data);
    }
    memcpy(where + length, "() argument 'errors'", 21);
    if (cft_arg_given(args, 2)) return bytes_name(vm, args.at[2], where, &codec->errors);
    return CHATFMT_OK;
}

static chatfmt_status bytes_handler_unknown(cft_vm *vm, cft_slice errors)
{
    return cft_vm_raise(vm, CHATFMT_UNSUPPORTED, "error handler '%.*s' is not supported",
                        errors.length > 100 ? 100 : (int)errors.length, errors.data);
}

/* `width` hexadecimal digits of `code`. */
static size_t bytes_hex_digits(char *out, uint32_t code, size_t width)
{
    for (size_t i = 0; i < width; i++)
        out[i] = "0123456789abcdef"[code >> (4 * (width - 1 - i)) & 15];
    return width;
}

/* \xhh, \uhhhh or \Uhhhhhhhh. CPython: PyCodec_BackslashReplaceErrors */
static size_t bytes_backslash(char out[10], uint32_t code)
{
    size_t width = code < 0x100 ? 2 : code < 0x10000 ? 4 : 8;
    out[0] = '\\';
    out[1] = width == 2 ? 'x' : width == 4 ? 'u' : 'U';
    return 2 + bytes_hex_digits(out + 2, code, width);
}

/* Can the encoding say this code point? */
static bool bytes_can(const bytes_codec *codec, uint32_t code)
{
    if (codec->encoding == BYTES_ASCII) return code < 0x80;
    if (codec->encoding == BYTES_LATIN1) return code < 0x100;
    return code < 0xD800 || code > 0xDFFF;
}

/* Append a code point that the encoding can say, computed from `width` bytes at `from`. */
static chatfmt_status bytes_put(cft_builder *b, const bytes_codec *codec, uint32_t code,
                                const char *from, size_t width)
{
    char text[4] = {(char)(unsigned char)code};
    size_t length = 1;
    if (codec->encoding == BYTES_WIDE) length = cft_wide_put(&codec->wide, code, text);
    if (codec->encoding == BYTES_UTF8) return cft_build_copy(b, from, width);
    return cft_build_derived(b, text, length, from, width);
}

/* What the error handler writes for a code point that the encoding cannot say. */
static chatfmt_status bytes_encode_error(cft_vm *vm, cft_builder *b, const bytes_codec *codec,
                                         uint32_t code, const char *from, size_t width)
{
    char text[CFT_NUMBER_ROOM + 4];
    size_t length = 0;
    cft_slice errors = codec->errors;
    if (cft_slice_is(errors, "strict"))
        return cft_vm_raise(vm, CHATFMT_VALUE, "the codec can't encode character U+%04X",
                            (unsigned)code);
    if (cft_slice_is(errors, "replace")) {
        text[length++] = '?';
    } else if (cft_slice_is(errors, "backslashreplace")) {
        length = bytes_backslash(text, code);
    } else if (cft_slice_is(errors, "xmlcharrefreplace")) {
        text[0] = '&';
        text[1] = '#';
        length = 2 + cft_int_to_text((int64_t)code, text + 2);
        text[length++] = ';';
    } else if (!cft_slice_is(errors, "ignore")) {
        return bytes_handler_unknown(vm, errors);
    }
    if (codec->encoding != BYTES_WIDE) return cft_build_derived(b, text, length, from, width);
    for (size_t i = 0; i < length; i++)
        CFT_TRY(bytes_put(b, codec, (unsigned char)text[i], from, width));
    return CHATFMT_OK;
}

/* str.encode(encoding='utf-8', errors='strict'). UTF-8 is the text itself, as it is. */
chatfmt_status cft_method_str_encode(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text = args.at[0];
    bytes_codec codec;
    CFT_TRY(bytes_arguments(vm, args, "encode", &codec));
    CFT_TRY(cft_charge(&vm->heap, 4 + text.length / 4)); /* every character is looked at */
    const char *at = text.as.text, *end = at + text.length;
    *out = text;
    out->kind = CFT_BYTES;
    out->flags = 0;
    if (codec.encoding == BYTES_UTF8 && !cft_utf8_has_surrogate(at, text.length))
        return CHATFMT_OK;
    if (codec.encoding != BYTES_WIDE && cft_ascii_only(at, text.length)) return CHATFMT_OK;
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, text.length));
    if (codec.wide.marked) {
        char mark[4];
        CFT_TRY(cft_build_fresh(&b, mark, cft_wide_put(&codec.wide, 0xFEFF, mark)));
    }
    while (at < end) {
        const char *from = at;
        uint32_t code = cft_utf8_next(&at);
        size_t width = (size_t)(at - from);
        CFT_TRY(bytes_can(&codec, code)
                    ? bytes_put(&b, &codec, code, from, width)
                    : bytes_encode_error(vm, &b, &codec, code, from, width));
    }
    CFT_TRY(cft_build_end(&b, 0, out));
    out->kind = CFT_BYTES;
    out->flags = 0;
    return CHATFMT_OK;
}

/* Bytes of the malformed sequence at `at` that one U+FFFD stands for: the longest beginning of
 * a well-formed one, at least one byte. Unicode §3.9, as CPython does. */
static size_t bytes_malformed(const unsigned char *at, size_t length)
{
    unsigned char lead = at[0], low = 0x80, high = 0xBF;
    size_t wanted = lead >= 0xC2 && lead <= 0xDF   ? 1
                    : lead >= 0xE0 && lead <= 0xEF ? 2
                    : lead >= 0xF0 && lead <= 0xF4 ? 3
                                                   : 0;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
    size_t width = 1;
    while (width <= wanted && width < length && at[width] >= low && at[width] <= high) {
        width++;
        low = 0x80;
        high = 0xBF;
    }
    return width;
}

static chatfmt_status bytes_decode_error(cft_vm *vm, cft_builder *b, cft_slice errors,
                                         const char *from, size_t width)
{
    if (cft_slice_is(errors, "strict"))
        return cft_vm_raise(vm, CHATFMT_VALUE, "the codec can't decode byte 0x%02x",
                            (unsigned)(unsigned char)*from);
    if (cft_slice_is(errors, "ignore")) return CHATFMT_OK;
    if (cft_slice_is(errors, "replace"))
        return cft_build_derived(b, "\xEF\xBF\xBD", 3, from, width);
    if (!cft_slice_is(errors, "backslashreplace")) return bytes_handler_unknown(vm, errors);
    for (size_t i = 0; i < width; i++) {
        char text[10];
        size_t length = bytes_backslash(text, (unsigned char)from[i]);
        CFT_TRY(cft_build_derived(b, text, length, from + i, 1));
    }
    return CHATFMT_OK;
}

/* Decode what is not plain ASCII: one character, or one malformed piece; returns its bytes. */
static chatfmt_status bytes_decode_one(cft_vm *vm, cft_builder *b, const bytes_codec *codec,
                                       cft_slice rest, size_t *taken)
{
    uint32_t code = (unsigned char)*rest.data;
    *taken = 1;
    if (codec->encoding == BYTES_UTF8) {
        size_t good = cft_utf8_check(rest.data, rest.length);
        *taken = good;
        if (good) return cft_build_copy(b, rest.data, good);
        *taken = bytes_malformed((const unsigned char *)rest.data, rest.length);
        code = UINT32_MAX;
    } else if (codec->encoding == BYTES_WIDE) {
        *taken = cft_wide_next(&codec->wide, rest.data, rest.length, &code);
    } else if (codec->encoding == BYTES_ASCII && code >= 0x80) {
        code = UINT32_MAX;
    }
    if (code == UINT32_MAX) return bytes_decode_error(vm, b, codec->errors, rest.data, *taken);
    char text[4];
    size_t length = cft_heap_put_code(&vm->heap, text, code);
    if (code < 0x80 && *taken == 1) return cft_build_copy(b, rest.data, 1);
    return cft_build_derived(b, text, length, rest.data, *taken);
}

/* bytes.decode(encoding='utf-8', errors='strict'): the same bytes where nothing changes. */
chatfmt_status cft_method_bytes_decode(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_slice bytes = cft_text_of(args.at[0]);
    bytes_codec codec;
    CFT_TRY(bytes_arguments(vm, args, "decode", &codec));
    CFT_TRY(cft_charge(&vm->heap, 4 + bytes.length / 4)); /* every byte is looked at */
    bool as_it_is =
        codec.encoding == BYTES_UTF8
            ? cft_utf8_check(bytes.data, bytes.length) == bytes.length
            : codec.encoding != BYTES_WIDE && cft_ascii_only(bytes.data, bytes.length);
    if (as_it_is) {
        *out = cft_string(bytes.data, (uint32_t)bytes.length, 0);
        return CHATFMT_OK;
    }
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, bytes.length));
    cft_wide_take_mark(&codec.wide, &bytes);
    while (bytes.length) {
        size_t taken;
        CFT_TRY(bytes_decode_one(vm, &b, &codec, bytes, &taken));
        bytes = cft_slice_of(bytes.data + taken, bytes.length - taken);
    }
    return cft_build_end(&b, 0, out);
}

/* bytes.hex(sep, bytes_per_sep=1): groups count from the right, from the left when negative.
 * CPython: _Py_strhex_impl */
chatfmt_status cft_method_bytes_hex(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_slice bytes = cft_text_of(args.at[0]), separator = CFT_LIT("");
    int64_t group;
    CFT_TRY(cft_want_int_or(vm, args, 2, 1, &group));
    if (cft_arg_given(args, 1)) {
        if (args.at[1].kind != CFT_STRING && args.at[1].kind != CFT_BYTES)
            return cft_vm_raise(vm, CHATFMT_TYPE, "sep must be str or bytes.");
        separator = cft_text_of(args.at[1]);
        if (separator.length != 1 && cft_utf8_count(separator.data, separator.length) != 1)
            return cft_vm_raise(vm, CHATFMT_VALUE, "sep must be length 1.");
        if (separator.length != 1) return cft_vm_raise(vm, CHATFMT_VALUE, "sep must be ASCII.");
    }
    CFT_TRY(cft_pad_allowed(&vm->heap, 3 * (uint64_t)bytes.length));
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, 3 * bytes.length));
    uint64_t size = group < 0 ? (uint64_t)-group : (uint64_t)group;
    for (size_t i = 0; i < bytes.length; i++) {
        uint64_t counted = group < 0 ? i : bytes.length - i;
        if (i > 0 && size > 0 && counted % size == 0)
            CFT_TRY(cft_build_copy(&b, separator.data, separator.length));
        char digits[2];
        bytes_hex_digits(digits, (unsigned char)bytes.data[i], 2);
        CFT_TRY(cft_build_derived(&b, digits, 2, bytes.data + i, 1));
    }
    return cft_build_end(&b, 0, out);
}

chatfmt_status cft_method_bytes_refused(cft_vm *vm, cft_args args, cft_value *out)
{
    (void)args;
    (void)out;
    return cft_vm_raise(vm, CHATFMT_UNSUPPORTED,
                        "of the methods of bytes only decode and hex are supported");
}
