#!/usr/bin/env python3
"""All named character references, whole and damaged, through striptags against html.unescape."""
import html
import os
import random
import string
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import batch  # noqa: E402


def texts():
    generator = random.Random(7)
    for name in html.entities.html5:
        yield "&" + name
        yield "&" + name + ";x"
        yield "&" + name.rstrip(";")
        yield "&" + name.rstrip(";") + generator.choice(string.ascii_letters + "1;=\u00e9")
        yield "&" + name[:-2] + ";"
        yield "&" + name[:generator.randrange(len(name))] + generator.choice(string.ascii_letters) + name
        yield "&" + name.swapcase()
        yield "&" + name[:2] + "&" + name + name
    for begin in string.ascii_letters + string.digits + "~":
        yield "&" + begin
        yield "&" + begin * 40 + ";"
    for number in list(range(0, 300)) + [0xD800, 0xFDD0, 0xFFFE, 0x10FFFF, 0x110000, 10 ** 30]:
        yield "&#%d;&#x%x &#X%X&#%dg" % (number, number, number, number)


def main():
    asked = list(texts())
    got = batch.run([{"id": index, "chat_template": "{{ text|striptags|string }}", "context": {"text": text}}
                        for index, text in enumerate(asked)], batch.command())
    wrong = 0
    for text, answer in zip(asked, got):
        want = html.unescape(" ".join(text.split()))
        if answer.get("text") != want:
            wrong += 1
            if wrong <= 10:
                print("%r: got %r, want %r" % (text, answer, want))
    print("%d references, %d wrong" % (len(asked), wrong))
    return 1 if wrong or len(got) != len(asked) else 0


sys.exit(main())
