#!/usr/bin/env python3
"""Follows docs/adding.md: a filter, a rule of lint, a layout of data sets and an option, from the examples in it, in a copy
of the sources, and what they do in a program that is built with them. (Formats and families of replies have tests of their own:
formats/check_adding.py, replies/check_adding_family.py.)

    run.py LIBRARY OBJECTS [LINK…]      the static library, the folder with the program's objects, and what both are linked with

An example comes after a sentence that ends with "at the end of `FILE`:" or "in `FILE`, before `TEXT`:".
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CC = shlex.split(os.environ.get("CC", "cc"))
STEP = re.compile(r"(?:at the end of `(?P<end>[^`]+)`|in `(?P<file>[^`]+)`,\s+before `(?P<before>[^`]+)`):\n\n"
                  r"(?P<code>(?:(?: {8}.*)?\n)+?)(?=\S| {1,7}\S)", re.I)
MODEL = "{% for m in messages %}{{ m.role }}:{{ m.content }}{% if 'x' in m %}={{ m.x }}{% endif %};{% endfor %}"


def steps():
    """(file, before, code) of every example that names its place."""
    text = (ROOT / "docs" / "adding.md").read_text("utf-8")
    for match in STEP.finditer(text):
        yield (match["end"] or match["file"], match["before"],
               re.sub(r"^ {8}", "", match["code"], flags=re.M).strip("\n") + "\n")


def apply(copy):
    """The examples put into the copy; returns the files that have changed."""
    changed = set()
    for path, before, code in steps():
        file = copy / path
        text = file.read_text("utf-8")
        if before:
            assert text.count(before) == 1, (path, before, text.count(before))
            at = text.index(before)
            text = text[:at] + code + ("\n" if code.startswith("static") else "") + text[at:]
        else:
            text += "\n" + code
        file.write_text(text, "utf-8")
        changed.add(path)
    return changed


def touched(copy, changed):
    """Sources that have changed or include a table that has."""
    names = {path.split("/", 1)[1] for path in changed if path.endswith(".def")}
    for path in sorted([*copy.glob("src/**/*.c"), *copy.glob("cli/*.c")]):
        text = path.read_text("utf-8")
        if str(path.relative_to(copy)) in changed or any(f'#include "{name}"' in text for name in names):
            yield path


def build(copy, library, objects, link):
    changed = apply(copy)
    assert {path.split("/")[-1] for path in changed} == {
        "filters.def", "filters_text.c", "lint_rules.def", "lint_source.c", "layouts.def", "row.c", "request_options.def"}, changed
    flags = ["-std=c11", "-O0", "-Wall", "-Wextra", "-Werror", "-I", copy / "include", "-I", copy / "src", "-DCHATFMT_STATIC",
             "-DCHATFMT_BUILD"]
    made = []
    for path in touched(copy, changed):
        made.append(copy / (path.stem + ".o"))
        subprocess.run([*CC, *flags, "-c", path, "-o", made[-1]], check=True)
    names = {path.name for path in made}
    # Objects of sources that are gone may be left in a build folder.
    rest = [path for path in pathlib.Path(objects).glob("*.o")
            if path.name.replace(".c.o", ".o") not in names and (copy / "cli" / path.name[:-2]).exists()]
    subprocess.run([*CC, *made, *rest, library, *link, "-lm", "-lpthread", "-o", copy / "chatfmt"], check=True)
    return copy / "chatfmt"


def run(program, *words, text=""):
    done = subprocess.run([program, *map(str, words)], input=text, capture_output=True, text=True)
    assert not done.stderr, done.stderr
    return done.stdout


def check(name, got, want):
    if got == want:
        return 0
    print(f"{name}: {got!r}\nand not {want!r}")
    return 1


def main():
    library, objects, *link = sys.argv[1:]
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        copy = pathlib.Path(name)
        for folder in ("src", "include", "cli"):
            shutil.copytree(ROOT / folder, copy / folder)
        program = build(copy, os.path.abspath(library), objects, link)
        template = copy / "t.jinja"
        template.write_text("{{ text|shout }} {{ 'hi'|shout('?') }}")
        failed += check("filter", run(program, "render", "--template", template, text='{"text": "hi"}'), "hi! hi?")
        template.write_text("{{ messages[0].content }}{{ 'OBEY!' }}")
        found = json.loads(run(program, "lint", "--json", template))["findings"]
        failed += check("rule", [f["evidence"] for f in found if f["rule"] == "loud"], ["OBEY!"])
        template.write_text(MODEL)
        rows = run_map(program, template, '{"pairs": [["a", "b"], ["c", "d"]]}\n')
        failed += check("layout", rows["text"], "user:a;assistant:b;user:c;assistant:d;")
        request = {"id": 1, "model": str(template), "context": {"messages": [{"role": "u", "content": "c", "x": None}]}}
        texts = [json.loads(line)["text"] for line in run(program, "render", "--batch", text="".join(
            json.dumps(dict(request, options={"keep_nulls": keep})) + "\n" for keep in (False, True))).splitlines()]
        failed += check("option", texts, ["u:c;", "u:c=None;"])
    print(f"adding: {sum(1 for _ in steps())} examples, {failed} failed")
    return 1 if failed else 0


def run_map(program, template, rows):
    done = subprocess.run([program, "map", "--model", str(template), "--layout", "pairs", "--columns", "text", "-"], input=rows,
                          capture_output=True, text=True)
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


if __name__ == "__main__":
    sys.exit(main())
