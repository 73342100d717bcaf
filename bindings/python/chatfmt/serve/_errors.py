"""Errors of the service, in OpenAI's form."""
import json

from .._errors import Error, LimitError, UnsupportedError
from ..engines import EngineError, EngineRefused, EngineTimeout, EngineUnreachable

__all__ = ["Refused", "answer_of"]

_TYPES = {400: "BadRequestError", 401: "AuthenticationError", 404: "NotFoundError", 405: "MethodNotAllowedError",
          408: "RequestTimeoutError", 413: "RequestTooLargeError", 429: "RateLimitError", 500: "InternalServerError",
          502: "UpstreamError", 503: "ServiceUnavailableError", 504: "UpstreamTimeoutError"}


class Refused(Exception):
    """A request that cannot be served: an HTTP status, words, and the member of the request at fault."""

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


def _message_of(error):
    """The words of an error, and which message it comes from; what a template says with raise_exception is said as it is."""
    cause = getattr(error, "_cause", "")
    return str(error) if not cause or error.kind == "raised" else f"{error}: {cause}"


def answer_of(error):
    """(HTTP status, body) of an exception."""
    status = _status(error)
    message = _message_of(error) if status != 500 else "the service failed; its log says why"
    param = getattr(error, "param", None) or getattr(error, "path", None) or None
    body = {"error": {"message": message, "type": _TYPES.get(status, "BadRequestError"), "param": param, "code": status}}
    return status, json.dumps(body, ensure_ascii=False).encode()
