"""chatfmt fmt: what it makes of the cases below, and that formatted templates render as before.

The language tests and, where it is, the corpus of real templates are formatted with several options, formatted once more
(which must change nothing), and rendered: the expectations are those of the reference, for the template as it was.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE.parent / "lang"))
import batch  # noqa: E402
import run as lang  # noqa: E402
import run_corpus  # noqa: E402

PROGRAM = os.environ.get("CHATFMT", "build/chatfmt")
VARIANTS = [[], ["--width", "60", "--indent", "2"], ["--indent", "0", "--quotes", "double"]]
# Files are flushed to the disk one by one, which takes a while where there is a disk.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
COMMENT = re.compile(r"\{#[-+]?(.*?)[-+]?#\}", re.S)

# What goes in, what comes out, and options. ¶ is a newline.
CASES = [
    ("{{x}}", "{{ x }}"),
    ("{{-  x  -}}", "{{- x -}}"),
    ("{%if a==1and b!=-2%}{%endif%}", "{% if a == 1 and b != -2 %}¶{% endif %}"),
    ("{{ a.b ['c'] [ 1 : -1 ] (d , e = 2,*f, **g) }}", "{{ a.b['c'][1:-1](d, e=2, *f, **g) }}"),
    ("{{ {'a':1,'b':[1,2,],'c':(1,)} }}", "{{ {'a': 1, 'b': [1, 2,], 'c': (1,)} }}"),
    ("{{ {'a':{'b':{}}} }}", "{{ {'a': {'b': {} } } }}"),
    ("{% set x={'a':{}} %}", "{% set x = {'a': {}} %}"),
    ("{{ -x+-y**-2 }}{{ not-x }}{{ x if-y else-z }}", "{{ -x + -y ** -2 }}{{ not -x }}{{ x if -y else -z }}"),
    ("{{ 1 .real }}{{ x.0.1 }}{{ 1.5 .real }}", "{{ 1 .real }}{{ x.0.1 }}{{ 1.5 .real }}"),
    ("{{ a|trim|indent( 1 ) }}{{ a is divisibleby( 3 ) }}{{ a is in[1] }}", "{{ a | trim | indent(1) }}{{ a is divisibleby(3) }}{{ a is in [1] }}"),
    ("{{ \"a\" \"b\" }}", "{{ 'a' 'b' }}"),
    ("{{ \"it's\" }}{{ 'say \"x\"' }}{{ \"\\n\" }}{{ \"\" }}", "{{ \"it's\" }}{{ 'say \"x\"' }}{{ \"\\n\" }}{{ '' }}"),
    ("{{x}}\r", "{{ x }}¶"),
    ("{{ \"a\" }}", "{{ \"a\" }}", "--quotes", "keep"),
    ("{{ 'a' }}", "{{ \"a\" }}", "--quotes", "double"),
    # White space that reaches the output stays.
    ("{% if x %} {% endif %}", "{% if x %} {% endif %}"),
    ("{% if x %}¶  {{ x }}¶  {% endif %}¶", "{% if x %}¶  {{ x }}¶{% endif %}¶"),
    ("{{ x }}  {{ y }}¶¶¶{{ z }}", "{{ x }}  {{ y }}¶¶¶{{ z }}"),
    ("  {% if x %}¶a¶   {% endif %}", "{% if x %}¶a¶{% endif %}"),
    ("a {%- if x -%} b {%- endif -%} c", "a {%- if x -%} b {%- endif -%} c"),
    ("a¶¶¶{%- if x -%}¶¶¶¶b¶ {%- endif -%}¶c", "a¶¶{%- if x -%}¶¶    b¶{%- endif -%}¶c"),
    ("{% if x +%}¶{% endif %}", "{% if x +%}¶{% endif %}"),
    ("{% if x +%}{% endif %}{% if y %}{%+ endif %}", "{% if x +%}{% endif %}¶{% if y %}{%+ endif %}"),
    ("{{ x -}}¶¶¶", "{{ x -}}¶¶"),
    ("{#\tx y\t#}{#\t#}{# a # b #}", "{# x y #}{# #}{# a # b #}"),
    ("a{#", "a{#"),
    ("{% set x|default( 'a'[ 0 ],{ 'b':{} } ) %}{% endset %}", "{% set x | default('a'[0], {'b': {}}) %}¶{% endset %}"),
    ("{% if x %}¶  {%+ endif %}", "{% if x %}¶  {%+ endif %}"),
    # What does not reach it is laid out.
    ("{% if x %}{% set y=1 %}{% else %}{% endif %}", "{% if x %}¶    {% set y = 1 %}¶{% else %}¶{% endif %}"),
    ("{% if x %}{{ x }}{% endif %}{% if y %}{% endif %}", "{% if x %}{{ x }}{% endif %}¶{% if y %}¶{% endif %}"),
    ("{%- for a in b -%}¶{{ a }}¶{%- endfor -%}", "{%- for a in b -%}¶    {{ a }}¶{%- endfor -%}"),
    ("{% set x %}{% if y %}{% endif %}{% endset %}{% set z=1 %}", "{% set x %}¶    {% if y %}¶    {% endif %}¶{% endset %}¶{% set z = 1 %}"),
    ("{% if x -%}¶¶¶¶{{ x }}{% endif %}", "{% if x -%}¶¶    {{ x }}{% endif %}"),
    ("{% if x %}{% if y %}{% endif %}{% endif %}", "{% if x %}¶ {% if y %}¶ {% endif %}¶{% endif %}", "--indent", "1"),
    ("{% if x %}{% if y %}{% endif %}{% endif %}", "{% if x %}{% if y %}{% endif %}{% endif %}", "--plain-jinja"),
    ("{%- if x %}{%- if y %}{%- endif %}{%- endif %}", "{%- if x %}¶    {%- if y %}¶    {%- endif %}¶{%- endif %}", "--plain-jinja"),
    ("{% call(x) f(1) %}{% endcall %}{% macro m(a,b=1) %}{% endmacro %}", "{% call(x) f(1) %}¶{% endcall %}¶{% macro m(a, b=1) %}¶{% endmacro %}"),
    ("{% for a,b in c if d recursive %}{% endfor %}", "{% for a, b in c if d recursive %}¶{% endfor %}"),
    ("{%generation%}{{x}}{%endgeneration%}", "{% generation %}{{ x }}{% endgeneration %}"),
    # Comments and raw blocks keep their words.
    ("{#a#}{#- b  -#}{##}{#¶ c¶#}", "{# a #}{#- b -#}{# #}{#¶ c¶#}"),
    ("{% raw %} {{x}} {#y#} {% endraw %}{{x}}", "{% raw %} {{x}} {#y#} {% endraw %}{{ x }}"),
    # Lines inside of tags.
    ("{% set x = {¶'a': [¶1,¶  2¶],¶} %}", "{% set x = {¶    'a': [¶        1,¶        2¶    ],¶} %}"),
    ("{% if a¶and b %}{% endif %}", "{% if a¶    and b %}¶{% endif %}"),
    ("{% if aaaaaaaaaa and bbbbbbbbbb %}{% endif %}", "{% if aaaaaaaaaa¶    and bbbbbbbbbb %}¶{% endif %}", "--width", "30"),
    ("{% if aaaa¶and bbbb %}{% endif %}", "{% if aaaa and bbbb %}¶{% endif %}", "--width", "30"),
    ("", ""), ("text only", "text only"), ("a\r\nb\r\n", "a¶b¶"),
]
failures = []


def check(name, got, want):
    if got != want:
        failures.append(name)
        if len(failures) <= 20:
            print("%s:\n  got  %r\n  want %r" % (name, got, want))


def fmt(source, *options):
    done = subprocess.run([PROGRAM, "fmt", *options, "-"], input=source.encode(), capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def cases():
    for source, want, *options in CASES:
        source, want = source.replace("¶", "\n"), want.replace("¶", "\n")
        check(source, fmt(source, *options)[1], want)
        check("twice: " + source, fmt(want, *options)[1], want)


def command_line(folder):
    good, bad, broken = folder / "good.jinja", folder / "bad.jinja", folder / "broken.jinja"
    good.write_text("{{ x }}")
    bad.write_text("{{x}}")
    broken.write_text("{{ 1 + }}")
    bad.chmod(0o640)

    def run(*words):
        done = subprocess.run([PROGRAM, "fmt", *map(str, words)], capture_output=True, text=True)
        return done.returncode, done.stdout

    check("check, same", run("--check", good), (0, ""))
    check("check, other", run("--check", good, bad), (1, "%s\n" % bad))
    check("check, broken", run("--check", broken)[0], 2)
    check("broken", run(broken), (1, ""))
    check("diff", run("--diff", bad), (1, "--- %s\n+++ %s\n@@ -1,1 +1,1 @@\n-{{x}}\n\\ no newline at the end\n"
                                      "+{{ x }}\n\\ no newline at the end\n" % (bad, bad)))
    check("nothing written", bad.read_text(), "{{x}}")
    check("broken in place", run("--in-place", broken, bad)[0], 1)
    check("left", broken.read_text(), "{{ 1 + }}")
    check("in place", (bad.read_text(), bad.stat().st_mode & 0o777), ("{{ x }}", 0o640))
    check("nothing left behind", sorted(p.name for p in folder.iterdir()), ["bad.jinja", "broken.jinja", "good.jinja"])
    check("no such file", run("--check", folder / "none")[0], 2)
    check("usage", run("--indent", "x", good)[0], 2)
    done = subprocess.run([PROGRAM, "fmt", "--diff", "-"], input="a\n\x1b{{x}}", capture_output=True, text=True)
    check("diff of standard input", (done.returncode, "+\x1b{{ x }}" in done.stdout), (1, True))


def formatted(sources, options, name):
    """The formatted text of each, None where it does not compile; formatting it again changes nothing."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as temporary:
        folder = Path(temporary)
        paths = [folder / ("%06d" % i) for i in range(len(sources))]
        for path, source in zip(paths, sources):
            path.write_bytes(source.encode("utf-8", "surrogatepass"))
        errors = ""
        for begin in range(0, len(paths), 2000):
            done = subprocess.run([PROGRAM, "fmt", "--in-place", *options, *map(str, paths[begin:begin + 2000])],
                                  capture_output=True, text=True)
            check(name + ": status", done.returncode in (0, 1), True)
            errors += done.stderr
        check(name + ": refused", [l for l in errors.split("\n") if "left as it is" in l], [])
        failed = set(re.findall(r"/(\d{6})(?::|: )", errors))
        texts = [None if path.name in failed else path.read_bytes() for path in paths]
        for begin in range(0, len(paths), 2000):
            subprocess.run([PROGRAM, "fmt", "--in-place", *options, *map(str, paths[begin:begin + 2000])], capture_output=True)
        for path, text, source in zip(paths, texts, sources):
            if text is None:
                continue
            if path.read_bytes() != text:
                check(name + ": twice: " + source[:200], path.read_bytes(), text)
            if "raw" not in source:
                check(name + ": comments", [c.strip() for c in COMMENT.findall(text.decode("utf-8", "surrogatepass"))],
                      [c.strip() for c in COMMENT.findall(source.replace("\r\n", "\n").replace("\r", "\n"))])
        return [text if text is None else text.decode("utf-8", "surrogatepass") for text in texts]


