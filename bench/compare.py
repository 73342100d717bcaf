#!/usr/bin/env python3
"""Has anything become slower? The benchmark programs of two builds in turn, on one core.

    bench/compare.py OLD_BUILD NEW_BUILD [--rounds N] [--group NAME]… [--most RATIO] [--core N]

Both folders are builds with -DCHATFMT_BUILD_BENCH=ON of the same build type. Nothing else is
needed: no peers, no network; tokenizers are measured where the cache of
tests/tokenizers/fetch_oracle.sh has some, and the last line says so where it has none.

Each round runs every workload with one build and at once with the other, in changing order, pinned
to one core and, where the user may, ahead of other processes. A program reports the shortest of
many calls; of `chatfmt map` user and system time count, the least of three runs. The value of a workload is
the median over the rounds of new time / old time. A group is a geometric mean over its workloads.
Exit status 1 when a group takes more than --most (1.03) times the old time.
"""
import argparse
import glob
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import sysconfig
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(ROOT, "tests", "replies")]
sys.dont_write_bytecode = True
import families  # noqa: E402
import run_formats  # noqa: E402
import run_map  # noqa: E402
import run_replies  # noqa: E402
import run_tokenizers  # noqa: E402

MESSAGES = 100        # of a prompt of a format
ROWS = 40000          # of a data set: the start of the program is a hundredth of that
REPLY_BYTES = 500_000
TEXT_BYTES = 300_000  # that a tokenizer encodes
# One family for each shape of reply.
FAMILIES = ("hermes", "mistral", "mistral-args", "qwen3-coder", "pythonic", "gemma4", "gpt-oss")


def output(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, **more).stdout.decode("utf-8")


def program(build, name):
    return os.path.join(build, "bench", name)


# A group of workloads: prepare(folder) gives [(workload, run)], where run(build) gives
# {group: time}; times of one workload have one unit, whichever.

def engine(folder):
    """compile, render, JSON to prompt, and spans of the templates of bench/templates."""
    path = os.path.join(folder, "workloads.jsonl")
    subprocess.run([sys.executable, os.path.join(HERE, "workloads.py"), path], check=True)
    with open(path, encoding="utf-8") as file:
        lines = list(file)
    for number, line in enumerate(lines):
        one = os.path.join(folder, "workload%d.jsonl" % number)
        with open(one, "w", encoding="utf-8") as file:
            file.write(line)

        def run(build, one=one):
            row = json.loads(output([program(build, "bench_chatfmt"), one, "0.05"]))
            return {group: row[group] for group in ("compile", "render", "json", "spans")}
        yield json.loads(line)["name"], run


def formats(_):
    """A prompt of a format by name."""
    for name in run_formats.NAMES:
        def run(build, name=name):
            return {"formats": float(output([program(build, "bench_formats"), str(MESSAGES), name]).split("\n", 1)[0])}
        yield name, run


def data_sets(folder):
    """Rows through `chatfmt map`, one thread, by time of the processor."""
    for kind, make in (("chats", run_map.conversations), ("tools", run_map.tool_conversations)):
        run_map.write_rows(os.path.join(folder, kind), ROWS, make)
    for kind, name in run_map.WORK:
        def run(build, kind=kind, name=name):
            words = (os.path.join(HERE, "templates", name + ".jinja"), os.path.join(folder, kind), os.path.join(folder, "out"))
            return {"map": min(run_map.ours(os.path.join(build, "chatfmt"), *words)[0] for _ in range(3))}
        yield "%s %s" % (kind, name), run


