"""Ids and masks of the program against apply_chat_template(tokenize=True) of transformers: random
tagged conversations over real tokenizers and over those that synthetic.py makes.

usage: check_tokens.py [--auto VARIANTS] [--cases N] [--seed N] [--oracle FOLDER] [--only NAME] [--show N]

The folders say PreTrainedTokenizerFast; with --auto each says in turn what AutoTokenizer makes other
tokenizers of: classes, model_types, add_prefix_space, legacy, with and without added_tokens_decoder.

Real tokenizers are those that tests/tokenizers/fetch_oracle.sh has fetched; without them the test
says so and goes on with the others.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import environment

environment.enter()

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tokenizers"))
import synthetic  # noqa: E402

from tokenizers import Tokenizer  # noqa: E402
from transformers import AutoTokenizer, PreTrainedTokenizerFast  # noqa: E402

TEMPLATES = [
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{% if m.role == 'assistant' %}{% generation %}{{ m.content }}<|im_end|>"
    "{% endgeneration %}{% else %}{{ m.content }}<|im_end|>{% endif %}\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}",
    "{{ bos_token }}{% for m in messages %}{% if m.role == 'assistant' %}{% generation %}{{ m.content }}{{ eos_token }}"
    "{% endgeneration %}{% else %}[INST] {{ m.content }} [/INST]{% endif %}{% endfor %}",
    "{{ bos_token }}{% for m in messages %}<|start_header_id|>{{ m.role }}<|end_header_id|>\n\n{% if m.role == 'assistant' %}"
    "{% generation %}{{ m.content | trim }}<|eot_id|>{% endgeneration %}{% else %}{{ m.content | trim }}<|eot_id|>{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|start_header_id|>assistant<|end_header_id|>\n\n{% endif %}",
    "{% for m in messages %}<start_of_turn>{{ 'model' if m.role == 'assistant' else m.role }}\n{% if m.role == 'assistant' %}"
    "{% generation %}{{ m.content }}{% endgeneration %}{% else %}{{ m.content }}{% endif %}<end_of_turn>\n{% endfor %}",
    "{% for m in messages %}{% if m.role == 'assistant' %}{% generation %}{{ m.content }}{% endgeneration %}{% else %}"
    "{{ m.content }}{% endif %}{% endfor %}",
    "{% for m in messages %}{{ m.role }}: {% generation %}{{ m.content if m.role == 'assistant' }}{% endgeneration %}"
    "{{ m.content if m.role != 'assistant' }}\n{% endfor %}",
    "{% macro say(m) %}<{{ m.role }}>{% generation %}{{ m.content }}{% endgeneration %}</{{ m.role }}>{% endmacro %}"
    "{% for m in messages %}{{ say(m) }}{% endfor %}",
    "{% for m in messages %}<｜{{ m.role }}｜>{% if m.role == 'assistant' %}{% generation %}<think>\n{{ m.content }}\n</think>\n\n"
    "{{ m.content }}<｜end▁of▁sentence｜>{% endgeneration %}{% else %}{{ m.content }}{% endif %}{% endfor %}",
]
WORDS = ["Hello", "world", "the quick brown fox", "naïve café", "你好，世界", "こんにちは", "안녕하세요", "Привет", "مرحبا بالعالم",
         "😀", "👩‍👩‍👧", "🤗🤗", "e\u0301", "ﬁ", "Ω", "１２３", "123456", "3.14", "x = y[0]", "def f(a):\n    return a\n", "\n", "\n\n",
         "  ", "\t", " ", "\u00a0", "\u200b", "…", "<b>", "</b>", "<table>", "```", "a</s>b", "<s>", "</s>", "<|im_end|>",
         "<|eot_id|>", "<end_of_turn>", "<think>", "<|x|>", "ＡＢＣ", "ĀĂ", "\x7f", "\u2581", "<0x0A>", "'s", "I'LL", "it's",
         "ſ", "🇩🇪", "नमस्ते", "ไทย", "𝒳", "\r\n", "MIXEDcase", "http://a.b/c?d=e", "the", "Day", "foo", "<mask> ", " <x>"]
CONFIG = {"bos_token", "eos_token", "pad_token", "unk_token", "model_max_length", "padding_side", "truncation_side"}


def content(rnd):
    if rnd.random() < 0.06:
        return rnd.choice(["", " ", "\n", "é", "\U0001f917"])
    joint = rnd.choice(["", " ", " ", "\n"])
    return joint.join(rnd.choice(WORDS) for _ in range(rnd.randrange(1, 14)))


def chat(rnd):
    roles = ["system"] if rnd.random() < 0.3 else []
    for _ in range(rnd.randrange(1, 4)):
        roles += ["user", "assistant"]
    if rnd.random() < 0.2:
        roles = ["assistant"] + roles
    if rnd.random() < 0.2:
        roles.pop()
    return [{"role": r, "content": content(rnd)} for r in roles]


def call(rnd, sided):
    args = {"messages": [chat(rnd) for _ in range(rnd.randrange(1, 5))] if rnd.random() < 0.3 else chat(rnd)}
    args["chat_template"] = rnd.choice(TEMPLATES)
    if rnd.random() < 0.3:
        args["add_generation_prompt"] = True
    if rnd.random() < 0.3:
        args["padding"] = rnd.choice([True, "max_length", "longest", False])
    if rnd.random() < 0.3:
        args["truncation"] = rnd.choice([True, "longest_first", "only_first", False, "do_not_truncate"])
    if rnd.random() < 0.4:
        args["max_length"] = rnd.choice([1, 7, 16, 33, 64, 128])
    more = {}
    if rnd.random() < 0.15:
        more["pad_to_multiple_of"] = rnd.choice([2, 8, 16])
    if rnd.random() < 0.2:
        more["padding_side"] = rnd.choice(["left", "right"])
    if more:
        args["tokenizer_kwargs"] = more
    if rnd.random() < 0.85:
        args["return_assistant_tokens_mask"] = True
    return args


def expected(tokenizer, args):
    args = dict(args)
    conversation = args.pop("messages")
    try:
        out = tokenizer.apply_chat_template(conversation, tokenize=True, return_dict=True, **args)
        return {k: out[k] for k in ("input_ids", "attention_mask", "assistant_masks") if k in out}
    except Exception as error:  # noqa: BLE001
        return {"error": type(error).__name__, "message": str(error)}


def same(want, got):
    if "error" in want:
        if "error" not in got:
            return False
        message = got["error"]["message"]
        if "unk token" in want["message"].lower():  # ours says it in its own words
            return "the unknown token is not in the vocabulary" in message
        return want["error"] == "OverflowError" or want["message"].startswith(message[:60])
    return (got.get("ids") == want["input_ids"] and got.get("attention_mask") == want["attention_mask"]
            and ("assistant_masks" not in want or got.get("assistant_masks") == want["assistant_masks"]))


def more_tokens(rnd, config, whole):
    """Tokens that the configuration adds to tokenizer.json, in the forms that it may have."""
    texts = ["<new>", "Hello", "fox", "<think>", "[X]", " quick", "é", "<|im_end|>", "world", "</s>", "ＡＢＣ"]
    flags = lambda: {k: rnd.random() < 0.3 for k in ("lstrip", "rstrip", "single_word", "normalized")}
    token = lambda special: {"content": rnd.choice(texts), **flags(), **special}
    config = dict(config)
    if rnd.random() < 0.6:
        config["added_tokens_decoder"] = {str(i): token({"special": rnd.random() < 0.5}) for i in rnd.sample(range(400), 3)}
        for row in rnd.sample(whole["added_tokens"], min(2, len(whole["added_tokens"]))):
            config["added_tokens_decoder"][str(500 + rnd.randrange(300))] = {
                k: row[k] for k in ("content", "lstrip", "rstrip", "single_word", "normalized", "special")}
    if rnd.random() < 0.6:
        config["mask_token"] = rnd.choice([rnd.choice(texts), token({"__type": "AddedToken"})])
    if rnd.random() < 0.4:
        config["image_token"] = rnd.choice(texts)
    if rnd.random() < 0.5:
        config[rnd.choice(["extra_special_tokens", "additional_special_tokens"])] = rnd.choice(
            [rnd.sample(texts, 2), [rnd.choice(texts), token({"__type": "AddedToken", "special": True})]])
    elif rnd.random() < 0.4:
        config["extra_special_tokens"] = {"my_token": rnd.choice(texts), "your_token": rnd.choice(texts)}
    return config


def folders(oracle, temporary):
    """Model folders by name: real tokenizers, then synthetic ones."""
    real = [p for p in sorted(Path(oracle).iterdir()) if (p / "tokenizer.json").exists()] if Path(oracle).is_dir() else []
    if not real:
        print("no real tokenizers in %s (tests/tokenizers/fetch_oracle.sh fetches them): only synthetic ones" % oracle)
    for path in real:
        folder = Path(temporary) / path.name
        folder.mkdir()
        os.symlink(path / "tokenizer.json", folder / "tokenizer.json")
        config = {k: v for k, v in json.loads((path / "tokenizer_config.json").read_text("utf-8")).items() if k in CONFIG}
        yield folder, config
    made = Path(temporary) / "synthetic"
    made.mkdir()
    for name in synthetic.write(str(made)):
        folder = Path(temporary) / ("made_" + name)
        folder.mkdir()
        shutil.move(made / (name + ".json"), folder / "tokenizer.json")
        whole = json.loads((folder / "tokenizer.json").read_text("utf-8"))
        texts = {t["content"] for t in whole["added_tokens"]}
        config = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<|a|>", "model_max_length": 48,
                  "truncation_side": "left"} if "<s>" in texts else {}
        yield folder, config
        if name in ("cl100k_direct", "nfc_added", "llama", "gemma", "gpt2_prefix", "form_nfkc", "strip", "deepseek"):
            for number in range(6):
                more = Path(temporary) / ("made_%s_more%d" % (name, number))
                more.mkdir()
                shutil.copy(folder / "tokenizer.json", more / "tokenizer.json")
                yield more, more_tokens(random.Random("%s %d" % (name, number)), config, whole)


def exact_differences(rows, figures, examples):
    """Where the exact mask is another one than the reference's, and why."""
    for name, args, hf, exact in rows:
        if "error" in hf or "error" in exact or isinstance(hf["ids"][:1], list) and hf["ids"] and isinstance(hf["ids"][0], list):
            continue
        figures["compared"] += 1
        a, b = hf["assistant_masks"], exact["assistant_masks"]
        if a == b:
            figures["same"] += 1
            continue
        more = [i for i in range(len(a)) if a[i] and not b[i]]
        fewer = [i for i in range(len(a)) if b[i] and not a[i]]
        kind = ("shifted tags (macro)" if "macro" in args["chat_template"] else
                "runs to the end of the row" if more else
                "a last character in several tokens" if fewer else "other")
        figures[kind] = figures.get(kind, 0) + 1
        examples.setdefault(kind, (name, hf["text"], more, fewer))


