# Deliberate differences from the reference: docs/compatibility.md. These lines are not updated.
@data {"big": 123456789012345678901234567890}
{{ big }} {{ big == 123456789012345678901234567890 }} {{ big > 1 }} =* text 123456789012345678901234567890 True True
{{ (-8) ** 0.5 }} =* error runtime
{{ [1, 2]|random }} =* error runtime
{{ lipsum() }} =* error runtime
{% macro f() %}{{ f() }}{% endmacro %}{{ f() }} =* error limit
{{ '\ud800' }} =* error runtime
{{ 'a'.encode().upper() }} =* error runtime
{{ 'a'.encode('utf-7') }} =* error runtime
{{ 'a'.encode().decode('cp1252') }} =* error runtime
{{ 'é'.encode('ascii', 'namereplace') }} =* error runtime
{{ (0).from_bytes(range(1, 10)) }} =* error runtime
{% set ns = namespace(x=[1]) %}{% for i in range(64) %}{% set ns.x = ns.x|map('string') %}{% endfor %}{{ ns.x|list }} =* text ['1']
{% set ns = namespace(x=[1]) %}{% for i in range(65) %}{% set ns.x = ns.x|map('string') %}{% endfor %}{{ ns.x|list }} =* error limit
{% set ns = namespace(x=[1]) %}{% for i in range(70) %}{% set ns.x = [ns.x]|map('list') %}{% endfor %}{{ ns.x|list }} =* error limit
{{ nope is sameas nope }} =* text True
{{ ''.encode() % [1] }} =* error runtime
{{ ['nan'|float] == ['nan'|float] }} =* text True
