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
@data {"l": [1, 2], "x": 1}
{{ 1.real[:] }} =>
{% set x = 0[:] is divisibleby 2 %}{{x}} =! runtime
{{ [('inf'|float).real] }} => [inf]
{{ {1e400: 2} }} => {inf: 2}
{{ {[1]: 2} }} =! runtime
{{ {1: {[1]: 2}} }} =! runtime
{% if false %}{{ {[1]: 2} }}{% endif %}ok => ok
{% set d.x = 1 %} =! runtime
{{ b'' % l }} =! syntax
{% for x in l %}{% block b %}{% set loop = 3 %}{{loop}}{% endblock %}{% endfor %} =! syntax
{{ 1.5.real }} => 1.5
{{ 1.5.is_integer() }} => False
{{ (2).real }} => 2
{{ 'a'.real }} =>
{{ 2.real.real }} => 2
{{ [1.real] }} => [1]
{{ true.real }} => 1
{{ none.real }} =>
{{ (1).numerator }} => 1
{{ 1[:] }} =>
{{ 1[:]|default('d') }} => d
{{ 1.real[:]|default('d') }} => d
{% set x = 1.real[:] %}{{ x }} =! runtime
{{ 1[1:] + 'a' }} =! runtime
{{ 'a' ~ 1[:] }} => a
{{ 2[1:2,3] }} =>
{{ x[1:2,3] }} =! syntax
{{ {'a':1}[1:2,3] }} =>
{{ [2[:]]|length }} => 1
{{ [2[:]] }} => [Undefined]
{% if false %}{{ {[1]:2}|length }}{% endif %}ok =! runtime
{% set z = [{[1]:2}] %}ok =! runtime
{% set z = [{[1]:2}|length] %}ok =! runtime
{% if false %}{% set z = [{[1]:2}|length] %}{% endif %}ok =! runtime
{% if false %}{% set z = {'a':{[1]:2}}|length %}{% endif %}ok =! runtime
{% if false %}{% set z = {1:2, undefx: 3, [1]:2}|length %}{% endif %}ok => ok
{% if false %}{% set z = {1:2, [1]:2, undefx: 3}|length %}{% endif %}ok =! runtime
{{ false and (1|nofilter) }} => False
{{ true or (1|nofilter) }} => True
{{ 1 if true else (1|nofilter) }} => 1
{{ {'a':1}|dictsort }} => [('a', 1)]
{{ [{'a':1}]|map(attribute='a')|list }} => [1]
{{ {'a':1}|items|list }} => [('a', 1)]
{{ ({'a':1}|tojson) ~ 1.5.real }} => {"a": 1}1.5
{{ 'a'.__class__ }} =>
{{ 'a'.__class__ is defined }} => False
{% set x = 'a'.__class__ is defined %}{{x}} => False
{{ ('a'.nope)|default('q') }} => q
{{ 'a'.nope.nope }} =! undefined 'str object' has no attribute 'nope'
{{ 'a'.nope == 'a'.nope }} => True
{{ 'a'.nope is sameas('a'.nope) }} => False
{{ (1,2)[:1] + (3,) }} => (1, 3)
{{ 'abc'[::-1] ~ [3][5] }} => cba
{{ [1,2]|batch(1)|list }} => [[1], [2]]
{{ [1,2]|batch(1) is sequence }} => False
{{ ([1,2]|batch(1)) and 3 }} => 3
{{ ([1,2]|unique|list) + [1] }} => [1, 2, 1]
{{ {1:2} == {1.0:2.0} }} => True
{{ {'a':[1]}['a'][0] if {'a':1} else 3 }} => 1
{{ ({} or 'x') ~ ({'k':1} and 'y') }} => xy
{{ -{}.a|default(3) }} =! undefined 'dict object' has no attribute 'a'
{{ (1/0) if false else 2 }} => 2
{% set cy = cycler(1) %}{% filter striptags %}{{ cy.next }}{% endfilter %}|{{ (cy.next|string)[:30] }} => >|<bound method Cycler.next of <
{% for x in l %}{{ loop.cycle }}{{ loop.changed }}{% endfor %}{% set m = '<'|escape %}{{ m.upper }}{{ m.unescape }}{{ (m.count|string)[:24] }} => <bound method LoopContext.cycle of <LoopContext 1/2>><bound method LoopContext.changed of <LoopContext 1/2>><bound method LoopContext.cycle of <LoopContext 2/2>><bound method LoopContext.changed of <LoopContext 2/2>><bound method Markup.upper of Markup('&lt;')><bound method Markup.unescape of Markup('&lt;')><built-in method count o
{{ 'x'.encode('UTF-16LE') }} => b'x\\x00'
{{ 'x'.encode('utf16le') }} =! runtime
{{ 'x'.encode('utf16_le') }} =! runtime
{{ 'x'.encode('utf-16-le') }} => b'x\\x00'
{{ 'x'.encode('utf_16le') }} => b'x\\x00'
{{ 'x'.encode('u16le') }} =! runtime
{{ 'x'.encode('utf16 be') }} =! runtime
{{ 'x'.encode('UTF 8') }} => b'x'
{{ 'x'.encode('utf--8') }} => b'x'
{{ 'x'.encode('_utf_8') }} => b'x'
{{ 'x'.encode('utf-8-') }} => b'x'
{{ 'x'.encode('utf.8') }} =! runtime
{{ 'x'.encode('ut-f8') }} =! runtime
{{ 'x'.encode('utf16:') }} => b'\\xff\\xfex\\x00'
{{ 'x'.encode('latin 1') }} => b'x'
{{ 'x'.encode('iso8859') }} => b'x'
{{ 'x'.encode('iso-8859-1') }} => b'x'
{{ 'x'.encode('8859') }} => b'x'
{{ 'x'.encode('utf-16') }} => b'\\xff\\xfex\\x00'
{{ 'x'.encode('utf_32_le') }} => b'x\\x00\\x00\\x00'
{{ 'x'.encode('utf32le') }} =! runtime
{{ 'x'.encode('utf.16') }} =! runtime
{{ 'x'.encode('utf 16 le') }} => b'x\\x00'
{{ 'x'.encode('utf-le') }} =! runtime
{{ 'x'.encode('l1') }} => b'x'
{{ 'x'.encode('iso8859-1') }} => b'x'
{{ 'x'.encode('iso88591') }} =! runtime
{{ 'x'.encode('iso-88591') }} =! runtime
{{ 'x'.encode('u_16') }} =! runtime
{{ 'x'.encode('u16') }} => b'\\xff\\xfex\\x00'
{{ 'x'.encode('utf-8:') }} => b'x'
{{ 'x'.encode('latin1.') }} =! runtime
{{ 'x'.encode('ISO_8859-1:1987') }} => b'x'
{{ 'x'.encode('iso-ir-100') }} => b'x'
{{ 'x'.encode('csASCII') }} => b'x'
{{ 'x'.encode('utf8 ') }} => b'x'
{{ 'x'.encode('u8') }} => b'x'
{{ 'x'.encode('unicodebigunmarked') }} => b'\\x00x'
{{ 'x'.encode('UnicodeLittleUnmarked') }} => b'x\\x00'
{{ 'x'.encode('utf16be') }} =! runtime
{{ 'x'.encode('utf-16be') }} => b'\\x00x'
{{ 'x'.encode('utf-32be') }} => b'\\x00\\x00\\x00x'
{{ 'x'.encode('utf32be') }} =! runtime
{{ 'x'.encode('utf32_be') }} =! runtime
{{ 'x'.encode('8859_1') }} =! runtime
{{ 'x'.encode('88591') }} =! runtime
{{ 'x'.encode('819') }} =! runtime
{{ 'x'.encode('ansi_x3.4-1968') }} => b'x'
{{ 'x'.encode('ansi_x3.4-1986') }} => b'x'
{{ 'x'.encode('ansix3.41968') }} =! runtime
{{ 'x'.encode('646') }} => b'x'
{{ 'x'.encode('utf-16le:') }} => b'x\\x00'
{{ 'x'.encode('utf8-ucs2') }} => b'x'
{{ 'x'.encode('utf-8-ucs2') }} =! runtime
{{ 'x'.encode('') }} =! runtime
{{ 'x'.encode('.') }} =! runtime
{{ 'x'.encode('-') }} =! runtime
{{ 'x'.encode('é') }} =! runtime
{{ 'x'.encode('utf8é') }} => b'x'
{% for m, n in nothing %}x{% endfor %}| => |
{% for m, n in joiner ~ s %}x{% endfor %} =! runtime
{% for m, n in 'a' ~ s %}x{% endfor %} =! runtime
{% for m in [1, 2] %}{{ m.role }}b{% endfor %}{{ nothing }}c => bbc
{% if '1e400'|float(0.1|attr('')) %}{% endif %} =! runtime
{% if '1e400'|float('a'|attr('upper')) %}a{% endif %} =! runtime
{% if '1e400'|float('a' is filter) %}a{% endif %} =! runtime
{% if '1e400'|float([{'a': 1}]|groupby('a')) %}a{% endif %} =! runtime
{{ 'a'|attr('__class__') }}{{ (1|attr('real')) + 2 }}{{ [{'a': 1}]|groupby('a') }} => 3[(1, [{'a': 1}])]
{{ [] is filter }} =! runtime
{{ 0|int(base=0,base=0) }}{{ 'x'|int(default=1,default=2) }}{{ [1,2]|join(d=1,d=2) }}{{ 1 is divisibleby(num=1,num=2) }} => 02122False
{{ x|int(base=0,base=0) }} =! syntax
{{ '77'|int(base=10,base=8,**{'base':9}) }}{{ '77'|int(*[5],**{'base':8}) }}{{ '77'|int(**[('base',8)]) }}{{ 'a,b'|replace(*[',','-']) }}{{ 1 is divisibleby(**{'num':1}) }} => 706363a-bTrue
{{ '77'|int(**[]) }}{{ '77'|int(**()) }}{{ '77'|int(base=8,base=8,**[]) }} => 777763
{{ '77'|int(**{1:2}) }} =! runtime
{{ '77'|int(*(1,2,3)) }} =! runtime
{{ '77'|int(**[('base',8,1)]) }} =! runtime
{{ '77'|int(base=1,base=2,*nope) }} =! syntax
