"""InternLM2-Chat: its prompts, calls of plugins and of the code interpreter, and replies that are read while they
stream.

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

from . import _chatfmt
from ._errors import wrong_type

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
    """A system message; there may be several."""
    return {"role": "system", "content": text}


def plugin(text):
    """The system message that announces tools; a list of them is written as JSON."""
    return {"role": "system", "name": "plugin",
            "content": text if isinstance(text, str) else "\n" + json.dumps(text, indent=4, ensure_ascii=False) + "\n"}


def interpreter(text):
    """The system message that announces the code interpreter."""
    return {"role": "system", "name": "interpreter", "content": text}


def user(text):
    """A message of the user."""
    return {"role": "user", "content": text}


def file(*files):
    """The message that announces uploaded files, each (path, size).

    >>> file(("data.csv", "10K"))["name"]
    'file'
    """
    return {"role": "user", "name": "file",
            "content": json.dumps([{"path": path, "size": size} for path, size in files], ensure_ascii=False)}


def assistant(text):
    """An answer."""
    return {"role": "assistant", "content": text}


def call(name, parameters, text=""):
    """An answer that ends in the call of a plugin; `text` comes before the call."""
    return {"role": "assistant", "text": text, "action": {"kind": "plugin", "name": name, "parameters": parameters}}


def code(source, text="", language="python"):
    """An answer that ends in code for the interpreter."""
    return {"role": "assistant", "text": text,
            "action": {"kind": "interpreter", "payload": f"```{language}\n{source}\n```"}}


def environment(content, name="plugin"):
    """What a plugin, or with name="interpreter" the code interpreter, gave; values other than str are written as JSON."""
    return {"role": "environment", "name": name,
            "content": content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)}


def messages_of_steps(steps):
    """The messages of lagent's steps: user, language, tool, environment and system."""
    return json.loads(_chatfmt.format_render("internlm2/lagent", {"steps": list(steps)}, "internlm2_steps")[0])


# ---- Prompts -----------------------------------------------------------------------------------

def render(messages, *, tools=None, interpreter=None, add_generation_prompt=True, format="lagent", **variables):
    """The prompt of messages: those made here, or OpenAI's, tool calls included.

    tools        OpenAI tools, announced after the leading system messages
    interpreter  True, or the text that announces the interpreter
    format       "lagent", "lagent_v1" (the other order of announcements) or "lmdeploy"
    """
    variables.update(messages=list(messages), add_generation_prompt=add_generation_prompt)
    variables.update({name: value for name, value in (("tools", tools), ("interpreter", interpreter)) if value})
    return _chatfmt.format_render("internlm2/" + format, variables)[0]


def build_inputs(query, history=(), meta_instruction=META_INSTRUCTION, *, tokenizer_add_bos_token=True):
    """The prompt as the model's own build_inputs() has it: `history` is (question, answer) pairs. `<s>` is written only where
    the tokenizer adds none.

    >>> build_inputs("Hi", meta_instruction="")
    '<|im_start|>user\\nHi<|im_end|>\\n<|im_start|>assistant\\n'
    """
    return _chatfmt.format_render("internlm2/hf", {
        "query": query, "history": [list(pair) for pair in history], "meta_instruction": meta_instruction,
        "tokenizer_add_bos_token": tokenizer_add_bos_token})[0]


# ---- Replies -----------------------------------------------------------------------------------

class ActionReader:
    """Reads one reply while it streams; one thread at a time.

    >>> reader = ActionReader()
    >>> [reader.feed(piece)["phase"] for piece in ("Wait.<|action", "_start|><|plugin|>\\n", '{"name": "f", ')]
    ['text', 'payload', 'payload']
    >>> reader.state()["name"]
    'f'
    """

    def __init__(self):
        self._actions = _chatfmt.Actions()

    def feed(self, text):
        """Take the next piece; what is known now, see state()."""
        if not isinstance(text, str):
            raise wrong_type(f"feed() takes text, not {type(text).__name__}; finish() ends the reply")
        self._actions.feed(text)
        return self.state()

    def state(self):
        """A dict of phase ("text", "kind_pending", "unknown_kind", "payload", "action_complete", "done"), text (that can be
        shown), and where they are known action (its kind), payload and name."""
        return json.loads(self._actions.state())

    def finish(self):
        """The reply has ended; all of it, see parse()."""
        self._actions.feed(None)
        return json.loads(self._actions.result())


def parse(text):
    """A whole reply as a dict of actions, text (after the last of them), closed and after_im_end. An action has the text
    before it, its kind ("plugin", "interpreter", "unknown"), its payload, complete, and `call` (status, name, parameters) or
    `code`; `call["status"]` is "ok" or what is wrong with the payload."""
    reader = ActionReader()
    reader.feed(text)
    return reader.finish()


def read(text, *, openai=False):
    """The messages of a rendered conversation, as a dict that may have add_generation_prompt as well; render(**read(text)) is
    the text again. openai: in OpenAI's form, with tool_calls.

    >>> read("<|im_start|>user\\nHi<|im_end|>\\n")["messages"]
    [{'role': 'user', 'content': 'Hi'}]
    """
    found = json.loads(_chatfmt.transcript_read("internlm2", text, openai))
    return {"add_generation_prompt": False, **found}


class InternLM2:
    """chat() and stream_chat() of the model's class, with any engine.

    engine   what chatfmt.engines.open_engine takes: a callable, a model of transformers, a GGUF file, a URL
    options  for the engine, for every reply

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
        """(answer, history with it)."""
        answer = ""
        for answer, _ in self.stream_chat(query, history, meta_instruction=meta_instruction,
                                          max_new_tokens=max_new_tokens, **options):
            pass
        return answer, [*history, (query, answer)]

    def stream_chat(self, query, history=(), *, meta_instruction=META_INSTRUCTION, max_new_tokens=1024, **options):
        """(answer so far, history with it), again and again. Closing the iterator cancels the answer."""
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
