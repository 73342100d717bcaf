"""chatfmt.fastchat: the recorded outputs of the real FastChat through Conversation, and FastChat itself with ours in
the place of fastchat.conversation."""
import base64
import collections
import dataclasses
import doctest
import gc
import importlib.util
import io
import json
import os
import pathlib
import subprocess
import sys
import threading

import chatfmt
import pytest
from chatfmt import fastchat
from chatfmt.fastchat import Conversation, Image, ImageFormat, SeparatorStyle
from conftest import SHARED

GOLDEN = SHARED / "golden"
METHODS = {"openai": "to_openai_api_messages", "openai_vision": "to_openai_vision_api_messages",
           "anthropic_vision": "to_anthropic_vision_api_messages", "gemini": "to_gemini_api_messages",
           "vertex": "to_vertex_api_messages", "reka": "to_reka_api_messages", "metagen": "to_metagen_api_messages",
           "yandex": "to_yandex_api_messages", "gradio": "to_gradio_chatbot", "images": "get_images"}


def rows(name):
    path = GOLDEN / name
    if not path.exists():
        pytest.skip(f"there is no {path}")
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def test_doctests():
    assert doctest.testmod(fastchat).failed == 0


# ---- Recorded outputs --------------------------------------------------------------------------

def content(value):
    """A recorded message as FastChat's users write it."""
    if isinstance(value, dict) and "__tuple__" in value:
        text, *rest = value["__tuple__"]
        return (text, *([content(item) for item in part] if isinstance(part, list) else part for part in rest))
    if isinstance(value, dict) and "__image__" in value:
        return Image(url=value.get("url", ""), filetype=value.get("filetype", ""),
                     image_format=ImageFormat[value["__image__"]], base64_str=value.get("base64", ""))
    return value


def conversation(row):
    if row["template"]:
        conv = fastchat.get_conv_template(row["template"])
    else:
        record = dict(row["conv"])
        style = record.get("sep_style")
        if isinstance(style, str):
            record["sep_style"] = SeparatorStyle[style]
        pairs = [pair["__tuple__"] if isinstance(pair, dict) else pair for pair in record.get("messages", [])]
        record["messages"] = [[role, content(message)] for role, message in pairs]
        if "roles" in record:
            record["roles"] = tuple(record["roles"])
        conv = Conversation(**record)
    if "set_system" in row:
        conv.set_system_message(row["set_system"])
    for item in row.get("append", []):
        role = item["role"] if item["role_index"] is None else conv.roles[item["role_index"]]
        conv.append_message(role, content(item["content"]))
    return conv


def plain(value):
    """A result as it was recorded."""
    if isinstance(value, Image):
        data = {"__image__": value.image_format.name}
        return {**data, **({"url": value.url} if value.url else {}), **({"filetype": value.filetype} if value.filetype else {}),
                **({"base64": value.base64_str} if value.base64_str else {})}
    if isinstance(value, dict):
        if set(value) == {"__tuple__"}:
            return plain(value["__tuple__"])
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def outcome(call):
    try:
        return {"ok": plain(call())}
    except fastchat.ConversationError as error:
        return {"error": error}


def agrees(got, want):
    if "ok" in want:
        return got == {"ok": plain(want["ok"])}
    raised = {cls.__name__ for cls in type(got.get("error")).__mro__}
    return want["error"]["type"] in raised and got["error"].kind == want["error"].get("kind", got["error"].kind)


def test_golden_prompts():
    count = collections.Counter()
    different = []
    for row in rows("fastchat_prompts.jsonl"):
        if "optional" in row or row["prompt"].get("python_leak") == "tuple_repr":
            count["left out"] += 1
            continue
        got = outcome(conversation(row).get_prompt)
        count["prompt"] += 1
        if not agrees(got, row["prompt"]):
            different.append((row["id"], got, row["prompt"]))
    assert not different, different[:3]
    assert count == {"prompt": 4389, "left out": 89}


