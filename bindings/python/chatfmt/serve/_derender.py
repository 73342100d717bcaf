"""Turns token ids into a message or a text, as vLLM's /v1/chat/completions/derender and /v1/completions/derender do.

The ids come as a whole or as a stream. The streaming form keeps no state here: each request brings the ids so far in
`stream_state`, and they are read again, which costs microseconds for each token. The same chunk always gets the same
answer. The one exception is the id that the first chunk is given if it has no id.
"""
import json
import time
import uuid

from ._errors import Refused
from ._replies import reading_of
from ._requests import ChatRequest, count_of, member

__all__ = ["derender", "derender_texts"]

_MOST_IDS = 1 << 20
_MOST_CHOICES = 16384
_MOST_LOGPROBS = 20
_CONTEXT = 8  # ids of a prompt's end


def derender(service, body):
    """The body of an answer."""
    stream = member(body, "stream", bool, False)
    made = _chunk(service, body) if stream else _whole(service, body)
    return json.dumps(made, ensure_ascii=False).encode()


def _ids(owner, name, service, *, missing=False, at=""):
    """A member that is a list of ids; `at` as in member()."""
    found = owner.get(name)
    if found is None and missing:
        return []
    most = service.max_model_len or _MOST_IDS
    if not isinstance(found, list):
        raise Refused(400, f"{at}{name} is missing, or not a list of ids", at + name)
    if len(found) > most:
        raise Refused(400, f"{at}{name} has {len(found)} ids; max_model_len is {most}", at + name)
    if not all(type(id) is int and 0 <= id < 1 << 32 for id in found):
        raise Refused(400, f"{at}{name} has something that is not an id", at + name)
    return found


def _reply_ids(choice, service, at):
    """The ids of a choice that is a whole reply."""
    found = _ids(choice, "token_ids", service, at=at)
    if not found:
        raise Refused(400, f"{at}token_ids is empty", f"{at}token_ids")
    return found


def _choices(response, name):
    """The choices of the member `name` of a request, each with the beginning of the paths of its members."""
    choices = member(response, "choices", list, at=f"{name}.")
    if choices is None:
        raise Refused(400, f"{name}.choices is missing: a list of objects with token_ids", f"{name}.choices")
    _objects(choices, f"the length of {name}.choices", f"{name}.choices")
    return [(choice, f"{name}.choices[{number}].") for number, choice in enumerate(choices)]


def _index(choice, taken, at):
    """The index of a choice; `taken` has those of the choices before it."""
    found = count_of(choice, "index", len(taken), at)
    if found in taken:
        raise Refused(400, f"two choices have the index {found}; each has one of its own, or all leave it out", f"{at}index")
    taken.add(found)
    return found


def _objects(found, what, name):
    if len(found) > _MOST_CHOICES:
        raise Refused(400, f"{what} is {len(found)}; at most {_MOST_CHOICES} are taken", name)
    if not all(isinstance(one, dict) for one in found):
        raise Refused(400, f"{name} has something that is not an object", name)
    return found


def _reading(service, body):
    """What makes a Reading for each choice, or None without chat_request: then ids become plain text."""
    given = member(body, "chat_request", dict)
    if given is None:
        return None
    request = ChatRequest.read({**given, "n": 1}, trusted=service.trusted, named=service.named, default=service.variables)
    rendered = service.prompter.render(request.messages, request.tools, add_generation_prompt=request.opens,
                                       continue_final_message=request.continues, **request.variables)
    return lambda: reading_of(service, request, rendered.text, (*rendered.stops, *request.stop))


def _text(service, prompt, ids, skips):
    """The text of ids. prompt: ids before them, which a decoder looks at: after them a word keeps its space."""
    if not prompt:
        return service.tokenizer.decode(ids, skip_special_tokens=skips)
    before = prompt[-_CONTEXT:]
    kept = len(service.tokenizer.decode(before, skip_special_tokens=skips))
    return service.tokenizer.decode([*before, *ids], skip_special_tokens=skips)[kept:]


