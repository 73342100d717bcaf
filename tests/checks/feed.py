"""Requests, a JSON object a line, into a program of failing allocations."""
import json
import subprocess
import sys


def feed(requests, places=None):
    """argv is PROGRAM [PLACES [PART]]: `places` when it names none, and only requests with PART in their id."""
    program, *rest = sys.argv[1:]
    if len(rest) > 1:
        requests = [r for r in requests if rest[1] in r["id"]]
    data = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in requests)
    words = [program, *(rest[:1] or ([places] if places else []))]
    return subprocess.run(words, input=data.encode("utf-8", "replace")).returncode
