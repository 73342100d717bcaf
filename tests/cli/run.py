#!/usr/bin/env python3
"""The program from outside: options, output, exit status, the batch contract, terminals."""
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CHATFMT = os.environ.get("CHATFMT") or os.path.join(ROOT, "build", "chatfmt")
CHATML = ("{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}<|end|>\n{% endfor %}"
          "{% if add_generation_prompt %}<|assistant|>\n{% endif %}")
MESSAGES = '[{"role": "user", "content": "Hi é"}]'


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.template = self.file("t.jinja", CHATML)

    def file(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        return path

    def run_it(self, *args, given="", status=0, env=None):
        done = subprocess.run([CHATFMT, *args], input=given.encode(), capture_output=True,
                              env={**os.environ, **(env or {})})
        self.assertEqual(done.returncode, status, done.stderr.decode())
        return done.stdout.decode(), done.stderr.decode()

    def render(self, template, *args, given=MESSAGES, status=0):
        return self.run_it("render", "--template", self.file("x.jinja", template), *args,
                           given=given, status=status)


class RepliesAsked(Files):
    """Replies by a template, by a GGUF file, and with what a server asks for."""
    REPLY = '<think>\nhm\n</think>\n\nHi.<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call><tool_call>\n{"name": "g", "arguments": {"a": [1, "x'

    def message(self, *args):
        out, _ = self.run_it("parse", *args, self.file("r.txt", self.REPLY))
        return json.loads(out)

    def test_files_that_hold_a_template(self):
        model = os.path.join(ROOT, "examples", "model", "chat_template.jinja")
        with open(model, encoding="utf-8") as file:
            source = file.read().encode()
        key = b"tokenizer.chat_template"
        gguf = os.path.join(self.folder.name, "m.gguf")
        with open(gguf, "wb") as file:
            file.write(b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, len(key)) + key + struct.pack("<IQ", 8, len(source)) + source)
        want = self.message("--reader", "hermes")
        for words in (["--template", model], ["--model", model], ["--model", gguf], ["--model", os.path.dirname(model)]):
            got = self.message(*words)
            self.assertEqual([call["function"] for call in got["tool_calls"]], [call["function"] for call in want["tool_calls"]], words)
        config = self.file("c.json", json.dumps({"response_template": {"fields": {"content": {}}, "start_anchor": "x"}}))
        self.assertEqual(self.message("--model", config), {"content": self.REPLY})

    def test_what_servers_ask_for(self):
        calls = lambda *args: [(c["id"], c["function"]["name"], c["function"]["arguments"]) for c in self.message("--reader", "hermes", *args)["tool_calls"]]
        tools = self.file("tools.json", json.dumps([{"type": "function", "function": {"name": "f"}}]))
        first = ("call_0", "f", '{"a": 1}')
        self.assertEqual(calls(), [first, ("call_1", "g", '{"a": [1, "x')])
        self.assertEqual(calls("--close-arguments"), [first, ("call_1", "g", '{"a": [1, "x"]}')])
        self.assertEqual(calls("--one-call"), [first])
        self.assertEqual(calls("--tools", tools), [first])
        self.assertEqual(len(calls("--tools", tools, "--unknown-calls")), 2)
        self.assertEqual(calls("--one-call", "--calls-before", "4"), [("call_4", *first[1:])])
        self.assertEqual(self.message("--reader", "hermes", "--stop", "Hi", "--stop", "zz"),
                         {"role": "assistant", "content": "", "reasoning_content": "hm"})
        self.assertTrue(self.message("--reader", "hermes", "--reasoning-in-content")["content"].startswith("<think>\nhm\n</think>\n\nHi."))
        begun = self.file("begun.txt", "<think>\nah, ")
        self.assertEqual(json.loads(self.run_it("parse", "--reader", "hermes", "--begun", begun, given="ha</think>b")[0]),
                         {"role": "assistant", "content": "b", "reasoning_content": "ah, ha"})
        self.run_it("parse", "--reader", "hermes", "--stop", "", status=2)

    def test_events_of_what_the_prompt_has(self):
        """The marker of reasoning that stays in the content is in the events; of what was begun only the stop is."""
        asked = {"reader": "qwen3", "prompt": "<|im_start|>assistant\n<think>\n", "reasoning_in_content": True}
        text = "c</think>\nHi"
        out, _ = self.run_it("parse", "--reader", "qwen3", "--prompt", self.file("p.txt", asked["prompt"]),
                             "--reasoning-in-content", "--stream", given=text)
        *streamed, last = map(json.loads, out.splitlines())
        answer = json.loads(self.run_it("parse", "--batch", given=json.dumps({**asked, "text": text, "events": True}) + "\n")[0])
        for events, message in ((streamed, last["message"]), (answer["events"], answer["message"])):
            self.assertEqual("".join(e["text"] for e in events if e["event"] == "content"), message["content"])
            self.assertEqual(message["content"], "<think>\n" + text)
        out, _ = self.run_it("parse", "--reader", "hermes", "--begun", self.file("b.txt", "a STOP b"), "--stop", "STOP",
                             "--stream", given="c")
        self.assertEqual([e["text"] for e in map(json.loads, out.splitlines()) if e.get("event") == "stop"], ["STOP"])

    def test_image_urls_are_traced(self):
        """The URL that a conversion prints comes from the message, also for --strict."""
        given = json.dumps({"messages": [{"role": "user", "content": [
            {"type": "text", "text": "hi"}, {"type": "image_url", "image_url": {"url": "https://x/y.png"}}]}]})
        for program in ("openai", "openai_seed", "yandex", "dict"):
            out, err = self.run_it("render", "--format", "vicuna_v1.1", "--program", program, "--strict", given=given)
            self.assertEqual((out.count("https://x/y.png"), err), (1, ""))

    def test_triggers(self):
        for name, triggers, kept in (("ernie45", ["<tool_call>"], {"<think>", "</think>", "<response>", "</response>", "<tool_call>", "</tool_call>"}),
                                     ("qwen3-coder", ["<tool_call>", "<function="], {"<parameter=", "</parameter>", "</function>"}),
                                     ("llama3", ["<|python_tag|>"], {"<|python_tag|>"}), ("none", [], {"<think>", "</think>"})):
            facts = json.loads(self.run_it("parse", "--reader", name, "--explain")[0])
            self.assertEqual(facts["triggers"], triggers)
            self.assertLessEqual(kept, set(facts["preserved"]))
            self.assertFalse([text for text in facts["preserved"] if text != text.strip() or not text])

    def test_lines(self):
        row = {"id": 1, "reader": "hermes", "chunks": ["aS", "TOP", "b"], "stop": "STOP"}
        rows = [row, {**row, "stop": ["x", "STOP"]}, {"reader": "hermes", "text": self.REPLY, "parallel_tool_calls": False},
                {"reader": "hermes", "text": self.REPLY, "close_arguments": True, "calls_before": 2}, {**row, "stop": [""]}]
        out, _ = self.run_it("parse", "--batch", given="".join(json.dumps(one) + "\n" for one in rows))
        one, two, three, four, five = map(json.loads, out.splitlines())
        self.assertEqual((one["message"]["content"], two["message"]), ("a", one["message"]))
        self.assertEqual(len(three["message"]["tool_calls"]), 1)
        self.assertEqual([(c["id"], c["function"]["arguments"]) for c in four["message"]["tool_calls"]], [("call_2", '{"a": 1}'), ("call_3", '{"a": [1, "x"]}')])
        self.assertIn("empty", five["error"]["message"])
        self.assertEqual(five["error"]["path"], "stop[0]")
        refused = [{"tools": [{"type": "function"}]}, {"tools": "[]"}, {"stop": ["a", ""]}, {"stop": ""}]
        out, _ = self.run_it("parse", "--batch", given="".join(json.dumps({"reader": "hermes", "text": "x", **one}) + "\n" for one in refused))
        self.assertEqual([json.loads(line)["error"]["path"] for line in out.splitlines()], ["tools[0]", "tools", "stop[1]", "stop"])


