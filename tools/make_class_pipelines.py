#!/usr/bin/env python3
"""Write src/models/class_pipelines.inc: what transformers' tokenizer classes build around the vocabulary of a tokenizer.json,
instead of the pipeline that the file has.

    make_class_pipelines.py [--check]      needs transformers 5.23.0 and sentencepiece, without which some classes are not there

A class with a constructor of its own takes the file's vocabulary, its merges and its map of characters (most take its
post-processor, too), and makes normalizer, pre-tokenizer, decoder and the options of the model itself, from arguments such as
`add_prefix_space` and `do_lower_case` of tokenizer_config.json. Texts in the parts that the configuration fills in:

    "@unk_token@"            the special token, and as an id that of the token
    "@do_lower_case=true@"   the member of the configuration, or what stands behind the = where it has none or null
    "@charsmap@"             the file's map of characters
"""
import base64
import itertools
import json
import sys

import reference_table

TOKENS = ["bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"]
FLAGS = ["add_prefix_space", "legacy", "do_lower_case", "tokenize_chinese_chars", "strip_accents", "clean_text", "keep_accents",
         "split_by_punct", "legacy_behaviour", "remove_space"]
TEXTS = ["src_lang"]
SPOKEN = "de_DE"  # a language that is no default
ABSENT = object()
VALUES = {"absent": ABSENT, "null": None, "no": False, "yes": True}
# An empty trie and no replacements.
CHARSMAP = base64.b64decode("AAQAAAABAACAAAAA") + bytes(1024 - 8)


def mark(name):
    return "@%s@" % name


def words(unknown=5, score=0.0):
    """A vocabulary as (text, score), long enough for ids that classes assume; with the unknown token at a place or nowhere."""
    from transformers.models.mbart.tokenization_mbart import FAIRSEQ_LANGUAGE_CODES as codes
    from transformers.models.mbart50.tokenization_mbart50 import FAIRSEQ_LANGUAGE_CODES as more
    texts = ["<s>", "</s>", "<unk>", "a", "b", "ab"] + [mark(name) for name in TOKENS if name != "unk_token"] + ["[CLS]", "[SEP]"]
    texts += ["w%d" % i for i in range(120)] + list(dict.fromkeys([*codes, *more, "eng_Latn", "__fra__"]))
    if unknown is not None:
        texts.insert(unknown, mark("unk_token"))
    return [(text, score if text == mark("unk_token") else -1.0) for text in texts]


def construct(cls, given, vocab=None, charsmap=True):
    """An instance, of the form of vocabulary that it takes, and its kind; None when it needs other files."""
    from tokenizers.processors import ByteLevel
    vocab = vocab or words()
    more = {"_spm_precompiled_charsmap": CHARSMAP} if charsmap else {}
    tokens = {name: mark(name) for name in TOKENS}
    as_dict = {text: number for number, (text, _) in enumerate(vocab)}
    for parts in ({"vocab": as_dict, "merges": [("a", "b")]}, {"vocab": as_dict}, {"vocab": list(vocab)}):
        try:
            made = cls(**{key: value.copy() for key, value in parts.items()}, **{**tokens, **given}, **more,
                       post_processor=ByteLevel(trim_offsets=True))
        except Exception:  # noqa: BLE001 - it takes another form, or other files
            continue
        if same_words(made, vocab):
            return made
    return None


def text_ids(made, value, moved):
    """Ids of a post-processor as the texts of their tokens, but for those that are the same in a vocabulary that is moved."""
    def name(number, same):
        return number if number == same else made._tokenizer.id_to_token(number)
    if isinstance(value, dict) and isinstance(value.get("ids"), list):
        return {**value, "ids": [name(*pair) for pair in zip(value["ids"], moved["ids"])]}
    if isinstance(value, dict):
        return {key: text_ids(made, inner, moved[key]) for key, inner in value.items()}
    if isinstance(value, list) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], int):
        return [value[0], name(value[1], moved[1])]
    return [text_ids(made, *pair) for pair in zip(value, moved)] if isinstance(value, list) else value


def same_words(made, vocab):
    """Whether it took the vocabulary as it is."""
    model = json.loads(made._tokenizer.to_str())["model"]["vocab"]
    texts = [text for text, _ in model] if isinstance(model, list) else [text for text, _ in sorted(model.items(), key=lambda row: row[1])]
    return texts == [text for text, _ in vocab]


