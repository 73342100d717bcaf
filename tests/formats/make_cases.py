"""Writes tests/formats/cases.jsonl: requests for every format, and what Jinja2 3.1.6 makes of the
formats' templates. Compared with recordings of the real systems by check_golden.py.

    make_cases.py            write
    make_cases.py --check PROGRAM    compare the program with the file
"""
import json
import pathlib
import random
import sys

from conversations import messages, text
from jinja_backend import Failed, JinjaBackend

FILE = pathlib.Path(__file__).with_name("cases.jsonl")


def requests(backend):
    r = random.Random(11)
    for name, row in sorted(backend.rows.items()):
        system, short = name.split("/")
        if system == "fastchat":
            for _ in range(2):
                described = {"template": short, "append": [
                    {"role_index": i % 2, "content": text(r)} for i in range(r.randint(1, 5))]}
                described["append"].append({"role_index": 1, "content": None})
                if r.random() < 0.5:
                    described["set_system"] = text(r)
                yield {"conversation": described}
        elif system in ("xtuner", "xtuner_v1", "class") or short in ("lagent", "lmdeploy"):
            program = row.get("program") or {"xtuner": "xtuner", "xtuner_v1": "xtuner_v1"}[system]
            for _ in range(2):
                context = {"messages": messages(r, alternating=True),
                           "add_generation_prompt": r.random() < 0.5, "bos_token": "<s>",
                           "eos_token": "</s>"}
                yield {"format": name, "program": program, "context": context}


def answer(backend, request):
    try:
        if "conversation" in request:
            return {"text": backend.prompt(request["conversation"])}
        text = backend.text(request["format"], request["program"], request["context"])
        # A prompt of nothing is an error of the program, not of the templates.
        return {"text": text} if text else {"kind": "empty_prompt"}
    except Failed as e:
        return {"kind": e.kind}


def write():
    backend = JinjaBackend()
    with open(FILE, "w", encoding="utf-8") as f:
        f.write(json.dumps({"made by": "tests/formats/make_cases.py with Jinja2 3.1.6"}) + "\n")
        for request in requests(backend):
            f.write(json.dumps({**request, "want": answer(backend, request)}, ensure_ascii=False)
                    + "\n")


def compare(program):
    from program_backend import ProgramBackend
    backend, count, different = ProgramBackend(program), 0, 0
    with open(FILE, encoding="utf-8") as f:
        for line in list(f)[1:]:
            case = json.loads(line)
            want = case.pop("want")
            got = answer(backend, case)
            count += 1
            if got != want and not ("kind" in want and "kind" in got and want["kind"] == "other"):
                different += 1
                if different <= 5:
                    print(json.dumps(case)[:400], "\n  want", want, "\n  got ", got)
    print("%d cases, %d different" % (count, different))
    return 1 if different or not count else 0


if __name__ == "__main__":
    sys.exit(compare(sys.argv[2]) if sys.argv[1:2] == ["--check"] else write())
