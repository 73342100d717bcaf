"""Replies that are long, deep, cut off or full of markers, and descriptions of replies that take long."""
import json

from hostile.case import Case

MEGA = 1000000
BYTES = ("--stream", "--chunk", "1")


def hermes():
    call, name = "<tool_call>", '<tool_call>{"name":"f","arguments":'
    yield "open-many", call * 90000
    yield "half-markers", call[:-1] * 110000
    yield "angles", "<" * MEGA
    yield "thoughts-nested", "<think>" * 140000 + "</think>" * 1000
    yield "arrays-deep", name + "[" * 300000
    yield "objects-deep", name + '{"a":' * 200000
    yield "escapes", name + '"' + "\\u0041" * 160000
    yield "backslashes", name + '"' + "\\" * MEGA
    yield "digits", name + "9" * MEGA
    yield "exponent", name + '{"a":1e' + "9" * MEGA + "}}</tool_call>"
    yield "keys-twice", call + "{" + '"name":"f",' * 90000 + '"arguments":{}}</tool_call>'
    yield "name-long", call + '{"name":"' + "f" * MEGA + '","arguments":{}}</tool_call>'
    yield "arguments-first", call + '{"arguments":{"a":"' + "x" * MEGA + '"},"name":"f"}</tool_call>'
    yield "calls-many", (name + "{}}</tool_call>") * 20000
    yield "spaces", call + " \n" * 500000
    yield "nul", "\0" * MEGA
    yield "bad-utf8", b"\xff" * MEGA
    yield "surrogates", call + '{"name":"\\ud800","arguments":{"a":"\\udc00\\ud800"}}</tool_call>'
    yield "bytes-of-text", "x" * MEGA, BYTES
    yield "bytes-of-markers", call[:-1] * 100000, BYTES
    yield "bytes-of-arguments", name + '{"a":"' + "x" * MEGA + '"}}</tool_call>', BYTES
    yield "bytes-of-spaces", " " * MEGA, BYTES
    yield "bytes-arguments-first", call + '{"arguments":{"a":"' + "x" * MEGA + '"},"name":"f"}</tool_call>', BYTES


def internlm2():
    start, plugin = "<|action_start|>", "<|plugin|>"
    yield "open-many", (start + plugin) * 40000
    yield "open-then-closed", start * 70000 + "<|action_end|>" * 70000
    yield "interpreters", (start + "<|interpreter|>\n") * 30000
    yield "bytes-of-calls", (start + plugin + '\n{"name":"f","parameters":{}}') * 15000, BYTES
    yield "ends", "<|im_end|>" * 100000


def qwen3_coder():
    call = "<tool_call>\n<function=f>\n"
    end = "</function>\n</tool_call>"
    yield "parameters-same", call + "<parameter=x>\n1\n</parameter>\n" * 30000 + end
    yield "parameters-other", call + "".join(f"<parameter=x{i}>\n1\n</parameter>\n" for i in range(30000)) + end
    yield "parameters-open", "<tool_call><function=f>" + "<parameter=x>" * 70000
    yield "false-ends", call + "<parameter=x>\n" + "</parameter>\n" * 70000
    yield "bytes-of-false-ends", call + "<parameter=x>\n" + "</parameter>" * 70000, BYTES
    yield "functions-open", "<tool_call>\n<function=" * 40000


def pythonic():
    yield "lists-deep", "[f(a=" + "[" * 300000
    yield "brackets-deep", "[f(a=" + "(" * 100000 + "1" + ")" * 100000 + ")]"
    yield "dicts-deep", "[f(a=" + "{'a':" * 100000
    yield "quotes", "[f(a='" + "\\'" * 300000
    yield "names-many", "[f(" + ",".join(f"a{i}=1" for i in range(60000)) + ")]"
    yield "names-same", "[f(" + "a=1," * 100000 + ")]"
    yield "bytes-of-lists", "[f(a=" + "[1," * 100000, BYTES
    yield "signs", "[f(a=" + "-" * MEGA + "1)]"
    yield "open", "[" * MEGA
    yield "calls-many", "[" + "f()," * 150000 + "]"


