#!/usr/bin/env python3
"""usage: make_model_seeds.py FOLDER - seeds for fuzz_gguf, fuzz_tokenizer_config and fuzz_dataset:
the malformed files of tests/models, token configurations, and rows of all layouts, packed or not."""
import gzip
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "models"))
import check_hostile as gguf  # noqa: E402
import check_masks as masks  # noqa: E402
from make_seeds import put  # noqa: E402

TEXT = {"role": "user", "content": "A 漢 😀"}
ROWS = [
    {"id": 1, "messages": [{"role": "system", "content": "S"}, TEXT, {"role": "assistant", "content": "B"}]},
    {"system": "S", "conversations": [{"from": "human", "value": "A"}, {"from": "gpt", "value": "B"}]},
    {"system": "S", "prompt": "A", "completion": "B", "tools": "[{\"type\": \"function\"}]"},
    {"prompt": [TEXT], "completion": [{"role": "assistant", "content": "B"}], "documents": [{"title": "t", "text": "u"}]},
    {"conversation": [{"system": "S", "input": "A", "output": "B"}, {"input": "C", "output": "D"}]},
    {"messages": [TEXT], "chat_template_kwargs": {"add_generation_prompt": True, "x": None}},
    {"messages": [{"role": "user", "content": [{"type": "text", "text": "A"}, {"type": "image_url", "image_url": {"url": "u"}}]}]},
] + [{"messages": chat, "tools": masks.TOOLS} for chat in masks.CHATS.values()]
CONFIGS = [
    {"chat_template": masks.CHATML, "bos_token": "<s>", "eos_token": {"__type": "AddedToken", "content": "</s>"}},
    {"chat_template": [{"name": "default", "template": "{{ messages }}"}, {"name": "tool_use", "template": "{{ tools }}"}]},
    {"added_tokens_decoder": {"1": {"content": "<a>", "special": True}}, "additional_special_tokens": ["<a>", "<b>"],
     "extra_special_tokens": {"image_token": "<i>"}, "chat_template": "{{ bos_token }}{{ image_token }}", "unk_token": None},
]


def zstd(data):
    try:
        return subprocess.run(["zstd", "-q", "-c"], input=data, capture_output=True, check=True).stdout
    except OSError:
        return b"\x28\xb5\x2f\xfd" + data[:40]


def main():
    folder = sys.argv[1]
    for name, data, _ in gguf.CASES:
        put(folder, "gguf", data)
    put(folder, "gguf", gguf.file(gguf.GOOD, gguf.TOKENS, gguf.pair(gguf.BOS, gguf.U32, gguf.u32(1))))
    for config in CONFIGS:
        put(folder, "tokenizer_config", json.dumps(config).encode())
    for number, row in enumerate(ROWS):
        line = json.dumps(row, ensure_ascii=number % 2 == 0).encode() + b"\n"
        for head in (bytes([0, 127, 64 * (number % 4)]), bytes([number % 5, 1 << number % 7, 17 * number % 256])):
            put(folder, "dataset", head + line)
    lines = b"".join(json.dumps(row).encode() + b"\n" for row in ROWS[:4])
    for packed in (gzip.compress(lines), gzip.compress(lines[:50]) + gzip.compress(lines[50:]) + bytes(9), zstd(lines), zstd(lines[:50]) + zstd(lines[50:])):
        put(folder, "dataset", b"\0\3\0" + packed)
        put(folder, "dataset", b"\0\3\0" + packed[:-5])


if __name__ == "__main__":
    main()
