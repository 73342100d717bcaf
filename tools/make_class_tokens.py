"""Write src/models/class_tokens.inc: the special tokens that transformers' tokenizer classes have by default, and the class
that AutoTokenizer takes for each model_type.

    make_class_tokens.py [--check]      needs transformers 5.23.0
"""
import inspect
import json
import sys

import reference_table
from make_class_pipelines import classes

NAMES = ["bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"]
BACKENDS = ("TokenizersBackend", "PythonBackend", "PreTrainedTokenizerFast", "MistralCommonBackend")


def bare(name):
    return name.removesuffix("Fast")


def defaults(cls):
    """Its named tokens when it is made of nothing, or else by its signature, or that of the first base that names one."""
    try:
        found = cls().special_tokens_map
    except Exception:  # noqa: BLE001 - it needs a vocabulary, or a package
        found = {}
        for name in NAMES:
            parameters = [inspect.signature(one.__init__).parameters.get(name) for one in cls.__mro__]
            value = next((one.default for one in parameters if one), None)
            value = getattr(value, "content", value)
            found[name] = value if isinstance(value, str) else None
    return {name: found.get(name) for name in NAMES}


def quoted(text):
    if text is None:
        return "NULL"
    if text == "\0":
        return '""'  # the pad_token of CanineTokenizer
    return json.dumps(text) if text.isascii() else '"%s"' % "".join("\\x%02X" % byte for byte in text.encode())


def made():
    from transformers.models.auto import configuration_auto
    from transformers.models.auto import tokenization_auto as auto
    types = {key: bare(value) for key, value in auto.TOKENIZER_MAPPING_NAMES.items() if value}
    rows = {}
    for name in sorted({*types.values(), *(name for name, _ in classes()), "TokenizersBackend"}):
        cls = auto.tokenizer_class_from_name(name)
        values = defaults(cls) if cls and name not in BACKENDS else dict.fromkeys(NAMES)
        left = bool(cls) and name not in BACKENDS and getattr(cls, "padding_side", "right") == "left"
        if any(values.values()) or left or name in BACKENDS:
            rows[name] = (left, values)
    lines = ["/* Made by tools/make_class_tokens.py from transformers 5.23.0. Do not edit. */", "",
             "/* Whether it pads on the left, and special tokens by default, in the order of cft_model_named_tokens. */",
             "static const class_row class_rows[] = {"]
    for name, (left, values) in sorted(rows.items()):
        line = '    {"%s", %d, {%s}},' % (name, left, ", ".join(quoted(values[key]) for key in NAMES))
        lines += [line] if len(line) <= 96 else ['    {"%s", %d,' % (name, left), "     {%s}}," % ", ".join(quoted(values[key]) for key in NAMES)]
    lines += ["};", "", "/* The class of each model_type; whether what its files say instead does not count; whether a",
              " * model is configured by it, so that it counts alone. */",
              "static const class_type class_types[] = {"]
    wrong = auto.MODELS_WITH_INCORRECT_HUB_TOKENIZER_CLASS
    for key in sorted(set(types) | set(wrong)):
        lines.append('    {"%s", "%s", %d, %d},' % (key, types.get(key, ""), key in wrong, key in configuration_auto.CONFIG_MAPPING_NAMES))
    return "\n".join(lines + ["};", ""])


if __name__ == "__main__":
    sys.exit(reference_table.main("class tokens", "make_class_tokens.py", "src/models/class_tokens.inc", made))
