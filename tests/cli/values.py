#!/usr/bin/env python3
"""Every option that takes a value, with a wrong one: status 2 where the command line is at fault, status 1 where a file is.

The options are the program's own (chatfmt help --json). What a wrong value is depends on its kind, and
OTHERS has the options whose value may be any text; an option that is in neither fails the test.
"""
import os
import sys
import tempfile

import options

WRONG = "no!such"
BROKEN = "[{"
# Kinds of values: the status for WRONG.
BY_KIND = {"@file": 1, "@model": 1, "@format": 2, "@reader": 2, "@family": 2, "@set": 2, "@time": 2, "@limit": 2, "@rules": 2,
           "@roles": 0, "@names": 0, "@text": 0}
# What names something inside of files is looked for there; a pattern or a stop may be any text.
OTHERS = {"--revision": 1, "--name": 1, "--column": 1, "--encoding": 1, "--program": 2, "--variables": 2, "--stop": 0}
# Options that take JSON itself.
JSON = {"--tools": BROKEN, "--documents": BROKEN, "--variables": BROKEN, "--set": "x=" + BROKEN}
# Commands that say 1 for what they found say 2 for all errors.
FINDING = ("lint", "diff", "fmt")
# What the option is given instead of.
RIVALS = {("parse", "--template"): ["--model"], ("parse", "--model"): ["--template"],
          ("tokenize", "--model"): ["--tokenizer"], ("parse", "--response-schema"): ["--response-template"]}
# Where the file would be made.
MADE = ("--output",)


def expected(command, row):
    """The status for a name that there is not."""
    values = row["values"]
    if row["kind"] == "number" or values and values[0] != "@":
        return 2
    status = BY_KIND.get(values) if values else OTHERS.get(row["switch"])
    assert status is not None, "%s %s: say in this test what a wrong value gives" % (command, row["switch"])
    return 2 if status == 1 and command in FINDING else status


def given(table, row):
    """A command line in which the option has a meaning, without the option itself."""
    name = row["switch"]
    for mode in options.MODES[table["command"]]():
        if not options.meant(table, row, mode):
            continue
        words = [table["command"], *mode.words, *mode.files]
        for rival in (name, *RIVALS.get((table["command"], name), ())):
            if rival in words:
                words[words.index(rival):words.index(rival) + 2] = []
        said = options.run([*words, name + "=no/such"], mode.given)[2]
        if not options.excluded(said) and b" not used with " not in said:
            return words, mode.given
    raise AssertionError("no command line for %s %s" % (table["command"], name))


def cases(command, row):
    """(value, status) of wrong values."""
    name = row["switch"]
    if row["value"][0] != "[" and name not in MADE and (command, name) != ("template", "--name"):
        yield WRONG, expected(command, row)
    if name in JSON:
        yield JSON[name], 2
    yield "", 0 if row["values"] == "@text" else 2


def main():
    failed, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ.update(HF_HUB_CACHE=os.path.join(folder, "hub"), NO_COLOR="", TERM="xterm", CHATFMT_NO_CACHE="1")
        options.make_files()
        for table in options.tables():
            for row in table["options"]:
                if not row["value"]:
                    continue
                words, text = given(table, row)
                for value, status in cases(table["command"], row):
                    count += 1
                    line = [*words, row["switch"] + "=" + value]
                    code, out, err, _ = options.run(line, text)
                    failed += options.misnamed(table["command"], line, err, lambda more: options.run(line + more, text)[2])
                    ok = code == status and (not status or err.startswith(b"chatfmt: ") and not out) and b": : " not in err
                    if not ok:
                        failed.append("%s %s=%s: %d, want %d: %r" % (" ".join(words), row["switch"], value, code, status, err[:200]))
    print("".join(line + "\n" for line in failed) + "values: %d passed, %d failed" % (count - len(failed), len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    if not os.path.exists(options.CHATFMT):
        print("values: SKIPPED, there is no " + options.CHATFMT)
        sys.exit(77)
    sys.exit(main())
