"""Readers learned from templates that write their messages oddly: why they are refused, or else that messages come back as they were.

    check_odd_templates.py PROGRAM
    check_odd_templates.py PROGRAM --record        (writes odd_templates.jsonl: look at what changed)
"""
import json
import os
import sys
import tempfile

from asking import ask, plain
from check_learned import explain
from check_readers import messages, request

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "odd_templates.jsonl")
NAME, ARGUMENTS, ID = "{{ f.name }}", "{{ f.arguments|tojson }}", "{{ c.id }}"
OBJECT = "{{ '{' }}\"name\": \"{{ f.name }}\", \"arguments\": {{ f.arguments|tojson }}}"
ITEMS = "{% for k, v in f.arguments|items %}"
VALUE = "{{ v if v is string else v|tojson }}"


def each(body, over="m.tool_calls"):
    return "{%% for c in %s %%}{%% set f = c.function %%}%s{%% endfor %%}" % (over, body)


def keyed(name, arguments, more=""):
    return "<call>{{ '{' }}\"%s\": \"{{ f.name }}\", \"%s\": {{ f.arguments|tojson }}%s}</call>" % (name, arguments, more)


def tags(inner, end="{% endfor %}", name="<f={{ f.name }}>"):
    return "<call>" + name + ITEMS + inner + end + "</f></call>"


