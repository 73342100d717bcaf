#!/usr/bin/env python3
"""SentencePiece models beside the sentencepiece package: ids of plain text, and the text again.

usage: sentence_piece.py PROBE                          small models against sentence_piece.txt
       sentence_piece.py --update                       record it again from PyPI sentencepiece

sentence_piece.txt has a line for each small model: its name and a hash for each text. Ids one by one must make the same text, and
what is kept in the cache must say the same. many.py compares any models with the package as it runs.
"""
import base64
import json
import os
import random
import struct
import sys
import tempfile

import gguf
import synthetic

GOLDEN = os.path.join(gguf.HERE, "sentence_piece.txt")
HEADER = "# PyPI sentencepiece 0.2.3 on the small models of sentence_piece.py; made by sentence_piece.py --update\n"
TEXTS = 120
USER = ["<tool>", "[INST]", "a\u2581b", "\u4f60\u597d"]
# What each differs in: settings of the trainer and of the normalizer, user-defined pieces, equal scores.
MODELS = {"plain": {}, "bare": {"prefix": False}, "collapsed": {"collapse": True}, "user": {"user": True},
          "unknown": {"fallback": False}, "ties": {"ties": True},
          "unigram": {"unigram": True}, "unigram_user": {"unigram": True, "user": True, "collapse": True},
          "unigram_map": {"unigram": True, "mapped": True, "fallback": False, "user": True},
          "unigram_ties": {"unigram": True, "ties": True, "prefix": False, "unused": True},
          "map": {"mapped": True, "collapse": True},
          "all": {"collapse": True, "user": True, "fallback": False, "ties": True, "prefix": False}}


def number(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def field(name, kind, data):
    return number(name << 3 | kind) + (number(len(data)) + data if kind == 2 else data)


def piece(text, score, kind):
    return field(1, 2, field(1, 2, text.encode()) + field(2, 5, struct.pack("<f", score)) + field(3, 0, number(kind)))


def fields(data):
    """(name, kind, value) of a message: numbers, and bytes."""
    at = 0

    def read():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
    while at < len(data):
        tag = read()
        size = {0: 0, 1: 8, 2: None, 5: 4}[tag & 7]
        size = read() if size is None else size
        yield tag >> 3, tag & 7, data[at:at + size] if tag & 7 else read()
        at += size


def is_unigram(path):
    with open(path, "rb") as file:
        trainer = next(value for name, _, value in fields(file.read()) if name == 2)
    return next((value for name, _, value in fields(trainer) if name == 3), 1) == 1


def make(path, prefix=True, collapse=False, user=False, fallback=True, ties=False, unigram=False, mapped=False, unused=False):
    spaced = [text.replace(" ", "\u2581").replace("\0", "") for text in gguf.texts(90, 3)]
    letters = sorted({c for text in spaced for c in text})[::2]
    tokens = ["<unk>", "<bos>", "<eos>"]
    kinds = [2, 3, 3]
    for text in USER if user else []:
        tokens.append(text)
        kinds.append(4)
    if fallback:
        tokens += [f"<0x{b:02X}>" for b in range(256)]
        kinds += [6] * 256
    reserved = len(tokens)
    learned = letters + ["\u2581"] * ("\u2581" not in letters)
    gguf.learn(spaced, learned, 1200)
    tokens += [text for text in learned if text not in tokens]
    kinds += [1] * (len(tokens) - reserved)
    if unused:
        kinds = [5 if kind == 1 and i % 7 == 0 else kind for i, kind in enumerate(kinds)]
    draw = random.Random(4)
    scores = [0.0] * reserved + [-float(draw.randrange(40) if ties else i % 900 / 7 + 3 if unigram else i) for i in range(len(tokens) - reserved)]
    trainer = field(3, 0, number(1 if unigram else 2)) + field(35, 0, number(fallback)) + b"".join(
        field(name, 0, number(value)) for name, value in ((40, 0), (41, 1), (42, 2))) + field(43, 0, b"\xff" * 9 + b"\1")
    table = base64.b64decode(synthetic.charsmap(synthetic.RULES)) if mapped else b""
    normalizer = field(1, 2, b"identity") + field(2, 2, table) + field(3, 0, number(prefix)) + field(4, 0, number(collapse))
    with open(path, "wb") as file:
        file.write(b"".join(map(piece, tokens, scores, kinds)) + field(2, 2, trainer) + field(3, 2, normalizer))


def small(folder):
    for name, settings in MODELS.items():
        make(os.path.join(folder, name), **settings)
    return list(MODELS)


def package(path, strings):
    """Ids and text; the text of unknown pieces is not compared."""
    import sentencepiece
    model = sentencepiece.SentencePieceProcessor(model_file=path)
    rows = model.encode(strings)
    return [(" ".join(map(str, ids)), None if model.unk_id() in ids else model.decode(ids)) for ids in rows]


def probe(program, path, strings):
    rows = gguf.run([program, path, "--data"], strings)
    return [(row[0], None if "0" in row[0].split() else row[1]) if len(row) > 1 else row for row in rows]


def long_texts():
    """Sums of Unigram begin again at 100,000, and which of two equal ways wins shows where."""
    draw = random.Random(9)
    for unit in ('     "', "  ,    x", " \u1234    the"):
        yield "".join(draw.choice('abcdefgh",.; ') for _ in range(draw.randrange(20, 400))) + unit * 900


def kept_like(program, path, strings, got):
    """How many texts are other ones when the model, grown to a size worth keeping, comes from the cache."""
    with open(path, "rb") as file:
        grown = file.read() + field(99, 2, b"x" * 70_000)
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, os.path.basename(path))
        with open(copy, "wb") as file:
            file.write(grown)
        cached = ["env", "PROBE_CACHED=1", "CHATFMT_CACHE=" + os.path.join(folder, "kept"), program]
        for _ in range(2):
            rows = gguf.run([*cached, copy, "--data"], strings)
        if not any(name.endswith(".tokens") for name in os.listdir(os.path.join(folder, "kept"))):
            raise SystemExit(f"{path} was not kept")
    return sum(a[0] != b[0] for a, b in zip(rows, got))


def main():
    args = sys.argv[1:]
    strings, bad = gguf.texts(TEXTS, 6, ["<bos>", "<unk>", "a b", *USER]), 0
    # Which of two equal ways wins hangs on how what is before rounds, and so on the scores of user-defined pieces.
    strings += [text + " " * count for text in USER for count in (6, 7, 9)] + list(long_texts())
    with tempfile.TemporaryDirectory() as folder:
        names = small(folder)
        if args[0] == "--update":
            with open(GOLDEN, "w", encoding="ascii") as file:
                file.write(HEADER)
                for name in names:
                    rows = package(os.path.join(folder, name), strings)
                    file.write(f"{name} {' '.join(map(gguf.short, rows))}\n")
            return 0
        with open(GOLDEN, encoding="ascii") as file:
            golden = {line.split()[0]: line.split()[1:] for line in file if not line.startswith("#")}
        for name in names:
            path = os.path.join(folder, name)
            got = probe(args[0], path, strings)
            whole = [row[1] for row in gguf.run([args[0], path, "--data"], strings)]
            bad += gguf.compare(name, strings, golden[name], got, gguf.short)
            bad += gguf.unlike_streams(args[0], path, ["--data"], strings, whole) + kept_like(args[0], path, strings, got)
    print(f"sentence_piece: {len(names)} models, {len(strings) * len(names)} texts, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
