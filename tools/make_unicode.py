#!/usr/bin/env python3
"""Makes the Unicode tables of src/base from this Python's own str methods and unicodedata.

usage: tools/make_unicode.py [--check] [FOLDER]     (default: src/base)

Writes unicode_tables.inc (properties and case mappings) and unicode_names.inc (names). With
--check nothing is written; the exit status is 1 when a file would change. Needs a Python with
Unicode 14.0, such as 3.11.
"""
import collections
import heapq
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


def smallest(numbers):
    return "uint8_t" if max(numbers) < 256 else "uint16_t"


def three_stages(numbers):
    """The split in two steps with the smallest tables: (shifts, stages)."""
    best = None
    for low in range(3, 7):
        middle, third = split(numbers, low)
        for high in range(3, 7):
            first, second = split(middle, high)
            stages = first, second, third
            cost = sum(len(stage) * (1 if smallest(stage) == "uint8_t" else 2) for stage in stages)
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
        text += array(smallest(stage), "%s_%s" % (name, which), stage)
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


WORDS_A_BLOCK, NAMES_A_BLOCK = 32, 64
RARE_BITS = 14  # a word that is too rare for a code of its own is its number in so many bits
LONGEST_CODE = 15


def code_lengths(counts):
    """How many bits Huffman gives each symbol; a symbol that stands alone needs none."""
    heap = [(count, index, (symbol,)) for index, (symbol, count) in enumerate(sorted(counts.items()))]
    lengths = dict.fromkeys(counts, 0)
    heapq.heapify(heap)
    for made in range(len(heap), 2 * len(heap) - 1):
        (count, _, some), (more, _, others) = heapq.heappop(heap), heapq.heappop(heap)
        for symbol in some + others:
            lengths[symbol] += 1
        heapq.heappush(heap, (count + more, made, some + others))
    assert max(lengths.values()) <= LONGEST_CODE
    return lengths


class Tree:
    """A canonical Huffman code: symbols in the order of their codes, and how many have a length."""

    def __init__(self, counts):
        lengths = code_lengths(counts)
        self.symbols = sorted(lengths, key=lambda symbol: (lengths[symbol], symbol))
        self.counts = [0] * (LONGEST_CODE + 1)
        self.codes, code, length = {}, 0, 0
        for symbol in self.symbols:
            code <<= lengths[symbol] - length
            length = lengths[symbol]
            self.codes[symbol] = format(code, "0%db" % length) if length else ""
            self.counts[length] += 1
            code += 1
        assert max(self.counts) < 256


class Trees:
    """Trees by (kind, context). What is to be written goes through twice: the first time counts."""

    def __init__(self):
        self.seen = collections.defaultdict(collections.Counter)
        self.trees = {}

    def bits(self, kind, context, symbol):
        if not self.trees:
            self.seen[kind, context][symbol] += 1
            return ""
        return self.trees[kind, context].codes[symbol]

    def build(self):
        self.trees = {key: Tree(counts) for key, counts in sorted(self.seen.items())}

    def contexts(self, kind):
        return 1 + max(context for of, context in self.trees if of == kind)

    def table(self, name, kinds):
        """Trees of `kinds` one after the other, all contexts of each, and their symbols."""
        text, symbols, rows = "", [], []
        for kind in kinds:
            text += "#define UNICODE_NAMES_%s %d\n" % (kind.upper(), len(rows))
            for context in range(self.contexts(kind)):
                tree = self.trees.get((kind, context)) or Tree({0: 1})
                rows.append("    {%d, {%s}},\n" % (len(symbols), ", ".join(map(str, tree.counts))))
                symbols += tree.symbols
        text += "static const unicode_names_tree unicode_names_%s[%d] = {\n%s};\n" % (
            name, len(rows), "".join(rows))
        return text + array(smallest(symbols), "unicode_names_%s_symbols" % name, symbols)


def raw(number, length):
    return format(number, "0%db" % length) if length > 0 else ""


def packed(blocks):
    """Strings of bits, each beginning at a byte: (bytes, where each begins)."""
    data, places = [], []
    for bits in blocks:
        places.append(len(data))
        bits += "0" * (-len(bits) % 8)
        data += [int(bits[at:at + 8], 2) for at in range(0, len(bits), 8)]
    return data + [0, 0, 0], places  # a reader looks ahead


def word_blocks(words, letters, heads, trees):
    """Each word as its head (length shared with the one before, length added) and its letters,
    each of which is coded by the one before it."""
    for begin in range(0, len(words), WORDS_A_BLOCK):
        before, bits = "", ""
        for word in words[begin:begin + WORDS_A_BLOCK]:
            shared = len(os.path.commonprefix((before, word)))
            head = heads.setdefault((shared, len(word) - shared), len(heads))
            bits += trees.bits("word", 0, head)
            for at in range(shared, len(word)):
                bits += trees.bits("letter", letters.index(word[at - 1]) + 1 if at else 0,
                                   letters.index(word[at]))
            before = word
        yield bits


