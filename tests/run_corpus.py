#!/usr/bin/env python3
"""Runs the corpus of real chat templates (the optional folder ../shared/corpus) through
`chatfmt render --batch` and compares every case with the recorded result of the reference.

    run_corpus.py [--corpus FOLDER] [--cmd COMMAND] [--show N] [--only TEXT]

Texts must be equal to the byte; errors must be errors of the same kind, with the same message
where the template raised it. Prints `N passed, N failed` last.
"""
import argparse
import collections
import json
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import batch  # noqa: E402
import oracle  # noqa: E402


def default_corpus():
    return os.environ.get("CHATFMT_CORPUS") or os.path.join(
        os.path.dirname(batch.ROOT), "shared", "corpus")


def lines(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file.read().split("\n") if line]


def load(folder, only):
    """Requests and expectations of all cases."""
    contexts = {c["id"]: c["context"] for c in lines(os.path.join(folder, "contexts.jsonl"))}
    templates, requests, wanted = {}, [], []
    for case in lines(os.path.join(folder, "cases.jsonl")):
        if only and only not in case["id"]:
            continue
        name = case["template"]
        if name not in templates:
            path = os.path.join(folder, "templates", name)
            with open(path, "rb") as file:
                templates[name] = file.read().decode("utf-8")
        requests.append({"id": case["id"], "chat_template": templates[name],
                         "context": contexts[case["context_id"]],
                         "now": "2026-01-02T03:04:05Z"})
        wanted.append(case["expected"])
    return requests, wanted


def difference(want, answer):
    """None, or (class, got) of what is wrong with an answer."""
    got = batch.outcome(answer)
    if "text" in want:
        if got == ("text", want["text"]):
            return None
        return ("text" if got[0] == "text" else f"error instead of text: {got[1]}", got)
    if got[0] == "text":
        return (f"text instead of {want['error']}", got)
    kinds = {oracle.kind_of(want["error"])}
    if want["error"] == "RecursionError":  # Python's stack is not ours: to fail is enough
        kinds.add("limit")
    if got[1] not in kinds:
        return (f"kind {got[1]} instead of {want['error']}", got)
    if got[1] == "raised" and got[2] != want["message"]:
        return ("message", got)
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--corpus", default=default_corpus())
    parser.add_argument("--cmd")
    parser.add_argument("--only")
    parser.add_argument("--show", type=int, default=5)
    args = parser.parse_args()
    if not os.path.exists(os.path.join(args.corpus, "cases.jsonl")):
        print(f"corpus: SKIPPED, there is no {args.corpus}")
        return 77
    requests, wanted = load(args.corpus, args.only)
    start = time.monotonic()
    answers = batch.run(requests, batch.command(args.cmd))
    seconds = time.monotonic() - start
    classes, shown = collections.Counter(), collections.Counter()
    for request, want, answer in zip(requests, wanted, answers):
        problem = difference(want, answer)
        if problem is None:
            continue
        classes[problem[0]] += 1
        if sum(shown.values()) < args.show * 8 and shown[problem[0]] < args.show:
            shown[problem[0]] += 1
            print(f"{request['id']}: {problem[0]}\n  want {str(want)[:600]}\n"
                  f"  got  {str(problem[1])[:600]}")
    for name, count in classes.most_common():
        print(f"{count:7d}  {name}")
    failed = sum(classes.values())
    print(f"corpus: {len(requests) / seconds:.0f} cases a second")
    print(f"corpus: {len(requests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
