"""The code blocks of the four documents in ../shared/seeds, run as they are but for model names and what a
model writes. Each block has an entry in its document's table: what runs it, and what its output is
compared with; where that is not the document's, the entry says why.
"""
import ast
import contextlib
import copy
import dataclasses
import doctest
import importlib
import inspect
import io
import json
import re
import sys
import types
import typing
import uuid
from enum import IntEnum, auto

import chatfmt
import pytest
import standins
from chatfmt import _chatfmt, fastchat, internlm2, pipelines, xtuner
from conftest import ROOT, SHARED

FASTCHAT, XTUNER, INTERNLM2, TRANSFORMERS = "000", "001", "002", "004"
NO_CODE = {(FASTCHAT, 8): "a picture, in mermaid"}


def blocks(number):
    """(language, text) of each fenced block of a document; a fence ends where as many backquotes are."""
    found = sorted((SHARED / "seeds").glob(number + "_*.txt"))
    if not found:
        pytest.skip(f"there are no documents in {SHARED / 'seeds'}")
    out, fence = [], None
    for line in found[0].read_text(encoding="utf-8").splitlines():
        opened = re.match(r"(`{3,})(\w*)$", line)
        if fence is None and opened:
            fence, language, text = opened[1], opened[2], []
        elif fence is not None and line.strip() == fence:
            out.append((language, "".join(part + "\n" for part in text)))
            fence = None
        elif fence is not None:
            text.append(line)
    return out


def run(text, names):
    """What a block prints."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(text, "<document>", "exec"), names)
    return said.getvalue()


def values(text, names):
    """The values of a block's expressions, in order."""
    return [eval(compile(ast.Expression(node.value), "<document>", "eval"), names) for node in ast.parse(text).body]


def defined(text, name, names):
    """What a block defines under a name, apart from ours of that name."""
    inside = dict(names)
    run(text, inside)
    return inside[name]


def check(number, entries):
    """Run a document's blocks by its table; how many were run."""
    given = blocks(number)
    left_out = {block for document, block in NO_CODE if document == number}
    assert sorted(set(entries) | left_out) == list(range(1, len(given) + 1))
    for block in sorted(entries):
        try:
            entries[block](given[block - 1][1])
        except Exception as error:
            raise AssertionError(f"document {number}, block {block}: {type(error).__name__}: {error}") from error
    return len(entries)


@pytest.fixture
def modules():
    """Put modules in the place of others for a test."""
    before = {}

    def put(name, **members):
        before.setdefault(name, sys.modules.get(name))
        made = types.ModuleType(name)
        made.__dict__.update(members)
        sys.modules[name] = made
    yield put
    for name, module in before.items():
        sys.modules.pop(name)
        if module is not None:
            sys.modules[name] = module


# ---- FastChat's conversations ------------------------------------------------------------------

class Scripted:
    """A model that says one answer after the other."""

    def __init__(self, *answers):
        self.answers, self.prompts = iter(answers), []

    def generate(self, prompt):
        self.prompts.append(prompt)
        return next(self.answers)


def talk(conv, *messages):
    conv = conv.copy()
    for i, message in enumerate(messages):
        conv.append_message(conv.roles[i % 2], message)
    return conv


