# Values that are seldom compared, looked up, searched or named.
@data {"s": "a-b c", "l": [1, 2, 3], "d": {"b": 1, "a": 2}, "f": 2.5, "big": 123456789012345678901234567890, "e": "", "neg": -6, "long": "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé"}
{{ d.items().nope.x }} =! undefined 'dict_items object' has no attribute 'nope'
{{ d.keys().nope.x }} =! undefined 'dict_keys object' has no attribute 'nope'
{{ (l|map('string')).nope.x }} =! undefined 'generator object' has no attribute 'nope'
{{ range.nope.x }} =! undefined 'function object' has no attribute 'nope'
{{ s.upper.nope.x }} =! undefined 'builtin_function_or_method object' has no attribute 'nope'
{% for x in l %}{{ loop.nope.x }}{% endfor %} =! undefined 'jinja2.runtime.LoopContext object' has no attribute 'nope'
{{ self.nope.x }}|{{ d.values().nope.x }} =! undefined 'jinja2.runtime.TemplateReference object' has no attribute 'nope'
{{ cycler(1).nope.x }} =! undefined 'jinja2.utils.Cycler object' has no attribute 'nope'
{{ joiner().nope.x }} =! undefined 'jinja2.utils.Joiner object' has no attribute 'nope'
{{ d.values().nope.x }} =! undefined 'dict_values object' has no attribute 'nope'
{% block b %}{{ self.b.nope.x }}{% endblock %} =! undefined 'jinja2.runtime.BlockReference object' has no attribute 'nope'
{% for x in l %}{{ loop[5].x }}{% endfor %} =! undefined jinja2.runtime.LoopContext object has no element 5
{{ d.items()[5].x }} =! undefined dict_items object has no element 5
{{ joiner()[5].x }} =! undefined jinja2.utils.Joiner object has no element 5
{{ nope.x.y }} =! undefined 'nope' is undefined
{{ none.nope.x }} =! undefined 'None' has no attribute 'nope'
{% macro q() %}{% endmacro %}{{ q.nope.x }} =! undefined 'jinja2.runtime.Macro object' has no attribute 'nope'
{{ namespace().nope.x }} =! undefined 'jinja2.utils.Namespace object' has no attribute 'nope'
{{ range(3).nope.x }} =! undefined 'range object' has no attribute 'nope'
{{ s.encode().nope.x }} =! undefined 'bytes object' has no attribute 'nope'
{{ (1, 2).nope.x }} =! undefined 'tuple object' has no attribute 'nope'
{{ f.nope.x }}{{ big.nope.x }} =! undefined 'float object' has no attribute 'nope'
{{ big.nope.x }} =! undefined 'int object' has no attribute 'nope'
{{ true.nope.x }} =! undefined 'bool object' has no attribute 'nope'
{{ d[long].x }} =! undefined 'dict object' has no attribute 'éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé'
{{ l[long].x }} =! undefined 'list object' has no attribute 'éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé'
{{ d['a' ~ long].x }} =! undefined 'dict object' has no attribute 'aéééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé'
{{ {1e30: 1}[1e30] }}{{ {2.305843009213694e18: 2}[2305843009213693952] }}{{ {-1e30: 1}[-1e30] }}{{ {2.5: 1}[2.5] }}{{ {1e308: 2}[1e308] }} => 12112
{{ {((1, 2), 3): 4}[((1, 2), 3)] }}{{ {(((1,), 2), (3, (4,))): 5}[(((1,), 2), (3, (4,)))] }}{{ {(): 1}[()] }}{{ {((),): 1}[((),)] }} => 4511
{{ {1: 2, 'a': 3, none: 4, 'b': 5, 2.5: 6, 'abc': 7, (1,): 8, 'x': 9, 'y': 10, 'z': 11}.a }}{{ {1: 2, 'a': 3, none: 4, 'b': 5, 2.5: 6, 'abc': 7, (1,): 8, 'x': 9, 'y': 10, 'z': 11}.z }}{{ {1: 2, none: 4}.nope is defined }} => 311False
{{ {1: 2, 'a': 3, none: 4, 'b': 5, 2.5: 6, 'abc': 7, (1,): 8, 'x': 9, 'y': 10, 'z': 11}[1.0] }}{{ {1: 2, 'a': 3, none: 4, 'b': 5, 2.5: 6, 'abc': 7, (1,): 8, 'x': 9, 'y': 10, 'z': 11}[none] }} => 24
{{ dict({}) }}{{ dict({}, a=1) }}{{ dict({1: 2}, a=1) }}{{ dict([]) }}{{ dict([(1, 2)]) }} => {}{'a': 1}{1: 2, 'a': 1}{}{1: 2}
{{ range(0, 3, 2) == range(0, 4, 2) }}{{ range(0, 1, 2) == range(0, 1, 5) }}{{ range(0, 5, 2) == range(0, 5, 3) }}{{ range(0) == range(5, 2) }}{{ range(0, 6, 3) == range(0, 5, 2) }}{{ range(0, 4, 3) == range(0, 3, 2) }} => TrueTrueFalseTrueFalseFalse
{{ ''.encode() in 'a'.encode() }}{{ 'a'.encode() in ''.encode() }}{{ 'ab'.encode() in 'cab'.encode() }}{{ 97 in 'a'.encode() }} => TrueFalseTrueTrue
{{ big > 1e29 }}{{ big == 123456789012345678901234567890.0 }}{{ big < 1e300 }}{{ 10 ** 400 > 1e308 }}{{ -(10 ** 400) < -1e308 }}{{ big > 'inf'|float }}{{ big == 'nan'|float }}{{ 10 ** 30 == 1e30 }}{{ 10 ** 22 == 1e22 }}{{ 2 ** 70 == 1180591620717411303424.0 }} =! runtime
{{ big > 0.5 }}{{ -big < 0.5 }}{{ -big < -1e29 }}{{ -big > -1e31 }}{{ big > big }}{{ big >= big }}{{ big == big }}{{ big > -big }}{{ big < big + 1 }}{{ big != big + 1 }}{{ [big, -big, 1e30, 5, big * 10]|sort }} => TrueTrueTrueTrueFalseTrueTrueTrueTrueTrue[-123456789012345678901234567890, 5, 123456789012345678901234567890, 1e+30, 1234567890123456789012345678900]
{{ ('ab' * 50 ~ 'c').find('ab' * 20 ~ 'c') }}|{{ ('ab' * 50 ~ 'c').rfind('ab' * 20) }}|{{ ('ab' * 50).count('ab' * 7) }}|{{ ('aab' * 40 ~ 'aac').find('aab' * 10 ~ 'aac') }}|{{ ('abc' * 60).find('abd') }} => 60|60|7|90|-1
{{ ('a' * 200 ~ 'b').find('a' * 50 ~ 'b') }}|{{ ('a' * 200).find('a' * 50 ~ 'b') }}|{{ ('b' ~ 'a' * 200).rfind('b' ~ 'a' * 50) }}|{{ ('a' * 200).rfind('b' ~ 'a' * 50) }}|{{ ('a' * 300).count('a' * 7) }} => 150|-1|0|-1|42
{{ ('abaab' * 40).find('abaababaabb') }}|{{ ('abaab' * 40).find('baab' * 3) }}|{{ ('xyz' * 80 ~ 'xyxyz').find('xyxyz') }}|{{ ('xyz' * 80 ~ 'xyxyz').replace('xyxyz', '.')|length }}|{{ ('ab' * 90).replace('ab' * 30, '-') }} => -1|-1|240|241|---
{{ ('aaaaaaaab' * 30).find('aaaaaaaaab') }}|{{ ('baaaaaaaa' * 30).rfind('baaaaaaaaa') }}|{{ ('ab' * 100).find('b' * 2) }}|{{ ('ba' * 100).split('a' ~ 'ba' * 40)|length }}|{{ ('ab' * 300 ~ 'x').rsplit('ab' * 100, 1)|length }} => -1|-1|-1|3|2
{{ ('é' * 200 ~ 'x').find('é' * 60 ~ 'x') }}|{{ ('éa' * 100).count('aé' * 20) }}|{{ 'abcabcabd'.find('abcabd') }}|{{ ('abcabc' * 30 ~ 'abd').find('abcabcabd') }} => 140|4|3|174
{{ 'a'.find('', 5) }}{{ 'a'.find('', 1) }}{{ 'a'.rfind('', 5) }}{{ ''.find('') }}{{ 'abc'.find('abcd') }}{{ 'abc'.rfind('abcd') }}{{ ''.count('') }}{{ 'ab'.replace('', '-') }}{{ 'ab'.replace('', '-', 1) }} => -11-10-1-11-a-b--ab
{{ 'a\x7fb\x80\xa0\u200b'|list }}{{ ['\x7f', '\x80', '\xad', '\u2028', '\U000e0001', '\ufeff'] }} => ['a', '\\x7f', 'b', '\\x80', '\\xa0', '\\u200b']['\\x7f', '\\x80', '\\xad', '\\u2028', '\\U000e0001', '\\ufeff']
{{ ''.center(5, '*') }}{{ 'a'.center(6, 'é') }}{{ 'a'.ljust(3, 'é') }}{{ 'a'.rjust(0) }}{{ '-5'.zfill(5) }}{{ 'x'.center(5, 'ab') }} =! runtime
{{ ''.upper() }}{{ 'ß'.upper() }}{{ 'ŉ'.title() }}{{ 'ΑΣ'.lower() }}{{ 'ΑΣ Β'.lower() }}{{ 'Σ'.lower() }}{{ 'ǆ'.title() }}{{ 'ﬁx'.capitalize() }}{{ 'aſB'.swapcase() }}{{ 'İ'.lower()|length }}{{ 'ß'.casefold() }} => SSʼNαςας βσǅFixASb2ss
{{ neg is sameas neg }}{{ neg is sameas -6 }}{{ (1,) is sameas (1,) }}{{ () is sameas () }}{{ big is sameas big }}{{ d.items() is sameas d.items() }}{{ l is sameas l }} =! runtime
{{ [1, [2, [3]]] < [1, [2, [4]]] }}{{ [1, 'a'] < [1, 2] }} =! runtime
{{ (1, 2) < (1, 2, 3) }}{{ (1, 2, 3) <= (1, 2) }}{{ [] < [1] }}{{ [1] >= [] }}{{ [1, 2] > [1, 2] }}{{ [1, 2] >= [1, 2] }} => TrueFalseTrueTrueFalseTrue
{{ d.keys() < d.keys() }}{{ d.keys() <= d.keys() }}{{ d.keys() >= {'a': 1}.keys() }}{{ d.items() > {'a': 2}.items() }}{{ d.keys() == {'a': 0, 'b': 0}.keys() }}{{ d.items() == {'a': 2, 'b': 1}.items() }}{{ d.keys() == ['a', 'b'] }} => FalseTrueTrueTrueTrueTrueFalse
{{ [d, [d]] == [{'a': 2, 'b': 1}, [d]] }}{{ {'a': {'b': [1]}} == {'a': {'b': [1.0]}} }}{{ {'a': 1} == {'a': 1, 'b': 2} }}{{ {'a': 1} == {'b': 1} }} => TrueTrueFalseFalse
{{ d|tojson(indent=0) }}{{ d|tojson(indent=-1) }}{{ d|tojson(indent='\t') }}{{ d|tojson(sort_keys=true) }}{{ {}|tojson(sort_keys=true) }}{{ {'c': 1, 'b': {'z': 1, 'y': []}, 'a': 3}|tojson(sort_keys=true, indent=1) }} => {\n"b": 1,\n"a": 2\n}{\n"b": 1,\n"a": 2\n}{\n\t"b": 1,\n\t"a": 2\n}{"a": 2, "b": 1}{}{\n "a": 3,\n "b": {\n  "y": [],\n  "z": 1\n },\n "c": 1\n}
{{ {1: 2, none: 3, true: 4, 2.5: 5}|tojson }}{{ {1: 2, 2: 3}|tojson(sort_keys=true) }} => {"1": 4, "null": 3, "2.5": 5}{"1": 2, "2": 3}
{{ {'b': 1, 1: 2}|tojson(sort_keys=true) }} =! runtime
{{ {(1,): 2}|tojson }} =! runtime
{{ ['é', '\x7f', '\u2028', '<&>\'']|tojson }}{{ ['é', '😀']|tojson(ensure_ascii=true) }}{{ {'é': 'é'}|tojson(ensure_ascii=true) }}{{ {'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa': 'é'}|tojson }} => ["é", "\x7f", "\u2028", "<&>'"]["\\u00e9", "\\ud83d\\ude00"]{"\\u00e9": "\\u00e9"}{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": "é"}
{{ 'abc'|map('upper')|list }}{{ d.items()|list }}{{ range(2)|list }}{{ d|list }}{{ 'ab'.encode()|list }} => ['A', 'B', 'C'][('b', 1), ('a', 2)][0, 1]['b', 'a'][97, 98]
