"""Derived masks over the corpus of real templates: against the tags where there are some, and
closed by an end-of-turn token everywhere else.

usage: check_masks.py [--all]
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

SKIP = 77
CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus" / "templates"
TAGS = re.compile(r"\{%[-+]?\s*generation\s*[-+]?%\}")
TOKENS = {"bos_token": "<s>", "eos_token": "</s>"}
CHATS = {
    "plain": [{"role": "user", "content": "What is 1+1?"}, {"role": "assistant", "content": "It is 2."},
              {"role": "user", "content": "And 2+2?"}, {"role": "assistant", "content": "Four, I think."}],
    "system": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello there"},
               {"role": "assistant", "content": "Hi!"}],
    "many": [m for i in range(6) for m in ({"role": "user", "content": "Q%d?" % i}, {"role": "assistant", "content": "A%d." % i})],
}
# Looks like the end of a turn.
ENDS = re.compile(r"\s*[<\[][^>\]]*(end|eos|eot|return|/s)[^>\]]*[>\]]", re.I)
# The last turn is left open, and a lone user message brings a system message with the same end, so no
# shorter text shows where one turn ends and the next begins.
EXCEPTIONS = {"ov-turboderp_Cat-Llama-3-70B-instruct.jinja"}


def main():
    if not CORPUS.is_dir():
        print("no corpus: skipped")
        return SKIP
    program = os.environ.get("CHATFMT", "build/chatfmt")
    requests, keys = [], []
    for path in sorted(CORPUS.glob("*.jinja")):
        tagged = bool(TAGS.search(path.read_text("utf-8", "replace")))
        for chat, messages in CHATS.items():
            for kind in ["derived"] + (["generation"] if tagged else []):
                requests.append(json.dumps({"id": len(keys), "model": str(path), "now": "2026-01-02T03:04:05",
                                            "context": {"messages": messages, **TOKENS}, "options": {"mask": kind}}))
                keys.append((path.name, chat, kind))
    out = subprocess.run([program, "render", "--batch"], input="\n".join(requests) + "\n", capture_output=True,
                         text=True, check=True).stdout.split("\n")[:-1]
    rows = {key: json.loads(line) for key, line in zip(keys, out)}
    figures = dict(rendered=0, refused=0, whole=0, missing=0, unclosed=0, tagged=0, same=0, newline=0, opening=0)
    bad = []
    for (name, chat, kind), row in rows.items():
        if kind != "derived":
            continue
        if "error" in row:
            figures["refused"] += 1
            if row["error"]["kind"] not in ("raised", "runtime", "undefined", "syntax", "security", "limit"):
                bad.append((name, chat, row["error"]))
            continue
        figures["rendered"] += 1
        text = row["text"].encode("utf-8")
        said = [m["content"] for m in CHATS[chat] if m["role"] == "assistant"]
        pieces = [text[b:e].decode("utf-8") for b, e in row["mask"]]
        shown = [s for s in said if s in row["text"]]
        whole = len(pieces) == len(shown) and all(s in p for s, p in zip(shown, pieces))
        figures["whole"] += whole
        if not whole:
            figures["missing"] += 1
            bad.append((name, chat, "missing", pieces, row["text"][-300:]))
        elif any(p.endswith(s) for s, p in zip(shown, pieces)):
            figures["unclosed"] += 1  # right where the template writes no end
            open_ends = [text[e:].decode("utf-8") for (b, e), s, p in zip(row["mask"], shown, pieces) if p.endswith(s)]
            if name not in EXCEPTIONS and any(ENDS.match(t) for t in open_ends):
                bad.append((name, chat, "unclosed", pieces, row["text"][-200:]))
        tags = rows.get((name, chat, "generation"))
        if tags and "text" in tags:
            figures["tagged"] += 1
            marked = [text[b:e].decode("utf-8", "replace") for b, e in tags["mask"]]
            if tags["mask"] == row["mask"]:
                figures["same"] += 1
            elif [m.rstrip() for m in marked] == pieces:
                figures["newline"] += 1  # the tag takes in the white space behind the token
            elif [m.rstrip().endswith(p.lstrip()) or p.endswith(m.rstrip()) for m, p in zip(marked, pieces)] == [True] * len(marked):
                figures["opening"] += 1  # the tag takes in some of the generation prompt, or leaves out a space
            else:
                bad.append((name, chat, "tags", marked, pieces))
    shown = bad if "--all" in sys.argv else bad[:10]
    for row in shown:
        print(json.dumps(row, ensure_ascii=False)[:700])
    print(figures, len(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
