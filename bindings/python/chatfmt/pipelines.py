"""Pipelines for conversations with the names of transformers, and with any engine of chatfmt.engines.

They are ``Conversation`` and ``ConversationalPipeline`` of transformers 4.37, and the chat mode of the text-generation
pipeline of today's transformers.

>>> from chatfmt.pipelines import pipeline
>>> template = "{% for m in messages %}<{{ m.role }}>{{ m.content }}</s>{% endfor %}<assistant>"
>>> pipe = pipeline("conversational", chat_template=template, engine=lambda prompt: "Ahoy!</s>")
>>> pipe([{"role": "user", "content": "Hi"}])[-1]
{'role': 'assistant', 'content': 'Ahoy!'}
>>> pipe = pipeline("text-generation", chat_template=template, engine=lambda prompt: "Ahoy!</s>")
>>> pipe([{"role": "user", "content": "Hi"}])[0]["generated_text"][-1]
{'role': 'assistant', 'content': 'Ahoy!'}
"""
import json
import logging
import os
import shutil
import tempfile
import uuid

from . import _chatfmt
from ._errors import Error, InputError, NotFoundError, UnsupportedError
from ._functions import listed

__all__ = ["AutoTokenizer", "ChatTokenizer", "Conversation", "ConversationalPipeline", "TextGenerationPipeline", "pipeline"]

_logger = logging.getLogger(__name__)


# ---- The conversation of transformers 4.37 -----------------------------------------------------

class Conversation:
    """Messages with an id. A ConversationalPipeline reads a Conversation and appends the answer to it.

    messages         a list of {"role", "content"}, or the text of a user; None: no messages yet
    conversation_id  a uuid.UUID; None: a random one

    Older names for messages:

    text                 the text of a user
    past_user_inputs     a list of the user's earlier texts
    generated_responses  a list of the answers to them; it needs past_user_inputs

    >>> conversation = Conversation("Any film for tonight?", uuid.UUID(int=1))
    >>> conversation.add_message({"role": "assistant", "content": "Alien."})
    >>> print(conversation)
    Conversation id: 00000000-0000-0000-0000-000000000001
    user: Any film for tonight?
    assistant: Alien.
    <BLANKLINE>
    """

    def __init__(self, messages=None, conversation_id=None, *, text=None, past_user_inputs=None, generated_responses=None):
        if messages is None:
            messages = [] if text is None else text
        if isinstance(messages, str):
            messages = [{"role": "user", "content": messages}]
        messages = listed(messages)
        if generated_responses is not None and past_user_inputs is None:
            raise ValueError("generated_responses are given without past_user_inputs")
        if past_user_inputs is not None:
            sides = ("user", past_user_inputs), ("assistant", generated_responses or [])
            most = max(len(texts) for _, texts in sides)
            messages = [{"role": role, "content": texts[i]} for i in range(most) for role, texts in sides
                        if i < len(texts)] + messages
        self.uuid, self.messages = conversation_id or uuid.uuid4(), messages
        self._processed = 0

    def __eq__(self, other):
        return isinstance(other, Conversation) and (self.uuid == other.uuid or self.messages == other.messages)

    __hash__ = None

    def add_message(self, message):
        """Append a message, a dict that has only role and content. The role is "user", "assistant" or "system"."""
        if set(message) != {"role", "content"}:
            raise ValueError(f"a message must have role and content, not {', '.join(map(repr, message))}")
        if message["role"] not in ("user", "assistant", "system"):
            raise ValueError(f"a message's role must be user, assistant or system, not {message['role']!r}")
        self.messages.append(message)

    def add_user_input(self, text, overwrite=False):
        """Append a message of the user.

        overwrite  for a conversation whose last message is already the user's. True: `text` replaces that message. False:
                   `text` is dropped. A warning is logged in both cases
        """
        if not self.messages or self.messages[-1]["role"] != "user":
            self.messages.append({"role": "user", "content": text})
            return
        old = self.messages[-1]["content"]
        _logger.warning("the user's last message has no answer yet: %r was dropped for %r",
                        *((old, text) if overwrite else (text, old)))
        if overwrite:
            self.messages[-1]["content"] = text

    def append_response(self, response):
        """Append an answer."""
        self.messages.append({"role": "assistant", "content": response})

    def mark_processed(self):
        """Count the user's messages so far as answered, which changes past_user_inputs."""
        self._processed = len(self._user_messages)

    def __iter__(self):
        return iter(self.messages)

    def __getitem__(self, item):
        return self.messages[item]

    def __setitem__(self, key, value):
        self.messages[key] = value

    def __len__(self):
        return len(self.messages)

    def __repr__(self):
        return "".join([f"Conversation id: {self.uuid}\n",
                        *(f"{message['role']}: {message['content']}\n" for message in self.messages)])

    def iter_texts(self):
        """Yield a pair for each message: whether it is the user's, and its content."""
        for message in self.messages:
            yield message["role"] == "user", message["content"]

    @property
    def _user_messages(self):
        return [message["content"] for message in self.messages if message["role"] == "user"]

    @property
    def past_user_inputs(self):
        """A list of the texts of the user's messages. The last message is left out if it has no answer and is not marked as
        processed."""
        users = self._user_messages
        open_ = users and self.messages[-1]["role"] == "user" and self._processed != len(users)
        return users[:-1] if open_ else users

    @property
    def generated_responses(self):
        """A list of the texts of the answers."""
        return [message["content"] for message in self.messages if message["role"] == "assistant"]

    @property
    def new_user_input(self):
        """The text of the user's last message."""
        return self._user_messages[-1]


