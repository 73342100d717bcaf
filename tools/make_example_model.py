#!/usr/bin/env python3
"""Makes examples/model: a model folder without weights, small enough for the tree, on which every
example and every command of the documentation runs.

    make_example_model.py          needs the package tokenizers

Its tokenizer is byte-level BPE, trained on docs/design.md; its special tokens and its chat template
are of the ChatML kind: system prompt, tools, reasoning, tool calls, generation tags.
"""
import json
import os

from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "examples", "model")
SIZE = 512
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
MARKERS = ("<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>")
# Qwen2's: a pattern that needs no PCRE2, so the examples run in every build.
PATTERN = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
TEXT = """It is warm in the city. What is the weather in Zurich? You are a helpful assistant. Please answer the
question of the user. Thank you, I will call a tool and tell you what it says. """


def tokenizer():
    out = Tokenizer(models.BPE())
    out.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(__import__("tokenizers").Regex(PATTERN), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    out.decoder = decoders.ByteLevel()
    out.train_from_iterator([TEXT] * 4, trainers.BpeTrainer(
        vocab_size=SIZE - len(SPECIAL) - len(MARKERS), show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    out.add_special_tokens([AddedToken(text, special=True, normalized=False) for text in SPECIAL])
    out.add_tokens([AddedToken(text, normalized=False) for text in MARKERS])
    return out


def write(name, text):
    with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
        file.write(text.rstrip("\n") + "\n")


def main():
    os.makedirs(FOLDER, exist_ok=True)
    write("tokenizer.json", json.dumps(json.loads(tokenizer().to_str()), ensure_ascii=False, separators=(",", ":")))
    write("tokenizer_config.json", json.dumps({
        "tokenizer_class": "PreTrainedTokenizerFast", "bos_token": None, "eos_token": "<|im_end|>",
        "pad_token": "<|endoftext|>", "model_max_length": 4096, "padding_side": "left"}, indent=2))
    write("generation_config.json", json.dumps({"eos_token_id": tokenizer().token_to_id("<|im_end|>")}, indent=2))


if __name__ == "__main__":
    main()
