"""What is given to `map`, `diff` and the tools for templates on its way into the program, what the program says on its way back,
and errors on their way into another process."""
import ast
import importlib
import json
import os
import pickle
import pkgutil
import shutil
import signal
import subprocess
import sys
import warnings

import pytest

import chatfmt
from chatfmt import _errors, fastchat, xtuner
from conftest import ROOT

EXAMPLES = ROOT / "examples"
MODEL = str(EXAMPLES / "model")
CHATML = EXAMPLES / "chatml.jinja"
GOOD = {"messages": [{"role": "user", "content": "hi"}]}
BAD = {"messages": "x"}


def error_of(call, *arguments, **options):
    with pytest.raises(chatfmt.Error) as raised:
        call(*arguments, **options)
    return raised.value


def error_of_map(rows, model=MODEL, **options):
    return error_of(lambda: list(chatfmt.map(model, rows, **options)))


# ---- Errors in another process ----

def no_hint(a):
    "A tool."


def no_text(a: int):
    pass


def all_below(kind):
    for one in kind.__subclasses__():
        yield from (one, *all_below(one))


def test_all_errors_are_pickled():
    for module in pkgutil.walk_packages(chatfmt.__path__, "chatfmt."):
        if module.name not in ("chatfmt.__main__", "chatfmt._chatfmt"):
            importlib.import_module(module.name)
    made = [fastchat._failure(chatfmt.Error(f"{kind}: x")) for kind in fastchat._RAISED]
    made += [_errors.schema_error(name, "x") for name in _errors._TOLD_BY]
    for name in {*_errors._NAMED, *_errors._TOLD_BY}:
        assert getattr(chatfmt, name).__name__ == name
    made += [_errors.make(status, "input", "x", 3, 1, 0, "", "") for status in _errors._NAMED.values()]
    seen = {type(one) for one in made}
    made += [kind("x") for kind in all_below(chatfmt.Error) if kind.__module__.startswith("chatfmt") and kind not in seen]
    assert len({type(one) for one in made}) > 30
    for one in made:
        one.path, one.line = "rows[0]", 3
        again = pickle.loads(pickle.dumps(one))
        assert isinstance(again, type(one)) and type(again).__name__ == type(one).__name__  # where transformers came in between, theirs, too
        assert str(again) == str(one) and vars(again) == vars(one)


@pytest.mark.parametrize("loads", [False, True])
@pytest.mark.parametrize("function, name", [(no_hint, "TypeHintParsingException"), (no_text, "DocstringParsingException")])
def test_errors_of_tools_are_pickled(function, name, loads):
    if loads:
        pytest.importorskip("transformers.utils.chat_template_utils")
    kind = getattr(chatfmt, name)
    with pytest.raises(kind) as raised:
        chatfmt.Tools([function])
    again = pickle.loads(pickle.dumps(raised.value))
    assert type(again) is type(raised.value) and isinstance(again, kind) and str(again) == str(raised.value)


def test_names_of_errors_have_types():
    types = ast.parse((ROOT / "bindings" / "python" / "chatfmt" / "__init__.pyi").read_text())
    known = {node.name for node in types.body if isinstance(node, ast.ClassDef)}
    known |= {name.asname for node in types.body if isinstance(node, ast.ImportFrom) for name in node.names}
    assert {*_errors._NAMED, *_errors._TOLD_BY, *chatfmt.__all__} - known == set()


# ---- The first error ----

@pytest.mark.parametrize("between", [0, 5000])
def test_the_first_bad_row_is_told(between):
    error = error_of_map([GOOD, BAD, *[GOOD] * between, 5])
    assert str(error).startswith("rows[1]: the column 'messages'") and error.path == "rows[1]"
    assert str(error_of_map([GOOD, GOOD, 5])).startswith("rows[2] is int")


def test_arguments_are_told_before_rows():
    assert str(error_of_map([5], on_error="foo")).startswith('on_error="foo": expected fail, skip or record')


