"""What lint finds in the templates of ../shared/corpus, decided again by transformers and Jinja2.

Each rule of DECIDED has a function that renders a template, or asks Jinja2's syntax tree, and says whether the rule has to find
something. Words and conversations are not those of the library's probes. A rule that is found where the render does not show it is
false, one that the render shows and that is not found is missed. lint_removed.md lists what was
found before and is false.

usage: check_lint_corpus.py [--only TEXT] [--rule RULE] [--every N]
"""
import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import environment

environment.enter()

import reference  # noqa: E402
from jinja2 import meta, nodes  # noqa: E402

PROGRAM = os.environ.get("CHATFMT", "build/chatfmt")
USER = {"role": "user", "content": "kamuxi"}
ANSWER = {"role": "assistant", "content": "bolevu"}
AGAIN = {"role": "user", "content": "tirqas"}
TOOL = [{"type": "function", "function": {"name": "zufo", "description": "wejab", "parameters": {
    "type": "object", "properties": {"ponak": {"type": "string", "description": "p"}}, "required": ["ponak"]}}}]


def called(value, as_text=False, content="", reasoning=None, number=1):
    arguments = {"ponak": value}
    message = {"role": "assistant", "content": content, "tool_calls": [{"id": "call0000%d" % number, "type": "function", "function": {
        "name": "zufo", "arguments": json.dumps(arguments) if as_text else arguments}}]}
    return dict(message, reasoning_content=reasoning) if reasoning else message


def result(text, number=1):
    return {"role": "tool", "name": "zufo", "tool_call_id": "call0000%d" % number, "content": text}


def thought(message, text):
    return dict(message, reasoning_content=text)


def two_calls(as_text):
    both = called("wimup", as_text)
    both["tool_calls"] += called("xodir", as_text, number=2)["tool_calls"]
    return both


# The eleven histories: what is there, what comes next, the words of the last answer.
def histories(as_text):
    one, second = called("wimup", as_text), called("xodir", as_text, number=2)
    hidden, deeper = called("wimup", as_text, reasoning="gavoq"), called("xodir", as_text, reasoning="hinuz", number=2)
    return {
        "U": ([USER, ANSWER], [AGAIN], ["bolevu"]),
        "UU": ([USER, ANSWER, {"role": "user", "content": "middle"}, {"role": "assistant", "content": "cypref"}], [AGAIN], ["cypref"]),
        "T": ([USER, one], [result("r1")], ["wimup"]),
        "CT": ([USER, called("wimup", as_text, "bolevu")], [result("r1")], ["bolevu", "wimup"]),
        "T2": ([USER, two_calls(as_text)], [result("r1"), result("r2", 2)], ["wimup", "xodir"]),
        "TT": ([USER, one, result("r1"), second], [result("r2", 2)], ["xodir"]),
        "TU": ([USER, one, result("r1"), ANSWER], [AGAIN], ["bolevu"]),
        "RU": ([USER, thought(ANSWER, "gavoq")], [AGAIN], ["bolevu", "gavoq"]),
        "RT": ([USER, hidden], [result("r1")], ["wimup", "gavoq"]),
        "RTT": ([USER, hidden, result("r1"), deeper], [result("r2", 2)], ["xodir", "hinuz"]),
        "RTU": ([USER, hidden, result("r1"), thought(ANSWER, "gavoq")], [AGAIN], ["bolevu", "gavoq"]),
    }


# The library's probes say these; first bytes that differ are counted in their words.
SAME = {"kamuxi": "uq7x", "bolevu": "aq7x", "tirqas": "nq7x", "zufo": "fq7x", "wejab": "dq7x", "ponak": "kq7x", "wimup": "wq7x",
        "xodir": "xq7x", "gavoq": "tq7x", "hinuz": "sq7x", "cypref": "bq7x", "middle": "vq7x", "r1": "rq7x", "r2": "qq7x"}
WORD = re.compile("|".join(SAME))


