#!/usr/bin/env python3
"""Mixed text for the large comparison with the reference.

usage: make_mixed.py FOLDER MEGABYTES [FIRST]

Writes FOLDER/chunk-NNN.jsonl, about one megabyte of UTF-8 each, one JSON string (a document) a
line. A chunk depends on its number alone. In it are prose-like text in thirty-six languages and
scripts (words made of the letters of the script, frequent ones more often), code and manuals that
stand on the machine, JSON, Markdown, random Unicode, damaged UTF-8 read with U+FFFD for what is
no text, and long runs.
"""
import glob
import json
import os
import random
import sys
import sysconfig

import make_strings

# Letters of a language or script as ranges of code points, whether words are parted by spaces, and
# what ends a sentence.
SCRIPTS = {
    "english": ("etaoinshrdlucmfwypvbgk", True, ".!?"), "german": ("enisratdhulcgmobwfkzpvüäöß", True, ".!?"),
    "french": ("esaitnrulodcpméèàêçùâîôûœ", True, ".!?"), "spanish": ("eaosrnidlctumpbgvyqhfzjñáéíóú", True, ".¡?"),
    "polish": ("aioeznrwstcykdpmujlłbgęhąóżśćfńź", True, ".!?"), "czech": ("oeantivlsrdkpímcuáhjyězčbéřšžýůú", True, ".!?"),
    "turkish": ("aeinrlıkdtmyusoüşgzçhğbcvöpfj", True, ".!?"), "vietnamese": ("nhtgicaouươđáàảãạăâêôơưếềệốộớờợ", True, ".!?"),
    "finnish": ("aintesloukämvrjhypdö", True, ".!?"), "swahili": ("aiunekmwhlsotrbgyzdjfpvc", True, ".!?"),
    "indonesian": ("aneirtukdmslgpbohyjcw", True, ".!?"), "hungarian": ("eatlnskomzrigáédbvhöőüű", True, ".!?"),
    "russian": ((0x430, 0x44F), True, ".!?"), "ukrainian": ("оаниівртеслкумдпзябьгчйхїцжюшєщфґ", True, ".!?"),
    "greek": ((0x3B1, 0x3C9), True, ".!;"), "armenian": ((0x561, 0x586), True, "։՞"),
    "georgian": ((0x10D0, 0x10F0), True, ".!?"), "hebrew": ((0x5D0, 0x5EA), True, ".!?"),
    "arabic": ((0x627, 0x64A), True, ".؟!"), "persian": ("ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی\u200c", True, ".؟"),
    "devanagari": ([(0x905, 0x939), (0x93E, 0x94D)], True, "।?"), "bengali": ([(0x985, 0x9B9), (0x9BE, 0x9CD)], True, "।?"),
    "gurmukhi": ([(0xA05, 0xA39), (0xA3E, 0xA4D)], True, "।"), "gujarati": ([(0xA85, 0xAB9), (0xABE, 0xACD)], True, "।"),
    "tamil": ([(0xB85, 0xBB9), (0xBBE, 0xBCD)], True, "."), "telugu": ([(0xC05, 0xC39), (0xC3E, 0xC4D)], True, "."),
    "kannada": ([(0xC85, 0xCB9), (0xCBE, 0xCCD)], True, "."), "malayalam": ([(0xD05, 0xD39), (0xD3E, 0xD4D)], True, "."),
    "sinhala": ([(0xD85, 0xDC6), (0xDCF, 0xDDF)], True, "."), "thai": ([(0xE01, 0xE3A), (0xE40, 0xE4E)], False, " "),
    "lao": ([(0xE81, 0xEB9), (0xEC0, 0xECD)], False, " "), "khmer": ([(0x1780, 0x17D3)], False, "។"),
    "burmese": ([(0x1000, 0x103E)], False, "။"), "tibetan": ([(0xF40, 0xF6C), (0xF71, 0xF7D)], False, "་།"),
    "ethiopic": ([(0x1200, 0x135A)], True, "።"), "korean": ((0xAC00, 0xD7A3), True, ".?"),
    "chinese": ((0x4E00, 0x9FA5), False, "。？！，"), "japanese": ([(0x3041, 0x3093), (0x30A1, 0x30F6), (0x4E00, 0x6FFF)], False, "。、"),
    "mongolian": ([(0x1820, 0x1842)], True, "᠃"), "cherokee": ([(0x13A0, 0x13F4)], True, "."),
}


def letters(spec):
    if isinstance(spec, str):
        return list(spec)
    ranges = [spec] if isinstance(spec, tuple) else spec
    return [chr(c) for low, high in ranges for c in range(low, high + 1)]


def word_list(rng, name):
    spec, spaced, _ = SCRIPTS[name]
    alphabet = letters(spec)
    if len(alphabet) > 2000:
        alphabet = rng.sample(alphabet, 2000)
    words = []
    for _ in range(600):
        length = rng.randint(1, 9) if spaced else rng.randint(1, 5)
        words.append("".join(alphabet[int(len(alphabet) * rng.random() ** 1.7)] for _ in range(length)))
    return words


