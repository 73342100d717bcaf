"""Hostile vocabularies that are not tokenizer.json: SentencePiece models, GGUF files, ranks and tekken.json.

The reference of SentencePiece models is the package sentencepiece, that of tekken.json is tiktoken.
"""
import base64
import json
import struct

from hostile import gguf
from hostile.case import Case
from hostile.maps import charsmap, looping

BYTES = [f"<0x{b:02X}>" for b in range(256)]
UNKNOWN, CONTROL, USER, UNUSED, BYTE, NORMAL = 2, 3, 4, 5, 6, 1
LETTERS = [chr(97 + i) for i in range(26)] + ["\u2581"]


# ---- SentencePiece -------------------------------------------------------------------------

def varint(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def field(number, kind, data):
    return varint(number << 3 | kind) + (varint(len(data)) + data if kind == 2 else data)


def piece(text, score=0.0, kind=NORMAL):
    text = text.encode() if isinstance(text, str) else text
    return field(1, 2, field(1, 2, text) + field(2, 5, struct.pack("<f", score)) + field(3, 0, varint(kind)))


HEAD = piece("<unk>", 0.0, UNKNOWN) + piece("<s>", 0.0, CONTROL) + piece("</s>", 0.0, CONTROL)
FALLBACK = b"".join(piece(text, 0.0, BYTE) for text in BYTES)


def model(pieces, kind=2, fallback=True, table=b"", prefix=True, collapse=False, more=b""):
    """Pieces are bytes of the file, or texts in the order of their scores."""
    if not isinstance(pieces, bytes):
        pieces = b"".join(piece(text, -float(i)) for i, text in enumerate([*LETTERS, *pieces]))
    trainer = field(3, 0, varint(kind)) + field(35, 0, varint(fallback))
    normalizer = field(1, 2, b"x") + field(2, 2, table) + field(3, 0, varint(prefix)) + field(4, 0, varint(collapse))
    return HEAD + (FALLBACK if fallback else b"") + pieces + field(2, 2, trainer) + field(3, 2, normalizer) + more


def runs(count):
    return ["a" * i for i in range(2, count)]


def users(texts):
    letters = b"".join(piece(text, -float(i)) for i, text in enumerate(LETTERS))
    return letters + b"".join(piece(text, 0.0, USER) for text in texts)


def pieces_of_both():
    for name, kind in (("bpe", 2), ("unigram", 1)):
        yield f"{name}-runs", lambda k=kind: model(runs(1000), k), "a" * 300000
        yield f"{name}-long", lambda k=kind: model(["a" * 1000000], k), "a" * 1000000
        yield f"{name}-long-near", lambda k=kind: model(["a" * 100000 + "b"], k), "a" * 1000000
        yield f"{name}-powers", lambda k=kind: model(["a" * 2 ** i for i in range(1, 18)], k), "a" * 2000000
        yield f"{name}-ties", lambda k=kind: model(users([]) + b"".join(piece(t, -1.0) for t in runs(300)), k), "a" * 300000
        yield f"{name}-users", lambda k=kind: model(users(runs(1000)), k), "a" * 300000
        yield f"{name}-user-long", lambda k=kind: model(users(["a" * 20000 + "b", "B"]), k), "a" * 300000
        yield f"{name}-users-many", lambda k=kind: model(users(f"<{i}>" for i in range(50000)), k), "<5>" * 10000
        yield f"{name}-many", lambda k=kind: model([f"t{i}" for i in range(300000)], k), "t"
        yield f"{name}-letters", lambda k=kind: model([], k), "a" * 5000000
        yield f"{name}-spaces", lambda k=kind: model([], k), " " * 3000000
        yield f"{name}-collapsed", lambda k=kind: model([], k, collapse=True), "a  " * 700000
        yield f"{name}-bytes", lambda k=kind: model([], k), "\U0001f600" * 500000
        yield f"{name}-unknown", lambda k=kind: model([], k, fallback=False), "\u4e00" * 500000
        yield f"{name}-characters", lambda k=kind: model([chr(c) for c in range(0x10000, 0x40000)], k), "\U00012345" * 10
        yield f"{name}-no-letters", lambda k=kind: model(b"".join(piece(chr(c) + chr(c + 1)) for c in range(0x10000, 0x40000)), k), "x"


def maps():
    for kind in (1, 2):
        for name, table, text in (
                ("one-to-many", charsmap({"a": "b" * 100000}), "a" * 10000), ("long-key", charsmap({"a" * 800: "b"}), "a" * 300000),
                ("runs", charsmap({"a" * i: "b" for i in range(1, 300)}), "a" * 300000), ("looping", looping(b"a"), "a" * 300000),
                ("looping-text", looping(b"a", b"x" * 1000000), "a" * 300000), ("looping-in-vain", looping(b"a", is_key=False), "a" * 300000), ("to-nothing", charsmap({"a": ""}), "a" * 2000000),
                ("to-spaces", charsmap({"a": " " * 1000}), "a" * 3000), ("size", struct.pack("<I", 2 ** 32 - 4) + b"\0" * 64, "a"),
                ("short", b"\4\0\0", "a"), ("not-utf-8", charsmap({"a": "b"})[:-2] + b"\xff\0", "a" * 1000)):
            yield f"map-{name}-{kind}", lambda t=table, k=kind: model([], k, table=t), text


def protobuf():
    yield "proto-length", lambda: HEAD + b"\x0a" + varint(2 ** 63) + b"x", "a"
    yield "proto-length-32", lambda: HEAD + b"\x0a" + varint(2 ** 32 - 1) + b"x", "a"
    yield "proto-varint", lambda: HEAD + b"\x0a" + b"\xff" * 1000000, "a"
    yield "proto-key", lambda: HEAD + b"\xff" * 9 + b"\1" + b"\0", "a"
    yield "proto-group", lambda: HEAD + b"\x0b" * 1000000, "a"
    yield "proto-holes", lambda: model(HEAD + b"\x0a\0" * 5000000), "a"
    yield "proto-fields", lambda: model([], more=b"\xa0\x06\1" * 5000000), "a"
    yield "proto-trainers", lambda: model([], more=field(2, 2, field(3, 0, b"\2")) * 1000000), "a"
    yield "proto-texts", lambda: model(field(1, 2, field(1, 2, b"x") * 1000000)), "a"
    yield "proto-cut", lambda: model([])[:-1], "a"
    yield "proto-nan", lambda: model(piece("a", float("nan"))), "a"
    yield "proto-infinite", lambda: model(piece("a", float("inf")) + piece("b", float("-inf")) + piece("ab", float("inf")), 1), "ab" * 1000
    yield "proto-kind", lambda: model(piece("a", 0.0, 2 ** 40)), "a"
    yield "proto-same", lambda: model(piece("a") * 300000), "a"
    yield "proto-bad-utf-8", lambda: model(piece(b"\xff")), "a"
    yield "proto-nul", lambda: model(piece(b"a\0b")), "a\0b" * 1000


def sentence_pieces(folder, given):
    import sentencepiece
    loaded = sentencepiece.SentencePieceProcessor(model_file=f"{folder}/tokenizer.model")
    return '{"ids": %s}\n' % loaded.encode(given.decode("utf-8"))


# ---- GGUF ----------------------------------------------------------------------------------

def vocabulary(kind, texts, kinds=None, scores=None, merges=None, *more):
    texts = list(texts)
    name = "tokenizer.ggml."
    rows = [gguf.text("general.architecture", "llama"), gguf.text(name + "model", kind), gguf.strings(name + "tokens", *texts),
            gguf.array(name + "token_type", 5, len(texts), struct.pack(f"<{len(texts)}i", *(kinds or [NORMAL] * len(texts)))),
            gguf.number(name + "bos_token_id", "u32", 1), gguf.number(name + "eos_token_id", "u32", 2)]
    if scores:
        rows.append(gguf.array(name + "scores", 6, len(scores), struct.pack(f"<{len(scores)}f", *scores)))
    if merges is not None:
        rows.append(gguf.strings(name + "merges", *merges))
    return gguf.file(*rows, *more)


def words(texts, merges=("a b",), pre="gpt-2", kinds=None):
    alphabet = [chr(c) for c in [*range(33, 127), *range(161, 173), *range(174, 256), *range(256, 324)]]
    texts = [*alphabet, "ab", *texts]
    return vocabulary("gpt2", texts, kinds and [NORMAL] * 257 + kinds, None, list(merges), gguf.text("tokenizer.ggml.pre", pre))


def spm(texts, kind="llama", more_kinds=None, score=lambda i: -float(i), *more):
    texts = ["<unk>", "<s>", "</s>", *BYTES, *LETTERS, *texts]
    kinds = [UNKNOWN, CONTROL, CONTROL] + [BYTE] * 256 + [NORMAL] * (len(texts) - 259)
    if more_kinds:
        kinds[-len(more_kinds):] = more_kinds
    return vocabulary(kind, texts, kinds, [score(i) for i in range(len(texts))], None, *more)


def bert(texts, kinds=None):
    texts = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *("\u2581" + c for c in "ab"), *"ab", *texts]
    kinds = [CONTROL] * 4 + (kinds or [NORMAL] * (len(texts) - 4))
    ids = (gguf.number(f"tokenizer.ggml.{name}_token_id", "u32", i) for name, i in (("unknown", 1), ("seperator", 3)))
    return vocabulary("bert", texts, kinds, None, None, *ids)


