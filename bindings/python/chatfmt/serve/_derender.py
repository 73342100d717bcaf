"""Token ids in, a message out: vLLM's /v1/chat/completions/derender, whole and streaming.

The streaming form keeps nothing here: each request brings the ids so far in `stream_state`, and they are read again,
which costs microseconds a token. A chunk that was asked for twice gives the same answer.
"""
import json
import time

from ._errors import Refused
from ._replies import Reading
from ._requests import ChatRequest, member

__all__ = ["derender"]

_MOST_IDS = 1 << 20
_MOST_CHOICES = 1024


def derender(service, body):
    """The body of an answer."""
    stream = member(body, "stream", bool, False)
    made = _chunk(service, body) if stream else _whole(service, body)
    return json.dumps(made, ensure_ascii=False).encode()


def _ids(owner, name, service, *, missing=False):
    found = owner.get(name)
    if found is None and missing:
        return []
    most = service.max_model_len or _MOST_IDS
    if not isinstance(found, list):
        raise Refused(400, f"{name} is missing or no list of ids", name)
    if len(found) > most:
        raise Refused(400, f"{name} has {len(found)} ids; max_model_len is {most}", name)
    if not all(type(id) is int and 0 <= id < 1 << 32 for id in found):
        raise Refused(400, f"{name} has what is no id", name)
    return found


def _choices(response, name):
    choices = member(response, "choices", list, [])
    if len(choices) > _MOST_CHOICES or not all(isinstance(one, dict) for one in choices):
        raise Refused(400, f"{name}.choices is a list of at most {_MOST_CHOICES} objects", name)
    return choices


def _reading(service, body):
    """What makes a Reading for each choice, or None without chat_request: then ids become plain text."""
    given = member(body, "chat_request", dict)
    if given is None:
        return None
    request = ChatRequest.read({**given, "n": 1}, trusted=service.trusted, default=service.variables)
    rendered = service.prompter.render(request.messages, request.tools, add_generation_prompt=request.opens,
                                       continue_final_message=request.continues, **request.variables)
    return lambda: Reading(service, request, rendered.text, (*rendered.stops, *request.stop))


def _whole(service, body):
    response = member(body, "generate_response", dict)
    if response is None:
        raise Refused(400, "generate_response is missing", "generate_response")
    new, choices, count = _reading(service, body), [], 0
    for choice in _choices(response, "generate_response"):
        ids = _ids(choice, "token_ids", service)
        if not ids:
            raise Refused(400, f"choice {choice.get('index')} has no token_ids", "token_ids")
        count += len(ids)
        finish = member(choice, "finish_reason", str, None if "finish_reason" in choice else "stop")
        if new is None:
            message = {"role": "assistant", "content": service.tokenizer.decode(ids, skip_special_tokens=True)}
        else:
            reading = new()
            reading.feed(service.tokenizer.decode(ids))
            reading.end()
            message, finish = reading.message(), reading.finish(finish)
        choices.append({"index": choice.get("index", len(choices)), "message": message,
                        "logprobs": _logprobs(service, choice.get("logprobs")), "finish_reason": finish})
    service.metrics.completion_tokens += count
    return {"id": response.get("request_id"), "object": "chat.completion", "created": int(time.time()),
            "model": body.get("model") or service.name, "choices": choices,
            "usage": _usage(member(body, "prompt_tokens", int, 0), count),
            "prompt_logprobs": response.get("prompt_logprobs"),
            "kv_transfer_params": response.get("kv_transfer_params")}


def _usage(prompt, completion):
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def _chunk(service, body):
    chunk = member(body, "generate_chunk", dict)
    if chunk is None:
        raise Refused(400, "generate_chunk is missing", "generate_chunk")
    state = dict(member(body, "stream_state", dict, {}))
    before, choices = _ids(state, "output_token_ids", service, missing=True), []
    found = _choices(chunk, "generate_chunk")
    if len(found) > 1:
        raise Refused(400, "a chunk has one choice; each sequence has a stream_state of its own", "generate_chunk")
    for choice in found:
        ids = _ids(choice, "token_ids", service, missing=True)
        delta, finish = _delta(service, _reading(service, body), before, ids, member(choice, "finish_reason", str))
        if not state.get("role_sent"):
            delta, state["role_sent"] = {"role": "assistant", "content": "", **delta}, True
        before = before + ids
        choices.append({"index": choice.get("index", 0), "delta": delta, "finish_reason": finish,
                        "logprobs": _logprobs(service, choice.get("logprobs"))})
        service.metrics.completion_tokens += len(ids)
    state["output_token_ids"] = before
    usage = member(chunk, "usage", dict)
    if usage is not None:
        usage = _usage(member(body, "prompt_tokens", int, member(usage, "prompt_tokens", int, 0)),
                       member(usage, "completion_tokens", int, 0))
    return {"chunk": {"id": chunk.get("request_id"), "object": "chat.completion.chunk", "created": int(time.time()),
                      "model": body.get("model") or service.name, "choices": choices, "usage": usage},
            "stream_state": state}


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
    """One delta of several."""
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


def _logprobs(service, given):
    """Log-probabilities with texts in place of ids: `token_id` members, or texts such as "token_id:17"."""
    if given is None:
        return None
    if not isinstance(given, dict) or not isinstance(given.get("content") or [], list):
        raise Refused(400, "logprobs is an object with a list content", "logprobs")
    decoder = service.tokenizer.decode_stream()

    def entry(one, decode):
        if not isinstance(one, dict):
            raise Refused(400, "an entry of logprobs is no object", "logprobs")
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
        kept["top_logprobs"] = [entry(other, lambda id: service.tokenizer.decode([id]).replace("\ufffd", ""))
                                for other in member(one, "top_logprobs", list, ())]
        made.append(kept)
    return {"content": made}
