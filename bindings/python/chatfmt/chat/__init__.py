"""Conversations with engines: chatfmt.chat.Chat, and the terminal program `python -m chatfmt chat`.

An engine is an object that answers a prompt with a model; chatfmt.engines has them.
"""
from ._chat import Chat, ToolResult, Turn
from .._functions import schema_of
from ._prompter import Prompter, Rendered

__all__ = ["Chat", "Prompter", "Rendered", "ToolResult", "Turn", "schema_of"]

for _cls in (Chat, Prompter, Rendered, ToolResult, Turn):
    _cls.__module__ = __name__  # where users find it
