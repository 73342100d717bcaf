# What templates seldom say: each line takes a way of the compiler or the interpreter that no other test takes.
@data {"s": "a-b c", "l": [1, 2, 3], "t": true, "d": {"b": 1, "a": 2, "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk": 7}, "f": 2.5, "big": 123456789012345678901234567890, "e": "", "one": 1, "neg": -1, "zero": 0, "m": [{"content": "x", "role": "user"}, {"content": 5, "role": "tool"}], "long": "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"}
{{ ([1]|map('upper')).gi_code }} =>
{{ ([1]|map('upper')).gi_frame }} =>
{% macro w() %}{{ caller() }}{% endmacro %}{% call w(caller=1) %}x{% endcall %} =! syntax
{% macro w() %}{{ caller() }}{% endmacro %}{% call w(class=1) %}x{% endcall %} =! runtime
{{ 'a'|default(class=1, class=2) }} =! runtime
{{ 'a'|default(b=1, b=2) }} =! syntax
{{ 'a'|replace(old='a', new='b', new='c') }} => c
{{ 'a'|replace('a', **{'new': 'b'}) }}{{ e|default(default_value='x', boolean=true) }} => bx
{{ {1000001: 5, -1000001: 6}[1000001] }}{{ {1000001: 5, -1000001: 6}[-1000001] }}{{ l[1000001] }}|{{ l[-1000001] }} => 56|
{{ (1e999 - 1e999) ** one }}|{{ -(1e999 - 1e999) ** one }}|{{ (-2.0) ** one }}|{{ -2.0 ** one }} =! runtime
{% autoescape true %}{% autoescape t %}{{ '<' ~ one ~ '>' }}{% set x | replace('a', '<') %}a>{% endset %}{{ x }}{% filter replace('b', '<') %}b&{{ '&' }}{% endfilter %}{% endautoescape %}{% endautoescape %} => &lt;1&gt;&lt;>&lt;&&amp;
{% autoescape true %}{% autoescape e %}{{ '<' ~ one ~ '>' }}{% set x | replace('a', '<') %}a>{% endset %}{{ x }}{% filter replace('b', '<') %}b&{{ '&' }}{% endfilter %}{% endautoescape %}{% endautoescape %} => <1><><&&amp;
{% for x in [] %}{% else %}{% block q1 scoped %}{{ x is defined }}{{ loop is defined }}{% endblock %}{% endfor %} => FalseFalse
{% for x in l %}{% if x == 2 %}{% block q2 scoped %}{{ x }}{{ loop is defined }}{% endblock %}{% endif %}{% endfor %} => 2True
{% for x in l %}{% if x == 5 %}{% elif x == 2 %}{% block q3 scoped %}{{ x }}{{ loop.index }}{% endblock %}{% endif %}{% endfor %} => 22
{% for x in l %}{% if x == 5 %}{% else %}{% block q4 scoped %}{{ x }}{{ loop.index }}{% endblock %}{% endif %}{% endfor %} => 112233
{% for x in l %}{% with a = x %}{% block q5 scoped %}{{ a }}{{ loop.last }}{% endblock %}{% endwith %}{% endfor %} => 1False2False3True
{% generation %}{{ varargs }}{{ kwargs }}{{ caller }}{% endgeneration %} => (){}
{% generation %}{{ kwargs }}{% set kwargs = 1 %}{{ kwargs }}{% endgeneration %} => {}1
{{ 10 ** 5000 }} =! runtime
{% autoescape true %}{{ 10 ** 4299 // 10 ** 4298 }}{{ '<' }}{{ '<'|safe }}{% endautoescape %} => 10&lt;<
{% for x in l %}{% macro loop() %}y{% endmacro %}{% endfor %}{{ loop }} =>
{% for x in l %}{% set loop = 1 %}{% endfor %} =! syntax
{% for x in l %}{% for loop in l %}{{ loop }}{% endfor %}{% endfor %} =! syntax
{% for loop in l %}{{ loop }}{% endfor %} =! syntax
{% filter replace(*['a', 'b']) %}a{% endfilter %}{% filter replace(**{'old': 'a', 'new': 'c'}) %}a{% endfilter %} => bc
{% set x | replace(*('a', 'b')) %}a{% endset %}{{ x }}{% set x | replace(**{'old': 'a', 'new': 'c'}) | upper %}a{% endset %}{{ x }} => bC
{{ '%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s'|format(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18) }} => 123456789101112131415161718
{{ '%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s'|format(*(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18)) }} => 123456789101112131415161718
{{ '%(a)s%(r)s'|format(a=1, b=2, c=3, d=4, e=5, f=6, g=7, h=8, i=9, j=10, k=11, l=12, m=13, n=14, o=15, p=16, q=17, r=18) }} => 118
{{ '%(a)s%(r)s'|format(**{'a': 1, 'b': 2, 'c': 3, 'd': 4, 'e': 5, 'f': 6, 'g': 7, 'h': 8, 'i': 9, 'j': 10, 'k': 11, 'l': 12, 'm': 13, 'n': 14, 'o': 15, 'p': 16, 'q': 17, 'r': 18}) }} => 118
{{ '%(a)s'|format(**(1, 2)) }} =! runtime
{{ '%(a)s'|format(**((1, 2, 3), 4)) }} =! runtime
{{ '%(a)s'|format(**(('a', 2), ('b', 3))) }} => 2
{{ '%s'|format(*5) }} =! runtime
{{ \ }} =! syntax
{{ ⁣ }} =! syntax
{{ 󠀁 }} =! syntax
{{  }} =! syntax
{{ ' " }} =! syntax
{{ ࣎a }} =! syntax
{{ aࢗ }}{{ a࢘ }} =! syntax
{{ a߽b }} =>
{{ aૺb is defined }} => False
{{ '\é' }}{{ '\Ā' }}{{ '\😀' }}{{ "\€" }}{{ '\q' }} => \\xe9\\u0100\\U0001f600\\u20ac\\q
{{ '' '' }}{{ '' "" 'a' '' }}{{ 'a' '' }}| => aa|
{{ 0x0000000000000000000000000000 }}{{ 0x00000000000000000000000000ff }}{{ 0o000000000000000000000000000000017 }} => 025515
{{ 0xffffffffffffffffffff }}{{ 0b11111111111111111111111111111111111111111111111111111111111111111111111111111 }} => 1208925819614629174706175151115727451828646838271
{{ 5 is not divisibleby(2) }}{{ 5 is divisibleby(5) }}{{ 5 is not divisibleby 5 }}{{ not 5 is divisibleby(2) }} => TrueTrueFalseTrue
{{ (1,) }}{{ () }}{{ (1, 2,) }}{{ ((), (3,)) }} => (1,)()(1, 2)((), (3,))
{% set +x = 1 %} =! syntax
{% set -x = 1 %} =! syntax
{% for -x in l %}{% endfor %} =! syntax
{% for +x in l %}{% endfor %} =! syntax
{% from 'x' import a 'without' context %} =! runtime
{% from 'x' import a, b "with" context %} =! runtime
{% from 'x' import a "nope" context %} =! syntax
{% if t %}{% set a = 1 %}{% else %}{% set a = 2 %}{% set b = 3 %}{% endif %}{{ a }}{{ b }} => 1
{% set a = 0 %}{% if e %}{% set a = 1 %}{% elif t %}{% set a = 2 %}{% endif %}{% if t %}{% set a = a + 1 %}{% endif %}{{ a }} => 3
{{ d|attr('') }}|{{ d[''] }}|{{ s[''] }}|{{ namespace(a=1)[''] }} => |||
{% set ns = namespace() %}{% set ns[''] = 1 %} =! syntax
{% macro q() %}{{ caller.name }}{{ caller.arguments }}{{ caller.catch_kwargs }}{{ caller.nope }}{% endmacro %}{% call q() %}{% endcall %} => None()False
{% macro q() %}{{ caller(1) }}{% endmacro %}{% call q() %}{% endcall %} =! runtime
{% macro q() %}{{ caller(a=1) }}{% endmacro %}{% call q() %}{% endcall %} =! runtime
{{ l['_x'] }}|{{ l._x is defined }}|{{ d._x is defined }} => |False|False
{{ l._x }} =>
{{ d.__class__ }} =>
{{ l['__class__'] }} =>
{% for x in l %}{{ loop['index'] }}{{ loop['nope'] is defined }}{{ loop[0] is defined }}{{ loop[-1] is defined }}{{ loop[none] is defined }}{% endfor %} => 1FalseFalseFalseFalse2FalseFalseFalseFalse3FalseFalseFalseFalse
{{ s[-1] }}{{ s[-9] is defined }}{{ l[-4] is defined }}{{ (1, 2)[-3] is defined }}{{ range(3)[-3] }}{{ range(3)[-4] is defined }} => cFalseFalseFalse0False
{{ one ** big }}{{ neg ** big }}{{ neg ** (big + 1) }}{{ zero ** big }} => 11-10
{{ big ** zero }}{{ (big - big) ** zero }}{{ (0 * big) ** big }}{{ (big // big) ** big }}{{ (-big // big) ** big }}{{ (-big // big) ** (big + 1) }} => 11011-1
{{ big // -big }}{{ big % -7 }}{{ -big % 7 }}{{ -big // 7 }}{{ 7 // big }}{{ 7 % -big }}{{ -7 // big }} => -100-176366841446208112716049382700-123456789012345678901234567883-1
{{ one + 9000000000000000000 }}|{{ neg - 9000000000000000000 }}|{{ one * 4 + 4611686018427387904 }}|{{ 4611686018427387904 + one }}|{{ 4611686018427387904 + 4611686018427387904 * one }} => 9000000000000000001|-9000000000000000001|4611686018427387908|4611686018427387905|9223372036854775808
{{ s == 'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk' }}{{ s != 'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk' }}{{ 'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk' in s }}{{ long == 'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk' }}{{ long != 'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk' }}{{ s in 'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk' }} => FalseTrueFalseTrueFalseFalse
{{ d.kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk }}{{ d['kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk'] }}{{ d.xkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk is defined }}{{ d['xkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk'] is defined }}{{ namespace(kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk=3).kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk }} => 77FalseFalse3
{% set x = d %}{{ x.kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk }}{{ x['kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk'] }}{% if x.kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk == 7 %}y{% endif %}{% if x['kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk'] == 'a' %}n{% endif %} => 77y
{% macro q(a) %}{{ a }}{{ kwargs }}{% endmacro %}{{ q(1, caller=2) }} => 1{'caller': 2}
{% macro q(a) %}{{ a }}{% endmacro %}{{ q(1, caller=2) }} =! runtime
{% macro q(a) %}{{ a }}{{ caller }}{% endmacro %}{{ q(1, caller=2) }}{{ q(1, caller=none) }} => 121
{% macro q(a) %}{{ a }}{{ caller }}{% endmacro %}{{ q(1, caller=2, **{'caller': 3}) }} =! runtime
{% macro q(a, caller=5) %}{{ a }}{{ caller }}{% endmacro %}{{ q(1) }}{{ q(1, caller=2) }}{{ q(1, 3) }}{% call q(1) %}{% endcall %} => 1512131<Macro anonymous>
{% macro q(a, caller) %}{{ a }}{{ caller }}{% endmacro %}{{ q(1) }} =! syntax
{% macro q(caller=1, a=2) %}{{ a }}{{ caller }}{% endmacro %}{{ q(3) }} =! runtime
{% macro q(a=1) %}{{ a }}{% endmacro %}{{ q(**{'a': 2}) }}{{ q(*[3]) }}{{ q(*[], **{}) }} => 231
{% macro q() %}{{ kwargs|length }}{% endmacro %}{{ q(a0=0,a1=0,a2=0,a3=0,a4=0,a5=0,a6=0,a7=0,a8=0,a9=0,b0=0,b1=0,b2=0,b3=0,b4=0,b5=0,b6=0,b7=0,b8=0,b9=0,c0=0,c1=0,c2=0,c3=0,c4=0,c5=0,c6=0,c7=0,c8=0,c9=0,d0=0,d1=0,d2=0,d3=0,d4=0,d5=0,d6=0,d7=0,d8=0,d9=0,e0=0,e1=0,e2=0,e3=0,e4=0,e5=0,e6=0,e7=0,e8=0,e9=0,f0=0,f1=0,f2=0,f3=0,f4=0,f5=0,f6=0,f7=0,f8=0,f9=0,g0=0,g1=0,g2=0,g3=0,g4=0,g5=0,g6=0,g7=0,g8=0,g9=0) }} => 70
{{ l[-9:] }}{{ l[:-9] }}{{ l[9:] }}{{ l[-9::-1] }}{{ l[9::-1] }}{{ l[:-9:-1] }}{{ s[::-2] }}{{ 'äöü'[::2] }}{{ 'äöü'[::-1] }}{{ 'äöü'[5:] }}{{ 'abc'[2:1:2] }} => [1, 2, 3][][][][3, 2, 1][3, 2, 1]cbaäüüöä
{% for x in l recursive %}{{ loop.depth }}{% if loop.depth < 3 %}{{ loop([x]) }}{% endif %}{% endfor %} => 123123123
{% for x in l recursive %}{% for y in [x] %}{{ loop.depth0 }}{% endfor %}{{ loop.depth0 }}{% endfor %} => 000000
{% for x in l if loop.cycle('a', 'b') %}{{ x }}{% endfor %} =! undefined 'loop' is undefined
{% for x in l if loop.index %}{{ x }}{% endfor %} =! undefined 'loop' is undefined
{% for x in l %}{{ loop.cycle() }}{% endfor %} =! runtime
{% for x in l if x > 1 %}{{ loop.length }}{{ loop.index }}{{ loop.revindex0 }}{{ loop.last }}{% endfor %} => 211False220True
{% for x in d.items() %}{{ loop.length }}{{ loop.nextitem is defined }}{% endfor %}{% for x in l|map('string') %}{{ loop.length }}{{ loop.last }}{% endfor %} => 3True3True3False3False3False3True
{% for a, b in [(1, 2), (3, 4)] %}{{ loop.index }}{{ a }}{{ b }}{% endfor %}{% for a, b in [(1, 2, 3)] %}{% endfor %} =! runtime
{% for a, b in d.items() %}{% if loop.first %}{{ a }}{% endif %}{{ b }}{% if not loop.last %},{% endif %}{% endfor %} => b1,2,7
{% for a, b in [[1, 2]] %}{% if a is string %}s{% endif %}{{ b }}{% endfor %}{% for a, b, c in [[1, 2, 3], 'xyz'] %}{{ c }}{{ a }}{% endfor %} => 231zx
{% for x in m %}{% if x.content %}{% if x.content is string %}{{ x.content }}{% else %}{{ x.role }}{% endif %}{% endif %}{% endfor %} => xtool
{% for x in m %}{% set c = x.content %}{% if c %}{% if c is string %}{{ c }}{% else %}[{{ c }}]{% endif %}{% endif %}{% endfor %} => x[5]
{% for x in m %}{% set c = x.content %}{% if c %}{% if c is not string %}[{{ c }}]{% endif %}{% endif %}{% endfor %} => [5]
{% for x in m %}{% set c = x.content %}{% if c %}{% if c is mapping %}{{ c }}{% else %}({{ c }}){% endif %}{% endif %}{% endfor %} => (x)(5)
{% for x in l %}{{ loop.index + x }}{{ loop.index * 2 + 1 }}{{ loop.index0 // x }}{{ loop.index - x }}{{ loop.index % 2 }}{% endfor %} => 230014500067001
{% for x in l %}{{ loop.index / x }}{{ loop.index ** x }}{{ loop.index + 5000000000 }}{{ loop.index - 5 }}{{ loop.index0 // loop.index0 if x > 1 else 0 }}{% endfor %} => 1.015000000001-401.045000000002-311.0275000000003-21
{% for x in l %}{{ loop.index * 2147483647 }}|{{ loop.index + 2147483647 }}|{{ loop.index + (x + (x + (x + (x + x)))) }}|{{ 1 + loop.index }}{% endfor %} => 2147483647|2147483648|6|24294967294|2147483649|12|36442450941|2147483650|18|4
{% for x in l %}{{ loop.index + (-1) }}|{{ loop.index + 1.5 }}|{{ loop.index ~ x }}|{{ loop.revindex + x }}|{% endfor %} => 0|2.5|11|4|1|3.5|22|4|2|4.5|33|4|
{% for x in m %}{{ loop.index + x.content if x.content != 'x' else '' }}{{ loop.index0 - loop.index }}{% endfor %} => -17-1
{{ '<|' + s + '|>' + s + e }}{{ s + s }}{{ 'a' + 'b' + s + 'c' 'd' }}{{ s + l[0]|string }} => <|a-b c|>a-b ca-b ca-b caba-b ccda-b c1
{{ s + 5 }} =! runtime
{{ '<' + m[0].role + '>' + m[0]['content'] + m[1].content }} =! runtime
{{ s ~ e ~ l ~ 'x' ~ f }}{{ s if t else e }}{{ ('a' if t else 'b') + s }}{{ ('a' if e else s) ~ 'c' }}{{ s if e }} => a-b c[1, 2, 3]x2.5a-b caa-b ca-b cc
{{ ('a' if t else 'b') + ('c' if e else 'd') + s + ('' if s else 'x') }}{{ (s if l else 'x') if t else 'y' }} => ada-b ca-b c
{% if s == 'a-b c' %}1{% endif %}{% if d.b == '1' %}2{% endif %}{% if not (d['b'] == '1') %}3{% endif %}{% if d.b != 'x' and s %}4{% endif %}{% if d.b == 'x' or s %}5{% endif %} => 1345
{% if t and t and t and t and t and t and t and t and t and t and t and t %}{% if e or e or e or e or e or e or e or e or e or s %}6{% endif %}{% endif %} => 6
{{ 7.0 // 0.1 }}|{{ 1e15 // 0.1 }}|{{ -7.5 // 2 }}|{{ 7.5 % -2 }}|{{ 0.0 // -3 }}|{{ 4503599627370497.5 // 1.0 }} => 69.0|1e+16|-4.0|-0.5|-0.0|4503599627370498.0
{% include 'x' %} =! runtime
{% set x = [] %}{{ x.append(1) }} =! security
{{ cycler('a', 'b').next() }}{{ dict(a=1, **{'b': 2}) }}{{ range(5, 0, -2)|list }} => a{'a': 1, 'b': 2}[5, 3, 1]
