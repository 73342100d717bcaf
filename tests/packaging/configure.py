#!/usr/bin/env python3
"""What a packager sets is what the build does: kinds of libraries, build types, chatfmt.pc, the summary.

    configure.py GENERATOR COMPILER [PCRE2]     PCRE2 is given where it is installed
"""
import filecmp
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GENERATOR, COMPILER = sys.argv[1:3]
PCRE2 = ["-lpcre2-8"] if sys.argv[3:] else []
TOP = ("-DCHATFMT_BUILD_TESTS=OFF",)


def configure(folder, *options, source=ROOT, generator=GENERATOR, cwd=None):
    return subprocess.run(["cmake", "-G", generator, "-S", source, "-B", folder, "-DCMAKE_C_COMPILER=" + COMPILER,
                           "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *options], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def summary(printed):
    """Name -> value of the lines after `chatfmt VERSION, BUILD TYPE:`."""
    lines = printed.split("-- chatfmt ", 1)[1].splitlines()[1:]
    return dict(re.match(r"--   (.{16}) (.*)", line).groups() for line in lines if line.startswith("--   "))


def flags(folder, *words):
    env = {**os.environ, "PKG_CONFIG_PATH": folder}
    return subprocess.run(["pkg-config", *words, "chatfmt"], env=env, stdout=subprocess.PIPE, text=True, check=True).stdout.split()


class Configured(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.work.cleanup)

    def configure(self, *options, ok=True):
        # One folder for all, as looking at the compiler takes longer than the rest; settings are forgotten.
        done = configure(self.work.name, "-UCHATFMT_*", "-UBUILD_*", "-UCMAKE_INSTALL_PREFIX", "-UCMAKE_BUILD_TYPE", "-UCMAKE_INSTALL_LIBDIR", *options)
        self.assertEqual(done.returncode == 0, ok, done.stdout)
        return done.stdout

    def has(self, printed, **values):
        found = {name.strip(): value for name, value in summary(printed).items()}
        for name, value in values.items():
            self.assertEqual(found[name.replace("_", " ")], value, printed)

    def flags(self, *words):
        return [word for word in flags(self.work.name, *words) if not word.startswith("-L")]

    def test_shared_only(self):
        printed = self.configure(*TOP, "-DCHATFMT_STATIC_LIB=OFF")
        self.has(printed, libraries="shared; chatfmt::chatfmt is shared")
        self.assertEqual(self.flags("--libs"), ["-lchatfmt"])

    def test_static_only(self):
        printed = self.configure(*TOP, "-DCHATFMT_SHARED_LIB=OFF", "-DBUILD_SHARED_LIBS=ON")
        self.has(printed, libraries="static; chatfmt::chatfmt is static")
        for word in ["-lchatfmt", "-lm", *PCRE2]:
            self.assertIn(word, self.flags("--libs"))
        self.assertIn("-DCHATFMT_STATIC", self.flags("--cflags"))

    def test_no_library(self):
        printed = self.configure(*TOP, "-DCHATFMT_SHARED_LIB=OFF", "-DCHATFMT_STATIC_LIB=OFF", ok=False)
        self.assertIn("leave no library to build", re.sub(r"\s+", " ", printed))

    def test_distribution(self):
        printed = self.configure("-DBUILD_TESTING=OFF", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_INSTALL_PREFIX=/usr", "-DBUILD_SHARED_LIBS=ON",
                                 "-DCHATFMT_WITH_ZLIB=OFF", "-DCHATFMT_UNICODE_NAMES=OFF", "-DCHATFMT_PCRE2=OFF", "-DCMAKE_INSTALL_LIBDIR=lib64")
        self.has(printed, libraries="static and shared; chatfmt::chatfmt is shared", program="yes", PCRE2="no (CHATFMT_PCRE2=OFF)",
                 zlib_in_map="no (CHATFMT_WITH_ZLIB=OFF)", character_names="no (CHATFMT_UNICODE_NAMES=OFF)", rare_builtins="yes",
                 tests="no (CHATFMT_BUILD_TESTS=OFF)", installs_into="/usr", libraries_into="lib64")
        with open(os.path.join(self.work.name, "compile_commands.json"), encoding="utf-8") as file:
            commands = json.load(file)
        self.assertEqual([row["file"] for row in commands if "-DNDEBUG" not in row["command"]], [])
        self.assertEqual(self.flags("--cflags"), [])
        self.assertEqual(self.flags("--libs"), ["-lchatfmt"])

    def test_prefix_of_chatfmt_pc(self):
        for prefix, setting, absolute in (("/opt/a", "AUTO", False), ("/opt/a", "OFF", True), ("/usr", "ON", False)):
            self.configure(*TOP, "-DCMAKE_INSTALL_PREFIX=" + prefix, "-DCHATFMT_RELOCATABLE=" + setting)
            with open(os.path.join(self.work.name, "chatfmt.pc"), encoding="utf-8") as file:
                self.assertEqual(file.readline() == f"prefix={prefix}\n", absolute, (prefix, setting))

    def test_debug_postfix(self):
        self.configure(*TOP, "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_DEBUG_POSTFIX=d")
        self.assertEqual(self.flags("--libs"), ["-lchatfmtd"])
        self.configure(*TOP, "-UCMAKE_DEBUG_POSTFIX")

    def test_unity_of_a_parent(self):
        """Files are compiled on their own wherever CHATFMT_UNITY does not join them."""
        self.configure(*TOP, "-DCMAKE_UNITY_BUILD=ON")
        with open(os.path.join(self.work.name, "compile_commands.json"), encoding="utf-8") as file:
            self.assertNotIn("unity_", file.read())
        self.configure(*TOP, "-UCMAKE_UNITY_BUILD")

    def test_settings_of_a_parent(self):
        parent = os.path.join(self.work.name, "above")
        os.makedirs(parent)
        with open(os.path.join(parent, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write(f"cmake_minimum_required(VERSION 3.16)\nproject(parent C)\nset(CHATFMT_SANITIZE address)\nadd_subdirectory({ROOT} chatfmt)\n")
        done = configure(parent + "/build", source=parent)
        self.assertEqual(done.returncode, 0, done.stdout)
        with open(os.path.join(parent, "build", "compile_commands.json"), encoding="utf-8") as file:
            self.assertIn("-fsanitize=address", file.read())

    def test_jobs(self):
        done = subprocess.run(["make", "-C", ROOT, "JOBS=x", "help"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("JOBS=x: a number of compilers is expected", done.stdout)

    def test_misspelt_build_type(self):
        self.assertIn("is none of None, Debug,", re.sub(r"\s+", " ", self.configure(*TOP, "-DCMAKE_BUILD_TYPE=Relase")))

    def test_no_pkg_config(self):
        done = configure(self.work.name + "/bare", *TOP, "-DCHATFMT_PCRE2=ON", "-DPKG_CONFIG_EXECUTABLE=/nowhere")
        self.assertEqual(done.returncode, 1)
        self.assertIn("pkg-config, which is missing", re.sub(r"\s+", " ", done.stdout))

    def test_package_without_what_it_needs(self):
        """The CMake package names what is missing, and the shared library only where it is installed."""
        user = os.path.join(self.work.name, "user")
        os.makedirs(user, exist_ok=True)
        with open(os.path.join(user, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write("cmake_minimum_required(VERSION 3.16)\nproject(user C)\nfind_package(chatfmt REQUIRED)\n")
        empty = os.path.join(self.work.name, "empty")
        os.makedirs(empty, exist_ok=True)
        shared = "; -DBUILD_SHARED_LIBS=ON uses the shared library"
        for option, more in (("-DCHATFMT_SHARED_LIB=OFF", ""), ("-DCHATFMT_SHARED_LIB=ON", shared)):
            self.configure(*TOP, "-DCHATFMT_PCRE2=ON", option)
            for missing, words in ((["-DPKG_CONFIG_EXECUTABLE=/nowhere"], "PCRE2, and pkg-config, which finds it, is missing"),
                                   (["-UPKG_CONFIG_EXECUTABLE"], "pkg-config does not find libpcre2-8 (Debian: libpcre2-dev)")):
                done = subprocess.run(["cmake", "-S", user, "-B", user + "/build", "-Dchatfmt_DIR=" + self.work.name, *missing],
                                      env={**os.environ, "PKG_CONFIG_LIBDIR": empty, "PKG_CONFIG_PATH": empty},
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                self.assertEqual(done.returncode, 1, done.stdout)
                printed = re.sub(r"\s+", " ", done.stdout)
                self.assertIn(words + more, printed)
                self.assertEqual(shared in printed, bool(more), printed)

    def test_components(self):
        """The CMake package has none; its targets name a kind."""
        user = os.path.join(self.work.name, "parts")
        os.makedirs(user, exist_ok=True)
        with open(os.path.join(user, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write("cmake_minimum_required(VERSION 3.16)\nproject(user C)\nfind_package(chatfmt REQUIRED COMPONENTS static)\n")
        for option, targets in (("-DCHATFMT_SHARED_LIB=OFF", "chatfmt::chatfmt_static"),
                                ("-DCHATFMT_SHARED_LIB=ON", "chatfmt::chatfmt_static and chatfmt::chatfmt_shared")):
            self.configure(*TOP, option)
            done = configure(user + "/build", "-Dchatfmt_DIR=" + self.work.name, source=user)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(f"has no component static; in place of components, use the target chatfmt::chatfmt, or one that names its kind: {targets} -- ",
                          re.sub(r"\s+", " ", done.stdout))

    def test_folder_of_the_sources(self):
        """Is not built in: the Makefile there is the project's."""
        folder = os.path.join(self.work.name, "tree")
        os.makedirs(folder)
        for name in ("CMakeLists.txt", "Makefile"):
            shutil.copy(os.path.join(ROOT, name), folder)
        done = configure(".", source=".", cwd=folder)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("    cmake -S . -B build\n", done.stdout)
        self.assertTrue(filecmp.cmp(os.path.join(ROOT, "Makefile"), os.path.join(folder, "Makefile"), False))

    def test_several_build_types(self):
        if not shutil.which("ninja"):
            self.skipTest("there is no ninja")
        done = configure(self.work.name + "/types", *TOP, "-DCMAKE_CONFIGURATION_TYPES=Debug;Release", generator="Ninja Multi-Config")
        self.assertIn(", Debug, Release:\n", done.stdout)

    def test_objects_for_every_linker(self):
        """With GCC the objects of CHATFMT_LTO have machine code, too."""
        self.configure(*TOP, "-DCHATFMT_LTO=ON")
        with open(os.path.join(self.work.name, "compile_commands.json"), encoding="utf-8") as file:
            commands = [row["command"] for row in json.load(file)]
        self.assertTrue(all("-flto" in command for command in commands))
        kinds = {tuple(re.findall("-f(no-)?fat-lto-objects", command)[-1:]) for command in commands}
        self.assertLessEqual(kinds, {("",), ()})

    def test_binding_without_the_library(self):
        """What `python -m build` makes of bindings/python says what lacks."""
        folder = os.path.join(self.work.name, "far/away/chatfmt")
        os.makedirs(folder)
        shutil.copy(os.path.join(ROOT, "bindings/python/CMakeLists.txt"), folder)
        done = configure(self.work.name + "/far/build", source=folder)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("from the source package that scripts/make-sdist makes", re.sub(r"\s+", " ", done.stdout))

    def test_tests_of_every_cmake(self):
        """ctest has --test-dir since CMake 3.20; tests that are not built are an error."""
        for name in ("Makefile", "scripts/quick", "scripts/test"):
            with open(os.path.join(ROOT, name), encoding="utf-8") as file:
                self.assertNotIn("--test-dir", file.read(), name)
        self.configure(*TOP)
        done = subprocess.run([os.path.join(ROOT, "scripts/quick")], env={**os.environ, "BUILD": self.work.name}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertIn("No tests were found", done.stdout)

    def test_make_builds_in_one_folder(self):
        done = subprocess.run(["make", "-C", ROOT, "-n", "--no-print-directory", "BUILD=FOLDER", "test", "amalgamation", "bench", "plots"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual([line for line in done.stdout.splitlines() if "FOLDER" not in line and "make" not in line.split()[0]], [])
        self.assertNotRegex(done.stdout, r"(?<!-)\bbuild\b")

    def test_parent_that_installs(self):
        """The libraries are built with the rest when the parent project installs them, and have the names of the package."""
        parent = os.path.join(self.work.name, "parent")
        os.makedirs(parent, exist_ok=True)
        with open(os.path.join(parent, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write(f"cmake_minimum_required(VERSION 3.16)\nproject(parent C)\nadd_subdirectory({ROOT} chatfmt)\n"
                       "foreach(name static shared chatfmt_static chatfmt_shared)\nget_target_property(type chatfmt::${name} TYPE)\nendforeach()\n")
        done = subprocess.run(["cmake", "-G", "Unix Makefiles", "-S", parent, "-B", parent + "/build", "-DCMAKE_C_COMPILER=" + COMPILER,
                               "-DCHATFMT_INSTALL=ON"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        with open(parent + "/build/CMakeFiles/Makefile2", encoding="utf-8") as file:
            rules = file.read().splitlines()
        for kind in ("static", "shared"):
            self.assertTrue(f"chatfmt/all: chatfmt/CMakeFiles/chatfmt_{kind}.dir/all" in rules, kind)

    def test_settings_of_three_values(self):
        for name in ("CHATFMT_PCRE2", "CHATFMT_WITH_ZLIB", "CHATFMT_WITH_ZSTD", "CHATFMT_RELOCATABLE"):
            for value in ("maybe", "auto", ""):
                printed = self.configure(*TOP, f"-D{name}={value}", ok=False)
                self.assertIn(f"{name}={value} is none of AUTO, ON and OFF", re.sub(r"\s+", " ", printed))
        self.has(self.configure(*TOP, "-DCHATFMT_PCRE2=no"), PCRE2="no (CHATFMT_PCRE2=OFF)")

    def test_least_pcre2(self):
        folder = os.path.join(self.work.name, "pc")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "libpcre2-8.pc"), "w", encoding="utf-8") as file:
            file.write("Name: libpcre2-8\nDescription: old\nVersion: 10.30\nLibs: -lpcre2-8\nCflags:\n")
        os.environ["PKG_CONFIG_PATH"] = folder
        self.addCleanup(os.environ.pop, "PKG_CONFIG_PATH")
        printed = self.configure(*TOP, "-DCHATFMT_PCRE2=ON", "-UPCRE2_*", ok=False)
        self.assertIn("PCRE2 >= 10.31 (by pkg-config) was not found", re.sub(r"\s+", " ", printed))
        self.has(self.configure(*TOP, "-DCHATFMT_PCRE2=AUTO", "-UPCRE2_*"), PCRE2="no (not found)")

    def test_make_asks_for_no_tests(self):
        folder = os.path.join(self.work.name, "build")
        done = subprocess.run(["make", "-C", ROOT, "BUILD=" + folder, folder + "/CMakeCache.txt"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.has(done.stdout, tests="no (CHATFMT_BUILD_TESTS=OFF)")
        with open(os.path.join(folder, "CMakeCache.txt"), encoding="utf-8") as file:
            self.assertNotRegex(file.read(), "CMAKE_CXX_COMPILER|Python3_EXECUTABLE")

    def test_make_help(self):
        """Lists each target with what it does."""
        done = subprocess.run(["make", "-C", ROOT, "--no-print-directory", "help"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as file:
            targets = re.search(r"^\.PHONY: (.*)", file.read(), re.M)[1].split()
        self.assertEqual(re.findall(r"^  ([a-z]+) +\S", done.stdout.split("\n\n")[1], re.M), targets)

    def test_uninstall(self):
        """Removes what was installed where it was installed, and says how much."""
        build, root = os.path.join(self.work.name, "done"), os.path.join(self.work.name, "root")
        os.makedirs(build)
        os.makedirs(root + "/usr/bin")
        for path, text in ((build + "/install_manifest.txt", "/usr/bin/chatfmt\n/usr/bin/gone"), (build + "/install_destdir.txt", root + "\n"),
                           (root + "/usr/bin/chatfmt", ""), (root + "/usr/bin/other", "")):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        for words, status, said in (([], 2, f"made with DESTDIR={root}: run make uninstall BUILD={build} DESTDIR='{root}'"), (["DESTDIR=" + root], 0, "1 files removed"), (["DESTDIR=" + root], 0, "0 files")):
            done = subprocess.run(["make", "-C", ROOT, "BUILD=" + build, *words, "uninstall"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            self.assertEqual(done.returncode, status, done.stdout)
            self.assertIn(said, done.stdout)
        self.assertEqual(os.listdir(root + "/usr/bin"), ["other"])
        with open(build + "/install_destdir.txt", "w", encoding="utf-8") as file:
            file.write("\n")
        done = subprocess.run(["make", "-C", ROOT, "BUILD=" + build, "DESTDIR=" + root, "uninstall"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertIn(f"made without DESTDIR: run make uninstall BUILD={build}\n", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
