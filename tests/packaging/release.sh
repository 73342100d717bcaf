#!/usr/bin/env bash
# scripts/release on a copy of this tree: a first release without tags, and what is refused.
#
#     release.sh
set -eu -o pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v git >/dev/null || { echo "SKIPPED: there is no git"; exit 77; }
git -C "$root" rev-parse --git-dir >/dev/null 2>&1 || { echo "SKIPPED: this is no checkout"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree"
git -C "$root" ls-files -z | tar -c --null -C "$root" -T - | tar -x -C "$work/tree"
cd "$work/tree"
keep() {
    git add -A
    git -c user.name=Test -c user.email=test@localhost -c commit.gpgsign=false commit -q -m "$1"
}
refused() {
    if scripts/release "${3:-$work/out}" >"$work/log" 2>&1; then cat "$work/log"; echo "released, although $1"; exit 1; fi
    grep -q "$2" "$work/log" || { cat "$work/log"; echo "another error than: $2"; exit 1; }
}
version=$(sed -n 's/^project(chatfmt VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
git init -q .
keep "code"
# Figures are as young as this code.
git grep -lF "<!-- measured at" -- '*.md' | xargs -r sed -i "s/<!-- measured at [^ ]*/<!-- measured at $(git rev-parse --short HEAD)/"
sed -i "s/^## $version.*/## $version (not yet released)/" CHANGELOG.md
keep "not yet"
refused "its section has no day" "no section with the day of the release"
sed -i "s/^## $version.*/## $version (2026-12-01)/" CHANGELOG.md
refused "there are changes" "the tree has changes"
keep "first"
sed -i "s|chatfmt\.invalid|chatfmt.test|" packaging/addresses
keep "addresses"
refused "pages say that there are no addresses" "README.md:.*chatfmt is not published yet"
git checkout -q HEAD~ packaging/addresses
keep "no addresses"
if ! command -v abidiff >/dev/null; then
    git tag "v${version%.*}.99"
    refused "there is no abidiff" "there is no abidiff"
    git tag -d "v${version%.*}.99" >/dev/null
fi
git clone -q --depth 1 "file://$PWD" "$work/shallow"
cd "$work/shallow"
refused "the clone is shallow" "git fetch --unshallow"
cd "$work/tree"
mkdir -p "$work/other/packaging/debian"
refused "the folder is that of the sources" "has files of a repository" .
refused "another project is there" "other/packaging is not of an earlier release" "$work/other"
[ -f packaging/fill ] && [ -d "$work/other/packaging/debian" ]
scripts/release "$work/out" >"$work/log" 2>&1 || { cat "$work/log"; echo "the first release failed"; exit 1; }
grep -q "no earlier release" "$work/log"
for words in "gpg --armor --detach-sign chatfmt-$version.tar.gz" "git tag -s v$version" "then, in $PWD:" "upload chatfmt-$version.tar.gz"; do
    grep -q -- "$words" "$work/log" || { cat "$work/log"; echo "does not say: $words"; exit 1; }
done
(cd "$work/out" && sha256sum -c --quiet SHA256SUMS)
grep -q '"licenseDeclared": "MIT AND Apache-2.0 AND Unicode-3.0 AND PSF-2.0"' "$work/out/chatfmt-$version.spdx.json"
grep -q "$(cut -d' ' -f1 "$work/out/SHA256SUMS" | head -1)" "$work/out/packaging/homebrew/chatfmt.rb"
grep -q '"licenseDeclared": "BSD-3-Clause OR GPL-2.0-only"' "$work/out/chatfmt-$version.spdx.json"
tar -tzf "$work/out/chatfmt-$version.tar.gz" | grep "chatfmt-$version/LICENSES/Unicode-3.0.txt" >/dev/null
echo "release: chatfmt $version from a tree without tags"
