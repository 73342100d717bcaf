#!/usr/bin/env python3
"""Feeds check_failures_rooms (see there) with work for every room.

    rooms.py PROGRAM [PLACES]        PLACES: how many places of one piece of work fail (100)
"""
import base64
import json
import os
import random
import sys
import tempfile
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(TESTS, room) for room in ("replies", "tokenizers", "models", "formats")]
import families  # noqa: E402
import folders  # noqa: E402
import lengths  # noqa: E402
import pairs  # noqa: E402
import synthetic  # noqa: E402
from feed import feed  # noqa: E402
from reply_cases import MESSAGES, carries  # noqa: E402

CONVERSIONS = ["openai", "openai_seed", "openai_vision", "openai_vision_mistral", "anthropic_vision", "gemini", "vertex",
               "reka", "metagen", "yandex", "gradio", "images", "system_vision", "dict"]
USER = [{"role": "user", "content": "Hi é <s>"}, {"role": "assistant", "content": "Hello!"}, {"role": "user", "content": "more"}]


def replies():
    for family, (write, _) in families.FAMILIES.items():
        for name in ("unicode and reasoning", "parallel", "types", "plain"):
            message = MESSAGES[name][1]
            if not carries(family, message):
                continue
            text = write(message)
            for kind, cut, given in (("whole", 1 << 20, text), ("words", 7, text), ("half", 3, text[:len(text) * 2 // 3]),
                                     ("harmed", 5, text.replace('"', "'", 3).replace("}", "", 1))):
                yield {"id": "reply %s %s %s" % (family, name, kind), "room": "reply", "family": family, "text": given,
                       "tools": families.TOOLS, "cut": cut, "prompt": "<think>\n" if kind == "half" else ""}
    with open(os.path.join(TESTS, "replies", "found.jsonl"), encoding="utf-8") as file:
        for number, line in enumerate(file):
            row = json.loads(line)
            yield {"id": "reply found %d" % number, "room": "reply", "family": row["reader"], "tools": families.TOOLS,
                   "text": bytes.fromhex(row["hex"]).decode("utf-8", "replace"), "cut": 11}
    start, end = "<|action_start|>", "<|action_end|>"
    for name, text in (("plain", "Hi<|im_end|>x"), ("plugin", "So " + start + '<|plugin|>\n{"name": "f", "parameters": {"a": [1, "é"]}}' + end),
                       ("code", start + "<|interpreter|>\n```python\nprint(1)\n```" + end + "\n"),
                       ("bad", start + "<|plugin|>{'name'" + end + start + "<|other|> x" + end + start)):
        yield {"id": "actions " + name, "room": "actions", "text": text, "cut": 6}


def tokenizers():
    with tempfile.TemporaryDirectory() as folder:
        for name in synthetic.write(folder):
            text = Path(folder, name + ".json").read_text(encoding="utf-8")
            for number in range(2):
                yield {"id": "tokenizer %s %d" % (name, number), "room": "tokenizer", "json": text,
                       "texts": synthetic.TEXTS[number::2][:24]}
        posts = {name: pairs.POSTS[name] for name in ("none", "bert", "usual", "turned", "after")}
        for path in lengths.files(os.path.join(folder, "lengths"), ("bert",), posts):
            yield {"id": "tokenizer of pairs " + os.path.basename(path), "room": "tokenizer", "json": Path(path).read_text(encoding="utf-8"),
                   "texts": ["The brown fox [MASK] jumps over it", "Is it lazy?", "", "résumé 世界"]}


ROWS = os.path.join(os.path.dirname(TESTS), "src", "formats", "fastchat.json")
TRAINERS = ("train", "train_baichuan", "train_with_template")
TURNS = [{"from": "human", "value": "q"}, {"from": "gpt", "value": "a b"}] * 2
# What FastChat's trainers refuse, and what they take in ways of their own.
ODD_TURNS = {"nothing": [], "gpt first": TURNS[1:], "strangers": [{"from": "cat", "value": "m"}], "no dict": ["q"], "no name": [{"value": "q"}],
             "twice": TURNS[:1] * 2, "null": [{"from": "human", "value": None}], "number": [{"from": "human", "value": 5}], "no list": "q",
             "long": [{"from": "human", "value": "q </s> é" * 9}, {"from": "gpt", "value": "a<s>"}] * 5}
PARTS = [{"role": "system", "content": "S"}, {"role": "user", "content": [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "u"}},
         {"type": "text", "text": "this"}]}, {"role": "assistant", "content": "ok"}, {"role": "user", "content": []}]


