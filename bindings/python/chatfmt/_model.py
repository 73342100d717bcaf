"""Models: their templates, special tokens and vocabulary, applied to conversations."""
import copy

from . import _chatfmt
from ._functions import dictionaries

__all__ = ["Model"]

# Flags of chatfmt/models.h.
_GENERATION_PROMPT, _CONTINUE, _CONTINUE_EXACT, _TURN, _IN_BATCH = 1, 2, 4, 16, 32
_NOW, _FIT_ARGUMENTS, _STRICT_NAMES = 128, 512, 32768
_POLICIES = {"any": 0, "special": 1, "control": 2, "all": 3, "reject": 4, "report": 5}
_MASKS = {"hf": 0, "generation": 1, "derived": 2}
_FITS = {None: 0, "none": 0, "truncate": 1, "drop": 2, "cut": 3, "refuse": 4}
_SIDES = {None: 0, "right": 1, "left": 2}


def _choice(table, name, what):
    try:
        return table[name]
    except (KeyError, TypeError):
        words = ", ".join(repr(word) for word in table if word)
        raise ValueError(f"{what} is {name!r}; it may be {words}") from None


def _maker(kind):
    """What makes a tensor of rows of integers, and whether rows of several lengths make one."""
    if kind == "np":
        import numpy
        return lambda rows, ragged: numpy.array([numpy.array(row) for row in rows], dtype=object if ragged else numpy.int64), True
    if kind == "pt":
        import torch
        return lambda rows, ragged: torch.tensor(rows, dtype=torch.int64), False
    raise ValueError(f"return_tensors is {kind!r}; it may be 'np' or 'pt'")


def _tensor(kind, name, value, batch):
    """`value`, a row or a list of rows, as a tensor of two dimensions."""
    make, takes_ragged = _maker(kind)
    rows = value if batch else [value]
    lengths = {len(row) for row in rows}
    if len(lengths) > 1 and not takes_ragged:
        raise ValueError(f"{name} has rows of {min(lengths)} to {max(lengths)} ids, which do not make a tensor; give padding=True, or "
                         "truncation and a max_length")
    return make(rows, len(lengths) > 1)


def _padding(padding):
    if padding in (False, None, "do_not_pad"):
        return 0
    return _choice({True: 1, "longest": 1, "max_length": 2}, padding, "padding")


