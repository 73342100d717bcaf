"""What engines over HTTP share: time-outs, retries, streams, and errors without secrets."""
import json
import random
import re
import time
from numbers import Integral, Real
from types import NoneType
from urllib.parse import unquote, urlsplit, urlunsplit

from .._errors import InputError, no_json, wrong_type
from .._notice import typed
from .._program import LONGEST, check_key
from ._events import EventStream
from ._protocol import (Engine, EngineError, EngineRefused, EngineReplyError, EngineTimeout, EngineUnreachable,
                        Piece, check_numbers, need)
from ._stops import StopStrings

__all__ = ["HttpEngine"]

_AGAIN = {408, 429, 500, 502, 503, 504}  # answers after which another attempt may help
_LONGEST_DELAY = 30.0
_CONNECT = 10.0  # seconds until a connection is there
_LONGEST_ERROR = 65536  # bytes that are read of an error's text
_LONGEST_REPLY = 256 << 20  # bytes of a stream
_SHORT = 8  # characters of a secret from which on it is hidden within words, too
# Arguments of HttpEngine that are numbers -> their type, this in words, and their range as of number().
_NUMBERS = {"timeout": (Real, "a number", (0, LONGEST, float, True)), "retries": (Integral, "a whole number", (0,)),
            "delay": (Real, "a number", (0, LONGEST, float))}


class _Again(Exception):
    """The attempt failed with `error` and may be repeated, not before `after` seconds."""

    def __init__(self, error, after=0.0):
        super().__init__(error)
        self.error, self.after = error, after


def _hider(secrets):
    """What finds secrets in an error's text, also as Python and JSON write them. None: there are no secrets."""
    forms = {form for secret in secrets for form in (secret, repr(secret)[1:-1], json.dumps(secret)[1:-1])}
    # A short one, such as "p", is part of other words.
    patterns = [re.escape(form) if len(form) >= _SHORT else rf"(?<!\w){re.escape(form)}(?!\w)"
                for form in sorted(forms, key=len, reverse=True)]
    return re.compile("|".join(patterns)) if patterns else None


class Reading:
    """One reply in the form of an engine. `read(event, reading)` makes a Piece of an event.

    finish  what ended the reply, once that is known; the usage may still come
    done    True: the reply is complete
    """

    def __init__(self, where, read):
        self._where, self._read, self._events = where, read, EventStream()
        self.count, self.finish, self.usage, self.done, self._bytes = 0, None, None, False, 0

    def feed(self, chunk):
        """Yield the pieces that these bytes complete."""
        self._bytes += len(chunk)
        if self._bytes > _LONGEST_REPLY:
            raise EngineReplyError(f"{self._where}: the reply has more than {_LONGEST_REPLY >> 20} MiB")
        for data in self._events.feed(chunk):
            if self.done:
                return
            if data == "[DONE]":
                yield from self.end()
                return
            piece = self._piece(data)
            if piece is not None:
                yield piece

    def _piece(self, data):
        try:
            event = json.loads(data)
            if not isinstance(event, dict):
                raise ValueError("it is no object")
        except ValueError as error:
            raise EngineReplyError(f"{self._where}: an event of the reply is not JSON ({error}): "
                                   f"{data[:80]!r}") from None
        if event.get("error"):
            raise refusal(self._where, None, event)
        try:
            return self._read(event, self)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise EngineReplyError(f"{self._where}: an event of the reply does not have the form of a completion: "
                                   f"{data[:80]!r}") from None

    def end(self):
        """The last pieces, after the last bytes. Raises EngineReplyError for a reply that was cut off."""
        if self.done:
            return []
        if self.finish is None:
            raise EngineReplyError(f"{self._where}: the connection was closed before the reply's end; what came "
                                   "until then is incomplete")
        self.done = True
        return [Piece("", (), self.finish, self.usage)]


def message_of(body):
    """The text in the body of an error, by the keys that servers use."""
    found = body
    for name in ("error", "message", "detail"):
        if isinstance(found, dict) and name in found:
            found = found[name]
    return (found if isinstance(found, str) else json.dumps(found, ensure_ascii=False))[:500]


def refusal(where, status, body):
    """The exception for an answer of a server that is an error."""
    if status is None and isinstance(body.get("error"), dict):
        status = body["error"].get("code")
    error = EngineRefused(f"{where}: the server answered {status or 'with an error'}: {message_of(body) or 'no reason'}")
    error.status = status if isinstance(status, int) else None
    return error


