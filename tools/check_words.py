#!/usr/bin/env python3
"""Finds words of tools/words.txt in what people read: README, docs, public headers, comments of C. Status 1 when there are any."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLACES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs", "include", "src", "cli", "bindings/python/README.md")
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|(/\*.*?\*/)|(//[^\n]*)', re.S)
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
            yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith((".md", ".h", ".c")))


def comments(text):
    """The text with everything but comments blank, on the same lines."""
    out, at = [], 0
    for match in COMMENT.finditer(text):
        out.append(re.sub(r"[^\n]", " ", text[at:match.start()]))
        out.append(match[0] if match[1] or match[2] else re.sub(r"[^\n]", " ", match[0]))
        at = match.end()
    return "".join(out + [re.sub(r"[^\n]", " ", text[at:])])


def main():
    found, words = 0, list(rules())
    for path in pages():
        with open(path, encoding="utf-8") as file:
            page = file.read()
        code = path.endswith((".c", ".h"))
        for number, line in enumerate((comments(page) if code else page).split("\n"), 1):
            text = line if code else re.sub(SKIPPED, "", line)
            for word, better, allowed in words:
                if word.search(text) and not (allowed and allowed.search(text)):
                    print(f"{os.path.relpath(path, ROOT)}:{number}: {word.pattern[2:-2]}: write {better}: {line.strip()}")
                    found += 1
    print(f"words: {len(words)} rules, {found} found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
