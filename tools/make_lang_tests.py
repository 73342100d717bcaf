#!/usr/bin/env python3
"""Writes the language tests that go through a zoo: every method on many receivers with many
arguments, the format mini-language, printf-style formatting and the directives of strftime.

usage: tools/make_lang_tests.py [TOPIC…]     then   tests/lang/run.py --update tests/lang/zoo_*.t

The zoo is sampled by a generator of its own, so the files are the same wherever they are made.
Cases for which a person chose the input stand in the other files of tests/lang.
"""
import os
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STATE = [1]

DATA = '@data {"inf": Infinity, "nan": NaN, "d": {"x": 5, "k": "v"}}'


def below(n):
    """0 … n - 1; a linear congruential generator, Knuth's MMIX."""
    STATE[0] = (STATE[0] * 6364136223846793005 + 1442695040888963407) % 2**64
    return (STATE[0] >> 33) % n


def pick(items):
    return items[below(len(items))]


def chance(percent):
    return below(100) < percent


def quote(text):
    out = "'"
    for c in text:
        if c in "'\\":
            out += "\\" + c
        elif ord(c) < 32 or 0x7f <= ord(c) < 0xa1 or c in "\u2028\u200b\u3000\u0301":
            out += "\\u%04x" % ord(c)
        else:
            out += c
    return out + "'"


def safe(text):
    return "(%s|safe)" % quote(text)


STRINGS = [quote(s) for s in (
    "", "a", "abc", "abcabc", "ABC", "Hello World", "it's a.b (c-d) 3rd", "  a  b\tc ", "a,b,,c",
    ",a,", "aaa", "\n", "a\nb\r\nc\rd\x0be\x1cf\x85g\u2028h\n", "\t", "a\tb\r\tc\n\td", "ß", "İ",
    "ΑΣ", "ǆ Ǆ ǅ", "ﬁ", "ŉ", "é", "naïve café", "😀", "a😀b", "e\u0301", "\xa0x\u3000", "٣", "²",
    "½", "+5", "-42", "x=1", "<b>&\"'", "xxhixx", "a-b-c", "--", "banana", "%s", "{0}", "\u200b",
    "\x00", "ab cd_ef1", "_x1", "1x", "日本語", "AΣ")]
MARKUPS = [safe(s) for s in (
    "", "a", "<b>", "a,b", " x ", "a\nb", "&amp;&lt;x&#39;&#x41;&notit;&nbsp;&unknown;&#1;&#0;",
    "<!-- a --><b>x</b> <!<!-- -->-- y -->z < q", "Hello World", "é😀", "%s", "{}", "1\t2")]
PARTS = [quote(s) for s in ("", "a", "b", "na", ",", "-", " ", "x", "ab", "abc", "\n", "é", "😀",
                            "\t", "<", "&", "aa", "c", "A", "bc")]
NUMBERS = ["0", "1", "2", "3", "5", "8", "(-1)", "(-2)", "(-3)", "10", "(-10)", "30", "true"]
BIG = ["9223372036854775807", "(-9223372036854775808)", "18446744073709551616", "(-18446744073709551617)"]
OTHERS = ["none", "undef", "d.nope", "1.5", "[]", "['a', 'b']", "('a', 'b')", "('x',)", "()",
          "{'a': 'b'}", "{}", "['a', 1]", "'a'.encode()", safe("<"), safe("a"), "(1,)",
          "{97: 'x', 98: none, 99: 120}", "{'a': 1, 'b': none}", "'utf-8'", "'latin-1'",
          "'ascii'", "'replace'", "'ignore'", "range(3)", "d.items()", "dict", "'abc'|reverse"]
STR_METHODS = """capitalize casefold center count encode endswith expandtabs find format
    format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric
    isprintable isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix
    removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith
    strip swapcase title translate upper zfill""".split()
