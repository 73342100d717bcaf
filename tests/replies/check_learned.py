"""Readers learned from templates that no family knows: made ones, in the manner of recent models, with markers and names of their own.

    check_learned.py PROGRAM [--count N] [--seed N] [--verbose]

A message is written by the template, cut out of the prompt and read back. A reader may be refused, and that is counted; where it was
not, no message may come back otherwise than it was written.
"""
import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

from asking import ask
from check_readers import STYLES, messages, request

WORDS = ("act", "do", "invoke", "use", "task", "run", "step", "fn", "op", "job", "cmd", "action", "toolbox", "exec", "plan", "query")
THOUGHTS = ("muse", "ponder", "reason", "scratch", "inner", "deliberate", "notes")


def pair(r, word):
    """A marker that opens and one that closes."""
    style = r.randrange(6)
    if style == 0:
        return "<%s>" % word, "</%s>" % word
    if style == 1:
        return "<|%s|>" % word, "<|/%s|>" % word
    if style == 2:
        return "<|%s_begin|>" % word, "<|%s_end|>" % word
    if style == 3:
        return "[%s]" % word.upper(), "[/%s]" % word.upper()
    if style == 4:
        return "<｜%s▁begin｜>" % word, "<｜%s▁end｜>" % word
    return "<%s:call>" % word, "</%s:call>" % word


def loop(body, between="", over="m.tool_calls"):
    """Jinja over the calls, `c` with its function in `f`."""
    tail = "{%% if not loop.last %%}%s{%% endif %%}" % between if between else ""
    return "{%% for c in %s %%}{%% set f = c.function %%}%s%s{%% endfor %%}" % (over, body, tail)


def quoted(text):
    return "{{ '%s' }}" % text


def as_object(r):
    name, arguments = r.choice((("name", "arguments"), ("tool", "params"), ("function", "args"), ("name", "parameters"), ("tool_name", "input")))
    members = [quoted('"%s": ' % name) + "{{ f.name|tojson }}", quoted('"%s": ' % arguments) + "{{ f.arguments|tojson }}"]
    if r.random() < 0.25:
        members.insert(0, quoted('"id": ') + "{{ c.id|tojson }}")
    if r.random() < 0.15:
        members.insert(0, quoted('"type": "function"'))
    return quoted("{") + quoted(", ").join(members) + quoted("}")


def calls(r):
    """(name of the shape, Jinja that writes all calls)"""
    shape = r.choice(("object", "array", "named", "tags", "attributes", "python", "keyed", "nested"))
    gap, (open, close), (all_open, all_close) = r.choice(("", "\n")), pair(r, r.choice(WORDS[:8])), pair(r, r.choice(WORDS[8:]))
    if shape == "object":
        text = loop(quoted(open) + gap + as_object(r) + gap + quoted(close), r.choice(("", "\n")))
    elif shape == "array":
        return shape, quoted(open) + gap + "[" + loop(as_object(r), ", ") + "]" + gap + quoted(close)
    elif shape == "named":
        text = loop(quoted(open) + "{{ f.name }}" + r.choice(("\n", quoted("<|args|>"), quoted("[ARGS]"), quoted("<sep>")))
                    + "{{ f.arguments|tojson }}" + gap + quoted(close), r.choice(("", "\n")))
    elif shape == "tags":
        key, value = pair(r, "key"), pair(r, "value")
        text = loop(quoted(open) + "{{ f.name }}" + "\n" + "{% for k, v in f.arguments|items %}" + quoted(key[0]) + "{{ k }}" + quoted(key[1]) + gap
                    + quoted(value[0]) + "{{ v if v is string else v|tojson }}" + quoted(value[1]) + "\n{% endfor %}" + quoted(close), r.choice(("", "\n")))
    elif shape == "attributes":
        tag, inner = r.choice(WORDS[:8]), r.choice(("arg", "param", "field"))
        text = loop('<%s name="{{ f.name }}">' % tag + gap + '{%% for k, v in f.arguments|items %%}<%s name="{{ k }}">' % inner
                    + "{{ v if v is string else v|tojson }}</%s>%s{%% endfor %%}</%s>" % (inner, gap, tag), r.choice(("", "\n")))
    elif shape == "python":
        return shape, quoted(open) + "[" + loop("{{ f.name }}({% for k, v in f.arguments|items %}{{ k }}={{ v|tojson }}{{ '' if loop.last else ', ' }}{% endfor %})",
                                                ", ") + "]" + quoted(close)
    elif shape == "keyed":
        return shape, quoted(open) + "[" + loop(quoted("{") + "{{ f.name|tojson }}: {{ f.arguments|tojson }}" + quoted("}"), ", ") + "]" + quoted(close)
    else:
        text = loop(quoted(open) + quoted('{"type": "function", "function": {"name": ') + "{{ f.name|tojson }}" + quoted(', "arguments": ')
                    + "{{ f.arguments|tojson }}" + quoted("}}") + quoted(close), r.choice(("", "\n")))
    if shape != "object" and r.random() < 0.4 or shape == "object" and r.random() < 0.25:
        text = quoted(all_open) + gap + text + gap + quoted(all_close)
    return shape, text


