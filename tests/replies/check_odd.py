"""Replies that leave each shape of call in an odd state, each with the message that is read of it, whole and byte by byte.

    check_odd.py PROGRAM
    check_odd.py PROGRAM --record        (writes odd.jsonl, a line for each reply: look at what changed)
"""
import json
import os
import sys

from asking import ask, plain

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "odd.jsonl")
TYPES = {"a": {"type": "array"}, "o": {"type": "object"}, "n": {"type": "number"}, "deep": {"type": "integer"}}
for _ in range(9):
    TYPES["deep"] = {"anyOf": [TYPES["deep"]]}
TOOLS = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": TYPES}}}]

# Arguments in gemma4's notation: where the brackets say that they end and where they are read to the end differ.
CUSTOM = ["{a:['}',1]", "{a:[['}}',1]", "{a:'{'},b}", "{a:\"}", "{a:\"\\}", "{a:$x}", "{a:'\\u12}", "{a:'\\\0'}", "{a:'\\/'}", "{a:'<|\"|>',b:<|\"|>x}", "{'a:1}", "{\"a\\}", "{a:{'}':1,b:[}", "{<|\"|>a}", "{a:'\\q'}", "{a:$}", "{a:'\\x4}", "{a:(}", "{a:'x'}}"]
# The same of Python's calls.
PYTHON = ["f(a=1]", "f(a=[1)]", "f(a={1)", "f(a='x'", "f(a=1}", "f(=1)", "f(a)", "f(a 1)", "f()", "f(", "f(,)", "f(a=1,,b=2)", "f(a=$x)", "n" * 256 + "(a=1)", "n" * 257 + "(a=1)", "n" * 300 + "(a=1)", "f(a='\\", "f.g-h(a=1), (b=2)", "1f(a=1)", "f(a=1))", "f(a=1) f(b=2)",
          "f(a='\\u12')", "f(a='\\\0')", "f(\0)", "f(a=\0)"]
HERMES = ['{"name": "f", "arguments": {"a": 1\0}}', '{"name": "f", "arguments": {"a": \0}}', '{"name": "f\\\0"}', '{"name": "\\ud83d\\ue000\\ud83dx\\udc00\\ue000\\ud83d\\ud83d\\ude00"}',
          '{"name": "f", "arguments": "{\\"a\\": \\"\\ud83d\\\\ude00\\"}"}', '{"name": "f", "arguments": ' + "[" * 1001, '{"name": "f", "arguments": ' + "[" * 999 + "]" * 999 + "}", '{"name": "f", "arguments": {"a": ' + "1" * 600 + "}}", '{"name": "f", "name": "g"}', '{"arguments": {}}',
          '{"arguments": {}, "name": "f"}', '{"name": "f", "id": "x", "arguments": {}}', '{"name": "f", "arguments": {}, "id": "x"}', '{"name": "' + "n" * 300 + '", "arguments": {}}', '{"name": 5, "arguments": {}}', '{"name": {"name": "f"}, "arguments": {}}', '{"name": "f", "arguments": "x"}',
          '{"name": "f", "arguments": ["x", "y"]}', '{"name": "f", "arguments": null}', '{"name": "f", "arguments": "', '{"name": "f", "' + "k" * 40 + '": 1, "arguments": {}}', '{"name": "f"', '{"name"', '{', '[{"name": "f"}]', '"f"', '{"name": "f"}}', "{]", '{"name": "f", "arguments": {"a": "x\\"}', "5", "null", "\"x\"", "-", "\""]
LONG = "n" * 256
ARGS = ["f[CALL_ID]x1[ARGS]{}", "f[CALL_ID]" + LONG + "[ARGS]{}", "f[CALL_ID]" + LONG + "i[ARGS]{}", LONG + "[CALL_ID]x[ARGS]{}", LONG + "[ARGS]{}", LONG + "n[ARGS]{}", LONG + "n[CALL_ID]x[ARGS]{}", "f[CALL_ID]x", "f[CALL_ID]", "f[CALL_ID]x!", "f[CALL_ID]x[ARGS", "f[CALL_ID]x[ARG]{}", "f [ARGS]{}",
        "f[", "f[CALL", "f", "[ARGS]{}", " [ARGS]{}", "f\u00e9[ARGS]{}", "f\0[ARGS]{}", "f[ARGS]", "f[ARGS]x", "f[ARGS]{}x", "f[ARGS]{} [TOOL_CALLS]g[ARGS]{}", "f[ARGS][1]", "f[ARGS]\"x\"", "f[ARGS]{\"a\""]
