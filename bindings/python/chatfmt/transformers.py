"""chatfmt serves `apply_chat_template` of transformers.

    import chatfmt.transformers
    chatfmt.transformers.install()

install() replaces these functions of transformers:

* `apply_chat_template` of tokenizers and processors, which then makes text, ids and masks with chatfmt,
* `render_jinja_template`, wherever transformers has imported it,
* in transformers 5.21 to 5.23, `parse_response` and `ResponseParser`, wherever transformers has imported them.

Calls that chatfmt does not cover are passed to the original function. stats() counts them. The results are the same in any
case. uninstall() puts the original functions back.
"""
import collections
import functools
import hashlib
import inspect
import re
import sys
import threading
import typing
import warnings
import weakref

from . import _chatfmt, _notice, _parsing, _plain, _watch
from ._errors import ChatfmtWarning, Error
from ._encoding import Encoding, same, token_texts, whole
from ._functions import Tools
from ._versions import VERSIONS

__all__ = ["install", "stats", "uninstall"]

# Flags of chatfmt/models.h.
_GENERATION_PROMPT, _CONTINUE, _IN_BATCH, _RAW, _NOW = 1, 2, 32, 64, 128
_STRICT_NAMES, _KEEP_NULLS = 32768, 131072
_TEXT, _OFFSETS, _MASK, _BY_OVERLAP = 1, 2, 4, 8

_GENERATION = re.compile(r"\{\%-?\s*generation\s*-?\%\}")
_OURS = {"messages", "tools", "documents", "add_generation_prompt", "conversations", "chat_template",
         "return_assistant_tokens_mask", "continue_final_message"}


_MODELS_OWN = {"fit", "fix", "last_turn", "mask", "policy", "roles", "trusted"}  # minus those given by the caller


class _Original(Exception):
    """The call goes to the original; args[0] says why."""


class _State:
    """What is replaced, and what has been done since."""

    def __init__(self):
        self.originals = None  # of this transformers while it is replaced
        self.replaced = ()     # what uninstall() puts back: (original, ours), (class, name, original)
        self.served = collections.Counter()
        self.original = collections.Counter()
        self.models = collections.OrderedDict()
        self.vocabularies = weakref.WeakKeyDictionary()
        self.classes = {}
        self.named = {}        # id of a dict of special tokens -> (what was in it, names, special_tokens_map)
        self.lock = threading.Lock()
        self.thread = threading.local()  # .processor: why the processor's call that runs is not all ours


_state = _State()


class _Vocabulary:
    """The vocabulary of one tokenizer as it was read."""

    __slots__ = ("backend", "mark", "native", "digest", "texts")


# ---- Versions ----

def _text_hash(text):
    return hashlib.sha256("\n".join(line.rstrip() for line in text.strip().split("\n")).encode()).hexdigest()[:16]


def source_hash(function):
    """A hash of the source of a function, or of a constant, as in the table of versions. "": there is no source."""
    try:
        return _text_hash(inspect.getsource(function) if callable(function) else repr(function))
    except (OSError, TypeError):
        return ""


def _functions(module, base, fast, mixin):
    """What results depend on, by name."""
    found = {}
    for owner, names in ((module, ("render_jinja_template", "_plain_template_data", "_alias_reasoning_fields", "_REASONING_FIELDS",
                                   "_normalize_chat_messages", "_message_objects_to_dicts", "_compile_jinja_template",
                                   "_cached_compile_jinja_template", "_render_with_assistant_indices")),
                         (base, ("apply_chat_template", "get_chat_template", "__call__", "_get_padding_truncation_strategies",
                                 "special_tokens_map")),
                         (fast, ("_encode_plus", "_convert_encoding", "set_truncation_and_padding")),
                         (mixin, ("apply_chat_template",))):
        for name in set(names).intersection(vars(owner)):
            function = vars(owner)[name]
            function = function.fget if isinstance(function, property) else getattr(function, "__wrapped__", function)
            found["processor." + name if owner is mixin else name] = function
    return found


def _parsing_hash():
    """A hash of how this transformers parses replies, or None."""
    try:
        from transformers.utils.chat_parsing import content_parsers, response_parser, response_templates
        sources = []
        for module in (response_parser, content_parsers, response_templates):
            with open(module.__file__, encoding="utf-8") as file:
                sources.append(file.read())
    except (ImportError, OSError):
        return None
    return _text_hash("\n".join(sources))


