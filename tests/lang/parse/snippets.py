"""What compare_trees.py damages: small programs at the edges of the syntax, and tokens."""

TOKENS = """{{ }} {% %} {# #} {%- -%} {{- -}} {#- -#} {%+ +%} +#} {{+ - + * ** / // % ~ [ ] ( ) { } == != > >= < <= = . : | , ;
if else elif endif for endfor in is not and or set endset true false none True None False loop recursive with endwith
macro endmacro call endcall filter endfilter block endblock scoped required autoescape endautoescape print include
import from extends as ignore missing context without break continue generation endgeneration raw endraw do a b x.y
'a' "b" 'a\\n' '\\x4' '\\é' '\\N{BULLET}' 1 0 1.5 .5 5. 010 0x1f 0b1 0o7 1e5 1_0 _x é ² ٣ 1٣ x|upper x|f.g(1) is.t
is\tnot not\tin **k *a k=1 f(1) [1] {1:2} (1,) :: [::] ! & @ $ ? ' " \\""".split(" ")
TOKENS = [t for line in TOKENS for t in line.split("\n")] + [
    "\n", " ", "  ", "\t", "\r\n", "\r", "\u00a0", "\u2028", "\x1c", "\x85", "\u200b", "\x00", "\x0b", "\u0301", "\U0001f600",
    "{% raw %}", "{% endraw %}", "{%- endraw -%}", "{% raw -%}", "{% else %}", "{% endif %}", "{% endfor %}", "\n{% if x %}\n",
    "  {% endif %}\n", "{# c #}\n", "x if y else z", "not x", "not not", "is not defined", "is defined", "is divisibleby 3",
    "a.0.1", "a[1:2, ::3]", "{'a': 1, 'b': [2]}", "9223372036854775807", "9223372036854775808", "0xffffffffffffffff",
    "12345678901234567890123456789", "'\\ud83d\\ude00'", "'x\r\ny'", "'a' 'b'", "'\\400\\8\\'\\\"'", "'\\\n'", "\\u00e9", "\\U00110000",
    "endfor:", "if x:", "{{'", "{%set", "{#{#", "ns.attr", "(a, b)", "(a.b, c)", "()", "a, b", "a,",
]

