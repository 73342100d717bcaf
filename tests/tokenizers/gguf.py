#!/usr/bin/env python3
"""Vocabularies of GGUF files beside llama.cpp: ids with and without special tokens, and the text again.

usage: gguf.py PROBE                              small files, a row for each name, against gguf.txt
       gguf.py --update                           record gguf.txt again from llama.cpp (PyPI xllamacpp)

gguf.txt has a line for each small file and way: its name, "special" or "plain", and a hash for each text. The small files have
merges across every kind of border, so that any other split shows. Ids one by one must make the same text, but for what llama.cpp
cleans the whole of. many.py compares any files with llama.cpp as it runs.
"""
import base64
import hashlib
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

import make_strings
import synthetic

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "gguf.txt")
HEADER = "# llama.cpp of PyPI xllamacpp 2026.10.11549 on the small files of gguf.py; made by gguf.py --update\n"
TEXTS, BORDERS = 48, 4
CONTROL, USER, UNKNOWN, BYTE, NORMAL = 3, 4, 2, 6, 1
# Every name of tokenizer.ggml.pre that the oracle's llama.cpp takes.
PRES = """default minicpm5 llama-bpe falcon3 deepseek-llm deepseek-coder deepseek-v3 youtu falcon mpt starcoder gpt-2 roberta-bpe jais-2
refact command-r qwen2 qwen35 stablelm2 olmo dbrx smaug-bpe poro-chat chatglm-bpe glm4 glm5 viking jais tekken smollm codeshell bloom
gpt3-finnish exaone exaone4 exaone-moe chameleon minerva-7b megrez gpt-4o llama4 tiny_aya superbpe trillion granite-docling bailingmoe
seed-coder lfm2 hunyuan hunyuan-dense joyai-llm kimi-k2 grok-2 afmoe minimax-m2 solar-open gemma4""".split()
SPECIALS = ["<|im_start|>", "<|im_end|>", "<|endoftext|>", "</s>", ">>A<<", "<<B>>", "<tool>", "[INST]", "  ", "\u2581\u2581x"]
KINDS = [CONTROL, CONTROL, NORMAL, CONTROL, USER, USER, USER, CONTROL, USER, USER]


