"""InternLM2-Chat: prompts, calls of plugins and of the code interpreter, and replies that are read while they stream.

An action is a call of a plugin, or code for the interpreter, as the model writes it.

>>> from chatfmt import internlm2
>>> print(internlm2.render([internlm2.user("Hi")]), end="")
<|im_start|>user
Hi<|im_end|>
<|im_start|>assistant
>>> internlm2.parse("Let me see.<|action_start|><|plugin|>\\n"
...                 '{"name": "f", "parameters": {"x": 1}}<|action_end|>')["actions"][0]["call"]["name"]
'f'
"""
import json
from collections.abc import Iterator

from . import _chatfmt, _notice
from ._errors import NotFoundError, wrong_type
from ._formats import checked, formats, reads

__all__ = ["ACTION_END", "ACTION_START", "ActionReader", "END", "INTERPRETER", "InternLM2", "META_INSTRUCTION", "PLUGIN",
           "SPECIAL_TOKENS", "START", "STOP_STRINGS", "STOP_TOKEN_IDS", "assistant", "build_inputs", "call", "code",
           "environment", "file", "interpreter", "messages_of_steps", "parse", "plugin", "read", "render", "system", "user"]

START, END = "<|im_start|>", "<|im_end|>"
ACTION_START, ACTION_END = "<|action_start|>", "<|action_end|>"
INTERPRETER, PLUGIN = "<|interpreter|>", "<|plugin|>"

_fields = json.loads(_chatfmt.format_fields("internlm2/lagent"))
SPECIAL_TOKENS = {row["token"]: row["id"] for row in _fields["special_tokens"]}
STOP_STRINGS, STOP_TOKEN_IDS = _fields["stop_str"], _fields["stop_token_ids"]
META_INSTRUCTION = json.loads(_chatfmt.format_fields("internlm2/hf"))["meta_instruction"]


# ---- Messages ----------------------------------------------------------------------------------

def system(text):
    """A system message. There may be several."""
    return {"role": "system", "content": text}


def plugin(text):
    """The system message that announces tools.

    text  a text, or a list of tools, which is written as JSON
    """
    return {"role": "system", "name": "plugin",
            "content": text if isinstance(text, str) else "\n" + json.dumps(text, indent=4, ensure_ascii=False) + "\n"}


def interpreter(text):
    """The system message that announces the code interpreter."""
    return {"role": "system", "name": "interpreter", "content": text}


def user(text):
    """A message of the user."""
    return {"role": "user", "content": text}


def file(*files):
    """The message that announces uploaded files.

    files  pairs (path, size)

    >>> file(("data.csv", "10K"))["name"]
    'file'
    """
    return {"role": "user", "name": "file",
            "content": json.dumps([{"path": path, "size": size} for path, size in files], ensure_ascii=False)}


def assistant(text):
    """An answer."""
    return {"role": "assistant", "content": text}


def call(name, parameters, text=""):
    """An answer that ends with a call of a plugin.

    name        the name of the plugin's function
    parameters  a dict
    text        the text before the call
    """
    return {"role": "assistant", "text": text, "action": {"kind": "plugin", "name": name, "parameters": parameters}}


def code(source, text="", language="python"):
    """An answer that ends with code for the interpreter.

    source    the code
    text      the text before the code
    language  the language of the code
    """
    return {"role": "assistant", "text": text,
            "action": {"kind": "interpreter", "payload": f"```{language}\n{source}\n```"}}


def environment(content, name="plugin"):
    """The result of a plugin or of the code interpreter.

    content  a text, or a value that is written as JSON
    name     "plugin" or "interpreter"
    """
    return {"role": "environment", "name": name,
            "content": content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)}


def messages_of_steps(steps):
    """The messages of lagent's steps, which are user, language, tool, environment and system."""
    return json.loads(_chatfmt.format_render("internlm2/lagent", {"steps": list(steps)}, "internlm2_steps")[0])


# ---- Prompts -----------------------------------------------------------------------------------

def render(messages, *, tools=None, interpreter=None, add_generation_prompt=True, format="lagent", **variables):
    """The prompt of messages.

    messages               a list of messages that the functions of this module made, or of OpenAI's messages, including
                           tool calls
    tools                  a list of OpenAI's tools, which are announced after the leading system messages; None: no tools
    interpreter            a text: announce the code interpreter with this text. True: with lagent's text. None: do not
                           announce it
    add_generation_prompt  True: end the prompt with the opening of the assistant's turn
    format                 "lagent": the interpreter is announced before the tools. "lagent_v1": the tools are announced
                           first. "lmdeploy", "hf", "react" and "react_cn" are the other formats of InternLM2
                           (docs/formats.md)
    variables              further variables of the format

    Warns (chatfmt.ChatfmtWarning) of add_generation_prompt=False where the format writes the opening nevertheless.
    """
    messages = list(messages) if isinstance(messages, Iterator) else messages
    variables.update(messages=checked(messages), add_generation_prompt=add_generation_prompt)
    variables.update({name: value for name, value in (("tools", tools), ("interpreter", interpreter)) if value})
    name = f"internlm2/{format}"
    try:
        made = _chatfmt.format_render(name, variables)[0]
    except NotFoundError as error:
        there = [row.name for row in formats if row.system == "internlm2"]
        error.args = (f"there is no format {format!r}{_notice.near(format, there) or '; there are ' + ', '.join(there)}", *error.args[1:])
        raise
    if not add_generation_prompt and made.endswith(f"{START}assistant\n") and not reads(name, "add_generation_prompt"):
        _notice.warn(f"add_generation_prompt=False has no effect: the format {name} always writes the opening of an answer to the last message")
    return made


