"""Driving `chatfmt render --batch`: requests in, answers out, in order."""
import json
import os
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def command(given=None):
    """The command line of the program under test: --cmd, $CHATFMT, or build/chatfmt."""
    if given:
        return shlex.split(given)
    program = os.environ.get("CHATFMT") or os.path.join(ROOT, "build", "chatfmt")
    if not os.path.exists(program):
        print(f"SKIPPED: there is no {program}")
        sys.exit(77)
    return [program, "render", "--batch"]


def run(requests, argv):
    """Answers to `requests` (a list of objects). A crash is an error of this script."""
    data = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in requests)
    done = subprocess.run(argv, input=data.encode("utf-8", "surrogatepass"),
                          stdout=subprocess.PIPE)
    lines = done.stdout.split(b"\n")[:-1]
    if done.returncode not in (0, 1) or len(lines) != len(requests):
        guilty = requests[len(lines)]["id"] if len(lines) < len(requests) else "none"
        sys.exit(f"{argv[0]}: status {done.returncode}, {len(lines)} answers to "
                 f"{len(requests)} requests; first without an answer: {guilty}")
    return [json.loads(line) for line in lines]


def outcome(answer):
    """("text", text) or ("error", kind, message)."""
    if "text" in answer:
        return ("text", answer["text"])
    return ("error", answer["error"]["kind"], answer["error"]["message"])