def rwkv(texts):
    return vocabulary("rwkv", ["<s>", *(f"\\x{b:02x}" for b in range(256)), *texts])


def longest():
    """Models that take the longest piece again and again."""
    for name, make in (("bert", bert), ("rwkv", rwkv)):
        yield f"{name}-runs", lambda m=make: m(runs(1000)), "a" * 300000
        yield f"{name}-near", lambda m=make: m(["a" * 4000 + "b"]), "a" * 300000
        yield f"{name}-long", lambda m=make: m(["a" * 1000000 + "b"]), "a" * 1000000
        yield f"{name}-many", lambda m=make: m(f"t{i}" for i in range(300000)), "t"
        yield f"{name}-letters", lambda m=make: m([]), "a" * 5000000
        yield f"{name}-words", lambda m=make: m([]), "a " * 1500000
        yield f"{name}-marks", lambda m=make: m([]), "!" * 1500000
        yield f"{name}-spaces", lambda m=make: m([]), " " * 5000000
    yield "bert-dropped", lambda: bert([]), "\u0300" * 1000000
    yield "bert-unknown", lambda: bert([]), "\u4e00" * 500000
    yield "bert-controls", lambda: bert(runs(1000), [NORMAL] * 4 + [CONTROL] * 998), "a" * 300000
    yield "rwkv-escapes", lambda: rwkv(["\\x4", "a\\", "\\xzz"]), "a" * 1000
    yield "rwkv-same", lambda: rwkv(["\\x61"]), "a"


