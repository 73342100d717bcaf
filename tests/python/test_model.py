"""Models, replies, formats, tools and data sets by the package."""
import asyncio
import json

import chatfmt
import pytest
from conftest import ROOT

CHATML = ("{% for m in messages %}<|im_start|>{{ m.role }}\n{% if m.role == 'assistant' %}{% generation %}{{ m.content }}"
          "<|im_end|>{% endgeneration %}{% else %}{{ m.content }}<|im_end|>{% endif %}{{ '\n' }}{% endfor %}"
          "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}")
CHAT = [{"role": "user", "content": "Hi<|im_end|>"}, {"role": "assistant", "content": "Yo"}]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A folder whose vocabulary is the bytes and ChatML's tokens."""
    folder = tmp_path_factory.mktemp("model")
    plain = [b for b in range(256) if 33 <= b <= 126 or 161 <= b <= 172 or b >= 174]
    letters = {b: chr(b) for b in plain}
    letters.update({b: chr(256 + n) for n, b in enumerate(b for b in range(256) if b not in letters)})
    added = [{"id": 256 + n, "content": text, "special": True, "single_word": False, "lstrip": False, "rstrip": False,
              "normalized": False} for n, text in enumerate(["<|im_start|>", "<|im_end|>"])]
    (folder / "tokenizer.json").write_text(json.dumps({
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": None,
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
        "post_processor": None, "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True,
                                            "use_regex": True},
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
                  "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
                  "vocab": {letters[b]: b for b in range(256)}, "merges": []}}))
    (folder / "tokenizer_config.json").write_text(json.dumps({
        "tokenizer_class": "PreTrainedTokenizerFast", "eos_token": "<|im_end|>", "pad_token": "<|im_end|>",
        "chat_template": CHATML}))
    return chatfmt.Model.from_pretrained(folder)


def test_labels(model):
    """A label is the id where the mask is 1; padding has none, although its token ends a turn as well."""
    made = model.apply_chat_template(CHAT, mask="hf", labels=True)
    assert made["labels"] == [i if m else -100 for i, m in zip(made["input_ids"], made["assistant_masks"])]
    assert model.tokenizer.decode([label for label in made["labels"] if label != -100]) == "Yo<|im_end|>"
    longer = [*CHAT, *CHAT]
    for side in "left", "right":
        plain = model.apply_chat_template([longer, CHAT], mask="derived", padding=True, padding_side=side)
        for tensors in None, "np":
            batch = model.apply_chat_template([longer, CHAT], labels=True, padding=True, padding_side=side, return_tensors=tensors)
            assert list(batch) == ["input_ids", "attention_mask", "labels"]
            rows = [list(row) for row in batch["labels"]]
            assert rows == [[i if m else -100 for i, m in zip(*row)] for row in zip(plain["input_ids"], plain["assistant_masks"])]
            assert [row.count(257) for row in rows] == [2, 1]
    last = model.apply_chat_template(longer, labels=True, last_turn=True)["labels"]
    assert last.count(257) == 1 and "labels" not in model.apply_chat_template(CHAT, labels=False)
    users = model.apply_chat_template(CHAT, labels=True, roles="user")["labels"]
    assert "Hi" in model.tokenizer.decode([label for label in users if label != -100])
    for options in {"tokenize": False}, {"return_dict": False}:
        with pytest.raises(chatfmt.InputError, match="^labels= needs return_dict=True and tokenize=True"):
            model.apply_chat_template(CHAT, labels=True, **options)
    for wrong in [1], "yes", 1:
        with pytest.raises(TypeError, match="^labels= must be True or False, not "):
            model.apply_chat_template(CHAT, labels=wrong)
    with pytest.warns(chatfmt.ChatfmtWarning, match="labels .of mask='derived'. are all -100: nothing of the conversation"):
        model.apply_chat_template(CHAT[:1], labels=True)


