"""Random calls of apply_chat_template with chatfmt.transformers installed, beside the same calls without."""
import collections
import copy
import dataclasses
import enum
import os
import random
import subprocess
import sys
import types
import typing

import pytest

transformers = pytest.importorskip("transformers")
import chatfmt.transformers as served  # noqa: E402
import standins  # noqa: E402

COUNT = int(os.environ.get("CHATFMT_CALLS", "1200"))
SEED = int(os.environ.get("CHATFMT_SEED", "7"))


def get_weather(city: str, days: int = 1):
    """The weather.

    Args:
        city: Where.
        days: How long.
    """


class Role(str, enum.Enum):
    USER = "user"


@dataclasses.dataclass
class Message:
    role: str
    content: object = None
    reasoning: object = None
    tool_calls: object = None


@dataclasses.dataclass
class Part:
    type: str
    text: object


class Dumped:
    """Has the method of pydantic's models."""

    def __init__(self, members):
        self.members = members

    def model_dump(self):
        return self.members

    def __repr__(self):
        return f"Dumped({self.members!r})"


class DumpedText(str):
    """A text that can be a dict, too."""

    def model_dump(self):
        return {"type": "text", "text": str(self)}


def model(members):
    """A model of pydantic."""
    try:
        import pydantic
    except ImportError:
        return Dumped(members)
    global Model
    if "Model" not in globals():
        class Model(pydantic.BaseModel, extra="allow"):
            role: typing.Any
    return Model(**members)


def null_date():
    """A number of numpy that becomes None as plain data."""
    try:
        return __import__("numpy").datetime64("NaT")
    except ImportError:
        return None


def as_object(r, made):
    """A message as an object of some kind."""
    kind = r.randrange(6)
    if kind == 0:
        return Message(made["role"], made.get("content"), made.get("reasoning"), made.get("tool_calls"))
    if kind == 1:
        return Message(made["role"], [Part("text", made.get("content")), {"type": "image", "image": b""}])
    if kind == 2:
        calls = [{"function": collections.UserDict(name="f", arguments=Dumped({"x": Part("y", None)}))}]
        return Dumped({**made, "tool_calls": calls, "name": None})
    if kind == 3:
        return model(made)
    return r.choice([collections.UserDict, types.MappingProxyType, collections.OrderedDict, Dumped])(made)


def content(r):
    kind = r.random()
    if kind < 0.8:
        return standins.text(r)
    return r.choice([None, "", "  padded  ", [{"type": "text", "text": "part"}, {"type": "image"}], 5, ("a", "b"), Role.USER,
                     b"bytes", {"k": (1, None)}, ["x"], DumpedText("d"), [DumpedText("d"), Part("text", "p")], Dumped(None), null_date(), "\ud800", 2 ** 80, 1.5, "{% x %}", "CONTINUE_FINAL_MESSAGE_TAG"])


def message(r, i):
    made = {"role": r.choice(["user", "assistant", "system"]) if r.random() < 0.3 else ("user", "assistant")[i % 2],
            "content": content(r)}
    extra = r.random()
    if extra < 0.1:
        made[r.choice(["reasoning", "thinking", "reasoning_content"])] = r.choice(["think", None, "hm"])
    elif extra < 0.15:
        made["tool_calls"] = r.choice([None, [], [{"function": {"name": "f", "arguments": {"x": 1}}}]])
    elif extra < 0.17:
        return r.choice(["text", None, collections.UserDict(made), collections.OrderedDict(made), Message("user", "x"), 5,
                         Dumped("text"), Message])
    elif extra < 0.18:
        del made["content"]
    return made


def conversation(r):
    chat = [message(r, i) for i in range(r.choice([0, 1, 1, 2, 3, 4, 6]))]
    kind = r.random()
    if kind < 0.12:
        chat = [as_object(r, made) if type(made) is dict and r.random() < 0.7 else made for made in chat]
    kind = r.random()
    if kind < 0.03:
        return tuple(chat)
    if kind < 0.06:
        return types.SimpleNamespace(messages=chat if r.random() < 0.8 else tuple(chat))
    return chat


