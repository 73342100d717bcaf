"""Tools for templates and data sets."""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Mapping

from . import _chatfmt, _notice
from ._ending import closed_at_exit
from ._errors import Error, InputError, NotFoundError, no_json, wrong_type

__all__ = ["continuity", "diff", "inspect", "lint", "map"]


def _native(subject):
    from ._model import Model
    if isinstance(subject, Model):
        return subject._native
    if isinstance(subject, _chatfmt.Template):
        return _chatfmt.Model(source=subject.source)
    if not isinstance(subject, (str, bytes, os.PathLike)):
        raise wrong_type(f"subject must be a Model, a Template, a path or the source of a template, not {type(subject).__name__}")
    return _chatfmt.Model(source=subject) if _is_source(subject) else _chatfmt.Model(_path("subject", subject))


def _word(name, text, is_source=False):
    """A text that is an argument of the program, or a file of it; the error of one that cannot be."""
    wrong = "a NUL character" if "\0" in text and not is_source else None
    try:
        text.encode() if is_source else os.fsencode(text)
    except UnicodeEncodeError:
        wrong = "a lone surrogate"
    if wrong:
        raise _of(name, f"{name} holds {wrong}; remove or replace it")
    return text


def _path(name, given):
    """A path or a name as a text."""
    text = _word(name, os.fsdecode(given))
    if text in ("", "-"):
        raise _of(name, f"{name} is '-', and standard input is not read here; the path of a file of this name is './-'" if text else
                  f"{name} is empty; give a path")
    return text


def _of(name, text):
    """The error of an argument."""
    error = InputError(text)
    error.path = name.rstrip("=")
    return error


def _analysed(subject, chat_template, replies):
    """(findings, facts, continuity) as JSON."""
    native = _native(subject)
    _notice.wrong_source(chat_template, native.templates)
    return native._analysis(chat_template, replies)


def lint(subject, *, chat_template=None, replies=True):
    """What is wrong with a template: a list of dicts of rule, level, line, column, reason, remedy and evidence.

    subject        a Model, a Template, the path of a folder, a GGUF file or a template, the id of a repository in the local
                   Hub cache, or the source of a template. A text with a "{" is a source, any other text a path or an id
    chat_template  the name of one of several templates, or the source of a template; None: the model's own choice. A single
                   template has no name. A source that looks like a name gives a warning
    replies        False: leave out the rules that read back replies, which take longer

    >>> [finding["rule"] for finding in lint("{{ messages[0].content }}{% if strftime_now('%Y') %}{% endif %}")
    ...  if finding["rule"] == "clock"]
    ['clock']
    """
    return json.loads(_analysed(subject, chat_template, replies)[0])["findings"]


def inspect(subject, *, chat_template=None):
    """A dict of what a template reads, compares, calls and can write. {}: the template does not compile.

    subject        a Model, a Template, the path of a folder, a GGUF file or a template, the id of a repository in the local
                   Hub cache, or the source of a template. A text with a "{" is a source, any other text a path or an id
    chat_template  the name of one of several templates, or the source of a template; None: the model's own choice. A single
                   template has no name. A source that looks like a name gives a warning
    """
    return json.loads(_analysed(subject, chat_template, True)[1] or "{}")


