#!/usr/bin/env python3
"""Every option in every mode: it changes what comes out, or it is refused with status 2 and the reason.

    options.py [--all]        in all command lines; without it, in those where any two modes meet

The rows and their modes are the program's own (chatfmt help --json); which command line is in which
mode is written here, so the two must agree. An option that is accepted must make a difference to
output, files or messages. Where it cannot, SAME says why.
"""
import functools
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CHATFMT = os.environ.get("CHATFMT") or os.path.join(HERE, "..", "..", "build", "chatfmt")

TEMPLATE = """{%- if tools %}[{{ tools|tojson }}]{% endif %}{% if documents %}({{ documents|length }}){% endif %}
{%- if 1 %}
{{ bos_token }}{{ x|default('') }}{{ strftime_now('%Y') }}{% endif %}{% if dice is defined %}{{ range(99999)|random }}{% endif %}
{%- for m in messages %}<|{{ m.role }}|>{% if m.role == 'assistant' %}{% generation %}{{ m.content }}{% endgeneration %}<|end|>
{%- else %}{{ m.content }}<|end|>{% endif %}{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}.
"""
TALK = [{"role": "user", "content": "ab<|end|>"}, {"role": "assistant", "content": "b"}, {"role": "user", "content": "a"},
        {"role": "assistant", "content": "ab"}]
BATCH_LINE = '{"id": 1, "chat_template": "x", "context": {"messages": [{"role": "user", "content": "a"}]}}\n'
CALLS = '<think>x</think>a<tool_call>{"name": "f", "arguments": {}}</tool_call><tool_call>{"name": "g", "arguments": {"n": 1'
CODER = "<tool_call>\n<function=f>\n<parameter=n>\n1\n</parameter>\n</function>\n</tool_call>"
MODEL_LINE = '{"id": 1, "model": "org/name", "context": {%s"messages": [{"role": "user", "content": "a<|end|>"}], "tokenize": true}, "options": {"policy": "control"}}\n'
AGENT_TEXT = '<|im_start|>assistant\n<|action_start|><|plugin|>\n{"name": "f", "parameters": {}}<|action_end|>\n<|im_end|>\n'
SAVED = {"template_name": "vicuna_v1.1", "system_message": "S", "messages": [["USER", "a"], ["ASSISTANT", None]]}
FORMAT = {"formats": [{"name": "tiny", "sep": "|"}]}


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text if isinstance(text, str) else json.dumps(text))


def repository(name, commits):
    """A repository of the Hub cache with a commit for each ref."""
    root = "hub/models--" + name.replace("/", "--")
    for number, (ref, files) in enumerate(commits.items()):
        write("%s/refs/%s" % (root, ref), "%040x" % number)
        for file, text in files.items():
            write("%s/snapshots/%040x/%s" % (root, number, file), text)


