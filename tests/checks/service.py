#!/usr/bin/env python3
"""Feeds check_failures_service (see there): requests of every kind, as JSON Lines.

    service.py PROGRAM [PLACES]        PLACES: how many places of one piece of work fail (24)
"""
import json
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(TESTS, room) for room in ("cli", "replies", "tokenizers")]
import families  # noqa: E402
from feed import feed  # noqa: E402
from requests import ABOUT_IDS, MODEL, SAMPLE, TOKENIZER, USER, requests  # noqa: E402

RENDER, PARSE, ENCODE, DECODE = range(4)
STRICT, OFFSETS, ADD_SPECIAL, SKIP_SPECIAL = 1, 2, 4, 8
TALK = {"messages": [USER, {"role": "assistant", "content": "So é"}]}
CALLED = [USER, {"role": "assistant", "content": "", "tool_calls": [
    {"id": "call12345", "type": "function", "function": {"name": "f", "arguments": {"city": "Köln", "n": 2}}}]}]
TEMPLATE = {"fields": {"content": {}, "thinking": {"open": "<t>", "close": "</t>"}}}
SCHEMA = {"type": "object", "properties": {"content": {"type": "string", "x-regex": "(.*)"}}}


def rendered():
    """Requests that are rendered: what a service may be asked besides those of ../cli/requests.py."""
    everything = {"options": {"mask": "derived", "roles": "assistant,user", "last_turn": True, "spans": True, "unwritten": True}}
    for name in ("vicuna_v1.1", "chatml", "llama-2", "xtuner/qwen_chat", "internlm2-chat", "nope"):
        yield {"format": name, "context": TALK, "options": {"spans": True}}
        yield {"format": name, "context": TALK, **everything}
    for program in ("openai", "openai_vision", "anthropic", "gemini", "prompt", "nope"):
        yield {"conversation": {"template": "chatml", "append": [{"role_index": 0, "content": "x"}], "set_system": "s"}, "program": program}
    for options in ({}, everything["options"], {"policy": "reject"}, {"policy": "report", **ABOUT_IDS}, {"fit": "drop", "max_length": 9},
                    {"fit": "cut", "max_length": 12}, {"padding": "max_length", "max_length": 99}, {"turn": True}, {"trusted": "x,bos_token"}):
        for context in (TALK, {"messages": CALLED}, {"conversation": [TALK["messages"]] * 2}, {"messages": [USER], "continue_final_message": True}, {"messages": 5}):
            yield {"model": MODEL, "context": {**context, "tokenize": True}, "options": options}
    yield {"model": MODEL, "processor": True, "context": TALK}
    yield {"model": MODEL, "reference": True, "context": TALK}
    yield {"model": "/nowhere", "context": TALK}
    for source in ("{{ messages[0].content }}{{ nope.x }}", "{{ 1 +", "{{ raise_exception('no') }}", "{{ messages|tojson }}"):
        yield {"chat_template": source, "context": TALK, "options": {"spans": True, "unwritten": True}}
    for place, name in enumerate(("system", "specials", "max_length", "bos")):
        yield {"training": {"format": "vicuna_v1.1", "source": SAMPLE, "trainer": "train", name: ("s", ["<s>"], 9, True)[place]}}
    yield {"stopping": {"format": "chatml", "stops": ["x", "é"], "pieces": ["a", "xb", "c"]}}
    yield {"stopping": {"format": "xtuner/qwen_chat", "pieces": ["a<|im_", "end|>"]}}


def read():
    """Requests that are read: each family once in whole and once in two parts, descriptions, round trips."""
    one = {"content": "So", "calls": [("f", {"city": "é", "n": 2})]}
    for number, (family, (write, limits)) in enumerate(families.FAMILIES.items()):
        text = write({"content": "So", "calls": []} if "calls" in limits.split() else one)
        half = len(text) // 2
        row = {"reader": family, "tools": families.TOOLS, "events": number % 2 == 0}
        yield {**row, **({"text": text} if number % 3 else {"chunks": [text[:half], text[half:]]})}
    for name, description in (("response_template", TEMPLATE), ("response_schema", SCHEMA), ("response_template", 5)):
        yield {name: description, "text": "<t>Hm</t>Hi", "events": True}
        yield {name: description, "chunks": ["<t>H", "m</t>Hi"]}
    yield {"model": MODEL, "conversation": CALLED}
    yield {"model": MODEL, "conversation": TALK["messages"], "tools": families.TOOLS, "variables": {"x": 1}}
    yield {"model": MODEL, "text": "Hi", "prompt": "<think>"}
    yield {"model": "/nowhere", "text": "Hi"}
    yield {"reader": "nope", "text": "Hi"}
    yield {"actions": True, "states": True, "text": "a<|action_start|><|plugin|>\n{\"name\": \"f\", \"parameters\": {}}<|action_end|>"}


def with_fuel(request):
    options = request.get("options", {})
    return {**request, "options": {**options, "limits": {**options.get("limits", {}), "fuel": "@FUEL@"}}}


def lines(request):
    """The line, of which half is asked twice: what was opened for it is there the second time."""
    line = json.dumps({"id": 1, **request}, ensure_ascii=False).replace('"@FUEL@"', "@FUEL@")
    return [line] * (1 + len(line) % 2)


def ids():
    words = json.dumps(TOKENIZER)
    for flags in (0, OFFSETS, OFFSETS | ADD_SPECIAL):
        for asked in ({"text": "a b"}, {"text": "a é", "id": 5}, {"text": "a", "pair": "b c"}, "a b", {"text": 5}, {}):
            yield {"id": "encode %d %s" % (flags, asked), "room": "service", "kind": ENCODE, "flags": flags, "tokenizer": words, "lines": [json.dumps(asked), "{", ""]}
    for flags in (0, SKIP_SPECIAL):
        for asked in ({"ids": [1, 2, 26]}, [1, 2], {"ids": [1], "id": "x"}, {"ids": [-1]}, {"ids": [999]}, {"ids": "x"}, {}):
            yield {"id": "decode %d %s" % (flags, asked), "room": "service", "kind": DECODE, "flags": flags, "tokenizer": words, "lines": [json.dumps(asked), "5"]}


def served(tokenizer):
    asked = requests(tokenizer)
    for kind, made in ((RENDER, [*asked["render",], *rendered()]), (PARSE, [*asked["parse",], *read()])):
        for number, request in enumerate(made):
            name = "%s %d" % (("render", "parse")[kind], number)
            yield {"id": name, "room": "service", "kind": kind, "flags": STRICT * (number % 3 == 0 and not kind), "lines": lines(request)}
            if not kind and "stop_word" not in request and "stopping" not in request:
                yield {"id": name + " metered", "room": "metered", "kind": kind, "lines": lines(with_fuel(request))}


def main():
    with tempfile.NamedTemporaryFile("w", suffix=".json") as tokenizer:
        json.dump(TOKENIZER, tokenizer)
        tokenizer.flush()
        return feed([*served(tokenizer.name), *ids()], "24")


if __name__ == "__main__":
    sys.exit(main())
