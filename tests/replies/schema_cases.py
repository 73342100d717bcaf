"""Generated response_schemas and replies: every key of the format, nested, with replies that fit and that do not.

    cases(count, seed, mapping)  yields {"response_schema", "text"}
    query_rows(count, seed)      the same for transforms alone, {"response_schema", "text"}
"""
import json
import random

import response_tables

JSONS = ['{"a": 1}', '{"a": "1", "b": {"c": true}}', '[1, 2.5, null]', '[{"name": "f", "parameters": {"x": "1"}}, {"name": "g"}]', "text", "", "NaN",
         '{"name": "f", "arguments": {"x": 3}}', '"s"', "1", "true", '{"a": [1, [2, [3]], {"b": 0}], "n": null}']
GEMMA = ['{a:<|"|>x"y<|"|>,n:1}', '{x:[<|"|>a<|"|>,2]}', "{b:true}", "{c d:1}"]
TEXTS = ["hello", "1", " 42 ", "true", "0", "FALSE", "3.5", "1e3", "nan", "x=1;y=2", "<a>1</a><a>two</a>", "caf\u00e9 \u4f60", "", "a\nb", "k: v\nk2: v2"]
# (expression, texts that it matches)
ONE = [(r"<a>(.*?)</a>", ["<a>x</a>", "<a></a>", "<a>{\"a\": 1}</a>", "<a>12</a>"]), (r"^\s*(\S+)", ["  w x", "1 2"]), (r"think>(.*)</think", ["<think>r</think>"]),
       (r"(\d+)$", ["a 12", "7\n"]), (r"name=(?P<name>\w+)(?:,n=(?P<n>\d+))?", ["name=f,n=12", "name=g"]), (r"(?P<content>.+?)(?:<end>|$)", ["c<end>d", "c"]),
       (r"(?s)\[(.*)\]", ["[1, 2]", "[\n]"]), (r"([A-Z]+)|x(y)", ["AB"]), (r"(x)?z", ["z", "xz"]), (r"(?<=#)(\w+)", ["#tag"]),
       (r"(?P<tag>\w)(?P=tag)", ["aa"])]
MANY = [(r"<a>(.*?)</a>", "<a>1</a><a>two</a>"), (r"(\w+)", "a b c"), (r"(?P<key>\w+)=(?P<value>[^;]*)", "x=1;y=2"), (r"(x*)", "xxa"), (r"(?P<k>[a-z])(?P<d>\d)?", "a1b"),
        (r"\{.*?\}", "{1}"), (r"(?m)^(.*?)$", "l1\nl2\n")]
PAIRS = [(r"(?P<key>\w+)=(?P<value>[^;]*)", "x=1;y=2;x=3"), (r"<p=(?P<key>\w+)>(?P<value>.*?)</p>", "<p=a>1</p><p=b>t</p>"), (r"(?P<key>\w)(?P<value>\d)?", "a1b"),
         (r"(\w)=(\d)", "a=1")]
SUBS = [["a", "b"], [r"\s+", " "], [r"(\w+)@(\w+)", r"\2 at \1"], [r"(?P<x>\d)", r"<\g<x>>"], [r"x*", "-"], [r"<.*?>", ""], [r"(a)|(b)", r"[\1\2]"], [r"\n", r"\\n\t"],
        [r"(.)", r"\g<1>\g<0>"], ["b", r"\101"], [r"(?i)K", r"\n"]]
BAD_SUBS = [["z", r"\q"], ["z", r"\9"], ["z", r"\g<n>"], ["z", "\\"], ["z", r"\g<"]]
PATHS = ["a", "a.b", "@", "[*].name", "[].name", "[*].{n: name, p: parameters}", "{type: 'function', function: @}", "a || b", "a && b", "[0]", "[-1].name", "[1:]", "[::-1]",
         "*", "*.c", "[?name=='f'].parameters", "[?a > `1`]", "a[1][1]", "a[][]", "[name, arguments]", "\"a\"", "!a", "a == `1`", "n", "`[1, 2]`", "a[?b]", "b.{x: c} | x",
         "[*].{type: 'function', function: {name: name, arguments: parameters}}", "name | @", "arguments.x", "'raw'", "a[0:2]", "(a || b).c", "[*].*", "a.*"]