def make_files():
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    added = ["<|end|>", "<pad>", "<|user|>", "<|assistant|>", "<s>", "<tool_call>", "</tool_call>"]
    letters = sorted(set(map(chr, range(32, 127))) | {"\n"})
    tokenizer = {"version": "1.0", "added_tokens": [{**flags, "id": i, "content": text} for i, text in enumerate(added)],
                 "decoder": {"type": "Fuse"},
                 "post_processor": {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
                                    "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
                                    "special_tokens": {"<s>": {"id": "<s>", "ids": [4], "tokens": ["<s>"]}}},
                 "model": {"type": "BPE", "merges": ["a b"], "vocab": {**{text: i for i, text in enumerate(added)},
                                                                     **{c: i + len(added) for i, c in enumerate(letters)}, "ab": 200}}}
    config = {"bos_token": "<s>", "eos_token": "<|end|>", "pad_token": "<pad>", "model_max_length": 60, "tokenizer_class": "PreTrainedTokenizerFast"}
    model = {"tokenizer_config.json": config, "tokenizer.json": tokenizer, "chat_template.jinja": TEMPLATE,
             "chat_template.json": {"chat_template": "processor " + TEMPLATE}, "processor_config.json": "{}",
             "additional_chat_templates/other.jinja": "named " + TEMPLATE}
    repository("org/name", {"main": model, "v2": {**model, "chat_template.jinja": "second " + TEMPLATE}})
    repository("org/empty", {"main": {k: v for k, v in model.items() if "chat_template" not in k}})
    for name, text in (("t.jinja", TEMPLATE), ("loose.jinja", "{%if   x%}\n   {%if y%}\n'{{ {\"a\": 'bb', 'cc':dd} }}'\n{%endif%}\n{%endif%}\n\nz"), ("other.jinja", "other " + TEMPLATE), ("tokenizer.json", tokenizer), ("other_tokenizer.json", {**tokenizer, "model": {**tokenizer["model"], "merges": [], "vocab": {k: v for k, v in tokenizer["model"]["vocab"].items() if k != "ab"}}}),
                       ("talk.json", TALK), ("object.json", {"messages": TALK}), ("tools.json", [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {"n": {"type": "integer"}}}}}]), ("documents.json", [{"text": "d"}]),
                       ("own.json", FORMAT), ("data.jsonl", "".join(json.dumps({"messages": TALK, "other": TALK[:2], "id": i, "prompt": "p", "completion": "c"}) + "\n" for i in range(2))),
                       ("reply.txt", '<think>x</think>a<tool_call>{"name": "f", "arguments": {"n": "1"}}</tool_call>'), ("prompt.txt", "<|im_start|>assistant\n<think>\n"),
                       ("plain.txt", "x</think>a"), ("ids.txt", "200 4 5"), ("own2.json", FORMAT)):
        write(name, text)
    write("response.json", {"start_anchor": "<|assistant|>", "fields": {"r": {"open": "<think>", "close": "</think>"}, "c": {}}})
    write("lost.json", TALK[:2] + [{"role": "user", "content": "a", "remark": "nobody reads this"}, TALK[3]])
    write("null.json", [{"role": "user", "content": None}, TALK[1]])
    write("lost.jsonl", json.dumps({"messages": TALK[:1] + [{"role": "user", "content": "a", "remark": "nobody reads this"}, TALK[3]]}) + "\n")
    write("null.jsonl", json.dumps({"messages": [{"role": "user", "content": None}, TALK[1]], "prompt": "p", "completion": "c"}) + "\n")
    write("own_template.json", {"messages": TALK, "chat_template": "<|end|>{{ messages[0].content }}"})
    write("own_template.jsonl", json.dumps({"messages": TALK, "chat_template_kwargs": {"chat_template": "<|end|>{{ messages[0].content }}"}}) + "\n")
    write("bad.jsonl", json.dumps({"messages": TALK}) + "\n[\n")
    write("asked.json", TALK[:1])
    write("broken.jinja", "{{")
    write("saved.json", SAVED)
    write("taken.json", {"system": "mine", "formats": [{"name": "vicuna_v1.1", "roles": ["A", "B"]}]})
    write("coder.txt", CODER)
    write("calls.txt", CALLS)
    for name, text in (("reply_ids.txt", '<tool_call>{"name": "f", "arguments": {}}</tool_call>'), ("coder_ids.txt", CODER), ("calls_ids.txt", CALLS)):
        write(name, " ".join(str(letters.index(c) + len(added)) for c in text))


def listing(folder):
    """What is there: a cheap mark that differs once a program has written."""
    with os.scandir(folder) as entries:
        return sorted((entry.name, entry.stat().st_mtime_ns, entry.stat().st_size) for entry in entries)


clean = None  # the listings when no program has written yet


def prepare():
    """The folder `out` holds a model when a program begins, `bare` holds nothing, and there is no out.jsonl."""
    global clean
    if clean is not None and clean == (listing("out"), listing("bare")):
        return
    shutil.rmtree("out", ignore_errors=True)
    shutil.rmtree("bare", ignore_errors=True)
    os.mkdir("bare")
    write("out/tokenizer_config.json", {"bos_token": "<s>"})
    write("out/chat_template.jinja", "x")
    clean = listing("out"), listing("bare")


def run(words, given=""):
    """Status, output, messages, and the files that came of it."""
    for name in os.listdir("."):
        if name.startswith(("out.jsonl", ".out.jsonl")):
            os.unlink(name)
    prepare()
    done = subprocess.run([CHATFMT, *words], input=given.encode(), capture_output=True)
    made = ["out.jsonl"] + [os.path.join(at, name) for folder in ("out", "bare") for at, _, names in os.walk(folder) for name in names]
    files = {name: open(name, "rb").read() for name in made if os.path.exists(name)}
    return done.returncode, done.stdout, done.stderr, files


