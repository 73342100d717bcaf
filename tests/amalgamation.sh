#!/usr/bin/env bash
# Builds the two-file engine without CMake and runs a program on it, in C and from C++.
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
cd "$work"
"$cc" -std=c11 -O1 -Wall -Wextra -c chatfmt.c -o chatfmt.o
"$cc" -std=c11 -O1 -Wall -Wextra main.c chatfmt.o -lm -o in_c
./in_c
cp main.c main.cc
"$cxx" -O1 -Wall -Wextra -Wpedantic main.cc chatfmt.o -lm -o in_cc
./in_cc
