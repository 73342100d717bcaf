#!/usr/bin/env python3
"""Writes src/builtins/html_entities.inc: the named character references of HTML 5 as Python's
html.entities.html5 has them, sorted by bytes of the name.

usage: tools/make_html_entities.py > src/builtins/html_entities.inc
"""
from html.entities import html5


def main():
    print("/* Made by tools/make_html_entities.py from Python's html.entities.html5. */")
    for name in sorted(html5, key=lambda name: name.encode()):
        text = "".join("\\x%02X" % byte for byte in html5[name].encode())
        print('{"%s", "%s"},' % (name, text))


if __name__ == "__main__":
    main()