def test_golden_conversions(monkeypatch):
    # Recorded images are markers and no data that Pillow could open.
    monkeypatch.setattr(fastchat, "_load", lambda data: {"__decoded_image_from_base64__": data})
    monkeypatch.setattr(fastchat.base64, "b64decode", lambda data: {"__image_bytes_base64__": data})
    monkeypatch.setattr(fastchat, "bytes", lambda data: data, raising=False)
    count = collections.Counter()
    different = []
    for row in rows("fastchat_prompts.jsonl"):
        for field, method in METHODS.items():
            if field not in row:
                continue
            got = outcome(getattr(conversation(row), method))
            count[field] += 1
            if not agrees(got, row[field]):
                different.append((row["id"], field, got, row[field]))
        if "openai_vision_mistral" in row:
            got = outcome(lambda: conversation(row).to_openai_vision_api_messages(is_mistral=True))
            count["mistral"] += 1
            if not agrees(got, row["openai_vision_mistral"]):
                different.append((row["id"], "mistral", got, row["openai_vision_mistral"]))
        if "system_vision" in row:
            count["system_vision"] += 1
            assert {"ok": conversation(row).get_system_message(is_vision=True)} == row["system_vision"]
    assert not different, (len(different), different[:3])
    assert count["openai"] > 3000 and count["reka"] > 600


def test_golden_templates():
    path = GOLDEN / "fastchat_templates.json"
    if not path.exists():
        pytest.skip(f"there is no {path}")
    recorded = json.loads(path.read_text(encoding="utf-8"))
    assert [style.name for style in SeparatorStyle] == [
        style["name"] if isinstance(style, dict) else style for style in recorded["separator_styles"]]
    assert fastchat.IMAGE_PLACEHOLDER_STR == recorded["image_placeholder"]
    assert {**plain(dataclasses.asdict(Conversation(""))), "sep_style": "ADD_COLON_SINGLE"} == recorded["defaults"]
    assert len(recorded["templates"]) == 102
    for row in recorded["templates"]:
        conv = fastchat.conv_templates[row["name"]]
        own = {**plain(dataclasses.asdict(conv)), "sep_style": conv.sep_style and conv.sep_style.name}
        assert own == plain(row)


def test_golden_models(tmp_path):
    count = collections.Counter()
    for row in rows("fastchat_models.jsonl"):
        if "error" in row:
            with pytest.raises(chatfmt.NotFoundError):
                fastchat.get_conversation_template(row["model"])
            count["adapter"] += 1
        else:
            assert fastchat.get_conversation_template(row["model"]).name == row["template"]
            count["template"] += 1
    assert sum(count.values()) == 724


# ---- FastChat itself ---------------------------------------------------------------------------

# The release on PyPI is older than the version that was recorded: these templates have no style in it, so that it
# cannot write them.
UNSTYLED = {"bard", "chatgpt", "gemini", "gemini-1.5-pro", "gemini-1.5-pro-002-test-sp", "pplxai", "steerlm"}


def run_fastchat(which, given):
    program = pathlib.Path(__file__).with_name("run_fastchat.py")
    places = [os.environ.get("CHATFMT_FASTCHAT", ""), str(pathlib.Path(chatfmt.__file__).parents[1])]
    done = subprocess.run([sys.executable, program, which], input=json.dumps(given), capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places))})
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def both():
    """What FastChat does by itself, and with our conversations. CHATFMT_FASTCHAT=FOLDER is a checkout of it to use
    instead of the release that is installed."""
    pytest.importorskip("numpy")
    if importlib.util.find_spec("fastchat") is None and "CHATFMT_FASTCHAT" not in os.environ:
        pytest.skip("fschat is not installed")
    samples = rows("fastchat_train.jsonl")
    sources = [row for row in samples if row["script"].startswith("train.py")]
    more = [{**row, "id": f"{script}/{mode}/{row['id']}", "script": script + ".py", "mode": mode} for row in sources
            for script, mode in (("train_yuan2", "last_response_loss"), ("train_yuan2", "split_example_loss"),
                                 ("train_yuan2", "efficient_loss"), ("train_flant5", ""))]
    given = {"names": [row["model"] for row in rows("fastchat_models.jsonl")], "samples": samples + more}
    own, ours = run_fastchat("fastchat", given), run_fastchat("chatfmt", given)
    assert own["conversation"].endswith("conversation.py") and ours["conversation"] == fastchat.__file__
    assert set(own["templates"]) <= set(ours["templates"])
    return given, own, ours


