"""Replies read by response_template and response_schema as recorded from transformers, and the expressions that are refused.

    check_response_golden.py PROGRAM

The recordings are made by check_response_template.py --golden and check_response_schema.py --golden.
"""
import json
import os
import subprocess
import sys
import tempfile

import response_tables
import schema_cases
from asking import ask, plain

HERE = os.path.dirname(os.path.abspath(__file__))

# An expression of a template, the byte that is to blame, and a word of the message.
REFUSED = [
    ("a**", 2, "repetition of a repetition"), ("*a", 0, "nothing to repeat"), ("(a", 2, "a group without end"), ("a)", 1, "nothing opens"),
    ("[a", 0, "a class without end"), ("[z-a]", 1, "a bad range"), ("\\y", 1, "a bad escape"), ("x\\", 2, "a lone backslash"),
    ("(?P<1a>x)", 4, "a bad group name"), ("(?P<a>x)(?P<a>y)", 12, "is there already"), ("\\2(a)", 2, "a group that is not there"),
    ("a{3,2}", 1, "a minimum above the maximum"), ("(?:a|b)(?i)c", 7, "flags in the middle"), ("(?<=a+)b", 0, "PCRE2"), ("(?R)", 2, "this group"),
    ("(?:ab){e<=1}", 6, "fuzzy matching"), ("[[:alpha:]]", 1, "a POSIX class"), ("\\X", 1, "an escape"), ("\\p{Greek}", 1, "this property"),
    ("(?i)\u00e9", 6, "letters beyond ASCII"), ("^*", 1, "the repetition of an assertion"), ("\\ud800", 6, "a surrogate"),
    ("(?|a|b)", 2, "this group"), ("a{70000}", 1, "so many repetitions"), ("(" * 61 + ")" * 61, 61, "deeper nesting"),
]

# The same for the transforms of a schema.
TRANSFORMS = [("length(@)", 6, "functions"), ("a.", 2, "a name is missing"), ("[0", 2, "a bracket is missing"), ("a b", 2, "does not fit"), ("`a\"b`", 1, "not JSON"),
              ("'x", 0, "a quote without end"), ("&a", 0, "functions"), ("{a b}", 3, "a colon"), ("a#", 1, "means nothing"), ("[::::]", 4, "third colon")]

# Fields that open and close for ever where nothing is read: in transformers this is a loop without end.
EMPTY = {"repeats": True, "open_pattern": "(?=\\{)", "close_pattern": "|}"}
ENDLESS = [{"a": EMPTY, "c": {}}, {"c": {}, "b": {"open": "<b>", "close": "</b>"}, "a": dict(EMPTY, close_pattern="(?=.)")}]

# Events that differ from those of transformers while the message is the same: what closes the field "c", a text that comes by
# characters, its chunks as transformers gives them (recorded from 5.23), and as chatfmt does.
OTHER_CHUNKS = [
    ("\\d+?;", "x 12a 3;y", ["x", " ", "12a ", "y"], ["x", " ", "12a", " ", "y"]),
    ("[a-c]+?x", "abca d ax", ["abca d", " "], ["abca ", "d", " "]),
    ("a\\B;", "x a;b", ["x", " ", "a", ";", "b"], ["x", " ", "a;", "b"]),
    ("a\\B;", "ab", ["a", "b"], ["ab"]),
    ("a$;", "a\nb a\n", ["a\n", "b", " ", "a\n"], ["a\nb", " ", "a\n"]),
]


# Bytes that are no UTF-8, and some that are: leads and what may follow each of them or not, code points that are cut.
LEADS = (b"", b"\x80", b"\xc1", b"\xc2", b"\xdf", b"\xe0", b"\xe1", b"\xed", b"\xef", b"\xf0", b"\xf1", b"\xf4", b"\xf5", b"\xff")
FOLLOWERS = (b"", b"\x7f", b"\x80", b"\x8f", b"\x90", b"\x9f", b"\xa0", b"\xbf", b"\xc0", b"\x80\x80", b"\xa0\x80", b"\x90\x80\x80", b"\x90\x80", b"\xbf\xbf\xbf", b"\x8f\xc2", b"\x90\x80\xf0")
ENDS = (b"", b"\xc2", b"\xe0", b"\xe0\xa0", b"\xf0\x90\x80", b"\xf4\x8f", b"\xe0\x80", b"\xf0\x90\x80\x80", b"\xff")


