"""Hostile tokenizers: files that make much of little, and texts and ids that find what is slow in them.

Each row of a family is a name, what tokenizer.json has beside the usual, and a text or ids; `cases()` makes the
file when it is asked for. The reference is tokenizers, asked for the same ids or the same text.
"""
import base64
import itertools
import json

from hostile import maps
from hostile.case import Case

LETTERS = {**{chr(97 + i): i for i in range(26)}, " ": 26, "<": 27, "\n": 28}


def tokenizer(vocab=None, merges=(), added=(), normalizer=None, pre=None, post=None, decoder=None, **model):
    """A tokenizer.json as an object; of added tokens only what is unusual has to be given."""
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": False}
    vocab = LETTERS if vocab is None else vocab
    return {"version": "1.0", "truncation": None, "padding": None,
            "added_tokens": [{"id": len(vocab) + i, **flags, **token} for i, token in enumerate(added)],
            "normalizer": normalizer, "pre_tokenizer": pre, "post_processor": post, "decoder": decoder,
            "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
                      "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
                      "ignore_merges": False, "vocab": vocab, "merges": list(merges), **model}}


def split(expression, behavior="Isolated", kind="Regex", **more):
    return {"type": "Split", "pattern": {kind: expression}, "behavior": behavior, "invert": False, **more}


def replace(pattern, content, kind="String"):
    return {"type": "Replace", "pattern": {kind: pattern}, "content": content}


def sequence(members, steps):
    return {"type": "Sequence", members: steps}


def normalizers(*steps):
    return {"normalizer": sequence("normalizers", list(steps))}


def decoders(*steps):
    return {"decoder": sequence("decoders", list(steps))}


def byte_level(**more):
    return {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True, **more}


def template(single, tokens):
    return {"post": {"type": "TemplateProcessing", "single": single, "pair": [], "special_tokens": tokens}}


# ---- Regular expressions -------------------------------------------------------------------

# Differences that docs/compatibility.md lists: the reference is not asked. It means something by what is refused here,
# or refuses fields and numbers that say nothing.
LISTED = {"regex-backreference", "regex-keep", "regex-begin", "regex-cluster", "prefix-1000",
          "post-ids", "id-2147483648", "decode-range", "decode-ctc", "decode-strip-1000000", "added-id--1",
          "added-id-4294967296", "added-id-18446744073709551616", "file-keys", "file-exponent", "file-fraction",
          "file-minus-zero"}

