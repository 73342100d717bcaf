#!/usr/bin/env python3
"""Seeds and the dictionary of fuzz_reply: replies of every family, or of the families of one shape, and the markers.

    make_reply_seeds.py FOLDER DICTIONARY [SHAPE]
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "replies"))
sys.dont_write_bytecode = True
import families  # noqa: E402


def main():
    folder, dictionary, *shape = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    rows = open(os.path.join(ROOT, "src", "replies", "replies.def"), encoding="utf-8").read()
    names = [name for name, of in re.findall(r'^ROW\("([^"]*)",\s*(?:"(?:[^"\\]|\\.)*"\s*)*,\s*(\w+)', rows, re.M) if not shape or of.lower() == shape[0]]
    message = {"reasoning": "r", "content": "c", "calls": [("f", {"a": "x", "n": 1, "l": [True, None]})]}
    for i, name in enumerate(names):
        if name not in families.FAMILIES:
            continue
        with open(os.path.join(folder, name), "wb") as out:
            out.write(bytes((i, 0, 7)) + families.FAMILIES[name][0](message).encode())
    words = set()
    for text in re.findall(r'"((?:[^"\\]|\\.)*)"', rows):
        words.update(w for w in re.split(r"\\f", text) if w)
    with open(dictionary, "w", encoding="utf-8") as out:
        for w in sorted(words | {"{", "}", "[", "]", "\\\"name\\\": ", "\\\"arguments\\\": ", "```json"}):
            out.write('"%s"\n' % "".join(c if c.isascii() and c != "\\n" else "".join("\\x%02x" % b for b in c.encode())
                                        for c in w.replace("\\n", "\\x0a")))


main()