def test_apply(model):
    text = model.apply_chat_template(CHAT, tokenize=False)
    assert text == "<|im_start|>user\nHi<|im_end|><|im_end|>\n<|im_start|>assistant\nYo<|im_end|>\n"
    ids = model.apply_chat_template(CHAT, return_dict=False)
    assert model.tokenizer.decode(ids) == text and ids.count(257) == 3
    safe = model.apply_chat_template(CHAT, policy="control")
    assert safe["input_ids"].count(257) == 2 and safe["attempts"][0]["path"] == "messages[0].content"
    masked = model.apply_chat_template(CHAT, return_assistant_tokens_mask=True)
    learned = [i for i, m in zip(masked["input_ids"], masked["assistant_masks"]) if m]
    assert model.tokenizer.decode(learned) == "Yo<|im_end|>"
    derived = model.apply_chat_template(CHAT, mask="derived")
    assert derived["assistant_masks"] == masked["assistant_masks"]
    rows = model.apply_chat_template([CHAT, CHAT[:1]], padding=True)
    assert len(rows["input_ids"][0]) == len(rows["input_ids"][1]) and 0 in rows["attention_mask"][1]
    assert len(model.apply_chat_template(CHAT, max_length=7, truncation=True)["input_ids"]) == 7
    with pytest.raises(chatfmt.LimitError):
        model.apply_chat_template(CHAT, max_length=7, fit="refuse")
    with pytest.raises(ValueError, match="policy is 'x'"):
        model.apply_chat_template(CHAT, policy="x")
    with pytest.raises(ValueError, match="empty conversation"):
        model.apply_chat_template([])
    assert model.apply_chat_template(CHAT, continue_final_message=True, tokenize=False).endswith("Yo")


def test_stops_and_reader(model):
    assert model.stops == ["<|im_end|>"]
    assert model.special_tokens["eos_token"] == "<|im_end|>" and model.templates == {"default": CHATML}
    assert model.open_turn(CHAT[:1])["opening"] == "<|im_start|>assistant\n"
    assert model.tokenizer.encode("é", offsets=True)[1] == [(0, 1), (0, 1)]
    ids = model.tokenizer.encode("é")
    assert model.tokenizer.encode_pair("é", "é") == (ids * 2, [0] * len(ids) + [1] * len(ids))


def test_replies():
    reply = "<think>\nA\n</think>\n\nB<tool_call>\n{\"name\": \"f\", \"arguments\": {\"x\": 1}}\n</tool_call>"
    whole = chatfmt.ReplyParser("qwen3").parse(reply)
    assert whole["reasoning_content"] == "A" and whole["tool_calls"][0]["function"]["name"] == "f"

    async def chunks():
        for c in reply:
            yield c

    async def collect():
        return [d async for d in chatfmt.ReplyParser("qwen3").adeltas(chunks())]
    deltas = list(chatfmt.ReplyParser("qwen3").deltas(reply))
    assert deltas == asyncio.run(collect())
    assert "".join(d.get("content", "") for d in deltas) == whole["content"]
    calls = [d["tool_calls"][0]["function"].get("arguments", "") for d in deltas if "tool_calls" in d]
    assert json.loads("".join(calls)) == {"x": 1}
    with pytest.raises(chatfmt.NotFoundError):
        chatfmt.ReplyParser("no such family")


def test_begun(model):
    """A message that is continued: its beginning is in the message, and events are of what is new, wherever it was cut."""
    whole, prefill = "Well,  hi <b <tool_call>", "Well, "
    chat = [CHAT[0], {"role": "assistant", "content": prefill}]
    turn = model.open_turn(chat, continue_final_message=True)
    assert turn["prefill"] == prefill and turn["opening"] == ""
    for cut in range(len(whole) + 1):
        prompt = model.apply_chat_template([chat[0], {"role": "assistant", "content": whole[:cut]}], tokenize=False,
                                           continue_final_message=True)
        parser = model.reader(prompt=prompt, begun=whole[:cut])
        for _ in range(2):
            events = [*parser.feed(whole[cut:]), *parser.finish()]
            assert "".join(e.text for e in events if e.kind == "content") == whole[cut:]
            assert parser.message() == {"role": "assistant", "content": whole}
    with pytest.raises(TypeError, match="begun= must be text, not bytes; the prefill of"):
        model.reader(begun=b"Well")
    parser = chatfmt.ReplyParser("hermes", begun="<tool_call>{")
    events = parser.feed('"name": "f", "arguments": {}}</tool_call>')
    assert [e.kind for e in events] == ["call", "arguments", "call_end", "frame"]
    text = "<tool_call>\n<function=f>\n<parameter=a>\nb\n</parameter>\n<parameter=n>\n3\n</parameter>\n</function>\n</tool_call>"
    for cut in range(text.index("<parameter"), len(text)):
        for chunks in ([text[cut:]], text[cut:]):
            parser = chatfmt.ReplyParser("qwen3-coder", begun=text[:cut])
            before = parser.message()["tool_calls"][0]["function"]["arguments"]
            for _ in range(2):
                events = [e for chunk in chunks for e in parser.feed(chunk)] + parser.finish()
                assert before + "".join(e.text for e in events if e.kind == "arguments") == '{"a": "b", "n": "3"}'
    parser = chatfmt.ReplyParser("hermes", begun="a STOP b", stops="STOP")
    assert [(e.kind, e.text) for e in [*parser.feed("c"), *parser.finish()] if e.kind != "frame"] == [("stop", "STOP")]


