"""fastchat_train.jsonl and fastchat_models.jsonl against a backend that can train and match."""
import collections
import re

SCRIPTS = {"train.py (vicuna_v1.1)": "train", "train_baichuan.py": "train_baichuan",
           "train_with_template.py": "train_with_template"}
KINDS = {("AssertionError", "0"): "role_order", ("KeyError", "'system'"): "unknown_from",
         ("ValueError", "empty separator"): "empty_separator",
         ("ValueError", "Invalid style: None"): "invalid_style"}


def kind_of(error):
    known = KINDS.get((error["type"], error["message"]))
    return known or {"UnboundLocalError": "unsupported_style", "TypeError": "null_separator"}[
        error["type"]]


def segments(prompt, learned, bos):
    text, out, at = prompt.encode(), [["<BOS>", False]] if bos else [], 0
    for begin, end in learned + [[len(text), len(text)]]:
        for piece, loss in ((text[at:begin], False), (text[begin:end], True)):
            if piece and out and out[-1][1] == loss:
                out[-1][0] += piece.decode()
            elif piece:
                out.append([piece.decode(), loss])
        at = end
    return out


def check_train(backend, rows, report):
    count = collections.Counter()
    if not hasattr(backend, "train"):
        return collections.Counter({"not checked": len(rows)})
    for row in rows:
        tokenizer = row["tokenizer"]
        request = {"trainer": SCRIPTS[row["script"]], "format": row.get("template", "vicuna_v1.1"),
                   "source": row["source"], "system": row.get("system"), "bos": tokenizer["bos"],
                   "legacy": tokenizer.get("legacy", False),
                   "specials": tokenizer["special_tokens"]}
        result = row["result"]
        if "ok" in result:
            want = [[[s["text"], s["loss"]] for s in result["ok"]["segments"]],
                    [re.findall(r"mismatch: (\d+) vs\. (\d+)", w)[0]
                     for w in result["ok"]["warnings"]]]
        else:
            want = kind_of(result["error"])
        try:
            prompt, learned, mismatch = backend.train(request)
            got = [segments(prompt, learned, tokenizer["bos"]),
                   [tuple(str(n) for n in mismatch)] if mismatch else []]
        except Exception as e:
            if not hasattr(e, "kind"):
                raise
            got = e.kind
        count["equal" if want == got else "different"] += 1
        if want != got:
            report(row["id"], want, got)
    return count


def check_models(backend, rows, report):
    count = collections.Counter()
    if not hasattr(backend, "match"):
        return collections.Counter({"not checked": len(rows)})
    for row, got in zip(rows, backend.match([r["model"] for r in rows])):
        want = (row["adapter"], row.get("template", "@base_model"), row["matched_on"])
        found = (got["adapter"], got["format"], got["matched_on"])
        count["equal" if want == found else "different"] += 1
        if want != found:
            report(row["model"], want, found)
    return count


def check_xtuner_models(backend, tables, report):
    count = collections.Counter()
    if not hasattr(backend, "match"):
        return collections.Counter({"not checked": len(tables["seed_table"])})
    rows = tables["seed_table"]
    for row, got in zip(rows, backend.match([r["model"] for r in rows])):
        want, found = (row["template"], row["starred"]), (got.get("xtuner"), got.get("starred"))
        count["equal" if want == found else "different"] += 1
        if want != found:
            report(row["model"], want, found)
    return count
