#!/usr/bin/env python3
"""docs/seeds.md, row by row: each feature of the four documents as a reader would try it, and the table itself, which is made of the
rows here.

    check_rows.py PROGRAM            run every row that has a command, check docs/seeds.md
    check_rows.py --update           write docs/seeds.md
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "seeds.md"
SYSTEM = "A chat between a curious user and an artificial intelligence assistant. The assistant gives helpful, detailed, and polite answers to the user's questions."
HELLO = [{"role": "user", "content": "Hello!"}, {"role": "assistant", "content": "Hi there!"}, {"role": "user", "content": "How are you?"}]
VICUNA = SYSTEM + " USER: Hello! ASSISTANT: Hi there!</s>USER: How are you? ASSISTANT:"
SECTION = {"name": "vicuna_v1.1", "system_message": "A chat between a curious user and an AI assistant.", "roles": ["USER", "ASSISTANT"],
           "sep_style": "ADD_COLON_SINGLE", "sep": "\n",
           "messages": [["USER", "Hello!"], ["ASSISTANT", "Hi there!"], ["USER", "How are you?"], ["ASSISTANT", None]]}
WEATHER = [{"role": "user", "content": "w?"}, {"role": "assistant", "content": "ok", "tool_calls": [
    {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{\"x\": 1}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "r"}]
PIRATE = [{"role": "system", "content": "Be a pirate"}, {"role": "user", "content": "Hi"}]
ZEPHYR = "{% for m in messages %}{{ '<|' + m['role'] + '|>\n' + m['content'] + eos_token + '\n' }}{% if loop.last and add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}{% endfor %}"
ONE_LINE = ("{% if not add_generation_prompt is defined %}{% set add_generation_prompt = false %}{% endif %}{% for message in messages %}"
            "{{'<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n'}}{% endfor %}{% if add_generation_prompt %}"
            "{{ '<|im_start|>assistant\\n' }}{% endif %}")
program = None
failed = []


def run(*words, data=None, status=0):
    if data is not None and not isinstance(data, str):
        data = json.dumps(data)
    done = subprocess.run([program, *words], input=(data or "").encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == status, (words, done)
    return done.stdout.decode(), done.stderr.decode()


def text(*words, data=None):
    return run(*words, data=data)[0]


def ask(**request):
    return json.loads(text("render", "--batch", data=json.dumps({"id": 0, **request}) + "\n"))


def prompt(template="vicuna_v1.1", **more):
    return ask(conversation={"template": template, **more})["text"]


def appended(*contents):
    return [{"role_index": i % 2, "content": c} for i, c in enumerate(contents)]


def same(got, want):
    assert got == want, (got, want)


def has(got, *parts):
    for part in parts:
        assert part in got, (part, got)


def fields(name):
    return json.loads(text("formats", "show", name))


def spans_of(format_name, value, **more):
    return json.loads(text("render", "--format", format_name, "--output", "spans", "-", data={"messages": value, **more}))


def learned(format_name, value, **more):
    answer = spans_of(format_name, value, **more)
    data = answer["text"].encode()
    return b"".join(data[s["begin"]:s["end"]] for s in answer["spans"] if s.get("generation")).decode()


# ---- What is run -------------------------------------------------------------------------------

def fc01(): has(fields("vicuna_v1.1"), "name", "system_template", "system_message", "system_message_vision", "roles", "messages", "offset", "sep_style", "sep", "sep2", "stop_str", "stop_token_ids", "max_image_size_mb")
def fc03(): same(ask(conversation={"conv": SECTION})["text"], "A chat between a curious user and an AI assistant.\nUSER: Hello!\nASSISTANT: Hi there!\nUSER: How are you?\nASSISTANT:"); same(prompt(append=appended("Hello!", "Hi there!", "How are you?", None)), VICUNA)
def fc04(): has(prompt("llama-2", set_system="You are a helpful assistant.", append=appended("Hello!")), "[INST] <<SYS>>\nYou are a helpful assistant.\n<</SYS>>\n\nHello!")
def fc06(): same(prompt(append=appended("Hello!", None), update_last="Hi there!"), SYSTEM + " USER: Hello! ASSISTANT: Hi there!</s>")


def fc21():
    saved = json.loads(ask(conversation={"template": "vicuna_v1.1", "set_system": "S", "append": appended("Hello!", None)}, program="save")["text"])
    # The guide's loop: the reply takes the place of the pending message, then the next turn.
    same(ask(conversation={**saved, "update_last": "Hi there!", "append": []})["text"], "S USER: Hello! ASSISTANT: Hi there!</s>")
    saved = json.loads(ask(conversation={**saved, "update_last": "Hi there!"}, program="save")["text"])
    same(ask(conversation={**saved, "append": appended("How are you?", None)})["text"], "S USER: Hello! ASSISTANT: Hi there!</s>USER: How are you? ASSISTANT:")
    fc21_command()


def step(*words): return text("conversation", *words)


def fc21_command():
    with tempfile.TemporaryDirectory() as folder:
        kept, saved, again = (os.path.join(folder, name) for name in ("c.json", "saved.json", "d.json"))
        step("new", kept, "--format", "vicuna_v1.1", "--system", "S")
        step("append", kept, "user", "Hello!")
        step("append", kept, "assistant")
        same(step("show", kept), "S USER: Hello! ASSISTANT:")
        run("conversation", "update-last", kept, "-", data="Hi there!")
        step("save", kept, saved)
        same(json.loads(pathlib.Path(saved).read_text("utf-8")), {"template_name": "vicuna_v1.1", "system_message": "S", "roles": ["USER", "ASSISTANT"],
                                                                  "messages": [["USER", "Hello!"], ["ASSISTANT", "Hi there!"]], "offset": 0})
        step("load", again, saved)
        same(pathlib.Path(again).read_bytes(), pathlib.Path(kept).read_bytes())
        has(run("conversation", "load", again, saved, status=2)[1], "--force")
        # Seed 000, 7.2: the prompt of each turn is printed, and the answer takes the pending message's place.
        same(run("conversation", "talk", again, data="How are you?\nFine.\nBye\n")[0],
             "S USER: Hello! ASSISTANT: Hi there!</s>USER: How are you? ASSISTANT:\n"
             "S USER: Hello! ASSISTANT: Hi there!</s>USER: How are you? ASSISTANT: Fine.</s>USER: Bye ASSISTANT:\n")
        same(step("show", again), "S USER: Hello! ASSISTANT: Hi there!</s>USER: How are you? ASSISTANT: Fine.</s>")


def fc09(): same(json.loads(ask(conversation={"template": "vicuna_v1.1", "append": appended("Hello!", "Hi!", None)}, program="openai_seed")["text"])[1:], [{"role": "user", "content": "Hello!"}, {"role": "assistant", "content": "Hi!"}])
def fc10(): has(prompt(append=[{"role_index": 0, "content": {"text": "Describe this image.", "images": ["http://a", "http://b"]}}]), "USER: $$<image>$$$$<image>$$Describe this image.")


def fc11():
    has(prompt("chatml", append=appended("Hello!", "Hi there!", "How are you?", None)), "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\nHello!<|im_end|>\n<|im_start|>assistant\nHi there!<|im_end|>\n")
    has(run("render", "--format", "yi-34b-chat", data=HELLO)[1], "fastchat/Yi-34b-chat is used")
    with tempfile.TemporaryDirectory() as folder:  # 6.1 and 7.3: a Conversation registers itself
        path = os.path.join(folder, "own.json")
        for name, status in (("my-custom-template", 0), ("vicuna_v1.1", 1)):
            pathlib.Path(path).write_text(json.dumps({"conv": {"name": name, "system_message": "S", "roles": ["Human", "AI"], "sep_style": "ADD_COLON_SINGLE", "sep": "\n\n"}}), "utf-8")
            out, err = run("render", "--formats-file", path, "--format", name, data=HELLO[:1], status=status)
            same(out, "" if status else "S\n\nHuman: Hello!\n\n")
            has(err, "vicuna_v1.1 has been registered" if status else "")


def fc14():
    answer = json.loads(text("render", "--format", "Yi-34b-chat", "--output", "json", data=HELLO))
    same([answer["stops"], answer["stop_ids"]], [["<|endoftext|>"], [2, 6, 7, 8]])
    same(ask(stopping={"format": "Yi-34b-chat", "pieces": ["hel", "lo<|endof", "text|>x"]})["shown"][:2], ["hel", "lo"])


def fc16():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "own.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"formats": [{"name": "my-custom-template", "system_message": "You are a specialized assistant for...", "roles": ["Human", "AI"],
                                    "sep_style": "ADD_COLON_SINGLE", "sep": "\n\n", "stop_str": "###"}]}, file)
        same(text("render", "--formats-file", path, "--format", "my-custom-template", data=HELLO[:1]), "You are a specialized assistant for...\n\nHuman: Hello!\n\n")


def fc17(): has(run("render", "--format", "lmsys/vicuna-7b-v1.5", data=HELLO)[1], "fastchat/vicuna_v1.1 is used"); same(prompt("lmsys/vicuna-7b-v1.5", append=appended("Hello!", "Hi there!", "How are you?", None)), VICUNA)
def fc23(): same(prompt(messages=HELLO, append=[{"role_index": 1, "content": None}]), VICUNA)
def xt02(): same(text("render", "--format", "internlm_chat", "--program", "xtuner_train", data=[{"role": "system", "content": "S"}, {"role": "user", "content": "I"}, {"role": "assistant", "content": "O"}]), "<|System|>:S\n<|User|>:I<eoh>\n<|Bot|>:O<eoa>\n")
def xt03(): same(text("render", "--format", "internlm_chat", "--program", "xtuner_train", data=HELLO[:2] * 2), "<|User|>:Hello!<eoh>\n<|Bot|>:Hi there!<eoa>\n" * 2)
def xt05(): same(text("render", "--format", "xtuner/mistral", "--program", "xtuner_train", data={"messages": HELLO[:2], "bos_token": "<s>", "eos_token": "</s>"}), "<s>[INST] Hello! [/INST]Hi there!</s>\n")


def xt06():
    same(json.loads(text("render", "--format", "internlm_chat", "--output", "json", data={"messages": HELLO[:2], "eos_token": "</s>"}))["stops"], ["<eoa>", "</s>"])
    same(json.loads(text("render", "--format", "internlm_chat", "--output", "json", data=HELLO[:2]))["stops_at_eos"], True)


def xt08(): has(text("formats", "match", "google/gemma-2b-it"), "gemma")
def xt09(): same(learned("internlm_chat", HELLO[:2]), "Hi there!<eoa>")
def xt10(): has(text("render", "--format", "xtuner/chatglm2", "--program", "xtuner_chat", data=HELLO), "[Round 1]", "[Round 2]")
def xt11(): has(text("render", "--format", "moss_sft", "--program", "xtuner_chat", "--set", 'system_preset="moss_sft"', "--set", 'bot_name="Ann"', data=HELLO[:1]), "You are an AI assistant whose name is Ann.\n")
def xt12(): same(text("render", "--format", "internlm_chat", "--program", "xtuner_chat", data=HELLO), "<|User|>:Hello!<eoh>\n<|Bot|>:Hi there!\n<|User|>:How are you?<eoh>\n<|Bot|>:")
def xt13(): same(json.loads(text("render", "--format", "internlm_chat", "--program", "xtuner_rounds", data=HELLO[:2]))[0]["output"], "Hi there!")
def il02(): same(text("render", "--format", "internlm2", "--add-generation-prompt", data=HELLO[:1]), "<|im_start|>user\nHello!<|im_end|>\n<|im_start|>assistant\n")
def il03(): same([t["id"] for t in fields("internlm2/lagent")["special_tokens"]], [92543, 92542, 92541, 92540, 92539, 92538])
def il06(): has(text("render", "--format", "internlm2", data={"messages": HELLO[:1], "tools": [{"type": "function", "function": {"name": "f"}}]}), "<|im_start|>system name=<|plugin|>\n", '    {\n        "name": "f"\n    }')
def il07(): has(text("render", "--format", "internlm2", data=WEATHER), 'ok<|action_start|><|plugin|>\n{"name": "f", "parameters": {"x": 1}}<|action_end|>\n<|im_end|>\n')
def il09(): same(json.loads(text("parse", "--reader", "internlm2", data="x<|action_start|><|interpreter|>\n```python\nprint(1)\n```<|action_end|>\n<|im_end|>"))["tool_calls"][0]["code_interpreter"], {"input": "print(1)"})
def il10(): has(text("render", "--format", "internlm2", data=WEATHER), "<|im_start|>environment name=<|plugin|>\nr<|im_end|>\n")
def il11(): has(text("render", "--format", "internlm2", data=[{"role": "user", "content": [{"type": "file", "file": {"filename": "data.csv", "size": "10K"}}]}]), '<|im_start|>user name=file\n[{"path": "data.csv", "size": "10K"}]<|im_end|>')
def il15(): same(json.loads(text("parse", "--conversation", "internlm2", "--openai", data=text("render", "--format", "internlm2", data=WEATHER)))["messages"][2], {"role": "tool", "tool_call_id": "call_0", "content": "r"})


def il17():
    tools = [{"type": "function", "function": {"name": "f", "description": "d", "parameters": {}}}]
    out = text("render", "--format", "internlm2/react", "--add-generation-prompt", data={"messages": WEATHER, "tools": tools})
    has(out, "To use a tool, please use the following format", "should be one of [['f']]",
        '<|im_start|>assistant\nThought:ok\nAction:f\nAction Input:{"x": 1}<|im_end|>\n<|im_start|>system\nResponse:r\n<|im_end|>\n<|im_start|>assistant\n')
    back = json.loads(text("parse", "--reader", "internlm-react", data='Thought:ok\nAction:f\nAction Input:{"x": 1}<|im_end|>'))
    same([back["reasoning_content"], back["tool_calls"][0]["function"]], ["ok", {"name": "f", "arguments": '{"x": 1}'}])
    same(json.loads(text("parse", "--reader", "internlm-react", data="Thought:t\nFinal Answer:22"))["content"], "22")
    run("render", "--format", "internlm2/react", data=WEATHER[:1] + [{**WEATHER[1], "tool_calls": WEATHER[1]["tool_calls"] * 2}], status=1)


def model(config, *words, data):
    with tempfile.TemporaryDirectory() as folder:
        for name, value in config.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                json.dump(value, file)
        return run("render", "--model", folder, *words, data=data)


def ct03(): same(model({"tokenizer_config.json": {"chat_template": ZEPHYR, "eos_token": "</s>"}}, "--add-generation-prompt", data=PIRATE)[0], "<|system|>\nBe a pirate</s>\n<|user|>\nHi</s>\n<|assistant|>")


def ct06():
    out, err = model({"tokenizer_config.json": {"tokenizer_class": "BlenderbotTokenizer", "eos_token": "</s>"}}, "--default-template", "class", data=HELLO)
    same(out, " Hello!  Hi there!   How are you?</s>")
    has(err, "class/blenderbot", "formats export class/blenderbot")
    has(model({"config.json": {"model_type": "mistral"}, "tokenizer_config.json": {"bos_token": "<s>", "eos_token": "</s>"}}, "--default-template", "class", data=HELLO)[0], "<s>[INST] Hello! [/INST] Hi there! </s>")
    same(model({"tokenizer_config.json": {"tokenizer_class": "Qwen2Tokenizer"}}, "--default-template", "class", data=HELLO[:1])[0], "<|im_start|>user\nHello!<|im_end|>\n")
    old = ("--reference", "transformers-4.37")
    same(model({"tokenizer_config.json": {"tokenizer_class": "BlenderbotTokenizer", "eos_token": "</s>"}}, *old, data=HELLO)[0], " Hello!  Hi there!   How are you?</s>")
    same(model({"tokenizer_config.json": {}}, *old, data=HELLO[:1])[0], "<|im_start|>user\nHello!<|im_end|>\n")
    odd = {"tokenizer_config.json": {"chat_template": "{{ messages[0].content|tojson }}{{ messages[0].name }}{{ tools is defined }}"}}
    same(model(odd, *old, data=[{"role": "user", "name": None, "content": "<é'"}])[0], '"\\u003c\\u00e9\\u0027"NoneFalse')
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "tokenizer_config.json").write_text(json.dumps({"chat_template": "{% for m in messages %}{% continue %}{% endfor %}"}), "utf-8")
        has(run("render", "--model", folder, *old, data=HELLO, status=1)[1], "Encountered unknown tag 'continue'")


def ct07(): has(text("formats", "export", "class/blenderbot"), "message", "eos_token")


def ct08():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "t.jinja")
        pathlib.Path(path).write_text(ONE_LINE, "utf-8")
        same(text("render", "--template", path, "--add-generation-prompt", data=HELLO[:1]), "<|im_start|>user\nHello!<|im_end|>\n<|im_start|>assistant\n")


def ct11():
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "m"), os.path.join(folder, "new")
        os.mkdir(source)
        config = {"tokenizer_class": "LlamaTokenizer", "added": {"1": "x"}, "eos_token": "</s>"}
        for name, value in (("tokenizer_config.json", {**config, "chat_template": ZEPHYR}), ("tokenizer.json", {"a": 1})):
            with open(os.path.join(source, name), "w", encoding="utf-8") as file:
                json.dump(value, file)
        has(run("template", "save", source, target)[1], "hf upload")
        with open(os.path.join(target, "tokenizer_config.json"), encoding="utf-8") as file:
            same({k: v for k, v in json.load(file).items() if k != "chat_template"}, config)
        same(sorted(os.listdir(target)), ["chat_template.jinja", "tokenizer.json", "tokenizer_config.json"])
        same(pathlib.Path(target, "chat_template.jinja").read_text("utf-8"), ZEPHYR)


# ---- The table: id, feature, how, test (None: the function above), what is left -----------------

F, G, U, R, M, T = "tests/formats/check_golden.py", "tests/formats/check_seeds.py", "tests/unit/test_formats.c", "tests/replies/check_internlm2_openai.py", "tests/models/check_program.py", "tests/seeds/check_trainers.py"
ROWS = [
    ("FC-01", "record of 13 fields", "`formats show vicuna_v1.1`", None), ("FC-02", "23 separator styles", "`src/formats/styles`", F),
    ("FC-03", "get_prompt", "`render --format`, `chatfmt_conversation_prompt`", None), ("FC-04", "system_template", "`set_system`", None),
    ("FC-05", "append_message, null pending", "`chatfmt_conversation_append`", U), ("FC-06", "update_last_message", "`update_last`, `chatfmt_conversation_update_last`", None),
    ("FC-07", "copy", "`chatfmt_conversation_copy`", U), ("FC-08", "system message, vision variant", "`chatfmt_conversation_set_system`, program `system_vision`", F),
    ("FC-09", "to OpenAI messages", "programs `openai`, `openai_seed`", None), ("FC-10", "image messages", "`{\"text\", \"images\"}`", None),
    ("FC-11", "registry, names of the guide", "`--formats-file`, `chatfmt_formats_add`, `chatfmt_formats_add_conversation`; `chatml`, `yi-34b-chat`", None),
    ("FC-12", "102 templates", "`formats list`", F), ("FC-13", "few-shot and offset", "`one_shot`", F), ("FC-14", "stop strings and ids", "`--output json`, `{\"stopping\": {\"format\"}}`", None),
    ("FC-15", "max image size", "`formats show` prints it. Only Python opens images and makes them fit. C and JSON requests pass the URL or base64 text on as it is", "tests/python/test_fastchat.py"), ("FC-16", "own template", "`--formats-file`", None), ("FC-17", "model path to template", "`--format lmsys/vicuna-7b-v1.5`, `formats match`", None),
    ("FC-18", "threads", "`chatfmt/conversation.h`", "tests/unit/test_format_threads.c"), ("FC-19", "print the prompt", "`render`", G), ("FC-20", "other providers", "14 conversions", F),
    ("FC-21", "save and load", "`conversation new`, `append`, `update-last`, `show`, `save`, `load`, `talk`; `chatfmt_conversation_save`, `chatfmt_conversation_read`", None), ("FC-22", "training masks", "`map --trainer`, `chatfmt_format_train_ids`", T),
    ("FC-23", "OpenAI request", "`\"messages\"` in a conversation", None), ("FC-24", "date markers", "`chatfmt_conversation_set_date`", U),
    ("XT-01", "six-field template", "`formats show internlm_chat`", F), ("XT-02", "single round", "`--program xtuner_train`", None), ("XT-03", "rounds with SEP", "`--program xtuner_train`", None),
    ("XT-04", "system in round 1", "`--program xtuner_train`", F), ("XT-05", "SUFFIX_AS_EOS and eos", "`eos_token`", None), ("XT-06", "stop words and eos", "`stops`, `stops_at_eos`, `chatfmt_format_stops_at_eos`", None),
    ("XT-07", "27 templates", "`formats list`", F), ("XT-08", "model table", "`formats match`", None), ("XT-09", "loss pieces", "`--output spans`: `generation`, `map --trainer xtuner`", None),
    ("XT-10", "{round}, {bot_name}", "`--set bot_name=…`", None), ("XT-11", "system presets", "`--program xtuner_chat --set system_preset=…`", None), ("XT-12", "chat-mode history", "`--program xtuner_chat`", None),
    ("XT-13", "OpenAI data mapping", "`xtuner_rounds`, `xtuner_mapped`", None), ("XT-14", "own template", "`--formats-file`", "tests/formats/check_adding.py"), ("XT-15", "v1 templates", "`xtuner_v1/…`", F),
    ("IL-01", "four roles", "`--format internlm2`", F), ("IL-02", "turn framing", "`--format internlm2 --add-generation-prompt`", None), ("IL-03", "six special tokens", "`formats show internlm2/lagent`", None),
    ("IL-04", "`name=` headers", "`name`", F), ("IL-05", "several system messages", "`--format internlm2`", F), ("IL-06", "tool list block", "`tools`", None), ("IL-07", "text followed by a call", "`tool_calls`", None),
    ("IL-08", "plugin call", "`parse --reader internlm2`", R), ("IL-09", "interpreter code", "`parse --reader internlm2`, event `code`", None), ("IL-10", "environment result", "`role: tool`", None),
    ("IL-11", "file message", "part of type `file`", None), ("IL-12", "both tools at once", "`tools`, `interpreter`", R), ("IL-13", "stream reader", "`parse --stream`", R), ("IL-14", "markup apart from text", "`--output spans`, `--policy`", "tests/models/check_safe.py"),
    ("IL-15", "conversation read back", "`parse --conversation internlm2 --openai`", None), ("IL-16", "listings verbatim", "`internlm2/lagent`", G), ("IL-17", "other call formats", "`--format internlm2/react`, `parse --reader internlm-react`; `parse --list-readers`", None),
    ("CT-01", "apply_chat_template", "`render --model`", M), ("CT-02", "tokenize", "`--output ids`", "tests/models/check_tokens.py"), ("CT-03", "add_generation_prompt", "`--add-generation-prompt`", None),
    ("CT-04", "decode", "`tokenize --decode`", "tests/tokenizers/golden.py"), ("CT-05", "ConversationalPipeline", "Python", "tests/python/test_pipelines.py"),
    ("CT-06", "class default, then ChatML", "`--reference transformers-4.37`, `--default-template class`", None), ("CT-07", "default_chat_template visible", "`formats export class/…`", None), ("CT-08", "ChatML in one line", "`render --template`", None),
    ("CT-09", "set and edit a template", "`template set`, `replace`", "tests/models/check_save.py"), ("CT-10", "in tokenizer_config.json", "`--layout config`", "tests/models/check_save.py"), ("CT-11", "the folder to push", "`template save MODEL FOLDER`", None),
    ("CT-12", "data set", "`map --column chat`", "tests/models/check_map.py"), ("CT-13", "Jinja", "the engine", "tests/lang/run.py"), ("CT-14", "special tokens", "the model's", M), ("CT-15", "any role", "`render`", G), ("CT-16", "outputs verbatim", "`render`", G),
    ("CT-17", "stray spaces", "`lint`", "tests/models/check_lint.py"),
]

# What does the same in the Python package: names of chatfmt's modules, docs/python-seeds.md.
PYTHON = {
    "FC-01": "fastchat.Conversation", "FC-02": "fastchat.SeparatorStyle", "FC-03": "fastchat.Conversation.get_prompt", "FC-04": "fastchat.Conversation.set_system_message",
    "FC-05": "fastchat.Conversation.append_message", "FC-06": "fastchat.Conversation.update_last_message", "FC-07": "fastchat.Conversation.copy",
    "FC-08": "fastchat.Conversation.get_system_message", "FC-09": "fastchat.Conversation.to_openai_api_messages", "FC-10": "fastchat.Image", "FC-11": "fastchat.register_conv_template",
    "FC-12": "fastchat.conv_templates", "FC-13": "fastchat.Conversation", "FC-14": "fastchat.Conversation.stop_strings", "FC-15": "fastchat.Image.to_conversation_format",
    "FC-16": "fastchat.register_conv_template", "FC-17": "fastchat.get_conversation_template", "FC-18": "fastchat.get_conv_template", "FC-19": "fastchat.Conversation.get_prompt",
    "FC-20": "fastchat.Conversation.to_anthropic_vision_api_messages", "FC-21": "fastchat.Conversation.dict",
    "XT-01": "xtuner.PROMPT_TEMPLATE", "XT-02": "xtuner.template_map_fn", "XT-03": "xtuner.template_map_fn", "XT-04": "xtuner.template_map_fn", "XT-05": "xtuner.encode_fn",
    "XT-06": "xtuner.get_stop_criteria", "XT-07": "xtuner.PROMPT_TEMPLATE", "XT-08": "xtuner.template_for", "XT-09": "xtuner.encode_fn", "XT-10": "xtuner.render",
    "XT-11": "xtuner.SYSTEM_TEMPLATE", "XT-12": "xtuner.render", "XT-13": "xtuner.openai_map_fn", "XT-14": "xtuner.PROMPT_TEMPLATE", "XT-15": "formats",
    "IL-01": "internlm2.render", "IL-02": "internlm2.build_inputs", "IL-03": "internlm2.SPECIAL_TOKENS", "IL-04": "internlm2.file", "IL-05": "internlm2.system", "IL-06": "internlm2.plugin",
    "IL-07": "internlm2.call", "IL-08": "internlm2.parse", "IL-09": "internlm2.parse", "IL-10": "internlm2.environment", "IL-11": "internlm2.file", "IL-12": "internlm2.interpreter",
    "IL-13": "internlm2.ActionReader", "IL-14": "prompt", "IL-15": "internlm2.read", "IL-16": "internlm2.render", "IL-17": "ReplyParser",
    "CT-01": "pipelines.ChatTokenizer.apply_chat_template", "CT-02": "pipelines.ChatTokenizer.apply_chat_template", "CT-03": "pipelines.ChatTokenizer.apply_chat_template",
    "CT-04": "pipelines.ChatTokenizer.decode", "CT-05": "pipelines.ConversationalPipeline", "CT-06": "pipelines.ChatTokenizer.default_chat_template",
    "CT-07": "pipelines.ChatTokenizer.default_chat_template", "CT-08": "Template", "CT-09": "pipelines.ChatTokenizer", "CT-10": "pipelines.ChatTokenizer.save_pretrained",
    "CT-11": "pipelines.ChatTokenizer.push_to_hub", "CT-12": "map", "CT-13": "Template", "CT-14": "pipelines.ChatTokenizer.special_tokens_map", "CT-15": "Template",
    "CT-16": "pipelines.AutoTokenizer", "CT-17": "lint",
}


def page():
    left = sum(len(row) > 4 for row in ROWS)
    out = ["# The documents' features", "", "Four documents describe what chatfmt reproduces:", "",
           "* FC: a guide to FastChat's conversation module,", "* XT: XTuner's prompt templates,", "* IL: InternLM2's chat format,",
           "* CT: the chat templating page of transformers 4.37.2.", "",
           "The table has the %d features of these documents. For each feature it says how the feature is used, and which test fails when the feature breaks." % len(ROWS),
           "%d features work whole. The last column says what is missing in the other %d." % (len(ROWS) - left, left) if left else "All features work, so the last column is empty.", "",
           "With the names of the Python package ([python-seeds.md](python-seeds.md)), the documents' code blocks run as they are (`tests/python/test_seed_documents.py`).",
           "`tests/seeds/check_rows.py --update` writes this page.", "", "| | feature | command or function | Python: `chatfmt.` | test | missing |", "|---|---|---|---|---|---|"]
    for row in ROWS:
        test = row[3] or ("tests/seeds/check_rows.py" if globals().get(row[0].lower().replace("-", "")) else "–")
        out.append("| %s | %s | %s | %s | %s | %s |" % (row[0], row[1], row[2], "`%s`" % PYTHON[row[0]] if row[0] in PYTHON else "", "`%s`" % test if test != "–" else test, row[4] if len(row) > 4 else ""))
    return "\n".join(out) + "\n"


def main():
    global program
    if sys.argv[1] == "--update":
        PAGE.write_text(page(), "utf-8")
        return 0
    program = sys.argv[1]
    ran = 0
    if not PAGE.exists() or PAGE.read_text("utf-8") != page():
        failed.append("docs/seeds.md is out of date: tests/seeds/check_rows.py --update")
    for row in ROWS:
        own = globals().get(row[0].lower().replace("-", ""))
        if row[3] and not (ROOT / row[3]).exists():
            failed.append("%s: there is no %s" % (row[0], row[3]))
        if not own:
            if not row[3]:
                failed.append("%s has no test" % row[0])
            continue
        ran += 1
        try:
            own()
        except (AssertionError, KeyError, IndexError, ValueError) as e:
            failed.append("%s: %s %r" % (row[0], type(e).__name__, e))
    print("".join(line + "\n" for line in failed) + "rows: %d, %d run here, %d failed" % (len(ROWS), ran, len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
