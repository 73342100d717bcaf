"""Replies whose reading was once wrong, a line each in readings.jsonl with the reason of the reading that is right: whole, byte by byte
and cut at random.

    check_readings.py CHECK_CUTS [CUTS]

A line has "reader", "text", "content"?, "reasoning"?, "calls"? as [name, arguments, id?], and what is asked: "tools" (names), "schema" of
the tool f, "reasoning_open".
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    with open(os.path.join(HERE, "readings.jsonl"), encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    asked = []
    for row in rows:
        one = {key: row[key] for key in ("reader", "text", "reasoning_open") if key in row}
        names = ["f"] if "schema" in row else row.get("tools")
        if names is not None:
            one["tools"] = [{"type": "function", "function": {"name": name, "parameters": row.get("schema", {})}} for name in names]
        asked.append(one)
    done = subprocess.run([sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "50"], stdout=subprocess.PIPE, text=True,
                          input="".join(json.dumps(one) + "\n" for one in asked))
    answers = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    if len(answers) != len(rows):
        sys.exit("readings: %d answers to %d replies, status %d" % (len(answers), len(rows), done.returncode))
    failed = 0
    for row, answer in zip(rows, answers):
        message = answer["message"]
        want = (row.get("content", ""), row.get("reasoning", ""), [call[:2] for call in row.get("calls", [])])
        got = (message["content"] or "", message.get("reasoning_content", ""),
               [[call["function"]["name"], call["function"]["arguments"]] for call in message.get("tool_calls", [])])
        ids = [(call[2], said["id"]) for call, said in zip(row.get("calls", []), message.get("tool_calls", [])) if len(call) > 2]
        if answer["failed"] or got != want or any(a != b for a, b in ids):
            failed += 1
            print("%s: %r\n    want %r %r\n    got  %r %r %s" % (row["why"], row["text"], want, [a for a, _ in ids], got, [b for _, b in ids],
                                                             answer["failed"]))
    print("readings: %d replies, %d failed" % (len(rows), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
