#!/usr/bin/env python3
"""Writes src/builtins/rare/html_entities.inc: the named character references of HTML 5 as Python's
html.entities.html5 has them, sorted by bytes of the name and packed.

usage: tools/make_html_entities.py [--check]

An entry is the length of the name that it shares with the one before, the length of what follows
times eight and the length of the text, then both of these. Every block begins with an entry that
shares nothing. With --check nothing is written; the exit status is 1 when the file would change.
"""
import os
import sys
from html.entities import html5

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "builtins", "rare", "html_entities.inc")
BLOCK = 16


def packed(names):
    data, blocks, before = [], [], ""
    for index, name in enumerate(names):
        shared = 0
        if index % BLOCK == 0:
            blocks.append(len(data))
        else:
            shared = len(os.path.commonprefix((before, name)))
        added, text = name[shared:].encode("ascii"), html5[name].encode()
        assert 0 < len(text) < 8 and 0 < len(added) < 32
        data += [shared, len(added) << 3 | len(text), *added, *text]
        before = name
    return data, blocks


def array(of, name, values):
    lines = [", ".join(map(str, values[begin:begin + 20])) for begin in range(0, len(values), 20)]
    return "static const %s %s[%d] = {\n%s};\n" % (of, name, len(values), "".join("    %s,\n" % line for line in lines))


def table():
    names = sorted(html5, key=lambda name: name.encode())
    data, blocks = packed(names)
    return ("/* Made by tools/make_html_entities.py from Python's html.entities.html5. */\n"
            "#define HTML_ENTITIES_COUNT %d\n#define HTML_ENTITIES_BLOCK %d\n#define HTML_ENTITIES_LONGEST %d\n" % (
                len(names), BLOCK, max(map(len, names)))
            + array("uint16_t", "html_entities_blocks", blocks) + array("uint8_t", "html_entities_data", data))


def main(arguments):
    if "--check" in arguments:
        with open(PATH, encoding="ascii", newline="") as file:
            if file.read() != table():
                print("html_entities.inc is not what the generator makes")
                return 1
    else:
        with open(PATH, "w", encoding="ascii", newline="\n") as file:
            file.write(table())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
