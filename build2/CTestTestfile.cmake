# CMake generated Testfile for 
# Source directory: /work/wt/options
# Build directory: /work/wt/options/build2
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
subdirs("src/base")
subdirs("src/value")
subdirs("src/lang")
subdirs("src/vm")
subdirs("src/builtins")
subdirs("src/formats")
subdirs("src/tokenizers")
subdirs("src/replies")
subdirs("src/models")
subdirs("src/source")
subdirs("src/api")
subdirs("cli")
subdirs("tests")
