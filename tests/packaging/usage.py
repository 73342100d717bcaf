#!/usr/bin/env python3
"""Scripts for users say what they do with --help, refuse unknown options, and write to different places."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPTS = sorted(path for folder in ("scripts", "packaging") for name in os.listdir(os.path.join(ROOT, folder))
                 for path in [f"{folder}/{name}"] if os.path.isfile(os.path.join(ROOT, path)) and os.access(os.path.join(ROOT, path), os.X_OK))
PASSING = ("scripts/test", "scripts/test-python")  # give their options to the program that they run


def text_of(script):
    with open(os.path.join(ROOT, script), encoding="utf-8") as file:
        return file.read()


def first_line(script):
    """Of the first comment, or of the docstring."""
    return re.match(r'#!.*\n(?:# |""")(.*)\n', text_of(script))[1]


class Usage(unittest.TestCase):
    def run_it(self, script, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            found = subprocess.run([os.path.join(ROOT, script), *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, timeout=60)
            self.assertEqual(os.listdir(folder), [], script)
        return found

    def test_help(self):
        self.assertGreater(len(SCRIPTS), 15)
        for script in SCRIPTS:
            for option in ("--help", "-h"):
                found = self.run_it(script, option)
                self.assertEqual((found.returncode, found.stderr), (0, ""), script)
                self.assertIn(first_line(script), found.stdout.splitlines(), script)
                self.assertNotIn("set -", found.stdout, script)

    def test_unknown_options(self):
        for script in sorted({*SCRIPTS} - {*PASSING}):
            found = self.run_it(script, "--never-heard-of")
            self.assertEqual((found.returncode, found.stdout), (2, ""), script)
            self.assertIn("--never-heard-of", found.stderr.splitlines()[-1], script)
            if "argparse" not in text_of(script):
                self.assertEqual(found.stderr.count("\n"), 1, script)

    def test_places(self):
        """The source archive of a release and the source package of Python have one name."""
        made = {name: re.search(r'^mkdir -p "\$\{1:-(.*)\}"$', text_of(f"scripts/{name}"), re.M)[1] for name in ("release", "make-sdist")}
        self.assertEqual(made, {"release": "dist", "make-sdist": "dist/python"})
        for page in ("packaging", "python", "releasing"):
            self.assertIn("`dist/python/`", text_of(f"docs/{page}.md"), page)

    def test_tools(self):
        """They say how they are called."""
        for words, status, said in ((["tools/make_man.py", "--help"], 0, "usage: make_man.py "), (["tests/packaging/files.py"], 1, "usage: files.py BUILD_FOLDER\n")):
            found = subprocess.run([sys.executable, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual(found.returncode, status, found.stderr)
            self.assertTrue((found.stdout + found.stderr).startswith(said), found)

    def test_known_options(self):
        self.assertIn("requires an argument", self.run_it("scripts/coverage", "-R").stderr)


if __name__ == "__main__":
    unittest.main()
