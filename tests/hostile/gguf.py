"""GGUF files: counts that are wrong, types that do not fit, keys twice, values that are too long, files cut short."""
import json
import struct

from hostile.case import Case

NUMBERS = {"u8": (0, "B"), "u32": (4, "I"), "i32": (5, "i"), "bool": (7, "B"), "u64": (10, "Q")}
CONVERSATION = json.dumps({"messages": [{"role": "user", "content": "hi"}]}).encode()


def raw(text):
    text = text.encode() if isinstance(text, str) else text
    return struct.pack("<Q", len(text)) + text


def text(key, value):
    return raw(key) + struct.pack("<I", 8) + raw(value)


def number(key, kind, value):
    code, form = NUMBERS[kind]
    return raw(key) + struct.pack("<I" + form, code, value)


def array(key, kind, count, body=b""):
    return raw(key) + struct.pack("<IIQ", 9, kind, count) + body


def strings(key, *values):
    return array(key, 8, len(values), b"".join(map(raw, values)))


def file(*pairs, count=None, version=3, tensors=0):
    head = struct.pack("<IQQ", version, tensors, len(pairs) if count is None else count)
    return b"GGUF" + head + b"".join(pairs)


TEMPLATE = text("tokenizer.chat_template", "{{ 'x' }}")
TOKENS = "tokenizer.ggml.tokens"
BOS = "tokenizer.ggml.bos_token_id"


def counts():
    yield "pairs-2^63", lambda: file(TEMPLATE, count=2**63)
    yield "pairs-2^64-1", lambda: file(TEMPLATE, count=2**64 - 1)
    yield "pairs-one-more", lambda: file(TEMPLATE, count=2)
    yield "pairs-1e6", lambda: file(*(text(f"k{i}", "") for i in range(1000000)), TEMPLATE)
    yield "pairs-like-one-another", lambda: file(*(text("k" * 200 + str(i), "") for i in range(200000)), TEMPLATE)
    yield "tensors-2^64-1", lambda: file(TEMPLATE, tensors=2**64 - 1)
    for n in (2**64 - 1, 2**63, 2**32, 2**31, 2**61 + 1, 2**60):
        for name, kind in (("numbers", 10), ("strings", 8), ("arrays", 9)):
            yield f"{name}-{n:x}", lambda n=n, kind=kind: file(array("x", kind, n, b"\0" * 64), TEMPLATE)
        yield f"string-{n:x}", lambda n=n: file(raw("x") + struct.pack("<IQ", 8, n) + b"abc")
    yield "arrays-many", lambda: file(array("x", 9, 2000000, struct.pack("<IQ", 0, 0) * 2000000), TEMPLATE)
    yield "strings-many", lambda: file(array("x", 8, 5000000, b"\0" * 40000000), TEMPLATE)
    yield "strings-many-and-bos", lambda: file(array(TOKENS, 8, 5000000, b"\0" * 40000000),
                                               number(BOS, "u32", 4999999), TEMPLATE)


def keys():
    yield "key-twice", lambda: file(TEMPLATE, TEMPLATE)
    yield "key-empty", lambda: file(text("", ""), TEMPLATE)
    yield "key-nul", lambda: file(text(b"a\0b", "x"), TEMPLATE)
    yield "key-100MB", lambda: file(text("k" * 100000000, "x"), TEMPLATE)
    yield "template-nul", lambda: file(text("tokenizer.chat_template", b"a\0b"))
    yield "template-bad-utf8", lambda: file(text("tokenizer.chat_template", b"\xff"))
    yield "template-64MB", lambda: file(text("tokenizer.chat_template", "x" * (64 << 20)))
    yield "templates-256MB", lambda: file(*(text(f"tokenizer.chat_template.t{i}", "x" * (16 << 20)) for i in range(16)))
    yield "templates-4000", lambda: file(*(text(f"tokenizer.chat_template.t{i}", "x" * 100) for i in range(4000)), TEMPLATE)
    yield "templates-5000", lambda: file(*(text(f"tokenizer.chat_template.t{i}", "x") for i in range(5000)), TEMPLATE)
    yield "template-name-controls", lambda: file(text(b"tokenizer.chat_template.\xff\x1b[31m", "x"), TEMPLATE)


def types():
    nested = struct.pack("<IQ", 9, 1) * 2 + struct.pack("<IQ", 0, 0)
    yield "arrays-in-arrays", lambda: file(array("x", 9, 1, nested), TEMPLATE)
    yield "array-type-99", lambda: file(array("x", 99, 1, b"\0" * 8), TEMPLATE)
    yield "type-99", lambda: file(raw("x") + struct.pack("<I", 99) + b"\0" * 8)
    yield "bool-2", lambda: file(number("b", "bool", 2), TEMPLATE)
    yield "scores-u8", lambda: file(strings(TOKENS, "a", "b"), array("tokenizer.ggml.scores", 0, 2, b"ab"), TEMPLATE)
    yield "scores-few", lambda: file(strings(TOKENS, "a", "b"), array("tokenizer.ggml.scores", 6, 1, b"abcd"), TEMPLATE)
    yield "alignment-0", lambda: file(number("general.alignment", "u32", 0), TEMPLATE)
    yield "alignment-3", lambda: file(number("general.alignment", "u32", 3), TEMPLATE)
    yield "alignment-2^31", lambda: file(number("general.alignment", "u32", 2**31), TEMPLATE)
    yield "alignment-text", lambda: file(text("general.alignment", "x"), TEMPLATE)


def tokens():
    yield "bos-outside", lambda: file(strings(TOKENS, "a", "b"), number(BOS, "u32", 5), TEMPLATE)
    yield "bos-negative", lambda: file(strings(TOKENS, "a", "b"), number(BOS, "i32", -2), TEMPLATE)
    yield "bos-2^63", lambda: file(strings(TOKENS, "a", "b"), number(BOS, "u64", 2**63), TEMPLATE)
    yield "bos-text", lambda: file(text(BOS, "x"), TEMPLATE)
    yield "bos-bad-utf8", lambda: file(strings(TOKENS, b"\xff\xfe"), number(BOS, "u32", 0),
                                       text("tokenizer.chat_template", "{{ bos_token }}"))


def shapes():
    yield "version-1", lambda: file(TEMPLATE, version=1)
    yield "version-4", lambda: file(TEMPLATE, version=4)
    yield "big-endian", lambda: (b"GGUF" + struct.pack(">IQQ", 3, 0, 1) + struct.pack(">Q", 1) + b"x" +
                                 struct.pack(">IQ", 8, 2**63))
    yield "header-alone", lambda: b"GGUF\3\0\0\0"
    yield "magic-alone", lambda: b"GGUF"
    yield "empty", lambda: b""
    whole = file(text("general.architecture", "llama"), strings(TOKENS, "a", "b", "c"), number(BOS, "u32", 1), TEMPLATE)
    for length in range(0, len(whole), 7):
        yield f"cut-at-{length}", lambda length=length: whole[:length]


def cases():
    for group in (counts, keys, types, tokens, shapes):
        for name, make in group():
            content = make()
            yield Case("inspect-" + name, "gguf", ["inspect", "m.gguf"], files={"m.gguf": content})
            yield Case("render-" + name, "gguf", ["render", "--model", "m.gguf", "c.json"],
                       files={"m.gguf": content, "c.json": CONVERSATION})
