"""What a hostile case is, and how its answer is read.

A module of this folder has `cases()`, which yields objects of class Case one after the other; what is big is
made when it is asked for and never stored. `run.py` lists the modules.
"""
import hashlib
import json
import os
import re
import sys
from typing import Callable, NamedTuple, Optional

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Case(NamedTuple):
    """A run of the program on something hostile.

    name        unique within its kind; no spaces.
    kind        what is hostile: template, tokenizer, reply, gguf, file.
    arguments   of chatfmt, which runs in the case's temporary folder.
    stdin       bytes, or a function that makes them.
    files       name in the folder -> bytes, or a function of the path that makes the file.
    allowed     what may come out, separated by spaces: "text", kinds of errors, "limit"; or "any".
    reference   a function at the top of a module of this folder: (folder, stdin bytes) -> text or bytes.
                It runs in a child limited to SECONDS and MEMORY of reference.py. An exception means
                that the reference refuses.
    read        (status, stdout, stderr) -> Outcome.
    """
    name: str
    kind: str
    arguments: list
    stdin: object = b""
    files: dict = {}
    allowed: str = "any"
    reference: Optional[Callable] = None
    read: Optional[Callable] = None


class Outcome(NamedTuple):
    """What came out: `kind` is "text", the kind of an error, or "none" when the process was ended."""
    kind: str
    text: bytes
    message: str = ""

    def digest(self):
        return digest(self.text)


def digest(text):
    if isinstance(text, str):
        text = text.encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()


# An error of the program names its limit in one of these ways.
LIMIT = re.compile(r"\blimit|fuel\b|\btoo (large|long|deep|many|big)\b|\bmore than \d|at most [\d,]+")


def read_command(status, out, err):
    """The outcome of a command: its output, or its error."""
    if status == 0:
        return Outcome("text", out)
    message = err.decode("utf-8", "replace").strip()
    first = message.split("\n", 1)[0]
    if not message:
        return Outcome("silent", out, f"status {status} and no message")
    if status not in (1, 2):
        return Outcome("status", out, f"status {status}: {first}")
    return Outcome("limit" if LIMIT.search(message) else "error", out, first)


def read_batch(status, out, err):
    """The outcome of one line of `render --batch`."""
    if status not in (0, 1):
        return Outcome("status", out, f"status {status}: {err.decode('utf-8', 'replace')[:80]}")
    if out.count(b"\n") != 1:
        return Outcome("broken", out, f"{out.count(10)} answers")
    try:
        answer = json.loads(out.decode("utf-8"))
    except ValueError as error:
        return Outcome("broken", out, f"the answer is not JSON: {error}")
    if "text" in answer:
        return Outcome("text", answer["text"].encode("utf-8", "surrogatepass"))
    return Outcome(answer["error"]["kind"], b"", answer["error"]["message"])


def use_tests():
    """Modules are imported from tests/ as `hostile.NAME`: some have the names of packages."""
    here = os.path.join(TESTS, "hostile")
    sys.path[:] = [TESTS] + [p for p in sys.path if os.path.abspath(p or ".") != here]
