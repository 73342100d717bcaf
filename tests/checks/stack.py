#!/usr/bin/env python3
"""Feeds check_stack (see there) with what is as deep as the limits allow, and with the hostile inputs.

    stack.py PROGRAM
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from hostile import templates  # noqa: E402

DEPTH, VALUE_DEPTH, LONG = 250, 990, 20000


def nested(value, depth, wrap):
    for _ in range(depth):
        value = wrap(value)
    return value


def around(depth, before, middle, after):
    return before * depth + middle + after * depth


def deep():
    """Templates and variables just inside of the limits."""
    for before, after in ["()", "[]", ("{'a': ", "}"), ("x(", ")"), ("x[", "]"), ("x|d(", ")"),
                          ("(not ", ")"), ("(1 if ", " else 2)"), ("(1, ", ")"), ("-(", ")"), ("f(a=", ")"),
                          ("[1][", ":]"), ("(1 + ", ")"), ("('a' ~ ", ")"), ("(1 in ", ")"), ("(x and ", ")")]:
        yield f"expression {before}{after}", "{{ " + around(DEPTH, before, "1", after) + " }}", {}
        yield f"set {before}{after}", "{% set y = " + around(DEPTH, before, "1", after) + " %}", {}
    for tag, head in [("if", "if 1"), ("for", "for i in [1]"), ("with", "with a = 1"), ("set", "set a"),
                      ("macro", "macro f()"), ("call", "call f()"), ("filter", "filter upper"),
                      ("generation", "generation"), ("autoescape", "autoescape true"), ("block", None)]:
        for depth in (15, 90, DEPTH):
            heads = "".join("{% " + (head or f"block b{i}") + " %}" for i in range(depth))
            yield f"statement {tag} {depth}", heads + "x" + "{% end" + tag + " %}" * depth, {}
    for name, part in {"filters": "|string", "attributes": ".a", "sums": " + 1", "joins": " ~ 1", "ands": " and 1",
                       "compares": " < 2", "items": "[0]", "ifs": " if 1", "elses": " if 0 else 1",
                       "tests": " is defined", "calls": "()"}.items():
        yield f"long {name}", "{{ 1" + part * LONG + " }}", {}
        yield f"long {name} in if", "{% if 1" + part * LONG + " %}{% endif %}", {}
        yield f"long {name} of a variable", "{% set y = x" + part * LONG + " %}", {"x": 1}
    yield "long nots", "{{ " + "not " * LONG + "1 }}", {}
    yield "long signs", "{{ " + "-" * LONG + "1 }}", {}
    yield "long elifs", "{% if x %}" + "{% elif x %}" * LONG + "{% endif %}", {}
    yield "recursion", "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(240) }}", {}
    yield "recursion in calls", "{% macro f(n) %}{% if n %}{% call f(n - 1) %}x{% endcall %}{% endif %}{{ caller }}" \
        "{% endmacro %}{{ f(120) }}", {}
    yield "recursive loop", "{% for x in l recursive %}a{{ loop(x) }}{% endfor %}", \
        {"l": nested([], 240, lambda v: [v])}
    for name in ("map('string')", "map('list')", "select", "reverse", "batch(2)", "unique", "items", "slice(2)"):
        yield f"lazy {name}", "{% set ns = namespace(x=[[1]]) %}{% for i in range(60) %}{% set ns.x = ns.x|" \
            f"{name} %}}{{% endfor %}}{{{{ ns.x|list|length }}}}", {}
    yield "macro as a filter's key", "{{ l|sort(attribute='a.b.c')|map(attribute='a.b')|groupby('c')|list }}", \
        {"l": [{"a": {"b": {"c": i}}} for i in range(300)]}
    values = {"lists": nested(1, VALUE_DEPTH, lambda v: [v]), "dicts": nested(1, VALUE_DEPTH, lambda v: {"k": v})}
    for name, value in values.items():
        for use in ("x", "x|tojson", "x|tojson(indent=1)", "x|pprint", "x == y", "[x, y]|sort|length", "x in [y]",
                    "[x, y]|unique|list|length", "x|string|length", "'%s' % x", "'{}'.format(x)", "[x]|join",
                    "x|list|length", "x|xmlattr", "x|urlencode", "dict(a=x)", "x ~ y", "x|e", "[x] * 3"):
            yield f"{name} {use}", "{{ " + use + " }}", {"x": value, "y": value}


def main():
    rows = list(deep()) + [(name, template, variables) for name, _, template, variables in templates.ROWS]
    data = "".join(json.dumps({"id": name, "chat_template": template, "context": variables}) + "\n"
                   for name, template, variables in rows)
    return subprocess.run([sys.argv[1]], input=data.encode("utf-8", "surrogatepass")).returncode


if __name__ == "__main__":
    sys.setrecursionlimit(100000)
    sys.exit(main())
