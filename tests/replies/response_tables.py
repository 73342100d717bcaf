"""Tables of response_templates: each key with each kind of value, each content parser with what it reads and what it does not, each
type of a tool's parameter with each text, each transform with each content.

    tables()  yields cases as response_cases.py does
"""
import json

ANY = [None, True, 1, 1.0, 2, "", "x", [], ["x"], [""], [1], ["x", None], {}, {"x": 1}]
RAWS = ["1", " 2 ", "-0", "+3", "1_000", "1.0", "1.50", "1e3", "1e400", "nan", "-inf", "0x10", "9" * 30, "1e25", "true", "False", " TRUE ", "0", "yes", "null", "None", "none", "",
        "x", "{}", "{\"a\": [1]}", "[]", "[1, \"2\"]", "[1", "\"q\"", "\u0661", "\u0130", "1.5.2", ["1", "2.5", "true", "null", "x", 7, ["3"], {"a": "4"}], [], 5, 1.5, None, True, {"k": "1"}]
TYPES = [{"type": t} for t in ("string", "integer", "number", "boolean", "null", "object", "array", "any", "", 5, None, ["integer", "null"], ["string", "integer"],
                               ["integer", "string"], ["boolean", "number", "boolean"], ["array", "number"], ["object", "array"], [], [5, None], ["null"], ["x", "integer"])]
TYPES += [{}, None, "integer", [], {"type": "integer", "nullable": True}, {"type": "null", "nullable": True}, {"nullable": True}, {"nullable": False}, {"nullable": 1},
          {"anyOf": [{"type": "integer"}, {"type": "boolean"}]}, {"oneOf": [{"type": "null"}, {"type": ["number", "array"]}]}, {"anyOf": []},
          {"anyOf": [{"oneOf": [{"anyOf": [{"type": "integer"}]}]}, 5, None]}, {"type": "string", "anyOf": [{"type": "integer"}], "oneOf": [{"type": "boolean"}]},
          {"allOf": [{"type": "integer"}]}, {"enum": [1, 2]}]
CALL = {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}}


def case(fields, text, prompt="", tools=None, **more):
    made = {"response_template": {"start_anchor": "<a>", "fields": fields, **more}, "prompt": prompt, "text": text}
    if tools is not None:
        made["tools"] = tools
    return made


def called(tools, arguments, transform=CALL, name="f"):
    field = {"open_pattern": "<call:(?P<name>\\w+)>", "close": "</call>", "content": "json", "transform": transform, "repeats": True}
    return case({"tool_calls": field}, "<call:%s>%s</call>" % (name, json.dumps(arguments)), tools=tools)


