"""Engines by themselves: pieces, stop strings, retries, and every way in which a server can fail. The servers here are
sockets that say what a test tells them to."""
import asyncio
import doctest
import importlib
import json
import pickle
import random
import re
import socket
import sys
import threading
import traceback
import types

import pytest

pytest.importorskip("httpx", reason="httpx is not installed")
import chatfmt  # noqa: E402
from chatfmt.engines import (CallableEngine, EngineError, EngineRefused, EngineReplyError, EngineTimeout, EngineUnreachable,
                             LlamaServerEngine, OpenAICompletionsEngine, Piece, StopStrings, TransformersEngine,
                             VllmEngine, open_engine)
from chatfmt.engines._events import EventStream

KEY = "sk-very-secret-4711"


class Server:
    """Answers each connection with the next of `answers`, a list of bytes, of seconds to wait, and of events to wait
    for; keeps requests."""

    def __init__(self, *answers):
        self.answers, self.requests, self.hung_up = list(answers), [], threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d" % self._listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection):
        with connection:
            data = b""
            while b"\r\n\r\n" not in data:
                data += connection.recv(65536)
            head, _, body = data.partition(b"\r\n\r\n")
            length = next((int(line.split(b":")[1]) for line in head.split(b"\r\n")
                           if line.lower().startswith(b"content-length")), 0)
            while len(body) < length:
                body += connection.recv(65536)
            self.requests.append((head.decode(), json.loads(body) if body else None))
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
            try:
                for part in answer:
                    if isinstance(part, bytes):
                        connection.sendall(part)
                    elif isinstance(part, threading.Event):
                        part.wait(60)
                    elif self.wait(connection, part):
                        return
            except OSError:
                self.hung_up.set()

    def wait(self, connection, seconds):
        connection.settimeout(seconds)
        try:
            if connection.recv(1) == b"":
                self.hung_up.set()
                return True
        except TimeoutError:
            pass
        except OSError:
            self.hung_up.set()
            return True
        return False

    def close(self):
        self._listener.close()


