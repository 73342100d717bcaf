"""The rendering kinds of internlm2_cases.jsonl against a backend."""
from golden_xtuner import attempt, recorded, tally

RENDERING = ("render_verbatim", "render", "steps", "render_openai", "render_history")


def check_render(backend, row):
    yield "text", row["text"]["ok"], backend.text("internlm2/lagent", "internlm2", {
        "messages": row["messages"], "add_generation_prompt": row["add_generation_prompt"]})


def check_verbatim(backend, row):
    yield "text", row["text"], backend.text("internlm2/lagent", "internlm2", {"messages": row["messages"]})


def check_steps(backend, row):
    got = attempt(backend.json, None, "internlm2_steps", {"steps": row["steps"]})
    yield "messages", recorded(row["messages"], list), got
    if "text" in row:
        yield "text", row["text"], backend.text("internlm2/lagent", "internlm2", {
            "messages": got["ok"],
            "add_generation_prompt": row["steps"][-1]["role"] != "language"})


def check_openai(backend, row):
    context = {"messages": row["messages"], "tools": row["tools"]}
    if "sequence_start" in row:
        context["sequence_start"] = row["sequence_start"]
    for field, more in (("text", {}), ("text_no_meta", {"meta_instruction": None})):
        if field in row:
            yield field, recorded(row[field], str), attempt(
                backend.text, "internlm2/lmdeploy", "internlm2_lmdeploy", {**context, **more})


def check_history(backend, row):
    yield "text", row["text"], backend.text("internlm2/hf", "internlm2_hf", {
        k: row[k] for k in ("query", "history", "meta_instruction", "tokenizer_add_bos_token")})


KINDS = dict(zip(RENDERING, (check_verbatim, check_render, check_steps, check_openai, check_history)))


def check(backend, rows, report):
    return tally([r for r in rows if r["kind"] in KINDS],
                 lambda row: KINDS[row["kind"]](backend, row), report)
