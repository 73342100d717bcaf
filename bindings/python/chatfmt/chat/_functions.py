"""Python functions as tools: their JSON schema, and calling them."""
import inspect
import json
import re
import types
import typing

__all__ = ["run_call", "schema_of"]

_PLAIN = {int: "integer", float: "number", str: "string", bool: "boolean", type(None): "null", list: "array",
          tuple: "array", dict: "object"}
_LONGEST_ERROR = 2000


def _of_hint(hint):
    """The schema of a type hint."""
    if hint is typing.Any or hint is inspect.Parameter.empty:
        return {}
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _of_union([_of_hint(one) for one in inner if one is not type(None)], type(None) in inner)
    if origin is typing.Literal:
        kinds = list(dict.fromkeys(_PLAIN[type(value)] for value in inner))
        return {"type": kinds[0] if len(kinds) == 1 else kinds, "enum": list(inner)}
    if origin is list:
        return {"type": "array", "items": _of_hint(inner[0])}
    if origin is tuple and inner:
        return {"type": "array", "prefixItems": [_of_hint(one) for one in inner]}
    if origin is dict:
        made = {"type": "object"}
        return {**made, "additionalProperties": _of_hint(inner[1])} if len(inner) == 2 else made
    raise TypeError(f"the type hint {hint!r} has no JSON schema; give the tool as an OpenAI dict instead")


def _of_union(schemas, nullable):
    if len(schemas) == 1:
        made = schemas[0]
    elif all(isinstance(schema.get("type"), str) and len(schema) == 1 for schema in schemas):
        made = {"type": sorted(schema["type"] for schema in schemas)}
    else:
        made = {"anyOf": schemas}
    return {**made, "nullable": True} if nullable else made


def _sections(documentation):
    """(summary, {argument: text}) of a docstring in Google's form."""
    text = inspect.cleandoc(documentation or "")
    parts = re.split(r"\n\s*(Args|Arguments|Returns|Raises|Yields|Examples?):[ \t]*(?:\n|$)", "\n" + text)
    about, arguments = parts[0].strip(), {}
    for title, body in zip(parts[1::2], parts[2::2]):
        if title in ("Args", "Arguments"):
            indent = re.match(r"[ \t]*", body).group()
            for entry in re.split(rf"\n(?={indent}\w+\s*(?:\(.*?\))?:)", body):
                found = re.match(r"\s*(\w+)\s*(?:\(.*?\))?:\s*(.*)", entry, re.DOTALL)
                if found:
                    arguments[found[1]] = re.sub(r"\s*\n+\s*", " ", found[2].strip())
    return about, arguments


def schema_of(function):
    """The OpenAI tool of a Python function: names and types from its signature, texts from its docstring
    (Google's form, as transformers.utils.get_json_schema reads it, but no text is demanded).

    >>> def add(a: int, b: int = 1):
    ...     '''Adds.
    ...
    ...     Args:
    ...         a: The first.
    ...     '''
    >>> schema_of(add)["function"]["parameters"]
    {'type': 'object', 'properties': {'a': {'type': 'integer', 'description': 'The first.'}, 'b': {'type': 'integer'}}, 'required': ['a']}
    """
    about, texts = _sections(function.__doc__)
    hints = typing.get_type_hints(function)
    properties, required = {}, []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise TypeError(f"{function.__name__}: the argument {name} has no name in a call; give the tool as an "
                            "OpenAI dict instead")
        made = _of_hint(hints.get(name, parameter.empty))
        text = texts.get(name, "")
        choices = re.search(r"\(choices:\s*(.*?)\)\s*$", text, re.IGNORECASE | re.DOTALL)
        if choices:
            made = {**made, "enum": [str(one).strip() for one in json.loads(choices[1])]}
            text = text[:choices.start()].strip()
        properties[name] = {**made, "description": text} if text else made
        if parameter.default is parameter.empty:
            required.append(name)
    parameters = {"type": "object", "properties": properties}
    if required:
        parameters["required"] = required
    return {"type": "function", "function": {"name": function.__name__, "description": about,
                                             "parameters": parameters}}


def run_call(functions, name, arguments):
    """(text of the result, whether it is an error) of calling functions[name] with JSON arguments. What the
    model did wrong, and what the function raises, becomes a text that the model can read."""
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
