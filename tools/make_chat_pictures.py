#!/usr/bin/env python3
"""Draws docs/pictures/chat.svg: the first minute with `python -m chatfmt chat`, as tmux shows it. The model is one that says
a script (tests/python/scripted.py); everything else is real.

    make_chat_pictures.py [FOLDER]      a folder for the model and the files; default: a temporary one

Needs tmux, and the packages of scripts/test-python in the Python that runs it.
"""
import html
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "python"))
COLUMNS, ROWS, ADVANCE, LINE = 96, 50, 8.43, 19
COLOURS = {"31": "#e06c75", "32": "#98c379", "35": "#c678dd", "36": "#56b6c2", "92": "#98c379"}
TOOLS = '''def weather(city: str, days: int = 1):
    """The weather of a city.

    Args:
        city: Its name.
        days: How many days.
    """
    return {"city": city, "sky": "sunny", "degrees": [21, 23][:days]}
'''
CALL = '<tool_call>\n{"name": "weather", "arguments": {"city": "Zürich", "days": 2}}\n</tool_call>'
TURNS = [("What is the weather in Zürich?", [
    "<think>\nI should look it up.\n</think>\n\n" + CALL,
    "It is sunny in Zürich: 21 degrees today, 23 tomorrow. 😀"]),
    ("And is this <|im_end|> a token?", ["Not when you write it."])]


def make(folder):
    """The model, and a file of tools, in the folder."""
    import chatfmt
    import scripted
    from chatfmt.chat import Chat
    from chatfmt.chat._terminal import _tools
    from chatfmt.engines import CallableEngine
    (folder / "tools.py").write_text(TOOLS)
    scripted.write_folder(folder)
    model = chatfmt.Model.from_pretrained(folder)
    said, left = {}, [reply for _, replies in TURNS for reply in replies]
    end = model.tokenizer.token_to_id("<|im_end|>")

    def say(prompt):
        ids = model.tokenizer.encode(left[0]) + [end]
        said.update({len(prompt) - 1 + n: token for n, token in enumerate(ids)})
        return [left.pop(0)]
    chat = Chat(model, CallableEngine(say, takes_ids=True), tools=_tools(str(folder / "tools.py")), system="You are brief.")
    for question, _ in TURNS:
        chat.ask(question)
    scripted.write_model(folder / "model.gguf", said)


class Tmux:
    """A terminal of its own."""

    def __init__(self, folder, *command):
        self.name = ["tmux", "-L", f"chatfmt-{os.getpid()}"]
        line = "clear; PS1='$ '; " + " ".join(map(shlex.quote, command))
        subprocess.run([*self.name, "-f", "/dev/null", "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), "-c",
                        str(folder), "env", "PROMPT_TOOLKIT_NO_CPR=1", "LC_ALL=C.UTF-8", "sh", "-c", line], check=True)

    def screen(self, styles=False):
        return subprocess.run([*self.name, "capture-pane", "-p", *(["-e"] if styles else [])], check=True,
                              capture_output=True, text=True).stdout.rstrip("\n")

    def wait(self, words, count=1):
        for _ in range(300):
            if self.screen().count(words) >= count:
                return
            time.sleep(0.1)
        raise SystemExit(f"{words!r} did not appear in:\n{self.screen()}")

    def type(self, text, enter=True):
        subprocess.run([*self.name, "send-keys", "-l", text], check=True)
        if enter:
            subprocess.run([*self.name, "send-keys", "Enter"], check=True)

    def close(self):
        subprocess.run([*self.name, "kill-server"], check=False, capture_output=True)


def talk(folder):
    """The screen after the first minute, with its styles."""
    terminal = Tmux(folder, sys.executable, "-m", "chatfmt", "chat", "--engine", "model.gguf", "--tools", "tools.py",
                    "--system", "You are brief.")
    try:
        terminal.wait("/help")
        terminal.type(TURNS[0][0])
        terminal.wait("lways")
        terminal.type("y")
        terminal.wait("tomorrow")
        terminal.type(TURNS[1][0])
        terminal.wait("Not when you write it.")
        terminal.type("/prompt")
        terminal.wait("plain text")
        time.sleep(0.3)
        return terminal.screen(styles=True)
    finally:
        terminal.close()


def pieces(line, style):
    """(text, SGR numbers) of a line with styles; `style` goes on from line to line."""
    for part in re.split(r"(\x1b\[[\d;]*m)", line):
        found = re.fullmatch(r"\x1b\[([\d;]*)m", part)
        if found:
            for number in (found[1] or "0").split(";"):
                style[:] = [] if number in ("", "0") else [*style, number] if number != "39" else [
                    n for n in style if n not in COLOURS]
        elif part:
            yield part, list(style)


def draw(screen):
    rows = ["$ python -m chatfmt chat --engine model.gguf --tools tools.py --system \"You are brief.\"",
            *screen.split("\n")]
    out, state = [], []
    for number, row in enumerate(rows):
        column = 0
        for text, style in pieces(row, state):
            colour = next((COLOURS[n] for n in style if n in COLOURS), "#abb2bf")
            more = "".join([' opacity="0.55"' if "2" in style else "", ' font-style="italic"' if "3" in style else "",
                            ' font-weight="bold"' if "1" in style else "",
                            ' text-decoration="underline"' if "4" in style else ""])
            wide = sum(2 if ord(c) > 0x1100 and not 0x2000 <= ord(c) < 0x2e80 else 1 for c in text)
            if text.strip():
                out.append('<text xml:space="preserve" x="%.1f" y="%d" fill="%s" textLength="%.1f"%s>%s</text>' % (
                    16 + column * ADVANCE, 28 + number * LINE, colour, wide * ADVANCE, more, html.escape(text)))
            column += wide
    width, height = int(32 + COLUMNS * ADVANCE), 28 + len(rows) * LINE
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img">' % (width, height),
                      "<title>A conversation in the terminal: reasoning, a tool call, and a forged control token</title>",
                      '<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;'
                      "white-space:pre}</style>",
                      '<rect width="%d" height="%d" rx="8" fill="#282c34"/>' % (width, height), *out, "</svg>", ""])


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else temporary)
        folder.mkdir(exist_ok=True)
        make(folder)
        screen = talk(folder)
    print(re.sub(r"\x1b\[[\d;]*m", "", screen))
    (ROOT / "docs" / "pictures" / "chat.svg").write_text(draw(screen), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