def http(status, kind, body, more=""):
    return (f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nConnection: close\r\n{more}\r\n").encode() + body


def events(*data, done=True):
    body = b"".join(b"data: " + (d if isinstance(d, bytes) else json.dumps(d).encode()) + b"\n\n" for d in data)
    return http(200, "text/event-stream", body)


def llama(text, tokens=(), stop=False, count=None, **more):
    return {"content": text, "tokens": list(tokens), "stop": stop, "tokens_predicted": count if count is not None else
            0, "tokens_evaluated": 3, **more}


GOOD = [events(llama("Hel", [1], count=1), llama("lo", [2], count=2),
               llama("", [], True, 2, stop_type="eos"))]


@pytest.fixture
def serve():
    made = []

    def start(*answers):
        made.append(Server(*answers))
        return made[-1]
    yield start
    for server in made:
        server.close()


def engine(server, kind=LlamaServerEngine, **more):
    return kind(server.url, **{"key": KEY, "timeout": 5, "retries": 0, "delay": 0.01, **more})


def collect(made, prompt=(5, 6, 7), asynchronous=False, **options):
    """Pieces, and the exception that ended them."""
    async def run():
        pieces = []
        try:
            async for piece in made.astream(list(prompt), **options):
                pieces.append(piece)
        except Exception as error:
            return pieces, error
        finally:
            await made.aclose()
        return pieces, None
    if asynchronous:
        return asyncio.run(run())
    pieces = []
    try:
        for piece in made.stream(list(prompt), **options):
            pieces.append(piece)
    except Exception as error:
        return pieces, error
    return pieces, None


BOTH = pytest.mark.parametrize("asynchronous", [False, True], ids=["blocking", "asynchronous"])


@pytest.mark.parametrize("name", ["chatfmt.engines", "chatfmt.engines._events"])
def test_doctests(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted and result.failed == 0


def test_public_classes_are_of_the_public_package():
    import chatfmt.engines
    classes = [getattr(chatfmt.engines, name) for name in chatfmt.engines.__all__ if name != "open_engine"]
    assert {made.__module__ for made in classes} == {"chatfmt.engines"}
    for made in classes:
        assert pickle.loads(pickle.dumps(made)) is made
    error = EngineRefused("no")
    error.status = 503
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is EngineRefused and (str(again), again.status) == ("no", 503)
    assert traceback.format_exception_only(error) == ["chatfmt.engines.EngineRefused: no\n"]


def test_stop_strings_at_any_cut():
    r = random.Random(1)
    for _ in range(3000):
        text = "".join(r.choice("ab<|>") for _ in range(r.randint(0, 30)))
        stops = ["".join(r.choice("ab<|>") for _ in range(r.randint(1, 4))) for _ in range(r.randint(0, 3))]
        at = min([(text.find(stop) + len(stop), text.find(stop)) for stop in stops if stop in text],
                 default=(0, None))[1]
        cutter, got, found, rest = StopStrings(stops), "", None, text
        while rest and found is None:
            n = r.randint(1, 5)
            passed, found = cutter.feed(rest[:n])
            got, rest = got + passed, rest[n:]
        got += cutter.end()
        assert got == (text if at is None else text[:at]) and (found is None) == (at is None)
        if found is not None:
            assert text.startswith(found, at)


def test_events_at_any_cut():
    r = random.Random(2)
    for _ in range(500):
        data = ["".join(r.choice("aé😀{}: ") for _ in range(r.randint(1, 9))) for _ in range(5)]
        end = r.choice(["\n", "\r\n", "\r"])
        text = "".join(r.choice(["", ": ping" + end + end, "id: 1" + end]) + "data: " + d + end + end for d in data).encode()
        stream, got = EventStream(), []
        while text:
            n = r.randint(1, 9)
            got += stream.feed(text[:n])
            text = text[n:]
        assert got == data


@BOTH
def test_llama_form(serve, asynchronous):
    server = serve(GOOD)
    pieces, error = collect(engine(server), asynchronous=asynchronous, max_tokens=9, stop=["</s>"], temperature=0)
    assert error is None
    assert pieces == [Piece("Hel", (1,)), Piece("lo", (2,)),
                      Piece("", (), "stop", {"prompt_tokens": 3, "completion_tokens": 2})]
    head, body = server.requests[0]
    assert head.startswith("POST /completion ") and f"Bearer {KEY}" in head
    assert body["prompt"] == [5, 6, 7] and body["n_predict"] == 9 and body["stop"] == ["</s>"]
    assert body["temperature"] == 0 and body["return_tokens"] is True


def test_ids_that_are_not_all_told_are_none(serve):
    server = serve([events(llama("é", [2], count=2), llama("", [], True, 2, stop_type="limit"))])
    pieces, error = collect(engine(server))
    assert error is None and pieces[0] == Piece("é", None) and pieces[-1].finish == "length"


@BOTH
def test_vllm_form(serve, asynchronous):
    def choice(text, ids, finish=None):
        return {"choices": [{"index": 0, "text": text, "token_ids": ids, "finish_reason": finish}]}
    server = serve([events(choice("A", [1]), choice("B", [2, 3], "stop"),
                           {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 3, "total_tokens": 6}},
                           b"[DONE]")])
    pieces, error = collect(engine(server, VllmEngine, model="m"), asynchronous=asynchronous, stop_ids=(3,))
    assert error is None and pieces == [Piece("A", (1,)), Piece("B", (2, 3)),
                                        Piece("", (), "stop", {"prompt_tokens": 3, "completion_tokens": 3})]
    head, body = server.requests[0]
    assert head.startswith("POST /v1/completions ") and body["stop_token_ids"] == [3]
    assert body["return_token_ids"] and body["skip_special_tokens"] is False and body["model"] == "m"


def test_openai_form_without_usage(serve):
    made = {"choices": [{"text": "A", "finish_reason": "length"}]}
    server = serve([events(made, b"[DONE]")])
    openai = OpenAICompletionsEngine(server.url + "/v1/completions", model="m", retries=0)
    assert list(openai.stream("x")) == [Piece("A"), Piece("", (), "length")]
    assert "return_token_ids" not in server.requests[0][1]
    with pytest.raises(TypeError, match="takes no ids, not list"):
        next(openai.stream([1, 2]))


def test_servers_are_recognised(serve):
    def models(owner):
        return [http(200, "application/json", json.dumps({"data": [{"id": "m", "owned_by": owner}]}).encode())]
    assert isinstance(open_engine(serve(models("llamacpp")).url), LlamaServerEngine)
    assert isinstance(open_engine(serve(models("vllm")).url), VllmEngine)
    assert type(open_engine(serve(models("someone")).url)) is OpenAICompletionsEngine
    with pytest.raises(ValueError, match="form is 'x'"):
        open_engine("http://127.0.0.1:9", form="x")


@BOTH
def test_stop_string_over_chunks_hangs_up(serve, asynchronous):
    server = serve([events(llama("Hi<|im", [1], count=1), llama("_end|>more", [2], count=2)), 30])
    pieces, error = collect(engine(server), asynchronous=asynchronous, stop=["<|im_end|>"])
    assert error is None and "".join(p.text for p in pieces) == "Hi" and pieces[-1].finish == "stop"


@BOTH
def test_reader_that_goes_away_cancels(serve, asynchronous):
    server = serve([events(llama("Hi", [1], count=1)), 30])
    made = engine(server)
    if asynchronous:
        async def first():
            pieces = made.astream([1])
            got = await anext(pieces)
            await pieces.aclose()
            await made.aclose()
            return got
        assert asyncio.run(first()).text == "Hi"
    else:
        pieces = made.stream([1])
        assert next(pieces).text == "Hi"
        pieces.close()
    assert server.hung_up.wait(5)


def test_cancelled_task_hangs_up(serve):
    server = serve([events(llama("Hi", [1], count=1)), 30])

    async def run():
        made = engine(server)

        async def read():
            async for _ in made.astream([1]):
                pass
        task = asyncio.create_task(read())
        while not server.requests:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await made.aclose()
    asyncio.run(run())
    assert server.hung_up.wait(5)


@BOTH
def test_retries(serve, asynchronous):
    busy = [http(503, "application/json", b'{"error": {"message": "Loading model"}}', "Retry-After: 0.05\r\n")]
    server = serve(busy, busy, GOOD)
    pieces, error = collect(engine(server, retries=3), asynchronous=asynchronous)
    assert error is None and "".join(p.text for p in pieces) == "Hello" and len(server.requests) == 3
    server = serve(busy)
    pieces, error = collect(engine(server, retries=2), asynchronous=asynchronous)
    assert isinstance(error, EngineRefused) and error.status == 503 and len(server.requests) == 3
    assert "the server answered 503: Loading model" in str(error)


FAILURES = {
    "500": ([http(500, "text/plain", b"boom " + KEY.encode())], EngineRefused, "the server answered 500: boom ***"),
    "400": ([http(400, "application/json", b'{"error": {"code": 400, "message": "request (9 tokens) exceeds"}}')],
            EngineRefused, "the server answered 400: request (9 tokens) exceeds"),
    "401": ([http(401, "application/json", json.dumps({"detail": f"bad key {KEY}"}).encode())], EngineRefused,
            "the server answered 401: bad key ***"),
    "page": ([http(200, "text/html", b"<html>")], EngineReplyError, "answered with text/html where a stream"),
    "not JSON": ([events(llama("Hi", [1], count=1), b'{"content": ')], EngineReplyError, "is not JSON"),
    "no object": ([events(b"7")], EngineReplyError, "is not JSON (it is no object): '7'"),
    "other form": ([events({"text": "x"})], EngineReplyError, "does not have the form of a completion"),
    "cut": ([events(llama("Hi", [1], count=1))], EngineReplyError, "closed before the reply's end"),
    "cut in an event": ([events(llama("Hi", [1], count=1)) + b'data: {"con'], EngineReplyError,
                        "closed before the reply's end"),
    "cut in a chunk": ([b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n"
                        + b"data: {}"], EngineReplyError, "closed before the reply's end"),
    "error event": ([events(llama("Hi", [1], count=1), {"error": {"code": 500, "message": "out of slots"}})],
                    EngineRefused, "the server answered 500: out of slots"),
    "no HTTP": ([b"SSH-2.0-x\r\n"], EngineReplyError, "closed before the reply's end"),
    "silence": ([10], EngineTimeout, "nothing came for 1 s"),
    "slow": ([events(llama("Hi", [1], count=1)), 10], EngineTimeout, "nothing came for 1 s"),
}


@BOTH
@pytest.mark.parametrize("name", FAILURES)
def test_failures(serve, name, asynchronous):
    answer, kind, words = FAILURES[name]
    server = serve(answer)
    pieces, error = collect(engine(server, timeout=1 if name in ("silence", "slow") else 30), asynchronous=asynchronous)
    assert type(error) is kind and words in str(error), repr(error)
    assert server.url in str(error) and KEY not in str(error) + repr(error)
    assert error.__cause__ is None and error.__suppress_context__
    if name in ("not JSON", "cut", "slow", "error event"):
        assert pieces == [Piece("Hi", (1,))]


@BOTH
def test_nobody_answers(asynchronous):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    made = LlamaServerEngine(f"http://user:{KEY}@127.0.0.1:{port}/", retries=1, delay=0.01)
    pieces, error = collect(made, asynchronous=asynchronous)
    assert type(error) is EngineUnreachable and f"http://127.0.0.1:{port}: no answer" in str(error)
    assert KEY not in str(error) + repr(made)


def test_a_redirect_is_not_followed(serve):
    other = serve(GOOD)
    server = serve([http(307, "text/plain", b"", f"Location: {other.url}/completion\r\n")])
    _, error = collect(engine(server))
    assert isinstance(error, EngineRefused) and not other.requests


def test_callables():
    class Tokens:
        def decode_stream(self):
            class Stream:
                def feed(self, ids):
                    return "".join(map(chr, ids))
            return Stream()
    made = CallableEngine(lambda prompt: iter([72, 105, 0, 33]), takes_ids=True, tokenizer=Tokens())
    assert [p.text for p in made.stream([1], stop_ids=[0])] == ["H", "i", ""]
    assert [p.finish for p in made.stream([1], max_tokens=2)] == [None, "length"]
    async def asynchronous(prompt):
        yield "x"
    for function, given in ((lambda prompt: [1.5], "float"), (lambda prompt: None, "NoneType"), (lambda prompt: 3, "int"),
                            (asynchronous, "async_generator")):
        with pytest.raises(EngineReplyError, match=f"> gave {given}; it must give a str, or an iterable of str or Piece, or of ids when "
                           "it was made with a tokenizer$"):
            list(open_engine(function).stream("x"))
    with pytest.raises(EngineReplyError, match="gave NoneType; it must give a str, or an iterable of str or Piece, or of ids$"):
        list(CallableEngine(lambda prompt: None, tokenizer=Tokens()).stream("x"))
    with pytest.warns(chatfmt.ChatfmtWarning, match="^temperature= is not used: ") as told:
        list(CallableEngine(lambda prompt: "x").stream("x", temperature=0, max_tokens=5, stop=["y"], stop_ids=[1], preserved=["z"]))
    assert len(told) == 1 and told[0].filename == __file__
    seen = []
    assert [p.text for p in CallableEngine(lambda prompt, **o: seen.append(o) or "A", options=True)
            .stream("x", temperature=0)] == ["A", ""]
    assert seen == [{"temperature": 0, "stop": ()}]
    closed = []

    def endless(prompt):
        try:
            while True:
                yield "x"
        finally:
            closed.append(True)
    pieces = CallableEngine(endless).stream("x")
    next(pieces)
    pieces.close()
    assert closed

    async def some():
        pieces = CallableEngine(endless).astream("x")
        got = [await anext(pieces), await anext(pieces)]
        await pieces.aclose()
        return got
    assert len(asyncio.run(some())) == 2 and len(closed) == 2
    with pytest.raises(TypeError, match="int is not an engine"):
        open_engine(5)


@pytest.mark.parametrize("what, name, words", [
    ("http://127.0.0.1:9", "timeuot", "; did you mean 'timeout'?"), ("http://127.0.0.1:9", "modell", "; did you mean 'model'?"),
    ("http://127.0.0.1:9", "x", "; its arguments are form, model, key, timeout, retries, delay, client, aclient"),
    (__file__, "contxt", "; did you mean 'context'?"), (len, "timeout", "; its arguments are takes_ids, tokenizer, options"),
])
def test_unknown_arguments(what, name, words):
    with pytest.raises(TypeError) as raised:
        open_engine(what, **{name: 3})
    assert str(raised.value) == f"open_engine() has no argument {name!r} for this engine{words}"
    assert isinstance(raised.value, chatfmt.Error)


@pytest.mark.parametrize("given, words", [
    ({"context": "x"}, "context= must be a whole number, not str"), ({"threads": "2"}, "threads= must be a whole number or None, not str"),
    ({"context": True}, "context= must be a whole number, not bool"), ({"context": -1}, "context: -1 is not a whole number from 0 to 2147483647"),
    *(({"threads": wrong}, f"threads: {wrong} is not a whole number from 1 to 512") for wrong in (0, 513))])
@pytest.mark.parametrize("package, name", [("xllamacpp", "XllamacppEngine"), ("llama_cpp", "LlamaCppEngine")])
def test_arguments_of_a_file_that_are_wrong(monkeypatch, package, name, given, words):
    monkeypatch.setitem(sys.modules, package, types.SimpleNamespace())
    with pytest.raises(TypeError if " must be " in words else chatfmt.InputError, match="^" + re.escape(words) + "$") as raised:
        getattr(chatfmt.engines, name)(__file__, **given)
    assert isinstance(raised.value, chatfmt.Error)


@pytest.mark.parametrize("given, words", [
    ({"retries": -1}, "retries: -1 is not a whole number from 0"), ({"delay": -1}, "delay: -1 is not a number from 0 to 1000000"),
    *(({"timeout": wrong}, f"timeout: {wrong} is not a number above 0 and at most 1000000") for wrong in (0, -1, float("nan"), float("inf"))),
    ({"timeout": "3"}, "timeout= must be a number, not str"), ({"timeout": None}, "timeout= must be a number, not NoneType"),
    ({"retries": "3"}, "retries= must be a whole number, not str"), ({"retries": 1.5}, "retries= must be a whole number, not float"),
    ({"retries": True}, "retries= must be a whole number, not bool"), ({"delay": "x"}, "delay= must be a number, not str"),
    ({"key": 5}, "key= must be a text or None, not int"), ({"model": 5}, "model= must be a text or None, not int"),
    *(({"key": wrong}, f"the key has {odd}; a key that is read from a file may end with a line break: leave that out")
      for wrong, odd in ((KEY + "\n", "white space at an end"), (" " + KEY, "white space at an end"),
                         (KEY + "\n" + KEY, "a character that cannot be printed"))),
    ({"client": 5}, "client= must be an httpx.Client or None, not int"), ({"aclient": 5}, "aclient= must be an httpx.AsyncClient or None, not int"),
])
def test_arguments_of_a_server_that_are_wrong(given, words):
    with pytest.raises(TypeError if " must be " in words else chatfmt.InputError, match="^" + re.escape(words) + "$") as raised:
        open_engine("http://127.0.0.1:9", **given)
    assert isinstance(raised.value, chatfmt.Error)


@pytest.mark.parametrize("user, answer, words", [
    ("u:p@", "pip p", "{where}: the server answered 400: pip ***"), ("u:400@", "no", "{where}: the server answered ***: no"),
    ("u:p%0Aass-word@", repr("p\nass-word") + " p%0Aass-word", "{where}: the server answered 400: '***' ***")])
def test_secrets_are_hidden_alone(serve, user, answer, words):
    """Not the letters of a short secret within words, nor those of the address."""
    made = engine(serve([http(400, "text/plain", answer.encode())]), key=None)
    made = LlamaServerEngine(made.where.replace("//", "//" + user), retries=0)
    assert str(collect(made)[1]) == words.format(where=made.where)


def test_an_engine_takes_no_options():
    made = CallableEngine(len)
    assert open_engine(made) is made
    with pytest.raises(TypeError, match=r"^open_engine\(\) takes no timeout with CallableEngine, which is an engine already"):
        open_engine(made, timeout=4)


@pytest.mark.parametrize("url, words", [("http://", "'http://': an engine's address is like http://"),
                                        ("http://u:secret@", "an engine's address is like http://")])
def test_an_address_without_a_server(url, words):
    with pytest.raises(ValueError, match="^" + re.escape(words)):
        open_engine(url)


@pytest.mark.parametrize("given, words", [
    ((5,), "function must be a function, not int"), ((len, "model"), "tokenizer= takes a chatfmt.Tokenizer, not str"),
    ((len, None, "no"), "takes_ids= must be True or False, not str"), ((len, None, False, 1), "options= must be True or False, not int")])
def test_arguments_of_a_callable_that_are_wrong(given, words):
    with pytest.raises(TypeError, match="^" + re.escape(words)):
        CallableEngine(given[0], **dict(zip(("tokenizer", "takes_ids", "options"), given[1:])))


def test_arguments_of_a_reply_that_are_wrong(serve):
    server = serve()
    text, ids = OpenAICompletionsEngine(server.url, model="m"), LlamaServerEngine(server.url)
    for made, prompt, more, words in (
            *((made, prompt, {}, f"prompt must be a text, because {type(made).__name__} takes no ids, not {given}")
              for made in (text, CallableEngine(len)) for prompt, given in ((None, "NoneType"), ([1], "list"))),
            *((ids, prompt, {}, f"prompt must be a text or a list of ids, not {given}")
              for prompt, given in ((None, "NoneType"), (5, "int"), (b"x", "bytes"), ({}, "dict"))),
            (text, "x", {"max_tokens": "5"}, "max_tokens= must be a whole number or None, not str"),
            (ids, "x", {"max_tokens": 1.5}, "max_tokens= must be a whole number or None, not float"),
            *((made, "x", {"max_tokens": most}, f"max_tokens: {most} is not a whole number from 1")
              for made in (text, ids, CallableEngine(len)) for most in (0, -1)),
            *((made, "x", {"stop": stop}, "stop has an empty text, which would end each reply at once: leave it out")
              for made in (text, CallableEngine(len)) for stop in ("", ["a", ""])),
            (text, "x", {"temperature": object()}, "temperature is not JSON: Object of type object is not JSON serializable"),
            (text, "x", {"top_p": float("nan")}, "top_p is not JSON: Out of range float values are not JSON compliant"),
            (ids, "x", {"stop": [5]}, "stop[0] must be a text, not int")):
        kind = TypeError if " must be " in words or "object" in words else chatfmt.InputError
        with pytest.raises(kind, match="^" + re.escape(words) + "$"):
            made.stream(prompt, **more)

        async def first():
            return await anext(aiter(made.astream(prompt, **more)))
        with pytest.raises(kind, match="^" + re.escape(words) + "$"):
            asyncio.run(first())
    assert not server.requests
    assert "".join(piece.text for piece in CallableEngine(lambda prompt: "a STOP b").stream("x", stop="STOP")) == "a "


def test_extras_are_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(ImportError, match=r"httpx is not installed; pip install '\./bindings/python\[http\]'"):
        LlamaServerEngine("http://127.0.0.1:9")
    with pytest.raises(FileNotFoundError, match="no.gguf"):
        pytest.importorskip("xllamacpp")
        open_engine("no.gguf")


def test_llama_cpp_python(monkeypatch, tmp_path):
    """The arguments, and the errors; with a stand-in, as the package has no wheels and takes long to build."""
    import importlib.util
    from chatfmt.engines import LlamaCppEngine
    asked = []

    class Llama:
        def __init__(self, path, **options):
            asked.append(options)
            if path.endswith("bad"):
                raise ValueError("Failed to load model")

        def create_completion(self, prompt, **options):
            asked.append((prompt, options))
            if prompt == [0]:
                raise ValueError("Requested tokens (1) exceed context window")
            for text, finish in (("Hi<|im", None), ("_end|>x", None), ("y", "stop")):
                yield {"choices": [{"text": text, "finish_reason": finish}]}
    monkeypatch.setitem(sys.modules, "llama_cpp", types.SimpleNamespace(Llama=Llama, __spec__=object()))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object() if name == "llama_cpp" else None)
    monkeypatch.chdir(tmp_path)
    for name in ("m.gguf", "bad"):
        (tmp_path / name).touch()
    made = open_engine(str(tmp_path / "m.gguf"), context=512, threads=1)
    assert isinstance(made, LlamaCppEngine) and asked[0] == {"n_ctx": 512, "n_threads": 1, "verbose": False}
    pieces = list(made.stream([1, 2], stop=["<|im_end|>"], stop_ids=[3], preserved=["<x>"], temperature=0))
    assert "".join(piece.text for piece in pieces) == "Hi" and pieces[-1].finish == "stop"
    assert asked[1] == ([1, 2], {"max_tokens": -1, "stream": True, "stop": ["<|im_end|>"], "temperature": 0})
    with pytest.raises(EngineRefused, match="exceed context window"):
        list(made.stream([0]))
    with pytest.raises(EngineRefused, match="llama.cpp cannot load it: Failed"):
        open_engine("bad")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"pip install '\./bindings/python\[llama\]'"):
        open_engine("m.gguf")


