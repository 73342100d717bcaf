"""Finds stop strings in a text that arrives in pieces."""

__all__ = ["StopStrings"]


class StopStrings:
    """Ends a text at a stop string, however the text is cut into pieces.

    stops  a list of texts

    Only text that may be the beginning of a stop string is held back. The stop string that is complete first ends the text.

    >>> stops = StopStrings(["</s>"])
    >>> stops.feed("Hi<"), stops.feed("/"), stops.feed("b>"), stops.feed("!</s>?")
    (('Hi', None), ('', None), ('</b>', None), ('!', '</s>'))
    """

    def __init__(self, stops):
        self._stops = tuple(stop for stop in stops if stop)
        self._held = ""

    def feed(self, text):
        """Read a piece. Gives a pair: the text that can be passed on, and the stop string that ended the text or None."""
        text = self._held + text
        found = min(((at + len(stop), at, stop) for stop in self._stops
                     if (at := text.find(stop)) >= 0), default=None)
        if found is not None:
            self._held = ""
            return text[:found[1]], found[2]
        keep = max((self._overlap(text, stop) for stop in self._stops), default=0)
        self._held = text[len(text) - keep:]
        return text[:len(text) - keep], None

    @staticmethod
    def _overlap(text, stop):
        for length in range(min(len(stop) - 1, len(text)), 0, -1):
            if text.endswith(stop[:length]):
                return length
        return 0

    def end(self):
        """The text that was held back, after the last piece."""
        held, self._held = self._held, ""
        return held
