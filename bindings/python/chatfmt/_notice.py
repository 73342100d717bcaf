"""What a call of chatfmt.Model does without an error although the caller should know it: the warnings and their texts."""
import os
import re
import sys
import warnings

from ._errors import ChatfmtWarning, Error, InputError, wrong_type

__all__ = ["choice", "described", "described_replies", "folder_without_model", "first_printed", "first_role", "first_text_call", "first_unread", "first_unusual", "names", "near", "no_texts", "printed_parts", "roles_without_loss", "templates_without_messages", "texts", "typed", "unknown_roles", "warn", "word_as_source", "words_of", "wrong_source"]

_HERE = os.path.dirname(__file__) + os.sep
_USUAL = frozenset(("system", "developer", "user", "assistant", "tool", "function", "ipython", "model"))
_OWN = frozenset(("system", "user", "assistant"))
_SHAREGPT = {"human": "user", "gpt": "assistant"}
_VARIABLES = frozenset(("messages", "tools", "documents"))  # words of templates that are no roles
_MODEL_FILES = frozenset(("additional_chat_templates", "added_tokens.json", "chat_template.jinja", "chat_template.json", "config.json", "generation_config.json", "processor_config.json",
                          "special_tokens_map.json", "tekken.json", "tokenizer.json", "tokenizer_config.json", "vocab.json", "vocab.txt"))
_MODEL_ENDS = (".model", ".tiktoken")
_LOOKED_INTO = 100  # folders in a folder that may be the model
_MEMBERS = ("content", "tool_calls", "reasoning_content", "tool_call_id", "name")
# Types of JSON's values -> JSON's words.
JSON_WORDS = {str: "a text", list: "a list", dict: "an object", bool: "true or false", int: "a whole number",
              float: "a decimal number", (int, float): "a number"}
_LONGEST_NAME = 200  # characters of a word that are compared with names: a role of a request may have millions
_SHOWN = 3  # names and keys that a sentence lists


def warn(text):
    """Warn at the caller's line, which is outside this package."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, ChatfmtWarning, stacklevel=level)


def path_as_source(source):
    """Warn of a template's text that is the name of a file. Gives True if it is one."""
    named = isinstance(source, str) and "{" not in source and "\0" not in source and (
        source.endswith((".jinja", ".jinja2", ".j2")) or os.path.exists(source))
    if named:
        folder = os.path.isdir(source)
        warn(f"{source!r} is taken as the text of a template, not as the path of {'a folder' if folder else 'its file'}; " +
             ("Model.from_pretrained() opens folders" if folder else "read the file first"))
    return named


def _compile(sources):
    from ._chatfmt import Template
    try:
        return all(map(Template, sources))
    except Error:
        return False


def templates_without_messages(templates, where):
    """Warn of a model if none of its templates can write a conversation. Gives True if it warns.

    Templates that do not compile are errors when they are used.
    """
    without = bool(templates) and not any("messages" in source and ("{{" in source or "{%" in source) for source in templates.values()) \
        and _compile(templates.values())
    if without:
        warn(f"{where} is a template that does not read messages: nothing of a conversation comes into its prompts")
    return without


def _has_model(folder):
    """Whether a folder has a file of a model."""
    try:
        return any(name in _MODEL_FILES or name.endswith(_MODEL_ENDS) for name in os.listdir(folder))
    except OSError:
        return False


def folder_without_model(where):
    """Warn of a folder that has no file of a model, and name what in it may be meant."""
    folder = os.fsdecode(where)
    try:
        found = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    except OSError:
        return
    if _has_model(folder):
        return
    meant = next((path for path in found if path.endswith(".gguf")), None) or next(filter(_has_model, found[:_LOOKED_INTO]), None)
    warn(f"{folder!r} has no file of a model, such as tokenizer_config.json, chat_template.jinja or tokenizer.json"
         + (f"; did you mean {meant!r}?" if meant else ""))


def name_as_source(source, names):
    """Warn of a template's text that is rather the name of a template that the model does not have."""
    if isinstance(source, str) and source.isidentifier() and (source not in names or list(names) == ["default"]):
        has = "; the model has one template, without a name" if list(names) == ["default"] else f"; the model has {', '.join(map(repr, names))}" if names else ""
        warn(f"chat_template={source!r} is no name of a template of the model, and so a template's text: the prompt is {source!r}{has}")