def compared(given, own, ours, name):
    """How many results are the same; of the rest, those that FastChat has none for."""
    same, unstyled = 0, 0
    for what, a, b in zip(given, own, ours):
        if a == b:
            same += 1
        else:
            assert a == {"error": "ValueError"} and name(what, b) in UNSTYLED, (what, a, b)
            unstyled += 1
    return same, unstyled


def test_fastchat_adapters(both):
    given, own, ours = both
    same, unstyled = compared(given["names"], own["names"], ours["names"], lambda _, b: b.get("template"))
    assert (same, unstyled) in ((681, 43), (724, 0))


def test_fastchat_trainers(both):
    given, own, ours = both
    same, unstyled = compared(given["samples"], own["samples"], ours["samples"], lambda sample, _: sample.get("template"))
    added = len(given["samples"]) - 424
    assert (same, unstyled) in ((416 + added, 8), (424 + added, 0)) and added > 40
    for script in ("train.py", "train_baichuan", "train_with_template", "train_yuan2", "train_flant5"):
        made = [row for sample, row in zip(given["samples"], ours["samples"]) if sample["script"].startswith(script)]
        assert sum("error" not in row for row in made) >= 5, script


# ---- What FastChat's users do ------------------------------------------------------------------

def test_registry():
    mine = Conversation(name="my-registered", roles=("Human", "AI"), sep="\n\n", stop_str="###", system_message="S.")
    fastchat.register_conv_template(mine)
    with pytest.raises(AssertionError, match="my-registered has been registered."):
        fastchat.register_conv_template(mine)
    fastchat.register_conv_template(dataclasses.replace(mine, sep="|"), override=True)
    conv = fastchat.get_conv_template("my-registered")
    conv.append_message("Human", "Hi")
    conv.append_message("AI", None)
    assert conv.get_prompt() == "S.|Human: Hi|AI:"
    # The same by the library's own registry.
    assert chatfmt.formats["user/my-registered"].apply([{"role": "user", "content": "Hi"}]) == (conv.get_prompt(), ["###"])
    with pytest.raises(KeyError):
        fastchat.get_conv_template("no-such-template")
    with pytest.raises(AttributeError):
        mine.append_message("Human", "Hi")


def test_copies_share_nothing():
    one, other = fastchat.get_conv_template("one_shot"), fastchat.get_conv_template("one_shot")
    one.append_message(one.roles[0], "Hi")
    one.update_last_message("Ho")
    one.messages[0][1] = "changed"
    assert len(other.messages) == 2 and other.messages[0][1].startswith("Got any")
    assert fastchat.conv_templates["one_shot"].messages[0][1].startswith("Got any")


@pytest.mark.parametrize("conv, kind, kinds", [
    (Conversation("x", system_template="{foo}"), "bad_system_template", KeyError),
    (Conversation("x", sep=None, messages=[["USER", "a"]]), "null_separator", TypeError),
    (Conversation("x", sep_style=99), "invalid_style", ValueError),
    (Conversation("x", sep_style=SeparatorStyle.RWKV, messages=[["USER", ("a", ["b"])]]), "image_message_unsupported", TypeError)])
def test_errors(conv, kind, kinds):
    with pytest.raises(fastchat.ConversationError) as caught:
        conv.get_prompt()
    assert caught.value.kind == kind and isinstance(caught.value, kinds) and isinstance(caught.value, chatfmt.Error)


