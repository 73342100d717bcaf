"""Replies read by a response_template, beside transformers' own parser: message, events, errors, chunk for chunk."""
import copy
import os
import pathlib
import random
import signal
import sys

import pytest

transformers = pytest.importorskip("transformers")
chat_parsing = pytest.importorskip("transformers.utils.chat_parsing")
import chatfmt.transformers as served  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "replies"))
import response_cases  # noqa: E402

COUNT = int(os.environ.get("CHATFMT_REPLIES", "400"))


class Endless(BaseException):
    """The original does not end on some expressions that match nothing."""


def endless(*_):
    raise Endless


def outcome(call):
    """What a call gives, or the class and text of its error, or None when it does not end."""
    signal.signal(signal.SIGALRM, endless)
    signal.setitimer(signal.ITIMER_REAL, 2)
    try:
        return repr(call())
    except Exception as error:
        return type(error).__module__, type(error).__name__, str(error)
    except Endless:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def streamed(case, chunks, seed):
    r = random.Random(seed)
    parser = chat_parsing.ResponseParser(case["response_template"], case["prompt"], tools=case.get("tools"))
    events = [list(parser.initial_events)]
    for chunk in chunks:
        events.append(parser.feed(chunk))
        if seed % 16 == 0 and r.random() < 0.1:  # what is private, and copies, are the original's
            events.append((parser._pos, parser._buffer))
        if seed % 16 == 1 and r.random() < 0.1:
            parser = copy.deepcopy(parser)
    events.append(parser.finalize())
    if r.random() < 0.1:
        events.append(outcome(lambda: parser.feed("more")))
    return events


def outcomes():
    for number, case in enumerate(response_cases.cases(COUNT, 3)):
        template, text, tools = case["response_template"], case["text"], case.get("tools")
        yield case, outcome(lambda: chat_parsing.parse_response(text, template, prefix=case["prompt"], tools=tools))
        for chunks in response_cases.chunkings(text, number, 2):
            yield case, outcome(lambda: streamed(case, chunks, number))
    for template, prefix, text in ((None, "", "x"), ({}, "", "x"), ({"fields": {}}, "", ""), ({"start_anchor": ""}, None, "x"),
                                   ({"fields": {"a": {(1,): 2}}}, "", "x"), ({"fields": {"a": {}}, "start_anchor": "x"}, None, "y"),
                                   ({"fields": {"a": {}}, "start_anchor": "x"}, "", 5),
                                   ({"fields": {"a": {}}, "start_anchor": "x", "defaults": {"t": (1, 2)}}, "", "y"),
                                   ({"fields": {"a": {}}, "start_anchor": "x", "defaults": {1: 2}}, "", "\ud800"),
                                   ({"fields": {"a": {}}, "start_anchor": "x"}, "", "\ud800")):
        case = {"response_template": template, "prompt": prefix, "text": text}
        yield case, outcome(lambda: chat_parsing.parse_response(text, template, prefix=prefix))
        yield case, outcome(lambda: streamed(case, [text], 1))


def test_replies():
    served.uninstall()
    before = chat_parsing.ResponseParser
    wanted = list(outcomes())
    served.stats(reset=True)
    assert served.install(strict=True)
    try:
        if chat_parsing.ResponseParser is before:
            pytest.skip(f"transformers {transformers.__version__} parses otherwise")
        assert issubclass(chat_parsing.ResponseParser, before)
        got = list(outcomes())
    finally:
        served.uninstall()
    counts = served.stats()
    print(counts)
    assert chat_parsing.ResponseParser is before
    wrong = [(case, want, have) for (case, want), (_, have) in zip(wanted, got) if want is not None and want != have]
    assert not wrong, (len(wrong), str(wrong[0])[:3000])
    good = sum(isinstance(want, str) for _, want in wanted)
    assert sum(counts["served"].values()) > 0.8 * good > 100
    assert sum(counts["served"].values()) + sum(counts["original"].values()) >= len(wanted)