def ggufs():
    yield from longest()
    for kind in ("llama", "t5"):
        yield f"{kind}-runs", lambda k=kind: spm(runs(1000), k), "a" * 300000
        yield f"{kind}-long", lambda k=kind: spm(["a" * 1000000], k), "a" * 1000000
        yield f"{kind}-long-near", lambda k=kind: spm(["a" * 100000 + "b"], k), "a" * 1000000
        yield f"{kind}-ties", lambda k=kind: spm(runs(300), k, None, lambda i: 1.0), "a" * 300000
        yield f"{kind}-users", lambda k=kind: spm(runs(1000), k, [USER] * 998), "a" * 300000
        yield f"{kind}-many", lambda k=kind: spm([f"t{i}" for i in range(300000)], k), "t"
        yield f"{kind}-letters", lambda k=kind: spm([], k), "a" * 5000000
        yield f"{kind}-spaces", lambda k=kind: spm([], k), " " * 3000000
        yield f"{kind}-nan", lambda k=kind: spm(["x1"], k, None, lambda i: float("nan")), "x1"
        yield f"{kind}-infinite", lambda k=kind: spm(["x1"], k, None, lambda i: float("inf")), "x1" * 1000
    for name, table in (("looping", looping(b"a")), ("in-vain", looping(b"a", is_key=False)), ("grows", charsmap({"a": "b" * 100000}))):
        yield f"t5-map-{name}", lambda t=table: spm([], "t5", None, lambda i: 0.0, gguf.array(
            "tokenizer.ggml.precompiled_charsmap", 0, len(t), t)), "a" * 300000
    yield "gpt2-controls", lambda: words(runs(1000), kinds=[CONTROL] * 998), "a" * 300000
    yield "gpt2-users", lambda: words([f"<{i}>" for i in range(50000)], kinds=[USER] * 50000), "<5>" * 10000
    yield "gpt2-merges", lambda: words(runs(600), [f"{'a' * i} {'a' * j}" for i in range(1, 300) for j in range(1, 300)]), "a" * 300000
    yield "gpt2-merges-same", lambda: words([], ["a b"] * 1000000), "ab" * 1000
    yield "gpt2-merge-long", lambda: words([], ["a" * 1000000 + " b"]), "ab"
    for pre in ("llama-bpe", "deepseek-v3", "tekken", "kimi-k2", "gpt-4o", "granite-embed-multi-97m", "exaone-moe", "poro-chat", "bloom", "chatglm-bpe"):
        for name, text in (("letters", "a" * 1000000), ("spaces", " " * 1000000 + "x"), ("lines", "\n \n" * 300000), ("digits", "1" * 1000000)):
            yield f"{pre}-{name}", lambda p=pre: words([], pre=p), text
    for count in (2 ** 63, 2 ** 32, 2 ** 24, 5000000):
        yield f"tokens-{count:x}", lambda c=count: gguf.file(gguf.text("tokenizer.ggml.model", "llama"), gguf.array(
            "tokenizer.ggml.tokens", 8, c, b"\0" * 40000000)), "a"


