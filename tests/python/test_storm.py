"""Arbitrary Python objects into everything public: an exception or a result, never a crash, and no reference lost.

CHATFMT_STORM=SECONDS for how long (2 by default). The messages say the seed of what went wrong.
"""
import collections
import decimal
import gc
import os
import random
import sys
import time

import chatfmt
import pytest
from chatfmt import _chatfmt

SECONDS = float(os.environ.get("CHATFMT_STORM", "2"))
SOURCES = ["{{ x }}{{ y|tojson }}", "{% for m in messages %}{{ m.role }}{{ m['content'] }}{{ m.x }}{% endfor %}", "{{ x[0] }}{{ x.a.b }}{{ x|length }}",
           "{% for k, v in x.items() %}{{ k }}{{ v }}{% endfor %}", "{{ x + y }}{{ x == y }}{{ x in y }}", "{{ x|sort|join }}{{ x|string }}",
           "{% generation %}{{ messages }}{% endgeneration %}{{ raise_exception(x) }}", "{{ tools|tojson(indent=2) }}{{ documents }}"]


class Raises:
    """Whatever is asked of it, it raises."""

    def __init__(self, r):
        object.__setattr__(self, "_what", r.choice([ValueError("v"), KeyError("k"), MemoryError(), RecursionError(), StopIteration(), TypeError("t")]))

    def __getattribute__(self, name):
        if name.startswith("__") and name not in ("__dict__", "__dataclass_fields__"):
            return object.__getattribute__(self, name)
        raise object.__getattribute__(self, "_what")

    def __str__(self):
        raise ValueError("str")

    __repr__ = __str__

    def __hash__(self):
        raise TypeError("hash")


class Text(str):
    def __str__(self):
        raise ValueError("str")


class Mapping(collections.abc.Mapping):
    """A mapping that answers otherwise each time."""

    def __init__(self, r):
        self.r = r

    def __getitem__(self, key):
        if self.r.random() < 0.2:
            raise KeyError(key)
        return self.r.choice([1, "x", key, None])

    def __iter__(self):
        return iter(["a", self.r.random(), ("b",)])

    def __len__(self):
        return self.r.randint(0, 3)


class Dumps:
    """Dumps something, and changes what holds it meanwhile."""

    def __init__(self, r, holder):
        self.r, self.holder = r, holder

    def model_dump(self):
        holder, kind = self.holder, self.r.random()
        if kind < 0.2 and isinstance(holder, dict):
            holder[self.r.random()] = self
        elif kind < 0.4 and isinstance(holder, (dict, list)):
            holder.clear()
        elif kind < 0.5 and isinstance(holder, list):
            holder.append(self)
        elif kind < 0.6:
            gc.collect()
        return self.r.choice([{"role": "user", "content": "x"}, self, None, [holder], "é" * 50])


def made(r, depth=0):
    kind = r.random()
    if kind < 0.4 or depth > 4:
        if r.random() < 0.97:
            return r.choice(["", "a", "é😀" * r.randint(0, 30), "x" * r.choice([1, 9000]), None, True, 0, -1, 2 ** 63, -2 ** 200, 1.5, float("nan"),
                             float("-inf"), b"bytes", bytearray(b"x"), "a\0b", decimal.Decimal("1.5"), object(), object, len, sys,
                             range(3), {1, 2}, frozenset(), memoryview(b"x"), 1j, Ellipsis, ValueError("x"), lambda: 1, iter([1])])
        return r.choice(["\ud800", 10 ** 5000, Text("t"), Raises(r)])
    if kind < 0.43:
        return Mapping(r)
    count = r.randint(0, 4)
    if kind < 0.6:
        holder = {}
        for _ in range(count):
            try:
                holder[r.choice(["role", "content", "a", "x", 1, None, (1, 2), 2 ** 70, 1.5, made(r, 5)])] = made(r, depth + 1)
            except Exception:
                pass
    elif kind < 0.75:
        holder = [made(r, depth + 1) for _ in range(count)]
    elif kind < 0.8:
        return tuple(made(r, depth + 1) for _ in range(count))
    elif kind < 0.85:
        return [{"role": r.choice(["user", "assistant"]), "content": made(r, 4)} for _ in range(count)]
    else:
        holder = r.choice([list, dict])()
    if r.random() < 0.1:
        item = Dumps(r, holder) if r.random() < 0.6 else holder
        if isinstance(holder, dict):
            holder["self"] = item
        else:
            holder.append(item)
    return holder


