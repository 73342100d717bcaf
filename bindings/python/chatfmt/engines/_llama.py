"""llama.cpp in this process, by the package xllamacpp or llama-cpp-python."""
import importlib.util
import os
import threading
from numbers import Integral
from types import NoneType

from ._protocol import Engine, EngineRefused, EngineReplyError, Piece, check_numbers
from ._threads import produced

__all__ = ["LlamaCppEngine", "XllamacppEngine", "llama_engine"]

# As of check_numbers(). GGML_MAX_N_THREADS of llama.cpp is 512.
_NUMBERS = {"context": (Integral, "a whole number", (0, (1 << 31) - 1)),
            "threads": ((Integral, NoneType), "a whole number or None", (1, 512))}


def llama_engine(path, **options):
    """The engine of a GGUF file: XllamacppEngine, or LlamaCppEngine if xllamacpp is not installed.

    options  arguments of XllamacppEngine
    """
    if importlib.util.find_spec("xllamacpp"):
        return XllamacppEngine(path, **options)
    if importlib.util.find_spec("llama_cpp"):
        return LlamaCppEngine(path, **options)
    raise ImportError("neither xllamacpp nor llama-cpp-python is installed, and one of them is needed to run a "
                      "GGUF file; pip install './bindings/python[llama]', in chatfmt's source, brings it", name="xllamacpp")


class XllamacppEngine(Engine):
    """The server of llama.cpp inside this process, by the package xllamacpp. Several threads may share it. It answers one
    prompt at a time.

    path     the path of a GGUF file
    context  the number of tokens of the context, from 0; 0: as in the model
    threads  the number of threads that compute, from 1 to 512; None: half of the processors

    The package opens a port on loopback, which is locked with a random key. If several tokens make one character, llama.cpp
    reports only the last of these tokens. The ids of such a piece are None.
    """

    takes_ids = gives_ids = takes_schema = True

    def __init__(self, path, *, context=0, threads=None):
        import secrets

        import xllamacpp
        check_numbers(locals(), _NUMBERS)
        if not os.path.isfile(path):
            raise FileNotFoundError(f"{os.fspath(path)}: there is no such file")
        parameters = xllamacpp.CommonParams()
        parameters.model.path = os.fspath(path)
        parameters.n_ctx, parameters.n_parallel, parameters.warmup = context, 1, False
        parameters.cpuparams.n_threads = threads or max(1, (os.cpu_count() or 2) // 2)
        parameters.port, parameters.ui, parameters.verbosity = 0, False, 0
        parameters.api_keys = [secrets.token_hex(16)]
        self.where, self._lock = os.fspath(path), threading.Lock()
        try:
            self._server = xllamacpp.Server(parameters)
        except Exception as error:
            raise EngineRefused(f"{self.where}: llama.cpp cannot load it: {error}") from None

    def __repr__(self):
        return f"<XllamacppEngine {self.where}>"

    def close(self):
        self._server = None

    def _body(self, prompt, options):
        body = {"prompt": prompt, "stream": True, "cache_prompt": True, "timings_per_token": True, "logprobs": 1,
                "stop": list(options.pop("stop")), "preserved_tokens": list(options.pop("preserved", None) or ()),
                "max_tokens": options.pop("max_tokens")}
        options.pop("stop_ids", None)
        body.update(options, json_schema=options.pop("schema", None))
        if body["max_tokens"] is None:
            body["max_tokens"] = -1
        return {name: value for name, value in body.items() if value is not None}

    def _pieces(self, prompt, options):
        body = self._body(prompt, options)
        if self._server is None:
            raise EngineRefused(f"{self.where}: the engine was closed")

        def work(emit):
            stopped = []

            def take(chunk):
                try:
                    emit(chunk)
                except BaseException as error:  # an exception would be dropped by the package
                    stopped.append(error)
                return bool(stopped)
            with self._lock:
                self._server.handle_completions(body, take)
            if stopped:
                raise stopped[0]
        chunks, seen = produced(work), 0
        try:
            for chunk in chunks:
                piece = self._read(chunk, seen)
                seen = chunk.get("timings", {}).get("predicted_n", seen)
                yield piece
                if piece.finish:
                    return
        finally:
            chunks.close()
        raise EngineReplyError(f"{self.where}: llama.cpp stopped without ending its reply")

    def _read(self, chunk, seen):
        """A piece of a chunk, of which `seen` tokens came before. Of a character that several tokens
        make llama.cpp tells the last alone; its count shows it."""
        if "error" in chunk:
            error = EngineRefused(f"{self.where}: llama.cpp refused the request: "
                                  f"{chunk['error'].get('message', chunk['error'])}")
            error.status = chunk["error"].get("code")
            raise error
        choice = chunk["choices"][0]
        tokens = (choice.get("logprobs") or {}).get("content") or ()
        ids = tuple(entry["id"] for entry in tokens)
        new = chunk.get("timings", {}).get("predicted_n", seen) - seen
        usage = chunk.get("usage")
        if usage:
            usage = {name: usage[name] for name in ("prompt_tokens", "completion_tokens")}
        return Piece(choice["text"], ids if len(ids) == new else None, choice["finish_reason"], usage)


class LlamaCppEngine(Engine):
    """llama.cpp by the package llama-cpp-python. It answers one prompt at a time. The ids of the reply are not known.

    path     the path of a GGUF file
    context  the number of tokens of the context, from 0; 0: as in the model
    threads  the number of threads that compute, from 1 to 512; None: llama-cpp-python chooses
    """

    takes_ids = True

    def __init__(self, path, *, context=0, threads=None):
        import llama_cpp
        check_numbers(locals(), _NUMBERS)
        self.where, self._lock = os.fspath(path), threading.Lock()
        try:
            self._model = llama_cpp.Llama(self.where, n_ctx=context, n_threads=threads, verbose=False)
        except ValueError as error:
            raise EngineRefused(f"{self.where}: llama.cpp cannot load it: {error}") from None

    def __repr__(self):
        return f"<LlamaCppEngine {self.where}>"

    def _pieces(self, prompt, options):
        options.pop("stop_ids", None), options.pop("preserved", None)
        most = options.pop("max_tokens")
        more = {name: value for name, value in options.items() if value is not None}
        more["stop"] = list(more["stop"])
        with self._lock:
            try:
                for chunk in self._model.create_completion(prompt, max_tokens=-1 if most is None else most, stream=True,
                                                           **more):
                    choice = chunk["choices"][0]
                    yield Piece(choice["text"], None, choice["finish_reason"])
            except ValueError as error:
                raise EngineRefused(f"{self.where}: llama.cpp refused the request: {error}") from None