def scalar(r):
    return {"type": r.choice(["string", "string", "integer", "number", "boolean"])} if r.random() < 0.8 else r.choice([{}, {"type": "any"}])


def node(r, depth, mapping):
    """(schema, a text for it)"""
    kind = r.random() * (0.6 if mapping else 1)
    made, text = {}, r.choice(TEXTS)
    if depth >= 3 or kind < 0.3:
        made = scalar(r)
        text = r.choice({"integer": ["1", " 42 ", "7", "-3", "x"], "number": ["3.5", "1e3", "nan", "-1"], "boolean": ["true", "0", "FALSE", "1", "no"]}.get(made.get("type"), TEXTS))
    elif kind < 0.45:
        made = {"type": "object", "properties": {}}
        parts = []
        for name in r.sample(["role", "content", "thinking", "tool_calls", "n"], r.randint(1, 4)):
            child, part = node(r, depth + 1, mapping)
            if "x-regex" not in child and r.random() < 0.8:
                child["x-regex"] = "<%s>(.*?)</%s>" % (name, name)
                part = "<%s>%s</%s>" % (name, part, name)
            made["properties"][name] = child
            parts.append(part)
        text = r.choice(["", " ", "\n"]).join(parts)
    elif kind <= 0.6:
        expression, text = r.choice([m for m in MANY if not mapping or "?P<" not in m[0]])
        made = {"type": "array", "x-regex-iterator": expression, "items": node(r, depth + 1, mapping)[0] if r.random() < 0.6 else r.choice([{}, {"type": "string"}])}
    elif kind < 0.72:
        expression, text = r.choice(PAIRS)
        made = {"type": "object", "x-regex-key-value": expression}
        if r.random() < 0.5:
            made["properties"] = {k: r.choice([{"type": "integer"}, {"type": "string"}, {"const": 7}, {"default": "d"}]) for k in r.sample("xyab", 2)}
        if r.random() < 0.5:
            made["additionalProperties"] = r.choice([False, True, {}, {"type": "string"}, {"type": "integer"}, {"x-regex": "(.)"}])
    elif kind < 0.9:
        gemma = r.random() < 0.2
        text = r.choice(GEMMA if gemma else JSONS)
        made = {"x-parser": "gemma4-tool-call" if gemma else "json"}
        made.update(r.choice([{}, {}, {"type": "object"}, {"type": "array", "items": {}}, {"type": "any"}, {"type": "object", "properties": {"a": {"type": "integer"}, "z": {
            "default": [1]}}, "additionalProperties": r.choice([True, False])}, {"type": "array", "prefixItems": [{}, {}, {}]}, {"type": "string"}]))
        args = {}
        if r.random() < 0.5:
            args["transform"] = r.choice(PATHS)
        if r.random() < 0.5:
            args["allow_non_json"] = r.random() < 0.8
        if args or r.random() < 0.1:
            made["x-parser-args"] = args
    else:
        made = {"type": "array", "prefixItems": [scalar(r)]}
    if r.random() < 0.3 and "x-regex" not in made:
        made["x-regex"], texts = r.choice([o for o in ONE if not mapping or "?P<" not in o[0]])
        if r.random() < 0.7:
            text = r.choice(texts)
        if "<a>" in made["x-regex"]:
            text = "<a>" + text + "</a>"
    if r.random() < 0.12:
        made["x-regex-substitutions"] = r.sample(SUBS if r.random() < 0.9 else BAD_SUBS, r.randint(1, 2))
    if mapping and r.random() < 0.4:
        made["x-mapping"] = {t: r.choice(["mapped", "1", "true"]) for t in r.sample(TEXTS, 3)}
    if mapping and r.random() < 0.3:
        made["x-mapping-regex"] = dict(r.sample(SUBS, r.randint(1, 2)))
    if mapping:  # what 5.0.0 and 5.14.1 read differently stays out
        made.pop("x-regex-substitutions", None)
        if made.get("type") == "any":
            del made["type"]
    if r.random() < 0.05:
        made["const"] = r.choice(["assistant", None, [1], {"k": 1}])
    if r.random() < 0.06 and not mapping:
        made["required"] = r.sample(["role", "content", "a", "x"], 1)
    return made, text