def _prompt(owner, response, service):
    """Ids of the prompt, where the request or the response has them."""
    found = _ids(owner, "prompt_token_ids", service, missing=True)
    return found or _ids(response, "prompt_token_ids", service, missing=True)


def _id(response, kind, kept=None):
    """The id of an answer: that of the request where the response has it, in a stream else that of the chunk before."""
    prefix = "cmpl-" if kind == "text_completion" else "chatcmpl-"
    return member(response, "request_id", str) or kept or prefix + uuid.uuid4().hex


def _wants_ids(request):
    return isinstance(request, dict) and request.get("return_token_ids") is True


def _passed(answer, response, names):
    """The answer with members that go through as they are."""
    answer.update({name: response[name] for name in names if response.get(name) is not None})
    if isinstance(answer.get("metrics"), dict):
        answer["metrics"] = _metrics(answer["metrics"])
    return answer


_METRICS = ("time_to_first_token_ms", "generation_time_ms", "queue_time_ms", "mean_itl_ms", "tokens_per_second",
            "speculative_decoding")


def _metrics(given):
    """vLLM's PerRequestMetrics, with null for what the engine did not measure."""
    made = {**dict.fromkeys(_METRICS), **given}
    if isinstance(made["speculative_decoding"], dict):
        made["speculative_decoding"] = {"per_step_accepted": None, "per_step_drafted": None, **made["speculative_decoding"]}
    return made


def _whole(service, body):
    response = member(body, "generate_response", dict)
    if response is None:
        raise Refused(400, "generate_response is missing", "generate_response")
    new, choices, count, prompt = _reading(service, body), [], 0, _prompt(body, response, service)
    taken = set()
    for choice, at in _choices(response, "generate_response"):
        ids = _reply_ids(choice, service, at)
        count += len(ids)
        finish = _finish(choice, at)
        if new is None:
            message = {"role": "assistant", "content": _text(service, prompt, ids, True)}
        else:
            reading = new()
            reading.feed(_text(service, prompt, ids, False))
            reading.end()
            message, finish = reading.message(), reading.finish(finish)
        choices.append({"index": _index(choice, taken, at), "message": message,
                        "logprobs": _logprobs_of(service, body, choice), "finish_reason": finish,
                        "stop_reason": choice.get("stop_reason")})
    service.metrics.completion_tokens += count
    made = {"id": _id(response, "chat.completion"), "object": "chat.completion", "created": int(time.time()),
            "model": body.get("model") or service.name, "choices": choices,
            "usage": _usage(count_of(body, "prompt_tokens", len(prompt or ())), count)}
    if _wants_ids(body.get("chat_request")):
        made["prompt_token_ids"] = prompt or None
    return _passed(made, response, _THROUGH)


# Members of a GenerateResponse that the answer has as well.
_THROUGH = ("prompt_logprobs", "kv_transfer_params", "ec_transfer_params", "metrics")


def derender_texts(service, body):
    """The body of an answer: a text completion with the replies to one or several prompts, or a chunk of one reply."""
    made = _text_chunk(service, body) if member(body, "stream", bool, False) else _texts(service, body)
    return json.dumps(made, ensure_ascii=False).encode()


def _texts(service, body):
    responses = _objects(member(body, "generate_responses", list, []), "generate_responses count", "generate_responses")
    if not responses:
        raise Refused(400, "generate_responses is missing or empty: a list with one generate_response for each prompt",
                      "generate_responses")
    counts, prompts = (_parallel(body, name, kind, responses) for name, kind in (("prompt_tokens", int), ("prompt_token_ids", list)))
    choices, count, before = [], 0, 0
    for response, given, number, place in zip(responses, prompts, counts, range(len(responses))):
        prompt = _prompt({"prompt_token_ids": given}, response, service)
        before += len(prompt or ()) if number is None else number
        for choice, at in _choices(response, f"generate_responses[{place}]"):
            ids = _reply_ids(choice, service, at)
            count += len(ids)
            choices.append(_text_choice(service, choice, len(choices), _text(service, prompt, ids, True), _finish(choice, at)))
    service.metrics.completion_tokens += count
    made = {"id": _id(responses[0], "text_completion"), "object": "text_completion", "created": int(time.time()),
            "model": body.get("model") or service.name, "choices": choices,
            "usage": _usage(before, count)}
    return _passed(made, responses[0], _THROUGH)


