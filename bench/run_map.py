#!/usr/bin/env python3
"""A data set through `chatfmt map`, and through datasets.map with transformers' apply_chat_template.

    bench/run_map.py [--build DIR] [--rows N] [--ours N] [--venv DIR]

Rows are generated. datasets and transformers come from PyPI into a virtual environment; both sides
run with one worker, and what is compared is time of the processor: rows per second and core.
datasets.map is run as its documentation shows it, row by row, and in batches as well; reading and
writing JSON Lines is counted for chatfmt alone. All texts are compared. The last lines are a large
run of chatfmt alone: time, memory, and the same output with one thread and with two.
"""
import argparse
import hashlib
import json
import os
import random
import resource
import subprocess
import sys
import time
import venv

HERE = os.path.dirname(os.path.abspath(__file__))
PINNED = ["datasets==4.4.1", "transformers==5.23.0", "jinja2==3.1.6", "tokenizers==0.23.3"]
TEMPLATES = ["chatml", "headers", "inst", "tools_think"]
MORE = 10  # times as many rows for chatfmt, which would be done before it could be measured
TARGET = 30.0  # times datasets.map row by row, as a geometric mean

PEER = r'''
import json, os, sys, time
os.environ["HF_HUB_OFFLINE"] = os.environ["HF_DATASETS_OFFLINE"] = "1"
os.environ["TRANSFORMERS_VERBOSITY"] = "error"
import datasets, tokenizers, transformers
datasets.disable_progress_bars()
datasets.disable_caching()
rows, template, out, folder = sys.argv[1:5]
tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizers.Tokenizer(tokenizers.models.WordLevel({"a": 0}, unk_token="a")),
                                                 bos_token="<s>", eos_token="</s>")
tokenizer.chat_template = open(template, encoding="utf-8").read()
data = datasets.Dataset.from_list([{"messages": json.loads(line)["messages"]} for line in open(rows, encoding="utf-8")])
def one(row):
    return {"text": tokenizer.apply_chat_template(row["messages"], tokenize=False)}
def many(batch):
    return {"text": tokenizer.apply_chat_template(batch["messages"], tokenize=False)}
times = []
for run in (lambda: data.map(one, remove_columns=["messages"]), lambda: data.map(many, batched=True, remove_columns=["messages"])):
    begin = time.process_time()
    made = run()
    times.append(time.process_time() - begin)
with open(out, "w", encoding="utf-8") as file:
    for row in made:
        file.write(json.dumps(row["text"]) + "\n")
print(*times)
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


def write_rows(path, count):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(conversations(count))


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
        pairs = [(json.loads(x)["text"], json.loads(y)) for y, x in zip(b, a)]
    return sum(x != y for x, y in pairs), len(pairs)


def compare(options, folder):
    python = environment(options.venv or os.path.join(folder, "venv"))
    rows = os.path.join(folder, "rows.jsonl")
    many = os.path.join(folder, "many.jsonl")
    write_rows(rows, options.rows)
    write_rows(many, options.rows * MORE)  # begins with the same rows
    products, wrong = [1.0, 1.0], 0
    print("%-14s %12s %14s %8s %12s %8s" % ("rows/s/core", "chatfmt", "datasets.map", "times", "in batches", "times"))
    for name in TEMPLATES:
        template = os.path.join(HERE, "templates", name + ".jinja")
        theirs, mine = os.path.join(folder, "theirs.jsonl"), os.path.join(folder, "mine.jsonl")
        best, peers = 1e9, [1e9, 1e9]
        for _ in range(2):
            best = min([best] + [ours(options.program, template, many, mine)[0] / MORE for _ in range(2)])
            said = subprocess.run([python, "-c", PEER, rows, template, theirs, folder], check=True, capture_output=True, text=True).stdout
            peers = [min(a, float(b)) for a, b in zip(peers, said.split()[-2:])]
        differ, count = same(mine, theirs)
        wrong += differ
        products = [p * seconds / best for p, seconds in zip(products, peers)]
        print("%-14s %12.0f %14.0f %7.1fx %12.0f %7.1fx%s" % (name, count / best, count / peers[0], peers[0] / best, count / peers[1],
                                                            peers[1] / best, "  %d DIFFER" % differ if differ else ""))
    means = [p ** (1 / len(TEMPLATES)) for p in products]
    print("%-14s %12s %14s %7.1fx %12s %7.1fx  (target %.0fx)" % ("geometric mean", "", "", means[0], "", means[1], TARGET))
    return wrong == 0 and means[0] >= TARGET


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
