"""Ids of folders whose class builds another tokenizer than tokenizer.json describes, as recorded from AutoTokenizer; and of
models that are GGUF files.

    check_class_tokenizer.py [--update]      --update records class_tokenizer.jsonl again, with transformers 5.23.0

Random folders beside transformers itself: check_tokens.py --auto.
"""
import functools
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

if "--update" in sys.argv:
    import environment

    environment.enter()

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tokenizers"))
import gguf  # noqa: E402
import synthetic  # noqa: E402
import vocabularies  # noqa: E402

PROGRAM = os.environ.get("CHATFMT", "build/chatfmt")
GOLDEN = HERE / "class_tokenizer.jsonl"
TEMPLATE = "{% for m in messages %}{{ m.content }}{% endfor %}"
TEXTS = ["Hello world", " two  spaces ", "line\n\nnext\tit's 1234", "naïve café 你好", "</s>after <s> x"]
FOLDERS = [(name, config) for name in ("llama", "gemma", "gpt2", "metaspace_first_true")
           for config in ({"tokenizer_class": "LlamaTokenizer"}, {"tokenizer_class": "LlamaTokenizerFast", "legacy": True},
                          {"tokenizer_class": "LlamaTokenizer", "add_prefix_space": False}, {"tokenizer_class": "GemmaTokenizer"},
                          {"tokenizer_class": "Qwen2Tokenizer"}, {"tokenizer_class": "GPT2TokenizerFast", "add_prefix_space": True},
                          {"tokenizer_class": "CohereTokenizerFast"}, {"tokenizer_class": "PreTrainedTokenizerFast"}, {})]
FOLDERS += [(name, config) for name in ("unigram", "unigram_albert", "unigram_bytes")
            for config in ({"tokenizer_class": "T5TokenizerFast", "extra_ids": 2}, {"tokenizer_class": "XLMRobertaTokenizer", "add_prefix_space": False},
                           {"tokenizer_class": "AlbertTokenizer", "do_lower_case": False}, {"tokenizer_class": "AlbertTokenizer", "keep_accents": True},
                           {"tokenizer_class": "CamembertTokenizer"}, {"tokenizer_class": "XLNetTokenizerFast"}, {"tokenizer_class": "PegasusTokenizer"},
                           {"tokenizer_class": "DebertaV2Tokenizer", "split_by_punct": True}, {"tokenizer_class": "BarthezTokenizer"},
                           {"tokenizer_class": "BigBirdTokenizer"}, {"tokenizer_class": "MBartTokenizer"})]
FOLDERS += [(name, config) for name in ("bert", "bert_accents", "bert_marked")
            for config in ({"tokenizer_class": "BertTokenizer", "unk_token": "[UNK]"}, {"tokenizer_class": "ElectraTokenizerFast", "unk_token": "[UNK]", "do_lower_case": False},
                           {"tokenizer_class": "MPNetTokenizer", "unk_token": "[UNK]", "strip_accents": False},
                           {"tokenizer_class": "FunnelTokenizer", "unk_token": "[UNK]", "clean_text": False, "tokenize_chinese_chars": False})]
# Tokens that a class names itself, and members of the configuration that say otherwise.
FOLDERS += [("llama", {"tokenizer_class": "CodeLlamaTokenizer"}), ("llama", {"tokenizer_class": "CodeLlamaTokenizer", "prefix_token": None, "eot_token": "<mask>"}),
            ("unigram", {"tokenizer_class": "T5Tokenizer", "extra_ids": -1}), ("unigram", {"tokenizer_class": "T5Tokenizer", "extra_ids": 0}),
            ("unigram", {"tokenizer_class": "T5Tokenizer", "extra_ids": "many"}), ("unigram", {"tokenizer_class": "T5Tokenizer", "extra_special_tokens": ["<new>", "the", "<new>"]}),
            ("unigram", {"tokenizer_class": "T5Tokenizer", "extra_special_tokens": [], "additional_special_tokens": ["<old>"]}),
            ("unigram", {"tokenizer_class": "T5Tokenizer", "extra_special_tokens": ["<new>"], "additional_special_tokens": ["<old>"]}),
            ("bert", {"tokenizer_class": "SplinterTokenizer", "unk_token": "[UNK]"}), ("gpt2", {"tokenizer_class": "LukeTokenizer"}),
            ("gpt2", {"tokenizer_class": "Qwen2Tokenizer", "extra_special_tokens": ["<new>", "</s>"]}),
            ("gpt2", {"tokenizer_class": "Qwen2Tokenizer", "pad_token": "", "extra_special_tokens": ["<new>", {"__type": "AddedToken", "content": "it", "lstrip": True}]}),
            ("gpt2", {"tokenizer_class": "Qwen2Tokenizer", "added_tokens_decoder": {"0": {"content": "<s>", "special": True}, "900": {"content": "<later>", "lstrip": True}}})]
