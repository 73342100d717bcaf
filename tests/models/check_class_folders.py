"""Ids of folders as transformers' classes write them, and as people change them, beside AutoTokenizer: each class with a
vocabulary that is trained here, saved by the class itself.

    check_class_folders.py [--variants N] [--seed N] [--only CLASS] [--show N]

A variant changes flags of the class, leaves out special tokens and added_tokens_decoder, adds others, or takes the pipeline of
another class in tokenizer.json. Both ways of special tokens are compared, and the finding where file and class differ.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import environment

environment.enter()

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "tokenizers"), str(HERE.parents[1] / "tools")]
import base64  # noqa: E402

import make_class_pipelines  # noqa: E402
import synthetic  # noqa: E402
from check_tokens import WORDS  # noqa: E402
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers  # noqa: E402
from transformers import AutoTokenizer  # noqa: E402

CHARSMAP = base64.b64decode(synthetic.charsmap(synthetic.RULES))
CORPUS = [*WORDS, *synthetic.CORPUS.splitlines(), *(HERE.parents[1] / "README.md").read_text("utf-8").splitlines()]
NAMED = ["bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"]
EXTRA = ["<new>", "Hello", "fox", "the", "<think>", "[X]", "world", "é"]
# Proteins, words with markup, words of another package, entities: they follow the file, the last one in part.
OTHERS = {"EsmcTokenizer", "MarkupLMTokenizer", "RoFormerTokenizer", "MLukeTokenizer"}
FLAGS = make_class_pipelines.FLAGS


def specials(cls):
    """The special tokens that the class has by default."""
    try:
        found = cls().special_tokens_map
    except Exception:  # noqa: BLE001 - it needs a vocabulary
        found = {"unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>"}
    return list(dict.fromkeys(str(value) for value in found.values() if isinstance(value, str)))


def trained(kind, tokens):
    """A small vocabulary of a kind, as its classes take it."""
    if kind == "Unigram":
        made = Tokenizer(models.Unigram())
        made.pre_tokenizer = pre_tokenizers.Metaspace()
        made.train_from_iterator(CORPUS, trainers.UnigramTrainer(vocab_size=420, special_tokens=tokens, unk_token=next(
            (token for token in tokens if "unk" in token.lower()), tokens[0]), show_progress=False))
        return {"vocab": [tuple(row) for row in json.loads(made.to_str())["model"]["vocab"]]}
    if kind == "WordPiece":
        made = Tokenizer(models.WordPiece(unk_token="[UNK]"))
        made.normalizer, made.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
        made.train_from_iterator(CORPUS, trainers.WordPieceTrainer(vocab_size=500, special_tokens=tokens, show_progress=False))
        return {"vocab": made.get_vocab()}
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel() if kind == "ByteLevel" else pre_tokenizers.Metaspace()
    made.train_from_iterator(CORPUS, trainers.BpeTrainer(vocab_size=600, special_tokens=tokens, show_progress=False, initial_alphabet=(
        pre_tokenizers.ByteLevel.alphabet() if kind == "ByteLevel" else [])))
    whole = json.loads(made.to_str())["model"]
    return {"vocab": whole["vocab"], "merges": [tuple(row) for row in whole["merges"]]}


def built(cls, rnd):
    """An instance with a trained vocabulary."""
    tokens = specials(cls)
    rnd.shuffle(tokens)
    mapped = {"_spm_precompiled_charsmap": CHARSMAP} if rnd.random() < 0.6 else {}
    for kind in ("Unigram", "WordPiece", "BPE", "ByteLevel"):
        for more in (mapped, {}):
            try:
                made = cls(**trained(kind, tokens), **more)
            except Exception:  # noqa: BLE001 - another kind
                continue
            whole = json.loads(made._tokenizer.to_str())
            if kind == "BPE" and "ByteLevel" in json.dumps([whole["pre_tokenizer"], whole["decoder"]]):
                continue
            return made
    return None


def changed(rnd, config, whole, others):
    """Another tokenizer_config.json and tokenizer.json."""
    config, whole = dict(config), dict(whole)
    if "tgt_lang" not in config and rnd.random() < 0.3:  # ids without holes, as files have them; those of the post-processor stay
        post = json.dumps(whole["post_processor"])
        whole["added_tokens"] = [row for row in whole["added_tokens"] if json.dumps(row["content"]) in post or rnd.random() < 0.8]
        whole["added_tokens"] = [dict(row) for row in whole["added_tokens"]]
        numbered(whole)
    config.pop("vocab", None)
    if rnd.random() < 0.5:
        config["added_tokens_decoder"] = {str(row["id"]): {key: value for key, value in row.items() if key != "id"}
                                          for row in whole["added_tokens"]}
    for name in NAMED:
        if rnd.random() < 0.15:
            config.pop(name, None)
        elif rnd.random() < 0.05:
            config[name] = {"__type": "AddedToken", "content": rnd.choice(whole["added_tokens"])["content"] if whole["added_tokens"] else "a", "lstrip": rnd.random() < 0.5, "rstrip": False,
                            "normalized": rnd.random() < 0.5, "single_word": False}
    if rnd.random() < 0.4:
        config.pop("extra_special_tokens", None)
    if rnd.random() < 0.3:
        config[rnd.choice(["extra_special_tokens", "additional_special_tokens"])] = rnd.choice([rnd.sample(EXTRA, 2), [], None])
    for flag in FLAGS:
        if rnd.random() < 0.3:
            config[flag] = rnd.choice([True, False, None])
    codes = [row["content"] for row in whole["added_tokens"] if row["content"] in ("en_XX", "de_DE", "eng_Latn", "fra_Latn")]
    for name, values in (("extra_ids", [0, 3, 100]), ("offset", [103, 5]), ("src_lang", codes or ["en_XX"])):
        if rnd.random() < 0.2:
            config[name] = rnd.choice(values)
    if rnd.random() < 0.4:
        other = rnd.choice(others)
        for part in ("normalizer", "pre_tokenizer", "decoder"):
            if rnd.random() < 0.5:
                whole[part] = other[part]
    if rnd.random() < 0.3:
        config["tokenizer_class"] += "Fast"
    return config, whole


def numbered(whole):
    """Added tokens that the vocabulary lacks are numbered on from its size, which classes go by."""
    vocab = whole["model"]["vocab"]
    known = {row[0] for row in vocab} if isinstance(vocab, list) else set(vocab)
    number = len(vocab)
    for row in sorted(whole["added_tokens"], key=lambda row: row["id"]):
        if row["content"] not in known:
            row["id"], number = number, number + 1


def texts(rnd, tokenizer, count):
    known = [str(token) for token in tokenizer.added_tokens_encoder][:200]
    for _ in range(count):
        yield rnd.choice(["", " "]).join(rnd.choice(WORDS if not known or rnd.random() < 0.8 else known)
                                          for _ in range(rnd.randrange(1, 10)))


def ours(program, folder, lines, *options):
    done = subprocess.run([program, "tokenize", "--batch", "--no-cache", "--model", str(folder), *options], capture_output=True, text=True,
                          input="".join(json.dumps(text) + "\n" for text in lines))
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return [row.get("ids", row.get("error")) for row in rows] or [done.stderr.strip()] * len(lines)


def theirs(tokenizer, text, special):
    try:
        return tokenizer.backend_tokenizer.encode(text, add_special_tokens=special).ids
    except Exception as error:  # noqa: BLE001
        return str(error)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--variants", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    parser.add_argument("--show", type=int, default=8)
    args = parser.parse_args()
    program = os.environ.get("CHATFMT", "build/chatfmt")
    total = {"classes": 0, "folders": 0, "refused by transformers": 0, "texts": 0, "differ": 0}
    saved = {}
    with tempfile.TemporaryDirectory() as temporary:
        temporary = os.environ.get("KEEP", temporary)
        for name, cls in make_class_pipelines.classes():
            if name in OTHERS:
                continue
            made = built(cls, random.Random("%d %s" % (args.seed, name)))
            if made is None:
                print("%s: no folder can be made" % name)
                continue
            made.save_pretrained(Path(temporary) / name)
            saved[name] = [json.loads((Path(temporary) / name / file).read_text("utf-8"))
                           for file in ("tokenizer_config.json", "tokenizer.json")]
            saved[name][0]["tokenizer_class"] = name
        others = [whole for _, whole in saved.values()]
        for name in saved:
            if args.only and args.only not in name:
                continue
            total["classes"] += 1
            for number in range(args.variants):
                rnd = random.Random("%d %s %d" % (args.seed, name, number))
                config, whole = changed(rnd, *saved[name], others) if number else saved[name]
                folder = Path(temporary) / ("%s-%d" % (name, number))
                folder.mkdir()
                (folder / "tokenizer_config.json").write_text(json.dumps(config), "utf-8")
                (folder / "tokenizer.json").write_text(json.dumps(whole), "utf-8")
                try:
                    tokenizer = AutoTokenizer.from_pretrained(str(folder))
                except Exception as error:  # noqa: BLE001
                    total["refused by transformers"] += 1
                    if os.environ.get("SHOW"):
                        print(folder.name, type(error).__name__, str(error)[:200])
                    continue
                tokenizer.backend_tokenizer.no_padding()  # which calls set anew
                tokenizer.backend_tokenizer.no_truncation()
                total["folders"] += 1
                lines = list(texts(rnd, tokenizer, 30))
                for special in (False, True):
                    answers = ours(program, folder, lines, *(["--add-special-tokens"] if special else []))
                    for text, got in zip(lines, answers):
                        want = theirs(tokenizer, text, special)
                        total["texts"] += 1
                        if got == want or isinstance(want, str) and isinstance(got, (str, dict)):
                            continue
                        total["differ"] += 1
                        if args.show > 0 and total["differ"] % 10 == 1:
                            args.show -= 1
                            print(folder.name, special, repr(text), {key: value for key, value in config.items()
                                                                     if key != "added_tokens_decoder" and len(str(value)) < 99})
                            print("  want", want, tokenizer.convert_ids_to_tokens(want) if isinstance(want, list) else "")
                            print("  got ", got)
    print("against AutoTokenizer: %s" % total)
    return 1 if total["differ"] or not total["texts"] else 0


if __name__ == "__main__":
    sys.exit(main())