ZOO = [ # receivers, methods, cases of each method
    (STRINGS, STR_METHODS, 16),
    (MARKUPS, STR_METHODS + ["escape", "unescape", "striptags"], 7),
    (["[]", "[1, 2, 3]", "[1, 1.0, true, 'a', none]", "['a', 'b', 'a']", "[[1], [2]]"],
     ["count", "index", "copy", "append", "nope"], 12),
    (["()", "(1, 2, 3)", "('a', 'b')", "(1, 1)"], ["count", "index", "nope"], 10),
    (["{}", "{'a': 1}", "{'a': 1, 'b': 2, 1: 3}", "{'items': 1}"],
     ["get", "items", "keys", "values", "copy", "fromkeys", "update", "a"], 9),
    (["(0)", "(1)", "(-1)", "(5)", "(255)", "(-256)", "9223372036854775807", "(1000000000000000000000000000000)", "true"],
     ["as_integer_ratio", "bit_count", "bit_length", "conjugate", "to_bytes", "from_bytes",
      "real", "imag", "numerator", "denominator", "nope"], 8),
    (["(0.0)", "(-0.0)", "(1.5)", "(0.1)", "(-2.5)", "(1e300)", "(1e-300)", "(5e-324)", "inf",
      "nan", "(1e16)"],
     ["as_integer_ratio", "conjugate", "fromhex", "hex", "is_integer", "real", "imag"], 10),
    (["'é'.encode()", "'éa'.encode('latin-1')"], ["decode", "hex", "nope"], 10),
    (["range(5)", "range(0)", "range(1, 10, 3)", "range(5, 0, -2)"],
     ["count", "index", "start", "stop", "step", "nope"], 8),
    (["{'a': 1}.keys()", "{'a': 1}.items()"], ["isdisjoint"], 12),
]
KEYWORDS = {"split": ["sep", "maxsplit"], "rsplit": ["sep", "maxsplit"], "encode": ["errors"],
            "splitlines": ["keepends"], "expandtabs": ["tabsize"], "removesuffix": ["suffix"],
            "replace": ["count"], "center": ["width"], "get": ["default"], "index": ["start"],
            "to_bytes": ["length", "byteorder", "signed"], "decode": ["errors"]}
PLAIN = ["real", "imag", "numerator", "denominator", "start", "stop", "step", "nope"]
HEXES = ["'0x1.8p3'", "'-1.1'", "'0x1p-1074'", "'0x1p1024'", "'nan'", "'inf'", "'0x.8'", "'1p'",
         "' 0x1.23456789abcdef8p0 '"]


def argument(method):
    kind = below(100)
    if method == "fromhex" and kind < 80:
        return pick(HEXES)
    if kind < 42:
        return pick(PARTS)
    if kind < 55:
        return pick(STRINGS)
    if kind < 78:
        return pick(NUMBERS)
    wide = method in ("center", "ljust", "rjust", "zfill", "expandtabs", "to_bytes")
    return pick(OTHERS if wide or kind > 79 else BIG)


def method_case(receivers, method):
    count = pick([0, 1, 1, 1, 2, 2, 3])
    if method.startswith("is") and method != "isdisjoint":
        count = 1 if chance(4) else 0
    given = [argument(method) for _ in range(count)]
    if method == "join" and chance(60):
        given = ["[%s]" % ", ".join(pick(STRINGS + MARKUPS) for _ in range(below(5)))]
    if method in KEYWORDS and chance(25):
        given.append("%s=%s" % (pick(KEYWORDS[method]), argument(method)))
    call = "(%s)" % ", ".join(given)
    if method in PLAIN and chance(80):
        call = ""
    return "{{ [%s.%s%s] }}" % (pick(receivers), method, call)


def methods():
    for receivers, names, count in ZOO:
        for name in names:
            for _ in range(count):
                yield method_case(receivers, name)
    yield from codecs()


VALUES = ["0", "1", "(-1)", "42", "12345", "(-1234567)", "9223372036854775808", "10000000000000000000000000", "true",
          "false", "0.0", "(-0.0)", "1.0", "1.5", "2.5", "0.1", "1e15", "1e16", "123456.789", "1e-5",
          "9.995", "1e300", "inf", "nan", "''", "'a'", "'héllo'", "'😀x'", "none", "[]", "(1,)",
          "{}", "undef", "('<b>'|safe)", "'<i>'", "d", "'a'.encode()", "range(3)",
          "{'x': 1, 'y': [1, {'z': 'q'}]}", "[1, [2, 3]]"]


def codecs():
    """Lines of zoo_methods.t: text to bytes and back."""
    names = ["utf-8", "UTF-16", "utf-16-le", "utf_16be", "utf-32", "utf-32-be", "ascii", "latin-1"]
    handlers = ["strict", "replace", "ignore", "backslashreplace", "xmlcharrefreplace"]
    for name in names:
        for handler in handlers:
            text = quote(pick(["aé", "日本", "😀a", "abc", "ÿ", "a\u0301é😀", ""]))
            yield "{{ [%s.encode('%s', '%s')] }}" % (text, name, handler)
            if handler == "xmlcharrefreplace":
                continue
            yield "{{ [%s.encode('%s').decode('%s', '%s')] }}" % (
                text, pick(["utf-8", "utf-16", "utf-16-be", "utf-32-le"]), name, handler)


def format_spec(nested):
    out = ""
    if chance(40):
        out += pick(["", "", "*", "0", "é", "<"]) + pick("<>^=")
    if chance(30):
        out += pick("+- ")
    out += ("z" if chance(5) else "") + ("#" if chance(15) else "") + ("0" if chance(20) else "")
    if chance(55):
        out += pick(["1", "5", "7", "12", "20"] + (["{}", "{w}", "{0}"] if nested else []))
    if chance(20):
        out += pick(",_")
    if chance(30):
        out += "." + pick(["0", "1", "2", "3", "5", "17", ""])
    if chance(70):
        out += pick("bcdeEfFgGnosxX%sdfs")
    return out


