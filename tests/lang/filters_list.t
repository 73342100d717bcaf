# The filters on sequences that give their result at once.
@data {"s": "Hello World", "ml": "a\nb\r\n\nc d\u2028e\n", "uni": "Straße ǆ ŉ İ ΑΣ ﬁx 🎉 é", "html": "<a href=\"x\">T&amp;'c</a> <!-- c --> &lt;&nbsp;&eacute &#65;&#x42;", "n": 5, "neg": -7, "f": 2.675, "lst": [3, 1, 2], "strs": ["b", "A", "a", "B", "c"], "mix": [1, "a", null], "d": {"b": 2, "a": 1, "C": {"x": [1, 2]}}, "rows": [{"n": "x", "v": 3, "t": {"k": [1, 2]}}, {"n": "Y", "v": 1, "t": {"k": [0]}}, {"n": "y", "v": 2}], "empty": "", "e_l": [], "e_d": {}, "deep": {"a": [1, [2, [3, {"k": "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvv", "l": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39]}]]], "s": "word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word "}, "longs": "The quick brown fox-jumps over--the lazy dog, well-known e-mail a-b-c supercalifragilisticexpialidocious-and-more and http://example.com/a?b=c&d (see www.foo.org). me@x.com mailto:a@b.co", "fl": [1.5, -0.0, 1e+16, 0.1], "nl": [[1, "a"], [2, "b"], [3, "c"]], "dd": {"x y": "<1>", "k": null, "é": "ü/ "}, "none_l": [null, null], "bl": [true, 1, 1.0, false, 0]}
{{ [(lst)|first] }} => [3]
{{ [(strs)|first] }} => ['b']
{{ [(d)|first] }} => ['b']
{{ [(rows)|first] }} => [{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}]
{{ [(s)|first] }} => ['H']
{{ [('')|first] }} => [Undefined]
{{ [([])|first] }} => [Undefined]
{{ [(undef)|first] }} => [Undefined]
{{ [(none)|first] }} =! runtime
{{ [(5)|first] }} =! runtime
{{ [(mix)|first] }} => [1]
{{ [(range(5))|first] }} => [0]
{{ [(range(10,0,-3))|first] }} => [10]
{{ [(d.items())|first] }} => [('b', 2)]
{{ [((1,2))|first] }} => [1]
{{ [(fl)|first] }} => [1.5]
{{ [(none_l)|first] }} => [None]
{{ [(bl)|first] }} => [True]
{{ [(nl)|first] }} => [[1, 'a']]
{{ [('<b>'|e)|first] }} => ['&']
{{ [(['a','<'|e,1])|first] }} => ['a']
{{ [(strs|map('upper'))|first] }} => ['B']
{{ [(lst)|last] }} => [2]
{{ [(strs)|last] }} => ['c']
{{ [(d)|last] }} => ['C']
{{ [(rows)|last] }} => [{'n': 'y', 'v': 2}]
{{ [(s)|last] }} => ['d']
{{ [('')|last] }} => [Undefined]
{{ [([])|last] }} => [Undefined]
{{ [(undef)|last] }} => [Undefined]
{{ [(none)|last] }} =! runtime
{{ [(5)|last] }} =! runtime
{{ [(mix)|last] }} => [None]
{{ [(range(5))|last] }} => [4]
{{ [(range(10,0,-3))|last] }} => [1]
{{ [(d.items())|last] }} => [('C', {'x': [1, 2]})]
{{ [((1,2))|last] }} => [2]
{{ [(fl)|last] }} => [0.1]
{{ [(none_l)|last] }} => [None]
{{ [(bl)|last] }} => [0]
{{ [(nl)|last] }} => [[3, 'c']]
{{ [('<b>'|e)|last] }} => [Markup(';')]
{{ [(['a','<'|e,1])|last] }} => [1]
{{ [(strs|map('upper'))|last] }} =! runtime
{{ [(lst)|length] }} => [3]
{{ [(strs)|length] }} => [5]
{{ [(d)|length] }} => [3]
{{ [(rows)|length] }} => [3]
{{ [(s)|length] }} => [11]
{{ [('')|length] }} => [0]
{{ [([])|length] }} => [0]
{{ [(undef)|length] }} => [0]
{{ [(none)|length] }} =! runtime
{{ [(5)|length] }} =! runtime
{{ [(mix)|length] }} => [3]
{{ [(range(5))|length] }} => [5]
{{ [(range(10,0,-3))|length] }} => [4]
{{ [(d.items())|length] }} => [3]
{{ [((1,2))|length] }} => [2]
{{ [(fl)|length] }} => [4]
{{ [(none_l)|length] }} => [2]
{{ [(bl)|length] }} => [5]
{{ [(nl)|length] }} => [3]
{{ [('<b>'|e)|length] }} => [9]
{{ [(['a','<'|e,1])|length] }} => [3]
{{ [(strs|map('upper'))|length] }} =! runtime
{{ [(lst)|count] }} => [3]
{{ [(strs)|count] }} => [5]
{{ [(d)|count] }} => [3]
{{ [(rows)|count] }} => [3]
{{ [(s)|count] }} => [11]
{{ [('')|count] }} => [0]
{{ [([])|count] }} => [0]
{{ [(undef)|count] }} => [0]
{{ [(none)|count] }} =! runtime
{{ [(5)|count] }} =! runtime
{{ [(mix)|count] }} => [3]
{{ [(range(5))|count] }} => [5]
{{ [(range(10,0,-3))|count] }} => [4]
{{ [(d.items())|count] }} => [3]
{{ [((1,2))|count] }} => [2]
{{ [(fl)|count] }} => [4]
{{ [(none_l)|count] }} => [2]
{{ [(bl)|count] }} => [5]
{{ [(nl)|count] }} => [3]
{{ [('<b>'|e)|count] }} => [9]
{{ [(['a','<'|e,1])|count] }} => [3]
{{ [(strs|map('upper'))|count] }} =! runtime
{{ [(lst)|list] }} => [[3, 1, 2]]
{{ [(strs)|list] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(d)|list] }} => [['b', 'a', 'C']]
{{ [(rows)|list] }} => [[{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}, {'n': 'Y', 'v': 1, 't': {'k': [0]}}, {'n': 'y', 'v': 2}]]
{{ [(s)|list] }} => [['H', 'e', 'l', 'l', 'o', ' ', 'W', 'o', 'r', 'l', 'd']]
{{ [('')|list] }} => [[]]
{{ [([])|list] }} => [[]]
{{ [(undef)|list] }} => [[]]
{{ [(none)|list] }} =! runtime
{{ [(5)|list] }} =! runtime
{{ [(mix)|list] }} => [[1, 'a', None]]
{{ [(range(5))|list] }} => [[0, 1, 2, 3, 4]]
{{ [(range(10,0,-3))|list] }} => [[10, 7, 4, 1]]
{{ [(d.items())|list] }} => [[('b', 2), ('a', 1), ('C', {'x': [1, 2]})]]
{{ [((1,2))|list] }} => [[1, 2]]
{{ [(fl)|list] }} => [[1.5, -0.0, 1e+16, 0.1]]
{{ [(none_l)|list] }} => [[None, None]]
{{ [(bl)|list] }} => [[True, 1, 1.0, False, 0]]
{{ [(nl)|list] }} => [[[1, 'a'], [2, 'b'], [3, 'c']]]
{{ [('<b>'|e)|list] }} => [['&', 'l', 't', ';', 'b', '&', 'g', 't', ';']]
{{ [(['a','<'|e,1])|list] }} => [['a', Markup('&lt;'), 1]]
{{ [(strs|map('upper'))|list] }} => [['B', 'A', 'A', 'B', 'C']]
{{ [(lst)|join] }} => ['312']
{{ [(lst)|join(', ')] }} => ['3, 1, 2']
{{ [(lst)|join('<')] }} => ['3<1<2']
{{ [(lst)|join('-','n')] }} => ['--']
{{ [(lst)|join(attribute='v')] }} => ['']
{{ [(lst)|join('<'|e)] }} => ['3&lt;1&lt;2']
{{ [(strs)|join] }} => ['bAaBc']
{{ [(strs)|join(', ')] }} => ['b, A, a, B, c']
{{ [(strs)|join('<')] }} => ['b<A<a<B<c']
{{ [(strs)|join('-','n')] }} => ['----']
{{ [(strs)|join(attribute='v')] }} => ['']
{{ [(strs)|join('<'|e)] }} => ['b&lt;A&lt;a&lt;B&lt;c']
{{ [(d)|join] }} => ['baC']
{{ [(d)|join(', ')] }} => ['b, a, C']
{{ [(d)|join('<')] }} => ['b<a<C']
{{ [(d)|join('-','n')] }} => ['--']
{{ [(d)|join(attribute='v')] }} => ['']
{{ [(d)|join('<'|e)] }} => ['b&lt;a&lt;C']
{{ [(rows)|join('-','n')] }} => ['x-Y-y']
{{ [(rows)|join] }} => ["{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}{'n': 'Y', 'v': 1, 't': {'k': [0]}}{'n': 'y', 'v': 2}"]
{{ [(s)|join(attribute='v')] }} => ['']
{{ [(s)|join(', ')] }} => ['H, e, l, l, o,  , W, o, r, l, d']
{{ [('')|join('<'|e)] }} => ['']
{{ [('')|join('<')] }} => ['']
{{ [([])|join] }} => ['']
{{ [([])|join('-','n')] }} => ['']
{{ [(undef)|join(', ')] }} => ['']
{{ [(undef)|join(attribute='v')] }} => ['']
{{ [(none)|join('<')] }} =! runtime
{{ [(none)|join('<'|e)] }} =! runtime
{{ [(5)|join('-','n')] }} =! runtime
{{ [(5)|join] }} =! runtime
{{ [(mix)|join(attribute='v')] }} => ['']
{{ [(mix)|join(', ')] }} => ['1, a, None']
{{ [(range(5))|join('<'|e)] }} => ['0&lt;1&lt;2&lt;3&lt;4']
{{ [(range(5))|join('<')] }} => ['0<1<2<3<4']
{{ [(range(10,0,-3))|join] }} => ['10741']
{{ [(range(10,0,-3))|join('-','n')] }} => ['---']
{{ [(d.items())|join(', ')] }} => ["('b', 2), ('a', 1), ('C', {'x': [1, 2]})"]
{{ [(d.items())|join(attribute='v')] }} => ['']
{{ [((1,2))|join('<')] }} => ['1<2']
{{ [((1,2))|join('<'|e)] }} => ['1&lt;2']
{{ [(fl)|join('-','n')] }} => ['---']
{{ [(fl)|join] }} => ['1.5-0.01e+160.1']
{{ [(none_l)|join(attribute='v')] }} => ['']
{{ [(none_l)|join(', ')] }} => ['None, None']
{{ [(bl)|join('<'|e)] }} => ['True&lt;1&lt;1.0&lt;False&lt;0']
{{ [(bl)|join('<')] }} => ['True<1<1.0<False<0']
{{ [(nl)|join] }} => ["[1, 'a'][2, 'b'][3, 'c']"]
{{ [(nl)|join('-','n')] }} => ['--']
{{ [('<b>'|e)|join(', ')] }} => ['&, l, t, ;, b, &, g, t, ;']
{{ [('<b>'|e)|join(attribute='v')] }} => ['']
{{ [(['a','<'|e,1])|join('<')] }} => ['a<&lt;<1']
{{ [(['a','<'|e,1])|join('<'|e)] }} => ['a&lt;&lt;&lt;1']
{{ [(strs|map('upper'))|join('-','n')] }} => ['----']
{{ [(strs|map('upper'))|join] }} => ['BAABC']
{{ [(lst)|sort] }} => [[1, 2, 3]]
{{ [(lst)|sort(true)] }} => [[3, 2, 1]]
{{ [(lst)|sort(false,true)] }} => [[1, 2, 3]]
{{ [(lst)|sort(attribute='n')] }} => [[3, 1, 2]]
{{ [(lst)|sort(attribute='v')] }} => [[3, 1, 2]]
{{ [(lst)|sort(attribute='n,v')] }} => [[3, 1, 2]]
{{ [(lst)|sort(reverse=true,attribute='t.k.0')] }} =! undefined 'int object' has no attribute 't'
{{ [(strs)|sort] }} => [['A', 'a', 'b', 'B', 'c']]
{{ [(strs)|sort(true)] }} => [['c', 'b', 'B', 'A', 'a']]
{{ [(strs)|sort(false,true)] }} => [['A', 'B', 'a', 'b', 'c']]
{{ [(strs)|sort(attribute='n')] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(strs)|sort(attribute='v')] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(strs)|sort(attribute='n,v')] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(strs)|sort(reverse=true,attribute='t.k.0')] }} =! undefined 'str object' has no attribute 't'
{{ [(d)|sort] }} => [['a', 'b', 'C']]
{{ [(d)|sort(true)] }} => [['C', 'b', 'a']]
{{ [(d)|sort(false,true)] }} => [['C', 'a', 'b']]
{{ [(d)|sort(attribute='n')] }} => [['b', 'a', 'C']]
{{ [(d)|sort(attribute='v')] }} => [['b', 'a', 'C']]
{{ [(d)|sort(attribute='n,v')] }} => [['b', 'a', 'C']]
{{ [(d)|sort(reverse=true,attribute='t.k.0')] }} =! undefined 'str object' has no attribute 't'
{{ [(rows)|sort(attribute='n')] }} => [[{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}, {'n': 'Y', 'v': 1, 't': {'k': [0]}}, {'n': 'y', 'v': 2}]]
{{ [(s)|sort(attribute='v')] }} => [['H', 'e', 'l', 'l', 'o', ' ', 'W', 'o', 'r', 'l', 'd']]
{{ [(s)|sort(attribute='n')] }} => [['H', 'e', 'l', 'l', 'o', ' ', 'W', 'o', 'r', 'l', 'd']]
{{ [('')|sort(attribute='n,v')] }} => [[]]
{{ [('')|sort(attribute='n')] }} => [[]]
{{ [([])|sort(reverse=true,attribute='t.k.0')] }} => [[]]
{{ [([])|sort(attribute='n')] }} => [[]]
{{ [(undef)|sort] }} => [[]]
{{ [(undef)|sort(attribute='n')] }} => [[]]
{{ [(none)|sort(true)] }} =! runtime
{{ [(none)|sort(attribute='n')] }} =! runtime
{{ [(5)|sort(false,true)] }} =! runtime
{{ [(5)|sort(attribute='n')] }} =! runtime
{{ [(mix)|sort(attribute='n')] }} => [[1, 'a', None]]
{{ [(range(5))|sort(attribute='v')] }} => [[0, 1, 2, 3, 4]]
{{ [(range(5))|sort(attribute='n')] }} => [[0, 1, 2, 3, 4]]
{{ [(range(10,0,-3))|sort(attribute='n,v')] }} => [[10, 7, 4, 1]]
{{ [(range(10,0,-3))|sort(attribute='n')] }} => [[10, 7, 4, 1]]
{{ [(d.items())|sort(reverse=true,attribute='t.k.0')] }} =! undefined 'tuple object' has no attribute 't'
{{ [(d.items())|sort(attribute='n')] }} => [[('b', 2), ('a', 1), ('C', {'x': [1, 2]})]]
{{ [((1,2))|sort] }} => [[1, 2]]
{{ [((1,2))|sort(attribute='n')] }} => [[1, 2]]
{{ [(fl)|sort(true)] }} => [[1e+16, 1.5, 0.1, -0.0]]
{{ [(fl)|sort(attribute='n')] }} => [[1.5, -0.0, 1e+16, 0.1]]
{{ [(none_l)|sort(false,true)] }} => [[None, None]]
{{ [(none_l)|sort(attribute='n')] }} => [[None, None]]
{{ [(bl)|sort(attribute='n')] }} => [[True, 1, 1.0, False, 0]]
{{ [(nl)|sort(attribute='v')] }} => [[[1, 'a'], [2, 'b'], [3, 'c']]]
{{ [(nl)|sort(attribute='n')] }} => [[[1, 'a'], [2, 'b'], [3, 'c']]]
{{ [('<b>'|e)|sort(attribute='n,v')] }} => [['&', 'l', 't', ';', 'b', '&', 'g', 't', ';']]
{{ [('<b>'|e)|sort(attribute='n')] }} => [['&', 'l', 't', ';', 'b', '&', 'g', 't', ';']]
{{ [(['a','<'|e,1])|sort(reverse=true,attribute='t.k.0')] }} =! undefined 'str object' has no attribute 't'
{{ [(['a','<'|e,1])|sort(attribute='n')] }} => [['a', Markup('&lt;'), 1]]
{{ [(strs|map('upper'))|sort] }} => [['A', 'A', 'B', 'B', 'C']]
{{ [(strs|map('upper'))|sort(attribute='n')] }} => [['B', 'A', 'A', 'B', 'C']]
{{ [(lst)|groupby] }} =! runtime
{{ [(lst)|groupby('n')] }} =! undefined 'int object' has no attribute 'n'
{{ [(lst)|groupby('v')] }} =! undefined 'int object' has no attribute 'v'
{{ [(lst)|groupby('t.k.0',default=9)] }} => [[(9, [3, 1, 2])]]
{{ [(lst)|groupby('n',case_sensitive=true)] }} =! undefined 'int object' has no attribute 'n'
{{ [(lst)|groupby(0)] }} =! undefined int object has no element 0
{{ [(strs)|groupby] }} =! runtime
{{ [(strs)|groupby('n')] }} =! undefined 'str object' has no attribute 'n'
{{ [(strs)|groupby('v')] }} =! undefined 'str object' has no attribute 'v'
{{ [(strs)|groupby('t.k.0',default=9)] }} => [[(9, ['b', 'A', 'a', 'B', 'c'])]]
{{ [(strs)|groupby('n',case_sensitive=true)] }} =! undefined 'str object' has no attribute 'n'
{{ [(strs)|groupby(0)] }} => [[('A', ['A', 'a']), ('b', ['b', 'B']), ('c', ['c'])]]
{{ [(d)|groupby] }} =! runtime
{{ [(d)|groupby('n')] }} =! undefined 'str object' has no attribute 'n'
{{ [(d)|groupby('v')] }} =! undefined 'str object' has no attribute 'v'
{{ [(d)|groupby('t.k.0',default=9)] }} => [[(9, ['b', 'a', 'C'])]]
{{ [(d)|groupby('n',case_sensitive=true)] }} =! undefined 'str object' has no attribute 'n'
{{ [(d)|groupby(0)] }} => [[('a', ['a']), ('b', ['b']), ('C', ['C'])]]
{{ [(rows)|groupby('t.k.0',default=9)] }} => [[(0, [{'n': 'Y', 'v': 1, 't': {'k': [0]}}]), (1, [{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}]), (9, [{'n': 'y', 'v': 2}])]]
{{ [(rows)|groupby] }} =! runtime
{{ [(s)|groupby('n',case_sensitive=true)] }} =! undefined 'str object' has no attribute 'n'
{{ [(s)|groupby('n')] }} =! undefined 'str object' has no attribute 'n'
{{ [('')|groupby(0)] }} => [[]]
{{ [('')|groupby('v')] }} => [[]]
{{ [([])|groupby] }} =! runtime
{{ [([])|groupby('t.k.0',default=9)] }} => [[]]
{{ [(undef)|groupby('n')] }} => [[]]
{{ [(undef)|groupby('n',case_sensitive=true)] }} => [[]]
{{ [(none)|groupby('v')] }} =! runtime
{{ [(none)|groupby(0)] }} =! runtime
{{ [(5)|groupby('t.k.0',default=9)] }} =! runtime
{{ [(5)|groupby] }} =! runtime
{{ [(mix)|groupby('n',case_sensitive=true)] }} =! undefined 'str object' has no attribute 'n'
{{ [(mix)|groupby('n')] }} =! undefined 'str object' has no attribute 'n'
{{ [(range(5))|groupby(0)] }} =! undefined int object has no element 0
{{ [(range(5))|groupby('v')] }} =! undefined 'int object' has no attribute 'v'
{{ [(range(10,0,-3))|groupby] }} =! runtime
{{ [(range(10,0,-3))|groupby('t.k.0',default=9)] }} => [[(9, [10, 7, 4, 1])]]
{{ [(d.items())|groupby('n')] }} =! undefined 'tuple object' has no attribute 'n'
{{ [(d.items())|groupby('n',case_sensitive=true)] }} =! undefined 'tuple object' has no attribute 'n'
{{ [((1,2))|groupby('v')] }} =! undefined 'int object' has no attribute 'v'
{{ [((1,2))|groupby(0)] }} =! undefined int object has no element 0
{{ [(fl)|groupby('t.k.0',default=9)] }} => [[(9, [1.5, -0.0, 1e+16, 0.1])]]
{{ [(fl)|groupby] }} =! runtime
{{ [(none_l)|groupby('n',case_sensitive=true)] }} =! undefined 'None' has no attribute 'n'
{{ [(none_l)|groupby('n')] }} =! undefined 'None' has no attribute 'n'
{{ [(bl)|groupby(0)] }} =! undefined int object has no element 0
{{ [(bl)|groupby('v')] }} =! undefined 'int object' has no attribute 'v'
{{ [(nl)|groupby] }} =! runtime
{{ [(nl)|groupby('t.k.0',default=9)] }} => [[(9, [[1, 'a'], [2, 'b'], [3, 'c']])]]
{{ [('<b>'|e)|groupby('n')] }} =! undefined 'str object' has no attribute 'n'
{{ [('<b>'|e)|groupby('n',case_sensitive=true)] }} =! undefined 'str object' has no attribute 'n'
{{ [(['a','<'|e,1])|groupby(0)] }} =! undefined int object has no element 0
{{ [(strs|map('upper'))|groupby('t.k.0',default=9)] }} => [[(9, ['B', 'A', 'A', 'B', 'C'])]]
{{ [(strs|map('upper'))|groupby] }} =! runtime
{{ [(lst)|dictsort] }} =! runtime
{{ [(lst)|dictsort(true)] }} =! runtime
{{ [(lst)|dictsort(false,'value')] }} =! runtime
{{ [(lst)|dictsort(by='value',reverse=true)] }} =! runtime
{{ [(lst)|dictsort(reverse=true)] }} =! runtime
{{ [(strs)|dictsort] }} =! runtime
{{ [(strs)|dictsort(true)] }} =! runtime
{{ [(strs)|dictsort(false,'value')] }} =! runtime
{{ [(strs)|dictsort(by='value',reverse=true)] }} =! runtime
{{ [(strs)|dictsort(reverse=true)] }} =! runtime
{{ [(d)|dictsort] }} => [[('a', 1), ('b', 2), ('C', {'x': [1, 2]})]]
{{ [(d)|dictsort(true)] }} => [[('C', {'x': [1, 2]}), ('a', 1), ('b', 2)]]
{{ [(d)|dictsort(false,'value')] }} =! runtime
{{ [(d)|dictsort(by='value',reverse=true)] }} =! runtime
{{ [(d)|dictsort(reverse=true)] }} => [[('C', {'x': [1, 2]}), ('b', 2), ('a', 1)]]
{{ [(rows)|dictsort(by='value',reverse=true)] }} =! runtime
{{ [(rows)|dictsort(reverse=true)] }} =! runtime
{{ [(s)|dictsort(reverse=true)] }} =! runtime
{{ [(s)|dictsort(true)] }} =! runtime
{{ [('')|dictsort] }} =! runtime
{{ [('')|dictsort(by='value',reverse=true)] }} =! runtime
{{ [([])|dictsort(true)] }} =! runtime
{{ [([])|dictsort] }} =! runtime
{{ [(undef)|dictsort(false,'value')] }} =! undefined 'undef' is undefined
{{ [(none)|dictsort(by='value',reverse=true)] }} =! runtime
{{ [(none)|dictsort(reverse=true)] }} =! runtime
{{ [(5)|dictsort(reverse=true)] }} =! runtime
{{ [(5)|dictsort(true)] }} =! runtime
{{ [(mix)|dictsort] }} =! runtime
{{ [(mix)|dictsort(by='value',reverse=true)] }} =! runtime
{{ [(range(5))|dictsort(true)] }} =! runtime
{{ [(range(5))|dictsort] }} =! runtime
{{ [(range(10,0,-3))|dictsort(false,'value')] }} =! runtime
{{ [(d.items())|dictsort(by='value',reverse=true)] }} =! runtime
{{ [(d.items())|dictsort(reverse=true)] }} =! runtime
{{ [((1,2))|dictsort(reverse=true)] }} =! runtime
{{ [((1,2))|dictsort(true)] }} =! runtime
{{ [(fl)|dictsort] }} =! runtime
{{ [(fl)|dictsort(by='value',reverse=true)] }} =! runtime
{{ [(none_l)|dictsort(true)] }} =! runtime
{{ [(none_l)|dictsort] }} =! runtime
{{ [(bl)|dictsort(false,'value')] }} =! runtime
{{ [(nl)|dictsort(by='value',reverse=true)] }} =! runtime
{{ [(nl)|dictsort(reverse=true)] }} =! runtime
{{ [('<b>'|e)|dictsort(reverse=true)] }} =! runtime
{{ [('<b>'|e)|dictsort(true)] }} =! runtime
{{ [(['a','<'|e,1])|dictsort] }} =! runtime
{{ [(['a','<'|e,1])|dictsort(by='value',reverse=true)] }} =! runtime
{{ [(lst)|min] }} => [1]
{{ [(lst)|min(true)] }} => [1]
{{ [(lst)|min(attribute='v')] }} =! undefined 'int object' has no attribute 'v'
{{ [(lst)|min(attribute='n')] }} =! undefined 'int object' has no attribute 'n'
{{ [(strs)|min] }} => ['A']
{{ [(strs)|min(true)] }} => ['A']
{{ [(strs)|min(attribute='v')] }} =! undefined 'str object' has no attribute 'v'
{{ [(strs)|min(attribute='n')] }} =! undefined 'str object' has no attribute 'n'
{{ [(d)|min] }} => ['a']
{{ [(d)|min(true)] }} => ['C']
{{ [(d)|min(attribute='v')] }} =! undefined 'str object' has no attribute 'v'
{{ [(d)|min(attribute='n')] }} =! undefined 'str object' has no attribute 'n'
{{ [(rows)|min(attribute='n')] }} => [{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}]
{{ [(rows)|min] }} =! runtime
{{ [(s)|min] }} => [' ']
{{ [(s)|min(attribute='n')] }} =! undefined 'str object' has no attribute 'n'
{{ [('')|min(true)] }} => [Undefined]
{{ [('')|min(attribute='v')] }} => [Undefined]
{{ [([])|min(attribute='v')] }} => [Undefined]
{{ [([])|min(true)] }} => [Undefined]
{{ [(undef)|min(attribute='n')] }} => [Undefined]
{{ [(undef)|min] }} => [Undefined]
{{ [(none)|min] }} =! runtime
{{ [(none)|min(attribute='n')] }} =! runtime
{{ [(5)|min(true)] }} =! runtime
{{ [(5)|min(attribute='v')] }} =! runtime
{{ [(mix)|min(attribute='v')] }} =! undefined 'str object' has no attribute 'v'
{{ [(mix)|min(true)] }} =! runtime
{{ [(range(5))|min(attribute='n')] }} =! undefined 'int object' has no attribute 'n'
{{ [(range(5))|min] }} => [0]
{{ [(range(10,0,-3))|min] }} => [1]
{{ [(range(10,0,-3))|min(attribute='n')] }} =! undefined 'int object' has no attribute 'n'
{{ [(d.items())|min(true)] }} => [('C', {'x': [1, 2]})]
{{ [(d.items())|min(attribute='v')] }} =! undefined 'tuple object' has no attribute 'v'
{{ [((1,2))|min(attribute='v')] }} =! undefined 'int object' has no attribute 'v'
{{ [((1,2))|min(true)] }} => [1]
{{ [(fl)|min(attribute='n')] }} =! undefined 'float object' has no attribute 'n'
{{ [(fl)|min] }} => [-0.0]
{{ [(none_l)|min] }} =! runtime
{{ [(none_l)|min(attribute='n')] }} =! undefined 'None' has no attribute 'n'
{{ [(bl)|min(true)] }} => [False]
{{ [(bl)|min(attribute='v')] }} =! undefined 'int object' has no attribute 'v'
{{ [(nl)|min(attribute='v')] }} =! undefined 'list object' has no attribute 'v'
{{ [(nl)|min(true)] }} => [[1, 'a']]
{{ [('<b>'|e)|min(attribute='n')] }} =! undefined 'str object' has no attribute 'n'
{{ [('<b>'|e)|min] }} => ['&']
{{ [(['a','<'|e,1])|min] }} =! runtime
{{ [(strs|map('upper'))|min(true)] }} => ['A']
{{ [(strs|map('upper'))|min(attribute='v')] }} =! undefined 'str object' has no attribute 'v'
{{ [(lst)|max] }} => [3]
{{ [(lst)|max(true)] }} => [3]
{{ [(lst)|max(attribute='v')] }} =! undefined 'int object' has no attribute 'v'
{{ [(lst)|max(attribute='n')] }} =! undefined 'int object' has no attribute 'n'
{{ [(strs)|max] }} => ['c']
{{ [(strs)|max(true)] }} => ['c']
{{ [(strs)|max(attribute='v')] }} =! undefined 'str object' has no attribute 'v'
{{ [(strs)|max(attribute='n')] }} =! undefined 'str object' has no attribute 'n'
{{ [(d)|max] }} => ['C']
{{ [(d)|max(true)] }} => ['b']
{{ [(d)|max(attribute='v')] }} =! undefined 'str object' has no attribute 'v'
{{ [(d)|max(attribute='n')] }} =! undefined 'str object' has no attribute 'n'
{{ [(rows)|max(attribute='n')] }} => [{'n': 'Y', 'v': 1, 't': {'k': [0]}}]
{{ [(rows)|max] }} =! runtime
{{ [(s)|max] }} => ['W']
{{ [(s)|max(attribute='n')] }} =! undefined 'str object' has no attribute 'n'
{{ [('')|max(true)] }} => [Undefined]
{{ [('')|max(attribute='v')] }} => [Undefined]
{{ [([])|max(attribute='v')] }} => [Undefined]
{{ [([])|max(true)] }} => [Undefined]
{{ [(undef)|max(attribute='n')] }} => [Undefined]
{{ [(undef)|max] }} => [Undefined]
{{ [(none)|max] }} =! runtime
{{ [(none)|max(attribute='n')] }} =! runtime
{{ [(5)|max(true)] }} =! runtime
{{ [(5)|max(attribute='v')] }} =! runtime
{{ [(mix)|max(attribute='v')] }} =! undefined 'str object' has no attribute 'v'
{{ [(mix)|max(true)] }} =! runtime
{{ [(range(5))|max(attribute='n')] }} =! undefined 'int object' has no attribute 'n'
{{ [(range(5))|max] }} => [4]
{{ [(range(10,0,-3))|max] }} => [10]
{{ [(range(10,0,-3))|max(attribute='n')] }} =! undefined 'int object' has no attribute 'n'
{{ [(d.items())|max(true)] }} => [('b', 2)]
{{ [(d.items())|max(attribute='v')] }} =! undefined 'tuple object' has no attribute 'v'
{{ [((1,2))|max(attribute='v')] }} =! undefined 'int object' has no attribute 'v'
{{ [((1,2))|max(true)] }} => [2]
{{ [(fl)|max(attribute='n')] }} =! undefined 'float object' has no attribute 'n'
{{ [(fl)|max] }} => [1e+16]
{{ [(none_l)|max] }} =! runtime
{{ [(none_l)|max(attribute='n')] }} =! undefined 'None' has no attribute 'n'
{{ [(bl)|max(true)] }} => [True]
{{ [(bl)|max(attribute='v')] }} =! undefined 'int object' has no attribute 'v'
{{ [(nl)|max(attribute='v')] }} =! undefined 'list object' has no attribute 'v'
{{ [(nl)|max(true)] }} => [[3, 'c']]
{{ [('<b>'|e)|max(attribute='n')] }} =! undefined 'str object' has no attribute 'n'
{{ [('<b>'|e)|max] }} => ['t']
{{ [(['a','<'|e,1])|max] }} =! runtime
{{ [(strs|map('upper'))|max(true)] }} => ['C']
{{ [(strs|map('upper'))|max(attribute='v')] }} =! undefined 'str object' has no attribute 'v'
{{ [(lst)|default] }} => [[3, 1, 2]]
{{ [(lst)|default('D')] }} => [[3, 1, 2]]
{{ [(lst)|default('D',true)] }} => [[3, 1, 2]]
{{ [(strs)|default] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(strs)|default('D')] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(strs)|default('D',true)] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(d)|default] }} => [{'b': 2, 'a': 1, 'C': {'x': [1, 2]}}]
{{ [(d)|default('D')] }} => [{'b': 2, 'a': 1, 'C': {'x': [1, 2]}}]
{{ [(d)|default('D',true)] }} => [{'b': 2, 'a': 1, 'C': {'x': [1, 2]}}]
{{ [(rows)|default] }} => [[{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}, {'n': 'Y', 'v': 1, 't': {'k': [0]}}, {'n': 'y', 'v': 2}]]
{{ [(s)|default('D')] }} => ['Hello World']
{{ [('')|default('D',true)] }} => ['D']
{{ [([])|default] }} => [[]]
{{ [(undef)|default('D')] }} => ['D']
{{ [(none)|default('D',true)] }} => ['D']
{{ [(5)|default] }} => [5]
{{ [(mix)|default('D')] }} => [[1, 'a', None]]
{{ [(range(5))|default('D',true)] }} => [range(0, 5)]
{{ [(range(10,0,-3))|default] }} => [range(10, 0, -3)]
{{ [(d.items())|default('D')] }} => [dict_items([('b', 2), ('a', 1), ('C', {'x': [1, 2]})])]
{{ [((1,2))|default('D',true)] }} => [(1, 2)]
{{ [(fl)|default] }} => [[1.5, -0.0, 1e+16, 0.1]]
{{ [(none_l)|default('D')] }} => [[None, None]]
{{ [(bl)|default('D',true)] }} => [[True, 1, 1.0, False, 0]]
{{ [(nl)|default] }} => [[[1, 'a'], [2, 'b'], [3, 'c']]]
{{ [('<b>'|e)|default('D')] }} => [Markup('&lt;b&gt;')]
{{ [(['a','<'|e,1])|default('D',true)] }} => [['a', Markup('&lt;'), 1]]
{{ [(lst)|d] }} => [[3, 1, 2]]
{{ [(strs)|d] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(d)|d] }} => [{'b': 2, 'a': 1, 'C': {'x': [1, 2]}}]
{{ [(rows)|d] }} => [[{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}, {'n': 'Y', 'v': 1, 't': {'k': [0]}}, {'n': 'y', 'v': 2}]]
{{ [(s)|d] }} => ['Hello World']
{{ [('')|d] }} => ['']
{{ [([])|d] }} => [[]]
{{ [(undef)|d] }} => ['']
{{ [(none)|d] }} => [None]
{{ [(5)|d] }} => [5]
{{ [(mix)|d] }} => [[1, 'a', None]]
{{ [(range(5))|d] }} => [range(0, 5)]
{{ [(range(10,0,-3))|d] }} => [range(10, 0, -3)]
{{ [(d.items())|d] }} => [dict_items([('b', 2), ('a', 1), ('C', {'x': [1, 2]})])]
{{ [((1,2))|d] }} => [(1, 2)]
{{ [(fl)|d] }} => [[1.5, -0.0, 1e+16, 0.1]]
{{ [(none_l)|d] }} => [[None, None]]
{{ [(bl)|d] }} => [[True, 1, 1.0, False, 0]]
{{ [(nl)|d] }} => [[[1, 'a'], [2, 'b'], [3, 'c']]]
{{ [('<b>'|e)|d] }} => [Markup('&lt;b&gt;')]
{{ [(['a','<'|e,1])|d] }} => [['a', Markup('&lt;'), 1]]
{{ [(lst)|attr] }} =! runtime
{{ [(lst)|attr('a')] }} => [Undefined]
{{ [(lst)|attr('__class__')] }} => [Undefined]
{{ [(lst)|attr('real')] }} => [Undefined]
{{ [(strs)|attr] }} =! runtime
{{ [(strs)|attr('a')] }} => [Undefined]
{{ [(strs)|attr('__class__')] }} => [Undefined]
{{ [(strs)|attr('real')] }} => [Undefined]
{{ [(d)|attr] }} =! runtime
{{ [(d)|attr('a')] }} => [Undefined]
{{ [(d)|attr('__class__')] }} => [Undefined]
{{ [(d)|attr('real')] }} => [Undefined]
{{ [(rows)|attr] }} =! runtime
{{ [(s)|attr('__class__')] }} => [Undefined]
{{ [('')|attr('real')] }} => [Undefined]
{{ [('')|attr('a')] }} => [Undefined]
{{ [([])|attr] }} =! runtime
{{ [(undef)|attr('__class__')] }} => [Undefined]
{{ [(none)|attr('a')] }} => [Undefined]
{{ [(none)|attr('real')] }} => [Undefined]
{{ [(5)|attr] }} =! runtime
{{ [(mix)|attr('__class__')] }} => [Undefined]
{{ [(range(5))|attr('real')] }} => [Undefined]
{{ [(range(5))|attr('a')] }} => [Undefined]
{{ [(range(10,0,-3))|attr] }} =! runtime
{{ [(d.items())|attr('__class__')] }} => [Undefined]
{{ [((1,2))|attr('a')] }} => [Undefined]
{{ [((1,2))|attr('real')] }} => [Undefined]
{{ [(fl)|attr] }} =! runtime
{{ [(none_l)|attr('__class__')] }} => [Undefined]
{{ [(bl)|attr('real')] }} => [Undefined]
{{ [(bl)|attr('a')] }} => [Undefined]
{{ [(nl)|attr] }} =! runtime
{{ [('<b>'|e)|attr('__class__')] }} => [Undefined]
{{ [(['a','<'|e,1])|attr('a')] }} => [Undefined]
{{ [(['a','<'|e,1])|attr('real')] }} => [Undefined]
{{ [(strs|map('upper'))|attr] }} =! runtime
