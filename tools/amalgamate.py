#!/usr/bin/env python3
"""Writes the library as one C file and one header that any C11 project can drop in, in two sizes.

    amalgamate.py [--output FOLDER]        by default build/amalgamation

FOLDER/engine has templates and values and needs libc and libm alone; FOLDER/all has everything, and
uses PCRE2 when it is compiled with -DCFT_WITH_PCRE2 -lpcre2-8. Sources are those that
src/ROOM/CMakeLists.txt names; of the engine those that need none of the other rooms. Headers are put
in where they are first included, tables (.def, .inc) wherever they are included. What a build can
leave out (GUARDS) is left out with the macro of that name. The licences stand at the top of both
files, and beside them.
"""
import argparse
import os
import re
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOMS = ("base", "value", "lang", "vm", "builtins", "render", "api")
ALL_ROOMS = ROOMS[:-1] + ("regex", "formats", "tokenizers", "replies", "models", "chat", "analysis", "dataset", "api", "service", "report")
# What the rooms above the engine use: files, results as JSON, times, suggestions.
LEFT_OUT = {"base/file.c", "base/json_out.c", "base/naive_time.c", "base/suggest.c"}
# Files that call the operating system; macros such as _GNU_SOURCE count before the first header.
SYSTEM = ("base/system_posix.c", "base/system_replace_posix.c", "base/system_output_posix.c",
          "base/system_output_none.c", "base/system_windows.c")
PUBLIC = ("base.h", "value.h", "template.h")
GUARDS = (("builtins/rare/", "CHATFMT_NO_RARE_BUILTINS"), ("base/unicode_names.", "CHATFMT_NO_UNICODE_NAMES"),
          ("replies/jmespath", "CHATFMT_NO_RESPONSE_SCHEMA"), ("replies/response_schema", "CHATFMT_NO_RESPONSE_SCHEMA"))
FEATURE = re.compile(r"#define (_POSIX_C_SOURCE|_DEFAULT_SOURCE|_GNU_SOURCE|_DARWIN_C_SOURCE)\b")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read().rstrip("\n") + "\n"


def guard(path):
    """The macro that leaves a source out, or None."""
    return next((macro for start, macro in GUARDS if path.startswith("src/" + start)), None)


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


def sources(rooms):
    for room in rooms:
        text = read(os.path.join(ROOT, "src", room, "CMakeLists.txt"))
        for listed in re.findall(r"target_sources\(chatfmt_objects PRIVATE(.*?)\)", text, re.S):
            yield from (os.path.join("src", room, name) for name in re.findall(r"[\w/]+\.c", listed))


def engine():
    """Sources of the engine alone."""
    for path in sources(ROOMS):
        if path[len("src/"):] not in LEFT_OUT | set(SYSTEM) and needs(path, set()) <= set(ROOMS):
            yield path


def whole():
    """Sources of the library."""
    yield from sources(ALL_ROOMS)


class Writer:
    def __init__(self):
        self.out, self.seen = [], set()

    def resolve(self, name, beside):
        for folder in ("src", os.path.dirname(beside)):
            path = os.path.join(folder, name)
            if os.path.exists(os.path.join(ROOT, path)):
                return os.path.normpath(path)
        sys.exit(f"{beside}: cannot find {name}")

    def header(self, path):
        if path not in self.seen:
            self.seen.add(path)
            self.add(path)

    def inner(self, path):
        """Lines of a file, and for its includes the path of what they include."""
        for line in read(os.path.join(ROOT, path)).splitlines(True):
            match = INCLUDE.match(line)
            if not match:
                yield ("" if FEATURE.match(line) else line), None
            elif not match.group(1).startswith("chatfmt/"):  # chatfmt.h comes first
                yield "", self.resolve(match.group(1), path)

    def add(self, path):
        self.out.append(f"\n/* ======== {path} ======== */\n")
        for line, included in self.inner(path):
            if not included:
                self.out.append(line)
            elif included.endswith(".h"):
                self.header(included)
            else:
                self.add(included)

    def add_source(self, path):
        """A source, after its headers where a build can leave it out: others need them too."""
        condition = condition_of(path)
        if condition:
            for _, included in self.inner(path):
                if included and included.endswith(".h"):
                    self.header(included)
            self.out.append(f"\n#if {condition}\n")
        self.add(path)
        if condition:
            self.out.append("#endif\n")


def condition_of(path):
    if path.endswith("_windows.c"):
        return "defined(_WIN32)"
    if path.endswith("_none.c"):
        return "defined(_WIN32) || defined(__wasi__)"
    if path.endswith("_output_posix.c"):
        return "!defined(_WIN32) && !defined(__wasi__)"
    if path[len("src/"):] in SYSTEM:
        return "!defined(_WIN32)"
    return f"!defined({guard(path)})" if guard(path) else None


