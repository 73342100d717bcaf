#!/usr/bin/env python3
"""Draws docs/pictures/tokens.svg from what bench/run_tokenizers.py --json has measured: tokens a second of each real
tokenizer, chatfmt beside the Hugging Face library, on one core.

    bench/plot_tokens.py FILE.json [--text prose]

Only tokenizers whose ids were equal in the run have points. `make plots` calls this.
"""
import argparse
import html
import json
import math
import os

import plot

PICTURE = os.path.join(plot.ROOT, "docs", "pictures", "tokens.svg")
WIDTH, LEFT, RIGHT, TOP, ROW, BOTTOM = 760, 120, 30, 56, 26, 48
# Key of a row, what the legend calls it, colour.
KINDS = (("theirs", "Hugging Face tokenizers", "#d1495b"), ("cold", "chatfmt, new encoder", "#7aa5f5"),
         ("warm", "chatfmt, words met before", "#2f6fed"))


def svg(rows):
    rows = sorted(rows, key=lambda row: -row["cold"])
    values = [row[key] for row in rows for key, _, _ in KINDS]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    below = TOP + ROW * len(rows)

    def x(rate):
        return LEFT + (WIDTH - LEFT - RIGHT) * (math.log10(rate) - low) / (high - low)

    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img">' % (WIDTH, below + BOTTOM),
           "<title>Tokens a second by tokenizer</title>",
           "<style>text{font:13px system-ui,sans-serif;fill:#444}.grid{stroke:#ddd}.row{stroke:#eee}</style>",
           '<rect width="%d" height="%d" fill="#fff"/>' % (WIDTH, below + BOTTOM)]
    names = {4: "10,000", 5: "100,000", 6: "1 million", 7: "10 million", 8: "100 million"}
    for power in range(low, high + 1):
        at = x(10 ** power)
        out.append('<path class="grid" d="M%.1f %dV%d"/><text x="%.1f" y="%d" text-anchor="middle">%s</text>' % (
            at, TOP - 6, below, at, below + 18, names.get(power, "1e%d" % power)))
    out.append('<text x="%.1f" y="%d" text-anchor="middle">tokens a second</text>' % ((LEFT + WIDTH - RIGHT) / 2, below + 38))
    for number, (_, title, colour) in enumerate(KINDS):
        at = LEFT + number * 205
        out.append('<circle cx="%d" cy="24" r="5" fill="%s"/><text x="%d" y="28">%s</text>' % (at, colour, at + 11, title))
    for number, row in enumerate(rows):
        y = TOP + ROW * number + ROW / 2
        out.append('<path class="row" d="M%d %.1fH%d"/><text x="%d" y="%.1f" text-anchor="end">%s</text>' % (
            LEFT, y, WIDTH - RIGHT, LEFT - 10, y + 4, html.escape(row["name"])))
        out += ['<circle cx="%.1f" cy="%.1f" r="5" fill="%s"/>' % (x(row[key]), y, colour) for key, _, colour in KINDS]
    return "\n".join(out + ["</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--text", default="prose")
    options = parser.parse_args()
    with open(options.file, encoding="utf-8") as file:
        rows = [row for row in json.load(file) if row["text"] == options.text and row["equal"]]
    if not rows:
        raise SystemExit("plot_tokens: %s has no row of the text %s" % (options.file, options.text))
    with open(PICTURE, "w", encoding="utf-8") as file:
        file.write(svg(rows))
    print("docs/pictures/tokens.svg: %d tokenizers" % len(rows))


if __name__ == "__main__":
    main()
