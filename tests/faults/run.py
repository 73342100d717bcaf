"""System calls that go wrong, one at a time, at every call of the commands that write files.

usage: run.py [--every N] [--shim FILE] [--only NAME]

Each run of map, template, fmt and of the tokenizer cache has one fault: a call that is short, interrupted or refused, a
signal, or a kill before, in the middle of, or after the call (shim.c). Afterwards no file may be damaged, no half line may
be there as a whole one, what was said of the output has to be true, and the next run has to come to the same files as if
nothing had happened, with nothing left beside them. --every N tries each N-th fault alone.
"""
import gzip
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROGRAM = os.path.abspath(os.environ.get("CHATFMT", "build/chatfmt"))
SKIP = 77
LEFT = re.compile(r".\.chatfmt-[A-Za-z0-9]{6}$")
KILLS, SIGNALS = ("KILL", "cut"), ("TERM", "INT")
FAULTS = {
    "read": ("short", "EINTR", "EIO", "KILL", "TERM"), "pread": ("short", "EINTR", "EIO", "KILL"),
    "write": ("short", "EINTR", "ENOSPC", "EIO", "half", "KILL", "cut", "TERM", "INT"),
    "fsync": ("EINTR", "EIO", "ENOSPC", "KILL", "TERM"), "open": ("EMFILE", "EACCES", "EINTR", "KILL", "cut", "TERM"),
    "rename": ("EIO", "ENOSPC", "KILL", "cut", "TERM"), "linkat": ("EIO", "KILL", "cut", "TERM"), "unlink": ("EIO", "KILL", "cut", "TERM"),
    "unlinkat": ("EIO", "KILL", "cut"), "fchmod": ("EIO", "KILL", "TERM"), "ftruncate": ("EIO", "KILL", "cut"), "flock": ("EINTR", "EIO", "KILL", "TERM"),
    "close": ("EIO", "KILL", "TERM"), "mkdir": ("EACCES", "ENOSPC", "KILL", "cut"), "mmap": ("ENOMEM", "KILL"), "pipe": ("EMFILE", "KILL"),
    "fork": ("ENOMEM", "KILL", "cut"), "lseek": ("EIO", "KILL"),
}
# Tried in these scenarios whatever the sample.
ALWAYS = {"fstat": ("EIO",), "waitpid": ("EINTR",)}
ALWAYS_IN = {"map", "map --force, 2 threads, files with names", "map --resume", "template replace, files with names"}
HARMLESS = {("read", "short"), ("read", "EINTR"), ("pread", "short"), ("pread", "EINTR"), ("write", "short"), ("write", "EINTR"),
            ("fsync", "EINTR"), ("flock", "EINTR"), ("waitpid", "EINTR")}
MOST = 40  # of one kind of call in one run
TEMPLATE = "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
UGLY, TIDY = "{%if a%}x{%endif%}{{b}}\n" * 40, None


