"""The stop matcher gives the same for a stream however it is cut, and what a search of the whole says.

    check_stops.py PROGRAM [STREAMS]
"""
import random
import sys

from program_backend import ProgramBackend

STOPS = ["</s>", "<|im_end|>", "###", "USER:", "\n\n", "aab", "ab", "<n>", "上海", "###x", "a"]
PIECES = ["<", "/s>", "</s", ">", "<|im_", "end|>", "#", "##", "USER", ":", "\n", "a", "b", "aa", "x",
          "上", "海", "hello ", "<n", "é"]


def expected(text, stops):
    """Cut where the first stop string ends; of those that end there the longest."""
    data, marks = text.encode(), [s.encode() for s in stops]
    for end in range(1, len(data) + 1):
        met = [i for i, m in enumerate(marks) if m and data[:end].endswith(m)]
        if met:
            best = max(met, key=lambda i: (len(marks[i]), -i))
            return data[:end - len(marks[best])].decode(), best
    return text, None


def cuts(r, text):
    yield [text]
    yield list(text)
    for _ in range(2):
        out, at = [], 0
        while at < len(text):
            step = r.randint(1, 5)
            out.append(text[at:at + step])
            at += step
        yield out


def main():
    backend, r = ProgramBackend(sys.argv[1]), random.Random(5)
    streams, different = int((sys.argv[2:] or ["1000"])[0]), 0
    for _ in range(streams):
        stops = r.sample(STOPS, r.randint(0, 4))
        text = "".join(r.choice(PIECES) for _ in range(r.randint(0, 20)))
        want = expected(text, stops)
        for pieces in cuts(r, text):
            answer = backend.ask(stopping={"stops": stops, "pieces": pieces})
            got = ("".join(answer["shown"]), answer["stop"])
            if got != want:
                different += 1
                print(repr(text), stops, pieces, "\n  want", want, "got", got)
    print("%d streams, %d different" % (streams, different))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
