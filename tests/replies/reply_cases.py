"""Cases of replies for every family, of eight kinds at least, and what they are to be read as.

`cases(family)` gives Case rows: kind, name, the reply's text, and what must hold: `want` is the message that it was written from
(None where it is no whole reply), `keeps` are words of the reply that must stand in what was read, `flagged` says that an event
must be flagged with a reason, and `prompt` is what stands before the reply.
"""
import collections
import json

import families

KINDS = ("plain", "reasoning", "one call", "parallel", "unicode and quotes", "end tag in a string", "truncated", "malformed", "hostile")
UNKNOWN = "a tool that was not offered"  # its call is text
CITY = "São \"Paulo\" \\ 東京 🎈"
Case = collections.namedtuple("Case", "kind name text want keeps flagged prompt", defaults=((), False, ""))


def message(content="", calls=(), **reasoning):
    return {"content": content, "calls": list(calls), **reasoning}


MESSAGES = {
    "plain": ("plain", message("Hello, wörld < 5 {braces} [brackets]")),
    "plain lines": ("plain", message("One:\n- a\n\n- b\n\n\nTwo.")),
    "reasoning": ("reasoning", message("Done.", reasoning="Hm,\nlet me < think >")),
    "one": ("one call", message(calls=[("get_weather", {"city": "Paris", "n": 3})])),
    "empty": ("one call", message(calls=[("search", {})])),
    "text and call": ("one call", message("Let me look.", [("f", {"city": "x"})])),
    "types": ("one call", message(calls=[("f", {"n": 7, "x": 2.25, "on": True, "list": [1, "a"], "map": {"k": "v"}})])),
    "parallel": ("parallel", message(calls=[("get_weather", {"city": "a"}), ("f", {"n": -2}), ("search", {"x": 1.5})])),
    "same twice": ("parallel", message(calls=[("f", {"city": "a"}), ("f", {"city": "a"})])),
    "unicode": ("unicode and quotes", message("é", [("f", {"city": CITY})])),
    "unicode and reasoning": ("unicode and quotes", message("“So”:", [("f", {"city": CITY, "n": 0}), ("f", {"on": False})], reasoning="I must…")),
    "newlines": ("unicode and quotes", message(calls=[("f", {"city": "line 1\nline 2\n\tline 3"})])),
    "carriage returns": ("hostile", message(calls=[("f", {"city": "line 1\r\nline 2\r\n\tline 3"})])),
    "tags of others": ("end tag in a string", message(calls=[("f", {"city": "a</tool_call><|im_end|></function>[/x]} b"})])),
    "JSON": ("end tag in a string", message(calls=[("f", {"city": "{\"a\": [1, 2}] \\\" "})])),
    "other types": ("hostile", message(calls=[("f", {"n": "many", "on": "perhaps", "list": "none", "city": "x"})])),
}


def carries(family, one):
    limits = families.FAMILIES[family][1].split()
    if one["calls"] and ("calls" in limits or ("two" in limits and len(one["calls"]) > 1)):
        return False
    if "content" in limits and one["calls"] and one["content"]:
        return False
    return not ("reasoning" in one and "reasoning" in limits)


# What ends a turn with calls, where a turn of plain text ends otherwise.
STOPS = {"ernie45": "<|im_end|>", "gpt-oss": "<|call|>", "solar-open-100b": "<|calls|>",
         "cohere3": "<|END_OF_TURN_TOKEN|>", "cohere4": "<|END_OF_TURN_TOKEN|>", "inkling": "<|content_model_end_sampling|>",
         "kimi-k3": "<|close|>message<|sep|><|end_of_msg|>"}


def stop_of(family):
    return STOPS.get(family) or families.FAMILIES[family][0](message("X")).split("X")[-1]


def around(family, word="Amsterdam"):
    """A reply with one call, cut at its only argument."""
    return families.FAMILIES[family][0](message(calls=[("f", {"city": word})])).split(word)


def end_tags(family):
    """All that this family writes behind a value, as far as a value of it can hold that: not the tag which ends it, where values are
    raw."""
    end, limits = around(family)[1], families.FAMILIES[family][1].split()
    if "types" not in limits and family not in ("deepseek-v3.2", "deepseek-v4", "gigachat3.5", "kimi-k3", "gemma4", "functiongemma"):
        return end
    if family == "minicpm5":  # its values have CDATA
        return end
    if family == "minimax-m3":  # its tags are namespaced; a call ends at the first that says so
        return "</city></invoke></tool_call>"
    mark = {"gemma4": '<|"|>', "functiongemma": "<escape>", "kimi-k3": "<|sep|>"}.get(family, ">")
    return end[end.index(mark) + len(mark):]


