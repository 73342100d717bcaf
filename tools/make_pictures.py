#!/usr/bin/env python3
"""Draws docs/pictures/provenance.svg from what the program prints for examples/chat.json: the prompt
coloured by origin, and its token ids.

    make_pictures.py [--check]

--check: fails when the file is not what would be drawn now.
"""
import html
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.environ.get("CHATFMT") or os.path.join(ROOT, "build", "chatfmt")
PICTURE = os.path.join(ROOT, "docs", "pictures", "provenance.svg")
WIDTH, LINE, LEFT, IDS, ADVANCE = 880, 30, 24, 310, 9.03  # of a character of 15 pixels
COLOURS = {"template": "#56b6c2", "trusted": "#e5c07b", "data": "#98c379"}
STYLE = """text{font:15px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}
.id{font-size:13px;fill:#7f8896}.id .in{fill:#e06c75}.id .real{fill:#56b6c2}.note{font-family:system-ui,sans-serif;font-size:13px;fill:#abb2bf}
.template{fill:%(template)s}.trusted{fill:%(trusted)s}.data{fill:%(data)s}
.forged{fill:none;stroke:#e06c75;stroke-dasharray:4 3}.control{fill:#2b4a55}""" % COLOURS


def ask(*options):
    done = subprocess.run([PROGRAM, "render", "--model", "model", *options, "chat.json"], check=True,
                          cwd=os.path.join(ROOT, "examples"), stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def place(text, byte):
    """(line, column) of a byte of the text."""
    before = text.encode()[:byte].decode()
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def pieces(text, begin, end):
    """Parts of [begin, end) that are on one line: (line, column, text)."""
    at = begin
    for part in text.encode()[begin:end].decode().split("\n"):
        if part:
            yield (*place(text, at), part)
        at += len(part.encode()) + 1


def box(text, begin, end, kind):
    line, column = place(text, begin)
    return '<rect class="%s" x="%.1f" y="%d" width="%.1f" height="21" rx="3"/>' % (
        kind, LEFT + column * ADVANCE - 1, 61 + line * LINE, (end - begin) * ADVANCE + 2)


def draw(spans, tokens):
    text, attempts = spans["text"], tokens["attempts"]
    forged = [(attempt["begin"], attempt["end"]) for attempt in attempts]
    out = [box(text, *pair, "forged") for pair in forged]
    for token, (begin, end) in zip(tokens["tokens"], tokens["offsets"]):
        if token.startswith("<|") and token.endswith("|>"):
            out.append(box(text, begin, end, "control"))
    for span in spans["spans"]:
        for line, column, part in pieces(text, span["begin"], span["end"]):
            out.append('<text class="%s" x="%.1f" y="%d" textLength="%.1f">%s</text>' % (
                span["kind"], LEFT + column * ADVANCE, 76 + line * LINE, len(part) * ADVANCE, html.escape(part)))
    rows = {}
    for token, number, (begin, end) in zip(tokens["tokens"], tokens["ids"], tokens["offsets"]):
        kind = "in" if any(a <= begin < b for a, b in forged) else "real" if token.startswith("<|") else ""
        rows.setdefault(place(text, begin)[0], []).append(
            '<tspan class="%s">%d</tspan>' % (kind, number) if kind else str(number))
    for line, ids in rows.items():
        out.append('<text class="id" x="%d" y="%d">%s</text>' % (IDS, 76 + line * LINE, " ".join(ids)))
    return out


def picture():
    spans = ask("--output", "spans")
    tokens = ask("--output", "tokens", "--policy", "control")
    height = 76 + LINE * spans["text"].count("\n")
    legend, x = [], LEFT
    for kind, words in (("template", "written by the template"), ("data", "data: what somebody typed")):
        legend.append('<text class="%s" x="%d" y="34">■</text><text class="note" x="%d" y="34">%s</text>' % (
            kind, x, x + 16, words))
        x += 200
    legend.append('<rect class="control" x="%d" y="22" width="14" height="14" rx="3"/><text class="note" x="%d" y="34">'
                  'a control token</text>' % (x + 10, x + 32))
    legend.append('<rect class="forged" x="%d" y="22" width="14" height="14" rx="3"/><text class="note" x="%d" y="34">'
                  'forged: stays ordinary text</text>' % (x + 160, x + 182))
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img">' % (WIDTH, height),
                      "<title>A prompt in which a user has typed control tokens</title>",
                      "<style>" + STYLE + "</style>",
                      '<rect width="%d" height="%d" rx="8" fill="#282c34"/>' % (WIDTH, height),
                      *legend, *draw(spans, tokens), "</svg>", ""])


def main():
    new = picture()
    if "--check" in sys.argv:
        with open(PICTURE, encoding="utf-8") as file:
            same = file.read() == new
        print("pictures: %d passed, %d failed" % (same, not same))
        return 0 if same else 1
    os.makedirs(os.path.dirname(PICTURE), exist_ok=True)
    with open(PICTURE, "w", encoding="utf-8") as file:
        file.write(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