CLASSES = ["LlamaTokenizer", "LlamaTokenizerFast", "GemmaTokenizer", "GemmaTokenizerFast", "Qwen2Tokenizer",
           "Qwen2TokenizerFast", "GPT2Tokenizer", "GPT2TokenizerFast", "GPTNeoXTokenizerFast", "CohereTokenizer", "CohereTokenizerFast",
           "PreTrainedTokenizerFast", "TokenizersBackend"]
TYPES = ["llama", "mistral", "qwen2", "qwen3", "phi3", "gemma3_text", "cohere2", "gpt2", "gpt_neox", "deepseek_v3", "internlm2", "no_such_type"]


def has_holes(whole):
    """Whether ids are left out: the classes number added tokens anew, which no published file needs."""
    vocab = whole["model"]["vocab"]
    more = sorted({row["id"] for row in whole["added_tokens"]} - set(vocab.values()))
    return more != list(range(len(vocab), len(vocab) + len(more)))


def spread(rnd, whole):
    """The same file with an added token far behind all others, as that of GPT-4 is, or None."""
    texts = [row["content"] for row in whole["added_tokens"]]
    if not texts or any(text not in whole["model"]["vocab"] for text in texts):
        return None
    moved, text = json.loads(json.dumps(whole)), rnd.choice(texts)
    moved["model"]["vocab"][text] = max(whole["model"]["vocab"].values()) + rnd.randrange(5, 30)
    for row in moved["added_tokens"]:
        row["id"] = moved["model"]["vocab"].get(row["content"], row["id"])
    return moved