PATTERNS = [
    # One match that backtracks without end.
    ("nested", "(a+)+$", "a" * 5000 + "!"), ("nested-alternatives", "(a|aa)+$", "a" * 5000 + "!"),
    ("nested-dots", "(.*)*b", "a" * 5000), ("nested-groups", "(" * 50 + "a" + ")*" * 50, "a" * 3000 + "b"),
    ("nested-bounds", "((a{0,255}){0,255}){0,255}", "a" * 10000),
    # Cheap matches that add up: the budget is the text's.
    ("cubic-5k", "x+x+y|x", "x" * 5000), ("cubic-10k", "x+x+y|x", "x" * 10000),
    ("cubic-lines", "x+x+y|x", ("x" * 2000 + "\n") * 20), ("quartic", "x+x+x+y|x", "x" * 300),
    ("quartic-lines", "x+x+x+y|x", ("x" * 300 + "\n") * 30),
    ("quadratic", "x+y|x", "x" * 100000), ("quadratic-1M", "x+y|x", "x" * 1000000),
    ("ahead", "x(?=.*y)|x", "x" * 200000), ("behind", "(?<=x)x|x", "x" * 1000000),
    ("lazy", "x.*?y|x", "x" * 100000), ("possessive", "a*+a", "a" * 20000),
    # Linear ones: they have to work.
    ("linear", "[a-z]+| ", "hello world " * 90000), ("single", "a|.", "ab" * 300000),
    ("words", r"\b|\B", "a " * 300000), ("lines", "^|$", "a\n" * 300000),
    ("empty", "", "a" * 100000), ("empty-star", "b*", "a" * 300000), ("empty-ahead", "(?=a)", "a" * 300000),
    ("one-class", "[" + "".join(chr(0x4E00 + 2 * i) for i in range(10000)) + "]+", "\u4e01" * 100000),
    ("ignoring-case", "(?i:k+s+)", "K\u212a\u017f" * 50000),
    # Much work between two steps.
    ("copies", "a{60000}c|a", "a" * 120000), ("copies-of-copies", "(?:a{1000}){1000}", "a" * 100000),
    ("copies-of-group", "(?:ab){20000}c|.", "ab" * 50000), ("literal", "a" * 20000 + "b|a", "a" * 200000),
    ("alternatives", "|".join(f"a{i}b" for i in range(3000)) + "|.", "a1" * 20000),
    ("alternatives-50k", "|".join(f"a{i}b" for i in range(50000)), "a1" * 50000),
    ("classes", r"[\p{L}\p{N}]" * 40, "a" * 100000), ("classes-3000", r"[\p{L}\p{N}]" * 3000, "a" * 100000),
    # What PCRE2 has and Oniguruma means otherwise, or nobody should have.
    # Classes and groups of which each copy is too large: defined once.
    ("classes-mixed", r"(?i:[\p{L}a-f]x?)" * 30 + r"|([^\s\p{N}]{2,3}[\s\p{P}]?){1,90}|\w{1,200}|[\p{L}a-f]x?", "abX, cd 12 \u00e9\u4e00!" * 3000),
    ("classes-nested", r"(?:[\p{L}&&[^xyz]]|[\p{N}[ab]])" * 40 + r"|[\p{L}&&[^xyz]]{1,30}|.", "abXyz, cd 12 \u00e9\u4e00!" * 3000),
    ("groups-counted", r"((?>a|[\p{Ll}\p{Lu}]){1,60}(?:[\d.]|(?!x)[^\W]){0,70}?\s){1,90}|.", "ab1.2 c3x \u00e9 " * 2000),
    ("parentheses", "(" * 5000 + "a" + ")" * 5000, "a"), ("condition", "(?(1)a|b)", "ab"),
    ("recursion", "(?R)", "ab"), ("recursion-group", "(a(?1)?b)", "a" * 100000),
    ("backreference", r"(a+)\1", "a" * 5000), ("callout", "(?C1)a", "a"),
    ("verb-limit", "(*LIMIT_MATCH=4294967295)(a+)+$", "a" * 40 + "!"),
    ("verb-skip", "a(*COMMIT)b|a(*SKIP)b", "a" * 1000), ("nul", "a\0b", "a\0b" * 1000),
    ("keep", r"a\Kb|\Ka", "ab" * 10000), ("begin", r"\Ga", "ab" * 10000),
    ("cluster", r"\X", "e" + "\u0301" * 200000), ("interrupted", "a" * 100 + "(", "a"),
]


def patterns():
    for name, expression, text in PATTERNS:
        yield f"regex-{name}", {"pre": split(expression)}, text
    for behavior in ("Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"):
        yield f"split-{behavior}", {"pre": split("a", behavior)}, "a" * 500000
    yield "split-inverted", {"pre": split("a", invert=True)}, "ab" * 300000
    yield "splits-16", {"pre": sequence("pretokenizers", [split("a|.")] * 16)}, "ab" * 100000
    yield "splits-17", {"pre": sequence("pretokenizers", [split("a")] * 17)}, "ab"
    yield "splits-64", {"pre": sequence("pretokenizers", [split("a|.")] * 64)}, "ab" * 30000
    yield "split-text-empty", {"pre": split("", kind="String")}, "a" * 100000
    yield "split-text-long", {"pre": split("a" * 50000 + "b", kind="String")}, "a" * 1000000
    yield "split-text-middle", {"pre": split("a" * 3000 + "b" + "a" * 3000, kind="String")}, "a" * 1000000


# ---- Normalizers ---------------------------------------------------------------------------

