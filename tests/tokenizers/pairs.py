#!/usr/bin/env python3
"""Two texts that belong together against the reference, recorded in pairs.txt.

usage: pairs.py PROBE                 compare length_probe with pairs.txt
       pairs.py --update              record it again (needs PyPI's tokenizers 0.23.3)
       pairs.py PROBE --live SEED N   N requests for each file beside the reference as it runs

The requests are those of lengths.py, with a second text; what the reference calls overflowing is not compared.
"""
import json
import os
import subprocess
import sys
import tempfile

import lengths

GOLDEN = os.path.join(lengths.HERE, "pairs.txt")
HEADER = "# PyPI tokenizers 0.23.3 on the requests of pairs.py; made by pairs.py --update\n"


def text(name, kind):
    return {"Sequence": {"id": name, "type_id": kind}}


def template(pair, ids):
    made = lengths.template([lengths.special("<s>"), text("A", 0)], ids)
    return {**made, "pair": pair}


IDS = {"<s>": [1], "</s>": [2, 5], "<m>": [7]}
S, E, M = (lengths.special(name, kind) for name, kind in (("<s>", 0), ("</s>", 3), ("<m>", 1)))
POSTS = {
    "none": None, "trim": lengths.TRIM, "bert": lengths.POSTS["bert"],
    "roberta": {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 1], "trim_offsets": True, "add_prefix_space": True},
    "robert": {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 1], "trim_offsets": False, "add_prefix_space": False},
    "usual": template([S, text("A", 0), E, text("B", 1), E], IDS),
    "turned": template([S, text("B", 2), M, M, text("A", 4)], IDS),
    "bare": template([text("A", 0), text("B", 1)], IDS),
    "after": {"type": "Sequence", "processors": [lengths.TRIM, template([text("A", 1), E, text("B", 0), M], IDS)]},
}
MODELS = ("cl100k_direct", "llama", "unigram_t5", "bert")


def requests(seed, count):
    """A second text is the first of the request after."""
    rows = []
    while len(rows) <= count:
        rows += lengths.requests(seed + len(rows))
    return [[*row, other[0]] for row, other in zip(rows, rows[1:])][:count]


def answer(path, request):
    from tokenizers import Tokenizer
    first, add, *how, second = request
    tokenizer = Tokenizer.from_file(path)
    try:
        lengths.enable(tokenizer, how)
        made = tokenizer.encode(first, second, add_special_tokens=bool(add))
    except BaseException as error:  # the reference panics for some
        if isinstance(error, KeyboardInterrupt):
            raise
        return "error"
    places = [lengths.bytes_of(first), lengths.bytes_of(second)]
    return " ".join(
        f"{i}:{places[q or 0][b]}:{places[q or 0][e]}:{t}:{a}:{s}:{-1 if w is None else w}:{-1 if q is None else q}"
        for i, (b, e), t, a, s, w, q in zip(made.ids, made.offsets, made.type_ids, made.attention_mask, made.special_tokens_mask,
                                            made.word_ids, made.sequence_ids))


def record(folder):
    with open(GOLDEN, "w", encoding="ascii") as out:
        out.write(HEADER)
        for number, path in enumerate(lengths.files(folder, MODELS, POSTS)):
            for request in requests(1000 + number, 40):
                out.write(lengths.short(answer(path, request)) + "\n")


def probe(program, path, rows):
    data = "".join(json.dumps(request) + "\n" for request in rows)
    done = subprocess.run([program, path], input=data.encode(), capture_output=True, check=False)
    lines = done.stdout.decode().split("\n")[:-1]
    return lines + ["nothing " + done.stderr.decode()[:200]] * (len(rows) - len(lines))


def check(program, folder, seed, count):
    """Without a count the recorded answers."""
    want = []
    if not count:
        with open(GOLDEN, encoding="ascii") as file:
            want = file.read().split("\n")[1:-1]
    at = wrong = errors = 0
    for number, path in enumerate(lengths.files(folder, MODELS, POSTS)):
        rows = requests((seed or 1000) + number, count or 40)
        for request, got in zip(rows, probe(program, path, rows)):
            expected = lengths.short(answer(path, request)) if count else want[at]
            errors += expected == "error"
            if lengths.short(got) != expected:
                wrong += 1
                if wrong <= 5:
                    print(os.path.basename(path), json.dumps(request), "\n  want", answer(path, request) if count else expected, "\n  got ", got)
            at += 1
    print(f"pairs: {at - wrong}/{at} requests equal, {errors} of them errors")
    return 1 if wrong or not at or (not count and at != len(want)) else 0


def main():
    with tempfile.TemporaryDirectory() as folder:
        if sys.argv[1] == "--update":
            record(folder)
            return 0
        live = len(sys.argv) > 2
        return check(sys.argv[1], folder, int(sys.argv[3]) if live else 0, int(sys.argv[4]) if live else 0)


if __name__ == "__main__":
    sys.exit(main())
