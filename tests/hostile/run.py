#!/usr/bin/env python3
"""Runs the hostile cases of all kinds, each in a process of its own, and prints a table: no crash, no hang,
at most 2 s of CPU and 300 MiB each, and an answer of an allowed kind; with --reference also the
reference's answer wherever it gives one within 10 s and 1 GB.

    run.py [--program PATH] [--kind KIND …] [--name REGEX] [--quick] [--reference] [--slow] [--all] [--jobs N]

      --quick       a sixth of the cases of each kind, always the same ones
      --reference   ask the reference, too
      --slow        sanitizers: twenty times the time, memory not looked at
      --all         print every row, not only the failed, the longest and the largest

The seconds are those of a processor that needs YARDSTICK for yardstick(): what takes longer is measured
again, in turn with that, so that neither a slower machine nor other work on it decides.
"""
import argparse
import concurrent.futures
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zlib

sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
from hostile import case as cases_of  # noqa: E402

SECONDS, MEBIBYTES = 2.0, 300
YARDSTICK, AGAIN = 0.2, 3
# Where the reference answers and a limit is named here: docs/compatibility.md has the reasons.
OTHERWISE = {"cycler-self", "cycler-repr", "gen-self", "shadow-items", # addresses of objects
             "random", "u-encode", "trim-blocks-heavy", # a seed is needed; "namereplace"; 100 blocks in one another
             "pieces-prefix-long"} # prefixes and suffixes of pieces have at most 200 bytes
LIMITED = {"source-2MiB", "multiply-list-1e8", "append-front-100k", "list-append-100k", "regex-copies-of-group", "output-and-values", "spans-and-values", "spans-alone",
           "decode-grow-3x600"} # 216 MB of text from one id
MODULES = ["templates", "tokenizers", "vocabularies", "replies", "gguf", "files"]
HERE = os.path.join(cases_of.TESTS, "hostile")


