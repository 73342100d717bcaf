"""Arguments of Model.apply_chat_template and of ReplyParser beside transformers: tensors, functions as tools, kept tools,
trusted names, ids."""
import copy
import enum
import pickle
import random
import sys
from typing import Literal, Optional

import chatfmt
import pytest

pytest.importorskip("transformers")
import standins  # noqa: E402


def pair(folder, name):
    """A made tokenizer of transformers, and the Model of its folder."""
    tokenizer = standins.five()[name]
    tokenizer.save_pretrained(folder)
    return tokenizer, chatfmt.Model.from_pretrained(folder)


def test_strategies_of_truncation(tmp_path):
    from transformers.tokenization_utils_base import TruncationStrategy
    tokenizer, model = pair(tmp_path, "byte_level")
    options = {"chat_template": standins.CHATML, "max_length": 4, "return_dict": False}
    chat = [{"role": "user", "content": "one two three four five"}]
    for given in (True, False, None, "do_not_truncate", "longest_first", "only_first", *(each for each in TruncationStrategy if each != "only_second")):
        assert model.apply_chat_template(chat, truncation=given, **options) == tokenizer.apply_chat_template(chat, truncation=given, **options)
    for padding in (False, True, "longest", "max_length", "do_not_pad"):
        for given in (True, False, None):
            asked = {"truncation": given, "padding": padding, **options}
            assert model.apply_chat_template(chat, **asked) == tokenizer.apply_chat_template(chat, **asked)
    for given in ("only_second", "last"):
        with pytest.raises(chatfmt.InputError, match="truncation is .*; it may be"):
            model.apply_chat_template(chat, truncation=given, **options)


def test_rows_of_several_lengths_give_a_warning(tmp_path, recwarn):
    _, model = pair(tmp_path, "byte_level")
    chats = [[{"role": "user", "content": text}] for text in ("one", "one two three four")]
    options = {"chat_template": standins.CHATML, "return_tensors": "np"}
    made = model.apply_chat_template(chats, **options)["input_ids"]
    assert made.dtype == object and [str(one.message) for one in recwarn] == [
        "the rows of input_ids have different lengths; padding=True makes one array of two dimensions"]
    recwarn.clear()
    assert model.apply_chat_template(chats, padding=True, **options)["input_ids"].ndim == 2 and not recwarn


@pytest.mark.parametrize("name", ["byte_level", "sentencepiece"])
def test_tensors_are_those_of_transformers(tmp_path, name):
    r = random.Random(3)
    tokenizer, model = pair(tmp_path, name)
    for number in range(60):
        chats = [[{"role": ("user", "assistant")[i % 2], "content": standins.text(r)} for i in range(r.choice([1, 2, 3]))]
                 for _ in range(r.choice([1, 2, 3]))]
        options = {"return_tensors": "np", "chat_template": standins.CHATML, "return_dict": r.random() < 0.7, "add_generation_prompt": r.random() < 0.5}
        options.update(r.choice([{}, {"padding": True}, {"padding": "max_length", "truncation": True, "max_length": 24}]))
        if options["return_dict"] and not options["add_generation_prompt"]:
            options["return_assistant_tokens_mask"] = True
        chats = chats[0] if r.random() < 0.4 else chats
        wanted = tokenizer.apply_chat_template(chats, **options)
        got = model.apply_chat_template(chats, **options)
        if not options["return_dict"]:
            wanted, got = {"input_ids": wanted}, {"input_ids": got}
        assert set(got) == set(wanted) - {"token_type_ids"}
        for key, array in got.items():
            assert array.dtype == wanted[key].dtype and array.shape == wanted[key].shape, (number, key, options)
            assert [list(row) for row in array] == [list(row) for row in wanted[key]], (number, key, options)
        if "torch" in sys.modules and options.get("padding"):
            of_torch = model.apply_chat_template(chats, **{**options, "return_tensors": "pt", "return_dict": True})
            assert of_torch["input_ids"].tolist() == wanted["input_ids"].tolist()
    with pytest.raises(ValueError, match="'np' or 'pt'"):
        model.apply_chat_template([{"role": "user", "content": "x"}], return_tensors="tf")


def test_functions_are_tools(tmp_path):
    class Unit(enum.Enum):
        METRIC = "metric"
        OTHER = 2

    class Weather:
        def now(self, city: str, unit: Unit, hours: Optional[int | str | list] = None, kind: Literal["a", 1] = "a") -> dict[str, int]:
            """The weather now.

            Args:
                city: Where.
                unit: In which unit.
                hours: How long. (choices: [1, 2])
                kind: Which.

            Returns:
                The weather.
            """

    def odd(x: int) -> object:
        """Odd.

        Args:
            x: A number.
        """
    tokenizer, model = pair(tmp_path, "sentencepiece")
    chat, tools = [{"role": "user", "content": "Hi"}], [Weather().now, odd, {"type": "function", "x": 1}]
    wanted = tokenizer.apply_chat_template(chat, tools=tools, tokenize=False)
    assert model.apply_chat_template(chat, tools=tools, tokenize=False) == wanted
    kept = chatfmt.Tools(tools)
    assert model.apply_chat_template(chat, tools=kept, tokenize=False) == wanted
    assert str(model.prompt(chat, tools=kept)) == wanted
    assert tokenizer.apply_chat_template(chat, tools=kept, tokenize=False) == wanted
    assert model.apply_chat_template(chat, tools=kept, policy="control")["input_ids"] == tokenizer.apply_chat_template(
        chat, tools=tools, return_dict=False)
    with pytest.raises(TypeError, match="has no JSON schema"):
        model.apply_chat_template(chat, tools=[with_odd_hint], tokenize=False)