class HttpEngine(Engine):
    """The base class of engines over HTTP. Several threads and tasks may share one engine.

    url      the address of the server, such as http://127.0.0.1:8080
    key      a text that is sent as `Authorization: Bearer …`; None: no key is sent. No error message contains the key
    timeout  seconds without a byte after which EngineTimeout is raised: above 0 and at most 1000000
    retries  how often a request is repeated, from 0. A request is repeated only while nothing of the reply has arrived: after the
             statuses 408, 429, 500, 502, 503 and 504, and when the connection cannot be made or breaks off
    delay    the time before the first repetition, in seconds. It doubles with each repetition, up to 30 seconds. The time
             that is waited is random, between half of this time and all of it. A longer Retry-After of the server is
             followed, up to 30 seconds
    client   an httpx.Client to use; None: the engine makes one
    aclient  an httpx.AsyncClient to use in astream(); None: the engine makes one

    Raises TypeError for an argument of a wrong type. Raises chatfmt.InputError for a number outside its range, and for a
    key that has control characters, or white space at an end.
    """

    def __init__(self, url, *, key=None, timeout=120.0, retries=3, delay=0.5, client=None, aclient=None):
        self._httpx = need("httpx", "http")
        self._check(locals())
        parts = urlsplit(url if "://" in url else "http://" + url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            shown = "" if "@" in url else f"{url!r}: "  # what comes before an @ may be a password
            raise ValueError(f"{shown}an engine's address is like http://127.0.0.1:8080")
        password = parts.password or ""
        self._secret = _hider(filter(None, (key, password, unquote(password))))
        path = parts.path.rstrip("/")
        for tail in ("/completions", "/completion", "/v1"):
            path = path.removesuffix(tail)
        self._url = urlunsplit((parts.scheme, parts.netloc, path, "", ""))
        self.where = urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], path, "", ""))
        self._headers = {"Accept": "text/event-stream"}
        if key:
            self._headers["Authorization"] = f"Bearer {key}".encode()
        self._timeout, self._retries, self._delay = float(timeout), int(retries), float(delay)
        self._client, self._aclient, self._owned = client, aclient, []

    def _check(self, given):
        """Raise TypeError or InputError for an argument that no request could be made with; given: all of them by name."""
        typed("url", given["url"], str, "a text")
        check_key(typed("key=", given["key"], (str, NoneType), "a text or None"))
        check_numbers(given, _NUMBERS)
        for name, kind in (("client", self._httpx.Client), ("aclient", self._httpx.AsyncClient)):
            typed(f"{name}=", given[name], (kind, NoneType), f"an httpx.{kind.__name__} or None")

    def __repr__(self):
        return f"<{type(self).__name__} {self.where}>"

    # What a subclass says of its form.

    def _request(self, prompt, options):
        """(path, body) of a request."""
        raise NotImplementedError

    def _read(self, event, reading):
        """The Piece of an event, or None; sets reading.done with the last."""
        raise NotImplementedError

    def _checked_options(self, prompt, stop, max_tokens, options):
        """As in Engine; JSON must be able to write the options, too."""
        for name, value in options.items():
            try:
                json.dumps(value, allow_nan=False)
            except (TypeError, ValueError, RecursionError) as error:
                raise no_json(name, value, error, wrong_type if isinstance(error, TypeError) else InputError) from None
        return super()._checked_options(prompt, stop, max_tokens, options)

    # Errors and retries.

    def _hidden(self, error):
        text = str(error)
        begin = len(self.where) if text.startswith(self.where) else 0  # the address has no secret
        text = text[:begin] + (self._secret.sub("***", text[begin:]) if self._secret else text[begin:])
        if text != str(error):
            status, error = getattr(error, "status", None), type(error)(text)
            if status is not None:
                error.status = status
        return error

    def _failed(self, error):
        """An EngineError for one of httpx, and whether another attempt may help."""
        httpx = self._httpx
        if isinstance(error, httpx.ConnectTimeout) or isinstance(error, httpx.PoolTimeout):
            return EngineTimeout(f"{self.where}: no connection within {_CONNECT:g} s"), True
        if isinstance(error, httpx.TimeoutException):
            return EngineTimeout(f"{self.where}: nothing came for {self._timeout:g} s; the server is busy or hangs "
                                 "(a longer timeout= waits longer)"), False
        if isinstance(error, httpx.ConnectError):
            return EngineUnreachable(f"{self.where}: no answer ({error}); is the server running?"), True
        return EngineReplyError(f"{self.where}: the connection was closed before the reply's end "
                                f"({type(error).__name__}: {error})"), True

    def _interrupted(self, error, began):
        """What is raised for a transport error; the request is only repeated when nothing of the reply has arrived."""
        failed, again = self._failed(error)
        return _Again(failed) if again and not began else failed

    def _checked(self, response, body):
        """Raises when an answer is not a stream; `body` is what was read of an error."""
        if response.status_code != 200:
            try:
                answer = json.loads(body)
                if not isinstance(answer, dict):
                    raise ValueError
            except ValueError:
                answer = {"message": body[:300].decode("utf-8", "replace").strip()}
            error = refusal(self.where, response.status_code, answer)
            if response.status_code in _AGAIN:
                raise _Again(error, _seconds(response.headers.get("retry-after")))
            raise error
        kind = response.headers.get("content-type", "").split(";")[0].strip()
        if kind != "text/event-stream":
            raise EngineReplyError(f"{self.where}: the server answered with {kind or 'no type'} where a stream of "
                                   "events was asked for; is this a completions endpoint?")

    def _pause(self, attempt, again):
        """Seconds until the next attempt; raises when there is none."""
        if attempt >= self._retries:
            raise self._hidden(again.error) from None
        return min(_LONGEST_DELAY, max(again.after, self._delay * 2 ** attempt * random.uniform(0.5, 1.0)))

    def _limits(self):
        return self._httpx.Timeout(self._timeout, connect=_CONNECT)

    # Blocking.

    def _sync_client(self):
        if self._client is None:
            self._client = self._httpx.Client()
            self._owned.append(self._client)
        return self._client

    def _attempt(self, path, body):
        reading, began = Reading(self.where, self._read), False
        try:
            with self._sync_client().stream("POST", self._url + path, json=body, headers=self._headers,
                                            timeout=self._limits()) as response:
                refused = response.status_code != 200
                self._checked(response, _first(response.iter_bytes()) if refused else b"")
                for chunk in response.iter_bytes():
                    for piece in reading.feed(chunk):
                        began = True
                        yield piece
                    if reading.done:
                        return
            for piece in reading.end():
                yield piece
        except self._httpx.TransportError as error:
            raise self._interrupted(error, began) from None

    def _pieces(self, prompt, options):
        path, body = self._request(prompt, options)
        for attempt in range(self._retries + 1):
            try:
                yield from self._attempt(path, body)
                return
            except _Again as again:
                time.sleep(self._pause(attempt, again))
            except EngineError as error:
                raise self._hidden(error) from None

    def ask(self, path):
        """The JSON object at a path of the server, as a dict. None: the server has no JSON object there."""
        try:
            answer = self._sync_client().get(self._url + path, headers=self._headers, timeout=self._limits())
            found = answer.json() if answer.status_code == 200 else None
        except self._httpx.TransportError as error:
            raise self._hidden(self._failed(error)[0]) from None
        except ValueError:
            return None
        return found if isinstance(found, dict) else None

    # Asynchronous.

    async def _aattempt(self, path, body):
        if self._aclient is None:
            self._aclient = self._httpx.AsyncClient(limits=self._httpx.Limits(max_connections=None))
        reading, began = Reading(self.where, self._read), False
        try:
            async with self._aclient.stream("POST", self._url + path, json=body, headers=self._headers,
                                            timeout=self._limits()) as response:
                if response.status_code != 200:
                    text = b""
                    async for chunk in response.aiter_bytes():
                        text += chunk
                        if len(text) >= _LONGEST_ERROR:
                            break
                    self._checked(response, text)
                self._checked(response, b"")
                async for chunk in response.aiter_bytes():
                    for piece in reading.feed(chunk):
                        began = True
                        yield piece
                    if reading.done:
                        return
            for piece in reading.end():
                yield piece
        except self._httpx.TransportError as error:
            raise self._interrupted(error, began) from None

    async def _apieces(self, prompt, options):
        import asyncio
        path, body = self._request(prompt, options)
        for attempt in range(self._retries + 1):
            pieces = self._aattempt(path, body)
            try:
                async for piece in pieces:
                    yield piece
                return
            except _Again as again:
                await asyncio.sleep(self._pause(attempt, again))
            except EngineError as error:
                raise self._hidden(error) from None
            finally:
                await pieces.aclose()

    async def astream(self, prompt, *, stop=(), max_tokens=None, **options):
        """The reply as an asynchronous iterator, as in Engine.astream(). No threads are used."""
        options = self._checked_options(prompt, stop, max_tokens, options)
        cutter, pieces = StopStrings(options["stop"]), self._apieces(prompt, options)
        try:
            async for piece in pieces:
                text, found = cutter.feed(piece.text)
                if found is not None:
                    yield Piece(text, piece.ids, "stop", piece.usage)
                    return
                if piece.finish is not None:
                    yield piece._replace(text=text + cutter.end())
                    return
                yield piece._replace(text=text)
        finally:
            await pieces.aclose()

    def close(self):
        for client in self._owned:
            client.close()
        self._owned.clear()
        self._client = None

    async def aclose(self):
        """Close the connections of astream()."""
        if self._aclient is not None:
            await self._aclient.aclose()
            self._aclient = None


def _first(chunks):
    text = b""
    for chunk in chunks:
        text += chunk
        if len(text) >= _LONGEST_ERROR:
            break
    return text


def _seconds(header):
    try:
        return max(0.0, float(header))
    except (TypeError, ValueError):
        return 0.0
