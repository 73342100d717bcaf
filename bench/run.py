#!/usr/bin/env python3
"""Runs chatfmt and its peers over the same workloads on one core and prints a table of ratios.

    bench/run.py [--quick] [--seconds S] [--build DIR] [--only ENGINE,…]

Installs the peers that the registries have (Jinja2 by pip, minijinja by cargo, @huggingface/jinja
by npm) below DIR/bench-peers, checks that all outputs are equal, and prints how many times
faster chatfmt is, beside one memcpy of the output, what twice as many messages cost, and the time
of the program from start to end. With valgrind installed, the instructions
that twice as many messages cost are counted as well. Engines run one after the other, twice, and the better time
counts. Python's calls are long and told in time of the processor, so that other work on the
machine does not count against it. Ends with a list of what was left out.
"""
import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def sh(args, **kw):
    return subprocess.run(args, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **kw)


def install_jinja2(folder):
    python = os.path.join(folder, "venv", "bin", "python")
    if not os.path.exists(python):
        sh([sys.executable, "-m", "venv", os.path.join(folder, "venv")])
        sh([python, "-m", "pip", "install", "-q", "Jinja2==3.1.6", "MarkupSafe==3.0.3"])
    return [python, os.path.join(HERE, "peers", "jinja2_bench.py")]


def install_minijinja(folder):
    target = os.path.join(folder, "minijinja")
    sh(["cargo", "build", "-q", "--release", "--manifest-path", os.path.join(HERE, "peers", "minijinja", "Cargo.toml"),
        "--target-dir", target])
    return [os.path.join(target, "release", "minijinja-bench")]


def install_hfjinja(folder, script="hfjinja_bench.mjs"):
    place = os.path.join(folder, "npm")
    os.makedirs(place, exist_ok=True)
    for name in ("package.json", script):
        shutil.copy(os.path.join(HERE, "peers", name), place)
    if not os.path.isdir(os.path.join(place, "node_modules")):
        sh(["npm", "install", "--silent", "--ignore-scripts"], cwd=place)
    return ["node", os.path.join(place, script)]


def engines(options, skipped):
    folder = os.path.join(options.build, "bench-peers")
    os.makedirs(folder, exist_ok=True)
    out = {"chatfmt": [os.path.join(options.build, "bench", "bench_chatfmt")]}
    for name, install in (("jinja2", install_jinja2), ("minijinja", install_minijinja), ("hf-jinja", install_hfjinja)):
        if options.only and name not in options.only.split(","):
            continue
        try:
            out[name] = install(folder)
        except (OSError, subprocess.CalledProcessError) as error:
            words = getattr(error, "stderr", None) or str(error).encode()
            skipped.append("%s: not installed (%s)" % (name, words.decode("utf-8", "replace").strip().split("\n")[-1]))
    return out


def pin():
    """All engines on one core, the last, which is the least busy with interrupts."""
    try:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    except (AttributeError, OSError):
        pass


def measure(command, workloads, seconds):
    rows = {}
    run = subprocess.run(command + [workloads, str(seconds)], stdout=subprocess.PIPE, preexec_fn=pin)
    for line in run.stdout.decode("utf-8", "replace").splitlines():
        try:
            row = json.loads(line)
            rows[row["workload"]] = row
        except (ValueError, KeyError):
            print("bench: not a row: %s" % line[:100], file=sys.stderr)
    return rows


def better(first, second):
    out = {}
    for name, row in first.items():
        other = second.get(name, row)
        out[name] = {k: min(v, other.get(k, v)) if isinstance(v, (int, float)) else v for k, v in row.items()}
    return out


def check(results, skipped):
    wrong = 0
    for name, ours in results["chatfmt"].items():
        for engine, rows in results.items():
            row = rows.get(name)
            if not row or "error" in row:
                skipped.append("%s on %s: %s" % (engine, name, row["error"] if row else "no answer"))
                wrong += engine in ("chatfmt", "jinja2")
            elif (row["bytes"], row.get("hash")) != (ours["bytes"], ours.get("hash")) and row.get("hash"):
                skipped.append("%s on %s: another output (%d bytes, not %d)" % (
                    engine, name, row["bytes"], ours["bytes"]))
                wrong += engine == "jinja2"
                row["differs"] = True
    return wrong


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def table(results):
    ours = results["chatfmt"]
    peers = [e for e in results if e != "chatfmt"]
    what = [("compile", "compile"), ("render", "render"), ("json", "JSON to prompt")]
    for key, title in what:
        print("\n%s: chatfmt in microseconds, then how many times its time the others take" % title)
        print("%-18s %10s %s" % ("workload", "chatfmt", "".join("%12s" % p for p in peers)))
        ratios = {p: [] for p in peers}
        for name, row in ours.items():
            cells = ""
            for p in peers:
                other = results[p].get(name, {})
                if key in other:
                    ratios[p].append(other[key] / row[key])
                    cells += "%11.1fx" % (other[key] / row[key])
                else:
                    cells += "%12s" % "-"
            print("%-18s %10.2f %s" % (name, row[key] / 1000, cells))
        print("%-18s %10s %s" % ("geometric mean", "", "".join("%11.1fx" % mean(ratios[p]) for p in peers)))
    print("\nlimits: render with spans, and render against one memcpy of the output")
    for name, row in ours.items():
        print("%-18s spans %5.2fx   memcpy %8.2f us, render is %6.1fx   %8.0f MB/s" % (
            name, row["spans"] / row["render"], row["memcpy"] / 1000, row["render"] / row["memcpy"],
            row["bytes"] / row["render"] * 1000))
    print("%-18s spans %5.2fx" % ("geometric mean", mean([r["spans"] / r["render"] for r in ours.values()])))