def word_as_source(source):
    """Warn of a template's text that is rather a name, where names are not allowed."""
    if isinstance(source, str) and source.isidentifier():
        warn(f"template={source!r} is taken as the text of a template, not as a name; model.templates has the texts by name")


def wrong_source(source, names):
    """Warn of a `chat_template` that is rather the name of a file, or of a template that the model does not have."""
    path_as_source(source) or name_as_source(source, names)


def calls_of(conversation):
    """The messages with tool calls: (number, path of the calls, what may decide whether a template writes them)."""
    return [(number, f"messages[{number}].tool_calls", (message.get("role") == "assistant", _kind_of(message.get("content")),
                                                        len(message["tool_calls"]) > 1))
            for number, message in enumerate(conversation if isinstance(conversation, (list, tuple)) else ())
            if isinstance(message, dict) and isinstance(message.get("tool_calls"), (list, tuple)) and message["tool_calls"]]


def _kind_of(content):
    return content if content is None or content == "" else ...


def without_content_of(conversation, number):
    """The conversation, in which one message has None as its content."""
    return [{**message, "content": None} if at == number else message for at, message in enumerate(conversation)]


def lost_calls(path, why):
    """Warn of calls that are not in a prompt."""
    warn(f"{path} is not in the prompt: the template {why}")


def text_call(path, is_object):
    """Warn of arguments of a call that a template writes as a string within a string."""
    warn(f"{path} is text, and the template takes an object: it writes the text as a string, or fails. " + (
        'fix="fit-arguments" makes it what the template takes; parse(…, arguments="object") reads it so' if is_object
        else "The text is no JSON object, so no fix= makes it one: repair it"))


def broken_call(path):
    """Warn of arguments of a call that no `fix` can turn into an object."""
    warn(f"{path} is text that is no JSON object: fix= leaves it as it is")


def near(word, names):
    """"; did you mean 'NAME'?", or "" if no name is similar."""
    import difflib
    found = difflib.get_close_matches(str(word)[:_LONGEST_NAME], sorted(map(str, names)), 1, 0.7)
    return f"; did you mean {found[0]!r}?" if found else ""


def some(names):
    """The first names, and how many more there are."""
    return ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")


def no_texts(**flags):
    """Raise TypeError of an argument that is a text in place of True or False, for "no" would be True."""
    for name, value in flags.items():
        if type(value) is str:
            raise wrong_type(f"{name}= must be True or False, not str")


def choice(table, name, what):
    """table[name]. Raises InputError, which says what the argument `what` may be."""
    try:
        return table[name]
    except (KeyError, TypeError):
        names = [word for word in table if isinstance(word, str)]
        words = ", ".join(repr(word) for word in table if word or word is False)
        raise InputError(f"{what} is {name!r}; it may be {words}{near(name, names)}") from None


def typed(name, given, types, words, others=()):
    """The value of an argument. Raises TypeError if it is of none of `types`, or of one of `others`."""
    if not isinstance(given, types) or isinstance(given, others):
        raise wrong_type(f"{name} must be {words}, not {type(given).__name__}")
    return given


def described(value):
    """A value in JSON's words, such as "a text" or "null"."""
    import json
    named = isinstance(value, (bool, type(None)))
    return json.dumps(value) if named else JSON_WORDS.get(type(value), type(value).__name__)


def texts(given, what):
    """A list of texts, of one text or of several. Raises TypeError if the argument `what` is neither."""
    if isinstance(given, str):
        return (given,)
    if given and (isinstance(given, bytes) or not hasattr(given, "__iter__")):
        raise wrong_type(f"{what}= must be a text or a list of texts, not {type(given).__name__}")
    found = tuple(given or ())
    for number, one in enumerate(found):
        if not isinstance(one, str):
            raise wrong_type(f"{what}[{number}] must be a text, not {type(one).__name__}")
    return found


def names(given, what):
    """A list of names, of a text with commas between names or of several texts."""
    return tuple(map(str.strip, given.split(","))) if isinstance(given, str) and given else texts(given or (), what)


def words_of(source):
    """All words of a template's source. A variable that is not one of these words is not read."""
    return frozenset(re.findall(r"\b[^\W\d]\w*", source))


