"""chatfmt.pipelines beside transformers: conversations of 4.37.2, and the chat mode of the pipeline that is installed."""
import collections
import copy
import doctest
import json
import os
import pathlib
import random
import subprocess
import sys
import types

import chatfmt
import pytest
import standins
from chatfmt import pipelines

CHATML = ("{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' + m.content + '<|im_end|>\n' }}{% endfor %}"
          "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}")


def test_doctests():
    assert doctest.testmod(pipelines).failed == 0


# ---- Conversations of 4.37.2 -------------------------------------------------------------------

def old_python():
    """The interpreter of a virtual environment with transformers 4.37.2."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
    path = cache / "chatfmt" / "transformers-4.37.2" / "bin" / "python"
    if not path.exists():
        pytest.skip(f"transformers 4.37.2 is not in {path.parents[1]}")
    return path


def scripts(count):
    r = random.Random(437)

    def text():
        return r.choice(["Hi", "", "上海", "a\nb", "How are you?", "no"])

    def message():
        made = {"role": r.choice(["user", "assistant", "system", "tool"]), "content": text()}
        if r.random() < .1:
            made["name"] = "x"
        if r.random() < .1:
            del made["content"]
        return made

    def call():
        return r.choice([["add_message", message()], ["add_user_input", text()], ["add_user_input", text(), True],
                         ["append_response", text()], ["mark_processed"], ["set", -1, {"role": "user", "content": text()}],
                         ["equal", [{"role": "user", "content": text()}]]])

    def arguments():
        kind = r.randrange(6)
        messages = [{"role": r.choice(["user", "assistant"]), "content": text()} for _ in range(r.randint(0, 4))]
        older = {"past_user_inputs": [text() for _ in range(r.randint(0, 3))],
                 "generated_responses": [text() for _ in range(r.randint(0, 3))]}
        return [{}, {"messages": text()}, {"messages": messages}, {"text": text()}, {**older, "text": text()},
                {"generated_responses": older["generated_responses"]}][kind]
    return [{"id": i + 1, "made": arguments(), "calls": [call() for _ in range(r.randint(0, 8))]} for i in range(count)]


def test_conversations_of_4_37(whole):
    r = random.Random(1)
    pieces = [" .", " ?", " !", " ,", " ' ", " n't", " 'm", " 's", " 've", " 're", "'", "a", " ", ".", "do", "é"]
    given = json.dumps({"scripts": scripts(5000 if whole else 800),
                        "texts": ["".join(r.choice(pieces) for _ in range(r.randint(0, 12))) for _ in range(500)]})
    program = pathlib.Path(__file__).with_name("run_conversations.py")

    def run(python, which, **more):
        done = subprocess.run([python, program, which], input=given, capture_output=True, text=True, env={**os.environ, **more})
        assert done.returncode == 0, done.stderr[-2000:]
        return json.loads(done.stdout)
    own = run(old_python(), "transformers", PYTHONPATH="")
    ours = run(sys.executable, "chatfmt", PYTHONPATH=str(pathlib.Path(chatfmt.__file__).parents[1]))
    count = collections.Counter()
    for script, a, b in zip(json.loads(given)["scripts"], own["scripts"], ours["scripts"]):
        assert a == b, script
        count["error" if any("error" in (row if isinstance(row, dict) else row[0]) for row in a) else "ok"] += 1
    assert own["texts"] == ours["texts"]
    assert count["ok"] > 100 and count["error"] > 100, count


# ---- ConversationalPipeline --------------------------------------------------------------------

class Engine:
    """Says one answer after the other, in pieces, and keeps what it was asked."""

    def __init__(self, *answers):
        self.answers, self.prompts = list(answers), []

    def __call__(self, prompt, **options):
        self.prompts.append(prompt)
        self.options = options
        answer = self.answers.pop(0)
        return [answer[i:i + 3] for i in range(0, len(answer), 3)]


def test_several_turns():
    engine = Engine("Ahoy !<|im_end|>", "Arr.", "Aye.<|im_end|>\n<|im_start|>user\nnot read")
    pipe = pipelines.pipeline("conversational", chat_template=CHATML, engine=engine)
    conversation = pipelines.Conversation("Hi")
    assert pipe(conversation) is conversation and conversation[-1] == {"role": "assistant", "content": "Ahoy!"}
    conversation.add_message({"role": "user", "content": "More"})
    assert pipe(conversation).generated_responses == ["Ahoy!", "Arr."]
    assert engine.prompts[1] == chatfmt.Template(CHATML).render(messages=conversation.messages[:-1], add_generation_prompt=True)
    one, = [pipe([[{"role": "user", "content": "a"}]])]
    assert one.messages[-1]["content"] == "Aye."


def test_many_conversations():
    pipe = pipelines.pipeline("conversational", chat_template=CHATML, engine=Engine("1 .", "2 ."))
    made = pipe([[{"role": "user", "content": "a"}], [{"role": "user", "content": "b"}]], clean_up_tokenization_spaces=False)
    assert [one.messages[-1]["content"] for one in made] == ["1 .", "2 ."]


def test_engine_failures_are_told():
    pipe = pipelines.pipeline("conversational", chat_template=CHATML, engine=lambda prompt: 7)
    conversation = pipelines.Conversation("Hi")
    with pytest.raises(Exception):
        pipe(conversation)
    assert conversation.messages == [{"role": "user", "content": "Hi"}]
    with pytest.raises(KeyError, match="text-generation"):
        pipelines.pipeline("translation")
    with pytest.raises((chatfmt.NotFoundError, ValueError)):
        pipelines.pipeline("conversational", chat_template=CHATML)


def test_engine_of_ids(tmp_path):
    pytest.importorskip("tokenizers", reason="tokenizers is not installed")
    standins.byte_level().save(str(tmp_path / "tokenizer.json"))
    config = {"eos_token": "</s>", "bos_token": "<s>", "chat_template": CHATML, "tokenizer_class": "PreTrainedTokenizerFast"}
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(config))
    tokenizer = pipelines.AutoTokenizer.from_pretrained(tmp_path)
    asked = []

    def answer(ids):
        asked.append(ids)
        return tokenizer.encode("Hello!<|im_end|>not read", add_special_tokens=False)
    from chatfmt.engines import CallableEngine
    engine = CallableEngine(answer, takes_ids=True, tokenizer=tokenizer.model.tokenizer)
    pipe = pipelines.pipeline("text-generation", str(tmp_path), engine=engine)
    chat = [{"role": "user", "content": "Hi"}]
    assert pipe(chat, return_full_text=False) == [{"generated_text": "Hello!"}]
    assert asked == [tokenizer.apply_chat_template(chat, add_generation_prompt=True)]
    assert tokenizer.eos_token == "</s>" and tokenizer.decode(asked[0]).endswith("<|im_start|>assistant\n")
    assert tokenizer.eos_token_id == tokenizer.model.tokenizer.token_to_id("</s>")


# ---- The text-generation pipeline of today -----------------------------------------------------

class Tensor(list):
    """A row of ids, as far as postprocess() looks at it."""

    shape = (1, 3)

    def numpy(self):
        return self

    def tolist(self):
        return list(self)


class Tokenizer:
    """Keeps how transformers asks for the prompt; decodes to what the model wrote."""

    response_template = None

    def __init__(self, answer):
        self.answer = answer

    def apply_chat_template(self, messages, return_dict, return_tensors, **asked):
        self.asked = messages, asked
        return {"input_ids": Tensor()}

    def decode(self, ids, **options):
        return self.answer


def test_chat_mode_is_transformers(whole):
    original = pytest.importorskip("transformers.pipelines.text_generation", reason="transformers is not installed")
    r = random.Random(5)
    model = chatfmt.Model.from_template(CHATML)
    for _ in range(2000 if whole else 300):
        count = r.randint(1, 5)
        chat = [{"role": r.choice(["user", "assistant", "system"]), "content": r.choice(["Hi", "上海", "a b "])} for _ in range(count)]
        answer = r.choice(["Hello!", "", "x\ny"])
        goes_on, full = r.choice([None, None, True, False]), r.random() < .7
        pipe, tokenizer = object.__new__(original.TextGenerationPipeline), Tokenizer(answer)
        pipe.tokenizer = tokenizer
        prepared = original.TextGenerationPipeline.preprocess(pipe, original.Chat(copy.deepcopy(chat)), continue_final_message=goes_on)
        want = original.TextGenerationPipeline.postprocess(
            pipe, {"generated_sequence": [Tensor([[1, 2, 3]])], **prepared}, continue_final_message=goes_on,
            return_type=original.ReturnType.FULL_TEXT if full else original.ReturnType.NEW_TEXT)
        engine = Engine(answer)
        ours = pipelines.pipeline("text-generation", chat_template=CHATML, engine=engine)
        got = ours(copy.deepcopy(chat), continue_final_message=goes_on, return_full_text=full)
        messages, asked = tokenizer.asked
        assert got == want, chat
        assert engine.prompts == [model.apply_chat_template(messages, tokenize=False, **{
            name: value for name, value in asked.items() if value is not None})]


def test_a_tokenizer_gives_no_dicts():
    tokenizer = pipelines.AutoTokenizer.from_pretrained(pathlib.Path(__file__).parents[2] / "examples" / "model")
    user = [{"role": "user", "content": "Hi"}]
    for options in ({"return_dict": True}, {"mask": "derived"}, {"return_assistant_tokens_mask": True}, {"labels": True}, {"last_turn": True}, {"roles": "user"}):
        with pytest.raises(chatfmt.InputError, match="needs a dict as the result, and a ChatTokenizer gives a list of ids; a chatfmt.Model gives"):
            tokenizer.apply_chat_template(user, **options)
    assert tokenizer.apply_chat_template(user, return_dict=False) == tokenizer.apply_chat_template(user)


def test_several_conversations_make_one_tensor():
    numpy = pytest.importorskip("numpy")
    tokenizer = pipelines.AutoTokenizer.from_pretrained(pathlib.Path(__file__).parents[2] / "examples" / "model")
    chats = [pipelines.Conversation("Hi"), [{"role": "user", "content": "Hi there"}, {"role": "assistant", "content": "Ho"}]]
    rows = tokenizer.apply_chat_template(chats, padding=True, max_length=70)
    made = tokenizer.apply_chat_template(chats, padding=True, max_length=70, return_tensors="np")
    assert made.shape == (2, 70) and numpy.array_equal(made, rows)
    assert tokenizer.apply_chat_template(chats[0], return_tensors="np").shape == (1, len(tokenizer.apply_chat_template(chats[0])))
    with pytest.raises(chatfmt.InputError, match="return_tensors='np': the rows have .* ids, which do not make a tensor; give padding=True"):
        tokenizer.apply_chat_template(chats, return_tensors="np")


def test_texts_lists_and_tools():
    engine = Engine("1", "2", "3", "4", "5")
    pipe = pipelines.pipeline("text-generation", engine=engine,
                              chat_template="{{ tools|length if tools }}{% for m in messages %}{{ m.content }};{% endfor %}")
    assert pipe("Once") == [{"generated_text": "Once1"}]
    assert pipe([[{"role": "user", "content": "a"}], "b"], return_full_text=False) == [[{"generated_text": "2"}], [{"generated_text": "3"}]]
    made = pipe([{"role": "user", "content": "c"}], tools=[{"type": "function"}], num_return_sequences=2, return_full_text=False)
    assert [record["generated_text"] for record in made] == ["4", "5"] and engine.prompts[-1] == "1c;"
    with pytest.raises(ValueError, match="role"):
        pipe([{"role": "user"}])
