"""Models: their templates, special tokens and vocabulary, applied to conversations."""
import contextlib
import copy
import functools
import inspect
import itertools
import operator
import os
from collections.abc import Iterator

from . import _chatfmt, _notice
from ._errors import Error, InputError, NotFoundError, UnsupportedError, checked_tokenizer, in_batch, wrong_attribute, wrong_type
from ._functions import dictionaries, listed

__all__ = ["Model"]

# Flags of chatfmt/models.h.
_GENERATION_PROMPT, _CONTINUE, _CONTINUE_EXACT, _TURN, _IN_BATCH = 1, 2, 4, 16, 32
_NOW, _FIT_ARGUMENTS, _STRICT_NAMES = 128, 512, 32768
_POLICIES = {"any": 0, "special": 1, "control": 2, "all": 3, "reject": 4, "report": 5}
_MASKS = {"hf": 0, "generation": 1, "derived": 2}
_FITS = {None: 0, "none": 0, "truncate": 1, "drop": 2, "cut": 3, "refuse": 4}
_SIDES = {None: 0, "right": 1, "left": 2}
_NULL_TO_EMPTY = 4096
_FIXES = {"fit-arguments": _FIT_ARGUMENTS, "arguments-object": 1024, "arguments-text": 2048, "null-to-empty": _NULL_TO_EMPTY,
          "merge-system": 8192, "raw-messages": 64}
_NULLS_STAY = _NULL_TO_EMPTY | _FIXES["raw-messages"]  # as a value that templates see
_FIXES_ARGUMENTS = _FIT_ARGUMENTS | 1024
_ROLES, _LISTS, _CALLS = 1 | 2, 4, 8  # workspace.rarities of the binding
_LAST_TURN = 1
_UNLEARNED = -100  # the label of an id that is not in the loss
_LONGEST = 2**31 - 1  # of max_length, as of the program
_PARTS = ("messages", "tools", "documents")
_FINDINGS = ("adds_bos", "two_bos", "no_bos", "class_ids", "no_length")  # bits of chatfmt/tokens.h
_NO_LENGTH = 1 << _FINDINGS.index("no_length")


def _fixes(fix):
    flags = 0
    for name in _notice.names(fix, "fix"):
        flags |= _notice.choice(_FIXES, name.replace("_", "-"), "fix")
    return flags


def _is_batch(conversation):
    """As transformers decides it."""
    return bool(conversation) and isinstance(conversation, (list, tuple)) and isinstance(conversation[0], (list, tuple))


def _conversation(given):
    """A conversation or a batch as a list; what transformers refuses has its error, and what to do."""
    if isinstance(given, Iterator):
        raise wrong_type(f"the conversation is {type(given).__name__}, which can be read only once; give a list of messages: list(…)")
    if isinstance(given, dict) and "messages" in given:
        raise wrong_attribute("'str' object has no attribute 'items'; pass what is in 'messages'")
    made = list(given) if isinstance(given, tuple) else listed(given)
    first = made[0] if isinstance(made, list) and made else None
    if getattr(first, "ndim", 0) or isinstance(first, (list, tuple)) and not isinstance(given, (list, tuple)):
        raise wrong_attribute(f"{type(first).__name__!r} object has no attribute 'items'; several conversations are a list of lists: "
                              "[list(one) for one in conversations]")
    return made


def _conversations(batch):
    """The conversations of a batch as lists."""
    for number, one in enumerate(batch):
        try:
            yield one if type(one) is list else _conversation(one)
        except Error as error:
            raise in_batch(error, f"conversations[{number}]") from None


def _of_tokenizer(given, multiple, side):
    """(pad_to_multiple_of, padding_side, whether there is an attention_mask) with those of tokenizer_kwargs."""
    if not hasattr(given, "items"):
        raise wrong_type(f"tokenizer_kwargs= must be a dict, not {type(given).__name__}")
    known = {"pad_to_multiple_of": multiple, "padding_side": side, "return_attention_mask": True, "verbose": True}
    for name, value in given.items():
        if name not in known:
            raise UnsupportedError(f"tokenizer_kwargs has {name!r}; a Model takes {', '.join(map(repr, known))} there; " + (
                f"give {name}= itself" if name in _PARAMETERS else
                "the special tokens are those that the template writes" if name == "add_special_tokens" else
                "apply_chat_template of the tokenizer of transformers has the others"))
        if value is None and name in ("pad_to_multiple_of", "padding_side"):
            continue
        if name in ("pad_to_multiple_of", "padding_side") and known[name] not in (None, value):
            raise InputError(f"{name}={known[name]!r} and tokenizer_kwargs={{{name!r}: {value!r}}} say different things; leave one of them out")
        known[name] = value
    return known["pad_to_multiple_of"], known["padding_side"], known["return_attention_mask"] is not False


def _no_tensors(kind):
    return InputError(f"return_tensors is {kind!r}; it may be 'np' or 'pt'")


def _maker(kind):
    """What makes a tensor of rows of integers, and whether rows of several lengths make one."""
    if kind == "np":
        import numpy
        return lambda rows, ragged: numpy.array([numpy.array(row) for row in rows], dtype=object if ragged else numpy.int64), True
    if kind == "pt":
        try:
            import torch
        except ImportError:
            raise InputError("return_tensors='pt' needs torch, which is not installed; 'np' makes arrays of numpy") from None
        return lambda rows, ragged: torch.tensor(rows, dtype=torch.int64), False
    raise _no_tensors(kind)


def _tensor(kind, name, rows, warns=False):
    """Rows as a tensor of two dimensions; of several lengths, an array of rows, of which `warns` says whether to warn."""
    make, takes_ragged = _maker(kind)
    lengths = {len(row) for row in rows}
    if len(lengths) > 1 and not takes_ragged:
        raise InputError(f"{name} has rows of {min(lengths)} to {max(lengths)} ids, which do not make a tensor; give padding=True, or "
                         "truncation and a max_length")
    if len(lengths) > 1 and warns:
        _notice.warn(f"the rows of {name} have different lengths; padding=True makes one array of two dimensions")
    return make(rows, len(lengths) > 1)