def any_word(word, rare, trees):
    return trees.bits("any", 0, -1) + raw(word, RARE_BITS) if word in rare else trees.bits("any", 0, word)


def name_blocks(names, heads, rare, trees):
    """Each (words, code) as what it adds to the one before in its block:

    - the head: words shared and words added, coded by the head before;
    - the first word added, which is above the one that it stands for: the difference;
    - the other words, the frequent ones with codes of their own;
    - the difference of the codes, as length and sign, coded by those before, and its lower bits."""
    for begin in range(0, len(names), NAMES_A_BLOCK):
        before, code_before, head, step, bits = (), 0, 0, 0, ""
        for words, code in names[begin:begin + NAMES_A_BLOCK]:
            shared = len(os.path.commonprefix((before, words)))
            added = words[shared:]
            now = heads.setdefault((shared, len(added)), len(heads))
            bits += trees.bits("name", head, now)
            head = now + 1
            if shared < len(before) or not before:
                gap = added[0] - (before[shared] if before else 0)
                bits += trees.bits("gap", 0, gap.bit_length()) + raw(gap, gap.bit_length())[1:]
                added = added[1:]
            for word in added:
                bits += any_word(word, rare, trees)
            change = abs(code - code_before)
            now = change.bit_length() << 1 | (code < code_before)
            bits += trees.bits("step", step, now) + raw(change, change.bit_length())[1:]
            before, code_before, step = words, code, now
        yield bits


def rare_words(names):
    """Words that are written too seldom to have codes of their own."""
    counts = collections.Counter()

    class Counting(Trees):
        def bits(self, kind, context, symbol):
            counts.update([symbol] if kind == "any" else [])
            return ""
    list(name_blocks(names, {}, (), Counting()))
    return {word for word in {word for words, _ in names for word in words} if counts[word] < 6}


def name_tables():
    single, runs = collect_names()
    words = sorted({word for name in single for word in name.split(" ")})
    assert len(words) <= 1 << RARE_BITS
    letters = sorted({letter for word in words for letter in word})
    number = {word: index for index, word in enumerate(words)}
    names = sorted((tuple(number[word] for word in name.split(" ")), code) for name, code in single.items())
    rare, trees = rare_words(names), Trees()
    word_heads, name_heads = {}, {}
    for _ in range(2):
        words_packed = packed(word_blocks(words, letters, word_heads, trees))
        names_packed = packed(name_blocks(names, name_heads, rare, trees))
        if not trees.trees:
            trees.build()
    text = "/* Made by tools/make_unicode.py from Unicode %s as Python has it. See unicode_names.c. */\n" % UNICODE
    for macro, value in (("WORDS", len(words)), ("COUNT", len(names)), ("WORD_BLOCK", WORDS_A_BLOCK),
                         ("BLOCK", NAMES_A_BLOCK), ("RARE_BITS", RARE_BITS),
                         ("LONGEST_WORD", max(map(len, words))),
                         ("MOST_WORDS", max(len(words) for words, _ in names))):
        text += "#define UNICODE_NAMES_%s %d\n" % (macro, value)
    text += "static const struct {\n    uint32_t first, last;\n    char stem[%d];\n} unicode_names_runs[%d] = {\n" % (
        max(len(stem) for stem, _, _ in runs) + 1, len(runs))
    text += "".join('    {0x%X, 0x%X, "%s"},\n' % (first, last, stem) for stem, first, last in runs) + "};\n"
    text += trees.table("trees", ("word", "letter", "name", "gap", "step"))
    text += array("int16_t", "unicode_names_any_words", trees.trees["any", 0].symbols)
    text += "static const unicode_names_tree unicode_names_any = {0, {%s}};\n" % (
        ", ".join(map(str, trees.trees["any", 0].counts)))
    text += array("char", "unicode_names_letters", ["'%s'" % letter for letter in letters])
    for which, heads in (("word", word_heads), ("name", name_heads)):
        text += "static const uint8_t unicode_names_%s_heads[%d][2] = {\n%s};\n" % (
            which, len(heads), "".join("    {%d, %d},\n" % head for head in heads))
    for which, (data, places) in (("word", words_packed), ("name", names_packed)):
        text += array("uint32_t", "unicode_names_%s_blocks" % which, places)
        text += array("uint8_t", "unicode_names_%s_data" % which, data)
    return text


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
