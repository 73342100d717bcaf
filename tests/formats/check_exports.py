"""Every exported template, in Jinja2, says what the format itself says.

    check_exports.py PROGRAM [COUNT]

Formats that cannot be exported must say why, and are counted.
"""
import subprocess
import sys
import zlib

from conversations import conversations
from jinja_backend import Failed
from jinja_reference import Raised, jinja2, make_environment
from program_backend import ProgramBackend

TOKENS = {"bos_token": "<s>", "eos_token": "</s>"}


def reference(template, context):
    try:
        return template.render(**context)
    except (Raised, TypeError, ValueError, KeyError, AttributeError, jinja2.UndefinedError):
        return None


# Why a format may have no export.
REASONS = ("rendered from other variables", "no separator style", "no template", "no text for messages")


def main():
    program, count = sys.argv[1], int((sys.argv[2:] or ["200"])[0])
    backend, env = ProgramBackend(program), make_environment()
    names = subprocess.run([program, "formats", "list"], check=True, stdout=subprocess.PIPE,
                           text=True).stdout.split()
    exported, refused, compared, different = 0, [], 0, 0
    for name in names:
        run = subprocess.run([program, "formats", "export", name], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
        if run.returncode:
            refused.append(name)
            assert any(reason in run.stderr for reason in REASONS), run.stderr
            continue
        exported += 1
        template = env.from_string(run.stdout)
        for messages, pending in conversations(count, zlib.crc32(name.encode())):
            context = {"messages": messages, "add_generation_prompt": pending, **TOKENS}
            want = reference(template, context)
            try:
                got = backend.ask(format=name, context=context)["text"]
            except Failed as e:  # a prompt of nothing is the program's error, not the format's
                got = "" if e.kind == "empty_prompt" else None
            compared += 1
            if want != got:
                different += 1
                if different <= 5:
                    print(name, repr(messages)[:300], "\n  exported", repr(want), "\n  format  ",
                          repr(got))
    print("%d formats, %d exported, %d refused (%s), %d renders compared, %d different" % (
        len(names), exported, len(refused), " ".join(refused), compared, different))
    return 1 if different or not exported else 0


if __name__ == "__main__":
    sys.exit(main())