def language():
    """Each line of the language tests, with the options it is compiled with."""
    groups, count = {}, 0
    for path in sorted((HERE.parent / "lang").glob("*.t")):
        for number, _, case in lang.read(path):
            if case and case["mark"]:
                groups.setdefault(tuple(sorted(case["options"].items())), []).append(("%s:%d" % (path.name, number), case))
    words = {("keep_trailing_newline", True): ["--keep-trailing-newline"], ("trim_blocks", True): [], ("lstrip_blocks", True): [],
             ("keep_trailing_newline", False): []}
    for options, rows in groups.items():
        rest = [o for o in options if o not in words]
        plain = sorted(rest) == [("lstrip_blocks", False), ("trim_blocks", False)]
        if rest and not plain:
            continue
        flags = ["--plain-jinja"] * plain + [w for o in options if o in words for w in words[o]]
        for variant in VARIANTS:
            texts = formatted([case["source"] for _, case in rows], flags + variant, "lang")
            kept = [(where, case, text) for (where, case), text in zip(rows, texts) if text is not None]
            requests = [{"id": where, "chat_template": text, "context": case["data"], "now": case["now"] + "Z",
                         "options": case["options"]} for where, case, text in kept]
            for (where, case, text), answer in zip(kept, batch.run(requests, batch.command())):
                if not lang.matches(case, batch.outcome(answer)):
                    check("%s %s: %r" % (where, variant, text), batch.outcome(answer), case["want"])
            count += len(kept)
    print("language tests: %d renders of formatted templates" % count)
    check("there were some", count > 1000, True)


