#!/usr/bin/env python3
"""What FastChat's and XTuner's trainers make of samples, with real tokenizers: the oracle of check_trainers.py.

    trainers.py TOKENIZERS COUNT SEED > cases.jsonl      run by the environment that check_trainers.py makes

The functions are those of the packages, called as their scripts call them: preprocess() of train.py, train_baichuan.py and
train_with_template.py, encode_fn() of XTuner. They want torch for tensors alone: here a tensor is a numpy array. A tokenizer is the
tokenizer.json in the library that reads it for transformers, with padding and truncation as transformers sets them.
"""
import contextlib
import functools
import io
import json
import os
import random
import sys
import types

import numpy
import tokenizers

SPECIALS = {"llama2": ("<s>", "</s>", "<unk>"), "llama3": ("<|begin_of_text|>", "<|end_of_text|>", "<|reserved_special_token_0|>"),
            "qwen3": (None, "<|im_end|>", "<|endoftext|>"), "deepseek_v3": ("<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>", "<｜▁pad▁｜>")}
TEMPLATES = ["vicuna_v1.1", "llama-2", "qwen-7b-chat", "Yi-34b-chat", "mistral", "zero_shot", "koala_v1", "airoboros_v1", "tulu"]
XTUNER = ["default", "vicuna", "internlm_chat", "llama2_chat", "qwen_chat", "gemma", "zephyr", "mistral", "deepseek_coder", "llama3_chat"]
WORDS = ("Hello", "what is 2+2?", "Zoé", "上海", "  two  ", "line\nbreak", "</s>", "<|im_end|>", "USER: x", "ASSISTANT: ", "{braces}", "🌧️ rain", "a\tb", "x" * 30,
         "def f(x):\n    return x", "[INST]", "1,234.5", "it's", " ", "<s>")


class Tensor(numpy.ndarray):
    def clone(self):
        return self.copy()

    def ne(self, other):
        return self != other


def tensor(rows):
    return numpy.array(rows, dtype=numpy.int64).view(Tensor)


class Config(dict):
    """mmengine's ConfigDict: members as attributes."""

    def __init__(self, *items, **members):
        super().__init__(*items, **members)
        for key, value in self.items():
            if isinstance(value, dict) and not isinstance(value, Config):
                self[key] = Config(value)

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(name)


@functools.lru_cache(None)
def load(path):
    return tokenizers.Tokenizer.from_file(path)


class Tokenizer:
    """As much of PreTrainedTokenizerFast as the trainers use."""

    def __init__(self, path, specials, length, legacy):
        self.inner = load(path)
        self.inner.no_padding()
        self.inner.no_truncation()
        self.bos_token, self.eos_token, self.pad_token = specials
        self.bos_token_id, self.eos_token_id, self.pad_token_id = (t and self.inner.token_to_id(t) for t in specials)
        self.model_max_length, self.legacy = length, legacy

    def encode(self, text, add_special_tokens=True):
        return self.inner.encode(text, add_special_tokens=add_special_tokens).ids

    def __call__(self, text, add_special_tokens=True, return_tensors=None, padding=None, max_length=None, truncation=None):
        if isinstance(text, str):
            return types.SimpleNamespace(input_ids=self.encode(text, add_special_tokens))
        rows = []
        for one in text:
            if truncation:
                self.inner.enable_truncation(max_length)
            ids = self.encode(one, add_special_tokens)
            self.inner.no_truncation()
            rows.append(ids + [self.pad_token_id] * (max_length - len(ids)))
        return types.SimpleNamespace(input_ids=tensor(rows))


def stand_ins():
    """What the scripts import to train, which nothing here calls."""
    class Anything(types.ModuleType):
        __path__ = []

        def __getattr__(self, name):
            if name.startswith("__"):
                raise AttributeError(name)
            return type(name, (), {"ignore_index": -100})
    for name in ("torch", "torch.nn", "torch.utils", "torch.utils.data", "torch.distributed", "torch.distributed.fsdp", "transformers", "transformers.trainer_pt_utils",
                 "accelerate", "accelerate.utils", "deepspeed", "peft", "jsonlines", "requests", "PIL", "PIL.Image"):
        sys.modules.setdefault(name, Anything(name))


