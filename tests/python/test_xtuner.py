"""chatfmt.xtuner: the recorded outputs of the real XTuner, and XTuner's own functions beside ours."""
import collections
import copy
import doctest
import importlib
import importlib.util
import json
import random
import sys
import types
import warnings

import chatfmt
import pytest
from chatfmt import xtuner
from test_fastchat import GOLDEN, rows


def test_doctests():
    assert doctest.testmod(xtuner).failed == 0


class Toy:
    """One id per code point; special tokens are ids from 0x110000 on, by the recordings' names."""

    names = {"llama": ("<s>", "</s>"), "qwen": (None, "<|endoftext|>"), "chatglm": ("[gMASK]", "</s>"),
             "no_bos": (None, "</s>"), "no_eos": ("<s>", None)}

    def __init__(self, kind):
        self.bos, self.eos = self.names[kind]
        self.bos_token_id = self.bos and 0x110000
        self.eos_token_id = self.eos and 0x110001

    def encode(self, text, add_special_tokens=True):
        assert not add_special_tokens
        return [ord(c) for c in text]

    def decode(self, ids):
        special = {0x110000: self.bos, 0x110001: self.eos, 64790: "[gMASK]", 64792: "sop", -200: "<image-token -200>"}
        return "".join(special.get(i) or chr(i) for i in ids)


class QWenTokenizer(Toy):
    pass


class ChatGLMTokenizer(Toy):
    pass


def toy(kind):
    return {"qwen": QWenTokenizer, "chatglm": ChatGLMTokenizer}.get(kind, Toy)(kind)


def segments(made, tokenizer):
    out = []
    for token, label in zip(made["input_ids"], made["labels"]):
        learned = label != xtuner.IGNORE_INDEX
        assert not learned or label == token
        if out and out[-1][1] == learned:
            out[-1][0].append(token)
        else:
            out.append([[token], learned])
    return [[tokenizer.decode(ids), learned] for ids, learned in out]


def joined(pieces):
    out = []
    for text, learned in pieces:
        if out and out[-1][1] == learned:
            out[-1][0] += text
        elif text:
            out.append([text, learned])
    return out


def encoded(row, conversation):
    options = {"input_ids_with_output": row.get("input_ids_with_output", True),
               "with_image_token": row.get("with_image_token", False)}
    tokenizer = toy(row.get("tokenizer", "llama"))
    made = xtuner.encode_fn({"conversation": conversation}, tokenizer, row.get("max_length", 1 << 30), **options)
    return segments(made, tokenizer)


def test_golden_training():
    count = collections.Counter()
    for row in rows("xtuner_prompts.jsonl"):
        if row["mode"] != "train":
            continue
        conversation = copy.deepcopy(row["conversation"])
        template = xtuner.PROMPT_TEMPLATE[row["template"]]
        if "error" in row["mapped"]:
            with pytest.raises(Exception):
                xtuner.template_map_fn({"conversation": conversation}, template)
            count["refused"] += 1
            continue
        mapped = xtuner.template_map_fn({"conversation": conversation}, template)["conversation"]
        assert mapped is conversation and mapped == row["mapped"]["ok"], row["id"]
        if "encoded" in row:
            if "error" in row["encoded"]:
                with pytest.raises((AssertionError, TypeError)):
                    encoded(row, mapped)
            else:
                want = joined((s["text"], s["loss"]) for s in row["encoded"]["ok"]["segments"])
                assert encoded(row, mapped) == want, row["id"]
            count["encoded"] += 1
        count["mapped"] += 1
    assert count["mapped"] + count["refused"] == 525 and count["encoded"] > 300, count


def test_golden_messages():
    for row in rows("xtuner_prompts.jsonl"):
        if row["mode"] == "openai_map":
            if "error" in row["conversation"]:
                with pytest.raises(Exception):
                    xtuner.openai_map_fn({"messages": row["messages"]})
            else:
                assert xtuner.openai_map_fn({"messages": row["messages"]})["conversation"] == row["conversation"]["ok"]
        elif row["mode"] == "stop_word":
            tokenizer = Toy("llama")
            criteria, = xtuner.get_stop_criteria(tokenizer, [row["stop_word"]])
            assert criteria([tokenizer.encode(row["text"], add_special_tokens=False)]) == row["stopped"]


