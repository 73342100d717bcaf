"""Special tokens of a tokenizer's class, where the files leave them out, beside AutoTokenizer.

    check_class_tokens.py [--cases N] [--seed N]

Random folders: tokenizer_class and model_type of transformers' own lists, some tokens in tokenizer_config.json or
special_tokens_map.json, some null. Folders that transformers itself does not load are counted.
"""
import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import environment

environment.enter()

from transformers import AutoConfig, AutoTokenizer  # noqa: E402
from transformers.models.auto import tokenization_auto as auto  # noqa: E402
from transformers.models.auto.configuration_auto import CONFIG_MAPPING_NAMES  # noqa: E402

NAMES = ["bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"]
TEMPLATE = "".join("{%% if %s is defined %%}%s={{ %s }};{%% endif %%}" % (name, name, name) for name in NAMES)
COMMON = ["LlamaTokenizer", "LlamaTokenizerFast", "Qwen2Tokenizer", "Qwen2TokenizerFast", "GPT2Tokenizer", "GemmaTokenizer", "GemmaTokenizerFast",
          "CohereTokenizerFast", "CodeLlamaTokenizer", "GPTNeoXTokenizerFast", "PreTrainedTokenizerFast", "PreTrainedTokenizer", "T5Tokenizer", "NoSuchTokenizer"]


def configurable(kind):
    """Whether config.json may hold the model_type alone: some need the parts that they are made of, and are passed over without."""
    if kind not in CONFIG_MAPPING_NAMES:
        return True
    try:
        AutoConfig.for_model(kind)
    except Exception:  # noqa: BLE001
        return False
    return True


def tokenizer_json(byte_level):
    vocab = {text: i for i, text in enumerate(["<unk>", "<s>", "</s>", "<pad>", "<|endoftext|>", "a", "b", "ab"])}
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
            "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True} if byte_level else None,
            "post_processor": None, "decoder": None,
            "model": {"type": "BPE", "vocab": vocab, "merges": [["a", "b"]], "unk_token": "<unk>", "dropout": None, "byte_fallback": False,
                      "fuse_unk": False, "continuing_subword_prefix": None, "end_of_word_suffix": None, "ignore_merges": False}}


def make(folder, rnd, classes, types):
    config, general = {"chat_template": TEMPLATE}, {}
    pick = rnd.random()
    if pick < 0.8:
        config["tokenizer_class"] = rnd.choice(COMMON if rnd.random() < 0.6 else classes)
    if pick > 0.6:
        general["model_type"] = rnd.choice(["qwen2", "llama", "gpt2", "phi3", "gemma3_text", "cohere2", "mistral"] if rnd.random() < 0.5 else types)
    if pick > 0.95:
        general["tokenizer_class"] = rnd.choice(COMMON)
    for name in rnd.sample(NAMES, rnd.randrange(3)):
        config[name] = rnd.choice([None, "<x>", {"__type": "AddedToken", "content": "<y>", "special": True}])
    folder.mkdir()
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer_json(rnd.random() < 0.4)))
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    (folder / "config.json").write_text(json.dumps(general))
    if rnd.random() < 0.2:
        (folder / "special_tokens_map.json").write_text(json.dumps({rnd.choice(NAMES): rnd.choice([None, "<z>"])}))
    return {**config, **general, "chat_template": None}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    program = os.environ.get("CHATFMT", "build/chatfmt")
    classes = sorted({name for name in auto.TOKENIZER_MAPPING_NAMES.values() if name})
    types = sorted(filter(configurable, auto.TOKENIZER_MAPPING_NAMES))
    messages = [{"role": "user", "content": "a"}]
    counts, requests, wants = collections.Counter(), [], []
    with tempfile.TemporaryDirectory() as name:
        for i in range(args.cases):
            folder = Path(name) / ("m%d" % i)
            about = make(folder, random.Random(args.seed * 1000003 + i), classes, types)
            try:
                want = AutoTokenizer.from_pretrained(str(folder)).apply_chat_template(messages, tokenize=False)
            except Exception as error:  # noqa: BLE001 - whatever it lacks: a vocabulary, a package
                counts["not loaded by transformers"] += 1
                if os.environ.get("SHOW"):
                    print(about, type(error).__name__, str(error)[:150])
                continue
            requests.append(json.dumps({"id": i, "model": str(folder), "context": {"messages": messages}, "options": {}}))
            wants.append((want, about))
        done = subprocess.run([program, "render", "--batch"], input="\n".join(requests) + "\n", stdout=subprocess.PIPE, text=True, check=True)
    bad = 0
    for (want, about), line in zip(wants, done.stdout.split("\n")):
        got = json.loads(line)
        counts["compared"] += 1
        counts["with tokens of the class"] += any(name not in about and name + "=" in want for name in NAMES)
        if got.get("text") != want:
            bad += 1
            print("%s\n  want %s\n  got  %s" % (json.dumps(about), want, got.get("text", got)))
    print("class tokens: %d folders: %s; %d differ" % (args.cases, dict(counts), bad))
    return 1 if bad or not counts["with tokens of the class"] else 0


if __name__ == "__main__":
    sys.exit(main())