def _number(name, value, least):
    """A number of ids, which errors call as map does; 0 for None."""
    if value is None:
        return 0
    if not hasattr(value, "__index__"):
        raise wrong_type(f"{name}= must be a number of ids, not {type(value).__name__}")
    given = operator.index(value)
    if not least <= given <= _LONGEST:
        raise InputError(f"{name}={given}: expected a number from {least} to {_LONGEST}")
    return given


def _padding(padding):
    return _notice.choice({None: 0, False: 0, True: 1, "longest": 1, "max_length": 2, "do_not_pad": 0}, padding, "padding")


def _truncation(truncation, max_length, padding):
    """Whether ids are cut off, by transformers' names of strategies; None does so where there is a max_length and no padding=."""
    if truncation is None:
        return max_length is not None and (padding is False or padding is None)
    return _notice.choice({False: False, True: True, "do_not_truncate": False, "longest_first": True, "only_first": True},
                          getattr(truncation, "value", truncation), "truncation")


def _check_learned(mask, roles):
    """Whether `mask` takes roles= and last_turn=."""
    if mask is None or (roles and mask != "derived"):
        raise InputError("roles= and last_turn= choose among what a mask learns" +
                         (", and neither mask= nor labels=True is given" if mask is None else f'; roles= only of mask="derived", not {mask!r}'))


def _truncates(given):
    """The argument that cuts ids off, in words."""
    return f"truncation={getattr(given, 'value', given)!r}" + (", which cuts off at max_length," if given is None else "")


def _contradictions(asks_hf, mask, truncation, given_truncation, fit, sanitize, policy):
    """Refuse two arguments for one thing that say different things."""
    for given, other, name, value in ((asks_hf, "return_assistant_tokens_mask=True", "mask", None if mask == "hf" else mask),
                                      (truncation, _truncates(given_truncation), "fit", None if fit == "truncate" else fit),
                                      (sanitize, "sanitize_control_tokens=True", "policy", None if policy in ("any", "control") else policy)):
        if given and value is not None:
            raise InputError(f"{other} and {name}={value!r} say different things; leave one of them out")


def _only_of_ids(sanitize, policy, fit, trusted):
    """The error of what text cannot show."""
    if sanitize:
        return InputError("`sanitize_control_tokens=True` requires `tokenize=True`")
    name = f"policy={policy!r}" if policy != "any" else f"fit={fit!r}" if fit else f"trusted={trusted!r}"
    return InputError(f"{name} is about ids, and tokenize=False gives text; leave one of them out")


def _no_path(where):
    """The error of what from_pretrained() cannot open."""
    if not isinstance(where, Model) and (hasattr(where, "name_or_path") or hasattr(where, "apply_chat_template")):
        return wrong_type(f"from_pretrained() takes a path, not {type(where).__name__}: give the folder, tokenizer.name_or_path, or serve "
                          "it with chatfmt.transformers.install()")
    return wrong_type("where must be a path (of a folder, a GGUF file or a template) or the id of a repository, not "
                      f"{type(where).__name__}")


def _unseen(name, rows, batch):
    """The warning of attempts or losses that return_dict=False does not show: how many, and the first."""
    number, first = next((number, row[name]) for number, row in enumerate(rows) if row[name])
    said, where = f"{name}, which return_dict=False does not show: ", f" in conversations[{number}]" if batch else ""
    if name == "attempts":
        return f"{said}{sum(row['attempt_total'] for row in rows)}; the first{where}: {first[0]}"
    return said + (f"of {sum(bool(row[name]) for row in rows)} of {len(rows)} conversations; the first{where}: " if batch else "") + str(first)


class _All:
    """A set of all names, none of which is near another."""

    def __contains__(self, name):
        return True

    def __iter__(self):
        return iter(())


_ALL = _All()


