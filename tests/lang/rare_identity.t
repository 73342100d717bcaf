# What is one object, and sums and products of unlike sequences.
@data {"s": "ab", "t": "ab", "one": "a", "l": [1, 2], "m": [1, 2], "d": {"a": 1}, "e": [], "i": 7, "j": 7, "big": 123456789012345678901234567890, "n": -6, "k": -5, "f": 2.5, "long": "éx"}
{% set a = (1, 2) %}{{ a is sameas(a) }}{{ a is sameas((1, 2, i)) }}{% set b = () %}{{ b is sameas(()) }}{{ b is sameas(a) }}{{ a is sameas(b) }} => TrueFalseTrueFalseFalse
{% set v = d.items() %}{{ v is sameas(v) }}{{ v is sameas(d.items()) }}{{ d.keys() is sameas(d.keys()) }} => TrueFalseFalse
{% set g = l|map('string') %}{{ g is sameas(g) }}{{ g is sameas(l|map('string')) }} => TrueFalse
{% set c = cycler(1) %}{{ c is sameas(c) }}{{ c is sameas(cycler(1)) }}{% set q = joiner() %}{{ q is sameas(q) }} => TrueFalseTrue
{{ n is sameas(-6) }}{{ k is sameas(-5) }}{{ i is sameas(j) }}{{ s is sameas(one) }}{{ 'a' is sameas('ab') }} => FalseTrueTrueFalseFalse
{% set x = 'a'|escape %}{{ x is sameas(x) }}{{ x is sameas(one) }}{{ one is sameas(x) }} => TrueFalseFalse
{{ s.upper is sameas(s.upper) }}{{ range(2) is sameas(range(2)) }}{% set r = range(2) %}{{ r is sameas(r) }}{{ l is sameas(m) }}{{ d is sameas(d) }} => FalseFalseTrueFalseTrue
{% set w = namespace() %}{{ w is sameas(w) }}{{ w is sameas(namespace()) }}{% macro p() %}{% endmacro %}{{ p is sameas(p) }} => TrueFalseTrue
{{ big is sameas(big) }}{{ f is sameas(f) }}{{ f is sameas(2.5) }}{{ none is sameas(none) }}{{ true is sameas(true) }}{{ true is sameas(1) }} => TrueTrueFalseTrueTrueFalse
{{ l + 'a' }} =! runtime
{{ (1,) + 'a' }} =! runtime
{{ 'a' + (1,) }} =! runtime
{{ (1,) + l }} =! runtime
{{ l + (1,) }} =! runtime
{{ 'a' + l }} =! runtime
{{ 'ab' * 0 }}|{{ [] * 9999999999 }}|{{ '' * 99999999999999 }}|{{ (1, 2) * 2 }}|{{ l * -1 }} => |[]||(1, 2, 1, 2)|[]
{{ d * 2 }} =! runtime
{{ 2 * d }} =! runtime
{{ ''.encode() in ''.encode() }}{{ ''.encode() in 'a'.encode() }}{{ 0 in ''.encode() }} => TrueTrueFalse
{{ 'a\x1cb\x1db'.split() }}{{ 'a\x1fb c'.split() }}{{ 'a\x85b'.splitlines() }}{{ 'a\u2028b\u2027c'.splitlines() }}{{ 'a\x1cb\x0bc'.splitlines() }} => ['a', 'b', 'b']['a', 'b', 'c']['a', 'b']['a', 'b‧c']['a', 'b', 'c']
{{ éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé.x }} =! undefined 'éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé' is undefined
{{ [3, 1, 2]|sort(reverse=true) }}{{ ['b', 'A', 'c', 'B']|sort }}{{ [(2, 1), (1, 2), (1, 1)]|sort }}{{ ['x']|sort }}{{ []|sort }} => [3, 2, 1]['A', 'b', 'B', 'c'][(1, 1), (1, 2), (2, 1)]['x'][]
{{ '%5.1f|%-6d|%+d|% d|%06.2f|%x|%X|%o|%e|%g|%c|%r' % (2.25, 7, 7, 7, 3.14159, 255, 255, 8, 12345.678, 0.0001, 'z', 'q') }} =>   2.2|7     |+7| 7|003.14|ff|FF|10|1.234568e+04|0.0001|z|'q'
{{ 0.1|round(3, 'ceil') }}{{ 0.1|round(3, 'floor') }}{{ -2.5|round }}{{ 1e300|round(2) }}{{ 12345|round(-2, 'floor') }}{{ -12345|round(-2, 'ceil') }}{{ 7|round(-1, 'common') }} => 0.10.1-2.01e+30012300.0-12300.010
{{ 1023|filesizeformat }}|{{ 999|filesizeformat }}|{{ -5|filesizeformat }}|{{ 0.5|filesizeformat }}|{{ 1e26|filesizeformat }}|{{ 1024|filesizeformat(true) }}|{{ '1000'|filesizeformat }} => 1.0 kB|999 Bytes|-5 Bytes|0 Bytes|100.0 YB|1.0 KiB|1.0 kB
{{ 'a-b—c--d e'|wordwrap(3) }}|{{ 'super-cali-fragi'|wordwrap(6) }}|{{ 'aa--bb'|wordwrap(4, false) }}|{{ 'x' * 9|wordwrap(4) }} =! runtime
{{ 'see www.a.com\n, http://b.org/x) and a@b.cc!'|urlize }} => see <a href="https://www.a.com" rel="noopener">www.a.com</a>\n, <a href="http://b.org/x" rel="noopener">http://b.org/x</a>) and a@b.cc!
