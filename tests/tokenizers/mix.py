#!/usr/bin/env python3
"""Random tokenizers, put together from every part that there is, on random texts.

usage: mix.py PROBE                     compare token_probe with mix.txt
       mix.py --update                  record mix.txt again from the reference (PyPI tokenizers)
       mix.py --compare PROBE SEED COUNT  COUNT others, compared with the reference at once
       mix.py --show PROBE NUMBER       what both say of one

mix.txt has a line for each number from 0 on: a hash over what token_probe prints for the texts of that number, or `refused` where the
reference panics, and nothing is compared. The compiled form must say the same. All but the first form need the virtual environment of tests/models/environment.py. What is left out,
since the reference leaves it to chance or panics (docs/compatibility.md): added tokens that become one text or none by normalising, and
expressions that match nothing in a Replace.
"""
import json
import os
import random
import sys
import tempfile

import make_strings
import parts
import synthetic
from synthetic import GPT2, LEVEL, metaspace, sequence, split, token

GOLDEN = os.path.join(parts.HERE, "mix.txt")
ROWS, TEXTS = 200, 20
BEHAVIORS = ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous")
STRINGS = (" ", "-", "▁", "the", "\n", "é", "日", "a", "  ")
SMALL = (r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+", r"\s+", r"\w+|[^\w\s]+", r"\d", r"\p{P}", r"\s+(?!\S)|\s+", "the|a+", "(?i:'s|'t)", r"\n+",
         r"[^\r\n]*\n", r"\p{L}\p{M}*", ".", "▁", " ")
LARGE = (synthetic.CL100K, synthetic.O200K, synthetic.TEKKEN, synthetic.QWEN35, synthetic.DEEPSEEK, r"[a-m]|-+|x*",
         r"'s|'t| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")
ADDED = ("<s>", "</s>", "<mask>", "<x>", "\n\n", "foo", "bar", "the", "Day", "<DAY>", "é", "日", " the", "the ", " ", "ſ", "▁a", "<|a|>",
         "<|a|><|b|>", "1", "..", "X", "İ")
ALONE = " éſİ"  # what another added token, or nothing, may become by normalising


