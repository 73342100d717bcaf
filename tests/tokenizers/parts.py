#!/usr/bin/env python3
"""Parts of tokenizer.json that are seldom or wrong: regular expressions, odd values, missing fields, limits.

usage: parts.py PROBE             compare token_probe with parts.txt
       parts.py --update          record parts.txt again from the reference (PyPI tokenizers)
       parts.py --show PROBE ROW  what both say

parts.txt has a line for each row: its name, and `refused` or a hash over what token_probe prints for TEXTS. Where
the reference works and chatfmt refuses, the row's name is in REFUSED_HERE, with the reason; where it is the other way
round, in ONLY_HERE. The compiled form must say the same; a row that is in a list without need is an error. --update and --show need the virtual
environment of tests/models/environment.py.
"""
import copy
import hashlib
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "models"))
import environment  # noqa: E402
import synthetic  # noqa: E402
from synthetic import GPT2, LEVEL, META, metaspace, sequence, split, token  # noqa: E402

GOLDEN = os.path.join(HERE, "parts.txt")
TEXTS = ["Hello, the world 123!", "the-the  THE\tx\n\n a.b_c", "naïve É日本 ½Ⅷ \u0301é", "a1b22c333 {x} \\d \x0b\x0c\x07\x1b",
         "<unk><s> the <0x41>", "日é 'the' don't WE'LL ſK", "\u00a0\u0085\u2028a\u3000", "", "x" * 60 + " " + "the" * 20]
PATTERNS = r"""\d+ \D+ \w \W+ \s \S+ [\d] [^\d] [\w-] [\W] [\s\d]+ [^\s]+ \p{L}+ \P{L}+ \p{^L} \P{^L} \p{Letter} \p{letter}+
\p{Lu} (?i:\p{Lu}) \p{Ll}+ \p{Lt} \p{Lm} \p{Lo}+ \p{M} \p{Mark} \p{N}+ \p{Number} \p{Nd} \p{Nl} \p{No} \p{P} \p{Punctuation} \p{Pc} \p{S}
\p{Symbol} \p{Han}+ \p{Hiragana} \p{Foo} \p{ \pL \p{} \p{L (?i)the (?i:the)+ (?i)é (?i:é) (?-i:the) (?i:a(?-i:b)) (?i)[a-c] (?i)[é]
\x41 \x{41} \x{e9} \xe9 \x \x{ \x{} \x{110000} \x{d800} \x4 \u0041 \u00e9 \u004 \u \ud800 [\x41-\x5a] [\x{e0}-\x{ff}]+ [\u00e9] \n+ \r \t \f \a \e \v
[\n\t] [\v] [\b] [\A] \Athe the\z \Z \G \bthe\b \Bt \h \R \X \K \Q \1 \07 \c \- \. \\ \{ \[ \/ \' \é [\-] [\]] [\[] [\^] a{2} x{3,5} x{3,}
x{,5} x{3,5}? x{3}? x{3}+ x{3,5}+ x{2}{3} x{2}* x{} x{a} x{ {2} a{,} x+? x*? x?? x++ x*+ x?+ (x) (?:x) (?=x) (?!x)the (?<=t)h (?<!t)h (?>x+)
(?<name>x) (?P<n>x) (?#c)x (?|x) (?x:a) (?m:.) (?s:.) (?s:.)+ (*F) (x )x ( ) ] [ [] []a] [^] [^]] [a [a- [z-a] [a-] [-a] [a-c-e] [[a]] [a[bc]] [a&&b] [a&b]
[&&] [:alpha:] [[:alpha:]] [[:alpha:] .+ ^ $ ^the$ the$ | a| |a a|b|c (a|b)+ a||b (a|) [^a-z]+ [日本]+ 日 日+ [^日] [ -~]+ [一-龥]+ [\u4e00-\u9fff]
\p{L}\p{M}* \s+(?!\S) \s+$ (?i:'s|'t) '(?:[sdmt]|ll) [\p{L}\p{M}]+ [^\p{L}\p{N}]+ [\P{L}] [^\P{L}] [^\W_]+ [\w&&[^\d]] \p{L}{2,3} (?=(a)) ((((((x)))))) \
[a-\d] [\d-a] [\p{L}-z] a** (?:)* () (?:) \p{IsL} \p{Script=Han} \p{Lu}\p{Ll}+ (?i:[A-Z]) (?i)\p{Han} (?i:日) \d{1,3}(?=(?:\d{3})*\b) [\x00-\x1f] [^\x00-\x7f]+
\b. .\B. [^\w] [\w\s] [\W_] [\w-.] [\w-\d] [-\w]
[^(\s|[.,!?…])]+ [^(\s|[.,!?…。，、।۔،])]+ [\p{L}\p{M}&&[^\p{Han}]]+ [a-z&&[^aeiou]]+ [a-z&&[^aeiou]&&[b-y]]+ [^a-m&&e-z]+ [[a-c][x-z]e]+ [a[^b-z]]+ [t[h&&a-z]e]+
[\p{L}&&\P{Han}]{2,3} [[^a-z]&&[^\s]]+ [^[a-z]]+ [[a]^]+ [a&&]+ [&&a] [a&&&b] [[]a] [a[-b]] [a-[b]] [[a-c]-z] [[a][b] (?i)[a[b]] [^^[a]]+ [[^]a] [\w[-]]+ [^a&&[^b]]+""".split()
PATTERNS += ["(" * 70 + "x" + ")" * 70, "(" * 30 + "x" + ")" * 30, "[" + "a" * 3000 + "]", "x" * 200, "a b", " +", "[ ]+", "(?x) a", "(?i", "(?", "a\\",
             "(?i:\\w)+", "\\p{L}" * 60, "\\w" * 700]