def build_inputs(query, history=(), meta_instruction=META_INSTRUCTION, *, tokenizer_add_bos_token=True):
    """The prompt that the function build_inputs() of the model makes.

    query                    the text of the user
    history                  pairs (question, answer)
    meta_instruction         the text of the system message; "": no system message
    tokenizer_add_bos_token  True: the tokenizer adds `<s>`, so the prompt does not have it. False: the prompt begins with
                             `<s>`

    >>> build_inputs("Hi", meta_instruction="")
    '<|im_start|>user\\nHi<|im_end|>\\n<|im_start|>assistant\\n'
    """
    return _chatfmt.format_render("internlm2/hf", {
        "query": query, "history": [list(pair) for pair in history], "meta_instruction": meta_instruction,
        "tokenizer_add_bos_token": tokenizer_add_bos_token})[0]


# ---- Replies -----------------------------------------------------------------------------------

class ActionReader:
    """Reads one reply while it streams. Only one thread at a time may use it.

    >>> reader = ActionReader()
    >>> [reader.feed(piece)["phase"] for piece in ("Wait.<|action", "_start|><|plugin|>\\n", '{"name": "f", ')]
    ['text', 'payload', 'payload']
    >>> reader.state()["name"]
    'f'
    """

    def __init__(self):
        self._actions = _chatfmt.Actions()

    def feed(self, text):
        """Read the next piece of the reply. Gives what is known so far, as state() does."""
        if not isinstance(text, str):
            raise wrong_type(f"feed() takes text, not {type(text).__name__}; finish() ends the reply")
        self._actions.feed(text)
        return self.state()

    def state(self):
        """What is known so far, a dict:

          phase    "text", "kind_pending", "unknown_kind", "payload", "action_complete" or "done"
          text     the text that can be shown
          action   the kind of the action, if it is known
          payload  what has arrived of the action's content, if there is an action
          name     the name of the plugin's function, if it is known
        """
        return json.loads(self._actions.state())

    def finish(self):
        """End the reply. Gives the whole reply, as parse() does."""
        self._actions.feed(None)
        return json.loads(self._actions.result())


def parse(text):
    """A whole reply, as a dict:

      actions       a list of dicts, one for each action
      text          the text after the last action
      closed        True: the reply has <|im_end|>
      after_im_end  the text after <|im_end|>

    The members of an action:

      text      the text before the action
      kind      "plugin", "interpreter" or "unknown"
      payload   the content of the action, as the model wrote it
      complete  True: the action has its end
      call      of a plugin: a dict of status, name and parameters. status is "ok", or says what is wrong with the payload
      code      of the interpreter: a dict of fenced, language and code
    """
    reader = ActionReader()
    reader.feed(text)
    return reader.finish()


def read(text, *, openai=False):
    """Read a rendered conversation back. Gives a dict of messages and add_generation_prompt; render(**read(text)) is the
    text again.

    openai  True: the messages are in OpenAI's form, with tool_calls

    >>> read("<|im_start|>user\\nHi<|im_end|>\\n")["messages"]
    [{'role': 'user', 'content': 'Hi'}]
    """
    found = json.loads(_chatfmt.transcript_read("internlm2", text, openai))
    return {"add_generation_prompt": False, **found}


class InternLM2:
    """The methods chat() and stream_chat() of the model's class, with any engine.

    engine   what chatfmt.engines.open_engine() takes: a callable, a model of transformers, a GGUF file, or a URL
    options  options of the engine for every reply

    >>> model = InternLM2(lambda prompt: ["Hel", "lo!<|im", "_end|>"])
    >>> model.chat("Hi")
    ('Hello!', [('Hi', 'Hello!')])
    >>> [answer for answer, history in model.stream_chat("Hi")]
    ['Hel', 'Hello!']
    """

    def __init__(self, engine, **options):
        from .engines import open_engine
        self.engine, self._options = open_engine(engine), options

    def chat(self, query, history=(), *, meta_instruction=META_INSTRUCTION, max_new_tokens=1024, **options):
        """Answer a question. Gives a pair: the answer, and the history with the question and the answer.

        query             the text of the user
        history           pairs (question, answer)
        meta_instruction  the text of the system message
        max_new_tokens    the largest number of tokens of the answer
        options           options of the engine for this reply
        """
        answer = ""
        for answer, _ in self.stream_chat(query, history, meta_instruction=meta_instruction,
                                          max_new_tokens=max_new_tokens, **options):
            pass
        return answer, [*history, (query, answer)]

    def stream_chat(self, query, history=(), *, meta_instruction=META_INSTRUCTION, max_new_tokens=1024, **options):
        """Answer a question. Yields a pair for each piece that arrives: the answer so far, and the history with it.

        The arguments are those of chat(). Closing the iterator cancels the answer.
        """
        prompt = build_inputs(query, history, meta_instruction)
        pieces = self.engine.stream(prompt, stop=[END], max_tokens=max_new_tokens, **{**self._options, **options})
        answer = ""
        try:
            for piece in pieces:
                if piece.text:
                    answer += piece.text
                    yield answer, [*history, (query, answer)]
        finally:
            pieces.close()