def continuity(subject, *, chat_template=None):
    """Whether the prompt of a conversation stays the same when the conversation continues.

    subject        a Model, a Template, the path of a folder, a GGUF file or a template, the id of a repository in the local
                   Hub cache, or the source of a template. A text with a "{" is a source, any other text a path or an id
    chat_template  the name of one of several templates, or the source of a template; None: the model's own choice. A single
                   template has no name. A source that looks like a name gives a warning

    Each of eleven conversations (histories) is rendered alone. It is rendered again with what comes next and a generation
    prompt. Gives a list with a dict for each history. []: the template does not compile. The members of a dict:

      name     the name of the history, such as "CT": U is a user turn, T is a tool call with its result, R means that the
               answer has reasoning, C means that a message has content beside its call
      history  the history in words
      verdict  what became of the first prompt:
                 "stable"       the second prompt begins with the whole first prompt
                 "after-stop"   the prompts differ after the token that ends the last answer
                 "closing"      the prompts differ in what ends the last answer
                 "rewritten"    the prompts differ before that
                 "refused"      the first prompt is an error
                 "not-written"  the first prompt lacks something of the answer

    If the prompts differ, a dict also has

      at             the first byte that differs
      message        the number of its message, from 0
      before, after  what the first and the second prompt have there: dicts of text, piece (of the template), line, column
                     and path
      cause          where it is known, the tag of the template that decided: a dict of piece, line and column

    >>> rows = continuity("{% for m in messages %}{{ m.content }}{% if loop.last %}.{% endif %}{% endfor %}")
    >>> rows[0]["name"], rows[0]["verdict"], rows[0]["at"], rows[0]["cause"]["piece"]
    ('U', 'closing', 8, '{% if loop.last %}')
    """
    return json.loads(_analysed(subject, chat_template, False)[2] or "[]")


def _command(*arguments):
    return [sys.executable, "-m", "chatfmt", *map_arguments(arguments)]


def map_arguments(arguments):
    """Arguments of a command line as a list of texts."""
    return [str(argument) for argument in arguments]


def diff(a, b, *, conversations=None):
    """A text that says where the prompts of two templates, models or formats differ, as `chatfmt diff` prints it. "": they
    do not differ.

    a, b           the path of a folder, a GGUF file or a template; the id of a repository in the local Hub cache; the name
                   of a built-in format; or a Model of a path
    conversations  the path of a JSON Lines file; None: the built-in conversations

    diff() opens the path of a Model again. It refuses a Model whose templates would then be others because of its
    default_template= or processor=. Raises TypeError for a Model without a path.
    """
    if conversations is not None and not isinstance(conversations, (str, bytes, os.PathLike)):
        raise wrong_type(f"conversations= must be the path of a JSON Lines file, not {type(conversations).__name__}")
    more = [] if conversations is None else ["--conversations", _path("conversations", conversations)]
    sides = [_side("a", a), _side("b", b)]
    answer = subprocess.run(_command("diff", *more, "--", *sides), capture_output=True, encoding="utf-8", errors="replace")
    if answer.returncode > 1:
        said = _in_python(_without_format_notes(answer.stderr)[0].strip(), True, [*more[1:], *sides])
        raise (NotFoundError if said.startswith("not found:") else InputError)(said)
    return answer.stdout if answer.returncode else ""


def _side(name, given):
    """The path or name of one side of diff()."""
    from ._formats import formats
    from ._model import Model
    if isinstance(given, Model):
        path = given._native.about.get("path")
        if path:
            _check_same(name, given, path)
            return path
    elif isinstance(given, (str, bytes, os.PathLike)):
        path = _path(name, given)
        if _is_source(given):
            raise _of(name, f"{name} is the text of a template, and diff() takes a path or a name: write the text to a file")
        if isinstance(given, str) and formats._added_file(path.removeprefix("format:")) and not os.path.exists(path):
            raise _of(name, f"{name}: {path!r} is a format of formats.add(), and diff() has the built-in ones alone; compare what "
                            "chatfmt.formats[name].render(messages) gives")
        return path
    more = ", which has no path" if isinstance(given, Model) else ""
    raise wrong_type(f"{name} must be a path or a name, not {type(given).__name__}{more}")


def _check_same(name, model, path):
    """Refuse a Model that is not what its path gives."""
    made = model._made[3] if model._made else {}
    given = [f"{option}=" for option in ("default_template", "processor") if made.get(option)]
    if given and _chatfmt.Model(path).templates != model.templates:
        raise _of(name, f"{name} is a Model with {' and '.join(given)}, and diff() opens its path without; give the path of a template")


