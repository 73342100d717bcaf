#!/usr/bin/env python3
"""Added tokens of all kinds in texts full of them, compared with the reference (PyPI tokenizers) at once.

usage: added.py PROBE SEED TOKENIZERS TEXTS [TOKENIZER.json…]

TOKENIZERS made ones, whose tokens begin, end and overlap each other, and the given ones, with TEXTS texts each. Needs the virtual
environment of tests/models/environment.py; status 77 without it.
"""
import json
import os
import random
import sys
import tempfile

import parts
from synthetic import GPT2, metaspace, token

LETTERS = ("a", "a", "a", "b", "b", " ", " ", "\n", "\u00a0", "é", "<", "_", "日")
NORMALIZERS = (None, None, {"type": "NFC"}, {"type": "Lowercase"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
               {"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": "b"}, "content": "bab"})


def text_of(rng, letters, most):
    return "".join(rng.choice(letters) for _ in range(rng.randint(1, most)))


def contents(rng):
    """Texts of which many begin, end or hold another."""
    letters = LETTERS[:rng.choice((2, 4, 6, 8, 13))]
    made = [text_of(rng, letters, 6)]
    for _ in range(rng.choice((1, 3, 8, 14))):
        other, more = rng.choice(made), text_of(rng, letters, 4)
        made.append(rng.choice((more, other + more, more + other, more + other + more, other[:rng.randint(1, len(other))],
                                other[rng.randint(0, len(other) - 1):], other * 2)))
    return list(dict.fromkeys(made)), letters


def make(rng):
    texts, letters = contents(rng)
    share = rng.choice((0, 0.1, 0.4))
    added = [token(text, special=rng.random() < 0.5, **{flag: rng.random() < share for flag in ("single_word", "lstrip", "rstrip", "normalized")})
             for text in texts]
    vocab = {c: i for i, c in enumerate(dict.fromkeys((*LETTERS, "▁", "ab", "aa", "  ", *texts[:rng.choice((0, 0, 2))])))}
    for i, one in enumerate(added):
        one["id"] = vocab.get(one["content"], len(vocab) + i)
    level = rng.choice((None, None, dict(GPT2, add_prefix_space=False), metaspace(prepend_scheme=rng.choice(("always", "first", "never")), split=True)))
    tree = parts.whole({"type": "BPE", "vocab": vocab, "merges": [["a", "b"], ["a", "a"], [" ", " "]]}, normalizer=rng.choice(NORMALIZERS),
                       pre_tokenizer=level, post_processor=dict(GPT2, add_prefix_space=False) if rng.random() < 0.2 else None,
                       added_tokens=added)
    return tree, texts, letters


def dense(rng, added, letters):
    made = []
    for _ in range(rng.choice((2, 5, 12, 30))):
        pick = rng.random()
        one = rng.choice(added)
        made.append(one if pick < 0.5 else one[:rng.randint(0, len(one))] if pick < 0.6 else one[rng.randint(0, len(one)):] if pick < 0.7
                    else rng.choice((" ", "  ", "\n", "\t ", "\u3000")) if pick < 0.85 else text_of(rng, letters, 3))
    return "".join(made)


def compare(probe, path, name, tree, texts):
    """How many of the texts differ; None when the reference refuses the tokenizer."""
    want = parts.reference(tree, texts)
    if want is None:
        return None
    wrong = 0
    for flags in ((), ("--compiled",)):
        lines, complaint = parts.ours(probe, tree, path, *flags, texts=texts)
        for text, a, b in zip(texts, want, lines or [complaint] * len(texts)):
            wrong += a != b
            if a != b and wrong < 3:
                print(f"{name} {flags}: {json.dumps(tree['added_tokens'][:20])}\n  {json.dumps(text)}\n  want {a[:300]}\n  got  {b[:300]}")
    return wrong


def main():
    parts.environment.enter()
    probe, seed, tokenizers, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    total = wrong = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tokenizer.json")
        for number in range(tokenizers + len(sys.argv) - 5):
            rng = random.Random(f"{seed}:{number}")
            if number < tokenizers:
                tree, added, letters = make(rng)
            else:
                with open(sys.argv[5 + number - tokenizers], encoding="utf-8") as file:
                    tree = json.load(file)
                added, letters = [one["content"] for one in tree["added_tokens"]], LETTERS
            found = compare(probe, path, f"{seed}:{number}", tree, [dense(rng, added, letters) for _ in range(count)])
            if found is None:
                refused += 1
            else:
                total, wrong = total + count, wrong + found
    print(f"added: {total} texts, {wrong} differ; the reference refuses {refused} tokenizers")
    return 1 if wrong or not total else 0


if __name__ == "__main__":
    sys.exit(main())
