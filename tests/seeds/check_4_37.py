#!/usr/bin/env python3
"""`--reference transformers-4.37` beside transformers 4.37.2: random calls over the defaults of its classes and over the templates of
../shared/corpus, when it is there.

    check_4_37.py PROGRAM [COUNT]      COUNT calls (default 1,000); scripts/transformers-4.37 makes the environment
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "formats")]
import oracle  # noqa: E402
from conversations import conversations  # noqa: E402

CORPUS = pathlib.Path(os.environ.get("CHATFMT_CORPUS") or ROOT.parent / "shared" / "corpus")
PYTHON = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "chatfmt" / "transformers-4.37.2" / "bin" / "python"
TOKENS = {"bos_token": ("<s>", "<|begin|>"), "eos_token": ("</s>", "<|im_end|>", "<|end'&>"), "unk_token": ("<unk>",), "sep_token": ("<sep>",), "pad_token": ("<pad>", "</s>"),
          "cls_token": ("[CLS]",), "mask_token": ("[MASK]",)}
PIECES = ["{{ messages|tojson }}", "{{ messages[0]|tojson(indent=2) }}", "{{ messages|tojson(2) }}", "{{ '<b>' + messages[0]['content']|tojson }}", "{{ messages|tojson|length }}",
          "{% for m in messages %}{{ m['content'] }}{% if loop.last %}{% continue %}{% endif %}{% endfor %}", "{% for m in messages %}{% break %}{% endfor %}",
          "{% generation %}x{% endgeneration %}", "{{ strftime_now('%Y') }}", "{{ strftime_now is defined }}", "{{ tools }}|{{ tools is defined }}", "{{ documents is none }}",
          "{{ messages|tojson(ensure_ascii=False) }}", "{% for m in messages %}{{ m.content }}|{{ m.tool_calls is defined }}{% endfor %}", "{{ bos_token }}{{ eos_token ~ {'z': 1, 'a': '<'}|tojson }}",
          "{{ messages|map(attribute='content')|list }}", "{{ raise_exception('no <' ~ messages|length) }}", "{{ add_generation_prompt }}{{ messages[0].thinking is defined }}",
          "{{ {'b': none, 'a': [1.5, true, '\\u00e9\\U0001f600\\x7f']}|tojson }}", "{{ messages[-1]['content'] + 1 }}", "{{ messages[9]['content']['x'] }}"]
FAST = ("llama", "code_llama", "gpt2", "blenderbot", "blenderbot_small", "whisper")  # classes of both kinds
EXTRA = [{"role": "assistant", "content": None, "tool_calls": [{"type": "function", "function": {"name": "f", "arguments": {"b": "<'&>", "a": 1}}}]},
         {"role": "tool", "name": "f", "content": "é & <ok>"}, {"role": "assistant", "content": "x", "reasoning_content": "t"}, {"role": "user", "content": [{"type": "text", "text": "part"}]}]


def classes():
    rows = json.loads((ROOT / "src" / "formats" / "classes.json").read_text("utf-8"))["formats"]
    return [row for row in rows if row["name"] != "cohere"]  # of 4.40


def calls(r, count, types):
    """Random calls: a third over classes, a third over templates of the corpus, the rest over what differs from today's templates."""
    templates, contexts = [], []
    if CORPUS.exists():
        templates = [path.read_bytes().decode() for path in sorted((CORPUS / "templates").iterdir())]
        contexts = [json.loads(line)["context"] for line in (CORPUS / "contexts.jsonl").read_text("utf-8").split("\n") if line]
    else:
        print("=== SKIPPED: there is no %s; %s" % (CORPUS, "templates are those of the test alone"))
    talks = [messages for messages, _ in conversations(60, 4, alternating=True)] + [c["messages"] for c in contexts if isinstance(c.get("messages"), list)]
    for i in range(count):
        messages = list(r.choice(talks))
        if r.random() < 0.3:
            messages += r.sample(EXTRA, r.randint(1, 2))
        config = {k: r.choice(v) for k, v in TOKENS.items() if r.random() < 0.85}
        config = {k: {"__type": "AddedToken", "content": v, "special": True} if r.random() < 0.3 else v for k, v in config.items()}
        call = {"config": config, "messages": messages, "add_generation_prompt": r.random() < 0.5}
        if i % 3 == 0:
            row = r.choice(classes())
            config.update({k: v[0] for k, v in TOKENS.items()})
            if r.random() < 0.3:
                config["use_default_system_prompt"] = r.random() < 0.5
            if row.get("model_types") and r.random() < 0.4:
                call["type"] = r.choice(row["model_types"])
                call["class"] = types[call["type"]]
            else:
                config["tokenizer_class"] = row["class"] + r.choice(("", "Fast") if row["name"] in FAST else ("",))
        else:
            config["tokenizer_class"] = "PreTrainedTokenizerFast"
            config["chat_template"] = r.choice(templates) if templates and i % 3 == 1 else "\n".join(r.sample(PIECES, r.randint(1, 3)))
        yield call


def ours(program, folder, rows):
    requests = []
    for i, call in enumerate(rows):
        path = os.path.join(folder, str(i))
        os.mkdir(path)
        files = {"tokenizer_config.json": call["config"], "config.json": {"model_type": call["type"]} if "type" in call else None}
        for name, value in files.items():
            if value is not None:
                pathlib.Path(path, name).write_text(json.dumps(value), "utf-8")
        # What 4.37.2 does not read.
        pathlib.Path(path, "chat_template.jinja").write_text("not read", "utf-8")
        requests.append({"id": i, "model": path, "reference": "transformers-4.37", "context": {"messages": call["messages"], "add_generation_prompt": call["add_generation_prompt"]}})
    done = subprocess.run([program, "render", "--batch"], input="".join(json.dumps(q) + "\n" for q in requests).encode(), stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.decode().split("\n") if line]


def differs(want, got):
    if "error" not in want:
        return got.get("text") != want["text"] and not (want["text"] == "" and got.get("error", {}).get("kind") == "value")
    kind = oracle.kind_of(want["error"])
    return "error" not in got or got["error"]["kind"] != kind


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    if not PYTHON.exists():
        print("SKIPPED: there is no %s; scripts/transformers-4.37 makes it" % PYTHON)
        return 77
    script = str(ROOT / "tests" / "seeds" / "transformers_4_37.py")
    types = json.loads(subprocess.run([PYTHON, script, "--types"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout)
    rows = list(calls(random.Random(437), count, types))
    given = "".join(json.dumps(row) + "\n" for row in rows)
    done = subprocess.run([PYTHON, script], input=given.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    wanted = [json.loads(line) for line in done.stdout.decode().split("\n") if line]
    with tempfile.TemporaryDirectory() as folder:
        got = ours(program, folder, rows)
    wrong = [row for row in zip(rows, wanted, got) if differs(*row[1:])]
    for call, want, answer in wrong[:6]:
        print(json.dumps(call)[:700], "\n  want", str(want)[:500], "\n  got ", str(answer)[:500])
    texts = sum("text" in want for want in wanted)
    print("%d calls (%d texts, %d errors): %d differ" % (len(rows), texts, len(rows) - texts, len(wrong)))
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
