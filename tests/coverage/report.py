#!/usr/bin/env python3
"""Lines and branches of src/ that no test reaches, from the JSON of llvm-cov export (scripts/coverage).

    report.py EXPORT.json [--update | --partial] [FILE…]

FILE shows what is missed in it, place by place (a folder: in all of it). What is missed and uncovered.txt must be the same:
a branch that is missed and not there, and one that is there and is reached, make the program fail. --update writes the list
anew and keeps its reasons; --partial does not compare (when not all tests were run).

A branch is one outcome of one condition. Its name is the file, the function, the text of the condition (of one in a macro:
of the macro's use) and the outcome, so that the list does not change when lines move.
"""
import collections
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LIST = os.path.join(HERE, "uncovered.txt")
EXPANSION = 1
TEXT_MOST = 90  # of a condition in the list

Branch = collections.namedtuple("Branch", "file function outcome text")

# Reasons by what a condition and its file tell: the first that fits. --update gives them to branches that are new in the
# list; one that fits none has the reason "?", which the check refuses until somebody has written another.
RULES = [
    ("table", r"", r"src/formats/(match|formats_data)\.c|src/base/unicode_names\.c|src/builtins/rare/html_unescape\.c"),
    ("size", r"UINT32_MAX|SIZE_MAX|PTRDIFF_MAX|INT32_MAX|INT64_MIN|size_multiply|_MOST\b|_MAX\b|_DEPTH\b|1u? ?<< ?(24|28|30)|string_bytes|output_bytes|value_depth", r""),
    ("defaults", r"cft_limits_fill\(", r""),
    ("system", r"errno|EINTR|MAP_FAILED|stat\(|fsync|fchmod|rename\(|case E[A-Z]+$|st_[a-z]+|geteuid|S_ISREG|descriptor|^!?(got|put|code|made)\b|mark->|->modified|->changed", r"src/(base/file|tokenizers/token_cache|models/hub_cache)"),
    ("memory", r"NO_MEMORY|no_memory|^!(grown|room|capacity|context|decoded|plain|parts|stack|both|copy|bytes|blanks|place|work|text|ids|items|size)$|pcre2|PCRE2|CFT_TRY\(cft_buffer_|CFT_TRY\(cft_build|CFT_TRY\(cft_heap_|cft_arena_|span->path\.data", r""),
    ("kind", r"^case |^default$|kind\b|CFT_TUPLE|->(state|phase|how|family|behavior|class)\b|is_integral", r""),
    ("step", r"^CFT_TRY\(|^RUN_|_STEP_FAIL|status|CHATFMT_OK|_raise\(|_fail\(", r""),
    ("untested", r"", r""),
]


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
    files = [os.path.normpath(file) for file in function["filenames"]]
    parents = {r[6]: r for r in function["regions"] if r[7] == EXPANSION}
    name = function["name"].rsplit(":", 1)[-1]
    for branch in function["branches"]:
        place, own = tuple(branch[:4]), branch[6]
        way, use = [(files[own], place)], None
        while own in parents:
            use = tuple(parents[own][:4])
            own = parents[own][5]
            way.append((files[own], use))
        file = os.path.relpath(files[own], ROOT)
        if not file.startswith("src/"):
            continue
        text = macro_use(sources, files[own], use) if use else sources.text(files[own], *place)
        text = re.sub(r"\s+", " ", text).strip()[:TEXT_MOST]
        for outcome, count in zip("TF", branch[4:6]):
            yield Branch(file, name, outcome, text), way[-1][1][0], tuple(way), count > 0


def read(path):
    """The export, and {(place, outcome): [Branch, line, reached]} of src/: a function that was compiled into several
    places counts once."""
    with open(path, encoding="utf-8") as file:
        data = json.load(file)["data"][0]
    sources, found = Sources(), {}
    for function in data["functions"]:
        for branch, line, place, reached in function_branches(function, sources):
            entry = found.setdefault((place, branch.outcome), [branch, line, False])
            entry[2] = entry[2] or reached
    return data, found


# ---- The list ----

def list_read():
    """{Branch: [reason, …]}: one reason for each time that it is there."""
    listed, file = collections.defaultdict(list), None
    if os.path.exists(LIST):
        with open(LIST, encoding="utf-8") as lines:
            for line in lines:
                line = line.rstrip("\n")
                if line.startswith("src/"):
                    file = line
                elif line.startswith("  "):
                    reason, outcome, function, text = re.match(r" +(\S+) (\S) (\S+) (.*)$", line).groups()
                    listed[Branch(file, function, outcome, text)].append(reason)
    return listed


def reason_of(branch):
    for reason, text, file in RULES:
        if re.search(text, branch.text) and re.search(file, branch.file):
            return reason
    return "?"


def list_write(missed, listed):
    with open(LIST, encoding="utf-8") as file:
        head = [line for line in file if line.startswith("#")]
    known = {branch: list(reasons) for branch, reasons in listed.items()}
    with open(LIST, "w", encoding="utf-8") as file:
        file.writelines(head)
        for name in sorted(missed):
            file.write(name + "\n")
            for _, branch in sorted(missed[name]):
                reason = known[branch].pop(0) if known.get(branch) else reason_of(branch)
                file.write("  %s %s %s %s\n" % (reason, branch.outcome, branch.function, branch.text))


def list_compare(missed, listed):
    """How many entries are wrong, each told."""
    now = collections.Counter(branch for rows in missed.values() for _, branch in rows)
    wrong = 0
    for branch in sorted(set(now) | set(listed)):
        more = now[branch] - len(listed.get(branch, []))
        unexplained = "?" in listed.get(branch, [])
        if more or unexplained:
            wrong += 1
            print("%s: %s, never %s: %s" % ("reached, but listed" if more < 0 else "missed and not listed" if more else "without a reason",
                                            branch.file + " " + branch.function, {"T": "true", "F": "false"}[branch.outcome], branch.text))
    return wrong


# ---- ----

def share(name, part, whole):
    return "%.2f %% of %d %s" % (100 * part / whole, whole, name)


def main():
    arguments = [a for a in sys.argv[2:] if not a.startswith("--")]
    data, found = read(sys.argv[1])
    counts = {}
    for file in data["files"]:
        name = os.path.relpath(os.path.normpath(file["filename"]), ROOT)
        if name.startswith("src/"):
            counts[name] = file["summary"]
    missed = collections.defaultdict(list)
    for branch, line, reached in found.values():
        if not reached:
            missed[branch.file].append((line, branch))
    for part in arguments:
        for file in sorted(f for f in missed if f.startswith(part.rstrip("/"))):
            for line, b in sorted(missed[file]):
                print("%s:%d %s %s %s" % (file, line, b.function, "never " + ("true:" if b.outcome == "T" else "false:"), b.text))
    print("missed branches, missed lines:")
    for file in sorted(missed, key=lambda f: -len(missed[f]))[:25]:
        lines = counts[file]["lines"]
        print("%5d %5d %s" % (len(missed[file]), lines["count"] - lines["covered"], file))
    wrong = 0
    if "--update" in sys.argv:
        list_write(missed, list_read())
    elif "--partial" not in sys.argv:
        wrong = list_compare(missed, list_read())
        print("tests/coverage/uncovered.txt: %d of %d entries are not as they are" % (wrong, sum(len(r) for r in list_read().values())))
    lines = [sum(c["lines"][k] for c in counts.values()) for k in ("covered", "count")]
    print("src/: %s, %s" % (share("lines", *lines), share("branches", sum(e[2] for e in found.values()), len(found))))
    return wrong


if __name__ == "__main__":
    sys.exit(main() != 0)
