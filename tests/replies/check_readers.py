"""Readers of real templates: messages are written by a template, cut out of the prompt and read back.

  - the reader that `auto` chooses reads every message as it was, with the exceptions of round_trip.json: messages, each with what the
    template writes of it, what is read of that, and what the template writes of the message that was read. Where both are the same bytes, no
    reader could tell the two apart, and the table says `alike`; it has to be so with the same calls and with no text that is new;
  - the reader that is learned agrees, on all messages, with the family's row where a row is chosen by the markers, for at
    least 80 % of these templates, and where it agreed to read never gives another message than the row.

    check_readers.py PROGRAM [--update]     (templates: ../shared/corpus, or CHATFMT_CORPUS)
"""
import collections
import json
import os
import random
import subprocess
import sys

from asking import ask

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.environ.get("CHATFMT_CORPUS", os.path.join(HERE, "..", "..", "..", "shared", "corpus"))
TABLE = os.path.join(HERE, "round_trip.json")
NAMES = ("get_weather", "search_web", "sum2")
PROPERTIES = {"city": "string", "note": "string", "count": "integer", "ratio": "number", "flag": "boolean", "map": "object",
              "list": "array"}
TOOLS = [{"type": "function", "function": {"name": n, "description": "Does " + n, "parameters": {
    "type": "object", "properties": {k: {"type": t, "description": "a " + t, **({"items": {"type": "string"}} if t == "array" else {})}
                                     for k, t in PROPERTIES.items()}, "required": ["city"]}}} for n in NAMES]
MOST = 12  # messages that may not come back, of all templates
WORDS = ("Paris", "São Paulo", "東京 🎈", "it's", "a \"quoted\" word", "back\\slash", "two\nlines", "<b>bold</b>", "{x: [1]}", "end</call>",
         "[INST]", "100%", "f(x)=1", "tab\there", "'single'", "`code`", "null", "12", "true")


def messages():
    """Cases by name: (content, reasoning, calls)."""
    r = random.Random(20)
    out = collections.OrderedDict()
    out["plain"] = ("The answer is 42.", None, [])
    out["plain lines"] = ("One:\n- a\n- b\n\nTwo.", None, [])
    out["plain unicode"] = ("Ein schöner Tag in 東京 🎈, isn't it?", None, [])
    out["plain code"] = ("Use `x < 3 && y[0]`:\n\n    f(a=1)\n", None, [])
    out["plain json"] = ("{\"answer\": [1, 2]}", None, [])
    out["reasoning"] = ("Yes.", "First, I think.", [])
    out["reasoning lines"] = ("It is so.", "Step 1.\nStep 2: a < b.\n\nDone", [])
    out["one"] = ("", None, [("get_weather", {"city": "Paris"})])
    out["two arguments"] = ("", None, [("search_web", {"city": "Rome", "note": "cheap flights"})])
    out["no arguments"] = ("", None, [("sum2", {})])
    out["content and call"] = ("Let me look that up.", None, [("get_weather", {"city": "Oslo", "count": 2})])
    out["two calls"] = ("", None, [("get_weather", {"city": "A"}), ("search_web", {"city": "B", "note": "n"})])
    out["three calls"] = ("", None, [(n, {"city": n}) for n in NAMES])
    out["same twice"] = ("", None, [("sum2", {"city": "x"}), ("sum2", {"city": "x"})])
    out["reasoning and call"] = ("", "I need the weather.", [("get_weather", {"city": "Rom"})])
    out["all"] = ("Looking.", "Hm.\nLet me see", [("get_weather", {"city": "Kyiv", "flag": True}), ("sum2", {"city": "y", "ratio": 0.5})])
    out["numbers"] = ("", None, [("sum2", {"city": "z", "count": -7, "ratio": 2.25, "flag": False})])
    out["text that looks typed"] = ("", None, [("sum2", {"city": "12", "note": "true"})])
    out["nested"] = ("", None, [("sum2", {"city": "n", "map": {"a": {"b": [1, "c", None]}}, "list": ["x", "y"]})])
    out["quotes"] = ("", None, [("search_web", {"city": "say \"hi\" \\ it's", "note": "{\"a\": \"b\"}"})])
    out["newlines"] = ("", None, [("search_web", {"city": "l1\nl2\n\n\tl4", "note": "end"})])
    out["line ends"] = ("", None, [("search_web", {"city": "l1\nl2\n", "note": "\n  l3"})])
    out["plain tags"] = ("Write </think> and </tool_call>, then <i>stop</i>.", "Hm.", [])
    out["plain name"] = ("{\"name\": \"Alice\", \"age\": 3}", None, [])
    out["plain link"] = ("[f(x)](https://x.org) is nice", None, [])
    out["tags"] = ("", None, [("search_web", {"city": "<a href='x'>y</a>", "note": "</b>[/c]"})])
    for i in range(6):
        calls = [(r.choice(NAMES), {k: r.choice(WORDS) for k in r.sample(("city", "note"), r.randrange(1, 3))})
                 for _ in range(r.randrange(1, 4))]
        out["random %d" % i] = (r.choice(("", "Hm, " + r.choice(WORDS) + " it is.")), r.choice((None, "Maybe " + r.choice(WORDS) + " then.")),
                                calls)
    return out


