"""FastChat's conversations, with the names of ``fastchat.conversation``. chatfmt's C library makes the prompts and
conversions.

>>> from chatfmt.fastchat import get_conv_template
>>> conv = get_conv_template("vicuna_v1.1")
>>> conv.append_message(conv.roles[0], "Hello!")
>>> conv.append_message(conv.roles[1], None)
>>> conv.get_prompt()[-24:]
' USER: Hello! ASSISTANT:'
"""
import base64
import collections
import dataclasses
import json
import os
from enum import IntEnum, auto
from io import BytesIO
from typing import Any, Dict, List, Optional, Tuple, Union

from . import _chatfmt, _notice
from ._errors import Error, NotFoundError, UnsupportedError, _again, wrong_key
from ._formats import formats as _formats

__all__ = ["Conversation", "ConversationError", "IMAGE_PLACEHOLDER_STR", "Image", "ImageFormat", "SeparatorStyle",
           "conv_templates", "get_conv_template", "get_conversation_template", "register_conv_template"]

IMAGE_PLACEHOLDER_STR = "$$<image>$$"


class SeparatorStyle(IntEnum):
    """How a conversation is written as text. The numbers are those of FastChat, because FastChat's workers send them."""

    ADD_COLON_SINGLE = auto()
    ADD_COLON_TWO = auto()
    ADD_COLON_SPACE_SINGLE = auto()
    NO_COLON_SINGLE = auto()
    NO_COLON_TWO = auto()
    ADD_NEW_LINE_SINGLE = auto()
    LLAMA2 = auto()
    LLAMA3 = auto()
    CHATGLM = auto()
    CHATML = auto()
    CHATINTERN = auto()
    DOLLY = auto()
    RWKV = auto()
    PHOENIX = auto()
    ROBIN = auto()
    FALCON_CHAT = auto()
    CHATGLM3 = auto()
    DEEPSEEK_CHAT = auto()
    METAMATH = auto()
    YUAN2 = auto()
    GEMMA = auto()
    CLLM = auto()
    DEFAULT = auto()


# ---- Errors ------------------------------------------------------------------------------------

class ConversationError(Error):
    """A conversation has something that its format cannot write.

    `kind` says what that is, such as "null_separator" (docs/formats.md lists the kinds). Each error is also an instance of
    the exception that FastChat's code ends in, such as TypeError or ValueError.
    """


# kind -> what FastChat raises
_RAISED = {"null_separator": (TypeError,), "image_message_unsupported": (TypeError, AttributeError),
           "bad_tuple_arity": (ValueError,), "bad_system_template": (ValueError, KeyError, IndexError, AttributeError),
           "invalid_style": (ValueError,), "image_not_object": (AttributeError,), "no_images": (IndexError,),
           "image_local_file_unsupported": (TypeError, UnboundLocalError), "needs_network": (RuntimeError,),
           "other": (TypeError,)}
_classes = {}


def _failure(error):
    kind = str(error).partition(":")[0]
    return _of_kind(kind, str(error)) if kind in _RAISED else error


def _of_kind(kind, text):
    if kind not in _classes:
        _classes[kind] = type("ConversationError", (ConversationError, *_RAISED[kind]), {
            "__module__": __name__, "__str__": Exception.__str__, "kind": kind,
            "__reduce__": lambda self: (_again, (_of_kind, kind, str(self), vars(self)))})
    return _classes[kind](text)


# ---- Images ------------------------------------------------------------------------------------

class ImageFormat(IntEnum):
    """Where the data of an image is."""

    URL = auto()
    LOCAL_FILEPATH = auto()
    PIL_IMAGE = auto()
    BYTES = auto()
    DEFAULT = auto()


