#!/usr/bin/env python3
"""Proves the floors from compiled objects, where includes cannot: no room links to one above it, no
two rooms link to each other, and nothing up to the API calls a public function but those of base.

usage: check_links.py LIBRARY      the static library
"""
import collections
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from check_layers import FLOORS, sources  # noqa: E402


def read(library):
    """(symbol -> room that defines it, file -> symbols that it needs, file -> room)."""
    rooms = {os.path.basename(path): path.split("/")[1] for path in sources("src")}
    defined, needed = {}, collections.defaultdict(set)
    listed = subprocess.run(["nm", "-A", "-P", library], stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in listed.splitlines():
        member, symbol, kind = line.split()[:3]
        name = member.split("[")[1].split("]")[0].removesuffix(".o")
        if kind == "U":
            needed[name].add(symbol)
        elif kind in "TDRBV":
            defined[symbol] = rooms[name]
    return defined, needed, rooms


def circles(links):
    """Pairs of rooms that reach each other."""
    reached = {room: set(others) for room, others in links.items()}
    for _ in reached:
        for room in reached:
            for other in list(reached[room]):
                reached[room] |= reached.get(other, set())
    return sorted({tuple(sorted((a, b))) for a in reached for b in reached[a] if a in reached.get(b, ())})


def main():
    if not shutil.which("nm"):
        print("SKIPPED: there is no program `nm`")
        return 77
    defined, needed, rooms = read(sys.argv[1])
    problems, links = [], collections.defaultdict(set)
    for name in sorted(needed):
        for symbol in sorted(needed[name] & defined.keys()):
            here, there = rooms[name], defined[symbol]
            if here != there:
                links[here].add(there)
            if FLOORS[there] > FLOORS[here]:
                problems.append(f"{here}/{name}: {symbol} is on a higher floor, in {there}")
            if symbol.startswith("chatfmt_") and there == "api" and FLOORS[here] <= FLOORS["api"]:
                problems.append(f"{here}/{name}: {symbol} is for users of the library")
    problems += [f"{a} and {b} link to each other" for a, b in circles(links)]
    print("\n".join(problems))
    print(f"links: {len(needed)} objects, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
