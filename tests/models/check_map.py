"""chatfmt map: layouts, errors, threads, packing, resuming after a kill.

usage: check_map.py [--rows N]
"""
import fcntl
import gzip
import json
import os
import random
import select
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


def faults(folder, template):
    """What no row can do is refused before the first; what every row fails at ends with 1 and keeps the old output."""
    usual = '{"messages": [{"role": "user", "content": "a"}]}\n'
    table, out = folder / "table.csv", folder / "kept.jsonl"
    table.write_text("a,b\n1,2\n")
    out.write_text("old\n")
    check("all left out", run("--template", template, "--force", "--on-error", "skip", "--output", out, table)[0], 1)
    check("the old output", out.read_text(), "old\n")
    check("all noted", run("--template", template, "--force", "--on-error", "record", "--output", out, table)[0], 1)
    check("the notes", len(out.read_text().splitlines()), 2)
    check("no rows", run("--template", template, stdin=b"")[0], 0)
    check("some left out", run("--template", template, "--on-error", "skip", stdin=(usual + "{}\n").encode())[0], 0)
    refused = [(["--columns", "input_ids"], "need --tokenizer FILE, or --model PATH"),
               (["--max-length", "9"], "need --tokenizer FILE, or --model PATH"),
               (["--pack", "--max-length", "9", "--columns", "text,labels", "--tokenizer", "x"], "--columns that packs do not have"),
               (["--pack", "--max-length", "9", "--fit", "none", "--tokenizer", "x"], "--fit none"),
               (["--layout", "shargpt"], "did you mean sharegpt?")]
    for words, part in refused:
        code, _, err = run("--template", template, *words, stdin=usual.encode())
        check("refused %s" % words, (code, part in err), (2, True))
    source = folder / "silent.jinja"
    source.write_text("{% for m in messages if m.role == 'user' %}{{ m.content }}{% endfor %}")
    code, _, err = run("--template", source, stdin=b'{"messages": [{"role": "usr", "content": "a"}]}\n')
    check("empty prompt", (code, "empty_prompt: nothing is written of messages[0].content" in err), (1, True))
    code, _, err = run("--template", source, stdin=b'{"conversations": [{"from": "humman", "value": "a"}]}\n')
    check("unknown from", (code, '"from" is "humman", which ShareGPT does not have' in err, 'did you mean "human"?' in err), (1, True, True))
    code, _, err = run("--template", source, "--column", "talk", stdin=b'{"messages": [], "talk": [{"role": "usr", "content": "a"}]}\n')
    check("column of the cause", (code, 'messages[0] has the role "usr"; did you mean "user"?' in err), (1, True))
    check("nothing to write", run("--template", source, stdin=b'{"messages": [{"role": "user", "content": ""}]}\n')[:2], (0, b'{"text": ""}\n'))
    for layout, column in (("sharegpt", "conversations"), ("prompt", "prompt"), ("xtuner", "conversation")):
        check("column of " + layout, "there is no column '%s', which the layout %s reads; the row has the layout messages\n" % (column, layout) in run("--template", template, "--layout", layout, stdin=usual.encode())[2], True)
    check("column of messages", "there is no column 'messages', which the layout messages reads; the row has the layout prompt\n" in run("--template", template, "--layout", "messages", stdin=b'{"prompt": "a"}\n')[2], True)
    other = json.dumps({"messages": [{"role": "user", "content": "Hi"}, {"role": "bot", "content": "x"}]}).encode()
    for roles, said in (("", "none of its roles is in the mask: user, bot\n"), ("bot", None)):
        err = run("--template", template, "--columns", "mask", *(("--roles", roles) if roles else ()), stdin=other)[2]
        check("roles without a loss", said in err if said else "in the loss" not in err, True)
    check("nothing in the loss", "1 row with nothing in the loss" in run("--template", template, "--columns", "mask", stdin=usual.encode())[2], True)


