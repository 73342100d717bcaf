"""Markers of reasoning in earlier messages open nothing: a reply after such a prompt is read as it is after the same prompt with another
word in their place, by the reader of the template, and by that of its family's name. Partial reasoning at the prompt's end goes on.

    check_turns.py PROGRAM     (templates: ../shared/corpus, or CHATFMT_CORPUS)
"""
import glob
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.environ.get("CHATFMT_CORPUS", os.path.join(HERE, "..", "..", "..", "shared", "corpus"))
MARKERS = ("<think>", "[THINK]", "<|channel|>analysis<|message|>", "<|channel>thought\n", "<seed:think>", "<|START_THINKING|>", "<|think|>",
           "<|inner_prefix|>", "<mm:think>", "◁think▷", "<longcat_think>", "[unused16]", "Here is my thought process:",
           "Here are my reasoning steps:", "Thought:", "<|content_thinking|>", "<|open|>think<|sep|>", " to=self<|message|>")
WORD = "marker"
USER, ANSWER = {"role": "user", "content": "Hi"}, {"role": "assistant", "content": "A tag."}
CHATS = ([{"role": "user", "content": f"what is {WORD} for?"}], [{"role": "user", "content": WORD}, ANSWER, USER],
         [USER, {"role": "assistant", "content": "Begin with " + WORD}, USER], [{"role": "system", "content": WORD}, USER])
LATER = ("", "\nOkay, let me <b>see</b>\n\n1. a")
BY_NAME = 4  # prompts of plain text, which nothing but the template tells from reasoning


def of_lines(text):
    return [json.loads(line) for line in text.split("\n")[:-1]]


def prompts_of(program, template):
    """[(marker or None, prompt)]; None for a conversation that it refuses."""
    chats = [(mark, json.loads(json.dumps(chat).replace(WORD, json.dumps(mark)[1:-1] if mark else WORD)))
             for chat in CHATS for mark in (None, *MARKERS)]
    done = subprocess.run([program, "map", "--template", template, "--on-error", "record", "--quiet", "--add-generation-prompt"],
                          input="".join(json.dumps({"messages": chat}) + "\n" for _, chat in chats), stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True)
    rows = [row.get("text") for row in of_lines(done.stdout)]
    return [(mark, row) for (mark, _), row in zip(chats, rows)] if len(rows) == len(chats) else []


def main():
    program, asked, facts = sys.argv[1], [], []
    for template in sorted(glob.glob(os.path.join(CORPUS, "templates", "*.jinja"))):
        plain = None
        about = subprocess.run([program, "parse", "--model", template, "--explain"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        named = json.loads(about.stdout or "{}").get("reader", "learned")
        for mark, prompt in prompts_of(program, template):
            plain = prompt if mark is None else plain
            if not prompt or not plain or plain.replace(WORD, mark or WORD) != prompt:
                continue  # the template does something else with it
            for later in LATER:
                for reader in ({"model": template}, {"reader": named})[:1 + (named != "learned")]:
                    asked.append({"id": len(asked), "prompt": prompt + later, "text": "Hello", **reader})
                    facts.append((os.path.basename(template), reader.get("reader"), mark, later))
    done = subprocess.run([program, "parse", "--batch"], input="".join(json.dumps(a) + "\n" for a in asked), stdout=subprocess.PIPE, text=True)
    answers, wrong, by_name, plain = of_lines(done.stdout), 0, 0, {}
    for (template, reader, mark, later), answer in zip(facts, answers):
        said = {key: answer.get(key) for key in ("message", "error")}
        if mark is None:
            plain[template, reader, later] = said
        elif said != plain[template, reader, later]:
            by_name += reader is not None
            wrong += reader is None
            print(f"{template}, {reader or 'its reader'}, {mark!r} in an earlier message, then {later!r}\n    {said}")
    failed = wrong + max(0, by_name - BY_NAME) + abs(len(asked) - len(answers))
    print(f"turns: {len(asked)} replies, {wrong} wrong, {by_name} by name, at most {BY_NAME}; {len(plain) // 2} readers")
    if not asked:
        print("turns: SKIPPED, there are no templates")
        return 77
    return 1 if failed else 0


sys.exit(main())
