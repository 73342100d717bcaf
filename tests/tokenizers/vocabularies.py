"""Vocabularies of a few tokens in the formats that are not tokenizer.json, whole and broken.

usage: vocabularies.py PROGRAM      every broken file is refused by the program, for the reason and no other

  whole()     {name: bytes} of files that load
  broken()    (name, bytes, part of the error)
"""
import base64
import json
import os
import subprocess
import sys
import tempfile

import gguf
import sentence_piece
import synthetic

BYTES = [f"<0x{b:02X}>" for b in range(256)]
WORDS = ["a", "b", "ab", "\u2581", "\u2581a"]
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


def spm(pieces=None, model=2, fallback=True, normalizer=b"", flags=(1, 0), more=b""):
    rows = [("<unk>", 0.0, 2), ("<bos>", 0.0, 3), ("<eos>", 0.0, 3), *((text, 0.0, 6) for text in BYTES if fallback),
            *((text, -float(i), 1) for i, text in enumerate(WORDS)), *(pieces or [])]
    field, number = sentence_piece.field, sentence_piece.number
    trainer = field(3, 0, number(model)) + field(35, 0, number(fallback)) + field(40, 0, number(0)) + field(41, 0, number(1)) + field(42, 0, number(2))
    normal = field(1, 2, b"identity") + field(2, 2, normalizer) + field(3, 0, number(flags[0])) + field(4, 0, number(flags[1]))
    return b"".join(sentence_piece.piece(*row) for row in rows) + field(2, 2, trainer) + field(3, 2, normal) + more


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
        "map.model": spm(model=1, normalizer=base64.b64decode(synthetic.charsmap({"A": "a"}))), "t5.gguf": gguf_pieces("t5")}
    return files


def broken():
    yes = [flag("add_bos_token", True), flag("add_eos_token", True)]
    alphabet = list(gguf.alphabet().values())
    return [
        ("an unknown model", gguf_file(model="nope"), "'nope' is not supported, only llama, gpt2, gemma4 and t5"),
        ("a long model", gguf_file(model="n" * 300), "'" + "n" * 60 + "' is not supported"),
        ("an unknown pre", gguf_file(pre="nope"), "tokenizer.ggml.pre: 'nope' is not known"),
        ("a long pre", gguf_file(pre="p" * 300), "'" + "p" * 60 + "' is not known"),
        ("no merges", gguf_file(merges=()), "tokenizer.ggml.merges: the file has none"),
        ("a byte that is no token", gguf_pieces(without=["<0x41>"]), "no token <0x41> for a byte"),
        ("odd names of bytes", gguf_pieces(without=["<0x00>"], tokens=["<0x00x", "<0xG0>", "<0x0G>"]), "no token <0x00> for a byte"),
        ("no tokens", gguf_file(tokens=[], kinds=[], more=yes), "the token id is outside the vocabulary"),
        ("a token twice", gguf_file(tokens=[*alphabet, "ab", "x1", "x1", "x2"]), "\"x1\", is there twice"),
        ("a long token twice", gguf_file(tokens=[*alphabet, "ab", "y" * 200, "y" * 200, "x2"]), "\"" + "y" * 60 + "\", is there twice"),
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
        ("specials are an object", tekken(own={}), "special_tokens is no array"),
        ("too many specials", tekken(own=[*OWN, control(3, "<x>")]), "more special tokens than default_num_special_tokens"),
        ("fewer than the usual specials", tekken(special=3), "more special tokens than default_num_special_tokens"),
        ("a special without a text", tekken(own=[control(0, None)]), "a special token without a text or a rank"),
        ("a special with no text", tekken(own=[control(0, "")]), "a special token without a text or a rank"),
        ("a special without a rank", tekken(own=[control(None, "<s>")]), "a special token without a text or a rank"),
        ("a special below zero", tekken(own=[control(-1, "<s>")]), "a special token without a text or a rank"),
        ("a special too high", tekken(own=[control(3, "<s>")]), "a special token without a text or a rank"),
        ("a special's rank twice", tekken(own=[control(1, "<s>"), control(1, "<x>")]), "a special token without a text or a rank"),
        ("a word model", spm(model=3), "its type is words"), ("a model of characters", spm(model=4), "its type is characters"),
        ("a piece twice", spm([("ab", 0.0, 1)]), "is there twice"), ("a score that is none in a model", spm([("x", float("nan"), 1)]), "not a number"),
        ("a model cut off", spm()[:-3], "malformed SentencePiece model near byte"), ("a field without end", spm(more=b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), "malformed SentencePiece model near byte"),
        ("a kind of field that there is not", spm(more=b"\x0f"), "malformed SentencePiece model near byte"),
    ]


def load(program, path):
    return subprocess.run([program, "tokenize", "--tokenizer", path, "--no-cache"], input=b"ab <0x41>\n", capture_output=True)


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
        for number, (name, data, said) in enumerate(files):
            path = os.path.join(folder, "broken%d" % number)
            open(path, "wb").write(data)
            done = load(sys.argv[1], path)
            error = done.stderr.decode()
            if done.returncode != 1 or done.stdout or said not in error:
                failed += 1
                print(f"{name}: {done.returncode} {error.strip()}, not {said}")
    print(f"vocabularies: {len(whole())} whole, {len(files)} broken, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
