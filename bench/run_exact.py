#!/usr/bin/env python3
"""How many real chat templates, and how many of their cases, each implementation renders as Jinja2 does in transformers.

    bench/run_exact.py [--corpus FOLDER] [--build DIR] [--minja FOLDER] [--llama FOLDER] [--only ENGINE,…] [--refusals]

A case is right when the text is the same to the byte; a template is right when all of its cases are. With --refusals, cases
that the reference refuses count as well: they are right when refused, for whatever reason. The clock (strftime_now) is given to those that can be given one. Peers are installed below
DIR/bench-peers, as in bench/run.py; minja is compiled from a checkout of google/minja that --minja names (with Debian's
nlohmann-json3-dev), llama.cpp's engine from a copy of its sources that --llama names (PyPI's llama-cpp-python has one in
its source package, below vendor/); without them they are left out.
"""
import argparse
import collections
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(ROOT, "tests")]
import run_corpus  # noqa: E402
from run import install_hfjinja, sh  # noqa: E402


def install_minijinja(folder):
    python = os.path.join(folder, "exact", "bin", "python")
    if not os.path.exists(python):
        sh([sys.executable, "-m", "venv", os.path.join(folder, "exact")])
    sh([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "minijinja"])
    return [python, os.path.join(HERE, "peers", "minijinja_batch.py")]


def install_minja(folder, checkout):
    if not checkout:
        raise OSError("no checkout of google/minja is given")
    program = os.path.join(folder, "minja_batch")
    sh(["c++", "-std=c++17", "-O2", "-I", os.path.join(checkout, "include"), os.path.join(HERE, "peers", "minja_batch.cc"), "-o", program])
    return [program]


def install_llama(folder, sources):
    """llama.cpp's engine alone: no model, and none of the changes that its server makes in messages."""
    if not sources:
        raise OSError("no sources of llama.cpp are given")
    program = os.path.join(folder, "llama_jinja_batch")
    common = os.path.join(sources, "common")
    parts = [os.path.join(common, "jinja", part + ".cpp") for part in ("lexer", "parser", "runtime", "string", "value")]
    include = [word for path in ("common", "vendor", "ggml/include") for word in ("-I", os.path.join(sources, path))]
    sh(["c++", "-std=c++17", "-O2", *include, os.path.join(HERE, "peers", "llama_jinja_batch.cc"), *parts,
        os.path.join(common, "json.cpp"), os.path.join(common, "unicode.cpp"), "-o", program])
    return [program]


def answers(command, requests):
    done = subprocess.run(command, input="".join(json.dumps(row) + "\n" for row in requests), stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, timeout=1800)
    return {row["id"]: row for row in map(json.loads, done.stdout.split("\n")[:-1])}


def right(want, answer):
    return answer.get("text") == want["text"] if "text" in want else answer is not None and "text" not in answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", default=run_corpus.default_corpus())
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--minja", help="a checkout of google/minja")
    parser.add_argument("--llama", help="the sources of llama.cpp")
    parser.add_argument("--refusals", action="store_true", help="what the reference refuses counts, too")
    parser.add_argument("--only", default="chatfmt,minijinja,minja,llama.cpp,hf-jinja")
    args = parser.parse_args()
    if not os.path.exists(os.path.join(args.corpus, "cases.jsonl")):
        sys.exit(f"there is no {args.corpus}")
    folder = os.path.join(args.build, "bench-peers")
    os.makedirs(folder, exist_ok=True)
    install = {"chatfmt": lambda _: [os.path.join(args.build, "chatfmt"), "render", "--batch"],
               "minijinja": install_minijinja, "minja": lambda folder: install_minja(folder, args.minja),
               "llama.cpp": lambda folder: install_llama(folder, args.llama), "hf-jinja": lambda folder: install_hfjinja(folder, "hfjinja_batch.mjs")}
    requests, wanted = run_corpus.load(args.corpus, None)
    for name in args.only.split(","):
        try:
            got = answers(install[name](folder), requests)
        except (OSError, subprocess.SubprocessError) as problem:
            print(f"{name}: left out: {problem}")
            continue
        wrong, cases = collections.Counter(), collections.Counter()
        for request, want in zip(requests, wanted):
            if "text" in want or args.refusals:
                cases[request["chat_template"]] += 1
                wrong[request["chat_template"]] += not right(want, got.get(request["id"], {}))
        total, good = sum(cases.values()), sum(cases.values()) - sum(wrong.values())
        whole = sum(not wrong[template] for template in cases)
        print(f"{name:10} templates {whole} of {len(cases)} ({100 * whole / len(cases):.1f} %), "
              f"prompts {good} of {total} ({100 * good / total:.1f} %)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