def cases(count, seed, mapping=False):
    r = random.Random(seed)
    for _ in range(count):
        schema, text = node(r, 0 if r.random() < 0.9 else 2, mapping)
        if r.random() < 0.8 and "properties" not in schema:
            schema = {"type": "object", "properties": {"role": {"const": "assistant"}, "content": schema}}
        if r.random() < 0.2:
            text = r.choice(TEXTS) + text + r.choice(TEXTS)
        yield {"response_schema": schema, "text": text}


# Transforms: each with each of these values.
VALUES = [{"a": [1, [2, [3, []]], {"b": 0, "c": "x"}], "n": None, "s": "caf\u00e9", "e": "", "l": [], "d": {}, "f": False, "t": True, "x-y": 1.5,
           "m": [{"k": "p", "v": 1, "w": [1, 2]}, {"k": "q", "v": 2.5}, {"v": None}, 3, "z"]},
          [3, 1, 2.0, "b", "a", None, [4, [5]], {"k": 1}, True, [], {}],
          "text"]
TOKENS = ["a", "m", "n", "s", "k", "v", "w", "x", "\"x-y\"", "\"a\"", "\"\\u0061\"", "@", "*", ".", ".", ".", "[*]", "[]", "[0]", "[-1]", "[1:]", "[:-1]", "[::2]", "[::-1]",
          "[5:1:-2]", "[-20:20]", "[::0]", "[?", "[?k=='p']", "[?v > `1`]", "[?@]", "[", "]", "]", "{x: ", "{x: k, \"y z\": v}", "[k, v]", "}", "(", ")", " | ", " || ", " && ", "!",
          " == ", " != ", " < ", " <= ", " > ", " >= ", "`1`", "`\"p\"`", "`[1, {\"a\": null}]`", "`null`", "'x'", "'it\\'s'", "`\\``", ",", ":", "7", "-1", " ", "\n", "$", "\"", "`", "'",
          "f(@)", "_0", "e", "l", "d", "f", "t", "99999999999999999999", "[a", "-"]
