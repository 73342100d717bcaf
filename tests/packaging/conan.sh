#!/usr/bin/env bash
# The Conan recipe makes a package, with the licences in it, where Conan is installed: of the sources around it, and, filled in,
# of an archive.
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
licensed() {
    local package file
    for package in "$work"/home/p/b/*/p; do
        [ -d "$package/lib" ] || continue
        for file in LICENSE NOTICE LICENSES/Apache-2.0.txt LICENSES/PSF-2.0.txt LICENSES/Unicode-3.0.txt; do
            [ -f "$package/licenses/$file" ] || { echo "$package has no $file"; exit 1; }
        done
        ls "$package/lib"
    done
}
licensed
# The archive of a release, as a file: URL.
version=$(sed -n 's/^project(chatfmt VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
archive=$work/chatfmt-$version.tar.gz
tar -C "$root" --transform "s|^|chatfmt-$version/|" -czf "$archive" CMakeLists.txt LICENSE NOTICE LICENSES README.md CHANGELOG.md \
    SECURITY.md CONTRIBUTING.md cmake cli docs examples include man src
mkdir "$work/tree"
cp -r "$root/packaging" "$root/CMakeLists.txt" "$work/tree"
sed -i "s|^releases=.*|releases=file://$work|" "$work/tree/packaging/addresses"
"$work/tree/packaging/fill" "$work/filled" "$archive"
conan remove -c "chatfmt/*" >"$work/log" 2>&1
conan create "$work/filled/conan" -o "&:pcre2=False" >"$work/log" 2>&1 || { tail -40 "$work/log"; exit 1; }
grep -q "reference: chatfmt/$version#" "$work/log" || { cat "$work/log"; echo "no package of chatfmt $version"; exit 1; }
licensed
