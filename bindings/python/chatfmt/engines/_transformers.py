"""A model of transformers as an engine."""
from .._errors import checked_tokenizer
from ._protocol import Engine, EngineError, Piece, need
from ._threads import produced

__all__ = ["TransformersEngine"]


class _Streamer:
    """What generate() is given as `streamer`: hands each token on as it is sampled. The first call
    brings the prompt."""

    def __init__(self, take):
        self._take, self._prompt = take, True

    def put(self, value):
        if self._prompt:
            self._prompt = False
            return
        self._take([int(i) for i in value.reshape(-1).tolist()])

    def end(self):
        pass


class TransformersEngine(Engine):
    """A model of transformers, by its method generate(). It answers one prompt at a time.

    model      any object with a method generate(input_ids=…, streamer=…) like that of transformers
    tokenizer  a chatfmt.Tokenizer with the vocabulary of the model
    options    arguments of generate() for every reply
    """

    takes_ids = gives_ids = takes_stop_ids = True

    def __init__(self, model, tokenizer, **options):
        self._model, self._tokenizer, self._always = model, checked_tokenizer(tokenizer), options

    def __repr__(self):
        return f"<TransformersEngine {type(self._model).__name__}>"

    def _pieces(self, prompt, options):
        torch = need("torch", "transformers")
        ids = self._tokenizer.encode(prompt) if isinstance(prompt, str) else list(prompt)
        stop_ids = list(options.pop("stop_ids", None) or ())
        options.pop("stop"), options.pop("preserved", None)
        most = options.pop("max_tokens")
        more = {**self._always, **{k: v for k, v in options.items() if v is not None}}
        if most is not None:
            more["max_new_tokens"] = most
        if "temperature" in more:  # generate() reads it only where it samples
            more.setdefault("do_sample", bool(more["temperature"]))
            if not more["do_sample"]:
                del more["temperature"]
        if stop_ids:
            more["eos_token_id"] = stop_ids

        def work(emit):
            batch = torch.tensor([ids], device=getattr(self._model, "device", None))
            self._model.generate(input_ids=batch, attention_mask=torch.ones_like(batch),
                                 streamer=_Streamer(emit), **more)
        decoder, count = self._tokenizer.decode_stream(), 0
        ends = more.get("eos_token_id", getattr(getattr(self._model, "generation_config", None), "eos_token_id", None))
        ends = set(ends if isinstance(ends, (list, tuple)) else [ends])
        tokens, finish = produced(work), "length"
        try:
            for sampled in tokens:
                count += len(sampled)
                if sampled and sampled[-1] in ends:
                    finish = "stop"
                    yield Piece(decoder.feed(sampled[:-1]), tuple(sampled))
                else:
                    yield Piece(decoder.feed(sampled), tuple(sampled))
        except EngineError:
            raise
        except Exception as error:
            raise EngineError(f"{self!r}: {type(error).__name__}: {error}") from error
        finally:
            tokens.close()
        yield Piece("", (), finish, {"prompt_tokens": len(ids), "completion_tokens": count})
