"""`tool_choice` with "required" or a function: the reply follows a JSON schema in vLLM's form, and is read as calls."""
import json
import uuid

from ._errors import Refused

__all__ = ["ChosenReading", "checked_choice", "schema_of_choice"]


_FORMS = 'tool_choice is "none", "auto", "required" or {"type": "function", "function": {"name": …}}'


def _functions(tools):
    return [tool["function"] for tool in tools or () if isinstance(tool, dict) and isinstance(tool.get("function"), dict)]


def checked_choice(choice, tools):
    """"none", "auto", "required", or the name of the one function that is to be called."""
    if choice is None:
        return "auto" if tools else "none"
    if choice in ("auto", "none", "required"):
        if choice != "none" and not tools:
            raise Refused(400, "tool_choice needs tools", "tool_choice")
        return choice
    function = choice.get("function") if isinstance(choice, dict) and choice.get("type", "function") == "function" else None
    name = function.get("name") if isinstance(function, dict) else None
    if not isinstance(name, str):
        raise Refused(400, _FORMS, "tool_choice")
    if name not in [function.get("name") for function in _functions(tools)]:
        raise Refused(400, f"tool_choice names {name!r}, which is not in tools", "tool_choice")
    return _Named(name)


class _Named(str):
    """The name of the one function to be called."""


def schema_of_choice(request):
    """The JSON schema that the reply to a ChatRequest must follow, or None."""
    functions = _functions(request.tools)
    empty = {"type": "object", "properties": {}}
    if isinstance(request.tool_choice, _Named):
        return next(one.get("parameters") or empty for one in functions if one.get("name") == request.tool_choice)
    if request.tool_choice != "required":
        return None
    calls = [{"type": "object", "properties": {"name": {"type": "string", "enum": [one.get("name")]},
                                               "parameters": one.get("parameters") or empty},
              "required": ["name", "parameters"]} for one in functions]
    return {"type": "array", "minItems": 1, **({"maxItems": 1} if request.one_call else {}),
            "items": {"type": "object", "anyOf": calls}}


class ChosenReading:
    """A reply that follows a schema of schema_of_choice(). It has the same methods as Reading.

    The reply is the arguments of the named function, or a list of {"name", "parameters"}. The calls come at its end. JSON
    that was cut off becomes content.
    """

    def __init__(self, request, reading):
        self._request, self._reading, self._text, self._message = request, reading, [], None
        self.called = False

    @property
    def stopped(self):
        """Whether the reply reached a stop string."""
        return self._reading.stopped

    def _take(self, deltas):
        """Keep what is content; the rest, which is reasoning, comes out."""
        self._text += [delta["content"] for delta in deltas if "content" in delta]
        return [delta for delta in deltas if "content" not in delta]

    def feed(self, text):
        """The deltas of a further piece of text."""
        return self._take(self._reading.feed(text))

    def end(self):
        """The deltas of the end of the reply: the calls."""
        deltas = self._take(self._reading.end())
        text = "".join(self._text)
        try:
            calls = self._calls(json.loads(text))
        except (ValueError, TypeError, KeyError):
            return deltas + ([{"content": text}] if text else [])
        self.called, self._message = True, calls
        return deltas + [{"tool_calls": [{"index": index, **call}]} for index, call in enumerate(calls)]

    def _calls(self, found):
        if isinstance(self._request.tool_choice, _Named):
            found = [{"name": str(self._request.tool_choice), "parameters": found}]
        made = [(str(one["name"]), json.dumps(one["parameters"], ensure_ascii=False)) for one in found]
        return [{"id": f"call_{uuid.uuid4().hex}", "type": "function", "function": {"name": name, "arguments": arguments}}
                for name, arguments in made[:1 if self._request.one_call else None]]

    def message(self):
        """The message. Call end() first."""
        made = self._reading.message()
        made.pop("tool_calls", None)
        if self.called:
            made.update(content=None, tool_calls=self._message)
        else:
            made["content"] = "".join(self._text) or None
        return made

    def finish(self, reason):
        """OpenAI's finish_reason. For a named function "stop" stays "stop"."""
        return "tool_calls" if reason == "stop" and self.called and self._request.tool_choice == "required" else reason
