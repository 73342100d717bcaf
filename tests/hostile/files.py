"""Files that are not what they seem: endless, very large, pipes, folders, links in a circle, JSON that is too much."""
import json
import os

from hostile.case import Case

GOOD = json.dumps({"messages": [{"role": "user", "content": "hi"}]}).encode()


def sparse(path):
    """Three gigabytes of NUL bytes that take no room on the disk."""
    with open(path, "wb") as file:
        file.truncate(3 << 30)


def link_to(target):
    return lambda path: os.symlink(target, path)


STRANGE = {
    "sparse-3GB": sparse,
    "zeros-without-end": link_to("/dev/zero"),
    "random-without-end": link_to("/dev/urandom"),
    "folder": os.mkdir,
    "pipe": os.mkfifo,
    "link-to-itself": lambda path: os.symlink(path, path),
    "empty": b"",
    "nul": b"\0" * 1000000,
    "deep-arrays": b"[" * 1000000,
    "deep-objects": b'{"a":' * 200000,
    "digits-10MB": b'{"messages": ' + b"9" * 10000000 + b"}",
    "exponent-10MB": b'{"messages": 1e' + b"9" * 10000000 + b"}",
    "spaces-20MB": b" " * 20000000 + GOOD,
    "utf16": GOOD.decode().encode("utf-16"),
    "bom": b"\xef\xbb\xbf" + GOOD,
    "trailing": GOOD + b"x",
    "keys-5e5": json.dumps({f"k{i}": i for i in range(500000)}).encode(),
    "key-twice": b'{"messages": [], "messages": []}',
}
# What may not be read to its end, and for what nobody waits.
PIPES = {"pipe", "link-to-itself"}


def commands(name):
    """(what reads the file, the arguments)"""
    yield "template", ["render", "--template", "f.txt", "c.json"]
    yield "model", ["render", "--model", "f.txt", "c.json"]
    yield "json-model", ["inspect", "f.json"]
    yield "reply", ["parse", "--reader", "hermes", "f.txt"]
    yield "description", ["parse", "--response-template", "f.txt", "c.json"]
    yield "tools", ["parse", "--reader", "hermes", "--tools", "f.txt", "c.json"]
    yield "conversation", ["render", "--template", "t.jinja", "f.txt"]


def cases():
    for name, content in STRANGE.items():
        for what, arguments in commands(name):
            if name in PIPES and what not in ("model", "json-model"):
                continue  # a pipe as an argument is waited for, as every program does
            files = {"c.json": GOOD, "t.jinja": b"x"}
            files[next(a for a in arguments if a.startswith("f."))] = content
            yield Case(f"{what}-{name}", "file", arguments, files=files)
