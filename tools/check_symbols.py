#!/usr/bin/env python3
"""Checks the libraries as built: every exported symbol begins with chatfmt_, and there is no
writable global data.

    check_symbols.py libchatfmt.so libchatfmt.a
"""
import re
import subprocess
import sys


def run(*argv):
    return subprocess.run(argv, check=True, capture_output=True, text=True).stdout


def exported(library):
    for line in run("nm", "-D", "--defined-only", library).splitlines():
        name = line.split()[-1]
        if not name.startswith("chatfmt_"):
            yield f"{library} exports {name}"


def writable(archive):
    member = ""
    for line in run("size", "-A", archive).splitlines():
        header = re.match(r"^(\S+\.o)\s+\(ex ", line)
        if header:
            member = header.group(1)
        words = line.split()
        if len(words) == 3 and re.match(r"\.t?(data|bss)($|\.(?!rel\.ro))", words[0]) \
                and words[1] != "0":
            yield f"{member} has {words[1]} bytes of writable data in {words[0]}"


def main():
    shared, static = sys.argv[1:3]
    problems = list(exported(shared)) + list(writable(static))
    print("\n".join(problems))
    print(f"symbols: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
