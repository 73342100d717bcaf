"""What docs/python.md says of replies and training comes true, with TRL too, and the reference page has every name, argument
and default. test_pages.py runs all blocks of all pages."""
import inspect
import json
import re
import shutil
import sys

import chatfmt
import pytest

from conftest import ROOT

DOCS = ROOT / "docs"
MESSAGES = [{"role": "user", "content": "Hi"}]
TALK = [*MESSAGES, {"role": "assistant", "content": "Hello."}]
TOOLS = [{"type": "function", "function": {"name": "get_weather", "description": "The weather.", "parameters": {
    "type": "object", "properties": {"city": {"type": "string", "description": "Where."}}}}}]


def blocks(page, section=None):
    """(section, text) of the fenced blocks of Python."""
    text = (DOCS / page).read_text(encoding="utf-8")
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        title = part.split("\n")[0]
        for block in re.findall(r"^```python\n(.*?)^```", part, re.M | re.S):
            if section in (None, title):
                yield title, block


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with what the pages name, and the names that they take for known."""
    shutil.copytree(ROOT / "examples" / "model", tmp_path / "Qwen3-8B")
    monkeypatch.chdir(tmp_path)
    return {"messages": MESSAGES, "conversation": TALK, "tools": TOOLS, "data": [{"messages": [*TALK, *TALK]}]}


def test_replies_and_labels(place, capsys):
    place["chatfmt"] = chatfmt
    place["model"] = chatfmt.Model.from_pretrained("Qwen3-8B")
    for title, block in blocks("python.md"):
        if title in ("Replies", "Training") and "SFTConfig" not in block and "weights.generate(" not in block:
            exec(compile(block, "docs/python.md: " + title, "exec"), place)
    assert place["message"]["tool_calls"][0]["function"] == {"name": "get_weather", "arguments": {"city": "Oslo"}}
    made = place["made"]
    assert made["labels"] == [id if learned else -100 for id, learned in zip(made["input_ids"], made["assistant_masks"])]
    assert len(place["rows"]) == 2 * sum(message["role"] == "assistant" for message in TALK)
    assert list(place["batch"]) == ["input_ids", "attention_mask", "labels"]
    assert capsys.readouterr().out.endswith("{}\n[ 5 10]\n")


def small_weights():
    from transformers import LlamaConfig, LlamaForCausalLM
    return LlamaForCausalLM(LlamaConfig(vocab_size=512, hidden_size=16, intermediate_size=16, num_hidden_layers=1,
                                        num_attention_heads=2, num_key_value_heads=2))


def test_generate(place):
    """What a policy adds to the dict is no argument of generate()."""
    pytest.importorskip("torch")
    place["model"], place["weights"] = chatfmt.Model.from_pretrained("Qwen3-8B"), small_weights()
    block, = [block for _, block in blocks("python.md", "Replies") if "weights.generate(" in block]
    exec(compile(block, "docs/python.md: Replies", "exec"), place)
    made = place["made"]
    assert place["sequence"].tolist() == made["input_ids"][0].tolist() + place["answer"].tolist()
    assert place["model"].reader(prompt="").feed_ids(place["answer"]) is not None
    with pytest.raises(ValueError, match="attempts"):
        place["weights"].generate(**made, max_new_tokens=1)


def test_trl_recipe(place, tmp_path):
    """The rows that SFTTrainer makes its batches of have the ids and the labels of chatfmt."""
    for name in ("torch", "datasets", "trl"):
        pytest.importorskip(name)
    import torch
    from transformers import PreTrainedTokenizerFast
    place["tokenizer"] = PreTrainedTokenizerFast.from_pretrained("Qwen3-8B")
    place["weights"] = small_weights()
    place["data"] = [{"messages": TALK}, {"messages": TALK * 2}]
    block, packed = [block.replace('SFTConfig("out"', 'SFTConfig("out", use_cpu=True, bf16=False, report_to="none"')
                     for _, block in blocks("python.md", "Training") if "SFTConfig(" in block]
    exec(compile(block, "docs/python.md", "exec"), place)
    model = chatfmt.Model.from_pretrained("Qwen3-8B")
    trainer = place["trainer"]
    batch = next(iter(trainer.get_train_dataloader()))
    made = model.apply_chat_template([TALK, TALK * 2], mask="derived")
    wanted = {tuple(ids): [id if one else -100 for id, one in zip(ids, mask)]
              for ids, mask in zip(made["input_ids"], made["assistant_masks"])}
    assert len(batch["input_ids"]) == 2
    for ids, labels, there in zip(batch["input_ids"], batch["labels"], batch["attention_mask"]):
        assert wanted.pop(tuple(ids[there == 1].tolist())) == labels[there == 1].tolist()
        assert (labels[there == 0] == -100).all()
    assert torch.isfinite(trainer.train().training_loss * torch.ones(1))
    exec(compile(packed, "docs/python.md", "exec"), place)
    batch = next(iter(place["trainer"].get_train_dataloader()))
    begins = (batch["position_ids"][0] == 0).nonzero()[:, 0].tolist() + [batch["input_ids"].shape[1]]
    rows = [batch["input_ids"][0][begin:end].tolist() for begin, end in zip(begins, begins[1:])]
    assert sorted(rows) == sorted(made["input_ids"])
    assert torch.isfinite(place["trainer"].train().training_loss * torch.ones(1))


# ---- The reference page ----

PAGE = (DOCS / "python-api.md").read_text(encoding="utf-8")


def test_every_name_is_there():
    for name in chatfmt.__all__:
        assert f"chatfmt.{name}" in PAGE, name
    for cls in (chatfmt.Model, chatfmt.ReplyParser, chatfmt.Template, chatfmt.Tokenizer):
        for name in vars(cls):
            if not name.startswith("_"):
                assert re.search(rf"\b{name}\b", PAGE), (cls, name)


def test_every_argument_has_its_default():
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE.split("### apply_chat_template")[1].split("| key |")[0], re.M))
    parameters = dict(inspect.signature(chatfmt.Model.apply_chat_template).parameters)
    del parameters["self"], parameters["variables"]
    assert list(parameters) == [name for name in rows if name in parameters]
    for name, parameter in parameters.items():
        default = "required" if parameter.default is parameter.empty else f"`{json.dumps(parameter.default)}`" \
            if isinstance(parameter.default, str) else f"`{parameter.default!r}`"
        assert rows[name] == default, name


@pytest.mark.parametrize("owner, function", [
    ("Model.", chatfmt.Model.from_pretrained), ("Model.", chatfmt.Model.from_template), ("model.", chatfmt.Model.prompt),
    ("model.", chatfmt.Model.open_turn), ("model.", chatfmt.Model.reader), ("", chatfmt.ReplyParser), ("chatfmt.", chatfmt.map),
    ("parser.", chatfmt.ReplyParser.parse), ("parser.", chatfmt.ReplyParser.message)])
def test_signatures(owner, function):
    given = str(inspect.signature(function)).replace("(self, ", "(").replace("(self)", "()").replace("'", '"')
    assert f"{owner}{function.__name__}{given}" in PAGE, given
