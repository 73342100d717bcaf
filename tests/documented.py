"""Every command line that README.md or a page in docs/ shows as indented text does its work: it ends with status 0 and prints
something. readme.py does the same for the fenced sessions, whose output stands on the page.

    documented.py [--show]

A line is a command when it is indented by four spaces and calls chatfmt, with nothing but other commands before it. Explanations behind
two spaces are cut off; synopses, with "[", "…" or " | NAME", are counted and skipped. The files that the lines name are made here: the
models from examples/model, replies of its family. Other commands of a shell on these pages have a row in OTHERS, which names the test
that runs them.
"""
import glob
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.environ.get("CHATFMT") or os.path.join(ROOT, "build", "chatfmt")
PAGES = ["README.md"] + sorted(os.path.relpath(path, ROOT) for path in glob.glob(os.path.join(ROOT, "docs", "*.md")))
COMMAND = re.compile(r"^    ((?:[a-z]+ .*\| |[a-z]+ \| )?chatfmt [a-z].*)$", re.M)
OTHER = re.compile(r"^ {4}((?:(?:make|pip|cmake|ctest|cc|python -m) |scripts/|tests/|bench/|packaging/|tools/).*)$", re.M)
# How another command begins: what runs it, a file of the tree.
OTHERS = {
    "make && sudo make install PREFIX=/usr/local": "tests/install.sh",
    "pip install ./bindings/python": "scripts/test-python",
    "pip install './bindings/python": "scripts/test-python",
    "python -m chatfmt serve": "tests/python/test_serve.py",
    "python -m chatfmt chat": "tests/python/test_terminal.py",
    "scripts/demo": "scripts/demo",  # the test `demo`
    "scripts/test": ".ci/run",
    "ctest --test-dir build -L quick": "scripts/quick",
    "cmake -S . -B build -DCHATFMT_BUILD_TESTS=ON": "scripts/test",
    "cmake -S . -B build -DCMAKE_INSTALL_PREFIX=/usr": "tests/packaging/configure.py",
    "cmake --build build": "tests/install.sh",
}
WORDS = {"MODEL": "./Qwen3-8B", "FILE": "chat.jinja", "FOLDER": "saved", "DIR": "./described"}

TALK = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}]
REPLY = '<think>\nA call.\n</think>\n\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>'
CODER = "<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>"
TOOLS = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {"a": {"type": "integer"}}}}}]
DESCRIBED = {"start_anchor": "<|im_start|>assistant\n", "defaults": {"role": "assistant"},
             "fields": {"reasoning_content": {"open": "<think>", "close": "</think>"}, "content": {}}}
SCHEMA = {"type": "object", "properties": {"role": {"const": "assistant"}, "content": {"type": "string", "x-regex": "</think>\\s*(.*)"}}}
AGENT = '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHello.<|im_end|>\n'


def gguf(path, templates):
    """A file of metadata alone."""
    def text(value):
        data = value.encode()
        return struct.pack("<Q", len(data)) + data
    pairs = b"".join(text("tokenizer.chat_template" + ("." + name if name else "")) + struct.pack("<I", 8) + text(source)
                     for name, source in templates.items())
    with open(path, "wb") as file:
        file.write(b"GGUF" + struct.pack("<IQQ", 3, 0, len(templates)) + pairs)


def write(path, data):
    with open(path, "w", encoding="utf-8") as file:
        file.write(data if isinstance(data, str) else json.dumps(data))


