"""`python -m chatfmt chat`: a conversation in the terminal, or one answer for a script."""
import json
import os
import sys

from .._errors import Error, InputError
from .._model import _POLICIES
from .._program import LONGEST, Parser, key_of, number, pair, refuse_unused, warn_of_unread, warnings_as_lines
from ..engines import is_url
from ._chat import NO_OPTIONS, Chat, try_place
from ._commands import COMMANDS, run_command
from ._prompter import NO_VARIABLES
from ._screen import Screen, message_of, shown

__all__ = ["main"]

_PROGRAM = "chatfmt chat"
_LONGEST_RESULT = 600  # characters of a result that are shown
_RUN_ALL = ("a", "always")
_RUN = ("", "y", "yes", *_RUN_ALL)  # answers that run a call
# Options that count when the engine is a URL, and when it is a file.
_OF_URL, _OF_FILE = ("form", "name", "timeout"), ("context",)
# Names that --set and --option refuse -> what to do instead.
_NO_VARIABLES = {**dict.fromkeys(NO_VARIABLES, "leave it out"), "chat_template": "--model says whose template is used",
                 "policy": "use --policy", "tools": "use --tools"}
_NO_OPTIONS = {**dict.fromkeys(NO_OPTIONS, "leave it out"), "model": "use --name", "policy": "use --policy",
               "system": "use --system", "tools": "use --tools", "variables": "use --set"}


class Terminal:
    """A conversation in the terminal. `read` is a function that gives what the user enters."""

    def __init__(self, chat, screen, read, *, confirm=True):
        self.chat, self.screen, self.read, self._ask = chat, screen, read, confirm
        chat.confirm = self._confirm

    def note(self, text):
        """Show a text of the program, not of the model."""
        self.screen.line(text, "note")

    def failed(self, error):
        """Show an error after which the conversation continues."""
        self.screen.line(message_of(error), "error")

    # Calls.

    def _confirm(self, name, arguments):
        self.screen.line(f"→ {name}({_arguments(arguments)})", "call")
        if not self._ask:
            return True
        try:
            self.screen.stream.write(self.screen.styled("  run it? [Y]es, [n]o, [a]lways ", "bold"))
            self.screen.stream.flush()
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            line = ""
        if not line.endswith("\n"):  # the input ended
            self.screen.stream.write("\n")
            return False
        answer = line.strip().lower()
        if answer in _RUN_ALL:
            self._ask = False
        return answer in _RUN

    def _results_of_others(self):
        """Ask for the results of calls that no function here can run."""
        for call in list(self.chat._waiting()):
            self.screen.line(f"→ {call['function']['name']}({_arguments(call['function']['arguments'])})", "call")
            self.note("no function here runs it; what is its result?")
            self.chat.add_result(call.get("id"), self.read())

    # Answers.

    def show(self, events):
        """Show the events of an answer as they arrive. Ctrl-C ends the answer and keeps what arrived."""
        kind, count = None, len(self.chat.messages)
        try:
            for event in events:
                if event.kind in ("reasoning", "content") and event.text:
                    if kind == "reasoning" and event.kind == "content":
                        self.screen.fresh()
                    kind = event.kind
                    self.screen.write(event.text, "dim" if kind == "reasoning" else None)
                elif event.kind == "result":
                    text = event.content if len(event.content) <= _LONGEST_RESULT else event.content[:_LONGEST_RESULT] + "…"
                    self.screen.line(f"← {text}", "error" if event.error else "result")
                    kind = None
                elif event.kind == "turn" and event.finish == "length":
                    self.note("— cut off at the length limit")
        except KeyboardInterrupt:
            close = getattr(events, "close", None)
            if close:
                close()
            self.chat.keep_partial()
            self.note("— stopped")
        except (Error, OSError) as error:
            self.failed(error)
            self.note("your message was taken back" if len(self.chat.messages) < count else
                      "nothing is lost: /retry asks again, /undo takes your message back")
        self.screen.fresh()

    def answer(self, events):
        """Show an answer until the model is done. If no function can run a call, ask the user for its result."""
        self.show(events)
        while self.chat._waiting() and self.chat.partial is None:
            waiting = self.chat._waiting()
            if any(call["function"]["name"] in self.chat.functions for call in waiting):
                return
            try:
                self._results_of_others()
            except (KeyboardInterrupt, EOFError):
                self.note("the call waits; /undo takes your message back")
                return
            self.show(self.chat.run())

    def run(self):
        """Talk with the user until the user leaves."""
        while True:
            try:
                line = self.read()
            except KeyboardInterrupt:
                continue
            except EOFError:
                return 0
            if not line.strip():
                continue
            if line.startswith("/") and not line.startswith("//"):
                try:
                    events = run_command(self, line)
                except EOFError:
                    return 0
                except KeyboardInterrupt:
                    continue
                if events is not None:
                    self.answer(events)
                continue
            self.answer(self.chat.send(line[1:] if line.startswith("//") else line))