@functools.lru_cache(maxsize=64)
def run_once(words, given):
    """The same of a command line without the option, which is that of many options."""
    return run(words, given)


class Mode:
    """A command line, and the modes that it is in, by their names in the table."""

    def __init__(self, words, modes, given="", files=()):
        self.words, self.modes, self.given, self.files = list(words), set(modes), given, list(files)


def render_modes():
    sources = (("with --template", ["--template", "t.jinja", "--set", 'bos_token="<s>"']), ("with --format", ["--format", "xtuner/qwen_chat"]),
               ("with --model", ["--model", "org/name"]))
    outputs = ("text", "json", "spans", "ids", "tokens")
    fits = (("without --fit or --padding max_length", []), ("with --fit or --padding max_length", ["--fit", "truncate", "--max-length", "9"]))
    masks = (("without --mask", []), ("with this --mask", ["--mask", "generation"]), ("with --mask derived", ["--mask", "derived"]))
    for (source, words), output, (mask, more), (fit, fits) in itertools.product(sources, outputs, masks, fits):
        if (more or fits) and source == "with --template" or fits and output in ("text", "spans"):
            continue
        mode = "with --output " + output + ("" if output != "json" else " (with --template)" if source == "with --template" else " (with --model or --format)")
        tokenizer = ["--tokenizer", "tokenizer.json"] if (output in ("ids", "tokens") or fits) and source != "with --model" else []
        yield Mode(words + more + tokenizer + fits + ["--output", output], (source, mode, mask, fit, *["without --mask"] * (output == "tokens")), files=["talk.json"])
    yield Mode(["--batch"], ("with --batch, where each line says what it wants",), BATCH_LINE)


def parse_modes():
    for what, words in (("with a whole reply", []), ("with --stream", ["--stream"]), ("with --explain", ["--explain"])):
        files = [] if words == ["--explain"] else ["reply.txt"]
        yield Mode(words + ["--reader", "hermes"], (what, "with --reader", "without --ids"), files=files)
        yield Mode(words + ["--model", "org/name"], (what, "with --model", "without --ids"), files=files)
        if files:
            yield Mode(words + ["--reader", "hermes", "--ids", "tokenizer.json"], (what, "with --reader", "with --ids"), files=["ids.txt"])
            yield Mode(words + ["--response-template", "response.json"], (what, "with --response-template or --response-schema", "without --ids"), files=files)
            yield Mode(words + ["--response-template", "response.json", "--ids", "tokenizer.json"],
                       (what, "with --response-template or --response-schema", "with --ids"), files=["ids.txt"])
    yield Mode(["--batch"], ("with --batch, where each line says what it wants", "with --reader", "without --ids"), '{"id": 1, "reader": "hermes", "text": "a"}\n')
    yield Mode(["--list-readers"], ("with --list-readers", "with --reader", "without --ids"))
    yield Mode(["--conversation", "internlm2"], ("with --conversation", "with --reader", "without --ids"), "[]")


def tokenize_modes():
    for decode, batch in itertools.product((False, True), repeat=2):
        given = "[200, 4, 5]" if decode else '"ab<|end|>"'
        yield Mode(["--tokenizer", "tokenizer.json"] + ["--decode"] * decode + ["--batch"] * batch,
                   ("with --decode" if decode else "without --decode", "with --batch" if batch else "without --batch", "without --model"),
                   given + "\n" * batch)
        yield Mode(["--model", "org/name"] + ["--decode"] * decode + ["--batch"] * batch,
                   ("with --decode" if decode else "without --decode", "with --batch" if batch else "without --batch", "with --model"),
                   given + "\n" * batch)


