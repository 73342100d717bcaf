"""examples/reply.py - a model's reply, read while it streams, as the deltas of OpenAI's API.

    python reply.py model

The argument is a model (default: the folder model). Prints each delta, then the whole message.
"""
import sys

import chatfmt

PIECES = ["<thi", "nk>\nThe user wants to know", " the weather.\n</thi", "nk>\n\nLet me look.\n<tool_",
          'call>\n{"name": "get_wea', 'ther", "arguments": {"ci', 'ty": "Zürich"}}\n</tool_call>', "<|im_end|>"]
TOOLS = [{"type": "function", "function": {"name": "get_weather", "parameters": {
    "type": "object", "properties": {"city": {"type": "string"}}}}}]

model = chatfmt.Model.from_pretrained(sys.argv[1] if len(sys.argv) > 1 else "model")
parser = model.reader(tools=TOOLS)
for delta in parser.deltas(PIECES):
    print(delta)
print(parser.message())