class _Refused(Exception):
    """This transformers is not served; args[0] says why."""


def _changed(row, hashes):
    """Names of what differs from a row of the table; how replies are parsed matters where the row has it."""
    wanted = row["hashes"]
    names = set(wanted).union(hashes) - ({"chat_parsing"} - set(wanted))
    return sorted(name for name in names if hashes.get(name) != wanted.get(name))


def _row(version, found):
    """The row of the table that says what this transformers does: of its release, else of the newest with the same functions."""
    hashes = {name: source_hash(function) for name, function in found.items()}
    hashes["chat_parsing"] = _parsing_hash()
    if version in VERSIONS:
        changed = _changed(VERSIONS[version], hashes)
        if changed:
            raise _Refused(f"transformers {version} has other {', '.join(changed)} than its release; perhaps another library has "
                           "replaced them. The program runs unchanged, with transformers' own code.")
        return VERSIONS[version]
    nearest = min(reversed(VERSIONS), key=lambda known: len(_changed(VERSIONS[known], hashes)))
    changed = _changed(VERSIONS[nearest], hashes)
    if changed:
        raise _refusal(version, f"has other {', '.join(changed)} than {nearest}")
    return VERSIONS[nearest]


def _refusal(version, why):
    newest = list(VERSIONS)[-1]
    return _Refused(f"transformers {version} is not served: it {why}. Served are {', '.join(VERSIONS)} and releases with the same "
                    "functions. The program runs unchanged, with transformers' own code. To have chatfmt serve it: "
                    f"pip install 'transformers=={newest}'")


def _originals():
    """The functions and classes of the transformers at hand, with its row; _Refused if there is none."""
    import transformers
    try:
        from transformers import BatchEncoding
        from transformers.processing_utils import ProcessorMixin
        from transformers.tokenization_utils_base import PreTrainedTokenizerBase
        from transformers.tokenization_utils_tokenizers import TokenizersBackend
        from transformers.utils import chat_template_utils as module
    except ImportError as error:
        raise _refusal(transformers.__version__, f"lacks what chatfmt replaces ({error})") from None
    found = _functions(module, PreTrainedTokenizerBase, TokenizersBackend, ProcessorMixin)
    return {"row": _row(transformers.__version__, found), "render_jinja_template": module.render_jinja_template,
            "get_json_schema": module.get_json_schema, "BatchEncoding": BatchEncoding,
            "base": PreTrainedTokenizerBase, "fast": TokenizersBackend, "processor": ProcessorMixin,
            "_encode_plus": TokenizersBackend._encode_plus,
            "apply_chat_template": PreTrainedTokenizerBase.apply_chat_template}


# ---- Rendering ----

def _model(source):
    """The compiled template of a source; the last 128 are kept."""
    models = _state.models
    try:
        found = models[source]
    except KeyError:
        try:
            native = _chatfmt.Model(source=source)
        except Error:
            raise _Original("template") from None
        found = (native, _NOW if "strftime_now" in source else 0, _GENERATION.search(source) is not None)
        with _state.lock:
            models[source] = found
            while len(models) > 128:
                models.popitem(last=False)
    return found


def _tools(tools):
    if tools is None:
        return None
    if type(tools) is Tools:
        return tools.prepared
    if type(tools) is list and all(type(tool) is dict for tool in tools):
        return tools
    schemas = []
    for tool in tools:
        if isinstance(tool, dict):
            schemas.append(tool)
        elif inspect.isfunction(tool) or inspect.ismethod(tool):
            schemas.append(_state.originals["get_json_schema"](tool))
        else:
            raise _Original("tools")
    return schemas


def _special_tokens(tokenizer):
    """`special_tokens_map`, built again only after a token has changed."""
    named, names = tokenizer.__dict__.get("_special_tokens_map"), tokenizer.SPECIAL_TOKENS_ATTRIBUTES
    known = _state.named.get(id(named))
    if known is not None and known[0] == named and known[1] == names and _class_of(tokenizer).names_plainly:
        return known[2]
    made = tokenizer.special_tokens_map
    if type(named) is dict and type(names) is list and all(value is None or type(value) is str for value in named.values()):
        if len(_state.named) >= 128:
            _state.named.clear()
        _state.named[id(named)] = dict(named), list(names), made
    return made