def growing():
    """One byte becomes any number of them."""
    yield "grow-3x600", normalizers(*[replace("a", "a" * 600)] * 3), "a"
    yield "grow-16x1000", normalizers(*[replace("a", "a" * 1000)] * 16), "a"
    yield "grow-16x1000-regex", normalizers(*[replace("a", "a" * 1000, "Regex")] * 16), "a"
    yield "grow-2x5000", normalizers(*[replace("a", "a" * 5000)] * 2), "aaaa"
    yield "grow-doubling", normalizers(*[replace("a", "aa")] * 16), "a" * 20000
    yield "grow-bytes", normalizers(*[{"type": "ByteLevel"}] * 16), "\u00e9" * 10000
    yield "grow-prepended", normalizers(*[{"type": "Prepend", "prepend": "p" * 1000000}] * 16), "a"
    yield "grow-parts", {"pre": sequence("pretokenizers", [split("a")] + [byte_level(use_regex=False)] * 15)}, \
        "\u00e9a" * 20000
    yield "grow-words", {"pre": sequence("pretokenizers", [split(".", "Isolated")] + [byte_level()] * 12)}, \
        "\u00e9" * 20000
    grow = normalizers(*[replace("a", "a" * 1000)] * 3)
    yield "grow-at-load", {**grow, "added": [{"content": "a" * 10, "normalized": True}]}, "a"
    yield "grow-many-at-load", {"normalizer": replace("a", "a" * 10000), "added": [
        {"content": f"a{i}", "normalized": True} for i in range(20000)]}, "b"
    yield "redos-at-load", {"normalizer": replace("x+x+x+y", "z", "Regex"), "added": [
        {"content": "x" * 300 + str(i), "normalized": True} for i in range(500)]}, "b"


def normalizing():
    forms = {"NFKC": "\ufdfa" * 300000, "NFKD": "a" + "\u0301\u0323" * 300000,
             "NFC": "a" + "\u0323\u0301" * 300000, "NFD": "a" + "\u0301" * 200000 + "\u0323" * 200000,
             "Lowercase": "\u0130" * 500000, "StripAccents": "a" + "\u0301" * 500000}
    for form, text in forms.items():
        yield f"normalize-{form}", {"normalizer": {"type": form}}, text
    yield "normalize-strip", {"normalizer": {"type": "Strip", "strip_left": True, "strip_right": True}}, \
        " " * 2000000
    yield "replace-empty", {"normalizer": replace("", "x")}, "a" * 100000
    yield "replace-empty-regex", {"normalizer": replace("", "x", "Regex")}, "a" * 100000
    yield "replace-nothing", {"normalizer": replace("b*", "x" * 100, "Regex")}, "a" * 100000
    yield "replace-near", {"normalizer": replace("a" * 20000 + "b", "x")}, "a" * 1000000
    yield "replace-redos", {"normalizer": replace("x+x+y", "z", "Regex")}, "x" * 20000


# ---- Added tokens --------------------------------------------------------------------------

def adding():
    for length, size in ((1000000, 300000), (100000, 1000000), (20000, 200000)):
        yield f"added-{length}", {"added": [{"content": "a" * length + "b"}]}, "a" * size
    yield "added-100k", {"added": [{"content": f"<{i}>"} for i in range(100000)]}, "<5>" * 10000
    yield "added-suffixes", {"added": [{"content": "a" * i + "b"} for i in range(1, 2000)]}, "a" * 300000
    yield "added-same", {"added": [{"content": "<x>"}] * 100000}, "<x>" * 1000
    yield "added-empty", {"added": [{"content": ""}]}, "a" * 1000
    for number in (-1, 2 ** 31, 2 ** 32, 2 ** 64):
        yield f"added-id-{number}", {"added": [{"content": "<x>", "id": number}]}, "<x>"
    both = {"lstrip": True, "rstrip": True}
    yield "added-strips", {"added": [{"content": "<x>", **both}]}, (" " * 3000 + "<x>") * 300
    yield "added-space", {"added": [{"content": " ", **both}]}, " " * 1000000
    yield "added-spaces", {"added": [{"content": "  ", **both, "single_word": True}]}, " " * 300000
    yield "added-rstrip", {"added": [{"content": "a", "rstrip": True}]}, ("a" + " " * 5) * 200000
    yield "added-line-end", {"added": [{"content": "\n", "rstrip": True}]}, "\n" * 300000
    yield "added-single-word", {"added": [{"content": "aa", "single_word": True}]}, "a" * 1000000
    yield "added-normalized", {"normalizer": {"type": "Lowercase"}, "added": [
        {"content": "A" * 20000 + "b", "normalized": True}]}, "A" * 200000


# ---- Vocabularies and merges ---------------------------------------------------------------

