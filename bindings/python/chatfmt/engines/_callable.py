"""Any callable as an engine."""
from collections.abc import Callable

from .._errors import checked_tokenizer
from .._notice import typed, warn
from ._protocol import Engine, EngineReplyError, Piece

__all__ = ["CallableEngine"]

_UNSEEN = ("stop", "max_tokens", "stop_ids", "preserved")  # options that a function may do without


class CallableEngine(Engine):
    """An engine that is a function of the prompt.

    function   a callable that takes the prompt. It gives a str, or an iterable of str, of ids, or of Piece
    takes_ids  True: the prompt is a list of ids. False: it is a text
    tokenizer  a chatfmt.Tokenizer, which is needed if the function gives ids; None: it gives no ids
    options    True: the function is also given, by name, max_tokens, stop and the other options of stream() that are not
               None. False: it is given the prompt alone, and options such as temperature cause a chatfmt.ChatfmtWarning

    >>> engine = CallableEngine(lambda prompt: ["Hel", "lo!<|im", "_end|>"])
    >>> [piece.text for piece in engine.stream("Hi", stop=["<|im_end|>"])]
    ['Hel', 'lo!', '']
    """

    def __init__(self, function, *, takes_ids=False, tokenizer=None, options=False):
        self._function = typed("function", function, Callable, "a function")
        for name, given in (("takes_ids=", takes_ids), ("options=", options)):
            typed(name, given, bool, "True or False")
        self._tokenizer, self._options = checked_tokenizer(tokenizer), options
        self.takes_ids, self.gives_ids = takes_ids, tokenizer is not None
        self.takes_stop_ids = self.gives_ids

    def __repr__(self):
        return f"<CallableEngine {getattr(self._function, '__qualname__', self._function)}>"

    def _wrong(self, given):
        return EngineReplyError(f"{self!r} gave {type(given).__name__}; it must give a str, or an iterable of str or Piece" + (
            ", or of ids" if self._tokenizer else ", or of ids when it was made with a tokenizer"))

    def _pieces(self, prompt, options):
        given = {name: value for name, value in options.items() if value is not None}
        for name in given if not self._options else ():
            if name not in _UNSEEN:
                warn(f"{name}= is not used: {self!r} is not given options; open_engine(function, options=True) gives them")
        answer = self._function(prompt, **given) if self._options else self._function(prompt)
        try:
            parts = iter([answer] if isinstance(answer, str) else answer)
        except TypeError:
            raise self._wrong(answer) from None
        decoder = self._tokenizer.decode_stream() if self._tokenizer else None
        ends, count = options.get("stop_ids") or (), 0
        try:
            for part in parts:
                if isinstance(part, Piece):
                    yield part
                elif isinstance(part, str):
                    yield Piece(part)
                elif isinstance(part, int) and decoder is not None:
                    count += 1
                    if part in ends:
                        yield Piece("", (part,), "stop")
                        return
                    yield Piece(decoder.feed((part,)), (part,),
                                "length" if count == options.get("max_tokens") else None)
                else:
                    raise self._wrong(part)
        finally:
            close = getattr(parts, "close", None)
            if close:
                close()
