"""Runs commands one at a time and measures them; a process of its own that stays small.

The kernel counts the memory of whoever starts a program as the program's own until it has been
replaced, so a caller that holds hostile inputs would find them in every measurement. Requests and
answers are lines of JSON: {"argv", "folder", "stdin", "stdout", "stderr", "seconds", "patience"} and
{"status", "seconds", "mebibytes"}; a status below zero is a signal.
"""
import json
import os
import resource
import sys
import time

MEMORY = 4 << 30  # nobody may take the machine down


def begin(request):
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [(os.POSIX_SPAWN_OPEN, 0, request["stdin"], os.O_RDONLY, 0),
               (os.POSIX_SPAWN_OPEN, 1, request["stdout"], flags, 0o600),
               (os.POSIX_SPAWN_OPEN, 2, request["stderr"], flags, 0o600)]
    os.chdir(request["folder"])
    return os.posix_spawn(request["argv"][0], request["argv"], os.environ, file_actions=actions,
                          setpgroup=0)


def run(request):
    child = begin(request)
    seconds = int(request["seconds"])
    resource.prlimit(child, resource.RLIMIT_CPU, (seconds, seconds + 1))
    if request["memory"]:
        resource.prlimit(child, resource.RLIMIT_DATA, (MEMORY, MEMORY))
    end = time.monotonic() + request["patience"]
    pause = 0.001
    while True:
        pid, status, usage = os.wait4(child, os.WNOHANG)
        if pid:
            break
        if time.monotonic() > end:
            os.kill(child, 9)
            _, status, usage = os.wait4(child, 0)
            break
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)
    return {"status": os.waitstatus_to_exitcode(status), "seconds": usage.ru_utime + usage.ru_stime,
            "mebibytes": usage.ru_maxrss / 1024}


def main():
    for line in sys.stdin:
        sys.stdout.write(json.dumps(run(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