def _messages(conversation, path):
    """(path, message) of a conversation or a list of them."""
    for number, item in enumerate(conversation if isinstance(conversation, (list, tuple)) else ()):
        if isinstance(item, (list, tuple)):
            yield from _messages(item, f"conversations[{number}].")
        else:
            yield f"{path}messages[{number}]", item


def first_role(conversation):
    """The path of the first message without a role, and the keys that it has. None: each message has a role."""
    for path, message in _messages(conversation, ""):
        if isinstance(message, dict) and not isinstance(message.get("role"), str):
            return path, ", ".join(map(repr, list(message)[:_SHOWN])) or "nothing"
    return None


def first_unusual(conversation):
    """The first message whose role is not a usual one: its path, its role, and what the role may be. None: there is no such
    message."""
    for path, message in _messages(conversation, ""):
        role = message.get("role") if isinstance(message, dict) else None
        if isinstance(role, str) and role not in _USUAL:
            return path, role, near(role, _USUAL)
    return None


def first_placeholder(conversation, path="messages"):
    """The first object that is not data, such as bytes: its path, and the text that it becomes. None: there is no such
    object."""
    from ._plain import reduce
    if isinstance(conversation, (list, tuple)):
        inner = "conversations" if path == "messages" and conversation and isinstance(conversation[0], (list, tuple)) else path
        items = [(f"{inner}[{number}]" + (".messages" if inner != path else ""), item) for number, item in enumerate(conversation)]
    elif isinstance(conversation, dict):
        items = [(f"{path}.{key}", item) for key, item in conversation.items()]
    elif conversation is None or isinstance(conversation, (str, int, float)):
        return None
    else:
        made = reduce(conversation)
        return (path, made) if isinstance(made, str) else None
    return next(filter(None, (first_placeholder(item, at) for at, item in items)), None)


def placeholders(conversation, others, where):
    """Warn of the first object that is not data in the conversation, and of the first in the other arguments, by their
    names. Gives True if the conversation has one.

    where  the path of the conversation, if it is one of several. The other arguments are looked at beside the first alone
    """
    found = first_placeholder(conversation)
    beside = next(filter(None, (first_placeholder(value, name) for name, value in others)), None) if where in ("", "conversations[0].") else None
    for path, made in filter(None, (found and (where + found[0], found[1]), beside)):
        warn(f"{path} is no data that a template takes: it becomes the text {made!r}, as in transformers")
    return found is not None


def first_printed(conversation, prompt):
    """The path of the first content that is a list and is in the prompt as Python's text of it, and the text's beginning.
    None: there is no such content."""
    for path, message in _messages(conversation, ""):
        content = message.get("content") if isinstance(message, dict) else None
        part = content[0] if isinstance(content, list) and content else None
        if isinstance(part, dict) and part:
            begin = "[{%r: %.40r" % next(iter(part.items()))
            if begin in prompt:
                return f"{path}.content", begin
    return None


def printed_parts(path, begin):
    """Warn of a content that is in the prompt as Python's text."""
    warn(f"{path} is a list of parts, and the template takes a text: the list is in the prompt as Python's text ({begin} …). "
         "Give the content as one text")


def unnamed_roles(conversation, words, compared):
    """The messages with a role that the template does not name, except for the three roles that all templates have.

    For each of them: its path, what to say of its role, and whether the role is misspelt. compared() gives the roles that
    the template names.
    """
    named = _OWN.union(_USUAL.intersection(words))
    for path, message in _messages(conversation, ""):
        role = message.get("role") if isinstance(message, dict) else None
        if not isinstance(role, str) or role in _OWN or not _has_text(message) or role in compared():
            continue
        meant, known = _SHAREGPT.get(role), role in _USUAL or (role in words and role not in _VARIABLES)
        wrong = "" if known else f"; did you mean {meant!r}?" if meant in named else near(role, named)
        yield path, f"the role {role!r}, which the template does not name" + (wrong or " and writes nothing of"), bool(wrong)


def have_text(conversation, roles):
    """Whether each message with one of the roles has content."""
    return all(_has_text(message) for _, message in _messages(conversation, "") if isinstance(message, dict) and message.get("role") in roles)


