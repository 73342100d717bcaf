"""chatfmt map: what becomes of its output. Inputs are never written over, an output that is there goes only with --force and
only once there is something to take its place, --resume goes on with the same run alone, and what is said of it is true."""
import gzip
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = os.path.abspath(os.environ.get("CHATFMT", "build/chatfmt"))
CHATML = "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
failures = []


def run(folder, *words, stdin=None, before=None):
    done = subprocess.run([PROGRAM, "map", *map(str, words)], cwd=folder, input=stdin if isinstance(stdin, bytes) else None,
                          stdin=None if isinstance(stdin, bytes) else stdin or subprocess.DEVNULL, capture_output=True, preexec_fn=before)
    return done.returncode, done.stderr.decode()


def check(name, got, want):
    if got != want:
        failures.append(name)
        print("%s:\n  got  %.600r\n  want %.600r" % (name, got, want))


def said(name, result, code, *words):
    check("%s: status, and nothing of %s missing in %r" % (name, words, result[1]), (result[0], [w for w in words if w not in result[1]]), (code, []))


def rows(count, begin=0):
    return "".join(json.dumps({"messages": [{"role": "user", "content": "question %d " % i * (i % 7 + 1)}]}) + "\n"
                   for i in range(begin, begin + count)).encode()


def listing(folder):
    return sorted(p.name for p in folder.iterdir())


def inputs(folder):
    """The output is the input, by six and more names of it."""
    data = folder / "data.jsonl"
    data.write_bytes(rows(50))
    (folder / "sub").mkdir()
    (folder / "soft.jsonl").symlink_to("data.jsonl")
    os.link(data, folder / "hard.jsonl")
    (folder / "here").symlink_to(".")
    names = ["data.jsonl", "./data.jsonl", "sub/../data.jsonl", str(data), "soft.jsonl", "hard.jsonl", "here/data.jsonl"]
    before = listing(folder)
    for output in names:
        for words in ((), ("--force",), ("--resume",), ("--on-error", "skip", "-j", "2")):
            said("%s is the input" % output, run(folder, "--template", "t.jinja", *words, "--output", output, "data.jsonl"), 2, "the same file as an input")
        with open(data, "rb") as file:
            said("%s is standard input" % output, run(folder, "--template", "t.jinja", "--force", "--output", output, stdin=file), 2, "(standard input)")
        said("%s is the second input" % output, run(folder, "--template", "t.jinja", "--output", output, "t.jinja", "data.jsonl"), 2, "the same file")
    for output in ("/dev/stdin", "/proc/self/fd/0"):
        if os.path.exists(output):
            with open(data, "rb") as file:
                said("by " + output, run(folder, "--template", "t.jinja", "--force", "--output", output, stdin=file), 2, "the same file")
    with open(data, "ab") as file:
        done = subprocess.run([PROGRAM, "map", "--template", "t.jinja", "data.jsonl"], cwd=folder, stdout=file, stderr=subprocess.PIPE)
        check("redirected to the input", done.returncode, 2)
    for ending, text in (("gz", gzip.compress(rows(50))), ("zst", rows(50))):  # the name alone tells what is written
        (folder / ("data." + ending)).write_bytes(text)
        result = run(folder, "--template", "t.jinja", "--force", "--output", "./data." + ending, "data." + ending)
        if "this build cannot" not in result[1]:
            said("packed", result, 2, "the same file")
        check("packed is as it was", (folder / ("data." + ending)).read_bytes(), text)
        (folder / ("data." + ending)).unlink()
    said("the template", run(folder, "--template", "t.jinja", "--force", "--output", "./t.jinja", "data.jsonl"), 2, "the template")
    check("nothing is lost", (data.read_bytes(), (folder / "t.jinja").read_text()), (rows(50), CHATML))
    check("nothing is left", listing(folder), before)