def _documents(documents):
    if documents is not None and not (isinstance(documents, (list, tuple)) and
                                      all(isinstance(document, dict) for document in documents)):
        raise _Original("documents")
    return documents


def _hint(tokenizer, arguments, variables):
    """Say once that an argument of chatfmt.Model is a template variable here, when the template does not read it."""
    _, tools, _, chat_template, *_ = arguments
    try:
        source = str(tokenizer.get_chat_template(chat_template, tools))
    except Exception:
        return  # the call itself says so
    for name in _MODELS_OWN.intersection(variables):
        if not re.search(rf"\b{name}\b", source):
            warnings.warn(f"{name}= is an argument of chatfmt.Model.apply_chat_template; tokenizers of transformers take it "
                          "as a variable of the template, which does not read it", ChatfmtWarning, stacklevel=4)
            _MODELS_OWN.discard(name)


def _options(source, add_generation_prompt, continue_final_message, keep_nulls):
    if type(source) is not str or type(add_generation_prompt) is not bool:
        raise _Original("arguments")
    native, now, tagged = _model(source)
    row = _state.originals["row"]
    flags = row["flags"] | _IN_BATCH | now | (_GENERATION_PROMPT if add_generation_prompt else 0)
    if keep_nulls and not flags & _RAW:
        flags |= _KEEP_NULLS
    field = None
    if continue_final_message:
        flags |= _CONTINUE
        if type(continue_final_message) is str:
            field = continue_final_message
    return native, flags, field, tagged


def _raise(error):
    """An error of the template's own is raised here; all others are left to the original."""
    if getattr(error, "kind", "") == "raised":
        from jinja2.exceptions import TemplateError
        raise TemplateError(str(error)) from None
    raise _Original("error") from None


def _call(function, arguments):
    try:
        return function(*arguments)
    except Error as error:
        _raise(error)
    except (TypeError, ValueError, AttributeError, RuntimeError, OverflowError):
        raise _Original("error") from None


def _chat(chat):
    if hasattr(chat, "messages"):
        chat = chat.messages
    if type(chat) is tuple:
        if _state.originals["row"]["flags"] & _RAW:
            raise _Original("conversation")  # it is a tuple for the template, too
        return list(chat)
    if not isinstance(chat, list):
        raise _Original("conversation")
    return chat


def _plain_messages(chat):
    """Messages that are not mappings or objects, such as strings, have errors of their own."""
    for message in chat:
        if type(message) is not dict and not (
                _state.originals["row"]["plain"] and (isinstance(message, dict) or hasattr(message, "model_dump")
                                                      or hasattr(type(message), "__dataclass_fields__"))):
            raise _Original("messages")


def _render(conversations, tools, documents, source, masks, continue_final_message, add_generation_prompt, variables):
    native, flags, field, tagged = _options(source, add_generation_prompt, continue_final_message, True)
    if masks and not tagged:
        raise _Original("mask without generation tags")
    if not _OURS.isdisjoint(variables):
        raise _Original("variables")
    tools, documents = _tools(tools), _documents(documents)
    plain = _state.originals["row"]["plain"]
    texts, ranges = [], []
    for chat in conversations:
        chat = _chat(chat)
        _plain_messages(chat)
        arguments = (chat, tools, documents, variables or None, None, flags, field, plain)
        if masks:
            text, found = _call(native._ranges, arguments)
            ranges.append(found)
        else:
            text = _call(native._render, arguments)
        texts.append(text)
    return texts, ranges