SNIPPETS = [
    "{{ " + "1" * 4300 + " }}", "{{ " + "1" * 4301 + " }}", "{{ " + "0" * 5000 + " }}", "{{ 0x" + "f" * 3500 + " }}", "{{ " + "1_" * 4000 + "1 }}",
    "{{ 2 ** 3 ** 2 }} {{ -2 ** 2 }} {{ -1|abs }} {{ 3 - 1|abs }} {{ - - x.y|f }} {{ +-x[0](1)|f(2)(3)|g }}",
    "{{ 1 + 2 ~ 3 * 4 ~ 5 // 6 % 7 - 8 / 9 }} {{ a or b and not c == d in e not in f < g <= h != i }}",
    "{{ 4 is divisibleby 2 + 1 }} {{ x is a(1) is b }} {{ x is not a.b [1] }} {{ x is eq 'a' ~ 'b' }} {{ x is in {} }}",
    "{{ 'a' is defined if true }} {{ 1 is number is true }}", "{{ x is defined not in y }} {{ x is not not y }}",
    "{{ a if b else c if d else e if f }} {{ a if b if c if d else e }} {{ (a if b) if c else [d if e] }}",
    "{{ a\n if\n b\n else\n c\n if\n d }} {{ a\n+\nb\n-\nc\n*\nd\n* e }}{{ a\n<\nb\n<\nc\n}} {{ a ~\nb ~\nc }}{{ not\nnot\nx or\ny or\nz }}",
    "a {{-1}}{{- -1 }}{{+ 1 }}{{ 1 -}}  \n b", "{{ 1_0.5_0 }} {{ 0x_ff }} {{ 00 }} {{ 1e1_0 }} {{ 1E+5 }} {{ 0b1_1 }} {{ 0O17 }}",
    "{{ 010 }}", "{{ [[1, 2]].0.1 }} {{ 'abc'.0 }} {{ a.b.c[d][e:f:g](h, *i, j=k, **l).m }}", "{{ a.1.5 }} {{ a . 1 }} {{ a.b }}",
    "{{ 'a'|upper.x }} {{ x|f . g (1) }} {{ x|f|g(1, a=2)|h }} {{ x is f . g }}", "{{ x|f[0] }}", "{{ x|f().y }}", "{{ x.1.a.'b' }}",
    "{{ '\\é\\q\\8' }} {{ '\\400\\N{BULLET}\\\nx' 'b' \"c\" }} {{ '\\x41\\u0042\\U00000043\\a\\b\\f\\v\\t\\r\\n\\0' }} {{ 'é\U0001f600' '' }}",
    "a\r\nb\r{{ 'x\r\ny'|length }}\n\n", "x\u00a0\u2028\u001c{%- if true -%}\u3000\u0085y{% endif %}", " \n  {% if a %}\n  {% endif %}  \n\n",
    "{% raw %}\na{% endraw %}\nb{# c #}\nc{% if 1 +%}\nd{% endif %}{{ 1 }}\ne", "{% raw +%}x{% endraw %}", "{%raw%}{{ x }} {% y {% endraw %}z",
    "a  {%- raw -%}  \n b  {%- endraw -%}  c {%+ raw %} {% endraw +%}\n x", "{% raw %}", "{% raw %} ", "{#", "{# ", "a{{", "a{%", "{#-#}{#+#}{#--#}",
    "{# {{ '#}' }}{{ {'a': {'b': 1}} }}{{{}}}", "  {# a -#}  \n b {#- c +#}\n d", "x  \n  {#+ c #}  \n", "{{ {'a': [1, (2, 3), {}], b: c,} }} {{ [] }} {{ [1,] }} {{ () }} {{ (1,) }}",
    "{{ a[1:2] }}{{ a[:] }}{{ a[::] }}{{ a[1:] }}{{ a[:1] }}{{ a[::2] }}{{ a[1::2] }}{{ a[1:2:3] }}{{ a[1, 2] }}{{ a[1:2, ::3] }}{{ a[] }}",
    "{{ a[1,] }}", "{{ a[:::] }}", "{{ a[1:2:3:4] }}", "{{ f(a, b=c, *d, **e) }}{{ f(*a, b=1,) }}{{ f(a=1, **b) }}{{ f(**b) }}{{ f() }}",
    "{{ f(*a, b) }}", "{{ f(a=1, b) }}", "{{ f(**a, b=1) }}", "{{ f(*a, *b) }}", "{{ f(**a, **b) }}", "{{ f(**a, *b) }}", "{{ f(a b) }}", "{{ f(a, , b) }}",
    "{% for x in [1, 2] %}{% break %}{% else %}E{% continue %}{% endfor %}", "{% for a, b in c.items() if a recursive %}{{ loop(b) }}{% endfor %}",
    "{% for (a, b), c in d %}{% endfor %}{% for x in a, b %}{% endfor %}{% for x in a, recursive %}{% endfor %}{% for x, in y %}{% endfor %}",
    "{% for x in y if z else w %}{% endfor %}", "{% for x in a if b else c recursive %}{% endfor %}", "{% for x.y in z %}{% endfor %}", "{% for in x %}{% endfor %}",
    "{% for loop in x %}{% endfor %}{% set loop = 1 %}", "{% if a %}1{% elif b, c %}2{% elif\nd %}3{% else %}4{% endif %}", "{% if a: %}1{% else: %}2{% endif %}",
    "{% if a %}{% for b in c %}{% endif %}{% endfor %}", "{% if a %}{% else %}{% elif b %}{% endif %}", "{% if %}{% endif %}", "{% if a if b %}{% endif %}", "{% elif %}",
    "{% set x = 1 %}{% set x, y = 1, 2 %}{% set ns.a = 1 %}{% set ns.a, (b, c), d.e = f %}{% set () = x %}{% set (x) = 1 %}", "{% set x = a if b %}{% set y = (1, 2) %}",
    "{% set x %}a{% endset %}{% set x|f|g(1) %}b{% endset %}{% set ns.a | f %}{% endset %}", "{% set a.b.c = 1 %}", "{% set (a.b, c) = 1 %}", "{% set x + 1 = 2 %}", "{% set 'a' = 1 %}",
    "{% set none = 1 %}", "{% set (a + b) = 1 %}", "{% set [a] = 1 %}", "{% set (a, (b, 1)) = 1 %}", "{% set (not a) = 1 %}", "{% set (-a) = 1 %}", "{% set (a is b) = 1 %}", "{% set x = %}",
    "{% macro f(a, b=1, c=a) %}{{ a }}{% endmacro %}{% macro g() %}{% endmacro %}", "{% macro f(a=1, b) %}{% endmacro %}", "{% macro true() %}{% endmacro %}", "{% macro f(a,) %}{% endmacro %}",
    "{% call(x, y=1) f(1)(2) %}b{% endcall %}{% call a.b(c) %}{% endcall %}", "{% call f %}{% endcall %}", "{% call f()|g %}{% endcall %}", "{% call() f() %}{% endcall %}",
    "{% filter upper|f(1) %}x{% endfilter %}{% filter a.b %}{% endfilter %}", "{% filter %}{% endfilter %}", "{% filter (x) %}{% endfilter %}", "{% filter f is g %}{% endfilter %}",
    "{% with a=1, b=a %}{% endwith %}{% with %}{% endwith %}{% with a, b = c %}{% endwith %}{% with (a, b)=1 %}{% endwith %}",
    "{% block a %}{% endblock a %}{% block b scoped required %} \n{# c #}{% endblock %}{% block c required %}x{% endblock %}", "{% block a-b %}{% endblock %}", "{% block a %}{% endblock b %}",
    "{% block a required %}{% print 'a' %}{% endblock %}", "{% block a required %}{% print %}{% endblock %}{% block b scoped %}{% block c %}{% endblock c %}{% endblock b %}", "{% autoescape true %}{{ x }}{% endautoescape %}", "{% autoescape %}",
    "{% print a, b %}{% print %}{% print (a), [b] %}", "{% print a b %}", "{% include 'a' ignore missing without context %}{% include a with context %}{% include a, b %}",
    "{% import 'a' as b %}{% import a as b with context %}{% from 'a' import b, c as d without context %}{% from a import b \"with\" context %}{% extends 'a' %}", "{% from a import with context %}",
    "{% from a import _b %}", "{% from a import b, %}{% from a import %}", "{% import a %}", "{% from 'a' import b with %}", "{% include a ignore %}", "{% extends %}",
    "{% generation %}a{% endgeneration %}{%- generation -%} {% endgeneration %}", "{% generation foo %}", "{% generation %}", "{% break x %}", "{% do 1 %}", "{% trans %}", "{% if a %}{% do 1 %}{% endif %}",
    "{% if a %}{% for b in c %}", "{% macro f() %}{% call g() %}{% if x %}", "{% 1 %}", "{% 'a' %}", "{% %}", "{%", "{{ }}", "{{ a b }}", "{{ 1 & 2 }}", "{{ 'abc }}", "{{ a ) }}", "{{ (a ] }}", "{{ (a }}", "{{ [a",
    "{{ a.b if c.d is defined and c.d is not none else e|default('f', true) }}", "{{ true }} {{ True }} {{ TRUE }} {{ none.x }} {{ None() }} {{ false|f }} {{ 'a'.b }} {{ 1.0.a }} {{ if }} {{ 1 + not }} {{ in in in }}",
    "{{ not a }} {{ 1 == not b }} {{ a and not b or not c }} {{ not a is b }} {{ - not }} {{ a if not b else not c }} {{ f(not a, b=not c) }} {{ [not a] }} {{ {not a: not b} }} {{ a[not b] }}",
    "{{ a, b }} {{ a, }} {{ a if b, c }} {{ (a, b), c }}", "{{ x² }}", "{{ é.ñ|ü }}", "{{ ²x }}", "{{ a\u0301b }}", "{{ ٣ }}", "{{ 1٣ }} {{ 0x٣f }}", "{{ ٣.٥ }}", "{{ 1e٣ }}", "{{ 1__0 }}", "{{ 1.e5 }}", "{{ 1_ }}",
    "{%- if x -%}\n  a\n{%- else +%}\n  b\n{%+ endif %}\n\n  c", "\t{{ x }}\n\t{% if x %}\n\ty\n\t{% endif %}\t\n", "a\n\n", "\n", "", "\n\n  {# x #}\n  {% set a = 1 -%}\n\n  {{- a }}\n", "a {{ x }}\n  {{ y }}  {% if z %} {% endif %}",
]
