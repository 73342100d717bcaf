#!/usr/bin/env python3
"""Random strings that are hard for tokenizers, one JSON string a line.

usage: make_strings.py COUNT SEED [TOKENIZER.json]

With a tokenizer its added tokens and parts of them stand in the strings too.
"""
import json
import random
import sys

WORDS = """the The THE iPhone don't DON'T we'Ll I'M you'Re it'S they've 'tis o'clock rock'n'roll
hello world naïve café Zürich straße ﬁne ǅungla ΑΣ Ωmega İstanbul İ ſo it'ſ K Å é e\u0301 n\u0303
привет мир добрый день 你好世界 北京市 日本語 ひらがな カタカナ ﾊﾝｶｸ 한국어 각각 각 각\u11a8 हिन्दी भाषा ไทยภาษา
العربية עברית ქართული हैलो বাংলা தமிழ் ລາວ မြန်မာ አማርኛ 𝒜𝓁𝑔 𝟘𝟙 ²³ ½ Ⅷ ① १२३४ ٣٤٥ 123456789 3.14159 1e-10 0xFF
1,000,000 https://example.com/a?b=c&d=1#e foo_bar camelCase SNAKE_CASE x+=1; a->b; #include <stdio.h>
"quoted" ``` ** __ -- --- ... … — – “curly” ’s ’t !? ?! /* */ // \\n {} [] () <> <| |> <|x|> ▁ ▁▁ a▁b
👍 👨‍👩‍👧‍👦 🇩🇪🇫🇷 1️⃣ ❤️ 🤗 ☃ \ud83e\udd17 \u200b \u200d \ufeff \u00a0 \u0085 \u2028 \u3000 \u180e \u1680
\u1c89 \ua7cb \u0300 \u0345\u0301 \u0344 \u2126 \u212b \ufb1d \u1e9b\u0323 \u0f71\u0f72 \U0001d15e \U0010ffff \ue000
\u0000 \u0001 \u001c \u007f \ufffd \uffff \u0378 <unk> <s> </s> <0x0A> ĠĠ Ġ Ċ <mask> tool_call user assistant""".split()
WORDS = [w.encode("utf-16", "surrogatepass").decode("utf-16") for w in WORDS]
GAPS = [" ", " ", " ", " ", "", "", "  ", "   ", "\n", "\n\n", "\r\n", "\r", "\t", " \n", "\n ", " \t ",
        "\u00a0", "\u3000", "\u2003", "\n\n\n\n", "        "]
RANGES = [(0x20, 0x7E), (0x20, 0x7E), (0, 0x1F), (0x80, 0x24F), (0x300, 0x36F), (0x370, 0x5FF),
          (0x600, 0x8FF), (0x900, 0xFFF), (0x1000, 0x1FFF), (0x2000, 0x2BFF), (0x2C00, 0x33FF),
          (0x4E00, 0x9FFF), (0xA000, 0xABFF), (0xAC00, 0xD7A3), (0x1100, 0x11FF), (0xE000, 0xFFFF),
          (0x10000, 0x1FFFF), (0x20000, 0x323AF), (0xE0000, 0x10FFFF)]


def random_code(rng):
    while True:
        low, high = rng.choice(RANGES)
        code = rng.randint(low, high)
        if not 0xD800 <= code < 0xE000:
            return chr(code)


def make(rng, added):
    parts = []
    kind = rng.random()
    for _ in range(rng.choice((1, 2, 3, 5, 8, 13, 21))):
        pick = rng.random()
        if added and pick < 0.12:
            token = rng.choice(added)
            parts.append(token if rng.random() < 0.8 else token[:rng.randint(0, len(token))])
        elif kind < 0.7 or pick < 0.4:
            parts.append(rng.choice(WORDS))
        elif pick < 0.8:
            parts.append("".join(random_code(rng) for _ in range(rng.randint(1, 6))))
        else:
            parts.append(rng.choice("ab \n\t\r'1é\u0301中A.!/-_▁") * rng.choice((1, 2, 3, 4, 7, 30)))
        if rng.random() < 0.75:
            parts.append(rng.choice(GAPS))
    return "".join(parts)


def main():
    rng = random.Random(int(sys.argv[2]))
    added = []
    if len(sys.argv) > 3:
        with open(sys.argv[3], encoding="utf-8") as file:
            added = [t["content"] for t in json.load(file).get("added_tokens") or []]
    for _ in range(int(sys.argv[1])):
        print(json.dumps(make(rng, added)))


if __name__ == "__main__":
    main()
