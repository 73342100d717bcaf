#!/usr/bin/env python3
"""Tokens of chatfmt and of the Hugging Face library, side by side on one core.

    bench/run_tokenizers.py [--build DIR] [--cache DIR] [--python PYTHON] [--bytes N] [--seconds S] [--json FILE] [NAME…]

The cache is the folder that tests/tokenizers/fetch_oracle.sh fills; NAMEs are folders in it. Texts
are those that a Debian system has: Python's standard library as code, licences and manuals as prose. The ids of
both are compared by a hash in every run; the ratio is that of the best times on the processor, cold with a new
encoder and warm with one that has seen the text. PYTHON is one that has PyPI's tokenizers 0.23.3 and,
to be shown beside, tiktoken 0.14.0, tokie 0.1.4 and gigatoken 0.10.0 (cold and warm against theirs; * where
their ids are others; - where they cannot read the file); without tokenizers the npm package of the cache is used.
The last lines say which were left out. --json: also writes tokens a second, for bench/plot_tokens.py.
"""
import argparse
import glob
import json
import math
import os
import subprocess
import sys
import sysconfig

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def gather(patterns, limit, path):
    with open(path, "wb") as out:
        for pattern in patterns:
            for name in sorted(glob.glob(pattern, recursive=True)):
                if out.tell() >= limit:
                    return
                if not os.path.isfile(name):
                    continue
                with open(name, "rb") as file:
                    try:
                        out.write(file.read(limit - out.tell()).decode().encode())
                    except UnicodeDecodeError:
                        continue


def run(command):
    done = subprocess.run(command, capture_output=True, check=True)
    return json.loads(done.stdout)


# SentencePiece-style models; the others are byte-level.
PIECES = ("gemini", "gemma3", "llama2")


BESIDE = ("tiktoken", "tokie", "gigatoken")


def peer(engine, options, file, path):
    found = run([options.python, os.path.join(HERE, "peers", "tokenizers_bench.py"), engine, file, path])
    if "missing" in found and engine == "huggingface":
        return run(["node", os.path.join(HERE, "peers", "tokenizers_bench.mjs"), options.cache, file, path])
    return found


def beside(ours, other):
    """How many times faster than another engine, cold and warm."""
    if "missing" in other:
        return "-"
    return (f"{other['cold'] / ours['cold']:.1f}x {other['seconds'] / ours['warm']:.1f}x"
            + ("" if other["hash"] == ours["hash"] else "*"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--cache", default=os.environ.get(
        "CHATFMT_ORACLE", os.path.expanduser("~/.cache/chatfmt-oracle")))
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--bytes", type=int, default=2_000_000)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--json")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    names = options.names or sorted(os.path.basename(os.path.dirname(p)) for p in glob.glob(
        os.path.join(options.cache, "*", "tokenizer.json")))
    if not names:
        print(f"SKIPPED: no tokenizers in {options.cache}; tests/tokenizers/fetch_oracle.sh fetches them")
        return 0
    texts = {"code": [sysconfig.get_paths()["stdlib"] + "/**/*.py"],
             "prose": ["/usr/share/doc/*/copyright", "/usr/share/common-licenses/*"]}
    good, reasons = True, {engine: [] for engine in BESIDE}
    groups, rates = {"bytes": [], "pieces": []}, []
    print(f"{'':13} {'text':6} {'ids':>6} {'cold':>7} {'warm':>7} {'offsets':>8} {'load':>6} {'open ms':>8} "
          f"{'tiktoken':>13} {'tokie':>13} {'gigatoken':>13}   MB/s cold, warm, theirs")
    for kind, patterns in texts.items():
        path = os.path.join(options.build, f"bench-{kind}.txt")
        gather(patterns, options.bytes, path)
        for name in names:
            file = os.path.join(options.cache, name, "tokenizer.json")
            ours = run([os.path.join(options.build, "bench", "bench_tokenizer"), file, path,
                        str(options.seconds)])
            theirs = peer("huggingface", options, file, path)
            others = [peer(engine, options, file, path) for engine in BESIDE]
            for engine, other in zip(BESIDE, others):
                reasons[engine].append(other.get("missing"))
            same = ours["hash"] == theirs["hash"]
            good &= same
            rates.append({"name": name, "text": kind, "equal": same, "theirs": ours["tokens"] / theirs["seconds"],
                          "cold": ours["tokens"] / ours["cold"], "warm": ours["tokens"] / ours["warm"]})
            ratio = {k: theirs["seconds"] / ours[k] for k in ("cold", "warm", "offsets")}
            groups["pieces" if name in PIECES else "bytes"].append((ratio["cold"], ratio["warm"]))
            print(f"{name:13} {kind:6} {'equal' if same else 'WRONG':>6} {ratio['cold']:6.1f}x "
                  f"{ratio['warm']:6.1f}x {ratio['offsets']:7.1f}x {theirs['load'] / ours['load']:5.1f}x "
                  f"{ours['open'] * 1000:8.2f} "
                  + " ".join(f"{beside(ours, other):>13}" for other in others) +
                  f"   {ours['bytes'] / ours['cold'] / 1e6:.1f} "
                  f"{ours['bytes'] / ours['warm'] / 1e6:.1f} {ours['bytes'] / theirs['seconds'] / 1e6:.2f}",
                  flush=True)
    for group, ratios in groups.items():
        if ratios:
            means = [math.exp(sum(math.log(r[i]) for r in ratios) / len(ratios)) for i in (0, 1)]
            print(f"{group}: geometric mean cold {means[0]:.1f}x, warm {means[1]:.1f}x; "
                  f"least cold {min(r[0] for r in ratios):.1f}x, warm {min(r[1] for r in ratios):.1f}x")
    for engine, found in reasons.items():
        if all(found):
            print(f"left out: {engine}: {found[0]}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rates, file, indent=1)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
