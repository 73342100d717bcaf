"""A text that chatfmt encoded, with the attributes and methods of tokenizers.Encoding."""
import contextlib
from array import array

from . import _chatfmt

__all__ = ["Encoding", "same", "token_texts", "whole"]

_STRATEGIES = {"longest_first": 0, "only_first": 1, "only_second": 2}
_NO_WORD = 0xFFFFFFFF
_BLANK = "".join(map(chr, (*range(9, 14), 32, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)))


def token_texts(described, backend):
    """The ids of a tokenizer.json whose tokens may have another text than id_to_token() gives.

    Gives a dict: id -> whether the text of the token is the text at its place.
    """
    import json
    known, model = {}, described["model"]
    trims = '"trim_offsets": true' in json.dumps(described.get("post_processor"))
    normalizes = described.get("normalizer") is not None
    for token in described.get("added_tokens") or ():
        strips, content = token["lstrip"] or token["rstrip"], token["content"]
        if token["normalized"] and normalizes:
            if strips or backend.normalizer.normalize_str(content) != content:
                known[token["id"]] = False
        elif strips:
            known[token["id"]] = not trims
    if model.get("type", "Unigram") == "Unigram" and model.get("unk_id") is not None:
        known[model["unk_id"]] = False
    return known


@contextlib.contextmanager
def whole(backend):
    """A context in which a Tokenizer encodes texts without truncation and padding, and finds special tokens in them."""
    truncation, padding, special = backend.truncation, backend.padding, backend.encode_special_tokens
    try:
        backend.encode_special_tokens = False
        backend.no_padding()
        backend.no_truncation()
        yield
    finally:
        backend.no_truncation() if truncation is None else backend.enable_truncation(**truncation)
        if padding is not None:
            backend.enable_padding(**padding)
        backend.encode_special_tokens = special


def same(backend, native, text):
    """Whether both tokenizers have the same ids and words for a text. `backend` must be within whole()."""
    theirs, ours = backend.encode(text, add_special_tokens=False), native._pieces(text, False, None, None)[0]
    return theirs.ids == _numbers(ours[0], "I").tolist() and theirs.word_ids == _words(ours[5])


def _numbers(data, kind):
    made = array(kind)
    made.frombytes(data)
    return made


def _words(data):
    return [None if word == _NO_WORD else word for word in _numbers(data, "I").tolist()]


def _number(data, index):
    return memoryview(data).cast("I")[index]


