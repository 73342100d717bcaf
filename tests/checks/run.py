#!/usr/bin/env python3
"""Feeds check_cases (see there) with the language tests and, where it is, the corpus.

    run.py PROGRAM [--corpus FOLDER [ARGUMENT…]]
"""
import glob
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "lang")]
import run as lang  # noqa: E402
import run_corpus  # noqa: E402


def requests(folder):
    for path in sorted(glob.glob(os.path.join(lang.HERE, "**", "*.t"), recursive=True)):
        for number, _, case in lang.read(path):
            if case:
                yield {"id": f"{os.path.basename(path)}:{number}",
                       "chat_template": case["source"], "context": case["data"]}
    if os.path.exists(os.path.join(folder, "cases.jsonl")):
        yield from run_corpus.load(folder, None)[0]
    else:
        print(f"there is no {folder}; the language tests alone")


def main():
    folder = sys.argv[3] if sys.argv[2:3] == ["--corpus"] else run_corpus.default_corpus()
    data = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in requests(folder))
    return subprocess.run([sys.argv[1], *sys.argv[4:]], input=data.encode("utf-8", "replace")).returncode


if __name__ == "__main__":
    sys.exit(main())