# What writes the calls of a message.
CALLS = [each(body) for body in [
    keyed("na|me", "arguments"), keyed("na,me", "arguments"), keyed("n" * 32, "arguments"), keyed("", "arguments"), keyed("name", "a|b"), keyed("name", "arguments", ", \"i|d\": \"{{ c.id }}\""), keyed("name", "arguments", ", \"id\": \"{{ c.id }}\""),
    keyed("name", "arguments") + " {{ c.id }}", "{{ c.id }} " + keyed("name", "arguments"), "<call>[" + OBJECT + " x]</call>", "<call>[" + OBJECT + "]</call>", "<call>x [ " + OBJECT + "</call>", "[" + OBJECT, "<call>```json\n" + OBJECT + "\n```</call>",
    "<call>```python\n" + OBJECT + "\n```</call>", "<call>```json\n" + OBJECT + "\n</call>", "<call>```\n" + OBJECT + "\n```", "```json\n" + OBJECT + "\n```", "<call>" + OBJECT + "{% if loop.first %}</call>{% else %}</done>{% endif %}",
    "<call>{% if loop.first %}" + NAME + "{% endif %}<args>" + ARGUMENTS + "</call>", "<call>" + NAME + "<args>{% if loop.first %}" + ARGUMENTS + "{% endif %}</call>", "{% if loop.first %}<call>" + NAME + "<args>" + ARGUMENTS + "</call>{% endif %}",
    "{% if not loop.last or loop.first %}<call>" + NAME + "<args>" + ARGUMENTS + "</call>{% endif %}", "{% if loop.first %}<call>" + OBJECT + "</call>{% else %}" + NAME + ARGUMENTS + "{% endif %}", "{% if not loop.last or loop.first %}<call>" + OBJECT + "</call>{% else %}" + NAME + ARGUMENTS + "{% endif %}",
    "{% if loop.first %}" + NAME + ARGUMENTS + "{% else %}" + OBJECT + "{% endif %}", ARGUMENTS + " for " + NAME, "<call>" + ARGUMENTS + "</call>", "<call>" + NAME + "</call>", NAME + ARGUMENTS, "<call>" + ID + "<name>" + NAME + "<args>" + ARGUMENTS + "</call>",
    "<call>" + NAME + "<id>" + ID + "<args>" + ARGUMENTS + "</call>", "<call>" + NAME + "<args>" + ARGUMENTS + "<id>" + ID + "</call>", "<call>functions." + NAME + ":{{ loop.index0 }}<args>" + ARGUMENTS + "</call>", "<call>fn." + NAME + ":{{ loop.index0 }}<args>" + ARGUMENTS + "</call>",
    NAME + ":{{ loop.index0 }}<args>" + ARGUMENTS + "</call>", "{% if loop.first %}<call>functions.{% else %};{% endif %}" + NAME + ":{{ loop.index0 }}<args>" + ARGUMENTS + "</call>", "{% if loop.first %}<call>functions." + NAME + ":0<args>" + ARGUMENTS + "</call>{% endif %}",
    "<call>" + NAME + "\n```json\n" + ARGUMENTS + "\n```</call>", "{% if loop.first %}<call>" + NAME + "\n```json\n" + ARGUMENTS + "\n```</call>{% endif %}", "{% if loop.first %}<call>{% endif %}" + NAME + "\n```json\n" + ARGUMENTS + "\n```", "<call>{{ '{' }}\"{{ f.name }}\" : " + ARGUMENTS + "}</call>",
    "<call>{{ '{' }}\"{{ f.name }}\": " + ARGUMENTS + "}</call>", "<call>[\"{{ f.name }}\", " + ARGUMENTS + "]</call>", "<call>\"{{ f.name }}\" " + ARGUMENTS + "</call>", "<call>{{ '{' }}\"call\": " + OBJECT + "}</call>", "<call>\0" + NAME + "<args>" + ARGUMENTS + "</call>", "<call>{{ '\\0' }}" + OBJECT + "</call>",
    "<call>{{ '\\x0c' }}" + OBJECT + "</call>", "&quot;<call>" + OBJECT + "</call>", "<outer><call>" + NAME + "<args>" + ARGUMENTS + "</call></outer>", "<outer> <call>" + NAME + "<args>" + ARGUMENTS + "</call> </outer>", "<outer>\n<call>" + NAME + "<args>" + ARGUMENTS + "</call>\n</outer>",
    "{% if loop.first %}<outer>\n<call>" + NAME + "<args>" + ARGUMENTS + "</call>\n</outer>{% endif %}", "{% if loop.first %}<outer><call>" + NAME + "<args>" + ARGUMENTS + "</call></outer>{% endif %}", "{% if loop.first %}<outer>\n<call>" + NAME + "<args>" + ARGUMENTS + "{% endif %}",
    "<call>" + OBJECT + "</call>{% if not loop.last %}&{% endif %}", "<call>" + OBJECT + "</call>{% if not loop.last %};{% endif %}", "<call>" + OBJECT + "</call>{% if not loop.last %}and then{% endif %}", "{% if loop.first %}use tool {% else %}reuse tool {% endif %}" + OBJECT,
    "{% if loop.first %}<|Use_tool|>Call_Z {% else %}Recall_Z {% endif %}" + OBJECT, "{% if loop.first %}<calls>\u00e9call{% else %}\u00e8call{% endif %}" + OBJECT, "{% if loop.first %}<a\nb>{% else %}<b>{% endif %}" + OBJECT, "{% if loop.first %}x<open{% else %}<open{% endif %}" + OBJECT + "close>",
    "{% if loop.first %}<calls{% endif %} call=" + OBJECT + ">", "<call" + OBJECT + "call>", "<a>" + OBJECT + "{% if loop.last %}</ab>{% else %}</ac>{% endif %}", "{% if loop.first %}[AB{% else %}[B{% endif %}" + OBJECT + "{% if loop.last %}wordA{% else %}wordB{% endif %}", OBJECT, "\n" + OBJECT,
    tags("<k>{{ k }}</k>"), tags("<v>" + VALUE + "</v>"), tags("<v>" + VALUE + "</v><k>{{ k }}</k>"), tags("<p={{ k }}>" + VALUE + "</p>"), tags("<p={{ k }}>" + VALUE + "</p>", name=""), "<call>" + ITEMS + "<p={{ k }}>" + VALUE + "</p>{% endfor %}<f={{ f.name }}></call>",
    tags("<p name=\"{{ k }}\" string=\"{{ 'true' if v is string else 'false' }}\">" + VALUE + "</p>"), tags("{{ k }}" + VALUE), tags("{{ k }}: " + VALUE + ", "), tags("<k>{{ k }}</k><v>" + VALUE + "</v>"), tags("<k>{{ k }}</k>=" + VALUE + "</v>"), tags("{{ k }}=<v>" + VALUE + "</v>"),
    tags("<p={{ k }}>" + VALUE + "</p>{% if loop.first %}<q>{% endif %}"), tags("<k>{{ k }}</k>{% endfor %}" + ITEMS + "<v>" + VALUE + "</v>"), tags("<p={{ k }}>{% if loop.first %}" + VALUE + "{% endif %}</p>"), tags("{% if loop.first %}<p={{ k }}>" + VALUE + "</p>{% endif %}"),
    "<call>" + NAME + "(" + ITEMS + "{{ k }}='{{ v }}'{{ '' if loop.last else ', ' }}{% endfor %})</call>", "<call>[" + NAME + "(" + ITEMS + "{{ k }}='{{ v }}'{{ '' if loop.last else ', ' }}{% endfor %})]</call>", "<call>[" + NAME + "(" + ITEMS + "{{ k }}='{{ v }}'{{ '' if loop.last else ', ' }}{% endfor %})</call>",
    "<call>" + NAME + "(" + ITEMS + "{{ k }}='{{ v }}'{{ '' if loop.last else ', ' }}{% endfor %})]</call>", "<call>" + NAME + "(" + ITEMS + "{{ k }}='{{ v }}'{{ '' if loop.last else ', ' }}{% endfor %}</call>", "<call>" + NAME + "(" + ITEMS + "{{ k }}: '{{ v }}'{{ '' if loop.last else ', ' }}{% endfor %})</call>",
    "<call>" + NAME + "{{ '{' }}" + ITEMS + "{{ k }}:<q>{{ v }}<q>{{ '' if loop.last else ',' }}{% endfor %}}</call>", "<call>" + NAME + "{{ '{' }}" + ITEMS + "{{ k }}:{{ v }}{{ '' if loop.last else ',' }}{% endfor %}}</call>", "<call>" + NAME + "{{ '{' }}" + ITEMS + "{{ k }}:<q>{{ v }}<q>{{ '' if loop.last else ',' }}{% endfor %}</call>",
    "<call>" + NAME + "{{ '{' }}" + ITEMS + "{{ k }}={{ v }}{{ '' if loop.last else ',' }}{% endfor %}}</call>", "<call>" + NAME + "<" + ITEMS + "{{ k }}={{ v }}{{ '' if loop.last else ',' }}{% endfor %}></call>", "{% if loop.first %}<call>" + NAME + "(" + ITEMS + "{{ k }}='{{ v }}'{{ '' if loop.last else ', ' }}{% endfor %})</call>{% endif %}",
    "{% if loop.first %}" + tags("<p={{ k }}>" + VALUE + "</p>") + "{% endif %}", "{% if loop.first %}" + tags("<p={{ k }}>" + VALUE + "</p>") + "{% else %}" + NAME + "{% endif %}",
]] + [each("<call>" + OBJECT + "</call>", "m.tool_calls|reverse"), each("<call>" + NAME + "<args>" + ARGUMENTS + "</call>", "m.tool_calls|reverse"), each(tags("<p={{ k }}>" + VALUE + "</p>"), "m.tool_calls|reverse"), "{{ m.tool_calls|tojson }}", "<calls>{{ m.tool_calls|tojson }}</calls>",
      "{{ m.tool_calls|map(attribute='function')|list|tojson }}", "<calls>{{ m.tool_calls|map(attribute='function')|list|tojson }}</calls>"]
