#!/usr/bin/env python3
"""What the reference says about many texts, as hashes.

usage: reference_hashes.py TOKENIZER.json < STRINGS.jsonl > HASHES

STRINGS has one JSON string a line. For each, one line: the beginnings of three SHA-256: of the
ids, of the offsets in code points (both as 32-bit little-endian numbers), of the decoded text in
UTF-8. token_probe --hash prints the same. Needs PyPI's tokenizers (0.23.3).
"""
import array
import hashlib
import itertools
import json
import sys

from tokenizers import Tokenizer


def short(data):
    return hashlib.sha256(data).hexdigest()[:16]


def main():
    tokenizer = Tokenizer.from_file(sys.argv[1])
    tokenizer.no_truncation()
    tokenizer.no_padding()
    for line in sys.stdin:
        encoding = tokenizer.encode(json.loads(line), add_special_tokens=False)
        ids = encoding.ids
        offsets = array.array("I", itertools.chain.from_iterable(encoding.offsets))
        text = tokenizer.decode(ids, skip_special_tokens=False)
        print(short(array.array("I", ids).tobytes()), short(offsets.tobytes()), short(text.encode()))


if __name__ == "__main__":
    main()
