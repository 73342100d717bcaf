"""Makes the JSON schemas of Python functions, calls such functions, and checks lists of tools."""
import enum
import inspect
import json
import re
import types
import typing

from . import _chatfmt
from ._errors import InputError, no_json, placed_error, schema_error, wrong_tools, wrong_type

__all__ = ["Tools", "dictionaries", "listed", "run_call", "schema_of", "tool_list"]

_PLAIN = {int: "integer", float: "number", str: "string", bool: "boolean", type(None): "null", list: "array",
          tuple: "array", dict: "object"}
_SCALARS = (int, float, str, bool, type(None))
_LONGEST_ERROR = 2000


def _of_hint(hint):
    """The schema of a type hint."""
    if hint is typing.Any or hint is inspect.Parameter.empty:
        return {}
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return _of_values([member.value for member in hint], hint)
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _of_union([_of_hint(one) for one in inner if one is not type(None)], type(None) in inner)
    if origin is typing.Literal:
        return _of_values(list(inner), hint)
    if origin is list:
        return {"type": "array", "items": _of_hint(inner[0])}
    if origin is tuple and inner:
        return {"type": "array", "prefixItems": [_of_hint(one) for one in inner]}
    if origin is dict:
        made = {"type": "object"}
        return {**made, "additionalProperties": _of_hint(inner[1])} if len(inner) == 2 else made
    raise _no_schema(hint)


def _no_schema(hint):
    return schema_error("TypeHintParsingException",
                        f"the type hint {hint!r} has no JSON schema; give the tool as an OpenAI dict instead")


def _of_values(values, hint):
    if not values or not all(type(value) in _SCALARS for value in values):
        raise _no_schema(hint)
    kinds = list(dict.fromkeys(_PLAIN[type(value)] for value in values))
    return {"type": kinds[0] if len(kinds) == 1 else kinds, "enum": values}


def _of_union(schemas, nullable):
    if len(schemas) == 1:
        made = schemas[0]
    elif all(isinstance(schema.get("type"), str) and len(schema) == 1 for schema in schemas):
        kinds = sorted({schema["type"] for schema in schemas})
        made = {"type": kinds[0] if len(kinds) == 1 else kinds}
    else:
        made = {"anyOf": schemas}
    return {**made, "nullable": True} if nullable else made


def _entries(body, names):
    """{argument: text} of a section Args. An entry begins with "name:", or with "name (type):" if the function has this
    argument, in a line that is not indented deeper than the beginning of the entry before."""
    made, name, depth = {}, None, None
    for line in body.split("\n"):
        start = re.match(r"([ \t]*)(\w+)([ \t]*(?:\(.*?\))?[ \t]*):(.*)", line)
        if start and (depth is None or len(start[1]) <= depth) and (not start[3] or start[2] in names):
            name, depth = start[2], len(start[1])
            made[name] = start[4]
        elif name is not None:
            made[name] += "\n" + line
    return {name: re.sub(r"\s*\n+\s*", " ", text.strip()) for name, text in made.items()}


def _sections(documentation, names):
    """(summary, {argument: text}, text of the result or None) of a docstring in Google's form; `names`: of the arguments."""
    text = inspect.cleandoc(documentation or "")
    parts = re.split(r"\n\s*(Args|Arguments|Returns|Raises|Yields|Examples?):[ \t]*(?:\n|$)", "\n" + text)
    about, arguments, result = parts[0].strip(), {}, None
    for title, body in zip(parts[1::2], parts[2::2]):
        if title == "Returns":
            result = body.strip()
        if title in ("Args", "Arguments"):
            arguments.update(_entries(body, names))
    return about, arguments, result


def _check_complete(function):
    """What transformers demands of a tool, with its words: a docstring and type hints."""
    name = getattr(function, "__name__", "operation")
    if not inspect.getdoc(function):
        raise schema_error("DocstringParsingException", f"Cannot generate JSON schema for {name} because it has no docstring!")
    arguments = [one for number, one in enumerate(inspect.signature(function).parameters.values())
                 if number or one.name not in ("self", "cls") or one.annotation is not one.empty]
    for one in arguments:
        if one.annotation is one.empty:
            raise schema_error("TypeHintParsingException", f"Argument {one.name} is missing a type hint in function {name}")


