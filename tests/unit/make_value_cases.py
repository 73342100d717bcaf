#!/usr/bin/env python3
"""Writes tests/unit/data/value_cases.jsonl: what Python says of values, for test_value.c.

Each line is an array: the operation, its arguments, what Python gave. Values beyond JSON are
objects with one key that begins with "$" (see `decode`). Needs Python 3.11 (Unicode 14) and
jinja2 3.1.6.

    make_value_cases.py [--seed N]    write the cases; `test_value FILE` runs those of other seeds
    make_value_cases.py --check       is data/value_cases.jsonl what this writes? 77: cannot tell
"""
import contextlib
import io
import json
import os
import random
import re
import sys

try:
    import jinja2
    from jinja2 import Undefined
    from jinja2.exceptions import UndefinedError
    from jinja2.sandbox import SandboxedEnvironment
    from jinja2.utils import Namespace
    from markupsafe import Markup, escape
except ImportError:
    sys.exit(77)
if sys.version_info[:2] != (3, 11) or jinja2.__version__ != "3.1.6":
    sys.exit(77)

NAN = float("nan")  # one object, as all NaN are for us inside of containers
RANDOM = random.Random(int(sys.argv[2]) if sys.argv[1:2] == ["--seed"] else 20240611)
ALPHABET = ["a", "b", "Z", "0", " ", "\t", "\n", "\r", "\x0b", "\x1c", "\x7f", "\x01", "'", '"', "\\", "/",
            "<", ">", "&", "é", "ß", "ñ", "\xa0", "\xad", "\u200b", "\u2028", "Σ", "σ", "ς", "İ", "ŉ",
            "ǆ", "ǅ", "ﬁ", "中", "文", "ქ", "Ა", "\u0345", "\u0301", "😀", "𝒳", "\U000e0001", "\uffff"]


def text(most=12, alphabet=ALPHABET):
    return "".join(RANDOM.choice(alphabet) for _ in range(RANDOM.randrange(most)))


def decode(v):
    """The Python value of an encoded one."""
    if isinstance(v, list):
        return [decode(x) for x in v]
    if not isinstance(v, dict):
        return v
    if len(v) == 1:
        (key, arg), = v.items()
        if key == "$tuple": return tuple(decode(x) for x in arg)
        if key == "$range": return range(*arg)
        if key == "$keys": return decode(arg).keys()
        if key == "$values": return decode(arg).values()
        if key == "$items": return decode(arg).items()
        if key == "$bytes": return arg.encode("latin-1")
        if key == "$markup": return Markup(arg)
        if key == "$undefined": return Undefined(name=arg)
        if key == "$namespace": return Namespace(decode(arg))
        if key == "$dict": return {decode(k): decode(x) for k, x in arg}
    return {k: decode(x) for k, x in v.items()}


def number():
    return RANDOM.choice([
        0, -1, 1, 256, 10**18, 2**63 - 1, -(2**63), 2**63, -(2**63) - 1, 10**30, -(10**25),
        RANDOM.randrange(-10**6, 10**6), 0.0, -0.0, 1.5, 1e16, 1e15, 1e-4, 1e-5, 1e300, 5e-324,
        RANDOM.random() * 10 ** RANDOM.randrange(-20, 20), float("inf"), float("-inf"),
        NAN])


def value(depth=0, json_only=False):
    kinds = 8 if depth > 2 else 18
    if json_only:
        kinds = min(kinds, 12)
    pick = RANDOM.randrange(kinds)
    few = range(RANDOM.randrange(4))
    if pick == 0: return None
    if pick == 1: return RANDOM.random() < 0.5
    if pick in (2, 3): return number()
    if pick < 8: return text()
    if pick < 10: return [value(depth + 1, json_only) for _ in few]
    if pick < 12: return {text(): value(depth + 1, json_only) for _ in range(RANDOM.choice([0, 1, 3, 20]))}
    if pick == 12: return {"$tuple": [value(depth + 1) for _ in few]}
    if pick == 13: return {"$markup": text()}
    if pick == 14: return {"$bytes": "".join(chr(RANDOM.randrange(256)) for _ in range(6)) + "'"}
    if pick == 15: return {"$undefined": "x"}
    if pick == 16: return {RANDOM.choice(["$keys", "$values", "$items"]): {text(): value(depth + 1) for _ in few}}
    return {"$dict": [[number(), value(depth + 1)] for _ in few]}


