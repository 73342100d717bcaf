"""Python objects as Jinja2 sees them: made contexts beside Jinja2 itself, and what is no plain data."""
import collections
import dataclasses
import enum
import pathlib
import pickle
import random
import subprocess
import sys
import threading

import chatfmt
import pytest

jinja2 = pytest.importorskip("jinja2")
import jinja2.sandbox  # noqa: E402

EXPRESSIONS = [
    "{{ x }}", "{{ x|string|length }}", "{% for i in x %}[{{ i }}]{% endfor %}", "{{ x|list }}",
    "{{ x|length }}", "{% for k, v in x.items() %}{{ k }}={{ v }};{% endfor %}", "{{ x == y }}{{ x != y }}",
    "{{ x in [y, x] }}", "{{ x|first }}", "{{ x[0] }}", "{{ x[1] }}", "{{ x is sequence }}{{ x is mapping }}",
    "{{ x is iterable }}{{ x is number }}{{ x is string }}", "{{ x ~ y }}", "{{ x + y }}", "{{ x * 2 }}",
    "{{ (x, y) }}", "{{ [x, (y,)] }}", "{{ {'a': x} }}", "{{ x|tojson }}", "{{ x|join('-') }}",
    "{{ x|dictsort }}", "{{ x.keys()|list }}", "{{ x.get(1, 'none') }}", "{{ x[None] }}", "{{ x[(1, 2)] }}",
    "{{ x.a }}", "{{ x['a'] }}", "{{ x|sort }}", "{{ x < y }}", "{{ x|unique|list }}", "{{ x|reverse|list }}",
    "{{ x[1:] }}", "{{ x|map('string')|list }}", "{{ -x }}", "{{ x // 7 }}", "{{ x % 1000 }}", "{{ x is odd }}",
    "{{ x|default('d') }}", "{{ 'yes' if x else 'no' }}", "{{ x|int }}", "{{ x|float }}", "{{ x|items|list }}",
    "{% set a, b = x %}{{ a }}{{ b }}", "{{ x|sum(start=0) }}", "{{ x|max }}", "{{ x|upper }}", "{{ x.count(1) }}",
    "{{ x.index(y) }}", "{{ x|batch(2)|list }}", "{{ x|groupby(0) }}", "{{ '%s' % (x,) }}", "{{ '{}'.format(x) }}",
]


def reference():
    environment = jinja2.sandbox.ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"])
    import json
    environment.filters["tojson"] = lambda x, ensure_ascii=False, indent=None, separators=None, \
        sort_keys=False: json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators,
                                    sort_keys=sort_keys)
    return environment


def made(r, depth=0):
    scalars = [lambda: r.randint(-3, 9), lambda: r.randint(-2 ** 90, 2 ** 90), lambda: r.random() * 1e6,
               lambda: r.choice(["", "a", "user", "é😀", "a\nb", "'\"", "<x>"]), lambda: None,
               lambda: r.random() < 0.5, lambda: r.choice([float("inf"), -0.0, 1e300, 0.1])]
    if depth > 2 or r.random() < 0.35:
        return r.choice(scalars)()
    kind = r.random()
    count = r.randint(0, 4)
    if kind < 0.3:
        return tuple(made(r, depth + 1) for _ in range(count))
    if kind < 0.6:
        return [made(r, depth + 1) for _ in range(count)]
    return {key(r): made(r, depth + 1) for _ in range(count)}


def key(r):
    return r.choice(["a", "b", "user", "é", 1, True, 0, None, 1.5, 2 ** 70, (1, 2), (), ("a", (None,)), -7])


def outcome(render):
    try:
        return render()
    except Exception as error:
        names = [c.__name__ for c in type(error).__mro__]
        return next(n for n in names if n in (
            "UndefinedError", "SecurityError", "TemplateError", "TypeError", "ValueError", "KeyError", "IndexError",
            "ZeroDivisionError", "OverflowError", "AttributeError", "RuntimeError", "Exception"))


def test_beside_jinja2():
    environment, r = reference(), random.Random(5)
    ours = {e: chatfmt.Template(e) for e in EXPRESSIONS}
    theirs = {e: environment.from_string(e) for e in EXPRESSIONS}
    wrong, texts = [], 0
    for _ in range(5000):
        context = {"x": made(r), "y": made(r)}
        expression = r.choice(EXPRESSIONS)
        want = outcome(lambda: theirs[expression].render(context))
        got = outcome(lambda: ours[expression].render(context))
        texts += " object at 0x" in want or want not in ("TypeError", "UndefinedError")
        if expression == "{{ x[1:] }}" and isinstance(context["x"], dict):
            continue  # slices can be keys from Python 3.12 on: no key rather than a wrong one
        if got != want and " at 0x" not in want:
            wrong.append((expression, context, want, got))
    assert texts > 2500
    assert not wrong, (len(wrong), wrong[:5])