@dataclasses.dataclass
class Image:
    """An image of a message, as in ``fastchat.serve.vision.image``.

    url           a text: the address of the image, or the path of its file
    filetype      a text, such as "png" or "jpeg"
    image_format  an ImageFormat: where the data is
    base64_str    the data in base64; "" if the data is elsewhere

    >>> Image(filetype="png", base64_str="AAAA").to_openai_image_format()
    'data:image/png;base64,AAAA'
    """

    url: str = ""
    filetype: str = ""
    image_format: ImageFormat = ImageFormat.BYTES
    base64_str: str = ""

    def to_openai_image_format(self):
        """The address of the image. If the data is not at an address, a data: URL with the data."""
        if self.image_format == ImageFormat.URL:
            return self.url
        if self.image_format == ImageFormat.LOCAL_FILEPATH:
            self.convert_image_to_base64()
        elif self.image_format != ImageFormat.BYTES:
            raise ValueError(f"an image given as {self.image_format!r} cannot be sent to OpenAI's API: {self.url}")
        return f"data:image/{self.filetype};base64,{self.base64_str}"

    def convert_image_to_base64(self):
        """The data in base64.

        A file is read, converted to PNG, and kept in `base64_str`; this needs Pillow. Raises chatfmt.UnsupportedError for
        an image that is an address, because chatfmt does not fetch anything.
        """
        if self.image_format == ImageFormat.URL:
            raise UnsupportedError(f"the image at {self.url} would have to be fetched")
        if self.image_format == ImageFormat.LOCAL_FILEPATH:
            with _pillow().open(self.url) as image:
                self.base64_str = base64.b64encode(_png(image.convert("RGBA"))).decode()
        return self.base64_str

    def to_conversation_format(self, max_image_size_mb=None):
        """Read the file at `url` into this image as a PNG, made smaller so that it fits into a square of 1024 pixels. It
        needs Pillow.

        max_image_size_mb  the largest size of the PNG in megabytes, approximately; None: no limit

        Gives this image.
        """
        with _pillow().open(self.url) as image:
            image = image.convert("RGBA")
        width, height = image.size
        short = int(min(1024 / (max(width, height) / min(width, height)), 1024, width, height))
        long = int(short * max(width, height) / min(width, height))
        if long != max(width, height):
            image = image.resize((short, long) if height > width else (long, short))
        data = _png(image)
        if max_image_size_mb and len(data) > max_image_size_mb * 2 ** 20:
            factor = (max_image_size_mb * 2 ** 20 / len(data)) ** 0.5
            data = _png(image.resize((int(image.width * factor), int(image.height * factor))))
        self.filetype, self.image_format = "png", ImageFormat.BYTES
        self.base64_str = base64.b64encode(data).decode()
        return self


def _pillow():
    import PIL.Image
    return PIL.Image


def _png(image):
    data = BytesIO()
    image.save(data, format="PNG")
    return data.getvalue()


def _load(data):
    return _pillow().open(BytesIO(base64.b64decode(data.rpartition(",")[2])))


def _image(image, kept):
    """An image as the library reads it; FastChat's own objects will do."""
    place = getattr(image, "image_format", None)
    if place is None:
        return image
    kept.append(image)
    return {"__image__": ImageFormat(place).name, "url": image.url, "filetype": image.filetype,
            "base64": image.base64_str, "__number__": len(kept) - 1}


def _content(message, kept):
    if type(message) is tuple and len(message) == 2 and isinstance(message[1], (list, tuple)):
        return (message[0], [_image(image, kept) for image in message[1]])
    return message


def _restored(value, kept):
    """What a conversion left as it was, JSON by now, as the objects that it was."""
    if isinstance(value, list):
        value = [_restored(item, kept) for item in value]
        is_pair = len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], list)
        return tuple(value) if is_pair else value
    if isinstance(value, dict):
        number = value.get("__number__")
        return {key: _restored(item, kept) for key, item in value.items()} if number is None else kept[number]
    return value


# ---- Conversations -----------------------------------------------------------------------------

