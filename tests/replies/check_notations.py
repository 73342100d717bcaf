"""Notations of arguments against those who define them: Python's literals (ast.literal_eval), JSON (json.loads), raw text under
a tool's schema, and JSON with quotes of its own; each read whole and byte by byte.

    check_notations.py PROGRAM
"""
import ast
import json
import os
import subprocess
import sys

# Expressions as arguments of a call in Python.
PYTHON = [
    "1", "-1", "0", "1.5", "-2.5e3", "1E5", "1e+5", "1e-5", "True", "False", "None", "''", '""', "'a'", '"a"', "'it\\'s'", '"q\\"q"', "'a\"b'", '"a\'b"', "'\\\\'", "'\\n\\r\\t\\b\\f'", "'\\v\\a\\0'",
    "'\\x41\\xe9'", "'\\u00e9\\u4f60'", "'\\ud83d'", "'\\U0001f600'", "'\\U00000041'", "'\\x4A\\xAf'", "'\\uABCD\\uabcd'", "'\\q\\-'", "'a\\\nb'", "'\u00e9\u4f60\U0001f600'", "[]", "[1]", "[1, 2]", "[1,2,]", "[ 1 , 2 ]",
    "()", "(1,)", "(1, 2)", "[(1, 'a'), [None]]", "{}", "{'a': 1}", "{\"a\": [1, {'b': None}], 'c': True}", "{'a': 1,}", "{ 'a' : 1 , 'b' : 2 }", "[[[[1]]]]", "' '", "'a, b=c)'", "'])'", "\"}\"", "[\n1,\n2\n]", "\n1",
    "'\\x4'", "'\\xg1'", "'\\u12'", "'\\U00110000'", "'\\u", "'a", '"a', "[1", "[1 2]", "[1,, 2]", "{'a'}", "{'a': }", "{'a' 1}", "{a: 1}", "{'a': 1 'b': 2}", "{1: 2}", "{'a': 1", "1 2", "a.b()", "f(1)", "lambda: 1", "*x", "nan", "01", "1_000", "0x10",
    "1j", "b'x'", "...", "{1, 2}", "+1", "--1", "1 + 1", "not 1", "x", "'a' 'b'", "", "[]]", "(1", "(1]", "[" * 70 + "]" * 70, "[" * 20 + "1" + "]" * 20]
# Python reads these, and the reader leaves them as the text that they are: what they mean is not plain data, or not in JSON.
PYTHON_ONLY = {"{1: 2}", "1_000", "0x10", "1j", "b'x'", "...", "{1, 2}", "+1", "--1", "1 + 1", "'a' 'b'", "[" * 70 + "]" * 70}

JSON = [
    "{}", "{\"a\": 1}", "{\"a\": \"x\"}", "{\"a\":1,\"b\":[1,2.5,-3e4,1E+5,1e-5,0,-0,true,false,null]}", "{\"a\": {\"b\": {\"c\": []}}}", "{ \"a\" : 1 }", "{\n\t\"a\": 1\r\n}", "{\"\": 1}", "{\"a\": \"\\u00e9\\u4F60\\uabCD\"}",
    "{\"a\": \"\\ud83d\\ude00\"}", "{\"a\": \"\\uD83D\\uDE00x\"}", "{\"a\": \"\\\"\\\\\\/\\b\\f\\n\\r\\t\"}", "{\"a\": \"\u00e9\U0001f600\"}", "{\"\\u0061\\n\": 1}", "{\"a\": NaN}", "{\"a\": Infinity}", "{\"a\": -Infinity}", "{\"a\": [NaN, 1]}",
    "{\"a\": 12345678901234567890123}", "{\"a\": 1.5E10}", "{\"a\": [[[[]]]]}", "{\"a\": {}}", "{\"a\": \"{\\\"b\\\": 1}\"}", "{\"a\": \"</x>\"}", "{\"a\": [\"b\", {\"c\": \"d\"}]}",
    "{\"a\": 1,}", "{\"a\" 1}", "{a: 1}", "{'a': 1}", "{\"a\": 01}", "{\"a\": 1.}", "{\"a\": .5}", "{\"a\": +1}", "{\"a\": 1e}", "{\"a\": --1}", "{\"a\": tru}", "{\"a\": nul}", "{\"a\": True}", "{\"a\": \"x\ny\"}", "{\"a\": \"\\x41\"}", "{\"a\": \"\\u12\"}",
    "{\"a\": \"\\u12g4\"}", "{\"a\": [1 2]}", "{\"a\": [1,]}", "{\"a\": [,1]}", "{\"a\": }", "{\"a\"}", "{\"a\": 1]", "[1, 2]", "[]", "1", "\"x\"", "null", "{\"a\": 1 \"b\": 2}", "{,}", "{\"a\": N}", "{\"a\": Nan}", "{\"a\": Infinit}", "{\"a\": -}", "{\"a\": -x}", "{\"a\":\u00a01}",
    "{\"a\": " + "[" * 40 + "]" * 40 + "}", "{\"a\": " + "9" * 200 + "}"]
