"""The service as an ASGI application."""
import asyncio
import hmac
import json
import logging
import time
from collections.abc import Mapping
from types import NoneType

from .._errors import InputError, wrong_type
from .._model import _POLICIES, Model
from .._notice import choice, typed
from .._program import LONGEST, check_key, in_range
from ..chat._prompter import Prompter
from ..engines import Engine
from ..engines._protocol import need
from ._completions import complete, failure, stream
from ._derender import derender, derender_texts
from ._errors import Refused, answer_of
from ._metrics import Metrics
from ._render import render, render_texts
from ._requests import RESERVED, ChatRequest, read_json

__all__ = ["RANGES", "Service", "make_app"]

_log = logging.getLogger("chatfmt.serve")
_LARGE = 65536  # bytes of a request from which on it is worked on in a thread
_DROPPED = 4  # a body that is too large is read up to so many times the limit
# Arguments of Service that are numbers -> those of number(), which reads the options of these names.
RANGES = {"max_model_len": (1,), "max_bytes": (1,), "max_running": (1,), "max_waiting": (0,), "body_timeout": (0, LONGEST, float, True)}
# Arguments of Service -> their types, and these in words.
_KINDS = {
    "model": (Model, "a chatfmt.Model, which chatfmt.Model.from_pretrained(…) makes"),
    "engine": ((Engine, NoneType), "None or a chatfmt.engines.Engine, which chatfmt.engines.open_engine(…) makes"),
    "name": ((str, NoneType), "a text or None"), "key": ((str, NoneType), "a text or None"),
    "max_model_len": ((int, NoneType), "a whole number or None"),
    **dict.fromkeys(("max_bytes", "max_running", "max_waiting"), (int, "a whole number")),
    "body_timeout": ((int, float), "a number"), "trusted": (bool, "True or False"),
    "variables": ((Mapping, NoneType), "a dict or None")}


def _check(given):
    """Raise TypeError or InputError for an argument of Service that it cannot work with.

    given  the arguments by name
    """
    for name, (kind, words) in _KINDS.items():
        value = typed(name, given[name], kind, words, () if kind is bool else bool)
        if value == "":
            raise InputError(f"{name} is an empty text; it may be None or a text that is not empty")
        if name in RANGES and value is not None:
            in_range(name, value, *RANGES[name])
    check_key(given["key"])
    choice(_POLICIES, given["policy"], "policy")


def _check_variables(given, trusted, named):
    """Raise TypeError or InputError for variables with which no request could be rendered."""
    for name, value in given.items():
        if not isinstance(name, str):
            raise wrong_type(f"variables must be a dict whose names are texts, and {name!r} is {type(name).__name__}")
        if name in RESERVED:
            raise InputError(f"variables: {name} is not a variable of the template: leave it out")
        if name == "chat_template" and not isinstance(value, (str, NoneType)):
            raise wrong_type(f"variables: chat_template must be a text or None, not {type(value).__name__}")
        if name == "chat_template" and not trusted and value not in (None, *named):
            raise InputError("variables: chat_template is not the name of a template of the model: give trusted=True, too")


class Service:
    """What all requests to the service share: a model, an engine, limits and counters.

    model          a chatfmt.Model
    engine         a chatfmt.engines.Engine that answers /v1/chat/completions; None: such requests get the status 404
    name           the name of the model for clients; None: the model's own name, or "model"
    policy         which control tokens messages may not write: a value of policy= of Model.apply_chat_template()
    max_model_len  the number of tokens of the model's context; None: no limit
    max_bytes      the largest body of a request, in bytes (8 MiB by default). Larger bodies get the status 413
    max_running    the number of replies that are made at the same time. Further requests wait
    max_waiting    the number of requests that may wait. Further requests get the status 429
    body_timeout   the number of seconds until the whole body of a request has arrived. After that the status is 408
    trusted        True: requests may bring their own chat template. False: they may only name a template of the model
    variables      a dict of variables of the template, for requests that do not set them; None: no variables
    key            a text that clients must send as `Authorization: Bearer …` for every path except /health; None: no key is
                   needed

    Raises TypeError for an argument of a wrong type, and chatfmt.InputError for a value outside the range of an argument.
    """

    def __init__(self, model, engine=None, *, name=None, policy="control", max_model_len=None, max_bytes=8 << 20,
                 max_running=64, max_waiting=256, body_timeout=30.0, trusted=False, variables=None, key=None):
        _check(locals())
        self.model, self.engine, self.prompter = model, engine, Prompter(model, policy=policy)
        self.tokenizer, self.name = self.prompter.tokenizer, name or model._native.about["name"] or "model"
        self.max_model_len, self.max_bytes, self.body_timeout = max_model_len, max_bytes, body_timeout
        self.max_running, self.max_waiting = max_running, max_waiting
        self.trusted, self.variables, self.key, self.metrics = trusted, dict(variables or {}), key, Metrics()
        # The names of the model's templates. One template alone has none, whatever `templates` calls it.
        self.named = () if list(model.templates) == ["default"] else tuple(model.templates)
        _check_variables(self.variables, trusted, self.named)
        self.started, self.stopping, self._room, self._waiting = int(time.time()), False, None, 0
        self.logged_roles = set()  # odd roles that the log has named

    def reader(self, tools, prompt, calls_before, template=None):
        """A ReplyParser for the replies of the model, or for the template of a request."""
        from .._replies import ReplyParser
        if template is None:
            return self.model.reader(tools=tools, prompt=prompt, calls_before=calls_before)
        return ReplyParser("auto", tools=tools, prompt=prompt, calls_before=calls_before,
                           template=self.model.templates.get(template, template))

    async def enter(self):
        """Wait for one of the places where replies are made. leave() gives the place back."""
        if self._room is None:
            self._room = asyncio.Semaphore(self.max_running)
        if self._room.locked():
            if self._waiting >= self.max_waiting:
                raise Refused(429, f"{self.max_running} replies are being made and {self._waiting} requests wait; try "
                              "again later")
            self._waiting += 1
            try:
                await self._room.acquire()
            finally:
                self._waiting -= 1
        else:
            await self._room.acquire()

    def leave(self):
        """Give back the place of a reply that has ended."""
        self._room.release()

    def checked_model(self, body):
        """Raise the status 404 if the body names a model that is not served here."""
        name = body.get("model")
        if name is not None and name != self.name:
            raise Refused(404, f"the model {name!r} is not served here; {self.name!r} is", "model")

    def request(self, body):
        """The ChatRequest of a body."""
        self.checked_model(body)
        return ChatRequest.read(body, trusted=self.trusted, named=self.named, default=self.variables)


