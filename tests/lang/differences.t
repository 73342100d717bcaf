# Deliberate differences from the reference: docs/compatibility.md. These lines are not updated.
@data {"big": 123456789012345678901234567890}
{{ big }} {{ big == 123456789012345678901234567890 }} {{ big > 1 }} =* text 123456789012345678901234567890 True True
{{ (-8) ** 0.5 }} =* error runtime
{{ [1, 2]|random }} =* error runtime
{{ lipsum() }} =* error runtime
{% macro f() %}{{ f() }}{% endmacro %}{{ f() }} =* error limit
{{ '\ud800' }} =* error runtime
{{ 'a'.encode().upper() }} =* error runtime
{{ 'a'.encode('utf-16') }} =* error runtime
{{ 'a'.encode().decode('cp1252') }} =* error runtime
{{ 'é'.encode('ascii', 'namereplace') }} =* error runtime
{{ (0).from_bytes(range(1, 10)) }} =* error runtime
