#!/usr/bin/env python3
"""Truncation and padding against the reference, recorded in lengths.txt.

usage: lengths.py PROBE         compare length_probe with lengths.txt
       lengths.py --update      record it again (needs PyPI's tokenizers 0.23.3)

Each request is a text, whether special tokens are added, and the arguments of enable_truncation()
and enable_padding(), drawn at random but always the same; some files bring their own.
"""
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile

import synthetic

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "lengths.txt")
HEADER = "# PyPI tokenizers 0.23.3 on the requests of lengths.py; made by lengths.py --update\n"


def special(name, kind=0):
    return {"SpecialToken": {"id": name, "type_id": kind}}


def template(single, ids):
    return {"type": "TemplateProcessing", "single": single, "pair": single + [
        {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {n: {"id": n, "ids": i, "tokens": [n] * len(i)} for n, i in ids.items()}}


TEXT = {"Sequence": {"id": "A", "type_id": 2}}
TRIM = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
POSTS = {
    "none": None,
    "trim": TRIM,
    "bos": template([special("<s>", 1), TEXT], {"<s>": [1]}),
    "both": {"type": "Sequence", "processors": [
        TRIM, template([special("<s>"), TEXT, special("</s>", 3)], {"<s>": [1], "</s>": [2, 5]})]},
    "bert": {"type": "BertProcessing", "sep": ["</s>", 2], "cls": ["<s>", 1]},
}
OWN = {
    "plain": (None, None),
    "own": ({"direction": "Left", "max_length": 7, "strategy": "LongestFirst", "stride": 2},
            {"strategy": {"Fixed": 9}, "direction": "Left", "pad_to_multiple_of": 4, "pad_id": 6,
             "pad_type_id": 3, "pad_token": "<p>"}),
    "first": ({"max_length": 5, "strategy": "OnlyFirst", "stride": 0},
              {"strategy": "BatchLongest", "direction": "Right", "pad_to_multiple_of": None, "pad_id": 0,
               "pad_type_id": 0, "pad_token": "[PAD]"}),
}
STRATEGIES = ["longest_first", "only_first", "only_second"]


def files(folder, models=("cl100k_direct", "llama"), posts=None):
    """Tokenizers of each of these models with each post-processor, truncation and padding."""
    base = os.path.join(folder, "base")
    os.makedirs(base)
    synthetic.write(base)
    for name in models:
        for post, part in (posts or POSTS).items():
            for own, (truncation, padding) in OWN.items():
                with open(os.path.join(base, name + ".json"), encoding="utf-8") as file:
                    whole = json.load(file)
                whole.update(post_processor=part, truncation=truncation, padding=padding)
                path = os.path.join(folder, f"{name}_{post}_{own}.json")
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(whole, file)
                yield path


def requests(number):
    rng = random.Random(number)
    for _ in range(60):
        words = [rng.choice(["the", " the", " fox", " é", "日", "  ", "\n", " jumps over", "1234"])
                 for _ in range(rng.randint(0, 12))]
        flags = rng.choice([-1, rng.randrange(16), rng.randrange(16), 1, 5])
        most = rng.choice([0, 1, 2, 3, 4, 5, 7, 10, 50])
        yield ["".join(words), rng.randrange(2), flags, rng.choice([0, 0, 0, 1, 2]), most,
               rng.choice([0, 0, 1, 2, 3, most // 2]), rng.choice([0, 0, 5, 12, 20]),
               rng.choice([0, 0, 1, 4, 8]), rng.randrange(300), rng.randrange(3)]


def enable(tokenizer, how):
    """Truncation and padding as a request says; flags below 0: as the file does."""
    flags, strategy, most, stride, length, multiple, pad_id, pad_type = how
    if flags < 0:
        return
    tokenizer.no_truncation()
    tokenizer.no_padding()
    if flags & 1:
        tokenizer.enable_truncation(most, stride=stride, strategy=STRATEGIES[strategy],
                                    direction="left" if flags & 2 else "right")
    if flags & 4:
        tokenizer.enable_padding(direction="left" if flags & 8 else "right", pad_id=pad_id,
                                 pad_type_id=pad_type, length=length or None,
                                 pad_to_multiple_of=multiple or None)


def bytes_of(text):
    """For each place between characters the one between bytes."""
    places = [0]
    for character in text:
        places.append(places[-1] + len(character.encode()))
    return places


def answer(path, request):
    from tokenizers import Tokenizer
    text, add, *how = request
    tokenizer = Tokenizer.from_file(path)
    try:
        enable(tokenizer, how)
        first = tokenizer.encode(text, add_special_tokens=bool(add))
    except BaseException as error:  # the reference panics for some
        if isinstance(error, KeyboardInterrupt):
            raise
        return "error"
    places = bytes_of(text)
    return " | ".join(" ".join(
        f"{i}:{places[b]}:{places[e]}:{t}:{a}:{s}:{-1 if w is None else w}" for i, (b, e), t, a, s, w in zip(
            p.ids, p.offsets, p.type_ids, p.attention_mask, p.special_tokens_mask, p.word_ids))
        for p in [first, *first.overflowing])


def short(line):
    """Long answers are recorded by their hash."""
    return line if len(line) < 60 else hashlib.sha256(line.encode()).hexdigest()[:24]


def record(folder):
    with open(GOLDEN, "w", encoding="ascii") as out:
        out.write(HEADER)
        for number, path in enumerate(files(folder)):
            for request in requests(number):
                out.write(short(answer(path, request)) + "\n")


def check(probe, folder):
    with open(GOLDEN, encoding="ascii") as file:
        want = file.read().split("\n")[1:-1]
    at = wrong = 0
    for number, path in enumerate(files(folder)):
        data = "".join(json.dumps(request) + "\n" for request in requests(number))
        done = subprocess.run([probe, path], input=data.encode(), capture_output=True, check=False)
        lines = done.stdout.decode().split("\n")[:-1]
        for i, request in enumerate(requests(number)):
            got = lines[i] if i < len(lines) else "nothing " + done.stderr.decode()[:200]
            if short(got) != want[at]:
                wrong += 1
                if wrong <= 5:
                    print(os.path.basename(path), json.dumps(request), "\n  want", want[at], "\n  got ", got)
            at += 1
    print(f"lengths: {at - wrong}/{at} requests equal")
    return 1 if wrong or at != len(want) else 0


def main():
    with tempfile.TemporaryDirectory() as folder:
        if sys.argv[1] == "--update":
            record(folder)
            return 0
        return check(sys.argv[1], folder)


if __name__ == "__main__":
    sys.exit(main())
