#!/usr/bin/env python3
"""usage: storm_vocabularies.py FOLDER - small SentencePiece models, GGUF files and a tekken.json for chat_storm, each in a
folder of its own, with the tokens that data may not write in added.json, as tokenizer.json would list them."""
import base64
import json
import os
import sys

import gguf
import sentence_piece as spm
import synthetic
import vocabularies

WORDS = ["a", "b", "ab", "\u2581", "\u2581a", "the", "\u2581the", *"ehtc<>|/[]"]
# Text and kind: control tokens of the usual families, and pieces that users have defined.
SPECIALS = [("</s>", 3), ("<|im_start|>", 3), ("<|im_end|>", 3), ("<|eot_id|>", 3), ("<|start_header_id|>", 3), ("<|end_header_id|>", 3),
            ("[INST]", 3), ("[/INST]", 3), ("<start_of_turn>", 3), ("<end_of_turn>", 3), ("<tool>", 4), ("<think>", 4), ("</think>", 4),
            ("\n\n", 4), ("Kelvin", 4)]


def added(tokens, kinds, normalized=()):
    return [{"id": i, "content": text, "special": kind != 4, "normalized": kind in normalized}
            for i, (text, kind) in enumerate(zip(tokens, kinds)) if kind in (2, 3, 4)]


def sentence_piece(kind, prefix, collapses, table=b""):
    rows = [("<unk>", 0.0, 2), ("<s>", 0.0, 3), *((text, 0.0, of) for text, of in SPECIALS), *((text, 0.0, 6) for text in vocabularies.BYTES),
            *((text, -float(i), 1) for i, text in enumerate(WORDS))]
    field, number = spm.field, spm.number
    data = b"".join(spm.piece(*row) for row in rows) + field(2, 2, field(3, 0, number(kind)) + field(35, 0, number(1)))
    data += field(3, 2, field(1, 2, b"x") + field(2, 2, table) + field(3, 0, number(prefix)) + field(4, 0, number(collapses)))
    return "tokenizer.model", data, added([row[0] for row in rows], [row[2] for row in rows], (4,) if kind == 2 else ())


def gguf_file(model, pre=None):
    pieces = model in ("llama", "gemma4", "t5")
    alphabet = ["<unk>", "<s>", *vocabularies.BYTES, *WORDS] if pieces else [*gguf.alphabet().values(), "ab", "<s>"]
    kinds = [2, 3] + [6] * 256 + [1] * len(WORDS) if pieces else [1] * 257 + [3]
    tokens, kinds = alphabet + [text for text, _ in SPECIALS], kinds + [kind for _, kind in SPECIALS]
    scores = [-float(i) for i in range(len(tokens))] if pieces else None
    path = os.path.join(sys.argv[1], "making")
    gguf.write(path, model, pre, tokens, kinds, scores, None if model in ("llama", "t5") else ["a b"])
    with open(path, "rb") as file:
        data = file.read()
    os.unlink(path)
    return "model.gguf", data, added(tokens, kinds)


def longest(model):
    """Models that take the longest token, control tokens among them: what data must not reach by them, either."""
    words = [text if text.startswith("\u2581") else "\u2581" + text for text in WORDS] + WORDS + ["\u2581user"]
    rows = [("<unk>", 2), ("<s>", 3), *((text, 1) for text in dict.fromkeys(words)), *SPECIALS]
    if model == "rwkv":
        rows = [("<s>", 3), *((f"\\x{byte:02x}", 1) for byte in range(256)), ("ab", 1), ("the", 1), ("quark", 3),
                *((text, kind) for text, kind in SPECIALS if text.isprintable())]
    path = os.path.join(sys.argv[1], "making")
    tokens, kinds = [row[0] for row in rows], [row[1] for row in rows]
    gguf.write(path, model, None, tokens, kinds, ids=None if model == "rwkv" else {"unknown": 0, "seperator": 1})
    with open(path, "rb") as file:
        data = file.read()
    os.unlink(path)
    return "model.gguf", data, added(tokens, kinds)


def tekken():
    texts = ["<unk>", "<s>", *(text for text, kind in SPECIALS if kind == 3)]
    data = vocabularies.tekken(special=len(texts), own=[vocabularies.control(i, text) for i, text in enumerate(texts)])
    return "tekken.json", data, added(texts, [3] * len(texts))


def files():
    table = base64.b64decode(synthetic.charsmap(synthetic.RULES))
    for kind, name in ((2, "bpe"), (1, "unigram")):
        yield f"model_{name}", sentence_piece(kind, 1, 0)
        yield f"model_{name}_bare", sentence_piece(kind, 0, 0)
        yield f"model_{name}_collapsed", sentence_piece(kind, 1, 1)
        yield f"model_{name}_mapped", sentence_piece(kind, 1, 1, table)
    for model in ("llama", "gemma4", "t5"):
        yield f"gguf_{model}", gguf_file(model)
    for pre in ("gpt-2", "llama-bpe", "qwen2", "tekken", "deepseek-v3", "gpt-4o"):
        yield f"gguf_{pre}", gguf_file("gpt2", pre)
    for model in ("bert", "rwkv"):
        yield f"gguf_{model}", longest(model)
    yield "tekken", tekken()


def main():
    for name, (file, data, tokens) in files():
        folder = os.path.join(sys.argv[1], name)
        os.makedirs(folder)
        with open(os.path.join(folder, file), "wb") as out:
            out.write(data)
        with open(os.path.join(folder, "added.json"), "w", encoding="utf-8") as out:
            json.dump({"added_tokens": tokens, "normalizer": None}, out, ensure_ascii=False)


if __name__ == "__main__":
    main()
