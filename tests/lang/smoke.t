@data {"xs": [3, 1, 2], "name": "Zoé", "messages": [{"role": "user", "content": "Hi"}]}
{{ xs|join(d='-') }} => 3-1-2
{{ 'xxhixx'|trim('x') }} => hi
{{ xs|tojson(indent=2) }} => [\n  3,\n  1,\n  2\n]
{{ xs|nope }} =! syntax
{{ 1 + }} =! syntax
{{ nope.x }} =! undefined 'nope' is undefined
{{ raise_exception('no ' ~ name) }} =! raised no Zoé
{{ [].append(1) }} =! security
{{ name + 1 }} =! runtime
{% for m in messages %}¶<|{{ m.role }}|>{{ m.content }}¶{% endfor %}¶end => <|user|>Hi\nend
{% for m in messages %}{{ loop.index }}{% endfor %} => 1
