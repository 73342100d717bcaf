"""pytest plugin of third_party.py: stand-ins for what the tests load from the Hub, and a record of the calls that each
test makes of what chatfmt.transformers replaces.

CHATFMT_RECORD=FILE takes a JSON Lines file of {"test", "outcome", "calls": [[function, result]…], "served"}.
CHATFMT_INSTALL=1 installs chatfmt.transformers first.
"""
import hashlib
import inspect
import json
import os
import pathlib
import re
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import standins  # noqa: E402

import transformers  # noqa: E402
from transformers.processing_utils import ProcessorMixin  # noqa: E402
from transformers.tokenization_utils_base import PreTrainedTokenizerBase  # noqa: E402
from transformers.utils import chat_parsing  # noqa: E402

served = None
if os.environ.get("CHATFMT_INSTALL"):
    import chatfmt.transformers as served
    served.install(strict=True)

# ---- Stand-ins ----

TEMPLATES = os.environ.get("CHATFMT_TEMPLATES")  # TRL's folder of templates
# What a repository is replaced by: a template of TRL's folder, or one of standins.TEMPLATES, and its eos token.
HUB = {
    "CohereForCausalLM": ("cohere", "<|END_OF_TURN_TOKEN|>"), "Cohere2ForCausalLM": ("cohere2", "<|END_OF_TURN_TOKEN|>"),
    "DeepseekV3ForCausalLM": ("deepseekv3", "<｜end▁of▁sentence｜>"),
    "DeepseekV3ForCausalLM-0528": ("deepseekv3", "<｜end▁of▁sentence｜>"),
    "GemmaForCausalLM": ("gemma", "<end_of_turn>"), "Gemma2ForCausalLM": ("gemma", "<end_of_turn>"),
    "Glm4MoeForCausalLM": ("glm4moe", "<|endoftext|>"), "GptOssForCausalLM": ("gptoss", "<|return|>"),
    "Lfm2ForCausalLM": ("lfm2", "<|im_end|>"), "Lfm2ForCausalLM-2.5": ("lfm2_2_5", "<|im_end|>"),
    "LlamaForCausalLM-3": ("llama3", "<|eot_id|>"), "LlamaForCausalLM-3.1": ("llama3_1", "<|eot_id|>"),
    "LlamaForCausalLM-3.2": ("llama3_2", "<|eot_id|>"),
    "NemotronHForCausalLM-nano": ("nemotron_3_nano", "<|im_end|>"),
    "NemotronHForCausalLM-super": ("nemotron_3_super", "<|im_end|>"),
    "NemotronHForCausalLM-ultra": ("nemotron_3_ultra", "<|im_end|>"),
    "Phi3ForCausalLM-3": ("phi3", "<|end|>"), "Phi3ForCausalLM-3.5": ("phi3_5", "<|end|>"),
    "Qwen2ForCausalLM-2.5": ("qwen2_5", "<|im_end|>"), "Qwen3ForCausalLM": ("qwen3", "<|im_end|>"),
    "Qwen3MoeForCausalLM": ("qwen3", "<|im_end|>"),
    "Qwen3ForCausalLM-Instruct-2507": ("qwen3_instruct_2507", "<|im_end|>"),
    "Qwen3-0.6B": ("qwen3", "<|im_end|>")}
MARKERS = re.compile(r"<[|｜][^<>|｜\n]{1,40}[|｜]>|</?[a-z_]{2,24}>|\[/?[A-Z_]{4,20}\]")
PLAIN = ("<tool_call>", "</tool_call>", "<tools>", "</tools>")  # words that no model has as tokens of their own
_loaded = {}


def tokenizer_of(name):
    """A byte-level tokenizer whose special tokens are the markers of the template."""
    key, eos = HUB.get(name.split("/")[-1].removeprefix("tiny-"), ("", "<|im_end|>"))
    if key not in _loaded:
        template, backend = standins.CHATML, standins.byte_level()
        if key and TEMPLATES:
            with open(os.path.join(TEMPLATES, key + ".jinja"), encoding="utf-8") as file:
                template = file.read()
        markers = sorted({m for m in MARKERS.findall(template) if m not in PLAIN} | {eos})
        backend.add_special_tokens(["<s>", "<pad>"] + markers)
        _loaded[key] = backend.to_str(), template, eos
    text, template, eos = _loaded[key]
    from tokenizers import Tokenizer
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer.from_str(text), chat_template=template, bos_token="<s>", eos_token=eos,
        pad_token="<pad>", name_or_path=name)


def _from_pretrained(old):
    def from_pretrained(cls, name, *arguments, **options):
        if os.path.isdir(str(name)):
            return old(name, *arguments, **options)
        return tokenizer_of(str(name))
    return classmethod(from_pretrained)


transformers.AutoTokenizer.from_pretrained = _from_pretrained(transformers.AutoTokenizer.from_pretrained)

# ---- Calls ----

calls, depth = [], [0]


def plain(value):
    if hasattr(value, "tolist"):
        return [type(value).__name__, str(value.dtype), value.tolist()]
    if hasattr(value, "keys"):
        return {str(key): plain(value[key]) for key in value.keys()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def digest(value):
    return hashlib.sha256(repr(plain(value)).encode("utf-8", "replace")).hexdigest()[:12]


def recorded(name, function):
    """The function, which notes its calls from outside and what they gave."""
    def call(*arguments, **options):
        if depth[0]:
            return function(*arguments, **options)
        depth[0] += 1
        try:
            result = function(*arguments, **options)
        except Exception as error:
            calls.append([name, f"{type(error).__name__}: {digest(str(error))}"])
            raise
        finally:
            depth[0] -= 1
        calls.append([name, digest(result)])
        return result
    call.__wrapped__ = function
    call.__signature__ = inspect.signature(function)
    return call


def _record():
    for cls, prefix in ((PreTrainedTokenizerBase, ""), (ProcessorMixin, "processor.")):
        cls.apply_chat_template = recorded(prefix + "apply_chat_template", cls.apply_chat_template)
    module = chat_parsing.response_parser
    parser = module.ResponseParser
    begin = parser.__init__

    def init(self, *arguments, **options):
        outside = not depth[0]
        depth[0] += 1
        try:
            begin(self, *arguments, **options)
        finally:
            depth[0] -= 1
            if outside:
                calls.append(["ResponseParser", digest(getattr(self, "initial_events", None))])
    parser.__init__ = init
    from chatfmt.transformers import _replace
    _replace(module.parse_response, recorded("parse_response", module.parse_response))


_record()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item, nextitem):
    calls.clear()
    if served:
        served.stats(reset=True)
    item.outcomes = []
    yield
    counts = served.stats() if served else {"served": {}, "original": {}}
    outcome = next((o for o in item.outcomes if o != "passed"), "passed") if item.outcomes else "error"
    with open(os.environ["CHATFMT_RECORD"], "a", encoding="utf-8") as file:
        file.write(json.dumps({
            "test": item.nodeid.split("::", 1)[1], "outcome": outcome, "calls": list(calls),
            "served": sum(counts["served"].values()), "original": counts["original"]}) + "\n")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    item.outcomes.append(report.outcome if not hasattr(report, "wasxfail") else "xfailed")


# ---- Fixtures of axolotl's that would download ----

def _nothing(name):
    @pytest.fixture(name=name, scope="session")
    def fixture():
        return None
    return fixture


for _name in ("download_llama3_8b_instruct_model_fixture", "download_mlx_mistral_7b_model_fixture",
              "download_qwen3_half_billion_model"):
    globals()["fixture_" + _name] = _nothing(_name)