_SHORT = {"threads": "-j"}  # options of the program that have one letter
# The other options of `chatfmt map` that mean something here.
_MAP_OPTIONS = frozenset((
    "add_generation_prompt", "allow", "chat_template", "column", "default_template", "fit", "fix", "format", "formats_file",
    "last_turn", "layout", "legacy", "limit", "mask", "max_length", "now", "on_error", "pack", "pad", "policy", "processor",
    "program", "reference", "roles", "strict", "threads", "tokenizer", "trainer", "trusted", "variables"))


# Those that take no value, that take a list of names, and what others take but for a text.
_MAP_FLAGS = frozenset(("add_generation_prompt", "last_turn", "legacy", "pack", "pad", "processor", "strict"))
_MAP_LISTS = ("fix", "roles", "trusted")
_MAP_PATHS = ("chat_template", "default_template", "formats_file", "tokenizer")
_MAP_WANTED = {"max_length": "a number", "threads": "a number", "chat_template": "a text or a path", "default_template": "a text or a path",
               "formats_file": "a path", "tokenizer": "a path"}
# Arguments of apply_chat_template and of Dataset.map that have another name here.
_MAP_MEANT = {
    "truncation": 'fit="truncate" does that', "padding": "pad=True pads to max_length", "num_proc": "threads= does that",
    "num_workers": "threads= does that", "return_assistant_tokens_mask": 'mask= does that, with columns="labels"',
    "labels": 'columns="input_ids,labels" does that',
    "sanitize_control_tokens": 'policy="control" does that', "remove_columns": "columns= says what comes out",
    "return_tensors": "rows come out as lists", "return_dict": "columns= says what comes out", "tokenize": 'columns="input_ids" does that',
    "return_attention_mask": 'columns="input_ids,attention_mask" does that', "batched": "rows are given and come out one by one",
    "batch_size": "rows are given and come out one by one", "tools": "a row has its own, in a column tools",
    "documents": "a row has its own, in a column documents", "template": "give the path of its file as the model",
    "conversation": "a row has its own, in a column such as messages",
    "continue_final_message": 'variables={"continue_final_message": True} does that',
    "padding_side": "pad=True pads on the tokenizer's side; variables={\"tokenizer_kwargs\": {\"padding_side\": …}} gives another",
    "pad_to_multiple_of": 'variables={"tokenizer_kwargs": {"pad_to_multiple_of": …}} gives it',
    "tokenizer_kwargs": 'variables={"tokenizer_kwargs": {…}} gives them'}


def _flag(name, value):
    numpy = sys.modules.get("numpy")
    if value is None or isinstance(value, bool) or numpy is not None and isinstance(value, numpy.bool_):
        return bool(value)
    raise wrong_type(f"{name}= must be True or False, not {type(value).__name__}")


def _variables(given):
    """variables= as the JSON that the program takes."""
    if isinstance(given, str):
        return given
    if not isinstance(given, Mapping):
        raise wrong_type(f"variables= must be a dict, not {type(given).__name__}")
    given = given if isinstance(given, dict) else dict(given)
    try:
        text = json.dumps(given, ensure_ascii=False)
        text.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise no_json("variables", given, error) from None
    return text


def _limits(given):
    """limit= as a list of NAME=NUMBER: a text, a list of texts or a dict."""
    return [f"{name}={number}" for name, number in given.items()] if isinstance(given, Mapping) else _notice.texts(
        given if isinstance(given, (str, list, tuple)) else str(given), "limit")


def _value(name, value):
    """The text of an option that has one value; of True it is one that the program refuses, with what is expected."""
    if isinstance(value, os.PathLike) or name in _MAP_PATHS and isinstance(value, str):
        return _word(name + "=", value, True) if _is_source(value) else _path(name + "=", value)
    if isinstance(value, str) and _MAP_WANTED.get(name) == "a number":
        raise wrong_type(f"{name}= must be a number, not str")
    if isinstance(value, (str, int, float)) or hasattr(value, "__index__") or name == "now":
        return value
    raise wrong_type(f"{name}= must be {_MAP_WANTED.get(name, 'a text')}, not {type(value).__name__}")


