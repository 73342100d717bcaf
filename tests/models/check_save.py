"""chatfmt template: what it writes, what it leaves alone, and that a kill at any moment leaves the
old template or the new one."""
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = os.environ.get("CHATFMT", "build/chatfmt")
failures = []


def run(*words):
    done = subprocess.run([PROGRAM, "template", *map(str, words)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def check(name, got, want):
    if got != want:
        failures.append(name)
        print("%s:\n  got  %.500r\n  want %.500r" % (name, got, want))


def config_texts():
    """tokenizer_config.json in odd shapes: (text, the same without the key, the same with "N")."""
    yield '{\n  "b": 1,\n  "chat_template": "O",\n  "a": [1, {"chat_template": "inner"}]\n}\n', '{\n  "b": 1,\n  "a": [1, {"chat_template": "inner"}]\n}\n', '{\n  "b": 1,\n  "chat_template": "N",\n  "a": [1, {"chat_template": "inner"}]\n}\n'
    yield '{"chat_template":"O"}', '{}', '{"chat_template":"N"}'
    yield '{"x": "\\"}", "chat_template": [{"name": "default", "template": "O"}] , "z":-1.5e3}', '{"x": "\\"}", "z":-1.5e3}', '{"x": "\\"}", "chat_template": "N" , "z":-1.5e3}'
    yield '{\n    "z": null,\n    "chat_template": "O\\n\\"q\\""\n}', '{\n    "z": null\n}', '{\n    "z": null,\n    "chat_template": "N"\n}'
    yield '{ "a": {"b": "}"}, "chat_template": "X", "c": 1, "chat_template": "O" }', '{ "a": {"b": "}"}, "c": 1 }', '{ "a": {"b": "}"}, "chat_template": "X", "c": 1, "chat_template": "N" }'
    yield '{\n  "only": true\n}\n', '{\n  "only": true\n}\n', '{\n  "only": true,\n  "chat_template": "N"\n}\n'


def edits(folder):
    new = folder / "new.jinja"
    new.write_text("N")
    for i, (text, without, with_new) in enumerate(config_texts()):
        model = folder / ("edit%d" % i)
        model.mkdir()
        config = model / "tokenizer_config.json"
        config.write_text(text)
        check("set %d" % i, run("set", model, new, "--layout", "config")[0], 0)
        check("config %d" % i, config.read_text(), with_new)
        check("same %d" % i, {k: v for k, v in json.loads(config.read_text()).items() if k != "chat_template"},
              {k: v for k, v in json.loads(text).items() if k != "chat_template"})
        check("no file %d" % i, (model / "chat_template.jinja").exists(), False)
        config.write_text(text)
        check("files %d" % i, run("set", model, new, "--layout", "files")[0], 0)
        check("taken out %d" % i, config.read_text(), without)
        check("file %d" % i, (model / "chat_template.jinja").read_text(), "N")
        check("show %d" % i, run("show", model)[1], "N")


def named(folder):
    model, new = folder / "named", folder / "tool.jinja"
    model.mkdir()
    new.write_text("{{ messages }}\r\nT\n")
    (model / "chat_template.jinja").write_text("D")
    check("add", run("set", model, new, "--name", "tool_use")[0], 0)
    check("added", (model / "additional_chat_templates" / "tool_use.jinja").read_bytes(), b"{{ messages }}\r\nT\n")
    check("kept", (model / "chat_template.jinja").read_text(), "D")
    check("names", [l.split("\t")[0] for l in run("show", model, "--names")[1].splitlines()], ["default", "tool_use"])
    target = folder / "target"
    target.mkdir()
    check("save", run("save", model, target)[0], 0)
    check("saved", (target / "additional_chat_templates" / "tool_use.jinja").read_bytes(), b"{{ messages }}\r\nT\n")
    check("save config", run("save", model, target, "--layout", "config")[0], 0)
    check("in config", [t["name"] for t in json.loads((target / "tokenizer_config.json").read_text())["chat_template"]], ["default", "tool_use"])
    check("files gone", sorted(p.name for p in target.rglob("*.jinja")), [])
    check("replace", run("replace", model, new)[0], 0)
    check("replaced", sorted(str(p.relative_to(model)) for p in model.rglob("*.jinja")), ["chat_template.jinja"])
    for name in ("../x", "a/b", "", ".hidden", "a\\b"):
        code, _, err = run("set", model, new, "--name", name)
        check("name " + name, (code, "Invalid chat template name" in err), (1, True))
    new.write_text("{% if %}")
    code, _, err = run("set", model, new)
    check("does not compile", (code, "syntax error" in err), (1, True))
    check("untouched", (model / "chat_template.jinja").read_bytes(), b"{{ messages }}\r\nT\n")
    check("force", run("set", model, new, "--force")[0], 0)


def kills(folder):
    model, rnd = folder / "kills", random.Random(4)
    model.mkdir()
    texts = [folder / "a.jinja", folder / "b.jinja"]
    bodies = [c * 300000 for c in "ab"]
    for path, body in zip(texts, bodies):
        path.write_text(body)
    other = {"k%d" % i: "v" * 50 for i in range(2000)}
    config = model / "tokenizer_config.json"
    config.write_text(json.dumps({**other, "chat_template": bodies[0]}))
    seen = set()
    for i in range(120):
        words = [PROGRAM, "template", "set", str(model), str(texts[i % 2]), "--layout", rnd.choice(["files", "config"])]
        child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(rnd.random() * 0.012)
        child.kill()
        child.wait()
        code, out, err = run("show", model)
        seen.add(out[:1])
        check("whole after a kill", (code, out in bodies), (0, True))
        check("others after a kill", {k: v for k, v in json.loads(config.read_text()).items() if k != "chat_template"}, other)
    check("both seen", seen, {"a", "b"})


def main():
    with tempfile.TemporaryDirectory() as name:
        for part in (edits, named, kills):
            part(Path(name))
    print("%d failures" % len(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