FOLDERS += [("unigram_t5", {"tokenizer_class": name}) for name in ("PegasusTokenizer", "XGLMTokenizer", "XLNetTokenizer", "LasrTokenizer")]
FOLDERS += [("llama", {"tokenizer_class": "NllbTokenizer"}), ("gpt2", {"tokenizer_class": "BlenderbotTokenizer"})]
# Steps of Metaspace in the words of older files, and steps within steps.
FOLDERS += [(name, {"tokenizer_class": kind}) for name in ("metaspace_old", "metaspace_old_never", "metaspace_old_steps") for kind in ("T5Tokenizer", "XLNetTokenizer")]
FOLDERS += [("deep_decoders", {"tokenizer_class": "LlamaTokenizer"}), ("level_decoder", {"tokenizer_class": "LlamaTokenizer"}), ("untyped", {"tokenizer_class": "T5Tokenizer"}),
            ("untyped", {"tokenizer_class": "XLMRobertaTokenizer"}), ("scored", {"tokenizer_class": "PegasusTokenizer"}), ("scored", {"tokenizer_class": "T5Tokenizer"}),
            ("flags_left_out", {"tokenizer_class": "LlamaTokenizer"}), ("flags_left_out", {"tokenizer_class": "GemmaTokenizer"})]


def older():
    """Tokenizers as files of before 2024 describe them: {name: tokenizer.json}."""
    whole = json.loads(synthetic_files()["unigram"])
    old = {"type": "Metaspace", "replacement": "\u2581", "add_prefix_space": True}
    never = {"type": "Metaspace", "replacement": "\u2581", "str_rep": "\u2581", "add_prefix_space": False}
    steps = {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, old]}
    deep = json.loads(synthetic_files()["llama"])
    for _ in range(9):
        deep["decoder"] = {"type": "Sequence", "decoders": [deep["decoder"]]}
    level = {**deep, "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}}
    untyped = {**whole, "model": {key: value for key, value in whole["model"].items() if key in ("vocab", "unk_id")}}
    scored = {**whole, "model": {**whole["model"], "vocab": [["<unk>", -3.0], ["</s>", 0.5], *whole["model"]["vocab"][3:], ["<unk>", 2.5]]}}
    bare = json.loads(synthetic_files()["llama"])
    bare["model"] = {key: value for key, value in bare["model"].items() if key in ("type", "vocab", "merges", "unk_token")}
    return {"deep_decoders": deep, "level_decoder": level, "untyped": untyped, "scored": scored, "flags_left_out": bare, **{name: {**whole, "pre_tokenizer": step, "decoder": old if step is steps else step}
                                      for name, step in (("metaspace_old", old), ("metaspace_old_never", never), ("metaspace_old_steps", steps))}}


@functools.cache
def synthetic_files():
    """{name: tokenizer.json} of synthetic.py, as texts."""
    with tempfile.TemporaryDirectory() as made:
        return {name: (Path(made) / (name + ".json")).read_text("utf-8") for name in synthetic.write(made)}


def make(folder, name, config):
    """A model folder; ids of added tokens are put right, since some classes go by them."""
    whole = json.loads(synthetic_files()[name]) if name in synthetic_files() else older()[name]
    vocab, next_id = whole["model"]["vocab"], len(whole["model"]["vocab"])
    vocab = {row[0]: number for number, row in enumerate(vocab)} if isinstance(vocab, list) else vocab
    for row in whole["added_tokens"]:
        row["id"] = vocab.get(row["content"], next_id)
        next_id += row["content"] not in vocab
    folder.mkdir()
    (folder / "tokenizer.json").write_text(json.dumps(whole))
    (folder / "tokenizer_config.json").write_text(json.dumps({"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>",
                                                              "chat_template": TEMPLATE, **config}))
    return folder


def update():
    from transformers import AutoTokenizer
    with tempfile.TemporaryDirectory() as temporary, open(GOLDEN, "w", encoding="utf-8") as out:
        for number, (name, config) in enumerate(FOLDERS):
            try:
                tokenizer = AutoTokenizer.from_pretrained(str(make(Path(temporary) / str(number), name, config)))
                ids = [tokenizer.apply_chat_template([{"role": "user", "content": text}], tokenize=True, return_dict=False) for text in TEXTS]
            except Exception as error:  # noqa: BLE001 - a vocabulary that the class cannot take
                print("left out:", name, config, repr(error)[:90])
                continue
            out.write(json.dumps({"tokenizer": name, "config": config, "left": tokenizer.padding_side == "left", "ids": ids}) + "\n")


def ask(model, *texts, options=None, **context):
    lines = [json.dumps({"id": 0, "model": str(model), "context": {"messages": [{"role": "user", "content": text}], "tokenize": True, **context},
                         "options": options or {}}) for text in texts]
    done = subprocess.run([PROGRAM, "render", "--batch"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return answers if len(texts) > 1 else answers[0]


class Classes(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def test_as_recorded(self):
        for number, line in enumerate(GOLDEN.read_text("utf-8").splitlines()):
            row = json.loads(line)
            folder = make(self.folder / str(number), row["tokenizer"], row["config"])
            with self.subTest(row["tokenizer"], **row["config"]):
                self.assertEqual([answer.get("ids") for answer in ask(folder, *TEXTS)], row["ids"])
                self.assertEqual(self.pads_left(folder), row["left"])

    @staticmethod
    def pads_left(folder):
        config = json.loads((folder / "tokenizer_config.json").read_text("utf-8"))
        (folder / "tokenizer_config.json").write_text(json.dumps({**config, "pad_token": "</s>"}))
        mask = ask(folder, "a", options={"attention_mask": True}, padding="max_length", max_length=32)["attention_mask"]
        (folder / "tokenizer_config.json").write_text(json.dumps(config))
        return mask[0] == 0

    def test_finding(self):
        built = make(self.folder / "built", "llama", {"tokenizer_class": "LlamaTokenizer"})
        self.assertIn("class_ids", ask(built, "a b")["findings"])
        plain = make(self.folder / "plain", "llama", {"tokenizer_class": "PreTrainedTokenizerFast"})
        self.assertNotIn("class_ids", ask(plain, "a b").get("findings", []))
        # Llama 3's files name the class and are byte-level: the file decides.
        level = make(self.folder / "level", "gpt2", {"tokenizer_class": "LlamaTokenizer"})
        self.assertNotIn("class_ids", ask(level, "a b").get("findings", []))

    def test_gguf(self):
        template = ("tokenizer.chat_template", 8, gguf.string(TEMPLATE))
        path = self.folder / "model.gguf"
        path.write_bytes(vocabularies.gguf_file(more=[template]))
        direct = subprocess.run([PROGRAM, "tokenize", "--tokenizer", str(path)], input="abc<|x|>", capture_output=True, text=True,
                                check=True)
        answer = ask(path, "abc<|x|>")
        self.assertEqual(answer["ids"], json.loads(direct.stdout)["ids"])
        self.assertTrue(answer["ids"])


if __name__ == "__main__":
    if "--update" in sys.argv:
        update()
    else:
        unittest.main()
