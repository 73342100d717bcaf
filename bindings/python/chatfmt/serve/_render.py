"""Messages in, token ids out: vLLM's /v1/chat/completions/render."""
import json
import uuid

from ._errors import Refused

__all__ = ["render", "render_request"]

# vLLM's SamplingParams as far as a request sets them, with its defaults.
_DEFAULTS = {"n": 1, "presence_penalty": 0.0, "frequency_penalty": 0.0, "repetition_penalty": 1.0, "temperature": 1.0,
             "top_p": 1.0, "top_k": 0, "min_p": 0.0, "seed": None, "ignore_eos": False, "min_tokens": 0, "logit_bias": None}
_PASSED = {"cache_salt": str, "priority": int, "kv_transfer_params": dict, "return_token_ids": bool}


def render_request(service, request):
    """The Rendered prompt of a ChatRequest, within the model's length."""
    rendered = service.prompter.render(request.messages, request.tools, add_generation_prompt=request.opens,
                                       continue_final_message=request.continues, **request.variables)
    if rendered.ids is not None:
        count, most = len(rendered.ids), service.max_model_len
        if most is not None and count + (request.max_tokens or 1) > most:
            raise Refused(400, f"the prompt has {count} tokens and {request.max_tokens or 1} are to be made; the model's "
                          f"context has {most}", "messages")
        service.metrics.prompt_tokens += count
    return rendered


def render(service, request):
    """The body of an answer: vLLM's GenerateRequest."""
    rendered = render_request(service, request)
    if rendered.ids is None:
        raise Refused(400, "the model has no vocabulary, so there are no token ids")
    most = request.max_tokens
    if most is None and service.max_model_len is not None:
        most = service.max_model_len - len(rendered.ids)
    sampling = {**_DEFAULTS, **request.sampling, "n": request.count, "max_tokens": most, "stop": list(request.stop),
                "stop_token_ids": list(dict.fromkeys([*rendered.stop_ids, *_ids(request.body.get("stop_token_ids"))])),
                "skip_special_tokens": request.body.get("skip_special_tokens") is not False, "detokenize": True}
    options = request.body.get("stream_options")
    answer = {"request_id": f"chatcmpl-{uuid.uuid4().hex}", "sampling_params": sampling,
              "model": request.model or service.name, "stream": request.stream,
              "stream_options": options if request.stream and options else None, "features": None,
              "token_offsets": _offsets(service, request, rendered)}
    for name, kind in _PASSED.items():
        if isinstance(request.body.get(name), kind):
            answer[name] = request.body[name]
    # A list of integers prints as JSON, and faster than by json.
    return (json.dumps(answer, ensure_ascii=False)[:-1] + ', "token_ids": ' + str(rendered.ids) + "}").encode()


def _ids(given):
    if given is None:
        return ()
    if not isinstance(given, list) or not all(isinstance(id, int) and 0 <= id < 1 << 32 for id in given):
        raise Refused(400, "stop_token_ids is a list of ids", "stop_token_ids")
    return given


def _offsets(service, request, rendered):
    """Places of tokens in the prompt, in characters; None where messages wrote control tokens, of which the
    ids differ from those of the text."""
    if not request.body.get("return_token_offsets"):
        return None
    ids, places = service.prompter.tokenizer.encode(rendered.text, offsets=True)
    return places if ids == rendered.ids else None
