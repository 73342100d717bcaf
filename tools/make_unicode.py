#!/usr/bin/env python3
"""Makes the Unicode tables of src/base from this Python's own str methods and unicodedata.

usage: tools/make_unicode.py [--check] [FOLDER]     (default: src/base)

Writes unicode_tables.inc (properties and case mappings) and unicode_names.inc (names). With
--check nothing is written; the exit status is 1 when a file would change. Needs a Python with
Unicode 14.0, such as 3.11.
"""
import collections
import os
import sys
import unicodedata

UNICODE = "14.0.0"
CODES = range(0x110000)

# Bits of a property record; the names are those of base/unicode.h (CFT_TRAIT_...).
TRAITS = (
    ("space", lambda c: c.isspace()),
    ("alpha", lambda c: c.isalpha()),
    ("decimal", lambda c: c.isdecimal()),
    ("digit", lambda c: c.isdigit()),
    ("numeric", lambda c: c.isnumeric()),
    ("lower", lambda c: c.islower()),
    ("upper", lambda c: c.isupper()),
    ("title", lambda c: unicodedata.category(c) == "Lt"),
    # Python shows these two only through title() and the final sigma of lower().
    ("cased", lambda c: (c + "a").title().endswith("a")),
    ("ignorable", lambda c: ("A" + c + "\u03a3").lower().endswith("\u03c2")
     and (c + "\u03a3").lower().endswith("\u03c3")),
    ("printable", lambda c: c.isprintable()),
    ("identifier_start", lambda c: c.isidentifier()),
    ("identifier_continue", lambda c: ("a" + c).isidentifier()),
)
DIGIT_SHIFT, CATEGORY_SHIFT = 16, 20

# In the order of the enum in base/unicode.h: letters, marks, numbers, punctuation, symbols,
# separators, others.
CATEGORIES = ("Cn Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf "
              "Cs Co").split()

CASES = (str.lower, str.upper, str.title, str.casefold)
SPECIAL = 0x200000  # a mapping from here on is a place in the table of longer mappings


def traits(code):
    character = chr(code)
    bits = sum(1 << number for number, (_, has) in enumerate(TRAITS) if has(character))
    if character.isdecimal():
        bits |= unicodedata.decimal(character) << DIGIT_SHIFT
    return bits | CATEGORIES.index(unicodedata.category(character)) << CATEGORY_SHIFT


class Cases:
    """Case mappings as differences; longer ones as the place of their characters and a count."""

    def __init__(self):
        self.longer = []
        self.places = {}

    def one(self, code, method):
        result = method(chr(code))
        if len(result) == 1:
            return ord(result) - code
        assert len(result) <= 3 and all(ord(c) < 0x10000 for c in result)
        if result not in self.places:
            self.places[result] = len(self.longer)
            self.longer += map(ord, result)
        return SPECIAL + self.places[result] * 4 + len(result)

    def record(self, code):
        return tuple(self.one(code, method) for method in CASES)


def split(numbers, shift):
    """(which block stands where, the distinct blocks of 2**shift numbers one after the other)"""
    blocks, places, data = {}, [], []
    for begin in range(0, len(numbers), 1 << shift):
        block = tuple(numbers[begin:begin + (1 << shift)])
        if block not in blocks:
            blocks[block] = len(blocks)
            data += block
        places.append(blocks[block])
    return places, data


def kind(numbers):
    return "uint8_t" if max(numbers) < 256 else "uint16_t"


def three_stages(numbers):
    """The split in two steps with the smallest tables: (shifts, stages)."""
    best = None
    for low in range(3, 7):
        middle, third = split(numbers, low)
        for high in range(3, 7):
            first, second = split(middle, high)
            stages = first, second, third
            cost = sum(len(stage) * (1 if kind(stage) == "uint8_t" else 2) for stage in stages)
            if best is None or cost < best[0]:
                best = cost, (low, high), stages
    return best[1:]


