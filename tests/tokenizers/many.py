#!/usr/bin/env python3
"""Many texts through vocabularies of every kind, beside the reference of each: ids, places, decoding whole and one by one.

usage: many.py PROBE [--texts N] [--kind NAME]… [--seed N] [--made] [--mixed FOLDER] [FILE …]

PROBE is source_probe. FILEs are tokenizer.json, SentencePiece models, tiktoken ranks (NAME.tiktoken), tekken.json and GGUF files;
--made adds the small ones that synthetic.py, sentence_piece.py, ranks.py and gguf.py make. N texts for each kind (2,000), in equal
shares for its files: random, of mixed scripts, with control characters, with every special token in them; with --mixed the texts
in FOLDER (make_mixed.py) instead, for every file. --kind: only kinds whose name has NAME in it. The last lines are a table.

References: PyPI's tokenizers (places and each step of DecodeStream, too), sentencepiece, tiktoken and xllamacpp: what the files ask
for must be installed. Half of the texts of a tokenizer.json are decoded without its special tokens; half of those of a GGUF
have special tokens that are looked for. Where a reference has no streams, the texts of the ids one by one must be the whole, but for
spaces and NULs where llama.cpp cleans it of them.
"""
import argparse
import array
import glob
import hashlib
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import gguf
import llama_cpp
import make_strings
import ranks
import sentence_piece
import synthetic

BATCH = 20_000
COLUMNS = ("ids", "places", "text", "steps")
NEW = re.compile("[" + "".join(f"{chr(low)}-{chr(high)}" for low, high in gguf.NEW) + "]")
LONE = re.compile("[\ud800-\udfff]")


def short(data):
    return hashlib.sha256(data).hexdigest()[:12]


def row(ids, text, places=None, steps=None, loose=False):
    """What source_probe --hash prints; None is what the reference does not say."""
    made = [short(array.array("I", ids).tobytes()), None if places is None else short(places), None, None if steps is None else short(steps)]
    if text is not None:
        data = text.encode()
        made[2] = short(data)
        if steps is None and not text.endswith("\ufffd"):  # else it may go on
            made[3] = short(text.replace(" ", "").replace("\0", "").encode()) if loose else made[2]
    return made


# ---- the references: a function of texts and way, which gives rows ----

def steps_of(tokenizer, ids, skip):
    from tokenizers.decoders import DecodeStream
    stream, out = DecodeStream(skip_special_tokens=skip), []
    for number in ids:
        try:
            out.append(stream.step(tokenizer, number) or "")
        except Exception:  # the reference has no narrower one
            out.append("!")
    return "".join(text + "\0" for text in out).encode()


def huggingface(path):
    from tokenizers import Tokenizer
    tokenizer = Tokenizer.from_file(path)
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def rows(strings, way):
        skip = way == "skip"
        for encoding in tokenizer.encode_batch(strings, add_special_tokens=False):
            ids = encoding.ids
            places = array.array("I", itertools.chain.from_iterable(encoding.offsets)).tobytes()
            yield row(ids, tokenizer.decode(ids, skip_special_tokens=skip), places, steps_of(tokenizer, ids, skip))
    return rows


def package(path):
    import sentencepiece
    model = sentencepiece.SentencePieceProcessor(model_file=path)

    def rows(strings, _):
        found = model.encode(strings)
        for ids, text in zip(found, model.decode(found)):
            yield row(ids, None if model.unk_id() in ids else text)
    return rows


def tiktoken(path):
    encoding, shift = ranks.encoding(path)

    def rows(strings, _):
        for text in strings:
            ids = encoding.encode_ordinary(text)
            yield row([number + shift for number in ids] if shift else ids, encoding.decode(ids))
    return rows


def llama(path, loose):
    vocabulary = llama_cpp.Vocabulary(path)

    def rows(strings, way):
        for text in strings:
            ids = vocabulary.ids(text, way == "special")
            yield row(ids, vocabulary.text(ids, way == "special"), loose=loose)
    return rows


# ---- kinds of files ----

def json_kind(path):
    with open(path, encoding="utf-8") as file:
        tree = json.load(file)
    if tree.get("type") == "Tekken" or "vocab" in tree:
        return "tekken.json", ()
    model = tree["model"]
    name = model.get("type") or "BPE"
    if name == "BPE":
        name = "BPE, byte-level" if "ByteLevel" in json.dumps([tree.get("pre_tokenizer"), tree.get("normalizer")]) else "BPE, characters"
    return f"tokenizer.json {name}", [token["content"] for token in tree.get("added_tokens") or []]


def kind_of(path):
    """Its name, special tokens, what makes the reference, ways and what each says to the probe."""
    with open(path, "rb") as file:
        head = file.read(64)
    if head[:4] == b"GGUF":
        model = gguf.fields_of(path)["tokenizer.ggml.model"]
        loose = ["--loose"] * (model not in ("llama", "t5"))  # others clean the whole text
        ways = {"special": loose, "plain": ["--data", "--skip", *loose]}
        return "GGUF " + model, gguf.kinds_of(path), lambda: llama(path, bool(loose)), ways
    if head[:1] == b"{":
        kind, added = json_kind(path)
        if kind == "tekken.json":
            return kind, ["<s>", "[INST]"], lambda: tiktoken(path), {"plain": ["--data"]}
        return kind, added, lambda: huggingface(path), {"keep": ["--steps"], "skip": ["--steps", "--skip"]}
    if path.endswith(".tiktoken"):
        return "tiktoken ranks", ["<s>", "<|endoftext|>"], lambda: tiktoken(path), {"plain": ["--data"]}
    import sentencepiece
    model = sentencepiece.SentencePieceProcessor(model_file=path)
    added = [model.id_to_piece(i) for i in range(min(1000, len(model))) if model.is_control(i) or model.is_unknown(i)]
    kind = "Unigram" if sentence_piece.is_unigram(path) else "BPE"
    return f"SentencePiece {kind}", added + sentence_piece.USER, lambda: package(path), {"plain": ["--data"]}