@dataclasses.dataclass
class Conversation:
    """A conversation, and how it is written as text. The fields are those of FastChat.

    name                   the name of the template
    system_template        the text around the system message, which replaces {system_message} in it
    system_message         the text of the system message
    system_message_vision  the system message for conversations with images; "": the same as system_message
    roles                  the names of the user and the assistant
    messages               a list of [role, message]. A message is a text, or (text, list of Image), or None: the model is
                           to write it. In a built-in template and by default, `messages` is a tuple, to which nothing can
                           be appended. copy() makes a list of it
    offset                 the number of messages at the beginning that are examples
    sep_style              a SeparatorStyle: how the messages are written
    sep, sep2              the texts between messages, or None
    stop_str               a text or a list of texts that end a reply, or None
    stop_token_ids         a list of ids that end a reply, or None
    max_image_size_mb      the largest image in megabytes that the model takes, or None. Image.to_conversation_format()
                           makes images fit

    >>> conv = Conversation("mine", roles=("Q", "A"), messages=[["Q", "Hi"], ["A", None]])
    >>> conv.get_prompt()
    '\\nQ: Hi\\nA:'
    """

    name: str
    system_template: str = "{system_message}"
    system_message: str = ""
    system_message_vision: str = ""
    roles: Tuple[str, ...] = ("USER", "ASSISTANT")
    messages: List[List[Any]] = ()
    offset: int = 0
    sep_style: Optional[SeparatorStyle] = SeparatorStyle.ADD_COLON_SINGLE
    sep: Optional[str] = "\n"
    sep2: Optional[str] = None
    stop_str: Union[None, str, List[str]] = None
    stop_token_ids: Optional[List[int]] = None
    max_image_size_mb: Union[None, int, float] = None

    def _record(self):
        """The fields as the library reads them, and the images among them."""
        record = {name: getattr(self, name) for name in _NAMES}
        kept = []
        record["messages"] = [[role, _content(message, kept)] for role, message in self.messages]
        try:
            record["sep_style"] = SeparatorStyle(self.sep_style).name
        except ValueError:
            record["sep_style"] = None if self.sep_style is None else str(self.sep_style)
        return record, kept

    def _made(self, to=None):
        record, kept = self._record()
        try:
            return _chatfmt.conversation({"conv": record}, to), kept
        except Error as error:
            raise _failure(error) from None

    def _converted(self, to):
        text, images = self._made(to)
        return _restored(json.loads(text), images)

    def get_prompt(self) -> str:
        """The prompt. An empty message is written like one that the model is to write.

        Raises ConversationError.
        """
        return self._made()[0]

    def set_system_message(self, system_message: str):
        """Replace the system message."""
        self.system_message = system_message

    def get_system_message(self, is_vision=False):
        """The system message.

        is_vision  True: the system message for images, if there is one
        """
        return is_vision and self.system_message_vision or self.system_message

    def append_message(self, role: str, message):
        """Append a message. None: the model is to write the message."""
        self.messages.append([role, message])

    def update_last_message(self, message):
        """Replace the last message, which is usually None, by what the model wrote."""
        self.messages[-1][1] = message

    def copy(self) -> "Conversation":
        """A copy that has a list of messages of its own."""
        return Conversation(**{**{name: getattr(self, name) for name in _NAMES},
                               "messages": [[role, message] for role, message in self.messages]})

    def stop_strings(self) -> List[str]:
        """`stop_str` as a list.

        >>> get_conv_template("one_shot").stop_strings()
        ['###']
        """
        return [self.stop_str] if isinstance(self.stop_str, str) else list(self.stop_str or ())

    # -- Conversions. Messages are counted from `offset`: the even ones are the user's.

    def to_openai_api_messages(self) -> List[Dict[str, Any]]:
        """The messages in the form of OpenAI's API. Images stay as they are; to_openai_vision_api_messages() converts them.

        >>> get_conv_template("llama-2").to_openai_api_messages()
        []
        """
        return self._converted("openai")

    def to_openai_vision_api_messages(self, is_mistral=False) -> List[Dict[str, Any]]:
        """The messages in the form of OpenAI's API, with images as parts.

        is_mistral  True: the form of Mistral's API
        """
        return self._converted("openai_vision_mistral" if is_mistral else "openai_vision")

    def to_anthropic_vision_api_messages(self) -> List[Dict[str, Any]]:
        """The messages in the form of Anthropic's API. The system message is one of them."""
        return self._converted("anthropic_vision")

    def to_gemini_api_messages(self) -> List[Dict[str, Any]]:
        """The messages in the form of Google's Gemini API. Images are decoded, which needs Pillow."""
        return _replaced(self._converted("gemini"), "__decoded_image_from_base64__", _load)

    def to_vertex_api_messages(self, fetch=None) -> List[Any]:
        """The contents for Google's Vertex API: a list of texts and images, without roles.

        fetch  a function that takes the address of an image and gives the bytes of the image. None: an image that is an
               address raises a ConversationError of the kind "needs_network"

        Images are vertexai.preview.generative_models.Image if that is installed, and bytes otherwise.
        """
        conv = self
        if fetch is not None:
            conv = self.copy()
            for pair in conv.messages:
                if type(pair[1]) is tuple:
                    pair[1] = (pair[1][0], [_fetched(image, fetch) for image in pair[1][1]])
        try:
            from vertexai.preview.generative_models import Image as VertexImage
            make = VertexImage.from_bytes
        except ImportError:
            make = bytes
        return _replaced(conv._converted("vertex"), "__image_bytes_base64__", lambda data: make(base64.b64decode(data)))

    def to_reka_api_messages(self) -> List[Any]:
        """The messages in the form of Reka's API: reka.ChatMessage if that is installed, and dicts with the same fields
        otherwise."""
        rows = self._converted("reka")
        try:
            from reka import ChatMessage, TypedMediaContent, TypedText
        except ImportError:
            return rows
        parts = {"text": TypedText, "image_url": TypedMediaContent}
        return [ChatMessage(role=row["role"], content=[parts[part["type"]](**part) for part in row["content"]])
                for row in rows]

    def to_metagen_api_messages(self) -> List[Dict[str, Any]]:
        """The messages in the form of Meta's MetaGen API."""
        return self._converted("metagen")

    def to_yandex_api_messages(self) -> List[Dict[str, Any]]:
        """The messages in the form of Yandex's API, as FastChat's api_provider makes them."""
        return self._converted("yandex")

    def to_gradio_chatbot(self) -> List[List[Any]]:
        """Rows [user, assistant] for Gradio's chat box. The first image of a message comes before its text."""
        return self._converted("gradio")

    def get_images(self) -> List[str]:
        """A list of the images of the user's messages in base64. An image that is an address is ""."""
        return self._converted("images")

    def extract_text_from_messages(self):
        """A list of (role, text), one for each message."""
        return [(role, message[0] if type(message) is tuple else message) for role, message in self.messages]

    def extract_text_and_image_hashes_from_messages(self):
        """A list of (role, message), one for each message. Images become MD5 hashes of their pixels, which needs Pillow.

        Images that are addresses stay as they are.
        """
        import hashlib

        def hashed(message):
            if type(message) is not tuple:
                return message
            hashes = []
            for image in message[1]:
                if image.image_format == ImageFormat.URL:
                    hashes.append(image)
                elif image.image_format == ImageFormat.BYTES:
                    hashes.append(hashlib.md5(_load(image.base64_str).tobytes()).hexdigest())
            return (message[0], hashes)
        return [(role, hashed(message)) for role, message in self.messages]

    def save_new_images(self, has_csam_images=False, use_remote_storage=False):
        """Save the images of the user's last message as files in a folder of $LOGDIR. Needs Pillow.

        has_csam_images     True: the folder is csam_images. False: it is serve_images
        use_remote_storage  True: raise chatfmt.UnsupportedError, unless has_csam_images is True

        The name of each file is the MD5 hash of the pixels. The message before the last one is the user's last message.
        """
        import hashlib
        message = self.messages[-2][1]
        if type(message) is not tuple:
            return
        if use_remote_storage and not has_csam_images:
            raise UnsupportedError("images are not uploaded from here")
        folder = os.path.join(os.getenv("LOGDIR", "."), "csam_images" if has_csam_images else "serve_images")
        for image in message[1]:
            loaded = _load(image.base64_str)
            path = os.path.join(folder, f"{hashlib.md5(loaded.tobytes()).hexdigest()}.{image.filetype}")
            os.makedirs(folder, exist_ok=True)
            if not os.path.isfile(path):
                loaded.save(path)

    def dict(self) -> Dict[str, Any]:
        """What FastChat saves, a dict. With the template, it is enough to make the conversation again."""
        return {"template_name": self.name, "system_message": self.system_message, "roles": self.roles,
                "messages": self.extract_text_and_image_hashes_from_messages(), "offset": self.offset}