SEP = "<｜tool▁sep｜>"
DEEPSEEK = ["function" + SEP + "f \n```json\n{}\n```", "function" + SEP + "\n```json\n{}\n```", "function" + SEP + "f\n{}", "function" + SEP + "f\n```{}```", "function" + SEP + "f\n```json", "f\n{}", "function" + SEP + "f\n```json\n{}\n``", "function" + SEP + "f\n```json\n{}\n``` x"]
NESTED = ["<a>x]<]minimax[>[</a>", "<" + "k" * 257 + ">x]<]minimax[>[</" + "k" * 257 + ">", "<a>]<]minimax[>[<" + "k" * 300 + ">x]<]minimax[>[</a>", "<a>]<]minimax[>[<>x]<]minimax[>[</a>", "<a>]<]minimax[>[<item>1]<]minimax[>[</item>]<]minimax[>[<b>2]<]minimax[>[</b>]<]minimax[>[</a>", "<a>]<]minimax[>[<b",
          "<a>]<]minimax[>[</a>", "<o>]<]minimax[>[</o>", "<o> ]<]minimax[>[</o>", "<n>]<]minimax[>[</n>", "<a>x]<]minimax[>[</b>", "<a>x", "x<a>1]<]minimax[>[</a>", "</a>", "<a>" + "]<]minimax[>[<b>" * 34 + "x" + "]<]minimax[>[</b>" * 34 + "]<]minimax[>[</a>", "<deep>1]<]minimax[>[</deep>"]
K3 = ['key="a" type="string"<|sep|>x', 'key="a" type="number"<|sep|>+-1', 'key="a" type="number"<|sep|>+1', 'key="a" type="number"<|sep|>--1', 'key="a"<|sep|>x', 'key="a" ' + "x" * 300 + "<|sep|>y", 'key="a" type="string"', 'key="a', 'key="a" type=<|sep|>y', 'key="a"b<|sep|>x', 'key="a" type="string" <|sep|>x',
      'key="a" ' + "x" * 250]

# InternLM2's actions: payloads of either kind that are not what they should be.
CALLS = ["x", "", " ", "[1]", "5", "{", "{}", "{\"name\": 5}", "{\"name\": \"f\"}", "a{\"name\": \"f\", \"arguments\": {}} b", "{\"x\": [1], \"name\": \"f\", \"parameters\": 5}", "{\"x\": 1; \"name\": \"f\"}", "{\"x\" \"name\": \"f\"}", "{5: 1, \"name\": \"f\"}",
         "{\"name\": 5, \"name\": \"f\"}", "{\"name\" : \"f\" , \"x\": {\"name\": 1}}", "{\"x\": \"y\"", "{\"x\": }", "{[]: 1}", "{\"x\": nope, \"name\": \"f\"}", "x{\"name\": \"f\"", "{\"name\": \"f\"}}"]
CODES = ["", "x", "```", "```py", "```py\n", "```\nab", "```py\nab", "```py\n```", "```py\nx```", "```py\nx\n```", "```py\n\n```", "```py\nx\n``` ", "x\n```", "``", "````", "```py x\ny\n```z"]


def actions():
    for kind, payloads in (("plugin", CALLS), ("interpreter", CODES), ("other", ["x"])):
        for payload in payloads:
            for end in ("<|action_end|>\n<|im_end|>", "<|im_end|>", ""):
                yield "So<|action_start|><|%s|>\n%s%s" % (kind, payload, end)


