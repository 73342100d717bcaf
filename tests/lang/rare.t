# Conditions that templates seldom meet: each line takes a way that no other test takes.
@data {"s": "a-b c", "u": "straße ı İ ſ K ǅ", "l": [1, 2, 3], "d": {"a": 1, "b": 2}, "f": 2.5, "n": -3, "big": 123456789012345678901234567890, "deep": {"k": [{"v": 1}, {"v": 2}]}, "e": ""}
{{ 'abc'.find('b', 5000000000) }} => -1
{{ 'abc'.find('b', -5000000000, 5000000000) }} => 1
{{ 'abc'.count('', 2, -9) }} => 0
{{ 'abc'[-9:-7] }}|{{ 'abc'[5:9:2] }}|{{ [1,2,3][9:-9:-1] }} => ||[3, 2, 1]
{{ 'x'.center(5000000000) if false else 1 }} => 1
{{ 'x'.encode('UTF_8') }}{{ 'x'.encode('a{b') }} =! runtime
{{ 'é'.encode('latin-1', 'nope') }} => b'\\xe9'
{{ 'é'.encode('ascii', 'nope') }} =! runtime
{{ 'x'.encode('an-encoding-with-a-name-that-is-longer-than-any-there-is-anywhere') }} =! runtime
{{ 'xyz'.encode().hex(5) }} =! runtime
{{ 'xyz'.encode().hex(':', 0) }}|{{ 'xyz'.encode().hex(':', -2) }}|{{ 'xyz'.encode().hex('é') }} =! runtime
{{ 'xyz'.encode().hex(b) }} =! runtime
{{ 'xyz'.encode().hex(':'.encode(), 2) }} => 78:797a
{{ range(3).index(1e300) }} =! runtime
{{ range(3).index(-1e300) }} =! runtime
{{ range(3).index(2.0) }}{{ range(0, 10, 3).count(7.0) }}{{ range(3).count(2.5) }} => 200
{{ range(3).index(9) }} =! runtime
{{ range(5, 0, -1).index(9) }} =! runtime
{{ range(3).count(big) }}{{ range(3)[-9] }} => 0
{{ 'a\u2028b\u2029c\x85d\x1ce'.splitlines() }} => ['a', 'b', 'c', 'd', 'e']
{{ 'a\r'.splitlines() }}{{ 'a\r\nb\r'.splitlines(true) }}{{ '\x1d'.splitlines() }} => ['a']['a\\r\\n', 'b\\r']['']
{{ [{'a': 1}]|map(attribute='a.')|list }} => [Undefined]
{{ [{'a': 1}]|map(attribute='.a')|list }} =! undefined 'dict object' has no attribute ''
{{ [{'a': [5]}]|map(attribute='a.0')|list }}{{ [[1]]|map(attribute=0)|list }} => [5][1]
{{ [{'a': [5]}]|map(attribute='a.00')|list }} => [5]
{{ [{'a': 1}]|groupby(none) }} => [({'a': 1}, [{'a': 1}])]
{{ [{'a': 1}]|sum(attribute=none) }} =! runtime
{{ [1, 2]|sum(attribute=none) }} => 3
{{ [{'a': 1}]|groupby('a') }} => [(1, [{'a': 1}])]
{{ d|tojson(separators=5) }} =! runtime
{{ d|tojson(separators=(',', 5)) }} =! runtime
{{ d|tojson(separators=',:') }} => {"a":1,"b":2}
{{ d|tojson(separators=[',']) }} =! runtime
{{ [1,2,3,4]|batch(2.5)|list }} => [[1, 2, 3, 4]]
{{ [1,2,3,4]|batch('x')|list }} => [[1, 2, 3, 4]]
{{ [1,2,3,4]|batch(0)|list }}{{ []|batch(2)|list }} => [[], [1, 2, 3, 4]][]
{{ [1,2,3,4]|batch(true)|list }} => [[1], [2], [3], [4]]
{{ [1,2,3,4]|slice(3, none)|list }}{{ []|slice(2)|list }}{{ [1]|slice(3, 'x')|list }} => [[1, 2], [3], [4]][[], []][[1], ['x'], ['x']]
{{ d|attr(5) }} =! runtime
{{ [2,1]|sort(reverse='x') }} =! runtime
{{ [2,1]|sort('x') }} =! runtime
{{ [2,1]|sort(2.5) }}{{ [2,1]|sort(none) }} =! runtime
{{ d|dictsort(by='nope') }} =! runtime
{{ d|dictsort(false, 'value', 1) }}{{ d|dictsort(reverse=2) }} => [('b', 2), ('a', 1)][('b', 2), ('a', 1)]
{{ d|dictsort(by=5) }} =! runtime
{{ [d]|map(5)|list }} =! runtime
{{ [1]|map()|list }} =! runtime
{{ [{'a': 1}]|map(attribute='b', default=5, other=6)|list }} =! runtime
{{ [{'a': 1}]|map(attribute='b', other=6, default=5)|list }} =! runtime
{{ [{'a': 1}]|map(other=6)|list }} =! runtime
{{ [1]|select(5)|list }} =! runtime
{{ [1]|select('nope')|list }} =! runtime
{{ []|random }} =>
{{ ''|random }} =>
{{ {}|random }} =>
{{ d.keys()|random }} =! runtime
{{ {1: 'x'}|random }} =! runtime
{{ range(0)|random }} =>
{{ none|random }} =! runtime
{{ 5|random }} =! runtime
{{ (-5)|filesizeformat }}|{{ 0|filesizeformat }}|{{ 999999|filesizeformat }}|{{ 1e30|filesizeformat }}|{{ big|filesizeformat }} => -5 Bytes|0 Bytes|1000.0 kB|1000000.0 YB|123456.8 YB
{{ 1e300|filesizeformat }}|{{ (-1e7)|filesizeformat }} => 999999999999999929065985077113647184161737396527299728918221484261998998431805045015355882561227083155474615188770224107393363445219598313166454392463014445014728107377484646804238281703363508693674065431485187857190091380020735839470243162305319587149880588271350432374194176.0 YB|-10000000 Bytes
{{ 1e308|round(-308) }}|{{ 1e308|round(309) }}|{{ 2.5|round(400) }}|{{ 2.5|round(-400) }} => 1e+308|1e+308|2.5|0.0
{{ 1e308|round(-308, 'ceil') }} => 1e+308
{{ 1.5|round(400, 'ceil') }} =! runtime
{{ 1.5|round(-400, 'floor') }} =! runtime
{{ 1e300|round(20, 'floor') }} =! runtime
{{ 15|round(-1) }}|{{ 15|round(-1, 'ceil') }}|{{ 25|round(-1, 'floor') }}|{{ big|round(-3) }}|{{ big|round(3) }} => 20|20.0|20.0|123456789012345678901234568000|123456789012345678901234567890
{{ 15|round(400, 'ceil') }} => 15.0
{{ 15|round(-400, 'ceil') }} =! runtime
{{ (1e308 * 10)|round }} => inf
{{ (1e308 * 10)|round(2, 'floor') }} =! runtime
{{ (1e308 * 10)|round(2) }} => inf
{{ 5|round(2, 'common') }}{{ 5|round(2, 'Common') }} =! runtime
{{ 5|round(2, 5) }} =! runtime
{{ 0.1|round(20) }}|{{ 1e-320|round(320) }}|{{ 5e-324|round(323) }} => 0.1|1e-320|0.0
{{ true|round }}|{{ true|round(0, 'ceil') }}|{{ true|round(-1) }} => 1|1.0|0
{{ ' x '|trim(5) }} =! runtime
{{ ' x '|trim('') }}|{{ 5|trim }}|{{ ' x '|trim(none) }}|{{ 'xyx'|trim('x') }} =>  x |5|x|y
{{ ''|indent }}|{{ '\n'|indent }}|{{ 'a\r\nb\rc'|indent(2) }}|{{ 'a\n\nb'|indent(2, blank=true) }}|{{ 'a\n'|indent(2, true, true) }} => |\n|a\n  b\n  c|a\n  \n  b|  a\n \x20
{{ [1]|indent }} =! runtime
{{ 5|indent }} =! runtime
{{ none|indent }} =! runtime
{{ 'a\nb'|indent('>') }}|{{ 'a\nb'|indent(-3) }}|{{ 'a\nb'|indent(true) }} => a\n>b|a\nb|a\n b
{{ 'a\nb'|indent(2.5) }} =! runtime
{{ 'a\nb'|indent(nope) }} =! undefined 'nope' is undefined
{{ nope|truncate }} =>
{{ [1, 2, 3]|truncate(2) }} =! runtime
{{ [1, 2, 3]|truncate(3) }} => [1, 2, 3]
{{ d|truncate(0) }} =! runtime
{{ d|truncate(9) }} => {'a': 1, 'b': 2}
{{ 5|truncate }} =! runtime
{{ 'abc'|truncate(nope) }} =! undefined 'nope' is undefined
{{ 'abc def ghi'|truncate(7.5) }} => abc def ghi
{{ 'abc def ghi'|truncate(7, leeway=0.5) }} => abc...
{{ 'abc def ghi'|truncate(7, true, '', 0) }}|{{ 'abc def ghi'|truncate(7, false, '', 0) }} => abc def|abc
{{ 'abc def ghi'|truncate(2) }} =! runtime
{{ 'abc def ghi'|truncate(7, leeway='x') }} =! runtime
{{ 'abc def ghi'|truncate(7, end=5, leeway=0) }} =! runtime
{{ 'abc def ghi'|truncate('x') }} =! runtime
{{ '%5.2e|%-9s|%+d|% d|%#x|%#o|%X' % (f, 'x', 3, 4, 255, 8, 255) }} => 2.50e+00|x        |+3| 4|0xff|0o10|FF
{{ '{:}'.format(1) }}{{ '{:<}'.format(1) }}{{ '{:^^5}'.format(1) }}{{ '{:é>4}'.format(1) }} => 11^^1^^ééé1
{{ '{:,c}'.format(65) }} =! runtime
{{ '{:_x}|{:_b}|{:_o}|{:_X}'.format(70000, 70000, 70000, 70000) }} => 1_1170|1_0001_0001_0111_0000|21_0560|1_1170
{{ '{:,x}'.format(65) }} =! runtime
{{ '{:,s}'.format('x') }} =! runtime
{{ '{:é}'.format(5) }} =! runtime
{{ '{:\x01}'.format(5) }} =! runtime
{{ '{:5\x7f}'.format(5) }} =! runtime
{{ '{:,\x01}'.format(5) }} =! runtime
{{ '{:,é}'.format(5) }} =! runtime
{{ '{:.3d}'.format(5) }} =! runtime
{{ '{:99999999999999999999}'.format(5) }} =! runtime
{{ '{:.99999999999999999999f}'.format(5) }} =! runtime
{{ '{!r:>9}|{!s}|{!a}'.format('é', 'é', 'é') }} =>       'é'|é|'\\xe9'
{{ '{'.format(1) }} =! runtime
{{ '}'.format(1) }} =! runtime
{{ '{0[a}'.format(d) }} =! runtime
{{ '{0[]}'.format(d) }} =! runtime
{{ '{0[a]b}'.format(d) }} =! runtime
{{ '{0.a.}'.format(d) }} =! runtime
{{ '{0.}'.format(d) }} =! runtime
{{ '{0[99999999999999999999999]}'.format(l) }} =! runtime
{{ '{0[1]}{0[-1]}'.format(l) }} => 2
{{ '{a[k][0][v]}{a[k][1][v]}'.format(a=deep) }} => 12
{{ '{:{:{}}}'.format(1, 2, 3) }} =! runtime
{{ '{:{}}|{:{w}}'.format(1, 5, 2, w=4) }} =>     1|   2
{{ '{}{1}'.format(1, 2) }} =! runtime
{{ '{1}{}'.format(1, 2) }} =! runtime
{{ '{9}'.format(1) }} =! runtime
{{ '{nope}'.format(1) }} =! runtime
{{ ('{' ~ 'n' * 300 ~ '}').format(1) }} =! runtime
{{ '%(nope)s' % d }} =! runtime
{{ ('%(' ~ 'n' * 300 ~ ')s') % d }} =! runtime
{{ '{a}{b}'.format_map(d) }} => 12
{{ '{a}'.format_map(x=1) }} =! runtime
{{ '{nope}'.format_map(d) }} =! runtime
{{ '{}'.format_map(d) }} =! runtime
{{ '%.2147483647d' % 5 if false else 'x' }} => x
{{ '%x|%X|%#X|%#x' % (big, big, big, -big) }} => 18ee90ff6c373e0ee4e3f0ad2|18EE90FF6C373E0EE4E3F0AD2|0X18EE90FF6C373E0EE4E3F0AD2|-0x18ee90ff6c373e0ee4e3f0ad2
{{ '%c%c' % ('é', 233) }}{{ '%5c|%-5c|' % ('x', 65) }} => éé    x|A    |
{{ '%c' % 'ab' }} =! runtime
{{ '%c' % -1 }} =! runtime
{{ '%c' % 1114112 }} =! runtime
{{ '%c' % 2.5 }} =! runtime
{{ '%*d|%-*d|%.*f' % (5, 3, 5, 3, 2, f) }}{{ '%*d' % (-5, 3) }} =>     3|3    |2.503   \x20
{{ '%*d' % ('x', 3) }} =! runtime
{{ '%*d' % (99999999999999999999, 3) }} =! runtime
{{ '%9999999999999999999999d' % 3 }} =! runtime
{{ '%' % 3 }} =! runtime
{{ '%y' % 3 }} =! runtime
{{ '%(a' % d }} =! runtime
{{ '%(a)s %s' % d }} =! runtime
{{ '%s' % () }} =! runtime
{{ '%s%s' % ('x',) }} =! runtime
{{ '%s' % (1, 2) }} =! runtime
{{ '%d' % 'x' }} =! runtime
{{ '%d' % none }} =! runtime
{{ '%.0f|%.3g|%g|%G|%e|%E' % (2.5, 1234.5, 1e20, 1e-20, 1e300, 1e-300) }} => 2|1.23e+03|1e+20|1E-20|1.000000e+300|1.000000E-300
{{ '%a|%r' % ('é\x80\u0100\U0001f600', 'é') }} => '\\xe9\\x80\\u0100\\U0001f600'|'é'
{{ dict(nope) }} =! undefined 'nope' is undefined
{{ dict([1]) }} =! runtime
{{ dict([(1, 2, 3)]) }} =! runtime
{{ dict(5) }} =! runtime
{{ dict([('a', 1)], b=2) }}{{ dict({'a': 1}, a=3) }}{{ dict(d.items()) }} => {'a': 1, 'b': 2}{'a': 3}{'a': 1, 'b': 2}
{{ '&#;|&#x;|&#xg;|&#38|&#38;|&#x26|&#0;|&#x80;|&#xD800;|&#x110000;|&#99999999999999999999;|&amp|&ampx|&nope;|&'|striptags }} => &#;|&#x;|&#xg;|&|&|&|�|€|�|�|�|&|&x|&nope;|&
{{ '&#x26'|striptags }}|{{ '&#38'|striptags }}|{{ '&#'|striptags }}|{{ '&#x'|striptags }}|{{ '&'|striptags }} => &|&|&#|&#x|&
{{ ('<b>  x  </b>'|safe).striptags() }}|{{ ('  '|safe).striptags() }}|{{ ('a <!-- x --> b'|safe).striptags() }}|{{ ('plain'|safe).striptags() }} => x||a b|plain
{{ big|float }}{{ (-big)|float }}{{ (10 ** 400)|float }} =! runtime
{{ (-(10 ** 400))|float }} =! runtime
{{ 10 ** 400 / 10 ** 399 }} => 10.0
{{ 10 ** 400 / 3 }} =! runtime
{{ 10 ** 400 / 0 }} =! runtime
{{ 10 ** 400 / 10 ** 20 }} =! runtime
{{ (-7) // big }}|{{ 7 % big }}|{{ (-7) % big }}|{{ big // -7 }}|{{ big % -7 }}|{{ (-big) // 7 }}|{{ big // big }}|{{ (big * 3) % big }} => -1|7|123456789012345678901234567883|-17636684144620811271604938270|0|-17636684144620811271604938270|1|0
{{ big // 0 }} =! runtime
{{ big % 0 }} =! runtime
{{ 7 % (big - big) }} =! runtime
{{ 0 ** big }}|{{ 1 ** big }}|{{ (-1) ** big }}|{{ (-1) ** (big + 1) }} => 0|1|-1|-1
{{ 2 ** -1 }}|{{ big ** 0 }}|{{ (-2) ** 65 }}|{{ (-2) ** 64 }}|{{ (-big) ** 3 }} => 0.5|1|-36893488147419103232|18446744073709551616|-1881676372353657772546716040589641726257477229849409426207693797722198701224860897069000
{{ big ** -1 }}|{{ 0 ** -1 }} =! runtime
{{ 7.5 // 2 }}|{{ -7.5 // 2 }}|{{ 7.5 % -2 }}|{{ 1e308 // 1e-308 }}|{{ 0.3 // 0.1 }}|{{ 1.1 // 0.1 }}|{{ -0.0 // 5 }} => 3.0|-4.0|-0.5|inf|2.0|11.0|-0.0
{{ 'x' * 2.5 }} =! runtime
{{ l * 2.5 }} =! runtime
{{ d * 2 }} =! runtime
{{ 2 * nope }} =! undefined 'nope' is undefined
{{ [1] + 'x' }} =! runtime
{{ 'x' + [1] }} =! runtime
{{ (1,) + [1] }} =! runtime
{{ (1,) + (2,) }}{{ [1] + [2] }} => (1, 2)[1, 2]
{{ none + 1 }} =! runtime
{{ lipsum(1, min=99999999999, max=5) }} =! runtime
{{ lipsum(1, min=5, max=99999999999) if false else 'x' }} => x
{{ lipsum('x') }} =! runtime
{{ (0.1).hex() }}|{{ (5e-324).hex() }}|{{ (1e-310).hex() }}|{{ (0.0).hex() }}|{{ (-1.5).hex() }}|{{ (1e308*10).hex() }}|{{ (1e308*10-1e308*10).hex() }} =! runtime
{{ (1.0).fromhex('0x1.8p3') }}|{{ (1.0).fromhex('1.8') }}|{{ (1.0).fromhex(' -0X.8P-1 ') }}|{{ (1.0).fromhex('1p1:') if false else 1 }} => 12.0|1.5|-0.25|1
{{ (1.0).fromhex('1p1:') }} =! runtime
{{ (1.0).fromhex('1p') }} =! runtime
{{ (1.0).fromhex('0y1') }} =! runtime
{{ (1.0).fromhex('') }} =! runtime
{{ '12'|int(base=2) }}|{{ '0b101'|int(0, 2) }}|{{ '0b101'|int(0, 0) }}|{{ 'zz'|int(0, 36) }}|{{ '1_000'|int }}|{{ '１２'|int }}|{{ ' 12\x1f'|int }} => 12|5|5|1295|1000|12|0
{{ '9223372036854775808'|int }}|{{ '-9223372036854775808'|int }}|{{ '-9223372036854775809'|int }}|{{ '8000000000000000'|int(0, 16) }}|{{ '-8000000000000000'|int(0, 16) }} => 9223372036854775808|-9223372036854775808|-9223372036854775809|9223372036854775808|-9223372036854775808
{{ 'abcdefabcdefabcdefabcdef'|int(0, 16) }}|{{ '777777777777777777777777777777'|int(0, 8) }}|{{ '1012210122101221012210122101221012210122101221012210122'|int(0, 3) }} => 53170898287292916380478459375|1237940039285380274899124223|70644721813610651028821114
{{ '1e5'|int }}|{{ '1E5'|int }}|{{ '1e'|int(7) }}|{{ 'inf'|int(7) }}|{{ 'nan'|int(7) }}|{{ '1.9'|int }}|{{ none|int(7) }}|{{ '\x0b5'|float }} => 100000|100000|7|7|7|1|7|5.0
{{ 'İ'.isidentifier() }}|{{ ''.isidentifier() }}|{{ '9a'.isidentifier() }}|{{ 'a b'.isidentifier() }}|{{ '_'.isidentifier() }}|{{ 'ªb·'.isidentifier() }} => True|False|False|False|True|True
{{ 'ǅ'.istitle() }}|{{ 'ǅa'.istitle() }}|{{ 'aǅ'.istitle() }}|{{ 'ǅǅ'.istitle() }}|{{ 'ǅ'.isupper() }}|{{ 'ǅ'.islower() }}|{{ 'Aǅ'.isupper() }}|{{ 'ǅ' is upper }}|{{ 'ǅ' is lower }} => True|True|False|False|False|False|False|False|False
{{ ''.zfill(3) }}|{{ '-'.zfill(3) }}|{{ '+5'.zfill(5) }}|{{ 'é'.zfill(3) }} => 000|-00|+0005|00é
{{ ''.expandtabs() }}|{{ 'a\tb\nc\td\re\tf'.expandtabs(4) }}|{{ 'a\tb'.expandtabs(0) }}|{{ 'a\tb'.expandtabs(-1) }} => |a   b\nc   d\re   f|ab|ab
{{ 'abc'.partition('') }} =! runtime
{{ 'abc'.rpartition('') }} =! runtime
{{ 'abc'.startswith('b', 5) }}|{{ 'abc'.endswith('', 5) }}|{{ 'abc'.startswith('', 3) }}|{{ 'abc'.endswith(('x', ''), 4) }}|{{ 'abc'.startswith('a', none, none) }} => False|False|True|False|True
{{ 'abc'.startswith(5) }} =! runtime
{{ 'abc'.startswith((5,)) }} =! runtime
{{ 'abc'.index('x', 1, 2) }} =! runtime
{{ 'abc'.rindex('x') }} =! runtime
{{ 'abc'.count('') }}|{{ 'abc'.count('', 1) }}|{{ ''.count('') }}|{{ 'abc'.rfind('') }}|{{ 'abc'.find('', 4) }} => 4|3|1|3|-1
{{ strftime_now('%') }}|{{ strftime_now('%%') }}|{{ strftime_now('a%') }}|{{ strftime_now('') }} => %|%|a%|
{{ strftime_now('%V %G %U %W %u %w %j %C %y %e %k %l %s %n%t %D %F %T %R %r %c %x %X %p %P %h %Z %z') }} => 01 2026 00 00 5 5 002 20 26  2  3  3 1767323045 \n\t 01/02/26 2026-01-02 03:04:05 03:04 03:04:05 AM Fri Jan  2 03:04:05 2026 01/02/26 03:04:05 AM am Jan \x20
{{ strftime_now('%-d %_d %0e %^a %#p %10Y %+5Y') }} => 2  2 02 FRI am 0000002026 %+5Y
{{ strftime_now('%Q %! %é %5') }} => %Q %! %é    %5
{{ strftime_now('%\ud800') }} =! runtime
{{ strftime_now('%EY %Od %E') }} => 2026 02 %E
{{ strftime_now(5) }} =! runtime
{{ loop is callable }}{{ cycler(1) is callable }}{{ joiner() is callable }}{{ range is callable }}{{ namespace(a=1) is callable }}{{ l.append is callable }}{{ self is callable }} => TrueFalseTrueTrueFalseTrueFalse
{{ cycler(1) is iterable }}{{ namespace() is iterable }}{{ joiner() is iterable }}{{ range is iterable }}{{ 5 is iterable }} => FalseFalseFalseFalseFalse
{% for x in l %}{{ loop is iterable }}{{ loop is callable }}{{ loop is mapping }}{{ loop is sequence }}{% endfor %} => TrueTrueFalseFalseTrueTrueFalseFalseTrueTrueFalseFalse
{{ cycler(1, 2).pos }}{{ cycler(1, 2).items }}{{ cycler(1, 2).current }}{{ joiner('x').sep }}{{ joiner('x').used }}{{ cycler(1).nope }}{{ joiner().nope }}{{ cycler(1)['pos'] }} => 0(1, 2)1xFalse0
{{ dict.fromkeys('ab', 1) }}{{ dict.fromkeys([1, 2]) }}{{ d.fromkeys(['x'], 2) }} => {'a': 1, 'b': 1}{1: None, 2: None}{'x': 2}
{{ range.fromkeys }}{{ d.values().isdisjoint }}{{ d.keys().isdisjoint(['a']) }}{{ d.items().isdisjoint([]) }}{{ joiner().next }} => FalseTrue
{{ 'see http://a.b and www.example.com, (http://x.org/(y)) <http://z.net> foo@bar.com mailto:a@b.co x@y 1.2.3.4 http://1.2.3.4:80/x?y#z http://[::1]/ ftp://x'|urlize }} => see http://a.b and <a href="https://www.example.com" rel="noopener">www.example.com</a>, (<a href="http://x.org/(y)" rel="noopener">http://x.org/(y)</a>) &lt;<a href="http://z.net" rel="noopener">http://z.net</a>&gt; <a href="mailto:foo@bar.com">foo@bar.com</a> <a href="mailto:a@b.co">a@b.co</a> x@y 1.2.3.4 <a href="http://1.2.3.4:80/x?y#z" rel="noopener">http://1.2.3.4:80/x?y#z</a> <a href="http://[::1]/" rel="noopener">http://[::1]/</a> ftp://x
{{ 'http://example.com/\n'|urlize }}|{{ 'http://a.com?x'|urlize }}|{{ 'http://a.com#x'|urlize }}|{{ 'example.org#x a.net?y b.com/z c.org:80 d.com:x'|urlize }} => <a href="http://example.com/" rel="noopener">http://example.com/</a>\n|<a href="http://a.com?x" rel="noopener">http://a.com?x</a>|<a href="http://a.com#x" rel="noopener">http://a.com#x</a>|<a href="https://example.org#x" rel="noopener">example.org#x</a> a.net?y b.com/z c.org:80 d.com:x
{{ 'http://xn--a.com http://a%20b.com http://ıſK.com a@b_c.com a-b@c-d.com a@b..com .a@b.com a@-b.com'|urlize }} => <a href="http://xn--a.com" rel="noopener">http://xn--a.com</a> <a href="http://a%20b.com" rel="noopener">http://a%20b.com</a> <a href="http://ıſK.com" rel="noopener">http://ıſK.com</a> <a href="mailto:a@b_c.com">a@b_c.com</a> <a href="mailto:a-b@c-d.com">a-b@c-d.com</a> <a href="mailto:a@b..com">a@b..com</a> <a href="mailto:.a@b.com">.a@b.com</a> a@-b.com
{{ 'http://example.com.abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk.aa http://example.c www.a.b.c.d.e http://256.1.1.1 http://1.2.3 http://1.2.3.4.5'|urlize }} => <a href="http://example.com.abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk.aa" rel="noopener">http://example.com.abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk.aa</a> http://example.c www.a.b.c.d.e <a href="http://256.1.1.1" rel="noopener">http://256.1.1.1</a> http://1.2.3 http://1.2.3.4.5
{{ '(http://a.com) [http://b.com] http://c.com) "http://d.com" &lt;http://e.com&gt; http://f.com.,!?'|urlize }} => (<a href="http://a.com" rel="noopener">http://a.com</a>) [http://b.com] <a href="http://c.com" rel="noopener">http://c.com</a>) &#34;http://d.com&#34; &amp;lt;http://e.com&amp;gt; http://f.com.,!?
{{ 'x tel:123 foo:bar'|urlize(extra_schemes=['tel:', 'foo:']) }} => x <a href="tel:123" rel="noopener">tel:123</a> <a href="foo:bar" rel="noopener">foo:bar</a>
{{ 'x'|urlize(extra_schemes=['a']) }} =! runtime
{{ 'x'|urlize(extra_schemes=['://']) }} =! runtime
{{ 'x'|urlize(extra_schemes=[':']) }} =! runtime
{{ 'x'|urlize(extra_schemes=['a:///']) }} =! runtime
{{ 'x'|urlize(extra_schemes=['1a:', 'é:']) }} =! runtime
{{ 'http://a.com'|urlize(5, true, 'x', 'y') }}|{{ 'http://abcdefghijk.com'|urlize(5) }} => <a href="http://a.com" rel="nofollow noopener y" target="x">http:...</a>|<a href="http://abcdefghijk.com" rel="noopener">http:...</a>
{{ 'a--b c—d e - f g-h-i 1-2 --x'|wordwrap(3) }} => a--\nb\nc—d\ne -\nf g\n-h-\ni\n1-2\n--x
{{ 'hyphen-ated wo-rds -- and em——dashes a----b x-1 1-x é-é foo--bar-baz'|wordwrap(6) }} => hyphen\n-ated\nwo-rds\n-- and\nem——da\nshes a\n----b\nx-1\n1-x\né-é\nfoo--\nbar-\nbaz
{{ 'hyphen-ated wo-rds -- and em——dashes'|wordwrap(6, break_on_hyphens=false) }} => hyphen\n-ated\nwo-rds\n-- and\nem——da\nshes
{{ 'abcdefghijkl'|wordwrap(5, break_long_words=false) }}|{{ 'ab-cdefghijkl'|wordwrap(4) }}|{{ 'a-bcdefghijkl'|wordwrap(2) }} => abcdefghijkl|ab-c\ndefg\nhijk\nl|a-\nbc\nde\nfg\nhi\njk\nl
{{ 'a\x0bb\x0cc\td e'|wordwrap(3) }}|{{ ''|wordwrap }}|{{ '\n\n'|wordwrap(3) }}|{{ 'ab'|wordwrap(1) }} => a\nb\nc\td\ne||\n|a\nb
{{ 'ab'|wordwrap(0) }} =! runtime
{{ 'ab'|wordwrap(-1) }} =! runtime
{{ 'ab cd'|wordwrap(2, wrapstring=5) }} =! runtime
{{ ['a' * 90, 'é\r\u0100\U0001f600' * 30]|pprint }} => ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',\n 'é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀é\\r'\n 'Ā😀']
{{ {'k' * 50: 'word ' * 30, 'b': ('x y ' * 30).encode(), 1: ()}|pprint }} => {1: (),\n 'b': b'x y x y x y x y x y x y x y x y x y x y x y x y x y x y x y x y x y '\n      b'x y x y x y x y x y x y x y x y x y x y x y x y x y ',\n 'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk': 'word word word word '\n                                                       'word word word word '\n                                                       'word word word word '\n                                                       'word word word word '\n                                                       'word word word word '\n                                                       'word word word word '\n                                                       'word word word word '\n                                                       'word word '}
{{ [('x' * 100).encode(), 'ab'.encode() * 60, ('y z' * 50).encode()]|pprint }} => [b'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'\n b'xxxxxxxxxxxxxxxxxxxxxxxx',\n b'abababababababababababababababababababababababababababababababababababababab'\n b'abababababababababababababababababababababab',\n b'y zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy'\n b' zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy zy z']
{{ [('a b ' * 40,), (1,), [[]] * 40, {1: {2: {3: [4] * 40}}}]|pprint }} => [('a b a b a b a b a b a b a b a b a b a b a b a b a b a b a b a b a b a b a b '\n  'a b a b a b a b a b a b a b a b a b a b a b a b a b a b a b a b a b a b a b '\n  'a b a b ',),\n (1,),\n [[],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  [],\n  []],\n {1: {2: {3: [4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4,\n              4]}}}]
{{ ('  ' * 50)|pprint }}|{{ ('\n' * 50 ~ 'x y' * 30)|pprint }} => '                                                                                                    '|('\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n '\\n'\n 'x yx yx yx yx yx yx yx yx yx yx yx yx yx yx yx yx yx yx yx yx yx yx yx yx yx '\n 'yx yx yx yx y')
{{ '\xzz' }} =! syntax
{{ '\x4' }} =! syntax
{{ '\u12' }} =! syntax
{{ '\U0001F60' }} =! syntax
{{ '\U00110000' }} =! syntax
{{ '\N{DIGIT ONE}' }} => 1
{{ '\N{DIGIT ONE' }} =! syntax
{{ '\N{}' }} =! syntax
{{ '\N' }} =! syntax
{{ '\Né' }} =! syntax
{{ '\400\7\08\1x' }}|{{ '\é\q' }} => Ā\x07\x008\x01x|\\xe9\\q
{{ '\xgé' }} =! syntax
{{ '\uD83D\uDE00' }}|{{ '\ud83d'|length }} =! runtime
{% set True = 1 %} =! syntax
{% set true = 1 %} =! syntax
{% set none = 1 %} =! syntax
{% set None = 1 %} =! syntax
{% set False = 1 %} =! syntax
{% for none in l %}{% endfor %} =! syntax
{% macro True() %}{% endmacro %} =! syntax
{% macro False() %}{% endmacro %} =! syntax
{% macro None() %}{% endmacro %} =! syntax
{% macro true() %}{% endmacro %} =! syntax
{% block True %}{% endblock %} =>
{% import 'x' as False %} =! syntax
{% import 'x' as None %} =! syntax
{% from 'a' import b as None %} =! syntax
{% from 'a' import True %} =! syntax
{% from 'a' import false as x %} =! syntax
{% from 'a' import b, c as d with context %} =! runtime
{% from 'a' import b without context %} =! runtime
{% from 'a' import b, %} =! syntax
{% from 'a' import %} =! syntax
{% from 'a' import b without x %} =! syntax
{% include 'a' ignore missing with context %} =! runtime
{% include 'a' ignore %} =! syntax
{% include 'a' without x %} =! syntax
{% import 'a' as b with %} =! syntax
{{ 1_000 }}|{{ 0x_ff }}|{{ 0b_1 }}|{{ 0o17 }}|{{ 1_0.5e1_0 }}|{{ 00 }}|{{ 0_0 }} => 1000|255|1|15|105000000000.0|0|0
{{ 1__0 }} =! syntax
{{ 1_ }} =! syntax
{{ 012 }} =! syntax
{{ 1e }} =! syntax
{{ 1.e5 }} =>
{{ 1.5.6 }} =>
{{ 0x }} =! syntax
{{ 0xg }} =! syntax
{{ 123456789012345678901234567890.5 }}|{{ 0xffffffffffffffffffff }}|{{ 0b11111111111111111111111111111111111111111111111111111111111111111 }} => 1.2345678901234568e+29|1208925819614629174706175|36893488147419103231
{{ 1.0e400 }}|{{ -9223372036854775808 }}|{{ - 9223372036854775808 }}|{{ -(9223372036854775808) }} => inf|-9223372036854775808|-9223372036854775808|-9223372036854775808
{{ x ? y }} =! syntax
{{ x$y }} =! syntax
{{ x é· }} =! syntax
{{ ª }}{{ ℘ }}{{ · }} =! syntax
{{ x ￿ }} =! syntax
{{ x ' }} =! syntax
{{ x " }} =! syntax
{{ x  }} =>
{{ x 😀 }} =! syntax
{{ x 	\ }} =! syntax
{{ (1, 2 }} =! syntax
{{ [1, 2) }} =! syntax
{{ {1: 2] }} =! syntax
{{ 1, }}|{{ () }}|{{ (1,) }}|{{ 1, 2 }} => (1,)|()|(1,)|(1, 2)
{{ not }} =! syntax
{{ x is not }} =! syntax
{{ x is not none is none }} =! syntax
{{ x is divisibleby 3 is true }} =! undefined 'x' is undefined
{{ x is in l }} => False
{{ 3 is in l }}|{{ 3 is not in l }}|{{ 3 is eq 3 }}|{{ 3 is eq(3) }}|{{ 3 is divisibleby(3) and 3 is odd }} => True|False|True|True|True
{{ 1 if 2 }}|{{ 1 if 0 }}|{{ 1 if 0 else 2 if 0 else 3 }} => 1||3
{{ x[1:2, 3] }} =! syntax
{{ l[:] }}|{{ l[::] }}|{{ l[1:] }}|{{ l[:1] }}|{{ l[::2] }}|{{ l[1:2:] }}|{{ l[1:][0] }} => [1, 2, 3]|[1, 2, 3]|[2, 3]|[1]|[1, 3]|[2]|2
{{ l[] }} =>
{{ l[1:2:3:4] }} =! syntax
{{ d.a.b.c }} =! undefined 'int object' has no attribute 'b'
{{ d. }} =! syntax
{{ d.1 }}|{{ l.0 }} => |1
{{ d.'a' }} =! syntax
{{ d|upper. }} =! syntax
{{ d|a.b.c }} =! syntax
{{ 'x'|upper|lower() }}|{{ 'x' is string }}|{{ 'a' 'b' "c" }} => x|True|abc
{{ f(a=1, 2) }} =! syntax
{{ f(**d, 1) }} =! syntax
{{ f(*l, *l) }} =! syntax
{{ f(**d, **d) }} =! syntax
{{ f(*l, a=1) }} =! runtime
{{ dict(**d, b=1) }} =! syntax
{{ dict(a=1, a=2) }} =! syntax
{{ dict(*[[('x', 1)]], **{'y': 2}) }} => {'x': 1, 'y': 2}
{{ namespace(*[{'x': 1}], **{'y': 2}).y }} => 2
{% macro m(a, b=1, c) %}{% endmacro %} =! syntax
{% macro m(a, a) %}{{ a }}{% endmacro %}{{ m(1, 2) }} =! syntax
{% macro m(a, *b) %}{% endmacro %} =! syntax
{% macro m(a=b, b=2) %}{{ a }}{{ b }}{% endmacro %}{{ m(b=1) }}{{ m(1, 2, 3) }} =! runtime
{% macro m() %}{{ caller }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, x=2) }}{% call m() %}{% endcall %} => (1,){'x': 2}<Macro anonymous>(){}
{% macro m(caller=none) %}{{ caller }}{% endmacro %}{{ m() }}{{ m(5) }}{{ m(caller=6) }} => None56
{% macro m(caller) %}{{ caller }}{% endmacro %}{{ m() }} =! syntax
{% macro m(a) %}{{ a }}{% endmacro %}{{ m(caller=6) }} =! runtime
{% macro m(a) %}{{ a }}{{ caller() }}{% endmacro %}{{ m(1, caller=cycler(1).next) }} => 11
{% call(a, b=2) m(1) %}{{ a }}{{ b }}{% endcall %} =! undefined 'm' is undefined
{% macro m() %}{{ caller(1) }}{{ caller(1, 3) }}{{ caller(b=4, a=5) }}{% endmacro %}{% call(a, b=2) m() %}{{ a }}{{ b }};{% endcall %} => 12;13;54;
{% macro a() %}{{ caller() }}{% endmacro %}{% macro b() %}{% call a() %}{{ caller() }}{% endcall %}{% endmacro %}{% call b() %}x{% endcall %} =! undefined No caller defined
{% for a, b in d|items %}{{ a }}{{ b }}{% endfor %}{% for a, (b, c) in [(1, (2, 3))] %}{{ a }}{{ b }}{{ c }}{% endfor %}{% for (a, b) in [(1, 2)] %}{{ a }}{% endfor %} => a1b21231
{% for a, b in [(1, 2, 3)] %}{% endfor %} =! runtime
{% for a, b in [(1,)] %}{% endfor %} =! runtime
{% for a, b in [1] %}{% endfor %} =! runtime
{% for a.b in l %}{% endfor %} =! syntax
{% for x in l recursive %}{{ x }}{{ loop([]) }}{{ loop.cycle(1, 2) }}{{ loop.depth0 }}{% endfor %} => 110220310
{% for x in l %}{{ loop.cycle() }}{% endfor %} =! runtime
{% for x in l %}{{ loop(l) }}{% endfor %} =! runtime
{% for x in l %}{{ loop.nope }}{{ loop['index'] }}{{ loop['nope'] }}{{ loop|string|length > 3 }}{% endfor %} => 1True2True3True
{% for x in l if x > 1 recursive %}{{ loop.index }}{{ loop.length }}{{ loop.last }}{% else %}e{% endfor %}{% for x in [] if loop %}{% else %}e{% endfor %} => 12False22Truee
{% for x in (1, 2) %}{{ loop.previtem }}{{ loop.nextitem }}{{ loop.changed(x // 2) }}{{ loop.revindex }}{% endfor %}{% for x in (1, 2)|reverse %}{{ loop.length }}{% endfor %} => 2True21True122
{% for x in l %}{% for y in l %}{% if y == 2 %}{% break %}{% endif %}{% if y == 1 %}{% continue %}{% endif %}{{ y }}{% endfor %}{{ loop.index }}{% endfor %} => 123
{% break %} =! syntax
{% if x %}{% continue %}{% endif %} =! syntax
{% set a, b = 1, 2 %}{{ a }}{{ b }}{% set (a, b), c = (1, 2), 3 %}{{ a }}{{ c }} => 1213
{% set a, b = 1 %} =! runtime
{% set ns = namespace(a=1) %}{% set ns.b, c = 2, 3 %}{{ ns.b }}{{ c }}{% set ns._x = 1 %} => 23
{% set d.x = 1 %} =! runtime
{% set nope.x = 1 %} =! runtime
{% set x | upper %}a{% endset %}{{ x }}{% set x | replace('a', 'b') | trim %} a {% endset %}[{{ x }}]{% set x | nope %}{% endset %} =! syntax
{% set x | default('q', boolean=true) %}{% endset %}{{ x }}{% filter replace('a', b='c') %}a{% endfilter %} =! runtime
{% filter replace('a', 'c') | upper | center(width=5) %}a{% endfilter %} =>   C \x20
{% with %}{{ 1 }}{% endwith %}{% with a = 1, b = a %}{{ b }}{% endwith %}{% with a, b = (1, 2) %}{{ a }}{% endwith %} => 11
{% with a = 1, (b, c) = (2, 3) %}{{ a }}{{ c }}{% endwith %}{{ c }} => 13
{% autoescape true %}{{ '<' }}{{ '<' ~ '>' }}{% set x %}<{{ '<' }}{% endset %}{{ x }}{% filter upper %}<a{{ '&' }}{% endfilter %}{% endautoescape %}{{ '<' }} => &lt;&lt;&gt;<&lt;<A&AMP;<
{% autoescape s %}{{ '<' }}{% set x %}<{{ '<' }}{% endset %}{{ x }}{% filter upper %}<{% endfilter %}{% if l %}{{ '<' }}{% endif %}{% macro q() %}<{% endmacro %}{{ q() }}{% endautoescape %} => <<<<<<
{% autoescape none %}{{ '<'|e }}{{ ['<'] }}{% endautoescape %} => &lt;['<']
{% block a scoped %}{{ x }}{% endblock %}{% block b required %}{% endblock %} =! runtime
{% block b required %}x{% endblock %} =! syntax
{% block b scoped required %} {% endblock %} =! runtime
{% block a %}{% block a %}{% endblock %}{% endblock %} =! syntax
{% block a %}{% endblock b %} =! syntax
{% block a-b %}{% endblock %} =! syntax
{% for x in l %}{% block q scoped %}{{ x }}{% endblock %}{% else %}{% block r scoped %}{% endblock %}{% endfor %} => 123
{% if x %}{% elif y %}{% else %}{% endif %}{% if l %}{% if d %}a{% endif %}{% elif s %}b{% endif %}{% if not l %}{% elif d %}c{% endif %} => ac
{% if %}{% endif %} =! syntax
{% nope %} =! syntax
{% endif %} =! syntax
{% if x %}{% endfor %} =! syntax
{% raw %}{{ x }}{% endraw %}{%- raw -%} {{ y }} {%- endraw -%}x{% raw %}{% raw %}{% endraw %} => {{ x }}{{ y }}x{% raw %}
{% raw x %}{% endraw %} =! syntax
{% raw %}{{ x }} =! syntax
{# a #}{#- b -#} {# c =! syntax
{# unclosed =! syntax
{{ '{{' }}{{ '}}' }}{{ '{%' }}{{ '#}' }} => {{}}{%#}
{% print 1 %}{% print 1, 2 %}{% do l.append(4) %}{{ l }} =! syntax
{% debug %} =! syntax
{% trans %}{% endtrans %} =! syntax
{{ loop }}{{ self }}{{ super }} => <TemplateReference None>
{{ super() }} =! undefined 'super' is undefined
