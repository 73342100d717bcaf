"""Which releases of transformers `install()` serves, and what differs between them: messages that are objects, and the
rule of the assistant mask. Each call is compared with the same call without `install()`."""
import collections
import dataclasses
import functools
import random
import sys
import types

import pytest

transformers = pytest.importorskip("transformers")
import chatfmt.transformers as served  # noqa: E402
import standins  # noqa: E402
from chatfmt import _chatfmt  # noqa: E402
from chatfmt._versions import VERSIONS  # noqa: E402
from test_transformers import Dumped, DumpedText, Message, Part, model, plain  # noqa: E402

ROW = VERSIONS.get(transformers.__version__)
objects = pytest.mark.skipif(not ROW or not ROW["objects"], reason="this release takes no message objects")


def outcome(tokenizer, chats, settings, options):
    for name, value in settings.items():
        setattr(tokenizer, name, value)
    try:
        return plain(tokenizer.apply_chat_template(chats, **options))
    except Exception as error:
        return type(error), str(error)


def compared(calls):
    """Of each call (tokenizer, chats, settings of the tokenizer, options) the results without and with install(), and
    why it went to the original."""
    wanted, got = [outcome(*call) for call in calls], []
    assert served.install(strict=True)
    for call in calls:
        served.stats(reset=True)
        got.append((outcome(*call), served.stats()["original"]))
    served.uninstall()
    return [(a, b, why) for a, (b, why) in zip(wanted, got)]


def both(tokenizer, chats, **options):
    return compared([(tokenizer, chats, {}, options)])[0]


five = functools.cache(standins.five)  # for tests that set what they need


# ---- Releases ----

def test_the_table_says_what_releases_do():
    for version, row in VERSIONS.items():
        assert row["plain"] == ("_plain_template_data" in row["hashes"]), version
        assert row["objects"] == ("_normalize_chat_messages" in row["hashes"]), version
    numbers = [tuple(map(int, version.split("."))) for version in VERSIONS]
    assert numbers == sorted(numbers)


def test_the_release_at_hand_has_its_own_row():
    assert served.install(strict=True)
    assert ROW is None or served._state.originals["row"] is ROW
    served.uninstall()


def pretend(monkeypatch, version):
    assert served.install(strict=True)  # imports all of transformers that it needs
    served.uninstall()
    monkeypatch.setattr(sys.modules["transformers"], "__version__", version)


def test_a_release_with_the_same_functions_is_served(monkeypatch):
    pretend(monkeypatch, "5.99.0")
    assert served.install(strict=True)
    row = served._state.originals["row"]
    served.uninstall()
    same = [other for other in VERSIONS.values() if other["hashes"] == row["hashes"]]
    assert row is same[-1] and (ROW is None or ROW in same)
    wanted, got, why = both(five()["byte_level"], [{"role": "user", "content": "Hi"}])
    assert got == wanted and not why


def refusal():
    with pytest.raises(RuntimeError) as caught:
        served.install(strict=True)
    with pytest.warns(UserWarning) as warned:
        assert not served.install()
    assert str(warned[0].message) == f"chatfmt replaces nothing: {caught.value}"
    return str(caught.value)


def test_a_release_with_other_functions_is_refused(monkeypatch):
    from transformers.tokenization_utils_base import PreTrainedTokenizerBase
    from transformers.utils import chat_template_utils
    before = PreTrainedTokenizerBase.apply_chat_template
    pretend(monkeypatch, "5.99.0")
    monkeypatch.setattr(chat_template_utils, "render_jinja_template", lambda *a, **k: None)
    newest = list(VERSIONS)[-1]
    words = refusal()
    assert words.startswith("transformers 5.99.0 is not served: it has other render_jinja_template than 5.")
    assert f"Served are {', '.join(VERSIONS)} and releases with the same functions." in words
    assert "The program runs unchanged, with transformers' own code." in words
    assert words.endswith(f"pip install 'transformers=={newest}'")
    assert PreTrainedTokenizerBase.apply_chat_template is before
    monkeypatch.undo()
    pretend(monkeypatch, "4.57.6")
    monkeypatch.setitem(sys.modules, "transformers.tokenization_utils_tokenizers", None)
    assert refusal().startswith("transformers 4.57.6 is not served: it lacks what chatfmt replaces (import of ")


