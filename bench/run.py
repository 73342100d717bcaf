#!/usr/bin/env python3
"""Runs chatfmt and its peers over the same workloads on one core and prints a table of ratios.

    bench/run.py [--quick] [--seconds S] [--build DIR] [--only ENGINE,…]

Installs the peers that the registries have (Jinja2 by pip, minijinja by cargo, @huggingface/jinja
by npm) below DIR/bench-peers, checks that all outputs are equal, and prints how many times
faster chatfmt is. Engines run one after the other, twice, and the better time counts.
"""
import argparse
import json
import math
import os
import shutil
import subprocess
import sys

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


def install_hfjinja(folder):
    place = os.path.join(folder, "npm")
    os.makedirs(place, exist_ok=True)
    for name in ("package.json", "hfjinja_bench.mjs"):
        shutil.copy(os.path.join(HERE, "peers", name), place)
    if not os.path.isdir(os.path.join(place, "node_modules")):
        sh(["npm", "install", "--silent", "--ignore-scripts"], cwd=place)
    return ["node", os.path.join(place, "hfjinja_bench.mjs")]


def engines(options):
    folder = os.path.join(options.build, "bench-peers")
    os.makedirs(folder, exist_ok=True)
    out = {"chatfmt": [os.path.join(options.build, "bench", "bench_chatfmt")]}
    for name, install in (("jinja2", install_jinja2), ("minijinja", install_minijinja), ("hf-jinja", install_hfjinja)):
        if options.only and name not in options.only.split(","):
            continue
        try:
            out[name] = install(folder)
        except (OSError, subprocess.CalledProcessError) as error:
            print("bench: %s left out: %s" % (name, getattr(error, "stderr", None) or error), file=sys.stderr)
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
    for line in run.stdout.decode().splitlines():
        row = json.loads(line)
        rows[row["workload"]] = row
    return rows


def better(first, second):
    out = {}
    for name, row in first.items():
        other = second.get(name, row)
        out[name] = {k: min(v, other.get(k, v)) if isinstance(v, (int, float)) else v for k, v in row.items()}
    return out


def check(results):
    wrong = 0
    for name, ours in results["chatfmt"].items():
        for engine, rows in results.items():
            row = rows.get(name)
            if not row or "error" in row:
                print("bench: %s on %s: %s" % (engine, name, row["error"] if row else "no answer"))
                wrong += engine in ("chatfmt", "jinja2")
            elif (row["bytes"], row.get("hash")) != (ours["bytes"], ours.get("hash")) and row.get("hash"):
                print("bench: %s on %s: another output (%d bytes, not %d)" % (engine, name, row["bytes"], ours["bytes"]))
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


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--quick", action="store_true", help="10 and 100 messages only")
    p.add_argument("--seconds", type=float, default=0.3, help="for each measurement")
    p.add_argument("--build", default=os.path.join(ROOT, "build"), help="the build folder with bench/bench_chatfmt")
    p.add_argument("--only", help="these peers alone, separated by commas")
    options = p.parse_args()
    workloads = os.path.join(options.build, "workloads.jsonl")
    sh([sys.executable, os.path.join(HERE, "workloads.py"), workloads] + (["--quick"] if options.quick else []))
    commands = engines(options)
    results = {name: measure(command, workloads, options.seconds) for name, command in commands.items()}
    again = {name: measure(command, workloads, options.seconds) for name, command in commands.items()}
    results = {name: better(rows, again[name]) for name, rows in results.items()}
    wrong = check(results)
    table(results)
    print("\nbench: %d workloads, %d engines, %d wrong outputs" % (len(results["chatfmt"]), len(results), wrong))
    return 1 if wrong else 0


sys.exit(main())