# What the reference takes and chatfmt refuses (docs/compatibility.md): patterns that PCRE2 would read otherwise or that need cases
# of letters; parts beyond its tables; templates of post-processors that are no templates. A star at the end stands for the rest.
REFUSED_HERE = ["pattern " + text for text in r"""(?i:\p{Lu}) \p{Hiragana} \pL (?i)the (?i)é (?i:é) (?i)[a-c] (?i)[é] \x \x{ \x{} \x{110000}
\x{d800} \u \ud800 [\b] [\A] \Z \G \h \R \X \K \Q \07 \é x{,5} x{3}? x{3}+ x{3,5}+ x{2}{3} x{2}* x{} x{a} x{ a{,} (?<name>x) (?#c)x (?x:a) (?m:.)
[]a] [^]] [&&] [a&&]+ [&&a] [a[-b]] [a-[b]] [[a-c]-z] (?i)[a[b]] [\w[-]]+ [:alpha:] [[:alpha:]] a** (?i)\p{Han} (?i:日)""".split()] + [
    "pattern (?x) a", "pattern ((((((((((*", "pattern \\p{L}\\p{L}\\p{L}*", "pattern \\w\\w\\w*", "normalizer/type *",
    "post_processor/single list", "post_processor/single/0/SpecialToken/id *", "post_processor/special_tokens*", "decoder/decoders/3/start big",
    "model/dropout real", "model/end_of_word_suffix long", "nested *", "steps *", "splits *", "patterns *", "decoders *", "posts *",
    "BertNormalizer normalizer type *", "CTC decoder type *", "WordPiece decoder type *", "BPEDecoder decoder type *", "WordPiece model continuing_subword_prefix long",
    "post no sequence", "post two sequences", "post no token", "model dropout 1", "model huge"]
# What the reference's reader is stricter about, or panics at: fields that say nothing here.
ONLY_HERE = ["added_tokens none", "added_tokens/0/id *", "normalizer/normalizers/0 none", "normalizer/normalizers/0/prepend empty",
             "normalizer/normalizers/1/pattern/String empty",
             "normalizer/normalizers/3/strip_*", "pre_tokenizer/pretokenizers/0 none", "pre_tokenizer/pretokenizers/0/invert *",
             "pre_tokenizer/pretokenizers/3/individual_digits *", "pre_tokenizer/pretokenizers/4/prepend_scheme none",
             "post_processor/single/0/SpecialToken/type_id *", "decoder/decoders/1 none", "decoder/decoders/3/stop int",
             "decoder/decoders/4/prepend_scheme none", "decoded strip both", "decoded meta", "split meta", "decoded meta both", "BertNormalizer normalizer clean_text *",
             "BertNormalizer normalizer handle_chinese_chars *", "BertNormalizer normalizer lowercase *", "CTC decoder cleanup *", "WordPiece decoder cleanup *", "Unigram model byte_fallback *"]


def whole(model, **parts):
    made = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None, "pre_tokenizer": None,
            "post_processor": None, "decoder": None,
            "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None, "end_of_word_suffix": None,
                      "fuse_unk": False, "byte_fallback": False, "ignore_merges": False, **model}}
    if model.get("type", "BPE") != "BPE":
        made["model"] = model
    made.update(parts)
    return made


