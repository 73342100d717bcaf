#!/usr/bin/env python3
"""Inputs that make tokenizers slow: how the time grows when they are twice as long.

    bench/run_token_worst.py [--build DIR] [--cache DIR] [--bytes N] [--count] [NAME…]

Each text is encoded as one document of N and of 2 N bytes; prints MB/s and time(2n)/time(n), on the
processor. With --count instructions are counted by valgrind instead, those of an empty text taken off: what other
programs and the caches do has no part in it. Exit status 1 when a ratio is above 2.3.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
R = random.Random(5)
LETTERS = "".join(R.choice("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/") for _ in range(1 << 16))
IDEOGRAPHS = "".join(chr(R.randrange(0x4E00, 0x9FA0)) for _ in range(1 << 14))
UNITS = {
    "a": "a", "spaces": " ", "lines": "\n", "tabs": "\t", "one ideograph": "中", "ideographs": IDEOGRAPHS,
    "ab": "ab", "aA": "aA", "the": "the", "spaced": "a ", "near merges": "tionaltionstiona", "digits": "1234567890",
    "base64": LETTERS, "emoji": "👍", "marks": "e\u0301\u0316", "only marks": "\u0301\u0316", "jamo": "\u1112\u1161\u11ab",
    "thai": "กขคงจ", "signs": "=-", "quotes": "'s", "metas": "▁", "space ideograph": " 中", "less": "<|", "NFKC": "ﷺ",
}


def seconds(build, tokenizer, text, folder):
    path = os.path.join(folder, "text")
    with open(path, "wb") as file:
        file.write(text)
    done = subprocess.run([os.path.join(build, "bench", "bench_tokenizer"), tokenizer, path, "0.05", "0"],
                          capture_output=True, check=True)
    return json.loads(done.stdout)["cold"]


def instructions(build, tokenizer, text, folder):
    path = os.path.join(folder, "text")
    with open(path, "wb") as file:
        file.write(text)
    with open(path, "rb") as file:
        done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", os.path.join(build, "chatfmt"),
                               "tokenize", "--tokenizer", tokenizer], stdin=file, capture_output=True, check=True)
    return int(re.search(rb"Collected : (\d+)", done.stderr)[1])


def counted(build, tokenizer, folder):
    instructions(build, tokenizer, b"", folder)  # the first of all may compile the file
    nothing = instructions(build, tokenizer, b"", folder)
    return lambda text: instructions(build, tokenizer, text, folder) - nothing


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--cache", default=os.environ.get(
        "CHATFMT_ORACLE", os.path.expanduser("~/.cache/chatfmt-oracle")))
    parser.add_argument("--bytes", type=int, default=500_000)
    parser.add_argument("--count", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    worst, slowest = 0, float("inf")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names or ["claude", "deepseek_v3", "gemma3", "gptoss", "llama2", "llama3_1", "qwen3"]:
            tokenizer = os.path.join(options.cache, name, "tokenizer.json")
            work = counted(options.build, tokenizer, folder) if options.count else (
                lambda text: seconds(options.build, tokenizer, text, folder))
            for unit, text in UNITS.items():
                data = text.encode()
                whole = data * (2 * options.bytes // len(data) + 1)
                half = whole[:options.bytes // len(data) * len(data)]
                whole = whole[:len(half) * 2]
                for _ in range(1 if options.count else 3):  # a disturbed measurement is taken again
                    one, two = work(half), work(whole)
                    if two / one <= 2.3:
                        break
                worst = max(worst, two / one)
                if options.count:
                    speed = f"{two / len(whole):7.0f} instructions a byte"
                else:
                    slowest = min(slowest, len(whole) / two / 1e6)
                    speed = f"{len(whole) / two / 1e6:7.1f} MB/s"
                print(f"{name:12} {unit:16} {speed}  x{two / one:.2f}" + ("  ABOVE 2.3" if two / one > 2.3 else ""), flush=True)
    print(f"worst ratio {worst:.2f}" + ("" if options.count else f", slowest {slowest:.1f} MB/s"))
    return 1 if worst > 2.3 else 0


if __name__ == "__main__":
    sys.exit(main())
