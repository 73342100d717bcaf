"""Every family of replies: what families.py writes is read back to the message it was written from, and what is broken loses no
word; each whole, byte by byte, cut at random, and by token, with the same events and the same message each time.

    check_families.py CHATFMT CHECK_CUTS [CUTS] [--only FAMILY]

The table counts the cases of each family by kind; a family that lacks a kind, or has fewer than eight cases, is a failure.
"""
import collections
import json
import re
import subprocess
import sys
import tempfile

import families
import reply_cases
import token_cases


def merged(texts, rounds=6, most=60):
    """A byte-level vocabulary whose tokens are pieces that these texts often have, so that they straddle markers."""
    characters = token_cases.byte_characters()
    vocabulary, merges, text = [characters[b] for b in range(256)], [], [characters[b] for b in "\n".join(texts).encode()]
    for _ in range(rounds):
        count = collections.Counter(zip(text, text[1:]))
        chosen = {pair for pair, _ in sorted(count.items(), key=lambda item: (-item[1], item[0]))[:most]}
        new = sorted(pair for pair in chosen if pair[0] + pair[1] not in vocabulary)
        merges += new
        vocabulary += [a + b for a, b in new]
        out, at = [], 0
        while at < len(text):
            both = at + 1 < len(text) and (text[at], text[at + 1]) in chosen
            out.append(text[at] + text[at + 1] if both else text[at])
            at += 2 if both else 1
        text = out
    return {token: number for number, token in enumerate(dict.fromkeys(vocabulary))}, ["%s %s" % pair for pair in merges]


def judge(case, answer):
    """None, or what is wrong."""
    said = answer["message"]
    if answer["failed"]:
        return answer["failed"]
    if case.want is not None and reply_cases.as_message(said) != case.want:
        return "read %r, reasons %r" % (said, answer["reasons"])
    if case.name == reply_cases.UNKNOWN and said.get("tool_calls"):
        return "a call: %r" % said
    told = " ".join([said["content"] or "", said.get("reasoning_content", "")] + [
        call["function"]["name"] + " " + call["function"]["arguments"] for call in said.get("tool_calls", [])])
    for word in case.keeps:
        if word not in told:
            return "%r is lost: %r" % (word, said)
    if case.flagged and not answer["reasons"]:
        return "no event tells a reason: %r" % said
    return None


def table(counts, readings):
    print("%-18s %s %6s %9s %7s" % ("family", " ".join("%5.5s" % kind for kind in reply_cases.KINDS), "all", "cuts", "tokens"))
    for family, kinds in counts.items():
        print("%-18s %s %6d %9d %7d" % (family, " ".join("%5d" % kinds[kind] for kind in reply_cases.KINDS), sum(kinds.values()),
                                        readings[family, "cuts"], readings[family, "tokens"]))


def main():
    options = [a for a in sys.argv[1:] if a.startswith("--")]
    arguments = [a for a in sys.argv[1:] if not a.startswith("--") and a not in families.FAMILIES]
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in options else None
    cuts = int(arguments[2]) if len(arguments) > 2 else 200
    listed = subprocess.run([arguments[0], "parse", "--list-readers"], stdout=subprocess.PIPE, text=True).stdout
    rows = [re.split(r"\s+", line)[0] for line in listed.splitlines() if line]
    failed = 0
    for family in sorted(set(rows) ^ set(families.FAMILIES)) if not only else []:
        failed += 1
        print("%s: stands in one of replies.def and families.py" % family)
    asked = [(family, case) for family in families.FAMILIES if not only or family == only for case in reply_cases.cases(family)]
    lines = [json.dumps({"reader": family, "text": case.text, "prompt": case.prompt, "tools": families.TOOLS}) for family, case in asked]
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        file.write(token_cases.tokenizer([], *merged([case.text for _, case in asked[::7]])))
        file.flush()
        done = subprocess.run([arguments[1], str(cuts), file.name], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True)
    answers = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    if len(answers) != len(asked):
        sys.exit("families: %d answers to %d requests, status %d" % (len(answers), len(asked), done.returncode))
    counts, readings = collections.defaultdict(collections.Counter), collections.Counter()
    for (family, case), answer in zip(asked, answers):
        why = judge(case, answer)
        if not why and (answer["cuts"] != cuts or not answer["tokens"]):
            why = "read in %d cuts and %d times by token" % (answer["cuts"], answer["tokens"])
        counts[family][case.kind] += 1
        readings[family, "cuts"] += answer["cuts"]
        readings[family, "tokens"] += answer["tokens"]
        if why:
            failed += 1
            if failed < 16:
                print("%s, %s, %s: %r\n    %s" % (family, case.kind, case.name, case.text[:300], why))
    for family, kinds in counts.items():
        lacks = [kind for kind in reply_cases.KINDS[:8] if not kinds[kind]]
        if lacks or sum(kinds.values()) < 8:
            failed += 1
            print("%s: %d cases; none of: %s" % (family, sum(kinds.values()), ", ".join(lacks)))
    table(counts, readings)
    print("families: %d families, %d cases, each whole, byte by byte and in %d cuts, %d readings by token; %d failed" % (
        len(counts), len(asked), cuts, sum(n for (_, what), n in readings.items() if what == "tokens"), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
