"""chatfmt render --model: what the program prints and says, over folders made here."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = os.environ.get("CHATFMT", "build/chatfmt")
CHATML = ("{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
          "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}")
CHAT = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yo"}]
failures = []


def run(*words, stdin="", env=None):
    done = subprocess.run([PROGRAM, *words], input=stdin, capture_output=True, text=True, env={**os.environ, **(env or {})})
    return done.returncode, done.stdout, done.stderr


def check(name, got, want):
    if got != want:
        failures.append(name)
        print("%s:\n  got  %r\n  want %r" % (name, got, want))


def has(name, text, part):
    if part not in text:
        failures.append(name)
        print("%s: no %r in %r" % (name, part, text))


def render(folder):
    model = folder / "model"
    model.mkdir()
    (model / "tokenizer_config.json").write_text(json.dumps({"chat_template": CHATML, "eos_token": "<|im_end|>"}))
    chat = json.dumps(CHAT)
    code, out, _ = run("render", "--model", str(model), stdin=chat)
    check("text", (code, out), (0, "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nYo<|im_end|>\n"))
    code, out, _ = run("render", "--model", str(model), "--continue-final-message", stdin=chat)
    check("continue", (code, out), (0, "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nYo"))
    code, out, err = run("render", "--model", str(model), "--continue-final-message", "--add-generation-prompt", stdin=chat)
    check("both", (code, out), (2, ""))
    has("both", err, "--add-generation-prompt is not used with --continue-final-message or --exact")
    code, out, err = run("render", "--model", str(model), "--continue-final-message=nope", stdin=chat)
    has("field", err, 'has no "nope" to continue')
    row = json.loads(run("render", "--model", str(model), "--mask", "derived", stdin=chat)[1])
    check("derived", row["mask"], [[52, 64]])
    check("derived text", row["text"][52:64], "Yo<|im_end|>")
    code, _, err = run("render", "--model", str(model), "--mask", "generation", stdin=chat)
    has("no tags", err, "'derived'")
    row = json.loads(run("render", "--model", str(model), "--output", "json", "--add-generation-prompt", stdin=chat)[1])
    check("stops", row["stops"], ["<|im_end|>"])
    check("turn", (row["turn"]["open"], row["turn"]["opening"]), (True, "<|im_start|>assistant\n"))
    rows = [{"id": 1, "model": str(model), "context": {"messages": CHAT, "add_generation_prompt": True}},
            {"id": 2, "model": str(model), "context": {"messages": [CHAT, []]}},
            {"id": 3, "model": str(folder / "none"), "context": {"messages": CHAT}},
            {"id": 4, "model": str(model), "context": {"messages": CHAT, "chat_template": "{{ eos_token }}", "eos_token": "E"}}]
    out = [json.loads(l) for l in run("render", "--batch", stdin="".join(json.dumps(r) + "\n" for r in rows))[1].splitlines()]
    has("batch 1", out[0]["text"], "assistant\nYo<|im_end|>\n<|im_start|>assistant\n")
    check("batch 2", len(out[1]["text"]), 2)
    has("batch 3", out[2]["error"]["message"], "no such file or folder")
    check("batch 4", out[3]["text"], "E")


def places(folder):
    """The error for "no template" names every place, and --default-template helps."""
    model = folder / "bare"
    model.mkdir()
    (model / "tokenizer_config.json").write_text("{}")
    code, _, err = run("render", "--model", str(model), stdin=json.dumps(CHAT))
    check("no template", code, 1)
    for part in ("tokenizer_config.json", "chat_template.jinja", "additional_chat_templates", "--default-template"):
        has("places", err, part)
    code, _, err = run("render", "--model", str(model), "--processor", stdin=json.dumps(CHAT))
    check("no template of a processor", code, 1)
    for part in ("tokenizer_config.json: no chat_template", "processor_config.json: no such file", "chat_template.json: no such file",
                 "chat_template.jinja: no such file", "additional_chat_templates: no such folder", "--default-template"):
        has("places of a processor", err, part)
    (model / "other.json").write_text('{"name": 1}')
    has("place of a file", run("render", "--model", str(model / "other.json"), stdin=json.dumps(CHAT))[2], "other.json: no chat_template; a model is its whole folder")
    (folder / "default.jinja").write_text("D{{ messages|length }}")
    check("default of a processor", run("render", "--model", str(model), "--processor", "--default-template", str(folder / "default.jinja"),
                                        stdin=json.dumps(CHAT))[1], "D2")
    (folder / "own.jinja").write_text("own")
    check("default not needed", run("render", "--model", str(folder / "own.jinja"), "--default-template", str(folder / "default.jinja"),
                                    stdin=json.dumps(CHAT))[1], "own")
    check("default", run("render", "--model", str(model), "--default-template", str(folder / "default.jinja"),
                         stdin=json.dumps(CHAT))[1], "D2")


def cache(folder):
    """A repository id in the local cache."""
    repo = folder / "hub" / "models--org--name"
    snapshot = repo / "snapshots" / "0123abcd"
    snapshot.mkdir(parents=True)
    (repo / "refs").mkdir()
    (repo / "refs" / "main").write_text("0123abcd")
    (snapshot / "chat_template.jinja").write_text("C{{ messages|length }}")
    env = {"HF_HOME": str(folder), "HF_HUB_CACHE": ""}
    check("cache", run("render", "--model", "org/name", stdin=json.dumps(CHAT), env=env)[1], "C2")
    check("revision", run("render", "--model", "org/name", "--revision", "0123abcd", stdin=json.dumps(CHAT), env=env)[1], "C2")
    has("missing", run("render", "--model", "org/other", stdin=json.dumps(CHAT), env=env)[2], "no such repository in the Hub cache")
    has("revision missing", run("render", "--model", "org/name", "--revision", "v2", stdin=json.dumps(CHAT), env=env)[2], "not its revision")
    has("escape", run("render", "--model", "../name", stdin=json.dumps(CHAT), env=env)[2], "not the id of a repository")


# What transformers 5.23 refuses and Jinja does not; its words (_cached_compile_jinja_template).
STRICT = "Chat templates cannot store underscore-prefixed attributes on a namespace, but got '%s'. Please rename the attribute."
NAMES = [("{% set ns = namespace(_x=1) %}a", "_x"), ("{% set ns = namespace() %}{% set ns._x = 1 %}a", "_x"),
         ("{% set ns = namespace({'_a': 1}) %}a", "_a"), ("{% set ns = namespace([('_a', 1)]) %}a", "_a"),
         ("{% set ns = namespace() %}{% set ns.a, ns._b = 1, 2 %}a", "_b"), ("{% set ns = namespace() %}{% set ns._x %}t{% endset %}a", "_x"),
         ("{% set ns = namespace() %}{% set ns.__class__ = 1 %}a", "__class__"), ("{% set ns = namespace() %}{% if false %}{% set ns._x = 1 %}{% endif %}a", None),
         ("{% set ns = namespace(self=1) %}a", None), ("{% set ns = namespace({1: 2}) %}a", None), ("{% set _x = 1 %}a", None)]


def names(folder):
    path = folder / "names.jinja"
    for source, name in NAMES:
        path.write_text(source)
        check("names", run("render", "--model", str(path), stdin=json.dumps(CHAT))[1], "a")
        code, out, err = run("render", "--model", str(path), "--fix", "strict-names", stdin=json.dumps(CHAT))
        check("strict names", (code, out), (1, "") if name else (0, "a"))
        has("strict names", err, STRICT % name if name else "")


def hostile(folder):
    """Malformed files of a folder are refused with file and place."""
    model = folder / "bad"
    model.mkdir()
    for text, part in (("{", "tokenizer_config.json:1"), ("[]", "this is an array, such as a conversation, and a model's configuration is a JSON object"), ('{"chat_template": 5}', "chat_template is not a string, list or object"),
                       ('{"chat_template": [{"name": 1}]}', "chat_template is a list of something else"),
                       ('{"chat_template": "x", "bos_token": 5}', "special token bos_token is neither"), ("\xff", "tokenizer_config.json")):
        (model / "tokenizer_config.json").write_bytes(text.encode("latin-1"))
        code, _, err = run("render", "--model", str(model), stdin=json.dumps(CHAT))
        check("refused", code, 1)
        has("refused", err, part)


def parts(folder):
    """A template that is part of a file has its places in the template, and each command says so."""
    model, chat = folder / "part", json.dumps(CHAT)
    rows = folder / "part.jsonl"
    model.mkdir()
    rows.write_text(json.dumps({"messages": CHAT}) + "\n")
    config = model / "tokenizer_config.json"
    for source in ("{# #}\n{{ 1 + }}", "{# #}\n{{ messages[0].x.y }}"):
        place = "%s (chat_template):2:" % config
        config.write_text(json.dumps({"chat_template": source}))
        for words in (("render", "--model", model), ("lint", model), ("map", "--model", model, rows)):
            _, out, err = run(*map(str, words), stdin=chat)
            has("place in %s" % words[0], out + err, place)
    has("inspect", run("inspect", str(model))[1], str(config) + " (chat_template)\n")
    config.write_text(json.dumps({"chat_template": "{{ 1 + }}"}))
    for words in (("inspect", model), ("parse", "--model", model)):
        has("place in %s" % words[0], run(*map(str, words), stdin="x")[2], "%s (chat_template):1:" % config)
    config.write_text(json.dumps({"chat_template": [{"name": "tool_use", "template": "{{ 1 + }}"}]}))
    has("one of several", run("render", "--model", str(model), "--chat-template", "tool_use", stdin=chat)[2],
        '%s (chat_template "tool_use"):1:' % config)
    (model / "chat_template.jinja").write_text("{{ 1 + }}")
    has("a file of its own", run("render", "--model", str(model), stdin=chat)[2], str(model / "chat_template.jinja") + ":1:")


def main():
    with tempfile.TemporaryDirectory() as name:
        for part in (render, places, cache, names, hostile, parts):
            part(Path(name))
    print("%d failures" % len(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
