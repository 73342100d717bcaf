from enum import Enum
from os import PathLike
from typing import Any, Iterable, Literal, Mapping, Protocol, Sequence, SupportsIndex, overload

from _typeshed import DataclassInstance
from typing_extensions import Self

from . import _chatfmt
from ._chatfmt import Tokenizer
from ._functions import _Tool
from ._prompt import Prompt
from ._replies import ReplyParser

__all__ = ["Model"]

# A message may also be an object that transformers reduces to a dict.
class _Dumped(Protocol):
    def model_dump(self) -> Any: ...

_Message = Mapping[str, Any] | DataclassInstance | _Dumped
# Lists or tuples at run time: a Sequence here, so that a list[dict[str, str]] is one.
_Conversation = Sequence[_Message]
_Batch = Sequence[Sequence[_Message]]
_ToolList = Iterable[_Tool]

_Policy = Literal["any", "special", "control", "all", "reject", "report"]
_Mask = Literal["hf", "generation", "derived"]
_Fit = Literal["none", "truncate", "drop", "cut", "refuse"]
_Fix = Literal["fit-arguments", "arguments-object", "arguments-text", "null-to-empty", "merge-system", "raw-messages"]
_Side = Literal["left", "right"]
# The enums are PaddingStrategy and TensorType of transformers.
_Truncation = bool | Literal["do_not_truncate", "longest_first", "only_first"] | Enum | None
_Padding = bool | Literal["longest", "max_length", "do_not_pad"] | Enum | None
_Tensors = Literal["np", "pt"] | Enum

