"""SentencePiece's maps of characters, as honest as a trainer's and as nobody would make them."""
import base64
import os
import struct
import sys

from hostile.case import TESTS

sys.path.append(os.path.join(TESTS, "tokenizers"))
import synthetic  # noqa: E402


def charsmap(rules):
    return base64.b64decode(synthetic.charsmap(rules))


def looping(key, text=b"b", is_key=True):
    """A double array in which `key`, one byte, leads back to where it was, and any number of them is a key, or none."""
    byte = key[0]
    # The root is unit 0; the child is at (offset of root) ^ byte, and its own offset leads back there.
    child = 256 ^ byte
    units = [0] * 512
    units[0] = 256 << 10
    units[child] = byte | 256 * is_key | (child ^ 256) << 10
    units[256] = 1 << 31
    raw = struct.pack("<512I", *units)
    return struct.pack("<I", len(raw)) + raw + text + b"\0"
