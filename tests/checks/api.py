#!/usr/bin/env python3
"""Feeds check_failures_api (see there): values, renders, surveys, tokens, saved models, reports.

    api.py PROGRAM [PLACES]        PLACES: how many places of one piece of work fail (60)
"""
import json
import os
import sys
import tempfile
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(TESTS, room) for room in ("tokenizers", "models", "lang")]
import folders  # noqa: E402
import run as lang  # noqa: E402
import synthetic  # noqa: E402
from feed import feed  # noqa: E402

CONTEXT = {"messages": [{"role": "user", "content": "Hi é <s>", "n": [1, 2.5, None, True, -7]}, {"role": "assistant", "content": "Hello!", "tool_calls": []}],
           "tools": [{"function": {"name": "f"}}], "bos_token": "<s>", "eos_token": "</s>", "add_generation_prompt": True, "many": list(range(40))}


def renders():
    for name, text in folders.TEMPLATES.items():
        documents = [["", json.dumps(CONTEXT)], ["messages", json.dumps(CONTEXT["messages"])], ["x", "[1, \"\\u00e9\\n\"]"], ["", "{\"y\": 2}"]]
        yield {"id": "values " + name, "room": "values", "source": text, "context": CONTEXT, "documents": documents}
        yield {"id": "once " + name, "room": "once", "source": text, "json": json.dumps(CONTEXT)}
    yield {"id": "values of bad documents", "room": "values", "source": "{{ x }}", "context": {}, "documents": [["x", "[1"]]}
    yield {"id": "values of a list", "room": "values", "source": "{{ x }}", "context": {}, "documents": [["", "[1]"]]}


def sources():
    for path in sorted(Path(lang.HERE).glob("*.t")):
        for number, _, case in lang.read(str(path)):
            if case and number % 7 == 0:
                yield {"id": "survey %s:%d" % (path.name, number), "room": "survey", "source": case["source"]}


def tokens(folder):
    for name in synthetic.write(folder):
        for cache in (("cache", "none/" + name)[len(name) % 2],):
            yield {"id": "tokens " + name, "room": "tokens", "path": os.path.join(folder, name + ".json"), "cache": os.path.join(folder, cache),
                   "texts": synthetic.TEXTS[:18:6]}


CONFIGS = [None, "{}", "{\n  \"a\": 1\n}\n", "{\"chat_template\": \"old\", \"z\": [1, {\"b\": \"c\\\"}\"}]}", "{\"z\": 1, \"chat_template\": [{\"name\": \"default\", \"template\": \"x\"}]}",
           "{\r\n\t\"x\" : null ,\r\n\t\"chat_template\" :\t\"o\" ,\"y\":-1.5e3}", "{\"chat_template\": null}", "[]", "{", "\"x\"", "{\"a\":true,\"chat_template\":\"\\u00e9\"\n}"]
TEMPLATES = [[["", "{{ messages }}"]], [["default", "a\n"], ["tool_use", "b"]], [["rag", "é"]], [["default", ""]], [], [["a/b", "x"]], [["x", "y"], ["x", "z"]], [["", "a"], ["default", "b"]],
             [["", "\u00e9\n" * 300]], [["default", "y" * 400], ["tool_use", "\"z\\" * 200], ["n" * 100, "w"]]]


def saves(folder):
    for number, config in enumerate(CONFIGS):
        for templates in TEMPLATES:
            for flags in (0, 1):
                if (number + TEMPLATES.index(templates) + flags) % 3:  # each goes to the disk many times
                    continue
                place = Path(folder, "save%d-%d-%d" % (number, TEMPLATES.index(templates), flags))
                (place / "additional_chat_templates").mkdir(parents=True)
                (place / "additional_chat_templates" / "old.jinja").write_text("old")
                (place / "additional_chat_templates" / "other.txt").write_text("other")
                if config is not None:
                    (place / "tokenizer_config.json").write_bytes(config.encode())
                yield {"id": place.name, "room": "save", "folder": str(place), "templates": templates, "flags": flags}
    yield {"id": "save nowhere", "room": "save", "folder": os.path.join(folder, "nowhere"), "templates": TEMPLATES[0], "flags": 0}


def reports():
    rows = ['{"conversations": [{"from": "%s", "value": 5}]}' % ("who" * 9), '{"messages": [{"role": "x", "content": %s}]}' % ("[" * 40 + "]" * 40), "{}"]
    for number, row in enumerate(rows):
        for width in (1, 60, 400):
            lines = ["%d %s\n" % (i, "x" * width) for i in range(12)]
            yield {"id": "report %d, %d" % (number, width), "room": "report", "name": "n" * width, "row": row, "a": "".join(lines), "b": "".join(lines[:5] + ["y"] + lines[7:])}


def main():
    with tempfile.TemporaryDirectory() as folder:
        return feed([*renders(), *sources(), *tokens(folder), *saves(folder), *reports()], "60")


if __name__ == "__main__":
    sys.exit(main())
