#!/usr/bin/env python3
"""No byte that data chose may be labelled as the template's, whichever argument the data came by.

    labels.py PROGRAM [EVERY]

Every filter, method and global of src/builtins/*.def is called with data in each of its positions in turn (the piped value or
receiver, each parameter by place and by name, what it takes beyond them), while all else is the template's, in all
combinations of a few values; operators and statements are listed here. Each call is rendered twice, with data that
differs in nothing but its letters. Bytes that differ between the two, and bytes that only data can have, must be labelled
as data. A position in which no call succeeds is a failure, unless it is in NEVER. With EVERY, each call is given one of so
many data only, and the others where its position has no call that succeeds.
"""
import itertools
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BUILTINS = Path(__file__).resolve().parents[2] / "src" / "builtins"
ROW = re.compile(r'^(FILTER|METHOD|GLOBAL)\(\s*(?:(\w+),\s*)?"(\w+)",\s*(\w+),\s*(\d+),\s*(\d+),\s*"([^"]*)",\s*(.*?)\s*\)\s*$')

# Letters that nothing but data has, and others in their place in the second rendering.
MARKS = str.maketrans("ЖжΩωQq", "ЦцΨψWw")

# What data may be: one of each shape that some argument wants.
DATA = ["Ж", "<|Ж|>", "Жab cd", "%sЖ%d", "%(k)sЖ", "{}Ж{0}", "{k}Ж", "%YЖ%m", "http://Ж.org/ab", "a.Ж@ab.org", "<b>Жab</b> cd",
        "Жa\nb\tc", "Q", "xQx", "utf-16-Q", 12345678901234567890405, " Ж", "xЖx", "<6Ж", "Ж>9", "", 1.5, "utf-8", "big", "value", "ceil", 1046, 2, True, None, ["Ж", "Жb"], [["Ж", 1], ["b", "Ж"]], [1046, 2], ["Ж", 2],
        {"Ж": "Ωa"}, {"k": "Ж", "b": 1}, {"Ж": 1, "k": "Ω"}, [{"k": "Ж"}, {"k": "Жb"}], {"k": ["Ж"]}, {"1078": "Ж"}, {"x": "Ж"}]

# What the template may give in other positions. No letter of these is one of the marks.
OWN = ["'ab cd'", "'x'", "2", "9", "true", "['ab', 'cd']", "{'k': 'ab'}", "'%s-%s'", "'{}-{k}'", "[{'k': 'a'}, {'k': 'b'}]",
       "'see http://ab.org/cd ok'", "'a\\nb'", "none", "'k'"]
RECEIVERS = {"STRING": ["'ab cd'", "'%s'", "'{} {k}'", "'x'", "'a\\nb\\tc'"], "MARKUP": ["('ab'|escape)", "('<b>x</b>'|safe)"],
             "BYTES": ["'ab'.encode()"], "LIST": ["['ab', 'cd']", "[2, 1]"], "TUPLE": ["('ab', 'cd')"], "DICT": ["{'k': 'ab'}"],
             "INT": ["12"], "FLOAT": ["1.5"], "BOOL": ["true"], "FUNCTION": ["dict"], "VIEW": ["{'k': 1}.keys()"]}
TESTS_AND_FILTERS = {"map": ["'upper'", "'join'", "'default'", "'replace'", "'center'"], "select": ["'equalto'", "'string'", "'in'"]}

# Positions in which no call succeeds, or only with errors: objects that templates make by other calls, and messages of errors.
NEVER = {("raise_exception", "message"), *(("lipsum", p) for p in ("n", "html", "min", "max")), # needs a seed
         *(("OBJECT." + p, "value") for p in ("__call__", "next", "reset")), # of cycler and joiner: see the statements
         ("FLOAT.fromhex", "value"), ("FLOAT.fromhex", "string"), # data has no hexadecimal floats
         *(("INT.from_bytes", p) for p in ("value", "bytes", "byteorder", "named")), ("INT.to_bytes", "named"),
         ("STRING.format_map", "named"), ("STRING.index", "end"), ("STRING.rindex", "end"), ("TUPLE.index", "start"),
         ("TUPLE.index", "stop"), ("sum", "attribute"), ("sum", "start")}
