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
    (target / "tokenizer_config.json").write_text('{"chat_template": "OTHER"}')
    code, _, err = run("save", model, target)
    check("save over another", (code, "'default' of the tokenizer would be lost; --force" in err), (2, True))
    check("kept", (target / "tokenizer_config.json").read_text(), '{"chat_template": "OTHER"}')
    check("save over another, forced", run("save", model, target, "--force")[0], 0)
    for path, text in (("tokenizer.json", '{"of": "the model"}'), ("tokenizer_config.json", '{"pad_token": "a"}')):
        (model / path).write_text(text)
    (target / "tokenizer.json").write_text('{"of": "another"}')
    code, _, err = run("save", model, target)
    check("save beside another tokenizer", (code, "differs from the model's" in err, "--force" in err), (2, True, True))
    check("the other stays", (target / "tokenizer.json").read_text(), '{"of": "another"}')
    check("save over another tokenizer, forced", run("save", model, target, "--force")[0], 0)
    check("the model's", (target / "tokenizer.json").read_text(), '{"of": "the model"}')
    check("its configuration", json.loads((target / "tokenizer_config.json").read_text()), {"pad_token": "a"})
    check("save once more", run("save", model, target)[0], 0)
    for text, force, want in (("", [], 1), ("{}", [], 1), (" [1]", [], 1), ("", ["--force"], 0), ('{"a": "{{ x }}"}', [], 0)):
        (folder / "odd.jinja").write_text(text)
        check("set %r %s" % (text, force), run("set", target, folder / "odd.jinja", *force)[0], want)
    check("replace", run("replace", model, new)[0], 0)
    check("replaced", sorted(str(p.relative_to(model)) for p in model.rglob("*.jinja")), ["chat_template.jinja"])
    for name in ("../x", "a/b", ".hidden", "a\\b"):
        code, _, err = run("set", model, new, "--name", name)
        check("name " + name, (code, "Invalid chat template name" in err), (2, True))
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
    begin = time.monotonic()
    run("set", model, texts[1])
    whole = time.monotonic() - begin
    for i in range(120):
        words = [PROGRAM, "template", "set", str(model), str(texts[i % 2]), "--layout", rnd.choice(["files", "config"])]
        child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(rnd.random() * 1.5 * whole)
        if i % 8 < 7:  # the others finish, whatever the machine has to do besides
            child.kill()
        child.wait()
        code, out, err = run("show", model)
        seen.add(out[:1])
        check("whole after a kill", (code, out in bodies), (0, True))
        check("others after a kill", {k: v for k, v in json.loads(config.read_text()).items() if k != "chat_template"}, other)
    check("both seen", seen, {"a", "b"})


def library(folder):
    """The library that ends a process at its n-th change of a file; None where it cannot be made or preloaded."""
    made = folder / "stop_at.so"
    source = Path(__file__).with_name("stop_at.c")
    if sys.platform != "linux":
        return None
    try:
        done = subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", str(made), str(source), "-ldl"], capture_output=True)
    except OSError:
        return None
    log = folder / "works.log"
    if done.returncode:
        return None
    subprocess.run([PROGRAM, "template", "set", str(folder), os.devnull, "--force"], env={**os.environ, "LD_PRELOAD": str(made), "STOP_LOG": str(log)},
                   capture_output=True)
    return made if log.exists() else None  # a program linked with a sanitizer wants to be loaded first


def state(model):
    """What stands in a model's folder: path to bytes, without files that are on their way."""
    return {str(p.relative_to(model)): p.read_bytes() for p in sorted(model.rglob("*")) if p.is_file() and ".chatfmt-" not in p.name}


# What is there before, and the words that change it.
CHANGES = [
    ("set in a file", {"chat_template.jinja": "OLD"}, ["set", "MODEL", "NEW"]),
    ("first file", {"tokenizer_config.json": '{"a": 1}'}, ["set", "MODEL", "NEW"]),
    ("set in the configuration", {"tokenizer_config.json": '{"a": 1, "chat_template": "OLD", "b": [2]}'}, ["set", "MODEL", "NEW", "--layout", "config"]),
    ("from the configuration", {"tokenizer_config.json": '{"a": 1, "chat_template": "OLD", "b": [2]}'}, ["set", "MODEL", "NEW", "--layout", "files"]),
    ("into the configuration", {"tokenizer_config.json": '{"a": 1, "b": [2]}', "chat_template.jinja": "OLD"}, ["set", "MODEL", "NEW", "--layout", "config"]),
    ("a named one", {"chat_template.jinja": "OLD"}, ["set", "MODEL", "NEW", "--name", "tool_use"]),
    ("replace several", {"chat_template.jinja": "OLD", "additional_chat_templates/a.jinja": "OLD", "additional_chat_templates/b.jinja": "OLD",
                         "tokenizer_config.json": '{"a": 1}'}, ["replace", "MODEL", "NEW"]),
    ("save over", {"chat_template.jinja": "OLD", "tokenizer_config.json": '{"a": 1}'}, ["save", "SOURCE", "MODEL", "--force"]),
    ("save over, configuration", {"chat_template.jinja": "OLD", "tokenizer_config.json": '{"a": 1}'}, ["save", "SOURCE", "MODEL", "--layout", "config", "--force"]),
]
CHANGES += [
    ("replace a processor's", {"processor_config.json": '{"chat_template": "OLD", "a": 1}', "chat_template.json": '{"chat_template": "OLD"}',
                               "tokenizer_config.json": '{"a": 1}'}, ["replace", "MODEL", "NEW"]),
    ("a processor's configuration", {"chat_template.json": '{"chat_template": "OLD"}', "tokenizer_config.json": '{"chat_template": "OLD"}'},
     ["set", "MODEL", "NEW"]),
]
BODIES = {"OLD": "o" * 70000, "NEW": "n" * 70000}


