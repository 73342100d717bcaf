"""The commands that a user can give in the terminal, such as /help."""
from .._errors import Error
from ._screen import shown

__all__ = ["COMMANDS", "run_command"]


def _help(terminal, words):
    for name, (_, arguments, about) in COMMANDS.items():
        terminal.screen.line(f"  {name + ' ' + arguments:<16} {about}")
    terminal.screen.line("  Ctrl-C stops an answer, Ctrl-D leaves; Alt-Enter (or \\ at the end) begins a new line", "dim")


def _undo(terminal, words):
    content = terminal.chat.undo()
    terminal.note("there is nothing to take back" if content is None else f"taken back: {_brief(content)}")


def _edit(terminal, words):
    messages = [message for message in terminal.chat.messages if message.get("role") == "user"]
    if not messages:
        terminal.note("there is no message to edit")
        return None
    before = list(terminal.chat.messages)
    old = terminal.chat.undo()
    text = words or terminal.read(old if isinstance(old, str) else _brief(old))
    if not text.strip():
        terminal.chat.messages[:] = before
        return None
    return terminal.chat.send(text)


def _retry(terminal, words):
    if not any(message.get("role") in ("user", "system") for message in terminal.chat.messages):
        terminal.note("there is no message to answer")
        return None
    while terminal.chat.messages and terminal.chat.messages[-1].get("role") not in ("user", "system"):
        terminal.chat.messages.pop()
    return terminal.chat.run()


def _system(terminal, words):
    if words:
        terminal.chat.system = None if words == "-" else words
    terminal.note("no system message" if terminal.chat.system is None else f"system: {terminal.chat.system}")


def _save(terminal, words):
    if not words:
        terminal.note("say where: /save FILE")
        return
    terminal.chat.save(words)
    terminal.note(f"{len(terminal.chat.messages)} messages are in {words}")


def _load(terminal, words):
    if not words:
        terminal.note("say what: /load FILE")
        return
    terminal.chat.load(words)
    terminal.note(f"{len(terminal.chat.messages)} messages from {words}")


def _tokens(terminal, words):
    chat, screen = terminal.chat, terminal.screen
    ids = chat.prompt_ids() if chat.messages else []
    if ids is None:
        terminal.note("the model has no vocabulary here, so tokens are not known; --model names one")
        return
    decoder, most = chat.model.tokenizer.decode_stream(), 400
    if len(ids) > most:
        terminal.note(f"the last {most} of {len(ids)} tokens")
    for number, id in enumerate(ids):
        text = decoder.feed((id,))
        if number >= len(ids) - most:
            screen.write(text.replace("\n", "⏎\n"), "odd" if number % 2 else "even")
    screen.fresh()
    used = ("not reported" if count is None else count for count in map(chat.usage.get, ("prompt_tokens", "completion_tokens")))
    terminal.note("{} tokens; so far in: {}, out: {}".format(len(ids), *used))


def _prompt(terminal, words):
    chat, screen = terminal.chat, terminal.screen
    if not chat.messages:
        terminal.note("the conversation is empty")
        return
    prompt = chat.prompt()
    forged = sorted((found["begin"], found["end"]) for found in chat.attempts())
    for span in prompt.spans:
        at = span.begin
        for begin, end in forged:
            if at <= begin < span.end:
                screen.write(prompt[at:begin], span.kind)
                screen.write(prompt[begin:min(end, span.end)], "attempt")
                at = min(end, span.end)
        screen.write(prompt[at:span.end], span.kind)
    screen.fresh()
    screen.stream.write(f"{screen.styled('template', 'template')} · {screen.styled('special tokens', 'trusted')} · "
                        f"{screen.styled('messages and tools', 'data')}"
                        + (f" · {screen.styled('forged, sent as plain text', 'attempt')}" if forged else "") + "\n")


def _tools(terminal, words):
    if not terminal.chat.tools:
        terminal.note("no tools; --tools FILE.py or FILE.json adds some")
    for tool in terminal.chat.tools:
        function = tool.get("function", {})
        properties = ", ".join(function.get("parameters", {}).get("properties", {}))
        terminal.screen.line(f"  {function.get('name')}({properties})  {function.get('description', '')}")


def _quit(terminal, words):
    raise EOFError


# name -> (function, its arguments, what it does)
COMMANDS = {
    "/help": (_help, "", "these lines"),
    "/undo": (_undo, "", "take back your last message and all that came after it"),
    "/edit": (_edit, "[TEXT]", "change your last message and send it again"),
    "/retry": (_retry, "", "answer again"),
    "/system": (_system, "[TEXT]", "show or set the system message; - deletes it"),
    "/tools": (_tools, "", "the tools that the model is offered"),
    "/save": (_save, "FILE", "write the conversation as JSON"),
    "/load": (_load, "FILE", "continue a saved conversation"),
    "/tokens": (_tokens, "", "the prompt's tokens, and how many were used"),
    "/prompt": (_prompt, "", "the prompt, coloured by who wrote it"),
    "/quit": (_quit, "", "leave"),
}


def _brief(content):
    text = content if isinstance(content, str) else str(content)
    text = shown(text).replace("\n", " ")
    return text if len(text) <= 60 else text[:59] + "…"


def run_command(terminal, line):
    """Run the command in a line. Gives the events of a new reply, or None if the command makes no reply."""
    name, _, words = line.partition(" ")
    found = [command for command in COMMANDS if command.startswith(name)]
    if name not in COMMANDS and len(found) != 1:
        terminal.note(f"{name}: there is no such command; /help lists them (a message may begin with // )")
        return None
    try:
        return COMMANDS[name if name in COMMANDS else found[0]][0](terminal, words.strip())
    except (Error, OSError) as error:
        terminal.failed(error)
        return None
