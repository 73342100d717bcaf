"""A conversation with an engine."""
import copy
import functools
import inspect
import json
import os
from collections.abc import Callable, Iterable, Mapping
from types import NoneType
from typing import NamedTuple, SupportsIndex

from .._errors import InputError, LimitError, wrong_type
from ..engines import Engine, open_engine
from .._functions import run_call, schema_of
from .._model import Model
from .._notice import near, typed, warn
from ._prompter import NO_VARIABLES, Prompter

__all__ = ["NO_OPTIONS", "Chat", "ToolResult", "Turn", "try_place"]


class ToolResult(NamedTuple):
    """The result of a call that was run, a named tuple.

    id         the id of the call
    name       the name of the function
    arguments  the arguments of the call, as JSON text
    content    the text that the model is given as the result
    error      True: `content` is an error
    kind       always "result"
    """

    id: str
    name: str
    arguments: str
    content: str
    error: bool
    kind: str = "result"


class Turn(NamedTuple):
    """A complete reply, a named tuple.

    message     the message in OpenAI's form: role, content, reasoning_content, tool_calls
    finish      "stop", "length" or "tool_calls"
    prompt      the text of the prompt
    prompt_ids  the ids of the prompt; None if the engine was given the text
    text        the reply as the engine gave it
    ids         the ids of the reply; None if the engine does not report all of them
    usage       {"prompt_tokens": …, "completion_tokens": …, "total_tokens": …}; a count that is not known is None
    kind        always "turn"
    """

    message: dict
    finish: str
    prompt: str
    prompt_ids: object
    text: str
    ids: object
    usage: dict
    kind: str = "turn"


def _usage(piece, prompt_ids, ids):
    usage = dict((piece.usage if piece else None) or {})
    usage.setdefault("prompt_tokens", None if prompt_ids is None else len(prompt_ids))
    usage.setdefault("completion_tokens", None if ids is None else len(ids))
    counts = usage["prompt_tokens"], usage["completion_tokens"]
    return {"prompt_tokens": counts[0], "completion_tokens": counts[1],
            "total_tokens": None if None in counts else sum(counts)}


def _write(path, text, stays=True):
    """Write a file over an older one in one step, what a link leads to in place; without `stays` only try to. Errors name
    `path`."""
    if os.path.islink(path) or os.path.exists(path) and not os.path.isfile(path):
        is_file = not os.path.exists(path) or os.path.isfile(path)
        if stays or is_file or os.path.isdir(path):  # a pipe ends with its first writer; to open a folder is an error
            with open(path, "w" if stays else "a", encoding="utf-8") as file:
                file.write(text)
        return
    fresh = f"{os.fspath(path)}.{os.getpid()}.tmp"
    try:
        try:
            with open(fresh, "w", encoding="utf-8") as file:
                file.write(text)
            if stays:
                os.replace(fresh, path)
        finally:
            if os.path.exists(fresh):
                os.unlink(fresh)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def try_place(path):
    """Raise the OSError that Chat.save() would raise if the path cannot be written."""
    _write(path, "", stays=False)


def _refuse(given, names, what):
    for name in given:
        if name in names:
            raise InputError(f"{name} is not {what}: leave it out")


def _listed(name, given, types, words):
    """The items of an argument as a list. Raises TypeError if it is no list, or an item is of none of `types`."""
    items = typed(f"{name}=", given, Iterable, f"a list, of which each item is {words}", (str, bytes, Mapping))
    return [typed(f"{name}[{number}]", item, types, words) for number, item in enumerate(items)]


def _content(name, given):
    """The argument `name` as the content of a system message, or None. Raises TypeError for anything else."""
    return typed(name, given, (str, list, tuple, NoneType), "a text, a list of parts or None")


def _check_waited(tools):
    """Raise TypeError for a function whose call gives something to wait for: its result would be that object."""
    for number, tool in enumerate(tools):
        if inspect.iscoroutinefunction(tool) or inspect.isasyncgenfunction(tool):
            raise wrong_type(f"tools[{number}] must be a function that gives its result, not an async function; "
                             "asyncio.run(…) in a function of its own waits for it")