class Encoding:
    """The ids of a text, or of a piece of a text, with what belongs to them.

    A method that changes an Encoding is done by an Encoding of the library tokenizers, which is made at its first use. That
    Encoding also gives the texts of tokens that `token_texts` does not know.
    """

    __slots__ = ("_known", "_text", "_ids", "_types", "places", "_words", "_attention", "_special", "overflowing",
                 "_length", "_lengths", "_piece", "_first", "_real_one")

    @classmethod
    def plain(cls, known, text, ids, places, words):
        """The Encoding of a whole text, without truncation and padding."""
        self = cls()
        self._known, self._text, self._ids, self.places, self._words = known, text, list(ids), places, words
        self._types = self._attention = self._special = self._first = self._real_one = self._lengths = None
        self.overflowing, self._length, self._piece = [], len(ids), 0
        return self

    @classmethod
    def batch(cls, known, texts, add_special):
        """The Encodings of several texts. They are truncated, and padded to one length, as the tokenizer is set."""
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
            self.places, self._attention, self._special, self._words = row[2], list(row[3]), list(row[4]), row[5]
            self.overflowing, self._length, self._first, self._real_one = [], len(self._ids), None, None
            made.append(self)
        made[0].overflowing = made[1:]
        return made[0]

    def _real(self):
        """The same by the library tokenizers."""
        if self._real_one is None:
            backend = self._known.backend
            truncation, padding, special = self._lengths or (None, None, False)
            with whole(backend):
                if truncation is not None:
                    backend.enable_truncation(**truncation)
                one = backend.encode(self._text, add_special_tokens=special)
            one = ([one] + one.overflowing)[self._piece]
            if self._length > len(one):
                one.pad(self._length, direction=padding["direction"], pad_id=padding["pad_id"],
                        pad_type_id=padding["pad_type_id"], pad_token=padding["pad_token"])
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
        """A list of (begin, end) in characters, one for each token."""
        flat = _numbers(self.places, "I").tolist()
        return list(zip(flat[::2], flat[1::2]))

    @property
    def sequence_ids(self):
        """A list with 0 for each token of the text and None for each other token."""
        return [None if special else 0 for special in self.special_tokens_mask]

    @property
    def word_ids(self):
        """A list with the number of the word of each token, or None for a token that belongs to no word."""
        return _words(self._words)

    @property
    def tokens(self):
        """A list of the texts of the tokens."""
        found, token = self._known.texts, self._known.native.id_to_token
        made = [token(i) for i in self._ids]
        if found.keys().isdisjoint(self._ids):
            return made
        for number, (id, (begin, end), word) in enumerate(zip(self._ids, self.offsets, self.word_ids)):
            if word is not None and id in found:
                text = self._text[begin:end]
                if not found[id] or text.strip(_BLANK) != made[number]:
                    return self._real().tokens
                made[number] = text
        return made

    def char_to_token(self, char_pos, sequence_index=0):
        """The number of the first token that holds a character, or None."""
        if not self._is_simple(char_pos, sequence_index):
            return self._real().char_to_token(char_pos, sequence_index)
        if self._first is None:
            first, special = {}, self._special
            for number, (begin, end) in enumerate(self.offsets):
                if special is None or not special[number]:
                    for at in range(begin, end):
                        first.setdefault(at, number)
            self._first = first
        return self._first.get(char_pos)

    def _is_simple(self, index, sequence_index=0):
        return type(index) is int and 0 <= index < _NO_WORD and type(sequence_index) is int and sequence_index == 0

    def _place(self, token_index):
        return _number(self.places, 2 * token_index), _number(self.places, 2 * token_index + 1)

    def _has(self, token_index):
        """Whether a token is there and of the text."""
        return token_index < self._length and (self._special is None or not self._special[token_index])

    def char_to_word(self, char_pos, sequence_index=0):
        """The number of the word that a character belongs to, or None."""
        token = self.char_to_token(char_pos, sequence_index)
        return None if token is None else self.token_to_word(token)

    def token_to_sequence(self, token_index):
        """0 for a token of the text, None for any other token."""
        if not self._is_simple(token_index) or token_index == self._length:
            return self._real().token_to_sequence(token_index)
        return 0 if self._has(token_index) else None

    def token_to_chars(self, token_index):
        """(begin, end) of a token in characters, or None."""
        if not self._is_simple(token_index):
            return self._real().token_to_chars(token_index)
        return self._place(token_index) if self._has(token_index) else None

    def token_to_word(self, token_index):
        """The number of the word of a token, or None."""
        if not self._is_simple(token_index):
            return self._real().token_to_word(token_index)
        return _number(self._words, token_index) if self._has(token_index) else None

    def word_to_tokens(self, word_index, sequence_index=0):
        """(begin, end) of the tokens of a word, or None."""
        if not self._is_simple(word_index, sequence_index):
            return self._real().word_to_tokens(word_index, sequence_index)
        words = self.word_ids
        if word_index not in words:
            return None
        begin = end = words.index(word_index)
        while end < self._length and words[end] == word_index:
            end += 1
        return begin, end

    def word_to_chars(self, word_index, sequence_index=0):
        """(begin, end) of a word in characters, or None."""
        if not self._is_simple(word_index, sequence_index):
            return self._real().word_to_chars(word_index, sequence_index)
        tokens = self.word_to_tokens(word_index)
        return tokens and (self._place(tokens[0])[0], self._place(tokens[1] - 1)[1])


def _same(real):
    return real