class Mistyped(Files):
    def test_objects_that_are_not_conversations(self):
        for given, remark in (({"role": "user", "content": "Hi"}, "one message"),
                              ({"conversations": []}, "chatfmt map"), ({"conversation": []}, "chatfmt map"),
                              ({"a": 1}, None), ({"messages": [], "role": "x"}, None), ([{"role": "x"}], None)):
            out, err = self.render("a", given=json.dumps(given))
            self.assertEqual(out, "a")
            self.assertIn(remark, err) if remark else self.assertEqual(err, "")
        _, err = self.run_it("render", "--model", self.file("m.jinja", "a"), given='{"role": "user"}', status=1)
        self.assertIn("one message", err)

    def test_messages_as_the_argument_conversation(self):
        model = self.file("m.jinja", "{% for m in messages %}{% if m.role == 'user' %}{{ m.content }}{% endif %}{% endfor %}")
        user = {"role": "user", "content": "Hi"}
        run = lambda given, *rest, **want: self.run_it("render", "--model", model, *rest, given=json.dumps(given), **want)
        self.assertEqual(run({"conversation": [user]}, "--strict"), ("Hi", ""))
        self.assertEqual(run({}, "--strict", "--set", "conversation=" + json.dumps([user])), ("Hi", ""))
        _, err = run({"conversation": [user, {"role": "tool", "content": "x"}]})
        self.assertEqual(err, f"chatfmt: {model}: warning: not in the prompt: conversation[1].content\n")
        self.assertEqual(run({"conversation": [[user]]}), ('{"text": ["Hi"]}\n', ""))
        self.assertIn("chatfmt map", run({"conversation": [{"input": "a"}]}, status=1)[1])

    def test_several_conversations(self):
        """What is of one conversation is refused, and what the prompts lack is reported, as of one."""
        model = self.file("m.jinja", "{% for m in messages %}{% if m.role == 'user' %}{{ m.content }}{% endif %}{% endfor %}")
        user, other = {"role": "user", "content": "Hi"}, {"role": "usr", "content": "x"}
        run = lambda given, *rest, **want: self.run_it("render", "--model", model, *rest, given=json.dumps(given), **want)
        for options in (["--output", "json"], ["--output", "spans"], ["--mask", "hf"], ["--mask", "derived", "--last-turn"],
                        ["--color", "always"]):
            _, err = run([[user]], *options, status=2)
            self.assertEqual(err, f"chatfmt: {' '.join(options[:1] if '--mask' in options else options)} is not used with several "
                                  "conversations: give them one at a time, or leave it out\n")
        lacks = "conversations[1].messages[1].content"
        self.assertEqual(run([[user], [user, other]]), (f'{{"text": ["Hi", "Hi"], "unwritten": ["{lacks}"]}}\n',
                                                        f"chatfmt: {model}: warning: not in the prompt: {lacks}\n"))
        self.assertIn(f"unwritten: the prompt would be without {lacks}", run([[user], [user, other]], "--strict", status=1)[1])
        self.assertIn("empty_prompt", run([[other]], status=1)[1])
        one = {"id": 1, "model": model, "context": {"messages": [[user], [user, other]]}}
        for name, value in {"spans": True, "turn": True, "mask": "hf"}.items():
            out, _ = self.run_it("render", "--batch", given=json.dumps({**one, "options": {name: value}}) + "\n")
            error = json.loads(out)["error"]
            self.assertEqual((error["kind"], error["message"]), ("input", f"options.{name} is not used with several conversations: "
                                                                          "ask for each by itself, or leave it out"))
        out, _ = self.run_it("render", "--batch", "--strict", given=json.dumps(one) + "\n")
        self.assertEqual(json.loads(out)["error"]["kind"], "unwritten")

    def test_options_that_requests_do_not_have(self):
        for options, message in (({"mak": "hf"}, 'options.mak is not an option; did you mean "mask"?'),
                                 ({"trim_block": True}, 'options.trim_block is not an option; did you mean "trim_blocks"?'),
                                 ({"tokenize": True}, 'options.tokenize is not an option: it belongs into "context"'),
                                 ({"zzzzzz": 1}, "options.zzzzzz is not an option")):
            out, _ = self.run_it("render", "--batch", given=json.dumps({"id": 1, "chat_template": "", "context": {}, "options": options}) + "\n")
            self.assertEqual(json.loads(out)["error"]["message"], message)

    def test_rows_of_which_a_trainer_learns_nothing(self):
        """FastChat warns of these and goes on: the first of them has its counts."""
        tokenizer = os.path.join(ROOT, "examples", "model", "tokenizer.json")
        row = {"conversations": [{"from": "human", "value": "b"}, {"from": "gpt", "value": "c"}]}
        _, err = self.run_it("map", "--format", "vicuna_v1.1", "--trainer", "train", "--tokenizer", tokenizer, "--columns", "input_ids,labels",
                             "--variables", '{"bos_token": "<|im_start|>", "pad_token": "<|im_end|>"}', given=json.dumps(row) + "\n")
        self.assertRegex(err, r"nothing in the loss; the first: standard input:1: tokenization mismatch: the trainer counts \d+ tokens, and there are \d+\n")

    def test_names_of_templates(self):
        """The name of a template that is alone is a source to transformers, so it would render as the text "default"."""
        model = os.path.join(ROOT, "examples", "model")
        chat = self.file("chat.json", MESSAGES)
        for words in (["render", "--model", model, chat], ["map", "--model", model, self.file("rows.jsonl", '{"messages": %s}\n' % MESSAGES)]):
            self.assertEqual(self.run_it(*words, "--chat-template", "default")[0], self.run_it(*words)[0])
            self.assertIn("has no template 'nope'; it has default\n", self.run_it(*words, "--chat-template", "nope", status=1)[1])
        for words in (["inspect", model], ["lint", model], ["diff", model, model], ["template", "show", model]):
            self.assertEqual(self.run_it(*words, "--name", "default"), self.run_it(*words))
            _, err = self.run_it(*words, "--name", "nope", status=2 if words[0] in ("lint", "diff") else 1)
            self.assertIn("has no template 'nope'; it has default\n", err)
        self.run_it("diff", self.template, self.template, "--name", "default", status=2)

    def test_roles_that_no_message_has(self):
        model = self.file("m.jinja", CHATML)
        for roles, want in (("user", ""), ("assisstant", "chatfmt: warning: --roles assisstant: no message has this role\n"),
                            ("usr,user,tool", "chatfmt: warning: --roles usr: no message has this role; did you mean user?\n"
                                              "chatfmt: warning: --roles tool: no message has this role\n")):
            _, err = self.run_it("render", "--model", model, "--mask", "derived", "--roles", roles, given=MESSAGES)
            self.assertEqual(err, want)
        _, err = self.run_it("render", "--model", model, "--mask", "derived", "--roles", "u" * 99, given=MESSAGES.replace("user", "u" * 98))
        self.assertIn("no message has this role\n", err)

    def test_the_nearest_name_is_offered(self):
        for words, nearest in (
                (["rendr"], "render"), (["help", "inspct"], "inspect"),
                (["render", "--templat", "x"], "--template"), (["render", "--add-generation=1"], "--add-generation-prompt"),
                (["formats", "show", "vicunna_v1.1"], "vicuna_v1.1"), (["formats", "show", "fastchat/lama-2"], "llama-2"),
                (["render", "--format", "Chat_GLM3"], "chatglm3"), (["parse", "--reader", "hermez"], "hermes")):
            _, err = self.run_it(*words, status=2)
            self.assertIn(f"did you mean {nearest}?\n", err.replace("'", ""), words)

    def test_nothing_far_is_offered(self):
        for words in (["x"], ["zzzzzz"], ["render", "--zzzzzzzzz"], ["formats", "show", "q" * 100]):
            done = subprocess.run([CHATFMT, *words], input=b"", capture_output=True)
            self.assertNotIn(b"did you mean", done.stderr)
            self.assertIn(words[-1].encode(), done.stderr)

    def test_help_of_a_command(self):
        self.assertEqual(self.run_it("help", "lint"), self.run_it("lint", "--help"))


