"""fastchat_prompts.jsonl: prompts and conversions of the real FastChat, against a backend."""
import collections
import json

CONVERSIONS = ("openai openai_seed openai_vision openai_vision_mistral anthropic_vision gemini vertex"
               " reka metagen yandex images system_vision dict gradio").split()


def plain(x):
    """Tuples and lists alike, and JSON's view of both."""
    if isinstance(x, dict):
        if set(x) == {"__tuple__"}:
            return [plain(y) for y in x["__tuple__"]]
        return {k: plain(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return [plain(y) for y in x]
    return x


def outcome(call, *args):
    try:
        return {"ok": plain(call(*args))}
    except Exception as e:
        if not hasattr(e, "kind"):
            raise
        return {"kind": e.kind}


def expected(value):
    return {"ok": plain(value["ok"])} if "ok" in value else {"kind": value["error"].get("kind")}


def check(backend, rows, report, fields=("prompt",)):
    count = collections.Counter()
    for row in rows:
        if row["prompt"].get("python_leak") == "tuple_repr":
            count["unlike on purpose"] += 1
            continue
        optional = "optional" in row
        good = True
        for field in fields:
            if field not in row:
                continue
            got = (outcome(backend.prompt, row) if field == "prompt"
                   else outcome(backend.convert, row, field))
            if got != expected(row[field]):
                good = False
                if not optional:
                    report(row["id"] + " " + field, expected(row[field]), got)
        count[("optional " if optional else "") + ("equal" if good else "different")] += 1
    return count


def load(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]
