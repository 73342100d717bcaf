"""The types of the public API, in files *.pyi: mypy takes right programs and refuses wrong ones, the stubs have the signatures
that there are at run time, and results have the types that they are said to have."""
import pathlib
import runpy
import subprocess
import sys
import types
import typing
from collections.abc import Iterator

import pytest

import chatfmt
from conftest import ROOT

pytest.importorskip("mypy", reason="mypy is not installed")
USAGE = pathlib.Path(__file__).with_name("typed_usage.py")

# What stubtest may find: a pattern, and why it is right.
ALLOWED = r"""
chatfmt\._encoding\.Encoding\..*     # a module without a stub: what it makes by property() and beside __init__ is unknown to mypy
chatfmt\.serve\.Service\.checked_model  # of the service alone
chatfmt\.serve\.Service\.enter       # of the service alone
chatfmt\.serve\.Service\.leave       # of the service alone
chatfmt\.serve\.Service\.reader      # of the service alone
chatfmt\.serve\.Service\.request     # of the service alone
"""
# The sources of the package have no annotations: they are not checked, nor are other packages read, which takes long.
SETTINGS = """
[mypy]
ignore_missing_imports = True
follow_imports = skip
[mypy-chatfmt.*]
ignore_errors = True
"""


def run(*arguments, folder):
    return subprocess.run([sys.executable, "-B", "-m", *map(str, arguments)], cwd=folder, capture_output=True, text=True)


def strict(*paths, folder):
    answer = run("mypy", "--strict", "--config-file=", "--cache-dir", folder, *paths, folder=folder)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_usage(tmp_path):
    """An error that is expected and does not come is one, too: an unused `type: ignore`."""
    strict(USAGE, folder=tmp_path)


def test_stubs_are_right(tmp_path):
    """In themselves; mypy says nothing of installed ones."""
    stubs = sorted((ROOT / "bindings" / "python" / "chatfmt").rglob("*.pyi"))
    assert len(stubs) >= 17
    strict(*stubs, folder=tmp_path)


def test_signatures(tmp_path):
    (tmp_path / "mypy.ini").write_text(SETTINGS)
    (tmp_path / "allowed.txt").write_text(ALLOWED)
    # Disjoint bases (PEP 800) are left out: mypy takes a subclass of tuple for one.
    answer = run("mypy.stubtest", "chatfmt", "--mypy-config-file", "mypy.ini", "--allowlist", "allowed.txt",
                 "--ignore-disjoint-bases", folder=tmp_path)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def is_of(value, hint):
    """Whether a value is of a type. Of iterators nothing is taken."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return any(is_of(value, one) for one in inner)
    if origin is typing.Literal:
        return value in inner
    if origin is dict:
        return type(value) is dict and all(is_of(key, inner[0]) and is_of(item, inner[1]) for key, item in value.items())
    if origin is list or origin is tuple and inner[-1] is ...:
        return type(value) is origin and all(is_of(item, inner[0]) for item in value)
    if origin is tuple:
        return type(value) is tuple and len(value) == len(inner) and all(map(is_of, value, inner))
    if origin is Iterator:
        return isinstance(value, Iterator)
    return hint is typing.Any or isinstance(value, hint)


@pytest.mark.filterwarnings("ignore::chatfmt.ChatfmtWarning")
def test_results(monkeypatch):
    """What assert_type() says is so."""
    seen = []

    def assert_type(value, hint):
        assert is_of(value, hint), (value, hint)
        seen.append(hint)
        return value
    monkeypatch.setattr("typing_extensions.assert_type", assert_type)
    monkeypatch.chdir(ROOT / "examples")
    runpy.run_path(str(USAGE))["right"]()
    assert len(seen) > 90


def test_what_is_of_a_type():
    for value, hint in (([1], list[int]), (None, int | None), ((1, "a"), tuple[int, str]), ({"a": [1]}, dict[str, typing.Any])):
        assert is_of(value, hint)
    for value, hint in ((["1"], list[int]), ((1,), tuple[int, str]), ("a", typing.Literal["b"]), ((1,), list[int]), ("a", int | None),
                        ((1, "a"), tuple[int, ...]), (True, str)):
        assert not is_of(value, hint)
