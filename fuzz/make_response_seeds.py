#!/usr/bin/env python3
"""Seeds and the dictionary of fuzz_response: the generated templates, schemas and replies of tests/replies.

    make_response_seeds.py FOLDER DICTIONARY
"""
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "replies"))
sys.dont_write_bytecode = True
import response_cases  # noqa: E402
import schema_cases  # noqa: E402

WORDS = ["(?P<key>", "(?P<value>", "(?=", "(?!", "(?<=", "(?<!", "(?:", "(?>", "(?i)", "(?P=key)", "*?", "+?", "{2,3}", "\\w", "\\s", "\\d", "\\b", "[^", "\\Z", "|$", "x-regex",
         "x-regex-iterator", "x-regex-key-value", "x-regex-substitutions", "x-parser", "x-parser-args", "transform", "properties", "prefixItems", "items", "additionalProperties",
         "open_pattern", "close_pattern", "start_anchor", "content_args", "string_delims", "tag_pattern", "value_parser", "[*].", "[?", "`1`", "@", "<b>", "</b>", "\\g<key>"]


def main():
    folder, dictionary = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    r = response_cases.random.Random(5)

    def write(name, mode, *parts):
        with open(os.path.join(folder, name), "wb") as out:
            out.write(bytes((mode, r.randrange(256), r.randrange(4))) + b"\0".join(p.encode() for p in parts))

    for i, case in enumerate(response_cases.cases(60, 3)):
        write("template%d" % i, 0, json.dumps(case["response_template"], ensure_ascii=False), case["prompt"], case["text"])
    for i, case in enumerate(schema_cases.cases(60, 3)):
        write("schema%d" % i, 1, json.dumps(case["response_schema"], ensure_ascii=False), "", case["text"])
    opens = [o for o in response_cases.OPENS if o[0] == "open_pattern"]
    closes = [c for c in response_cases.CLOSES if c[0] == "close_pattern"]
    for i in range(60):
        a, b, c, d = r.choice(opens), r.choice(closes), r.choice(opens), r.choice(closes)
        inside = r.choice(response_cases.JSONS + response_cases.QUIRKS + response_cases.XMLS + response_cases.KVS)
        write("pattern%d" % i, 2, a[1], b[1], c[1], d[1], r"<p=(?P<key>\w*)>(?P<value>.*?)</p>", "<s>x",
              "x " + r.choice(a[2]) + inside + r.choice(b[2]) + r.choice(c[2]) + " y</b> z" + r.choice(d[2]))
        write("literal%d" % i, 3, "<a>", "</a>", "<b>", "<end>", r"<p=(?P<key>\w*)>(?P<value>.*?)</p>", "<s>x", "x <a>" + inside + "</a> y <b>z</b> end<end>")
    with open(dictionary, "w", encoding="utf-8") as out:
        for word in WORDS:
            out.write('"%s"\n' % word.replace("\\", "\\\\").replace('"', '\\"'))


main()
