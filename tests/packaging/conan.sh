#!/usr/bin/env bash
# The Conan recipe makes a package, with the licences in it, where Conan is installed.
set -eu -o pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v conan >/dev/null || { echo "SKIPPED: there is no conan"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CONAN_HOME=$work/home
conan profile detect >"$work/log" 2>&1
for shared in False True; do
    conan create "$root/packaging/conan" -o "&:pcre2=False" -o "&:shared=$shared" >"$work/log" 2>&1 || { tail -40 "$work/log"; exit 1; }
done
for package in "$work"/home/p/b/*/p; do
    [ -d "$package/lib" ] || continue
    for file in LICENSE NOTICE LICENSES/Apache-2.0.txt LICENSES/PSF-2.0.txt LICENSES/Unicode-3.0.txt; do
        [ -f "$package/licenses/$file" ] || { echo "$package has no $file"; exit 1; }
    done
    ls "$package/lib"
done