class Server:
    """A helper process that answers lines of JSON, one at a time."""

    def __init__(self, script):
        self.process = subprocess.Popen([sys.executable, "-B", os.path.join(HERE, script)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, request):
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Worker(threading.local):
    """What each thread has for itself: its helpers."""
    servers = []

    def server(self, script):
        found = getattr(self, script, None)
        if not found:
            found = Server(script)
            setattr(self, script, found)
            Worker.servers.append(found)
        return found


WORKER = Worker()


def yardstick():
    """How many times as slow as where YARDSTICK holds a thread is now; at least 1."""
    begin, x = time.thread_time(), 1
    for i in range(2_000_000):
        x = (x * 31 + i) & 0xffff
    return max(1.0, (time.thread_time() - begin) / YARDSTICK)


class Row:
    """A case and what became of it."""

    def __init__(self, case):
        self.name, self.kind, self.allowed = case.name, case.kind, case.allowed
        self.outcome, self.reference, self.said, self.problems = None, None, "-", []
        self.seconds = self.mebibytes = 0.0

    def judge(self, status, slow):
        if status < 0 and status not in (-9, -24):
            self.problems.append(f"signal {-status}")
        if self.seconds > SECONDS * (20 if slow else 1):
            self.problems.append(f"{self.seconds:.2f} s")
        if self.mebibytes > MEBIBYTES and not slow:
            self.problems.append(f"{self.mebibytes:.0f} MiB")
        kind = self.outcome.kind
        if kind in ("silent", "status", "broken", "none"):
            self.problems.append(f"{kind}: {self.outcome.message}")
        elif "any" not in self.allowed.split() and kind not in self.allowed.split():
            self.problems.append(f"{kind} instead of {self.allowed}")
        if self.reference:
            self.compare(kind)

    def compare(self, kind):
        """A limit with a name excuses a missing answer where that is documented, as for all templates, never a wrong one."""
        state = self.reference["state"]
        if self.name in OTHERWISE or (self.kind == "template" and kind == "limit"):
            return
        if state == "text" and kind == "text" and self.outcome.digest() != self.reference["digest"]:
            self.problems.append("not the reference's answer")
        elif state == "text" and kind != "text" and (kind != "limit" or self.name not in LIMITED):
            self.problems.append("the reference answers")
        elif state == "refused" and kind == "text":
            self.problems.append(f"the reference refuses: {self.reference['message']}")

    def answer(self):
        if not self.reference:
            return "-"
        state = self.reference["state"]
        if state != "text":
            return {"none": "none within 10 s and 1 GB"}.get(state, state)
        if self.outcome.kind != "text":
            return "answers"
        return "equal" if self.outcome.digest() == self.reference["digest"] else "differs"

    def text(self):
        came = self.outcome.kind
        if came == "text":
            came = f"text of {len(self.outcome.text)} bytes"
        else:
            came += ": " + re.sub(r"[^\x20-\x7e]", "?", self.outcome.message)
        return "%-9s %-28s %5.2f %5.0f  %-26s %s%s" % (
            self.kind, self.name, self.seconds, self.mebibytes, self.answer(), came[:100],
            " ".join("  !! " + p for p in self.problems))


def write(case, folder):
    for name, content in case.files.items():
        path = os.path.join(folder, name)
        if callable(content):
            content(path)
        else:
            with open(path, "wb") as file:
                file.write(content)


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def run(case, args):
    row = Row(case)
    top = tempfile.mkdtemp(prefix="chatfmt-hostile-")
    try:
        folder = os.path.join(top, "case")
        os.mkdir(folder)
        write(case, folder)
        paths = {key: os.path.join(top, key) for key in ("stdin", "stdout", "stderr")}
        with open(paths["stdin"], "wb") as file:
            file.write(case.stdin() if callable(case.stdin) else case.stdin)
        factor = 20 if args.slow else 1
        request = {"argv": [args.program, *case.arguments], "folder": folder, "seconds": 10 * factor,
                   "patience": 120 * factor, "memory": not args.slow, **paths}
        done = WORKER.server("launcher.py").ask(request)
        row.seconds, row.mebibytes = done["seconds"], done["mebibytes"]
        for _ in range(AGAIN):
            if row.seconds <= SECONDS * factor or done["status"] < 0:
                break
            slower = yardstick()
            done = WORKER.server("launcher.py").ask(request)
            row.seconds = min(row.seconds, 2 * done["seconds"] / (slower + yardstick()))
        if done["status"] < 0:
            row.outcome = cases_of.Outcome("none", b"", f"ended by signal {-done['status']}")
        else:
            read = case.read or cases_of.read_command
            row.outcome = read(done["status"], contents(paths["stdout"]), contents(paths["stderr"]))
        if args.reference and case.reference:
            row.reference = WORKER.server("reference.py").ask(
                {"module": case.reference.__module__, "function": case.reference.__name__,
                 "folder": folder, "stdin": paths["stdin"]})
        row.judge(done["status"], args.slow)
        row.said, text = row.answer(), row.text()
        row.outcome = None  # the texts of thousands of cases are large
        return row, text
    finally:
        shutil.rmtree(top, ignore_errors=True)


def chosen(args):
    for name in MODULES:
        if not os.path.exists(os.path.join(HERE, name + ".py")):
            continue
        for case in importlib.import_module("hostile." + name).cases():
            if args.kind and case.kind not in args.kind:
                continue
            if args.name and not re.search(args.name, case.name):
                continue
            if args.quick and zlib.crc32(case.name.encode()) % 6:
                continue
            yield case


def run_all(args):
    """Rows in the order of the cases; few cases are in memory at a time."""
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        waiting = []
        for case in chosen(args):
            waiting.append(pool.submit(run, case, args))
            if len(waiting) > 2 * args.jobs:
                yield waiting.pop(0).result()
        for one in waiting:
            yield one.result()
    for server in Worker.servers:
        server.close()


def summary(rows):
    for kind in dict.fromkeys(r.kind for r in rows):
        of = [r for r in rows if r.kind == kind]
        longest, largest = max(of, key=lambda r: r.seconds), max(of, key=lambda r: r.mebibytes)
        said = {}
        for row in of:
            said[row.said] = said.get(row.said, 0) + 1
        said.pop("-", None)
        print("hostile %s: %d cases, longest %.2f s (%s), largest %.0f MiB (%s)%s" % (
            kind, len(of), longest.seconds, longest.name, largest.mebibytes, largest.name,
            "".join(f", {v} {k}" for k, v in said.items())))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.environ.get("CHATFMT") or
                        os.path.join(os.path.dirname(cases_of.TESTS), "build", "chatfmt"))
    parser.add_argument("--kind", action="append")
    parser.add_argument("--name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    for flag in ("--quick", "--reference", "--slow", "--all"):
        parser.add_argument(flag, action="store_true")
    args = parser.parse_args()
    args.program = os.path.abspath(args.program)
    if not os.path.exists(args.program):
        print(f"SKIPPED: there is no {args.program}")
        return 77
    rows = []
    for row, text in run_all(args):
        rows.append(row)
        if args.all or row.problems:
            print(text, flush=True)
    summary(rows)
    failed = sum(1 for r in rows if r.problems)
    print(f"hostile: {len(rows) - failed} passed, {failed} failed")
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
