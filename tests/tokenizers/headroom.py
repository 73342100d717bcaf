#!/usr/bin/env python3
"""How much of each limit real tokenizers use: one line of 10 MB of each of thirteen kinds of text is encoded and
decoded within the default limits. At most an eighth of any may be used.

    headroom.py PROBE [--bytes N] [TOKENIZER.json …]      default: those that fetch_oracle.sh has fetched
"""
import argparse
import base64
import glob
import os
import random
import re
import subprocess
import sys
import tempfile

MOST = 1 / 8
ORACLES = os.path.expanduser("~/.cache/chatfmt-oracle/*/tokenizer.json")


def drawn(alphabet, lengths, between):
    """Words of letters drawn at random, always the same ones."""
    draw = random.Random(len(alphabet))
    return between.join("".join(draw.choices(alphabet, k=draw.choice(lengths))) for _ in range(20000))


def span(*ranges):
    return [chr(code) for first, last in ranges for code in range(first, last + 1)]


PROSE = ("The committee, which had met twice before, could not agree; so it wrote down what each of its members "
         "thought, in 1,204 words, and sent that instead. ")
CODE = "for (size_t i = 0; i < count; i++) { total += rows[i].value * 0x1F; if (!rows[i].next) return -1; } \t// … "

KINDS = {
    "prose": lambda: PROSE,
    "code": lambda: CODE,
    "spaces": lambda: " ",
    "letter": lambda: "a",
    "digits": lambda: drawn("0123456789", [1000], ""),
    "ideographs": lambda: drawn(span((0x4E00, 0x9FA5)), [1000], ""),
    "arabic": lambda: drawn(span((0x627, 0x63A), (0x641, 0x64A)), [2, 3, 4, 5, 7], " "),
    "emoji": lambda: drawn(span((0x1F300, 0x1F64F), (0x1F900, 0x1F9FF)) + ["\u200d", "\ufe0f"], [50], ""),
    "marks": lambda: "a" + "".join(random.Random(1).choices(span((0x300, 0x36F)), k=5000)),
    "mixed": lambda: PROSE + CODE + "価格は1,234円です。" + "Приве́т, как дела? " + "👩‍👩‍👧 ¡Olé! ",
    "base64": lambda: base64.b64encode(random.Random(2).randbytes(60000)).decode(),
    "punctuation": lambda: drawn("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", [1000], ""),
    "control": lambda: "<|im_start|>user<|im_end|><s></s><bos><eos><|endoftext|><start_of_turn>",
}


def write(folder, size):
    """The thirteen files, each one line of `size` bytes or a few less."""
    for name, make in KINDS.items():
        unit = make().encode("utf-8")
        text = (unit * (size // len(unit) + 1))[:size].decode("utf-8", "ignore")
        with open(os.path.join(folder, name), "wb") as file:
            file.write(text.encode("utf-8"))
    return [os.path.join(folder, name) for name in KINDS]


def measure(probe, tokenizer, files):
    """(what, kind, limit, used, allowed) for each line and limit of the probe."""
    done = subprocess.run([probe, tokenizer, *files], stdout=subprocess.PIPE, check=True, text=True)
    for line in done.stdout.splitlines():
        what, path, limits = line.split(" ", 2)
        for limit, used, allowed in re.findall(r"(\w+)=(\d+)/(\d+)", limits):
            yield what, os.path.basename(path), limit, int(used), int(allowed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("probe")
    parser.add_argument("tokenizers", nargs="*")
    parser.add_argument("--bytes", type=int, default=10_000_000)
    args = parser.parse_args()
    tokenizers = args.tokenizers or sorted(glob.glob(ORACLES))
    if not tokenizers:
        print("SKIPPED: no tokenizer.json; see fetch_oracle.sh")
        return 77
    worst = {}
    with tempfile.TemporaryDirectory() as folder:
        files = write(folder, args.bytes)
        for tokenizer in tokenizers:
            name = os.path.basename(os.path.dirname(tokenizer))
            for what, kind, limit, used, allowed in measure(args.probe, tokenizer, files):
                share = (used / allowed, f"{name}, {kind}: {used} of {allowed}")
                worst[what, limit] = max(worst.get((what, limit), (0, "")), share)
    for (what, limit), (share, where) in worst.items():
        print(f"headroom: {what:6} {limit:13} {share:6.4f}  {where}")
    failed = [key for key, (share, _) in worst.items() if share > MOST]
    print(f"headroom: {len(tokenizers)} tokenizers, {len(KINDS)} texts of {args.bytes} bytes: "
          f"{'at most an eighth of each limit' if not failed else 'more than an eighth of ' + str(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
