#!/usr/bin/env python3
"""An older program with a newer library, and a newer program with an older one: every struct that may
grow (tools/api_list.py says which) gets a field at its end in a copy of the headers; tests/api/older.c is
compiled with the headers as they are and run with a library of the copy, and the other way round.

usage: check_older.py LIBRARY.so [LINK…]       the library as built, and what else it is linked with
"""
import glob
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import api_list  # noqa: E402

CC = shlex.split(os.environ.get("CC", "cc"))
ROOMS = ("base", "value", "lang", "vm", "builtins", "render", "regex", "formats", "tokenizers", "replies", "models", "chat",
         "analysis", "dataset", "api", "service", "report")


def grow(folder):
    """Copies of the headers in `folder`, in which each struct that may grow has one more field."""
    grown = {name for name, kind, _ in api_list.structs() if kind != "fixed"}
    os.makedirs(os.path.join(folder, "chatfmt"))
    count = 0
    for path in api_list.headers():
        text = api_list.read(path)
        for name in grown:
            text, found = re.subn(r"\} %s;" % name, "    uint64_t grown; } %s;" % name, text)
            count += found
        with open(os.path.join(folder, "chatfmt", os.path.basename(path)), "w", encoding="utf-8") as file:
            file.write(text)
    assert count == len(grown), (count, len(grown))
    return count


def run(*argv):
    subprocess.run(argv, check=True)


def build_library(folder, include, link):
    """A shared library of src/ with these headers, as one translation unit without optimisation."""
    one, library = os.path.join(folder, "one.c"), os.path.join(folder, "libchatfmt.so")
    apart = [p for p in glob.glob(os.path.join(ROOT, "src", "base", "system_*posix.c"))]
    with open(one, "w", encoding="utf-8") as file:
        for room in ROOMS:
            for path in sorted(glob.glob(os.path.join(ROOT, "src", room, "**", "*.c"), recursive=True)):
                if not os.path.basename(path).startswith("system_"):
                    file.write(f'#include "{path}"\n')
    flags = ["-std=c11", "-O0", "-fPIC", "-fvisibility=hidden", "-DCHATFMT_BUILD",
             "-I", include, "-I", os.path.join(ROOT, "src")]
    if any("pcre2" in word for word in link):
        flags.append("-DCFT_WITH_PCRE2")
    run(*CC, *flags, "-shared", one, *apart, "-o", library, "-lm", *link)
    return library


def try_program(folder, include, library, *defines):
    program = os.path.join(folder, "program")
    run(*CC, "-std=c11", "-O1", "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-Wno-missing-braces", *defines,
        "-I", include, os.path.join(HERE, "older.c"), library, "-Wl,-rpath," + os.path.dirname(library), "-o", program)
    return subprocess.run([program]).returncode


def main():
    built, link = os.path.abspath(sys.argv[1]), sys.argv[2:]
    own = os.path.join(ROOT, "include")
    with tempfile.TemporaryDirectory() as folder:
        include = os.path.join(folder, "include")
        count = grow(include)
        newer = build_library(folder, include, link)
        failed = [words for words, status in (
            ("today's program with today's library", try_program(folder, own, built)),
            ("today's program with a library that has grown", try_program(folder, own, newer)),
            ("a program that has grown with today's library",
             try_program(folder, include, built, "-DOLDER_IS_NEWER"))) if status]
    for words in failed:
        print(f"failed: {words}")
    print(f"older programs: {count} structs with one more field, {len(failed)} of 3 ways failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
