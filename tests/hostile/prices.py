#!/usr/bin/env python3
"""What a unit of fuel buys: every builtin and operator on large and on small values, again and again until
fuel or memory is used up. None may take more than RATIO times the processor time of YARDSTICK, so that the
verdict does not depend on the machine. The seconds are printed beside it.

    prices.py [--program PATH] [--name REGEX] [--quick] [--all]

A run has a SHARE of the default limits. What is over the bound is measured up to AGAIN times more, in turn
with YARDSTICK: other work on the machine slows both. An expression for each row of filters.def and
methods.def must be here.
"""
import argparse
import json
import os
import re
import sys
import tempfile
import zlib

sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
from hostile import case as cases_of  # noqa: E402
from hostile.run import Server, contents  # noqa: E402

RATIO, SHARE, AGAIN = 5, 64, 10
YARDSTICK = ("x|upper", {"x": "ab"})
FUEL, HEAP = 100_000_000 // SHARE, (256 << 20) // SHARE
ROOT = os.path.dirname(cases_of.TESTS)

TEXTS = {
    "long": "a" * 100000,
    "wide": "é" * 50000,
    "astral": "😀" * 25000,
    "words": "ab cd-ef " * 10000,
    "lines": "ab\r\n\u2028" * 15000,
    "marks": "<a>&amp;\"'" * 10000,
    "capitals": "ÉßΣ" * 10000,
    "digits": "9" * 4000,
    "spaces": " " * 100000 + "x" + " " * 100000,
    "percents": "%é" * 20000,
    "tabs": "\t\ta" * 20000,
    "links": "http://a.com (b@c.de) " * 4000,
    "short": "ab",
    "empty": "",
}
LISTS = {
    "numbers": list(range(10000)),
    "strings": ["ab%d" % (i * 7919 % 10007) for i in range(10000)],
    "longs": ["a" * 5000 + str(i) for i in range(20)],
    "wides": ["É" * 500 + str(i) for i in range(100)],
    "floats": [i / 7 for i in range(5000)],
    "rows": [{"a": i % 7, "b": {"c": "x"}} for i in range(5000)],
    "few": [1, 2],
}
DICTS = {"fields": {"k%d" % i: "v%d" % i for i in range(5000)}, "field": {"a": 1},
         "deep": json.loads("[" * 900 + "]" * 900)}
NUMBERS = {"big": 10 ** 4290 + 7, "half": 10 ** 2100 + 9, "real": 1.7976931348623157e308, "small": 5}