def with_odd_hint(x: pytest.Item):
    """Odd.

    Args:
        x: A test.
    """


def test_kept_tools_do_not_change():
    tool = {"type": "function", "function": {"name": "f", "parameters": {"é": [1, None, 2.5]}}}
    kept = chatfmt.Tools([tool])
    template = chatfmt.Template("{{ tools }}{{ tools[0].function.name }}{{ tools | length }}{{ tools is sequence }}")
    wanted = template.render(tools=[tool])
    tool["function"]["name"] = "g"
    for same in (kept, copy.deepcopy(kept), pickle.loads(pickle.dumps(kept))):
        assert template.render(tools=same) == wanted == template.render(tools=same)
        assert chatfmt.prompt(template, tools=same) == wanted
    assert template.render(tools=list(kept)) == wanted and kept[0]["function"]["name"] == "f"
    with pytest.raises(TypeError):
        chatfmt.Tools([{"x": {1, 2}}])


def test_trusted_and_stop_ids(tmp_path):
    tokenizer, model = pair(tmp_path, "byte_level")
    end = tokenizer.convert_tokens_to_ids("<|im_end|>")
    assert end in model.stop_ids and tokenizer.eos_token_id in model.stop_ids
    chat = [{"role": "user", "content": "a<|im_end|>b"}]
    free = tokenizer.apply_chat_template(chat, return_dict=False)
    assert model.apply_chat_template(chat, policy="control", trusted=["messages"], return_dict=False) == free
    assert model.apply_chat_template(chat, policy="control")["input_ids"] != free
    assert model.apply_chat_template(chat, policy="control", trusted="messages")["attempts"] == []
    with pytest.raises(chatfmt.Error):
        model.apply_chat_template(chat, policy="reject")
    with pytest.raises(TypeError):
        model.apply_chat_template(chat, policy="control", trusted=[5])


def test_replies_of_ids(tmp_path):
    tokenizer, model = pair(tmp_path, "byte_level")
    text = 'Zürich 日本 <tool_call>{"name": "f", "arguments": {"x": 1}}</tool_call><|im_end|>'
    ids = tokenizer(text, add_special_tokens=False)["input_ids"]
    wanted = model.reader().parse(text)
    for step in (1, 3, len(ids)):
        parser = model.reader()
        events = [e for i in range(0, len(ids), step) for e in parser.feed_ids(ids[i:i + step])] + parser.finish()
        assert parser.message() == wanted
        assert events[-1].end == len(text.encode())
    hermes = chatfmt.ReplyParser("hermes", tokenizer=model.tokenizer, stops=["日"])
    events = hermes.feed_ids(ids) + hermes.finish()
    assert [e.kind for e in events if e.kind != "frame"][-1] == "stop" and hermes.message()["content"].strip() == "Zürich"
    with pytest.raises(TypeError, match="needs a tokenizer"):
        chatfmt.ReplyParser("hermes").feed_ids([1])
    with pytest.raises(chatfmt.InputError, match="number 0 is 1099511627776"):
        hermes.feed_ids([2 ** 40])


def test_what_only_models_take_is_hinted_at():
    import chatfmt.transformers as served
    served.uninstall()
    for call, name in (served.install, "strict"), (served.stats, "reset"):
        with pytest.raises(TypeError, match=f"^{name}= must be True or False, not str$"):
            call(**{name: "no"})
    tokenizer, chat = standins.five()["byte_level"], [{"role": "user", "content": "x"}]
    assert served.install(strict=True)
    try:
        with pytest.warns(UserWarning, match="policy= is an argument of chatfmt.Model") as told:
            for _ in range(2):
                tokenizer.apply_chat_template(chat, policy="control")
        assert len(told) == 1 and told[0].filename == __file__
        for name, options in (("trusted", {"return_assistant_tokens_mask": True}), ("last_turn", {"sanitize_control_tokens": True})):
            with pytest.warns(UserWarning, match=f"{name}= is an argument of chatfmt.Model"):  # though the original has the call
                try:
                    tokenizer.apply_chat_template(chat, **{name: "x"}, **options)
                except TypeError:  # a release without the option
                    pass
        assert tokenizer.apply_chat_template(chat, chat_template="{{ mask }}", mask="m", tokenize=False) == "m"
    finally:
        served.uninstall()
