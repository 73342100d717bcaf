#!/usr/bin/env python3
"""Small tokenizers that use every part of tokenizer.json, and the texts they are tried on.

usage: synthetic.py FOLDER        writes FOLDER/NAME.json for every row of TOKENIZERS

Vocabularies are learned here from a few lines of text, so nothing is taken from anybody's model.
"""
import base64
import collections
import json
import os
import struct
import sys

CORPUS = """the quick brown fox jumps over the lazy dog. The tokenizer that the other theory uses is
there; we've seen it, they're here, I'm not, don't. 1234 12 99 100 2024-05-06 3.14 naïve café résumé
Hello hello HELLO world World iPhone camelCase snake_case x = y + z; if (a == b) { return c; }
привет мир 你好 世界 日本語 カタカナ é è ñ ü ß ½ ² Ⅷ … “quoted” ’s the the the and and of of to to in in
    indented    text\n\nwith lines\tand tabs\n""" * 3

TEXTS = [
    "", " ", "  ", "\n", " \n ", "a", "the", " the", "the the", "  the  the ", "\tthe\n\nthe \r\n the\r",
    "Hello world", "hello, WORLD! don't WE'LL i'M they'Re 'ſo we'ſ ’s", "1234567 12 ½² Ⅷ १२३४ 3.14-15",
    "naïve cafe\u0301 e\u0301\u0323 \u1e9b\u0323 \u212b \u2126 \uac01 \u1100\u1161\u11a8 \ufb01 \u0344",
    "日本語カタカナひら 你好123世界 абв", "-the-final--countdown-", "--", "a-", "-a", "x--y---z",
    "<s>the</s>", "<s><s>the", " <s> the </s> x", "the <mask> the", "the<mask>the", " <mask>  <mask> ",
    "foo<x>\n\nbar", "a<x>\n\nb<x>  \n\n", "xfoobar foobar foo bar foo_bar foo\u0301 (foo)",
    "<tool>{\"a\": 1}</tool><tool>", "<|a|><|b|> <|a|> <|a|", "Day day DAY monday <DAY>",
    "▁the▁ the ▁▁ x▁", "<0x41> <0xE2> <unk>", "日éa é日a 日日a a日", "👍🏽 👨‍👩‍👧 🇩🇪 \U0010ffff \u0378\ufeff\u200b",
    "\u00a0the\u3000the\u2003 the\u0085the\u180ethe", "if (a == b) { return c; }  // ok\n\tx += 1;\n\n\n  y",
    "iPhone XMLHttp aB Ab ABc ǅx \u0301a a\u0301B", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "the" * 40, "\x00\x01\x1f\x7f", "....!!!???,,, a.b,c", "\u0301\u0316\u0327 \u0345\u0301",
    "İstanbul ΑΣ ςΣ ẞ ŉ", "a\nb\rc\r\nd\u2028e", "日" * 30 + "本" * 3,
]


def byte_characters():
    printable = list(range(33, 127)) + list(range(161, 173)) + list(range(174, 256))
    table, extra = {}, 256
    for byte in range(256):
        if byte in printable:
            table[byte] = chr(byte)
        else:
            table[byte] = chr(extra)
            extra += 1
    return table


def learn(words, symbols, count):
    """Plain BPE over `words` (lists of symbols with a count): vocabulary and merges."""
    vocab = {s: i for i, s in enumerate(symbols)}
    merges = []
    words = [(list(w), n) for w, n in words.items()]
    for _ in range(count):
        pairs = collections.Counter()
        for word, times in words:
            for pair in zip(word, word[1:]):
                pairs[pair] += times
        if not pairs:
            break
        best = max(pairs, key=lambda p: (pairs[p], p))
        merges.append(list(best))
        vocab.setdefault(best[0] + best[1], len(vocab))
        for word, _ in words:
            at = 0
            while at + 1 < len(word):
                if (word[at], word[at + 1]) == best:
                    word[at:at + 2] = [best[0] + best[1]]
                at += 1
    return vocab, merges


def byte_model():
    table = byte_characters()
    words = collections.Counter()
    for piece in CORPUS.replace("\n", " \n").split(" "):
        words[tuple(table[b] for b in (" " + piece).encode())] += 1
    vocab, merges = learn(words, sorted(table.values()), 220)
    return {"type": "BPE", "vocab": vocab, "merges": merges}