class Colour(str, enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Point:
    x: int
    rest: object = None


def test_other_objects_are_reduced():
    render = chatfmt.Template("{{ x }}").render
    assert render(x=Colour.RED) == "red"
    assert render(x=Point(1, (Colour.RED, b"z"))) == "{'x': 1, 'rest': ('red', '<bytes>')}"
    assert render(x=collections.OrderedDict(a=1)) == "{'a': 1}"
    assert render(x=collections.UserDict(a={1})) == "{'a': '<set>'}"
    assert render(x=collections.namedtuple("N", "a b")(1, 2)) == "(1, 2)"
    assert render(x=enum.IntEnum("E", "A B").B) == "2"


def test_pydantic_and_numpy():
    pydantic, numpy = pytest.importorskip("pydantic"), pytest.importorskip("numpy")

    class Message(pydantic.BaseModel):
        role: str
        content: str
    render = chatfmt.Template("{% for m in x %}{{ m.role }}{{ m.content }}{% endfor %}").render
    assert render(x=[Message(role="user", content="Hi")]) == "userHi"
    render = chatfmt.Template("{{ x }}").render
    assert render(x=[numpy.int64(3), numpy.bool_(False), numpy.float32(0.5)]) == "[3, False, 0.5]"
    assert render(x=numpy.zeros(3)) == "<ndarray>"
    assert render(x=[numpy.datetime64("NaT"), numpy.datetime64("2026-01-01")]) == "[None, '<date>']"


def test_what_cannot_be_is_refused():
    render = chatfmt.Template("{{ x }}").render
    with pytest.raises(chatfmt.UnsupportedError):
        render(x="\ud800")
    nested = []
    for _ in range(2000):
        nested = [nested]
    with pytest.raises(RecursionError):
        render(x=nested)
    ring = []
    ring.append(ring)
    with pytest.raises(RecursionError):
        render(x=ring)
    with pytest.raises(chatfmt.LimitError):
        chatfmt.Template("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}").render()


def test_errors_have_their_place_and_their_class():
    with pytest.raises(jinja2.TemplateSyntaxError) as caught:
        chatfmt.Template("a\n{{ 1 + }}")
    assert (caught.value.line, caught.value.lineno, caught.value.excerpt) == (2, 2, "{{ 1 + }}")
    assert isinstance(caught.value, chatfmt.Error)
    with pytest.raises(jinja2.UndefinedError) as caught:
        chatfmt.Template("{{ x.y }}").render()
    assert (str(caught.value), caught.value.line, caught.value.column) == ("'x' is undefined", 1, 6)
    with pytest.raises(jinja2.exceptions.SecurityError):
        chatfmt.Template("{{ [].append(1) }}").render()
    with pytest.raises(TypeError, match="can only concatenate"):
        chatfmt.Template("{{ 'a' + 1 }}").render()
    with pytest.raises(jinja2.TemplateError) as caught:
        chatfmt.Template("{{ raise_exception('n' * 5000) }}").render()
    assert str(caught.value) == "n" * 5000


@pytest.mark.parametrize("source, name", [
    ("{{ 1 + }}", "TemplateSyntaxError"), ("{{ 1|nope }}", "TemplateAssertionError"), ("{{ 1 is nope }}", "TemplateAssertionError"),
    ("{{ x.y }}", "UndefinedError"), ("{{ [].append(1) }}", "SecurityError"), ("{{ raise_exception('n') }}", "TemplateError"),
    ("{{ 'a' + 1 }}", "TypeError"), ("{{ 1 / 0 }}", "ZeroDivisionError"), ("{{ ''.index('a') }}", "ValueError"),
    ("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}", "LimitError")])
def test_errors_have_names_and_pickle(source, name):
    """An error reaches the parent of a worker process only when its class can be imported by name."""
    with pytest.raises(getattr(chatfmt, name)) as caught:
        chatfmt.Template(source).render()
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is type(caught.value) is getattr(chatfmt, name) and str(again) == str(caught.value)
    assert (again.line, again.kind, again.excerpt) == (caught.value.line, caught.value.kind, caught.value.excerpt)


def test_templates_pickle():
    template = chatfmt.Template("a\n\n", now=5, seed=1)
    again = pickle.loads(pickle.dumps(template))
    assert again.render() == template.render() == "a\n"
    assert chatfmt.Template("{{ strftime_now('%Y') }}", now=0).render() == "1970"


def test_prompts_tell_their_origin():
    p = chatfmt.prompt(chatfmt.Template("<é{{ m.a }}{{ m.b }}>{{ bos_token }}"), m={"a": "ü", "b": "user"}, bos_token="<s>")
    assert p == "<éüuser><s>"
    assert [(p[s.begin:s.end], s.kind, s.path) for s in p.spans] == [
        ("<é", "template", ""), ("ü", "data", "m.a"), ("user", "data", "m.b"), (">", "template", ""),
        ("<s>", "trusted", "bos_token")]
    assert "m.b" in p._repr_html_() and "\x1b[36m" in p.ansi()
    assert pickle.loads(pickle.dumps(p)).spans == p.spans
    same = "user"  # one object in three places
    p = chatfmt.prompt(chatfmt.Template("{% for m in ms %}{{ m }}{% endfor %}"), ms=[same, same, same])
    assert [s.path for s in p.spans] == ["ms[0]", "ms[1]", "ms[2]"]


def test_threads_share_templates():
    template = chatfmt.Template("{% for m in messages %}{{ m.content }}{% endfor %}")
    messages = [{"content": "x" * 3000} for _ in range(20)]
    wrong = []

    def work():
        for i in range(200):
            if template.render(messages=messages[:i % 20]) != "x" * 3000 * (i % 20):
                wrong.append(i)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_objects_that_change_while_they_are_read():
    messages = [{"content": "a"}, {"content": "b"}]

    class Mean(collections.UserDict):
        def items(self):
            messages.clear()
            return {"content": "gone" * 1000}.items()
    messages.insert(1, Mean())
    text = chatfmt.Template("{% for m in messages %}{{ m.content }}{% endfor %}").render(messages=messages)
    assert text == "a" + "gone" * 1000


def test_arbitrary_objects():
    """A little of fuzz_objects.py, which is for longer runs."""
    answer = subprocess.run([sys.executable, pathlib.Path(__file__).with_name("fuzz_objects.py"), "2", "7"], capture_output=True, text=True)
    assert answer.returncode == 0, (answer.returncode, answer.stdout[-2000:], answer.stderr[-3000:])