def written(family):
    """Whole replies, which are read to the message that they were written from."""
    write, limits = families.FAMILIES[family]
    for name, (kind, one) in MESSAGES.items():
        if carries(family, one):
            yield Case(kind, name, write(one), one)
    if "calls" in limits.split():
        return
    unknown = write(message(calls=[("other", {"city": "Paris", "zip": "a12"})]))
    yield Case("hostile", UNKNOWN, unknown, None, ("other", "Paris", "a12"))
    one = message(calls=[("f", {"city": "a " + end_tags(family) + " b"})])
    yield Case("end tag in a string", "its own", write(one), one)
    if "reasoning" not in limits:
        for name in ("reasoning", "unicode and reasoning"):
            one = MESSAGES[name][1]
            if carries(family, one):
                begin = write(one).index(one["reasoning"])
                yield Case("hostile", name + ", opened by the prompt", write(one)[begin:], one, prompt="Hello" + write(one)[:begin])
    if "types" not in limits:
        families.ASCII = True
        one = message(calls=[("f", {"city": CITY})])
        yield Case("unicode and quotes", "escapes", write(one), one)
        families.ASCII = False
    one = message(calls=[("get_weather", {"city": "Paris", "n": 3})])
    text = write(one)
    yield Case("hostile", "no stop", text[:len(text) - len(stop_of(family))], one)
    if "two" in limits:
        one = message(calls=[("f", {"city": "A"}), ("search", {"city": "B"})])
        first, second = (write(message(calls=[call])) for call in one["calls"])
        yield Case("parallel", "joined", first[:len(first) - len(stop_of(family))] + second, one)


def foreign(family):
    """What a family does not know is text in its replies."""
    limits = families.FAMILIES[family][1].split()
    if "reasoning" in limits:
        text = "<THINKING>Hm</THINKING> Done."
        yield Case("reasoning", "of another family", text + stop_of(family), message(text))
    if "calls" in limits:
        call, other = '{"name": "f", "arguments": {"city": "x"}}', '<CALL>{"name": "f"}</CALL>'
        for kind, text in (("one call", "<CALL>%s</CALL>" % call), ("parallel", "<CALL>%s</CALL>%s" % (call, other)),
                           ("unicode and quotes", "“é” \"東京\" 🎈 \\"), ("end tag in a string", "a </CALL> b")):
            yield Case(kind, "as text", text + stop_of(family), message(text))
        yield Case("truncated", "text", "Amster", message("Amster"))
        yield Case("malformed", "no call", "<CALL>{Amsterdam</CALL>", message("<CALL>{Amsterdam</CALL>"))


def truncated(family):
    """Replies that end anywhere: in the value of an argument no letter of it is lost."""
    write = families.FAMILIES[family][0]
    head, tail = around(family)
    yield Case("truncated", "in a value", head + "Amster", None, ("Amster",), True)
    for name in ("types", "unicode and reasoning", "parallel", "one", "reasoning"):
        one = MESSAGES[name][1]
        if carries(family, one):
            text = write(one)
            for part in range(1, 8):
                yield Case("truncated", "%s, %d of 8" % (name, part), text[:len(text) * part // 8], None)
    for part in range(1, 6):
        yield Case("truncated", "in the end, %d" % part, head + "Amsterdam" + tail[:len(tail) * part // 6], None, ("Amsterdam",))


def malformed(family):
    """Replies with an argument that is not written as it should be: nothing of it is lost, and a reason is told."""
    write, limits = families.FAMILIES[family]
    head, tail = around(family)
    ended = tail[:len(tail) - len(stop_of(family))] if tail.endswith(stop_of(family)) else tail
    loud = "types" not in limits and family not in ("kimi-k3", "deepseek-v3.2", "deepseek-v4", "gigachat3.5")
    yield Case("malformed", "no quote", head[:-1] + "Amsterdam" + tail, None, ("Amsterdam",), loud)
    yield Case("malformed", "more behind", head + "Amsterdam" + tail[:1] + " oops " + tail[1:], None, ("Amsterdam", "oops"), loud)
    yield Case("malformed", "twice", head + head + "Amsterdam" + tail, None, ("Amsterdam",))
    yield Case("malformed", "the half", head[:len(head) * 2 // 3] + " !!! Amsterdam" + tail, None, ("!!!", "Amsterdam"))
    yield Case("malformed", "turned round", ended + "Amsterdam" + head, None, ("Amsterdam",))
    yield Case("malformed", "open again", write(message("So")) + head + "Amsterdam" + tail, None)
    yield Case("hostile", "carriage returns between", (head + "Amsterdam" + tail).replace("\n", "\r\n"), None, ("Amsterdam",))


def mixed(family):
    """Two families' markers in one reply."""
    head, tail = around(family)
    for other in ("hermes", "qwen3-coder", "gpt-oss", "mistral-args", "lfm2", "gemma4"):
        there = "Rotterdam".join(around(other)).removesuffix(stop_of(other))
        yield Case("hostile", "behind " + other, there + head + "Amsterdam" + tail, None, ("Rotterdam",))
        yield Case("hostile", "inside " + other, there[:len(there) // 2] + head + "Amsterdam" + tail + there[len(there) // 2:], None)


def cases(family):
    yield from written(family)
    yield from foreign(family)
    if "calls" in families.FAMILIES[family][1]:
        return
    yield from truncated(family)
    yield from malformed(family)
    yield from mixed(family)


def read_json(text):
    try:
        return json.loads(text)
    except ValueError:
        return "no JSON: " + text


def as_message(said):
    """What was read, as the messages above are written."""
    out = {"content": said["content"] or "", "calls": []}
    if "reasoning_content" in said:
        out["reasoning"] = said["reasoning_content"]
    for call in said.get("tool_calls", []):
        arguments = call["function"]["arguments"]
        out["calls"].append((call["function"]["name"], read_json(arguments)))
    return out