def call(arguments):
    return {"id": "1", "type": "function", "function": {"name": "f", "arguments": arguments}}


def styles():
    """A format of every separator style, and formats of the user with odd fields."""
    with open(ROWS, encoding="utf-8") as file:
        rows = json.load(file)["formats"]
    first = {row.get("sep_style", "ADD_COLON_SINGLE"): row["name"] for row in reversed(rows)}
    for name in [*first.values(), "one_shot"]:
        for kind, messages in (("texts", USER), ("parts", PARTS)):
            yield {"id": "format style %s %s" % (name, kind), "room": "format", "format": name, "train": {t: TURNS for t in TRAINERS} if messages is USER else {},
                   "variables": {"messages": messages, "add_generation_prompt": messages is USER}}
    for name, turns in ODD_TURNS.items():
        yield {"id": "format trained with " + name, "room": "format", "format": "vicuna_v1.1", "variables": {"messages": USER}, "train": {t: turns for t in TRAINERS}}
    yield {"id": "format trained by a stranger", "room": "format", "format": "vicuna_v1.1", "variables": {"messages": USER}, "train": {"cat": TURNS}}
    for number, calls in enumerate(([call('{"a": [1, null]}'), call({"a": 1})], [call("{"), call("x")], [call("5"), {"function": 5}, 5, {}], 5)):
        for name in ("lmdeploy", "internlm2/lmdeploy"):
            yield {"id": "format %s with calls %d" % (name, number), "room": "format", "format": name,
                   "variables": {"messages": [USER[0], {"role": "assistant", "content": "", "tool_calls": calls}, 5], "add_generation_prompt": True}}
    yield {"id": "format lmdeploy without messages", "room": "format", "format": "internlm2/lmdeploy", "variables": {"messages": 5}}
    base = {"name": "a", "roles": ["U", "A"], "sep_style": "ADD_COLON_TWO", "sep": " ", "sep2": "</s>"}
    odd = [{"system_template": "{{a}} {system_message} }}"}, {"system_template": "{x}"}, {"system_template": "a } b"}, {"system_template": 5}, {"system_message": None},
           {"system_template": "<{system_message}>", "system_message": None}, {"system_message": 5}, {"messages": [["U", "x"], ["A", "y"]]}, {"messages": [["U", "x"], ["A", "y"], ["A", "z"]]},
           {"messages": [["U", "x"], ["C", "y"]]}, {"messages": ["x"]}, {"messages": [["U"]]}, {"messages": [[5, "x"]]}, {"messages": 5},
           {"messages": [["U", ["x", ["u"]]], ["A", {"a": 1, "b": [True, None, -3]}], ["U", {"text": "t", "images": ["i"]}]]}, {"roles": ["U", "U"], "messages": [["U", "x"], ["U", "y"]]},
           {"roles": ["U"]}, {"roles": "U"}, {"roles": [5, 6]}, {"roles": ["U", "A", "S"], "messages": [["S", "x"]]}, {"sep2": None}, {"sep2": ""}, {"sep2": 5}, {"sep": 5},
           {"sep_style": "NOPE"}, {"sep_style": 3}, {"sep_style": 99}, {"sep_style": 1.5}, {"name": 5}, {"template": 5}, {"program": "nope", "sep_style": None}, {"program": 5}, {"sep": 1.5},
           {"system_message": {"a": [1, 2], "b": {"c": None}}}, {"system_message": "x" * 70}, {"stop_str": 5}, {"stop_token_ids": "x"}]
    program = {"name": "a", "program": "internlm2_lmdeploy", "prepare": ["other", 5, "tool_arguments"], "meta_instruction": [[1], {"k": "v", "l": 2.5}, True], "bos_token": "<s>"}
    for number, row in enumerate([*({**base, **fields} for fields in odd), program, {**program, "prepare": 5}, {**program, "meta_instruction": json.loads("[" * 70 + "]" * 70)},
                                  {"name": "a", "template": "{{ foo }}{{ x.foo }}{{ foo", "foo": 1}, {"name": "a", "template": "foo {{ bar }} foob {{ x.foo }} foo", "foo": {"a": 1, "b": 2}, "bar": 3}]):
        yield {"id": "format of the user, odd %d" % number, "room": "format", "format": "a", "user": json.dumps({"system": "mine", "formats": [row]}),
               "variables": {"messages": PARTS if number % 4 == 3 else USER, "add_generation_prompt": True}, "train": {t: TURNS for t in TRAINERS}}
    for number, user in enumerate(("[]", "{", "5", '{"formats": 5}', '{"formats": [5]}', '{"system": 5, "formats": []}', '{"formats": [{}]}', '{"defaults": 5, "formats": [{"name": "a"}]}')):
        yield {"id": "formats of the user, odd %d" % number, "room": "format", "format": "a", "user": user, "variables": {"messages": USER}}