# X is the value; what follows is tried on all of TEXTS.
ON_TEXTS = """
X.capitalize() | X.casefold() | X.center(99999) | X.center(200000, 'é') | X.count('a') | X.count('b')
X.count('ab') | X.count('') | X.count('é') | X.count('aab', 5, 90000) | X.encode() | X.encode('utf-16')
X.encode('utf-32') | X.encode('ascii', 'replace') | X.encode('ascii', 'xmlcharrefreplace')
X.encode('ascii', 'namereplace') | X.encode('ascii', 'backslashreplace') | X.encode('latin-1', 'ignore')
X.endswith('b') | X.endswith(X) | X.endswith((X, 'b')) | X.endswith('b', 5, 100) | X.expandtabs() | X.expandtabs(100)
X.find('b') | X.find('ab') | X.find('é', 9) | X.find(X) | X.find('b', 9, 99999) | X.index('') | X.isalnum()
X.isalpha() | X.isascii() | X.isdecimal() | X.isdigit() | X.isidentifier() | X.islower() | X.isnumeric()
X.isprintable() | X.isspace() | X.istitle() | X.isupper() | X.join(['a', 'b', 'c']) | ','.join(X) | X.ljust(99999)
X.lower() | X.lstrip() | X.lstrip('ab') | X.lstrip('é a') | X.maketrans(X, X) | X.partition('b')
X.partition('é') | X.partition('ba') | X.removeprefix(X) | X.removeprefix('b') | X.removesuffix(X)
X.removesuffix('b') | X.replace('a', 'b') | X.replace('b', 'a') | X.replace('ab', 'b') | X.replace('', 'b', 5)
X.replace('é', 'e') | X.replace('aaaaaaab', '') | X.rfind('b') | X.rfind('ba') | X.rfind('é') | X.rfind('')
X.rfind('aab', 5) | X.rfind('a' * 50 ~ 'b') | X.rfind('b' ~ 'a' * 50) | X.rindex('') | X.rjust(99999)
X.rpartition('b') | X.rpartition('ba') | X.rpartition('é') | X.rsplit() | X.rsplit('a') | X.rsplit('b')
X.rsplit('ba') | X.rsplit('é') | X.rsplit(none, 1) | X.rsplit('b', 1) | X.rsplit('ba', 1) | X.rstrip()
X.rstrip('ab') | X.rstrip('é a') | X.split() | X.split('a') | X.split('b') | X.split('ab') | X.split('é')
X.split(none, 1) | X.split('b', 1) | X.splitlines() | X.splitlines(true) | X.startswith('b') | X.startswith(X)
X.startswith((X, 'b')) | X.startswith('b', 9) | X.strip() | X.strip('ab') | X.strip('é a') | X.swapcase()
X.title() | X.translate({97: 'b'}) | X.translate({97: none}) | X.upper() | X.zfill(99999)
X.format(1) | X.format_map({}) | (X ~ '{}{0}').replace('{0}', '').format(1)
X|attr('x') | X|batch(3)|list | X|capitalize | X|center | X|center(99999) | X|count | X|d | X|default('', true)
X|e | X|escape | X|first | X|float | X|forceescape | X|indent | X|indent(4, true, true) | X|int | X|int(0, 16)
X|join | X|join(',') | X|last | X|length | X|list | X|lower | X|max | X|min | X|pprint | X|replace('a', 'b')
X|replace('é', 'e') | X|replace('b', '') | X|reverse | X|safe | X|slice(3)|list | X|sort | X|string | X|striptags
X|title | X|tojson | X|tojson(ensure_ascii=true) | X|trim | X|trim('ab') | X|truncate | X|truncate(50000, true)
X|truncate(50000) | X|unique|list | X|upper | X|urlencode | X|urlize | X|wordcount | X|wordwrap | X|wordwrap(1)
X|map('upper')|list | X|select|list | X|reject|list | X|safe|striptags | (X|safe).unescape() | (X|safe).striptags()
(X|safe).escape(X) | X|safe ~ '<' | (X|safe).removesuffix('b') | X|sum(start='') | X|random | X|round
X|items|list | X|dictsort | X|xmlattr | X|groupby('a') | X|filesizeformat | X|format(1) | X|abs | X|safe|e
X[::-1] | X[5:50000] | X[-1] | X[49999] | X[::3] | X ~ X | X + X | X * 3 | X == X ~ '' | X == X | X < X ~ 'a'
X in X | 'b' in X | 'ab' in X | 'é' in X | X in [X ~ '', X] | {X: 1} | {X: 1}[X ~ ''] | X % 1 | '%s' % X
'%r' % X | '%a' % X | '%200000s' % X | '{}'.format(X) | '{!r:>9}'.format(X) | '{:é>200000}'.format(X) | not X
X is lower | X is upper | X is string | X is eq X ~ '' | X is in X | X.encode().hex() | X.encode().hex('-', 2)
X.encode().decode() | X.encode().decode('latin-1') | X.encode('utf-16').decode('utf-16') | X.encode()|string
X.encode().decode('ascii', 'replace') | X.encode().decode('ascii', 'backslashreplace') | X.encode() == X.encode()
X.encode()[::-1] | X.encode()|list | X.encode() + X.encode() | strftime_now(X) | cycler(X, X).next() | joiner(X)()
namespace(a=X).a | dict(a=X) | lipsum(1, false, 5, 9) | X.encode('ascii', 'ignore') | cycler(X).reset() | X|attr('upper')
(1).from_bytes(X.encode()[:4000], 'big') | (1.5).fromhex(X) | X.encode().upper() | X.encode('utf-7')
"""
ON_LISTS = """
X.copy() | X.count(5) | X.count('ab') | X.index(-1) | (X|list)[::-1] | X + X | X * 3 | X == X | X == X|list | X < X|list
-1 in X | 'a' in X | X|join | X|join(',') | X|join(',', attribute='a') | X|list | X|tojson | X|tojson(indent=2) | X|string
X|pprint | X|sort | X|sort(reverse=true) | X|sort(attribute='a') | X|unique|list | X|groupby('a')|list | X|min | X|max
X|sum | X|sum(attribute='a') | X|batch(7)|list | X|slice(7)|list | X|first | X|last | X|length | X|random | X|reverse|list
X|map('string')|list | X|map(attribute='a')|list | X|map(attribute='b.c')|list | X|select|list | X|select('odd')|list
X|reject('none')|list | X|selectattr('a')|list | X|rejectattr('a')|list | X|selectattr('a', 'eq', 3)|list
X|map('upper')|list | X|map('tojson')|list | dict.fromkeys(X) | range(9999)|list | range(9999).index(7) | (range(9999))[::3]
range(99999).count(5) | 9998 in range(9999) | range(5) == range(5) | (X|list, 1) == (X|list, 1) | {(1, 2): X} | '%s' % (X,)
'%s' % [X] | '{}'.format(X) | cycler(*X).next() | namespace(a=X).a | X is iterable | X is in [X|list] | X is sameas X
X|items|list | X|xmlattr | X|urlencode | X|e | X|upper | X|trim | X|wordcount | (X|list).index(X) | ','.join(X)
X|map('abs')|list | X|map('float')|list | X|map('int')|list | X|map('round')|list | X|batch(3, 'x')|list
X|slice(20000, 'x')|list | X|sort(case_sensitive=true) | X|min(attribute='a') | X|max(case_sensitive=true)
X|groupby(attribute='b.c')|map('first')|list | dict(fields, **field) | (X|list)[5:50] | X[-1] | X is eq X|list
"""
ON_DICTS = """
X.copy() | X.get('k7') | X.items()|list | X.keys()|list | X.values()|list | X.keys().isdisjoint(X) | X|items|list | X|list
X|dictsort | X|dictsort(by='value') | X|tojson | X|tojson(indent=1) | X|tojson(sort_keys=true) | X|string | X|pprint
X|xmlattr | X|urlencode | X|length | X|join | X == X | X == dict(X) | 'k9' in X | dict(X) | dict(X, a=1) | X.k77 | X['k99']
X.keys() == X.keys() | X.items() == X.items() | 'v0' in X.values() | ('k1', 'v0') in X.items() | X.fromkeys(X)
X|sort | X|map('upper')|list | X|first | namespace(X).k1 | '%(k1)s' % X | '{k1}'.format_map(X) | X|attr('items') | X|items|map('first')|list
X|selectattr('a')|list | X|batch(2)|list | X|unique|list | X|max | X|reverse|list | X|sum(start='')
"""
ON_NUMBERS = """
X + 1 | X * X | X * half | X // half | X % half | X // 7 | X / 3 | X ** 2 | -X | X|abs | X|string | X|float | X|int | X|round
X|round(2) | X|round(-4) | X|filesizeformat | X == X + 1 | X < half | '%d' % X | '%x' % X | '%o' % X | '%e' % X | '%f' % X
'%.300f' % X | '%s' % X | '{}'.format(X) | '{:,}'.format(X) | '{:x}'.format(X) | '{:_b}'.format(X) | '{:.300f}'.format(X)
X|tojson | X|pprint | X.bit_length() | X.bit_count() | X.as_integer_ratio() | X.conjugate() | X.to_bytes(2000, 'big')
X.hex() | X.is_integer() | (X|string)|int | (X|string)|float | X is odd | X is divisibleby(7) | {X: 1} | 7 ** 2000
2 ** X | X is even | '%r' % X | X ~ X | (X|float).hex() | X|e | '%*d' % (5000, X) | '{:>5000}'.format(X) | range(9)|sum
1.5.fromhex('0x1.8p3') | (1.5).as_integer_ratio() | (1.5).is_integer() | (1.5).conjugate() | X in [1, 2, X]
(5).to_bytes(4, 'big') | (5).from_bytes('abcd'.encode(), 'big')
"""