def _options(options):
    """The command line of options; those that are None, False or an empty list are not given."""
    for name, value in options.items():
        for word in _option(name, value):
            yield _word(name + "=", str(word), name in _MAP_PATHS and _is_source(word))


def _option(name, value):
    """The words of one option."""
    flag = _SHORT.get(name) or "--" + name.replace("_", "-")
    if name in _MAP_FLAGS:
        yield from [flag] if _flag(name, value) else ()
    elif value is None or value is False:
        return
    elif name == "variables":
        yield from (flag, _variables(value))
    elif name == "limit":
        for limit in _limits(value):
            yield from (flag, limit)
    elif name in _MAP_LISTS:
        names = ",".join(_notice.names(value, name))
        yield from (flag, names) if names or value == "" else ()
    else:
        yield from (flag, _value(name, value))


_ROW_COLUMNS = {"messages", "conversations", "conversation", "prompt", "completion", "tools"}


def _check_map(model, rows, columns, options):
    """The path of the model, or its template as a _Source; errors of arguments as Python has them."""
    from ._model import Model
    for name in options:
        if name not in _MAP_OPTIONS:
            near = "; " + _MAP_MEANT[name] if name in _MAP_MEANT else _notice.near(name, _MAP_OPTIONS | {"columns", "progress"})
            raise wrong_type(f"map() has no argument {name!r}{near or '; variables of the template are given as variables={…}'}")
    if isinstance(model, Model):
        model = _opened_again(model, columns, options)
    if model is not None and options.get("format") is not None:
        raise InputError("format= is used without a model: map(None, rows, format=…)")
    if not isinstance(model, (str, bytes, os.PathLike)) and not (model is None and options.get("format") is not None):
        more = ": give the folder, tokenizer.name_or_path" if hasattr(model, "name_or_path") else ""
        raise wrong_type("model must be a path (of a folder, a GGUF file or a template), an id or a Model, or None beside format=, not "
                         f"{type(model).__name__}{more}" if model is not None else
                         "model is None, which goes with format= alone: give a path (of a folder, a GGUF file or a template), an id or a Model")
    if not isinstance(rows, (str, bytes, os.PathLike)) and not hasattr(rows, "__iter__") and not hasattr(rows, "__getitem__"):
        raise wrong_type(f"rows must be an iterable of dicts or the path of a JSON Lines file, not {type(rows).__name__}")
    if isinstance(rows, Mapping):
        splits = [name for name, value in rows.items() if isinstance(value, (list, tuple)) or hasattr(value, "column_names")]
        if splits and len(splits) == len(rows) and not rows.keys() & _ROW_COLUMNS:
            raise InputError(f"rows is a dict of splits; give one of them, rows[{splits[0]!r}]")
        raise InputError("rows is one dict; give a list of rows, [row], or the path of a JSON Lines file")
    if isinstance(rows, (str, bytes, os.PathLike)) and os.path.isdir(_path("rows", rows)):
        raise InputError(f"rows is a folder, {os.fspath(rows)!r}: give the path of a file of JSON Lines, or an iterable of dicts; the model comes "
                         "before the rows, map(model, rows)")
    return model if model is None else _source("model", model) if _is_source(model) else _path("model", model)


_ID_COLUMNS = {"input_ids", "labels", "attention_mask", "position_ids", "sequence_ids"}


def _opened_again(model, columns, options):
    """The path or template of a Model, which the program opens again; what it was made with becomes options."""
    made = model._made[3] if model._made else {}
    tokenizer = made.get("tokenizer")
    counts = options.get("pack") or options.get("max_length") or not _ID_COLUMNS.isdisjoint(columns or ())
    if tokenizer is not None and counts and options.get("tokenizer") is None:
        if tokenizer.path is None:
            raise InputError("map() opens the model again, and the tokenizer= of this Model was not made from a path: give map tokenizer=FILE, too")
        options["tokenizer"] = tokenizer.path
    path = model._native.about.get("path")
    if counts and not path and options.get("tokenizer") is None:
        raise InputError("the model came from no file, so there is no tokenizer.json beside it: give map tokenizer=FILE")
    for name in ("default_template", "processor"):
        if made.get(name) and options.get(name) is None:
            options[name] = made[name]
    return pathlib.Path(path) if path else _Source(next(iter(model.templates.values())))


