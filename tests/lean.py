#!/usr/bin/env python3
"""The build without rarities (CHATFMT_RARE_BUILTINS, CHATFMT_UNICODE_NAMES, CHATFMT_RESPONSE_SCHEMA
off), zlib and zstd: what was left out says so, the engine keeps its size, and real templates render as ever.

    lean.py [--folder FOLDER] [--compiler CC]      by default build/lean

The corpus is run where ../shared/corpus is present.
"""
import argparse
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OPTIONS = ("RARE_BUILTINS", "UNICODE_NAMES", "RESPONSE_SCHEMA")
LIMIT = 480 * 1024
# Template and what it needs of what was left out, or nothing and its output.
TEMPLATES = (
    ("{{ 'a b'|urlize }}", "the filter urlize", "RARE_BUILTINS"),
    ("{{ 'a b'|wordwrap }}", "the filter wordwrap", "RARE_BUILTINS"),
    ("{{ [1]|pprint }}", "the filter pprint", "RARE_BUILTINS"),
    ("{{ lipsum() }}", "the function lipsum", "RARE_BUILTINS"),
    ("{{ 'a'.encode() }}", "the method encode", "RARE_BUILTINS"),
    ("{{ (5).to_bytes(1) }}", "the method to_bytes", "RARE_BUILTINS"),
    ("{{ '&lt;<b>'|striptags }}", "html.unescape", "RARE_BUILTINS"),
    ("{{ 'a\\N{BULLET}' }}", "\\N{...}", "UNICODE_NAMES"),
    ("{{ '<b>a</b>  b'|striptags }}", None, "a b"),
    ("{{ 'urlize' is filter }}{% if 0 %}{{ 'a'|urlize }}{% endif %}", None, "True"),
)
REPLY = ("response_schema", "RESPONSE_SCHEMA")


def build(folder, compiler):
    words = ["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DCHATFMT_BUILD_TESTS=OFF",
             "-DCMAKE_C_FLAGS_RELEASE=-O2 -DNDEBUG", "-DCHATFMT_WERROR=ON"]
    words += [f"-DCHATFMT_{name}=OFF" for name in (*OPTIONS, "WITH_ZLIB", "WITH_ZSTD")]
    words += [f"-DCMAKE_C_COMPILER={compiler}"] if compiler else []
    for command in (words, ["cmake", "--build", folder, "-j", str(os.cpu_count() or 1)]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(done.stdout[-4000:])


def left_out(text, what, option):
    return what in text and f"left out of this build (CHATFMT_{option}=OFF" in text


def template_problems(program):
    requests = "".join(json.dumps({"id": str(i), "chat_template": row[0], "context": {}}) + "\n"
                       for i, row in enumerate(TEMPLATES))
    done = subprocess.run([program, "render", "--batch"], input=requests, stdout=subprocess.PIPE, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(TEMPLATES), done.stdout
    for (template, what, wanted), answer in zip(TEMPLATES, answers):
        fine = left_out(json.dumps(answer, ensure_ascii=False).replace("\\\\", "\\"), what, wanted) if what \
            else answer.get("text") == wanted
        if not fine:
            yield f"{template}: {answer}"


def reply_problems(program, folder):
    path = os.path.join(folder, "schema.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"type": "object", "x-regex": "(?P<content>.*)"}, file)
    done = subprocess.run([program, "parse", "--response-schema", path], input="Hi", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if not done.returncode or not left_out(done.stdout, *REPLY):
        yield f"response_schema: status {done.returncode}, {done.stdout!r}"


def packed_problems(program, folder):
    """Packed data is refused with what to do, and --version says what is missing."""
    template = os.path.join(folder, "packed.jinja")
    with open(template, "w", encoding="utf-8") as file:
        file.write("a")
    for name, start, tool in (("in.jsonl.gz", b"\x1f\x8b\x08\0", "gzip"), ("in.jsonl.zst", b"\x28\xb5\x2f\xfd", "zstd")):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(start)
        read = f"is {tool}, which this build cannot read: {tool} -dc FILE | chatfmt map … -"
        write = f"this build cannot write {tool}: pipe it through {tool}"
        for words, said in (((name,), read), (("--output", name, "--force", os.devnull), write)):
            done = subprocess.run([program, "map", "--template", template, *words], cwd=folder, stderr=subprocess.PIPE, text=True)
            if not done.returncode or said not in done.stderr:
                yield f"{name}: {done.stderr!r}"
    said = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True).stdout.splitlines()
    if said[-1] != "without rare builtins, character names, response_schema, zlib, zstd":
        yield f"--version: {said}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", default=os.path.join(ROOT, "build", "lean"))
    parser.add_argument("--compiler")
    parser.add_argument("--no-size", action="store_true", help="only gcc's release builds have a limit")
    options = parser.parse_args()
    build(options.folder, options.compiler)
    program = os.path.join(options.folder, "chatfmt")
    problems = list(template_problems(program)) + list(reply_problems(program, options.folder)) + list(packed_problems(program, options.folder))
    print("\n".join(problems))
    print(f"left out: {len(TEMPLATES) + 6} cases, {len(problems)} failed")
    here = os.path.dirname(os.path.abspath(__file__))
    failed = bool(problems)
    if not options.no_size:
        failed |= subprocess.call([sys.executable, os.path.join(here, "engine_size.py"),
                                   os.path.join(options.folder, "libchatfmt.a"), str(LIMIT)]) != 0
    if os.path.exists(os.path.join(ROOT, "..", "shared", "corpus", "cases.jsonl")):
        failed |= subprocess.call([sys.executable, os.path.join(here, "run_corpus.py"),
                                   "--cmd", f"{program} render --batch"]) != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
