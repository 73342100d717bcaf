"""What chatfmt encoded, with the attributes and methods of tokenizers.Encoding."""
from array import array

from . import _chatfmt

__all__ = ["Encoding"]

_STRATEGIES = {"longest_first": 0, "only_first": 1, "only_second": 2}


def _numbers(data, kind):
    made = array(kind)
    made.frombytes(data)
    return made


class Encoding:
    """One text, or a piece of one, as ids. What needs words of the tokenizer, or changes it, is done by a real
    Encoding, which is made when it is first asked for."""

    __slots__ = ("_known", "_text", "_ids", "_types", "places", "_attention", "_special", "overflowing", "_length",
                 "_lengths", "_piece", "_first", "_real_one")

    @classmethod
    def plain(cls, known, text, ids, places):
        """All of a text, neither truncated nor padded."""
        self = cls()
        self._known, self._text, self._ids, self.places = known, text, list(ids), places
        self._types = self._attention = self._special = self._first = self._real_one = self._lengths = None
        self.overflowing, self._length, self._piece = [], len(ids), 0
        return self

    @classmethod
    def batch(cls, known, texts, add_special):
        """Encodings of several texts as the backend is set: truncated, padded to one length."""
        truncation, padding = known.backend.truncation, known.backend.padding
        cut = None
        if truncation is not None:
            cut = (truncation["max_length"], truncation["stride"], _STRATEGIES[truncation["strategy"]],
                   truncation["direction"] == "left")
        pad = None
        if padding is not None:
            length = padding["length"]
            if length is None:
                length = max((len(known.native._pieces(text, add_special, cut, None)[0][0]) // 4 for text in texts),
                             default=0)
            pad = (length, padding["pad_to_multiple_of"] or 0, padding["pad_id"], padding["pad_type_id"],
                   padding["direction"] == "left")
        return [cls._pieces(known, text, add_special, cut, pad, (truncation, padding, add_special)) for text in texts]

    @classmethod
    def _pieces(cls, known, text, add_special, cut, pad, lengths):
        made = []
        for number, row in enumerate(known.native._pieces(text, add_special, cut, pad)):
            self = cls()
            self._known, self._text, self._lengths, self._piece = known, text, lengths, number
            self._ids, self._types = _numbers(row[0], "I").tolist(), _numbers(row[1], "I").tolist()
            self.places, self._attention, self._special = row[2], list(row[3]), list(row[4])
            self.overflowing, self._length, self._first, self._real_one = [], len(self._ids), None, None
            made.append(self)
        made[0].overflowing = made[1:]
        return made[0]

    def _real(self):
        """The same by the library tokenizers."""
        if self._real_one is None:
            backend = self._known.backend
            truncation, padding, special = self._lengths or (None, None, False)
            now = backend.truncation, backend.padding, backend.encode_special_tokens
            try:
                backend.encode_special_tokens = False
                backend.no_padding()
                backend.no_truncation() if truncation is None else backend.enable_truncation(**truncation)
                one = backend.encode(self._text, add_special_tokens=special)
                one = ([one] + one.overflowing)[self._piece]
                if self._length > len(one):
                    one.pad(self._length, direction=padding["direction"], pad_id=padding["pad_id"],
                            pad_type_id=padding["pad_type_id"], pad_token=padding["pad_token"])
            finally:
                backend.no_truncation() if now[0] is None else backend.enable_truncation(**now[0])
                if now[1] is not None:
                    backend.enable_padding(**now[1])
                backend.encode_special_tokens = now[2]
            self._real_one = one
        return self._real_one

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._real(), name)

    def __len__(self):
        return self._length

    def __repr__(self):
        return repr(self._real())

    def __reduce__(self):
        return _same, (self._real(),)

    ids = property(lambda self: list(self._ids))
    type_ids = property(lambda self: [0] * self._length if self._types is None else list(self._types))
    attention_mask = property(lambda self: [1] * self._length if self._attention is None else list(self._attention))
    special_tokens_mask = property(lambda self: [0] * self._length if self._special is None else list(self._special))
    n_sequences = 1

    @property
    def offsets(self):
        """A list of (begin, end) in characters."""
        flat = _numbers(self.places, "I").tolist()
        return list(zip(flat[::2], flat[1::2]))

    @property
    def sequence_ids(self):
        """0 for tokens of the text, None for others."""
        return [None if special else 0 for special in self.special_tokens_mask]

    @property
    def tokens(self):
        """Texts of the tokens."""
        if not self._known.plain_tokens:
            return self._real().tokens
        token = self._known.native.id_to_token
        return [token(i) for i in self._ids]

    def char_to_token(self, char_pos, sequence_index=0):
        """The first token that holds a character, or None."""
        if type(char_pos) is not int or char_pos < 0 or sequence_index != 0:
            return self._real().char_to_token(char_pos, sequence_index)
        if self._first is None:
            first, special = {}, self._special
            for number, (begin, end) in enumerate(self.offsets):
                if special is None or not special[number]:
                    for at in range(begin, end):
                        first.setdefault(at, number)
            self._first = first
        return self._first.get(char_pos)

    def token_to_chars(self, token_index):
        """(begin, end) of a token in characters, or None."""
        if type(token_index) is not int or not 0 <= token_index < self._length or self._special is not None:
            return self._real().token_to_chars(token_index)
        return self.offsets[token_index]


def _same(real):
    return real
