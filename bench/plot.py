#!/usr/bin/env python3
"""Draws docs/pictures/render_time.svg and writes the table of docs/performance.md: the time that a render takes against
the length of the conversation, chatfmt beside its peers, in one run on one core.

    bench/plot.py [--build DIR] [--seconds S] [--only ENGINE,…]

The prompts are compared; an engine that writes another one has no point. `make plots` calls this.
"""
import argparse
import json
import math
import os
import platform
import random
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, HERE)
import run  # noqa: E402
import workloads  # noqa: E402

SIZES = (3, 10, 30, 100, 300, 1000, 3000, 10000)
TITLES = {"chatfmt": "chatfmt", "jinja2": "Jinja2 (transformers)", "minijinja": "minijinja (Rust)",
          "hf-jinja": "@huggingface/jinja (node)"}
COLOURS = {"chatfmt": "#2f6fed", "jinja2": "#d1495b", "minijinja": "#8d6a9f", "hf-jinja": "#4f9d69"}
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 420, 70, 30, 200, 50
BEGIN, END = "<!-- bench/plot.py -->\n", "<!-- end -->"


def write_workloads(path):
    with open(os.path.join(HERE, "templates", "chatml.jinja"), encoding="utf-8") as file:
        template = file.read()
    with open(path, "w", encoding="utf-8") as out:
        for size in SIZES:
            context = {"messages": workloads.conversation(random.Random(size), size, 60), "add_generation_prompt": True}
            out.write(json.dumps({"name": "chatml/%d" % size, "template": template, "context": context}) + "\n")


def points(results):
    """{engine: [(messages, microseconds)]} of equal prompts."""
    out = {}
    for engine, rows in results.items():
        for size in SIZES:
            ours, row = results["chatfmt"]["chatml/%d" % size], rows.get("chatml/%d" % size, {})
            if row.get("bytes") == ours["bytes"] and row.get("hash") in ("", None, ours.get("hash")):
                out.setdefault(engine, []).append((size, row["render"] / 1000))
    return out


def svg(curves):
    values = [y for curve in curves.values() for _, y in curve]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    across = WIDTH - LEFT - RIGHT

    def x(size):
        return LEFT + across * (math.log10(size) - math.log10(SIZES[0])) / (math.log10(SIZES[-1]) - math.log10(SIZES[0]))

    def y(time):
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - math.log10(time)) / (high - low)

    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img">' % (WIDTH, HEIGHT),
           "<title>Time of a render against the length of the conversation</title>",
           "<style>text{font:13px system-ui,sans-serif;fill:#444}.grid{stroke:#ddd}path{fill:none;stroke-width:2.5}</style>",
           '<rect width="%d" height="%d" fill="#fff"/>' % (WIDTH, HEIGHT)]
    names = {0: "1 µs", 1: "10 µs", 2: "100 µs", 3: "1 ms", 4: "10 ms", 5: "100 ms", 6: "1 s", -1: "0.1 µs", 7: "10 s"}
    for power in range(low, high + 1):
        out.append('<path class="grid" style="stroke-width:1" d="M%d %.1fH%d"/><text x="%d" y="%.1f" text-anchor="end">%s</text>' % (
            LEFT, y(10 ** power), WIDTH - RIGHT, LEFT - 8, y(10 ** power) + 4, names.get(power, "")))
    for size in SIZES:
        if math.log10(size) % 1 == 0:
            out.append('<text x="%.1f" y="%d" text-anchor="middle">%d</text>' % (x(size), HEIGHT - BOTTOM + 20, size))
    out.append('<text x="%.1f" y="%d" text-anchor="middle">messages</text>' % (LEFT + across / 2, HEIGHT - 10))
    below = HEIGHT
    for engine, curve in sorted(curves.items(), key=lambda item: item[1][-1][1]):
        below = min(y(curve[-1][1]) + 4, below - 16)  # names do not overlap
        path = "M" + "L".join("%.1f %.1f" % (x(size), y(time)) for size, time in curve)
        out.append('<path style="stroke:%s" d="%s"/><text x="%.1f" y="%.1f" style="fill:%s">%s</text>' % (
            COLOURS[engine], path, x(curve[-1][0]) + 8, below, COLOURS[engine], TITLES[engine]))
    return "\n".join(out + ["</svg>", ""])


def machine():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            name = re.search(r"^model name\s*: (.*)$", file.read(), re.M)[1]
    except (OSError, TypeError):
        name = platform.processor() or platform.machine()
    return name


def table(curves):
    ours = dict(curves["chatfmt"])
    peers = [engine for engine in TITLES if engine in curves and engine != "chatfmt"]
    out = ["One core of %s; ChatML, about 400 bytes a message; `bench/plot.py`.\n\n" % machine(),
           "| messages | chatfmt | " + " | ".join(TITLES[peer] for peer in peers) + " |\n",
           "|---:|---:|" + "---:|" * len(peers) + "\n"]
    for size in SIZES:
        cells = []
        for peer in peers:
            time = dict(curves[peer]).get(size)
            cells.append("%.1f×" % (time / ours[size]) if time else "—")
        out.append("| %d | %.1f µs | %s |\n" % (size, ours[size], " | ".join(cells)))
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--only")
    options = parser.parse_args()
    path, skipped = os.path.join(options.build, "workloads-plot.jsonl"), []
    write_workloads(path)
    commands = run.engines(options, skipped)
    results = {name: run.measure(command, path, options.seconds) for name, command in commands.items()}
    again = {name: run.measure(command, path, options.seconds) for name, command in commands.items()}
    curves = points({name: run.better(rows, again[name]) for name, rows in results.items()})
    for line in skipped:
        print("left out:", line)
    with open(os.path.join(ROOT, "docs", "pictures", "render_time.svg"), "w", encoding="utf-8") as file:
        file.write(svg(curves))
    page = os.path.join(ROOT, "docs", "performance.md")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + table(curves) + END + rest.split(END, 1)[1])
    print(table(curves))
    return 0


if __name__ == "__main__":
    sys.exit(main())
