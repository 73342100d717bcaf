# Inputs that fuzzing found; each was once a difference or a crash.
@data {"x": [1, 2, 3], "d": {}, "s": "abc", "two": "2 "}
{{ (1)['foo':,'ab'] }} =>
{{ x[1:,2] }} =! syntax
{{ x[: 1.5, 's':] }} =! syntax
{{ none[1:,2] }} =>
{{ ()[:,1]|string }}|{{ 'abc'[:'a',1] }} => |
{{ (1)[:,1] is defined }} => False
{% set a = (1)[:,1] %} =! syntax
{{ {none: 1}[:,1] }}| => |
{{ d[:,1]() }} =! syntax
{{ d[x:,1] }} =! syntax
{{ [1, 2][1:,] }} =! syntax
{% if true[:] %}{% endif %} =! runtime
{{ nope < 2[:] }} =! runtime
{{ 2[:] }}|{{ 2[:] is defined }}|{{ 2[:]|default('a') }}|{{ 2[1:]|length }} => |False|a|0
{% set y = 2[:] %} =! runtime
{{ 2[:].x }} =! runtime
{{ 2[:][0] }} =! runtime
{{ x[2[:]] }} =! runtime
{{ two.split(none, 0) }}{{ ' a  b  c '.split(none, 1) }}{{ ' a  b  c '.rsplit(none, 1) }}{{ '  '.split(none, 0) }}{{ ' a '.rsplit(none, 0) }} => ['2 ']['a', 'b  c '][' a  b', 'c'][][' a']
@data {"pairs": [["a", 1], ["b", 2], ["c", 3]], "words": ["ab", "cd"], "deep": [[1, [2, 3]], [4, [5, 6]]]}
{% for a, b in pairs if b != 2 %}{{ loop.previtem }}{{ loop.nextitem }}{{ loop.last }}{% endfor %} => ('c', 3)False('a', 1)True
{% for a, b in words if a %}{{ loop.nextitem }}{{ loop.length }}{% endfor %} => ('c', 'd')22
{% for a, (b, c) in deep if c %}{{ loop.nextitem }}{{ loop.index }}{{ loop.changed(a) }}{% endfor %} => (4, (5, 6))1True2True
{% for a, b in pairs if (a, b) %}{{ loop.nextitem }}{% else %}none{% endfor %} => ('b', 2)('c', 3)
{% for a in pairs if a %}{{ loop.nextitem }}{% endfor %} => ['b', 2]['c', 3]
{% for a, b in pairs if nope %}{{ loop.nextitem }}{% else %}none{% endfor %} => none
{% for a, b in pairs if b > 1 recursive %}{{ loop.nextitem }}{% if b == 2 %}{{ loop([('x', 9)]) }}{% endif %}{% endfor %} => ('c', 3)
{% for a, b in [(1, 2, 3)] if a %}{{ loop.nextitem }}{% endfor %} =! runtime
{{ 'nan'|float < 5 == x }}|{{ 1 > 2 > nope.x }}|{{ ('inf'|float).imag }} => False|False|0.0
{{ 1 < 'nan'|float }} => False
{{ 'nan'|float < x }} =! runtime
{{ ('inf'|float).real }} => inf
{{ 'aé\U0001f600'.encode('utf-16') }}{{ ''.encode('utf16') }}{{ 'aé\U0001f600'.encode('utf-16-le') }}{{ 'aé\U0001f600'.encode('UTF_16BE') }} => b'\\xff\\xfea\\x00\\xe9\\x00=\\xd8\\x00\\xde'b'\\xff\\xfe'b'a\\x00\\xe9\\x00=\\xd8\\x00\\xde'b'\\x00a\\x00\\xe9\\xd8=\\xde\\x00'
{{ 'aé\U0001f600'.encode('utf-32') }}{{ ''.encode('utf-32le') }}{{ 'aé\U0001f600'.encode('utf-32-le', 'ignore') }}{{ 'aé\U0001f600'.encode('u32') }}{{ 'é'.encode('utf-32be').hex() }} => b'\\xff\\xfe\\x00\\x00a\\x00\\x00\\x00\\xe9\\x00\\x00\\x00\\x00\\xf6\\x01\\x00'b''b'a\\x00\\x00\\x00\\xe9\\x00\\x00\\x00\\x00\\xf6\\x01\\x00'b'\\xff\\xfe\\x00\\x00a\\x00\\x00\\x00\\xe9\\x00\\x00\\x00\\x00\\xf6\\x01\\x00'000000e9
{% if '1e400'|float %}{% endif %} =! runtime
{% if ('1e400'|float, 1) %}{% endif %} =! runtime
{% if 1.5 %}a{% endif %}{% if 0.0 %}b{% endif %}{% if (0,) %}c{% endif %}{% if [] %}d{% endif %}{{ 'e' if 'nan'|float is defined }} => ace
{{ 'e' if not 'nan'|float }} =>
@data {"f": 0.0, "g": 2, "s": "a"}
{{ -1**f }} {{ -1**g }} {{ -1.5**g }} {{ (-1)**g|int }} {{ (0-2)**g }} {{ -2**g*3 }} {{ -2**-g }} {{ -true**g }} {{ -1**2 }} {{ -g**2 }} => -1.0 -1 -2.25 -1 -4 -12 -0.25 -1 1 4
{% for i in range(2) %}{% macro m() %}{{ -2**g }}{% endmacro %}{{ m() }}{% if -3**g < 0 %}y{% endif %}{% endfor %} => -4y-4y
{{ -2**s }} =! runtime
{{ -2**nope }} =! undefined 'nope' is undefined