def layouts(folder, template):
    want = "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nA<|im_end|>\n<|im_start|>assistant\nB<|im_end|>\n"
    rows = [{"messages": [{"role": "system", "content": "S"}, {"role": "user", "content": "A"}, {"role": "assistant", "content": "B"}]},
            {"system": "S", "messages": [{"role": "user", "content": "A"}, {"role": "assistant", "content": "B"}]},
            {"conversations": [{"from": "system", "value": "S"}, {"from": "human", "value": "A"}, {"from": "gpt", "value": "B"}]},
            {"system": "S", "conversations": [{"from": "user", "value": "A"}, {"from": "assistant", "value": "B"}]},
            {"system": "S", "prompt": "A", "completion": "B"},
            {"prompt": [{"role": "system", "content": "S"}, {"role": "user", "content": "A"}], "completion": [{"role": "assistant", "content": "B"}]},
            {"conversation": [{"system": "S", "input": "A", "output": "B"}]},
            {"system": "S", "prompt": "A", "response": "B"},
            {"system": "S", "instruction": "A", "response": "B"},
            {"system": "S", "instruction": "A", "output": "B", "response": "C"},
            {"system": "S", "instruction": "A", "input": "", "output": "B", "history": []},
            {"system": "S", "conversation": [{"input": "A", "output": "B"}]}]
    other = len(rows)  # from here on the column is another text than the conversation's, which counts
    for column in ("S", "T"):
        rows += [{"system": column, "messages": [{"role": "system", "content": "S"}, {"role": "user", "content": "A"}, {"role": "assistant", "content": "B"}]},
                 {"system": column, "conversations": [{"from": "system", "value": "S"}, {"from": "human", "value": "A"}, {"from": "gpt", "value": "B"}]},
                 {"system": column, "prompt": [{"role": "system", "content": "S"}, {"role": "user", "content": "A"}], "completion": [{"role": "assistant", "content": "B"}]},
                 {"system": column, "conversation": [{"system": "S", "input": "A", "output": "B"}]}]
    for row in rows[other:]:
        same = row["system"] == "S"
        code, out, err = run("--template", template, stdin=(json.dumps(row) + "\n").encode())
        check("system beside a system message", (code, "1 row with texts that the prompt lacks" in err), (0, not same))
        code, out, err = run("--template", template, "--strict", stdin=(json.dumps(row) + "\n").encode())
        check("the same, strict", (code, "system" in err), (0, False) if same else (1, True))
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
    alpaca = {"instruction": "A\u00e9", "input": "in", "output": "", "history": [["x", "y"]]}
    code, out, err = run("--template", template, stdin=json.dumps(alpaca).encode())
    check("alpaca", json.loads(out)["text"], "<|im_start|>user\nx<|im_end|>\n<|im_start|>assistant\ny<|im_end|>\n"
          "<|im_start|>user\nA\u00e9\nin<|im_end|>\n<|im_start|>assistant\n<|im_end|>\n")
    for items in ([{"from": "human", "value": "A"}, {"from": "gpt", "value": "B"}], [{"input": "A", "output": "B"}],
                  [{"role": "user", "content": "A"}, {"role": "assistant", "content": "B"}]):
        code, out, err = run("--template", template, "--column", "dialog", stdin=json.dumps({"dialog": items}).encode())
        check("column of %s" % list(items[0]), json.loads(out)["text"], want[want.index("<|im_start|>user"):])
    for row, words in (({"instruction": "A", "input": 1}, "instruction and input are not both texts"),
                       ({"instruction": ["A"], "input": "b"}, "instruction and input are not both texts"),
                       ({"instruction": "A", "history": "b"}, "the column history is not an array"),
                       ({"instruction": "A", "history": [["b"]]}, "history[0] is not [question, answer]"),
                       ({"instructions": "A", "output": "b"}, "did you mean 'instruction'?")):
        code, out, err = run("--template", template, stdin=json.dumps(row).encode())
        check("refused %s" % row, (code, words in err), (1, True))
    code, out, err = run("--template", template, "--layout", "alpaca", stdin=b'{"prompt": "a"}')
    check("no instruction", (code, "there is no column 'instruction'" in err), (1, True))


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
    hints(folder)
    code, skipped, err = run("--template", template, "--on-error", "skip", stdin=data)
    check("skip", (code, [l for l in out.split(b"\n") if b'"error"' not in l]), (0, skipped.split(b"\n")))
    code, cut, err = run("--template", template, stdin=data)
    check("fail", (code, out.startswith(cut)), (1, True))