@pytest.mark.parametrize("on_error", ["skip", "record"])
def test_errors_of_an_iterable_are_its_own(on_error):
    def rows():
        yield BAD
        yield BAD
        raise KeyError("mine")
    with pytest.raises(KeyError, match="mine") as raised:
        list(chatfmt.map(MODEL, rows(), on_error=on_error))
    assert not isinstance(raised.value, chatfmt.Error)


# ---- What goes into the program ----

def test_long_arguments():
    text = "a" * 140000
    made = list(chatfmt.map(CHATML, [GOOD], variables={"x": text}, chat_template="{{ x }}"))
    assert made == [{"text": text}]


def test_nothing_stays_open(tmp_path):
    code = f"import chatfmt\nfor _ in range(2):\n    try: list(chatfmt.map({MODEL!r}, []))\n    except OSError: print('OSError')\n"
    wrap = "import subprocess\ndef fail(*a, **k): raise OSError(7, 'no')\nsubprocess.Popen = fail\n"
    answer = subprocess.run([sys.executable, "-X", "dev", "-c", wrap + code], capture_output=True, text=True, cwd=tmp_path)
    assert answer.stdout == "OSError\nOSError\n" and "ResourceWarning" not in answer.stderr


def test_added_formats_of_map(tmp_path):
    chatfmt.formats.add([{"name": "given-a", "template": "{{ messages[0].content }} é!"}, {"name": "given-b", "template": "b{{ messages[0].content }}"}], system="mine")
    for name in "given-a", "mine/given-a":
        assert list(chatfmt.map(None, [GOOD], format=name)) == [{"text": "hi é!"}]
    chatfmt.formats.add([{"name": "given-a", "template": "2{{ messages[0].content }}"}], system="mine", override=True)
    assert list(chatfmt.map(None, [GOOD], format="given-a")) == [{"text": "2hi"}]
    conversation = fastchat.get_conv_template("vicuna_v1.1")
    conversation.name, conversation.roles = "given-c", ("U", "A")
    fastchat.register_conv_template(conversation)
    xtuner.PROMPT_TEMPLATE["given-d"] = {"INSTRUCTION": "<{input}>"}
    for name in "given-c", "given-d":
        (row,) = chatfmt.map(None, [GOOD], format=name, add_generation_prompt=True)
        assert row["text"] == chatfmt.formats[name].render(GOOD["messages"])
    del xtuner.PROMPT_TEMPLATE["given-d"], fastchat.conv_templates["given-c"]
    (tmp_path / "own.json").write_text(json.dumps({"system": "mine", "formats": [{"name": "given-b", "template": "own{{ messages[0].content }}"}]}))
    assert list(chatfmt.map(None, [GOOD], format="given-b", formats_file=tmp_path / "own.json")) == [{"text": "ownhi"}]
    assert str(error_of_map([GOOD], None, format="given-e")).startswith("given-e: not found")


