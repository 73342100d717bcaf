"""Runs the formats' own templates in Jinja2 with contexts made here: what they say, apart from the
engine that will run them."""
import json
import pathlib

import jinja2

from jinja_reference import Raised, make_environment

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
        data = json.loads((FORMATS / "fastchat.json").read_text("utf-8"))
        self.rows = {r["name"]: {**data["defaults"], **r} for r in data["formats"]}

    def program(self, path):
        if path not in self.programs:
            self.programs[path] = self.env.from_string((FORMATS / path).read_text("utf-8"))
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
        row = dict(self.rows[request["template"]] if request.get("template")
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
            row["conversation"].append((role, content, made))
        return row

    def prompt(self, request):
        row = self.conversation(request)
        row["system"] = fill(row["system_template"], "system_message", row["system_message"])
        if not isinstance(row["sep_style"], str):
            raise Failed("invalid_style", "invalid style")
        return self.run("styles/" + row["sep_style"].lower() + ".jinja", **row)

    def convert(self, request, to):
        return json.loads(self.run("convert/" + to + ".jinja", **self.conversation(request)))