def ordered(names, done):
    """Public headers, each after those that it includes."""
    for name in names:
        if name not in done:
            done.add(name)
            text = read(os.path.join(ROOT, "include", "chatfmt", name))
            yield from ordered(re.findall(r'^#include "chatfmt/(.*)"', text, re.M), done)
            # As chatfmt/chatfmt.h leaves them out.
            yield f"#ifndef CHATFMT_STABLE_ONLY\n{text}#endif\n" if "#ifdef CHATFMT_STABLE_ONLY" in text else text


def licences(engine_only):
    """A comment with the licences of what the files are made of: the engine has no formats."""
    expression = "MIT AND Unicode-3.0 AND PSF-2.0" if engine_only else "MIT AND Apache-2.0 AND Unicode-3.0 AND PSF-2.0"
    texts = [f"SPDX-License-Identifier: {expression}\n", read(os.path.join(ROOT, "LICENSE")),
             "The Unicode tables are under this licence:\n", read(os.path.join(ROOT, "LICENSES", "Unicode-3.0.txt")),
             "The table of named character references (html_entities.inc) is under this licence:\n",
             read(os.path.join(ROOT, "LICENSES", "PSF-2.0.txt"))]
    if not engine_only:
        texts += ["Prompt texts and names of classes are under the Apache License 2.0, which came with these files:\n",
                  read(os.path.join(ROOT, "NOTICE"))]
    return "/* " + "\n".join(texts).replace("*/", "* /").replace("/*", "/ *").replace("\n", "\n * ").replace(" \n", "\n").rstrip(" *") + " */\n"


def copy_licences(folder):
    for name in ("LICENSE", "NOTICE", "LICENSES"):
        path, to = os.path.join(ROOT, name), os.path.join(folder, name)
        if os.path.isdir(path):
            shutil.copytree(path, to, dirs_exist_ok=True)
        else:
            shutil.copyfile(path, to)


def public_header(names, link):
    out = ["/* chatfmt.h - the public interface of chatfmt in one file, written by\n"
           f" * tools/amalgamate.py. Compile chatfmt.c, which came with it, and link with {link}. */\n"
           "#ifndef CHATFMT_STATIC\n#define CHATFMT_STATIC\n#endif\n"]
    for text in ordered(names, set()):
        out.append("\n" + re.sub(r'^#include "chatfmt/.*\n', "", text, flags=re.M))
    return "".join(out)


def source(paths, what, left_out=""):
    writer = Writer()
    writer.out.append(f"/* chatfmt.c - {what} in one file, written by tools/amalgamate.py. */\n"
                      "#if !defined(_WIN32) && !defined(_GNU_SOURCE)\n#define _GNU_SOURCE\n#endif\n"
                      "#if defined(__APPLE__) && !defined(_DARWIN_C_SOURCE)\n#define _DARWIN_C_SOURCE\n#endif\n"
                      "/* GCC takes variables of functions that it inlines here for uninitialized. */\n"
                      "#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n#endif\n"
                      "/* Assertions only where they are asked for. */\n"
                      "#if !defined(CHATFMT_ASSERTS) && !defined(NDEBUG)\n#define NDEBUG\n#endif\n"
                      + left_out + '#include "chatfmt.h"\n')
    for path in paths:
        writer.add_source(path)
    return "".join(writer.out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", default=os.path.join(ROOT, "build", "amalgamation"))
    output = parser.parse_args().output
    every = sorted(os.listdir(os.path.join(ROOT, "include", "chatfmt")))
    sizes = (("engine", PUBLIC, "-lm", engine(), "the engine of chatfmt"),
             ("all", every, "-lm; with -DCFT_WITH_PCRE2 also with -lpcre2-8", whole(), "chatfmt"))
    # chatfmt_build_features() says it: the engine reads no replies.
    no_replies = "#ifndef CHATFMT_NO_RESPONSE_SCHEMA\n#define CHATFMT_NO_RESPONSE_SCHEMA\n#endif\n"
    for name, headers, link, paths, what in sizes:
        folder = os.path.join(output, name)
        os.makedirs(folder, exist_ok=True)
        copy_licences(folder)
        for file_name, text in (("chatfmt.h", public_header(headers, link)), ("chatfmt.c", source(paths, what, no_replies if name == "engine" else ""))):
            text = licences(name == "engine") + text
            with open(os.path.join(folder, file_name), "w", encoding="utf-8") as file:
                file.write(text)
            print(f"{os.path.join(folder, file_name)}: {text.count(chr(10))} lines")


if __name__ == "__main__":
    main()
