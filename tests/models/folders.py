"""Model folders in all layouts, written by script."""
import json
import random

TEMPLATES = {
    "chatml": "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
              "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}",
    "trim": "{{ bos_token }}{% for m in messages %}<{{ m['role'] }}>\n{{ m['content'] | trim }}\n</s>\n{% endfor %}"
            "{%- if add_generation_prompt %}<assistant>\n{%- endif %}",
    "tagged": "{% for m in messages %}{% if m.role == 'assistant' %}A:{% generation %}{{ m.content }}{{ eos_token }}"
              "{% endgeneration %}\n{% else %}{{ m.role }}:{{ m.content }}\n{% endif %}{% endfor %}",
    "strict": "{{ bos_token }}{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}"
              "{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}{% endif %}"
              "{% if m.role == 'user' %}[INST] {{ m.content }} [/INST]{% else %} {{ m.content }}{{ eos_token }}{% endif %}{% endfor %}",
    "twice": "{% for m in messages %}({{ m.content }})({{ m.content }}){% endfor %}",
    "lower": "{% for m in messages %}{{ m.role }}={{ m.content | lower }};{% endfor %}",
    "parts": "{% for m in messages %}{{ m.role }}:{% if m.content is string %}{{ m.content }}{% else %}"
             "{% for p in m.content %}{% if p.type == 'text' %}{{ p.text }}{% elif p.type == 'image' %}<img {{ p.url }}>"
             "{% else %}<{{ p.type }}>{% endif %}{% endfor %}{% endif %}|{% endfor %}",
    "reasoning": "{% for m in messages %}{{ m.role }}:{% if m.reasoning_content is defined %}<think>{{ m.reasoning_content }}"
                 "</think>{% endif %}{{ m.content }}{{ eos_token }}\n{% endfor %}{{ messages | tojson }}",
    "thinking": "{% for m in messages %}{{ m.role }}:{{ m.thinking }}/{{ m.content }};{% endfor %}",
    "tools": "{{ tools | tojson }}|{{ documents }}|{{ tools is none }}{{ tools is defined }}{{ enable_thinking }}|"
             "{% for t in tools or [] %}{{ t.function.name }},{% endfor %}{% for m in messages %}{{ m.role }}:{{ m.content }}"
             "{% for c in m.tool_calls or [] %}{{ c | tojson }}{% endfor %};{% endfor %}",
    "tokens": "[{{ bos_token }}][{{ eos_token }}][{{ pad_token }}][{{ unk_token }}][{{ sep_token }}][{{ image_token }}]"
              "[{{ extra_token }}][{{ boi }}]{{ bos_token is defined }}{{ pad_token is defined }}{{ messages | length }}"
              "{{ messages[-1].content }}",
    "broken": "{% for m in messages %}{{ m.content }}",
    "undefined": "{{ nothing.at.all }}{{ messages[0].content }}",
    "macro": "{% macro say(m) %}{{ m.role }}:{% generation %}{{ m.content }}{% endgeneration %};{% endmacro %}"
             "{% for m in messages %}{{ say(m) }}{% endfor %}",
    "no_field": "{% for m in messages %}{{ m['con' ~ 'tent'] }};{% endfor %}",
}

VOCABULARY = ["<unk>", "<s>", "</s>", "<pad>", "<|im_start|>", "<|im_end|>", "a", "b", "<image>", "<x>"]


def tokenizer_json():
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
            "pre_tokenizer": {"type": "Whitespace"}, "post_processor": None, "decoder": None,
            "model": {"type": "WordLevel", "vocab": {t: i for i, t in enumerate(VOCABULARY)}, "unk_token": "<unk>"}}


def added(text, **more):
    return {"__type": "AddedToken", "content": text, "lstrip": False, "normalized": False, "rstrip": False,
            "single_word": False, "special": True, **more}


