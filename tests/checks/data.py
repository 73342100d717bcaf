#!/usr/bin/env python3
"""Feeds check_failures_data (see there): rows, requests, packs, samples of trainers, analyses of templates, spans.

    data.py PROGRAM [PLACES]        PLACES: how many places of one piece of work fail (24)
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(TESTS, room) for room in ("replies", "models", "tokenizers")]
import check_lint  # noqa: E402
import folders  # noqa: E402
import readers  # noqa: E402
from feed import feed  # noqa: E402
from token_cases import tokenizer  # noqa: E402

USER, ANSWER = {"role": "user", "content": "Hi é <s>"}, {"role": "assistant", "content": "Hello!"}
TOOL = {"type": "function", "function": {"name": "f", "description": "d", "parameters": {"type": "object", "properties": {}}}}
SHARE = [{"from": "human", "value": "q"}, {"from": "gpt", "value": "a"}]
XTUNER = [{"system": "S", "input": "q", "output": "a"}, {"input": "r", "output": "b", "output_with_loss": False}, {"output": "c"}, {"input": "t"}]

# Column by column, and what is refused of each.
ROWS = [
    {"messages": [USER, ANSWER]}, {"messages": [USER], "system": "S"}, {"messages": [{"role": "system", "content": "s"}, USER], "system": "S"},
    {"messages": [], "system": "S"}, {"messages": [5], "system": "S"}, {"messages": 5}, {"messages": None, "prompt": "p"}, {}, 5, {"system": "S"},
    {"messages": [{"role": 5}], "system": "S"}, {"conversations": SHARE, "system": "S"}, {"conversations": SHARE}, {"conversations": [{"from": who, "value": "x"}
     for who in ("human", "gpt", "chatgpt", "bing", "bard", "model", "observation", "function_response", "function_call", "system", "tool", "cat")]},
    {"conversations": [USER, ANSWER]}, {"conversations": [{"from": "human"}]}, {"conversations": [{"value": "x"}]}, {"conversations": [5]},
    {"conversations": [{"from": "x" * 64, "value": "y"}]}, {"conversations": [{"from": "human", "value": None}]}, {"conversation": XTUNER}, {"conversation": XTUNER, "system": "T"},
    {"conversation": [5]}, {"conversation": [{"system": "", "input": None, "output": "x"}]}, {"conversation": [{"system": 5, "input": 5, "output": 5, "output_with_loss": 0}]},
    {"prompt": "p", "completion": "c"}, {"prompt": [USER], "completion": [ANSWER], "system": "S"}, {"prompt": [USER, 5]}, {"prompt": "p", "completion": None}, {"prompt": {"a": 1}},
    *({"messages": [USER], "tools": tools, "documents": tools} for tools in ([TOOL], json.dumps([TOOL]), "", "[", "5", "null", 5, {"a": 1}, None, "{")),
    {"messages": [USER], "documents": "{", "chat_template_kwargs": {"x": 1}, "id": 7}, {"messages": [USER], "chat_template_kwargs": 5, "chosen": 1, "rejected": None},
    {"messages": [USER], "rejected": [ANSWER]}, {"chat": [USER], "prompt": "p"},
]


def rows():
    for number, row in enumerate(ROWS):
        for layout, column in (("", ""), ("auto", "chat"), ("sharegpt", ""), ("xtuner", "conversation"), ("prompt", ""), ("messages", "messages"), ("nope", "")):
            if number % 4 and layout in ("nope", "messages"):
                continue
            yield {"id": "row %d %s %s" % (number, layout, column), "room": "row", "json": json.dumps(row), "layout": layout, "column": column}


GENERATION = "{% for m in messages %}<{{ m.role }}>{% generation %}{{ m.content }}</>{% endgeneration %}{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}{{ mood }}{{ bos_token }}"
CONVERSATION = [USER, ANSWER, {"role": "user", "content": "more words of this user"}, {"role": "assistant", "content": None}]
ARGUMENTS = [
    {"messages": CONVERSATION}, {"messages": CONVERSATION, "add_generation_prompt": True, "mood": "!", "bos_token": "^"}, {"conversation": [CONVERSATION, [USER]], "tools": [TOOL]},
    CONVERSATION, [CONVERSATION, CONVERSATION[:1]], {"messages": CONVERSATION[:2], "continue_final_message": True}, {"messages": CONVERSATION[:2], "continue_final_message": "content"},
    {"messages": CONVERSATION, "tokenize": True, "padding": True, "truncation": True, "max_length": 20, "return_dict": True, "return_assistant_tokens_mask": True},
    {"messages": CONVERSATION, "tokenize": True, "padding": "max_length", "max_length": 99, "tokenizer_kwargs": {"padding_side": "left", "truncation_side": "left", "pad_to_multiple_of": 8}},
    {"messages": [CONVERSATION, [USER]], "tokenize": True, "padding": "longest"}, {"messages": [USER], "chat_template": "{{ x.y }}", "x": {"y": [1, 2.5, None]}}, {"messages": [USER], "padding": 5, "tokenize": True},
    {"messages": [USER], "max_length": "x", "tokenize": True}, {"messages": [USER], "chat_template": 5}, {"messages": [USER], "tokenize": True, "tokenizer_kwargs": 5}, {"messages": [USER], "documents": [{"title": "t", "text": "x"}]},
    {"messages": [USER], "tokenize": True, "truncation": "longest_first", "max_length": 4}, {"messages": [USER], "tools": 5, "documents": 5}, {"conversation": [USER], "messages": [USER]}, {}, 5, "x", {"messages": 5},
    {"messages": [USER], "tokenize": True, "tokenizer_kwargs": {"nope": 1}}, {"messages": [USER], "tokenize": True, "max_length": -1}, {"messages": [USER], "add_generation_prompt": 5, "return_tensors": "pt"},
]
OPTIONS = [
    {}, {"spans": True, "turn": True, "mask": "generation", "unwritten": True}, {"mask": "derived", "roles": "assistant,user", "last_turn": True, "spans": True}, {"mask": "hf", "ids": True},
    {"ids": True, "tokens": True, "attention_mask": True, "offsets": True, "message_tokens": True, "stop_ids": True, "policy": "report", "mask": "derived"},
    {"ids": True, "fit": "drop", "max_length": 30, "policy": "special"}, {"ids": True, "fit": "cut", "max_length": 40, "mask": "derived"}, {"ids": True, "fit": "truncate", "truncation_side": "left", "max_length": 9},
    {"ids": True, "fit": "refuse", "max_length": 9}, {"ids": True, "padding": "longest", "padding_side": "left", "pad_multiple": 16}, {"policy": "reject", "ids": True}, {"policy": "control", "ids": True},
    {"limits": {"fuel": 100000, "heap_bytes": 1000000}, "merge_system": True}, {"trusted": "mood,bos_token", "spans": True, "allow": "row-templates"}, {"fit-arguments": True, "strict_names": True},
    {"nope": 1}, {"mask": 5}, {"roles": ""}, {"roles": ["a", "b"]}, {"limits": 5}, {"limits": {"nope": 1}}, {"trusted": 5}, {"max_length": 0}, {"padding": "sideways"}, {"allow": "x"}, {"fit": None}, {"policy": "none", "ids": True}, {"fit": False, "padding": False}, {"fit": "nope"}, {"policy": 5}, {"roles": ",a,,b,"}, {"trusted": ",mood,"}, 5,
]


def requests():
    named = tokenizer(["<s>", "</>", "<user>", "<assistant>"])
    for number, arguments in enumerate(ARGUMENTS):
        for place, options in enumerate(OPTIONS):
            if number > 1 and place and (number + place) % 7:
                continue
            yield {"id": "request %d %d" % (number, place), "room": "request", "template": GENERATION, "arguments": json.dumps(arguments), "options": json.dumps(options),
                   "tokenizer": named if place % 5 != 2 else ""}


def packs():
    for number, (size, lengths) in enumerate(((10, [4, 5, 3, 9, 2, 11, 0, 10, 1, 1, 1]), (1, [1, 1, 2]), (64, [60, 3, 2, 30, 30, 30, 64] * 6), (7, []))):
        for opened in (0, 1, 3):
            yield {"id": "pack %d %d" % (number, opened), "room": "pack", "size": size, "lengths": lengths, "open": opened, "pads": number % 2 == 0}
    yield {"id": "pack of nothing", "room": "pack", "size": 0, "lengths": [1], "open": 0, "pads": False}
    yield {"id": "pack with too many open", "room": "pack", "size": 9, "lengths": [1], "open": 2000, "pads": False}


TURNS = [{"from": "human", "value": "q"}, {"from": "gpt", "value": "a b"}, {"from": "human", "value": "r é"}, {"from": "gpt", "value": "c </s>"}]
SAMPLES = {
    "turns": TURNS, "one": TURNS[:2], "nothing": [], "gpt first": TURNS[1:], "strangers": [{"from": "cat", "value": "m"}], "texts": ["q"], "messages": [USER, ANSWER, USER, ANSWER], "user alone": [USER],
    "rounds": [{"system": "S", "input": "q", "output": "a"}, {"input": "r", "output": "b", "output_with_loss": False}, {"input": "t", "output": "u", "need_eos_token": False, "sep": "--"}],
    "round": [{"input": "q", "output": "a"}], "odd rounds": [{"input": None, "output": 5}, {"input": "", "output": ""}],
}


def trained():
    named = tokenizer(["<s>", "</s>", "<pad>", "<|im_end|>"])
    cut = {"bos": "<s>", "eos": "</s>", "pad": "<pad>", "max_length": 9}
    for trainer, formats in (("train", ["vicuna_v1.1", "chatml"]), ("train_baichuan", ["vicuna_v1.1"]), ("train_with_template", ["llama-2", "vicuna_v1.1", "qwen-7b-chat", "internlm2/lmdeploy"]),
                             ("xtuner", ["xtuner/qwen_chat", "xtuner/llama2_chat", "vicuna_v1.1"]), ("nobody", ["vicuna_v1.1"])):
        for place, name in enumerate(formats):
            for number, (sample, source) in enumerate(SAMPLES.items()):
                for kind, more in (("plain", {}), ("cut", cut), ("odd", {"bos": "nope" if number == 1 else "", "eos": "nope" if number == 2 else "", "pad": "nope" if number == 3 else "a", "flags": (2, 4)[number % 2]})):
                    if place and kind == "odd" and trainer != "xtuner":
                        continue
                    yield {"id": "train %s %s %s %s" % (trainer, name, sample, kind), "room": "train", "format": name, "trainer": trainer, "source": source, "tokenizer": named, **more}


def analyses():
    sources = {**folders.TEMPLATES, **{"call " + name: readers.TURN % calls for name, calls in readers.CALLS.items()}, **{"lint " + row[0]: row[1] for row in check_lint.CASES}}
    for number, (name, source) in enumerate(sources.items()):
        yield {"id": "analysis " + name, "room": "analysis", "template": source, "flags": (0, 3, 1)[number % 3], "ignored": ("", "clock,random")[number % 2], "wanted": ""}
    for wanted, ignored in (("{{ messages }}", ""), ("", "nope"), ("", "clock,nope"), ("", ",")):
        yield {"id": "analysis %s %s" % (wanted, ignored), "room": "analysis", "template": "x", "flags": 3, "ignored": ignored, "wanted": wanted}
    names = sorted(folders.TEMPLATES)
    for a, b in zip(names, [*names[3:], *names[:3]]):
        yield {"id": "compare %s %s" % (a, b), "room": "compare", "a": folders.TEMPLATES[a].replace("%}", "%}\n"), "b": folders.TEMPLATES[b].replace("%}", "%}\n")}
    yield {"id": "compare with itself", "room": "compare", "a": folders.TEMPLATES["chatml"], "b": folders.TEMPLATES["chatml"]}
    yield {"id": "spans", "room": "spans"}


def main():
    return feed([*rows(), *requests(), *packs(), *trained(), *analyses()], "24")


if __name__ == "__main__":
    sys.exit(main())