QUERIES = PATHS + [
    "a", "a[0]", "a[-1].b", "a[9]", "a[-9]", "a[1:3]", "a[:2]", "a[-2:]", "a[::2]", "a[::-1]", "a[3:0:-1]", "a[2:9:-1]", "a[-100:100]", "a[::0]", "a[0:3:1].b", "a[]", "a[][]", "a[1][]", "m[]",
    "m[].k", "m[*].w[]", "m[*].w[*]", "m[?v]", "m[?v].k", "m[?!v].k", "m[?k=='p'].v | [0]", "m[?k=='p' || v > `2`].k", "m[?v >= `1` && v < `2`]", "m[?v <= `1`]", "m[?k != 'p'].k",
    "m[?w][0].w", "m[?w[0] == `1`]", "m[?k < v]", "[?@ > `1`]", "[?@ < `2`]", "[?@ == `2`]", "[?@ >= 'a']", "[?@ == 'a']", "[?@ != `null`]", "[*]", "[]", "[0]", "[-1]", "[2:5]", "[::-1]",
    "[5:1:-2]", "[::-3]", "[-3::-1]", "*", "d.*", "m[0].*", "*.a", "*[0]", "m[*].*", "e || s", "l || d || n || f || t", "s && e", "a && n", "!a", "!e", "!l", "!d", "!n", "!f", "!t", "!@",
    "a[?@ == `[2, [3, []]]`]", "a == `1`", "s == 'caf\u00e9'", "t == `true`", "f == `0`", "n == `null`", "\"x-y\" == `1.5`", "\"x-y\" > `1`", "\"x-y\" > t", "s > e", "s >= 'b'", "s <= 'b'",
    "[a, n]", "[s, [a[0], 'q'], {y: n}]", "{p: a[0], q: {r: s}, \"t u\": @}", "{p: m[*].k}", "m[*].[k, v]", "m[*].{k: k, first: w[0]}", "m[*].k | [0]", "m[*].k | [1:]", "a | [0] | @",
    "(a)", "(a | [0])", "(s || a)[0]", "!(s && e)", "m[?(k == 'p')].v", "`{\"q\": [1]}`.q", "`[1, 2, 3]`[1:]", "'raw'", "'it\\'s'", "`\"s\"`", "`\\`x`", "@.a", "@[0]", "@.*", "a.b", "n.x", "s.x",
    "s[0]", "n[]", "n[*]", "e[?a]", "s.*", "m[].w[]", "a[*][0]", "m.k", "a[0].b.c", "\"x-y\"", "\"a\"[0]", "\"\\u0061\"", "\"\"", "nope", "_", "A1", "a\t|\n[0]", "", " ", ".", "a.", ".a",
    "a..b", "[", "[0", "[0:", "[a", "[?a", "{", "{a", "{a:", "{a: b", "{a: b,", "{a: b, }", "{'a': b}", "{a b}", "[a,", "[a, ]", "(", "(a", "(a,", "a)", "a]", "a}", "a b", "a 'b'", "a.0", "a.[b", "a.{c: d",
    "a.(b)", "a.'b'", "a[b]", "a['b']", "a[*", "a[*b]", "a[-]", "a[1 2]", "a[1:2:3:4]", "a[::1:]", "a[?]", "a[?b", "|", "a |", "| a", "a ||", "a &&", "a &", "a ==", "== a", "a = b", "a === b",
    "!", "! !a", "a!", "*a", "**", "a*", "a.*.", "f(@)", "a#", "`", "`1", "`{`", "'", "\"", "\"a", "\"\\x\"", "\u00e9", "a.\u00e9", "-", "-1", "7", "a:b", ",", "a,b",
    "m[0].\"k\"", "a.[#", "a.{#", "a.#", "a[#", "[a, #", "{a: b, #", "[:#]", "[0]#", "m[?w][]", "m[?w][].v", "[a, *]", "a\0b", "a \0", "'a\\\\'", "'\\\\'", "\"a\\\\\"", "a" * 130 + "#", "[*].[k, v][]", "m[?k]#", "m[?k == 'p']#",
    "a[99999999999999999999]", "(" * 30 + "a" + ")" * 30, "a" + "[0]" * 30, "!" * 30 + "a", ".".join("a" * 30), "`a b`", "` a\\nb`", "`a\"b`", "`\"a`", "`a\\`", "`  `", "``"]


def queries(count, seed):
    """Transforms: those above, and strings of tokens, most of which are no transform."""
    r = random.Random(seed)
    yield from QUERIES
    for _ in range(count):
        yield "".join(r.choice(TOKENS) for _ in range(r.randint(1, 6)))


def query_row(transform, value):
    schema = {"type": "object", "properties": {"content": {"x-parser": "json", "x-parser-args": {"transform": transform, "allow_non_json": True}}}}
    return {"response_schema": schema, "text": value if isinstance(value, str) else json.dumps(value)}


def query_rows(count, seed):
    for transform in queries(count, seed):
        for value in VALUES:
            yield query_row(transform, value)


# ---- Every key with every kind of value ----