def format_string():
    out = ""
    for _ in range(1 + below(2)):
        if chance(20):
            out += pick(["abc", "{{", "}}", "é", " "])
            continue
        if chance(4):
            out += pick(["{", "}", "{!", "{0", "{0[", "{a]b}", "{:{:{}}}"])
            continue
        field = pick(["", "", "", "0", "1", "a", "b", "w", "٠", "²"])
        if chance(30):
            field += pick([".x", ".y", "[x]", "[0]", "[1]", "[y][1][z]", ".nope", ".nope.nope",
                           ".__class__", ".__class__.x", "[]", ".", "[", "[0]x", "[items]"])
        out += "{" + field + pick(["", "", "", "", "!r", "!s", "!a", "!x"])
        out += (":" + format_spec(True) if chance(50) else "") + "}"
    return out


def formats():
    for value in VALUES:
        for _ in range(9):
            yield "{{ [%s.format(%s)] }}" % (quote("{:%s}" % format_spec(False)), value)
    for _ in range(500):
        text = format_string()
        given = [pick(VALUES) for _ in range(pick([0, 1, 1, 2, 2, 3]))]
        given += ["%s=%s" % (name, pick(VALUES)) for name in "ab" if chance(50)]
        given += ["w=%s" % pick(["5", "10", "'x'"])] if chance(50) else []
        yield "{{ [%s.format(%s)] }}" % (safe(text) if chance(30) else quote(text),
                                         ", ".join(given))


def directive():
    out = "%" + (pick(["(a)", "(b)", "(a(b))", "()", "(zz)"]) if chance(12) else "")
    out += "".join(pick("-+ #0") for _ in range(pick([0, 0, 0, 1, 1, 2])))
    if chance(40):
        out += pick(["1", "5", "7", "12", "20"])
    if chance(30):
        out += "." + pick(["0", "1", "2", "3", "5", "10", ""])
    return out + pick("diuoxXeEfFgGcrsadsdsfrx%" + ("qz" if chance(4) else ""))


def percents():
    for _ in range(700):
        text = "".join(pick([directive(), directive(), "abc", "%%"])
                       for _ in range(pick([1, 1, 1, 2, 3])))
        count = max(0, text.count("%") - 2 * text.count("%%") + pick([0, 0, 0, 0, 1, -1]))
        given = "(%s)" % "".join(pick(VALUES) + ", " for _ in range(count))
        if chance(25):
            given = pick(VALUES)
        if "(" in text or chance(10):
            given = pick(["{'a': 1.5, 'b': 'x', 'a(b)': 3, '': 'e'}", "{'a': ('<'|safe)}", "[1]"])
        yield "{{ [%s %% %s] }}" % (safe(text) if chance(30) else quote(text),
                                    given.replace(", )", ",)"))


MOMENTS = ["0001-01-01T00:00:00", "0999-12-31T23:59:59", "1900-02-28T12:00:00",
           "1970-01-01T00:00:00", "1999-12-31T23:59:59", "2000-02-29T01:02:03",
           "2020-12-31T13:00:00", "2021-01-03T00:30:00", "2024-12-30T11:59:59",
           "2026-01-01T12:00:01", "9999-12-31T09:08:07"]


def strftimes():
    letters = "ABCDFGHIMPRSTUVWXYZabcdefghjklmnprtuwxyz%" + "EOQJKLNiqv+é"
    for moment in MOMENTS:
        yield "@now " + moment
        yield "{{ strftime_now(%s) }}" % quote("|".join("%" + c for c in letters[:42]))
        for _ in range(45):
            text = ""
            for _ in range(1 + below(3)):
                text += "%" + "".join(pick("-_0^#") for _ in range(pick([0, 0, 1, 1, 2])))
                text += pick(["", "", "", "3", "12", "05"]) + pick(["", "", "", "E", "O"])
                text += pick(letters) + pick(["", " ", "é", "/"])
            yield "{{ [strftime_now(%s)] }}" % quote(text)
        yield "{{ [strftime_now(%s)] }}" % quote(pick(["%", "%5", "%-", "%E", "%5000d", "%d%Z%5%zd"]))


TOPICS = {"methods": methods, "format": formats, "percent": percents, "strftime": strftimes}


def main():
    for number, (topic, make) in enumerate(TOPICS.items()):
        if len(sys.argv) > 1 and topic not in sys.argv[1:]:
            continue
        STATE[0] = number + 1
        path = os.path.join(HERE, "tests", "lang", "zoo_%s.t" % topic)
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write("# Made by tools/make_lang_tests.py; expectations by run.py --update.\n")
            file.write(DATA + "\n")
            seen = set()
            for line in make():
                if line not in seen or line.startswith("@"):
                    file.write(line + "\n")
                seen.add(line)


if __name__ == "__main__":
    main()