def declare(rnd, config, whole):
    """Another tokenizer_config.json for the same tokenizer.json, and a config.json, or None."""
    config, general = dict(config), None
    if rnd.random() < 0.85:
        classes = [name for name in CLASSES if "Gemma" not in name or "<unk>" in whole["model"]["vocab"]]
        config["tokenizer_class"] = rnd.choice(classes)
    if rnd.random() < 0.4:
        general = {"model_type": rnd.choice(TYPES)}
    for name in ("add_prefix_space", "legacy"):
        if rnd.random() < 0.4:
            config[name] = rnd.choice([True, False, None])
    if rnd.random() < 0.4:
        config["added_tokens_decoder"] = {str(t["id"]): {k: v for k, v in t.items() if k != "id"} for t in whole["added_tokens"]}
        if rnd.random() < 0.3 and config["added_tokens_decoder"]:
            config["added_tokens_decoder"].popitem()
    return config, general


def about(folder):
    """What the folder says of its class."""
    config = json.loads((folder / "tokenizer_config.json").read_text("utf-8"))
    general = folder / "config.json"
    return json.dumps({**{k: v for k, v in config.items() if k in ("tokenizer_class", "add_prefix_space", "legacy")},
                       "added_tokens_decoder": len(config.get("added_tokens_decoder", [])),
                       "config.json": json.loads(general.read_text("utf-8")) if general.exists() else None})


