"""Templates rendered by transformers itself, and by Jinja2 with its syntax tree changed: what a template can be asked beside the program."""
import copy
import json
import warnings
from pathlib import Path

import jinja2
from jinja2 import nodes
from jinja2.visitor import NodeTransformer
from tokenizers import Tokenizer, models
from transformers import PreTrainedTokenizerFast
from transformers.utils import chat_template_utils

warnings.simplefilter("ignore")
TOKENS = {"bos_token": "<s>", "eos_token": "</s>"}
CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"


def templates():
    """Names and sources of the corpus."""
    return [(path.name, path.read_bytes().decode()) for path in sorted((CORPUS / "templates").glob("*.jinja"))]


class Reference:
    """One template. render() is apply_chat_template of transformers; a refusal is a text, too: (False, message)."""

    def __init__(self, source):
        self.source = source
        self.tokenizer = PreTrainedTokenizerFast(tokenizer_object=Tokenizer(models.BPE()))

    def render(self, messages, tools=None, generation=False, **variables):
        try:
            return True, self.tokenizer.apply_chat_template(
                copy.deepcopy(messages), tools=copy.deepcopy(tools), chat_template=self.source, tokenize=False,
                add_generation_prompt=generation, **{**TOKENS, **variables})
        except Exception as error:  # noqa: BLE001  what a template may raise is open-ended
            return False, str(error)


class Marked(NodeTransformer):
    """In front of each piece of an output statement, a call that notes its number."""

    def __init__(self):
        self.pieces = []

    def visit_Output(self, node):
        self.generic_visit(node)
        out = []
        for piece in node.nodes:
            self.pieces.append(piece)
            call = nodes.Call(nodes.Name("cft_reached", "load"), [nodes.Const(len(self.pieces) - 1)], [], None, None)
            out += [call.set_lineno(node.lineno), piece]
        node.nodes = out
        return node


class Instructions:
    """The output instructions of a template, and which of them ran: pieces of text between tags, and {{ … }}."""

    def __init__(self, source):
        self.reached = set()
        environment = chat_template_utils._compile_jinja_template("").environment.overlay()
        self.environment, self.tree = environment, environment.parse(source)
        marks = Marked()
        tree = marks.visit(environment.parse(source))
        environment.globals = {**environment.globals, "cft_reached": self.note}
        self.pieces = marks.pieces
        code = environment.compile(tree)
        self.template = jinja2.Template.from_code(environment, code, environment.globals)

    def texts(self):
        """Texts of its own that it can write."""
        found = [node.data for node in self.tree.find_all(nodes.TemplateData)]
        return found + [node.value for node in self.tree.find_all(nodes.Const) if isinstance(node.value, str)]

    def note(self, number):
        self.reached.add(number)
        return ""

    def run(self, context):
        try:
            return self.template.render(**context)
        except Exception:  # noqa: BLE001
            return None

    def kind(self, number):
        piece = self.pieces[number]
        return "text" if isinstance(piece, nodes.TemplateData) else "print"


def contexts():
    """Of the corpus: {id: variables}."""
    rows = {}
    for line in (CORPUS / "contexts.jsonl").read_bytes().decode().split("\n")[:-1]:
        row = json.loads(line)
        rows[row["id"]] = row["context"]
    return rows


def cases():
    """Of the corpus: {template: [context ids]}."""
    rows = {}
    for line in (CORPUS / "cases.jsonl").read_bytes().decode().split("\n")[:-1]:
        row = json.loads(line)
        rows.setdefault(row["template"], []).append(row["context_id"])
    return rows