def text_model(fallback):
    words = collections.Counter("▁" + w for w in CORPUS.split())
    symbols = ["<unk>", "<s>", "</s>"] + ["<0x%02X>" % b for b in fallback]
    characters = sorted({c for w in words for c in w if c not in "日éß½"} | {"\n", " ", "-"})
    words = {tuple(c for c in w if c in characters): n for w, n in words.items()}
    vocab, merges = learn(words, symbols + characters, 200)
    return {"type": "BPE", "unk_token": "<unk>", "byte_fallback": bool(fallback), "fuse_unk": True,
            "vocab": vocab, "merges": [" ".join(m) for m in merges]}


def charsmap(rules):
    """SentencePiece's map of characters: a double array of what is replaced, and the texts."""
    trie, texts, values = {}, b"", {}
    for key, text in rules.items():
        values[key] = len(texts)
        texts += text.encode() + b"\0"
        node = trie
        for byte in key.encode():
            node = node.setdefault(byte, {})
        node[0] = key
    units, bases = {0: 0}, set()

    def place(node, at, label):
        base = next(b for b in range(1, 1 << 20) if b not in bases and all(b ^ byte not in units for byte in node))
        bases.add(base)
        units.update({base ^ byte: 0 for byte in node})
        units[at] = label | (at ^ base) << 10 | (256 if 0 in node else 0)
        for byte, child in node.items():
            if byte:
                place(child, base ^ byte, byte)
            else:
                units[base] = 1 << 31 | values[child]

    place(trie, 0, 0)
    raw = b"".join(struct.pack("<I", units.get(i, 1 << 31)) for i in range((max(units) | 255) + 1))
    return base64.b64encode(struct.pack("<I", len(raw)) + raw + texts).decode()


RULES = {"\u3000": " ", "\u00a0": " ", "\t": " ", "\n": " ", "\r": "", "\r\n": " ", "\u2028": " ", "\x01": "",
         "\u200b": "", "\ufb01": "fi", "\u00bd": "1\u20442", "\u2026": "...", "e\u0301": "\u00e9", "\u0301": "'", "A\u030a": "\u00c5",
         "\u212b": "\u00c5", "\uff21": "A", "\u2167": "VIII", "\u1e9b\u0323": "\u1e69", "\u0958": "\u0915\u093c", "\u00ae": "(R)",
         "\U0001f1e9": "D", "x": "ks", "\u0130": "i\u0307"}


def unigram_model(**options):
    """Pieces of the corpus by how often they are there, with ties, and one text twice."""
    counts = collections.Counter()
    for word in ("\u2581" + w for w in CORPUS.split()):
        for begin in range(len(word)):
            for end in range(begin + 1, min(len(word), begin + 6) + 1):
                counts[word[begin:end]] += 1
    pieces = sorted((p for p in counts if len(p) == 1 and p not in "日éß½zq" or len(p) > 1 and counts[p] > 3))
    vocab = [["<unk>", 0.0], ["<s>", 0], ["</s>", 0.0]]
    vocab += [[p, round(-12 + 0.25 * min(len(p) * counts[p] ** 0.5, 40), 3)] for p in pieces]
    return {"type": "Unigram", "unk_id": 0, "vocab": vocab + [["the", -1.5]], **options}


def word_pieces(**options):
    words = collections.Counter("".join(c if c.isalnum() else " " for c in CORPUS.lower()).split())
    parts = collections.Counter()
    for word in words:
        for begin in range(len(word)):
            for end in range(begin + 1, len(word) + 1):
                parts[("##" if begin else "") + word[begin:end]] += 1
    texts = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + list("!\"'(),-./:;<=>?|") + sorted(
        p for p in parts if len(p.lstrip("#")) == 1 or parts[p] > 2)
    return {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
            "vocab": {text: i for i, text in enumerate(dict.fromkeys(texts))}, **options}


def words_model():
    words = ["<unk>"] + sorted(set(CORPUS.split()) - {"over", "lazy", "世界"}) + ["the quick"]
    return {"type": "WordLevel", "unk_token": "<unk>", "vocab": {word: i for i, word in enumerate(words)}}


def bert(**options):
    return {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True,
            **options}