def _has_text(message):
    """Whether there is content, of which something could be written."""
    content = message.get("content")
    return bool(content.strip() if isinstance(content, str) else content)


def first_unread(conversation, words, nulls=False):
    """The first message in which the template reads nothing but the role: its path, its keys, and whether its content is
    None.

    nulls  True: members that are None count as members. False: they do not
    """
    for path, message in _messages(conversation, ""):
        if isinstance(message, dict) and not any(
                key in words and (nulls or value is not None) for key, value in message.items() if key != "role"):
            return path, _keys(message), message.get("content", path) is None
    return None


def _keys(message):
    """The keys of a message without content that is read, and what the first odd one may be."""
    keys = ", ".join(f"{key!r}: None" if message[key] is None else repr(key) for key in list(message)[:_SHOWN])
    return keys + next(filter(None, (near(key, _MEMBERS) for key in message if key != "role" and key not in _MEMBERS)), "")


def without_content(conversation):
    """The messages without content and calls that have another member, which the template may read instead.

    For each of them: its path, and what to say.
    """
    for path, message in _messages(conversation, ""):
        if isinstance(message, dict) and "content" not in message and not message.get("tool_calls") and len(message) > 1:
            yield path, f"no content that the template reads, only {_keys(message)}", False


def roles_without_loss(conversation, roles):
    """What helps if there is an unusual role in place of those in the loss; "" if that is not so."""
    there = {message.get("role") for _, message in _messages(conversation, "") if isinstance(message, dict)}
    others = sorted(map(repr, filter(None, there - (_USUAL - {"model"}))))
    if not others or there.intersection(roles or ("assistant",)):
        return ""
    return f". No message has the role {some(list(map(repr, roles or ['assistant'])))}, but {some(others)}: rename it, or name it in roles="


def described_replies(about):
    """Warn of a model whose own description of its replies Model.reader() does not use."""
    import json
    if about["kind"] != "folder":
        return
    try:
        with open(os.path.join(about["path"], "tokenizer_config.json"), encoding="utf-8") as file:
            config = json.load(file)
    except (OSError, ValueError, RecursionError):
        return
    for name in ("response_template", "response_schema"):
        if isinstance(config, dict) and config.get(name) is not None:
            warn(f"the model has a {name}, and reader() does not use it: names of members may differ. After "
                 "chatfmt.transformers.install(), parse_response() of its tokenizer uses a response_template")


def unknown_roles(roles, conversation):
    """Warn of unusual roles that no message has: nothing of them is in the loss. Gives True if there are no such roles."""
    there = {message.get("role") for _, message in _messages(conversation, "") if isinstance(message, dict)}
    unknown = [role for role in roles if role not in there and role not in _USUAL]
    for role in unknown:
        warn(f"roles= has {role!r}, which no message has{near(role, _USUAL.union(filter(None, there)))}")
    return not unknown


def _is_json_object(text):
    import json
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def first_text_call(conversation, broken=False):
    """The first arguments of a tool call that are text.

    broken  True: only arguments that are not a JSON object

    Gives their path, whether they are a JSON object, and the conversation with an object in their place if they are not.
    Gives (None, False, None) if there are no such arguments.
    """
    for path, message in _messages(conversation, ""):
        calls = message.get("tool_calls") if isinstance(message, dict) else None
        for number, call in enumerate(calls if isinstance(calls, (list, tuple)) else ()):
            function = call.get("function", call) if isinstance(call, dict) else None
            given = function.get("arguments") if isinstance(function, dict) else None
            if not isinstance(given, str):
                continue
            whole = _is_json_object(given)
            if not (broken and whole):
                return (f"{path}.tool_calls[{number}].function.arguments", whole,
                        conversation if whole else _with_arguments(conversation, message, number))
    return None, False, None


def _with_arguments(conversation, message, number):
    """The conversation, or list of them, in which the call has an empty object as its arguments."""
    if conversation is message:
        calls = list(message["tool_calls"])
        call = calls[number]
        calls[number] = {**call, "function": {**call["function"], "arguments": "{}"}} if "function" in call else {**call, "arguments": "{}"}
        return {**message, "tool_calls": calls}
    if isinstance(conversation, (list, tuple)):
        return [_with_arguments(item, message, number) for item in conversation]
    return conversation
