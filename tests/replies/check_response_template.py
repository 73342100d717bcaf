"""chatfmt's reading by response_template against transformers' own, from PyPI: message and events, for every chunking.

    check_response_template.py PROGRAM [--count N] [--seed N] [--golden FILE]

Needs the virtual environment of tests/models/environment.py; skipped without it. --golden writes the cases of
response_template.jsonl instead, which check_response_golden.py reads without that environment, and beside it
response_table.jsonl: the message of each case of response_tables.py.
"""
import argparse
import json
import os
import signal
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "models"))
import environment  # noqa: E402

environment.enter()

from transformers.utils.chat_parsing import ResponseParser  # noqa: E402

import response_cases  # noqa: E402
import response_tables  # noqa: E402
from asking import ask, plain  # noqa: E402


class Endless(BaseException):
    pass


def endless(*_):
    raise Endless


def reference(case, chunks):
    """{"initial_events", "events", "message"} or {"error"}, also when it does not end, as of empty matches."""
    signal.signal(signal.SIGALRM, endless)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        parser = ResponseParser(case["response_template"], prefix=case["prompt"], tools=case.get("tools"))
        initial, events = list(parser.initial_events), []
        for chunk in chunks:
            events += parser.feed(chunk)
        message, last = parser.finalize()
        made = {"initial_events": initial, "events": events + last, "message": message}
        return json.loads(plain(made))
    except Exception as error:  # whatever it raises, it refuses
        return {"error": "%s: %s" % (type(error).__name__, str(error)[:200])}
    except Endless:
        return {"error": "does not end"}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def same(want, got):
    if "error" in want or "error" in got:
        return "error" in want and "error" in got
    return all(plain(want[k]) == plain(got[k]) for k in ("initial_events", "events", "message"))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--count", type=int, default=300)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--golden")
    options = options.parse_args()
    rows, wants = [], []
    for number, case in enumerate(response_cases.cases(options.count, options.seed)):
        for chunks in response_cases.chunkings(case["text"], number, 1 if options.golden else 3):
            if options.golden and len(chunks) > 9:
                continue
            row = {k: v for k, v in case.items() if k != "text"}
            rows.append(dict(row, id=number, chunks=chunks))
            wants.append(reference(case, chunks))
    if options.golden:
        with open(os.path.join(os.path.dirname(options.golden), "response_table.jsonl"), "w", encoding="utf-8") as out:
            for case in response_tables.tables():
                out.write(plain(reference(case, [case["text"]]).get("message", "refused")) + "\n")
    for number, case in [] if options.golden else enumerate(response_tables.tables(), options.count):
        chunks = [case["text"]]
        row = {k: v for k, v in case.items() if k != "text"}
        rows.append(dict(row, id=number, chunks=chunks))
        wants.append(reference(case, chunks))
    if options.golden:
        with open(options.golden, "w", encoding="utf-8") as out:
            for row, want in zip(rows, wants):
                out.write(json.dumps({"row": row, "want": want}, ensure_ascii=False) + "\n")
        return 0
    failed = refused = 0
    shown = set()
    for row, want, got in zip(rows, wants, ask(options.program, [dict(row, events=True) for row in rows])):
        refused += "error" in want
        if same(want, got):
            continue
        failed += 1
        if os.environ.get("SHOW") or len(shown) < 3 and row["id"] not in shown:
            shown.add(row["id"])
            print("case %d: %s" % (row["id"], json.dumps(row, ensure_ascii=False)[:3000]))
            print("   want %s\n   got  %s" % (plain(want)[:3000], plain(got)[:3000]))
    print("response_template: %d templates, %d readings, %d refused by transformers, %d differ" %
          (options.count, len(rows), refused, failed))
    return 1 if failed else 0


sys.exit(main())