class Model:
    """A model as far as its prompts go. Immutable; threads may share it.

    >>> model = Model.from_template("{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}"
    ...                             "{% if add_generation_prompt %}<assistant>{% endif %}")
    >>> model.apply_chat_template([{"role": "user", "content": "Hi"}], add_generation_prompt=True,
    ...                           tokenize=False)
    '<user>Hi<assistant>'
    """

    def __init__(self, native, tokenizer=None):
        self._native, self._tokens, self._reader = native, tokenizer, None

    @classmethod
    def from_pretrained(cls, where, *, revision=None, processor=False, default_template=None, tokenizer=None):
        """Load a folder, a GGUF file, a template, or a repository of the local Hub cache.

        tokenizer  a chatfmt.Tokenizer to use instead of the model's own

        The network is never used. Raises chatfmt.NotFoundError, chatfmt.InputError.
        """
        return cls(_chatfmt.Model(where, revision=revision, processor=processor,
                                  default_template=default_template), tokenizer)

    @classmethod
    def from_template(cls, source, *, tokenizer=None):
        """A model that is one template in memory."""
        return cls(_chatfmt.Model(source=source), tokenizer)

    def __repr__(self):
        about = self._native.about
        return f"<chatfmt.Model {about['name'] or about['path'] or about['kind']}: {', '.join(self.templates) or 'no template'}>"

    @property
    def templates(self):
        """Sources of the templates by name."""
        return self._native.templates

    @property
    def special_tokens(self):
        """Texts of the special tokens by name, such as bos_token."""
        return self._native.special_tokens

    @property
    def tokenizer(self):
        """The model's chatfmt.Tokenizer, loaded when it is first asked for."""
        if self._tokens is None:
            about = self._native.about
            self._tokens = (_chatfmt.Tokenizer(about["path"]) if about["kind"] == "gguf" else
                            self._native._tokenizer())
        return self._tokens

    def _arguments(self, conversation, tools, documents, chat_template, flags, field, variables):
        source = chat_template if chat_template is not None else ""
        texts = [source, *self.templates.values()]
        if any("strftime_now" in text for text in texts):
            flags |= _NOW
        return (conversation, dictionaries(tools), documents, variables or None, chat_template, flags, field, True)

    def apply_chat_template(self, conversation, tools=None, documents=None, chat_template=None,
                            add_generation_prompt=False, continue_final_message=False, tokenize=True, *,
                            padding=False, truncation=False, max_length=None, pad_to_multiple_of=None,
                            padding_side=None, return_tensors=None, return_dict=True,
                            return_assistant_tokens_mask=False, policy="any", trusted=(), mask=None, fit=None,
                            **variables):
        """What transformers' apply_chat_template gives, and what it lacks.

        conversation  a list of messages, or a list of such lists
        tools, documents, chat_template, add_generation_prompt, continue_final_message, tokenize, padding,
        truncation, max_length, return_dict, return_assistant_tokens_mask, return_tensors ("np", "pt")
                      as in transformers; `variables` are seen by the template. Tools are JSON schemas or Python
                      functions; tools of many calls are converted once as chatfmt.Tools
        policy        which control tokens data may write: "any" (all, as in transformers), "special",
                      "control", "all" (none), "reject" (an attempt raises), "report"
        trusted       names of variables, or "messages", "tools", "documents", that may write them under any
                      policy, because the caller vouches for them
        mask          "hf", "generation" or "derived": assistant_masks of that kind; derived masks need
                      no {% generation %} tags
        fit           what becomes of a conversation of more than max_length tokens: "truncate", "drop"
                      (its oldest turns), "cut" (its longest content) or "refuse"

        Gives a str or a list of these with tokenize=False; a list of ids with return_dict=False; else a
        dict of input_ids, attention_mask, assistant_masks (when asked for), and attempts under a policy,
        whose values are lists of rows for a list of conversations, and tensors of two dimensions with
        return_tensors.

        Raises what transformers raises, each a chatfmt.Error besides.
        """
        if return_assistant_tokens_mask and mask is None:
            mask = "hf"
        flags = _STRICT_NAMES | (_GENERATION_PROMPT if add_generation_prompt else 0)
        field = continue_final_message if isinstance(continue_final_message, str) else None
        flags |= _CONTINUE if continue_final_message else 0
        if isinstance(conversation, tuple):
            conversation = list(conversation)
        batch = bool(conversation) and isinstance(conversation[0], (list, tuple))
        arguments = self._arguments(conversation, tools, documents, chat_template,
                                    flags | (_IN_BATCH if batch else 0), field, variables)
        if not tokenize:
            if not batch:
                return self._native._render(*arguments)
            return [self._native._render(list(one), *arguments[1:]) for one in conversation]
        if not (batch or truncation or padding) and mask is None and fit is None and max_length is None \
                and policy == "any" and return_tensors is None:
            ids = self._native._tokens(*arguments, self.tokenizer, 0)[0]
            return {"input_ids": ids, "attention_mask": [1] * len(ids)} if return_dict else ids
        rows = self._rows(arguments, batch, padding, truncation, max_length, pad_to_multiple_of, padding_side, policy,
                          trusted, mask, fit)
        names = {"input_ids": "input_ids"}
        if return_dict:
            names["attention_mask"] = "attention_mask"
        if return_dict and mask is not None:
            names["assistant_masks"] = "mask"
        made = {name: [row[key] for row in rows] if batch else rows[key] for name, key in names.items()}
        if return_tensors is not None:
            made = {name: _tensor(return_tensors, name, value, batch) for name, value in made.items()}
        if not return_dict:
            return made["input_ids"]
        if policy != "any":
            made["attempts"] = [row["attempts"] for row in rows] if batch else rows["attempts"]
        return made

    def _rows(self, arguments, batch, padding, truncation, max_length, multiple, side, policy, trusted, mask, fit):
        """What the library gives: a dict, or a list of dicts for a batch."""
        fit = "truncate" if truncation and fit is None else fit
        trusted = (trusted,) if isinstance(trusted, str) else tuple(trusted)
        return self._native._encode(
            *arguments, self.tokenizer, _choice(_POLICIES, policy, "policy"),
            -1 if mask is None else _choice(_MASKS, mask, "mask"), 0, _choice(_FITS, fit, "fit"),
            _padding(padding), max_length or 0, multiple or 0, _choice(_SIDES, side, "padding_side"), int(batch),
            trusted)

    def prompt(self, conversation, tools=None, documents=None, chat_template=None, add_generation_prompt=False,
               continue_final_message=False, **variables):
        """The text as a chatfmt.Prompt, which tells where each character came from."""
        from ._prompt import Prompt
        flags = _STRICT_NAMES | (_GENERATION_PROMPT if add_generation_prompt else 0)
        flags |= _CONTINUE if continue_final_message else 0
        field = continue_final_message if isinstance(continue_final_message, str) else None
        return Prompt._make(*self._native._spans(*self._arguments(
            conversation, tools, documents, chat_template, flags, field, variables)))

    def _opened(self, conversation, tools, policy, chat_template=None, documents=None, **variables):
        """The text, input_ids and turn_stops of a prompt that opens a turn, by one render."""
        arguments = self._arguments(conversation, tools, documents, chat_template,
                                    _STRICT_NAMES | _GENERATION_PROMPT | _TURN, None, variables)
        return self._rows(arguments, False, False, False, None, None, None, policy, (), None, None)

    def open_turn(self, conversation, tools=None, add_generation_prompt=True, **variables):
        """The turn that the prompt leaves open: a dict of role, opening, prefill, reasoning (whether a
        reasoning section is open) and stops (texts that end the turn)."""
        flags = _STRICT_NAMES | (_GENERATION_PROMPT if add_generation_prompt else 0)
        return self._native._turn(*self._arguments(conversation, tools, None, None, flags, None, variables))

    @property
    def stops(self):
        """Texts that end an assistant's turn, found by rendering."""
        return self.open_turn([{"role": "user", "content": "Hi"}])["stops"]

    @property
    def stop_ids(self):
        """Ids that end an assistant's turn: of the template's end of turn, the eos token and generation_config.json."""
        chat = self._arguments([{"role": "user", "content": "Hi"}], None, None, None,
                               _STRICT_NAMES | _GENERATION_PROMPT, None, None)
        return self._rows(chat, False, False, False, None, None, None, "any", (), None, None)["stops"]

    def reader(self, tools=None, prompt=None, calls_before=0, **options):
        """A chatfmt.ReplyParser for what this model writes: chosen by the markers of its template,
        confirmed by reading back what the template writes, or learned from it. `options` are those of
        chatfmt.ReplyParser; its feed_ids() reads this model's ids."""
        from ._replies import ReplyParser
        if self._reader is None:
            source = self.templates.get("default") or next(iter(self.templates.values()), None)
            self._reader = _chatfmt._reader(source) if source is not None else None
        if self._reader is not None:
            options.setdefault("template", self._reader)
        return ReplyParser("auto", tools=tools, prompt=prompt, calls_before=calls_before,
                           **{"tokenizer": lambda: self.tokenizer, **options})

    def __deepcopy__(self, memo):
        return copy.copy(self)