def map_modes():
    for source, words in (("with --model", ["--model", "org/name"]), ("with --template", ["--template", "t.jinja", "--variables", '{"bos_token": "<s>"}']),
                          ("with --format", ["--format", "xtuner/qwen_chat"])):
        for learned, columns in (("without a column of the loss mask", "text"), ("with a column of the loss mask", "text,mask"), ("with this --mask", "text,mask"),
                                 ("without a column of the loss mask", "text,input_ids"), ("with --mask derived", "text,labels,input_ids"),
                                 ("with a column of the loss mask", "labels,input_ids")):
            mask = {"with this --mask": ["--mask", "generation"], "with --mask derived": ["--mask", "derived"]}.get(learned, [])
            for bound, target in itertools.product((False, True), repeat=2):
                ids = "input_ids" in columns
                counted = "with a column of tokens" if ids else "without a column of tokens" if bound else "without --max-length or a column of tokens"
                more = ["--tokenizer", "tokenizer.json"] if source != "with --model" and (ids or bound) else []
                yield Mode(words + mask + more + ["--columns", columns] + ["--max-length", "200" if source == "with --format" else "50"] * bound + ["--output", "out.jsonl"] * target,
                           (source, learned, counted, "with --max-length" if bound else "without --max-length",
                            "with --output FILE" if target else "without --output FILE", "with a --fit other than none, or with --pad", "without --trainer",
                            "with --columns that packs do not have (text, mask, split, turns, length, line, id)" if "text" in columns else "with --columns of tokens alone"), files=["data.jsonl"])
    yield Mode(["--format", "vicuna_v1.1", "--trainer", "train", "--tokenizer", "tokenizer.json", "--columns", "input_ids,labels"], ("with --format", "with --trainer", "with a column of the loss mask", "with a column of tokens", "without --max-length", "without --output FILE", "with a --fit other than none, or with --pad", "with --columns of tokens alone"), files=["data.jsonl"])
    yield Mode(["--model", "org/name"], ("with --model", "without --mask or a column of the loss mask", "without --max-length or a column of tokens", "without --max-length", "without --output FILE", "with a --fit other than none, or with --pad", "without --trainer", "with --columns that packs do not have (text, mask, split, turns, length, line, id)"), files=["data.jsonl"])
    yield Mode(["--model", "org/name", "--fit", "none", "--columns", "input_ids"], ("with --model", "without a column of the loss mask", "with a column of tokens", "without --max-length", "without --output FILE", "with --fit none", "without --trainer", "with --columns of tokens alone"), files=["data.jsonl"])


def guarded(modes):
    """The command lines without a policy, and one of each kind with it."""
    for mode in modes:
        if "--batch" in mode.words:
            yield mode
            continue
        json = "--mask" in mode.words and "with --output text" in mode.modes  # the text is in it
        shown = not json and {"with --output text", "with --output spans"} & mode.modes
        yield Mode(mode.words, mode.modes | {"with --output text or spans" if shown else "without a --policy that refuses tokens"}, mode.given, mode.files)
        if GUARDABLE & mode.modes and not {"with --trainer"} & mode.modes and {"--model", "--tokenizer"} & set(mode.words):
            yield Mode(mode.words + ["--policy", "control"], mode.modes | {"with --policy"}, mode.given, mode.files)


GUARDABLE = {"with a column of tokens", "with --output ids", "with --output json (with --model or --format)"}


def template_modes():
    for what, words in (("show", ["org/name"]), ("set", ["out", "other.jinja"]), ("replace", ["out", "other.jinja"]), ("save", ["org/name", "bare"])):
        yield Mode([what] + words, ("by template " + what, "without --names"))
    yield Mode(["show", "org/name", "--names"], ("by template show", "with --names"))


def formats_modes():
    for what, words in (("list", []), ("show", ["vicuna_v1.1"]), ("export", ["vicuna_v1.1"]), ("match", ["lmsys/vicuna-7b-v1.5"])):
        yield Mode([what] + words, ("by formats " + what, "without --json"))
        if what in ("list", "match"):
            yield Mode([what] + words + ["--json"], ("by formats " + what, "with --json"))


def conversation_modes():
    for what, words in (("new", ["bare/c.json", "--format", "vicuna_v1.1"]), ("load", ["bare/c.json", "saved.json"]), ("append", ["-", "user", '"a"']),
                        ("update-last", ["-", "a"]), ("show", ["-"]), ("save", ["-", "bare/c.json"]), ("talk", ["saved.json"])):
        given = json.dumps(SAVED) if "-" in words else "asked\n" if what == "talk" else ""
        yield Mode([what] + words, ["by conversation " + what], given)


