"""What the tests of the package share: where the corpus is, and how much of it is run."""
import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("CHATFMT_SHARED", ROOT.parent / "shared"))


def pytest_addoption(parser):
    parser.addoption("--whole", action="store_true", help="everything instead of samples")


@pytest.fixture(scope="session")
def whole(request):
    return request.config.getoption("--whole")


@pytest.fixture(scope="session")
def corpus():
    if not (SHARED / "corpus" / "cases.jsonl").exists():
        pytest.skip(f"there is no corpus in {SHARED}")
    return SHARED / "corpus"


@pytest.fixture(scope="session")
def template_sources(corpus):
    """The real templates of the corpus, by name."""
    return {path.name: path.read_bytes().decode() for path in sorted((corpus / "templates").iterdir())}