def _render_jinja_template(conversations, tools=None, documents=None, chat_template=None,
                           return_assistant_tokens_mask=False, continue_final_message=False,
                           add_generation_prompt=False, **kwargs):
    missed = _missed()
    try:
        result = _render(conversations, tools, documents, chat_template, return_assistant_tokens_mask,
                         continue_final_message, add_generation_prompt, kwargs)
        _state.served["render_jinja_template"] += missed is None
        return result
    except _Original as why:
        if missed is None:
            _state.original[f"render_jinja_template: {why}"] += 1
        else:
            missed.append(str(why))
    except Exception:  # the same as the original's
        _state.served["render_jinja_template"] += missed is None
        raise
    return _state.originals["render_jinja_template"](
        conversations=conversations, tools=tools, documents=documents, chat_template=chat_template,
        return_assistant_tokens_mask=return_assistant_tokens_mask,
        continue_final_message=continue_final_message, add_generation_prompt=add_generation_prompt, **kwargs)


# ---- Vocabularies ----

def _is_behind(backend, native, described):
    """Whether a live tokenizer looks for added tokens as a normalizer of before wrote them: the library writes them
    again when tokens are added, and since 0.23 when a normalizer is assigned, but not when one is changed in place."""
    tokens = [token["content"] for token in described.get("added_tokens") or () if token["normalized"]]
    if not tokens:
        return False
    with whole(backend):
        return not all(same(backend, native, text) for token in tokens
                       for text in (token, token * 2, f"x{token}x", f"{token} {token}"))


def _read(backend):
    try:
        text = backend.to_str()
    except Exception:  # parts written in Python
        return None, None, {}
    digest = hashlib.sha256(text.encode()).digest()
    try:
        import json
        described = json.loads(text)
        # Sampling gives other ids each time.
        if described["model"].get("dropout"):
            return None, digest, {}
        described["truncation"] = described["padding"] = None
        native = _chatfmt.Tokenizer(json=json.dumps(described, ensure_ascii=False))
        if _is_behind(backend, native, described):
            return None, digest, {}
        return native, digest, token_texts(described, backend)
    except (Error, KeyError, TypeError, AttributeError, UnicodeError):
        return None, digest, {}


def _vocabulary(tokenizer):
    """What is known of a tokenizer's vocabulary; read again after anything that may have changed it."""
    backend = tokenizer.__dict__.get("_tokenizer")
    if backend is None:
        raise _Original("no fast tokenizer")
    known = _state.vocabularies.get(tokenizer)
    mark = _watch.mark(backend)
    if known is None or known.backend is not backend or known.mark != mark:
        known = _Vocabulary()
        known.backend, known.mark = backend, mark
        known.native, known.digest, known.texts = _read(backend)
        _state.vocabularies[tokenizer] = known
    if known.native is None:
        raise _Original("vocabulary")
    return known


_METHODS = ("__call__", "_encode_plus", "_convert_encoding", "set_truncation_and_padding",
            "_get_padding_truncation_strategies", "_eventual_warn_about_too_long_sequence")


class _Class(typing.NamedTuple):
    """What a class of tokenizers does as the base classes do it."""

    encodes_plainly: bool
    names_plainly: bool


def _class_of(tokenizer):
    cls = type(tokenizer)
    known = _state.classes.get(cls)
    if known is None:
        fast, name = _state.originals["fast"], "special_tokens_map"
        encodes = issubclass(cls, fast) and all(getattr(cls, name) is getattr(fast, name) for name in _METHODS) \
            and not hasattr(cls, "_switch_to_input_mode")
        known = _Class(encodes, getattr(cls, name) is getattr(_state.originals["base"], name))
        _state.classes[cls] = known
    return known


class _Backend:
    """Replaces a tokenizer's backend while a text is encoded: encode_batch is ours."""

    def __init__(self, known, used):
        self.__dict__["_known"], self.__dict__["_used"] = known, used

    def __getattr__(self, name):
        return getattr(self._known.backend, name)

    def __setattr__(self, name, value):
        setattr(self._known.backend, name, value)

    def encode_batch(self, texts, add_special_tokens=True, is_pretokenized=False):
        """As Tokenizer.encode_batch, for lists of str; anything else is given to that."""
        backend = self._known.backend
        if is_pretokenized or backend.encode_special_tokens or not all(type(t) is str for t in texts):
            self._used.append("pieces of text")
            return backend.encode_batch(texts, add_special_tokens=add_special_tokens, is_pretokenized=is_pretokenized)
        try:
            return Encoding.batch(self._known, list(texts), add_special_tokens)
        except (Error, ValueError, OverflowError):
            self._used.append("encoding error")
            return backend.encode_batch(texts, add_special_tokens=add_special_tokens, is_pretokenized=is_pretokenized)


