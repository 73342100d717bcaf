#!/usr/bin/env python3
"""How much of src/api is not the API: the share of its functions' lines that are in functions which
are not exported. Arguments are checked there and nothing else, so it stays small.

    check_api_rooms.py [--most PERCENT] [--list]
"""
import argparse
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEAD = re.compile(r"^(?!typedef|struct|enum|union|#|/|\})[A-Za-z_][^;={}]*?\b(\w+)\([^;{}]*\)\s*\n?\{", re.M)


def functions(text):
    """(name, lines) of each function, from its first line to its last brace; an empty line and
    comments above it do not count."""
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)
    for match in HEAD.finditer(text):
        depth, end = 0, match.end() - 1
        while True:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            if depth == 0:
                break
            end += 1
        yield match.group(1), text.count("\n", match.start(), end) + 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=float, default=20)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    exported = inside = 0
    rows = []
    for path in sorted(glob.glob(os.path.join(ROOT, "src", "api", "*.c"))):
        with open(path, encoding="utf-8") as file:
            for name, lines in functions(file.read()):
                if name.startswith("chatfmt_"):
                    exported += lines
                else:
                    inside += lines
                    rows.append((lines, os.path.basename(path), name))
    share = 100 * inside / (exported + inside)
    if options.list or share > options.most:
        for lines, path, name in sorted(rows, reverse=True):
            print(f"{lines:5} {path:30} {name}")
    print(f"api: {inside} of {exported + inside} function lines ({share:.1f} %) are not exported, "
          f"at most {options.most:g} % may be")
    return 1 if share > options.most else 0


if __name__ == "__main__":
    sys.exit(main())
