"""Where turns end, over the templates of ../shared/corpus: what is learned of an answer does not depend on what follows it, nor a call on
its result; every turn in the middle ends with one of the stop strings; empty answers have a turn as well.

    check_turns.py PROGRAM [--all] [--show]

Without --all every fourth template is looked at. turns.json lists the templates that themselves write it otherwise, with what they write.
"""
import glob
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.environ.get("CHATFMT_CORPUS") or os.path.join(HERE, "..", "..", "..", "shared", "corpus")
TOOLS = [{"type": "function", "function": {"name": "fq1", "description": "d", "parameters": {"type": "object", "properties": {
    "kq1": {"type": "string", "description": "d"}}, "required": ["kq1"]}}}]


def user(text):
    return {"role": "user", "content": text}


def answer(text):
    return {"role": "assistant", "content": text}


CALL = {"role": "assistant", "content": "", "tool_calls": [
    {"id": "callq0001", "type": "function", "function": {"name": "fq1", "arguments": {"kq1": "vq1"}}}]}
RESULT = {"role": "tool", "tool_call_id": "callq0001", "name": "fq1", "content": "rq1"}
TALKS = {
    "one": [user("uq1"), answer("aq1"), user("uq2")],
    "two": [user("uq1"), answer("aq1"), user("uq2"), answer("aq2"), user("uq3")],
    "other": [user("uq1"), answer("aq1"), user("`x` <y>\n\nz")],
    "last": [user("uq1"), answer("aq1")],
    "empty": [user("uq1"), answer(""), user("uq2")],
    "none": [user("uq1"), user("uq2")],
    "call": [user("uq1"), CALL],
    "result": [user("uq1"), CALL, RESULT],
    "cycle": [user("uq1"), CALL, RESULT, answer("aq1")],
}


def render(program, template, name):
    """The text, the ranges and the stops of a talk; None when the template refuses it."""
    request = {"messages": TALKS[name], "bos_token": "<s>", "eos_token": "</s>"}
    if name in ("call", "result", "cycle"):
        request["tools"] = TOOLS
    run = subprocess.run([program, "render", "--model", template, "--mask", "derived", "--output", "json"], input=json.dumps(request),
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if run.returncode:
        return None
    answer = json.loads(run.stdout)
    data = answer["text"].encode()
    return answer["text"], [data[a:b].decode() for a, b in answer["mask"]], answer["stops"]


def called(turn):
    """The turn from the call's name on: an empty block of reasoning may stand before it in the last turn alone."""
    return turn[turn.find("fq1"):].rstrip()


def look(program, template):
    """What does not hold: {check: what was seen}."""
    found, talks = {}, {name: render(program, template, name) for name in TALKS}
    one = talks["one"]
    if not one or "aq1" not in one[0]:
        return found
    first = one[1][0] if one[1] else None
    if first is None or "aq1" not in first:
        found["range"] = repr(first)
        return found
    for name in ("two", "other"):
        if talks[name] and (not talks[name][1] or talks[name][1][0] != first):
            found["follows " + name] = "%r, then %r" % (first, talks[name][1][:1])
    end = first[first.index("aq1") + 3:]
    if end.strip() and not any(end.rstrip().endswith(stop) for stop in one[2]):
        found["stop"] = "%r, stops %r" % (end, one[2])
    last = talks["last"]
    if last and end.strip() and last[1] and last[0].split("aq1")[-1].strip() and not last[1][0][last[1][0].find("aq1"):].startswith("aq1" + end.rstrip()):
        found["last"] = "%r, in the middle %r" % (last[1][0], first)
    empty, none = talks["empty"], talks["none"]
    if empty and not empty[1] and empty[0].count("uq") == 2 and end.strip() and not (none and none[0] == empty[0]):
        found["empty"] = repr(talks["empty"][0][-160:])
    call, result, cycle = talks["call"], talks["result"], talks["cycle"]
    if call and result and call[1] and "vq1" in call[0] and "rq1" in result[0]:
        if not result[1] or called(result[1][0]) != called(call[1][0]):
            found["result"] = "%r, with its result %r" % (call[1][0], result[1][:1])
        if cycle and cycle[1] and result[1] and called(cycle[1][0]) != called(result[1][0]):
            found["cycle"] = "%r, with an answer %r" % (result[1][0], cycle[1][0])
    return found


def main():
    if not os.path.isdir(CORPUS):
        print("SKIPPED: there is no ../shared/corpus")
        return 77
    templates = sorted(glob.glob(os.path.join(CORPUS, "templates", "*.jinja")))
    if "--all" not in sys.argv:
        templates = templates[::4]
    with open(os.path.join(HERE, "turns.json"), encoding="utf-8") as file:
        excepted = json.load(file)
    failed, seen = 0, 0
    with ThreadPoolExecutor(2) as pool:
        looks = list(pool.map(lambda template: look(sys.argv[1], template), templates))
    for template, found in zip(templates, looks):
        name = os.path.basename(template)
        listed = set(excepted.get(name, {}).get("checks", []))
        seen += bool(found)
        for check in sorted(set(found) ^ listed):
            failed += 1
            print("%s, %s: %s" % (name, check, found.get(check, "listed, and holds")))
    print("turns: %d templates, %d with exceptions, %d listed in all; %d failed" % (len(templates), seen, len(excepted), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
