"""Odd files and odd arguments of apply_chat_template, one by one, against transformers: the same text, or both refuse with the same words.

Words differ where OURS says so: what CPython words, we word ourselves.
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import environment

environment.enter()

import folders  # noqa: E402
from transformers import PreTrainedTokenizerFast  # noqa: E402
from transformers.processing_utils import ProcessorMixin  # noqa: E402

PROGRAM = os.environ.get("CHATFMT", "build/chatfmt")
ADDED = {"__type": "AddedToken", "content": "<image>", "special": True}
SHOW = "{{ add_generation_prompt }}|{{ bos_token }}|{{ image_token }}|{{ messages[0].content }}"
CONFIG = {"tokenizer_class": "PreTrainedTokenizerFast", "chat_template": SHOW, "bos_token": "<s>"}
OBJECT = dict(CONFIG, chat_template={"default": "D {{ messages[0].content }}", "other": "O"})
X = [{"role": "user", "content": "x"}]
# Files of the folder, as a processor, arguments.
CASES = [(CONFIG, False, {"add_generation_prompt": value}) for value in (True, False, "yes", "", None, 0, 1, 2.5, [], ["a"], {"a": 1})]
CASES += [(CONFIG, False, {"chat_template": value}) for value in (5, ["x"], {}, True, "default", "{{ messages[0].content }}!", "", None)]
CASES += [(OBJECT, False, {}), (OBJECT, False, {"chat_template": "T"}), (OBJECT, False, {"chat_template": "other"}),
          ({**OBJECT, "chat_template.jinja": "J{{ messages[0].content }}"}, False, {})]
CASES += [(dict(CONFIG, image_token=value), False, {}) for value in (ADDED, "<image>", None)]
CASES += [({**CONFIG, "special_tokens_map.json": json.dumps({"bos_token": value})}, False, {}) for value in ("<t>", None, ADDED)]
CASES += [(dict(CONFIG, bos_token=value), False, {}) for value in (5, ["<s>"], {"a": 1}, True, None)]
CASES += [(CONFIG, False, arguments) for arguments in ({"conversation": []}, {"self": 1}, {"sanitize_control_tokens": True}, {"tokenizer": 1}, {"messages2": 1},
                                                       {"return_assistant_tokens_mask": True}, {"continue_final_message": True, "add_generation_prompt": "yes"})]
PROCESSOR = {"processor_config.json": json.dumps({"processor_class": "P"}), "chat_template.json": json.dumps({"chat_template": "A"}), "chat_template.jinja": "B"}
EMPTY = {"processor_config.json": json.dumps({"processor_class": "P"}), "chat_template.jinja": ""}
CASES += [(files, True, arguments) for files in (PROCESSOR, EMPTY) for arguments in ({}, {"chat_template": "default"}, {"chat_template": ""})]
CASES += [(EMPTY, False, {}), (EMPTY, False, {"chat_template": "default"})]
MASK = {"return_assistant_tokens_mask": True}
CASES += [(PROCESSOR, True, {**MASK, **arguments}) for arguments in (
    {}, {"return_dict": True}, {"add_generation_prompt": True}, {"continue_final_message": True},
    {"continue_final_message": True, "add_generation_prompt": True}, {"sanitize_control_tokens": True})] + [(EMPTY, True, MASK)]
NUL = [{"role": "user", "content": "a\0b"}]
CASES += [(dict(CONFIG, chat_template="none of it"), False, {"messages": NUL, "continue_final_message": True})]
# Whose words are CPython's: what ours hold instead.
OURS = {"Can't compile non template nodes": "chat_template: expected a text or null", "unhashable type": "chat_template: expected a text or null",
        "got multiple values for argument": "apply_chat_template() got multiple values for argument"}


class P(ProcessorMixin):
    def __init__(self, tokenizer=None, chat_template=None, **kwargs):
        self.tokenizer, self.chat_template = tokenizer, chat_template

    @classmethod
    def get_attributes(cls):
        return ["tokenizer"]


def write(folder, files):
    folder.mkdir()
    config = {name: value for name, value in files.items() if "." not in name}
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    (folder / "tokenizer.json").write_text(json.dumps(folders.tokenizer_json()))
    for name in files.keys() - config.keys():
        (folder / name).write_text(files[name])


def reference(folder, processor, arguments):
    arguments = dict(arguments)
    messages = arguments.pop("messages", X)
    try:
        holder = PreTrainedTokenizerFast.from_pretrained(folder)
        if processor:
            holder = P(holder, P.get_processor_dict(folder)[0].get("chat_template"))
        return True, holder.apply_chat_template(messages, tokenize=False, **arguments)
    except Exception as error:  # noqa: BLE001
        return False, str(error)


def same(want, got):
    if want[0]:
        return got.get("text") == want[1]
    if "error" not in got:
        return False
    message = got["error"]["message"]
    return any(theirs in want[1] and ours in message for theirs, ours in OURS.items()) or message.split(" Looked at")[0].split("\n")[0] in (
        want[1].split("\n")[0], want[1].split("!")[0] + "!") or want[1].split(" ")[0] == "Special" and "special token" in message


def main():
    bad = 0
    with tempfile.TemporaryDirectory() as temporary:
        requests, wants = [], []
        for number, (files, processor, arguments) in enumerate(CASES):
            folder = Path(temporary) / ("model%d" % number)
            write(folder, files)
            wants.append(reference(str(folder), processor, arguments))
            context = {"messages": X, "tokenize": False, **arguments}
            requests.append(json.dumps({"id": number, "model": str(folder), "context": context, **({"processor": True} if processor else {})}))
        done = subprocess.run([PROGRAM, "render", "--batch"], input="\n".join(requests) + "\n", capture_output=True, text=True)
        for case, want, line in zip(CASES, wants, done.stdout.split("\n")):
            got = json.loads(line)
            if not same(want, got):
                bad += 1
                print(case, "\n  want", want, "\n  got ", got)
    print("%d calls, %d differ" % (len(CASES), bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