def _parallel(body, name, kind, responses):
    """A member with one entry for each response."""
    found = member(body, name, list)
    if found is None:
        return [None] * len(responses)
    if len(found) != len(responses) or not all(one is None or type(one) is kind for one in found):
        raise Refused(400, f"{name} has one entry for each of the {len(responses)} generate_responses", name)
    if kind is int and min((one or 0 for one in found), default=0) < 0:
        raise Refused(400, f"{name} has a number below 0", name)
    return found


def _finish(choice, at, usual="stop"):
    """The finish_reason of a choice; `usual` if it has none."""
    return member(choice, "finish_reason", str, None if "finish_reason" in choice else usual, at)


def _text_choice(service, choice, index, text, finish):
    return {"index": index, "text": text, "logprobs": _flat(_logprobs(service, choice.get("logprobs"))),
            "finish_reason": finish, "stop_reason": choice.get("stop_reason")}


def _flat(logprobs):
    """Log-probabilities as completions have them: lists that are parallel."""
    if logprobs is None:
        return None
    content, at, offsets = logprobs["content"], 0, []
    for one in content:
        offsets.append(at)
        at += len(one["token"])
    return {"text_offset": offsets, "token_logprobs": [one["logprob"] for one in content],
            "tokens": [one["token"] for one in content],
            "top_logprobs": [{other["token"]: other["logprob"] for other in one["top_logprobs"]} for one in content]}


def _text_chunk(service, body):
    chunk, state, before, found = _step(service, body)
    choices = []
    for choice, at in found:
        ids = _ids(choice, "token_ids", service, missing=True, at=at)
        decoder = service.tokenizer.decode_stream(skip_special_tokens=True)
        decoder.feed(before)
        choices.append(_text_choice(service, choice, choice.get("index", 0), decoder.feed(ids), _finish(choice, at, None)))
        before = before + ids
        service.metrics.completion_tokens += len(ids)
    return _stepped(service, body, chunk, state, before, choices, "text_completion")


def _usage(prompt, completion):
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def _step(service, body):
    """(chunk, state, ids before it, its choices) of a streaming request."""
    chunk = member(body, "generate_chunk", dict)
    if chunk is None:
        raise Refused(400, "generate_chunk is missing", "generate_chunk")
    state = dict(member(body, "stream_state", dict, {}))
    found = _choices(chunk, "generate_chunk")
    if len(found) > 1:
        raise Refused(400, "a chunk has one choice; each sequence has a stream_state of its own", "generate_chunk")
    return chunk, state, _ids(state, "output_token_ids", service, missing=True, at="stream_state."), found


def _chunk(service, body):
    chunk, state, before, found = _step(service, body)
    choices = []
    for choice, at in found:
        ids = _ids(choice, "token_ids", service, missing=True, at=at)
        delta, finish = _delta(service, _reading(service, body), before, ids, _finish(choice, at, None))
        if not state.get("role_sent"):
            delta, state["role_sent"] = {"role": "assistant", "content": "", **delta}, True
        before = before + ids
        choices.append({"index": choice.get("index", 0), "delta": delta, "finish_reason": finish,
                        "logprobs": _logprobs_of(service, body, choice), "stop_reason": choice.get("stop_reason")})
        service.metrics.completion_tokens += len(ids)
    return _stepped(service, body, chunk, state, before, choices, "chat.completion.chunk")


