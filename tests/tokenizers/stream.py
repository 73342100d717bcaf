#!/usr/bin/env python3
"""Streaming decode, step by step, against the reference's DecodeStream (PyPI tokenizers).

usage: stream.py PROBE                       the synthetic tokenizers, against stream_golden.txt
       stream.py --live PROBE CACHE COUNT SEED   real and synthetic ones, against the reference as it runs
       stream.py --update                    record stream_golden.txt again from the reference

Ids are those of texts, whole and cut anywhere, with special tokens among them, repeated, and by chance; each
list is decoded with the special tokens and without. PROBE is stream_probe, which says how a step is written.
--live and --update need the virtual environment of tests/models/environment.py; CACHE is the folder that
fetch_oracle.sh fills.
"""
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "models"))
import environment  # noqa: E402
import make_strings  # noqa: E402
import synthetic  # noqa: E402

GOLDEN = os.path.join(HERE, "stream_golden.txt")
HEADER = "# PyPI tokenizers 0.23.3, DecodeStream, on the tokenizers of synthetic.py; made by stream.py --update\n"


def show(text):
    if text is None:
        return "-"
    out = ""
    for byte in text.encode():
        character = chr(byte)
        out += "\\" + character if character in '"\\' else f"\\x{byte:02x}" if byte <= 32 or byte >= 127 else character
    return f'"{out}"'


def steps(tokenizer, line):
    from tokenizers.decoders import DecodeStream
    mode, ids = line.split("\t")
    stream, out = DecodeStream(skip_special_tokens=mode == "skip"), []
    for number in ids.split():
        try:
            out.append(show(stream.step(tokenizer, int(number))))
        except Exception:  # the reference has no narrower one
            out.append("!")
    return " ".join(out)


def mixed(tokenizer, rng, ids, special):
    """The ids of a text made into those that a model may write, and some that it should not."""
    kind = rng.random()
    if kind < 0.25:
        begin = rng.randrange(len(ids) + 1)
        ids = ids[begin:rng.randint(begin, len(ids))]
    elif kind < 0.5 and special:
        for _ in range(rng.randint(1, 4)):
            ids.insert(rng.randint(0, len(ids)), rng.choice(special))
    elif kind < 0.6:
        size = tokenizer.get_vocab_size()
        ids = [rng.randrange(size + 2) for _ in range(rng.randint(1, 20))]
    elif kind < 0.65:
        rng.shuffle(ids)
    elif kind < 0.7 and ids:
        ids = [rng.choice(ids)] * rng.randint(1, 6) + ids
    return ids


def lists(tokenizer, path, count, seed):
    with open(path, encoding="utf-8") as file:
        added = json.load(file).get("added_tokens") or []
    special = [tokenizer.token_to_id(t["content"]) for t in added]
    rng = random.Random(f"{os.path.basename(path)} {seed}")
    for number in range(count):
        text = make_strings.make(rng, [t["content"] for t in added])
        ids = mixed(tokenizer, rng, tokenizer.encode(text, add_special_tokens=False).ids[:60], special)
        yield ("keep", "skip")[number % 2] + "\t" + " ".join(map(str, ids))


def probed(probe, path, lines):
    done = subprocess.run([probe, path], input="".join(line + "\n" for line in lines).encode(),
                          capture_output=True, check=False)
    return done.stdout.decode().split("\n")[:-1], done.stderr.decode().strip()


def compare(name, lines, want, got, complaint):
    wrong = [n for n, pair in enumerate(zip(want, got)) if pair[0] != pair[1]]
    for number in wrong[:3]:
        print(f"{name}: {lines[number]}\n  want {want[number]}\n  got  {got[number]}")
    good = not wrong and len(got) == len(want) > 0
    count = sum(len(line.split()) for line in want)
    print(f"{name}: {len(want) - len(wrong)}/{len(want)} lists equal, {count} steps {complaint}", flush=True)
    return good


def record(folder):
    from tokenizers import Tokenizer
    text = HEADER
    for name in synthetic.write(folder):
        path = os.path.join(folder, name + ".json")
        tokenizer = Tokenizer.from_file(path)
        text += f"= {name}\n"
        for line in lists(tokenizer, path, 16, 0):
            text += f"{line}\t{steps(tokenizer, line)}\n"
    with open(GOLDEN, "w", encoding="ascii") as file:
        file.write(text)


def golden(probe, folder):
    cases, good = {}, True
    with open(GOLDEN, encoding="ascii") as file:
        for line in file.read().split("\n")[1:-1]:
            if line.startswith("= "):
                rows = cases.setdefault(line[2:], [])
            else:
                rows.append(line.rsplit("\t", 1))
    names = synthetic.write(folder)
    for name in names:
        lines, want = [r[0] for r in cases[name]], [r[1] for r in cases[name]]
        good &= compare(name, lines, want, *probed(probe, os.path.join(folder, name + ".json"), lines))
    return good and set(names) == set(cases)


def live(folder, probe, cache, count, seed):
    from tokenizers import Tokenizer
    files = [(os.path.basename(os.path.dirname(p)), p, int(count)) for p in
             sorted(glob.glob(os.path.join(cache, "*", "tokenizer.json")))]
    if not files:
        print(f"SKIPPED: no real tokenizers in {cache}; tests/tokenizers/fetch_oracle.sh fetches them")
    files += [(n, os.path.join(folder, n + ".json"), int(count) // 10) for n in synthetic.write(folder)]
    good = True
    for name, path, number in files:
        tokenizer = Tokenizer.from_file(path)
        lines = list(lists(tokenizer, path, number, seed))
        good &= compare(name, lines, [steps(tokenizer, line) for line in lines], *probed(probe, path, lines))
    return good


def main():
    if sys.argv[1].startswith("--"):
        environment.enter()
    with tempfile.TemporaryDirectory() as folder:
        if sys.argv[1] == "--update":
            record(folder)
            return 0
        if sys.argv[1] == "--live":
            return 0 if live(folder, *sys.argv[2:]) else 1
        return 0 if golden(sys.argv[1], folder) else 1


if __name__ == "__main__":
    sys.exit(main())