def compare(t, before, after, words, tools):
    """A verdict, and the first byte that differs."""
    ok, one = t.render(before, tools)
    if not ok:
        return "refused", None
    ends = [one.rfind(word) + len(word) if word in one else -1 for word in words]
    if min(ends) < 0:
        return "not-written", None
    ok, other = t.render(before + after, tools, True)
    if not ok:
        return "refused", None
    if other.startswith(one):
        return "stable", None
    at = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    return ("rewritten" if at < max(ends) else "closing"), len(WORD.sub(lambda word: SAME[word.group()], one[:at]).encode())


def continuity(t):
    found = {}
    for name, (before, after, words) in histories(False).items():
        tools = TOOL if "T" in name else None
        verdict, at = compare(t, before, after, words, tools)
        if verdict in ("refused", "not-written") and tools:
            other = compare(t, *histories(True)[name], tools)
            if other[0] not in ("refused", "not-written"):
                verdict, at = other
        found[name] = (verdict, at)
    return found


# ---- A function for each rule: must it be found? ----

def plain_refused(t):
    return not t.plain[0] and not t.render([USER, ANSWER, AGAIN], TOOL)[0]


def no_generation_prompt(t):
    if not t.plain[0]:
        return False
    return all(t.render(messages) == t.render(messages, generation=True) for messages in ([USER], [USER, ANSWER, AGAIN]))


def trailing_blank(t):
    ok, without = t.render([USER])
    works, text = t.render([USER], generation=True)
    return ok and works and text != without and text.endswith(" ")


def opening_differs(t):
    """The generation prompt ends with white space in place of what, white space or nothing, is before an answer."""
    ok, without = t.render([USER])
    works, opened = t.render([USER], generation=True)
    if not (t.plain[0] and works) or (ok and opened == without and no_generation_prompt(t)) or "bolevu" not in t.plain[1]:
        return False
    before = t.plain[1].partition("bolevu")[0]
    common = os.path.commonprefix([opened, before])
    tails = opened[len(common):], before[len(common):]
    return tails[0] != "" and not "".join(tails).strip(" \t\r\n")


def system_refused(t):
    return t.plain[0] and not t.render([{"role": "system", "content": "dufeny"}, USER])[0]


def system_lost(t):
    ok, text = t.render([{"role": "system", "content": "dufeny"}, USER])
    return ok and "dufeny" not in text


def roles_refused(t):
    return t.plain[0] and not (t.render([USER, AGAIN])[0] and t.render([ANSWER, USER])[0])


def tools_lost(t):
    ok, text = t.render([USER], TOOL)
    return ok and "ponak" not in text


def double_bos(t):
    ok, text = t.plain
    return ok and text.startswith("<s><s>")


def forms(t):
    """Of arguments as an object and as text: are they taken, and as they should be?"""
    out = []
    for as_text in (False, True):
        ok, text = t.render([USER, called("wimup", as_text)], TOOL)
        out.append((ok and "wimup" in text, ok and '\\"ponak' in text, ok and "'ponak'" in text))
    (seen, escaped, python), (text_seen, text_escaped, _) = out
    return seen and not python, text_seen and (not text_escaped or escaped)


def arguments_text(t):
    objects, texts = forms(t)
    return objects and not texts


def arguments_object(t):
    objects, texts = forms(t)
    return texts and not objects


def null_content(t):
    ok, text = t.render([USER, {"role": "assistant", "content": None}, AGAIN])
    return t.plain[0] and (not ok or ("None" in text and "None" not in t.plain[1]))


def not_prefix_stable(t):
    return any(verdict == "rewritten" for verdict, _ in t.continuity.values())


def closing_changes(t):
    return any(verdict == "closing" for verdict, _ in t.continuity.values())


def no_generation_tags(t):
    return not re.search(r"\{%[-+]?\s*generation\b", t.source)


def unknown_name(t):
    tree = t.instructions.tree
    env = t.instructions.environment
    return any(node.name not in env.filters for node in tree.find_all(nodes.Filter) if node.name) or any(
        node.name not in env.tests for node in tree.find_all(nodes.Test))


