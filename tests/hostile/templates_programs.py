"""Programs: macros, blocks, loops, and sources of very many nodes.

Rows of (name, template, variables); templates.py makes cases of them.
"""


def macros():
    return [
        (
            "macro-100k-args",
            "{% macro m() %}{{ varargs|length }}{% endmacro %}{{ m(" + "1," * 90000 + ") }}",
            {},
        ),
        ("macro-splat", "{% macro m() %}{{ varargs|length }}{% endmacro %}{{ m(*range(100000)) }}", {}),
        (
            "macro-splat-loop",
            "{% macro m() %}{{ varargs|length }}{% endmacro %}{% for i in range(100000) %}{% set x=m(*l) %}{% endfor %}",
            {"l": [1] * 5000},
        ),
        (
            "macro-kw-splat",
            "{% macro m() %}{{ kwargs|length }}{% endmacro %}{{ m(**d) }}",
            {"d": {"k%d" % i: 1 for i in range(100000)}},
        ),
        (
            "macro-kw-splat-loop",
            "{% macro m() %}{{ kwargs|length }}{% endmacro %}{% for i in range(10000) %}{% set x=m(**d) %}{% endfor %}",
            {"d": {"k%d" % i: 1 for i in range(2000)}},
        ),
        (
            "macro-params-kw",
            "{% macro m("
            + ",".join(("a%d" % i for i in range(5000)))
            + ") %}{% endmacro %}{{ m("
            + ",".join(("a%d=1" % i for i in range(5000)))
            + ") }}",
            {},
        ),
        (
            "macro-params-kw-rev",
            "{% macro m("
            + ",".join(("a%d=1" % i for i in range(10000)))
            + ") %}{% endmacro %}{{ m("
            + ",".join(("a%d=1" % i for i in reversed(range(10000))))
            + ") }}",
            {},
        ),
        (
            "macro-params-kw-loop",
            "{% macro m("
            + ",".join(("a%d=1" % i for i in range(2000)))
            + ") %}{% endmacro %}{% for i in range(10000) %}{{ m("
            + ",".join(("a%d=1" % i for i in reversed(range(2000))))
            + ") }}{% endfor %}",
            {},
        ),
        (
            "macro-default-chain",
            "{% macro m("
            + ",".join(("a%d=%s" % (i, "a%d~a%d" % (i - 1, i - 1) if i else "'x'") for i in range(60)))
            + ") %}{{ a59|length }}{% endmacro %}{{ m() }}",
            {},
        ),
        (
            "macro-250-deep",
            "{% macro f(n) %}{% if n %}{{ f(n-1) }}{% endif %}x{% endmacro %}{{ f(190) }}{{ f(250) }}",
            {},
        ),
        (
            "macro-string-double",
            "{% macro f(n) %}{% if n %}{{ f(n-1) }}{{ f(n-1) }}{% else %}xxxx{% endif %}{% endmacro %}{{ f(40) }}",
            {},
        ),
        (
            "macro-copy-quad",
            "{% macro f(n) %}{% if n %}{{ f(n-1) }}{% else %}{{ 'x'*10000000 }}{% endif %}{% endmacro %}{{ f(190)|length }}",
            {},
        ),
        (
            "caller-chain",
            "{% macro a(n) %}{% if n %}{% call a(n-1) %}{{ caller() }}{{ caller() }}{% endcall %}{% else %}{{ caller() }}{% endif %}{% endmacro %}{% call a(60) %}x{% endcall %}",
            {},
        ),
        (
            "caller-dup",
            "{% macro w() %}{{ caller() }}{{ caller() }}{% endmacro %}"
            + "{% call w() %}" * 60
            + "x"
            + "{% endcall %}" * 60,
            {},
        ),
        (
            "set-block-nest",
            "{% set a %}{{ 'x'*1000000 }}{% endset %}"
            + "".join(
                (
                    "{%% set a%d %%}{{ a%s }}{{ a%s }}{%% endset %%}"
                    % (i, i - 1 if i else "", i - 1 if i else "")
                    for i in range(30)
                )
            )
            + "{{ a29|length }}",
            {},
        ),
        ("filter-block", "{% filter replace('a','aa') %}" * 30 + "aaaa" + "{% endfilter %}" * 30, {}),
        ("loop-cycle", "{% for i in range(100000) %}{{ loop.cycle(*l) }}{% endfor %}", {"l": [1] * 5000}),
        ("loop-cycle0", "{% for i in range(3) %}{{ loop.cycle() }}{% endfor %}", {}),
        ("loop-changed", "{% for i in range(100000) %}{{ loop.changed(l) }}{% endfor %}", {"l": [1] * 5000}),
        (
            "loop-changed2",
            "{% for i in range(100000) %}{{ loop.changed(*l) }}{% endfor %}",
            {"l": [1] * 5000},
        ),
        (
            "loop-prev-next",
            "{% for i in l %}{% if loop.previtem==loop.nextitem %}x{% endif %}{% endfor %}",
            {"l": ["a" * 5000] * 5000},
        ),
        (
            "loop-length-gen",
            "{% for i in l|select %}{{ loop.length }}{{ loop.revindex }}{% endfor %}",
            {"l": [1] * 50000},
        ),
        (
            "loop-length-gen-map",
            "{% for i in (s|map('upper')) %}{{ loop.last }}{% endfor %}",
            {"s": "a" * 100000},
        ),
        (
            "loop-recursive-dag",
            "{% set ns=namespace(a=[1]) %}{% for i in range(60) %}{% set ns.a=[ns.a,ns.a] %}{% endfor %}{% for x in ns.a recursive %}{% if x is iterable %}{{ loop(x) }}{% else %}1{% endif %}{% endfor %}",
            {},
        ),
        ("loop-recursive-str", "{% for c in 'ab' recursive %}{{ loop(c*2) }}{% endfor %}", {}),
        ("loop-else", "{% for i in [] %}{% else %}{{ 'x'*70000000 }}{% endfor %}", {}),
        (
            "loop-filter-if",
            "{% for i in range(100000) if i in l %}x{% endfor %}",
            {"l": list(range(100000, 110000))},
        ),
        ("loop-unpack", "{% for a,b,c,d in l %}{% endfor %}x", {"l": [[1, 2, 3, 4]] * 200000}),
        (
            "loop-unpack-many",
            "{% for " + ",".join(("a%d" % i for i in range(5000))) + " in [range(5000)]*5000 %}{% endfor %}",
            {},
        ),
        (
            "set-unpack-many",
            "{% for i in range(10000) %}{% set "
            + ",".join(("a%d" % i for i in range(5000)))
            + " = range(5000) %}{% endfor %}",
            {},
        ),
        (
            "ns-attrs-many",
            "{% set ns=namespace() %}"
            + "".join(("{%% set ns.a%d=%d %%}" % (i, i) for i in range(30000)))
            + "{{ ns.a1 }}",
            {},
        ),
        ("ns-big-init", "{{ namespace(d).k1 }}", {"d": {"k%d" % i: 1 for i in range(100000)}}),
        (
            "ns-concat-quad",
            "{% set ns=namespace(s='') %}{% for i in range(100000) %}{% set ns.s = ns.s ~ 'xxxxxxxxxxxxxxxxxxxx' ~ i %}{% endfor %}{{ ns.s|length }}",
            {},
        ),
        (
            "ns-concat-quad-front",
            "{% set ns=namespace(s='') %}{% for i in range(100000) %}{% set ns.s = 'xxxxxxxxxxxxxxxxxxxx' ~ ns.s %}{% endfor %}{{ ns.s|length }}",
            {},
        ),
        (
            "ns-concat-two",
            "{% set ns=namespace(a='',b='') %}{% for i in range(100000) %}{% set ns.a = ns.a ~ 'xxxxxxxxxx' %}{% set ns.b = ns.b ~ 'yyyyyyyyyy' %}{% endfor %}{{ ns.a|length+ns.b|length }}",
            {},
        ),
        (
            "ns-concat-trim",
            "{% set ns=namespace(s='') %}{% for i in range(100000) %}{% set ns.s = (ns.s ~ 'xxxxxxxxxx')|trim %}{% endfor %}{{ ns.s|length }}",
            {},
        ),
        (
            "ns-concat-upper",
            "{% set ns=namespace(s='') %}{% for i in range(100000) %}{% set ns.s = (ns.s ~ 'xxxxxxxxxx')|upper %}{% endfor %}{{ ns.s|length }}",
            {},
        ),
        (
            "ns-list-quad",
            "{% set ns=namespace(s=[]) %}{% for i in range(100000) %}{% set ns.s = ns.s + [i] %}{% endfor %}{{ ns.s|length }}",
            {},
        ),
        (
            "ns-list-front",
            "{% set ns=namespace(s=[]) %}{% for i in range(100000) %}{% set ns.s = [i] + ns.s %}{% endfor %}{{ ns.s|length }}",
            {},
        ),
        (
            "ns-tuple-quad",
            "{% set ns=namespace(s=()) %}{% for i in range(100000) %}{% set ns.s = ns.s + (i,) %}{% endfor %}{{ ns.s|length }}",
            {},
        ),
        (
            "ns-dict-quad",
            "{% set ns=namespace(d={}) %}{% for i in range(100000) %}{% set ns.d = dict(ns.d, **{i|string: i}) %}{% endfor %}{{ ns.d|length }}",
            {},
        ),
        (
            "ns-slices-pin",
            "{% set ns=namespace(l=[]) %}{% for i in range(10000) %}{% set ns.l = ns.l + [('x'*1000000)[:1]] %}{% endfor %}{{ ns.l|length }}",
            {},
        ),
        ("deadstrings", "{% for i in range(100000) %}{% set x='y'*10000 %}{% endfor %}z", {}),
        ("many-vars-ctx", "{{ v9999 }}", {"v%d" % i: i for i in range(100000)}),
        ("attr-chain-ok", "{{ x" + ".a" * 150 + " }}", {"x": {}}),
        ("if-chain-20k", "".join(("{%% if a==%d %%}x{%% endif %%}" % i for i in range(30000))), {"a": 5}),
        ("nodes-1e6", "{{ " + "+".join(["1"] * 500000) + " }}", {}),
        ("nodes-list-1e6", "{{ [" + "[]," * 300000 + "]|length }}", {}),
        ("nodes-outputs", "{{a}}" * 200000, {}),
        ("nodes-sets", "{% set a=1 %}" * 80000, {}),
        ("nodes-macros", "".join(("{%% macro m%d() %%}{%% endmacro %%}" % i for i in range(25000))), {}),
        ("nodes-macro-uses", "{% macro m() %}{% endmacro %}" + "{{m()}}" * 120000, {}),
        ("nodes-strings", "{{ ['" + "','".join(("s%d" % i for i in range(100000))) + "']|length }}", {}),
        ("nodes-ints", "{{ [" + ",".join((str(i) for i in range(140000))) + "]|length }}", {}),
        ("nodes-floats", "{{ [" + ",".join(("%d.5" % i for i in range(120000))) + "]|length }}", {}),
        ("nodes-names", "{{ [" + ",".join(("n%d" % i for i in range(120000))) + "]|length }}", {}),
        ("nodes-scopes", "{% for i in [1] %}{% set x=i %}{% endfor %}" * 20000, {}),
        (
            "nodes-names-in-loops",
            "".join(("{%% for v%d in l %%}{{ w%d }}{%% endfor %%}" % (i, i) for i in range(20000))),
            {"l": []},
        ),
        (
            "nodes-macro-free",
            "".join(("{%% macro m%d() %%}{{ w%d }}{%% endmacro %%}" % (i, i) for i in range(15000))),
            {},
        ),
        (
            "nodes-nested-macro-free",
            "{% macro a() %}" + "".join(("{{ w%d }}" % i for i in range(60000))) + "{% endmacro %}",
            {},
        ),
        ("nodes-blocks", "".join(("{%% block b%d %%}{%% endblock %%}" % i for i in range(25000))), {}),
        ("nodes-filters-unknown", "".join(("{{ a|f%d }}" % i for i in range(60000))), {}),
        ("const-fold-bomb", "{{ " + "'x'*1000000" + "~'x'*1000000" * 200 + " }}", {}),
        ("const-fold-pow", "{% if 0 %}{{ 9**9**9 }}{% endif %}ok", {}),
        (
            "const-fold-str",
            "{% if 0 %}{{ 'x'*60000000 }}{{ 'y'*60000000 }}{{ 'z'*60000000 }}{{ 'w'*60000000 }}{{ 'v'*60000000 }}{{ 'u'*60000000 }}{% endif %}ok",
            {},
        ),
        ("const-fold-many", "{% if 0 %}" + "{{ 'x'*60000000 }}" * 50000 + "{% endif %}ok", {}),
        ("const-fold-list", "{% if 0 %}" + "{{ [0]*1000000 }}" * 50000 + "{% endif %}ok", {}),
        ("const-fold-fmt", "{% if 0 %}" + "{{ '%60000000d'%1 }}" * 50000 + "{% endif %}ok", {}),
        ("const-fold-center", "{% if 0 %}" + "{{ 'x'|center(60000000) }}" * 30000 + "{% endif %}ok", {}),
        ("const-fold-tojson", "{% if 0 %}" + "{{ ('x'*1000000)|tojson }}" * 30000 + "{% endif %}ok", {}),
        ("const-fold-sort", "{% if 0 %}" + "{{ ('x'*1000000)|list|sort }}" * 30000 + "{% endif %}ok", {}),
        ("const-fold-pow2", "{% if 0 %}" + "{{ 7**5000 }}" * 80000 + "{% endif %}ok", {}),
        (
            "const-fold-div",
            "{% if 0 %}" + ("{{ (" + "9" * 4000 + ")//(" + "7" * 2000 + ") }}") * 160 + "{% endif %}ok",
            {},
        ),
        (
            "const-fold-find",
            "{% if 0 %}" + "{{ ('a'*1000000) in ('a'*2000000) }}" * 25000 + "{% endif %}ok",
            {},
        ),
    ]


def rows():
    for group in (macros,):
        yield from group()