def call(r):
    batch = r.random() < 0.25
    chats = [conversation(r) for _ in range(r.randint(1, 3))] if batch else conversation(r)
    options = {}

    def maybe(name, chance, *values):
        if r.random() < chance:
            options[name] = r.choice(values)
    maybe("tools", 0.2, None, [], [get_weather], [{"type": "function", "x": (1, 2)}], [5], ({"a": 1},), "x")
    maybe("documents", 0.1, None, [], [{"title": "T", 1: "odd"}], ["x"])
    maybe("chat_template", 0.2, None, "default", "strict", *standins.TEMPLATES.values(), "{{ messages", "{{ strftime_now('%Y') }}",
          "{{ nope.x }}", "{{ messages[0].content + 1 }}", "{{ namespace(_a=1) }}", "{{ messages }}{{ tools }}")
    maybe("add_generation_prompt", 0.4, True, False, 1)
    maybe("continue_final_message", 0.15, True, "content", "reasoning_content", False)
    maybe("tokenize", 0.4, True, False)
    maybe("padding", 0.2, True, False, "longest", "max_length", "do_not_pad", "odd")
    maybe("truncation", 0.2, True, False, "longest_first", "only_second")
    maybe("max_length", 0.2, 5, 16, 40, None)
    maybe("return_tensors", 0.1, "np", None)
    maybe("return_dict", 0.4, True, False)
    maybe("return_assistant_tokens_mask", 0.25, True, False)
    if options.get("return_assistant_tokens_mask") and r.random() < 0.5:
        options["chat_template"] = "{% for m in messages %}{% generation %}{{ m.content }}日本{% endgeneration %} {% endfor %}"
    maybe("tokenizer_kwargs", 0.12, {}, {"return_offsets_mapping": True}, {"pad_to_multiple_of": 8}, {"stride": 2},
          {"return_special_tokens_mask": True, "return_length": True}, {"padding_side": "left"},
          {"return_token_type_ids": True}, {"return_overflowing_tokens": True}, {"split_special_tokens": True},
          {"add_special_tokens": True}, {"return_attention_mask": False}, {"verbose": False})
    maybe("extra", 0.1, "x", {"x": 1}, 5, Role.USER, object)
    maybe("bos_token", 0.05, "B", None, 1)
    maybe("sanitize_control_tokens", 0.05, True, False)
    return chats, options


MUTATIONS = [
    lambda t, r: t.add_tokens(["weather", "Paris"]),
    lambda t, r: t.add_special_tokens({"extra_special_tokens": ["[INST]"]}),
    lambda t, r: t.add_tokens([transformers.AddedToken("Hello", lstrip=True, rstrip=True)]),
    lambda t, r: setattr(t, "pad_token", "<pad>"),
    lambda t, r: setattr(t, "eos_token", "<|im_end|>"),
    lambda t, r: setattr(t, "bos_token", None),
    lambda t, r: setattr(t, "padding_side", r.choice(["left", "right"])),
    lambda t, r: setattr(t, "truncation_side", r.choice(["left", "right"])),
    lambda t, r: setattr(t, "model_max_length", r.choice([8, 64, 10 ** 5])),
    lambda t, r: setattr(t, "chat_template", r.choice(list(standins.TEMPLATES.values()))),
    lambda t, r: setattr(t, "split_special_tokens", r.random() < 0.5),
    lambda t, r: t("warm up", padding="max_length", max_length=20, truncation=True),
    lambda t, r: t.backend_tokenizer.enable_truncation(7),
    lambda t, r: t.backend_tokenizer.add_tokens(["assistant"]),
    lambda t, r: setattr(t.backend_tokenizer, "normalizer", __import__("tokenizers").normalizers.Lowercase()),
    lambda t, r: setattr(t.backend_tokenizer, "pre_tokenizer", __import__("tokenizers").pre_tokenizers.Metaspace()),
    lambda t, r: setattr(t.backend_tokenizer.model, "dropout", None),
    lambda t, r: setattr(t, "model_input_names", r.choice([["input_ids"], ["input_ids", "token_type_ids", "attention_mask"]])),
    lambda t, r: t.backend_tokenizer.model.__setattr__("fuse_unk", r.random() < 0.5),
    lambda t, r: setattr(t, "_tokenizer", copy.deepcopy(t.backend_tokenizer)),
    lambda t, r: setattr(t.backend_tokenizer, "encode_special_tokens", True),
    lambda t, r: t.update_post_processor() if hasattr(t, "update_post_processor") else None,
    lambda t, r: setattr(t, "chat_template", None),
]


