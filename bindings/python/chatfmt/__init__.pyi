from typing import Any

from ._chatfmt import Template as Template, Tokenizer as Tokenizer, fmt as fmt, readers as readers
from ._errors import (ChatfmtWarning as ChatfmtWarning, Error as Error, InputError as InputError, LimitError as LimitError,
                      NotFoundError as NotFoundError, UnsupportedError as UnsupportedError)
from ._formats import formats as formats
from ._functions import Tools as Tools
from ._model import Model as Model
from ._prompt import Prompt as Prompt, Span as Span, prompt as prompt
from ._replies import Event as Event, ReplyParser as ReplyParser
from ._tools import continuity as continuity, diff as diff, inspect as inspect, lint as lint, map as map

__version__: str

# Those of Jinja2, where it can be imported, and with its place of the error.
class TemplateError(Error): ...
class UndefinedError(Error): ...
class SecurityError(Error): ...
class TemplateRuntimeError(Error): ...
class TemplateSyntaxError(Error): ...
class TemplateAssertionError(Error): ...
