"""Vocabularies of a few tokens in the formats that are not tokenizer.json, whole and broken.

usage: vocabularies.py PROGRAM      every broken file is refused by the program, for the reason and no other

  whole()     {name: bytes} of files that load
  broken()    (name, bytes, part of the error)
"""
import base64
import json
import os
import struct
import subprocess
import sys
import tempfile

import gguf
import sentence_piece
import synthetic

BYTES = [f"<0x{b:02X}>" for b in range(256)]
WORDS = ["a", "b", "ab", "\u2581", "\u2581a"]
LARGE = 1 << 17
NAMES = ["tokens", "token_type", "scores", "merges"]


def gguf_file(model="gpt2", pre="gpt-2", tokens=None, kinds=None, scores=None, merges=("a b",), more=()):
    """More: rows after the usual ones, (name, kind, data)."""
    tokens = [*gguf.alphabet().values(), "ab", "</s>", "<|x|>", "<tool>"] if tokens is None else tokens
    kinds = [gguf.NORMAL] * (len(tokens) - 2) + [gguf.CONTROL, gguf.USER] if kinds is None else kinds
    with tempfile.NamedTemporaryFile() as file:
        gguf.write(file.name, model, pre, tokens, kinds, scores, list(merges) if merges else None)
        data = open(file.name, "rb").read()
    extra = b"".join(gguf.value("tokenizer.ggml." + name if "." not in name else name, kind, body) for name, kind, body in more)
    return data[:16] + (int.from_bytes(data[16:24], "little") + len(more)).to_bytes(8, "little") + data[24:] + extra


def gguf_pieces(model="llama", without=(), tokens=(), **more):
    tokens = [text for text in ["<unk>", "<bos>", "<eos>", *BYTES, *WORDS, *tokens] if text not in without]
    kinds = [gguf.UNKNOWN, gguf.CONTROL, gguf.CONTROL] + [gguf.BYTE if text in BYTES else gguf.NORMAL for text in tokens[3:]]
    scores = [-float(i) for i in range(len(tokens))] if model == "llama" else None
    return gguf_file(model, None, tokens, kinds, scores, more.pop("merges", ("a b",) if model == "gemma4" else None), **more)


def rows_of(model="gpt2", pre="gpt-2", tokens=None, merges=("a b",), architecture="llama", **more):
    """Rows for raw(): name to value. None takes a row away."""
    rows = {"general.architecture": architecture, "tokenizer.ggml.model": model, "tokenizer.ggml.pre": pre,
            "tokenizer.ggml.tokens": [*gguf.alphabet().values(), "ab"] if tokens is None else tokens, "tokenizer.ggml.merges": None if merges is None else list(merges)}
    rows.update(("tokenizer.ggml." + name, value) for name, value in more.items())
    return {name: value for name, value in rows.items() if value is not None}


def raw(rows, order="<"):
    """A GGUF of these values, in the byte order: texts, bools, ints as 32 bits, lists of texts, and (type, format, number or list) for all else."""
    def text(data):
        data = data if isinstance(data, bytes) else data.encode()
        return struct.pack(order + "Q", len(data)) + data

    def cell(value):
        if isinstance(value, (str, bytes)):
            return struct.pack(order + "I", 8) + text(value)
        if isinstance(value, bool):
            return struct.pack(order + "I?", 7, value)
        if isinstance(value, int):
            return struct.pack(order + "II", 4, value)
        if isinstance(value, list):
            return struct.pack(order + "IIQ", 9, 8, len(value)) + b"".join(map(text, value))
        kind, format_, data = value
        if isinstance(data, list):
            return struct.pack(order + "IIQ%d%s" % (len(data), format_), 9, kind, len(data), *data)
        return struct.pack(order + "I" + format_, kind, data)
    return struct.pack(order + "4sIQQ", b"GGUF", 3, 0, len(rows)) + b"".join(text(name) + cell(value) for name, value in rows.items())


