#!/usr/bin/env bash
# Installs into an empty folder and builds programs on it: with pkg-config, and with CMake.
#
#     install.sh BUILD_FOLDER
set -eu
build=$1
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# What is installed can be removed again, also from a folder in front.
DESTDIR=$work/root cmake --install "$build" --prefix /opt/chatfmt >/dev/null
make -s -C "$root" BUILD="$(cd "$build" && pwd)" DESTDIR="$work/root" uninstall >/dev/null
left=$(find "$work/root" ! -type d)
[ -d "$work/root/opt/chatfmt" ] && [ -z "$left" ] || { echo "not removed: $left"; exit 1; }
cmake --install "$build" --prefix "$work/before" >/dev/null
# What was installed works wherever it is moved to.
mv "$work/before" "$work/usr"
pc=$(find "$work/usr" -name chatfmt.pc)
for file in LICENSE README.md docs/embedding.md examples/model/tokenizer.json; do
    [ -f "$work"/usr/share/doc/chatfmt/$file ] || { echo "$file is not installed"; exit 1; }
done
# The package may be moved to another place and another machine: it holds no absolute path.
if grep -rn "$work\|/usr/lib/.*pcre" "$work"/usr/lib*/cmake "$work"/usr/lib*/*/cmake "$pc" 2>/dev/null; then
    echo "the CMake package holds an absolute path"; exit 1
fi
cat > "$work/all.c" <<'END'
#include <chatfmt/chatfmt.h>
#include <stdio.h>
#include <string.h>
/* A tokenizer with a pattern of its own, so that whatever matches patterns is linked. */
static const char json[] = "{\"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 0, \"b\": 1}, \"merges\": []},"
                           "\"pre_tokenizer\": {\"type\": \"Split\", \"pattern\": {\"Regex\": \"a(?=b)|b\"},"
                           "\"behavior\": \"Isolated\", \"invert\": false}}";
int main(void)
{
    chatfmt_tokenizer *tokenizer = NULL;
    chatfmt_error error;
    char *text = NULL;
    size_t length;
    chatfmt_status status = chatfmt_tokenizer_read(json, strlen(json), NULL, &tokenizer, &error);
    if (status && status != CHATFMT_UNSUPPORTED) return printf("%s\n", error.text), 1;
    if (status == CHATFMT_OK) printf("b is %d\n", (int)chatfmt_tokenizer_id(tokenizer, "b", 1));
    chatfmt_tokenizer_free(tokenizer);
    if (chatfmt_render_once("{{ a }}!", 8, "{\"a\": 1.5}", 10, &text, &length, &error)) return 1;
    puts(text);
    chatfmt_text_free(text);
    return 0;
}
END
if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH=${pc%/*}
    flags=$(pkg-config --cflags --libs chatfmt)
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c11 "$root/examples/render.c" $flags -o "$work/render"
    LD_LIBRARY_PATH=$(find "$work/usr" -name 'libchatfmt.so' -printf '%h') "$work/render" >/dev/null
    # Everything that the static library needs is named by pkg-config alone.
    flags=$(pkg-config --static --cflags --libs chatfmt)
    echo "static: $flags"
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c11 -static "$work/all.c" $flags -o "$work/all_static"
    "$work/all_static"
fi
mkdir "$work/project"
cp "$work/all.c" "$work/project"
cat > "$work/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(chatfmt 0.1 REQUIRED)
add_executable(user all.c)
target_link_libraries(user PRIVATE chatfmt::chatfmt)
END
generator=$(sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$build/CMakeCache.txt")
cmake -G "$generator" -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$work/usr" >/dev/null
cmake --build "$work/project/build" >/dev/null
"$work/project/build/user" >/dev/null
[ ! -e "$work/usr/bin/chatfmt" ] || "$work/usr/bin/chatfmt" --version
# A package that says what it needs is not built without it by accident.
if PKG_CONFIG_LIBDIR=/nowhere PKG_CONFIG_PATH='' cmake -G "$generator" -S "$root" -B "$work/needs" -DCHATFMT_PCRE2=ON \
    -DCHATFMT_BUILD_TESTS=OFF >"$work/needs.log" 2>&1; then
    echo "configured without the PCRE2 that it was told to use"; exit 1
fi
grep -q "PCRE2 >= .* (by pkg-config) was not found" "$work/needs.log"
