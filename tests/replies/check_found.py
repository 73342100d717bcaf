"""Replies that a fuzzer found to be read wrongly once: the same however they are cut, and soon.

    check_found.py PROGRAM
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def read(program, row, chunk):
    run = subprocess.run([program, "parse", "--reader", row["reader"], "--stream", "--chunk", str(chunk)], timeout=10,
                         input=bytes.fromhex(row["hex"]), stdout=subprocess.PIPE)
    if run.returncode:
        sys.exit("check_found: status %d" % run.returncode)
    events = [json.loads(line) for line in run.stdout.split(b"\n")[:-1]]
    at = 0
    for e in events[:-1]:
        if e["begin"] != at:
            return "a gap at byte %d" % at
        at = e["end"]
    return events[-1] if at == len(row["hex"]) // 2 else "it ends at byte %d" % at


def main():
    failed = 0
    rows = [json.loads(line) for line in open(os.path.join(HERE, "found.jsonl"), encoding="utf-8")]
    for number, row in enumerate(rows, 1):
        whole, *cut = [read(sys.argv[1], row, chunk) for chunk in (1 << 20, 1, 3)]
        if any(c != whole for c in cut) or isinstance(whole, str):
            failed += 1
            print("found.jsonl:%d: %r\n    in pieces: %r" % (number, whole, cut))
    print("found: %d passed, %d failed" % (len(rows) - failed, failed))
    return 1 if failed else 0


sys.exit(main())