class Render(Files):
    def test_exact_bytes(self):
        out, err = self.run_it("render", "--template", self.template, given=MESSAGES)
        self.assertEqual((out, err), ("<|user|>\nHi é<|end|>\n", ""))

    def test_file_and_object(self):
        path = self.file("c.json", '{"messages": %s, "add_generation_prompt": true}' % MESSAGES)
        out, _ = self.run_it("render", f"--template={self.template}", path)
        self.assertEqual(out, "<|user|>\nHi é<|end|>\n<|assistant|>\n")

    def test_generation_prompt(self):
        out, _ = self.run_it("render", "--template", self.template, "--add-generation-prompt", "-",
                             given=MESSAGES)
        self.assertTrue(out.endswith("<|assistant|>\n"))

    def test_defaults_of_transformers(self):
        source = "{{ tools }} {{ documents }} {{ add_generation_prompt }}"
        self.assertEqual(self.render(source)[0], "None None False")
        self.assertEqual(self.render(source, "--plain-jinja")[0], "  ")

    def test_tools_documents_set(self):
        tools = self.file("tools.json", '[{"name": "f"}]')
        out, _ = self.render("{{ tools[0].name }}{{ documents|length }}{{ a }}{{ b.c }}",
                             "--tools", tools, "--documents", self.file("d.json", "[1, 2]"),
                             "--set", "a=false", "--set", 'b={"c": "x"}')
        self.assertEqual(out, "f2Falsex")

    def test_now(self):
        out, _ = self.render("{{ strftime_now('%d %B %Y %H:%M:%S%Z') }}", "--now", "2026-01-02T03:04:05Z")
        self.assertEqual(out, "02 January 2026 03:04:05")
        out, _ = self.render("{{ strftime_now('%Y-%m-%d') }}")
        self.assertEqual(out[:2], time.strftime("%Y")[:2])

    def test_seed(self):
        self.render("{{ [1, 2]|random }}", status=1)
        first = self.render("{{ range(1000)|random }}", "--seed", "5")
        self.assertEqual(first, self.render("{{ range(1000)|random }}", "--seed", "5"))

    def test_plain_jinja_and_newline(self):
        source = "{% if 1 %}\na\n{% endif %}\n"
        self.assertEqual(self.render(source)[0], "a\n")
        self.assertEqual(self.render(source, "--plain-jinja")[0], "\na\n")
        self.assertEqual(self.render("a\n", "--keep-trailing-newline")[0], "a\n")

    def test_output_json(self):
        out, _ = self.run_it("render", "--template", self.template, "--output", "json", given=MESSAGES)
        self.assertEqual(json.loads(out), {"text": "<|user|>\nHi é<|end|>\n"})

    def test_output_spans(self):
        out, _ = self.render("{{ bos_token }}[{{ messages[0].content }}]{{ messages[0].role|upper }}",
                             "--set", 'bos_token="<s>"', "--output", "spans")
        answer = json.loads(out)
        raw = answer["text"].encode()
        got = [(raw[s["begin"]:s["end"]].decode(), s["kind"], s.get("path"), s.get("how"))
               for s in answer["spans"]]
        self.assertEqual(got, [
            ("<s>", "trusted", "bos_token", "copied"), ("[", "template", None, "copied"),
            ("Hi é", "data", "messages[0].content", "copied"), ("]", "template", None, "copied"),
            ("USER", "data", "messages[0].role", "derived")])

    def test_trusted(self):
        out, _ = self.render("{{ a }}", "--set", 'a="x"', "--trusted", "b,a", "--output", "spans")
        self.assertEqual(json.loads(out)["spans"][0]["kind"], "trusted")

    def test_limit(self):
        _, err = self.render("{{ 'a' * 100 }}", "--limit", "string_bytes=99", status=1)
        self.assertIn("string_bytes", err)

    def test_all_limits_are_named(self):
        with open(os.path.join(ROOT, "include", "chatfmt", "base.h"), encoding="utf-8") as file:
            body = file.read().split("typedef struct chatfmt_limits {")[1].split("}")[0]
        names = re.findall(r"^    \w+ (\w+);", body, re.M)[1:]
        _, err = self.render("a", "--limit", "nope=1", status=2)
        self.assertEqual(re.findall(r"\w+", err.split("there are ")[1].replace(" and ", " ")), names)
        _, err = self.render("a", "--limit", "fuel=x", status=2)
        self.assertIn("expected NAME=NUMBER, such as --limit fuel=1000000", err)
        for name in names:
            self.render("a", "--limit", name + "=100000")

    def test_colour(self):
        out, err = self.render("a{{ messages[0].content }}\x1b", "--color=always")
        self.assertIn("\x1b[32mHi é\x1b[0m", out)
        self.assertIn("\\x1b", out)
        self.assertIn("template", err)

    def test_coloured_tokens_and_what_else_was_asked_for(self):
        """Colours show the tokens alone; a report and what was cut off come after them as elsewhere."""
        model = os.path.join(ROOT, "examples", "model")
        given = '[{"role": "user", "content": "a <|im_end|>"}, {"role": "assistant", "content": "b"}]'
        for words, member in (((), None), (("--policy", "report"), "attempts"),
                              (("--max-length", "9", "--fit", "truncate"), "lost")):
            plain, _ = self.run_it("render", "--model", model, "--output", "tokens", *words, given=given)
            shown, _ = self.run_it("render", "--model", model, "--output", "tokens", "--color", "always", *words, given=given)
            picture, _, rest = shown.partition(" tokens\n")
            self.assertIn("\x1b[97;48;5;24m", picture)
            self.assertEqual(rest, plain if member else "")
            self.assertTrue(member is None or '"%s": ' % member in rest)


