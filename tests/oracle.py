"""The reference: Jinja2 in the environment that transformers builds for chat templates.

Tests take their expectations from here. Only scripts that remake expectations need Jinja2; the
tests themselves run without it.
"""
import datetime
import json

REFERENCE = "3.1.6"


def available():
    try:
        import jinja2
    except ImportError:
        return False
    return jinja2.__version__ == REFERENCE


def environment(now="2026-01-02T03:04:05", plain=False, **options):
    """An environment as transformers makes it; `plain` is the same with Jinja's own defaults."""
    from jinja2 import nodes
    from jinja2.exceptions import TemplateError
    from jinja2.ext import Extension
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Generation(Extension):
        tags = {"generation"}

        def parse(self, parser):
            line = next(parser.stream).lineno
            body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
            return nodes.CallBlock(self.call_method("body"), [], [], body).set_lineno(line)

        def body(self, caller):
            return caller()

    def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
        return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators,
                          sort_keys=sort_keys)

    def raise_exception(message):
        raise TemplateError(message)

    clock = datetime.datetime.fromisoformat(now.rstrip("Z"))
    settings = dict(trim_blocks=not plain, lstrip_blocks=not plain)
    settings.update(options)
    env = ImmutableSandboxedEnvironment(
        extensions=[Generation, "jinja2.ext.loopcontrols"], **settings)
    env.filters["tojson"] = tojson
    env.globals["raise_exception"] = raise_exception
    env.globals["strftime_now"] = clock.strftime
    return env


def kind_of(name):
    """The kind that `chatfmt render --batch` gives to an exception class of the reference."""
    return {
        "TemplateError": "raised",
        "UndefinedError": "undefined",
        "SecurityError": "security",
        "TemplateSyntaxError": "syntax",
        "TemplateAssertionError": "syntax",
        "SyntaxError": "syntax",
        "IndentationError": "syntax",
    }.get(name, "runtime")


def render(source, context, **options):
    """("text", text) or ("error", kind, message)."""
    import warnings
    warnings.simplefilter("ignore")
    try:
        text = environment(**options).from_string(source).render(**context)
        text.encode("utf-8")
        return ("text", text)
    except Exception as error:  # what a template may raise is open-ended
        return ("error", kind_of(type(error).__name__), str(error))