def expressions():
    """(name, expression, variables)"""
    for table, values in ((ON_TEXTS, TEXTS), (ON_LISTS, LISTS), (ON_DICTS, DICTS), (ON_NUMBERS, NUMBERS)):
        for form in re.split(r" \| |\n", table.strip()):
            for name, value in values.items():
                given = {"x": value, "fields": {"k": 1}, "field": {"a": 1}, "half": NUMBERS["half"]}
                yield f"{name} {form.strip()}", re.sub(r"\bX\b", "x", form.strip()), given


def missing():
    """Rows of filters.def and methods.def that no expression uses."""
    used = " ".join((ON_TEXTS, ON_LISTS, ON_DICTS, ON_NUMBERS))
    for file, macro, pattern in (("filters.def", "FILTER", r"\|%s\b|'%s'"), ("methods.def", "METHOD", r"\.%s\(|%s")):
        with open(os.path.join(ROOT, "src", "builtins", file), encoding="utf-8") as rows:
            for row in rows:
                found = re.match(macro + r"\( *(?:[A-Z]+, *)?\"(\w+)\", *(\w+)", row)
                if found and "refused" not in found[2] and found[1] != "__call__" and \
                        not re.search(pattern % (found[1], found[1]), used):
                    yield f"{file}: {found[1]}"


