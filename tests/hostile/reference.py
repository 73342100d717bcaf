"""Asks the reference, in a child that may use 10 s of processor and 1 GB.

Requests and answers are lines of JSON: {"module", "function", "folder", "stdin"} and {"state",
"digest", "length", "message"}. The state is "text", "refused" (the reference raised), "none" (it
gave up, crashed, or took too long or too much) or "absent" (the package is not installed).
"""
import importlib
import json
import os
import resource
import sys

sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
from hostile.case import digest, use_tests  # noqa: E402

SECONDS, MEMORY = 10, 1 << 30
# What a reference gives up by, rather than what it refuses.
GAVE_UP = (MemoryError, RecursionError, SystemExit, KeyboardInterrupt)


def ask(request):
    module = importlib.import_module(request["module"])
    os.chdir(request["folder"])
    with open(request["stdin"], "rb") as file:
        given = file.read()
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        text = getattr(module, request["function"])(request["folder"], given)
        if isinstance(text, str):
            text = text.encode("utf-8")
        return {"state": "text", "digest": digest(text), "length": len(text)}
    except ImportError as error:
        return {"state": "absent", "message": str(error)}
    except GAVE_UP as error:
        return {"state": "none", "message": type(error).__name__}
    except BaseException as error:  # a panic of Rust is none of Exception
        if "memory" in str(error).lower() and "alloc" in str(error).lower():
            return {"state": "none", "message": str(error)[:200]}
        return {"state": "refused", "message": f"{type(error).__name__}: {error}"[:200]}


def fork(request):
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os.write(writing, json.dumps(ask(request)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if answer:
        return json.loads(answer)
    return {"state": "none", "message": f"ended with {os.waitstatus_to_exitcode(status)}"}


def main():
    use_tests()
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    for package in ("jinja2.sandbox", "tokenizers"):  # loaded once, for all children
        try:
            importlib.import_module(package)
        except ImportError:
            pass
    for line in sys.stdin:
        sys.stdout.write(json.dumps(fork(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