def vocabulary():
    tokenizers = pytest.importorskip("tokenizers")
    from standins import byte_level
    assert tokenizers
    return byte_level().to_str()


def test_storm():
    tokenizer = chatfmt.Tokenizer(json=vocabulary())
    templates = [chatfmt.Template(source) for source in SOURCES]
    models = [chatfmt.Model.from_template(source, tokenizer=tokenizer) for source in SOURCES]
    native = models[0]._native
    methods = [getattr(native, name) for name in ("_render", "_ranges", "_spans", "_tokens", "_encode", "_turn", "_analysis", "_tokenizer")]
    description = _chatfmt.ResponseTemplate('{"start_anchor": "a", "fields": {"x": {"open": "<", "close": ">"}, "y": {}}}')

    def call(r):
        kind = r.randint(0, 13)
        if kind < 5:
            values = {r.choice(["x", "y", "messages", "tools", "documents"]): made(r) for _ in range(3)}
            return r.choice(templates).render(**values) if kind < 4 else chatfmt.prompt(r.choice(templates), values)
        if kind < 8:
            return r.choice(models).apply_chat_template(
                made(r) if r.random() < 0.5 else [{"role": "user", "content": made(r)}], tools=made(r), documents=made(r),
                add_generation_prompt=made(r), continue_final_message=r.choice([False, made(r)]), tokenize=r.random() < 0.7,
                policy=r.choice(["any", "special", "report", made(r)]), mask=r.choice([None, "hf", "derived", made(r)]),
                max_length=r.choice([None, 5, made(r)]), fit=r.choice([None, "drop", "cut", made(r)]), x=made(r))
        if kind == 8:
            return r.choice(methods)(*[made(r, 3) if r.random() < 0.3 else r.choice([None, [], 0, 1, "", tokenizer, True, {}, -1, 2 ** 31])
                                       for _ in range(r.choice([0, 2, 8, 10, 18]))])
        if kind == 9:
            return r.choice([tokenizer.encode, tokenizer.decode, tokenizer.token_to_id, tokenizer.id_to_token])(made(r))
        if kind == 10:
            return r.choice([chatfmt.Template, _chatfmt.Model, _chatfmt.Tokenizer, _chatfmt.Reply, _chatfmt.Response, _chatfmt.ResponseTemplate])(
                *[made(r) for _ in range(r.randint(0, 3))])
        if kind == 11:
            reply = _chatfmt.Response(description, "") if r.random() < 0.5 else _chatfmt.Reply("hermes")
            for _ in range(4):
                getattr(reply, r.choice(["feed", "feed", "finish", "message", "restart", "initial"]))(*[made(r)][:r.randint(0, 1)])
            return None
        if kind == 12:
            return _chatfmt.json(made(r)), _chatfmt.mask(made(r), made(r))
        return tokenizer._pieces(made(r), made(r), r.choice([None, made(r), (5, 1, 0, False)]), r.choice([None, made(r), (9, 0, 1, 0, True)]))

    first, end, number = int(os.environ.get("CHATFMT_SEED", "1")), time.monotonic() + SECONDS, 0
    good = 0
    while time.monotonic() < end or number < 300:
        number += 1
        r = random.Random(first + number)
        if os.environ.get("CHATFMT_STORM_LOG"):
            with open(os.environ["CHATFMT_STORM_LOG"], "w", encoding="utf-8") as file:
                file.write(str(first + number))
        try:
            call(r)
            good += 1
        except SystemError as error:
            if "PyArg_ParseTuple" not in str(error) and "new style getargs format" not in str(error):
                raise AssertionError(f"seed {first + number}: {error!r}") from error
        except Exception:
            pass
    print(number, "calls,", good, "without an error")
    assert good > number // 15
