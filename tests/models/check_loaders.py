"""What `chatfmt template set|replace|save` wrote is what transformers itself reads, as a tokenizer and as a processor.

Folders hold templates in every place in which either of the two looks for them, in all combinations.
"""
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import environment

environment.enter()

from transformers import PreTrainedTokenizerFast
from transformers.processing_utils import ProcessorMixin

import folders

PROGRAM = os.environ.get("CHATFMT", "build/chatfmt")
failures = []
# A place, and how it is filled.
PLACES = {
    "tokenizer_config.json": lambda path: path.write_text(json.dumps({**json.loads(path.read_text()), "chat_template": "TOKENIZER"})),
    "chat_template.jinja": lambda path: path.write_text("FILE"),
    "additional_chat_templates/more.jinja": lambda path: path.write_text("MORE"),
    "additional_chat_templates/default.jinja": lambda path: path.write_text("SECOND"),
    "processor_config.json": lambda path: path.write_text('{\n  "processor_class": "P",\n  "chat_template": "OWN",\n  "z": 1\n}\n'),
    "chat_template.json": lambda path: path.write_text('{"chat_template": "LEGACY"}'),
    "preprocessor_config.json": lambda path: path.write_text('{"image_processor_type": "I"}'),
}


def check(name, got, want):
    if got != want:
        failures.append(name)
        print("%s:\n  got  %.500r\n  want %.500r" % (name, got, want))


def run(*words):
    done = subprocess.run([PROGRAM, "template", *map(str, words)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def make(folder, places):
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "additional_chat_templates").mkdir(parents=True)
    (folder / "tokenizer.json").write_text(json.dumps(folders.tokenizer_json()))
    (folder / "tokenizer_config.json").write_text('{"tokenizer_class": "PreTrainedTokenizerFast", "bos_token": "<s>"}')
    for place in places:
        PLACES[place](folder / place)


def loaded(folder):
    """What both loaders have: a text, a dict by name, None, or that they refuse."""
    def templates(load):
        try:
            return load()
        except ValueError as error:
            return "refused: " + str(error)[:30]
    return (templates(lambda: PreTrainedTokenizerFast.from_pretrained(folder).chat_template),
            templates(lambda: ProcessorMixin.get_processor_dict(folder)[0].get("chat_template")))


def main():
    runs = 0
    with tempfile.TemporaryDirectory() as name:
        folder, new, source = Path(name) / "model", Path(name) / "new.jinja", Path(name) / "source"
        new.write_text("NEW")
        make(source, [])
        (source / "chat_template.jinja").write_text("A")
        (source / "additional_chat_templates" / "tool_use.jinja").write_text("B")
        for count in range(len(PLACES) + 1):
            for places in itertools.combinations(PLACES, count):
                is_processor = any("process" in p or p == "chat_template.json" for p in places)
                for layout in ("files", "config"):
                    make(folder, places)
                    code, _, err = run("replace", folder, new, "--layout", layout)
                    check("replace, %s, %s: %s" % (layout, places, err), code, 0)
                    want = ("NEW", "NEW" if layout == "files" or is_processor else None)
                    check("replace, %s, %s: the only one" % (layout, places), loaded(folder), want)
                    check("other keys, %s, %s" % (layout, places), json.loads((folder / "tokenizer_config.json").read_text())["bos_token"], "<s>")
                    if "processor_config.json" in places:
                        kept = json.loads((folder / "processor_config.json").read_text())
                        check("keys of the processor", {k: v for k, v in kept.items() if k != "chat_template"}, {"processor_class": "P", "z": 1})
                    runs += 1
                for which in ((), ("--processor",)):  # one more beside those that are there
                    make(folder, places)
                    before = loaded(folder)
                    code, _, err = run("set", folder, new, "--name", "new", *which, "--layout", "files")
                    if code == 2:
                        check("set, %s: refused without cause" % (places,), before[0] == before[1] or "would be lost" not in err, False)
                        check("set, %s: untouched" % (places,), loaded(folder), before)
                        continue
                    if code == 1:  # what transformers refuses as well
                        check("set, %s, %s: %s" % (which, places, err), str(before[bool(which)]).startswith("refused"), True)
                        continue
                    was = before[bool(which)]
                    kept = was if isinstance(was, dict) else {} if was is None else {"default": was}
                    check("set, %s, %s: both read all" % (which, places), loaded(folder), ({**kept, "new": "NEW"},) * 2)
                    runs += 1
                make(folder, places)
                before = loaded(folder)
                code, _, err = run("save", source, folder)
                held = [t for t in before if t is not None and not str(t).startswith("refused")]
                check("save, %s: %s" % (places, err), code, 2 if held else 0)
                if code:
                    check("save, %s: untouched" % (places,), loaded(folder), before)
                check("save, %s, forced" % (places,), run("save", source, folder, "--force")[0], 0)
                check("save, %s: both" % (places,), loaded(folder), ({"default": "A", "tool_use": "B"},) * 2)
                check("save, %s: again" % (places,), run("save", source, folder)[0], 0)
                code, _, err = run("save", source, folder, "--layout", "config")
                check("save, %s, in the old layout: %s" % (places, err), (code, "no more than one" in err),
                      (1, True) if any("process" in p for p in places) else (0, False))  # the legacy file is gone by now
                runs += 1
    print("%d folders, %d failures" % (runs, len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
