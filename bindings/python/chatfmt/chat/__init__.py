"""Conversations with engines: chatfmt.Chat, and the terminal `python -m chatfmt chat`."""
from ._chat import Chat, ToolResult, Turn
from .._functions import schema_of
from ._prompter import Prompter, Rendered

__all__ = ["Chat", "Prompter", "Rendered", "ToolResult", "Turn", "schema_of"]