class Generating:
    """What transformers' generate() does with its streamer, with lists of numpy in place of tensors."""

    def __init__(self, tokens):
        self.tokens, self.said, self.arguments = tokens, 0, None

    def generate(self, input_ids, streamer, **arguments):
        import numpy
        self.arguments = arguments
        streamer.put(numpy.array(input_ids))
        for token in self.tokens[:arguments.get("max_new_tokens", 99)]:
            self.said += 1
            streamer.put(numpy.array([token]))
            if token in arguments.get("eos_token_id", ()):
                break
        streamer.end()


def test_transformers(monkeypatch):
    """The streamer and the options; with torch's names, as torch itself is too large for these tests."""
    pytest.importorskip("numpy")

    class Tokens:
        def decode_stream(self):
            return types.SimpleNamespace(feed=lambda ids: "".join(map(chr, ids)))
    monkeypatch.setitem(sys.modules, "torch", types.SimpleNamespace(tensor=lambda rows, device: rows,
                                                                    ones_like=lambda rows: rows))
    model = Generating([72, 105, 2, 33])
    pieces = list(TransformersEngine(model, Tokens()).stream([1, 1], stop_ids=[2], temperature=0, max_tokens=10))
    assert [p.text for p in pieces] == ["H", "i", "", ""] and pieces[2].ids == (2,)
    assert pieces[-1] == Piece("", (), "stop", {"prompt_tokens": 2, "completion_tokens": 3})
    assert model.arguments["do_sample"] is False and model.arguments["max_new_tokens"] == 10
    for options, sampled in (({"temperature": 0.7}, True), ({"temperature": 0.7, "do_sample": False}, False), ({}, None)):
        list(TransformersEngine(model, Tokens(), **options).stream([1, 1], max_tokens=1))
        assert model.arguments.get("do_sample") is sampled
    with pytest.raises(TypeError, match="tokenizer= takes a chatfmt.Tokenizer, not object"):
        open_engine(model, tokenizer=object())
    assert list(open_engine(Generating([72, 73]), tokenizer=Tokens()).stream([1], max_tokens=1))[-1].finish == "length"
    model = Generating([72] * 100000)
    pieces = open_engine(model, tokenizer=Tokens(), max_new_tokens=100000).stream([1])
    next(pieces)
    pieces.close()
    assert model.said < 1000
    assert not [thread for thread in threading.enumerate() if thread.name == "chatfmt-engine"]


