"""Where turns of the assistant end, over the templates of ../shared/corpus.

  follows   what is learned of a message is the same whatever follows it: nothing, a generation prompt, questions, results of its calls
  call      ... and so is its call, from the name on
  stop      where the template ends answers, each turn ends with a stop string, in the middle of a conversation as at its end
  past      a turn ends with the first stop string after what it says
  said      what it says changes nothing: marks, tokens, JSON, the question itself
  empty     an empty reply has a range, that of another reply without its words
  range     a message that is in the text has one range, which has no bytes of others
  open      the generation prompt is what asking for it adds; no stop string has bytes of what follows the turn

    check_turns.py PROGRAM [TEMPLATE] [--update]

turns.json lists the templates that themselves write it otherwise, with two renders that show it, which are compared as well. Where a
template writes other bytes before a turn, or leaves out what it says, depending on what follows, the ranges differ with the bytes: these
are counted as rewritten.
"""
import collections
import glob
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.environ.get("CHATFMT_CORPUS") or os.path.join(HERE, "..", "..", "..", "shared", "corpus")
TABLE = os.path.join(HERE, "turns.json")
MOST = 12
TOOLS = [{"type": "function", "function": {"name": name, "description": "d", "parameters": {"type": "object", "properties": {
    "kq1": {"type": "string", "description": "d"}}, "required": ["kq1"]}}} for name in ("fq1", "fq2")]
TOOLED, PROMPT = "tools", "prompt"


def user(number, text=None):
    return {"role": "user", "content": text or "uq%dx" % number}


def answer(text, **more):
    return {"role": "assistant", "content": text, **more}


def calls(*numbers, content="", **more):
    return answer(content, tool_calls=[
        {"id": "callq000%d" % number, "type": "function", "function": {"name": "fq%d" % (1 + i % 2), "arguments": {"kq1": "vq%dx" % number}}}
        for i, number in enumerate(numbers)], **more)


def result(number, name="fq1"):
    return {"role": "tool", "tool_call_id": "callq000%d" % number, "name": name, "content": "rq%dx" % number}


SYSTEM, U1, U2, A1, C1, R1 = {"role": "system", "content": "sq1x"}, user(1), user(2), answer("aq1x"), calls(1), result(1)
THINKING = {"reasoning_content": "tq1x"}
AFTER_ANSWER = {"end": [], "question": [user(3)], "prompted question": [user(3), PROMPT], "answer": [user(3), answer("aq3x")]}
# What ends with the message that is looked at, and what may follow it. The first two are compared with all others.
TALKS = {
    "answer": ([U1, A1], {"question": [U2], "end": [], "prompt": [PROMPT], "prompted question": [U2, PROMPT], "answer": [U2, answer("aq2x")],
                          "questions": [U2, answer("aq2x"), user(3)], "call": [U2, C1, R1], "lines": [user(2, "uq2x\n\n`x` <y>")]}),
    "system": ([SYSTEM, U1, A1], AFTER_ANSWER),
    "second": ([U1, A1, U2, answer("aq2x")], AFTER_ANSWER),
    "call": ([TOOLED, U1, C1], {"result": [R1], "end": [], "prompt": [R1, PROMPT], "answer": [R1, A1], "question": [R1, A1, U2],
                                "call": [R1, calls(2), result(2)]}),
    "content and call": ([TOOLED, U1, calls(1, content="bq1x")], {"result": [R1], "end": [], "prompt": [R1, PROMPT], "answer": [R1, A1]}),
    "two calls": ([TOOLED, U1, calls(1, 2)], {"results": [R1, result(2, "fq2")], "end": [], "prompt": [R1, result(2, "fq2"), PROMPT],
                                              "answer": [R1, result(2, "fq2"), A1]}),
    "second call": ([TOOLED, U1, C1, R1, calls(2)], {"result": [result(2)], "end": [], "prompt": [result(2), PROMPT], "answer": [result(2), A1]}),
    "answer to a result": ([TOOLED, U1, C1, R1, A1], AFTER_ANSWER),
    "reasoning": ([U1, answer("aq1x", **THINKING)], AFTER_ANSWER),
    "reasoning and call": ([TOOLED, U1, calls(1, **THINKING)], {"result": [R1], "end": [], "prompt": [R1, PROMPT], "answer": [R1, A1]}),
    "reasoning twice": ([TOOLED, U1, calls(1, **THINKING), R1, answer("aq1x", reasoning_content="tq2x")], AFTER_ANSWER),
}
SAID = ("user", "assistant", "aq1x\n", '{"name": "fq1", "arguments": {"kq1": "v"}}', "The token `<|im_end|>` and </s> and <end_of_turn> end.",
        "a", "uq1x", "uq2x", "<|im_start|>assistant\n", "</think>", "x\n\n### y\n- z", "w " * 500 + "w", "<|eot_id|><|end|>", "東京 🎈", "[/INST]")
ENDS = {"question": [U2], "prompted question": [U2, PROMPT], "end": [], "answer": [U2, answer("aq2x")]}


