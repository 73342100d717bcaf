#!/usr/bin/env python3
"""Conversations of transformers 4.37.2, or ours with `chatfmt`, by a script of calls.

    run_conversations.py transformers|chatfmt <input.json >output.json

The input is {"scripts": [{"made": {arguments}, "calls": [[method, argument, …], …]}, …], "texts": [text, …]}; the output has what
each call gave, or the exception's class, with the state after it, and the texts cleaned up.
"""
import json
import logging
import sys
import uuid

if sys.argv[1] == "chatfmt":
    from chatfmt.pipelines import Conversation, _cleaned as cleaned
else:
    from transformers.pipelines.conversational import Conversation
    from transformers.tokenization_utils_base import PreTrainedTokenizerBase
    cleaned = PreTrainedTokenizerBase.clean_up_tokenization
logging.disable(logging.CRITICAL)


def attempt(call):
    try:
        return {"ok": call()}
    except Exception as error:
        return {"error": type(error).__name__}


def state(made):
    return {"repr": repr(made), "str": str(made), "messages": list(made), "length": len(made), "texts": list(made.iter_texts()),
            "past": made.past_user_inputs, "answers": made.generated_responses, "new": attempt(lambda: made.new_user_input)}


def run(script):
    number = uuid.UUID(int=script["id"])
    out, made = [], []
    out.append(attempt(lambda: made.append(Conversation(conversation_id=number, **script["made"]))))
    for name, *arguments in script["calls"] if made else ():
        if name == "set":
            call = lambda: made[0].__setitem__(*arguments)
        elif name == "equal":
            call = lambda: [made[0] == Conversation(arguments[0]), made[0] == Conversation([], number), made[0] == 1]
        else:
            call = lambda: getattr(made[0], name)(*arguments)
        out.append([attempt(call), state(made[0])])
    return out


given = json.load(sys.stdin)
json.dump({"scripts": [run(script) for script in given["scripts"]], "texts": [cleaned(text) for text in given["texts"]]}, sys.stdout)