def replies(folder):
    """Replies by family and by description, as they stream, in chunks of 4 bytes."""
    words = run_replies.SENTENCE * (REPLY_BYTES // len(run_replies.SENTENCE))
    messages = (("answer", {"content": words, "calls": []}), ("argument", {"content": "", "calls": [("f", {"city": words})]}))
    for family in FAMILIES:
        for kind, message in messages:
            path = os.path.join(folder, "%s-%s" % (family, kind))
            with open(path, "w", encoding="utf-8") as file:
                file.write(families.FAMILIES[family][0](message))
            yield "%s, %s" % (family, kind), reading("replies", "--reader", family, path)
    for number, case in enumerate(run_replies.CASES):
        paths = [os.path.join(folder, "%s%d" % (name, number)) for name in ("description", "reply")]
        for path, text in zip(paths, (json.dumps(run_replies.template_of(case)), run_replies.text_of(case, REPLY_BYTES))):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        yield case[0], reading("responses", *paths)


def reading(group, *words):
    """bench_reply prints megabytes a second first."""
    return lambda build: {group: 1 / float(output([program(build, "bench_reply"), *words, "4"]).split()[0])}


def tokenizers(folder):
    """Encoding cold, warm and with offsets; loading a file, and opening its compiled form."""
    cache = os.environ.get("CHATFMT_ORACLE", os.path.expanduser("~/.cache/chatfmt-oracle"))
    texts = {"code": [sysconfig.get_paths()["stdlib"] + "/**/*.py"], "prose": ["/usr/share/common-licenses/*"]}
    for kind, patterns in texts.items():
        run_tokenizers.gather(patterns, TEXT_BYTES, os.path.join(folder, kind))
    for file in sorted(glob.glob(os.path.join(cache, "*", "tokenizer.json"))):
        for kind in texts:
            def run(build, file=file, kind=kind):
                # Builds may keep compiled tokenizers in different forms.
                own = dict(os.environ, CHATFMT_CACHE=os.path.join(folder, "cache-%d" % abs(hash(build))))
                row = json.loads(output([program(build, "bench_tokenizer"), file, os.path.join(folder, kind), "0.05"], env=own))
                return {"tokens, " + group: row[group] for group in ("cold", "warm", "offsets", "load", "open")}
            yield "%s %s" % (os.path.basename(os.path.dirname(file)), kind), run


GROUPS = {"engine": engine, "formats": formats, "map": data_sets, "replies": replies, "tokenizers": tokenizers}


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def measure(workloads, builds, rounds):
    """{group: {workload: [(old, new)]}}, a pair for each round."""
    found = {}
    for number in range(rounds):
        for name, run in workloads:
            times = [None, None]
            for side in (0, 1) if number % 2 == 0 else (1, 0):
                times[side] = run(builds[side])
            for group in times[0]:
                found.setdefault(group, {}).setdefault(name, []).append((times[0][group], times[1][group]))
    return found


def show(found, most):
    """Prints the workloads and the groups; returns the groups that are slower than allowed."""
    slower = []
    for group, rows in found.items():
        ratios = {name: statistics.median(new / old for old, new in pairs) for name, pairs in rows.items()}
        whole = mean(ratios.values())
        print("%-18s %6.3f%s" % (group, whole, "  SLOWER" if whole > most else ""))
        for name, ratio in sorted(ratios.items(), key=lambda item: -item[1]):
            print("    %-34s %6.3f" % (name, ratio))
        if whole > most:
            slower.append(group)
    sys.stdout.flush()
    return slower


def pin(core):
    """This process, and so the programs that it starts, on one core, ahead of other processes if
    that is allowed. Returns in words what could be done."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned"
    core = max(os.sched_getaffinity(0)) if core is None else core
    os.sched_setaffinity(0, {core})
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        return "on core %d, not interrupted" % core
    except OSError:
        return "on core %d, at ordinary priority" % core


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--group", action="append", choices=list(GROUPS), help="these alone")
    parser.add_argument("--most", type=float, default=1.03, help="times the old time that a group may take")
    parser.add_argument("--core", type=int, help="(default: the last)")
    options = parser.parse_args()
    builds = [os.path.abspath(path) for path in (options.old, options.new)]
    slower, empty = [], []
    print("new time / old time, median of %d rounds, %s" % (options.rounds, pin(options.core)))
    with tempfile.TemporaryDirectory() as folder:
        for name in options.group or GROUPS:
            workloads = list(GROUPS[name](folder))
            if workloads:
                slower += show(measure(workloads, builds, options.rounds), options.most)
            else:
                empty.append(name)
    print("bench: " + ("slower: " + ", ".join(slower) if slower else "no group is slower") +
          "".join("; %s left out: no files" % name for name in empty))
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
