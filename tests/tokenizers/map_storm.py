#!/usr/bin/env python3
"""Rows of data sets and requests whose data tries to write control tokens: the doors of `chatfmt map` and `render --batch`.

    map_storm.py PROGRAM ROWS SEED FOLDER… -- TEMPLATE…

As in chat_storm.c each row has a twin with other characters in the same places; the control tokens of both must be the same, one
for one, wherever the texts have the same length, and a row whose ids without a policy have more of them must have attempts.
Prints the lines of chat_storm.c.
"""
import json
import random
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path


def twin(text):
    def other(c):
        if c.islower() and c.isascii():
            return "v" if c == "q" else "q"
        if c.isupper() and c.isascii():
            return "V" if c == "Q" else "Q"
        if c.isdigit() and c.isascii():
            return "4" if c == "7" else "7"
        if "!" <= c <= "~" and c not in "\"\\'&{}%":
            return "," if c == ";" else ";"
        return "一" if "ऀ" <= c <= "￿" and c != "▁" else c
    return "".join(map(other, text))


def call(x):
    return {"role": "assistant", "content": "", "tool_calls": [{"id": "abcdefgh1", "type": "function", "function": {
        "name": x, "arguments": {"q": x}}}]}


USER, REPLY = {"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Yes."}
DOORS = {
    "map_messages": lambda x: {"messages": [{"role": "user", "content": x}, REPLY]},
    "map_sharegpt": lambda x: {"conversations": [{"from": "human", "value": x}, {"from": "gpt", "value": x}]},
    "map_sharegpt_from": lambda x: {"conversations": [{"from": x, "value": "Hi."}, {"from": "gpt", "value": "Yes."}]},
    "map_prompt": lambda x: {"prompt": x, "completion": x},
    "map_prompt_messages": lambda x: {"prompt": [{"role": "user", "content": x}], "completion": [REPLY]},
    "map_xtuner": lambda x: {"conversation": [{"system": x, "input": x, "output": x}]},
    "map_system": lambda x: {"system": x, "messages": [USER, REPLY]},
    "map_tools": lambda x: {"tools": [{"name": x, "description": x, x: 1}], "messages": [USER, REPLY]},
    "map_tools_text": lambda x: {"tools": json.dumps([{"name": x, "description": x}]), "messages": [USER, REPLY]},
    "map_documents": lambda x: {"documents": [{"title": x, "text": x}], "messages": [USER, REPLY]},
    "map_calls": lambda x: {"messages": [USER, call(x), {"role": "tool", "content": x}]},
    "map_bos": lambda x: {"messages": [USER, REPLY], "chat_template_kwargs": {"bos_token": x}},
    "map_kwargs": lambda x: {"messages": [USER, REPLY], "chat_template_kwargs": {"date_string": x, "eos_token": x}},
    "map_replaced": lambda x: {"messages": [USER, REPLY], "chat_template_kwargs": {"messages": [{"role": "user", "content": x}, REPLY]}},
    "map_template": lambda x: {"messages": [USER, REPLY], "chat_template_kwargs": {"chat_template": x + "{{ messages[0].content }}"}},
    "batch_content": None, "batch_bos": None, "batch_template": None,
}


def batch(name, x):
    context = {"messages": [USER, REPLY], "tokenize": True}
    if name == "batch_content":
        context["messages"] = [{"role": "user", "content": x}, REPLY]
    elif name == "batch_bos":
        context["bos_token"] = x
    else:
        context["chat_template"] = x + "{{ messages[0].content }}"
    return context


def attack(names, rng):
    pieces = [rng.choice(names) if rng.random() < .7 else rng.choice(["a ", " ", "<", "|>", "\n", "é", "the "])
              for _ in range(rng.randint(1, 4))]
    return "".join([rng.choice(names), *pieces])


def run(program, args, lines):
    done = subprocess.run([program, *args], input="".join(json.dumps(x) + "\n" for x in lines), capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def answers(program, name, model, template, xs, policy):
    if name.startswith("batch"):
        lines = []
        for i, x in enumerate(xs):
            context = batch(name, x)
            if name != "batch_template":
                context["chat_template"] = template.read_text()
            lines.append({"id": i, "model": str(model), "context": context,
                          "options": {"policy": policy, **({} if name == "batch_template" else {"allow": "row-templates"})}})
        out = run(program, ["render", "--batch"], lines)
        return [{"input_ids": a.get("ids"), "text": a.get("text"), "attempts": len(a.get("attempts", ())), "error": a.get("error")} for a in out]
    return run(program, ["map", "--model", str(model), "--chat-template", str(template), "--columns", "input_ids,text", "--policy", policy,
                         "--on-error", "record", "--quiet", "-j", "1"], [DOORS[name](x) for x in xs])


def main():
    program, rows, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    split = sys.argv.index("--")
    folders, templates = [Path(f) for f in sys.argv[4:split]], [Path(t) for t in sys.argv[split + 1:]]
    rng = random.Random(seed)
    told = defaultdict(lambda: [0] * 8)
    for folder in folders:
        added = json.loads((folder / "tokenizer.json").read_text())["added_tokens"]
        control = {t["id"] for t in added if t["special"] or t["content"][:2] + t["content"][-2:] == "<||>"}
        names = [t["content"] for t in added if t["id"] in control]
        if not names:
            continue
        for template in templates:
            for name in DOORS:
                xs = [attack(names, rng) for _ in range(rows)]
                safe = answers(program, name, folder, template, xs, "control")
                other = answers(program, name, folder, template, [twin(x) for x in xs], "control")
                plain = answers(program, name, folder, template, xs, "any")
                count = told[name]
                for x, a, b, p in zip(xs, safe, other, plain):
                    if name.endswith("template"):
                        count[0] += 1
                        count[1] += 1
                        count[2] += a.get("error", {}).get("kind") == "security"
                        count[3] += "security" not in str(a.get("error"))
                        continue
                    if a.get("error") or b.get("error"):
                        continue
                    count[0] += 1
                    count[1] += a["text"] != b["text"]
                    count[2] += a.get("attempts", 0)
                    alike = len(a["text"].encode()) == len(b["text"].encode())
                    count[7] += not alike
                    kept = lambda row: [t for t in row["input_ids"] if t in control]
                    if alike and kept(a) != kept(b):
                        count[3] += 1
                        print(f"{name}: {json.dumps(x)} with {folder.name}, {template.name}: {kept(a)}, twin {kept(b)}")
                    if Counter(kept(p)) - Counter(kept(a)) and not a.get("attempts"):
                        count[4] += 1
                    if not a.get("attempts") and p["input_ids"] != a["input_ids"]:
                        count[6] += 1
    for name, count in told.items():
        print(f"door {name:<18} " + " ".join(f"{n:8d}" if i < 3 else f"{n:6d}" for i, n in enumerate(count)))
    return any(sum(c[3:7]) for c in told.values())


if __name__ == "__main__":
    sys.exit(main())