def make_files(folder):
    os.chdir(folder)
    example = os.path.join(ROOT, "examples", "model")
    for name in ("Qwen3-8B", "model", "described"):
        shutil.copytree(example, name)
    with open(os.path.join(example, "tokenizer.json"), encoding="utf-8") as file:
        tokenizer = json.load(file)
    tokenizer["model"]["vocab"].update({"Hello": 9906, "Ġworld": 1917})  # as in the tokenizer that the pages show
    write("tokenizer.json", tokenizer)
    with open("described/tokenizer_config.json", encoding="utf-8") as file:
        write("described/tokenizer_config.json", {**json.load(file), "response_template": DESCRIBED})
    shutil.copy(os.path.join(example, "chat_template.jinja"), "chat.jinja")
    with open("chat.jinja", encoding="utf-8") as file:
        gguf("model.gguf", {"": file.read(), "tool_use": "{{ messages[0].content }}"})
    write("chat.json", TALK)
    write("data.jsonl", json.dumps({"messages": TALK}) + "\n")
    write("texts.jsonl", '{"id": 1, "text": "Hello"}\n')
    write("reply.txt", REPLY)
    write("tools.json", TOOLS)
    write("template.json", DESCRIBED)
    write("schema.json", SCHEMA)
    os.mkdir("saved")
    os.mkdir("bin")
    write("bin/generate", "#!/bin/sh\ncat <<'X'\n%s\nX\n" % CODER)
    os.chmod("bin/generate", 0o755)


def prompt_for(command):
    """prompt.txt is a conversation of InternLM2's, or what a reply of a ChatML model goes on from."""
    return AGENT if "--conversation" in command else AGENT + "<|im_start|>user\nAgain?<|im_end|>\n<|im_start|>assistant\n"


def runnable(line):
    command = re.split(r"\s{2,}", line)[0]
    if re.search(r"[\[…]| \| [A-Za-z]+ NAME", command) and not re.search(r"echo '\[", command):
        return None
    return " ".join(WORDS.get(word, word) for word in command.split(" "))


def others():
    """Commands of a shell that no row of OTHERS is for, and rows whose file is not there or that no page has."""
    begun = {begin: 0 for begin in OTHERS}
    for page in PAGES + ["CONTRIBUTING.md"]:
        with open(os.path.join(ROOT, page), encoding="utf-8") as file:
            for line in OTHER.findall(re.sub(r"^```.*?^```", "", file.read(), flags=re.M | re.S)):
                fits = [begin for begin in OTHERS if line.startswith(begin)]
                begun.update({begin: begun[begin] + 1 for begin in fits})
                if not fits:
                    yield "%s: no row of OTHERS says what runs: %s" % (page, line)
    for begin, count in begun.items():
        if not count or not os.path.exists(os.path.join(ROOT, OTHERS[begin])):
            yield "the row %r of OTHERS: %s" % (begin, "no page has it" if not count else OTHERS[begin] + " is not there")


def main():
    program = os.path.abspath(PROGRAM)
    show = "--show" in sys.argv
    ran = skipped = failed = 0
    env = {**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    for page in PAGES:
        with open(os.path.join(ROOT, page), encoding="utf-8") as file:
            lines = COMMAND.findall(re.sub(r"^```.*?^```", "", file.read(), flags=re.M | re.S))
        for line in lines:
            command = runnable(line)
            if command is None:
                skipped += 1
                continue
            with tempfile.TemporaryDirectory() as folder:
                make_files(folder)
                write("prompt.txt", prompt_for(command))
                done = subprocess.run([program, "parse", "--conversation", "internlm2", "prompt.txt"], stdout=subprocess.PIPE)
                write("messages.json", done.stdout.decode())
                given = None if " | " in command or "<" in command else REPLY.encode()
                env["PATH"] = os.pathsep.join((os.path.dirname(program), os.path.join(folder, "bin"), os.environ["PATH"]))
                done = subprocess.run(["bash", "-o", "pipefail", "-c", command], input=given, env=env,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                printed = done.stdout or done.stderr or os.listdir("saved") or " > " in command
                os.chdir(ROOT)
            ran += 1
            bad = done.returncode or not (printed or command.startswith("chatfmt template"))
            failed += bool(bad)
            if bad or show:
                print("%s: %s\n  status %d: %s%s" % (page, command, done.returncode, done.stdout.decode()[:300], done.stderr.decode()[:300]))
    for problem in others():
        failed += 1
        print(problem)
    if not ran:
        sys.exit("documented: no page shows a command line")
    print("documented: %d command lines, %d synopses skipped, %d failed" % (ran, skipped, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