GOOD = each("<call>" + OBJECT + "</call>")
# What stands around the words of the assistant, and what the prompt ends with.
SAID = ["<tick><thick>{{ m.content }}", "<tick></tock>{{ m.content }}", "<tick>[tick/]{{ m.content }}", "<tick></tick>{{ m.content }}", "{{ m.content }}", "x{{ m.content }}", "x:{{ m.content }}", "<say>{{ m.content }}</say>", "", "<think>{{ m.reasoning_content }}</think>{{ m.content }}", "{{ m.reasoning_content }}|{{ m.content }}",
        "{{ m.content }}<think>{{ m.reasoning_content }}</think>", "(thought {{ m.reasoning_content }} thought) {{ m.content }}", "{% if m.content %}<say>{{ m.content }}</say>{% endif %}", "<say>{{ m.content or 'none' }}</say>", "<think>{{ m.reasoning_content }}</think>"]
OPENINGS = ["", "<think>", "<think>\n", "<" + "x" * 70 + ">", "</think>", "<abc", "<think></think>", "<t>", "<\u00e9\u00e9\u00e9>"]


def template(calls, said="{{ m.content }}", opening="", end="<|over|>", after=""):
    return ("{% for m in messages %}<|{{ m.role }}|>{% if m.role == 'assistant' %}" + said + "{% if m.tool_calls %}" + calls + "{% endif %}" + after + "{% else %}{{ m.content }}{% endif %}" + end + "{% endfor %}"
            + "{% if add_generation_prompt %}<|assistant|>" + opening + "{% endif %}{# </think> </" + "x" * 70 + "> #}")


def templates():
    for calls in CALLS:
        yield template(calls)
    for said in SAID:
        yield template(GOOD, said)
        yield template(each(tags("<p={{ k }}>" + VALUE + "</p>")), said)
        yield template(GOOD, "", after=said)
    for opening in OPENINGS:
        yield template(GOOD, opening=opening)
    for end in ("", "\n", "</s>", "<", "x", ">", "\n\n<|a|><|b|>\n"):
        for calls in (GOOD, each("<call>" + NAME + "<args>" + ARGUMENTS + "</call>"), each("```json\n" + OBJECT + "\n```"), each("<call>" + OBJECT)):
            yield template(calls, end=end)


def main():
    program, cases = sys.argv[1], messages()
    names = ("plain", "reasoning", "one", "two arguments", "two calls", "all", "newlines")
    with tempfile.TemporaryDirectory() as folder:
        facts, asked = [], []
        for number, source in enumerate(templates()):
            path = os.path.join(folder, "%d.jinja" % number)
            with open(path, "w", encoding="utf-8") as file:
                file.write(source)
            told = explain(program, path)
            facts.append("learned" if isinstance(told, dict) else told)
            asked += [request(path, "learned", cases[name], "") for name in names if isinstance(told, dict)]
        answers = iter(ask(program, asked))
        got = [[fact] + [next(answers).get("outcome", "error") for name in names if fact == "learned"] for fact in facts]
    if "--record" in sys.argv:
        with open(TABLE, "w", encoding="utf-8") as out:
            out.writelines(plain(row) + "\n" for row in got)
    with open(TABLE, encoding="utf-8") as file:
        wants = [json.loads(line) for line in file]
    if len(wants) != len(got):
        sys.exit("check_odd_templates: %d recordings of %d templates" % (len(wants), len(got)))
    failed = 0
    for source, want, row in zip(templates(), wants, got):
        if row != want or not set(row[1:]) <= {"equal", "lossy"}:
            failed += 1
            print("%s\n    want %r\n    got  %r" % (source, want, row))
    print("odd templates: %d passed, %d failed" % (len(got) - failed, failed))
    return 1 if failed else 0


sys.exit(main())
