#!/usr/bin/env python3
"""What the reference says about the synthetic tokenizers, recorded in golden.txt.

usage: golden.py PROBE               compare the probe with golden.txt, as read and compiled
       golden.py --update CACHE      record it again from the reference

golden.txt has "= NAME" and then one line for each text of synthetic.py, as token_probe prints it.
"""
import json
import os
import subprocess
import sys
import tempfile

import synthetic

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "golden.txt")
HEADER = "# npm tokenizers 0.23.2 on the tokenizers of synthetic.py; made by golden.py --update\n"

# Syllables and conjuncts, halves of pairs, controls, numbers of newer Unicode, the ends of its planes, white space at ends.
TEXTS = synthetic.TEXTS + [
    "\u1100\uac00 \u1100\uac01 \u1100\u1161 \uac00\u1161\u11a8\u11a8 \uac01\u11a8a \u1161\u1161\u11a8", "\u0915\u094d\u0937 \u0915\u0937 \u0915\u094d\u200d\u0937 \u094d\u0937",
    "\U0001f1e9a\U0001f1e9 \U0001f469\u200da \U0001f469\u0308\u200d\U0001f469", "\x8f\x9f\x7f \u200b\u2028\ufeff\ufffd\f\v", "1\U00016ff4\U00016ff7\U00011de9\U00011dea2",
    "\U000e1000\U0010fffd\ue000", "it's  1 \n  \n ", "'s 'x a'b \t", "a" + " " * 40, "(a)  \r\n\r\n/b/\n"]


def more():
    """Regular expressions that the library knows by themselves, in other spellings."""
    byte, tail = synthetic.byte_model(), r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    expressions = {
        "possessive": r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|(?>\p{N}{1,3})| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++\z|\s*[\r\n]|\s+(?!\S)|\s",
        "bare": r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|" + tail, "pairs": r"\p{N}{1,2}", "runs": r"\p{N}+"}
    return {"expression_" + name: (byte, {"pre_tokenizer": synthetic.sequence("pretokenizers", synthetic.split(text), synthetic.LEVEL)})
            for name, text in expressions.items()}


def write(folder):
    return [*synthetic.write(folder), *synthetic.write(folder, more())]


def answers(command, folder, name, *flags):
    data = "".join(json.dumps(text) + "\n" for text in TEXTS).encode()
    path = os.path.join(folder, name + ".json")
    done = subprocess.run([*command, path, *flags], input=data, capture_output=True, check=False)
    return done.stdout.decode().rstrip("\n").split("\n"), done.stderr.decode().strip()


def record(command, folder):
    text = HEADER
    for name in write(folder):
        lines, complaint = answers(command, folder, name)
        if len(lines) != len(TEXTS):
            sys.exit(f"{name}: the reference fails: {complaint[:300]}")
        text += f"= {name}\n" + "\n".join(lines) + "\n"
    with open(GOLDEN, "w", encoding="ascii") as file:
        file.write(text)


def read_golden():
    golden, name = {}, None
    with open(GOLDEN, encoding="ascii") as file:
        for line in file.read().split("\n")[1:-1]:
            if line.startswith("= "):
                name = line[2:]
                golden[name] = []
            else:
                golden[name].append(line)
    return golden


def check(probe, folder):
    wrong = total = 0
    golden = read_golden()
    for name in write(folder):
        for flags in ((), ("--compiled",)):
            lines, complaint = answers([probe], folder, name, *flags)
            lines += ["nothing"] * (len(TEXTS) - len(lines))
            for text, want, got in zip(TEXTS, golden[name], lines):
                total += 1
                if want != got:
                    wrong += 1
                    if wrong <= 20:
                        print(f"{name}{''.join(flags)}: {text!r}\n  want {want}\n  got  {got} {complaint}")
    print(f"golden: {total - wrong}/{total} texts equal over {len(golden)} tokenizers")
    return 1 if wrong else 0


def main():
    with tempfile.TemporaryDirectory() as folder:
        if sys.argv[1] == "--update":
            record(["node", os.path.join(HERE, "oracle.mjs"), sys.argv[2]], folder)
            return 0
        return check(sys.argv[1], folder)


if __name__ == "__main__":
    sys.exit(main())
