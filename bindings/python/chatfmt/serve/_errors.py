"""Errors of the service, in OpenAI's form."""
import json

from .._errors import Error, LimitError, UnsupportedError
from .._program import reworded
from .._replies import FAMILY_BY_NAME
from ..engines import EngineError, EngineRefused, EngineTimeout, EngineUnreachable

__all__ = ["REMEDIES", "Refused", "answer_of"]

# Arguments in errors -> options of the service.
REMEDIES = {"say which one with model=": "the service's --upstream-name says which one",
            'policy="any" allows it': "--policy any of the service allows it",
            FAMILY_BY_NAME: "/v1/chat/completions/derender without chat_request gives plain text, for which no reader is needed",
            "a longer timeout= waits longer": "a longer --timeout of the service waits longer"}

_TYPES = {400: "BadRequestError", 401: "AuthenticationError", 404: "NotFoundError", 405: "MethodNotAllowedError",
          408: "RequestTimeoutError", 413: "RequestTooLargeError", 415: "UnsupportedMediaTypeError", 429: "RateLimitError", 500: "InternalServerError",
          502: "UpstreamError", 503: "ServiceUnavailableError", 504: "UpstreamTimeoutError"}


class Refused(Exception):
    """A request that cannot be served.

    status   the HTTP status
    message  a text that says why
    param    the member of the request at fault, or None
    """

    def __init__(self, status, message, param=None):
        super().__init__(message)
        self.status, self.param = status, param


def _status(error):
    if isinstance(error, Refused):
        return error.status
    if isinstance(error, EngineTimeout):
        return 504
    if isinstance(error, EngineRefused):
        return error.status if error.status in (400, 413, 429) else 502
    if isinstance(error, EngineUnreachable) or isinstance(error, EngineError):
        return 502
    return 400 if isinstance(error, (Error, LimitError, UnsupportedError)) else 500


def _message_of(error, engine):
    """The words of an error, and which message it comes from; what a template says with raise_exception is said as it is.
    Where the upstream is, is no client's matter."""
    cause, text = getattr(error, "_cause", ""), str(error)
    if getattr(error, "kind", "") == "raised":
        return text
    if isinstance(error, EngineError) and engine is not None and engine.where and text.startswith(engine.where):
        text = "the upstream" + text[len(engine.where):]
    return reworded(text, REMEDIES) + (f": {cause}" if cause else "")


def answer_of(error, engine=None):
    """(HTTP status, body) of an exception.

    engine  the engine that is asked, or None
    """
    status = _status(error)
    message = _message_of(error, engine) if status != 500 else "the service failed; its log says why"
    param = getattr(error, "param", None) or getattr(error, "path", None) or None
    body = {"error": {"message": message, "type": _TYPES.get(status, "BadRequestError"), "param": param, "code": status}}
    return status, json.dumps(body, ensure_ascii=False).encode()
