#!/usr/bin/env python3
"""The fifty cases that part an exact tokenizer from an almost exact one, each by its number.

usage: cases.py PROBE [NUMBER]    compare token_probe with cases.txt
       cases.py --update          record it again (needs PyPI's tokenizers 0.23.3)

A case is a tokenizer of synthetic.py, or one built here from such, and texts; what the reference
makes of them stands in cases.txt, one line each as token_probe prints it. Cases that are about
something else than ids (policies, masks, refusals) name the test where they are.
"""
import json
import os
import subprocess
import sys
import tempfile

import synthetic
from synthetic import token

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "cases.txt")
HEADER = "# PyPI tokenizers 0.23.3 on the cases of cases.py; made by cases.py --update\n"

# New tokenizers: the one to begin with, and what becomes of it.
BUILT = {
    "tie": ("words", lambda t: t.update(pre_tokenizer=None, model={
        "type": "BPE", "vocab": {"a": 0, "aa": 1, "aaa": 2, "b": 3, "aab": 4},
        "merges": ["a a", "aa a", "aa b"]})),
    "pairs": ("words", lambda t: t.update(pre_tokenizer=None, model={
        "type": "BPE", "unk_token": "?", "vocab": {"?": 0, "a": 1, " ": 2, "a ": 3, " a": 4, "#": 5, "#v": 6, "v": 7},
        "merges": [["a", " "], [" ", "a"], ["#", "v"]]})),
    "version": ("words", lambda t: t.update(pre_tokenizer=None, model={
        "type": "BPE", "unk_token": "?", "vocab": {"?": 0, "a": 1, "b": 2, "ab": 3},
        "merges": ["#version: 0.2", "a b"]})),
    "direct": ("words", lambda t: t.update(pre_tokenizer={"type": "WhitespaceSplit"}, model={
        "type": "BPE", "ignore_merges": True, "unk_token": "?",
        "vocab": {"?": 0, "a": 1, "b": 2, "c": 3, "bc": 4, "ab": 5, "abc": 6}, "merges": ["b c"]})),
    "same_id": ("words", lambda t: t.update(pre_tokenizer=None, model={
        "type": "BPE", "unk_token": "?", "vocab": {"?": 0, "a": 7, "b": 7, "c": 30, "ab": 9}, "merges": ["a b"]})),
    "file_ids": ("words", lambda t: t.update(pre_tokenizer=None, added_tokens=[
        token("<p>", id=777), token("a", id=5), token("<q>", id=0)], model={
            "type": "BPE", "unk_token": "?", "vocab": {"?": 0, "a": 1, "<": 2, "p": 3, ">": 4}, "merges": []})),
    "longest": ("words", lambda t: t.update(pre_tokenizer=None, added_tokens=[
        token("<|a|>"), token("<|a|><|b|>"), token("|><"), token("foobar", single_word=True), token("bar"),
        token("<x>", rstrip=True), token("\n\n", special=False), token("<l>", lstrip=True)], model={
            "type": "BPE", "unk_token": "?", "vocab": {"?": 0, " ": 1, "a": 2, "b": 3, "\n": 4, "x": 5}, "merges": []})),
    "normal": ("words", lambda t: t.update(pre_tokenizer=None, normalizer={"type": "Sequence", "normalizers": [
        {"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
        added_tokens=[token("</s>", normalized=True), token("<s>", normalized=True), token("<r>")], model={
            "type": "BPE", "unk_token": "?", "fuse_unk": True,
            "vocab": {"?": 0, "▁": 1, "a": 2, "<": 3, "s": 4, ">": 5, "/": 6, "▁a": 7}, "merges": ["▁ a"]})),
    "empty": ("gpt2", lambda t: t["pre_tokenizer"].pop("use_regex", None)),
    "zero": ("cl100k_removed", lambda t: t["pre_tokenizer"]["pretokenizers"].__setitem__(
        0, synthetic.split(regex="x*", behavior="Isolated"))),
}

CASES = [
    (1, "what is white space", "cl100k_direct", ["a\u180eb", "a\u0085b", "a\u200bb", "a\u00a0b \u00a0 c", "\u2028x\u3000 y"]),
    (2, "letters of Unicode 15 and 16", "cl100k_direct", ["x\u1c89y", "\ua7cb\ua7da", "\U000323b0a", "\U0001e4d0b"]),
    (3, "numbers of all kinds, by threes", "cl100k_direct", ["²Ⅷ½①", "१२३४५", "12a3456", "٣٤٥٦", "1234567890"]),
    (4, "contractions in either case", "cl100k_direct", ["we'Ll it'ſ I'S 'S 'ſ", "o'clock'RE"]),
    (5, "a curly apostrophe makes none", "cl100k_direct", ["don’t we’ll ’s"]),
    (6, "gpt2 knows lower case alone", "gpt2", ["WE'LL we'll I'M I'm"]),
    (7, "the last space belongs to the word", "cl100k_direct", ["a   b", "a\t\tb", "a \n b", "  a"]),
    (8, "white space at the end", "cl100k_direct", ["a  ", "a \n", "a\n  ", " ", "\n"]),
    (9, "line ends", "cl100k_direct", ["a\r\nb\rc\n\r\nd", "!\n\n?\r\n/", "\r\r\n\n", ".\n /"]),
    (10, "words with cases", "o200k", ["iPhone XMLHttp ǅx AB\u0301c ÀÉb don'tX WE'LLx", "aB ABc a\u0301B", "//\n/ x"]),
    (11, "a mark begins a word", "cl100k_direct", ["\u0301a b\u0301 \u0301 \u0301\u0301c"]),
    (12, "emoji in sequences", "o200k", ["👨‍👩‍👧 🇩🇪🇫🇷 1️⃣ ❤️ 👍🏽"]),
    (13, "ideographs between two splits", "deepseek", ["abc你好カタx123ひら 한 「」"]),
    (14, "what no match has is dropped", "split_removed_true", ["-the-final--countdown-", "x"]),
    (15, "matches of nothing", "zero", ["axxb", "xx", "ab"]),
    (16, "a prefix space before other white space", "gpt2_prefix", ["\ta", "\u00a0a", " a", "", "a"]),
    (17, "use_regex left out", "empty", ["a b'll  c"]),
    (18, "Metaspace first and always", "metaspace_first_true", ["<s>a b", "a<s>b", " a", "a"]),
    (18, "Metaspace always", "metaspace_always_true", ["<s>a b", "a<s>b", " a", "a"]),
    (19, "Prepend on each piece, not on none", "normal", ["<r><r>a", "<r>a<r>", "<r>", ""]),
    (20, "the meta symbol itself", "normal", ["▁a", " a", "a▁a a", "▁▁"]),
    (21, "a split that cannot match", "llama", ["a b  c"]),
    (22, "bytes of characters without a token", "llama", ["\u0378", "\U0010ffff", "\ue000x"]),
    (23, "unknown behind the bytes that follow it", "partial_bytes", ["日éa", "é日a", "日日é", "a日é日é"]),
    (24, "no unknown token: characters vanish", "dropped", ["a日b", "日", "日日a"]),
    (25, "unknown ones become one, not over words", "unknown_fused", ["日本 日本語", "a日本b", "日 日"]),
    (25, "unknown ones apart", "unknown_apart", ["日本 日本語", "a日本b"]),
    (26, "the last of equal merges counts", "twice", ["the theory of the other"]),
    (27, "merges with spaces", "pairs", ["a a", " a a ", "#v"]),
    (27, "a version line", "version", ["ab", "aab"]),
    (28, "equal ranks: leftmost", "tie", ["aaa", "aaaa", "aaaaa", "aaaaab", "a" * 1000, "aab" * 100]),
    (29, "a whole word that merges would not make", "direct", ["abc ab bc", "abcd"]),
    (30, "two tokens of one id, holes", "same_id", ["ab", "ba", "c", "abc"]),
    (31, "ids of added tokens in the file", "file_ids", ["<p>", "<q>a", "a"]),
    (32, "an added token of the vocabulary", "file_ids", ["a a", "<a>"]),
    (33, "the longest of the leftmost", "longest", ["<|a|>", "<|a|><|b|>", "<|a|><|a|><|b|>", "|><"]),
    (34, "a refused match is used up", "longest", ["xfoobar", "foobar", "foobarx bar", "foo bar"]),
    (35, "white space taken twice", "longest", ["a<x>\n\nb", "a<x> \n\n", "<x>\n"]),
    (36, "not past the match before", "longest", ["<|a|>  <l>", "a  <l>", "<x>  <l>"]),
    (37, "words beside a single word", "longest", ["foobar\u0301", "foobar_", "(foobar)", "éfoobar", "foobar\u200d"]),
    (38, "normalised and raw tokens", "normal", ["Hello</s>", "Hello </s>", "</s><s>a", "a <s><r></s>"]),
    (39, "two that become one", "see", "tests/unit/test_tokenizer.c, test_collision"),
    (40, "control tokens in data", "see", "tests/unit/test_tokenizer.c, test_policies; guard_storm.c"),
    (41, "NFC", "form_nfc", ["\u2126 \u212a \u212b", "\u0344 \u0958", "\u1112\u1161\u11ab", "e" + "\u0301\u0316" * 20,
                              "a\u0315\u0300\u05ae\u0062", "\ufb1d \u1e9b\u0323"]),
    (42, "NFC over an added token", "nfc_added", ["e<s>\u0301", "e\u0301<s>", "<s>\u0301"]),
    (43, "places", "llama", ["é e\u0301 👍", "a  b", "日"]),
    (43, "places of composed characters", "form_nfc", ["xe\u0301y", "\u1112\u1161\u11ab!"]),
    (44, "trimmed places", "gpt2_prefix", [" the  the", "the the", "\u00a0the", "  "]),
    (45, "characters without a token", "see", "tests/unit/test_tokenizer.c, test_masks"),
    (46, "nothing, white space, added tokens alone", "nfc_added", ["", " ", "\n\n", "<s>", "<s><s>", " <s> "]),
    (47, "lone surrogates and what is no UTF-8", "see", "tests/unit/test_tokenizer.c, test_bad_text"),
    (48, "controls", "cl100k_direct", ["\x00a\x01", "\ufeffa", "\ufffe\uffff", "a\x7f\x1c\x1db"]),
    (49, "long words", "gpt2", ["a" * 20000, "ab" * 5000, " " * 5000]),
    (50, "decoding bytes that are no text", "llama", ["👍é", "\ue000", "a\u0378"]),
]


def files(folder):
    names = set(synthetic.write(folder))
    for name, (base, change) in BUILT.items():
        with open(os.path.join(folder, base + ".json"), encoding="utf-8") as file:
            whole = json.load(file)
        change(whole)
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(whole, file)
    return names


def show(text):
    return '"' + "".join(c if 0x20 <= ord(c) < 0x7F and c not in '"\\' else f"\\u{{{ord(c):x}}}" for c in text) + '"'


def reference(path, texts):
    from tokenizers import Tokenizer
    tokenizer = Tokenizer.from_file(path)
    for text in texts:
        made = tokenizer.encode(text, add_special_tokens=False)
        ids = " ".join(f"{i}:{b}:{e}" for i, (b, e) in zip(made.ids, made.offsets))
        yield ids + "\t" + show(tokenizer.decode(made.ids, skip_special_tokens=False))


def short(line):
    import hashlib
    return line if len(line) < 400 else hashlib.sha256(line.encode()).hexdigest()


def record(folder):
    with open(GOLDEN, "w", encoding="ascii") as out:
        out.write(HEADER)
        for number, title, name, texts in CASES:
            out.write(f"= {number} {title}\n")
            if name != "see":
                for line in reference(os.path.join(folder, name + ".json"), texts):
                    out.write(short(line) + "\n")


def read():
    golden = []
    with open(GOLDEN, encoding="ascii") as file:
        for line in file.read().split("\n")[1:-1]:
            if line.startswith("= "):
                golden.append((line, []))
            else:
                golden[-1][1].append(line)
    return golden


def check(probe, folder, only):
    wrong = 0
    for (number, title, name, texts), (head, want) in zip(CASES, read()):
        if name == "see" or (only and str(number) != only):
            continue
        data = "".join(json.dumps(text) + "\n" for text in texts).encode()
        done = subprocess.run([probe, os.path.join(folder, name + ".json")], input=data, capture_output=True,
                              check=False)
        got = [short(line) for line in done.stdout.decode().split("\n")[:-1]]
        if head != f"= {number} {title}" or got != want:
            wrong += 1
            print(f"case {number}, {title}: {name}")
            for text, a, b in zip(texts, want, got + ["nothing"] * len(texts)):
                if a != b:
                    print(f"  {text[:60]!r}\n    want {a[:300]}\n    got  {b[:300]}")
            print(done.stderr.decode()[:300])
    numbers = {case[0] for case in CASES}
    assert numbers == set(range(1, 51))
    print(f"cases: {len(CASES) - wrong}/{len(CASES)} as in the reference, numbers 1 to 50")
    return 1 if wrong or len(CASES) != len(read()) else 0


def main():
    with tempfile.TemporaryDirectory() as folder:
        files(folder)
        if sys.argv[1] == "--update":
            record(folder)
            return 0
        return check(sys.argv[1], folder, sys.argv[2] if len(sys.argv) > 2 else None)


if __name__ == "__main__":
    sys.exit(main())