def test_fastchat_document(modules, monkeypatch):
    modules("fastchat")
    modules("fastchat.model")
    modules("fastchat.model.model_adapter", get_conversation_template=fastchat.get_conversation_template)
    monkeypatch.setattr(fastchat, "conv_templates", copy.copy(fastchat.conv_templates))
    names = {**vars(typing), "dataclasses": dataclasses, "IntEnum": IntEnum, "auto": auto,
             **{name: getattr(fastchat, name) for name in fastchat.__all__}}
    Conversation, SeparatorStyle = fastchat.Conversation, fastchat.SeparatorStyle
    hello = ("Hello!", "Hi there!", "How are you?", None)
    well = ("Hello, how are you?", "I'm doing well, thank you!", "What's the weather?", None)
    curious = "A chat between a curious user and an artificial intelligence assistant."
    sample = [fastchat.get_conv_template(name) for name in ("vicuna_v1.1", "one_shot", "llama-2", "chatglm3")]
    images = ("Look.", ["http://a/b", "http://c/d"])
    entries = {}

    def entry(*numbers):
        def put(function):
            entries.update({number: function for number in numbers})
        return put

    @entry(1)
    def record(text):
        own = [(field.name, field.default) for field in dataclasses.fields(defined(text, "Conversation", names))]
        assert own == [(field.name, field.default) for field in dataclasses.fields(Conversation)]

    @entry(2)
    def styles(text):
        # The document numbers its styles in another order and leaves six out; FastChat's own numbers are ours.
        listed = [style.name for style in defined(text, "SeparatorStyle", names)]
        assert set(listed) < set(SeparatorStyle.__members__) and len(SeparatorStyle) - len(listed) == 6
        assert listed[:12] == list(SeparatorStyle.__members__)[:12]

    @entry(3)
    def add_colon_single(text):
        # The document has an empty line after the system message; FastChat writes one separator there.
        made = talk(Conversation("x", system_message=curious), *well).get_prompt() + "\n"
        assert text == made.replace(curious + "\n", curious + "\n\n")

    @entry(4)
    def llama2(text):
        # The document begins with <s>; FastChat leaves that to the tokenizer.
        conv = fastchat.get_conv_template("llama-2")
        conv.set_system_message("You are a helpful, respectful and honest assistant.")
        assert text.rstrip() == "<s>" + talk(conv, *well).get_prompt()

    @entry(5)
    def chatml(text):
        conv = fastchat.get_conv_template("qwen-7b-chat")
        assert text == talk(conv, *well).get_prompt()

    @entry(6, 11, 15)
    def declarations(text):
        name = re.match(r"def (\w+)", text)[1]
        own, ours = defined(text, name, names), getattr(Conversation, name)
        assert list(inspect.signature(own).parameters) == list(inspect.signature(ours).parameters)
        if name == "append_message":
            conv = sample[0].copy()
            own(conv, "USER", "Hi")
            assert conv.messages == talk(sample[0], "Hi").messages

    @entry(7)
    def get_prompt(text):
        own = defined(text, "get_prompt", names)
        for conv in (Conversation("x", system_message="S"), fastchat.get_conv_template("one_shot")):
            for messages in (hello, ("", "a", None), (images, "b")):
                assert own(talk(conv, *messages)) == talk(conv, *messages).get_prompt()

    @entry(9)
    def by_hand(text):
        run(text, names)

    @entry(10)
    def by_hand_listing(text):
        assert text == names["prompt"] + "\n"

    @entry(12)
    def appended(text):
        run(text, names)
        assert names["prompt"] == talk(sample[0], "Hello!", None).get_prompt()
        assert names["conv"].messages[-1] == ["ASSISTANT", "Hi there! How can I help you?"]

    @entry(13)
    def copied(text):
        own = defined(text, "copy", names)
        for conv in sample:
            conv = talk(conv, *hello)
            made = own(conv)
            assert dataclasses.asdict(made) == dataclasses.asdict(conv.copy()) and made.messages is not conv.messages

    @entry(14)
    def right_and_wrong(text):
        worker = types.SimpleNamespace(conv=sample[0].copy())
        inside = {**names, "self": worker, "user_input": "Hi"}
        run(text, inside)
        assert inside["prompt"] == talk(sample[0], "Hi").get_prompt()
        # The wrong way of the block has changed what is shared.
        assert worker.conv.messages == [["USER", "Hi"]]

    @entry(16)
    def openai(text):
        own = defined(text, "to_openai_api_messages", names)
        for conv in sample:
            for messages in (hello, (images, "b", "c"), ("a", None)):
                conv = talk(conv, *messages)
                record, kept = conv._record()
                assert own(conv) == json.loads(_chatfmt.conversation({"conv": record}, "openai_seed"))
        # FastChat's own, which ours is, leaves images in their pairs: to_openai_vision_api_messages() has them as parts.
        assert own(talk(sample[0], *hello)) == talk(sample[0], *hello).to_openai_api_messages()

    @entry(17, 19, 21, 23)
    def declared(text):
        run(text, names)
        name = re.match(r"\w+", text)[0]
        registered = fastchat.conv_templates.get(names[name].name)
        differs = {field for field in ("system_template", "system_message", "roles", "sep_style", "sep", "sep2", "stop_token_ids")
                   if registered and getattr(registered, field) != getattr(names[name], field)}
        # FastChat registers no "chatml".
        assert differs == set() and (registered or name == "conv_chatml")

    @entry(18)
    def vicuna_listing(text):
        assert text == talk(names["conv_vicuna_v1_1"], *hello).get_prompt() + "\n"

    @entry(20)
    def llama_listing(text):
        # The document begins with <s>, as above, and has a system message that its declaration has not.
        conv = names["conv_llama_2"].copy()
        conv.set_system_message("You are a helpful, respectful and honest assistant.")
        assert text.rstrip() == "<s>" + talk(conv, *hello).get_prompt()

    @entry(22)
    def chatglm_listing(text):
        # The document shows what FastChat writes for chatglm2: rounds from 1, empty lines between.
        conv = fastchat.get_conv_template("chatglm2")
        messages = "你好", "你好！有什么我可以帮助你的吗？", "今天天气怎么样？", None
        assert text == talk(conv, *messages).get_prompt() + "\n"
        assert talk(names["conv_chatglm"], *messages).get_prompt().startswith("[Round 0]\n问：你好\n")

    @entry(24)
    def chatml_listing(text):
        # The declaration lacks <|im_start|> in its roles and system template; chatfmt's format `chatml` has them.
        declared = talk(names["conv_chatml"], *hello).get_prompt()
        assert text.replace("<|im_start|>", "").replace("system\n", "") == declared
        messages = [{"role": role, "content": content} for role, content in zip(("user", "assistant", "user"), hello)]
        assert text == chatfmt.formats["guide/chatml"].render(messages)

    @entry(25)
    def image_messages(text):
        conv = Conversation("x", messages=[])
        inside = {**names, "conv": conv}
        run(text, inside)
        conv.append_message("ASSISTANT", None)
        # The document leaves the separator after the system message out.
        told = re.search(r'# 输出: "(.*)"', text)[1].replace("\\n", "\n")
        assert conv.get_prompt() == "\n" + told

    @entry(26)
    def placeholder(text):
        assert defined(text, "IMAGE_PLACEHOLDER_STR", {}) == fastchat.IMAGE_PLACEHOLDER_STR

    @entry(27)
    def registry(text):
        inside = dict(names)
        run(text, inside)
        for register, templates in ((inside["register_conv_template"], inside["conv_templates"]),
                                    (fastchat.register_conv_template, fastchat.conv_templates)):
            with pytest.raises(AssertionError):
                register(names["conv_vicuna_v1_1"])
            register(names["conv_vicuna_v1_1"], override=True)
            assert templates["vicuna_v1.1"] is names["conv_vicuna_v1_1"]

    @entry(28)
    def lookup(text):
        inside = dict(names)
        run(text, inside)
        assert inside["conv"].messages == [["USER", "Hello!"]]
        for name in fastchat.conv_templates:
            assert inside["get_conv_template"](name) == fastchat.get_conv_template(name)

    @entry(29)
    def copies_in_use(text):
        model = names["model"] = Scripted("Hi there!", "Again.")
        run(text, names)
        assert (names["generate_response"]("Hello!"), names["generate_response"]("Hello!")) == ("Hi there!", "Again.")
        assert model.prompts == [talk(sample[0], "Hello!", None).get_prompt()] * 2

    @entry(30)
    def loop(text):
        model = names["model"] = Scripted(*(f"Answer {i}." for i in range(10)))
        asked = iter(f"Question {i}?" for i in range(10))
        inside = {**names, "input": lambda prompt: next(asked)}
        assert run(text, inside) == "".join(f"Assistant: Answer {i}.\n" for i in range(10))
        turns = [words for i in range(10) for words in (f"Question {i}?", f"Answer {i}.")]
        assert model.prompts[9] == talk(sample[0], *turns[:-1], None).get_prompt()
        assert inside["conv"].get_prompt() == talk(sample[0], *turns).get_prompt()

    @entry(31)
    def own_template(text):
        run(text, names)
        made = talk(names["conv"], "Hi", None)
        assert made.get_prompt() == "You are a specialized assistant for...\n\nHuman: Hi\n\nAI:" and made.stop_strings() == ["###"]
        assert chatfmt.formats["my-custom-template"].render([{"role": "user", "content": "Hi"}]) == made.get_prompt()

    @entry(32)
    def adapters(text):
        inside = {**names, "BaseModelAdapter": object, "get_model_adapter": lambda path: inside["VicunaAdapter"]()}
        run(text, inside)
        for path in ("lmsys/vicuna-7b-v1.5", "vicuna-13b-v0"):
            assert inside["get_conversation_template"](path) == fastchat.get_conversation_template(path)

    @entry(33)
    def found(text):
        inside = {}
        run(text, inside)
        assert inside["conv"].name == "vicuna_v1.1"

    @entry(34)
    def printed(text):
        line = "=" * 50
        assert run(text, names) == f"{line}\n{curious} The assistant gives helpful, detailed, and polite answers to " \
            f"the user's questions. USER: Hello! ASSISTANT:\n{line}\n"
    assert check(FASTCHAT, entries) == 33