# What counts: its digits are the template's.
COUNTS = {("INT.bit_count", "value"), ("INT.bit_length", "value")}

STATEMENTS = """
{{ d }}|{{ d ~ 'a' }}|{{ 'a' ~ d }}|{{ d + 'a' }}|{{ 'a' + d }}|{{ d * 2 }}|{{ 2 * d }}|{{ d % 'a' }}|{{ 'a%sb' % d }}
{{ '%5s' % d }}|{{ '%r' % d }}|{{ '%c' % d }}|{{ '%x' % d }}|{{ '%(k)s' % d }}|{{ '%s %s' % (d, 'a') }}|{{ '%*d' % (d, 3) }}
{{ d[0] }}|{{ d[1:] }}|{{ d[::-1] }}|{{ d[-1] }}|{{ d['k'] }}|{{ d.k }}|{{ ['a', d] }}|{{ (d, 1) }}|{{ {d: 1} }}|{{ {'a': d} }}
{{ [d] + ['a'] }}|{{ ['a'] + d }}|{{ d + ['a'] }}|{{ d or 'a' }}|{{ 'a' and d }}|{{ d if true else 'a' }}|{{ not d }}
{{ d is string }}|{{ d == 'a' }}|{{ d < 'a' }}|{{ 'a' in d }}|{{ d in ['a'] }}|{{ -d }}|{{ d + 1 }}|{{ d // 2 }}|{{ d ** 2 }}
{% for c in d %}{{ c }}{% endfor %}|{% for a, b in d %}{{ a }}{{ b }}{% endfor %}|{% for k, v in d.items() %}{{ k }}={{ v }}{% endfor %}
{% for c in d recursive %}{{ c }}{% endfor %}|{% for c in [1, 2] %}{{ loop.cycle(d, 'a') }}{% endfor %}|{% for c in d if c %}{{ c }}{% else %}a{% endfor %}
{% for c in d %}{{ loop.previtem }}{{ loop.nextitem }}{% endfor %}|{% for c in d %}{{ loop.changed(c) }}{% endfor %}
{% set x = d %}{{ x }}|{% set x %}a{{ d }}b{% endset %}{{ x }}{{ x|upper }}|{% set x | replace('a', d) %}aba{% endset %}{{ x }}
{% set n = namespace(x=d) %}{{ n.x }}{% set n.x = n.x + 'a' %}{{ n.x }}|{% set n = namespace(d) %}{{ n.k }}|{% set a, b = d %}{{ a }}{{ b }}
{% filter upper %}a{{ d }}{% endfilter %}|{% filter replace('a', d) %}aba{% endfilter %}|{% filter indent(d) %}a\nb{% endfilter %}
{% macro m(x, y=d) %}{{ x }}{{ y }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(d) }}{{ m('a', 'b', d) }}{{ m('a', q=d) }}{{ m('a')|upper }}
{% macro m() %}[{{ caller(d) }}]{% endmacro %}{% call(x) m() %}{{ x }}{% endcall %}|{% macro m(x) %}{{ x }}{% endmacro %}{{ m(d)|tojson }}
{% with x = d %}{{ x }}{% endwith %}|{% generation %}{{ d }}{% endgeneration %}|{% if d %}a{% else %}b{% endif %}
{{ d|string|list }}|{{ [d]|string }}|{{ {'a': d}|string }}|{{ dict(a=d).a }}|{{ dict([('a', d)]) }}|{{ dict(**d) }}|{{ joiner(d)() }}
{% set j = joiner(d) %}{{ j() }}a{{ j() }}|{% set c = cycler(d, 'a') %}{{ c.next() }}{{ c.current }}{{ c.next() }}|{{ 'a'|default(d) }}{{ u|default(d) }}
{{ (d,)|join('a') }}|{{ [1.5, d]|tojson }}|{{ [1, 2]|tojson(indent=d) }}|{{ {'a': [1, {}]}|tojson(separators=[d, ':']) }}
{{ {'a': [1, {}]}|tojson(separators=(',', d)) }}|{{ [1, 2]|tojson(indent=d, separators=('a', 'b')) }}|{{ d|tojson(indent=2) }}
{{ [[1, 2], {'a': 3}]|tojson(indent=d) }}|{{ [[1, 2], {'a': 'b'}]|tojson(indent=d, ensure_ascii=false, sort_keys=true) }}
{{ 'a{}b'.format(d) }}|{{ 'a{:>9}b'.format(d) }}|{{ 'a{:{}}b'.format('c', d) }}|{{ 'a{0!r}b'.format(d) }}|{{ 'a{x}b'.format(x=d) }}
{{ 'a{:{f}>9}'.format('c', f=d) }}|{{ '{0[k]}'.format(d) }}|{{ '{:c}'.format(d) }}|{{ 'a'.center(9, d) }}|{{ 'abc'.replace('b', d, 1) }}
{{ 'abcb'.translate({98: d}) }}|{{ 'abcb'.translate('abc'.maketrans('b', d)) }}|{{ 'abcb'.translate('abc'.maketrans({'b': d})) }}
{{ 'abc'|replace('b', d) }}|{{ 'a b c d e f'|wordwrap(3, true, d) }}|{{ 'abcdefghijkl'|truncate(5, true, d, 0) }}|{{ 'a\nb'|indent(d) }}
{{ 'a\nb'|indent(d, true, true) }}|{{ ['a', 'b']|join(d) }}|{{ [1, 2, 3]|batch(2, d)|list }}|{{ [1, 2, 3]|slice(2, d)|list }}
{{ [{'k': 'a'}]|map(attribute='z', default=d)|list }}|{{ [{'k': 'a'}]|groupby('z', default=d)|list }}|{{ ['a', 'b']|sum(start=d) }}
{{ ['a']|map('replace', 'a', d)|list }}|{{ ['a', 'b']|map('default', d)|join }}|{{ strftime_now(d) }}|{{ {'a': d}|xmlattr }}|{{ d|xmlattr }}
{{ 'http://ab.org'|urlize(99, true, d) }}|{{ 'http://ab.org'|urlize(rel=d) }}|{{ 'http://ab.org'|urlize(target=d, rel=d) }}|{{ 'zz:ab see zz:cd'|urlize(extra_schemes=[d]) }}
{{ '1'|int(d) }}|{{ 'a'|int(d) }}|{{ 'a'|float(d) }}|{{ {'a': 1}.get('b', d) }}|{{ 'a'.join(d) }}|{{ d.join(['a', 'b']) }}|{{ d|attr('k') }}
{{ dict.fromkeys(d) }}|{{ dict.fromkeys(['a'], d) }}|{{ ('a'|safe).join([d]) }}|{{ d|e ~ ('a'|safe) }}|{{ ('%s'|safe) % d }}|{{ ('{}'|safe).format(d) }}
{{ ('a'|safe) + d }}|{{ d + ('a'|safe) }}|{{ ('ab'|safe).replace('a', d) }}|{{ d.encode().decode() }}|{{ d.encode().hex() }}|{{ d.encode() }}
{{ 'ab'.encode().hex(d) }}|{{ d|pprint }}|{{ {'a': [d]}|pprint }}|{{ d|items|list }}|{{ d|dictsort }}|{{ d|first }}{{ d|last }}|{{ d.to_bytes(2, 'big').decode('utf-16-be') }}
{% for b in d.encode() %}{{ '%c' % b }}{% endfor %}|{{ '%c' % d.encode()[0] }}|{{ d.encode()|list }}|{{ d.encode()|reverse|list }}
{{ 'ab'.translate(d.encode()) }}|{% for i in range(d, d + 1) %}{{ '%c' % i }}{% endfor %}|{{ '%c' % range(d + 9)[d] }}|{{ '%c' % range(d)[1:][d - 2] }}
{{ '%c' % (d + 1) }}|{{ '%c' % (1 + d) }}|{{ '%c' % (('1'|int) + d) }}|{{ '%c' % (d + ('1'|int)) }}|{{ ('1' ~ d)|int }}|{{ (d ~ '1')|int + 1 }}|{{ '%c' % (d % 9) }}
{{ '%c' % -(-d) }}|{{ '%c' % (d|abs) }}|{{ '%c' % ([d, 1]|sum) }}|{{ '%c' % (d|float|int) }}|{{ '%c' % (d * d % 128) }}|{{ -d * 2 }}|{{ d|string|int * d }}
{{ d.split('a') }}|{{ 'aЯb'.split(d) }}|{{ d.partition('a') }}|{{ d.splitlines() }}|{{ d|reverse|list|join }}|{{ d|list|sort|join }}|{{ d|unique|join }}
""".replace("Я", "x")


