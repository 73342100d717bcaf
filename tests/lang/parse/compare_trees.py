#!/usr/bin/env python3
"""Compares the parser's trees and refusals with those of Jinja2 3.1.6.

    compare_trees.py DUMP_TREE [--count N] [--seed N] [--templates FOLDER]

DUMP_TREE is the program built from dump_tree.c. The folder's templates are compared as they are,
then COUNT randomly damaged ones made from them and from the snippets below: both sides must
refuse, with the same words and line, or both make the same tree. Exit status 1 with differences.
"""
import argparse
import json
import pathlib
import random
import re
import struct
import subprocess
import sys

try:
    import jinja2.ext
    from jinja2 import TemplateSyntaxError, nodes
    from jinja2.sandbox import ImmutableSandboxedEnvironment
    if jinja2.__version__ != "3.1.6":
        raise ImportError("Jinja2 is " + jinja2.__version__)
except ImportError as reason:
    print("skipped, this needs Jinja2 3.1.6:", reason)
    sys.exit(77)

from snippets import SNIPPETS, TOKENS


class Generation(jinja2.ext.Extension):
    """The tag of transformers: a call block around its body."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return nodes.CallBlock(self.call_method("support"), [], [], body).set_lineno(line)


BINARY = {"Add": "+", "Sub": "-", "Mul": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**"}
COMPARE = {"eq": "==", "ne": "!=", "lt": "<", "lteq": "<=", "gt": ">", "gteq": ">=", "in": "in",
           "notin": "not in"}
PLAIN = {"Getattr": "attr", "Getitem": "item", "Call": "call", "Filter": "filter", "Test": "test",
         "CondExpr": "cond", "And": "and", "Or": "or", "Not": "not", "Slice": "slice",
         "Keyword": "keyword", "Break": "break", "Continue": "continue"}


def constant(value):
    if value is None:
        return "none"
    if value is True or value is False:
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, float):
        return "float:" + struct.pack(">d", value).hex()
    return str(value)


def lst(items):
    return " [" + "".join(child(i) for i in items) + "]"


def name(text):
    return " " + json.dumps(text) if text else ""


def arguments(n):
    return child(n.node) + lst(n.args) + lst(n.kwargs) + child(n.dyn_args) + child(n.dyn_kwargs)


def store(n):
    return " store" if n.ctx != "load" else ""


def body(items, elifs=(), other=()):
    return lst(items) + lst(elifs) + lst(other)


def child(n):
    if n is None:
        return " -"
    kind, head, rest = type(n).__name__, "", ""
    label = PLAIN.get(kind, kind.lower())
    none = " - - -"
    if kind == "Const":
        rest = " " + constant(n.value)
    elif kind == "TemplateData":
        label, rest = "text", name(n.data) + none
    elif kind == "Name":
        rest = store(n) + name(n.name) + none
    elif kind == "NSRef":
        rest = " store" + name(n.name) + name(n.attr) + none
    elif kind == "Tuple":
        rest = store(n) + lst(n.items)
    elif kind in ("List",):
        rest = lst(n.items)
    elif kind == "Dict":
        rest = lst([x for p in n.items for x in (p.key, p.value)])
    elif kind == "CondExpr":
        rest = child(n.expr1) + child(n.test) + child(n.expr2)
    elif kind in ("And", "Or"):
        rest = child(n.left) + child(n.right) + " -"
    elif kind == "Not":
        rest = child(n.node) + " - -"
    elif kind == "Compare":
        rest = child(n.expr) + " [" + "".join(
            " (operand " + COMPARE[o.op] + child(o.expr) + " - -)" for o in n.ops) + "]"
    elif kind in BINARY:
        label, rest = "binary", " " + BINARY[kind] + child(n.left) + child(n.right) + " -"
    elif kind in ("Neg", "Pos"):
        label, rest = "unary", (" -" if kind == "Neg" else " +") + child(n.node) + " - -"
    elif kind == "Concat":
        rest = lst(n.nodes)
    elif kind == "Getattr":
        rest = name(n.attr) + child(n.node) + " - -"
    elif kind == "Getitem":
        rest = child(n.node) + child(n.arg) + " -"
    elif kind == "Slice":
        rest = child(n.start) + child(n.stop) + child(n.step)
    elif kind == "Keyword":
        rest = name(n.key) + child(n.value) + " - -"
    elif kind == "Call":
        rest = arguments(n)
    elif kind in ("Filter", "Test"):
        rest = name(n.name) + arguments(n)
    elif kind == "Output":
        rest = lst(n.nodes)
    elif kind == "For":
        rest = ((" recursive" if n.recursive else "") + child(n.target) + child(n.iter) +
                child(n.test) + body(n.body, (), n.else_))
    elif kind == "If":
        rest = child(n.test) + " - -" + body(n.body, n.elif_, n.else_)
    elif kind == "Assign":
        label, rest = "set", child(n.target) + child(n.node) + " -" + body([])
    elif kind == "AssignBlock":
        label, rest = "setblock", child(n.target) + child(n.filter) + " -" + body(n.body)
    elif kind == "Macro":
        rest = name(n.name) + lst(n.args) + lst(n.defaults) + body(n.body)
    elif kind == "CallBlock":
        if isinstance(n.call.node, nodes.ExtensionAttribute):
            label, rest = "generation", none + body(n.body)
        else:
            label, rest = "callblock", lst(n.args) + lst(n.defaults) + child(n.call) + body(n.body)
    elif kind == "FilterBlock":
        rest = " -" + child(n.filter) + " -" + body(n.body)
    elif kind == "With":
        rest = lst(n.targets) + lst(n.values) + body(n.body)
    elif kind == "Block":
        rest = ((" scoped" if n.scoped else "") + (" required" if n.required else "") +
                name(n.name) + none + body(n.body))
    elif kind == "Scope":
        (n,) = n.body
        label, rest = "autoescape", child(n.options[0].value) + " - -" + body(n.body)
    elif kind in ("Break", "Continue"):
        rest = none + body([])
    elif kind in ("Include", "Import", "FromImport", "Extends"):
        word = "from" if kind == "FromImport" else kind.lower()
        context = kind != "Extends" and n.with_context
        targets = ""
        if kind == "Import":
            targets = f" (name:{n.target_line} store{name(n.target)}{none})"
        elif kind == "FromImport":
            for item, line in zip(n.names, n.name_lines):
                own, alias = item if isinstance(item, tuple) else (item, item)
                targets += f" (name:{line} store{name(alias)}{name(own)}{none})"
        label = "loader"
        rest = ((" scoped" if context else "") +
                (" required" if kind == "Include" and n.ignore_missing else "") + " " + word +
                " [" + targets + "]" + child(n.template) + body([]))
    else:
        raise AssertionError(kind)
    return f" ({label}:{n.lineno}{rest})"


def no_name_lines(n):
    """Jinja keeps names of imports without their lines: take those of the comparison away."""
    for x in n.find_all(nodes.Import):
        x.target_line = "?"
    for x in n.find_all(nodes.FromImport):
        x.name_lines = ["?"] * len(x.names)


ENVIRONMENTS = {}


def reference(flags, text):
    if flags not in ENVIRONMENTS:
        trim, lstrip, keep = (f == "1" for f in flags)
        ENVIRONMENTS[flags] = ImmutableSandboxedEnvironment(
            trim_blocks=trim, lstrip_blocks=lstrip, keep_trailing_newline=keep,
            extensions=[Generation, "jinja2.ext.loopcontrols"])
    try:
        tree = ENVIRONMENTS[flags]._parse(text, None, None)
        no_name_lines(tree)
        return lst(tree.body)
    except TemplateSyntaxError as e:
        return f"error 10 {e.lineno} {e.message}"
    except (SyntaxError, ValueError) as e:
        return "error"
    except RecursionError:
        return None


def ours(program, cases):
    data = b"".join(b"%s %d\n%s" % (f.encode(), len(t), t)
                    for f, t in ((f, t.encode()) for f, t in cases))
    run = subprocess.run([program], input=data, stdout=subprocess.PIPE)
    out, at, results = run.stdout, 0, []
    while at < len(out):
        line = out.index(b"\n", at)
        length = int(out[at:line])
        results.append(out[line + 1:line + 1 + length].decode("utf-8", "surrogatepass"))
        at = line + 1 + length
    if run.returncode != 0 or len(results) != len(cases):
        raise SystemExit(f"the program died with {run.returncode} after {len(results)} cases: "
                         f"{cases[len(results):len(results) + 1]!r}")
    return results


def lineless(text):
    """Without the lines of imported names."""
    return re.sub(r"\(loader:\d+ .*?\]",
                  lambda m: re.sub(r"\(name:\d+", "(name:?", m.group()), text)


def same(want, got):
    if got.startswith("error 3 "):  # a limit of ours: CPython knows fewer digits, too, but later
        return "limit integer_digits" in got
    if want.startswith("error"):
        cut = len(want) > 900 or len(want) < 10  # a message that does not fit; Python's own words
        return got == want or cut and got.startswith(want[:900])
    return want == got or want == lineless(got)


def mutate(r, text, pool):
    for _ in range(r.choice((1, 1, 1, 2, 3, 5))):
        at = r.randrange(len(text) + 1)
        end = min(len(text), at + r.choice((0, 1, 1, 2, 3, 8, 30)))
        how = r.randrange(8)
        if how == 0:
            text = text[:at] + text[end:]
        elif how <= 3:
            text = text[:at] + r.choice(TOKENS) + text[end if r.random() < 0.5 else at:]
        elif how == 4:
            text = text[:at] + text[at:end] * r.randrange(2, 4) + text[end:]
        elif how == 5:
            other = r.choice(pool)
            start = r.randrange(len(other) + 1)
            text = text[:at] + other[start:start + r.choice((1, 5, 20, 80))] + text[end:]
        elif how == 6:
            other = r.choice(SNIPPETS)
            text = text[:at] + other + text[end:]
        else:
            marks = [i for i in range(len(text)) if text[i] in "{}%#()[]|.,'\"-+\n"]
            if marks:
                at = r.choice(marks)
                text = text[:at] + r.choice(TOKENS) * r.randrange(2) + text[at + 1:]
    return text


def cases(options, pool):
    flags = ["110"] * 4 + [a + b + c for a in "01" for b in "01" for c in "01"]
    for text in pool + SNIPPETS:
        for f in ("110", "000", "101"):
            yield f, text
    for token in TOKENS:
        for form in ("{{ %s }}", "{{ a %s b }}", "{%% %s %%}", "{{ a is %s b }}", "%s", "{{ %s"):
            yield "110", form % token
    r = random.Random(options.seed)
    small = SNIPPETS + [t for t in pool if len(t) < 3000]
    for _ in range(options.count):
        p = r.random()
        if p < 0.15:
            words = "".join(r.choice(TOKENS) + r.choice(("", " ", " ", "\n")) for _ in
                            range(r.randrange(1, 12)))
            text = r.choice(("{{ %s }}", "{%% %s %%}", "{%% set x = %s %%}", "{%% for %s %%}")) % words
        else:
            base = r.choice(SNIPPETS if p < 0.55 else small if p < 0.9 else pool or SNIPPETS)
            if len(base) > 6000:
                start = r.randrange(len(base))
                base = base[start:start + 4000]
            text = mutate(r, base, pool or SNIPPETS)
        try:
            text.encode()
        except UnicodeEncodeError:
            continue
        yield r.choice(flags), text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--templates", help="a folder of *.jinja")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10, help="differences to print")
    options = parser.parse_args()
    pool = []
    for path in sorted(pathlib.Path(options.templates).glob("*.jinja")) if options.templates else ():
        pool.append(path.read_bytes().decode())
    total = differences = skipped = refused = 0
    batch = []

    def flush():
        nonlocal total, differences, skipped, refused
        for (flags, text), got in zip(batch, ours(options.program, batch)):
            want = reference(flags, text)
            total += 1
            skipped += want is None
            refused += want is not None and want.startswith("error")
            if want is not None and not same(want, got):
                differences += 1
                if differences <= options.show:
                    print(f"difference, flags {flags}: {text!r}\n  want {want}\n  got  {got}")
        batch.clear()

    for case in cases(options, pool):
        batch.append(case)
        if len(batch) == 500:
            flush()
    flush()
    print(f"compare_trees: {total} cases, {differences} differences, {refused} refused by Jinja, "
          f"{skipped} skipped, seed {options.seed}")
    return differences > 0


if __name__ == "__main__":
    sys.exit(main())
