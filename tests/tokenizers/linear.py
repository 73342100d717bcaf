#!/usr/bin/env python3
"""Loading, encoding and decoding are linear: inputs that were made to be slow, of one and of two lengths.

usage: linear.py [--seconds] [--quick] [--size N] CHATFMT [FAMILY…]

Of each family the work of n and of 2 n is measured in instructions, which valgrind counts, those of nothing taken off; --seconds takes
the processor's time of larger inputs instead, the least of five, which other programs disturb. Status 1 when a ratio is above 2.3 or an
input fails otherwise than by a limit, 77 without valgrind. --quick: small inputs of the families that once were not linear.
"""
import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

from synthetic import GPT2, sequence, split, token

MOST = 2.3
LETTERS = {chr(97 + i): i for i in range(26)} | {" ": 26, "<": 27, "\n": 28, "b ": 29}
BYTES = {c: i for i, c in enumerate([chr(b) for b in [*range(33, 127), *range(161, 173), *range(174, 256)]] + [chr(256 + i) for i in range(68)])}
MASK = (1 << 64) - 1


def file(vocab=None, merges=(), added=(), normalizer=None, pre=None, decoder=None, post=None, **model):
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": list(added), "normalizer": normalizer, "pre_tokenizer": pre,
            "post_processor": post, "decoder": decoder,
            "model": {"type": "BPE", "vocab": LETTERS if vocab is None else vocab, "merges": list(merges), **model}}


def numbered(texts):
    return {text: i for i, text in enumerate(texts)}


def runs(n):
    """Runs of one letter whose lengths come to about n bytes in all."""
    return ["a" * i for i in range(1, int((2 * n) ** 0.5) + 2)]


def replace(pattern, content, kind="String"):
    return {"type": "Replace", "pattern": {kind: pattern}, "content": content}


# ---- texts and pairs that a fixed hash function cannot tell apart ----

COLLIDING = []


def colliding(count):
    """ASCII texts of 16 bytes for which the vocabulary's hash function has one value: the second half undoes the first."""
    number = len(COLLIDING) and int.from_bytes(COLLIDING[-1][:8].encode(), "little")
    start = int.from_bytes(b"aaaaaaaa", "little")
    number = number or start
    target = int.from_bytes(b"chatfmt!", "little")
    while len(COLLIDING) < count:
        number = number + 1 if (number + 1) & 0x7F else number + 0x101 - (number & 0xFF)
        state = (16 * 0x9E3779B97F4A7C15 ^ number) * 0x9FB21C651E98DF25 & MASK
        state ^= state >> 29 ^ target
        if not (number | state) & 0x8080808080808080:
            text = (number | state << 64).to_bytes(16, "little").decode()
            if " " not in text:
                COLLIDING.append(text)
    return COLLIDING[:count]


NEAR_PAIRS = []


def near_pairs(count):
    """Merges of runs of one letter that follow one another in the table of merges."""
    lengths = range(1, 900)

    def place(left, right):
        x = (left << 32 | right) * 0x9E3779B97F4A7C15 & MASK
        return ((x ^ x >> 32) * 0xD6E8FEB86659FD93 & MASK) >> 32
    if not NEAR_PAIRS:
        NEAR_PAIRS.extend(sorted((place(i - 1, j - 1), i, j) for i in lengths for j in lengths if i + j < 900))
    return [["a" * i, "a" * j] for _, i, j in NEAR_PAIRS[:count]]


# ---- families: a name, what it does, how long n is, and the input of a length ----
# load: a tokenizer of n. encode: the tokenizer, and a text of n. decode: the tokenizer, and n ids.

