#!/usr/bin/env python3
"""Are the figures of README and docs younger than what they measure? Beside each there is a comment

    <!-- measured at COMMIT by COMMAND, of FOLDER FOLDER … -->

in which the commit is the one that was measured, and the folders are those whose code the figure is of. A figure is
stale when one of them has changed since; then COMMAND is run again. Status 1 when a figure is stale (scripts/release
asks), or with --form only when a comment names a folder that is not there (a test; it needs no git).
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMENT = re.compile(r"<!-- measured at (\w+) by (.+?), of (.+?) -->")
PAGES = ["README.md", "docs/performance.md", "docs/embedding.md", "docs/serve.md"]


def figures():
    for page in PAGES:
        with open(os.path.join(ROOT, page), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                for match in COMMENT.finditer(line):
                    yield f"{page}:{number}", match[1], match[2], match[3].split()


def changed(commit, folders):
    """Commits that changed the folders since, oldest last; None when git does not know the commit."""
    done = subprocess.run(["git", "log", "--format=%h %s", commit + "..", "--", *folders], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else None


def main():
    found = stale = wrong = 0
    for place, commit, command, folders in figures():
        found += 1
        for folder in folders:
            if not os.path.exists(os.path.join(ROOT, folder)):
                wrong += 1
                print(f"{place}: there is no {folder}")
        if "--form" in sys.argv:
            continue
        since = changed(commit, folders)
        if since is None or since:
            stale += 1
            print(f"{place}: of {commit}, {'which git does not know' if since is None else f'{len(since)} changes ago'}: {command}")
    print(f"figures: {found} found, {stale} stale, {wrong} wrong")
    return 1 if stale or wrong or not found else 0


if __name__ == "__main__":
    sys.exit(main())
