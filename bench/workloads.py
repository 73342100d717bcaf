#!/usr/bin/env python3
"""Writes the workloads of the benchmark, one JSON object a line: {"name", "template", "context"}.

Everything is made by a seeded generator, so that two runs measure the same bytes. Usage:
workloads.py FILE [--quick] [--double]: --double writes each with twice as many messages.
"""
import json
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = ("the quick model reads a long prompt and answers with care because every token counts while "
         "users ask about weather code history music food travel science and the meaning of numbers "
         "caf\u00e9 na\u00efve \u6771\u4eac \u041c\u043e\u0441\u043a\u0432\u0430").split()


def text(rng, words):
    out = []
    for i in range(words):
        out.append(rng.choice(WORDS))
        if i % 17 == 16:
            out.append(rng.choice([".\n", ",", ":\n\n", ";", "\"so\"", "{a: 1}"]))
    return " ".join(out)


def tools(rng, count):
    out = []
    for i in range(count):
        properties = {}
        for j in range(3):
            properties["field_%d" % j] = {"type": rng.choice(["string", "integer", "number"]),
                                          "description": text(rng, 8), "default": rng.choice([None, 1.0, 3, "x"])}
        out.append({"type": "function", "function": {"name": "tool_%d" % i, "description": text(rng, 12),
                    "parameters": {"type": "object", "properties": properties, "required": ["field_0"]}}})
    return out


def conversation(rng, count, words, calls=False):
    messages = [{"role": "system", "content": text(rng, 20)}]
    while len(messages) < count:
        messages.append({"role": "user", "content": text(rng, words)})
        if calls and len(messages) % 6 == 2:
            arguments = {"field_0": text(rng, 4), "field_1": 3, "field_2": [1.5, True, None]}
            messages.append({"role": "assistant", "content": "", "tool_calls": [
                {"type": "function", "function": {"name": "tool_1", "arguments": arguments}}]})
            messages.append({"role": "tool", "content": text(rng, 10)})
        messages.append({"role": "assistant", "content": text(rng, words)})
    if messages[-1]["role"] == "assistant":
        messages.append({"role": "user", "content": text(rng, words)})
    return messages


def main():
    rng = random.Random(20260101)
    sizes = [10, 100] if "--quick" in sys.argv else [10, 100, 1000, 10000]
    factor = 2 if "--double" in sys.argv else 1
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        for name in ("chatml", "headers", "inst", "tools_think"):
            with open(os.path.join(HERE, "templates", name + ".jinja"), encoding="utf-8") as f:
                source = f.read()
            for size in sizes:
                with_tools = name in ("headers", "tools_think")
                context = {"messages": conversation(rng, size * factor, 60, with_tools),
                           "tools": tools(rng, 10) if with_tools else None, "documents": None,
                           "add_generation_prompt": True, "bos_token": "<s>", "eos_token": "</s>"}
                row = {"name": "%s/%d" % (name, size), "template": source, "context": context}
                out.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