def plain(value):
    if hasattr(value, "tolist"):
        return type(value).__name__, str(value.dtype), value.tolist()
    if isinstance(value, dict) or hasattr(value, "data") and hasattr(value, "encodings"):
        return {key: plain(value[key]) for key in value.keys()}
    return value


def asked(out, r):
    """What a BatchEncoding answers."""
    answers = []
    for row in range(min(len(out.encodings), 2)):
        for method, argument in (("char_to_token", r.randint(0, 60)), ("token_to_chars", 0), ("token_to_word", 0),
                                 ("token_to_sequence", 0)):
            try:
                answers.append(getattr(out, method)(row, argument))
            except Exception as error:
                answers.append(type(error).__name__)
        encoding = out.encodings[row]
        for name in ("offsets", "tokens", "word_ids", "sequence_ids", "special_tokens_mask", "type_ids", "attention_mask", "n_sequences"):
            answers.append(getattr(encoding, name))
        answers += [len(encoding), len(encoding.overflowing), encoding.char_to_token(3), out.is_fast]
    return answers


def outcomes(seed, count):
    tokenizers = standins.five()
    r = random.Random(seed)
    names = list(tokenizers)
    for number in range(count):
        name = r.choice(names)
        if number % 150 == 149:
            tokenizers = standins.five()
        tokenizer = tokenizers[name]
        if r.random() < 0.15:
            try:
                r.choice(MUTATIONS)(tokenizer, r)
            except Exception:
                pass
        chats, options = call(r)
        before = repr(chats)
        questions = random.Random(number)
        try:
            out = tokenizer.apply_chat_template(chats, **options)
            result = [type(out).__name__, plain(out)]
            if hasattr(out, "encodings") and out.encodings:
                result.append(asked(out, questions))
        except Exception as error:
            result = [type(error).__module__, type(error).__name__, str(error), getattr(error, "lineno", None)]
        backend = tokenizer.backend_tokenizer
        yield (name, before, options), result + [backend.truncation, backend.padding, repr(chats) == before]


def same(a, b):
    import re
    clean = [re.sub(r"0x[0-9a-f]+", "0x", repr(x)) for x in (a, b)]
    return clean[0] == clean[1]


def test_random_calls():
    served.uninstall()
    wanted = list(outcomes(SEED, COUNT))
    served.stats(reset=True)
    assert served.install(strict=True)
    try:
        got = list(outcomes(SEED, COUNT))
    finally:
        served.uninstall()
    wrong = [(w[0], w[1], g[1]) for w, g in zip(wanted, got) if not same(w[1], g[1])]
    counts = served.stats()
    print(counts)
    assert not wrong, (len(wrong), str(wrong[0])[:3000], str(wrong[-1])[:3000])
    texts = sum(1 for _, result in wanted if result[0] in ("str", "list", "BatchEncoding"))
    assert counts["served"]["apply_chat_template"] > texts * 0.7
    assert sum(v for k, v in counts["original"].items() if k.startswith("apply")) + \
        counts["served"]["apply_chat_template"] == COUNT


def test_everything_is_put_back():
    from transformers.tokenization_utils_base import PreTrainedTokenizerBase
    from transformers.utils import chat_template_utils
    before = (PreTrainedTokenizerBase.apply_chat_template, chat_template_utils.render_jinja_template)
    assert served.install() and served.install()
    assert PreTrainedTokenizerBase.apply_chat_template is not before[0]
    assert transformers.processing_utils.render_jinja_template is chat_template_utils.render_jinja_template
    assert transformers.processing_utils.render_jinja_template is not before[1]
    served.uninstall()
    served.uninstall()
    assert (PreTrainedTokenizerBase.apply_chat_template, chat_template_utils.render_jinja_template) == before
    assert transformers.processing_utils.render_jinja_template is before[1]


def test_import_loads_no_transformers():
    code = "import chatfmt.transformers, sys; print([m for m in ('transformers', 'tokenizers', 'numpy') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


QUESTIONS = ("char_to_token", "char_to_word", "token_to_chars", "token_to_sequence", "token_to_word", "word_to_chars", "word_to_tokens")