def changed(tree, path, value=None, remove=False):
    """A copy with the value at a path (names and numbers, slashes between) put in, or taken out."""
    tree = copy.deepcopy(tree)
    at, names = tree, [int(n) if n.lstrip("-").isdigit() else n for n in path.split("/")]
    for name in names[:-1]:
        at = at[name]
    if remove:
        del at[names[-1]]
    else:
        at[names[-1]] = value
    return tree


def template(single, tokens):
    return {"type": "TemplateProcessing", "single": single, "pair": [], "special_tokens": tokens}


def complete():
    """One that has every part whose fields are then changed, at the paths of FIELDS."""
    text = synthetic.text_model(range(256))
    special = {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}}
    truncation = {"direction": "Right", "max_length": 20, "strategy": "LongestFirst", "stride": 0}
    padding = {"strategy": "BatchLongest", "direction": "Right", "pad_to_multiple_of": None, "pad_id": 0, "pad_type_id": 0, "pad_token": "<unk>"}
    made = whole(
        text, added_tokens=[token("<s>", id=1), token("</s>", id=2)],
        normalizer=sequence("normalizers", {"type": "Prepend", "prepend": "▁"}, META, {"type": "NFC"},
                            {"type": "Strip", "strip_left": False, "strip_right": True}, {"type": "Lowercase"},
                            {"type": "Replace", "pattern": {"Regex": "a+"}, "content": "a"}),
        pre_tokenizer=sequence("pretokenizers", split(regex="[a-m]+"), split(string="▁", behavior="MergedWithNext"),
                               {"type": "Punctuation", "behavior": "Isolated"}, {"type": "Digits", "individual_digits": True},
                               metaspace(prepend_scheme="never", split=False)),
        post_processor=template([{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}], special),
        decoder=sequence("decoders", {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}, {"type": "ByteFallback"},
                         {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0},
                         {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": True}))
    made["truncation"], made["padding"] = truncation, padding
    return made


FIELDS = """version added_tokens added_tokens/0 added_tokens/0/content added_tokens/0/id added_tokens/0/special added_tokens/0/lstrip
added_tokens/0/rstrip added_tokens/0/single_word added_tokens/0/normalized normalizer normalizer/type normalizer/normalizers
normalizer/normalizers/0 normalizer/normalizers/0/prepend normalizer/normalizers/1/pattern normalizer/normalizers/1/content
normalizer/normalizers/1/pattern/String normalizer/normalizers/2/type normalizer/normalizers/3/strip_left normalizer/normalizers/3/strip_right
normalizer/normalizers/5/pattern/Regex pre_tokenizer pre_tokenizer/type pre_tokenizer/pretokenizers pre_tokenizer/pretokenizers/0
pre_tokenizer/pretokenizers/0/pattern pre_tokenizer/pretokenizers/0/pattern/Regex pre_tokenizer/pretokenizers/0/behavior
pre_tokenizer/pretokenizers/0/invert pre_tokenizer/pretokenizers/2/behavior pre_tokenizer/pretokenizers/3/individual_digits
pre_tokenizer/pretokenizers/4/replacement pre_tokenizer/pretokenizers/4/prepend_scheme pre_tokenizer/pretokenizers/4/split post_processor
post_processor/single post_processor/single/0 post_processor/single/0/SpecialToken post_processor/single/0/SpecialToken/id
post_processor/single/0/SpecialToken/type_id post_processor/single/1/Sequence post_processor/single/1/Sequence/id post_processor/special_tokens
post_processor/special_tokens/<s> post_processor/special_tokens/<s>/ids decoder decoder/type decoder/decoders decoder/decoders/0/pattern
decoder/decoders/0/content decoder/decoders/1 decoder/decoders/3/content decoder/decoders/3/start decoder/decoders/3/stop
decoder/decoders/4/replacement decoder/decoders/4/prepend_scheme model model/type model/vocab model/merges model/unk_token model/byte_fallback
model/fuse_unk model/dropout model/continuing_subword_prefix model/end_of_word_suffix model/ignore_merges model/merges/0 model/vocab/<unk>
truncation truncation/direction truncation/max_length truncation/strategy truncation/stride padding padding/strategy padding/direction
padding/pad_to_multiple_of padding/pad_id padding/pad_type_id padding/pad_token""".split()
VALUES = {"none": None, "true": True, "int": 3, "negative": -1, "real": 0.5, "big": 1 << 40, "text": "x", "long": "xy" * 150, "empty": "",
          "list": [], "map": {}}


def bert(kind, **fields):
    return {"type": kind, "sep": ["</s>", 2], "cls": ["<s>", 1], **fields}


# Parts that complete() has no room for, and models of other kinds: each field of each takes every value, or is not there.
OTHER = [
    ("normalizer", {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True}),
    ("normalizer", {"type": "Precompiled", "precompiled_charsmap": synthetic.charsmap({"A": "a", "½": "1/2"})}),
    ("decoder", {"type": "CTC", "pad_token": "t", "word_delimiter_token": "e", "cleanup": True}), ("decoder", {"type": "WordPiece", "prefix": "##", "cleanup": True}),
    ("decoder", {"type": "BPEDecoder", "suffix": "e"}), ("pre_tokenizer", {"type": "FixedLength", "length": 3}),
    ("model", {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 20, "vocab": {"[UNK]": 0, "the": 1, "##x": 2, "x": 3, "##xx": 4, "a": 5}}),
    ("model", {"type": "WordLevel", "unk_token": "<unk>", "vocab": {"<unk>": 0, "the": 1, "x": 2}}),
    ("model", {"type": "Unigram", "unk_id": 0, "byte_fallback": False, "vocab": [["<unk>", 0.0], ["the", -1.0], ["t", -2.5], ["h", -3.0], ["x", -1e-3], ["xx", -9.0]]}),
]
PIECES = [[], [[]], [["<unk>"]], [["<unk>", 0]], [["<unk>", "0"]], [[0, 0.0]], ["<unk>"], [["<unk>", 0.0, 1]], [["<unk>", 0.0], ["t", -1e308], ["h", -5e-324]], [["<unk>", 1.0], ["t", 2.5]],
          [["<unk>", 0.0], ["", -1.0]], [["<unk>", -12.345678901234567], ["the", -0.1234567890123456789], ["he", -1234567.8901234567]]]


def others(text):
    split = {"type": "Whitespace"}
    for place, part in OTHER:
        for field in part:
            for name, value in [*VALUES.items(), ("absent", None)]:
                if field == "type" and name not in ("none", "text", "absent", "int") or field == "vocab" and name == "list" and part["type"] != "Unigram":
                    continue
                made = {k: v for k, v in part.items() if k != field} if name == "absent" else {**part, field: value}
                if place == "model":
                    yield f"{part['type']} model {field} {name}", {**whole(text, pre_tokenizer=split), "model": made}
                else:
                    yield f"{part['type']} {place} {field} {name}", whole(text, **{place: made})
    for number, pieces in enumerate(PIECES):
        yield f"Unigram pieces {number}", {**whole(text), "model": {"type": "Unigram", "unk_id": 0, "vocab": pieces}}
    for kind in ("Pieces", "Start"):
        for place in ("normalizer", "decoder"):
            yield f"{place} {kind}", whole(text, **{place: {"type": kind, "prefix": True, "cleanup": True}})


def rows():
    byte, text, bare = synthetic.byte_model(), synthetic.text_model(range(256)), synthetic.text_model(())
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    out = {}
    for pattern in PATTERNS:
        out[f"pattern {pattern[:60]}"] = whole(byte, decoder=level, pre_tokenizer=sequence("pretokenizers", split(pattern), LEVEL))
    for pattern in ("x*", "e", "[^e]", "^", "$", "\\b", "the|x", "日", "", "é?", "(?=e)"):
        change = {"type": "Replace", "pattern": {"Regex": pattern}, "content": "-é"}
        out[f"normalizer {pattern}"] = whole(text, normalizer=change)
        out[f"decoder {pattern}"] = whole(text, decoder=change)
        out[f"decoder text {pattern}"] = whole(text, decoder={**change, "pattern": {"String": pattern}})
    full = complete()
    for path in FIELDS:
        out[f"{path} absent"] = changed(full, path, remove=True)
        for name, value in VALUES.items():
            out[f"{path} {name}"] = changed(full, path, value)
    step = {"type": "NFC"}
    for count in (1, 7, 8, 9, 15, 16, 17, 33, 65):
        out[f"steps {count}"] = whole(text, normalizer=sequence("normalizers", *[step] * count))
        out[f"splits {count}"] = whole(text, pre_tokenizer=sequence("pretokenizers", *[{"type": "Digits", "individual_digits": True}] * count))
        out[f"patterns {count}"] = whole(text, pre_tokenizer=sequence("pretokenizers", *[split("[a-%c]" % (98 + n % 20)) for n in range(count)]))
        out[f"decoders {count}"] = whole(text, decoder=sequence("decoders", *[{"type": "Strip", "content": "t", "start": 1, "stop": 0}] * count))
        out[f"posts {count}"] = whole(byte, pre_tokenizer=GPT2, post_processor=sequence("processors", *[GPT2] * count))
        nested, deep = step, {"type": "WhitespaceSplit"}
        for _ in range(count):
            nested, deep = sequence("normalizers", nested), sequence("pretokenizers", deep)
        out[f"nested {count}"] = whole(text, normalizer=nested)
        out[f"nested splits {count}"] = whole(text, pre_tokenizer=deep)
    for name, added in (("same", [token("<s>"), token("<s>", special=False)]), ("same flags", [token("the", lstrip=True), token("the", rstrip=True)]),
                        ("empty", [token("")]), ("outside", [token("new", id=900)]), ("normalised same", [token("The", normalized=True), token("the", normalized=True)]),
                        ("prefixes", [token("t"), token("th"), token("the"), token("ther")]), ("many", [token("z%d" % n) for n in range(300)]),
                        ("special twice", [token("x", special=False), token("x", special=True)])):
        out[f"added {name}"] = whole(text, added_tokens=added)
        if name != "normalised same":  # which of the two is chance
            out[f"added {name} lower"] = whole(text, added_tokens=added, normalizer={"type": "Lowercase"})
    for name, decoder in (("strip both", {"type": "Strip", "content": "e", "start": 2, "stop": 2}), ("strip wide", {"type": "Strip", "content": "é", "start": 1, "stop": 1}),
                          ("strip none", {"type": "Strip", "content": "x", "start": 0, "stop": 0}), ("pieces", {"type": "WordPiece", "prefix": "##", "cleanup": False}),
                          ("pieces clean", {"type": "WordPiece", "prefix": "t", "cleanup": True}), ("suffix", {"type": "BPEDecoder", "suffix": "e"}),
                          ("ctc", {"type": "CTC", "pad_token": "<pad>", "word_delimiter_token": "|", "cleanup": True}), ("fuse", {"type": "Fuse"}),
                          ("meta", metaspace(add_prefix_space=False)), ("meta old", metaspace(add_prefix_space=True)),
                          ("meta both", metaspace(add_prefix_space=False, prepend_scheme="first")), ("bytes", level), ("nothing", sequence("decoders"))):
        out[f"decoded {name}"] = whole(text, decoder=decoder)
        if name.startswith("meta"):
            out[f"split {name}"] = whole(text, pre_tokenizer=decoder)
    for name, post in (("bert", bert("BertProcessing")), ("roberta", bert("RobertaProcessing", trim_offsets=True, add_prefix_space=True)),
                       ("bert short", bert("BertProcessing", sep=["</s>"])), ("bert text", bert("BertProcessing", cls=["<s>", "1"])),
                       ("bert big", bert("BertProcessing", cls=["<s>", 1 << 33])), ("bert flat", bert("BertProcessing", sep="</s>")),
                       ("no sequence", template([{"SpecialToken": {"id": "<s>", "type_id": 0}}], {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}})),
                       ("two sequences", template([{"Sequence": {"id": "A", "type_id": 0}}] * 2, {})), ("pair", template([{"Sequence": {"id": "B", "type_id": 0}}], {})),
                       ("no token", template([{"SpecialToken": {"id": "<z>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 1}}], {})),
                       ("other", {"type": "Nope"}), ("nothing", sequence("processors"))):
        out[f"post {name}"] = whole(text, post_processor=post)
    for name, model in (("one merge", dict(bare, merges=[])), ("unknown alone", dict(bare, unk_token="<nope>")), ("merge of three", dict(bare, merges=["t h e"])),
                        ("merge of one", dict(bare, merges=["the"])), ("merge list of one", dict(bare, merges=[["t"]])), ("merge of numbers", dict(bare, merges=[[1, 2]])),
                        ("mixed merges", dict(bare, merges=["t h", ["th", "e"]])), ("version", dict(bare, merges=["#version: 0.2", "t h"])), ("left", dict(bare, merges=[["Q", "h"]])),
                        ("right", dict(bare, merges=[["t", "Q"]])), ("result", dict(bare, merges=[["z", "q"]])), ("dropout 0", dict(bare, dropout=0)),
                        ("dropout 0.0", dict(bare, dropout=0.0)), ("dropout 1", dict(bare, dropout=1.0)), ("hole", dict(bare, vocab={**bare["vocab"], "far": 5000})),
                        ("huge", dict(bare, vocab={**bare["vocab"], "far": 4000000000})),
                        ("word", {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "a"}), ("prefix", dict(bare, continuing_subword_prefix="▁")),
                        ("suffix", dict(bare, end_of_word_suffix="e")), ("direct", dict(bare, ignore_merges=True)),
                        ("wide ids", dict(bare, vocab={**bare["vocab"], "t": 1048577, "h": 1048600, "th": 1048700}))):
        out[f"model {name}"] = whole(model, normalizer=META)
    out.update(others(text))
    return out


def show(text):
    """As token_probe writes a text."""
    return '"' + "".join(c if 0x20 <= ord(c) < 0x7f and c not in '"\\' else "\\u{%x}" % ord(c) for c in text) + '"'


def hashed(lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def reference(tree, texts=TEXTS, words=False):
    """What token_probe should print, with words as --words asks for; or None."""
    from tokenizers import Tokenizer
    lines = []
    try:
        tokenizer = Tokenizer.from_str(json.dumps(tree, ensure_ascii=False))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        for text in texts:
            made = tokenizer.encode(text, add_special_tokens=False)
            line = " ".join(f"{i}:{b}:{e}" + (f":{w}" if words else "") for i, (b, e), w in zip(made.ids, made.offsets, made.word_ids))
            lines.append(line + "\t" + show(tokenizer.decode(made.ids, skip_special_tokens=False)))
    except BaseException as error:  # a panic of the library is no Exception
        if isinstance(error, KeyboardInterrupt):
            raise
        return None
    return lines


def ours(probe, tree, path, *flags, texts=TEXTS):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(tree, file, ensure_ascii=False)
    done = subprocess.run([probe, path, *flags], input="".join(json.dumps(text) + "\n" for text in texts).encode(), capture_output=True, check=False)
    lines = done.stdout.decode().split("\n")[:-1]
    return (None if done.returncode == 1 or any(line.endswith("error") for line in lines) else lines), done.stderr.decode().strip()


def listed(name, names):
    return name in names or any(one.endswith("*") and name.startswith(one[:-1]) for one in names)


# A sample where starting a program takes long (scripts/portable): one row of so many.
EVERY = int(os.environ.get("CHATFMT_TEST_EVERY", "1"))


def answer(lines):
    return "refused" if lines is None else hashed(lines)


def show_both(texts, want, lines, complaint):
    refused = ["refused"] * len(texts)
    for text, a, b in zip(texts, want or refused, lines or refused):
        print(json.dumps(text), "" if a == b else "DIFFERENT", f"\n  want {a}\n  got  {b}")
    print(complaint)


def check(probe, path):
    with open(GOLDEN, encoding="utf-8") as file:
        want = dict(line.rsplit("\t", 1) for line in file.read().split("\n")[:-1])
    made, wrong = rows(), 0
    chosen = list(made)[::EVERY]
    for name in chosen:
        tree = made[name]
        lines, complaint = ours(probe, tree, path)
        got, expected = answer(lines), want.get(name)
        if listed(name, REFUSED_HERE):
            good = got == "refused" and (expected != got or name not in REFUSED_HERE)
        elif listed(name, ONLY_HERE):
            good = expected == "refused" and (expected != got or name not in ONLY_HERE)
        else:
            good = False
        good = good or got == expected and name not in REFUSED_HERE + ONLY_HERE
        if lines is not None and ours(probe, tree, path, "--compiled")[0] != lines:
            good, complaint = False, "the compiled form says something else"
        if not good:
            wrong += 1
            print(f"{name}: want {expected}, got {got} {complaint[:200]}")
    lost = [name for name in (*REFUSED_HERE, *ONLY_HERE, *want) if name not in made and not name.endswith("*")]
    print(f"parts: {len(chosen) - wrong} of {len(chosen)} rows as they should be, of {len(made)}", *lost[:5])
    return 0 if not wrong and not lost else 1


def main():
    if sys.argv[1].startswith("--"):
        environment.enter()
    if sys.argv[1] == "--update":
        with open(GOLDEN, "w", encoding="utf-8") as file:
            for name, tree in rows().items():
                file.write(f"{name}\t{answer(reference(tree))}\n")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tokenizer.json")
        if sys.argv[1] == "--show":
            tree = rows()[sys.argv[3]]
            show_both(TEXTS, reference(tree), *ours(sys.argv[2], tree, path))
            return 0
        return check(sys.argv[1], path)


if __name__ == "__main__":
    sys.exit(main())
