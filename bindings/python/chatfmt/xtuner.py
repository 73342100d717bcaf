"""XTuner's prompt templates, with the names of ``xtuner.utils`` and ``xtuner.dataset``. chatfmt's C library fills them in.

>>> from chatfmt.xtuner import PROMPT_TEMPLATE, template_map_fn
>>> rounds = [{"system": "S", "input": "Hi", "output": "Ho"}]
>>> template_map_fn({"conversation": rounds}, PROMPT_TEMPLATE.internlm_chat)["conversation"][0]["input"]
'<|System|>:S\\n<|User|>:Hi<eoh>\\n<|Bot|>:'
"""
import functools
import importlib
import json
from collections.abc import Mapping

from . import _chatfmt, _notice
from ._errors import Error, InputError, NotFoundError, wrong_key, wrong_type
from ._formats import checked as _checked, formats as _formats, warn_of_unread, words_and_variables
from ._functions import listed

__all__ = ["DEFAULT_IMAGE_TOKEN", "IGNORE_INDEX", "IMAGE_TOKEN_INDEX", "PROMPT_TEMPLATE", "SYSTEM_TEMPLATE",
           "StopWordStoppingCriteria", "encode_fn", "get_bos_eos_token_ids", "get_stop_criteria", "openai_map_fn",
           "render", "template_for", "template_map_fn", "template_map_fn_factory"]

IGNORE_INDEX = -100
IMAGE_TOKEN_INDEX = -200
DEFAULT_IMAGE_TOKEN = "<image>"

# A template's fields; what is left out has the value here.
_FIELDS = {"SYSTEM": None, "INSTRUCTION": None, "SUFFIX": "", "SUFFIX_AS_EOS": False, "SEP": "", "STOP_WORDS": ()}


