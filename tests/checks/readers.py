#!/usr/bin/env python3
"""Feeds check_failures_replies (see there): replies by descriptions, readers, token ids, conversations.

    readers.py PROGRAM [PLACES]        PLACES: how many places of one piece of work fail (24)
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(TESTS, room) for room in ("replies", "tokenizers")]
import families  # noqa: E402
import response_cases  # noqa: E402
import response_tables  # noqa: E402
import schema_cases  # noqa: E402
from feed import feed  # noqa: E402
from reply_cases import MESSAGES, carries  # noqa: E402
from token_cases import tokenizer  # noqa: E402

# What stands around a call, and how its arguments are written.
TURN = ("{%% for m in messages %%}<|im_start|>{{ m.role }}\n{%% if m.reasoning_content %%}<think>\n{{ m.reasoning_content }}\n</think>\n\n{%% endif %%}"
        "{{ m.content }}%s<|im_end|>\n{%% endfor %%}{%% if add_generation_prompt %%}<|im_start|>assistant\n{%% endif %%}")
EACH = "{%% for c in m.tool_calls or [] %%}%s{%% endfor %%}"
CALLS = {
    "hermes": EACH % "\n<tool_call>\n{\"name\": \"{{ c.function.name }}\", \"arguments\": {{ c.function.arguments|tojson }}}\n</tool_call>",
    "none": "",
    "named": EACH % "<!act {{ c.function.name }}!>{{ c.function.arguments|tojson }}<!done!>",
    "object": EACH % "@@{\"id\": \"{{ c.id }}\", \"tool\": \"{{ c.function.name }}\", \"input\": {{ c.function.arguments|tojson }}}@@",
    "array": "{% if m.tool_calls %}CALLS:[{% for c in m.tool_calls %}{{ '' if loop.first else ', ' }}{\"f\": \"{{ c.function.name }}\", \"a\": "
             "{{ c.function.arguments|tojson }}}{% endfor %}]:END{% endif %}",
    "raw": EACH % "<do:{{ c.function.name }}>{% for k, v in c.function.arguments|items %}<arg:{{ k }}>{{ v if v is string else v|tojson }}</arg>{% endfor %}</do>",
    "prose": EACH % "call {{ c.function.name }} with {{ c.function.arguments|tojson }}",
    "python": "{% if m.tool_calls %}[{% for c in m.tool_calls %}{{ c.function.name }}({% for k, v in c.function.arguments|items %}{{ k }}={{ v|tojson }}"
              "{{ '' if loop.last else ', ' }}{% endfor %}){{ '' if loop.last else ', ' }}{% endfor %}]{% endif %}",
}
# How calls are written by templates that nobody has: what a reader that learns from them must cope with.
NAME, ARGS = "{{ c.function.name }}", "{{ c.function.arguments|tojson }}"
PAIRS = "{%% for k, v in c.function.arguments|items %%}%s{%% endfor %%}"
ODD_CALLS = {
    "arguments first": EACH % ("<c>{\"arguments\": %s, \"name\": \"%s\"}</c>" % (ARGS, NAME)),
    "spaced keys": EACH % ("<c>{ \"name\" : \"%s\" , \"arguments\" : %s }</c>" % (NAME, ARGS)),
    "long key": EACH % ("<c>{\"%s\": \"%s\", \"arguments\": %s}</c>" % ("k" * 40, NAME, ARGS)),
    "key with comma": EACH % ("<c>{\"na,me\": \"%s\", \"a|b\": %s}</c>" % (NAME, ARGS)),
    "fenced": EACH % ("```json\n{\"name\": \"%s\", \"parameters\": %s}\n```" % (NAME, ARGS)),
    "fence of tools": EACH % ("```tool\n%s(%s)\n```" % (NAME, ARGS)),
    "id last": EACH % ("<c>{\"name\": \"%s\", \"arguments\": %s, \"id\": \"{{ c.id }}\"}</c>" % (NAME, ARGS)),
    "id between": EACH % ("<c>{\"name\": \"%s\", \"id\": \"{{ c.id }}\", \"arguments\": %s}</c>" % (NAME, ARGS)),
    "wrapped": EACH % ("<c>{\"type\": \"function\", \"function\": {\"name\": \"%s\", \"arguments\": %s}}</c>" % (NAME, ARGS)),
    "numbered": EACH % ("<f>functions.%s:{{ loop.index0 }}<g>%s</f>" % (NAME, ARGS)),
    "by id": EACH % ("<f>{{ c.id }}:%s<g>%s</f>" % (NAME, ARGS)),
    "no end": EACH % ("<f>%s %s" % (NAME, ARGS)),
    "no beginning": EACH % ("%s%s</f>" % (NAME, ARGS)),
    "commas": "{% if m.tool_calls %}<t>{% for c in m.tool_calls %}{\"n\": \"" + NAME + "\", \"a\": " + ARGS + "}{{ ',' if not loop.last }}{% endfor %}</t>{% endif %}",
    "semicolons": "{% if m.tool_calls %}<t>{% for c in m.tool_calls %}{\"n\": \"" + NAME + "\", \"a\": " + ARGS + "}{{ ';' if not loop.last }}{% endfor %}</t>{% endif %}",
    "array without end": "{% if m.tool_calls %}<t>[{% for c in m.tool_calls %}{\"n\": \"" + NAME + "\", \"a\": " + ARGS + "}{{ ',' if not loop.last }}{% endfor %}]{% endif %}",
    "tagged pairs": EACH % ("<function=" + NAME + ">" + (PAIRS % "<parameter={{ k }}>\n{{ v }}\n</parameter>\n") + "</function>"),
    "keys and values": EACH % ("<call>" + NAME + (PAIRS % "<k>{{ k }}</k><v>{{ v|tojson }}</v>") + "</call>"),
    "equals": EACH % ("<call>" + NAME + " " + (PAIRS % "{{ k }}={{ v }};") + "</call>"),
    "quotes": EACH % ("<call>" + NAME + (PAIRS % " {{ k }}=\"{{ v }}\"") + "</call>"),
    "colons": EACH % ("<call>" + NAME + "{" + (PAIRS % "{{ k }}:<|q|>{{ v }}<|q|>,") + "}</call>"),
    "colons and json": EACH % ("<call>" + NAME + "{" + (PAIRS % "{{ k }}:{{ v|tojson }},") + "}</call>"),
    "python alone": EACH % (NAME + "(" + (PAIRS % "{{ k }}={{ v|tojson }}, ") + ")"),
    "python in marks": "{% if m.tool_calls %}<py>[{% for c in m.tool_calls %}" + NAME + "(" + (PAIRS % "{{ k }}={{ v|tojson }}{{ '' if loop.last else ', ' }}") + "){{ '' if loop.last else ', ' }}{% endfor %}]</py>{% endif %}",
    "values alone": EACH % ("<call>" + NAME + "(" + (PAIRS % "{{ v|tojson }},") + ")</call>"),
    "values first": EACH % ("<call>" + (PAIRS % "{{ v|tojson }}={{ k }} ") + NAME + "</call>"),
    "name twice": EACH % ("<call>%s:%s %s</call>" % (NAME, NAME, ARGS)),
    "first only": "{% if m.tool_calls %}<f>{{ m.tool_calls[0].function.name }} {{ m.tool_calls[0].function.arguments|tojson }}</f>{% endif %}",
    "escaped": EACH % ("<f>%s&quot;{{ c.function.arguments|tojson|e }}&quot;</f>" % NAME),
    "arguments as text": EACH % ("<f>%s {{ c.function.arguments|tojson|tojson }}</f>" % NAME),
    "sorted": EACH % ("<f>%s {{ c.function.arguments|tojson(sort_keys=true, indent=2) }}</f>" % NAME),
    "upper": EACH % ("<f>{{ c.function.name|upper }} %s</f>" % ARGS),
    "markers that are words": EACH % ("Action: %s\nAction Input: %s\n" % (NAME, ARGS)),
    "same marks": EACH % ("|||%s|||%s|||" % (NAME, ARGS)),
    "mark with digits": EACH % ("<c9_Z>%s<c9_Z>%s</c9_Z>" % (NAME, ARGS)),
    "form feed": EACH % ("<f>\f%s\f%s</f>" % (NAME, ARGS)),
    "not ASCII": EACH % ("«é%s»%s«/é»" % (NAME, ARGS)),
    "long opening": EACH % ("<" + "o" * 70 + ">%s %s</" % (NAME, ARGS) + "o" * 70 + ">"),
}
THOUGHTS = {
    "thought": ("<think>", "</think>"), "bracketed": ("[THINK]", "[/THINK]"), "words": ("Thought: ", "\nAnswer: "), "same": ("||", "||"), "long": ("<" + "t" * 70 + ">", "</x>"),
    "open alone": ("<think>", ""), "close alone": ("", "</think>"), "odd close": ("<think>", "<answer>"), "channel": ("<|channel|>analysis<|message|>", "<|end|><|channel|>final<|message|>"),
}
SAID = [{"role": "user", "content": "u"}, {"role": "assistant", "content": "It is 12.", "reasoning_content": "Let me see"}]
CALLED = [{"role": "user", "content": "u"}, {"role": "assistant", "content": "", "tool_calls": [
    {"id": "call12345", "type": "function", "function": {"name": n, "arguments": {"city": "Köln <b>", "n": 2, "list": [1, "a"], "any": "12"}}}
    for n in ("f", "search")]}]


def described():
    for name, source, key in (("response_template", 0, "response_template"), ("response_schema", 1, "response_schema")):
        with open(os.path.join(TESTS, "replies", name + ".jsonl"), encoding="utf-8") as file:
            for number, line in enumerate(file):
                row = json.loads(line)["row"]
                text = row.get("text", "".join(row.get("chunks", [])))
                yield {"id": "%s %d" % (name, number), "room": "response", "source": source, "description": json.dumps(row[key]), "text": text,
                       "cut": (1 << 20, 5)[number % 2], "prompt": row.get("prompt", ""), "tools": row.get("tools", families.TOOLS)}
    tables = [*response_tables.tables()]
    schemas = [*schema_cases.tables(), *(schema_cases.query_row(q, schema_cases.VALUES[0]) for q in schema_cases.QUERIES)]
    for number, case in enumerate([*tables[::2], *schemas[::2], *schemas[-len(schema_cases.QUERIES)::2]]):
        source, key = (0, "response_template") if "response_template" in case else (1, "response_schema")
        yield {"id": "table %d" % number, "room": "response", "source": source, "description": json.dumps(case[key]), "text": case["text"],
               "cut": (1 << 20, 7)[number % 2], "prompt": case.get("prompt", ""), "tools": case.get("tools", families.TOOLS)}
    for kind in ("OPENS", "CLOSES"):
        for number, (key, value, samples, groups) in enumerate(getattr(response_cases, kind)):
            field = {key or "close": value or ["x"], "content": "text", "repeats": True}
            if groups:
                field["transform"] = {g: "{%s}" % g for g in groups}
            if kind == "CLOSES":
                field["open"] = "<o>"
            template = {"start_anchor": "<a>", "fields": {"f": field, "content": {}}}
            config = {"tokenizer_class": "x", "response_template": template}
            yield {"id": "expression %s %d" % (kind, number), "room": "response", "source": 2, "description": json.dumps(config),
                   "text": "<o>".join(["say "] + samples + ["end"]), "cut": 3, "prompt": "<a>"}


def readers():
    for name, calls in CALLS.items():
        for wanted in ("", "learned"):
            if wanted and name in ("hermes", "none"):
                continue
            yield {"id": "reader %s %s" % (name, wanted), "room": "reader", "template": TURN % calls, "wanted": wanted, "tools": families.TOOLS,
                   "text": "<think>\nSo\n</think>\n\nHi <tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call><|im_end|>",
                   "conversations": [SAID, CALLED]}
    for name, calls in ODD_CALLS.items():
        yield {"id": "reader of odd calls, " + name, "room": "reader", "template": (TURN % "").replace("{{ m.content }}", "{{ m.content }}" + calls), "wanted": "learned",
               "tools": families.TOOLS, "text": "x", "conversations": [SAID, CALLED]}
    for name, (begin, end) in THOUGHTS.items():
        yield {"id": "reader of odd thoughts, " + name, "room": "reader", "template": (TURN % "").replace("<think>\n", begin).replace("\n</think>\n\n", end), "wanted": "learned",
               "tools": families.TOOLS, "text": "x", "conversations": [SAID, CALLED]}
    yield {"id": "reader by name", "room": "reader", "template": TURN % "", "wanted": "qwen3", "text": "x", "conversations": [SAID, CALLED]}
    # So much that comparing it takes memory of its own.
    large = {"list": list(range(3000)), "map": {"k%d" % i: "é" * i for i in range(200)}, "city": "Köln " * 5000}
    for name, arguments in (("objects", large), ("texts", json.dumps(large))):
        call = {"id": "call12345", "type": "function", "function": {"name": "f", "arguments": arguments}}
        for kind in ("hermes", "raw"):
            yield {"id": "reader large %s %s" % (kind, name), "room": "reader", "template": TURN % CALLS[kind], "wanted": "learned" if kind == "raw" else "hermes",
                   "tools": families.TOOLS, "text": "x", "conversations": [[CALLED[0], dict(CALLED[1], tool_calls=[call])]]}
    yield {"id": "reader of nothing", "room": "reader", "template": "x", "wanted": "", "text": "x", "conversations": [SAID]}


def ids():
    markers = ["<|im_end|>", "<tool_call>", "</tool_call>", "<think>", "</think>", "[TOOL_CALLS]", "<|eot_id|>", "<|channel|>", "<|message|>", "<|end|>"]
    for family, (write, _) in families.FAMILIES.items():
        most, least = (MESSAGES[name][1] for name in ("unicode and reasoning", "plain"))
        text = write(most if carries(family, most) else least)[:400]
        for control in range(2):
            yield {"id": "ids %s %d" % (family, control), "room": "ids", "family": family, "json": tokenizer(markers), "control": control,
                   "text": text + "<|im_"}


def action(kind, text, before="", after="\n"):
    return ("assistant", before + "<|action_start|><|" + kind + "|>\n" + text + "<|action_end|>" + after)


ONE = '{"name": "f", "parameters": {"a": [1, "é"]}}'
PLUGIN, CODE, FILES = "environment name=<|plugin|>", "environment name=<|interpreter|>", "user name=file"
# Turns with calls, results and files: some in the form that OpenAI's says whole, some in others.
ACTIONS = [
    [("user", "q"), action("plugin", ONE, "So "), (PLUGIN, "22\n"), ("assistant", "It is 22.")],
    [action("interpreter", "```python\nprint(1)\n```"), (CODE, "1"), (CODE, "again"), (PLUGIN, "none")],
    [action("interpreter", "print(1)"), action("interpreter", "```\nx\n```", "", ""), action("interpreter", "```python\nx")],
    [action("plugin", ONE, "", ""), (PLUGIN, ""), action("plugin", ONE, "", "  "), action("plugin", '{"name": "f"}'), action("plugin", '{"name":"f", "parameters": {}}')],
    [("assistant", action("plugin", ONE)[1] * 2), (PLUGIN, "1"), (PLUGIN, "2"), (PLUGIN, "3"), ("assistant name=x", "y")],
    [(FILES, '[{"path": "a.csv", "size": "1 \\"KB"}, {"path": "é"}]'), (FILES, '[{"path": "a"}]'), (FILES, "[]"), (FILES, "[{}]"), (FILES, "{"), (FILES, "5"), (FILES, '[{"size": "1"}]'),
     (FILES, '[{"path": 5}]'), (FILES, '[5]'), (FILES, '[{"path":"a"}]'), (FILES, '[{"path": "a", "size": "1", "x": "y"}]'), (FILES, '[{"path": "a", "type": "1"}]')],
    [("environment", "x"), ("environment name=z", "y"), ("user name=b", "y"), (PLUGIN, "z"), ("assistant", "")],
]


def transcripts():
    chatml = "".join("<|im_start|>%s\n%s<|im_end|>\n" % m for m in (("system", "S"), ("user name=a", "é\n"), ("assistant", "x"), ("user", "")))
    for family, text in (("chatml", chatml), ("chatml", chatml + "<|im_start|>assistant\n"), ("chatml", chatml[:-14]), ("qwen3", "text before" + chatml),
                         ("internlm2", chatml + "<|im_start|>assistant\nSo<|action_start|><|plugin|>\n{\"name\": 1}<|action_end|><|im_end|>\n"),
                         ("llama3", "<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>"), ("gemma", "<start_of_turn>user\nHi<end_of_turn>\n"),
                         ("phi4", "<|im_start|>user<|im_sep|>Hi<|im_end|>"), ("granite", ""), ("nope", "x")):
        yield {"id": "transcript " + family, "room": "transcript", "family": family, "text": text}
    for number, turns in enumerate(ACTIONS):
        text = "".join("<|im_start|>%s\n%s<|im_end|>\n" % turn for turn in turns)
        yield {"id": "transcript of actions %d" % number, "room": "transcript", "family": "internlm2", "text": text}


def main():
    return feed([*described(), *readers(), *ids(), *transcripts()], "24")


if __name__ == "__main__":
    sys.exit(main())
