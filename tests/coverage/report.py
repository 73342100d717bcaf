#!/usr/bin/env python3
"""Lines and branches of src/ that no test reaches, from the JSON of llvm-cov export (scripts/coverage).

    report.py EXPORT.json [FILE…]      FILE: show what is missed in it, place by place (a folder: in all of it)

A branch is one outcome of one condition. Its name is the file, the function, the text of the condition (of one in a
macro: of the macro's use) and the outcome, so that names do not change when lines move.
"""
import collections
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
EXPANSION = 1

Branch = collections.namedtuple("Branch", "file function outcome text")


class Sources:
    """The text of places in files."""

    def __init__(self):
        self.lines = {}

    def text(self, path, begin_line, begin, end_line, end):
        if path not in self.lines:
            with open(path, encoding="utf-8") as file:
                self.lines[path] = file.read().split("\n")
        lines = self.lines[path][begin_line - 1:end_line]
        if begin_line == end_line:
            return lines[0][begin - 1:end - 1]
        return " ".join([lines[0][begin - 1:], *lines[1:-1], lines[-1][:end - 1]])


def macro_use(sources, path, place):
    """A macro's use with its arguments: the place ends with the macro's name."""
    line, begin, end_line, end = place
    text = sources.text(path, line, begin, end_line, end)
    rest = sources.text(path, end_line, end, min(end_line + 8, len(sources.lines[path])), 1)
    depth = 0
    for at, letter in enumerate(rest if rest.startswith("(") else ""):
        depth += (letter == "(") - (letter == ")")
        if not depth:
            return text + rest[:at + 1]
    return text


def function_branches(function, sources):
    """(Branch, line, place, reached) of each outcome in a function; a place is the ways through macros, too."""
    files = function["filenames"]
    parents = {r[6]: r for r in function["regions"] if r[7] == EXPANSION}
    name = function["name"].rsplit(":", 1)[-1]
    for branch in function["branches"]:
        place, own = tuple(branch[:4]), branch[6]
        way, use = [(files[own], place)], None
        while own in parents:
            use = tuple(parents[own][:4])
            own = parents[own][5]
            way.append((files[own], use))
        text = macro_use(sources, files[own], use) if use else sources.text(files[own], *place)
        file = os.path.relpath(files[own], ROOT)
        for outcome, count in zip("TF", branch[4:6]):
            yield Branch(file, name, outcome, re.sub(r"\s+", " ", text).strip()), way[-1][1][0], tuple(way), count > 0


def read(path):
    """The export, and {(place, outcome): [Branch, line, reached]} of src/: a function that was compiled into several
    places counts once."""
    with open(path, encoding="utf-8") as file:
        data = json.load(file)["data"][0]
    sources, found = Sources(), {}
    for function in data["functions"]:
        for branch, line, place, reached in function_branches(function, sources):
            if branch.file.startswith("src/"):
                entry = found.setdefault((place, branch.outcome), [branch, line, False])
                entry[2] = entry[2] or reached
    return data, found


def share(name, part, whole):
    return "%.2f %% of %d %s" % (100 * part / whole, whole, name)


def main():
    data, found = read(sys.argv[1])
    counts = {}
    for file in data["files"]:
        name = os.path.relpath(file["filename"], ROOT)
        if name.startswith("src/"):
            counts[name] = file["summary"]
    missed = collections.defaultdict(list)
    for branch, line, reached in found.values():
        if not reached:
            missed[branch.file].append((line, branch))
    for part in sys.argv[2:]:
        for file in sorted(f for f in missed if f.startswith(part.rstrip("/"))):
            for line, b in sorted(missed[file]):
                print("%s:%d %s %s %s" % (file, line, b.function, "never " + ("true:" if b.outcome == "T" else "false:"), b.text))
    print("missed branches, missed lines:")
    for file in sorted(missed, key=lambda f: -len(missed[f]))[:25]:
        lines = counts[file]["lines"]
        print("%5d %5d %s" % (len(missed[file]), lines["count"] - lines["covered"], file))
    lines = [sum(c["lines"][k] for c in counts.values()) for k in ("covered", "count")]
    print("src/: %s, %s" % (share("lines", *lines), share("branches", sum(e[2] for e in found.values()), len(found))))


if __name__ == "__main__":
    main()
