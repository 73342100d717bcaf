#!/usr/bin/env bash
# Builds both amalgamations without CMake: a program renders with the engine, in C and from C++, whole and
# without rarities; the examples run on all of the library and print what they print elsewhere.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc=${CC:-cc}
cxx=${CXX:-c++}
python3 "$root/tools/amalgamate.py" --output "$work"
cat > "$work/main.c" <<'END'
#include "chatfmt.h"
#include <stdio.h>
#include <string.h>
int main(void)
{
    const char *source = "{% for m in messages %}<|{{ m.role }}|>{{ m.content|trim }}{% endfor %}";
    const char *json = "{\"messages\": [{\"role\": \"user\", \"content\": \" Hi \"}]}";
    char *text;
    chatfmt_error error;
    if (chatfmt_render_once(source, strlen(source), json, strlen(json), &text, NULL, &error)) {
        printf("%s\n", error.text);
        return 1;
    }
    int wrong = strcmp(text, "<|user|>Hi") != 0;
    printf("%s\n", text);
    chatfmt_text_free(text);
    return wrong;
}
END
# Whoever gets the files gets the licences.
for size in engine all; do
    for file in chatfmt.c chatfmt.h; do
        head -1 "$work/$size/$file" | grep -q "SPDX-License-Identifier: MIT AND" || { echo "$size/$file has no licence"; exit 1; }
        grep -q "Permission is hereby granted" "$work/$size/$file"
        grep -q "UNICODE LICENSE V3" "$work/$size/$file"
    done
    diff -r "$root/LICENSES" "$work/$size/LICENSES"
    cmp "$root/NOTICE" "$work/$size/NOTICE"
done
grep -q "Copyright the FastChat authors" "$work/all/chatfmt.c"
cd "$work/engine"
"$cc" -std=c11 -O1 -Wall -Wextra -Werror -c chatfmt.c -o chatfmt.o
if nm chatfmt.o | grep "U __assert"; then echo "assertions that nobody asked for"; exit 1; fi
"$cc" -std=c11 -O1 -Wall -Wextra ../main.c -I. chatfmt.o -lm -o in_c
./in_c
cp ../main.c main.cc
"$cxx" -O1 -Wall -Wextra -Wpedantic main.cc chatfmt.o -lm -o in_cc
"$cxx" -std=c++98 -pedantic-errors -fsyntax-only main.cc
./in_cc
"$cc" -std=c11 -O0 -Wall -Wextra -Werror -DCHATFMT_NO_RARE_BUILTINS -DCHATFMT_NO_UNICODE_NAMES ../main.c -I. chatfmt.c -lm -o lean
./lean
# The engine reads no replies, and says so.
echo '#include "chatfmt.h"
int main(void) { return (chatfmt_build_features() & CHATFMT_FEATURE_RESPONSE_SCHEMA) != 0; }' > features.c
"$cc" -std=c11 features.c -I. chatfmt.o -lm -o features
./features

cd "$work/all"
regex=
if pkg-config --exists libpcre2-8; then
    regex="-DCFT_WITH_PCRE2 $(pkg-config --cflags libpcre2-8)"
    libraries=$(pkg-config --libs libpcre2-8)
fi
"$cc" -std=c11 -O0 -Wall -Wextra -Werror -DCHATFMT_ASSERTS $regex -c chatfmt.c -o chatfmt.o
nm chatfmt.o | grep -q "U __assert" || { echo "no assertions where they are asked for"; exit 1; }
mkdir -p include/chatfmt
for header in "$root"/include/chatfmt/*.h; do
    echo '#include "../../chatfmt.h"' > "include/chatfmt/${header##*/}"
done
cd "$root/examples"
for example in render.c tokens.c reply.c; do
    "$cc" -Wall -Wextra -I"$work/all/include" "$example" "$work/all/chatfmt.o" ${libraries:-} -lm -o "$work/example"
    "$work/example" model > "$work/printed"
    cmp "$work/printed" "$root/tests/examples/expected/$example.txt"
    echo "$example: as expected"
done