def test_adapter_takes_its_base_models_template(tmp_path):
    config = tmp_path / "adapter_config.json"
    config.write_text(json.dumps({"base_model_name_or_path": "lmsys/vicuna-7b-v1.5"}))
    assert fastchat.get_conversation_template(str(tmp_path)).name == "vicuna_v1.1"
    config.write_text(json.dumps({"base_model_name_or_path": "some-peft-model"}))
    with pytest.raises(ValueError, match="some-peft-model"):
        fastchat.get_conversation_template(str(tmp_path))


def test_images(tmp_path):
    pil = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    path = tmp_path / "noise.png"
    pil.effect_noise((1400, 700), 90).save(path)
    image = Image(url=str(path)).to_conversation_format(max_image_size_mb=0.1)
    made = pil.open(io.BytesIO(base64.b64decode(image.base64_str)))
    assert made.size[0] < 1024 and image.filetype == "png" and len(image.base64_str) * 3 / 4 < 0.15 * 2 ** 20
    conv = fastchat.get_conv_template("vicuna_v1.1")
    conv.append_message(conv.roles[0], ("What is it?", [image, Image(url="http://a/b", image_format=ImageFormat.URL)]))
    assert conv.get_images() == [image.base64_str, ""]
    assert conv.to_openai_api_messages()[1]["content"] == ("What is it?", conv.messages[0][1][1])
    assert conv.to_openai_vision_api_messages()[1]["content"][2]["image_url"] == {"url": "http://a/b"}
    conv.messages[0][1] = ("What is it?", [image])
    assert conv.to_gemini_api_messages()[1]["content"][1].size == made.size
    conv.messages[0][1] = ("What is it?", [image, Image(url="http://a/b", image_format=ImageFormat.URL)])
    assert conv.dict()["messages"][0][1][1][1].url == "http://a/b"
    with pytest.raises(fastchat.ConversationError) as caught:
        conv.to_vertex_api_messages()
    assert caught.value.kind == "needs_network"
    assert conv.to_vertex_api_messages(fetch=lambda url: url.encode())[2:] == [b"http://a/b", "What is it?"]


def test_threads_share_the_registry():
    want = fastchat.get_conv_template("vicuna_v1.1").get_prompt()
    wrong = []

    def work(number):
        for i in range(200):
            conv = fastchat.get_conv_template("vicuna_v1.1")
            conv.append_message("USER", f"{number} {i}")
            if conv.get_prompt() != f"{want}USER: {number} {i} ":
                wrong.append((number, i))
            fastchat.register_conv_template(Conversation(f"thread-{number}", sep=str(i)), override=True)
    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and chatfmt.formats["thread-3"].render([{"role": "user", "content": "x"}]) == "199USER: x199ASSISTANT:"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc")
def test_memory_is_flat(whole):
    conv = fastchat.get_conv_template("one_shot")
    bad = Conversation("x", sep=None, messages=[["USER", "a" * 999]])

    def rounds(count):
        for _ in range(count):
            conv.get_prompt()
            conv.to_openai_api_messages()
            with pytest.raises(fastchat.ConversationError):
                bad.get_prompt()

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096
    rounds(500)
    gc.collect()
    before = resident()
    rounds(50000 if whole else 3000)
    gc.collect()
    assert resident() - before < 1 << 20


SYSTEMS = ([{"type": "text", "text": "Be 'brief'."}], ["é\n\"'"], [[1], "a"], {"a": 1, "b": [None, True, 1.5]}, [], {}, 5, 0, 1e20, True, False, "", "x")


def test_system_messages_of_any_kind():
    """FastChat's server hands the content of a system message to str.format() as it is."""
    conversation = pytest.importorskip("fastchat.conversation")
    compared = 0
    for name, template in conversation.conv_templates.items():
        for system in SYSTEMS:
            chat = template.copy()
            chat.set_system_message(system)
            chat.append_message(chat.roles[0], "Hi")
            chat.append_message(chat.roles[1], None)
            try:
                want = chat.get_prompt()
            except ValueError:  # a template without a separator style
                continue
            messages = [{"role": "system", "content": system}, {"role": "user", "content": "Hi"}]
            assert chatfmt.formats["fastchat/" + name].render(messages) == want, (name, system)
            compared += 1
    assert compared > 900
