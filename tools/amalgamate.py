#!/usr/bin/env python3
"""Writes the engine as two files, chatfmt.c and chatfmt.h, that any C11 project can drop in.

    amalgamate.py [--output FOLDER]        by default build/amalgamation

Sources are those of the engine's rooms that src/ROOM/CMakeLists.txt names, without what needs other
rooms. Headers are put in where they are first
included, tables (.def, .inc) wherever they are included. No dependency beyond libc and libm.
"""
import argparse
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOMS = ("base", "value", "lang", "vm", "builtins", "render", "api")
# What the rooms above the engine use: files, results as JSON, times, suggestions.
LEFT_OUT = {"base/file.c", "base/json_out.c", "base/naive_time.c", "base/suggest.c"}
PUBLIC = ("base.h", "value.h", "template.h")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read().rstrip("\n") + "\n"


def needs(path, seen):
    """Rooms that a file includes, and what it includes does."""
    rooms = set()
    for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', read(os.path.join(ROOT, path)), re.M):
        if name.startswith("chatfmt/") and name[len("chatfmt/"):] not in PUBLIC:
            rooms.add(name)
        inner = os.path.join("src", name)
        if inner in seen or not os.path.exists(os.path.join(ROOT, inner)):
            continue
        seen.add(inner)
        rooms |= {name.split("/")[0]} | needs(inner, seen)
    return rooms


def sources():
    for room in ROOMS:
        text = read(os.path.join(ROOT, "src", room, "CMakeLists.txt"))
        listed = re.search(r"target_sources\(chatfmt_objects PRIVATE(.*?)\)", text, re.S)
        for name in re.findall(r"[\w/]+\.c", listed.group(1)):
            path = os.path.join("src", room, name)
            if f"{room}/{name}" not in LEFT_OUT and needs(path, set()) <= set(ROOMS):
                yield path


class Writer:
    def __init__(self):
        self.out, self.seen = [], set()

    def resolve(self, name, beside):
        for folder in ("src", os.path.dirname(beside)):
            path = os.path.join(folder, name)
            if os.path.exists(os.path.join(ROOT, path)):
                return os.path.normpath(path)
        sys.exit(f"{beside}: cannot find {name}")

    def add(self, path):
        self.out.append(f"\n/* ======== {path} ======== */\n")
        for line in read(os.path.join(ROOT, path)).splitlines(True):
            match = INCLUDE.match(line)
            if not match:
                self.out.append(line)
            elif match.group(1).startswith("chatfmt/"):
                continue  # chatfmt.h stands at the top
            else:
                inner = self.resolve(match.group(1), path)
                if not inner.endswith(".h"):
                    self.add(inner)
                elif inner not in self.seen:
                    self.seen.add(inner)
                    self.add(inner)


def public_header():
    out = ["/* chatfmt.h - the public interface of chatfmt in one file, written by\n"
           " * tools/amalgamate.py. Compile chatfmt.c, which came with it, and link with -lm. */\n"
           "#ifndef CHATFMT_STATIC\n#define CHATFMT_STATIC\n#endif\n"]
    for name in PUBLIC:
        text = read(os.path.join(ROOT, "include", "chatfmt", name))
        out.append("\n" + re.sub(r'^#include "chatfmt/.*\n', "", text, flags=re.M))
    return "".join(out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", default=os.path.join(ROOT, "build", "amalgamation"))
    folder = parser.parse_args().output
    os.makedirs(folder, exist_ok=True)
    writer = Writer()
    writer.out.append("/* chatfmt.c - the engine of chatfmt in one file, written by "
                      "tools/amalgamate.py. */\n#include \"chatfmt.h\"\n")
    for path in sources():
        writer.add(path)
    for name, text in (("chatfmt.h", public_header()), ("chatfmt.c", "".join(writer.out))):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
        print(f"{os.path.join(folder, name)}: {text.count(chr(10))} lines")


if __name__ == "__main__":
    main()