def unknown_id(cls, given, made):
    """The id of the unknown token of a Unigram model: a number, or how it is found in the vocabulary."""
    found = []
    for place, score in ((5, 0.0), (9, 0.0), (5, -1.0), (None, 0.0)):
        other = construct(cls, given, words(place, score))
        found.append(None if other is None else json.loads(other._tokenizer.to_str())["model"]["unk_id"])
    if len(set(found)) == 1:
        return found[0]
    assert found[:2] == [5, 9] and found[2] in (5, found[3]), found
    rule = {"text": mark("unk_token"), "otherwise": found[3]}
    return rule if found[2] == 5 else {**rule, "score": 0.0}


def parts_of(cls, given):
    """The parts as a value; None when the class needs more than a vocabulary."""
    made = construct(cls, given)
    if made is None:
        return None
    whole = json.loads(made._tokenizer.to_str())
    model = {key: value for key, value in whole["model"].items() if key not in ("vocab", "merges")}
    if model["type"] == "Unigram":
        model["unk_id"] = unknown_id(cls, given, made)
    parts = {"normalizer": whole["normalizer"], "pre_tokenizer": whole["pre_tokenizer"], "decoder": whole["decoder"], "model": model}
    if whole["post_processor"] is None or whole["post_processor"]["type"] != "ByteLevel":
        other = construct(cls, given, [("filler%d" % i, -1.0) for i in range(7)] + words())
        moved = json.loads(other._tokenizer.to_str())["post_processor"]
        parts["post_processor"] = text_ids(made, whole["post_processor"], moved)  # the file's is not kept
    without = construct(cls, given, charsmap=False)
    plain = json.loads(without._tokenizer.to_str())["normalizer"] if without else whole["normalizer"]
    encoded = base64.b64encode(CHARSMAP).decode()
    parts = json.loads(json.dumps(parts).replace(encoded, mark("charsmap")))
    return parts if plain == whole["normalizer"] else {**parts, "normalizer_without_charsmap": plain}