def formats():
    with open(os.path.join(TESTS, "formats", "cases.jsonl"), encoding="utf-8") as file:
        seen = set()
        for line in file:
            row = json.loads(line)
            if "format" in row and row["format"] not in seen:
                seen.add(row["format"])
                source = [{"from": "human", "value": "q"}, {"from": "gpt", "value": "a b"}] * 2
                yield {"id": "format " + row["format"], "room": "format", "format": row["format"], "variables": row["context"],
                       "train": {t: source for t in ("train", "train_baichuan", "train_with_template")}}
    user = {"system": "mine", "defaults": {"sep": "\n"}, "formats": [
        {"name": "a", "roles": ["U", "A"], "sep_style": "ADD_COLON_SINGLE", "system_message": "S"},
        {"name": "b", "template": "{% for m in messages %}{{ m.content }}{{ eos }}{% endfor %}", "eos": "</s>",
         "stop_str": ["</s>", "U:"]}]}
    for name in ("a", "b", "mine/a", "nope"):
        yield {"id": "format of the user " + name, "room": "format", "format": name, "user": json.dumps(user),
               "variables": {"messages": USER}}
    for name in ("vicuna_v1.1", "llama-2", "chatml", "chatglm", "falcon", "raw", "mistral", "gemini", "api_based_default",
                 "claude-3-haiku-20240307", "dolly_v2", "phoenix", "robin", "internlm-chat", "Yi-34b-chat", "nope"):
        yield {"id": "conversation " + name, "room": "conversation", "convert": CONVERSIONS,
               "conversation": {"template": name, "set_system": "Be brief.", "messages": USER}}
    yield {"id": "conversation of its own", "room": "conversation", "convert": CONVERSIONS, "conversation": {
        "conv": {"name": "mine", "sep_style": "ADD_COLON_TWO", "roles": ["U", "A"], "sep": " ", "sep2": "</s>",
                 "system_template": "{system_message}", "messages": [["U", "x"], ["A", None]]},
        "append": [{"role_index": 0, "content": "y"}, {"role": "A", "content": None}]}}
    yield {"id": "conversation with images", "room": "conversation", "convert": CONVERSIONS, "conversation": {
        "conv": {"name": "mine", "sep_style": "LLAVA_CHATML", "roles": ["U", "A"], "sep": "\n", "system_message": "S {{currentDateTimev2}} {{currentDateTime}}",
                 "system_message_vision": "V", "messages": [["U", {"text": "x", "images": ["u", "v"]}], ["A", "a"], ["U", {"__tuple__": ["y", ["w"]]}], ["A", None]]}}}
    for number, conv in enumerate(({"messages": [5]}, {"messages": [["U", 5]]}, {"messages": [[5, "x"]]}, {"messages": [["U", {"text": 5}]]}, {"roles": ["U"]}, {"roles": 5}, {"roles": [1, 2]},
                                   {"sep_style": "NOPE"}, {"sep_style": None, "program": "xtuner_v1"}, {"messages": [{"__tuple__": ["U", "x"]}, ["C", "y"], ["C", "z"]]})):
        yield {"id": "conversation, odd %d" % number, "room": "conversation", "convert": CONVERSIONS[:3], "conversation": {"conv": {
            "name": "mine", "sep_style": "ADD_COLON_TWO", "roles": ["U", "A"], "sep": " ", "sep2": "</s>", **conv}}}
    for model in ("a/b/../../vicuna-7b", "../../x", "/../y", "./a/./chatglm2-6b/", "a//b//", "/", "", "internlm2-chat-7b/..", "LLAMA-3-8B", "qwen-7b\0b",
                  "some-peft-adapter", "CHATGLM3-6B", "xtuner/llava-internlm2-7b", "x/../gemma-2b-it", "..", "deepseek-chat", "mistral-7b-instruct", "gpt-4-turbo", "claude-2",
                  "lmsys/vicuna-7b-v1.5", "meta-llama/Llama-2-7b-chat-hf", "x", "internlm/internlm2-chat-7b", "Qwen/Qwen-7B-Chat"):
        yield {"id": "match " + model, "room": "match", "model": model}
    yield {"id": "stop", "room": "stop", "stops": ["</s>", "", "User:", "<|im_end|>"],
           "pieces": ["Hello <", "/", "s", " more " * 50, "Us", "er", "ers", "</s", ">", "x"]}


