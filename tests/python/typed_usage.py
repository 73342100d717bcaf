"""How users call the package, with the types of what they get. test_types.py has mypy check it in its strict mode, and runs it in
the folder `examples`, where each assert_type() looks whether the value is of that type.

What is wrong on purpose is in wrong(), which is not called: mypy has to refuse each line there.
"""
import asyncio
import io
import pathlib
from collections.abc import AsyncIterator, Iterator
from typing import Any, Literal

from typing_extensions import assert_type

import chatfmt
import chatfmt.transformers
from chatfmt import fastchat, internlm2, xtuner
from chatfmt.chat import Chat, Prompter, Rendered, ToolResult, Turn
from chatfmt.engines import Engine, Piece, open_engine

SOURCE = pathlib.Path("chatml.jinja").read_text()
MESSAGES = [{"role": "user", "content": "What is the weather in Oslo?"}]
CONVERSATION = [*MESSAGES, {"role": "assistant", "content": "It rains."}]
TOOLS = [{"type": "function", "function": {"name": "get_weather", "description": "The weather of today.", "parameters": {
    "type": "object", "properties": {"city": {"type": "string", "description": "Where."}}, "required": ["city"]}}}]
REPLY = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'


def get_time(city: str) -> str:
    """The time of a city.

    Args:
        city: Its name.
    """
    return f"noon in {city}"


class Own(chatfmt.Model):
    """A class of a user's own."""


def templates() -> None:
    template = chatfmt.Template(SOURCE, now=0)
    assert_type(template, chatfmt.Template)
    assert_type(template.render(messages=MESSAGES, tools=TOOLS, add_generation_prompt=True), str)
    assert_type(template.render({"messages": MESSAGES}), str)
    assert_type(template.source, str)
    prompt = chatfmt.prompt(template, {"messages": MESSAGES}, add_generation_prompt=True)
    assert_type(prompt, chatfmt.Prompt)
    assert_type(prompt.spans, list[chatfmt.Span])
    assert_type(prompt.ansi(), str)
    span = prompt.spans[0]
    assert_type(span.kind, Literal["template", "trusted", "data"])
    assert_type(prompt[span.begin:span.end], str)
    assert_type(span.copied, bool)


def models() -> None:
    model = chatfmt.Model.from_pretrained("model")
    assert_type(model, chatfmt.Model)
    assert_type(Own.from_pretrained("model", processor=False), Own)
    assert_type(chatfmt.Model.from_template(SOURCE, tokenizer=model.tokenizer), chatfmt.Model)
    assert_type(model.templates, dict[str, str])
    assert_type(model.special_tokens, dict[str, str])
    assert_type(model.stops, list[str])
    assert_type(model.stop_ids, list[int])
    assert_type(model.findings, list[str])
    assert_type(model.prompt(MESSAGES, fix="fit-arguments"), chatfmt.Prompt)
    assert_type(model.open_turn(MESSAGES), dict[str, Any])


def prompts() -> None:
    model = chatfmt.Model.from_pretrained("model")
    assert_type(model.apply_chat_template(MESSAGES), dict[str, Any])
    assert_type(model.apply_chat_template(MESSAGES, tokenize=False), str)
    assert_type(model.apply_chat_template(MESSAGES, return_dict=False), list[int])
    assert_type(model.apply_chat_template([MESSAGES, CONVERSATION]), dict[str, Any])
    assert_type(model.apply_chat_template([MESSAGES, CONVERSATION], tokenize=False), list[str])
    assert_type(model.apply_chat_template([MESSAGES, CONVERSATION], return_dict=False, padding=True), list[list[int]])
    assert_type(model.apply_chat_template((*MESSAGES, {"role": "assistant", "content": None}), tokenize=False,
                                          fix="null-to-empty"), str)
    assert_type(model.apply_chat_template(CONVERSATION, mask="derived", roles="assistant", last_turn=True, policy="control",
                                          max_length=4096, fit="drop", fix=["fit-arguments", "raw-messages"]), dict[str, Any])
    assert_type(model.apply_chat_template(MESSAGES, [*TOOLS, get_time], None, None, True, tokenize=False), str)
    assert_type(model.apply_chat_template(MESSAGES, tools=chatfmt.Tools([get_time]), tokenize=False), str)
    model.apply_chat_template(MESSAGES, tools=chatfmt.Tools([get_time]), policy="control", trusted=("tools",))
    made = model.apply_chat_template(CONVERSATION, mask="derived", padding="max_length", max_length=64, padding_side="left",
                                     tokenizer_kwargs={"return_attention_mask": False})
    texts = bool(made["input_ids"])
    assert_type(model.apply_chat_template(CONVERSATION, labels=True), dict[str, Any])
    assert_type(model.apply_chat_template(MESSAGES, tokenize=texts), Any)


