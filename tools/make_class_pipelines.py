#!/usr/bin/env python3
"""Write src/models/class_pipelines.inc: what transformers' tokenizer classes build around the vocabulary and merges of a
tokenizer.json, instead of the pipeline that the file has.

    make_class_pipelines.py [--check]      needs transformers 5.23.0

A class with a constructor of its own takes the file's vocabulary and merges (most take its post-processor, too), and makes
normalizer, pre-tokenizer, decoder and the options of the model itself, from its arguments `add_prefix_space` and `legacy`.
Needs sentencepiece, without which some classes are not there.
"""
import itertools
import json
import sys

import reference_table

UNKNOWN = "@unk_token@"  # stands for the model's own
VOCAB = {UNKNOWN: 0, "<s>": 1, "</s>": 2, "a": 3, "b": 4, "ab": 5}
PREFIX = {"absent": None, "yes": True, "no": False}
LEGACY = {"absent": None, "yes": True, "no": False}


def pipeline(cls, prefix, legacy):
    """The parts as one JSON text; None when the class needs more than a vocabulary and merges."""
    given = {key: value for key, value in (("add_prefix_space", prefix), ("legacy", legacy)) if value is not None}
    from tokenizers.processors import ByteLevel
    try:
        made = cls(vocab=dict(VOCAB), merges=[("a", "b")], unk_token=UNKNOWN, post_processor=ByteLevel(trim_offsets=True), **given)
    except Exception:  # noqa: BLE001 - it needs other files
        return None
    parts = json.loads(made._tokenizer.to_str())
    if parts["model"]["type"] != "BPE":
        return None
    del parts["model"]["vocab"], parts["model"]["merges"]
    names = ["normalizer", "pre_tokenizer", "decoder", "model"]
    if parts["post_processor"] is None or parts["post_processor"]["type"] != "ByteLevel":
        names.append("post_processor")  # the file's is not kept
    return json.dumps({name: parts[name] for name in names},
                      ensure_ascii=True, separators=(",", ":"))


def rows(name, cls):
    """(class, add_prefix_space, legacy, parts): "any" where an argument changes nothing."""
    made = {(prefix, legacy): pipeline(cls, PREFIX[prefix], LEGACY[legacy]) for prefix, legacy in itertools.product(PREFIX, LEGACY)}
    if None in made.values():
        return []
    one_legacy = all(made[prefix, "absent"] == made[prefix, legacy] for prefix in PREFIX for legacy in LEGACY)
    one_prefix = all(made["absent", legacy] == made[prefix, legacy] for prefix in PREFIX for legacy in LEGACY)
    found = {}
    for (prefix, legacy), parts in made.items():
        found["any" if one_prefix else prefix, "any" if one_legacy else legacy] = parts
    return [(name, prefix, legacy, parts) for (prefix, legacy), parts in found.items()]


def quoted(text):
    """C string literals of at most 96 columns."""
    body = text.replace("\\", "\\\\").replace('"', '\\"')
    pieces, at = [], 0
    while at < len(body):
        end = min(at + 84, len(body))
        while end < len(body) and body[end - 1] == "\\":
            end -= 1
        pieces.append('"%s"' % body[at:end])
        at = end
    return "\n    ".join(pieces)


def made():
    from transformers.models.auto import tokenization_auto as auto
    from transformers import TokenizersBackend
    names = {value.removesuffix("Fast") for value in auto.TOKENIZER_MAPPING_NAMES.values() if value}
    texts, lines = [], []
    for name in sorted(names):
        cls = auto.tokenizer_class_from_name(name)
        if cls in (None, TokenizersBackend) or not issubclass(cls, TokenizersBackend) or "__init__" not in cls.__dict__:
            continue
        for row in rows(name, cls):
            if row[3] not in texts:
                texts.append(row[3])
            lines.append('    {"%s", PIPELINE_%s, PIPELINE_%s, %d},' % (row[0], row[1].upper(), row[2].upper(), texts.index(row[3])))
    return "\n".join([
        "/* Made by tools/make_class_pipelines.py from transformers 5.23.0. Do not edit. */", "",
        "/* What classes build around vocabulary and merges. */", "static const char *const pipeline_parts[] = {",
        *("    %s," % quoted(text) for text in texts), "};", "",
        "/* Class, add_prefix_space, legacy, and which of these it builds. */", "static const pipeline_row pipeline_rows[] = {",
        *lines, "};", ""])


if __name__ == "__main__":
    sys.exit(reference_table.main("class pipelines", "make_class_pipelines.py", "src/models/class_pipelines.inc", made))
