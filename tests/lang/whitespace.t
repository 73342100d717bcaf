# White-space control.
@data {"x": 1}
  {% if x %}¶  a¶  {% endif %}¶b =>   a\nb
a  {% if x %}  b  {% endif %}  c => a    b    c
a¶  {%- if x -%}  ¶ b ¶ {%- endif -%}  ¶ c => abc
{{ x }}¶{{ x }}¶ => 1\n1
{{- x -}}  a  {{- x }} => 1a1
  {%+ if x %}a{%+ endif %} =>   a
{% if x +%}¶a{% endif +%}¶b => \na\nb
{% if x %}¶¶a{% endif %}¶¶b => \na\nb
{# c #}¶a{# d #} ¶b => a \nb
  {# c #}¶  {#- d -#}  ¶e => e
a{% raw %}¶ {{ b }} {% endraw %}¶c => a\n {{ b }} c
  {% raw %} a {% endraw %}  ¶b =>  a   \nb
a¶ => a
a¶¶ => a\n
¶ =>
a {%- raw -%} b {%- endraw -%} c => abc
{% set a = 1 %}   ¶b =>    \nb
	{% if x %}	a{% endif %} => \ta
a {{- ' b ' -}} c => a b c
{%- for i in [1, 2] %}¶    {{ i }}¶{%- endfor %} =>     1    2
 {% if x %}{% endif %}a => a
@options {"trim_blocks": false, "lstrip_blocks": false}
  {% if x %}¶  a¶  {% endif %}¶b =>   \n  a\n  \nb
a¶  {%- if x -%}  ¶ b ¶ {%- endif -%}  ¶ c => abc
{# c #}¶a => \na
@options {"trim_blocks": true, "lstrip_blocks": false}
  {% if x %}¶  a¶  {% endif %}¶b =>     a\n  b
@options {"trim_blocks": false, "lstrip_blocks": true}
  {% if x %}¶  a¶  {% endif %}¶b => \n  a\n\nb
@options {"keep_trailing_newline": true}
a¶ => a\n
a¶¶ => a\n\n
{% if x %}{% endif %}¶ =>
@options {}