def existing(folder):
    """An output that is there stays, until there is a first line to take its place."""
    out, data = folder / "out.jsonl", folder / "data.jsonl"
    data.write_bytes(rows(300))
    (folder / "syntax.jinja").write_text("{{ x }\n")
    (folder / "raises.jinja").write_text("{{ raise_exception('no') }}")
    (folder / "bad.jsonl").write_bytes(b'{"messages": [}\n')
    out.write_text("precious\n")
    out.chmod(0o640)
    before = listing(folder)
    said("is there", run(folder, "--template", "t.jinja", "--output", "out.jsonl", "data.jsonl"), 2, "--force", "out.jsonl: the file already exists")
    for name, words in (("syntax error", ("--template", "syntax.jinja", "data.jsonl")), ("no such input", ("--template", "t.jinja", "none.jsonl")),
                        ("the second input", ("--template", "t.jinja", "data.jsonl", "none.jsonl")), ("a folder", ("--template", "t.jinja", ".")),
                        ("no such template", ("--template", "none.jinja", "data.jsonl")), ("no such model", ("--model", "none/none", "data.jsonl")),
                        ("the first row", ("--template", "t.jinja", "bad.jsonl")), ("raises", ("--template", "raises.jinja", "data.jsonl")),
                        ("no tokenizer", ("--template", "t.jinja", "--columns", "input_ids", "data.jsonl"))):
        for j in ("1", "2"):
            status = 2 if name == "no tokenizer" else 1
            said(name, run(folder, "--force", "-j", j, "--output", "out.jsonl", *words), status)
            said(name + ", new", run(folder, "-j", j, "--output", "new.jsonl", *words), status)
        check(name + ": kept, and nothing left", (out.read_text(), listing(folder)), ("precious\n", before))
    for words in (("--pack",), ("--resume", "--force", "--output", "x"), ("--resume",), ("--resume", "--output", "x.gz"), ("--nope",), ("-j", "0")):
        check("usage %s" % (words,), run(folder, "--template", "t.jinja", *words, "data.jsonl")[0], 2)
    said("forced", run(folder, "--template", "t.jinja", "--force", "--output", "out.jsonl", "data.jsonl"), 0, "300 written")
    check("as without", subprocess.run([PROGRAM, "map", "--template", "t.jinja", "data.jsonl"], cwd=folder, capture_output=True).stdout, out.read_bytes())
    check("permissions", out.stat().st_mode & 0o777, 0o640)
    (folder / "link.jsonl").symlink_to("out.jsonl")
    said("through a link", run(folder, "--template", "t.jinja", "--force", "--columns", "line", "--output", "link.jsonl", "data.jsonl"), 0)
    check("the link stays", ((folder / "link.jsonl").is_symlink(), out.read_bytes()[:11]), (True, b'{"line": 1}'))
    said("no rows", run(folder, "--template", "t.jinja", "--force", "--output", "out.jsonl", stdin=b"\n"), 0, "0 rows")
    check("empty", out.read_bytes(), b"")
    said("an empty one is nothing to lose", run(folder, "--template", "t.jinja", "--output", "out.jsonl", "data.jsonl"), 0)
    said("a device", run(folder, "--template", "t.jinja", "--output", "/dev/null", "data.jsonl"), 0)
    check("nothing left", listing(folder), sorted(before + [".out.jsonl.chatfmt-run", "link.jsonl"]))


