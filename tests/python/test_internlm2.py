"""chatfmt.internlm2: the recorded conversations, replies and streams, through Python."""
import collections
import doctest
import json

import chatfmt
import pytest
from chatfmt import internlm2
from test_fastchat import rows


def cases(kind):
    return [row for row in rows("internlm2_cases.jsonl") if row["kind"] == kind]


def test_doctests():
    assert doctest.testmod(internlm2).failed == 0


def test_specials():
    row, = cases("specials")
    assert internlm2.SPECIAL_TOKENS == {token["token"]: token["id"] for token in row["tokens"]}


def test_golden_prompts():
    count = collections.Counter()
    for row in cases("render"):
        made = internlm2.render(row["messages"], add_generation_prompt=row["add_generation_prompt"])
        assert made == row["text"]["ok"], row["id"]
        count["render"] += 1
    for row in cases("render_verbatim"):
        assert internlm2.render(row["messages"], add_generation_prompt=False) == row["text"], row["id"]
        count["verbatim"] += 1
    for row in cases("render_history"):
        assert internlm2.build_inputs(row["query"], row["history"], row["meta_instruction"],
                                      tokenizer_add_bos_token=row["tokenizer_add_bos_token"]) == row["text"], row["id"]
        count["history"] += 1
    for row in cases("render_openai"):
        if "ok" not in row["text"] or "sequence_start" in row:
            continue
        assert internlm2.render(row["messages"], tools=row["tools"], format="lmdeploy") == row["text"]["ok"], row["id"]
        count["openai"] += 1
    for row in cases("steps"):
        if "ok" in row["messages"]:
            assert internlm2.messages_of_steps(row["steps"]) == row["messages"]["ok"], row["id"]
            count["steps"] += 1
    assert count["render"] == 19 and count["verbatim"] == 8 and count["history"] == 5 and count["steps"] > 3, count
    assert count["openai"] > 8, count


def test_golden_replies():
    for row in cases("parse"):
        assert internlm2.parse(row["output"]) == row["expect"], row["id"]
        reader = internlm2.ActionReader()
        for character in row["output"]:
            reader.feed(character)
        assert reader.finish() == row["expect"], row["id"]


def test_golden_streams():
    seen = 0
    for row in cases("stream"):
        reader = internlm2.ActionReader()
        for state, character in zip(row["states"], ["", *row["output"]]):
            want = {key: value for key, value in state.items() if not key.startswith("prefix_")}
            assert reader.feed(character) == want, (row["id"], state["prefix_len"])
            seen += 1
    assert seen > 100


def test_made_messages_are_read_back():
    messages = [internlm2.system("S"), internlm2.plugin([{"name": "f"}]), internlm2.interpreter("Python."),
                internlm2.user("w?"), internlm2.file(("data.csv", "10K")),
                internlm2.call("f", {"x": "上海"}, "Let me see."), internlm2.environment({"t": 22}),
                internlm2.code("print(1)", "Now:"), internlm2.environment("1", "interpreter"), internlm2.assistant("22")]
    text = internlm2.render(messages, add_generation_prompt=False)
    found = internlm2.read(text)
    assert internlm2.render(**found) == text and len(found["messages"]) == len(messages)
    assert '<|action_start|><|plugin|>\n{"name": "f", "parameters": {"x": "上海"}}<|action_end|>' in text
    assert "<|im_start|>environment name=<|plugin|>\n{\"t\": 22}<|im_end|>" in text
    openai = internlm2.read(text, openai=True)
    assert internlm2.render(openai["messages"], add_generation_prompt=False) == text
    calls = [call for message in openai["messages"] for call in message.get("tool_calls", [])]
    assert [call["type"] for call in calls] == ["function", "code_interpreter"]
    assert json.loads(calls[0]["function"]["arguments"]) == {"x": "上海"}


def test_chat_goes_on():
    asked = []

    def answer(prompt):
        asked.append(prompt)
        yield from ("Answer ", f"{len(asked)}<|im", "_end|>", "not read")
    model = internlm2.InternLM2(answer)
    first, history = model.chat("a")
    second, history = model.chat("b", history)
    assert (first, second, history) == ("Answer 1", "Answer 2", [("a", "Answer 1"), ("b", "Answer 2")])
    assert asked[1] == internlm2.build_inputs("b", [("a", "Answer 1")])
    assert [text for text, _ in model.stream_chat("c", history)][-1] == "Answer 3"
    with pytest.raises(Exception):
        internlm2.InternLM2(None)


def test_what_render_cannot_use():
    user = [internlm2.user("Hi")]
    with pytest.raises(TypeError, match="messages must be a list of messages, .* not NoneType"):
        internlm2.render(None)
    with pytest.raises(chatfmt.NotFoundError, match="there is no format 'foo'; there are lagent, .*react_cn"):
        internlm2.render(user, format="foo")
    with pytest.raises(chatfmt.NotFoundError, match="there is no format 'reakt'; did you mean 'react'"):
        internlm2.render(user, format="reakt")
    assert internlm2.render(iter(user)) == internlm2.render(user)


@pytest.mark.parametrize("name", ["hf", "lmdeploy"])
def test_an_opening_that_is_always_written(name, recwarn):
    user = [internlm2.user("Hi")]
    made = internlm2.render(user, format=name)
    assert not recwarn
    with pytest.warns(chatfmt.ChatfmtWarning, match=f"add_generation_prompt=False has no effect: the format internlm2/{name} always writes"):
        assert internlm2.render(user, format=name, add_generation_prompt=False) == made


def test_what_is_no_text():
    with pytest.raises(TypeError, match="feed\\(\\) takes text, not NoneType"):
        internlm2.ActionReader().feed(None)
