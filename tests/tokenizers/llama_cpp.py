"""What llama.cpp says: the shared library of PyPI's xllamacpp, called as it is.

  Vocabulary(path)          the tokenizer of a GGUF file
    .ids(text, special)     llama_tokenize(), special tokens parsed or not
    .text(ids, special)     llama_detokenize(), special tokens written or not
"""
import ctypes
import glob
import importlib.util
import os

# Where llama_model_params has vocab_only, in the release that scripts/test-python installs (2026.10.11549).
VOCAB_ONLY, ROOM = 72, 1 << 22
_number, _many, _flag, _object = ctypes.c_int32, ctypes.POINTER(ctypes.c_int32), ctypes.c_bool, ctypes.c_void_p


class _Params(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_ubyte * 256)]


@ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)
def _quiet(*_):
    pass


def _library():
    found = importlib.util.find_spec("xllamacpp")
    paths = glob.glob(os.path.join(found.submodule_search_locations[0], "xllamacpp*.so")) if found else []
    if not paths:
        raise SystemExit("PyPI's xllamacpp is not installed")
    library = ctypes.CDLL(paths[0])
    for name, result, arguments in (
            ("llama_log_set", None, (_object, _object)), ("llama_backend_init", None, ()), ("llama_model_default_params", _Params, ()),
            ("llama_model_load_from_file", _object, (ctypes.c_char_p, _Params)), ("llama_model_get_vocab", _object, (_object,)),
            ("llama_model_free", None, (_object,)),
            ("llama_tokenize", _number, (_object, ctypes.c_char_p, _number, _many, _number, _flag, _flag)),
            ("llama_detokenize", _number, (_object, _many, _number, ctypes.c_char_p, _number, _flag, _flag))):
        getattr(library, name).restype, getattr(library, name).argtypes = result, arguments
    library.llama_log_set(ctypes.cast(_quiet, _object), None)
    library.llama_backend_init()
    return library


class Vocabulary:
    library = None

    def __init__(self, path):
        Vocabulary.library = Vocabulary.library or _library()
        params = self.library.llama_model_default_params()
        params.bytes[VOCAB_ONLY] = 1
        self.model = self.library.llama_model_load_from_file(path.encode(), params)
        if not self.model:
            raise ValueError(f"llama.cpp does not open {path}")
        self.vocab = self.library.llama_model_get_vocab(self.model)
        self.room, self.bytes = (ctypes.c_int32 * ROOM)(), ctypes.create_string_buffer(ROOM)

    def __del__(self):
        if getattr(self, "model", None):
            self.library.llama_model_free(self.model)

    def ids(self, text, special):
        data = text.encode()
        return self.room[:self.library.llama_tokenize(self.vocab, data, len(data), self.room, ROOM, False, special)]

    def text(self, ids, special):
        self.room[:len(ids)] = ids
        count = self.library.llama_detokenize(self.vocab, self.room, len(ids), self.bytes, ROOM, False, special)
        return ctypes.string_at(self.bytes, count).decode("utf-8", "replace")