def odd_bytes(program):
    """Replies of any bytes are read as bytes.decode(errors="replace") has them, however they are cut."""
    failed = count = 0
    body = b"|".join(lead + more for lead in LEADS for more in FOLLOWERS) + b"|"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "template.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"start_anchor": "<a>", "fields": {"content": {"content_args": {"strip": False}}}}, file)
        for number, end in enumerate(ENDS):
            reply = (b"" if number else body) + end
            for chunk in (1, 2, 3, 5, 7, 1 << 20):
                run = subprocess.run([program, "parse", "--response-template", path, "--stream", "--chunk", str(chunk)], input=reply, stdout=subprocess.PIPE)
                events = [json.loads(line) for line in run.stdout.split(b"\n")[:-1]]
                count += 1
                got = "".join(e["text"] for e in events if e.get("type") == "region_chunk")
                if run.returncode or got != reply.decode(errors="replace"):
                    failed += 1
                    print("%r in pieces of %d: %r" % (reply, chunk, events[-1:] if number else got))
    return failed, count


def other_chunks(program):
    """How many of them are not as they are told, and how many there are."""
    rows = []
    for expression, text, theirs, ours in OTHER_CHUNKS:
        template = {"start_anchor": "<s>", "fields": {"c": {"close_pattern": expression}, "r": {"open": "<r>", "close": "</r>"}}}
        rows += [{"response_template": template, "chunks": list(text), "events": True}, {"response_template": template, "chunks": [text]}]
    got, failed = ask(program, rows), 0
    for (expression, text, theirs, ours), cut, whole in zip(OTHER_CHUNKS, got[::2], got[1::2]):
        chunks = [e["text"] for e in cut["events"] if e["type"] == "region_chunk"]
        if chunks != ours or "".join(theirs) != "".join(ours) or cut["message"] != whole["message"]:
            failed += 1
            print("%s: want %s\n    got  %s, %s" % (expression, ours, chunks, whole["message"]))
    # A delimiter that stays unfinished over more than 4096 bytes is looked at now and then: the same chunks joined.
    template = {"start_anchor": "<s>", "fields": {"c": {}, "t": {"open_pattern": "<[^>]*>", "close": "</t>"}}}
    text = "ab <" + "x" * 20000 + "> in </t> c <" + "y" * 9000
    whole, cut = ask(program, [{"response_template": template, "chunks": chunks, "events": True}
                               for chunks in ([text], [text[i:i + 50] for i in range(0, len(text), 50)])])
    joined = [[(field, "".join(e["text"] for e in a["events"] if e["type"] == "region_chunk" and e["field"] == field)) for field in "ct"]
              for a in (whole, cut)]
    if joined[0] != joined[1] or whole["message"] != cut["message"]:
        failed += 1
        print("a long delimiter: %s" % [a["message"] for a in (whole, cut)])
    # Lone surrogates are no JSON.
    template = {"start_anchor": "<s>", "fields": {"c": {"content": "json"}}}
    error = ask(program, [{"response_template": template, "text": '{"a": "\\ud800"}'}])[0].get("error", {})
    if "lone surrogate" not in error.get("message", ""):
        failed += 1
        print("a lone surrogate: %s" % error)
    return failed, len(OTHER_CHUNKS) + 2


def same(want, got):
    if "error" in want or "error" in got:
        return "error" in want and "error" in got
    return all(plain(value) == plain(got.get(key)) for key, value in want.items())


