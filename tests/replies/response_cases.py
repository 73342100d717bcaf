"""Generated response_templates and replies: every feature of the format, with replies that fit it, that are cut, and that
are damaged.

    cases(count, seed)  yields {"response_template", "prompt", "text", "tools"?}
"""
import random

WORDS = ["hello", "x", "caf\u00e9", "a < b", "\u4f60\u597d", "{}", "\n", "  ", "</", "<", "tool", "name: 1", "\U0001f600", "1", "true", "\"q\"",
         "end", "\t", "=", "a\nb", "[1]", "|>", "\u00a0", "null"]

# (key, value, texts that match it, names of its groups)
OPENS = [
    ("open", "<think>", ["<think>"], []),
    ("open", "<tool_call>", ["<tool_call>"], []),
    ("open", ["<a>", "<ab>", "<"], ["<a>", "<ab>", "<"], []),
    ("open", ["[T", "[TOOL]", "[T"], ["[T", "[TOOL]"], []),
    ("open", "\u25c1think\u25b7", ["\u25c1think\u25b7"], []),
    ("open", ["\n\n", "\n\n\n"], ["\n\n", "\n\n\n"], []),
    ("open", "ab", ["ab"], []),
    ("open", ["aab", "ab", "b"], ["aab", "ab", "b"], []),
    ("open_pattern", r"<call:(?P<name>\w+)>", ["<call:f>", "<call:caf\u00e9_1>", "<call:\u540d>"], ["name"]),
    ("open_pattern", r"<\|tool\|>\s*(?P<name>[a-z_]+)(?:#(?P<id>\d+))?\n", ["<|tool|>get\n", "<|tool|>  f#12\n", "<|tool|>f\n"],
     ["name", "id"]),
    ("open_pattern", r"\s*<start>\s*", [" <start>\n", "<start>", "\n\n<start>  "], []),
    ("open_pattern", r"(?=\{)", [""], []),
    ("open_pattern", r"to=(?P<name>[^ <]+) ?<m>", ["to=f<m>", "to=a.b <m>"], ["name"]),
    ("open_pattern", r"(?i)begin:", ["begin:", "BEGIN:", "Begin:"], []),
    ("open_pattern", r"(?<=\n)#(?P<name>.*?)\n", ["\n#t\n", "\n#\n"], ["name"]),
    ("open_pattern", r"(?<!x)@{2,3}", ["@@", "@@@", " @@"], []),
    ("open_pattern", r"(?P<q>['\"])(?P<name>\w+)(?P=q):", ["'a':", "\"b\":"], ["q", "name"]),
    ("open_pattern", r"CALL|CALLS|(?:RUN)+", ["CALL", "CALLS", "RUNRUN"], []),
    ("open_pattern", r"[^\W\d_]{3}\d+;", ["abc12;", "\u00e9\u00e9\u00e91;"], []),
    ("open_pattern", r"<x(?: (?P<k>\w+)=(?P<v>[^>]*))*>", ["<x>", "<x a=1>", "<x a=1 b=2>"], ["k", "v"]),
    ("open_pattern", r"\bgo\b(?!!)", ["go ", " go", "go!"], []),
    ("open_pattern", r"<f n=(?P<name>[^<>]*+)>", ["<f n=a>", "<f n=>"], ["name"]),
    ("open_pattern", r"\x3cz\u003e|\N{BULLET}", ["<z>", "\u2022"], []),
]
CLOSES = [
    ("close", "</think>", ["</think>"], []),
    ("close", "</tool_call>", ["</tool_call>"], []),
    ("close", "<|end|>", ["<|end|>"], []),
    ("close", ["</a>", "</a>\n", "</"], ["</a>", "</a>\n", "</"], []),
    ("close", ["<|im_end|>", "<|eot|>"], ["<|im_end|>", "<|eot|>"], []),
    ("close", "\n", ["\n"], []),
    ("close", ["bba", "ba"], ["bba", "ba"], []),
    ("close_pattern", r"\s*</c>\s*", ["</c>", " </c> ", "\n</c>\n"], []),
    ("close_pattern", r"<end/>|$", ["<end/>"], []),
    ("close_pattern", r"(?=<call:|<\|tool\|>|<think>)", [""], []),
    ("close_pattern", r"\Z", [""], []),
    ("close_pattern", r"</(?P<tag>\w+)>", ["</z>", "</\u00e9>"], ["tag"]),
    ("close_pattern", r"\}(?=\s*(?:,|<))", ["}"], []),
    ("close_pattern", r"(?m)^--$", ["\n--\n", "\n--"], []),
    ("close_pattern", r"END(?:\.|!)?", ["END", "END.", "END!"], []),
    ("close_pattern", r"\d{2,};|;{2,}", ["12;", ";;", ";;;"], []),
    (None, None, [""], []),
    (None, None, [""], []),
]
ANCHORS = [
    ("start_anchor", "<|im_start|>assistant\n"), ("start_anchor", ["[/INST]", "<a>:"]), ("start_anchor_pattern", r"assistant\s*:"),
    ("start_anchor_pattern", r"\n*A>|$"), ("start_anchor_pattern", r"<\|turn\|>(?:model)?"),
]
PROMPTS = ["", "", "<|im_start|>user\nhi<|im_start|>assistant\n", "[INST] x [/INST] y [/INST]", "assistant: a\nassistant :", "no anchor here ",
           "\n\nA>b\nA>", "<|turn|>user x<|turn|>model"]
