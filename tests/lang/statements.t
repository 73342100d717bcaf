# Statements, scope, loops, macros.
@data {"xs": [1, 2, 3], "m": [{"r": "u", "c": "a"}, {"r": "a", "c": "b"}], "tree": [{"n": "a", "k": [{"n": "b", "k": []}, {"n": "c", "k": [{"n": "d", "k": []}]}]}], "d": {"x": 1, "y": 2}, "e": []}
{% for x in xs %}{{ x }}{% if not loop.last %}, {% endif %}{% endfor %} => 1, 2, 3
{% for x in e %}x{% else %}empty{% endfor %} {% for x in nope %}x{% else %}empty{% endfor %} => empty empty
{% for x in none %}x{% endfor %} =! runtime
{% for x in 5 %}x{% endfor %} =! runtime
{% for x in xs %}{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }}{{ loop.depth }}{{ loop.depth0 }};{% endfor %} => 1032TrueFalse310;2121FalseFalse310;3210FalseTrue310;
{% for x in xs %}{{ loop.previtem }}<{{ x }}>{{ loop.nextitem }};{% endfor %} {% for x in xs %}{{ loop.previtem is defined }}{{ loop.nextitem is defined }} {% endfor %} => <1>2;1<2>3;2<3>; FalseTrue TrueTrue TrueFalse\x20
{% for x in [1, 1, 2, 2] %}{{ loop.changed(x) }} {% endfor %} {% for x in xs %}{{ loop.cycle('a', 'b') }}{% endfor %} => True False True False  aba
{% for x in xs if x != 2 %}{{ x }}/{{ loop.length }}{{ loop.index }} {% endfor %} {% for x in xs if x > 5 %}{{ x }}{% else %}none{% endfor %} => 1/21 3/22  none
{% for k, v in d.items() %}{{ k }}={{ v }};{% endfor %} {% for k in d %}{{ k }}{% endfor %} {% for (a, b) in [[1, 2]] %}{{ a }}{{ b }}{% endfor %} {% for a, (b, c) in [[1, [2, 3]]] %}{{ a }}{{ b }}{{ c }}{% endfor %} => x=1;y=2; xy 12 123
{% for a, b in [[1, 2, 3]] %}{{ a }}{% endfor %} =! runtime
{% for a, b in [1] %}{{ a }}{% endfor %} =! runtime
{% for x in tree recursive %}{{ x.n }}{% if x.k %}({{ loop(x.k) }}){% endif %}{{ loop.depth }}{% endfor %} => a(b2c(d3)2)1
{% for x in xs %}{% if x == 2 %}{% continue %}{% endif %}{{ x }}{% endfor %} {% for x in xs %}{% if x == 2 %}{% break %}{% endif %}{{ x }}{% else %}e{% endfor %} => 13 1
{% break %} =! syntax
{% for x in xs %}{% macro f() %}{% break %}{% endmacro %}{% endfor %} =! syntax
{% for x in xs %}{% for y in xs %}{{ loop.index }}{% endfor %}{{ loop.index }};{% endfor %} {% for x in 'abc' %}{{ x }}.{% endfor %} {% for x in range(2, 8, 3) %}{{ x }}{% endfor %} => 1231;1232;1233; a.b.c. 25
{% for x in xs|reverse %}{{ x }}{{ loop.last }}{{ loop.length }}{% endfor %} {% for x in xs|map('string') %}{{ loop.revindex }}{% endfor %} => 3False32False31True3 321
{% for loop in xs %}{% endfor %} =! syntax
{{ loop }}| {% for x in [1, 2] %}{{ loop }}{% endfor %} => | <LoopContext 1/2><LoopContext 2/2>
{% set x = 1 %}{{ x }} {% set a, b = 1, 2 %}{{ a }}{{ b }} {% set y %}b{{ x }}{% endset %}{{ y }} {% set z|upper %}abc{% endset %}{{ z }} {% set (p, q) = [3, 4] %}{{ p }}{{ q }} => 1 12 b1 ABC 34
{% set a, b = [1] %} =! runtime
{% set x = 0 %}{% for i in xs %}{% set x = x + i %}{{ x }}{% endfor %}{{ x }} => 1230
{% set ns = namespace(a=1, b=[]) %}{% for i in xs %}{% set ns.a = ns.a + i %}{% endfor %}{{ ns.a }} {{ ns.b }} {{ ns.nope }}| {{ ns }} {% set ns.c = 5 %}{{ ns.c }} {{ namespace({'x': 1}).x }} => 7 [] | <Namespace {'a': 7, 'b': []}> 5 1
{% set d.x = 1 %} =! runtime
{% set x = 1 %}{% if true %}{% set x = 2 %}{% endif %}{{ x }} {% with %}{% set x = 3 %}{{ x }}{% endwith %}{{ x }} => 2 32
{% with a = 1, b = 2 %}{{ a }}{{ b }}{% endwith %}{{ a }}| {% with x = 5 %}{% with y = x %}{{ y }}{% endwith %}{% endwith %} => 12| 5
{% if 0 %}a{% elif 1 %}b{% else %}c{% endif %} {% if e %}a{% elif nope %}b{% else %}c{% endif %} {% if not e %}d{% endif %} => b c d
{% macro f(a, b=2, c=a) %}{{ a }}{{ b }}{{ c }}|{{ varargs }}{{ kwargs }}{% endmacro %}{{ f(1) }} {{ f(1, 3) }} {{ f(1, 2, 3, 4) }} {{ f(a=5, z=6) }} {{ f() }} => 121|(){} 131|(){} 123|(4,){} 525|(){'z': 6} 2|(){}
{% macro f(a) %}{{ a }}{% endmacro %}{{ f(1, 2) }} =! runtime
{% macro f(a) %}{{ a }}{% endmacro %}{{ f(b=2) }} =! runtime
{% macro f(a) %}{{ a }}{% endmacro %}{{ f.name }} {{ f.arguments }} {{ f.catch_kwargs }} {{ f.catch_varargs }} {{ f.caller }} {{ f is callable }} {{ f }} => f ('a',) False False False True <Macro 'f'>
{% macro f(n) %}{{ n }}{% if n > 0 %}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(3) }} {{ f(2)|upper|length }} => 3210 3
{% macro g() %}[{{ caller() }}]{% endmacro %}{% call g() %}x{{ xs[0] }}{% endcall %} {% macro h() %}{{ caller(1, b=2) }}{% endmacro %}{% call(a, b) h() %}{{ a }}{{ b }}{% endcall %} => [x1] 12
{% macro g() %}{{ caller is defined }}{% endmacro %}{{ g() }} => False
{% macro g() %}x{% endmacro %}{% call g() %}y{% endcall %} =! runtime
{% macro f() %}{{ x }}{% endmacro %}{% set x = 1 %}{{ f() }} {% set x = 2 %}{{ f() }} => 1 2
{% for x in xs %}{% macro f() %}{{ x }}{{ loop is defined }}{% endmacro %}{{ f() }}{% endfor %} => 1True2True3True
{% macro outer() %}{% macro inner() %}i{% endmacro %}{{ inner() }}{% endmacro %}{{ outer() }} {{ inner is defined }} => i False
{{ f(1) }}{% macro f(x) %}{{ x }}{% endmacro %} =! undefined 'f' is undefined
{% filter upper %}abc{{ xs }}{% endfilter %} {% filter replace('a', 'b')|upper %}aac{% endfilter %} => ABC[1, 2, 3] BBC
{% block a %}A{{ xs[0] }}{% endblock %} {{ self.a() }} {% block b scoped %}B{% endblock %} => A1 A1 B
{% block a %}{% endblock %}{% block a %}{% endblock %} =! syntax
{{ super() }} =! undefined 'super' is undefined
{% raw %}{{ x }}{% if %}{% endraw %} {% raw -%} a {%- endraw %}b => {{ x }}{% if %} ab
{% print 1, 2 %} {% print xs %} => 12 [1, 2, 3]
{% autoescape true %}{{ '<' }}{{ '<'|safe }}{{ '<a>'|upper }}{% endautoescape %}{{ '<' }} => &lt;<&lt;A&gt;<
{% generation %}{{ m[1].c }}{% endgeneration %} {% generation %}{% set q = 1 %}{% endgeneration %}{{ q }}| => b |
{% include 'x' %} =! runtime
{% if false %}{% include 'x' %}{% endif %}{% if false %}{% import 'x' as y %}{% endif %}ok => ok
{% extends 'x' %} =! runtime
{% do 1 %} =! syntax
{% if %}{% endif %} =! syntax
{% if 1 %} =! syntax
{% endif %} =! syntax
{% for x in xs %}{% endif %} =! syntax
{% set %} =! syntax
{{ }} =! syntax
{{ 1 2 }} =! syntax
{{ a b }} =! syntax
{{ 'a =! syntax
{# comment #}a{#- x -#} b => ab
{# open =! syntax
{{ [1, 2 }} =! syntax
{{ (1 }} =! syntax
{{ 1) }} =! syntax
{{ a & b }} =! syntax
{{ a ? b }} =! syntax
{{ x.1y }} =! syntax
{{ dict(a=1, b=2) }} {{ dict([('a', 1)]) }} {{ dict({'a': 1}, b=2) }} {{ dict(**{'x': 1}) }} {{ dict }} => {'a': 1, 'b': 2} {'a': 1} {'a': 1, 'b': 2} {'x': 1} <class 'dict'>
{{ range(3) }} {{ range(0, 10, 3)|list }} {{ range(5)[1:3] }} {{ 2 in range(3) }} {{ range(3)|length }} {{ range(10, 0, -3)|list }} {{ range(3)[-1] }} {{ range(0) == range(1, 1) }} => range(0, 3) [0, 3, 6, 9] range(1, 3) True 3 [10, 7, 4, 1] 2 True
{{ range(1.5) }} =! runtime
{{ range('a') }} =! runtime
{{ range(1, 2, 0) }} =! runtime
{{ range(100001) }} =! runtime
{% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.current }}{{ c.next() }}{{ c.next() }}{% set _ = c.reset() %}{{ c.next() }} => abbaa
{% set j = joiner(', ') %}{{ j() }}a{{ j() }}b{{ j() }}c {% set k = joiner() %}{{ k() }}{{ k() }} => a, b, c ,\x20
{{ cycler() }} =! runtime
{{ strftime_now('%Y-%m-%d %H:%M:%S %A %a %B %b %j %p %I %y %% %U %w %Z|%z') }} {{ strftime_now('%-d %-m %e') }} {{ strftime_now('') }}| => 2026-01-02 03:04:05 Friday Fri January Jan 002 AM 03 26 % 00 5 | 2 1  2 |
{{ raise_exception('stop ' ~ 1) }} =! raised stop 1
{{ raise_exception() }} =! runtime
{{ raise_exception(5) }} =! raised 5
{{ strftime_now() }} =! runtime
{{ xs() }} =! runtime
{{ nope() }} =! undefined 'nope' is undefined
{{ nope.x }} =! undefined 'nope' is undefined
{{ nope['x'] }} =! undefined 'nope' is undefined
{{ nope + 1 }} =! undefined 'nope' is undefined
{{ -nope }} =! undefined 'nope' is undefined
{{ nope < 1 }} =! undefined 'nope' is undefined
{{ nope ~ 'a' }} {{ nope }}| {{ nope|upper }}| {{ nope is defined }} {{ nope is undefined }} {{ not nope }} {{ nope == nope }} {{ [nope] }} {{ 'a' in nope }} {{ nope|list }} {{ nope|first }}| => a | | False True True True [Undefined] False [] |
{{ ''.__class__ }}| {{ ''['__class__'] }}| {{ xs.append }}| {{ xs.append is defined }} {{ d.update }}| {{ d.pop is defined }} {{ {'update': 1}.update }}| {{ {'update': 1}['update'] }} {{ {'_x': 1}._x }}| => | | | False | False | 1 1|
{{ ''.__class__.__mro__ }} =! security
{{ xs.append(4) }} =! security
{{ d.pop('x') }} =! security
{{ {"items": 5}.items is callable }} {{ {'items': 5}['items'] }} {{ {'values': 5}.values()|list }} => True 5 [5]
{{ xs.index(2) }} {{ xs.count(1) }} {{ xs.copy() }} {{ d.get('x') }} {{ d.get('zz') }} {{ d.keys() }} {{ d.values() }} {{ d.items() }} {{ d.copy() }} {{ (1, 2).index(2) }} {{ (5).bit_length() }} {{ (1.5).is_integer() }} {{ (0.5).as_integer_ratio() }} {{ d.fromkeys(['a'], 1) }} => 1 1 [1, 2, 3] 1 None dict_keys(['x', 'y']) dict_values([1, 2]) dict_items([('x', 1), ('y', 2)]) {'x': 1, 'y': 2} 1 3 False (1, 2) {'a': 1}
{{ xs.index(9) }} =! runtime
{{ d.keys() == ['x', 'y'] }} {{ 'x' in d.keys() }} {{ d.items()|list|first }} {{ d.values()|sum }} {{ d.keys()|length }} => False True ('x', 1) 3 2
{{ 1 is defined }} {{ 1 is number }} {{ true is number }} {{ true is integer }} {{ true is boolean }} {{ 1.0 is float }} {{ 1 is integer }} {{ 'a' is string }} {{ [] is sequence }} {{ {} is mapping }} {{ 'a' is iterable }} {{ none is none }} {{ 1 is eq 1 }} {{ 2 is gt 1 }} {{ 1 is lessthan 2 }} {{ 'a' is lower }} {{ 'A' is upper }} {{ 1 is sameas 1 }} {{ xs is sameas xs }} {{ [] is sameas [] }} {{ false is false }} {{ 1 is true }} {{ 'upper' is filter }} {{ 'odd' is test }} {{ '<'|e is escaped }} {{ 1 is ne 2 }} {{ 3 is ge 3 }} {{ 3 is le 2 }} {{ 1 is not defined }} {{ 5 is odd }} {{ {} is sequence }} {{ range(3) is iterable }} {{ dict is callable }} => True True True False True True True True True True True True True True True True True True True False True False True True True True True False False True True True True
{{ 'a' is odd }} =! runtime
{{ 5 is divisibleby 0 }} =! runtime