def request(expression, variables):
    source = ("{% for i in range(100000) %}{% for j in range(100000) %}{% set y = " + expression +
              " %}{% endfor %}{% endfor %}")
    return json.dumps({"id": 1, "chat_template": source, "context": variables, "now": "2026-01-02T03:04:05Z",
                       "options": {"limits": {"fuel": FUEL, "heap_bytes": HEAP}}}).encode()


def measure(server, program, folder, line):
    """(seconds, kind of the error)"""
    paths = {key: os.path.join(folder, key) for key in ("stdin", "stdout", "stderr")}
    with open(paths["stdin"], "wb") as file:
        file.write(line)
    done = server.ask({"argv": [program, "render", "--batch"], "folder": folder, "seconds": 5, "patience": 200,
                       "memory": True, **paths})
    outcome = cases_of.read_batch(done["status"], contents(paths["stdout"]), b"")
    return done["seconds"], f"{outcome.kind}: {outcome.message}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.environ.get("CHATFMT") or os.path.join(ROOT, "build", "chatfmt"))
    parser.add_argument("--name")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--all", action="store_true")
    args = parser.parse_args()
    args.program = os.path.abspath(args.program)
    server, failed, count, worst, finished = Server("launcher.py"), 0, 0, (0, 0, ""), 0
    with tempfile.TemporaryDirectory() as folder:
        def seconds_of(line):
            return measure(server, args.program, folder, line)[0]

        least = min(seconds_of(request("1//0", {})) for _ in range(9))  # what the program takes for anything
        yard = min(seconds_of(request(*YARDSTICK)) for _ in range(9)) - least
        for name, expression, variables in expressions():
            if args.name and not re.search(args.name, name) or args.quick and zlib.crc32(name.encode()) % 20:
                continue
            line = request(expression, variables)
            seconds, said = measure(server, args.program, folder, line)
            seconds, bound = seconds - least, RATIO * yard
            for _ in range(AGAIN):
                if seconds <= bound:
                    break
                bound = max(bound, RATIO * (seconds_of(request(*YARDSTICK)) - least))
                seconds = min(seconds, seconds_of(line) - least)
            count += 1
            finished += not said.startswith("limit")
            worst = max(worst, (seconds / bound * RATIO, seconds * SHARE, name))
            failed += seconds > bound
            if seconds > bound or args.all:
                print(f"{seconds / bound * RATIO:5.2f}x {seconds * SHARE:5.2f} s  {name}: {said[:90]}", flush=True)
    server.close()
    lost = [] if args.name else list(missing())
    for row in lost:
        print("no expression for", row)
    print(f"prices: worst {worst[0]:.2f} times the yardstick of {yard * SHARE:.2f} s, {worst[1]:.2f} s for all of the "
          f"default fuel ({worst[2]}); {finished} ended with another error")
    print(f"prices: {count - failed} passed, {failed + len(lost)} failed")
    return 1 if failed or lost or not count else 0


if __name__ == "__main__":
    sys.exit(main())
