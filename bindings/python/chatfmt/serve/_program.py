"""`python -m chatfmt serve`: the service, run by uvicorn."""
import argparse
import errno
import os
import sys

from .._errors import Error
from .._program import LONGEST, Parser, key_of, number, pair, refuse_unused, reworded, warn_of_unread, warnings_as_lines
from ..engines import is_url
from ._app import RANGES, Service, make_app
from ._errors import REMEDIES
from ._requests import RESERVED

__all__ = ["main"]

_PROGRAM = "chatfmt serve"
# Options that count with --upstream, and of these those that count when it is a URL.
_OF_UPSTREAM = ("form", "upstream_name", "timeout", "max_running", "max_waiting")
_OF_URL = _OF_UPSTREAM[:3]
# What they are where they are not given.
_USUAL = {"timeout": 120.0, "max_running": 64, "max_waiting": 256}


def _name(text):
    """A type for argparse: a text that is not empty."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty; leave the option out for the name of the folder")
    return text


def _parser():
    parser = Parser(
        prog=_PROGRAM, description="Renders prompts over HTTP as vLLM's render server does; with --upstream it also answers "
        "chat completions by a completions endpoint.", epilog="Keys are read from the environment: CHATFMT_API_KEY is sent to "
        "the upstream, and clients must send CHATFMT_SERVE_KEY.")
    parser.add_argument("--model", required=True, metavar="PATH", help="model whose format and vocabulary are used: a folder, "
                        "a GGUF file, or a repository in the Hub cache")
    parser.add_argument("--upstream", metavar="URL|FILE.gguf", help="completions endpoint, or GGUF file, that answers chat "
                        "completions; without it only render and derender are served")
    parser.add_argument("--form", choices=("llama.cpp", "vllm", "openai"), help="API of the upstream (default: ask the upstream)")
    parser.add_argument("--upstream-name", metavar="NAME", help="the model's name at the upstream")
    parser.add_argument("--name", type=_name, help="the model's name for clients (default: the name of the folder)")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=number(0, 65535), metavar="NUMBER", default=8000, help="0 chooses a free port (default: 8000)")
    parser.add_argument("--max-model-len", type=number(*RANGES["max_model_len"]), metavar="N",
                        help="length of the model's context in tokens (default: no limit is known)")
    parser.add_argument("--max-bytes", type=number(*RANGES["max_bytes"]), default=8 << 20, metavar="N",
                        help="largest body of a request (default: 8 MiB)")
    parser.add_argument("--max-running", type=number(*RANGES["max_running"]), metavar="N", help="replies at the same time (default: 64)")
    parser.add_argument("--max-waiting", type=number(*RANGES["max_waiting"]), metavar="N",
                        help="requests that may wait; further ones get 429 (default: 256)")
    parser.add_argument("--max-connections", type=number(1), default=1024, metavar="N", help="further ones get 503 (default: 1024)")
    parser.add_argument("--timeout", type=number(0, LONGEST, float, above=True), metavar="SECONDS",
                        help="how long the upstream may be silent (default: 120)")
    parser.add_argument("--grace", type=number(0, LONGEST), default=30, metavar="SECONDS",
                        help="time for running requests after SIGTERM (default: 30)")
    parser.add_argument("--policy", default="control", choices=("any", "special", "control", "all", "reject"),
                        help="control tokens that messages cannot write; any: they can write all; reject: a request whose messages "
                        "write one is refused (default: control)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=JSON", help="a variable of the template, unless a "
                        "request sets it")
    parser.add_argument("--trust-request-chat-template", action="store_true", help="requests may bring their own template")
    parser.add_argument("--access-log", action="store_true", help="print a line for each request")
    return parser


def _check(arguments):
    """ValueError for options that would do nothing."""
    if arguments.upstream:
        refuse_unused(arguments, "upstream", _OF_URL, ())
        return
    for name in _OF_UPSTREAM:
        if getattr(arguments, name) is not None:
            raise ValueError(f"--{name.replace('_', '-')} is not used without --upstream: leave it out, or use --upstream URL")


def _variables(arguments):
    """The variables of --set; ValueError for what no request could be rendered with."""
    reserved = dict.fromkeys(RESERVED, "leave it out")
    if not arguments.trust_request_chat_template:
        reserved["chat_template"] = "give --trust-request-chat-template, too"
    return dict(pair("--set", text, reserved, "a variable of the template") for text in arguments.set)


def make_service(arguments, variables):
    """The Service of a command line."""
    from .._model import Model
    from ..engines import open_engine
    engine = None
    given = {name: usual if getattr(arguments, name) is None else getattr(arguments, name) for name, usual in _USUAL.items()}
    if arguments.upstream:
        options = {}
        if is_url(arguments.upstream):
            options = {"key": key_of("CHATFMT_API_KEY"), "timeout": given["timeout"], "form": arguments.form,
                       "model": arguments.upstream_name}
        engine = open_engine(arguments.upstream, **options)
    name = arguments.name or os.path.basename(arguments.model.rstrip("/")) or None
    return Service(Model.from_pretrained(arguments.model), engine, name=name, policy=arguments.policy,
                   max_model_len=arguments.max_model_len, max_bytes=arguments.max_bytes,
                   max_running=given["max_running"], max_waiting=given["max_waiting"],
                   trusted=arguments.trust_request_chat_template, variables=variables,
                   key=key_of("CHATFMT_SERVE_KEY"))


def _try_address(host, port):
    """ValueError where the server could not listen there: its own words come in the middle of its log."""
    import socket
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with socket.socket(family, kind, protocol) as tried:
            if os.name == "posix":
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
    except OSError as error:
        of_host = isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL
        remedy = "--host takes an address of the server itself" if of_host else "--port NUMBER chooses another"
        raise ValueError(f"{host}:{port}: {error.strerror}; {remedy}") from None


def main(words):
    """Serve until SIGTERM or SIGINT. Gives the exit status."""
    parser = _parser()
    arguments = parser.parse_args(words)
    try:
        _check(arguments)
        variables = _variables(arguments)
    except ValueError as error:
        parser.error(str(error))
    try:
        from ..engines._protocol import need
        uvicorn = need("uvicorn", "serve")
        with warnings_as_lines(_PROGRAM):
            service = make_service(arguments, variables)
        if not arguments.trust_request_chat_template:
            warn_of_unread(_PROGRAM, service.model, variables)
        app = make_app(service)
        _try_address(arguments.host, arguments.port)
    except (Error, OSError, ImportError, ValueError) as error:
        print(f"{_PROGRAM}: {reworded(str(error), REMEDIES)}", file=sys.stderr)
        return 1
    if service.tokenizer is None and service.engine is None:
        parser.error(f"--model {arguments.model}: it has no tokenizer, so there are no token ids to answer with: name a folder "
                     "with a tokenizer.json, or a GGUF file")
    server = uvicorn.Server(uvicorn.Config(
        app, host=arguments.host, port=arguments.port, log_level="info", access_log=arguments.access_log,
        limit_concurrency=arguments.max_connections, timeout_graceful_shutdown=arguments.grace,
        timeout_keep_alive=30, server_header=False))
    try:
        server.run()
    except KeyboardInterrupt:  # the server raises it again once it has stopped
        return 130
    return 0 if server.started else 1
