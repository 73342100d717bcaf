#!/usr/bin/env python3
"""Size of the engine alone: the objects of the static library that `make amalgamation` puts into
one file, as `size` counts them. Fails above 600 KiB.

    engine_size.py LIBRARY
"""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import amalgamate  # noqa: E402

LIMIT = 600 * 1024


def main():
    wanted = {os.path.basename(path) + ".o" for path in amalgamate.sources()}
    try:
        listed = subprocess.run(["size", sys.argv[1]], stdout=subprocess.PIPE, text=True, check=True).stdout
    except FileNotFoundError:
        print("SKIPPED: there is no program `size`")
        return 77
    total, found = 0, set()
    for line in listed.splitlines()[1:]:
        text, data, _, _, _, name = line.split()[:6]
        if name in wanted:
            found.add(name)
            total += int(text) + int(data)
    missing = wanted - found
    print("engine: %d objects, %d bytes of code and data (%.0f KiB of %d KiB)" % (
        len(found), total, total / 1024, LIMIT / 1024))
    if missing:
        print("not in the library:", *sorted(missing))
    return 1 if missing or total > LIMIT else 0


sys.exit(main())
