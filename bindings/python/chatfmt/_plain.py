"""Objects that are not plain data, reduced by one level as transformers does since 5.22.2.

Subclasses become their base. Mappings, dataclasses and pydantic models become dicts. numpy scalars become numbers.
Everything else becomes a placeholder that names its type.
"""
import sys

__all__ = ["as_dict", "reduce"]


def as_dict(value):
    """`value` as a dict if it is a message object, and otherwise `value` itself. This is one level of
    `_message_objects_to_dicts`."""
    from collections.abc import Mapping
    if isinstance(value, Mapping):
        return {key: item for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return value
    if hasattr(type(value), "__dataclass_fields__") and not isinstance(value, type):
        return _fields(value)
    if callable(getattr(value, "model_dump", None)):
        return value.model_dump()
    return value


def _fields(value):
    import dataclasses
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}


def reduce(value, rule=None):
    """`value` as plain data, for a value whose type is not exactly a plain type.

    rule  for a conversation that transformers was given. "objects": as in transformers since 5.24. A value that can become
          a dict then does so, even if it is a kind of text or number, and nulls are dropped. "data": as in transformers
          before 5.24. None: not such a conversation
    """
    if rule == "objects":
        made = as_dict(value)
        if made is not value:
            return made
    made = _reduced(value)
    if made is None and rule:
        raise TypeError("an object that becomes null, too late to be dropped")
    return made


def _reduced(value):
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int.__int__(value)
    if isinstance(value, float):
        return float.__float__(value)
    from collections.abc import Mapping
    if isinstance(value, Mapping):
        return dict(value.items()) if isinstance(value, dict) else {k: v for k, v in value.items()}
    if isinstance(value, list):
        return [item for item in value]
    if isinstance(value, tuple):
        functions = sys.modules.get("chatfmt._functions")
        if functions is not None and type(value) is functions.Tools:
            return value.prepared
        return tuple(item for item in value)
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.generic):
        item = value.item()
        return item if item is None or type(item) in (str, int, float, bool) else _reduced(item)
    if hasattr(type(value), "__dataclass_fields__"):
        return _fields(value)
    if callable(getattr(value, "model_dump", None)):
        return value.model_dump()
    return f"<{type(value).__name__}>"
