#!/usr/bin/env python3
"""Nothing is dropped in silence: all formats and programs with twelve shapes of input, and templates of models; the
formats in `map` as well. Every string of the
input is in the prompt, or the answer names its path as unwritten (with --strict that is the error), or an error says why not. No prompt is empty.

    check_unwritten.py PROGRAM
"""
import json
import os
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
STRUCTURE = {"role", "type", "id", "tool_call_id"}
PROGRAMS = ["xtuner_train", "xtuner_chat", "xtuner_mapped", "xtuner_rounds", "xtuner", "internlm2", "internlm2_lmdeploy", "internlm2_hf"]
CONVERSIONS = ["openai", "openai_seed", "openai_vision", "openai_vision_mistral", "anthropic_vision", "gemini", "vertex", "reka", "metagen", "yandex", "gradio", "images",
               "system_vision", "dict"]
CALL = {"id": "c1", "type": "function", "function": {"name": "nameword", "arguments": "{\"keyword\": \"argumentword\"}"}}
CODE = {"id": "c2", "type": "code_interpreter", "code_interpreter": {"input": "codeword()"}}
TOOLS = [{"type": "function", "function": {"name": "toolword", "description": "descriptionword", "parameters": {"type": "object", "properties": {
    "p": {"type": "string", "description": "parameterword"}}}}}]
USER, ANSWER = {"role": "user", "content": "userword"}, {"role": "assistant", "content": "answerword"}
SHAPES = {
    "plain": {"messages": [USER, ANSWER, {"role": "user", "content": "lastword"}]},
    "system": {"messages": [{"role": "system", "content": "systemword"}, USER, ANSWER]},
    "two systems": {"messages": [{"role": "system", "content": "systemword"}, {"role": "system", "content": "secondword"}, USER, ANSWER]},
    "assistant first": {"messages": [{"role": "assistant", "content": "firstword"}, USER, ANSWER]},
    "two users": {"messages": [{"role": "user", "content": "oneword"}, {"role": "user", "content": "twoword"}, ANSWER]},
    "calls": {"messages": [USER, {"role": "assistant", "content": None, "tool_calls": [CALL]}, {"role": "tool", "tool_call_id": "c1", "content": "resultword"}, ANSWER]},
    "call beside text": {"messages": [USER, {"role": "assistant", "content": "besideword", "tool_calls": [CALL]}]},
    "code": {"messages": [USER, {"role": "assistant", "content": "besideword", "tool_calls": [CODE]}, {"role": "tool", "tool_call_id": "c2", "content": "outputword"}]},
    "tools": {"messages": [USER, ANSWER], "tools": TOOLS},
    "parts": {"messages": [{"role": "user", "content": [{"type": "text", "text": "partword"}, {"type": "image_url", "image_url": {"url": "http://imageword"}}]}, ANSWER]},
    "file": {"messages": [{"role": "user", "content": [{"type": "text", "text": "partword"}, {"type": "file", "file": {"filename": "fileword", "file_data": "dataword"}}]}, ANSWER]},
    "reasoning": {"messages": [USER, {"role": "assistant", "content": "answerword", "reasoning_content": "thoughtword"}, {"role": "user", "content": "lastword"}, ANSWER],
                  "documents": [{"title": "titleword", "text": "documentword"}]},
}
TEMPLATES = {
    "chatml": "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}",
    "last alone": "{{ messages[-1].content }}",
    "tools": "{% if tools %}{{ tools|tojson }}{% endif %}{% for m in messages %}{{ m.content }}{% for c in m.tool_calls or [] %}{{ c.function|tojson }}{% endfor %}{% endfor %}",
    "nothing": "{{ 'x' if false }}",
}
failed, counts = [], {"written": 0, "named": 0, "refused": 0}