def array(of, name, values, width=100):
    lines, line = [], "   "
    for value in values:
        text = " %s," % value if of != "uint8_t" else "%s," % value
        if len(line) + len(text) > width:
            lines.append(line)
            line = "   "
        line += " " + text if line == "   " and of == "uint8_t" else text
    return "static const %s %s[%d] = {\n%s\n};\n" % (of, name, len(values), "\n".join(lines + [line]))


def indexed(name, records):
    """Three stages that lead to the numbers of the distinct records, and these."""
    distinct = list(dict.fromkeys(records))
    number = {record: index for index, record in enumerate(distinct)}
    shifts, stages = three_stages([number[record] for record in records])
    text = "".join("#define %s_SHIFT_%s %d\n" % (name.upper(), which, shift)
                   for which, shift in zip(("LOW", "HIGH"), shifts))
    for which, stage in zip(("first", "second", "third"), stages):
        text += array(kind(stage), "%s_%s" % (name, which), stage)
    return distinct, text


def tables():
    head = "/* Made by tools/make_unicode.py from Unicode %s as Python has it. */\n" % UNICODE
    records = [traits(code) for code in CODES]
    distinct, stages = indexed("unicode_traits", records)
    text = head + "const uint32_t cft_ascii_traits[128] = {\n"
    for begin in range(0, 128, 8):
        text += "    " + " ".join("0x%06x," % record for record in records[begin:begin + 8]) + "\n"
    text += "};\n" + stages
    text += array("uint32_t", "unicode_traits_records", ["0x%06x" % record for record in distinct])
    cases = Cases()
    distinct, stages = indexed("unicode_case", [cases.record(code) for code in CODES])
    text += stages + "#define UNICODE_CASE_SPECIAL 0x%x\n" % SPECIAL
    text += "/* lower, upper, title, folded */\n"
    text += "static const int32_t unicode_case_records[%d][4] = {\n" % len(distinct)
    text += "".join("    {%d, %d, %d, %d},\n" % record for record in distinct) + "};\n"
    return text + array("uint16_t", "unicode_case_longer", ["0x%04x" % code for code in cases.longer])


def numbered(name, code):
    """The stem of a name that ends in its own code point, or None."""
    tail = "-%04X" % code
    return name[:-len(tail) + 1] if name.endswith(tail) else None


def collect_names():
    """Names one by one, and runs (stem, first, last) of those that end in their code point."""
    single, runs = {}, []
    for code in CODES:
        name = unicodedata.name(chr(code), None)
        if name is None or 0xAC00 <= code <= 0xD7A3:
            continue
        stem = numbered(name, code)
        if stem is None:
            single[name] = code
        elif runs and runs[-1][0] == stem and runs[-1][2] == code - 1:
            runs[-1][2] = code
        else:
            runs.append([stem, code, code])
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, "unicode_aliases.txt"), encoding="ascii") as file:
        for line in file:
            if not line.startswith("#"):
                assert line.rstrip() not in single
                single[line.rstrip()] = ord(unicodedata.lookup(line.rstrip()))
    return single, runs


WORDS_A_BLOCK, NAMES_A_BLOCK, SHORT_WORDS = 16, 32, 200


def front_coded_words(words):
    """Blocks of words, each as (length shared with the one before) * 16 or 0, length added, and
    the letters added. Shared lengths above 15 count as 15."""
    data, blocks, before = [], [], ""
    for index, word in enumerate(words):
        shared = 0
        if index % WORDS_A_BLOCK == 0:
            blocks.append(len(data))
        else:
            shared = min(len(os.path.commonprefix((before, word))), 15)
        added = word[shared:]
        if len(added) < 15:
            data.append(shared << 4 | len(added))
        else:
            data += [shared << 4 | 15, len(added)]
        data += added.encode("ascii")
        before = word
    return data, blocks


def signed_bytes(number):
    """Seven bits a byte, the lowest first, the sign in the lowest bit."""
    number = number << 1 if number >= 0 else (-number << 1) - 1
    out = []
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return out + [number]


