"""Generated conversations: the same ones for the same seed."""
import random

WORDS = ("Hello", "what is 2+2?", "Zoé", "上海", "", "  blanks  ", "line\nbreak", "\r\ncrlf\n\n\n",
         "n<n>n", "</s>", "<|im_end|>", "USER: x", "{braces}", "{{x}}", "'quote' \"double\" \\", "☔",
         "a\tb", "🌧️", "explain")


def text(r):
    return r.choice(("", " ", "\n")).join(r.choice(WORDS) for _ in range(r.randint(1, 4)))


def messages(r, with_system=True, alternating=False):
    out = []
    if with_system and r.random() < 0.4:
        out.append({"role": "system", "content": text(r)})
    count = r.randint(0, 6)
    for i in range(count):
        role = ("user", "assistant")[i % 2] if alternating or r.random() < 0.9 else r.choice(
            ("user", "assistant"))
        out.append({"role": role, "content": text(r)})
    return out


def conversations(count, seed, **options):
    r = random.Random(seed)
    return [(messages(r, **options), r.random() < 0.5) for _ in range(count)]
