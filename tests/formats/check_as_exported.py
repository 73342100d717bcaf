"""Each format beside its own exported template, over the conversations of `chatfmt diff`.

    check_as_exported.py PROGRAM

An exported template goes through transformers' apply_chat_template, which refuses no messages and tools that are none,
and leaves out members that are null. What else differs is named here.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

BOUNDARY = {"no messages", "tools with the members that are read"}
NULLS = {"null content", "two calls, open", "calls without content, answered", "ids of another form", "call of an old kind"}
# Formats by the beginning of their names, and the conversations in which they differ.
DIFFERENT = {
    "class/": NULLS,
    # A null thought is left out; the fields of XTuner's template can be given as variables.
    "xtuner_v1/": {"reasoning", "reasoning, calls"},
    "internlm2/lmdeploy": {"arguments as text", "values as text", "ids of another form", "arguments as text, called again, answered"},
}
WITHOUT = {"xtuner_v1/qwen3.5-vl", "xtuner_v1/glm5.2", "fastchat/yandexgpt"}  # names without a prompt
wrong = []


def run(*args):
    return subprocess.run([sys.argv[1], *map(str, args)], capture_output=True, text=True)


def check(name, folder):
    exported = run("formats", "export", name)
    if (name in WITHOUT) != (exported.returncode != 0):
        wrong.append(f"{name}: {exported.stderr.strip() or 'it has a template'}")
    if exported.returncode:
        return 0
    path = folder / "exported.jinja"
    path.write_text(exported.stdout, encoding="utf-8")
    rows = [json.loads(line) for line in run("diff", path, f"format:{name}", "--json").stdout.splitlines()]
    rows = [row for row in rows if "same" in row]
    allowed = set(BOUNDARY).union(*(names for start, names in DIFFERENT.items() if name.startswith(start)))
    for row in rows:
        # Probes of a format's own fields give them as variables, which its exported template has settled.
        if not row["same"] and re.sub(r" \(\d+\)$", "", row["name"]) not in allowed and not row["name"].startswith(("variable ", "field ")):
            wrong.append(f"{name}: {row['name']}: {json.dumps(row)[:400]}")
    if len(rows) < 60:
        wrong.append(f"{name}: only {len(rows)} conversations")
    return len(rows)


def main():
    names = [line.split()[0] for line in run("formats", "list").stdout.splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        cases = sum(check(name, pathlib.Path(folder)) for name in names)
    for line in wrong:
        print(line)
    print(f"{len(names)} formats, {cases} conversations, {len(wrong)} wrong")
    return 1 if wrong or len(names) < 150 else 0


if __name__ == "__main__":
    sys.exit(main())
