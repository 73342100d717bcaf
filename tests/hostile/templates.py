"""Templates, variables and whole lines that are meant to crash, hang or exhaust an engine.

A row is (name, what may come out, template, variables); a row of LINES is a raw line for
`chatfmt render --batch`. What may come out: kinds of errors, "text", or "any".
"""
import json

from hostile import templates_programs, templates_text, templates_values
from hostile.case import Case, read_batch

NOW = "2026-01-02T03:04:05Z"

N = 100000
DEEP = {"x": None}
for _ in range(900):
    DEEP = {"x": DEEP}
WIDE = {"k%d" % i: i for i in range(20000)}


def nested(count, opening, middle, closing):
    return opening * count + middle + closing * count


def double(times, start="'xxxxxxxxxxxxxxxx'", how="ns.s ~ ns.s"):
    return ("{% set ns = namespace(s=" + start + ") %}{% for i in range(" + str(times) +
            ") %}{% set ns.s = " + how + " %}{% endfor %}")


# A list of 100,000 that is copied for each item: it ends where the memory of values does.
HOARD = "{% set ns = namespace(l=[]) %}{% for i in range(100000) %}{% set ns.l = ns.l + [i] %}{% endfor %}"
DAG = "{% set ns = namespace(a=[1], b=[1]) %}{% for i in range(60) %}{% set ns.a = [ns.a, ns.a] %}" \
      "{% set ns.b = [ns.b, ns.b] %}{% endfor %}"

