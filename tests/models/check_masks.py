"""Derived masks over the corpus of real templates.

Of every template that accepts a conversation: where the conversation before a message, with a
generation prompt, is the beginning of the whole text, the mask begins right there; each range
holds what the message says, ends with an end-of-turn token, and has no other message's bytes in
it. Where there are {% generation %} tags, it is what they enclose. Exceptions are listed with
their reasons, and one that is none any more is an error too.

usage: check_masks.py [--all]
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SKIP = 77
CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus" / "templates"
TAGS = re.compile(r"\{%[-+]?\s*generation\s*[-+]?%\}")
TOKENS = {"bos_token": "<s>", "eos_token": "</s>"}
CALL = {"id": "call12345", "type": "function", "function": {"name": "get_weather", "arguments": {"city": "Paris"}}}
TOOLS = [{"type": "function", "function": {"name": "get_weather", "description": "Weather.", "parameters": {
    "type": "object", "properties": {"city": {"type": "string", "description": "Where."}}, "required": ["city"]}}}]


def user(text):
    return {"role": "user", "content": text}


def answer(text, **more):
    return {"role": "assistant", "content": text, **more}


def result(text):
    return {"role": "tool", "tool_call_id": "call12345", "name": "get_weather", "content": text}


CHATS = {
    "plain": [user("What is 1+1?"), answer("It is 2."), user("And 2+2?"), answer("Four, I think.")],
    "system": [{"role": "system", "content": "Be brief."}, user("Hello there"), answer("Hi!")],
    "many": [m for i in range(6) for m in (user("Q%d?" % i), answer("A%d." % i))],
    "think": [user("What is 1+1?"), answer("It is 2.", reasoning_content="One and one."), user("And 2+2?"),
              answer("Four, I think.", reasoning_content="Two and two.")],
    "inline": [user("What is 1+1?"), answer("<think>\nOne and one.\n</think>\n\nIt is 2."), user("And 2+2?"),
               answer("<think>\nTwo and two.\n</think>\n\nFour, I think.")],
    "tools": [user("Weather?"), answer("", tool_calls=[CALL]), result("Sunny."), answer("It is sunny."),
              user("Thanks"), answer("Welcome.")],
    "toolthink": [user("Weather?"), answer("Let me see.", reasoning_content="I need it.", tool_calls=[CALL]),
                  result("Sunny."), answer("It is sunny.", reasoning_content="So it says.")],
    "tooltwice": [user("Weather?"), answer("", tool_calls=[CALL]), result("Sunny."), answer("", tool_calls=[CALL]),
                  result("Rainy."), answer("It is mixed.")],
}
# What ends a turn: a token in <> or [], or what stands for one.
END = re.compile(r"(<[^<>\n]{1,60}>|\[[^\[\]\n]{1,60}\]|\[e~\[|###)$")
# ... and what a range must not leave out behind it.
NEXT = re.compile(r"\s*[<\[][^>\]\n]*(end|eos|eot|return|/s)[^>\]\n]*[>\]]", re.I)

# ---- Templates whose tags are not what the model writes ----
#
# space     the tags take in the white space behind the end-of-turn token, which comes after the model has stopped
# opening   the tags take in (some of) the generation prompt, which the model is given
# separator the tags leave out the space behind "ASSISTANT:" that the generation prompt does not have, and take in
#           the space before the next turn: there is no end-of-turn token
TAG_FAULTS = {
    "axolotl-llava.jinja": "separator",
    "hfjs-HuggingFaceTB_SmolLM3-3B.jinja": "opening space",
    "hfjs-LiquidAI_LFM2.5-VL-450M.jinja": "space",
    "lcpp-poolside-Laguna-S-2.1-44481.jinja": "opening space",
    "swj-huggingFaceTBSmolLM3_3B.jinja": "opening space",
    "trl-gemma3_training.jinja": "space",
    "trl-gptoss_training.jinja": "opening",
    "trl-lfm2_training.jinja": "space",
    "trl-nemotron_3_super_training.jinja": "opening space",
    "trl-qwen3_5_think_training.jinja": "opening space",
    "trl-qwen3_training.jinja": "space",
    "trl-qwen3_vl_training.jinja": "space",
}

# ---- Templates with turns that no token ends ----
#
# none    the template writes no end of a turn at all: the model stops where it would write the next turn's opening
# last    only the last turn has an end, those before it have none
# open    the last turn is left open
# calls   turns with calls have none
# guard   the conversation is quoted in a question about it; the model writes none of it
OPEN_ENDS = {
    "none": [
        "axolotl-llava.jinja", "cjz-amberchat.jinja", "cjz-chatqa.jinja", "cjz-falcon-instruct.jinja",
        "hfjs-maywell_PiVoT-MoE.jinja", "hfjs-upstage_SOLAR-10.7B-Instruct-v1.0.jinja", "lcpp-GLM-4.6-8804f.jinja",
        "lcpp-GLM-4.6.jinja", "lcpp-GLM-4.7-Flash.jinja", "lcpp-GLM-5.2.jinja", "lcpp-llama-cpp-rwkv-world.jinja",
        "lcpy-Llava15ChatHandler.jinja", "lcpy-MoondreamChatHandler.jinja", "mlx-vlm-blenderbot.jinja",
        "mlx-vlm-init.jinja", "ms-ZhipuAI_GLM-4.5V.jinja", "ms-ZhipuAI_GLM-4.6V.jinja",
        "oi-olmo_thinker_rlzero.jinja", "oi-r1_simple_chat.jinja",
        "oi-r1_simple_chat_postpend_think_tool_vllm.jinja", "oumi-default_gen.jinja", "oumi-other.jinja",
        "ov-Mihaiii_Pallas-0.5.jinja", "ov-THUDM_glm-4-9b-chat.jinja",
        "ov-ibm-granite_granite-8b-code-instruct.jinja", "ov-jphme_em_german_leo_mistral.jinja",
        "ov-mobiuslabsgmbh_aanaphi2-v0.1.jinja", "ov-nvidia_Llama3-ChatQA-1.5-8B.jinja",
        "ov-openbmb_MiniCPM-2B-sft-fp32.jinja", "ov-saltlux_Ko-Llama3-Luxia-8B.jinja", "ov-tiiuae_falcon-11B.jinja",
        "ov-tiiuae_falcon-7b-instruct.jinja", "tgi-in_minijinja_.test_chat_template_loop_controls.jinja",
        "vllm-template_alpaca.jinja", "vllm-template_baichuan.jinja", "vllm-template_chatglm.jinja",
        "vllm-template_chatglm2.jinja", "vllm-template_falcon_180b.jinja", "vllm-template_teleflm.jinja",
        "xinf-baichuan-2-chat.jinja", "xinf-codegeex4.jinja", "xinf-glm4-0414.jinja",
    ],
    "last": [
        "axolotl-metharme.jinja", "hfjs-default_blenderbot.jinja", "oi-simple_concat_with_space.jinja",
    ],
    "open": [
        "lcpp-tencent-Hy3.jinja", "ov-turboderp_Cat-Llama-3-70B-instruct.jinja", "vllm-template_chatml-08ac4.jinja",
        "xinf-deepseek-v3.jinja",
    ],
    "calls": ["lcpp-CohereForAI-c4ai-command-r-plus-tool_use.jinja"],
    "guard": [
        "ms-Qwen_Qwen3Guard-Gen-4B.jinja", "ov-meta-llama_Meta-Llama-Guard-2-8B.jinja",
    ],
}


def context(chat, messages, prompt=False):
    made = {"messages": messages, **TOKENS}
    if prompt:
        made["add_generation_prompt"] = True
    if chat.startswith("tool"):
        made["tools"] = TOOLS
    return made


def render():
    """All rows by (template, chat, kind, message)."""
    program = os.environ.get("CHATFMT", "build/chatfmt")
    requests, keys = [], []

    def ask(path, chat, messages, kind, number=0, prompt=False, **options):
        requests.append(json.dumps({"id": len(keys), "model": str(path), "now": "2026-01-02T03:04:05",
                                    "context": context(chat, messages, prompt), "options": options}))
        keys.append((path.name, chat, kind, number))

    for path in sorted(CORPUS.glob("*.jinja")):
        tagged = bool(TAGS.search(path.read_text("utf-8", "replace")))
        for chat, messages in CHATS.items():
            ask(path, chat, messages, "derived", mask="derived")
            if tagged:
                ask(path, chat, messages, "tags", mask="generation")
            for i, message in enumerate(messages):
                if message["role"] == "assistant":
                    ask(path, chat, messages[:i], "before", i, True)
    done = subprocess.run([program, "render", "--batch"], input="\n".join(requests) + "\n", capture_output=True, text=True,
                          check=True)
    return {key: json.loads(line) for key, line in zip(keys, done.stdout.split("\n")[:-1])}


def says(message):
    """Texts of which one must be in the message's range, when the template shows the message."""
    return [message["content"]] if message["content"] else ["get_weather"]


