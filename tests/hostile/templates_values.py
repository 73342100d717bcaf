"""Values: numbers, lists and dicts, sorting, what refers to itself, colliding hashes.

Rows of (name, template, variables); templates.py makes cases of them.
"""

import json

from hostile.forms import P, again, ask, size


def ints():
    return [
        ("int-huge-str", "{{ ('9'*4300)|int }}", {}),
        ("int-huge-str2", "{{ ('9'*1000000)|int }}", {}),
        ("int-huge-base", "{{ ('f'*1000000)|int(0,16) }}{{ ('1'*1000000)|int(0,2) }}", {}),
        ("int-base-32", "{{ ('z'*4000)|int(0,36) }}", {}),
        ("int-base-bad", "{{ '1'|int(0,99999999999999999999) }}{{ '1'|int(0,-5) }}", {}),
        ("int-underscore", "{{ ('1_'*500000 ~ '1')|int }}", {}),
        ("int-uni-digits", "{{ ('٣'*4000)|int }}", {}),
        ("int-spaces", "{{ (' '*5000000 ~ '1')|int }}", {}),
        ("int-loop", again(20000, "s|int"), {"s": "9" * 4300}),
        ("int-str-loop", again(20000, "n|string"), {"n": 10**4299}),
        ("int-hex-loop", again(20000, "'%x' % n"), {"n": 10**4299}),
        ("int-mul-loop", again(100000, "n*n2"), {"n": 10**2149, "n2": 10**2148 - 1}),
        ("int-div-loop", again(100000, "n//n2"), {"n": 10**4299 - 7, "n2": 10**2148 - 1}),
        ("int-mod-loop", again(100000, "n%n2"), {"n": 10**4299 - 7, "n2": 10**2148 - 1}),
        ("int-pow-loop", again(100000, "7**5000"), {}),
        ("int-pow-loop2", again(100000, "a**5000"), {"a": 7}),
        ("int-pow-big", "{{ 2**(2**62) }}", {}),
        ("int-pow-big2", "{{ (10**4000)**2 }}", {}),
        ("int-pow-one", "{{ 1**(10**4000) }}{{ (-1)**(10**4000) }}{{ 0**(10**4000) }}", {}),
        ("int-pow-mod", "{{ (3).__pow__(5) }}", {}),
        ("int-pow-float", "{{ 2.0**5000 }}{{ (10**400)**0.5 }}", {}),
        ("int-pow-neg", "{{ (10**4000)**-1 }}", {}),
        ("int-div-float", "{{ (10**4000)/(10**3999) }}{{ 10**4000/3 }}", {}),
        ("int-cmp-float", "{{ (10**4000) > 1e308 }}{{ (10**4000)==1e999 }}", {}),
        ("int-mul-str", "{{ 'a'*(10**30) }}{{ []*(10**30) }}", {}),
        ("int-bitlen", "{{ (10**4000).bit_length() }}{{ (10**4000).bit_count() }}", {}),
        ("int-to-bytes", size("(1).to_bytes(60000000,'big')"), {}),
        ("int-to-bytes2", size("(1).to_bytes(2**62,'big')"), {}),
        ("int-from-bytes", "{{ 1|int }}{{ (5).from_bytes('a'.encode()*100000,'big') }}", {}),
        ("int-round", "{{ (10**4000)|round(-4000) }}{{ (10**4000)|round(2) }}", {}),
        ("int-abs", "{{ (-(10**4000))|abs }}", {}),
        ("int-neg-chain", "{{ " + "-" * 1000 + "(10**4000) }}", {}),
        ("int-as-ratio", "{{ (5e-324).as_integer_ratio() }}{{ 1e308.as_integer_ratio() }}", {}),
        ("float-hex", "{{ (1e308).hex() }}{{ (5e-324).hex() }}", {}),
        ("float-fromhex", "{{ (1.0).fromhex('0x'~'f'*100000) }}", {}),
        ("float-str-1MB", "{{ ('1'*3000000)|float }}{{ ('0.'~'0'*3000000~'1')|float }}", {}),
        ("float-exp", "{{ ('1e'~'9'*1000000)|float }}{{ ('1e-'~'9'*1000000)|float }}", {}),
        ("float-halfway-loop", again(100000, "s|float"), {"s": "2.2250738585072011e-308" + "0" * 0}),
        (
            "float-halfway-long",
            again(10000, "s|float"),
            {"s": "1." + "0" * 15 + "11102230246251565404236316680908203125" + "0" * 5000 + "1"},
        ),
        (
            "float-round-prec",
            "{{ 1e308|round(308) }}{{ 1.5|round(2**62) }}{{ 1.5|round(-(2**62)) }}{{ 2.5|round(10**30) }}",
            {},
        ),
        ("round-method", "{{ 1.23|round(300,'ceil') }}{{ 1.23|round(400,'floor') }}", {}),
        ("round-loop", again(100000, "1e300|round(300)"), {}),
        ("divmod-big", "{{ (10**4299)//1 }}{{ (10**4299)%(10**4298) }}", {}),
        ("sum-big", "{{ l|sum }}", {"l": [10**4290] * 5000}),
        ("sum-floats", "{{ range(100000)|sum(start=0.5) }}", {}),
        ("max-big", "{{ l|max==l[0] }}", {"l": [10**4299 - i for i in range(300)] * 100}),
        ("range-1e18-len", size("range(10**18)"), {}),
        ("range-last", "{{ range(10**18)|last }}", {}),
        ("range-reverse", "{{ range(10**18)|reverse|first }}", {}),
        ("range-neg-step", "{{ range(0,-(10**18),-(10**17))|list }}", {}),
        ("range-step0", "{{ range(0,5,0) }}", {}),
        ("range-in", "{{ 99999 in range(100000) }}{{ 'a' in range(100000) }}{{ 5.0 in range(100000) }}", {}),
        ("range-in-loop", "{% for i in range(100000) %}{% if 'x' in r %}1{% endif %}{% endfor %}", {"r": 0}),
        (
            "range-in-loop2",
            "{% set r=range(100000) %}{% for i in range(100000) %}{% if 'x' in r %}1{% endif %}{% endfor %}",
            {},
        ),
        (
            "range-eq-loop",
            "{% set r=range(100000) %}{% for i in range(100000) %}{% if r==range(0,100000,1) %}1{% endif %}{% endfor %}",
            {},
        ),
        ("range-bigint", "{{ range(10**30) }}", {}),
        (
            "range-count",
            "{% set r=range(100000) %}{% for i in range(100000) %}{{ r.count(5) }}{% endfor %}",
            {},
        ),
        (
            "range-index",
            "{% set r=range(100000) %}{% for i in range(100000) %}{{ r.index('x') }}{% endfor %}",
            {},
        ),
        ("list-count-loop", "{% for i in range(100000) %}{{ l.count(5) }}{% endfor %}", {"l": [1] * 20000}),
        ("list-index-loop", ask(100000, "i in l"), {"l": [-1] * 20000}),
        ("list-mul-loop", again(1000, "[0]*1000000"), {}),
        ("list-slice-loop", again(100000, "l[::-1]"), {"l": [1] * 20000}),
        ("str-slice-loop", again(100000, "s[::-1]"), {"s": "é" * 20000}),
        (
            "str-slice-neg",
            "{{ ('abc'*1000000)[::-3]|length }}{{ ('é'*1000000)[::2**62] }}{{ ('é'*1000000)[-(2**63)::-(2**62)] }}",
            {},
        ),
        ("slice-bigint", "{{ 'abc'[10**30:] }}{{ 'abc'[:-(10**30)] }}{{ [1,2][::10**30] }}", {}),
        ("index-bigint", "{{ [1][10**30] }}", {}),
    ]