class Errors(Files):
    def test_place_and_caret(self):
        _, err = self.render("line\n  {{ 1 + }}", status=1)
        self.assertRegex(err, r"x\.jinja:2:\d+: syntax error: ")
        self.assertIn("{{ 1 + }}", err)
        self.assertIn("^", err)

    def test_control_characters_are_escaped(self):
        _, err = self.render("{{ raise_exception('a\\x1b[31m\\nb\\u202e') }}", status=1)
        self.assertIn("a\\x1b[31m\\nb\\u{202e}", err)

    def test_bad_conversation(self):
        _, err = self.render("a", given='[{"role": }]', status=1)
        self.assertRegex(err, r"standard input:1:11: malformed JSON")
        self.render("a", given="5", status=1)
        for nothing in ("", " \n\t\r\n"):
            _, err = self.render("a", given=nothing, status=1)
            self.assertIn("standard input: is empty", err)
        _, err = self.render("a", given="\0", status=1)
        self.assertIn("malformed JSON", err)
        _, err = self.render("a", "--tools", self.file("nothing.json", ""), status=1)
        self.assertIn("nothing.json: is empty", err)

    def test_missing_files(self):
        _, err = self.run_it("render", "--template", "/nonexistent/x", status=1)
        self.assertIn("No such file", err)

    def test_usage(self):
        for args in ([], ["nope"], ["render"], ["render", "--nope"], ["render", "--template"],
                     ["render", "--template", self.template, "a", "b"],
                     ["render", "--batch=1"], ["render", "--template", "x", "--now", "soon"],
                     ["render", "--template", "x", "--limit", "x=1"],
                     ["render", "--template", "x", "--set", "a"],
                     ["render", "--template", "x", "--output", "xml"]):
            _, err = self.run_it(*args, status=2)
            self.assertTrue(err)

    def test_set_wants_json(self):
        _, err = self.render("a", "--set", "a=b", status=2)
        self.assertIn("quotes", err)

    def test_closed_output(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([CHATFMT, "render", "--template", self.template],
                                  input=MESSAGES.encode(), stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"could not be written", done.stderr)

    def test_help(self):
        for args in (["--help"], ["render", "--help"], ["--version"]):
            self.assertTrue(self.run_it(*args)[0])

    def test_help_fits_80_columns(self):
        out, _ = self.run_it("--help")
        commands = [line.split()[0] for line in out.split("\n\n")[2].split("\n")]
        self.assertIn("map", commands)
        for args in (["--help"], *(["help", name] for name in commands)):
            for line in self.run_it(*args)[0].split("\n"):
                self.assertLessEqual(len(line), 80, line)

    def test_options_without_a_meaning_for_the_model(self):
        folder = os.path.dirname(self.file("chat_template.jinja", "a"))
        self.file("tokenizer_config.json", "{}")
        data = self.file("data.jsonl", '{"messages": []}\n')
        for words, option in ((["render", "--model", folder, "--revision", "v2"], "--revision"),
                              (["render", "--model", self.template, "--revision", "v2"], "--revision"),
                              (["render", "--model", self.template, "--processor"], "--processor"),
                              (["inspect", "--processor", self.template], "--processor"),
                              (["lint", "--processor", self.template], "--processor"),
                              (["map", "--model", self.template, "--processor", data], "--processor")):
            out, err = self.run_it(*words, given="[]", status=2)
            self.assertEqual(out, "")
            self.assertIn(option + " has no meaning with '", err)
        self.assertEqual(self.run_it("render", "--model", folder, "--processor", given='[{"role": "user", "content": "x"}]')[0], "a")


class Completion(Files):
    """What `chatfmt complete` offers, which is all that the scripts for the shells know."""

    def offered(self, *words):
        return self.run_it("complete", *words)[0].split("\n")[:-1]

    def test_commands_options_and_values(self):
        self.assertEqual(self.offered("ren"), ["render"])
        self.assertIn("fmt", self.offered(""))
        self.assertEqual(self.offered("render", "--add"), ["--add-generation-prompt"])
        self.assertEqual(self.offered("render", "--output", "t"), ["text", "tokens"])
        self.assertEqual(self.offered("render", "--format", "vicuna_v1"), ["vicuna_v1.1"])
        self.assertEqual(self.offered("parse", "--reader", "herm"), ["hermes"])
        self.assertIn("auto", self.offered("parse", "--reader", ""))
        self.assertEqual(self.offered("map", "--columns", "text,inp"), ["text,input_ids"])
        self.assertIn(":files", self.offered("render", "--template", ""))
        self.assertEqual(self.offered("render", "--color", "x"), [])
        self.assertEqual(self.offered("nope", ""), [])

    def test_every_option_and_word(self):
        for command in json.loads(self.run_it("help", "--json")[0]):
            for option in command["options"]:
                if option["help"]:  # not another name of the one before
                    self.assertIn(option["switch"], self.offered(command["command"], option["switch"]))
                values = option.get("values") or ""
                if values and not values.startswith(("@", ",")):
                    self.assertEqual(sorted(values.split("|")), sorted(self.offered(command["command"], option["switch"], "")))

    def test_bash(self):
        script = os.path.join(ROOT, "cli", "completion.bash")
        asked = ("source %s; COMP_WORDS=(chatfmt render --output te); COMP_CWORD=3; _chatfmt; echo \"${COMPREPLY[@]}\""
                 % script)
        path = os.path.dirname(os.path.abspath(CHATFMT)) + os.pathsep + os.environ["PATH"]
        done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, env={**os.environ, "PATH": path})
        self.assertEqual(done.stdout.strip(), "text", done.stderr)