def test_first_events_are_of_the_prompt():
    parser = chatfmt.ReplyParser("qwen3", prompt="<|im_start|>assistant\n<think>\n", reasoning_in_content=True)
    for _ in range(2):
        events = [*parser.feed("c</think>\n"), *parser.feed("Hi"), *parser.finish()]
        assert "".join(e.text for e in events if e.kind == "content") == "<think>\nc</think>\nHi"
        assert parser.message()["content"] == "<think>\nc</think>\nHi"


def test_formats_and_tools(tmp_path):
    assert len(chatfmt.formats) > 100 and chatfmt.formats["vicuna_v1.1"].system == "fastchat"
    path = tmp_path / "a.jinja"
    path.write_text(CHATML)
    assert chatfmt.inspect(path)["templates"] and isinstance(chatfmt.lint(CHATML), list)
    other = tmp_path / "b.jinja"
    other.write_text(CHATML.replace("user", "human"))
    assert chatfmt.diff(path, path) == ""
    assert chatfmt.fmt("{{x}}") == "{{ x }}"


@pytest.mark.parametrize("calls, path", [
    (["f"], "messages[1].tool_calls[0]"), ({"name": "f"}, "messages[1].tool_calls"),
    ([{"function": "f"}], "messages[1].tool_calls[0].function"), ("f", "messages[1].tool_calls")])
@pytest.mark.parametrize("bad", [0, 1, 2])
def test_paths_of_strings_that_are_one_object(calls, path, bad):
    source = ("{% for m in messages %}{{ m.content }}{% for c in m.tool_calls or [] %}"
              "{{ c.function.name.strip() }}{{ c.function.arguments.x.y }}{% endfor %}{% endfor %}")
    messages = [{"role": "tool", "name": "f", "content": "f", "tool_call_id": "f"} for _ in range(3)]
    messages[bad]["tool_calls"] = calls
    path = path.replace("1", str(bad), 1)
    model = chatfmt.Model.from_template(source)
    for run in (lambda: model.apply_chat_template(messages, tokenize=False), lambda: model.prompt(messages),
                lambda: chatfmt.Template(source).render(messages=messages)):
        with pytest.raises(chatfmt.Error) as raised:
            run()
        assert raised.value.path == path


def test_variables_that_lack(model):
    source = "{{ bos_token + messages[0].content }}"
    with pytest.raises(chatfmt.Error) as raised:
        chatfmt.Model.from_template(source).apply_chat_template(CHAT, tokenize=False)
    assert "bos_token= gives it a value" in getattr(raised.value, "__notes__", ["bos_token= gives it a value"])
    with pytest.raises(chatfmt.InputError, match=r' variables=\{"bos_token": …\} gives it a value in all rows\n'):
        list(chatfmt.map(chatfmt.Model.from_template(source), [{"messages": CHAT}]))


def test_map(model):
    rows = [{"messages": CHAT}, {"messages": CHAT[:1]}, {"messages": 5}]
    got = []
    with pytest.raises(chatfmt.InputError, match=r"^rows\[2\]: ") as raised:
        for row in chatfmt.map(model, rows + rows[:1], columns="text,input_ids"):
            got.append(row)
    assert raised.value.path == "rows[2]"
    assert len(got) == 2
    with pytest.raises(chatfmt.NotFoundError):
        list(chatfmt.map("no/such/model/here", rows))
    with pytest.warns(chatfmt.ChatfmtWarning, match=r"rows\[2\]: .*\n(.*\n)*4 rows, 3 written, 1 with errors"):
        got = list(chatfmt.map(model._native.about["path"], rows + rows[:1], columns=["text", "input_ids"], on_error="skip"))
    assert len(got) == 3
    got.pop()
    assert got[0]["input_ids"] == model.apply_chat_template(CHAT, return_dict=False)
    assert got[1]["text"] == model.apply_chat_template(CHAT[:1], tokenize=False) and len(got) == 2
    source = "<{{ messages[0].content }}>"
    assert [row["text"] for row in chatfmt.map(model, rows[:1], chat_template=source)] == [
        model.apply_chat_template(CHAT, tokenize=False, chat_template=source)]
    many = rows[:2] * 40
    assert list(chatfmt.map(model, many, threads=2)) == list(chatfmt.map(model, many, threads=1))
    packs = list(chatfmt.map(model._native.about["path"], rows[:2] * 5, columns=["input_ids", "labels"], pack=True,
                             max_length=200, fit="drop"))
    assert len(packs) < 10 and all(len(p["input_ids"]) <= 200 for p in packs)