def rows():
    """(reader, reply, tools or None)"""
    for text in CUSTOM:
        for after in ("<tool_call|>", "<tool_call|>So<turn|>"):
            yield "gemma4", "<|tool_call>call:f" + text + after, None
    for text in PYTHON:
        yield "pythonic", "[" + text + "]", None
        yield "pythonic", "So: <|python_start|>[" + text + "<|python_end|> x", None
        yield "olmo3", "<function_calls>\n" + text + "\n</function_calls>", None
    for text in HERMES:
        yield "hermes", "<tool_call>\n" + text + "\n</tool_call>", None
        yield "llama3", text, None
    yield "hermes", "".join('<tool_call>{"name": "f%d", "arguments": {}}</tool_call>' % i for i in range(12)), None
    for text in ARGS:
        yield "mistral-args", "[TOOL_CALLS]" + text, None
        yield "mistral-args", "[TOOL_CALLS]" + text + "</s>", None
    for text in DEEPSEEK:
        yield "deepseek-v3", "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>" + text + "<｜tool▁call▁end｜><｜tool▁calls▁end｜>", None
        yield "deepseek-v3", "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>" + text, None
    for text in NESTED:
        for end in (']<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>', ""):
            yield "minimax-m3", ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="f">]<]minimax[>[' + text + end, TOOLS
    for text in K3:
        for end in ("<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>", ""):
            yield "kimi-k3", '<|open|>tools<|sep|><|open|>call tool="f" index="1"<|sep|><|open|>argument ' + text + end, TOOLS
    calls = '{"name": "f", "arguments": {}}'
    for between in ("", ";", ",", " ; ", ";;", "; x", ";" + " " * 70, "; [1]", "x", "[", "\n", ";\n", " "):
        yield "llama3", calls + between + calls, None
        yield "llama3", calls + between, None
        yield "xlam", "[" + calls + "]" + between + "[" + calls + "]", None
        yield "minimax-m1", "<tool_calls>" + calls + between + calls + "</tool_calls>", None
        yield "minimax-m1", "<tool_calls>" + between + "[" + calls + "]" + between, None
        yield "seed-oss", "<seed:tool_call><function=f></function>" + between + "<function=f></function></seed:tool_call>", None
    for spaces in (0, 1, 16, 17, 70):
        yield "mistral", "[TOOL_CALLS]" + " " * spaces + "[" + calls + "]", None
        yield "mistral", "[TOOL_CALLS]" + " " * spaces, None
        yield "seed-oss", "<seed:tool_call><function=f><parameter=a>x</parameter>" + " " * spaces + "</function></seed:tool_call>", None
        yield "seed-oss", "<seed:tool_call><function=f><parameter=a>x</parameter>" + " " * spaces, None
        yield "minicpm5", '<function name="f"><param name="a"><![CDATA[x]]>' + " " * spaces + '</param></function>', None
        yield "minicpm5", '<function name="f"><param name="a"><![CDATA[x]]>' + " " * spaces, None
    for text in ("<seed:eos>", "x", "<parameter=a>x</parameter><seed:eos>", "<parameter=a>x<seed:eos>", "<parameter=a>x</parameter>y", "<parameter=", "<parameter=a", "<parameter=a>", "<parameter=a>x</param", "<parameter=a>1\n</parameter>\n", "<parameter=" + "k" * 257 + ">x</parameter></function>"):
        yield "seed-oss", "<seed:tool_call><function=f>" + text, None
        yield "seed-oss", "<seed:tool_call><function=f>" + text, TOOLS
    for name in ("QWEN3_Coder", "Qwen3-coder", "qwen3_coder"):
        yield name, "<tool_call><function=f></function></tool_call>", None
    header = "<|start|>assistant<|channel|>commentary to=%s<|constrain|>json<|message|>{\"a\": 1}"
    for to in ("assistant", "user", "python", "functions.f", "functions.", "f", "", "functions.f x", "x" * 600):
        for end in ("<|call|>", "<|end|><|start|>assistant", "<|start|>assistant<|channel|>final<|message|>x", "", "x<|call|>", "<"):
            yield "gpt-oss", header % (to + " ") + end, None
    for text in ("<|channel|>", "<|channel|>final", "<|channel|>final<", "<|channel|>final<|message|>", "<|channel|>final<|message|>a<b<|en", "<|message|>x", " to=f<|message|>x", " to=f<|message|>{}", " to=f<|message|>{}<|call|>x", "<|start|>", "<", "<|channel|>analysis<|message|>a<|channel|>final<|message|>b<|return|>c"):
        yield "gpt-oss", text, None
    for reader in ("atem", "inkling"):
        for text in (" to=f<|message|>x", "<|start|>assistant to=f<|message|>x", "\0<|message|>x", " to=\0<|message|>", "x" * 300 + "<|message|>y", "f<|content_invoke_tool_json|>{\"name\": \"f\", \"args\": {}}<|end_message|>", "<|message_model|>\0<|content_text|>x<|end_message|>", "<|message_model|>", "", "f<", "f<|content_text|>"):
            yield reader, text, None


def message_of(answer):
    if "states" in answer:
        return answer["states"][-1]
    if "result" in answer:
        return answer["result"]
    if "error" in answer:
        return answer["error"]["message"]
    message = answer["message"]
    calls = [[call["function"]["name"], call["function"]["arguments"]] for call in message.get("tool_calls", [])]
    return [message["content"], *([message["reasoning_content"]] if "reasoning_content" in message else []), calls]


def main():
    program, asked = sys.argv[1], []
    for reader, text, tools in rows():
        for chunks in ([text], list(text)):
            asked.append({"reader": reader, "chunks": chunks, **({"tools": tools} if tools else {})})
    for text in actions():
        asked += [{"actions": True, "chunks": [text]}, {"actions": True, "chunks": list(text)}]
        asked += [{"actions": True, "states": True, "chunks": chunks} for chunks in ([text], list(text))]
    answers = ask(program, asked)
    whole, cut = answers[::2], answers[1::2]
    if "--record" in sys.argv:
        with open(TABLE, "w", encoding="utf-8") as out:
            for answer in whole:
                out.write(plain(message_of(answer)) + "\n")
    with open(TABLE, encoding="utf-8") as file:
        wants = [json.loads(line) for line in file]
    if len(wants) != len(whole):
        sys.exit("check_odd: %d recordings of %d replies" % (len(wants), len(whole)))
    failed = 0
    for request, want, one, two in zip(asked[::2], wants, whole, cut):
        if plain(message_of(one)) != plain(want) or plain(message_of(two)) != plain(want):
            failed += 1
            print("%s\n    want %r\n    got  %r\n    cut  %r" % (plain(request), want, message_of(one), message_of(two)))
    print("odd: %d passed, %d failed" % (len(wants) - failed, failed))
    return 1 if failed else 0


sys.exit(main())