def context(items):
    return {"messages": [item for item in items if isinstance(item, dict)], "tools": TOOLS if TOOLED in items else None,
            "add_generation_prompt": PROMPT in items, "bos_token": "<s>", "eos_token": "</s>"}


def plan():
    """Every render of a template by name."""
    rows = {(talk, next): context(before + after) for talk, (before, nexts) in TALKS.items() for next, after in nexts.items()}
    for number, text in enumerate(SAID):
        for end in ("question", "end"):
            rows["said", number, end] = context([U1, answer(text)] + ENDS[end])
    for end, after in ENDS.items():
        rows["empty", end] = context([U1, answer("")] + after)
        rows["none", end] = context([U1] + after)
    for prompt in ("", PROMPT):
        rows["open", prompt] = context([U1, prompt])
        rows["open again", prompt] = context([U1, A1, U2, prompt])
    return rows


def render(program, templates, rows):
    keys = [(template, key) for template in templates for key in rows]
    lines = "".join(json.dumps({"id": i, "model": template, "now": "2026-01-02T03:04:05", "context": rows[key],
                                "options": {"mask": "derived", "turn": True}}) + "\n" for i, (template, key) in enumerate(keys))
    done = subprocess.run([program, "render", "--batch"], input=lines.encode(), stdout=subprocess.PIPE)
    answers = [json.loads(line) for line in done.stdout.decode().split("\n")[:-1]]
    if len(answers) != len(keys):
        sys.exit("turns: %d answers to %d conversations" % (len(answers), len(keys)))
    out = collections.defaultdict(dict)
    for (template, key), row in zip(keys, answers):
        out[template][key] = None if "error" in row else row
    return out


def words(message):
    """What a message says, and the template shows by these words alone."""
    out = [message["content"], message.get("reasoning_content", "")]
    for call in message.get("tool_calls", []):
        out += [call["function"]["name"], "kq1", call["function"]["arguments"]["kq1"], call["id"]]
    return [word for word in out if word]


def own(message):
    return [word.encode() for word in words(message) if word[0] in "abtv"]


class Turn:
    """The range of one message in a render: .head, .body and .tail are its bytes before, from and behind its own words."""

    def __init__(self, row, messages, number):
        data, mine = row["text"].encode(), words(messages[number])
        here = [(begin, end) for begin, end in row["mask"] if any(word in data[begin:end] for word in own(messages[number]))]
        others = [word.encode() for i, message in enumerate(messages) if i != number for word in words(message) if word not in mine]
        self.shown = any(word in data for word in own(messages[number]))
        self.one = len(here) == 1
        if not self.one:
            return
        begin, end = here[0]
        places = [(data.find(word.encode(), begin, end), len(word)) for word in mine if data.find(word.encode(), begin, end) >= 0]
        first, last = min(place for place, _ in places), max(data.rfind(word.encode(), begin, end) + len(word) for word in mine
                                                             if data.rfind(word.encode(), begin, end) >= 0)
        after = min([data.find(word, last) for word in others if data.find(word, last) >= 0] or [len(data)])
        before = max([data.rfind(word, 0, first) + len(word) for word in others if data.rfind(word, 0, first) >= 0] or [0])
        self.head, self.body, self.tail = data[begin:first], data[first:last], data[last:end]
        self.before, self.between = data[before:first], data[last:after]
        name = self.body.find(b"fq1")
        self.call = self.body[name:max(self.body.rfind(word) + len(word) for word in own(messages[number]) if word[:1] == b"v")] \
            if b"vq" in self.body and name >= 0 else None
        self.alien = end > after or any(word in data[begin:last] for word in others)


def check_talk(found, rows, talk, ends, counts):
    """Ranges of one message with all that may follow it."""
    before, nexts = TALKS[talk]
    messages = [item for item in before if isinstance(item, dict)]
    turns = {}
    for next, after in nexts.items():
        row = rows[talk, next]
        turn = row and Turn(row, messages + [item for item in after if isinstance(item, dict)], len(messages) - 1)
        if not turn or not turn.shown:
            continue
        counts["ranges"] += 1
        if not turn.one or turn.alien:
            found.append(("range", (talk, next), (talk, next)))
            continue
        turns[next] = turn
        stops = [stop.encode() for stop in row["stops"]]
        if ends and turn.tail.strip() and not turn.tail.rstrip().endswith(tuple(stops)):
            found.append(("stop", (talk, next), (talk, next)))
        places = [turn.between.find(stop) + len(stop) for stop in stops if stop in turn.between]
        if places and len(turn.tail) != min(places):
            found.append(("past", (talk, next), (talk, next)))
    for first in list(turns)[:2]:
        for next, turn in turns.items():
            one = turns[first]
            if turn.call != one.call and turn.call and one.call:
                found.append(("call", (talk, first), (talk, next)))
            elif turn.body != one.body or (turn.head != one.head and turn.before != one.before):
                counts["rewritten"] += 1
            elif turn.head != one.head or turn.tail != one.tail:
                found.append(("follows", (talk, first), (talk, next)))


