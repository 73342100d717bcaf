"""The command `chatfmt formats` from outside.

    check_program.py PROGRAM
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

FAILED = []


def run(*args, text=""):
    done = subprocess.run([sys.argv[1], *map(str, args)], input=text, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def expect(what, good):
    if not good:
        FAILED.append(what)


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
        own.write_text('{"system": "fastchat", "formats": [{"name": "raw"}]}')
        code, _, error = run("formats", "list", "--formats-file", own)
        expect("taken", code == 1 and "raw has been registered." in error)
    chat = json.dumps([{"role": "user", "content": "hi"}])
    code, text, error = run("render", "--format", "class/chatml", text=chat)
    expect("warning", code == 0 and text.startswith("<|im_start|>user") and "transformers" in error)
    code, _, error = run("render", "--format", "vicuna_v1.1",
                         text=json.dumps([{"role": "critic", "content": "x"}]))
    expect("unknown role", code == 1 and "Unknown role: critic" in error)
    print("%d failed%s" % (len(FAILED), "".join("\n  " + f for f in FAILED)))
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
