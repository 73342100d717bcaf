"""Tokenizers of bytes, made for tests of replies that arrive as token ids."""
import json


def byte_characters():
    own = list(range(0x21, 0x7f)) + list(range(0xa1, 0xad)) + list(range(0xae, 0x100))
    rest = [b for b in range(256) if b not in own]
    return {b: chr(b) for b in own} | {b: chr(256 + i) for i, b in enumerate(rest)}


def tokenizer(markers, vocabulary=None, merges=()):
    """tokenizer.json of single bytes, or of this vocabulary and its merges, and these added tokens behind them."""
    vocab = vocabulary or {c: b for b, c in byte_characters().items()}
    added = [{"id": len(vocab) + i, "content": m, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": i % 2 == 0}
             for i, m in enumerate(markers)]
    return json.dumps({"version": "1.0", "added_tokens": added, "normalizer": None, "post_processor": None,
                       "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False},
                       "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
                       "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None, "end_of_word_suffix": None,
                                 "fuse_unk": False, "byte_fallback": False, "vocab": vocab, "merges": list(merges)}})