class _View:
    """A tokenizer whose backend is a `_Backend`; everything else is the tokenizer's own."""

    def __init__(self, tokenizer, backend):
        self.__dict__["_real"], self.__dict__["_tokenizer"] = tokenizer, backend

    def __getattr__(self, name):
        return getattr(self._real, name)

    def __setattr__(self, name, value):
        setattr(self._real, name, value)

    def _encode_plus(self, *arguments, **options):
        return _state.originals["_encode_plus"](self, *arguments, **options)


# ---- apply_chat_template ----

def _batch(conversation):
    """The conversations, and whether they are several."""
    if not isinstance(conversation, (list, tuple)):
        if _state.originals["row"]["objects"] and hasattr(conversation, "messages"):
            return [conversation], False
        raise _Original("conversation")
    if not conversation:
        raise _Original("conversation")
    first = conversation[0]
    if type(first) is dict:
        return [conversation], False
    if isinstance(first, (list, tuple)) or hasattr(first, "messages"):
        return conversation, True
    return [conversation], False


def _message(value):
    """A message as a dict."""
    for _ in range(8):
        if type(value) is dict:
            return value
        value = _plain.as_dict(value)
    raise _Original("messages")


def _dicts(chat):
    """A conversation as a list of dicts: _normalize_chat_messages without what rendering does in any case."""
    messages = chat if type(chat) is list else getattr(chat, "messages", chat)
    if not isinstance(messages, (list, tuple)):
        raise _Original("conversation")
    if type(messages) is not list:
        messages = [message for message in messages]
    return messages if _chatfmt.all_dicts(messages) else [_message(message) for message in messages]


def _messages(conversations):
    """Lists of messages, as the version at hand walks over them."""
    if _state.originals["row"]["objects"]:
        return [_call(_dicts, (chat,)) for chat in conversations]
    drops = not _state.originals["row"]["flags"] & (_RAW | _KEEP_NULLS)
    chats = []
    for chat in conversations:
        if drops and type(chat) is not list and type(chat) is not tuple:
            raise _Original("conversation")
        if type(chat) is not list:
            chat = _chat(chat)
        if not _chatfmt.all_dicts(chat):
            raise _Original("messages")
        chats.append(list(chat) if type(chat) is tuple and drops else chat)
    return chats


def _encoded(tokenizer, known, ids, text, places, words):
    data = {"input_ids": ids}
    names = tokenizer.model_input_names
    if "token_type_ids" in names:
        data["token_type_ids"] = [0] * len(ids)
    if "attention_mask" in names:
        data["attention_mask"] = [1] * len(ids)
    return _state.originals["BatchEncoding"](data, [Encoding.plain(known, text, ids, places, words)])


def _apply_one(tokenizer, known, native, chat, tools, documents, variables, flags, field, return_dict, masks):
    """One conversation without padding and truncation."""
    wanted = (_TEXT | _OFFSETS if return_dict else 0) | (_MASK | _mask_rule() if masks else 0)
    ids, text, places, words, mask = _call(native._tokens, (
        chat, tools, documents, variables, None, flags, field, _plainly(), known.native, wanted))
    backend = known.backend
    if backend.truncation is not None:
        backend.no_truncation()
    if backend.padding is not None:
        backend.no_padding()
    if backend.encode_special_tokens:
        backend.encode_special_tokens = False
    if len(ids) > tokenizer.model_max_length:
        tokenizer._eventual_warn_about_too_long_sequence(ids, None, True)
    if not return_dict:
        return ids
    out = _encoded(tokenizer, known, ids, text, places, words)
    if masks:
        out["assistant_masks"] = mask
    return out


def _plainly():
    """How objects in a conversation are reduced to plain data, for the C functions: a rule of _plain.reduce, or not at all."""
    row = _state.originals["row"]
    return "objects" if row["objects"] else "data" if row["plain"] else False


def _mask_rule():
    return _BY_OVERLAP if _state.originals["row"]["by_overlap"] else 0