class _Source(str):
    """The text of a template in place of a path."""


def _is_source(given):
    """Whether a path, a name or a template's text is the last."""
    return type(given) is _Source or isinstance(given, str) and "{" in given


def _source(name, given):
    """What an argument that is a template's text, a path or a name gives: a _Source where it is the first."""
    return _Source(_word(name, given, True)) if _is_source(given) else given


def _row_text(number, row):
    """A row as a line of the program's input. InputError says what is no row."""
    if not isinstance(row, Mapping):
        more = "; of a file of JSON Lines give the path, or (json.loads(line) for line in file)" if isinstance(row, (str, bytes)) else ""
        wrong = InputError(f'rows[{number}] is {type(row).__name__}; a row is a dict, such as {{"messages": [message, …]}}{more}')
        wrong.path = f"rows[{number}]"
        raise wrong
    row = row if isinstance(row, dict) else dict(row)
    try:
        return (json.dumps(row, ensure_ascii=False) + "\n").encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise no_json(f"rows[{number}]", row, error) from None


def _argument(found):
    """--max-length TOKENS as max_length=TOKENS."""
    name, value = found[1].replace("-", "_"), found[2] or ""
    plain = value.isupper() or value.lstrip("-").isdigit()
    return f"{name}=" + (f'"{value}"' if value and not plain else value)


# Values of options in sentences of the program.
_VALUES = (r"skip|record|input_ids(?:,labels)?|chosen|null-to-empty|fit-arguments|raw-messages|row-templates|none|drop|cut|truncate|derived|"
           r"[a-z_]+=(?:\d+|NUMBER)")


_QUOTED = r"(?<!\w)'[^'\n]*'(?!\w)|\"[^\"\n]*\""
_OPTION = rf"(?<![\w-])--([a-z]+(?:-[a-z]+)*)(?:[ =]([A-Z]{{2,}}|[^\n]+?(?=: expected )|[^\s:'\"{{]+(?=:)|(?:{_VALUES})(?!\w)))?"


def _in_python(text, from_file, given=()):
    """What the program says, with Python's names: rows[2] for line 3 of its standard input, arguments for options. What is not
    its own stays: excerpts, places of values, and texts of the caller's (`given`), or in quotes."""
    import re
    lines = text.split("\n")
    below = [line.strip() for line in lines[1:]] + [""]
    return "\n".join(line if under == "^" or re.match("    (?:at|opened by) ", line) else _line_in_python(line, from_file, given)
                     for line, under in zip(lines, below) if not re.fullmatch("    see chatfmt [a-z]+ --help", line))


def _line_in_python(line, from_file, given):
    import re
    line = line.removeprefix("chatfmt: ")
    line, first, place = line.partition("; the first: ")
    if first:
        return _line_in_python(line, from_file, given) + first + (place if from_file else _row_in_python(place))
    if not from_file and re.match(r"standard input:\d+", line):
        return _row_in_python(line)
    kept = []

    def keep(found):
        kept.append(found)
        return f"\0{len(kept) - 1}\0"
    line = re.sub(r"--variables '(\{[^'\n]*\})'", lambda found: keep("variables=" + found[1]), line)
    for text in sorted(filter(re.compile("--.|standard input").search, filter(None, map_arguments(given))), key=len, reverse=True):
        line = line.replace(text, keep(text))
    line = re.sub(_QUOTED, lambda found: keep(found[0]), line)
    line = re.sub(r"(?<![\w-])-j (\S+)(?=:)", r"threads=\1", line)
    line = line.replace("    INPUT is a file of JSON Lines, or - for standard input", "    rows is the path of a file of JSON Lines, or an iterable of dicts")
    line = re.sub(r"(is (gzip|zstd), which this) build cannot read: .*",
                  r"\1 package does not read; give its rows: map(model, (json.loads(line) for line in \2.open(path)))", line)
    line = line.replace("chatfmt formats list shows all of them", "chatfmt.formats has all of them")
    line = re.sub(_OPTION, _argument, line)
    for number, text in reversed(list(enumerate(kept))):  # one may hold earlier ones
        line = line.replace(f"\0{number}\0", text)
    return line