def strings(value, path, part=None):
    """(path, text) of what must be written; arguments are JSON text whose strings count."""
    if isinstance(value, dict):
        for key, one in value.items():
            if key not in STRUCTURE and not key.endswith("_token"):
                yield from strings(one, (path + "." if path else "") + key)
    elif isinstance(value, list):
        for i, one in enumerate(value):
            yield from strings(one, "%s[%d]" % (path, i))
    elif isinstance(value, str) and path.endswith(".arguments"):
        for one in json.loads(value).values():
            yield path, one
    elif isinstance(value, str):
        yield path, value


def ask(requests, *options):
    text = "".join(json.dumps({"id": i, **r}) + "\n" for i, (_, r) in enumerate(requests))
    done = subprocess.run([PROGRAM, "render", "--batch", *options], input=text.encode(), stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.decode().split("\n")[:-1]]


def check(name, request, answer, strict):
    if "error" in answer:
        counts["refused"] += 1
        if not answer["error"]["message"]:
            failed.append("%s: an error without words" % name)
        if "error" not in strict:
            failed.append("%s: --strict has no error" % name)
        return
    named = answer.get("unwritten", [])
    if bool(named) != ("error" in strict):
        failed.append("%s: unwritten %r, --strict %r" % (name, named, strict))
    if not answer["text"]:
        failed.append("%s: an empty prompt" % name)
    images = "$$<image>$$" in answer["text"] or "chat_template" in request
    given = list(strings(request.get("context") or {"messages": request["conversation"]["messages"]}, ""))
    words = [word for _, word in given]
    for path, word in given:
        if images and "image_url" in path:
            continue
        counts["written" if word in answer["text"] else "named"] += 1
        if word not in answer["text"] and path not in named:
            failed.append("%s: %s is dropped in silence" % (name, path))
        # A conversation makes one pair of a message's parts, whose texts have no places of their own: they may be told as lost.
        made_of_parts = "conversation" in request and ".content[" in path
        if word in answer["text"] and path in named and not made_of_parts and words.count(word) == 1:
            failed.append("%s: %s is there, but told as lost" % (name, path))


