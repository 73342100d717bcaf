#!/usr/bin/env python3
"""Write src/models/class_added.inc: the tokens that transformers' tokenizer classes add to a vocabulary, where its files have
them not: special tokens of names that only they have, lists such as <extra_id_0> to <extra_id_99>, and the flags of all.

    make_class_added.py [--check]      needs transformers 5.23.0 and sentencepiece, without which some classes are not there
"""
import re
import sys

import reference_table
from make_class_pipelines import TOKENS, classes, construct, mark

COUNTS = {"extra_ids": 7, "offset": 11}  # arguments that say how long a list is, and another value to try


def plain(token):
    from tokenizers import AddedToken
    return AddedToken(token, special=True) if isinstance(token, str) else token


def bits(tokens, flag):
    return sum(1 << number for number, name in enumerate(TOKENS) if tokens.get(name) is not None and getattr(plain(tokens[name]), flag))


def extras(cls, **given):
    made = construct(cls, given)
    return [] if made is None else [plain(token) for token in made._extra_special_tokens]


def runs(tokens):
    """(before, first, last, after): texts that differ in a number that counts up are one."""
    found = []
    for text in tokens:
        number = re.fullmatch(r"(.*?)(\d+)(\D*)", text)
        if number and found and found[-1][0] == number[1] and found[-1][3] == number[3] and found[-1][2] == int(number[2]) - 1:
            found[-1][2] += 1
        else:
            found.append([number[1], int(number[2]), int(number[2]), number[3]] if number else [text, 0, 0, ""])
    return [run if run[1] != run[2] else ["%s%s%s" % (run[0], run[1] if run[1] or run[3] else "", run[3]), 0, 0, ""] for run in found]


def counted(cls, texts):
    """The argument that says how long a list is, if any."""
    for name, other in COUNTS.items():
        try:
            if [token.content for token in extras(cls, **{name: other})] != texts:
                return name
        except Exception:  # noqa: BLE001 - it has no such argument
            continue
    return None


def adds_again(cls):
    """Whether it gives its special tokens new flags in the end."""
    from tokenizers import AddedToken
    odd = AddedToken(mark("eos_token"), special=True, normalized=True)
    made = construct(cls, {"added_tokens_decoder": {6: odd}, "eos_token": odd})
    if made is None:
        return False
    known = {token.content: token for token in made.added_tokens_decoder.values()}
    return not known[mark("eos_token")].normalized


def literal(text):
    """As a C string of bytes."""
    return '"%s"' % "".join("\\x%02X" % byte if byte > 126 else chr(byte) for byte in text.encode())


def made():
    owns, lists, lines = [], [], []
    for name, cls in classes():
        made = construct(cls, {})
        if made is None:
            continue
        tokens = dict(made._special_tokens_map)
        own = [(key, str(value)) for key, value in tokens.items() if key not in TOKENS and value is not None]
        texts = [token.content for token in extras(cls)]
        count = counted(cls, texts) if texts else None
        row = [(*run, count if run[1] != run[2] else None) for run in runs(texts)]
        strips, normal, again = bits(tokens, "lstrip"), bits(tokens, "normalized"), adds_again(cls)
        if not (own or row or strips or normal or again):
            continue
        lines.append('    {"%s", %d, %d, %d, %d, %d, %d, %d},' % (name, strips, normal, again, len(owns), len(own), len(lists), len(row)))
        owns += own
        lists += row
    return "\n".join([
        "/* Made by tools/make_class_added.py from transformers 5.23.0. Do not edit. */", "",
        "/* Special tokens of names that only one class has. */", "static const added_own added_owns[] = {",
        *('    {"%s", %s},' % (name, literal(text)) for name, text in owns), "};", "",
        "/* One text; or the text before and after each number from first to last, and the argument that gives their count. */",
        "static const added_run added_runs[] = {",
        *("    {%s, %d, %d, %s, %s}," % (literal(before), first, last, literal(after), '"%s"' % count if count else "NULL")
          for before, first, last, after, count in lists), "};", "",
        "/* Class; bits of the named tokens that strip on the left, that are normalized; whether it adds them again; its own", 
        " * tokens and its lists, as a place and a number of them. */",
        "static const added_class added_classes[] = {", *lines, "};", ""])


if __name__ == "__main__":
    sys.exit(reference_table.main("tokens of classes", "make_class_added.py", "src/models/class_added.inc", made))
