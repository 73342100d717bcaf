"""What every engine is: a prompt in, a stream of pieces out."""
from typing import NamedTuple

from .._errors import Error
from ._stops import StopStrings

__all__ = ["Engine", "EngineError", "EngineRefused", "EngineReplyError", "EngineTimeout", "EngineUnreachable",
           "Piece", "need"]


class EngineError(Error, RuntimeError):
    """An engine could not answer. The text says where, why, and what to do; it never holds a key."""

    kind = "engine"


class EngineUnreachable(EngineError):
    """Nobody answers at the engine's address."""


class EngineTimeout(EngineError):
    """The engine was silent for too long."""


class EngineRefused(EngineError):
    """The engine answered with an error; `status` is the HTTP status, or None."""

    status = None


class EngineReplyError(EngineError):
    """The engine's answer is malformed, or ended before its end."""


class Piece(NamedTuple):
    """A part of a reply as the engine gave it.

    text    what it adds to the reply; "" where a character or a stop string is unfinished
    ids     ids of the tokens that were sampled, with the one that ended the turn; None where the
            engine does not tell them, or not all of them
    finish  of the last piece: "stop" or "length"; else None
    usage   of the last piece, where known: {"prompt_tokens": …, "completion_tokens": …}
    """

    text: str
    ids: object = None
    finish: object = None
    usage: object = None


def need(module, extra):
    """Import a module that an extra of the package brings."""
    import importlib
    try:
        return importlib.import_module(module)
    except ImportError as error:
        if (error.name or module).split(".")[0] != module.split(".")[0]:
            raise
        raise ImportError(f"{module} is not installed; pip install './bindings/python[{extra}]', in chatfmt's source, brings it",
                          name=module) from None


class Engine:
    """Base of engines: a subclass has `_pieces`, or `_apieces` as well when it is asynchronous by nature.

    takes_ids  the prompt may be a list of ids, so that text of a user cannot become a control token
    gives_ids  pieces have the ids that were sampled
    takes_schema  the option `schema`, a JSON schema that the whole reply has to follow, is known
    where      the address or file, with which errors begin; "" for an engine that has none

    Several threads may use one engine where its class says so.
    """

    takes_ids = False
    gives_ids = False
    takes_schema = False
    where = ""

    def _pieces(self, prompt, options):
        """Pieces of one reply; closing the iterator cancels. `options` are those of stream()."""
        raise NotImplementedError

    def stream(self, prompt, *, stop=(), max_tokens=None, **options):
        """The reply to a prompt as an iterator of `Piece`. The last one has `finish`.

        prompt      str, or a list of ids where `takes_ids`
        stop        texts that end the reply and are not part of it, however the engine cuts its pieces
        max_tokens  most tokens of the reply; None: as the engine has it
        options     temperature, top_p, top_k, seed, … as the engine names them. `stop_ids` (ids that end
                    the reply) and `preserved` (texts of control tokens that may be part of it) are
                    for engines that need them

        Closing the iterator (or leaving it by an exception, such as KeyboardInterrupt) cancels the reply.
        Raises EngineError.
        """
        if not self.takes_ids and not isinstance(prompt, str):
            raise TypeError(f"{type(self).__name__} takes text, not ids")
        return self._until_stop(prompt, tuple(stop), {"max_tokens": max_tokens, **options, "stop": tuple(stop)})

    def _until_stop(self, prompt, stop, options):
        cutter, usage = StopStrings(stop), None
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
        """The same as an asynchronous iterator. Close it (`aclose`), or cancel the task, to cancel the reply."""
        from ._threads import awaited
        return awaited(self.stream(prompt, stop=stop, max_tokens=max_tokens, **options))

    def close(self):
        """Give back what the engine holds."""

    def __enter__(self):
        return self

    def __exit__(self, *about):
        self.close()