async def _within(seconds, work):
    """work(), or TimeoutError. A task for each request would cost as much as a render of a short chat."""
    if hasattr(asyncio, "timeout"):
        async with asyncio.timeout(seconds):
            await work()
    else:
        await asyncio.wait_for(work(), seconds)


async def _body(service, receive, headers):
    """All of a request's body, within its limits of size and time.

    A body that is too large is read on up to a bound, and dropped. If the connection were closed while the client still
    sends, it would be reset, and the client would not get the answer.
    """
    most, declared = service.max_bytes, headers.get(b"content-length", b"")
    expected = int(declared) if declared.isdigit() else 0
    parts, size = [], 0

    async def read():
        nonlocal size
        more = expected <= most or expected <= _DROPPED * most and b"expect" not in headers
        while more and size <= _DROPPED * most:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Refused(400, "the client went away")
            part = message.get("body", b"")
            size += len(part)
            if max(size, expected) <= most:
                parts.append(part)
            else:
                parts.clear()
            more = message.get("more_body", False)
    try:
        await _within(service.body_timeout, read)
    except asyncio.TimeoutError:
        if max(size, expected) <= most:
            raise Refused(408, f"the body did not come within {service.body_timeout:g} s") from None
    if max(size, expected) > most:
        raise Refused(413, f"the body has {expected or 'too many'} bytes; at most {most} are taken")
    return b"".join(parts)


def _note(status, error, what):
    """Log what clients do not read: the service's own failures, and where an upstream is that fails."""
    if status == 500:
        _log.error("%s", what, exc_info=error)
    elif status > 500:
        _log.warning("%s: %s", what, error)


async def _answer(send, status, body, kind=b"application/json", more=()):
    await send({"type": "http.response.start", "status": status, "headers": [
        (b"content-type", kind), (b"content-length", str(len(body)).encode()), *more]})
    await send({"type": "http.response.body", "body": body})


def _check_key(service, headers):
    """Raises 401 for a request without the service's key."""
    scheme, _, key = headers.get(b"authorization", b"").partition(b" ")
    if service.key is not None and not (scheme.lower() == b"bearer" and hmac.compare_digest(key.strip(), service.key.encode())):
        raise Refused(401, "the key is missing or wrong; it is sent as Authorization: Bearer …")


def _check_encoding(headers):
    """Raises 415 for a body that is compressed."""
    encoding = headers.get(b"content-encoding", b"identity").decode("latin-1")
    if encoding.lower() not in ("", "identity"):
        raise Refused(415, f"Content-Encoding is {encoding!r}; send the body as it is, without this header")


class _Endpoint:
    """A POST endpoint: reads the body, works, answers; errors become OpenAI's."""

    def __init__(self, service, path, work):
        self._service, self._path, self._work = service, path, work

    async def __call__(self, scope, receive, send):
        service, began, sent = self._service, time.perf_counter(), [0]

        async def tell(message):
            if message["type"] == "http.response.start":
                sent[0] = message["status"]
            await send(message)
        service.metrics.running += 1
        try:
            await self._serve(scope, receive, tell, sent)
        except asyncio.CancelledError:
            sent[0] = 499
            raise
        finally:
            service.metrics.running -= 1
            service.metrics.done(self._path, sent[0] or 499, time.perf_counter() - began)

    async def _serve(self, scope, receive, send, sent):
        service = self._service
        try:
            headers = dict(scope["headers"])
            _check_key(service, headers)
            body = await _body(service, receive, headers)
            _check_encoding(headers)
            await self._work(service, body, headers, receive, send)
        except Exception as error:
            status, body = answer_of(error, service.engine)
            _note(status, error, self._path)
            if sent[0]:
                raise
            await _answer(send, status, body, more=((b"retry-after", b"1"),) if status == 429 else ())


