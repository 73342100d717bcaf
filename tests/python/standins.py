"""Made tokenizers of five kinds: byte-level, SentencePiece-style, the Llama class, a class that pads left, and one
with named templates; and Unigram and WordPiece for classes that have those."""
import random

CHATML = ("{%- for m in messages %}{{- '<|im_start|>' + m.role + '\\n' }}"
          "{%- if m.role == 'assistant' %}{% generation %}{{ m.content }}<|im_end|>{% endgeneration %}"
          "{%- else %}{{- m.content }}{{- '<|im_end|>' }}{%- endif %}{{- '\\n' }}{%- endfor %}"
          "{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}")
TOOLS = ("{{ bos_token }}{% if tools %}[TOOLS]{{ tools|tojson }}[/TOOLS]{% endif %}{% for m in messages %}"
         "{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% endif %}"
         "{% if m.content is string %}{{ m.role }}: {{ m.content | trim }}{% elif m.content is none %}{{ m.role }}: none"
         "{% elif m.content is defined %}{% for p in m.content %}{{ p.text }}{{ p.type }}{% endfor %}{% endif %}"
         "{{ m.tool_calls|tojson if m.tool_calls else '' }}{{ eos_token }}{% endfor %}"
         "{% for d in documents or [] %}{{ d.title }}{{ d }}{% endfor %}{{ extra }}{{ '>' if add_generation_prompt }}")
STRICT = ("{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Roles must "
          "alternate: ' + m.role) }}{% endif %}{% generation %}{{ m['content'] }}{% endgeneration %} {% endfor %}"
          "{{ extra.x }}")
# Contents are lists of parts, as processors have them.
PARTS = ("{%- for m in messages %}{{- '<|im_start|>' + m.role + '\\n' }}{%- for p in m.content or [] %}"
         "{{- p.text if p.type == 'text' else '<image>' }}{%- endfor %}"
         "{%- for c in m.tool_calls or [] %}{{- '<tool_call>' + c.function | tojson + '</tool_call>' }}{%- endfor %}"
         "{{- '<|im_end|>\\n' }}{%- endfor %}{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}")
TEMPLATES = {"chatml": CHATML, "tools": TOOLS, "strict": STRICT}
WORDS = ("the user asks what assistant knows about weather in Paris and Zürich 12 345 if then else def return "
         "Straße naïve 日本語 テスト 😀 👩‍👩‍👧 \n\n  tabs\tand   spaces <|im_end|> <|im_start|> </s> [INST] hello Hello HELLO").split(" ")


def text(r, most=30):
    return " ".join(r.choice(WORDS) for _ in range(r.randint(0, most)))


def byte_level():
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    r = random.Random(1)
    trainer = trainers.BpeTrainer(vocab_size=700, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                                  special_tokens=["<|im_start|>", "<|im_end|>", "<s>", "</s>", "<pad>"])
    made.train_from_iterator([text(r, 200) for _ in range(50)], trainer)
    return made


def sentencepiece():
    from tokenizers import Tokenizer, decoders, models, normalizers, trainers
    made = Tokenizer(models.BPE(byte_fallback=True, fuse_unk=True, unk_token="<unk>"))
    made.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    made.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(),
                                      decoders.Strip(" ", 1, 0)])
    r = random.Random(2)
    trainer = trainers.BpeTrainer(vocab_size=700, special_tokens=["<unk>", "<s>", "</s>"] +
                                  ["<0x%02X>" % i for i in range(256)])
    made.train_from_iterator([text(r, 200).replace("日本語", "") for _ in range(50)], trainer)
    return made


def unigram():
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
    made = Tokenizer(models.Unigram())
    made.normalizer, made.pre_tokenizer, made.decoder = normalizers.NFKC(), pre_tokenizers.Metaspace(), decoders.Metaspace()
    r = random.Random(3)
    special = ["<pad>", "</s>", "<unk>", "<s>", "<mask>"]
    made.train_from_iterator([text(r, 200) for _ in range(50)],
                             trainers.UnigramTrainer(vocab_size=300, special_tokens=special, unk_token="<unk>", show_progress=False))
    return made


def word_piece():
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
    made = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    made.normalizer, made.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    r = random.Random(4)
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    made.train_from_iterator([text(r, 200).replace("日本語", "") for _ in range(50)],
                             trainers.WordPieceTrainer(vocab_size=400, special_tokens=special, show_progress=False))
    return made


def five():
    """Name -> tokenizer."""
    from transformers import CohereTokenizerFast, LlamaTokenizerFast, PreTrainedTokenizerFast
    special = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>"}
    made = {"byte_level": PreTrainedTokenizerFast(tokenizer_object=byte_level(), chat_template=CHATML, **special)}
    made["sentencepiece"] = PreTrainedTokenizerFast(tokenizer_object=sentencepiece(), unk_token="<unk>",
                                                    chat_template=TOOLS, **special)
    try:
        made["llama"] = LlamaTokenizerFast(tokenizer_object=sentencepiece(), chat_template=STRICT, **special)
    except Exception:
        made["llama"] = PreTrainedTokenizerFast(tokenizer_object=sentencepiece(), chat_template=STRICT, **special)
    try:
        made["left"] = CohereTokenizerFast(tokenizer_object=byte_level(), chat_template=CHATML, **special)
    except Exception:
        made["left"] = PreTrainedTokenizerFast(tokenizer_object=byte_level(), chat_template=CHATML,
                                               padding_side="left", **special)
    named = PreTrainedTokenizerFast(tokenizer_object=byte_level(), **special, model_max_length=64)
    named.chat_template = {"default": CHATML, "tool_use": TOOLS, "strict": STRICT}
    made["named"] = named
    return made