# Names as JSON strings; a name is never empty.
NAMES = ["\"f\"", "\"get_weather\"", "\"\\u0066\"", "\"f\\u00e9\"", "\"\\ud83d\\ude00\"", "\"a.b-c/d:e\"", "\"\u4f60\"", "\"f\\n\"", "\"with space\""]

TYPES = ["string", "integer", "number", "boolean", "null", "object", "array", ["integer", "null"], ["string", "integer"], ["boolean", "number"], ["null", "array", "object"], [], 5, "nope"]
SCHEMAS = [{"type": t} for t in TYPES] + [
    {}, {"anyOf": [{"type": "integer"}, {"type": "boolean"}]}, {"oneOf": [{"type": "null"}, {"type": ["number", "array"]}]}, {"allOf": [{"type": "object"}]}, {"anyOf": 5}, {"enum": ["a", 1]}, {"enum": [1.5, None, True]},
    {"enum": [{}, []]}, {"enum": [12345678901234567890123]}, {"enum": 5}, {"type": "string", "enum": [1]}, {"type": "integer", "nullable": True}, {"nullable": True}, {"type": "integer", "nullable": False},
    {"anyOf": [{"oneOf": [{"type": "boolean"}]}, 5]}, 5, None, []]
RAW = ["1", "-1", "1.5", "1e3", "1E3", "-0.5", "01", "true", "True", "TRUE", "false", "null", "None", "NULL", "0", "x", "", "{}", "{\"a\": [1]}", "[]", "[1, \"x\"]", "{", "[1", "\"q\"", " 1 ", " x ", "tru", "truer", "nan", "1 2", "\u00e9"]

CUSTOM = ["{a:1}", "{a:<|\"|>x<|\"|>}", "{a:<|\"|>it's {b}: [c], \"d\"<|\"|>,b:[<|\"|>e<|\"|>,2,null]}", "{}", "{a:{b:{c:true}}}", "{a:[]}", "{a:[{b:1},{c:-2.5}]}", "{\u00e9:1}", "{a_1:false}", "{a:1,}", "{a:}", "{:1}", "{a 1}", "{a:<|\"|>x}", "{a:1",
          "{a:[1 2]}", "{a:x}", "{<|\"|>k<|\"|>:1}", "{\"k\":1}", "{'k':1}", "{a:\"x\"}", "{a:<|\"|><|\"|>}", "{ a : 1 , b : [ 2 ] }", "{a:1}}", "{a:<|\"|>\\n\n\t<|\"|>}", "{-:1}", "{a:(1,2)}"]


def tool(schema):
    return [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {"a": schema}}}}]


def python_value(text):
    """What a call f(a=TEXT) has as `a`, as JSON; None when it is no call of literals."""
    try:
        call = ast.parse("f(a=%s)" % text, mode="eval").body
        if not isinstance(call, ast.Call) or call.args or len(call.keywords) != 1 or call.keywords[0].arg != "a":
            return None
        return json.loads(json.dumps(ast.literal_eval(call.keywords[0].value), allow_nan=False))
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return None


def types_of(schema, depth=0):
    if not isinstance(schema, dict) or depth > 8:
        return set()
    known = {"string", "integer", "number", "boolean", "null", "object", "array"}
    declared = schema.get("type")
    found = {t for t in (declared if isinstance(declared, list) else [declared]) if isinstance(t, str)} & known
    for key in ("anyOf", "oneOf", "allOf"):
        if isinstance(schema.get(key), list):
            for inner in schema[key]:
                found |= types_of(inner, depth + 1)
    if not found and isinstance(schema.get("enum"), list):
        names = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null", dict: "object", list: "array"}
        found = {names[type(v)] for v in schema["enum"]}
    return found | ({"null"} if schema.get("nullable") else set())