def changes(names):
    """Each (words, code) as what it adds to the one before in its block: (count of words shared,
    words added, difference of the codes)."""
    for index, (words, code) in enumerate(names):
        if index % NAMES_A_BLOCK == 0:
            before, code_before = (), 0
        shared = len(os.path.commonprefix((before, words)))
        assert shared < 16 and 0 < len(words) - shared < 16
        yield shared, words[shared:], code - code_before
        before, code_before = words, code


def front_coded_names(names, word_bytes):
    """An entry is the number of its head, the words added and, unless the head says that the code
    is the next one, the difference of the codes. A head is shared * 512 + added * 2 + next."""
    data, blocks, heads = [], [], {}
    for index, (shared, added, step) in enumerate(changes(names)):
        if index % NAMES_A_BLOCK == 0:
            blocks.append(len(data))
        head = shared << 9 | len(added) << 1 | (step == 1)
        data.append(heads.setdefault(head, len(heads)))
        for word in added:
            data += word_bytes[word]
        if step != 1:
            data += signed_bytes(step)
    assert len(heads) <= 256
    return data, blocks, list(heads)


def name_tables():
    single, runs = collect_names()
    words = sorted({word for name in single for word in name.split(" ")})
    number = {word: index for index, word in enumerate(words)}
    names = sorted((tuple(number[word] for word in name.split(" ")), code) for name, code in single.items())
    written = collections.Counter(word for _, added, _ in changes(names) for word in added)
    frequent = sorted(written, key=lambda word: (-written[word], word))[:SHORT_WORDS]
    assert len(words) <= (256 - SHORT_WORDS) * 256
    word_bytes = {index: (SHORT_WORDS + (index >> 8), index & 255) for index in range(len(words))}
    word_bytes.update((index, (place,)) for place, index in enumerate(frequent))
    word_data, word_blocks = front_coded_words(words)
    name_data, name_blocks, heads = front_coded_names(names, word_bytes)
    text = "/* Made by tools/make_unicode.py from Unicode %s as Python has it. See unicode_names.c. */\n" % UNICODE
    for macro, value in (("WORDS", len(words)), ("COUNT", len(names)), ("WORD_BLOCK", WORDS_A_BLOCK),
                         ("BLOCK", NAMES_A_BLOCK), ("SHORT_WORDS", SHORT_WORDS),
                         ("LONGEST_WORD", max(map(len, words))),
                         ("MOST_WORDS", max(len(words) for words, _ in names))):
        text += "#define UNICODE_NAMES_%s %d\n" % (macro, value)
    text += "static const struct {\n    uint32_t first, last;\n    char stem[%d];\n} unicode_names_runs[%d] = {\n" % (
        max(len(stem) for stem, _, _ in runs) + 1, len(runs))
    text += "".join('    {0x%X, 0x%X, "%s"},\n' % (first, last, stem) for stem, first, last in runs) + "};\n"
    text += array("uint16_t", "unicode_names_frequent", frequent)
    text += array("uint32_t", "unicode_names_word_blocks", word_blocks)
    text += array("uint8_t", "unicode_names_word_data", word_data)
    text += array("uint16_t", "unicode_names_heads", heads)
    text += array("uint32_t", "unicode_names_blocks", name_blocks)
    return text + array("uint8_t", "unicode_names_data", name_data)


def main(arguments):
    check = "--check" in arguments
    folders = [argument for argument in arguments if argument != "--check"]
    folder = folders[0] if folders else os.path.join(os.path.dirname(__file__), "..", "src", "base")
    if unicodedata.unidata_version != UNICODE:
        print("this Python has Unicode %s, not %s" % (unicodedata.unidata_version, UNICODE))
        return 77
    different = 0
    for name, make in (("unicode_tables.inc", tables), ("unicode_names.inc", name_tables)):
        path, text = os.path.join(folder, name), make()
        if check:
            with open(path, encoding="ascii", newline="") as file:
                if file.read() != text:
                    print("%s is not what the generator makes" % name)
                    different = 1
        else:
            with open(path, "w", encoding="ascii", newline="\n") as file:
                file.write(text)
    return different


sys.exit(main(sys.argv[1:]))
