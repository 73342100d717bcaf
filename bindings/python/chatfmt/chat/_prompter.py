"""Makes the prompt of a model from OpenAI's messages, with what ends the reply and what may appear in it."""
import inspect
import json
import re
from typing import NamedTuple

from .._errors import Error, InputError, NotFoundError, UnsupportedError, placed_error
from .._model import _POLICIES, Model
from .._notice import _OWN, choice, described

__all__ = ["NO_VARIABLES", "Prompter", "Rendered"]


class Rendered(NamedTuple):
    """A prompt, a named tuple.

    text      the text of the prompt
    ids       its ids; None for a model without a vocabulary
    stops     texts that end the reply
    stop_ids  ids that end the reply
    """

    text: str
    ids: object
    stops: tuple
    stop_ids: tuple


def _text_of(content, path):
    """The texts of content in parts; other parts are refused by name."""
    texts = []
    for number, part in enumerate(content):
        place = f"{path}.content[{number}]"
        kind = part.get("type", "text") if isinstance(part, dict) else "text"
        text = part.get("text") if isinstance(part, dict) else part
        if kind not in ("text", "input_text", "output_text"):
            raise placed_error(UnsupportedError, place, f"{place} is of type {kind!r}; prompts are text here, so send "
                               "a description of it as text")
        if text is None:
            raise placed_error(InputError, place, f"{place} has no text")
        if not isinstance(text, str):
            inside = isinstance(part, dict)
            raise _wrong_member(f"{place}.text" if inside else place, text, "a text" if inside else "a text or an object with a text")
        texts.append(text)
    return texts


def _wrong_member(path, value, words):
    return placed_error(InputError, path, f"{path} is {described(value)}; it is {words}")