# ---- XTuner's templates ------------------------------------------------------------------------

def test_xtuner_document():
    names = {}

    def template(text):
        run(text, names)
        assert names["internlm_chat"] == xtuner.PROMPT_TEMPLATE.internlm_chat

    def listing(count):
        def run_listing(text):
            rounds = [{"system": "{system}" if i == 0 else "", "input": "{input}", "output": "{output}"} for i in range(count)]
            made = xtuner.template_map_fn({"conversation": rounds}, xtuner.PROMPT_TEMPLATE.internlm_chat)["conversation"]
            assert text == "".join(one["input"] + one["output"] + one["sep"] for one in made)
        return run_listing
    assert check(XTUNER, {1: template, 2: listing(1), 3: listing(3)}) == 3
    found = sorted((SHARED / "seeds").glob(XTUNER + "_*.txt"))[0].read_text(encoding="utf-8")
    table = re.findall(r"^\| (\S+/\S+) +\| (\w+)(\\\*)? +\|$", found, re.M)
    assert len(table) == 59
    for model, name, star in table:
        assert xtuner.template_for(model) == (xtuner.PROMPT_TEMPLATE[name], bool(star)), model


# ---- InternLM2's format ------------------------------------------------------------------------

def test_internlm2_document():
    def conversation(text):
        made = internlm2.render([internlm2.system("你是书生浦语2，一个无害的人工智能助手"), internlm2.user("你好呀"),
                                 internlm2.assistant("你好，我是书生浦语，请问有什么可以帮助你的吗")], add_generation_prompt=False)
        assert text == made

    def read_back(*actions):
        def run_listing(text):
            found = internlm2.read(text)
            assert internlm2.render(**found) == text
            replies = re.findall(r"<\|im_start\|>assistant\n(.*?<\|im_end\|>)", text, re.S)
            read = [(action["kind"], action["call"]["name"] if action["kind"] == "plugin" else action["code"]["language"])
                    for reply in replies for action in internlm2.parse(reply)["actions"]]
            assert read == list(actions)
        return run_listing
    weather, python = ("plugin", "get_current_weather"), ("interpreter", "python")
    assert check(INTERNLM2, {1: conversation, 2: read_back(weather), 3: read_back(python), 4: read_back(python, weather)}) == 4


