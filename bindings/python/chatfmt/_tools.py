"""Tools for templates and data sets."""
import json
import subprocess
import sys

from . import _chatfmt

__all__ = ["continuity", "diff", "inspect", "lint", "map"]


def _native(subject):
    from ._model import Model
    if isinstance(subject, Model):
        return subject._native
    if isinstance(subject, _chatfmt.Template):
        return _chatfmt.Model(source=subject.source)
    text = str(subject)
    return _chatfmt.Model(source=text) if "{" in text else _chatfmt.Model(subject)


def lint(subject, *, chat_template=None, replies=True):
    """What is wrong with a template: a list of dicts of rule, level, line, column, reason, remedy, evidence.

    subject  a Model, a Template, a path, or the source of a template

    >>> [finding["rule"] for finding in lint("{{ messages[0].content }}{% if strftime_now('%Y') %}{% endif %}")
    ...  if finding["rule"] == "clock"]
    ['clock']
    """
    return json.loads(_native(subject)._analysis(chat_template, replies)[0])["findings"]


def inspect(subject, *, chat_template=None):
    """All that a template reads, compares, calls and can write, as a dict; {} when it does not compile."""
    return json.loads(_native(subject)._analysis(chat_template, True)[1] or "{}")


def continuity(subject, *, chat_template=None):
    """Whether the prompt of a conversation stays the same when the conversation continues. Eleven histories, each a dict of name, history,
    verdict ("stable", "after-stop", "closing", "rewritten", "refused", "not-written"), and where prompts differ: at (the first
    byte), message, before, after and cause, which is the tag of the template that decided; [] when it does not compile.

    >>> rows = continuity("{% for m in messages %}{{ m.content }}{% if loop.last %}.{% endif %}{% endfor %}")
    >>> rows[0]["name"], rows[0]["verdict"], rows[0]["at"], rows[0]["cause"]["piece"]
    ('U', 'closing', 8, '{% if loop.last %}')
    """
    return json.loads(_native(subject)._analysis(chat_template, False)[2] or "[]")


def _command(*arguments):
    return [sys.executable, "-m", "chatfmt", *map_arguments(arguments)]


def map_arguments(arguments):
    """Arguments of a command line as strings."""
    return [str(argument) for argument in arguments]


def diff(a, b, *, conversations=None):
    """Where the prompts of two templates, models or formats differ: the text of `chatfmt diff`; "" when they do not.

    a, b           paths or names, as the program takes them
    conversations  a JSON Lines file instead of the built-in conversations
    """
    more = ["--conversations", conversations] if conversations else []
    answer = subprocess.run(_command("diff", *more, a, b), capture_output=True, text=True)
    if answer.returncode > 1:
        from ._errors import InputError
        raise InputError(answer.stderr.strip())
    return answer.stdout if answer.returncode else ""


_SHORT = {"threads": "-j"}  # options of the program that have one letter


def _options(options):
    for name, value in options.items():
        flag = _SHORT.get(name) or "--" + name.replace("_", "-")
        if value is True:
            yield flag
        elif value not in (None, False):
            yield from (flag, ",".join(value) if isinstance(value, (list, tuple)) else value)


def _bar(total, wanted):
    if not wanted:
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=total, unit=" rows")


def map(model, rows, *, columns=("text",), progress=None, **options):
    """Rows of a data set through `chatfmt map`, in their order: an iterator of dicts.

    model     a path or id, or a Model that came from one
    rows      an iterable of dicts with messages, conversations, …; or the path of a JSON Lines file
    columns   a list, or names with commas between, of what comes out: text, mask, input_ids, labels, attention_mask, position_ids …
    progress  a progress bar, if tqdm is there; None: when there is a terminal
    options   of the program: max_length=2048, fit="drop", pack=True, policy="control", threads=2 …

    Packing: map(model, rows, columns=["input_ids", "labels"], max_length=4096, pack=True, fit="drop").
    Raises chatfmt.InputError when the model or the rows cannot be read, and at the first row in error, once
    the rows before it have come. With on_error="skip" such rows are left out, and a warning says which and why;
    with on_error="record" their place has {"line": …, "error": …}.
    """
    import os
    import re
    import threading
    from ._model import Model
    if isinstance(model, Model):
        model = model._native.about.get("path") or model
    if isinstance(model, Model):
        raise TypeError("map() needs a model that was loaded from a path")
    if isinstance(columns, str):
        columns = columns.split(",")
    from_file = isinstance(rows, (str, os.PathLike))
    command = _command("map", "--model", model, "--columns", ",".join(columns), *_options(options),
                       rows if from_file else "-")
    wanted = sys.stderr.isatty() if progress is None else progress
    bar = _bar(len(rows) if hasattr(rows, "__len__") and not from_file else None, wanted)
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    failed, said = [], []

    def feed():
        try:
            for row in () if from_file else rows:
                process.stdin.write((json.dumps(row, ensure_ascii=False) + "\n").encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        except Exception as error:  # of the caller's iterable
            failed.append(error)
            process.stdin.close()

    def listen():
        said.append(process.stderr.read())
    threads = [threading.Thread(target=feed, daemon=True), threading.Thread(target=listen, daemon=True)]
    for thread in threads:
        thread.start()
    try:
        for line in process.stdout:
            if bar is not None:
                bar.update()
            yield json.loads(line)
    finally:
        process.stdout.close()
        if bar is not None:
            bar.close()
        code = process.wait()
        threads[1].join()
    if failed:
        raise failed[0]
    text = said[0].decode(errors="replace").strip()
    if code:
        from ._errors import InputError
        raise InputError(text)
    if re.search(r", [1-9]\d* with errors", text):
        import warnings
        warnings.warn(text, stacklevel=2)
