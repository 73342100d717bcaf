"""InternLM2 in OpenAI's form, there and back: random conversations of agents with tools, results, files and code, rendered by
internlm2/lagent, read back whole by `parse --conversation --openai` and answer by answer at random cuts by the family; and every row of
the recordings in ../shared, when they are there.

    check_internlm2_openai.py PROGRAM [COUNT]
"""
import json
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SHARED = os.environ.get("CHATFMT_SHARED", os.path.join(HERE, "..", "..", "..", "shared"))
PROGRAM, COUNT = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 500
# Recorded answers with an action whose bytes OpenAI's form cannot say; they stay in the format's own form.
OWN_FORM = {"lagent_protocol/tool_str": "a call without parameters"}
# Recorded replies that the family reads otherwise than the actions do, and why.
OTHERWISE = {
    "parse/plugin_both_keys": "arguments and parameters in one call are one text of arguments",
    "parse/plugin_duplicate_keys": "a call is told when its first name is known; its arguments keep their bytes",
    "parse/plugin_suffix_junk": "what follows the JSON is content",
    "parse/plugin_prefix_junk": "what is no JSON is content", "parse/plugin_code_fence": "what is no JSON is content",
    "parse/plugin_truncated_name": "a call that is cut off before its name is whole is framing",
    "parse/plugin_open_only": "a call that is cut off before its name is whole is framing",
    "parse/plugin_action_end_in_string": "JSON ends by its structure",
}
failed, passed = [], 0


def check(name, ok, *shown):
    global passed
    passed += bool(ok)
    if not ok:
        failed.append(name)
        if len(failed) < 8:
            print(name, *map(repr, shown))


def lines(words, requests):
    text = "".join(json.dumps({"id": i, **r}) + "\n" for i, r in enumerate(requests))
    done = subprocess.run([PROGRAM, *words], input=text.encode(), stdout=subprocess.PIPE, check=True)
    answers = [json.loads(line) for line in done.stdout.decode().split("\n")[:-1]]
    assert len(answers) == len(requests)
    return answers


