"""Malformed GGUF files are refused, each with its place and cause, and quickly."""
import json
import os
import resource
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = os.environ.get("CHATFMT", "build/chatfmt")
U8, I8, U16, I16, U32, I32, F32, BOOL, STRING, ARRAY, U64, I64, F64 = range(13)


def u32(n): return struct.pack("<I", n)
def u64(n): return struct.pack("<Q", n & (2 ** 64 - 1))
def text(s): b = s if isinstance(s, bytes) else s.encode(); return u64(len(b)) + b
def pair(key, kind, value): return text(key) + u32(kind) + value
def string(key, value): return pair(key, STRING, text(value))
def array(key, kind, items, count=None): return pair(key, ARRAY, u32(kind) + u64(len(items) if count is None else count) + b"".join(items))
def file(*pairs, version=3, count=None, tensors=0, magic=b"GGUF"): return magic + u32(version) + u64(tensors) + u64(len(pairs) if count is None else count) + b"".join(pairs)


CT, BOS, TOK = "tokenizer.chat_template", "tokenizer.ggml.bos_token_id", "tokenizer.ggml.tokens"
TOKENS = array(TOK, STRING, [text("a"), text("b")])
GOOD = string(CT, "ok{{ bos_token }}")

CASES = [
    ("empty", b"", "GGUF"),
    ("magic", b"GGML" + u32(3) + u64(0) * 2, "GGUF"),
    ("magic alone", b"GGUF", "ends inside a number"),
    ("half a version", b"GGUF\x03\x00", "ends inside a number"),
    ("version 0", file(GOOD, version=0), "unknown version"),
    ("version 1", file(GOOD, version=1), "version 1"),
    ("version 4", file(GOOD, version=4), "unknown version"),
    ("big version", file(GOOD, version=0xFFFFFFFF), "unknown version"),
    ("no counts", b"GGUF" + u32(3), "ends inside a number"),
    ("too many keys", file(GOOD, count=2 ** 40), "more keys than"),
    ("all keys", file(GOOD, count=2 ** 64 - 1), "more keys than"),
    ("one key more", file(GOOD, GOOD[:0], count=2), ""),
    ("key too long", b"GGUF" + u32(3) + u64(0) + u64(1) + u64(1000) + b"abcdefghijklmnop", "longer than the file"),
    ("key wraps", b"GGUF" + u32(3) + u64(0) + u64(1) + u64(2 ** 64 - 1) + b"abcdefghijklmnop", "longer than the file"),
    ("template too long", file(text(CT) + u32(STRING) + u64(99) + b"x"), "longer than the file"),
    ("template wraps", file(text(CT) + u32(STRING) + u64(2 ** 63) + b"x"), "longer than the file"),
    ("template is a number", file(pair(CT, U32, u32(5))), "not a string"),
    ("template is an array", file(array(CT, STRING, [text("a")])), "not a string"),
    ("template has NUL", file(string(CT, "a\0b")), "NUL"),
    ("template twice", file(GOOD, string(CT, "other")), "twice"),
    ("named twice", file(string(CT + ".a", "1"), string(CT + ".a", "2")), "twice"),
    ("any key twice", file(GOOD, string("x", "1"), string("x", "2")), "twice"),
    ("NUL in key", file(string("a\0b", "1"), GOOD), "NUL"),
    ("empty key", file(string("", "1"), GOOD), "empty"),
    ("unknown type", file(pair("x", 13, u64(1)), GOOD), "type"),
    ("huge type", file(pair("x", 0xFFFFFFFF, u64(1)), GOOD), "type"),
    ("bool 2", file(pair("x", BOOL, b"\x02"), GOOD), "bool"),
    ("bool in array", file(array("x", BOOL, [b"\x01\x03"], 2), GOOD), "bool"),
    ("array too long", file(array("x", U8, [], 2 ** 50), GOOD), "longer than the file"),
    ("array wraps", file(array("x", U64, [], 2 ** 61), GOOD), "longer than the file"),
    ("strings too many", file(array("x", STRING, [], 2 ** 61), GOOD), "longer than the file"),
    ("array of unknown", file(array("x", 77, [u64(0)]), GOOD), "type"),
    ("array deep", file(array("x", ARRAY, [u32(ARRAY) + u64(1) + u32(ARRAY) + u64(0)]), GOOD), "nested"),
    ("arrays too many", file(array("x", ARRAY, [], 2 ** 60), GOOD), "longer than the file"),
    ("string in array cut", file(array("x", STRING, [u64(50) + b"ab"]), ), "longer than the file"),
    ("bos outside", file(TOKENS, pair(BOS, U32, u32(2)), GOOD), "outside the vocabulary"),
    ("bos negative", file(TOKENS, pair(BOS, I32, u32(0xFFFFFFFE)), GOOD), "outside the vocabulary"),
    ("bos is text", file(TOKENS, string(BOS, "1"), GOOD), "not an integer"),
    ("tokens of numbers", file(array(TOK, U32, [u32(1)]), pair(BOS, U32, u32(0)), GOOD), "tokens"),
    ("tokens no array", file(string(TOK, "a"), pair(BOS, U32, u32(0)), GOOD), "array"),
    ("scores of bytes", file(TOKENS, array("tokenizer.ggml.scores", U8, [b"\0\0"], 2), GOOD), "scores"),
    ("scores short", file(TOKENS, array("tokenizer.ggml.scores", F32, [u32(0)]), GOOD), "scores"),
    ("types short", file(TOKENS, array("tokenizer.ggml.token_type", I32, [u32(0)]), GOOD), "type"),
    ("types of floats", file(TOKENS, array("tokenizer.ggml.token_type", F32, [u32(0)] * 2), GOOD), "type"),
    ("alignment 0", file(pair("general.alignment", U32, u32(0)), GOOD), "alignment"),
    ("alignment 3", file(pair("general.alignment", U32, u32(3)), GOOD), "alignment"),
    ("alignment huge", file(pair("general.alignment", U32, u32(1 << 30)), GOOD), "alignment"),
    ("alignment u64", file(pair("general.alignment", U64, u64(32)), GOOD), "alignment"),
    ("name is a number", file(pair("general.name", U8, b"\1"), GOOD), "not a string"),
    ("not UTF-8", file(string(CT, b"\xff\xfe")), "UTF-8"),
]
FINE = [("v3", file(TOKENS, pair(BOS, U32, u32(1)), GOOD), "okb"), ("v2", file(TOKENS, pair(BOS, U32, u32(1)), GOOD, version=2), "okb"),
        ("i32 id", file(TOKENS, pair(BOS, I32, u32(0)), GOOD), "oka"), ("nested once", file(array("x", ARRAY, [u32(U8) + u64(2) + b"ab"]), GOOD), "ok"),
        ("no token", file(TOKENS, pair(BOS, I32, u32(0xFFFFFFFF)), GOOD), "ok"), ("tensors", file(GOOD, tensors=2 ** 40) + b"rest", "ok")]


def render(path):
    row = json.dumps({"id": 1, "model": str(path), "context": {"messages": [{"role": "user", "content": "x"}]}})
    done = subprocess.run([PROGRAM, "render", "--batch"], input=row + "\n", capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else {"crash": done.returncode, "stderr": done.stderr[-300:]}


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "m.gguf"
        for case, data, part in CASES:
            path.write_bytes(data)
            before = processor_seconds()
            got = render(path)
            message = got.get("error", {}).get("message", "")
            if "error" not in got or part not in message or processor_seconds() - before > 2:
                bad += 1
                print(case, "wants", repr(part), "got", got)
        for case, data, want in FINE:
            path.write_bytes(data)
            got = render(path)
            if got.get("text") != want:
                bad += 1
                print(case, got)
        # Every cut of a good file is refused, or gives the same.
        whole = FINE[0][1]
        for cut in range(len(whole)):
            path.write_bytes(whole[:cut])
            if "error" not in render(path):
                bad += 1
                print("cut at", cut)
    print("%d malformed files, %d bad" % (len(CASES), bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