@pytest.fixture(scope="module")
def of_torch():
    """A small Llama of random weights, its greedy reply to [1, 5, 9] by itself, and a vocabulary of one letter for each id."""
    torch = pytest.importorskip("torch", reason="torch is not installed: it is too large to be fetched for these tests")
    transformers = pytest.importorskip("transformers", reason="transformers is not installed")
    torch.manual_seed(7)
    model = transformers.LlamaForCausalLM(transformers.LlamaConfig(
        vocab_size=64, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, max_position_embeddings=128, bos_token_id=None, eos_token_id=None, pad_token_id=0)).eval()
    reply = model.generate(input_ids=torch.tensor([[1, 5, 9]]), do_sample=False, max_new_tokens=24)[0, 3:].tolist()
    vocabulary = chatfmt.Tokenizer(json=json.dumps({"model": {
        "type": "WordLevel", "vocab": {chr(0x4E00 + i): i for i in range(64)}, "unk_token": chr(0x4E00)},
        "decoder": {"type": "Fuse"}}))
    return model, reply, vocabulary


def test_a_model_of_torch(of_torch):
    """The ids that generate() gives by itself, one at a time; an id that ends the reply, a length, a reader that goes away."""
    model, reply, vocabulary = of_torch
    engine = open_engine(model, tokenizer=vocabulary)
    pieces = list(engine.stream([1, 5, 9], temperature=0, max_tokens=24))
    assert [i for piece in pieces for i in piece.ids] == reply and all(len(piece.ids) == 1 for piece in pieces[:-1])
    assert "".join(piece.text for piece in pieces) == "".join(chr(0x4E00 + i) for i in reply)
    assert pieces[-1] == Piece("", (), "length", {"prompt_tokens": 3, "completion_tokens": 24})
    first = reply.index(reply[-1])
    ended = list(engine.stream([1, 5, 9], temperature=0, max_tokens=24, stop_ids=[reply[-1]]))
    assert [i for piece in ended for i in piece.ids] == reply[:first + 1] and ended[-1].finish == "stop"
    assert "".join(piece.text for piece in ended) == "".join(chr(0x4E00 + i) for i in reply[:first])
    going = engine.stream([1, 5, 9], temperature=0, max_tokens=120)
    next(going)
    going.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "chatfmt-engine"]
    with pytest.raises(EngineError, match="LlamaForCausalLM"):
        list(engine.stream([1, 5, 99], temperature=0, max_tokens=2))
