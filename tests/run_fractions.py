#!/usr/bin/env python3
"""How much of each default limit the corpus of real chat templates (the optional folder ../shared/corpus) uses:
all of its cases must come out the same with an eighth of every limit.

    run_fractions.py [--corpus FOLDER] [--cmd COMMAND] [--halvings N]

Each limit by itself is then halved until some case fails, or N times. Prints for each the share that all cases
do with, and the case that needs it.
"""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import batch  # noqa: E402
import run_corpus  # noqa: E402

DEFAULTS = {"fuel": 100_000_000, "source_bytes": 1 << 20, "output_bytes": 64 << 20, "string_bytes": 64 << 20,
            "heap_bytes": 256 << 20, "depth": 256, "value_depth": 1000, "range_items": 100_000}
MOST = 8


def failures(requests, wanted, argv, limits):
    """Names of the cases that come out otherwise."""
    for request in requests:
        request["options"] = {"limits": limits}
    answers = batch.run(requests, argv)
    return [r["id"] for r, want, answer in zip(requests, wanted, answers)
            if run_corpus.difference(want, answer) and answer.get("error", {}).get("kind") != "limit"
            or "text" in want and "text" not in answer]


def share(requests, wanted, argv, name, halvings):
    """(the least tried share of a limit with which nothing fails, a case that fails with half of it)"""
    part = MOST
    while part <= 1 << halvings:
        failed = failures(requests, wanted, argv, {name: max(1, DEFAULTS[name] // (2 * part))})
        if failed:
            return part, failed[0]
        part *= 2
    return part, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", default=run_corpus.default_corpus())
    parser.add_argument("--cmd")
    parser.add_argument("--halvings", type=int, default=6)
    args = parser.parse_args()
    if not os.path.exists(os.path.join(args.corpus, "cases.jsonl")):
        print(f"fractions: SKIPPED, there is no {args.corpus}")
        return 77
    requests, wanted = run_corpus.load(args.corpus, None)
    argv = batch.command(args.cmd)
    over = failures(requests, wanted, argv, {name: value // MOST for name, value in DEFAULTS.items()})
    for name in over[:20]:
        print(f"{name}: needs more than 1/{MOST} of a limit")
    for name in DEFAULTS:
        part, case = share(requests, wanted, argv, name, args.halvings)
        print(f"{name}: at most 1/{part} of {DEFAULTS[name]}" + (f" ({case})" if case else ""), flush=True)
    print(f"fractions: {len(requests) - len(over)} passed, {len(over)} failed")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