def tokenizers() -> None:
    tokenizer = chatfmt.Tokenizer("model")
    assert_type(tokenizer, chatfmt.Tokenizer)
    assert_type(tokenizer.encode("Hello"), list[int])
    assert_type(tokenizer.encode("Hello", offsets=True), tuple[list[int], list[tuple[int, int]]])
    assert_type(tokenizer.encode_pair("Who?", "Me.", add_special_tokens=True), tuple[list[int], list[int]])
    assert_type(tokenizer.decode(range(40, 44)), str)
    assert_type(tokenizer.token_to_id("<|im_end|>"), int | None)
    assert_type(tokenizer.id_to_token(40), str | None)
    stream = tokenizer.decode_stream(skip_special_tokens=True)
    assert_type(stream.feed((39, 72)), str)


async def pieces() -> AsyncIterator[str]:
    for piece in ("Hel", "lo"):
        yield piece


async def streamed(parser: chatfmt.ReplyParser) -> None:
    async for event in parser.astream(pieces()):
        assert_type(event, chatfmt.Event)
    async for delta in parser.adeltas(pieces()):
        assert_type(delta, dict[str, Any])


def replies() -> None:
    model = chatfmt.Model.from_pretrained("model")
    text = model.apply_chat_template(MESSAGES, tools=TOOLS, tokenize=False, add_generation_prompt=True)
    parser = model.reader(tools=TOOLS, prompt=text, stops=["\n\n"], one_call=True)
    assert_type(parser, chatfmt.ReplyParser)
    assert_type(parser.deltas(["Hel", "lo"]), Iterator[dict[str, Any]])
    assert_type(parser.stream([b"Hel", b"lo"]), Iterator[chatfmt.Event])
    for delta in parser.deltas(["Hel", "lo"]):
        assert_type(delta, dict[str, Any])
    assert_type(parser.about, dict[str, Any])
    message = model.reader(tools=TOOLS).parse(REPLY, arguments="object")
    assert_type(message, dict[str, Any])
    assert_type(model.apply_chat_template([*MESSAGES, message], tools=TOOLS, tokenize=False), str)
    prompt = model.apply_chat_template(MESSAGES, tools=TOOLS, add_generation_prompt=True, return_dict=False)
    output = prompt + model.tokenizer.encode(REPLY) + model.stop_ids[:1]
    parser = model.reader(tools=TOOLS, prompt=model.tokenizer.decode(prompt))
    events = parser.feed_ids(output[len(prompt):]) + parser.finish()
    assert_type(events, list[chatfmt.Event])
    assert_type(parser.message(), dict[str, Any])
    for event in events:
        assert_type(event.text, str)
        assert_type(event.begin, int)
        assert_type(event.reason, str | None)
        assert_type(event.kind, Literal["frame", "content", "reasoning", "call", "arguments", "call_end", "code", "role", "stop"])
        assert_type(chatfmt.ReplyParser.delta(event), dict[str, Any] | None)
    assert_type(chatfmt.ReplyParser("hermes", tokenizer=model.tokenizer).feed(b"Hi"), list[chatfmt.Event])
    assert_type(chatfmt.readers(), list[str])
    asyncio.run(streamed(model.reader()))


def rows() -> None:
    model = chatfmt.Model.from_pretrained("model")
    data = [{"messages": CONVERSATION}, {"messages": CONVERSATION}]
    made = chatfmt.map(model, data, columns=["input_ids", "labels"], max_length=4096, fit="drop", pack=True)
    assert_type(made, Iterator[dict[str, Any]])
    for row in made:
        assert_type(row["lines"], Any)
    for row in chatfmt.map("model", data, columns="text,mask", on_error="record", mask="derived", roles=["assistant"], threads=1):
        assert_type(row, dict[str, Any])
    for row in chatfmt.map(None, data, format="chatml"):
        assert_type(row, dict[str, Any])
    for row in chatfmt.map("model", "data.jsonl", variables={"enable_thinking": False}, policy="control", columns=("input_ids",)):
        assert_type(row, dict[str, Any])


def about_templates() -> None:
    assert_type(chatfmt.lint(SOURCE), list[dict[str, Any]])
    assert_type(chatfmt.inspect(chatfmt.Template(SOURCE)), dict[str, Any])
    assert_type(chatfmt.continuity("chatml.jinja"), list[dict[str, Any]])
    assert_type(chatfmt.diff("chatml.jinja", "model"), str)
    assert_type(chatfmt.fmt(SOURCE, width=100), str)
    assert_type(chatfmt.formats["chatml"].render(MESSAGES, system="S."), str)
    assert_type(chatfmt.formats["chatml"].apply(MESSAGES), tuple[str, list[str]])
    assert_type([format.name for format in chatfmt.formats], list[str])
    assert_type(len(chatfmt.formats), int)
    assert_type("chatml" in chatfmt.formats, bool)
    assert_type([format.name for format in [chatfmt.formats.get("chatml")] if format], list[str])
    assert_type(chatfmt.formats.keys(), list[str])
    chatfmt.formats.add([{"name": "typed-usage", "template": "{{ messages[0].content }}"}], override=True)
    assert_type(tuple(chatfmt.Tools([get_time, *TOOLS])), tuple[dict[str, Any], ...])
    assert_type(chatfmt.__version__, str)
    assert_type(chatfmt.transformers.stats(), dict[str, dict[str, int]])


