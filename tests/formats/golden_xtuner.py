"""xtuner_prompts.jsonl and xtuner_v1_prompts.jsonl against a backend.

The recorded tokenizer has one id per code point, and one for a special token. Here the special
tokens are single private code points, so that cutting after n ids is cutting after n code points.
"""
import collections

BOS, EOS, IMAGE, SOP = "\ue010", "\ue011", "\ue012", "\ue013"
TOKENIZERS = {
    "llama": (BOS, EOS, {BOS: "<s>", EOS: "</s>"}),
    "qwen": ("", EOS, {EOS: "<|endoftext|>"}),
    "chatglm": (BOS + SOP, EOS, {BOS: "[gMASK]", SOP: "sop", EOS: "</s>"}),
    "no_bos": (None, EOS, {EOS: "</s>"}),
    "no_eos": (BOS, None, {BOS: "<s>"}),
}


def attempt(call, *args):
    try:
        return {"ok": call(*args)}
    except Exception as e:
        if not hasattr(e, "kind"):
            raise
        return {"error": True}


def cut(segments, count):
    for text, learned in segments:
        if count <= 0:
            return
        yield text[:count], learned
        count -= len(text[:count])


def joined(segments):
    out = []
    for text, learned in segments:
        if out and out[-1][1] == learned:
            out[-1][0] += text
        elif text:
            out.append([text, learned])
    return out


def recorded(value, read):
    return {"error": True} if "error" in value else {"ok": read(value["ok"])}


def segments_of(ok):
    return joined((s["text"], s["loss"]) for s in ok["segments"])


def check_train(backend, row):
    name = "xtuner/" + row["template"]
    rounds = row["conversation"]
    yield "mapped", recorded(row["mapped"], lambda x: [
        {k: v for k, v in r.items() if k in ("input", "output", "need_eos_token", "sep")} for r in x
    ]), attempt(lambda: [
        {k: v for k, v in r.items() if k in ("input", "output", "need_eos_token", "sep")}
        for r in backend.json(name, "xtuner_mapped", {"rounds": rounds})])
    if "plain_text" in row:
        yield "plain_text", row["plain_text"], backend.text(
            name, "xtuner_train", {"rounds": rounds, "bos_token": "", "eos_token": ""})
    if "encoded" in row:
        bos, eos, names = TOKENIZERS[row["tokenizer"]]
        context = {"rounds": rounds, "bos_token": bos, "eos_token": eos}
        if "input_ids_with_output" in row:
            context["with_output"] = row["input_ids_with_output"]
        if row.get("with_image_token"):
            context["image_token"] = IMAGE

        def encode():
            segments = backend.segments(name, "xtuner_train", context)
            out = []
            for text, learned in cut(segments, row.get("max_length", 1 << 30)):
                for mark, token in {**names, IMAGE: "<image-token -200>"}.items():
                    text = text.replace(mark, token)
                out.append([text, learned])
            return joined(out)
        yield "encoded", recorded(row["encoded"], segments_of), attempt(encode)


def check_chat(backend, row):
    name = "xtuner/" + row["template"]
    for i, step in enumerate(row["steps"]["ok"]):
        turns = [dict(t) for t in row["turns"][:i + 1]]
        del turns[-1]["generated"]
        context = {"turns": turns, "system": row["system"], "bot_name": row["bot_name"]}
        if row["system_template"]:
            context["preset"] = backend.presets[row["system_template"]]
        yield "step %d" % i, step["model_input"], backend.text(name, "xtuner_chat", context)


def check_map(backend, row):
    yield "conversation", recorded(row["conversation"], list), attempt(
        backend.json, None, "xtuner_rounds", {"messages": row["messages"]})


def check_stop(backend, row):
    if hasattr(backend, "stopped"):
        yield "stopped", row["stopped"], backend.stopped(row["text"], row["stop_word"])


MODES = {"train": check_train, "chat": check_chat, "openai_map": check_map, "stop_word": check_stop}


def tally(rows, run, report):
    count = collections.Counter()
    for row in rows:
        good, any_check = True, False
        for field, want, got in run(row):
            any_check = True
            if want != got:
                good = False
                report(row["id"] + " " + field, want, got)
        count["equal" if good and any_check else "different" if any_check else "not checked"] += 1
    return count


def check(backend, rows, report):
    return tally(rows, lambda row: MODES[row["mode"]](backend, row), report)


def check_v1(backend, rows, report):
    def run(row):
        name = "xtuner_v1/" + row["template"]
        context = {"messages": row["messages"], "tools": row["tools"]}
        yield "prompt", recorded(row["prompt"], str), attempt(backend.text, name, "xtuner_v1", context)
        yield "segments", recorded(row["segments"], lambda x: segments_of({"segments": x})), attempt(
            lambda: [list(s) for s in backend.segments(name, "xtuner_v1", context)])
    return tally(rows, run, report)