def self_reference_depth():
    return [
        ("ns-self-pprint", "{% set ns=namespace() %}{% set ns.a=[ns] %}{{ ns.a|pprint }}", {}),
        ("ns-self-tojson", "{% set ns=namespace() %}{% set ns.a=[ns] %}{{ ns.a|tojson }}", {}),
        (
            "ns-self-eq2",
            "{% set a=namespace() %}{% set b=namespace() %}{% set a.x=[b] %}{% set b.x=[a] %}{{ a.x==b.x }}",
            {},
        ),
        ("ns-self-string", "{% set ns=namespace() %}{% set ns.a={'k':ns} %}{{ ns.a|string }}", {}),
        (
            "ns-cycle-lists",
            "{% set a=namespace() %}{% set a.l=[[a.l,a]] %}{% set a.l=[a.l,a.l,a] %}{{ a.l|pprint }}",
            {},
        ),
        (
            "ns-macro-default",
            "{% set ns=namespace() %}{% macro m(x=ns) %}{% set ns.f=m %}{{ x }}{% endmacro %}{{ m() }}{{ ns.f() }}",
            {},
        ),
        ("append-self", "{% set l=[] %}{% do l.append(l) %}{{ l }}", {}),
        ("append-self2", "{% set l=[] %}{{ l.append(l) }}{{ l }}", {}),
        ("extend-self", "{% set l=[1] %}{{ l.extend(l) }}{{ l }}", {}),
        (
            "pprint-wide",
            size("d|pprint"),
            {"d": {"k%d" % i: {"a": [1, 2, 3] * 20, "b": "x" * 100} for i in range(3000)}},
        ),
        ("pprint-deep", size("d|pprint"), {"d": json.loads("[" * 900 + "]" * 900)}),
        ("pprint-deep-wide", size("d|pprint"), {"d": json.loads("[1," * 900 + "2" + "]" * 900)}),
        ("pprint-longstr", size("('ab '*300000)|pprint"), {}),
        ("pprint-longstr-deep", size("d|pprint"), {"d": [[[["ab cd " * 30000]]]]}),
        ("pprint-strings-many", size("[s,s,s]|pprint"), {"s": "a\n" * 100000}),
        (
            "pprint-nest-quad",
            "{% set ns=namespace(s=['x'*100]) %}{% for i in range(900) %}{% set ns.s=[ns.s,'y'*90] %}{% endfor %}{{ ns.s|pprint|length }}",
            {},
        ),
        (
            "pprint-tuple-dict",
            "{% set ns=namespace(s=('x'*100,)) %}{% for i in range(400) %}{% set ns.s={'k'*50:(ns.s,'y'*90)} %}{% endfor %}{{ ns.s|pprint|length }}",
            {},
        ),
        (
            "repr-deep-quad",
            "{% set ns=namespace(s=[]) %}{% for i in range(900) %}{% set ns.s=[ns.s] %}{% endfor %}{% for i in range(100000) %}{% set x=ns.s|string %}{% endfor %}",
            {},
        ),
        ("tojson-deep-loop", again(100000, "d|tojson"), {"d": json.loads("[" * 900 + "]" * 900)}),
        ("tojson-indent-deep", size("d|tojson(indent=1000)"), {"d": json.loads("[" * 900 + "]" * 900)}),
        ("tojson-indent-neg", "{{ [[1]]|tojson(indent=-5) }}{{ [[1]]|tojson(indent='x'*1000) }}", {}),
        ("tojson-indent-str", size("d|tojson(indent='x'*100000)"), {"d": json.loads("[" * 900 + "]" * 900)}),
        ("tojson-sep", size("d|tojson(separators=['x'*1000000,'y'])"), {"d": [1] * 100}),
        (
            "tojson-sortkeys",
            size("d|tojson(sort_keys=true)"),
            {"d": {"%d" % (i * 7919 % 100003): 1 for i in range(100000)}},
        ),
        ("tojson-sortkeys-mixed", "{{ {1:2,'a':3}|tojson(sort_keys=true) }}", {}),
        ("tojson-ascii", size("('😀'*2000000)|tojson(ensure_ascii=true)"), {}),
        ("tojson-nan", "{{ [1e999,-1e999]|tojson }}", {}),
        (
            "deep-eq-loop",
            ask(100000, "a==b"),
            {"a": json.loads("[" * 900 + "]" * 900), "b": json.loads("[" * 900 + "]" * 900)},
        ),
        (
            "wide-eq-loop",
            ask(100000, "a==b"),
            {"a": {"k%d" % i: 1 for i in range(5000)}, "b": {"k%d" % i: 1 for i in range(5000)}},
        ),
        ("dict-create-loop", again(100000, "dict(d)"), {"d": {"k%d" % i: 1 for i in range(2000)}}),
        ("dict-update-loop", again(100000, "dict(d,a=1)"), {"d": {"k%d" % i: 1 for i in range(2000)}}),
        ("dict-items-loop", again(100000, "d|items|list"), {"d": {"k%d" % i: 1 for i in range(2000)}}),
        ("dict-or", again(100000, "d.copy()"), {"d": {"k%d" % i: 1 for i in range(2000)}}),
        ("dict-fromkeys", size("dict.fromkeys(range(100000),1)"), {}),
        ("dict-fromkeys-big", size("dict.fromkeys('a'*1000000,1)"), {}),
        ("dict-views", ask(100000, "d.keys()==d.keys()"), {"d": {"k%d" % i: 1 for i in range(5000)}}),
        ("dict-values-in", ask(100000, "2 in d.values()"), {"d": {"k%d" % i: 1 for i in range(5000)}}),
        ("dict-items-in", ask(100000, "('k1',2) in d.items()"), {"d": {"k%d" % i: 1 for i in range(5000)}}),
    ]