# ---- Chat templates of transformers ------------------------------------------------------------

ZEPHYR = ("{% for message in messages %}\n{% if message['role'] == 'user' %}\n{{ '<|user|>\n' + message['content'] + eos_token }}\n"
          "{% elif message['role'] == 'system' %}\n{{ '<|system|>\n' + message['content'] + eos_token }}\n"
          "{% elif message['role'] == 'assistant' %}\n{{ '<|assistant|>\n'  + message['content'] + eos_token }}\n{% endif %}\n"
          "{% if loop.last and add_generation_prompt %}\n{{ '<|assistant|>' }}\n{% endif %}\n{% endfor %}")
CHATML = ("{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}"
          "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}")
BLENDERBOT = "facebook/blenderbot-400M-distill"
MISTRAL = "mistralai/Mistral-7B-Instruct-v0.1"
BETA = "HuggingFaceH4/zephyr-7b-beta"


def mistral_template():
    path = SHARED / "corpus" / "templates" / "hfjs-TheBloke_Mistral-7B-Instruct-v0.1-GPTQ.jinja"
    if not path.exists():
        pytest.skip(f"there is no {path}")
    return path.read_text(encoding="utf-8")


@pytest.fixture
def folders(tmp_path):
    """Folders with the templates and special tokens of the document's models, and a made vocabulary."""
    pytest.importorskip("tokenizers", reason="tokenizers is not installed")
    vocabulary = standins.byte_level()
    made = {}
    for name, kind, template in ((BLENDERBOT, "BlenderbotTokenizer", None), (MISTRAL, "LlamaTokenizer", mistral_template()),
                                 (BETA, "LlamaTokenizer", ZEPHYR)):
        folder = tmp_path / name.replace("/", "_")
        folder.mkdir()
        vocabulary.save(str(folder / "tokenizer.json"))
        config = {"tokenizer_class": kind, "bos_token": "<s>", "eos_token": "</s>", **({"chat_template": template} if template else {})}
        (folder / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")
        made[name] = str(folder)
    return made


def through_jinja(source, **variables):
    jinja2 = pytest.importorskip("jinja2")
    from jinja2.sandbox import ImmutableSandboxedEnvironment
    return ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, undefined=jinja2.Undefined).from_string(
        source).render(**variables)