def openai(text):
    done = subprocess.run([PROGRAM, "parse", "--conversation", "internlm2", "--openai"], input=text.encode(), stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def plain(message):
    """A message as both sides say it: ids by number within the answer, no null content."""
    message = dict(message)
    message["content"] = message.get("content") or ""
    return message


def words(r, most=6):
    pieces = ["weather", "in", "上海", "?", "22°", "\n", "  ", "`code`", "{\"a\": 1}", "<b>", "\\n", "🌧", "|>", "<|", "name=file", "```", "é"]
    return "".join(r.choice(pieces) + r.choice(["", " "]) for _ in range(r.randint(1, most))).strip() or "x"


def call(r, number):
    if r.random() < 0.4:
        code = {"input": r.choice(["print(1)", "import x\n\nx.show()", "s = '''\n```\n'''\nprint(s)", "a = [1,\n     2]  # 上海", "x" * r.randint(1, 300)])}
        if r.random() < 0.3:
            code["language"] = r.choice([None, "py", ""])
        return {"id": "call_%d" % number, "type": "code_interpreter", "code_interpreter": code}
    value = {words(r, 1): r.choice([1, 2.5, True, None, words(r), [1, {"a": "}"}], {}]) for _ in range(r.randint(0, 3))}
    return {"id": "call_%d" % number, "type": "function", "function": {"name": r.choice(["get_weather", "f", "搜索"]),
                                                                        "arguments": json.dumps(value, ensure_ascii=r.random() < 0.3)}}


def conversation(r):
    out = [{"role": "system", "content": words(r)}] if r.random() < 0.6 else []
    for _ in range(r.randint(1, 4)):
        out.append({"role": "user", "content": words(r)})
        if r.random() < 0.3:
            files = [{"type": "file", "file": {"filename": "f%d.csv" % i, **({"size": "10K"} if r.random() < 0.5 else {})}} for i in range(r.randint(1, 2))]
            out.append({"role": "user", "content": files})
        for _ in range(r.randint(0, 3)):
            calls = [call(r, i) for i in range(r.randint(1, 3))]
            out.append({"role": "assistant", "content": r.choice(["", words(r), words(r) + "\n\n"]), "tool_calls": calls})
            # Results of one kind come in the order of their calls.
            for one in calls:
                out.append({"role": "tool", "tool_call_id": one["id"], "content": words(r)})
        out.append({"role": "assistant", "content": words(r)})
    return out


def check_random():
    r = random.Random(8)
    talks = [conversation(r) for _ in range(COUNT)]
    texts = lines(["render", "--batch"], [{"format": "internlm2/lagent", "context": {"messages": m}, "options": {"spans": True}} for m in talks])
    asked, wanted = [], []
    for number, (messages, answer) in enumerate(zip(talks, texts)):
        check("random %d: rendered" % number, "text" in answer, answer)
        value = openai(answer["text"])
        check("random %d: read whole" % number, [plain(m) for m in value["messages"]] == [plain(m) for m in messages], answer["text"], value, messages)
        # What the model writes: the bytes of each generation.
        replies, data = {}, answer["text"].encode()
        for span in answer["spans"]:
            if span.get("generation") is not None:
                replies.setdefault(span["generation"], []).append(data[span["begin"]:span["end"]])
        said = [m for m in messages if m["role"] == "assistant"]
        check("random %d: answers" % number, len(said) == len(replies), len(said), len(replies))
        for message, key in zip(said, sorted(replies)):
            text = b"".join(replies[key]).decode()
            cuts = sorted(r.sample(range(len(text) + 1), min(len(text), r.randint(0, 9))))
            chunks = [text[a:b] for a, b in zip([0] + cuts, cuts + [len(text)])]
            asked += [{"reader": "internlm2", "chunks": chunks}, {"reader": "internlm2", "chunks": list(text)}]
            wanted += [plain(message)] * 2
    for request, want, got in zip(asked, wanted, lines(["parse", "--batch"], asked)):
        check("streamed", plain(got.get("message", {})) == want, "".join(request["chunks"]), want, got)


def check_rendered(rows):
    """The recorded texts: read, and rendered again to the same bytes."""
    calls, own = 0, set()
    for row in rows:
        for text in [row.get("text"), row.get("text_no_meta")]:
            text = text.get("ok") if isinstance(text, dict) else text
            if not isinstance(text, str) or row["kind"] == "render_history" and text.startswith("<s>"):
                continue
            value = openai(text)
            (again,) = lines(["render", "--batch"], [{"format": "internlm2/lagent", "context": value}])
            check(row["id"] + ": rendered again", again.get("text") == text, text, value, again)
            calls += sum(len(m.get("tool_calls", [])) for m in value["messages"])
            if any("action" in m or "<|action_start|>" in str(m.get("content")) for m in value["messages"]):
                own.add(row["id"])
    check("own form", own == set(OWN_FORM), own, set(OWN_FORM))
    return calls


def check_parsed(rows):
    rows = [row for row in rows if row["kind"] == "parse"]
    answers = lines(["parse", "--batch"], [{"reader": "internlm2", "text": row["output"]} for row in rows])
    for row, answer in zip(rows, answers):
        message, want, content = answer["message"], [], ""
        if row["id"] in OTHERWISE:
            continue
        actions = row["expect"]["actions"]
        if any(a["kind"] == "unknown" or a.get("call", {"status": "ok"})["status"] != "ok" for a in actions):
            check(row["id"] + ": kept as content", "<|action_start|>" in (message["content"] or "") or message.get("tool_calls"), answer)
            continue
        for action in actions:
            content += action["text"]
            want.append(["f", action["call"]["name"], action["call"]["parameters"]] if "call" in action else ["c", action["code"]["code"]])
        got = [["c", c["code_interpreter"]["input"]] if "code_interpreter" in c else ["f", c["function"]["name"], json.loads(c["function"]["arguments"])]
               for c in message.get("tool_calls", [])]
        for one in want:
            if one[0] == "f" and isinstance(one[2], str):  # JSON text in a string is read
                one[2] = json.loads(one[2])
        check(row["id"] + ": calls", got == want, row["output"], got, want)
        content += row["expect"]["text"] if not actions else row["expect"]["text"].strip()
        check(row["id"] + ": content", (message["content"] or "") == content, message["content"], content)


def main():
    check_random()
    path = os.path.join(SHARED, "golden", "internlm2_cases.jsonl")
    if os.path.exists(path):
        rows = [json.loads(line) for line in open(path, encoding="utf-8")]
        calls = check_rendered(rows)
        check_parsed(rows)
        print("internlm2 openai: %d recorded rows, %d calls in OpenAI's form" % (len(rows), calls))
    else:
        print("internlm2 openai: SKIPPED the recordings, there is no " + path)
    print("internlm2 openai: %d passed, %d failed" % (passed, len(failed)))
    return 1 if failed else 0


sys.exit(main())
