#!/usr/bin/env python3
"""A data set through `chatfmt map`, and through datasets.map with transformers' apply_chat_template.

    bench/run_map.py [--build DIR] [--rows N] [--ours N] [--rounds N] [--venv DIR]

Rows are generated: chats, and chats with tools and calls. datasets and transformers come from PyPI
into a virtual environment; both sides run with one worker, and what is compared is time of the
processor: rows per second and core. datasets.map is run as its documentation shows it, on a data
set on disk, into its cache file, row by row and in batches. chatfmt reads and writes JSON Lines in
that time; the last column counts that for the other side too (load_dataset, map by row, to_json).
All texts are compared. The last lines are a large run of chatfmt alone: time, memory, and the same
output with one thread and with two.
"""
import argparse
import hashlib
import json
import math
import os
import random
import resource
import shutil
import subprocess
import sys
import time
import venv

HERE = os.path.dirname(os.path.abspath(__file__))
PINNED = ["datasets==4.4.1", "transformers==5.23.0", "jinja2==3.1.6", "tokenizers==0.23.3"]
WORK = [("chats", name) for name in ("chatml", "headers", "inst", "tools_think")] + \
       [("tools", name) for name in ("headers", "tools_think")]
MORE = 10  # times as many rows for chatfmt, which would be done before it could be measured
TARGET = 30.0  # times datasets.map row by row, as a geometric mean

PEER = r'''
import json, os, sys, time
os.environ["HF_HUB_OFFLINE"] = os.environ["HF_DATASETS_OFFLINE"] = "1"
os.environ["TRANSFORMERS_VERBOSITY"] = "error"
import datasets, tokenizers, transformers
datasets.disable_progress_bars()
rows, template, out, cache = sys.argv[1:5]
tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizers.Tokenizer(tokenizers.models.WordLevel({"a": 0}, unk_token="a")),
                                                 bos_token="<s>", eos_token="</s>")
tokenizer.chat_template = open(template, encoding="utf-8").read()
def one(row):
    return {"text": tokenizer.apply_chat_template(row["messages"], tokenize=False)}
def many(batch):
    return {"text": tokenizer.apply_chat_template(batch["messages"], tokenize=False)}
def one_tools(row):
    return {"text": tokenizer.apply_chat_template(row["messages"], tools=json.loads(row["tools"]), tokenize=False)}
def many_tools(batch): # tools are the same for a whole call, so each row has its own
    return {"text": [tokenizer.apply_chat_template(messages, tools=json.loads(tools), tokenize=False)
                     for messages, tools in zip(batch["messages"], batch["tools"])]}
def seconds(run):
    begin = time.process_time()
    return run(), time.process_time() - begin
data, load = seconds(lambda: datasets.load_dataset("json", data_files=rows, split="train", cache_dir=cache))
if "tools" in data.column_names: one, many = one_tools, many_tools
usual = {"remove_columns": data.column_names, "load_from_cache_file": False}
made, by_row = seconds(lambda: data.map(one, **usual))
made, in_batches = seconds(lambda: data.map(many, batched=True, **usual))
unused, save = seconds(lambda: made.to_json(out, force_ascii=False))
print(by_row, in_batches, load + by_row + save)
'''


def conversations(count, seed=20):
    """Rows as fine-tuning sets have them: one to three exchanges, a system message in a third."""
    rnd = random.Random(seed)
    words = ("the quick brown fox jumps over a lazy dog while some engineers measure rows per second and write notes "
             "about memory prompts masks 漢字 naïve 😀 \"quoted\" back\\slash and\nnew lines").split(" ")
    texts = [" ".join(rnd.choice(words) for _ in range(rnd.randrange(4, 60))) for _ in range(5000)]
    for i in range(count):
        messages = [{"role": "system", "content": rnd.choice(texts)}] if rnd.random() < 0.3 else []
        for _ in range(rnd.randrange(1, 4)):
            messages += [{"role": "user", "content": "%s %d" % (rnd.choice(texts), i)}, {"role": "assistant", "content": rnd.choice(texts)}]
        yield json.dumps({"id": i, "messages": messages}, ensure_ascii=False) + "\n"


def tool_conversations(count, seed=21):
    """Rows whose assistant calls a function and hears from it; tools are JSON text, as data sets keep them."""
    rnd = random.Random(seed)
    places = ["Paris", "Zürich", "東京", "New York", "São Paulo"]
    tools = json.dumps([{"type": "function", "function": {
        "name": name, "description": "Tells the %s of a place." % what,
        "parameters": {"type": "object", "required": ["place"], "properties": {
            "place": {"type": "string", "description": "The place, such as \"Paris, France\""},
            "unit": {"type": "string", "enum": ["metric", "imperial"]}, "days": {"type": "integer"}}}}}
        for name, what in (("get_weather", "weather"), ("get_time", "time"), ("get_people", "population"))], ensure_ascii=False)
    for i in range(count):
        place = rnd.choice(places)
        said = [("user", "What about %s in %d days?" % (place, i % 10)), ("assistant", "I will look."),
                ("tool", json.dumps({"place": place, "answer": rnd.randrange(40)}, ensure_ascii=False)),
                ("assistant", "There it is %d now, and it stays.\n\nShall I look again?" % rnd.randrange(40))]
        messages = [{"role": role, "content": text} for role, text in said]
        messages[1]["tool_calls"] = [{"type": "function", "function": {
            "name": "get_weather", "arguments": json.dumps({"place": place, "days": i % 10}, ensure_ascii=False)}}]
        yield json.dumps({"id": i, "messages": messages, "tools": tools}, ensure_ascii=False) + "\n"


