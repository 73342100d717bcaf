"""Runs the formats' own templates in Jinja2 with contexts made here: what they say, apart from the
engine that will run them."""
import json
import pathlib
import re

from jinja_reference import MARK_CLOSE, MARK_OPEN, Raised, jinja2, make_environment

FORMATS = pathlib.Path(__file__).resolve().parents[2] / "src" / "formats"


class Failed(Exception):
    def __init__(self, kind, message):
        super().__init__(kind + ": " + message)
        self.kind = kind


def untuple(x):
    """{"__tuple__": […]} of the recorded rows back to tuples."""
    if isinstance(x, dict):
        if set(x) == {"__tuple__"}:
            return tuple(untuple(y) for y in x["__tuple__"])
        return {k: untuple(v) for k, v in x.items()}
    if isinstance(x, list):
        return [untuple(y) for y in x]
    return x


def fill(template, name, value):
    """template.format(name=value) where nothing but {name} and doubled braces is allowed."""
    out, i = [], 0
    while i < len(template):
        c = template[i]
        if c in "{}" and template[i:i + 2] == c * 2:
            out.append(c)
            i += 2
        elif template.startswith("{" + name + "}", i):
            out.append(str(value))
            i += len(name) + 2
        elif c in "{}":
            raise Failed("bad_system_template", "a brace that is no {" + name + "}")
        else:
            out.append(c)
            i += 1
    return "".join(out)


class JinjaBackend:
    name = "jinja2"

    def __init__(self):
        self.env = make_environment()
        self.programs = {}
        self.styles = []
        self.rows = {}
        for name in ("fastchat", "xtuner", "xtuner_v1", "internlm2", "classes", "guide"):
            data = json.loads((FORMATS / (name + ".json")).read_text("utf-8"))
            for row in data["formats"]:
                self.rows[data["system"] + "/" + row["name"]] = {**data["defaults"], **row}
            self.styles = data.get("styles") or self.styles
            self.presets = data["defaults"].get("presets") or getattr(self, "presets", {})

    def program(self, path):
        if path not in self.programs:
            macro = (FORMATS / "convert" / "macros" / "image_object.jinja").read_text("utf-8") if path.startswith("convert/") else ""
            self.programs[path] = self.env.from_string(macro + (FORMATS / path).read_text("utf-8"))
        return self.programs[path]

    def run(self, path, **context):
        try:
            return self.program(path).render(**context)
        except Raised as e:
            kind, _, text = str(e).partition(": ")
            raise Failed(kind, text)
        except (TypeError, jinja2.UndefinedError, ValueError) as e:
            text = str(e)
            if "NoneType" in text:
                raise Failed("null_separator", text)
            if "unpack" in text:
                raise Failed("bad_tuple_arity", text)
            raise Failed("image_message_unsupported" if "tuple" in text else "other", text)

    # a conversation request -> row and messages
    def conversation(self, request):
        row = dict(self.rows["fastchat/" + request["template"]] if request.get("template")
                   else untuple(request["conv"]))
        messages = [list(m) for m in row["messages"]]
        if "set_system" in request:
            row["system_message"] = request["set_system"]
        for a in request.get("append", []):
            role = a["role"] if a.get("role_index") is None else row["roles"][a["role_index"]]
            messages.append([role, untuple(a["content"])])
        roles = row["roles"]
        row["conversation"] = []
        for i, (role, content) in enumerate(messages):
            made = role == roles[1] if role in roles[:2] and roles[0] != roles[1] else i % 2 == 1
            row["conversation"].append((role, content, i % 2 == 1, made))
        return row

    def prompt(self, request):
        row = self.conversation(request)
        row["system"] = fill(row["system_template"], "system_message", row["system_message"])
        style = row["sep_style"]
        if isinstance(style, int) and 0 < style <= len(self.styles):
            style = self.styles[style - 1]
        if style not in self.styles:
            raise Failed("invalid_style", "invalid style")
        return self.run("styles/" + style.lower() + ".jinja", **row)

    def convert(self, request, to):
        return json.loads(self.run("convert/" + to + ".jinja", **self.conversation(request)))

    def text(self, format_name, program, context):
        """The text of `program` with the format's fields and the context's as variables."""
        row = self.rows[format_name] if format_name else {}
        if "tool_arguments" in row.get("prepare", ()):
            context = {**context, "messages": read_arguments(context["messages"])}
        return self.run("programs/" + program + ".jinja", **{**row, **context})

    def json(self, format_name, program, context):
        return json.loads(self.text(format_name, program, context))

    def segments(self, format_name, program, context):
        """[(text, learned)] of the same, neighbours of a kind joined."""
        self.env.marking = True
        try:
            text = self.text(format_name, program, context)
        finally:
            self.env.marking = False
        out = []
        for i, piece in enumerate(re.split("[" + MARK_OPEN + MARK_CLOSE + "]", text)):
            if piece and out and out[-1][1] == (i % 2 == 1):
                out[-1][0] += piece
            elif piece:
                out.append([piece, i % 2 == 1])
        return out


def read_arguments(messages):
    """Arguments of calls that are JSON text, read."""
    out = []
    for message in messages:
        if message.get("tool_calls"):
            calls = []
            for call in message["tool_calls"]:
                function = dict(call["function"])
                if isinstance(function.get("arguments"), str):
                    try:
                        function["arguments"] = json.loads(function["arguments"])
                    except ValueError as e:
                        raise Failed("bad_arguments", str(e))
                calls.append({**call, "function": function})
            message = {**message, "tool_calls": calls}
        out.append(message)
    return out
