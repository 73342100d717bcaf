"""What the scripts share that write a table of transformers' into src/: their main.

A test gives CHATFMT_REFERENCE_VENV, and the script runs in that environment (tests/models/environment.py).
"""
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RELEASE = "5.23.0"


def main(what, script, target, made):
    """Write `target`, below the root, or with --check compare it. 0 written or the same, 1 it differs, 77 without that release.

    what    "class tokens", for the answers
    script  "make_class_tokens.py"
    made    a function that returns the text; called when transformers is there
    """
    if os.environ.get("CHATFMT_REFERENCE_VENV"):
        sys.path.insert(0, os.path.join(ROOT, "tests", "models"))
        import environment
        environment.enter()
    try:
        import transformers
    except ImportError:
        print(what + ": SKIPPED, there is no transformers")
        return 77
    if transformers.__version__ != RELEASE:
        print("%s: SKIPPED, this is transformers %s" % (what, transformers.__version__))
        return 77
    text, path = made(), os.path.join(ROOT, target)
    if "--check" in sys.argv:
        with open(path, encoding="utf-8") as file:
            same = file.read() == text
        print("%s: %s" % (what, "as transformers has them" if same else "differ, run tools/" + script))
        return 0 if same else 1
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return 0