def texts(value):
    """All texts and numbers below a value, as texts; null is the empty text."""
    if isinstance(value, dict):
        return [text for one in value.values() for text in texts(one)]
    if isinstance(value, list):
        return [text for one in value for text in texts(one)]
    return [str(value) if value is not None else ""]


def told(content, reasoning, calls):
    """The names that are called, and every text of a message."""
    return ([name for name, _ in calls],
            sorted(text for text in [content or "", reasoning or ""] + [t for _, a in calls for t in texts(a)] if text))


def as_case(message):
    return (message.get("content"), message.get("reasoning_content"),
            [(c["function"]["name"], json.loads(c["function"]["arguments"])) for c in message.get("tool_calls", [])])


def conversation(case, style):
    content, reasoning, calls = case
    m = {"role": "assistant", "content": content or ("I do." if "filled" in style and calls else "")}
    if reasoning:
        m["reasoning_content"] = reasoning
    if calls:
        m["tool_calls"] = [{"id": "functions.%s:%d" % (n, i) if "named" in style else "callid%03d" % i, "type": "function",
                            "function": {"name": n, "arguments": json.dumps(a, ensure_ascii=False) if "text" in style else a}}
                           for i, (n, a) in enumerate(calls)]
    return [{"role": "user", "content": "What is it?"}, m]


def request(model, reader, case, style):
    return {"id": 0, "model": model, "reader": reader, "conversation": conversation(case, style), "tools": TOOLS,
            "variables": {"bos_token": "<s>", "eos_token": "</s>"}}


STYLES = ("", "text", "named", "filled", "named filled", "text filled")


def write_again(program, cases, style, found, shows):
    """What the template writes of the messages that were read; and whether it writes both alike."""
    rows = [(n, c) for n in shows for c in shows[n] if shows[n][c]["read"]]
    again = ask(program, [request(os.path.join(CORPUS, "templates", n + ".jinja"), "auto", as_case(shows[n][c]["read"]),
                                  style.get(n + ".jinja", "")) for n, c in rows])
    for (n, c), answer in zip(rows, again):
        show = shows[n][c]
        show["again"] = answer.get("reply")
        if show["again"] == show["written"] and told(*cases[c]) == told(*as_case(show["read"])):
            found[n][c] = "alike"