def ask_map(source, rows, *options):
    """The answers of `map`, with the error's words as they are of requests, and what it says at its end."""
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    done = subprocess.run([PROGRAM, "map", *source, "--on-error", "record", *options, "-"], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return [json.loads(line) for line in done.stdout.decode().splitlines()], done.stderr.decode()


def check_map(name, source, watched):
    rows = [c for c in SHAPES.values()]
    answers, said = ask_map(source, rows)
    if not answers and "has no prompt" in said:  # a format that is no more than a record
        return
    stricts, _ = ask_map(source, rows, "--strict")
    if len(answers) != len(rows) or len(stricts) != len(rows):
        failed.append("map %s: %d rows, %d with --strict" % (name, len(answers), len(stricts)))
    lacking = [(i + 1, a["unwritten"]) for i, a in enumerate(answers) if "unwritten" in a]
    told = [line for line in said.splitlines() if "texts that the prompt lacks" in line]
    if not watched:
        if lacking or told or not any("unwritten: " in s.get("error", {}).get("message", "") for s in stricts):
            failed.append("map %s without --strict: %r, %r" % (name, lacking, told))
        return
    for shape, row, answer, strict in zip(SHAPES, rows, answers, stricts):
        check("map %s, %s" % (name, shape), {"format": name, "context": row}, answer, strict)
    want = ["chatfmt: %d row%s with texts that the prompt lacks; the first: standard input:%d: %s" % (len(lacking), "s" * (len(lacking) != 1), lacking[0][0], lacking[0][1][0])] if lacking else []
    if len(told) != len(want) or not all(t.startswith(w) for t, w in zip(told, want)):
        failed.append("map %s said %r, not %r" % (name, told, want))


def main():
    names = [line.split("\t")[0].strip() for line in subprocess.run([PROGRAM, "formats", "list"], stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()]
    names = [n.split()[0] for n in names if n]
    assert len(names) > 150
    requests = [("%s, %s" % (n, s), {"format": n, "context": {"bos_token": "<s>", "eos_token": "</s>", "sep_token": "|", **c}}) for n in names for s, c in SHAPES.items()]
    for program in PROGRAMS:
        for name in ("xtuner/internlm_chat", "internlm2/lagent", "fastchat/vicuna_v1.1"):
            requests += [("%s by %s, %s" % (name, program, s), {"format": name, "program": program, "context": c}) for s, c in SHAPES.items()]
    requests += [("conversation %s, %s" % (n, s), {"conversation": {"template": n, "messages": c["messages"]}}) for n in ("gemma", "vicuna_v1.1", "yuan2", "cllm", "claude") for s, c in SHAPES.items()]
    requests += [("conversion of %s to %s, %s" % (n, to, s), {"conversation": {"template": n, "messages": c["messages"]}, "program": to})
                 for n in ("vicuna_v1.1", "one_shot", "llama-2") for to in CONVERSIONS for s, c in SHAPES.items()]
    requests += [("template %s, %s" % (t, s), {"chat_template": source, "context": c, "options": {"unwritten": True}}) for t, source in TEMPLATES.items() if t != "nothing" for s, c in SHAPES.items()]
    for (name, request), answer, strict in zip(requests, ask(requests), ask(requests, "--strict")):
        check(name, request, answer, strict)
    with tempfile.TemporaryDirectory() as folder:
        for name, source in TEMPLATES.items():
            os.makedirs(os.path.join(folder, name))
            with open(os.path.join(folder, name, "tokenizer_config.json"), "w", encoding="utf-8") as file:
                json.dump({"chat_template": source}, file)
        for name in names:
            check_map(name, ["--format", name], True)
        check_map("last alone", ["--model", os.path.join(folder, "last alone")], False)
        models = [("model %s, %s" % (t, s), {"model": os.path.join(folder, t), "context": c, "options": {"unwritten": True}}) for t in TEMPLATES if t != "nothing" for s, c in SHAPES.items()]
        for (name, request), answer, strict in zip(models, ask(models), ask(models, "--strict")):
            check(name, {**request, "chat_template": ""}, answer, strict)
        # On the command line: a warning on stderr, an error with --strict, a member of JSON.
        path = os.path.join(folder, "calls.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(SHAPES["call beside text"], file)
        for source in (["--format", "class/chatml"], ["--model", os.path.join(folder, "chatml")]):
            for options, status in (([], 0), (["--strict"], 1), (["--output", "json"], 0)):
                done = subprocess.run([PROGRAM, "render", *source, *options, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                said = b"messages[1].tool_calls[0].function.name" in done.stderr
                if done.returncode != status or not said or bool(done.stdout) != (status == 0) or ("json" in options) != (b'"unwritten"' in done.stdout):
                    failed.append("command line %s: %r" % (source + options, done))
        # Arguments that are read keep their places, whoever reads them: the format, or the option.
        for source in (["--format", "internlm2/lmdeploy", "--mask", "generation"], ["--model", os.path.join(folder, "tools"), "--fix", "arguments-object"]):
            done = subprocess.run([PROGRAM, "render", *source, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if done.returncode or b"not in the prompt" in done.stderr or b"argumentword" not in done.stdout:
                failed.append("arguments that are read: %s: %r" % (source, done))
        done = subprocess.run([PROGRAM, "render", "--format", "raw", "-"], input=b"[]", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 1 or b"empty_prompt" not in done.stderr:
            failed.append("an empty prompt: %r" % done)
        done = subprocess.run([PROGRAM, "render", "--model", os.path.join(folder, "nothing"), path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 1 or b"empty" not in done.stderr:
            failed.append("an empty prompt of a model: %r" % done)
    print("".join(line + "\n" for line in failed[:40]) + "unwritten: %d requests, %s, %d failed" % (len(requests) + len(models), counts, len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