def _stepped(service, body, chunk, state, before, choices, kind):
    """The answer to a streaming request."""
    first = not state.get("output_token_ids")
    state["output_token_ids"] = before
    usage = member(chunk, "usage", dict)
    if usage is not None:
        known = count_of(usage, "prompt_tokens", len(_prompt(body, chunk, service) or ()))
        usage = _usage(count_of(body, "prompt_tokens", known), count_of(usage, "completion_tokens"))
    state["id"] = _id(chunk, kind, member(state, "id", str))
    made = {"id": state["id"], "object": kind, "created": int(time.time()),
            "model": body.get("model") or service.name, "choices": choices, "usage": usage}
    if first and _wants_ids(body.get("chat_request")):
        made["prompt_token_ids"] = _prompt(body, chunk, service) or None
    return {"chunk": _passed(made, chunk, ("metrics",)), "stream_state": state}


def _delta(service, new, before, ids, finish):
    """(delta, finish_reason) of ids that come after others."""
    decoder = service.tokenizer.decode_stream(skip_special_tokens=new is None)
    past = decoder.feed(before)
    text = decoder.feed(ids)
    if new is None:
        return {"content": text}, finish
    reading = new()
    reading.feed(past)
    deltas = reading.feed(text)
    if finish is not None:
        deltas += reading.end()
    return joined(deltas), reading.finish(finish)


def joined(deltas):
    """Several deltas as one."""
    made, calls = {}, {}
    for delta in deltas:
        for name in ("content", "reasoning", "reasoning_content"):
            if name in delta:
                made[name] = made.get(name, "") + delta[name]
        for call in delta.get("tool_calls", ()):
            kept = calls.setdefault(call["index"], {"index": call["index"], "function": {}})
            kept.update({name: call[name] for name in ("id", "type") if name in call})
            function = call["function"]
            if "name" in function:
                kept["function"]["name"] = function["name"]
            kept["function"]["arguments"] = kept["function"].get("arguments", "") + function.get("arguments", "")
    if calls:
        made["tool_calls"] = list(calls.values())
    return made


def _logprobs_of(service, body, choice):
    """Those of a choice; None where the reasoning is hidden, which they would tell."""
    hidden = (body.get("chat_request") or {}).get("include_reasoning") is False
    return None if hidden else _logprobs(service, choice.get("logprobs"))


def _logprobs(service, given):
    """Log-probabilities with texts in place of ids: `token_id` members, or texts such as "token_id:17"."""
    if given is None:
        return None
    if not isinstance(given, dict) or not isinstance(given.get("content") or [], list):
        raise Refused(400, "logprobs is an object with a list content", "logprobs")
    most = service.max_model_len or _MOST_IDS
    if len(given.get("content") or ()) > most:
        raise Refused(400, f"logprobs.content length is {len(given['content'])}; max_model_len is {most}", "logprobs")
    decoder = service.tokenizer.decode_stream()

    def entry(one, decode):
        if not isinstance(one, dict):
            raise Refused(400, "an entry of logprobs is not an object", "logprobs")
        id, text = one.get("token_id"), one.get("token")
        if id is None and isinstance(text, str) and text.startswith("token_id:") and text[9:].isdecimal():
            id = int(text[9:])
        if type(id) is int and 0 <= id < 1 << 32:
            text = decode(id)
        text = text if isinstance(text, str) else ""
        return {"token": text, "logprob": one.get("logprob"), "bytes": list(text.encode())}
    made = []
    for one in given.get("content") or ():
        kept = entry(one, lambda id: decoder.feed((id,)))
        if len(member(one, "top_logprobs", list, ())) > _MOST_LOGPROBS:
            raise Refused(400, f"top_logprobs count is {len(one['top_logprobs'])}; max_logprobs is {_MOST_LOGPROBS}", "logprobs")
        kept["top_logprobs"] = [entry(other, lambda id: service.tokenizer.decode([id]).replace("\ufffd", ""))
                                for other in member(one, "top_logprobs", list, ())]
        made.append(kept)
    return {"content": made}