def rows():
    """(kind, receiver kind, name, parameters, flags) of every function."""
    for file in ("filters.def", "methods.def", "globals.def"):
        text = re.sub(r'",\s*\n\s+', '", ', (BUILTINS / file).read_text())
        for line in text.splitlines():
            found = ROW.match(line)
            if found and "refused" not in found[4]:
                yield found[1], found[2], found[3], [p for p in found[7].split(",") if p], found[8]


def calls(kind, receiver, name, params, flags):
    """(position, template) with data as `d`."""
    most = 3
    named = "NO_KEYWORDS" not in flags and params
    head = TESTS_AND_FILTERS.get("map" if name == "map" else "select" if name in ("select", "reject") else
                                 "attr" if name in ("selectattr", "rejectattr") else None)

    def write(own, arguments):
        inside = ", ".join(arguments)
        if kind == "FILTER":
            return "{{ %s|%s(%s)|%s }}" % (own, name, inside, "list" if name in LISTS else "string")
        if kind == "METHOD":
            return "{{ %s.%s(%s) }}" % (own, name, inside)
        return "{{ %s(%s) }}" % (name, inside)

    own = OWN if kind == "FILTER" else RECEIVERS.get(receiver, ["'a'"])
    whole = {"BYTES": "d.encode()", "MARKUP": "(d|safe)", "VIEW": "d.keys()"}.get(receiver, "d")
    if kind != "GLOBAL":
        for count in range(min(len(params), most) + 1):
            for values in itertools.product(OWN[:5], repeat=count):
                yield "value", write(whole, values)
        if "TAKES_REST" in flags:
            for first in head or OWN:
                for second in ((), ("'k'",), ("'x'",)):
                    yield "value", write(whole, (first, *second))
    for at, parameter in enumerate(params):
        for value in own:
            for before in itertools.product(["'ab'", "2", "'x'", "true", "9"], repeat=at):
                yield parameter, write(value, (*before, "d"))
                if at == 0 and len(params) > 1:
                    yield parameter, write(value, ("d", "'ab'"))
                    yield parameter, write(value, ("d", "9"))
            if named:
                yield parameter, write(value, (f"{parameter}=d",))
                if at:
                    for first in ("'ab'", "2", "'x'", "9"):
                        yield parameter, write(value, (first, f"{parameter}=d"))
    if "TAKES_REST" in flags:
        for value in own:
            yield "rest", write(value, ("d",))
            for first in head or ["'a'", "'k'"]:
                yield "rest", write(value, (first, "d"))
                yield "rest", write(value, (first, "'a'", "d"))
    if "TAKES_NAMED" in flags:
        for value in own:
            for key in ("k", "attribute", "default"):
                yield "named", write(value, (f"{key}=d",))
                yield "named", write(value, ("'k'", f"{key}=d"))
                yield "named", write(value, ("attribute='z'", f"{key}=d") if key != "attribute" else ("**d",))


