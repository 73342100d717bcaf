"""GGUF files written by the gguf package: both byte orders, arrays of every type, named templates."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import environment

environment.enter()

import gguf  # noqa: E402

PROGRAM = os.environ.get("CHATFMT", "build/chatfmt")
TOKENS = ["<unk>", "<s>", "</s>", "<pad>", "hé", "<|eot|>"]


def write(path, endian, named, extra):
    writer = gguf.GGUFWriter(str(path), "llama", endianess=endian)
    writer.add_name("Näme")
    writer.add_uint32("llama.context_length", 8192)
    writer.add_float32("llama.f", 1.5)
    writer.add_bool("llama.b", True)
    writer.add_int8("llama.i8", -3)
    writer.add_uint64("llama.u64", 1 << 60)
    writer.add_float64("llama.f64", 2.5)
    if extra:
        writer.add_array("llama.ints", [1, 2, 3])
        writer.add_array("llama.floats", [1.5, 2.5])
        writer.add_array("llama.bools", [True, False])
        writer.add_array("llama.strings", ["a", "bb", "ccc"])
    writer.add_tokenizer_model("llama")
    writer.add_token_list(TOKENS)
    writer.add_token_scores([0.0] * len(TOKENS))
    writer.add_token_types([1] * len(TOKENS))
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_pad_token_id(3)
    writer.add_eot_token_id(5)
    if named is None:
        pass
    elif named:
        writer.add_chat_template([{"name": "default", "template": "D{{ bos_token }}{{ messages[0].content }}"},
                                  {"name": "tool_use", "template": "T{{ eos_token }}"}])
    else:
        writer.add_chat_template("{{ bos_token }}[{{ messages[0].content }}]{{ eos_token }}{{ unk_token }}{{ pad_token }}")
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def render(path, context):
    row = json.dumps({"id": 1, "model": str(path), "context": context})
    out = subprocess.run([PROGRAM, "render", "--batch"], input=row + "\n", capture_output=True, text=True, check=True).stdout
    return json.loads(out)


def main():
    bad = done = 0
    chat = {"messages": [{"role": "user", "content": "Hi"}]}
    with tempfile.TemporaryDirectory() as name:
        for endian in (gguf.GGUFEndian.LITTLE, gguf.GGUFEndian.BIG):
            for named in (False, True, None):
                for extra in (False, True):
                    path = Path(name) / ("%s-%s-%s.gguf" % (endian.name, named, extra))
                    write(path, endian, named, extra)
                    if named is None:
                        checks = [(chat, None)]
                    elif named:
                        checks = [(chat, "D<s>Hi"), ({**chat, "tools": []}, "T</s>"), ({**chat, "chat_template": "tool_use"}, "T</s>")]
                    else:
                        checks = [(chat, "<s>[Hi]</s><unk><pad>"), ({**chat, "bos_token": "B"}, "B[Hi]</s><unk><pad>")]
                    for context, want in checks:
                        got = render(path, context)
                        done += 1
                        ok = got.get("text") == want if want else "no key tokenizer.chat_template" in got["error"]["message"]
                        if not ok:
                            bad += 1
                            print(path.name, context, got)
        # A file of 100 GB that is all hole: only its beginning is read.
        path = Path(name) / "LITTLE-False-True.gguf"
        with open(path, "r+b") as file:
            file.truncate(100 << 30)
        got = render(path, chat)
        done += 1
        if got.get("text") != "<s>[Hi]</s><unk><pad>":
            bad += 1
            print("100 GB", got)
    print("%d checks, %d bad" % (done, bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
