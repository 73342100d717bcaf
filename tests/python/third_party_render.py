"""pytest plugin of third_party.py for vLLM's tests of its render server: the server is ours, and what they import of vLLM
stands in, so that tests which speak HTTP run and others are left out. Tokenizers of the Hub become made ones.

CHATFMT_RECORD=FILE takes a JSON Lines file of {"test", "outcome", "calls": [[path, status]…]}.
"""
import importlib.abc
import importlib.machinery
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import types

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import httpx  # noqa: E402
import scripted  # noqa: E402
import standins  # noqa: E402

# ---- vLLM's modules ----


class _Any(type):
    """A class of which every attribute is one like it."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _Any(name, (), {"__init__": lambda self, *arguments, **options: None})


class _Module(types.ModuleType):
    __path__ = ()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _Any(name, (), {"__init__": lambda self, *arguments, **options: None})


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("vllm", "fastapi", "orjson", "openai_harmony"):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return _Module(spec.name)

    def exec_module(self, module):
        pass


sys.meta_path.insert(0, _Finder())

# ---- Models and the server ----

_WORK = pathlib.Path(tempfile.mkdtemp(prefix="render-"))
_LLAMA = ("{{ bos_token }}{% for m in messages %}[{{ m.role }}] {{ m.content }}{{ eos_token }}{% endfor %}"
          "{% if add_generation_prompt %}[assistant]{% endif %}")
_REASONS = scripted.TEMPLATE.replace("{{ '<|im_start|>assistant\\n' }}", "{{ '<|im_start|>assistant\\n<think>\\n' }}")


def folder_of(name):
    """A made model: of Qwen's vocabulary where replies are read, SentencePiece-style elsewhere."""
    folder = _WORK / re.sub(r"\W", "_", name)
    if not folder.exists():
        folder.mkdir()
        if "Qwen" in name:
            scripted.write_folder(folder, _REASONS if "R1" in name else scripted.TEMPLATE)
        else:
            made = standins.five()["sentencepiece"]
            made.chat_template = _LLAMA
            made.save_pretrained(folder)
    return folder


class RemoteLaunchRenderServer:
    """`python -m chatfmt serve` in place of `vllm launch render`."""

    def __init__(self, model, arguments, **more):
        options = [one for one in arguments if one == "--trust-request-chat-template"]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "chatfmt", "serve", "--model", str(folder_of(model)), "--name", model, "--port", "0",
             "--max-model-len", "2048", "--max-bytes", str(256 << 20), *options], stderr=subprocess.PIPE, text=True)
        for line in self._process.stderr:
            found = re.search(r"running on (http://[\d.]+:\d+)", line)
            if found:
                self._url = found[1]
                return
        raise RuntimeError("the service did not start")

    def url_for(self, *parts):
        return "/".join([self._url, *(part.strip("/") for part in parts)])

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._process.terminate()
        self._process.communicate()


def get_tokenizer(name, *arguments, **options):
    import transformers
    return transformers.AutoTokenizer.from_pretrained(folder_of(name))


import vllm.tokenizers  # noqa: E402

vllm.tokenizers.get_tokenizer = get_tokenizer
_utils = types.ModuleType("tests.utils")
_utils.RemoteLaunchRenderServer = RemoteLaunchRenderServer
sys.modules["tests.utils"] = _utils

# ---- Which tests, and their calls ----

_CLIENTS = {"client", "parser_client"}  # others need formats that are no templates
calls = []
_send = httpx.AsyncClient.send


async def send(self, request, **options):
    answer = await _send(self, request, **options)
    calls.append([request.url.path, answer.status_code])
    return answer


httpx.AsyncClient.send = send


def pytest_collection_modifyitems(config, items):
    left = [item for item in items if not _CLIENTS.isdisjoint(item.fixturenames)]
    config.hook.pytest_deselected(items=[item for item in items if item not in left])
    items[:] = left


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item, nextitem):
    calls.clear()
    item.outcomes = []
    yield
    outcome = next((o for o in item.outcomes if o != "passed"), "passed") if item.outcomes else "error"
    with open(os.environ["CHATFMT_RECORD"], "a", encoding="utf-8") as file:
        file.write(json.dumps({"test": item.nodeid.split("::", 1)[1], "outcome": outcome, "calls": list(calls)}) + "\n")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    item.outcomes.append((yield).get_result().outcome)