def test_added_formats_of_diff(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    chatfmt.formats.add([{"name": "given-f", "template": "f"}], override=True)
    for name in "given-f", "user/given-f", "format:given-f":
        error = error_of(chatfmt.diff, MODEL, name)
        assert str(error).startswith(f"b: {name!r} is a format of formats.add()") and error.path == "b"
    (tmp_path / "given-f").write_text(CHATML.read_text())
    assert chatfmt.diff(CHATML, "given-f") == ""


def test_diff_opens_the_path_of_a_model(tmp_path):
    for name in "tokenizer.json", "config.json":
        if (EXAMPLES / "model" / name).exists():
            (tmp_path / name).write_bytes((EXAMPLES / "model" / name).read_bytes())
    source = CHATML.read_text()
    model = chatfmt.Model.from_pretrained(tmp_path, default_template=source)
    error = error_of(chatfmt.diff, model, CHATML)
    assert str(error).startswith("a is a Model with default_template=, and diff() opens its path without")
    assert chatfmt.diff(chatfmt.Model.from_pretrained(MODEL, default_template=source), MODEL) == ""


@pytest.mark.parametrize("text, words", [("a\0b", "a NUL character"), ("\ud800", "a lone surrogate")])
def test_texts_that_no_program_takes(text, words):
    for name, call in {
            "where": lambda: chatfmt.Model.from_pretrained(text), "path": lambda: chatfmt.Tokenizer(text), "subject": lambda: chatfmt.lint(text),
            "model": lambda: chatfmt.map(text, []), "rows": lambda: chatfmt.map(MODEL, text), "layout": lambda: chatfmt.map(MODEL, [], layout=text),
            "roles": lambda: chatfmt.map(MODEL, [], roles=text), "columns": lambda: chatfmt.map(MODEL, [], columns=text),
            "limit": lambda: chatfmt.map(MODEL, [], limit=text), "tokenizer": lambda: chatfmt.map(MODEL, [], tokenizer=text),
            "a": lambda: chatfmt.diff(text, MODEL), "b": lambda: chatfmt.diff(MODEL, text), "conversations": lambda: chatfmt.diff(MODEL, MODEL, conversations=text)}.items():
        error = error_of(call)
        assert type(error) is chatfmt.InputError and error.path == name and f" holds {words}; remove or replace it" in str(error)
    assert isinstance(error_of(chatfmt.ReplyParser, text), chatfmt.Error)
    for template in "{\ud800", "{{ '\ud800' }}":
        assert error_of(chatfmt.map, MODEL, [], chat_template=template).path == "chat_template"


def test_paths_that_are_none():
    for name, call in {
            "a": lambda path: chatfmt.diff(path, MODEL), "b": lambda path: chatfmt.diff(MODEL, path), "model": lambda path: chatfmt.map(path, []),
            "conversations": lambda path: chatfmt.diff(MODEL, CHATML, conversations=path), "rows": lambda path: chatfmt.map(MODEL, path),
            "tokenizer": lambda path: chatfmt.map(MODEL, [], tokenizer=path), "subject": chatfmt.inspect}.items():
        for path, words in (("", " is empty"), ("-", " is '-', and standard input is not read here")):
            error = error_of(call, path)
            assert type(error) is chatfmt.InputError and error.path == name and words in str(error)


def test_paths_with_braces(tmp_path):
    folder = tmp_path / "a {b}" / "model"
    shutil.copytree(MODEL, folder)
    wanted = list(chatfmt.map(MODEL, [GOOD]))
    for model in (folder, os.fsencode(folder), chatfmt.Model.from_pretrained(folder)):
        assert list(chatfmt.map(model, [GOOD])) == wanted
    assert chatfmt.lint(folder) == chatfmt.lint(MODEL)


def test_formats_in_place_of_others():
    chatfmt.formats.add([{"name": "one_shot", "template": "own {{ messages[0].content }}"}], override=True, system="fastchat")
    for name in "one_shot", "fastchat/one_shot":
        assert list(chatfmt.map(None, [GOOD], format=name)) == [{"text": "own hi"}]
    # of this process alone
    code = "import chatfmt, json; chatfmt.formats.add([{'name': 'broken', 'template': '{{ messages[0].nope.x }}'}])\n"
    said = subprocess.run([sys.executable, "-c", code + f"list(chatfmt.map(None, [{GOOD!r}], format='broken'))"], capture_output=True, text=True)
    assert "broken:1:" in said.stderr and "added/" not in said.stderr


@pytest.mark.skipif(not hasattr(signal, "SIGTERM") or sys.platform == "win32", reason="signals")
def test_no_arguments_stay_behind(tmp_path):
    code = (f"import chatfmt, os, signal, itertools; made = chatfmt.map({MODEL!r}, itertools.repeat({GOOD!r}), variables={{'key': 'secret'}});"
            "next(made); os.kill(os.getpid(), signal.SIGTERM)")
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], env={**os.environ, "TMPDIR": str(tmp_path)}, capture_output=True)
    assert not [file for _, _, files in os.walk(tmp_path) for file in files]


def test_errors_come_before_warnings_of_variables():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert type(error_of_map([{"x": 1}], variables={"nope": 1})) is chatfmt.InputError  # comes before


