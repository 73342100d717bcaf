"""Run by an interpreter that has transformers 4.37.2: calls of apply_chat_template on standard input, a JSON object a line
{"config": tokenizer_config.json, "class"?, "messages", "add_generation_prompt"}; {"text"} or {"error", "message"} on standard output."""
import importlib
import json
import sys

from transformers import AddedToken
from transformers.models.auto.tokenization_auto import TOKENIZER_MAPPING_NAMES
from transformers.tokenization_utils_base import PreTrainedTokenizerBase

def class_of(name):
    """A class of transformers by its name, wherever it is."""
    plain = name[:-4] if name.endswith("Fast") else name
    for folder, (slow, fast) in TOKENIZER_MAPPING_NAMES.items():
        if plain + "Fast" == fast or plain == slow:
            kind = "_fast" if name.endswith("Fast") else ""
            word = folder.replace("-", "_")
            for place in (word, (slow or fast).replace("TokenizerFast", "").replace("Tokenizer", "").lower()):
                try:
                    return getattr(importlib.import_module("transformers.models.%s.tokenization_%s%s" % (place, place, kind)), name)
                except (ImportError, AttributeError):
                    continue
    return PreTrainedTokenizerBase


def tokenizer(call):
    config = {k: AddedToken(v["content"]) if isinstance(v, dict) and "content" in v else v for k, v in call["config"].items()}
    name = call.get("class") or config.get("tokenizer_class") or ""
    made = type("Tokenizer", (PreTrainedTokenizerBase,), {"default_chat_template": class_of(name).default_chat_template})(
        **{k: v for k, v in config.items() if k.endswith("_token") or k == "chat_template"})
    made.use_default_system_prompt = config.get("use_default_system_prompt", False)
    return made


def answer(call):
    try:
        return {"text": tokenizer(call).apply_chat_template(call["messages"], tokenize=False, add_generation_prompt=call["add_generation_prompt"])}
    except Exception as e:
        return {"error": type(e).__name__, "message": str(e)}


if sys.argv[1:] == ["--types"]:
    print(json.dumps({folder: fast or slow for folder, (slow, fast) in TOKENIZER_MAPPING_NAMES.items() if fast or slow}))
else:
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))))
