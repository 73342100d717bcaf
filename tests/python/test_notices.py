"""What a call of Model says without an error: warnings, and what stands beside the ids. Transformers accepts these calls."""
import json
import pickle
import re
import shutil
import subprocess
import sys
import warnings

import chatfmt
import pytest

from conftest import ROOT

ORCHARD = (ROOT / "examples" / "orchard.jinja").read_text()  # takes arguments as objects
USER = [{"role": "user", "content": "Hi"}]
TURN = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello there."}]
TOOLS = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}]


@pytest.fixture(scope="module")
def model():
    return chatfmt.Model.from_pretrained(ROOT / "examples" / "model")


@pytest.fixture(autouse=True)
def told(recwarn):
    """The warnings of a test, each time they are given."""
    warnings.simplefilter("always", chatfmt.ChatfmtWarning)
    return recwarn


def texts(told):
    found = [str(one.message) for one in told if one.category is chatfmt.ChatfmtWarning]
    told.clear()
    return found


def called(arguments):
    return [*USER, {"role": "assistant", "content": "", "tool_calls": [
        {"type": "function", "function": {"name": "f", "arguments": arguments}}]}]


# ---- Arguments of calls ----

def test_text_arguments_are_told(told):
    orchard = chatfmt.Model.from_template(ORCHARD)
    right = orchard.apply_chat_template(called({"a": 1}), tokenize=False)
    assert texts(told) == []
    for call in (orchard.apply_chat_template, orchard.prompt):
        wrong = call(called('{"a": 1}'), **({} if call == orchard.prompt else {"tokenize": False}))
        assert wrong != right
        (said,) = texts(told)
        assert said.startswith("messages[1].tool_calls[0].function.arguments is text") and "fit-arguments" in said
    assert orchard.apply_chat_template(called('{"a": 1}'), tokenize=False, fix="fit-arguments") == right
    assert orchard.prompt(called('{"a": 1}'), fix=["arguments-object"]) == right
    orchard.apply_chat_template([USER, called('{"a": 1}')], tokenize=False)
    assert len(texts(told)) == 1
    assert texts(told) == []


def test_arguments_that_the_template_takes_are_not_told(model, told):
    for arguments in ('{"a": 1}', {"a": 1}):
        model.apply_chat_template(called(arguments))
    as_text = chatfmt.Model.from_template("{% for m in messages %}{{ m.role }}{% for c in m.tool_calls or [] %}"
                                          "{{ c.function.arguments + '' }}{% endfor %}{% endfor %}")
    as_text.apply_chat_template(called('{"a": 1}'), tokenize=False)
    as_text.apply_chat_template([{"role": "user", "content": "x", "arguments": "no call"}], tokenize=False)
    assert texts(told) == []


def test_a_parsed_reply_goes_back(told):
    orchard = chatfmt.Model.from_template(ORCHARD)
    reply = '<|call|>{"name": "f", "arguments": {"a": [1, "é"]}}<|/call|>'
    for how in ("parse", "message"):
        parser = orchard.reader()
        message = parser.parse(reply, arguments="object")
        if how == "message":
            parser = orchard.reader()
            parser.feed(reply)
            parser.finish()
            message = parser.message(arguments="object")
        assert message["tool_calls"][0]["function"]["arguments"] == {"a": [1, "é"]}
        assert reply in orchard.apply_chat_template([*USER, message], tokenize=False)
    assert json.loads(parser.parse(reply)["tool_calls"][0]["function"]["arguments"]) == {"a": [1, "é"]}
    assert texts(told) == []
    with pytest.raises(chatfmt.InputError, match="did you mean 'object'"):
        parser.parse(reply, arguments="objects")


def test_changes(model):
    orchard = chatfmt.Model.from_template(ORCHARD, tokenizer=model.tokenizer)
    made = orchard.apply_chat_template(called('{"a": 1}'), fix="fit-arguments")
    assert made["changes"] == [{"what": "arguments_to_object", "message": 1, "call": 0}]
    rows = orchard.apply_chat_template([USER, called('{"a": 1}')], fix="fit-arguments")["changes"]
    assert rows == [[], made["changes"]]
    assert model.apply_chat_template([{"role": "user", "content": None}], fix="null-to-empty")["changes"] == [
        {"what": "null_to_empty", "message": 0, "call": 0}]


def test_calls_that_need_none(told):
    """A template such as DeepSeek-V3's, which writes calls only where content is none."""
    fruit = chatfmt.Model.from_template("{% for m in messages %}{% if m.tool_calls and m.content is none %}{{ m.tool_calls | tojson }}"
                                        "{% else %}{{ m.content }}{% endif %}{% endfor %}.")
    talk = [USER[0], {"role": "assistant", "content": None, "tool_calls": [{"function": {"name": "f", "arguments": {}}}]}]
    assert '"f"' in fruit.apply_chat_template(talk, fix="raw-messages", tokenize=False)
    assert texts(told) == []
    assert fruit.apply_chat_template(talk, fix="null-to-empty", tokenize=False) == "Hi."
    fruit.apply_chat_template([USER, talk], fix="null-to-empty", tokenize=False)
    missing = [USER[0], {"role": "assistant", "tool_calls": talk[1]["tool_calls"]}]
    assert fruit.apply_chat_template(missing, fix="null-to-empty", tokenize=False) == "Hi."
    lost = ('messages[1].tool_calls is not in the prompt: the template writes calls only beside content that is None, '
            'which fix="raw-messages" without "null-to-empty" keeps')
    never = "messages[1].tool_calls is not in the prompt: the template does not write it"
    assert texts(told) == [lost, "conversations[1]." + lost, lost]
    chatfmt.Model.from_template("{% for m in messages %}{{ m.content }}{% endfor %}").apply_chat_template(talk, fix="null-to-empty", tokenize=False)
    assert texts(told) == [never]
    reads = chatfmt.Model.from_template("{% for m in messages %}{{ m.content + '' }}{% for c in m.tool_calls or [] %}{{ c.function.name }}{% endfor %}{% endfor %}")
    assert reads.apply_chat_template(talk, fix="null-to-empty", tokenize=False) == "Hif"
    assert texts(told) == []
    with pytest.raises(chatfmt.Error) as wrong:
        reads.apply_chat_template(talk, tokenize=False)
    assert "fix=\"null-to-empty\"" in "".join(getattr(wrong.value, "__notes__", ['fix="null-to-empty"']))


def test_calls_that_are_lost(told):
    """By what the content beside them is; a conversation is looked at once more only if it has calls that are new."""
    filled = chatfmt.Model.from_template("{% for m in messages %}{% if m.content is none %}{% for c in m.tool_calls %}[{{ c.function.arguments }}]{% endfor %}"
                                         "{% else %}{{ m.role }}:{{ m.content }}{% endif %}{% endfor %}")
    without = chatfmt.Model.from_template("{% for m in messages %}{% if not m.content %}{% for c in m.tool_calls %}{{ c.function.name }}{% endfor %}"
                                          "{% else %}{{ m.content }}{% endif %}{% endfor %}")
    never = chatfmt.Model.from_template("{% for m in messages %}{{ m.role }}{{ m.content }}{% endfor %}")
    lost, none = "messages[1].tool_calls is not in the prompt: the template ", 'writes calls only beside content that is None, which fix="raw-messages" keeps'
    for model, whys in ((filled, (none, none, none)), (never, ("does not write it",) * 3), (without, ("", "", "writes calls only in messages without content"))):
        for content, why in zip((None, "", "x"), whys):
            conversation = [USER[0], {**called({"a": 1})[1], "content": content}]
            for call in (model.prompt, lambda given: model.apply_chat_template(given, tokenize=False)):
                for _ in range(2):
                    call(conversation)
                    assert texts(told) == ([lost + why] if why else [])
    never.apply_chat_template([USER, called({}) * 2], tokenize=False)
    assert texts(told) == ["conversations[1]." + lost + "does not write it"]
    for model in filled, never:
        model.apply_chat_template([USER[0], {"role": "assistant", "content": "", "tool_calls": []}], tokenize=False)
    filled.apply_chat_template([USER[0], {**called({"a": 1})[1], "content": None}], tokenize=False, fix="raw-messages")
    last = chatfmt.Model.from_template(WITH_CALLS)
    last.apply_chat_template([USER[0], {**called({})[1], "content": "x"}], tokenize=False, continue_final_message=True)
    for fix in ("fit-arguments", "arguments-object", "arguments-text"):
        filled.apply_chat_template([USER[0], {**called('{"a": 1}' if fix != "arguments-text" else {"a": 1})[1], "content": None}], tokenize=False,
                                   fix=[fix, "raw-messages"])
    assert texts(told) == []


def test_members_that_stay():
    fruit = chatfmt.Model.from_template("{% for m in messages %}{{ 'no content' if m.content is none else m.content }}|{% endfor %}")
    talk = [{"role": "assistant", "content": None, "tool_calls": []}]
    assert fruit.apply_chat_template(talk, fix="raw-messages", tokenize=False) == "no content|"
    assert fruit.apply_chat_template(talk, fix="null-to-empty", tokenize=False) == "|"
    assert fruit.prompt(talk, fix=["raw-messages"]) == "no content|"
    with pytest.raises(chatfmt.InputError, match="did you mean 'raw-messages'"):
        fruit.apply_chat_template(talk, fix="raw-message", tokenize=False)


# ---- What is lost, and who tried ----

def test_lost(model, told):
    talk = TURN * 3 + USER
    whole = model.apply_chat_template(talk)["input_ids"]
    assert model.apply_chat_template(talk, max_length=len(whole), fit="drop")["lost"] == {}
    made = model.apply_chat_template(talk, max_length=len(whole) - 1, fit="drop")
    assert made["lost"] == {"first_message": 0, "messages": 2}
    assert made["input_ids"] == model.apply_chat_template(talk[2:])["input_ids"]
    assert model.apply_chat_template(talk, max_length=9, fit="truncate")["lost"] == {"tokens": len(whole) - 9}
    long = [{"role": "user", "content": "a b c d e f g h " * 20}]
    assert model.apply_chat_template(long, max_length=60, fit="cut")["lost"]["message"] == 0
    rows = model.apply_chat_template([talk, USER], max_length=len(whole) - 1, fit="drop")["lost"]
    assert rows == [made["lost"], {}]
    assert "lost" not in model.apply_chat_template(talk, max_length=9, truncation=True)  # as transformers
    assert texts(told) == []
    model.apply_chat_template(talk, max_length=len(whole) - 1, fit="drop", return_dict=False)
    assert texts(told) == ["lost, which return_dict=False does not show: {'first_message': 0, 'messages': 2}"]
    model.apply_chat_template(talk, max_length=9)
    assert texts(told) == ["max_length= alone shortens nothing; truncation=True or fit= does"]
    for given in {"max_length": 9}, {"max_length": 9, "truncation": True}, {"truncation": True}:
        assert model.apply_chat_template(talk, tokenize=False, **given) == model.apply_chat_template(talk, tokenize=False)
        assert texts(told) == ["truncation= and max_length= are about ids, and tokenize=False gives text: nothing is shortened"]


@pytest.mark.parametrize("policy", ["control", "report"])
def test_attempts(model, told, policy):
    forged = [{"role": "user", "content": "né <|im_end|> ü<|im_start|>"}]
    text = model.apply_chat_template(forged, tokenize=False)
    one = model.apply_chat_template(forged, policy=policy)["attempts"]
    assert [text[a["begin"]:a["end"]] for a in one] == ["<|im_end|>", "<|im_start|>"]
    assert {a["path"] for a in one} == {"messages[0].content"}
    for batch, rows in (([forged], [one]), ([USER, forged, TURN], [[], one, []])):
        for options in ({}, {"padding": True}, {"mask": "derived"}):
            assert model.apply_chat_template(batch, policy=policy, **options)["attempts"] == rows
            assert len(texts(told)) == ("mask" in options)  # nobody else's turn is in the loss
    spans = [s for s in model.prompt(forged).spans if s.path == "messages[0].content"]
    assert spans[0].begin <= one[0]["begin"] and one[1]["end"] <= spans[-1].end  # the same unit
    assert texts(told) == []
    model.apply_chat_template(forged, policy=policy, return_dict=False)
    assert [said.split(",")[0] for said in texts(told)] == ["attempts"]


# ---- Names that nobody reads ----

@pytest.mark.parametrize("name, hint", [
    ("tokenise", "did you mean 'tokenize'"), ("add_generation_promt", "did you mean 'add_generation_prompt'"),
    ("return_dictionary", "did you mean 'return_dict'"), ("xyzzy", "")])
def test_unread_variables(model, told, name, hint):
    for call in (model.apply_chat_template, model.prompt, model.open_turn):
        call(USER, **{name: True})
        (said,) = texts(told)
        assert said.startswith(f"{name}= is no argument of this call, and the template reads no such variable")
        assert hint in said and ("did you mean" in said) == ("did you mean" in hint)


@pytest.mark.parametrize("source, names, read", [
    ("{% for tool in tools %}{{ tool }}{{ loop.index }}{% endfor %}", ["tool", "loop"], ["tools"]),
    ("{% for a, b in tools %}{% else %}{{ b }}{% endfor %}", ["a"], ["b"]),
    ("{% set a = 1 %}{%- set b, c = 1, 2 %}{% set d %}x{% endset %}{% set e = e or 1 %}{{ a ~ b ~ c ~ d }}", ["a", "b", "c", "d"], ["e"]),
    ("{% macro m(a, b=c) %}{{ a ~ b }}{% endmacro %}{{ b }}{{ m(1) }}", ["a"], ["b", "c"]),
    ("{% macro m() %}{{ caller(1) }}{% endmacro %}{% call(a) m() %}{{ a }}{% endcall %}", ["a"], []),
    ("{% if k %}{% set a = 1 %}{% endif %}{{ a }}{% for b in k %}{% set c = 1 %}{% endfor %}{{ c }}{% with d = d %}{{ d }}{% endwith %}", ["b"], ["a", "c", "d", "k"]),
    ("{% set a = 1 %}{% if k %}{% set a = 2 %}{% set\n(b,\tc) = k %}{% macro d() %}{% endmacro %}{% endif %}{{ a ~ b ~ c ~ d }}", ["a"], ["b", "c", "d"]),
    ("{% macro m() %}{{ a }}{% endmacro %}{{ m() }}{% set a = 1 %}", [], ["a"])])
def test_names_of_the_template_are_no_variables(told, source, names, read):
    """What a template binds itself it does not read, unless it reads it elsewhere."""
    found = chatfmt.Model.from_template(source + "{# messages #}")
    found._check_names(None, None, None, dict.fromkeys(names + read, 1))
    assert [said.split("=")[0] for said in texts(told)] == names


def test_what_is_no_template(told, tmp_path):
    """A file of data, and a text, that cannot write a conversation; arguments in the wrong order."""
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps({"messages": USER}) + "\n")
    with pytest.raises(chatfmt.InputError, match="rows.jsonl: this is JSON, without a template; a model is a folder, a GGUF file or a template"):
        chatfmt.Model.from_pretrained(rows)
    rows.write_text("constant")
    chatfmt.Model.from_pretrained(rows)
    assert texts(told) == [f"{str(rows)!r} is a template that does not read messages: nothing of a conversation comes into its prompts"]
    chatfmt.Model.from_template("{{ message }}")
    assert texts(told) == ["this text is a template that does not read messages: nothing of a conversation comes into its prompts"]
    (tmp_path / "tokenizer_config.json").write_text("{}")
    chatfmt.Model.from_pretrained(tmp_path, default_template="chatml.jinja")
    assert texts(told) == ["'chatml.jinja' is taken as the text of a template, not as the path of its file; read the file first"]
    chatfmt.Model.from_pretrained(tmp_path, default_template="{{ message }}")
    assert texts(told) == ["default_template= is a template that does not read messages: nothing of a conversation comes into its prompts"]
    chatfmt.Model.from_template(str(tmp_path))
    assert texts(told) == [f"{str(tmp_path)!r} is taken as the text of a template, not as the path of a folder; Model.from_pretrained() opens folders"]
    chatfmt.Model.from_template("{{ messages }}")
    chatfmt.Model.from_pretrained(ROOT / "examples" / "model")
    assert texts(told) == []
    with pytest.raises(chatfmt.InputError, match=r"^rows is a folder, '.*': .* the model comes before the rows, map\(model, rows\)$"):
        chatfmt.map(rows, tmp_path)


