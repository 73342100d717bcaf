#!/usr/bin/env python3
"""The binary interface as a list: exported symbols, layouts of public structs and values of public
constants, compared with what is checked in.

    api_list.py LIBRARY.so             compare with tests/api/symbols.txt and tests/api/layouts.txt
    api_list.py LIBRARY.so --update    write them; refuses what would break older programs
    api_list.py LIBRARY.so --break     write them all the same

A struct is one of three kinds, which its declaration says:
    sized   begins with struct_size: it may get fields at its end
    lent    the comment above it says that it "may grow": the library's own, handed out by pointer
    fixed   all others: it never changes
The list is that of 64-bit systems; on others only the symbols are compared.
"""
import glob
import os
import re
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SYMBOLS = os.path.join(ROOT, "tests", "api", "symbols.txt")
LAYOUTS = os.path.join(ROOT, "tests", "api", "layouts.txt")
STRUCT = re.compile(r"(?P<comment>/\*(?:[^*]|\*(?!/))*\*/\s*)?typedef struct (?P<name>chatfmt_\w+) \{"
                    r"(?P<body>(?:/\*(?:[^*]|\*(?!/))*\*/|[^}])*?)\} (?P=name);")
ENUM = re.compile(r"\benum\s*\w*\s*\{([^}]*)\}")
POINTER = re.compile(r"\(\*(\w+)\)\s*\(")


def headers():
    return sorted(glob.glob(os.path.join(ROOT, "include", "chatfmt", "*.h")))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def plain(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


def fields(body):
    """Names of a struct's members, in order."""
    for part in plain(body).split(";"):
        part = part.strip()
        if not part:
            continue
        pointer = POINTER.search(part)
        names = [pointer.group(1)] if pointer else \
            [re.search(r"(\w+)\s*(?:\[[^\]]*\])?$", piece.strip()).group(1)
             for piece in re.sub(r"\{.*\}", "", part, flags=re.S).split(",")]
        yield from names


def structs():
    """(name, kind, fields) of each public struct."""
    for path in headers():
        for match in STRUCT.finditer(read(path)):
            names = list(fields(match["body"]))
            may_grow = "may grow" in " ".join((match["comment"] or "").lower().replace("*", " ").split())
            kind = "sized" if names[0] == "struct_size" else "lent" if may_grow else "fixed"
            yield match["name"], kind, names


def constants():
    for path in headers():
        for body in ENUM.findall(plain(read(path))):
            for row in body.split(","):
                name = row.split("=")[0].strip()
                if re.fullmatch(r"CHATFMT_[A-Z0-9_]+", name):
                    yield name


def layouts():
    """The list of layouts, from a compiler."""
    lines = ['#include "chatfmt/chatfmt.h"', "#include <stdio.h>", "int main(void)", "{"]
    for name, kind, names in structs():
        lines.append(f'printf("struct {name} {kind} %zu\\n", sizeof({name}));')
        lines += [f'printf("  {field} %zu %zu\\n", offsetof({name}, {field}), '
                  f"sizeof((({name} *)0)->{field}));" for field in names]
    lines += [f'printf("constant {name} %lld\\n", (long long){name});' for name in constants()]
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "list.c"), os.path.join(folder, "list")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join([*lines, "return 0;", "}", ""]))
        subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-I", os.path.join(ROOT, "include"),
                        source, "-o", program], check=True)
        return subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout


def symbols(library):
    listed = subprocess.run(["nm", "-D", "--defined-only", library], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    return "".join(sorted({line.split()[-1].split("@")[0] + "\n" for line in listed.splitlines()
                           if " chatfmt_" in line}))


def parsed(text):
    """{struct: (kind, size, [field lines])}, {constant: line}."""
    found, named, name = {}, {}, None
    for line in text.splitlines():
        words = line.split()
        if words[0] == "struct":
            name = words[1]
            found[name] = (words[2], words[3], [])
        elif words[0] == "constant":
            named[words[1]] = line
        else:
            found[name][2].append(line)
    return found, named


def breaks(old_symbols, new_symbols, old_layouts, new_layouts):
    """What older programs would not survive."""
    for name in sorted(set(old_symbols.split()) - set(new_symbols.split())):
        yield f"{name} is gone"
    old, old_constants = parsed(old_layouts)
    new, new_constants = parsed(new_layouts)
    for name, (kind, size, rows) in old.items():
        if name not in new:
            yield f"{name} is gone"
            continue
        now_kind, now_size, now_rows = new[name]
        if now_kind != kind:
            yield f"{name} was {kind} and is {now_kind}"
        elif now_rows[:len(rows)] != rows:
            yield f"{name}: a field was moved, or is gone"
        elif kind == "fixed" and (now_size != size or now_rows != rows):
            yield f"{name} is fixed and has changed"
    for name, line in old_constants.items():
        if new_constants.get(name) != line:
            yield f"{name} has another value, or is gone"


def differences(path, wanted, found):
    for line in sorted(set(wanted.splitlines()) - set(found.splitlines())):
        yield f"{os.path.basename(path)}: only in the list: {line}"
    for line in sorted(set(found.splitlines()) - set(wanted.splitlines())):
        yield f"{os.path.basename(path)}: not in the list: {line}"


def main():
    library, options = sys.argv[1], sys.argv[2:]
    wide = struct.calcsize("P") == 8
    kept = [read(path) if os.path.exists(path) else "" for path in (SYMBOLS, LAYOUTS)]
    made = [symbols(library), layouts() if wide else kept[1]]
    problems = list(breaks(kept[0], made[0], kept[1], made[1]))
    if not options:
        problems += [*differences(SYMBOLS, kept[0], made[0]), *differences(LAYOUTS, kept[1], made[1])]
        if not problems and (kept[0], kept[1]) != (made[0], made[1]):
            problems.append("the lists are in another order")
    print("\n".join(problems))
    if options and (not problems or "--break" in options):
        for path, text in zip((SYMBOLS, LAYOUTS), made):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        problems = []
    print(f"interface: {len(made[0].split())} symbols, {made[1].count('struct ')} structs, "
          f"{made[1].count('constant ')} constants, {len(problems)} problems")
    if problems and not options:
        print("a change that is meant: tools/api_list.py LIBRARY.so --update")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