FLAG = {True: b"\1", False: b"\0"}


def flag(name, value):
    return (name, 7, FLAG[value])


def token(name, number):
    return (name, 4, number.to_bytes(4, "little"))


def tekken(size=None, special=None, vocab=None, own=None, **config):
    pieces = [{"rank": i, "token_bytes": base64.b64encode(bytes([i]) if i < 256 else b"ab").decode(), "token_str": None}
              for i in range(257)]
    special = special if special is not None else 25 if own is None else len(OWN)
    size = size if size is not None else special + len(pieces)
    file = {"config": {"pattern": r"\p{L}+|\s+|.", "default_vocab_size": size, "default_num_special_tokens": special, "version": "v3", **config},
            "vocab": pieces if vocab is None else vocab(pieces)}
    if own is not None:
        file["special_tokens"] = own
    return json.dumps(file).encode()


def control(rank, text):
    return {"rank": rank, "token_str": text, "is_control": True}


OWN = [control(0, "<unk>"), control(1, "<s>"), control(2, "</s>")]


def changed(**members):
    def change(pieces):
        pieces[3].update(members)
        return pieces
    return change


def spm(pieces=None, model=2, fallback=True, normalizer=b"", flags=(1, 0), more=b"", trainer=b"", settings=b"", denormalizer=None):
    rows = [("<unk>", 0.0, 2), ("<bos>", 0.0, 3), ("<eos>", 0.0, 3), *((text, 0.0, 6) for text in BYTES if fallback),
            *((text, -float(i), 1) for i, text in enumerate(WORDS)), *(pieces or [])]
    field, number = sentence_piece.field, sentence_piece.number
    trainer += field(3, 0, number(model)) + field(35, 0, number(fallback)) + field(40, 0, number(0)) + field(41, 0, number(1)) + field(42, 0, number(2))
    normal = field(1, 2, b"identity") + field(2, 2, normalizer) + field(3, 0, number(flags[0])) + field(4, 0, number(flags[1])) + settings
    if denormalizer is not None:
        more += field(5, 2, field(1, 2, b"x") + field(2, 2, denormalizer) + field(3, 0, number(1)))
    return b"".join(sentence_piece.piece(*row) for row in rows) + field(2, 2, trainer) + field(3, 2, normal) + more


EVERY = [f"\\x{b:02x}" for b in range(256) if b != 97]
FIRST = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


