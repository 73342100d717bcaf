#!/usr/bin/env python3
"""The Python package beside transformers and minijinja: CPU time in one process, the best of several rounds.

    run_python.py TEMPLATE [TOKENIZER]      Qwen3's template; a tokenizer.json for the two threads

Renders of six conversations from dicts, apply_chat_template with and without chatfmt.transformers, and two threads.
Prints a table and geometric means. Outputs are compared first.
"""
import json
import math
import sys
import threading
import time

import minijinja

import chatfmt
import chatfmt.transformers as served
from transformers.utils import chat_template_utils


def best(function, seconds=0.25, rounds=5):
    """Microseconds of CPU a call, the best round."""
    count, took = 1, 0.0
    while took < 0.02:
        begin = time.process_time()
        for _ in range(count):
            function()
        took = time.process_time() - begin
        count *= 2
    count = max(1, int(count / 2 * seconds / took / rounds))
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        for _ in range(count):
            function()
        times.append((time.process_time() - begin) / count)
    return min(times) * 1e6


def chat(count, size, letter="a"):
    words = (letter * 7 + " ") * (size // 8 + 1)
    return [{"role": ("user", "assistant")[i % 2], "content": f"{i} {words}"[:size]} for i in range(count)]


TOOLS = [{"type": "function", "function": {"name": f"get_{i}", "description": "What it does. " * 6, "parameters": {
    "type": "object", "required": ["a"],
    "properties": {k: {"type": "string", "description": "What it is for. " * 3} for k in "abc"}}}} for i in range(8)]


def agent():
    messages = chat(1, 400)
    for i in range(60):
        messages.append({"role": "assistant", "content": "", "tool_calls": [
            {"type": "function", "function": {"name": "get_1", "arguments": {"a": "x" * 100, "b": i}}}]})
        messages.append({"role": "tool", "content": "result " * 200})
    return messages


def renders(source):
    """Renders from dicts."""
    jobs = {"1 × 40": (chat(1, 40), None), "3 × 400": (chat(3, 400), None), "7 × 400, 8 tools": (chat(7, 400), TOOLS),
            "100 × 400": (chat(100, 400), None), "100 × 400, é": (chat(100, 400, "é"), None), "agent": (agent(), TOOLS)}
    template, peer = chatfmt.Template(source), minijinja.Environment(trim_blocks=True, lstrip_blocks=True)
    peer.add_filter("tojson", lambda value, **_: json.dumps(value, ensure_ascii=False))
    peer.add_template("t", source)
    means = [0.0, 0.0]
    for name, (messages, tools) in jobs.items():
        def theirs():
            return chat_template_utils.render_jinja_template([messages], tools=tools, chat_template=source,
                                                             add_generation_prompt=True)[0][0]

        def ours():
            return template.render(messages=messages, tools=tools, documents=None, add_generation_prompt=True)

        def third():
            return peer.render_template("t", messages=messages, tools=tools, documents=None, add_generation_prompt=True)

        def text():
            return template.render(json.loads(json.dumps({"messages": messages})))
        assert theirs() == ours()
        a, b, c = best(theirs), best(ours), best(third)
        means[0] += math.log(a / b) / len(jobs)
        means[1] += math.log(c / b) / len(jobs)
        print(f"{name:18} transformers {a:8.1f} µs  chatfmt {b:7.2f} = {a / b:5.1f}x   minijinja {c:7.1f} = {c / b:4.1f}x")
    print(f"geometric mean: {math.exp(means[0]):.1f}x render_jinja_template, {math.exp(means[1]):.1f}x minijinja\n")


def words_of(count):
    import random
    r = random.Random(3)
    return " ".join("".join(r.choice("etaoinshrdlucmfw") for _ in range(r.randint(1, 9))) for _ in range(count))


def applied(source):
    """apply_chat_template of a byte-level tokenizer."""
    sys.path.insert(0, __file__.rsplit("/", 2)[0] + "/tests/python")
    import standins
    tokenizer = standins.five()["byte_level"]
    masked = source.replace("{{- content }}", "{% generation %}{{ content }}{% endgeneration %}")
    for count, size in ((1, 6), (4, 30), (20, 60), (100, 60)):
        messages = [{"role": ("user", "assistant")[i % 2], "content": words_of(size)} for i in range(count)]
        jobs = {"tokenize=False": {"tokenize": False}, "return_dict=False": {"return_dict": False}, "default": {},
                "masks": {"return_assistant_tokens_mask": True, "chat_template": standins.CHATML},
                "padding": {"padding": "max_length", "max_length": 16384}}
        row = []
        for name, options in jobs.items():
            options = {"chat_template": source, **options}

            def run():
                return tokenizer.apply_chat_template(messages, **options)
            served.uninstall()
            want, a = run(), best(run)
            served.install(strict=True)
            assert str(run()) == str(want)
            b = best(run)
            row.append(f"{name} {a:.0f} -> {b:.1f} = {a / b:.1f}x")
        served.uninstall()
        ids = len(tokenizer.apply_chat_template(messages, return_dict=False))
        print(f"{count} messages, {ids} ids: " + "; ".join(row))
    assert masked
    served.install(strict=True)
    return tokenizer


def repeat(function, count):
    for _ in range(count):
        function()


def wall(functions, count):
    """Seconds for a call while each function runs in a thread of its own."""
    workers = [threading.Thread(target=repeat, args=(function, count)) for function in functions]
    begin = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return (time.perf_counter() - begin) / len(functions) / count


def threads(source, tokenizer):
    """How much two threads gain, by the clock on the wall. Each has a conversation of its own: counts of references that two
    processors write in turn would be measured otherwise."""
    template = chatfmt.Template(source)

    def text(messages):
        return template.render(messages=messages, tools=None, documents=None)

    def ids(messages):
        return tokenizer.apply_chat_template(messages, chat_template=source, return_dict=False)
    for name, function, sizes in (("text", text, (100, 400, 1000)), ("ids", ids, (20, 100, 400))):
        for size in sizes:
            chats = [[{"role": ("user", "assistant")[i % 2], "content": words_of(60) + str(thread)} for i in range(size)]
                     for thread in range(2)]
            calls = [lambda messages=messages: function(messages) for messages in chats]
            count = int(0.1 / wall(calls[:1], 20)) + 1
            one, two = (min(wall(calls[:number], count) for _ in range(5)) for number in (1, 2))
            print(f"two threads, {name}, {size} messages, {len(function(chats[0]))} in all, {one * 1e6:.0f} µs: {one / two:.2f}x")


def main():
    source = open(sys.argv[1], encoding="utf-8").read()
    renders(source)
    tokenizer = applied(source)
    if len(sys.argv) > 2:
        from transformers import PreTrainedTokenizerFast
        tokenizer = PreTrainedTokenizerFast(tokenizer_file=sys.argv[2])
    threads(source, tokenizer)


if __name__ == "__main__":
    main()
