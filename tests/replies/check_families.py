"""Every family: what families.py writes is read back to the message it was written from, whole, byte by byte,
cut at random, and cut into words; the events joined are the same each time, and every byte of the reply lies in
one event.

    check_families.py PROGRAM [CUTS] [--only FAMILY]
"""
import json
import random
import re
import subprocess
import sys

import families

CITY = "São \"Paulo\" \\ 東京 🎈"
MESSAGES = {
    "plain": {"content": "Hello, wörld < 5 {braces} [brackets]", "calls": []},
    "reasoning": {"reasoning": "Hm,\nlet me < think >", "content": "Done.", "calls": []},
    "one": {"content": "", "calls": [("get_weather", {"city": "Paris", "n": 3})]},
    "empty": {"content": "", "calls": [("search", {})]},
    "text and call": {"content": "Let me look.", "calls": [("f", {"city": "x"})]},
    "parallel": {"content": "", "calls": [("get_weather", {"city": "a"}), ("f", {"n": -2}), ("search", {"x": 1.5})]},
    "types": {"content": "", "calls": [("f", {"n": 7, "x": 2.25, "on": True, "list": [1, "a"], "map": {"k": "v"}})]},
    "unicode": {"content": "é", "calls": [("f", {"city": CITY})]},
    "newlines": {"content": "", "calls": [("f", {"city": "line 1\nline 2\n\tline 3"})]},
    "all": {"reasoning": "I must", "content": "So:", "calls": [("f", {"city": CITY, "n": 0}), ("f", {"on": False})]},
    "tag in string": {"content": "", "calls": [("f", {"city": "a</tool_call><|im_end|></function>[/x]} b"})]},
    "json in string": {"content": "", "calls": [("f", {"city": "{\"a\": [1, 2}] \\\" "})]},
}


def carries(family, name, message):
    limits = families.FAMILIES[family][1].split()
    if message["calls"] and ("calls" in limits or ("two" in limits and len(message["calls"]) > 1)):
        return False
    if "content" in limits and message["calls"] and message["content"]:
        return False
    return not ("reasoning" in message and "reasoning" in limits)


def cuts(r, data, count):
    yield [data]
    yield [data[i:i + 1] for i in range(len(data))]
    yield re.findall(rb"<[^<>]*>|[^<]+|<", data)
    for _ in range(count):
        out, at = [], 0
        while at < len(data):
            step = r.choice((1, 2, 3, 5, 8, 13, 40))
            out.append(data[at:at + step])
            at += step
        yield out


def text_of(pieces):
    """Chunks as JSON strings: a cut inside a code point moves to its end."""
    out, rest = [], b""
    for p in pieces:
        rest += p
        for keep in range(0, 4):
            try:
                text = rest[:len(rest) - keep].decode()
            except UnicodeDecodeError:
                continue
            out.append(text)
            rest = rest[len(rest) - keep:]
            break
    return out


def joined(events):
    """Events with their fragments put together, without where they were cut."""
    out = []
    for e in events:
        key = (e["event"], e.get("call"))
        if out and out[-1][0] == key and e["event"] in ("content", "reasoning", "arguments", "code", "frame"):
            out[-1][1]["text"] = out[-1][1].get("text", "") + e.get("text", "")
        else:
            out.append([key, {k: v for k, v in e.items() if k not in ("begin", "end")}])
    return [e for _, e in out if e["event"] != "frame"]


def covers(events, length):
    at = 0
    for e in events:
        if e["begin"] != at or e["end"] < at:
            return False
        at = e["end"]
    return at == length


def as_message(answer):
    m = answer["message"]
    out = {"content": m["content"] or "", "calls": []}
    if "reasoning_content" in m:
        out["reasoning"] = m["reasoning_content"]
    for call in m.get("tool_calls", []):
        out["calls"].append((call["function"]["name"], json.loads(call["function"]["arguments"])))
    return out


def requests(only, count):
    r = random.Random(7)
    for family, (write, _) in families.FAMILIES.items():
        if only and family != only:
            continue
        for name, message in MESSAGES.items():
            if not carries(family, name, message):
                continue
            data = write(message).encode()
            for broken in (False, True):
                reply = data[:r.randrange(1, len(data))] if broken else data
                for pieces in cuts(r, reply, count):
                    yield (family, name, message, broken, len(text_of(pieces) and b"".join(
                        t.encode() for t in text_of(pieces)))), text_of(pieces)


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--") and a not in families.FAMILIES]
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else None
    count = int(arguments[1]) if len(arguments) > 1 else 20
    asked, lines = [], []
    for about, pieces in requests(only, count):
        asked.append((about, pieces))
        lines.append(json.dumps({"id": len(lines), "reader": about[0], "chunks": pieces or [""], "events": True,
                                 "tools": families.TOOLS}))
    done = subprocess.run([arguments[0], "parse", "--batch"], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True)
    answers = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    if len(answers) != len(asked):
        sys.exit("families: %d answers to %d requests, status %d" % (len(answers), len(asked), done.returncode))
    failed, first, told = 0, {}, set()
    for (about, pieces), answer in zip(asked, answers):
        family, name, message, broken, length = about
        why = None
        if "error" in answer:
            why = answer["error"]
        elif not covers(answer["events"], length):
            why = "the events do not cover the reply"
        elif not broken and as_message(answer) != message:
            why = "read %r" % (answer["message"],)
        else:
            same = first.setdefault((family, name, broken), (joined(answer["events"]), answer["message"]))
            if same != (joined(answer["events"]), answer["message"]):
                why = "another cut gave %r, this one %r" % (same[0], joined(answer["events"]))
        if why:
            failed += 1
            if (family, name, broken) not in told and len(told) < 12:
                told.add((family, name, broken))
                print("%s, %s%s: %r\n    %s" % (family, name, " (truncated)" if broken else "", "".join(pieces)[:300], why))
    print("families: %d passed, %d failed" % (len(asked) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
