#!/usr/bin/env python3
"""Packaging files agree with the tree: licences, versions, settings, addresses, and what goes into which Debian package.

    files.py BUILD_FOLDER
"""
import fnmatch
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
if len(sys.argv) != 2:
    sys.exit("usage: files.py BUILD_FOLDER")
BUILD = sys.argv[1]
PACKAGING = os.path.join(ROOT, "packaging")
LICENCE = "MIT AND Apache-2.0 AND Unicode-3.0 AND PSF-2.0"
# The texts are facts of law.
TEXTS = {"Apache-2.0.txt": "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30",
         "PSF-2.0.txt": "8567f07dea10269a197373777e59e1fe3bd11240eccf0442943224a7d3b0019b",
         "Unicode-3.0.txt": "abf84f74dea2812799e1dbef7f0581adf7db244881e4febb8684f441568da0ad"}


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


VERSION = re.search(r"project\(chatfmt VERSION ([\d.]+)", read("CMakeLists.txt"))[1]


def recipes():
    """The text of each packaging file."""
    paths = (path for path in glob.glob(os.path.join(PACKAGING, "**"), recursive=True) if os.path.isfile(path) and "__pycache__" not in path)
    return {os.path.relpath(path, PACKAGING): read(path) for path in paths}


def tracked():
    """Paths of the files that git knows; in an unpacked archive there is nothing else but builds."""
    if shutil.which("git") and os.path.exists(os.path.join(ROOT, ".git")):
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.split("\0")
        return [name for name in names if os.path.isfile(os.path.join(ROOT, name))]
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not re.match(r"build|dist|\.git", name) and
                      not os.path.exists(os.path.join(folder, name, "CMakeCache.txt"))]
        found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names]
    return found


def prompt_texts():
    """Beginnings of sentences of the formats that are long enough to be of nobody else."""
    found = set()
    for path in glob.glob(os.path.join(ROOT, "src", "formats", "*.json")):
        found.update(line[:60].encode() for line in re.findall(r'[^"\\\n{}<>]{60,}', read(path).replace(r"\n", "\n")) if line.isascii() and not line.startswith(" "))
    return found


def settings():
    """Settings of the build that start with CHATFMT_."""
    text = read("CMakeLists.txt") + "".join(read(path) for path in glob.glob(os.path.join(ROOT, "cmake", "*.cmake")))
    return set(re.findall(r"(?:option\(|set\(|chatfmt_setting\()(CHATFMT_\w+)(?=[ \n]+(?:\"|AUTO CACHE))", text))


class Licences(unittest.TestCase):
    def test_texts(self):
        self.assertEqual({name: hashlib.sha256(read("LICENSES", name).encode()).hexdigest() for name in os.listdir(os.path.join(ROOT, "LICENSES"))}, TEXTS)

    def test_the_same_everywhere(self):
        for path, words in (("NOTICE", "SPDX-License-Identifier: "), ("README.md", "(`"), ("bindings/python/README.md", "Licence: "),
                            ("bindings/python/pyproject.toml", 'license = {text = "'), ("packaging/vcpkg/vcpkg.json", '"license": "'),
                            ("packaging/conan/conanfile.py", 'license = "')):
            self.assertIn(words + LICENCE, read(path), path)
        names = '", "'.join(LICENCE.split(" AND "))
        self.assertIn(f'license all_of: ["{names}"]', read("packaging/homebrew/chatfmt.rb"))

    def test_debian_leaves_out_the_texts(self):
        """What `rules` makes of NOTICE names no file that `not-installed` keeps out."""
        edits = [line.split("debian/*")[0].split("-i ", 1)[1] for line in read("packaging/debian/rules").splitlines() if line.endswith("/NOTICE")]
        self.assertEqual(len(edits), 1)
        made = subprocess.run("sed " + edits[0], shell=True, input=read("NOTICE"), capture_output=True, text=True, check=True).stdout
        self.assertEqual(made.count("(the file copyright)"), 4)
        self.assertNotRegex(made, r"\(LICENSE")

    def test_tables_of_others_are_named(self):
        """Generated tables, templates of formats and recordings with prompt texts: a stanza in Debian's file, a section in NOTICE."""
        marks = (("Unicode-3.0", "(?i)unicode|regex 20"), ("PSF-2.0", "html_entities"), ("Apache-2.0", "transformers|make_formats|lagent|make_cases"))
        sections = dict(zip(("Apache-2.0", "Unicode-3.0", "PSF-2.0", "tests"), re.split("Unicode License v3|Python Software Foundation License|What is not compiled", read("NOTICE"))))
        stanzas = [(part.split("Copyright:")[0].split()[1:], part) for part in read("packaging/debian/copyright").split("\n\n") if part.startswith("Files:")]
        paths = [path for kind in ("src/**/*.inc", "src/formats/**/*.jinja", "src/formats/*.json", "tests/formats/*.jsonl", "tests/seeds/*.jsonl")
                 for path in glob.glob(os.path.join(ROOT, kind), recursive=True)]
        self.assertGreater(len(paths), 70)
        others = self.with_prompt_texts()
        self.assertIn("tests/seeds/check_rows.py", others)
        for name in sorted({os.path.relpath(path, ROOT) for path in paths} | others):
            found = re.split(r"\W*\n", read(name), maxsplit=1)[0][:200] if name.endswith(".inc") else ""
            licence = next((one for one, mark in marks if re.search(mark, found)), None) if name.endswith(".inc") else "Apache-2.0"
            if not licence:
                continue
            self.assertTrue(any(fnmatch.fnmatch(name, pattern) and f"License: {licence}" in part for patterns, part in stanzas for pattern in patterns), name)
            section = sections["tests" if name.startswith(("tests/", "fuzz/", "bench/")) else licence]
            short = name.replace("src/formats/", "")
            self.assertTrue(any(fnmatch.fnmatch(part, one) for one in re.findall(r"[\w/*]+\.\w+|[\w/]+/\*", section) for part in (name, short, os.path.basename(name))), name)

    @staticmethod
    def with_prompt_texts():
        texts, found = prompt_texts(), set()
        for name in tracked():
            with open(os.path.join(ROOT, name), "rb") as file:
                data = file.read()
            if any(text in data for text in texts):
                found.add(name)
        return found

    def test_debian_has_the_texts(self):
        for licence in ("Unicode-3.0", "PSF-2.0"):
            text = read("packaging/debian/copyright").split(f"\nLicense: {licence}\n ")[1].split("\n\n")[0]
            self.assertEqual(re.sub("(?m)^ \\.?", "", text).split(), read(f"LICENSES/{licence}.txt").split())