def test_constants_and_functions_without_source_are_compared(monkeypatch):
    from transformers.utils import chat_template_utils
    pretend(monkeypatch, "5.99.0")
    monkeypatch.setattr(chat_template_utils, "_render_with_assistant_indices", len)
    assert "it has other _render_with_assistant_indices than" in refusal()
    monkeypatch.undo()
    if hasattr(chat_template_utils, "_REASONING_FIELDS"):
        pretend(monkeypatch, "5.99.0")
        monkeypatch.setattr(chat_template_utils, "_REASONING_FIELDS", ("reasoning",))
        assert "it has other _REASONING_FIELDS than" in refusal()


@pytest.mark.skipif(ROW is None, reason="a release that the table does not name")
def test_a_release_in_the_table_is_refused_when_its_functions_were_replaced(monkeypatch):
    from transformers.utils import chat_template_utils
    monkeypatch.setattr(chat_template_utils, "render_jinja_template", lambda *a, **k: None)
    assert refusal().startswith(f"transformers {transformers.__version__} has other render_jinja_template than its release")


def test_replies_of_releases_that_parse_otherwise_are_the_originals():
    from transformers.utils import chat_parsing
    before = chat_parsing.parse_response, chat_parsing.ResponseParser
    assert served.install(strict=True)
    parses = "chat_parsing" in served._state.originals["row"]["hashes"]
    now = chat_parsing.parse_response, chat_parsing.ResponseParser
    served.uninstall()
    assert (now != before) == parses
    assert transformers.__version__ != "5.24.0" or not parses


def test_names_in_namespaces():
    """Refused since 5.22.2."""
    wanted, got, why = both(five()["byte_level"], [{"role": "user", "content": "x"}], chat_template="{{ namespace(_a=1)._a }}", tokenize=False)
    assert got == wanted and bool(why) == (type(wanted) is not str)


# ---- Messages ----

@dataclasses.dataclass
class Call:
    function: object
    type: str = "function"
    id: object = None


@dataclasses.dataclass
class Function:
    name: str
    arguments: object


