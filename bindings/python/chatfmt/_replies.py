"""Turns what a model wrote back into a message, while the reply streams."""
from types import FunctionType
from typing import NamedTuple

from . import _chatfmt, _notice
from ._errors import InputError, NotFoundError, checked_tokenizer, wrong_type
from ._functions import tool_list

__all__ = ["Event", "ReplyParser"]


_FLAGS = {  # CHATFMT_REPLY_… of chatfmt/reply.h by the names of arguments
    "reasoning_open": 1, "control_tokens": 2, "unknown_calls": 4, "one_call": 8, "reasoning_in_content": 16,
    "close_arguments": 32}
_ARGUMENTS = {"text": False, "object": True}
# What helps where no reader is found for a template.
FAMILY_BY_NAME = 'chatfmt.ReplyParser("FAMILY") reads with a family that chatfmt.readers() lists'
# Arguments that reader() does not have -> where they belong.
_STOP_IDS = "; ids that end the reply are an option of the engine, stop_ids=, and stops= takes texts"
_ELSEWHERE = {"arguments": "; it is an argument of message() and parse()", "stop_ids": _STOP_IDS, "stop_token_ids": _STOP_IDS}


def _text(value, what, remedy, kinds=(str, bytes)):
    """TypeError when `value` is not text, which `what` is, with what to do."""
    if not isinstance(value, kinds):
        raise TypeError(f"{what} text, not {type(value).__name__}; {remedy}")


def _check_chunks(chunks, method, what):
    """TypeError when pieces of a reply are not what `what` says."""
    if not hasattr(chunks, method):
        raise wrong_type(f"{what} of pieces of text, not {type(chunks).__name__}; feed() takes one piece")


def _check_template(template):
    """TypeError of what is neither the text of a template nor, as Model.reader() gives it, a reader that was chosen."""
    if template is not None and not isinstance(template, str) and type(template).__name__ != "PyCapsule":
        more = "; its .source is that" if hasattr(template, "source") else ""
        raise wrong_type(f"template= must be the text of a template, not {type(template).__name__}{more}")


def named_family(error):
    """The error of a template for which no reader was found, with what helps."""
    error.args = (f"{error}; {FAMILY_BY_NAME}",)
    return error


def _reader(template, family):
    """A reader as the library chooses it: of a template's source, or by name."""
    if not family:
        raise NotFoundError("there is no family of replies named ''; chatfmt.readers() lists them")
    if template is None and family in ("auto", "learned"):
        raise InputError(f"{family!r} is chosen for a template: give template=, or take Model.reader(); else give one of "
                         "chatfmt.readers()")
    try:
        return _chatfmt._reader(template, family)
    except NotFoundError as error:
        if template is not None:
            raise named_family(error)
        text = str(error).partition("; where there is")[0]
        if "did you mean" not in text:
            text += _notice.near(family, _chatfmt.readers())
        raise NotFoundError(f"{text}{' ' if text.endswith('?') else '; '}chatfmt.readers() lists them") from None


def _with_objects(message):
    """Arguments of calls that are JSON objects, as these."""
    import json
    for call in message.get("tool_calls", ()):
        function = call.get("function", {})
        try:
            made = json.loads(function.get("arguments", ""))
        except ValueError:
            continue  # cut off
        if isinstance(made, dict):
            function["arguments"] = made
    return message


def check_names(options):
    """Raise the error of an argument that ReplyParser does not have."""
    import inspect
    known = inspect.signature(ReplyParser).parameters.keys() - {"family"}
    if "family" in options:
        raise wrong_type(f"reader() chooses the family; one by name is chatfmt.ReplyParser({options['family']!r}, tokenizer=model.tokenizer)")
    for name in options:
        if name not in known:
            raise wrong_type(f"reader() has no argument {name!r}{_ELSEWHERE.get(name) or _notice.near(name, known)}")


