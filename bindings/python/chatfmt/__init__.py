"""chatfmt turns a conversation into exactly the prompt that a chat model was trained on. It also turns the model's reply
back into a message.

>>> import chatfmt
>>> template = chatfmt.Template("{% for m in messages %}<{{ m.role }}>{{ m.content }}</s>{% endfor %}")
>>> template.render(messages=[{"role": "user", "content": "Hi"}])
'<user>Hi</s>'
"""
try:
    from . import _chatfmt
except ImportError as _error:
    import os as _os
    if not _os.path.exists(_os.path.join(_os.path.dirname(__path__[0]), "CMakeLists.txt")):
        raise
    raise ImportError(f"{__path__[0]} is the source of chatfmt, without the compiled module: install it with pip, and start Python "
                      "in another folder") from _error
from ._chatfmt import Template, Tokenizer, fmt, readers
from ._errors import ChatfmtWarning, Error, InputError, LimitError, NotFoundError, UnsupportedError

__version__ = _chatfmt.version
__all__ = ["ChatfmtWarning", "Error", "Event", "InputError", "LimitError", "Model", "NotFoundError", "Prompt", "ReplyParser",
           "Span", "Template", "Tokenizer", "Tools", "UnsupportedError", "continuity", "diff", "fmt", "formats", "inspect",
           "lint", "map", "prompt", "readers"]

# What is needed less often is loaded when it is first asked for.
_LATER = {"Model": "_model", "Prompt": "_prompt", "Span": "_prompt", "prompt": "_prompt",
          "Event": "_replies", "ReplyParser": "_replies", "formats": "_formats", "continuity": "_tools", "diff": "_tools", "inspect": "_tools",
          "lint": "_tools", "map": "_tools", "Tools": "_functions"}
_MODULES = ("chat", "engines", "fastchat", "internlm2", "pipelines", "transformers", "xtuner")


def __getattr__(name):
    if name in _LATER:
        import importlib
        value = getattr(importlib.import_module("." + _LATER[name], __name__), name)
        globals()[name] = value
        return value
    if name in _MODULES:
        import importlib
        return importlib.import_module("." + name, __name__)
    from ._errors import named
    if error := named(name):
        return error
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted(set(globals()) | set(__all__))


def _template_again(source, options):
    """A pickled template: its source has lost the newline that the engine drops."""
    return Template(source, **options)