def odd():
    """Rows of files that say things in other ways, or less."""
    letters = [*gguf.alphabet().values(), "ab"]
    kinds = [gguf.NORMAL] * len(letters)
    spread = [*BYTES, "<unk>", "a", "\u2581", "\u2581a", "</s>"]
    few = dict(model="t5", pre=None, tokens=["a", "</s>"], merges=None)
    return {
        "no kinds": rows_of(), "no architecture": rows_of(architecture=None), "unsigned kinds": rows_of(token_type=(4, "I", kinds)), "strange kinds": rows_of(token_type=(5, "i", kinds[:-2] + [77, -1])),
        "empty tokens": rows_of(tokens=[*letters, "", ""]), "a token with NUL": rows_of(tokens=[*letters, "yy\0z"]), "end of nothing": rows_of(tokens=[*letters, "\0"]),
        "ids of 64 bits": rows_of(bos_token_id=(10, "Q", 3), eos_token_id=(5, "i", 4), add_bos_token=(0, "B", 1)), "middles named": rows_of(tokens=[*letters, "<PRE>", "<SUF>"], fim_pre_token_id=257, prefix_token_id=9999, fim_mid_token_id=3),
        "ends far": rows_of(bos_token_id=250, eos_token_id=9, add_bos_token=True, add_eos_token=True), "calls alone": rows_of(tokens=[*letters, "<|end|>", "<|calls|>", "<|flush|>"]), "end alone": rows_of(tokens=[*letters, "<|end|>", "<|return|>"]),
        "end and call": rows_of(tokens=[*letters, "<|end|>", "<|call|>"]), "shown": rows_of(tokens=[*letters, "<|channel|>", "<|message|>"]), "responses": rows_of(tokens=[*letters, "</s>", "<|tool_response>"]), "merges of spaces": rows_of(tokens=[*letters, " "], merges=["a b"]),
        **{name: rows_of(pre=name, tokens=[*letters, "<mask>", "[MASK]"]) for name in ("jina-v2-es", "jina-v2-code", "modern-bert", "superbpe", "qwen35")}, "kimi": rows_of(pre="kimi-k2", merges=None),
        **{name: rows_of(architecture=name, tokens=[*letters, "<mask>"]) for name in ("nomic-bert-moe", "jina-bert-v3")}, "sarvam": rows_of(pre="sarvam-moe", tokens=spread, merges=["\u2581 a"]), "granite": rows_of(pre="granite-embed-multi-311m", tokens=spread, merges=["\u2581 a"], bos_token_id=2),
        "phi3": {**rows_of(tokens=[*letters, "<|user|>"], token_type=(5, "i", kinds + [gguf.USER])), "general.name": "my PHI3"}, "few pieces": rows_of(**few, scores=(6, "f", [0.0, -1.0])),
        "users": rows_of(**{**few, "tokens": [*few["tokens"], "<x>", "<y>", "b"]}, scores=(6, "f", [0.0] * 5), token_type=(5, "i", [1, 3, 4, 4, 1]), precompiled_charsmap=(0, "B", [])),
        "empty user": rows_of(**{**few, "tokens": [*few["tokens"], ""]}, scores=(6, "f", [0.0] * 3), token_type=(5, "i", [1, 3, 4])),
        "charsmap of numbers": rows_of(**few, precompiled_charsmap=(5, "i", [1])), "charsmap of text": rows_of(**few, precompiled_charsmap="x"), "unknown far": rows_of(**few, unknown_token_id=77) | {"tokenizer.ggml.unknown_token_id": (5, "i", -1)},
        "no merges left": rows_of(tokens=letters[:200], merges=["a b"]) | {"tokenizer.ggml.merges": []},
        "map of t5": rows_of(**few, precompiled_charsmap=(0, "B", [*base64.b64decode(synthetic.charsmap({"A": "a"}))])),
        "overlaps": rows_of(tokens=[*letters, ">>A<<", "<<B>>"], token_type=(5, "i", kinds + [3, 4])),
        "words": rows_of(model="bert", tokens=[*FIRST, "\u2581a", "b"], unknown_token_id=1, bos_token_id=2, seperator_token_id=3),
        "words as they are": rows_of(model="bert", tokens=[*FIRST, "\u2581a"], unknown_token_id=1, bos_token_id=2, seperator_token_id=3,
                                     **{"normalizer.lowercase": False, "normalizer.strip_accents": False}),
        "bytes": rows_of(model="rwkv", tokens=[*EVERY, "a", "ab", "\\t\\n\\r\\\\", "\\x4", "cd\\"], add_space_prefix=True),
    }


