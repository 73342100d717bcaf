"""minijinja-py as a batch renderer: {"id", "chat_template", "context", "now"} a line in, {"id", "text"} or {"id", "error"} out."""
import datetime
import json
import sys

import minijinja


def raise_exception(message):
    raise ValueError(message)


def environment(now):
    env = minijinja.Environment(trim_blocks=True, lstrip_blocks=True, pycompat=True)
    env.add_global("raise_exception", raise_exception)
    env.add_global("strftime_now", lambda form: now.strftime(form))
    return env


for line in sys.stdin:
    row = json.loads(line)
    env = environment(datetime.datetime.fromisoformat(row["now"].rstrip("Z")))
    try:
        answer = {"text": env.render_str(row["chat_template"], **row["context"])}
    except BaseException as problem:  # noqa: BLE001 - also what Rust panics with
        answer = {"error": str(problem)[:200]}
    print(json.dumps({"id": row["id"], **answer}), flush=True)
