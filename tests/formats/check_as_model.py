#!/usr/bin/env python3
"""A format as a model: masks, open messages and lengths of `render --format` and `map --format`.

    check_as_model.py PROGRAM [COUNT]

The oracle is the format's own render, which does not go through a chat template: the text has to be the same, the
ranges of --mask those of the spans that carry a `generation`, an open message the text up to the end of that
message, and what --fit leaves the render of the messages that are left. `map` has to give what `render` gives.
"""
import json
import subprocess
import sys
import tempfile
import zlib

from conversations import conversations
from jinja_backend import Failed
from program_backend import ProgramBackend

PROGRAM = sys.argv[1]
COUNT = int((sys.argv[2:] or ["3"])[0])
TOKENS = {"bos_token": "<s>", "eos_token": "</s>"}
PROGRAMS = {"xtuner": ["xtuner_train", "xtuner_chat"]}
failed = []


def run(*words, given=""):
    done = subprocess.run([PROGRAM, *words], input=given.encode(), capture_output=True)
    return done.stdout.decode() if done.returncode == 0 else None, done.stderr.decode()


def expect(what, got, want):
    if got != want:
        failed.append(what)
        if len(failed) <= 5:
            print("differs:", what, "\n  got ", repr(got)[:600], "\n  want", repr(want)[:600])


def by_generation(spans):
    """Neighbouring spans of one tag, joined."""
    ranges, last = [], 0
    for span in spans:
        number = span.get("generation", 0)
        if number and number == last and ranges[-1][1] == span["begin"]:
            ranges[-1][1] = span["end"]
        elif number:
            ranges.append([span["begin"], span["end"]])
        last = number
    return ranges


