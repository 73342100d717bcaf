"""How each family of models writes a reply, told independently of src/replies/replies.def: writers of
messages, from public descriptions of the formats.

A message is {"reasoning"?, "content", "calls": [(name, arguments)]}. `write(family, message)` gives
the reply's text; `typed` families carry no types, so that the schema of TOOLS decides.
"""
import json

TOOLS = [{"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": {
    "city": {"type": "string"}, "n": {"type": "integer"}, "x": {"type": "number"}, "on": {"type": "boolean"},
    "list": {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}, "map": {"type": "object"}, "none": {"type": "null"},
    "any": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}}}} for name in ("get_weather", "f", "search")]


ASCII = False  # write JSON as some models do, with escapes for all that is not ASCII


def dumps(value, **options):
    return json.dumps(value, ensure_ascii=ASCII, **options)


def python(value):
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(value, list):
        return "[" + ", ".join(map(python, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(python(k) + ": " + python(v) for k, v in value.items()) + "}"
    return repr(value)


def pycall(name, arguments):
    return name + "(" + ", ".join(k + "=" + python(v) for k, v in arguments.items()) + ")"


def custom(value, quote):
    if isinstance(value, str):
        return quote + value + quote
    if isinstance(value, list):
        return "[" + ",".join(custom(v, quote) for v in value) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(k + ":" + custom(v, quote) for k, v in value.items()) + "}"
    return dumps(value)


def raw(value):
    return value if isinstance(value, str) else dumps(value)


def think(message, open, close, between="\n\n"):
    if "reasoning" not in message:
        return ""
    return open + message["reasoning"] + close + between


def objects(open, close, stop="<|im_end|>", keys=("name", "arguments"), t=("<think>\n", "\n</think>"), gap="\n", answer=("", "")):
    def write(m):
        out = think(m, *t) + (answer[0] + m["content"] + answer[1] if m["content"] else "")
        for i, (name, arguments) in enumerate(m["calls"]):
            out += (gap if out else "") + open + dumps({keys[0]: name, keys[1]: arguments}) + close
        return out + stop
    return write


def array(open, close, stop, keys=("name", "arguments"), t=("<think>\n", "\n</think>"), ids=None, indent=None, answer=("", "")):
    def write(m):
        out = think(m, *t) + (answer[0] + m["content"] + answer[1] if m["content"] else "")
        if m["calls"]:
            rows = []
            for i, (name, arguments) in enumerate(m["calls"]):
                row = {ids: str(i)} if ids else {}
                rows.append({**row, keys[0]: name, keys[1]: arguments})
            out += open + dumps(rows, indent=indent) + close
        return out + stop
    return write


def tags(section, call, name_end, key, key_end, value_end, call_end, section_end, stop, t=("<think>\n", "\n</think>"),
         line="\n", each=False, inline=False, flag=False):
    def write(m):
        out = think(m, *t) + m["content"]
        if m["calls"]:
            out += "\n" if m["content"] else ""
            out += "" if each else section
            for name, arguments in m["calls"]:
                out += (section if each else "") + call + name + name_end + line
                for k, v in arguments.items():
                    mark = ' string="%s">' % ("true" if isinstance(v, str) else "false") if flag else ""
                    out += key + k + (key_end[:-1] if flag else key_end) + mark + ("" if inline else "\n") + raw(v)
                    out += ("" if inline else "\n") + value_end + line
                out += call_end + (section_end if each else "") + line
            out += "" if each else section_end
        return out + stop
    return write


def named(section, call, name_end, call_end, section_end, stop, t=("<think>\n", "\n</think>"), name=lambda n, i: n):
    def write(m):
        out = think(m, *t) + m["content"]
        if m["calls"]:
            out += section
            for i, (n, arguments) in enumerate(m["calls"]):
                out += call + name(n, i) + name_end + dumps(arguments) + call_end
            out += section_end
        return out + stop
    return write


def pythonic(open, close, stop, sep=", ", brackets="[]", t=("<think>\n", "\n</think>")):
    def write(m):
        out = think(m, *t) + m["content"]
        if m["calls"]:
            out += open + brackets[:1] + sep.join(pycall(*c) for c in m["calls"]) + brackets[1:] + close
        return out + stop
    return write


def customs(open, close, quote, stop, t):
    def write(m):
        out = think(m, t[0], t[1], "") + m["content"]
        for name, arguments in m["calls"]:
            out += open + name + custom(arguments, quote) + close
        return out + stop
    return write


def harmony(m):
    out = []
    if "reasoning" in m:
        out.append("<|channel|>analysis<|message|>" + m["reasoning"] + "<|end|>")
    if m["content"]:
        channel = "commentary" if m["calls"] else "final"
        out.append("<|channel|>" + channel + "<|message|>" + m["content"] + ("<|end|>" if m["calls"] else "<|return|>"))
    for i, (name, arguments) in enumerate(m["calls"]):
        last = i == len(m["calls"]) - 1
        out.append("<|channel|>commentary to=functions." + name + " <|constrain|>json<|message|>" + dumps(arguments)
                   + ("<|call|>" if last else "<|end|>"))
    return "<|start|>assistant".join(out)


def llama(m):
    if m["calls"]:
        return "; ".join(dumps({"name": n, "parameters": a}) for n, a in m["calls"]) + "<|eot_id|>"
    return m["content"] + "<|eot_id|>"


def apertus(m):
    out = ("<|inner_prefix|>" + m["reasoning"] + "<|inner_suffix|>" if "reasoning" in m else "") + m["content"]
    if m["calls"]:
        out += "<|tools_prefix|>" + dumps([{n: a} for n, a in m["calls"]]) + "<|tools_suffix|>"
    return out + "<|assistant_end|>"


def lines_m1(m):
    out = think(m, "<think>\n", "\n</think>") + m["content"]
    if m["calls"]:
        out += "\n<tool_calls>\n" + "\n".join(dumps({"name": n, "arguments": a}) for n, a in m["calls"]) + "\n</tool_calls>"
    return out + "[e~["


DSML = "｜DSML｜"


def dsml(outer):
    return tags("<%s%s>\n" % (DSML, outer), '<%sinvoke name="' % DSML, '">', '<%sparameter name="' % DSML, '">',
                "</%sparameter>" % DSML, "</%sinvoke>" % DSML, "</%s%s>" % (DSML, outer), "<｜end▁of▁sentence｜>",
                t=("<think>", "</think>"), inline=True, flag=True)


def atem(m):
    out = [" to=self<|message|>" + m["reasoning"]] if "reasoning" in m else []
    if m["content"]:
        out.append(" to=user<|message|>" + m["content"])
    for name, arguments in m["calls"]:
        out.append(" to=%s<|message|><atem:function_calls>\n<atem:invoke name=\"%s\">\n" % (name, name) + "".join(
            "<atem:parameter name=\"%s\">%s</atem:parameter>\n" % (k, raw(v)) for k, v in arguments.items())
            + "</atem:invoke>\n</atem:function_calls>")
    return "<|eom|><|start|>assistant".join(out) + "<|eot|>"


def lagent_react(m):
    thought = "Thought:" + m["reasoning"] + "\n" if "reasoning" in m else ""
    if m["calls"]:
        return thought + "\nResponse:".join("Action:%s\nAction Input:%s" % (name, dumps(arguments)) for name, arguments in m["calls"])
    return thought + ("Final Answer:" + m["content"] if m["content"] else "")


def minicpm5(m):
    def text(value):
        return "<![CDATA[" + value + "]]>" if isinstance(value, str) and ("<" in value or "\n" in value) else raw(value)
    return think(m, "<think>\n", "\n</think>") + m["content"] + "".join(
        '<function name="%s">%s</function>' % (name, "".join('<param name="%s">%s</param>' % (k, text(v)) for k, v in arguments.items()))
        for name, arguments in m["calls"]) + "<|im_end|>"


def kimi_k3(m):
    def part(name, text, attributes=""):
        return "<|open|>%s%s<|sep|>%s<|close|>%s<|sep|>" % (name, attributes, text, name)

    def kind(value):
        return {str: "string", bool: "boolean", int: "number", float: "number", list: "array", dict: "object"}[type(value)]
    out = part("think", m["reasoning"]) if "reasoning" in m else ""
    out += part("response", m["content"]) if m["content"] else ""
    if m["calls"]:
        out += part("tools", "".join(part("call", "".join(
            part("argument", raw(v), ' key="%s" type="%s"' % (k, kind(v))) for k, v in arguments.items()),
            ' tool="%s" index="%d"' % (name, i + 1)) for i, (name, arguments) in enumerate(m["calls"])))
    return out + "<|close|>message<|sep|><|end_of_msg|>"


NS = "]<]minimax[>["


def minimax_m3(m):
    def xml(value):
        if isinstance(value, dict):
            return "".join("%s<%s>%s%s</%s>" % (NS, k, xml(v), NS, k) for k, v in value.items())
        if isinstance(value, list):
            return "".join("%s<item>%s%s</item>" % (NS, xml(v), NS) for v in value)
        return raw(value)
    out = think(m, "<mm:think>", "</mm:think>", "") + m["content"]
    if m["calls"]:
        out += NS + "<tool_call>\n" + "".join('%s<invoke name="%s">%s%s</invoke>\n' % (NS, name, xml(arguments), NS)
                                              for name, arguments in m["calls"]) + NS + "</tool_call>"
    return out + "[e~["


def mirothinker(m):
    out = think(m, "<think>\n", "\n</think>") + m["content"]
    if m["calls"]:
        out += "\n<use_mcp_tool>" + "".join(
            "\n<server_name>tools</server_name>\n<tool_name>%s</tool_name>\n<arguments>\n%s\n</arguments>" % (n, dumps(a))
            for n, a in m["calls"]) + "\n</use_mcp_tool>"
    return out + "<|im_end|>"


def solar_100b(m):
    out = ["<|think|>" + m["reasoning"] + "<|end|>"] if "reasoning" in m else []
    if m["content"]:
        out.append("<|content|>" + m["content"] + "<|end|>" if m["calls"] else "<|content|>" + m["content"])
    if m["calls"]:
        out.append("<|tool_calls|>" + "".join("<|tool_call:begin|>%09d<|tool_call:name|>%s<|tool_call:args|>%s<|tool_call:end|>" % (i, n, dumps(a))
                                              for i, (n, a) in enumerate(m["calls"])))
    return "<|begin|>assistant".join(out) + ("<|calls|>" if m["calls"] else "<|flush|>")


def inkling(m):
    out = ["<|content_thinking|>" + m["reasoning"]] if "reasoning" in m else []
    if m["content"]:
        out.append("<|content_text|>" + m["content"])
    out += [name + "<|content_invoke_tool_json|>" + dumps({"name": name, "args": a}) for name, a in m["calls"]]
    return "<|message_model|>".join(part + "<|end_message|>" for part in out) + "<|content_model_end_sampling|>"


CALLS, CALLSEND, CALL, CALLEND, SEP = ("<｜tool▁%s｜>" % w for w in (
    "calls▁begin", "calls▁end", "call▁begin", "call▁end", "sep"))

PLAMO = "<|plamo:%s:plamo|>"

# name: (writer, what it cannot carry: "content" beside calls, "reasoning", "two" calls, "types" without the schema,
#        "newline" values with newlines at their ends, "quote" its string delimiter)
FAMILIES = {
    "hermes": (objects("<tool_call>\n", "\n</tool_call>"), ""),
    "ernie45": (objects("<tool_call>\n", "\n</tool_call>", answer=("<response>\n", "\n</response>")), ""),
    "trinity": (objects("<tool_call>\n", "\n</tool_call>"), ""),
    "qwen3-coder": (tags("<tool_call>\n", "<function=", ">", "<parameter=", ">", "</parameter>", "</function>\n", "</tool_call>",
                         "<|im_end|>", each=True), "types"),
    "llama3": (llama, "content reasoning"),
    "pythonic": (pythonic("", "", "<|eot_id|>"), "content reasoning"),
    "mistral": (array("[TOOL_CALLS]", "", "</s>", ids="id", t=("[THINK]", "[/THINK]")), ""),
    "mistral-args": (named("", "[TOOL_CALLS]", "[ARGS]", "", "", "</s>", t=("[THINK]", "[/THINK]")), ""),
    "deepseek-v3": (named(CALLS, CALL + "function" + SEP, "\n```json\n", "\n```" + CALLEND, CALLSEND, "<｜end▁of▁sentence｜>"), ""),
    "deepseek-v3.1": (named(CALLS, CALL, SEP, CALLEND, CALLSEND, "<｜end▁of▁sentence｜>"), ""),
    "deepseek-v3.2": (dsml("function_calls"), ""),
    "deepseek-v4": (dsml("tool_calls"), ""),
    "kimi-k2": (named("<|tool_calls_section_begin|>", "<|tool_call_begin|>", "<|tool_call_argument_begin|>", "<|tool_call_end|>",
                      "<|tool_calls_section_end|>", "<|im_end|>", name=lambda n, i: "functions.%s:%d" % (n, i)), ""),
    "glm": (tags("", "<tool_call>", "", "<arg_key>", "</arg_key>\n<arg_value>", "</arg_value>", "</tool_call>", "", "<|user|>",
                 inline=True), "types"),
    "hunyuan-a13b": (array("<tool_calls>", "</tool_calls>", "<|eos|>"), ""),
    "apriel": (array("<tool_calls>", "</tool_calls>", "<|end|>", ids="id", t=("Here are my reasoning steps:\n", "\n[BEGIN FINAL RESPONSE]\n")), ""),
    "hy-v3": (tags("<tool_calls>\n", "<tool_call>", "<tool_sep>", "<arg_key>", "</arg_key><arg_value>", "</arg_value>", "</tool_call>",
                   "</tool_calls>", "<|eos|>", inline=True), "types"),
    "hy-v4": (tags("<tool_calls>\n", "<tool_call>", "", "<arg_key>", "</arg_key><arg_value>", "</arg_value>", "</tool_call>",
                   "</tool_calls>", "<|eos|>", inline=True), "types"),
    "minimax-m1": (lines_m1, ""),
    "minimax-m2": (tags("<minimax:tool_call>\n", '<invoke name="', '">', '<parameter name="', '">', "</parameter>", "</invoke>",
                        "</minimax:tool_call>", "[e~[", inline=True), "types"),
    "gpt-oss": (harmony, ""),
    "gemma4": (customs("<|tool_call>call:", "<tool_call|>", '<|"|>', "<turn|>", ("<|channel>thought\n", "<channel|>")), "quote"),
    "functiongemma": (customs("<start_function_call>call:", "<end_function_call>", "<escape>", "<end_of_turn>", ("", "")),
                      "reasoning quote"),
    "cohere3": (array("<|START_ACTION|>", "<|END_ACTION|>", "<|END_OF_TURN_TOKEN|>", ("tool_name", "parameters"),
                      ("<|START_THINKING|>", "<|END_THINKING|>"), "tool_call_id", 4, ("<|START_RESPONSE|>", "<|END_RESPONSE|>")), ""),
    "cohere4": (array("<|START_ACTION|>", "<|END_ACTION|>", "<|END_OF_TURN_TOKEN|>", ("tool_name", "parameters"),
                      ("<|START_THINKING|>", "<|END_THINKING|>"), "tool_call_id", 4, ("<|START_TEXT|>", "<|END_TEXT|>")), ""),
    "granite": (array("<|tool_call|>", "", "<|end_of_text|>"), ""),
    "granite-20b-fc": (objects("<function_call> ", "", "<|endoftext|>", gap=" "), "reasoning"),
    "internlm2": (objects("<|action_start|><|plugin|>\n", "<|action_end|>", keys=("name", "parameters"), gap=""), ""),
    "jamba": (array("<tool_calls>", "</tool_calls>", "<|eom|>"), "reasoning"),
    "phi4-mini": (array("functools", "", "<|end|>"), "reasoning"),
    "xlam": (array("", "", "<|im_end|>"), "content"),
    "lfm2": (pythonic("<|tool_call_start|>", "<|tool_call_end|>", "<|im_end|>"), ""),
    "olmo3": (pythonic("<function_calls>\n", "\n</function_calls>", "<|im_end|>", "\n", ""), ""),
    "seed-oss": (tags("<seed:tool_call>\n", "<function=", ">", "<parameter=", ">", "</parameter>", "</function>", "</seed:tool_call>",
                      "<seed:eos>", ("<seed:think>", "</seed:think>"), inline=True, each=True), "types"),
    "step3": (tags("<｜tool_calls_begin｜>", '<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="', '">',
                   '<steptml:parameter name="', '">', "</steptml:parameter>", "</steptml:invoke><｜tool_call_end｜>",
                   "<｜tool_calls_end｜>", "<|EOT|>", line="", inline=True), "types"),
    "longcat": (objects("<longcat_tool_call>\n", "\n</longcat_tool_call>", "</longcat_s>",
                        t=("<longcat_think>\n", "\n</longcat_think>")), ""),
    "apertus": (apertus, ""),
    "gigachat": (objects("<|function_call|>", "", "</s>", gap=""), "reasoning two"),
    "solar-open": (tags("", "<|tool_call:start|>", "\n", "<|tool_arg:start|>", "<|tool_arg:value|>", "<|tool_arg:end|>",
                        "<|tool_call:end|>", "", "<|flush|>", ("<|think:start|>", "<|think:end|>"), inline=True), "types"),
    "minicpm5": (minicpm5, "types"),
    "dots": (tags("<dots_function_call>\n", '<invoke name="', '">', '<parameter name="', '">', "</parameter>", "</invoke>",
                  "</dots_function_call>", "<|endofassistant|>", inline=True), "types"),
    "functionary-v2": (named("", "<|from|>assistant\n<|recipient|>", "\n<|content|>", "", "", "<|stop|>"), "content reasoning"),
    "functionary-v2-llama3": (named("", "<|reserved_special_token_249|>", "\n", "", "", "<|eot_id|>"), "reasoning"),
    "functionary-v3.1": (named("", "<function=", ">", "</function>", "", "<|eot_id|>"), "reasoning"),
    "functionary-v3.2": (named("", ">>>", "\n", "", "", "<|eot_id|>"), "content reasoning"),
    "nemotron-nano-v2": (array("<TOOLCALL>", "</TOOLCALL>", "<SPECIAL_12>"), ""),
    "command-r": (array("Action: ```json\n", "\n```", "<|END_OF_TURN_TOKEN|>", ("tool_name", "parameters"), indent=4),
                  "content reasoning"),
    "react": (named("", "Action: ", "\nAction Input: ", "\nObservation:", "", ""), "content reasoning two"),
    "internlm-react": (lagent_react, "content two"),
    "atem": (atem, "types"),
    "kimi-k3": (kimi_k3, ""),
    "minimax-m3": (minimax_m3, "types"),
    "mirothinker": (mirothinker, ""),
    "solar-open-100b": (solar_100b, ""),
    "inkling": (inkling, ""),
    "k2-horizon": (tags("<ifm|tool_calls>\n", "<ifm|tool_call>", "", "<ifm|arg_key>", "</ifm|arg_key>\n<ifm|arg_value>", "</ifm|arg_value>",
                        "</ifm|tool_call>", "</ifm|tool_calls>", "<|im_end|>", inline=True), "types"),
    "iquest-coder-v2": (tags("", "<iquestcoder_tool_call>", "", "<arg_key>", "</arg_key>\n<arg_value>", "</arg_value>",
                             "</iquestcoder_tool_call>", "", "<|im_end|>", inline=True), "types"),
    "gigachat3.5": (tags("<｜GCML｜tool_calls>\n", '<｜GCML｜invoke name="', '">', '<｜GCML｜parameter name="', '">', "</｜GCML｜parameter>",
                         "</｜GCML｜invoke>", "</｜GCML｜tool_calls>", "</s>", inline=True, flag=True), ""),
    "plamo3": (named(PLAMO % "begin_tool_requests", PLAMO % "begin_tool_request" + PLAMO % "begin_tool_name",
                     PLAMO % "end_tool_name" + PLAMO % "begin_tool_arguments", PLAMO % "end_tool_arguments" + PLAMO % "end_tool_request",
                     PLAMO % "end_tool_requests", "<|plamo:tag|>"), ""),
    "pangu": (array("[unused11]", "[unused12]", "[unused10]", t=("[unused16]", "[unused17]")), ""),
    "step-audio-2": (named("", "<tool_call>function\n", "\n", "</tool_call>", "", "<|EOT|>"), "reasoning"),
    "none": (lambda m: think(m, "<think>\n", "\n</think>") + m["content"] + "<|im_end|>", "calls"),
}
