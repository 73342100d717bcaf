#!/usr/bin/env python3
"""Jinja2 in the environment of transformers over the workloads: a JSON object a line on stdout."""
import json
import sys
import time

import jinja2
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment


def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def raise_exception(message):
    raise jinja2.exceptions.TemplateError(message)


def environment():
    env = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols])
    env.filters["tojson"] = tojson
    env.globals["raise_exception"] = raise_exception
    return env


def fnv(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001b3) & 0xffffffffffffffff
    return "%016x" % value


def best(function, seconds):
    """The shortest time of the processor of one call, over at least `seconds` and three batches. Short calls are timed in
    batches, so that neither the clock's own time nor a step of it counts."""
    shortest, spent, batches, batch = float("inf"), 0.0, 0, 1
    while spent < seconds or batches < 3:
        begin = time.process_time()
        for _ in range(batch):
            function()
        took = time.process_time() - begin
        if 0 < took < shortest * batch:
            shortest = took / batch
        if took < 50e-6:
            batch *= 2
        spent, batches = spent + took, batches + 1
    return shortest * 1e9


def main():
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 0.3
    for line in open(sys.argv[1], encoding="utf-8"):
        row = json.loads(line)
        source, context = row["template"], row["context"]
        template = environment().from_string(source)
        text = template.render(**context)
        raw = json.dumps(context, ensure_ascii=False)
        print(json.dumps({
            "engine": "jinja2", "workload": row["name"], "bytes": len(text.encode()),
            "hash": fnv(text.encode()) if len(text) < 2000000 else "",
            "compile": best(lambda: environment().from_string(source), seconds / 2),
            "render": best(lambda: template.render(**context), seconds),
            "json": best(lambda: template.render(**json.loads(raw)), seconds)}), flush=True)


main()
