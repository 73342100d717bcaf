"""Requests to `chatfmt parse --batch`, and JSON as text, for the checks of this folder."""
import json
import os
import subprocess
import sys


def plain(value):
    """As JSON text, so that NaN equals NaN and 1 differs from 1.0 and True."""
    return json.dumps(value, ensure_ascii=False)


def ask(program, rows):
    """The answers to requests, in order."""
    lines = "".join(plain(row) + "\n" for row in rows)
    run = subprocess.run([program, "parse", "--batch"], input=lines.encode("utf-8", "surrogatepass"), stdout=subprocess.PIPE, timeout=600)
    answers = [json.loads(line) for line in run.stdout.split(b"\n")[:-1]]
    if run.returncode or len(answers) != len(rows):
        sys.exit("%s: %d answers to %d requests, status %d" % (os.path.basename(sys.argv[0]), len(answers), len(rows), run.returncode))
    return answers