ZOO = [
    None, True, False, 0, 1, 2, -1, -0.0, 1.0, 1.5, 2**53, 2**53 + 1, float(2**53), 2**63 - 1, -(2**63), 2.0**63,
    -(2.0**63), 2**63, 2**64, 2.0**64, -(2**70), 10**25, 1e25, 10**400, float("inf"), float("-inf"), NAN,
    "", "a", "b", "ab", "é", "中", {"$markup": "a"}, {"$bytes": "a"}, {"$bytes": "ab"}, [], [1], [1, 2], [1, [2, "a"]],
    [1, [2, "b"]], [1.0, True], [NAN], [{"$undefined": "q"}], ["a"], {"$tuple": []}, {"$tuple": [1]},
    {"$tuple": ["a", 1]}, {"$tuple": [1, "a"]}, {"$tuple": [[1]]}, {}, {"a": 1}, {"a": 1.0}, {"a": 1, "b": [2]},
    {"b": [2], "a": 1}, {"$dict": [[1, "a"]]}, {"$dict": [[True, "a"]]}, {"$dict": [[None, 1], [1.5, 2]]},
    {"$dict": [[{"$tuple": ["a", 1]}, 1]]}, {"k%d" % i: i for i in range(40)},
    {"k%d" % i: i for i in reversed(range(40))}, {"$range": [0]}, {"$range": [3]}, {"$range": [0, 5, 3]},
    {"$range": [0, 4, 3]}, {"$range": [5, 0, -2]}, {"$range": [1, 1]}, {"$keys": {"a": 1}}, {"$keys": {"a": 2}},
    {"$keys": {"a": 1, "b": 2}}, {"$keys": {}}, {"$items": {"a": 1}}, {"$items": {}}, {"$items": {"a": 1.0, "b": 2}},
    {"$keys": {"$dict": [[{"$tuple": ["a", 1]}, 1]]}}, {"$items": {"a": [1]}}, {"$values": {"a": 1}},
    {"$undefined": "x"}, {"$undefined": "y"},
]

OPERATIONS = {
    "==": lambda a, b: a == b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "in": lambda a, b: a in b,
    "hash": lambda a, b: hash(a) == hash(b) if a == b else True,
}


def outcome(function, *args):
    try:
        return bool(function(*args))
    except (TypeError, ValueError, UndefinedError) as error:
        return str(error)


def emit(*row):
    sys.stdout.write(json.dumps(row, ensure_ascii=True, separators=(",", ":")) + "\n")


def matrices():
    """0 is False, 1 is True, from 2 on the number of an error in the line "errors"."""
    errors, rows = [], []
    for name, function in OPERATIONS.items():
        for i, a in enumerate(ZOO):
            # The same value is the same object, as it is for us.
            row = [outcome(function, x, x if i == j else decode(b)) for x in [decode(a)]
                   for j, b in enumerate(ZOO)]
            for j, got in enumerate(row):
                if isinstance(got, str):
                    if got not in errors: errors.append(got)
                    row[j] = errors.index(got) + 2
                else:
                    row[j] = int(got)
            rows.append(("matrix", name, i, row))
    emit("errors", errors)
    for row in rows: emit(*row)


STYLES = [{}, {"ensure_ascii": True}, {"indent": 2}, {"indent": 0}, {"indent": "\t", "sort_keys": True},
          {"separators": [",", ":"]}, {"sort_keys": True}, {"indent": 1, "separators": [" ;", "="]}]