# ---- Tokenizers --------------------------------------------------------------------------------

# Arguments of Model.apply_chat_template that have their result in a dict.
_OF_DICTS = ("return_dict", "mask", "return_assistant_tokens_mask", "labels", "last_turn", "roles")


class ChatTokenizer:
    """What a tokenizer of transformers 4.37 does for conversations. AutoTokenizer.from_pretrained() makes it.

    chat_template  the source of the template. None: the model has no template, and default_chat_template is used. It may be
                   set
    model          the chatfmt.Model
    path           the model's folder or file, or None

    Attributes such as eos_token and eos_token_id are the text and the id of a special token, or None.
    """

    def __init__(self, model, path=None, chat_template=None):
        self.model, self.path = model, path
        templates = model.templates
        self.chat_template = chat_template or templates.get("default") or next(iter(templates.values()), None)

    def __repr__(self):
        return f"<chatfmt.pipelines.ChatTokenizer of {self.model!r}>"

    @property
    def default_chat_template(self):
        """The source of the template that the tokenizer's class had in transformers 4.37, or ChatML's."""
        said = {}
        for name in ("config.json", "tokenizer_config.json"):
            path = os.path.join(self.path or "", name)
            if self.path and os.path.isfile(path):
                with open(path, encoding="utf-8") as file:
                    said.update(json.load(file))
        name = _chatfmt.class_format(said.get("tokenizer_class") or "", said.get("model_type") or "")
        return _chatfmt.format_export("class/" + name)

    @property
    def special_tokens_map(self):
        """A dict: the texts of the special tokens by name."""
        return dict(self.model.special_tokens)

    def __getattr__(self, name):
        if name.endswith("_token"):
            return self.model.special_tokens.get(name)
        if name.endswith("_token_id"):
            text = self.model.special_tokens.get(name[:-len("_id")])
            return None if text is None else self.model.tokenizer.token_to_id(text)
        raise AttributeError(f"ChatTokenizer has no {name}; transformers' tokenizer of the model may")

    def apply_chat_template(self, conversation, chat_template=None, add_generation_prompt=False, tokenize=True,
                            padding=False, truncation=False, max_length=None, return_tensors=None, **variables):
        """The prompt of a conversation: a list of ids, or with tokenize=False a text. The only special tokens are those
        that the template writes.

        conversation    a list of messages, a Conversation, or a list of either
        padding         True or "max_length": pad to max_length. False: do not pad
        return_tensors  "np" or "pt": an array with a row for each conversation. None: a list. Anything else is a
                        chatfmt.UnsupportedError

        The other arguments and errors are those of chatfmt.Model.apply_chat_template().
        """
        for name in _OF_DICTS:
            if variables.get(name):
                raise InputError(f"{name}= needs a dict as the result, and a ChatTokenizer gives a list of ids; a chatfmt.Model gives "
                                 "dicts: tokenizer.model.apply_chat_template(…)")
        variables.pop("return_dict", None)
        messages, is_batch = _messages(conversation), False
        if isinstance(messages, (list, tuple)):
            messages = [_messages(one) for one in messages]
            is_batch = any(isinstance(one, (list, tuple)) for one in messages[:1])
        source = chat_template or self.chat_template or self.default_chat_template
        if padding is True:
            padding = "max_length"
        made = self.model.apply_chat_template(messages, chat_template=source, add_generation_prompt=add_generation_prompt,
                                              tokenize=tokenize, padding=padding, truncation=truncation,
                                              max_length=max_length, return_dict=False, **variables)
        return made if not tokenize or return_tensors is None else _tensors(made if is_batch else [made], return_tensors)

    def encode(self, text, add_special_tokens=True):
        """A list of the ids of a text.

        add_special_tokens  True: with the special tokens that the tokenizer adds, such as a BOS
        """
        return self.model.tokenizer.encode(text, add_special_tokens=add_special_tokens)

    def decode(self, token_ids, skip_special_tokens=False, clean_up_tokenization_spaces=False):
        """The text of ids.

        token_ids                     a list, or an array of one dimension
        skip_special_tokens           True: leave out special tokens
        clean_up_tokenization_spaces  True: remove spaces before punctuation and English endings such as "n't"
        """
        ids = token_ids.tolist() if hasattr(token_ids, "tolist") else list(token_ids)
        text = self.model.tokenizer.decode(ids, skip_special_tokens=skip_special_tokens)
        return _cleaned(text) if clean_up_tokenization_spaces else text

    def save_pretrained(self, folder):
        """Write the model's tokenizer files into a folder, with the template in tokenizer_config.json. Gives the folder."""
        os.makedirs(folder, exist_ok=True)
        for name in os.listdir(self.path) if self.path and os.path.isdir(self.path) else ():
            if name.endswith((".json", ".model", ".jinja", ".txt")) and "index" not in name:
                shutil.copyfile(os.path.join(self.path, name), os.path.join(folder, name))
        config = os.path.join(folder, "tokenizer_config.json")
        if not os.path.exists(config):
            with open(config, "w", encoding="utf-8") as file:
                json.dump(self.special_tokens_map, file)
        if self.chat_template is not None:
            with tempfile.NamedTemporaryFile("w", suffix=".jinja", encoding="utf-8", newline="", delete=False) as file:
                file.write(self.chat_template)
            try:
                if _chatfmt.program(["template", "replace", folder, file.name, "--layout", "config", "--force"]):
                    raise Error(f"the template was not written into {folder}")
            finally:
                os.unlink(file.name)
        return folder

    def push_to_hub(self, repo_id):
        """Write the folder that would be uploaded into the current directory. Its name is `repo_id`. Gives its path.

        Nothing is sent. `huggingface-cli upload` uploads such a folder.
        """
        return self.save_pretrained(repo_id)