def schema_of(function, *, complete=False):
    """The tool of a Python function, as a dict in OpenAI's form.

    Names and types come from the signature of the function. Descriptions come from its docstring, in Google's form, as
    transformers.utils.get_json_schema reads it.

    complete  True: a docstring, a description of each argument and type hints are required, as in transformers

    >>> def add(a: int, b: int = 1):
    ...     '''Adds.
    ...
    ...     Args:
    ...         a: The first.
    ...     '''
    >>> schema_of(add)["function"]["parameters"]
    {'type': 'object', 'properties': {'a': {'type': 'integer', 'description': 'The first.'}, 'b': {'type': 'integer'}}, 'required': ['a']}
    """
    about, texts, result = _sections(function.__doc__, inspect.signature(function).parameters)
    if complete:
        _check_complete(function)
    hints = typing.get_type_hints(function)
    properties, required = {}, []
    for number, (name, parameter) in enumerate(inspect.signature(function).parameters.items()):
        if number == 0 and name in ("self", "cls") and name not in hints:
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise TypeError(f"{function.__name__}: the argument {name} has no name in a call; give the tool as an "
                            "OpenAI dict instead")
        made = _of_hint(hints.get(name, parameter.empty))
        text = texts.get(name, "")
        choices = re.search(r"\(choices:\s*(.*?)\)\s*$", text, re.IGNORECASE | re.DOTALL)
        if choices:
            made = {**made, "enum": [one.strip() if isinstance(one, str) else one for one in json.loads(choices[1])]}
            text = text[:choices.start()].strip()
        properties[name] = {**made, "description": text} if text else made
        if parameter.default is parameter.empty:
            required.append(name)
    for name in properties if complete else ():
        if name not in texts:
            raise schema_error("DocstringParsingException", f"Cannot generate JSON schema for {function.__name__} because the "
                               f"docstring has no description for the argument '{name}'")
    parameters = {"type": "object", "properties": properties}
    if required:
        parameters["required"] = required
    made = {"name": getattr(function, "__name__", "operation"), "description": about, "parameters": parameters}
    try:
        made["return"] = {**_of_hint(hints["return"]), **({} if result is None else {"description": result})}
    except (KeyError, TypeError):
        pass  # the model does not write what a function gives
    return {"type": "function", "function": made}


class Tools(tuple):
    """Tools that many calls share, converted once: a tuple of dicts.

    tools  an iterable of dicts in OpenAI's form and Python functions. As in transformers, a function needs type hints and a
           docstring that describes each argument

    The dicts are copied as JSON, so later changes of the dicts have no effect. A Template, a Model, a ReplyParser and an
    installed chatfmt.transformers take a Tools in place of a list of tools.

    >>> import chatfmt
    >>> tools = chatfmt.Tools([{"type": "function", "function": {"name": "now"}}])
    >>> chatfmt.Template("{{ tools | tojson }}").render(tools=tools)
    '[{"type": "function", "function": {"name": "now"}}]'
    """

    def __new__(cls, tools):
        if isinstance(tools, (str, typing.Mapping)) or not isinstance(tools, typing.Iterable):
            raise _no_tools(tools)
        made = [schema_of(tool, complete=True) if _is_function(tool) else tool for tool in tools]
        for number, tool in enumerate(made):
            if not isinstance(tool, dict):
                raise _no_tool(number, tool)
        try:
            text = json.dumps(made)
        except (TypeError, ValueError, RecursionError) as error:
            raise no_json("tools", made, error, wrong_type if isinstance(error, TypeError) else InputError) from None
        self = super().__new__(cls, json.loads(text))
        self.prepared = _chatfmt.Prepared(list(self))
        return self

    def __reduce__(self):
        return Tools, (list(self),)


