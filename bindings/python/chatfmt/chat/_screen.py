"""What the terminal shows: colours, and the text of others without its control characters."""
import os
import re
import sys

from .._program import reworded

__all__ = ["Screen", "message_of", "shown"]

_STYLES = {"dim": "2", "bold": "1", "user": "1;32", "call": "36", "result": "35", "error": "31", "template": "36",
           "trusted": "35", "data": "0", "attempt": "1;31;4", "even": "0", "odd": "7", "note": "2;3"}
# Arguments in errors -> options of the program.
_REMEDIES = {"say which one with model=": "say which one with --name", 'policy="any" allows it': "--policy any allows it",
             "a longer timeout= waits longer": "a longer --timeout waits longer", "; rounds= allows more": ""}
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def shown(text):
    """A text in which control characters are visible characters, so that a reply or a file cannot control the terminal.

    >>> shown("a\\x1b[2Jb\\tc")
    'a␛[2Jb\\tc'
    """
    return _CONTROL.sub(lambda found: chr(0x2400 + ord(found[0])) if ord(found[0]) < 32 else "\ufffd", text)


def message_of(error):
    """The message of an exception. It names files instead of error numbers, and options of the program instead of
    arguments."""
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return reworded(str(error), _REMEDIES) or type(error).__name__


class Screen:
    """Writes to a stream, with colours if the stream is a terminal and NO_COLOR is not set.

    stream   the stream; None: sys.stdout
    colours  True or False; None: True for a terminal, unless NO_COLOR is set or TERM is "dumb"
    """

    def __init__(self, stream=None, colours=None):
        self.stream = stream or sys.stdout
        if colours is None:
            colours = (self.stream.isatty() and not os.environ.get("NO_COLOR") and
                       os.environ.get("TERM") != "dumb")
        self.colours = colours
        self._fresh = True

    def styled(self, text, style):
        """A text in a style, with its control characters made visible."""
        text = shown(text)
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.colours and text else text

    def write(self, text, style=None):
        """Write a text at once, with its control characters made visible."""
        if not text:
            return
        self._fresh = text.endswith("\n")
        self.stream.write(self.styled(text, style) if style else shown(text))
        self.stream.flush()

    def line(self, text="", style=None):
        """Write a text as a line of its own."""
        self.fresh()
        self.write(text + "\n", style)

    def fresh(self):
        """Begin a new line, unless the current line is empty."""
        if not self._fresh:
            self.write("\n")