def hints(folder):
    """A row that is recorded says where it failed and what helps, of its own conversation alone."""
    source = folder / "text.jinja"
    source.write_text("{% for m in messages %}{{ '' + m.content }}{% endfor %}")
    parts = {"role": "user", "content": [{"type": "text", "text": "a"}]}
    text = {"role": "user", "content": "a"}
    shape = 'a message is an object: {"role": …, "content": …}'
    lists = "messages[%d].content is a list of parts; the template takes text here"
    lacks = 'messages[1] has no "content"'
    for fix, row, path, hint in ((None, {"messages": [text, "x"]}, "messages[1]", shape),
                                 (None, {"messages": [text, text, parts]}, "messages[2].content", lists % 2),
                                 (None, {"prompt": [parts], "completion": "b"}, "messages[0].content", lists % 0),
                                 (None, {"messages": [text, {"role": "user", "content": None}]}, "messages[1].content",
                                  "messages[1].content is null, which transformers leaves out; "
                                  "--fix null-to-empty gives the message an empty text"),
                                 ("raw-messages", {"messages": [text, {"role": "user", "content": None}]}, "messages[1].content",
                                  "messages[1].content is null; the template takes text here"),
                                 (None, {"messages": [text, {"role": "user"}]}, "messages[1]", lacks),
                                 (None, {"messages": 5}, None, None), (None, [1], None, None)):
        code, out, err = run("--template", source, "--on-error", "record", *(("--fix", fix) if fix else ()),
                             stdin=(json.dumps({"messages": [parts]}) + "\n" + json.dumps(row)).encode())
        error = json.loads(out.decode().splitlines()[1])["error"]
        check("hint of %s" % row, (error.get("path"), error.get("hint")), (path, hint))


def threads(folder, template, count):
    data = folder / "data.jsonl"
    with open(data, "w", encoding="utf-8") as file:
        for row in rows_of(count, 5, 0.01):
            file.write(row + "\n")
    outs = []
    for j in (1, 2, 5):
        out = folder / ("out%d.jsonl" % j)
        before = time.monotonic()
        code, _, err = run("--template", template, "--on-error", "record", "--columns", "text,mask", f"-j{j}", "--output", out, data)
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
    kills(folder, template, data)


