#!/usr/bin/env python3
"""Static functions, tables, types and constants have names of their own in all of src/, so that the
two-file engine and a unity build are one translation unit.
"""
import collections
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STATIC = re.compile(r"^static\s+(?:inline\s+|const\s+)*[\w\s\*]+?\b(\w+)\s*(?:\(|\[|=|;)", re.M)
TYPE = re.compile(r"^(?:typedef\s+)?(?:struct|enum|union)\s+(\w+)\s*\{", re.M)
ALIAS = re.compile(r"^\}\s*(\w+);", re.M)
ENUM = re.compile(r"^(?:typedef\s+)?enum\s*\w*\s*\{([^}]*)\}", re.M)
CONSTANT = re.compile(r"(?:^|,)\s*([A-Z]\w+)\s*(?:=[^,]*)?(?=,|$)")


def names(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    yield from (("", n) for n in STATIC.findall(text))
    yield from (("type ", n) for n in TYPE.findall(text))
    yield from (("alias ", n) for n in ALIAS.findall(text))
    for body in ENUM.findall(text):
        yield from (("constant ", n) for n in CONSTANT.findall(body))


def main():
    where = collections.defaultdict(set)
    for path in glob.glob(os.path.join(ROOT, "src", "**", "*.[ch]"), recursive=True):
        with open(path, encoding="utf-8") as file:
            for kind, name in names(file.read()):
                where[kind + name].add(os.path.relpath(path, ROOT))
    twice = {name: paths for name, paths in where.items() if len(paths) > 1}
    for name, paths in sorted(twice.items()):
        print(f"{name} is in {', '.join(sorted(paths))}")
    print(f"names: {len(where)} names, {len(twice)} of them twice")
    return 1 if twice else 0


if __name__ == "__main__":
    sys.exit(main())