def assign(messages, text, ranges):
    """Which message each range is of: in order, by what it says; None for a turn that says nothing."""
    numbers = [i for i, m in enumerate(messages) if m["role"] == "assistant"]
    if len(ranges) == len(numbers):
        return numbers
    found, at = [], 0
    for begin, end in ranges:
        piece = text[begin:end].decode("utf-8")
        hit = next((k for k in range(at, len(numbers)) if any(s.strip()[-8:] in piece for s in says(messages[numbers[k]]))), None)
        found.append(None if hit is None else numbers[hit])
        at = at if hit is None else hit + 1
    return found


def tag_fault(text, tags, mine):
    """How the tags differ from the derived mask, in the words of TAG_FAULTS; None when otherwise."""
    if len(tags) != len(mine):
        return None
    faults = set()
    for (tag_begin, tag_end), (begin, end) in zip(tags, mine):
        if text[tag_begin:tag_end].strip() == text[begin:end].strip() and tag_begin > begin and tag_end > end:
            faults.add("separator")
            continue
        if tag_begin < begin:
            faults.add("opening")
        elif tag_begin > begin:
            return None
        if tag_end > end and not text[end:tag_end].strip():
            faults.add("space")
        elif tag_end != end:
            return None
    return " ".join(sorted(faults))


