#!/usr/bin/env python3
"""What README.md and the pages in docs/ show is what the program prints, docs/cli.md names every option, links lead somewhere,
and the number of peers' calls that are served is that of its table.

Each fenced block of the kind `console` is a session in a copy of examples/: a line that begins with "$ " is a command (lines that
follow it and begin with "> " go on with it), what stands below is its output, without spaces at ends of lines. A line that is "…" alone stands for any
lines.

    readme.py [--update]     puts the real output in; blocks with "…" stay as they are
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.environ.get("CHATFMT") or os.path.join(ROOT, "build", "chatfmt")
PAGES = sorted(os.path.relpath(path, ROOT) for folder in ("", "docs", "examples")
               for path in glob.glob(os.path.join(ROOT, folder, "*.md")))
LINKED = sorted({*PAGES, "CONTRIBUTING.md", "SECURITY.md", "bench/README.md", "tests/README.md", "packaging/README.md", "bindings/python/README.md"})
FOLDER = tempfile.TemporaryDirectory()  # a copy of examples/: sessions may write
BLOCK = re.compile(r"(```console\n)(.*?)(```)", re.S)


def run(command):
    path = os.path.dirname(os.path.abspath(PROGRAM)) + os.pathsep + os.environ["PATH"]
    done = subprocess.run(["bash", "-c", command], cwd=FOLDER.name, capture_output=True, text=True,
                          env={**os.environ, "PATH": path, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"})
    return re.sub(" +$", "", done.stdout + done.stderr, flags=re.M)


def sessions(block):
    """(command as written, command, output) of a block."""
    for part in re.split(r"^(?=\$ )", block, flags=re.M):
        if not part:
            continue
        lines = part.split("\n")
        count = 1
        while count < len(lines) and lines[count].startswith("> "):
            count += 1
        command = "\n".join(line[2:] for line in lines[:count])
        yield "\n".join(lines[:count]) + "\n", command, "\n".join(lines[count:])


def matches(want, got):
    parts = re.split(r"^…\n", want, flags=re.M)
    pattern = "(?:.*\n)*?".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, got) is not None


def documented():
    """Options of the program's commands that docs/cli.md does not name."""
    with open(os.path.join(ROOT, "docs", "cli.md"), encoding="utf-8") as file:
        page = file.read()
    for name in re.findall(r"^  ([a-z]+) +\S", run("chatfmt --help").split("example:")[0], re.M):
        if name == "chatfmt":
            continue
        if "chatfmt " + name not in page:
            yield "chatfmt " + name
        for option in re.findall(r"^  (--?[a-z][a-z-]*)", run("chatfmt %s --help" % name), re.M):
            if option != "--help" and not re.search(r"(?<![\w-])" + option + r"(?![\w-])", page):
                yield "chatfmt %s %s" % (name, option)


def anchors(page):
    """The places in a page that a link may name, as GitHub makes them of headings."""
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        for heading in re.findall(r"^#+ (.*)", re.sub(r"^```.*?^```", "", file.read(), flags=re.M | re.S), re.M):
            words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
            yield re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def broken_links(page):
    """Links of a page to files or headings that are not there."""
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        text = re.sub(r"^```.*?^```|^    .*|`[^`\n]*`", "", file.read(), flags=re.M | re.S)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", path):
            continue
        target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(os.path.join(ROOT, target)) or \
                anchor and target.endswith(".md") and anchor not in anchors(target):
            yield link


def served_calls():
    """What README.md says of the calls in peers' tests, by the table that it links to."""
    calls = served = 0
    with open(os.path.join(ROOT, "tests/python/third_party.tsv"), encoding="utf-8") as file:
        for line in file:
            if line.startswith(("trl/", "axolotl/", "transformers/")):
                *_, called, by_us = line.split("\t")
                calls, served = calls + int(called), served + int(by_us)
    return ["Of {:,} calls".format(calls), "it serves {:,} ".format(served)]


def main():
    shutil.copytree(os.path.join(ROOT, "examples"), FOLDER.name, dirs_exist_ok=True)
    count = bad = 0
    for page in PAGES:
        path = os.path.join(ROOT, page)
        with open(path, encoding="utf-8") as file:
            text = file.read()

        def remade(match):
            nonlocal count, bad
            out = ""
            for written, command, want in sessions(match.group(2)):
                got = run(command)
                got += "\n" if got and not got.endswith("\n") else ""
                count += 1
                if not matches(want, got):
                    bad += 1
                    if "--update" not in sys.argv:
                        print("%s: %s\n--- the page\n%s--- the program\n%s" % (page, command, want, got))
                    want = got if "…\n" not in want else want
                out += written + want
            return match.group(1) + out + match.group(3)

        new = BLOCK.sub(remade, text)
        if "--update" in sys.argv and new != text:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)
    for page in LINKED:
        for link in broken_links(page):
            bad += 1
            print("%s: the link %s leads nowhere" % (page, link))
        count += 1
    missing = list(documented())
    if missing:
        print("docs/cli.md does not name: " + ", ".join(missing))
    count, bad = count + 1, bad + bool(missing)
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        page = file.read()
    for words in served_calls():
        if words not in page:
            bad += 1
            print("README.md does not say \"%s\", the sum of tests/python/third_party.tsv" % words)
    count += 1
    print("readme: %d passed, %d failed" % (count - bad, bad))
    return 1 if bad and "--update" not in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
