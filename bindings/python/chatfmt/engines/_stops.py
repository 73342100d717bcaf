"""Stop strings in a text that arrives in pieces."""

__all__ = ["StopStrings"]


class StopStrings:
    """Passes text on and holds back only what may be the beginning of a stop string. The stop string that is complete
    first ends the text, wherever pieces were cut.

    >>> stops = StopStrings(["</s>"])
    >>> stops.feed("Hi<"), stops.feed("/"), stops.feed("b>"), stops.feed("!</s>?")
    (('Hi', None), ('', None), ('</b>', None), ('!', '</s>'))
    """

    def __init__(self, stops):
        self._stops = tuple(stop for stop in stops if stop)
        self._held = ""

    def feed(self, text):
        """(text that can be passed on, the stop string that ends it or None)."""
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
        """The text that was held back, when no more comes."""
        held, self._held = self._held, ""
        return held