def _apply_many(tokenizer, known, texts, ranges, batched, options, tokenizer_kwargs, return_dict, masks):
    """Padding, truncation, tensors, several conversations: the tokenizer's own way around our encodings."""
    used = []
    view = _View(tokenizer, _Backend(known, used))
    base = _state.originals["base"]
    out = base.__call__(view, texts if batched else texts[0], add_special_tokens=False, **options, **tokenizer_kwargs)
    for why in used:
        _state.original[f"encode: {why}"] += 1
    if not return_dict:
        return out["input_ids"]
    if masks:
        tensors = options["return_tensors"]
        rows = out["input_ids"] if batched or tensors else [out["input_ids"]]
        found = [_mask_of(out, i, len(rows[i]), ranges[i]) for i in range(len(rows))]
        out["assistant_masks"] = found if batched or tensors else found[0]
        if tensors:
            out.convert_to_tensors(tensor_type=tensors)
    return out


def _mask_of(out, row, length, ranges):
    encoding, by_overlap = out.encodings[row], _state.originals["row"]["by_overlap"]
    if type(encoding) is Encoding and len(encoding) == length and (by_overlap or all(0 <= a and 0 < b for a, b in ranges)):
        return _chatfmt.mask(encoding.places, ranges, by_overlap)
    mask = [0] * length
    if by_overlap:
        return _mask_by_overlap(mask, encoding.offsets, ranges)
    for begin, end in ranges:
        first, last = out.char_to_token(row, begin), out.char_to_token(row, end - 1)
        if first is None:
            break
        for number in range(first, last + 1 if last else length):
            mask[number] = 1  # an IndexError where there are other rows than texts, as in transformers
    return mask


def _mask_by_overlap(mask, offsets, ranges):
    """As mask_fill() in C."""
    at = 0
    for number, (begin, end) in enumerate(offsets):
        while at < len(ranges) and begin >= ranges[at][1]:
            at += 1
        if at == len(ranges):
            break
        if end > ranges[at][0]:
            mask[number] = 1  # an IndexError, as below
    return mask


# Arguments of apply_chat_template.
_ARGUMENTS = ("conversation", "tools", "documents", "chat_template", "add_generation_prompt", "continue_final_message",
              "tokenize", "padding", "truncation", "max_length", "return_tensors", "return_dict",
              "return_assistant_tokens_mask", "tokenizer_kwargs", "sanitize_control_tokens")


def _texts(function, chats, others):
    """What `function` makes of each conversation. The original looks at all of their objects before it renders any, so
    an error of theirs comes before one that the template raises."""
    made = []
    for chat in chats:
        try:
            made.append(_call(function, (chat, *others)))
        except _Original:
            raise
        except Exception:
            if len(chats) > 1 and _state.originals["row"]["objects"]:
                raise _Original("error") from None
            raise
    return made


def _serve(tokenizer, arguments, variables):
    (conversation, tools, documents, chat_template, add_generation_prompt, continue_final_message, tokenize, padding,
     truncation, max_length, return_tensors, return_dict, return_assistant_tokens_mask, tokenizer_kwargs,
     sanitize_control_tokens) = arguments
    if not tokenize:
        return_dict = False
    if sanitize_control_tokens:
        raise _Original("sanitize_control_tokens")
    if return_assistant_tokens_mask and (not return_dict or not tokenize or continue_final_message):
        raise _Original("arguments")
    if continue_final_message and add_generation_prompt or variables and not _OURS.isdisjoint(variables):
        raise _Original("arguments")
    source = tokenizer.get_chat_template(chat_template, tools)
    conversations, batched = _batch(conversation)
    native, flags, field, tagged = _options(source, add_generation_prompt, continue_final_message, False)
    if return_assistant_tokens_mask and not tagged:
        raise _Original("mask without generation tags")
    chats = _messages(conversations)
    tools, documents = _tools(tools), _documents(documents)
    named = _special_tokens(tokenizer)
    variables = ({**named, **variables} if variables else named) or None
    others = tools, documents, variables, None, flags, field, _plainly()
    if not tokenize:
        texts = _texts(native._render, chats, others)
        return texts if batched else texts[0]
    if not _class_of(tokenizer).encodes_plainly:
        raise _Original("class of the tokenizer")
    known = _vocabulary(tokenizer)
    if not batched and padding is False and truncation is False and max_length is None and return_tensors is None \
            and not tokenizer_kwargs and not tokenizer.split_special_tokens:
        return _apply_one(tokenizer, known, native, chats[0], tools, documents, variables, flags, field, return_dict,
                          return_assistant_tokens_mask)
    if return_assistant_tokens_mask:
        pairs = _texts(native._ranges, chats, others)
        texts, ranges = [text for text, _ in pairs], [found for _, found in pairs]
    else:
        texts, ranges = _texts(native._render, chats, others), []
    options = {"padding": padding, "truncation": truncation, "max_length": max_length,
               "return_tensors": return_tensors}
    tokenizer_kwargs = tokenizer_kwargs or {}
    if not isinstance(tokenizer_kwargs, dict) or not _KNOWN_OPTIONS.issuperset(tokenizer_kwargs):
        raise _Original("tokenizer_kwargs")
    return _apply_many(tokenizer, known, texts, ranges, batched, options, tokenizer_kwargs, return_dict, return_assistant_tokens_mask)


