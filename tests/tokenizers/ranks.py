#!/usr/bin/env python3
"""Ranks beside tiktoken: tekken.json and tiktoken's own files, ids of plain text and the text again.

usage: ranks.py PROBE                              small tekken.json files against ranks.txt
       ranks.py --update                           record it again from PyPI tiktoken

ranks.txt has a line for each small file: its name and a hash for each text. many.py compares any tekken.json, and r50k, p50k,
cl100k and o200k_base.tiktoken, with tiktoken as it runs.
"""
import base64
import json
import os
import sys
import tempfile

import gguf

GOLDEN = os.path.join(gguf.HERE, "ranks.txt")
HEADER = "# PyPI tiktoken 0.14.0 on the small files of ranks.py; made by ranks.py --update\n"
TEXTS, SPECIAL = 120, 25
LEAD, UPPER, LOWER = r"[^\r\n\p{L}\p{N}]?", r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
PATTERNS = {
    "tekken": rf"{LEAD}{UPPER}*{LOWER}+|{LEAD}{UPPER}+{LOWER}*|\p{{N}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "words": r"\p{L}+|\p{N}{1,3}|[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    "gaps": r"\p{L}+|\p{N}",  # what no match takes is no token
}


def vocabulary():
    """Tokens as bytes, in the order of their ranks."""
    back = {char: byte for byte, char in gguf.alphabet().items()}
    tokens = list(gguf.alphabet().values())
    letters = gguf.alphabet()
    gguf.learn(["".join(letters[b] for b in text.encode()) for text in gguf.texts(90, 3)], tokens, 1800)
    return [bytes(back[char] for char in token) for token in tokens]


def small(folder):
    ranks = vocabulary()
    for name, pattern in PATTERNS.items():
        rows = [{"rank": i, "token_bytes": base64.b64encode(token).decode(), "token_str": None} for i, token in enumerate(ranks)]
        config = {"pattern": pattern, "num_vocab_tokens": len(ranks), "default_vocab_size": len(ranks) + SPECIAL - 100,
                  "default_num_special_tokens": SPECIAL, "version": "v3"}
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            json.dump({"config": config, "vocab": rows, "version": 1, "type": "Tekken"}, file)
    return list(PATTERNS)


def encoding(path):
    """tiktoken's encoding of a file, and how far its ids are from ours."""
    import tiktoken
    from tiktoken_ext import openai_public
    if path.endswith(".tiktoken"):
        with open(path, "rb") as file:
            ranks = {base64.b64decode(line.split()[0]): int(line.split()[1]) for line in file if line.strip()}
        openai_public.load_tiktoken_bpe = lambda *_, **__: ranks
        known = getattr(openai_public, os.path.basename(path).split(".")[0])()
        return tiktoken.Encoding(**{**known, "special_tokens": {}, "explicit_n_vocab": None}), 0
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    special = data["config"]["default_num_special_tokens"]
    rows = data["vocab"][:data["config"]["default_vocab_size"] - special]
    ranks = {base64.b64decode(row["token_bytes"]): row["rank"] for row in rows}
    return tiktoken.Encoding("file", pat_str=data["config"]["pattern"], mergeable_ranks=ranks, special_tokens={}), special


def package(path, strings):
    made, shift = encoding(path)
    rows = [made.encode_ordinary(text) for text in strings]
    return [(" ".join(str(token + shift) for token in row), made.decode(row)) for row in rows]


def probe(program, path, strings):
    return [row[:2] for row in gguf.run([program, path, "--data"], strings)]


def main():
    args = sys.argv[1:]
    strings, bad = gguf.texts(TEXTS, 7, ["[INST]", "<s>"]), 0
    with tempfile.TemporaryDirectory() as folder:
        names = small(folder)
        if args[0] == "--update":
            with open(GOLDEN, "w", encoding="ascii") as file:
                file.write(HEADER)
                for name in names:
                    file.write(f"{name} {' '.join(map(gguf.short, package(os.path.join(folder, name), strings)))}\n")
            return 0
        with open(GOLDEN, encoding="ascii") as file:
            golden = {line.split()[0]: line.split()[1:] for line in file if not line.startswith("#")}
        for name in names:
            got = probe(args[0], os.path.join(folder, name), strings)
            bad += gguf.compare(name, strings, golden[name], got, gguf.short)
            bad += gguf.unlike_streams(args[0], os.path.join(folder, name), ["--data"], strings, [row[1] for row in got])
    print(f"ranks: {len(names)} files, {TEXTS * len(names)} texts, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
