"""Server-sent events: turns the lines of a stream into the data of its events (WHATWG HTML §9.2.6)."""
from ._protocol import EngineReplyError

__all__ = ["EventStream"]

_MOST = 8 << 20  # bytes of one event


class EventStream:
    """Reads server-sent events from bytes, which may be cut anywhere.

    >>> stream = EventStream()
    >>> stream.feed(b'data: {"a"'), stream.feed(b': 1}\\r\\n\\r'), stream.feed(b'\\n: comment\\n\\ndata: x\\n\\n')
    ([], ['{"a": 1}'], ['x'])
    """

    def __init__(self):
        self._parts, self._size, self._after_return = [], 0, False  # of the line that is unfinished
        self._data = []

    def feed(self, chunk):
        """A list of the data of the events that these bytes complete."""
        if self._after_return and chunk[:1] == b"\n":
            chunk = chunk[1:]
        if chunk:
            self._after_return = chunk[-1:] == b"\r"
        self._parts.append(chunk)
        self._size += len(chunk)
        if self._size > _MOST:
            raise EngineReplyError(f"an event has more than {_MOST} bytes")
        if b"\n" not in chunk and b"\r" not in chunk:
            return []
        lines = b"".join(self._parts).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._parts, events = [lines.pop()], []
        for line in lines:
            if not line:
                if self._data:
                    events.append("\n".join(self._data))
                self._data = []
            elif line.startswith(b"data:"):
                self._data.append(line[6 if line[5:6] == b" " else 5:].decode("utf-8", "replace"))
        self._size = sum(map(len, self._parts)) + sum(map(len, self._data))
        return events

    @property
    def unfinished(self):
        """Whether the stream ended inside an event."""
        return bool(self._data or any(self._parts))
