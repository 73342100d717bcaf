"""What a prompt has opened: reasoning, a call, the header of a message; whole and byte by byte.

    check_prompts.py PROGRAM
"""
import json
import subprocess
import sys

# reader, the prompt's end, the reply, content, reasoning, calls
CASES = [
    ("hermes", "<|im_start|>assistant\n", "hi<|im_end|>", "hi", None, 0),
    ("hermes", "<|im_start|>assistant\n<think>\n", "why\n</think>\n\nhi<|im_end|>", "hi", "why", 0),
    ("hermes", "<|im_start|>assistant\n<think>\n\n</think>\n\n", "hi<|im_end|>", "hi", None, 0),
    ("hermes", "<|im_start|>user\nwhat is <think>?<|im_end|>\n<|im_start|>assistant\n", "hi<|im_end|>", "hi", None, 0),
    ("hermes", "<|im_start|>user\n<think><|im_end|>\n<|im_start|>assistant\n<think>\n", "why\n</think>\n\nhi<|im_end|>", "hi", "why", 0),
    ("hermes", "<|im_start|>assistant\n<think>\nSo <b>", "why\n</think>\n\nhi<|im_end|>", "hi", "why", 0),
    ("mistral-args", "[INST]what is [THINK]?[/INST]", "hi</s>", "hi", None, 0),
    ("deepseek-v3", "<｜User｜>what is <think>?<｜Assistant｜>", "hi<｜end▁of▁sentence｜>", "hi", None, 0),
    ("hermes", "<|im_start|>assistant\n<tool_call>\n", "{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call><|im_end|>", None, None, 1),
    ("hermes", "<|im_start|>assistant\n<tool_call>\n", "no call<|im_end|>", "no call", None, 0),
    ("qwen3-coder", "assistant\n<tool_call>\n", "<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>", None, None, 1),
    ("mistral", "[/INST][TOOL_CALLS]", "[{\"name\": \"f\", \"arguments\": {\"a\": 1}}]</s>", None, None, 1),
    ("mistral-args", "[/INST][TOOL_CALLS]", "f[ARGS]{\"a\": 1}</s>", None, None, 1),
    ("kimi-k2", "<|tool_calls_section_begin|>",
     "<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{\"a\": 1}<|tool_call_end|><|tool_calls_section_end|>", None, None, 1),
    ("lfm2", "<|tool_call_start|>", "[f(a=1)]<|tool_call_end|><|im_end|>", None, None, 1),
    ("gemma4", "<|tool_call>call:", "f{a:1}<tool_call|><turn|>", None, None, 1),
    ("functionary-v2", "<|from|>assistant\n<|recipient|>", "all\n<|content|>hi<|stop|>", "hi", None, 0),
    ("functionary-v2", "<|from|>assistant\n<|recipient|>", "all\n<|content|>hi\n<|from|>assistant\n<|recipient|>f\n<|content|>{\"a\": 1}<|stop|>",
     "hi", None, 1),
    ("functionary-v3.2", "assistant<|end_header_id|>\n\n>>>", "all\nhi<|eot_id|>", "hi", None, 0),
    ("functionary-v3.2", "assistant<|end_header_id|>\n\n>>>", "f\n{\"a\": 1}<|eot_id|>", None, None, 1),
    ("functionary-v3.2", "assistant<|end_header_id|>\n\n>>>", "all\nhi>>>f\n{\"a\": 1}<|eot_id|>", "hi", None, 1),
    ("inkling", "<|message_model|>", "f<|content_invoke_tool_json|>{\"name\": \"f\", \"args\": {\"a\": 1}}<|end_message|>", None, None, 1),
    ("inkling", "", "plain words, no marker", "plain words, no marker", None, 0),
    ("inkling", "", "word", "word", None, 0),
    ("gpt-oss", "<|end|><|start|>assistant<|channel|>analysis<|message|>", "why<|end|><|start|>assistant<|channel|>final<|message|>hi<|return|>", "hi", "why", 0),
    ("gpt-oss", "<|channel|>analysis<|message|>so<|end|><|start|>assistant", "<|channel|>final<|message|>hi<|return|>", "hi", None, 0),
    ("gpt-oss", "<|channel|>analysis<|message|>so<|end|><|start|>assistant<|channel|>final<|message|>", "hi<|return|>", "hi", None, 0),
    ("atem", "<|start|>assistant", " to=user<|message|>hi<|eot|>", "hi", None, 0),
    ("atem", "<|start|>assistant", "hi there<|eot|>", "hi there", None, 0),
    ("kimi-k3", "<|open|>think<|sep|>", "why<|close|>think<|sep|><|open|>response<|sep|>hi<|close|>response<|sep|><|end_of_msg|>", "hi", "why", 0),
]


def main():
    tools = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {"a": {"type": "integer"}}}}}]
    asked = []
    for case in CASES:
        for chunks in ([case[2]], list(case[2])):
            asked.append((case, {"id": 0, "reader": case[0], "prompt": case[1], "chunks": chunks, "tools": tools, "events": True}))
    done = subprocess.run([sys.argv[1], "parse", "--batch"], input="".join(json.dumps(a[1]) + "\n" for a in asked), stdout=subprocess.PIPE,
                          text=True)
    answers = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    failed = abs(len(asked) - len(answers))
    for (case, _), answer in zip(asked, answers):
        reader, prompt, reply, content, reasoning, calls = case
        m = answer.get("message", {})
        got = (m.get("content"), m.get("reasoning_content"),
               [(c["function"]["name"], json.loads(c["function"]["arguments"])) for c in m.get("tool_calls", [])])
        at = 0
        for e in answer.get("events", []):
            at = e["end"] if e["begin"] == at else -1
        if got != (content, reasoning, [("f", {"a": 1})] * calls) or at != len(reply.encode()):
            failed += 1
            print("%s, %r, %r\n    got %r, events to byte %d" % (reader, prompt, reply, got, at))
    print("prompts: %d passed, %d failed" % (len(asked) - failed, failed))
    return 1 if failed else 0


sys.exit(main())
