#!/usr/bin/env python3
"""What docs/stability.md says about headers holds: the experimental ones are those that say so,
no stable header needs one, CHATFMT_STABLE_ONLY leaves them out, CHATFMT_DEPRECATED warns.

    check_stability.py
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEADERS = os.path.join(ROOT, "include", "chatfmt")
INCLUDE = re.compile(r'#include "chatfmt/(\w+)\.h"')
DECLARED = re.compile(r"^CHATFMT_API [^;(]*?(chatfmt_\w+)\(", re.M)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def compiles(source, *options):
    """(whether it compiles, what the compiler says)"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "user.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        done = subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-Wall", "-Werror", "-fsyntax-only", *options,
                               "-I", os.path.join(ROOT, "include"), path], capture_output=True, text=True)
        return done.returncode == 0, done.stderr


def problems():
    texts = {os.path.basename(path)[:-2]: read(path) for path in glob.glob(os.path.join(HEADERS, "*.h"))}
    experimental = {name for name, text in texts.items() if "\n * Experimental:" in text.split("*/")[0]}
    row = next(line for line in read(ROOT, "docs", "stability.md").splitlines() if "**experimental**" in line)
    if experimental != set(re.findall(r"`(\w+)\.h`", row)):
        yield f"docs/stability.md names other experimental headers than {sorted(experimental)}"
    for name, text in sorted(texts.items()):
        if name != "chatfmt" and name not in experimental and experimental & set(INCLUDE.findall(text)):
            yield f"{name}.h is stable and includes {sorted(experimental & set(INCLUDE.findall(text)))}"
    everything = '#include "chatfmt/chatfmt.h"\nint main(void)\n{\n    void (*use)(void) = (void (*)(void))%s;\n    return !use;\n}\n'
    for name in sorted(experimental):
        used = everything % DECLARED.search(texts[name]).group(1)
        if not compiles(used)[0]:
            yield f"{name}.h is not in chatfmt.h"
        if compiles(used, "-DCHATFMT_STABLE_ONLY")[0]:
            yield f"{name}.h can be used with CHATFMT_STABLE_ONLY"
        alone = f'#include "chatfmt/{name}.h"\nint main(void)\n{{\n    return 0;\n}}\n'
        if not compiles(alone)[0]:
            yield f"{name}.h does not compile alone"
        if f"{name}.h is experimental" not in compiles(alone, "-DCHATFMT_STABLE_ONLY")[1]:
            yield f"{name}.h can be included with CHATFMT_STABLE_ONLY"
    old = ('#include "chatfmt/base.h"\nCHATFMT_DEPRECATED("use chatfmt_new") int chatfmt_old(void);\n'
           "int main(void)\n{\n    return chatfmt_old();\n}\n")
    done, said = compiles(old)
    if done or "use chatfmt_new" not in said:
        yield "CHATFMT_DEPRECATED does not warn"
    if not compiles(old, "-DCHATFMT_BUILD")[0]:
        yield "the library itself is warned of what it declares"


def main():
    found = list(problems())
    print("\n".join(found))
    print(f"stability: {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
