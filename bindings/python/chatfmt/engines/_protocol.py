"""What all engines share: they take a prompt, and give a stream of pieces."""
import operator
from collections.abc import Iterable, Mapping
from types import NoneType
from typing import NamedTuple, SupportsIndex

from .._errors import Error, InputError
from .._notice import texts, typed
from .._program import in_range
from ._stops import StopStrings

__all__ = ["Engine", "EngineError", "EngineRefused", "EngineReplyError", "EngineTimeout", "EngineUnreachable",
           "Piece", "check_numbers", "need"]


class EngineError(Error, RuntimeError):
    """An engine could not answer. The text says where, why, and what to do. It never contains a key."""

    kind = "engine"


class EngineUnreachable(EngineError):
    """There is no server at the address of the engine."""


class EngineTimeout(EngineError):
    """The engine was silent for too long."""


class EngineRefused(EngineError):
    """The engine answered with an error. `status` is the HTTP status, or None."""

    status = None


class EngineReplyError(EngineError):
    """The reply of the engine is malformed, or was cut off."""


class Piece(NamedTuple):
    """A part of a reply as the engine gave it, a named tuple.

    text    the text that the piece adds to the reply. It may be "", for example while a character is incomplete
    ids     the ids of the tokens that were sampled, including the token that ended the turn. None: the engine does not
            report them, or not all of them. (): no token belongs to the piece
    finish  for the last piece "stop" or "length"; for other pieces None
    usage   for the last piece {"prompt_tokens": …, "completion_tokens": …}, if known; otherwise None
    """

    text: str
    ids: object = None
    finish: object = None
    usage: object = None


def check_numbers(given, numbers):
    """Raise TypeError or InputError for arguments that are no numbers, or outside their range.

    given    all arguments by name
    numbers  names -> their type, this type in words, and their range as of number(). None is tested for its type alone
    """
    for name, (kind, words, range) in numbers.items():
        value = typed(f"{name}=", given[name], kind, words, bool)
        if value is not None:
            in_range(name, value, *range)


def need(module, extra):
    """Import a module that belongs to an extra of the package. Raises ImportError, which names the extra."""
    import importlib
    try:
        return importlib.import_module(module)
    except ImportError as error:
        if (error.name or module).split(".")[0] != module.split(".")[0]:
            raise
        raise ImportError(f"{module} is not installed; pip install './bindings/python[{extra}]', in chatfmt's source, brings it",
                          name=module) from None


class Engine:
    """The base class of engines.

    A subclass has a method `_pieces`. An engine that is asynchronous by nature also has `_apieces`. Attributes:

    takes_ids       True: the prompt may be a list of ids. Then text of a user cannot become a control token
    gives_ids       True: the pieces have the ids that were sampled
    takes_schema    True: the engine takes the option `schema`, a JSON schema that the whole reply must follow
    takes_stop_ids  True: the option `stop_ids` ends the reply. Other engines ignore that option
    where           the address or the file, with which error messages begin; "": the engine has neither

    Several threads may share an engine only if the documentation of its class says so.
    """

    takes_ids = False
    gives_ids = False
    takes_schema = False
    takes_stop_ids = False
    where = ""

    def _pieces(self, prompt, options):
        """Pieces of one reply; closing the iterator cancels. `options` are those of stream()."""
        raise NotImplementedError

    def stream(self, prompt, *, stop=(), max_tokens=None, **options):
        """The reply to a prompt, an iterator of `Piece`. The last piece has `finish`.

        prompt      a str. If `takes_ids` is True, it may also be a list of ids
        stop        texts that end the reply and are not part of it, or one such text. They are found even if they are split
                    between pieces
        max_tokens  the largest number of tokens of the reply; None: the engine's default
        options     options with the engine's names, such as temperature, top_p, top_k and seed. Two further options are for
                    engines that need them: `stop_ids` (ids that end the reply) and `preserved` (texts of control tokens
                    that may be part of the reply)

        Closing the iterator cancels the reply. An exception that leaves the loop, such as KeyboardInterrupt, cancels it,
        too. Raises EngineError. Raises TypeError for an argument of a wrong type. Raises chatfmt.InputError for max_tokens
        below 1, and for an empty text in stop.
        """
        return self._until_stop(prompt, self._checked_options(prompt, stop, max_tokens, options))

    def _checked_options(self, prompt, stop, max_tokens, options):
        """The options of a reply, as `_pieces` is given them. Raises the errors of the arguments of stream()."""
        if self.takes_ids:
            typed("prompt", prompt, (str, Iterable), "a text or a list of ids", (bytes, Mapping))
        else:
            typed("prompt", prompt, str, f"a text, because {type(self).__name__} takes no ids")
        typed("max_tokens=", max_tokens, (SupportsIndex, NoneType), "a whole number or None", bool)
        most = None if max_tokens is None else in_range("max_tokens", operator.index(max_tokens), 1)
        stops = texts(stop, "stop")
        if "" in stops:
            raise InputError("stop has an empty text, which would end each reply at once: leave it out")
        return {"max_tokens": most, **options, "stop": stops}

    def _until_stop(self, prompt, options):
        cutter, usage = StopStrings(options["stop"]), None
        pieces = self._pieces(prompt, options)
        try:
            for piece in pieces:
                text, found = cutter.feed(piece.text)
                if found is not None:
                    yield Piece(text, piece.ids, "stop", piece.usage)
                    return
                if piece.finish is None:
                    yield piece._replace(text=text)
                    continue
                yield piece._replace(text=text + cutter.end())
                return
            yield Piece(cutter.end(), (), "stop", usage)
        finally:
            close = getattr(pieces, "close", None)
            if close:
                close()

    def astream(self, prompt, *, stop=(), max_tokens=None, **options):
        """The reply to a prompt as an asynchronous iterator. The arguments are those of stream().

        Closing the iterator with aclose() cancels the reply. Cancelling the task does so, too.
        """
        from ._threads import awaited
        return awaited(self.stream(prompt, stop=stop, max_tokens=max_tokens, **options))

    def close(self):
        """Release what the engine holds, such as connections."""

    def __enter__(self):
        return self

    def __exit__(self, *about):
        self.close()
