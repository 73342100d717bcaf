"""chatfmt map: layouts, errors, threads, packing, resuming after a kill.

usage: check_map.py [--rows N]
"""
import gzip
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = os.environ.get("CHATFMT", "build/chatfmt")
CHATML = ("{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
          "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}")
failures = []


def run(*words, stdin=None):
    done = subprocess.run([PROGRAM, "map", *map(str, words)], input=stdin, capture_output=True)
    return done.returncode, done.stdout, done.stderr.decode()


def check(name, got, want):
    if got != want:
        failures.append(name)
        print("%s:\n  got  %.600r\n  want %.600r" % (name, got, want))


def rows_of(count, seed=1, bad=0.0):
    rnd = random.Random(seed)
    for i in range(count):
        if rnd.random() < bad:
            yield rnd.choice(["{", "[]", '{"messages": 5}', '{"x": 1}'])
            continue
        yield json.dumps({"id": i, "messages": [m for k in range(rnd.randrange(1, 4)) for m in (
            {"role": "user", "content": "question %d " % k * rnd.randrange(1, 9)},
            {"role": "assistant", "content": "antwört 😀 %d" % rnd.randrange(10 ** 6)})]}, ensure_ascii=False)


def layouts(folder, template):
    want = "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nA<|im_end|>\n<|im_start|>assistant\nB<|im_end|>\n"
    rows = [{"messages": [{"role": "system", "content": "S"}, {"role": "user", "content": "A"}, {"role": "assistant", "content": "B"}]},
            {"system": "S", "messages": [{"role": "user", "content": "A"}, {"role": "assistant", "content": "B"}]},
            {"conversations": [{"from": "system", "value": "S"}, {"from": "human", "value": "A"}, {"from": "gpt", "value": "B"}]},
            {"system": "S", "conversations": [{"from": "user", "value": "A"}, {"from": "assistant", "value": "B"}]},
            {"system": "S", "prompt": "A", "completion": "B"},
            {"prompt": [{"role": "system", "content": "S"}, {"role": "user", "content": "A"}], "completion": [{"role": "assistant", "content": "B"}]},
            {"conversation": [{"system": "S", "input": "A", "output": "B"}]}]
    data = "".join(json.dumps(r) + "\n" for r in rows).encode()
    code, out, err = run("--template", template, "--columns", "text,split,mask,turns,length,line", stdin=data)
    check("layouts", code, 0)
    for i, line in enumerate(out.decode().splitlines()):
        row = json.loads(line)
        check("layout %d" % i, row["text"], want)
        check("prompt %d" % i, row["prompt"], want[:want.rindex("B<")])
        check("completion %d" % i, row["completion"], "B<|im_end|>\n")
        check("mask %d" % i, row["mask"], [[want.rindex("B<"), len(want) - 1]])
        check("line %d" % i, row["line"], i + 1)


def errors(folder, template):
    data = ("\n".join(rows_of(200, 3, 0.2)) + "\n").encode()
    code, out, err = run("--template", template, "--on-error", "record", stdin=data)
    check("record", (code, out.count(b"\n")), (0, 200))
    for number, (line, source) in enumerate(zip(out.decode().split("\n")[:-1], data.decode().split("\n")), 1):
        row = json.loads(line)
        if "error" in row:
            check("line of error", row["line"], number)
        else:
            check("text of row", "text" in row and source.startswith('{"id"'), True)
    code, skipped, err = run("--template", template, "--on-error", "skip", stdin=data)
    check("skip", (code, [l for l in out.split(b"\n") if b'"error"' not in l]), (0, skipped.split(b"\n")))
    code, cut, err = run("--template", template, stdin=data)
    check("fail", (code, out.startswith(cut)), (1, True))


def threads(folder, template, count):
    data = folder / "data.jsonl"
    with open(data, "w", encoding="utf-8") as file:
        for row in rows_of(count, 5, 0.01):
            file.write(row + "\n")
    outs = []
    for j in (1, 2, 5):
        out = folder / ("out%d.jsonl" % j)
        before = time.monotonic()
        code, _, err = run("--template", template, "--on-error", "record", "--columns", "text,mask", "-j", j, "--output", out, data)
        print("%d rows, %d threads: %.2f s" % (count, j, time.monotonic() - before), err.strip().splitlines()[-1])
        outs.append(out.read_bytes())
    check("threads", outs[0] == outs[1] == outs[2] and outs[0].count(b"\n") == count, True)
    packed = folder / "data.jsonl.gz"
    packed.write_bytes(gzip.compress(data.read_bytes()[:1 << 20]) + gzip.compress(data.read_bytes()[1 << 20:]))
    out = folder / "out.jsonl.gz"
    code, _, err = run("--template", template, "--on-error", "record", "--columns", "text,mask", "--output", out, packed)
    if "this build cannot" not in err:
        check("gzip", code == 0 and gzip.decompress(out.read_bytes()) == outs[0], True)
        code, _, err = run("--template", template, "--on-error", "record", packed.parent / "cut.gz") if (folder / "cut.gz").write_bytes(
            packed.read_bytes()[:-9]) else (0, "", "")
        check("cut gzip", (code, "too early" in err), (1, True))
    # Killed anywhere it leaves whole lines, and goes on to the same file.
    rnd = random.Random(9)
    for mode in ("record", "skip"):
        whole = folder / ("whole-%s.jsonl" % mode)
        run("--template", template, "--on-error", mode, "--output", whole, data)
        out = folder / ("resumed-%s.jsonl" % mode)
        words = [PROGRAM, "map", "--template", str(template), "--on-error", mode, "--resume", "--output", str(out), str(data)]
        for attempt in range(8):
            child = subprocess.Popen(words, stderr=subprocess.DEVNULL)
            time.sleep(rnd.random() * 0.1)
            child.send_signal(rnd.choice([signal.SIGKILL, signal.SIGTERM]))
            child.wait()
            so_far = out.read_bytes() if out.exists() else b""
            check("whole lines", not so_far or so_far.endswith(b"\n"), True)
        with open(out, "ab") as file:
            file.write(b'{"text": "half a li')  # as after a power cut
        subprocess.run(words, check=True, stderr=subprocess.DEVNULL)
        check("resumed " + mode, out.read_bytes() == whole.read_bytes(), True)


def main():
    count = int(sys.argv[sys.argv.index("--rows") + 1]) if "--rows" in sys.argv else 20000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        template = folder / "chatml.jinja"
        template.write_text(CHATML)
        layouts(folder, template)
        errors(folder, template)
        threads(folder, template, count)
    print("%d failures" % len(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