async def _in_thread(raw, work):
    """work(), in a thread for large requests so that others need not wait."""
    return await asyncio.to_thread(work) if len(raw) > _LARGE else work()


def _renders(work):
    """An endpoint of what makes an answer of a request's object and its X-Request-Id."""
    async def answer(service, raw, headers, receive, send):
        def made():
            body = read_json(raw)
            service.checked_model(body)
            if service.tokenizer is None:
                raise Refused(400, "the model has no tokenizer, so there are no token ids")
            return work(service, body, headers.get(b"x-request-id", b"").decode("latin-1"))
        await _answer(send, 200, await _in_thread(raw, made))
    return answer


async def _complete(service, raw, headers, receive, send):
    if service.engine is None:
        raise Refused(404, "no engine: this service renders alone (start it with --upstream)")
    request = await _in_thread(raw, lambda: service.request(read_json(raw)))
    work = asyncio.ensure_future(_replies(service, request, send))
    gone = asyncio.ensure_future(_disconnected(receive))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            service.metrics.cancelled += 1
            work.cancel()
        await work
    except asyncio.CancelledError:
        if not work.cancelled():
            work.cancel()
            raise
    finally:
        gone.cancel()
        await asyncio.gather(work, gone, return_exceptions=True)


async def _disconnected(receive):
    while (await receive())["type"] != "http.disconnect":
        pass


async def _replies(service, request, send):
    await service.enter()
    try:
        if request.stream:
            await _stream(service, request, send)
        else:
            await _answer(send, 200, await complete(service, request))
    finally:
        service.leave()


async def _stream(service, request, send):
    events = stream(service, request)
    try:
        first = await anext(events)
        await send({"type": "http.response.start", "status": 200, "headers": [
            (b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-cache"),
            (b"x-accel-buffering", b"no")]})
        await send({"type": "http.response.body", "body": first, "more_body": True})
        try:
            async for event in events:
                await send({"type": "http.response.body", "body": event, "more_body": True})
        except Exception as error:
            status, body = failure(error, service.engine)
            _note(status, error, "a reply")
            await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        await events.aclose()


def make_app(service):
    """The ASGI application of a Service. It needs the package starlette, which the extra chatfmt[serve] installs."""
    typed("service", service, Service, "a chatfmt.serve.Service, which chatfmt.serve.Service(model, engine) makes")
    applications, routing, responses = (need(f"starlette.{name}", "serve")
                                        for name in ("applications", "routing", "responses"))

    async def health(request):
        return responses.JSONResponse({"status": "stopping" if service.stopping else "ok"}, 503 if service.stopping else 200)

    async def metrics(request):
        _check_key(service, dict(request.scope["headers"]))
        return responses.PlainTextResponse(service.metrics.text())

    async def models(request):
        _check_key(service, dict(request.scope["headers"]))
        return responses.JSONResponse({"object": "list", "data": [
            {"id": service.name, "object": "model", "created": service.started, "owned_by": "chatfmt",
             "max_model_len": service.max_model_len}]})

    async def refused(request, error, headers=None):
        status, body = answer_of(error)
        return responses.Response(body, status, headers, "application/json")

    async def failed(request, error):
        takes = " or ".join(sorted({*(error.headers or {}).get("Allow", "").split(", ")} - {"HEAD"}))
        words = "there is no such path" if error.status_code == 404 else f"this path takes {takes}"
        return await refused(request, Refused(error.status_code, words), error.headers)

    from contextlib import asynccontextmanager

    @asynccontextmanager
    async def life(app):
        yield
        service.stopping = True
        close = getattr(service.engine, "aclose", None)
        if close:
            await close()
    endpoints = {path: _Endpoint(service, path, work) for path, work in _ENDPOINTS.items()}
    rest = applications.Starlette(lifespan=life, exception_handlers={404: failed, 405: failed, Refused: refused}, routes=[
        *(routing.Route(path, endpoint, methods=["POST"]) for path, endpoint in endpoints.items()),
        routing.Route("/v1/models", models), routing.Route("/health", health), routing.Route("/metrics", metrics)])
    rest.router.redirect_slashes = False  # an answer without a body would say nothing

    async def app(scope, receive, send):
        # What is asked for most does without the way through routes and middleware.
        direct = endpoints.get(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        await (direct or rest)(scope, receive, send)
    return app


_ENDPOINTS = {
    "/v1/chat/completions/render": _renders(lambda service, body, id: render(service, service.request(body), id)),
    "/v1/chat/completions/derender": _renders(lambda service, body, id: derender(service, body)),
    "/v1/completions/render": _renders(render_texts),
    "/v1/completions/derender": _renders(lambda service, body, id: derender_texts(service, body)),
    "/v1/chat/completions": _complete}
