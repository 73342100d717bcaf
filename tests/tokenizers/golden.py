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


def answers(command, folder, name, *flags):
    data = "".join(json.dumps(text) + "\n" for text in synthetic.TEXTS).encode()
    path = os.path.join(folder, name + ".json")
    done = subprocess.run([*command, path, *flags], input=data, capture_output=True, check=False)
    return done.stdout.decode().rstrip("\n").split("\n"), done.stderr.decode().strip()


def record(command, folder):
    text = HEADER
    for name in synthetic.write(folder):
        lines, complaint = answers(command, folder, name)
        if len(lines) != len(synthetic.TEXTS):
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
    for name in synthetic.write(folder):
        for flags in ((), ("--compiled",)):
            lines, complaint = answers([probe], folder, name, *flags)
            lines += ["nothing"] * (len(synthetic.TEXTS) - len(lines))
            for text, want, got in zip(synthetic.TEXTS, golden[name], lines):
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
