#!/usr/bin/env python3
"""Replies of every family with a byte too many, one too few, or an end, at any place: read the same however they are cut.

    check_harmed.py CHECK_CUTS [STEP]        every STEP-th place of a reply is harmed (31; with CHATFMT_SLOW 3)

A reply may be anything, so nothing is expected but what holds for all (check_cuts.c): the events cover the text, follow each
other, do not depend on the cuts, and there is a message, which is JSON.
"""
import json
import os
import subprocess
import sys

import families
from reply_cases import MESSAGES, carries

PUT = ["{", "}", "[", "]", "\"", "'", "\\", ",", ":", "=", "<", ">", "/", " ", "\n", "\t", "\x01", "0", "-", "Z", "_", ".", "é", "\\u12", "\\ud83d", "\\x4", "'''",
       "<|", "</", "<think>", "</think>", "null", "true", "functions.", "(", ")", "`", "```", "#", "\\\n"]


def texts(family):
    write = families.FAMILIES[family][0]
    for name in ("unicode and reasoning", "parallel", "types", "plain"):
        message = MESSAGES[name][1]
        if carries(family, message):
            yield write(message)


def harmed(text, step, turn):
    for number, at in enumerate(range(turn % step, len(text) + 1, step)):
        put = PUT[(number + turn) % len(PUT)]
        yield text[:at] + put + text[at:]
        yield text[:at] + text[at + 1 + number % 5:]
        yield text[:at] + put * (1 + number % 2)
        if number % 4 == 0:
            yield text[:at] + text[at:at + 9] + text[at:]
            yield text[:at] + put + text[at + len(put):]


def main():
    step = int(sys.argv[2]) if len(sys.argv) > 2 else 3 if os.environ.get("CHATFMT_SLOW") else 31
    lines, turn = [], 0
    for family in families.FAMILIES:
        for text in texts(family):
            for one in harmed(text, step, turn):
                lines.append(json.dumps({"reader": family, "text": one, "prompt": "<think>\n" if turn % 5 == 4 else "", "tools": families.TOOLS if turn % 3 else None}))
                turn += 1
    done = subprocess.run([sys.argv[1], "2"], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True)
    answers, failed = done.stdout.split("\n")[:-1], 0
    for line, answer in zip(lines, answers):
        try:
            why = json.loads(answer)["failed"]
        except ValueError:
            why = "the message is not JSON"
        failed += bool(why)
        if why and failed < 16:
            print("%s: %s" % (why, line[:300]))
    if len(answers) != len(lines):
        print("%d answers to %d requests, status %d" % (len(answers), len(lines), done.returncode))
    print("harmed: %d replies of %d families, %d failed" % (len(lines), len(families.FAMILIES), failed))
    return failed or len(answers) != len(lines)


if __name__ == "__main__":
    sys.exit(bool(main()))
