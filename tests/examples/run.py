#!/usr/bin/env python3
"""Builds every example as its own first comment says, and the program in README.md, against the headers and the
static library, and compares what they print with expected/NAME.

    run.py --library PATH [--python PROGRAM] [--update] [LINK ARGUMENT…]

With --python the Python examples run instead, by an interpreter that has the package.
"""
import argparse
import glob
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
EXAMPLES = os.path.join(ROOT, "examples")
HOW = "/* From README.md.\n *     cc %s $(pkg-config --cflags --libs chatfmt) -o program && ./program\n */\n"


def build_line(path):
    """The command of an example's comment that compiles it."""
    with open(path, encoding="utf-8") as file:
        found = re.search(r"^(?: \*|//) +((?:cc|c\+\+) .*?) && \./", file.read(), re.M)
    return found and found[1]


def build(path, library, rest, folder):
    line = build_line(path)
    if not line:
        return None, "there is no command to build it in its first comment"
    program = os.path.join(folder, "program")
    words = shlex.split(line.replace("$(pkg-config --cflags --libs chatfmt)", "HERE"))
    compiler = os.environ.get("CC" if words[0] == "cc" else "CXX", words[0])
    flags = ["-I" + os.path.join(ROOT, "include"), library, *rest, "-lm"]
    words = [compiler, "-Wall", "-Wextra", "-Werror", "-DCHATFMT_STATIC"] + \
        [part for word in words[1:] for part in (flags if word == "HERE" else [word])]
    words[words.index("-o") + 1] = program
    done = subprocess.run(words, cwd=EXAMPLES, capture_output=True, text=True)
    return (None, " ".join(words) + "\n" + done.stderr) if done.returncode else ([program], "")


def compare(name, command, update):
    done = subprocess.run(command + ["model"], cwd=EXAMPLES, capture_output=True, text=True)
    if done.returncode:
        return "exit status %d: %s" % (done.returncode, done.stderr)
    expected = os.path.join(HERE, "expected", name + ".txt")
    if update:
        os.makedirs(os.path.dirname(expected), exist_ok=True)
        with open(expected, "w", encoding="utf-8") as file:
            file.write(done.stdout)
    with open(expected, encoding="utf-8") as file:
        return "" if file.read() == done.stdout else "it prints\n" + done.stdout


def readme(language):
    """The blocks of README.md in a language, as files beside the examples."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        return re.findall(r"^```%s\n(.*?)^```" % language, file.read(), re.M | re.S)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library")
    parser.add_argument("--python")
    parser.add_argument("--update", action="store_true")
    args, rest = parser.parse_known_args()
    passed = failed = 0
    patterns = ["*.py"] if args.python else ["*.c", "*.cc"]
    paths = sorted(path for pattern in patterns for path in glob.glob(os.path.join(EXAMPLES, pattern)))
    shown = tempfile.TemporaryDirectory()
    for number, block in enumerate(readme("python" if args.python else "c")):
        paths.append(os.path.join(shown.name, "README-%d%s" % (number, ".py" if args.python else ".c")))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(("" if args.python else HOW % paths[-1]) + block)
    for path in paths:
        name = os.path.basename(path)
        with tempfile.TemporaryDirectory() as folder:
            command, problem = ([args.python, path], "") if args.python else \
                build(path, os.path.abspath(args.library), rest, folder)
            problem = problem or compare(name, command, args.update)
        passed, failed = passed + (not problem), failed + bool(problem)
        if problem:
            print("%s: %s" % (name, problem))
    print("examples: %d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