def tokens(rnd):
    """Special tokens in one of their forms: for tokenizer_config.json, and for special_tokens_map.json."""
    config, legacy = {}, None
    form = rnd.randrange(10)
    if form == 0:
        config = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": None}
    elif form == 1:
        config = {"bos_token": added("<s>"), "eos_token": added("</s>"), "unk_token": "<unk>"}
    elif form == 2:
        config = {"bos_token": None, "eos_token": "<|im_end|>", "image_token": "<image>", "extra_token": "<x>"}
    elif form == 3:
        config = {"eos_token": "</s>", "extra_special_tokens": {"boi": "<image>", "extra_token": "<x>"}}
    elif form == 4:
        config = {"bos_token": "<|im_start|>", "eos_token": "</s>"}
        legacy = {"bos_token": {"content": "<s>", "lstrip": False, "normalized": False, "rstrip": False,
                                "single_word": False}, "pad_token": "<pad>"}
    elif form == 6:
        config = {"bos_token": "<s>", "eos_token": "</s>", "image_token": added("<image>"), "extra_token": rnd.choice([added("<x>"), None, 5, {"content": "<x>"}])}
        legacy = {"bos_token": None, "image_token": rnd.choice(["<x>", None]), "pad_token": {"content": "<pad>", "special": True}}
    elif form == 7:
        config = {"bos_token": rnd.choice(["<s>", "</s>", 5, True, ["<s>"], {"content": "<s>"}, {"a": 1}, None]), "eos_token": "</s>"}
    elif form == 8:
        config = {"bos_token": "<s>", "eos_token": "</s>", "image_token": "<image>",
                  "extra_special_tokens": rnd.choice([["<x>"], {"boi": added("<image>")}, {"boi": "<x>"}, {"boi": 5}, 5, None, "<x>"])}
        legacy = rnd.choice([None, {"image_token": "<x>", "eos_token": None}, {"eos_token": 5}, {"extra_special_tokens": {"boi": "<s>"}},
                             {"additional_special_tokens": ["<x>"]}])
    else:
        config = {"bos_token": "<s>", "eos_token": "</s>", "additional_special_tokens": ["<x>"],
                  "added_tokens_decoder": {"1": {k: v for k, v in added("<s>").items() if k != "__type"},
                                           "2": {k: v for k, v in added("</s>").items() if k != "__type"}}}
        legacy = {"bos_token": "<pad>", "pad_token": "<pad>"}
    return config, legacy


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))


def make(folder, seed):
    """One model folder; returns what is in it, for the report of a failure."""
    rnd = random.Random(seed)
    pick = lambda: TEMPLATES[rnd.choice(sorted(TEMPLATES))]
    config, legacy = tokens(rnd)
    layout = rnd.randrange(13)
    if rnd.random() < 0.2 and layout > 1:
        layout = 2
    crlf = rnd.random() < 0.15
    end = "\r\n" if crlf else rnd.choice(["", "\n", "\n\n"])
    text = lambda: pick().replace("\n", "\r\n" if crlf else "\n") + end
    files = {}
    if layout in (0, 6, 7):
        config["chat_template"] = text()
    if layout in (1, 8):
        names = ["default", "tool_use", "rag"][rnd.randrange(2):]
        config["chat_template"] = [{"name": n, "template": text()} for n in names]
    if layout in (2, 3, 6, 8, 10):
        files["chat_template.jinja"] = text()
    if layout in (3, 4, 5, 7):
        for name in rnd.sample(["tool_use", "rag", "x-y", "default"] if layout != 4 else ["tool_use", "rag"], 2):
            files["additional_chat_templates/%s.jinja" % name] = text()
    if layout == 9:
        files["chat_template.json"] = json.dumps({"chat_template": text()})
    if layout in (11, 12):
        config["chat_template"] = rnd.choice([{"default": text()}, {"default": text(), "tool_use": text(), "x": 5}, {"rag": text()}, {}, [], 5, False, None,
                                              ["x"], [{"name": "default"}], [{"name": 5, "template": text()}, {"name": "default", "template": text()}],
                                              [{"name": "rag", "template": None}, {"name": "default", "template": text()}], [[1]]])
        if layout == 12 and rnd.random() < 0.5:
            files["chat_template.jinja"] = text()
    if layout == 10:
        (folder / "additional_chat_templates").mkdir(parents=True, exist_ok=True)
    config.setdefault("tokenizer_class", "PreTrainedTokenizerFast")
    write(folder / "tokenizer.json", json.dumps(tokenizer_json()))
    write(folder / "tokenizer_config.json", json.dumps(config, indent=2))
    if legacy is not None:
        write(folder / "special_tokens_map.json", json.dumps(legacy))
    for name, body in files.items():
        write(folder / name, body)
    return {"layout": layout, "files": sorted(files)}