# ---- tekken.json and ranks -----------------------------------------------------------------

def tekken(rows=(), pattern=r"\p{L}+|\s+|.", special=3, size=None, own=None, **config):
    rows = [bytes([b]) for b in range(256)] + list(rows)
    file = {"config": {"pattern": pattern, "default_vocab_size": len(rows) + special if size is None else size,
                       "default_num_special_tokens": special, "version": "v3", **config},
            "vocab": [{"rank": i, "token_bytes": base64.b64encode(row).decode()} for i, row in enumerate(rows)],
            "special_tokens": own if own is not None else
            [{"rank": i, "token_str": f"<{i}>", "is_control": True} for i in range(special)]}
    return json.dumps(file).encode()


def tekkens():
    yield "runs", lambda: tekken([b"a" * i for i in range(2, 1500)]), "a" * 300000
    yield "long", lambda: tekken([b"a" * 1000000]), "a" * 100000
    yield "powers", lambda: tekken([b"a" * 2 ** i for i in range(1, 18)]), "a" * 1000000
    yield "nested", lambda: tekken(pattern="(a+)+$"), "a" * 5000 + "!"
    yield "cubic", lambda: tekken(pattern="x+x+y|x"), "x" * 5000
    yield "quadratic", lambda: tekken(pattern="x+y|x"), "x" * 100000
    yield "pattern-long", lambda: tekken(pattern="|".join(f"a{i}b" for i in range(20000))), "a1" * 20000
    yield "pattern-empty", lambda: tekken(pattern=""), "a" * 100000
    yield "pattern-broken", lambda: tekken(pattern="a("), "a"
    yield "specials", lambda: tekken(special=100000), "<5>" * 1000
    yield "size-24", lambda: tekken(size=2 ** 24 - 1), "a"
    yield "size-63", lambda: tekken(size=2 ** 63), "a"
    yield "special-same", lambda: tekken(own=[{"rank": 0, "token_str": "x", "is_control": True}] * 3), "x"
    yield "special-long", lambda: tekken(own=[{"rank": 0, "token_str": "a" * 1000000 + "b", "is_control": True}]), "a" * 300000
    yield "many", lambda: tekken(b"%d" % i for i in range(1000, 200000)), "1000" * 1000
    yield "letters", lambda: tekken(), "a" * 3000000
    yield "spaces", lambda: tekken(pattern=r"\s+(?!\S)|\s+|\S+"), " " * 1000000 + "x"


def ranks():
    line = base64.b64encode
    yield "unknown", lambda: b"".join(b"%s %d\n" % (line(bytes([b])), b) for b in range(256)), "a"
    yield "lines", lambda: b"QQ== 1\n" * 2000000, "a"
    yield "long", lambda: line(b"a" * 15000000) + b" 1\n", "a"
    yield "rank", lambda: b"QQ== " + b"9" * 1000000 + b"\n", "a"
    yield "cut", lambda: b"QQ==", "a"


# ---- Cases ---------------------------------------------------------------------------------

def case(name, kind, file, content, text, reference=None):
    return Case(name, kind, ["tokenize", "--no-cache", "--tokenizer", file], text.encode(), {file: content()}, reference=reference)


def cases():
    for family in (pieces_of_both, maps, protobuf):
        for name, make, text in family():
            yield case("spm-" + name, "vocabulary", "tokenizer.model", make, text, sentence_pieces)
    for name, make, text in ggufs():
        yield case("gguf-" + name, "vocabulary", "m.gguf", make, text)
    for name, make, text in tekkens():
        yield case("tekken-" + name, "vocabulary", "tekken.json", make, text)
    for name, make, text in ranks():
        yield case("ranks-" + name, "vocabulary", "x.tiktoken", make, text)
