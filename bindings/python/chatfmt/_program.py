"""What `python -m chatfmt chat` and `python -m chatfmt serve` share: options, their ranges, and lines on standard error."""
import argparse
import contextlib
import json
import math
import os
import sys
import warnings

from ._errors import ChatfmtWarning, InputError
from ._notice import near

__all__ = ["LONGEST", "Parser", "check_key", "in_range", "key_of", "number", "pair", "refuse_unused", "reworded", "warn_of_unread", "warnings_as_lines"]

LONGEST = 10 ** 6  # seconds that an option may name


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, because the usage is longer than a screen. It suggests names of
    options."""

    def parse_args(self, words=None, namespace=None):
        names = [name for name in self._option_string_actions if name.startswith("--")]
        for word in sys.argv[1:] if words is None else words:
            name = word.partition("=")[0]
            if word == "--":
                break
            if name.startswith("--") and not any(known.startswith(name) for known in names):
                self.error(f"{name}: there is no such option{near(name, names)}")
        return super().parse_args(words, namespace)

    def error(self, message):
        more = f"; python -m {self.prog} --help lists the options" if message.startswith("the following arguments are required") else ""
        self.exit(2, f"{self.prog}: {message}{more}\n")


def number(least, most=None, kind=int, above=False):
    """A type for argparse: a number from `least` to `most`.

    most   None: no upper limit
    above  True: `least` itself is not allowed
    """
    words = f"{'above' if above else 'from'} {least}" + ("" if most is None else f" {'and at most' if above else 'to'} {most}")

    def read(text):
        try:
            found = kind(text)
            finite = math.isfinite(found)
        except (ValueError, OverflowError):
            finite = False
        if not finite or not (found > least if above else found >= least) or not (most is None or found <= most):
            raise argparse.ArgumentTypeError(f"{text!r} is not a {'whole ' if kind is int else ''}number {words}")
        return found
    return read


def in_range(name, given, *range):
    """The value of an argument that is a number. Raises InputError if it is outside its range, of which number() has the
    arguments."""
    try:
        return number(*range)(given)
    except argparse.ArgumentTypeError as error:
        raise InputError(f"{name}: {error}") from None


def check_key(key, name="the key"):
    """Raise InputError for a key that no header of HTTP can carry. The error does not show the key."""
    odd = key and (key != key.strip() and "white space at an end" or not key.isprintable() and "a character that cannot be printed")
    if odd:
        raise InputError(f"{name} has {odd}; a key that is read from a file may end with a line break: leave that out")


def key_of(variable):
    """The key in a variable of the environment, or None. Raises InputError, as check_key() does."""
    key = os.environ.get(variable) or None
    check_key(key, variable)
    return key


def pair(option, text, reserved, what):
    """(name, value) of an option that is given as NAME=JSON. Raises ValueError.

    reserved  a dict: names that are not `what` -> what to do instead
    """
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise ValueError(f"{option}: {text!r} is not NAME=JSON")
    if name in reserved:
        raise ValueError(f"{option}: {name} is not {what}: {reserved[name]}")
    try:
        found = json.loads(value)
        json.dumps(found, allow_nan=False)
        return name, found
    except (ValueError, RecursionError):
        raise ValueError(f"{option}: {text!r} is not NAME=JSON; a text is in quotes: {name}={json.dumps(value)}") from None


def refuse_unused(arguments, source, of_url, of_file):
    """Raise ValueError for options that do nothing because the option `source` names a GGUF file, or because it names a
    URL."""
    from .engines import is_url
    where = getattr(arguments, source)
    if not is_url(where) and not where.endswith(".gguf") and not os.path.isfile(where):
        return  # open_engine() says that it is neither
    for name in of_file if is_url(where) else of_url:
        if getattr(arguments, name) is not None:
            raise ValueError(f"--{name.replace('_', '-')} is not used with --{source} {where}: leave it out")


def reworded(text, remedies):
    """The text of an error with a program's options in place of Python's arguments."""
    for words, remedy in remedies.items():
        text = text.replace(words, remedy)
    return text


def warn_of_unread(program, model, names):
    """Warn of names of --set that none of the model's templates reads."""
    for name, near in model._unread_names(names):
        print(f"{program}: warning: --set {name}: the template reads no such variable{near}", file=sys.stderr)


@contextlib.contextmanager
def warnings_as_lines(program):
    """A context in which warnings of chatfmt are lines of the program on standard error."""
    with warnings.catch_warnings():
        others = warnings.showwarning

        def show(message, category, *place, **more):
            if issubclass(category, ChatfmtWarning):
                print(f"{program}: warning: {message}", file=sys.stderr)
            else:
                others(message, category, *place, **more)
        warnings.showwarning = show
        yield
