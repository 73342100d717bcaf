#!/usr/bin/env python3
"""Writes seeds for the fuzz targets: the cases of tests/lang, the snippets of the parser's
tests and the examples.

    make_seeds.py FOLDER
"""
import glob
import hashlib
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "lang"))
import run as lang  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tests", "lang", "parse"))
from snippets import SNIPPETS  # noqa: E402


def put(folder, name, data):
    path = os.path.join(folder, name)
    os.makedirs(path, exist_ok=True)
    with open(os.path.join(path, hashlib.sha256(data).hexdigest()[:16]), "wb") as file:
        file.write(data)


def main():
    folder = sys.argv[1]
    for path in glob.glob(os.path.join(ROOT, "tests", "lang", "**", "*.t"), recursive=True):
        for _, _, case in lang.read(path):
            if case is None:
                continue
            source = case["source"].encode("utf-8", "replace")
            data = json.dumps(case["data"]).encode()
            put(folder, "source", source)
            put(folder, "template_source", b"\x03" + source)
            put(folder, "render", source + b"\0" + data)
            put(folder, "json", data)
    for path in glob.glob(os.path.join(ROOT, "examples", "*.jinja")):
        with open(path, "rb") as file:
            put(folder, "source", file.read())
    with open(os.path.join(ROOT, "tests", "formats", "cases.jsonl"), encoding="utf-8") as file:
        for line in list(file)[1::10]:
            case = json.loads(line)
            put(folder, "formats", json.dumps(case.get("conversation", case)).encode())
    put(folder, "formats",
        b'{"system": "mine", "defaults": {"sep": "|"}, "formats": [{"name": "a", "stop_str": ["x"]}, '
        b'{"name": "b", "template": "{{ messages }}"}, {"name": "c", "program": "xtuner"}]}')
    put(folder, "formats",
        b'{"conv": {"roles": ["A", "B"], "messages": [["A", {"__tuple__": ["t", []]}], ["B", null]], '
        b'"sep_style": "LLAMA2", "sep": " ", "sep2": "</s>"}, "append": [{"role": "A", "content": "x"}]}')
    for source in SNIPPETS:
        put(folder, "template_source", b"\x03" + source.encode())


if __name__ == "__main__":
    main()