_KNOWN_OPTIONS = {"stride", "pad_to_multiple_of", "padding_side", "return_token_type_ids", "return_attention_mask",
                  "return_overflowing_tokens", "return_special_tokens_mask", "return_offsets_mapping",
                  "return_length", "verbose", "split_special_tokens"}


def _serve_or_original(tokenizer, arguments, variables, names=_ARGUMENTS):
    """`names`: those of the arguments that the replaced method has."""
    if variables and not _MODELS_OWN.isdisjoint(variables):
        _hint(tokenizer, arguments, variables)
    try:
        result = _serve(tokenizer, arguments, variables)
        _state.served["apply_chat_template"] += 1
        return result
    except _Original as why:
        _state.original[f"apply_chat_template: {why}"] += 1
    except Exception:  # the same as the original's
        _state.served["apply_chat_template"] += 1
        raise
    given = dict(zip(names, arguments))
    return _state.originals["apply_chat_template"](tokenizer, given.pop("conversation"), **given, **variables)


def _apply_chat_template(self, conversation, tools=None, documents=None, chat_template=None,
                         add_generation_prompt=False, continue_final_message=False, tokenize=True,
                         sanitize_control_tokens=False, padding=False, truncation=False, max_length=None,
                         return_tensors=None, return_dict=True, return_assistant_tokens_mask=False,
                         tokenizer_kwargs=None, **kwargs):
    return _serve_or_original(self, (
        conversation, tools, documents, chat_template, add_generation_prompt, continue_final_message, tokenize, padding,
        truncation, max_length, return_tensors, return_dict, return_assistant_tokens_mask, tokenizer_kwargs,
        sanitize_control_tokens), kwargs)


def _apply_chat_template_before_5_20(self, conversation, tools=None, documents=None, chat_template=None,
                                     add_generation_prompt=False, continue_final_message=False, tokenize=True,
                                     padding=False, truncation=False, max_length=None, return_tensors=None,
                                     return_dict=True, return_assistant_tokens_mask=False, tokenizer_kwargs=None,
                                     **kwargs):
    return _serve_or_original(self, (
        conversation, tools, documents, chat_template, add_generation_prompt, continue_final_message, tokenize, padding,
        truncation, max_length, return_tensors, return_dict, return_assistant_tokens_mask, tokenizer_kwargs, False),
        kwargs, _ARGUMENTS[:-1])


# ---- Processors ----

def _missed():
    """Why the processor's call that runs in this thread is not all ours: a list; None outside of such a call."""
    return getattr(_state.thread, "processor", None)


def _encode_plus(self, *arguments, **options):
    """Of every fast tokenizer; ours while its processor applies a chat template."""
    missed, encode = _missed(), _state.originals["_encode_plus"]
    if missed is None:
        return encode(self, *arguments, **options)
    try:
        if not _class_of(self).encodes_plainly:
            raise _Original("class of the tokenizer")
        known = _vocabulary(self)
    except _Original as why:
        missed.append(str(why))
        return encode(self, *arguments, **options)
    _state.thread.encoded = True
    return encode(_View(self, _Backend(known, missed)), *arguments, **options)


