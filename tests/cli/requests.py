#!/usr/bin/env python3
"""Requests of `render`, `parse` and `tokenize` with --batch and each member replaced by a value of another kind.

    requests.py PROGRAM

A request whose member has its own kind, or null, may be answered; any other must be refused by an error that names the member,
and no request may be lost. Members within a template's context, where the template decides, are not replaced.
"""
import json
import os
import subprocess
import sys
import tempfile

WRONG = [None, True, 5, -1, 1.5, "x", [], [5], {}, {"x": 5}, 2 ** 40]
USER = {"role": "user", "content": "Hi"}
SAMPLE = [{"from": "human", "value": "a"}, {"from": "gpt", "value": "b"}]
VOCABULARY = {letter: i for i, letter in enumerate("abcdefghijklmnopqrstuvwxyz ")}
TOKENIZER = {"version": "1.0", "added_tokens": [], "model": {"type": "BPE", "vocab": VOCABULARY, "merges": []}}
MODEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "model")
ABOUT_IDS = {**dict.fromkeys(("stop_ids", "message_tokens", "offsets", "attention_mask", "tokens"), True), "max_length": 100,
             "fit": "drop", "padding": "longest", "padding_side": "left", "truncation_side": "right"}
# Members that hold one of a few words, a template, or what has rules of its own: refused, if at all, by these.
FREE = {"context", "source", "append", "conversation", "tools"}


def requests(tokenizer):
    """Each command line's requests, which are answered as they are."""
    message = {"role_index": 0, "content": "x"}
    switches = dict.fromkeys(["parallel_tool_calls", "reasoning_open", "unknown_calls", "reasoning_in_content",
                              "close_arguments", "events"], True)
    options = {"trim_blocks": True, "lstrip_blocks": True, "keep_trailing_newline": True, "spans": True, "unwritten": True,
               "limits": {"fuel": 100000}, "trusted": "x"}
    training = {"format": "vicuna_v1.1", "source": SAMPLE, "legacy": True}
    return {
        ("render",): [
            {"chat_template": "{{ messages[0].content }}", "context": {"messages": [USER]}, "options": options,
             "now": "2026-01-02T03:04:05Z"},
            {"format": "chatml", "context": {"messages": [USER]}, "options": {"mask": "derived", "roles": "assistant", "last_turn": True}},
            {"conversation": {"template": "vicuna_v1.1", "append": [message], "set_system": "s"}, "program": "openai_vision"},
            {"training": {**training, "trainer": "train", "system": "s", "specials": ["<s>"], "bos": True}},
            {"training": {**training, "tokenizer": tokenizer, "max_length": 100, "bos_token": "a", "eos_token": "b", "pad_token": "c",
                          "input_alone": True}},
            {"stopping": {"format": "vicuna_v1.1", "stops": ["x"], "pieces": ["a", "b"]}},
            {"stop_word": {"text": "a", "word": "b"}},
            {"model": MODEL, "context": {"messages": [USER], "tokenize": True}, "options": {"policy": "control", **ABOUT_IDS}},
            # What asks for nothing is no option about ids.
            {"model": MODEL, "context": {"messages": [USER], "tokenize": False},
             "options": {"trim_blocks": False, "offsets": False, "policy": "any", "fit": "none", "padding": "do_not_pad", "padding_side": "model"}},
        ],
        ("parse",): [
            {"reader": "qwen3", "text": "hi", "prompt": "p", "begun": "b", "stop": ["x"], "calls_before": 1, **switches},
            {"reader": "qwen3", "chunks": ["a", "b"], "stop": "x"},
            {"reader": "qwen3", "ids": [1, 2], "tokenizer": tokenizer, "control_tokens": True},
            {"actions": True, "states": True, "text": "x"},
        ],
        ("tokenize", "--tokenizer", tokenizer, "--offsets"): [{"text": "a b", "pair": "c"}, {"text": "a b"}],
        ("tokenize", "--tokenizer", tokenizer, "--decode"): [{"ids": [1, 2, 26]}],
    }


def paths(value, at=()):
    for name, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield at + (name,), inner
        if name not in FREE:
            yield from paths(inner, at + (name,))


def replaced(request, path, value):
    made = json.loads(json.dumps(request))
    holder = made
    for name in path[:-1]:
        holder = holder[name]
    holder[path[-1]] = value
    return made


def kinds(request):
    """(what is asked, the member's name or "", whether it may be answered)"""
    yield request, "", True
    for path, value in paths(request):
        for wrong in WRONG:
            listed = path[-1] == "stop" and wrong in ("x", [])
            most = 2 ** 63 if {"limits", "options"} & set(path) else 2 ** 32
            same = type(wrong) is type(value) and (type(value) is not int or 0 < wrong < most)
            names = [name for name in path if isinstance(name, str)]
            yield replaced(request, path, wrong), names[-1], wrong is None or same or listed or path[-1] in FREE
    for name in request.get("options", {}) if request.get("context", {}).get("tokenize") else ():  # without ids
        for written in {name, name.replace("_", "-")}:
            yield {**request, "context": {"messages": [USER]}, "options": {written: request["options"][name]}}, name, False
    yield {**request, "spam": 5}, "spam", False
    for holder in ("options", "conversation", "training", "stopping", "stop_word"):
        if holder in request:
            yield replaced(request, (holder, "spam"), 5), "spam", False


def main():
    program, failed, count = sys.argv[1], 0, 0
    with tempfile.NamedTemporaryFile("w", suffix=".json") as tokenizer:
        json.dump(TOKENIZER, tokenizer)
        tokenizer.flush()
        for command, made in requests(tokenizer.name).items():
            rows = [row for request in made for row in kinds(request)]
            lines = "".join(json.dumps({"id": i, **row[0]}) + "\n" for i, row in enumerate(rows))
            run = subprocess.run([program, *command, "--batch"], input=lines, capture_output=True, text=True, check=False)
            answers = [json.loads(line) for line in run.stdout.splitlines()]
            count += len(rows)
            if run.returncode or [answer["id"] for answer in answers] != list(range(len(rows))):
                print("%s: status %d, %d answers to %d requests: %s" % (command[0], run.returncode, len(answers), len(rows), run.stderr))
                return 1
            for (request, name, allowed), answer in zip(rows, answers):
                error = answer.get("error", {}).get("message")
                if error is None and allowed or error and name and (allowed or name in error):
                    continue
                failed += 1
                print("%s %s\n    of %s: %s" % (command[0], json.dumps(request), name or "the whole", json.dumps(answer)[:200]))
    print("%d requests, %d failed" % (count, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