class Model:
    def __init__(self, native: _chatfmt.Model, tokenizer: Tokenizer | None = None) -> None: ...
    @classmethod
    def from_pretrained(cls, where: str | bytes | PathLike[str], *, revision: str | None = None, processor: bool = False,
                        default_template: str | None = None, tokenizer: Tokenizer | None = None) -> Self: ...
    @classmethod
    def from_template(cls, source: str, *, tokenizer: Tokenizer | None = None) -> Self: ...
    @property
    def templates(self) -> dict[str, str]: ...
    @property
    def special_tokens(self) -> dict[str, str]: ...
    @property
    def tokenizer(self) -> Tokenizer: ...

    # A text, ids or a dict, of one conversation and of a batch. The first argument has one of two types alone, for otherwise
    # the result for messages that hold Any is Any to mypy. The last two are for what only the run decides, for a tensor without
    # the dict, and for tokenize=False by position.
    @overload
    def apply_chat_template(self, conversation: _Conversation, tools: _ToolList | None = None,
                            documents: Iterable[Mapping[str, Any]] | None = None, chat_template: str | None = None,
                            add_generation_prompt: bool = False, continue_final_message: bool | str = False,
                            *, tokenize: Literal[False],
                            sanitize_control_tokens: bool = False, padding: _Padding = False, truncation: _Truncation = False,
                            max_length: SupportsIndex | None = None, pad_to_multiple_of: SupportsIndex | None = None,
                            padding_side: _Side | None = None, return_tensors: _Tensors | None = None,
                            return_dict: bool = True, return_assistant_tokens_mask: bool = False,
                            tokenizer_kwargs: Mapping[str, Any] | None = None, policy: _Policy = "any",
                            trusted: str | Iterable[str] = (), mask: _Mask | None = None,
                            labels: bool = False, roles: str | Iterable[str] | None = None, last_turn: bool = False,
                            fit: _Fit | None = None, fix: _Fix | str | Iterable[str] = (), **variables: Any) -> str: ...
    @overload
    def apply_chat_template(self, conversation: _Batch, tools: _ToolList | None = None,
                            documents: Iterable[Mapping[str, Any]] | None = None, chat_template: str | None = None,
                            add_generation_prompt: bool = False, continue_final_message: bool | str = False,
                            *, tokenize: Literal[False],
                            sanitize_control_tokens: bool = False, padding: _Padding = False, truncation: _Truncation = False,
                            max_length: SupportsIndex | None = None, pad_to_multiple_of: SupportsIndex | None = None,
                            padding_side: _Side | None = None, return_tensors: _Tensors | None = None,
                            return_dict: bool = True, return_assistant_tokens_mask: bool = False,
                            tokenizer_kwargs: Mapping[str, Any] | None = None, policy: _Policy = "any",
                            trusted: str | Iterable[str] = (), mask: _Mask | None = None,
                            labels: bool = False, roles: str | Iterable[str] | None = None, last_turn: bool = False,
                            fit: _Fit | None = None, fix: _Fix | str | Iterable[str] = (), **variables: Any) -> list[str]: ...
    @overload
    def apply_chat_template(self, conversation: _Conversation, tools: _ToolList | None = None,
                            documents: Iterable[Mapping[str, Any]] | None = None, chat_template: str | None = None,
                            add_generation_prompt: bool = False, continue_final_message: bool | str = False,
                            tokenize: Literal[True] = True, *,
                            sanitize_control_tokens: bool = False, padding: _Padding = False, truncation: _Truncation = False,
                            max_length: SupportsIndex | None = None, pad_to_multiple_of: SupportsIndex | None = None,
                            padding_side: _Side | None = None, return_tensors: None = None,
                            return_dict: Literal[False], return_assistant_tokens_mask: bool = False,
                            tokenizer_kwargs: Mapping[str, Any] | None = None, policy: _Policy = "any",
                            trusted: str | Iterable[str] = (), mask: _Mask | None = None,
                            labels: bool = False, roles: str | Iterable[str] | None = None, last_turn: bool = False,
                            fit: _Fit | None = None, fix: _Fix | str | Iterable[str] = (), **variables: Any) -> list[int]: ...
    @overload
    def apply_chat_template(self, conversation: _Batch, tools: _ToolList | None = None,
                            documents: Iterable[Mapping[str, Any]] | None = None, chat_template: str | None = None,
                            add_generation_prompt: bool = False, continue_final_message: bool | str = False,
                            tokenize: Literal[True] = True, *,
                            sanitize_control_tokens: bool = False, padding: _Padding = False, truncation: _Truncation = False,
                            max_length: SupportsIndex | None = None, pad_to_multiple_of: SupportsIndex | None = None,
                            padding_side: _Side | None = None, return_tensors: None = None,
                            return_dict: Literal[False], return_assistant_tokens_mask: bool = False,
                            tokenizer_kwargs: Mapping[str, Any] | None = None, policy: _Policy = "any",
                            trusted: str | Iterable[str] = (), mask: _Mask | None = None,
                            labels: bool = False, roles: str | Iterable[str] | None = None, last_turn: bool = False,
                            fit: _Fit | None = None, fix: _Fix | str | Iterable[str] = (), **variables: Any) -> list[list[int]]: ...
    @overload
    def apply_chat_template(self, conversation: _Conversation, tools: _ToolList | None = None,
                            documents: Iterable[Mapping[str, Any]] | None = None, chat_template: str | None = None,
                            add_generation_prompt: bool = False, continue_final_message: bool | str = False,
                            tokenize: Literal[True] = True, *,
                            sanitize_control_tokens: bool = False, padding: _Padding = False, truncation: _Truncation = False,
                            max_length: SupportsIndex | None = None, pad_to_multiple_of: SupportsIndex | None = None,
                            padding_side: _Side | None = None, return_tensors: _Tensors | None = None,
                            return_dict: Literal[True] = True, return_assistant_tokens_mask: bool = False,
                            tokenizer_kwargs: Mapping[str, Any] | None = None, policy: _Policy = "any",
                            trusted: str | Iterable[str] = (), mask: _Mask | None = None,
                            labels: bool = False, roles: str | Iterable[str] | None = None, last_turn: bool = False,
                            fit: _Fit | None = None, fix: _Fix | str | Iterable[str] = (), **variables: Any) -> dict[str, Any]: ...
    @overload
    def apply_chat_template(self, conversation: _Batch, tools: _ToolList | None = None,
                            documents: Iterable[Mapping[str, Any]] | None = None, chat_template: str | None = None,
                            add_generation_prompt: bool = False, continue_final_message: bool | str = False,
                            tokenize: Literal[True] = True, *,
                            sanitize_control_tokens: bool = False, padding: _Padding = False, truncation: _Truncation = False,
                            max_length: SupportsIndex | None = None, pad_to_multiple_of: SupportsIndex | None = None,
                            padding_side: _Side | None = None, return_tensors: _Tensors | None = None,
                            return_dict: Literal[True] = True, return_assistant_tokens_mask: bool = False,
                            tokenizer_kwargs: Mapping[str, Any] | None = None, policy: _Policy = "any",
                            trusted: str | Iterable[str] = (), mask: _Mask | None = None,
                            labels: bool = False, roles: str | Iterable[str] | None = None, last_turn: bool = False,
                            fit: _Fit | None = None, fix: _Fix | str | Iterable[str] = (), **variables: Any) -> dict[str, Any]: ...
    @overload
    def apply_chat_template(self, conversation: _Conversation, tools: _ToolList | None = None,
                            documents: Iterable[Mapping[str, Any]] | None = None, chat_template: str | None = None,
                            add_generation_prompt: bool = False, continue_final_message: bool | str = False,
                            tokenize: bool = True, *,
                            sanitize_control_tokens: bool = False, padding: _Padding = False, truncation: _Truncation = False,
                            max_length: SupportsIndex | None = None, pad_to_multiple_of: SupportsIndex | None = None,
                            padding_side: _Side | None = None, return_tensors: _Tensors | None = None,
                            return_dict: bool = True, return_assistant_tokens_mask: bool = False,
                            tokenizer_kwargs: Mapping[str, Any] | None = None, policy: _Policy = "any",
                            trusted: str | Iterable[str] = (), mask: _Mask | None = None,
                            labels: bool = False, roles: str | Iterable[str] | None = None, last_turn: bool = False,
                            fit: _Fit | None = None, fix: _Fix | str | Iterable[str] = (), **variables: Any) -> Any: ...
    @overload
    def apply_chat_template(self, conversation: _Batch, tools: _ToolList | None = None,
                            documents: Iterable[Mapping[str, Any]] | None = None, chat_template: str | None = None,
                            add_generation_prompt: bool = False, continue_final_message: bool | str = False,
                            tokenize: bool = True, *,
                            sanitize_control_tokens: bool = False, padding: _Padding = False, truncation: _Truncation = False,
                            max_length: SupportsIndex | None = None, pad_to_multiple_of: SupportsIndex | None = None,
                            padding_side: _Side | None = None, return_tensors: _Tensors | None = None,
                            return_dict: bool = True, return_assistant_tokens_mask: bool = False,
                            tokenizer_kwargs: Mapping[str, Any] | None = None, policy: _Policy = "any",
                            trusted: str | Iterable[str] = (), mask: _Mask | None = None,
                            labels: bool = False, roles: str | Iterable[str] | None = None, last_turn: bool = False,
                            fit: _Fit | None = None, fix: _Fix | str | Iterable[str] = (), **variables: Any) -> Any: ...

    def prompt(self, conversation: _Conversation, tools: _ToolList | None = None,
               documents: Iterable[Mapping[str, Any]] | None = None, chat_template: str | None = None,
               add_generation_prompt: bool = False, continue_final_message: bool | str = False,
               fix: _Fix | str | Iterable[str] = (), **variables: Any) -> Prompt: ...
    def open_turn(self, conversation: _Conversation, tools: _ToolList | None = None, add_generation_prompt: bool = True,
                  continue_final_message: bool | str = False, **variables: Any) -> dict[str, Any]: ...
    @property
    def stops(self) -> list[str]: ...
    @property
    def stop_ids(self) -> list[int]: ...
    @property
    def findings(self) -> list[str]: ...
    # The options are those of ReplyParser.
    def reader(self, tools: Iterable[_Tool] | None = None, prompt: str | None = None, calls_before: int = 0, *,
               reasoning_open: bool = False, template: str | None = ..., begun: str | None = None, stops: str | Iterable[str] = (),
               tokenizer: Tokenizer | None = ..., control_tokens: bool = False, one_call: bool = False,
               unknown_calls: bool = False, reasoning_in_content: bool = False,
               close_arguments: bool = False) -> ReplyParser: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any) -> Self: ...
