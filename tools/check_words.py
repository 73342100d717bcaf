#!/usr/bin/env python3
"""Finds words of tools/words.txt in what users read: README, docs, public headers. Status 1 when there are any."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLACES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs", "include", "bindings/python/README.md")
SKIPPED = re.compile(r"^( {4}|```)|`[^`]*`")  # output and code are what they are


def rules():
    with open(os.path.join(ROOT, "tools", "words.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                word, better, allowed = (part.strip() for part in line.split("|", 2))
                yield re.compile(r"\b%s\b" % word, re.I), better, re.compile(allowed) if allowed else None


def pages():
    for place in PLACES:
        path = os.path.join(ROOT, place)
        if os.path.isfile(path):
            yield path
        for folder, _, names in os.walk(path):
            yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith((".md", ".h")))


def main():
    found, words = 0, list(rules())
    for path in pages():
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                text = line if path.endswith(".h") else re.sub(SKIPPED, "", line)
                for word, better, allowed in words:
                    if word.search(text) and not (allowed and allowed.search(text)):
                        print(f"{os.path.relpath(path, ROOT)}:{number}: {word.pattern[2:-2]}: write {better}: {line.strip()}")
                        found += 1
    print(f"words: {len(words)} rules, {found} found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
