"""InternLM's ReAct form: lagent's ReActProtocol and its message framing, and our format and reader beside them.

    make_react_cases.py LAGENT               write tests/formats/react_cases.jsonl; LAGENT is the unpacked lagent 0.2.2 of PyPI
    make_react_cases.py --texts LAGENT       print lagent's protocols, as src/formats/internlm2.json has them
    make_react_cases.py --check PROGRAM      compare the program with the file, and read every step back at random cuts
"""
import ast
import json
import pathlib
import random
import subprocess
import sys
from typing import Dict, List, Optional, Tuple, Union

FILE = pathlib.Path(__file__).with_name("react_cases.jsonl")
TOOLS = [{"name": name, "description": "Tool %d, it's \"%s\"." % (i, name), "parameters": {"type": "object", "properties": {"x": {"type": "string"}, "n": {"type": "integer"}}, "required": ["x"]}}
         for i, name in enumerate(("get_weather", "search.web", "f"))]
WORDS = ["上海", "Find out", "it's 22°", "line\nbreak", "{braces}", "\"q\"", "a\\b", "🌧️", "x: y", "<b>", "Thought", "[1, 2]"]


def lagent(folder):
    """Names of lagent's modules that need none of its dependencies."""
    names = {"Dict": Dict, "List": List, "Optional": Optional, "Tuple": Tuple, "Union": Union, "ActionExecutor": object, "ActionReturn": object}
    for file, wanted in (("agents/react.py", ("ReActProtocol",)), ("llms/base_llm.py", ("LMTemplateParser",)), ("llms/meta_template.py", ())):
        tree = ast.parse((pathlib.Path(folder) / "lagent" / file).read_text("utf-8"))
        body = [n for n in tree.body if isinstance(n, ast.Assign) or isinstance(n, ast.ClassDef) and n.name in wanted]
        exec(compile(ast.Module(body, []), file, "exec"), names)
    return names


class Executor:
    def __init__(self, tools):
        self.tools = tools

    def get_actions_info(self):
        return self.tools

    def action_names(self):
        return [tool["name"] for tool in self.tools]

    class no_action:
        name = "no_action"

    class finish_action:
        name = "finish"


def conversation(r, tools):
    """OpenAI's messages, and lagent's of the same."""
    def text():
        return " ".join(r.choice(WORDS) for _ in range(r.randint(1, 3)))
    ours, theirs = [{"role": "user", "content": text()}], []
    if r.random() < 0.3:
        ours.insert(0, {"role": "system", "content": text()})
    theirs += [dict(m) for m in ours]
    for _ in range(r.randint(0, 3)):
        tool, thought = r.choice(tools), text()
        arguments = json.dumps({k: r.choice([text(), 3, None, {"y": [1]}]) for k in r.sample("xnab", r.randint(0, 3))}, ensure_ascii=False)
        result = text()
        call = {"id": "call_0", "type": "function", "function": {"name": tool["name"], "arguments": arguments}}
        ours += [{"role": "assistant", r.choice(("reasoning_content", "content")): thought, "tool_calls": [call]}, {"role": "tool", "tool_call_id": "call_0", "content": result}]
        theirs += [{"role": "assistant", "content": "Thought:%s\nAction:%s\nAction Input:%s" % (thought, tool["name"], arguments)}, {"role": "system", "content": "Response:" + result + "\n"}]
    if r.random() < 0.6:
        thought, answer = text(), text()
        ours.append({"role": "assistant", "reasoning_content": thought, "content": answer})
        theirs.append({"role": "assistant", "content": "Thought:%s\nFinal Answer:%s" % (thought, answer)})
    return ours, theirs


def write(folder):
    names = lagent(folder)
    r = random.Random(17)
    with open(FILE, "w", encoding="utf-8") as file:
        file.write(json.dumps({"made by": "tests/formats/make_react_cases.py with lagent 0.2.2"}) + "\n")
        for i in range(120):
            tools, chinese = r.sample(TOOLS, r.randint(1, 3)), i % 2 == 1
            ours, theirs = conversation(r, tools)
            executor = Executor(tools)
            protocol = names["ReActProtocol"](**({"call_protocol": names["CALL_PROTOCOL_CN"]} if chinese else {}))
            prompt = names["LMTemplateParser"](names["INTERNLM2_META"])(protocol.format([], theirs, executor))
            steps = [protocol.parse(m["content"], executor) for m in theirs if m["role"] == "assistant"]
            file.write(json.dumps({"format": "internlm2/react_cn" if chinese else "internlm2/react", "messages": ours, "tools": [{"type": "function", "function": t} for t in tools],
                                   "prompt": ours[-1]["role"] != "assistant", "want": prompt, "steps": steps}, ensure_ascii=False) + "\n")


def ask(program, words, requests):
    given = "".join(json.dumps({"id": i, **request}) + "\n" for i, request in enumerate(requests))
    done = subprocess.run([program, *words], input=given.encode(), stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def cut(text, r):
    marks = sorted(r.sample(range(1, len(text)), min(len(text) - 1, r.randint(0, 9)))) if len(text) > 1 else []
    return [text[a:b] for a, b in zip([0] + marks, marks + [len(text)])]


def compare(program):
    cases = [json.loads(line) for line in list(open(FILE, encoding="utf-8"))[1:]]
    r, failed, steps = random.Random(3), [], []
    got = ask(program, ["render", "--batch"], [{"format": c["format"], "context": {"messages": c["messages"], "tools": c["tools"], "add_generation_prompt": c["prompt"]}} for c in cases])
    for case, answer in zip(cases, got):
        if answer.get("text") != case["want"] or "unwritten" in answer:
            failed.append((case["want"], answer))
        said = iter(case["steps"])
        for message in case["messages"]:
            if message["role"] == "assistant":
                steps.append((message, next(said), case))
    texts = ask(program, ["render", "--batch"], [{"format": c["format"], "context": {"messages": [m], "tools": c["tools"]}} for m, _, c in steps])
    requests = []
    for (_, _, case), answer in zip(steps, texts):
        reply = answer["text"].split("<|im_start|>assistant\n")[1].rstrip("\n")
        requests += [{"reader": "internlm-react", "tools": case["tools"], **reply_of} for reply_of in ({"text": reply}, {"chunks": cut(reply, r)})]
    for i, answer in enumerate(ask(program, ["parse", "--batch"], [{k: v for k, v in q.items() if v} for q in requests])):
        message, (thought, action, given), _ = steps[i // 2]
        calls = [(c["function"]["name"], c["function"]["arguments"]) for c in message.get("tool_calls", ())]
        back = answer["message"]
        want = {"reasoning_content": message.get("reasoning_content") or message["content"], "content": None if calls else message["content"], "calls": calls}
        seen = {"reasoning_content": back.get("reasoning_content"), "content": back.get("content") or None, "calls": [(c["function"]["name"], c["function"]["arguments"]) for c in back.get("tool_calls", ())]}
        theirs = {"reasoning_content": thought.strip(), "content": None if calls else given.strip(), "calls": [(action, given)] if calls else []}
        if seen != want or seen != theirs:
            failed.append((want, seen, theirs))
    for row in failed[:5]:
        print(*row, sep="\n  ")
    print("%d prompts, %d replies: %d failed" % (len(cases), len(requests), len(failed)))
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        sys.exit(compare(sys.argv[2]))
    if sys.argv[1] == "--texts":
        known = lagent(sys.argv[2])
        print(json.dumps([known["CALL_PROTOCOL_EN"], known["CALL_PROTOCOL_CN"]], ensure_ascii=False, indent=1))
        sys.exit()
    sys.exit(write(sys.argv[1]))
