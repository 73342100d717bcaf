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