def test_golden_chat():
    count = 0
    for row in rows("xtuner_prompts.jsonl"):
        if row["mode"] != "chat":
            continue
        messages = [] if row["system"] is None else [{"role": "system", "content": row["system"]}]
        preset = {"system_preset": row["system_template"]} if row["system_template"] else {}
        for turn, step in zip(row["turns"], row["steps"]["ok"]):
            messages.append({"role": "user", "content": turn["user"]})
            made = xtuner.render(xtuner.PROMPT_TEMPLATE[row["template"]], messages, bot_name=row["bot_name"], **preset)
            assert made == step["model_input"], row["id"]
            messages.append({"role": "assistant", "content": turn["generated"]})
            count += 1
    assert count > 108


def test_golden_v1():
    count = collections.Counter()
    for row in rows("xtuner_v1_prompts.jsonl"):
        def made():
            return chatfmt.formats["xtuner_v1/" + row["template"]].render(row["messages"], tools=row["tools"])
        if "ok" in row["prompt"]:
            assert made() == row["prompt"]["ok"], row["id"]
        else:
            with pytest.raises(chatfmt.Error):
                made()
        count["ok" if "ok" in row["prompt"] else "refused"] += 1
    assert sum(count.values()) == 136 and count["ok"] > 60, count


def test_golden_templates():
    path = GOLDEN / "xtuner_templates.json"
    if not path.exists():
        pytest.skip(f"there is no {path}")
    recorded = json.loads(path.read_text(encoding="utf-8"))
    templates = recorded["templates"]
    templates = templates if isinstance(templates, dict) else {row["name"]: row for row in templates}
    assert list(xtuner.PROMPT_TEMPLATE) == list(templates) and len(templates) == 27
    for name, row in templates.items():
        for field, default in xtuner._FIELDS.items():
            assert xtuner.PROMPT_TEMPLATE[name].get(field, default) == row.get(field, default), (name, field)


# ---- XTuner itself -----------------------------------------------------------------------------

class ConfigDict(dict):
    """mmengine's, as far as templates need it."""

    def __init__(self, *args, **kwargs):
        super().__init__((key, ConfigDict(value) if isinstance(value, dict) else value)
                         for key, value in dict(*args, **kwargs).items())

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


@pytest.fixture(scope="module")
def original():
    """XTuner's own functions, without the training library around them."""
    found = importlib.util.find_spec("xtuner")
    if found is None:
        pytest.skip("xtuner is not installed")
    before = dict(sys.modules)
    folder = found.submodule_search_locations[0]

    def module(name, **members):
        made = types.ModuleType(name)
        made.__dict__.update(members)
        sys.modules[name] = made

    def load(path):
        spec = importlib.util.spec_from_file_location("original_" + path.replace("/", "_")[:-3], f"{folder}/{path}")
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
        return made
    module("mmengine")
    module("mmengine.config", ConfigDict=ConfigDict)
    module("mmengine.utils")
    module("mmengine.utils.misc", get_object_from_string=None)
    if importlib.util.find_spec("requests") is None:
        module("requests")
    constants = load("utils/constants.py")
    module("xtuner")
    module("xtuner.utils", **{name: getattr(constants, name) for name in dir(constants) if name.isupper()})
    try:
        yield {"templates": load("utils/templates.py"), "map": load("dataset/map_fns/template_map_fn.py"),
               "openai": load("dataset/map_fns/dataset_map_fns/openai_map_fn.py"), "utils": load("dataset/utils.py")}
    finally:
        for name in set(sys.modules) - set(before):
            if name.startswith(("mmengine", "xtuner", "original_")):
                del sys.modules[name]
        sys.modules.update({name: kept for name, kept in before.items() if name.startswith(("mmengine", "xtuner"))})


