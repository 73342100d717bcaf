"""install() beside transformers, over tokenizers of every kind that it opens as fast ones: the made files of
tests/tokenizers, and what AutoTokenizer makes of folders of several classes. Ids, masks, offsets, words; all served."""
import json
import os
import random
import sys

import pytest

transformers = pytest.importorskip("transformers")
import chatfmt.transformers as served  # noqa: E402
import standins  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "tokenizers"))
import synthetic  # noqa: E402

CALLS = int(os.environ.get("CHATFMT_KIND_CALLS", "12"))
# Classes, and what makes the tokenizer.json of their folders.
CLASSES = {"LlamaTokenizer": standins.sentencepiece, "GemmaTokenizer": standins.sentencepiece, "GPT2Tokenizer": standins.byte_level,
           "Qwen2Tokenizer": standins.byte_level, "CohereTokenizer": standins.byte_level, "RobertaTokenizer": standins.byte_level,
           "PreTrainedTokenizerFast": standins.byte_level, "T5Tokenizer": standins.unigram, "XLMRobertaTokenizer": standins.unigram,
           "BertTokenizer": standins.word_piece, "DistilBertTokenizer": standins.word_piece}
ADDED = [dict(), dict(lstrip=True), dict(rstrip=True), dict(single_word=True), dict(normalized=True), dict(special=True)]


def files(folder):
    """Write the made files; a function for each, which opens it."""
    for name in synthetic.write(folder):
        path = os.path.join(folder, name + ".json")
        yield name, lambda path=path: transformers.PreTrainedTokenizerFast(tokenizer_file=path, chat_template=standins.CHATML)


def folders(folder):
    for name, make in CLASSES.items():
        place = os.path.join(folder, name)
        os.makedirs(place)
        make().save(os.path.join(place, "tokenizer.json"))
        with open(os.path.join(place, "tokenizer_config.json"), "w", encoding="utf-8") as file:
            json.dump({"tokenizer_class": name, "chat_template": standins.CHATML, "bos_token": "<s>", "eos_token": "</s>"}, file)
        yield name, lambda place=place: transformers.AutoTokenizer.from_pretrained(place)


def with_added(tokenizer, r):
    """The same with tokens of one's own, each with a flag."""
    words = r.sample(["weather", "Paris", "Hello", "日本", "[INST]", "<tool>", "  "], 3)
    tokenizer.add_tokens([transformers.AddedToken(word, **r.choice(ADDED)) for word in words])
    return tokenizer


def calls(r):
    chat = [{"role": ("user", "assistant")[i % 2], "content": standins.text(r)} for i in range(r.randint(1, 4))]
    chats = [chat, chat[:1]] if r.random() < 0.25 else chat
    options = {"tokenize": True, "return_dict": True, "return_assistant_tokens_mask": True,
               "tokenizer_kwargs": {"return_offsets_mapping": True, "return_special_tokens_mask": True}}
    if r.random() < 0.3:
        options["add_generation_prompt"] = True
    if chats is not chat:
        options["padding"] = False
    return chats, options


def answers(out):
    encodings = [(e.ids, e.offsets, e.tokens, e.word_ids, e.type_ids, e.special_tokens_mask) for e in out.encodings]
    return {key: list(out[key]) for key in sorted(out.keys())}, encodings


def outcomes(tokenizer, name):
    r = random.Random(name)
    for number in range(CALLS):
        if number == CALLS // 2:
            with_added(tokenizer, r)
        chats, options = calls(r)
        try:
            yield answers(tokenizer.apply_chat_template(chats, **options))
        except BaseException as error:  # a panic of the reference's is no Exception
            yield type(error).__name__, str(error)


@pytest.mark.parametrize("write", [files, folders])
def test_every_kind_is_served(tmp_path, write):
    served.uninstall()
    openers = dict(write(str(tmp_path)))
    wanted = {name: list(outcomes(opener(), name)) for name, opener in openers.items()}
    served.stats(reset=True)
    assert served.install(strict=True)
    try:
        got = {name: list(outcomes(opener(), name)) for name, opener in openers.items()}
    finally:
        served.uninstall()
    wrong = [(name, w, g) for name in wanted for w, g in zip(wanted[name], got[name]) if w != g and w[0] != "PanicException"]
    counts = served.stats()
    print(len(wanted), counts)
    assert not wrong, (len(wrong), str(wrong[0])[:3000])
    # A tokenizer whose added tokens make the reference panic is left to it.
    panics = sum(any(w[0] == "PanicException" for w in rows) for rows in wanted.values())
    left = sum(counts["original"].values())
    assert left <= CALLS * panics and counts["served"]["apply_chat_template"] == CALLS * len(openers) - left, counts
    good = sum(isinstance(w[0], dict) for rows in wanted.values() for w in rows)
    assert good > CALLS * len(openers) * 0.9, good
