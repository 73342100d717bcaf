"""A chat completion request, checked: what the prompt needs, and what the engine is asked for."""
import json
import math
from typing import NamedTuple

from .._notice import JSON_WORDS, described
from ..chat._prompter import NO_VARIABLES
from ._choice import checked_choice
from ._errors import Refused

__all__ = ["RESERVED", "ChatRequest", "TextRequest", "limit_of", "read_json", "refuse_unknown_ids"]

_MOST_CHOICES, _MOST_PROMPTS = 16, 1024
# Members that go to the engine as they are -> the type they have.
_SAMPLING = {"temperature": (int, float), "top_p": (int, float), "top_k": int, "min_p": (int, float), "seed": int,
             "presence_penalty": (int, float), "frequency_penalty": (int, float), "repetition_penalty": (int, float),
             "logit_bias": dict, "ignore_eos": bool, "min_tokens": int}
# Members that ask for what is not done here -> the values that ask for nothing.
_REFUSED = {"logprobs": (None, False), "top_logprobs": (None, 0), "functions": (None, []), "function_call": (None, "none", "auto"),
            "audio": (None,), "use_beam_search": (None, False), "add_special_tokens": (None, False), "echo": (None, False),
            "structured_outputs": (None, {}), "guided_json": (None,), "guided_regex": (None,), "guided_choice": (None,),
            "guided_grammar": (None,), "prompt_logprobs": (None, 0), "truncate_prompt_tokens": (None,)}

# Names that are not variables of the template.
RESERVED = NO_VARIABLES | {"bos_token", "eos_token"}

# Those that a completion request may have.
_OF_TEXTS = ("add_special_tokens", "truncate_prompt_tokens")