def another_run(folder):
    """--resume knows what it goes on with."""
    out, data, model = folder / "out.jsonl", folder / "data.jsonl", folder / "model"
    data.write_bytes(rows(100))
    model.mkdir()
    (model / "tokenizer_config.json").write_text('{"bos_token": "<s>"}')
    (model / "chat_template.jinja").write_text("{{ bos_token }}" + CHATML)
    usual = ("--model", "model", "--columns", "text")
    said("begins", run(folder, *usual, "--resume", "--output", out, data), 0)
    whole = out.read_bytes()
    said("complete", run(folder, *usual, "--resume", "--output", out, data), 0, "complete", "100 lines")
    out.write_bytes(whole[:2000])
    half = out.read_bytes()
    for name, words in (("--columns", ("--model", "model", "--columns", "text,line", data)), ("the model", ("--template", "t.jinja", "--columns", "text", data)),
                        ("input 1", (*usual, "t.jinja")), ("input 2", (*usual, data, data)), ("--add-generation-prompt", (*usual, "--add-generation-prompt", data)),
                        ("--fix", (*usual, "--fix", "merge-system", data)), ("--variables", (*usual, "--variables", '{"a": 1}', data)),
                        ("--layout", (*usual, "--layout", "messages", data)), ("--now", (*usual, "--now", "2026-01-02", data)),
                        ("the template", (*usual, "--chat-template", "t.jinja", data))):
        said("another " + name, run(folder, *words[:-1], "--resume", "--output", out, words[-1]), 2, "another run", name + " was", "--force")
    for name, path, text in (("the model", model / "chat_template.jinja", CHATML), ("the model", model / "tokenizer_config.json", '{"bos_token": "<b>"}'),
                             ("input 1", data, rows(100, 1))):
        was = path.read_bytes()
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        said("changed " + name, run(folder, *usual, "--resume", "--output", out, data), 2, name + " was")
        path.write_bytes(was)
    check("untouched", out.read_bytes(), half)
    said("more threads are the same run", run(folder, *usual, "-j", "2", "--quiet", "--resume", "--output", "./out.jsonl", data), 0)
    check("continued", out.read_bytes(), whole)
    # Stopped at a bad row, it may go on past it.
    bad = folder / "bad.jsonl"
    bad.write_bytes(rows(10) + b"{\n" + rows(10))
    other = folder / "other.jsonl"
    said("a bad row", run(folder, *usual, "--output", other, bad), 1, "bad.jsonl:11:2", "--on-error skip")
    said("past it", run(folder, *usual, "--on-error", "skip", "--resume", "--output", other, bad), 0,
         "21 rows, 20 written, 1 with errors (left out); of the output the earlier run had written 10 lines")
    check("20 rows", other.read_bytes().count(b"\n"), 20)
    said("not back", run(folder, *usual, "--on-error", "record", "--resume", "--output", other, bad), 2, "--on-error was")
    # The clock goes on as it was.
    (folder / "clock.jinja").write_text("{{ strftime_now('%Y-%m-%d') }}")
    timed = folder / "timed.jsonl"
    said("an old clock", run(folder, "--template", "clock.jinja", "--now", "2001-02-03", "--output", timed, data), 0)
    old = timed.read_bytes()
    timed.write_bytes(old[:300])
    said("is kept", run(folder, "--template", "clock.jinja", "--resume", "--output", timed, data), 0)
    check("the same days", timed.read_bytes(), old)
    # Without a record nobody knows.
    (folder / ".out.jsonl.chatfmt-run").unlink()
    said("no record", run(folder, *usual, "--resume", "--output", out, data), 2, "the record of the run", "--force")
    (folder / ".out.jsonl.chatfmt-run").write_text("{")
    said("a damaged record", run(folder, *usual, "--resume", "--output", out, data), 2, "the record of the run")
    said("more lines than rows", run(folder, *usual, "--force", "--output", out, data), 0)
    with open(out, "ab") as file:
        file.write(b"{}\n")
    said("more lines than rows", run(folder, *usual, "--resume", "--output", out, data), 1, "holds 101 lines")


