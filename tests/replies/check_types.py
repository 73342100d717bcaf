"""Raw arguments typed by the schema of their tool, in families that write them as text: every kind of schema with every kind of text,
as transformers' ResponseParser casts them. types.json is recorded from it (5.23):

    check_types.py PROGRAM
    check_types.py --record        (in the environment of tests/models/environment.py)
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "types.json")
# Texts that only Python reads as numbers, or that it changes: chatfmt takes what JSON calls a number, byte by byte.
OWN_NUMBERS = ("1_000", "1e3", "1e400", "1e25", "9" * 30, "\u0661")


def own(schema, raw):
    """True where chatfmt goes its own way: the list in docs/compatibility.md."""
    return raw in OWN_NUMBERS or "allOf" in schema or "enum" in schema or (isinstance(schema.get("type"), list) and "boolean" in schema["type"]
                                                                             and raw in ("0", "1"))


def tools(schema):
    return [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {"x": schema}}}}]


def record():
    sys.path.insert(0, os.path.join(os.path.dirname(HERE), "models"))
    import environment
    environment.enter()
    from transformers.utils.chat_parsing import ResponseParser
    import response_tables
    raws = [raw for raw in response_tables.RAWS if isinstance(raw, str)]
    types = [schema for schema in response_tables.TYPES if isinstance(schema, dict)]
    fields = response_tables.called(None, {})["response_template"]["fields"]
    values = []
    for schema in types:
        values.append([])
        for raw in raws:
            parser = ResponseParser({"start_anchor": "<a>", "fields": fields}, prefix="", tools=tools(schema))
            parser.feed("<call:f>%s</call>" % json.dumps({"x": raw}))
            values[-1].append(parser.finalize()[0]["tool_calls"][0]["function"]["arguments"]["x"])
    with open(TABLE, "w", encoding="utf-8") as out:
        out.write('{"raws": %s,\n"types": [\n' % json.dumps(raws))
        out.write(",\n".join(json.dumps([schema, row]) for schema, row in zip(types, values)) + "]}\n")


def main():
    if sys.argv[1] == "--record":
        return record()
    table = json.load(open(TABLE, encoding="utf-8"))
    asked = [(schema, raw, want) for schema, row in table["types"] for raw, want in zip(table["raws"], row)]
    texts = {"minimax-m2": '<minimax:tool_call>\n<invoke name="f">\n<parameter name="x">%s</parameter>\n</invoke>\n</minimax:tool_call>',
             "glm": "<tool_call>f\n<arg_key>x</arg_key>\n<arg_value>%s</arg_value>\n</tool_call>"}
    failed = count = 0
    for reader, text in texts.items():
        lines = "".join(json.dumps({"reader": reader, "text": text % raw, "tools": tools(schema)}) + "\n" for schema, raw, _ in asked)
        done = subprocess.run([sys.argv[1], "parse", "--batch"], input=lines, stdout=subprocess.PIPE, text=True, check=True)
        for (schema, raw, want), line in zip(asked, done.stdout.split("\n")):
            got = json.loads(json.loads(line)["message"]["tool_calls"][0]["function"]["arguments"])["x"]
            count += 1
            if json.dumps(got) != json.dumps(want) and not own(schema, raw):
                failed += 1
                if failed < 12:
                    print("%s, %s, %r: want %r, got %r" % (reader, json.dumps(schema), raw, want, got))
    print("types: %d passed, %d failed" % (count - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
