"""`parse_response` and `ResponseParser` of transformers, served by the C library.

If the library refuses a reply, the original is given the reply and everything that was read before. Errors are therefore
those of the original, and the parser continues as the original.
"""
import collections
import inspect
import json
import threading

from . import _chatfmt
from ._errors import Error

__all__ = ["make"]

_OPEN, _CHUNK, _CLOSE = 0, 1, 2
_REFUSALS = (Error, TypeError, ValueError, RecursionError, OverflowError)


class _Templates:
    """The last 64 descriptions that were compiled, by their JSON."""

    def __init__(self):
        self._kept, self._lock = collections.OrderedDict(), threading.Lock()

    def compiled(self, template):
        """Raises when a dict is not what JSON can say, or the library refuses it."""
        if type(template) is not dict:
            raise TypeError("a description that was compiled by the original")
        text = json.dumps(template, ensure_ascii=False, allow_nan=False)
        found = self._kept.get(text)
        if found is None:
            if json.loads(text) != template:
                raise TypeError("a description that is not JSON")
            found = _chatfmt.ResponseTemplate(text)
            with self._lock:
                self._kept[text] = found
                while len(self._kept) > 64:
                    self._kept.popitem(last=False)
        return found


def _tools(tools, get_json_schema):
    """JSON of the tools, or None."""
    if not tools:
        return None
    schemas = [get_json_schema(tool) if inspect.isfunction(tool) or inspect.ismethod(tool) else tool for tool in tools]
    return json.dumps(schemas, ensure_ascii=False, allow_nan=False)


def _events(rows):
    """Events as the original has them."""
    made = []
    for kind, field, text, dirty in rows:
        if kind == _OPEN:
            made.append({"type": "region_open", "field": field})
        elif kind == _CHUNK:
            made.append({"type": "region_chunk", "field": field, "text": text, "dirty": bool(dirty)})
        else:
            made.append({"type": "region_close", "field": field, "value": json.loads(text)})
    return made


def make(function, parser, get_json_schema, served, original):
    """A function and a class that replace the originals `function` and `parser`.

    served    a counter of the calls that chatfmt served, by name
    original  a counter of the calls that were passed to the original, by "name: why"
    """
    templates = _Templates()

    def begin(template, prefix, tools):
        if type(prefix) is not str:
            raise TypeError("prefix")
        return _chatfmt.Response(templates.compiled(template), prefix, _tools(tools, get_json_schema))

    def parse_response(text, response_template, *, prefix=None, tools=None):
        try:
            native = begin(response_template, prefix, tools)
            native.feed(text)
            native.finish()
            message = json.loads(native.message())
        except _REFUSALS:
            original["parse_response: error"] += 1
            return function(text, response_template, prefix=prefix, tools=tools)
        served["parse_response"] += 1
        return message

    class ResponseParser(parser):
        def __init__(self, response_template, prefix=None, *, tools=None):
            self._given = response_template, prefix, tools
            self._read, self._over = [], False
            try:
                self._native = begin(response_template, prefix, tools)
                self.initial_events = _events(self._native.initial())
            except _REFUSALS:
                original["ResponseParser: error"] += 1
                parser.__init__(self, response_template, prefix, tools=tools)
                self._become(self)
            else:
                served["ResponseParser"] += 1

        def _become(self, made=None):
            """Be the original from now on, with what was read so far."""
            given = self.__dict__
            if made is None:
                served["ResponseParser"] -= 1
                original["ResponseParser: error"] += 1
                template, prefix, tools = given["_given"]
                made = parser(template, prefix, tools=tools)
                for text in given["_read"]:
                    made.feed(text)
                if given["_over"]:
                    made.finalize()
            members = {name: value for name, value in vars(made).items()
                       if name not in ("_given", "_read", "_over", "_native")}
            self.__class__ = parser
            given.clear()
            given.update(members)

        def __getattr__(self, name):
            if name.startswith("__") or "_native" not in self.__dict__:
                raise AttributeError(name)
            self._become()
            return getattr(self, name)

        def __reduce_ex__(self, protocol):
            self._become()
            return self.__reduce_ex__(protocol)

        def feed(self, text):
            if not self._over and type(text) is str:
                try:
                    events = _events(self._native.feed(text))
                except _REFUSALS:
                    pass
                else:
                    self._read.append(text)
                    return events
            self._become()
            return self.feed(text)

        def finalize(self):
            if not self._over:
                try:
                    events = _events(self._native.finish())
                    message = json.loads(self._native.message())
                except _REFUSALS:
                    pass
                else:
                    self._over = True
                    return message, events
            self._become()
            return self.finalize()

    for ours, theirs in ((parse_response, function), (ResponseParser, parser), (ResponseParser.feed, parser.feed),
                         (ResponseParser.finalize, parser.finalize)):
        ours.__doc__, ours.__name__, ours.__qualname__ = theirs.__doc__, theirs.__name__, theirs.__qualname__
        ours.__module__ = theirs.__module__
    return parse_response, ResponseParser
