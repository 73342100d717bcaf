"""Which instructions of a template the conversations of `chatfmt diff` do not reach, though the corpus does.

The instructions are the pieces of text and the {{ ... }} of a template; Jinja2 says which of them run, for the contexts of
../shared/corpus and for the conversations that compare_rows prints. diff_reach.json has how many are left in each template: no
template may have more. Why they are left:

* fields of tools and their parameters that a template reads by a path of its own, with the values that decide beside them: Command R's
  `parameter_definitions`, Hermes 2 Pro's `return`, arrays whose items have no type;
* variables that stand for tools (`functions`), and results that lie in a variable or in a shape of one template alone;
* variables and fields that decide only together, such as a setting and a system message with tools, or two settings;
* white space between statements that only a conversation without some variable writes.

usage: check_diff_reach.py COMPARE_ROWS [--only TEXT] [--every N] [--list] [--update]
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

import environment

environment.enter()

import reference  # noqa: E402

LISTED = Path(__file__).resolve().parent / "diff_reach.json"


def shown(context):
    """As transformers shows it to a template: members of messages that are null are left out."""
    messages = context.get("messages")
    if isinstance(messages, list) and all(isinstance(message, dict) for message in messages):
        messages = [{name: value for name, value in message.items() if value is not None} for message in messages]
    return {**context, "messages": messages}


def conversations(program, path):
    lines = subprocess.run([program, str(path)], capture_output=True, text=True, check=True).stdout.split("\n")[:-1]
    for line in lines:
        yield {"tools": None, "documents": None, "add_generation_prompt": False, **reference.TOKENS, **shown(json.loads(line))}


def left_of(program, path, source, wanted):
    """How many instructions the corpus reaches, and the places of those that diff does not."""
    instructions = reference.Instructions(source)
    for context in wanted:
        instructions.run(shown(context))
    corpus, instructions.reached = instructions.reached, set()
    for context in conversations(program, path):
        if corpus <= instructions.reached:
            break
        instructions.run(context)
    return len(corpus), [instructions.pieces[number] for number in sorted(corpus - instructions.reached)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--update", action="store_true")
    args = parser.parse_args()
    if not reference.CORPUS.exists():
        print("SKIPPED: there is no", reference.CORPUS)
        return environment.SKIP
    listed = json.loads(LISTED.read_text()) if LISTED.exists() else {}
    contexts, cases = reference.contexts(), reference.cases()
    found, total, templates, bad = {}, 0, 0, 0
    for number, (name, source) in enumerate(reference.templates()):
        if args.only not in name or number % args.every:
            continue
        templates += 1
        reached, left = left_of(args.program, reference.CORPUS / "templates" / name, source, [contexts[i] for i in cases.get(name, [])])
        total += reached
        if left:
            found[name] = len(left)
        if len(left) > listed.get(name, 0) and not args.update:
            bad += 1
        if args.list or len(left) > listed.get(name, 0):
            for piece in left:
                print("%s:%d: %s" % (name, piece.lineno, str(piece)[:120]))
    if args.update:
        LISTED.write_text(json.dumps(found, indent=1) + "\n")
    print("diff reach: %d templates, the corpus reaches %d instructions, diff does not reach %d of them; %d templates with more than listed"
          % (templates, total, sum(found.values()), bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
