# Operators, precedence, comparison, literals.
@data {"a": 5, "b": 2, "f": 1.5, "s": "text", "l": [1, 2, 3], "d": {"k": "v", "n": null}, "t": true, "z": 0}
{{ a + b }} {{ a - b }} {{ a * b }} {{ a / b }} {{ a // b }} {{ a % b }} {{ a ** b }} => 7 3 10 2.5 2 1 25
{{ -a // b }} {{ -a % b }} {{ a // -b }} {{ a % -b }} {{ -7.5 // 2 }} {{ 7.5 % -2 }} => -3 1 -3 -1 -4.0 -0.5
{{ 1 + 2 * 3 }} {{ (1 + 2) * 3 }} {{ 2 ** 3 ** 2 }} {{ -2 ** 2 }} {{ 2 ** -1 }} {{ 10 / 5 }} => 7 9 64 4 0.5 2.0
{{ 1 ~ 2 ~ none ~ true ~ f }} {{ 1 + 2 ~ 3 }} =! runtime
{{ 1 ~ 2 + 3 }} =! runtime
{{ s + 1 }} =! runtime
{{ 1 + s }} =! runtime
{{ s * 3 }} {{ 2 * l }} {{ s * -1 }}| {{ s * 0 }}| {{ l * t }} => texttexttext [1, 2, 3, 1, 2, 3] | | [1, 2, 3]
{{ s * 1.5 }} =! runtime
{{ l + [4] }} {{ (1,) + (2,) }} {{ l + (1,) is defined }} =! runtime
{{ true + true }} {{ true * 5 }} {{ -true }} {{ +false }} {{ not a }} {{ not z }} => 2 5 -1 0 False True
{{ 1 == 1.0 }} {{ 1 == true }} {{ 0 == false }} {{ '1' == 1 }} {{ [1] == [1.0] }} {{ (1,) == [1] }} {{ {} == {} }} => True True True False True False True
{{ none == none }} {{ none == false }} {{ none == 0 }} {{ nope == nope2 }} {{ nope == none }} {{ 1 != 2 }} => True False False True False True
{{ 1 < 2 < 3 }} {{ 1 < 3 > 2 }} {{ 3 > 2 > 1 == 1 }} {{ 1 < 2 == true }} => True True True False
{{ 'a' < 'b' }} {{ 'Z' < 'a' }} {{ 'é' > 'z' }} {{ [1, 2] < [1, 3] }} {{ (1,) < (1, 0) }} {{ 'ab' < 'abc' }} => True True True True True True
{{ 'a' < 1 }} =! runtime
{{ none < 1 }} =! runtime
{{ d < d }} =! runtime
{{ 1 in l }} {{ 4 not in l }} {{ 'k' in d }} {{ 'ex' in s }} {{ '' in s }} {{ 1.0 in l }} {{ true in l }} => True True True True True True True
{{ 1 in s }} =! runtime
{{ 1 in a }} =! runtime
{{ not 1 in l }} {{ not (1 in l) }} {{ 1 in l in [l] }} => False False True
{{ a and b }} {{ z and b }} {{ z or b }} {{ '' or none or 'x' }} {{ a or nope.x }} {{ [] and 1 }} => 2 0 2 x 5 []
{{ a if t }} {{ a if z }}| {{ a if z else b }} {{ 1 if 0 else 2 if 0 else 3 }} {{ (a if t else b) + 1 }} => 5 | 2 3 6
{{ 'a' if nope else 'b' }} {{ 'a' if nope is defined else 'b' }} {{ (1 if false).x is defined if false }} =! syntax
{{ 1 + 2 is number }} {{ 'a' + 1|string }} {{ 2 * 3|string }} {{ -1|abs }} {{ 'a' is string ~ 'b' }} => 2 a1 33 1 Trueb
{{ 1 is number is true }} =! syntax
{{ a is not none }} {{ a is odd }} {{ a is even }} {{ a is divisibleby 5 }} {{ a is divisibleby(2) }} {{ 'a' is in ['a'] }} => True True False True False True
{{ 1_000 }} {{ 0x1F }} {{ 0b101 }} {{ 0o17 }} {{ 1e3 }} {{ 1.5e-3 }} {{ 1_0.5 }} {{ 0xA_b }} {{ 1E5 }} {{ 00 }} => 1000 31 5 15 1000.0 0.0015 10.5 171 100000.0 0
{{ 007 }} =! syntax
{{ 1. }} =! syntax
{{ .5 }} =! syntax
{{ 1__0 }} =! syntax
{{ 1.0 }} {{ 1e15 }} {{ 1e16 }} {{ 1e22 }} {{ 1e-4 }} {{ 1e-5 }} {{ 0.1 + 0.2 }} {{ 5e-324 }} {{ 1.7976931348623157e308 }} => 1.0 1000000000000000.0 1e+16 1e+22 0.0001 1e-05 0.30000000000000004 5e-324 1.7976931348623157e+308
{{ 1e400 }} {{ -1e400 }} {{ 1e400 - 1e400 }} {{ -0.0 }} {{ 0.0 == -0.0 }} {{ 1e400 == 1e400 }} => inf -inf nan -0.0 True True
{{ 9223372036854775807 }} {{ -9223372036854775807 - 1 }} {{ 123456789012345678901234567890 }} => 9223372036854775807 -9223372036854775808 123456789012345678901234567890
{{ 1 / 0 }} =! runtime
{{ 1 // 0 }} =! runtime
{{ 1 % 0 }} =! runtime
{{ 1.0 / 0 }} =! runtime
{{ 1.5 % 0 }} =! runtime
{{ 0 ** -1 }} =! runtime
{{ 0.0 ** 0 }} {{ 2 ** 0.5 }} {{ 4 ** 0.5 }} {{ 1 ** 1000 }} {{ 2 ** 62 }} => 1.0 1.4142135623730951 2.0 1 4611686018427387904
{{ true }} {{ false }} {{ none }} {{ True }} {{ False }} {{ None }} => True False None True False None
{{ [true, none, 1.5, 'a"b', "it's", (1,), (), {}, []] }} => [True, None, 1.5, 'a"b', "it's", (1,), (), {}, []]
{{ {'a': 1, 'b': [1, 2], 1: none, none: 2, (1, 2): 3, 1.5: 4, true: 5} }} => {'a': 1, 'b': [1, 2], 1: 5, None: 2, (1, 2): 3, 1.5: 4}
{{ {[1]: 2} }} =! runtime
{{ (1, 2) }} {{ 1, 2 }} {{ () }} {{ (1,) }} {{ (1) }} {{ [1, 2,] }} {{ {'a': 1,} }} => (1, 2) (1, 2) () (1,) 1 [1, 2] {'a': 1}
{{ ['é\n\t\\\x7f\xa0​😀', "'\"", '\x00\x1f'] }} => ['é\\n\\t\\\\\\x7f\\xa0\\u200b😀', '\\'"', '\\x00\\x1f']
{{ 'a' 'b' "c" }} {{ 'it\'s' }} {{ "q\"q" }} {{ '\x41\u00e9\101\U0001f600\N{BULLET}' }} {{ 'a\ =! syntax
{{ '\d\s' }} {{ 'a\\nb' }} {{ '\a\b\f\v'|length }} => \\d\\s a\\nb 4
{{ '\x4' }} =! syntax
{{ '\u12' }} =! syntax
{{ '\N{NO SUCH NAME}' }} =! syntax
{{ a.b.c }} =! undefined 'int object' has no attribute 'b'
{{ d.k }} {{ d['k'] }} {{ d.n }} {{ d.nope }}| {{ d['nope'] }}| {{ d.get('nope', 7) }} {{ d.items() }} {{ d.keys()|list }} => v v None | | 7 dict_items([('k', 'v'), ('n', None)]) ['k', 'n']
{{ l[0] }} {{ l[-1] }} {{ l[9] }}| {{ l['x'] }}| {{ l.0 }} {{ s[0] }} {{ s[-1] }} {{ s[99] }}| {{ s.0 }} {{ l[true] }} {{ l[1.0] is defined }} => 1 3 | | 1 t t | t 2 False
{{ s[1:] }} {{ s[:-1] }} {{ s[::-1] }} {{ s[::2] }} {{ s[5:1:-1] }}| {{ s[-3:-1] }} {{ l[:2] }} {{ l[none:2] }} {{ l[10:] }} => ext tex txet tx tx| ex [1, 2] [1, 2] []
{{ l[::0] }} =! runtime
{{ l['a':] }} =! runtime
{{ 'héllo wörld'[1:-1] }} {{ '日本語'[::-1] }} {{ '😀é'[0] }} {{ (1, 2, 3)[1:] }} => éllo wörl 語本日 😀 (2, 3)
{{ d[0:1] }}| {{ a[0] }}| {{ none.x }}| =! runtime
{{ d.x.y }} =! undefined 'dict object' has no attribute 'x'
{{ l.x.y }} =! undefined 'list object' has no attribute 'x'
{{ none.x.y }} =! undefined 'None' has no attribute 'x'
{{ s.x.y }} =! undefined 'str object' has no attribute 'x'
{{ d[[1]] }}| => |
{{ (a, b) if t else 3 }} {{ [a if t else b, 1] }} => (5, 2) [5, 1]
{{ a =! syntax

# A call with keywords as a keyword argument of another.
{{ '{a}{b}'.format(a='{x}'.format(x=1), b='{y}'.format(y='{z}'.format(z=2))) }} => 12
{{ 1 if 1 if 1 }} {{ (1 if 0) if 1 }}| {{ 'a' if 0 else 'b' if 1 else 'c' }} {{ (('a' if x else 'b') if y else 'c') if 1 else 'd' }} {{ 1 if a if 0 else b }} => 1 | b c 2