def check_errors(names, counts):
    """An unknown role: `map` records what a batch of the format answers, with the message's path."""
    talk = {"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}, {"role": "usr", "content": "z"}]}
    asked = "".join(json.dumps({"id": name, "format": name, "context": talk}) + "\n" for name in names)
    for name, line in zip(names, run("render", "--batch", given=asked)[0].splitlines()):
        error = json.loads(line).get("error", {})
        if error.get("kind") != "unknown_role":
            continue
        expect("path of %s" % name, error["path"], "messages[2].role")
        done = subprocess.run([PROGRAM, "map", "--format", name, "--on-error", "record", "--columns", "text"], input=json.dumps(talk).encode(), capture_output=True)
        if b"has no separator style" in done.stderr:
            continue
        recorded = json.loads(done.stdout)["error"]
        expect("record of %s" % name, {k: recorded.get(k) for k in ("kind", "message", "path")}, {k: error[k] for k in ("kind", "message", "path")})
        counts["unknown roles"] += 1


def letters():
    """A tokenizer of single bytes: every length is known without it."""
    shown = [i for i in range(256) if 33 <= i <= 126 or 161 <= i <= 172 or i >= 174]
    chars = {b: chr(b) for b in shown}
    for b in range(256):
        chars.setdefault(b, chr(256 + len(chars) - len(shown)))
    return {"version": "1.0", "added_tokens": [], "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False},
            "decoder": {"type": "ByteLevel"}, "model": {"type": "BPE", "merges": [], "vocab": {c: i for i, c in enumerate(chars.values())}}}


def main():
    backend = ProgramBackend(PROGRAM)
    names = run("formats", "list")[0].split()
    tokenizer = tempfile.NamedTemporaryFile("w", suffix=".json")
    json.dump(letters(), tokenizer)
    tokenizer.flush()
    counts = {"texts": 0, "masks": 0, "open": 0, "fitted": 0, "in batches": 0, "refused": 0, "without tags": 0, "unknown roles": 0}
    check_errors(names, counts)
    for name in names:
        for program in [None] + PROGRAMS.get(name.split("/")[0], []):
            more = ["--program", program] if program else []
            rows, wanted = [], []
            for messages, pending in conversations(COUNT, zlib.crc32((name + str(program)).encode()), alternating=bool(program)):
                context = {"messages": messages, "add_generation_prompt": pending, **TOKENS}
                request = {"format": name, "context": context, "options": {"spans": True}, **({"program": program} if program else {})}
                what = "%s %s %s" % (name, program or "", json.dumps(messages)[:200])
                if not messages:
                    continue
                try:
                    answer = backend.ask(**request)
                except Failed as e:
                    if e.kind == "empty_prompt":
                        continue
                    expect(what + ": refused", run("render", "--format", name, *more, "--mask", "generation", given=json.dumps(context))[0], None)
                    counts["refused"] += 1
                    continue
                text, ranges = answer["text"], by_generation(answer["spans"])
                rows.append(context)
                wanted.append((text, ranges))
                if messages and messages[-1]["role"] == "assistant" and not pending and messages[-1]["content"].strip():
                    # the last of its bytes; a style that strips ends where the stripped text ends
                    own = [s for s in answer["spans"] if s.get("path", "").endswith("messages[%d].content" % (len(messages) - 1))]
                    if own and len(own[-1:]) == 1:
                        opened, err = run("render", "--format", name, *more, "--continue-final-message", "--exact", given=json.dumps(context))
                        expect(what + ": open " + err, opened, text.encode()[:own[-1]["end"]].decode())
                        counts["open"] += 1
            given = "".join(json.dumps({"messages": c["messages"], "chat_template_kwargs": {"add_generation_prompt": c["add_generation_prompt"]}}) + "\n" for c in rows)
            out, err = run("map", "--format", name, *more, "--mask", "generation", "--columns", "text,mask", "--quiet", "--variables", json.dumps(TOKENS), given=given)
            if out is None and "no {% generation %} tags" in err:  # the style changes its text as a whole
                counts["without tags"] += 1
                expect("%s has spans with a generation" % name, any(ranges for _, ranges in wanted), False)
                continue
            expect("map %s: %s" % (name, err[:300]), (out or "").count("\n"), len(rows))
            for row, (text, ranges) in zip((out or "").split("\n"), wanted):
                row = json.loads(row)
                expect("map %s" % name, row["text"], text)
                expect("map %s: mask of %r" % (name, text), row["mask"], ranges)
                counts["texts"] += 1
                counts["masks"] += len(ranges)
            for context, (text, ranges) in list(zip(rows, wanted))[:1]:
                one, err = run("render", "--format", name, *more, "--mask", "generation", given=json.dumps(context))
                expect("render %s: %s" % (name, err), one and {k: json.loads(one)[k] for k in ("text", "mask")}, {"text": text, "mask": ranges})
                batch = {"format": name, "context": context, **({"program": program} if program else {})}
                masked, plain = backend.ask(**batch, options={"mask": "generation"}), backend.ask(**batch)
                expect("batch %s" % name, masked, {**plain, "id": masked["id"], "mask": ranges, "mask_chars": masked["mask_chars"]})
                counts["in batches"] += 1
                if len(context["messages"]) < 4:
                    continue
                length = len(text.encode()) - 1
                cut, err = run("render", "--format", name, *more, "--output", "json", "--tokenizer", tokenizer.name, "--fit", "drop", "--max-length", str(length), given=json.dumps(context))
                if cut is None:
                    expect("fit %s: %s" % (name, err), "max_length" in err or "no_rounds" in err or "role_order" in err or "turns" in err, True)
                    continue
                cut = json.loads(cut)
                gone = cut["lost"][0]["messages"]
                left = [m for m in context["messages"] if m["role"] == "system"] + [m for m in context["messages"] if m["role"] != "system"][gone:]
                try:
                    want = backend.ask(**{**request, "context": {**context, "messages": left}})["text"]
                except Failed as e:
                    want = "" if e.kind == "empty_prompt" else e.kind
                expect("fit %s" % name, (cut["text"], len(cut["ids"])), (want, len(want.encode())))
                counts["fitted"] += 1
    print("%d formats: %s, %d failed" % (len(names), ", ".join("%d %s" % (n, what) for what, n in counts.items()), len(failed)))
    return 1 if failed or min(counts.values()) == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