def doubles(once, twice):
    """What twice as many messages cost: more than 2.3 times would grow faster than the conversation.
    memcpy of the output stands beside it: what it takes more than twice, the caches do."""
    worst = 0.0
    print("\ntime(2n)/time(n)")
    print("%-18s %10s %10s %10s %10s" % ("workload", "render", "spans", "JSON", "memcpy"))
    for name, row in once.items():
        ratios = [twice[name][key] / row[key] for key in ("render", "spans", "json")]
        worst = max(worst, *ratios)
        print("%-18s %10.2f %10.2f %10.2f %10.2f%s" % (
            name, *ratios, twice[name]["memcpy"] / max(row["memcpy"], 1), "  more than 2.3" if max(ratios) > 2.3 else ""))
    print("%-18s %10.2f" % ("most", worst))


def program_files(options, row):
    """One workload as the files that the program reads."""
    template, context = (os.path.join(options.build, "bench-" + n) for n in ("template.jinja", "context.json"))
    with open(template, "w", encoding="utf-8") as f:
        f.write(row["template"])
    with open(context, "w", encoding="utf-8") as f:
        json.dump(row["context"], f)
    return [os.path.join(options.build, "chatfmt"), "render", "--template", template, context]


def instructions(options, files):
    """The same question free of caches: instructions of the program, from reading the file to the
    last byte written, less those of the smallest workload of the same template."""
    if not shutil.which("valgrind"):
        return "instructions(2n)/instructions(n): there is no valgrind"
    counts = [{}, {}]
    for place, path in zip(counts, files):
        with open(path, encoding="utf-8") as f:
            for row in map(json.loads, f):
                if len(row["context"]["messages"]) > 5000:
                    continue
                run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"] +
                                     program_files(options, row), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                found = re.search(rb"Collected : (\d+)", run.stderr)
                if run.returncode or not found:
                    return "instructions(2n)/instructions(n): valgrind failed on " + row["name"]
                place[row["name"]] = int(found.group(1))
    print("\ninstructions(2n)/instructions(n), start to end")
    for name in counts[0]:
        least = counts[0][name.split("/")[0] + "/10"]
        if counts[0][name] > least:
            print("%-18s %10.2f" % (name, (counts[1][name] - least) / (counts[0][name] - least)))
    return None


def startup(options, workloads):
    """`chatfmt render` of a small file: start to end, the best of thirty."""
    program = os.path.join(options.build, "chatfmt")
    if not os.path.exists(program):
        return "the program: not built"
    with open(workloads, encoding="utf-8") as f:
        row = json.loads(f.readline())
    command = program_files(options, row)
    best = 1e9
    for _ in range(30):
        begin = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        best = min(best, time.perf_counter() - begin)
    print("\nchatfmt render of a file of %d messages, start to end: %.2f ms" % (
        len(row["context"]["messages"]), best * 1e3))
    return None


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--quick", action="store_true", help="10 and 100 messages only")
    p.add_argument("--seconds", type=float, default=0.25, help="for each measurement")
    p.add_argument("--build", default=os.path.join(ROOT, "build"), help="the build folder with bench/bench_chatfmt")
    p.add_argument("--only", help="these peers alone, separated by commas")
    options = p.parse_args()
    files = [os.path.join(options.build, name) for name in ("workloads.jsonl", "workloads-double.jsonl")]
    for path, more in zip(files, ([], ["--double"])):
        sh([sys.executable, os.path.join(HERE, "workloads.py"), path] + more + (["--quick"] if options.quick else []))
    skipped = []
    commands = engines(options, skipped)
    results = {name: measure(command, files[0], options.seconds) for name, command in commands.items()}
    twice = measure(commands["chatfmt"], files[1], options.seconds)
    again = {name: measure(command, files[0], options.seconds) for name, command in commands.items()}
    results = {name: better(rows, again[name]) for name, rows in results.items()}
    twice = better(twice, measure(commands["chatfmt"], files[1], options.seconds))
    wrong = check(results, skipped)
    table(results)
    doubles(results["chatfmt"], twice)
    skipped += filter(None, [instructions(options, files), startup(options, files[0])])
    for line in skipped:
        print("bench: left out: %s" % line)
    print("\nbench: %d workloads, %d engines, %d wrong outputs" % (len(results["chatfmt"]), len(results), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
