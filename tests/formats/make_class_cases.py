"""Writes tests/formats/class_cases.jsonl: what the default templates of transformers' tokenizer
classes make of generated conversations.

    make_class_cases.py TRANSFORMERS_4_37 TRANSFORMERS_4_40    folders of the unpacked packages
    make_class_cases.py --check PROGRAM                        compare the program with the file
"""
import ast
import json
import pathlib
import sys
import zlib

from conversations import conversations
from jinja_backend import Failed
from jinja_reference import Raised, jinja2, make_environment

FILE = pathlib.Path(__file__).with_name("class_cases.jsonl")
CLASSES = {
    "chatml": "tokenization_utils_base.py", "llama": "models/llama/tokenization_llama.py",
    "code_llama": "models/code_llama/tokenization_code_llama.py",
    "blenderbot": "models/blenderbot/tokenization_blenderbot.py",
    "blenderbot_small": "models/blenderbot_small/tokenization_blenderbot_small.py",
    "bloom": "models/bloom/tokenization_bloom_fast.py", "gpt2": "models/gpt2/tokenization_gpt2.py",
    "gpt_neox": "models/gpt_neox/tokenization_gpt_neox_fast.py",
    "gpt_neox_japanese": "models/gpt_neox_japanese/tokenization_gpt_neox_japanese.py",
    "gptsan_japanese": "models/gptsan_japanese/tokenization_gptsan_japanese.py",
    "gpt_sw3": "models/gpt_sw3/tokenization_gpt_sw3.py",
    "whisper": "models/whisper/tokenization_whisper.py",
    "cohere": "models/cohere/tokenization_cohere_fast.py",
}
TOKENS = {"bos_token": "<s>", "eos_token": "</s>", "sep_token": "<sep>"}


class Quiet:
    def __getattr__(self, name):
        return lambda *args, **kwargs: None


class Tokenizer:
    def __init__(self, use_default_system_prompt):
        self.use_default_system_prompt = use_default_system_prompt


def template_of(path, use_default):
    """Run the property default_chat_template of the class in this file, with the constants that
    its module assigns."""
    tree = ast.parse(path.read_text("utf-8"))
    names = {"logger": Quiet()}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                names[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                pass
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == "default_chat_template":
            node.decorator_list = []
            exec(compile(ast.Module([node], []), str(path), "exec"), names)
    made = names["default_chat_template"](Tokenizer(use_default))
    return made["default"] if isinstance(made, dict) else made


def render(template, context):
    try:
        return {"text": template.render(**context)}
    except (Raised, TypeError, ValueError, jinja2.UndefinedError):
        return {"fails": True}


def write(old, new):
    env = make_environment()
    with open(FILE, "w", encoding="utf-8") as f:
        f.write(json.dumps({"made by": "tests/formats/make_class_cases.py from transformers 4.37.2"
                                       " (cohere: 4.40.2) with Jinja2 3.1.6"}) + "\n")
        for name, path in CLASSES.items():
            folder = pathlib.Path(new if name == "cohere" else old)
            for use_default in (False, True) if name in ("llama", "code_llama", "cohere") else (False,):
                template = env.from_string(template_of(folder / path, use_default))
                for messages, pending in conversations(25, zlib.crc32(name.encode()),
                                                       alternating=True):
                    context = {"messages": messages, "add_generation_prompt": pending, **TOKENS,
                               "use_default_system_prompt": use_default}
                    f.write(json.dumps({"format": "class/" + name, "context": context,
                                        "want": render(template, context)},
                                       ensure_ascii=False) + "\n")


def compare(program):
    from program_backend import ProgramBackend
    backend, count, different = ProgramBackend(program), 0, 0
    with open(FILE, encoding="utf-8") as f:
        for line in list(f)[1:]:
            case = json.loads(line)
            try:
                got = {"text": backend.ask(format=case["format"], context=case["context"])["text"]}
            except Failed as e:  # a prompt of nothing is the program's error, not the format's
                got = {"text": ""} if e.kind == "empty_prompt" else {"fails": True}
            count += 1
            if got != case["want"]:
                different += 1
                if different <= 5:
                    print(line[:600], "\n  got ", got)
    print("%d cases, %d different" % (count, different))
    return 1 if different or not count else 0


if __name__ == "__main__":
    sys.exit(compare(sys.argv[2]) if sys.argv[1:2] == ["--check"] else write(*sys.argv[1:]))
