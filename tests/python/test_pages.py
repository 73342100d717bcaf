"""The Python that README.md and the pages of docs/ show runs, block after block in one namespace for each page.

Names that a page takes for granted stand for small things here: a model is examples/model, an engine is a function.
"""
import re
import shutil
import sys
import types

import pytest

import chatfmt
import chatfmt.engines
from conftest import ROOT

PAGES = ("README.md", "docs/python.md", "docs/chat.md", "docs/python-seeds.md", "docs/serve.md")
MODELS = ("model", "Qwen3-8B", "zephyr-7b-beta")
TOOL = {"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object", "properties": {}}}}


class Tokenizer:
    """What XTuner's encode_fn asks of a tokenizer."""

    bos_token_id, eos_token_id = 1, 2

    def encode(self, text, add_special_tokens=False):
        return list(text.encode())


class Client:
    """openai.OpenAI, as far as a page goes; tests/python/test_serve.py has the real one."""

    def __init__(self, **options):
        self.chat = types.SimpleNamespace(completions=types.SimpleNamespace(create=lambda **request: request))


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S)


def names():
    return {"source": "{{ messages[0].content }}", "messages": [{"role": "user", "content": "Hi"}], "tools": [TOOL],
            "conversation": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello!"}], "prompt": "Hi",
            "data": [{"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello!"}]}], "tokenizer": Tokenizer(), "model": chatfmt.Model.from_pretrained("model"), "weights": object(), "reply": "Hello!<|im_end|>", "pieces": ["Hel", "lo!"]}


@pytest.mark.parametrize("page", PAGES)
def test_blocks(page, tmp_path, monkeypatch, capsys):
    found = blocks(page)
    assert found
    for name in MODELS:
        shutil.copytree(ROOT / "examples" / "model", tmp_path / name)
    shutil.copy(ROOT / "examples" / "chatml.jinja", tmp_path)
    monkeypatch.chdir(tmp_path)
    opened = chatfmt.engines.open_engine
    answer = opened(lambda prompt: ["Hello!"])
    for module in (chatfmt.engines, *(m for n, m in list(sys.modules.items()) if n.startswith("chatfmt.") and hasattr(m, "open_engine"))):
        monkeypatch.setattr(module, "open_engine", lambda engine, **options: opened(engine, **options) if engine is answer else answer)
    monkeypatch.setitem(sys.modules, "openai", types.SimpleNamespace(OpenAI=Client))
    space = names()
    for number, block in enumerate(found):
        if "chatfmt.transformers" in block or "SFTConfig(" in block or "weights.generate(" in block:
            continue  # test_transformers.py installs and uninstalls; test_docs.py trains and generates
        exec(compile(block, f"{page}, block {number + 1}", "exec"), space)  # noqa: S102 - what the page shows
    capsys.readouterr()


def test_names_of_formats():
    page = (ROOT / "docs" / "python-api.md").read_text(encoding="utf-8").partition("\n## Formats\n")[2].partition("\n## ")[0]
    named = re.findall(r'`"([^"`]+)"`', page)
    assert named and [name for name in named if name not in chatfmt.formats] == []
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for name in re.findall(r'\bformats\["([^"]+)"\]', page.read_text(encoding="utf-8")):
            assert name in chatfmt.formats, (page.name, name)
