"""The chat-template tests of transformers' TokenizerTesterMixin over five made tokenizers, and the text tests of its
ProcessorTesterMixin over a processor made of one of them. third_party.py runs them; their source is in the folder that it
is given. What that source has beside it in a checkout, and not in a source package, is made here.
"""
import json
import os
import pathlib
import sys
import tempfile
import types
import unittest

import numpy
import standins

sys.modules.setdefault("fetch_hub_objects_for_ci", types.SimpleNamespace(url_to_local_path=lambda url: url))
import tests.test_processing_common as processing  # noqa: E402
import tests.test_tokenization_common as tokenization  # noqa: E402
import transformers  # noqa: E402

_FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="standins-"))
_SAMPLE = _FOLDER / "fixtures" / "sample_text.txt"
_SAMPLE.parent.mkdir()
_SAMPLE.write_text("A text of some words.\n\nAnd a second paragraph.\n", encoding="utf-8")
tokenization.get_tests_dir = lambda *_: str(_FOLDER)


def _folders():
    """Name -> (class, folder) of each made tokenizer."""
    made = {}
    for name, tokenizer in standins.five().items():
        folder = _FOLDER / name
        tokenizer.save_pretrained(folder)
        made[name] = type(tokenizer), str(folder)
    return made


def _of_tokenizers(mixin, folders):
    """A test class for each folder, with the mixin's tests of chat templates alone."""
    names = [name for name in dir(mixin) if name.startswith("test_")]
    chosen = [name for name in names if any(word in name for word in ("chat_template", "jinja", "continue_final_message"))]
    for name, (cls, folder) in folders.items():
        body = {"tokenizer_class": cls, "from_pretrained_id": [folder], **dict.fromkeys(set(names) - set(chosen))}
        yield type("Test_" + name, (mixin, unittest.TestCase), body)


def _of_processor(mixin, folder):
    """A processor of pictures around the made byte-level tokenizer, tested with texts."""
    chosen = {"test_chat_template_jinja_kwargs", "test_apply_chat_template_assistant_mask",
              "test_apply_chat_template_tool_calls_no_content"}

    def tokenizer(cls):
        made = transformers.AutoTokenizer.from_pretrained(folder)
        made.add_special_tokens({"extra_special_tokens": ["<image>"]})
        return made

    def dictionary():
        return {"chat_template": standins.PARTS, "patch_size": 14, "vision_feature_select_strategy": "default"}
    body = {"processor_class": transformers.LlavaProcessor, "_setup_tokenizer": classmethod(tokenizer),
            "_setup_image_processor": classmethod(lambda cls: transformers.CLIPImageProcessor(
                do_center_crop=False, size={"height": 28, "width": 28})),
            "prepare_processor_dict": staticmethod(dictionary),
            "setUp": lambda self: numpy.random.seed(1)}  # their pictures are random
    body.update(dict.fromkeys({name for name in dir(mixin) if name.startswith("test_")} - chosen))
    return type("Test_processor", (mixin, unittest.TestCase), body)


_made = _folders()
for _class in _of_tokenizers(tokenization.TokenizerTesterMixin, _made):
    globals()[_class.__name__] = _class
Test_processor = _of_processor(processing.ProcessorTesterMixin, _made["byte_level"][1])
del _class
