#!/usr/bin/env python3
"""What people do wrong, and what the program answers, to the byte: mistakes.txt.

Each case is a command line in a folder with the files below, the exit status, and what came of it
("> " before lines of standard output). --update writes the answers again; read them before you commit.
Cases with "# not as root" are left out where root runs them, who may read everything.
"""
import gzip
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

import options

HERE = os.path.dirname(os.path.abspath(__file__))
CHATFMT = os.path.abspath(os.environ.get("CHATFMT") or os.path.join(HERE, "..", "..", "build", "chatfmt"))
CASES = os.path.join(HERE, "mistakes.txt")
CHATML = ("{%- for message in messages %}\n<|{{ message['role'] }}|>{{ message.content + '<|end|>' }}\n{%- endfor %}\n"
          "{%- if add_generation_prompt %}<|assistant|>{% endif %}")
USER = {"role": "user", "content": "Hi"}
ROW = '{"messages": [{"role": "user", "content": "%s"}]}\n'


def write(path, data):
    if os.path.dirname(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    if not isinstance(data, (str, bytes)):
        data = json.dumps(data)
    with open(path, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def make_files():
    special = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    tokenizer = {"version": "1.0", "added_tokens": [{**special, "id": 0, "content": "<|end|>"}], "decoder": {"type": "Fuse"},
                 "model": {"type": "BPE", "merges": ["H i"], "vocab": {"<|end|>": 0, "H": 1, "i": 2, "Hi": 3}}}
    for path, data in {
        "chatml.jinja": CHATML, "chat.json": [USER], "model/chat_template.jinja": CHATML, "model/tokenizer_config.json": {"eos_token": "<|end|>"},
        "model/tokenizer.json": tokenizer, "empty/notes.txt": "nothing", "bos.jinja": "{{ bos_token + messages[0].content }}",
        "open.jinja": "{% if tools %}\n{% for m in messages %}\n{{ m.content }}\n", "wrong.jinja": "a\n{{ messages | uper }}",
        "config.json": {"chat_template": "{%- for m in messages %}{{- m.content }}{%- endfor %}"}, "comment.json": "[\n  // who\n  {}]", "python.json": "[{'role': 'user'}]", "list.jsonl": '{"messages": []}\n{"messages": []}\n',
        "noquote.json": '[{"role": "user", "content": "Hi}]\n', "quotes.json": '[{"role": "user", "content": "say "Hi""}]', "slash.json": '[{"role": "user", "content": "C:\\data"}]',
        "typographic.json": "[{\u201crole\u201d: \u201cuser\u201d}]", "bracket.json": '[{"role": "user"]',
        "missing.json": [USER, {"role": "assistant"}], "null.json": [USER, {"role": "assistant", "content": None}], "one.json": USER,
        "row.json": {"conversations": [{"from": "human", "value": "Hi"}]}, "text.json": {"messages": "Hi"}, "bom.json": b"\xef\xbb\xbf[]",
        "utf16.json": "[]".encode("utf-16"), "utf16.jinja": "{{ x }}".encode("utf-16"), "latin.json": '[{"role": "user", "content": "é"}]'.encode("cp1252"), "latin.txt": "caf\u00e9".encode("cp1252"),
        "twice.json": [USER, USER], "comma.json": '[{"role": "user", "content": "Hi"},]', "bom.jinja": b"\xef\xbb\xbf{{ messages[0].content }}",
        "alternate.jinja": "{%- for m in messages %}\n{%- if (m.role == 'user') != (loop.index0 % 2 == 0) %}"
                           "{{ raise_exception('roles must alternate') }}{% endif %}\n{{- m.content }}\n{%- endfor %}",
        "crlf.jinja": "{%- for m in messages %}\r\n{{ m.content }}\r\n{%- endfor %}", "crlf.json": '[{"role": "user",\r\n "content": "Hi"}]\r\n',
        "binary.json": b"\x7fELF\x02\x01\x01\0\0", "group.json": '{\n  "x-regex": "(?<a"}', "cut.gguf": b"GGUF\x03\0\0\0\x01\0", "bad.jinja": "a {{ b }\n",
        "data.jsonl": ROW % "a" + ROW % "b", "second.jsonl": ROW % "c" + '{"messages": [}\n', "bad.jsonl": ROW % "a" + '{"messages": [{"role": "user"}]}\n',
        "crlf.jsonl": (ROW % "a").replace("\n", "\r\n"), "array.json": [{"messages": [USER]}], "rows.csv": "prompt,completion\nHi,Hello\n",
        "rows.parquet": b"PAR1\x15\x04\x15\0", "bom.jsonl": b"\xef\xbb\xbf" + (ROW % "a").encode(), "cut.jsonl.gz": gzip.compress((ROW % "a").encode() * 2, mtime=0)[:-4],
        "full/chat_template.jinja": "kept", "two/chat_template.jinja": "{{ tools | tojson }}" + CHATML, "two/additional_chat_templates/tool_use.jinja": CHATML,
        "other/chat_template.jinja": CHATML, "other/tokenizer.json": "{}", "halved/tokenizer_config.json": '{"chat_template": "x",\n  ', "ended/tokenizer_config.json": '{"chat_template": "x",\n}', "mesages.json": {"mesages": [USER]}, "nothing.json": "", "number.json": "5", "ids.json": {"ids": [1, 2]}, "long.json": [{"role": "user", "content": "x" * 2000}], "raises.jinja": "{{ raise_exception('roles must alternate') }}",
        "braces.jinja": CHATML.replace("message.content", "message.content.replace('{', '(')"),
        "doubling.jinja": "{% set n = namespace(s='x') %}{% for i in range(99) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
        "users/chat_template.jinja": "{%- for m in messages if m.role == 'user' %}{{ m.content }}{% endfor %}", "usr.json": [{"role": "usr", "content": "Hi"}],
        "calls.json": [USER, {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": {}}}]}],
        "strict.jinja": "{% for m in messages %}{{ m.role + m.content }}{% endfor %}", "range.jinja": "{% for i in range(10 ** 9) %}{% endfor %}",
        "calls.jsonl": '{"messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": {}}}]}]}\n',
        "users.jinja": "{% for m in messages if m.role == 'user' %}{{ m.content }}{% endfor %}",
        "tool.jsonl": '{"messages": [{"role": "user", "content": "Hi"}, {"role": "tool", "content": "5"}]}\n',
        "items.jinja": "{% for m in messages %}{% for c in m.tool_calls or [] %}{% for k, v in c.function.arguments.items() %}{{ k }}{% endfor %}{% endfor %}{% endfor %}",
        "text_call.json": [{"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}],
        "quote.jinja": "{% for m in messages %}{% for c in m.tool_calls or [] %}{{ c.function.arguments | tojson }}{% endfor %}{{ m.content }}{% endfor %}",
        "joined.jinja": "{% for m in messages %}{% for c in m.tool_calls or [] %}{{ c.function.name + c.function.arguments }}{% endfor %}{{ m.content }}{% endfor %}",
        "object_call.json": [{"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "f", "arguments": {"city": ["Oslo"]}}}]}],
        "roleless.json": [{"content": "Hi"}], "share.json": [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Hello"}],
        "last.json": [USER, {"role": "assistant", "content": "Hello"}, {"role": "usr", "content": "Hi"}], "tool.json": [USER, {"role": "tool", "content": "4"}],
        "mixed.json": [USER, {"from": "gpt", "value": "Hello"}], "rows.json": [{"messages": [USER]}, {"instruction": "do", "output": "y"}], "wrong/chat_template.jinja": "a\n{{ messages | uper }}",
        "bare.json": {"system": "own", "formats": [{"name": "bare", "program": "xtuner", "INSTRUCTION": "{input}"}]},
        "system.json": [{"role": "system", "content": "S"}, USER], "image.json": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}],
        "loop.jinja": "{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}",
    }.items():
        write(path, data)


def cases():
    """(title, command) of the cases, and their text."""
    with open(CASES, encoding="utf-8") as file:
        blocks = file.read().split("\n\n")
    for block in blocks:
        lines = block.strip("\n").split("\n")
        at = next((i for i, line in enumerate(lines) if line.startswith("$ ")), None)
        yield lines[:at], lines[at][2:] if at is not None else None, block.strip("\n")


def answer(notes, command):
    env = {**os.environ, "PATH": os.path.dirname(CHATFMT) + ":" + os.environ["PATH"], "HF_HUB_CACHE": "hub", "CHATFMT_NO_CACHE": "1", "LC_ALL": "C"}
    done = subprocess.run(["bash", "-c", command], capture_output=True, env=env, stdin=subprocess.DEVNULL, check=False)
    out = "".join("> " + line + "\n" for line in done.stdout.decode("utf-8", "backslashreplace").splitlines())
    return "\n".join([*notes, "$ " + command, "? %d" % done.returncode]) + "\n" + out + done.stderr.decode("utf-8", "backslashreplace")


def misnamed(command, text):
    """What the messages of a command line name that its command does not have, or does not take there."""
    found = list(re.finditer(r"chatfmt (\w+)", command))
    if not found or found[-1][1] not in {table["command"] for table in options.tables()}:
        return
    name, end = found[-1][1], found[-1].end()
    messages = "\n".join(line for line in text.split("\n") if line[:2] not in ("# ", "$ ", "? ", "> ")).encode()
    def with_more(more):
        with tempfile.TemporaryDirectory() as copy:
            return answer([], "cp -a . %s/in; cd %s/in; " % (copy, copy) + command[:end] + " " + shlex.join(more) + command[end:]).encode()
    yield from options.misnamed(name, command.split(), messages, with_more)


def main():
    made, failed = [], 0
    start = list(cases())
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_files()
        for notes, command, text in start:
            left = command is None or ("# not as root" in notes and os.geteuid() == 0)
            got = text if left else answer(notes, command).replace(folder, "FOLDER").strip("\n")
            made.append(got)
            wrong = [] if left else list(misnamed(command, got))
            failed += len(wrong)
            print("".join(line + "\n" for line in wrong), end="")
            if got != text and "--update" not in sys.argv:
                failed += 1
                print("--- expected\n%s\n--- got\n%s\n" % (text, got))
    if "--update" in sys.argv:
        with open(CASES, "w", encoding="utf-8") as file:
            file.write("\n\n".join(made) + "\n")
    print("mistakes: %d cases, %d failed" % (len(start), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    if not os.path.exists(CHATFMT):
        print("mistakes: SKIPPED, there is no " + CHATFMT)
        sys.exit(77)
    sys.exit(main())