def _arguments(text):
    try:
        given = json.loads(text)
        return ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in given.items())
    except (ValueError, AttributeError):
        return text


# The command line.


def _parser():
    parser = Parser(
        prog=_PROGRAM, description="Talk with a model: a GGUF file in this process, or a completions endpoint.",
        epilog="A key for the endpoint is read from CHATFMT_API_KEY. Exit status: 0, 1 when the engine fails or "
               "a file cannot be read or written, 2 for wrong usage, 130 after Ctrl-C.")
    parser.add_argument("prompt", nargs="?", help="answer this message and exit; - reads it from standard input, and so "
                        "does a pipe when there is no PROMPT")
    parser.add_argument("--engine", required=True, metavar="FILE.gguf|URL", help="where replies come from: a GGUF file, or a server")
    parser.add_argument("--model", metavar="PATH", help="model whose format and vocabulary are used: a folder, a GGUF file, a "
                        "repository in the Hub cache (default: the GGUF file, or the template of llama.cpp's server)")
    parser.add_argument("--form", choices=("llama.cpp", "vllm", "openai"), help="API of the endpoint (default: ask the endpoint)")
    parser.add_argument("--name", help="the model's name at the endpoint")
    parser.add_argument("--system", metavar="TEXT", help="the system message")
    parser.add_argument("--tools", metavar="FILE", help="a Python file whose functions the model may call, or a JSON list of tools")
    parser.add_argument("--yes", action="store_true", help="run tool calls without asking")
    parser.add_argument("--load", metavar="FILE", help="continue a saved conversation")
    parser.add_argument("--save", metavar="FILE", help="save the conversation at the end")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=JSON", help="a variable of the template, "
                        "such as enable_thinking=false")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=JSON", help="an option of the engine, such as top_k=20")
    parser.add_argument("--max-tokens", type=number(1), metavar="N", help="longest reply, in tokens")
    parser.add_argument("--temperature", type=number(0, kind=float), metavar="X", help="temperature of sampling")
    parser.add_argument("--context", type=number(1), metavar="N", help="length of the context of a GGUF file (default: the model's)")
    parser.add_argument("--policy", default="control", choices=tuple(_POLICIES),
                        help="control tokens that messages cannot write; any, report: they can write all; reject: a message "
                        "that writes one is refused (default: control)")
    parser.add_argument("--timeout", type=number(0, LONGEST, float, above=True), metavar="SECONDS",
                        help="how long the endpoint may be silent (default: 120)")
    parser.add_argument("--json", action="store_true", help="with PROMPT: print the whole turn as JSON")
    parser.add_argument("--no-color", action="store_true", help="print without colours")
    return parser


_TOOLS = "tools are functions in a file NAME.py, or a JSON list of objects in a file NAME.json"


def _tools(path):
    """Functions of a Python file, or the tools of a JSON file."""
    if not os.path.isfile(path):
        raise FileNotFoundError(f"{path}: there is no such file; {_TOOLS}")
    if path.endswith(".json"):
        with open(path, encoding="utf-8") as file:
            try:
                found = json.load(file)
            except (ValueError, RecursionError) as error:
                raise InputError(f"{path}: not JSON: {error}") from None
        if not isinstance(found, list) or not all(isinstance(tool, dict) for tool in found):
            raise InputError(f"{path}: {_TOOLS}")
        return found
    import importlib.util
    import inspect
    spec = importlib.util.spec_from_file_location("chatfmt_tools", path)
    if spec is None:
        raise InputError(f"{path}: {_TOOLS}")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise InputError(_failed_at(path, spec.origin, error)) from None
    found = [function for name, function in inspect.getmembers(module, inspect.isfunction)
             if not name.startswith("_") and function.__module__ == "chatfmt_tools"]
    if not found:
        raise InputError(f"{path}: it has no function that the model may call; imported ones and names that begin with _ are "
                         "left out")
    return found


def _failed_at(path, origin, error):
    """What a Python file raised, with its line in the file."""
    import traceback
    lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == origin]
    if isinstance(error, SyntaxError) and error.filename == origin:
        lines, words = [error.lineno], error.msg
    else:
        words = f"{type(error).__name__}: {error}".removesuffix(": ")
    return path + (f":{lines[-1]}" if lines and lines[-1] else "") + f": {words}"