class Maker:
    def __init__(self, seed):
        self.rng = random.Random(seed)

    def flag(self, share=0.5):
        return self.rng.random() < share

    def one(self, *choices):
        return self.rng.choice(choices)

    def normalizer(self):
        kind = self.rng.randrange(14)
        if kind < 4:
            return {"type": self.one("NFC", "NFD", "NFKC", "NFKD")}
        if kind < 6:
            return {"type": self.one("Lowercase", "StripAccents")}
        if kind == 6:
            return {"type": "Strip", "strip_left": self.flag(), "strip_right": self.flag()}
        if kind == 7:
            return {"type": "Prepend", "prepend": self.one("▁", " ", "the", "é")}
        if kind == 8:
            return {"type": "Replace", "pattern": {"String": self.one(*STRINGS)}, "content": self.one("▁", "", " ", "xy", "日")}
        if kind == 9:
            return {"type": "Replace", "pattern": {"Regex": self.one(*SMALL)}, "content": self.one("▁", "", " ", "xy", "日")}
        if kind == 10:
            return {"type": "Nmt"}
        if kind == 11:
            return {"type": "Precompiled", "precompiled_charsmap": MAP}
        if kind == 12:
            return synthetic.bert(clean_text=self.flag(), handle_chinese_chars=self.flag(), lowercase=self.flag(),
                                  strip_accents=self.one(None, True, False))
        return {"type": "ByteLevel"}

    def pre_tokenizer(self):
        kind = self.rng.randrange(15)
        if kind < 4:
            return split(regex=self.one(*SMALL, *LARGE), behavior=self.one(*BEHAVIORS), invert=self.flag(0.25))
        if kind == 4:
            return split(string=self.one(*STRINGS), behavior=self.one(*BEHAVIORS), invert=self.flag(0.25))
        if kind == 5:
            return {"type": "Digits", "individual_digits": self.flag()}
        if kind == 6:
            return {"type": "Punctuation", "behavior": self.one(*BEHAVIORS)}
        if kind == 7:
            return metaspace(prepend_scheme=self.one("always", "first", "never"), split=self.flag())
        if kind == 8:
            return {"type": self.one("Whitespace", "WhitespaceSplit", "BertPreTokenizer")}
        if kind == 9:
            return {"type": "CharDelimiterSplit", "delimiter": self.one(*"- é▁")}
        if kind == 10:
            return {"type": "UnicodeScripts"}
        if kind == 11:
            return {"type": "FixedLength", "length": self.one(1, 2, 5, 40, 2 ** 63, 2 ** 64 - 1)}
        return dict(GPT2, add_prefix_space=self.flag(0.4), trim_offsets=self.flag(), use_regex=self.flag())

    def decoder(self):
        kind = self.rng.randrange(11)
        if kind == 0:
            return {"type": "Replace", "pattern": {"String": self.one(*STRINGS)}, "content": self.one(" ", "", "x")}
        if kind < 3:
            return {"type": self.one("ByteFallback", "Fuse")}
        if kind == 3:
            return {"type": "Strip", "content": self.one(*" eé▁"), "start": self.rng.randrange(3), "stop": self.rng.randrange(3)}
        if kind == 4:
            return metaspace(prepend_scheme=self.one("always", "first", "never"), split=self.flag())
        if kind == 5:
            return {"type": "WordPiece", "prefix": self.one("##", "t", "▁"), "cleanup": self.flag()}
        if kind == 6:
            return {"type": "BPEDecoder", "suffix": self.one("</w>", "e")}
        if kind == 7:
            return {"type": "CTC", "pad_token": self.one("the", "t"), "word_delimiter_token": self.one("|", "▁"), "cleanup": self.flag()}
        return dict(GPT2, add_prefix_space=True)

    def some(self, name, make, most):
        count = self.rng.randrange(most + 1)
        if count == 0:
            return None
        return make() if count == 1 and self.flag(0.7) else sequence(name, *[make() for _ in range(count)])

    def added(self, normalizer, vocab):
        made = []
        changes = json.dumps(normalizer)
        normalized = "Regex" not in changes and "Strip" not in changes and '"content": ""' not in changes
        normalized &= not any(name in changes for name in ("Nmt", "Precompiled", "Bert"))
        vocab = vocab if isinstance(vocab, dict) else {text: i for i, (text, _) in enumerate(vocab)}
        for text in self.rng.sample(ADDED, self.one(0, 0, 2, 5, 10)):
            flags = {name: self.flag(0.25) for name in ("single_word", "lstrip", "rstrip", "normalized")}
            flags["normalized"] &= text not in ALONE and (normalized or not made)
            made.append(token(text, special=self.flag(), **flags))
        for i, one in enumerate(made):
            one["id"] = vocab.get(one["content"], len(vocab) + i)
        return made

    def tokenizer(self):
        model = dict(self.one(*MODELS))
        for name, share in (("ignore_merges", 0.3), ("fuse_unk", 0.3), ("byte_fallback", 0.2)):
            if self.flag(share) and model["type"] == "BPE":
                model[name] = self.flag()
        normalizer = self.some("normalizers", self.normalizer, 3)
        pre_tokenizer = self.some("pretokenizers", self.pre_tokenizer, 3)
        if pre_tokenizer is None and self.flag():
            pre_tokenizer = sequence("pretokenizers", self.pre_tokenizer(), LEVEL)
        trim = dict(GPT2, add_prefix_space=self.flag(), trim_offsets=self.flag(0.7)) if self.flag(0.4) else None
        return parts.whole(model, normalizer=normalizer, pre_tokenizer=pre_tokenizer, post_processor=trim,
                           added_tokens=self.added(normalizer, model["vocab"]), decoder=self.some("decoders", self.decoder, 4))

    def texts(self, tree):
        added = [one["content"] for one in tree["added_tokens"]]
        return [self.one(*synthetic.TEXTS) for _ in range(TEXTS // 4)] + [
            make_strings.make(self.rng, added) for _ in range(TEXTS - TEXTS // 4)]


MAP = synthetic.charsmap(synthetic.RULES)
MODELS = [model for model, _ in synthetic.tokenizers().values()]


def case(seed):
    maker = Maker(seed)
    tree = maker.tokenizer()
    return tree, maker.texts(tree)


def both(probe, tree, path, texts):
    """What the probe says, of the file and of its compiled form; None where it refuses; and its complaint."""
    lines, complaint = parts.ours(probe, tree, path, "--words", texts=texts)
    same = lines is None or parts.ours(probe, tree, path, "--words", "--compiled", texts=texts)[0] == lines
    return (lines, complaint) if same else ([], "the compiled form says something else")


def check(probe, path):
    with open(GOLDEN, encoding="utf-8") as file:
        want = file.read().split()
    wrong = 0
    chosen = list(enumerate(want))[::parts.EVERY]
    for number, expected in chosen:
        tree, texts = case(number)
        lines, complaint = both(probe, tree, path, texts)
        if expected != "refused" and parts.answer(lines) != expected:
            wrong += 1
            print(f"{number}: want {expected}, got {parts.answer(lines)} {complaint[:200]}")
    print(f"mix: {len(chosen) - wrong} of {len(chosen)} tokenizers say what the reference says, of {len(want)}")
    return 1 if wrong or len(want) < ROWS else 0


def compare(probe, path, seed, count):
    wrong = refused = 0
    for number in range(count):
        tree, texts = case(f"{seed}:{number}")
        want = parts.reference(tree, texts, True)
        lines, complaint = both(probe, tree, path, texts)
        if want is None:
            refused += 1
        elif lines != want:
            wrong += 1
            text, a, b = next(((t, a, b) for t, a, b in zip(texts, want, lines or [complaint] * TEXTS) if a != b), ("", "", complaint))
            shown = {k: v for k, v in tree.items() if k != "model"}
            print(f"{seed}:{number}: {json.dumps(shown, ensure_ascii=False)[:1500]}\n  {json.dumps(text)}\n  want {a[:300]}\n  got  {b[:300]}")
    print(f"mix: {count - wrong - refused} of {count} tokenizers say what the reference says, {wrong} do not; the reference refuses {refused}")
    return 1 if wrong else 0


def main():
    if sys.argv[1].startswith("--"):
        parts.environment.enter()
    if sys.argv[1] == "--update":
        with open(GOLDEN, "w", encoding="utf-8") as file:
            for number in range(ROWS):
                file.write(parts.answer(parts.reference(*case(number), True)) + "\n")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tokenizer.json")
        if sys.argv[1] == "--compare":
            return compare(sys.argv[2], path, sys.argv[3], int(sys.argv[4]))
        if sys.argv[1] == "--show":
            tree, texts = case(int(sys.argv[3]))
            parts.show_both(texts, parts.reference(tree, texts, True), *both(sys.argv[2], tree, path, texts))
            return 0
        return check(sys.argv[1], path)


if __name__ == "__main__":
    sys.exit(main())