ROWS = [
    # --- source: depth, length, odd ends
    ("parens-1e5", "syntax limit", "{{ " + nested(N, "(", "1", ")") + " }}", {}),
    ("parens-open-1e5", "syntax limit", "{{ " + "(" * N, {}),
    ("brackets-1e5", "syntax limit", "{{ " + nested(N, "[", "", "]") + " }}", {}),
    ("braces-1e5", "syntax limit", "{{ " + nested(N, "{1:", "1", "}") + " }}", {}),
    ("mixed-brackets", "syntax limit", "{{ " + "([{1:" * 30000 + " }}", {}),
    ("closing-only", "syntax", "{{ " + ")" * N + " }}", {}),
    ("not-1e5", "text limit", "{{ " + "not " * N + "1 }}", {}),
    ("minus-1e5", "text limit", "{{ " + "-" * N + "1 }}", {}),
    ("plus-minus", "text limit", "{{ " + "+-" * 50000 + "1 }}", {}),
    ("plus-chain-1e5", "text limit", "{{ 1" + " + 1" * N + " }}", {}),
    ("tilde-chain-1e5", "text limit", "{{ 1" + " ~ 1" * N + " }}", {}),
    ("and-chain-1e5", "text limit", "{{ 1" + " and 1" * N + " }}", {}),
    ("or-chain-1e5", "text limit", "{{ 0" + " or 0" * N + " }}", {}),
    ("power-chain-1e5", "any", "{{ 1" + " ** 1" * N + " }}", {}),
    ("compare-chain-1e5", "any", "{{ 1" + " < 2" * N + " }}", {}),
    ("dict-of-fields-3e4", "text limit", "{% set x = {" + ", ".join(f"'k{i}': m.content" for i in range(30000))
     + "} %}", {"m": {}}),
    ("list-of-fields-9e4", "text limit", "{% set x = [" + "m.content, " * 90000 + "] %}", {"m": {}}),
    ("joined-fields-9e4", "text limit", "{{ m.content" + " ~ m.content" * 80000 + " }}", {"m": {}}),
    ("ternary-right-8e4", "text limit", "{{ " + "1 if 0 else " * 80000 + "2 }}", {}),
    ("ternary-1e5", "text limit", "{{ 1" + " if 1" * N + " }}", {}),
    ("filter-chain-1e5", "text limit", "{{ 'a'" + "|string" * N + " }}", {}),
    ("attribute-chain-1e5", "undefined limit", "{{ x" + ".a" * N + " }}", {}),
    ("item-chain-1e5", "undefined limit", "{{ x" + "[0]" * N + " }}", {}),
    ("call-chain-1e5", "any", "{{ x" + "()" * N + " }}", {}),
    ("if-depth-1e5", "syntax limit", nested(N, "{% if 1 %}", "x", "{% endif %}"), {}),
    ("if-open-1e5", "syntax limit", "{% if 1 %}" * N, {}),
    ("for-depth-1e4", "syntax limit", nested(10000, "{% for i in [1] %}", "x", "{% endfor %}"), {}),
    ("elif-1e5", "any", "{% if 0 %}" + "{% elif 0 %}" * 80000 + "{% endif %}", {}),
    ("with-depth", "syntax limit", nested(10000, "{% with a=1 %}", "x", "{% endwith %}"), {}),
    ("filter-depth", "syntax limit", nested(10000, "{% filter upper %}", "x", "{% endfilter %}"), {}),
    ("macro-depth", "syntax limit", nested(10000, "{% macro m() %}", "x", "{% endmacro %}"), {}),
    ("call-depth", "any", nested(10000, "{% call f() %}", "x", "{% endcall %}"), {}),
    ("set-depth", "syntax limit", nested(10000, "{% set x %}", "x", "{% endset %}"), {}),
    ("generation-depth", "any", nested(10000, "{% generation %}", "x", "{% endgeneration %}"), {}),
    ("block-many", "any", "".join("{%% block b%d %%}x{%% endblock %%}" % i for i in range(20000)), {}),
    ("source-2MiB", "limit", "x" * (2 << 20), {}),
    ("comment-open", "syntax", "{#" * N, {}),
    ("comment-closed-many", "text", "{##}" * N, {}),
    ("raw-open", "syntax", "{% raw %}" + "{{" * N, {}),
    ("raw-fake-ends", "syntax", "{% raw %}" + "{% endra %}" * 50000, {}),
    # The reference gives up on these by its own recursion limit before it sees the end.
    ("print-open-many", "limit", "{{" * N, {}),
    ("print-open-few", "syntax", "{{" * 20, {}),
    ("block-open-many", "syntax", "{%" * N, {}),
    ("brace-storm", "any", "{" * N, {}),
    ("spaces-1MB", "text", " " * 1000000, {}),
    ("spaces-before-tags", "text", (" " * 900 + "\n") * 1000 + "{%- if 1 %}{% endif -%}", {}),
    ("lstrip-storm", "text", (" " * 200 + "{% if 1 %}{% endif %}") * 3000, {}),
    ("newlines-storm", "text", "\r\n\r" * 200000, {}),
    ("minus-everywhere", "text", "{%- if 1 -%} {%- endif -%} " * 20000, {}),
    ("nul-in-source", "any", "a\x00b{{ 'c\x00d' }}", {}),
    ("controls-in-tag", "syntax", "{{ \x01\x02 }}", {}),
    ("bom", "text", "\ufeffhello", {}),
    ("bidi", "text", "a\u202eb\u2066c", {}),
    ("string-open", "syntax", "{{ '" + "a" * N, {}),
    ("string-backslashes", "any", "{{ '" + "\\" * N + "' }}", {}),
    ("string-escapes", "text", "{{ ('" + "\\x41" * 50000 + "')|length }}", {}),
    ("unicode-names", "any", "{{ '" + "\\N{LATIN SMALL LETTER A}" * 20000 + "' }}", {}),
    ("unicode-name-bad", "syntax", "{{ '\\N{" + "A" * N + "}' }}", {}),
    ("unicode-name-open", "syntax", "{{ '\\N{" + "A" * N + "' }}", {}),
    ("escape-u-huge", "syntax", "{{ '\\Uffffffff' }}", {}),
    ("digits-1e5", "any", "{{ " + "9" * N + " }}", {}),
    ("digits-4301", "any", "{{ " + "9" * 4301 + " }}", {}),
    ("underscores", "any", "{{ 1" + "_1" * 50000 + " }}", {}),
    ("hex-digits", "any", "{{ 0x" + "f" * N + " }}", {}),
    ("float-exponent", "any", "{{ 1e" + "9" * 1000 + " }}", {}),
    ("float-digits", "text", "{{ 1." + "3" * N + " }}", {}),
    ("names-many", "text", "".join("{%% set v%d = %d %%}" % (i, i) for i in range(20000)), {}),
    ("name-long", "text", "{{ " + "a" * N + " }}", {}),
    ("adjacent-strings", "text", "{{ " + "'a' " * N + "}}", {}),
    ("list-items-1e5", "text", "{{ [" + "1," * N + "]|length }}", {}),
    ("dict-items-1e5", "text", "{{ {" + "1:1," * N + "}|length }}", {}),
    ("kwargs-20000", "any", "{{ dict(" + ",".join("k%d=1" % i for i in range(20000)) + ")|length }}", {}),
    ("kwargs-same", "syntax", "{{ dict(" + "a=1," * 20000 + ") }}", {}),
    ("args-1e5", "any", "{{ cycler(" + "1," * N + ").next() }}", {}),
    ("macro-args", "any", "{% macro m(" + ",".join("a%d" % i for i in range(20000)) + ") %}{% endmacro %}{{ m() }}", {}),
    ("targets", "any", "{% set " + ",".join("a%d" % i for i in range(20000)) + " = range(20000) %}", {}),
    ("tests-chain", "any", "{{ 1" + " is number" * 1000 + " }}", {}),
    ("unknown-tag", "syntax", "{% " + "x" * N + " %}", {}),
    ("tag-empty", "syntax", "{% %}" * 1000, {}),
    ("slices-many", "any", "{{ 'abc'" + "[::-1]" * 50000 + " }}", {}),
    ("half-surrogate", "runtime", "{{ '\\ud800' }}", {}),
    ("surrogate-pair-escaped", "any", "{{ '\\ud83d\\ude00' }}", {}),
    # --- work without end
    ("loops-nested", "limit", "{% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}"
     "{% endfor %}{% endfor %}{% endfor %}", {}),
    ("loops-100k2", "limit", "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}", {}),
    ("loop-output", "limit", "{% for a in range(100000) %}{{ 'x' * 10000 }}{% endfor %}", {}),
    ("loop-text", "limit", "{% for a in range(100000) %}" + "y" * 5000 + "{% endfor %}", {}),
    ("range-big", "runtime limit", "{{ range(100001)|list }}", {}),
    ("range-huge", "runtime limit", "{{ range(9223372036854775807)|length }}", {}),
    ("range-step", "runtime limit", "{{ range(-9223372036854775807, 9223372036854775807, 1)|length }}", {}),
    ("multiply-wrap", "limit runtime", "{{ 'abcd' * 4611686018427387905 }}", {}),
    ("multiply-huge", "limit runtime", "{{ 'a' * 9223372036854775807 }}", {}),
    ("multiply-list", "limit runtime", "{{ [0] * 9223372036854775807 }}", {}),
    ("multiply-list-1e8", "limit runtime", "{{ ([0] * 100000000)|length }}", {}),
    ("multiply-tuple", "limit runtime", "{{ ((1,2) * 4611686018427387904)|length }}", {}),
    ("multiply-nested", "limit", "{{ (((('a' * 10000) * 10000) * 10000) * 10000)|length }}", {}),
    ("double-string", "limit", double(60) + "{{ ns.s|length }}", {}),
    ("double-plus", "limit", double(60, how="ns.s + ns.s") + "{{ ns.s|length }}", {}),
    ("double-list", "limit", double(60, "[1]", "ns.s + ns.s") + "{{ ns.s|length }}", {}),
    ("double-format", "limit", double(60, how="'%s%s' % (ns.s, ns.s)") + "{{ ns.s|length }}", {}),
    ("double-str-format", "limit", double(60, how="'{0}{0}'.format(ns.s)") + "{{ ns.s|length }}", {}),
    ("double-join", "limit", double(60, how="[ns.s, ns.s]|join") + "{{ ns.s|length }}", {}),
    ("double-replace", "limit", double(60, how="ns.s|replace('x', 'xx')") + "{{ ns.s|length }}", {}),
    ("double-escape", "limit", double(60, "'&&&&'", "(ns.s|e)|string|replace('a', '&&')") + "{{ ns.s|length }}", {}),
    ("double-tojson", "limit", double(60, "'\"\"'", "ns.s|tojson") + "{{ ns.s|length }}", {}),
    # Only the sign itself is written anew each time, so this grows by eight characters a round.
    ("add-urlencode", "text", double(60, "'%%%%'", "ns.s|urlencode") + "{{ ns.s|length }}", {}),
    ("double-urlencode", "limit", double(60, "'%%%%'", "(ns.s|urlencode)|replace('%', '%%')") + "{{ ns.s|length }}", {}),
    ("append-100k", "text limit", double(100000, "''", "ns.s + 'abcdefghij'") + "{{ ns.s|length }}", {}),
    ("append-front-100k", "text limit", double(100000, "''", "'abcdefghij' + ns.s") + "{{ ns.s|length }}", {}),
    ("list-append-100k", "text limit", double(100000, "[]", "ns.s + [i]") + "{{ ns.s|length }}", {}),
    ("dag-print", "limit", DAG + "{{ ns.a }}", {}),
    ("dag-tojson", "limit", DAG + "{{ ns.a|tojson }}", {}),
    ("dag-equal", "limit", DAG + "{{ ns.a == ns.b }}", {}),
    ("dag-less", "limit", DAG + "{{ ns.a < ns.b }}", {}),
    ("dag-in", "limit", DAG + "{{ ns.a in [ns.b] }}", {}),
    ("dag-unique", "any", DAG + "{{ [ns.a, ns.b]|unique|list|length }}", {}),
    ("dag-sort", "limit", DAG + "{{ [ns.a, ns.b]|sort|length }}", {}),
    ("dag-pprint", "limit any", DAG + "{{ ns.a|pprint }}", {}),
    ("dag-string", "limit", DAG + "{{ ns.a|string|length }}", {}),
    ("dag-tuple-hash", "limit any", "{% set ns = namespace(a=(1,)) %}{% for i in range(60) %}"
     "{% set ns.a = (ns.a, ns.a) %}{% endfor %}{{ {ns.a: 1}|length }}", {}),
    ("macro-recursion", "limit", "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", {}),
    ("macro-mutual", "limit", "{% macro f() %}{{ g() }}{% endmacro %}{% macro g() %}{{ f() }}{% endmacro %}{{ f() }}", {}),
    ("macro-fan", "limit", "{% macro f(n) %}{% if n %}{{ f(n-1) }}{{ f(n-1) }}{{ f(n-1) }}{% endif %}{% endmacro %}{{ f(60) }}", {}),
    ("caller-recursion", "any", "{% macro f() %}{% call f() %}{{ caller() }}{% endcall %}{% endmacro %}{{ f() }}", {}),
    ("block-recursion", "limit any", "{% block a %}{{ self.a() }}{% endblock %}", {}),
    ("loop-recursion", "limit any", "{% for a in [[1]] recursive %}{{ loop([[1]]) }}{% endfor %}", {}),
    ("power-big", "any", "{{ 10 ** 100000 }}", {}),
    ("power-tower", "any", "{{ 9 ** 9 ** 9 ** 9 }}", {}),
    ("power-negative", "any", "{{ 0 ** -1 }}", {}),
    ("shift-like", "any", "{{ (2 ** 62) * 4 * 4 }}", {}),
    ("int-min", "any", "{{ (-9223372036854775807 - 1) // -1 }}{{ (-9223372036854775807 - 1) % -1 }}", {}),
    ("int-min-abs", "any", "{{ (-9223372036854775807 - 1)|abs }}{{ -(-9223372036854775807 - 1) }}", {}),
    ("width-percent", "limit runtime", "{{ '%999999999999d' % 1 }}", {}),
    ("width-percent-1e9", "limit runtime", "{{ '%1000000000d' % 1 }}", {}),
    ("width-percent-star", "limit runtime", "{{ '%*d' % (1000000000, 1) }}", {}),
    ("precision-percent", "limit runtime text", "{{ '%.1000000000f' % 1.5 }}", {}),
    ("precision-percent-d", "limit runtime", "{{ '%.1000000000d' % 1 }}", {}),
    ("percent-n", "runtime", "{{ '%n' % 1 }}", {}),
    ("percent-many", "any", "{{ '%s' * 50000 % 1 }}", {}),
    ("percent-end", "runtime", "{{ '%' % 1 }}", {}),
    ("format-width", "limit runtime", "{{ '{:1000000000}'.format(1) }}", {}),
    ("format-width-huge", "limit runtime", "{{ '{:99999999999999999999}'.format(1) }}", {}),
    ("format-precision", "limit runtime text", "{{ '{:.1000000000f}'.format(1.5) }}", {}),
    ("format-nested", "any", "{{ '{:{}}'.format(1, 1000000000) }}", {}),
    ("format-deep", "runtime limit any", "{{ '" + "{" * 5000 + "}" * 5000 + "'.format(1) }}", {}),
    ("format-index", "runtime", "{{ '{99999999999999999999}'.format(1) }}", {}),
    ("format-walk", "any", "{{ '{0.__class__.__mro__}'.format(1) }}", {}),
    ("format-map", "any", "{{ '{a.__init__.__globals__}'.format_map({'a': 1}) }}", {}),
    ("attr-format", "any", "{{ ('{0.__class__}'|attr('format'))(1) }}", {}),
    ("center-huge", "limit", "{{ 'a'|center(1000000000) }}", {}),
    ("ljust-huge", "limit runtime", "{{ 'a'.ljust(9223372036854775807) }}", {}),
    ("zfill-huge", "limit runtime", "{{ 'a'.zfill(9223372036854775807) }}", {}),
    ("expandtabs-huge", "limit runtime", "{{ ('\\t' * 1000).expandtabs(1000000000) }}", {}),
    ("indent-huge", "limit", "{{ ('a\\n' * 1000)|indent(1000000000) }}", {}),
    ("tojson-indent-huge", "limit", "{{ [[[1]]]|tojson(indent=1000000000) }}", {}),
    ("batch-fill", "limit any", "{{ [1]|batch(1000000000, 'x')|list|length }}", {}),
    ("slice-count", "limit any", "{{ [1]|slice(1000000000)|list|length }}", {}),
    ("batch-zero", "any", "{{ [1, 2]|batch(0)|list }}", {}),
    ("slice-zero", "any", "{{ [1, 2]|slice(0)|list }}", {}),
    ("wordwrap-zero", "any", "{{ 'aaa bbb'|wordwrap(0) }}", {}),
    ("wordwrap-long", "any", "{{ ('ab ' * 100000)|wordwrap(1)|length }}", {}),
    ("truncate-negative", "any", "{{ 'aaa bbb'|truncate(-5) }}", {}),
    ("round-huge", "any", "{{ 1.5|round(1000000000) }}{{ 1.5|round(-1000000000) }}", {}),
    ("replace-empty", "limit text", "{{ ('a' * 1000000)|replace('', 'bbbbbbbbbb')|length }}", {}),
    ("split-many", "text limit", "{{ ('a,' * 500000).split(',')|length }}", {}),
    ("find-quadratic", "text limit", "{{ ('a' * 500000).find('a' * 250000 ~ 'b') }}", {}),
    ("count-quadratic", "text limit", "{{ ('ab' * 500000).count('a' * 1000) }}", {}),
    ("in-quadratic", "text limit", "{{ ('a' * 500000 ~ 'b') in ('a' * 1000000) }}", {}),
    ("rfind-quadratic", "text limit", "{{ ('a' * 500000).rfind('b' ~ 'a' * 250000) }}", {}),
    ("replace-quadratic", "text limit", "{{ ('a' * 500000).replace('a' * 1000 ~ 'b', 'x')|length }}", {}),
    ("strip-set", "text limit", "{{ ('a' * 500000).strip('bcdefghijklmnopqrstuvwxyz' * 1000 ~ 'a')|length }}", {}),
    ("striptags-open", "any", "{{ ('<' * 500000)|striptags|length }}", {}),
    ("striptags-comments", "any", "{{ ('<!--' * 200000)|striptags|length }}", {}),
    ("urlize-redos", "any", "{{ ('http://' ~ 'a.' * 50000)|urlize|length }}", {}),
    ("urlize-parens", "any", "{{ ('(' * 100000 ~ 'www.a.com')|urlize|length }}", {}),
    ("title-many", "text limit", "{{ ('ab-c ' * 200000)|title|length }}", {}),
    ("sort-many", "text limit", "{{ (range(100000)|list|reverse|list)|sort|first }}", {}),
    ("sort-mixed", "runtime", "{{ [1, 'a', none]|sort }}", {}),
    ("groupby-many", "any", "{{ xs|groupby('a')|list|length }}", {"xs": [{"a": i % 977} for i in range(20000)]}),
    ("unique-many", "text limit", "{{ range(100000)|unique|list|length }}", {}),
    ("map-chain", "any", "{{ [1, 2]" + "|map('string')" * 5000 + "|list }}", {}),
    ("iterator-stack", "any", double(5000, "[1]", "ns.s|map('string')") + "{{ ns.s|list }}", {}),
    ("reverse-stack", "any", double(5000, "[1]", "ns.s|reverse") + "{{ ns.s|list }}", {}),
    ("sum-strings", "any", "{{ (['a'] * 10000)|sum(start='') }}", {}),
    ("sum-lists", "limit any", "{{ ([[1] * 1000] * 10000)|sum(start=[])|length }}", {}),
    ("nest-deep-value", "any", double(100000, "[]", "[ns.s]") + "{{ ns.s }}", {}),
    ("nest-deep-equal", "any", double(5000, "[]", "[ns.s]") + "{{ ns.s == [ns.s] }}", {}),
    ("nest-deep-tojson", "any", double(5000, "[]", "[ns.s]") + "{{ ns.s|tojson }}", {}),
    ("nest-deep-dict", "any", double(5000, "{}", "{'a': ns.s}") + "{{ ns.s }}", {}),
    ("namespace-self", "any", "{% set ns = namespace() %}{% set ns.a = ns %}{{ ns }}", {}),
    ("namespace-self-list", "any", "{% set ns = namespace() %}{% set ns.a = [ns] %}{{ ns.a }}{{ ns.a == ns.a }}", {}),
    ("cycler-self", "any", "{% set ns = namespace() %}{% set ns.c = cycler(ns) %}{{ ns.c.next() }}", {}),
    ("joiner-huge", "limit any", "{% set j = joiner('x' * 1000000) %}{% for i in range(1000) %}{{ j() }}{% endfor %}", {}),
    ("lipsum", "runtime limit", "{{ lipsum(1000000) }}", {}),
    ("random", "runtime", "{{ [1, 2]|random }}", {}),
    ("strftime-width", "any", "{{ strftime_now('%1000000000Y') }}", {}),
    ("strftime-long", "any", "{{ strftime_now('%A' * 100000)|length }}", {}),
    ("strftime-nul", "any", "{{ strftime_now('%Y\x00%') }}", {}),
    ("raise-long", "raised", "{{ raise_exception('x' * 1000000) }}", {}),
    ("raise-newline", "raised", "{{ raise_exception('a\\n\\x1b[31mb') }}", {}),
    ("raise-nul", "raised", "{{ raise_exception('a\\x00b') }}", {}),
    ("generation-many", "text limit", "{% for i in range(20000) %}{% generation %}{{ i }}{% endgeneration %}{% endfor %}", {}),
    # Output and values, and what is known of where both come from, share one bound.
    ("output-and-values", "limit", "{% for i in range(54) %}{{ 'x' * 1220000 }}{% endfor %}" + HOARD, {}),
    ("spans-and-values", "limit", "{% for a in range(1000) %}{% for i in range(4200) %}{{ d }}a{% endfor %}{% endfor %}" + HOARD, {"d": "user"}),
    ("spans-alone", "limit", "{% for a in range(1000) %}{% for i in range(10000) %}{{ d }}a{% endfor %}{% endfor %}", {"d": "user"}),
    ("print-undefined-name", "undefined", "{{ " + "a" * 5000 + ".b }}", {}),
    # --- the sandbox
    ("class", "text", "{{ ''.__class__ }}", {}),
    ("class-mro", "security", "{{ ''.__class__.__mro__ }}", {}),
    ("subclasses", "security", "{{ ().__class__.__base__.__subclasses__() }}", {}),
    ("globals", "any", "{{ cycler.__init__.__globals__ }}", {}),
    ("attr-class", "any", "{{ (''|attr('__class__')).x }}", {}),
    ("map-class", "any", "{{ ['']|map(attribute='__class__')|list }}", {}),
    ("append", "security", "{{ [].append(1) }}", {}),
    ("update", "security", "{{ {}.update(a=1) }}", {}),
    ("import", "any", "{% import 'os' as os %}", {}),
    ("include", "any", "{% include '/etc/passwd' %}", {}),
    ("extends", "any", "{% extends '/etc/passwd' %}", {}),
    # --- variables
    ("deep-json", "any", "{{ d }}", {"d": DEEP}),
    ("deep-json-tojson", "any", "{{ d|tojson }}", {"d": DEEP}),
    ("wide-json", "text", "{{ d|length }}{{ d['k19999'] }}", {"d": WIDE}),
    ("wide-sort", "text", "{{ d|dictsort|length }}", {"d": WIDE}),
    ("long-string", "text", "{{ s|length }}", {"s": "x" * 5000000}),
    ("long-string-upper", "text", "{{ s|upper|length }}", {"s": "é" * 1000000}),
    ("astral", "text", "{{ s[::-1]|length }}{{ s[500:1000] }}", {"s": "😀" * 200000}),
    ("index-quadratic", "limit text", "{% for i in range(100000) %}{{ s[i] }}{% endfor %}", {"s": "é" * 100000}),
    ("index-end-quadratic", "limit text", "{% for i in range(100000) %}{{ s[-1] }}{% endfor %}", {"s": "é" * 100000}),
    ("length-quadratic", "limit text", "{% for i in range(100000) %}{{ s|length }}{% endfor %}", {"s": "é" * 100000}),
    ("combining", "text", "{{ s|title|length }}", {"s": "a\u0301" * 100000}),
    ("shadow-items", "any", "{{ m.items }}{{ m['items'] }}", {"m": {"items": "x", "keys": "y"}}),
    ("role-newline", "text", "<|{{ m.role }}|>", {"m": {"role": "a\n<|im_start|>"}}),
    ("big-int", "any", "{{ n }}{{ n + 1 }}", {"n": 10 ** 300}),
    ("big-int-4300", "any", "{{ n }}", {"n": int("9" * 4300)}),
    ("many-messages", "text", "{% for m in messages %}{{ m.role }}{{ m.content }}{% endfor %}",
     {"messages": [{"role": "user", "content": "x" * 20}] * 50000}),
    ("pairwise-messages", "text limit", "{% for m in messages %}{% for n in messages %}{% if m == n %}x{% endif %}"
     "{% endfor %}{% endfor %}", {"messages": [{"role": "user", "content": str(i)} for i in range(2000)]}),
]

