#!/usr/bin/env python3
"""Seeds and the dictionary of fuzz_vocabulary: files of a few tokens, whole and broken, of all kinds or of one.

    make_vocabulary_seeds.py FOLDER DICTIONARY [gguf|sentence_piece|ranks|tekken]
"""
import base64
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "tokenizers"))
sys.dont_write_bytecode = True
import gguf  # noqa: E402
import vocabularies  # noqa: E402
from make_seeds import put  # noqa: E402

TEXT = "ab a  b <tool>\n\u4f60 x</s>".encode()
WORDS = {
    "gguf": ["GGUF", *("tokenizer.ggml." + name for name in (
        "model", "pre", "tokens", "scores", "token_type", "merges", "bos_token_id", "eos_token_id", "unknown_token_id", "add_bos_token",
        "add_eos_token", "add_space_prefix", "remove_extra_whitespaces", "precompiled_charsmap")),
        "gpt2", "llama", "gemma4", "t5", "bert", "rwkv", *gguf.PRES],
    "sentence_piece": ["\n", "\x12", "\x1a", "\x15", "\x18", "\u2581", "<0x41>", "\x98\x02\x01", "\x10\x01", "\x18\x01"],
    "ranks": [" 0\n", " 1\n", "QQ==", "QUI=", " 16777215\n", "\r\n"],
    "tekken": ["config", "pattern", "default_vocab_size", "default_num_special_tokens", "version", "v3", "v7", "v11", "vocab", "rank",
               "token_bytes", "token_str", "special_tokens", "is_control", "QQ=="],
}


def few_tokens():
    """What loads with less than the alphabet of bytes."""
    yield "gguf", vocabularies.gguf_file(tokens=["a", "b", "ab", "</s>", "<|x|>", "<tool>"])
    yield "gguf", vocabularies.gguf_file("t5", None, ["<pad>", "</s>", "<unk>", "\u2581", "a", "b", "ab", "\u2581ab"], [3, 3, 2, 1, 1, 1, 1, 4],
                                         [0.0, 0.0, 0.0, -1.0, -2.0, -3.0, -1.5, -1.0], None)
    for model in (1, 2):
        for more in (None, [("<tool>", 0.0, 4), ("x", -1.0, 5)]):
            for flags in ((1, 0), (0, 1), (1, 1)):
                yield "sentence_piece", vocabularies.spm(more, model=model, fallback=False, flags=flags)
    table = base64.b64decode(vocabularies.synthetic.charsmap({"A": "a", "\u00e9": "e"}))
    yield "sentence_piece", vocabularies.spm(model=1, fallback=False, normalizer=table)


def ranks():
    rows = [bytes([b]) for b in range(256)] + [b"ab", b" a", b"the"]
    lines = [b"%s %d\n" % (base64.b64encode(row), i) for i, row in enumerate(rows)]
    yield b"".join(lines)
    yield b"".join(lines[250:])
    yield b"".join(lines[:9]).replace(b"\n", b"\r\n")
    yield b"QQ== 1\nQQ== 1\nQUI= 16777216\n"


def kind_of(name, data):
    return "gguf" if data[:4] == b"GGUF" else "tekken" if data[:1] == b"{" else "sentence_piece"


def small(kind, data):
    """JSON without what a seed does not need."""
    return json.dumps(json.loads(data), separators=(",", ":")).replace(',"token_str":null', "").encode() if kind == "tekken" else data


def seeds():
    yield from few_tokens()
    yield from (("ranks", data) for data in ranks())
    for name, data, *_ in [*vocabularies.whole().items(), *vocabularies.broken()]:
        kind = kind_of(name, data)
        yield kind, small(kind, data)


def main():
    folder, dictionary, *kinds = sys.argv[1:]
    kinds = kinds or list(WORDS)
    for kind, data in seeds():
        if kind in kinds:
            put(os.path.dirname(folder), os.path.basename(folder), bytes([len(TEXT)]) + TEXT + data)
    with open(dictionary, "w", encoding="ascii") as file:
        for word in dict.fromkeys(word for kind in kinds for word in WORDS[kind]):
            file.write('"%s"\n' % "".join("\\x%02x" % byte for byte in word.encode()))


if __name__ == "__main__":
    main()
