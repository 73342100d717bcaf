#!/usr/bin/env python3
"""Arbitrary Python objects in every function that takes objects, for some time.

    fuzz_objects.py SECONDS [SEED]

Objects are plain data, subclasses of it, things that are none, containers that hold themselves or change while they are
walked over, and objects whose methods fail. A call gives a result or raises an ordinary exception; a template that was
compiled before renders the same afterwards, and now and then two threads do it at once. A crash, a SystemError or a result
that changes ends the run; run it with AddressSanitizer to see the rest. Prints how many calls there were and what they raised.
"""
import array
import collections
import dataclasses
import decimal
import enum
import random
import sys
import threading
import time

import chatfmt
from chatfmt import _chatfmt

SOURCES = [
    "{% for m in messages %}<{{ m.role }}>{% generation %}{{ m.content }}{% endgeneration %}{{ m }}{% endfor %}{{ tools }}{{ documents }}",
    "{{ messages }}{{ x|tojson }}{{ x }}{% for k, v in (x or {}).items() %}{{ k }}{{ v }}{% endfor %}",
    "{% for a in x %}{% for b in a %}{{ b }}{% endfor %}{% endfor %}{{ messages|length }}{{ x|string|upper }}",
    "{{ messages[0].content[0].text }}{{ messages[-1]['tool_calls'][0].function.arguments|tojson(indent=2) }}{{ x.y.z }}",
]
NAMES = ("role", "content", "tool_calls", "function", "arguments", "name", "type", "text", "reasoning_content", "", "é", "a\0b", "\ud800")


class Text(str):
    pass


class Number(int):
    def __str__(self):
        return "not a number"


class Keyed(dict):
    def __getitem__(self, key):
        raise KeyError(key)

    def items(self):
        raise ValueError("no items")


class Growing(list):
    def __iter__(self):
        self.append(self)
        return super().__iter__()


class Failing:
    def __getattr__(self, name):
        raise RuntimeError(name)

    def __repr__(self):
        raise ValueError("no repr")

    __str__ = __hash__ = __len__ = __bool__ = __iter__ = __repr__


class Dumping:
    """Looks like a pydantic model; what it gives may change the list that it is in."""

    def __init__(self, value, where):
        self.value, self.where = value, where

    def model_dump(self, **options):
        if isinstance(self.where, list) and random.random() < 0.5:
            self.where.clear()
        elif isinstance(self.where, dict):
            self.where[len(self.where)] = self
        return self.value


class Mapping(collections.abc.Mapping):
    def __init__(self, inner):
        self.inner = inner

    def __getitem__(self, key):
        return self.inner[key]

    def __len__(self):
        return 3  # whatever is in it

    def __iter__(self):
        yield from self.inner
        yield "nothing"


@dataclasses.dataclass
class Record:
    role: object = "user"
    content: object = None


class Role(enum.Enum):
    USER = "user"


def scalar(r):
    if r.random() < 0.8:
        return r.choice([None, True, False, 0, 7, -1, 1.5, "", "user", "assistant", "text", "é😀", "a\nb", "x" * r.randrange(300)])
    return r.choice([
        None, True, 0, -1, 2 ** 63, -2 ** 63 - 1, 10 ** 400, 0.0, -0.0, 1e308, float("nan"), float("inf"), "", "user", "assistant", "é😀" * r.randrange(9),
        "x" * r.randrange(3000), "\ud800", "a\0b", "{{ x }}", Text("text"), Number(5), b"bytes", bytearray(b"x"), memoryview(b"y"), 1j, ...,
        NotImplemented, Role.USER, decimal.Decimal("1.5"), range(3), array.array("i", [1]), object(), Failing(), Failing, len, lambda: 1, type, iter([1, 2]),
        (i for i in range(3)), Record(), frozenset([1]), {1, 2}, collections.deque([1]), Exception("x"), sys])


def thing(r, depth=0, around=None):
    if depth > 4 or r.random() < 0.4:
        return scalar(r)
    kind, count = r.randrange(14), r.randrange(5)
    if kind < 3:
        made = []
        made.extend(thing(r, depth + 1, made) for _ in range(count))
        return Growing(made) if r.random() < 0.05 else made
    if kind < 7:
        made = {}
        for _ in range(count):
            made[r.choice(NAMES) if r.random() < 0.8 else r.choice([None, 1, 1.5, (1, 2), True, 2 ** 70, Text("k"), frozenset()])] = thing(r, depth + 1, made)
        return Keyed(made) if r.random() < 0.05 else made
    if kind == 7:
        return tuple(thing(r, depth + 1) for _ in range(count))
    if kind == 8:
        return Mapping({r.choice(NAMES): thing(r, depth + 1)})
    if kind == 9:
        return Record(thing(r, depth + 1), thing(r, depth + 1))
    if kind == 10:
        return Dumping(thing(r, depth + 1), around)
    if kind == 11 and around is not None:
        return around  # it holds itself
    if kind == 12:
        made = inner = []
        for _ in range(r.choice([10, 500, 899, 900, 901, 5000])):
            inner.append([])
            inner = inner[0]
        return made
    return collections.UserDict({r.choice(NAMES): thing(r, depth + 1)})


