#!/usr/bin/env python3
"""Each kind of vocabulary beside its own reference and the fastest peer, side by side on one core.

    bench/run_vocabularies.py [--build DIR] [--python PYTHON] [--node NODE_MODULES] [--bytes N] [--seconds S] [FILE …]

FILEs are SentencePiece models (.model), tiktoken ranks (NAME.tiktoken), GGUF files (.gguf) and tokenizer.json; besides, a Unigram
and a WordPiece tokenizer.json and two SentencePiece models are trained on the text. PYTHON has PyPI's tokenizers, sentencepiece,
tiktoken and gigatoken; NODE_MODULES has npm's node-llama-cpp. Ratios are of the best times on the processor: cold with a
new encoder, warm with one that has seen the text; the ids are compared by a hash in every run. "open" is opening from the cache, "held" what a
tokenizer and an encoder hold afterwards. A geometric mean for each kind ends the table.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import sysconfig

import run_tokenizers

HERE = os.path.dirname(os.path.abspath(__file__))
TRAIN = """
import sys
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
text, folder = sys.argv[1:]
lines = open(text, encoding="utf-8").read().split("\\n")
piece = Tokenizer(models.WordPiece(unk_token="[UNK]"))
piece.normalizer, piece.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
piece.decoder = decoders.WordPiece()
special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
piece.train_from_iterator(lines, trainers.WordPieceTrainer(vocab_size=30522, special_tokens=special, show_progress=False))
piece.save(folder + "/word_piece.json")
gram = Tokenizer(models.Unigram())
gram.normalizer, gram.pre_tokenizer = normalizers.NFKC(), pre_tokenizers.Metaspace()
gram.decoder = decoders.Metaspace()
gram.train_from_iterator(lines, trainers.UnigramTrainer(vocab_size=16000, special_tokens=["<unk>"], unk_token="<unk>", show_progress=False))
gram.save(folder + "/unigram.json")
import sentencepiece
for kind in ("bpe", "unigram"):
    sentencepiece.SentencePieceTrainer.train(input=text, model_prefix=f"{folder}/trained_{kind}", model_type=kind, vocab_size=16000,
        byte_fallback=True, character_coverage=0.9999, max_sentence_length=100000, normalization_rule_name="identity",
        remove_extra_whitespaces=False, hard_vocab_limit=False, minloglevel=2)
"""
# By the end of a file's name: the kind, its reference, and peers beside it.
KINDS = {"word_piece.json": ("WordPiece", "huggingface", "gigatoken"), "unigram.json": ("Unigram", "huggingface", "gigatoken"),
         "unigram.model": ("SentencePiece Unigram", "sentencepiece", None), ".model": ("SentencePiece BPE", "sentencepiece", None),
         ".tiktoken": ("tiktoken ranks", "ranks", None), ".gguf": ("GGUF", "llama.cpp", None), ".json": ("tokenizer.json", "huggingface", "gigatoken")}


def kind_of(path):
    return next(kind for end, kind in KINDS.items() if path.endswith(end))


def peer(engine, options, path, text):
    command = [options.python, os.path.join(HERE, "peers", "tokenizers_bench.py"), engine, path, text]
    if engine == "llama.cpp":
        command = ["node", os.path.join(HERE, "peers", "llama_bench.mjs"), options.node, path, text]
    done = subprocess.run(command, capture_output=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 and done.stdout else {"missing": done.stderr.decode()[-100:]}


def row(options, path, text):
    """One line of the table; (kind, ratio cold, ratio warm) or None where the reference is missing."""
    kind, reference, beside = kind_of(path)
    ours = run_tokenizers.run([os.path.join(options.build, "bench", "bench_tokenizer"), path, text, str(options.seconds)])
    theirs = peer(reference, options, path, text)
    if "missing" in theirs:
        print(f"{kind:22} {os.path.basename(path):28} left out: {theirs['missing']}")
        return None
    other = peer(beside, options, path, text) if beside else {"missing": "none"}
    ratios = [theirs["seconds"] / ours[way] for way in ("cold", "warm")]
    same = "equal" if ours["hash"] == theirs["hash"] else "WRONG"
    print(f"{kind:22} {os.path.basename(path):28} {same:5} {ratios[0]:6.1f}x {ratios[1]:6.1f}x {run_tokenizers.beside(ours, other):>14} "
          f"{ours['open'] * 1000:8.2f} {ours['held'] / 2**20:7.1f} {ours['encoder'] / 2**20:7.1f}   "
          f"{ours['bytes'] / ours['cold'] / 1e6:.1f} {ours['bytes'] / ours['warm'] / 1e6:.1f} {ours['bytes'] / theirs['seconds'] / 1e6:.2f}", flush=True)
    return kind, *ratios, same == "equal"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(os.path.dirname(HERE), "build"))
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--node", default="node_modules")
    parser.add_argument("--bytes", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    text = os.path.join(options.build, "bench-mixed.txt")
    run_tokenizers.gather([sysconfig.get_paths()["stdlib"] + "/*.py"], options.bytes // 2, text)
    with open(text, "rb") as file:
        code = file.read()
    run_tokenizers.gather(["/usr/share/common-licenses/*", "/usr/share/doc/*/copyright"], options.bytes // 2, text)
    with open(text, "ab") as file:
        file.write(b"\n" + code)
    made = [os.path.join(options.build, name) for name in ("word_piece.json", "unigram.json", "trained_bpe.model", "trained_unigram.model")]
    if not all(map(os.path.exists, made)):
        subprocess.run([options.python, "-c", TRAIN, text, options.build], check=False)
    print(f"{'':51} {'ids':5} {'cold':>7} {'warm':>7} {'gigatoken':>14} {'open ms':>8} {'held MB':>7} {'encoder':>7}   MB/s cold, warm, theirs")
    rows = [made for made in (row(options, path, text) for path in made + options.files if os.path.exists(path)) if made]
    for kind in dict.fromkeys(made[0] for made in rows):
        of = [made for made in rows if made[0] == kind]
        means = [math.exp(sum(math.log(made[i]) for made in of) / len(of)) for i in (1, 2)]
        print(f"{kind}: geometric mean cold {means[0]:.1f}x, warm {means[1]:.1f}x of {len(of)}")
    return 0 if rows and all(made[3] for made in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