def whole():
    yes, no = [flag("add_bos_token", True), flag("add_eos_token", True)], [flag("add_bos_token", False), flag("add_eos_token", False)]
    files = {
        "gpt2.gguf": gguf_file(), "ends.gguf": gguf_file(more=yes), "no ends.gguf": gguf_file(more=no),
        "default.gguf": gguf_file(pre=None), "qwen2.gguf": gguf_file(pre="qwen2"), "twice.gguf": gguf_file(merges=("a b", "a b")), "tekken.gguf": gguf_file(pre="tekken"),
        "calls.gguf": gguf_file(tokens=[*gguf.alphabet().values(), "ab", "<|return|>", "<|call|>", "<|end|>", "<|calls|>", "<|flush|>", "<|tool|>"]),
        "middles.gguf": gguf_file(tokens=[*gguf.alphabet().values(), "ab", "<|fim_prefix|>", "<fim-suffix>", "<|fim_middle|>", "<end_of_turn>"]),
        "pieces.gguf": gguf_pieces(), "no prefix.gguf": gguf_pieces(more=[flag("add_space_prefix", False), *yes]),
        "gemma4.gguf": gguf_pieces("gemma4"), "phi3.gguf": gguf_pieces(more=[("general.name", 8, gguf.string("Phi-3 mini"))]),
        "jina.gguf": gguf_file(pre="jina-v2-de", tokens=[*gguf.alphabet().values(), "ab", "<mask>", "<|x|>"]),
        "tekken.json": tekken(), "own.json": tekken(own=OWN), "few.json": tekken(own=OWN[:1], special=3),
        "plain.model": spm(), "collapsed.model": spm(flags=(0, 1)), "user.model": spm([("<tool>", 0.0, 4)]), "no bytes.model": spm(fallback=False),
        "unigram.model": spm([("<tool>", 0.0, 4), ("x", -1.0, 5)], model=1, flags=(1, 1)),
        **{name + ".gguf": raw(rows) for name, rows in odd().items()}, "big.gguf": raw(rows_of(bos_token_id=9, add_bos_token=True), ">"),
        "empty piece.model": spm([("", 0.0, 4)]), "two users.model": spm([("<tool>", 0.0, 4), ("[x]", 0.0, 4)], model=1, flags=(1, 1)),
        "empty user.model": spm([("", 0.0, 4), ("<tool>", 0.0, 4)], model=1), "odd kind.model": spm(trainer=sentence_piece.field(99, 1, b"12345678")), "high.model": spm([("x", 5.0, 1)], model=1), "unused.model": spm([("x", 0.0, 5)], model=1),
        "no normalizer.model": spm(denormalizer=b""),
        "map.model": spm(model=1, normalizer=base64.b64decode(synthetic.charsmap({"A": "a"}))), "t5.gguf": gguf_pieces("t5"),
        # Large enough for the cache.
        "large.gguf": gguf_file(tokens=[*gguf.alphabet().values(), "ab", "</s>", "x<", "<too"], more=[("padding.rows", 9, gguf.array(0, "B", bytes(LARGE)))]), "large lines.gguf": gguf_pieces("gemma4", more=[("padding.rows", 9, gguf.array(0, "B", bytes(LARGE)))]), "large.json": tekken() + b" " * LARGE,
        "large.model": spm(more=sentence_piece.field(99, 2, bytes(LARGE)))}
    return files