_NAMES = [field.name for field in dataclasses.fields(Conversation)]


def _replaced(value, marker, make):
    """`value` with each object that is {marker: data} replaced by make(data)."""
    if isinstance(value, list):
        return [_replaced(item, marker, make) for item in value]
    if isinstance(value, dict):
        if marker in value:
            return make(value[marker])
        return {key: _replaced(item, marker, make) for key, item in value.items()}
    return value


def _fetched(image, fetch):
    if getattr(image, "image_format", None) != ImageFormat.URL:
        return image
    return Image(url=image.url, filetype=image.filetype, base64_str=base64.b64encode(fetch(image.url)).decode())


# ---- Templates ---------------------------------------------------------------------------------

class _Templates(collections.UserDict):
    """Conversations by name. What is put in is a format of chatfmt.formats, too."""

    def __missing__(self, name):
        raise wrong_key(f"there is no template {name!r}{_notice.near(name, self.data)}")

    def __setitem__(self, name, template):
        record = Conversation._record(template)[0]
        if record["sep_style"] not in SeparatorStyle.__members__:
            record["sep_style"] = None  # FastChat refuses it only when it writes a prompt
        _formats._add([{**record, "name": name}])
        self.data[name] = template


def _builtin(name):
    fields = json.loads(_chatfmt.format_fields("fastchat/" + name))
    record = {key: fields[key] for key in _NAMES if key in fields}
    style = record["sep_style"]
    return Conversation(**{**record, "name": name, "roles": tuple(record["roles"]),
                           "messages": tuple(map(tuple, record["messages"])),
                           "sep_style": None if style is None else SeparatorStyle[style]})


