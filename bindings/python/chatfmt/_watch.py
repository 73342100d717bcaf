"""Notices whatever may change what a tokenizer of the library tokenizers encodes.

The objects of tokenizers can change only by methods and attributes of their classes. While something watches, these are
wrapped. `mark(backend)` has another value after each change that may concern the backend.
"""
__all__ = ["mark", "start", "stop"]

_changes = {}   # id of a Tokenizer -> changes of its own
_parts = [0]    # changes of parts, whose owners are not known
_wrapped = []   # (class, name, what was there)

_METHODS = ("add_tokens", "add_special_tokens", "train", "train_from_iterator", "__setstate__")
_ATTRIBUTES = ("model", "normalizer", "pre_tokenizer", "post_processor")


def mark(backend):
    """A value that is another one after the backend, or any part of it, has been changed."""
    return _changes.get(id(backend), 0), _parts[0]


def _of_tokenizer(backend):
    _changes[id(backend)] = _changes.get(id(backend), 0) + 1


def _of_part(_):
    _parts[0] += 1


def _method(old, note):
    def changed(self, *arguments, **options):
        note(self)
        try:
            return old(self, *arguments, **options)
        finally:
            note(self)
    changed.__name__, changed.__doc__ = getattr(old, "__name__", "method"), old.__doc__
    return changed


def _attribute(old, note):
    def write(self, value):
        try:
            old.__set__(self, value)
        finally:
            note(self)
    return property(lambda self: old.__get__(self, type(self)), write, None, old.__doc__)


def _wrap(cls, name, new):
    _wrapped.append((cls, name, vars(cls)[name]))
    setattr(cls, name, new)


def _parts_of(module):
    for cls in vars(module).values():
        if isinstance(cls, type) and cls.__module__.startswith("tokenizers"):
            for name, member in list(vars(cls).items()):
                if type(member).__name__ == "getset_descriptor" and name not in ("__dict__", "__weakref__"):
                    _wrap(cls, name, _attribute(member, _of_part))
                elif name in ("__setitem__", "__setstate__"):
                    _wrap(cls, name, _method(member, _of_part))


def start():
    """Begin to watch."""
    if _wrapped:
        return
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    seen = set()
    for name in _METHODS:
        if name in vars(Tokenizer):
            _wrap(Tokenizer, name, _method(vars(Tokenizer)[name], _of_tokenizer))
    for name in _ATTRIBUTES:
        _wrap(Tokenizer, name, _attribute(vars(Tokenizer)[name], _of_tokenizer))
    for module in (models, normalizers, pre_tokenizers, processors):
        if module not in seen:
            seen.add(module)
            _parts_of(module)


def stop():
    """Stop watching, and put everything back."""
    while _wrapped:
        cls, name, old = _wrapped.pop()
        setattr(cls, name, old)
    _parts[0] += 1