class Model:
    """The templates, special tokens and tokenizer of a model. A Model does not have the weights.

    Model.from_pretrained() and Model.from_template() make a Model. A Model is immutable, and several threads may share it.

    >>> model = Model.from_template("{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}"
    ...                             "{% if add_generation_prompt %}<assistant>{% endif %}")
    >>> model.apply_chat_template([{"role": "user", "content": "Hi"}], add_generation_prompt=True,
    ...                           tokenize=False)
    '<user>Hi<assistant>'
    """

    def __init__(self, native, tokenizer=None):
        if not isinstance(native, _chatfmt.Model):
            raise TypeError("a Model is made by Model.from_pretrained(folder, file or repository) or "
                            "Model.from_template(source)")
        self._native, self._tokens, self._reader = native, checked_tokenizer(tokenizer), None
        self._made = None         # what makes it again: the name of a class method, its argument, further ones by name
        self._clock = any("strftime_now" in source for source in native.templates.values())
        self._words = {}          # (chat_template, whether there are tools) -> words of the template's source
        self._read = {}           # the same -> variables that it reads, once one of the words is given
        self._roles = {}          # the same -> roles that it compares those of messages with
        self._warnings = {}       # (the same, name) -> the warning of a name that is not read
        self._writes = {}         # by the same: workspace.rarities of the binding that the template writes
        self._calls = {}          # by the same: what _notice.calls_of() says of messages whose calls the template wrote
        self._takes_text = set()  # those whose template takes the arguments of calls as text
        self._warns = True

    @classmethod
    def from_pretrained(cls, where, *, revision=None, processor=False, default_template=None, tokenizer=None):
        """Load the model of a folder, a GGUF file, a template file, or a repository of the local Hub cache.

        where             a path (str, bytes or os.PathLike), or the id of a repository, such as "Qwen/Qwen3-8B"
        revision          a branch, tag or commit of a repository of the Hub cache; None: main. It has no effect on a folder
                          or a file
        processor         True: load and apply the model as a processor of transformers does. Template files then have
                          another precedence, and image_url parts are rewritten
        default_template  the text of a template, for a model that has no template. It has no effect on a model that has
                          one. None: rendering with a model that has no template is a ValueError
        tokenizer         a chatfmt.Tokenizer to use instead of the model's own; None: the model's own

        The network is never used. Raises chatfmt.NotFoundError if there is no such model, and chatfmt.InputError if its
        files are not what they must be. Warns (chatfmt.ChatfmtWarning) of a folder that has no file of a model.
        """
        if not isinstance(where, (str, bytes, os.PathLike)):
            raise _no_path(where)
        named = _notice.path_as_source(default_template)
        if revision is not None and os.path.exists(where):
            _notice.warn(f"revision={revision!r} has no effect: {os.fspath(where)!r} is a path, and only repositories of the Hub cache have revisions")
        options = {"revision": revision, "processor": processor, "default_template": default_template}
        made = cls(_chatfmt.Model(where, **options), tokenizer)._made_by("from_pretrained", where, options)
        is_default = default_template is not None and default_template in made.templates.values()
        if not (named and is_default):
            _notice.templates_without_messages(made.templates, "default_template=" if is_default else repr(str(where)))
        if not made.templates and made._native.about["kind"] == "folder":
            _notice.folder_without_model(made._native.about["path"])  # of a repository, its folder in the Hub cache
        return made

    @classmethod
    def from_template(cls, source, *, tokenizer=None):
        """A model that is one template.

        source     the text of the template, not the path of its file
        tokenizer  a chatfmt.Tokenizer; None: the model has no tokenizer, so it gives text (tokenize=False) but no ids

        If the text does not compile, the first use of the template raises the error.
        """
        if not isinstance(source, str):
            more = "; its .source is that" if isinstance(source, _chatfmt.Template) else ""
            raise wrong_type(f"source must be the text of a template, not {type(source).__name__}{more}")
        made = cls(_chatfmt.Model(source=source), tokenizer)._made_by("from_template", source, {})
        _notice.path_as_source(source) or _notice.templates_without_messages(made.templates, "this text")
        return made

    def _made_by(self, method, given, options):
        self._made = type(self), method, given, options if self._tokens is None else {**options, "tokenizer": self._tokens}
        return self

    def __repr__(self):
        about = self._native.about
        return f"<chatfmt.Model {about['name'] or about['path'] or about['kind']}: {', '.join(self.templates) or 'no template'}>"

    @property
    def templates(self):
        """A dict: the sources of the model's templates by name. A template without a name is "default"."""
        return self._native.templates

    @property
    def special_tokens(self):
        """A dict: the texts of the special tokens by name, such as bos_token."""
        return self._native.special_tokens

    @property
    def tokenizer(self):
        """The chatfmt.Tokenizer of the model. It is loaded at its first use.

        Raises chatfmt.NotFoundError if the model has no tokenizer.
        """
        if self._tokens is None:
            about = self._native.about
            try:
                self._tokens = (_chatfmt.Tokenizer(about["path"]) if about["kind"] == "gguf" else
                                self._native._tokenizer())
            except NotFoundError as error:
                raise NotFoundError(f"{error}; tokenize=False gives the text. For ids, give tokenizer=chatfmt.Tokenizer(…) "
                                    "to the call that made this Model, such as Model.from_template()") from None
        return self._tokens

    # ---- What is said without an error ----

    def _quiet(self):
        """The same model, which warns of nothing: for callers that look after their conversations."""
        twin = copy.copy(self)
        twin._warns = False
        return twin

    def _check_names(self, tools, documents, chat_template, variables):
        """Warn of what is given and not read by the template."""
        key = chat_template, tools is not None
        words = self._words_of(chat_template, tools)
        for name in variables or ():
            if not self._is_read(key, words, name):
                _notice.warn(self._unread(key, words, name))
        for name, value in (("tools", tools), ("documents", documents)):
            if value and not self._is_read(key, words, name):
                _notice.warn(f"the template reads no {name}: they are not in the prompt; {self._reading(name)}")

    def _reading(self, name):
        """What puts a variable into a prompt whose template does not read it."""
        found = [other for other, source in self.templates.items() if name in _notice.words_of(source)]
        if found and list(self.templates) == ["default"]:  # has no name that chat_template= takes
            return "leave chat_template= out: the model's own template reads them"
        return f"chat_template={found[0]!r} reads them" if found else "tell the model of them in a message, or give another chat_template="

    def _words_of(self, chat_template, tools):
        """The words of the template that a call chooses; of one that cannot be chosen all words."""
        key = chat_template, tools is not None
        words = self._words.get(key)
        if words is None:
            try:
                words = self._words[key] = _notice.words_of(self._native._chosen(*key))
            except (Error, TypeError):
                return _ALL  # the call itself says so
        return words

    def _is_read(self, key, words, name):
        """Whether the template reads a variable: what is no word of its source needs no analysis."""
        return name in words and (words is _ALL or name in self._variables(key))

    def _variables(self, key):
        """The variables that the template reads, calls or may read, by analysis."""
        return self._surveyed(self._read, self._native._variables, key)

    def _surveyed(self, known, survey, key):
        """What an analysis of the template finds; all names where there is none, as it does not compile or meets a limit."""
        names = known.get(key)
        if names is None:
            try:
                names = survey(self._native._chosen(*key))
            except Error:
                names = _ALL
            known[key] = names
        return names

    def _unread_names(self, names, others=frozenset()):
        """Of variables that are read with neither of the templates, with tools and without: the name, and what it may be,
        which `others` may be as well."""
        given = [((None, tools is not None), self._words_of(None, tools)) for tools in (None, ())]
        for name in names:
            if name not in _PARAMETERS and not any(self._is_read(key, words, name) for key, words in given):
                yield name, _notice.near(name, others.union(*(self._variables(key) for key, _ in given)))

    def _unread(self, key, words, name):
        warning = self._warnings.get((key, name))
        if warning is None:
            more = "; it is one of apply_chat_template()" if name in _PARAMETERS else _notice.near(name, _PARAMETERS.union(words))
            if more and name not in _PARAMETERS:  # a word may be no variable
                more = _notice.near(name, _PARAMETERS.union(self._variables(key)))
            warning = f"{name}= is no argument of this call, and the template reads no such variable{more}"
            self._warnings[key, name] = warning
        return warning

    def _watch(self, conversation, tools, documents, variables, chat_template, flags, field, odd, text_calls, rarities, where=""):
        """Called by the binding for a conversation with something odd; only then anything is looked at twice."""
        key = chat_template, tools is not None
        later = rarities & ~self._writes.get(key, 0)
        odd = odd or later & _ROLES
        words = self._words_of(chat_template, tools) if odd else ()
        placeholder = odd and _notice.placeholders(
            conversation, [("tools", tools), ("documents", documents), *(variables or {}).items()], where)
        found = _notice.first_role(conversation) if "role" in words else None
        if found is not None:
            _notice.warn(f"{where}{found[0]} has no role that is text; it has {found[1]}. A message is a dict of role and content "
                         "(chatfmt.map reads rows of other layouts, too)")
        elif "content" in words:
            found = _notice.first_unread(conversation, words, bool(flags & _NULLS_STAY))
            if found is not None:
                _notice.warn(where + found[0] + (
                    '.content is None, which transformers leaves out: of this message at most the role is written; fix="null-to-empty" makes it '
                    "an empty text" if found[2] else f" has no content that the template reads, only {found[1]}"))
        if "role" in words:
            for number, one in enumerate(conversation if _is_batch(conversation) else [conversation]):
                lost = _notice.unnamed_roles(one, words, lambda: self._surveyed(self._roles, self._native._roles, key))
                if found is None and "content" in words:
                    lost = itertools.chain(lost, _notice.without_content(one))
                if self._watch_lost(lost, (one, tools, documents, variables, chat_template, flags, field),
                                    f"conversations[{number}]." if one is not conversation else where):
                    later &= ~_ROLES
        if later & _LISTS:
            try:
                if placeholder or self._watch_parts(conversation, (tools, documents, variables, chat_template, flags, field), where):
                    later &= ~_LISTS
            except Error:
                return  # the call itself says so
        if later & _ROLES and not _notice.have_text(conversation, ("tool", "developer")):
            later &= ~_ROLES
        self._writes[key] = later & ~_CALLS | self._writes.get(key, 0)  # what is left is written
        if rarities & _CALLS:
            self._watch_calls(conversation, (tools, documents, variables, chat_template, flags, field), where)
        if not text_calls or key in self._takes_text and not flags & _FIXES_ARGUMENTS:
            return
        path, is_object, twin = _notice.first_text_call(conversation, bool(flags & _FIXES_ARGUMENTS))
        if path is None or flags & 2048:
            return
        if flags & _FIXES_ARGUMENTS:
            return _notice.broken_call(where + path)
        try:
            taken = self._takes_object(twin, tools, documents, variables, chat_template, flags, field)
        except Error:
            return  # the call itself says so
        if taken:
            _notice.text_call(where + path, is_object)
        else:
            self._takes_text.add(key)

    def _watch_parts(self, conversation, arguments, where):
        """Warn of the first list of parts that the template writes as Python's text. Gives True if it warns."""
        for number, one in enumerate(conversation if _is_batch(conversation) else [conversation]):
            found = _notice.first_printed(one, self._native._render(one, *arguments, True))
            if found:
                _notice.printed_parts((where if one is conversation else f"conversations[{number}].") + found[0], found[1])
                return True
        return False

    def _watch_lost(self, suspects, arguments, where):
        """Warn of the first message of which nothing is written. True when it did, or could not find out."""
        try:
            found = self._first_lost(suspects, arguments)
        except Error:
            return True  # the call itself says so
        if found:
            _notice.warn(f"{where}{found[0]} has {found[1]}")
        return found is not None

    def _first_lost(self, suspects, arguments):
        """The path of the first message of which nothing is written, and what is odd in it; None without one. suspects:
        (path, what is odd, whether that is wrong in any case)."""
        written = None
        for path, odd, wrong in suspects:
            if not wrong and written is None:
                written = [row[-1] for row in self._native._spans(*arguments, True)[1]]
            if wrong or not any(one.startswith(path + ".") and one != path + ".role" for one in written):
                return path, odd
        return None

    def _lost_role(self, conversation, tools, chat_template=None, documents=None, **variables):
        """The path of the first message of which nothing is written because of its role, and what to say of the role; None
        without one. Only the model's own templates are looked at: what is found out of a template is kept."""
        if chat_template is not None and chat_template not in self.templates:
            return None
        key = chat_template, tools is not None
        words = self._words_of(chat_template, tools)
        if "role" not in words:
            return None
        lost = _notice.unnamed_roles(conversation, words, lambda: self._surveyed(self._roles, self._native._roles, key))
        try:
            return self._first_lost(lost, (conversation, tools, documents, variables or None, chat_template, _STRICT_NAMES, None))
        except Error:
            return None  # a limit: the prompt itself was made before

    def _watch_calls(self, conversation, arguments, where):
        """Warn of the first message whose calls the template does not write. Messages like one whose calls it wrote are not
        looked at again."""
        tools, _, _, chat_template, flags, _ = arguments
        known = self._calls.setdefault((chat_template, tools is not None, flags & _NULLS_STAY), set())
        for number, one in enumerate(conversation if _is_batch(conversation) else [conversation]):
            calls = [found for found in _notice.calls_of(one) if found[2] not in known]
            try:
                paths = self._written_paths(one, arguments, flags) if calls else ()
            except Error:
                return  # the call itself says so
            lost = next((found for found in calls if not any(path.startswith(found[1]) for path in paths)), None)
            if lost:
                path = lost[1] if one is conversation else f"conversations[{number}].{lost[1]}"
                return _notice.lost_calls(where + path, self._why_lost(one, lost, arguments))
            known.update(like for _, _, like in calls)

    def _written_paths(self, conversation, arguments, flags):
        """The paths of what the template writes of a whole conversation."""
        return [row[-1] for row in self._native._spans(conversation, *arguments[:4], flags & ~(_CONTINUE | _CONTINUE_EXACT), None, True)[1]]

    def _why_lost(self, conversation, lost, arguments):
        """Where the template would write the calls: it is tried without content, and with content that is None."""
        number, calls, _ = lost
        twin, flags = _notice.without_content_of(conversation, number), arguments[4] & ~_NULLS_STAY
        without = ' without "null-to-empty"' if arguments[4] & _NULL_TO_EMPTY else ""
        for more, why in ((0, "writes calls only in messages without content"),
                          (_FIXES["raw-messages"], f'writes calls only beside content that is None, which fix="raw-messages"{without} keeps')):
            with contextlib.suppress(Error):
                if any(path.startswith(calls) for path in self._written_paths(twin, arguments, flags | more)):
                    return why
        return "does not write it"

    def _takes_object(self, conversation, tools, documents, variables, chat_template, flags, field):
        """Whether the template takes the arguments of a call, which are text here, as an object."""
        return any(change["what"] == "arguments_to_object" for one in (conversation if _is_batch(conversation) else [conversation])
                   for change in self._native._changes(one, tools, documents, variables, chat_template, flags | _FIT_ARGUMENTS,
                                                       field, True))

    def _arguments(self, conversation, tools, documents, chat_template, flags, field, variables):
        if self._warns and chat_template is not None:
            _notice.wrong_source(chat_template, self.templates)
        if self._clock or (isinstance(chat_template, str) and "strftime_now" in chat_template):
            flags |= _NOW
        tools, documents = dictionaries(tools), documents if documents is None else listed(documents)
        if self._warns and (variables or tools is not None or documents is not None):
            self._check_names(tools, documents, chat_template, variables)
        return conversation, tools, documents, variables or None, chat_template, flags, field, self._watch if self._warns else True

    def _written(self, conversation, text, number=None):
        """Warn when a conversation, which may be one of several, makes no text."""
        if self._warns and not text and conversation:
            keys, role = _notice.first_role(conversation), _notice.first_unusual(conversation)
            shown = f" ({keys[0]} has {keys[1]})" if keys else f" ({role[0]} has the role {role[1]!r}{role[2]})" if role else ""
            which = "the conversation" if number is None else f"conversations[{number}]"
            _notice.warn(f"empty_prompt: the template writes nothing of {which}{shown}")
        return text

    # ---- Prompts ----

    def apply_chat_template(self, conversation, tools=None, documents=None, chat_template=None,
                            add_generation_prompt=False, continue_final_message=False, tokenize=True, *,
                            sanitize_control_tokens=False, padding=False, truncation=False, max_length=None,
                            pad_to_multiple_of=None, padding_side=None, return_tensors=None, return_dict=True,
                            return_assistant_tokens_mask=False, tokenizer_kwargs=None, policy="any", trusted=(),
                            mask=None, labels=False, roles=None, last_turn=False, fit=None, fix=(), **variables):
        """Turn a conversation into ids or text, as apply_chat_template of transformers does.

        The arguments policy, trusted, mask, labels, roles, last_turn, fit and fix are chatfmt's own. The other arguments
        mean what they mean in transformers 5.23. docs/python-api.md lists the exceptions. With tokenize=False, trusted, fit,
        labels, a mask and any policy other than "any" are errors.

        conversation             a list of messages, or a list of conversations (a batch). A message is a dict with role and
                                 content
        tools                    JSON schemas or Python functions: a list, another iterable, or a chatfmt.Tools. As in
                                 transformers, a function needs type hints and a docstring that describes each argument. A
                                 chatfmt.Tools converts the tools of many calls only once
        documents                dicts for retrieval: a list or another iterable, not a single dict
        chat_template            the name of one of several templates, or the source of a template; None: the model's own
                                 choice. A single template has no name
        add_generation_prompt    True: end the prompt with the opening of the assistant's turn
        continue_final_message   True: leave the last message open. A text: the field of the last message that is left open.
                                 Together with add_generation_prompt=True it is a ValueError
        tokenize                 True: give ids. False: give text. The arguments about ids have then no effect, except for
                                 those that are errors (above), and a warning about truncation and max_length
        sanitize_control_tokens  True: use policy="control", without attempts in the result. With policy="control" as well,
                                 the result has attempts. Any other policy than "any" is an error
        padding                  True or "longest": pad to the longest conversation of the batch. "max_length": pad to
                                 max_length. False, None or "do_not_pad": do not pad
        truncation               True, "longest_first" or "only_first": cut ids off at max_length. False or
                                 "do_not_truncate": do not cut. None: cut if max_length is given and padding is not
        max_length               a number of ids, at least 1; None: the tokenizer's model_max_length. It shortens nothing
                                 unless truncation or fit is given. If the tokenizer has no model_max_length either, nothing
                                 is cut or padded to a length, and a warning says so
        pad_to_multiple_of       with padding: pad to a length that is a multiple of this number; None or 0: any length
        padding_side             with padding: "left" or "right"; None: the tokenizer's side
        return_tensors           "np" or "pt": ids, masks and labels are tensors of two dimensions. None: lists. When rows
                                 have different lengths and there is no padding, "pt" is an error, and "np" gives an
                                 array of one dimension with dtype=object, whose items are the rows
        return_dict              True: give a dict. False: give the ids alone. labels and a mask are then errors
        return_assistant_tokens_mask  True: the same as mask="hf"
        tokenizer_kwargs         a dict that may have padding_side, pad_to_multiple_of, return_attention_mask and verbose.
                                 verbose does nothing

        policy      which added tokens data may not write. Data is content, names, tools, documents and variables. An added
                    token is one that the tokenizer finds as a whole in the text, such as <|im_end|>. Text of a token that
                    data may not write becomes ordinary tokens, and is an attempt
                      "any"      data may write every token, as in transformers
                      "special"  data may not write tokens that the tokenizer marks as special
                      "control"  data may not write control tokens. These are the special tokens, added tokens that the
                                 template writes, and added tokens that look like <|this|> or [THIS] (docs/tokens.md has all
                                 rules)
                      "all"      data may not write any added token
                      "reject"   as "control", but an attempt is an error
                      "report"   the ids are those of "any", and the attempts are those of "control"
        trusted     names of variables, or "messages", "tools", "documents", that may write all tokens under any policy,
                    because the caller vouches for them. A list of names, or a text with commas between names. Without a
                    policy or sanitize_control_tokens, trusted is an error
        mask        the kind of assistant_masks, a loss mask with a 1 for each id that is in the loss; None: no mask. It
                    needs tokenize=True and return_dict=True.
                      "hf"          what the template writes between {% generation %} and {% endgeneration %}, as
                                    transformers up to 5.23 finds it. A template without these tags is an error
                      "generation"  the same, without the mistakes of transformers. A template without these tags is an
                                    error
                      "derived"     what the model itself would have written. The template needs no {% generation %}
        labels      True: add labels, the ids with -100 where the mask is 0 and where there is padding. They are made of the
                    mask that mask= says, or of "derived" without mask=
        roles       with mask="derived": the roles that are in the loss, a list of names, or a text with commas between
                    names. None or []: the assistant
        last_turn   with a mask, True: only the last range of the mask is in the loss. With mask="derived", this range is
                    the whole last message of the assistant, with its own calls but without the calls of earlier messages
        fit         what to do with a conversation that is longer than max_length
                      None or "none"  nothing
                      "truncate"      cut ids off, as truncation=True does
                      "drop"          leave out its oldest turns
                      "cut"           shorten its longest content
                      "refuse"        raise chatfmt.LimitError
                    "drop" and "cut" raise chatfmt.LimitError, too, where they cannot shorten enough
        fix         what to change in the messages first: a list of names, or a text with commas between names; () or None:
                    nothing
                      "fit-arguments"     arguments of tool calls become what the template takes
                      "arguments-object"  arguments of tool calls become dicts
                      "arguments-text"    arguments of tool calls become JSON text
                      "null-to-empty"     content that is None, or that is missing beside calls, becomes ""
                      "merge-system"      for a template that refuses the system message, its text goes before the first
                                          user message
                      "raw-messages"      messages stay as given: members that are None stay, and reasoning has one name.
                                          Else None is left out, and reasoning is given as "reasoning_content" and as
                                          "thinking", as in transformers 5.23
        variables   variables of the template, such as enable_thinking=False. Under a policy they are data, unless `trusted`
                    names them

        With tokenize=False the result is a str. With return_dict=False it is a list of ids. Otherwise it is a dict:

          input_ids        a list of numbers
          attention_mask   a list of numbers, unless tokenizer_kwargs has return_attention_mask=False
          assistant_masks  with mask=: a list of 0 and 1
          labels           with labels=True: a list of numbers
          attempts         with another policy than "any": a list of at most 256 dicts of begin, end (characters of the
                           text), id, path
          attempt_total    with more than 256 attempts: the number of all attempts
          lost             with another fit than "none": a dict that says what was taken away; {}: nothing was
          changes          with fix: a list of dicts of what (the change, such as "null_to_empty"), message and call (their
                           numbers, from 0)

        For a batch, the result with tokenize=False or return_dict=False is a list with one item for each conversation. Each
        value of the dict is then such a list, too.

        Raises what transformers raises. Each error is a chatfmt.Error as well. A wrong call may also raise Python's own
        TypeError, which is not a chatfmt.Error. Warns (chatfmt.ChatfmtWarning) of

        * variables, tools and documents that the template does not read,
        * messages without a role, and an empty prompt,
        * a mask without a 1, and labels that are all -100,
        * arguments of calls that the template writes as a string within a string,
        * calls that the template writes only beside content that is None, if fix="null-to-empty" made this content a text,
        * attempts and losses that return_dict=False does not show.

        docs/python-api.md has the complete list of warnings.
        """
        if type(labels) is not bool and labels is not None:
            raise wrong_type(f"labels= must be True or False, not {type(labels).__name__}")
        if str in (type(add_generation_prompt), type(tokenize), type(return_dict), type(last_turn), type(sanitize_control_tokens),
                   type(return_assistant_tokens_mask)):
            _notice.no_texts(add_generation_prompt=add_generation_prompt, tokenize=tokenize, return_dict=return_dict, last_turn=last_turn,
                             sanitize_control_tokens=sanitize_control_tokens,
                             return_assistant_tokens_mask=return_assistant_tokens_mask)
        given_truncation, truncation = truncation, truncation is not False and _truncation(truncation, max_length, padding)
        if fit is not None:
            fit = None if fit == "none" else fit
        _contradictions(return_assistant_tokens_mask, mask, truncation, given_truncation, fit, sanitize_control_tokens, policy)
        if return_assistant_tokens_mask:
            mask = "hf"
        shows_mask = mask is not None
        if labels:
            mask = mask or "derived"
        if mask is not None and not (return_dict and tokenize):
            raise InputError("`return_assistant_tokens_mask=True` requires `return_dict=True` and `tokenize=True`"
                             if return_assistant_tokens_mask else
                             f"{'mask' if shows_mask else 'labels'}= needs return_dict=True and tokenize=True")
        if roles or last_turn:
            _check_learned(mask, roles)
        if trusted and tokenize and _notice.names(trusted, "trusted") and policy == "any" and not sanitize_control_tokens:
            raise InputError('trusted= is not used without policy=: leave it out, or give one, such as policy="control"')
        flags = _STRICT_NAMES | (_GENERATION_PROMPT if add_generation_prompt else 0)
        if fix:
            flags |= _fixes(fix)
        field = continue_final_message if isinstance(continue_final_message, str) else None
        flags |= _CONTINUE if continue_final_message else 0
        if type(conversation) is not list or conversation and type(conversation[0]) is not dict:
            conversation = _conversation(conversation)
        batch = _is_batch(conversation)
        if batch:
            conversation = list(_conversations(conversation))
        if batch and self._warns and not all(conversation):
            empty = [f"conversations[{number}]" for number, one in enumerate(conversation) if not one]
            _notice.warn(f"there are no messages in {_notice.some(empty)}")
        arguments = self._arguments(conversation, tools, documents, chat_template,
                                    flags | (_IN_BATCH if batch else 0), field, variables)
        if not tokenize:
            if sanitize_control_tokens or policy != "any" or fit is not None or trusted:
                raise _only_of_ids(sanitize_control_tokens, policy, fit, trusted)
            _padding(padding)
            if return_tensors not in (None, "np", "pt"):
                raise _no_tensors(return_tensors)
            if tokenizer_kwargs:
                _of_tokenizer(tokenizer_kwargs, pad_to_multiple_of, padding_side)
            if (max_length or truncation) and self._warns:
                _notice.warn("truncation= and max_length= are about ids, and tokenize=False gives text: nothing is shortened")
            if not batch:
                return self._native._render(*arguments) or self._written(conversation, "")
            return self._texts(conversation, arguments)
        if not (batch or truncation or padding or fix or sanitize_control_tokens or trusted) and mask is None \
                and fit is None and max_length is None and policy == "any" and return_tensors is None \
                and tokenizer_kwargs is None and padding_side is None:
            ids = self._native._tokens(*arguments, self._tokenizer_for(chat_template), 0)[0]
            if not ids:
                self._written(conversation, "")
            return {"input_ids": ids, "attention_mask": [1] * len(ids)} if return_dict else ids
        attention = return_dict
        if tokenizer_kwargs:
            pad_to_multiple_of, padding_side, attention = _of_tokenizer(tokenizer_kwargs, pad_to_multiple_of, padding_side)
        safe = policy if policy != "any" or not sanitize_control_tokens else "control"
        rows = self._rows(arguments, batch, padding, truncation, max_length, pad_to_multiple_of, padding_side, safe, trusted,
                          mask, fit, roles, last_turn)
        if self._warns:
            named = self._check_rows(rows if batch else (rows,), conversation, batch, trusted, variables, roles)
            if mask is not None and named:
                self._check_mask(rows if batch else (rows,), mask, shows_mask, batch, conversation, roles)
            if rows and (rows[0] if batch else rows)["findings"] & _NO_LENGTH:
                _notice.warn("there is no length to fit or pad to: the model has no model_max_length; max_length= gives one")
            if max_length and not (truncation or fit) and (padding != "max_length" or any(
                    len(row["input_ids"]) > max_length for row in (rows if batch else (rows,)))):
                _notice.warn("max_length= alone shortens nothing; truncation=True or fit= does")
        names = {"input_ids": "input_ids"}
        if attention and return_dict:
            names["attention_mask"] = "attention_mask"
        if shows_mask:
            names["assistant_masks"] = "mask"
        if labels:
            names["labels"] = "labels"
            for row in rows if batch else (rows,):
                row["labels"] = [id if learned else _UNLEARNED for id, learned in zip(row["input_ids"], row["mask"])]
        made = {name: [row[key] for row in rows] if batch else rows[key] for name, key in names.items()}
        if return_tensors is not None:
            warns = self._warns
            for name, value in made.items():
                made[name] = _tensor(return_tensors, name, value if batch else [value], warns)
                warns = False  # the others have the same lengths
        reports = ["attempts"] if policy != "any" else []
        if reports and return_dict and any(row["attempt_total"] > len(row["attempts"]) for row in (rows if batch else (rows,))):
            reports.append("attempt_total")
        if _FITS[fit]:
            reports.append("lost")
        if fix and return_dict:
            reports.append("changes")
        for name in reports:
            found = [row[name] for row in rows] if batch else rows[name]
            if return_dict:
                made[name] = found
            elif self._warns and (any(found) if batch else found):
                _notice.warn(_unseen(name, rows if batch else [rows], batch))
        return made if return_dict else made["input_ids"]

    def _texts(self, conversations, arguments):
        made = []
        for number, one in enumerate(conversations):
            try:
                watch = functools.partial(self._watch, where=f"conversations[{number}].") if self._warns else True
                made.append(self._native._render(one, *arguments[1:7], watch) or self._written(one, "", number))
            except Error as error:
                raise in_batch(error, f"conversations[{number}]")
        return made

    def _check_rows(self, rows, conversation, batch, trusted, variables, roles):
        """Warn of empty prompts, of trusted names that are not given and of roles that no message has. True unless it warned of a role."""
        for number, row in enumerate(rows):
            if not row["text"]:
                self._written(*((conversation[number], "", number) if batch else (conversation, "")))
        for name in _notice.names(trusted, "trusted"):
            if name not in variables and name not in _PARTS:
                _notice.warn(f"trusted= has {name!r}, which is not given{_notice.near(name, [*_PARTS, *variables])}")
        return not roles or _notice.unknown_roles(_notice.names(roles, "roles"), conversation)

    def _check_mask(self, rows, mask, shows_mask, batch, conversation, roles):
        """Warn of the prompts of which nothing is learned."""
        found = [f"conversations[{number}]" for number, row in enumerate(rows) if row["text"] and not any(row["mask"])]
        if found:
            which = _notice.some(found) if batch else "the conversation"
            shown = f"assistant_masks (mask={mask!r}) has no 1" if shows_mask else f"labels (of mask={mask!r}) are all {_UNLEARNED}"
            _notice.warn(f"{shown}: nothing of {which} is in the loss"
                         + (_notice.roles_without_loss(conversation, roles) if mask == "derived" else ""))

    def _tokenizer_for(self, chat_template):
        """The tokenizer; a model that has no template either says that first, as transformers does."""
        if self._tokens is None and chat_template is None:
            self._native._chosen(None, False)
        return self.tokenizer

    def _rows(self, arguments, batch, padding, truncation, max_length, multiple, side, policy, trusted, mask, fit,
              roles=(), last_turn=False):
        """What the library gives: a dict, or a list of dicts for a batch."""
        fit = "truncate" if truncation and fit is None else fit
        options = (_notice.choice(_POLICIES, policy, "policy"), -1 if mask is None else _notice.choice(_MASKS, mask, "mask"),
                   _LAST_TURN if last_turn else 0, _notice.choice(_FITS, fit, "fit"), _padding(padding),
                   _number("max_length", max_length, 1), _number("pad_to_multiple_of", multiple, 0),
                   _notice.choice(_SIDES, side, "padding_side"), int(batch), _notice.names(trusted, "trusted"),
                   _notice.names(roles, "roles"))
        try:
            return self._native._encode(*arguments, self._tokenizer_for(arguments[4]), *options)
        except Error as error:
            if not truncation and str(error).startswith("Truncation and padding are both activated"):
                error.args = (f"max_length={max_length}, to which fit={fit!r} cuts off, is not a multiple of pad_to_multiple_of={multiple}",)
            if padding and str(error).startswith("Asking to pad"):
                error.args = ("there is no pad_token: a Model has that of tokenizer_config.json, so load a folder that names one, or pad "
                              "the ids yourself",)
            raise

    def prompt(self, conversation, tools=None, documents=None, chat_template=None, add_generation_prompt=False,
               continue_final_message=False, fix=(), **variables):
        """The text of a prompt as a chatfmt.Prompt, which knows where each of its characters came from.

        The arguments mean the same as in apply_chat_template(), and the warnings are the same. Any other keyword is a
        variable of the template.
        """
        from ._prompt import Prompt
        _notice.no_texts(add_generation_prompt=add_generation_prompt)
        flags = _STRICT_NAMES | (_GENERATION_PROMPT if add_generation_prompt else 0) | _fixes(fix)
        flags |= _CONTINUE if continue_final_message else 0
        field = continue_final_message if isinstance(continue_final_message, str) else None
        conversation = _conversation(conversation)
        text, spans = self._native._spans(*self._arguments(
            conversation, tools, documents, chat_template, flags, field, variables))
        return Prompt._make(self._written(conversation, text), spans)

    def _opened(self, conversation, tools, policy, chat_template=None, documents=None, **variables):
        """The text, input_ids and turn_stops of a prompt that opens a turn, by one render."""
        arguments = self._arguments(conversation, tools, documents, chat_template,
                                    _STRICT_NAMES | _GENERATION_PROMPT | _TURN, None, variables)
        return self._rows(arguments, False, False, False, None, None, None, policy, (), None, None)

    def open_turn(self, conversation, tools=None, add_generation_prompt=True, continue_final_message=False, **variables):
        """The turn that the prompt leaves open for the model, as a dict:

          role       the role of the turn; "" if no turn is open
          opening    the text that the generation prompt adds; "" if the last message is continued
          prefill    the part of the message that the prompt already has, such as the last message when it is continued
          reasoning  True: a reasoning section is open
          stops      texts that end the turn

        The arguments mean the same as in apply_chat_template(), but add_generation_prompt is True by default. With
        continue_final_message there is no generation prompt. Any other keyword is a variable of the template.
        """
        _notice.no_texts(add_generation_prompt=add_generation_prompt)
        flags = _CONTINUE if continue_final_message else _GENERATION_PROMPT if add_generation_prompt else 0
        field = continue_final_message if isinstance(continue_final_message, str) else None
        return self._native._turn(*self._arguments(_conversation(conversation), tools, None, None, flags | _STRICT_NAMES, field,
                                                   variables))

    @property
    def stops(self):
        """A list of the texts that end an assistant's turn. They are found by rendering a conversation."""
        return self.open_turn([{"role": "user", "content": "Hi"}])["stops"]

    @property
    def stop_ids(self):
        """A list of the ids that end an assistant's turn.

        In this order: the eos token, the ids of eos_token_id in generation_config.json, and the template's end of turn.
        """
        chat = self._arguments([{"role": "user", "content": "Hi"}], None, None, None,
                               _STRICT_NAMES | _GENERATION_PROMPT, None, None)
        return self._rows(chat, False, False, False, None, None, None, "any", (), None, None)["stops"]

    @property
    def findings(self):
        """What to know about the model's ids, a list of these names:

          "adds_bos"   the template writes the BOS (the token that begins a text), and the tokenizer would add it as well.
                       Encoding the text of a prompt with add_special_tokens=True gives the BOS twice
          "two_bos"    the prompt begins with two BOS
          "no_bos"     the tokenizer would add a BOS, and the template does not write one
          "class_ids"  the tokenizer class of the model builds another tokenizer than tokenizer.json describes, and the ids
                       are those of the class
        """
        chat = self._arguments([{"role": "user", "content": "Hi"}], None, None, None, _STRICT_NAMES, None, None)
        found = self._rows(chat, False, False, False, None, None, None, "any", (), None, None)["findings"]
        return [name for bit, name in enumerate(_FINDINGS) if found >> bit & 1]

    def reader(self, tools=None, prompt=None, calls_before=0, **options):
        """A chatfmt.ReplyParser for the replies of this model.

        tools         OpenAI's dicts or Python functions that can be called; None: calls of any name count
        prompt        the text of the prompt, which shows whether reasoning is open; None: no prompt
        calls_before  the number of calls in earlier replies of the conversation
        options       the other arguments of chatfmt.ReplyParser, except `family`

        The reader, which knows how the model writes its replies, is chosen by the markers of the template. The choice is
        confirmed by reading back what the template writes. If no known family fits, the reader is learned from the
        template.

        If the model has several templates, the template is "tool_use", or "default" if there is no "tool_use". template=
        takes the source of another one (None: the model's own template). feed_ids() of the parser reads this model's ids.

        A response_template or response_schema in the model's tokenizer_config.json is not used, and a warning says so.
        """
        from ._replies import ReplyParser, check_names, named_family
        check_names(options)
        if options.get("template") is None:
            if self._reader is None:
                try:
                    self._reader = self._native._reader(None)
                except NotFoundError as error:
                    raise named_family(error)
                if self._warns:
                    _notice.described_replies(self._native.about)
            options["template"] = self._reader
        return ReplyParser("auto", tools=tools, prompt=prompt, calls_before=calls_before,
                           **{"tokenizer": lambda: self.tokenizer, **options})

    def __copy__(self):
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def __deepcopy__(self, memo):
        return copy.copy(self)

    def __reduce__(self):
        tokenizer = self._made[3].get("tokenizer") if self._made else None
        if self._made is None or tokenizer is not None and tokenizer.path is None:
            raise wrong_type("this Model cannot be pickled, for it has a tokenizer= that was not made from a path: make it in "
                             "each process")
        return _remade, self._made


def _remade(cls, method, given, options):
    """A Model that was pickled, from its files or its template."""
    return getattr(cls, method)(given, **options)


_PARAMETERS = frozenset(inspect.signature(Model.apply_chat_template).parameters) - {"self", "variables"}