def fill(text):
    for name, body in BODIES.items():
        text = text.replace(name, body)
    return text


def stop(folder, shim, name, files, words, stop_at, how):
    """One run that ends at one call: (whether it ended by itself, the folder's state, the calls)."""
    model, log = folder / "stopped", folder / "calls.log"
    subprocess.run(["rm", "-rf", str(model), str(log)], check=True)
    model.mkdir()
    for path, text in files.items():
        (model / path).parent.mkdir(exist_ok=True)
        (model / path).write_text(fill(text))
    real = {"MODEL": str(model), "NEW": str(folder / "stop-new.jinja"), "SOURCE": str(folder / "stop-source")}
    done = subprocess.run([PROGRAM, "template", *(real.get(w, w) for w in words)], capture_output=True, text=True,
                          env={**os.environ, "LD_PRELOAD": str(shim), "STOP_LOG": str(log), "STOP_AT": str(stop_at), "STOP_HOW": how})
    if done.returncode not in (0, -9):
        check("%s, %s call %d" % (name, how, stop_at), (done.returncode, done.stderr), (0, ""))
    return done.returncode == 0, state(model), log.read_text().splitlines() if log.exists() else []


def flushed(name, calls):
    """Before a file takes a name its bytes are flushed, and then the folder is."""
    dirty, files = set(), 0
    for number, call in enumerate(calls):
        what, file = call.split()[:2]
        if what == "write":
            dirty.add(file)
        elif what in ("fsync", "fdatasync"):
            dirty.discard(file)
        elif what == "rename":
            files += 1
            check("%s: flushed before it is renamed" % name, dirty, set())
            check("%s: the folder flushed" % name, [c.split()[0] for c in calls[number + 1:number + 2]], ["fsync"])
    check("%s: something is renamed" % name, files > 0, True)


def stops(folder):
    """The process ends at each call that changes a file, before it, in its middle and after it."""
    shim = library(folder)
    if not shim:
        print("no library to preload: not every call is tried")
        return
    (folder / "stop-new.jinja").write_text(BODIES["NEW"])
    (folder / "stop-source").mkdir()
    (folder / "stop-source" / "chat_template.jinja").write_text(BODIES["NEW"])
    runs = 0
    for name, files, words in CHANGES:
        whole, after, calls = stop(folder, shim, name, files, words, 0, "before")
        check(name + " is done", whole, True)
        flushed(name, calls)
        before = {path: fill(text).encode() for path, text in files.items()}
        for stop_at in range(1, len(calls) + 2):
            for how in ("before", "half", "after"):
                whole, now, _ = stop(folder, shim, name, files, words, stop_at, how)
                runs += 1
                check("%s ends at call %d" % (name, stop_at), whole, stop_at > len(calls))
                for path, data in now.items():
                    check("%s, %s call %d: %s is the old or the new" % (name, how, stop_at, path), data in (before.get(path), after.get(path)), True)
                for path in set(before) & set(after):
                    check("%s, %s call %d: %s is there" % (name, how, stop_at, path), path in now, True)
                code, out, _ = run("show", folder / "stopped")
                if code == 0:
                    check("%s, %s call %d: shown" % (name, how, stop_at), out in BODIES.values(), True)
                else:
                    check("%s, %s call %d: none yet" % (name, how, stop_at), "set in a file" != name and not any("OLD" in files.get(path, "") for path in ("chat_template.jinja", "tokenizer_config.json")), True)
        check(name + " reached its end", whole and now == after, True)
    print("%d runs ended at a call" % runs)


def main():
    with tempfile.TemporaryDirectory() as name:
        for part in (edits, named, kills, stops):
            part(Path(name))
    print("%d failures" % len(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