TEXTS = ["Hi", "", "  padded  ", "two\nlines\n", "naïve 😀", "Abc", "CONTINUE_FINAL_MESSAGE_TAG x", " ", "a</s>b", "\u00a0x\u00a0"]


def content(rnd):
    if rnd.random() < 0.2:
        kinds = [{"type": "text", "text": rnd.choice(TEXTS)}, {"type": "image", "url": "u"},
                 {"type": "image_url", "image_url": {"url": "http://x/y.png"}}, {"type": "image_url", "image_url": "z"},
                 {"type": "text", "text": rnd.choice(TEXTS)}]
        return rnd.sample(kinds, rnd.randrange(0, 4))
    return rnd.choice(TEXTS)


def message(rnd, role):
    m = {"role": role, "content": content(rnd)}
    if role == "assistant":
        if rnd.random() < 0.25:
            m[rnd.choice(["reasoning_content", "thinking", "reasoning"])] = rnd.choice(["why", "", None, "because  "])
        if rnd.random() < 0.2:
            m["tool_calls"] = rnd.choice([None, [], [{"type": "function", "function": {"name": "f", "arguments": {"a": 1.5}}}],
                                          [{"function": {"name": "g", "arguments": "{\"a\": 1}"}}]])
        if rnd.random() < 0.1:
            m["content"] = None
        if rnd.random() < 0.05:
            del m["content"]
    if rnd.random() < 0.05:
        m["content"] = rnd.choice([None, 5, True, {"a": "b"}, 1.5])
    return m


def chat(rnd):
    kind = rnd.random()
    if kind < 0.03:
        return rnd.choice([[], {}, "text", "", None, 5, ["x"], [5], [None], {"role": "user"}])
    roles = ["system"] if rnd.random() < 0.3 else []
    for i in range(rnd.randrange(1, 5)):
        roles.append("user" if i % 2 == 0 else "assistant")
    if rnd.random() < 0.5 and roles[-1] != "assistant":
        roles.append("assistant")
    return [message(rnd, r) for r in roles]


TOOLS = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {"b": {"type": "string"}, "a": {}}}}}]


def call(rnd):
    """Keyword arguments of one apply_chat_template call."""
    args = {"messages": chat(rnd)}
    if rnd.random() < 0.12:
        args["messages"] = [chat(rnd) for _ in range(rnd.randrange(1, 4))]
    if rnd.random() < 0.4:
        args["tools"] = rnd.choice([TOOLS, [], None, TOOLS + [{"name": "bare"}], ["x"], "abc", {}, {"a": 1}, 5])
    if rnd.random() < 0.25:
        args["documents"] = rnd.choice([[{"title": "t", "text": "x"}], [], None, ["x"], {}, {"a": 1}, 7])
    if rnd.random() < 0.3:
        args["chat_template"] = rnd.choice(["default", "tool_use", "rag", "nope", "", "{{ messages|length }}", None, 5, ["x"], {},
                                            TEMPLATES["chatml"], TEMPLATES["tokens"]])
    if rnd.random() < 0.4:
        args["add_generation_prompt"] = rnd.choice([True, True, False])
    if rnd.random() < 0.4:
        args["continue_final_message"] = rnd.choice([True, True, True, "content", "reasoning_content", "thinking", "nope", False])
        if rnd.random() < 0.8:
            args.pop("add_generation_prompt", None)
    if rnd.random() < 0.25:
        args["enable_thinking"] = rnd.choice([True, False])
    if rnd.random() < 0.2:
        args[rnd.choice(["bos_token", "pad_token", "custom"])] = rnd.choice(["<BOS>", "", None, 3])
    if rnd.random() < 0.02:
        args["conversations"] = 1
    return args
