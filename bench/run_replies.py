"""Reading replies while they stream, beside a Python parser: what chatfmt and transformers' ResponseParser reach with the
same response_template on the same replies, in chunks of four characters; the messages are compared.

    run_replies.py [--build FOLDER] [--size BYTES]

Needs the virtual environment of tests/models/environment.py (transformers from PyPI, pinned) for the peer; without it only
chatfmt is measured, and that is said.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FIELDS = {"content": {"close": "<|im_end|>"}, "thinking": {"open": "<think>", "close": "</think>"}}
CALL = {"type": "function", "function": {"name": "{content.name}", "arguments": "{content.arguments}"}}
TAGS = {"open_pattern": r"<function=(?P<name>[^>\n]+)>\n", "close": "</function>", "content": "xml-inline", "repeats": True,
        "content_args": {"tag_pattern": r"<parameter=(?P<key>[^>]+)>\n(?P<value>.*?)\n</parameter>"},
        "transform": {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}}}
CASES = [
    ("reasoning", dict(FIELDS), "<think>\n", "Let me think about what the user wants, step by step; 1 < 2 and so on.\n", "\n</think>\n\nDone.<|im_end|>"),
    ("call as JSON", dict(FIELDS, tool_calls={"open": "<tool_call>", "close": "</tool_call>", "content": "json", "repeats": True, "transform": CALL}),
     '<tool_call>\n{"name": "write", "arguments": {"text": "', 'Some words of an argument, with \\"quotes\\" and \\n escapes in it. ', '"}}\n</tool_call><|im_end|>'),
    ("call as tags", dict(FIELDS, tool_calls=TAGS), "<tool_call>\n<function=write>\n<parameter=text>\n",
     "if (a < b) { return c > d; } // code with angle brackets\n", "\n</parameter>\n</function>\n</tool_call><|im_end|>"),
    ("plain answer", dict(FIELDS), "", "A long answer in plain words, as most are. ", "<|im_end|>"),
]


def text_of(case, size):
    name, fields, head, body, tail = case
    return head + body * (size // len(body)) + tail


def template_of(case):
    return {"start_anchor": "<|im_start|>assistant\n", "fields": case[1]}


def transformers(size):
    """Runs in the environment: a JSON list of [megabytes a second, length of the message]."""
    sys.path.insert(0, os.path.join(ROOT, "tests", "models"))
    import environment
    environment.enter()
    from transformers.utils.chat_parsing import ResponseParser
    found = []
    for case in CASES:
        text, best = text_of(case, size), 1e9
        for _ in range(3):
            begin = time.perf_counter()
            parser = ResponseParser(template_of(case), prefix="")
            for at in range(0, len(text), 4):
                parser.feed(text[at:at + 4])
            message, _ = parser.finalize()
            best = min(best, time.perf_counter() - begin)
        found.append([len(text) / best / 1e6, len(json.dumps(message, ensure_ascii=False).encode())])
    print(json.dumps(found))


SENTENCE = "Some words of a long answer, in which 1 < 2 and {braces} stand. "


def families_of(build, size=2000000):
    """Every family, as tests/replies/families.py writes it, by 4 bytes: an answer, reasoning, the string of an argument."""
    sys.path.insert(0, os.path.join(ROOT, "tests", "replies"))
    import families
    program, found = os.path.join(build, "bench", "bench_reply"), []
    words = SENTENCE * (size // len(SENTENCE))
    print("every family, chunks of 4, MB/s:  %10s %10s %10s" % ("answer", "reasoning", "argument"))
    for family, (write, limits) in families.FAMILIES.items():
        row = []
        for message in ({"content": words, "calls": []}, {"content": "So.", "reasoning": words, "calls": []},
                        {"content": "", "calls": [("f", {"city": words})]}):
            if ("reasoning" in message and "reasoning" in limits) or (message["calls"] and "calls" in limits):
                row.append(None)
                continue
            with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
                file.write(write(message))
                file.flush()
                run = subprocess.run([program, "--reader", family, file.name, "4"], stdout=subprocess.PIPE, check=True)
            row.append(float(run.stdout.split()[0]))
        found.append(row)
        print("  %-28s    %s" % (family, " ".join("%10s" % ("-" if v is None else "%.1f" % v) for v in row)))
    for what, of in (("least", min), ("mean", lambda v: sum(v) / len(v))):
        print("  %-28s    %s" % (what, " ".join("%10.1f" % of([row[i] for row in found if row[i] is not None]) for i in range(3))))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--build", default=os.path.join(ROOT, "build"))
    options.add_argument("--size", type=int, default=20000, help="bytes of a reply for the peer, which gets slower with length")
    options.add_argument("--peer", action="store_true", help=argparse.SUPPRESS)
    options = options.parse_args()
    if options.peer:
        return transformers(options.size)
    program = os.path.join(options.build, "bench", "bench_reply")
    print(subprocess.run([program], stdout=subprocess.PIPE, check=True).stdout.decode())
    families_of(options.build)
    run = subprocess.run([sys.executable, os.path.abspath(__file__), "--peer", "--size", str(options.size)], stdout=subprocess.PIPE)
    peer = json.loads(run.stdout.decode().splitlines()[-1]) if run.returncode == 0 else None
    if not peer:
        print("transformers could not be had: chatfmt alone")
    print("response_template, chunks of 4, MB/s:   %10s %14s %10s" % ("chatfmt", "transformers", "ratio"))
    for number, case in enumerate(CASES):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, n) for n in ("template.json", "reply", "long")]
            for path, content in zip(paths, (json.dumps(template_of(case)), text_of(case, options.size), text_of(case, 2000000))):
                with open(path, "w", encoding="utf-8") as out:
                    out.write(content)
            short, long = [subprocess.run([program, paths[0], p, "4"], stdout=subprocess.PIPE, check=True).stdout.decode().split() for p in paths[1:]]
        if peer and int(short[2]) != peer[number][1]:
            sys.exit("%s: the messages differ: %s bytes, %s bytes" % (case[0], short[2], peer[number][1]))
        theirs = peer[number][0] if peer else 0
        print("  %-14s %7d bytes %23.1f %14.2f %9.0fx" % (case[0], options.size, float(short[0]), theirs, float(short[0]) / theirs if theirs else 0))
        print("  %-14s 2000000 bytes %23.1f" % ("", float(long[0])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
