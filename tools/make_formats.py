#!/usr/bin/env python3
"""Writes src/formats/formats_data.inc: the formats' JSON files and templates as byte arrays, and an
index of their rows.

    tools/make_formats.py            write the file
    tools/make_formats.py --check    exit 1 when it is not what would be written
    tools/make_formats.py --folder D with the files of folder D instead of src/formats
"""
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parents[1] / "src" / "formats"
if sys.argv[1:2] == ["--folder"]:
    HERE = pathlib.Path(sys.argv[2])
OUTPUT = HERE / "formats_data.inc"
SETS = ("fastchat", "xtuner", "xtuner_v1", "internlm2", "classes", "guide")
TABLES = ("fastchat_rules", "xtuner_models")
# The program of a row that names none. FastChat's rows name a style instead.
PROGRAMS = {"xtuner": "xtuner", "xtuner_v1": "xtuner_v1"}


def rows_of(text):
    """(name, row, begin, end) of each object in the array "formats", in bytes of `text`."""
    decoder = json.JSONDecoder()
    at = text.index("[", text.index('"formats":')) + 1
    while True:
        while text[at] in " \n,":
            at += 1
        if text[at] == "]":
            return
        row, end = decoder.raw_decode(text, at)
        yield row, len(text[:at].encode()), len(text[:end].encode())
        at = end


def defaults_of(text):
    at = text.index("{", text.index('"defaults":'))
    end = json.JSONDecoder().raw_decode(text, at)[1]
    return len(text[:at].encode()), len(text[:end].encode())


def c_text(s):
    assert '"' not in s and "\\" not in s and s.isascii()
    return '{"%s", %d}' % (s, len(s))


def array(name, data, out):
    out.append("static const char %s[] = {" % name)
    for i in range(0, len(data), 20):
        out.append("    " + ", ".join(str(b) if b < 128 else "'\\x%02x'" % b for b in data[i:i + 20]) + ",")
    out.append("};")


def source_of(path):
    """A program, after the macro that it calls."""
    own, macro = path.read_bytes(), HERE / "convert" / "macros" / "image_object.jinja"
    return macro.read_bytes() + own if b"image_object(" in own else own


def main():
    out = ["/* Made by tools/make_formats.py from the .json and .jinja files beside it. */"]
    index, docs = [], []
    for name in SETS:
        text = (HERE / (name + ".json")).read_text("utf-8")
        doc = json.loads(text)
        array("data_" + name, text.encode(), out)
        begin, end = defaults_of(text)
        docs.append('    {%s, {data_%s, sizeof data_%s}, {data_%s + %d, %d}},' % (
            c_text(doc["system"]), name, name, name, begin, end - begin))
        names = set()
        for row, begin, end in rows_of(text):
            assert row["name"] not in names and "/" not in row["name"], row["name"]
            names.add(row["name"])
            style = row.get("sep_style", doc["defaults"].get("sep_style"))
            program = row.get("program", PROGRAMS.get(name, "")) if "sep_style" not in doc["defaults"] else (
                "style/" + style.lower() if style else "")
            index.append("    {%d, %s, %s, %s, {data_%s + %d, %d}}," % (
                SETS.index(name), c_text(row["name"]), c_text(program),
                c_text(row.get("warning", doc.get("warning", "")).replace('"', "'")), name, begin, end - begin))
    for name in TABLES:
        array("data_" + name, (HERE / (name + ".json")).read_bytes(), out)
    styles = json.loads((HERE / "fastchat.json").read_text("utf-8"))["styles"]
    programs = [("style/" + s.lower(), HERE / "styles" / (s.lower() + ".jinja"), "STYLE")
                for s in styles]
    programs += [(p.stem, p, "CONVERSION") for p in sorted((HERE / "convert").glob("*.jinja"))]
    programs += [(p.stem, p, "MESSAGES") for p in sorted((HERE / "programs").glob("*.jinja"))]
    for name, path, _ in programs:
        array("data_" + name.replace("/", "_") + "_jinja", source_of(path), out)
    out += ["static const cft_format_set data_sets[] = {"] + docs + ["};"]
    out += ["static const cft_format_row data_rows[] = {"] + index + ["};"]
    out += ["enum { DATA_STYLES = %d }; /* the first programs, in the order of FastChat's numbers */"
            % len(styles)]
    out += ["static const cft_format_program data_programs[] = {"]
    for name, _, kind in programs:
        data = "data_" + name.replace("/", "_") + "_jinja"
        out.append("    {%s, {%s, sizeof %s}, CFT_PROGRAM_%s}," % (c_text(name), data, data, kind))
    out += ["};"]
    text = "\n".join(out) + "\n"
    if sys.argv[1:] == ["--check"]:
        if not OUTPUT.exists() or OUTPUT.read_text("utf-8") != text:
            print("src/formats/formats_data.inc is out of date: run tools/make_formats.py")
            return 1
        return 0
    OUTPUT.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