class Recipes(unittest.TestCase):
    def test_least_pcre2(self):
        least = re.search(r"set\(chatfmt_pcre2_least ([\d.]+)\)", read("cmake/ChatfmtDependencies.cmake"))[1]
        for path, words in (("docs/dependencies.md", "PCRE2 ≥ "), ("docs/packaging.md", "PCRE2 ≥ "), ("packaging/conan/conanfile.py", "pcre2/[>=")):
            self.assertEqual(set(re.findall(re.escape(words) + r"([\d.]+\d)", read(path))), {least}, path)

    def test_settings_exist(self):
        known = settings()
        self.assertIn("CHATFMT_PCRE2", known)
        for name, text in recipes().items():
            self.assertLessEqual(set(re.findall(r"(?:-D|\")(CHATFMT_\w+)(?:=|\":)", text)), known, name)
        self.assertEqual(len(re.findall(r"CHATFMT_\w+", recipes()["debian/rules"])), 4)

    def test_settings_are_documented(self):
        page = read("docs/packaging.md")
        self.assertEqual({name for name in settings() if f"`{name}`" not in page}, set())

    def test_addresses_are_in_one_place(self):
        for name, text in recipes().items():
            if name != "addresses":
                self.assertNotIn(".invalid", text, name)
        if shutil.which("git"):  # and nothing is found where there is no repository
            found = subprocess.run(["git", "grep", "-lF", "chatfmt.invalid"], cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout.split()
            self.assertLessEqual(set(found), {"packaging/addresses", "docs/releasing.md", "tests/packaging/files.py"})

    def test_filled_in(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([os.path.join(PACKAGING, "fill"), folder, os.path.join(ROOT, "NOTICE")], check=True)
            for path in glob.glob(os.path.join(folder, "**"), recursive=True):
                if os.path.isfile(path):
                    self.assertNotRegex(read(path), "@[A-Z0-9]+@", path)
            self.assertEqual(json.loads(read(folder, "vcpkg", "vcpkg.json"))["version"], VERSION)
            self.assertIn(hashlib.sha256(read("NOTICE").encode()).hexdigest(), read(folder, "homebrew", "chatfmt.rb"))
            self.assertTrue(read(folder, "debian", "changelog").startswith(f"chatfmt ({VERSION}-1)"))

    def test_fill_takes_two_arguments(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([os.path.join(PACKAGING, "fill"), folder, os.path.join(ROOT, "NOTICE"), "x"], stderr=subprocess.PIPE, text=True)
            self.assertEqual((done.returncode, done.stderr), (2, "usage: packaging/fill FOLDER [ARCHIVE]\n"))
            self.assertEqual(os.listdir(folder), [])

    def test_a_program_with_experimental_headers_needs_its_own_library(self):
        control = read("packaging/debian/control")
        self.assertIn(f"libchatfmt{VERSION.rsplit('.', 1)[0]} (= ${{binary:Version}})", control.split("Package: chatfmt\n")[1].split("\n\n")[0])

    def test_names_with_the_version(self):
        minor = VERSION.rsplit(".", 1)[0]
        self.assertIn(f"libchatfmt.so.{VERSION}`", read("docs/packaging.md"))
        self.assertIn(f'"chatfmt {VERSION}"', read("man/chatfmt.1"))
        self.assertEqual(set(re.findall(r"libchatfmt(\d+\.\d+)", " ".join([read("packaging/debian/control"), *recipes()]))), {minor})


class Services(unittest.TestCase):
    """What .pre-commit-hooks.yaml and action.yml have the shell do, with the program of the build."""

    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.folder = work.name
        self.write("a b.jinja", "{{x}}\n")
        os.symlink(os.path.abspath(BUILD), os.path.join(self.folder, "chatfmt"))

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def hook(self, name, *words, path=os.path.abspath(BUILD) + ":/usr/bin:/bin"):
        entry = re.search(rf"- id: {name}\n(?:  .*\n)*?  entry: (.*)", read(".pre-commit-hooks.yaml"))[1]
        return subprocess.run([*shlex.split(entry), *words], cwd=self.folder, env={"PATH": path}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def test_hooks(self):
        done = self.hook("chatfmt-fmt", "--indent", "3", "a b.jinja")
        self.assertEqual(done.returncode, 1)
        self.assertIn('\n    chatfmt fmt --in-place --indent 3 "a b.jinja" formats it\n', "\n" + done.stdout)
        found = {level: self.hook("chatfmt-lint", "--fail-on", level, "a b.jinja", "a b.jinja") for level in ("note", "never")}
        self.assertEqual({level: done.returncode for level, done in found.items()}, {"note": 1, "never": 0}, found)
        self.assertEqual(found["never"].stdout, 2 * self.hook("chatfmt-lint", "--fail-on=never", "a b.jinja").stdout)

    def test_hooks_without_the_program(self):
        os.mkdir(os.path.join(self.folder, "bin"))
        os.symlink("/bin/sh", os.path.join(self.folder, "bin/sh"))
        for name in ("chatfmt-lint", "chatfmt-fmt"):
            done = self.hook(name, "a b.jinja", path=os.path.join(self.folder, "bin"))
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stdout, f"^{name}: .*chatfmt: .*not found")

    def act(self, more):
        step = textwrap.dedent(read("action.yml").split("MORE:")[1].split("run: |\n")[1])
        return subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**os.environ, "WHERE": "a b.jinja", "REPORT": "report.sarif", "MORE": more, "RUNNER_TEMP": self.folder}).returncode

    def test_action_leaves_no_empty_report(self):
        for more, status in (("--fail-on never", 0), ("--fail-on note", 1)):
            self.assertEqual(self.act(more), status)
            self.assertEqual(json.loads(read(self.folder, "report.sarif"))["version"], "2.1.0")
        self.assertEqual(self.act("--no-such-option"), 2)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "report.sarif")))