def main():
    program, failed, count = sys.argv[1], 0, 0
    for name, tables in (("response_table.jsonl", list(response_tables.tables())), ("response_schema_table.jsonl", list(schema_cases.tables()))):
        with open(os.path.join(HERE, name), encoding="utf-8") as file:
            wants = [json.loads(line) for line in file]
        if len(wants) != len(tables):
            sys.exit("check_response_golden: %d recordings of %d tables" % (len(wants), len(tables)))
        for case, want, got in zip(tables, wants, ask(program, tables)):
            count += 1
            if plain(want) != plain("refused" if "error" in got else got["message"]):
                failed += 1
                print("%s\n    want %s\n    got  %s" % (plain(case)[:2000], plain(want)[:2000], plain(got)[:2000]))
    for name in ("response_template.jsonl", "response_schema.jsonl"):
        path = os.path.join(HERE, name)
        rows = [json.loads(line) for line in open(path, encoding="utf-8")] if os.path.exists(path) else []
        for number, (row, got) in enumerate(zip(rows, ask(program, [dict(r["row"], events=True) for r in rows])), 1):
            count += 1
            if not same(row["want"], got):
                failed += 1
                print("%s:%d: want %s\n    got  %s" % (name, number, plain(row["want"])[:2000], plain(got)[:2000]))
    queries = [json.loads(line) for line in open(os.path.join(HERE, "response_query.jsonl"), encoding="utf-8")]
    gots = iter(ask(program, [schema_cases.query_row(q["transform"], value) for q in queries for value in schema_cases.VALUES]))
    for query in queries:
        count += 1
        contents = [got["message"] if "message" in got else "refused" for got in (next(gots) for _ in schema_cases.VALUES)]
        if plain(contents) != plain(query["contents"]):
            failed += 1
            print("%s: want %s\n    got  %s" % (query["transform"], plain(query["contents"]), plain(contents)))
    asked = [{"response_template": {"start_anchor": "x", "fields": {"a": {"open_pattern": p}}}, "text": ""} for p, _, _ in REFUSED]
    for (pattern, at, word), got in zip(REFUSED, ask(program, asked)):
        count += 1
        message = got.get("error", {}).get("message", "")
        if word not in message or "byte %d " % at not in message or "Field 'a'" not in message:
            failed += 1
            print("%s: want byte %d, %s\n    got  %s" % (pattern, at, word, message))
    asked = [{"response_template": {"start_anchor": "x", "fields": {"a": {"open_pattern": p}}}, "text": ""} for p in response_tables.UNSUPPORTED]
    for row, got in zip(response_tables.UNSUPPORTED, ask(program, asked)):
        count += 1
        if " of the regular expression" not in got.get("error", {}).get("message", ""):
            failed += 1
            print("%s: should be refused, got %s" % (row, plain(got)))
    deep = {}
    for _ in range(60):
        deep = {"type": "object", "properties": {"a": deep}}
    inner = {"content": "xml-inline", "content_args": {"tag_pattern": "(?P<key>x"}}
    long = [{"response_schema": {"x-parser": "json", "x-parser-args": {"transform": t}}} for t in ("a" + " || a" * 100, "(" * 50)]
    for row, word in ((long[0], "transform nodes"), (long[1], "transform depth"), ({"response_schema": deep}, "schema depth"), ({"response_template": {"start_anchor": "x", "fields": {"a": inner}}}, "a group without end")):
        count += 1
        message = ask(program, [dict(row, text="")])[0].get("error", {}).get("message", "")
        if word not in message:
            failed += 1
            print("want %s\n    got  %s" % (word, message))
    for fields in ENDLESS:
        count += 1
        error = ask(program, [{"response_template": {"start_anchor": "x", "fields": fields}, "text": "a{b"}])[0].get("error", {})
        if error.get("kind") != "limit" or "for ever" not in error["message"]:
            failed += 1
            print("want an end of what has none\n    got  %s" % error)
    for check in (other_chunks, odd_bytes):
        different, made = check(program)
        failed, count = failed + different, count + made
    for transform, at, word in TRANSFORMS:
        count += 1
        schema = {"type": "any", "x-parser": "json", "x-parser-args": {"transform": transform}}
        message = ask(program, [{"response_schema": schema, "text": "{}"}])[0].get("error", {}).get("message", "")
        if word not in message or "byte %d " % at not in message:
            failed += 1
            print("%s: want byte %d, %s\n    got  %s" % (transform, at, word, message))
    print("response golden: %d passed, %d failed" % (count - failed, failed))
    return 1 if failed else 0


sys.exit(main())