class AutoTokenizer:
    """Makes the tokenizer of a model, as AutoTokenizer of transformers does."""

    @staticmethod
    def from_pretrained(where, **options):
        """A ChatTokenizer of a folder, a GGUF file, or a repository in the local Hub cache. The network is never used.

        where    a path (str or os.PathLike), or the id of a repository
        options  the other arguments of chatfmt.Model.from_pretrained()
        """
        from ._model import Model
        path = os.fspath(where)
        return ChatTokenizer(Model.from_pretrained(where, **options), path if os.path.exists(path) else None)


def _messages(conversation):
    return conversation.messages if isinstance(conversation, Conversation) else conversation


def _tensors(rows, kind):
    lengths = {len(row) for row in rows}
    if len(lengths) > 1:
        raise InputError(f"return_tensors={kind!r}: the rows have {min(lengths)} to {max(lengths)} ids, which do not make a tensor; give "
                         "padding=True and a max_length")
    if kind == "np":
        import numpy
        return numpy.array(rows)
    if kind == "pt":
        import torch
        return torch.tensor(rows)
    raise UnsupportedError(f"return_tensors is {kind!r}; it may be 'np' or 'pt'")


# Spaces that word-level tokenizers leave before signs and English endings; transformers: clean_up_tokenization.
_SPACES = [(" .", "."), (" ?", "?"), (" !", "!"), (" ,", ","), (" ' ", "'"), (" n't", "n't"), (" 'm", "'m"),
           (" 's", "'s"), (" 've", "'ve"), (" 're", "'re")]