class Replies(Files):
    def test_bytes_that_are_not_utf8(self):
        path = os.path.join(self.folder.name, "reply")
        template = self.file("response.json", json.dumps({"start_anchor": "<|a|>", "fields": {"c": {}}}))
        for data, place in ((b"ab", None), ("aé€😀b".encode(), None), (b"a\xff", 1), ("é".encode()[:1], 0),
                            ("a€".encode()[:-1], 1), (b"ab\xed\xa0\x80", 2), (b"\xf0\x8f\xbf\xbf", 0),
                            (b"\xf4\x90\x80\x80", 0), (b"\xc1\xbf", 0), (b"\xe0\x9f\xbf", 0), (b"a\x80", 1),
                            (b"\xe2\x82a", 0)):
            with open(path, "wb") as file:
                file.write(data)
            for words in (["--reader", "hermes"], ["--reader", "hermes", "--stream"],
                          ["--reader", "hermes", "--stream", "--chunk", "1"], ["--response-template", template],
                          ["--response-template", template, "--stream", "--chunk", "1"]):
                _, err = self.run_it("parse", *words, path)
                said = "" if place is None else ("chatfmt: %s: the reply is not UTF-8 at byte %d; it is read as "
                                                 "U+FFFD\n" % (path, place))
                self.assertEqual(err, said, (words, data))

    def test_limit(self):
        template = self.file("response.json", json.dumps({"start_anchor": "<|a|>", "fields": {"c": {}}}))
        for words in (["--reader", "hermes"], ["--reader", "hermes", "--stream"], ["--response-template", template],
                      ["--conversation", "chatml"], ["--conversation", "internlm2", "--openai"]):
            _, err = self.run_it("parse", *words, "--limit", "fuel=1", given="<|im_start|>user\nabc<|im_end|>\n" * 90, status=1)
            self.assertIn("fuel", err)

    def test_ids_and_a_response_template(self):
        letters = {c: i for i, c in enumerate("abcdefghijklmnopqrstuvwxyz<>/ ")}
        ids = lambda text: " ".join(str(letters[c]) for c in text)
        tokenizer = self.file("tokenizer.json", json.dumps({
            "version": "1.0", "added_tokens": [], "decoder": {"type": "Fuse"},
            "model": {"type": "BPE", "merges": [], "vocab": letters}}))
        response = {"start_anchor": "<a>", "fields": {"thinking": {"open": "<t>", "close": "</t>"}, "content": {}}}
        self.file("tokenizer_config.json", json.dumps({"response_template": response}))
        folder, text = self.folder.name, "<t>so</t>yes"
        for words in (["--model", folder], ["--response-template", self.file("response.json", json.dumps(response))]):
            told = self.run_it("parse", *words, given=text)[0]
            self.assertEqual(json.loads(told), {"thinking": "so", "content": "yes"})
            self.assertEqual(self.run_it("parse", *words, "--ids", tokenizer, given=ids(text))[0], told)
            self.assertEqual(self.run_it("parse", *words, "--ids", tokenizer, "--stream", given=ids(text))[0],
                             self.run_it("parse", *words, "--stream", given=text)[0])
        told = json.loads(self.run_it("parse", "--model", folder, "--explain")[0])
        self.assertEqual((told["reader"], told["how"]), (None, "described"))
        for option in (["--reasoning-open"], ["--ids", tokenizer, "--control-tokens"]):
            _, err = self.run_it("parse", "--model", folder, *option, given=text, status=2)
            self.assertIn(option[-1] + " has no meaning where the response_template of", err)
        for words in (["--model", folder], ["--reader", "hermes"]):
            _, err = self.run_it("parse", *words, "--ids", tokenizer, given="4294967296", status=1)
            self.assertIn("4294967295", err)


