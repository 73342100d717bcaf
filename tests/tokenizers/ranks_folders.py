#!/usr/bin/env python3
"""Folders with tiktoken ranks beside tiktoken with the pattern of their class, and beside AutoTokenizer where no class is known.

    ranks_folders.py [--texts N]      CHATFMT names the program; skipped without tiktoken and transformers

The ranks are stand-ins (those of ranks.py); patterns and special tokens are those of tokenization_kimi.py, tokenization_qwen.py and
the tokenizer of Llama 3.
"""
import argparse
import base64
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "models")]
import environment  # noqa: E402

environment.enter()

import gguf  # noqa: E402
import ranks  # noqa: E402
try:
    import tiktoken
except ImportError:
    print("folders of ranks: SKIPPED, there is no tiktoken")
    sys.exit(77)
from transformers import AutoTokenizer  # noqa: E402

PROGRAM = os.environ.get("CHATFMT", "build/chatfmt")
UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]"
LEAD, SHORT, REST = r"[^\r\n\p{L}\p{N}]?", r"(?i:'s|'t|'re|'ve|'m|'ll|'d)", r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
KIMI = rf"[\p{{Han}}]+|{LEAD}{UPPER}*{LOWER}+{SHORT}?|{LEAD}{UPPER}+{LOWER}*{SHORT}?|\p{{N}}{{1,3}}|{REST}"
WORDS = rf"{SHORT}|{LEAD}\p{{L}}+|\p{{N}}%s|{REST}"


def token(text):
    return {"content": text, "lstrip": False, "rstrip": False, "single_word": False, "normalized": False, "special": True}


def folders(base):
    """name: (file, tokenizer_config.json, options, pattern, special tokens)"""
    kimi = {base: "[BOS]", base + 1: "[EOS]", base + 5: "<|im_end|>", base + 300: "<|far|>"}
    qwen = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"] + ["<|extra_%d|>" % i for i in range(205)]
    llama = ["<|begin_of_text|>", "<|end_of_text|>", "<|reserved_special_token_0|>", "<|reserved_special_token_1|>",
             "<|finetune_right_pad_id|>", "<|step_id|>", "<|start_header_id|>", "<|end_header_id|>", "<|eom_id|>", "<|eot_id|>",
             "<|python_tag|>", "<|image|>"] + ["<|reserved_special_token_%d|>" % (2 + i) for i in range(244)]
    del kimi[base + 300]
    decoder = {"added_tokens_decoder": {str(number): token(text) for number, text in kimi.items()}, "chat_template": "x"}
    return {
        "kimi": ("tiktoken.model", {"tokenizer_class": "TikTokenTokenizer", **decoder}, [], KIMI,
                 {kimi.get(i, "<|reserved_token_%d|>" % i): i for i in range(base, base + 258)}),
        "qwen": ("qwen.tiktoken", {"tokenizer_class": "QWenTokenizer", "chat_template": "x"}, [], WORDS % "",
                 {text: base + i for i, text in enumerate(qwen)}),
        "llama3": ("tokenizer.model", None, ["--encoding", "llama3"], WORDS % "{1,3}", {text: base + i for i, text in enumerate(llama)}),
        "pattern": ("tokenizer.model", None, ["--encoding", r"\p{L}+|\s+|."], r"(?s)\p{L}+|\s+|[^\n]", {}),
        "converted": ("tokenizer.model", decoder, [], None, {}),
    }


def sample(rnd, plain, special):
    parts = [rnd.choice(plain)[:60] for _ in range(rnd.randrange(1, 4))]
    if special and rnd.random() < 0.7:
        parts.insert(rnd.randrange(len(parts) + 1), rnd.choice(list(special)))
    return "".join(parts)


def ours(folder, options, lines):
    where = ["--tokenizer", str(folder)] if options else ["--model", str(folder)]
    done = subprocess.run([PROGRAM, "tokenize", "--batch", "--no-cache", *where, *options], capture_output=True, text=True,
                          input="".join(json.dumps(line) + "\n" for line in lines))
    return [json.loads(line).get("ids") for line in done.stdout.splitlines()] or [done.stderr] * len(lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=int, default=2000)
    count = parser.parse_args().texts
    made = {text: number for number, text in enumerate(ranks.vocabulary())}
    plain, bad = gguf.texts(7, 400), 0
    plain += ["漢字かな混じりABC文Text漢", "it'S We'LL ſ'ſ", "１２３４५६७", "\u00a0\t\n\r\n  x", "ǅungla ÉCOLE école", "한국어 텍스트", "🤗👩‍👩‍👧 🇩🇪", "̈a̋̏ x́"]
    with tempfile.TemporaryDirectory() as temporary:
        for name, (file, config, options, pattern, special) in folders(len(made)).items():
            folder = Path(temporary) / name
            folder.mkdir()
            (folder / file).write_bytes(b"".join(b"%s %d\n" % (base64.b64encode(text), number) for text, number in made.items()))
            if config:
                (folder / "tokenizer_config.json").write_text(json.dumps(config), "utf-8")
            if pattern:
                encoding = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=made, special_tokens=special)
                encode = lambda text: encoding.encode(text, allowed_special="all")  # noqa: E731
            else:
                tokenizer = AutoTokenizer.from_pretrained(str(folder))
                encode = lambda text: tokenizer(text, add_special_tokens=False)["input_ids"]  # noqa: E731
                special = tokenizer.added_tokens_encoder
            rnd = random.Random(name)
            lines = [sample(rnd, plain, special) for _ in range(count)]
            wrong = [(line, encode(line), got) for line, got in zip(lines, ours(folder, options, lines)) if encode(line) != got]
            for line, want, got in wrong[:2]:
                print(name, repr(line), "want", want, "got", got)
            bad += len(wrong)
    print("folders of ranks: %d kinds, %d texts each, %d differ" % (len(folders(1)), count, bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
