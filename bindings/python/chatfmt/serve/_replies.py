"""Turns what a model wrote into OpenAI's messages and deltas."""
from ..engines import StopStrings
from ._choice import ChosenReading

__all__ = ["Reading", "reading_of"]


def reading_of(service, request, text, stops=()):
    """The object that reads one reply of a request: a ChosenReading if tool_choice needs one, and otherwise a Reading."""
    reading = Reading(service, request, text, stops)
    return reading if request.tool_choice in ("auto", "none") else ChosenReading(request, reading)


class Reading:
    """One reply of a request: takes pieces of text, and gives deltas. At the end it has the message.

    service  the Service whose reader is used
    request  the ChatRequest
    text     the text of its prompt
    stops    texts that end the reply and are not part of it
    """

    def __init__(self, service, request, text, stops=()):
        before = sum(len(message.get("tool_calls") or ()) for message in request.messages)
        tools = request.tools if request.tool_choice == "auto" else []
        self._parser = service.reader(tools, text, before, request.variables.get("chat_template"))
        self._request, self._stops, self.stopped = request, StopStrings(stops), False
        self.called, self._dropped = False, set()

    def _deltas(self, events):
        made = []
        for event in events:
            delta = self._parser.delta(event)
            if delta is None:
                continue
            if event.kind in ("call", "arguments"):
                if self._request.one_call and event.call > 0:
                    continue
                self.called = True
            elif event.kind == "reasoning":
                if not self._request.reasoning:
                    continue
                delta["reasoning"] = delta["reasoning_content"]
            made.append(delta)
        return made

    def feed(self, text):
        """The deltas of a further piece of text. After a stop string there are none."""
        if self.stopped:
            return []
        text, found = self._stops.feed(text)
        self.stopped = found is not None
        return self._deltas(self._parser.feed(text))

    def end(self):
        """The deltas of the end of the reply."""
        held = "" if self.stopped else self._stops.end()
        return self._deltas(self._parser.feed(held) if held else []) + self._deltas(self._parser.finish())

    def message(self):
        """The message. Call end() first."""
        made = self._parser.message()
        reasoning = made.pop("reasoning_content", None)
        if reasoning is not None and self._request.reasoning:
            made["reasoning"] = made["reasoning_content"] = reasoning
        if self._request.one_call and made.get("tool_calls"):
            made["tool_calls"] = made["tool_calls"][:1]
        made.setdefault("reasoning", None)
        made["content"] = made.get("content") or (None if made.get("tool_calls") or reasoning else made.get("content"))
        return made

    def finish(self, reason):
        """OpenAI's finish_reason for the engine's reason."""
        return "tool_calls" if reason == "stop" and self.called else reason