class Batch(Files):
    def batch(self, *lines, end="\n"):
        out, _ = self.run_it("render", "--batch", given="\n".join(lines) + end)
        return [json.loads(line) for line in out.split("\n")[:-1]]

    def ask(self, template, context=None, **more):
        line = {"id": 1, "chat_template": template, "context": context or {}, **more}
        return self.batch(json.dumps(line))[0]

    def test_text(self):
        self.assertEqual(self.ask("{{ a }}\n", {"a": "é\n\"\\\x01"}),
                         {"id": 1, "text": "é\n\"\\\x01"})

    def test_kinds(self):
        for template, kind in (("{{ 1 + }}", "syntax"), ("{{ a.b }}", "undefined"),
                               ("{{ raise_exception('x') }}", "raised"),
                               ("{{ [].append(1) }}", "security"), ("{{ 1 + 'a' }}", "runtime"),
                               ("{% for a in range(99999) %}{{ 'a' * 99999 }}{% endfor %}", "limit"),
                               ("{{ 1|nope }}", "syntax"), ("{{ '\\ud800' }}", "runtime")):
            error = self.ask(template)["error"]
            self.assertEqual(error["kind"], kind, template)
            self.assertEqual(set(error), {"kind", "message", "line", "column"})
        self.assertEqual(self.ask("\n{{ raise_exception('the message') }}")["error"]["message"],
                         "the message")

    def test_raised_messages_are_whole(self):
        self.assertEqual(self.ask("{{ raise_exception('é' * 2000) }}")["error"]["message"], "é" * 2000)
        self.assertEqual(self.ask("{{ raise_exception('a\\x00b') }}")["error"]["message"], "a\x00b")
        self.assertEqual(self.ask("{{ raise_exception('') }}")["error"]["message"], "")

    def test_input_errors_and_order(self):
        good = '{"id": "a", "chat_template": "x", "context": {}}'
        answers = self.batch(good, "nonsense", '{"id": 7}', "", good.replace('"a"', '[1, null]'),
                             "[]", good, end="")
        self.assertEqual([a["id"] for a in answers], ["a", None, 7, [1, None], None, "a"])
        self.assertEqual([a.get("error", {}).get("kind") for a in answers],
                         [None, "input", "input", None, "input", None])

    def test_options(self):
        source = "  {% if 1 %}\na{% endif %}\n"
        options = {"trim_blocks": False, "lstrip_blocks": False, "keep_trailing_newline": True}
        self.assertEqual(self.ask(source)["text"], "a")
        self.assertEqual(self.ask(source, options=options)["text"], "  \na\n")
        self.assertEqual(self.ask("{{ 'a' * 9 }}", options={"limits": {"output_bytes": 8}})
                         ["error"]["kind"], "limit")
        self.assertEqual(self.ask("{{ a }}", {"a": "x"}, options={"spans": True})["spans"][0]["path"], "a")

    def test_now(self):
        self.assertEqual(self.ask("{{ strftime_now('%Y %j %A') }}", now="2024-02-29T00:00:00Z")["text"],
                         "2024 060 Thursday")

    def test_members_without_a_meaning(self):
        for more, name in (({"options": {"mask": "hf"}}, "options.mask"), ({"options": {"policy": "control"}}, "options.policy"), ({"options": {"polcy": 1}}, "options.polcy"),
                           ({"options": {"fit-arguments": True}}, "options.fit_arguments"), ({"processor": True}, "processor"), ({"program": "x"}, "chat_template"),
                           ({"context": {"tokenize": True}}, "context.tokenize"), ({"context": {"return_assistant_tokens_mask": True}}, "context.return_assistant_tokens_mask")):
            error = self.ask("x", **more)["error"] if "context" not in more else self.ask("x", more["context"])["error"]
            self.assertEqual(error["kind"], "input", more)
            self.assertTrue(error["message"].startswith(name + " is "), error)
        self.assertEqual(self.ask("x", {"tokenize": False}, options={"mask": None, "spans": False})["text"], "x")
        model = {"id": 1, "model": self.file("m.jinja", "x"), "context": {"messages": [{"role": "user", "content": "a"}]}}
        for more, name in (({"options": {"trim_blocks": True}}, "options.trim_blocks"), ({"chat_template": "x"}, "chat_template")):
            self.assertTrue(self.batch(json.dumps({**model, **more}))[0]["error"]["message"].startswith(name + " is "), more)
        self.assertEqual(self.batch(json.dumps(model))[0]["text"], "x")

    def test_variables_of_map_without_a_meaning(self):
        for variables in ({"messages": []}, {"tokenize": True}, []):
            self.run_it("map", "--template", self.template, "--variables", json.dumps(variables), given="", status=2)

    def test_a_limit_does_not_stay(self):
        line = {"id": 1, "chat_template": "{{ 'a' * 9 }}", "context": {}}
        answers = self.batch(json.dumps({**line, "options": {"limits": {"output_bytes": 8}}}),
                             json.dumps(line))
        self.assertEqual(answers[1]["text"], "a" * 9)

    def test_answers_come_while_input_pauses(self):
        with subprocess.Popen([CHATFMT, "render", "--batch"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as process:
            for i in range(3):
                process.stdin.write(b'{"id": %d, "chat_template": "{{ a }}", "context": {"a": 1}}\n' % i)
                process.stdin.flush()
                self.assertEqual(json.loads(process.stdout.readline()), {"id": i, "text": "1"})
            process.stdin.close()

    def test_long_lines(self):
        text = "x" * 3000000
        self.assertEqual(self.ask("{{ a }}", {"a": text})["text"], text)


class Terminal(Files):
    def on_terminal(self, env, *args):
        try:
            parent, child = pty.openpty()
        except OSError as error:
            self.skipTest("no terminals here: %s" % error)
        path = self.file("c.json", '[{"role": "user", "content": "a\\u001b[31mb\\u202e"}]')
        process = subprocess.Popen([CHATFMT, "render", "--template", self.template, *args, path],
                                   stdout=child, stderr=subprocess.DEVNULL,
                                   env={**os.environ, "TERM": "xterm", **env})
        os.close(child)
        out = b""
        while True:
            try:
                piece = os.read(parent, 65536)
            except OSError:
                break
            if not piece:
                break
            out += piece
        os.close(parent)
        self.assertEqual(process.wait(), 0)
        return out.decode()

    def test_colours(self):
        out = self.on_terminal({"NO_COLOR": ""})
        self.assertIn("\x1b[32ma\\x1b[31mb\\u{202e}", out)

    def test_no_color(self):
        out = self.on_terminal({"NO_COLOR": "1"})
        self.assertNotIn("\x1b", out)
        self.assertIn("a\\x1b[31mb", out)

    def test_raw(self):
        self.assertIn("a\x1b[31mb\u202e", self.on_terminal({"NO_COLOR": ""}, "--raw"))


class Tokens(Files):
    """chatfmt tokenize, and render --output ids."""

    def setUp(self):
        super().setUp()
        flags = {"id": 0, "single_word": False, "lstrip": False, "rstrip": False,
                 "normalized": False, "special": True}
        self.tokenizer = self.file("tokenizer.json", json.dumps({
            "version": "1.0", "added_tokens": [{**flags, "content": "<|end|>"}],
            "decoder": {"type": "Fuse"},
            "model": {"type": "BPE", "merges": ["H i"], "vocab": {
                c: i for i, c in enumerate("Hi é<|>ndusr\n" "e")} | {"Hi": 90}}}))

    def ids(self, *args, **kw):
        return json.loads(self.run_it("tokenize", "--tokenizer", self.tokenizer, *args, **kw)[0])

    def test_text(self):
        self.assertEqual(self.ids(given="Hi")["ids"], [90])
        end = self.ids(given="<|end|>")["ids"]
        self.assertEqual(len(end), 1)
        told = self.ids("--offsets", given="é<|end|>")
        self.assertEqual(told["offsets"], [[0, 1], [1, 8]])
        self.assertEqual(told["tokens"], ["é", "<|end|>"])

    def test_policy(self):
        end = self.ids(given="<|end|>")["ids"][0]
        told = self.ids("--policy", "control", given="Hi<|end|>")
        self.assertNotIn(end, told["ids"])
        self.assertEqual(told["attempts"], [{"begin": 2, "end": 9, "id": end}])
        self.assertEqual(self.ids("--policy", "none", given="<|end|>")["ids"], [end])
        self.run_it("tokenize", "--tokenizer", self.tokenizer, "--policy", "reject", given="<|end|>",
                    status=1)
        self.run_it("tokenize", "--tokenizer", self.tokenizer, "--policy", "x", given="", status=2)

    def test_render_tokens(self):
        words = '[{"role": "user", "content": "Hi"}]'
        told = json.loads(self.run_it("render", "--template", self.template, "--output", "tokens",
                                      "--tokenizer", self.tokenizer, given=words)[0])
        self.assertEqual(len(told["tokens"]), len(told["ids"]))
        self.assertIn("<|end|>", told["tokens"])
        # Some templates make their control tokens of a role: the usual words may.
        made = self.file("made.jinja", "{{ '<|' ~ messages[0].role ~ '|>' }}")
        for role, attempts in (("end", 1), ("user", 0)):
            told = json.loads(self.run_it(
                "render", "--template", made, "--output", "ids", "--tokenizer", self.tokenizer,
                "--policy", "control", given=words.replace("user", role))[0])
            self.assertEqual(len(told.get("attempts", [])), attempts)

    def test_decode(self):
        end = self.ids(given="<|end|>")["ids"][0]
        text = self.run_it("tokenize", "--model", self.folder.name, "--decode",
                           given=json.dumps([90, end]))[0]
        self.assertEqual(text, "Hi<|end|>")
        text = self.run_it("tokenize", "--model", self.folder.name, "--decode",
                           "--skip-special-tokens", given=json.dumps([90, end]))[0]
        self.assertEqual(text, "Hi")
        self.run_it("tokenize", "--model", self.folder.name, "--decode", given="[-1]", status=1)

    def test_batch(self):
        out = self.run_it("tokenize", "--tokenizer", self.tokenizer, "--batch",
                          given='"Hi"\n{"id": "x", "text": "H"}\n{"id": 2}\n[\n')[0].splitlines()
        rows = [json.loads(line) for line in out]
        self.assertEqual(rows[0], {"ids": [90]})
        self.assertEqual(rows[1]["id"], "x")
        self.assertEqual(rows[2]["error"]["kind"], "input")
        self.assertEqual(rows[3]["error"]["kind"], "input")

    def test_usage(self):
        self.run_it("tokenize", given="", status=2)
        self.run_it("tokenize", "--tokenizer", "/nowhere.json", given="", status=1)

    def test_render_ids(self):
        words = '[{"role": "user", "content": "Hi<|end|>"}]'
        args = ("render", "--template", self.template, "--output", "ids")
        self.run_it(*args, given=words, status=2)
        args += ("--tokenizer", self.tokenizer)
        end = self.ids(given="<|end|>")["ids"][0]
        told = json.loads(self.run_it(*args, given=words)[0])
        self.assertEqual(told["ids"].count(end), 2)
        told = json.loads(self.run_it(*args, "--policy", "control", given=words)[0])
        self.assertEqual(told["ids"].count(end), 1)
        self.assertEqual(told["attempts"], [{"begin": 11, "end": 18, "id": end, "path": "messages[0].content"}])
        said = self.run_it(*args, "--policy", "reject", given=words, status=1)[1]
        self.assertIn("the control token '<|end|>'\n    at messages[0].content\n", said)
        self.run_it(*args, "--policy", "nonsense", given=words, status=2)

    def test_a_template_beside_a_tokenizer_is_as_their_model(self):
        """--template with --tokenizer writes what --model writes of both in a folder, attempts and refusals included."""
        words = '[{"role": "user", "content": "Hi<|end|>"}, {"role": "user", "content": "a"}]'
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(self.tokenizer, os.path.join(folder, "tokenizer.json"))
            shutil.copy(self.template, os.path.join(folder, "chat_template.jinja"))
            for output, policy, status in (("ids", "control", 0), ("tokens", "control", 0), ("tokens", "any", 0), ("ids", "report", 0), ("ids", "reject", 1)):
                both = [self.run_it("render", *source, "--output", output, "--policy", policy, given=words, status=status)
                        for source in (("--template", self.template, "--tokenizer", self.tokenizer), ("--model", folder))]
                self.assertEqual(*(json.loads(out) if not status else err.replace(folder + ": ", "") for out, err in both))


if __name__ == "__main__":
    if not os.path.exists(CHATFMT):
        print(f"cli: SKIPPED, there is no {CHATFMT}")
        sys.exit(77)
    unittest.main()
