"""`apply_chat_template` of processors with chatfmt.transformers installed, beside the same calls without."""
import random
import types

import pytest

transformers = pytest.importorskip("transformers")
import chatfmt.transformers as served  # noqa: E402
import standins  # noqa: E402
from test_transformers import as_object, plain, same  # noqa: E402
from transformers.processing_utils import ProcessorMixin  # noqa: E402

PICTURES = ("{% for m in messages %}{% generation %}{{ m.role }}: {% for p in m.content %}{% if p.type == 'image' %}<image>"
            "{% else %}{{ p.text }}{% endif %}{% endfor %}{% endgeneration %}</s>{% endfor %}"
            "{{ 'assistant:' if add_generation_prompt }}")


class Processor(ProcessorMixin):
    """A processor of text; each picture is a word that it puts several in place of."""

    attributes = ["tokenizer"]
    tokenizer_class = "PreTrainedTokenizerFast"

    def __init__(self, tokenizer, chat_template=None, **options):
        super().__init__(tokenizer, chat_template=chat_template, **options)

    def __call__(self, text=None, images=None, videos=None, audio=None, **options):
        texts = [text] if isinstance(text, str) else text
        texts = [one.replace("<image>", "<image><image><image>") for one in texts]
        return self.tokenizer(texts, **options)


def message(r, i):
    parts = [{"type": "text", "text": standins.text(r)} for _ in range(r.randint(1, 2))]
    made = {"role": ("user", "assistant")[i % 2], "content": parts}
    return as_object(r, made) if r.random() < 0.05 else made


def outcomes(seed, count):
    r = random.Random(seed)
    processors = [Processor(tokenizer, chat_template=PICTURES) for tokenizer in standins.five().values()]
    for _ in range(count):
        processor = r.choice(processors)
        chats = [[message(r, i) for i in range(r.choice([1, 2, 4]))] for _ in range(r.choice([1, 1, 2]))]
        options = {"tokenize": r.random() < 0.8, "add_generation_prompt": r.random() < 0.5, "return_dict": r.random() < 0.7}
        if options["tokenize"] and options["return_dict"] and r.random() < 0.4:
            options["return_assistant_tokens_mask"] = True
        if r.random() < 0.3:
            options["processor_kwargs"] = r.choice([{"padding": True}, {"truncation": True, "max_length": 12}, {"add_special_tokens": True},
                                                    {"padding": "max_length", "max_length": 40, "return_offsets_mapping": True}])
        if r.random() < 0.1:
            options["chat_template"] = r.choice(["{{ messages | length }}", "{{ raise_exception('no') }}", "{{ x.y.z }}", "{{ bos_token }}{{ messages }}"])
        if r.random() < 0.1:
            options["sanitize_control_tokens"] = True
        if r.random() < 0.1:
            chats = [types.SimpleNamespace(messages=chat) for chat in chats]
        try:
            result = plain(processor.apply_chat_template(chats if len(chats) > 1 else chats[0], **options))
        except Exception as error:
            result = type(error).__module__, type(error).__name__, str(error)
        yield options, result


def test_calls_of_processors():
    served.uninstall()
    wanted = list(outcomes(5, 250))
    served.stats(reset=True)
    assert served.install(strict=True)
    try:
        got = list(outcomes(5, 250))
    finally:
        served.uninstall()
    counts = served.stats()
    print(counts)
    wrong = [(w, g) for w, g in zip(wanted, got) if not same(w[1], g[1])]
    assert not wrong, (len(wrong), str(wrong[0])[:3000])
    assert sum(isinstance(result, (dict, list, str)) for _, result in wanted) > 150
    assert counts["served"]["processor.apply_chat_template"] > 120
    assert sum(count for kind in counts.values() for name, count in kind.items() if name.startswith("processor.")) == 250