def finished(path):
    """What is in the file once the process that writes it, which outlives `map`, has let go of it."""
    if not path.exists():
        return b""
    with open(path, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        return file.read()


def wait_to_write(child, out):
    """Until the process has written to the file, or has ended."""
    size = lambda: out.stat().st_size if out.exists() else 0
    before = size()
    while size() == before and child.poll() is None:
        time.sleep(0.001)


def kills(folder, template, data):
    # Killed anywhere it leaves whole lines, and goes on to the same file.
    rnd = random.Random(9)
    for mode in ("record", "skip"):
        whole = folder / ("whole-%s.jsonl" % mode)
        run("--template", template, "--on-error", mode, "--output", whole, data)
        out = folder / ("resumed-%s.jsonl" % mode)
        words = [PROGRAM, "map", "--template", str(template), "--on-error", mode, "--resume", "--output", str(out), str(data)]
        for attempt in range(12):
            child = subprocess.Popen(words, stderr=subprocess.DEVNULL)
            if attempt % 2 == 0:  # once it writes; else anywhere, which on a slow machine is before
                wait_to_write(child, out)
            time.sleep(0.005 + rnd.random() * 0.1)
            child.send_signal(rnd.choice([signal.SIGKILL, signal.SIGTERM]))
            child.wait()
            so_far = finished(out)
            check("whole lines", not so_far or so_far.endswith(b"\n"), True)
        with open(out, "ab") as file:
            file.write(b'{"text": "half a li')  # as after a power cut
        subprocess.run(words, check=True, stderr=subprocess.DEVNULL)
        check("resumed " + mode, out.read_bytes() == whole.read_bytes(), True)


def packed(folder, template):
    """Packed input and output, members and frames in a row, cut off and damaged anywhere."""
    lines = list(rows_of(3000, 11))
    data = "".join(line + "\n" for line in lines).encode()
    want = run("--template", template, stdin=data)[1]
    if "this build cannot" in run("--template", template, "--output", folder / "no.gz", stdin=b"")[2]:
        return
    for ending in ("gz", "zst"):
        out = folder / ("out." + ending)
        code, _, err = run("--template", template, "--output", out, stdin=data)
        check("write " + ending, code, 0)
        check("read back " + ending, run("--template", template, "--columns", "text", out)[0], 1)  # texts are no rows
    packs = {"gz": gzip.compress(data[:70000]) + gzip.compress(b"") + gzip.compress(data[70000:])}
    if subprocess.run(["sh", "-c", "command -v zstd"], stdout=subprocess.DEVNULL).returncode == 0:
        packs["zst"] = b"".join(subprocess.run(["zstd", "-q", "-c"], input=part, capture_output=True, check=True).stdout
                                for part in (data[:70000], b"", data[70000:]))
    rnd = random.Random(4)
    for ending, whole in packs.items():
        path = folder / ("data." + ending)
        path.write_bytes(whole)
        check("packed " + ending, run("--template", template, path)[:2], (0, want))
        check("packed, by its bytes, " + ending, run("--template", template, "-", stdin=whole)[:2], (0, want))
        check("two of them " + ending, run("--template", template, path, path)[1], want + want)
        for cut in sorted(rnd.randrange(20, len(whole) - 1) for _ in range(12)):
            code, out, err = run("--template", template, "-", stdin=whole[:cut])
            lines_out = out.count(b"\n")
            if code == 0:  # between two members
                check("cut between " + ending, want.startswith(out), True)
                continue
            check("cut " + ending, (code, want.startswith(out), "standard input: the" in err, "after line %d" % lines_out in err),
                  (1, True, True, True))
        for _ in range(12):
            at = rnd.randrange(12, len(whole) - 12)
            code, out, err = run("--template", template, "--on-error", "skip", "-", stdin=whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1:])
            check("damaged " + ending, code in (0, 1) and (code == 0 or "after line" in err), True)
    check("zeros behind", run("--template", template, "-", stdin=packs["gz"] + bytes(5000))[:2], (0, want))
    code, out, err = run("--template", template, "-", stdin=packs["gz"] + b"rest")
    check("rest behind", (code, out, "malformed, after line 3000" in err), (1, want, True))
    check("not packed", run("--template", template, "-", stdin=b"\x1f\x8b")[0], 1)