def casts():
    for schema in TYPES:
        properties = {"p%d" % i: schema for i in range(len(RAWS))}
        arguments = {"p%d" % i: raw for i, raw in enumerate(RAWS)}
        yield called([{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": properties}}}], arguments)
    for number, raw in enumerate(RAWS):  # two at once: what one cast leaves is what the next one sees
        if isinstance(raw, str):
            tools = [{"name": "f", "parameters": {"properties": {"p%d" % i: schema for i, schema in enumerate(TYPES)}}}]
            if number % 6 == 0:
                yield called(tools, {"p%d" % i: raw for i in range(len(TYPES))})
    ok = {"parameters": {"properties": {"x": {"type": "integer"}}}}
    odd = [[], {}, "f", [5], ["f"], [None], [[]], [{}], [{"function": {}}], [{"function": None}], [{"function": {"name": 5, **ok}}], [{"name": "f"}], [{"name": "f", "parameters": None}],
           [{"name": "f", "parameters": {"properties": []}}], [{"name": "f", "parameters": {"properties": {}}}], [{"name": "g", **ok}], [{"name": "f", **ok}, {"name": "f"}],
           [{"type": "function", "function": {"name": "f", **ok}}], [{"function": "f", "name": "f", **ok}]]
    for tools in odd:
        yield called(tools, {"x": "1", "y": "1"})
    tools = [{"name": "f", **ok}]
    for transform in (CALL, [CALL, [CALL]], {"function": "{content}"}, {"function": {"name": "f", "arguments": {"x": "2"}}}, {"function": {"name": "f", "arguments": "{\"x\": 1}"}},
                      {"function": {"name": 5, "arguments": {"x": "2"}}}, {"function": {"arguments": {"x": "2"}}}, {"function": {"name": "g", "arguments": {"x": "2"}}},
                      {"name": "f", "arguments": {"x": "2"}}, "{content}", [[[]]], None):
        yield called(tools, {"x": "1"}, transform)


def transforms():
    values = ["{\"a\": {\"b\": {\"c\": 1}}, \"content\": 2, \"name\": 3}", "[{\"a\": 1}, {\"a\": null, \"name\": \"n\"}]", "[]", "[1]", "[[]]", "{}", "null", "5"]
    holes = ["{content}", "{content.a}", "{content.a.b}", "{content.a.b.c}", "{content.a.b.c.d}", "{content.nope}", "{name}", "{name.x}", "{nope}", "{other}", "{a}", "{a.b}", "{}", "{ content}",
             "{content }", "{content", "content}", "{{content}}", "{content.}", "{.content}", "{content..a}", "{content-a}", "{content!}", "x{content}", "{content}x", "{name}{content}", "{caf\u00e9}",
             "{\u00e9\u20ac}", "x {", "x {a", "x {a.", "x {a.b", "", "plain", 1, None, True, 1.5, [], {}, ["{content}", ["{name}"]], {"{content}": 1, "k": {"l": ["{content.a}"]}}]
    for number, hole in enumerate(holes):
        for each in ([], [True], [False]):
            for value in values if number < 14 and not each else values[number % 2:2 + number % 2]:
                field = {"open_pattern": "<(?P<name>\\w+)(?P<other>:\\w+)?>", "close": "</>", "content": "json", "transform": hole}
                if each:
                    field["transform_each"] = each[0]
                yield case({"f": field, "content": {}}, "so <n>%s</> end" % value)
    field = {"open": "<o>", "close_pattern": "</(?P<late>\\w)>"}
    yield case({"f": dict(field, transform="{late}")}, "<o>x</z>")
    yield case({"f": dict(field, transform={"v": "{content}"})}, "<o>x</z>")
    yield case({"f": dict(field)}, "<o>x</z>")
    yield case({"f": dict(field, transform_each=True)}, "<o>x</z>")


def shapes():
    """Every key of a template and of a field with every kind of value."""
    good = {"open": "<o>", "close": "</o>"}
    text = "a<o>x</o>b<o>y</o>"
    for value in ANY:
        for key in ("version", "defaults", "fields", "start_anchor", "start_anchor_pattern", "nope"):
            made = case({"f": good, "content": {}}, text)
            if key == "start_anchor_pattern":
                del made["response_template"]["start_anchor"]
            made["response_template"][key] = value
            yield made
        for key in ("open", "close", "open_pattern", "close_pattern", "content", "content_args", "repeats", "join", "optional", "transform", "transform_each", "nope"):
            field = dict(good, **{key: value})
            if key.endswith("_pattern"):
                del field[key[:-8]]
            if key == "join":
                field["repeats"] = True
            yield case({"f": field, "content": {}}, text)
        yield case({"f": value, "content": {}}, text)
        yield dict(case({}, text), response_template=value)
    for fields in ({"f": {"open": "a", "open_pattern": "a"}}, {"f": {"close": "a", "close_pattern": "b"}}, {"f": {}, "g": {}}, {"f": {"join": ","}}, {"f": {"join": ",", "repeats": False}},
                   {"f": good}, {"n" * 100: {"x": 1}}, {"\u20ac" * 30: {"x": 1}}, {"x" + "\u20ac" * 30: {"x": 1}}, {"xx" + "\u20ac" * 30: {"x": 1}}):
        yield case(fields, text)
    yield dict(case({}, text), response_template={"fields": {"f": good}, "start_anchor": "x", "start_anchor_pattern": "y"})
    for name, default in (("f", None), ("f", "d"), ("f", ""), ("f", 5), ("f", []), ("f", ["d"]), ("f", {}), ("g", "d"), ("content", "c")):
        for more in ({}, {"repeats": True}, {"repeats": True, "join": "+"}, {"optional": False}, {"repeats": True, "optional": False}):
            for said in (text, "a"):
                yield case({"f": dict(good, **more), "content": {}}, said, defaults={name: default})
    for missing in ({"f": dict(good, optional=False)}, {"f": dict(good, optional=None)}, {"f": dict(good, optional=0)}, {"content": {"optional": False}}):
        yield case(missing, "")


def contents():
    """Every content parser with every kind of argument."""
    def of(content, text, **args):
        return case({"f": {"open": "<o>", "close": "</o>", "content": content, "content_args": args}}, "<o>%s</o>" % text)

    for value in ANY:
        for content in ("text", "int", "float", "bool", "kv-lines"):
            yield of(content, " 1 ", strip=value)
        for key in ("string_delims", "unquoted_keys", "allow_non_json"):
            if key == "string_delims" and value is None:
                continue
            yield of("json", "{a: 1}", **{key: value})
            yield of("json", "{\"a\": 1}", **{key: value})
        for key in ("tag_pattern", "merge_duplicates", "value_parser"):
            yield of("xml-inline", "<k>v</k><k>w</k>", **{"tag_pattern": "<(?P<key>\\w)>(?P<value>.)", key: value})
        for key in ("line_sep", "kv_sep", "value_parser")[value is None:]:
            yield of("kv-lines", "k: v\nl:w", **{key: value})
        for key in ("name", "args"):
            yield of("kv-lines", "k: 1", value_parser={"name": "text", key: value})
    for delims in ([["<", ">"]], [["`", "`"], ["~", "~"]], [["<", ">", "x"]], [["<"]], [["", ">"]], [["<", 5]], [[5, "<"]], [5], ["<>"], ["<"], ["<>>"], [{}], {"<": ">"}, "``", [[]]):
        for text in ("{\"a\": <x\"y>, \"b\": `q~`, \"c\": ~`~}", "[" + ", ".join("`%d`" % i for i in range(12)) + "]", "<", "<x", "{\x01}", "\x02", "`a``b`"):
            yield of("json", text, string_delims=delims)
    for text in ("{a:1}", "{a:1,b:{c_1:[{d:2}]}}", "{a :1}", "{ a:1}", "a:1", "{a", "{a:", "{\u00e9\u4f60:1}", "{a-b:1}", "{a.b:1,c", ",x:", "{1:2}", "[1,{a:1}]", "", "{", "{a:1,,b:2}", "{:1}",
                 "{\"a\":1,\"b\":\"{c:d}\"}", "{a:\x01}"):
        yield of("json", text, unquoted_keys=True)
        yield of("json", text, unquoted_keys=True, allow_non_json=True, string_delims=[["`", "`"]])
    for pattern in ("(?P<key>\\w)", "(?P<value>\\w)", "x", "(?P<key>a)?(?P<value>b)?", "(?P<key>a)?b", "(?P<key>)", "(?P<key>\\w)(?P<value>)", "(", "(?P<key>\\w)(?P<more>\\w)"):
        for text in ("ab", "a", "b", "", "cc", "aab"):
            for merge in (False, True):
                yield of("xml-inline", text, tag_pattern=pattern, merge_duplicates=merge)
    for inner in ("json", "text", "int", "float", "bool", "kv-lines", "xml-inline", "nope"):
        for text in ("a=1;a=[2];a=3", "a=[1];a=2", "b=x", "c=k:v", "a=1;" * 20 + "".join("k%d=%d;" % (i, i) for i in range(20))):
            for args in ({}, {"allow_non_json": True, "tag_pattern": "(?P<key>\\w)"}):
                yield of("xml-inline", text, tag_pattern="(?P<key>\\w+)=(?P<value>[^;]*)", merge_duplicates=True, value_parser={"name": inner, "args": args})
        yield of("kv-lines", "a: 1\nb:  x \n\n:\nc", value_parser={"name": inner})
    for text in ("", "a", "a:", ":a", "a:b:c", " a : b ", "a:1\na:2", "\n\n", "a: 1;b: 2", "a:1\n", "\u00a0a\u00a0:\u00a0b\u00a0"):
        for more in ({}, {"strip": False}, {"line_sep": ";", "kv_sep": ": "}, {"line_sep": "\n\n"}):
            yield of("kv-lines", text, **more)
    for content in ("int", "float", "bool"):
        for raw in RAWS:
            if isinstance(raw, str):
                yield of(content, raw)


def delimiters():
    """What opens and closes where, and what a prompt has opened."""
    texts = ["", "x", "<o>", "</o>", "<o></o>", "<o>a</o>", "a<o>b</o>c", "<o>a<o>b</o></o>", "<p>a</p>", "<o>a<p>b</o>c</p>", "</o></p>x", "<oo>a</o>", "<ooo>b</oo>", "a\n\nb<o>", "<o>a", "<"]
    fields = [{"f": {"open": "<o>", "close": "</o>"}, "g": {"open": "<p>", "close": "</p>"}, "content": {}}, {"g": {"open": ["<o>", "<oo>", "<ooo>"], "close": ["</o>", "</oo>"]}},
              {"f": {"open": "<o>"}, "g": {"open_pattern": "<(?=o)|<p>"}, "c": {"close": "</o>"}}, {"f": {"open_pattern": "(?=<)", "close_pattern": "(?=>)"}, "c": {"close_pattern": "$"}},
              {"f": {"open": "<o>", "close_pattern": "(?=)"}, "c": {}}, {"b": {"open": "<o>", "close": "</o>"}, "a": {"open_pattern": "<o>", "close": "</o>"}, "c": {"close": "<o>", "repeats": True}},
              {"c": {"close_pattern": "(?=x)|b"}}]
    for one in fields:
        for text in texts:
            yield case(one, text)
            yield case(one, text[len(text) // 2:], prompt="x<a>" + text[:len(text) // 2])
    for prompt in ("<a>", "x<a>y<a>z", "none", "<a", "<a><o>", "<a><o>in</o>"):
        yield case(fields[0], "b</o>c", prompt=prompt)
        made = case(fields[0], "b</o>c", prompt=prompt)
        made["response_template"].update(start_anchor_pattern="<a>|$")
        del made["response_template"]["start_anchor"]
        yield made


EXPRESSIONS = [
    "a", "\u00e9", ".", "^a", "a$", "\\Aa", "a\\Z", "a\\z", "\\ba", "a\\B", "\\d\\D\\w\\W\\s\\S", "[a]", "[^a]", "[]a]", "[^]a]", "[a-c]", "[a-]", "[-a]", "[a\\-c]", "[\\w-]",
    "[\\d-z]", "[a-\\d]", "[^\\W_]", "[\\n\\t\\x41\\u0042\\U00000043\\103\\0]", "[\\b]", "[\\]]", "[\\N{BULLET}]", "[\\p{L}]", "[\\P{Lu}\\p{^Nd}]", "\\p{L}+", "\\P{Ll}",
    "\\p{^Lu}", "\\p{Zzz}", "[\\p{L", "[\\X]", "[\\y]", "[\\", "[a", "[a-", "[c-a]", "[[a]]", "\\n\\t\\r\\f\\a\\v", "\\x4", "\\x41", "\\xg", "\\u0041", "\\u004", "\\U00000041",
    "\\U00110000", "\\N{BULLET}", "\\N{NOPE}", "\\0", "\\012", "\\101", "\\377", "\\01", "\\1", "(a)\\1", "(a)\\2", "(a)\\10", "(a\\1)", "(?i)a\\1", "(?P<n>a)(?P=n)",
    "(?P<n>a)(?P=m)", "(?P<n>a)\\g<n>", "(a)\\g<1>", "(a)\\g<2>", "(a)\\g<1000>", "(?P=n", "\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\^\\$\\\\", "\\_", "\\\u00e9", "\\e", "\\c", "\\Q",
    "\\", "a*", "a+", "a?", "a*?", "a+?", "a??", "a*+", "a++", "a?+", "a{2}", "a{2,}", "a{,2}", "a{2,3}", "a{2,3}?", "a{2}+", "a{,}", "a{}", "a{", "a{x}", "a{2", "a{2,3,4}",
    "a{3,2}", "{2}", "{", "a**", "a+*", "a{2}{3}", "*a", "+", "?", "|*", "(*a)", "a|b", "|", "a|", "|a", "(a|b)c", "()", "(?:)", "(?:a)", "(?>a+)b", "(?=a)a", "(?!b)a", "(?<=a)b",
    "(?<!a)b", "(?<=ab|c)d", "(?#note)a", "(?#note", "(?P<n>a)", "(?<n>a)", "(?P<n>", "(?P<>a)", "(?P<1>a)", "(?P<n", "(?P<n-m>a)", "(?P<\u00e9>a)", "(?P>n)", "(?Pn)", "(?R)",
    "(?1)", "(?&n)", "(?(1)a|b)", "(?i)A", "(?i)[a-c]", "(?i)[^a]", "(?i)\\w", "(?i)\\x41", "(?i)k", "(?i)s", "(?s).", "(?-s:.)", "(?s-i:.)", "(?m)^a$", "(?m:^a)",
    "(?x) a b # c\n d", "(?x)[ ]", "(?x)\\ ", "(?x)a #", "(?a)\\w", "(?a:\\w\\d\\s)", "(?u)\\w", "(?ims)a", "(?i", "(?i-", "(?i-)", "(?-i-s:b)", "(?z)", "(?i:a)b", "(a", "a)",
    "(?", "(?:", "(?=", "(?P", "(?P<n>a", "(*", "(?:a)(?:b)", "((((a))))", "(?:a|b|(?:c|d))+", "\\(\\)", "[^\\n]", "[\\s\\S]", "[\\S]", "[^\\s\\d]", "[\\W\\D]", "[\u00e9-\u4f60]",
    "[^\u00e9]", "[\u4f60\u597d]+", "\U0001f600", "[\U0001f600-\U0001f64f]", "[\\U0001f600-\\U0001f64f]", "x{0}", "x{0,0}y", "(?:)*", "(a*)*", "(a*)+b", "(?:a?){3}", "a.b",
    "a\nb", "\\Aab\\Z", "(?<n>a)\\k<n>", "\\L<x>", "[a--b]", "[a&&b]", "[a||b]", "[a~~b]", "[[a]--[b]]", "[0-9a-fA-F_.-]+", "<\\|[a-z_]+\\|>", "\\[TOOL_CALLS\\]",
    "\\s*</?\\w+>\\s*", "a{0,1}b", "a{00002}", "a{ 2}"]
MORE_EXPRESSIONS = [
    "\\18", "\\128", "(a)(b\\1)", "(a)(b)(c\\2\\1)", "a{12}", "(a){10,12}b", "(?x)a ", "(?x)a \0b", "(?x)\ta\n#\n b", "(?i)[{-~]a", "(?i)[@-Z]b", "(?i)\u4f60", "(?i)[\u4f60-\u4f61]", "\\p{Cs}",
    "[^\\p{Cs}]", "\\P{Cs}", "[\\P{Cs}]+", "[\\p{Cs}\\p{Co}]", "[\\W\\w]", "(?P<n>a)(?P=n", "(?P<n>a)(?P=n)b", "(a)(?P=1)",
    "[\\w--]", "[a-\\w]", "(?i)[^\u4f60]", "(?a)[\\W]", "(?a)\\D\\S", "\\81", "[\\8]", "(?i:\u2022)#"]
# What the package regex takes and chatfmt refuses, since PCRE2 would match it otherwise, or not at all.
UNSUPPORTED = [
    "\\pL", "\\p", "\\p{L", "[[:alpha:]]", "\\ud800", "\\N{", "\\N", "\\400", "(?i)(a)\\1", "(a)\\g<0>", "\\g", "\\G", "\\K", "\\R", "\\X", "\\h", "\\m", "a{70000}", "a{1,70000}",
    "a{e}", "a{i<=1}", "^*", "$+", "\\b?", "(?=a)*", "(?<!a){2}", "(?<=a+)b", "(?P<n>a)(?P<n>b)", "(?|a|b)", "(?i)\u00e9", "(?i)[\u00e0-\u00ff]", "(?i)\\p{L}", "(?-i)", "(?-a:b)",
    "(?P<n>a)\\g<n", "(a)\\g<1", "(a)\\g<1a>", "(a)\\g<>", "[\\400]", "[\\0001]", "\\0001", "()" * 1001, "a{d}", "a{s}", "(?i)\u0130", "(?i)\u00df", "(?i)\u00aa", "(?i)\u00c9", "a" * 65537, "(?i)[\u00aa-\u00ab]",
    "(?-u:b)", "(?L)a", "(?b)a", "(?V1)a", "a(?i)b", "(?i)(?s)a", "((?i)a)", "(*FAIL)", "(?:(?i)a)"]
TEXTS = ["a", "ab aab aaab", "A\u00c9\u00e9k\u212as\u017f", "12 \u0661_\u00a0\t\n", "a-b]c^d\\", "{2}x{x}a{}b", "\u4f60\u597d\U0001f600\u2022", "abcd\nab\r\nb c #", "(a)[b].*+?|$"]


def expressions(patterns):
    """Every construct of a regular expression, with texts that it matches somewhere or not."""
    for number, pattern in enumerate(patterns):
        text = TEXTS[0] + "~" + "~".join(TEXTS[1:]) if number % 2 else "~".join(TEXTS)
        yield case({"f": {"open_pattern": pattern, "close_pattern": "~|$", "repeats": True, "transform": "{content}", "content_args": {"strip": False}}, "c": {"content_args": {"strip": False}, "repeats": True}}, text)


def others():
    """Single cases of keys that are odd in another way than their kind."""
    good = {"f": {"open": "<o>", "close": "</o>"}, "content": {}}
    for version in (0.5, 1.5, 2.0, -1.0):
        yield case(good, "a<o>x</o>b", version=version)
    for hole in ("{\U0010ffff}", "{\U000e01ef}", "{\U000e01f0}"):
        yield case({"f": {"open": "<o>", "close": "</o>", "transform": hole}}, "<o>x</o>")
    for text in ("`a`\x01", "`a`\x010", "`a`\x010\x02", "\x01\x02`a`", "`a`\x019\x02"):
        yield case({"f": {"content": "json", "content_args": {"string_delims": [["`", "`"]], "allow_non_json": True}}}, text)
    for pattern in ("(?P<key>x?)(?P<value>)", "(?P<key>$)(?P<value>)", "(?P<key>)(?P<value>$)", "(?P<key>.)(?P<value>)$"):
        for text in ("x", "ax", ""):
            yield case({"f": {"open": "<o>", "close": "</o>", "content": "xml-inline", "content_args": {"tag_pattern": pattern, "merge_duplicates": True}}}, "<o>%s</o>" % text)
    for name in ("", "\u20ac", "x" * 200):
        yield case({name: {"open": "<o>", "close": "</o>"}}, "<o>x</o>")


def tables():
    yield from casts()
    yield from transforms()
    yield from shapes()
    yield from contents()
    yield from delimiters()
    yield from expressions(EXPRESSIONS)
    yield from expressions(MORE_EXPRESSIONS)
    yield from others()