class Event(NamedTuple):
    """A part of a reply, a named tuple. An event is never taken back. The ranges of all events together are the whole
    reply.

    kind         the kind of the part:
                   "content"    text that the user sees
                   "reasoning"  what the model thought
                   "call"       a tool call begins; `text` is the name of the function
                   "arguments"  a piece of the arguments of the call; the pieces together are JSON if the call is complete
                   "call_end"   the call ends; with flags=0 it is complete
                   "code"       a piece of code for an interpreter
                   "frame"      markers, and the white space that belongs to them; the user does not see them. Also all that
                                follows a "stop", and with one_call=True all calls but the first
                   "role"       another role begins to speak
                   "stop"       the reply ended here, at this text
    text         the text of the part; "" for "frame" and "call_end". Bytes that are not UTF-8 are U+FFFD
    call         the number of the tool call, from 0
    id           for "call": the id that the model wrote, or "call_N". For "call_end": an id that the model wrote after the
                 arguments
    flags        1: the part is not as the model's family writes it, or is a call that does not count. 2: the reply ended
                 inside the part. 0: neither
    reason       a text that says why there is a flag, or None
    begin, end   the range in bytes of the reply. With begun=, the range counts the bytes of `begun`
    ids_begin, ids_end  of a reply that is fed with feed_ids() alone: the range of the ids that these bytes came from,
                        counted from 0. They are 0 while only text was fed, and mean nothing in a reply of text and ids
    """

    kind: str
    text: str
    call: int
    id: str
    flags: int
    reason: object
    begin: int
    end: int
    ids_begin: int = 0
    ids_end: int = 0


