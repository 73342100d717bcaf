"""Whole conversations, read back from their text: InternLM2's with all of its roles, names, calls and files, rendered again to the same
text by the format; every family written again from any text; the listings of the seed document and the golden file of ../shared
when they are there.

    check_conversations.py PROGRAM
"""
import json
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SHARED = os.environ.get("CHATFMT_SHARED", os.path.join(HERE, "..", "..", "..", "shared"))
PROGRAM = sys.argv[1]
FAMILIES = {"internlm2": ("<|im_start|>", "<|im_end|>", "\n"), "chatml": ("<|im_start|>", "<|im_end|>", "\n"),
            "phi4": ("<|im_start|>", "<|im_end|>", "<|im_sep|>"), "llama3": ("<|start_header_id|>", "<|eot_id|>", "<|end_header_id|>\n\n"),
            "llama4": ("<|header_start|>", "<|eot|>", "<|header_end|>\n\n"), "gemma": ("<start_of_turn>", "<end_of_turn>", "\n"),
            "gemma4": ("<|turn>", "<turn|>", "\n"), "granite": ("<|start_of_role|>", "<|end_of_text|>", "<|end_of_role|>")}
AGENT = [
    {"role": "system", "content": "You are InternLM2-Chat."},
    {"role": "system", "name": "interpreter", "content": "Write Python."},
    {"role": "system", "name": "plugin", "content": "[\n    {\"name\": \"get_weather\"}\n]"},
    {"role": "user", "content": "Sales by month?"},
    {"role": "user", "name": "file", "content": "[{\"path\": \"data.csv\", \"size\": \"10K\"}]"},
    {"role": "assistant", "text": "I will look.", "action": {"kind": "interpreter", "payload": "```python\nprint(1)\n```"}},
    {"role": "environment", "name": "interpreter", "content": "1"},
    {"role": "assistant", "content": "One."},
    {"role": "user", "content": "And the weather in 上海?"},
    {"role": "assistant", "text": "", "action": {"kind": "plugin", "payload": "{\"name\": \"get_weather\", \"parameters\": {\"city\": \"上海\"}}",
                                                  "after_action_end": ""}},
    {"role": "environment", "name": "plugin", "content": "{\"temperature\": 22}"},
    {"role": "assistant", "content": "22 degrees.", "after_im_end": ""},
]
passed, failed = 0, []


def check(name, ok, *shown):
    global passed
    passed += bool(ok)
    if not ok:
        failed.append(name)
        if len(failed) < 8:
            print(name, *shown)