def prose(rng, size):
    name = rng.choice(list(SCRIPTS))
    words = word_list(rng, name)
    _, spaced, ends = SCRIPTS[name]
    gap = " " if spaced else ""
    out, length = [], 0
    while length < size:
        sentence = [words[int(len(words) * rng.random() ** 2.5)] for _ in range(rng.randint(3, 22))]
        if spaced and rng.random() < 0.9:
            sentence[0] = sentence[0].capitalize()
        if rng.random() < 0.1:
            sentence.insert(1, str(rng.randint(0, 10 ** rng.randint(1, 9))))
        if rng.random() < 0.1:
            sentence.append("(" + rng.choice(words).upper() + ")")
        text = gap.join(sentence) + rng.choice(ends) + (rng.choice([" ", " ", "  ", "\n", "\n\n"]) if spaced
                                                        else rng.choice(["", "", "\n", "\n\n"]))
        out.append(text)
        length += len(text.encode())
    return "".join(out)


def from_files(rng, files, size):
    for _ in range(20):
        with open(rng.choice(files), "rb") as file:
            data = file.read().decode("utf-8", "replace")
        if len(data) > 200:
            at = rng.randrange(max(1, len(data) - size))
            return data[at:at + size]
    return "x = 1\n"


def json_value(rng, depth=0):
    kind = rng.randrange(7 if depth < 4 else 5)
    if kind == 0:
        return rng.choice([None, True, False, rng.randint(-10 ** 12, 10 ** 12), rng.random() * 1e6])
    if kind < 5:
        return make_strings.make(rng, [])[:60]
    if kind == 5:
        return [json_value(rng, depth + 1) for _ in range(rng.randint(0, 6))]
    return {"".join(rng.choices("abcdefgh_iXYZ é", k=rng.randint(1, 9))): json_value(rng, depth + 1)
            for _ in range(rng.randint(0, 6))}


def json_text(rng, size):
    out = ""
    while len(out) < size:
        out += json.dumps({"data": [json_value(rng) for _ in range(8)]}, indent=rng.choice([None, 2, 4]),
                          ensure_ascii=rng.random() < 0.5) + "\n"
    return out.encode("utf-8", "replace").decode()


def markdown(rng, size):
    out = ""
    while len(out) < size:
        kind = rng.randrange(7)
        line = prose(rng, 80).replace("\n", " ")
        out += {0: "#" * rng.randint(1, 5) + " " + line + "\n\n", 1: "* **" + line[:12] + "** " + line + "\n",
                2: "1. [" + line[:20] + "](https://example.org/" + line[:6] + "?q=1#top)\n",
                3: "```python\ndef f(x):\n\treturn x  # " + line + "\n```\n", 4: "> " + line + "\n\n",
                5: "| a | b |\n|---|:-:|\n| " + line[:9] + " | `" + line[9:20] + "` |\n",
                6: "---\n<table><tr><td>" + line + "</td></tr></table>\n\n"}[kind]
    return out


def unicode_text(rng, size):
    return "".join(make_strings.random_code(rng) for _ in range(size // 3))


def strings(rng, size):
    out = ""
    while len(out) < size:
        out += make_strings.make(rng, [])
    return out.encode("utf-8", "replace").decode()


def damaged(rng, size):
    data = bytearray(prose(rng, size).encode())
    for _ in range(len(data) // 20):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return data.decode("utf-8", "replace")


def runs(rng, size):
    out, length = [], 0
    while length < size:
        unit = rng.choice(["a", " ", "\n", "\t", "\r\n", "=", "-", "中", "é", "e\u0301", "ab", "aA", "0", "👍", "\u00a0",
                           "\u0301", "▁", ". ", "the", "\u3000", "日本", "ก", "\ufffd", "\x00", "_", " \n", "'s", "ſ"])
        text = unit * int(2 ** rng.uniform(2, 11))
        out.append(text)
        length += len(text.encode())
    return "".join(out)


def document(rng, code, manuals):
    size = int(2 ** rng.uniform(6, 15))
    kind = rng.random()
    if kind < 0.40:
        return prose(rng, size)
    if kind < 0.60:
        return from_files(rng, code, size)
    if kind < 0.66:
        return from_files(rng, manuals, size)
    if kind < 0.74:
        return json_text(rng, size)
    if kind < 0.82:
        return markdown(rng, size)
    if kind < 0.88:
        return unicode_text(rng, size)
    if kind < 0.92:
        return strings(rng, size)
    if kind < 0.96:
        return damaged(rng, size)
    return runs(rng, size)


def main():
    folder, count = sys.argv[1], int(sys.argv[2])
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    os.makedirs(folder, exist_ok=True)
    code = sorted(glob.glob(sysconfig.get_paths()["stdlib"] + "/**/*.py", recursive=True)
                  + glob.glob("/usr/include/*.h"))
    manuals = [p for p in sorted(glob.glob("/usr/share/doc/*/*") + glob.glob("/usr/share/common-licenses/*"))
               if os.path.isfile(p) and not p.endswith(".gz")] or code
    for number in range(first, first + count):
        rng = random.Random(number)
        path = os.path.join(folder, f"chunk-{number:03}.jsonl")
        with open(path + ".new", "w", encoding="ascii") as file:
            total = 0
            while total < 1_000_000:
                text = document(rng, code, manuals)
                total += len(text.encode())
                file.write(json.dumps(text) + "\n")
        os.rename(path + ".new", path)


if __name__ == "__main__":
    main()