def models(folder):
    rnd = random.Random(5)
    byte = synthetic.byte_model()
    tokenizer = {"version": "1.0", "added_tokens": synthetic.FLAGS, "normalizer": None, "pre_tokenizer": synthetic.GPT2,
                 "post_processor": None, "decoder": synthetic.GPT2, "model": byte}
    for number in range(60):
        place = Path(folder, "model%d" % number)
        folders.make(place, number)
        for step in range(3):
            call = folders.call(rnd)
            flags = 8 + 16 * (step & 1) + rnd.choice((0, 1, 2, 4, 512, 1024, 2048, 4096, 8192, 64, 7680))
            encode = number % 3 == 0 and step == 0
            if encode:
                (place / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
                call["messages"] = USER
            request = {"id": "model %d %d" % (number, step), "room": "model", "path": str(place), "flags": flags,
                       "messages": call["messages"], "processor": step == 2, "encode": encode, "batch": [USER, USER[:1]],
                       "variables": {k: v for k, v in call.items() if k in ("enable_thinking", "custom", "bos_token", "pad_token")}}
            for name in ("tools", "documents", "chat_template"):
                if name in call:
                    request[name] = call[name]
            yield request
    for name, file in (("template", "x.jinja"), ("json", "x.json"), ("json list", "y.json")):
        place = Path(folder, file)
        place.write_text({"template": folders.TEMPLATES["tagged"],
                          "json": json.dumps({"chat_template": folders.TEMPLATES["chatml"], "bos_token": "<s>"}),
                          "json list": json.dumps({"chat_template": [{"name": "default", "template": "a"},
                                                                     {"name": "tool_use", "template": "b"}]})}[name],
                         encoding="utf-8")
        yield {"id": "model " + name, "room": "model", "path": str(place), "flags": 24, "messages": USER}
    from check_hostile import CASES
    for name, data, *_ in CASES:
        place = Path(folder, "hostile.gguf." + str(abs(hash(name))))
        place = place.with_name(place.name + ".gguf")
        place.write_bytes(data)
        yield {"id": "gguf " + name, "room": "model", "path": str(place), "flags": 24, "messages": USER}


CLASSES = ["", "LlamaTokenizer", "LlamaTokenizerFast", "GPT2Tokenizer", "PreTrainedTokenizerFast", "BertTokenizer", "MistralCommonBackend", "PythonBackend", "Nobody", 5]
TYPES = ["", "llama", "mistral", "gpt2", "bert", "qwen2", "deepseek_v3", "nobody"]


def classes(folder):
    """Folders whose special tokens are those of a class, where config.json and tokenizer.json say which."""
    files = [json.dumps({"model": {}, "decoder": {"type": "ByteLevel"}}), "{}", None, "\"", ""]
    for number, (name, kind) in enumerate([(n, t) for n in CLASSES for t in TYPES]):
        place = Path(folder, "class%d" % number)
        place.mkdir()
        (place / "tokenizer_config.json").write_text(json.dumps({"chat_template": folders.TEMPLATES["tokens"], "tokenizer_class": name, **({"bos_token": "<b>"} if number % 3 else {})}))
        (place / "config.json").write_text(json.dumps({"model_type": kind, "tokenizer_class": CLASSES[number % 5]}) if number % 7 else "{")
        if files[number % 5] is not None:
            (place / "tokenizer.json").write_text(files[number % 5])
        if number % 4 == 0:
            (place / "special_tokens_map.json").write_text(json.dumps({"eos_token": {"content": "<e>"}, "pad_token": "<p>"}))
        yield {"id": "class %s %s" % (name, kind), "room": "model", "path": str(place), "flags": 24, "messages": USER}


def class_tokenizers(folder):
    """Folders whose class builds the tokenizer anew, one of each class and those with odd members, and folders of ranks."""
    import check_class_tokenizer
    seen = set()
    for number, (name, config) in enumerate(check_class_tokenizer.FOLDERS):
        kind = config.get("tokenizer_class"), name.startswith("metaspace_old"), len(config) > 2
        if kind not in seen:
            seen.add(kind)
            place = check_class_tokenizer.make(Path(folder, "tokenizer%d" % number), name, config)
            yield {"id": "class tokenizer %s %s" % (name, config), "room": "class", "path": str(place), "texts": ["the fox", "Hello <s>"]}
    ranks = b"".join(b"%s %d\n" % (base64.b64encode(bytes([number])), number) for number in range(256))
    decoder = {"256": {"content": "<a>"}, "257": {"content": "<b>"}, "258": {"content": 5}}
    for kind, added in (("TikTokenTokenizer", decoder), ("QWenTokenizer", None), (None, decoder), (5, None)):
        place = Path(folder, "ranks %s" % kind)
        place.mkdir()
        (place / "tiktoken.model").write_bytes(ranks)
        (place / "tokenizer_config.json").write_text(json.dumps({"chat_template": "x", "tokenizer_class": kind, "added_tokens_decoder": added}))
        yield {"id": place.name, "room": "class", "path": str(place), "texts": ["a<b>c", "d"]}


def hub(folder):
    """Repositories in the Hub cache, which a variable and the home folder name."""
    commit = "0123456789abcdef0123456789abcdef01234567"
    for name, refs in (("org--name", {"main": commit, "v2": commit + "\n"}), ("odd", {"main": "../x", "dots": "..", "none": ""}), ("gone", {"main": commit})):
        place = Path(folder, "hub-cache", "models--" + name)
        (place / "refs").mkdir(parents=True)
        for ref, text in refs.items():
            (place / "refs" / ref).write_text(text)
        if name != "gone":
            (place / "snapshots" / commit).mkdir(parents=True)
            (place / "snapshots" / commit / "chat_template.jinja").write_text(folders.TEMPLATES["chatml"])
    os.environ.update(HOME=folder, HF_HUB_CACHE="~/${CHATFMT_HUB}-$CHATFMT_CACHE", CHATFMT_HUB="hub", CHATFMT_CACHE="cache")
    for path in ("org/name", "odd", "gone", "org/none", "", ".", "a..b", "org/.name", "a/b/c", "a/", "https://x/y", "org/na me"):
        yield {"id": "hub " + path, "room": "model", "path": path, "flags": 24, "messages": USER}


# What detokenizing cleans up: spaces before marks, and around apostrophes.
CLEANED = "We 're , do n't . I 'm he 's they 've ' a ' x ? ! n' 'r 's' i 'll it ' 'v 'm"


# Letters with marks, ideographs, control characters, what NFD takes apart and puts in order, and what no vocabulary has.
ACCENTS = "\u00c9cole na\u00efve a\u0323\u0301b \u4f60\u597d \uac01 \u1100\u1161\u11a8 \x01\ufffd\u200bX \u0344 \u1e9b\u0323 \U0001f600 Ab!c"


def vocabularies(folder):
    """Files of tokens in other formats than tokenizer.json."""
    import vocabularies
    for name, data in vocabularies.whole().items():
        place = Path(folder, "vocabulary " + name)
        place.write_bytes(data)
        yield {"id": "vocabulary " + name, "room": "tokenizer", "path": str(place), "texts": ["ab a<tool> </s>\n", CLEANED, ACCENTS]}
    for number, (name, data, _) in enumerate(vocabularies.broken()):
        place = Path(folder, "broken vocabulary %d" % number)
        place.write_bytes(data)
        yield {"id": "broken vocabulary, " + name, "room": "tokenizer", "path": str(place), "texts": []}


# Comments, tags that trim, blanks and empty lines where a formatter has to decide.
LOOSE = ["{# a #}\n{%- if x -%}{#- b\nc -#}{% endif %}\n\n\n  {# d #}", "{%if x%}{#a#}{#-b-#}\t{%else%}\r\n{{-  x[ 1 : 2 ]|f( a,b = {'k' :[1,(2,)]} )  -}}{%endif%}", "{% for a in b %}\n\n{# one #} text {# two #}\n{% endfor %}\n",
         "{{ x }}{#\tq\t#}  \n\n  {% set a = 1 %}\n\n\n\n{% set b %}\n  c\n{% endset %}{#- -#}", "{%- macro m(a, b=1) -%}\n{{ caller() }}{%+ if a %}\n{% endif +%}{%- endmacro -%}\n{#\n#}", "{# only #}", "\n\n", "{% raw %}{{ x }}{% endraw %}{# z #}\r\n",
         "a\r\n{# b #}\r\nc{{ 'x' ~ \"y\" if z else [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20] }}{# tail #}"]


def sources():
    for number, text in enumerate(LOOSE):
        yield {"id": "source loose %d" % number, "room": "source", "source": text}
    for name, text in folders.TEMPLATES.items():
        yield {"id": "source " + name, "room": "source", "source": text}


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HF_HUB_CACHE"] = os.environ["XDG_CACHE_HOME"] = folder
        return feed([*replies(), *tokenizers(), *formats(), *styles(), *models(folder), *classes(folder), *class_tokenizers(folder), *hub(folder), *vocabularies(folder), *sources()])


if __name__ == "__main__":
    sys.exit(main())