def run(*words, data):
    """What is printed; an empty prompt, which the program refuses, is an empty text."""
    done = subprocess.run([PROGRAM, *words], input=data.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode and b": empty_prompt: " in done.stderr:
        return ""
    return done.stdout.decode() if done.returncode == 0 else "status %d" % done.returncode


def read(family, text):
    return json.loads(run("parse", "--conversation", family, data=text))


def render(value):
    return run("render", "--format", "internlm2/lagent", data=json.dumps({k: v for k, v in value.items() if k != "before"}))


def there_and_back(name, family, text):
    value = read(family, text)
    back = run("parse", "--conversation", family, "--write", data=json.dumps(value))
    check(name + ": written again", back == text, repr(text[:300]), repr(back[:300]), value)
    return value


def full(message):
    """A message with its defaults filled in."""
    out = {"closed": True, "after_im_end": "\n", **message}
    if "action" in out:
        # The golden file tells what the payload means as well.
        out["action"] = {"after_action_end": "\n", **{k: v for k, v in out["action"].items() if k in ("kind", "payload", "after_action_end")}}
    return out


def agent():
    for pending in (False, True):
        messages = AGENT[:-1] if pending else AGENT
        text = render({"messages": messages, "add_generation_prompt": pending})
        value = there_and_back("agent", "internlm2", text)
        check("agent: messages", value["messages"] == messages and value.get("add_generation_prompt", False) == pending, value)
        check("agent: rendered again", render(value) == text, value)
    for text in ("", "no messages", "<s><|im_start|>user\nhi", "<|im_start|>user\nhi\n<|im_start|>assistant\n",
                 "<|im_start|>system name=plugin\nx<|im_end|>\n", "<|im_start|>assistant\na<|action_start|><|plugin|>\n{}<|action_end|>b<|im_end|>",
                 "<|im_start|>assistant\n<|action_start|>plugin\n{}<|action_end|>\n<|im_end|>\n", "<|im_start|> name=x\nhi<|im_end|>\n", "<|im_start|>user name=\nhi<|im_end|>\n",
                 "<|im_start|>system name=interpreter\nx<|im_end|>\n", "<|im_start|>assistant name=x\n", "<|im_start|>assistant\na<|action_start|><|plugin|>{}<|action_end|>\nb<|im_end|>\n",
                 "<|im_start|>" + "r" * 70000 + "\nhi<|im_end|>\n"):
        value = there_and_back("odd", "internlm2", text)
        if "before" not in value:
            check("odd: rendered again", render(value) == text, repr(text), value)


# A family, messages whose members say what the frame has no place for, or nothing, and their text.
WRITTEN = [
    ("phi4", {"role": "user", "name": "x", "content": "hi", "closed": True}, "<|im_start|>user<|im_sep|>hi<|im_end|>"),
    ("chatml", {"role": "user", "name": "x", "content": "hi", "closed": False}, "<|im_start|>user name=x\nhi\n"),
    ("internlm2", {"role": "user", "content": None, "closed": 1}, "<|im_start|>user\n<|im_end|>\n"),
    ("internlm2", {"role": "assistant", "action": {"kind": None, "payload": "{}", "after_action_end": ""}}, "<|im_start|>assistant\n<|action_start|>\n{}<|action_end|><|im_end|>\n"),
    ("internlm2", {"role": "assistant", "action": {"kind": 5, "payload": "{}"}}, "status 1"),
    ("internlm2", {"role": 5}, "status 1"),
    ("internlm2", "x", "status 1"),
]


def written():
    for family, message, text in WRITTEN:
        got = run("parse", "--conversation", family, "--write", data=json.dumps({"messages": [message]}))
        check(family + ": written", got == text, message, repr(got))


def any_text():
    r = random.Random(3)
    for family, (open_, close, end) in FAMILIES.items():
        words = [open_, close, end, "user", "assistant", "system", " name=", "<|plugin|>", "\n", " ", "x", "<|action_start|>", "<|action_end|>", "é",
                 open_ + "user" + end, open_ + "assistant" + end, close + "\n", open_[:3], "\\", "\""]
        for i in range(25):
            there_and_back("%s, random %d" % (family, i), family, "".join(r.choice(words) for _ in range(r.randrange(1, 24))))
        value = read(family, open_ + "user" + end + "hi" + close + open_ + "assistant" + end)
        check(family + ": messages", [(m["role"], m["content"]) for m in value["messages"]] == [("user", "hi")] and value["add_generation_prompt"],
              value)


def shared():
    path = os.path.join(SHARED, "golden", "internlm2_cases.jsonl")
    if os.path.exists(path):
        for case in map(json.loads, open(path, encoding="utf-8")):
            if case["kind"] not in ("render_verbatim", "render"):
                continue
            text = case["text"] if isinstance(case["text"], str) else case["text"].get("ok")
            if text is None:
                continue
            value = there_and_back(case["id"], "internlm2", text)
            check(case["id"] + ": rendered again", render(value) == text, value)
            if case["kind"] == "render_verbatim":
                want = [full(m) for m in case["messages"]]
                check(case["id"] + ": messages", [full(m) for m in value["messages"]] == want, value["messages"], want)
    folder = os.path.join(SHARED, "seeds")
    listings = 0
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        text = open(os.path.join(folder, name), encoding="utf-8").read()
        for block in re.findall(r"^```[a-z]*\n(<\|im_start\|>.*?)^```$", text, re.S | re.M):
            value = there_and_back("%s, listing" % name, "internlm2", block)
            check("%s, listing: rendered" % name, render(value) == block, value)
            check("%s, listing: roles" % name, {m["role"] for m in value["messages"]} <= {"system", "user", "assistant", "environment"}, value)
            listings += 1
    return listings


def main():
    agent()
    written()
    any_text()
    listings = shared()
    print("conversations: %d passed, %d failed; %d listings of the seed documents" % (passed, len(failed), listings))
    return 1 if failed else 0


sys.exit(main())