def dictionaries(tools):
    """Tools in the form in which a call of a template takes them: functions become dicts."""
    if tools is None or type(tools) is Tools:
        return tools
    if type(tools) is not list:
        if callable(tools) or isinstance(tools, (int, float)) or isinstance(tools, (str, typing.Mapping)) and tools:
            raise _no_tools(tools)
        tools = listed(tools)
    _check_items(tools)
    if not isinstance(tools, (list, tuple)) or not any(map(_is_function, tools)):
        return tools
    return [schema_of(tool, complete=True) if _is_function(tool) else tool for tool in tools]


def listed(given):
    """An iterable that is not data, such as a generator, as a list. Lists, tuples, texts and mappings stay as they are."""
    if isinstance(given, (list, tuple, str, bytes, typing.Mapping)) or not isinstance(given, typing.Iterable):
        return given
    return list(given)


def _no_tools(given):
    """The error of one thing in the place of tools; True and the like are there for another argument."""
    if isinstance(given, str):
        return wrong_tools("tools= is text: give a list of dicts or functions; json.loads(tools) reads JSON text")
    if isinstance(given, typing.Mapping):
        return wrong_tools("tools= is one dict: give a list of tools, [tool]")
    if callable(given):
        return wrong_tools(f"tools= is one function: give a list of tools, [{getattr(given, '__name__', 'tool')}]", iterable=False)
    return wrong_tools(f"{type(given).__name__!r} object is not iterable; tools= must be a list of dicts or functions", iterable=False)


def _check_items(tools):
    """Name the first item of a list that is neither a dict nor a function."""
    for number, tool in enumerate(tools if type(tools) in (list, tuple) else ()):
        if not isinstance(tool, dict) and not _is_function(tool):
            name = f"the builtin {tool.__name__}" if inspect.isbuiltin(tool) else type(tool).__name__
            raise wrong_tools(f"tools[{number}] is {name}; a tool is a dict or a function{_of_text(tool)}", f"tools[{number}]")


def _no_tool(number, tool):
    path = f"tools[{number}]"
    return placed_error(InputError, path, f"{path} is {type(tool).__name__}; a tool is a dict or a function{_of_text(tool)}")


def tool_list(tools):
    """Tools as a list of dicts. Raises InputError for anything that is not a tool."""
    if isinstance(tools, (str, bytes)) or not isinstance(tools, typing.Iterable) or isinstance(tools, typing.Mapping):
        raise InputError(f"tools= is {type(tools).__name__}; give a list of tools: dicts or functions{_of_text(tools)}")
    tools = list(tools)
    for number, tool in enumerate(tools):
        if tool is None or isinstance(tool, (str, bytes, int, float, list, tuple)):
            raise _no_tool(number, tool)
    return [schema_of(tool, complete=True) if _is_function(tool) else tool for tool in tools]


def _of_text(value):
    """What helps where a text is no tool."""
    return "; json.loads() reads JSON text" if isinstance(value, (str, bytes)) else ""


def _is_function(tool):
    return inspect.isfunction(tool) or inspect.ismethod(tool)


def run_call(functions, name, arguments):
    """Call functions[name] with JSON arguments.

    Gives a pair: the text of the result, and whether this text is an error. Mistakes of the model and exceptions of the
    function become a text that the model can read.
    """
    function = functions.get(name)
    if function is None:
        return f"Error: there is no function {name!r}; there are {', '.join(functions) or 'none'}", True
    try:
        given = json.loads(arguments or "{}")
    except ValueError as error:
        return f"Error: the arguments of {name} are not JSON: {error}", True
    if not isinstance(given, dict):
        return f"Error: the arguments of {name} are {type(given).__name__} and not an object", True
    try:
        inspect.signature(function).bind(**given)
    except TypeError as error:
        return f"Error: {name}: {error}", True
    try:
        value = function(**given)
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str), False
    except Exception as error:
        return f"Error: {name}: {type(error).__name__}: {error}"[:_LONGEST_ERROR], True