def errors() -> None:
    for source in ("{% for", "{{ x.y.z }}"):
        try:
            chatfmt.Template(source).render()
        except (chatfmt.TemplateSyntaxError, chatfmt.UndefinedError) as error:
            assert_type(error.line, int | None)
            assert_type(error.path, str)
            assert_type(error.kind, str)
    try:
        chatfmt.Model.from_pretrained("no/such")
    except chatfmt.NotFoundError as error:
        assert_type(error.excerpt, str)
    try:
        chatfmt.formats["no such format"]
    except KeyError as error:
        assert isinstance(error, chatfmt.KeyError)
        assert_type(error.column, int | None)


def conversations() -> None:
    engine = open_engine(lambda prompt: ["Hello!"])
    assert_type(engine, Engine)
    for piece in engine.stream("Hi", stop=["<|im_end|>"], max_tokens=200, temperature=0.7):
        assert_type(piece, Piece)
        assert_type(piece.text, str)
    chat = Chat("model", engine, tools=[get_time], system="You are brief.", policy="control")
    for event in chat.send("What is the time in Oslo?"):
        assert_type(event, chatfmt.Event | Turn | ToolResult)
        if event.kind == "content":
            assert_type(event.text, str)
    assert_type(chat.ask("And in Rome?").message, dict[str, Any])
    assert_type(chat.messages, list[dict[str, Any]])
    rendered = Prompter(chatfmt.Model.from_pretrained("model")).render(MESSAGES)
    assert_type(rendered, Rendered)
    assert_type(rendered.ids, list[int] | None)


def others() -> None:
    conversation = fastchat.get_conv_template("vicuna_v1.1")
    conversation.append_message(conversation.roles[0], "Hello!")
    conversation.append_message(conversation.roles[1], None)
    assert_type(conversation.get_prompt(), str)
    assert_type(conversation.to_openai_api_messages(), list[dict[str, Any]])
    assert_type(internlm2.render([internlm2.system("Be brief."), internlm2.user("Weather in Oslo?")]), str)
    assert_type(internlm2.ActionReader().feed("Hi"), dict[str, Any])
    assert_type(xtuner.render(xtuner.PROMPT_TEMPLATE.internlm_chat, [{"role": "user", "content": "Hi"}]), str)


def wrong(model: chatfmt.Model, chunks: io.StringIO) -> None:
    model.apply_chat_template(MESSAGES, policy="contrl")  # type: ignore[call-overload]
    model.apply_chat_template(MESSAGES, mask="derivd")  # type: ignore[call-overload]
    model.apply_chat_template(MESSAGES, fit="dorp")  # type: ignore[call-overload]
    model.apply_chat_template(MESSAGES, padding="longset")  # type: ignore[call-overload]
    model.apply_chat_template(MESSAGES, padding_side="top")  # type: ignore[call-overload]
    model.apply_chat_template(MESSAGES, return_tensors="tf")  # type: ignore[call-overload]
    model.apply_chat_template("Hi")  # type: ignore[arg-type]
    model.prompt([MESSAGES])  # type: ignore[list-item]
    model.reader(one_cal=True)  # type: ignore[call-arg]
    model.reader().message(arguments="dict")  # type: ignore[arg-type]
    model.reader().parse([1, 2])  # type: ignore[arg-type]
    model.stops = ["</s>"]  # type: ignore[misc]
    chatfmt.ReplyParser("hermes", tokenizer="model")  # type: ignore[arg-type]
    chatfmt.map(model, [], fit="dorp")  # type: ignore[arg-type]
    chatfmt.map(model, [], on_error="ignore")  # type: ignore[arg-type]
    chatfmt.map(model, [], max_lenght=10)  # type: ignore[call-arg]
    chatfmt.map(model, {"messages": MESSAGES})  # type: ignore[dict-item]
    chatfmt.Tokenizer("model").decode("Hi")  # type: ignore[arg-type]
    chatfmt.Tokenizer("model").encode(b"Hi")  # type: ignore[call-overload]
    chatfmt.Template(SOURCE).render(MESSAGES)  # type: ignore[arg-type]
    chatfmt.Template(chunks)  # type: ignore[arg-type]
    for event in model.reader().feed("Hi"):
        print(event.kind == "contents")  # type: ignore[comparison-overlap]


def right() -> None:
    """All of it but what is wrong."""
    for part in (templates, models, prompts, tokenizers, replies, rows, about_templates, errors, conversations, others):
        part()