class Prompter:
    """Makes the prompts of one chatfmt.Model. It does not change after it was made, and several threads may share it.

    policy  which control tokens data may not write, as in Model.apply_chat_template(). It has no effect for a model without
            a vocabulary
    """

    def __init__(self, model, *, policy="control"):
        from .._tools import inspect as facts_of
        choice(_POLICIES, policy, "policy")
        self.model, self.policy = model, policy
        self._model = model._quiet()  # messages are looked after here, and variables may be a stranger's
        facts = facts_of(model)
        self._parts = self._value(facts, "content_parts")
        self._objects = self._value(facts, "tool_arguments_object")
        self._nulls = self._value(facts, "null_content")
        try:
            self.tokenizer = model.tokenizer
        except (NotFoundError, UnsupportedError):
            self.tokenizer = None
        known = self.tokenizer.token_to_id if self.tokenizer else lambda text: None
        self.preserved = tuple(text for text in facts.get("control_texts", ()) if known(text) is not None)

    @staticmethod
    def _value(facts, name):
        return bool(facts.get(name, {}).get("value"))

    def prepared(self, messages):
        """The messages as the template takes them.

        If the template does not read content in parts, the parts are joined. If the template takes the arguments of calls
        as objects, JSON text becomes objects. Raises chatfmt.InputError, with the place, for anything that is not a
        message.
        """
        return [self._message(message, f"messages[{number}]") for number, message in enumerate(messages)]

    def _message(self, message, path):
        if not isinstance(message, dict) or not isinstance(message.get("role"), str):
            raise placed_error(InputError, path, f"{path} is not a message; a message is an object with a role")
        made, content = dict(message), message.get("content")
        if isinstance(content, (list, tuple)):
            texts = _text_of(content, path)
            made["content"] = ([{"type": "text", "text": text} for text in texts] if self._parts else
                               "\n".join(texts))
        elif content is None:
            if self._nulls and "content" in made:
                pass
            else:
                made["content"] = ""
        elif not isinstance(content, str):
            raise _wrong_member(f"{path}.content", content, "a text or a list of parts")
        calls = message.get("tool_calls")
        if calls is None:
            made.pop("tool_calls", None)
        elif not isinstance(calls, list):
            raise _wrong_member(f"{path}.tool_calls", calls, "a list of calls")
        else:
            made["tool_calls"] = [self._call(call, f"{path}.tool_calls[{number}]")
                                  for number, call in enumerate(calls)]
        return made

    def _call(self, call, path):
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            raise placed_error(InputError, path, f"{path} is no call of a function")
        arguments = function.get("arguments")
        if self._objects and isinstance(arguments, str):
            try:
                read = json.loads(arguments or "{}")
            except ValueError:
                read = arguments
            arguments = read if isinstance(read, dict) else arguments
        return {**call, "function": {**function, "arguments": arguments}}

    def render(self, messages, tools=None, *, add_generation_prompt=True, continue_final_message=False, **variables):
        """The `Rendered` prompt of messages. Raises what Model.apply_chat_template() raises."""
        made, tools = self.prepared(messages), tools or None
        if self.tokenizer is not None and add_generation_prompt and not continue_final_message:
            try:
                found = self._model._opened(made, tools, self.policy, **variables)
                return self._rendered(found["text"], found["input_ids"], found["turn_stops"])
            except UnsupportedError:
                pass  # the turn cannot be found out
        arguments = dict(tools=tools, add_generation_prompt=add_generation_prompt and not continue_final_message,
                         continue_final_message=continue_final_message, **variables)
        text = self._model.apply_chat_template(made, tokenize=False, **arguments)
        ids = None
        if self.tokenizer is not None:
            ids = self._model.apply_chat_template(made, return_dict=False, policy=self.policy, **arguments)
        return self._rendered(text, ids, self._stops(made, tools, variables))

    def _rendered(self, text, ids, stops):
        if not stops:
            end = self.model.special_tokens.get("eos_token")
            stops = (end,) if end else ()
        known = [self.tokenizer.token_to_id(stop) for stop in stops] if self.tokenizer else []
        return Rendered(text, ids, tuple(stops), tuple(id for id in known if id is not None))

    def _stops(self, messages, tools, variables):
        try:
            return self._model.open_turn(messages, tools, **variables)["stops"]
        except Error:
            return ()

    @property
    def guarded(self):
        """Whether control tokens that a message writes are kept from engines."""
        return self.tokenizer is not None and self.policy not in ("any", "report")

    def for_engine(self, engine, rendered, messages, tools=None, **variables):
        """What an engine is given of a Rendered prompt: the ids if the engine takes ids, and otherwise the text.

        Raises chatfmt.UnsupportedError if the engine takes text and a message writes control tokens in it.
        """
        return self._for_engine(engine, rendered, messages, tools, (), variables)

    def _for_engine(self, engine, rendered, messages, tools, replies, variables):
        """for_engine() of messages of which those that are also in `replies` may write control tokens."""
        if engine.takes_ids and rendered.ids is not None:
            return rendered.ids
        found = self._forged(messages, tools, replies, variables) if self.guarded else None
        if found:
            path, token = found.get("path") or "", self.tokenizer.id_to_token(found["id"])
            raise placed_error(UnsupportedError, path, f"{path or 'a message'} writes the control token {token!r}, and the engine "
                               "takes text, in which it looks like the template's own; policy=\"any\" allows it")
        return rendered.text

    def _forged(self, messages, tools, replies, variables):
        """The first place of attempts() that is not in a message of `replies`, or None."""
        report = self._report(messages, tools, variables)
        attempts = report["attempts"]
        for one in attempts:
            place = re.match(r"messages\[(\d+)\]", one.get("path") or "")
            if not place or messages[int(place[1])] not in replies:
                return one
        # Places beyond the longest list may be in any message.
        return attempts[-1] if report.get("attempt_total", 0) > len(attempts) else None

    def _lost(self, messages, tools=None, **variables):
        """The path of the first message of which nothing is written because the template does not name its role, and what to
        say of the role; None without one."""
        if all(message.get("role") in _OWN for message in messages):
            return None
        return self._model._lost_role(self.prepared(messages), tools or None, **variables)

    def attempts(self, messages, tools=None, **variables):
        """The places where data writes control tokens: a list of dicts of begin, end (characters of the prompt), id and
        path."""
        return self._report(messages, tools, variables)["attempts"] if self.tokenizer is not None else []

    def _report(self, messages, tools, variables):
        arguments = dict(tools=list(tools) if tools else None, add_generation_prompt=True, **variables)
        return self._model.apply_chat_template(self.prepared(messages), policy="report", **arguments)


# Names that are arguments where a prompt is made, and can be no variables of the template. A template and documents are
# arguments, too, which a caller may choose to give like variables.
NO_VARIABLES = frozenset().union(*(
    inspect.signature(made).parameters for made in (
        Prompter.render, Prompter.attempts, Model.apply_chat_template, Model._opened, Model.open_turn, Model.prompt)
)) - {"variables", "chat_template", "documents"}