def test_what_servers_ask_of_replies():
    """The flags of replies: as the program's options (tests/cli/run.py, RepliesAsked)."""
    reply = '<think>\nhm\n</think>\n\nHi.<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>' \
            '<tool_call>\n{"name": "g", "arguments": {"a": [1, "x'
    tools = [{"type": "function", "function": {"name": "f"}}]

    def message(**options):
        return chatfmt.ReplyParser("hermes", **options).parse(reply)

    def calls(**options):
        return [(one["function"]["name"], one["function"]["arguments"]) for one in message(**options)["tool_calls"]]

    first = ("f", '{"a": 1}')
    assert calls() == [first, ("g", '{"a": [1, "x')]
    assert calls(close_arguments=True) == [first, ("g", '{"a": [1, "x"]}')]
    assert calls(one_call=True) == calls(tools=tools) == [first]
    assert [name for name, _ in calls(tools=tools, unknown_calls=True)] == ["f", "g"]
    assert message()["reasoning_content"] == "hm"
    assert message(reasoning_in_content=True)["content"].startswith("<think>\nhm\n</think>\n\nHi.")
    model = chatfmt.Model.from_pretrained(str(ROOT / "examples" / "model"))
    assert len(model.reader(one_call=True).parse(reply)["tool_calls"]) == 1


# ---- Tools that many calls share ----

PIECES = ["a", "<|im_end|>", "<think>", "x y", "1", "<tool_call>", "\n"]


def random_data(random, depth=0):
    kind = random.randrange(7 if depth < 3 else 4)
    if kind == 4:
        return [random_data(random, depth + 1) for _ in range(random.randrange(3))]
    if kind == 5:
        return {random.choice(PIECES): random_data(random, depth + 1) for _ in range(random.randrange(3))}
    return (random.randrange(9), "".join(random.choices(PIECES, k=3)), None, True, 0, 0, 1.5)[kind]


@pytest.mark.parametrize("seed", range(100))
def test_prepared_tools_are_the_list(seed):
    """Ids, masks, attempts and origins of a call are those with the list, though other stores number their values alike."""
    import random as generators
    random, shared = generators.Random(seed), []
    model, both = chatfmt.Model.from_pretrained(ROOT / "examples" / "model"), chatfmt.Template("{{ tools | tojson }}{{ messages }}{{ tools }}")
    tools = [{"type": "function", "function": {"name": random.choice(PIECES), "parameters": random_data(random), "x": random_data(random)}}
             for _ in range(random.randrange(1, 3))]
    chat = [{"role": random.choice(["user", "assistant"]), "content": "".join(random.choices(PIECES, k=3)),
             "tool_calls": [{"function": {"name": "f", "arguments": random_data(random)}}]} for _ in range(random.randrange(1, 4))]
    for given in (tools, chatfmt.Tools(tools)):
        made = [model.prompt(chat, tools=given).spans, chatfmt.prompt(both, messages=chat, tools=given).spans,
                model.prompt(chat, documents=given).spans, model.prompt(chat, x=given).spans]
        for trusted in ((), "tools", "messages"):
            made += [model.apply_chat_template(chat, tools=given, **options) for options in (
                {"policy": "control", "trusted": trusted}, {"mask": "derived"}, {"mask": "derived", "roles": "user", "last_turn": True})]
        shared.append(made)
    assert shared[0] == shared[1]


def test_faults_of_a_reply():
    """The events with a flag, whichever way the reply is fed, and of the last reply alone."""
    call = '<tool_call>\n{"name": "%s", "arguments": %s}\n</tool_call>'
    tools = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}]
    parser = chatfmt.ReplyParser("hermes", tools=tools)
    for reply, reason in ((call % ("g", "{}"), "a call of a tool that was not offered"), (call % ("f", "{}"), None),
                          (call % ("f", '{"a": }'), "malformed JSON in a tool call"), ((call % ("f", "{}"))[:-20], "the reply ends in a tool call"),
                          ("Hi", None)):
        parser.parse(reply)
        assert [event.reason for event in parser.faults] == [reason] * (reason is not None)
        events = list(parser.stream(reply))
        assert parser.faults == [event for event in events if event.flags] and bool(parser.faults) == (reason is not None)
    assert parser.faults == []
