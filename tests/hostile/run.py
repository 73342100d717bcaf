#!/usr/bin/env python3
"""Runs the hostile inputs, each in a process of its own: no crash, no hang, at most 2 s of CPU and
300 MiB each, and an answer of an allowed kind.

    run.py [--cmd COMMAND] [--slow]      --slow: sanitizers; ten times the time, memory not looked at
"""
import argparse
import json
import os
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import batch  # noqa: E402
import inputs  # noqa: E402

SECONDS, MEBIBYTES = 2.0, 300


def rows():
    for name, allowed, template, variables in inputs.ROWS:
        line = json.dumps({"id": name, "chat_template": template, "context": variables,
                           "now": "2026-01-02T03:04:05Z"})
        yield name, allowed, line.encode("utf-8", "surrogatepass")
    yield from inputs.LINES


def run(argv, line, patience):
    """(answers, status, CPU seconds, MiB) of one line in a process of its own."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, \
            tempfile.TemporaryFile() as err:
        given.write(line)
        given.seek(0)
        actions = [(os.POSIX_SPAWN_DUP2, given.fileno(), 0),
                   (os.POSIX_SPAWN_DUP2, out.fileno(), 1), (os.POSIX_SPAWN_DUP2, err.fileno(), 2)]
        child = os.posix_spawnp(argv[0], argv, os.environ, file_actions=actions)
        end = time.monotonic() + patience
        while True:
            pid, status, usage = os.wait4(child, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > end:
                os.kill(child, 9)
                _, status, usage = os.wait4(child, 0)
                break
            time.sleep(0.001)
        out.seek(0)
        return (out.read(), os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime,
                usage.ru_maxrss / 1024)


def problem(allowed, answers, status):
    if status != 0:
        return f"status {status}"
    if answers.count(b"\n") != 1:
        return f"{answers.count(10)} answers"
    try:
        answer = json.loads(answers.decode("utf-8"))
    except ValueError as error:
        return f"the answer is not JSON: {error}"
    kind = batch.outcome(answer)[0] if "text" in answer else answer["error"]["kind"]
    if "any" not in allowed.split() and kind not in allowed.split():
        return f"{kind} instead of {allowed}: {str(answer)[:200]}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cmd")
    parser.add_argument("--slow", action="store_true")
    args = parser.parse_args()
    argv = batch.command(args.cmd)
    factor = 20 if args.slow else 1
    failed = count = 0
    worst_time, worst_memory = (0, ""), (0, "")
    for name, allowed, line in rows():
        count += 1
        answers, status, seconds, memory = run(argv, line, 10 * factor)
        what = problem(allowed, answers, status)
        worst_time = max(worst_time, (seconds, name))
        worst_memory = max(worst_memory, (memory, name))
        if not what and seconds > SECONDS * factor:
            what = f"took {seconds:.2f} s"
        if not what and memory > MEBIBYTES and not args.slow:
            what = f"took {memory:.0f} MiB"
        if what:
            failed += 1
            print(f"{name}: {what}")
    print("hostile: longest %.2f s (%s), largest %.0f MiB (%s)" % (worst_time + worst_memory))
    print(f"hostile: {count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
