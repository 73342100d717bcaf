#!/usr/bin/env python3
"""Compares unicode.h with this Python: every code point, every name, and many that are not names.

usage: check_unicode.py PROBE ALIASES     ALIASES: tools/unicode_aliases.txt
"""
import random
import subprocess
import sys
import unicodedata

CATEGORIES = ("Cn Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf "
              "Cs Co").split()
SIGMA, FINAL_SIGMA = "\u03a3", "\u03c2"


def ignorable(character):
    """A sigma after "A" and the character is final, but not after the character alone."""
    return (("A" + character + SIGMA).lower()[-1] == FINAL_SIGMA
            and (character + SIGMA).lower()[-1] != FINAL_SIGMA)


def expected(code):
    c = chr(code)
    lt = unicodedata.category(c) == "Lt"
    flags = (c.isspace(), c.isalpha(), c.isalnum(), c.isalnum() or c == "_", c.isdecimal(), c.isdigit(),
             c.isnumeric(), c.islower(), c.isupper(), lt, c.islower() or c.isupper() or lt, ignorable(c),
             c.isprintable(), c.isidentifier(), ("x" + c).isidentifier())
    line = "%s %d %d" % ("".join("01"[flag] for flag in flags), unicodedata.decimal(c, -1),
                         CATEGORIES.index(unicodedata.category(c)))
    for text in (c.lower(), c.upper(), c.title(), c.casefold()):
        line += " " + "+".join("%x" % ord(each) for each in text)
    return line


def check_properties(probe):
    answers = subprocess.run([probe, "unicode"], stdout=subprocess.PIPE, check=True, text=True).stdout.split("\n")
    assert len(answers) == 0x110001
    wrong = 0
    for code in range(0x110000):
        if answers[code] != expected(code):
            wrong += 1
            if wrong <= 20:
                print("U+%04X: got %s, want %s" % (code, answers[code], expected(code)))
    print("%d code points, %d wrong" % (0x110000, wrong))
    return wrong


def by_name(name):
    """What the literal '\\N{name}' is."""
    try:
        return "%x" % ord(("\\N{%s}" % name).encode().decode("unicode_escape"))
    except UnicodeDecodeError:
        return "no"


def names(aliases):
    generator = random.Random(20240501)
    with open(aliases, encoding="ascii") as file:
        real = [line.rstrip("\n") for line in file if not line.startswith("#")]
    for name in real:
        assert by_name(name) != "no", name
    real += [name for name in (unicodedata.name(chr(code), None) for code in range(0x110000)) if name]
    yield from real
    words = sorted({word for name in real[::7] for word in name.split(" ")})
    for name in generator.sample(real, 20000) + real[:2000]:
        yield name.lower()
        yield "".join(generator.choice((str.lower, str.upper))(c) for c in name)
        parts = name.split(" ")
        place = generator.randrange(len(parts))
        yield " ".join(parts[:place] + parts[place + 1:])
        yield " ".join(parts[:place] + [generator.choice(words)] + parts[place:])
        yield " ".join(parts[:place] + [generator.choice(words)] + parts[place + 1:])
        yield name[:-1]
        yield name + generator.choice("AEIX0 -")
        cut = generator.randrange(len(name))
        yield name[:cut] + generator.choice("AEGS09 -") + name[cut + 1:]
        yield " " + name
        yield name.replace(" ", "  ", 1)
        yield name.replace(" ", "_")
    stems = ("CJK UNIFIED IDEOGRAPH-", "cjk unified ideograph-", "CJK COMPATIBILITY IDEOGRAPH-",
             "cjk compatibility ideograph-", "NUSHU CHARACTER-", "KHITAN SMALL SCRIPT CHARACTER-",
             "TANGUT IDEOGRAPH-", "CJK UNIFIED IDEOGRAPH ", "HANGUL SYLLABLE-")
    edges = (0, 0x33FF, 0x3400, 0x4DBF, 0x4DC0, 0x4E00, 0x9FFF, 0xA000, 0xABCD, 0xF900, 0xFA6D, 0xFA6E, 0xFA70,
             0xFAD9, 0xFADA, 0x17000, 0x18AFF, 0x18B00, 0x18CD5, 0x18CD6, 0x1B16F, 0x1B170, 0x1B2FB, 0x1FFFF,
             0x20000, 0x2A6DF, 0x2A6E0, 0x2A700, 0x2B738, 0x2B739, 0x2B740, 0x2B81D, 0x2B820, 0x2CEA1, 0x2CEB0,
             0x2EBE0, 0x2EBE1, 0x2F800, 0x2FA1D, 0x30000, 0x3134A, 0x3134B, 0x10FFFF)
    for stem in stems:
        yield stem
        for code in edges:
            for form in ("%X", "%04X", "%05X", "%06X", "%x", "%04x", "%05x", " %X", "+%X", "%XG"):
                yield stem + form % code
    initials = "G GG N D DD R M B BB S SS J JJ C K T P H L NG X".split() + [""]
    vowels = "A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I EE".split() + [""]
    finals = "G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H DD".split() + [""]
    for initial in initials:
        for vowel in vowels:
            for final in finals:
                yield "HANGUL SYLLABLE " + initial + vowel + final
    for name in ("HANGUL SYLLABLE  A", "HANGUL SYLLABLEA", "hangul syllable A", "HANGUL SYLLABLE a", "HANGUL SYLLABLE",
                 "KEYCAP DIGIT ONE", "LATIN CAPITAL LETTER A WITH MACRON AND GRAVE", "X" * 300, "<control>", " ", "-",
                 "\u017fPACE", "LATIN SMALL LETTER \u0131", "SPACE " * 30, "EM-DASH", "U+0041", "0041"):
        yield name


def check_names(probe, aliases):
    asked = [name for name in names(aliases) if name and "}" not in name]
    answers = subprocess.run([probe, "names"], input="".join(name + "\n" for name in asked).encode(),
                             stdout=subprocess.PIPE, check=True).stdout.decode().split("\n")
    assert len(answers) == len(asked) + 1
    wrong = found = 0
    for name, got in zip(asked, answers):
        want = by_name(name)
        found += want != "no"
        if got != want:
            wrong += 1
            if wrong <= 20:
                print("%s: got %s, want %s" % (name, got, want))
    print("%d names, %d of them real, %d wrong" % (len(asked), found, wrong))
    return wrong


if unicodedata.unidata_version != "14.0.0":
    print("skipped: this Python has Unicode %s" % unicodedata.unidata_version)
    sys.exit(77)
sys.exit(1 if check_properties(sys.argv[1]) + check_names(sys.argv[1], sys.argv[2]) else 0)