def writing():
    for _ in range(300):
        v = value()
        emit("repr", v, repr(decode(v)), str(decode(v)))
    for _ in range(250):
        v = value(json_only=RANDOM.random() < 0.7)
        style = dict(RANDOM.choice(STYLES))
        arguments = {"ensure_ascii": False, **style}
        try:
            want = json.dumps(decode(v), **arguments)
        except TypeError as error:
            want = {"error": str(error)}
        emit("dumps", v, style, want)


# Pieces of JSON texts, good and bad.
GOOD = ['null', 'true', '0', '-0', '-0.0', '12', '-7', '1.5', '1e5', '1E+2', '1e-7', '1e400', '-1e400', '123456789012345678',
        '1234567890123456789', '9223372036854775807', '9223372036854775808', '-9223372036854775809', '1' + '0' * 60,
        'NaN', 'Infinity', '-Infinity', '""', '"a"', '"\\u00e9\\n\\"\\\\\\/\\b\\f\\r\\t"', '"\\ud83d\\ude00"',
        '"0123456789abcdef0123456789"', '"\\u0000"', '"0123456789abcd\\n"', '"\x7f"', '[]', '{}', '[ ]', '{ }']
BAD = ['', 'nul', '01', '1.', '.5', '-', '+1', '1e', '1e+', '-a', 'True', "'a'", '"a', '"\\', '"\\"', '"\\x"', '"\\u12"',
       '"\\u12g4"', '"\t"', '"\n"', '[', ']', '{', '}', '[1', '[1,', '[1,]', '[,]', '{"a"', '{"a":', '{"a":1', '{"a":1,',
       '{"a":1,}', '{a:1}', '{"a" 1}', '{1:2}', '[1 2]', '[1]]', '1 2', '"a" x', '--1', 'Infinit', '-Infinit', 'nan',
       '{"a":1]', '[1}', '/**/1', '\x0c1', '\xa01', '1\x00']


def json_text(depth=0):
    pick = RANDOM.randrange(4 if depth < 4 else 2)
    space = lambda: RANDOM.choice(["", "", " ", "\n", "\t\r "])
    if pick < 2: return RANDOM.choice(GOOD)
    if pick == 2:
        return "[" + ",".join(space() + json_text(depth + 1) + space() for _ in range(RANDOM.randrange(4))) + "]"
    keys = ['"a"', '"b"', '""', '"k\\n"', '"\\u0061"', '"c"']
    return "{" + ",".join(space() + RANDOM.choice(keys) + space() + ":" + space() + json_text(depth + 1) + space()
                          for _ in range(RANDOM.choice([0, 1, 3, 20]))) + "}"


def load(one):
    # CPython calls an escape invalid when the text ends right behind it.
    if re.search(r"\\u[0-9a-f]{4}$", one): return
    try:
        emit("loads", one, json.dumps(json.loads(one), ensure_ascii=True))
    except json.JSONDecodeError as error:
        emit("loads", one, {"position": len(one[:error.pos].encode()), "message": error.msg})


def reading():
    texts = GOOD + BAD + [json_text() for _ in range(250)]
    for _ in range(300):
        one = list(json_text())
        # Half of a surrogate pair is the one thing that Python accepts and we refuse.
        if "ud83d" in "".join(one): continue
        for _ in range(RANDOM.randrange(1, 3)):
            at = RANDOM.randrange(len(one) + 1)
            if RANDOM.random() < 0.5: one[at:at + 1] = []
            else: one[at:at] = RANDOM.choice(list('[]{},:"\\ 0e.-aN'))
        texts.append("".join(one))
    for one in texts: load(one)