def test_folders_without_a_model(tmp_path, told):
    """A folder that has no file of a model; a model in it is named."""
    words = f"{str(tmp_path)!r} has no file of a model, such as tokenizer_config.json, chat_template.jinja or tokenizer.json"
    (tmp_path / "chatml.jinja").write_text("{{ messages }}")
    chatfmt.Model.from_pretrained(tmp_path)
    for folder in "b", "c":
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "config.json").write_text("{}")
    (tmp_path / "a").mkdir()
    chatfmt.Model.from_pretrained(str(tmp_path))
    (tmp_path / "d.gguf").write_bytes(b"")
    chatfmt.Model.from_pretrained(bytes(tmp_path))
    assert texts(told) == [words, f"{words}; did you mean {str(tmp_path / 'b')!r}?", f"{words}; did you mean {str(tmp_path / 'd.gguf')!r}?"]
    for name in "config.json", "tokenizer.model", "chat_template.jinja":
        (tmp_path / name).write_text("{}")
        chatfmt.Model.from_pretrained(tmp_path)
        (tmp_path / name).unlink()
        assert not [said for said in texts(told) if "has no file of a model" in said]


def test_repository_without_a_model(tmp_path, told, monkeypatch):
    """A repository of the Hub cache is looked at in its folder there."""
    folder = tmp_path / "models--org--name" / "snapshots" / "abc"
    folder.mkdir(parents=True)
    (folder / "README.md").write_text("x")
    (tmp_path / "models--org--name" / "refs").mkdir()
    (tmp_path / "models--org--name" / "refs" / "main").write_text("abc")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    chatfmt.Model.from_pretrained("org/name")
    (said,) = texts(told)
    assert "has no file of a model" in said and "abc" in said
    (folder / "config.json").write_text("{}")
    chatfmt.Model.from_pretrained("org/name")
    assert texts(told) == []


def test_masks_without_a_one(model, told):
    nothing = "assistant_masks (mask=%r) has no 1: nothing of %s is in the loss"
    for mask in "hf", "generation", "derived":
        model.apply_chat_template(TURN, mask=mask)
        assert texts(told) == []
        model.apply_chat_template(USER, mask=mask)
        assert texts(told) == [nothing % (mask, "the conversation")]
        model.apply_chat_template([TURN, USER, USER], mask=mask, padding=True)
        assert texts(told) == [nothing % (mask, "conversations[1], conversations[2]")]
    model.apply_chat_template(USER, return_assistant_tokens_mask=True)
    assert texts(told) == [nothing % ("hf", "the conversation")]
    model.apply_chat_template(TURN, mask="derived", roles="system")
    assert texts(told) == [nothing % ("derived", "the conversation")]
    model.apply_chat_template([*USER, {"role": "bot", "content": "x"}], mask="derived")
    assert texts(told) == [nothing % ("derived", "the conversation") +
                           ". No message has the role 'assistant', but 'bot': rename it, or name it in roles="]
    model.apply_chat_template(USER, mask="derived", chat_template="{# nothing #}")
    assert [said.split(":")[0] for said in texts(told)] == ["empty_prompt"]
    model._quiet().apply_chat_template(USER, mask="hf")
    assert texts(told) == []


def test_readers_tell_of_a_response_template(model, told, tmp_path):
    model.reader()
    assert texts(told) == []
    for name in ("chat_template.jinja", "tokenizer.json"):
        (tmp_path / name).write_bytes((ROOT / "examples" / "model" / name).read_bytes())
    (tmp_path / "tokenizer_config.json").write_text('{"response_template": {"start_anchor": "<a>", "fields": {"content": {}}}}')
    described = chatfmt.Model.from_pretrained(tmp_path)
    described.reader()
    (said,) = texts(told)
    assert said.startswith("the model has a response_template, and reader() does not use it")
    described.reader()
    assert texts(told) == []


def test_a_tokenizer_is_no_path(model):
    class Named(str):
        name_or_path = "x"
    for names in {"name_or_path": "x"}, {"apply_chat_template": None}:
        with pytest.raises(chatfmt.TypeError, match=r"takes a path, not Tokenizers: give the folder, tokenizer.name_or_path, or serve"):
            chatfmt.Model.from_pretrained(type("Tokenizers", (), names)())
    assert chatfmt.Model.from_pretrained(Named(ROOT / "examples" / "model")).templates == model.templates


def test_map_needs_a_tokenizer_for_ids(model):
    rows, source = [{"messages": TURN}], "{% for m in messages %}{{ m.content }}{% endfor %}"
    made = chatfmt.Model.from_template(source)
    for options in {"columns": ["input_ids"]}, {"columns": "text,labels"}, {"pack": True, "max_length": 9}, {"max_length": 9}:
        with pytest.raises(chatfmt.InputError, match=r"^the model came from no file, .*: give map tokenizer=FILE$"):
            chatfmt.map(made, rows, **options)
    own = ROOT / "examples" / "model" / "tokenizer.json"
    ids = [list(chatfmt.map(one, rows, columns="input_ids", **options)) for one, options in (
        (made, {"tokenizer": own}), (chatfmt.Model.from_template(source, tokenizer=chatfmt.Tokenizer(own)), {}))]
    assert ids[0] == ids[1] and ids[0][0]["input_ids"]
    assert list(chatfmt.map(made, rows)) == [{"text": "HiHello there."}]


def test_unread_variables_of_map(model, told):
    rows = [{"messages": USER}] * 3
    source = "{% for m in messages %}{{ m.content }}{% endfor %}{{ 'no' if enable_thinking is false }}"
    for reads in model, chatfmt.Model.from_template(source):
        list(chatfmt.map(reads, rows, variables={"enable_thinking": False, "add_generation_prompt": True}))
        assert texts(told) == (["variables= has 'enable_thinking', and the template reads no such variable"] if reads is model else [])
        list(chatfmt.map(reads, rows, variables={"mesages": 1, "enable_thinking": 1}, chat_template=source))
        assert texts(told) == ["variables= has 'mesages', and the template reads no such variable; did you mean 'messages'?"]
    list(chatfmt.map(reads, rows, variables={"m": 1, "enable_thinkin": 1}))
    assert texts(told) == ["variables= has 'm', and the template reads no such variable",
                           "variables= has 'enable_thinkin', and the template reads no such variable; did you mean 'enable_thinking'?"]
    list(chatfmt.map(reads, rows, columns="input_ids", policy="control", trusted="mesages,messages,bos_token", tokenizer=ROOT / "examples" / "model" / "tokenizer.json"))
    assert texts(told) == ["trusted= has 'mesages', and the template reads no such variable; did you mean 'messages'?"]


def test_unread_variables_of_rows(model, told):
    rows = [{"messages": USER, "chat_template_kwargs": {"enable_thinking": False, "add_generation_prompt": True}}] * 3
    list(chatfmt.map(model, rows))
    (said,) = texts(told)
    assert "3 rows with tools, documents or variables that the template does not read; the first: rows[0]: chat_template_kwargs.enable_thinking" in said
    list(chatfmt.map(chatfmt.Model.from_template("{{ messages[0].content }}{{ enable_thinking }}"), rows))
    assert texts(told) == []


def test_rows_with_templates_read_what_they_read(model, told):
    """What the model's template does not read, a row's may."""
    rows = [{"messages": USER}, {"messages": USER, "chat_template_kwargs": {"chat_template": "{{ x }}{{ messages[0].content }}"}}, {"messages": USER}]
    for threads in 1, 2:
        assert list(chatfmt.map(model, rows, variables={"x": 1}, threads=threads))[1] == {"text": "1" + USER[0]["content"]}
        assert texts(told) == []
        list(chatfmt.map(model, rows[:1], variables={"x": 1}, threads=threads))
        assert texts(told) == ["variables= has 'x', and the template reads no such variable"]


@pytest.mark.parametrize("fix", [["arguments-object", "arguments-text"], "arguments-text,fit-arguments"])
def test_fixes_that_exclude_each_other(fix):
    orchard = chatfmt.Model.from_template("{{ messages[0].content }}")
    for call in (lambda: orchard.prompt(USER, fix=fix), lambda: orchard.apply_chat_template(USER, tokenize=False, fix=fix),
                 lambda: list(chatfmt.map(orchard, [{"messages": USER}], fix=fix))):
        with pytest.raises(chatfmt.Error, match="exclude each other"):
            call()


def test_suggestions_are_arguments_and_variables(model, told):
    for name in "tool", "tol":
        model.apply_chat_template(USER, tokenize=False, **{name: TOOLS})
        assert texts(told) == [f"{name}= is no argument of this call, and the template reads no such variable; did you mean 'tools'?"]


def test_read_variables_are_not_told(told, template_sources):
    """Whatever Jinja2 takes for a variable of a template may be given, but for names that a branch sets and nothing reads."""
    jinja2 = pytest.importorskip("jinja2.meta").__package__ and __import__("jinja2")
    environment = jinja2.Environment(extensions=["jinja2.ext.loopcontrols"])
    seen = 0
    for source in template_sources.values():
        plain = source.replace("{% generation %}", "").replace("{% endgeneration %}", "")
        try:
            parsed = environment.parse(plain)
            names = jinja2.meta.find_undeclared_variables(parsed)
        except jinja2.TemplateError:
            continue
        names &= {one.name for one in parsed.find_all(jinja2.nodes.Name) if one.ctx == "load"}
        found = chatfmt.Model.from_template(source)
        found._check_names(TOOLS if "tools" in names else None, None, None, dict.fromkeys(names, 1))
        seen += len(names)
    assert seen > 500 and texts(told) == []


def test_the_line_is_the_callers(model, told):
    model.apply_chat_template(USER, tokenise=True)
    assert [one.filename for one in told] == [__file__]


def test_tools_and_documents_that_are_not_read(told):
    plain = chatfmt.Model.from_template("{{ messages[0].content }}")
    plain.apply_chat_template(USER, tools=TOOLS, documents=[{"title": "t", "text": "x"}], tokenize=False)
    remedy = "tell the model of them in a message, or give another chat_template="
    assert texts(told) == ["the template reads no tools: they are not in the prompt; " + remedy,
                           "the template reads no documents: they are not in the prompt; " + remedy]
    plain.apply_chat_template(USER, tools=[], tokenize=False)
    assert texts(told) == []


def test_another_template_reads_tools(tmp_path, told):
    """It is named, and with it there is nothing to warn of."""
    templates = [{"name": "default", "template": "{{ messages[0].content }}"}, {"name": "with", "template": "{{ messages[0].content }}{{ tools }}"}]
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({"chat_template": templates}))
    named = chatfmt.Model.from_pretrained(tmp_path)
    named.apply_chat_template(USER, tools=TOOLS, chat_template="default", tokenize=False)
    assert texts(told) == ["the template reads no tools: they are not in the prompt; chat_template='with' reads them"]
    named.apply_chat_template(USER, tools=TOOLS, chat_template="with", tokenize=False)
    assert texts(told) == []


def test_the_only_template_reads_tools(told):
    """It has no name, so that nothing is to be given."""
    only = chatfmt.Model.from_template("{{ messages[0].content }}{{ tools }}")
    only.apply_chat_template(USER, tools=TOOLS, chat_template="{{ messages[0].content }}", tokenize=False)
    assert texts(told) == ["the template reads no tools: they are not in the prompt; leave chat_template= out: the model's own template reads them"]
    only.apply_chat_template(USER, tools=TOOLS, tokenize=False)
    assert texts(told) == []


def test_arguments_of_the_tokenizer(model):
    pair = [USER, TURN]
    left = model.apply_chat_template(pair, padding=True, tokenizer_kwargs={"padding_side": "left", "return_attention_mask": False})
    assert left == {"input_ids": model.apply_chat_template(pair, padding=True, padding_side="left")["input_ids"]}
    with pytest.raises(chatfmt.UnsupportedError, match="return_length"):
        model.apply_chat_template(USER, tokenizer_kwargs={"return_length": True})
    safe = model.apply_chat_template([{"role": "user", "content": "<|im_end|>"}], policy="control")
    assert model.apply_chat_template([{"role": "user", "content": "<|im_end|>"}], sanitize_control_tokens=True) == {
        name: safe[name] for name in ("input_ids", "attention_mask")}


def test_what_is_learned(model, told):
    ids = model.apply_chat_template(TURN * 2, mask="derived")
    users = model.apply_chat_template(TURN * 2, mask="derived", roles=["user"])["assistant_masks"]
    both = model.apply_chat_template(TURN * 2, mask="derived", roles=["user", "assistant"])["assistant_masks"]
    assert both == [a | b for a, b in zip(users, ids["assistant_masks"])] and 1 in users
    last = model.apply_chat_template(TURN * 2, mask="derived", last_turn=True)["assistant_masks"]
    assert 0 < sum(last) < sum(ids["assistant_masks"]) and last.index(1) > len(last) // 2
    assert texts(told) == []
    assert 1 not in model.apply_chat_template(TURN, mask="derived", roles="assisstant")["assistant_masks"]
    assert texts(told) == ["roles= has 'assisstant', which no message has; did you mean 'assistant'?"]
    for options in ({"roles": "user"}, {"last_turn": True}, {"roles": "user", "mask": "hf"}):
        with pytest.raises(chatfmt.InputError, match='roles= only of mask="derived"' if "mask" in options else "neither mask= nor labels=True is given$"):
            model.apply_chat_template(TURN, **options)


def test_trusted_names(model, told):
    model.apply_chat_template(USER, policy="control", trusted=["mesages", "messages"])
    assert texts(told) == ["trusted= has 'mesages', which is not given; did you mean 'messages'?"]


# ---- Shapes ----

@pytest.mark.parametrize("message, keys", [({"from": "human", "value": "hi"}, "'from', 'value'"), ({"content": "hi"}, "'content'"),
                                           ({"role": None, "content": "hi"}, "'role', 'content'")])
def test_messages_without_a_role(model, told, message, keys):
    for conversation in ([message], [[message]], (message,)):
        for options in ({"tokenize": False}, {}, {"policy": "control"}, {"mask": "derived"}):
            if options.get("mask") and message.get("role", 1) is None:
                continue
            model.apply_chat_template(conversation, **options)
            found = texts(told)
            assert any("has no role that is text; it has " + keys in said for said in found), found
            assert any(said.startswith("empty_prompt") for said in found), found


WITH_CALLS = ("{% for m in messages %}{% if m.role == 'user' %}U{{ m.content }}{% elif m['role'] == 'assistant' %}A{{ m.content or '' }}"
              "{% for c in m.tool_calls or [] %}<tool_call>{{ c.function.name }}{% endfor %}{% endif %}{% endfor %}")


def test_roles_are_named_by_comparisons(told):
    """A word of the source that is no role hides no lost message."""
    model = chatfmt.Model.from_template(WITH_CALLS)
    for role in "function", "tool_call", "content", "c":
        model.apply_chat_template([*USER, {"role": role, "content": "lost"}, *TURN[1:]], tokenize=False)
        assert texts(told) == [f"messages[1] has the role {role!r}, which the template does not name and writes nothing of"]
        list(chatfmt.map(model, [{"messages": [*USER, {"role": role, "content": "lost"}]}]))
        assert "1 row with a role that is missing, misspelt, or left out by the template" in texts(told)[0]
    named = chatfmt.Model.from_template(WITH_CALLS.replace("{% if", "{% if m.role in ['function', 'c'] %}{% elif", 1))
    for role in "function", "c":
        named.apply_chat_template([*USER, {"role": role, "content": "left out by the template"}], tokenize=False)
        assert texts(told) == []


