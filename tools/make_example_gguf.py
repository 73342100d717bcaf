#!/usr/bin/env python3
"""Writes examples/model.gguf: the template and the vocabulary of examples/model as a GGUF file, without weights.

usage: make_example_gguf.py [--check]    --check: only say whether the file is as it would be written
"""
import json
import pathlib
import struct
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODEL, OUTPUT = ROOT / "examples" / "model", ROOT / "examples" / "model.gguf"
VERSION = 3
UINT32, INT32, BOOL, STRING, ARRAY = 4, 5, 7, 8, 9  # types of values
NORMAL, CONTROL, USER = 1, 3, 4                      # types of tokens


def packed(kind, value):
    if kind == STRING:
        data = value.encode()
        return struct.pack("<Q", len(data)) + data
    return struct.pack({UINT32: "<I", INT32: "<i", BOOL: "<?"}[kind], value)


def entry(key, kind, value):
    if isinstance(value, list):
        data = struct.pack("<IQ", kind, len(value)) + b"".join(packed(kind, one) for one in value)
        return packed(STRING, key) + packed(UINT32, ARRAY) + data
    return packed(STRING, key) + packed(UINT32, kind) + packed(kind, value)


def written():
    """The bytes of the file."""
    def read(name):
        return json.loads((MODEL / name).read_text("utf-8"))
    tokenizer, config = read("tokenizer.json"), read("tokenizer_config.json")
    ids = dict(tokenizer["model"]["vocab"])
    kinds = dict.fromkeys(ids.values(), NORMAL)
    for token in tokenizer["added_tokens"]:
        ids[token["content"]] = token["id"]
        kinds[token["id"]] = CONTROL if token["special"] else USER
    assert sorted(ids.values()) == list(range(len(ids)))
    entries = [
        ("general.architecture", STRING, "qwen2"),
        ("general.name", STRING, "example"),
        ("qwen2.context_length", UINT32, config["model_max_length"]),
        ("tokenizer.ggml.model", STRING, "gpt2"),
        ("tokenizer.ggml.pre", STRING, "qwen2"),
        ("tokenizer.ggml.tokens", STRING, sorted(ids, key=ids.get)),
        ("tokenizer.ggml.token_type", INT32, [kinds[i] for i in range(len(ids))]),
        ("tokenizer.ggml.merges", STRING, [" ".join(pair) for pair in tokenizer["model"]["merges"]]),
        ("tokenizer.ggml.eos_token_id", UINT32, ids[config["eos_token"]]),
        ("tokenizer.ggml.padding_token_id", UINT32, ids[config["pad_token"]]),
        ("tokenizer.ggml.add_bos_token", BOOL, False),
        ("tokenizer.chat_template", STRING, (MODEL / "chat_template.jinja").read_text("utf-8")),
    ]
    return b"GGUF" + struct.pack("<IQQ", VERSION, 0, len(entries)) + b"".join(entry(*one) for one in entries)


def main():
    if sys.argv[1:] == ["--check"]:
        if OUTPUT.read_bytes() != written():
            print("examples/model.gguf is out of date: run tools/make_example_gguf.py")
            return 1
        return 0
    OUTPUT.write_bytes(written())
    return 0


if __name__ == "__main__":
    sys.exit(main())