class Chat:
    """A conversation with a model: its messages, the Model that gives the format, and an engine that answers.

    Only one thread at a time may use a Chat.

    model      a chatfmt.Model, or what Model.from_pretrained() takes as `where`
    engine     a chatfmt.engines.Engine, or what chatfmt.engines.open_engine() takes
    tools      Python functions (no `async def`), or dicts in OpenAI's form. A function is called when the model asks for it. A call of a
               tool that is a dict ends the turn: answer it with add_result(), and continue with run(). The result of a call
               of any other name is an error text for the model. Without tools, calls are content
    system     the text of the system message, or a list of its parts; None: there is no system message
    messages   messages that the conversation begins with
    policy     which control tokens messages may not write: "any", "special", "control", "all", "reject" or "report", as in
               Model.apply_chat_template(). If the engine takes ids, then with "control" nothing that a user writes becomes
               a control token. If the engine takes text, run() refuses a message that writes a control token
               (chatfmt.UnsupportedError), except with "any" and "report". Replies of the engine are not refused
    confirm    a function that is called with (name, arguments) before each call of a Python function. If it returns a false
               value, such as None, the call is not run, and the result of the call says so. None: all calls are run
    parallel   True: calls of one reply run at the same time, in at most 8 threads. False: one after another
    rounds     the largest number of replies that one run() makes, from 1. If the last of them has calls, run() raises
               chatfmt.LimitError
    variables  a dict of variables of the template; None: no variables
    options    options of the engine, such as max_tokens and temperature

    Attributes:

    messages  the conversation in OpenAI's form. It may be changed between replies. Only whole messages are added: if an
              engine fails, everything up to the last complete message is there, and run() asks again. If no prompt can be
              made with the message of send() or ask(), that message is taken back
    system    the content of the system message, or None. It may be set; None removes the message
    partial   the part of the reply that had arrived when an engine failed, as a message, or None
    usage     the sum of the counts of all replies, a dict as in Turn. A count is None after a reply that did not have it

    >>> from chatfmt import Model
    >>> model = Model.from_template("{% for m in messages %}<{{ m.role }}>{{ m.content }}</s>{% endfor %}<assistant>")
    >>> chat = Chat(model, lambda prompt: ["You said ", str(prompt.count("<user>")), " thing(s).</s>"], policy="any")
    >>> chat.ask("Hi").message
    {'role': 'assistant', 'content': 'You said 1 thing(s).'}
    >>> [event.text for event in chat.send("More") if event.kind == "content"]
    ['You said', ' 2', ' thing(s).']
    """

    def __init__(self, model, engine, *, tools=(), system=None, messages=(), policy="control", confirm=None,
                 parallel=True, rounds=8, variables=None, **options):
        tools = _listed("tools", tools, (dict, Callable), "a function or a dict")
        _check_waited(tools)
        messages = _listed("messages", messages, Mapping, "a dict of role and content")
        system = _content("system=", system)
        typed("variables=", variables, (Mapping, NoneType), "a dict")
        typed("confirm=", confirm, (Callable, NoneType), "a function")
        typed("parallel=", parallel, bool, "True or False")
        if typed("rounds=", rounds, SupportsIndex, "a whole number", bool) < 1:
            raise InputError(f"rounds is {rounds}; it must be a number from 1")
        typed("model", model, (Model, str, bytes, os.PathLike), "a chatfmt.Model, or a path or the id of a repository")
        if not isinstance(model, Model):
            model = Model.from_pretrained(model)
        _refuse(variables or (), NO_VARIABLES, "a variable of the template")
        _refuse(options, NO_OPTIONS, "an option of the engine")
        for name, meant in ((name, near(name, _ARGUMENTS)) for name in options):
            if meant:
                warn(f"{name}= is no argument of Chat, and is given to the engine as an option{meant}")
        self.engine = engine if isinstance(engine, Engine) else open_engine(engine)
        self.model, self._prompter = model, Prompter(model, policy=policy)
        self.functions = {tool.__name__: tool for tool in tools if not isinstance(tool, dict)}
        self.tools = [tool if isinstance(tool, dict) else schema_of(tool) for tool in tools]
        self.messages = [{"role": "system", "content": system}] if system is not None else []
        self.messages += [dict(message) for message in messages]
        self.confirm, self.parallel, self.rounds = confirm, parallel, rounds
        self.variables, self.options = dict(variables or {}), options
        model._check_names(None, None, None, self.variables)
        self.partial, self._replies = None, []
        self.usage = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}

    @property
    def guarded(self):
        """Whether control tokens that a message writes are kept from the engine.

        This is False with policy="any" or "report", and for a model without a vocabulary.
        """
        return self._prompter.guarded

    @property
    def engine(self):
        """The chatfmt.engines.Engine that answers. It may be set."""
        return self._engine

    @engine.setter
    def engine(self, engine):
        self._engine = typed("engine", engine, Engine, "a chatfmt.engines.Engine, which open_engine() makes")

    # Changing the conversation.

    @property
    def system(self):
        """The content of the system message: a text, or a list of its parts. None: there is none. It may be set and deleted."""
        first = self.messages[0] if self.messages else {}
        return first.get("content") if first.get("role") == "system" else None

    @system.setter
    def system(self, text):
        _content("system", text)
        del self.system
        if text is not None:
            self.messages.insert(0, {"role": "system", "content": text})

    @system.deleter
    def system(self):
        if self.messages and self.messages[0].get("role") == "system":
            del self.messages[0]

    def undo(self):
        """Remove the user's last message and everything after it. Gives the content of this message, or None if there is no
        such message."""
        for at in range(len(self.messages) - 1, -1, -1):
            if self.messages[at].get("role") == "user":
                content = self.messages[at].get("content")
                del self.messages[at:]
                self.partial = None
                return content
        return None

    def add_result(self, call_id, content):
        """Answer a tool call.

        call_id  the id of the call
        content  the result: a text, or a value that is written as JSON

        Raises chatfmt.InputError if no call with this id waits for a result.
        """
        for call in self._waiting():
            if call.get("id") == call_id:
                self._add_result(call, content if isinstance(content, str) else
                                 json.dumps(content, ensure_ascii=False, default=str))
                return
        raise InputError(f"no call {call_id!r} waits for a result")

    def keep_partial(self):
        """Make a message of what arrived of an interrupted reply: its content and reasoning. Calls are dropped."""
        message, self.partial = self.partial, None
        if message and (message.get("content") or message.get("reasoning_content")):
            message.pop("tool_calls", None)
            self._add_reply({**message, "content": message.get("content") or ""})

    def _add_reply(self, message):
        """Add a message that the engine wrote. A copy says so later, for what is changed or loaded is not the engine's."""
        self.messages.append(message)
        self._replies.append(copy.deepcopy(message))

    def save(self, path):
        """Write the messages and tools as JSON into a file. An older file is replaced in one step."""
        text = json.dumps({"messages": self.messages, "tools": self.tools}, ensure_ascii=False, indent=1) + "\n"
        _write(path, text)

    def load(self, path):
        """Take the messages of a file that save() wrote, or of a file with a list of messages as JSON.

        Raises chatfmt.InputError if the file has no such messages.
        """
        with open(path, encoding="utf-8") as file:
            try:
                found = json.load(file)
            except ValueError as error:
                raise InputError(f"{os.fspath(path)}: not JSON: {error}") from None
        messages = found.get("messages") if isinstance(found, dict) else found
        if not isinstance(messages, list):
            raise InputError(f"{os.fspath(path)}: a conversation is a list of messages, or an object with messages")
        self._prompter.prepared(messages)
        self.messages, self.partial = messages, None

    # Prompts.

    def _asks(self):
        return not self.messages or self.messages[-1].get("role") != "assistant"

    def prompt(self):
        """The prompt of the next reply as a chatfmt.Prompt, which knows where each of its characters came from.

        If the last message is a reply of the model, it is the prompt of the conversation so far.
        """
        return self.model.prompt(self._prompter.prepared(self.messages), tools=self.tools or None,
                                 add_generation_prompt=self._asks(), **self.variables)

    def prompt_ids(self):
        """The ids of prompt(), or None for a model without a vocabulary."""
        return self._prompter.render(self.messages, self.tools, add_generation_prompt=self._asks(),
                                     **self.variables).ids

    def attempts(self):
        """The places where messages write control tokens: a list of dicts of begin, end (characters of the prompt), id and
        path.

        Empty for a model without a vocabulary, and while the conversation is empty.
        """
        return self._prompter.attempts(self.messages, self.tools, **self.variables) if self.messages else []

    # Replies.

    def send(self, content):
        """Add a message of the user, and answer it. Gives an iterator of events, as run() does.

        content  a text, or a list of parts of text

        The message is taken back if no prompt can be made with it.
        """
        if content is None:
            raise InputError('content is None; it is a text or a list of parts: "" is an empty text')
        message = {"role": "user", "content": content}
        self.messages.append(message)
        return self._run(message)

    def ask(self, content):
        """Add a message of the user, and answer it. Gives the last Turn. `content` is that of send()."""
        turn = None
        for event in self.send(content):
            if event.kind == "turn":
                turn = event
        return turn

    def run(self):
        """Answer the conversation as it is, and call functions until the model is done.

        Yields the events of the reply (chatfmt.Event) as they arrive, a Turn for each reply, and a ToolResult for each call
        that was run.

        Closing the iterator cancels the reply. Raises chatfmt.engines.EngineError, what rendering raises,
        chatfmt.NotFoundError if there is no reader for the template, and chatfmt.LimitError after `rounds` replies with
        calls.
        """
        return self._run()

    def _run(self, sent=None):
        for _ in range(self.rounds):
            if self._waiting():
                yield from self._run_calls()
                if self._waiting():
                    return
            if self.messages and self.messages[-1].get("role") == "assistant":
                return
            yield from self._reply(sent)
        if self._waiting():
            times = "one reply" if self.rounds == 1 else f"{self.rounds} replies in a row"
            raise LimitError(f"the model called tools in {times}; rounds= allows more")

    def _given(self):
        rendered = self._prompter.render(self.messages, self.tools, **self.variables)
        return rendered, self._prompter._for_engine(self.engine, rendered, self.messages, self.tools, self._replies,
                                                    self.variables)

    def _reply(self, sent):
        try:
            rendered, prompt = self._given()
        except Exception:
            if self.messages and self.messages[-1] is sent:
                self.messages.pop()
            raise
        lost = self._prompter._lost(self.messages, self.tools, **self.variables)
        if lost:
            warn(" has ".join(lost))
        before = sum(len(message.get("tool_calls") or ()) for message in self.messages)
        parser = self.model.reader(tools=self.tools, prompt=rendered.text, calls_before=before, unknown_calls=True)
        preserved = [text for text in self._prompter.preserved if text not in rendered.stops]
        texts, ids, last, self.partial = [], [], None, None
        pieces = self.engine.stream(prompt, stop=rendered.stops, stop_ids=rendered.stop_ids, preserved=preserved,
                                    **self.options)
        try:
            for last in pieces:
                texts.append(last.text)
                ids = None if ids is None or last.ids is None else ids + list(last.ids)
                yield from parser.feed(last.text)
            ended = parser.finish()
        except BaseException:
            pieces.close()
            self.partial = parser.message()
            raise
        yield from ended
        message = parser.message()
        finish = "tool_calls" if message.get("tool_calls") and last.finish == "stop" else last.finish
        if finish == "length" and any(event.kind == "call_end" and event.flags & 2 for event in ended):
            message = {**message, "tool_calls": message["tool_calls"][:-1]}  # cut off: never run
            if not message["tool_calls"]:
                del message["tool_calls"]
                message["content"] = message.get("content") or ""
        if not self.engine.gives_ids:
            ids = None
        usage = _usage(last, rendered.ids, ids)
        for name, count in usage.items():
            self.usage[name] = None if None in (count, self.usage[name]) else self.usage[name] + count
        self._add_reply(message)
        yield Turn(message, finish, rendered.text, None if prompt is rendered.text else rendered.ids,
                   "".join(texts), ids, usage)

    # Calls.

    def _waiting(self):
        """Calls of the last reply that have no result."""
        results = set()
        for message in reversed(self.messages):
            if message.get("role") != "tool":
                if message.get("role") != "assistant":
                    return []
                return [call for call in message.get("tool_calls") or () if call.get("id") not in results]
            results.add(message.get("tool_call_id"))
        return []

    def _add_result(self, call, content):
        self.messages.append({"role": "tool", "tool_call_id": call.get("id"), "name": call["function"]["name"],
                              "content": content})

    def _run_calls(self):
        names = [tool.get("function", {}).get("name") for tool in self.tools]
        external = set(names) - set(self.functions)
        calls = [call["function"] | {"call": call} for call in self._waiting()
                 if call["function"]["name"] not in external]
        allowed = [self.confirm is None or call["name"] not in self.functions or self.confirm(call["name"], call["arguments"])
                   for call in calls]  # a call of an unknown function needs no confirmation
        run = functools.partial(run_call, dict.fromkeys(names) | self.functions)
        for call, (content, error) in zip(calls, self._results(calls, allowed, run)):
            self._add_result(call["call"], content)
            yield ToolResult(call["call"].get("id"), call["name"], call["arguments"], content, error)

    def _results(self, calls, allowed, run):
        """(content, error) of each call, in their order."""
        refused = "Error: the user did not allow this call", True
        if self.parallel and sum(map(bool, allowed)) > 1:
            from concurrent.futures import ThreadPoolExecutor
            with ThreadPoolExecutor(min(8, len(calls))) as pool:
                running = [pool.submit(run, call["name"], call["arguments"]) if yes else None
                           for call, yes in zip(calls, allowed)]
                for one in running:
                    yield one.result() if one else refused
            return
        for call, yes in zip(calls, allowed):
            yield run(call["name"], call["arguments"]) if yes else refused


# What Chat itself gives to engines, or is an argument of Chat: no options of engines.
NO_OPTIONS = frozenset().union(*(inspect.signature(made).parameters for made in (Chat.__init__, Engine.stream)),
                               ("stop_ids", "preserved")) - {"max_tokens", "options"}
_ARGUMENTS = inspect.signature(Chat).parameters.keys() - {"options"}