NUMBERS = ["1", " 42 ", "-7", "1_000", "3.5", "1e3", "x", "", "0x10", "\u0661\u0662", "nan", "inf", "-0.0", "12345678901234567890123"]
JSONS = ['{"a": 1}', '{"a": [1, 2.50, true, null], "b": {"c": "x\\n\\u00e9"}}', "[]", "{}", '[{"name": "f", "arguments": {"x": "1"}}, {"name": "g", '
         '"arguments": {}}]', '"s"', "1e5", "NaN", "{'a': 1}", '{"a": 1,}', "", "text", '{"a": 1, "a": 2}', " [1] ", '{"name": "f", "arguments": '
         '{"x": "3", "flag": "true", "l": "[1]", "o": "null", "u": ["1", "2"]}}']
QUIRKS = ["{a:1,b:<|s|>x\"y<|s|>}", "{city:<|s|>Z\u00fcrich, \"A\"<|s|>,n:2}", "{<|s|>k<|s|>:<|s|>v<|s|>}", "{a:[1,{b:`x`}]}", "{a b:1}", "<|s|>open",
          "{\u00e9_1:true}", "{a:\x01}", "{\"a\":`1`,b:<|s|>`<|s|>}", "{a: 1, b:2}", "x:1"]
XMLS = ["<p=a>1</p><p=b>two</p>", "<p=a>\n1\n</p>\n<p=a>2</p><p=a>3</p>", "none", "<p=x>{\"k\": 1}</p>", "<p=>e</p>", "<p=a><p=b>x</p></p>"]
KVS = ["a: 1\nb: two\n\nc:d:e", "  k :  v  \nno separator", "", "a=1;b=2;=3", "x:{\"y\": 1}", "a:1\na:2"]
TOOLS = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {
    "x": {"type": "integer"}, "flag": {"type": "boolean"}, "l": {"type": "array"}, "o": {"anyOf": [{"type": "number"}, {"type": "string"}],
                                                                                       "nullable": True},
    "u": {"type": ["number", "null"]}, "a": {"type": "number"}, "s": {"type": "string"}, "k": {"type": "object"}}}}},
    {"name": "get", "parameters": {"properties": {"a": {"type": "integer"}, "b": {"type": "boolean"}}}}, {"type": "function"}]


GOOD = {"int": ["1", " 42 ", "-7", "1_000", "\u0661\u0662", "12345678901234567890123"], "bool": NUMBERS + ["true", "True ", "FALSE"],
        "float": ["1", "3.5", "1e3", "nan", "inf", "-0.0", " 2 "]}


def parser(r, tame, depth=0):
    """(content, content_args or None, how to write a text for it)"""
    kind = r.choice(["text", "text", "int", "float", "bool", "json", "json", "json", "xml-inline", "kv-lines"])
    if depth and tame:
        kind = r.choice(["text", "bool", "json", "kv-lines"])
    args = {}
    if r.random() < 0.3 and kind in ("text", "int", "float", "bool", "kv-lines"):
        args["strip"] = r.random() < 0.5
    value_parser = None
    if kind in ("xml-inline", "kv-lines") and r.random() < 0.6 and depth < 2:
        inner, inner_args, _ = parser(r, tame, depth + 1)
        value_parser = {"name": inner}
        if inner_args is not None:
            value_parser["args"] = inner_args
        if inner == "json" and r.random() < 0.7:
            value_parser.setdefault("args", {})["allow_non_json"] = True
        args["value_parser"] = value_parser
    if kind == "json":
        if tame or r.random() < 0.5:
            args["allow_non_json"] = tame or r.random() < 0.8
        if r.random() < 0.4:
            args["unquoted_keys"] = True
        if r.random() < 0.4:
            args["string_delims"] = r.choice([[["<|s|>", "<|s|>"]], [["<|s|>", "<|s|>"], ["`", "`"]], [["`", "`"]]])
        texts = QUIRKS if args.get("unquoted_keys") or args.get("string_delims") else JSONS
    elif kind == "xml-inline":
        if tame or r.random() < 0.9:
            args["tag_pattern"] = r.choice([r"<p=(?P<key>\w*)>\n?(?P<value>.*?)\n?</p>", r"<p=(?P<key>[^>]*)>(?P<value>[^<]*)", r"(?P<key>\w)",
                                            r"<p=(?P<key>.)(?P<value>>.)?"])
        if r.random() < 0.5:
            args["merge_duplicates"] = True
        texts = XMLS
    elif kind == "kv-lines":
        if r.random() < 0.4:
            args["kv_sep"] = r.choice(["=", ": ", ":"])
        if r.random() < 0.3:
            args["line_sep"] = r.choice([";", "\n\n"])
        texts = KVS
    elif kind in ("int", "float", "bool"):
        texts = GOOD[kind] if tame else NUMBERS + ["true", "True ", "FALSE"]
    else:
        texts = WORDS
    return kind, args if args or r.random() < 0.1 else None, texts