def columns(folder, template):
    """Columns that are chosen, and what is said when there are none."""
    row = {"id": "x1", "messages": [{"role": "user", "content": "A"}, {"role": "assistant", "content": "B"}]}
    text = "<|im_start|>user\nA<|im_end|>\n<|im_start|>assistant\nB<|im_end|>\n"
    at = text.rindex("B<")
    one = json.dumps(row).encode()
    for names, want in (
            ("text", {"text": text}), ("id", {"id": "x1"}), ("id,line", {"id": "x1", "line": 1}),
            ("length", {"length": len(text), "length_chars": len(text)}),
            ("mask", {"line": 1, "mask": [[at, len(text) - 1]], "mask_chars": [[at, len(text) - 1]]}),
            ("split", {"prompt": text[:at], "completion": text[at:]}),
            ("turns", {"line": 1, "turns": [{"message": 1, "begin": at, "end": len(text) - 1}]})):
        code, out, err = run("--template", template, "--columns", names, stdin=one)
        check("columns " + names, (code, json.loads(out or b"null")), (0, want))
    mine = json.dumps({"talk": row["messages"], "human": [{"input": "A", "output": "B"}]}).encode()
    check("column", json.loads(run("--template", template, "--column", "talk", stdin=mine)[1])["text"], text)
    check("column of a layout", json.loads(run("--template", template, "--layout", "xtuner", "--column", "human", stdin=mine)[1])["text"], text)
    asked = run("--template", template, "--column", "chosen", stdin=b'{"prompt": "a", "chosen": null, "rejected": "b"}')[2]
    check("column that is null", "the column 'chosen' is null\n" in asked, True)
    misspelt = b'{"conversations": [{"from": "humn", "value": "a"}]}'
    check("role of ShareGPT", 'messages[0] has "humn"; did you mean "user"?' in run("--template", template, stdin=misspelt)[2], True)
    for source, said in (
            ("{", "JSON over several lines"), ("[]", "looks like a JSON array"), ("5", "the line is not a JSON object"),
            ('{"x": 1}', "no column messages, conversations, conversation, prompt or instruction"),
            ('{"messages": 5}', "the column 'messages' is not an array of messages"),
            ('{"messages": "[\\n {}]"}', "the column 'messages' is JSON text, not an array of messages: json.loads() makes one of it"),
            ('{"messages": "[INST] a"}', "the column 'messages' is not an array of messages; texts of"),
            ('{"messages": null, "text": "a"}', "the column 'messages' is null"), ('{"conversations": [{"from": "human"}]}', 'conversations[0] has no "value"'),
            ('{"messages": [{"role": "user", "content": "a"}], "chat_template_kwargs": 5}', "not an object"),
            ('{"conversations": [5]}', "conversations[0] is no object"), ('{"conversation": [5]}', "conversation[0] is no object"),
            ('{"conversations": [{"from": "human", "value": "a"}, {"from": "gpt", "value": null}]}', "conversations[1].value is null"),
            ('{"messages": [{"role": "user", "content": "a"}], "tools": 5}', "the column tools: not an array"),
            ('{"messages": [{"role": "user", "content": "a"}], "tools": "[}"}', "the column tools: malformed JSON"),
            ('{"messages": [{"role": "user", "content": "a"}], "documents": "{}"}', "the column documents: not an array"),
            ('{"messages": []}', "empty conversation"), ('\xff', "malformed JSON")):
        code, out, err = run("--template", template, stdin=source.encode("latin-1"))
        check("said of " + source, (code, out, said in err and "standard input:1" in err), (1, b"", True))
    good = one + b"\n"
    for words, want in ((("--columns", "nope"), "--columns"), (("--layout", "nope"), "--layout"), (("--on-error", "nope"), "--on-error"),
                        (("-j", "0"), "-j"), (("--resume",), "--resume"), (("--mask", "nope"), "--mask")):
        code, out, err = run("--template", template, *words, stdin=good)
        check("usage %s" % (words,), (code in (1, 2), out, want in err), (True, b"", True))
    # Lines are counted over all inputs, however these end.
    (folder / "a.jsonl").write_bytes(good * 2)
    (folder / "b.jsonl").write_bytes(one)
    (folder / "c.jsonl").write_bytes(b"{\n" + good)
    code, out, err = run("--template", template, "--columns", "line", "--on-error", "skip", *(folder / n for n in ("a.jsonl", "b.jsonl", "c.jsonl")))
    check("lines of three files", ([json.loads(l)["line"] for l in out.splitlines()], "c.jsonl:1:2: " in err), ([1, 2, 3, 5], True))
    talk = row["messages"]
    reading = folder / "reading.jinja"
    reading.write_text("{{ tools | length }}" + template.read_text())
    # As TRL: the prompt is in front where both are messages, or both are texts.
    for prompt, chosen in ((talk[:1], talk[1:]), ("A", "B"), ("A", talk)):
        code, out, _ = run("--template", template, "--column", "chosen", stdin=json.dumps({"prompt": prompt, "chosen": chosen, "rejected": chosen}).encode())
        check("preference of %s" % type(prompt).__name__, (code, json.loads(out)["text"]), (0, text))
    for data, words, told in (({"conversations": [{"from": "moderator", "value": "A"}]}, (), 'messages[0] has "moderator"'),
                              ({"conversations": [{"from": "user", "value": "A"}, {"from": "gtp", "value": "A"}]}, (), 'messages[1] has "gtp"'),
                              ({"messages": [{"role": "human", "content": "A"}]}, (), None),
                              ({"messages": [{"role": "asistant", "content": "A"}]}, (), 'messages[0] has "asistant"; did you mean "assistant"?'),
                              ({"messages": [{"role": "knowledge", "content": "A"}]}, (), None),
                              ({"messages": talk, "tools": [{"type": "function"}]}, (), "1 row with tools, documents or variables that the template does not read"),
                              ({"messages": talk, "documents": [{"text": "D"}]}, (), "1 row with tools, documents or variables that the template does not read"),
                              ({"messages": talk, "tools": []}, (), None),
                              ({"messages": talk, "documents": [{"text": "D"}], "chat_template_kwargs": {"a": 1, "think": 1}}, (), ":1: documents, chat_template_kwargs.a\n"),
                              ({"messages": talk, "chat_template_kwargs": {"bos_token": "", "think": False}}, (), "does not read; the first: standard input:1: chat_template_kwargs.think\n"),
                              ({"messages": talk, "chat_template_kwargs": {"add_generation_prompt": True}}, (), None),
                              ({"prompt": "A", "chosen": "B", "rejected": "C"}, (), "--column chosen renders"),
                              ({"chosen": talk, "rejected": talk}, ("--column", "chosen"), None),
                              ({"conversations": [{"from": "human", "value": "A"}, {"from": "system", "value": "A"}]}, (), None)):
        code, out, said = run("--template", template, *words, stdin=json.dumps(data).encode())
        check("remark on %s" % data, (code, told in said if told else said.count("\n")), (0, True if told else 1))
    nameless = json.dumps({"messages": [{"role": "user", "content": "A"}, {"content": "B"}]}).encode()
    check("no role", ": messages[1] has none\n" in run("--template", template, stdin=nameless)[2], True)
    # Roles that the template leaves out, as far as the row shows it; and roles of a mask that no message has.
    leaves = folder / "leaves.jinja"
    leaves.write_text("{% for m in messages if m.role in ('user', 'assistant') or m.note %}{{ m.content }}{% endfor %}{# developer #}")
    for role, more, words, told in (("tool", {}, (), "1 row with a role that is missing, misspelt, or left out"), ("critic", {}, (), ": messages[2] has \"critic\"\n"), ("critic", {"note": 1}, (), None),
                                    ("tool", {}, ("--columns", "mask", "--roles", "user,asistant,tool"), "--roles has asistant, which no message has; did you mean assistant?\n"),
                                    ("developer", {}, (), ": messages[2] has \"developer\"\n"), ("tool", {"content": " "}, (), None), ("tool", {"content": [{"type": "text", "text": "A"}]}, (), ": messages[2] has \"tool\"\n")):
        data = {"messages": [*talk, {"role": role, "content": "A", **more}]}
        code, out, said = run("--template", leaves, *words, stdin=json.dumps(data).encode())
        check("role %s %s" % (data, words), (code, told in said if told else said.count("\n")), (0, True if told else 1))
    code, _, said = run("--template", reading, stdin=json.dumps({"messages": talk, "tools": [{"type": "function"}]}).encode())
    check("tools that are read", (code, said.count("\n")), (0, 1))
    objects = folder / "objects.jinja"
    objects.write_text("{% for m in messages %}{% for c in m.tool_calls or [] %}{{ c.function.arguments | tojson }}{% endfor %}{{ m.content }}{% endfor %}")
    call = {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "f", "arguments": '{"a": 1}'}}]}
    for words, want in ((), 1), (("--fix", "fit-arguments"), 0):
        code, out, said = run("--template", objects, *words, stdin=json.dumps({"messages": [call]}).encode())
        check("arguments as text %s" % (words,), (code, said.count("1 row with arguments of a tool call that are text"), said.count("--fix fit-arguments makes them one; the first: standard input:1")), (0, want, want))
    for message, want in (({"role": "user"}, 1), ({"contents": "A", "role": "user"}, 1), ({"role": "user", "tool_calls": []}, 1), ({"role": "user", "content": None}, 0), ({"content": "", "role": "user"}, 0),
                          ({"role": "assistant", "tool_calls": call["tool_calls"]}, 0)):
        code, out, said = run("--template", objects, stdin=json.dumps({"messages": [talk[0], message]}).encode())
        check("without content %s" % message, (code, said.count("1 row with a message that has neither content nor tool calls; the first: standard input:1: messages[1]\n")), (0, want))
    code, _, said = run("--template", template, stdin=b'{"instruction": "A", "output": ["B", "C"]}')
    check("answers to choose from", (code, "the column output: it is an array, but not of messages" in said), (1, True))
    bare = folder / "bare"
    bare.mkdir()
    check("no template", run("--model", bare, stdin=good)[0], 1)
    check("default template", json.loads(run("--model", bare, "--default-template", template, stdin=good)[1])["text"], text)
    check("no such file", run("--template", template, folder / "none.jsonl")[0], 1)
    check("summary", err.strip().splitlines()[-1], "chatfmt: 5 rows, 4 written, 1 with errors (left out)")


