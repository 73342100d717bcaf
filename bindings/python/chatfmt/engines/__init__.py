"""Engines: objects that answer a prompt with a model.

All engines are used in the same way. An engine may be a function, a model of transformers, llama.cpp in this process, or a
completions endpoint over HTTP.

>>> from chatfmt.engines import open_engine
>>> engine = open_engine(lambda prompt: ["Hello ", "you!<|im_end|>", "never read"])
>>> "".join(piece.text for piece in engine.stream("…", stop=["<|im_end|>"]))
'Hello you!'
"""
from ._protocol import (Engine, EngineError, EngineRefused, EngineReplyError, EngineTimeout, EngineUnreachable,
                        Piece)
from ._stops import StopStrings

__all__ = ["CallableEngine", "Engine", "EngineError", "EngineRefused", "EngineReplyError", "EngineTimeout",
           "EngineUnreachable", "LlamaCppEngine", "LlamaServerEngine", "OpenAICompletionsEngine", "Piece",
           "StopStrings", "TransformersEngine", "VllmEngine", "XllamacppEngine", "open_engine"]

_LATER = {"CallableEngine": "_callable", "TransformersEngine": "_transformers", "LlamaCppEngine": "_llama",
          "XllamacppEngine": "_llama", "LlamaServerEngine": "_endpoints", "VllmEngine": "_endpoints",
          "OpenAICompletionsEngine": "_endpoints"}


def __getattr__(name):
    if name in _LATER:
        import importlib
        value = getattr(importlib.import_module("." + _LATER[name], __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def is_url(what):
    """Whether a text is the address of a server, as open_engine() takes it: it begins with http:// or https://."""
    return what.startswith(("http://", "https://"))


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
    FileNotFoundError if there is no such file. Raises EngineError if the server cannot be asked.
    """
    import os
    if isinstance(what, Engine):
        return what
    if isinstance(what, (str, os.PathLike)):
        if isinstance(what, str) and is_url(what):
            from ._endpoints import endpoint_engine
            return endpoint_engine(what, **options)
        if not os.path.isfile(what):
            address = isinstance(what, str) and not what.endswith(".gguf")
            raise FileNotFoundError(f"{os.fspath(what)}: there is no such file" + (
                "; the address of a server begins with http:// or https://" if address else ""))
        from ._llama import llama_engine
        return llama_engine(what, **options)
    if callable(getattr(what, "generate", None)):
        from ._transformers import TransformersEngine
        return TransformersEngine(what, **options)
    if callable(what):
        from ._callable import CallableEngine
        return CallableEngine(what, **options)
    raise TypeError(f"{type(what).__name__} is not an engine: give a URL, a GGUF file, a model of transformers, or a "
                    "callable")
