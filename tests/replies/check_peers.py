"""Replies that the tests of Ollama, SGLang and llama.cpp hold, read as those tests expect: each whole, byte by byte and cut at random.

    check_peers.py CHECK_CUTS [CUTS] [--show]

The recordings are in ../shared/golden, and are not part of the source tree. Content and reasoning are compared without white space at
their ends, arguments as JSON. peers.json lists every reply that is read otherwise, with the rule that would be broken: one of RULES.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "..", "..", "..", "shared", "golden")

RULES = ("bytes lost: ", "event taken back: ", "option not offered: ")


def arguments(text):
    try:
        return json.dumps(json.loads(text) if isinstance(text, str) else text, sort_keys=True)
    except ValueError:
        return text


def wanted(expect):
    return ((expect["content"] or "").strip(), (expect["reasoning"] or "").strip(),
            [(call["name"], arguments(call["arguments"])) for call in expect["calls"]])


def read(message):
    return ((message["content"] or "").strip(), message.get("reasoning_content", "").strip(),
            [(call["function"]["name"], arguments(call["function"]["arguments"])) for call in message.get("tool_calls", [])])


def request(row, folder):
    """What check_cuts is asked; a peer that leaves the reasoning in the content wants what the prompt opened as well."""
    asked = {key: row[key] for key in ("reader", "text", "tools", "prompt", "reasoning_open") if key in row}
    if "template" in row:
        asked["model"] = os.path.join(folder, row["template"])
    if row.get("reasoning_format") == "none":
        asked["reasoning_in_content"] = True
    return asked


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    if not os.path.isdir(GOLDEN):
        print("SKIPPED: there is no ../shared/golden")
        return 77
    with open(os.path.join(GOLDEN, "replies_peers.jsonl"), encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    with open(os.path.join(GOLDEN, "replies_peers_templates.json"), encoding="utf-8") as file:
        templates = json.load(file)
    with open(os.path.join(HERE, "peers.json"), encoding="utf-8") as file:
        excepted = json.load(file)
    cuts = int(words[1]) if len(words) > 1 else 20
    with tempfile.TemporaryDirectory() as folder:
        for name, source in templates.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(source)
        asked = "".join(json.dumps(request(row, folder)) + "\n" for row in rows)
        done = subprocess.run([words[0], str(cuts)], input=asked, stdout=subprocess.PIPE, text=True)
    answers = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    if len(answers) != len(rows):
        sys.exit("peers: %d answers to %d replies, status %d" % (len(answers), len(rows), done.returncode))
    equal, differ, failed = collections.Counter(), collections.Counter(), 0
    for row, answer in zip(rows, answers):
        family = row.get("reader") or row["template"]
        got = read(answer["message"]) if answer.get("message") else answer["failed"]
        same = got == wanted(row["expect"]) and not answer["failed"]
        (equal if same else differ)[family] += 1
        if same != (row["id"] not in excepted) or (answer["failed"] and got != answer["failed"]):
            failed += 1
        if (not same and row["id"] not in excepted) or (same and row["id"] in excepted) or answer["failed"]:
            print("%s (%s, %s)%s\n    %r\n    want %r\n    got  %r%s" % (
                row["id"], family, row["test"], " is read as expected, and listed" if same else "", row["text"], wanted(row["expect"]), got,
                "\n    " + answer["failed"] if answer["failed"] else ""))
    print("%-44s %6s %8s" % ("family", "equal", "differs"))
    for family in sorted(set(equal) | set(differ)):
        print("%-44s %6d %8d" % (family, equal[family], differ[family]))
    for id, rule in excepted.items():
        if not rule.startswith(RULES):
            failed += 1
            print("%s: none of the rules: %s" % (id, rule))
    if len(excepted) > 20:
        failed += 1
        print("peers.json lists %d replies; 20 are allowed" % len(excepted))
    print("peers: %d replies, each whole, byte by byte and in %d cuts: %d as expected, %d otherwise, %d of them listed; %d failed" % (
        len(rows), cuts, sum(equal.values()), sum(differ.values()), len(excepted), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