@pytest.mark.parametrize("key, meant", [("tool_call", "; did you mean 'tool_calls'?"), ("function", ""), ("c", ""), ("contents", "; did you mean 'content'?")])
def test_members_that_are_words_of_the_template_alone(told, key, meant):
    model = chatfmt.Model.from_template(WITH_CALLS)
    for batch in False, True:
        conversation = [*USER, {"role": "assistant", key: "lost"}]
        model.apply_chat_template([conversation] if batch else conversation, tokenize=False)
        assert texts(told) == [f"{'conversations[0].' if batch else ''}messages[1] has no content that the template reads, only 'role', {key!r}{meant}"]
    model.apply_chat_template([*USER, {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": {}}}]}], tokenize=False)
    assert texts(told) == []


def test_usual_roles_that_the_template_leaves_out(model, told):
    three = chatfmt.Model.from_template("{% for m in messages %}{% if m.role in ['system', 'user', 'assistant'] %}<{{ m.role }}>"
                                        "{{ m.content }}{% endif %}{% endfor %}{{ tools|tojson if tools else '' }}")
    for role in ("developer", "tool", "function", "ipython", "model", "tools"):
        for _ in range(2):
            three.apply_chat_template([*USER, {"role": role, "content": "b"}], tokenize=False)
            assert texts(told) == [f"messages[1] has the role {role!r}, which the template does not name and writes nothing of"]
        three.apply_chat_template([[*USER], [*USER, {"role": role, "content": "b"}]], tokenize=False)
        assert texts(told) == [f"conversations[1].messages[1] has the role {role!r}, which the template does not name and writes nothing of"]
        for content in ("", " ", None):  # there is nothing to write
            three.apply_chat_template([*USER, {"role": role, "content": content, "name": "n"}], tokenize=False)
            assert not [said for said in texts(told) if "writes nothing of" in said]
    for role in ("developer", "tool", "function", "ipython", "model"):  # ChatML writes any role
        for _ in range(2):
            model.apply_chat_template([*USER, {"role": role, "content": "b"}])
            assert texts(told) == []


def test_roles_that_the_template_does_not_name(model, told):
    twin = [{"role": "user", "content": "a"}, {"role": "usr", "content": "b"}]
    for conversation in (twin, [USER, twin]):
        for options in ({"tokenize": False}, {}, {"policy": "control"}, {"mask": "derived"}):
            model.apply_chat_template(conversation, **options)
            (said,) = (one for one in texts(told) if not one.startswith("assistant_masks"))
            assert said == ("conversations[1]." if conversation is not twin else "") + (
                "messages[1] has the role 'usr', which the template does not name; did you mean 'user'?")
    model.apply_chat_template([*USER, {"role": "observer", "content": "b"}])  # ChatML writes any role
    assert texts(told) == []
    for role, meant in (("human", "user"), ("gpt", "assistant")):
        model.apply_chat_template([*USER, {"role": role, "content": "b"}])
        assert texts(told) == [f"messages[1] has the role {role!r}, which the template does not name; did you mean {meant!r}?"]
    named = chatfmt.Model.from_template("{% for m in messages %}{% if m.role == 'user' %}U{{ m.content }}"
                                        "{% elif m['role'] == 'ipythn' %}I{{ m.content }}{% endif %}{% endfor %}")
    for conversation, said in (([*USER, {"role": "observer", "content": "b"}],
                                ["messages[1] has the role 'observer', which the template does not name and writes nothing of"]),
                               ([*USER, {"role": "ipythn", "content": "b"}], []),
                               ([*USER, {"role": "", "content": "b"}], ["messages[1] has the role '', which the template does not "
                                                                        "name and writes nothing of"])):
        for call in (named.prompt, named.apply_chat_template):
            call(conversation, **({"tokenize": False} if call != named.prompt else {}))
            assert texts(told) == said
    free = chatfmt.Model.from_template("{% for m in messages %}{{ m.role }}: {{ m.content }}{% endfor %}")
    free.apply_chat_template([{"role": "observer", "content": "b"}, {"role": "Kate", "content": "b"}], tokenize=False)
    assert texts(told) == []


def test_messages_without_a_content(model, told):
    for conversation in ([{"role": "user", "text": "hi"}], [USER, [{"role": "user", "text": "hi"}]], [{"role": "user", "parts": []}]):
        model.apply_chat_template(conversation)
        (said,) = texts(told)
        assert "has no content that the template reads, only 'role'" in said
    null = [{"role": "user", "content": None}]
    model.apply_chat_template(null, tokenize=False)
    assert texts(told) == ['messages[0].content is None, which transformers leaves out: of this message at most the role is written; fix="null-to-empty" makes it an empty text']
    for fix in ("null-to-empty", "raw-messages"):
        model.apply_chat_template([*USER, *null], tokenize=False, fix=fix)
        assert texts(told) == []
    calls = called({"a": 1})
    del calls[1]["content"]
    for conversation in (calls, [*USER, {**calls[1], "content": None}], [{"role": "assistant", "reasoning_content": "r"}]):
        model.apply_chat_template(conversation, tokenize=False)
    assert texts(told) == []


def test_parts_that_become_text_of_python(model, told):
    parts = [{"role": "user", "content": [{"type": "text", "text": "x"}]}]
    for conversation, where in ((parts, ""), ([USER, parts], "conversations[1].")):
        for call in (model.apply_chat_template, *([model.prompt] if not where else [])):
            call(conversation)
            (said,) = texts(told)
            assert said.startswith(f"{where}messages[0].content is a list of parts") and "([{'type': 'text' …)" in said
    reads = chatfmt.Model.from_template(
        "{% for m in messages %}{% if m.content is string %}{{ m.content }}{% else %}{% for p in m.content %}{{ p.text }}{% endfor %}"
        "{% endif %}{% endfor %}")
    for conversation in (parts, [*parts, {"role": "user", "content": []}], [*parts, {"role": "user", "content": ["x"]}]):
        reads.apply_chat_template(conversation, tokenize=False)
    assert texts(told) == []


def test_templates_without_roles_need_none(told):
    plain = chatfmt.Model.from_template("{{ messages[0].content }}")
    assert plain.apply_chat_template([{"content": "x"}], tokenize=False) == "x"
    assert texts(told) == []
    assert plain.apply_chat_template([{"content": ""}], tokenize=False) == ""
    assert [said.split(":")[0] for said in texts(told)] == ["empty_prompt"]


@pytest.mark.parametrize("shape, theirs, ours", [
    (USER[0], "'str' object has no attribute 'items'", "a conversation is a list of messages, "),
    ({"messages": USER}, "'str' object has no attribute 'items'", "pass what is in 'messages'"),
    ("Hi", "'str' object has no attribute 'items'", "a conversation is a list of messages, "),
    (None, "'NoneType' object is not iterable", "a conversation is a list of messages, "),
    (3, "'int' object is not iterable", "a conversation is a list of messages, "),
    (["Hi"], "'str' object has no attribute 'items'", "messages[0] is no message, which is a dict of role and content"),
    (USER + [None], "'NoneType' object has no attribute 'items'", "messages[1] is no message, "),
    (USER + [2.5], "'float' object has no attribute 'items'", "messages[1] is no message, "),
    ([USER, ["Hi"]], "'str' object has no attribute 'items'", "messages[0] is no message, "),
    ([("user", "Hi")], "'str' object has no attribute 'items'", "messages[0] is no message, ")])
def test_no_list_of_messages(model, shape, theirs, ours):
    """transformers 5.23 raises the same class and words, for it walks over keys and letters; what is wanted follows."""
    with pytest.raises((AttributeError, TypeError)) as raised:
        model.apply_chat_template(shape, tokenize=False)
    assert str(raised.value).startswith(theirs + "; " + ours)
    assert isinstance(raised.value, chatfmt.Error)
    pytest.importorskip("transformers")
    import standins
    with pytest.raises((AttributeError, TypeError)) as original:
        standins.five()["byte_level"].apply_chat_template(shape, chat_template="{{ messages[0].role }}", tokenize=False)
    if str(original.value).startswith("Chat messages should be dicts, dataclasses or pydantic models, but got "):
        return  # since 5.24
    assert isinstance(raised.value, type(original.value)) and str(original.value) == theirs


def array(items):
    numpy = pytest.importorskip("numpy")
    made = numpy.empty(len(items), dtype=object)
    made[:] = items
    return made


def test_arrays_of_messages_are_conversations(model):
    """As in transformers 5.23, which takes a list or a tuple alone for a batch."""
    from chatfmt import pipelines, xtuner
    tokenizer = pipelines.AutoTokenizer.from_pretrained(ROOT / "examples" / "model")
    calls = [lambda given: model.apply_chat_template(given), lambda given: model.apply_chat_template(given, tokenize=False),
             lambda given: model.apply_chat_template([TURN, given]), lambda given: model.apply_chat_template([TURN, given], tokenize=False),
             lambda given: model.apply_chat_template(given, fix="null-to-empty"), model.prompt, model.open_turn, tokenizer.apply_chat_template,
             chatfmt.formats["vicuna_v1.1"].render, lambda given: xtuner.render(xtuner.PROMPT_TEMPLATE.internlm_chat, given),
             lambda given: xtuner.openai_map_fn({"messages": given}),
             lambda given: pipelines.pipeline("text-generation", tokenizer=tokenizer, engine=lambda prompt: "Ho")(given[:1]),
             lambda given: pipelines.pipeline("conversational", tokenizer=tokenizer, engine=lambda prompt: "Ho")(given[:1]).messages]
    for call in calls:
        assert call(array(TURN)) == call(TURN)
    for given in array([TURN]), [array(TURN)]:
        error = error_of(model.apply_chat_template, given)
        assert isinstance(error, chatfmt.AttributeError) and str(error).endswith("several conversations are a list of lists: [list(one) for one in conversations]")


def test_arrays_of_tools_and_documents(model):
    source = "{{ tools | tojson }}{{ documents | tojson }}"
    made = chatfmt.Model.from_template(source + "{{ messages[0].content }}")
    wanted = made.apply_chat_template(USER, tools=TOOLS, documents=[{"text": "x"}], tokenize=False)
    for size in 1, 2:
        documents = [{"text": "x"}] * size
        wanted = made.apply_chat_template(USER, tools=TOOLS * size, documents=documents, tokenize=False)
        assert made.apply_chat_template(USER, tools=array(TOOLS * size), documents=array(documents), tokenize=False) == wanted
        model.reader(tools=array(TOOLS * size))


# ---- Errors ----

@pytest.mark.parametrize("options, near", [
    ({"policy": "controll"}, "control"), ({"fit": "trunc"}, "truncate"), ({"padding_side": "lefft"}, "left"), ({"mask": "deriv"}, "derived"),
    ({"fix": "fit_argument"}, "fit-arguments"), ({"padding": "longst"}, "longest")])
def test_wrong_words(model, options, near):
    with pytest.raises(chatfmt.InputError, match=f"did you mean '{near}'") as raised:
        model.apply_chat_template(USER, **options)
    assert isinstance(raised.value, ValueError) and next(iter(options)) in str(raised.value)


@pytest.mark.parametrize("options", [{"return_assistant_tokens_mask": True}, {"mask": "derived"}, {"policy": "control"},
                                     {"fit": "drop"}, {"sanitize_control_tokens": True}])
def test_text_has_no_ids(model, options):
    with pytest.raises(chatfmt.InputError):
        model.apply_chat_template(USER, tokenize=False, **options)
    if "mask" in str(options):
        with pytest.raises(chatfmt.InputError):
            model.apply_chat_template(USER, return_dict=False, **options)


def test_neither_template_nor_tokenizer(tmp_path):
    empty = chatfmt.Model.from_pretrained(tmp_path)
    for options in ({}, {"tokenize": False}, {"mask": "derived"}):
        with pytest.raises(ValueError, match="chat_template is not set"):
            empty.apply_chat_template(USER, **options)
    (tmp_path / "chat_template.jinja").write_text(ORCHARD)
    with pytest.raises(chatfmt.NotFoundError, match="tokenize=False.*tokenizer="):
        chatfmt.Model.from_pretrained(tmp_path).apply_chat_template(USER)


# ---- Replies ----

def test_reasoning_that_nothing_opened(model, told):
    assert model.reader().parse("Hm.\n</think>\n\nHi")["content"].endswith("Hi") and len(told) == 1
    assert "the content has '</think>', and nothing opened the reasoning: give prompt=" in texts(told)[0]
    for options in ({"prompt": "<|im_start|>assistant\n<think>\n"}, {"reasoning_open": True}, {"reasoning_in_content": True}):
        model.reader(**options).parse("Hm.\n</think>\n\nHi")
    parser = model.reader()
    parser.feed("<think>Hm.</think>Hi")
    parser.message()
    parser.finish()
    assert parser.message() == {"role": "assistant", "content": "Hi", "reasoning_content": "Hm."} and not told.list


def test_what_a_parser_is(model):
    about = model.reader().about
    assert about["reader"] == "hermes" and about["how"] == "markers" and about["confirmed"] and about["evidence"]
    assert "hermes" in repr(model.reader()) and "markers" in repr(model.reader())
    for name in chatfmt.readers():
        assert chatfmt.ReplyParser(name).about["how"] == "named"
    with pytest.raises(chatfmt.NotFoundError, match=r"did you mean '?hermes'?.*chatfmt.readers\(\)"):
        chatfmt.ReplyParser("hermess")
    for family in ("auto", "learned"):
        with pytest.raises(chatfmt.InputError, match="template="):
            chatfmt.ReplyParser(family)


@pytest.mark.parametrize("call, remedy", [
    (lambda model, ids: model.reader().parse(ids), "feed_ids"), (lambda model, ids: model.reader().feed(ids), "feed_ids"),
    (lambda model, ids: model.reader(prompt=ids), "tokenize=False"),
    (lambda model, ids: model.apply_chat_template(USER, chat_template=ids), "chat_template must be text"),
    (lambda model, ids: model.reader(stops=ids), "text"), (lambda model, ids: chatfmt.Model.from_pretrained("x", revision=ids), "revision"),
    (lambda model, ids: model.reader().feed_ids("ab"), "ids must be integers")])
def test_ids_for_text(model, call, remedy):
    with pytest.raises(TypeError, match=remedy):
        call(model, [1, 2])


def test_ids_of_a_reply(model, told):
    """From ids to the message, as a program of transformers has them."""
    numpy = pytest.importorskip("numpy")

    class Tensor:  # as torch's: items, and no sequence
        def __getattribute__(self, name):
            return (lambda: list(ids)) if name == "tolist" else object.__getattribute__(self, name)

    reply = 'Yes.<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>'
    ids = model.tokenizer.encode(reply)
    assert model.tokenizer.decode(Tensor()) == model.tokenizer.decode(ids)
    for given in (ids, tuple(ids), numpy.array(ids), Tensor()):
        parser = model.reader(tools=TOOLS)
        parser.feed_ids(given)
        parser.finish()
        assert parser.message() == model.reader(tools=TOOLS).parse(reply)
    assert texts(told) == []
    for rows, wrong in (numpy.array([ids]), "ids have more than one dimension; give those of one text, such as ids"), (numpy.array(1), "a list of ids is wanted, not ndarray"):
        with pytest.raises(TypeError, match=wrong):
            model.reader().feed_ids(rows)
    model.reader().feed_ids([*ids, 99999])
    assert texts(told) == ["the tokenizer has no id 99999; it is no text"]


# ---- Functions as tools ----

def _bare():
    pass


def _unhinted(a):
    """Adds.

    Args:
        a: A number.
    """


def _untold(a: int, b: int):
    """Adds.

    Args:
        a: A number.
    """


def _odd_hint(a: bytes):
    """Adds.

    Args:
        a: A number.
    """


@pytest.mark.parametrize("function", [_bare, _unhinted, _untold, _odd_hint])
def test_functions_that_are_no_tools(model, function):
    """The exceptions and, but for type hints, the words of transformers."""
    utils = pytest.importorskip("transformers.utils.chat_template_utils")
    with pytest.raises(Exception) as wanted:
        utils.get_json_schema(function)
    calls = [lambda: model.apply_chat_template(USER, tools=[function]), lambda: model.prompt(USER, tools=[function]),
             lambda: chatfmt.Tools([function]), lambda: model.reader(tools=[function]), lambda: model.open_turn(USER, tools=[function])]
    for call in calls:
        with pytest.raises(type(wanted.value)) as raised:
            call()
        assert isinstance(raised.value, chatfmt.Error)
        assert function is _odd_hint or str(raised.value) == str(wanted.value)


def test_tools_of_wrong_kinds(model):
    with pytest.raises(chatfmt.InputError, match=r"tools\[1\] is int"):
        chatfmt.Tools([TOOLS[0], 3])
    for tools in ("x", [3]):
        with pytest.raises(ValueError, match="JSON schema, or a callable"):
            model.apply_chat_template(USER, tools=tools)


# ---- Data sets ----

MODEL = ROOT / "examples" / "model"


def rows_of(*conversations, **options):
    return list(chatfmt.map(MODEL, [{"messages": one} for one in conversations], **options))


@pytest.mark.parametrize("options, words", [
    ({"colums": ["labels"]}, r"map\(\) has no argument 'colums'; did you mean 'columns'"),
    ({"max_len": 4}, "did you mean 'max_length'"), ({"output": "x"}, "map.. has no argument 'output'")])
def test_map_has_no_such_argument(options, words):
    with pytest.raises(TypeError, match=words) as raised:
        chatfmt.map(MODEL, [], **options)  # at the call and not at the first row
    assert isinstance(raised.value, chatfmt.Error)


@pytest.mark.parametrize("options, words", [
    ({"pack": True}, r"^pack= is not used without max_length="), ({"fit": "trunc"}, '^fit="trunc": .*did you mean truncate'),
    ({"columns": "lables"}, '^columns="lables"'), ({"max_length": 0}, "^max_length="), ({"threads": 0}, "^threads=0"),
    ({"on_error": "ignore"}, '^on_error="ignore"'), ({"policy": "control"}, "^policy= is not used without max_length=")])
def test_map_speaks_python(options, words):
    with pytest.raises(chatfmt.InputError, match=words) as raised:
        rows_of(USER, **options)
    assert "--" not in str(raised.value)


@pytest.mark.parametrize("row, words", [
    (USER, r"^rows\[1\] is list; a row is a dict"), ("x", r"^rows\[1\] is str; .* of a file of JSON Lines give the path, or \(json.loads\(line\) for line in file\)$"), ({"messages": 5}, r"^rows\[1\]: the column"),
    ({"mesages": USER}, r"^rows\[1\]: "), ({"messages": [{"role": "user", "content": b"x"}]}, r"^rows\[1\]\.messages\[0\]\.content is not JSON")])
def test_map_names_the_row(row, words):
    got = []
    with pytest.raises((chatfmt.InputError, TypeError), match=words) as raised:
        for one in chatfmt.map(MODEL, iter([{"messages": USER}, row])):
            got.append(one)
    assert len(got) == 1 and isinstance(raised.value, chatfmt.Error) and "standard input" not in str(raised.value)
    assert "--" not in str(raised.value)


def test_map_takes_rows(told):
    with pytest.raises(chatfmt.InputError, match="one dict"):
        chatfmt.map(MODEL, {"messages": USER})
    with pytest.raises(TypeError, match="model is None, which goes with format="):
        chatfmt.map(None, [])
    assert list(chatfmt.map(None, [{"messages": USER}], format="vicuna_v1.1"))
    assert texts(told) == []


def test_map_has_the_note_of_a_format_beside_the_error(told):
    options = {"format": "chatml", "columns": "input_ids", "max_length": 5}
    error = error_of(lambda: list(chatfmt.map(None, [{"messages": USER}], tokenizer=MODEL, **options)))
    assert type(error) is chatfmt.InputError and error.path == "rows[0]" and str(error).startswith("rows[0]: the conversation has "), error
    (said,) = texts(told)
    assert said.startswith("chatml: the format class/chatml is used; transformers before 4.44 had it")
    assert isinstance(error_of(lambda: list(chatfmt.map(None, [{"messages": USER}], tokenizer="nowhere", **options))), chatfmt.NotFoundError)


def test_padding_tokens_come_from_the_model_alone(model):
    for options in {}, {"pack": True}, {"variables": {"pad_token": "x"}}:
        error = error_of(lambda: list(chatfmt.map(ORCHARD, [{"messages": USER}], tokenizer=MODEL, columns="input_ids", pad=True, max_length=150, **options)))
        assert type(error) is chatfmt.InputError and "the model has no padding token, which comes from the model alone" in str(error), error


def test_map_goes_on_after_rows_that_are_no_dicts():
    rows = [{"messages": USER}, [1], None, {"messages": USER}]
    with pytest.warns(chatfmt.ChatfmtWarning, match="2 with errors"):
        made = list(chatfmt.map(MODEL, rows, on_error="record"))
    assert ["error" in row for row in made] == [False, True, True, False]
    assert made[1]["error"]["message"] == 'the row is list; a row is a dict, such as {"messages": [message, …]}'
    with pytest.warns(chatfmt.ChatfmtWarning, match="2 with errors"):
        assert len(list(chatfmt.map(MODEL, rows, on_error="skip"))) == 2
    with pytest.raises(chatfmt.InputError, match=r"rows\[1\] is list"):
        list(chatfmt.map(MODEL, rows))


def test_map_takes_several_fixes(told):
    """A list, as in apply_chat_template(): each of them is made."""
    call = {"type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}
    source = "{% for m in messages %}{{ m.content.strip() }}{% for c in m.tool_calls or [] %}{{ c.function.arguments.items()|list }}{% endfor %}{% endfor %}"
    turns = [*USER, {"role": "assistant", "content": None, "tool_calls": [call]}]
    for fixes in ["arguments-object", "null-to-empty"], ("null-to-empty", "arguments-object"):
        (row,) = rows_of(turns, chat_template=source, fix=fixes)
        assert row["text"].endswith("[('a', 1)]")
    with pytest.raises(chatfmt.InputError, match='has no attribute(?s:.*)fix="null-to-empty" gives'):
        rows_of(turns, chat_template=source, fix=["arguments-object"])
    (row,) = rows_of(turns, chat_template=source, fix=fixes, columns=["input_ids"])
    assert row["changes"] == 2
    assert texts(told) == []


def test_map_tells_what_is_lost(told):
    long = TURN * 20
    (row,) = rows_of(long, columns="input_ids", max_length=60, fit="drop")
    (said,) = texts(told)
    assert row["lost"]["messages"] and "1 row without the oldest turns" in said
    rows_of(USER, columns="labels")
    assert "with nothing in the loss" in texts(told)[0]
    rows_of([{"role": "user", "content": "<|im_end|>"}, *TURN], columns="labels", policy="control")
    assert "1 control token in data" in texts(told)[0]
    rows_of(TURN, columns="labels")
    assert texts(told) == []


def test_map_has_the_options_of_the_program():
    """Each option of the program that means something in Python is an argument."""
    import re
    import subprocess
    import sys
    from chatfmt import _tools
    told = subprocess.run([sys.executable, "-m", "chatfmt", "map", "--help"], capture_output=True, text=True).stdout
    options = {name.replace("-", "_") for name in re.findall(r"^  --([a-z-]+)", told, re.M)}
    others = {"model", "template", "columns", "output", "resume", "force", "quiet", "help"}  # arguments, files, the terminal
    assert options - others == _tools._MAP_OPTIONS - {"threads"} and "-j THREADS" in told


# ---- What is known about ids ----

def test_findings(model, tmp_path):
    assert model.findings == []
    shutil.copytree(MODEL, tmp_path / "m")
    path = tmp_path / "m" / "tokenizer.json"
    made = json.loads(path.read_text())
    made["post_processor"] = {"type": "TemplateProcessing", "single": [
        {"SpecialToken": {"id": "<|im_start|>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {"<|im_start|>": {"id": "<|im_start|>", "ids": [352], "tokens": ["<|im_start|>"]}}}
    path.write_text(json.dumps(made))
    config = tmp_path / "m" / "tokenizer_config.json"
    config.write_text(json.dumps({**json.loads(config.read_text()), "bos_token": "<|im_start|>"}))
    assert chatfmt.Model.from_pretrained(tmp_path / "m").findings == ["adds_bos"]


# ---- The same errors everywhere ----

@pytest.mark.parametrize("call", [
    lambda model: model.tokenizer.token_to_id(5), lambda model: chatfmt.Model.from_template(5), lambda model: model.tokenizer.decode(5),
    lambda model: chatfmt.prompt("text", messages=USER), lambda model: model.tokenizer.decode("x"), lambda model: model.reader(stops=[5])])
def test_wrong_types_are_named(model, call):
    with pytest.raises(TypeError) as raised:
        call(model)
    assert "bad argument type" not in str(raised.value) and (" not " in str(raised.value) or " is str" in str(raised.value))


def test_shapes_of_other_calls(model):
    for call in (model.prompt, model.open_turn):
        call(tuple(USER))
        with pytest.raises(AttributeError, match="pass what is in 'messages'"):
            call({"messages": USER})


def test_a_reader_that_is_not_found():
    template = "{% for m in messages %}{{ m.content.x.y }}{% endfor %}"
    for make in (chatfmt.Model.from_template(template).reader, lambda: chatfmt.ReplyParser(template=template)):
        with pytest.raises(chatfmt.NotFoundError, match=r'^this template does not show .*; chatfmt.ReplyParser\("FAMILY"\)'):
            make()


def test_stop_ids_are_no_argument_of_a_reader(model):
    for name in ("stop_ids", "stop_token_ids"):
        with pytest.raises(TypeError, match=f"^reader\\(\\) has no argument '{name}'; ids that end the reply are an option of the engine"):
            model.reader(**{name: [1]})


def test_diff_speaks_python(tmp_path):
    with pytest.raises(chatfmt.NotFoundError) as raised:
        chatfmt.diff(MODEL, tmp_path / "none")
    assert not str(raised.value).startswith("chatfmt: ") and "none" in str(raised.value)


def test_chat_tells_unread_variables(model, told):
    from chatfmt.chat import Chat
    Chat(model, lambda prompt: ["Hi"], variables={"enable_thinkin": True})
    assert len(texts(told)) == 1


def test_formats_by_name():
    with pytest.raises(KeyError, match="did you mean 'vicuna_v1.1'") as raised:
        chatfmt.formats["vicuna_v1,1"]
    assert isinstance(raised.value, chatfmt.Error)


def test_rows_in_the_form_of_openai():
    """As data sets have them: arguments as text, which a template that takes objects would write as a string."""
    (row,) = chatfmt.map(ROOT / "examples" / "orchard.jinja", [{"messages": called('{"a": 1}')}], fix="fit-arguments")
    assert row["text"] == chatfmt.Model.from_template(ORCHARD).apply_chat_template(called({"a": 1}), tokenize=False)


def test_what_is_fed_after_the_end_is_another_reply():
    parser = chatfmt.ReplyParser("hermes")
    call = '<tool_call>{"name": "f", "arguments": {}}</tool_call><|im_end|>'
    assert "tool_calls" in list(parser.deltas([call]))[0]
    assert list(parser.deltas(["Hel", "lo<|im_end|>"])) == [{"content": "Hel"}, {"content": "lo"}]
    assert parser.message() == {"role": "assistant", "content": "Hello"}
    assert parser.parse("one")["content"] == "one"
    assert [event.text for event in parser.feed("two")] == ["two"]
    assert parser.message()["content"] == "two"


def test_a_model_is_not_made_of_a_path():
    with pytest.raises(TypeError, match="from_pretrained"):
        chatfmt.Model("mine")


def test_a_reader_stops_at_the_tokens_of_its_model_alone(model):
    """A template alone has no tokens; what stands in for them while it is rendered ends no reply."""
    for one in (model, chatfmt.Model.from_template(next(iter(model.templates.values())))):
        assert "</s>" not in one.reader().about["markers"]["stops"]
        assert one.reader().parse("Use <s>old</s> new")["content"] == "Use <s>old</s> new"
    spelled = chatfmt.Model.from_template("{% for m in messages %}[{{ m.role }}]{{ m.content }}{{ eos_token }}{% endfor %}"
                                          "{% if add_generation_prompt %}[assistant]{% endif %}")
    assert spelled.reader().parse("old</s> new")["content"] == "old"


def test_a_reader_is_that_of_the_template_with_tools(tmp_path):
    """Of several templates as the program chooses; an error is of the file."""
    body = "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}CALLS<|im_end|>\n{% endfor %}"
    calls = "{% for c in m.tool_calls or [] %}<tool_call>\n{{ c.function | tojson }}\n</tool_call>{% endfor %}"
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({"chat_template": [
        {"name": "default", "template": body.replace("CALLS", "")}, {"name": "tool_use", "template": body.replace("CALLS", calls)}]}))
    reply = '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>'
    assert chatfmt.Model.from_pretrained(tmp_path).reader().parse(reply)["tool_calls"]
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({"chat_template": "{% if a %}\n{{ b }}"}))
    with pytest.raises(chatfmt.TemplateSyntaxError) as raised:
        chatfmt.Model.from_pretrained(tmp_path).reader()
    if hasattr(raised.value, "__notes__"):
        assert f"{tmp_path}/tokenizer_config.json (chat_template):2:6: {{{{ b }}}}" in raised.value.__notes__[0].replace("\\", "/")


def test_tools_of_a_reader():
    import chatfmt
    for tools, words in (("w", "tools= is str"), ({"type": "function"}, "tools= is dict"), (["w"], r"tools\[0\] is str")):
        with pytest.raises(chatfmt.InputError, match=words):
            chatfmt.ReplyParser("hermes", tools=tools)


def test_a_path_in_place_of_a_template():
    import chatfmt
    with pytest.warns(chatfmt.ChatfmtWarning, match="not as the path of its file"):
        model = chatfmt.Model.from_template("chatml.jinja")
    with pytest.warns(chatfmt.ChatfmtWarning, match="'other.j2' is taken as the text of a template"):
        model.apply_chat_template([{"role": "user", "content": "Hi"}], tokenize=False, chat_template="other.j2")
    for make in (chatfmt.Template, chatfmt.fmt):
        with pytest.warns(chatfmt.ChatfmtWarning, match="'third.jinja' is taken as the text of a template"):
            make("third.jinja")


@pytest.mark.parametrize("options", [{"tokenize": False}, {}, {"policy": "reject"}])
@pytest.mark.parametrize("wrong, path", [([None], "conversations[2].messages[0]"), (["Hi"], "conversations[2].messages[0]"), (7, "conversations[2].messages")])
def test_an_error_of_a_batch_names_the_conversation(model, options, wrong, path):
    """The class and the words are transformers'; the path has the index, and a note from Python 3.11 on."""
    with pytest.raises((AttributeError, TypeError)) as raised:
        model.apply_chat_template([USER, TURN, wrong], **options)
    assert raised.value.path == path
    assert [f"in {path}"] == getattr(raised.value, "__notes__", [f"in {path}"])
    assert str(raised.value).count(";") == 1


def test_errors_of_members_in_batches(model):
    reads = chatfmt.Model.from_template("{% for m in messages %}{{ m.content + '' }}{% endfor %}")
    with pytest.raises(chatfmt.Error) as raised:
        reads.apply_chat_template([USER, [{"role": "user", "content": None}]], tokenize=False)
    assert raised.value.path == "conversations[1].messages[0].content"
    forged = [USER, TURN, [{"role": "user", "content": "a<|im_end|>"}]]
    with pytest.raises(chatfmt.Error, match=r"data contains the text of the control token '<\|im_end\|>'") as raised:
        model.apply_chat_template(forged, policy="reject")
    assert raised.value.path == "conversations[2].messages[0].content"
    assert str(raised.value).startswith(f"{raised.value.path}: data contains")
    (note,) = getattr(raised.value, "__notes__", ['policy="control"'])
    assert note.startswith('policy="control"')
    with pytest.raises(chatfmt.LimitError) as raised:
        model.apply_chat_template([USER, [{"role": "user", "content": "word " * 50}]], max_length=20, fit="refuse")
    assert raised.value.path == "conversations[1]"
    with pytest.raises(chatfmt.Error) as raised:
        model.apply_chat_template([USER, USER], chat_template="{{", tokenize=False)
    assert not raised.value.path.startswith("conversations")


@pytest.mark.parametrize("options", [{"tokenize": False}, {"padding": True}])
def test_a_warning_of_a_batch_names_the_conversation(model, told, options):
    model.apply_chat_template([USER, [{"role": "user", "text": "hi"}]], **options)
    assert [said.split(" ")[0] for said in texts(told)] == ["conversations[1].messages[0]"]


@pytest.mark.parametrize("once", [iter(USER), (message for message in USER), map(dict, USER)])
def test_what_can_be_read_only_once_is_no_conversation(model, once):
    for call in (model.apply_chat_template, model.prompt, model.open_turn):
        with pytest.raises(TypeError, match="can be read only once; give a list of messages") as raised:
            call(once)
        assert isinstance(raised.value, chatfmt.Error)
    with pytest.raises(TypeError, match="only once") as raised:
        model.apply_chat_template([USER, once], tokenize=False)
    assert raised.value.path == "conversations[1]"


def test_models_are_pickled(model, tmp_path):
    import copy
    import pickle
    for one in (model, chatfmt.Model.from_template(ORCHARD), chatfmt.Model.from_pretrained(ROOT / "examples" / "model", default_template="x")):
        twin = pickle.loads(pickle.dumps(one))
        assert twin.apply_chat_template(TURN, tokenize=False) == one.apply_chat_template(TURN, tokenize=False)
        assert twin.templates == one.templates and twin.special_tokens == one.special_tokens
        assert copy.deepcopy(one).templates == copy.copy(one).templates == one.templates
    own = chatfmt.Model.from_template(ORCHARD, tokenizer=model.tokenizer)
    with pytest.raises(TypeError, match="make it in each process"):
        pickle.dumps(own)


def test_arguments_of_map():
    """Packs have their own columns; splits and tokenizers of another kind are named."""
    rows, model = [{"messages": USER}] * 2, ROOT / "examples" / "model"
    (pack,) = chatfmt.map(model, rows, pack=True, max_length=128, fit="drop")
    assert pack["lines"] == [1, 2] and {"input_ids", "labels", "position_ids", "sequence_ids"} < pack.keys()
    with pytest.raises(chatfmt.InputError, match="columns"):
        list(chatfmt.map(model, rows, columns=["line", "labels"], pack=True, max_length=128, fit="drop"))
    with pytest.raises(chatfmt.InputError, match=r"a dict of splits; give one of them, rows\['train'\]"):
        chatfmt.map(model, {"train": rows, "test": rows})
    with pytest.raises(TypeError, match="tokenizer= takes a chatfmt.Tokenizer, not str"):
        chatfmt.Model.from_template(ORCHARD, tokenizer="tokenizer.json")


def test_rows_of_arrays():
    """What pandas makes of a column of lists is named, with what to do."""
    numpy = pytest.importorskip("numpy")
    with pytest.raises(chatfmt.InputError, match=r"^rows\[0\]\.messages is not JSON: .*; \.tolist\(\) makes a list of it$") as raised:
        list(chatfmt.map(ROOT / "examples" / "model", [{"messages": numpy.array(USER, dtype=object)}]))
    assert raised.value.path == "rows[0].messages"


def test_rows_that_contain_themselves():
    row = {"messages": []}
    row["messages"].append(row)
    with pytest.raises(chatfmt.RecursionError, match=r"^rows\[0\]\.messages\[0\]: the data is nested too deeply, or contains itself$"):
        list(chatfmt.map(ROOT / "examples" / "model", [row]))


@pytest.mark.parametrize("options", [{"return_assistant_tokens_mask": True, "mask": "derived"}, {"truncation": True, "fit": "drop", "max_length": 9},
                                     {"sanitize_control_tokens": True, "policy": "report"}])
def test_arguments_that_contradict(options):
    model = chatfmt.Model.from_pretrained(ROOT / "examples" / "model")
    with pytest.raises(chatfmt.InputError, match="say different things; leave one of them out"):
        model.apply_chat_template(USER, **options)


def test_places_of_errors_of_map(tmp_path):
    """Of a row of an iterable the path begins with the row; of a file, `line` is the file's."""
    model, file = ROOT / "examples" / "model", tmp_path / "rows.jsonl"
    needs = chatfmt.Model.from_template("{% for m in messages %}{{ m.content + '' }}{% endfor %}")
    wrong = [(model, {"messages": [*USER, "oops"]}, "messages[1]", 1), (needs, {"messages": [{"role": "user", "content": None}]}, "messages[0].content", None),
             (model, {"conversations": [{"from": "human"}]}, "conversations[0]", 1), (model, {"x": 1}, "", 1)]
    for subject, row, path, column in wrong:
        with pytest.raises(chatfmt.InputError) as raised:
            list(chatfmt.map(subject, [{"messages": USER}, row]))
        error = raised.value
        assert (error.path, error.line, error.excerpt) == (f"rows[1].{path}".rstrip("."), None, "")
        file.write_text("\n".join(map(json.dumps, [{"messages": USER}, row])), encoding="utf-8")
        with pytest.raises(chatfmt.InputError) as raised:
            list(chatfmt.map(subject, file))
        error = raised.value
        assert (error.path, error.line, error.column, error.excerpt) == (path, 2, column, json.dumps(row) if column else "")
    file = tmp_path / "open.jinja"
    file.write_text("{% if a %}\n{{ b }}", encoding="utf-8")
    with pytest.raises(chatfmt.InputError) as raised:
        list(chatfmt.map(file, [{"messages": USER}]))
    assert (raised.value.path, raised.value.line, raised.value.excerpt) == ("'if' on line 1", 2, "{{ b }}")


def test_a_bar_counts_rows(capfd):
    """Of a pack all that it holds, and in the end those that are left out."""
    pytest.importorskip("tqdm")
    for rows in ([{"messages": USER}] * 10, [*[{"messages": USER}] * 9, {"x": 1}]):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            list(chatfmt.map(ROOT / "examples" / "model", rows, max_length=64, pack=True, progress=True, on_error="skip"))
        assert " 10/10 " in capfd.readouterr().err


def test_counts_at_the_end(capfd):
    for wanted in (True, False):
        row = {"messages": [*USER, {"role": "assistant", "content": "Yo"}]}
        list(chatfmt.map(ROOT / "examples" / "model", [row], max_length=64, pack=True, progress=wanted))
        said = capfd.readouterr().err
        assert ("1 row, 1 written, 0 with errors\n1 pack, " in said) is wanted


def test_columns_that_are_misspelled(tmp_path):
    for row, options, words in (
            ({"mesages": USER}, {}, "there is 'mesages': did you mean 'messages'?"),
            ({"conversation_s": []}, {}, "did you mean 'conversations'?"),
            ({"dialogue": USER}, {"column": "dialoge"}, "there is no column 'dialoge'; did you mean 'dialogue'?"),
            ({"x": USER}, {"column": "dialogue"}, "there is no column 'dialogue'\n"),
            ({"x": USER}, {}, "no column messages, conversations, conversation, prompt or instruction\n")):
        with pytest.raises(chatfmt.InputError) as raised:
            list(chatfmt.map(ROOT / "examples" / "model", [row], **options))
        assert words in str(raised.value) and raised.value.path == "rows[0]"
    with pytest.raises(chatfmt.InputError, match="rows is the path of a file of JSON Lines, or an iterable of dicts"):
        list(chatfmt.map(ROOT / "examples" / "model", str(tmp_path / "nosuch.jsonl")))


def test_map_tells_of_text_arguments_once(told, tmp_path):
    orchard = ROOT / "examples" / "orchard.jinja"
    rows = [{"messages": USER}, {"messages": called('{"a": 1}')}, {"messages": called('{"a": 2}')}]
    assert len(list(chatfmt.map(orchard, rows))) == 3
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert len(list(chatfmt.map(orchard, tmp_path / "rows.jsonl"))) == 3
    for said, place in zip(texts(told), ("rows[1]", f"{tmp_path / 'rows.jsonl'}:2"), strict=True):
        assert "\n2 rows with arguments of a tool call that are text, where the template takes an object" in said
        assert said.endswith('fix="fit-arguments" makes them one; the first: ' + place)
    for given, options in ((rows, {"fix": "fit-arguments"}), ([{"messages": called({"a": 1})}], {})):
        list(chatfmt.map(orchard, given, **options))
    list(chatfmt.map(ROOT / "examples" / "model", rows))  # its template takes text
    assert texts(told) == []


def test_batches_tell_of_all(model, told):
    """Of conversations of a batch all are named, and lengths that shorten nothing are told of beside padding, too."""
    long, short = [{"role": "user", "content": "Hi " * 40}], [{"role": "user", "content": "Hi"}]
    for padding in (False, True, "longest", "max_length"):
        model.apply_chat_template([long, short], max_length=20, padding=padding)
        assert texts(told) == ["max_length= alone shortens nothing; truncation=True or fit= does"]
    model.apply_chat_template([short, short], max_length=200, padding="max_length")
    model.apply_chat_template([long, short], max_length=20, padding=True, truncation=True)
    assert not any("shortens nothing" in text for text in texts(told))
    chatml = chatfmt.Model.from_pretrained(ROOT / "examples" / "chatml.jinja")
    chatml.apply_chat_template([[], short, []], tokenize=False)
    assert texts(told) == ["there are no messages in conversations[0], conversations[2]"]
    model.apply_chat_template([short] * 5, mask="derived", padding=True)
    [said] = texts(told)
    assert "nothing of conversations[0], conversations[1], conversations[2] and 2 more is in the loss" in said


def test_map_tells_of_messages_without_content(told):
    orchard = ROOT / "examples" / "orchard.jinja"
    rows = [{"messages": USER}, {"messages": [*USER, {"role": "assistant", "contents": "x"}]}, {"messages": [{"role": "user"}]},
            {"messages": called({"a": 1})}, {"messages": [{"role": "user", "content": None}]}]
    assert len(list(chatfmt.map(orchard, rows))) == 5
    [said] = texts(told)
    assert said.endswith("2 rows with a message that has neither content nor tool calls; the first: rows[1]: messages[1]")


def test_map_speaks_python(model, tmp_path):
    from gzip import compress
    (tmp_path / "rows.jsonl.gz").write_bytes(compress(b"{}"))
    with pytest.raises(chatfmt.InputError, match=r"^\S+rows.jsonl.gz: is gzip, which this package does not read; give its rows: map\(model, "):
        list(chatfmt.map(model, tmp_path / "rows.jsonl.gz"))
    with pytest.raises(chatfmt.InputError, match='leave it out, or use columns="input_ids,labels"$'):
        list(chatfmt.map(model, [{"messages": USER}], pack=True, max_length=512, columns=["text"]))


@pytest.mark.parametrize("trusted", [["messages"], ["messages", "tools"]])
def test_trust_changes_no_mask_and_no_cut(model, trusted):
    """Who is trusted decides about control tokens alone."""
    talk = [*TURN, {"role": "user", "content": "word " * 100}, {"role": "assistant", "content": "yes"}]
    for options in ({"mask": "derived"}, {"mask": "derived", "last_turn": True}, {"mask": "derived", "max_length": 300, "fit": "cut"}):
        plain, same = (model.apply_chat_template(talk, tools=TOOLS, policy="control", trusted=who, **options) for who in ((), trusted))
        assert any(plain["assistant_masks"]) and plain == same


@pytest.mark.parametrize("options, said", [
    ({"mask": True}, 'mask="True": expected hf, generation or derived'), ({"fit": True, "max_length": 5}, 'fit="True": expected none'),
    ({"max_length": True}, 'max_length="True": expected a number'), ({"chat_template": True}, "True"), ({"default_template": True}, "True")])
def test_true_is_no_value_of_map(model, options, said):
    with pytest.raises(chatfmt.Error, match=re.escape(said)):
        list(chatfmt.map(model, [{"messages": USER}], **options))


def test_flags_of_map_are_the_programs():
    from chatfmt import _tools
    told = subprocess.run([sys.executable, "-m", "chatfmt", "help", "--json"], capture_output=True, text=True, check=True).stdout
    options = next(row["options"] for row in json.loads(told) if "map" in row.values())
    flags = {row["switch"][2:].replace("-", "_") for row in options if not row["value"]}
    assert _tools._MAP_FLAGS == flags & _tools._MAP_OPTIONS
    assert not _tools._MAP_MEANT.keys() & _tools._MAP_OPTIONS


def test_arguments_that_map_calls_otherwise(model):
    for name, said in (("truncation", 'fit="truncate" does that'), ("num_proc", "threads= does that"), ("colums", "did you mean 'columns'"),
                       ("padding_side", "pad=True pads on the tokenizer's side"), ("conversation", "a row has its own"),
                       ("enable_thinking", "variables of the template are given as variables={…}")):
        with pytest.raises(TypeError, match=f"map\\(\\) has no argument '{name}'; {re.escape(said)}"):
            chatfmt.map(model, [], **{name: True})


def test_the_note_of_a_file_names_it(tmp_path):
    (tmp_path / "tokenizer_config.json").write_text('{"chat_template": "x",}')
    with pytest.raises(chatfmt.InputError) as caught:
        chatfmt.Model.from_pretrained(tmp_path)
    if sys.version_info >= (3, 11):
        assert caught.value.__notes__ == [f'{tmp_path / "tokenizer_config.json"}:1:23: {{"chat_template": "x",}}',
                                          "JSON has no comma after the last item"]


def test_names_that_are_taken_as_templates(model, told, tmp_path):
    (tmp_path / "t.txt").write_text("x")
    chatfmt.Template(str(tmp_path / "t.txt"))
    assert "is taken as the text of a template, not as the path of its file" in texts(told)[0]
    assert model.apply_chat_template(USER, chat_template="tool_use", tokenize=False) == "tool_use"
    assert texts(told) == ["chat_template='tool_use' is no name of a template of the model, and so a template's text: "
                           "the prompt is 'tool_use'; the model has one template, without a name"]


def test_what_helps_a_conversation_that_is_too_long(model):
    talk = [{"role": "user", "content": "x " * 600}, {"role": "assistant", "content": "b"}]
    error = error_of(model.apply_chat_template, talk * 2, max_length=100, fit="refuse")
    several = 'fit="cut" or fit="truncate" shortens it; fit="drop" leaves out turns, where there are several'
    assert getattr(error, "__notes__", [several]) == [several]
    shorter = 'fit="cut" shortens its texts, fit="truncate" cuts tokens off'
    for fit, most, helps in (("refuse", 100, several), ("drop", 100, shorter),
                             ("cut", 5, 'fit="truncate" cuts tokens off; fit="drop" leaves out turns, where there are several')):
        error = error_of(model.apply_chat_template, talk, max_length=most, fit=fit)
        if sys.version_info >= (3, 11):
            assert error.__notes__ == [helps]
        if most == 100:
            recorded, _ = chatfmt.map(model, [{"messages": talk}, {"messages": TURN}], columns=["input_ids"], max_length=most, fit=fit, on_error="record")
            assert recorded["error"]["hint"] == helps
    recorded, _ = chatfmt.map(model, [{"messages": [*TURN, {**USER[0], "remark": "nobody reads this"}]}, {"messages": TURN}], strict=True, on_error="record")
    assert recorded["error"]["path"] == "messages[2].remark" and recorded["error"]["hint"] == "without strict= the prompt is taken as it is"
    with pytest.raises(chatfmt.InputError, match=r"^format= is used without a model: map\(None, rows, format=…\)$"):
        list(chatfmt.map(model, [], format="chatml"))


def test_ids_that_are_none(model):
    reader, tokenizer = model.reader(), model.tokenizer
    for take in (tokenizer.decode, reader.feed_ids, tokenizer.decode_stream().feed):
        for ids, at, shown, more in (([-100], 0, -100, "; labels have -100 where nothing is learned: leave those out"), ([1, -1], 1, -1, ""),
                                     ([1 << 32], 0, 1 << 32, ""), ([1, 2, 1 << 70], 2, 1 << 70, "")):
            with pytest.raises(chatfmt.InputError) as raised:
                take(ids)
            assert str(raised.value) == f"ids are numbers from 0 to 4294967295, and number {at} is {shown}{more}"
        with pytest.raises(TypeError, match=r"^a list of ids is wanted, not int$"):
            take(339)
        with pytest.raises(TypeError, match=r"^ids must be integers, and number 0 is str$"):
            take("a")
    assert tokenizer.id_to_token(-100) is tokenizer.id_to_token(1 << 80) is None


def test_arguments_in_the_wrong_place():
    with pytest.raises(TypeError, match=r"^variables must be a dict, not list; a conversation is prompt\(template, messages=\[…\]\)$"):
        chatfmt.prompt(chatfmt.Template("x"), USER)
    with pytest.raises(TypeError, match=r"^variables must be a dict, not list; a conversation is render\(messages=\[…\]\)$"):
        chatfmt.Template("x").render(USER)
    with pytest.raises(TypeError, match=r"^feed\(\) takes text, not list; for ids there is feed_ids\(\)$"):
        chatfmt.ReplyParser("hermes").feed([1])


def test_a_data_set_of_a_model_that_is_not_there():
    import chatfmt
    with pytest.raises(chatfmt.NotFoundError, match="not found"):
        list(chatfmt.map("nosuch", [{"messages": []}]))


# ---- Places and remedies ----

def error_of(call, *given, **options):
    with pytest.raises(chatfmt.Error) as caught:
        call(*given, **options)
    return caught.value


def test_lone_surrogates_have_a_place(model):
    wrong = [{"role": "user", "content": "a\ud800"}]
    for given, options, path in ((wrong, {}, "messages[0].content"), ([USER, wrong], {}, "conversations[1].messages[0].content"),
                                 (USER, {"tools": [{"a": ["\ud800"]}]}, "tools[0].a[0]"), (USER, {"x": {"y": "\ud800"}}, "x.y")):
        error = error_of(model.apply_chat_template, given, **options)
        assert type(error) is chatfmt.UnsupportedError and error.path == path
        assert str(error).startswith(path + ": a string holds a lone surrogate")
    assert error_of(chatfmt.Template("{{ x }}").render, x=["\ud800"]).path == "x[0]"


def test_lone_surrogates_of_other_texts(model):
    for call in (model.tokenizer.encode, model.tokenizer.token_to_id, chatfmt.ReplyParser("hermes").feed, chatfmt.Template,
                 chatfmt.Model.from_template, chatfmt.fmt, chatfmt.ReplyParser, lambda text: chatfmt.ReplyParser("hermes", stops=[text]),
                 lambda text: model.apply_chat_template(USER, chat_template=text)):
        error = error_of(call, "a\ud800")
        assert type(error) is chatfmt.UnsupportedError and str(error).startswith("a string holds a lone surrogate")


@pytest.mark.parametrize("length", [0, -1, 2**31, 10**30])
def test_lengths_that_are_none(model, length):
    for options in ({}, {"truncation": True}, {"fit": "drop"}, {"padding": "max_length"}):
        error = error_of(model.apply_chat_template, USER, max_length=length, **options)
        assert type(error) is chatfmt.InputError and str(error) == f"max_length={length}: expected a number from 1 to 2147483647"


@pytest.mark.parametrize("on_error", [None, "record"])
def test_errors_of_map_name_its_arguments(on_error):
    plain = chatfmt.Model.from_template("{{ messages.x.y }}")
    rows = [{"messages": USER}]
    error = error_of(lambda: list(chatfmt.map(plain, rows, chat_template="{% if %}", on_error=on_error)))
    assert str(error).startswith("chat_template:1:7: syntax error") and (error.path, error.line, error.column) == ("", 1, 7)
    error = error_of(lambda: list(chatfmt.map(plain, rows, on_error=on_error)))
    assert "\n    in template:1:15\n" in str(error)


def test_a_reader_of_a_path_is_told(told):
    error_of(chatfmt.ReplyParser, template="model/chat_template.jinja")
    assert texts(told) == ["'model/chat_template.jinja' is taken as the text of a template, not as the path of its file; read the file first"]


def get_weather(city: str):
    """Says how the weather is.

    Args:
        city: A city.
    """


def test_tools_that_are_none_are_named(model):
    error = error_of(model.apply_chat_template, USER, tools=get_weather)
    assert isinstance(error, TypeError) and "[get_weather]" in str(error)
    for tools, at in (([get_weather, len], 1), ([1], 0), ((TOOLS[0], None), 1)):
        error = error_of(model.apply_chat_template, USER, tools=tools)
        assert isinstance(error, ValueError) and error.path == f"tools[{at}]" and f"tools[{at}] is" in str(error)


def test_objects_that_become_placeholders_are_told(model, told):
    wrong = [{"role": "user", "content": [{"type": "text", "text": b"hi"}]}]
    for conversation, path in ((wrong, ""), ([USER, wrong], "conversations[1].")):
        model.apply_chat_template(conversation, tokenize=False)
        (said,) = texts(told)
        assert said == f"{path}messages[0].content[0].text is no data that a template takes: it becomes the text '<bytes>', as in transformers"
    model.apply_chat_template([{"role": "user", "content": {1}}])
    assert ["'<set>'" in said for said in texts(told)] == [True]
    reads = chatfmt.Model.from_template("{{ messages[0].content }}{{ d }}{{ tools }}{{ documents }}")
    for given, path in (({"d": {"of": {1}}}, "d.of"), ({"documents": [{"text": {1}}]}, "documents[0].text"),
                        ({"tools": [{**TOOLS[0], "x": {1}}]}, "tools[0].x")):
        for conversation in USER, [USER, USER]:
            reads.apply_chat_template(conversation, tokenize=False, **given)
            assert texts(told) == [f"{path} is no data that a template takes: it becomes the text '<set>', as in transformers"]


def test_arguments_of_a_wrong_type_are_named(model):
    for options, words in (({"max_length": "12"}, "max_length= must be a number of ids, not str"),
                           ({"tokenizer_kwargs": 5}, "tokenizer_kwargs= must be a dict, not int")):
        error = error_of(model.apply_chat_template, USER, **options)
        assert isinstance(error, TypeError) and str(error) == words
    assert "did you mean 'tools'?" in str(error_of(model.reader, tool=[]))
    assert "needs a tokenizer" in str(error_of(chatfmt.ReplyParser("hermes").feed_ids, [1]))
    plain = chatfmt.Model.from_template(ORCHARD, tokenizer=model.tokenizer)
    assert "tokenizer_config.json" in str(error_of(plain.apply_chat_template, [USER, TURN], padding=True))


def test_arguments_that_are_no_json_object_hide_no_later_ones(told):
    orchard = chatfmt.Model.from_template(ORCHARD)
    for arguments, words in (('{"a": 1', "repair it"), ('{"a": 1}', "fit-arguments"), ("[1]", "repair it")):
        orchard.apply_chat_template(called(arguments), tokenize=False)
        (said,) = texts(told)
        assert words in said
    for fix in ("fit-arguments", "arguments-object"):
        orchard.apply_chat_template(called('{"a": 1'), tokenize=False, fix=fix)
        assert texts(told) == ["messages[1].tool_calls[0].function.arguments is text that is no JSON object: fix= leaves it as it is"]
        orchard.apply_chat_template(called('{"a": 1}'), tokenize=False, fix=fix)
        assert texts(told) == []


def test_map_takes_what_a_model_was_made_with(tmp_path):
    source, row = (ROOT / "examples" / "chatml.jinja").read_text(), {"messages": TURN}
    described = json.loads((ROOT / "examples" / "model" / "tokenizer.json").read_text())
    described["model"]["merges"] = []
    described["added_tokens"] = [token for token in described["added_tokens"] if token["content"] != "<|im_end|>"]
    (tmp_path / "own.json").write_text(json.dumps(described))
    tokenizer = chatfmt.Tokenizer(tmp_path / "own.json")
    assert tokenizer.path == str(tmp_path / "own.json") or tokenizer.path == tmp_path / "own.json"
    for model in (chatfmt.Model.from_pretrained(ROOT / "examples" / "model", tokenizer=tokenizer),
                  chatfmt.Model.from_template(source, tokenizer=tokenizer)):
        ids = model.apply_chat_template(TURN)["input_ids"]
        assert [one["input_ids"] for one in chatfmt.map(model, [row], columns=["input_ids"])] == [ids]
        assert [one["text"] for one in chatfmt.map(model, [row])] == [model.apply_chat_template(TURN, tokenize=False)]
        assert pickle.loads(pickle.dumps(model)).apply_chat_template(TURN)["input_ids"] == ids
    assert ids != chatfmt.Model.from_pretrained(ROOT / "examples" / "model").apply_chat_template(TURN)["input_ids"]
    lost = chatfmt.Model.from_template(source, tokenizer=chatfmt.Tokenizer(json=json.dumps(described)))
    assert "tokenizer=FILE" in str(error_of(chatfmt.map, lost, [row], columns=["input_ids"]))
    with pytest.raises(TypeError):
        pickle.dumps(lost)
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "tokenizer_config.json").write_text("{}")
    bare = chatfmt.Model.from_pretrained(tmp_path / "bare", default_template="{{ messages[0].content }}!")
    assert [one["text"] for one in chatfmt.map(bare, [row])] == ["Hi!"]


@pytest.mark.parametrize("value, words", [("\ud800", "holds a lone surrogate"), (b"x", "bytes is not JSON serializable"), ({1}, "set is not JSON")])
def test_rows_that_are_no_json(told, value, words):
    rows = [{"messages": USER}, {"messages": [{"role": "user", "content": value}]}]
    chat = ROOT / "examples" / "chatml.jinja"
    error = error_of(lambda: list(chatfmt.map(chat, rows)))
    assert type(error) is chatfmt.InputError and error.path == "rows[1].messages[0].content" and words in str(error)
    made = list(chatfmt.map(chat, rows, on_error="record"))
    assert made[1]["line"] == 2 and words in made[1]["error"]["message"] and "messages[0].content" in made[1]["error"]["message"]
    assert len(list(chatfmt.map(chat, rows, on_error="skip"))) == 1
    assert all(words in said for said in texts(told))


def test_keys_that_are_no_text_have_steps_of_their_own(model):
    chat = called({5: "<think>", "k": 1, 2.5: "b", -7: "c"})
    paths = {span.path.partition("arguments")[2] for span in model.prompt(chat).spans if "arguments" in span.path}
    assert {"[5]", "[5]#key", ".k", "[#2]", "[#2]#key", "[-7]"} <= paths


@pytest.mark.skipif(sys.version_info < (3, 11), reason="notes came with Python 3.11")
@pytest.mark.parametrize("fix, content, cause", [
    ((), [{"type": "text", "text": "a"}], "messages[1].content is a list of parts; the template takes text here"),
    ((), 5, "messages[1].content is a number; the template takes text here"),
    ("raw-messages", None, "messages[1].content is None; the template takes text here"),
    ((), None, 'messages[1].content is missing or None, which transformers leaves out: fix="null-to-empty" makes it "", fix="raw-messages" keeps None')])
def test_errors_name_the_message_that_they_come_from(model, fix, content, cause):
    reads = chatfmt.Model.from_template("{% for m in messages %}{{ '' + m.content }}{% endfor %}", tokenizer=model.tokenizer)
    talk = [*USER, {"role": "user", "content": content}]
    for options in {"tokenize": False}, {}, {"policy": "control"}:
        with pytest.raises(chatfmt.Error) as raised:
            reads.apply_chat_template(talk, fix=fix, **options)
        assert raised.value.path == "messages[1].content"
        place, *notes = raised.value.__notes__
        assert place.startswith("template:1:") and notes == [cause]
    with pytest.raises(chatfmt.Error) as raised:
        reads.apply_chat_template([USER, talk], fix=fix, tokenize=False)
    assert raised.value.__notes__[1:] == [cause, "in conversations[1].messages[1].content"]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="notes came with Python 3.11")
def test_refused_roles_are_named():
    refuses = chatfmt.Model.from_template("{{ raise_exception('roles must alternate') }}")
    with pytest.raises(chatfmt.Error) as raised:
        refuses.apply_chat_template([*USER, *USER], tokenize=False)
    assert raised.value.__notes__[1:] == ["messages[0] and messages[1] have the same role"]


def test_offsets_of_spans():
    """Bytes of the origin; of what is not copied, of where that stands which it was computed from."""
    source = "é{{ 'x\\ny' }}{{ 'lit' | upper }}{{ a }}{{ a[1:] | upper }}{{ n }}"
    made = chatfmt.prompt(chatfmt.Template(source), a="é ü", n=12)
    where = source.encode().index
    assert [(made[s.begin:s.end], s.path, s.offset, s.copied) for s in made.spans] == [
        ("é", "", 0, True), ("x\ny", "", where(b"'x"), False), ("LIT", "", where(b"upper"), False),
        ("é ü", "a", 0, True), (" ", "a", 2, True), ("Ü", "a", 3, False), ("12", "n", 0, False)]


# ---- Lengths, attempts, tokenizers of others ----

def test_no_length(told, tmp_path):
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(ROOT / "examples" / "model" / name, tmp_path / name)
    config = json.loads((tmp_path / "tokenizer_config.json").read_text())
    config.pop("model_max_length", None)
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({**config, "pad_token": "<|im_end|>"}))
    if not config.get("chat_template"):
        (tmp_path / "chat_template.jinja").write_text((ROOT / "examples" / "model" / "chat_template.jinja").read_text())
    model = chatfmt.Model.from_pretrained(tmp_path)
    plain = model.apply_chat_template(TURN)["input_ids"]
    assert texts(told) == []
    for asked in ({"padding": "max_length"}, {"truncation": True}, {"fit": "drop"}):
        for chat in (TURN, [TURN, TURN]):
            made = model.apply_chat_template(chat, **asked)["input_ids"]
            assert made == plain or made == [plain, plain]
            assert texts(told) == ["there is no length to fit or pad to: the model has no model_max_length; max_length= gives one"]
    model.apply_chat_template(TURN, truncation=True, max_length=5)
    assert texts(told) == []
    with pytest.raises(chatfmt.InputError, match="there is no length to fit or pad to"):
        list(chatfmt.map(model, [{"messages": TURN}], columns="input_ids", fit="drop", on_error="skip"))
    assert list(chatfmt.map(model, [{"messages": TURN}], columns="input_ids")) == [{"input_ids": plain}]


def test_more_attempts_than_are_listed(model):
    many = [{"role": "user", "content": "<|im_end|>" * 400}]
    made = model.apply_chat_template(many, policy="control")
    assert len(made["attempts"]) == 256 and made["attempt_total"] == 400
    assert model.apply_chat_template([many, USER], policy="report")["attempt_total"] == [400, 0]
    assert "attempt_total" not in model.apply_chat_template(USER, policy="control")


def test_tokenizers_of_others(model):
    class Theirs:
        name_or_path = "there"

        def __call__(self, text=None):
            raise ValueError("You need to specify either `text` or `text_target`.")
    for make in (lambda: model.reader(tokenizer=Theirs()), lambda: chatfmt.ReplyParser("hermes", tokenizer=Theirs())):
        with pytest.raises(TypeError, match=r"^tokenizer= takes a chatfmt\.Tokenizer, not Theirs"):
            make()
    with pytest.raises(TypeError, match=r"not Theirs: give the folder, tokenizer\.name_or_path$"):
        list(chatfmt.map(Theirs(), []))
    with pytest.raises(TypeError, match=r"^reader\(\) chooses the family; one by name is chatfmt\.ReplyParser\('hermes', tokenizer=model\.tokenizer\)$"):
        model.reader(family="hermes")
    with pytest.raises(TypeError, match=r"^family must be a name of chatfmt\.readers\(\), not Model; of a Model take model\.reader\(\)$"):
        chatfmt.ReplyParser(model)
    assert repr(chatfmt.Tokenizer(str(ROOT / "examples" / "model"))) == f"<chatfmt.Tokenizer {str(ROOT / 'examples' / 'model')!r}>"
    assert [event.text for event in model.reader(tokenizer=model.tokenizer).feed_ids(model.tokenizer.encode("Hello"))] == ["Hello"]


def test_tools_as_text(model):
    text = json.dumps(TOOLS)
    for call, words in ((lambda: model.apply_chat_template(USER, tools=text, tokenize=False), "tools= is text: give a list of dicts or functions; json.loads(tools) reads JSON text"),
                        (lambda: model.apply_chat_template(USER, tools=[text], tokenize=False), "tools[0] is str; a tool is a dict or a function; json.loads() reads JSON text"),
                        (lambda: model.reader(tools=text), "tools= is str; give a list of tools: dicts or functions; json.loads() reads JSON text"),
                        (lambda: chatfmt.Tools([text]), "tools[0] is str; a tool is a dict or a function; json.loads() reads JSON text")):
        assert str(error_of(call)).endswith(words)


def test_tokenizer_kwargs(model):
    for name, helps in (("return_offsets_mapping", "apply_chat_template of the tokenizer of transformers has the others"), ("max_length", "give max_length= itself"),
                        ("add_special_tokens", "the special tokens are those that the template writes")):
        assert str(error_of(model.apply_chat_template, USER, tokenizer_kwargs={name: 1})).endswith("; " + helps)


def test_roles_of_rows(told):
    rows = [{"messages": [*TURN, {"role": "critic", "content": "No."}]}]
    model = chatfmt.Model.from_template("{% for m in messages if m.role in ('user', 'assistant') %}{{ m.content }}{% endfor %}")
    assert [*chatfmt.map(model, rows, columns=["mask"], roles=["user", "asistant"])]
    assert texts(told) == ['1 row, 1 written, 0 with errors\n1 row with a role that is missing, misspelt, or left out by the template; '
                           'the first: rows[0]: messages[2] has "critic"\n'
                           "roles= has asistant, which no message has; did you mean assistant?"]
    with pytest.raises(chatfmt.InputError, match=r"is not JSON serializable; chatfmt\.Tools\(\[…\]\) makes tools of functions$"):
        list(chatfmt.map(model, [{"messages": TURN, "tools": [len]}]))


# ---- Iterators that are left before their end ----

@pytest.mark.parametrize("rows", ["[{'messages': TURN}] * 3", "[{'messages': TURN}] * 30000", "({'messages': TURN} for _ in itertools.count())", "PATH", "slow()"])
@pytest.mark.parametrize("end", ["", "raise SystemExit(0)"])
def test_rows_that_nobody_reads(rows, end, tmp_path):
    (tmp_path / "data.jsonl").write_text(json.dumps({"messages": TURN}) + "\n" + (json.dumps({"messages": TURN}) + "\n") * 30000)
    script = f"""
import chatfmt, itertools, time
TURN, PATH = {TURN!r}, {str(tmp_path / "data.jsonl")!r}
def slow():
    for _ in range(3000):
        yield {{"messages": TURN}}
    time.sleep(600)
rows = chatfmt.map({str(ROOT / "examples" / "model")!r}, {rows}, columns=["text"])
print(next(rows)["text"][:3])
{end}
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "<|i\n", "")


def test_replies_that_nobody_reads():
    script = """
from chatfmt.engines._threads import produced
def work(emit):
    for number in range(10 ** 9):
        emit(number)
pieces = produced(work)
print(next(pieces))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "0\n", "")


def test_help_that_nobody_reads():
    script = """
import os, sys
from chatfmt.__main__ import _write
reading, writing = os.pipe()
os.dup2(writing, 1)
os.close(reading)
sys.exit(_write("x") + 5)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (6, "chatfmt: the output could not be written: Broken pipe\n")


# ---- Arguments that are none ----

@pytest.mark.parametrize("name", ["strict", "pack", "pad", "add_generation_prompt", "last_turn", "legacy", "processor"])
@pytest.mark.parametrize("value", [1, "no", "rows.jsonl", []])
def test_flags_of_map_are_true_or_false(model, name, value):
    error = error_of(chatfmt.map, model, [{"messages": TURN}], **{name: value})
    assert isinstance(error, TypeError) and str(error) == f"{name}= must be True or False, not {type(value).__name__}"


def test_arguments_of_apply_chat_template_that_map_lacks():
    import inspect

    from chatfmt import _tools
    names = inspect.signature(chatfmt.Model.apply_chat_template).parameters.keys() - {"self", "variables"}
    assert not names - _tools._MAP_MEANT.keys() - _tools._MAP_OPTIONS


@pytest.mark.parametrize("options", [
    {"padding_side": "right"}, {"padding_side": "left", "pad_to_multiple_of": 8}])
def test_map_takes_arguments_as_variables(model, options):
    (row,) = chatfmt.map(model, [{"messages": TURN}], variables={"tokenizer_kwargs": options}, columns="input_ids", max_length=40, pad=True)
    assert row["input_ids"] == model.apply_chat_template(TURN, padding="max_length", max_length=40, truncation=True, **options)["input_ids"]


# ---- Flags ----

@pytest.mark.parametrize("call", [
    lambda model, **flag: model.apply_chat_template(USER, tokenize=False, **flag), lambda model, **flag: model.prompt(USER, **flag),
    lambda model, **flag: model.open_turn(USER, **flag)])
def test_flags_are_no_texts(model, call):
    numpy = pytest.importorskip("numpy")
    error = error_of(call, model, add_generation_prompt="no")
    assert isinstance(error, chatfmt.TypeError) and str(error) == "add_generation_prompt= must be True or False, not str"
    for given in 0, 1, numpy.True_, numpy.False_:
        assert call(model, add_generation_prompt=given) == call(model, add_generation_prompt=bool(given))


@pytest.mark.parametrize("name", [
    "tokenize", "return_dict", "return_assistant_tokens_mask", "sanitize_control_tokens", "last_turn"])
def test_other_flags_are_no_texts(model, name):
    assert str(error_of(model.apply_chat_template, USER, **{name: "no"})) == f"{name}= must be True or False, not str"


@pytest.mark.parametrize("name", [
    "reasoning_open", "control_tokens", "unknown_calls", "one_call", "reasoning_in_content", "close_arguments"])
def test_flags_of_readers_are_no_texts(model, name):
    for call in model.reader, lambda **flag: chatfmt.ReplyParser("hermes", tokenizer=model.tokenizer, **flag):
        error = error_of(call, **{name: "no"})
        assert isinstance(error, chatfmt.TypeError) and str(error) == f"{name}= must be True or False, not str"
        assert "Hi" in call(**{name: 1}).parse("Hi").values()


def test_pieces_that_are_none(model):
    for call in model.reader().stream, model.reader().deltas:
        with pytest.raises(chatfmt.TypeError, match="an iterable of pieces of text, not NoneType"):
            list(call(None))
    with pytest.raises(chatfmt.TypeError, match="an asynchronous iterable of pieces of text, not list"):
        model.reader().astream([]).asend(None).send(None)


def test_control_tokens_need_a_tokenizer(model):
    error = error_of(chatfmt.ReplyParser, "hermes", control_tokens=True)
    assert type(error) is chatfmt.InputError and "which needs tokenizer=" in str(error)
    assert model.reader(control_tokens=True).about["reader"] == "hermes"


def test_flags_of_numpy(model):
    numpy = pytest.importorskip("numpy")
    wanted = list(chatfmt.map(model, [{"messages": USER}], add_generation_prompt=True))
    for given in numpy.True_, numpy.bool_(True):
        assert list(chatfmt.map(model, [{"messages": USER}], add_generation_prompt=given, strict=numpy.False_)) == wanted
    for given in None, False:
        assert list(chatfmt.map(model, [{"messages": USER}], add_generation_prompt=given)) != wanted


def test_empty_lists_are_as_good_as_none(model):
    wanted = list(chatfmt.map(model, [{"messages": TURN}]))
    for empty in [], ():
        assert list(chatfmt.map(model, [{"messages": TURN}], fix=empty, trusted=empty, roles=empty, columns=empty)) == wanted
        assert model.apply_chat_template(TURN, fix=empty, trusted=empty, roles=empty) == model.apply_chat_template(TURN)


def test_a_file_of_rows_is_no_option(model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "--strict").write_text(json.dumps({"messages": TURN}) + "\n")
    assert len(list(chatfmt.map(model, "--strict"))) == 1


@pytest.mark.parametrize("options, words", [
    ({"columns": 5}, "columns= must be a text or a list of texts, not int"), ({"columns": ["text", 5]}, "columns[1] must be a text, not int"),
    ({"fix": ["fit-arguments", 5]}, "fix[1] must be a text, not int"), ({"fix": True}, "fix= must be a text or a list of texts, not bool"),
    ({"max_length": [5]}, "max_length= must be a number, not list"), ({"fit": ["drop"]}, "fit= must be a text, not list"),
    ({"tokenizer": b"x"}, "tokenizer= must be a path, not bytes"), ({"variables": [("a", 1)]}, "variables= must be a dict, not list"),
    ({"limit": [1]}, "limit[0] must be a text, not int")])
def test_types_of_options_of_map(model, options, words):
    error = error_of(chatfmt.map, MODEL, [{"messages": TURN}], **options)
    assert isinstance(error, TypeError) and str(error) == words


def test_what_is_no_data_set(model):
    for rows in None, 5:
        words = f"rows must be an iterable of dicts or the path of a JSON Lines file, not {type(rows).__name__}"
        assert str(error_of(chatfmt.map, model, rows)) == words
    assert str(error_of(chatfmt.map, None, [], format=None)).startswith("model is None, which goes with format= alone: give a path")


def test_variables_that_are_no_json(model):
    numpy = pytest.importorskip("numpy")
    for value, words in ((numpy.int64(1), "Object of type int64 is not JSON serializable; .item() makes a number of it"),
                         ("\ud800", "it holds a lone surrogate; remove or replace it")):
        error = error_of(chatfmt.map, model, [], variables={"a": [value]})
        assert type(error) is chatfmt.InputError and (str(error), error.path) == (f"variables.a[0] is not JSON: {words}", "variables.a[0]")
    inner = {}
    inner["a"] = inner
    assert str(error_of(chatfmt.map, model, [], variables=inner)) == "variables.a: the data is nested too deeply, or contains itself"


@pytest.mark.parametrize("limit", ["fuel=5", ["depth=90", "fuel=5"], {"depth": 90, "fuel": 5}])
def test_limits_of_map(model, limit):
    error = error_of(lambda: list(chatfmt.map(model, [{"messages": TURN}], limit=limit)))
    assert "limit exceeded: fuel is 5" in str(error) and '\n    limit="fuel=NUMBER" changes it' in str(error)


@pytest.mark.parametrize("options, words", [
    ({"limit": 1}, "there is no limit '1'; there are fuel, source_bytes, "), ({"limit": "fuel"}, 'such as limit="fuel=1000000"'), ({"roles": "user"}, 'or use mask="derived" or one of'),
    ({"max_length": -1}, "max_length=-1: expected a number from"), ({"max_length": "a b"}, "max_length= must be a number, not str")])
def test_values_in_words_of_map(model, options, words):
    assert words in str(error_of(lambda: list(chatfmt.map(model, [{"messages": TURN}], **options))))


@pytest.mark.parametrize("data", [b"\xff", b"a\xc3", b"a\xffb", b'<tool_call>{"name": "f\xff", "arguments": {"x": "\xfe"}}</tool_call>'])
def test_replies_that_are_no_utf8(data):
    """What is no UTF-8 is U+FFFD, in events as in messages."""
    parser = chatfmt.ReplyParser("hermes")
    events = parser.feed(data) + parser.finish()
    assert events[-1].end == len(data) and any("\ufffd" in event.text for event in events)
    message = parser.message()
    assert message == parser.parse(data) and "\ufffd" in json.dumps(message, ensure_ascii=False)
    content = "".join(delta.get("content", "") for delta in parser.deltas([data]))
    assert content == (message["content"] or "")


@pytest.mark.parametrize("tokenize", [False, True])
def test_data_at_fault_in_a_batch(model, tokenize):
    inside = {"role": "user", "content": []}
    inside["content"].append(inside)
    for wrong, kind, words in (({"role": "user", "content": "\ud800"}, chatfmt.UnsupportedError, "a string holds a lone surrogate"),
                               (inside, chatfmt.RecursionError, "the data is nested too deeply, or contains itself")):
        error = error_of(model.apply_chat_template, [USER, [wrong]], tokenize=tokenize)
        assert type(error) is kind and error.path.startswith("conversations[1].messages[0].content")
        assert error.path.count("conversations") == 1 and str(error).startswith(f"{error.path}: {words}")
        assert getattr(error, "__notes__", [f"in {error.path}"]) == [f"in {error.path}"]


def test_data_without_end_has_a_place(model):
    inside = {}
    inside["a"] = [inside]
    for call, path in ((lambda: model.apply_chat_template(USER, tools=[inside]), "tools[0].a[0].a"), (lambda: model.apply_chat_template(USER, x=inside), "x.a[0].a"),
                       (lambda: chatfmt.Template("x").render(y=inside), "y.a[0].a")):
        error = error_of(call)
        assert isinstance(error, RecursionError) and error.path == path


@pytest.mark.parametrize("given, more", [(chatfmt.Template("x"), "; its .source is that"), (b"x", ""), (5, "")])
def test_what_is_no_template_of_a_reader(model, given, more):
    words = f"template= must be the text of a template, not {type(given).__name__}{more}"
    for call in chatfmt.ReplyParser, model.reader:
        error = error_of(call, template=given)
        assert isinstance(error, TypeError) and str(error) == words
    if more:
        assert str(error_of(chatfmt.Model.from_template, given)) == f"source must be the text of a template, not Template{more}"


def test_a_reader_without_another_template(model):
    assert model.reader(template=None).about == model.reader().about


def test_words_of_a_template_are_no_variables(model, told):
    """Names that are words of the source are looked for by analysis."""
    for name in "system", "role", "content", "user":
        model.apply_chat_template(USER, tokenize=False, **{name: "Be brief."})
        (said,) = texts(told)
        assert said.startswith(f"{name}= is no argument of this call, and the template reads no such variable")
    remark = chatfmt.Model.from_template("{# without tools and documents #}{{ messages }}")
    remark.apply_chat_template(USER, tokenize=False, tools=TOOLS, documents=[{"text": "x"}])
    assert [said.split(":")[0] for said in texts(told)] == ["the template reads no tools", "the template reads no documents"]
    list(chatfmt.map(model, [{"messages": USER}], variables={"content": 1}))
    assert texts(told) == ["variables= has 'content', and the template reads no such variable"]


def test_formats_are_a_mapping():
    formats = chatfmt.formats
    assert "vicuna_v1.1" in formats and "fastchat/vicuna_v1.1" in formats and "vicuna_v1,1" not in formats and None not in formats
    assert formats["vicuna_v1.1"] in formats
    assert formats.get("vicuna_v1.1") is formats["vicuna_v1.1"] and formats.get("none") is None and formats.get("none", 5) == 5
    chatfmt.formats.add([{"name": "replaced", "template": text} for text in "a"], override=True)
    chatfmt.formats.add([{"name": "replaced", "template": text} for text in "b"], override=True)
    names = formats.keys()
    assert names.count("replaced") == 1 and "user/replaced" not in names and formats["replaced"].render([]) == "b"
    assert [formats[name] for name in names] == [row for row in formats if formats[f"{row.system}/{row.name}"] is row]
    assert dict(formats)["vicuna_v1.1"].system == "fastchat"


@pytest.mark.parametrize("call, name, most", [
    (lambda given: chatfmt.ReplyParser("hermes", calls_before=given), "calls_before", 2**32 - 1),
    (lambda given: chatfmt.fmt("{{ x }}", indent=given), "indent", 64), (lambda given: chatfmt.fmt("x", width=given), "width", 2**32 - 1),
    (lambda given: chatfmt.Template("x", seed=given), "seed", 2**64 - 1)])
def test_numbers_out_of_range(call, name, most):
    for given in 0, most:
        call(given)
    for given in -1, -2**70, most + 1, 2**32 + 2 if most < 2**32 else 2**64, 2**70:
        error = error_of(call, given)
        assert type(error) is chatfmt.InputError and str(error) == f"{name}={given}: expected a number from 0 to {most}"
    for given in "4", 1.5:
        with pytest.raises(TypeError, match=f"^{name}= must be an integer, not {type(given).__name__}$"):
            call(given)


def test_clocks_out_of_range():
    for now in -2**63, 0, 2**63 - 1:
        assert pickle.loads(pickle.dumps(chatfmt.Template("x", now=now))).render() == "x"
    for now in -2**63 - 1, 2**63, 10**30:
        assert str(error_of(chatfmt.Template, "x", now=now)) == f"now={now}: expected a number from {-2**63} to {2**63 - 1}"
    with pytest.raises(TypeError, match="^now= must be an integer, not str$"):
        chatfmt.Template("x", now="2024")


@pytest.mark.parametrize("given", [-8, 2**40, 2**70])
def test_multiples_out_of_range(model, given):
    for options in {"pad_to_multiple_of": given}, {"tokenizer_kwargs": {"pad_to_multiple_of": given}}:
        error = error_of(model.apply_chat_template, USER, padding=True, **options)
        assert type(error) is chatfmt.InputError and str(error) == f"pad_to_multiple_of={given}: expected a number from 0 to 2147483647"


def test_a_template_that_is_no_utf8(tmp_path):
    (tmp_path / "additional_chat_templates").mkdir()
    (tmp_path / "chat_template.jinja").write_text("{{ messages }}")
    for file in tmp_path / "additional_chat_templates" / "tool_use.jinja", tmp_path / "chat_template.jinja":
        file.write_bytes(b"{{ messages }}\xff")
        error = error_of(chatfmt.Model.from_pretrained, tmp_path)
        file.write_text("{{ messages }}")
        assert type(error) is chatfmt.InputError and str(error) == f"{file}: byte 14 of the chat template is not UTF-8"


def test_what_a_model_is_not_made_of(model):
    for given in None, 5, model:
        error = error_of(chatfmt.Model.from_pretrained, given)
        assert isinstance(error, TypeError) and str(error) == (
            "where must be a path (of a folder, a GGUF file or a template) or the id of a repository, not " + type(given).__name__)
    assert str(error_of(chatfmt.Model.from_template, None)) == "source must be the text of a template, not NoneType"


@pytest.mark.parametrize("given", [TOOLS[0], None, 5, get_weather, "x"])
def test_one_thing_is_no_list_of_tools(model, given):
    error = error_of(chatfmt.Tools, given)
    assert error.path == "tools" and "tools= " in str(error)
    if given is not None:  # no tools
        assert str(error_of(model.apply_chat_template, USER, tools=given)) == str(error)


def test_tools_that_are_no_json():
    for value, at in (({"a": object()}, "a"), ({"a": [{1}]}, "a[0]")):
        error = error_of(chatfmt.Tools, [TOOLS[0], value])
        assert isinstance(error, TypeError) and error.path == f"tools[1].{at}" and str(error).startswith(f"tools[1].{at} is not JSON: Object of type")


def test_tools_and_documents_from_generators(model):
    wanted = model.apply_chat_template(USER, tools=TOOLS, tokenize=False)
    for given in iter(TOOLS), (tool for tool in TOOLS), {"f": TOOLS[0]}.values(), (get_weather for _ in range(1)):
        made = model.apply_chat_template(USER, tools=given, tokenize=False)
        assert (made == wanted) == ("get_weather" not in made)
    reads = chatfmt.Model.from_template("{% for d in documents %}{{ d.text }}{% endfor %}{{ messages and '' }}")
    assert reads.apply_chat_template(USER, documents=({"text": text} for text in "ab"), tokenize=False) == "ab"


def test_texts_of_tokenizers():
    for text in "ex/model/tokenizer.json", "":
        assert "the path of a file is the first argument, Tokenizer(path)" in str(error_of(chatfmt.Tokenizer, json=text))
    notes = getattr(error_of(chatfmt.Tokenizer, json='{"a": }'), "__notes__", ["json=:1:7: "])
    assert notes[0].startswith("json=:1:7: ")
    with pytest.raises(TypeError, match="^json= must be text, not int$"):
        chatfmt.Tokenizer(json=5)


def test_sides_of_diff(model, tmp_path):
    assert chatfmt.diff(model, MODEL) == "" and chatfmt.diff(ROOT / "examples" / "orchard.jinja", model)
    for sides, words in (((None, MODEL), "a must be a path or a name, not NoneType"), ((MODEL, 5), "b must be a path or a name, not int"),
                         ((chatfmt.Model.from_template(ORCHARD), MODEL), "a must be a path or a name, not Model, which has no path")):
        error = error_of(chatfmt.diff, *sides)
        assert isinstance(error, TypeError) and str(error) == words
    assert str(error_of(chatfmt.diff, MODEL, MODEL, conversations=[TURN])) == "conversations= must be the path of a JSON Lines file, not list"
    assert type(error_of(chatfmt.diff, tmp_path / "none", MODEL)) is chatfmt.NotFoundError
    for call in chatfmt.lint, chatfmt.inspect, chatfmt.continuity:
        words = "subject must be a Model, a Template, a path or the source of a template, not NoneType"
        assert str(error_of(call, None)) == words


@pytest.mark.parametrize("options, name", [({"fix": 5}, "fix"), ({"trusted": 5}, "trusted"), ({"roles": 5, "mask": "derived"}, "roles")])
def test_names_that_are_none(model, options, name):
    for given, words in ((5, f"{name}= must be a text or a list of texts, not int"), ([5], f"{name}[0] must be a text, not int"),
                         (b"x", f"{name}= must be a text or a list of texts, not bytes")):
        error = error_of(model.apply_chat_template, TURN, **{**options, name: given})
        assert isinstance(error, TypeError) and str(error) == words
    assert str(error_of(chatfmt.ReplyParser, "hermes", stops=5)) == "stops= must be a text or a list of texts, not int"
    assert str(error_of(chatfmt.ReplyParser, "hermes", stops=["a", 5])) == "stops[1] must be a text, not int"


def test_masks_beside_a_policy(model):
    """Which transformers refuses."""
    made = model.apply_chat_template(TURN, sanitize_control_tokens=True, return_assistant_tokens_mask=True)
    assert made == model.apply_chat_template(TURN, return_assistant_tokens_mask=True)


def test_fit_none_is_none(model):
    for options in {"tokenize": False}, {"truncation": True, "max_length": 3}, {"return_dict": False}:
        assert model.apply_chat_template(USER, fit="none", **options) == model.apply_chat_template(USER, **options)


# ---- Names instead of templates ----

@pytest.mark.parametrize("call", [chatfmt.lint, chatfmt.inspect, chatfmt.continuity])
def test_tools_for_templates_tell_of_names(model, told, call):
    for given in "default", "tool_use":
        call(model, chat_template=given)
        (said,) = texts(told)
        assert said.startswith(f"chat_template={given!r} is no name of a template of the model")
    call("{{ messages[0].content }}", chat_template="orchard.jinja")
    (said,) = texts(told)
    assert said.startswith("'orchard.jinja' is taken as the text of a template")
    call(model)
    call(model, chat_template=ORCHARD)
    assert texts(told) == []


def test_readers_tell_of_names(model, told):
    error_of(model.reader, template="default")
    (said,) = texts(told)
    assert said.startswith("template='default' is taken as the text of a template, not as a name")


def test_a_template_that_does_not_compile_reads_what_it_reads(told):
    chatfmt.Model.from_template("{% if")
    assert texts(told) == []
    chatfmt.Model.from_template("{{ x }}")
    assert len(texts(told)) == 1


# ---- Formats ----

def test_formats_tell_what_is_not_in_the_prompt(told):
    formats = chatfmt.formats
    assert formats["fastchat/gemma"].render(TURN).startswith("<bos>")
    assert texts(told) == []
    for name in "fastchat/gemma", "class/chatml":
        formats[name].render([{"role": "system", "content": "S"}, *TURN], tools=TOOLS, foo=1, eos_token="</s>")
        lost, unread = texts(told)
        assert lost.startswith(f"the format {name} has no place for") and lost.endswith("tools[0].function.name")
        assert ("messages[0].content" in lost) == (name == "fastchat/gemma")
        assert unread == f"the format {name} reads no variable 'foo'"
    formats["class/llama"].apply(USER, bos_token="<s>", use_default_system_prompt=False)
    assert texts(told) == []
    assert formats["xtuner_v1/llama3"].render([]) == ""  # as XTuner's
    assert texts(told) == ["the prompt of xtuner_v1/llama3 is empty: the conversation has no text"]
    formats["class/llama"].apply(USER, bos_token="<s>", use_default_system_promt=False)
    assert texts(told) == ["the format class/llama reads no variable 'use_default_system_promt'; did you mean 'use_default_system_prompt'?"]


def test_errors_of_formats_name_what_helps():
    chatfmt.formats.add([{"name": "named-twice", "template": "x"}])
    error = error_of(chatfmt.formats.add, [{"name": "named-twice", "template": "x"}])
    assert str(error) == "rows[0]: named-twice has been registered. override=True replaces it" and not getattr(error, "__notes__", ())
    for content, given in ((None, "None"), ([{"type": "text", "text": "a"}], "of the type list")):
        error = error_of(chatfmt.formats["chatml"].render, [*USER, {"role": "assistant", "content": content}])
        assert isinstance(error, TypeError) and error.path == "messages[1].content"
        assert f"messages[1].content is {given}; give a text" in getattr(error, "__notes__", ()) or sys.version_info < (3, 11)


def test_formats_that_write_nothing():
    chatfmt.formats.add([{"name": "writes-nothing", "template": "{{ '' }}"}], override=True)
    for call, path in ((lambda: chatfmt.formats["xtuner/internlm_chat"].render(USER, add_generation_prompt=False), "messages[0].content"),
                       (lambda: chatfmt.formats["writes-nothing"].apply(USER), "messages[0].content")):
        error = error_of(call)
        assert type(error) is chatfmt.ValueError and str(error).startswith("empty_prompt: ") and error.path == path
    remedy = "; add_generation_prompt=True writes it, with the opening of the answer"
    assert remedy in str(error_of(chatfmt.formats["internlm_chat"].render, USER, add_generation_prompt=False))
    assert remedy not in str(error_of(chatfmt.formats["writes-nothing"].render, USER, add_generation_prompt=False))


@pytest.mark.parametrize("given, words", [
    (None, "messages must be a list of messages, each a dict of role and content, not NoneType"), ("x", "not str"), (5, "not int"),
    ({"messages": USER}, "not dict"), (iter(USER), "which can be read only once"), ([None], r"messages\[0\] must be a message"),
    ([USER], "not list; a format renders one conversation at a time"), (["x"], r"messages\[0\] .* not str")])
def test_formats_take_a_conversation(given, words):
    with pytest.raises(chatfmt.TypeError, match=words):
        chatfmt.formats["guide/chatml"].render(given)


def test_the_format_added_last_is_found_first():
    chatfmt.formats.add([{"name": "twice", "template": "one"}], system="s1")
    chatfmt.formats.add([{"name": "twice", "template": "two"}], system="s2")
    assert chatfmt.formats["twice"].system == "s2" and chatfmt.formats["s1/twice"].render(USER) == "one"
    chatfmt.formats.add([{"name": "twice", "template": "2", "warning": "new"}], system="s2", override=True)
    assert chatfmt.formats["s2/twice"].warning == "new" and chatfmt.formats["twice"].render(USER) == "2"


@pytest.mark.parametrize("row, words", [({"roles": 5}, "the field 'roles' must be a list of texts"), ({"template": 5}, "the field 'template' must be a text"),
                                        ({"template": "x", "stop_str": 5}, "the field 'stop_str' must be a text or a list of texts")])
def test_fields_of_formats(row, words):
    error = error_of(chatfmt.formats.add, [{"name": "never-added", **row}])
    assert type(error) is chatfmt.InputError and (str(error), error.path) == ("rows[0]: " + words, "rows[0]")
    assert "never-added" not in chatfmt.formats


@pytest.mark.parametrize("rows, kind, words", [
    ("x", "TypeError", "rows must be a list of dicts, each a format with a name, not str"), (None, "TypeError", "not NoneType"),
    ({"name": "x"}, "TypeError", "not dict; [row] is such a list"), ([{"name": "never-added", "template": ""}, 3], "InputError", "rows[1]: a format must be a dict, not int"),
    ([{"name": "never-added", "template": ""}, {"nam": 1}], "InputError", "rows[1]: a format needs a name without '/'")])
def test_rows_that_are_no_formats(rows, kind, words):
    error = error_of(chatfmt.formats.add, rows)
    assert isinstance(error, getattr(chatfmt, kind)) and words in str(error) and "never-added" not in chatfmt.formats


def test_formats_by_names_in_another_case():
    formats = chatfmt.formats
    assert formats["Vicuna_V1.1"] is formats.get("FASTCHAT/vicuna_v1.1") is formats["vicuna_v1.1"] and "YI-34b-chat" in formats
    formats.add([{"name": name, "template": name} for name in ("Cased", "cased")])
    assert formats["Cased"].render([]) == "Cased" and formats["cased"].render([]) == "cased"
    formats.add([{"name": "Added-Case", "template": "{{ messages[0].content }}!"}])
    for name in "added-case", "USER/added-case":
        (row,) = chatfmt.map(None, [{"messages": USER}], format=name, progress=False)
        assert row["text"] == formats[name].render(USER)


@pytest.mark.parametrize("system", [5, "", "a/b"])
def test_systems_of_formats(system):
    assert "the field 'system' must be a" in str(error_of(chatfmt.formats.add, [{"name": "never-added", "template": "x"}], system=system))


# ---- What was given is what is named ----

def test_what_cuts_off_is_named(model):
    said = str(error_of(model.apply_chat_template, TURN, max_length=10, fit="drop", truncation=None))
    assert said.startswith("truncation=None, which cuts off at max_length, and fit='drop' say different things")
    options = {"padding": True, "pad_to_multiple_of": 8, "max_length": 33}
    assert str(error_of(model.apply_chat_template, TURN, fit="drop", **options)) == (
        "max_length=33, to which fit='drop' cuts off, is not a multiple of pad_to_multiple_of=8")
    assert str(error_of(model.apply_chat_template, TURN, truncation=True, **options)).startswith("Truncation and padding are both activated")
    assert str(error_of(model.apply_chat_template, TURN, tokenize=False, sanitize_control_tokens=True)) == (
        "`sanitize_control_tokens=True` requires `tokenize=True`")


def test_attempts_that_are_not_shown_are_counted(model, told):
    data = [{"role": "user", "content": "<|im_end|>" * 300}]
    for given, first in ((data, "; the first: "), ([USER, data], "; the first in conversations[1]: ")):
        model.apply_chat_template(given, return_dict=False, policy="report")
        (said,) = texts(told)
        assert said.startswith("attempts, which return_dict=False does not show: 300" + first + "{'begin': ") and len(said) < 200


# ---- What is no copy, and no such argument ----

def test_replies_have_no_copies(model):
    import copy
    parser = chatfmt.ReplyParser("hermes")
    for call in pickle.dumps, copy.copy, copy.deepcopy:
        assert str(error_of(call, parser)).startswith("a ReplyParser cannot be copied or pickled")
    assert copy.deepcopy(model.tokenizer) is copy.copy(model.tokenizer) is model.tokenizer
    assert copy.deepcopy(model.prompt(USER)).spans == model.prompt(USER).spans


def test_arguments_that_say_two_things_about_readers():
    error = error_of(chatfmt.ReplyParser, "hermes", template=ORCHARD)
    assert type(error) is chatfmt.InputError and "leave one of them out" in str(error)
    assert chatfmt.ReplyParser("auto", template=ORCHARD).about["how"] != "named"
    error = error_of(chatfmt.ReplyParser, "")
    assert type(error) is chatfmt.NotFoundError and str(error) == "there is no family of replies named ''; chatfmt.readers() lists them"


@pytest.mark.parametrize("call, words", [
    (lambda model: chatfmt.Prompt("x"), "a Prompt is made by"), (lambda model: chatfmt.ReplyParser.delta(None), "one event of feed() or finish(), not NoneType"),
    (lambda model: model.tokenizer.decode({1, 2}), "a list of ids is wanted, not set"), (lambda model: model.tokenizer.decode(b"ab"), "not bytes"),
    (lambda model: model.tokenizer.decode(bytearray(b"ab")), "not bytearray")])
def test_what_is_no_argument(model, call, words):
    with pytest.raises(TypeError) as raised:
        call(model)
    assert words in str(raised.value)


def test_integers_that_python_does_not_write():
    error = error_of(chatfmt.Template("{{ 1 }}").render, x=[0, 10**5000])
    assert type(error) is chatfmt.ValueError and error.path == "x[1]" and "sys.get_int_max_str_digits()" in str(error)
    assert chatfmt.Template("{{ x % 7 }}").render(x=10**4000) == str(10**4000 % 7)


@pytest.mark.parametrize("calls, words", [
    ({"type": "function"}, "an array of calls is expected: ["), ("f", "an array of calls is expected: ["), (["f"], "a call is an object: {"),
    ([["f"]], "a call is an object: {"), ([{}], 'messages[1].tool_calls[0] has no "function": a call is {')])
def test_calls_of_a_wrong_shape(model, calls, words):
    """The error of the template says what calls are."""
    with pytest.raises(chatfmt.UndefinedError) as caught:
        model.apply_chat_template([*USER, {"role": "assistant", "content": "", "tool_calls": calls}], tokenize=False)
    assert [note for note in caught.value.__notes__ if note.startswith(words)] and caught.value.path.startswith("messages[1].tool_calls")
