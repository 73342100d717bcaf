#!/usr/bin/env python3
"""Other engines on the same documents, seconds on the processor, the best of three.

usage: tokenizers_bench.py ENGINE TOKENIZER.json TEXT [DOCUMENT_BYTES]

ENGINE is huggingface (PyPI tokenizers 0.23.3), tiktoken (PyPI tiktoken 0.14.0, with ranks and
pattern taken from the tokenizer.json; for byte-level models alone), tokie (PyPI 0.1.4), gigatoken
(PyPI 0.10.0), sentencepiece (PyPI 0.2.3, for a .model) or ranks (tiktoken, for a file of ranks whose name it knows). "cold" is the first time through with a new tokenizer, "seconds" the best of three.
Prints one JSON object like bench_tokenizer; {"missing": …} when the engine is not there or cannot do it.
"""
import json
import sys
import time


def documents(path, size):
    with open(path, "rb") as file:
        text = file.read()
    begin = 0
    while begin < len(text):
        end = begin + size if size and len(text) - begin > size else len(text)
        while end < len(text) and text[end - 1] != 10:
            end += 1
        yield text[begin:end].decode()
        begin = end


def huggingface(path):
    from tokenizers import Tokenizer
    tokenizer = Tokenizer.from_file(path)
    return lambda text: tokenizer.encode(text, add_special_tokens=False), lambda made: made.ids


def byte_alphabet():
    table, extra = {}, 256
    for byte in range(256):
        printable = 33 <= byte < 127 or 161 <= byte < 173 or byte >= 174
        table[chr(byte if printable else extra)] = byte
        extra += not printable
    return table


def tiktoken(path):
    import tiktoken as library
    with open(path, encoding="utf-8") as file:
        whole = json.load(file)
    split = whole["pre_tokenizer"] or {"type": "nothing"}
    steps = split.get("pretokenizers", [split])
    patterns = [s["pattern"]["Regex"] for s in steps if s["type"] == "Split"]
    if len(patterns) != 1 or not any(s["type"] == "ByteLevel" for s in steps) or whole.get("normalizer"):
        raise ValueError("not a tokenizer that tiktoken can have")
    table = byte_alphabet()
    special = {t["content"]: t["id"] for t in whole["added_tokens"]}
    ranks = {bytes(table[c] for c in token): i for token, i in whole["model"]["vocab"].items()
             if token not in special}
    encoding = library.Encoding("file", pat_str=patterns[0], mergeable_ranks=ranks, special_tokens=special)
    return lambda text: encoding.encode(text, allowed_special="all"), lambda made: made


def tokie(path):
    from tokie import Tokenizer
    tokenizer = Tokenizer.from_json(path)
    return lambda text: tokenizer.encode(text, add_special_tokens=False), lambda made: made.ids


def gigatoken(path):
    from gigatoken import Tokenizer
    tokenizer = Tokenizer(path)
    return tokenizer.encode, lambda made: made.tolist()


def sentencepiece(path):
    from sentencepiece import SentencePieceProcessor
    return SentencePieceProcessor(model_file=path).encode, lambda made: made


def ranks(path):
    import base64
    import os
    import tiktoken as library
    from tiktoken_ext import openai_public
    with open(path, "rb") as file:
        rows = dict((base64.b64decode(text), int(rank)) for text, rank in (line.split() for line in file if line.strip()))
    openai_public.load_tiktoken_bpe = lambda *_, **__: rows
    encoding = library.Encoding(**getattr(openai_public, os.path.basename(path).split(".")[0])())
    return lambda text: encoding.encode(text, allowed_special="all"), lambda made: made


ENGINES = {"huggingface": huggingface, "tiktoken": tiktoken, "tokie": tokie, "gigatoken": gigatoken, "sentencepiece": sentencepiece,
           "ranks": ranks}


def timed(work):
    start = time.process_time()
    made = work()
    return time.process_time() - start, made


def main():
    engine, path, text = sys.argv[1:4]
    texts = list(documents(text, int(sys.argv[4]) if len(sys.argv) > 4 else 16384))
    cold = best = float("inf")
    try:
        for _ in range(2):
            load, (encode, ids_of) = timed(lambda: ENGINES[engine](path))
            cold = min(cold, timed(lambda: [encode(one) for one in texts])[0])
    except (ImportError, ValueError, KeyError, AttributeError, RuntimeError) as error:
        print(json.dumps({"missing": (str(error).splitlines() or ["?"])[0]}))
        return
    for _ in range(2):
        seconds, made = timed(lambda: [encode(one) for one in texts])
        best = min(best, cold, seconds)
    value, tokens = 14695981039346656037, 0
    for one in made:
        for number in ids_of(one):
            value = ((value ^ number) * 1099511628211) & 0xFFFFFFFFFFFFFFFF
            tokens += 1
    print(json.dumps({"tokens": tokens, "load": load, "cold": cold, "seconds": best, "hash": f"{value:016x}"}))


if __name__ == "__main__":
    main()
