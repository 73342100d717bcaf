"""Replies of every family that end early: cut at every byte, and stopped by a text inside and behind calls.

    check_ends.py CHECK_CUTS [CUTS]

Of a reply that is cut off the closed arguments are JSON, and nothing is malformed; where it ends between the name and the arguments of a call, its markers are
no content. Nothing that follows a stop is in the message, and one event tells of it, also where the call is none: of a tool that was
not offered, or where there are no tools. Whole arguments that are no JSON object are flagged.
"""
import json
import subprocess
import sys

import families
from reply_cases import MESSAGES, carries, message

CUT = ("types", "unicode and reasoning", "parallel", "one", "empty", "text and call")
# What begins arguments that are read as a whole: until they are, they are content.
WHOLE = {"lfm2": "(", "olmo3": "(", "gemma4": "{", "functiongemma": "{", "minimax-m3": "]<]minimax[>[<city>"}
# Calls without a marker, and headers that any message has.
UNMARKED = ("llama3", "pythonic", "xlam", "atem", "inkling")


def call_families():
    return [(family, write) for family, (write, limits) in families.FAMILIES.items() if "calls" not in limits.split()]


def cut():
    """(request, what is wrong with an answer)"""
    for family, write in call_families():
        for name in CUT:
            if carries(family, MESSAGES[name][1]):
                text = write(MESSAGES[name][1])
                for end in range(len(text)):
                    yield {"reader": family, "text": text[:end], "tools": families.TOOLS, "close_arguments": True}, no_json
                    yield {"reader": family, "text": text[:end], "tools": families.TOOLS}, malformed
        text = write(message(calls=[("get_weather", {"city": "Oslo"})]))
        name = text.find("get_weather")
        last = text.find(WHOLE[family], name) + 1 if family in WHOLE else text.find("Oslo")
        for end in range(name + 3, last if family not in UNMARKED else 0):
            yield {"reader": family, "text": text[:end], "tools": families.TOOLS}, shown


def stopped():
    for family, write in call_families():
        for tools in (families.TOOLS, [], None):
            for called in ("nope", "f"):
                text = write(message(calls=[(called, {"city": "aZZb", "n": 3})]))
                behind_name = text.find(called) + len(called)
                for stop in ("ZZ", "STOP", text[behind_name - 1:behind_name + 1]):
                    yield {"reader": family, "text": text + " STOP tail", "tools": tools, "stop": stop}, goes_on


def argued():
    for arguments, wrong in (('"nope"', flagged), ('"{"', flagged), ("[1]", flagged), ("null", flagged), ('"{\\"a\\": 1}"', plain), ("{}", plain)):
        yield {"reader": "hermes", "text": '<tool_call>{"name": "f", "arguments": %s}</tool_call>' % arguments}, wrong
    for arguments, wrong in (("not JSON", flagged), ("[1]", flagged), (' {"a": }', flagged), (' {"a": 1}\n', plain), ('{"a": 1}', plain)):
        yield {"reader": "gpt-oss", "text": "<|channel|>commentary to=functions.f<|message|>%s<|call|>" % arguments}, wrong
    yield {"reader": "gpt-oss", "text": "<|channel|>commentary to=python<|message|>print(1)<|call|>"}, plain


def flagged(answer):
    return "" if answer["reasons"] == ["the arguments of a tool call are no JSON object"] else "reasons %r" % answer["reasons"]


def plain(answer):
    return "reasons %r" % answer["reasons"] if answer["reasons"] else ""


def no_json(answer):
    for call in answer["message"].get("tool_calls", []):
        try:
            arguments = json.loads(call["function"]["arguments"])
            json.dumps(arguments, ensure_ascii=False).encode()  # half of a pair is no JSON to many
        except ValueError:
            return "arguments that are no JSON: " + call["function"]["arguments"]
        if "" in arguments:
            return "a member that nobody wrote: " + call["function"]["arguments"]
    return ""


def malformed(answer):
    wrong = set(answer["reasons"]) - {"the reply ends in a tool call"}
    return "reasons %r" % wrong if wrong else ""


def shown(answer):
    return "its markers are content" if answer["message"]["content"] else ""


def goes_on(answer):
    said = json.dumps(answer["message"])
    return "it goes on after the stop" if "tail" in said or "STOP" in said else "" if answer["stops"] == 1 else "%d stops" % answer["stops"]


def main():
    asked = [*cut(), *stopped(), *argued()]
    done = subprocess.run([sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "1"], stdout=subprocess.PIPE, text=True,
                          input="".join(json.dumps(one) + "\n" for one, _ in asked))
    answers, failed = [json.loads(line) for line in done.stdout.split("\n")[:-1]], 0
    if len(answers) != len(asked):
        sys.exit("ends: %d answers to %d replies, status %d" % (len(answers), len(asked), done.returncode))
    for (one, wrong), answer in zip(asked, answers):
        why = answer["failed"] or wrong(answer)
        failed += bool(why)
        if why and failed < 16:
            print("%s: %r, stop %r: %s\n    %s" % (one["reader"], one["text"], one.get("stop"), why, answer["message"]))
    print("ends: %d replies of %d families, %d failed" % (len(asked), len(call_families()), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
