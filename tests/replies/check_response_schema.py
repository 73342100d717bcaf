"""chatfmt's reading by response_schema against transformers' recursive_parse, from PyPI.

    check_response_schema.py PROGRAM [--count N] [--seed N] [--golden FILE]

transformers 5.14.1 is the newest release that has it, 5.0.0 one that still had x-mapping; both are fetched once, beside the
virtual environment of tests/models/environment.py. Skipped when they cannot be had. --golden writes response_schema.jsonl, and
beside it response_schema_table.jsonl, the message of each case of the tables in schema_cases.py, and response_query.jsonl: transforms, each with what it makes of every value in schema_cases.py.
"""
import argparse
import importlib.util
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "models"))
import environment  # noqa: E402

environment.enter()

import schema_cases  # noqa: E402
from asking import ask, plain  # noqa: E402

RELEASES = ("5.14.1", "5.0.0")


def fetch(release):
    """transformers.utils.chat_parsing_utils of one release, with the jmespath that it uses."""
    folder = os.path.join(sys.prefix, "response-schema-" + release)
    path = os.path.join(folder, "transformers", "utils", "chat_parsing_utils.py")
    if not os.path.exists(path):
        done = subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", folder, "transformers==" + release, "jmespath==1.0.1"])
        if done.returncode or not os.path.exists(path):
            print("transformers %s could not be fetched: skipped" % release)
            sys.exit(environment.SKIP)
    sys.path.append(folder)
    import transformers.utils
    transformers.utils.is_jmespath_available = lambda: True  # newer releases do not ask
    spec = importlib.util.spec_from_file_location("parsing_" + release.replace(".", "_"), path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.recursive_parse


def reference(parse, case):
    try:
        return {"message": json.loads(plain(parse(case["text"], case["response_schema"])))}
    except Exception as error:  # whatever it raises, it refuses
        return {"error": "%s: %s" % (type(error).__name__, str(error)[:200])}


def write_queries(parse, path):
    with open(path, "w", encoding="utf-8") as out:
        for transform in schema_cases.queries(300, 1):
            wants = [reference(parse, schema_cases.query_row(transform, value)) for value in schema_cases.VALUES]
            out.write(plain({"transform": transform, "contents": [want["message"] if "message" in want else "refused" for want in wants]}) + "\n")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--count", type=int, default=300)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--golden")
    options = options.parse_args()
    rows, wants = [], []
    for mapping, release in enumerate(RELEASES):
        parse = fetch(release)
        for case in schema_cases.cases(options.count // (1 + 2 * mapping), options.seed + mapping, bool(mapping)):
            rows.append(case)
            wants.append(reference(parse, case))
        if mapping:
            continue
        if options.golden:
            with open(os.path.join(os.path.dirname(options.golden), "response_schema_table.jsonl"), "w", encoding="utf-8") as out:
                for case in schema_cases.tables():
                    out.write(plain(reference(parse, case).get("message", "refused")) + "\n")
            write_queries(parse, os.path.join(os.path.dirname(options.golden), "response_query.jsonl"))
            continue
        for case in [*schema_cases.tables(), *schema_cases.query_rows(options.count, options.seed)]:
            rows.append(case)
            wants.append(reference(parse, case))
    if options.golden:
        with open(options.golden, "w", encoding="utf-8") as out:
            for row, want in zip(rows, wants):
                out.write(json.dumps({"row": row, "want": want}, ensure_ascii=False) + "\n")
        return 0
    failed = refused = 0
    for row, want, got in zip(rows, wants, ask(options.program, rows)):
        refused += "error" in want
        if ("error" in want) == ("error" in got) and ("error" in want or plain(want["message"]) == plain(got["message"])):
            continue
        failed += 1
        if os.environ.get("SHOW") or failed <= 5:
            print("%s\n   want %s\n   got  %s" % (plain(row)[:2000], plain(want)[:1000], plain(got)[:1000]))
    print("response_schema: %d readings, %d refused by transformers, %d differ" % (len(rows), refused, failed))
    return 1 if failed else 0


sys.exit(main())