def places(one, other, path=()):
    """Where two values differ, as paths to what is no list or object in either; None when they differ in their form."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        inner = [places(one[key], other[key], (*path, key)) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        inner = [places(a, b, (*path, i)) for i, (a, b) in enumerate(zip(one, other))]
    elif isinstance(one, (dict, list)) or isinstance(other, (dict, list)):
        return None
    else:
        return [] if one == other and type(one) is type(other) else [path]
    return None if None in inner else [place for group in inner for place in group]


def put(value, path, leaf):
    """A copy with another leaf."""
    if not path:
        return leaf
    copy = value.copy()
    copy[path[0]] = put(value[path[0]], path[1:], leaf)
    return copy


def leaf_of(value, path):
    for step in path:
        value = value[step]
    return value


def filled(text, given):
    """What becomes of the marks of flags."""
    for name in FLAGS:
        for default in ("true", "false", "null"):
            value = given.get(name, ABSENT)
            text = text.replace('"@%s=%s@"' % (name, default), default if value in (ABSENT, None) else json.dumps(value))
    return text


def text_of(parts):
    return json.dumps(parts, ensure_ascii=True, separators=(",", ":"))


def marked(cls, parts, flags):
    """The default parts with a mark for each flag that only becomes a flag of the parts, and those flags."""
    simple = []
    for name in flags:
        yes, no = parts_of(cls, {name: True}), parts_of(cls, {name: False})
        where = yes and no and places(yes, no)
        if where and parts_of(cls, {name: None}) in (None, parts_of(cls, {})) and all((leaf_of(yes, path), leaf_of(no, path)) == (True, False) for path in where):
            for path in where:
                parts = put(parts, path, "@%s=%s@" % (name, json.dumps(leaf_of(parts, path))))
            simple.append(name)
    return parts, simple


def rows(name, cls):
    """(class, the flags that choose, [texts by their values])"""
    default = parts_of(cls, {})
    if default is None:
        return []
    tried = {flag: [parts_of(cls, {} if value is ABSENT else {flag: value}) for value in VALUES.values()] for flag in FLAGS}
    flags = [flag for flag, made in tried.items() if any(one is not None and one != default for one in made)]
    _, simple = marked(cls, default, flags)
    choosing = [flag for flag in flags if flag not in simple]
    spoken = [key for key in TEXTS if (other := parts_of(cls, {key: SPOKEN})) is not None and other != default]
    choices = []
    for values in itertools.product(VALUES, repeat=len(choosing)):
        base = {flag: VALUES[value] for flag, value in zip(choosing, values) if VALUES[value] is not ABSENT}
        parts = parts_of(cls, {**base, **{key: SPOKEN for key in spoken}})
        if parts is None:
            choices.append(None)
            continue
        for flag in simple:
            yes, no = (parts_of(cls, {**base, **{key: SPOKEN for key in spoken}, flag: value}) for value in (True, False))
            for path in places(yes, no):
                parts = put(parts, path, "@%s=%s@" % (flag, json.dumps(leaf_of(parts, path))))
        text = text_of(parts)
        for key in spoken:
            text = text.replace(SPOKEN, "@%s=%s@" % (key, spoken_default(cls, key)))
        for mixed in itertools.product((ABSENT, True, False), repeat=len(simple)):
            given = {**base, **{flag: value for flag, value in zip(simple, mixed) if value is not ABSENT}}
            made = parts_of(cls, {**given, **{key: SPOKEN for key in spoken}})
            assert spoken or filled(text, given) == text_of(made), (name, given)
        choices.append(text)
    return [(name, choosing, choices)]


def spoken_default(cls, key):
    """The text that the class takes where the configuration has none."""
    yes, none = text_of(parts_of(cls, {key: SPOKEN})), text_of(parts_of(cls, {}))
    before, after = yes.split('"%s"' % SPOKEN)[0], yes.split('"%s"' % SPOKEN)[1]
    return none[len(before) + 1:none.index(after[:1], len(before) + 1) - 1].split('"')[0]


def quoted(text):
    """C string literals of at most 96 columns."""
    body = text.replace("\\", "\\\\").replace('"', '\\"').replace("??", "?\\?")
    pieces, at = [], 0
    while at < len(body):
        end = min(at + 84, len(body))
        while end < len(body) and body[end - 1] == "\\":
            end -= 1
        pieces.append('"%s"' % body[at:end])
        at = end
    return "\n    ".join(pieces)


def names():
    """Of all classes that a tokenizer_config.json may name, without Fast."""
    import transformers
    from transformers.convert_slow_tokenizer import SLOW_TO_FAST_CONVERTERS
    from transformers.models.auto import tokenization_auto as auto
    listed = {value for value in auto.TOKENIZER_MAPPING_NAMES.values() if value}
    shown = {name for name in dir(transformers) if name.endswith(("Tokenizer", "TokenizerFast"))}
    return sorted({name.removesuffix("Fast") for name in listed | shown | set(SLOW_TO_FAST_CONVERTERS)})


def classes():
    """(name, class) of those that build a tokenizer of their own."""
    from transformers import TokenizersBackend
    from transformers.models.auto import tokenization_auto as auto
    for name in names():
        try:
            cls = auto.tokenizer_class_from_name(name)
        except Exception:  # noqa: BLE001 - it needs a package
            continue
        if isinstance(cls, type) and issubclass(cls, TokenizersBackend) and cls is not TokenizersBackend and "__init__" in cls.__dict__:
            yield name, cls


MEMBERS = ["normalizer", "pre_tokenizer", "decoder", "model", "post_processor", "normalizer_without_charsmap"]


def number_of(things, thing):
    """Its index in a list, which it is appended to where it is new."""
    if thing not in things:
        things.append(thing)
    return things.index(thing)


def made():
    pieces, parts, lines, choices = [], [], [], []
    for name, cls in classes():
        for _, flags, row in rows(name, cls):
            numbers = []
            for text in row:
                if text is None:
                    numbers.append(255)
                    continue
                whole = json.loads(text)
                inner = tuple(number_of(pieces, text_of(whole[key])) if key in whole else 255 for key in MEMBERS)
                numbers.append(number_of(parts, inner))
            at = next((i for i in range(len(choices) - len(numbers) + 1) if choices[i:i + len(numbers)] == numbers), len(choices))
            if at == len(choices):
                choices += numbers
            lines.append('    {"%s", {%s}, %d},' % (name, ", ".join('"%s"' % flag for flag in flags) or "NULL", at))
    assert max(len(pieces), len(parts)) < 255
    return "\n".join([
        "/* Made by tools/make_class_pipelines.py from transformers 5.23.0. Do not edit. */", "",
        "/* What classes build around a vocabulary. */", "static const char *const pipeline_pieces[] = {",
        *("    %s," % quoted(text) for text in pieces), "};", "",
        "/* %s; 255: the file's. */" % ", ".join(MEMBERS),
        "static const unsigned char pipeline_parts[][%d] = {" % len(MEMBERS),
        *("    {%s}," % ", ".join(map(str, row)) for row in parts), "};", "",
        "/* Indices into these: for each value of the first flag those of the second; 255: refused. */",
        "static const unsigned char pipeline_choices[] = {",
        *("    %s," % ", ".join(map(str, choices[i:i + 18])) for i in range(0, len(choices), 18)), "};", "",
        "/* Class, the flags that choose, and the first of its choices. */", "static const pipeline_row pipeline_rows[] = {",
        *lines, "};", ""])


if __name__ == "__main__":
    sys.exit(reference_table.main("class pipelines", "make_class_pipelines.py", "src/models/class_pipelines.inc", made))
