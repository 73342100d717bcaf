"""Turns messages or texts into token ids, as vLLM's /v1/chat/completions/render and /v1/completions/render do."""
import json
import logging
import uuid

from ._choice import schema_of_choice
from ._errors import Refused
from ._requests import TextRequest, limit_of, member, refuse_unknown_ids

__all__ = ["render", "render_request", "render_texts"]

# vLLM's SamplingParams as far as a request sets them, with its defaults.
_DEFAULTS = {"n": 1, "presence_penalty": 0.0, "frequency_penalty": 0.0, "repetition_penalty": 1.0, "temperature": 1.0,
             "top_p": 1.0, "top_k": 0, "min_p": 0.0, "seed": None, "ignore_eos": False, "min_tokens": 0, "logit_bias": None}
_PASSED = {"cache_salt": str, "priority": int, "kv_transfer_params": dict, "ec_transfer_params": dict, "return_token_ids": bool}

_log = logging.getLogger("chatfmt.serve")
_MOST_LOGGED, _LONGEST_LOGGED = 100, 300  # roles that the log names, and characters of what it says of one
_MOST_LOOKED_AT = 1000  # messages of a conversation whose roles are looked at: it may take a second render


def _note_lost(service, request):
    """Log the first time that nothing is written of a message because of its role. The request is answered, as by vLLM."""
    if len(request.messages) > _MOST_LOOKED_AT:
        return
    path, odd = service.prompter._lost(request.messages, request.tools, **request.variables) or ("", "")
    odd = odd[:_LONGEST_LOGGED]
    if odd and odd not in service.logged_roles and len(service.logged_roles) < _MOST_LOGGED:
        service.logged_roles.add(odd)
        _log.warning("a request: %s has %s; this role is not named here again", path, odd)


def render_request(service, request):
    """The Rendered prompt of a ChatRequest.

    The request is refused if the prompt and the tokens that are to be made do not fit into the context of the model.
    """
    rendered = service.prompter.render(request.messages, request.tools, add_generation_prompt=request.opens,
                                       continue_final_message=request.continues, **request.variables)
    if rendered.ids is not None:
        _fits(service, request, len(rendered.ids), "messages")
    _note_lost(service, request)
    return rendered


def _fits(service, request, count, place):
    """Raises unless the prompt at `place`, which has `count` tokens, and what is to be made fit the model's context."""
    most, made = service.max_model_len, request.max_tokens or 1
    if most is not None and count + made > most:
        name, _ = limit_of(request.body)
        asked = f"{name} is {made}" if name else f"{made} are to be made"
        raise Refused(400, f"the prompt has {count} tokens and {asked}; the model's context has {most}",
                      name if name and count < most else place)
    service.metrics.prompt_tokens += count


def render(service, request, id=""):
    """The body of an answer, vLLM's GenerateRequest.

    id  the X-Request-Id of the request; "": there is none
    """
    rendered = render_request(service, request)
    if rendered.ids is None:
        raise Refused(400, "the model has no tokenizer, so there are no token ids")
    sampling = _sampling(service, request, len(rendered.ids), rendered.stop_ids)
    schema = schema_of_choice(request)
    if schema is not None:
        sampling["structured_outputs"] = {"json": schema}
    return _generate(service, request, _request_id("chatcmpl-", id, request.body), rendered.ids, sampling,
                     _offsets(service, request, rendered)).encode()


def render_texts(service, body, id=""):
    """The body of an answer: a list with one GenerateRequest for each prompt of a completion request.

    id  the X-Request-Id of the request; "": there is none
    """
    request = TextRequest.read(body)
    base, made = _request_id("cmpl-", id, body), []
    for number, prompt in enumerate(request.prompts):
        ids, places = request.cut(*_encoded(service, prompt, request.special))
        if not ids:
            raise Refused(400, "the prompt has no tokens", "prompt")
        _fits(service, request, len(ids), "prompt")
        made.append(_generate(service, request, f"{base}-{number}" if len(request.prompts) > 1 else base, ids,
                              _sampling(service, request, len(ids), ()), places if _wants_offsets(body) else None))
    return ("[" + ", ".join(made) + "]").encode()


def _encoded(service, prompt, special):
    """(ids, places in characters or None) of a text or of ids."""
    if isinstance(prompt, str):
        return service.tokenizer.encode(prompt, add_special_tokens=special, offsets=True)
    refuse_unknown_ids(service.tokenizer, prompt, "prompt")
    return prompt, None


def _request_id(prefix, header, body):
    given = header or body.get("request_id")
    return prefix + (given if isinstance(given, str) and given else uuid.uuid4().hex)


def _sampling(service, request, count, stop_ids):
    """vLLM's SamplingParams for a prompt of `count` tokens."""
    most = request.max_tokens
    if most is None and service.max_model_len is not None:
        most = service.max_model_len - count
    return {**_DEFAULTS, **request.sampling, "n": request.count, "max_tokens": most, "stop": list(request.stop),
            "stop_token_ids": list(dict.fromkeys([*stop_ids, *request.stop_ids])),
            "skip_special_tokens": member(request.body, "skip_special_tokens", bool, True), "detokenize": True}


def _generate(service, request, id, ids, sampling, places):
    """A GenerateRequest as JSON."""
    options = request.body.get("stream_options")
    answer = {"request_id": id, "sampling_params": sampling, "model": request.model or service.name, "stream": request.stream,
              "stream_options": options if request.stream and options else None, "features": None, "token_offsets": places}
    for name, kind in _PASSED.items():
        value = member(request.body, name, kind)
        if value is not None:
            answer[name] = value
    # A list of integers prints as JSON, and faster than by json.
    return json.dumps(answer, ensure_ascii=False)[:-1] + ', "token_ids": ' + str(ids) + "}"


def _wants_offsets(body):
    return member(body, "return_token_offsets", bool, False)


def _offsets(service, request, rendered):
    """Places of tokens in the prompt, in characters; None where messages wrote control tokens, of which the
    ids differ from those of the text."""
    if not _wants_offsets(request.body):
        return None
    ids, places = service.prompter.tokenizer.encode(rendered.text, offsets=True)
    return places if ids == rendered.ids else None
