"""Follows docs/adding.md: a row of replies.def and its writer, from the examples there, and the families test over the new family.

    check_adding_family.py CHATFMT LIBRARY CHECK_CUTS.c [LIBRARIES TO LINK…]
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import families

ROOT = pathlib.Path(__file__).resolve().parents[2]


def examples():
    text = (ROOT / "docs" / "adding.md").read_text("utf-8")
    section = text.split("## A family of replies")[1].split("\n## ")[0]
    return [re.sub(r"^ {8}", "", block, flags=re.M) for block in re.findall(r"(?:^ {8}.*\n)+", section, re.M)]


def build(folder, row, library, source, link):
    """check_cuts with the new row in a copy of the table."""
    (folder / "replies").mkdir()
    table = (ROOT / "src" / "replies" / "replies.def").read_text("utf-8")
    (folder / "replies" / "replies.def").write_text(table + row, "utf-8")
    shutil.copy(ROOT / "src" / "replies" / "reply_rows.c", folder)
    subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-I", folder, "-I", ROOT / "src", "-I", ROOT / "include", "-I", ROOT / "tests",
                    "-DCHATFMT_STATIC", "-DCHATFMT_BUILD", folder / "reply_rows.c", source, library, *link, "-lm", "-o",
                    folder / "check_cuts"], check=True)
    return str(folder / "check_cuts")


def main():
    program, library, source, *link = sys.argv[1:]
    row, writer = examples()
    named = eval("{" + writer + "}", vars(families))
    families.FAMILIES.update(named)
    import check_families
    with tempfile.TemporaryDirectory() as name:
        sys.argv[1:] = [program, build(pathlib.Path(name), row, library, source, link), "50", "--only", *named]
        return check_families.main()


if __name__ == "__main__":
    sys.exit(main())