def refused(encoding):
    """How odd numbers are refused."""
    answers = []
    for name in QUESTIONS:
        for number in (-1, 2 ** 32, 2 ** 70, "x", 1.5, None):
            try:
                answers.append(getattr(encoding, name)(number))
            except Exception as error:
                answers.append(type(error).__name__)
    return answers


def everything(encoding, most):
    """What an Encoding says of each character, token and word."""
    lists = [getattr(encoding, name) for name in ("ids", "tokens", "word_ids", "offsets", "sequence_ids", "attention_mask", "special_tokens_mask")]
    return [lists, [[getattr(encoding, name)(number) for number in range(most)] for name in QUESTIONS if name != "token_to_sequence"],
            [encoding.token_to_sequence(number) for number in range(len(encoding))]]


def with_stripping_tokens():
    from tokenizers import AddedToken
    made = standins.five()
    for name in ("byte_level", "sentencepiece"):
        made[name].add_tokens([AddedToken("<a>", rstrip=True, normalized=False), AddedToken("<b>", lstrip=True, normalized=False),
                               AddedToken("Paris", single_word=True, normalized=True)])
    return made


def test_encodings_answer_without_another_encoding():
    """Of five kinds of tokenizers, whole, padded and truncated."""
    r = random.Random(5)
    chats = [[{"role": ("user", "assistant")[i % 2], "content": standins.text(r) + r.choice(["", " <a>  x", "x \n <b>", " Paris"])}
              for i in range(r.randint(1, 5))] for _ in range(12)]
    tokenizers, asked = with_stripping_tokens(), 0
    options = [{}, {"padding": "max_length", "max_length": 90}, {"truncation": True, "max_length": 30, "tokenizer_kwargs": {
        "stride": 4, "return_overflowing_tokens": True}}]
    for name, tokenizer in tokenizers.items():
        for chat in chats:
            for option in options:
                arguments = dict(option, extra={"x": "y"})
                wanted = tokenizer.apply_chat_template(chat, **arguments)
                assert served.install(strict=True)
                got = tokenizer.apply_chat_template(chat, **arguments)
                served.uninstall()
                for a, b in zip(wanted.encodings, got.encodings, strict=True):
                    assert type(b).__module__ == "chatfmt._encoding"
                    assert everything(b, len(a) + 60) == everything(a, len(a) + 60), (name, chat, option)
                    asked += b._real_one is None
                    assert b._real_one is None or name == "sentencepiece"
    assert asked > len(tokenizers) * len(chats) * len(options) * 0.9
    assert refused(got.encodings[0]) == refused(wanted.encodings[0])


def test_tokens_behind_their_normalizer_go_to_the_original():
    """The library keeps looking for added tokens as the normalizer of before wrote them; so what it encodes is not what
    it says of itself."""
    from tokenizers import AddedToken, normalizers
    for change in (lambda t: setattr(t.normalizer, "prepend", "x"), lambda t: setattr(t, "normalizer", normalizers.Lowercase())):
        for before in (True, False):  # changed before chatfmt sees it, and after
            tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=standins.byte_level(), chat_template=standins.CHATML)
            backend = tokenizer.backend_tokenizer
            backend.normalizer = normalizers.Prepend("z")
            tokenizer.add_tokens([AddedToken("assistant", normalized=True)])
            chat = [{"role": "assistant", "content": "assistant Assistant"}]
            change(backend) if before else None
            assert served.install(strict=True)
            got = tokenizer.apply_chat_template(chat)["input_ids"]
            if not before:
                change(backend)
                got = tokenizer.apply_chat_template(chat)["input_ids"]
            served.uninstall()
            assert got == tokenizer.apply_chat_template(chat)["input_ids"]


def test_masks_of_texts_that_become_rows():
    """transformers takes the rows of one text for tokens, and fails."""
    tokenizer = standins.five()["byte_level"]
    chat = [{"role": "user", "content": "hello"}, {"role": "assistant", "content": "hello"}]
    for served_now in (False, True):
        assert not served_now or served.install(strict=True)
        with pytest.raises(IndexError, match="list assignment index out of range"):
            tokenizer.apply_chat_template(chat, return_assistant_tokens_mask=True, tokenizer_kwargs={"return_overflowing_tokens": True})
    served.uninstall()
