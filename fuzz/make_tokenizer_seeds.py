#!/usr/bin/env python3
"""usage: make_tokenizer_seeds.py FOLDER - seeds for fuzz_tokenizer: every small tokenizer of
tests/tokenizers/synthetic.py, with the vocabulary of BPE models cut short, and a text."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "tokenizers"))
import synthetic  # noqa: E402


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for number, name in enumerate(synthetic.write(folder)):
        path = os.path.join(folder, name + ".json")
        with open(path, encoding="utf-8") as file:
            whole = json.load(file)
        os.remove(path)
        if "merges" in whole["model"] and name not in ("gpt2", "clip", "pieces"):
            whole["model"]["merges"] = whole["model"]["merges"][:4]
            if len(whole["model"]["vocab"]) > 300 and name != "nfc_added":
                used = {part for merge in whole["model"]["merges"] for part in
                        (merge if isinstance(merge, list) else merge.split(" "))}
                used |= {"".join(m) if isinstance(m, list) else m.replace(" ", "")
                         for m in whole["model"]["merges"]}
                vocab = whole["model"]["vocab"]
                whole["model"]["vocab"] = {t: i for t, i in vocab.items()
                                           if i < 24 or t in used or t == "<unk>"}
        text = synthetic.TEXTS[number % len(synthetic.TEXTS)]
        with open(os.path.join(folder, name), "wb") as file:
            file.write(json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode())
            file.write(b"\xfe" + (text + " <s>the</s> the 123").encode())


if __name__ == "__main__":
    main()
