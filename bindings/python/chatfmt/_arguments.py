"""`python -m chatfmt._arguments COMMAND FILE` runs a command of the program with arguments from a file.

The arguments may have any length. They are separated by NUL. The file is removed as soon as it is read.
"""
import os
import sys

from . import _chatfmt


def main(command, path):
    """Run a command with the arguments in a file. Gives the exit status."""
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        words = file.read().split("\0")
    os.unlink(path)
    return _chatfmt.program([command, *words])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
