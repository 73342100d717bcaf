"""Any callable as an engine."""
from ._protocol import Engine, EngineReplyError, Piece

__all__ = ["CallableEngine"]


class CallableEngine(Engine):
    """An engine that is a function of the prompt.

    function   a callable that takes the prompt. It gives a str, or an iterable of str, of ids, or of Piece
    takes_ids  True: the prompt is a list of ids. False: it is a text
    tokenizer  a chatfmt.Tokenizer, which is needed if the function gives ids; None: it gives no ids
    options    True: the function is also given, by name, max_tokens, stop and the other options of stream() that are not
               None

    >>> engine = CallableEngine(lambda prompt: ["Hel", "lo!<|im", "_end|>"])
    >>> [piece.text for piece in engine.stream("Hi", stop=["<|im_end|>"])]
    ['Hel', 'lo!', '']
    """

    def __init__(self, function, *, takes_ids=False, tokenizer=None, options=False):
        self._function, self._tokenizer, self._options = function, tokenizer, options
        self.takes_ids, self.gives_ids = takes_ids, tokenizer is not None

    def __repr__(self):
        return f"<CallableEngine {getattr(self._function, '__qualname__', self._function)}>"

    def _pieces(self, prompt, options):
        given = {name: value for name, value in options.items() if value is not None}
        answer = self._function(prompt, **given) if self._options else self._function(prompt)
        parts = iter([answer] if isinstance(answer, str) else answer)
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
                    raise EngineReplyError(
                        f"{self!r} gave {type(part).__name__}; it must give str or Piece" +
                        ("" if decoder else ", or ids when it was made with a tokenizer"))
        finally:
            close = getattr(parts, "close", None)
            if close:
                close()