def template(r):
    """(name of the shape, source)"""
    turn = r.choice((("<|turn|>{{ m.role }}\n", "<|over|>"), ("<msg {{ m.role }}>", "</msg>"), ("<|{{ m.role }}|>\n", "<|done|>\n"),
                     ("[{{ m.role|upper }}]: ", "</s>\n"), ("<｜{{ m.role }}｜>", "<｜stop｜>")))
    shape, text = calls(r)
    think, gap = pair(r, r.choice(THOUGHTS)), r.choice(("", "\n"))
    reasoning = "{% if m.reasoning_content %}" + think[0] + gap + "{{ m.reasoning_content }}" + gap + think[1] + r.choice(("", "\n", "\n\n")) + "{% endif %}"
    if r.random() < 0.2:
        reasoning = ""
    said = r.choice(("{{ m.content }}", "{% if m.content %}{{ m.content }}{% endif %}", "{%- if m.content %}{{ m.content }}\n{% endif %}"))
    return shape, ("{% for m in messages %}" + turn[0] + "{% if m.role == 'assistant' %}" + reasoning + said + "{% if m.tool_calls %}"
                   + r.choice(("", "\n")) + text + "{% endif %}{% else %}{{ m.content }}{% endif %}" + turn[1] + "{% endfor %}"
                   + "{% if add_generation_prompt %}" + turn[0].replace("{{ m.role }}", "assistant").replace("{{ m.role|upper }}", "ASSISTANT")
                   + "{% endif %}")


def explain(program, path):
    done = subprocess.run([program, "parse", "--model", path, "--reader", "learned", "--explain"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr.split("which reader fits: ")[-1].split("\n")[0]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--count", type=int, default=120)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--verbose", action="store_true")
    options = options.parse_args()
    r, cases = random.Random(options.seed), messages()
    counts, outcomes, wrong = collections.defaultdict(collections.Counter), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        learned, refusals = [], collections.Counter()
        for number in range(options.count):
            shape, source = template(r)
            path = os.path.join(folder, "%d.jinja" % number)
            with open(path, "w", encoding="utf-8") as file:
                file.write(source)
            facts = explain(options.program, path)
            if isinstance(facts, str):
                counts[shape]["refused"] += 1
                refusals[facts] += 1
                if options.verbose:
                    print("refused, %s: %s\n    %r" % (shape, facts, source))
            else:
                counts[shape]["learned"] += 1
                learned.append((path, shape, source))
        asked = [(path, shape, source, name) for path, shape, source in learned for name in cases]
        answers = ask(options.program, [request(path, "learned", cases[name], STYLES[0]) for path, _, _, name in asked])
        bad = set()
        for (path, shape, source, name), answer in zip(asked, answers):
            outcome = answer.get("outcome", "error")
            outcomes[outcome] += 1
            if outcome not in ("equal", "lossy"):
                wrong += 1
                if path not in bad and len(bad) < 8:
                    print("%s, %s: %r\n    %s of %r\n    read %r" % (shape, name, source, answer.get("difference", answer.get("error")), answer.get("reply"),
                                                                  answer.get("message")))
                bad.add(path)
    for why, number in refusals.most_common():
        print("learned: refused %d times: %s" % (number, why))
    for shape, kinds in sorted(counts.items()):
        print("learned: %-10s %3d learned, %3d refused" % (shape, kinds["learned"], kinds["refused"]))
    share = 100.0 * len(learned) / options.count
    print("learned: %d templates, %d learned (%.1f %%), %d refused; %s; wrong %d" % (
        options.count, len(learned), share, options.count - len(learned), ", ".join("%s %d" % kv for kv in sorted(outcomes.items())), wrong))
    return 1 if wrong or share < 60 else 0


if __name__ == "__main__":
    sys.exit(main())