def read_json(body):
    """The JSON object in the body of a request, as a dict."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Refused(400, f"the body is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise Refused(400, f"the body is {described(found)} and not an object")
    return found


def member(request, name, kind, default=None, at=""):
    """A member of a request. Its type is checked.

    at  the beginning of its path, such as "generate_chunk."; "": it is a member of the request itself
    """
    value = request.get(name)
    if value is None:
        return default
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool and bool not in (
            kind if isinstance(kind, tuple) else (kind,))):
        words = JSON_WORDS.get(kind) or " or ".join(JSON_WORDS[one] for one in kind)
        raise Refused(400, f"{at}{name} is {described(value)}; it may be {words}", at + name)
    return value


def count_of(request, name, default=0, at=""):
    """A member of a request that is a count; `at` as in member()."""
    found = member(request, name, int, default, at)
    if found < 0:
        raise Refused(400, f"{at}{name} is {found}; it is at least 0", at + name)
    return found


def limit_of(body):
    """(name, value) of the member that limits the tokens of a reply; (None, None): there is none."""
    found = ((name, member(body, name, int)) for name in ("max_completion_tokens", "max_tokens"))
    return next((one for one in found if one[1] is not None), (None, None))


def refuse_unknown_ids(tokenizer, ids, name):
    """Raise the status 400 for ids of a member that are not in the vocabulary."""
    unknown = max((id for id in set(ids) if tokenizer.id_to_token(id) is None), default=None)
    if unknown is not None:
        raise Refused(400, f"{name} has the id {unknown}, which is not in the vocabulary", name)


def _stop_ids(body):
    given = member(body, "stop_token_ids", list, [])
    if not all(type(id) is int and 0 <= id < 1 << 32 for id in given):
        raise Refused(400, "stop_token_ids is a list of ids", "stop_token_ids")
    return tuple(given)


def _asked(body):
    """(stop, stop ids, n, max_tokens, sampling) of a request."""
    stop = body.get("stop")
    stop = (stop,) if isinstance(stop, str) else tuple(member(body, "stop", (str, list), ()))
    if len(stop) > 64 or not all(isinstance(one, str) and one for one in stop):
        raise Refused(400, "stop is a text or a list of at most 64 texts, none of them empty", "stop")
    replies = member(body, "n", int, 1)
    if not 1 <= replies <= _MOST_CHOICES:
        raise Refused(400, f"n is {replies}; it may be 1 to {_MOST_CHOICES}", "n")
    name, most = limit_of(body)
    if most is not None and most < 1:
        raise Refused(400, f"{name} is {most}; it is at least 1", name)
    sampling = {name: member(body, name, kind) for name, kind in _SAMPLING.items() if body.get(name) is not None}
    for name, value in sampling.items():
        if isinstance(value, float) and not math.isfinite(value):
            raise Refused(400, f"{name} is {value}; it is a finite number", name)
    return stop, _stop_ids(body), replies, most, sampling


def _tools(body):
    """The tools of a request, or None. Each of them is an object."""
    tools = member(body, "tools", list)
    for number, tool in enumerate(tools or ()):
        if not isinstance(tool, dict):
            raise Refused(400, f"tools[{number}] is {described(tool)}; a tool is an object", f"tools[{number}]")
    return tools


def _refuse_unknown(body, refused):
    for name, nothing in refused.items():
        if name in body and body[name] not in nothing:
            raise Refused(400, f"{name} is not supported here", name)


class TextRequest(NamedTuple):
    """A completion request. `prompts` is a list of texts or of lists of ids."""

    model: object
    prompts: list
    special: bool
    sampling: dict
    stop: tuple
    stop_ids: tuple
    max_tokens: object
    count: int
    stream: bool
    keep: object
    left: bool
    body: dict

    @classmethod
    def read(cls, body):
        """Check the object of a request."""
        _refuse_unknown(body, {**{name: nothing for name, nothing in _REFUSED.items() if name not in _OF_TEXTS},
                               "suffix": (None, ""), "prompt_embeds": (None,)})
        stop, stop_ids, count, most, sampling = _asked({"max_tokens": 16, **body})
        keep = member(body, "truncate_prompt_tokens", int)
        if keep is not None and keep < 1:
            raise Refused(400, f"truncate_prompt_tokens is {keep}; it is at least 1", "truncate_prompt_tokens")
        side = member(body, "truncation_side", str, "left")
        if side not in ("left", "right"):
            raise Refused(400, f"truncation_side is {side!r}; it may be 'left' or 'right'", "truncation_side")
        return cls(member(body, "model", str), cls._prompts(body.get("prompt")), member(body, "add_special_tokens", bool, True),
                   sampling, stop, stop_ids, most, count, member(body, "stream", bool, False), keep, side == "left", body)

    @staticmethod
    def _prompts(given):
        is_ids = lambda one: isinstance(one, list) and bool(one) and all(type(id) is int and 0 <= id < 1 << 32 for id in one)
        prompts = [given] if isinstance(given, str) or is_ids(given) else given
        if not isinstance(prompts, list) or not prompts or len(prompts) > _MOST_PROMPTS or \
                not all(isinstance(one, str) or is_ids(one) for one in prompts):
            raise Refused(400, f"prompt is a text, a list of ids, or a list of at most {_MOST_PROMPTS} of these", "prompt")
        return prompts

    def cut(self, ids, places):
        """What truncate_prompt_tokens leaves of a prompt."""
        if self.keep is None or len(ids) <= self.keep:
            return ids, places
        kept = slice(-self.keep, None) if self.left else slice(self.keep)
        return ids[kept], None if places is None else places[kept]


class ChatRequest(NamedTuple):
    """The parts of a chat completion request that are used. `variables` are for the template, `sampling` is for the engine."""

    model: object
    messages: list
    tools: object
    tool_choice: str
    one_call: bool
    continues: bool
    opens: bool
    variables: dict
    sampling: dict
    stop: tuple
    stop_ids: tuple
    max_tokens: object
    count: int
    stream: bool
    usage: bool
    reasoning: bool
    body: dict

    @classmethod
    def read(cls, body, *, trusted=False, named=(), default=None):
        """Check the object of a request.

        trusted  True: the request may bring a chat template
        named    names of templates that any request may choose
        default  a dict of variables of the template, for requests that do not set them; None: no variables
        """
        messages = member(body, "messages", list)
        if not messages:
            raise Refused(400, f"messages is {'missing' if messages is None else 'empty'}; it is a list with at least one message",
                          "messages")
        _refuse_unknown(body, _REFUSED)
        format = member(body, "response_format", dict)
        if format is not None and format.get("type") != "text":
            raise Refused(400, "response_format other than text is not supported here", "response_format")
        tools = _tools(body)
        choice = checked_choice(body.get("tool_choice"), tools)
        continues = member(body, "continue_final_message", bool, False)
        opens = member(body, "add_generation_prompt", bool, not continues)
        if continues and opens:
            raise Refused(400, "continue_final_message and add_generation_prompt exclude each other",
                          "continue_final_message")
        stop, stop_ids, count, most, sampling = _asked(body)
        stream = member(body, "stream", bool, False)
        options = member(body, "stream_options", dict, {})
        return cls(member(body, "model", str), messages, tools or None, choice,
                   member(body, "parallel_tool_calls", bool, True) is False, continues, opens,
                   cls._variables(body, trusted, named, default), sampling, stop, stop_ids, most, count, stream,
                   member(options, "include_usage", bool, False, "stream_options."), member(body, "include_reasoning", bool, True), body)

    @staticmethod
    def _variables(body, trusted, named, default):
        made = {**(default or {}), **member(body, "chat_template_kwargs", dict, {})}
        if member(body, "documents", list) is not None:
            made["documents"] = body["documents"]
        if body.get("reasoning_effort") is not None:
            made.setdefault("reasoning_effort", member(body, "reasoning_effort", str))
        place = "" if body.get("chat_template") is not None else "chat_template_kwargs."
        template = member(body if not place else made, "chat_template", str, at=place)
        made.pop("chat_template", None)
        if template is not None:
            if not trusted and template not in named:
                raise Refused(400, "the request brings a chat template that is not the name of one of the model's, and the "
                              "service was not started with --trust-request-chat-template", place + "chat_template")
            made["chat_template"] = template
        reserved = sorted(RESERVED & set(made))
        if reserved:
            raise Refused(400, f"chat_template_kwargs: {reserved[0]} is not a variable of the template",
                          "chat_template_kwargs")
        return made