def outcome(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__


def test_same_templates(original):
    own = original["templates"].PROMPT_TEMPLATE
    assert set(own) == set(xtuner.PROMPT_TEMPLATE)
    for name, template in own.items():
        ours = xtuner.PROMPT_TEMPLATE[name]
        for field, default in xtuner._FIELDS.items():
            one, other = template.get(field, default), ours.get(field, default)
            assert one == other or list(one or ()) == list(other or ()) == [], (name, field)
    assert dict(original["templates"].SYSTEM_TEMPLATE) == dict(xtuner.SYSTEM_TEMPLATE)


def test_same_results(original, whole):
    r = random.Random(17)
    words = ["", "Hello", "上海", "{x}", "{{y}}", "<image>", "a\nb", " ", "é😀", "<eoa>", "%s"]

    def text():
        return "".join(r.choice(words) for _ in range(r.randint(0, 4)))
    count = collections.Counter()
    for _ in range(5000 if whole else 600):
        name = r.choice(sorted(xtuner.PROMPT_TEMPLATE))
        rounds = [{"system": text() if r.random() < .3 else "", "input": text(), "output": text(),
                   **({"output_with_loss": r.random() < .5} if r.random() < .3 else {})} for _ in range(r.randint(0, 4))]
        tokenizer = toy(r.choice(sorted(Toy.names)))
        options = (r.choice([10, 50, 10000]), r.random() < .8, r.random() < .3)

        def run(map_fn, template, encode_fn):
            mapped = map_fn({"conversation": copy.deepcopy(rounds)}, template)
            return mapped, outcome(lambda: encode_fn(mapped, tokenizer, *options))
        want = outcome(lambda: run(original["map"].template_map_fn, original["templates"].PROMPT_TEMPLATE[name],
                                   original["utils"].encode_fn))
        got = outcome(lambda: run(xtuner.template_map_fn, xtuner.PROMPT_TEMPLATE[name], xtuner.encode_fn))
        if isinstance(want, str):
            assert isinstance(got, str), (name, rounds)
            count["refused"] += 1
        else:
            assert got == want, (name, rounds, options)
            count["same"] += 1
    assert count["same"] > 500, count


def test_own_template():
    own = {"SYSTEM": "<{system}>", "INSTRUCTION": "Q{round}:{input} A:", "SUFFIX": "#", "SUFFIX_AS_EOS": True, "SEP": "|",
           "STOP_WORDS": ["#"]}
    xtuner.PROMPT_TEMPLATE["own-xtuner"] = own
    map_fn = xtuner.template_map_fn_factory("chatfmt.xtuner.PROMPT_TEMPLATE.own-xtuner")
    mapped = map_fn({"conversation": [{"system": "S", "input": "a", "output": "b"}, {"input": "c", "output": "d"}]})
    assert [one["input"] + one["output"] + one["sep"] for one in mapped["conversation"]] == ["<S>Q1:a A:b#|", "Q2:c A:d#|"]
    messages = [{"role": "user", "content": "a"}]
    assert xtuner.render(xtuner.PROMPT_TEMPLATE["own-xtuner"], messages) == "Q1:a A:"
    assert chatfmt.formats["user/own-xtuner"].apply(messages) == ("Q1:a A:", ["#"])


def test_what_is_no_template():
    rounds = {"conversation": [{"input": "a", "output": "b"}]}
    user = [{"role": "user", "content": "Hi"}]
    for call in (lambda given: xtuner.render(given, user), lambda given: xtuner.template_map_fn(rounds, given),
                 lambda given: xtuner.PROMPT_TEMPLATE.__setitem__("never-added", given)):
        with pytest.raises(chatfmt.TypeError, match=r"not str; PROMPT_TEMPLATE\['internlm_chat'\] is one"):
            call("internlm_chat")
        with pytest.raises(chatfmt.InputError, match="template has 'INSTRUCTON'; .* did you mean 'INSTRUCTION'?"):
            call({"INSTRUCTON": "{input}"})
        with pytest.raises(chatfmt.InputError, match="template has no INSTRUCTION"):
            call({"SYSTEM": "{system}"})
    more = {"INSTRUCTION": "<{input}>", "IMG_START_TOKEN": "<img>", "GENERATION": "x"}  # of configurations that are XTuner's
    assert xtuner.render(more, user) == "<Hi>"
    assert "never-added" not in xtuner.PROMPT_TEMPLATE and "never-added" not in chatfmt.formats


def test_variables_that_a_program_does_not_read():
    messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]
    template = xtuner.PROMPT_TEMPLATE.internlm_chat
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        xtuner.render(template, messages, bot_name="A", system_preset="coder", SEP="|")
        xtuner.render(template, messages, program="xtuner_train", eos_token="</s>", with_output=True)
    with pytest.warns(chatfmt.ChatfmtWarning, match="the program xtuner_chat reads no variable 'bot_nam'; did you mean 'bot_name'"):
        xtuner.render(template, messages, bot_nam="A")


def test_a_tokenizer_without_bos():
    mapped = {"conversation": [{"input": "a", "output": "b"}]}
    for kind, name in ("no_bos", "bos_token_id"), ("no_eos", "eos_token_id"):
        with pytest.raises(TypeError, match=f"tokenizer.{name} is None"):
            xtuner.encode_fn(mapped, toy(kind), 10)


def test_a_template_that_there_is_not():
    with pytest.raises(KeyError, match="there is no template 'nope'; there are default, .*phi3_chat"):
        xtuner.PROMPT_TEMPLATE["nope"]
    with pytest.raises(KeyError, match="there is no template 'qwen_chta'; did you mean 'qwen_chat'"):
        xtuner.PROMPT_TEMPLATE["qwen_chta"]