def broken():
    yes = [flag("add_bos_token", True), flag("add_eos_token", True)]
    alphabet = list(gguf.alphabet().values())
    return [
        ("an unknown model", gguf_file(model="nope"), "'nope' is not supported, only llama, gpt2, gemma4, t5, bert and rwkv"),
        ("a long model", gguf_file(model="n" * 300), "'" + "n" * 60 + "' is not supported"),
        ("words without an unknown token", raw(rows_of(model="bert", tokens=["a", "b"])), "the file has no unknown token"),
        ("words without a beginning", raw(rows_of(model="bert", tokens=["a", "b"], unknown_token_id=0)), "the file has no BOS token"),
        ("words without an end", raw(rows_of(model="bert", tokens=["a", "b"], unknown_token_id=0, bos_token_id=1)), "the file has no separator token"),
        ("bytes without a token", raw(rows_of(model="rwkv", tokens=["a", "b"])), "no token for the byte 00"),
        ("a control token that is escaped", raw(rows_of(model="rwkv", tokens=["a", "\\n"], token_type=(5, "i", [1, 3]))), "token 1 is a control token with an escape"),
        *(("a control token that is %s" % name, raw(rows_of(model="rwkv", tokens=["a", text], token_type=(5, "i", [1, 3]))), "token 1 is a control token with an escape, white space or what is not ASCII")
          for name, text in (("spaced", "a b"), ("deleted", "a\x7f"), ("accented", "\u00e9"))),
        ("the same bytes twice", raw(rows_of(model="rwkv", tokens=[*EVERY, "\\x61", "a"])), "appears twice"),
        ("an unknown pre", gguf_file(pre="nope"), "tokenizer.ggml.pre: 'nope' is not known"),
        ("a long pre", gguf_file(pre="p" * 300), "'" + "p" * 60 + "' is not known"),
        ("no merges", gguf_file(merges=()), "tokenizer.ggml.merges: the file has none"),
        ("a byte that is no token", gguf_pieces(without=["<0x41>"]), "no token <0x41> for a byte"),
        ("odd names of bytes", gguf_pieces(without=["<0x00>"], tokens=["<0x00x", "<0xG0>", "<0x0G>"]), "no token <0x00> for a byte"),
        ("no tokens", gguf_file(tokens=[], kinds=[], more=yes), "the token id is outside the vocabulary"),
        ("a token twice", gguf_file(tokens=[*alphabet, "ab", "x1", "x1", "x2"]), "\"x1\", appears twice"),
        ("a long token twice", gguf_file(tokens=[*alphabet, "ab", "y" * 200, "y" * 200, "x2"]), "\"" + "y" * 60 + "\", appears twice"),
        ("scores twice", gguf_pieces(more=[("scores", 9, gguf.array(6, "f", [float("nan")] * 264))]), "the key appears twice"),
        ("a merge of one", gguf_file(merges=("ab",)), "merge 0, \"ab\", is not of two tokens"),
        ("a merge without its left", gguf_file(merges=("zz b",)), "merge 0, "),
        ("a merge without its right", gguf_file(merges=("a zz",)), "merge 0, "),
        ("a merge of what is no token", gguf_file(merges=("b a",)), "merge 0, "),
        ("a long merge", gguf_file(merges=("a " + "z" * 200,)), "merge 0, "),
        ("config without sizes", tekken(default_vocab_size=None), "config has no sizes of the vocabulary"),
        ("a size below zero", tekken(default_vocab_size=-1), "config has no sizes of the vocabulary"),
        ("a size of 2^24", tekken(default_vocab_size=1 << 24), "config has no sizes of the vocabulary"),
        ("no count of specials", tekken(default_num_special_tokens="3"), "config has no sizes of the vocabulary"),
        ("more specials than tokens", tekken(size=2), "config has no sizes of the vocabulary"),
        ("vocab is an object", tekken(vocab=lambda pieces: {}), "vocab has fewer tokens"),
        ("a short vocab", tekken(vocab=lambda pieces: pieces[:9]), "vocab has fewer tokens"),
        ("a rank missed", tekken(vocab=changed(rank=9)), "the ranks of vocab do not follow each other"),
        ("a rank that is text", tekken(vocab=changed(rank="3")), "the ranks of vocab do not follow each other"),
        ("no bytes", tekken(vocab=changed(token_bytes=None)), "the ranks of vocab do not follow each other"),
        ("bytes of length 1", tekken(vocab=changed(token_bytes="A")), "tekken.json"),
        ("no bytes at all", tekken(vocab=changed(token_bytes="====")), "tekken.json"),
        ("bytes with a sign", tekken(vocab=changed(token_bytes="A?==")), "tekken.json"),
        ("bytes of length 5", tekken(vocab=changed(token_bytes="AAAAA===")), "tekken.json"),
        ("specials are an object", tekken(own={}), "special_tokens is not an array"),
        ("too many specials", tekken(own=[*OWN, control(3, "<x>")]), "more special tokens than default_num_special_tokens"),
        ("fewer than the usual specials", tekken(special=3), "more special tokens than default_num_special_tokens"),
        ("a special without a text", tekken(own=[control(0, None)]), "a special token without a text or a rank"),
        ("a special with no text", tekken(own=[control(0, "")]), "a special token without a text or a rank"),
        ("a special without a rank", tekken(own=[control(None, "<s>")]), "a special token without a text or a rank"),
        ("a special below zero", tekken(own=[control(-1, "<s>")]), "a special token without a text or a rank"),
        ("a special too high", tekken(own=[control(3, "<s>")]), "a special token without a text or a rank"),
        ("a special's rank twice", tekken(own=[control(1, "<s>"), control(1, "<x>")]), "a special token without a text or a rank"),
        ("no vocabulary", raw(rows_of(tokens=None) | {"tokenizer.ggml.tokens": (4, "I", [1])}), "tokenizer.ggml.tokens is not an array of strings"),
        ("no key with tokens", raw({k: v for k, v in rows_of().items() if not k.endswith(".tokens")}), "it has no tokenizer.ggml.tokens"),
        ("no key with a model", raw({k: v for k, v in rows_of().items() if not k.endswith(".model")}), "it has no tokenizer.ggml.model"),
        ("a model that is a number", raw(rows_of(model=5)), "it has no tokenizer.ggml.model"),
        ("no tokens and no ids", raw(rows_of(tokens=[])), "tokenizer.ggml: no tokens"),
        ("merges of numbers", raw(rows_of() | {"tokenizer.ggml.merges": (4, "I", [1])}), "tokenizer.ggml.merges: an array of another type"),
        ("merges that are a text", raw(rows_of() | {"tokenizer.ggml.merges": "a b"}), "tokenizer.ggml.merges: an array of another type"),
        ("an empty merge", raw(rows_of(merges=[""])), "merge 0, "), ("a merge with nothing behind", raw(rows_of(merges=["a "])), "merge 0, "),
        ("merges that stop", raw(rows_of(merges=["a b", "x", "b a"])), "merge 1, "),
        ("a token that is not UTF-8", raw(rows_of(tokens=[*alphabet, b"\xff"])), "the text of token 256 is not UTF-8"),
        ("scores of integers", raw(rows_of(model="llama", pre=None) | {"tokenizer.ggml.scores": (5, "i", [1] * 257)}), "scores does not match the tokens"),
        ("few scores", raw(rows_of(model="llama", pre=None) | {"tokenizer.ggml.scores": (6, "f", [1.0] * 9)}), "scores does not match the tokens"),
        ("few kinds", raw(rows_of(token_type=(5, "i", [1]))), "token_type does not match the tokens"), ("kinds that are texts", raw(rows_of(token_type=["x"])), "token_type does not match the tokens"),
        ("no token to begin with", raw(rows_of(pre="qwen2", tokens=["a", "b", "ab"], add_bos_token=True)), "the file asks for a BOS token but has none"),
        ("no token to end with", raw(rows_of(pre="qwen2", tokens=["a", "b", "ab"], add_eos_token=True)), "the file asks for a EOS token but has none"),
        ("a long token that overlaps", raw(rows_of(tokens=[*alphabet, "ab", ">>" + "A" * 300 + "<<", "<<B>>"], token_type=(5, "i", [1] * 257 + [3, 4]))), "one has more than 256 bytes"),
        ("a charsmap of nonsense", raw(rows_of(model="t5", pre=None, tokens=["a", "</s>"], merges=None, precompiled_charsmap=(0, "B", [9, 0, 0, 0, 1, 2, 3]))), "malformed map of characters in the normalizer"),
        *(("a map, " + name, raw(rows_of(model="t5", pre=None, tokens=["a", "</s>"], merges=None, precompiled_charsmap=(0, "B", list(data)))), "malformed map of characters")
          for name, data in (("nothing in it", b"\0\0\0\0"), ("cut off", b"\4\0"), ("too long", b"\xff\xff\0\0abcd"),
                             ("texts that are not UTF-8", b"\4\0\0\0\0\0\0\0\xff\0"))),
        ("a model of no type", spm(model=9), "its type is not known"), ("a map that is taken back", spm(denormalizer=b"xyz"), "its denormalizer has a map of characters"),
        ("white space that stays", spm(settings=sentence_piece.field(5, 0, b"\0")), "it keeps white space as it is"), ("white space behind", spm(trainer=sentence_piece.field(24, 0, b"\1")), "white space ends its words"),
        ("unused pieces", spm([("x", 0.0, 5)]), "it has unused pieces"), ("a piece of kind 9", spm([("x", 0.0, 9)]), "malformed SentencePiece model"), ("a field of number 0", spm(more=b"\0\0"), "malformed SentencePiece model"),
        ("a field of a large number", spm(more=b"\x80\x80\x80\x80\x80\x01\0"), "malformed SentencePiece model"), ("eight bytes cut off", spm(more=b"\x59123"), "malformed SentencePiece model"),
        ("a number cut off", spm(more=b"\x50\xff"), "malformed SentencePiece model"), ("a piece cut off", spm(more=sentence_piece.field(1, 2, b"\x0a\x7f")), "malformed SentencePiece model"), ("a piece that is a number", spm(more=sentence_piece.field(1, 2, b"\x08\1")), None),
        ("four bytes cut off", spm(more=sentence_piece.field(1, 2, b"\x15\1")), "malformed SentencePiece model"), ("a trainer cut off", spm(more=sentence_piece.field(2, 2, b"\x18")), "malformed SentencePiece model"),
        ("a word model", spm(model=3), "its type is words"), ("a model of characters", spm(model=4), "its type is characters"),
        ("a piece twice", spm([("ab", 0.0, 1)]), "appears twice"), ("a score that is none in a model", spm([("x", float("nan"), 1)]), "not a number"),
        ("a model cut off", spm()[:-3], "malformed SentencePiece model near byte"), ("a field without end", spm(more=b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), "malformed SentencePiece model near byte"),
        ("a kind of field that there is not", spm(more=b"\x0f"), "malformed SentencePiece model near byte"),
    ]


