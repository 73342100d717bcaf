"""`python -m chatfmt serve`: the service by uvicorn."""
import argparse
import errno
import json
import os
import sys

from .._errors import Error

__all__ = ["main"]


def _parser():
    parser = argparse.ArgumentParser(
        prog="chatfmt serve", description="Renders prompts over HTTP as vLLM's render server does; with --upstream it also answers "
        "chat completions by a completions endpoint.", epilog="Keys are read from the environment: CHATFMT_API_KEY is sent to the upstream, and clients "
        "must send CHATFMT_SERVE_KEY.")
    parser.add_argument("--model", required=True, metavar="PATH", help="model whose format and vocabulary are used: a folder, "
                        "a GGUF file, or a repository in the Hub cache")
    parser.add_argument("--upstream", metavar="URL|FILE.gguf", help="completions endpoint, or GGUF file, that answers chat "
                        "completions; without it only render and derender are served")
    parser.add_argument("--form", choices=("llama.cpp", "vllm", "openai"), help="API of the upstream (default: ask the upstream)")
    parser.add_argument("--upstream-name", help="the model's name at the upstream")
    parser.add_argument("--name", help="the model's name for clients (default: the name of the folder)")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="0 chooses a free port (default: 8000)")
    parser.add_argument("--max-model-len", type=int, metavar="N", help="length of the model's context in tokens (default: no limit is known)")
    parser.add_argument("--max-bytes", type=int, default=8 << 20, metavar="N", help="largest body of a request (default: 8 MiB)")
    parser.add_argument("--max-running", type=int, default=64, metavar="N", help="replies at the same time (default: 64)")
    parser.add_argument("--max-waiting", type=int, default=256, metavar="N", help="requests that may wait; further ones get 429 (default: 256)")
    parser.add_argument("--max-connections", type=int, default=1024, metavar="N", help="further ones get 503 (default: 1024)")
    parser.add_argument("--timeout", type=float, default=120.0, metavar="SECONDS", help="how long the upstream may be silent (default: 120)")
    parser.add_argument("--grace", type=int, default=30, metavar="SECONDS", help="time for running requests after SIGTERM (default: 30)")
    parser.add_argument("--policy", default="control", choices=("any", "special", "control", "all", "reject"),
                        help="control tokens that messages cannot write; any: they can write all (default: control)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=JSON", help="a variable of the template, unless a "
                        "request sets it")
    parser.add_argument("--trust-request-chat-template", action="store_true", help="requests may bring their own template")
    parser.add_argument("--access-log", action="store_true", help="print a line for each request")
    return parser


def make_service(arguments, variables):
    """The Service of a command line."""
    from .._model import Model
    from ..engines import open_engine
    from ._app import Service
    engine = None
    if arguments.upstream:
        options = {}
        if arguments.upstream.startswith(("http://", "https://")):
            options = {"key": os.environ.get("CHATFMT_API_KEY"), "timeout": arguments.timeout, "form": arguments.form,
                       "model": arguments.upstream_name}
        engine = open_engine(arguments.upstream, **options)
    name = arguments.name or os.path.basename(arguments.model.rstrip("/"))
    return Service(Model.from_pretrained(arguments.model), engine, name=name, policy=arguments.policy,
                   max_model_len=arguments.max_model_len, max_bytes=arguments.max_bytes,
                   max_running=arguments.max_running, max_waiting=arguments.max_waiting,
                   trusted=arguments.trust_request_chat_template, variables=variables,
                   key=os.environ.get("CHATFMT_SERVE_KEY") or None)


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
    """Serve until SIGTERM or SIGINT; the exit status."""
    parser = _parser()
    arguments = parser.parse_args(words)
    variables = {}
    for text in arguments.set:
        name, equals, value = text.partition("=")
        if not equals:
            parser.error(f"--set: {text!r} is not NAME=JSON")
        try:
            variables[name] = json.loads(value)
        except ValueError:
            variables[name] = value
    try:
        from ..engines._protocol import need
        from ._app import make_app
        uvicorn = need("uvicorn", "serve")
        app = make_app(make_service(arguments, variables))
        _try_address(arguments.host, arguments.port)
    except (Error, OSError, ImportError, ValueError) as error:
        print(f"chatfmt serve: {error}", file=sys.stderr)
        return 1
    server = uvicorn.Server(uvicorn.Config(
        app, host=arguments.host, port=arguments.port, log_level="info", access_log=arguments.access_log,
        limit_concurrency=arguments.max_connections, timeout_graceful_shutdown=arguments.grace,
        timeout_keep_alive=30, server_header=False))
    server.run()
    return 0 if server.started else 1
