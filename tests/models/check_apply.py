"""apply_chat_template of the program against transformers itself: folders in all layouts, random calls.

usage: check_apply.py [--cases N] [--seed N] [--only N] [--keep FOLDER]
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import environment

environment.enter()

import folders  # noqa: E402
import random  # noqa: E402

from transformers import PreTrainedTokenizerFast  # noqa: E402
from transformers.processing_utils import ProcessorMixin  # noqa: E402
from transformers.utils import chat_template_utils  # noqa: E402


TAGS = re.compile(r"\{\%-?\s*generation\s*-?\%\}")


class Processor(ProcessorMixin):
    def __init__(self, tokenizer=None, chat_template=None, **kwargs):
        self.tokenizer = tokenizer
        self.chat_template = chat_template

    @classmethod
    def get_attributes(cls):
        return ["tokenizer"]


def expected(load, path, args):
    args = dict(args)
    conversation = args.pop("messages")
    try:
        holder = load(path)
    except Exception as error:  # noqa: BLE001
        return {"load": type(error).__name__, "message": str(error)}
    try:
        return {"text": holder.apply_chat_template(conversation, tokenize=False, **args)}
    except Exception as error:  # noqa: BLE001
        return {"error": type(error).__name__, "message": str(error)}


def spans(path, args):
    """The tracker's spans, as apply_chat_template asks for them before it has tokens."""
    tokenizer = PreTrainedTokenizerFast.from_pretrained(path)
    template = tokenizer.get_chat_template(args.get("chat_template"), args.get("tools"))
    rest = {k: v for k, v in args.items() if k not in ("messages", "chat_template")}
    chat = [{k: v for k, v in m.items() if v is not None} for m in args["messages"]]
    rest = {**tokenizer.special_tokens_map, **rest}
    return chat_template_utils.render_jinja_template([chat], chat_template=template, return_assistant_tokens_mask=True, **rest)[1][0]


def load_processor(path):
    # Only templates and special tokens matter: no image processor, no feature extractor.
    config, _ = Processor.get_processor_dict(path)
    return Processor(PreTrainedTokenizerFast.from_pretrained(path), config.get("chat_template"))


# What a file holds that cannot be loaded: our words for each of the reference's.
REFUSED = [(re.compile(r"Special token (\S+) has to be either str or AddedToken"), "special token {} is neither"),
           (re.compile(r"extra_special_tokens must be a list/tuple"), "extra_special_tokens is neither"),
           (re.compile(r"(?:string|list) indices must be integers|^'(?:name|template)'$"), "chat_template is a list of something else"),
           (re.compile(r"Can't compile non template nodes|unhashable type"), "chat_template")]


# Texts of the interpreter, not of transformers or of the template.
def same_error(want, got):
    message = got["error"]["message"]
    if re.search("chat_template is not a string, list or object|^chat_template: (expected a text or null$|the template .* is no text)", message):
        return True  # said at once; the reference fails where it would compile it, or before
    if "special token " in message and (" has to be either " in want["message"] or "load" in want):
        return True  # of several things that are wrong, another one is named
    for theirs, ours in REFUSED:
        found = theirs.search(want["message"])
        if found and ours.format(*found.groups()) in message:
            return True
    want_text = want["message"]
    if message == want_text or (len(message) >= 1000 and want_text.startswith(message)):
        return True
    if "Available templates are: " in message:  # in the order of the folder
        parts = [text.rsplit(": ", 1) for text in (message, want_text)]
        return parts[0][0] == parts[1][0] and sorted(parts[0][1].split(", ")) == sorted(parts[1][1].split(", "))
    if "Looked at:" in message:  # ours says more
        return message.split("!")[0] == want_text.split("!")[0] or message.split(" Looked at")[0] == want_text
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    parser.add_argument("--keep")
    args = parser.parse_args()
    program = os.environ.get("CHATFMT", "build/chatfmt")
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(args.keep or temporary)
        requests, wants, about = [], [], []
        for i in range(args.cases):
            if args.only is not None and i != args.only:
                continue
            rnd = random.Random(args.seed * 1000003 + i)
            folder = root / ("model%d" % i)
            info = folders.make(folder, rnd.random())
            processor = rnd.random() < 0.2
            call = folders.call(rnd)
            load = load_processor if processor else PreTrainedTokenizerFast.from_pretrained
            want = expected(load, str(folder), call)
            request = {"id": i, "model": str(folder), "context": call, "options": {}}
            if processor:
                request["processor"] = True
            if "text" in want and isinstance(want["text"], str) and not processor and not call.get("continue_final_message"):
                if TAGS.search(PreTrainedTokenizerFast.from_pretrained(folder).get_chat_template(
                        call.get("chat_template"), call.get("tools"))):
                    try:
                        want["mask"] = [list(s) for s in spans(str(folder), call)]
                        request["options"]["mask"] = "hf"
                    except Exception:  # noqa: BLE001
                        pass
            requests.append(json.dumps(request))
            wants.append(want)
            about.append((i, info, processor, call))
        answers = subprocess.run([program, "render", "--batch"], input="\n".join(requests) + "\n",
                                 capture_output=True, text=True, check=True).stdout.split("\n")[:-1]
    bad = 0
    counts = {"text": 0, "error": 0, "load": 0, "mask": 0}
    for want, line, (i, info, processor, call) in zip(wants, answers, about):
        got = json.loads(line)
        if "text" in want and isinstance(call.get("chat_template"), int):
            ok = "error" in got  # a number is the name of a template there; docs/compatibility.md
        else:
            ok = got.get("text") == want["text"] if "text" in want else "error" in got and same_error(want, got)
        if ok and "mask" in want:
            ok = got["mask_chars"] == want["mask"]
            counts["mask"] += 1
        counts["text" if "text" in want else "load" if "load" in want else "error"] += 1
        if not ok:
            bad += 1
            if bad <= 12:
                print("case", i, info, "processor" if processor else "", json.dumps(call, ensure_ascii=False)[:600])
                print("  want", json.dumps(want, ensure_ascii=False)[:700])
                print("  got ", json.dumps(got, ensure_ascii=False)[:700])
    print("%d calls: %s; %d differ" % (len(wants), counts, bad))
    return 1 if bad or len(answers) != len(wants) else 0


if __name__ == "__main__":
    sys.exit(main())