def _cleaned(text):
    for old, new in _SPACES:
        text = text.replace(old, new)
    return text


# ---- Pipelines ---------------------------------------------------------------------------------

class _Pipeline:
    """A tokenizer and an engine."""

    def __init__(self, model=None, tokenizer=None, engine=None, chat_template=None, **options):
        if chat_template is not None and tokenizer is None and model is None:
            from ._model import Model
            tokenizer = ChatTokenizer(Model.from_template(chat_template))
        if tokenizer is None or isinstance(tokenizer, (str, os.PathLike)):
            where = tokenizer or model
            if not isinstance(where, (str, os.PathLike)):
                raise ValueError("a pipeline needs the model's folder or file, or a tokenizer")
            tokenizer = AutoTokenizer.from_pretrained(where)
        if chat_template is not None:
            tokenizer.chat_template = chat_template
        self.tokenizer, self.engine, self._options = tokenizer, _engine(model, engine, tokenizer), options

    def __repr__(self):
        return f"<{type(self).__name__} of {self.tokenizer.model!r} with {self.engine!r}>"

    def _answer(self, prompt, options):
        """What the engine writes after a prompt, its ids where it takes them."""
        given = {**self._options, **options}
        most = given.pop("max_new_tokens", None)
        total = given.pop("max_length", None)
        if given.pop("do_sample", None) is False:
            given["temperature"] = 0
        if self.engine.takes_ids:
            prompt = self.tokenizer.encode(prompt, add_special_tokens=False)
        if total is not None and most is None:
            used = prompt if not isinstance(prompt, str) else self.tokenizer.encode(prompt, add_special_tokens=False)
            most = max(total - len(used), 1)
        stop = given.pop("stop_sequence", None) or []
        stops = [*([stop] if isinstance(stop, str) else stop), *self._stops()]
        pieces = self.engine.stream(prompt, stop=stops, max_tokens=256 if most is None else most, **given)
        return "".join(piece.text for piece in pieces)

    def _stops(self):
        """Texts that end a turn: what the template writes after an answer, and the eos token."""
        if not hasattr(self, "_ends") or self._ends[0] != self.tokenizer.chat_template:
            from ._model import Model
            source, ends = self.tokenizer.chat_template or self.tokenizer.default_chat_template, []
            eos = self.tokenizer.eos_token
            try:
                ends = Model.from_template(source).stops
            except Error:
                pass
            self._ends = self.tokenizer.chat_template, [*ends, *([eos] if eos and eos not in ends else [])]
        return self._ends[1]


def _engine(model, engine, tokenizer):
    from .engines import open_engine
    if engine is None and model is not None and not isinstance(model, (str, os.PathLike)):
        engine = model
    if engine is None and model is not None and os.fspath(model).endswith(".gguf"):
        engine = model
    if engine is None and model is not None:
        try:
            from transformers import AutoModelForCausalLM
            engine = AutoModelForCausalLM.from_pretrained(model)
        except ImportError:
            pass
    if engine is None:
        raise NotFoundError("nothing here runs the model: give engine=, a callable, a GGUF file, a URL, or a model of "
                            "transformers")
    options = {"tokenizer": tokenizer.model.tokenizer} if callable(getattr(engine, "generate", None)) else {}
    return open_engine(engine, **options)


