"""Templates that show less than their models write: which reader they get, by what evidence, and what it reads.

    check_shown_less.py PROGRAM

Each is made in the manner of the model that is named, without what is of no importance here. What the template does not show has to come from its
markers, from what it asks for, from the state of its prompt or from the name of its file; a folder's name is no evidence.
"""
import json
import os
import subprocess
import sys
import tempfile

from asking import ask

TOOLS = [{"type": "function", "function": {"name": "f", "description": "d", "parameters": {
    "type": "object", "properties": {"a": {"type": "string"}}}}}]
TALK = "{% for m in messages %}OPEN{{ m.role }}MIDDLE{{ m.content }}CLOSE{% endfor %}{% if add_generation_prompt %}OPENassistantMIDDLELAST{% endif %}"


def talk(opening, middle, close, last="", system=""):
    text = TALK
    for word, mark in (("OPEN", opening), ("MIDDLE", middle), ("CLOSE", close), ("LAST", last)):
        text = text.replace(word, mark)
    return system + text


CHATML = ("<|im_start|>", "\n", "<|im_end|>\n")
LLAMA = ("<|start_header_id|>", "<|end_header_id|>\n\n", "<|eot_id|>")
OFFER = "{% if tools %}" + CHATML[0] + "system" + CHATML[1]
DISTILL = ("{% for m in messages %}{% if m.role == 'user' %}<｜User｜>{{ m.content }}{% elif m.tool_calls %}<｜Assistant｜>"
           "<｜tool▁calls▁begin｜>{% for c in m.tool_calls %}<｜tool▁call▁begin｜>{{ c.type }}<｜tool▁sep｜>{{ c.function.name }}\n```json\n"
           "{{ c.function.arguments }}\n```<｜tool▁call▁end｜>{% endfor %}<｜tool▁calls▁end｜><｜end▁of▁sentence｜>{% else %}<｜Assistant｜>"
           "{{ m.content.split('</think>')[-1] }}<｜end▁of▁sentence｜>{% endif %}{% endfor %}{% if add_generation_prompt %}<｜Assistant｜><think>\n{% endif %}")
LONG_CALL = ("<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n{\"a\": \"x\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>")
JSON_CALL = "{\"name\": \"f\", \"arguments\": {\"a\": \"x\"}}"