LISTS = {"batch", "slice", "map", "select", "reject", "selectattr", "rejectattr", "groupby", "unique", "items", "reverse"}


def changed(value):
    if isinstance(value, int) and value > 9:
        return value + 32
    return json.loads(json.dumps(value, ensure_ascii=False).translate(MARKS))


def all_cases():
    for line in STATEMENTS.strip().splitlines():
        for template in re.split(r"(?<=})\|(?={)", line):
            yield ("statement", template), template
    for row in rows():
        seen = set()
        for position, template in calls(*row):
            if template not in seen:
                seen.add(template)
                yield ((row[1] + "." if row[1] else "") + row[2], position), template


def labelled(answer):
    """For each byte whether it is data."""
    data = bytearray(len(answer["text"].encode()))
    for span in answer["spans"]:
        if span["kind"] == "data":
            data[span["begin"]:span["end"]] = b"\1" * (span["end"] - span["begin"])
    return data


def leak(one, two):
    """A byte that data chose and that is not labelled so, as (where, text), or None."""
    texts = [a["text"].encode() for a in (one, two)]
    labels = [labelled(a) for a in (one, two)]
    if len(texts[0]) == len(texts[1]):
        for i, (a, b) in enumerate(zip(*texts)):
            if a != b and not (labels[0][i] and labels[1][i]):
                return i, one["text"]
    for text, label in zip(texts, labels):
        for mark in "ЖжΩωЦцΨψ":
            for found in re.finditer(mark.encode(), text):
                if not all(label[found.start():found.end()]):
                    return found.start(), text.decode()
    return None