def _row_in_python(line):
    import re
    return re.sub(r"^standard input:(\d+)(?::\d+)?", lambda found: f"rows[{int(found[1]) - 1}]", line)


def _without_unread(text):
    """What the program says without its warnings of names that a template does not read, and these: option, name, a near one."""
    import re
    unread = re.compile(r"^chatfmt: warning: --(\w+) (.*): the template reads no such variable(?:; did you mean (.*)\?)?(?:\n|$)", re.M)
    return unread.sub("", text), unread.findall(text)


def _without_format_notes(text):
    """What the program says without its notes of a format, which are no errors, and these."""
    import re
    note = re.compile(r"^(?:chatfmt: )?(.*: the format \S+ is used; .*)(?:\n|$)", re.M)
    return note.sub("", text), note.findall(text)


_TOTAL = r"\d+ rows?, \d+ written, (\d+) with errors"


def _messages_of(text, from_file, given):
    """(the sentences about rows, the summary's first line, its other lines, that of packs) of what the program says at its end."""
    import re
    lines = _in_python(text, from_file, given).split("\n")
    at = next((number for number, line in enumerate(lines) if re.match(_TOTAL, line)), len(lines))
    packs = next((line for line in lines[at + 1:] if re.match(r"\d+ packs?, ", line)), "")
    more = [line for line in lines[at + 1:] if line and line != packs]
    return "\n".join(lines[:at]).strip(), "".join(lines[at:at + 1]), more, packs


def _failed(said, total):
    """The error of a run that ended with one: what it says, and the line with its counts."""
    import re
    kind = NotFoundError if re.match("(?:.*: )?not found: (?!no format )", said) else InputError
    rows = re.match(r"([1-9]\d*) rows, \d+ written, \1 with errors", total)
    error = kind((f"all {rows[1]} rows failed; the first: " if rows else "") + (said or "the program ended without a word"))
    _place(error, said)
    return error


def _place(error, said):
    """Gives an error the place that the program says: of a row of an iterable rows[2].messages[0], of a file its line, too."""
    import re
    first, *more = said.split("\n")
    row = re.match(r"rows\[\d+\]", first)
    file = None if row else re.match(r".+?:(\d+)(?::(\d+))?: ", first)
    value = next((found[1] for line in more if (found := re.match(r"    (?:at|opened by) (.+)", line))), None)
    if value is None and (found := re.search(r"\b[a-z_]+\[\d+\](?:\[\d+\]|\.\w+)*", first[(row or file).end():] if row or file else "")):
        value = found[0]
    error.path = ".".join(filter(None, (row and row[0], value)))
    if file:
        error.line, error.column = int(file[1]), file[2] and int(file[2])
        if file[2]:
            error.excerpt = next((line[4:] for line, below in zip(more, more[1:]) if below.strip() == "^"), "")


def _with_notes(text, notes):
    """What the program says of the rows that were no JSON, in the words of their own errors."""
    import re
    return re.sub(r"standard input:(\d+):1: the line is not a JSON object\n    null\n    \^\n",
                  lambda found: f"standard input:{found[1]}:1: {notes[int(found[1])]}\n" if int(found[1]) in notes else found[0],
                  text)


def _bar(total, wanted):
    if not wanted:
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=total, unit=" rows")