def _processor_method(original):
    """`apply_chat_template` of processors: the original around our rendering and our encoding."""
    signature = inspect.signature(original)

    @functools.wraps(original)
    def apply_chat_template(self, *arguments, **options):
        try:
            given = signature.bind(self, *arguments, **options)
        except TypeError:
            given = None
        if given is None or given.arguments.get("sanitize_control_tokens") or _missed() is not None:
            _state.original["processor.apply_chat_template: arguments"] += 1
            return original(self, *arguments, **options)
        thread = _state.thread
        missed = thread.processor = []
        thread.encoded = False
        tokenizes = given.arguments.get("tokenize")
        try:
            result = original(self, *arguments, **options)
            if tokenizes and not thread.encoded and not missed:
                missed.append("encoding of its own")
            return result
        finally:
            thread.processor = None
            if missed:
                _state.original[f"processor.apply_chat_template: {missed[0]}"] += 1
            else:
                _state.served["processor.apply_chat_template"] += 1
    return apply_chat_template


# ---- Putting it in and taking it out ----

def _replace(old, new):
    """Bind every name of transformers' modules that is bound to `old` to `new`."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "transformers" and module is not None:
            for key in [key for key, value in list(vars(module).items()) if value is old]:
                setattr(module, key, new)


def install(*, strict=False):
    """Let chatfmt serve apply_chat_template of transformers from now on.

    strict  True: raise RuntimeError if chatfmt does not know the installed release. False: warn

    Gives True if chatfmt serves transformers. Gives False, with a chatfmt.ChatfmtWarning, if the functions of the installed
    release are not those of a release that chatfmt knows. transformers then runs its own code. If chatfmt already serves
    transformers, another call does nothing.
    """
    _notice.no_texts(strict=strict)
    if _state.originals is not None:
        return True
    try:
        originals = _originals()
    except _Refused as why:
        if strict:
            raise RuntimeError(str(why)) from None
        warnings.warn(f"chatfmt replaces nothing: {why}", ChatfmtWarning, stacklevel=2)
        return False
    row, base, fast, processor = (originals[name] for name in ("row", "base", "fast", "processor"))
    _watch.start()
    _state.classes.clear()
    _state.named.clear()
    _state.originals = originals
    ours = _apply_chat_template if row["sanitizes"] else _apply_chat_template_before_5_20
    for function, old in ((_render_jinja_template, originals["render_jinja_template"]), (ours, base.apply_chat_template)):
        function.__doc__, function.__name__ = old.__doc__, old.__name__
    replaced = [(originals["render_jinja_template"], _render_jinja_template)]
    if "chat_parsing" in row["hashes"]:
        from transformers.utils import chat_parsing
        theirs = chat_parsing.parse_response, chat_parsing.ResponseParser
        replaced += zip(theirs, _parsing.make(*theirs, originals["get_json_schema"], _state.served, _state.original))
    for old, new in replaced:
        _replace(old, new)
    methods = [(base, "apply_chat_template", ours), (fast, "_encode_plus", _encode_plus),
               (processor, "apply_chat_template", _processor_method(processor.apply_chat_template))]
    _state.replaced = replaced, [(cls, name, vars(cls)[name]) for cls, name, _ in methods]
    for cls, name, new in methods:
        setattr(cls, name, new)
    return True


def uninstall():
    """Put the functions of transformers back."""
    if _state.originals is None:
        return
    functions, methods = _state.replaced
    for old, new in functions:
        _replace(new, old)
    for cls, name, old in methods:
        setattr(cls, name, old)
    _watch.stop()
    _state.originals = None
    _state.vocabularies.clear()
    _state.models.clear()


def stats(*, reset=False):
    """Counts of calls since the process began: {"served": {function: count}, "original": {"function: why": count}}.

    "served" has the calls that chatfmt answered, with a result or with the error of the original. "original" has the calls
    that were passed to the original function, and why. The original apply_chat_template calls render_jinja_template, which
    is counted again, as served or as original. So the counts of apply_chat_template are the calls of your program.

    reset  True: the counts begin again after this call
    """
    _notice.no_texts(reset=reset)
    answer = {"served": dict(_state.served), "original": dict(_state.original)}
    if reset:
        _state.served.clear()
        _state.original.clear()
    return answer