def loader(t):
    return any(True for _ in t.instructions.tree.find_all((nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)))


def mutator(t):
    """Called on what the sandbox refuses; that it is a list or an object is seen when it runs, over the contexts of the corpus."""
    names = {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort", "popitem", "setdefault", "update"}
    return any(call.node.attr in names for call in t.instructions.tree.find_all(nodes.Call) if isinstance(call.node, nodes.Getattr))


def clock(t):
    return "strftime_now" in {name.name for name in t.instructions.tree.find_all(nodes.Name)}


def random_(t):
    return any(node.name == "random" for node in t.instructions.tree.find_all(nodes.Filter)) or "lipsum" in {
        name.name for name in t.instructions.tree.find_all(nodes.Name)}


def words(text):
    """Of two letters or more and no part of a tag; two ideographs are one."""
    text = re.sub(r"<[^ \n>]*>?", " ", text)
    return len(re.findall(r"[^\W\d_\u3000-\u9fff]{2,}", text)) + len(re.findall(r"[\u3000-\u9fff]", text)) // 2


def instructions(t):
    """Eight words or more of the template's own are in the prompt of a user's message alone."""
    seen = ""
    for generation in (False, True):
        ok, text = t.render([USER], generation=generation)
        seen += text if ok else ""
    ok, text = t.plain
    seen += text if ok else ""
    return any(words(text) >= 8 and text in seen for text in t.instructions.texts())


TOKEN = re.compile(r"(<[^\s<>]+>|\[[A-Z_/]+\])")


def turn_not_closed(t):
    """Nothing but white space is between an answer and what begins the next message, or the end."""
    ok, text = t.plain
    if not ok or "bolevu" not in text:
        return False
    after = text[text.rfind("bolevu") + 6:]
    middle = after[:after.find("tirqas")] if "tirqas" in after else after
    ok, alone = t.render([USER, ANSWER])
    tail = alone[alone.rfind("bolevu") + 6:] if ok and "bolevu" in alone else ""
    if os.path.commonprefix([tail, middle]).strip() or re.match(r"\s*" + TOKEN.pattern, tail):
        return False
    before = text[text.rfind("kamuxi") + 6:text.rfind("bolevu")]
    if TOKEN.search(os.path.commonprefix([before, middle])):
        return False  # what ends a user's turn ends an answer
    ok, first = t.render([AGAIN])
    header = first[:first.find("tirqas")] if ok else ""
    header, middle = (re.sub(r"\d+", "0", text) for text in (header, middle))  # rounds are counted
    shared = os.path.commonprefix([header[::-1], middle[::-1]])
    return not middle[:len(middle) - len(shared)].strip()


CONSTANT_TESTS = ("startswith", "endswith", "split", "find", "index", "count", "replace", "rsplit", "partition", "rpartition", "strip")


def literals(t):
    """Texts that the template compares something with."""
    found = set()
    for node in t.instructions.tree.find_all((nodes.Compare, nodes.Call, nodes.Test)):
        if isinstance(node, nodes.Call) and not (isinstance(node.node, nodes.Getattr) and node.node.attr in CONSTANT_TESTS):
            continue
        found |= {const.value for const in node.find_all(nodes.Const) if isinstance(const.value, str) and const.value.strip()}
    return found


STANDARD = ("system", "user", "assistant", "tool")
SHAPES = ("%s", "hum %s", "%s hum", "hum %s hum", "hum\n%s\nhum", "%s: hum")


def chats(t, role, text):
    """A message of `role` that says this, early and late."""
    message = {"role": role, "content": text}
    if role == "tool":
        before = [USER, called("wimup", t.wants_text)]
        return [before + [result(text)], before + [result(text), ANSWER, AGAIN], before + [dict(result(text), name=None), AGAIN]]
    before = {"system": [], "user": [], "assistant": [USER]}[role]
    kept = [[USER, thought(ANSWER, "gavoq"), message, thought(ANSWER, "hinuz")]] if role == "user" else []
    last = [AGAIN] if role == "assistant" else [USER] if role == "system" else [ANSWER, AGAIN]
    return kept + [before + [message], before + [message] + last, before + [message] + last + [ANSWER],
            before + [dict(message, content=[{"type": "text", "text": text}])] + last]


def apart(t, one, two, word, other, tools, more):
    """Whether two conversations that differ in a word render otherwise; twice, since templates may read the clock."""
    for _ in range(2):
        left, right = (t.render(chat, tools, **more) for chat in (one, two))
        if left[0] == right[0] and (not left[0] or left[1].replace(word, other) == right[1].replace(word, other)):
            return False
    return True


def masked(word):
    """Another word of the same length, of other letters and signs."""
    return "".join("q" if c.isalnum() else "j" for c in word)


def depends(t, word, shapes=SHAPES, variables=({},)):
    """The prompt depends on whether `word` is in what somebody wrote: put something else there, and more than that changes."""
    other = masked(word)
    for shape in shapes:
        for role in STANDARD:
            for one, two in zip(chats(t, role, shape.replace("%s", word)), chats(t, role, shape.replace("%s", other))):
                if any(apart(t, one, two, word, other, TOOL if role == "tool" else None, more) for more in variables):
                    return True
    return False


def settings(t):
    """Each variable that the template reads, true and false."""
    names = meta.find_undeclared_variables(t.instructions.tree) - {"messages", "tools", "documents", "add_generation_prompt", *reference.TOKENS}
    names -= set(t.instructions.environment.globals)
    return [{}, {"generation": True}] + [{"generation": True, name: value} for name in sorted(names) for value in (True, False)]


MEDIA = [{"type": "image"}, {"type": "video"}, {"type": "audio"}]


def leads(t):
    """Nothing, or a message of another role that the template names."""
    consts = {const.value.lower() for node in t.instructions.tree.find_all((nodes.Compare, nodes.Assign))
              for const in node.find_all(nodes.Const) if isinstance(const.value, str)}
    return [[]] + [[{"role": name, "content": "hum"}] for name in sorted(consts - set(STANDARD)) if re.fullmatch("[a-z]{4,12}", name)]


def more_chats(t, role, text):
    """A message of `role` that says this beside calls, parts of other kinds, reasoning and other roles."""
    both, message = two_calls(t.wants_text)["tool_calls"], {"role": role, "content": text}
    one, part = called("wimup", t.wants_text, reasoning="gavoq"), {"type": "text", "text": text}
    return {
        "system": [[message, USER, one, result("hum")], [message, USER, ANSWER, AGAIN]],
        "user": [[message], [USER, one, message, thought(ANSWER, "hinuz")], [dict(message, content=[*MEDIA, part])]] + [
            [dict(message, content=[other, part])] for other in MEDIA],
        "assistant": [[USER, message], [USER, dict(message, tool_calls=both)], [USER, dict(message, tool_calls=both[:1]), result("hum"), AGAIN],
                      [USER, thought(ANSWER, text)]],
        "tool": [[USER, one, result(text)], [USER, one, result(text), ANSWER, AGAIN]],
    }[role]


def depends_anywhere(t, word, others):
    """As depends, with everything that the template reads: tools, calls, parts, variables and its other words."""
    other = masked(word)
    shapes = [*SHAPES, *(shape for one in others for shape in ("%s hum " + one, one + " hum %s", one + "%s"))]
    for tools in (None, TOOL):
        for lead in leads(t):
            for more in [{}, *settings(t)]:
                for role in STANDARD:
                    bases = [t.render(lead + chat, tools, **more)[0] for chat in more_chats(t, role, "hum")]
                    for shape in shapes if any(bases) else ():
                        for base, one, two in zip(bases, more_chats(t, role, shape.replace("%s", word)),
                                                  more_chats(t, role, shape.replace("%s", other))):
                            if base and apart(t, lead + one, lead + two, word, other, tools, more):
                                return True
    return False


def content(t, told):
    """Of the template's literals, and what lint has told, those that decide. A told one is tried in more ways."""
    words = literals(t)
    found = {word for word in words if depends(t, word)}
    for word in told - found:
        together = [shape for other in words for shape in ("%s hum " + other, other + " hum %s", "%s hum " + other + " hum", "hum " + other + "%s")]
        if depends(t, word, SHAPES, settings(t)) or depends(t, word, together) or depends_anywhere(t, word, told):
            found.add(word)
    return found


DECIDED = {
    "plain-refused": plain_refused, "no-generation-prompt": no_generation_prompt, "trailing-space": trailing_blank,
    "opening-differs": opening_differs,
    "system-refused": system_refused, "system-lost": system_lost, "roles-refused": roles_refused, "tools-lost": tools_lost,
    "double-bos": double_bos, "arguments-text": arguments_text, "arguments-object": arguments_object, "null-content": null_content,
    "not-prefix-stable": not_prefix_stable, "closing-changes": closing_changes, "no-generation-tags": no_generation_tags,
    "unknown-name": unknown_name, "loader": loader, "mutator": mutator, "clock": clock, "random": random_,
    "instructions": instructions, "turn-not-closed": turn_not_closed,
}


def program(path, *words):
    return json.loads(subprocess.run([PROGRAM, *words, "--json", str(path)], capture_output=True, text=True).stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--rule")
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args()
    if not reference.CORPUS.exists():
        print("SKIPPED: there is no", reference.CORPUS)
        return environment.SKIP
    counts = {rule: [0, 0, 0] for rule in DECIDED}
    counts["continuity"] = [0, 0, 0]
    counts["content-trigger, content-marker"] = [0, 0, 0]
    clean = total = undecided = 0
    for number, (name, source) in enumerate(reference.templates()):
        if args.only not in name or number % args.every:
            continue
        total += 1
        path = reference.CORPUS / "templates" / name
        t = reference.Reference(source)
        t.instructions = reference.Instructions(source)
        t.plain = t.render([USER, ANSWER, AGAIN])
        t.continuity = continuity(t)
        t.wants_text = not forms(t)[0]
        findings = program(path, "lint")["findings"]
        found = {finding["rule"] for finding in findings}
        clean += not any(finding["level"] != "note" for finding in findings)

        def note(rule, must, does, *shown):
            row = counts[rule]
            row[0] += bool(must and does)
            row[1] += bool(does and not must)
            row[2] += bool(must and not does)
            if bool(must) != bool(does):
                print(name, rule, "missed" if must else "false", *shown)
        for rule, decide in DECIDED.items():
            if not args.rule or args.rule == rule:
                note(rule, decide(t), rule in found, [f["evidence"][:100] for f in findings if f["rule"] == rule][:2])
        for row in program(path, "inspect", "--continuity"):
            verdict, at = t.continuity[row["name"]]
            same = row["verdict"].replace("after-stop", "closing") == verdict and row.get("at") == at
            note("continuity", True, same, row["name"], row["verdict"], row.get("at"), verdict, at)
        if not args.rule or args.rule.startswith("content"):
            told = {f["evidence"].split(" ", 2)[-1] for f in findings if f["rule"].startswith("content-")}
            words = content(t, told)
            for word in words:
                note("content-trigger, content-marker", True, word in told, repr(word))
            # Source says more than renders of some conversations can: these are not false, and not decided.
            undecided += len(told - words)
            for word in sorted(told - words):
                print(name, "not decided:", repr(word))
    for rule, (both, false, missed) in counts.items():
        print("%-34s %5d found, %d false, %d missed" % (rule, both, false, missed))
    print("%d words that templates look for in contents are not decided by these renders" % undecided)
    bad = sum(row[1] + row[2] for row in counts.values())
    print("%d templates, %d without a warning, %d wrong" % (total, clean, bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