def stops(folder, template):
    """A signal ends it at a whole line, also while it waits for input."""
    child = subprocess.Popen([PROGRAM, "map", "--template", str(template), "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    time.sleep(0.2)
    child.send_signal(signal.SIGINT)
    try:
        check("stopped while waiting", child.wait(5), -signal.SIGINT)
    except subprocess.TimeoutExpired:
        child.kill()
        check("stopped while waiting", "waits on", 1)
    if os.path.exists("/dev/full"):
        row = json.dumps({"messages": [{"role": "user", "content": "A"}]}).encode()
        code, _, err = run("--template", template, "--output", "/dev/full", stdin=row)
        check("full", (code, "could not be written" in err), (1, True))


def streams(folder, template):
    """What comes through a pipe goes on when it is there, not when much of it is."""
    row = json.dumps({"messages": [{"role": "user", "content": "A"}]}).encode() + b"\n"
    want = subprocess.run([PROGRAM, "map", "--quiet", "--template", str(template), "-"], input=row, capture_output=True).stdout
    for j in (1, 2):
        child = subprocess.Popen([PROGRAM, "map", "--quiet", "--template", str(template), "-j", str(j), "-"], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE)
        for count in (1, 3):
            os.write(child.stdin.fileno(), row * count + row[:9])
            got = b""
            while got.count(b"\n") < count and select.select([child.stdout], [], [], 20)[0]:
                got += os.read(child.stdout.fileno(), 1 << 16)
            check("streamed", got, want * count)
            os.write(child.stdin.fileno(), row[9:])
            check("streamed, half a line", select.select([child.stdout], [], [], 20)[0] and os.read(child.stdout.fileno(), 1 << 16), want)
        child.stdin.close()
        check("streamed, end", (child.stdout.read(), child.wait(20)), (b"", 0))


def main():
    count = int(sys.argv[sys.argv.index("--rows") + 1]) if "--rows" in sys.argv else 20000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        template = folder / "chatml.jinja"
        template.write_text(CHATML)
        faults(folder, template)
        layouts(folder, template)
        errors(folder, template)
        columns(folder, template)
        packed(folder, template)
        stops(folder, template)
        streams(folder, template)
        threads(folder, template, count)
    print("%d failures" % len(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
