"""Real templates through Python objects: texts to the character, errors by kind and message."""
import datetime
import json
import sys

import chatfmt
from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests"))
import oracle  # noqa: E402

NOW = int(datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc).timestamp())


def lines(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file.read().split("\n") if line]


def outcome(source, context, made):
    try:
        if source not in made:
            made[source] = chatfmt.Template(source, now=NOW)
        return {"text": made[source].render(context)}
    except chatfmt.Error as error:
        return {"kind": error.kind, "message": str(error)}


def right(want, got):
    if "text" in want or "text" in got:
        return got.get("text") == want.get("text")
    kinds = {oracle.kind_of(want["error"])}
    if want["error"] == "RecursionError":  # Python's stack is not ours: to fail is enough
        kinds.add("limit")
    return got["kind"] in kinds and (got["kind"] != "raised" or got["message"] == want["message"])


def test_cases(corpus, template_sources, whole):
    contexts = {c["id"]: c["context"] for c in lines(corpus / "contexts.jsonl")}
    made, wrong, seen = {}, [], 0
    for number, case in enumerate(lines(corpus / "cases.jsonl")):
        if not whole and number % 8:
            continue
        seen += 1
        got = outcome(template_sources[case["template"]], contexts[case["context_id"]], made)
        if not right(case["expected"], got):
            wrong.append((case["id"], case["expected"], got))
    print(f"{seen} cases, {len(wrong)} different")
    assert seen > 4000
    assert not wrong, wrong[:3]