class ConversationalPipeline(_Pipeline):
    """Answers conversations, and appends the answers to them. transformers had this pipeline until 4.41.

    model          a folder, a GGUF file, or a repository in the local Hub cache; or a model of transformers. None:
                   tokenizer or chat_template must be given
    tokenizer      a ChatTokenizer, or where AutoTokenizer.from_pretrained() finds one; None: that of `model`
    engine         what chatfmt.engines.open_engine() takes. None: `model` is the engine if it is a GGUF file or a model of
                   transformers; for any other model, transformers loads it
    chat_template  the source of a template to use; None: the tokenizer's
    options        options for every answer. max_new_tokens (256 by default), max_length (no limit by default),
                   do_sample=False and stop_sequence (a text or a list of texts that end an answer) are translated. Other
                   options, such as temperature, are passed to the engine
    """

    def __call__(self, conversations, *, clean_up_tokenization_spaces=True, **options):
        """Answer conversations. Gives a Conversation with its answer, or a list of them for several conversations.

        conversations                 a Conversation, a list of messages, or a list of either
        clean_up_tokenization_spaces  True: remove spaces before punctuation and English endings from the answer
        options                       options for this call, as in the class
        """
        single = isinstance(conversations, Conversation) or not isinstance(conversations, list) or (
            bool(conversations) and isinstance(conversations[0], dict))
        several = [conversations] if single else conversations
        done = [self._one(one if isinstance(one, Conversation) else Conversation(one), clean_up_tokenization_spaces, options)
                for one in several]
        return done[0] if len(done) == 1 else done

    def _one(self, conversation, clean_up, options):
        prompt = self.tokenizer.apply_chat_template(conversation, add_generation_prompt=True, tokenize=False)
        answer = self._answer(prompt, options)
        conversation.add_message({"role": "assistant", "content": _cleaned(answer) if clean_up else answer})
        return conversation


class TextGenerationPipeline(_Pipeline):
    """The text-generation pipeline of today's transformers. Its chat mode answers lists of messages.

    The arguments are those of ConversationalPipeline.
    """

    def __call__(self, text_inputs, *, return_full_text=True, continue_final_message=None, num_return_sequences=1,
                 tools=None, documents=None, **options):
        """Answer an input. Gives [{"generated_text": …}], and for a list of inputs a list of such lists.

        text_inputs             a text, a list of messages, or a list of either
        return_full_text        True: the text with the new text, or the messages with the answer. False: the new text alone
        continue_final_message  True: continue the last message. False: do not. None: continue it if it is the assistant's
        num_return_sequences    the number of answers to each input
        tools, documents        variables of the template; None: they are not given
        options                 options for this call, as in the class
        """
        text_inputs = listed(text_inputs)
        first = text_inputs[0] if isinstance(text_inputs, (list, tuple)) and text_inputs else None
        if not isinstance(text_inputs, str) and not isinstance(first, dict):
            return [self(one, return_full_text=return_full_text, continue_final_message=continue_final_message,
                         num_return_sequences=num_return_sequences, tools=tools, documents=documents, **options)
                    for one in text_inputs]
        chat = None if isinstance(text_inputs, str) else list(text_inputs)
        prompt, goes_on = text_inputs, False
        if chat is not None:
            if any("role" not in message or "content" not in message for message in chat):
                raise ValueError("each message of a chat has a role and a content")
            goes_on = chat[-1]["role"] == "assistant" if continue_final_message is None else continue_final_message
            more = {name: value for name, value in (("tools", tools), ("documents", documents)) if value is not None}
            prompt = self.tokenizer.model.apply_chat_template(
                chat, chat_template=self.tokenizer.chat_template or self.tokenizer.default_chat_template, tokenize=False,
                add_generation_prompt=not goes_on, continue_final_message=goes_on, **more)
        records = []
        for _ in range(num_return_sequences):
            text = self._answer(prompt, options)
            if return_full_text and chat is None:
                text = prompt + text
            elif return_full_text and goes_on:
                text = [*chat[:-1], {**chat[-1], "content": chat[-1]["content"] + text}]
            elif return_full_text:
                text = [*chat, {"role": "assistant", "content": text}]
            records.append({"generated_text": text})
        return records


_TASKS = {"conversational": ConversationalPipeline, "text-generation": TextGenerationPipeline}


def pipeline(task, model=None, **options):
    """The pipeline of a task.

    task     "conversational" or "text-generation"
    model    a folder, a GGUF file, or a repository in the local Hub cache; or a model of transformers; or None
    options  the other arguments of ConversationalPipeline or TextGenerationPipeline

    Raises KeyError for other tasks.
    """
    if task not in _TASKS:
        raise KeyError(f"the task is {task!r}; it may be {', '.join(map(repr, _TASKS))}")
    return _TASKS[task](model, **options)
