"""Engines: objects that answer a prompt with a model.

All engines are used in the same way. An engine may be a function, a model of transformers, llama.cpp in this process, or a
completions endpoint over HTTP.

>>> from chatfmt.engines import open_engine
>>> engine = open_engine(lambda prompt: ["Hello ", "you!<|im_end|>", "never read"])
>>> "".join(piece.text for piece in engine.stream("…", stop=["<|im_end|>"]))
'Hello you!'
"""
from .._errors import wrong_type
from ._protocol import (Engine, EngineError, EngineRefused, EngineReplyError, EngineTimeout, EngineUnreachable,
                        Piece)
from ._stops import StopStrings

__all__ = ["CallableEngine", "Engine", "EngineError", "EngineRefused", "EngineReplyError", "EngineTimeout",
           "EngineUnreachable", "LlamaCppEngine", "LlamaServerEngine", "OpenAICompletionsEngine", "Piece",
           "StopStrings", "TransformersEngine", "VllmEngine", "XllamacppEngine", "open_engine"]

_LATER = {"CallableEngine": "_callable", "TransformersEngine": "_transformers", "LlamaCppEngine": "_llama",
          "XllamacppEngine": "_llama", "LlamaServerEngine": "_endpoints", "VllmEngine": "_endpoints",
          "OpenAICompletionsEngine": "_endpoints"}


def _public(classes):
    """Make this package the place of classes, which tracebacks and pickles name."""
    for made in classes:
        made.__module__ = __name__


_public(globals()[_name] for _name in __all__ if _name in globals())


def _module(name):
    """A module that is loaded when it is first needed. Its classes become names of this package."""
    import importlib
    found = importlib.import_module("." + name, __name__)
    classes = {made: getattr(found, made) for made, where in _LATER.items() if where == name}
    _public(classes.values())
    globals().update(classes)
    return found


def __getattr__(name):
    if name in _LATER:
        return getattr(_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def is_url(what):
    """Whether a text is the address of a server, as open_engine() takes it: it begins with http:// or https://."""
    return what.startswith(("http://", "https://"))


def _check_names(options, *made):
    """Raise TypeError for options that are arguments by name of none of these functions and classes."""
    import inspect
    from .._notice import near
    names = [one.name for function in made for one in inspect.signature(function).parameters.values()
             if one.kind is one.KEYWORD_ONLY]
    for name in options:
        if name not in names:
            raise wrong_type(f"open_engine() has no argument {name!r} for this engine"
                             f"{near(name, names) or '; its arguments are ' + ', '.join(names)}")


def open_engine(what, **options):
    """The engine for `what`:

      an Engine                `what` itself
      a URL                    LlamaServerEngine, VllmEngine or OpenAICompletionsEngine. form="llama.cpp", "vllm" or
                               "openai" says which; form=None, the default: the server is asked. It needs the extra
                               chatfmt[http]
      a path of a GGUF file    XllamacppEngine, or LlamaCppEngine if the package xllamacpp is not installed. It needs the
                               extra chatfmt[llama]
      an object with generate  TransformersEngine, for a model of transformers. It needs tokenizer=, a chatfmt.Tokenizer
      any other callable       CallableEngine

    options  the arguments of the class of the engine, by name

    An extra is an optional part of the package. Raises ImportError, which names the extra, if a package is missing. Raises
    FileNotFoundError if there is no such file. Raises EngineError if the server cannot be asked. Raises ValueError if a URL
    has no host, or a value is outside its range. Raises InputError if a key has characters that no header can carry. Raises
    TypeError if `what` is no engine, or an argument is unknown or of a wrong type. An Engine takes no options.
    """
    import os
    if isinstance(what, Engine):
        if options:
            raise wrong_type(f"open_engine() takes no {', '.join(options)} with {type(what).__name__}, which is an engine "
                             "already: give options where the engine is made")
        return what
    if isinstance(what, (str, os.PathLike)):
        if isinstance(what, str) and is_url(what):
            endpoints = _module("_endpoints")
            _check_names(options, endpoints.endpoint_engine, endpoints.HttpEngine)
            return endpoints.endpoint_engine(what, **options)
        if not os.path.isfile(what):
            address = isinstance(what, str) and not what.endswith(".gguf")
            raise FileNotFoundError(f"{os.fspath(what)}: there is no such file" + (
                "; the address of a server begins with http:// or https://" if address else ""))
        llama = _module("_llama")
        _check_names(options, llama.XllamacppEngine)
        return llama.llama_engine(what, **options)
    if callable(getattr(what, "generate", None)):
        return _module("_transformers").TransformersEngine(what, **options)
    if callable(what):
        made = _module("_callable").CallableEngine
        _check_names(options, made)
        return made(what, **options)
    raise TypeError(f"{type(what).__name__} is not an engine: give a URL, a GGUF file, a model of transformers, or a "
                    "callable")
