#!/usr/bin/env python3
"""Proves the floors: a lower floor never includes a higher one, the registries of floor 4 do not
include each other nor lang and vm, only base touches the C library's files, clock and locale, and
users (cli, bindings, examples) include nothing but public headers and their own. The program stays
small: what any other program could want of it belongs into the library. No text of the library names
an option of the program, which other programs do not have: cli/remedies.c adds the option.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FLOORS = {"base": 0, "value": 1, "lang": 2, "vm": 3, "builtins": 3.5, "regex": 1.5, "formats": 4,
          "tokenizers": 4, "replies": 4, "models": 5, "render": 5, "chat": 6, "analysis": 6.5, "dataset": 6.5,
          "api": 7, "service": 8, "report": 9}
PROGRAM_MOST = 8000  # lines of cli/ beside those files
PROGRAM_SYSTEMS = ("cli/windows.c", "cli/windows.h", "cli/wasi.h")  # what systems lack of POSIX
SYSTEMS = {"POSIX": ("system_posix.c", "system_replace_posix.c", "system_output_posix.c"),
           "WASI": ("system_posix.c", "system_replace_posix.c", "system_output_none.c"),
           "Windows": ("system_windows.c", "system_output_none.c")}
REGISTRIES = ("formats", "tokenizers", "replies")
# Headers of the C library that carry no state and touch nothing outside.
PURE = {"stddef.h", "stdint.h", "stdbool.h", "string.h", "limits.h", "float.h", "math.h",
        "stdarg.h", "assert.h", "inttypes.h", "emmintrin.h"}
OUTSIDE = {
    "base/file.c": {"stdlib.h", "errno.h"},
    "base/system_posix.c": None,
    "base/system_replace_posix.c": None,
    "base/system_output_posix.c": None,
    "base/system_output_none.c": None,
    "base/system_windows.c": None,
    "base/alloc.c": {"stdlib.h"},
    "tokenizers/gguf.c": {"stdlib.h"},            # qsort
    "lang/compile.c": {"stdlib.h"},           # qsort
    "regex/oniguruma.c": {"pcre2.h"},
    "regex/pcre.c": {"pcre2.h"},
    "regex/python.c": {"pcre2.h"},
}
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"((?:\\.|[^"\\\n])*)"', re.S)  # comments, texts
SWITCH = re.compile(r"(?<![-!\w])--[a-z][a-z-]+")
INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', re.M)


def sources(folder):
    for path, folders, files in os.walk(os.path.join(ROOT, folder)):
        folders[:] = [f for f in folders if not f.startswith((".", "build"))]
        for name in files:
            if name.endswith((".c", ".h", ".def")):
                yield os.path.relpath(os.path.join(path, name), ROOT)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def includes(path):
    return INCLUDE.findall(read(path))


def check_room(path):
    """What is wrong with the includes of a file in src/."""
    inside = path[len("src/"):]
    room = inside.split("/")[0]
    for own, system in includes(path):
        target = own.split("/")[0]
        if system:
            allowed = OUTSIDE.get(inside, set())
            if allowed is not None and system not in PURE | allowed:
                yield f"{path}: <{system}>: only base/system*.c may touch what is outside"
        elif own.startswith("chatfmt/") or target not in FLOORS:
            continue
        elif FLOORS[target] > FLOORS[room]:
            yield f"{path}: {own} is on a higher floor"
        elif room in REGISTRIES and (target in ("lang", "vm") or
                                     target in REGISTRIES and target != room):
            yield f"{path}: {own}: the registries do not know {target}"


def check_texts(path):
    """Options of the program in texts of the library."""
    source = read(path)
    text = "".join(match[1] if match[1] is not None else "\0" for match in TOKEN.finditer(source))
    for switch in SWITCH.findall(text):
        yield f"{path}: a text names {switch}: name the field or the fix, and put a row into cli/remedies.c"


def check_user(path):
    for own, _ in includes(path):
        beside = os.path.exists(os.path.join(ROOT, os.path.dirname(path), own))
        if own and not own.startswith("chatfmt/") and not beside:
            yield f"{path}: {own} is not a public header"


def check_systems():
    """Functions that a system lacks: where nobody builds for it here, a caller of one would be the first to see."""
    wanted = set()
    for name in ("system.h", "output.h"):
        wanted |= set(re.findall(r"\b(cft_\w+)\(", TOKEN.sub(" ", read(f"src/base/{name}"))))
    for system, files in SYSTEMS.items():
        text = "".join(read(f"src/base/{name}") for name in files)
        for name in sorted(wanted):
            if not re.search(rf"^(?!static)\w[\w *]*\b{name}\([^;{{]*\)\s*{{", text, re.M):
                yield f"src/base: {system} has no {name}()"


def check_program():
    """The lines of the program, which may only become fewer."""
    counted = (path for path in sources("cli") if path not in PROGRAM_SYSTEMS)
    lines = sum(1 for path in counted for _ in read(path).splitlines())
    if lines > PROGRAM_MOST:
        yield f"cli: {lines} lines, at most {PROGRAM_MOST} may be: move what is no terminal, file or option into src/"


def main():
    problems, seen, count = [], {}, 0
    for path in sources("src"):
        count += 1
        problems += check_room(path)
        problems += check_texts(path)
        name = os.path.basename(path)
        if name.endswith(".c") and name in seen:
            problems.append(f"{path}: a file of that name is in {seen[name]}")
        seen[name] = path
    for folder in ("cli", "bindings", "examples"):
        for path in sources(folder):
            count += 1
            problems += check_user(path)
    problems += check_systems()
    problems += check_program()
    print("\n".join(problems))
    print(f"layers: {count} files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