# A family and what opens a call in it; the others get a mixture of brackets.
OPENINGS = {
    "gpt-oss": "<|channel|>", "gemma4": "<|tool_call>call:f{a:", "mistral": "[TOOL_CALLS]",
    "functiongemma": "<start_function_call>call:f{a:", "mistral-args": "[TOOL_CALLS]f[ARGS]",
    "deepseek-v3": "<｜tool▁calls▁begin｜>", "deepseek-v3.1": "<｜tool▁call▁begin｜>",
    "deepseek-v3.2": "<｜DSML｜function_calls>", "deepseek-v4": "<｜DSML｜tool_calls>",
    "kimi-k2": "<|tool_call_begin|>", "glm": "<tool_call>f\n<arg_key>", "granite": "<|tool_call|>[",
    "llama3": "<|python_tag|>{", "react": "Action: f\nAction Input: {", "functionary-v3.1": "<function=f>{",
    "command-r": "Action:```json\n[", "minimax-m2": '<minimax:tool_call><invoke name="f">',
    "seed-oss": "<seed:tool_call><function=f>",
}
OTHERS = ("minimax-m3 lfm2 olmo3 phi4-mini jamba hunyuan-a13b cohere3 xlam step3 longcat apertus inkling kimi-k3 atem "
          "mirothinker gigachat").split()


def families():
    for family in [*OPENINGS, *OTHERS]:
        opening = OPENINGS.get(family, "<tool_call>[{(<")
        yield family, "nested", opening * 60000, ("--stream", "--chunk", "7")
        yield family, "deep", opening + '[{"a":' * 100000


def field(name="c", **description):
    return {"start_anchor": "<a>", "fields": {name: {"close": "z", "content": "text", **description}}}


def descriptions():
    """(name, response_template, reply, arguments)"""
    yield "nested-plus", field(open_pattern="(x+x+)+y"), "<a>" + "x" * 5000
    yield "alternatives", field(open_pattern="(a|aa)+$"), "<a>" + "a" * 50000 + "!"
    yield "stars", field(open_pattern="a*a*a*a*b"), "<a>" + "a" * 20000, BYTES
    yield "empty", field(open_pattern="", close=None, close_pattern="", repeats=True), "<a>" + "x" * 100000
    yield "look-ahead", field(open_pattern="x(?=.*y)"), "<a>" + "x" * 100000
    many = {f"f{i}": {"open": f"<{i}>", "close": f"</{i}>", "content": "text"} for i in range(250)}
    yield "fields-many", {"start_anchor": "<a>", "fields": many}, "<a>" + "<" * 500000
    yield "deep", b'{"start_anchor":"<a>","fields":' + b'{"a":' * 100000, "x"
    yield "pattern-huge", field(open_pattern="(?:a{1000}){1000}"), "<a>" + "a" * 10000
    for size in (250000, MEGA):
        yield f"open-of-100KB-{size}", field(open="x" * 100000 + "y"), "<a>" + "x" * size, BYTES
        yield f"close-of-100KB-{size}", field(open="<", close="x" * 100000 + "y"), "<a><" + "x" * size, BYTES
        yield f"pattern-of-10KB-{size}", field(open_pattern="x{10000}y"), "<a>" + "x" * size, BYTES
    yield "json", field(open="<j>", close="</j>", content="json"), "<a><j>" + "[" * 500000 + "</j>"


def case(name, arguments, reply, more=(), files=()):
    reply = reply if isinstance(reply, bytes) else reply.encode("utf-8", "surrogatepass")
    return Case(name, "reply", ["parse", *arguments, *more], reply, dict(files))


def cases():
    groups = {"hermes": hermes, "internlm2": internlm2, "qwen3-coder": qwen3_coder, "pythonic": pythonic}
    for family, group in groups.items():
        for name, *rest in group():
            yield case(f"{family}-{name}", ["--reader", family], *rest)
    for family, name, *rest in families():
        yield case(f"{family}-{name}", ["--reader", family], *rest)
    for name, description, *rest in descriptions():
        if not isinstance(description, bytes):
            for row in description["fields"].values():
                if row.get("close") is None:
                    row.pop("close", None)
            description = json.dumps(description).encode()
        more = rest[1] if len(rest) > 1 else ()
        yield case("description-" + name, ["--response-template", "d.json"], rest[0], more, {"d.json": description})
