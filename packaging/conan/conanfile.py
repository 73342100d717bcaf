"""Conan 2: conan create packaging/conan --build=missing, in a checkout or an unpacked archive, of the sources around it.

Filled in by packaging/fill it is for the archive of a release, whose version, address and sum it then has.
"""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, load, rm, rmdir
from conan.tools.gnu import PkgConfigDeps

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
VERSION, ARCHIVE, SUM = "@VERSION@", "@RELEASES@/chatfmt-@VERSION@.tar.gz", "@SHA256@"
FILLED = not VERSION.startswith("@")


class Chatfmt(ConanFile):
    name = "chatfmt"
    description = "Turns a conversation into exactly the prompt a chat model was trained on"
    license = "MIT AND Apache-2.0 AND Unicode-3.0 AND PSF-2.0"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "pcre2": [True, False]}
    default_options = {"shared": False, "pcre2": True}

    def set_version(self):
        self.version = VERSION if FILLED else re.search(r"project\(chatfmt VERSION ([\d.]+)", load(self, os.path.join(ROOT, "CMakeLists.txt")))[1]

    def export_sources(self):
        for pattern in () if FILLED else ("CMakeLists.txt", "LICENSE", "NOTICE", "LICENSES/*", "*.md", "cmake/*", "cli/*", "docs/*", "examples/*", "include/*", "man/*", "src/*"):
            copy(self, pattern, ROOT, self.export_sources_folder)

    def source(self):
        if FILLED:
            get(self, ARCHIVE, sha256=SUM, strip_root=True)

    def requirements(self):
        if self.options.pcre2:
            self.requires("pcre2/[>=10.31 <11]")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        chain = CMakeToolchain(self)
        chain.cache_variables.update({"CHATFMT_BUILD_TESTS": False, "CHATFMT_BUILD_CLI": False,
                                      "CHATFMT_PCRE2": bool(self.options.pcre2),
                                      "BUILD_SHARED_LIBS": bool(self.options.shared), "CHATFMT_SHARED_LIB": bool(self.options.shared),
                                      "CHATFMT_STATIC_LIB": not self.options.shared})
        chain.generate()
        PkgConfigDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        for pattern in ("LICENSE", "NOTICE", "LICENSES/*"):
            copy(self, pattern, self.source_folder, os.path.join(self.package_folder, "licenses"))
        lib = os.path.join(self.package_folder, "lib")
        rm(self, "libchatfmt.a" if self.options.shared else "libchatfmt.so*", lib)
        for folder in ("cmake", "pkgconfig"):
            rmdir(self, os.path.join(lib, folder))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.libs = ["chatfmt"]
        self.cpp_info.defines = [] if self.options.shared else ["CHATFMT_STATIC"]
        self.cpp_info.system_libs = ["m"] if self.settings.os != "Windows" else []
