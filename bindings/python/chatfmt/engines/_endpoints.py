"""Completions endpoints: /completion of llama.cpp, and /v1/completions of vLLM and other servers."""
from types import NoneType

from .._notice import typed
from ._http import HttpEngine
from ._protocol import EngineError, Piece

__all__ = ["LlamaServerEngine", "OpenAICompletionsEngine", "VllmEngine", "endpoint_engine"]


def _given(options):
    return {name: value for name, value in options.items() if value is not None}


class LlamaServerEngine(HttpEngine):
    """The server of llama.cpp, by its path /completion. The arguments are those of HttpEngine.

    If several tokens make one character, the server reports only the last of these tokens. The ids of such a piece are
    None.
    """

    takes_ids = gives_ids = takes_schema = True

    def _request(self, prompt, options):
        most, schema = options.pop("max_tokens"), options.pop("schema", None)
        options.pop("stop_ids", None)
        return "/completion", {
            "prompt": prompt, "stream": True, "return_tokens": True, "cache_prompt": True,
            "n_predict": -1 if most is None else most, "stop": list(options.pop("stop")),
            "preserved_tokens": list(options.pop("preserved", None) or ()), **_given({"json_schema": schema, **options})}

    def _read(self, event, reading):
        text, ids = event["content"], tuple(event.get("tokens") or ())
        if event.get("stop"):
            reading.done = True
            finish = "length" if event.get("stop_type") == "limit" else "stop"
            return Piece(text, ids, finish, {"prompt_tokens": event["tokens_evaluated"],
                                             "completion_tokens": event["tokens_predicted"]})
        new, reading.count = event.get("tokens_predicted", 0) - reading.count, event.get("tokens_predicted", 0)
        return Piece(text, ids if len(ids) == new else None)


class OpenAICompletionsEngine(HttpEngine):
    """Any server with /v1/completions that takes a text. The arguments are those of HttpEngine, and

    model  the name by which the server knows the model; None: the first model that the server lists
    """

    def __init__(self, url, *, model=None, **more):
        super().__init__(url, **more)
        self._name = typed("model=", model, (str, NoneType), "a text or None")

    def _model(self):
        if self._name is None:
            listed = (self.ask("/v1/models") or {}).get("data") or ()
            if not listed:
                raise EngineError(f"{self.where}: the server lists no models; say which one with model=")
            self._name = listed[0]["id"]
        return self._name

    def _request(self, prompt, options):
        body = {"model": self._model(), "prompt": prompt, "stream": True, "stream_options": {"include_usage": True},
                "max_tokens": options.pop("max_tokens"), "stop": list(options.pop("stop")) or None}
        options.pop("preserved", None), options.pop("stop_ids", None)
        return "/v1/completions", _given({**body, **options})

    def _read(self, event, reading):
        usage = event.get("usage")
        if usage:
            reading.usage = {name: usage[name] for name in ("prompt_tokens", "completion_tokens")}
        if not event["choices"]:  # the usage comes last
            return reading.end()[0] if reading.finish and usage else None
        choice = event["choices"][0]
        ids = choice.get("token_ids")
        if choice.get("finish_reason") is not None:
            reading.finish = "length" if choice["finish_reason"] == "length" else "stop"
        piece = Piece(choice["text"] or "", tuple(ids) if ids is not None else None)
        if reading.finish and usage:
            reading.done = True
            return piece._replace(finish=reading.finish, usage=reading.usage)
        return piece


class VllmEngine(OpenAICompletionsEngine):
    """/v1/completions of vLLM. Prompt and reply may be ids, and control tokens of the reply are in its text.

    The arguments are those of OpenAICompletionsEngine.
    """

    takes_ids = gives_ids = takes_schema = takes_stop_ids = True

    def _request(self, prompt, options):
        stop_ids, schema = list(options.get("stop_ids") or ()), options.pop("schema", None)
        path, body = super()._request(prompt, options)
        body.update(return_token_ids=True, skip_special_tokens=False, spaces_between_special_tokens=False)
        if stop_ids:
            body["stop_token_ids"] = stop_ids
        if schema is not None:
            body["structured_outputs"] = {"json": schema}
        return path, body


_FORMS = {"llama.cpp": LlamaServerEngine, "vllm": VllmEngine, "openai": OpenAICompletionsEngine}


def endpoint_engine(url, *, form=None, model=None, **more):
    """The engine of a server.

    url    the address of the server
    form   "llama.cpp", "vllm" or "openai"; None: the server is asked
    model  the name by which the server knows the model; None: the first model that the server lists
    more   the other arguments of HttpEngine
    """
    if form is not None and form not in _FORMS:
        raise ValueError(f"form is {form!r}; it may be {', '.join(map(repr, _FORMS))}")
    engine = _FORMS[form or "openai"](url, **more, **({} if form == "llama.cpp" else {"model": model}))
    if form is not None:
        return engine
    listed = ((engine.ask("/v1/models") or {}).get("data") or [{}])[0]
    owner = listed.get("owned_by") if isinstance(listed, dict) else None
    if owner == "llamacpp" or (owner is None and "total_slots" in (engine.ask("/props") or {})):
        engine.close()
        return LlamaServerEngine(url, **more)
    if owner == "vllm":
        engine.close()
        return VllmEngine(url, model=model or listed.get("id"), **more)
    engine._name = model or listed.get("id")
    return engine
