#!/usr/bin/env python3
"""Finds words of tools/words.txt in what people read: pages; comments and messages of C, its tables and headers;
docstrings, comments and messages of the Python package. Status 1 when there are any."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLACES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs", "include", "src", "cli", "man", "bindings/python")
# What is read of code: comments, and texts of at least three words.
C = re.compile(r"""(?P<text>"(?:\\.|[^"\\\n])*")|'(?:\\.|[^'\\\n])*'|(?P<comment>/\*.*?\*/|//[^\n]*)""", re.S)
PYTHON = re.compile(r'''(?P<text>"{3}.*?"{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?P<comment>\#[^\n]*)''', re.S)
LANGUAGES = {".c": C, ".h": C, ".def": C, ".py": PYTHON}
SENTENCE = re.compile(r"[A-Za-z]{2,} [A-Za-z]+ [A-Za-z]+")
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
            yield from (os.path.join(folder, name) for name in sorted(names)
                        if os.path.splitext(name)[1] in (".md", ".1", *LANGUAGES))


def read_part(text, language):
    """The text with everything but comments and sentences left out, on the same lines."""
    out, at = [], 0
    for match in language.finditer(text):
        out.append("\n" * text.count("\n", at, match.start()))
        read = match["comment"] or match["text"] and SENTENCE.search(match["text"])
        out.append(match[0] if read else "\n" * match[0].count("\n"))
        at = match.end()
    return "".join(out)


def main():
    found, words = 0, list(rules())
    for path in pages():
        with open(path, encoding="utf-8") as file:
            page = file.read()
        language = LANGUAGES.get(os.path.splitext(path)[1])
        for number, line in enumerate((read_part(page, language) if language else page).split("\n"), 1):
            text = line if language else re.sub(SKIPPED, "", line)
            for word, better, allowed in words:
                if word.search(text) and not (allowed and allowed.search(text)):
                    print(f"{os.path.relpath(path, ROOT)}:{number}: {word.pattern[2:-2]}: write {better}: {line.strip()}")
                    found += 1
    print(f"words: {len(words)} rules, {found} found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
