#!/usr/bin/env python3
"""The Python package beside transformers and minijinja: CPU time in one process, the best of several rounds.

    run_python.py TEMPLATE [--tokenizer FILE] [--library FILE] [--only PART]

TEMPLATE is Qwen3's; --tokenizer a tokenizer.json for the two threads; --library a libchatfmt.so of the same sources, which
renders JSON text that orjson (or json) makes of the same conversations. The parts are `renders` of six conversations from
dicts, renders of dicts beside those of JSON text (`json`), apply_chat_template with and without chatfmt.transformers (`applied`),
and two `threads`. Prints a table and geometric means. Outputs are compared first.
"""
import argparse
import ctypes
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

        assert theirs() == ours()
        a, b, c = best(theirs), best(ours), best(third)
        means[0] += math.log(a / b) / len(jobs)
        means[1] += math.log(c / b) / len(jobs)
        print(f"{name:18} transformers {a:8.1f} µs  chatfmt {b:7.2f} = {a / b:5.1f}x   minijinja {c:7.1f} = {c / b:4.1f}x")
    print(f"geometric mean: {math.exp(means[0]):.1f}x render_jinja_template, {math.exp(means[1]):.1f}x minijinja\n")


class Library:
    """A template of libchatfmt.so, rendered from JSON text."""

    class Slice(ctypes.Structure):
        _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __init__(self, path, source):
        self.code = ctypes.CDLL(path)
        self.template, self.renderer, self.text = ctypes.c_void_p(), ctypes.c_void_p(), self.Slice()
        source = source.encode()
        assert not self.code.chatfmt_template_compile(source, ctypes.c_size_t(len(source)), None, ctypes.byref(self.template), None)
        assert not self.code.chatfmt_renderer_new(None, ctypes.byref(self.renderer), None)
        self.arguments = ctypes.byref(self.text), None

    def render(self, text):
        assert not self.code.chatfmt_render_json(self.renderer, self.template, text, ctypes.c_size_t(len(text)), None, *self.arguments)
        return ctypes.string_at(self.text.data, self.text.length).decode()


def through_json(source, path):
    """Dicts beside JSON text that is made of them; both give a str. Objects are new in each call, as in a server:
    Python keeps the UTF-8 of a str that it was asked for once."""
    try:
        from orjson import dumps
    except ImportError:
        def dumps(value):
            return json.dumps(value, ensure_ascii=False).encode()
    library, template = Library(path, source), chatfmt.Template(source)
    for letter in ("a", "é", "日", "😀"):
        for count, size in ((3, 400), (20, 400), (100, 400)):
            messages = chat(count, size, letter)
            texts = [m["content"].encode() for m in messages]

            def fresh():
                return [{"role": m["role"], "content": text.decode()} for m, text in zip(messages, texts)]

            def ours(messages):
                return template.render(messages=messages, tools=None, documents=None, add_generation_prompt=True)

            def theirs(messages):
                return library.render(dumps({"messages": messages, "tools": None, "documents": None, "add_generation_prompt": True}))
            assert ours(messages) == theirs(messages)
            making = best(fresh)
            for name, made in (("the same strings", lambda: messages), ("new strings", fresh)):
                less = making if made is fresh else 0
                a, b = best(lambda: theirs(made())) - less, best(lambda: ours(made())) - less
                print(f"{count} × {size}, {letter}, {name}: JSON by {dumps.__module__} {a:.1f} µs, dicts {b:.1f} µs = {a / b:.2f}x")
    print()


def words_of(count):
    import random
    r = random.Random(3)
    return " ".join("".join(r.choice("etaoinshrdlucmfw") for _ in range(r.randint(1, 9))) for _ in range(count))


def applied(source):
    """apply_chat_template of a byte-level tokenizer."""
    standins, tokenizer = made_tokenizer()
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


def made_tokenizer():
    """The module of made tokenizers, and the byte-level one of them."""
    sys.path.insert(0, __file__.rsplit("/", 2)[0] + "/tests/python")
    import standins
    return standins, standins.five()["byte_level"]


def threads_tokenizer(path):
    from transformers import PreTrainedTokenizerFast
    served.install(strict=True)
    return PreTrainedTokenizerFast(tokenizer_file=path) if path else made_tokenizer()[1]


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
            for call in calls:
                call()  # the first one reads the vocabulary, and would be most of the twenty
            count = int(0.1 / wall(calls[:1], 20)) + 1
            one, two = (min(wall(calls[:number], count) for _ in range(5)) for number in (1, 2))
            print(f"two threads, {name}, {size} messages, {len(function(chats[0]))} in all, {one * 1e6:.0f} µs: {one / two:.2f}x")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("template")
    parser.add_argument("--tokenizer")
    parser.add_argument("--library")
    parser.add_argument("--only", choices=("renders", "json", "applied", "threads"))
    options = parser.parse_args()
    with open(options.template, encoding="utf-8") as file:
        source = file.read()
    wanted = {options.only} if options.only else {"renders", "json", "applied", "threads"}
    if "renders" in wanted:
        renders(source)
    if "json" in wanted and options.library:
        through_json(source, options.library)
    if "applied" in wanted:
        applied(source)
    if "threads" in wanted:
        threads(source, threads_tokenizer(options.tokenizer))


if __name__ == "__main__":
    main()