# Path, template, reader, a piece of the evidence, prompt's end, reply, (content, reasoning, calls).
ROWS = [
    ("r1-distill.jinja", DISTILL, "deepseek-v3", "messages read back", "<｜Assistant｜><think>\n", "So.\n</think>\n\nYes.<｜end▁of▁sentence｜>",
     ("Yes.", "So.", 0)),
    ("r1-distill.jinja", DISTILL, "deepseek-v3", "the template contains <｜tool▁calls▁begin｜>", "<｜Assistant｜><think>\n",
     "So.\n</think>\n\n" + LONG_CALL + "<｜end▁of▁sentence｜>", (None, "So.", 1)),
    ("lists.jinja", talk(*CHATML, system=OFFER + "List of tools: <|tool_list_start|>{{ tools|tojson }}<|tool_list_end|><|im_end|>\n{% endif %}"),
     "lfm2", "<|tool_list_start|>", "", "<|tool_call_start|>[f(a=\"x\")]<|tool_call_end|>Wait.<|im_end|>", ("Wait.", None, 1)),
    ("small.jinja", talk(*CHATML, system=OFFER + "Return a json object within <tool_call></tool_call> tags: <tool_call>\\n{\"name\": 1}\\n</tool_call>"
                         "{{ tools }} <think> Thought </think> Solution<|im_end|>\n{% endif %}"),
     "hermes", "the template contains <think>", "", "<think>\nSo.\n</think>\n<tool_call>\n" + JSON_CALL + "\n</tool_call><|im_end|>", (None, "So.", 1)),
    ("nano.jinja", talk("<SPECIAL_11>", "\n", "\n", system="{% if tools %}Use <TOOLCALL>[{...}]</TOOLCALL>. {{ tools|tojson }}{% endif %}"),
     "nemotron-nano-v2", "<TOOLCALL>", "", "<TOOLCALL>[" + JSON_CALL + "]</TOOLCALL>", (None, None, 1)),
    ("k3.jinja", talk("<|open|>", "<|sep|>", "<|end_of_msg|>", system="{% if tools %}{{ tools|tojson }} <|open|>call tool= is how{% endif %}"),
     "kimi-k3", "<|open|>call tool=", "", "<|open|>tools<|sep|><|open|>call tool=\"f\" index=\"1\"<|sep|><|open|>argument key=\"a\" type=\"string\"<|sep|>x"
     "<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|><|end_of_msg|>", (None, None, 1)),
    ("python.jinja", talk(*LLAMA, system="{% if tools %}Answer [func_name1(params_name1=params_value1, params_name2=params_value2...)] {{ tools }}{% endif %}"),
     "pythonic", "[func_name1(params_name1=params_value1", "", "[f(a='x')]<|eot_id|>", (None, None, 1)),
    ("Llama-4-x.jinja", talk("<|header_start|>", "<|header_end|>\n\n", "<|eot|>", system="{% if tools %}{{ tools|tojson }}{% endif %}"),
     "pythonic", "the file name Llama-4-x.jinja contains llama-4", "", "[f(a='x')]<|eot|>", (None, None, 1)),
    ("LFM2-y.jinja", talk(*CHATML, system="{% if tools %}{{ tools|tojson }}{% endif %}"), "lfm2", "the file name LFM2-y.jinja contains lfm2", "",
     "<|tool_call_start|>[f(a='x')]<|tool_call_end|>", (None, None, 1)),
    ("kimi-stuff/y.jinja", talk(*CHATML, system="{% if tools %}{{ tools|tojson }}{% endif %}"), "learned", "the template writes no tool calls", "",
     "Yes.<|im_end|>", ("Yes.", None, 0)),
    ("functionary-v3.llama3.jinja", "{{ of_functions(tools) }}", "functionary-v3.2", "nothing confirms it", "", ">>>f\n{\"a\": \"x\"}<|eot_id|>", (None, None, 1)),
    ("functionary-v2.llama3.jinja", "{{ of_functions(tools) }}", "functionary-v2-llama3", "nothing confirms it", "",
     "Wait.<|reserved_special_token_249|>f\n{\"a\": \"x\"}<|eot_id|>", ("Wait.", None, 1)),
    ("solar.jinja", "{% for m in messages %}<|begin|>{{ m.role }}{% if m.reasoning %}<|think|>{{ m.reasoning }}<|end|><|begin|>assistant{% endif %}"
     "{% if m.content %}<|content|>{{ m.content }}{{ '<|flush|>' if m.role == 'assistant' and not m.tool_calls else '<|end|>' }}{% endif %}"
     "{% if m.tool_calls %}{{ '<|begin|>assistant' if m.content }}<|tool_calls|>{% for c in m.tool_calls %}<|tool_call:begin|>{{ c.id }}<|tool_call:name|>"
     "{{ c.function.name }}<|tool_call:args|>{{ c.function.arguments|tojson }}<|tool_call:end|>{% endfor %}<|calls|>{% endif %}{% endfor %}"
     "{% if add_generation_prompt %}<|begin|>assistant{% endif %}", "solar-open-100b", "messages read back", "<|begin|>assistant",
     "<|think|>So.<|end|><|begin|>assistant<|content|>Yes.<|flush|>", ("Yes.", "So.", 0)),
    ("steps.jinja", talk("<|begin_", "|>\n", "\n<|end|>\n", "Here are my reasoning steps:\n", "{% if tools %}{{ tools|tojson }}{% endif %}")
     .replace("{{ m.content }}", "{{ m.content.split('[BEGIN FINAL RESPONSE]')[-1] }}{% if m.tool_calls %}<tool_calls>[{% for c in m.tool_calls %}"
              "{\"name\": \"{{ c.function.name }}\", \"arguments\": {{ c.function.arguments|tojson }}}{{ ', ' if not loop.last }}{% endfor %}]</tool_calls>{% endif %}"),
     "apriel", "messages read back", "<|begin_assistant|>\nHere are my reasoning steps:\n", "So.\n[BEGIN FINAL RESPONSE]\nYes.\n[END FINAL RESPONSE]\n<|end|>",
     ("Yes.", "So.", 0)),
]


def read(message):
    return (message.get("content"), message.get("reasoning_content"), len(message.get("tool_calls", [])))


def check(program, folder, row):
    path, template, reader, evidence, prompt, reply, want = row
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(template)
    done = subprocess.run([program, "parse", "--model", path, "--explain"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        return done.stderr
    facts = json.loads(done.stdout)
    if facts["reader"] != reader or not any(evidence in one for one in facts["evidence"]):
        return "%s by %r, not %s by %r" % (facts["reader"], facts["evidence"], reader, evidence)
    answers = ask(program, [{"id": 0, "model": path, "prompt": prompt, "chunks": chunks, "tools": TOOLS} for chunks in ([reply], list(reply))])
    got = [read(answer["message"]) if "message" in answer else answer for answer in answers]
    return "" if got == [want, want] else "%r, not %r" % (got, want)


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for row in ROWS:
            wrong = check(sys.argv[1], folder, row)
            failed += bool(wrong)
            if wrong:
                print("%s, %r: %s" % (row[0], row[5], wrong))
    print("shown less: %d passed, %d failed" % (len(ROWS) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