def sort_group_unique():
    return [
        ("sort-bad-keys", "{{ l|sort(attribute='x') }}", {"l": [{"x": 1}, {"x": "a"}, {"x": None}] * 10000}),
        (
            "sort-deep-attr",
            "{{ l|sort(attribute='" + ".".join(["a"] * 5000) + "')|length }}",
            {"l": [{}] * 10},
        ),
        (
            "sort-many-attr",
            "{{ l|sort(attribute='" + ",".join(["a"] * 5000) + "')|length }}",
            {"l": [{"a": i % 3} for i in range(1000)]},
        ),
        (
            "sort-strings-common",
            size("l|sort"),
            {"l": ["a" * 2000 + str(i * 7919 % 10007) for i in range(3000)]},
        ),
        (
            "sort-strings-ci",
            size("l|sort(case_sensitive=false)"),
            {"l": ["É" * 1000 + str(i * 7919 % 10007) for i in range(3000)]},
        ),
        ("sort-lists", size("l|sort"), {"l": [[1] * 200 + [i * 7919 % 10007] for i in range(3000)]}),
        ("sort-killer", size("l|sort"), {"l": [i * 48271 % 2147483647 for i in range(200000)]}),
        ("sort-sawtooth", size("l|sort"), {"l": [i % 7 for i in range(200000)]}),
        ("sort-nan", size("l|sort"), {"l": [float(i % 5) for i in range(50000)]}),
        ("sort-bigints", size("l|sort"), {"l": [10**4290 + i * 7919 % 10007 for i in range(1500)]}),
        (
            "dictsort-deep",
            size("d|dictsort(by='value')"),
            {"d": {"k%d" % i: "x" * 500 + str(i * 7919 % 10007) for i in range(5000)}},
        ),
        (
            "groupby-distinct",
            size("l|groupby('a')|list"),
            {"l": [{"a": "x" * 100 + str(i * 7919 % 100003)} for i in range(50000)]},
        ),
        ("groupby-default", size("l|groupby('b',default='x'*1000)|list"), {"l": [{"a": 1}] * 50000}),
        ("unique-lists", size("l|unique|list"), {"l": [[i] for i in range(1000)]}),
        ("unique-mixed", size("l|unique|list"), {"l": [i if i % 2 else str(i) for i in range(100000)]}),
        ("unique-float", size("l|unique|list"), {"l": [i * 0.5 for i in range(100000)]}),
        (
            "min-max-attr",
            "{{ l|max(attribute='a') }}{{ l|min(attribute='a') }}",
            {"l": [{"a": "x" * 1000 + str(i)} for i in range(5000)]},
        ),
        ("map-deep", size("l|map('map','upper')|map('list')|list"), {"l": [["a"] * 100] * 1000}),
        ("map-attr-default", size("l|map(attribute='a.b.c.d',default=1)|list"), {"l": [{}] * 100000}),
        ("select-chain", "{{ range(100000)" + "|select('odd')" * 60 + "|list|length }}", {}),
        ("reject-chain", "{{ range(100000)" + "|reject('none')" * 60 + "|list|length }}", {}),
        ("selectattr-chain", "{{ l" + "|selectattr('a')" * 60 + "|list|length }}", {"l": [{"a": 1}] * 50000}),
        ("map-eval-filter", size("['a']*100000|map('center',1000)|join"), {}),
        ("map-center-big", size("(['a']*100000)|map('center',1000000)|list"), {}),
        ("map-format", size("(['%1000000d']*1000)|map('format',1)|list"), {}),
        ("batch-huge", "{{ range(100000)|batch(1)|list|length }}{{ range(100)|batch(2**62,'x')|list }}", {}),
        ("batch-neg", "{{ range(100)|batch(-5,'x')|list }}", {}),
        ("slice-neg", "{{ range(100)|slice(-5)|list }}", {}),
        ("slice-100k", size("range(100000)|slice(100000,'x')|list"), {}),
        ("slice-big-fill", size("[1]|slice(2**62,'x')|list"), {}),
        ("zip-x", size("range(100000)|list|zip(range(100000))|list"), {}),
        ("list-string", size("('é'*3000000)|list"), {}),
        ("reverse-string", size("('é'*3000000)|reverse"), {}),
        ("first-last", "{% for i in range(100000) %}{{ s|last }}{% endfor %}", {"s": "é" * 100000}),
        ("string-iter", "{% for c in s %}{% endfor %}x", {"s": "é" * 5000000}),
        ("attr-loop", "{{ x" + "|attr('a')" * 20000 + " }}", {"x": {}}),
    ]


def hash_flooding_of_values():
    return [
        ("hf-bigint-unique", size("l|unique|list"), {"l": [P * i for i in range(1, 20001)]}),
        (
            "hf-bigint-dict",
            "{% set ns=namespace() %}{{ dict.fromkeys(l,1)|length }}",
            {"l": [P * i for i in range(1, 20001)]},
        ),
        ("hf-bigint-groupby", size("l|groupby('a')|list"), {"l": [{"a": P * i} for i in range(1, 20001)]}),
        (
            "hf-bigint-dict-literal",
            "{{ {" + ",".join(("%d:1" % (P * i) for i in range(1, 20001))) + "}|length }}",
            {},
        ),
        ("hf-int64-unique", size("l|unique|list"), {"l": [1, P + 1, 2 * P + 1, 3 * P + 1, -P + 1] * 20000}),
        ("hf-float-unique", size("l|unique|list"), {"l": [float(2 ** (61 * i)) for i in range(16)] * 3000}),
        ("hf-tuple-undefined", "{{ dict.fromkeys([(x,i) for i in range(3)]) }}", {}),
    ]


def rows():
    for group in (
        ints,
        self_reference_depth,
        sort_group_unique,
        hash_flooding_of_values,
    ):
        yield from group()
