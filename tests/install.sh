#!/usr/bin/env bash
# Installs into an empty folder and builds programs on it: with pkg-config, and with CMake.
#
#     install.sh BUILD_FOLDER
set -eu
build=$1
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/usr" >/dev/null
pc=$(find "$work/usr" -name chatfmt.pc)
if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH=${pc%/*}
    flags=$(pkg-config --define-variable=prefix="$work/usr" --cflags --libs chatfmt)
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c11 "$root/examples/render.c" $flags -o "$work/render"
    LD_LIBRARY_PATH=$(find "$work/usr" -name 'libchatfmt.so' -printf '%h') "$work/render" >/dev/null
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c11 -static "$root/examples/render.c" $flags -lm -o "$work/render_static" &&
        "$work/render_static" | head -3
fi
mkdir "$work/project"
cp "$root/examples/render.c" "$work/project"
cat > "$work/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(chatfmt 0.1 REQUIRED)
add_executable(user render.c)
target_link_libraries(user PRIVATE chatfmt::chatfmt)
END
cmake -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$work/usr" >/dev/null
cmake --build "$work/project/build" >/dev/null
"$work/project/build/user" >/dev/null
[ ! -e "$work/usr/bin/chatfmt" ] || "$work/usr/bin/chatfmt" --version