def messages(r):
    if r.random() < 0.2:
        return thing(r)
    return [{"role": r.choice(["user", "assistant", "system", thing(r)]), "content": thing(r), **({"tool_calls": thing(r)} if r.random() < 0.2 else {})}
            if r.random() < 0.8 else thing(r) for _ in range(r.randrange(4))]


VOCABULARY = ('{"version":"1.0","added_tokens":[],"normalizer":null,"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,'
              '"use_regex":true},"post_processor":null,"decoder":{"type":"ByteLevel"},"model":{"type":"BPE","vocab":{%s},"merges":[]}}' % ",".join(
                  f'"{chr(c)}":{i}' if chr(c) not in '"\\' else f'"\\{chr(c)}":{i}' for i, c in enumerate([*range(33, 127), *range(161, 173), *range(174, 324)])))
TEMPLATES = [chatfmt.Template(source) for source in SOURCES]
TOKENIZER = chatfmt.Tokenizer(json=VOCABULARY)
MODEL = chatfmt.Model.from_template(SOURCES[0], tokenizer=TOKENIZER)
CHAT = [{"role": "user", "content": "Hello é"}, {"role": "assistant", "content": [{"type": "text", "text": "x"}]}]
CALLS = {
    "render": lambda r: r.choice(TEMPLATES).render(messages=messages(r), tools=thing(r), x=thing(r)),
    "render a dict": lambda r: r.choice(TEMPLATES).render(thing(r), **{r.choice(["messages", "x"]): thing(r)}),
    "prompt": lambda r: chatfmt.prompt(r.choice(TEMPLATES), messages=messages(r), x=thing(r)).spans,
    "apply": lambda r: MODEL.apply_chat_template(messages(r), tokenize=False, tools=thing(r), extra=thing(r)),
    "odd apply": lambda r: MODEL.apply_chat_template(messages(r), **{r.choice([
        "tools", "documents", "add_generation_prompt", "continue_final_message", "chat_template", "padding", "truncation", "max_length", "return_dict", "policy",
        "mask", "fit", "return_tensors", "trusted", "tokenize"]): thing(r) for _ in range(2)}),
    "ids": lambda r: MODEL.apply_chat_template([messages(r), messages(r)], mask=r.choice(["generation", "derived", None]), policy="report"),
    "tokens": lambda r: MODEL._native._tokens(messages(r), None, thing(r), {"x": thing(r)}, None, r.randrange(64), None, r.random() < 0.5, TOKENIZER, r.randrange(8)),
    "tools": lambda r: TEMPLATES[0].render(messages=CHAT, tools=chatfmt.Tools(thing(r))),
    "json": lambda r: _chatfmt.json(thing(r)),
    "encode": lambda r: TOKENIZER.encode(scalar(r), add_special_tokens=scalar(r), offsets=scalar(r)),
    "pieces": lambda r: TOKENIZER._pieces(scalar(r), True, tuple(scalar(r) for _ in range(4)), tuple(scalar(r) for _ in range(5))),
    "decode": lambda r: TOKENIZER.decode(thing(r)),
    "reply": lambda r: chatfmt.ReplyParser(r.choice(["hermes", thing(r)]), tools=thing(r)).feed(thing(r)),
    "compile": lambda r: chatfmt.Template(thing(r)),
    "lint": lambda r: chatfmt.lint(thing(r)),
}


def at_once(r):
    """Two threads render what one of them changes."""
    shared = messages(random.Random(r.randrange(1 << 30)))
    stop = threading.Event()

    def change():
        rng = random.Random(5)
        while not stop.is_set():
            if isinstance(shared, list) and shared:
                shared[rng.randrange(len(shared))] = {"role": "user", "content": "x" * rng.randrange(2000)}
                if rng.random() < 0.1:
                    shared.append(dict(shared[0]) if isinstance(shared[0], dict) else 1)
                    del shared[:-3]
            time.sleep(0)
    worker = threading.Thread(target=change)
    worker.start()
    try:
        for _ in range(20):
            attempt("render a dict", lambda: TEMPLATES[0].render(messages=shared, x=None))
    finally:
        stop.set()
        worker.join()


raised = collections.Counter()


def attempt(name, call):
    try:
        call()
        raised[name, "ok"] += 1
    except SystemError:
        raise
    except Exception as error:
        raised[name, type(error).__name__] += 1


def main():
    seconds, seed = float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    want = [template.render(messages=CHAT, tools=None, documents=None, x={"y": {"z": 1}}) for template in TEMPLATES[:2]]
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        r = random.Random(f"{seed}:{number}")
        number += 1
        name = r.choice(list(CALLS))
        if len(sys.argv) > 3:
            print(seed, number - 1, name, flush=True)
        attempt(name, lambda: CALLS[name](r))
        if number % 500 == 0:
            at_once(r)
            assert want == [template.render(messages=CHAT, tools=None, documents=None, x={"y": {"z": 1}}) for template in TEMPLATES[:2]]
    for name in CALLS:
        print(name, dict(sorted((kind, count) for (of, kind), count in raised.items() if of == name)))
    print(f"{number} calls, seed {seed}")


if __name__ == "__main__":
    main()