class Dataset:
    """`datasets`, as far as the document uses it."""

    def __init__(self, rows):
        self.rows = rows

    @classmethod
    def from_dict(cls, columns):
        return cls([dict(zip(columns, row)) for row in zip(*columns.values())])

    def map(self, function):
        return Dataset([{**row, **function(row)} for row in self.rows])

    def __getitem__(self, column):
        return [row[column] for row in self.rows]


def test_transformers_document(folders, modules, monkeypatch, tmp_path):
    numpy = pytest.importorskip("numpy")
    given = blocks(TRANSFORMERS)
    pirate = given[5][1].rpartition("<|assistant|>\n")[2].rstrip("\n")
    prompts = []

    def scripted(prompt):
        prompts.append(prompt)
        return pirate + "</s>"

    class AutoModelForCausalLM:
        """A model that writes what the document's wrote."""

        @classmethod
        def from_pretrained(cls, where):
            made = cls()
            made.tokenizer = pipelines.AutoTokenizer.from_pretrained(where)
            return made

        def generate(self, ids, max_new_tokens):
            answer = self.tokenizer.encode(pirate, add_special_tokens=False)
            return numpy.concatenate([ids, [answer]], axis=1)
    modules("torch", tensor=numpy.array)
    modules("transformers", AutoTokenizer=pipelines.AutoTokenizer, AutoModelForCausalLM=AutoModelForCausalLM,
            pipeline=lambda task, model: pipelines.pipeline(task, model, engine=scripted))
    modules("datasets", Dataset=Dataset)
    monkeypatch.setattr(uuid, "uuid4", lambda: uuid.UUID("76d886a0-74bd-454e-9804-0467041a63dc"))
    monkeypatch.chdir(tmp_path)
    names, entries = {}, {}
    messages = [{"role": "system", "content": " S "}, {"role": "user", "content": " a "}, {"role": "assistant", "content": "b"},
                {"role": "user", "content": "c"}]

    def local(text):
        for name, folder in folders.items():
            text = text.replace(name, folder)
        return text

    def entry(*numbers):
        def put(function):
            entries.update({number: function for number in numbers})
        return put

    @entry(1, 2)
    def interactive(text):
        test = doctest.DocTestParser().get_doctest(local(text), {}, "document", None, 0)
        said = io.StringIO()
        assert len(test.examples) == 4
        assert doctest.DocTestRunner().run(test, out=said.write).failed == 0, said.getvalue()

    @entry(3)
    def prompt(text):
        names["said"] = run(local(text), names)

    @entry(4, 6)
    def listing(text):
        # The document's lines end in a space after </s>, which its tokenizer (SentencePiece) puts there when it decodes;
        # it drops the empty line at the end that print() makes of a text that ends in a line end.
        assert names["said"].rstrip("\n") + "\n" == text.replace("</s> \n", "</s>\n")

    @entry(5)
    def generated(text):
        names["said"] = run(text, names)

    @entry(7)
    def conversational(text):
        names["said"] = run(local(text), {})
        assert prompts[-1] == chatfmt.Model.from_pretrained(folders[BETA]).apply_chat_template(
            names["messages"], add_generation_prompt=True, tokenize=False)

    @entry(8)
    def conversation_listing(text):
        # The document drops the empty line that print() ends.
        assert names["said"] == text + "\n"

    @entry(9)
    def more_messages(text):
        run(text, names)
        # "the ChatML template that we saw in the Zephyr example": Zephyr's is none.
        names["tokenizer"].chat_template = CHATML

    @entry(10, 11)
    def generation_prompts(text):
        made, shown = values(text, names)
        assert made == shown

    @entry(12)
    def training(text):
        names["said"] = run(local(text), names)

    @entry(13)
    def training_listing(text):
        assert names["said"] == text + "\n"

    @entry(14)
    def default_template(text):
        test = doctest.DocTestParser().get_doctest(local(text), {}, "document", None, 0)
        shown = ast.literal_eval(test.examples[-1].want)
        tokenizer = pipelines.AutoTokenizer.from_pretrained(folders[BLENDERBOT])
        assert doctest.DocTestRunner().run(test, out=lambda words: None).failed == 1
        # Another text that writes the same: it is chatfmt's own, with marks around what the model writes.
        for chat in (messages, messages[1:], messages[:2]):
            assert tokenizer.apply_chat_template(chat, tokenize=False) == through_jinja(shown, messages=chat, eos_token="</s>")

    @entry(15, 17, 18, 20, 23)
    def templates(text):
        text = text[:-1]
        for chat in (messages, messages[1:3]):
            variables = {"messages": chat, "bos_token": "<s>", "eos_token": "</s>"}
            assert chatfmt.Template(text).render(**variables) == through_jinja(text, **variables)

    @entry(24, 25)
    def parts(text):
        text = "{% for message in messages %}" + text[:-1] + "{% endfor %}"
        for more in ({}, {"add_generation_prompt": True}):
            variables = {"messages": messages, "bos_token": "<s>", **more}
            assert chatfmt.Template(text).render(**variables) == through_jinja(text, **variables)

    @entry(16)
    def python(text):
        said = run(text, {"messages": messages, "eos_token": "</s>"})
        tokenizer = pipelines.AutoTokenizer.from_pretrained(folders[BLENDERBOT])
        # print() ends each piece with a line end.
        made = tokenizer.apply_chat_template(messages, tokenize=False)
        assert said.replace("\n", "") == made and said.count("\n") == 10

    @entry(19)
    def edited(text):
        tokenizer = pipelines.AutoTokenizer.from_pretrained(folders[MISTRAL])
        tokenizer.chat_template = given[17][1].replace("\n", "")
        run(text, {"tokenizer": tokenizer})
        again = pipelines.AutoTokenizer.from_pretrained(tmp_path / "model_name")
        assert again.chat_template == tokenizer.chat_template and "<<SYSTEM>>" in again.chat_template
        saved = json.loads((tmp_path / "model_name" / "tokenizer_config.json").read_text(encoding="utf-8"))
        assert saved["chat_template"] == again.chat_template
        assert "<<SYSTEM>>" in again.apply_chat_template(messages, tokenize=False)

    @entry(21)
    def one_line(text):
        run(text, names)

    @entry(22)
    def one_line_listing(text):
        chat = [{"role": "system", "content": "You are a helpful chatbot that will do its best not to say anything so stupid that people tweet about it."},
                {"role": "user", "content": "How are you?"}, {"role": "assistant", "content": "I'm doing great!"}]
        assert names["tokenizer"].apply_chat_template(chat, tokenize=False) == text
    assert check(TRANSFORMERS, entries) == 25


def test_names_of_the_table():
    page = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \w\w-\d\d \|.*?\|.*?\| (?:`([\w.]+)`)? \|", page, re.M)
    assert len(rows) == 73 and rows.count("") < 4
    for name in filter(None, rows):
        module, _, rest = name.partition(".")
        found = importlib.import_module("chatfmt." + module) if rest else getattr(chatfmt, module)
        for part in filter(None, rest.split(".")):
            found = getattr(found, part)