# ---- comparing ----

def texts(count, seed, added, known):
    """Texts that can be given; `known`: without the characters that Unicode 16 added."""
    draw, made = random.Random(seed), []
    while len(made) < count:
        text = make_strings.make(draw, added)
        if LONE.search(text):
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore")
        if not known or not NEW.search(text):
            made.append(text)
    return made


def probed(probe, path, flags, strings):
    data = "".join(json.dumps(text) + "\n" for text in strings).encode()
    done = subprocess.run([probe, path, "--hash", *flags], input=data, stdout=subprocess.PIPE, check=False)
    return [line.split(" ") for line in done.stdout.decode().split("\n")[:-1]]


def overlap(text, tokens):
    """Whether two tokens of one length overlap in a text: llama.cpp takes that which its sort happens to have first."""
    found = sorted((match.start(), len(token)) for token in tokens if token
                   for match in re.finditer(f"(?={re.escape(token)})", text))
    return any(a[1] == b[1] and b[0] < a[0] + a[1] for a, b in itertools.combinations(found, 2))


class Files:
    def __init__(self, options):
        self.options, self.counts, self.wrong, self.listed = options, {}, {}, 0

    def compare(self, path, made, strings, way):
        kind, added, reference, ways = made
        never = gguf.kinds_of(path, (gguf.CONTROL, gguf.UNKNOWN)) if way == "plain" and "GGUF" in kind else ()
        got = probed(self.options.probe, path, ways[way], strings)
        wanted = list(reference(strings, way))
        if not len(strings) == len(got) == len(wanted):
            raise SystemExit(f"{path}: {len(strings)} texts, {len(wanted)} rows of the reference, {len(got)} of the probe: {got[:1]}")
        shown = 0
        for text, want, here in zip(strings, wanted, got):
            bad = [i for i, (a, b) in enumerate(zip(want, here)) if a is not None and a != b] or ([0] if len(here) != 4 else [])
            if bad and (any(token in text for token in never) or "GGUF" in kind and overlap(text, added)):
                self.listed += 1
                continue
            for i in bad:
                self.wrong.setdefault(kind, [0, 0, 0, 0])[i] += 1
            if bad and shown < 3:
                shown += 1
                print(f"{path} {way}: {', '.join(COLUMNS[i] for i in bad)} differ: {json.dumps(text)}", flush=True)
        count = self.counts.setdefault(kind, [0, 0])
        count[0] += len(strings)
        count[1] += sum(map(len, strings))

    def random(self, path, made, count, seed):
        kind, added, _, ways = made
        known = "tokenizer.json" not in kind
        for begin in range(0, count, BATCH):
            strings = texts(min(BATCH, count - begin), f"{seed}:{os.path.basename(path)}:{begin}", added, known)
            for number, way in enumerate(ways):
                self.compare(path, made, strings[number::len(ways)], way)

    def mixed(self, path, made, folder):
        for chunk in sorted(glob.glob(os.path.join(folder, "chunk-*.jsonl"))):
            with open(chunk, encoding="ascii") as file:
                strings = [json.loads(line) for line in file]
            if "tokenizer.json" not in made[0]:
                strings = [text for text in strings if not NEW.search(text)]
            self.compare(path, made, strings, list(made[3])[0])

    def table(self):
        print("| kind | texts | characters | " + " | ".join(f"{name} differ" for name in COLUMNS) + " |")
        for kind, (count, size) in self.counts.items():
            print(f"| {kind} | {count:,} | {size:,} | " + " | ".join(map(str, self.wrong.get(kind, (0, 0, 0, 0)))) + " |")
        if self.listed:
            print(f"{self.listed} texts of GGUF files differ as docs/compatibility.md says: control tokens that plain text makes, or overlaps")
        return 1 if self.wrong or not self.counts else 0


def made_files(folder):
    places = {}
    for name, module in (("synthetic", synthetic.write), ("pieces", sentence_piece.small), ("ranks", ranks.small), ("gguf", gguf.small)):
        places[name] = os.path.join(folder, name)
        os.makedirs(places[name])
        ending = ".json" if name == "synthetic" else ""
        for file in module(places[name]):
            yield os.path.join(places[name], file + ending)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("probe")
    parser.add_argument("--texts", type=int, default=2000)
    parser.add_argument("--kind", action="append")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--made", action="store_true")
    parser.add_argument("--mixed")
    parser.add_argument("files", nargs="*")
    options = parser.parse_intermixed_args()
    files = Files(options)
    with tempfile.TemporaryDirectory() as folder:
        kinds = {}
        for path in options.files + list(made_files(folder) if options.made else ()):
            made = kind_of(path)
            if not options.kind or any(name in made[0] for name in options.kind):
                kinds.setdefault(made[0], []).append((path, made))
        for kind, members in kinds.items():
            for path, (_, added, reference, ways) in members:
                made = kind, added, reference(), ways
                if options.mixed:
                    files.mixed(path, made, options.mixed)
                else:
                    files.random(path, made, -(-options.texts // len(members)), options.seed)
            print(f"{kind}: {len(members)} files, {files.counts[kind][0]:,} texts, {files.wrong.get(kind, 'none')} differ", flush=True)
    return files.table()


if __name__ == "__main__":
    sys.exit(main())