@contextlib.contextmanager
def _as_file(source, name, names):
    """The path of a file with the text of a template, which `names` calls by `name`; what is no such text as it is."""
    if type(source) is not _Source:
        yield source
        return
    import shutil
    import tempfile
    folder, owner = tempfile.mkdtemp(), os.getpid()
    try:
        path = os.path.join(folder, "chat_template.jinja")
        with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(source)
        names[path] = name
        yield path
    finally:
        if os.getpid() == owner:  # a forked process has the same folder
            shutil.rmtree(folder, ignore_errors=True)


def map(model, rows, *, columns=None, progress=None, **options):
    """Render a data set, row by row, as `chatfmt map` does. Gives an iterator of dicts in the order of the rows.

    model     a path (of a folder, a GGUF file or a template), the id of a repository in the local Hub cache, the text of a
              template (any text with a "{"), or a Model. None: format= must be the name of one of chatfmt.formats. For ids
              and max_length, the text of a template and None need the option tokenizer=, the path of a tokenizer. A Model
              needs it if its own tokenizer= has no path, or if it comes from a template without a tokenizer=
    rows      an iterable of dicts, or the path of a JSON Lines file. A row has its conversation in a column such as
              messages or conversations
    columns   what the result has: a list of names, or a text with commas between names. The names are text, mask, split,
              turns, length, line, id, input_ids, labels, attention_mask, position_ids and sequence_ids. None: text, or with
              mask= also mask. With pack=True: input_ids, labels, position_ids and sequence_ids
    progress  True: show a progress bar on stderr if tqdm is installed, and at the end the counts of rows, and how full
              packs are. False: show nothing. None: True if stderr is a terminal
    options   the options of the program, such as max_length=2048, fit="drop", pack=True, policy="control", threads=2,
              variables={…}, limit={"fuel": 10**9}. chat_template and default_template may be the text of a template, a
              file, or a name. fit is "refuse" by default: a row that is longer than the length is an error.
              docs/python-api.md lists all options with their defaults, and says which of them need others

    To pack several conversations into one row: map(model, rows, max_length=4096, pack=True, fit="drop").

    Raises TypeError for an option that does not exist. Raises chatfmt.NotFoundError if there is no such model. Raises
    chatfmt.InputError if the model or the rows cannot be read, and for the first bad row, which may be one whose prompt has
    none of its texts. The rows before the bad row come first; with pack=True, these are the packs that are
    complete by then. The `path` of the error names the value at fault: rows[2].messages[0] for a row of an iterable,
    messages[0] for a row of a file. For a row of a file, `line` is the line of the file, and `column` and `excerpt` are the
    file's where they are known.

    on_error says what to do with bad rows:

      "fail"    raise the error (the default)
      "skip"    leave the row out
      "record"  put {"line": …, "error": …} in its place

    With "skip" or "record", an error is raised at the end if every row failed. Otherwise a chatfmt.ChatfmtWarning at the
    end says, if there are such rows,

    * how many rows were in error, and why the first one was,
    * how many rows lost turns or texts,
    * how many rows have nothing in the loss,
    * how many control tokens there are in the data of rows.
    """
    columns = [_word("columns=", column) for column in _notice.names(columns, "columns")]
    model = _check_map(model, rows, columns, options)
    list(_options(options))  # what is refused is refused at once
    return closed_at_exit(_map(model, rows, columns, progress, options))


