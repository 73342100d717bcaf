# Every filter of the environment.
@data {"l": [3, 1, 2], "w": ["b", "A", "a"], "d": {"b": 1, "A": 2, "c": null}, "m": [{"r": "user", "c": "a", "n": 2}, {"r": "assistant", "c": "b", "n": 1}, {"r": "user", "c": "c"}], "s": "Hello <b>World</b> & co", "u": "http://example.org"}
{{ -5|abs }} {{ -1.5|abs }} {{ true|abs }} => 5 1.5 1
{{ 'x'|abs }} =! runtime
{{ d|attr('b') }}| {{ 'abc'|attr('upper') is defined }} {{ ('abc'|attr('upper'))() }} {{ d|attr('items') is callable }} => | True ABC True
{{ l|batch(2)|list }} {{ l|batch(2, 'x')|list }} {{ []|batch(2)|list }} {{ l|slice(2)|list }} {{ l|slice(2, 'x')|list }} {{ [1,2,3,4,5,6,7]|slice(3)|list }} => [[3, 1], [2]] [[3, 1], [2, 'x']] [] [[3, 1], [2]] [[3, 1], [2, 'x']] [[1, 2, 3], [4, 5], [6, 7]]
{{ 'hELLO wORLD'|capitalize }} {{ 'hello'|center(11) }}| {{ 5|center(4) }}| => Hello world    hello   |  5  |
{{ l|count }} {{ l|length }} {{ s|length }} {{ d|length }} {{ nope|length }} {{ ''|length }} => 3 3 23 3 0 0
{{ 5|length }} =! runtime
{{ nope|default('x') }} {{ nope|d }}| {{ ''|default('x') }}| {{ ''|default('x', true) }} {{ none|default('x') }} {{ 0|d(5, boolean=true) }} {{ m[0].zz|default(1) }} => x | | x None 5 1
{{ d|dictsort }} {{ d|dictsort(case_sensitive=true) }} {{ {'b': 1, 'a': 2}|dictsort(by='value') }} {{ {'b': 1, 'a': 2}|dictsort(reverse=true) }} => [('A', 2), ('b', 1), ('c', None)] [('A', 2), ('b', 1), ('c', None)] [('b', 1), ('a', 2)] [('b', 1), ('a', 2)]
{{ d|dictsort(by='nope') }} =! runtime
{{ s|escape }} {{ s|e|e }} {{ s|forceescape }} {{ s|e|forceescape }} {{ '"\''|e }} {{ 1|e }} {{ none|e }} => Hello &lt;b&gt;World&lt;/b&gt; &amp; co Hello &lt;b&gt;World&lt;/b&gt; &amp; co Hello &lt;b&gt;World&lt;/b&gt; &amp; co Hello &amp;lt;b&amp;gt;World&amp;lt;/b&amp;gt; &amp;amp; co &#34;&#39; 1 None
{{ 1000|filesizeformat }} {{ 1024|filesizeformat(true) }} {{ 1|filesizeformat }} {{ 1500000|filesizeformat }} {{ '5000'|filesizeformat }} {{ 999|filesizeformat }} => 1.0 kB 1.0 KiB 1 Byte 1.5 MB 5.0 kB 999 Bytes
{{ l|first }} {{ []|first }}| {{ 'abc'|first }} {{ d|first }} {{ l|last }} {{ 'abc'|last }} {{ []|last }}| => 3 | a b 2 c |
{{ '3.7'|float }} {{ 'x'|float }} {{ 'x'|float(1.5) }} {{ 3|float }} {{ 'nan'|float }} {{ ' 1e3 '|float }} {{ '1_0'|float }} {{ none|float }} {{ '-inf'|float }} => 3.7 0.0 1.5 3.0 nan 1000.0 10.0 0.0 -inf
{{ '3.7'|int }} {{ 'x'|int }} {{ 'x'|int(5) }} {{ '0x1f'|int(0, 16) }} {{ '0b11'|int(base=2) }} {{ '1e3'|int }} {{ none|int }} {{ ' 4 '|int }} {{ '1_000'|int }} {{ -3.9|int }} {{ true|int }} {{ '٣'|int }} {{ 'ff'|int(base=16) }} => 3 0 5 31 3 1000 0 4 1000 -3 1 3 255
{{ nope|int }} =! undefined 'nope' is undefined
{{ '%s-%s'|format('a', 1) }} {{ '%(a)s'|format(a=1) }} {{ '%05.2f'|format(3.14159) }} => a-1 1 03.14
{{ m|groupby('r')|list|length }} {% for k, v in m|groupby('r') %}{{ k }}={{ v|map(attribute='c')|join }};{% endfor %} {% for g in m|groupby('n', default=0) %}{{ g.grouper }}:{{ g.list|length }} {% endfor %} => 2 assistant=b;user=ac; 0:1 1:1 2:1\x20
{{ 'a\nb\n\nc'|indent }}|{{ 'a\nb'|indent(2, true) }}|{{ 'a\n\nb'|indent(2, blank=true) }}|{{ 'a\nb'|indent('>>') }}|{{ ''|indent }}|{{ 'a\n'|indent }}| => a\n    b\n\n    c|  a\n  b|a\n  \n  b|a\n>>b||a\n|
{{ {'a': 1}|items|list }} {{ nope|items|list }} => [('a', 1)] []
{{ 'abc'|items|list }} =! runtime
{{ l|join }} {{ l|join('-') }} {{ ['a', 1, none]|join }} {{ 'abc'|join('.') }} {{ d|join(',') }} {{ m|join('|', attribute='c') }} {{ []|join(',') }}| => 312 3-1-2 a1None a.b.c b,A,c a|b|c |
{{ 'abc'|list }} {{ d|list }} {{ (1, 2)|list }} {{ range(3)|list }} {{ nope|list }} => ['a', 'b', 'c'] ['b', 'A', 'c'] [1, 2] [0, 1, 2] []
{{ 5|list }} =! runtime
{{ 'ÀÉ'|lower }} {{ 'straße'|upper }} {{ 5|upper }} {{ none|lower }} {{ true|upper }} => àé STRASSE 5 none TRUE
{{ m|map(attribute='c')|list }} {{ m|map(attribute='n')|list }} {{ m|map(attribute='n', default=0)|list }} {{ l|map('string')|list }} {{ ['1', 'x']|map('int', 7)|list }} {{ m|map('length')|list }} {{ [[1,2],[3]]|map('join', '-')|list }} {{ [{'a': {'b': 1}}]|map(attribute='a.b')|list }} {{ [[5, 6]]|map(attribute='1')|list }} {{ [[5]]|map(attribute=0)|list }} => ['a', 'b', 'c'] [2, 1, Undefined] [2, 1, 0] ['3', '1', '2'] [1, 7] [3, 3, 2] ['1-2', '3'] [1] [6] [5]
{{ l|map('nosuch')|list }} =! runtime
{{ l|map|list }} =! runtime
{{ l|max }} {{ l|min }} {{ w|max }} {{ w|min(case_sensitive=true) }} {{ []|max }}| {{ m|max(attribute='n') is defined if false }} {{ 'abc'|max }} =! syntax
{{ ['a', 1]|max }} =! runtime
{{ {'a': [1, 'x'], 'b': none}|pprint }} {{ 'x'|pprint }} {{ [1.0, true]|pprint }} => {'a': [1, 'x'], 'b': None} 'x' [1.0, True]
{{ l|reject('odd')|list }} {{ l|reject('in', [1])|list }} {{ [0, 1, '', 'a']|reject|list }} {{ m|rejectattr('n')|list|length }} {{ m|rejectattr('n', 'defined')|list|length }} => [2] [3, 2] [0, ''] 1 1
{{ l|select('odd')|list }} {{ l|select('>', 1)|list }} {{ [0, 1, '']|select|list }} {{ m|selectattr('r', 'equalto', 'user')|map(attribute='c')|join(',') }} {{ m|selectattr('n')|list|length }} {{ m|selectattr('r', 'in', ['user'])|list|length }} {{ m|selectattr('n', 'undefined')|map(attribute='c')|first }} => [3, 1] [3, 2] [1] a,c 2 2 c
{{ m|selectattr|list }} =! runtime
{{ 'aXbX'|replace('X', '-') }} {{ 'aXbX'|replace('X', '-', 1) }} {{ 123|replace(2, 'x') }} {{ 'ab'|replace('', '-') }} {{ '<a>'|e|replace('&lt;', '<') }} => a-b- a-bX 1x3 -a-b- <a&gt;
{{ 'abc'|reverse }} {{ l|reverse|list }} {{ ''|reverse }}| {{ 'é😀'|reverse }} => cba [2, 1, 3] | 😀é
{{ 5|reverse }} =! runtime
{{ 2.5|round }} {{ 3.5|round }} {{ 2.675|round(2) }} {{ 2.1|round(0, 'ceil') }} {{ 2.9|round(method='floor') }} {{ 1234|round(-2) }} {{ 2|round }} {{ -2.5|round }} {{ 1e300|round(2) }} {{ 0.5|round }} {{ 1.25|round(1, 'ceil') }} => 2.0 4.0 2.67 3.0 2.0 1200 2 -2.0 1e+300 0.0 1.3
{{ 2.5|round(0, 'x') }} =! runtime
{{ s|safe }} {{ s|safe|e }} {{ ('<'|safe) ~ '<' }} {{ ('<'|safe) + '<' }} {{ '<'|safe|upper }} {{ ['<'|e, '<'] }} {{ ('<'|e)|join(',') }} => Hello <b>World</b> & co Hello <b>World</b> & co << <&lt; < [Markup('&lt;'), '<'] &,l,t,;
{{ w|sort }} {{ w|sort(case_sensitive=true) }} {{ l|sort(reverse=true) }} {{ 'cab'|sort }} {{ d|sort }} {{ m|sort(attribute='c', reverse=true)|map(attribute='c')|join }} {{ [[2, 'a'], [1, 'b']]|sort }} {{ m|sort(attribute='r,c')|map(attribute='c')|join }} => ['A', 'a', 'b'] ['A', 'a', 'b'] [3, 2, 1] ['a', 'b', 'c'] ['A', 'b', 'c'] cba [[1, 'b'], [2, 'a']] bac
{{ ['a', 1]|sort }} =! runtime
{{ 5|string }} {{ 1.0|string }} {{ none|string }} {{ [1, 'a']|string }} {{ nope|string }}| {{ 'é'|string }} => 5 1.0 None [1, 'a'] | é
{{ '<p>a  <b>b</b>\n c</p> &amp; &lt;x&gt; <!-- y -->'|striptags }} {{ 'a < b'|striptags }} => a b c & <x> a < b
{{ l|sum }} {{ [1, 2.5]|sum }} {{ [[1], [2]]|sum(start=[]) }} {{ m|sum(attribute='n') if false }} {{ []|sum }} {{ [{'a': 1}, {'a': 2}]|sum(attribute='a') }} {{ [1]|sum('n', 5) is defined if false }} =! syntax
{{ ['a', 'b']|sum }} =! runtime
{{ "it's a dog"|title }} {{ 'a-b (c) [d] {e} <f>'|title }} {{ 'foo bar'|title }} => It's A Dog A-B (C) [D] {E} <F> Foo Bar
{{ d|tojson }} {{ [1, 2.0, none, true, 'é<&\'"/\n\x7f ']|tojson }} {{ {'a': [1, {'b': []}], 'c': {}}|tojson(indent=2) }} {{ 'é😀'|tojson(ensure_ascii=true) }} {{ {'b': 1, 'a': 2}|tojson(sort_keys=true) }} {{ [1, {'a': 2}]|tojson(separators=(',', ':')) }} {{ [1]|tojson(indent='--') }} {{ [1, [2]]|tojson(indent=0) }} {{ {1: 2, none: 3, true: 4, 1.5: 5}|tojson }} {{ (1, 2)|tojson }} {{ [1]|tojson(true) }} => {"b": 1, "A": 2, "c": null} [1, 2.0, null, true, "é<&'\\"/\\n\x7f "] {\n  "a": [\n    1,\n    {\n      "b": []\n    }\n  ],\n  "c": {}\n} "\\u00e9\\ud83d\\ude00" {"a": 2, "b": 1} [1,{"a":2}] [\n--1\n] [\n1,\n[\n2\n]\n] {"1": 4, "null": 3, "1.5": 5} [1, 2] [1]
{{ nope|tojson }} =! runtime
{{ {(1, 2): 3}|tojson }} =! runtime
{{ range(3)|tojson }} =! runtime
{{ [1e400, 1e400 - 1e400, -0.0, 1e20, 1e-7]|tojson }} => [Infinity, NaN, -0.0, 1e+20, 1e-07]
{{ '  a '|trim }}| {{ 'xxaxx'|trim('x') }} {{ 12|trim }} {{ none|trim }} {{ '\u00a0a\u2003'|trim }}| => a| a 12 None a|
{{ 'hello world foo bar baz'|truncate(10) }} {{ 'hello world'|truncate(9) }} {{ 'foobarbaz'|truncate(5, true, leeway=0) }} {{ 'foo bar baz qux'|truncate(9, end='!', leeway=0) }} {{ 'abc'|truncate(1, leeway=0) if false }} => hello... hello world fo... foo bar!\x20
{{ [1, 1, 2, 'a', 'A', 1.0]|unique|list }} {{ ['a', 'A']|unique(case_sensitive=true)|list }} {{ m|unique(attribute='r')|map(attribute='c')|join }} => [1, 2, 'a'] ['a', 'A'] ab
{{ 'a b/ü&=?'|urlencode }} {{ {'a': 1, 'b': 'x y'}|urlencode }} {{ [['k', 'v v']]|urlencode }} {{ 5|urlencode }} => a%20b/%C3%BC%26%3D%3F a=1&b=x+y k=v+v 5
{{ 'see http://example.org/x?a=1 or www.x.com, (http://y.org).'|urlize }} {{ 'a@b.com'|urlize }} {{ 'http://example.org/longer'|urlize(10) }} {{ 'http://x.org'|urlize(nofollow=true, target='_blank') }} => see <a href="http://example.org/x?a=1" rel="noopener">http://example.org/x?a=1</a> or <a href="https://www.x.com" rel="noopener">www.x.com</a>, (<a href="http://y.org" rel="noopener">http://y.org</a>). <a href="mailto:a@b.com">a@b.com</a> <a href="http://example.org/longer" rel="noopener">http://exa...</a> <a href="http://x.org" rel="nofollow noopener" target="_blank">http://x.org</a>
{{ 'a b  c'|wordcount }} {{ ''|wordcount }} {{ "it's x-y"|wordcount }} => 3 0 4
{{ 'hello world foo'|wordwrap(7) }}|{{ 'aaaaaaaa'|wordwrap(3) }}|{{ 'ab\n\ncd ef'|wordwrap(4) }}|{{ 'aaaa bb'|wordwrap(3, false) }}|{{ 'a-b-c d'|wordwrap(3, break_on_hyphens=false) }}|{{ 'ab cd'|wordwrap(3, wrapstring='/') }} => hello\nworld\nfoo|aaa\naaa\naa|ab\n\ncd\nef|aaaa\nbb|a-b\n-c\nd|ab/cd
{{ {'class': 'a b', 'id': none, 'x': 1, 'y': '<'}|xmlattr }}| {{ {}|xmlattr }}| {{ {'a': 1}|xmlattr(false) }} =>  class="a b" x="1" y="&lt;"| | a="1"
{{ {'a b': 1}|xmlattr }} =! runtime
{{ m|nosuch }} =! syntax
{% if false %}{{ 1|nosuch }}{% endif %}ok => ok
{% if true %}{{ 1|nosuch }}{% endif %} =! runtime
{{ 1 if true else 1|nosuch }} {{ 2 is nosuchtest if false }} =! syntax
{{ 'x'|upper|lower|title|list|join('-')|replace('-', '') }} => X
{{ 'a'|tojson(foo=1) }} =! runtime
{{ 'a'|upper(1) }} =! runtime
{{ 'a'|replace('b') }} =! runtime