def interrupted(folder):
    """A signal: how far it came, how to go on, and a status that ends loops of a shell."""
    out, data = folder / "out.jsonl", folder / "data.jsonl"
    data.write_bytes(rows(40000))
    run(folder, "--template", "t.jinja", "--output", "whole.jsonl", data)
    for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        child = subprocess.Popen([PROGRAM, "map", "--template", "t.jinja", "--force", "--output", out, "-"], cwd=folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        child.stdin.write(data.read_bytes()[:1 << 18])  # ends within a line
        child.stdin.flush()
        while not (out.exists() and out.stat().st_size):
            time.sleep(0.01)
        child.send_signal(number)
        err = child.stderr.read().decode()
        check("ended by the signal", child.wait(20), -number)
        child.stdin.close()
        told = re.search(r"interrupted after (\d+) rows?; continue with --resume", err)
        check("interrupted, and how to go on: " + err, bool(told), True)
        check("as many lines", out.read_bytes().count(b"\n"), int(told.group(1)) if told else None)
        check("whole lines", out.read_bytes().endswith(b"\n"), True)
        done = subprocess.run(["sh", "-c", '"$0" map --template t.jinja /dev/zero & sleep 0.3; kill -%d $!; wait $!; echo $?' % number, PROGRAM], cwd=folder,
                              capture_output=True, text=True)
        check("status in a shell", done.stdout.strip(), str(status))


def files_of(limit):
    """Files may not be larger; what a build for coverage counts is not written, since it would be too large."""
    def before():
        os.environ["LLVM_PROFILE_FILE"] = "/dev/null"
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    return before


def full(folder):
    """A file that may not grow further ends with a whole line, and what is said of it is true."""
    data, out = folder / "data.jsonl", folder / "out.jsonl"
    data.write_bytes(rows(40000))
    for limit in (1000, 300001, 1 << 20):
        for j in ("1", "2"):
            for words in (("--output", out), ("--output", out, "--force")):
                if "--force" in words:
                    out.write_text("old\n")
                elif out.exists():
                    out.unlink()
                code, err = run(folder, "--template", "t.jinja", "-j", j, *words, data, before=files_of(limit))
                now = out.read_bytes() if out.exists() else b""
                told = re.search(r"holds (\d+) whole lines?", err)
                check("full at %d: %s" % (limit, err), (code, "could not be written" in err, not now or now.endswith(b"\n")), (1, True, True))
                check("its lines at %d" % limit, int(told.group(1)) if told else 0, 0 if now == b"old\n" else now.count(b"\n"))
                check("what is left: " + err, ("is still the old file" in err, "does not exist" in err), (now == b"old\n", not out.exists()))
                if now in (b"", b"old\n"):
                    continue
                said("goes on", run(folder, "--template", "t.jinja", "--resume", "--output", out, data), 0)
                check("to the same", subprocess.run([PROGRAM, "map", "--template", "t.jinja", data], cwd=folder, capture_output=True).stdout == out.read_bytes(), True)
    packed = folder / "out.jsonl.gz"
    packed_full(folder, packed, data)
    code, err = run(folder, "--template", "t.jinja", "--output", packed, data, before=files_of(50000))
    if "this build cannot" in err:
        return
    told = re.search(r"holds (\d+) whole lines?", err)
    held = gzip.decompress(packed.read_bytes()) if packed.exists() else b""
    check("packed and full: " + err, (code, int(told.group(1)) if told else 0), (1, held.count(b"\n")))


def packed_full(folder, packed, data):
    """Where not even the first compressed block fits, one sentence says so."""
    for old in (None, b"old"):
        if old:
            packed.write_bytes(old)
        words = ("--output", packed) + (("--force",) if old else ())
        code, err = run(folder, "--template", "t.jinja", *words, data, before=files_of(100))
        if "this build cannot" in err:
            break
        last = err.rstrip().rpartition("\n")[2]
        left = "nothing of them was written, %s is still the old file" if old else "nothing was written, %s does not exist"
        check("packed, and no block: " + err, (code, last.endswith("read; " + left % packed), packed.exists()), (1, True, bool(old)))
    packed.unlink(missing_ok=True)


def main():
    for part in (inputs, existing, another_run, interrupted, full):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name).resolve()
            (folder / "t.jinja").write_text(CHATML)
            part(folder)
    print("%d failures" % len(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