ANY = [None, True, False, 0, 1, 1.5, "", "x", "<a>(.*?)</a>", [], ["x"], [["a", "b"]], {}, {"x": "y"}, {"type": "integer"}, {"x": {"type": "string"}, "z": {"type": "string", "default": "d"}}]
CONTENTS = ["<a>1</a><a>two</a>", "x=1;y=2", "{\"x\": [1, \"2\"], \"y\": {\"z\": null}}", ""]
KEYS = ["type", "properties", "additionalProperties", "items", "prefixItems", "required", "const", "default", "x-regex", "x-regex-iterator", "x-regex-key-value", "x-regex-substitutions", "x-parser",
        "x-parser-args"]
SCALARS = ["1", " 2 ", "-0", "1_000", "1.0", "1.5", "1e3", "nan", "inf", "x", "", "true", "TRUE", "False", "0", "yes", "null", "9" * 30, "\u0661"]
REPLACEMENTS = ["", "x", "\\\\", "\\n\\r\\t\\a\\b\\f\\v", "\\0", "\\00", "\\000", "\\07", "\\08", "\\1", "\\2", "\\3", "\\10", "\\12", "\\100", "\\101", "\\177", "\\200", "\\377", "\\400", "\\777", "\\18", "\\1x",
                "\\g<0>", "\\g<1>", "\\g<2>", "\\g<3>", "\\g<01>", "\\g<n>", "\\g<m>", "\\g<>", "\\g<", "\\g", "\\g<n", "\\g<1a>", "\\g<99999999999>", "\\g<n>\\g<1>", "\\q", "\\Z", "\\.", "\\-", "\\ ", "\\\u00e9",
                "a\\", "\u4f60\\g<n>\U0001f600", "<>", "\\x41", "\\u0041", "\\N", "\\e"]

MORE_REPLACEMENTS = ["\\gx", "\\g<ab>", "\\g<!>", "\\g<-1>", "\\g<1!>", "\\81", "\\118", "\\11-", "\\11x", "\\1-", "\\_", "\\|", "\\~", "\\[", "\\9", "\\08", "\\0-", "\\79", "\\377\\376"]
# Look-behinds whose branches have different lengths, which re refuses and regex reads; and of one length.
BEHIND_EXPRESSIONS = ["(?<=ab|c)d", "(?<!ab|c)d", "(?<=ab|cd)a", "(?<!ab|cd)a", "(?<=(?:ab|c)d)e", "(?<=^|ab)c"]
# What only re reads as it stands.
OWN_EXPRESSIONS = ["a{d}", "a{s}", "a{e}", "a{i<=1}", "(?P<n>a)(?P<n>b)", "(?P<n>a)(?P<m>b)(?P=n)?", "[\\400]", "\\400", "[a-\\d]", "[\\d-a]", "\\g", "\\G", "\\K", "\\h", "\\m", "(*FAIL)", "\\pL", "a(?i)b"]


def nodes(key, value):
    """A schema that holds a node which is none: refused when it is read, by Python only where it gets to it."""
    inner = [value] if key == "items" else value.values() if key == "properties" else value if key == "prefixItems" and isinstance(value, (dict, list)) else []
    return all(isinstance(node, dict) for node in inner)


