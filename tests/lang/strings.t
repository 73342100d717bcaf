# Methods of str, and formatting.
@data {"s": "  Hello, Wörld  ", "c": "a,b,,c", "w": "it's a dog's life", "u": "ǅabc ΑΣ straße İ ﬁ"}
[{{ s.strip() }}] [{{ s.lstrip() }}] [{{ s.rstrip() }}] [{{ 'xxhixx'.strip('x') }}] [{{ 'abcba'.strip('ab') }}] [{{ s.strip(none) }}] => [Hello, Wörld] [Hello, Wörld  ] [  Hello, Wörld] [hi] [c] [Hello, Wörld]
{{ c.split(',') }} {{ c.split(',', 1) }} {{ c.rsplit(',', 1) }} {{ ' a  b '.split() }} {{ ''.split() }} {{ ''.split(',') }} {{ 'a b c'.split(none, 1) }} {{ 'a b c'.split(maxsplit=1) }} => ['a', 'b', '', 'c'] ['a', 'b,,c'] ['a,b,', 'c'] ['a', 'b'] [] [''] ['a', 'b c'] ['a', 'b c']
{{ c.split('') }} =! runtime
{{ 'a\nb\r\nc\rd\x0be\u2028f'.splitlines() }} {{ 'a\nb\n'.splitlines(true) }} {{ ''.splitlines() }} => ['a', 'b', 'c', 'd', 'e', 'f'] ['a\\n', 'b\\n'] []
{{ u.upper() }}|{{ u.lower() }}|{{ u.title() }}|{{ u.capitalize() }}|{{ u.swapcase() }}|{{ u.casefold() }} => ǄABC ΑΣ STRASSE İ FI|ǆabc ας straße i̇ ﬁ|ǅabc Ας Straße İ Fi|ǅabc ας straße i̇ ﬁ|ǅABC ας STRASSE i̇ FI|ǆabc ασ strasse i̇ fi
{{ w.title() }} {{ w|title }} {{ 'hELLO wORLD-x_y 3rd'.title() }} {{ 'hELLO'|capitalize }} => It'S A Dog'S Life It's A Dog's Life Hello World-X_Y 3Rd Hello
{{ 'abc'.startswith('ab') }} {{ 'abc'.startswith(('x', 'a')) }} {{ 'abc'.endswith('c') }} {{ 'abc'.startswith('b', 1) }} {{ 'abc'.endswith('b', 0, 2) }} => True True True True True
{{ 'banana'.find('na') }} {{ 'banana'.rfind('na') }} {{ 'banana'.find('x') }} {{ 'banana'.index('n') }} {{ 'banana'.count('a') }} {{ 'banana'.count('') }} {{ 'banana'.find('a', 2) }} {{ 'é' .find('') }} => 2 4 -1 2 3 7 3 0
{{ 'abc'.index('z') }} =! runtime
{{ 'abc'.rindex('z') }} =! runtime
{{ 'aXbXc'.replace('X', '-') }} {{ 'aXbXc'.replace('X', '-', 1) }} {{ 'ab'.replace('', '-') }} {{ 'aaa'.replace('aa', 'b') }} => a-b-c a-bXc -a-b- ba
{{ ','.join(['a', 'b']) }} {{ ''.join([]) }}| {{ '-'.join('abc') }} {{ ', '.join({'x': 1, 'y': 2}) }} => a,b | a-b-c x, y
{{ ','.join([1]) }} =! runtime
{{ ','.join(1) }} =! runtime
{{ 'a-b-c'.partition('-') }} {{ 'a-b-c'.rpartition('-') }} {{ 'abc'.partition('-') }} {{ 'abc'.rpartition('-') }} => ('a', '-', 'b-c') ('a-b', '-', 'c') ('abc', '', '') ('', '', 'abc')
{{ 'abc'.partition('') }} =! runtime
[{{ 'ab'.center(7) }}] [{{ 'ab'.ljust(5, '.') }}] [{{ 'ab'.rjust(5) }}] {{ '-42'.zfill(6) }} {{ '+1'.zfill(4) }} {{ 'abc'.zfill(2) }} [{{ 'a'.center(4, '*') }}] => [   ab  ] [ab...] [   ab] -00042 +001 abc [*a**]
{{ 'ab'.center(7, 'xy') }} =! runtime
{{ 'a\tb\tc'.expandtabs() }}| {{ 'a\tb'.expandtabs(4) }}| {{ '\t'.expandtabs(0) }}| => a       b       c| a   b| |
{{ 'abc'.removeprefix('a') }} {{ 'abc'.removesuffix('c') }} {{ 'abc'.removeprefix('x') }} => bc ab abc
{{ 'abc'.isalpha() }} {{ 'ab1'.isalnum() }} {{ '12'.isdigit() }} {{ '²'.isdigit() }} {{ '²'.isdecimal() }} {{ '½'.isnumeric() }} {{ ''.isalpha() }} {{ ' \t'.isspace() }} {{ 'aB'.islower() }} {{ 'AB1'.isupper() }} {{ 'Ab Cd'.istitle() }} {{ 'a_1'.isidentifier() }} {{ '1a'.isidentifier() }} {{ 'a\n'.isprintable() }} {{ 'aé'.isascii() }} => True True True True False True False True False True True True False False False
{{ 'abc'.translate({97: 'x', 98: none}) }} {{ 'abc'.encode() }} {{ 'é'.encode('utf-8').decode() }} {{ 'abc'.maketrans({'a': 'b'}) }} => xc b'abc' é {97: 'b'}
{{ 'a'.nope }}| => |
{{ 'a'.nope() }} =! undefined 'str object' has no attribute 'nope'
{{ 'a'.upper(1) }} =! runtime
{{ 'a'.split(1) }} =! runtime
{{ '%s' % 1 }} {{ '%s %s' % (1, 'a') }} {{ '%d' % 3.7 }} {{ '%5d|%-5d|%05d|%+d' % (1, 2, 3, 4) }} {{ '%x %X %o %#x' % (255, 255, 8, 255) }} => 1 1 a 3     1|2    |00003|+4 ff FF 10 0xff
{{ '%f %.2f %e %g %G' % (1.5, 2.345, 12345.678, 0.0001, 1e20) }} {{ '%5.1f%%' % 99.55 }} {{ '%c%c' % ('a', 98) }} {{ '%r %a' % ('é', 'é') }} => 1.500000 2.35 1.234568e+04 0.0001 1E+20  99.5% ab 'é' '\\xe9'
{{ '%(a)s-%(b)05.1f' % {'a': 'x', 'b': 2.25} }} {{ '%s' % none }} {{ '%s' % [1] }} {{ '%.3s|%10s|%-10s|' % ('abcdef', 'ab', 'cd') }} {{ '%*d' % (5, 1) }} => x-002.2 None [1] abc|        ab|cd        |     1
{{ '%s %s' % ('a',) }} =! runtime
{{ '%s' % (1, 2) }} =! runtime
{{ '%d' % 'a' }} =! runtime
{{ '%y' % 1 }} =! runtime
{{ '100%' % () }} =! runtime
{{ '{} {}'.format(1, 'a') }} {{ '{1} {0}'.format(1, 2) }} {{ '{a} {b}'.format(a=1, b=2) }} {{ '{{}}'.format() }} {{ '{!r} {!s} {!a}'.format('é', 'é', 'é') }} => 1 a 2 1 1 2 {} 'é' é '\\xe9'
{{ '{:>5}|{:<5}|{:^5}|{:*^7}|'.format('a', 'b', 'c', 'd') }} {{ '{:05d} {:+d} {:,} {:_} {: d}'.format(42, 42, 1234567, 1234567, 42) }} =>     a|b    |  c  |***d***| 00042 +42 1,234,567 1_234_567  42
{{ '{:.2f} {:,.2f} {:e} {:g} {:%} {:.0%}'.format(1.005, 1234.5, 12345.678, 1e-5, 0.256, 0.256) }} {{ '{:x} {:#x} {:b} {:o} {:X} {:c}'.format(255, 255, 5, 8, 255, 65) }} => 1.00 1,234.50 1.234568e+04 1e-05 25.600000% 26% ff 0xff 101 10 FF A
{{ '{:>{w}}|{:.{p}f}'.format('a', 1.23456, w=5, p=2) }} {{ '{0[0]} {0[1]} {d[k]}'.format([1, 2], d={'k': 'v'}) }} {{ '{:10.3}|'.format('abcdef') }} {{ '{:5}|{:5}|'.format(1, 'a') }} {{ '{}'.format(none) }} =>     a|1.23 1 2 v abc       |     1|a    | None
{{ '{} {0}'.format(1) }} =! runtime
{{ '{} {}'.format(1) }} =! runtime
{{ '{a}'.format() }} =! runtime
{{ '{:d}'.format('a') }} =! runtime
{{ '{:q}'.format(1) }} =! runtime
{{ '{'.format(1) }} =! runtime
{{ '}'.format(1) }} =! runtime
{{ '{0.__class__}'.format(1) }}| => |
{{ 'a{x}b'.format_map({'x': 1}) }} => a1b