def typed_value(raw, schema):
    """The value of a tag's text; a newline inside of each tag is the tag's own."""
    raw = raw[raw.startswith("\n"):len(raw) - raw.endswith("\n")]
    types, text = types_of(schema), raw.strip(" \t\r\n")
    try:
        value = json.loads(text, parse_constant=lambda _: None if 1 / 0 else None)
    except (ValueError, ZeroDivisionError):
        value = Ellipsis
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if "integer" in types and number and isinstance(value, int):
        return value
    if "number" in types and number:
        return value
    if "boolean" in types and text.lower() in ("true", "1", "false", "0"):
        return text.lower() in ("true", "1")
    if "null" in types and text in ("null", "None"):
        return None
    if "object" in types and isinstance(value, dict) or "array" in types and isinstance(value, list):
        return value
    return raw


BAD = "no JSON"  # the arguments are told as they come, so a call may have begun before they go wrong


def cases():
    """(family, reply, tools, wanted): (name, arguments), None for no call, BAD, or Ellipsis for whatever is read"""
    for text in PYTHON:
        value = python_value(text)
        wanted = BAD if text in PYTHON_ONLY or (value is None and text != "None") else ("f", {"a": value})
        yield "pythonic", "<|python_start|>[f(a=%s)]<|python_end|>" % text, None, wanted
    for text in JSON:
        try:
            wanted = ("f", json.loads(text))
        except ValueError:
            wanted = BAD
        if text == '"x"':  # a string holds the JSON
            wanted = BAD
        for reply in ('{"name": "f", "arguments": %s}', '{"arguments": %s, "name": "f"}'):
            yield "hermes", "<tool_call>\n%s\n</tool_call>" % (reply % text), None, wanted
        if wanted is not BAD and isinstance(wanted[1], dict):
            yield "hermes", '<tool_call>{"name": "f", "arguments": %s}</tool_call>' % json.dumps(text), None, wanted
            yield "hermes", '<tool_call>{"x": {"y": [1, "name"]}, "arguments": %s, "z": "}", "name": "f"}</tool_call>' % text, None, wanted
    for name in NAMES:
        yield "hermes", '<tool_call>{"name": %s, "arguments": {"a": 1}}</tool_call>' % name, None, (json.loads(name), {"a": 1})
    for schema in SCHEMAS:
        for raw in RAW:
            yield "minimax-m2", '<minimax:tool_call><invoke name="f"><parameter name="a">%s</parameter></invoke></minimax:tool_call>' % raw, tool(schema), ("f", {"a": typed_value(raw, schema)})
    for text in CUSTOM:
        yield "gemma4", "<|tool_call>call:f%s<tool_call|>" % text, None, Ellipsis


def summary(answer):
    """The first call, or None."""
    message = answer.get("message", answer)
    calls = message.get("tool_calls") or []
    return (calls[0]["function"]["name"], json.loads(calls[0]["function"]["arguments"])) if calls else None


def same(a, b):
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


def main():
    rows = list(cases())
    asked = []
    for family, reply, tools, _ in rows:
        for chunks in ([reply], list(reply)):
            asked.append({"reader": family, "chunks": chunks, **({"tools": tools} if tools else {})})
    lines = "".join(json.dumps(row) + "\n" for row in asked)
    done = subprocess.run([sys.argv[1], "parse", "--batch"], input=lines.encode("utf-8", "surrogatepass"), stdout=subprocess.PIPE)
    answers = [json.loads(line) for line in done.stdout.split(b"\n")[:-1]]
    if len(answers) != len(asked):
        sys.exit("notations: %d answers to %d, status %d" % (len(answers), len(asked), done.returncode))
    failed = 0
    for number, (family, reply, tools, wanted) in enumerate(rows):
        whole, cut = answers[2 * number], answers[2 * number + 1]
        try:
            got = summary(whole)
        except ValueError:
            got = BAD
        if wanted is BAD and got is None:
            got = BAD
        if whole == cut and (wanted is Ellipsis or same(got, wanted)):
            continue
        failed += 1
        if failed < 30 or os.environ.get("SHOW"):
            print("%s %r %s\n    want %r\n    got  %r%s" % (family, reply, json.dumps(tools)[:200], wanted, got, "" if whole == cut else "\n    cut  %r" % cut))
    print("notations: %d replies, %d failed" % (len(rows), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
