"""Run by test_failures.py in a process of its own: twenty workloads, each of whose allocations fails once.

    failing_workloads.py STRIDE      every STRIDE-th allocation

Where Python has no lock only the extension's own allocations fail: 3.13t itself hangs, without any extension, when one of its
own fails (_testcapi.set_nomemory around the making of an error).
"""
import ctypes
import gc
import json
import sys
import sysconfig

import chatfmt
from chatfmt import _chatfmt

MESSAGES = [{"role": "user", "content": "Héllo " * 9}, {"role": "assistant", "content": "yes", "n": (1, 2 ** 80, 1.5, None, True)},
            {"role": "user", "content": [{"type": "text", "text": "a"}, {3: "b"}]}]
SOURCE = ("{% for m in messages %}<{{ m.role }}>{% if m.content is string %}{% generation %}{{ m.content|trim }}{% endgeneration %}"
          "{% else %}{{ m|tojson }}{% endif %}{{ m.n }}</s>{% endfor %}{% if add_generation_prompt %}<a>{% endif %}")
VOCABULARY = json.dumps({
    "version": "1.0", "truncation": None, "padding": None, "normalizer": None, "post_processor": None, "decoder": {"type": "ByteLevel"},
    "added_tokens": [{"id": 300, "content": "</s>", "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}],
    "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
    "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None, "end_of_word_suffix": None,
              "fuse_unk": False, "byte_fallback": False, "merges": [["l", "l"], ["ll", "o"]],
              "vocab": {**{chr(c): i for i, c in enumerate([*range(33, 127), *range(161, 173), *range(174, 512)])}, "ll": 500, "llo": 501}}})
DESCRIPTION = json.dumps({"start_anchor": "<a>", "defaults": {"role": "assistant"}, "fields": {
    "thinking": {"open": "<think>", "close": "</think>"}, "content": {"close_pattern": "</s>|<e>"},
    "calls": {"open_pattern": r"<t (?P<name>\w+)>", "close": "</t>", "content": "json", "repeats": True, "transform": {"n": "{name}", "a": "{content}"}}}})
REPLY = '<think>hm</think>yes<t f>{"a": [1, "é"]}</t>'
template, bad = chatfmt.Template(SOURCE), chatfmt.Template("{{ messages.x.y }}{{ 1 // 0 }}")
tokenizer = chatfmt.Tokenizer(json=VOCABULARY)
model = chatfmt.Model.from_template(SOURCE, tokenizer=tokenizer)
description = _chatfmt.ResponseTemplate(DESCRIPTION)


class Odd:
    """No plain data."""

    def model_dump(self):
        return {"role": "user", "content": "odd"}


def error(call):
    try:
        return call()
    except (MemoryError, SystemError):
        raise
    except Exception as what:
        return type(what).__name__, str(what)


def read(make):
    parser = make()
    events = parser.feed(REPLY[:20]) + parser.feed(REPLY[20:]) + parser.finish()
    return events, parser.message()


WORKLOADS = {
    "compile": lambda: chatfmt.Template(SOURCE).source,
    "refuse to compile": lambda: error(lambda: chatfmt.Template("{% if %}")),
    "render": lambda: template.render(messages=MESSAGES, add_generation_prompt=True),
    "render more": lambda: template.render(messages=MESSAGES * 300),
    "render what is odd": lambda: template.render(messages=[Odd(), (Odd(),), {"x": Odd()}]),
    "fail to render": lambda: error(lambda: bad.render(messages=MESSAGES)),
    "spans": lambda: chatfmt.prompt(template, messages=MESSAGES).spans,
    "pickle": lambda: template.__reduce__()[1],
    "model": lambda: chatfmt.Model.from_template(SOURCE).templates,
    "apply": lambda: model.apply_chat_template(MESSAGES, tokenize=False),
    "ids": lambda: model.apply_chat_template(MESSAGES),
    "masks": lambda: model.apply_chat_template([MESSAGES, MESSAGES[:1]], mask="generation", policy="report"),
    "pieces": lambda: model._native._tokens(MESSAGES, None, None, None, None, 32, None, True, tokenizer, 7),
    "turn": lambda: model.open_turn(MESSAGES[:1]),
    "vocabulary": lambda: chatfmt.Tokenizer(json=VOCABULARY).encode("hello"),
    "encode": lambda: tokenizer.encode("hello wörld " * 50, offsets=True),
    "decode": lambda: tokenizer.decode(tokenizer.encode("hello wörld")),
    "reply": lambda: read(lambda: _chatfmt.Reply("hermes", prompt="x")),
    "response": lambda: read(lambda: _chatfmt.Response(_chatfmt.ResponseTemplate(DESCRIPTION), "u<a><think>", '[{"name": "f"}]')),
    "json": lambda: (_chatfmt.json(MESSAGES), chatfmt.fmt(SOURCE), chatfmt.lint(SOURCE) is not None),
}


def module_range():
    """Addresses of the extension's code."""
    with open("/proc/self/maps", encoding="utf-8") as file:
        spans = [line.split()[0].split("-") for line in file if "_chatfmt" in line]
    return int(spans[0][0], 16), int(spans[-1][1], 16)


LOST = "error return without exception set"  # what CPython 3.11 says when a frame of the traceback cannot be made


def attempt(name, work, wanted):
    """Run once while something fails; whether it was noticed."""
    try:
        got = work()
    except MemoryError:
        return True
    except SystemError as what:
        if str(what) == LOST:
            return True
        raise SystemExit(f"{name}: {what}") from what
    except Exception as what:
        raise SystemExit(f"{name}: {type(what).__name__}: {what}") from what
    if got != wanted:
        raise SystemExit(f"{name}: another result after a failure: {got!r}"[:2000])
    return False


def fail_python(name, work, wanted, stride):
    """Fail Python's own allocations until none is left: (tries, those that were noticed)."""
    import _testcapi
    total = noticed = 0
    for number in range(0, 100000, stride):
        gc.disable()
        _testcapi.set_nomemory(number, number + 1)
        try:
            hit = attempt(name, work, wanted)
        finally:
            _testcapi.remove_mem_hooks()
            gc.enable()
        total += 1
        noticed += hit
        if not hit and number > 400:
            break
    if work() != wanted:
        raise SystemExit(f"{name}: another result after Python's allocations failed")
    return total, noticed


def main():
    stride = int(sys.argv[1])
    locked = not sysconfig.get_config_var("Py_GIL_DISABLED")
    library = ctypes.CDLL(None)
    arm, seen = library.failing_arm, library.failing_seen
    arm.argtypes, arm.restype, seen.restype = [ctypes.c_size_t, ctypes.c_size_t, ctypes.c_long], None, ctypes.c_long
    first, last = module_range()
    total = noticed = 0
    for name, work in WORKLOADS.items():
        wanted = work()
        arm(first, last, 0)
        work()
        count = seen()
        for number in range(1, count + 1, stride):
            arm(first, last, number)
            noticed += attempt(name, work, wanted)
            arm(0, 0, 0)
            total += 1
            if work() != wanted:
                raise SystemExit(f"{name}: another result after allocation {number} failed")
        if locked:
            tries, hits = fail_python(name, work, wanted, stride)
            total += tries
            noticed += hits
    print(f"{len(WORKLOADS)} workloads, {total} failures, {noticed} MemoryError")


main()
