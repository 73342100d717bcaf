#!/usr/bin/env python3
"""Language tests: one line per case, the expectation beside the input.

    @data {"xs": [3, 1, 2]}               variables of the lines that follow
    @options {"trim_blocks": false}       compile options of the lines that follow; {} for none
    @now 2024-02-29T12:00:00              the clock of the lines that follow
    # a comment
    {{ xs|join('-') }} => 3-1-2
    {{ nope.x }} =! undefined 'nope' is undefined
    {{ 2 ** 64 }} =* error runtime        a deliberate difference: docs/compatibility.md

In templates a pilcrow (¶) stands for a newline; in expectations \\n \\r \\t \\\\ \\xHH are escapes. The
message of an error is compared where it is given: it is for `undefined` and `raised`.

    run.py [--update] [--cmd COMMAND] [FILE…]

--update fills in and rewrites the expectations from Jinja2, which must be the pinned version;
lines with =* stay as they are. Write a new case as a line without an expectation, then update.
"""
import argparse
import glob
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import batch  # noqa: E402
import oracle  # noqa: E402

MARK = re.compile(r"^(.*?)(?:\s+(=>|=!|=\*)(?: (.*))?)?$", re.S)
COMPARED = ("undefined", "raised")


def escape(text):
    out = []
    for c in text:
        if c == "\\":
            out.append("\\\\")
        elif c in "\n\r\t":
            out.append({"\n": "\\n", "\r": "\\r", "\t": "\\t"}[c])
        elif ord(c) < 32 or 0x7f <= ord(c) < 0xa0:
            out.append("\\x%02x" % ord(c))
        elif c in "\u2028\u2029":
            out.append("\\u%04x" % ord(c))
        else:
            out.append(c)
    text = "".join(out)
    return text[:-1] + "\\x20" if text.endswith(" ") else text


def unescape(text):
    def one(match):
        word = match.group(0)
        if word[1] in "xu":
            return chr(int(word[2:], 16))
        return {"n": "\n", "r": "\r", "t": "\t", "\\": "\\"}[word[1]]
    return re.sub(r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|[nrt\\])", one, text)


def split(line):
    """template, mark, expectation; the last mark on the line counts."""
    best = None
    for match in re.finditer(r"\s+(=>|=!|=\*)(?: |$)", line):
        best = match
    if best is None:
        return line, None, None
    return line[:best.start()], best.group(1), line[best.end():]


def read(path):
    """(line number, line, case or None) of a file."""
    data, options, now = {}, {}, "2026-01-02T03:04:05"
    with open(path, encoding="utf-8", newline="\n") as file:
        for number, line in enumerate(file.read().split("\n"), 1):
            case = None
            if line.startswith("@data "):
                data = json.loads(line[6:])
            elif line.startswith("@options "):
                options = json.loads(line[9:])
            elif line.startswith("@now "):
                now = line[5:]
            elif line.strip() and not line.startswith(("# ", "@")) and line != "#":
                source, mark, want = split(line)
                case = {"source": source.replace("¶", "\n"), "data": data, "options": options,
                        "now": now, "mark": mark, "want": want, "written": source}
            yield number, line, case


def show(outcome):
    """An outcome as it is written into a file: mark and expectation."""
    if outcome[0] == "text":
        return "=>", escape(outcome[1])
    _, kind, message = outcome
    return "=!", kind + (" " + escape(message) if kind in COMPARED else "")


def matches(case, outcome):
    if case["mark"] == "=*":
        want = case["want"].split(" ", 1)
        if want[0] == "text":
            return outcome == ("text", unescape(want[1] if len(want) > 1 else ""))
        kinds = want[1].split(" ")[0] if len(want) > 1 else None
        return outcome[0] == "error" and (kinds is None or outcome[1] in kinds.split("|"))
    if case["mark"] == "=>":
        return outcome == ("text", unescape(case["want"]))
    kind, _, message = case["want"].partition(" ")
    if outcome[0] != "error" or outcome[1] != kind:
        return False
    return not message or outcome[2] == unescape(message)


def update(path):
    out = []
    for _, line, case in read(path):
        if case and case["mark"] != "=*":
            outcome = oracle.render(case["source"], case["data"], now=case["now"],
                                    **case["options"])
            mark, want = show(outcome)
            line = f"{case['written'].rstrip(' ')} {mark} {want}".rstrip(" ")
        out.append(line)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(out))


def check(paths, argv):
    cases, requests = [], []
    for path in paths:
        for number, line, case in read(path):
            if case is None:
                continue
            where = f"{os.path.relpath(path)}:{number}"
            if case["mark"] is None:
                sys.exit(f"{where}: has no expectation; run with --update")
            cases.append((where, case))
            requests.append({"id": where, "chat_template": case["source"],
                             "context": case["data"], "now": case["now"] + "Z",
                             "options": case["options"]})
    failed = 0
    for (where, case), answer in zip(cases, batch.run(requests, argv)):
        outcome = batch.outcome(answer)
        if not matches(case, outcome):
            failed += 1
            if failed <= 40:
                mark, got = show(outcome)
                print(f"{where}: {case['written']}\n    got  {mark} {got}\n"
                      f"    want {case['mark']} {case['want']}")
    print(f"lang: {len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--cmd")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    paths = args.files or sorted(glob.glob(os.path.join(HERE, "**", "*.t"), recursive=True))
    if args.update:
        if not oracle.available():
            sys.exit(f"--update needs Jinja2 {oracle.REFERENCE}")
        for path in paths:
            update(path)
        return 0
    return check(paths, batch.command(args.cmd))


if __name__ == "__main__":
    sys.exit(main())
