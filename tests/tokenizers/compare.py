#!/usr/bin/env python3
"""Compares what token_probe and the reference say about random strings.

usage: compare.py PROBE CACHE COUNT SEED [NAME…]

CACHE is the folder that fetch_oracle.sh fills; NAMEs are folders in it or files, by default every
folder with a tokenizer.json. Prints one line for each: how many strings are equal in ids and
offsets, and in the decoded text; then the first differences. Exit status 1 when there are any.
"""
import glob
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def output(command, data):
    return subprocess.run(command, input=data, capture_output=True, check=False).stdout


def compare(probe, cache, count, seed, name):
    path = name if name.endswith(".json") else os.path.join(cache, name, "tokenizer.json")
    data = output([sys.executable, os.path.join(HERE, "make_strings.py"), count, seed, path], b"")
    want = output(["node", os.path.join(HERE, "oracle.mjs"), cache, path], data).decode().split("\n")
    got = output([probe, path], data).decode().split("\n")
    lines = data.decode().split("\n")
    ids = decoded = total = 0
    shown = 0
    if len(want) != len(got):
        print(f"{name}: {len(want)} lines from the reference, {len(got)} from the probe")
    for line, a, b in zip(lines, want, got):
        if not line:
            continue
        total += 1
        a, b = a.split("\t"), b.split("\t")
        ids += a[0] == b[0]
        decoded += a[-1] == b[-1]
        if a != b and shown < 3:
            shown += 1
            x, y = a[0].split(" "), b[0].split(" ")
            at = next((i for i in range(min(len(x), len(y))) if x[i] != y[i]), min(len(x), len(y)))
            print("  input", json.dumps(json.loads(line))[:300])
            if x != y:
                print("  token", at, "want", x[max(0, at - 2):at + 6], "got", y[max(0, at - 2):at + 6])
            else:
                print("  decoded want", a[-1][:300], "got", b[-1][:300])
    print(f"{name}: tokens and offsets {ids}/{total}, decoded {decoded}/{total}", flush=True)
    return ids == total and decoded == total and total > 0


def main():
    probe, cache, count, seed, *names = sys.argv[1:]
    if not names:
        names = sorted(os.path.basename(os.path.dirname(path))
                       for path in glob.glob(os.path.join(cache, "*", "tokenizer.json")))
    good = [compare(probe, cache, count, seed, name) for name in names]
    return 0 if good and all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
