"""Replies as token ids: every family, with a tokenizer of single bytes whose added tokens are the family's markers, id by id; and
text that only looks like a marker.

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


def covers(events, length):
    at = 0
    for e in events:
        if e["begin"] != at or e["end"] < at:
            return False
        at = e["end"]
    return at == length


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

            def ask(name, message, ids, strict, want, text=None):
                asked.append(((family, name, strict, want, text), {
                    "id": 0, "reader": family, "tokenizer": path, "ids": ids, "control_tokens": strict, "events": True,
                    "tools": families.TOOLS}))
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
                ask("look-alike " + marker, message, encode(text, markers, [message["content"]]), True, message, text)
        done = subprocess.run([program, "parse", "--batch"], input="".join(json.dumps(a[1]) + "\n" for a in asked), stdout=subprocess.PIPE,
                              text=True)
    answers = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    failed = abs(len(asked) - len(answers))
    for ((family, name, strict, want, text), request), answer in zip(asked, answers):
        why = None
        if "error" in answer:
            why = answer["error"]
        elif as_message(answer["message"]) != want:
            why = answer["message"]
        elif not covers(answer["events"], len(text.encode())):
            why = "the events do not cover the reply"
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
