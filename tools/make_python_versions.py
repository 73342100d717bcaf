#!/usr/bin/env python3
"""Makes bindings/python/chatfmt/_versions.py: the releases of transformers that chatfmt.transformers serves, each
with the hashes of the functions that it stands for. Wheels are downloaded into FOLDER unless they are there.

    make_python_versions.py FOLDER
"""
import ast
import hashlib
import os
import subprocess
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Release -> how it treats messages: flags of chatfmt/models.h, whether there is sanitize_control_tokens, and whether the mask
# has every token that overlaps a range. Whether objects are reduced to plain data, and message objects to dicts, follows
# from its functions; whether replies are parsed as in PARSES from their hashes. Oldest first; other releases with the
# functions of one of these are served, too.
RAW, STRICT_NAMES, KEEP_NULLS = 64, 32768, 131072
RELEASES = {
    "5.14.1": (RAW, False, False), "5.16.1": (RAW, False, False), "5.19.0": (RAW, False, False), "5.20.2": (RAW, True, False),
    "5.21.0": (KEEP_NULLS, True, False), "5.21.1": (KEEP_NULLS, True, False),
    "5.22.0": (KEEP_NULLS, True, False), "5.22.1": (KEEP_NULLS, True, False),
    "5.22.2": (KEEP_NULLS | STRICT_NAMES, True, False), "5.23.0": (STRICT_NAMES, True, False),
    "5.24.0": (STRICT_NAMES, True, True)}
FUNCTIONS = {
    "utils/chat_template_utils.py": ("render_jinja_template", "_plain_template_data", "_alias_reasoning_fields",
                                     "_REASONING_FIELDS", "_normalize_chat_messages", "_message_objects_to_dicts",
                                     "_compile_jinja_template", "_cached_compile_jinja_template",
                                     "_render_with_assistant_indices"),
    "tokenization_utils_base.py": ("apply_chat_template", "get_chat_template", "__call__",
                                   "_get_padding_truncation_strategies", "special_tokens_map"),
    "tokenization_utils_tokenizers.py": ("_encode_plus", "_convert_encoding", "set_truncation_and_padding"),
    "processing_utils.py": ("apply_chat_template",)}
CLASSES = {"tokenization_utils_base.py": "PreTrainedTokenizerBase",
           "tokenization_utils_tokenizers.py": "TokenizersBackend", "processing_utils.py": "ProcessorMixin"}
# Methods of two classes have one name: this is how they are called in the table.
NAMES = {("processing_utils.py", "apply_chat_template"): "processor.apply_chat_template"}
MODULES = ("utils/chat_parsing/response_parser.py", "utils/chat_parsing/content_parsers.py",
           "utils/chat_parsing/response_templates.py")
PARSES = "5.23.0"  # the release that chatfmt/reply.h is tested beside


def functions(text, names, cls):
    """Sources of functions at the top of a module or of a class, with their decorators, and the repr of constants."""
    tree = ast.parse(text)
    body = tree.body if cls is None else next(
        n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == cls).body
    lines = text.split("\n")
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name in names:
            first = min([node.lineno] + [d.lineno for d in node.decorator_list])
            yield node.name, "\n".join(lines[first - 1:node.end_lineno])
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) in names:
            yield node.targets[0].id, repr(ast.literal_eval(node.value))


def hash_of(source):
    """As chatfmt.transformers.source_hash."""
    text = "\n".join(line.rstrip() for line in source.strip().split("\n"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def release(folder, version):
    wheel = os.path.join(folder, f"transformers-{version}-py3-none-any.whl")
    if not os.path.exists(wheel):
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder,
                        f"transformers=={version}"], check=True)
    hashes = {}
    with zipfile.ZipFile(wheel) as archive:
        for path, names in FUNCTIONS.items():
            text = archive.read("transformers/" + path).decode()
            hashes.update((NAMES.get((path, n), n), hash_of(s)) for n, s in functions(text, names, CLASSES.get(path)))
        if MODULES[0] in (name.partition("/")[2] for name in archive.namelist()):
            hashes["chat_parsing"] = hash_of("\n".join(archive.read("transformers/" + path).decode() for path in MODULES))
    return hashes


def main():
    folder = sys.argv[1]
    lines = ['"""Releases of transformers that are served. Made by tools/make_python_versions.py."""', "",
             "VERSIONS = {"]
    parsing = release(folder, PARSES)["chat_parsing"]
    for version, (flags, sanitizes, by_overlap) in RELEASES.items():
        hashes = release(folder, version)
        plain, objects = "_plain_template_data" in hashes, "_normalize_chat_messages" in hashes
        if hashes.get("chat_parsing") != parsing:
            hashes.pop("chat_parsing", None)
        lines.append(f'    "{version}": {{"flags": {flags}, "plain": {plain}, "sanitizes": {sanitizes},')
        lines.append(f'               "objects": {objects}, "by_overlap": {by_overlap}, "hashes": {{')
        for name, digest in sorted(hashes.items()):
            lines.append(f'        "{name}": "{digest}",')
        lines.append("    }},")
    path = os.path.join(ROOT, "bindings", "python", "chatfmt", "_versions.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n}\n")


main()