class Installed(unittest.TestCase):
    """What `cmake --install` puts where, from a build whose targets may not be up to date."""

    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.work.cleanup)
        subprocess.run(["cmake", "--install", BUILD, "--prefix", os.path.join(cls.work.name, "usr")], stdout=subprocess.DEVNULL, check=True)
        cls.files = sorted(os.path.relpath(os.path.join(folder, name), cls.work.name) for folder, _, names in os.walk(cls.work.name) for name in names)

    def test_links_lead_somewhere(self):
        pages = [name for name in self.files if name.endswith(".md")]
        self.assertIn("usr/share/doc/chatfmt/docs/embedding.md", pages)
        for name in pages:
            text = read(self.work.name, name)
            for link in re.findall(r"\]\(([^)#: ]+)[^)]*\)", text):
                self.assertTrue(os.path.exists(os.path.join(self.work.name, os.path.dirname(name), link)), (name, link))

    def test_debian_installs_every_file(self):
        # As debhelper's dh_missing does, which stops at a file that is in no package.
        folder = os.path.join(PACKAGING, "debian")
        patterns = [line.split()[0] for path in glob.glob(os.path.join(folder, "*.install")) + [os.path.join(folder, "not-installed")]
                    for line in read(path).splitlines()]
        left = [name for name in self.files if not any(self.taken(name, pattern) for pattern in patterns)]
        self.assertEqual(left, [])
        self.assertEqual([pattern for pattern in patterns if not any(self.taken(name, pattern) for name in self.files)], [])

    @staticmethod
    def taken(name, pattern):
        # Where Debian has a folder for the machine, a build for another prefix has none.
        for shape in (pattern, pattern.replace("usr/lib/*/", "usr/lib/")):
            if fnmatch.fnmatch(name, shape) or fnmatch.fnmatch(name, shape + "/*"):
                return True
        return False


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