def corpus():
    folder = run_corpus.default_corpus()
    if not os.path.exists(os.path.join(folder, "cases.jsonl")):
        print("check_fmt: SKIPPED the corpus, there is no %s" % folder)
        return
    requests, wanted = run_corpus.load(folder, None)
    sources = sorted({r["chat_template"] for r in requests})
    for variant in VARIANTS:
        texts = dict(zip(sources, formatted(sources, variant, "corpus")))
        changed = sum(texts[s] not in (s, None) for s in sources)
        asked = [{**r, "chat_template": texts[r["chat_template"]] or r["chat_template"]} for r in requests]
        bad = 0
        for request, want, answer in zip(asked, wanted, batch.run(asked, batch.command())):
            problem = run_corpus.difference(want, answer)
            if problem:
                bad += 1
                check("%s %s" % (request["id"], variant), problem[1], want)
        print("corpus %s: %d templates, %d changed, %d not formatted, %d cases, %d differ" %
              (" ".join(variant) or "with no options", len(sources), changed, sum(t is None for t in texts.values()),
               len(asked), bad))


def main():
    cases()
    with tempfile.TemporaryDirectory() as name:
        command_line(Path(name))
    if "--cases" not in sys.argv:
        language()
        corpus()
    print("fmt: %d failures" % len(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
