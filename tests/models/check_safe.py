"""Policies over real templates: what nobody attacks has the reference's ids under "control".

usage: check_safe.py     (needs ../shared/corpus and tokenizers that fetch_oracle.sh fetched)
"""
import json
import os
import subprocess
import sys
from pathlib import Path

SKIP = 77
CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus" / "templates"
ORACLE = Path(os.environ.get("CHATFMT_ORACLE", Path.home() / ".cache" / "chatfmt-oracle"))
CHATS = [
    [{"role": "user", "content": "What is 1+1?\n\nTell me <b>now</b>."}, {"role": "assistant", "content": "It is 2.\n\n- a\n  - b"},
     {"role": "user", "content": "And  2+2?"}],
    [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Weather?"},
     {"role": "assistant", "content": "", "tool_calls": [{"type": "function", "id": "call12345", "function": {
         "name": "get", "arguments": {"city": "K\u00f6ln", "n": [1, 2]}}}]},
     {"role": "tool", "name": "get", "tool_call_id": "call12345", "content": "{\"t\": 3}"},
     {"role": "assistant", "content": "3 degrees."}],
]
TOOLS = [{"type": "function", "function": {"name": "get", "description": "Get it.", "parameters": {
    "type": "object", "properties": {"city": {"type": "string"}}}}}]


def main():
    names = [n for n in ("qwen3", "llama3_1", "deepseek_v3", "gemma3") if (ORACLE / n / "tokenizer.json").exists()]
    if not CORPUS.is_dir() or not names:
        print("no corpus, or no tokenizers: skipped")
        return SKIP
    program = os.environ.get("CHATFMT", "build/chatfmt")
    bad = 0
    for name in names:
        lines, keys = [], []
        for path in sorted(CORPUS.glob("*.jinja")):
            for i, chat in enumerate(CHATS):
                context = {"messages": chat, "tokenize": True, "chat_template": path.read_text("utf-8", "replace")}
                context.update({"tools": TOOLS} if i else {"add_generation_prompt": True})
                for policy in ("any", "control"):
                    lines.append(json.dumps({"id": 0, "model": str(ORACLE / name), "now": "2026-01-02T03:04:05",
                                             "context": context, "options": {"policy": policy, "allow": "row-templates"}}))
                keys.append((path.name, i))
        out = subprocess.run([program, "render", "--batch"], input="\n".join(lines) + "\n", capture_output=True, text=True,
                             check=True).stdout.split("\n")[:-1]
        out = [json.loads(line) for line in out]
        same = refused = 0
        for key, plain, safe in zip(keys, out[::2], out[1::2]):
            if "error" in plain and "error" in safe:
                refused += 1
            elif "error" not in safe and "attempts" not in safe and plain.get("ids") == safe["ids"]:
                same += 1
            else:
                bad += 1
                print(name, key, safe.get("attempts", safe.get("error")))
        print("%s: %d prompts the same, %d refused" % (name, same, refused))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
