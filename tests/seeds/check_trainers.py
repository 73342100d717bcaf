#!/usr/bin/env python3
"""Ids and labels of FastChat's and XTuner's trainers, with three real tokenizers, in a batch and by `map`.

    check_trainers.py PROGRAM               against trainers.jsonl, which was recorded
    check_trainers.py PROGRAM --all [N]     against the packages themselves: N samples for each tokenizer and system (500)
    check_trainers.py PROGRAM --update      record trainers.jsonl again

trainers.py runs in an environment of its own with the pinned packages, made in the cache where it is not there. The tokenizers are
those of tests/tokenizers/fetch_oracle.sh. A recorded case has the hash of its ids and labels.
"""
import hashlib
import json
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ORACLE = Path(os.environ.get("CHATFMT_ORACLE", Path.home() / ".cache" / "chatfmt-oracle"))
PINS = ["numpy==2.3.5", "tokenizers==0.23.3", "huggingface_hub"]
ALONE = ["fschat==0.2.36", "xtuner==0.2.0"]  # without what they need to train
ERRORS = {"TypeError": "null_separator", "UnboundLocalError": "unsupported_style", "ValueError": "empty_separator"}
RECORDED = HERE / "trainers.jsonl"
NAMES = ("llama2", "llama3", "qwen3")


def environment():
    name = "trainers-" + hashlib.sha256(" ".join(PINS + ALONE).encode()).hexdigest()[:12]
    folder = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "chatfmt" / name
    python = folder / "bin" / "python"
    if not (folder / "done").exists():
        venv.create(folder, with_pip=True, clear=True)
        for words in (PINS, ["--no-deps", *ALONE]):
            subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *words], check=True)
        (folder / "done").touch()
    return python


def digest(ids, labels):
    return hashlib.sha256(json.dumps([ids, labels]).encode()).hexdigest()


def oracle(count, seed):
    out = subprocess.run([environment(), HERE / "trainers.py", ORACLE, str(count), str(seed)], check=True, stdout=subprocess.PIPE).stdout
    return [json.loads(line) for line in out.splitlines()]


def short(case):
    """A case as it is recorded."""
    if "error" in case:
        return case
    ids, labels = case.pop("input_ids"), case.pop("labels")
    return {**case, "ids": len(ids), "learned": sum(label != -100 for label in labels), "sha256": digest(ids, labels)}


def specials(name):
    """As trainers.py has them, whose imports are not here."""
    source = (HERE / "trainers.py").read_text(encoding="utf-8")
    begin = source.index("SPECIALS = ") + len("SPECIALS = ")
    rows = eval(source[begin:source.index("}", begin) + 1])
    return {key: value for key, value in zip(("bos_token", "eos_token", "pad_token"), rows[name]) if value}


def by_batch(program, cases):
    lines = []
    for i, case in enumerate(cases):
        training = {k: case[k] for k in ("format", "trainer", "source", "max_length", "legacy", "input_alone", "system") if case.get(k)}
        lines.append(json.dumps({"id": i, "training": {**training, "tokenizer": str(ORACLE / case["tokenizer"] / "tokenizer.json"), **specials(case["tokenizer"])}}) + "\n")
    done = subprocess.run([program, "render", "--batch"], input="".join(lines).encode(), stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def by_map(program, case):
    variables = {**specials(case["tokenizer"]), **({"system": case["system"]} if case.get("system") else {})}
    column = "conversation" if case["trainer"] == "xtuner" else "conversations"
    words = ["--format", case["format"], "--trainer", case["trainer"], "--tokenizer", str(ORACLE / case["tokenizer"] / "tokenizer.json"),
             "--max-length", str(case["max_length"]), "--columns", "input_ids,labels", "--variables", json.dumps(variables), "--quiet", "--on-error", "record"]
    done = subprocess.run([program, "map", *words, *(["--legacy"] if case.get("legacy") else [])], input=json.dumps({column: case["source"]}).encode(), stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def compare(case, answer, how, failed):
    if "error" in case:
        kind = answer.get("error", {})
        right = ERRORS.get(case["error"], "?") in (kind.get("kind", "") if isinstance(kind, dict) else str(kind)) or (how == "map" and "error" in answer)
    elif "error" in answer:
        right = False
    else:
        ids, labels = answer["input_ids"], answer["labels"]
        right = digest(ids, labels) == case["sha256"] if "sha256" in case else [ids, labels] == [case["input_ids"], case["labels"]]
    if not right:
        failed.append(case)
        if len(failed) <= 3:
            print("differs by", how, json.dumps(case)[:1500], "\n", json.dumps(answer)[:1500])


def main():
    program, words = sys.argv[1], sys.argv[2:]
    missing = [name for name in NAMES if not (ORACLE / name / "tokenizer.json").exists()]
    if missing:
        print("trainers: skipped: %s are not in %s (tests/tokenizers/fetch_oracle.sh)" % (", ".join(missing), ORACLE))
        return 77
    if words[:1] == ["--update"]:
        RECORDED.write_text("".join(json.dumps(short(case), ensure_ascii=False) + "\n" for case in oracle(20, 7)), encoding="utf-8")
    everything = words[:1] == ["--all"]
    cases = oracle(int((words[1:] or ["500"])[0]), 11) if everything else [json.loads(line) for line in open(RECORDED, encoding="utf-8")]
    failed, learned, mapped = [], 0, 0
    for case, answer in zip(cases, by_batch(program, cases)):
        compare(case, answer, "batch", failed)
        learned += any(label != -100 for label in answer.get("labels", []))
    for case in cases[:: 1 if everything else 4]:
        if not case.get("input_alone"):
            compare(case, by_map(program, case), "map", failed)
            mapped += 1
    print("trainers: %d samples (%d learned from, %d errors of the trainer), %d of them by map, %d failed" % (
        len(cases), learned, sum("error" in case for case in cases), mapped, len(failed)))
    return 1 if failed or not learned else 0


if __name__ == "__main__":
    sys.exit(main())
