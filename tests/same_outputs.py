#!/usr/bin/env python3
"""Runs the same command lines with two builds of the program and compares all that they do:
standard output, standard error, exit status and every file that they leave. For changes that move
code and must change nothing.

usage: same_outputs.py OLD NEW [--count N] [--seed N]      OLD and NEW are programs

The command lines are drawn from all commands, over templates (../shared/corpus where it is, those of
models/folders.py), model folders, formats, made tokenizers, replies of all families and data sets.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
for room in ("models", "replies", "tokenizers", "formats"):
    sys.path.insert(0, str(HERE / room))
import conversations  # noqa: E402
import families  # noqa: E402
import folders  # noqa: E402
import synthetic  # noqa: E402

CORPUS = HERE.parent.parent / "shared" / "corpus"
NOW = "2026-01-02T03:04:05"
POLICIES = ("any", "special", "control", "all", "reject", "report")
FIXES = ("fit-arguments", "arguments-object", "arguments-text", "null-to-empty", "merge-system", "raw-messages",
         "strict-names")


class World:
    """What command lines name: files in a folder, by kind."""

    def __init__(self, root, program, seed):
        self.root, self.rnd = root, random.Random(seed)
        self.models = self.make_models()
        self.templates = self.make_templates()
        self.tokenizers = self.make_tokenizers()
        self.contexts = self.make_contexts()
        self.formats = self.lines(program, "formats", "list", "--json")
        self.readers = [line.split()[0] for line in self.lines(program, "parse", "--list-readers") if line.strip()]
        self.formats = [json.loads(line)["name"] for line in self.formats]

    @staticmethod
    def lines(program, *arguments):
        return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout.splitlines()

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        return name

    def make_models(self):
        names = []
        for seed in range(40):
            folders.make(self.root / ("m%d" % seed), seed)
            names.append("m%d" % seed)
        return names

    def make_templates(self):
        names = [self.put("t/%s.jinja" % name, text) for name, text in sorted(folders.TEMPLATES.items())]
        for path in sorted((CORPUS / "templates").glob("*.jinja")) if CORPUS.exists() else []:
            shutil.copy(path, self.root / "t")
            names.append("t/" + path.name)
        return names

    def make_tokenizers(self):
        folder = self.root / "tok"
        folder.mkdir()
        synthetic.write(str(folder))
        names = ["tok/" + path.name for path in sorted(folder.glob("*.json"))]
        for index, name in enumerate(names[:12]):
            model = self.root / ("full%d" % index)
            folders.make(model, 100 + index)
            shutil.copy(self.root / name, model / "tokenizer.json")
            self.models.append(model.name)
        return names

    def make_contexts(self):
        rows = [{"messages": folders.chat(self.rnd)} for _ in range(200)]
        for name in ("contexts.jsonl", "extra_contexts.jsonl"):
            path = CORPUS / name
            if path.exists():
                lines = path.read_text("utf-8").split("\n")
                rows += [json.loads(line)["context"] for line in lines if line]
        return rows

    def conversation(self):
        context = dict(self.rnd.choice(self.contexts))
        return json.dumps(context if self.rnd.random() < 0.7 else context.get("messages"))

    def reply(self):
        family = self.rnd.choice(sorted(families.FAMILIES))
        message = {"content": self.rnd.choice(folders.TEXTS), "calls": []}
        if self.rnd.random() < 0.5:
            message["calls"] = [("get_weather", {"city": "Paris", "n": 3, "on": True}), ("f", {"x": 1.5})][:self.rnd.randrange(1, 3)]
        if self.rnd.random() < 0.4:
            message["reasoning"] = "why\nso"
        writer = families.FAMILIES[family]
        text = (writer[0] if isinstance(writer, tuple) else writer)(message)
        if self.rnd.random() < 0.2:
            text = text[:self.rnd.randrange(len(text) + 1)]
        return family, text

    def rows(self):
        lines = []
        for _ in range(self.rnd.randrange(1, 30)):
            kind = self.rnd.randrange(4)
            talk = [{"role": "user", "content": self.rnd.choice(folders.TEXTS)},
                    {"role": "assistant", "content": self.rnd.choice(folders.TEXTS)}]
            row = ({"messages": talk}, {"conversations": [{"from": "human", "value": talk[0]["content"]},
                                                          {"from": "gpt", "value": talk[1]["content"]}]},
                   {"prompt": talk[:1], "completion": talk[1:]},
                   {"conversation": [{"input": talk[0]["content"], "output": talk[1]["content"]}]})[kind]
            more = {"system": "Be brief.", "tools": rnd_tools(self.rnd), "documents": "[1", "id": self.rnd.randrange(99),
                    "chat_template_kwargs": {"x": 1}, "chosen": talk, "rejected": talk[:1]}
            for name in self.rnd.sample(sorted(more), self.rnd.randrange(4) if self.rnd.random() < 0.3 else 0):
                row[name] = more[name]
            if self.rnd.random() < 0.05:
                row["conversations"] = [{"from": self.rnd.choice(["bot", "x" * 70, "observation"]), "value": "a"}, {"role": "user",
                                                                                                     "content": "b"}]
            lines.append(json.dumps(row) if self.rnd.random() < 0.97 else "{broken")
        return "\n".join(lines) + "\n"


def rnd_tools(rnd):
    """A column with tools, in the forms that it may have."""
    return rnd.choice([families.TOOLS, json.dumps(families.TOOLS), "", None, "{}", "[", 7])


def some(rnd, *options, chance=0.25):
    """Options, each taken with the same chance."""
    return [word for option in options if rnd.random() < chance for word in option]


def subject(world):
    rnd = world.rnd
    kind = rnd.randrange(3)
    if kind == 0:
        return ["--template", rnd.choice(world.templates)]
    if kind == 1:
        return ["--model", rnd.choice(world.models)]
    return ["--format", rnd.choice(world.formats)]


def render(world):
    rnd = world.rnd
    words = ["render", *subject(world), "--now", NOW] + some(
        rnd, ["--add-generation-prompt"], ["--continue-final-message"], ["--fix", rnd.choice(FIXES)],
        ["--output", rnd.choice(["json", "spans", "text"])], ["--mask", rnd.choice(["hf", "derived", "generation"])],
        ["--set", 'bos_token="<s>"'], ["--set", "enable_thinking=false"], ["--trusted", "eos_token"], chance=0.3)
    if rnd.random() < 0.3:
        words += ["--tokenizer", rnd.choice(world.tokenizers), "--output", rnd.choice(["ids", "tokens", "json"])]
        words += some(rnd, ["--policy", rnd.choice(POLICIES)], ["--max-length", str(rnd.randrange(1, 60)), "--fit",
                      rnd.choice(["none", "truncate", "drop", "cut", "refuse"])], chance=0.5)
    return words, world.conversation()


def render_batch(world):
    rnd = world.rnd
    lines = []
    for index in range(rnd.randrange(1, 8)):
        line = {"id": index, "context": dict(rnd.choice(world.contexts)), "now": NOW}
        kind = rnd.randrange(3)
        if kind == 0:
            line["chat_template"] = (world.root / rnd.choice(world.templates)).read_text(encoding="utf-8")
        elif kind == 1:
            line["model"] = rnd.choice(world.models)
            line["context"] = folders.call(rnd)
        else:
            line["format"] = rnd.choice(world.formats)
        lines.append(json.dumps(line))
    return ["render", "--batch"], "\n".join(lines) + "\n"


def map_rows(world):
    rnd = world.rnd
    columns = rnd.choice(["text", "text,mask,split", "input_ids,labels", "text,turns,length,line", "input_ids,attention_mask",
                          "id,input_ids,labels,attention_mask,position_ids,sequence_ids"])
    words = ["map", *subject(world)[:2], "--columns", columns, "--now", NOW, "--on-error", rnd.choice(["fail", "skip", "record"])]
    words[1] = "--model" if words[1] == "--format" else words[1]
    if words[1] == "--model":
        words[2] = rnd.choice(world.models)
    words += some(rnd, ["--tokenizer", rnd.choice(world.tokenizers)], ["--mask", rnd.choice(["hf", "derived"])],
                  ["--policy", rnd.choice(POLICIES)], ["-j", "2"], ["--add-generation-prompt"],
                  ["--max-length", "40", "--fit", rnd.choice(["drop", "cut", "truncate"])], ["--max-length", "64", "--pack"],
                  ["--layout", rnd.choice(["auto", "messages", "sharegpt", "prompt", "xtuner"])],
                  ["--column", rnd.choice(["messages", "chosen", "conversations"])])
    words += rnd.choice([[], ["--output", "out.jsonl"], ["--output", "out.jsonl.gz"]])
    return words + ["-"], world.rows()


def parse(world):
    rnd = world.rnd
    family, text = world.reply()
    words = ["parse", "--reader", family if family in world.readers else rnd.choice(world.readers)]
    if rnd.random() < 0.2:
        words = ["parse", "--template", rnd.choice(world.templates)] + some(rnd, ["--explain"])
    return words + some(rnd, ["--stream"], ["--stream", "--chunk", str(rnd.randrange(1, 9))], ["--reasoning-open"],
                        ["--tools", world.put("tools.json", json.dumps(families.TOOLS))]), text


def tokenize(world):
    rnd = world.rnd
    words = ["tokenize", "--tokenizer", rnd.choice(world.tokenizers), "--no-cache"] + some(
        rnd, ["--offsets"], ["--add-special-tokens"], ["--policy", rnd.choice(POLICIES)])
    if rnd.random() < 0.3:
        return ["tokenize", *words[1:4], "--decode"], json.dumps([rnd.randrange(300) for _ in range(rnd.randrange(40))])
    return words, "".join(rnd.choice(synthetic.TEXTS) for _ in range(rnd.randrange(1, 6)))


def about(world):
    """The commands that look at one template or model."""
    rnd = world.rnd
    what = rnd.choice(world.templates + world.models)
    return rnd.choice([
        ["lint", what, *rnd.choice([[], ["--json"], ["--sarif"], ["--replies"]])],
        ["inspect", what, *some(rnd, ["--json"])],
        ["diff", what, rnd.choice(world.templates + world.models), *some(rnd, ["--json"])],
        ["fmt", rnd.choice(world.templates), *rnd.choice([[], ["--diff"], ["--check"], ["--width", "80"], ["--quotes", "double"]])],
        ["template", "show", what, *some(rnd, ["--names"])]]), ""


def formats(world):
    rnd = world.rnd
    name = rnd.choice(world.formats)
    return rnd.choice([["formats", "show", name], ["formats", "export", name], ["formats", "list"],
                       ["formats", "match", "lmsys/" + name, "--why"]]), ""


def change(world):
    """Commands that write files."""
    rnd = world.rnd
    model = rnd.choice(world.models)
    return rnd.choice([["template", "set", model, rnd.choice(world.templates), *some(rnd, ["--name", "rag"], ["--layout", "config"], ["--force"])],
                       ["template", "replace", model, rnd.choice(world.templates)],
                       ["template", "save", model, "saved"], ["fmt", "--in-place", rnd.choice(world.templates)]]), ""


def usage(world):
    rnd = world.rnd
    return rnd.choice([["render", "--tempalte", "x"], ["rendre"], ["map"], ["parse", "--reader", "hermse"], ["formats", "show", "vicuna"],
                       ["render", "--model", "nosuch"], ["lint", "nosuch.jinja"], ["tokenize", "--tokenizer", rnd.choice(world.templates)],
                       ["render", *subject(world), "--set", "x"], [rnd.choice(["render", "map", "parse"]), "--help"]]), world.conversation()


KINDS = ((render, 34), (render_batch, 8), (map_rows, 12), (parse, 14), (tokenize, 10), (about, 12), (formats, 4),
         (change, 3), (usage, 3))


def files(folder):
    """Every file that is in the folder, by name: a hash of its bytes."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found[str(path.relative_to(folder))] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def run(program, words, text, root):
    """What one run does: (status, output, messages, files that are new or changed)."""
    writes = "--output" in words and words[0] == "map" or words[0] == "template" or "--in-place" in words
    folder, before = root, {}
    with tempfile.TemporaryDirectory(prefix="same-") as own:
        if writes:
            folder = pathlib.Path(own) / "w"
            shutil.copytree(root, folder, ignore=lambda path, names: [
                n for n in names if path == str(root) and (root / n).is_dir() and n not in {w.split("/")[0] for w in words}])
            before = files(folder)
        done = subprocess.run([program, *words], input=text.encode("utf-8", "surrogatepass"), capture_output=True, cwd=folder,
                              env={**os.environ, "XDG_CACHE_HOME": own, "HOME": own, "NO_COLOR": "1"}, timeout=120)
        after = {name: value for name, value in files(folder).items() if before.get(name) != value} if writes else {}
        output, messages = (text.replace(own.encode(), b"HOME") for text in (done.stdout, done.stderr))
    return done.returncode, output, messages, after


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    programs = [os.path.abspath(options.old), os.path.abspath(options.new)]
    with tempfile.TemporaryDirectory(prefix="same-world-") as folder:
        world = World(pathlib.Path(folder), programs[0], options.seed)
        makers, weights = zip(*KINDS)
        work = [maker(world) for maker in world.rnd.choices(makers, weights, k=options.count)]
        statuses, different = collections.Counter(), 0
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            pairs = pool.map(lambda item: [run(program, *item, world.root) for program in programs], work)
            for (words, text), (old, new) in zip(work, pairs):
                statuses[words[0], old[0]] += 1
                if old == new:
                    continue
                different += 1
                if different <= 10:
                    names = ("status", "output", "messages", "files")
                    parts = [(n, a, b) for n, a, b in zip(names, old, new) if a != b]
                    print("differs: chatfmt", " ".join(words), "<", repr(text[:300]))
                    for name, a, b in parts:
                        print("  %s\n    old %.600r\n    new %.600r" % (name, a, b))
    print(", ".join("%s %d: %d" % (*key, count) for key, count in sorted(statuses.items())))
    print("%d passed, %d failed" % (len(work) - different, different))
    return different > 0


if __name__ == "__main__":
    sys.exit(main())