def variants(folder, config, count, seed):
    """(folder, its tokenizer of transformers, or None where that has none)"""
    if not count:
        (folder / "tokenizer_config.json").write_text(json.dumps({**config, "tokenizer_class": "PreTrainedTokenizerFast"}))
        yield folder, PreTrainedTokenizerFast.from_pretrained(str(folder))
        return
    rnd = random.Random("%d %s auto" % (seed, folder.name))
    whole = json.loads((folder / "tokenizer.json").read_text("utf-8"))
    if whole["model"].get("type", "BPE") != "BPE" or "_more" in folder.name:
        return  # these classes take vocabulary and merges; tokens that no file has together are for the plain class
    ids = Tokenizer.from_file(str(folder / "tokenizer.json"))
    for row in whole["added_tokens"]:  # ids in synthetic files are made up, and the classes go by them
        row["id"] = ids.token_to_id(row["content"])
    if has_holes(whole):
        return
    files = {"whole": whole, "spread": spread(rnd, whole)}
    for name, file in files.items():
        (folder / (name + ".json")).write_text(json.dumps(file))
    for number in range(count):
        name = "spread" if number % 4 == 3 and files["spread"] else "whole"
        made, general = declare(rnd, config, files[name])
        other = folder.parent / ("%s_auto%d" % (folder.name, number))
        other.mkdir()
        os.symlink(folder / (name + ".json"), other / "tokenizer.json")
        (other / "tokenizer_config.json").write_text(json.dumps(made))
        if general:
            (other / "config.json").write_text(json.dumps(general))
        try:
            yield other, AutoTokenizer.from_pretrained(str(other))
        except Exception as error:  # noqa: BLE001 - a class that takes other files
            yield other, None
            if os.environ.get("SHOW"):
                print(other.name, made.get("tokenizer_class"), general, type(error).__name__, str(error)[:150])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--auto", type=int, default=0)
    parser.add_argument("--oracle", default=os.environ.get("CHATFMT_ORACLE", str(Path.home() / ".cache/chatfmt-oracle")))
    parser.add_argument("--only")
    parser.add_argument("--show", type=int, default=6)
    args = parser.parse_args()
    program = os.environ.get("CHATFMT", "build/chatfmt")
    total = dict(calls=0, ids=0, masks=0, errors=0, differ=0, **{"not loaded": 0})
    figures, examples, shown = dict(compared=0, same=0), {}, 0
    with tempfile.TemporaryDirectory() as temporary:
        every = (made for folder, config in folders(args.oracle, temporary) if not args.only or args.only in folder.name
                 for made in variants(folder, config, args.auto, args.seed))
        for folder, tokenizer in every:
            if tokenizer is None:
                total["not loaded"] += 1
                continue
            rnd = random.Random("%d %s" % (args.seed, folder.name))
            real = not folder.name.startswith("made_")
            calls = [call(rnd, real) for _ in range(args.cases if real else max(20, args.cases // 10))]
            lines = []
            for one in calls:
                request = {"id": 0, "model": str(folder), "context": {**one, "tokenize": True}, "options": {"attention_mask": True}}
                lines.append(json.dumps(request))
                exact = {k: v for k, v in one.items() if k != "return_assistant_tokens_mask"}
                lines.append(json.dumps({"id": 0, "model": str(folder), "context": {**exact, "tokenize": True},
                                         "options": {"mask": "generation"}}))
            answers = subprocess.run([program, "render", "--batch"], input="\n".join(lines) + "\n", capture_output=True,
                                     text=True, check=True).stdout.split("\n")[:-1]
            answers = [json.loads(a) for a in answers]
            rows = []
            for one, got, exact in zip(calls, answers[::2], answers[1::2]):
                want = expected(tokenizer, one)
                total["calls"] += 1
                total["errors" if "error" in want else "ids"] += 1
                total["masks"] += "assistant_masks" in want
                if "assistant_masks" in want:
                    rows.append((folder.name, one, got, exact))
                if not same(want, got):
                    total["differ"] += 1
                    shown += 1
                    if shown <= args.show:
                        print(folder.name, about(folder), json.dumps(one, ensure_ascii=False)[:900])
                        print("  want", json.dumps(want, ensure_ascii=False)[:700])
                        print("  got ", json.dumps(got, ensure_ascii=False)[:900])
            exact_differences(rows, figures, examples)
    print("against transformers: %s" % total)
    print("exact masks against the reference's: %s" % figures)
    for kind, (name, text, more, fewer) in examples.items():
        print("  %s: %s %r more %s fewer %s" % (kind, name, text[:120], more[:8], fewer[:8]))
    return 1 if total["differ"] or not total["calls"] else 0


if __name__ == "__main__":
    sys.exit(main())
