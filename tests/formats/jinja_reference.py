"""The reference environment: Jinja2 as transformers sets it up, for checking what the formats' own
templates say. Behaviour from transformers' utils/chat_template_utils.py, written anew."""
import json
import sys

try:
    import jinja2
    if jinja2.__version__ != "3.1.6":
        raise ImportError("Jinja2 is " + jinja2.__version__)
except ImportError as reason:
    print("SKIPPED: needs Jinja2 3.1.6 (%s)" % reason)
    sys.exit(77)
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.sandbox import ImmutableSandboxedEnvironment


class Generation(Extension):
    """{% generation %} … {% endgeneration %}: marks what the model wrote; prints its body."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        call = self.call_method("_mark")
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def _mark(self, caller):
        text = caller()
        return MARK_OPEN + text + MARK_CLOSE if self.environment.marking else text


MARK_OPEN, MARK_CLOSE = "\ue000", "\ue001"


class Raised(Exception):
    """raise_exception was called."""


def make_environment():
    def raise_exception(message):
        raise Raised(message)

    def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
        return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators,
                          sort_keys=sort_keys)

    env = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, jinja2.ext.loopcontrols])
    env.filters["tojson"] = tojson
    env.globals["raise_exception"] = raise_exception
    env.marking = False
    return env
