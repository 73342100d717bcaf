"""Replies as token ids: every family, with a tokenizer of single bytes whose added tokens are the family's markers, id by id; and
text that only looks like a marker. Every event names the ids of its bytes.

    check_tokens.py PROGRAM
"""
import json
import os
import re
import subprocess
import sys
import tempfile

import families
from reply_cases import MESSAGES, as_message, carries
from token_cases import tokenizer


def covers(events, length, begun):
    """The events of what the prompt holds of the message already are not in the answer."""
    at = min(events[0]["begin"], begun)
    for e in events:
        if e["begin"] != at or e["end"] < at:
            return False
        at = e["end"]
    return at == length


def wrong_ids(events, ids, markers, begun):
    """The first event that does not name the ids that have bytes of it, those of a whole character together; None without any."""
    ends, at = [], begun
    for id in ids:
        at += 1 if id < 256 else len(markers[id - 256].encode())
        ends.append(at)
    for e in events:
        first = sum(end <= e["begin"] for end in ends)
        last = sum(end < e["end"] for end in ends) + 1 if e["end"] > max(e["begin"], begun) else first
        if (e.get("ids_begin", 0), e.get("ids_end", 0)) != ((first, min(last, len(ids))) if last else (0, 0)):
            return "%r is of ids %d to %d" % (e, first, last)
    return None


def control(program, family):
    """What of the family's markers looks like a control token."""
    facts = json.loads(subprocess.run([program, "parse", "--reader", family, "--explain"], stdout=subprocess.PIPE, text=True).stdout)
    found = set()
    for name, marks in facts["markers"].items():
        for mark in marks if name != "keys" else []:
            found |= set(re.findall(r"<[|｜][^<>]*[|｜]>|</?[a-z_:]+>|\[/?[A-Z_]+\]|<[^<>=\" ]*[|]>|<[|][^<>]*>", mark))
    if family == "gpt-oss":
        found |= {"<|start|>", "<|channel|>", "<|message|>", "<|end|>", "<|return|>", "<|call|>"}
    return sorted(found)


def encode(text, markers, plain=()):
    """Ids: markers are one each, but not inside of `plain`, texts that stand in the reply as data."""
    pattern = "|".join(map(re.escape, sorted(list(plain) + list(markers), key=len, reverse=True)))
    out = []
    for part in re.split("(" + pattern + ")", text) if pattern else [text]:
        if part in markers and part not in plain:
            out.append(256 + markers.index(part))
        else:
            out += part.encode()
    return out


def main():
    program, asked = sys.argv[1], []
    with tempfile.TemporaryDirectory() as folder:
        for family, (write, limits) in families.FAMILIES.items():
            markers = control(program, family)
            path = os.path.join(folder, family + ".json")
            with open(path, "w", encoding="utf-8") as f:
                f.write(tokenizer(markers))

            def ask(name, message, ids, strict, want, text=None, begun=""):
                asked.append(((family, name, strict, want, text, markers), {
                    "id": 0, "reader": family, "tokenizer": path, "ids": ids, "control_tokens": strict, "events": True,
                    "tools": families.TOOLS, **({"begun": begun} if begun else {})}))
            for name, (_, message) in MESSAGES.items():
                if not carries(family, message):
                    continue
                text = write(message)
                strings = [v for _, a in message["calls"] for v in a.values() if isinstance(v, str)]
                ask(name, message, encode(text, markers), False, message, text)
                ask(name, message, encode(text, markers, strings), True, message, text)
            # A look-alike in the content is content, and ends nothing.
            for marker in markers:
                message = {"content": "a %s b" % marker, "calls": []}
                if "content" in limits or "answer" in limits:
                    continue
                text = write(message)
                ids = encode(text, markers, [message["content"]])
                ask("look-alike " + marker, message, ids, True, message, text)
                if text.startswith("a "):
                    ask("begun, look-alike " + marker, message, ids[2:], True, message, text, "a ")
        done = subprocess.run([program, "parse", "--batch"], input="".join(json.dumps(a[1]) + "\n" for a in asked), stdout=subprocess.PIPE,
                              text=True)
    answers = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    failed = abs(len(asked) - len(answers))
    for ((family, name, strict, want, text, markers), request), answer in zip(asked, answers):
        why = None
        if "error" in answer:
            why = answer["error"]
        elif as_message(answer["message"]) != want:
            why = answer["message"]
        elif not covers(answer["events"], len(text.encode()), len(request.get("begun", ""))):
            why = "the events do not cover the reply"
        elif wrong_ids(answer["events"], request["ids"], markers, len(request.get("begun", ""))):
            why = wrong_ids(answer["events"], request["ids"], markers, len(request.get("begun", "")))
        elif "\ufdd0" in json.dumps(answer, ensure_ascii=False):
            why = "a shield is left"
        if why:
            failed += 1
            if failed < 12:
                print("%s, %s%s: %r\n    %s" % (family, name, ", control tokens" if strict else "", text[:200], why))
    print("tokens: %d passed, %d failed" % (len(asked) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
