# The filters that are generators or iterators.
@data {"s": "Hello World", "ml": "a\nb\r\n\nc d\u2028e\n", "uni": "Straße ǆ ŉ İ ΑΣ ﬁx 🎉 é", "html": "<a href=\"x\">T&amp;'c</a> <!-- c --> &lt;&nbsp;&eacute &#65;&#x42;", "n": 5, "neg": -7, "f": 2.675, "lst": [3, 1, 2], "strs": ["b", "A", "a", "B", "c"], "mix": [1, "a", null], "d": {"b": 2, "a": 1, "C": {"x": [1, 2]}}, "rows": [{"n": "x", "v": 3, "t": {"k": [1, 2]}}, {"n": "Y", "v": 1, "t": {"k": [0]}}, {"n": "y", "v": 2}], "empty": "", "e_l": [], "e_d": {}, "deep": {"a": [1, [2, [3, {"k": "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvv", "l": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39]}]]], "s": "word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word "}, "longs": "The quick brown fox-jumps over--the lazy dog, well-known e-mail a-b-c supercalifragilisticexpialidocious-and-more and http://example.com/a?b=c&d (see www.foo.org). me@x.com mailto:a@b.co", "fl": [1.5, -0.0, 1e+16, 0.1], "nl": [[1, "a"], [2, "b"], [3, "c"]], "dd": {"x y": "<1>", "k": null, "é": "ü/ "}, "none_l": [null, null], "bl": [true, 1, 1.0, false, 0]}
{{ [(lst)|map|list] }} =! runtime
{{ [(lst)|map('upper')|list] }} => [['3', '1', '2']]
{{ [(lst)|map('int')|list] }} => [[3, 1, 2]]
{{ [(lst)|map(attribute='n')|list] }} => [[Undefined, Undefined, Undefined]]
{{ [(lst)|map(attribute='t.k.0',default='?')|list] }} => [['?', '?', '?']]
{{ [(lst)|map('join',',')|list] }} =! runtime
{{ [(lst)|map('default','q')|list] }} => [[3, 1, 2]]
{{ [(lst)|map('round',1)|list] }} => [[3, 1, 2]]
{{ [(lst)|map('nope')|list] }} =! runtime
{{ [(lst)|map('length')|list] }} =! runtime
{{ [(lst)|map('first')|list] }} =! runtime
{{ [(lst)|map('string')|list] }} => [['3', '1', '2']]
{{ [(lst)|map(attribute='zz')|list] }} => [[Undefined, Undefined, Undefined]]
{{ [(strs)|map|list] }} =! runtime
{{ [(strs)|map('upper')|list] }} => [['B', 'A', 'A', 'B', 'C']]
{{ [(strs)|map('int')|list] }} => [[0, 0, 0, 0, 0]]
{{ [(strs)|map(attribute='n')|list] }} => [[Undefined, Undefined, Undefined, Undefined, Undefined]]
{{ [(strs)|map(attribute='t.k.0',default='?')|list] }} => [['?', '?', '?', '?', '?']]
{{ [(strs)|map('join',',')|list] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(strs)|map('default','q')|list] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(strs)|map('round',1)|list] }} =! runtime
{{ [(strs)|map('nope')|list] }} =! runtime
{{ [(strs)|map('length')|list] }} => [[1, 1, 1, 1, 1]]
{{ [(strs)|map('first')|list] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(strs)|map('string')|list] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(strs)|map(attribute='zz')|list] }} => [[Undefined, Undefined, Undefined, Undefined, Undefined]]
{{ [(d)|map|list] }} =! runtime
{{ [(d)|map('upper')|list] }} => [['B', 'A', 'C']]
{{ [(d)|map('int')|list] }} => [[0, 0, 0]]
{{ [(d)|map(attribute='n')|list] }} => [[Undefined, Undefined, Undefined]]
{{ [(d)|map(attribute='t.k.0',default='?')|list] }} => [['?', '?', '?']]
{{ [(d)|map('join',',')|list] }} => [['b', 'a', 'C']]
{{ [(d)|map('default','q')|list] }} => [['b', 'a', 'C']]
{{ [(d)|map('round',1)|list] }} =! runtime
{{ [(d)|map('nope')|list] }} =! runtime
{{ [(d)|map('length')|list] }} => [[1, 1, 1]]
{{ [(d)|map('first')|list] }} => [['b', 'a', 'C']]
{{ [(d)|map('string')|list] }} => [['b', 'a', 'C']]
{{ [(d)|map(attribute='zz')|list] }} => [[Undefined, Undefined, Undefined]]
{{ [(rows)|map(attribute='n')|list] }} => [['x', 'Y', 'y']]
{{ [(rows)|map('string')|list] }} => [["{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}", "{'n': 'Y', 'v': 1, 't': {'k': [0]}}", "{'n': 'y', 'v': 2}"]]
{{ [(s)|map(attribute='t.k.0',default='?')|list] }} => [['?', '?', '?', '?', '?', '?', '?', '?', '?', '?', '?']]
{{ [(s)|map('join',',')|list] }} => [['H', 'e', 'l', 'l', 'o', ' ', 'W', 'o', 'r', 'l', 'd']]
{{ [('')|map('join',',')|list] }} => [[]]
{{ [('')|map(attribute='zz')|list] }} => [[]]
{{ [([])|map('default','q')|list] }} => [[]]
{{ [(undef)|map('round',1)|list] }} => [[]]
{{ [(undef)|map|list] }} => [[]]
{{ [(none)|map('nope')|list] }} => [[]]
{{ [(none)|map('round',1)|list] }} => [[]]
{{ [(5)|map('length')|list] }} =! runtime
{{ [(5)|map('upper')|list] }} =! runtime
{{ [(0)|map('first')|list] }} => [[]]
{{ [(0)|map('nope')|list] }} => [[]]
{{ [(mix)|map('string')|list] }} => [['1', 'a', 'None']]
{{ [(mix)|map('int')|list] }} => [[1, 0, 0]]
{{ [(range(5))|map(attribute='zz')|list] }} => [[Undefined, Undefined, Undefined, Undefined, Undefined]]
{{ [(range(5))|map('length')|list] }} =! runtime
{{ [((1,2))|map|list] }} =! runtime
{{ [((1,2))|map(attribute='n')|list] }} => [[Undefined, Undefined]]
{{ [(nl)|map('upper')|list] }} => [["[1, 'A']", "[2, 'B']", "[3, 'C']"]]
{{ [(nl)|map('first')|list] }} => [[1, 2, 3]]
{{ [(d.values())|map('int')|list] }} => [[2, 1, 0]]
{{ [(d.values())|map(attribute='t.k.0',default='?')|list] }} => [['?', '?', '?']]
{{ [(lst|reverse)|map(attribute='n')|list] }} => [[Undefined, Undefined, Undefined]]
{{ [(lst|reverse)|map('string')|list] }} => [['2', '1', '3']]
{{ [(bl)|map(attribute='t.k.0',default='?')|list] }} => [['?', '?', '?', '?', '?']]
{{ [(bl)|map('join',',')|list] }} =! runtime
{{ [(lst)|select|list] }} => [[3, 1, 2]]
{{ [(lst)|select('odd')|list] }} => [[3, 1]]
{{ [(lst)|select('string')|list] }} => [[]]
{{ [(lst)|select('in',[1,2,'a'])|list] }} => [[1, 2]]
{{ [(lst)|select('gt',1)|list] }} => [[3, 2]]
{{ [(lst)|select('nope')|list] }} =! runtime
{{ [(strs)|select|list] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(strs)|select('odd')|list] }} =! runtime
{{ [(strs)|select('string')|list] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(strs)|select('in',[1,2,'a'])|list] }} => [['a']]
{{ [(strs)|select('gt',1)|list] }} =! runtime
{{ [(strs)|select('nope')|list] }} =! runtime
{{ [(d)|select|list] }} => [['b', 'a', 'C']]
{{ [(d)|select('odd')|list] }} =! runtime
{{ [(d)|select('string')|list] }} => [['b', 'a', 'C']]
{{ [(d)|select('in',[1,2,'a'])|list] }} => [['a']]
{{ [(d)|select('gt',1)|list] }} =! runtime
{{ [(d)|select('nope')|list] }} =! runtime
{{ [(rows)|select('in',[1,2,'a'])|list] }} => [[]]
{{ [(rows)|select|list] }} => [[{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}, {'n': 'Y', 'v': 1, 't': {'k': [0]}}, {'n': 'y', 'v': 2}]]
{{ [(s)|select('gt',1)|list] }} =! runtime
{{ [(s)|select('odd')|list] }} =! runtime
{{ [('')|select('nope')|list] }} => [[]]
{{ [('')|select('string')|list] }} => [[]]
{{ [([])|select|list] }} => [[]]
{{ [([])|select('in',[1,2,'a'])|list] }} => [[]]
{{ [(undef)|select('odd')|list] }} => [[]]
{{ [(undef)|select('gt',1)|list] }} => [[]]
{{ [(none)|select('string')|list] }} => [[]]
{{ [(none)|select('nope')|list] }} => [[]]
{{ [(5)|select('in',[1,2,'a'])|list] }} =! runtime
{{ [(5)|select|list] }} =! runtime
{{ [(0)|select('gt',1)|list] }} => [[]]
{{ [(0)|select('odd')|list] }} => [[]]
{{ [(mix)|select('nope')|list] }} =! runtime
{{ [(mix)|select('string')|list] }} => [['a']]
{{ [(range(5))|select|list] }} => [[1, 2, 3, 4]]
{{ [(range(5))|select('in',[1,2,'a'])|list] }} => [[1, 2]]
{{ [((1,2))|select('odd')|list] }} => [[1]]
{{ [((1,2))|select('gt',1)|list] }} => [[2]]
{{ [(nl)|select('string')|list] }} => [[]]
{{ [(nl)|select('nope')|list] }} =! runtime
{{ [(d.values())|select('in',[1,2,'a'])|list] }} => [[2, 1]]
{{ [(d.values())|select|list] }} => [[2, 1, {'x': [1, 2]}]]
{{ [(lst|reverse)|select('gt',1)|list] }} => [[2, 3]]
{{ [(lst|reverse)|select('odd')|list] }} => [[1, 3]]
{{ [(bl)|select('nope')|list] }} =! runtime
{{ [(bl)|select('string')|list] }} => [[]]
{{ [(lst)|reject|list] }} => [[]]
{{ [(lst)|reject('odd')|list] }} => [[2]]
{{ [(lst)|reject('none')|list] }} => [[3, 1, 2]]
{{ [(lst)|reject('eq',1)|list] }} => [[3, 2]]
{{ [(strs)|reject|list] }} => [[]]
{{ [(strs)|reject('odd')|list] }} =! runtime
{{ [(strs)|reject('none')|list] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(strs)|reject('eq',1)|list] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(d)|reject|list] }} => [[]]
{{ [(d)|reject('odd')|list] }} =! runtime
{{ [(d)|reject('none')|list] }} => [['b', 'a', 'C']]
{{ [(d)|reject('eq',1)|list] }} => [['b', 'a', 'C']]
{{ [(rows)|reject('eq',1)|list] }} => [[{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}, {'n': 'Y', 'v': 1, 't': {'k': [0]}}, {'n': 'y', 'v': 2}]]
{{ [(rows)|reject|list] }} => [[]]
{{ [(s)|reject|list] }} => [[]]
{{ [(s)|reject('eq',1)|list] }} => [['H', 'e', 'l', 'l', 'o', ' ', 'W', 'o', 'r', 'l', 'd']]
{{ [('')|reject('odd')|list] }} => [[]]
{{ [('')|reject('none')|list] }} => [[]]
{{ [([])|reject('none')|list] }} => [[]]
{{ [([])|reject('odd')|list] }} => [[]]
{{ [(undef)|reject('eq',1)|list] }} => [[]]
{{ [(undef)|reject|list] }} => [[]]
{{ [(none)|reject|list] }} => [[]]
{{ [(none)|reject('eq',1)|list] }} => [[]]
{{ [(5)|reject('odd')|list] }} =! runtime
{{ [(5)|reject('none')|list] }} =! runtime
{{ [(0)|reject('none')|list] }} => [[]]
{{ [(0)|reject('odd')|list] }} => [[]]
{{ [(mix)|reject('eq',1)|list] }} => [['a', None]]
{{ [(mix)|reject|list] }} => [[None]]
{{ [(range(5))|reject|list] }} => [[0]]
{{ [(range(5))|reject('eq',1)|list] }} => [[0, 2, 3, 4]]
{{ [((1,2))|reject('odd')|list] }} => [[2]]
{{ [((1,2))|reject('none')|list] }} => [[1, 2]]
{{ [(nl)|reject('none')|list] }} => [[[1, 'a'], [2, 'b'], [3, 'c']]]
{{ [(nl)|reject('odd')|list] }} =! runtime
{{ [(d.values())|reject('eq',1)|list] }} => [[2, {'x': [1, 2]}]]
{{ [(d.values())|reject|list] }} => [[]]
{{ [(lst|reverse)|reject|list] }} => [[]]
{{ [(lst|reverse)|reject('eq',1)|list] }} => [[2, 3]]
{{ [(bl)|reject('odd')|list] }} => [[False, 0]]
{{ [(bl)|reject('none')|list] }} => [[True, 1, 1.0, False, 0]]
{{ [(lst)|selectattr|list] }} =! runtime
{{ [(lst)|selectattr('n')|list] }} => [[]]
{{ [(lst)|selectattr('v','gt',1)|list] }} =! undefined 'int object' has no attribute 'v'
{{ [(lst)|selectattr('t.k.0','defined')|list] }} =! undefined 'int object' has no attribute 't'
{{ [(lst)|selectattr('n','eq','x')|list] }} => [[]]
{{ [(strs)|selectattr|list] }} =! runtime
{{ [(strs)|selectattr('n')|list] }} => [[]]
{{ [(strs)|selectattr('v','gt',1)|list] }} =! undefined 'str object' has no attribute 'v'
{{ [(strs)|selectattr('t.k.0','defined')|list] }} =! undefined 'str object' has no attribute 't'
{{ [(strs)|selectattr('n','eq','x')|list] }} => [[]]
{{ [(d)|selectattr|list] }} =! runtime
{{ [(d)|selectattr('n')|list] }} => [[]]
{{ [(d)|selectattr('v','gt',1)|list] }} =! undefined 'str object' has no attribute 'v'
{{ [(d)|selectattr('t.k.0','defined')|list] }} =! undefined 'str object' has no attribute 't'
{{ [(d)|selectattr('n','eq','x')|list] }} => [[]]
{{ [(rows)|selectattr('t.k.0','defined')|list] }} =! undefined 'dict object' has no attribute 't'
{{ [(rows)|selectattr('n','eq','x')|list] }} => [[{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}]]
{{ [(s)|selectattr('n','eq','x')|list] }} => [[]]
{{ [(s)|selectattr('n')|list] }} => [[]]
{{ [('')|selectattr|list] }} => [[]]
{{ [('')|selectattr('t.k.0','defined')|list] }} => [[]]
{{ [([])|selectattr('n')|list] }} => [[]]
{{ [([])|selectattr|list] }} => [[]]
{{ [(undef)|selectattr('v','gt',1)|list] }} => [[]]
{{ [(none)|selectattr('t.k.0','defined')|list] }} => [[]]
{{ [(none)|selectattr('n','eq','x')|list] }} => [[]]
{{ [(5)|selectattr('n','eq','x')|list] }} =! runtime
{{ [(5)|selectattr('n')|list] }} =! runtime
{{ [(0)|selectattr|list] }} => [[]]
{{ [(0)|selectattr('t.k.0','defined')|list] }} => [[]]
{{ [(mix)|selectattr('n')|list] }} => [[]]
{{ [(mix)|selectattr|list] }} =! runtime
{{ [(range(5))|selectattr('v','gt',1)|list] }} =! undefined 'int object' has no attribute 'v'
{{ [((1,2))|selectattr('t.k.0','defined')|list] }} =! undefined 'int object' has no attribute 't'
{{ [((1,2))|selectattr('n','eq','x')|list] }} => [[]]
{{ [(nl)|selectattr('n','eq','x')|list] }} => [[]]
{{ [(nl)|selectattr('n')|list] }} => [[]]
{{ [(d.values())|selectattr|list] }} =! runtime
{{ [(d.values())|selectattr('t.k.0','defined')|list] }} =! undefined 'int object' has no attribute 't'
{{ [(lst|reverse)|selectattr('n')|list] }} => [[]]
{{ [(lst|reverse)|selectattr|list] }} =! runtime
{{ [(bl)|selectattr('v','gt',1)|list] }} =! undefined 'bool object' has no attribute 'v'
{{ [(lst)|rejectattr|list] }} =! runtime
{{ [(lst)|rejectattr('n')|list] }} => [[3, 1, 2]]
{{ [(lst)|rejectattr('v','gt',1)|list] }} =! undefined 'int object' has no attribute 'v'
{{ [(lst)|rejectattr('t','defined')|list] }} => [[3, 1, 2]]
{{ [(strs)|rejectattr|list] }} =! runtime
{{ [(strs)|rejectattr('n')|list] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(strs)|rejectattr('v','gt',1)|list] }} =! undefined 'str object' has no attribute 'v'
{{ [(strs)|rejectattr('t','defined')|list] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(d)|rejectattr|list] }} =! runtime
{{ [(d)|rejectattr('n')|list] }} => [['b', 'a', 'C']]
{{ [(d)|rejectattr('v','gt',1)|list] }} =! undefined 'str object' has no attribute 'v'
{{ [(d)|rejectattr('t','defined')|list] }} => [['b', 'a', 'C']]
{{ [(rows)|rejectattr('t','defined')|list] }} => [[{'n': 'y', 'v': 2}]]
{{ [(rows)|rejectattr|list] }} =! runtime
{{ [(s)|rejectattr|list] }} =! runtime
{{ [(s)|rejectattr('t','defined')|list] }} => [['H', 'e', 'l', 'l', 'o', ' ', 'W', 'o', 'r', 'l', 'd']]
{{ [('')|rejectattr('n')|list] }} => [[]]
{{ [('')|rejectattr('v','gt',1)|list] }} => [[]]
{{ [([])|rejectattr('v','gt',1)|list] }} => [[]]
{{ [([])|rejectattr('n')|list] }} => [[]]
{{ [(undef)|rejectattr('t','defined')|list] }} => [[]]
{{ [(undef)|rejectattr|list] }} => [[]]
{{ [(none)|rejectattr|list] }} => [[]]
{{ [(none)|rejectattr('t','defined')|list] }} => [[]]
{{ [(5)|rejectattr('n')|list] }} =! runtime
{{ [(5)|rejectattr('v','gt',1)|list] }} =! runtime
{{ [(0)|rejectattr('v','gt',1)|list] }} => [[]]
{{ [(0)|rejectattr('n')|list] }} => [[]]
{{ [(mix)|rejectattr('t','defined')|list] }} => [[1, 'a', None]]
{{ [(mix)|rejectattr|list] }} =! runtime
{{ [(range(5))|rejectattr|list] }} =! runtime
{{ [(range(5))|rejectattr('t','defined')|list] }} => [[0, 1, 2, 3, 4]]
{{ [((1,2))|rejectattr('n')|list] }} => [[1, 2]]
{{ [((1,2))|rejectattr('v','gt',1)|list] }} =! undefined 'int object' has no attribute 'v'
{{ [(nl)|rejectattr('v','gt',1)|list] }} =! undefined 'list object' has no attribute 'v'
{{ [(nl)|rejectattr('n')|list] }} => [[[1, 'a'], [2, 'b'], [3, 'c']]]
{{ [(d.values())|rejectattr('t','defined')|list] }} => [[2, 1, {'x': [1, 2]}]]
{{ [(d.values())|rejectattr|list] }} =! runtime
{{ [(lst|reverse)|rejectattr|list] }} =! runtime
{{ [(lst|reverse)|rejectattr('t','defined')|list] }} => [[2, 1, 3]]
{{ [(bl)|rejectattr('n')|list] }} => [[True, 1, 1.0, False, 0]]
{{ [(bl)|rejectattr('v','gt',1)|list] }} =! undefined 'bool object' has no attribute 'v'
{{ [(lst)|unique|list] }} => [[3, 1, 2]]
{{ [(lst)|unique(true)|list] }} => [[3, 1, 2]]
{{ [(lst)|unique(attribute='n')|list] }} => [[3]]
{{ [(lst)|unique(attribute='v')|list] }} => [[3]]
{{ [(strs)|unique|list] }} => [['b', 'A', 'c']]
{{ [(strs)|unique(true)|list] }} => [['b', 'A', 'a', 'B', 'c']]
{{ [(strs)|unique(attribute='n')|list] }} => [['b']]
{{ [(strs)|unique(attribute='v')|list] }} => [['b']]
{{ [(d)|unique|list] }} => [['b', 'a', 'C']]
{{ [(d)|unique(true)|list] }} => [['b', 'a', 'C']]
{{ [(d)|unique(attribute='n')|list] }} => [['b']]
{{ [(d)|unique(attribute='v')|list] }} => [['b']]
{{ [(rows)|unique(attribute='v')|list] }} => [[{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}, {'n': 'Y', 'v': 1, 't': {'k': [0]}}, {'n': 'y', 'v': 2}]]
{{ [(rows)|unique|list] }} =! runtime
{{ [(s)|unique|list] }} => [['H', 'e', 'l', 'o', ' ', 'W', 'r', 'd']]
{{ [(s)|unique(attribute='v')|list] }} => [['H']]
{{ [('')|unique(true)|list] }} => [[]]
{{ [('')|unique(attribute='n')|list] }} => [[]]
{{ [([])|unique(attribute='n')|list] }} => [[]]
{{ [([])|unique(true)|list] }} => [[]]
{{ [(undef)|unique(attribute='v')|list] }} => [[]]
{{ [(undef)|unique|list] }} => [[]]
{{ [(none)|unique|list] }} =! runtime
{{ [(none)|unique(attribute='v')|list] }} =! runtime
{{ [(5)|unique(true)|list] }} =! runtime
{{ [(5)|unique(attribute='n')|list] }} =! runtime
{{ [(0)|unique(attribute='n')|list] }} =! runtime
{{ [(0)|unique(true)|list] }} =! runtime
{{ [(mix)|unique(attribute='v')|list] }} => [[1]]
{{ [(mix)|unique|list] }} => [[1, 'a', None]]
{{ [(range(5))|unique|list] }} => [[0, 1, 2, 3, 4]]
{{ [(range(5))|unique(attribute='v')|list] }} => [[0]]
{{ [((1,2))|unique(true)|list] }} => [[1, 2]]
{{ [((1,2))|unique(attribute='n')|list] }} => [[1]]
{{ [(nl)|unique(attribute='n')|list] }} => [[[1, 'a']]]
{{ [(nl)|unique(true)|list] }} =! runtime
{{ [(d.values())|unique(attribute='v')|list] }} => [[2]]
{{ [(d.values())|unique|list] }} =! runtime
{{ [(lst|reverse)|unique|list] }} => [[2, 1, 3]]
{{ [(lst|reverse)|unique(attribute='v')|list] }} => [[2]]
{{ [(bl)|unique(true)|list] }} => [[True, False]]
{{ [(bl)|unique(attribute='n')|list] }} => [[True]]
{{ [(lst)|batch|list] }} =! runtime
{{ [(lst)|batch(2)|list] }} => [[[3, 1], [2]]]
{{ [(lst)|batch(3,'-')|list] }} => [[[3, 1, 2]]]
{{ [(lst)|batch(0)|list] }} => [[[], [3, 1, 2]]]
{{ [(lst)|batch(-1,'x')|list] }} => [[[3, 1, 2]]]
{{ [(strs)|batch|list] }} =! runtime
{{ [(strs)|batch(2)|list] }} => [[['b', 'A'], ['a', 'B'], ['c']]]
{{ [(strs)|batch(3,'-')|list] }} => [[['b', 'A', 'a'], ['B', 'c', '-']]]
{{ [(strs)|batch(0)|list] }} => [[[], ['b', 'A', 'a', 'B', 'c']]]
{{ [(strs)|batch(-1,'x')|list] }} => [[['b', 'A', 'a', 'B', 'c']]]
{{ [(d)|batch|list] }} =! runtime
{{ [(d)|batch(2)|list] }} => [[['b', 'a'], ['C']]]
{{ [(d)|batch(3,'-')|list] }} => [[['b', 'a', 'C']]]
{{ [(d)|batch(0)|list] }} => [[[], ['b', 'a', 'C']]]
{{ [(d)|batch(-1,'x')|list] }} => [[['b', 'a', 'C']]]
{{ [(rows)|batch(0)|list] }} => [[[], [{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}, {'n': 'Y', 'v': 1, 't': {'k': [0]}}, {'n': 'y', 'v': 2}]]]
{{ [(rows)|batch(-1,'x')|list] }} => [[[{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}, {'n': 'Y', 'v': 1, 't': {'k': [0]}}, {'n': 'y', 'v': 2}]]]
{{ [(s)|batch(-1,'x')|list] }} => [[['H', 'e', 'l', 'l', 'o', ' ', 'W', 'o', 'r', 'l', 'd']]]
{{ [(s)|batch(2)|list] }} => [[['H', 'e'], ['l', 'l'], ['o', ' '], ['W', 'o'], ['r', 'l'], ['d']]]
{{ [('')|batch|list] }} =! runtime
{{ [('')|batch(0)|list] }} => [[]]
{{ [([])|batch(2)|list] }} => [[]]
{{ [([])|batch|list] }} =! runtime
{{ [(undef)|batch(3,'-')|list] }} => [[]]
{{ [(none)|batch(0)|list] }} =! runtime
{{ [(none)|batch(-1,'x')|list] }} =! runtime
{{ [(5)|batch(-1,'x')|list] }} =! runtime
{{ [(5)|batch(2)|list] }} =! runtime
{{ [(0)|batch|list] }} =! runtime
{{ [(0)|batch(0)|list] }} =! runtime
{{ [(mix)|batch(2)|list] }} => [[[1, 'a'], [None]]]
{{ [(mix)|batch|list] }} =! runtime
{{ [(range(5))|batch(3,'-')|list] }} => [[[0, 1, 2], [3, 4, '-']]]
{{ [((1,2))|batch(0)|list] }} => [[[], [1, 2]]]
{{ [((1,2))|batch(-1,'x')|list] }} => [[[1, 2]]]
{{ [(nl)|batch(-1,'x')|list] }} => [[[[1, 'a'], [2, 'b'], [3, 'c']]]]
{{ [(nl)|batch(2)|list] }} => [[[[1, 'a'], [2, 'b']], [[3, 'c']]]]
{{ [(d.values())|batch|list] }} =! runtime
{{ [(d.values())|batch(0)|list] }} => [[[], [2, 1, {'x': [1, 2]}]]]
{{ [(lst|reverse)|batch(2)|list] }} => [[[2, 1], [3]]]
{{ [(lst|reverse)|batch|list] }} =! runtime
{{ [(bl)|batch(3,'-')|list] }} => [[[True, 1, 1.0], [False, 0, '-']]]
{{ [(lst)|slice|list] }} =! runtime
{{ [(lst)|slice(2)|list] }} => [[[3, 1], [2]]]
{{ [(lst)|slice(3,'-')|list] }} => [[[3, '-'], [1, '-'], [2, '-']]]
{{ [(lst)|slice(1)|list] }} => [[[3, 1, 2]]]
{{ [(lst)|slice(7,0)|list] }} => [[[3], [1], [2], [0], [0], [0], [0]]]
{{ [(strs)|slice|list] }} =! runtime
{{ [(strs)|slice(2)|list] }} => [[['b', 'A', 'a'], ['B', 'c']]]
{{ [(strs)|slice(3,'-')|list] }} => [[['b', 'A'], ['a', 'B'], ['c', '-']]]
{{ [(strs)|slice(1)|list] }} => [[['b', 'A', 'a', 'B', 'c']]]
{{ [(strs)|slice(7,0)|list] }} => [[['b'], ['A'], ['a'], ['B'], ['c'], [0], [0]]]
{{ [(d)|slice|list] }} =! runtime
{{ [(d)|slice(2)|list] }} => [[['b', 'a'], ['C']]]
{{ [(d)|slice(3,'-')|list] }} => [[['b', '-'], ['a', '-'], ['C', '-']]]
{{ [(d)|slice(1)|list] }} => [[['b', 'a', 'C']]]
{{ [(d)|slice(7,0)|list] }} => [[['b'], ['a'], ['C'], [0], [0], [0], [0]]]
{{ [(rows)|slice(1)|list] }} => [[[{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}, {'n': 'Y', 'v': 1, 't': {'k': [0]}}, {'n': 'y', 'v': 2}]]]
{{ [(rows)|slice(7,0)|list] }} => [[[{'n': 'x', 'v': 3, 't': {'k': [1, 2]}}], [{'n': 'Y', 'v': 1, 't': {'k': [0]}}], [{'n': 'y', 'v': 2}], [0], [0], [0], [0]]]
{{ [(s)|slice(7,0)|list] }} => [[['H', 'e'], ['l', 'l'], ['o', ' '], ['W', 'o'], ['r', 0], ['l', 0], ['d', 0]]]
{{ [(s)|slice(2)|list] }} => [[['H', 'e', 'l', 'l', 'o', ' '], ['W', 'o', 'r', 'l', 'd']]]
{{ [('')|slice|list] }} =! runtime
{{ [('')|slice(1)|list] }} => [[[]]]
{{ [([])|slice(2)|list] }} => [[[], []]]
{{ [([])|slice|list] }} =! runtime
{{ [(undef)|slice(3,'-')|list] }} => [[['-'], ['-'], ['-']]]
{{ [(none)|slice(1)|list] }} =! runtime
{{ [(none)|slice(7,0)|list] }} =! runtime
{{ [(5)|slice(7,0)|list] }} =! runtime
{{ [(5)|slice(2)|list] }} =! runtime
{{ [(0)|slice|list] }} =! runtime
{{ [(0)|slice(1)|list] }} =! runtime
{{ [(mix)|slice(2)|list] }} => [[[1, 'a'], [None]]]
{{ [(mix)|slice|list] }} =! runtime
{{ [(range(5))|slice(3,'-')|list] }} => [[[0, 1], [2, 3], [4, '-']]]
{{ [((1,2))|slice(1)|list] }} => [[[1, 2]]]
{{ [((1,2))|slice(7,0)|list] }} => [[[1], [2], [0], [0], [0], [0], [0]]]
{{ [(nl)|slice(7,0)|list] }} => [[[[1, 'a']], [[2, 'b']], [[3, 'c']], [0], [0], [0], [0]]]
{{ [(nl)|slice(2)|list] }} => [[[[1, 'a'], [2, 'b']], [[3, 'c']]]]
{{ [(d.values())|slice|list] }} =! runtime
{{ [(d.values())|slice(1)|list] }} => [[[2, 1, {'x': [1, 2]}]]]
{{ [(lst|reverse)|slice(2)|list] }} => [[[2, 1], [3]]]
{{ [(lst|reverse)|slice|list] }} =! runtime
{{ [(bl)|slice(3,'-')|list] }} => [[[True, 1], [1.0, False], [0, '-']]]
{{ [(lst)|items|list] }} =! runtime
{{ [(strs)|items|list] }} =! runtime
{{ [(d)|items|list] }} => [[('b', 2), ('a', 1), ('C', {'x': [1, 2]})]]
{{ [(rows)|items|list] }} =! runtime
{{ [(s)|items|list] }} =! runtime
{{ [('')|items|list] }} =! runtime
{{ [([])|items|list] }} =! runtime
{{ [(undef)|items|list] }} => [[]]
{{ [(none)|items|list] }} =! runtime
{{ [(5)|items|list] }} =! runtime
{{ [(0)|items|list] }} =! runtime
{{ [(mix)|items|list] }} =! runtime
{{ [(range(5))|items|list] }} =! runtime
{{ [((1,2))|items|list] }} =! runtime
{{ [(nl)|items|list] }} =! runtime
{{ [(d.values())|items|list] }} =! runtime
{{ [(lst|reverse)|items|list] }} =! runtime
{{ [(bl)|items|list] }} =! runtime
{{ [(lst)|reverse|list] }} => [[2, 1, 3]]
{{ [(strs)|reverse|list] }} => [['c', 'B', 'a', 'A', 'b']]
{{ [(d)|reverse|list] }} => [['C', 'a', 'b']]
{{ [(rows)|reverse|list] }} => [[{'n': 'y', 'v': 2}, {'n': 'Y', 'v': 1, 't': {'k': [0]}}, {'n': 'x', 'v': 3, 't': {'k': [1, 2]}}]]
{{ [(s)|reverse] }} => ['dlroW olleH']
{{ [('')|reverse] }} => ['']
{{ [([])|reverse|list] }} => [[]]
{{ [(undef)|reverse|list] }} => [[]]
{{ [(none)|reverse|list] }} =! runtime
{{ [(5)|reverse|list] }} =! runtime
{{ [(0)|reverse|list] }} =! runtime
{{ [(mix)|reverse|list] }} => [[None, 'a', 1]]
{{ [(range(5))|reverse|list] }} => [[4, 3, 2, 1, 0]]
{{ [((1,2))|reverse|list] }} => [[2, 1]]
{{ [(nl)|reverse|list] }} => [[[3, 'c'], [2, 'b'], [1, 'a']]]
{{ [(d.values())|reverse|list] }} => [[{'x': [1, 2]}, 1, 2]]
{{ [(lst|reverse)|reverse|list] }} => [[3, 1, 2]]
{{ [(bl)|reverse|list] }} => [[0, False, 1.0, 1, True]]