def open_chat(arguments, **more):
    """The Chat of a command line, and a note for the user or None."""
    from .._model import Model
    from ..engines import open_engine
    where, note, variables = arguments.engine, None, {}
    if is_url(where):
        options = {"key": key_of("CHATFMT_API_KEY"), "form": arguments.form, "model": arguments.name,
                   "timeout": 120.0 if arguments.timeout is None else arguments.timeout}
    else:
        options = {"context": arguments.context or 0}
    engine = open_engine(where, **options)
    if arguments.model:
        model = Model.from_pretrained(arguments.model)
    elif is_url(where):
        about = engine.ask("/props") or {}
        if not about.get("chat_template"):
            raise ValueError(f"{engine.where}: the server tells no chat template; name the model with --model")
        model = Model.from_template(about["chat_template"])
        variables = {name: about[name] for name in ("bos_token", "eos_token") if isinstance(about.get(name), str)}
        note = ("the format is the server's; its vocabulary is not known here, so nothing keeps a message from writing "
                "control tokens: --model names it")
    else:
        model = Model.from_pretrained(where)
    given = more.pop("variables")
    warn_of_unread(_PROGRAM, model, given)
    chat = Chat(model, engine, policy=arguments.policy, **more)
    chat.variables.update({**variables, **given})
    return chat, note


def _say(text):
    print(f"{_PROGRAM}: {shown(text)}", file=sys.stderr)


def _refuser():
    """What confirms no call in a script. The first call is named on standard error, with what allows calls."""
    named = []

    def confirm(name, given):
        if not named:
            named.append(name)
            _say(f"{name}({_arguments(given)}) is not run: --yes runs calls in a script")
        return False
    return confirm


def _one(chat, text, arguments):
    """One answer; its text, or all of it as JSON, on standard output."""
    chat.messages.append({"role": "user", "content": text})
    screen, turn, last = Screen(colours=False), None, ""
    for event in chat.run():
        if event.kind == "turn":
            turn = event
        elif event.kind == "content" and not arguments.json:
            last = event.text or last
            sys.stdout.write(shown(event.text) if sys.stdout.isatty() else event.text)
            sys.stdout.flush()
    if arguments.json:
        print(json.dumps({"message": turn.message, "finish": turn.finish, "usage": turn.usage,
                          "messages": chat.messages}, ensure_ascii=False))
        return 0
    if last and not last.endswith("\n"):
        screen.write("\n")
    if turn.finish == "length":
        _say("the answer was cut off at the length limit; --max-tokens N sets another")
    waiting = ", ".join(f"{call['function']['name']}({_arguments(call['function']['arguments'])})" for call in chat._waiting())
    if waiting:
        _say(f"the answer ends with a call that no function here runs: {waiting}; --json prints it, and --tools NAME.py "
             "brings functions")
    return 0


def main(words):
    """Run the command with these arguments. Gives the exit status."""
    parser = _parser()
    arguments = parser.parse_args(words)
    try:
        refuse_unused(arguments, "engine", _OF_URL, _OF_FILE)
        options = dict(pair("--option", text, _NO_OPTIONS, "an option of the engine") for text in arguments.option)
        variables = dict(pair("--set", text, _NO_VARIABLES, "a variable of the template") for text in arguments.set)
    except ValueError as error:
        parser.error(str(error))
    for name in ("max_tokens", "temperature"):
        if getattr(arguments, name) is not None:
            options[name] = getattr(arguments, name)
    piped = not sys.stdin.isatty()
    text = arguments.prompt
    if text == "-" or (text is None and piped):
        text = sys.stdin.read()
    if text is not None and not text.strip():
        parser.error("there is no message: give one, or write it to standard input")
    with warnings_as_lines(_PROGRAM):
        return _run(arguments, text, variables, options)


def _check_place(path):
    try:
        try_place(path)
    except OSError as error:
        raise OSError(f"--save {path}: {error.strerror}") from None


def _run(arguments, text, variables, options):
    try:
        if arguments.save:
            _check_place(arguments.save)
        tools = _tools(arguments.tools) if arguments.tools else ()
        chat, note = open_chat(arguments, tools=tools, system=arguments.system, variables=variables, **options)
        if arguments.load:
            chat.load(arguments.load)
            if arguments.system is not None:
                chat.system = arguments.system
        if text is not None:
            if tools and not arguments.yes:
                chat.confirm = _refuser()
            status = _one(chat, text, arguments)
        else:
            status = _talk(chat, note, arguments)
        if arguments.save:
            chat.save(arguments.save)
        return status
    except KeyboardInterrupt:
        return 130
    except (Error, OSError, ImportError, ValueError) as error:
        _say(message_of(error))
        return 1


def _talk(chat, note, arguments):
    from ._lines import line_reader
    screen = Screen(colours=False if arguments.no_color else None)
    terminal = Terminal(chat, screen, line_reader("> ", list(COMMANDS)), confirm=not arguments.yes)
    terminal.note(f"{chat.engine!r:.200}; /help lists commands")
    if note:
        terminal.note(note)
    return terminal.run()