class ReplyParser:
    """Turns the reply of a model back into a message: content, reasoning and tool calls.

    A parser reads one reply at a time, in one thread at a time. finish() ends a reply; parse(), stream() and deltas() call
    finish() themselves. Text that is fed after finish() belongs to another reply to the same prompt. Model.reader() makes
    the parser that fits a model.

    family          a name of chatfmt.readers(), or an alias. A family is a way in which models write their replies, such as
                    "hermes". "auto": choose for `template`. "learned": learn from what `template` writes, without the
                    known families. These two need `template`
    tools           functions that can be called, a list of OpenAI's dicts or Python functions. They also give raw arguments
                    their types. None: calls of any name count. []: no call counts
    prompt          the text of the prompt, not its ids. It shows whether reasoning is open. None: no prompt
    reasoning_open  True: reasoning is open at the beginning of the reply, whatever `prompt` shows
    template        the source of a template, for family="auto" and family="learned"; None: no template
    calls_before    the number of calls in earlier replies. The ids "call_N" continue from there
    begun           the text of the message that the prompt already has, such as prefill of model.open_turn(…,
                    continue_final_message=True). message() has this text, and events are about what follows it, except
                    a "stop" within it. If it is reasoning, give `prompt` or reasoning_open=True as well. None: no such text
    stops           texts that end the reply wherever they are, also within `begun`, such as a user's `stop`: a text or
                    several. An empty text is a ValueError. () or None: no such texts
    tokenizer       a chatfmt.Tokenizer, which feed_ids() needs; None: feed_ids() cannot be used
    control_tokens  True, for feed_ids(): a marker that is a token of its own counts only as that token. Ordinary tokens
                    whose text looks like a marker are then content, even if `stops` has this text. Without `tokenizer`
                    it is a ValueError
    one_call        True: only the first call counts, as with OpenAI's parallel_tool_calls=False
    unknown_calls   True: calls of functions that `tools` does not list are calls, too. It has no effect with tools=[]
    reasoning_in_content  True: reasoning and its markers stay in the content. So does a marker at the end of `prompt` that
                          opens the reasoning. In the family "gpt-oss", which has headers in place of markers, only the
                          reasoning does
    close_arguments  True: arguments of a call that the end of the reply cuts off are completed, so that they are JSON.
                     Arguments that the family writes as the text of a string stay as they are

    >>> parser = ReplyParser("hermes")
    >>> parser.parse('<tool_call>{"name": "f", "arguments": {"x": 1}}</tool_call>')["tool_calls"][0]["function"]
    {'name': 'f', 'arguments': '{"x": 1}'}
    >>> [(e.kind, e.text) for e in ReplyParser("hermes").stream(["Hel", "lo<tool", "bar"])]
    [('content', 'Hel'), ('content', 'lo'), ('content', '<toolbar')]
    """

    def __init__(self, family="auto", *, tools=None, prompt=None, reasoning_open=False, template=None,
                 calls_before=0, begun=None, stops=(), tokenizer=None, control_tokens=False, one_call=False,
                 unknown_calls=False, reasoning_in_content=False, close_arguments=False):
        if not isinstance(family, str):
            raise wrong_type(f"family must be a name of chatfmt.readers(), not {type(family).__name__}; of a Model take model.reader()")
        given = {"reasoning_open": reasoning_open, "control_tokens": control_tokens, "unknown_calls": unknown_calls,
                 "one_call": one_call, "reasoning_in_content": reasoning_in_content, "close_arguments": close_arguments}
        _notice.no_texts(**given)
        if control_tokens and tokenizer is None:
            raise InputError("control_tokens= is about the ids of feed_ids(), which needs tokenizer=: give one, or leave it out")
        text = None if tools is None else _chatfmt.json(tool_list(tools), "tools")
        if prompt is not None:
            _text(prompt, "prompt= must be", "apply_chat_template(…, tokenize=False) gives it", str)
        if begun is not None:
            _text(begun, "begun= must be", "the prefill of model.open_turn() is one", str)
        _check_template(template)
        if template is not None and family not in ("auto", "learned"):
            raise InputError(f"family={family!r} is a name, and template= is for family=\"auto\", which chooses one; leave one of them out")
        _notice.path_as_source(template) or _notice.word_as_source(template)
        self._reader = _reader(template, family) if template is None or isinstance(template, str) else template
        flags = sum(_FLAGS[name] for name in given if given[name])
        self._tokenizer = tokenizer if type(tokenizer) is FunctionType else checked_tokenizer(tokenizer)  # or what gives it
        self._reply = _chatfmt.Reply(family, tools_json=text, prompt=prompt, flags=flags, reader=self._reader,
                                     calls_before=calls_before, stops=_notice.texts(stops, "stops"), begun=begun)
        self._ended = False
        self._faults = []
        # Markers that mean a prompt was forgotten; None: not looked at yet.
        self._closes = () if prompt is not None or reasoning_open or reasoning_in_content else None

    def __repr__(self):
        about = self.about
        return f"<chatfmt.ReplyParser {about['reader']}, {about['how']}>"

    def __reduce__(self):
        raise wrong_type("a ReplyParser cannot be copied or pickled, for it may be within a reply; make another one with the same arguments")

    @property
    def about(self):
        """How this parser reads replies, and why. A dict:

          reader     the name of the family, or "learned"
          shape      the shape of its calls
          how        how the reader was chosen: "named", "markers", "learned" or "hint"
          confirmed  how many messages that the template writes were read back
          skipped    how many messages the template does not show
          evidence   a list of texts that say why
          markers    a dict: lists of the markers of the reader, by what they mark
          triggers   texts that begin a call
          preserved  markers of reasoning and calls that must stay in the text where they are special tokens; so must those
                     that end a turn, which are in markers["stops"]
        """
        import json
        return json.loads(_chatfmt._reader_about(self._reader))

    @property
    def faults(self):
        """The events of this reply so far that have a flag, a list: what is not as the model's family writes it, calls that
        the end of the reply cut off, calls of tools that were not given, and with one_call=True further calls. Each has a
        `reason`."""
        return list(self._faults)

    def _restart(self):
        self._reply.restart()
        self._ended = False
        self._faults = []

    def _begin(self):
        """What is fed after finish() is of the next reply."""
        if self._ended:
            self._restart()

    def _events(self, rows):
        events = [Event(*row) for row in rows]
        self._faults += [event for event in events if event.flags]
        return events

    def feed(self, chunk):
        """Read the next piece of the reply. Gives a list of events.

        chunk  a str or bytes. Bytes may end within a character

        After finish(), the piece is the first one of the next reply to the same prompt.
        """
        _text(chunk, "feed() takes", "for ids there is feed_ids()")
        self._begin()
        return self._events(self._reply.feed(chunk))

    def feed_ids(self, ids):
        """Read the next token ids, as the model makes them. Gives a list of events, whose `begin` and `end` are bytes of
        the text.

        ids  a list, an array or a tensor of one dimension

        An id that the tokenizer does not have gives no text, as in the library tokenizers. A warning says so. A negative id
        is a chatfmt.InputError. The parser needs tokenizer=; Model.reader() gives it.
        """
        if self._tokenizer is None:
            raise wrong_type("feed_ids() needs a tokenizer: ReplyParser(…, tokenizer=…)")
        if type(self._tokenizer) is FunctionType:
            self._tokenizer = self._tokenizer()
        self._begin()
        events, unknown = self._reply.feed_ids((self._tokenizer, ids))
        if unknown is not None:
            _notice.warn(f"the tokenizer has no id {unknown}; it is no text")
        return self._events(events)

    def finish(self):
        """End the reply. Gives a list of the last events."""
        self._ended = True
        return self._events(self._reply.finish())

    def message(self, *, arguments="text"):
        """The message so far, as a dict in OpenAI's form: role, content, reasoning_content and tool_calls.

        arguments  "text": the arguments of calls are JSON text, as in OpenAI's form. "object": they are dicts, as templates
                   take them; arguments that are not a whole JSON object stay text
        """
        import json
        objects = _notice.choice(_ARGUMENTS, arguments, "arguments")
        message = json.loads(self._reply.message())
        if self._closes is None:
            self._closes = tuple(self.about["markers"].get("reasoning_close", ()))
        if self._closes and self._ended:
            self._watch(message)
        return _with_objects(message) if objects else message

    def _watch(self, message):
        """Warn of reasoning that ends and has not begun."""
        content = message.get("content")
        for marker in self._closes if isinstance(content, str) else ():
            if marker in content:
                _notice.warn(f"the content has {marker!r}, and nothing opened the reasoning: give prompt=, the text that was rendered, "
                             "or reasoning_open=True")
                return

    def parse(self, text, *, arguments="text"):
        """The message of a whole reply.

        text       a str or bytes
        arguments  "text" or "object", as in message()

        What was fed before is forgotten.
        """
        _notice.choice(_ARGUMENTS, arguments, "arguments")
        _text(text, "parse() takes", "for ids there are feed_ids(), finish() and message()")
        self._restart()
        self.feed(text)
        self.finish()
        return self.message(arguments=arguments)

    def stream(self, chunks):
        """The events of an iterable of pieces. The pieces are the rest of the reply: finish() is called at their end."""
        _check_chunks(chunks, "__iter__", "stream() and deltas() take an iterable")
        for chunk in chunks:
            yield from self.feed(chunk)
        yield from self.finish()

    async def astream(self, chunks):
        """The events of an asynchronous iterable of pieces, as of stream()."""
        _check_chunks(chunks, "__aiter__", "astream() and adeltas() take an asynchronous iterable")
        async for chunk in chunks:
            for event in self.feed(chunk):
                yield event
        for event in self.finish():
            yield event

    @staticmethod
    def delta(event):
        """The OpenAI delta of an event, a dict. None for an event that has no delta.

        >>> ReplyParser.delta(ReplyParser("hermes").feed("Hi")[0])
        {'content': 'Hi'}
        """
        if not hasattr(event, "kind"):
            raise wrong_type(f"delta() takes one event of feed() or finish(), not {type(event).__name__}")
        if event.kind in ("content", "code"):
            return {"content": event.text}
        if event.kind == "reasoning":
            return {"reasoning_content": event.text}
        if event.kind == "call":
            return {"tool_calls": [{"index": event.call, "id": event.id, "type": "function",
                                    "function": {"name": event.text, "arguments": ""}}]}
        if event.kind == "arguments":
            return {"tool_calls": [{"index": event.call, "function": {"arguments": event.text}}]}
        return None

    def deltas(self, chunks):
        """The OpenAI deltas of an iterable of pieces. The pieces are the rest of the reply: finish() is called at their
        end."""
        for event in self.stream(chunks):
            delta = self.delta(event)
            if delta:
                yield delta

    async def adeltas(self, chunks):
        """The OpenAI deltas of an asynchronous iterable of pieces, as of deltas()."""
        async for event in self.astream(chunks):
            delta = self.delta(event)
            if delta:
                yield delta