def test_errors_of_rows_and_of_the_program():
    def rows():
        yield GOOD
        raise KeyError("mine")
    assert isinstance(error_of_map(rows(), "nope/nope").__cause__, (KeyError, type(None)))


def test_paths_of_bytes(tmp_path):
    (tmp_path / "rows.jsonl").write_text(json.dumps(GOOD) + "\n")
    (made,) = chatfmt.map(os.fsencode(MODEL), os.fsencode(tmp_path / "rows.jsonl"))
    assert made == next(chatfmt.map(MODEL, [GOOD]))
    assert chatfmt.diff(os.fsencode(MODEL), MODEL) == "" and chatfmt.lint(os.fsencode(CHATML)) == chatfmt.lint(CHATML)


@pytest.mark.skipif(sys.platform != "linux", reason="names of files that are no text")
def test_paths_that_are_no_utf8(tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff.jsonl"
    with open(path, "w") as file:
        file.write(json.dumps(GOOD) + "\n")
    assert len(list(chatfmt.map(MODEL, path))) == len(list(chatfmt.map(MODEL, os.fsdecode(path)))) == 1


# ---- Data without end ----

def test_data_without_end_has_one_error():
    inside = {"type": "function"}
    inside["a"] = [inside]
    deep = json.loads("[" * 900 + "]" * 900)
    for _ in range(200):
        deep = [deep]
    for call, path in ((lambda: chatfmt.Tools([inside]), "tools[0].a"), (lambda: list(chatfmt.map(MODEL, [{"messages": [inside]}])), "rows[0].messages[0].a"),
                       (lambda: chatfmt.map(MODEL, [], variables=inside), "variables.a"), (lambda: chatfmt.ReplyParser("hermes", tools=[inside]), "tools[0].a"),
                       (lambda: chatfmt.formats["vicuna_v1.1"].render([inside]), "messages[0].a"), (lambda: chatfmt.formats.add([inside]), "rows[0].a"),
                       (lambda: fastchat.Conversation(name="x", messages=[("U", inside)]).get_prompt(), "conv.messages[0][1]"),
                       (lambda: chatfmt.Tools([{"type": "function", "a": deep}]), "tools[0].a[0]"), (lambda: chatfmt.map(MODEL, [], variables={"a": deep}), "variables.a[0]")):
        error = error_of(call)
        assert type(error) is chatfmt.RecursionError and error.path.startswith(path)
        assert str(error) == f"{error.path}: the data is nested too deeply, or contains itself"
    with pytest.warns(chatfmt.ChatfmtWarning):
        _, row = chatfmt.map(MODEL, [GOOD, {"messages": [inside]}], on_error="record")
    assert row["error"]["message"].startswith("messages[0].a[0]: the data is nested too deeply")


# ---- What the program says ----

def test_data_stays_as_it_is():
    text = "--max-length 5 --fit drop standard input:9"
    error = error_of_map([{"messages": [{"role": "usr", "content": text}]}])
    assert f'"content": "{text}'[:40] in str(error) and error.path == "rows[0].messages[0].content"
    error = error_of_map([GOOD], chat_template='{{ raise_exception("use --fit drop: standard input:9") }}')
    assert str(error).startswith("rows[0]: use --fit drop: standard input:9\n") and error.path == "rows[0]"
    assert '\n    {{ raise_exception("use --fit drop: standard input:9") }}\n' in str(error)
    assert error_of_map([GOOD], column="--help", layout="messages").args[0].startswith("rows[0]: there is no column '--help'\n")
    assert "no such file or folder: '--help'" in str(error_of_map([GOOD], "--help"))
    assert str(error_of_map("--fit drop")).startswith("--fit drop: No such file")
    assert str(error_of(chatfmt.diff, MODEL, CHATML, conversations="--json")).startswith("--json: No such file")
    assert str(error_of_map([GOOD], fit="--pack", max_length=5)).startswith('fit="--pack": expected ')
    assert "did you mean dorp" not in str(error_of_map([GOOD], fit="drp", max_length=5)) and "--" not in str(error_of_map([GOOD], fit="drp", max_length=5))


def test_roles_in_warnings_stay_as_they_are():
    with pytest.warns(chatfmt.ChatfmtWarning) as told:
        list(chatfmt.map(MODEL, [{"messages": [*GOOD["messages"], {"role": "--fit drop", "content": "x"}]}], on_error="record"))
        list(chatfmt.map(MODEL, [GOOD], columns="mask", roles="--pad"))
    for one in told:
        assert "fit=" not in str(one.message) and "pad=" not in str(one.message)


# ---- Arguments of apply_chat_template that say nothing or two things ----

def test_arguments_without_use():
    model = chatfmt.Model.from_pretrained(MODEL)
    error = error_of(model.apply_chat_template, GOOD["messages"], trusted="messages")
    assert str(error).startswith("trusted= is not used without policy=")
    assert str(error_of(model.apply_chat_template, GOOD["messages"], trusted="messages", tokenize=False)).startswith("trusted='messages' is about ids")
    model.apply_chat_template(GOOD["messages"], trusted="messages", policy="control")
    model.apply_chat_template(GOOD["messages"], trusted="messages", sanitize_control_tokens=True)
    for name, one, other in (("padding_side", "right", "left"), ("pad_to_multiple_of", 4, 8)):
        error = error_of(model.apply_chat_template, GOOD["messages"], tokenizer_kwargs={name: other}, **{name: one})
        assert "say different things" in str(error)
        model.apply_chat_template(GOOD["messages"], tokenizer_kwargs={name: one}, **{name: one})


def test_what_text_does_not_use_is_checked_too():
    for wrong, words in (({"padding": "foo"}, "padding is 'foo'"), ({"return_tensors": "foo"}, "return_tensors is 'foo'"),
                         ({"tokenizer_kwargs": {"foo": 1}}, "tokenizer_kwargs has 'foo'")):
        model = chatfmt.Model.from_pretrained(MODEL)
        for tokenize in (True, False):
            with pytest.raises(chatfmt.Error) as raised:
                model.apply_chat_template(GOOD["messages"], tokenize=tokenize, **wrong)
            assert words in str(raised.value)


def test_names_that_do_not_exist():
    for call in (lambda: fastchat.get_conv_template("vicuna_v1.2"), lambda: fastchat.conv_templates["vicuna_v1.2"],
                 lambda: xtuner.PROMPT_TEMPLATE["internlm_chatt"]):
        with pytest.raises(KeyError) as raised:
            call()
        assert "there is no template" in str(raised.value) and "did you mean" in str(raised.value)
    assert "x" not in fastchat.conv_templates and fastchat.conv_templates.get("x") is None and "x" not in xtuner.PROMPT_TEMPLATE
    with pytest.raises(chatfmt.InputError, match="chatfmt.xtuner.PROMPT_TEMPLATE.internlm_chat"):
        xtuner.template_map_fn_factory("internlm_chat")


def test_sides_of_diff_that_are_texts():
    with pytest.raises(chatfmt.InputError, match="^a is the text of a template"):
        chatfmt.diff("{{ messages }}", "chatml")
    with pytest.raises(chatfmt.InputError) as raised:
        chatfmt.diff(MODEL, "chatml", conversations="nope.jsonl")
    assert str(raised.value).startswith("nope.jsonl: ")


def test_revisions_of_paths():
    with pytest.warns(chatfmt.ChatfmtWarning, match="revision='v1' has no effect"):
        chatfmt.Model.from_pretrained(MODEL, revision="v1")


def test_a_tool_that_is_none_has_a_path():
    for call in (chatfmt.Tools, lambda tools: chatfmt.ReplyParser("hermes", tools=tools)):
        with pytest.raises(chatfmt.InputError) as raised:
            call([{"type": "function", "function": {"name": "f"}}, 1])
        assert raised.value.path == "tools[1]"