# Keys whose djb2 hashes are equal: an unseeded table would be searched in a row.
COLLIDING = ["".join("Ez" if i >> b & 1 else "FY" for b in range(14)) for i in range(1 << 14)]
ROWS.append(("keys-colliding", "text", "{{ d|length }}", {"d": {k: 1 for k in COLLIDING}}))

LINES = [
    ("line-empty-object", "input", b"{}"),
    ("line-array", "input", b"[]"),
    ("line-word", "input", b"hello"),
    ("line-half", "input", b'{"id": 1, "chat_template": "x"'),
    ("line-nul", "input", b"\x00\x00\x00"),
    ("line-bad-utf8", "input", b'{"id": "a", "chat_template": "\xff\xfe", "context": {}}'),
    ("line-overlong", "input", b'{"id": "a", "chat_template": "\xc0\xaf", "context": {}}'),
    ("line-surrogate-bytes", "input", b'{"id": "a", "chat_template": "\xed\xa0\x80", "context": {}}'),
    ("line-deep-array", "input", b"[" * 100000 + b"]" * 100000),
    ("line-deep-object", "input", b'{"a":' * 100000 + b"1" + b"}" * 100000),
    ("line-deep-context", "any", b'{"id":1,"chat_template":"{{ a }}","context":{"a":' + b"[" * 2000 + b"]" * 2000 + b"}}"),
    ("line-id-object", "text", b'{"id": {"a": [1]}, "chat_template": "x", "context": {}}'),
    ("line-number-huge", "any", b'{"id":1,"chat_template":"{{ a }}","context":{"a":1e999999999}}'),
    ("line-number-long", "any", b'{"id":1,"chat_template":"{{ a }}","context":{"a":' + b"9" * 1000000 + b"}}"),
    ("line-number-bad", "input", b'{"id":1,"chat_template":"{{ a }}","context":{"a":01}}'),
    ("line-nan", "any", b'{"id":1,"chat_template":"{{ a }}","context":{"a":NaN}}'),
    ("line-duplicate-keys", "text", b'{"id":1,"id":2,"chat_template":"x","context":{"a":1,"a":2}}'),
    ("line-template-number", "input", b'{"id":1,"chat_template":5,"context":{}}'),
    ("line-context-list", "input", b'{"id":1,"chat_template":"x","context":[]}'),
    ("line-now-bad", "input", b'{"id":1,"chat_template":"x","context":{},"now":"2026-13-45"}'),
    ("line-now-number", "input", b'{"id":1,"chat_template":"x","context":{},"now":5}'),
    ("line-options-bad", "input", b'{"id":1,"chat_template":"x","context":{},"options":[]}'),
    ("line-limits-bad", "input", b'{"id":1,"chat_template":"x","context":{},"options":{"limits":{"nope":1}}}'),
    ("line-limits-zero", "input", b'{"id":1,"chat_template":"x","context":{},"options":{"limits":{"fuel":0}}}'),
    ("line-limits-max", "text", b'{"id":1,"chat_template":"x","context":{},"options":{"limits":{"fuel":9223372036854775807}}}'),
    ("line-escape-bad", "input", b'{"id":1,"chat_template":"\\q","context":{}}'),
    ("line-surrogate-escape", "any", b'{"id":1,"chat_template":"{{ a }}","context":{"a":"\\ud800"}}'),
    ("line-many-keys", "any", b'{"id":1,"chat_template":"x","context":{' + b",".join(b'"k%d":1' % i for i in range(100000)) + b"}}"),
    ("line-10MB", "any", b'{"id":1,"chat_template":"{{ a|length }}","context":{"a":"' + b"x" * 10000000 + b'"}}'),
    ("line-trailing", "input", b'{"id":1,"chat_template":"x","context":{}} {}'),
    ("line-comment", "input", b'{"id":1,/**/"chat_template":"x","context":{}}'),
    ("line-no-newline", "text", b'{"id":1,"chat_template":"x","context":{}}'),
]


def ask_jinja(_, line):
    """The reference's text of one line of `render --batch`; its errors are raised."""
    import oracle
    given = json.loads(line)
    return oracle.environment(now=given["now"]).from_string(given["chat_template"]).render(
        **given["context"])


def template_case(name, source, variables, allowed="any", reference=ask_jinja):
    """A case of one template in a line of `render --batch`, with spans where the name begins so."""
    line = json.dumps({"id": name, "chat_template": source, "context": variables, "now": NOW,
                       **({"options": {"spans": True}} if name.startswith("spans-") else {})})
    return Case(name, "template", ["render", "--batch"], line.encode("utf-8", "surrogatepass"),
                allowed=allowed, reference=reference, read=read_batch)


def cases():
    for name, allowed, source, variables in ROWS:
        yield template_case(name, source, variables, allowed)
    for module in (templates_text, templates_values, templates_programs):
        for name, source, variables in module.rows():
            yield template_case(name, source, variables)
    for name, allowed, line in LINES:
        yield Case(name, "template", ["render", "--batch"], line, allowed=allowed, read=read_batch)
