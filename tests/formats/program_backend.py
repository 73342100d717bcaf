"""Runs formats through the program: one `chatfmt render --batch` for all requests."""
import json
import subprocess

from jinja_backend import FORMATS, Failed


class ProgramBackend:
    name = "chatfmt"

    def __init__(self, program, *options):
        self.process = subprocess.Popen([program, "render", "--batch", *options],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.program = program
        self.presets = json.loads((FORMATS / "xtuner.json").read_text("utf-8"))["defaults"]["presets"]

    def ask(self, **request):
        self.process.stdin.write(json.dumps({"id": 0, **request}).encode() + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise Failed(answer["error"]["kind"], answer["error"]["message"])
        return answer

    @staticmethod
    def described(row):
        keys = ("template", "conv", "set_system", "append")
        return {k: row[k] for k in keys if row.get(k) is not None}

    def prompt(self, row):
        return self.ask(conversation=self.described(row))["text"]

    def convert(self, row, to):
        return json.loads(self.ask(conversation=self.described(row), program=to)["text"])

    def text(self, format_name, program, context):
        request = {"program": program, "context": context}
        if format_name:
            request["format"] = format_name
        return self.ask(**request)["text"]

    def json(self, format_name, program, context):
        return json.loads(self.text(format_name, program, context))

    def segments(self, format_name, program, context):
        answer = self.ask(format=format_name, program=program, context=context,
                          options={"spans": True})
        text, out, at = answer["text"].encode(), [], 0
        for span in answer["spans"]:
            assert span["begin"] == at, "the spans have a gap"
            at = span["end"]
            learned = bool(span.get("generation"))
            if out and out[-1][1] == learned:
                out[-1][0] += text[span["begin"]:at]
            else:
                out.append([text[span["begin"]:at], learned])
        assert at == len(text), "the spans do not cover the text"
        return [[piece.decode(), learned] for piece, learned in out]

    def train(self, row):
        """(prompt, learned byte ranges, mismatch) of a row of fastchat_train.jsonl."""
        answer = self.ask(training=row)
        return answer["text"], answer["learned"], answer.get("mismatch")

    def match(self, names):
        lines = subprocess.run([self.program, "formats", "match", "--json", "-"], check=True,
                               input="".join(n + "\n" for n in names).encode(),
                               stdout=subprocess.PIPE).stdout.splitlines()
        return [json.loads(line) for line in lines]

    def stopped(self, text, word):
        return self.ask(stop_word={"text": text, "word": word})["met"]
