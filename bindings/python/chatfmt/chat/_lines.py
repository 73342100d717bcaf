"""Lines that a user edits, with prompt_toolkit if it is installed, and otherwise with readline."""

__all__ = ["line_reader"]


def line_reader(prompt, commands):
    """A function that takes a default text and gives what the user entered. The function raises EOFError and
    KeyboardInterrupt."""
    try:
        from prompt_toolkit import PromptSession
    except ImportError:
        return _readline(prompt, commands)
    return _toolkit(PromptSession, prompt, commands)


def _toolkit(session_type, prompt, commands):
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.formatted_text import FormattedText
    from prompt_toolkit.key_binding import KeyBindings
    keys = KeyBindings()

    @keys.add("escape", "enter")
    def _(event):
        event.current_buffer.insert_text("\n")
    session = session_type(completer=WordCompleter(commands, sentence=True), key_bindings=keys,
                           complete_while_typing=False)
    shown = FormattedText([("ansigreen bold", prompt)])
    return lambda default="": session.prompt(shown, default=default)


def _readline(prompt, commands):
    try:
        import readline
    except ImportError:
        return lambda default="": _continued(prompt)
    readline.set_completer(lambda text, state: ([word for word in commands if word.startswith(text)] + [None])[state])
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")

    def read(default=""):
        if default:
            readline.set_startup_hook(lambda: readline.insert_text(default.replace("\n", " ")))
        try:
            return _continued(prompt)
        finally:
            readline.set_startup_hook(None)
    return read


def _continued(prompt):
    """A line, and those after it while it ends in a backslash."""
    line = input(prompt)
    while line.endswith("\\"):
        line = line[:-1] + "\n" + input("… ")
    return line