MODES = {
    "conversation": conversation_modes,
    "render": lambda: guarded(render_modes()), "parse": parse_modes, "tokenize": tokenize_modes, "map": lambda: guarded(map_modes()), "template": template_modes, "formats": formats_modes,
    "lint": lambda: [Mode(["org/name"], ["without --rules"]), Mode(["--rules"], ["with --rules"])],
    "inspect": lambda: [Mode(["org/name"], [])],
    "fmt": lambda: [Mode(more, [], files=["loose.jinja"]) for more in ([], ["--check"], ["--diff"])],
    "diff": lambda: [Mode(["org/name", "other.jinja"] + more, []) for more in ([], ["--json"], ["--quiet"])],
}

# A value for each option, what has to be there for it to matter, and what stands in for the base.
VALUES = {
    ("render", "--formats-file"): "own.json", ("render", "--program"): "xtuner_chat", ("render", "--revision"): "v2",
    ("render", "--reference"): "transformers-4.37", ("map", "--reference"): "transformers-4.37", ("render", "--chat-template"): "other.jinja", ("render", "--default-template"): "other.jinja", ("render", "--fix"): "null-to-empty", ("render", "--tools"): "tools.json",
    ("render", "--documents"): "documents.json", ("render", "--set"): 'bos_token="<t>"', ("render", "--now"): "1999-01-02", ("render", "--seed"): "7", ("render", "--trusted"): "messages", ("render", "--allow"): "row-templates", ("map", "--allow"): "row-templates", ("map", "--trusted"): "messages",
    ("render", "--mask"): "hf", ("render", "--roles"): "user", ("render", "--tokenizer"): "other_tokenizer.json", ("render", "--policy"): "all",
    ("render", "--max-length"): "3", ("render", "--fit"): "truncate", ("render", "--padding"): "max_length", ("render", "--output"): "json", ("render", "--color"): "always",
    ("render", "--limit"): "output_bytes=1", ("parse", "--limit"): "fuel=1", ("tokenize", "--limit"): "fuel=1", ("map", "--limit"): "output_bytes=1", ("render", "--template"): "t.jinja", ("render", "--format"): "chatml", ("render", "--model"): "org/name",
    ("parse", "--reader"): "deepseek-r1", ("parse", "--model"): "org/name", ("parse", "--template"): "t.jinja", ("parse", "--response-template"): "response.json",
    ("parse", "--response-schema"): "response.json", ("parse", "--conversation"): "chatml", ("parse", "--prompt"): "prompt.txt", ("parse", "--tools"): "tools.json",
    ("parse", "--ids"): "tokenizer.json", ("parse", "--chunk"): "1", ("parse", "--begun"): "prompt.txt", ("parse", "--stop"): "a", ("parse", "--calls-before"): "3",
    ("tokenize", "--tokenizer"): "tokenizer.json", ("tokenize", "--model"): "org/name", ("tokenize", "--policy"): "all", ("tokenize", "--encoding"): "llama3",
    ("map", "--model"): "org/name", ("map", "--format"): "chatml", ("map", "--formats-file"): "own.json", ("map", "--program"): "xtuner_chat", ("map", "--trainer"): "xtuner", ("map", "--template"): "t.jinja", ("map", "--chat-template"): "other.jinja", ("map", "--default-template"): "other.jinja", ("map", "--layout"): "prompt",
    ("map", "--column"): "other", ("map", "--variables"): '{"bos_token": "<s>", "x": 1}', ("map", "--fix"): "null-to-empty", ("map", "--now"): "1999-01-02", ("map", "--mask"): "hf",
    ("map", "--roles"): "user", ("map", "--tokenizer"): "missing.json", ("map", "--policy"): "all", ("map", "--max-length"): "2", ("map", "--fit"): "truncate",
    ("map", "--output"): "out.jsonl", ("map", "--columns"): "id", ("map", "--on-error"): "skip", ("map", "-j"): "1",
    ("template", "--name"): "other", ("template", "--layout"): "config", ("inspect", "--name"): "other", ("lint", "--name"): "other", ("lint", "--ignore"): "clock",
    ("lint", "--fail-on"): "never", ("fmt", "--indent"): "1", ("fmt", "--width"): "8", ("fmt", "--quotes"): "double", ("diff", "--name"): "other",
    ("diff", "--conversations"): "data.jsonl", ("formats", "--formats-file"): "own.json",
    ("conversation", "--format"): "llama-2", ("conversation", "--formats-file"): "taken.json", ("conversation", "--system"): "other", ("conversation", "--now"): "1999-01-02",
    ("conversation", "--as"): "openai",
}
BY_OUTPUT = {**{"with --output " + name: ["--policy", "control"] for name in ("ids", "tokens", "json (with --model or --format)")},
             "with --output text": ["--color", "always"]}
