"""The command `chatfmt formats` from outside.

    check_program.py PROGRAM
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAILED = []
REFUSED = [
    ("style", '{"formats":[{"name":"y","sep_style":"ADD_COLN_TWO"}]}', "unknown sep_style 'ADD_COLN_TWO'; did you mean 'ADD_COLON_TWO'?"),
    ("style of defaults", '{"defaults":{"sep_style":"ADD_COLN_TWO"},"formats":[{"name":"y"}]}', "unknown sep_style 'ADD_COLN_TWO'"),
    ("number of a style", '{"formats":[{"name":"y","sep_style":99}]}', "sep_style is neither"),
    ("field", '{"formats":[{"name":"y","sep_stlye":"ADD_COLON_TWO"}]}', "unknown field 'sep_stlye'; did you mean 'sep_style'?"),
    ("another field", '{"formats":[{"name":"y","rolles":["a","b"]}]}', "unknown field 'rolles'; did you mean 'roles'?"),
    ("strange field", '{"formats":[{"name":"y","zzz":1}]}', "unknown field 'zzz'"),
    ("field of defaults", '{"defaults":{"sep_stlye":"CHATML"},"formats":[{"name":"y"}]}', "unknown field 'sep_stlye'"),
    ("field of a program", '{"formats":[{"name":"y","program":"xtuner","INSTRUCTON":"{input}"}]}', "unknown field 'INSTRUCTON'; did you mean 'INSTRUCTION'?"),
    ("field of a conversation", '{"conv":{"name":"y","rolles":["a","b"]}}', "unknown field 'rolles'"),
    ("roles of another kind", '{"formats":[{"name":"y"},{"name":"z","roles":5}]}', "the field 'roles' must be a list of texts"),
    ("items of another kind", '{"formats":[{"name":"y","roles":["a",5]}]}', "the field 'roles' must be a list of texts"),
    ("template of another kind", '{"formats":[{"name":"y","template":5}]}', "the field 'template' must be a text"),
    ("stops of another kind", '{"formats":[{"name":"y","template":"x","stop_str":5}]}', "'stop_str' must be a text or a list of texts"),
    ("defaults of another kind", '{"defaults":{"offset":"1"},"formats":[{"name":"y"}]}', "the field 'offset' must be a whole number"),
    ("kind of a program's field", '{"formats":[{"name":"y","program":"xtuner","INSTRUCTION":"","SUFFIX_AS_EOS":1}]}', "must be true or false"),
    ("system of another kind", '{"system":5,"formats":[{"name":"y"}]}', "the field 'system' must be a text"),
    ("no system", '{"system":"","formats":[{"name":"y"}]}', "the field 'system' must be a name without '/'"),
    ("key of a file", '{"systm":"my","formats":[]}', "unknown key 'systm'; did you mean 'system'?"),
]
ACCEPTED = [
    '{"formats":[{"name":"y","template":"{{ zzz }}","zzz":1}]}',
    '{"formats":[{"name":"y","template":"{{ roles.user }}","roles":{"user":"U"}}]}',
    '{"formats":[{"name":"y","sep_style":null}]}',
    '{"formats":[{"name":"y","sep_style":2}]}',
    '{"formats":[{"name":"y","program":"xtuner","INSTRUCTION":"{input}","bos_token":"<s>"}]}',
]

USER, MODEL = {"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}
CALL = {"type": "function", "function": {"name": "f", "arguments": "{}"}}
ANSWERS = [  # a request that is refused, the kind, and words of the error
    ({"format": "internlm2/hf", "context": {"messages": [USER, MODEL]}}, "role_order", "the last message must be a user's"),
    ({"format": "internlm2/react", "context": {"messages": [USER, {**MODEL, "tool_calls": [CALL, CALL]}]}}, "several_calls", "one tool"),
    ({"format": "internlm2/react", "context": {"messages": [USER, {**MODEL, "reasoning_content": "c", "tool_calls": [CALL]}]}}, "two_texts", "one text"),
    ({"training": {"format": "lagent", "source": []}}, "invalid_style", "internlm2/lagent has no separator style, which the trainer train needs"),
    ({"conversation": {"template": "class/chatml"}, "program": "save"}, "invalid_style", "class/chatml has no separator style"),
    ({"stopping": {"pieces": ["ab"]}}, "input", "stops"),
]


def run(*args, text=""):
    done = subprocess.run([sys.argv[1], *map(str, args)], input=text, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def expect(what, good):
    if not good:
        FAILED.append(what)


def ask(request):
    return json.loads(run("render", "--batch", text=json.dumps({"id": 1, **request}) + "\n")[1])


def check_styled():
    """What needs a separator style takes the first format of the name that has one."""
    sample = [{"from": "human", "value": "a"}, {"from": "gpt", "value": "b"}]
    named, full = (ask({"training": {"format": name, "source": sample, "trainer": "train_with_template"}})
                   for name in ("chatml", "guide/chatml"))
    expect("training: %s" % named, named == full and "unsupported" not in str(named))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "c.json"
        code, _, error = run("conversation", "new", path, "--format", "chatml")
        expect("conversation " + error, code == 0 and json.loads(path.read_text("utf-8"))["conv"]["sep_style"] == "CHATML")
        code, _, error = run("conversation", "new", path, "--format", "lagent", "--force")
        expect("no style " + error, code == 1 and "internlm2/lagent has no separator style" in error)
        (pathlib.Path(folder) / "rows.jsonl").write_text(json.dumps({"conversations": sample}) + "\n")
        for name in ("chatml", "guide/chatml"):
            code, text, error = run("map", "--format", name, "--trainer", "train_with_template", "--tokenizer",
                                    ROOT / "examples" / "model" / "tokenizer.json", "--columns", "input_ids",
                                    pathlib.Path(folder) / "rows.jsonl")
            expect("map " + error, code == 0 and "input_ids" in text)


def main():
    code, names, _ = run("formats", "list")
    names = names.split()
    expect("list", code == 0 and "fastchat/vicuna_v1.1" in names and "xtuner/default" in names)
    expect("names are unique", len(set(names)) == len(names))
    expect("102 of FastChat", sum(n.startswith("fastchat/") for n in names) == 102)
    for name in names:
        code, shown, _ = run("formats", "show", name)
        expect("show " + name, code == 0 and json.loads(shown)["name"] == name.split("/")[1])
    expect("one format fewer fails", run("formats", "show", "nope")[0] == 2)
    expect("usage", run("formats")[0] == 2 and run("formats", "show")[0] == 2)
    code, _, error = run("formats", "show", "foo/bar")
    expect("a model's name", code == 2 and "did you mean" not in error and "formats list" in error)
    expect("a wrong system", "did you mean 'lagent'?" in run("formats", "show", "intrnlm/lagent")[2])
    expect("a wrong name in a system", "did you mean 'vicuna_v1.1'?" in run("formats", "show", "fastchat/vicunna_v1.1")[2])
    code, _, error = run("formats", "export", "yandexgpt")
    expect("no style, no export", code == 1 and "no separator style" in error)
    code, why, _ = run("formats", "match", "lmsys/vicuna-7b-v1.5", "--why")
    expect("why", code == 0 and "fastchat/vicuna_v1.1" in why and "VicunaAdapter" in why)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "adapter_config.json").write_text('{"base_model_name_or_path": "a/llama-2-7b-chat"}')
        here = os.getcwd()
        os.chdir(folder)  # the random name of the folder may look like a model's
        found = json.loads(run("formats", "match", "--json", "./.")[1])
        os.chdir(here)
        own = folder / "own.json"
        own.write_text('{"formats": [{"name": "tiny", "sep": "|"}]}')
        expect("adapter", found["format"] in ("llama-2", "one_shot", "@base_model"))
        expect("own", "user/tiny" in run("formats", "list", "--formats-file", own)[1])
        own.write_text('{"system": "my", "defaults": {"program": "xtuner"}, "formats": [{"name": "x", '
                       '"SYSTEM": "S{system}|", "INSTRUCTION": "{input}>", "STOP_WORDS": ["|"]}]}')
        talk = json.dumps([{"role": "system", "content": "s"}, {"role": "user", "content": "u"},
                           {"role": "assistant", "content": "a"}])
        expect("own of XTuner's kind", run("render", "--formats-file", own, "--format", "my/x",
                                           text=talk)[1] == "Ss|u>a")
        for what, text, words in REFUSED:
            own.write_text(text)
            code, _, error = run("formats", "list", "--formats-file", own)
            expect(what, code == 1 and words in error)
        for text in ACCEPTED:
            own.write_text(text)
            code, _, error = run("formats", "list", "--formats-file", own)
            expect(text + error, code == 0 and not error)
        for name in ("fastchat", "xtuner", "xtuner_v1", "internlm2", "classes", "guide"):
            data = json.loads((ROOT / "src" / "formats" / (name + ".json")).read_text("utf-8"))
            for row in data["formats"] if name.startswith("xtuner") else ():
                row.setdefault("program", name)
            own.write_text(json.dumps({**data, "system": "copy"}))
            code, _, error = run("formats", "list", "--formats-file", own)
            expect("copy of " + name + error, code == 0)
        own.write_text('{"formats": [{"name": "vicuna_v1.1", "template": "x"}]}')
        for name, want in (("vicuna_v1.1", "user"), ("fastchat/vicuna_v1.1", "fastchat")):
            shown = json.loads(run("formats", "show", name, "--formats-file", own)[1])
            expect("system of " + name, ("template" in shown) == (want == "user"))
        own.write_text('{"system": "fastchat", "formats": [{"name": "raw"}]}')
        code, _, error = run("formats", "list", "--formats-file", own)
        expect("taken", code == 1 and "raw has been registered" in error)
    chat = json.dumps([{"role": "user", "content": "hi"}])
    code, text, error = run("render", "--format", "class/chatml", text=chat)
    expect("warning", code == 0 and text.startswith("<|im_start|>user") and "transformers" in error)
    code, _, error = run("render", "--format", "vicuna_v1.1",
                         text=json.dumps([{"role": "critic", "content": "x"}]))
    expect("unknown role", code == 1 and "Unknown role: critic" in error)
    code, _, error = run("render", "--format", "vicuna_v1.1", text="{}")
    expect("no messages" + error, code == 1 and "messages is missing" in error)
    code, _, error = run("render", "--format", "xtuner/qwen_chat", "--program", "style/chatml", text=chat)
    expect("fields of another program" + error, code == 1 and "xtuner/qwen_chat has no roles" in error)
    check_styled()
    for request, kind, words in ANSWERS:
        answer = ask(request).get("error", {})
        expect("%s: %s" % (request, answer), answer.get("kind") == kind and words in answer["message"])
    print("%d failed%s" % (len(FAILED), "".join("\n  " + f for f in FAILED)))
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
