# What filters, methods and functions are seldom given: each line takes a way that no other test takes.
@data {"s": "a-b c", "l": [1, 2, 3], "d": {"b": 1, "a": 2}, "f": 2.5, "big": 123456789012345678901234567890, "deep": {"k": [{"v": 1}, {"v": 2}]}, "e": ""}
{{ 'a\tb'.expandtabs(-5000000000) }} =! runtime
{{ 'a\tb'.expandtabs(-2147483649) }} =! runtime
{{ 'a\tb'.expandtabs(-3) }} => ab
{{ range(5, 0, -1).count(-1) }}{{ range(5, 0, -1).count(0) }}{{ range(5, 0, -1).count(6) }}{{ range(5, 0, -2).count(3) }} => 0001
{{ 'a\u2029b'|indent }} => a\n    b
{{ 'a\u2028b\u2029c\x85d\x1ce'|indent(1) }} => a\n b\n c\n d\n e
{{ 'aaa\u2029bbb'|wordwrap(2) }} => aa\na\nbb\nb
{{ 'a\r'|indent }}| => a|
{{ 'a\r\nb\r'|indent(2, true) }}| =>   a\n  b|
{{ 'a\r\nb\r\n'|indent(2, false, true) }}| => a\n  b\n  |
{{ ''|indent(2, true, true) }}|{{ '\n'|indent(2, true, true) }}| =>   |  \n  |
{{ ('<a>\nb'|safe)|indent('<'|safe, true, true) }} => <<a>\n<b
{{ '<a>\n\nb'|indent('<'|safe) }} => <a>\n\n<b
{{ '<a>\n\nb'|indent('<'|safe, true) }} => <&lt;a&gt;\n\n&lt;b
{{ '<a>\n\nb'|indent('<'|safe, true, true) }} => <&lt;a&gt;\n<\n<b
{{ '<a>\n\nb\n'|indent('<'|safe, false, true) }} => &lt;a&gt;\n<\n<b\n<
{{ [{'a': 1}]|map(attribute='²')|list }} =! runtime
{{ [{'a': 1}]|map(attribute='a.²')|list }} =! runtime
{{ [['x']]|map(attribute='٠')|list }} => ['x']
{{ 'x'|tojson(separators=5) }} =! runtime
{{ 'x'|tojson(separators=(1, 2)) }} => "x"
{{ [1, {'a': 2}]|tojson(separators=(';', '=')) }} => [1;{"a"=2}]
{% set g = ['a', 'b']|map('upper') %}{{ g|list }}{{ g|list }}{{ g|list|length }} => ['A', 'B'][]0
{% set g = ['a', 'b']|batch(1) %}{{ g|list }}{{ g|list }} => [['a'], ['b']][]
{% set g = ['a', 'b', 'a']|unique %}{% for x in g %}{{ x }}{% for y in g %}{{ y }}{% endfor %}{% endfor %} => ab
{{ d|dictsort(by='key') }}{{ d|dictsort(false, 'key', true) }} => [('a', 2), ('b', 1)][('b', 1), ('a', 2)]
{{ [d]|map(x=1, y=2)|list }} =! runtime
{{ [d]|map(x=1, attribute='a', y=2)|list }} =! runtime
{{ '-inf'|float|filesizeformat }}|{{ 'inf'|float|filesizeformat }}|{{ 'nan'|float|filesizeformat }} =! runtime
{{ (-5000)|filesizeformat }}|{{ 999|filesizeformat }}|{{ 1000|filesizeformat }}|{{ 1023|filesizeformat(true) }}|{{ 0.5|filesizeformat }} => -5000 Bytes|999 Bytes|1.0 kB|1023 Bytes|0 Bytes
{{ 1e30|filesizeformat }}|{{ 999999|filesizeformat }}|{{ 1048575|filesizeformat(true) }} => 1000000.0 YB|1000.0 kB|1024.0 KiB
{{ 1.7976931348623157e308|round(-308) }} =! runtime
{{ (-1.7976931348623157e308)|round(-308) }} =! runtime
{{ 1.7976931348623157e308|round(308) }}|{{ 5e-324|round(323) }}|{{ 5e-324|round(324) }}|{{ 5e-324|round(322) }} => 1.7976931348623157e+308|0.0|5e-324|0.0
{{ big|round(-29) }}|{{ big|round(-30) }}|{{ big|round(-31) }}|{{ big|round(5) }}|{{ (-big)|round(-10) }} => 100000000000000000000000000000|0|0|123456789012345678901234567890|-123456789012345678900000000000
{{ 'inf'|float|round }}|{{ '-inf'|float|round(2) }}|{{ 'nan'|float|round(-400) }} => inf|-inf|nan
{{ 'inf'|float|round(none) }} =! runtime
{{ 'nan'|float|round(none) }} =! runtime
{{ 2.5|round(none) }}|{{ 3.5|round(none) }}|{{ 1e300|round(none) }}|{{ true|round(none) }} => 2|4|1000000000000000052504760255204420248704468581108159154915854115511802457988908195786371375080447864043704443832883878176942523235360430575644792184786706982848387200926575803737830233794788090059368953234970799945081119038967640880074652742780142494579258788820056842838115669472196386865459400540160|1
{{ 15|round(-1) }}|{{ 25|round(-1) }}|{{ 9223372036854775807|round(-1) }}|{{ (-9223372036854775807)|round(-18) }}|{{ 5|round(-20) }} => 20|20|9223372036854775810|-9000000000000000000|0
{{ 'x'|round }} =! runtime
{{ 2.5|round('x') }} =! runtime
{{ 2.5|round(2.5) }} =! runtime
{{ 2.5|round(big) }}|{{ 2.5|round(-big) }} => 2.5|0.0
{{ 2.567|round(25, 'floor') }}|{{ -2.567|round(30, 'ceil') }}|{{ 2.567|round(0, 'ceil') }}|{{ 0.0|round(40, 'ceil') }} => 2.567|-2.567|3.0|0.0
{{ 1e-300|round(300, 'floor') }}|{{ 1e-25|round(25, 'ceil') }}|{{ -0.001|round(2, 'ceil') }} => 1e-300|2e-25|0.0
{{ 123.456|round(-1, 'floor') }}|{{ 123.456|round(-2, 'ceil') }}|{{ 123.456|round(0.5, 'ceil') }} => 120.0|200.0|123.64505651258362
{{ 12|round(2, 'ceil') }}|{{ true|round(2, 'floor') }}|{{ big|round(2, 'floor') }} => 12.0|1.0|1.2345678901234568e+29
{{ (10 ** 400)|round(2, 'floor') }} =! runtime
{{ 1.5|round(309, 'floor') }} =! runtime
{{ 1.5|round(308, 'floor') }} => 1.5
{{ 1e10|round(308, 'floor') }} =! runtime
{{ 'nan'|float|round(1, 'floor') }} =! runtime
{{ 'inf'|float|round(1, 'ceil') }} =! runtime
{{ 1.5|round(-400, 'floor') }} =! runtime
{{ 'ab'|round(2, 'floor') }} =! runtime
{{ 'ab'|round(-2, 'floor') }} =! runtime
{{ 12|round(-1, 'floor') }}|{{ 12|round(-1, 'ceil') }}|{{ [1]|round(-1, 'ceil') }} =! runtime
{{ 2.5|round(1, 'nope') }} =! runtime
{{ 2.5|round(1, [1]) }} =! runtime
{{ 2.5|round(1, none) }} =! runtime
{{ 2.5|round(1, 'common') }}|{{ 2.5|round(method='common') }} => 2.5|2.0
{{ 'aaaa bbbb cccc'|truncate(9.0) }} => aaaa bbbb cccc
{{ 'aaaa bbbb cccc dddd'|truncate(9, false, '…', 0) }}|{{ 'aaaa bbbb cccc dddd'|truncate(9, leeway=2.5) }} => aaaa…|aaaa...
{{ [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]|truncate(4, true) }} =! runtime
{{ [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]|truncate(4, true, [0]) }} => [1, 2, 3, 0]
{{ {1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8, 8: 9, 9: 1, 10: 2}|truncate(4) }} =! runtime
{{ 'aaaaaaaaaaaaaa'|truncate(5, true, '', none) }} => aaaaa
{{ '%.3f|%.3F|%e|%E|%g|%G'|format(f, f, f, f, f, f) }} => 2.500|2.500|2.500000e+00|2.500000E+00|2.5|2.5
{{ '{:é<5}|{:<}|{:é}'.format(1, 2, 'a') }} =! runtime
{{ '{:é}'.format(1) }} =! runtime
{{ '{:<}|{:=}|{:^}|{:x^}'.format(1, 2, 3, 4) }} => 1|2|3|4
{{ '{:}|{:_}|{:,}|{: }'.format(1, 2000, 3000, 4) }} => 1|2_000|3,000| 4
{{ '{:\x00}'.format(1) }} =! runtime
{{ '{:\x005}'.format(1) }} =! runtime
{{ '{:5\x00}'.format(1) }} =! runtime
{{ '{:5\x00}'.format(1.5) }} =>   1.5
{{ '{:5\x00}'.format('a') }} =! runtime
{{ '{:#x}|{:#b}|{:x}'.format(0, 0, 0) }}|{{ '{:x}|{:o}|{:b}'.format(big, -big, big) }} => 0x0|0b0|0|18ee90ff6c373e0ee4e3f0ad2|-143564417755415637016711617605322|1100011101110100100001111111101101100001101110011111000001110111001001110001111110000101011010010
{{ '%x|%o|%X'|format(18446744073709551616, 4294967296, 79228162514264337593543950336) }} => 10000000000000000|40000000000|1000000000000000000000000
{{ '%x'|format(340282366920938463463374607431768211456) }}|{{ '{:b}'.format(18446744073709551616) }} => 100000000000000000000000000000000|10000000000000000000000000000000000000000000000000000000000000000
{{ '%f'|format(-big) }}|{{ '%f'|format(big) }}|{{ '{:.1f}'.format(-big) }} => -123456789012345677877719597056.000000|123456789012345677877719597056.000000|-123456789012345677877719597056.0
{{ '%f'|format(10 ** 400) }} =! runtime
{{ '%+d|% d|%+f|%05d|%-5d|'|format(5, 5, 1.5, -5, -5) }} => +5| 5|+1.500000|-0005|-5   |
{{ '%X|%x|%#X|%#o'|format(-255, 255, 48879, 8) }} => -FF|ff|0XBEEF|0o10
{{ '%s|%.0s|%.9s'|format('', 'abc', 'abc') }} => ||abc
{{ 'z'|int(0, 36) }}|{{ 'zz'|int(0, 37) }}|{{ 'zz'|int(7, 1) }}|{{ '0x1F'|int(0, 16) }}|{{ '0b1'|int(0, 2) }} => 35|0|7|31|1
{{ ('9' * 4300)|int|string|length }}|{{ ('9' * 4301)|int }}|{{ ('1' * 4301)|int(0, 2)|string|length }}|{{ ('f' * 1000)|int(0, 16)|string|length }} => 4300|0|1295|1205
{{ ('1' * 4301)|int(3, 3) }}|{{ ('z' * 300)|int(0, 32) }}|{{ ('1' * 4301)|int(0, 36) }} => 3|0|0
{{ '1e500'|float }}|{{ '-Infinity'|float }}|{{ '+nan'|float }}|{{ '1_000.5_0e1_0'|float }}|{{ '1__0'|float(9) }} => inf|-inf|nan|10005000000000.0|9
{{ '&lt;b&gt;'|safe|striptags }}|{{ '<a'|striptags }}|{{ 'a  b'|striptags }}|{{ 'a\tb'|striptags }}|{{ 'a\nb'|striptags }}|{{ ' '|striptags }}|{{ 'ab'|striptags }} => <b>|<a|a b|a b|a b||ab
{{ 'nan'|float.hex() }} =! syntax
{{ ('nan'|float).hex() }}|{{ (-('nan'|float)).hex() }}|{{ ('inf'|float).hex() }}|{{ ('-inf'|float).hex() }}|{{ (0.0).hex() }}|{{ (-0.0).hex() }} =! runtime
{{ (5e-324).hex() }}|{{ (2.2250738585072014e-308).hex() }}|{{ (1.1125369292536007e-308).hex() }}|{{ (-1.5).hex() }}|{{ (1e300).hex() }} => 0x0.0000000000001p-1022|0x1.0000000000000p-1022|0x0.8000000000000p-1022|-0x1.8000000000000p+0|0x1.7e43c8800759cp+996
{{ 'x'.encode()|pprint }}|{{ ('x' * 100).encode()|pprint }} => b'x'|(b'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'\n b'xxxxxxxxxxxxxxxxxxxxxxxx')
{{ ['é\x80\u2028\U0001f600\U000e0001' * 12]|pprint }} => ['é\\x80\\u2028'\n '😀\\U000e0001é\\x80\\u2028'\n '😀\\U000e0001é\\x80\\u2028'\n '😀\\U000e0001é\\x80\\u2028'\n '😀\\U000e0001é\\x80\\u2028'\n '😀\\U000e0001é\\x80\\u2028'\n '😀\\U000e0001é\\x80\\u2028'\n '😀\\U000e0001é\\x80\\u2028'\n '😀\\U000e0001é\\x80\\u2028'\n '😀\\U000e0001é\\x80\\u2028'\n '😀\\U000e0001é\\x80\\u2028'\n '😀\\U000e0001é\\x80\\u2028'\n '😀\\U000e0001']
{{ ['aaaa bbbb\x80 cccc\u200b dddd\U000e0001 eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm nnnn oooo']|pprint }} => ['aaaa bbbb\\x80 cccc\\u200b dddd\\U000e0001 eeee ffff gggg hhhh iiii jjjj kkkk '\n 'llll mmmm nnnn oooo']
{{ ('a' * 90)|pprint }}|{{ ('a' * 90 ~ ' b')|pprint }}|{{ [('a' * 90), ('b ' * 50), 'c']|pprint }} => 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'|('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa '\n 'b')|['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',\n 'b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b '\n 'b b b b b b b b b b b b ',\n 'c']
{{ {('k' * 90): 'x', ('l ' * 45): ('m ' * 45)}|pprint }} => {'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk': 'x',\n 'l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l l ': 'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '\n                                                                                               'm '}
{{ {('k' * 78): ''}|pprint }}|{{ {('k' * 90): 'abc'.encode()}|pprint }}|{{ {('k' * 90): 'abcdefgh'.encode()}|pprint }} => {'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk': ''}|{'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk': b'abc'}|{'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk': b'abcd'\n                                                                                               b'efgh'}
{{ ('\n' * 3 ~ 'a ' * 50 ~ '\n')|pprint }} => ('\\n'\n '\\n'\n '\\n'\n 'a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a '\n 'a a a a a a a a a a a a \\n')
{{ ('\x80' * 100)|pprint }} => '\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80'
{{ '{0[a]}|{0.a}|{0[a][0]}|{0[b].c}'.format({'a': [1], 'b': {'c': 2}}) }} => [1]|[1]|1|2
{{ '{0[a}'.format(d) }} =! runtime
{{ '{0[a]x}'.format(d) }} =! runtime
{{ '{0[}'.format(d) }} =! runtime
{{ '{0.}'.format(d) }} =! runtime
{{ '{0[]}'.format(d) }} =! runtime
{{ '{0a}'.format(d) }} =! runtime
{{ '{0.a[b}'.format(d) }} =! runtime
{{ '{0:{1}}|{0:{1}{2}}'.format(5, 4, 'x') }} =>    5|   5
{{ '{0:}}'.format(5) }} =! runtime
{{ '{0:{1:{2}}}'.format(5, 4, 1) }} =! runtime
{{ '{0:{1:{2:{3}}}}'.format(5, 4, 1, 1) }} =! runtime
{{ '{0:a}b}'.format(5) }} =! runtime
{{ 'abc'.translate({97: '', 98: none, 99: 'x'}) }}|{{ 'abc'.translate({97: 65, 98: 128512}) }} => x|A😀c
{{ 'abcabc'.find('b', none, none) }}{{ 'abcabc'.find('b', 2, none) }}{{ 'abcabc'.find('b', none, 1) }}{{ 'abcabc'.find('c', none, 4) }} => 14-12
{{ 'abc'.startswith('b', 1) }}{{ 'abc'.startswith('b', none, 1) }}{{ 'abc'.endswith('b', none, 2) }}{{ 'abc'.count('b', none, 2) }} => TrueFalseTrue1
{{ ('<a>'|safe).replace('a', '<') }}|{{ ('<a>'|safe).replace('a', '<'|safe) }}|{{ '<a>'.replace('a', '<'|safe) }} => <&lt;>|<<>|<<>
{{ 'a\x1fb\x1cc\x00d\x85e\u3000f'.split() }}|{{ 'a\x1fb\x1cc\x00d\x85e\u3000f'.rsplit() }}|{{ 'a b c'.rsplit(none, 1) }} => ['a', 'b', 'c\\x00d', 'e', 'f']|['a', 'b', 'c\\x00d', 'e', 'f']|['a b', 'c']
{{ 'a\x0bb\x0cc\x1dd\x1ee\x1ff\xc2\x85'.splitlines() }}|{{ 'a\u2027b\u2028c\u2029d\u202ae\xa0'.splitlines() }} => ['a', 'b', 'c', 'd', 'e\\x1ffÂ']|['a‧b', 'c', 'd\\u202ae\\xa0']
{{ 'ab\x01\x02c'.split() }}|{{ ' \x01 '.strip() }}|{{ 'a\x01b'.rsplit() }} => ['ab\\x01\\x02c']|\x01|['a\\x01b']
{{ 'http://example.com/a)b (http://x.com) <http://x.com>'|urlize }} => <a href="http://example.com/a)b" rel="noopener">http://example.com/a)b</a> (<a href="http://x.com" rel="noopener">http://x.com</a>) &lt;<a href="http://x.com" rel="noopener">http://x.com</a>&gt;
{{ '(http://x.com/(a)). ((http://x.com/(a)))'|urlize }} => (<a href="http://x.com/(a)" rel="noopener">http://x.com/(a)</a>). ((<a href="http://x.com/(a)" rel="noopener">http://x.com/(a)</a>))
{{ '  http://x.com  '|urlize }}|{{ 'http://x.com\n'|urlize }}|{{ 'http://x.com,\n'|urlize }} =>   <a href="http://x.com" rel="noopener">http://x.com</a>  |<a href="http://x.com" rel="noopener">http://x.com</a>\n|<a href="http://x.com" rel="noopener">http://x.com</a>,\n
{{ '(((http://x.com/a()b))) &lt;http://x.com&gt;'|urlize }} => (((<a href="http://x.com/a()b" rel="noopener">http://x.com/a()b</a>))) &amp;lt;http://x.com&amp;gt;
{{ '(http://x.com/(a.)x'|urlize }}|{{ '((http://x.com.,)x)'|urlize }} => (<a href="http://x.com/(a.)x" rel="noopener">http://x.com/(a.)x</a>|((http://x.com.,)x)
{{ 'http://x.xn--p1ai/ http://x.xn--p http://x.xn--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'|urlize }} => <a href="http://x.xn--p1ai/" rel="noopener">http://x.xn--p1ai/</a> http://x.xn--p http://x.xn--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
{{ 'http://x.xn--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa http://x.xn--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'|urlize }} => <a href="http://x.xn--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" rel="noopener">http://x.xn--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</a> http://x.xn--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
{{ 'http://x.\u212Aom http://x.\u212A\u212A http://\u017F.co\u017F http://x.Co\u0130'|urlize }} => <a href="http://x.Kom" rel="noopener">http://x.Kom</a> <a href="http://x.KK" rel="noopener">http://x.KK</a> <a href="http://ſ.coſ" rel="noopener">http://ſ.coſ</a> <a href="http://x.Coİ" rel="noopener">http://x.Coİ</a>
{{ 'a@b.c a@b. a@b.- a@b.c- a@.c a@b..c a@b-c.d mailto:a@b.c @b.c a@b.c_'|urlize }} => <a href="mailto:a@b.c">a@b.c</a> a@b. a@b.- a@b.c- a@.c <a href="mailto:a@b..c">a@b..c</a> <a href="mailto:a@b-c.d">a@b-c.d</a> <a href="mailto:a@b.c">a@b.c</a> @b.c <a href="mailto:a@b.c_">a@b.c_</a>
{{ 'a:x/'|urlize(extra_schemes=['a:']) }} =! runtime
{{ 'tel:5 foo://x bar:/y'|urlize(extra_schemes=['tel:', 'foo://', 'bar:/']) }} => <a href="tel:5" rel="noopener">tel:5</a> <a href="foo://x" rel="noopener">foo://x</a> <a href="bar:/y" rel="noopener">bar:/y</a>
{{ 'x'|urlize(extra_schemes=['tel']) }} =! runtime
{{ 'x'|urlize(extra_schemes=['tel:///']) }} =! runtime
{{ 'x'|urlize(extra_schemes=['t:']) }} =! runtime
{{ 'x'|urlize(extra_schemes=['te l:']) }} =! runtime
{{ 'aa-bb-c ab--c-dd a-b-cc aaa-b-c-d'|wordwrap(4) }} => aa-\nbb-c\nab--\nc-dd\na-b-\ncc\naaa-\nb-\nc-d
{{ 'aa-b-c aa-b-- aa-b-1 aa-b'|wordwrap(3) }} => aa-\nb-c\naa-\nb--\naa-\nb-1\naa-\nb
{{ 'aaa--bbb---ccc aaa-- --bbb a!--b ---'|wordwrap(4) }} => aaa\n--\nbbb\n---\nccc \naaa-\n- --\nbbb\na!--\nb\n---
{{ 'aaaa--bbb aa,--b'|wordwrap(2) }} => aa\naa\n--\nbb\nb \naa\n,\n--\nb
{{ 'aaaaaaaa bbbbbbbbbb'|wordwrap(5, false) }}|{{ 'aaa-bbb-cccccccc'|wordwrap(5, true, '|', false) }}|{{ 'aaa-bbb-cccccccc'|wordwrap(5, true, '|', true) }} => aaaaaaaa\nbbbbbbbbbb|aaa-b|bb-cc|ccccc|c|aaa-|bbb-c|ccccc|cc
{{ '----aaaaaa bbb-ccccc'|wordwrap(4, true, '|', 5) }}|{{ '----aaaaaa bbb-ccccc'|wordwrap(4, true, '|', none) }}|{{ 'aa-bbbbbb'|wordwrap(6, true, '|', 1) }} => ----|aaaa|aa b|bb-|cccc|c|----|aaaa|aa b|bb-c|cccc|aa-|bbbbbb
{{ 'aa bbb-ccccc'|wordwrap(4, true, '|', 'x') }}|{{ 'a b-'|wordwrap(1, true, '|', 'x') }}|{{ 'abc-d'|wordwrap(5.0, true, '|', 'x') }} => aa b|bb-|cccc|c|a|b|-|abc-d
{{ '\xd8\x00\xdc'.encode('latin-1').decode('utf-16-be', 'replace') }}|{{ '\xd8\x00\xe0\x00'.encode('latin-1').decode('utf-16-be', 'replace') }}|{{ '\xd8\x00\x00a'.encode('latin-1').decode('utf-16-be', 'replace') }} => �|�|�a
{{ lipsum(0, false) }}|{{ lipsum(-1) }}| => ||
