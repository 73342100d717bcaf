"""The package as a whole: what importing costs, the program, memory, references."""
import doctest
import gc
import importlib
import json
import os
import pathlib
import signal
import subprocess
import sys

import chatfmt
import pytest

SITE = chatfmt.__file__.rsplit("/", 2)[0]


def run(*arguments, **options):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, **options)


def test_import_is_light():
    """Nothing heavy is imported, and few modules at all: bench/run_python.py measures the time."""
    answer = run("-c", "import sys; before = set(sys.modules); import chatfmt; print(*sorted(set(sys.modules) - before))")
    names = answer.stdout.split()
    heavy = {"numpy", "jinja2", "transformers", "torch", "tokenizers", "json", "dataclasses", "asyncio", "httpx", "re"}
    assert not heavy.intersection(name.split(".")[0] for name in names), names
    assert "chatfmt._chatfmt" in names and len(names) <= 10, names


def test_modules_are_attributes():
    answer = run("-c", "import chatfmt; print(*(getattr(chatfmt, name).__name__ for name in chatfmt._MODULES))")
    assert answer.stdout.split() == ["chatfmt." + name for name in chatfmt._MODULES], answer.stderr


def test_program():
    answer = run("-m", "chatfmt", "--version")
    assert answer.returncode == 0 and chatfmt.__version__ in answer.stdout
    answer = run("-m", "chatfmt", "render", "--no-such")
    assert answer.returncode == 2 and answer.stderr
    answer = run("-m", "chatfmt")
    assert answer.returncode == 2 and not answer.stdout and "\n  serve " in answer.stderr


@pytest.mark.parametrize("words, offers", [(("ch",), ["chat"]), (("s",), ["serve"]), (("help", "ch"), ["chat"]), (("help", "x"), []),
                                           (("render", "ch"), [":files"]), (("diff", "help", "c"), [":files"])])
def test_completion_offers_the_commands_of_python(words, offers):
    assert run("-m", "chatfmt", "complete", *words).stdout.split() == offers


def test_completion_of_nothing_offers_all():
    assert [set(run("-m", "chatfmt", "complete", *words).stdout.split()) >= {"chat", "serve", "render"} for words in ([], [""], ["help", ""])] == [True] * 3


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="no signals of POSIX")
@pytest.mark.parametrize("words", [("--help",), ("map", "--help"), ("formats", "list")])
def test_program_ends_with_the_reader_of_its_output(words):
    """As the C program does, without a word: Python ignores the signal."""
    reading, writing = os.pipe()
    os.close(reading)
    answer = subprocess.run([sys.executable, "-m", "chatfmt", *words], stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert (answer.returncode, answer.stderr) == (-signal.SIGPIPE, "")


def test_import_in_the_source_folder():
    folder = pathlib.Path(__file__).parents[2] / "bindings" / "python"
    answer = run("-c", "import chatfmt", cwd=folder)
    assert answer.returncode == 1
    assert answer.stderr.splitlines()[-1] == (f"ImportError: {folder / 'chatfmt'} is the source of chatfmt, without the compiled module: "
                                              "install it with pip, and start Python in another folder")


@pytest.mark.parametrize("name", ["chatfmt", "chatfmt._prompt", "chatfmt._model", "chatfmt._replies",
                                  "chatfmt._formats", "chatfmt._tools"])
def test_doctests(name):
    module = importlib.import_module(name)
    assert doctest.testmod(module, extraglobs={"Template": chatfmt.Template, "chatfmt": chatfmt}).failed == 0


def test_native_doctests():
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner()
    for method in vars(chatfmt.Template).values():
        for test in finder.find(method, "render", globs={"Template": chatfmt.Template}):
            runner.run(test)
    assert runner.tries and not runner.failures


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc")
def test_memory_is_flat(whole):
    template = chatfmt.Template("{% for m in messages %}{{ m.role }}{{ m.content }}{{ m.n }}{% endfor %}")
    bad = chatfmt.Template("{{ x.y.z }}")
    messages = [{"role": "user", "content": "é" * 50, "n": 2 ** 80}, {"role": "a", "content": [b"", {1: (2,)}], "n": 1}]

    def rounds(count):
        for _ in range(count):
            template.render(messages=messages)
            try:
                bad.render()
            except chatfmt.Error:
                pass
    rounds(2000)
    gc.collect()
    before = resident()
    rounds(500000 if whole else 20000)
    gc.collect()
    assert resident() - before < 1 << 20


def test_references_are_given_back():
    content, messages = "x" * 99, []
    messages += [{"role": "user", "content": content}, (content, {2 ** 70: content})]
    template = chatfmt.Template("{{ messages }}")
    before = [sys.getrefcount(o) for o in (content, messages, messages[0], None)]
    for _ in range(100):
        template.render(messages=messages)
        chatfmt.prompt(template, messages=messages)
        with pytest.raises(chatfmt.UnsupportedError):
            template.render(messages=[content, "\udc00"])
    after = [sys.getrefcount(o) for o in (content, messages, messages[0], None)]
    assert after[:3] == before[:3] and abs(after[3] - before[3]) < 50


def test_json_of_odd_objects():
    assert json.loads(chatfmt._chatfmt.json({"a": (1, None), 2: 1.5})) == {"a": [1, None], "2": 1.5}
