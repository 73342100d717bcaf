"""The listings in the four documents, from the formats: each is found in the document, or differs
from it exactly as docs/compatibility.md says.

    check_seeds.py PROGRAM [SHARED_DIR]        exit 77 (skipped) without the documents
"""
import json
import pathlib
import sys

from program_backend import ProgramBackend

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHAT = [{"role": "user", "content": "Hello, how are you?"},
        {"role": "assistant", "content": "I'm doing great. How can I help you today?"},
        {"role": "user", "content": "I'd like to show off how chat templating works!"}]
PIRATE = [{"role": "system",
           "content": "You are a friendly chatbot who always responds in the style of a pirate"},
          {"role": "user", "content": "How many helicopters can a human eat in one sitting?"}]
ASK = [{"role": "user", "content": "Hi there!"},
       {"role": "assistant", "content": "Nice to meet you!"},
       {"role": "user", "content": "Can I ask a question?"}]
TWEET = [{"role": "system", "content": "You are a helpful chatbot that will do its best not to say "
                                       "anything so stupid that people tweet about it."},
         {"role": "user", "content": "How are you?"},
         {"role": "assistant", "content": "I'm doing great!"}]
MOON = [{"role": "user", "content": "Which is bigger, the moon or the sun?"},
        {"role": "assistant", "content": "The sun."}]
TOKENS = {"bos_token": "<s>", "eos_token": "</s>"}


class Listings:
    def __init__(self, backend, shared):
        self.backend, self.shared, self.failed, self.found = backend, shared, [], 0
        self.seeds = {p.name[:3]: p.read_text("utf-8") for p in (shared / "seeds").iterdir()}

    def expect(self, what, good):
        self.found += bool(good)
        if not good:
            self.failed.append(what)

    def has(self, seed, what, text):
        self.expect(what, text in self.seeds[seed])

    def format(self, name, **context):
        return self.backend.ask(format=name, context={**TOKENS, **context})["text"]

    def template(self, name, **context):
        source = (self.shared / "corpus" / "templates" / name).read_text("utf-8")
        return self.backend.ask(chat_template=source, context={**TOKENS, **context})["text"]


def fastchat(x):
    """Each example's prompt is the real one; the listing is it too, where the recording agrees."""
    data = json.loads((x.shared / "golden" / "fastchat_seed_examples.json").read_text("utf-8"))
    for example in data["examples"]:
        if "ok" not in (example.get("real_output") or {}):
            continue
        got = x.backend.prompt({"conv": example["conv"]})
        x.expect(example["id"], got == example["real_output"]["ok"])
        if example["agree"]:
            x.expect(example["id"] + " listing", got == example["seed_output"])


def xtuner(x):
    for rounds in (1, 3):
        text = x.backend.text("xtuner/internlm_chat", "xtuner_train", {"rounds": [
            {"system": "{system}" if i == 0 else "", "input": "{input}", "output": "{output}"}
            for i in range(rounds)], "bos_token": "", "eos_token": ""})
        x.has("001", "%d rounds" % rounds, "```\n" + text.rstrip("\n") + "\n```")


def internlm2(x):
    with open(x.shared / "golden" / "internlm2_cases.jsonl", encoding="utf-8") as f:
        for case in map(json.loads, f):
            if case["kind"] != "render_verbatim":
                continue
            text = x.backend.text("internlm2/lagent", "internlm2", {"messages": case["messages"]})
            x.expect(case["id"], text == case["text"])
            if case["source"] == "seed 002":
                x.has("002", case["id"] + " listing", text)


def transformers(x):
    blenderbot = x.format("class/blenderbot", messages=CHAT)
    x.has("004", "blenderbot", '"' + blenderbot + '"')
    mistral = x.template("hfjs-TheBloke_Mistral-7B-Instruct-v0.1-GPTQ.jinja", messages=CHAT)
    x.has("004", "mistral", '"' + mistral.replace("</s>[INST]", "</s> [INST]") + '"')
    zephyr = x.format("fastchat/zephyr", messages=PIRATE, add_generation_prompt=True)
    x.has("004", "zephyr", zephyr.replace("</s>", "</s> ").rstrip("\n"))
    trained = x.template("unsloth-zephyr_template.jinja", messages=MOON)
    x.has("004", "zephyr for training", trained.rstrip("\n"))
    for pending in (False, True):
        x.has("004", "chatml %s" % pending, '"""' + x.format(
            "class/chatml", messages=ASK, add_generation_prompt=pending) + '"""')
    x.has("004", "chatml", "```py\n" + x.format("class/chatml", messages=TWEET) + "```")


def main():
    shared = [p / "shared" for p in (ROOT.parent, ROOT.parent.parent)]
    shared = [pathlib.Path(p) for p in sys.argv[2:]] + shared
    shared = next((p for p in shared if (p / "seeds").is_dir()), None)
    if not shared:
        print("SKIPPED: no documents")
        return 77
    x = Listings(ProgramBackend(sys.argv[1]), shared)
    for part in (fastchat, xtuner, internlm2, transformers):
        part(x)
    print("%d listings as expected, %d not: %s" % (x.found, len(x.failed), ", ".join(x.failed)))
    return 1 if x.failed or not x.found else 0


if __name__ == "__main__":
    sys.exit(main())