def learned():
    for number in (-1, 2 ** 31, 2 ** 63, 1.5, 1048570):
        yield f"id-{number}", {"vocab": {"a": number}}, "a"
    yield "ids-apart", {"vocab": {**{f"t{i}": i * 16 for i in range(60000)}, "a": 5}}, "a"
    yield "ids-same", {"vocab": {**{f"t{i}": 0 for i in range(60000)}, "a": 0}}, "a" * 1000
    yield "vocabulary-none", {"vocab": {}}, "a"
    yield "vocabulary-1M", {"vocab": {f"t{i}": i for i in range(1000000)}}, "t"
    yield "token-empty", {"vocab": {"": 0, "a": 1}}, "a" * 1000
    yield "token-5M", {"vocab": {**LETTERS, "a" * 5000000: 29}}, "a" * 1000
    yield "tokens-100k", {"vocab": {**LETTERS, **{"a" * 100000 + str(i): 29 + i for i in range(100)}}}, "a" * 1000
    yield "token-nul", {"vocab": {"a\0b": 0, "\0": 1}}, "\0" * 1000
    yield "unknown-missing", {"unk_token": "<unk>"}, "Z"
    yield "merges-same", {"vocab": {"a": 0, "aa": 1}, "merges": ["a a"] * 300000}, "a" * 1000
    yield "merges-circle", {"vocab": {"a": 0, "b": 1, "ab": 2, "aba": 3, "": 4},
                            "merges": [["a", "b"], ["ab", "a"], ["", "a"], ["a", ""]]}, "aba" * 1000
    yield "merges-empty", {"vocab": {"a": 0, "": 1}, "merges": [["a", ""], ["", "a"], ["", ""]]}, "a" * 1000
    yield "merges-unknown", {"vocab": {"a": 0}, "merges": ["a b"]}, "a"
    yield "merges-two-spaces", {"vocab": {"a": 0}, "merges": ["a  b"]}, "a"
    yield "merges-mixed", {"vocab": {"a": 0, "aa": 1}, "merges": ["a a", ["a", "a"]]}, "a"
    runs = {"a" * (i + 1): i for i in range(1500)}
    pairs = itertools.islice(itertools.product(range(1, 400), repeat=2), 150000)
    yield "merges-all", {"vocab": runs, "merges": [["a" * i, "a" * j] for i, j in pairs]}, "a" * 20000
    yield "merges-chain", {"vocab": runs, "merges": [["a" * i, "a"] for i in range(1, 1500)]}, "a" * 500000
    yield "merges-chain-left", {"vocab": runs, "merges": [["a", "a" * i] for i in range(1, 1500)]}, "a" * 500000
    yield "merges-powers", {"vocab": {"a" * 2 ** i: i for i in range(20)},
                            "merges": [["a" * 2 ** i] * 2 for i in range(19)]}, "a" * 2000000
    yield "merges-late", {"vocab": {"a" * (i + 1): i for i in range(60)}, "merges": [
        ["a" * i, "a" * j] for i in range(30, 0, -1) for j in range(1, 31)]}, "a" * 1000000
    yield "word-2M", {"vocab": {"a": 0, "b": 1, "ab": 2, "abab": 3}, "merges": ["a b", "ab ab"]}, "ab" * 1000000
    for length in (2, 200, 1000):
        yield f"prefix-{length}", {"vocab": {"a": 0, "#" * length + "a": 1},
                                   "continuing_subword_prefix": "#" * length}, "a" * 100000
    yield "prefix-and-suffix", {"vocab": {"a": 0}, "continuing_subword_prefix": "#" * 200,
                                "end_of_word_suffix": "$" * 200, "byte_fallback": True}, "\U0001f600" * 1000


# ---- Unigram, WordPiece, WordLevel ---------------------------------------------------------

def model(kind, vocab, **more):
    """The file's object for a model that is not BPE: what is left of the usual are the other parts."""
    parts = {name: more.pop(name) for name in ("added", "normalizer", "pre", "post", "decoder") if name in more}
    made = tokenizer({}, **parts)
    return dict(made, model={"type": kind, "vocab": vocab, **more})


def unigram(texts, score=lambda i: -float(i), **more):
    return model("Unigram", [["<unk>", 0.0]] + [[text, score(i)] for i, text in enumerate(texts)], **{"unk_id": 0, **more})


