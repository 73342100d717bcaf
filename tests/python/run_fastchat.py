#!/usr/bin/env python3
"""FastChat's own trainers and adapters, with its own conversations or with chatfmt.fastchat in their place.

    run_fastchat.py fastchat|chatfmt <input.json >output.json

The input is {"names": [model, …], "samples": [{"script", "template"?, "mode"?, "system"?, "source", "tokenizer"}]}; the output
says which template each name gets and what its prompt is, and the ids and labels of each sample. What FastChat
imports and these functions do not compute with (torch, transformers and the like) are empty modules; tensors are numpy arrays, and a tokenizer
has one id per code point.
"""
import contextlib
import importlib
import importlib.abc
import importlib.machinery
import io
import json
import sys
import types

import numpy

EMPTY = ("torch", "transformers", "accelerate", "peft", "psutil", "jsonlines", "tqdm", "requests", "datasets", "bitsandbytes")


class Anything(type):
    """A class of any use: calling and subscripting it gives it back."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return -100 if name == "ignore_index" else cls

    def __call__(cls, *args, **kwargs):
        # As a decorator, of what it decorates.
        return args[0] if len(args) == 1 and callable(args[0]) and not isinstance(args[0], Anything) else cls

    def __getitem__(cls, key):
        return cls

    def __iter__(cls):
        return iter(())


class EmptyModule(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        made = Anything(name, (), {})
        setattr(self, name, made)
        return made


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in EMPTY:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return EmptyModule(spec.name)

    def exec_module(self, module):
        pass


class Tensor(numpy.ndarray):
    def clone(self):
        return self.copy()

    def ne(self, value):
        return self != value


class Tokenizer:
    """One id per code point, one for each special token; ids are ordinals plus 10."""

    pad_token_id, bos_token_id, unk_token_id = 0, 1, 2
    model_max_length = 2048

    def __init__(self, about):
        self.specials = about["special_tokens"]
        self.has_bos = about["bos"]
        self.legacy = about.get("legacy", False)
        self.eos_token = "</s>"

    def encode(self, text, add_special_tokens=True):
        ids = [1] if self.has_bos and add_special_tokens else []
        at = 0
        while at < len(text):
            found = next((i for i, word in enumerate(self.specials) if text.startswith(word, at)), None)
            ids.append(3 + found if found is not None else ord(text[at]) + 10)
            at += len(self.specials[found]) if found is not None else 1
        return ids

    def __call__(self, text, return_tensors=None, padding=None, max_length=None, truncation=None,
                 add_special_tokens=True):
        if isinstance(text, str):
            return types.SimpleNamespace(input_ids=self.encode(text, add_special_tokens))
        rows = [self.encode(one, add_special_tokens)[:max_length] for one in text]
        rows = [row + [0] * (max_length - len(row)) for row in rows]
        return types.SimpleNamespace(input_ids=numpy.array(rows).view(Tensor))


def kind_of(error):
    """The exception's class; of one of ours the first of Python's own that it is made of."""
    return next(cls.__name__ for cls in type(error).__mro__ if cls.__module__ == "builtins" and cls is not Exception)


def train(sample):
    script = sample["script"].split()[0][:-len(".py")]
    module = importlib.import_module("fastchat.train." + script)
    tokenizer = Tokenizer(sample["tokenizer"])
    module.local_rank = 0
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            if script == "train_flant5":
                header = f"{module.default_conversation.system_message}\n\n"
                return {"text": module._add_speaker_and_signal(header, sample["source"])}
            if script == "train_yuan2":
                modes = ("last_response_loss", "split_example_loss", "efficient_loss")
                chosen = types.SimpleNamespace(**{mode: mode == sample["mode"] for mode in modes})
                made = module.preprocess([sample["source"]], tokenizer, chosen)
            elif script == "train_with_template":
                made = module.preprocess([sample["source"]], tokenizer, sample["template"], systems=[sample.get("system") or ""])
            elif script == "train_baichuan":
                made = module.preprocess([sample["source"]], tokenizer, systems=[sample.get("system") or ""])
            else:
                made = module.preprocess([sample["source"]], tokenizer)
    except Exception as error:
        return {"error": kind_of(error)}
    used = [int((row != 0).sum()) for row in made["input_ids"]]
    return {"ids": [row[:n].tolist() for row, n in zip(made["input_ids"], used)],
            "labels": [row[:n].tolist() for row, n in zip(made["labels"], used)], "said": said.getvalue()}


def adapted(name):
    adapter = importlib.import_module("fastchat.model.model_adapter")
    try:
        conv = adapter.get_conversation_template(name)
        conv.append_message(conv.roles[0], "Hello!")
        conv.append_message(conv.roles[1], "Hi there!")
        conv.append_message(conv.roles[0], "How are you?")
        conv.append_message(conv.roles[1], None)
        return {"template": conv.name, "prompt": conv.get_prompt(), "openai": conv.to_openai_api_messages(),
                "dict": conv.dict(), "stop": [conv.stop_str, conv.stop_token_ids]}
    except Exception as error:
        return {"error": kind_of(error)}


def main():
    output, sys.stdout = sys.stdout, sys.stderr
    sys.meta_path.insert(0, Finder())
    if sys.argv[1] == "chatfmt":
        import chatfmt.fastchat
        sys.modules["fastchat.conversation"] = chatfmt.fastchat
    given = json.load(sys.stdin)
    out = {"names": [adapted(name) for name in given["names"]], "samples": [train(sample) for sample in given["samples"]]}
    conversation = importlib.import_module("fastchat.conversation")
    out["conversation"] = conversation.__file__
    out["templates"] = list(conversation.conv_templates)
    json.dump(out, output)


if __name__ == "__main__":
    main()