class Work:
    """The files that all scenarios begin with, made once."""

    def __init__(self, folder):
        self.folder = folder
        rows = [json.dumps({"messages": [{"role": "user", "content": "question %d " % i * 90}, {"role": "assistant", "content": "é" * (i % 50)}]}) for i in range(900)]
        (folder / "data.jsonl").write_text("\n".join(rows) + "\n")
        (folder / "data.jsonl.gz").write_bytes(gzip.compress((folder / "data.jsonl").read_bytes(), 1))
        (folder / "t.jinja").write_text(TEMPLATE)
        for name, body in (("old", "O" * 9000), ("new", "N" * 9000), ("more", "M" * 9000)):
            (folder / (name + ".jinja")).write_text(body)
        letters = [chr(c) for c in range(33, 127)] + ["Ġ", "Ċ", "Ã", "©"]
        tokenizer = {"version": "1.0", "added_tokens": [], "normalizer": None, "post_processor": None, "decoder": {"type": "ByteLevel"},
                     "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
                     "model": {"type": "BPE", "vocab": {w: i for i, w in enumerate(letters + ["qu", "es"] + ["word%d" % i for i in range(16000)])},
                               "merges": ["q u", "e s"]}}
        (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
        (folder / "tokenizer2.json").write_text(json.dumps(tokenizer, indent=1))
        (folder / "source").mkdir()
        (folder / "source" / "chat_template.jinja").write_text("N" * 9000)
        self.made = {}
        self.lock = threading.Lock()

    def run(self, words, cwd, **environment):
        return subprocess.run([PROGRAM, *map(str, words)], cwd=cwd, capture_output=True, stdin=subprocess.DEVNULL, timeout=120,
                              env={**os.environ, "CHATFMT_NO_CACHE": "1", **environment})

    def whole(self, words):
        """What standard output is when nothing goes wrong."""
        with self.lock:
            if words not in self.made:
                self.made[words] = self.run(("map", *words), self.folder, CHATFMT_CACHE="").stdout
            return self.made[words]


def left(folder):
    return [p.name for p in folder.rglob("*") if LEFT.search(p.name)]


class Map:
    """An output of map; `before` fills it."""

    def __init__(self, name, words=(), ending="", before=None, source="data.jsonl", named=False):
        self.name, self.ending, self.before, self.named, self.processes = name, ending, before, named, (1, 2)
        self.words = ("--template", "{}/t.jinja", "--now", "2026-01-01", *words, "{}/" + source)

    def given(self, work):
        return tuple(w.replace("{}", str(work.folder)) for w in self.words)

    def begin(self, work, folder):
        self_out = folder / ("out.jsonl" + self.ending)
        if self.before == "old":
            self_out.write_bytes(b'{"precious": 1}\n')
        if self.before == "half":
            whole = work.whole(self.given(work))
            work.run(("map", *self.given(work), "--output", self_out), folder)
            self_out.write_bytes(whole[:len(whole) // 3])  # in the middle of a line
        more = {"old": ("--force",), "half": ("--resume",), None: ()}[self.before]
        return ("map", *self.given(work), *more, "--output", str(self_out))

    def lines(self, data):
        return data if not self.ending or not data else gzip.decompress(data) if self.ending == ".gz" else \
            subprocess.run(["zstd", "-dcq"], input=data, capture_output=True, check=True).stdout

    def bad(self, work, folder, done, fault):
        out, whole, problems = folder / ("out.jsonl" + self.ending), work.whole(self.given(work)), []
        raw = out.read_bytes() if out.exists() else b""
        err = done.stderr.decode()
        old = self.before == "old" and raw == b'{"precious": 1}\n'
        try:
            now = b"" if old else self.lines(raw)
        except (OSError, EOFError, subprocess.CalledProcessError) as error:
            return ["a damaged output: %s" % error]
        if not whole.startswith(now) or (now and not now.endswith(b"\n")):
            cut_resume = self.before == "half" and raw == whole[:len(whole) // 3]
            if not cut_resume:
                problems.append("the output is not the first lines of what is wanted")
        if self.before == "old" and not raw:
            problems.append("the old output is lost")
        if done.returncode == 0 and now != whole:
            problems.append("status 0, and not all is there")
        count = now.count(b"\n")
        told = re.search(r"holds (\d+) whole lines", err)
        if told and int(told.group(1)) != raw.count(b"\n") and int(told.group(1)) != count:
            problems.append("said to hold %s lines, holds %d" % (told.group(1), count))
        told = re.search(r"interrupted after (\d+) rows", err)
        if told and "--pack" not in self.words and int(told.group(1)) != count:
            problems.append("interrupted after %s rows, holds %d lines" % (told.group(1), count))
        told = re.search(r"(\d+) rows, (\d+) written", err)
        if told and "--pack" not in self.words and self.before != "half" and int(told.group(2)) != count:
            problems.append("said to have written %s lines, holds %d" % (told.group(2), count))
        if not problems:
            problems = self.again(work, folder, out, whole, old)
        return problems

    def again(self, work, folder, out, whole, old):
        """The next run comes to the same file, and nothing is left."""
        words = ("map", *self.given(work), "--output", str(out))
        if not self.ending:
            done = work.run((*words, "--resume"), folder)
            data = out.read_bytes() if out.exists() else b""
            if done.returncode == 0 and data != whole:
                return ["resumed to another file"]
            if done.returncode not in (0, 2) or (done.returncode == 2 and b"the record of the run" not in done.stderr):
                return ["not resumed: %r" % done.stderr]
            if done.returncode == 2 and self.before is None and data:
                return ["lost its record: %r" % done.stderr]
        done = work.run((*words, "--force"), folder)
        if done.returncode or self.lines(out.read_bytes()) != whole:
            return ["the next run fails: %r" % done.stderr]
        return ["left over: %s" % left(folder)] if left(folder) else []


class Folder:
    """A command that changes the files of a folder, each wholly or not at all."""

    def __init__(self, name, files, words, named=False):
        self.name, self.files, self.words, self.named, self.processes = name, files, words, named, (1,)
        self.after = {}

    def begin(self, work, folder):
        model = folder / "model"
        for path, text in self.files.items():
            (model / path).parent.mkdir(parents=True, exist_ok=True)
            (model / path).write_text(text)
        return tuple(str(w).replace("{}", str(work.folder)).replace("[]", str(model)) for w in self.words)

    def state(self, folder):
        return {str(p.relative_to(folder / "model")): p.read_text() for p in sorted((folder / "model").rglob("*")) if p.is_file() and not LEFT.search(p.name)}

    def learn(self, work, folder):
        done = work.run(self.begin(work, folder), folder)
        self.after = self.state(folder)
        return done.returncode == 0

    def bad(self, work, folder, done, fault):
        now = self.state(folder)
        for path, text in now.items():
            if text not in (self.files.get(path), self.after.get(path)):
                return ["%s is neither the old one nor the new one" % path]
        for path in set(self.files) & set(self.after):
            if path not in now:
                return ["%s is gone" % path]
        if done.returncode == 0 and now != self.after:
            return ["status 0, and not all is done"]
        if done.returncode < 0 and fault[2] in SIGNALS and left(folder):
            return ["a signal leaves %s" % left(folder)]
        done = work.run(self.begin(work, folder), folder)
        if done.returncode or self.state(folder) != self.after:
            return ["the next run fails: %r" % done.stderr]
        return ["left over: %s" % left(folder)] if left(folder) else []


class Cache:
    """A tokenizer that is compiled into the cache: whatever happens there, its ids are right."""

    def __init__(self, name, named=False):
        self.name, self.named, self.processes = name, named, (1,)

    def begin(self, work, folder):
        shutil.copy(work.folder / "tokenizer.json", folder / "tokenizer.json")
        (folder / "text").write_text("question user word7 word15999")
        return ("tokenize", "--tokenizer", "tokenizer.json", "text")

    def bad(self, work, folder, done, fault):
        words = ("tokenize", "--tokenizer", "tokenizer.json", "text")
        want = work.run(words, folder).stdout
        if done.returncode == 0 and done.stdout != want:
            return ["status 0, and other ids"]
        for _ in range(2):
            again = work.run(words, folder, **cache(folder))
            if again.returncode or again.stdout != want:
                return ["the next run fails: %r" % again.stderr]
        shutil.copy(work.folder / "tokenizer2.json", folder / "tokenizer.json")  # another one is written there
        again = work.run(words, folder, **cache(folder))
        if again.returncode or again.stdout != want:
            return ["another tokenizer fails: %r" % again.stderr]
        return ["left over: %s" % left(folder)] if left(folder) else []


def cache(folder):
    return {"CHATFMT_CACHE": str(folder / "cache"), "CHATFMT_NO_CACHE": ""}


def scenarios(work):
    old, processor = "O" * 9000, {"chat_template.jinja": "O" * 9000, "tokenizer_config.json": '{"a": 1, "chat_template": "x"}', "processor_config.json": '{"b": 1}'}
    several = {"chat_template.jinja": old, "additional_chat_templates/a.jinja": old, "additional_chat_templates/b.jinja": old, "tokenizer_config.json": '{"a": 1}'}
    pack = ("--pack", "--max-length", "4000", "--tokenizer", "{}/tokenizer.json")
    yield Map("map", ("-j", "1"))
    yield Map("map, 2 threads", ("-j", "2"))
    yield Map("map --force", ("-j", "1"), before="old")
    yield Map("map --force, 2 threads, files with names", ("-j", "2"), before="old", named=True)
    yield Map("map --resume", ("-j", "1"), before="half")
    yield Map("map --resume --on-error skip", ("-j", "2", "--on-error", "skip"), before="half")
    yield Map("map --pack", ("-j", "1", *pack))
    if b"this build cannot" not in work.run(("map", "--template", "t.jinja", "--output", work.folder / "x.gz", "data.jsonl"), work.folder).stderr:
        yield Map("map to gzip", ("-j", "1"), ending=".gz")
        yield Map("map to gzip, --force", ("-j", "2"), ending=".gz", before="old")
        yield Map("map from gzip", ("-j", "1"), source="data.jsonl.gz")
    if shutil.which("zstd") and b"this build cannot" not in work.run(("map", "--template", "t.jinja", "--output", work.folder / "x.zst", "data.jsonl"), work.folder).stderr:
        yield Map("map to zstd", ("-j", "1"), ending=".zst")
    for named in (False, True):
        more = ", files with names" if named else ""
        yield Folder("template set" + more, {"chat_template.jinja": old}, ("template", "set", "[]", "{}/new.jinja"), named)
        yield Folder("template set --layout config" + more, {"tokenizer_config.json": '{"a": 1}', "chat_template.jinja": old},
                     ("template", "set", "[]", "{}/new.jinja", "--layout", "config"), named)
        yield Folder("template replace" + more, several, ("template", "replace", "[]", "{}/new.jinja"), named)
        yield Folder("template replace, a processor" + more, processor, ("template", "replace", "[]", "{}/new.jinja", "--layout", "config"), named)
        yield Folder("template save" + more, several, ("template", "save", "{}/source", "[]", "--force"), named)
        yield Folder("fmt --in-place" + more, {"a.jinja": UGLY, "b.jinja": UGLY * 2}, ("fmt", "--in-place", "[]/a.jinja", "[]/b.jinja"), named)
        yield Cache("tokenizer cache" + more, named)


def one(work, shim, scenario, fault):
    """(whether there was such a call, what is wrong)"""
    call, number, how, who = fault
    folder = Path(tempfile.mkdtemp(dir=work.folder))
    try:
        words = scenario.begin(work, folder)
        log = folder / "fault.log"
        environment = {"LD_PRELOAD": shim, "FAULT": "%s:%d:%s:%d" % (call, number, how, who), "FAULT_LOG": str(log)}
        if scenario.named:
            environment["FAULT_NAMED"] = "1"
        if isinstance(scenario, Cache):
            environment.update(cache(folder))
        done = work.run(words, folder, **environment)
        if not log.exists():
            return False, []
        problems = []
        ends = [-signal.SIGKILL] if how in KILLS else [-signal.SIGTERM, -signal.SIGINT] if how in SIGNALS else []
        if done.returncode not in [0, 1] + ends:
            problems.append("status %d" % done.returncode)
        if done.returncode > 0 and not done.stderr:
            problems.append("nothing said")
        if (call, how) in HARMLESS and done.returncode:
            problems.append("a call that is to be made again ended it")
        problems += scenario.bad(work, folder, done, fault)
        return True, ["%s; status %d, said %r" % (p, done.returncode, done.stderr[-300:]) for p in problems]
    except subprocess.TimeoutExpired:
        return True, ["does not end"]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def column(work, shim, scenario, call, how, who, every):
    """The first call, the second and so on, until there is none."""
    tried, found = 0, []
    for number in range(1, MOST + 1, every):
        there, problems = one(work, shim, scenario, (call, number, how, who))
        if not there:
            break
        tried += 1
        found += ["%s: %s %d %s in process %d: %s" % (scenario.name, call, number, how, who, p) for p in problems]
    return scenario.name, how, tried, found


def build(folder):
    shim = folder / "shim.so"
    try:
        done = subprocess.run([os.environ.get("CC", "cc"), "-O1", "-shared", "-fPIC", "-o", str(shim), str(Path(__file__).with_name("shim.c")), "-ldl", "-lpthread"],
                              capture_output=True)
    except OSError:
        return None
    if done.returncode:
        print(done.stderr.decode())
        return None
    log = folder / "works.log"
    subprocess.run([PROGRAM, "template", "show", str(folder / "t.jinja")], capture_output=True,
                   env={**os.environ, "LD_PRELOAD": str(shim), "FAULT": "open:1:EMFILE", "FAULT_LOG": str(log)})
    return str(shim) if log.exists() else None  # a program linked with a sanitizer wants to be loaded first


def main():
    every = int(sys.argv[sys.argv.index("--every") + 1]) if "--every" in sys.argv else 1
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    with tempfile.TemporaryDirectory() as name:
        work = Work(Path(name).resolve())
        shim = build(work.folder) if sys.platform == "linux" else None
        if not shim:
            print("SKIPPED: no library can be preloaded")
            return SKIP
        jobs, always, counts, hows, failures = [], [], {}, {}, []
        for scenario in scenarios(work):
            if only not in scenario.name:
                continue
            if isinstance(scenario, Folder):
                folder = Path(tempfile.mkdtemp(dir=work.folder))
                if not scenario.learn(work, folder):
                    failures.append("%s: fails without a fault" % scenario.name)
            jobs += [(scenario, call, how, who) for call, ways in FAULTS.items() for how in ways for who in scenario.processes]
            if scenario.name in ALWAYS_IN:
                always += [(scenario, call, how, who) for call, ways in ALWAYS.items() for how in ways for who in scenario.processes]
        if every > 1:
            jobs = random.Random(every).sample(jobs, len(jobs) // every)
        jobs += always
        with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
            for scenario, how, tried, found in pool.map(lambda job: column(work, shim, *job, 1 if every == 1 or job in always else 2), jobs):
                counts[scenario] = counts.get(scenario, 0) + tried
                hows[how] = hows.get(how, 0) + tried
                failures += found
                for failure in found:
                    print("FAILED", failure, flush=True)
    for scenario, count in counts.items():
        print("%6d  %s" % (count, scenario))
    print("".join("%s %d, " % pair for pair in sorted(hows.items())) + "%d faults in all" % sum(counts.values()))
    print("%d failures" % len(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