# What the option needs besides to matter: words for both command lines, and a new word for an old one in both.
WITH = {
    ("parse", "--unknown-calls"): ["--tools", "tools.json"],
    ("render", "--seed"): ["--set", "dice=1"], ("render", "--fit"): ["--max-length", "3"], ("render", "--padding"): ["--max-length", "99"],
    ("render", "--trusted"): BY_OUTPUT, ("render", "--allow"): BY_OUTPUT,
    ("map", "--allow"): ["--policy", "control"], ("map", "--trusted"): ["--policy", "control"],
     ("map", "--fit"): ["--max-length", "3"], ("map", "--pad"): ["--max-length", "250"], ("map", "--pack"): ["--max-length", "500"],
}
CALLING = ("--one-call", "--unknown-calls", "--reasoning-in-content", "--close-arguments", "--calls-before", "--stop")
INSTEAD = {("render", "--tools"): {"xtuner/qwen_chat": "internlm2/lagent"}, ("render", "--fix"): {"talk.json": "null.json"}, ("map", "--fix"): {"data.jsonl": "null.jsonl"},
           ("parse", "--tools"): {"hermes": "qwen3-coder", "reply.txt": "coder.txt", "ids.txt": "coder_ids.txt"}, ("template", "--force"): {"other.jinja": "broken.jinja", "bare": "out"},
           **{("parse", option): {"reply.txt": "calls.txt", "ids.txt": "calls_ids.txt"} for option in CALLING},
           ("parse", "--control-tokens"): {"ids.txt": "reply_ids.txt"}, ("parse", "--openai"): {"[]": AGENT_TEXT}, ("parse", "--limit"): {"[]": AGENT_TEXT}, ("formats", "--formats-file"): {"vicuna_v1.1": "tiny"},
           ("render", "--add-generation-prompt"): {"talk.json": "asked.json"}, ("map", "--add-generation-prompt"): {"xtuner/qwen_chat": "vicuna_v1.1"}, ("map", "--on-error"): {"data.jsonl": "bad.jsonl"},
           ("conversation", "--now"): {"vicuna_v1.1": "claude-3-5-sonnet-20240620-v2"}, ("conversation", "--force"): {"bare/c.json": "out/chat_template.jinja"},
           ("render", "--allow"): {"talk.json": "own_template.json", BATCH_LINE: MODEL_LINE % '"chat_template": "x", '}, ("map", "--allow"): {"data.jsonl": "own_template.jsonl"},
           ("render", "--trusted"): {BATCH_LINE: MODEL_LINE % ""}, ("render", "--strict"): {"talk.json": "lost.json"}, ("map", "--strict"): {"data.jsonl": "lost.jsonl"},
           ("map", "--formats-file"): {"xtuner/qwen_chat": "user/tiny", "vicuna_v1.1": "user/tiny"},
           ("render", "--formats-file"): {"xtuner/qwen_chat": "user/tiny", BATCH_LINE: BATCH_LINE.replace('"chat_template": "x"', '"format": "tiny"')},
           ("render", "--default-template"): {"org/name": "org/empty"}, ("map", "--default-template"): {"org/name": "org/empty"}}