conv_templates: Dict[str, Conversation] = _Templates()
conv_templates.data.update((row.name, _builtin(row.name)) for row in _formats if row.system == "fastchat")


def register_conv_template(template: Conversation, override: bool = False):
    """Make a template known by its name. It is then a format of chatfmt.formats as well.

    template  a Conversation
    override  True: replace a template of the same name. False: raise AssertionError if the name is taken

    >>> register_conv_template(Conversation("docs-example", roles=("Q", "A"), sep="|"))
    >>> import chatfmt
    >>> chatfmt.formats["docs-example"].render([{"role": "user", "content": "Hi"}])
    '|Q: Hi|A:'
    """
    if not override and template.name in conv_templates:
        raise AssertionError(f"{template.name} has been registered.")
    conv_templates[template.name] = template


def get_conv_template(name: str) -> Conversation:
    """A copy of the template with this name. Raises KeyError if there is no such template."""
    return conv_templates[name].copy()


def get_conversation_template(model_path: str) -> Conversation:
    """A copy of the template that FastChat's adapters choose for the path or name of a model.

    For a PEFT adapter, it is the template of the base model that adapter_config.json names. Raises chatfmt.NotFoundError if
    that file is missing.

    >>> get_conversation_template("lmsys/vicuna-7b-v1.5").name
    'vicuna_v1.1'
    """
    config = os.path.join(model_path, "adapter_config.json")
    name = _chatfmt.format_match(model_path, os.path.exists(config))[0]
    if name != "@base_model":
        return get_conv_template(name)
    try:
        with open(config, encoding="utf-8") as file:
            base = json.load(file)["base_model_name_or_path"]
    except FileNotFoundError:
        raise NotFoundError(f"{model_path} is an adapter by its name; its base model is in adapter_config.json, "
                            "and there is none") from None
    if "peft" in base:
        raise ValueError(f"the base model of {model_path} is an adapter itself by its name: {base}")
    return get_conversation_template(base)