def main():
    folder = os.path.join(CORPUS, "templates")
    if not os.path.isdir(folder):
        print("readers: SKIPPED, there is no %s" % folder)
        return 77
    program, cases = sys.argv[1], messages()
    names = sorted(os.listdir(folder))
    path = {n: os.path.join(folder, n) for n in names}
    facts, refused_why = {}, {}
    for n in names:
        for reader in ("auto", "learned"):
            done = subprocess.run([program, "parse", "--model", path[n], "--reader", reader, "--explain"], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
            facts[n, reader] = json.loads(done.stdout) if done.returncode == 0 else None
            if reader == "auto" and done.returncode:
                refused_why[n] = done.stderr.split("which reader fits: ")[-1].strip()
    can = [n for n in names if facts[n, "auto"]]
    # How the template takes calls: the first style in which one is read back.
    asked = [(n, s) for n in can for s in STYLES]
    style = {}
    for (n, s), a in zip(asked, ask(program, [request(path[n], "auto", cases["two calls"], s) for n, s in asked])):
        if a.get("outcome") == "equal" and "tool_calls" not in a["lost"]:
            style.setdefault(n, s)
    for (n, s), a in zip(asked, ask(program, [request(path[n], "auto", cases["one"], s) for n, s in asked])):
        if a.get("outcome") == "equal" and "tool_calls" not in a["lost"]:
            style.setdefault(n, s)
    asked = [(n, c, r) for n in can for c in cases for r in ("auto", "learned") if facts[n, r]]
    answers = dict(zip(asked, ask(program, [request(path[n], r, cases[c], style.get(n, "")) for n, c, r in asked])))

    counts, found, shows = collections.Counter(), {}, {}
    for (n, c, r), a in answers.items():
        outcome = a.get("outcome", "error")
        if r == "auto":
            counts[outcome] += 1
            if outcome in ("different", "lossy", "error"):
                shows.setdefault(n[:-6], {})[c] = {"written": a.get("reply"), "read": a.get("message")}
                found.setdefault(n[:-6], {})[c] = outcome + ": " + (a.get("difference") or a.get("error", {}).get("message", ""))
    # A template without a reader is no exception when it writes none of the messages, whatever reads them.
    unread = [(n, c) for n in refused_why for c in cases]
    for (n, c), a in zip(unread, ask(program, [request(path[n], "hermes", cases[c], "") for n, c in unread])):
        if a.get("outcome", "not_shown") != "not_shown":
            found.setdefault(n[:-6], {})[c] = "refused: " + refused_why[n]
            shows.setdefault(n[:-6], {})[c] = {"written": a["reply"], "read": a["message"]}
    write_again(program, cases, style, found, shows)
    calls = [n for n in can if n in style]
    print("readers: %d templates; %s" % (len(names), ", ".join("%s %d" % kv for kv in sorted(collections.Counter(
        (facts[n, "auto"] or {"how": "refused"})["how"] for n in names).items()))))
    print("readers: round trips over %d templates, %d of them write tool calls: %s" % (
        len(can), len(calls), ", ".join("%s %d" % kv for kv in sorted(counts.items()))))

    known = [n for n in can if facts[n, "auto"]["how"] == "markers"]
    agree, refused, wrong = [], [], []
    for n in known:
        if not facts[n, "learned"]:
            refused.append(n)
            continue
        differs = []
        for c in cases:
            row, own = answers[n, c, "auto"], answers[n, c, "learned"]
            if row.get("message") and strip(row["message"]) != strip(own.get("message")):
                differs.append(c)
        (wrong if differs else agree).append(n)
        for c in differs[:2]:
            print("    %s, %s: the row reads %r, the learned reader %r" % (n, c, answers[n, c, "auto"]["message"],
                                                                        answers[n, c, "learned"].get("message")))
    share = 100.0 * len(agree) / len(known)
    print("readers: %d templates that a row knows (%d with tool calls); learned and equal on all messages %d (%.1f %%), refused %d, "
          "differing %d" % (len(known), sum(n in style for n in known), len(agree), share, len(refused), len(wrong)))
    if "--update" in sys.argv:
        old = json.load(open(TABLE, encoding="utf-8")) if os.path.exists(TABLE) else {}
        table = {n: {"why": old.get(n, {}).get("why", ""), "cases": found[n], "shows": shows[n]} for n in sorted(found)}
        with open(TABLE, "w", encoding="utf-8") as f:
            json.dump(table, f, indent=1, ensure_ascii=False, sort_keys=True)
            f.write("\n")
    rows = json.load(open(TABLE, encoding="utf-8")) if os.path.exists(TABLE) else {}
    table, failed = {n: row["cases"] for n, row in rows.items()}, 0
    for n, row in rows.items():
        if not row["why"] or shows.get(n) != row["shows"]:
            failed += 1
            print("    %s: no reason, or not what is written and read: %r" % (n, shows.get(n)))
    count = sum(map(len, table.values()))
    if count > MOST:
        failed += 1
        print("    %d messages are listed; %d may be" % (count, MOST))
    for n in sorted(set(found) | set(table)):
        got, want = found.get(n, {}), table.get(n, {})
        for c in sorted(set(got) | set(want)):
            if got.get(c) != want.get(c):
                failed += 1
                if failed < 20:
                    print("    %s, %s: %r, the table says %r" % (n, c, got.get(c), want.get(c)))
    failed += len(wrong) + (share < 80)
    alike = sum(why == "alike" for row in found.values() for why in row.values())
    print("readers: %d exceptions in %d templates, %d of them written like another message; %d failed" % (
        sum(map(len, found.values())), len(found), alike, failed))
    return 1 if failed else 0


def strip(message):
    """Ids that are made differ where one reader knows the family's own."""
    if not message:
        return message
    message = json.loads(json.dumps(message))
    for call in message.get("tool_calls", []):
        call.pop("id", None)
        call["function"]["arguments"] = call["function"]["arguments"] and json.loads(call["function"]["arguments"])
    return message


if __name__ == "__main__":
    sys.exit(main())