EVERYWHERE = "everywhere"
# The modes in which an option makes no difference to these command lines, and why.
ON_TERMINALS = "only a terminal shows it; see run.py"
SAME = {
    ("render", "--raw"): ({"with --format", "with --model", "with --output text", "with --template", "without --fit or --padding max_length", "without --mask", "with --output text or spans"}, ON_TERMINALS),
    ("render", "--strict"): ({"with --fit or --padding max_length"}, "what is left out to fit is told as lost"),
    ("tokenize", "--json"): ({"with --model", "without --batch", "without --decode", "without --model"}, ON_TERMINALS),
    ("tokenize", "--no-cache"): ({"with --batch", "with --decode", "with --model", "without --batch", "without --decode", "without --model"}, "a cache is not seen"),
    ("fmt", "--keep-trailing-newline"): ({"alone"}, "the newline at the end stays in any case; the check that nothing changed looks at it"),
    ("lint", "--replies"): ({"without --rules"}, "nothing is wrong with this template's replies"),
    ("parse", "--prompt"): ({"with --model"}, "the reader of this template reads no reasoning"),
    **{("parse", option): ({"with --model"}, "the reader of this template reads neither reasoning nor calls") for option in CALLING if option != "--stop"},
    ("parse", "--tools"): ({"with --model", "with --response-template or --response-schema"}, "neither reads calls"),
    ("template", "--processor"): ({"by template set"}, "tokenizer and processor of these folders read the same; see tests/models"),
    ("map", "--mask"): ({"with --format"}, "the tags of this format are around what is derived"),
    ("map", "--trainer"): ({"with --columns of tokens alone", "with a column of the loss mask"}, "of these rows the ids and labels are those of the mask derived"),
    ("map", "-j"): (EVERYWHERE, "the output is the same for any number of threads"),
    ("map", "--force"): (EVERYWHERE, "there is nothing to replace; see tests/models"),
    ("map", "--resume"): (EVERYWHERE, "there is nothing to go on with; see tests/models"),
}


@functools.lru_cache
def tables():
    return json.loads(subprocess.run([CHATFMT, "help", "--json"], capture_output=True, check=True).stdout)


def meant(table, row, mode, axes=None):
    """Whether the row has a meaning in the mode: on each axis (of `axes`) that it names and the mode is on."""
    for axis in {table["modes"][i]["axis"] for i in row["modes"]} & (axes or {mode["axis"] for mode in table["modes"]}):
        names = {one["name"] for one in table["modes"] if one["axis"] == axis}
        wanted = {table["modes"][i]["name"] for i in row["modes"]} & names
        if names & mode.modes and not wanted & mode.modes:
            return False
    return True


def selects(table, row):
    """Whether the option makes a mode, so that others may be refused for it."""
    return row["kind"] == "pick" or any(row["switch"] in mode["remedy"].split() or mode["remedy"] == "no " + row["switch"] for mode in table["modes"] if mode["remedy"])


NAMED = re.compile(r"(?<![-\w'=])(--[a-z][\w-]+)")
OF_OTHERS = re.compile(r"(?:chatfmt (?!: )[a-z]+|hf download|jq|python3|tail)\b[^;:,\n]*")
ABOUT_MODES = (" is not used ", " are not used ", "leave one of them out", "only one of ", ": needs ", " need ", "read no REPLY", "did you mean", "instead of")


def named(words, message):
    """Options that messages of a command name and that are not on its command line."""
    text = OF_OTHERS.sub("", message.decode("utf-8", "replace"))
    given = {word.split("=")[0] for word in words}
    return sorted(set(NAMED.findall(text)) - given - {"--help"})


def misnamed(command, words, message, again):
    """Options that a message names though the command has none of that name, or refuses it beside what was given; `again` runs the
    command line with further words and returns its messages."""
    rows = {row["switch"]: row for table in tables() if table["command"] == command for row in table["options"]}
    for name in named(words, message):
        if name not in rows:
            yield "%s: a message names %s: %r" % (" ".join(words), name, message[:300])
        elif not any(mark in message.decode("utf-8", "replace") for mark in ABOUT_MODES):
            value = VALUES.get((command, name))
            said = again([name] + [value] * (value is not None))
            if b" not used " in said or excluded(said):
                yield "%s: a message names %s, which is refused: %r" % (" ".join(words), name, said[:300])


def without_way(table, row, mode, message):
    """Modes that a refusal offers though the option is refused there as well."""
    offer = message.decode("utf-8", "replace").partition(", or use ")[2]
    first = {one["name"] for one in table["modes"] if one["axis"] == 0}
    for one in table["modes"]:
        if not one["remedy"] or not re.search(r"%s(?![\w-]| of| beside)" % re.escape(one["remedy"]), offer):
            continue
        others = [m for m in all_modes(table["command"]) if {x["name"] for x in table["modes"] if x["remedy"] == one["remedy"]} & m.modes
                  and (one["axis"] == 0 or m.modes & first == mode.modes & first)]
        axes = {0, one["axis"]}
        if not any(meant(table, row, m, axes) for m in others):
            yield "%s: no way to use %s is %s" % (" ".join(mode.words), row["switch"], one["remedy"])


