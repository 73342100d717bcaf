#!/usr/bin/env python3
"""Size of the engine alone: the objects of the static library that the smaller amalgamation puts into
one file, as `size` counts them. Fails above a number of bytes: 600 KiB, or what is given.

    engine_size.py LIBRARY [BYTES]
"""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import amalgamate  # noqa: E402


def main():
    limit = int(sys.argv[2]) if len(sys.argv) > 2 else 600 * 1024
    paths = list(amalgamate.engine())
    wanted = {os.path.basename(path) + ".o" for path in paths}
    optional = {os.path.basename(path) + ".o" for path in paths if amalgamate.guard(path)}
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
    missing = wanted - found - (optional if not optional & found else set())
    print("engine%s: %d objects, %d bytes of code and data (%.0f KiB of %d KiB)" % (
        "" if optional & found else " without rarities", len(found), total, total / 1024, limit / 1024))
    if missing:
        print("not in the library:", *sorted(missing))
    return 1 if missing or total > limit else 0


sys.exit(main())
