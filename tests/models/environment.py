"""A virtual environment with the reference libraries from PyPI, pinned, made once."""
import fcntl
import os
import subprocess
import sys
import venv
from pathlib import Path

PINNED = ["transformers==5.23.0", "tokenizers==0.23.3", "jinja2==3.1.6", "gguf==0.19.0", "sentencepiece==0.2.1",
          "tiktoken==0.12.0"]
SKIP = 77


def make(folder, python):
    stamp = folder / "pinned.txt"
    if stamp.exists() and stamp.read_text() == "\n".join(PINNED):
        return
    try:
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PINNED], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print("SKIPPED: the reference libraries could not be installed:", error)
        sys.exit(SKIP)
    stamp.write_text("\n".join(PINNED))


def enter():
    """Run the calling script again inside the environment; skip the test when it cannot be made."""
    if os.environ.get("CHATFMT_REFERENCE_RUNS"):
        return
    python = os.environ.get("CHATFMT_REFERENCE_PYTHON")
    if not python:
        folder = Path(os.environ.get("CHATFMT_REFERENCE_VENV", Path.cwd() / "venv-reference"))
        python = str(folder / "bin" / "python")
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / "lock", "w") as lock:  # of tests that run at once, one makes it
            fcntl.flock(lock, fcntl.LOCK_EX)
            make(folder, python)
    os.environ["CHATFMT_REFERENCE_RUNS"] = "1"
    os.environ["TRANSFORMERS_VERBOSITY"] = "error"
    os.environ["HF_HUB_OFFLINE"] = "1"
    os.execv(python, [python, "-B", *sys.argv])