def tables():
    kinds = {"x-parser-args": dict, "properties": dict, "required": list, "x-regex-substitutions": list}  # of these Python takes more than a schema means
    for key in KEYS:
        for value in ANY:
            if not isinstance(value, kinds.get(key, object)) or not nodes(key, value):
                continue
            for base in ({}, {"type": "object"}, {"type": "array"}, {"x-parser": "json"}, {"x-parser": "json", "type": "object"}, {"x-parser": "json", "type": "array", "items": {}}):
                for text in CONTENTS[:1] if base else CONTENTS:
                    yield {"response_schema": dict(base, **{key: value}), "text": CONTENTS[2] if "x-parser" in base else text}
    for value in ANY:
        yield {"response_schema": value, "text": "x"}
        for args in ({"transform": value}, {"allow_non_json": value}, {"nope": value}):
            for text in CONTENTS[2:]:
                yield {"response_schema": {"x-parser": "json", "x-parser-args": args}, "text": text}
        for name in ("json", "gemma4-tool-call", "nope"):
            yield {"response_schema": {"x-parser": name, "properties": {"x": value}, "type": "object"}, "text": "{\"x\": [1]}"}
    for kind in ("string", "integer", "number", "boolean", "null", "object", "array", "any", "nope", ["string"], None, 5):
        for text in SCALARS:
            yield {"response_schema": {"type": kind}, "text": text}
        for text in ("1", "1.5", "true", "null", "\"1\"", "[1]", "{\"a\": 1}", "9" * 30, "\"x\""):  # what JSON gives instead of text
            yield {"response_schema": {"type": kind, "x-parser": "json"}, "text": text}
            yield {"response_schema": {"type": kind, "x-parser": "json", "items": {"type": "string"}, "properties": {"a": {"type": "number"}}}, "text": text}
    for replacement in REPLACEMENTS:
        for pattern in ("(?P<n>b)(c)?", "b"):
            yield {"response_schema": {"x-regex-substitutions": [[pattern, replacement]]}, "text": "abcabd"}
    for pattern in ("(a)", "(?P<n>a)", "a", "(a)(b)", "(?P<n>a)(b)", "(a)|(?P<n>b)", "(x)?", "(?P<n>x)?", "", "()", "(?=(a))", "(?i)(A)", "$", "^", "(a", "(?P<key>a)(?P<value>b)?", "(?P<value>b)?(?P<key>a)"):
        for text in ("ab", "aab b", "", "b"):
            for key in ("x-regex", "x-regex-iterator", "x-regex-key-value"):
                for kind in ({}, {"type": "array", "items": {"type": "string"}}, {"type": "object", "properties": {"n": {}, "a": {"type": "string"}}}, {"type": "object", "additionalProperties": False}):
                    yield {"response_schema": dict(kind, **{key: pattern}), "text": text}
    for prefix in ([], [{}], [{"type": "integer"}, {"type": "string"}], [{}, {}, {}], "x"):
        for text in ("[]", "[1]", "[1, \"2\"]", "[1, 2, 3, 4]", "{}"):
            for more in ({}, {"items": {"type": "integer"}}):
                yield {"response_schema": dict(more, **{"x-parser": "json", "type": "array", "prefixItems": prefix}), "text": text}
    nested = {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "array", "items": {"type": "object", "properties": {"c": {"default": 1}}, "required": ["c"]}}}}},
              "required": ["a"], "additionalProperties": {"type": "integer"}}
    for text in ("{}", "{\"a\": {}}", "{\"a\": {\"b\": []}}", "{\"a\": {\"b\": [{}, {\"c\": 2}]}}", "{\"a\": {\"b\": [1]}}", "{\"a\": 1}", "{\"a\": {}, \"x\": 2}", "{\"a\": {}, \"x\": \"y\"}", "[]"):
        yield {"response_schema": dict(nested, **{"x-parser": "json"}), "text": text}
    for replacement in MORE_REPLACEMENTS:
        for pattern in ("(?P<n>b)(c)?", "b"):
            yield {"response_schema": {"x-regex-substitutions": [[pattern, replacement]]}, "text": "abcabd"}
    for pattern in response_tables.EXPRESSIONS + response_tables.MORE_EXPRESSIONS:
        if pattern not in BEHIND_EXPRESSIONS:
            yield {"response_schema": {"x-regex-substitutions": [[pattern, "<\\g<0>>"]]}, "text": "~".join(response_tables.TEXTS)}
    for pair in ([None, "b"], ["a", None], [5, "b"], ["a", 5], ["a"], [], None, ["a", "b", "c"]):
        for text in ("a", "x"):
            yield {"response_schema": {"x-regex-substitutions": [pair]}, "text": text}
    for pattern in OWN_EXPRESSIONS + BEHIND_EXPRESSIONS:
        yield {"response_schema": {"x-regex-substitutions": [[pattern, "<\\g<0>>"]]}, "text": "~".join(response_tables.TEXTS)}