def scripts():
    """The modules of the trainers, and XTuner's file of encode_fn, without what the packages import around it."""
    stand_ins()
    import importlib.util
    from fastchat.conversation import get_conv_template
    adapter = types.ModuleType("fastchat.model.model_adapter")
    adapter.get_conversation_template = lambda name: get_conv_template("vicuna_v1.1" if name == "vicuna" else name)
    sys.modules["fastchat.model"] = types.ModuleType("fastchat.model")
    sys.modules["fastchat.model.model_adapter"] = adapter
    import fastchat
    found = {}
    for name in ("train", "train_baichuan", "train_with_template"):
        path = os.path.join(os.path.dirname(fastchat.__file__), "train", name + ".py")
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        module.rank0_print = lambda *words: None
        found[name] = module
    constants = types.ModuleType("xtuner.utils")
    constants.DEFAULT_IMAGE_TOKEN, constants.IGNORE_INDEX, constants.IMAGE_TOKEN_INDEX = "<image>", -100, -200
    sys.modules.setdefault("xtuner", types.ModuleType("xtuner"))
    sys.modules["xtuner.utils"] = constants
    root = next(os.path.join(folder, "xtuner") for folder in sys.path if os.path.exists(os.path.join(folder, "xtuner", "dataset", "utils.py")))
    names = {}
    for name, path in (("encode", "dataset/utils.py"), ("map", "dataset/map_fns/template_map_fn.py"), ("templates", "utils/templates.py")):
        source = open(os.path.join(root, path), encoding="utf-8").read()
        source = source.replace("from mmengine.utils.misc import get_object_from_string", "").replace("from mmengine.config import ConfigDict", "")
        scope = {"__name__": name, "ConfigDict": Config}
        exec(compile(source, path, "exec"), scope)
        names[name] = types.SimpleNamespace(**scope)
    return found, names


def text(r):
    return r.choice(("", " ", "\n")).join(r.choice(WORDS) for _ in range(r.randint(1, 8)))


def sample(r):
    rounds = r.randint(1, 4)
    return [{"from": ("human", "gpt")[i % 2], "value": text(r)} for i in range(rounds * 2 - (r.random() < 0.1))]


def fastchat_case(found, folder, name, r):
    trainer = r.choice(("train", "train_with_template", "train_with_template", "train_baichuan"))
    format_name = "vicuna_v1.1" if trainer != "train_with_template" else r.choice(TEMPLATES)
    length, legacy = r.choice((40, 64, 300, 300, 1000)), r.random() < 0.5
    tokenizer = Tokenizer(os.path.join(folder, name, "tokenizer.json"), SPECIALS[name], length, legacy)
    source, system = sample(r), text(r) if trainer == "train_with_template" and r.random() < 0.3 else None
    case = {"tokenizer": name, "trainer": trainer, "format": format_name, "legacy": legacy, "max_length": length, "source": source, "system": system}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            if trainer == "train_with_template":
                made = found[trainer].preprocess([source], tokenizer, format_name, **({"systems": [system]} if system else {}))
            else:
                made = found[trainer].preprocess([source], tokenizer)
    except (AssertionError, KeyError, TypeError, ValueError, UnboundLocalError) as e:
        return {**case, "error": type(e).__name__}
    ids, labels = made["input_ids"][0].tolist(), made["labels"][0].tolist()
    count = len(ids)
    while count and ids[count - 1] == tokenizer.pad_token_id:
        count -= 1
    assert all(label == -100 for label in labels[count:])
    return {**case, "input_ids": ids[:count], "labels": labels[:count]}


def xtuner_case(names, folder, name, r):
    format_name, length = r.choice(XTUNER), r.choice((30, 100, 500, 2000))
    tokenizer = Tokenizer(os.path.join(folder, name, "tokenizer.json"), SPECIALS[name], length, True)
    if tokenizer.bos_token is None:
        tokenizer.__class__ = type("Qwen2TokenizerFast", (Tokenizer,), {})
    rounds, alone = [], r.random() < 0.1
    for i in range(1 if alone else r.randint(1, 4)):
        one = {"input": text(r), "output": text(r)}
        if r.random() < (0.5 if i == 0 else 0.1):
            one["system"] = text(r)
        if r.random() < 0.2:
            one["output_with_loss"] = False
        rounds.append(one)
    case = {"tokenizer": name, "trainer": "xtuner", "format": "xtuner/" + format_name, "max_length": length, "source": rounds, "input_alone": alone}
    mapped = names["map"].template_map_fn({"conversation": json.loads(json.dumps(rounds))}, names["templates"].PROMPT_TEMPLATE[format_name])
    made = names["encode"].encode_fn(mapped, tokenizer, length, not alone)
    return {**case, "input_ids": made["input_ids"], "labels": made["labels"]}


def main():
    folder, count, r = sys.argv[1], int(sys.argv[2]), random.Random(int(sys.argv[3]))
    with contextlib.redirect_stdout(io.StringIO()):
        found, names = scripts()
    for name in ("llama2", "llama3", "qwen3"):
        for _ in range(count):
            print(json.dumps(fastchat_case(found, folder, name, r)))
        for _ in range(count):
            print(json.dumps(xtuner_case(names, folder, name, r)))


if __name__ == "__main__":
    main()