@functools.lru_cache
def all_modes(command):
    return list(MODES[command]())


def some_modes(command):
    """Command lines in which any two modes that can meet do; all of them with --all."""
    if "--all" in sys.argv:
        return all_modes(command)
    chosen, met = [], set()
    for mode in all_modes(command):
        pairs = set(itertools.combinations(sorted(mode.modes), 2))
        if not pairs <= met or len(mode.modes) < 2:
            chosen.append(mode)
            met |= pairs
    return chosen


def excluded(message):
    """Two options for the same thing."""
    return b"leave one of them out" in message or b": only one of " in message


def check(table, row, mode, matters):
    """What is wrong with a pair, or None."""
    key = (table["command"], row["switch"])
    value = VALUES.get(key)
    assert (value is None) == (not row["value"] or row["value"][0] == "["), key
    given = [row["switch"]] if value is None else [row["switch"], value]
    base = [table["command"]] + mode.words + mode.files
    if not meant(table, row, mode):
        code, out, err, _ = run(base + given, mode.given)
        if excluded(err):
            return None
        lost = list(without_way(table, row, mode, err)) or list(misnamed(table["command"], base + given, err, None))
        if lost:
            return lost[0]
        if code == 2 and not out and b" is not used " in err and (err.startswith(b"chatfmt: %s " % row["switch"].encode()) or selects(table, row)):
            return None
        return "not refused: %s: %d %r" % (" ".join(base + given), code, err[:200])
    more = WITH.get(key, [])
    if isinstance(more, dict):
        more = next((words for name, words in more.items() if name in mode.modes), [])
    words = [INSTEAD.get(key, {}).get(word, word) for word in base + more]
    text = INSTEAD.get(key, {}).get(mode.given, mode.given)
    one, two = run_once(tuple(words), text), run(words + given, text)
    if excluded(two[2]):
        return None
    if two[0] == 2 and not selects(table, row) and table["command"] != "lint":
        return "refused: %s: %r" % (" ".join(words + given), two[2][:200])
    for wrong in misnamed(table["command"], words + given, two[2], lambda more: run(words + given + more, text)[2]):
        return wrong
    if row["switch"] not in words:
        matters.setdefault(key, {}).setdefault(one != two, set()).update(mode.modes or {"alone"})
    return None


def main():
    failed, pairs, matters = [], 0, {}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ.update(HF_HUB_CACHE=os.path.join(folder, "hub"), NO_COLOR="", TERM="xterm", CHATFMT_NO_CACHE="1")
        make_files()
        for table in tables():
            known = {mode["name"] for mode in table["modes"]}
            seen = set()
            for mode in some_modes(table["command"]):
                assert mode.modes <= known, mode.modes - known
                seen |= mode.modes
                code, _, err, _ = run([table["command"]] + mode.words + mode.files, mode.given)
                if code == 2 or code and table["command"] not in ("lint", "diff", "fmt"):
                    failed.append("fails alone: %s %s: %r" % (table["command"], " ".join(mode.words), err[:300]))
                for row in table["options"]:
                    pairs += 1
                    failed += filter(None, [check(table, row, mode, matters)])
            if known - seen:
                failed.append("no command line for %s: %s" % (table["command"], known - seen))
    for key, found in sorted(matters.items()):
        without = found.get(False, set()) - found.get(True, set())
        if SAME.get(key, "")[:1] == (EVERYWHERE,) and not found.get(True):
            continue
        if without != SAME.get(key, (set(), ""))[0]:
            failed.append("%s %s makes no difference %s; SAME has %s" % (*key, sorted(without), SAME.get(key)))
    print("".join(line + "\n" for line in failed) + "options: %d pairs of option and mode, %d failed" % (pairs, len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    if not os.path.exists(CHATFMT):
        print("options: SKIPPED, there is no " + CHATFMT)
        sys.exit(77)
    sys.exit(main())