def listed(name):
    return next((kind for kind, names in OPEN_ENDS.items() if name in names), None)


def check(rows):
    figures = dict(rendered=0, refused=0, ranges=0, prompts=0, closed=0, open=0, tagged=0, same=0, faults=0)
    bad, faults, open_ends = [], {}, {}
    for (name, chat, kind, _), row in rows.items():
        if kind != "derived":
            continue
        if "error" in row:
            figures["refused"] += 1
            continue
        figures["rendered"] += 1
        messages, text, ranges = CHATS[chat], row["text"].encode("utf-8"), row["mask"]
        numbers = assign(messages, text, ranges)
        for number, (begin, end) in zip(numbers, ranges):
            piece = text[begin:end].decode("utf-8")
            figures["ranges"] += 1
            if number is not None:
                before = rows[name, chat, "before", number]
                start = before.get("text", "").encode("utf-8")
                if start and text.startswith(start) and len(start) < end:
                    figures["prompts"] += 1
                    if begin != len(start):
                        bad.append((name, chat, number, "begins elsewhere", piece, text[len(start):end].decode("utf-8")))
            said = [m["content"] for i, m in enumerate(messages) if m["content"] and i != number]
            if any(len(s) > 4 and s in piece for s in said):
                bad.append((name, chat, number, "says what others say", piece))
            if END.search(piece):
                figures["closed"] += 1
            else:
                figures["open"] += 1
                last = all(m["role"] != "assistant" for m in messages[number + 1:]) if number is not None else False
                open_ends.setdefault(name, set()).add("last" if last else "middle")
                if not listed(name):
                    bad.append((name, chat, number, "has no end", piece, text[end:end + 60].decode("utf-8", "replace")))
                elif listed(name) != "guard" and NEXT.match(text[end:].decode("utf-8", "replace")):
                    bad.append((name, chat, number, "ends before its end", piece, text[end:end + 60].decode("utf-8", "replace")))
        shown = [i for i, m in enumerate(messages) if m["role"] == "assistant" and m["content"] and m["content"] in row["text"]]
        for i in shown:
            if i not in numbers:
                bad.append((name, chat, i, "has no range", row["text"][-200:]))
        tags = rows.get((name, chat, "tags", 0))
        if tags and "text" in tags:
            figures["tagged"] += 1
            if tags["mask"] == ranges:
                figures["same"] += 1
                continue
            fault = tag_fault(text, *([r for r in rs if text[r[0]:r[1]].strip()] for rs in (tags["mask"], ranges)))
            if fault == "":  # they differ in turns of no bytes
                figures["same"] += 1
                continue
            faults.setdefault(name, set()).add(fault)
            figures["faults"] += 1
    return figures, bad, faults, open_ends


