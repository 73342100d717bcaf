"""Follows docs/adding.md: a row, a style, and a user's own file, from the examples in it.

    check_adding.py PROGRAM LIBRARY
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAIN = """
#include "chatfmt/chatfmt.h"
#include <stdio.h>
int main(void)
{
    chatfmt_format *f; chatfmt_conversation *c; chatfmt_renderer *r; chatfmt_slice t; chatfmt_error e;
    if (chatfmt_format_open(NULL, "tiny", 4, NULL, &f, &e) || chatfmt_renderer_new(NULL, &r, &e) ||
        chatfmt_conversation_new(f, NULL, &c, &e) || chatfmt_conversation_append(c, 0, "hi", 2, &e) ||
        chatfmt_conversation_append(c, 1, NULL, 0, &e) || chatfmt_conversation_prompt(c, r, NULL, &t, &e))
        return puts(e.text), 1;
    fwrite(t.data, 1, t.length, stdout);
    return 0;
}
"""


def examples():
    text = (ROOT / "docs" / "adding.md").read_text("utf-8")
    section = text.split("## A format")[1].split("\n## ")[0]
    blocks = ["\n".join(line[6:] for line in block.splitlines()) + "\n"
              for block in re.findall(r"(?:^ {6}.*\n)+", section, re.M)]
    return blocks


def render_in_tree(folder, library, style):
    """The prompt of the format `tiny` in a copy of the room, with its data made anew."""
    copy = folder / "formats"
    shutil.copytree(ROOT / "src" / "formats", copy, dirs_exist_ok=True)
    row, source = examples()[0].strip(), examples()[1]
    table = (copy / "fastchat.json").read_text("utf-8")
    if style:
        row = row.replace("ADD_COLON_SINGLE", "ROUND")
        (copy / "styles" / "round.jinja").write_text(source, "utf-8")
        table = table.replace('"DEFAULT"]', '"DEFAULT", "ROUND"]')
    table = table.replace("\n]}\n", ",\n" + row + "\n]}\n")
    (copy / "fastchat.json").write_text(table, "utf-8")
    subprocess.run([sys.executable, ROOT / "tools" / "make_formats.py", "--folder", copy], check=True)
    (folder / "main.c").write_text(MAIN)
    cc = os.environ.get("CC", "cc")
    subprocess.run([cc, "-std=c11", "-I", folder, "-I", ROOT / "src", "-I", ROOT / "include",
                    "-DCHATFMT_STATIC", "-DCHATFMT_BUILD", folder / "main.c",
                    copy / "formats_data.c", library, "-lm", "-o", folder / "try"], check=True)
    return subprocess.run([folder / "try"], check=True, stdout=subprocess.PIPE, text=True).stdout


def render_own(program, folder, name):
    (folder / "own.json").write_text(examples()[2], "utf-8")
    return subprocess.run([program, "render", "--formats-file", folder / "own.json", "--format",
                           name], check=True, stdout=subprocess.PIPE, text=True,
                          input=json.dumps([{"role": "user", "content": "hi"}])).stdout


def main():
    program, library = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        got = [render_in_tree(folder, library, False), render_in_tree(folder, library, True),
               render_own(program, folder, "mine/tiny"), render_own(program, folder, "whole")]
    want = ["\nQ: hi\nA:", "\n(Q) hi\n(A) ", "|USER: hi|", "hi"]
    print(*("%r%s" % (g, "" if g == w else " want %r" % w) for g, w in zip(got, want)))
    return 0 if got == want else 1


if __name__ == "__main__":
    sys.exit(main())
