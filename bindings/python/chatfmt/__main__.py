"""`python -m chatfmt`: the commands of the C program, and the commands `chat` and `serve`."""
import sys

# Commands that are written in Python -> module, what it does.
_COMMANDS = {"chat": (".chat._terminal", "a conversation with an engine"),
             "serve": (".serve._program", "renders and conversations over HTTP")}


def _write(text):
    """Write to the end of what the program has written, as it does: the exit status."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        import os
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the interpreter flushes once more
        print(f"chatfmt: the output could not be written: {error.strerror}", file=sys.stderr)
        return 1
    return 0


def _more(words):
    """What follows the output of the program where it lists commands: those that are written in Python."""
    if words in ([], ["help"], ["--help"], ["-h"]):
        return "\nwith Python:\n" + "".join(f"  {name:<10} {about}\n" for name, (_, about) in _COMMANDS.items())
    if words[:1] == ["complete"] and (len(words) < 3 or len(words) == 3 and words[1] == "help"):
        return "".join(f"{name}\n" for name in _COMMANDS if name.startswith("".join(words[1:][-1:])))
    return ""


def main():
    """Run the program with the arguments of this process. Gives the exit status."""
    words = sys.argv[1:]
    if words[:1] == ["help"] and len(words) == 2 and words[1] in _COMMANDS:
        words = [words[1], "--help"]
    if words and words[0] in _COMMANDS:
        import importlib
        return importlib.import_module(_COMMANDS[words[0]][0], __package__).main(words[1:])
    import signal

    from . import _chatfmt
    sys.stdout.flush()
    if hasattr(signal, "SIGPIPE"):  # which Python ignores; as the program, end with the reader of a pipe
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    status = _chatfmt.program(words)
    if status and not words:  # what the program writes without a command is on the standard error
        sys.stderr.write(_more(words))
    more = "" if status else _more(words)
    return _write(more) if more else status


if __name__ == "__main__":
    sys.exit(main())