def word_pieces(texts, **more):
    vocab = {text: i for i, text in enumerate(["[UNK]", *texts])}
    return model("WordPiece", vocab, **{"unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, **more})


def unigrams():
    runs = ["a" * i for i in range(1, 1000)]
    fallback = [f"<0x{b:02X}>" for b in range(256)]
    yield "unigram-runs", unigram(runs), "a" * 300000
    yield "unigram-ties", unigram(runs[:300], lambda i: -1.0), "a" * 300000
    yield "unigram-long", unigram(["a", "a" * 1000000]), "a" * 1000000
    yield "unigram-long-near", unigram(["a", "a" * 100000 + "b"]), "a" * 1000000
    yield "unigram-powers", unigram(["a" * 2 ** i for i in range(18)]), "a" * 2000000
    yield "unigram-many", unigram(f"t{i}" for i in range(300000)), "t1"
    yield "unigram-same", unigram(["a"] * 300000), "a" * 1000
    yield "unigram-unknown", unigram(["b"]), "a" * 1000000
    yield "unigram-unknown-apart", unigram(["b"]), "ab" * 500000
    yield "unigram-bytes", unigram(fallback, byte_fallback=True), "\U0001f600" * 300000
    yield "unigram-bytes-holes", unigram(fallback[1:200], byte_fallback=True), "\U0001f600" * 300000
    yield "unigram-letters", unigram(["a", "b"]), "ab" * 2000000
    yield "unigram-words", unigram(["a", "\u2581"], pre={"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always",
                                                         "split": True}), "a " * 500000
    yield "unigram-empty", unigram(["", "a"]), "a" * 1000
    yield "unigram-nothing", model("Unigram", [], unk_id=None), "a"
    for number in (None, 1, 5, -1, 2 ** 63):
        yield f"unigram-unknown-{number}", unigram(["a"], unk_id=number), "aZ"
    for number in (1e308, -1e308, 1e-320, 0):
        yield f"unigram-score-{number}", unigram(["a", "aa", "aaa"], lambda i: number), "a" * 10000
    yield "unigram-score-text", unigram(["a"], lambda i: "1"), "a"


def pieces():
    inside = ["##" + "a" * i for i in range(1, 1000)]
    for most in (100, 0, 10 ** 6, 2 ** 63, -1, 1.5):
        yield f"pieces-most-{most}", word_pieces(["a", "##a"], max_input_chars_per_word=most), "a" * 300000
    yield "pieces-runs", word_pieces(["a", *inside], max_input_chars_per_word=10 ** 6), "a" * 300000
    yield "pieces-near", word_pieces(["a", "##a", "##" + "a" * 100000 + "b"], max_input_chars_per_word=10 ** 7), "a" * 300000
    yield "pieces-near-words", word_pieces(["a", "##a", "##" + "a" * 90 + "b"], pre={"type": "WhitespaceSplit"}), ("a" * 99 + " ") * 10000
    yield "pieces-prefix-long", word_pieces(["a", "#" * 100000 + "a"], continuing_subword_prefix="#" * 100000), "aa" * 40
    yield "pieces-prefix-none", word_pieces(["a", "aa"], continuing_subword_prefix="", max_input_chars_per_word=10 ** 6), "a" * 300000
    yield "pieces-unknown", word_pieces(["b"], pre={"type": "WhitespaceSplit"}), "a " * 500000
    yield "pieces-unknown-missing", word_pieces(["b"], unk_token="[X]"), "a"
    yield "pieces-last-unknown", word_pieces(["a", "##a"], max_input_chars_per_word=10 ** 6), "a" * 300000 + "b"
    yield "pieces-many", word_pieces(f"##t{i}" for i in range(300000)), "t1"
    yield "words-long", model("WordLevel", {"<unk>": 0, "a" * 1000000: 1}, unk_token="<unk>"), "a" * 1000000
    yield "words-apart", model("WordLevel", {"<unk>": 0, "a": 1}, unk_token="<unk>", pre={"type": "WhitespaceSplit"}), "a b " * 300000
    yield "words-unknown-missing", model("WordLevel", {"a": 0}, unk_token="<unk>"), "b"


def mapped(table, **more):
    return unigram(["a", "b", "c"], normalizer={"type": "Precompiled", "precompiled_charsmap": table}, **more)


def encoded_map(table):
    return base64.b64encode(table).decode()


def rewriting():
    """Maps of characters, and the normalizers and splits of these models."""
    yield "map-runs", mapped(encoded_map(maps.charsmap({"a" * i: "b" for i in range(1, 300)}))), "a" * 100000
    yield "map-long-key", mapped(encoded_map(maps.charsmap({"a" * 800: "b"}))), "a" * 300000
    yield "map-grows", mapped(encoded_map(maps.charsmap({"a": "b" * 100000}))), "a" * 10000
    yield "map-loops", mapped(encoded_map(maps.looping(b"a"))), "a" * 300000
    yield "map-loops-marks", mapped(encoded_map(maps.looping(b"a"))), "a" + "\u0301" * 100000
    yield "map-loops-long", mapped(encoded_map(maps.looping(b"a", b"b" * 1000000))), "a" * 3000
    yield "map-empty", mapped(""), "a"
    yield "map-short", mapped("AAAA"), "a"
    yield "map-no-base64", mapped("?" * 1000), "a"
    clean = {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": True, "lowercase": True}
    for name, text in (("marks", "a" + "\u0301" * 300000), ("ideographs", "\u4e00" * 500000), ("controls", "\x01" * 1000000),
                       ("dotted", "\u0130" * 300000)):
        yield f"bert-{name}", word_pieces(["a", "##a"], normalizer=clean, pre={"type": "BertPreTokenizer"}), text
        yield f"nmt-{name}", unigram(["a"], normalizer={"type": "Nmt"}), text
    scripts = {"type": "UnicodeScripts"}
    yield "scripts-mixed", unigram(["a"], pre=scripts), "a\u0430\u4e00" * 100000
    yield "scripts-shared", unigram(["a"], pre=scripts), "a1" * 300000
    for length in (1, 5, 0, 2 ** 63, -1):
        yield f"fixed-length-{length}", unigram(["a"], pre={"type": "FixedLength", "length": length}), "a" * 300000


# ---- Texts ---------------------------------------------------------------------------------

def texts():
    bytes_of = {"pre": byte_level()}
    yield "text-letters", bytes_of, "a" * 5000000
    yield "text-spaces", bytes_of, " " * 5000000
    yield "text-lines", bytes_of, "\n \n" * 1600000
    yield "text-metaspace", {"pre": {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always",
                                     "split": True}}, " " * 2000000
    for kind, more, text in (("Digits", {"individual_digits": True}, "1" * 1000000),
                             ("Punctuation", {"behavior": "Isolated"}, "!" * 1000000),
                             ("WhitespaceSplit", {}, "a " * 1000000), ("Whitespace", {}, "a!" * 1000000),
                             ("CharDelimiterSplit", {"delimiter": "a"}, "a" * 1000000)):
        yield f"text-{kind}", {"pre": {"type": kind, **more}}, text
    for name, text in (("broken", b"\xff" * 100000), ("overlong", b"\xc0\x80" * 100), ("surrogate", b"\xed\xa0\x80")):
        yield f"text-{name}", {}, text


# ---- Post-processors -----------------------------------------------------------------------

def posts():
    text, many = {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "a", "type_id": 0}}
    yield "post-500M", template([many] * 500000 + [text], {
        "a": {"id": "a", "ids": [0] * 1000, "tokens": ["a"] * 1000}}), "abc"
    yield "post-ids", template([many, text], {
        "a": {"id": "a", "ids": [4294967295, 2 ** 31], "tokens": ["a", "b"]}}), "abc"
    yield "post-texts", template([text] * 100000, {}), "abc" * 1000


# ---- Decoders ------------------------------------------------------------------------------

def decoding():
    """Names, files and ids."""
    zeros = lambda count: [0] * count  # noqa: E731
    grow = replace("a", "a" * 1000)
    yield "decode-grow-16", decoders(*[grow] * 16), zeros(10)
    yield "decode-grow-3x600", decoders(*[replace("a", "a" * 600)] * 3), zeros(1)
    yield "decode-grow-regex", decoders(*[replace("a*", "a" * 1000, "Regex")] * 16), zeros(10)
    yield "decode-replace-empty", {"decoder": replace("", "x")}, zeros(100000)
    for count in (2 ** 62, -1, 1000000):
        yield f"decode-strip-{count}", {"decoder": {"type": "Strip", "content": "a", "start": count,
                                                    "stop": count}}, zeros(10000)
    yield "decode-metaspace", {"decoder": {"type": "Metaspace", "replacement": "\u2581",
                                           "prepend_scheme": "always"}}, zeros(300000)
    yield "decode-bytes", {"vocab": {**LETTERS, "<0xFF>": 29}, "decoder": {"type": "ByteFallback"}}, [29] * 300000
    yield "decode-fuse", decoders(*[{"type": "Fuse"}] * 16), zeros(300000)
    yield "decode-ctc", {"decoder": {"type": "CTC", "pad_token": "a", "word_delimiter_token": "b",
                                     "cleanup": True}}, zeros(300000)
    yield "decode-word-piece", {"decoder": {"type": "WordPiece", "prefix": "a", "cleanup": True}}, zeros(300000)
    for size, count in ((1000000, 1), (1000000, 1000), (10000000, 1), (10000000, 3000)):
        yield f"decode-{count}x{size}", {"vocab": {**LETTERS, "z" * size: 29}}, [29] * count
    yield "decode-near", {"vocab": {**LETTERS, "a" * 1000000: 29},
                          "decoder": replace("a" * 20000 + "b", "x")}, [29] * 10
    yield "decode-redos", {"vocab": {**LETTERS, "x" * 300: 29},
                           "decoder": replace("x+x+x+y", "z", "Regex")}, [29] * 1000
    yield "decode-range", {}, [4294967295, 2 ** 31]


# ---- Files ---------------------------------------------------------------------------------

def files():
    """Names and bytes of what is hardly a tokenizer."""
    plain = json.dumps(tokenizer())
    deep = '{"type":"Sequence","normalizers":['
    yield "file-empty", b""
    yield "file-null", b"null"
    yield "file-brackets", b"[" * 200000
    yield "file-objects", b'{"a":' * 200000
    yield "file-deep", plain.replace('"normalizer": null', f'"normalizer": {deep * 5000}{"]}" * 5000}')
    yield "file-cut", plain[:-10]
    yield "file-mark", b"\xef\xbb\xbf" + plain.encode()
    yield "file-utf-16", plain.encode("utf-16")
    yield "file-nul", b"\0" * 1000000
    yield "file-spaces", " " * 20000000 + plain
    yield "file-keys", json.dumps({**tokenizer(), **{f"k{i}": i for i in range(500000)}})
    for name, number in (("integer", "9" * 10000000), ("exponent", "1e" + "9" * 10000000),
                         ("fraction", "0." + "1" * 10000000)):
        yield f"file-{name}", f'{plain[:-1]},"x":{number}}}'
    yield "file-minus-zero", plain.replace('"a": 0', '"a": -0')
    yield "file-float", plain.replace('"a": 0', '"a": 0.0')
    yield "file-more", plain + "x"
    yield "file-two-models", plain[:-1] + ',"model":null}'
    yield "file-same-keys", plain.replace('"vocab": {', '"vocab": {' + '"a":0,' * 300000)
    yield "file-surrogate", json.dumps(tokenizer({"\ud800": 0}))


# ---- Cases ---------------------------------------------------------------------------------

def encoded(folder, given):
    """The reference's ids as `chatfmt tokenize` prints them."""
    import tokenizers
    loaded = tokenizers.Tokenizer.from_file(f"{folder}/tokenizer.json")
    return '{"ids": %s}\n' % loaded.encode(given.decode("utf-8"), add_special_tokens=False).ids


def encoded_with_special(folder, given):
    import tokenizers
    loaded = tokenizers.Tokenizer.from_file(f"{folder}/tokenizer.json")
    return '{"ids": %s}\n' % loaded.encode(given.decode("utf-8"), add_special_tokens=True).ids


def decoded(folder, given):
    import tokenizers
    loaded = tokenizers.Tokenizer.from_file(f"{folder}/tokenizer.json")
    return loaded.decode(json.loads(given), skip_special_tokens=False)


def raw(content):
    return content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content


def case(name, file, stdin, reference, *arguments):
    return Case(name, "tokenizer", ["tokenize", "--no-cache", "--tokenizer", "tokenizer.json", *arguments],
                raw(stdin), {"tokenizer.json": raw(file)}, reference=None if name in LISTED else reference)


def cases():
    for family in (patterns, growing, normalizing, adding, learned, texts):
        for name, parts, text in family():
            yield case(name, json.dumps(tokenizer(**parts)), text, encoded)
    for family in (unigrams, pieces, rewriting):
        for name, file, text in family():
            yield case(name, json.dumps(file), text, encoded)
    yield case("text-offsets", json.dumps(tokenizer()), "\u00e9" * 1000000, None, "--offsets")
    for name, parts, text in posts():
        yield case(name, json.dumps(tokenizer(**parts)), text, encoded_with_special,
                   "--add-special-tokens")
    for name, parts, ids in decoding():
        yield case(name, json.dumps(tokenizer(**parts)), json.dumps(ids), decoded, "--decode")
    yield case("decode-numbers", json.dumps(tokenizer()), "[4294967296,-1,1e400,99999999999999999999999]", decoded,
               "--decode")
    for name, content in files():
        yield case(name, content, "abc", encoded)