def render(cases, pairs, data):
    """The answer to each (number of the case, number of the data); None where it is no text."""
    ways = [json.dumps(value) for value in data]
    texts = [json.dumps(template) for _, template in cases]
    request = '{"id": 0, "chat_template": %s, "context": {"d": %s}, "now": "2026-01-02T03:04:05Z", "options": {"spans": true}}\n'
    with tempfile.TemporaryFile("w+") as file:
        file.writelines(request % (texts[number], ways[k]) for number, k in pairs)
        file.seek(0)
        done = subprocess.run([sys.argv[1], "render", "--batch"], stdin=file, capture_output=True, text=True, check=True)
    answers = done.stdout.splitlines()
    assert len(answers) == len(pairs)
    return [json.loads(answer) if '"text": ' in answer else None for answer in answers]


def succeeding(cases, pairs):
    """(pair, one, two) of the pairs of which both renderings are text."""
    ones = [(pair, one) for pair, one in zip(pairs, render(cases, pairs, DATA)) if one]
    twins = render(cases, [pair for pair, _ in ones], [changed(value) for value in DATA])
    return [(pair, one, two) for (pair, one), two in zip(ones, twins) if two]


def main():
    cases = list(all_cases())
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    pairs = [(number, k) for number in range(len(cases)) for k in range(len(DATA))]
    compared = succeeding(cases, [pair for pair in pairs if not sum(pair) % every])
    reached = {cases[number][0] for (number, _), _, _ in compared}
    compared += succeeding(cases, [pair for pair in pairs if sum(pair) % every and cases[pair[0]][0] not in reached])
    reached = {cases[number][0] for (number, _), _, _ in compared}
    tried, leaks = {key for key, _ in cases}, {}
    for (number, k), one, two in compared:
        key, template = cases[number]
        found = key not in COUNTS and leak(one, two)
        if found and (key, template) not in leaks:
            leaks[key, template] = (DATA[k], *found)
    for (key, template), (value, at, text) in leaks.items():
        print(f"{key[0]}, {key[1]}: {template} with {json.dumps(value, ensure_ascii=False)}: byte {at} of {text!r} is not labelled as data")
    missing = sorted(k for k in tried - reached if k not in NEVER and k[0] != "statement")
    for key in missing:
        print(f"{key[0]}, {key[1]}: no call with data there succeeds")
    print(f"{len(tried)} positions, {len(cases)} calls, {len(compared)} pairs compared, {len(leaks)} leaks, {len(missing)} positions never reached")
    return bool(leaks or missing)


if __name__ == "__main__":
    sys.exit(main())
