#!/usr/bin/env python3
"""Lines of C that people read have at most 100 columns.

Left out: conversations and parts of tokenizers as JSON, which are tables of texts, and what scripts write (*.inc).
"""
import glob
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ("include", "src", "cli", "fuzz", "examples", "bindings/python/src")
TABLES = {"src/analysis/compare_rows.c", "src/analysis/compare_derived.c", "fuzz/fuzz_sessions.c"}
MOST = 100


def long_lines():
    for folder in FOLDERS:
        for path in sorted(glob.glob(os.path.join(ROOT, folder, "**", "*.[ch]"), recursive=True)):
            name = os.path.relpath(path, ROOT).replace(os.sep, "/")
            if name in TABLES:
                continue
            with open(path, encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    if len(line.rstrip("\n")) > MOST:
                        yield f"{name}:{number}: {len(line) - 1} columns"


def main():
    found = list(long_lines())
    print("\n".join(found))
    print(f"columns: {len(found)} lines of more than {MOST}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
