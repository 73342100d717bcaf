#!/usr/bin/env python3
"""How many bytes of code and constants a program has that renders chat templates, for each engine.

    bench/run_sizes.py [--build DIR] [--minja FOLDER] [--llama FOLDER]

Programs are compiled with -O2 (minijinja as Cargo.toml says) and counted by `size`: code and data, without the C and
C++ libraries, which are shared, and with Rust's, which is not. chatfmt's program is made of the amalgamation of the
engine, and the reading of JSON is in all of them. Of @huggingface/jinja it is the JavaScript that a program loads.
Peers as in bench/run_exact.py.
"""
import argparse
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, HERE)
import run  # noqa: E402
import run_exact  # noqa: E402

PROGRAM = r"""
#include "chatfmt.h"
#include <stdio.h>
#include <string.h>
int main(int count, char **texts)
{
    char *prompt;
    if (count < 3 || chatfmt_render_once(texts[1], strlen(texts[1]), texts[2], strlen(texts[2]), &prompt, NULL, NULL)) return 1;
    puts(prompt);
    chatfmt_text_free(prompt);
}
"""


def install_chatfmt(folder):
    run.sh([sys.executable, os.path.join(ROOT, "tools", "amalgamate.py"), "--output", folder])
    engine, program = os.path.join(folder, "engine"), os.path.join(folder, "chatfmt_engine")
    with open(program + ".c", "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    run.sh(["cc", "-O2", "-I", engine, program + ".c", os.path.join(engine, "chatfmt.c"), "-lm", "-o", program])
    return program


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--minja", help="a checkout of google/minja")
    parser.add_argument("--llama", help="the sources of llama.cpp")
    args = parser.parse_args()
    folder = os.path.join(args.build, "bench-peers")
    os.makedirs(folder, exist_ok=True)
    for name, install in (("chatfmt", install_chatfmt), ("minijinja", lambda folder: run.install_minijinja(folder)[0]),
                          ("minja", lambda folder: run_exact.install_minja(folder, args.minja)[0]),
                          ("llama.cpp", lambda folder: run_exact.install_llama(folder, args.llama)[0])):
        try:
            text, data = subprocess.run(["size", install(folder)], check=True, stdout=subprocess.PIPE,
                                        text=True).stdout.splitlines()[1].split()[:2]
            print(f"{name:10} {(int(text) + int(data)) / 1024:6.0f} KiB")
        except (OSError, subprocess.SubprocessError) as problem:
            print(f"{name:10} left out: {problem}")
    run.install_hfjinja(folder)
    script = os.path.join(folder, "npm", "node_modules", "@huggingface", "jinja", "dist", "index.js")
    print(f"{'hf-jinja':10} {os.path.getsize(script) / 1024:6.0f} KiB of JavaScript")
    return 0


if __name__ == "__main__":
    sys.exit(main())