def _map(model, rows, columns, progress, options):
    import tempfile

    from ._formats import formats
    from_file = isinstance(rows, (str, bytes, os.PathLike))
    if from_file:
        rows = os.fsdecode(rows)
    given = [model, *columns, *([rows] if from_file else ()), *_texts(options.values())]
    added = options.get("format") is not None and options.get("formats_file") is None and formats._added_file(options["format"])
    names = {}  # of the arguments that are given as temporary files
    with contextlib.ExitStack() as open_files:
        model = open_files.enter_context(_as_file(model, "template", names))
        for name in ("chat_template", "default_template"):
            options[name] = open_files.enter_context(_as_file(_source(name, options.get(name)), name, names))
        if added:
            names[added[0]], (options["format"], text) = options["format"], added
            options["formats_file"] = open_files.enter_context(_as_file(_Source(text), "chatfmt.formats", names))
        words = [*(() if model is None else ("--model", model)), *(("--columns", ",".join(columns)) if columns else ()),
                 *_options(options), *(("--", rows) if from_file else "-")]
        # In a file, for a command line is limited.
        command = open_files.enter_context(_as_file(_Source("\0".join(map_arguments(words))), "arguments", {}))
        said = open_files.enter_context(tempfile.TemporaryFile())
        yield from _mapped([sys.executable, "-m", "chatfmt._arguments", "map", command], said, rows, from_file, progress, names,
                           options.get("on_error") in ("skip", "record"), given)


def _named(text, names):
    """A text with arguments in place of the paths of their files."""
    for path, name in names.items():
        text = text.replace(path, name)
    return text


def _texts(values):
    """The texts among values, and in lists of them."""
    return [text for value in values for text in (value if isinstance(value, (list, tuple)) else [value]) if isinstance(text, (str, os.PathLike))]


def _mapped(command, said, rows, from_file, progress, names, goes_on, given):
    """What a command makes of rows: an iterator of dicts. `said`: the file of what it says; `names`: of files that the caller
    does not know; `goes_on`: after rows in error; `given`: texts of the caller's."""
    import re
    import threading
    wanted = sys.stderr.isatty() if progress is None else progress
    bar = _bar(len(rows) or None if hasattr(rows, "__len__") and not from_file else None, wanted)
    owner, ended = os.getpid(), False
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said)
    failed, notes = [], {}

    def feed():
        try:
            for number, row in enumerate(() if from_file else rows):
                try:
                    line = _row_text(number, row)
                except Error as error:
                    if not goes_on:
                        raise
                    notes[number + 1] = re.sub(r"^rows\[\d+\](\.?)", lambda found: "" if found[1] else "the row", str(error))
                    line = b"null\n"  # the program counts the row, as one in error
                process.stdin.write(line)
        except BrokenPipeError:
            pass
        except Exception as error:  # of the caller's iterable
            failed.append(error)
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
    threading.Thread(target=feed, daemon=True).start()
    try:
        for line in process.stdout:
            made = json.loads(line)
            if bar is not None:
                bar.update(len(made.get("lines", (1,))))  # a pack has several rows
            if goes_on and "error" in made:
                made["error"]["message"] = notes.get(made["line"], made["error"]["message"])
                if "hint" in made["error"]:
                    made["error"]["hint"] = _in_python(made["error"]["hint"], from_file, given)
            yield made
        ended = True
        if bar is not None and bar.total:
            bar.update(bar.total - bar.n)  # those that are left out
    finally:
        process.stdout.close()
        if bar is not None:
            bar.close()
        if not ended and os.getpid() == owner:  # whoever iterates wants no more
            process.kill()
        code = process.wait()
        said.seek(0)
        text = said.read().decode(errors="replace").strip()
    text, unread = _without_unread(text)
    rows_said, total, more, packs = _messages_of(_with_notes(_named(text, names), notes), from_file, given)
    if code and not (failed and goes_on and total):  # all rows that came were in error, and it knows of no others
        rows_said, notes_said = _without_format_notes(rows_said)
        for note in notes_said:
            _notice.warn(note)
        raise _failed(rows_said.strip(), total) from None  # a later row that `feed` met has nothing to do with it
    if failed:
        raise failed[0]
    for option, name, near in unread:
        _notice.warn(f"{option}= has {name!r}, and the template reads no such variable" + (f"; did you mean {near!r}?" if near else ""))
    if wanted:
        print("\n".join(filter(None, (total, packs))), file=sys.stderr)
    if rows_said or more:
        _notice.warn("\n".join([*([rows_said] if rows_said else []), total, *more]))
