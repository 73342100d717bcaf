"""InternLM2's actions: the golden readings and streams of ../shared when it is there, whole and byte by byte.

    check_internlm2.py PROGRAM
"""
import json
import os
import subprocess
import sys

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "shared", "golden", "internlm2_cases.jsonl")


def main():
    golden = os.environ.get("CHATFMT_GOLDEN", GOLDEN)
    if not os.path.exists(golden):
        print("internlm2: SKIPPED, there is no %s" % golden)
        return 77
    asked = []
    for row in map(json.loads, open(golden, encoding="utf-8")):
        if row["kind"] == "parse":
            for chunks in ([row["output"]], list(row["output"]) or [""]):
                asked.append(({"id": row["id"], "actions": True, "chunks": chunks}, "result", row["expect"]))
        if row["kind"] == "stream":
            states = [{k: v for k, v in s.items() if k not in ("prefix_len", "prefix_bytes")} for s in row["states"]]
            asked.append(({"id": row["id"], "actions": True, "states": True, "chunks": [""] + list(row["output"])}, "states", states))
    text = "".join(json.dumps(a[0]) + "\n" for a in asked)
    done = subprocess.run([sys.argv[1], "parse", "--batch"], input=text, stdout=subprocess.PIPE, text=True)
    answers = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    failed = abs(len(asked) - len(answers))
    for (request, key, want), answer in zip(asked, answers):
        if answer.get(key) != want:
            failed += 1
            print("%s\n    got  %r\n    want %r" % (request["id"], answer.get(key), want))
    print("internlm2: %d passed, %d failed" % (len(asked) - failed, failed))
    return 1 if failed else 0


sys.exit(main())