def chats_of_objects():
    """Name -> (a conversation of objects, the same of dicts)."""
    user, answer = {"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}
    call = {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": {"x": [1, None]}}, "type": "function", "id": None}]}
    parts = {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}
    calls = [Call(Function("f", types.MappingProxyType({"x": (1, None)})))]
    call_of_tuple = {**call, "tool_calls": [{**call["tool_calls"][0], "function": {"name": "f", "arguments": {"x": (1, None)}}}]}
    return {
        "dataclasses": ([Message("user", "Hi"), Message("assistant", "Hello")], [user, answer]),
        "models": ([model(user), model({**answer, "name": None})], [user, answer]),
        "mappings": ([collections.UserDict(user), types.MappingProxyType(answer)], [user, answer]),
        "kinds of dicts": ([collections.OrderedDict(user), collections.defaultdict(str, answer)], [user, answer]),
        "model_dump": ([Dumped(user), Dumped(Message("assistant", "Hello"))], [user, answer]),
        "after dicts": ([user, Message("assistant", "Hello")], [user, answer]),
        "tuple": ((Message("user", "Hi"), answer), [user, answer]),
        "calls": ([user, Message("assistant", tool_calls=calls)], [user, call_of_tuple]),
        "parts": ([Message("user", [Part("text", "a"), Dumped({"type": "text", "text": "b"})])], [parts]),
        "texts that are more": ([Message("user", [DumpedText("a"), DumpedText("b")])], [parts]),
        "nulls": ([Message("user", Dumped(None)), Message("assistant", "Hello")], [{"role": "user"}, answer]),
        "with .messages": (types.SimpleNamespace(messages=[Message("user", "Hi"), answer]), [user, answer]),
        "batch": ([[Message("user", "Hi")], (user, Dumped(answer))], [[user], [user, answer]]),
        "batch with .messages": ([types.SimpleNamespace(messages=[Message("user", "Hi")]), types.SimpleNamespace(messages=(user, answer))],
                                 [[user], [user, answer]]),
    }


@pytest.mark.parametrize("name", chats_of_objects())
@objects
def test_messages_may_be_objects(name):
    chat, dicts = chats_of_objects()[name]
    before = repr(chat)
    calls = [(tokenizer, made, {"chat_template": standins.TOOLS}, options) for tokenizer in five().values() for made in (chat, dicts)
             for options in ({"tokenize": False}, {}, {"return_dict": False}, {"padding": True, "add_generation_prompt": True})]
    results = compared(calls)
    for call, (wanted, got, why) in zip(calls, results):
        assert got == wanted and not why, call
    for at in range(0, len(calls), 8):
        assert results[at:at + 4] == results[at + 4:at + 8]
    assert repr(chat) == before


@pytest.mark.parametrize("chat", [
    "text", 5, None, [], [None], ["text"], [5], [[5]], [[]], [("role", "user")], {"role": "user"}, {"messages": []},
    [{"role": "user", "content": "x"}, "text"], [Message], [Dumped("text")], [Dumped(None)], [Dumped([{"role": "user"}])],
    [object()], types.SimpleNamespace(messages=None), types.SimpleNamespace(messages="text"), types.SimpleNamespace(messages=[]),
    types.SimpleNamespace(messages={"role": "user"}), Dumped([{"role": "user", "content": "x"}]),
    collections.deque([{"role": "user", "content": "x"}]), [[{"role": "user", "content": "x"}], {"role": "user"}],
    [types.SimpleNamespace(messages=[{"role": "user", "content": "x"}]), [5]]], ids=repr)
def test_what_is_no_conversation_is_the_originals(chat):
    for wanted, got, _ in compared([(five()["byte_level"], chat, {}, options) for options in ({"tokenize": False}, {})]):
        assert got == wanted


@objects
def test_errors_of_objects_come_before_those_of_templates():
    class Broken(Dumped):
        def model_dump(self):
            raise ValueError("broken")
    tokenizer = standins.five()["llama"]  # its template raises when roles do not alternate
    chats = [[{"role": "assistant", "content": "x"}], [{"role": "user", "content": Broken({})}]]
    wanted, got, _ = both(tokenizer, chats)
    assert got == wanted == (ValueError, "broken")


def test_tuples_of_messages():
    """For the template they are lists since 5.21."""
    chat = ({"role": "user", "content": "x"}, {"role": "assistant", "content": "y"})
    calls = [(five()["byte_level"], chats, {}, {"chat_template": "{{ messages }}", **options}) for chats in (chat, (chat,), [list(chat), chat])
             for options in ({"tokenize": False}, {}, {"padding": True})]
    for wanted, got, _ in compared(calls):
        assert got == wanted


def test_generators_are_not_used_up():
    tokenizer, made = five()["byte_level"], []
    for now in (False, True):
        assert not now or served.install(strict=True)
        try:
            made.append(tokenizer.apply_chat_template(({"role": "user", "content": text} for text in "ab"), tokenize=False))
        except Exception as error:
            made.append((type(error), str(error)))
    served.uninstall()
    assert made[0] == made[1]


# ---- Masks ----

ANSWER = "{% for m in messages %}{{ m.role }}: {% generation %}{{ m.content }}{% endgeneration %}{{ '\\n' }}{% endfor %}"
# All but the first end or begin with a character that is several tokens, or none.
CONTENTS = ["plain text", "日本語", "Zürich 😀", "👩‍👩‍👧 family", "ends in spaces   ", "  begins with them", "\n", "", "é", "a\tb 日"]


def tokenizers_for_masks():
    special = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>"}
    made = standins.five()
    made.pop("named")
    # White space is in none of its tokens, and control characters are dropped.
    made["word_piece"] = transformers.PreTrainedTokenizerFast(tokenizer_object=standins.word_piece(), unk_token="[UNK]", pad_token="[PAD]")
    made["unigram"] = transformers.PreTrainedTokenizerFast(tokenizer_object=standins.unigram(), unk_token="<unk>", **special)
    from tokenizers import normalizers
    dropping = standins.byte_level()
    dropping.normalizer = normalizers.Sequence([normalizers.Strip(), normalizers.Replace("日", ""), normalizers.Replace("é", "ee")])
    made["dropping"] = transformers.PreTrainedTokenizerFast(tokenizer_object=dropping, **special)
    return made


def chats_for_masks(r):
    return [[{"role": ("user", "assistant")[i % 2], "content": r.choice(CONTENTS)} for i in range(r.randint(1, 5))] for _ in range(3)]


OPTIONS = [{}, {"return_tensors": "np", "padding": True}, {"padding": "max_length", "max_length": 60},
           {"truncation": True, "max_length": 11}, {"truncation": True, "max_length": 11, "return_tensors": "np", "padding": True},
           {"truncation": True, "max_length": 1}, {"padding": True, "tokenizer_kwargs": {"pad_to_multiple_of": 16}},
           {"truncation": True, "max_length": 11, "tokenizer_kwargs": {"stride": 2, "return_overflowing_tokens": True}},
           {"tokenizer_kwargs": {"split_special_tokens": True}}]


def first_and_last(out, row, length, ranges):
    """The rule before 5.24."""
    mask = [0] * length
    for begin, end in ranges:
        first, last = out.char_to_token(row, begin), out.char_to_token(row, end - 1)
        if first is None:
            break
        mask[first:last + 1 if last else length] = [1] * ((last + 1 if last else length) - first)
    return mask


def test_masks():
    """Multi-byte characters, dropped characters, truncation and padding on both sides; single and in batches."""
    r = random.Random(11)
    calls = [(tokenizer, chats, {"padding_side": side, "truncation_side": side, "chat_template": template},
              {"return_assistant_tokens_mask": True, **options})
             for tokenizer in tokenizers_for_masks().values() for side in ("left", "right") for template in (ANSWER, standins.CHATML)
             for chats in (chats_for_masks(r), chats_for_masks(r)[0]) for options in OPTIONS]
    masks = 0
    for (_, chats, settings, options), (wanted, got, why) in zip(calls, compared(calls)):
        assert got == wanted, (chats, settings, options)
        masks += type(wanted) is dict and "1" in str(wanted["assistant_masks"])
        assert type(wanted) is not dict or not any(name.startswith("apply") for name in why), (settings, options, why)
    assert masks > len(calls) / 2, (masks, len(calls))


@pytest.mark.skipif(not ROW or not ROW["by_overlap"], reason="another rule")
def test_masks_are_by_overlap():
    """Left truncation keeps what is left of a range; padding and characters of several tokens do no harm."""
    tokenizer = tokenizers_for_masks()["byte_level"]
    tokenizer.chat_template = "{% generation %}日本{% endgeneration %}ab{% generation %}é{% endgeneration %}"
    tokenizer.truncation_side = tokenizer.padding_side = "left"
    chat, masked = [{"role": "user", "content": ""}], {"return_assistant_tokens_mask": True}
    wanted, got, _ = both(tokenizer, chat, **masked)
    whole = got["assistant_masks"]
    count = whole.index(0)
    assert got == wanted and count > 2 and whole.count(1) > count
    for rest in range(1, len(whole) + 1):
        wanted, got, _ = both(tokenizer, chat, truncation=True, max_length=rest, **masked)
        assert got == wanted and got["assistant_masks"] == whole[-rest:]
    wanted, got, _ = both(tokenizer, chat, padding="max_length", max_length=20, **masked)
    assert got == wanted and got["assistant_masks"] == [0] * (20 - len(whole)) + whole


def test_the_two_rules_of_masks():
    """The function in C beside Python, for ordered places and any; the two rules give different masks."""
    places = [(0, 2), (2, 4), (4, 5), (4, 5), (6, 8)]

    def mask(ranges, by_overlap=True, places=places):
        flat = b"".join(number.to_bytes(4, sys.byteorder) for place in places for number in place)
        return _chatfmt.mask(flat, ranges, by_overlap)
    assert mask([(3, 5)]) == [0, 1, 1, 1, 0] and mask([(3, 5)], False) == [0, 1, 1, 0, 0]
    assert mask([(2, 6)]) == [0, 1, 1, 1, 0] and mask([(2, 6)], False) == [0, 1, 1, 1, 1]
    assert mask([(0, 1)]) == [1, 0, 0, 0, 0] and mask([(0, 1)], False) == [1, 1, 1, 1, 1]
    assert mask([(5, 8), (2, 4)]) == [0, 0, 0, 0, 1] and mask([(0, 0)]) == mask([]) == [0] * 5
    assert mask([(0, 9)], places=[(0, 0), (0, 0), (0, 3), (0, 0)]) == [0, 0, 1, 0] and mask([(0, 9)], places=[]) == []
    r = random.Random(3)
    for number in range(3000):
        made = [(a, a + r.randint(0, 3)) for a in (r.randint(0, 20) for _ in range(r.randint(0, 12)))]
        ranges = [(a, a + r.randint(0, 5)) for a in (r.randint(0, 20) for _ in range(r.randint(0, 4)))]
        if number % 2:
            made.sort()
            ranges.sort()
        assert mask(ranges, places=made) == served._mask_by_overlap([0] * len(made), made, ranges)


def test_rules_differ_on_what_is_tested():
    """Else test_masks would not tell one from the other."""
    tokenizer = tokenizers_for_masks()["byte_level"]
    tokenizer.chat_template = ANSWER
    differ = 0
    for text in CONTENTS:
        chat = [{"role": "user", "content": text}, {"role": "assistant", "content": "end"}]
        out = tokenizer.apply_chat_template(chat)
        begin = len("user: ")
        later = begin + len(text) + len("\nassistant: ")
        ranges = [(begin, begin + len(text)), (later, later + len("end"))]
        old = first_and_last(out, 0, len(out["input_ids"]), ranges)
        differ += old != served._mask_by_overlap([0] * len(old), out.encodings[0].offsets, ranges)
    assert differ