def long_strings():
    """Escapes, other characters and ends at every place of a block of bytes, for readers that take many at once."""
    stops = ['\\n', '\\\\', '\\"', '\\u00e9', '\\ud83d\\ude00', '\\u0041', 'é', '\u07ff', '漢', '\u0939', '\ud55c', '😀', '\U0010ffff']
    wrong = ['\\x', '\\u12g4', '\x01', '"', '\\', '\\u00']
    for place in range(140):
        one = "a" * place + RANDOM.choice(stops) + "b" * RANDOM.choice([0, 1, 2, 15, 16, 60, 63, 64, 130]) + RANDOM.choice(stops)
        if place % 4 == 0: one += RANDOM.choice(wrong)
        load('["%s", "%s"]' % (one, "".join(RANDOM.choice(stops + ["c", "dd", "e" * 15]) for _ in range(RANDOM.randrange(40)))))


def texts():
    for _ in range(250):
        s = text(14)
        emit("case", s, [s.lower(), s.upper(), s.title(), s.capitalize(), s.swapcase(), s.casefold()])
    for s in ["Σ", "AΣ", "AΣ ", "AΣB", "Σ\u0301", "A\u0301Σ\u0301", "A\u0301Σ\u0301B", "ΑΣ ΑΣ'Α", "x" * 400, "X" * 400,
              "xX" * 200, "it's ǆ ŉ ﬁ İI", "É" * 200, "éÉ" * 150]:
        emit("case", s, [s.lower(), s.upper(), s.title(), s.capitalize(), s.swapcase(), s.casefold()])
    for _ in range(300):
        few = ALPHABET[:3] if RANDOM.random() < 0.7 else ALPHABET[:3] + ALPHABET[-8:]
        hay, needle, to = text(40, few), text(5, few), text(3, few)
        limit = RANDOM.choice([-1, -1, 0, 1, 2])
        b, n = hay.encode(), needle.encode()
        emit("find", hay, needle, b.find(n), b.rfind(n), needle in hay)
        emit("replace", hay, needle, to, limit, hay.replace(needle, to, limit))
    for _ in range(300):
        s, chars = text(10), text(4)
        emit("strip", s, None, s.strip(), s.lstrip(), s.rstrip())
        emit("strip", s, chars, s.strip(chars), s.lstrip(chars), s.rstrip(chars))
        a, b = sorted(RANDOM.randrange(len(s) + 1) for _ in "ab")
        emit("slice", s, a, b, len(s), s[a:b], list(s))
        emit("escape", s, str(escape(s)))
    for kind in (ZOO):
        v = decode(kind)
        try:
            items = [repr(x) for x in v]
        except TypeError as error:
            items = str(error)
        try:
            length = len(v)
        except TypeError as error:
            length = str(error)
        emit("iterate", kind, items, length, bool(v), type(v).__name__)


def undefineds():
    owners = [None, True, 1, 1.5, "s", [], {"$tuple": []}, {}, {"$bytes": ""}, {"$range": [1]}, 10**30,
              {"$namespace": {}}]
    sandbox = SandboxedEnvironment()
    for name in ["x", "it's", 'say "hi"', "both '\"", "é\n\u200b", ""]:
        emit("undefined", "name", name, None, Undefined(name=name)._undefined_message)
        for owner in owners:
            v = decode(owner)
            emit("undefined", "attribute", name, owner, Undefined(obj=v, name=name)._undefined_message)
            emit("undefined", "unsafe", name, owner, sandbox.unsafe_undefined(v, name)._undefined_message)


def main():
    emit("zoo", ZOO)
    matrices()
    writing()
    reading()
    texts()
    undefineds()
    long_strings()


def check():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "value_cases.jsonl")
    made = io.StringIO()
    with contextlib.redirect_stdout(made):
        main()
    with open(path, encoding="utf-8", newline="\n") as file:
        if file.read() != made.getvalue():
            sys.exit("%s is not what %s writes" % (path, sys.argv[0]))


if sys.argv[1:2] == ["--check"]: check()
else: main()
