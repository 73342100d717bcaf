#!/usr/bin/env python3
"""Every test that docs/security.md names exists: check_security.py BUILD_FOLDER

Names with a slash are commands of the tree that .ci/run or scripts/deep runs, or one of the two.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def read(*parts):
    with open(os.path.join(ROOT, *parts), encoding="utf-8") as file:
        return file.read()


def named():
    """[(line, name)] of the last column of the tables."""
    for number, line in enumerate(read("docs", "security.md").split("\n"), 1):
        if line.startswith("| ") and not line.startswith("| requirement"):
            cells = line.strip("| ").split(" | ")
            names = re.findall(r"`([^`]+)`", cells[-1])
            if len(cells) != 3 or not names:
                sys.exit("docs/security.md:%d: expected requirement, promise and tests" % number)
            yield from ((number, name) for name in names)


def tests(build):
    said = subprocess.run(["ctest", "--test-dir", build, "-N"], stdout=subprocess.PIPE, check=True).stdout.decode()
    return set(re.findall(r"Test +#\d+: (\S+)", said))


def main():
    there = tests(sys.argv[1])
    steps = read(".ci", "run") + read("scripts", "deep")
    wrong = count = 0
    for line, name in named():
        count += 1
        if "/" in name:
            good = os.access(os.path.join(ROOT, name), os.X_OK) and (name in steps or name in (".ci/run", "scripts/deep"))
        else:
            good = name in there
        if not good:
            wrong += 1
            print("docs/security.md:%d: there is no test %s" % (line, name))
    print("security_table: %d tests named, %d missing" % (count, wrong))
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