def replaced(row, text):
    """The ranges when the one reply "aq1x" is another."""
    data, grown = row["text"].encode(), len(text.encode()) - 4
    at = data.index(b"aq1x")
    return [[begin if begin <= at else begin + grown, end if end <= at else end + grown] for begin, end in row["mask"]]


def check_said(found, rows, counts):
    """Other replies, empty ones among them, in the places of one."""
    asked = [(key, SAID[key[1]], key[2]) for key in rows if key[0] == "said"] + [(key, "", key[1]) for key in rows if key[0] == "empty"]
    for key, text, end in asked:
        row, plain = rows[key], rows["answer", end]
        if not row or not plain or plain["text"].count("aq1x") != 1:
            continue
        prompt = rows["open", PROMPT]
        if plain["text"].replace("aq1x", text) == row["text"]:
            counts[key[0]] += 1
            begun = prompt and row["text"].startswith(prompt["text"]) and not plain["text"].startswith(prompt["text"])
            if row["mask"] != replaced(plain, text) and not begun:
                found.append((key[0], ("answer", end), key))
        elif not text and (not rows["none", end] or rows["none", end]["text"] != row["text"]) and len(row["mask"]) < len(plain["mask"]):
            found.append(("empty", ("answer", end), key))


def check_open(found, rows, all_ends):
    for key in ("open", "open again"):
        row, without = rows[key, PROMPT], rows[key, ""]
        if not row or not without or row["text"] == without["text"]:
            continue
        turn, data = row["turn"], row["text"].encode()
        if not turn["open"] or data[turn["begin"]:].decode() != turn["opening"] or \
                not without["text"].encode().startswith(data[:turn["begin"]]):
            found.append(("open", (key, PROMPT), (key, "")))
    row = rows["answer", "question"]
    for stop in row["stops"] if row else []:
        if stop != "</s>" and not any(end.endswith(stop) for end in all_ends):
            found.append(("open", ("answer", "question"), ("answer", "end")))


def look(rows, counts):
    """What does not hold: (check, render, render)."""
    found, plain = [], rows["answer", "question"]
    ends = plain and "aq1x" in plain["text"] and any(Turn(plain, [U1, A1, U2], 1).tail.strip() for _ in "x" if Turn(plain, [U1, A1, U2], 1).one)
    for talk in TALKS:
        check_talk(found, rows, talk, ends, counts)
    check_said(found, rows, counts)
    all_ends = {row["text"].encode()[begin:end].decode("utf-8", "replace").rstrip()[-80:] for row in rows.values() if row
                for begin, end in row["mask"]}
    check_open(found, rows, all_ends)
    return found


def shown(rows, key):
    """A render from the question on."""
    text = rows[key]["text"]
    return text[text.find("uq1x"):][:400]


def row_of(rows, found, why):
    checks = sorted({check for check, _, _ in found})
    _, one, other = found[0]
    if one == other:
        other = next((key for key in (("answer", "end"), ("answer", "question"), ("call", "end")) if key != one and rows[key]), one)
    return {"why": why, "checks": checks, "renders": {" / ".join(map(str, key)): shown(rows, key) for key in (one, other)}}


def main():
    named = [word for word in sys.argv[2:] if not word.startswith("--")]
    templates = sorted(glob.glob(os.path.join(CORPUS, "templates", "*.jinja")))
    if not templates:
        print("SKIPPED: there is no ../shared/corpus")
        return 77
    templates = [path for path in templates if not named or any(name in path for name in named)]
    with open(TABLE, encoding="utf-8") as file:
        table = json.load(file)
    rendered, counts, failed, new = render(sys.argv[1], templates, plan()), collections.Counter(), 0, {}
    for path in templates:
        name, rows = os.path.basename(path), rendered[path]
        found, listed = look(rows, counts), table.get(name, {"checks": [], "renders": {}, "why": ""})
        checks = {check for check, _, _ in found}
        if found:
            new[name] = row_of(rows, found, listed["why"])
        for check in sorted(checks ^ set(listed["checks"])):
            failed += 1
            seen = next(((one, other) for kind, one, other in found if kind == check), None)
            print("%s, %s: %s" % (name, check, "listed, and holds" if not seen else "; ".join("%s: %r learns %r, stops %r" % (
                key, shown(rows, key), [rows[key]["text"].encode()[a:b].decode("utf-8", "replace")[-120:] for a, b in rows[key]["mask"]],
                rows[key]["stops"]) for key in dict.fromkeys(seen))))
        for key, text in listed["renders"].items():
            if text not in (shown(rows, other) for other in rows if " / ".join(map(str, other)) == key):
                failed += 1
                print("%s: %s is rendered otherwise than listed" % (name, key))
    if "--update" in sys.argv:
        with open(TABLE, "w", encoding="utf-8") as file:
            json.dump(new, file, indent=1, ensure_ascii=False)
            file.write("\n")
    failed += len(table) > MOST or any(not row["why"] for row in table.values())
    print("turns: %d templates, %s; %d of them with exceptions, %d listed; %d failed" % (
        len(templates), ", ".join("%s %d" % kv for kv in sorted(counts.items())), len(new), len(table), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