class _Fields(dict):
    """A dict whose items are attributes, too, as XTuner's configurations are."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no {name}; there are {', '.join(self)}") from None

    def __setattr__(self, name, value):
        self[name] = value


class _Templates(_Fields):
    """Templates by name. What is put in is a format of chatfmt.formats, too."""

    def __missing__(self, name):
        raise wrong_key(f"there is no template {name!r}{_notice.near(name, self) or '; there are ' + ', '.join(self)}")

    def __setitem__(self, name, template):
        _formats._add([{"name": name, "program": "xtuner", **_filled(template)}])
        super().__setitem__(name, _Fields(template))


def _filled(template):
    """All fields; the error of what is no template."""
    if not isinstance(template, Mapping):
        raise wrong_type(f"template must be a dict of {', '.join(_FIELDS)}, not {type(template).__name__}" + (
            f"; PROMPT_TEMPLATE[{template!r}] is one" if isinstance(template, str) and template in PROMPT_TEMPLATE else
            _notice.near(template, PROMPT_TEMPLATE) if isinstance(template, str) else ""))
    for name in template:  # XTuner takes no notice of others
        if name not in _FIELDS and _notice.near(name, _FIELDS):
            raise InputError(f"template has {name!r}; its fields are {', '.join(_FIELDS)}{_notice.near(name, _FIELDS)}")
    if template.get("INSTRUCTION") is None:
        raise InputError("template has no INSTRUCTION, the text around what the user says")
    return {name: template.get(name, default) for name, default in _FIELDS.items()}


def _builtin(name):
    fields = json.loads(_chatfmt.format_fields("xtuner/" + name))
    return _Fields((key, fields[key]) for key in _FIELDS if fields.get(key) is not None)


PROMPT_TEMPLATE = _Templates((row.name, _builtin(row.name)) for row in _formats if row.system == "xtuner")
SYSTEM_TEMPLATE = _Fields(json.loads(_chatfmt.format_fields("xtuner/default"))["presets"])


def _program(name, template, **variables):
    fields = {} if template is None else _filled(template)
    return _chatfmt.format_render("xtuner/default", {**fields, **variables}, name)[0]


@functools.lru_cache
def _read(program):
    """The words and variables of a program."""
    row = {"name": "row", "program": program, "INSTRUCTION": "{input}"}
    return words_and_variables(_chatfmt.format_export_row(json.dumps({"formats": [row]}), "row"))


def render(template, messages, *, program="xtuner_chat", **variables):
    """The text of OpenAI's messages in one of XTuner's templates.

    template   an item of PROMPT_TEMPLATE, or a dict of your own with XTuner's fields
    messages   a list of messages
    program    "xtuner_chat": as XTuner's chat program writes them. "xtuner_train": as its trainer does
    variables  variables of the program, such as bot_name ("BOT" by default), system_preset (a name in SYSTEM_TEMPLATE),
               bos_token and eos_token. docs/formats.md describes them

    Warns (chatfmt.ChatfmtWarning) of variables that the program does not read.

    >>> render(PROMPT_TEMPLATE.internlm_chat, [{"role": "user", "content": "Hi"}])
    '<|User|>:Hi<eoh>\\n<|Bot|>:'
    """
    text = _program(program, template, messages=_checked(messages), **variables)
    warn_of_unread(f"the program {program}", variables, lambda: _read(program))
    return text


def template_for(model):
    """The template that XTuner's table has for exactly this model. Gives a pair: the template, and whether the table marks
    the model with a star.

    A star means that the official template has tokens that the model never learned. Raises chatfmt.NotFoundError if the
    model is not in the table.

    >>> template_for("internlm/internlm-chat-7b")[0] is PROMPT_TEMPLATE.internlm_chat
    True
    """
    _, _, _, name, starred = _chatfmt.format_match(model, False)
    if not name:
        raise NotFoundError(f"{model} is not in XTuner's table")
    return PROMPT_TEMPLATE[name], starred


# ---- Data sets ---------------------------------------------------------------------------------

def openai_map_fn(example):
    """Turn {"messages": OpenAI's messages} into {"conversation": rounds}. A round is a dict of system, input and output."""
    try:
        return {"conversation": json.loads(_program("xtuner_rounds", None, messages=listed(example["messages"])))}
    except Error as error:
        if str(error).startswith("unknown_role"):
            raise NotImplementedError(str(error)) from None
        raise


def template_map_fn(example, template):
    """Put the inputs and outputs of a conversation's rounds into a template. Gives {"conversation": rounds}.

    example   {"conversation": rounds}, which is changed in place
    template  an item of PROMPT_TEMPLATE, or a dict of your own
    """
    rounds = listed(example.get("conversation", []))
    for one, mapped in zip(rounds, json.loads(_program("xtuner_mapped", template, rounds=rounds))):
        one["input"] = mapped["input"]
        if template.get("SUFFIX"):
            one["output"] = mapped["output"]
        one["need_eos_token"], one["sep"] = mapped["need_eos_token"], mapped["sep"]
    return {"conversation": rounds}


def template_map_fn_factory(template):
    """template_map_fn() for one template.

    template  a template, or the name of one, such as "chatfmt.xtuner.PROMPT_TEMPLATE.default"
    """
    if isinstance(template, str):
        module, dots, rest = template.partition(".PROMPT_TEMPLATE.")
        if not dots:
            raise InputError(f'template is {template!r}; the name of one is "chatfmt.xtuner.PROMPT_TEMPLATE.{template if template in PROMPT_TEMPLATE else "NAME"}"'
                             + _notice.near(template, PROMPT_TEMPLATE))
        template = importlib.import_module(module).PROMPT_TEMPLATE[rest]
    return functools.partial(template_map_fn, template=template)


def get_bos_eos_token_ids(tokenizer):
    """A pair: the ids before the first round, and the ids after an answer, as XTuner has them for this class of tokenizers.

    Each is a list, or None if the tokenizer has no such token.
    """
    name, bos, eos = type(tokenizer).__name__, tokenizer.bos_token_id, tokenizer.eos_token_id
    if name in ("QWenTokenizer", "QWen2Tokenizer", "Qwen2TokenizerFast"):
        if eos is None:
            raise AssertionError("a Qwen tokenizer needs its eos_token to be set")
        bos = []
    elif name == "ChatGLMTokenizer":
        bos = [64790, 64792]
    return [bos] if isinstance(bos, int) else bos, [eos] if isinstance(eos, int) else eos


def _input_ids(text, encode, with_image_token):
    pieces = text.split(DEFAULT_IMAGE_TOKEN) if with_image_token else [text]
    if len(pieces) > 2:
        raise AssertionError(f"one {DEFAULT_IMAGE_TOKEN} per input, not {len(pieces) - 1}")
    ids = list(encode(pieces[0]))
    for piece in pieces[1:]:
        ids += [IMAGE_TOKEN_INDEX, *encode(piece)]
    return ids


def _written(name, ids):
    if ids is None:
        raise wrong_type(f"tokenizer.{name} is None, and XTuner writes it; [] there writes nothing")
    return ids


def encode_fn(example, tokenizer, max_length, input_ids_with_output=True, with_image_token=False):
    """The ids and labels of the rounds that template_map_fn() made. Answers, and what ends them, are in the loss.

    example                 {"conversation": rounds}
    tokenizer               an object with encode(text, add_special_tokens=False), bos_token_id and eos_token_id
    max_length              the largest number of ids; further ids are cut off
    input_ids_with_output   False: leave out the answer. This is possible only for a single round
    with_image_token        True: <image> in an input becomes the id IMAGE_TOKEN_INDEX (-200)

    Gives {"input_ids": …, "labels": …}. The label of an id that is not in the loss is IGNORE_INDEX (-100).
    """
    bos, eos = get_bos_eos_token_ids(tokenizer)
    rounds = example["conversation"]
    if len(rounds) > 1 and not input_ids_with_output:
        raise AssertionError("answers can only be left out of a single round")
    ids, labels = [], []

    def encode(text):
        return tokenizer.encode(text, add_special_tokens=False)

    def put(new, learned=False):
        ids.extend(new)
        labels.extend(new if learned else [IGNORE_INDEX] * len(new))
    opens = True
    for one in rounds:
        text = _input_ids(one["input"], encode, with_image_token)
        if opens:
            put(_written("bos_token_id", bos))
        put(text)
        if not input_ids_with_output:
            continue
        learned, opens = one.get("output_with_loss", True), one.get("need_eos_token", True)
        put(encode(one["output"]), learned)
        if opens:
            put(_written("eos_token_id", eos), learned)
        if one.get("sep", ""):
            put(encode(one["sep"]))
    return {"input_ids": ids[:max_length], "labels": labels[:max_length]}


# ---- Stopping ----------------------------------------------------------------------------------

class StopWordStoppingCriteria:
    """Tells generate() of transformers whether a text ends with a word. Line ends in the text do not count.

    tokenizer  an object with decode(ids)
    stop_word  the word
    """

    def __init__(self, tokenizer, stop_word):
        self.tokenizer, self.stop_word = tokenizer, stop_word

    def __call__(self, input_ids, *args, **kwargs) -> bool:
        return _chatfmt.stop_word_met(self.tokenizer.decode(input_ids[0]), self.stop_word)


def get_stop_criteria(tokenizer, stop_words=()):
    """A list with one StopWordStoppingCriteria for each word.

    tokenizer   an object with decode(ids)
    stop_words  a list of texts. XTuner adds the tokenizer's eos_token to the stop words of a template
    """
    return [StopWordStoppingCriteria(tokenizer, word) for word in stop_words]
