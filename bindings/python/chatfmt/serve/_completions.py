"""/v1/chat/completions in front of a completions endpoint or another engine."""
import asyncio
import json
import time
import uuid

from ..engines import EngineReplyError
from ._choice import schema_of_choice
from ._errors import Refused, answer_of
from ._render import render_request
from ._replies import reading_of

__all__ = ["complete", "stream"]

_SILENCE = 15.0  # seconds after which a stream says that it is alive
_AHEAD = 32  # deltas that replies may be ahead of the client


class _Job:
    """One request, rendered, with `count` replies to make."""

    def __init__(self, service, request):
        self.service, self.request, self.schema = service, request, schema_of_choice(request)
        if self.schema is not None and not service.engine.takes_schema:
            raise Refused(400, f"tool_choice {json.dumps(request.body['tool_choice'])} needs an engine that follows a JSON "
                          "schema; the upstream does not, llama.cpp and vLLM do", "tool_choice")
        if request.stop_ids and not service.engine.takes_stop_ids:
            raise Refused(400, "stop_token_ids needs an engine that ends replies by ids; the upstream does not, vLLM does. "
                          "stop takes the texts of these tokens", "stop_token_ids")
        self.rendered = render_request(service, request)
        self.prompt = service.prompter.for_engine(service.engine, self.rendered, request.messages, request.tools,
                                                  **request.variables)
        self.id, self.created = f"chatcmpl-{uuid.uuid4().hex}", int(time.time())
        self.tokens = [0] * request.count
        self.prompt_tokens = None if self.rendered.ids is None else len(self.rendered.ids)

    def head(self, kind):
        return {"id": self.id, "object": kind, "created": self.created, "model": self.request.model or self.service.name}

    def usage(self):
        """None where a count is not known: OpenAI's counts are numbers, and the whole may be null."""
        if self.prompt_tokens is None or None in self.tokens:
            return None
        completion = sum(self.tokens)
        return {"prompt_tokens": self.prompt_tokens, "completion_tokens": completion, "total_tokens": self.prompt_tokens + completion}

    def reading(self):
        return reading_of(self.service, self.request, self.rendered.text)

    async def pieces(self, index):
        """The engine's pieces of one reply; closes it whatever happens. The last has `finish`."""
        request, preserved = self.request, self.service.prompter.preserved
        sampling = dict(request.sampling)
        if self.schema is not None:
            sampling["schema"] = self.schema
        if index and "seed" in sampling:
            sampling["seed"] += index  # replies of one seed would be the same
        pieces = self.service.engine.astream(
            self.prompt, stop=(*self.rendered.stops, *request.stop), max_tokens=request.max_tokens,
            stop_ids=(*self.rendered.stop_ids, *request.stop_ids),
            preserved=[text for text in preserved if text not in self.rendered.stops], **sampling)
        counted, last = 0, None
        try:
            async for last in pieces:
                counted = None if None in (counted, last.ids) else counted + len(last.ids)
                yield last
        finally:
            await pieces.aclose()
            usage = (last.usage if last else None) or {}
            self.tokens[index] = usage.get("completion_tokens", counted if self.service.engine.gives_ids else None)
            if self.prompt_tokens is None:
                self.prompt_tokens = usage.get("prompt_tokens")
            self.service.metrics.completion_tokens += self.tokens[index] or 0
        if last is None or last.finish is None:
            raise EngineReplyError("the upstream ended its reply without an end")


async def complete(service, request):
    """The body of an answer."""
    job = _Job(service, request)

    async def one(index):
        reading, finish = job.reading(), None
        async for piece in job.pieces(index):
            reading.feed(piece.text)
            finish = piece.finish
        reading.end()
        return {"index": index, "message": reading.message(), "logprobs": None, "finish_reason": reading.finish(finish)}
    choices = await _all([one(index) for index in range(request.count)])
    return json.dumps({**job.head("chat.completion"), "choices": choices, "usage": job.usage()}, ensure_ascii=False).encode()


async def _all(works):
    """Results of coroutines; when one fails, the others are cancelled and have ended."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _event(made):
    return b"data: " + json.dumps(made, ensure_ascii=False).encode() + b"\n\n"


async def stream(service, request):
    """The events of an answer.

    The first event comes with the first piece of the reply. Everything about the request is checked before that, so an
    engine that refuses the request still gives an HTTP status. Closing the iterator cancels the replies.
    """
    job = _Job(service, request)
    queue = asyncio.Queue(_AHEAD)
    tasks = [asyncio.ensure_future(_deltas(job, index, queue)) for index in range(request.count)]
    left = len(tasks)
    try:
        while left:
            try:
                made = await asyncio.wait_for(queue.get(), _SILENCE)
            except asyncio.TimeoutError:
                yield b": waiting\n\n"
                continue
            if made is None:
                left -= 1
            elif isinstance(made, Exception):
                raise made
            else:
                yield _event(made)
        if request.usage:
            yield _event({**job.head("chat.completion.chunk"), "choices": [], "usage": job.usage()})
        yield b"data: [DONE]\n\n"
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _deltas(job, index, queue):
    """Put the chunks of one reply into the queue, then None; or the exception that ended it."""
    head = job.head("chat.completion.chunk")

    def chunk(delta, finish=None):
        return {**head, "choices": [{"index": index, "delta": delta, "logprobs": None, "finish_reason": finish}]}
    finish, begun = None, False
    try:
        reading = job.reading()
        async for piece in job.pieces(index):
            if not begun:
                begun = True
                await queue.put(chunk({"role": "assistant", "content": ""}))
            for delta in reading.feed(piece.text):
                await queue.put(chunk(delta))
            finish = piece.finish
        for delta in reading.end():
            await queue.put(chunk(delta))
        await queue.put(chunk({}, reading.finish(finish)))
        await queue.put(None)
    except Exception as error:
        await queue.put(error)


def failure(error, engine):
    """(HTTP status, event) of an error in a stream that has begun."""
    status, body = answer_of(error, engine)
    return status, b"data: " + body + b"\n\n"