RUNS = numbered("a" * i for i in range(1, 900))
LOADS = {
    "texts of one hash": (2000, lambda n: file(numbered(colliding(n)))),
    "texts of one hash in added_tokens": (1500, lambda n: file(added=[token(t) for t in colliding(n)])),
    "merges side by side": (6000, lambda n: file(RUNS, near_pairs(n))),
    "one merge many times": (8000, lambda n: file(numbered(["a", "aa"]), [["a", "a"]] * n)),
    "texts that begin each other": (60000, lambda n: file(numbered(runs(n)))),
    "texts with one id": (8000, lambda n: file({f"t{i}": 0 for i in range(n)})),
    "long texts": (100000, lambda n: file(numbered(["a" * (n // 10) + str(i) for i in range(10)]))),
    "long added token": (30000, lambda n: file(added=[token("a" * n + "b")])),
    "added tokens that begin each other": (60000, lambda n: file(added=[token(t) for t in runs(n)])),
    "added tokens that end each other": (60000, lambda n: file(added=[token(t + "b") for t in runs(n)])),
    "many added tokens": (3000, lambda n: file(added=[token(f"<{i}>") for i in range(n)])),
    "one added token many times": (5000, lambda n: file(added=[token("<x>")] * n)),
    "normalized added tokens": (2000, lambda n: file(added=[token(f"<{i}>é", normalized=True) for i in range(n)], normalizer={"type": "NFKC"})),
    "texts of no bytes": (3000, lambda n: file(BYTES | {f"日{i}": 256 + i for i in range(n)}, added=[token(f"日{i}") for i in range(n)], pre=GPT2)),
    "members that nobody reads": (8000, lambda n: file() | {f"k{i}": i for i in range(n)}),
    "white space": (400000, lambda n: json.dumps(file()) + " " * n),
    "escapes": (30000, lambda n: json.dumps(file(numbered(["x" + "\u4e00" * n])))),
    "digits of a number": (100000, lambda n: json.dumps(file())[:-1] + ',"x":' + "9" * n + "}"),
    "tokens of a template": (4000, lambda n: file(post={
        "type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "a1", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [], "special_tokens": {f"a{i}": {"id": f"a{i}", "ids": [0], "tokens": ["a"]} for i in range(n)}})),
    "long expression": (600, lambda n: file(pre=split(regex="|".join(f"a{i}b" for i in range(n))))),
}

LONG = [token("a" * 400 + "b")]
CHAIN = [token("a" * i) for i in range(1, 200)]
ENDS = [token("a" * i + "b", special=i % 2 > 0) for i in range(1, 200)]
ENCODES = {
    "beginning of a long token": (file(added=LONG), "a", 20000),
    "short token and beginning of a long one": (file(added=[token("a"), *LONG]), "a", 20000),
    "tokens that begin each other": (file(added=CHAIN), "a", 20000),
    "tokens that end each other": (file(added=ENDS), "a", 20000),
    "tokens in normalized text": (file(added=[dict(t, normalized=True) for t in ENDS], normalizer=replace("x", "aa")), "x", 10000),
    "data with tokens, special": (file(added=CHAIN), "a", 10000, "--policy", "special"),
    "data with tokens, all": (file(added=ENDS), "aaab", 10000, "--policy", "all"),
    "data with tokens, report": (file(added=CHAIN), "a", 10000, "--policy", "report"),
    "white space at a space": (file(added=[token(" ", lstrip=True, rstrip=True)]), " ", 10000),
    "white space after a line end": (file(added=[token("\n", rstrip=True)]), "\n", 10000),
    "white space and words": (file(added=[token("  ", lstrip=True, rstrip=True, single_word=True)]), " ", 10000),
    "white space that is no token": (file(added=[token("<", lstrip=True, rstrip=True)]), " " * 50 + "<", 10000),
    "tokens that words refuse": (file(added=[token("aa", single_word=True)]), "a", 10000),
    "places of trailing space": (file(added=[token("b ")], post=dict(GPT2, trim_offsets=True)), "b ", 10000, "--offsets"),
    "one long word": (file(RUNS, [["a" * i, "a"] for i in range(1, 200)]), "a", 10000),
    "merges that come late": (file(numbered("a" * i for i in range(1, 61)), [["a" * i, "a" * j] for i in range(30, 0, -1) for j in range(1, 31)]),
                              "a", 10000),
    "doubled words": (file(numbered("a" * 2 ** i for i in range(12)), [["a" * 2 ** i] * 2 for i in range(11)]), "a", 20000),
    "words of one hash": (file(numbered(colliding(400)), ignore_merges=True, pre=split(string=" ")),
                          "".join(t + " " for t in colliding(400)), 20000),
    "text split at a long string": (file(pre=split(string="a" * 300 + "b")), "a", 20000),
    "long string replaced": (file(normalizer=replace("a" * 300 + "b", "x")), "a", 20000),
    "expressions that find little": (file(pre=split(regex="ab|a")), "a", 10000),
    "spaces": (file(BYTES, pre=GPT2), " ", 20000),
    "marks": (file(normalizer={"type": "NFC"}), "\u0323\u0301", 6000),
    "marks in the wrong order": (file(normalizer={"type": "NFD"}), "\u0301\u0316", 6000),
    "ligatures": (file(normalizer={"type": "NFKC"}), "\ufdfa", 3000),
    "unknown characters": (file({"<unk>": 0}, unk_token="<unk>", fuse_unk=True), "é", 10000),
    "suffix": (file({"a": 0, "a</w>": 1}, end_of_word_suffix="</w>"), "a", 10000),
}

PAD = {"type": "CTC", "pad_token": "a", "word_delimiter_token": "b", "cleanup": True}
DECODES = {
    "bytes of no text": (file({**LETTERS, "<0xFF>": 30}, decoder={"type": "ByteFallback"}), 30, 4000),
    "replaced": (file({**LETTERS, "a" * 50: 30}, decoder=replace("a" * 20 + "b", "x")), 30, 2000),
    "stripped": (file(decoder={"type": "Strip", "content": "a", "start": 1000, "stop": 1000}), 0, 4000),
    "stripped as one": (file(decoder=sequence("decoders", {"type": "Fuse"}, {"type": "Strip", "content": "a", "start": 10 ** 6, "stop": 10 ** 6})), 0, 8000),
    "fused": (file(decoder=sequence("decoders", *[{"type": "Fuse"}] * 12)), 0, 4000),
    "pieces of words": (file(decoder={"type": "WordPiece", "prefix": "a", "cleanup": True}), 0, 3000),
    "ends of words": (file(decoder={"type": "BPEDecoder", "suffix": "a"}), 0, 4000),
    "metaspace": (file(decoder={"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"}), 0, 4000),
    "byte characters": (file(BYTES, decoder=GPT2), 200, 8000),
}

QUICK = ("texts of one hash", "merges side by side", "texts of no bytes", "short token and beginning of a long one", "tokens that end each other",
         "data with tokens, special", "white space at a space", "places of trailing space", "bytes of no text")


def load_case(make):
    def run(n):
        made = make(n)
        return made if isinstance(made, str) else json.dumps(made), b"a", ()
    return run


def encode_case(tree, unit, *options):
    def run(n):
        return json.dumps(tree), (unit * (n // len(unit) + 1) if n else "").encode(), options
    return run


def decode_case(tree, number):
    def run(n):
        return json.dumps(tree), json.dumps([number] * n).encode(), ("--decode",)
    return run


def families():
    """Name, length, input by length, and whether there is one without anything in it to take off."""
    for name, (n, make) in LOADS.items():
        yield name, n, load_case(make), load_case(lambda n: file())
    for name, (tree, unit, n, *options) in ENCODES.items():
        yield name, n, encode_case(tree, unit, *options), None
    for name, (tree, number, n) in DECODES.items():
        yield name, n, decode_case(tree, number), None


class Work:
    def __init__(self, chatfmt, seconds, folder):
        self.chatfmt, self.seconds, self.path = chatfmt, seconds, os.path.join(folder, "tokenizer.json")

    def command(self, options):
        return [self.chatfmt, "tokenize", "--no-cache", "--tokenizer", self.path, *options]

    def once(self, options, text):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = self.command(options)
        if not self.seconds:
            command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
        done = subprocess.run(command, input=text, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.limited = done.returncode != 0
        if self.limited and b"limit" not in done.stderr:
            raise RuntimeError(done.stderr.decode()[-300:])
        if self.seconds:
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return int(re.search(rb"Collected : (\d+)", done.stderr)[1])

    def of(self, case, n):
        tree, text, options = case(n)
        with open(self.path, "w", encoding="utf-8") as out:
            out.write(tree)
        return min(self.once(options, text) for _ in range(5 if self.seconds else 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--size", type=float, default=0, help="how many times larger")
    parser.add_argument("chatfmt")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if not options.seconds and not shutil.which("valgrind"):
        print("SKIPPED: no valgrind")
        return 77
    size = options.size or (20 if options.seconds else 0.5 if options.quick else 1)
    names = options.names or (QUICK if options.quick else None)
    bad, count, worst = 0, 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        work = Work(options.chatfmt, options.seconds, folder)
        for name, n, case, nothing in families():
            if names and name not in names:
                continue
            n = int(n * size)
            try:
                none = work.of(nothing or case, 0)
                one = work.of(case, n)
                none = 0 if work.limited else none  # what a limit ends does not come to the rest
                one, two = one - none, work.of(case, 2 * n) - none
            except RuntimeError as error:
                bad += 1
                print(f"{name:42} FAILED: {error}")
                continue
            ratio, count = two / one if one > 0 else float("inf"), count + 1
            worst = max(worst, ratio)
            bad += ratio > MOST
            print(f"{name:42} {n:7} {one:12.6g} {two:12.6g}  x{ratio:.2f}" + ("  ABOVE 2.3" if ratio > MOST else ""), flush=True)
    print(f"linear: {count} families, the worst x{worst:.2f}, {bad} of them not linear")
    return 1 if bad or not count else 0


if __name__ == "__main__":
    sys.exit(main())