def template(before, after, ids):
    """before $A after, before $A after $B after."""
    def special(name):
        return {"SpecialToken": {"id": name, "type_id": 0}}

    texts = [{"Sequence": {"id": name, "type_id": i}} for i, name in enumerate("AB")]
    single = [special(before), texts[0], special(after)]
    return {"type": "TemplateProcessing", "single": single, "pair": single + [texts[1], special(after)],
            "special_tokens": {name: {"id": name, "ids": [ids[name]], "tokens": [name]} for name in (before, after)}}


def more_models():
    """Unigram, WordPiece, WordLevel, and the normalizers and splits that usually come with them."""
    unigram, fallback = unigram_model(), unigram_model(byte_fallback=True)
    fallback["vocab"] = fallback["vocab"] + [["<0x%02X>" % b, -3.0] for b in range(256)]
    holes = dict(fallback, vocab=[row for row in fallback["vocab"] if row[0] != "<0x97>"])
    pieces, words = word_pieces(), words_model()
    ids = pieces["vocab"]
    marks = [dict(token(text), id=ids[text]) for text in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")]
    marks[-1]["lstrip"] = True
    mapped = {"type": "Precompiled", "precompiled_charsmap": charsmap(RULES)}
    extra = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
    meta = metaspace(prepend_scheme="always", split=True)
    specials = [dict(token(text), id=i) for i, text in enumerate(("<unk>", "<s>", "</s>"))]
    bert_parts = {"pre_tokenizer": {"type": "BertPreTokenizer"}, "added_tokens": marks,
                  "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
                  "post_processor": template("[CLS]", "[SEP]", ids)}
    out = {
        "unigram": (unigram, {"pre_tokenizer": meta, "decoder": meta, "added_tokens": specials + FLAGS}),
        "unigram_whole": (unigram, {"normalizer": sequence("normalizers", PREPEND, META)}),
        "unigram_t5": (unigram, {"normalizer": mapped, "decoder": meta, "added_tokens": specials, "pre_tokenizer": sequence(
            "pretokenizers", {"type": "WhitespaceSplit"}, meta)}),
        "unigram_albert": (unigram, {"normalizer": sequence("normalizers", split_replace("``", '"'), {"type": "NFKD"},
                                                            {"type": "StripAccents"}, {"type": "Lowercase"}, mapped, extra),
                                     "pre_tokenizer": meta, "decoder": meta, "added_tokens": specials}),
        "unigram_bytes": (fallback, {"normalizer": META, "decoder": SPM_DECODER, "added_tokens": specials + FLAGS}),
        "unigram_holes": (holes, {"normalizer": sequence("normalizers", {"type": "Nmt"}, META), "decoder": SPM_DECODER}),
        "unigram_scripts": (unigram, {"pre_tokenizer": {"type": "UnicodeScripts"}}),
        "bert": (pieces, dict(bert_parts, normalizer=bert())),
        "bert_cased": (pieces, dict(bert_parts, normalizer=bert(lowercase=False, strip_accents=False))),
        "bert_accents": (pieces, dict(bert_parts, normalizer=bert(lowercase=False, strip_accents=True, clean_text=False),
                                      post_processor={"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]})),
        "bert_bare": (word_pieces(continuing_subword_prefix="", max_input_chars_per_word=12),
                      {"normalizer": bert(handle_chinese_chars=False), "pre_tokenizer": {"type": "WhitespaceSplit"}}),
        "bert_marked": (pieces, {"normalizer": sequence("normalizers", {"type": "Nmt"}, mapped, bert()),
                                 "pre_tokenizer": {"type": "Whitespace"}}),
        "level": (words, {"pre_tokenizer": {"type": "WhitespaceSplit"}, "added_tokens": FLAGS}),
        "level_punctuation": (words, {"normalizer": mapped, "pre_tokenizer": sequence(
            "pretokenizers", {"type": "Punctuation"}, {"type": "Digits", "individual_digits": True}, {"type": "Whitespace"}),
            "decoder": {"type": "CTC", "pad_token": "the", "word_delimiter_token": "|", "cleanup": True}}),
    }
    for length in (1, 3):
        out[f"length_{length}"] = (pieces, {"pre_tokenizer": {"type": "FixedLength", "length": length}, "normalizer": bert()})
    return out


def split_replace(text, content):
    return {"type": "Replace", "pattern": {"String": text}, "content": content}


def token(content, **flags):
    return {"id": 0, "content": content, "single_word": False, "lstrip": False, "rstrip": False,
            "normalized": False, "special": True, **flags}


def split(regex=None, string=None, behavior="Isolated", invert=False):
    return {"type": "Split", "pattern": {"String": string} if string else {"Regex": regex},
            "behavior": behavior, "invert": invert}


def sequence(name, *parts):
    return {"type": "Sequence", name: list(parts)}


TAIL = r"\s*[\r\n]+|\s+(?!\S)|\s+"
CL100K = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|"
          r" ?[^\s\p{L}\p{N}]+[\r\n]*|" + TAIL)
UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
CASED = (r"[^\r\n\p{L}\p{N}]?" + UPPER + "*" + LOWER + "+%s|" +
         r"[^\r\n\p{L}\p{N}]?" + UPPER + "+" + LOWER + "*%s|")
SHORT = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
O200K = CASED % (SHORT, SHORT) + r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|" + TAIL
TEKKEN = CASED % ("", "") + r"\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|" + TAIL
QWEN35 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}|"
          r" ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|" + TAIL)
DEEPSEEK = (r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+|"""
            r" ?[\p{P}\p{S}]+[\r\n]*|" + TAIL)
LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
GPT2 = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
PREPEND = {"type": "Prepend", "prepend": "▁"}
META = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
SPM_DECODER = sequence("decoders", {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
                       {"type": "ByteFallback"}, {"type": "Fuse"},
                       {"type": "Strip", "content": " ", "start": 1, "stop": 0})
FLAGS = [token("<s>"), token("</s>", normalized=True), token("<mask>", lstrip=True),
         token("<x>", rstrip=True), token("\n\n", special=False),
         token("foo", single_word=True, special=False), token("bar", special=False),
         token("<tool>", special=False), token("<|a|>"), token("<|a|><|b|>"),
         token("Day", normalized=True, special=False), token("<DAY>"), token("the", special=False)]
BYTES = range(256)
SOME = (0xC3, 0xA9, 0xE6, 0x97)


def metaspace(**options):
    return {"type": "Metaspace", "replacement": "▁", **options}


def tokenizers():
    byte, text, partial, bare = byte_model(), text_model(BYTES), text_model(SOME), text_model(())
    unknown = dict(bare, unk_token=None)
    clip = text_model(())
    clip["vocab"].update({c + "</w>": len(clip["vocab"]) + i for i, c in enumerate("abcdefgxyz.")})
    clip["vocab"].update({"the</w>": len(clip["vocab"])})
    clip["merges"].append("t he</w>") if "he</w>" in clip["vocab"] else None
    clip["end_of_word_suffix"] = "</w>"
    piece = {"type": "BPE", "unk_token": "[U]", "continuing_subword_prefix": "##", "merges":
             ["t ##h", "th ##e", "##o ##o", "##o ##g"], "vocab": {w: i for i, w in enumerate(
                 ["[U]", "t", "##h", "th", "##e", "the", "##o", "##oo", "##g", "##og", "a", "##a"])}}
    twice = dict(byte, merges=byte["merges"] + byte["merges"][:20])
    out = {
        "gpt2": (byte, {"pre_tokenizer": GPT2, "post_processor": dict(GPT2, trim_offsets=True)}),
        "gpt2_prefix": (byte, {"pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": True,
                                                 "trim_offsets": True},
                               "post_processor": {"type": "ByteLevel", "add_prefix_space": True,
                                                  "trim_offsets": True}}),
        "no_pre_tokenizer": (byte, {}),
        "twice": (twice, {"pre_tokenizer": GPT2}),
        "falcon": (byte, {"pre_tokenizer": sequence(
            "pretokenizers", {"type": "Punctuation", "behavior": "Contiguous"}, GPT2,
            {"type": "Digits", "individual_digits": False},
            split(regex="[0-9][0-9][0-9]", behavior="Isolated"))}),
        "digits": (byte, {"pre_tokenizer": sequence(
            "pretokenizers", {"type": "Digits", "individual_digits": True}, GPT2)}),
        "prefix_late": (byte, {"pre_tokenizer": sequence(
            "pretokenizers", {"type": "Digits", "individual_digits": False},
            {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True})}),
        "nfc_added": (byte, {"normalizer": {"type": "NFC"}, "added_tokens": FLAGS, "pre_tokenizer":
                             sequence("pretokenizers", split(CL100K), LEVEL)}),
        "cl100k_direct": (dict(byte, ignore_merges=True),
                          {"pre_tokenizer": sequence("pretokenizers", split(CL100K), LEVEL)}),
        "cl100k_removed": (byte, {"pre_tokenizer": sequence(
            "pretokenizers", split(CL100K, behavior="Removed", invert=True), LEVEL)}),
        "byte_normalizer": (byte, {"normalizer": {"type": "ByteLevel"}, "added_tokens": FLAGS}),
        "deepseek": (byte, {"added_tokens": FLAGS, "pre_tokenizer": sequence(
            "pretokenizers", split(r"\p{N}{1,3}"), split("[一-龥぀-ゟ゠-ヿ]+"), split(DEEPSEEK), LEVEL)}),
        "llama": (text, {"normalizer": sequence("normalizers", PREPEND, META),
                         "added_tokens": FLAGS, "decoder": SPM_DECODER}),
        "gemma": (text, {"normalizer": META, "added_tokens": FLAGS, "decoder": SPM_DECODER,
                         "pre_tokenizer": split(string=" ", behavior="MergedWithPrevious")}),
        "partial_bytes": (partial, {"normalizer": sequence("normalizers", PREPEND, META),
                                    "decoder": SPM_DECODER}),
        "unknown_fused": (bare, {"normalizer": META}),
        "unknown_apart": (dict(bare, fuse_unk=False), {"normalizer": META}),
        "dropped": (unknown, {"normalizer": META}),
        "clip": (clip, {"normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"},
                        "decoder": {"type": "BPEDecoder", "suffix": "</w>"}}),
        "pieces": (piece, {"pre_tokenizer": {"type": "BertPreTokenizer"},
                           "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True}}),
        "delimiter": (bare, {"pre_tokenizer": {"type": "CharDelimiterSplit", "delimiter": "-"}}),
        "white": (bare, {"pre_tokenizer": {"type": "WhitespaceSplit"}}),
        "replace_regex": (text, {"normalizer": {"type": "Replace", "pattern": {"Regex": r"\s+|x*"},
                                                "content": "▁"}}),
    }
    for name, regex in (("o200k", O200K), ("tekken", TEKKEN), ("qwen35", QWEN35),
                        ("by_pattern", r"\w+|[^\w\s]+\s?|\s+(?=\S)|\s"), ("lines", r"^.*$|\s"),
                        ("words", r"\b\w+\b"), ("anything", r"(?i:the|a)?"), ("marks", r"\P{M}\p{M}*")):
        out[name] = (byte, {"pre_tokenizer": sequence("pretokenizers", split(regex), LEVEL)})
    for scheme in ("always", "first", "never"):
        for splits in (True, False):
            part = metaspace(prepend_scheme=scheme, split=splits)
            out[f"metaspace_{scheme}_{splits}".lower()] = (
                text, {"pre_tokenizer": part, "decoder": part, "added_tokens": FLAGS})
    for behavior in ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"):
        for invert in (False, True):
            out[f"split_{behavior}_{invert}".lower()] = (
                bare, {"pre_tokenizer": split(string="-", behavior=behavior, invert=invert)})
        out[f"regex_{behavior}".lower()] = (
            bare, {"pre_tokenizer": split(regex=r"[a-m]|-+|x*", behavior=behavior)})
        out[f"punctuation_{behavior}".lower()] = (
            bare, {"pre_tokenizer": {"type": "Punctuation", "behavior": behavior}})
    for form in ("NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents"):
        out[f"form_{form}".lower()] = (text, {"normalizer": {"type": form}, "added_tokens": FLAGS})
    out["strip"] = (text, {"added_tokens": FLAGS, "normalizer": sequence(
        "normalizers", {"type": "Strip", "strip_left": True, "strip_right": True},
        {"type": "NFD"}, {"type": "StripAccents"}, {"type": "Lowercase"})})
    out.update(more_models())
    return out


def write(folder, made=None):
    names = []
    for name, (model, parts) in (tokenizers() if made is None else made).items():
        whole = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [],
                 "normalizer": None, "pre_tokenizer": None, "post_processor": None,
                 "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True}
                 if model["type"] == "BPE" and "<unk>" not in model["vocab"] else None, **parts}
        whole["model"] = model if model["type"] != "BPE" else {
            "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
            "end_of_word_suffix": None, "fuse_unk": False, **model}
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(whole, file, ensure_ascii=False)
        names.append(name)
    return names


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    write(sys.argv[1])