CHATML = ("{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
          "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}")
# options, the texts of the ranges; or the words that the error must have
OPTIONS = [
    ({"mask": "derived"}, ["It is 2.<|im_end|>", "Four, I think.<|im_end|>"]),
    ({"mask": "derived", "spans": True}, ["It is 2.<|im_end|>", "Four, I think.<|im_end|>"]),
    ({"mask": "derived", "last_turn": True}, ["Four, I think.<|im_end|>"]),
    ({"mask": "derived", "roles": "user"}, ["What is 1+1?<|im_end|>", "And 2+2?<|im_end|>"]),
    ({"mask": "derived", "roles": "user,assistant"},
     ["What is 1+1?<|im_end|>", "It is 2.<|im_end|>", "And 2+2?<|im_end|>", "Four, I think.<|im_end|>"]),
    ({"mask": "derived", "roles": "user", "last_turn": True}, ["And 2+2?<|im_end|>"]),
    ({"mask": "derived", "roles": "tool"}, []),
    ({"mask": "hf"}, "'derived'"),
    ({"mask": "generation"}, "'derived'"),
    ({"mask": "generation", "last_turn": True}, "'derived'"),
]


def check_options():
    program, bad = os.environ.get("CHATFMT", "build/chatfmt"), []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chatml.jinja"
        path.write_text(CHATML)
        lines = "".join(json.dumps({"id": i, "model": str(path), "context": {"messages": CHATS["plain"]}, "options": options})
                        + "\n" for i, (options, _) in enumerate(OPTIONS))
        done = subprocess.run([program, "render", "--batch"], input=lines, capture_output=True, text=True, check=True)
    for (options, want), line in zip(OPTIONS, done.stdout.split("\n")[:-1]):
        row = json.loads(line)
        got = row["error"]["message"] if "error" in row else [row["text"][b:e] for b, e in row["mask"]]
        if not (want in got if isinstance(want, str) else got == want) or ("spans" in row) != ("spans" in options):
            bad.append((options, got, want))
    return bad


def main():
    wrong = check_options()
    for row in wrong:
        print(row)
    if wrong:
        return 1
    if not CORPUS.is_dir():
        print("no corpus: skipped")
        return SKIP
    figures, bad, faults, open_ends = check(render())
    for name in sorted(set(faults) | set(TAG_FAULTS)):
        if faults.get(name) != {TAG_FAULTS.get(name)}:
            bad.append((name, "tags", sorted(map(str, faults.get(name, []))), "listed", TAG_FAULTS.get(name)))
    cases = {"none": {"last", "middle"}, "last": {"middle"}, "open": {"last"}, "calls": {"middle"}, "guard": {"last", "middle"}}
    for kind, names in OPEN_ENDS.items():
        for name in names:
            if open_ends.get(name) != cases[kind]:
                bad.append((name, "ends", sorted(open_ends.get(name, [])), "listed", kind))
    shown = bad if "--all" in sys.argv else bad[:10]
    for row in shown:
        print(json.dumps(row, ensure_ascii=False)[:700])
    print(figures, "faults of tags: %d templates" % len(TAG_FAULTS), "wrong: %d" % len(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