def transform(r, names, each, tame):
    holes = ["{content}"] if not each else ["{name}", "{arguments}", "{arguments.x}"]
    holes += ["{%s}" % n for n in names] + ["literal", "", 1, None, True]
    if not tame and r.random() < 0.3:
        holes += ["{missing}", "{content.a}"]
    if not tame and r.random() < 0.1:
        holes += ["mixed {content}"]
    shape = r.random()
    if shape < 0.5:
        name = "{name}" if "name" in names or each else "f"
        arguments = "{arguments}" if each else "{content}"
        made = {"type": "function", "function": {"name": name, "arguments": arguments}}
        if r.random() < 0.3:
            made["extra"] = r.choice(holes)
        return made
    if shape < 0.7:
        return r.choice(holes)
    return {"v": [r.choice(holes), {"w": r.choice(holes)}], "n": r.choice(holes)}


def field(r, implicit, tame):
    made, texts = {}, {}
    names = []
    for side, table in (("open", OPENS), ("close", CLOSES)):
        if side == "open" and implicit:
            texts[side] = [""]
            continue
        key, value, samples, groups = r.choice(table)
        if key:
            made[key] = value
        texts[side] = samples
        names += groups if side == "open" else []
        made_groups = bool(groups)
        if made_groups and "transform" not in made and (tame or r.random() < 0.9):
            made["transform"] = None
    kind, args, inside = parser(r, tame)
    if implicit and tame:
        kind, args, inside = "text", r.choice([None, {"strip": False}]), WORDS
    if kind != "text" or r.random() < 0.3:
        made["content"] = kind
    if args is not None:
        made["content_args"] = args
    texts["inside"] = inside
    each = kind == "json" and r.random() < (0.05 if tame else 0.15)
    if "transform" in made or r.random() < 0.35:
        made["transform"] = transform(r, names, each, tame)
        if each:
            made["transform_each"] = True
    if r.random() < 0.4:
        made["repeats"] = True
        if r.random() < 0.3 and (not tame or (kind == "text" and "transform" not in made)):
            made["join"] = r.choice(["", "\n", ", "])
    if not tame and r.random() < 0.2:
        made["optional"] = r.random() < 0.5
    return made, texts


def reply(r, fields, tame):
    parts = []
    for _ in range(r.randint(0, 6)):
        texts = r.choice(fields)
        parts.append("".join(r.choice(WORDS) + r.choice(["", " "]) for _ in range(r.randint(0, 3))))
        parts.append(r.choice(texts["open"]))
        parts.append(r.choice(texts["inside"]) if r.random() < (0.97 if tame else 0.85) else " ".join(r.choice(WORDS) for _ in range(3)))
        if r.random() < 0.9:
            parts.append(r.choice(texts["close"]))
    parts.append("".join(r.choice(WORDS) for _ in range(r.randint(0, 3))))
    text = "".join(parts)
    if text and r.random() < 0.15:  # the model was stopped
        text = text[:r.randint(0, len(text))]
    if text and r.random() < 0.1:
        at = r.randrange(len(text))
        text = text[:at] + r.choice(WORDS) + text[at + 1:]
    return text


def case(r):
    count, tame = r.randint(1, 5), r.random() < 0.85
    implicit = r.randrange(count) if r.random() < 0.7 else -1
    names = r.sample(["content", "thinking", "tool_calls", "role", "b", "a", "zeta", "\u00e9"], count)
    fields, texts = {}, []
    for i, name in enumerate(names):
        fields[name], t = field(r, i == implicit, tame)
        texts.append(t)
    key, value = r.choice(ANCHORS)
    template = {"fields": fields, key: value}
    if r.random() < 0.3:
        template["version"] = 1
    if r.random() < 0.4:
        template["defaults"] = r.choice([{"role": "assistant"}, {"content": ""}, {"tool_calls": []}, {"a": None, "k": {}}, {"b": ["x"]}])
    made = {"response_template": template, "prompt": r.choice(PROMPTS), "text": reply(r, texts, tame)}
    if r.random() < 0.3:
        made["prompt"] += reply(r, texts, tame)
    if r.random() < 0.4:
        made["tools"] = TOOLS
    return made


def cases(count, seed):
    r = random.Random(seed)
    for _ in range(count):
        yield case(r)


def chunkings(text, seed, count=3):
    """The text whole, by characters, and at random cuts."""
    r = random.Random(seed)
    yield [text]
    yield list(text) or [""]
    for _ in range(count):
        cuts = sorted(r.sample(range(1, len(text)), min(len(text) - 1, r.randint(1, 8)))) if len(text) > 1 else []
        yield [text[a:b] for a, b in zip([0] + cuts, cuts + [len(text)])]