def write_rows(path, count, make=conversations):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(make(count))


def environment(folder):
    python = os.path.join(folder, "bin", "python")
    stamp = os.path.join(folder, "pinned.txt")
    if not os.path.exists(stamp) or open(stamp).read() != "\n".join(PINNED):
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PINNED], check=True)
        with open(stamp, "w") as file:
            file.write("\n".join(PINNED))
    return python


def ours(program, template, rows, out, threads=1, columns="text"):
    """Seconds of the processor, seconds, and the largest memory of one process in KiB."""
    if os.path.exists(out):
        os.unlink(out)
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([program, "map", "--quiet", "--model", template, "--variables", '{"bos_token": "<s>", "eos_token": "</s>"}', "-j", str(threads),
                    "--columns", columns, "--output", out, rows], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - begin


def same(mine, theirs):
    """How many of their texts differ from the first of mine."""
    with open(mine, encoding="utf-8") as a, open(theirs, encoding="utf-8") as b:
        pairs = [(json.loads(x)["text"], json.loads(y)["text"]) for y, x in zip(b, a)]
    return sum(x != y for x, y in pairs), len(pairs)


def measure(options, folder, python, kind, template):
    """Best seconds of chatfmt for as many rows as the peer had, of the peer's three, and what differs."""
    rows, many = (os.path.join(folder, "%s-%s.jsonl" % (kind, which)) for which in ("rows", "many"))
    theirs, mine = os.path.join(folder, "theirs.jsonl"), os.path.join(folder, "mine.jsonl")
    cache = os.path.join(folder, "cache")
    best, peers = 1e9, [1e9] * 3
    for _ in range(options.rounds):
        best = min([best] + [ours(options.program, template, many, mine)[0] / MORE for _ in range(3)])
        shutil.rmtree(cache, ignore_errors=True)
        said = subprocess.run([python, "-c", PEER, rows, template, theirs, cache], check=True, capture_output=True, text=True).stdout
        peers = [min(a, float(b)) for a, b in zip(peers, said.split()[-3:])]
    shutil.rmtree(cache, ignore_errors=True)
    return best, peers, same(mine, theirs)


def compare(options, folder):
    python = environment(options.venv or os.path.join(folder, "venv"))
    for kind, make in (("chats", conversations), ("tools", tool_conversations)):
        write_rows(os.path.join(folder, kind + "-rows.jsonl"), options.rows, make)
        write_rows(os.path.join(folder, kind + "-many.jsonl"), options.rows * MORE, make)  # begins with the same rows
    times, wrong = {"chats": [], "tools": []}, 0
    line = "%-18s %11s %13s %8s %12s %8s %14s %8s"
    print(line % ("rows/s/core", "chatfmt", "datasets.map", "times", "in batches", "times", "JSON to JSON", "times"))
    for kind, name in WORK:
        best, peers, (differ, count) = measure(options, folder, python, kind, os.path.join(HERE, "templates", name + ".jinja"))
        wrong += differ
        times[kind].append([seconds / best for seconds in peers])
        cells = [text for seconds in peers for text in ("%.0f" % (count / seconds), "%.1fx" % (seconds / best))]
        print(line % (kind + " " + name, "%.0f" % (count / best), *cells) + ("  %d DIFFER" % differ if differ else ""), flush=True)
    for kind in ("chats", "tools"):
        means = [math.prod(column) ** (1 / len(column)) for column in zip(*times[kind])]
        print(line % (kind + ", mean", "", "", "%.1fx" % means[0], "", "%.1fx" % means[1], "", "%.1fx" % means[2]))
    print("(geometric means; the target is %.0fx by row on chats)" % TARGET)
    return wrong == 0


def peak(program, *words):
    """The largest memory in KiB of one run, by a process that measures it."""
    code = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    return int(subprocess.run([sys.executable, "-c", code, program, *words], check=True, capture_output=True, text=True).stdout)


def large(options, folder):
    """Memory that does not grow with the rows, and the same bytes from one thread and from two."""
    template, sums = os.path.join(HERE, "templates", "chatml.jinja"), []
    for count in sorted({options.ours // 10, options.ours}):
        rows, out = os.path.join(folder, "large.jsonl"), os.path.join(folder, "large-out.jsonl")
        write_rows(rows, count)
        words = ["map", "--quiet", "--model", template, "--columns", "text,mask", "--output", out]
        for threads in (1, 2):
            cpu, seconds = ours(options.program, template, rows, out, threads, "text,mask")
            digest = hashlib.sha256()
            with open(out, "rb") as file:
                while chunk := file.read(1 << 20):
                    digest.update(chunk)
            sums.append(digest.hexdigest())
            memory = peak(options.program, *words, "-j", str(threads), rows)
            print("%8d rows, text and mask, %d thread%s: %6.2f s, %6.2f s of the processor, %6.1f MiB" % (
                count, threads, "s" if threads > 1 else " ", seconds, cpu, memory / 1024))
        if sums[-1] != sums[-2]:
            print("the outputs of one thread and two differ")
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--rows", type=int, default=10000, help="that both sides render")
    parser.add_argument("--ours", type=int, default=100000, help="of the large run; 0: none")
    parser.add_argument("--rounds", type=int, default=3, help="of which the best counts")
    parser.add_argument("--venv", help="of the peer (default: in the build folder)")
    options = parser.parse_args()
    options.program = os.path.join(options.build, "chatfmt")
    folder = os.path.join(options.build, "bench-peers", "map")
    os.makedirs(folder, exist_ok=True)
    ok = compare(options, folder)
    if options.ours:
        ok = large(options, folder) and ok
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
