#!/usr/bin/env python3
"""Draws docs/pictures/architecture.svg: the rooms of src/ on their floors, as tools/check_layers.py proves them, and the
programs above the public headers.

    make_architecture.py [--check]

--check: fails when the file is not what would be drawn now.
"""
import html
import os
import sys

import check_layers

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PICTURE = os.path.join(ROOT, "docs", "pictures", "architecture.svg")
WIDTH, LEFT, RIGHT, HIGH, GAP = 880, 96, 16, 46, 8
# What each room does, in few words; docs/design.md says it in full.
ROOMS = {
    "base": "memory, text, Unicode, numbers, files", "value": "values, JSON, comparison", "regex": "regular expressions, by PCRE2",
    "lang": "template source to a program", "vm": "runs a program", "builtins": "filters, tests, methods, globals",
    "formats": "formats by name", "tokenizers": "text to ids and back", "replies": "replies to messages",
    "models": "model folders, GGUF", "render": "prompts with spans", "chat": "ids, masks, turns, fitting",
    "analysis": "lint, inspect, diff, fmt", "dataset": "rows to columns and packs", "report": "results as text for people",
    "api": "the public functions: arguments are checked here", "service": "requests and rows as JSON Lines",
}
USERS = (("cli", "the program"), ("bindings/python", "the Python package"), ("examples", "C, C++, Python"))
STYLE = """text{font:600 14px system-ui,sans-serif;fill:#1f2937}.small{font-weight:400;font-size:11.5px;fill:#4b5563}
.floor{font-weight:400;font-size:11.5px;fill:#6b7280}rect{stroke:#94a3b8;rx:5}.room{fill:#eef4ff}.registry{fill:#eafaf0}
.api{fill:#fff4e0}.user{fill:#f6f0ff}.back{fill:#fff;stroke:none}.line{stroke:#cbd5e1;stroke-dasharray:4 4}"""


def floors():
    """[(floor, [room])] from the highest to the lowest."""
    rows = {}
    for room, floor in check_layers.FLOORS.items():
        rows.setdefault(floor, []).append(room)
    return sorted(rows.items(), reverse=True)


def boxes(y, items):
    """Boxes of one row, (title, words, class) each, over the whole width."""
    width = (WIDTH - LEFT - RIGHT - GAP * (len(items) - 1)) / len(items)
    for number, (title, words, kind) in enumerate(items):
        x = LEFT + number * (width + GAP)
        yield '<rect class="%s" x="%.1f" y="%d" width="%.1f" height="%d"/>' % (kind, x, y, width, HIGH)
        for text, style, below in ((title, "", 20), (words, ' class="small"', 36)):
            yield '<text%s x="%.1f" y="%d" text-anchor="middle">%s</text>' % (style, x + width / 2, y + below, html.escape(text))


def kind_of(room):
    return "api" if room == "api" else "registry" if room in check_layers.REGISTRIES else "room"


def draw():
    missing = set(check_layers.FLOORS) ^ set(ROOMS)
    if missing:
        sys.exit("architecture: say in ROOMS what these rooms do, or take them out: " + ", ".join(sorted(missing)))
    out, y = list(boxes(16, [(title, words, "user") for title, words in USERS])), 16 + HIGH + 26
    out.append('<path class="line" d="M%d %dH%d"/>' % (LEFT, y - 13, WIDTH - RIGHT))
    out.append('<text class="floor" x="%d" y="%d" text-anchor="middle">include/chatfmt: the only headers that programs include</text>' % (
        (LEFT + WIDTH - RIGHT) / 2, y - 9 + 12))
    y += 14
    for floor, rooms in floors():
        out.append('<text class="floor" x="16" y="%d">floor %g</text>' % (y + 27, floor))
        out += boxes(y, [(room, ROOMS[room], kind_of(room)) for room in rooms])
        y += HIGH + GAP
    out.append('<text class="floor" x="%d" y="%d">A room includes its own headers and those of lower floors. Green rooms do not know each other, '
               'nor lang and vm.</text>' % (LEFT, y + 12))
    head = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img">' % (WIDTH, y + 26),
            "<title>The rooms of the source, floor by floor</title>", "<style>%s</style>" % STYLE,
            '<rect class="back" width="%d" height="%d"/>' % (WIDTH, y + 26)]
    return "\n".join(head + out + ["</svg>", ""])


def main():
    made = draw()
    if "--check" not in sys.argv:
        with open(PICTURE, "w", encoding="utf-8") as file:
            file.write(made)
        return 0
    with open(PICTURE, encoding="utf-8") as file:
        same = file.read() == made
    print("architecture: %d passed, %d failed" % (same, not same))
    return 0 if same else "docs/pictures/architecture.svg is older than the floors: run tools/make_architecture.py"


if __name__ == "__main__":
    sys.exit(main())