FEW = {"few pieces.gguf", "empty user.gguf", "charsmap of numbers.gguf", "charsmap of text.gguf", "unknown far.gguf", "map of t5.gguf"}  # they have no unknown token


def load(program, path, cache=None):
    text = b"a" if os.path.basename(path) in FEW else b"ab <0x41>\n"
    return subprocess.run([program, "tokenize", "--tokenizer", path, *([] if cache else ["--no-cache"])], input=text, capture_output=True,
                          env={name: value for name, value in {**os.environ, "XDG_CACHE_HOME": cache or ""}.items() if name != "CHATFMT_NO_CACHE"})


def main():
    failed = 0
    files = broken()
    with tempfile.TemporaryDirectory() as folder:
        for name, data in whole().items():
            path = os.path.join(folder, name)
            open(path, "wb").write(data)
            done = load(sys.argv[1], path)
            if done.returncode:
                failed += 1
                print(f"{name}: {done.stderr.decode()}")
            for time in ("read", "found"):  # and kept compiled
                again = load(sys.argv[1], path, os.path.join(folder, "cache"))
                if (again.returncode, again.stdout) != (done.returncode, done.stdout):
                    failed += 1
                    print(f"{name}, {time}: {again.stdout} {again.stderr}")
        for number, (name, data, said) in enumerate(files):
            path = os.path.join(folder, "broken%d" % number)
            open(path, "wb").write(data)
            done = load(sys.argv[1], path)
            error = done.stderr.decode()
            if said is None and not done.returncode:
                continue
            if done.returncode != 1 or done.stdout or said not in error:
                failed += 1
                print(f"{name}: {done.returncode} {error.strip()}, not {said}")
    print(f"vocabularies: {len(whole())} whole, {len(files)} broken, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
