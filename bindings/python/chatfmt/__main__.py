"""`python -m chatfmt`: the command line of the C program."""
import sys

from . import _chatfmt


def main():
    """Run the program with the arguments of this process; its exit status."""
    sys.stdout.flush()
    return _chatfmt.program(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
