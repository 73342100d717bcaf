"""Objects that are not plain data, reduced one level, as transformers does since 5.22.2: subclasses to their
base, mappings, dataclasses and pydantic models to dicts, numpy scalars to numbers, and everything else
to a placeholder that names its type.
"""
import sys

__all__ = ["reduce"]


def reduce(value):
    """`value`, whose type is not exactly a plain one, as one of these."""
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
        return item if type(item) in (str, int, float, bool) else reduce(item)
    if hasattr(type(value), "__dataclass_fields__"):
        import dataclasses
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if callable(getattr(value, "model_dump", None)):
        return value.model_dump()
    return f"<{type(value).__name__}>"