def alphabet():
    """ByteLevel's character of each byte."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    out, more = {}, 0
    for byte in range(256):
        out[byte] = chr(byte) if byte in plain else chr(256 + more)
        more += byte not in plain
    return out


# What Unicode 16 added is of no class to llama.cpp, whose tables are of 15.1 (docs/compatibility.md).
NEW = [tuple(int(code, 16) for code in pair.split("-")) for pair in """897-897 1C89-1C8A 2427-2429 31E4-31E5
A7CB-A7CD A7DA-A7DC 105C0-105F3 10D40-10D8F
10EC2-10EC4 10EFC-10EFC 1B4E-1B4F 1B7F-1B7F 11380-113E2 116D0-116E3 11BC0-11BF9 11F5A-11F5A 13460-143FA 16100-16139 16D40-16D79 18CFF-18CFF 1C000-1CEB3
1E5D0-1E5FF 1F8B2-1F8C1 1FA89-1FAFF 1FBCB-1FBEF""".split()]


def is_new(text):
    return any(low <= ord(c) <= high for c in text if ord(c) > 0x896 for low, high in NEW)


def borders(count, seed):
    """Letters of all scripts side by side: a range of a pattern that ends elsewhere shows."""
    letters = [chr(c) for c in range(0xA0, 0x20000, 16) if chr(c).isalpha() and not is_new(chr(c))]
    draw = random.Random(seed)
    return ["".join(draw.sample(letters, 200)) for _ in range(count)]


def texts(count, seed, added=()):
    draw = random.Random(seed)
    made = []
    while len(made) < count:
        text = make_strings.make(draw, list(added))
        if is_new(text):
            continue
        if text.encode("utf-8", "ignore").decode() == text:
            made.append(text)
    return made


def learn(words, tokens, count):
    """Merges of neighbours, the most frequent first, wherever they stand."""
    rows, merges = [list(word) for word in words], []
    known, never = set(tokens), {*SPECIALS, "\n\n", "<s>", "<unk>"}
    while len(merges) < count:
        pairs = {}
        for row in rows:
            for pair in zip(row, row[1:]):
                pairs[pair] = pairs.get(pair, 0) + 1
        if not pairs:
            break
        for pair in sorted(pairs, key=lambda p: (-pairs[p], p))[:120]:
            if pair[0] + pair[1] in never:
                continue  # what data may not write the model does not make of data either (docs/tokens.md)
            if pair[0] + pair[1] not in known:
                known.add(pair[0] + pair[1])
                tokens.append(pair[0] + pair[1])
            merges.append(" ".join(pair))
            for i, row in enumerate(rows):
                joined, at = [], 0
                while at < len(row):
                    both = at + 1 < len(row) and (row[at], row[at + 1]) == pair
                    joined.append(row[at] + row[at + 1] if both else row[at])
                    at += 2 if both else 1
                rows[i] = joined
    return merges


def string(text):
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def value(key, kind, data):
    return string(key) + struct.pack("<I", kind) + data


def array(item, format_, values):
    packed = b"".join(map(string, values)) if item == 8 else struct.pack(f"<{len(values)}{format_}", *values)
    return struct.pack("<IQ", item, len(values)) + packed


def write(path, model, pre, tokens, kinds, scores=None, merges=None, ids=None, flags=None, charsmap=None, name=None):
    sizes = {"context_length": 64, "block_count": 1, "embedding_length": 8, "feed_forward_length": 8, "attention.head_count": 1}
    rows = [value("general.architecture", 8, string("gpt2"))]
    rows += [value("gpt2." + key, 4, struct.pack("<I", size)) for key, size in sizes.items()]
    rows += [value("gpt2.attention.layer_norm_epsilon", 6, struct.pack("<f", 1e-5)), value("tokenizer.ggml.model", 8, string(model)),
            value("tokenizer.ggml.tokens", 9, array(8, "", tokens)), value("tokenizer.ggml.token_type", 9, array(5, "i", kinds)),
            value("tokenizer.ggml.bos_token_id", 4, struct.pack("<I", 0)),
            value("tokenizer.ggml.eos_token_id", 4, struct.pack("<I", 1))]
    rows += [value(f"tokenizer.ggml.{key}_token_id", 4, struct.pack("<I", id_)) for key, id_ in (ids or {}).items()]
    rows += [value(f"tokenizer.ggml.{key}", 7, bytes([flag])) for key, flag in (flags or {}).items()]
    if pre:
        rows.append(value("tokenizer.ggml.pre", 8, string(pre)))
    if scores:
        rows.append(value("tokenizer.ggml.scores", 9, array(6, "f", scores)))
    if name:
        rows.append(value("general.name", 8, string(name)))
    if charsmap:
        rows.append(value("tokenizer.ggml.precompiled_charsmap", 9, array(0, "B", charsmap)))
    if merges:
        rows.append(value("tokenizer.ggml.merges", 9, array(8, "", merges)))
    with open(path, "wb") as file:
        file.write(b"GGUF" + struct.pack("<IQQ", 3, 0, len(rows)) + b"".join(rows))

# White space that tokens take along, by names: the pre-tokenizer's, the model's.
STRIPS = {"strips-phi": ("gpt-2", "A Phi-3 model"), "strips-mask": ("jina-v2-de", None), "strips-modern": ("gpt-2", "Modern-BERT")}


def small(folder):
    """Write the small files; their names."""
    sample = texts(90, 3)
    letters = alphabet()
    byte_words = ["".join(letters[b] for b in text.encode()) for text in sample]
    tokens = list(letters.values())
    merges = learn(byte_words, tokens, 1800)
    for name in PRES:
        if name != "gemma4":
            write(os.path.join(folder, name), "gpt2", name, tokens + SPECIALS, [NORMAL] * len(tokens) + KINDS, merges=merges)
    marks = ["<mask>", "[MASK]", "<s>", "<unk>"]
    plain = [text for text in tokens if text not in marks]
    for name, (pre, title) in STRIPS.items():
        write(os.path.join(folder, name), "gpt2", pre, plain + SPECIALS + marks, [NORMAL] * len(plain) + KINDS + [CONTROL, USER, CONTROL, CONTROL],
              merges=[pair for pair in merges if pair.replace(" ", "") not in marks], name=title)
    bytes_ = [f"<0x{b:02X}>" for b in range(256)]
    spaced = [text.replace(" ", "\u2581").replace("\0", "") for text in sample]
    letters = sorted({c for text in spaced for c in text if c not in "\n\0"})
    tokens = ["<unk>", "<bos>", *bytes_, *letters[::2]]
    merges = learn([part for text in spaced for part in "".join(c for c in text if c in letters[::2] or c == "\n").split("\n")],
                   tokens, 1200)
    kinds = [UNKNOWN, CONTROL] + [BYTE] * 256 + [NORMAL] * (len(tokens) - 258)
    write(os.path.join(folder, "gemma4"), "gemma4", None, tokens + ["\n\n"] + SPECIALS, kinds + [NORMAL] + KINDS, merges=merges)
    # Pieces with characters that are none themselves, and with equal scores.
    joined = list(tokens)
    learn(spaced, joined, 1200)
    draw = random.Random(4)
    for name, tie in (("spm", False), ("spm-ties", True)):
        scores = [0.0] * 258 + [-float(draw.randrange(40) if tie else i) for i in range(258, len(joined))] + [-1000.0] * len(SPECIALS)
        write(os.path.join(folder, name), "llama", None, joined + SPECIALS,
              [UNKNOWN, CONTROL] + [BYTE] * 256 + [NORMAL] * (len(joined) - 258) + KINDS, scores=scores)
    return [*PRES, *STRIPS, "spm", "spm-ties", *small_words(folder, sample), *small_t5(folder, sample), small_rwkv(folder, sample)]


# What BERT's normalizer does, as the file says it; llama.cpp lowers and strips where it says nothing.
WORDS = {"bert": {}, "bert-cased": {"normalizer.lowercase": False}, "bert-lower": {"normalizer.strip_accents": False},
         "bert-strip": {"normalizer.lowercase": False, "normalizer.strip_accents": True, "add_space_prefix": True}}


def small_words(folder, sample):
    """Vocabularies of WordPiece: what words begin with has U+2581 in front."""
    draw, names = random.Random(5), []
    words = [word for text in sample for word in text.replace("\0", "").split()]
    for name, flags in WORDS.items():
        lowers = flags.get("normalizer.lowercase", True)
        pieces = {}
        for word in words:
            word = word.lower() if lowers else word
            for _ in range(3):
                begin, length = draw.randrange(len(word)), draw.choice((1, 1, 2, 3, 9))
                text = word[begin:begin + length]
                pieces[text if begin and draw.random() < 0.8 else "\u2581" + text] = None
        tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *(text for text in pieces if text not in SPECIALS), *SPECIALS]
        kinds = [CONTROL] * 5 + [NORMAL] * (len(tokens) - 5 - len(SPECIALS)) + KINDS
        write(os.path.join(folder, name), "bert", None, tokens, kinds, ids={"unknown": 1, "seperator": 3}, flags=flags)
        names.append(name)
    return names


# Unigram, by what becomes of white space, with a map of characters and without.
SPACES = {"t5": (False, False, True), "t5-prefix": (True, False, False), "t5-merged": (False, True, False), "t5-both": (True, True, True)}


def small_t5(folder, sample):
    """Without a user-defined token beyond ASCII: llama.cpp takes its first bytes for all of it (docs/compatibility.md)."""
    draw = random.Random(7)
    spaced = ["\u2581" + text.replace("\0", "").replace(" ", "\u2581") for text in sample]
    letters = sorted({c for text in spaced for c in text})
    for name, (prefix, merges, mapped) in SPACES.items():
        pieces = {"\u2581": None} | dict.fromkeys(letters[::2])
        for text in spaced:
            for _ in range(40):
                begin = draw.randrange(len(text))
                pieces[text[begin:begin + draw.choice((1, 2, 2, 3, 4, 6, 9))]] = None
        tokens = ["<pad>", "</s>", "<unk>", *(text for text in pieces if text not in SPECIALS), *(text for text, kind in zip(SPECIALS, KINDS) if text != "</s>" and kind != NORMAL and text.isascii())]
        kinds = [CONTROL, CONTROL, UNKNOWN] + [dict(zip(SPECIALS, KINDS)).get(text, NORMAL) for text in tokens[3:]]
        scores = [round(-draw.random() * 20, 3) for _ in tokens]
        write(os.path.join(folder, name), "t5", None, tokens, kinds, scores=scores, ids={"unknown": 2, "padding": 0},
              flags={"add_space_prefix": prefix, "remove_extra_whitespaces": merges},
              charsmap=base64.b64decode(synthetic.charsmap(synthetic.RULES)) if mapped else None)
    return list(SPACES)


def small_rwkv(folder, sample):
    """Every byte, and pieces of texts, as Python writes bytes."""
    draw = random.Random(6)
    pieces = {bytes([b]): None for b in range(256)}
    for text in sample:
        data = text.encode()
        for _ in range(30):
            begin = draw.randrange(len(data))
            pieces[data[begin:begin + draw.choice((2, 2, 3, 4, 6, 12))]] = None
    tokens = ["<s>", *(repr(piece)[2:-1] for piece in pieces)]
    tokens = list(dict.fromkeys(tokens))
    special = {text: kind for text, kind in zip(SPECIALS, KINDS) if text.isascii() and " " not in text and kind != NORMAL}
    tokens += [text for text in special if text not in tokens]
    kinds = [CONTROL] + [special.get(text, NORMAL) for text in tokens[1:]]
    write(os.path.join(folder, "rwkv"), "rwkv", None, tokens, kinds)
    return "rwkv"


def run(command, strings):
    data = "".join(json.dumps(text) + "\n" for text in strings).encode()
    done = subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    rows = []
    for line in done.stdout.decode().rstrip("\n").split("\n"):
        ids, *decoded = line.split("\t")
        rows.append((ids, *(json.loads(text) if text.startswith('"') else text for text in decoded)))
    return rows


def oracle(vocabulary, special, strings):
    """What llama.cpp says: ids, their text with special tokens and without."""
    for string_ in strings:
        ids = vocabulary.ids(string_, special)
        yield " ".join(map(str, ids)), vocabulary.text(ids, True), vocabulary.text(ids, False)


def probe(program, path, special, strings):
    return run([program, path] + ["--data"] * (not special), strings)


def short(row):
    return hashlib.sha256(json.dumps(row).encode()).hexdigest()[:8]


def update():
    import llama_cpp
    strings = texts(TEXTS, 5, SPECIALS) + borders(BORDERS, 5)
    with tempfile.TemporaryDirectory() as folder, open(GOLDEN, "w", encoding="ascii") as file:
        file.write(HEADER)
        for name in small(folder):
            vocabulary = llama_cpp.Vocabulary(os.path.join(folder, name))
            for special, way in ((True, "special"), (False, "plain")):
                file.write(f"{name} {way} {' '.join(map(short, oracle(vocabulary, special, strings)))}\n")


def compare(what, strings, wanted, got, key=lambda row: row, places=None):
    bad = [i for i in places or range(len(strings)) if i >= len(got) or key(got[i]) != wanted[i]]
    for i in bad[:3]:
        print(f"{what}: {json.dumps(strings[i])[:300]}\n  want {str(wanted[i])[:300]}\n  got  {str(got[i] if i < len(got) else None)[:300]}")
    return len(bad)


def unlike_streams(program, path, flags, strings, texts, loose=False):
    """How many texts the ids one by one do not make; what is not complete at the end they may leave out."""
    found = subprocess.run([program, path, "--hash", *flags, *["--loose"] * loose], stdout=subprocess.PIPE, check=False,
                           input="".join(json.dumps(text) + "\n" for text in strings).encode()).stdout.decode().split("\n")
    wrong = 0
    for text, row in zip(texts, found):
        whole = text.replace(" ", "").replace("\0", "") if loose else text
        wrong += not text.endswith("\ufffd") and row.split(" ")[-1] != hashlib.sha256(whole.encode()).hexdigest()[:12]
    return wrong


def check(program):
    with open(GOLDEN, encoding="ascii") as file:
        golden = {tuple(line.split(" ", 2)[:2]): line.split()[2:] for line in file if not line.startswith("#")}
    strings, bad = texts(TEXTS, 5, SPECIALS) + borders(BORDERS, 5), 0
    with tempfile.TemporaryDirectory() as folder:
        names = small(folder)
        for name in names:
            path = os.path.join(folder, name)
            for special, places in ways(path, len(strings), strings):
                way, got = "special" if special else "plain", probe(program, path, special, strings)
                bad += compare(f"{name} {way}", strings, golden[name, way], got, short, places)
                bad += unlike_streams(program, path, ["--data"] * (not special), strings, [row[1] for row in got], True)
    print(f"gguf: {len(names)} files, {2 * len(strings) * len(names)} texts, {bad} differ")
    return bad


def fields_of(path):
    """The metadata of a file as far as it says what the tokens are."""
    with open(path, "rb") as file:
        data = file.read(1 << 26)
    at, found = 24, {}
    widths = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}

    def one(kind):
        nonlocal at
        if kind == 8:
            (length,) = struct.unpack_from("<Q", data, at)
            at += 8 + length
            return data[at - length:at].decode("utf-8", "replace")
        if kind == 9:
            item, count = struct.unpack_from("<IQ", data, at)
            at += 12
            if item in (5, 4):
                at += 4 * count
                return struct.unpack_from(f"<{count}i", data, at - 4 * count)
            return [one(item) for _ in range(count)]
        at += widths[kind]
        return None

    for _ in range(struct.unpack_from("<Q", data, 16)[0]):
        key = one(8)
        (kind,) = struct.unpack_from("<I", data, at)
        at += 4
        found[key] = one(kind)
    return found


def kinds_of(path, kinds=(CONTROL, USER, UNKNOWN)):
    """The special tokens of a file, to be put into texts."""
    found = fields_of(path)
    pairs = zip(found["tokenizer.ggml.tokens"], found.get("tokenizer.ggml.token_type", ()))
    return [text for text, kind in pairs if kind in kinds][:300]


def written(path):
    """Control tokens that llama.cpp makes of plain text: RWKV's model knows them as it knows all others. Data may not write them here."""
    return kinds_of(path, (CONTROL, UNKNOWN)) if fields_of(path)["tokenizer.ggml.model"] == "rwkv" else []


def ways(path, count, strings):
    """(special, places of the strings that are compared) for each way."""
    never = written(path)
    yield True, range(count)
    yield False, [i for i in range(count) if not any(text in strings[i] for text in never)]


def main():
    args = sys.argv[1:]
    if args[0] == "--update":
        return update()
    return 1 if check(args[0]) else 0


if __name__ == "__main__":
    sys.exit(main())
